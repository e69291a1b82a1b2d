/* trial.c: options that are tried on a copy of the state. */
#include "trial.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

#define ID_BYTES 256

bool lf_try_option(const lf_session *s, int option, lf_session *tried) {
    *tried = (lf_session){.game = s->game, .words = s->words, .state = lf_state_clone(s->state)};
    if (tried->state == NULL)
        return false;
    lf_session_watch(tried);
    return lf_apply(tried->state, option) == LF_OK;
}

void lf_end_trial(lf_session *tried) {
    lf_session_cut_log(tried, 0);
    for (uint32_t i = 0; tried->sections != NULL && i < tried->game->routine_count; i++)
        lf_string_free(tried->sections[i]);
    lf_free(tried->sections);
    lf_free(tried->log);
    lf_free(tried->turns);
    lf_state_free(tried->state);
}

/* Tries the option with this id, and gives up the trial before it. */
static bool try_next(const lf_session *s, const char *id, size_t length, lf_session *tried,
                     bool first) {
    char name[ID_BYTES];
    lf_session next;
    const lf_session *const from = first ? s : tried;
    bool good = length < sizeof name;
    if (good) {
        memcpy(name, id, length);
        name[length] = '\0';
        const int option = lf_find_option_id(from->state, name);
        good = option != LF_NO_OPTION;
        if (good) {
            good = lf_try_option(from, option, &next) &&
                   lf_barrier(next.state) == lf_barrier(s->state) &&
                   lf_decider(next.state) == lf_decider(s->state) &&
                   lf_turn(next.state) == lf_turn(s->state);
            if (!good)
                lf_end_trial(&next);
        }
    }
    if (!first)
        lf_end_trial(tried);
    if (good)
        *tried = next;
    return good;
}

bool lf_try_path(const lf_session *s, const char *path, lf_session *tried, const char **last,
                 lf_error *error) {
    const char *at = path;
    for (const char *end; (end = strchr(at, '/')) != NULL; at = end + 1)
        if (!try_next(s, at, (size_t)(end - at), tried, at == path)) {
            lf_fail(error, LF_BAD_ARGUMENT, "The options \"%.100s\" cannot be tried.", path);
            return false;
        }
    *last = at;
    return true;
}
