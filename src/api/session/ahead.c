/* ahead.c: what lies behind the pending decision. Rules ask one thing at a time: what next, where,
 * from where, how many. A client that knows what comes next can ask all of it at once: it shows the
 * spaces instead of "in a space", and lets a player take pieces to where they shall go. Every way
 * is found by trying it on a copy. */
#include <assert.h>

#include "kernel/state/state.h"
#include "outcome.h"
#include "support/json_writer.h"
#include "trial.h"
#include "view.h"

#define TRIALS_MAX 8000 /* a few dozen milliseconds */
#define PATH_MAX 16
#define DEEP 2       /* questions behind each other that are told */
#define CLOSED_MAX 8 /* choices that are completed on the way to a move */
#define ORDER_MAX 4  /* things that are taken in every order */

/* What was chosen on the way. */
typedef struct {
    const char *ids[PATH_MAX];
    int count;
    int zones[2], zone_count;
    int amount; /* which of them says how many; -1: none yet */
    int menus, closed;
    bool alone; /* the first menu was the only thing to do: its parameters may follow */
} way;

typedef struct {
    lf_json json;
    const lf_session *session;
    int trials;
} search;

static lf_option_kind kind_of(const search *look, const lf_choice *option) {
    return option->kind == LF_OPTION_ACTION ? lf_action_kind(look->session->game, option->subject)
                                            : option->kind;
}

static bool is_zone(const lf_choice *option) {
    return option->kind == LF_OPTION_SPACE || option->kind == LF_OPTION_ZONE;
}

static bool is_menu(lf_option_kind kind) {
    return kind == LF_OPTION_ACTION || kind == LF_OPTION_MENU || kind == LF_OPTION_VALUE;
}

/* Tries an option, as long as there are trials left. False: nothing is known of what comes then;
 * otherwise the trial is to be ended. */
static bool enter(search *look, const lf_session *at, int option, lf_session *tried) {
    const lf_state *const now = look->session->state;
    if (look->trials == TRIALS_MAX)
        return false;
    look->trials++;
    if (lf_try_option(at, option, tried) && lf_barrier(tried->state) == lf_barrier(now))
        return true;
    lf_end_trial(tried);
    return false;
}

/* Does the same turn of the same seat go on? */
static bool goes_on(const search *look, const lf_session *tried) {
    const lf_state *const now = look->session->state;
    return lf_decider(tried->state) == lf_decider(now) && lf_turn(tried->state) == lf_turn(now);
}

static void write_path(lf_writer *out, const way *w) {
    lf_write_array(out);
    for (int i = 0; i < w->count; i++)
        lf_write_text(out, w->ids[i]);
    lf_write_end(out);
}

/* ---- what an option does --------------------------------------------------------------------- */

typedef struct {
    int from, to, kind;
    int64_t count;
    bool any;    /* some piece was moved */
    bool unique; /* of one kind, from one zone to another */
    bool silent; /* nothing has happened at all */
} moved;

/* What the last option has moved, as the seat sees it. */
static moved what_moved(const lf_session *tried, lf_seat seat) {
    moved m = {.unique = true, .silent = true};
    lf_log_entry entry;
    for (size_t i = 0; i < tried->log_count; i++) {
        if (!lf_session_entry(tried, i, seat, &entry) || entry.kind == LF_EVENT_DECISION)
            continue;
        m.silent = false;
        if (entry.kind != LF_EVENT_MOVE)
            continue;
        const bool same =
            m.any && m.from == entry.from && m.to == entry.to && m.kind == entry.subject;
        m.unique = m.unique && (!m.any || same);
        m.count = (same ? m.count : 0) + entry.after;
        m.from = entry.from;
        m.to = entry.to;
        m.kind = entry.subject;
        m.any = true;
    }
    return m;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* The questions behind options that choose no thing and do nothing but ask: menus, and what
 * completes a choice. */
static void write_questions(search *look, const lf_session *at, const way *before) {
    lf_writer *const out = &look->json.out;
    lf_decision *decision = lf_decision_new(at->state);
    look->json.failed = look->json.failed || decision == NULL;
    for (int i = 0; decision != NULL && i < decision->count; i++) {
        const lf_choice *option = &decision->options[i];
        const lf_option_kind kind = kind_of(look, option);
        lf_session tried;
        way w = *before;
        if ((!is_menu(kind) && kind != LF_OPTION_DONE) || !enter(look, at, i, &tried))
            continue;
        w.ids[w.count++] = option->id;
        if (goes_on(look, &tried) && what_moved(&tried, lf_decider(at->state)).silent) {
            lf_write_object(out);
            lf_write_key(out, "next");
            look->json.state = tried.state;
            lf_view_write_decision(&look->json, look->session,
                                   &(lf_option){option->kind, option->subject, option->count});
            look->json.state = look->session->state;
            lf_write_key(out, "path");
            write_path(out, &w);
            lf_write_end(out);
            if (w.count < DEEP)
                write_questions(look, &tried, &w);
        }
        lf_end_trial(&tried);
    }
    lf_decision_free(decision);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Does the way name the ends of the move, and nothing else? */
static bool names(const way *w, const moved *m) {
    for (int i = 0; i < w->zone_count; i++)
        if (w->zones[i] != m->from && w->zones[i] != m->to)
            return false;
    return w->zone_count > 0 && m->from != m->to && m->from >= 0 && m->to >= 0;
}

static void write_move(search *look, const way *w, const moved *m) {
    lf_writer *const out = &look->json.out;
    const lf_game *const game = look->session->game;
    lf_write_object(out);
    lf_put_number(out, "amount", w->amount);
    lf_put_text(out, "from", lf_name(game, LF_OF_ZONES, m->from));
    lf_put_text(out, "kind", lf_name(game, LF_OF_KINDS, m->kind));
    lf_put_number(out, "most", m->count);
    lf_write_key(out, "path");
    write_path(out, w);
    lf_put_text(out, "to", lf_name(game, LF_OF_ZONES, m->to));
    lf_write_end(out);
}

/* Of numbers the least is tried, and for one of them the most: so each kind of pieces is found
 * alone. */
static bool wants_number(const lf_decision *decision, int option, way *w) {
    const int64_t count = decision->options[option].count;
    bool least = true, most = true;
    for (int i = 0; i < decision->count; i++) {
        least = least && count <= decision->options[i].count;
        most = most && count >= decision->options[i].count;
    }
    if (most && count > 0 && w->amount < 0) {
        w->amount = w->count;
        return true;
    }
    return least && (count == 0 || w->amount >= 0);
}

/* Is there one action to take, and ways out? */
static bool is_alone(const search *look, const lf_decision *decision) {
    int others = 0;
    for (int i = 0; i < decision->count; i++)
        others += kind_of(look, &decision->options[i]) < LF_OPTION_DONE;
    return others == 1;
}

/* May the option be part of a move? Then it is added to the way. */
static bool extend(const search *look, const lf_decision *decision, int i, way *w) {
    const lf_choice *const option = &decision->options[i];
    const lf_option_kind kind = kind_of(look, option);
    bool good = w->count < PATH_MAX;
    if (is_zone(option)) {
        good = good && w->zone_count < 2;
        if (good)
            w->zones[w->zone_count++] = option->subject;
    } else if (kind == LF_OPTION_NUMBER) {
        good = good && w->zone_count > 0 && wants_number(decision, i, w);
    } else if (is_menu(kind)) {
        w->alone = w->menus == 0 ? is_alone(look, decision) : w->alone && kind == LF_OPTION_VALUE;
        good = good && w->zone_count == 0 && (w->menus++ == 0 || (w->menus == 2 && w->alone));
    } else if (kind == LF_OPTION_DONE) {
        good = good && w->zone_count == 0 && w->menus == 0 && w->closed++ < CLOSED_MAX;
    } else
        good = good && kind == LF_OPTION_KIND;
    if (good)
        w->ids[w->count++] = option->id;
    return good;
}

/* Does the question ask for zones? */
static bool asks_zones(const lf_session *tried) {
    lf_option first;
    return lf_option_at(tried->state, 0, &first) &&
           (first.kind == LF_OPTION_SPACE || first.kind == LF_OPTION_ZONE);
}

static void write_moves(search *look, const lf_session *at, const way *before) {
    lf_decision *decision = lf_decision_new(at->state);
    look->json.failed = look->json.failed || decision == NULL;
    for (int i = 0; decision != NULL && i < decision->count; i++) {
        lf_session tried;
        way w = *before;
        if (!extend(look, decision, i, &w) || !enter(look, at, i, &tried))
            continue;
        const moved m = what_moved(&tried, lf_decider(look->session->state));
        const bool choosing =
            w.menus == before->menus || (w.alone && w.menus == 1) || asks_zones(&tried);
        if (m.any && m.unique && names(&w, &m))
            write_move(look, &w, &m);
        else if (!m.any && choosing && goes_on(look, &tried) && (w.zone_count > 0 || m.silent))
            write_moves(look, &tried, &w);
        lf_end_trial(&tried);
    }
    lf_decision_free(decision);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Things that all have to be taken, one after the other. */
typedef struct {
    const char *ids[ORDER_MAX];
    int count;
    lf_session first; /* after they were taken in the order in which they stand */
    bool has_first;
} order;

/* Reads the zones of a question that offers no way out; false: it is none of those. */
static bool read_order(const search *look, const lf_decision *decision, order *all) {
    for (int i = 0; i < decision->count; i++) {
        const lf_choice *option = &decision->options[i];
        if (kind_of(look, option) >= LF_OPTION_DONE || (is_zone(option) && all->count == ORDER_MAX))
            return false;
        if (is_zone(option))
            all->ids[all->count++] = option->id;
    }
    return all->count > 1;
}

static int zones_offered(const lf_session *at) {
    int count = 0;
    lf_option option;
    for (int i = 0; lf_option_at(at->state, i, &option); i++)
        count += option.kind == LF_OPTION_SPACE || option.kind == LF_OPTION_ZONE;
    return count;
}

/* Passes over what is asked without a choice, zones only if they are wanted. False: what comes then
 * is not known. */
static bool pass_single(search *look, lf_session *tried, bool zones) {
    while (goes_on(look, tried) && lf_legal_count(tried->state) == 1 &&
           (zones || zones_offered(tried) == 0)) {
        lf_session next;
        if (!enter(look, tried, 0, &next))
            return false;
        lf_end_trial(tried);
        *tried = next;
    }
    return true;
}

/* Takes those that are left (bits) in every order. False: two orders end differently, or something
 * else is asked in between. */
static bool try_orders(search *look, const lf_session *at, order *all, unsigned left) {
    bool same = true;
    if (left == 0) {
        if (all->has_first)
            return lf_equal(at->state, all->first.state);
        all->first = (lf_session){.game = at->game, .state = lf_state_clone(at->state)};
        all->has_first = all->first.state != NULL;
        return all->has_first;
    }
    for (int i = 0; i < all->count && same; i++) {
        lf_session tried;
        if ((left >> i & 1) == 0)
            continue;
        const int option = lf_find_option_id(at->state, all->ids[i]);
        if (option == LF_NO_OPTION || !enter(look, at, option, &tried))
            return false;
        const unsigned rest = left & ~(1u << i);
        same = pass_single(look, &tried, false) &&
               (rest == 0 ||
                (goes_on(look, &tried) && zones_offered(&tried) == __builtin_popcount(rest)));
        same = same && try_orders(look, &tried, all, rest);
        lf_end_trial(&tried);
    }
    return same;
}

/* Where things have to be taken one after the other and their order changes nothing: the way to
 * take all of them. Here, and behind what completes a choice. */
static void write_orders(search *look, const lf_session *at, const way *before) {
    lf_decision *decision = lf_decision_new(at->state);
    order all = {.count = 0};
    look->json.failed = look->json.failed || decision == NULL;
    if (decision != NULL && read_order(look, decision, &all) &&
        try_orders(look, at, &all, (1u << all.count) - 1)) {
        way w = *before;
        for (int i = 0; i < all.count; i++)
            w.ids[w.count++] = all.ids[i];
        write_path(&look->json.out, &w);
    }
    if (all.has_first)
        lf_state_free(all.first.state);
    for (int i = 0; decision != NULL && before->count == 0 && i < decision->count; i++) {
        lf_session tried;
        if (kind_of(look, &decision->options[i]) != LF_OPTION_DONE || !enter(look, at, i, &tried))
            continue;
        const bool silent = what_moved(&tried, lf_decider(at->state)).silent;
        if (silent && pass_single(look, &tried, false) && goes_on(look, &tried))
            write_orders(look, &tried, &(way){.ids = {decision->options[i].id}, .count = 1});
        lf_end_trial(&tried);
    }
    lf_decision_free(decision);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The choices that have to be completed, one after the other, until the turn is over. */
static void write_end(search *look, const lf_session *at, const way *before) {
    lf_decision *decision = lf_decision_new(at->state);
    look->json.failed = look->json.failed || decision == NULL;
    for (int i = 0; decision != NULL && i < decision->count; i++) {
        lf_session tried;
        way w = *before;
        if (kind_of(look, &decision->options[i]) != LF_OPTION_DONE || !enter(look, at, i, &tried))
            continue;
        w.ids[w.count++] = decision->options[i].id;
        if (pass_single(look, &tried, true)) {
            if (!goes_on(look, &tried))
                write_path(&look->json.out, &w);
            else if (w.count < DEEP && what_moved(&tried, lf_decider(at->state)).silent)
                write_end(look, &tried, &w);
        }
        lf_end_trial(&tried);
    }
    lf_decision_free(decision);
}

char *lf_session_ahead(const lf_session *s, lf_error *error) {
    if (s->state == NULL || s->pending != LF_PENDING_NOTHING || lf_session_over(s, NULL)) {
        lf_fail(error, LF_BAD_ARGUMENT, "Nobody decides now.");
        return NULL;
    }
    search look = {.json = {.state = s->state, .game = s->game, .viewer = lf_decider(s->state)},
                   .session = s};
    lf_writer *const out = &look.json.out;
    const way nothing = {.amount = -1};
    lf_write_object(out);
    lf_write_key(out, "all");
    lf_write_array(out);
    write_orders(&look, s, &nothing);
    lf_write_end(out);
    lf_put_number(out, "decision", (int64_t)s->revision);
    lf_write_key(out, "ends");
    lf_write_array(out);
    write_end(&look, s, &nothing);
    lf_write_end(out);
    look.trials = 0;
    lf_write_key(out, "moves");
    lf_write_array(out);
    write_moves(&look, s, &nothing);
    lf_write_end(out);
    lf_write_key(out, "questions");
    lf_write_array(out);
    look.trials = 0;
    write_questions(&look, s, &nothing);
    lf_write_end(out);
    lf_write_end(out);
    char *text = lf_json_finish(&look.json);
    if (text == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    return text;
}
