/* steps.c: what happened in a turn, as steps that a client can draw and tell: an action does
 * something in a space to pieces and values. They are made from the entries of the log that a
 * viewer may read. The same is made for options that nobody has taken yet: they are tried on a
 * copy. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "kernel/json/writer.h"
#include "kernel/state/state.h"
#include "outcome.h"
#include "view.h"

#define PIECES_MAX 24 /* of one step; further ones begin another */
#define VALUES_MAX 24
#define OPEN_MAX 4 /* steps in one space that are put together at the same time */
#define VERB_BYTES 64

typedef enum {
    STEP_VALUE, /* nothing but values */
    STEP_PLACE,
    STEP_REMOVE,
    STEP_MOVE,
    STEP_FLIP,
    STEP_CARD,
    STEP_OTHER /* a line that is a step of its own */
} step_effect;

typedef struct {
    int kind; /* with its state */
    int64_t count;
} step_pieces;

typedef struct {
    int var, owner; /* owner: a seat or a space, or -1 */
    int64_t before, after;
} step_value;

/* A step that is being put together. */
typedef struct {
    step_effect effect;
    lf_event_kind kind;
    lf_seat seat;
    int action, space, from, to, card;
    size_t number;
    const char *cause, *text;
    bool in_section; /* the cause is a section of the rules */
    step_pieces pieces[PIECES_MAX];
    step_value values[VALUES_MAX];
    int piece_count, value_count;
} step;

/* ---- in words -------------------------------------------------------------------------------- */

static const char *zone_label(const lf_game *game, int zone) {
    return zone >= 0 && zone < (int)game->zone_count ? game->zones[zone].label : "nowhere";
}

static void say_pieces(const lf_game *game, const step *st, lf_text *out) {
    for (int i = 0; i < st->piece_count; i++) {
        const lf_slot *slot = &game->slots[st->pieces[i].kind];
        const int64_t count = st->pieces[i].count;
        lf_text_printf(out, "%s%lld %s", i > 0 ? ", " : "", (long long)count,
                       count == 1 ? slot->one : slot->label);
    }
    switch (st->effect) {
    case STEP_PLACE:
        lf_text_printf(out, " placed in %s", zone_label(game, st->space));
        break;
    case STEP_REMOVE:
        lf_text_printf(out, " removed from %s", zone_label(game, st->space));
        break;
    case STEP_MOVE:
        lf_text_printf(out, " moved from %s to %s", zone_label(game, st->from),
                       zone_label(game, st->space));
        break;
    default:
        lf_text_printf(out, " now in %s", zone_label(game, st->space));
        break;
    }
}

static void say_value(const lf_game *game, const step *st, const step_value *value, lf_text *out) {
    const lf_var *var = &game->vars[value->var];
    if (var->scope == 1 && value->owner >= 0 && value->owner != st->seat)
        lf_text_printf(out, "%s ", game->seats[value->owner].label);
    if (var->scope == 2 && value->owner >= 0 && value->owner != st->space)
        lf_text_printf(out, "%s: ", game->zones[value->owner].label);
    lf_say_change(game, var, value->before, value->after, " → ", out);
}

/* "2 Red scouts moved from Ford to Hill (Supplies 4 → 3)". */
static void say_step(const lf_game *game, const step *st, lf_text *out) {
    bool first = true;
    lf_text_addz(out, st->text != NULL ? st->text : "");
    if (st->piece_count > 0)
        say_pieces(game, st, out);
    const bool aside = out->length > 0;
    if (st->effect == STEP_VALUE && st->space >= 0)
        lf_text_printf(out, "%s: ", zone_label(game, st->space));
    for (int i = 0; i < st->value_count; i++) {
        if (st->values[i].before == st->values[i].after)
            continue;
        lf_text_addz(out, !first ? ", " : aside ? " (" : "");
        say_value(game, st, &st->values[i], out);
        first = false;
    }
    lf_text_addz(out, !first && aside ? ")" : "");
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void put_name(lf_writer *out, const char *key, const lf_game *game, lf_catalogue of,
                     int index) {
    lf_put_text(out, key, index >= 0 ? lf_name(game, of, index) : NULL);
}

static void write_pieces(lf_writer *out, const lf_game *game, const step *st) {
    lf_write_key(out, "pieces");
    lf_write_array(out);
    for (int i = 0; i < st->piece_count; i++) {
        lf_write_object(out);
        lf_put_number(out, "count", st->pieces[i].count);
        put_name(out, "kind", game, LF_OF_KINDS, st->pieces[i].kind);
        lf_write_end(out);
    }
    lf_write_end(out);
}

static void write_values(lf_writer *out, const lf_game *game, const step *st) {
    lf_write_key(out, "values");
    lf_write_array(out);
    for (int i = 0; i < st->value_count; i++) {
        const step_value *value = &st->values[i];
        const lf_var *var = &game->vars[value->var];
        if (value->before == value->after)
            continue;
        lf_write_object(out);
        lf_put_number(out, "after", value->after);
        lf_put_number(out, "before", value->before);
        lf_put_text(out, "label", var->label);
        lf_put_text(out, "name", var->name);
        put_name(out, "seat", game, LF_OF_SEATS, var->scope == 1 ? value->owner : -1);
        put_name(out, "space", game, LF_OF_SPACES, var->scope == 2 ? value->owner : -1);
        lf_write_end(out);
    }
    lf_write_end(out);
}

static const char *effect_name(const step *st) {
    static const char *const names[] = {
        [STEP_VALUE] = "value", [STEP_PLACE] = "place", [STEP_REMOVE] = "remove",
        [STEP_MOVE] = "move",   [STEP_FLIP] = "flip",   [STEP_CARD] = "card"};
    return st->effect == STEP_OTHER ? lf_event_kind_name(st->kind) : names[st->effect];
}

/* What is done: the section of the rules as an id ("Long March (3.1)" is long-march), or the
 * action. Ids of actions belong to the game. */
static const char *verb_of(const lf_game *game, const step *st, char verb[VERB_BYTES]) {
    size_t length = 0;
    if (st->action < 0)
        return NULL;
    if (!st->in_section)
        return lf_name(game, LF_OF_ACTIONS, st->action);
    for (const char *at = st->cause; *at != '\0' && *at != '(' && length + 1 < VERB_BYTES; at++)
        if (isalnum((unsigned char)*at) || ((unsigned char)*at & 0x80) != 0)
            verb[length++] = (char)tolower((unsigned char)*at);
        else if (length > 0 && verb[length - 1] != '-')
            verb[length++] = '-';
    while (length > 0 && verb[length - 1] == '-')
        length--;
    verb[length] = '\0';
    return verb;
}

static void write_step(lf_writer *out, const lf_game *game, const step *st) {
    lf_text text = {0};
    char verb[VERB_BYTES];
    const lf_catalogue places = st->effect == STEP_CARD ? LF_OF_STACKS : LF_OF_ZONES;
    say_step(game, st, &text);
    lf_write_object(out);
    put_name(out, "card", game, LF_OF_CARDS, st->card);
    lf_put_text(out, "effect", effect_name(st));
    put_name(out, "from", game, places, st->from);
    lf_put_number(out, "number", (int64_t)st->number);
    write_pieces(out, game, st);
    put_name(out, "seat", game, LF_OF_SEATS, st->seat);
    put_name(out, "space", game, LF_OF_ZONES, st->space);
    lf_put_text(out, "text", lf_text_shown(&text));
    put_name(out, "to", game, places, st->to);
    write_values(out, game, st);
    lf_put_text(out, "verb", verb_of(game, st, verb));
    lf_put_text(out, "why", st->cause);
    lf_write_end(out);
    out->failed = out->failed || text.failed;
    lf_text_free(&text);
}

/* ---- putting steps together ------------------------------------------------------------------ */

/* Steps are written in the order in which they begin. All open ones are of one action and one
 * space, so that pieces which are exchanged one by one make two steps and not many. */
typedef struct {
    lf_writer *out;
    const lf_session *session;
    lf_seat actor; /* who chose last */
    int count;     /* of steps that were written */
    step open[OPEN_MAX];
    int open_count;
} step_list;

/* Has the step changed anything, in the end? */
static bool says_something(const step *st) {
    for (int i = 0; i < st->value_count; i++)
        if (st->values[i].before != st->values[i].after)
            return true;
    return st->effect != STEP_VALUE;
}

static void close_steps(step_list *list) {
    for (int i = 0; i < list->open_count; i++)
        if (says_something(&list->open[i])) {
            write_step(list->out, list->session->game, &list->open[i]);
            list->count++;
        }
    list->open_count = 0;
}

static step *open_step(step_list *list, const lf_log_entry *entry, step_effect effect) {
    if (list->open_count == OPEN_MAX)
        close_steps(list);
    step *const st = &list->open[list->open_count++];
    *st = (step){.effect = effect,
                 .kind = entry->kind,
                 .seat = list->actor,
                 .action = entry->action,
                 .space = -1,
                 .from = -1,
                 .to = -1,
                 .card = -1,
                 .number = entry->decision,
                 .cause = entry->cause,
                 .in_section = list->session->log[entry->number].in_section};
    return st;
}

/* Is the entry part of the same action as the open steps? `space`: where it happens; -1:
 * anywhere. */
static bool goes_on(const step_list *list, const lf_log_entry *entry, int space) {
    const step *const st = &list->open[0];
    return list->open_count > 0 && st->effect < STEP_CARD && st->seat == list->actor &&
           st->action == entry->action && strcmp(st->cause, entry->cause) == 0 &&
           (space < 0 || st->space < 0 || st->space == space);
}

static void add_to_pieces(step *st, int kind, int64_t count) {
    for (int i = 0; i < st->piece_count; i++)
        if (st->pieces[i].kind == kind) {
            st->pieces[i].count += count;
            return;
        }
    assert(st->piece_count < PIECES_MAX);
    st->pieces[st->piece_count++] = (step_pieces){kind, count};
}

/* Which way pieces went, as a step without pieces. */
static step way_of(const lf_game *game, const lf_log_entry *entry) {
    const int spaces = (int)game->space_count;
    const bool from_space = entry->from >= 0 && entry->from < spaces;
    const bool to_space = entry->to >= 0 && entry->to < spaces;
    if (entry->kind == LF_EVENT_FLIP)
        return (step){.effect = STEP_FLIP, .space = entry->from, .from = -1, .to = -1};
    if (from_space && !to_space)
        return (step){.effect = STEP_REMOVE, .space = entry->from, .from = -1, .to = entry->to};
    return (step){.effect = to_space && !from_space ? STEP_PLACE : STEP_MOVE,
                  .space = entry->to,
                  .from = entry->from,
                  .to = -1};
}

static void add_pieces(step_list *list, const lf_log_entry *entry) {
    const step way = way_of(list->session->game, entry);
    if (!goes_on(list, entry, way.space))
        close_steps(list);
    step *st = NULL;
    for (int i = 0; i < list->open_count && st == NULL; i++) {
        step *const other = &list->open[i];
        const bool same = other->effect == way.effect && other->space == way.space &&
                          other->from == way.from && other->to == way.to;
        /* what the action costs may come before what it does */
        const bool cost = other->effect == STEP_VALUE && other->space < 0;
        if ((same || cost) && other->piece_count < PIECES_MAX)
            st = other;
    }
    st = st != NULL ? st : open_step(list, entry, way.effect);
    st->effect = way.effect;
    st->space = way.space;
    st->from = way.from;
    st->to = way.to;
    add_to_pieces(st, entry->subject, entry->after);
}

static void add_value(step_list *list, const lf_log_entry *entry) {
    const int scope = list->session->game->vars[entry->subject].scope;
    const int space = scope == 2 ? entry->to : -1;
    const int owner = scope == 1 ? entry->seat : space;
    if (!goes_on(list, entry, space))
        close_steps(list);
    step *st = list->open_count > 0 ? &list->open[list->open_count - 1] : NULL;
    /* a value of another choice, or of a space that is not named yet, is a step of its own */
    if (st == NULL || st->number != entry->decision || st->value_count == VALUES_MAX ||
        (space >= 0 && st->space != space)) {
        close_steps(list);
        st = open_step(list, entry, STEP_VALUE);
        st->space = space;
    }
    for (int i = 0; i < st->value_count; i++)
        if (st->values[i].var == entry->subject && st->values[i].owner == owner) {
            st->values[i].after = entry->after;
            return;
        }
    st->values[st->value_count++] =
        (step_value){entry->subject, owner, entry->before, entry->after};
}

/* A line that is a step of its own. */
static step *add_own(step_list *list, const lf_log_entry *entry, step_effect effect) {
    close_steps(list);
    step *const st = open_step(list, entry, effect);
    st->text = entry->text;
    return st;
}

static void add_entry(step_list *list, const lf_log_entry *entry) {
    step *st;
    if (entry->kind == LF_EVENT_DECISION && entry->seat != LF_NOBODY)
        list->actor = entry->seat;
    if (entry->level == LF_LOG_NOISE)
        return;
    switch (entry->kind) {
    case LF_EVENT_DECISION:
    case LF_EVENT_PHASE:
        break;
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        add_pieces(list, entry);
        break;
    case LF_EVENT_VALUE:
        add_value(list, entry);
        break;
    case LF_EVENT_CARD:
        st = add_own(list, entry, STEP_CARD);
        st->card = entry->subject;
        st->from = entry->from;
        st->to = entry->to;
        break;
    default:
        add_own(list, entry, STEP_OTHER);
        break;
    }
}

/* The steps of these lines of the log, as a list; returns how many. */
static int write_steps(lf_writer *out, const lf_session *s, size_t first, size_t count,
                       lf_seat seat, lf_seat viewer) {
    step_list list = {.out = out, .session = s, .actor = seat};
    lf_log_entry entry;
    lf_write_array(out);
    for (size_t i = first; i < first + count; i++)
        if (lf_session_entry(s, i, viewer, &entry))
            add_entry(&list, &entry);
    close_steps(&list);
    lf_write_end(out);
    return list.count;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* The actions that were chosen in a turn. */
static void write_actions(lf_writer *out, const lf_session *s, const lf_log_turn *t) {
    lf_write_key(out, "actions");
    lf_write_array(out);
    for (size_t i = t->first; i < t->first + t->entries; i++) {
        const session_line *line = &s->log[i];
        if (line->kind != LF_EVENT_DECISION || line->choice != LF_OPTION_ACTION ||
            line->subject < 0)
            continue;
        lf_write_object(out);
        lf_put_text(out, "id", lf_name(s->game, LF_OF_ACTIONS, line->subject));
        lf_put_text(out, "label", lf_label(s->game, LF_OF_ACTIONS, line->subject));
        lf_write_end(out);
    }
    lf_write_end(out);
}

/* False: nothing happened in it that people read, and it is left out. */
static bool write_turn(lf_writer *out, const lf_session *s, int turn, lf_seat viewer) {
    lf_log_turn t;
    lf_session_turn(s, turn, &t);
    char *summary = lf_session_summary(s, turn, viewer);
    out->failed = out->failed || summary == NULL;
    lf_write_object(out);
    lf_write_key(out, "steps");
    const int steps = write_steps(out, s, t.first, t.entries, t.seat, viewer);
    const bool empty = steps == 0 && (summary == NULL || *summary == '\0');
    if (empty) {
        lf_write_drop(out);
    } else {
        write_actions(out, s, &t);
        lf_put_number(out, "gameTurn", t.game_turn);
        lf_put_number(out, "number", (int64_t)t.decision);
        put_name(out, "phase", s->game, LF_OF_PHASES, t.phase);
        put_name(out, "seat", s->game, LF_OF_SEATS, t.seat);
        lf_put_text(out, "summary", summary);
        lf_put_number(out, "turn", turn);
        lf_write_end(out);
    }
    lf_string_free(summary);
    return !empty;
}

/* The last turn of each seat: what came after it happened "since your last turn". */
static void write_last_turns(lf_writer *out, const lf_session *s) {
    lf_write_key(out, "last");
    lf_write_object(out);
    for (lf_seat seat = 0; seat < lf_seats_in_play(s->state); seat++) {
        size_t turn = s->turn_count;
        while (turn > 0 && s->turns[turn - 1].seat != seat)
            turn--;
        if (turn > 0)
            lf_put_number(out, lf_name(s->game, LF_OF_SEATS, seat), (int64_t)turn - 1);
    }
    lf_write_end(out);
}

char *lf_session_turns_json(const lf_session *s, lf_seat viewer, int since, int limit) {
    lf_writer out = {0};
    if (s->state == NULL || viewer < LF_NOBODY || viewer >= lf_count(s->game, LF_OF_SEATS))
        return NULL;
    int turn = since > 0 ? since : 0;
    lf_write_object(&out);
    lf_write_key(&out, "turns");
    lf_write_array(&out);
    for (int left = limit; left > 0 && turn < lf_session_turns(s); turn++)
        left -= write_turn(&out, s, turn, viewer);
    lf_write_end(&out);
    if (turn < lf_session_turns(s))
        lf_put_number(&out, "next", turn);
    else
        lf_put_text(&out, "next", NULL);
    write_last_turns(&out, s);
    lf_write_end(&out);
    return lf_writer_take(&out);
}

/* ---- what an option would do ----------------------------------------------------------------- */

/* A session in which nothing has happened but the option that is tried. The log is all that is used
 * of it. */
static bool try_option(const lf_session *s, int option, lf_session *tried) {
    *tried = (lf_session){.game = s->game, .state = lf_state_clone(s->state)};
    if (tried->state == NULL)
        return false;
    lf_session_watch(tried);
    return lf_apply(tried->state, option) == LF_OK;
}

static void end_trial(lf_session *tried) {
    lf_session_cut_log(tried, 0);
    for (uint32_t i = 0; tried->sections != NULL && i < tried->game->routine_count; i++)
        lf_string_free(tried->sections[i]);
    lf_free(tried->sections);
    lf_free(tried->log);
    lf_free(tried->turns);
    lf_state_free(tried->state);
}

/* Is what is chosen complete after the option? Not while the same action asks for more. */
static bool completes(const lf_session *s, const lf_session *tried) {
    lf_option next;
    return lf_decider(tried->state) != lf_decider(s->state) ||
           lf_turn(tried->state) != lf_turn(s->state) ||
           (lf_option_at(tried->state, 0, &next) && next.kind == LF_OPTION_ACTION);
}

static void write_next(lf_json *json, const lf_session *s, const lf_session *tried,
                       const lf_choice *option) {
    const lf_seat seat = lf_decider(s->state);
    lf_write_key(&json->out, "next");
    if (lf_decider(tried->state) != seat || lf_turn(tried->state) != lf_turn(s->state)) {
        lf_write_null(&json->out);
        return;
    }
    json->state = tried->state;
    lf_view_write_decision(json, s, &(lf_option){option->kind, option->subject, option->count});
    json->state = s->state;
}

/* What the option does is known to the seat only if neither chance nor anything hidden decides. */
static void write_preview(lf_json *json, const lf_session *s, const lf_choice *option, int index) {
    lf_writer *out = &json->out;
    lf_session tried;
    const bool known =
        try_option(s, index, &tried) && lf_barrier(tried.state) == lf_barrier(s->state);
    lf_write_object(out);
    lf_put_bool(out, "known", known);
    lf_put_text(out, "option", option->id);
    if (known) {
        lf_write_key(out, "steps");
        const lf_seat seat = lf_decider(s->state);
        const int steps = write_steps(out, &tried, 0, tried.log_count, seat, seat);
        const bool way_out =
            (option->kind == LF_OPTION_ACTION ? lf_action_kind(s->game, option->subject)
                                              : option->kind) >= LF_OPTION_DONE;
        lf_put_bool(out, "changesNothing", steps == 0 && !way_out && completes(s, &tried));
        write_next(json, s, &tried, option);
    }
    lf_write_end(out);
    end_trial(&tried);
}

char *lf_session_preview(const lf_session *s, const char *option, lf_error *error) {
    if (s->state == NULL || s->pending != LF_PENDING_NOTHING || lf_session_over(s, NULL)) {
        lf_fail(error, LF_BAD_ARGUMENT, "Nobody decides now.");
        return NULL;
    }
    const int only = option != NULL ? lf_find_option_id(s->state, option) : LF_NO_OPTION;
    if (option != NULL && only == LF_NO_OPTION) {
        lf_fail(error, LF_BAD_ARGUMENT, "There is no option \"%.100s\" now.", option);
        return NULL;
    }
    lf_decision *decision = lf_decision_new(s->state);
    if (decision == NULL) {
        lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
        return NULL;
    }
    lf_json json = {.state = s->state, .game = s->game, .viewer = decision->decider};
    lf_write_object(&json.out);
    lf_put_number(&json.out, "decision", (int64_t)s->revision);
    lf_write_key(&json.out, "options");
    lf_write_array(&json.out);
    for (int i = 0; i < decision->count && i < (only >= 0 ? decision->count : LF_PREVIEW_MAX); i++)
        if (only < 0 || i == only)
            write_preview(&json, s, &decision->options[i], i);
    lf_write_end(&json.out);
    lf_write_end(&json.out);
    lf_decision_free(decision);
    char *text = lf_json_finish(&json);
    if (text == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    return text;
}
