/* agents.c: the registry of agents, and what all of them share: their luck, and the copy of the state
 * that keeps hidden things hidden. How an agent decides is in the file of its class. */
#include "agents.h"

#include <string.h>

static const agent_class *const classes[] = {&agent_random, &agent_greedy};

enum { CLASSES = sizeof classes / sizeof classes[0] };

const agent_class *agent_class_at(int index) {
    return index >= 0 && index < CLASSES ? classes[index] : NULL;
}

const agent_class *agent_class_find(const char *name) {
    for (int i = 0; i < CLASSES; i++) {
        if (strcmp(classes[i]->name, name) == 0)
            return classes[i];
    }
    return NULL;
}

const char *agent_class_suggest(const char *name) {
    const char *names[CLASSES + 1] = {NULL};
    for (int i = 0; i < CLASSES; i++)
        names[i] = classes[i]->name;
    return lf_suggest(name, names);
}

void agent_open(agent *a, const agent_class *kind) {
    *a = (agent){.kind = kind, .seat = LF_NOBODY};
}

void agent_begin(agent *a, lf_seat seat, uint64_t game_seed) {
    a->seat = seat;
    a->luck.state = lf_mix64(game_seed ^ lf_mix64((uint64_t)seat + 1));
}

/* Makes `known` what the seat knows of `state`. False when memory has run out. */
static bool look(agent *a, const lf_state *state) {
    if (a->known == NULL)
        a->known = lf_state_clone(state);
    if (a->trial == NULL)
        a->trial = lf_state_clone(state);
    if (a->known == NULL || a->trial == NULL)
        return false;
    lf_copy(a->known, state);
    lf_determinize(a->known, a->seat, rng_next(&a->luck));
    return true;
}

int agent_choose(agent *a, const lf_state *state) {
    int options = lf_legal_count(state);
    if (options <= 1)
        return options - 1;
    if (!a->kind->looks_ahead)
        return a->kind->choose(a, options);
    if (!look(a, state))
        return -1;
    return a->kind->choose(a, options);
}

void agent_close(agent *a) {
    lf_state_free(a->known);
    lf_state_free(a->trial);
    a->known = a->trial = NULL;
}
