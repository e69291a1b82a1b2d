/* own_names.c: a program that links the static library and has functions of its own with ordinary
 * names. Each of these names was a global symbol of the library once, or might become one. */
#include "ludoforge_session.h"

#include <stdio.h>

#define OWN_NAMES(NAME)                                                                            \
    NAME(fail)                                                                                     \
    NAME(look)                                                                                     \
    NAME(show)                                                                                     \
    NAME(run)                                                                                      \
    NAME(evaluate)                                                                                 \
    NAME(file_read)                                                                                \
    NAME(file_write)                                                                               \
    NAME(history_push)                                                                             \
    NAME(record_open)                                                                              \
    NAME(tree_new)                                                                                 \
    NAME(tree_open)                                                                                \
    NAME(line_begin)                                                                               \
    NAME(clock_reset)                                                                              \
    NAME(session_decide)                                                                           \
    NAME(agent_open)

static int own_calls;

#define DEFINE(name)                                                                               \
    int name(void);                                                                                \
    int name(void) {                                                                               \
        return ++own_calls;                                                                        \
    }
OWN_NAMES(DEFINE)

/* The library itself never calls one of them: a game is played, taken back, saved and loaded. */
static int play(const char *path) {
    lf_error error = {0};
    lf_game *const game = lf_game_load(path, NULL);
    lf_session *const session = lf_session_new(game, NULL);
    if (session == NULL || lf_session_start(session, NULL, &error) != LF_OK)
        return printf("cannot start: %s\n", error.message);
    lf_session_set_confirm(session, false);
    for (int i = 0; i < 3; i++)
        if (lf_session_apply(session, 0, true, &error) != LF_OK)
            return printf("cannot apply an option: %s\n", error.message);
    char *const save = lf_session_json(session);
    const int bad = lf_session_from_json(session, save, &error) != LF_OK || own_calls != 0;
    lf_string_free(save);
    lf_session_free(session);
    lf_game_free(game);
    return bad;
}

int main(int count, char **arguments) {
    if (count != 2 || play(arguments[1]) != 0)
        return 1;
#define CALL(name) +(name() > 0)
    return (0 OWN_NAMES(CALL)) == own_calls ? 0 : 1;
}
