/* chances.c: who is likely to win, over the game so far: a point for the beginning of each turn of
 * the log and one for now, as a viewer knew the game then. They are worked out by the pool, a few
 * at a time, and kept: only what is new is worked out. */
#include <stdlib.h>
#include <string.h>

#include "support/array.h"
#include "think.h"

#define POINTS_AT_ONCE 16 /* then others come first */
#define CHANCES_SEED 1    /* constant: the answer may depend only on what the viewer knows */

typedef struct {
    int64_t number; /* of decisions made before it */
    int turn;       /* of the game */
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} point;

struct chances {
    point *points; /* by number */
    size_t count, capacity;
    bool waits; /* in the queue of the pool */
};

void chances_free(chances *h) {
    if (h != NULL)
        lf_free(h->points);
    free(h);
}

static chances **place_of(table *t, lf_seat viewer) {
    return &t->chances[viewer - LF_NOBODY];
}

/* ---- which points there are: the table is locked --------------------------------------------- */

/* The first number from `from` on that is to have a point: where a turn begins, or where the game
 * stands; -1: none. */
static int64_t next_number(const lf_session *s, int64_t from) {
    const int64_t now = (int64_t)lf_session_decisions(s);
    int64_t next = from <= now ? now : -1;
    lf_log_turn turn;
    for (int i = lf_session_turns(s) - 1; i >= 0; i--) {
        lf_session_turn(s, i, &turn);
        if ((int64_t)turn.decision < from)
            break;
        next = (int64_t)turn.decision < next ? (int64_t)turn.decision : next;
    }
    return next;
}

/* Forgets what was taken back, and the point where the game stood if it goes on from there in the
 * midst of a turn. */
static void trim(chances *h, const lf_session *s) {
    const int64_t now = (int64_t)lf_session_decisions(s);
    while (h->count > 0 && h->points[h->count - 1].number > now)
        h->count--;
    if (h->count > 0 &&
        next_number(s, h->points[h->count - 1].number) != h->points[h->count - 1].number)
        h->count--;
}

static int64_t next_missing(const chances *h, const lf_session *s) {
    return next_number(s, h->count > 0 ? h->points[h->count - 1].number + 1 : 0);
}

static void queue(table *t, lf_seat viewer, chances *h) {
    if (!h->waits && next_missing(h, t->match.session) >= 0)
        h->waits = think_add(t->server, WORK_CHANCES, t, viewer, LF_ADVISER);
}

void chances_update(table *t) {
    for (lf_seat viewer = LF_NOBODY; viewer < lf_count(t->match.game, LF_OF_SEATS); viewer++) {
        chances *h = *place_of(t, viewer);
        if (h == NULL)
            continue;
        trim(h, t->match.session);
        queue(t, viewer, h);
    }
}

/* ---- working them out ------------------------------------------------------------------------ */

/* Positions to be judged, and what came of it. */
typedef struct {
    lf_state *states[POINTS_AT_ONCE];
    point points[POINTS_AT_ONCE];
    int count;
    int64_t returns; /* of the match */
} batch;

static batch collect(table *t, const chances *h) {
    const lf_session *s = t->match.session;
    batch b = {.returns = t->match.returns};
    int64_t number = next_missing(h, s);
    for (; number >= 0 && b.count < POINTS_AT_ONCE; number = next_number(s, number + 1)) {
        lf_state *state = lf_session_state_at(s, (size_t)number);
        if (state == NULL)
            break;
        b.states[b.count] = state;
        b.points[b.count++] = (point){.number = number, .turn = lf_turn(state)};
    }
    return b;
}

/* The end is known: nobody has a chance at a draw. */
static void judge_end(const lf_game *game, const lf_outcome *outcome, point *p) {
    const int seats = lf_count(game, LF_OF_SEATS);
    lf_win_shares(game, outcome, seats, p->win);
    for (lf_seat seat = 0; seat < seats; seat++) {
        p->win[seat] = outcome->winners != 0 || p->win[seat] >= 1 ? p->win[seat] : 0.0;
        p->margin[seat] = (double)outcome->margin[seat];
    }
}

static bool judge(lf_agent *agent, lf_seat viewer, const lf_state *state, point *p) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome)) {
        judge_end(lf_state_game(state), &outcome, p);
        return true;
    }
    return agent != NULL && lf_agent_begin(agent, viewer, CHANCES_SEED) == LF_OK &&
           lf_agent_evaluate(agent, state, p->win, p->margin) == LF_OK;
}

static void judge_all(batch *b, const work *w) {
    lf_agent *agent = b->count > 0 ? lf_agent_new(w->game, w->agent_spec, NULL) : NULL;
    int good = 0;
    while (good < b->count && judge(agent, w->seat, b->states[good], &b->points[good]))
        good++;
    lf_agent_free(agent);
    for (int i = 0; i < b->count; i++)
        lf_state_free(b->states[i]);
    b->count = good;
}

static bool append(chances *h, const point *points, int count) {
    if (!lf_array_reserve(&h->points, &h->capacity, h->count + (size_t)count, sizeof *h->points))
        return false;
    memcpy(h->points + h->count, points, (size_t)count * sizeof *points);
    h->count += (size_t)count;
    return true;
}

/* Keeps what was found, unless decisions were taken back meanwhile, and goes on with what is
 * left. */
static void keep(table *t, const work *w, const batch *b) {
    chances *h = *place_of(t, w->seat);
    h->waits = false;
    const bool fits = b->returns == t->match.returns && b->count > 0 &&
                      (h->count == 0 || h->points[h->count - 1].number < b->points[0].number);
    const bool kept = fits && append(h, b->points, b->count);
    trim(h, t->match.session);
    if (kept || b->returns != t->match.returns)
        queue(t, w->seat, h);
    if (kept && !h->waits)
        listeners_send_chances(t);
}

void chances_work(server *s, const work *w) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, w->table, &error);
    if (t == NULL)
        return;
    chances *h = *place_of(t, w->seat);
    batch b = {.count = 0};
    if (h != NULL)
        b = collect(t, h);
    table_leave(t);
    if (h == NULL)
        return;
    judge_all(&b, w);
    t = table_enter(s, w->table, &error);
    if (t == NULL)
        return;
    if (*place_of(t, w->seat) != NULL)
        keep(t, w, &b);
    table_leave(t);
}

/* ---- telling them ---------------------------------------------------------------------------- */

static json_t *point_json(const lf_game *game, const point *p) {
    return json_pack("{s:I, s:i, s:o, s:o}", "number", (json_int_t)p->number, "turn", p->turn,
                     "win", by_seat_json(game, p->win), "margin", by_seat_json(game, p->margin));
}

/* A game that its players ended ends otherwise than its last position says. */
static json_t *agreed_end_json(const match *m, const chances *h) {
    lf_outcome outcome;
    if (lf_terminal(lf_session_state(m->session), NULL) || !lf_session_over(m->session, &outcome))
        return NULL;
    point end = {.number = (int64_t)lf_session_decisions(m->session),
                 .turn = h->count > 0 ? h->points[h->count - 1].turn : 0};
    judge_end(m->game, &outcome, &end);
    return point_json(m->game, &end);
}

void handle_chances(call *c, answer *a) {
    table *t = c->table;
    lf_seat viewer;
    if (!hints_are_allowed(t)) {
        answer_error(a, 403, "hints", "There are no hints at this table until the game is over.");
        return;
    }
    if (!call_viewer(c, &viewer, a))
        return;
    chances **place = place_of(t, viewer);
    if (*place == NULL)
        *place = calloc(1, sizeof **place);
    if (*place == NULL) {
        answer_text(a, 500, NULL);
        return;
    }
    queue(t, viewer, *place);
    json_t *points = json_array();
    for (size_t i = 0; i < (*place)->count; i++)
        json_array_append_new(points, point_json(t->match.game, &(*place)->points[i]));
    json_t *end = (*place)->waits ? NULL : agreed_end_json(&t->match, *place);
    if (end != NULL)
        json_array_append_new(points, end);
    const bool ready = !(*place)->waits;
    answer_json(
        a, ready ? 200 : 202,
        json_pack("{s:b, s:s, s:o}", "ready", (int)ready, "agent", LF_ADVISER, "points", points));
}
