/* random.c: the agent that takes any option with equal chance. It is the yardstick for the others,
 * and the one that reaches every corner of the rules. */
#include "api/agents/agents.h"

static int choose(agent *a, int options) {
    return lf_random_below(&a->rng, options);
}

static bool weigh(agent *a, int options, double *weights) {
    (void)a;
    for (int i = 0; i < options; i++)
        weights[i] = 1.0 / options;
    return true;
}

const agent_class lf_agent_random = {
    .name = "random",
    .summary = "any option with equal chance",
    .choose = choose,
    .weigh = weigh,
};
