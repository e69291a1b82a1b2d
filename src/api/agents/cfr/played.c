/* played.c: asks an agent in every information set for its choice.
 *
 * An agent may remember earlier decisions. So before it is asked in a set, it begins a game and is
 * asked at every decision of its seat on the path to the set; its answers there are ignored. The
 * states have sampled chance, as in a real game. */
#include "played.h"

#include <assert.h>

#include "base/base.h"
#include "kernel/state/state.h"

/* The positions on the path to a set in which the seat decides. The last one is in the set. */
typedef struct {
    lf_state *at[TREE_DEPTH_MAX + 1];
    int count;
} decision_path;

static void free_path(decision_path *w) {
    for (int i = 0; i < w->count; i++)
        lf_state_free(w->at[i]);
    w->count = 0;
}

/* A copy of the state with sampled chance. */
static lf_state *copy_sampled(const lf_state *state, uint64_t seed) {
    lf_state *const copy = lf_state_clone(state);
    if (copy == NULL)
        return NULL;
    lf_reseed(copy, seed);
    if (lf_chance_mode(copy, LF_CHANCE_SAMPLED) == LF_OK)
        return copy;
    lf_state_free(copy);
    return NULL;
}

/* Replays the game from the beginning to the first node of the set. */
static bool find_path(const game_tree *tree, const played_question *q, int set, decision_path *out,
                      lf_error *error) {
    uint16_t slots[TREE_DEPTH_MAX + 1];
    int length = 0;
    lf_state *const state = lf_state_new_explicit(tree->game, q->setup, error);
    const lf_seat seat = tree->sets[set].seat;
    bool good = state != NULL;
    out->count = 0;
    /* the options from the node back to the root */
    for (int node = tree->sets[set].node; tree->nodes[node].parent >= 0;
         node = tree->nodes[node].parent)
        slots[length++] = tree->nodes[node].slot;
    assert(length <= TREE_DEPTH_MAX);
    /* forwards, keeping a copy at each decision of the seat */
    for (int i = length; good && i >= 0; i--) {
        if (lf_decider(state) == seat) {
            lf_state *const copy = copy_sampled(state, q->seed + (uint64_t)set);
            good = copy != NULL;
            if (good)
                out->at[out->count++] = copy;
        }
        good = good && (i == 0 || lf_apply(state, slots[i - 1]) == LF_OK);
    }
    lf_state_free(state);
    if (good)
        return true;
    free_path(out);
    if (error->status == LF_OK)
        lf_error_no_memory(error);
    return false;
}

/* Begins a game and asks the agent at all decisions before the last. */
static void replay_path(agent *a, const decision_path *w, lf_seat seat, uint64_t seed) {
    lf_agent_start(a, seat, seed);
    for (int i = 0; i < w->count - 1; i++)
        lf_agent_pick(a, w->at[i]);
}

static bool count_choices(agent *a, const decision_path *w, const info_set *set,
                          const played_question *q, double *out) {
    for (int i = 0; i < set->actions; i++)
        out[i] = 0;
    for (int k = 0; k < q->samples; k++) {
        replay_path(a, w, set->seat, lf_mix64(q->seed + (uint64_t)k));
        const int option = lf_agent_pick(a, w->at[w->count - 1]);
        if (option < 0)
            return false;
        out[option] += 1;
    }
    for (int i = 0; i < set->actions; i++)
        out[i] /= q->samples;
    return true;
}

static bool ask_in_set(agent *a, const decision_path *w, const info_set *set,
                       const played_question *q, double *out, bool *exact, lf_error *error) {
    *exact = a->kind->weigh != NULL;
    if (*exact)
        replay_path(a, w, set->seat, q->seed);
    const bool good =
        *exact ? lf_agent_weigh(a, w->at[w->count - 1], out) : count_choices(a, w, set, q, out);
    if (!good)
        lf_error_set(error, LF_BAD_ARGUMENT, "the agent \"%s\" could not choose", q->agent);
    return good;
}

bool lf_cfr_played_strategy(const game_tree *tree, const played_question *q, double *strategy,
                            bool *exact, lf_error *error) {
    agent a;
    decision_path *const w = lf_calloc(1, sizeof *w);
    if (w == NULL)
        return lf_error_no_memory(error);
    bool good = lf_agent_open(&a, tree->game, q->agent, error);
    const bool opened = good;
    for (int s = 0; good && s < tree->set_count; s++) {
        good = !(q->stop != NULL && q->stop(q->context)) && find_path(tree, q, s, w, error) &&
               ask_in_set(&a, w, &tree->sets[s], q, strategy + tree->sets[s].place, exact, error);
        free_path(w);
    }
    if (opened)
        lf_agent_close(&a);
    lf_free(w);
    return good;
}
