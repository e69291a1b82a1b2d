/* search_agents.c: the agents that search, and the one place that selects among the algorithms of
 * search/search.h. The agents (greedy, mcts, hard, …) are presets of settings.
 *
 * A budget is that of a whole turn. Most of it goes to the first decision of the turn; later
 * decisions reuse the tree or the plan. */
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "mcts/searcher.h"
#include "support/clock.h"

#define SHORT_GAME 200.0 /* decisions; games up to this length count as short */
/* One such part of the memory is left for what is not counted: evaluators and priors. */
#define UNCOUNTED_PART 8
#define LONGEST_TURN 150 /* decisions */

/* MCTS comes last: it decides whatever the others leave. */
static const search_algorithm *const run_order[] = {&lf_search_solver, &lf_search_alphabeta,
                                                    &lf_search_plans, &lf_search_mcts};
/* Later reports replace or complete earlier ones. */
static const search_algorithm *const report_order[] = {&lf_search_mcts, &lf_search_solver,
                                                       &lf_search_plans, &lf_search_alphabeta};
/* MCTS depends on whether there are plans, the solver on the horizon of MCTS. */
static const search_algorithm *const prepare_order[] = {&lf_search_plans, &lf_search_mcts,
                                                        &lf_search_solver, &lf_search_alphabeta};

static const search_settings defaults = {.iterations = 2000,
                                         .searchers = 1,
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

/* ---- opening and closing ---- */

/* Frees everything that is big. The next decision allocates it again. */
static void release_memory(agent *a) {
    search *const s = a->own;
    for (int i = 0; i < s->searcher_count; i++)
        lf_searcher_close(&s->searchers[i]);
    lf_free(s->searchers);
    s->searchers = NULL;
    s->searcher_count = 0;
    for (size_t i = 0; i < LF_COUNT(run_order); i++)
        if (run_order[i]->free != NULL)
            run_order[i]->free(s);
    s->length = LENGTH_UNKNOWN;
    s->turn = NO_TURN;
}

static void close_search(agent *a) {
    if (a->own != NULL)
        release_memory(a);
    lf_free(a->own);
    a->own = NULL;
}

/* Plain UCT: random playouts to the end, and no statistics that iterations share. */
static void make_plain(search_settings *s) {
    s->mast = s->priors = 0;
    s->turns = s->playout = TO_THE_END;
    s->explore = 0.7;
}

static bool open_searchers(agent *a, search *s, lf_error *error) {
    s->owner = a; /* an agent may have been copied since it was opened, but not from here on */
    const size_t set = (size_t)s->settings.memory, count = (size_t)s->settings.searchers;
    s->memory = a->bytes_most > 0 && a->bytes_most < set ? a->bytes_most : set;
    size_t others = LF_OPTIONS_MAX * sizeof *a->stats;
    for (size_t i = 0; i < LF_COUNT(run_order); i++)
        others += run_order[i]->reserve != NULL ? run_order[i]->reserve(s) : 0;
    const size_t counted = s->memory - s->memory / UNCOUNTED_PART;
    const size_t for_trees = counted > others ? counted - others : 0;
    s->searchers = lf_calloc(count, sizeof *s->searchers);
    if (s->searchers == NULL)
        return lf_error_no_memory(error);
    for (; s->searcher_count < s->settings.searchers; s->searcher_count++)
        if (!lf_searcher_open(&s->searchers[s->searcher_count], a, &s->settings, for_trees / count,
                              error))
            return false;
    return true;
}

/* Reports a missing evaluation when the agent is opened. The searchers are opened at the first
 * decision, when the host has said how much memory they may use. */
static bool has_evaluation(const agent *a, const search *s, lf_error *error) {
    evaluator *const tried = lf_searcher_evaluator(a->game, &s->settings, error);
    lf_evaluator_free(tried);
    return tried != NULL;
}

static bool open_search(agent *a, const char *settings, lf_error *error) {
    search *const s = lf_calloc(1, sizeof *s);
    if (s == NULL)
        return lf_error_no_memory(error);
    *s = (search){.settings = defaults, .turn = NO_TURN};
    if (!lf_search_settings_read(&s->settings, settings, error) || !has_evaluation(a, s, error)) {
        lf_free(s);
        return false;
    }
    if (s->settings.plain != 0)
        make_plain(&s->settings);
    a->own = s;
    return true;
}

static void begin_game(agent *a) {
    search *const s = a->own;
    s->length = LENGTH_UNKNOWN;
    s->turn = NO_TURN;
    for (int i = 0; i < s->searcher_count; i++)
        lf_searcher_begin(&s->searchers[i], lf_mix64(a->rng.state + (uint64_t)i * LF_GOLDEN));
}

/* ---- before a decision ---- */

static bool begin_decision(agent *a, search *s) {
    if (s->searchers == NULL) {
        const bool opened = open_searchers(a, s, NULL);
        begin_game(a);
        if (!opened)
            return false;
    }
    for (int i = 0; i < s->searcher_count; i++)
        if (!lf_searcher_ask(&s->searchers[i], a->decider, a->question))
            return false;
    return s->searcher_count == s->settings.searchers;
}

/* Measures the length of the game once, and lets the algorithms prepare for it. */
static void prepare_game(search *s) {
    if (s->length != LENGTH_UNKNOWN)
        return;
    s->searchers[0].deadline = 0;
    s->length =
        lf_searcher_game_length(&s->searchers[0]) <= SHORT_GAME ? LENGTH_SHORT : LENGTH_LONG;
    for (size_t i = 0; i < LF_COUNT(prepare_order); i++)
        prepare_order[i]->prepare(s);
}

static void begin_turn(const agent *a, search *s) {
    const search_settings *const o = &s->settings;
    s->left.seconds =
        s->length == LENGTH_SHORT && o->seconds_short > 0 ? o->seconds_short : o->seconds;
    if (a->seconds_most > 0 && s->left.seconds > a->seconds_most)
        s->left.seconds = a->seconds_most;
    s->left.iterations = (o->iterations + o->searchers - 1) / o->searchers;
    s->decisions = 0;
}

/* ---- the choice ---- */

/* A proof of the best option is a proof of the position, even if no iteration went through it. */
static void prove_position(agent *a, const search *s) {
    assert(a->stats_count > 0);
    const option_stats *const best = &a->stats[0];
    const int seats = lf_count(a->game, LF_OF_SEATS);
    const bool wins = best->value > PROOF / 2, loses = best->value < -PROOF / 2 && seats == 2,
               draws = s->proven[best->option] == SOLVED_DRAW &&
                       memchr(s->proven, SOLVED_UNKNOWN, (size_t)a->stats_count) == NULL;
    for (int seat = 0; (wins || loses || draws) && seat < seats; seat++)
        a->evaluation.win[seat] = draws ? WIN_OF_DRAW : (seat == a->decider) == wins ? 1 : 0;
}

/* Draws one of the options that are hardly worse than the best, like a player who overlooks some.
 * Better options and options with a higher prior are likelier. */
static int sample_by_temperature(agent *a, const search *s) {
    double sum = 0, weights[LF_OPTIONS_MAX];
    const double least = a->stats[0].mean - s->settings.temperature;
    for (int i = 0; i < a->stats_count; i++) {
        const option_stats *const one = &a->stats[i];
        const tree_edge *const edge = lf_searcher_root_edge(&s->searchers[0], a->ids[one->option]);
        const bool may =
            edge != NULL && one->visits > 0 && one->mean > least && one->value > -PROOF / 1000;
        weights[i] = may ? (one->mean - least) * (double)edge->prior : 0;
        sum += weights[i];
    }
    double drawn = (double)(lf_random_next(&a->rng) >> 11) / 9007199254740992.0 * sum;
    for (int i = 0; i < a->stats_count; i++) {
        drawn -= weights[i];
        if (drawn < 0)
            return i;
    }
    return 0;
}

/* Tells the algorithms what was chosen. A sample shows whether the turn goes on: then the next
 * decision has the same budget. */
static void finish_decision(agent *a, search *s, int option) {
    searcher *const first = &s->searchers[0];
    for (size_t i = 0; i < LF_COUNT(run_order); i++)
        if (run_order[i]->advance != NULL)
            run_order[i]->advance(s, option);
    lf_agent_sample(a, lf_random_next(&first->rng), first->state);
    const bool goes_on = lf_apply(first->state, option) == LF_OK &&
                         lf_decider(first->state) == a->decider && lf_turn(first->state) == a->turn;
    s->turn = goes_on ? a->turn : NO_TURN;
}

/* Collects the reports, sorts the options and chooses one; -1: out of memory. */
static int choose_by_reports(agent *a, search *s, int options) {
    assert(s->decided_by != NULL);
    option_stats *const stats = lf_agent_new_stats(a, options);
    if (stats == NULL)
        return -1;
    for (int option = 0; option < options; option++)
        for (size_t i = 0; i < LF_COUNT(report_order); i++)
            report_order[i]->report(s, option, &stats[option]);
    lf_agent_sort_stats(a);
    const search_algorithm *const by =
        s->decided_by->evaluate != NULL ? s->decided_by : &lf_search_mcts;
    by->evaluate(s, stats[0].option, &a->evaluation);
    prove_position(a, s);
    const int taken = s->settings.temperature > 0 ? sample_by_temperature(a, s) : 0;
    finish_decision(a, s, stats[taken].option);
    return stats[taken].option;
}

/* A turn that does not end is continued at random, which leaves any circle in the rules. */
static int random_fallback(agent *a, search *s, int options) {
    const int taken = lf_random_below(&a->rng, options);
    finish_decision(a, s, taken);
    return taken;
}

static int choose_by_search(agent *a, int options) {
    search *const s = a->own;
    const double started = lf_clock_seconds();
    if (!begin_decision(a, s))
        return -1;
    prepare_game(s);
    if (a->turn != s->turn)
        begin_turn(a, s);
    lf_search_spend(s, started); /* the preparation belongs to the turn */
    if (++s->decisions > LONGEST_TURN)
        return random_fallback(a, s, options);
    s->decided_by = NULL;
    for (size_t i = 0; s->decided_by == NULL; i++) {
        assert(i < LF_COUNT(run_order)); /* MCTS always decides */
        if (run_order[i]->run(s, options))
            s->decided_by = run_order[i];
    }
    return choose_by_reports(a, s, options);
}

static void evaluate_position(agent *a, const lf_state *sample, evaluation *out) {
    search *const s = a->own;
    *out = (evaluation){0};
    if (s->searchers == NULL && !open_searchers(a, s, NULL))
        return;
    lf_evaluate(s->searchers[0].evaluator, sample, a->seat, out);
}

/* ---- the agents ---- */

#define SEARCH_AGENT(variable, id, settings, line)                                                 \
    const agent_class variable = {.name = (id),                                                    \
                                  .summary = (line),                                               \
                                  .preset = (settings),                                            \
                                  .open = open_search,                                             \
                                  .begin = begin_game,                                             \
                                  .limit = release_memory,                                         \
                                  .choose = choose_by_search,                                      \
                                  .evaluate = evaluate_position,                                   \
                                  .close = close_search}

SEARCH_AGENT(lf_agent_greedy, "greedy", "iterations=400,turns=0,playout=0,eval=margins,priors=0",
             "plays for the best margin at the end of its own turn");
SEARCH_AGENT(lf_agent_value, "value", "iterations=1000,turns=0,playout=0,eval=best",
             "plays for the best evaluation at the end of its own turn");
SEARCH_AGENT(lf_agent_mcts, "mcts", "iterations=5000,eval=margins,priors=0",
             "tree search that knows only the rules");
SEARCH_AGENT(lf_agent_mcts_value, "mcts+value", "iterations=5000,eval=best",
             "tree search with the best evaluation that the game has");
SEARCH_AGENT(lf_agent_easy, "easy", "iterations=300,turns=0,playout=0,eval=best,temperature=0.08",
             "for beginners: plays for its own turn, and overlooks some options");
SEARCH_AGENT(lf_agent_normal, "normal",
             "time=1s,short=300ms,eval=best,plans=6,tries=2,propose=300,playout=auto,alphabeta=1",
             "a fair opponent: about one second for a turn");
SEARCH_AGENT(lf_agent_hard, "hard", "time=5s,short=1s,eval=best,plans=16,playout=auto,alphabeta=1",
             "the strongest: at most five seconds for a turn, one second in short games");
