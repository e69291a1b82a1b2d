/* search.c: from a question to the trees, and from the trees to an answer: budgets, lanes, what was
 * thought.
 *
 * A budget is that of a whole turn. Most of it is spent on the first decision of the turn; what the
 * tree knows is taken along to the next. Lanes are trees of their own with their own rng, added up
 * at the root; threads only say how many of them run at once, so the answer depends on the number
 * of lanes and not on the machine. */
#include "search.h"

#include <pthread.h>
#include <string.h>

#include "base/base.h"
#include "deepen.h"
#include "kernel/state/state.h"
#include "lane.h"
#include "ludoforge_env.h"
#include "plans.h"
#include "solve.h"
#include "utility.h"

#define SHORT_GAME 200.0  /* up to so many decisions, playouts go to the end */
#define EXPLORE_SHORT 3.0 /* where playouts are true to the rules and short, breadth pays … */
#define EXPLORE_LONG 1.5  /* … and where turns are deep, depth */
#define TURNS_LONG 1      /* in long games the tree reaches to the end of the turn after the own */
#define TURNS_BEHIND_PLANS                                                                         \
    4 /* what a turn is worth shows when all others have had one; later is noise */
#define TURNS_BEFORE_TERMS 2 /* in short games whose designer says what a position is worth */
#define LEAST_SHARE 0.4      /* of what is left of a budget is spent on a decision */
#define LOOK_EVERY 16        /* iterations between two looks at how the budget stands */
#define SOLVE_SHARE 0.3      /* of the time goes into looking a game through to its end … */
#define SOLVE_POSITIONS 8    /* … or so many positions an iteration */
/* of what is left of a budget goes into a decision by alpha-beta; the next ones of the turn
 * find its table */
#define DEEPEN_SHARE 0.7
#define LEAST_ITERATIONS 16
/* one such part of the memory is left for what is not counted to the byte: evaluation,
 * priors */
#define OPEN_PART 8
#define LEAST_SECONDS 0.0002
#define PROOF 1e15       /* outweighs all visits */
#define SHARED 0.5       /* a draw of two */
#define LONGEST_TURN 150 /* decisions */

typedef struct {
    search_settings settings;
    lane *lanes;
    int lane_count;
    bool measured, is_short; /* the length of the game */
    int64_t playout;         /* as set, or by that length */
    bool may_solve;          /* there is memory for it */
    solver *solver;          /* NULL: the game is none for it */
    int8_t solved[LF_OPTIONS_MAX];
    bool may_deepen, deepened; /* there is memory for it; it has seen this decision */
    deepener *deepener;        /* NULL: the tree or plans decide */
    bool turn_goes_on;         /* after the last choice the same seat decides again … */
    int turn;                  /* … in this turn */
    int made;                  /* decisions of the turn */
    double seconds_left;       /* of the turn */
    int64_t iterations_left;   /* of the turn, each lane */
    bool by_plans;             /* they are chosen among */
    plans *plans;              /* NULL: the tree decides */
} search;

typedef struct {
    search *of;
    lane *lane;
    double seconds; /* that this lane may use */
    int64_t iterations;
} errand;

static const search_settings usual = {.iterations = 2000,
                                      .lanes = 1,
                                      .threads = 1,
                                      .memory = 64 << 20,
                                      .turns = AUTOMATIC,
                                      .playout = AUTOMATIC,
                                      .redraw = 4,
                                      .tries = 3,
                                      .trust = 8,
                                      .propose = 700,
                                      .evaluation = "margins",
                                      .mast = 1,
                                      .priors = 1};

/* ---- the life of a search ---- */

/* All that is big; it is made anew when a decision is asked for. */
static void close_lanes(agent *a) {
    search *const s = a->own;
    for (int i = 0; i < s->lane_count; i++)
        lf_uct_lane_close(&s->lanes[i]);
    lf_free(s->lanes);
    lf_uct_solver_free(s->solver);
    lf_uct_deepener_free(s->deepener);
    lf_free(s->plans);
    s->lanes = NULL;
    s->solver = NULL;
    s->deepener = NULL;
    s->plans = NULL;
    s->lane_count = 0;
    s->measured = s->turn_goes_on = s->by_plans = false;
}

static void close_search(agent *a) {
    if (a->own != NULL)
        close_lanes(a);
    lf_free(a->own);
    a->own = NULL;
}

/* The plain search of textbooks: random playouts to the end, nothing learned from one for the
 * next. */
static void make_plain(search_settings *s) {
    s->mast = s->priors = 0;
    s->turns = s->playout = TO_THE_END;
    s->explore = 0.7;
}

static bool open_lanes(agent *a, search *s, lf_error *error) {
    const size_t bytes = a->bytes_most > 0 && a->bytes_most < (size_t)s->settings.memory
                             ? a->bytes_most
                             : (size_t)s->settings.memory;
    s->may_solve = bytes >= 8 * SOLVER_BYTES;
    s->may_deepen = s->settings.deepen != 0 && bytes >= 8 * DEEPENER_BYTES;
    const size_t others = (s->may_solve ? SOLVER_BYTES : 0) + (s->may_deepen ? DEEPENER_BYTES : 0) +
                          LF_OPTIONS_MAX * sizeof *a->thoughts +
                          (s->settings.plans > 0 ? sizeof *s->plans : 0);
    const size_t sure = bytes - bytes / OPEN_PART;
    const size_t for_trees = sure > others ? sure - others : 0;
    s->lanes = lf_calloc((size_t)s->settings.lanes, sizeof *s->lanes);
    if (s->lanes == NULL) {
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    for (; s->lane_count < s->settings.lanes; s->lane_count++)
        if (!lf_uct_lane_open(&s->lanes[s->lane_count], a, &s->settings,
                              for_trees / (size_t)s->settings.lanes, error))
            return false;
    return true;
}

/* Better now than when it is first asked; lanes are opened then, when the host has said how much
 * memory they may have. */
static bool evaluation_is_there(const agent *a, const search *s, lf_error *error) {
    evaluator *const tried = lf_uct_lane_evaluator(a->game, &s->settings, error);
    lf_evaluator_free(tried);
    return tried != NULL;
}

static bool open_search(agent *a, const char *words, lf_error *error) {
    search *const s = lf_calloc(1, sizeof *s);
    if (s == NULL) {
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    s->settings = usual;
    if (!lf_uct_settings_read(&s->settings, words, error) || !evaluation_is_there(a, s, error)) {
        lf_free(s);
        return false;
    }
    if (s->settings.plain != 0)
        make_plain(&s->settings);
    a->own = s;
    return true;
}

static void begin_search(agent *a) {
    search *const s = a->own;
    s->measured = s->turn_goes_on = false;
    for (int i = 0; i < s->lane_count; i++)
        lf_uct_lane_begin(&s->lanes[i], lf_mix64(a->rng.state + (uint64_t)i * LF_GOLDEN));
}

/* ---- budgets ---- */

/* Which part of what is left goes to this decision, when a turn has `decisions` more on the
 * average. */
static double share_of(const lane *l) {
    const double decisions = l->turns_seen > 0 ? l->own_decisions / (double)l->turns_seen : 4.0;
    const double even = 2.0 / (decisions + 1.0);
    return decisions < 1.5 ? 1.0 : even < LEAST_SHARE ? LEAST_SHARE : even > 1 ? 1 : even;
}

/* Can none of the other options be visited as often as the best in `left` more iterations? */
static bool is_settled(const lane *l, int64_t left) {
    const tree_node *const root = &l->tree.nodes[l->root];
    int64_t first = 0, second = 0;
    if (root->proven != 0)
        return true;
    if (share_of(l) >= 1)
        return false; /* nothing is left that would need the rest of the budget more */
    for (int i = 0; i < root->count; i++) {
        const tree_edge *const edge = &l->tree.edges[root->edges + i];
        const int64_t visits =
            edge->proven != 0 ? 0 : edge->visits; /* what is proven is not taken for its visits */
        second = visits > first ? first : visits > second ? visits : second;
        first = visits > first ? visits : first;
    }
    return root->count > 0 && first - second > left;
}

/* How many more iterations there are, by the pace so far. */
static int64_t iterations_left(const errand *e, double started) {
    const lane *const l = e->lane;
    const double share = share_of(l);
    if (e->seconds <= 0)
        return (int64_t)((double)e->iterations * share) - l->iterations;
    const double used = lf_uct_lane_clock() - started, left = e->seconds * share - used;
    return left <= 0 ? 0 : (int64_t)(left * (double)l->iterations / (used + 1e-9)) + 1;
}

static void *run(void *context) {
    const errand *const e = context;
    lane *const l = e->lane;
    const double started = lf_uct_lane_clock();
    l->deadline = e->seconds > 0 ? started + e->seconds : 0;
    for (int64_t left = LOOK_EVERY; left > 0;) {
        if (!lf_uct_lane_iterate(l))
            break;
        if (l->iterations % LOOK_EVERY != 0 && l->iterations > 1)
            continue;
        left = iterations_left(e, started);
        if (agent_is_cancelled(l->owner) || is_settled(l, left))
            break;
    }
    return NULL;
}

static void run_all(search *s, errand *errands) {
    pthread_t threads[64];
    for (int first = 0; first < s->lane_count;) {
        int started = 0;
        const int most = (int)s->settings.threads < s->lane_count - first ? (int)s->settings.threads
                                                                          : s->lane_count - first;
        while (started + 1 < most &&
               pthread_create(&threads[started], NULL, run, &errands[first + 1 + started]) == 0)
            started++;
        run(&errands[first]);
        for (int i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
        first += 1 + started;
    }
}

static void spend(search *s, double seconds) {
    s->seconds_left =
        s->seconds_left - seconds < LEAST_SECONDS ? LEAST_SECONDS : s->seconds_left - seconds;
}

static void think(agent *a, search *s) {
    errand errands[64];
    const int64_t rounds = (s->lane_count + s->settings.threads - 1) / s->settings.threads;
    const double started = lf_uct_lane_clock();
    int64_t used = 0;
    for (int i = 0; i < s->lane_count; i++)
        errands[i] = (errand){.of = s,
                              .lane = &s->lanes[i],
                              .seconds = s->seconds_left / (double)rounds,
                              .iterations = s->iterations_left};
    (void)a;
    run_all(s, errands);
    for (int i = 0; i < s->lane_count; i++)
        used = s->lanes[i].iterations > used ? s->lanes[i].iterations : used;
    if (s->seconds_left > 0) {
        spend(s, lf_uct_lane_clock() - started);
    } else {
        s->iterations_left = s->iterations_left - used > LEAST_ITERATIONS
                                 ? s->iterations_left - used
                                 : LEAST_ITERATIONS;
    }
}

/* ---- answers ---- */

/* What follows the edge most often. */
static void expect_line(const lane *l, const tree_edge *edge, agent_thought *thought) {
    while (thought->line_length < AGENT_LINE && edge != NULL && edge->child != TREE_NONE) {
        int32_t at = edge->child;
        for (int32_t other = at; other != TREE_NONE; other = l->tree.nodes[other].sibling)
            at = l->tree.nodes[other].visits > l->tree.nodes[at].visits ? other : at;
        const tree_node *const node = &l->tree.nodes[at];
        edge = NULL;
        for (int i = 0; i < node->count; i++) {
            const tree_edge *const next = &l->tree.edges[node->edges + i];
            if (next->visits > 0 && (edge == NULL || next->visits > edge->visits))
                edge = next;
        }
        if (edge != NULL)
            thought->line[thought->line_length++] = edge->id;
    }
}

static const tree_edge *root_edge(const lane *l, int32_t id) {
    const tree_node *const root = &l->tree.nodes[l->root];
    for (int i = 0; i < root->count; i++)
        if (l->tree.edges[root->edges + i].id == id)
            return &l->tree.edges[root->edges + i];
    return NULL;
}

/* Adds the lanes up for one option. Options are compared by how often they were taken, which is
 * what the search made of all it saw; a proof outweighs it. */
static void sum_up(const agent *a, const search *s, int option, agent_thought *out) {
    double value = 0, proof = 0;
    *out = (agent_thought){.option = option};
    for (int i = 0; i < s->lane_count; i++) {
        const tree_edge *const edge = root_edge(&s->lanes[i], a->ids[option]);
        if (edge == NULL)
            continue;
        out->visits += edge->visits;
        value += edge->value;
        out->win += edge->win;
        out->margin += edge->margin;
        if (edge->proven != 0)
            proof = edge->winners == (uint16_t)(UINT16_C(1) << a->decider)         ? PROOF
                    : (edge->winners >> a->decider & 1) != 0 || edge->winners == 0 ? 0
                                                                                   : -PROOF;
        if (out->line_length == 0)
            expect_line(&s->lanes[i], edge, out);
    }
    if (s->solved[option] != SOLVED_UNKNOWN)
        proof = s->solved[option] == SOLVED_WIN    ? PROOF
                : s->solved[option] == SOLVED_LOSS ? -PROOF
                                                   : 0;
    const double visits = out->visits > 0 ? (double)out->visits : 1;
    out->win /= visits;
    out->margin /= visits;
    out->mean = value / visits;
    out->value = proof + (double)out->visits + out->mean;
    if (proof > 0 || proof < 0)
        out->win = proof > 0 ? 1 : 0;
    else if (s->solved[option] == SOLVED_DRAW)
        out->win = SHARED;
}

static void sum_up_position(agent *a, const search *s) {
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++) {
        double win = 0, margin = 0, count = 0;
        for (int i = 0; i < s->lane_count; i++) {
            win += s->lanes[i].win_sum[seat];
            margin += s->lanes[i].margin_sum[seat];
            count += (double)s->lanes[i].iterations;
        }
        if (count <= 0 && s->by_plans)
            continue; /* as it was when the plan was made */
        a->outlook.win[seat] = count > 0 ? (float)(win / count) : 0;
        a->outlook.margin[seat] = count > 0 ? (float)(margin / count) : 0;
    }
}

/* What is proven of the best option is known of the position, though nothing may have been played
 * through it. */
static void prove_position(agent *a, const search *s) {
    const agent_thought *const best = &a->thoughts[0];
    const int seats = lf_count(a->game, LF_OF_SEATS);
    const bool wins = best->value > PROOF / 2, loses = best->value < -PROOF / 2 && seats == 2,
               draws = s->solved[best->option] == SOLVED_DRAW &&
                       memchr(s->solved, SOLVED_UNKNOWN, (size_t)a->thought_count) == NULL;
    for (int seat = 0; (wins || loses || draws) && seat < seats; seat++)
        a->outlook.win[seat] = draws ? SHARED : (seat == a->decider) == wins ? 1 : 0;
}

/* Like a person who does not see everything: one of the options that are hardly worse than the
 * best, the likelier the better and the more usual they are. */
static int sample_by_temperature(agent *a, const search *s) {
    double sum = 0, weights[LF_OPTIONS_MAX];
    const double least = a->thoughts[0].mean - s->settings.temperature;
    for (int i = 0; i < a->thought_count; i++) {
        const agent_thought *const t = &a->thoughts[i];
        const tree_edge *const edge = root_edge(&s->lanes[0], a->ids[t->option]);
        const bool may = edge != NULL && t->visits > 0 && t->mean > least && t->value > -1e12;
        weights[i] = may ? (t->mean - least) * (double)edge->prior : 0;
        sum += weights[i];
    }
    double drawn = (double)(lf_random_next(&a->rng) >> 11) / 9007199254740992.0 * sum;
    for (int i = 0; i < a->thought_count; i++) {
        drawn -= weights[i];
        if (drawn < 0)
            return i;
    }
    return 0;
}

/* Tells the lanes what was chosen, and whether the turn goes on behind it, as far as a sample
 * tells: the budget of a turn is one, also where the tree has nothing to take along. */
static void settle(agent *a, search *s, int option) {
    lane *const l = &s->lanes[0];
    for (int i = 0; i < s->lane_count; i++)
        lf_uct_lane_chose(&s->lanes[i], a->ids[option]);
    lf_agent_sample(a, lf_random_next(&l->rng), l->state);
    s->turn = a->turn;
    s->turn_goes_on = lf_apply(l->state, option) == LF_OK && lf_decider(l->state) == a->decider &&
                      lf_turn(l->state) == a->turn;
}

static int answer(agent *a, search *s, int options) {
    agent_thought *const thoughts = lf_agent_think(a, options);
    if (thoughts == NULL)
        return -1;
    for (int i = 0; i < options; i++) {
        sum_up(a, s, i, &thoughts[i]);
        if (s->by_plans)
            lf_uct_plans_say(s->plans, a->ids[i], &thoughts[i]);
        if (s->deepened)
            lf_uct_deepener_say(s->deepener, i, &thoughts[i]);
    }
    lf_agent_order(a);
    if (s->deepened)
        lf_uct_deepener_expect(s->deepener, thoughts[0].option, &a->outlook);
    else
        sum_up_position(a, s);
    prove_position(a, s);
    const int taken = s->settings.temperature > 0 ? sample_by_temperature(a, s) : 0;
    settle(a, s, thoughts[taken].option);
    if (s->by_plans)
        lf_uct_plans_took(s->plans, a->ids[thoughts[taken].option]);
    return thoughts[taken].option;
}

/* ---- whole turns ---- */

#define CHANCE_SHARE                                                                               \
    0.6 /* of the budget is used where chance may make it necessary to think again in this turn */

/* Only one lane does this. */
static void think_of_plans(search *s) {
    lane *const l = &s->lanes[0];
    const double started = lf_uct_lane_clock();
    lf_uct_plans_find(s->plans, l, s->seconds_left);
    const double share =
        lf_uct_plans_are_solid(s->plans, (int)s->settings.plans) ? 1 : CHANCE_SHARE;
    const int64_t playouts = (int64_t)((double)s->iterations_left * share);
    l->deadline = s->seconds_left > 0 ? started + s->seconds_left * share : 0;
    lf_uct_plans_compare(s->plans, l, (int)s->settings.plans, playouts);
    if (s->seconds_left > 0)
        spend(s, lf_uct_lane_clock() - started);
    const int64_t left = s->iterations_left - playouts;
    s->iterations_left = left > LEAST_ITERATIONS ? left : LEAST_ITERATIONS;
}

/* Is the next decision of the plan that is being played on offer? */
static bool goes_by_plan(const agent *a, const search *s, int options) {
    const int32_t next =
        s->turn_goes_on && a->turn == s->turn ? lf_uct_plans_next(s->plans) : TREE_NONE;
    bool offered = false;
    for (int i = 0; i < options && !offered; i++)
        offered = next != TREE_NONE && a->ids[i] == next;
    return offered;
}

/* ---- deciding ---- */

static bool prepare(agent *a, search *s) {
    if (s->lanes == NULL) {
        const bool opened = open_lanes(a, s, NULL);
        begin_search(a);
        if (s->settings.plans > 0 && s->plans == NULL)
            s->plans = lf_calloc(1, sizeof *s->plans);
        if (!opened)
            return false;
    }
    for (int i = 0; i < s->lane_count; i++)
        if (!lf_uct_lane_ask(&s->lanes[i], a->decider, a->question))
            return false;
    return s->lane_count == s->settings.lanes;
}

/* Long games are evaluated a little later, short ones are played to the end; a move of a short game
 * needs no long thought. */
static void measure(search *s) {
    if (s->measured)
        return;
    const bool proves = utility_wins_prove(lf_state_game(s->lanes[0].state));
    s->lanes[0].deadline = 0;
    s->is_short = lf_uct_lane_length(&s->lanes[0]) <= SHORT_GAME;
    s->measured = true;
    s->playout = s->settings.playout != AUTOMATIC                 ? s->settings.playout
                 : !s->is_short                                   ? 0
                 : lf_evaluator_uses_terms(s->lanes[0].evaluator) ? TURNS_BEFORE_TERMS
                                                                  : TO_THE_END;
    s->by_plans = s->settings.plans > 0 && !s->is_short && s->plans != NULL;
    if (s->by_plans)
        s->playout = 0;
    for (int i = 0; i < s->lane_count; i++) {
        s->lanes[i].rollout_turns =
            s->settings.playout != AUTOMATIC ? s->settings.playout : TURNS_BEHIND_PLANS;
        s->lanes[i].playout_turns = s->playout;
        s->lanes[i].horizon = s->by_plans                      ? 0
                              : s->settings.turns != AUTOMATIC ? s->settings.turns
                              : s->is_short                    ? TO_THE_END
                                                               : TURNS_LONG;
        s->lanes[i].explore = s->settings.explore > 0 ? s->settings.explore
                              : s->is_short           ? EXPLORE_SHORT
                                                      : EXPLORE_LONG;
        if (s->is_short && s->settings.plain == 0 && proves)
            lf_uct_lane_look_for_ends(&s->lanes[i]);
    }
    if (s->may_solve && s->is_short && s->settings.plain == 0 && proves &&
        s->lanes[0].horizon == TO_THE_END && s->solver == NULL)
        s->solver = lf_uct_solver_new(&s->lanes[0]);
    if (s->may_deepen && !s->is_short && proves && lf_evaluator_knows_more(s->lanes[0].evaluator) &&
        s->deepener == NULL)
        s->deepener = lf_uct_deepener_new(&s->lanes[0]);
}

static void new_turn(const agent *a, search *s) {
    const search_settings *const o = &s->settings;
    s->seconds_left = s->is_short && o->seconds_short > 0 ? o->seconds_short : o->seconds;
    if (a->seconds_most > 0 && s->seconds_left > a->seconds_most)
        s->seconds_left = a->seconds_most;
    s->iterations_left = (o->iterations + o->lanes - 1) / o->lanes;
    s->made = 0;
}

/* Looks the game through to its end with a part of the budget. True: there is no need to search. */
static bool solve(search *s, int options) {
    const double started = lf_uct_lane_clock();
    const int64_t positions =
        s->seconds_left > 0 ? INT64_MAX : s->iterations_left * s->lane_count * SOLVE_POSITIONS;
    memset(s->solved, SOLVED_UNKNOWN, (size_t)options);
    if (s->solver == NULL)
        return false;
    lf_uct_solver_solve(s->solver, &s->lanes[0], options, positions,
                        s->seconds_left > 0 ? started + s->seconds_left * SOLVE_SHARE : 0,
                        s->solved);
    if (s->seconds_left > 0)
        spend(s, lf_uct_lane_clock() - started);
    return memchr(s->solved, SOLVED_WIN, (size_t)options) != NULL;
}

/* Looks at the decision by alpha-beta, if the game is one for it. False: it is not, or there was no
 * time. */
static bool look_deeper(search *s, int options) {
    const double started = lf_uct_lane_clock();
    if (s->deepener == NULL)
        return false;
    const int64_t iterations = (int64_t)((double)s->iterations_left * DEEPEN_SHARE) + 1,
                  positions = s->seconds_left > 0 ? INT64_MAX
                                                  : iterations * s->lane_count * SOLVE_POSITIONS;
    s->deepened = lf_uct_deepener_look(
                      s->deepener, &s->lanes[0], options, positions,
                      s->seconds_left > 0 ? started + s->seconds_left * DEEPEN_SHARE : 0) > 0;
    if (s->seconds_left > 0)
        spend(s, lf_uct_lane_clock() - started);
    else if (s->deepened)
        s->iterations_left -= iterations < s->iterations_left ? iterations : 0;
    if (!s->deepened && lf_uct_deepener_met_chance(s->deepener)) {
        lf_uct_deepener_free(s->deepener);
        s->deepener = NULL;
    }
    return s->deepened;
}

/* A turn that does not end is gone through at random, which finds the way out of any circle. */
static int random_fallback(agent *a, search *s, int options) {
    const int taken = lf_random_below(&a->rng, options);
    settle(a, s, taken);
    return taken;
}

static int choose(agent *a, int options) {
    search *const s = a->own;
    const double started = lf_uct_lane_clock();
    if (!prepare(a, s))
        return -1;
    measure(s);
    if (!s->turn_goes_on || a->turn != s->turn)
        new_turn(a, s);
    if (s->seconds_left > 0)
        /* what came before the search is part of the turn */
        spend(s, lf_uct_lane_clock() - started);
    if (++s->made > LONGEST_TURN)
        return random_fallback(a, s, options);
    s->deepened = false;
    if (!solve(s, options) && !look_deeper(s, options)) {
        if (!s->by_plans)
            think(a, s);
        else if (!goes_by_plan(a, s, options))
            think_of_plans(s);
    }
    return answer(a, s, options);
}

static void evaluate_now(agent *a, const lf_state *sample, evaluation *out) {
    search *const s = a->own;
    *out = (evaluation){0};
    if (s->lanes == NULL && !open_lanes(a, s, NULL))
        return;
    lf_evaluate(s->lanes[0].evaluator, sample, a->seat, out);
}

/* ---- names ---- */

#define SEARCHES(variable, word, words, line)                                                      \
    const agent_class variable = {.name = (word),                                                  \
                                  .summary = (line),                                               \
                                  .preset = (words),                                               \
                                  .open = open_search,                                             \
                                  .begin = begin_search,                                           \
                                  .limit = close_lanes,                                            \
                                  .choose = choose,                                                \
                                  .evaluate = evaluate_now,                                        \
                                  .close = close_search}

SEARCHES(lf_agent_greedy, "greedy", "iterations=400,turns=0,playout=0,eval=margins,priors=0",
         "looks to the end of its own turn for the best margin");
SEARCHES(lf_agent_value, "value", "iterations=1000,turns=0,playout=0,eval=best",
         "looks to the end of its own turn by the best evaluation there is");
SEARCHES(lf_agent_mcts, "mcts", "iterations=5000,eval=margins,priors=0",
         "searches beyond its own turn, knowing nothing but the rules");
SEARCHES(lf_agent_mcts_value, "mcts+value", "iterations=5000,eval=best",
         "searches beyond its own turn with the best evaluation there is");
SEARCHES(lf_agent_easy, "easy", "iterations=300,turns=0,playout=0,eval=best,temperature=0.08",
         "for beginners: sees its own turn, and not all of it");
SEARCHES(lf_agent_normal, "normal",
         "time=1s,short=300ms,eval=best,plans=6,tries=2,propose=300,playout=auto,deepen=1",
         "a fair opponent: about a second a turn");
SEARCHES(lf_agent_hard, "hard", "time=5s,short=1s,eval=best,plans=16,playout=auto,deepen=1",
         "the strongest: at most five seconds a turn, one a move in short games");
