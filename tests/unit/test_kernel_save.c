/* test_kernel_save.c: saves and JSON of states: round trips, damaged input, and observations. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <jansson.h>

#include "kernel_fixture.h"

enum { HEADER = 32, CHECKSUM_AT = 24 };

static unsigned char *saved(const lf_state *state, size_t *size) {
    *size = lf_save(state, NULL, 0);
    unsigned char *bytes = malloc(*size);
    assert_int_equal(lf_save(state, bytes, *size), *size);
    return bytes;
}

/* As a forger would: the checksum fits the damaged block. */
static void rechecksum(unsigned char *bytes, size_t size) {
    const uint64_t checksum = XXH64(bytes + HEADER, size - HEADER, 0);
    memcpy(bytes + CHECKSUM_AT, &checksum, sizeof checksum);
}

/* A position in the middle of an action, with cards in every stack. */
static lf_state *busy_state(const lf_fixture *f) {
    lf_state *state = fixture_state(f, &(lf_setup){.seed = 9});
    static const char *const moves[] = {"draw",  "draw", "draw", "draw",  "play", "one",
                                        "build", "c",    "roll", "count", "b"};
    for (size_t i = 0; i < LF_COUNT(moves); i++)
        apply_named(state, moves[i]);
    assert_int_equal(lf_site(state), SITE_COUNT_MENU);
    return state;
}

static void play_on(lf_state *state, uint64_t seed, int decisions) {
    for (int i = 0; i < decisions && lf_legal_count(state) > 0; i++) {
        lf_decision *decision = lf_decision_new(state);
        const int n = decision->count;
        lf_decision_free(decision);
        lf_apply(state, (int)lf_rng_below(&seed, (uint32_t)n));
    }
}

/* ---- there and back ---- */

static void test_round_trips(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *copy = fixture_state(f, NULL);
    for (uint64_t seed = 0; seed < 10; seed++) {
        lf_state *state = fixture_state(f, &(lf_setup){.seed = seed});
        for (int i = 0; i < 40; i++) {
            lf_error error = {0};
            size_t size = 0;
            unsigned char *bytes = saved(state, &size);
            if (lf_load(copy, bytes, size, &error) != LF_OK)
                fail_msg("%s", error.message);
            assert_memory_equal(copy->block, state->block, f->game.layout.size);
            free(bytes);
            lf_enter_phase(copy, "main", NULL);
            char *json = lf_state_json(state);
            if (lf_state_from_json(copy, json, &error) != LF_OK)
                fail_msg("%s in %s", error.message, json);
            assert_memory_equal(copy->block, state->block, f->game.layout.size);
            char *again = lf_state_json(copy);
            assert_string_equal(json, again);
            lf_string_free(again);
            lf_string_free(json);
            play_on(state, seed * 100 + (uint64_t)i, 1);
        }
        lf_state_free(state);
    }
    lf_state_free(copy);
    fixture_free(f);
}

static void test_states_after_errors_and_the_end(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL), *copy = fixture_state(f, NULL);
    size_t size = 0;
    f->code[f->routines[R_ACTION + GAMBLE].entry + 1].imm = 1; /* nothing even between 1 and 1 */
    assert_int_equal(lf_apply(state, GAMBLE), LF_RULE_ERROR);
    unsigned char *bytes = saved(state, &size);
    assert_int_equal(lf_load(copy, bytes, size, NULL), LF_OK);
    assert_string_equal(lf_state_error(copy)->message, lf_state_error(state)->message);
    free(bytes);
    assert_int_equal(lf_enter_phase(state, "main", NULL), LF_OK);
    apply_named(state, "finish");
    bytes = saved(state, &size);
    assert_int_equal(lf_load(copy, bytes, size, NULL), LF_OK);
    assert_true(lf_terminal(copy, NULL));
    assert_int_equal(lf_state_error(copy)->status, LF_OK);
    free(bytes);
    lf_state_free(copy);
    lf_state_free(state);
    fixture_free(f);
}

/* ---- damage ---- */

static void test_every_damaged_byte_is_noticed(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *target = fixture_state(f, NULL),
             *before = lf_state_clone(target);
    size_t size = 0;
    unsigned char *bytes = saved(state, &size);
    for (size_t i = 0; i < size; i++) {
        lf_error error = {0};
        bytes[i] ^= 0xff;
        assert_int_equal(lf_load(target, bytes, size, &error), LF_BAD_INPUT);
        assert_true(error.message[0] != 0);
        bytes[i] ^= 0xff;
    }
    for (size_t cut = 0; cut < size; cut += 7)
        assert_int_equal(lf_load(target, bytes, cut, NULL), LF_BAD_INPUT);
    assert_true(lf_equal(target, before)); /* a failed load leaves the state alone */
    free(bytes);
    lf_state_free(before);
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(f);
}

/* With a checksum that fits, and with a running hash that fits: refused, or it plays on without
 * harm. */
static void test_forged_saves_are_refused_or_harmless(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *target = fixture_state(f, NULL);
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    size_t size = 0;
    int loaded = 0;
    for (size_t i = HEADER; i < HEADER + f->game.layout.size; i++)
        for (size_t m = 0; m < LF_COUNT(masks); m++) {
            unsigned char *bytes = saved(state, &size);
            bytes[i] ^= masks[m];
            /* aligned, as the bytes need not be */
            unsigned char *block = malloc(f->game.layout.size);
            memcpy(block, bytes + HEADER, f->game.layout.size);
            if (i >= HEADER + 8)
                lf_head_of(block)->running = lf_running_from_scratch(&f->game, block);
            memcpy(bytes + HEADER, block, f->game.layout.size);
            free(block);
            rechecksum(bytes, size);
            if (lf_load(target, bytes, size, NULL) == LF_OK) {
                loaded++;
                play_on(target, i, 30);
                assert_int_equal(lf_hash(target), lf_hash_from_scratch(target));
            }
            free(bytes);
        }
    assert_true(loaded > 100); /* variables, counts, registers: another position, but a sound one */
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(f);
}

/* What is made of the counts has to fit them, in both directions. */
static void test_forged_presence_is_refused(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *target = fixture_state(f, NULL);
    const uint64_t before = lf_hash(target);
    const struct {
        uint32_t at;
        const char *says;
    } rows[] = {{f->game.layout.zone_slots, "zone 'a' says it has other pieces"},
                {f->game.layout.slot_zones, "in other zones than it is"}};
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        size_t size = 0;
        lf_error error = {0};
        unsigned char *bytes = saved(state, &size);
        bytes[HEADER + rows[i].at] ^= 1;
        rechecksum(bytes, size);
        assert_int_equal(lf_load(target, bytes, size, &error), LF_BAD_INPUT);
        assert_non_null(strstr(error.message, rows[i].says));
        assert_int_equal(lf_hash(target), before);
        free(bytes);
    }
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(f);
}

static void test_another_game_is_refused(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new(), *other = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    other->game.identity++;
    lf_state *target = fixture_state(other, NULL);
    size_t size = 0;
    lf_error error;
    unsigned char *bytes = saved(state, &size);
    assert_int_equal(lf_load(target, bytes, size, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "another game"));
    char *json = lf_state_json(state);
    assert_int_equal(lf_state_from_json(target, json, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "another game"));
    lf_string_free(json);
    free(bytes);
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(other);
    fixture_free(f);
}

/* ---- JSON ---- */

/* Sets a path such as "globals.score" in a state's JSON and reads it back. */
static lf_status with_change(lf_state *target, const lf_state *state, const char *part,
                             const char *key, json_t *value, lf_error *error) {
    char *text = lf_state_json(state);
    json_t *root = json_loads(text, 0, NULL);
    lf_string_free(text);
    json_object_set_new(part == NULL ? root : json_object_get(root, part), key, value);
    char *changed = json_dumps(root, 0);
    const lf_status status = lf_state_from_json(target, changed, error);
    free(changed);
    json_decref(root);
    return status;
}

static void test_json_can_be_edited(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *target = fixture_state(f, NULL);
    lf_error error = {0};
    assert_int_equal(with_change(target, state, "globals", "mood", json_string("angry"), &error),
                     LF_OK);
    assert_int_equal(lf_global(target, MOOD), 1);
    assert_int_equal(
        with_change(target, state, "globals", "marked", json_pack("[ss]", "a", "e"), &error),
        LF_OK);
    expect_marked(target, (const int[]){A, E}, 2);
    assert_int_equal(with_change(target, state, "globals", "leader", json_string("blue"), &error),
                     LF_OK);
    assert_int_equal(lf_global(target, GOLD_OF), BLUE);
    assert_int_equal(with_change(target, state, "zones", "e", json_pack("{si}", "disc", 3), &error),
                     LF_OK);
    assert_int_equal(lf_pieces(target, E, DISC), 3);
    assert_int_equal(lf_hash(target), lf_hash_from_scratch(target));
    play_on(target, 5, 20);
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(f);
}

static void test_bad_json_is_refused(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *target = fixture_state(f, NULL),
             *before = lf_state_clone(target);
    const struct {
        const char *part, *key;
        json_t *value;
        const char *words;
    } rows[] = {
        {"globals", "score", json_integer(21), "'score' cannot"},
        {"globals", "mood", json_string("sad"), "'mood' cannot"},
        {"globals", "flag", json_integer(1), "'flag' cannot"},
        {"globals", "scroe", json_integer(1), "no 'scroe'"},
        {"globals", "marked", json_pack("[s]", "zz"), "'marked' cannot"},
        {"zones", "a", json_pack("{si}", "disc", 256), "0 to 255"},
        {"zones", "a", json_integer(4), "must be an object"},
        {"stacks", "deck", json_pack("[s]", "one"), "in two places"},
        {"stacks", "deck", json_integer(2), "list of cards"},
        {NULL, "phase", json_string("never"), "\"phase\" names nothing"},
        {NULL, "surprise", json_integer(1), "no part \"surprise\""},
        {NULL, "machine", json_null(), "no \"machine\" part"},
        {"machine", "pc", json_integer(0), "the pending choice is at"},
        {"machine", "pc", json_integer(-1), "\"pc\" must be"},
        {"machine", "base", json_integer(3), "called last"},
        {"machine", "routine", json_integer(1), "does not belong to a call"},
        {"machine", "calls", json_array(), "called last"},
        {"machine", "site", json_integer(0), "pending choice is at"},
        {"machine", "wayOut", json_integer(1), "no way out"},
        {"machine", "status", json_integer(1), "game is over"},
        {"machine", "winner", json_integer(1), "has an outcome"},
        {"machine", "generator", json_integer(1), "hexadecimal"},
        {"machine", "frames", json_array(), "the pending choice has 0 options"},
        {"machine", "rolls", json_pack("[i]", 0), "fixed roll"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_error error = {0};
        assert_int_equal(
            with_change(target, state, rows[i].part, rows[i].key, rows[i].value, &error),
            LF_BAD_INPUT);
        if (strstr(error.message, rows[i].words) == NULL)
            fail_msg("'%s' does not say '%s'", error.message, rows[i].words);
    }
    lf_error error = {0};
    assert_int_equal(lf_state_from_json(target, "{", &error), LF_BAD_INPUT);
    assert_int_equal(lf_state_from_json(target, "[]", &error), LF_BAD_INPUT);
    assert_true(lf_equal(target, before));
    lf_state_free(before);
    lf_state_free(target);
    lf_state_free(state);
    fixture_free(f);
}

/* ---- hidden information ---- */

static json_t *observed(const lf_state *state, lf_seat seat) {
    char *text = lf_observe(state, seat);
    json_t *root = json_loads(text, 0, NULL);
    lf_string_free(text);
    return root;
}

/* A save of format 4 has no knowledge: it is the same position, and nobody knows what they cannot
 * see. */
static void test_saves_without_knowledge(void **unused) {
    (void)unused;
    enum { VERSION_AT = 8, SIZE_AT = 12 };
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *loaded = lf_state_clone(state);
    const lf_layout *layout = &f->game.layout;
    const uint32_t missing = layout->history - layout->knowledge;
    const size_t size = lf_save(state, NULL, 0);
    unsigned char *save = malloc(size);
    lf_error error = {0};
    assert_true(missing > 0);
    lf_save(state, save, size);
    unsigned char *knowledge = save + HEADER + layout->knowledge;
    memmove(knowledge, knowledge + missing, size - HEADER - layout->knowledge - missing);
    const uint32_t version = 4, block = layout->size - missing;
    const uint64_t checksum = XXH64(save + HEADER, block, 0);
    memcpy(save + VERSION_AT, &version, sizeof version);
    memcpy(save + SIZE_AT, &block, sizeof block);
    memcpy(save + CHECKSUM_AT, &checksum, sizeof checksum);
    if (lf_load(loaded, save, size - missing, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_hash(loaded) == lf_hash(state));
    lf_know_nothing(&f->game, state->block);
    assert_true(lf_equal(loaded, state));
    free(save);
    lf_state_free(state);
    lf_state_free(loaded);
    fixture_free(f);
}

static void test_observation(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f);
    json_t *red = observed(state, RED), *blue = observed(state, BLUE),
           *onlooker = observed(state, LF_NOBODY);
    const lf_seat decider = lf_decider(state);
    json_t *deciding = decider == RED ? red : blue, *waiting = decider == RED ? blue : red;
    assert_true(json_is_array(json_object_get(json_object_get(red, "stacks"), "hand-red")));
    assert_true(json_is_integer(json_object_get(json_object_get(blue, "stacks"), "hand-red")));
    assert_true(json_is_integer(json_object_get(json_object_get(onlooker, "stacks"), "hand-blue")));
    assert_true(json_is_integer(json_object_get(json_object_get(red, "stacks"), "deck")));
    assert_true(json_is_array(json_object_get(json_object_get(onlooker, "stacks"), "discard")));
    assert_null(json_object_get(red, "machine"));
    assert_non_null(json_object_get(json_object_get(deciding, "decision"), "options"));
    assert_null(json_object_get(json_object_get(waiting, "decision"), "options"));
    json_decref(red);
    json_decref(blue);
    json_decref(onlooker);
    lf_state_free(state);
    fixture_free(f);
}

/* What the seat sees stays; what it cannot see becomes every possible thing; the number of cards
 * stays. */
static void test_determinize(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = busy_state(f), *guess = lf_state_clone(state);
    char *known = lf_observe(state, RED);
    bool moved = false, same = true;
    uint64_t generators[2] = {0};
    for (uint64_t seed = 0; seed < 50; seed++) {
        lf_copy(guess, state);
        lf_determinize(guess, RED, seed);
        char *seen = lf_observe(guess, RED);
        assert_string_equal(seen, known);
        lf_string_free(seen);
        lf_error error = {0};
        if (lf_block_check(&f->game, guess->block, &error) != LF_OK)
            fail_msg("%s", error.message);
        moved = moved || lf_stack_card(guess, HAND_BLUE, 0) != lf_stack_card(state, HAND_BLUE, 0);
        same = same && lf_stack_card(guess, DECK, 0) == lf_stack_card(state, DECK, 0);
        generators[seed % 2] = lf_head_const(guess->block)->generator;
    }
    assert_true(moved);
    assert_false(same);
    assert_true(generators[0] != generators[1] &&
                generators[0] != lf_head_const(state->block)->generator);
    lf_string_free(known);
    lf_state_free(guess);
    lf_state_free(state);
    fixture_free(f);
}

/* Whether the legal actions may be looked for again belongs to the position, not to the state that
 * it is loaded into: a half-finished action is not thrown away by an edit. */
static void test_an_edit_after_loading_keeps_the_action(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *busy = busy_state(f);
    lf_error error = {0};
    size_t size = 0;
    unsigned char *bytes = saved(busy, &size);
    char *json = lf_state_json(busy);
    for (int way = 0; way < 3; way++) {
        /* at the choice of an action: nothing has been touched */
        lf_state *state = fixture_state(f, NULL);
        if (way == 0)
            assert_int_equal(lf_load(state, bytes, size, &error), LF_OK);
        else if (way == 1)
            assert_int_equal(lf_state_from_json(state, json, &error), LF_OK);
        else
            lf_copy(state, busy);
        lf_reoffer(state);
        assert_int_equal(lf_site(state), SITE_COUNT_MENU);
        assert_true(lf_equal(state, busy));
        assert_true(lf_hash(state) == lf_hash(busy));
        lf_state_free(state);
    }
    lf_string_free(json);
    free(bytes);
    lf_state_free(busy);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_states_after_errors_and_the_end),
        cmocka_unit_test(test_every_damaged_byte_is_noticed),
        cmocka_unit_test(test_forged_saves_are_refused_or_harmless),
        cmocka_unit_test(test_forged_presence_is_refused),
        cmocka_unit_test(test_another_game_is_refused),
        cmocka_unit_test(test_json_can_be_edited),
        cmocka_unit_test(test_bad_json_is_refused),
        cmocka_unit_test(test_observation),
        cmocka_unit_test(test_determinize),
        cmocka_unit_test(test_saves_without_knowledge),
        cmocka_unit_test(test_an_edit_after_loading_keeps_the_action),
    };
    return cmocka_run_group_tests_name("kernel-save", tests, NULL, NULL);
}
