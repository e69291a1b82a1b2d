/* summary.c: a turn of the log in one line: what was chosen, then what came of it on the whole.
 * Pieces of one kind that went the same way are counted together, and a variable is named once,
 * from its first value to its last. */
#include "session.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

/* ---- what came of it ------------------------------------------------------------------------- */

typedef enum { NET_PLACED, NET_REMOVED, NET_MOVED, NET_CARRIED, NET_FLIPPED, NET_VALUE } net_way;

/* One sum: of pieces of a kind that went one way, or of a variable. */
typedef struct {
    net_way way;
    int what;            /* kind (its first state), state, or variable */
    int place, from;     /* space or box; of a variable: its seat or space, or -1 */
    int64_t count, last; /* pieces; of a variable: the first and the last value */
    bool written;        /* its part of the line */
} net_sum;

typedef struct {
    net_sum *sums;
    size_t count, capacity;
    bool failed;
} net_list;

static net_sum *sum_for(net_list *list, net_sum wanted) {
    for (size_t i = 0; i < list->count; i++) {
        net_sum *sum = &list->sums[i];
        if (sum->way == wanted.way && sum->what == wanted.what && sum->place == wanted.place &&
            sum->from == wanted.from)
            return sum;
    }
    if (!lf_session_room((void **)&list->sums, &list->capacity, list->count, sizeof *list->sums)) {
        list->failed = true;
        return NULL;
    }
    list->sums[list->count++] = wanted;
    return &list->sums[list->count - 1];
}

static void add_pieces(net_list *list, const lf_game *game, const session_line *line,
                       lf_seat viewer) {
    const int slot = lf_session_line_known(line, viewer) ? line->subject : line->seen_as;
    const bool from_space = line->from >= 0 && line->from < (int)game->space_count;
    const bool to_space = line->to >= 0 && line->to < (int)game->space_count;
    const int kind = game->slots[slot].default_slot;
    net_sum wanted = {NET_CARRIED, kind, line->to, line->from, 0, 0, false};
    if (line->kind == LF_EVENT_FLIP)
        wanted = (net_sum){NET_FLIPPED, slot, line->from, -1, 0, 0, false};
    else if (from_space && to_space)
        wanted = (net_sum){NET_MOVED, kind, line->to, -1, 0, 0, false};
    else if (to_space)
        wanted = (net_sum){NET_PLACED, kind, line->to, -1, 0, 0, false};
    else if (from_space)
        wanted = (net_sum){NET_REMOVED, kind, line->from, -1, 0, 0, false};
    net_sum *sum = sum_for(list, wanted);
    if (sum != NULL)
        sum->count += line->after;
}

static void add_value(net_list *list, const lf_game *game, const session_line *line) {
    const uint8_t scope = game->vars[line->subject].scope;
    const int owner = scope == LF_SCOPE_SEAT ? line->seat : scope == LF_SCOPE_SPACE ? line->to : -1;
    net_sum *sum = sum_for(
        list, (net_sum){NET_VALUE, line->subject, owner, -1, line->before, line->after, false});
    if (sum != NULL)
        sum->last = line->after;
}

static const char *zone_words(const lf_game *game, int zone) {
    return zone >= 0 && zone < (int)game->zone_count ? game->zones[zone].label : "nowhere";
}

/* ---- in words -------------------------------------------------------------------------------- */

static const char *kind_words(const lf_game *game, const net_sum *sum, int64_t count) {
    const lf_slot *slot = &game->slots[sum->what];
    if (sum->way == NET_FLIPPED)
        return count == 1 ? slot->one : slot->label;
    return count == 1 ? slot->kind_one : slot->kind_label;
}

/* All sums of this kind and way at once: "3 Red scouts placed (Hill, Ford)". */
static void say_pieces(const lf_game *game, net_list *list, net_sum *first, lf_text *out) {
    static const char *const phrases[] = {
        [NET_PLACED] = " placed", [NET_REMOVED] = " removed", [NET_MOVED] = " moved to ",
        [NET_CARRIED] = ": ",     [NET_FLIPPED] = "",         [NET_VALUE] = ""};
    lf_text places = {0};
    int64_t count = 0;
    for (net_sum *sum = first; sum < list->sums + list->count; sum++) {
        const bool same =
            sum->way == first->way && sum->what == first->what &&
            (sum->way != NET_CARRIED || (sum->place == first->place && sum->from == first->from));
        if (!same)
            continue;
        sum->written = true;
        count += sum->count;
        lf_text_printf(&places, "%s%s", places.length == 0 ? "" : ", ",
                       zone_words(game, sum->place));
    }
    lf_text_printf(out, "%s%lld %s%s", first->way == NET_FLIPPED ? "now " : "", (long long)count,
                   kind_words(game, first, count), phrases[first->way]);
    if (first->way == NET_CARRIED)
        lf_text_printf(out, "%s → %s", zone_words(game, first->from),
                       zone_words(game, first->place));
    else if (first->way == NET_MOVED)
        lf_text_addz(out, lf_text_shown(&places));
    else
        lf_text_printf(out, " (%s)", lf_text_shown(&places));
    lf_text_free(&places);
}

static void say_value(const lf_game *game, const net_sum *sum, lf_seat whose, lf_text *out) {
    const lf_var *var = &game->vars[sum->what];
    if (var->scope == LF_SCOPE_SEAT && sum->place >= 0 && sum->place != whose)
        lf_text_printf(out, "%s ", game->seats[sum->place].label);
    if (var->scope == LF_SCOPE_SPACE && sum->place >= 0)
        lf_text_printf(out, "%s: ", game->zones[sum->place].label);
    lf_say_change(game, var, sum->count, sum->last, " → ", out);
}

/* ---- what was chosen ------------------------------------------------------------------------- */

typedef struct {
    const lf_session *session;
    lf_seat viewer, seat;
    lf_text chosen, happened, values;
    size_t said; /* so much of `chosen` is what the game itself has said of the turn */
    net_list net;
    lf_seat by;     /* who chose last */
    bool something; /* that people read has happened */
    bool in_list;   /* the last thing chosen was a place: the next one goes on with it */
    size_t list;    /* where this list of places begins in `chosen` */
} summary;

/* Is a place in the list already? */
static bool is_listed(const summary *sum, const char *text) {
    const size_t length = strlen(text);
    if (!sum->in_list || sum->chosen.failed)
        return false;
    for (const char *at = sum->chosen.data + sum->list; (at = strstr(at, text)) != NULL; at++) {
        const bool begins = at == sum->chosen.data + sum->list || at[-1] == ' ';
        if (begins && (at[length] == 0 || at[length] == ','))
            return true;
    }
    return false;
}

static void add_chosen(summary *sum, const session_line *line, const char *text) {
    const bool place = line->choice == LF_OPTION_SPACE || line->choice == LF_OPTION_ZONE;
    const bool opens = line->choice == LF_OPTION_ACTION || line->choice == LF_OPTION_MENU ||
                       line->choice == LF_OPTION_VALUE || line->choice == LF_OPTION_CARD;
    const bool other = line->seat != sum->by && line->seat >= 0;
    if (!place && !opens)
        return; /* numbers, kinds and ways out show in what came of them */
    if (!other && place && is_listed(sum, text))
        return;
    if (sum->chosen.length == 0 && line->choice != LF_OPTION_ACTION && line->action >= 0)
        /* it was begun before */
        lf_text_addz(&sum->chosen, sum->session->game->actions[line->action].label);
    if (sum->chosen.length > 0)
        lf_text_addz(&sum->chosen, other || !place || sum->chosen.length == sum->said ? "; "
                                   : sum->in_list                                     ? ", "
                                                                                      : " ");
    if (other)
        lf_text_printf(&sum->chosen, "%s: ", sum->session->game->seats[line->seat].label);
    if (place && (other || !sum->in_list))
        sum->list = sum->chosen.length;
    lf_text_addz(&sum->chosen, text);
    sum->in_list = place;
    sum->by = line->seat;
}

static void add_happened(summary *sum, const char *text) {
    lf_text_printf(&sum->happened, "%s%s", sum->happened.length > 0 ? ", " : "", text);
}

/* A line of the game's own stands for what was chosen and for what happened since the one before
 * it. */
static void add_said(summary *sum, const char *text) {
    sum->chosen.length = sum->said;
    lf_text_printf(&sum->chosen, "%s%s", sum->said > 0 ? "; " : "", text);
    sum->said = sum->chosen.length;
    sum->happened.length = 0;
    sum->net.count = 0;
    sum->in_list = false;
}

static void add_line(summary *sum, const session_line *line) {
    const lf_game *game = sum->session->game;
    const char *text = lf_session_line_text(line, sum->viewer);
    const bool only_action =
        line->kind == LF_EVENT_DECISION && line->choice == LF_OPTION_ACTION && sum->seat >= 0;
    if (line->level == LF_LOG_NOISE && !only_action)
        return;
    if (line->kind == LF_EVENT_VALUE && !lf_session_line_known(line, sum->viewer))
        return; /* hidden from whoever reads this */
    sum->something |= line->level != LF_LOG_NOISE;
    switch (line->kind) {
    case LF_EVENT_DECISION:
        add_chosen(sum, line, text);
        break;
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        add_pieces(&sum->net, game, line, sum->viewer);
        break;
    case LF_EVENT_VALUE:
        add_value(&sum->net, game, line);
        break;
    case LF_EVENT_CARD:
    case LF_EVENT_ROLL:
    case LF_EVENT_END:
        add_happened(sum, text);
        break;
    case LF_EVENT_LOG:
        if (line->level == LF_LOG_TURN)
            add_said(sum, text);
        else if (sum->seat < 0 && line->level == LF_LOG_STEP)
            add_happened(sum, text);
        break;
    case LF_EVENT_SET:
    case LF_EVENT_SHUFFLE:
    case LF_EVENT_PHASE:
        break;
    }
}

static void add_net(summary *sum) {
    const lf_game *game = sum->session->game;
    for (size_t i = 0; i < sum->net.count; i++) {
        net_sum *net = &sum->net.sums[i];
        const bool value = net->way == NET_VALUE;
        if (net->written || (value && net->count == net->last))
            continue;
        lf_text *out = value ? &sum->values : &sum->happened;
        if (out->length > 0)
            lf_text_addz(out, ", ");
        if (value)
            say_value(game, net, sum->seat, out);
        else
            say_pieces(game, &sum->net, net, out);
    }
}

/* "Red: March Hill, Ford: 2 Red scouts moved to Hill, Ford (Supplies 4 → 2)". */
static char *put_together(summary *sum, const char *head) {
    lf_text line = {0};
    lf_text *const parts[] = {&sum->chosen, &sum->happened, &sum->values};
    bool failed = sum->net.failed;
    lf_text_addz(&line, "");
    for (size_t i = 0; i < LF_COUNT(parts); i++)
        failed = failed || parts[i]->failed;
    if (sum->something && sum->chosen.length + sum->happened.length + sum->values.length > 0) {
        lf_text_printf(&line, "%s: %s", head, lf_text_shown(&sum->chosen));
        if (sum->happened.length > 0)
            lf_text_printf(&line, "%s%s", sum->chosen.length > 0 ? ": " : "",
                           lf_text_shown(&sum->happened));
        if (sum->values.length > 0)
            lf_text_printf(&line, "%s(%s)",
                           sum->chosen.length + sum->happened.length > 0 ? " " : "",
                           lf_text_shown(&sum->values));
    }
    for (size_t i = 0; i < LF_COUNT(parts); i++)
        lf_text_free(parts[i]);
    if (!failed)
        return lf_text_take(&line);
    lf_text_free(&line);
    return NULL;
}

char *lf_session_summary(const lf_session *s, int turn, lf_seat viewer) {
    lf_log_turn t;
    if (!lf_session_turn(s, turn, &t))
        return NULL;
    summary sum = {.session = s, .viewer = viewer, .seat = t.seat, .by = t.seat};
    for (size_t i = t.first; i < t.first + t.entries; i++)
        add_line(&sum, &s->log[i]);
    add_net(&sum);
    const char *head =
        lf_label(s->game, t.seat >= 0 ? LF_OF_SEATS : LF_OF_PHASES, t.seat >= 0 ? t.seat : t.phase);
    /* no phase has begun */
    char *line = put_together(&sum, head != NULL && head[0] != 0 ? head : "Set-up");
    lf_free(sum.net.sums);
    return line;
}
