/* test_chains.c: the loop runs the same instructions with chains as without them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/state/state.h"
#include "kernel/vm/chains.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "bundled_fixture.h"
#include "bundled_games.h"

enum { DECISIONS = 1500 };

static uint32_t chains_of(const lf_game *game) {
    uint32_t n = 0;
    assert_non_null(game->chained);
    for (uint32_t pc = 0; pc < game->code_count; pc++) {
        const lf_instr *plain = &game->code[pc], *chained = &game->chained[pc];
        const bool same = chained->op == plain->op;
        assert_true(same || (chained->op >= LF_CHAINS_BEGIN && chained->op < LF_CHAINS_END));
        assert_true(chained->a == plain->a && chained->b == plain->b && chained->c == plain->c &&
                    chained->imm == plain->imm);
        n += !same;
    }
    return n;
}

/* The same decisions on both: the same positions to the last byte. */
static void play_alike(lf_state *one, lf_state *other) {
    uint64_t generator = 3;
    for (int i = 0; i < DECISIONS && lf_legal_count(one) > 0; i++) {
        const int option = (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(one));
        assert_int_equal(lf_apply(one, option), LF_OK);
        assert_int_equal(lf_apply(other, option), LF_OK);
        assert_memory_equal(one->block, other->block, one->game->layout.size);
    }
}

static void test_every_step_is_taken(void **unused) {
    (void)unused;
    for (int g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g]);
        lf_game plain = *game;
        plain.chained = NULL;
        /* sanitized builds have a few of them */
        const bool all = LF_CHAINS_END - LF_CHAINS_BEGIN > 12;
        assert_true(chains_of(game) > (all ? game->code_count / 10 : 0));
        uint64_t *hits[2] = {calloc(game->code_count, sizeof **hits),
                             calloc(game->code_count, sizeof **hits)};
        for (uint64_t seed = 1; seed <= 3; seed++) {
            lf_state *one = lf_state_new(game, &(lf_setup){.seed = seed}, NULL),
                     *other = lf_state_new(&plain, &(lf_setup){.seed = seed}, NULL);
            lf_count_steps(one, hits[0]);
            lf_count_probes(one, hits[0]);
            lf_count_steps(other, hits[1]);
            lf_count_probes(other, hits[1]);
            play_alike(one, other);
            lf_count_steps(one, NULL); /* the same without counting: the other of the two loops */
            lf_count_steps(other, NULL);
            assert_int_equal(lf_state_reset(one, &(lf_setup){.seed = seed}, NULL), LF_OK);
            assert_int_equal(lf_state_reset(other, &(lf_setup){.seed = seed}, NULL), LF_OK);
            play_alike(one, other);
            lf_state_free(one);
            lf_state_free(other);
        }
        assert_memory_equal(hits[0], hits[1], game->code_count * sizeof **hits);
        free(hits[0]);
        free(hits[1]);
        lf_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_step_is_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
