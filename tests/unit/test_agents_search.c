/* test_agents_search.c: what a search must get right at any strength: small games, proofs, memory
 * limits, and hidden information. All budgets are iterations; tests with the clock belong to the
 * long tests. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/agents/mcts/tree.h"
#include "connect_four_solver.h"
#include "ludoforge_agents.h"

#include <cmocka.h>

static lf_game *load(const char *name) {
    lf_game *game = lf_game_load_bundled(name, NULL);
    assert_non_null(game);
    return game;
}

static lf_agent *agent_of(const lf_game *game, const char *words, lf_seat seat, uint64_t seed) {
    lf_error error = {0};
    lf_agent *agent = lf_agent_new(game, words, &error);
    if (agent == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(lf_agent_begin(agent, seat, seed), LF_OK);
    return agent;
}

static int choice_of(const lf_state *state, const char *words, uint64_t seed) {
    lf_agent *agent = agent_of(lf_state_game(state), words, lf_decider(state), seed);
    const int option = lf_agent_choose(agent, state);
    assert_true(option >= 0 && option < lf_legal_count(state));
    lf_agent_free(agent);
    return option;
}

/* ---- tic-tac-toe ---- */

/* The agent plays `seat`; the other seat tries every answer. Returns the number of losses. */
static int losses(const lf_state *state, lf_seat seat, const char *words) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome))
        return outcome.winner == 1 - seat;
    lf_state *next = lf_state_clone(state);
    int lost = 0;
    const bool own = lf_decider(state) == seat;
    const int first = own ? choice_of(state, words, 7) : 0,
              last = own ? first + 1 : lf_legal_count(state);
    for (int option = first; option < last; option++) {
        lf_copy(next, state);
        assert_int_equal(lf_apply(next, option), LF_OK);
        lost += losses(next, seat, words);
    }
    lf_state_free(next);
    return lost;
}

static void test_tic_tac_toe_is_never_lost(void **unused) {
    (void)unused;
    lf_game *game = load("tic-tac-toe");
    static const char *const agents[] = {"mcts:1500,memory=4M", "mcts+value:1500,memory=4M",
                                         "hard:1500,memory=4M"};
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++)
        for (lf_seat seat = 0; seat < 2; seat++) {
            lf_state *state = lf_state_new(game, NULL, NULL);
            assert_int_equal(losses(state, seat, agents[i]), 0);
            lf_state_free(state);
        }
    lf_game_free(game);
}

/* ---- connect-four ---- */

/* The column of an option: its id begins with the letter of the column. */
static int column_of(const lf_state *state, int option) {
    char number[LF_NUMBER_SIZE];
    const char *const id = lf_option_id(state, option, number, sizeof number);
    assert_true(id[0] >= 'a' && id[0] <= 'g');
    return id[0] - 'a';
}

/* Plays `stones` random moves that do not end the game. False: the game ended. */
static bool scatter(lf_state *state, c4_board *board, int stones, uint64_t *rng) {
    *board = (c4_board){0};
    assert_int_equal(lf_state_reset(state, NULL, NULL), LF_OK);
    while (board->stones < stones) {
        *rng = *rng * UINT64_C(6364136223846793005) + 1442695040888963407;
        const int option = (int)((*rng >> 33) % (uint64_t)lf_legal_count(state)),
                  column = column_of(state, option);
        if (c4_wins(board, column))
            return false;
        c4_play(board, column);
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    return true;
}

/* Does the choice matter? Some moves keep the value of the position, and some do not. */
static bool matters(const c4_board *board, int *value) {
    int worst = 1;
    *value = c4_solve(board, -1, 1);
    for (int column = 0; column < C4_COLUMNS; column++) {
        c4_board next = *board;
        if (!c4_can_play(board, column))
            continue;
        if (c4_wins(board, column))
            return false; /* too easy */
        c4_play(&next, column);
        const int after = -c4_solve(&next, -1, 1);
        worst = after < worst ? after : worst;
    }
    return worst < *value;
}

/* The long tests begin earlier and search longer: see C4_STONES and C4_AGENT. */
static void test_connect_four_keeps_the_proven_result(void **unused) {
    (void)unused;
    const char *const stones = getenv("C4_STONES"), *const asked = getenv("C4_AGENT");
    const char *const words = asked != NULL ? asked : "hard:10000,memory=16M";
    lf_game *game = load("connect-four");
    lf_state *state = lf_state_new(game, NULL, NULL);
    uint64_t rng = 2026;
    for (int found = 0; found < 50;) {
        c4_board board;
        int value;
        if (!scatter(state, &board, stones != NULL ? atoi(stones) : 28, &rng) ||
            !matters(&board, &value))
            continue;
        const int option = choice_of(state, words, (uint64_t)found);
        c4_play(&board, column_of(state, option));
        const int after = lf_legal_count(state) > 0 ? -c4_solve(&board, -1, 1) : 0;
        if (after != value)
            fail_msg("position %d: worth %d, and %d after column %d", found, value, after,
                     column_of(state, option));
        found++;
    }
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- repeatability ---- */

/* A hash of the choices of a game of the agent against itself. */
static uint64_t course(const lf_game *game, const char *words, uint64_t seed, int decisions) {
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    lf_agent *agents[LF_SEATS_MAX] = {NULL};
    const int seats = lf_count(game, LF_OF_SEATS);
    uint64_t choices = 17;
    for (lf_seat seat = 0; seat < seats; seat++)
        agents[seat] = agent_of(game, words, seat, seed);
    for (int i = 0; i < decisions && !lf_terminal(state, NULL); i++) {
        const int option = lf_agent_choose(agents[lf_decider(state)], state);
        assert_true(option >= 0);
        choices = choices * 31 + (uint64_t)option;
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    for (lf_seat seat = 0; seat < seats; seat++)
        lf_agent_free(agents[seat]);
    lf_state_free(state);
    return choices;
}

static void test_threads_do_not_change_choices(void **unused) {
    (void)unused;
    static const char *const games[] = {"connect-four", "leduc-poker", "reversi"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        lf_game *game = load(games[i]);
        const uint64_t one = course(game, "mcts:240,memory=4M,searchers=3", 5, 8);
        assert_true(one == course(game, "mcts:240,memory=4M,searchers=3,threads=3", 5, 8));
        assert_true(one == course(game, "mcts:240,memory=4M,searchers=3,threads=2", 5, 8));
        /* the deprecated name of the setting */
        assert_true(one == course(game, "mcts:240,memory=4M,lanes=3", 5, 8));
        lf_game_free(game);
    }
}

/* ---- memory ---- */

static void test_tree_has_a_memory_limit(void **unused) {
    (void)unused;
    static const int32_t ids[] = {4, 8, 15, 16, 23};
    const size_t bytes = 1 << 20;
    tree t;
    assert_true(lf_mcts_tree_open(&t, bytes));
    assert_true((size_t)t.node_room * sizeof *t.nodes + (size_t)t.edge_room * sizeof *t.edges <=
                bytes);
    int32_t last = lf_mcts_tree_add(&t, 0, 0), opened = 0;
    while (last != TREE_NONE && lf_mcts_tree_open_node(&t, last, ids, 5)) {
        tree_edge *const edge = lf_mcts_tree_edge_of(&t, last, 15, 0);
        assert_int_equal(edge->id, 15);
        assert_int_equal(lf_mcts_tree_find_child(&t, edge, 1, 3), TREE_NONE);
        last = lf_mcts_tree_child(&t, edge, 1, 3);
        opened++;
    }
    assert_true(opened > 1000);
    assert_true(t.node_count <= t.node_room && t.edge_count <= t.edge_room);
    lf_mcts_tree_clear(&t);
    assert_int_equal(lf_mcts_tree_add(&t, 0, 0), 0);
    lf_mcts_tree_close(&t);
}

/* A node accepts ids that were not offered when it was opened. */
static void test_samples_may_offer_different_options(void **unused) {
    (void)unused;
    static const int32_t ids[] = {7, 9};
    tree t;
    assert_true(lf_mcts_tree_open(&t, 1 << 20));
    const int32_t node = lf_mcts_tree_add(&t, 0, 0);
    assert_true(lf_mcts_tree_open_node(&t, node, ids, 2));
    lf_mcts_tree_edge_of(&t, node, 7, 0)->visits = 3;
    for (int32_t id = 100; id < 130; id++)
        assert_int_equal(lf_mcts_tree_edge_of(&t, node, id, 0)->id, id);
    assert_int_equal(lf_mcts_tree_edge_of(&t, node, 7, 5)->visits, 3);
    assert_int_equal(t.nodes[node].count, 32);
    lf_mcts_tree_close(&t);
}

static void test_little_memory_is_enough(void **unused) {
    (void)unused;
    lf_game *game = load("reversi");
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_agent *agent = agent_of(game, "mcts:3000", 0, 1);
    lf_agent_limit(agent, 0, 1); /* almost nothing */
    for (int i = 0; i < 6; i++) {
        const int option =
            lf_decider(state) == 0 ? lf_agent_choose(agent, state) : i % lf_legal_count(state);
        assert_true(option >= 0);
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    lf_agent_free(agent);
    lf_state_free(state);
    lf_game_free(game);
}

/* Bytes that are allocated at present. */
static size_t live;

#define HEAD 16 /* the head of each block, which keeps the rest aligned */

static void *grow(void *context, void *old, size_t size) {
    (void)context;
    size_t *const block = old != NULL ? (size_t *)(void *)((char *)old - HEAD) : NULL;
    const size_t had = block != NULL ? *block : 0;
    size_t *const made = realloc(block, size + HEAD);
    if (made == NULL)
        return NULL;
    live += size - had;
    *made = size;
    return (char *)made + HEAD;
}

static void *take(void *context, size_t size) {
    return grow(context, NULL, size);
}

static void give_back(void *context, void *memory) {
    (void)context;
    size_t *const block = (size_t *)(void *)((char *)memory - HEAD);
    live -= *block;
    free(block);
}

/* If the host lowers the limit, the agent frees memory at once and plays on with the rest. */
static void test_lower_limit_frees_memory(void **unused) {
    (void)unused;
    lf_set_allocator(&(lf_allocator){take, grow, give_back, NULL});
    lf_game *game = load("reversi");
    lf_state *state = lf_state_new(game, NULL, NULL);
    const size_t before = live, little = 4 << 20;
    lf_agent *agent = agent_of(game, "mcts:200,memory=32M", 0, 1);
    assert_true(lf_agent_choose(agent, state) >= 0);
    assert_true(live - before > 16 << 20);
    assert_true(live - before <= 32 << 20);
    lf_agent_limit(agent, 0, little);
    assert_true(live - before <= little);
    assert_true(lf_agent_choose(agent, state) >= 0);
    assert_true(live - before <= little);
    lf_agent_free(agent);
    assert_int_equal(live, before);
    lf_state_free(state);
    lf_game_free(game);
    lf_set_allocator(NULL);
}

static void *cancel(void *agent) {
    lf_agent_cancel(agent);
    return NULL;
}

/* A cancel ends a search of an hour at once. */
static void test_cancel_ends_choice(void **unused) {
    (void)unused;
    lf_game *game = load("reversi");
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_agent *agent = agent_of(game, "mcts:3600s", 0, 1);
    pthread_t thread;
    lf_agent_cancel(agent);
    assert_true(lf_agent_choose(agent, state) >= 0); /* in force until the next game begins */
    assert_int_equal(lf_agent_begin(agent, 0, 1), LF_OK);
    assert_int_equal(pthread_create(&thread, NULL, cancel, agent), 0);
    assert_true(lf_agent_choose(agent, state) >= 0);
    pthread_join(thread, NULL);
    assert_int_equal(lf_agent_begin(agent, 0, 1), LF_OK);
    lf_agent_limit(agent, 0.01, 0); /* the limit of the host counts, too */
    assert_true(lf_agent_choose(agent, state) >= 0);
    lf_agent_free(agent);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- hidden information ---- */

static void compare_worlds(const lf_state *state, lf_state *world, uint64_t seed) {
    const char *name;
    for (int i = 0; (name = lf_agent_name(i, NULL)) != NULL; i++) {
        char words[64];
        const bool solves =
            strcmp(name, "cfr") == 0; /* little memory, since the tests let malloc fill it */
        snprintf(words, sizeof words, "%s%s", name,
                 strcmp(name, "random") == 0 ? ""
                 : solves                    ? ":30"
                                             : ":30,memory=1M");
        lf_agent *tried = lf_agent_new(lf_state_game(state), words, NULL);
        if (tried == NULL)
            continue; /* does not suit this game */
        lf_agent_free(tried);
        if (choice_of(state, words, seed) != choice_of(world, words, seed))
            fail_msg("%s plays %s by what it cannot see", name, lf_game_id(lf_state_game(state)));
    }
}

/* Plays a random game. At some decisions compares the choice in the state with the choice in one
 * that differs only in what the seat cannot know. */
static void compare_choices(const lf_game *game, int every, int decisions) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL),
                 *world = lf_state_clone(state);
        uint64_t rng = seed;
        for (int i = 0; i < decisions && !lf_terminal(state, NULL); i++) {
            rng = rng * UINT64_C(6364136223846793005) + 1442695040888963407;
            lf_copy(world, state);
            lf_determinize(world, lf_decider(state), rng);
            if (i % every == 0)
                compare_worlds(state, world, seed);
            assert_int_equal(lf_apply(state, (int)((rng >> 33) % (uint64_t)lf_legal_count(state))),
                             LF_OK);
        }
        lf_state_free(world);
        lf_state_free(state);
    }
}

static void test_choices_ignore_hidden_information(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        int every, decisions;
    } rows[] = {{"kuhn-poker", 1, 10}, {"leduc-poker", 1, 20}, {"fire-in-the-lake", 19, 96}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lf_game *game = lf_game_load_bundled(rows[i].game, NULL);
        if (game == NULL)
            continue; /* too large for tiny limits */
        compare_choices(game, rows[i].every, rows[i].decisions);
        lf_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tic_tac_toe_is_never_lost),
        cmocka_unit_test(test_connect_four_keeps_the_proven_result),
        cmocka_unit_test(test_threads_do_not_change_choices),
        cmocka_unit_test(test_tree_has_a_memory_limit),
        cmocka_unit_test(test_samples_may_offer_different_options),
        cmocka_unit_test(test_little_memory_is_enough),
        cmocka_unit_test(test_lower_limit_frees_memory),
        cmocka_unit_test(test_cancel_ends_choice),
        cmocka_unit_test(test_choices_ignore_hidden_information),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
