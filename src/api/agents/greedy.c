/* greedy.c: the agent that takes the option after which its own margin is best, looking no further
 * than the decision itself. Among equals it takes any. */
#include "agents.h"
#include "base/base.h"
#include "kernel/state/state.h"

typedef struct {
    lf_state *known, *trial;
    evaluator *margins;
} greedy;

static bool open_greedy(agent *a, const char *settings, lf_error *error) {
    greedy *const g = lf_calloc(1, sizeof *g);
    (void)settings; /* none are known yet */
    a->own = g;
    if (g != NULL)
        g->margins = evaluator_new(a->game, "margins", error);
    if (g != NULL && g->margins != NULL)
        return true;
    lf_free(g);
    lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    return false;
}

static void close_greedy(agent *a) {
    greedy *const g = a->own;
    lf_state_free(g->known);
    lf_state_free(g->trial);
    evaluator_free(g->margins);
    lf_free(g);
}

static bool prepare(const agent *a, greedy *g) {
    if (g->known == NULL)
        g->known = agent_scratch(a);
    if (g->trial == NULL)
        g->trial = agent_scratch(a);
    return g->known != NULL && g->trial != NULL;
}

static void look_at(const agent *a, greedy *g, int option, lf_seat decider, agent_thought *thought) {
    evaluation after;
    lf_copy(g->trial, g->known);
    *thought = (agent_thought){.option = option, .visits = 1, .value = -1e30, .margin = -1e30};
    if (lf_apply(g->trial, option) != LF_OK)
        return;
    evaluate(g->margins, g->trial, a->seat, &after);
    thought->win = (double)after.win[decider];
    thought->value = thought->margin = (double)after.margin[decider];
}

static int choose(agent *a, int options) {
    greedy *const g = a->own;
    agent_thought *const thoughts = prepare(a, g) ? agent_think(a, options) : NULL;
    int equals = 1;
    if (thoughts == NULL)
        return -1;
    agent_sample(a, rng_next(&a->luck), g->known);
    const lf_seat decider = lf_decider(g->known);
    evaluate(g->margins, g->known, a->seat, &a->outlook);
    for (int i = 0; i < options; i++)
        look_at(a, g, i, decider, &thoughts[i]);
    agent_order(a);
    while (equals < options && thoughts[equals].value >= thoughts[0].value)
        equals++;
    const int taken = rng_below(&a->luck, equals);
    const agent_thought best = thoughts[taken];
    thoughts[taken] = thoughts[0];
    thoughts[0] = best;
    return best.option;
}

static void evaluate_now(agent *a, const lf_state *sample, evaluation *out) {
    const greedy *const g = a->own;
    evaluate(g->margins, sample, a->seat, out);
}

const agent_class agent_greedy = {
    .name = "greedy",
    .summary = "the option with the best own margin right after it",
    .open = open_greedy,
    .choose = choose,
    .evaluate = evaluate_now,
    .close = close_greedy,
};
