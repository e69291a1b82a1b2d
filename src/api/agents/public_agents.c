/* public_agents.c: agents for programs outside: made by name, and never asked what they cannot answer. How they play is in agents.c and
 * the files of their classes. */
#include <stdio.h>
#include <string.h>

#include "agents.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_agents.h"

struct lf_agent {
    agent inside;
    const lf_game *game;
};

#define NAME_BYTES 64

const char *lf_agent_name(int index, const char **summary) {
    const agent_class *const kind = agent_class_at(index);
    if (summary != NULL)
        *summary = kind != NULL ? kind->summary : NULL;
    return kind != NULL ? kind->name : NULL;
}

/* The class that the words before a colon name; behind it stand settings, of which no class takes any yet. */
static const agent_class *class_of(const char *words, lf_error *error) {
    const size_t length = strcspn(words, ":");
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)(length < NAME_BYTES ? length : NAME_BYTES), words);
    const agent_class *const kind = agent_class_find(name);
    if (kind == NULL) {
        const char *const near = agent_class_suggest(name);
        lf_fail(error, LF_BAD_ARGUMENT, "there is no agent \"%s\"%s%s%s", name,
                near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
        return NULL;
    }
    if (words[length] != '\0' && words[length + 1] != '\0') {
        lf_fail(error, LF_BAD_ARGUMENT, "the agent \"%s\" takes no settings, and was given \"%s\"", name,
                words + length + 1);
        return NULL;
    }
    return kind;
}

lf_agent *lf_agent_new(const lf_game *game, const char *words, lf_error *error) {
    const agent_class *const kind = class_of(words, error);
    lf_agent *const made = kind != NULL ? lf_calloc(1, sizeof *made) : NULL;
    if (kind != NULL && made == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    if (made == NULL)
        return NULL;
    made->game = game;
    agent_open(&made->inside, kind);
    return made;
}

lf_status lf_agent_begin(lf_agent *a, lf_seat seat, uint64_t seed) {
    if (seat < 0 || seat >= lf_count(a->game, LF_OF_SEATS))
        return LF_BAD_ARGUMENT;
    agent_begin(&a->inside, seat, seed);
    return LF_OK;
}

int lf_agent_choose(lf_agent *a, const lf_state *state) {
    const bool its_own =
        a->inside.seat != LF_NOBODY && lf_state_game(state) == a->game && lf_decider(state) == a->inside.seat;
    return its_own ? agent_choose(&a->inside, state) : LF_NO_OPTION;
}

void lf_agent_free(lf_agent *a) {
    if (a != NULL)
        agent_close(&a->inside);
    lf_free(a);
}
