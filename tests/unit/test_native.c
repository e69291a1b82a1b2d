/* test_native.c: runs native code and bytecode in lock step over whole games and compares every
 * position byte by byte.
 *
 * Where no C compiler is found there is nothing to compare, and the tests say so.
 * LUDOFORGE_NATIVE_GAMES names more games than the small ones (a list with spaces),
 * LUDOFORGE_NATIVE_CC another compiler: the long tests use both. */
#include "kernel_fixture.h"

#include "api/agents/heuristics.h"
#include "native_fixture.h"

static void expect_equal(const lf_state *bytecode, const lf_state *native) {
    assert_memory_equal(bytecode->block, native->block, bytecode->game->layout.size);
    assert_int_equal(lf_hash(bytecode), lf_hash(native));
    assert_string_equal(lf_state_error(bytecode)->message, lf_state_error(native)->message);
}

/* What the game tells agents of the position, too. */
static void expect_same_heuristics(heuristics *of_bytecode, const lf_state *bytecode,
                                   heuristics *of_native, const lf_state *native) {
    int32_t terms[2][LF_MAX_TERMS] = {0};
    uint16_t weights[2][64] = {0};
    for (lf_seat seat = 0; (uint32_t)seat < bytecode->game->seat_count; seat++) {
        lf_heuristics_of(of_bytecode, bytecode, seat, terms[0]);
        lf_heuristics_of(of_native, native, seat, terms[1]);
        assert_memory_equal(terms[0], terms[1], sizeof terms[0]);
    }
    assert_int_equal(lf_heuristics_priors(of_bytecode, bytecode, weights[0], LF_COUNT(weights[0])),
                     lf_heuristics_priors(of_native, native, weights[1], LF_COUNT(weights[1])));
    assert_memory_equal(weights[0], weights[1], sizeof weights[0]);
    assert_int_equal(lf_heuristics_failures(of_bytecode), lf_heuristics_failures(of_native));
}

/* Now and then each goes on from what the other has saved. */
static void exchange(lf_state *one, lf_state *other) {
    static unsigned char save[1 << 16], second[1 << 16];
    const size_t size = lf_save(one, save, sizeof save),
                 other_size = lf_save(other, second, sizeof second);
    assert_true(size > 0 && size <= sizeof save && size == other_size);
    assert_int_equal(lf_load(other, save, size, NULL), LF_OK);
    assert_int_equal(lf_load(one, second, other_size, NULL), LF_OK);
}

static lf_state *new_state(const lf_game *game, const lf_setup *setup, lf_chance chance) {
    return chance == LF_CHANCE_EXPLICIT ? lf_state_new_explicit(game, setup, NULL)
                                        : lf_state_new(game, setup, NULL);
}

static int play(const lf_game *plain, const lf_game *native, const lf_setup *setup,
                lf_chance chance, int most) {
    uint64_t generator = setup->seed;
    lf_state *one = new_state(plain, setup, chance);
    lf_state *other = new_state(native, setup, chance);
    heuristics *of_one = lf_heuristics_new(plain), *of_other = lf_heuristics_new(native);
    int decisions = 0;
    assert_non_null(one);
    assert_non_null(other);
    expect_equal(one, other);
    for (; decisions < most && lf_legal_count(one) > 0; decisions++) {
        const int option = (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(one));
        assert_int_equal(lf_apply(one, option), lf_apply(other, option));
        expect_equal(one, other);
        expect_same_heuristics(of_one, one, of_other, other);
        if (decisions % 16 == 7)
            exchange(one, other);
    }
    lf_heuristics_free(of_other);
    lf_heuristics_free(of_one);
    lf_state_free(other);
    lf_state_free(one);
    return decisions;
}

/* The same by random playouts, in bits of any length; one of the two works its hash out when it is
 * asked for. */
static int play_randomly(const lf_game *plain, const lf_game *native, const lf_setup *setup,
                         int most) {
    uint64_t words[2][LF_SEATS_MAX], *rng[2][LF_SEATS_MAX];
    for (int i = 0; i < LF_SEATS_MAX; i++) {
        words[0][i] = words[1][i] = setup->seed * 100 + (uint64_t)i;
        rng[0][i] = &words[0][i];
        rng[1][i] = &words[1][i];
    }
    lf_state *one = lf_state_new(plain, setup, NULL), *other = lf_state_new(native, setup, NULL);
    lf_hash_on_demand(other, setup->seed % 2 == 0);
    int decisions = 0;
    for (int64_t bit = 1, made = 1; made == bit && decisions < most; bit = bit % 7 + 1) {
        made = lf_playout(one, rng[0], bit);
        assert_int_equal(lf_playout(other, rng[1], bit), made);
        assert_memory_equal(words[0], words[1], sizeof words[0]);
        assert_true(lf_equal(one, other));
        assert_int_equal(lf_head_of(one->block)->untouched, lf_head_of(other->block)->untouched);
        assert_int_equal(lf_head_of(one->block)->barrier, lf_head_of(other->block)->barrier);
        assert_int_equal(lf_hash(one), lf_hash(other));
        assert_string_equal(lf_state_error(one)->message, lf_state_error(other)->message);
        decisions += (int)made;
    }
    lf_state_free(other);
    lf_state_free(one);
    return decisions;
}

static void compare(const char *name, int games, int most) {
    char path[128];
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *plain = lf_game_load(path, NULL), *native = lf_game_load(path, NULL);
    assert_non_null(plain);
    assert_non_null(native);
    make_native(native, name);
    int decisions = 0;
    for (int scenario = 0; scenario < lf_count(plain, LF_OF_SCENARIOS); scenario++)
        for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
            const lf_setup setup = {.seed = seed,
                                    .scenario = lf_name(plain, LF_OF_SCENARIOS, scenario)};
            decisions += play(plain, native, &setup, LF_CHANCE_SAMPLED, most);
            decisions += play(plain, native, &setup, LF_CHANCE_EXPLICIT, most);
            decisions += play_randomly(plain, native, &setup, most);
        }
    assert_true(decisions > 0);
    lf_game_free(native);
    lf_game_free(plain);
}

static void test_small_games(void **unused) {
    (void)unused;
    static const char *const names[] = {"tic-tac-toe", "connect-four", "breakthrough", "reversi",
                                        "kuhn-poker",  "leduc-poker",  "kalah"};
    for (size_t i = 0; i < LF_COUNT(names); i++)
        compare(names[i], 20, 400);
}

/* It uses every kind of choice, and fails in every way. */
static void test_hand_made_game(void **unused) {
    (void)unused;
    lf_fixture *plain = fixture_new(), *native = fixture_new();
    int decisions = 0;
    make_native(&native->game, "by-hand");
    for (uint64_t seed = 0; seed < 200; seed++) {
        decisions +=
            play(&plain->game, &native->game, &(lf_setup){.seed = seed}, LF_CHANCE_SAMPLED, 60);
        decisions +=
            play(&plain->game, &native->game, &(lf_setup){.seed = seed}, LF_CHANCE_EXPLICIT, 60);
        decisions += play_randomly(&plain->game, &native->game, &(lf_setup){.seed = seed}, 60);
    }
    assert_true(decisions > 1000);
    lf_native_unload(&native->game);
    fixture_free(native);
    fixture_free(plain);
}

/* The C without its comments, as a compiler sees it after the first phases: what stands in them
 * cannot matter if this is so. Trigraphs and line ends behind a backslash would be replaced before;
 * there must be none. */
static char *without_comments(const char *c) {
    char *out = malloc(strlen(c) + 1);
    size_t n = 0;
    assert_non_null(out);
    assert_null(strstr(c, "?\?"));
    assert_null(strstr(c, "\\\n"));
    while (*c != '\0') {
        assert_int_not_equal(strncmp(c, "//", 2), 0);
        if (strncmp(c, "/*", 2) == 0) {
            const char *end = strstr(c + 2, "*/");
            assert_non_null(end);
            c = end + 2;
        } else {
            out[n++] = *c++;
        }
    }
    out[n] = '\0';
    return out;
}

/* The C has two strings, and none of them comes from a spec. */
static void expect_only_our_strings(const char *c) {
    static const char *const ours[] = {"\"ludoforge_native.h\"", "\"default\""};
    for (size_t i = 0; i < LF_COUNT(ours); i++) {
        c = strchr(c, '"');
        assert_true(c != NULL && strncmp(c, ours[i], strlen(ours[i])) == 0);
        c += strlen(ours[i]);
    }
    assert_null(strchr(c, '"'));
}

/* Names, labels, prompts, texts of the log, titles and the name of the file, each of which tries to
 * end a comment, to begin a string or a line, or to be replaced by a trigraph: `EVIL` must not be
 * seen by the compiler, in any of them. */
static const char evil_spec[] =
    "```yaml\n"
    "metadata: { id: evil, name: \"*/ EVIL1 ?\?/ \\n#include EVIL2 /* \\\\\" }\n"
    "seats: [Ann, Bob]\n"
    "globalVars:\n"
    "  - { name: heap, type: int, init: 9, min: 0, max: 9 }\n"
    "turnStructure:\n"
    "  phases:\n"
    "    - id: play\n"
    "functions:\n"
    "  EVIL3: heap - 1\n"
    "actions:\n"
    "  - id: EVIL4\n"
    "    name: \"\\\" EVIL5 */ ?\?>\"\n"
    "    phase: play\n"
    "    params:\n"
    "      - { name: stones, domain: \"1..min(3, heap)\", prompt: \"*/ EVIL6 /* ?\?/ \\\\\" }\n"
    "    effects: |\n"
    "      heap -= stones\n"
    "      log \"*/ EVIL7 ?\?/ // {EVIL3}\"\n"
    "      choose \"*/ EVIL8\"\n"
    "        option \"EVIL9 */ ?\?/\"\n"
    "          heap = max(0, heap - 1)\n"
    "        option \"// EVIL10 */\"\n"
    "          heap = max(0, EVIL3)\n"
    "terminal:\n"
    "  checkpoints:\n"
    "    - { id: EVIL11, when: heap == 0, winner: activePlayer }\n"
    "```\n";

static void test_spec_texts_stay_in_comments(void **unused) {
    (void)unused;
    static const char *const names[] = {"evil", "*/ EVIL12 ?\?/ \n#error EVIL13 \\\n/*",
                                        "\"EVIL14\"; //*"};
    for (size_t i = 0; i < LF_COUNT(names); i++) {
        lf_diagnostics *problems = NULL;
        lf_game *game = lf_game_load_memory(names[i], evil_spec, sizeof evil_spec - 1, &problems);
        if (game == NULL)
            fail_msg("%s", lf_diagnostics_text(problems, false));
        lf_diagnostics_free(problems);
        char *c = lf_game_c(game), *seen = without_comments(c);
        assert_non_null(strstr(c, "EVIL"));
        assert_null(strstr(seen, "EVIL"));
        assert_null(strchr(seen, '\\'));
        assert_null(strchr(seen, '\''));
        expect_only_our_strings(seen);
        free(seen);
        lf_string_free(c);
        make_native(game, "evil");
        play(game, game, &(lf_setup){.seed = 1}, LF_CHANCE_SAMPLED, 100);
        lf_game_free(game);
    }
}

/* An object is taken only for the very game that it was made for. */
static void test_objects_of_other_games_are_refused(void **unused) {
    (void)unused;
    char path[128];
    lf_error error = {0};
    lf_game *one = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    lf_game *other = lf_game_load("data/games/kuhn-poker.game-spec.md", NULL);
    assert_non_null(one);
    assert_non_null(other);
    snprintf(path, sizeof path, "%s/one.so", folder);
    make_native(one, "one");
    assert_int_equal(lf_game_native(other, path, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "another game"));
    assert_false(lf_game_is_native(other));
    assert_int_equal(lf_game_native(other, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "not been built"));
    assert_int_equal(lf_game_native(other, "data/games/kuhn-poker.game-spec.md", &error),
                     LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "no compiled game"));
    assert_int_equal(lf_game_build(other, &(lf_build){.compiler = "no-such-compiler"}, &error),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "no C compiler"));
    lf_game_free(other);
    lf_game_free(one);
}

static void test_games_named_in_the_environment(void **unused) {
    (void)unused;
    char names[1024];
    const char *given = getenv("LUDOFORGE_NATIVE_GAMES");
    snprintf(names, sizeof names, "%s", given != NULL ? given : "");
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest)) != NULL;)
        compare(name, 4, 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_made_game), cmocka_unit_test(test_spec_texts_stay_in_comments),
        cmocka_unit_test(test_objects_of_other_games_are_refused),
        cmocka_unit_test(test_small_games), cmocka_unit_test(test_games_named_in_the_environment)};
    return cmocka_run_group_tests_name("native", tests, native_folder_make, native_folder_remove);
}
