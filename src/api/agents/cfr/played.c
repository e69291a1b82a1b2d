/* played.c: asks an agent in every information set what it does.
 *
 * An agent may remember, so before it is asked in a set it is led there: it begins a game, and is
 * asked wherever its seat has decided on the way, whatever it answers. It is given states as a
 * table would give them, in which chance draws; what its seat cannot know is drawn at random, and
 * is nothing to it. */
#include "played.h"

#include "base/base.h"
#include "kernel/state/state.h"

typedef struct {
    lf_state *at[TREE_DEPTH_MAX +
                 /* the positions on the way in which the seat decides, the last one is in the
                  * set */
                 1];
    int count;
} way;

static void way_free(way *w) {
    for (int i = 0; i < w->count; i++)
        lf_state_free(w->at[i]);
    w->count = 0;
}

/* A state like this one in which chance draws. */
static lf_state *as_at_a_table(const lf_state *state, uint64_t seed) {
    lf_state *const copy = lf_state_clone(state);
    if (copy == NULL)
        return NULL;
    lf_reseed(copy, seed);
    if (lf_chance_mode(copy, LF_CHANCE_SAMPLED) == LF_OK)
        return copy;
    lf_state_free(copy);
    return NULL;
}

/* From the beginning to the first node of the set. */
static bool find_way(const game_tree *tree, const played_question *q, int set, way *out,
                     lf_error *error) {
    uint16_t slots[TREE_DEPTH_MAX + 1];
    int length = 0;
    lf_state *const state = lf_state_new_explicit(tree->game, q->setup, error);
    const lf_seat seat = tree->sets[set].seat;
    bool good = state != NULL;
    out->count = 0;
    for (int node = tree->sets[set].node; tree->nodes[node].parent >= 0;
         node = tree->nodes[node].parent)
        slots[length++] = tree->nodes[node].slot;
    for (int i = length; good && i >= 0; i--) {
        if (lf_decider(state) == seat) {
            lf_state *const copy = as_at_a_table(state, q->seed + (uint64_t)set);
            good = copy != NULL;
            if (good)
                out->at[out->count++] = copy;
        }
        good = good && (i == 0 || lf_apply(state, slots[i - 1]) == LF_OK);
    }
    lf_state_free(state);
    if (good)
        return true;
    way_free(out);
    if (error->status == LF_OK)
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    return false;
}

/* Leads the agent to the last position but one. */
static void lead(agent *a, const way *w, lf_seat seat, uint64_t seed) {
    lf_agent_start(a, seat, seed);
    for (int i = 0; i < w->count - 1; i++)
        lf_agent_pick(a, w->at[i]);
}

static bool count_choices(agent *a, const way *w, const tree_set *set, const played_question *q,
                          double *out) {
    for (int i = 0; i < set->actions; i++)
        out[i] = 0;
    for (int k = 0; k < q->samples; k++) {
        lead(a, w, set->seat, lf_mix64(q->seed + (uint64_t)k));
        const int option = lf_agent_pick(a, w->at[w->count - 1]);
        if (option < 0)
            return false;
        out[option] += 1;
    }
    for (int i = 0; i < set->actions; i++)
        out[i] /= q->samples;
    return true;
}

static bool ask(agent *a, const way *w, const tree_set *set, const played_question *q, double *out,
                bool *exact, lf_error *error) {
    *exact = a->kind->weigh != NULL;
    if (*exact)
        lead(a, w, set->seat, q->seed);
    const bool good =
        *exact ? lf_agent_weigh(a, w->at[w->count - 1], out) : count_choices(a, w, set, q, out);
    if (!good)
        lf_fail(error, LF_BAD_ARGUMENT, "the agent \"%s\" could not choose", q->agent);
    return good;
}

bool lf_cfr_played_strategy(const game_tree *tree, const played_question *q, double *strategy,
                            bool *exact, lf_error *error) {
    agent a;
    way *const w = lf_calloc(1, sizeof *w);
    if (w == NULL)
        return lf_fail(error, LF_OUT_OF_MEMORY, "out of memory") == LF_OK;
    bool good = lf_agent_open(&a, tree->game, q->agent, error);
    const bool opened = good;
    for (int s = 0; good && s < tree->set_count; s++) {
        good = !(q->stop != NULL && q->stop(q->context)) && find_way(tree, q, s, w, error) &&
               ask(&a, w, &tree->sets[s], q, strategy + tree->sets[s].place, exact, error);
        way_free(w);
    }
    if (opened)
        lf_agent_close(&a);
    lf_free(w);
    return good;
}
