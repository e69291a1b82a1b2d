/* mcts.c: Monte Carlo tree search as a search algorithm: how it divides the budget among searchers
 * and threads, when it stops, and what it reports.
 *
 * Each searcher grows a tree of its own with its own RNG; the trees are added up at the root.
 * Threads only say how many searchers run at once. So the choice depends on the number of searchers
 * and not on the machine. */
#include "api/agents/search/utility.h"
#include "kernel/state/state.h"
#include "searcher.h"
#include "support/clock.h"
#include "support/thread_pool.h"

#define EXPLORE_SHORT 3.0 /* short playouts to the end are reliable: explore widely */
#define EXPLORE_LONG 1.5  /* long turns need depth */
#define TURNS_LONG 1      /* in long games the tree reaches to the end of the turn after the own */
/* The value of a turn shows when all other seats have had one; later turns add noise. */
#define TURNS_BEHIND_PLANS 4
#define TURNS_BEFORE_TERMS 2 /* turns of a playout in short games whose designer gives terms */
#define LEAST_SHARE 0.4      /* the least part of the rest of a budget that a decision gets */
#define CHECK_EVERY 16       /* iterations between two checks of the budget */

/* ---- settings for the length of the game ---- */

/* Short games are played out to the end; in long games positions are evaluated a little later. */
static int64_t playout_turns(const search *s, bool by_plans) {
    return by_plans                                             ? 0
           : s->settings.playout != AUTOMATIC                   ? s->settings.playout
           : s->length == LENGTH_LONG                           ? 0
           : lf_evaluator_uses_terms(s->searchers[0].evaluator) ? TURNS_BEFORE_TERMS
                                                                : TO_THE_END;
}

static void prepare_mcts(search *s) {
    const search_settings *const o = &s->settings;
    const bool is_short = s->length == LENGTH_SHORT, by_plans = search_uses_plans(s);
    for (int i = 0; i < s->searcher_count; i++) {
        searcher *const one = &s->searchers[i];
        one->rollout_turns = o->playout != AUTOMATIC ? o->playout : TURNS_BEHIND_PLANS;
        one->playout_turns = playout_turns(s, by_plans);
        one->horizon = by_plans                ? 0
                       : o->turns != AUTOMATIC ? o->turns
                       : is_short              ? TO_THE_END
                                               : TURNS_LONG;
        one->explore = o->explore > 0 ? o->explore : is_short ? EXPLORE_SHORT : EXPLORE_LONG;
        if (is_short && o->plain == 0 && utility_wins_prove(s->owner->game))
            lf_searcher_look_for_ends(one);
    }
}

/* ---- the budget of one decision ---- */

/* The part of the rest of the budget that goes to this decision, by the mean number of decisions
 * that the turn still has. */
static double share_of_budget(const searcher *s) {
    const double decisions = s->turns_seen > 0 ? s->own_decisions / (double)s->turns_seen : 4.0;
    const double even = 2.0 / (decisions + 1.0);
    return decisions < 1.5 ? 1.0 : even < LEAST_SHARE ? LEAST_SHARE : even > 1 ? 1 : even;
}

/* Can no other option reach as many visits as the best in `left` more iterations? */
static bool is_settled(const searcher *s, int64_t left) {
    const tree_node *const root = &s->tree.nodes[s->root];
    int64_t first = 0, second = 0;
    assert(s->root != TREE_NONE);
    if (root->proven != 0)
        return true;
    if (share_of_budget(s) >= 1)
        return false; /* no later decision of the turn needs the rest of the budget */
    for (int i = 0; i < root->count; i++) {
        const tree_edge *const edge = &s->tree.edges[root->edges + i];
        const int64_t visits = edge->proven != 0 ? 0 : edge->visits; /* a proof needs no visits */
        second = visits > first ? first : visits > second ? visits : second;
        first = visits > first ? visits : first;
    }
    return root->count > 0 && first - second > left;
}

/* A searcher with its budget, for one thread. */
typedef struct {
    searcher *searcher;
    search_budget budget;
} searcher_job;

/* How many more iterations fit into the budget, by the pace so far. */
static int64_t iterations_left(const searcher_job *job, double started) {
    const searcher *const s = job->searcher;
    const double share = share_of_budget(s);
    if (job->budget.seconds <= 0)
        return (int64_t)((double)job->budget.iterations * share) - s->iterations;
    const double used = lf_clock_seconds() - started, left = job->budget.seconds * share - used;
    return left <= 0 ? 0 : (int64_t)(left * (double)s->iterations / (used + 1e-9)) + 1;
}

static void run_searcher(const searcher_job *job) {
    searcher *const s = job->searcher;
    const double started = lf_clock_seconds();
    s->deadline = job->budget.seconds > 0 ? started + job->budget.seconds : 0;
    for (int64_t left = CHECK_EVERY; left > 0;) {
        if (!lf_searcher_iterate(s))
            break;
        if (s->iterations % CHECK_EVERY != 0 && s->iterations > 1)
            continue;
        left = iterations_left(job, started);
        if (agent_is_cancelled(s->owner) || is_settled(s, left))
            break;
    }
}

typedef struct {
    const searcher_job *jobs;
    int count, step; /* a slice runs every `step`-th job */
} job_list;

static void run_slice(void *context, int slice) {
    const job_list *const list = context;
    for (int i = slice; i < list->count; i += list->step)
        run_searcher(&list->jobs[i]);
}

/* Runs as many jobs at once as there are threads, this one included. If a thread cannot be started,
 * fewer jobs run at once. */
static void run_jobs(const search *s, const searcher_job *jobs) {
    const int threads = (int)s->settings.threads, count = s->searcher_count;
    lf_thread_pool *const pool =
        threads > 1 && count > 1 ? lf_thread_pool_new(threads < count ? threads : count) : NULL;
    job_list list = {jobs, count, pool != NULL ? lf_thread_pool_size(pool) : 1};
    if (pool != NULL)
        lf_thread_pool_run(pool, run_slice, &list);
    else
        run_slice(&list, 0);
    lf_thread_pool_free(pool);
}

static bool run_mcts(search *s, int options) {
    searcher_job jobs[SEARCHERS_MAX];
    const int64_t rounds = (s->searcher_count + s->settings.threads - 1) / s->settings.threads;
    const double started = lf_clock_seconds();
    int64_t used = 0;
    assert(s->searcher_count > 0 && s->searcher_count <= SEARCHERS_MAX);
    (void)options; /* the tree finds the options itself */
    for (int i = 0; i < s->searcher_count; i++)
        jobs[i] = (searcher_job){&s->searchers[i],
                                 {s->left.seconds / (double)rounds, s->left.iterations}};
    run_jobs(s, jobs);
    for (int i = 0; i < s->searcher_count; i++)
        used = s->searchers[i].iterations > used ? s->searchers[i].iterations : used;
    if (s->left.seconds > 0)
        lf_search_spend(s, started);
    else
        lf_search_spend_iterations(s, used);
    return true;
}

/* ---- the report ---- */

/* The decisions that follow the edge most often. */
static void follow_line(const searcher *s, const tree_edge *edge, option_stats *out) {
    while (out->line_length < AGENT_LINE && edge != NULL && edge->child != TREE_NONE) {
        int32_t at = edge->child;
        for (int32_t other = at; other != TREE_NONE; other = s->tree.nodes[other].sibling)
            at = s->tree.nodes[other].visits > s->tree.nodes[at].visits ? other : at;
        const tree_node *const node = &s->tree.nodes[at];
        edge = NULL;
        for (int i = 0; i < node->count; i++) {
            const tree_edge *const next = &s->tree.edges[node->edges + i];
            if (next->visits > 0 && (edge == NULL || next->visits > edge->visits))
                edge = next;
        }
        if (edge != NULL)
            out->line[out->line_length++] = edge->id;
    }
}

static double proof_of_edge(const tree_edge *edge, lf_seat seat) {
    return edge->winners == (uint16_t)(UINT16_C(1) << seat)         ? PROOF
           : (edge->winners >> seat & 1) != 0 || edge->winners == 0 ? 0
                                                                    : -PROOF;
}

/* Adds up the searchers for one option. Options are compared by their visits; a proof counts more
 * than any number of visits. */
static void report_mcts(const search *s, int option, option_stats *out) {
    const agent *const a = s->owner;
    double value = 0, proof = 0;
    *out = (option_stats){.option = option};
    for (int i = 0; i < s->searcher_count; i++) {
        const tree_edge *const edge = lf_searcher_root_edge(&s->searchers[i], a->ids[option]);
        if (edge == NULL)
            continue;
        out->visits += edge->visits;
        value += edge->value;
        out->win += edge->win;
        out->margin += edge->margin;
        if (edge->proven != 0)
            proof = proof_of_edge(edge, a->decider);
        if (out->line_length == 0)
            follow_line(&s->searchers[i], edge, out);
    }
    const double visits = out->visits > 0 ? (double)out->visits : 1;
    out->win /= visits;
    out->margin /= visits;
    out->mean = value / visits;
    out->value = proof + (double)out->visits + out->mean;
    if (proof > 0 || proof < 0)
        out->win = proof > 0 ? 1 : 0;
}

/* The mean over all iterations. While a plan is played there are none: then the evaluation stays
 * what it was when the plan was made. */
static void evaluate_mcts(const search *s, int best, evaluation *out) {
    (void)best;
    for (int seat = 0; seat < lf_count(s->owner->game, LF_OF_SEATS); seat++) {
        double win = 0, margin = 0, count = 0;
        for (int i = 0; i < s->searcher_count; i++) {
            win += s->searchers[i].win_sum[seat];
            margin += s->searchers[i].margin_sum[seat];
            count += (double)s->searchers[i].iterations;
        }
        if (count <= 0 && search_uses_plans(s))
            continue;
        out->win[seat] = count > 0 ? (float)(win / count) : 0;
        out->margin[seat] = count > 0 ? (float)(margin / count) : 0;
    }
}

static void advance_mcts(search *s, int option) {
    for (int i = 0; i < s->searcher_count; i++)
        lf_searcher_advance(&s->searchers[i], s->owner->ids[option]);
}

const search_algorithm lf_search_mcts = {.prepare = prepare_mcts,
                                         .run = run_mcts,
                                         .report = report_mcts,
                                         .evaluate = evaluate_mcts,
                                         .advance = advance_mcts};
