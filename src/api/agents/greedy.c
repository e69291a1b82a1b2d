/* greedy.c: the agent that takes the option after which its own margin is best, looking no further
 * than the decision itself. Among equals it takes any. */
#include "agents.h"

static int64_t margin_after(agent *a, int option) {
    lf_copy(a->trial, a->known);
    if (lf_apply(a->trial, option) != LF_OK)
        return INT64_MIN;
    lf_outcome outcome;
    return lf_terminal(a->trial, &outcome) ? outcome.margin[a->seat] : lf_margin(a->trial, a->seat);
}

static int choose(agent *a, int options) {
    int best = 0, equals = 0;
    int64_t best_margin = INT64_MIN;
    for (int i = 0; i < options; i++) {
        int64_t margin = margin_after(a, i);
        if (margin > best_margin || equals == 0) {
            best = i;
            best_margin = margin;
            equals = 1;
        } else if (margin == best_margin && rng_below(&a->luck, ++equals) == 0) {
            best = i; /* each of k equals stays with chance 1/k */
        }
    }
    return best;
}

const agent_class agent_greedy = {
    .name = "greedy",
    .summary = "the option with the best own margin right after it",
    .looks_ahead = true,
    .choose = choose,
};
