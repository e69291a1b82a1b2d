/* random.c: the agent that chooses every option with the same probability. Other agents are
 * measured against it, and it reaches rules that good play avoids. */
#include "api/agents/agents.h"

static int choose_random(agent *a, int options) {
    return lf_random_below(&a->rng, options);
}

static bool weigh_random(agent *a, int options, double *weights) {
    (void)a;
    for (int i = 0; i < options; i++)
        weights[i] = 1.0 / options;
    return true;
}

const agent_class lf_agent_random = {
    .name = "random",
    .summary = "chooses every option with the same probability",
    .choose = choose_random,
    .weigh = weigh_random,
};
