/* ahead.c: what lies behind the pending decision. Rules ask one thing at a time: what next, where,
 * from where, how many. A client that knows what comes next can ask all of it at once: it shows the
 * spaces instead of "in a space", and lets a player take pieces to where they shall go. Every way
 * is found by trying it on a copy. */
#include <assert.h>

#include "kernel/json/writer.h"
#include "kernel/state/state.h"
#include "outcome.h"
#include "trial.h"
#include "view.h"

#define TRIALS_MAX 8000 /* a few dozen milliseconds */
#define PATH_MAX 16
#define DEEP 2      /* questions behind each other that are told */
#define CLOSED_MAX 8 /* choices that are completed on the way to a move */

/* What was chosen on the way. */
typedef struct {
    const char *ids[PATH_MAX];
    int count;
    int zones[2], zone_count;
    int amount; /* which of them says how many; -1: none yet */
    int menus, closed;
} way;

typedef struct {
    lf_json json;
    const lf_session *session;
    int trials;
} search;

static lf_option_kind kind_of(const search *look, const lf_choice *option) {
    return option->kind == LF_OPTION_ACTION
               ? lf_action_kind(look->session->game, option->subject)
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
    lf_write_key(out, "path");
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
        good = good && w->zone_count == 0 && w->menus++ == 0;
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
        const bool choosing = w.menus == before->menus || asks_zones(&tried);
        if (m.any && m.unique && names(&w, &m))
            write_move(look, &w, &m);
        else if (!m.any && choosing && goes_on(look, &tried) && (w.zone_count > 0 || m.silent))
            write_moves(look, &tried, &w);
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
    lf_put_number(out, "decision", (int64_t)s->revision);
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
