/* test_value.c: learned evaluations: the features of a position, the net in integers, and its file,
 * which may come from anywhere. */
#include <math.h>
#include <xxhash.h>

#include "env_fixture.h"

#include "api/agents/evaluate.h"
#include "api/agents/value/value_file.h"

/* ---- features ---- */

static uint32_t random_position(lf_state *state, uint64_t seed, int decisions) {
    restart(state, seed);
    uint64_t rng = seed;
    for (int i = 0; i < decisions && !lf_terminal(state, NULL); i++)
        assert_int_equal(lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state))),
                         LF_OK);
    return (uint32_t)lf_rng_below(&rng, 2);
}

/* The features are the numbers of the observation that are not 0, without the parts that are left
 * out, and the margins. */
static void test_features_are_the_observation(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        feature_layout layout;
        lf_value_layout_open(&layout, game, true);
        lf_state *state = begin(game, 1);
        float *dense = malloc((size_t)lf_tensor_size(game) * sizeof *dense);
        feature_reader reader;
        float *sparse = malloc(layout.count * sizeof *sparse);
        assert_true(dense != NULL && lf_value_reader_open(&reader, &layout) && sparse != NULL);
        const feature *const found = reader.features;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            const lf_seat viewer = (lf_seat)random_position(state, seed, (int)seed * 17);
            lf_observe_tensor(state, viewer, dense);
            memset(sparse, 0, layout.count * sizeof *sparse);
            const uint32_t count = lf_value_reader_read(&reader, state, viewer);
            assert_true(count <= layout.count);
            for (uint32_t i = 0; i < count; i++) {
                assert_true(found[i].place < layout.count && found[i].value != 0);
                assert_true(sparse[found[i].place] == 0); /* each index once */
                sparse[found[i].place] = (float)found[i].value;
            }
            lf_tensor_part part;
            uint32_t at = 0;
            for (int i = 0; lf_tensor_spec(game, i, &part) && strcmp(part.name, "question") != 0;
                 i++)
                for (int n = 0; n < part.size && strcmp(part.name, "places of cards") != 0;
                     n++, at++) {
                    const bool unknown = strcmp(part.name, "cards in stacks") == 0 &&
                                         n % part.shape[1] == part.shape[1] - 1;
                    const float cut = dense[part.offset + n] > LF_FEATURE_MOST
                                          ? LF_FEATURE_MOST
                                          : dense[part.offset + n];
                    assert_true(sparse[at] == (unknown ? 0 : cut));
                }
            assert_int_equal(at, layout.margins_at);
            for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
                assert_true(sparse[at + (uint32_t)seat] == (float)lf_margin(state, seat));
        }
        print_message("%s: %u features\n", bundled_games[g], layout.count);
        free(dense);
        lf_value_reader_close(&reader);
        free(sparse);
        lf_state_free(state);
        lf_game_free(game);
    }
}

static void test_layout_depends_on_names_not_on_rules(void **unused) {
    (void)unused;
    feature_layout first, other_rule, other_name;
    lf_game *a = compile("spaces: [{id: hill}]\n", "      gold += 1\n");
    lf_value_layout_open(&first, a, true);
    lf_game *b = compile("spaces: [{id: hill}]\n", "      gold += 2\n");
    lf_value_layout_open(&other_rule, b, true);
    lf_game *c = compile("spaces: [{id: yard}]\n", "      gold += 1\n");
    lf_value_layout_open(&other_name, c, true);
    assert_true(first.hash == other_rule.hash);
    assert_true(first.hash != other_name.hash);
    for (uint32_t i = 0; i < first.count; i++) {
        char *text = lf_feature_text(&first, i);
        assert_true(text != NULL && text[0] != '\0');
        lf_string_free(text);
    }
    assert_null(lf_feature_text(&first, first.count));
    lf_game_free(a);
    lf_game_free(b);
    lf_game_free(c);
}

/* ---- the net ---- */

static void test_the_exponential(void **unused) {
    (void)unused;
    int64_t last = 0;
    for (int64_t z = -21 * 65536; z <= 0; z += 37) {
        const int64_t got = lf_value_exponential(z);
        assert_true(fabs((double)got / (1 << 30) - exp((double)z / 65536)) < 3e-5);
        assert_true(got >= last || last - got < 2000);
        last = got;
    }
    assert_int_equal(lf_value_exponential(0), 1 << 30);
    assert_int_equal(lf_value_exponential(INT64_MIN / 4), 0);
}

/* Fills a net with random weights. */
static void fill(value_net *net, uint32_t features, uint32_t hidden, uint32_t seats,
                 uint64_t seed) {
    assert_true(lf_value_net_open(net, features, features - features / 5, hidden, seats));
    net->first_shift = 12;
    net->direct_shift = 13;
    net->second_shift = 11;
    net->margin_scale = 10;
    int32_t row = 0;
    for (uint32_t i = 0; i < features; i++)
        net->row_of[i] = i % 5 == 4 ? -1 : row++;
    net->rows = (uint32_t)row;
    const uint32_t used = hidden + 2 * seats;
    for (uint32_t r = 0; r < net->rows; r++)
        for (uint32_t i = 0; i < used; i++)
            net->weights[r * net->width + i] = (int16_t)((int)lf_rng_below(&seed, 2001) - 1000);
    for (uint32_t i = 0; i < used; i++)
        net->bias[i] = (int32_t)lf_rng_below(&seed, 20001) - 10000;
    for (uint32_t i = 0; i < hidden * 2 * seats; i++)
        net->second[i] = (int16_t)((int)lf_rng_below(&seed, 2001) - 1000);
}

/* The same net in doubles, written from the description and not from the code. */
static void reference(const value_net *net, const feature *x, uint32_t count, double *win,
                      double *margin) {
    double unit[LF_VALUE_HIDDEN_MAX], z[LF_VALUE_OUTPUTS_MAX], sum = 0;
    const uint32_t outputs = 2 * net->seats;
    for (uint32_t i = 0; i < net->hidden + outputs; i++) {
        double total = net->bias[i];
        for (uint32_t f = 0; f < count; f++)
            if (net->row_of[x[f].place] >= 0)
                total += (double)x[f].value *
                         net->weights[(uint32_t)net->row_of[x[f].place] * net->width + i];
        if (i < net->hidden)
            unit[i] = fmin(fmax(ldexp(total, -(int)net->first_shift), 0), LF_VALUE_HIDDEN_MOST);
        else
            z[i - net->hidden] = ldexp(total, -(int)net->direct_shift);
    }
    for (uint32_t h = 0; h < net->hidden; h++)
        for (uint32_t o = 0; o < outputs; o++)
            z[o] += unit[h] * ldexp(net->second[h * outputs + o], -(int)net->second_shift);
    for (uint32_t s = 0; s < net->seats; s++)
        sum += exp(z[s]);
    for (uint32_t s = 0; s < net->seats; s++) {
        win[s] = exp(z[s]) / sum;
        margin[s] = z[net->seats + s] * net->margin_scale;
    }
}

static void test_integer_net_matches_doubles(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        value_net net;
        const uint32_t features = 40, hidden = (uint32_t)(seed % 3 * 11),
                       seats = 2 + (uint32_t)(seed % 3);
        fill(&net, features, hidden, seats, seed);
        feature x[40];
        uint32_t count = 0;
        uint64_t rng = seed;
        for (uint32_t place = 0; place < features; place += 1 + (uint32_t)lf_rng_below(&rng, 3))
            x[count++] = (feature){place, (int32_t)lf_rng_below(&rng, 9) - 3};
        double win[LF_SEATS_MAX], margin[LF_SEATS_MAX], sum = 0;
        value_output output;
        reference(&net, x, count, win, margin);
        lf_value_net_evaluate(&net, x, count, &output);
        for (uint32_t s = 0; s < seats; s++) {
            assert_true(fabs(output.win[s] - win[s]) < 0.01);
            assert_true(fabs(output.margin[s] - margin[s]) < 1);
            sum += output.win[s];
        }
        assert_true(fabs(sum - 1) < 1e-5);
        lf_value_net_close(&net);
    }
}

/* ---- the file ---- */

static const char note[] = "made by a test";

static char *file_of(const feature_layout *layout, value_net *net, size_t *size) {
    fill(net, layout->count, 6, layout->game->seat_count, 7);
    char *bytes = lf_value_file_bytes(net, layout->hash, note, size);
    assert_non_null(bytes);
    return bytes;
}

static void test_a_file_is_read_as_it_was_written(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("connect-four", "");
    feature_layout layout;
    lf_value_layout_open(&layout, game, true);
    value_net made, read;
    size_t size;
    char *bytes = file_of(&layout, &made, &size), *said = NULL;
    lf_error error = {0};
    assert_true(lf_value_file_net(&read, &layout, "x", bytes, size, &said, &error));
    assert_string_equal(said, note);
    assert_int_equal(read.rows, made.rows);
    assert_memory_equal(read.weights, made.weights, made.rows * made.width * sizeof *made.weights);
    assert_memory_equal(read.bias, made.bias, made.width * sizeof *made.bias);
    assert_memory_equal(read.second, made.second,
                        made.hidden * 2 * made.seats * sizeof *made.second);
    assert_memory_equal(read.row_of, made.row_of, made.features * sizeof *made.row_of);
    lf_free(said);
    lf_free(bytes);
    lf_value_net_close(&made);
    lf_value_net_close(&read);
    lf_game_free(game);
}

/* Changes a number in the file and corrects the checksum. */
static void forge(char *bytes, size_t size, size_t at, uint32_t value) {
    for (int i = 0; i < 4; i++)
        bytes[at + (size_t)i] = (char)(uint8_t)(value >> (8 * i));
    const uint64_t sum = XXH64(bytes, size - 8, 0);
    for (int i = 0; i < 8; i++)
        bytes[size - 8 + (size_t)i] = (char)(uint8_t)(sum >> (8 * i));
}

static void expect_refused(const feature_layout *layout, const char *bytes, size_t size,
                           const char *says) {
    value_net net;
    lf_error error = {0};
    /* of exactly this size, so that a sanitizer finds an access behind the end */
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_false(lf_value_file_net(&net, layout, "agents/value.bin", copy, size, NULL, &error));
    free(copy);
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    if (strstr(error.message, says) == NULL ||
        strstr(error.message, "agents/value.bin: ") == NULL ||
        strstr(error.message, "ludoforge train") == NULL)
        fail_msg("'%s' does not say '%s'", error.message, says);
}

static void test_wrong_files_are_refused(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("connect-four", "");
    lf_game *other = load_bundled("tic-tac-toe", "");
    feature_layout layout, others;
    lf_value_layout_open(&layout, game, true);
    lf_value_layout_open(&others, other, true);
    value_net net;
    size_t size;
    char *good = file_of(&layout, &net, &size), *bad = malloc(size);
    assert_non_null(bad);
    expect_refused(&layout, "", 0, "not a learned evaluation");
    expect_refused(&layout, "LFVALUE\nabc", 11, "not a learned evaluation");
    expect_refused(&layout, good, size - 1, "checksum");
    expect_refused(&layout, good, size / 2, "checksum");
    expect_refused(&others, good, size, "learned for other seats");
    static const struct {
        size_t at;
        uint32_t value;
        const char *says;
    } rows[] = {
        {0, 0x41414141, "not a learned evaluation"},
        {8, 99, "version 99"},
        {12, 1, "learned for other"},
        {20, 1, "number of features is 1"},
        {24, UINT32_MAX, "number of rows is 4294967295"},
        {24, 3, "bytes, but by its sizes must have"},
        {28, 65, "hidden units is 65"},
        {28, 5, "bytes, but by its sizes"},
        {32, 3, "number of seats is 3"},
        {36, 7, "first shift is 7"},
        {40, 200, "direct shift is 200"},
        {44, 25, "second shift is 25"},
        {48, 0, "scale of margins is 0"},
        {52, UINT32_MAX, "length of the note"},
        {52, 0, "bytes, but by its sizes"},
        {56 + sizeof note - 1, 0, "features have weights"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        memcpy(bad, good, size);
        forge(bad, size, rows[i].at, rows[i].value);
        expect_refused(&layout, bad, size, rows[i].says);
    }
    free(bad);
    lf_free(good);
    lf_value_net_close(&net);
    lf_game_free(game);
    lf_game_free(other);
}

/* A file with changed bytes and a correct checksum is refused, or gives a net whose chances are
 * valid. */
static void test_any_bytes_are_refused_or_harmless(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    feature_layout layout;
    lf_value_layout_open(&layout, game, true);
    value_net net;
    size_t size;
    char *good = file_of(&layout, &net, &size), *bad = malloc(size);
    lf_value_net_close(&net);
    assert_non_null(bad);
    feature x[256];
    assert_true(layout.count <= LF_COUNT(x));
    for (uint32_t i = 0; i < layout.count; i++)
        x[i] = (feature){i, i % 2 == 0 ? LF_FEATURE_MOST : -LF_FEATURE_MOST};
    uint64_t rng = 3;
    int read = 0;
    for (int round = 0; round < 3000; round++) {
        memcpy(bad, good, size);
        for (int change = 0; change < 1 + round % 7; change++)
            forge(bad, size, 8 + lf_rng_below(&rng, (uint32_t)size - 20),
                  (uint32_t)lf_rng_next(&rng));
        lf_error error = {0};
        if (!lf_value_file_net(&net, &layout, "x", bad, size, NULL, &error)) {
            assert_true(error.message[0] != '\0');
            continue;
        }
        value_output output;
        lf_value_net_evaluate(&net, x, layout.count, &output);
        float sum = 0;
        for (int s = 0; s < 2; s++) {
            assert_true(output.win[s] >= 0 && output.win[s] <= 1 && isfinite(output.margin[s]));
            sum += output.win[s];
        }
        assert_true(fabsf(sum - 1) < 1e-5F);
        lf_value_net_close(&net);
        read++;
    }
    assert_true(read > 100);
    free(bad);
    lf_free(good);
    lf_game_free(game);
}

/* ---- the evaluator ---- */

/* The files of the bundled games fit their games and are small. */
static void test_bundled_files_fit(void **unused) {
    (void)unused;
    char **const names = lf_bundled_games();
    int found = 0;
    for (int i = 0; names[i] != NULL; i++) {
        lf_game *game = lf_game_load_bundled(names[i], NULL);
        assert_non_null(game);
        char where[LF_PATH_BYTES];
        if (lf_value_file_find(game, NULL, where)) {
            lf_error error = {0};
            evaluator *const learned = lf_evaluator_new(game, "learned", &error);
            if (learned == NULL)
                fail_msg("%s", error.message);
            lf_evaluator_free(learned);
            FILE *const file = fopen(where, "rb");
            assert_non_null(file);
            assert_int_equal(fseek(file, 0, SEEK_END), 0);
            assert_true(ftell(file) <= 200 * 1024);
            fclose(file);
            found++;
        }
        lf_diagnostics *const problems = lf_value_file_problems(game, NULL);
        assert_int_equal(lf_diagnostics_count(problems), 0);
        lf_diagnostics_free(problems);
        lf_game_free(game);
    }
    assert_true(found > 0);
    lf_bundled_games_free(names);
}

static void test_best_evaluator_is_the_learned_one(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("connect-four", "");
    evaluator *const best = lf_evaluator_new(game, NULL, NULL), *const learned = lf_evaluator_new(
                                                                    game, "learned", NULL);
    assert_true(best != NULL && learned != NULL);
    lf_state *state = begin(game, 1);
    uint64_t rng = 1;
    for (; !lf_terminal(state, NULL);
         lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state)))) {
        evaluation a, b;
        lf_evaluate(best, state, 0, &a);
        lf_evaluate(learned, state, 0, &b);
        assert_true(a.win[0] == b.win[0] && a.margin[1] == b.margin[1]);
        assert_true(fabsf(a.win[0] + a.win[1] - 1) < 1e-5F && a.win[0] > 0 && a.win[1] > 0);
    }
    lf_outcome outcome;
    evaluation end;
    assert_true(lf_terminal(state, &outcome));
    lf_evaluate(best, state, 0, &end);
    if (outcome.winner != LF_NOBODY)
        assert_true(end.win[outcome.winner] == 1); /* an outcome needs no evaluation */
    lf_state_free(state);
    lf_evaluator_free(best);
    lf_evaluator_free(learned);
    lf_game_free(game);
}

/* A game without a file, or with one that does not fit, is evaluated by margins. Asking for the
 * learned evaluation by name is an error. */
static void test_margins_replace_a_missing_file(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *game = compile("spaces: [{id: hill}]\n", "      gold += 1\n");
    evaluator *const best = lf_evaluator_new(game, NULL, &error);
    assert_non_null(best);
    assert_int_equal(error.status, LF_OK);
    lf_evaluator_free(best);
    assert_null(lf_evaluator_new(game, "learned", &error));
    assert_non_null(strstr(error.message, "ludoforge train"));
    assert_null(lf_evaluator_new(game, "terms", &error));
    assert_non_null(strstr(error.message, "`agents`"));
    assert_null(lf_evaluator_new(game, "lerned", &error));
    assert_non_null(strstr(error.message, "did you mean \"learned\"?"));
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features_are_the_observation),
        cmocka_unit_test(test_layout_depends_on_names_not_on_rules),
        cmocka_unit_test(test_the_exponential),
        cmocka_unit_test(test_integer_net_matches_doubles),
        cmocka_unit_test(test_a_file_is_read_as_it_was_written),
        cmocka_unit_test(test_wrong_files_are_refused),
        cmocka_unit_test(test_any_bytes_are_refused_or_harmless),
        cmocka_unit_test(test_bundled_files_fit),
        cmocka_unit_test(test_best_evaluator_is_the_learned_one),
        cmocka_unit_test(test_margins_replace_a_missing_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
