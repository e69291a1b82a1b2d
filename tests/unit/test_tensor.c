/* test_tensor.c: observations in numbers: the layout, what the numbers are, and that they tell a
 * seat exactly what it may know. */
#include <math.h>

#include "env_fixture.h"

/* ---- finding numbers ---- */

static lf_tensor_part part_called(const lf_game *game, const char *name) {
    lf_tensor_part part = {0};
    for (int i = 0; lf_tensor_spec(game, i, &part); i++)
        if (strcmp(part.name, name) == 0)
            return part;
    fail_msg("there is no part '%s'", name);
    return part;
}

static float *observed(const lf_state *state, lf_seat seat) {
    float *numbers = malloc((size_t)lf_tensor_size(lf_state_game(state)) * sizeof *numbers);
    assert_non_null(numbers);
    lf_observe_tensor(state, seat, numbers);
    return numbers;
}

/* The number that stands for this, in a part. */
static float number_for(const lf_state *state, lf_seat seat, const char *part_name,
                        const char *words) {
    const lf_game *game = lf_state_game(state);
    const lf_tensor_part part = part_called(game, part_name);
    float *numbers = observed(state, seat), found = NAN;
    for (int i = part.offset; i < part.offset + part.size && isnan(found); i++) {
        char *text = lf_tensor_text(game, i);
        if (strcmp(text, words) == 0)
            found = numbers[i];
        lf_string_free(text);
    }
    free(numbers);
    if (isnan(found))
        fail_msg("nothing in '%s' is '%s'", part_name, words);
    return found;
}
#define EXPECT(state, seat, part, words, number)                                                   \
    assert_true(number_for(state, seat, part, words) == (number))

/* The only 1 in a part, as text; "" if there is none. */
static void expect_ones(const lf_state *state, lf_seat seat, const char *part_name,
                        const char *words) {
    const lf_game *game = lf_state_game(state);
    const lf_tensor_part part = part_called(game, part_name);
    float *numbers = observed(state, seat);
    lf_text ones = {0};
    lf_text_addz(&ones, "");
    for (int i = part.offset; i < part.offset + part.size; i++)
        if (numbers[i] == 1) {
            char *text = lf_tensor_text(game, i);
            lf_text_printf(&ones, "%s%s", ones.length > 0 ? "; " : "", text);
            lf_string_free(text);
        }
    assert_string_equal(ones.data, words);
    lf_text_free(&ones);
    free(numbers);
}

/* ---- the layout ---- */

static void test_the_layout_has_no_holes(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        const int parts = lf_tensor_parts(game);
        int offset = 0;
        lf_tensor_part part = {0};
        for (int i = 0; i < parts; i++) {
            assert_true(lf_tensor_spec(game, i, &part));
            int product = 1;
            assert_in_range(part.axes, 1, LF_TENSOR_AXES);
            for (int a = 0; a < part.axes; a++) {
                assert_non_null(part.axis[a]);
                product *= part.shape[a];
            }
            assert_int_equal(part.offset, offset);
            assert_int_equal(part.size, product);
            assert_true(part.size > 0 && part.min <= part.max);
            offset += part.size;
        }
        assert_int_equal(offset, lf_tensor_size(game));
        assert_false(lf_tensor_spec(game, parts, &part));
        assert_false(lf_tensor_spec(game, -1, &part));
        assert_null(lf_tensor_text(game, -1));
        assert_null(lf_tensor_text(game, offset));
        for (int i = 0; i < offset; i += 1 + offset / 500) {
            char *text = lf_tensor_text(game, i);
            assert_true(text != NULL && text[0] != '\0');
            lf_string_free(text);
        }
        print_message("%s: %d numbers in %d parts\n", bundled_games[g], offset, parts);
        lf_game_free(game);
    }
}

/* ---- what the numbers are ---- */

static void test_variables_pieces_and_the_decision(void **unused) {
    (void)unused;
    lf_game *game = compile("spaces: [{id: hill}, {id: yard}]\n"
                            "zones: [{id: box}]\n"
                            "enums: {mood: [calm, angry, wild]}\n"
                            "pieces: [{id: cube, type: cubes, count: 5, supply: box}]\n"
                            "seatVars: [{name: score, type: int, min: -5, max: 500}]\n"
                            "spaceVars: [{name: fort, type: bool}]\n"
                            "markers: [{id: heat, states: [cold, warm, hot]}]\n"
                            "setup: |\n"
                            "  gold = 7\n"
                            "  debt = -2\n"
                            "  Blue.score = 300\n"
                            "  yard.fort = true\n"
                            "  place 3 cubes in hill\n",
                            "      choose s in spaces \"Build where, with {gold} gold?\"\n"
                            "      choose n in 2..4 \"How many in {s}?\"\n"
                            "      gold += n\n");
    lf_state *state = begin(game, 1);
    assert_int_equal(lf_decider(state), 0);
    EXPECT(state, 0, "globals: numbers", "Gold", 7);
    EXPECT(state, 0, "globals: numbers", "Debt", -2);
    EXPECT(state, 0, "variables of seats: numbers", "Blue, Score", 300);
    EXPECT(state, 0, "variables of seats: numbers", "Red, Score", 0);
    EXPECT(state, 0, "pieces", "hill, cube", 3);
    EXPECT(state, 0, "pieces", "box, cube", 2);
    EXPECT(state, 0, "turn", "turn", (float)lf_turn(state));
    expect_ones(state, 0, "variables of spaces: values",
                "hill, Heat = Cold; yard, Fort = true; yard, Heat = Cold");
    expect_ones(state, 0, "who looks", "Red");
    expect_ones(state, LF_NOBODY, "who looks", "");
    expect_ones(state, 1, "decider", "Red");
    expect_ones(state, 0, "phase", "Main");
    expect_ones(state, 0, "question", "Build where, with … gold?");
    expect_ones(state, 0, "offered things", "hill; yard");
    EXPECT(state, 0, "shown numbers", "value 1 of the texts", 7);
    expect_ones(state, 1, "question", ""); /* what is asked is the decider's */
    expect_ones(state, 1, "offered things", "");
    EXPECT(state, 1, "shown numbers", "value 1 of the texts", 0);
    assert_int_equal(lf_apply(state, 1), LF_OK);
    expect_ones(state, 0, "question", "How many in …?");
    expect_ones(state, 0, "offered things", "");
    expect_ones(state, 0, "offered numbers",
                "number 1 of the question; number 2 of the question; number 3 of the question");
    expect_ones(state, 0, "shown things", "value 1 of the texts: yard");
    const lf_tensor_part scores = part_called(game, "variables of seats: numbers");
    assert_int_equal(scores.min, -5);
    assert_int_equal(scores.max, 500);
    lf_state_free(state);
    lf_game_free(game);
}

static void test_hidden_cards(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("kuhn-poker", "");
    lf_state *state = begin(game, 3);
    int unknown[3] = {0}; /* of the three cards, by who looks: the two seats and the onlooker */
    const lf_tensor_part part = part_called(game, "cards in stacks"),
                         places = part_called(game, "places of cards");
    const int row = part.shape[1];
    for (int who = 0; who < 3; who++) {
        float *numbers = observed(state, who < 2 ? who : LF_NOBODY);
        for (int card = 0; card < 3; card++) {
            int ones = 0;
            for (int i = 0; i < row; i++)
                ones += numbers[part.offset + card * row + i] == 1;
            assert_int_equal(ones, 1); /* somewhere, or unknown */
            const bool hidden = numbers[part.offset + card * row + row - 1] == 1;
            unknown[who] += hidden;
            assert_true(numbers[places.offset + card] == (hidden ? -1 : 0));
        }
        free(numbers);
    }
    assert_int_equal(unknown[0], 2); /* each sees its own card */
    assert_int_equal(unknown[1], 2);
    assert_int_equal(unknown[2], 3);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- in whole games ---- */

typedef struct {
    const lf_game *game;
    int size;
    float *numbers, *others;
    int8_t *bytes;
    uint64_t *tensors, *texts; /* hashes of what was seen so far */
    int capacity;
    int different; /* sights */
    int worlds;    /* that look the same to the seat */
} walk;

static uint64_t hash_of(const void *data, size_t size) {
    uint64_t hash = 1;
    for (size_t i = 0; i < size; i++)
        hash = lf_mix64(hash * LF_GOLDEN + ((const unsigned char *)data)[i]);
    return hash;
}

/* Each number lies within the range of its part. */
static void expect_ranges(const walk *w) {
    lf_tensor_part part = {0};
    for (int p = 0; lf_tensor_spec(w->game, p, &part); p++)
        for (int i = part.offset; i < part.offset + part.size; i++)
            if (w->numbers[i] < (float)part.min || w->numbers[i] > (float)part.max) {
                char *text = lf_tensor_text(w->game, i);
                fail_msg("%s, %s is %g, and its range is %lld to %lld", part.name, text,
                         (double)w->numbers[i], (long long)part.min, (long long)part.max);
            }
}

static void expect_bytes(const walk *w, const lf_state *state, lf_seat seat) {
    memset(w->bytes, 0x77, (size_t)w->size + 1);
    lf_observe_bytes(state, seat, w->bytes);
    for (int i = 0; i < w->size; i++) {
        const float cut = w->numbers[i] < -128 ? -128 : w->numbers[i] > 127 ? 127 : w->numbers[i];
        assert_true((float)w->bytes[i] == cut);
    }
    assert_int_equal(w->bytes[w->size], 0x77);
}

static void expect_same_numbers(const walk *w, const lf_state *state, lf_seat seat) {
    lf_observe_tensor(state, seat, w->others);
    for (int i = 0; i < w->size; i++)
        if (w->numbers[i] != w->others[i]) {
            char *text = lf_tensor_text(w->game, i);
            fail_msg("seat %d cannot know it, and yet '%s' is %g or %g", seat, text,
                     (double)w->numbers[i], (double)w->others[i]);
        }
}

/* Whatever the seat cannot know may be otherwise: the numbers stay. When the game is over margins
 * are shown that other cards would have changed, so it could be told. */
static void expect_no_secrets(walk *w, const lf_state *state, lf_seat seat, uint64_t seed) {
    if (lf_terminal(state, NULL))
        return;
    lf_state *other = lf_state_clone(state);
    for (int i = 0; i < 2; i++) {
        lf_determinize(other, seat, seed + (uint64_t)i);
        w->worlds += !lf_equal(state, other);
        expect_same_numbers(w, other, seat);
    }
    lf_state_free(other);
}

/* The same numbers were never seen with other words. */
static void note_sight(walk *w, const lf_state *state, lf_seat seat) {
    char *text = lf_observe(state, seat);
    const uint64_t tensor = hash_of(w->numbers, (size_t)w->size * sizeof *w->numbers),
                   words = hash_of(text, strlen(text)) + (uint64_t)seat;
    uint64_t at = tensor % (uint64_t)w->capacity;
    while (w->tensors[at] != 0 && w->tensors[at] != tensor)
        at = (at + 1) % (uint64_t)w->capacity;
    if (w->tensors[at] == tensor && w->texts[at] != words)
        fail_msg("two positions look different to seat %d and have the same numbers; one is %s",
                 seat, text);
    w->different += w->tensors[at] == 0;
    w->tensors[at] = tensor;
    w->texts[at] = words;
    lf_string_free(text);
}

static void look(walk *w, const lf_state *state, uint64_t seed) {
    for (lf_seat seat = LF_NOBODY; seat < lf_count(w->game, LF_OF_SEATS); seat++) {
        lf_observe_tensor(state, seat, w->numbers);
        expect_ranges(w);
        expect_bytes(w, state, seat);
        note_sight(w, state, seat);
        if (seat != LF_NOBODY)
            expect_no_secrets(w, state, seat, seed);
    }
}

static void walk_through(const lf_game *game, int decisions, bool explicit_chance) {
    walk w = {.game = game, .size = lf_tensor_size(game), .capacity = 65536};
    w.numbers = calloc((size_t)w.size, sizeof *w.numbers);
    w.others = calloc((size_t)w.size, sizeof *w.others);
    w.bytes = malloc((size_t)w.size + 1);
    w.tensors = calloc((size_t)w.capacity, sizeof *w.tensors);
    w.texts = calloc((size_t)w.capacity, sizeof *w.texts);
    uint64_t rng = 5, seed = 1;
    lf_state *state = explicit_chance ? lf_state_new_explicit(game, NULL, NULL) : begin(game, seed);
    assert_non_null(state);
    for (int i = 0; i < decisions; i++) {
        look(&w, state, (uint64_t)i);
        const bool over = lf_terminal(state, NULL);
        if (over && explicit_chance)
            assert_int_equal(lf_state_reset_explicit(state, NULL, NULL), LF_OK);
        else if (over)
            restart(state, ++seed);
        else
            assert_int_equal(
                lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state))), LF_OK);
    }
    assert_true(w.different > 20 && w.worlds > decisions);
    lf_state_free(state);
    free(w.numbers);
    free(w.others);
    free(w.bytes);
    free(w.tensors);
    free(w.texts);
}

static void test_numbers_tell_what_a_seat_may_know(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        walk_through(game, strcmp(bundled_games[g], "fire-in-the-lake") == 0 ? 500 : 600, false);
        lf_game_free(game);
    }
}

static void test_games_of_secrets(void **unused) {
    (void)unused;
    lf_game *game = load("tests/fixtures/secrets.game-spec.md", "");
    walk_through(game, 2000, false);
    lf_game_free(game);
}

/* What chance has not said yet nobody knows. */
static void test_chance_that_is_asked(void **unused) {
    (void)unused;
    static const char *const of_chance[] = {"kuhn-poker", "leduc-poker", "fire-in-the-lake"};
    for (size_t g = 0; g < LF_COUNT(of_chance); g++) {
        lf_game *game = load_bundled(of_chance[g], "");
        walk_through(game, 200, true);
        lf_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_layout_has_no_holes),
        cmocka_unit_test(test_variables_pieces_and_the_decision),
        cmocka_unit_test(test_hidden_cards),
        cmocka_unit_test(test_numbers_tell_what_a_seat_may_know),
        cmocka_unit_test(test_games_of_secrets),
        cmocka_unit_test(test_chance_that_is_asked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
