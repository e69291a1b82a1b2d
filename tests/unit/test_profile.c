/* test_profile.c: the counters that a profiler reads: steps, steps of look-ahead, and the
 * instruction that runs. */
#include "kernel_fixture.h"

static uint64_t sum(const uint64_t *hits, uint32_t count) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += hits[i];
    return total;
}

/* Plays random decisions; the hash of where it ends. */
static uint64_t play(lf_fixture *f, uint64_t *steps, uint64_t *probes, volatile int *at) {
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        lf_state *state = fixture_state(f, &(lf_setup){.seed = seed});
        uint64_t generator = seed;
        lf_count_steps(state, steps);
        lf_count_probes(state, probes);
        lf_mark_steps(state, at);
        for (int i = 0; i < 100 && !lf_terminal(state, NULL); i++) {
            const uint32_t options = (uint32_t)lf_legal_count(state);
            assert_int_equal(lf_apply(state, (int)lf_rng_below(&generator, options)), LF_OK);
            if (at != NULL)
                assert_int_equal(*at, -1);
        }
        hash ^= lf_hash(state);
        lf_state_free(state);
    }
    return hash;
}

static void test_counting_changes_nothing_and_look_ahead_counts_apart(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    const uint32_t size = (uint32_t)lf_program_size(&f->game);
    uint64_t *steps = calloc(size, sizeof *steps), *probes = calloc(size, sizeof *probes),
             *both = calloc(size, sizeof *both);
    volatile int at = 0;
    const uint64_t hash = play(f, NULL, NULL, NULL);
    assert_int_equal(play(f, steps, probes, &at), hash);
    assert_int_equal(play(f, both, both, NULL), hash);
    assert_true(sum(steps, size) > 0);
    assert_true(sum(probes, size) > 0);
    for (uint32_t i = 0; i < size; i++)
        assert_int_equal(both[i], steps[i] + probes[i]);
    memset(both, 0, size * sizeof *both);
    assert_int_equal(play(f, both, NULL, NULL), hash);
    assert_memory_equal(both, steps, size * sizeof *both);
    free(steps);
    free(probes);
    free(both);
    fixture_free(f);
}

static void test_instructions_know_what_they_are(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    const lf_game *game = &f->game;
    for (int site = 0; site < lf_count(game, LF_OF_SITES); site++)
        assert_string_equal(lf_instruction_name(game, lf_site_instruction(game, site)), "CHOOSE");
    assert_int_equal(lf_instruction_routine(game, (int)game->routines[R_SUM].entry), R_SUM);
    assert_string_equal(lf_name(game, LF_OF_ROUTINES, R_COURSE), "the course of play");
    const int outside[] = {-1, lf_program_size(game), INT32_MAX};
    for (size_t i = 0; i < LF_COUNT(outside); i++) {
        char buffer[8];
        assert_string_equal(lf_instruction_name(game, outside[i]), "");
        assert_string_equal(lf_instruction_place(game, outside[i], buffer, sizeof buffer), "");
        assert_int_equal(lf_instruction_routine(game, outside[i]), -1);
        assert_int_equal(lf_site_instruction(game, outside[i]), -1);
    }
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting_changes_nothing_and_look_ahead_counts_apart),
        cmocka_unit_test(test_instructions_know_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
