/* test_snippets.c: expressions and statements from outside read the game and change nothing in it,
 * so that threads that share a game evaluate at the same time; and what the checker rewrites is a
 * copy of what was read. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/game.h"
#include "lang/model.h"
#include "lang/read.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

static const char spec[] = "```yaml\n"
                           "metadata: { id: shared, name: Shared }\n"
                           "seats: [Ann, Bob]\n"
                           "seatGroups: { both: [Ann, Bob] }\n"
                           "enums: { mood: [calm, cross] }\n"
                           "globalVars:\n"
                           "  - { name: heap, type: int, init: 15, min: 0, max: 99 }\n"
                           "  - { name: how, type: mood, init: cross }\n"
                           "functions:\n"
                           "  half: heap / 2\n"
                           "  _only(int n, more = 3): n + more + half\n" /* no rule calls it */
                           "procedures:\n"
                           "  _grow(int n): heap += n\n"
                           "turnStructure: { phases: [{ id: play }] }\n"
                           "actions:\n"
                           "  - { id: go, phase: play, effects: 'heap = half' }\n"
                           "  - { id: stay, phase: play, effects: end turn }\n"
                           "terminal: { checkpoints: [{ id: end, when: heap == 0, draw: true }] }\n"
                           "```\n";

static lf_game *load(void) {
    char path[] = "/tmp/ludoforge-snippets-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, spec, sizeof spec - 1), sizeof spec - 1);
    close(file);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    unlink(path);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_get(problems, 0).message);
    lf_diagnostics_free(problems);
    return game;
}

/* ---- several threads ---- */

static const struct {
    const char *expression, *value;
} answers[] = {
    {"heap + 1", "16"},
    {"_only(1)", "11"},
    {"_only(n: 2, more: half)", "16"},
    {"how == cross", "true"},
    {"count(s in both)", "2"},
    {"next(Ann)", "Bob"},
    {"sum(n for n in 1..heap where n > half)", "92"},
};

/* cmocka is for one thread: what goes wrong is said in a text. */
typedef struct {
    const lf_game *game;
    pthread_barrier_t *start; /* NULL: alone */
    pthread_t thread;
    char wrong[200];
} worker;

static void evaluate_all(worker *w, lf_state *state) {
    lf_error error = {0};
    for (size_t i = 0; i < LF_COUNT(answers) && w->wrong[0] == 0; i++) {
        char *value = lf_eval(state, answers[i].expression, NULL, &error);
        if (value == NULL || strcmp(value, answers[i].value) != 0)
            snprintf(w->wrong, sizeof w->wrong, "%s gives %.60s", answers[i].expression,
                     value == NULL ? error.message : value);
        lf_free(value);
    }
    if (w->wrong[0] == 0 && lf_do(state, "_grow(5)\n_grow(-5)", &error) != LF_OK)
        snprintf(w->wrong, sizeof w->wrong, "%.100s", error.message);
}

static void *work(void *context) {
    worker *const w = context;
    lf_error error = {0};
    lf_state *state = lf_state_new(w->game, &(lf_setup){.seed = 1}, &error);
    if (w->start != NULL)
        pthread_barrier_wait(w->start);
    for (int i = 0; i < 50 && state != NULL; i++)
        evaluate_all(w, state);
    if (state == NULL)
        snprintf(w->wrong, sizeof w->wrong, "%.100s", error.message);
    lf_state_free(state);
    return NULL;
}

static void threads_that_share_a_game_evaluate_at_once(void **unused) {
    (void)unused;
    lf_game *game = load();
    worker workers[6] = {{0}};
    pthread_barrier_t start;
    assert_int_equal(pthread_barrier_init(&start, NULL, LF_COUNT(workers)), 0);
    for (size_t i = 0; i < LF_COUNT(workers); i++) {
        workers[i].game = game;
        workers[i].start = &start;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < LF_COUNT(workers); i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (size_t i = 0; i < LF_COUNT(workers); i++)
        assert_string_equal(workers[i].wrong, "");
    lf_game_free(game);
}

/* ---- nothing of the game changes ---- */

static void snippets_leave_the_model_as_it_is(void **unused) {
    (void)unused;
    lf_game *game = load();
    const lf_model *model = game->model;
    static const char *const names[] = {"heap", "half", "_only", "_grow", "both", "Ann", "next"};
    lf_symbol symbols[LF_COUNT(names)];
    lf_model_routine routines[8];
    assert_true(model->routine_count <= LF_COUNT(routines));
    memcpy(routines, model->routines, sizeof *routines * model->routine_count);
    for (size_t i = 0; i < LF_COUNT(names); i++)
        symbols[i] = *lf_model_find(model, lf_intern_z(model->names, names[i]));
    worker w = {.game = game};
    work(&w);
    assert_string_equal(w.wrong, "");
    assert_memory_equal(routines, model->routines, sizeof *routines * model->routine_count);
    for (size_t i = 0; i < LF_COUNT(names); i++)
        assert_memory_equal(&symbols[i], lf_model_find(model, lf_intern_z(model->names, names[i])),
                            sizeof symbols[i]);
    lf_game_free(game);
}

/* ---- what was read stays ---- */

static void the_checker_rewrites_a_copy(void **unused) {
    (void)unused;
    lf_game *game = load();
    const lf_model *model = game->model;
    const lf_doc *effects = lf_doc_get(lf_doc_get(model->document, "actions")->items[0], "effects");
    const lf_node *read = lf_tree_of(model->trees, effects), *checked = model->actions[0].effects;
    assert_non_null(read);
    const lf_node *value = read->kids[LF_K_LIST]->kids[0]->kids[LF_K_ASSIGN_VALUE];
    assert_int_equal(value->kind, LF_N_NAME); /* `half`, as it stands there */
    assert_null(value->symbol);
    assert_int_equal(value->type.base, LF_T_UNKNOWN);
    assert_int_equal(checked->kids[LF_K_LIST]->kids[0]->kids[LF_K_ASSIGN_VALUE]->kind, LF_N_CALL);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_share_a_game_evaluate_at_once),
        cmocka_unit_test(snippets_leave_the_model_as_it_is),
        cmocka_unit_test(the_checker_rewrites_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
