/* test_game_references.c: states, sessions, agents and batches hold their game. The owner may free
 * the game first, in any order and on any thread (the sanitizer build watches the memory). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_agents.h"
#include "ludoforge_env.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#define SPEC "data/games/kuhn-poker.game-spec.md"

/* A game is one arena and what is in it: whether it still lives is seen in the memory that is
 * held. */
static _Atomic int64_t held;

static void *take(void *context, size_t size) {
    (void)context;
    held++;
    return malloc(size);
}
static void *grow(void *context, void *old, size_t size) {
    (void)context;
    held += old == NULL;
    return realloc(old, size);
}
static void give_back(void *context, void *memory) {
    (void)context;
    held--;
    free(memory);
}

static int count_memory(void **unused) {
    (void)unused;
    held = 0;
    lf_set_allocator(&(lf_allocator){take, grow, give_back, NULL});
    return 0;
}

static int expect_all_freed(void **unused) {
    (void)unused;
    lf_set_allocator(NULL);
    assert_int_equal(held, 0);
    return 0;
}

static lf_game *load(void) {
    lf_game *const game = lf_game_load(SPEC, NULL);
    assert_non_null(game);
    return game;
}

static void a_state_outlives_its_game(void **unused) {
    (void)unused;
    lf_game *const game = load();
    lf_state *const state = lf_state_new(game, NULL, NULL);
    lf_game_free(game);
    lf_state *const clone = lf_state_clone(state);
    assert_int_equal(lf_apply(state, 0), LF_OK);
    lf_state_free(state);
    assert_string_equal(lf_game_id(lf_state_game(clone)), "kuhn-poker");
    lf_string_free(lf_eval(clone, "1 + 1", NULL, NULL));
    while (!lf_terminal(clone, NULL))
        assert_int_equal(lf_apply(clone, 0), LF_OK);
    lf_state_free(clone);
}

static void a_session_outlives_its_game(void **unused) {
    (void)unused;
    lf_game *const game = load();
    lf_session *const s = lf_session_new(game, SPEC);
    lf_session *const empty = lf_session_new(game, NULL);
    lf_game_free(game);
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    assert_int_equal(lf_session_apply(s, 0, false, NULL), LF_OK);
    char *const save = lf_session_json(s);
    assert_int_equal(lf_session_from_json(s, save, NULL), LF_OK);
    assert_int_equal(lf_session_from_json(empty, save, NULL), LF_OK);
    lf_string_free(save);
    lf_session_free(s);
    lf_session_free(empty);
}

static void an_agent_outlives_its_game(void **unused) {
    (void)unused;
    lf_game *const game = load();
    static const char *const words[] = {"random", "mcts:50", "cfr:10", "easy"};
    for (size_t i = 0; i < LF_COUNT(words); i++) {
        lf_game *const own = lf_game_retain(game);
        lf_agent *const agent = lf_agent_new(own, words[i], NULL);
        lf_state *const state = lf_state_new(own, NULL, NULL);
        assert_non_null(agent);
        lf_game_free(own);
        assert_int_equal(lf_agent_begin(agent, lf_decider(state), 1), LF_OK);
        assert_true(lf_agent_choose(agent, state) >= 0);
        lf_state_free(state);
        lf_agent_free(agent);
    }
    lf_agent *const last = lf_agent_new(game, "mcts:50", NULL);
    lf_game_free(game);
    assert_int_equal(lf_agent_begin(last, 0, 1), LF_OK);
    lf_agent_free(last);
}

static void a_batch_outlives_its_game(void **unused) {
    (void)unused;
    lf_game *const game = load();
    lf_batch *const batch = lf_batch_new(game, &(lf_batch_config){.games = 3, .threads = 2}, NULL);
    lf_game_free(game);
    int32_t ids[3];
    for (int i = 0; i < 20; i++) {
        lf_batch_sample(batch, ids);
        assert_int_equal(lf_batch_step(batch, ids, NULL, NULL), LF_OK);
    }
    lf_batch_free(batch);
}

/* What cannot be made holds nothing. */
static void failures_hold_nothing(void **unused) {
    (void)unused;
    lf_game *const game = load();
    const lf_setup wrong = {.scenario = "no such scenario"};
    assert_null(lf_state_new(game, &wrong, NULL));
    assert_null(lf_agent_new(game, "no such agent", NULL));
    assert_null(lf_batch_new(game, &(lf_batch_config){.games = 2, .setup = &wrong}, NULL));
    for (uint64_t n = 1; n < 40; n++) {
        lf_fail_allocation_at(n);
        lf_state *const state = lf_state_new(game, NULL, NULL);
        lf_session *const session = lf_session_new(game, SPEC);
        lf_agent *const agent = lf_agent_new(game, "mcts:50", NULL);
        lf_batch *const batch = lf_batch_new(game, &(lf_batch_config){.games = 2}, NULL);
        lf_fail_allocation_at(0);
        lf_state_free(state);
        lf_session_free(session);
        lf_agent_free(agent);
        lf_batch_free(batch);
    }
    lf_game_free(game);
}

static void *clone_often(void *of) {
    for (int i = 0; i < 2000; i++)
        lf_state_free(lf_state_clone(of));
    lf_state_free(of);
    return NULL;
}

static void threads_count_together(void **unused) {
    (void)unused;
    pthread_t threads[4];
    lf_game *const game = load();
    for (size_t i = 0; i < LF_COUNT(threads); i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, clone_often, lf_state_new(game, NULL, NULL)), 0);
    lf_game_free(game);
    for (size_t i = 0; i < LF_COUNT(threads); i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

int main(void) {
#define COUNTED(test) cmocka_unit_test_setup_teardown(test, count_memory, expect_all_freed)
    const struct CMUnitTest tests[] = {
        COUNTED(a_state_outlives_its_game),  COUNTED(a_session_outlives_its_game),
        COUNTED(an_agent_outlives_its_game), COUNTED(a_batch_outlives_its_game),
        COUNTED(failures_hold_nothing),      COUNTED(threads_count_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
