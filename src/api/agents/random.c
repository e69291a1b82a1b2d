/* random.c: the agent that takes any option with equal chance. It is the yardstick for the others,
 * and the one that reaches every corner of the rules. */
#include "agents.h"

static int choose(agent *a, int options) {
    return rng_below(&a->luck, options);
}

const agent_class agent_random = {
    .name = "random",
    .summary = "any option with equal chance",
    .choose = choose,
};
