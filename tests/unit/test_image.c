/* test_image.c: a game from an image is the game that it was made from, decision for decision and
 * word for word; and whatever else stands in the bytes, it is an error or a game that can be
 * played.
 *
 * The games are those of data/games, whichever there are. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "image_fixture.h"
#include "support/rng.h"

#include <cmocka.h>

#define GAMES "data/games/"
#define ENDING ".game-spec.md"
#define FIELDS_MAX 400
#define SMALL GAMES "tic-tac-toe" ENDING

static lf_game *load(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    return game;
}

static lf_game *load_bytes(const char *bytes, size_t size) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("bytes", bytes, size, &problems);
    lf_diagnostics_free(problems);
    return game;
}

static char *image_of(const lf_game *game, size_t *size) {
    char *bytes = lf_game_image(game, size);
    assert_non_null(bytes);
    return bytes;
}

static lf_game *by_way_of_an_image(const lf_game *game) {
    size_t size;
    char *bytes = image_of(game, &size);
    lf_game *again = load_bytes(bytes, size);
    lf_string_free(bytes);
    assert_non_null(again);
    return again;
}

static void for_all_games(void (*test)(const char *path)) {
    DIR *folder = opendir(GAMES);
    struct dirent *entry;
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        char path[400];
        if (strstr(entry->d_name, ENDING) == NULL)
            continue;
        snprintf(path, sizeof path, GAMES "%s", entry->d_name);
        test(path);
    }
    closedir(folder);
}

/* ---- the same game ---- */

static void compare_texts(char *a, char *b) {
    assert_non_null(a);
    assert_non_null(b);
    assert_string_equal(a, b);
    lf_string_free(a);
    lf_string_free(b);
}

static void compare_catalogues(const lf_game *a, const lf_game *b) {
    for (int of = LF_OF_SEATS; of <= LF_OF_ROUTINES; of++) {
        assert_int_equal(lf_count(a, (lf_catalogue)of), lf_count(b, (lf_catalogue)of));
        for (int i = 0; i < lf_count(a, (lf_catalogue)of); i++) {
            assert_string_equal(lf_name(a, (lf_catalogue)of, i), lf_name(b, (lf_catalogue)of, i));
            assert_string_equal(lf_label(a, (lf_catalogue)of, i), lf_label(b, (lf_catalogue)of, i));
            assert_int_equal(lf_bookkeeping(a, (lf_catalogue)of, i),
                             lf_bookkeeping(b, (lf_catalogue)of, i));
        }
    }
    for (int i = 0; i < lf_count(a, LF_OF_SPACES); i++)
        for (int p = 0; p < lf_count(a, LF_OF_PROPERTIES); p++) {
            char one[200], other[200];
            assert_string_equal(lf_property(a, i, p, one, sizeof one),
                                lf_property(b, i, p, other, sizeof other));
        }
    for (int i = 0; i < lf_count(a, LF_OF_CARDS); i++)
        for (int p = 0; p < lf_count(a, LF_OF_CARD_PARTS); p++)
            assert_string_equal(lf_card_text(a, i, p), lf_card_text(b, i, p));
    for (int i = 0; i < lf_count(a, LF_OF_KINDS); i++)
        assert_string_equal(lf_kind_one(a, i), lf_kind_one(b, i));
}

static void compare_decisions(const lf_state *a, const lf_state *b) {
    lf_decision *one = lf_decision_new(a), *other = lf_decision_new(b);
    assert_non_null(one);
    assert_non_null(other);
    assert_int_equal(one->decider, other->decider);
    assert_int_equal(one->card, other->card);
    assert_int_equal(one->count, other->count);
    assert_string_equal(one->prompt, other->prompt);
    for (int i = 0; i < one->count; i++) {
        assert_string_equal(one->options[i].id, other->options[i].id);
        assert_string_equal(one->options[i].label, other->options[i].label);
        assert_int_equal(one->options[i].text == NULL, other->options[i].text == NULL);
        if (one->options[i].text != NULL)
            assert_string_equal(one->options[i].text, other->options[i].text);
    }
    lf_decision_free(one);
    lf_decision_free(other);
}

static void compare_displays(const lf_state *a, const lf_state *b) {
    static const lf_catalogue owners[] = {[LF_DISPLAY_SEAT] = LF_OF_SEATS,
                                          [LF_DISPLAY_SPACE] = LF_OF_SPACES,
                                          [LF_DISPLAY_CARD] = LF_OF_CARDS};
    const lf_game *game = lf_state_game(a);
    for (int d = 0; d < lf_count(game, LF_OF_DISPLAYS); d++) {
        const lf_display_scope scope = lf_display_of(game, d);
        const int count = scope == LF_DISPLAY_GAME ? 1 : lf_count(game, owners[scope]);
        for (int i = 0; i < count; i++) {
            char *one = lf_display_text(a, d, i), *other = lf_display_text(b, d, i);
            assert_int_equal(one == NULL, other == NULL);
            if (one != NULL)
                assert_string_equal(one, other);
            lf_string_free(one);
            lf_string_free(other);
        }
    }
}

/* What a observer is_observed, as one hash. */
typedef struct {
    uint64_t hash;
} heard;

static void hear(void *context, const lf_event *event) {
    heard *h = context;
    h->hash = XXH3_64bits_withSeed(event->text, strlen(event->text), h->hash);
}

static void play_side_by_side(const lf_game *a, const lf_game *b, const char *scenario,
                              uint64_t seed) {
    const lf_setup setup = {.scenario = scenario, .seed = seed};
    lf_state *one = lf_state_new(a, &setup, NULL), *other = lf_state_new(b, &setup, NULL);
    heard said_one = {0}, said_other = {0};
    uint64_t rng = seed;
    assert_non_null(one);
    assert_non_null(other);
    lf_watch(one, &(lf_observer){hear, &said_one});
    lf_watch(other, &(lf_observer){hear, &said_other});
    for (int n = 0; !lf_terminal(one, NULL); n++) {
        compare_decisions(one, other);
        if (n % 100 == 0) {
            compare_displays(one, other);
            compare_texts(lf_state_json(one), lf_state_json(other));
        }
        const int option = (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(one));
        assert_int_equal(lf_apply(one, option), lf_apply(other, option));
        assert_true(lf_hash(one) == lf_hash(other));
    }
    assert_true(lf_terminal(other, NULL) && said_one.hash == said_other.hash);
    lf_state_free(one);
    lf_state_free(other);
}

static void same_game(const char *path) {
    lf_game *spec = load(path), *image = by_way_of_an_image(spec);
    assert_true(lf_game_identity(spec) == lf_game_identity(image));
    assert_string_equal(lf_game_title(spec), lf_game_title(image));
    compare_catalogues(spec, image);
    for (int s = 0; s < lf_count(spec, LF_OF_SCENARIOS); s++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            play_side_by_side(spec, image, lf_name(spec, LF_OF_SCENARIOS, s), seed);
    lf_game_free(spec);
    lf_game_free(image);
}

static void test_the_same_game(void **state) {
    (void)state;
    for_all_games(same_game);
}

/* Saves go from the one to the other. */
static void test_saves_fit(void **state) {
    (void)state;
    lf_game *spec = load(SMALL), *image = by_way_of_an_image(spec);
    lf_state *one = lf_state_new(spec, NULL, NULL), *other = lf_state_new(image, NULL, NULL);
    char bytes[4096];
    lf_apply(one, 4);
    assert_int_equal(lf_load(other, bytes, lf_save(one, bytes, sizeof bytes), NULL), LF_OK);
    assert_true(lf_hash(one) == lf_hash(other));
    lf_state_free(one);
    lf_state_free(other);
    lf_game_free(spec);
    lf_game_free(image);
}

/* What needs the language: it is made of the files in the image. */
static void same_language(const char *path) {
    lf_game *spec = load(path), *image = by_way_of_an_image(spec);
    lf_state *one = lf_state_new(spec, NULL, NULL), *other = lf_state_new(image, NULL, NULL);
    compare_texts(lf_eval(one, "activePlayer", NULL, NULL),
                  lf_eval(other, "activePlayer", NULL, NULL));
    compare_texts(lf_rule_text(one), lf_rule_text(other));
    for (int action = 0; action < lf_count(spec, LF_OF_ACTIONS); action++)
        compare_texts(lf_rule_about(spec, lf_name(spec, LF_OF_ACTIONS, action)),
                      lf_rule_about(image, lf_name(image, LF_OF_ACTIONS, action)));
    compare_texts(lf_game_json(spec), lf_game_json(image));
    compare_texts(lf_game_disassembly(spec), lf_game_disassembly(image));
    lf_state_free(one);
    lf_state_free(other);
    lf_game_free(spec);
    lf_game_free(image);
}

static void test_the_same_language(void **state) {
    (void)state;
    for_all_games(same_language);
}

/* The bytes follow from the game: also from one that was an image, or a GameDef in memory. */
static void test_the_same_bytes(void **state) {
    (void)state;
    lf_game *spec = load(SMALL), *image = by_way_of_an_image(spec);
    char *json = lf_game_json(spec);
    lf_game *definition = load_bytes(json, strlen(json)), *from_it = by_way_of_an_image(definition);
    size_t size, again;
    char *bytes = image_of(spec, &size), *twice = image_of(image, &again);
    assert_int_equal(size, again);
    assert_memory_equal(bytes, twice, size);
    compare_texts(lf_game_json(from_it), json);
    lf_string_free(bytes);
    lf_string_free(twice);
    lf_game_free(spec);
    lf_game_free(image);
    lf_game_free(definition);
    lf_game_free(from_it);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(const char *path) {
    lf_game *spec = load(path);
    size_t size;
    char *bytes = image_of(spec, &size);
    double best = 1e9;
    for (int i = 0; i < 50; i++) {
        const double before = now();
        lf_game *game = load_bytes(bytes, size);
        const double taken = now() - before;
        best = taken < best ? taken : best;
        lf_game_free(game);
    }
    print_message("%-24s %8zu bytes, loads in %7.1f us\n", lf_game_id(spec), size, best * 1e6);
    lf_string_free(bytes);
    lf_game_free(spec);
}

/* Says how long it takes; a slow machine is no error. */
static void test_how_long_it_takes(void **state) {
    (void)state;
    for_all_games(measure);
}

/* ---- the description ---- */

static int by_offset(const void *a, const void *b) {
    const lf_image_field *const *one = a, *const *other = b;
    return (*one)->offset < (*other)->offset ? -1 : (*one)->offset > (*other)->offset;
}

static uint32_t aligned(uint32_t offset, uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

/* Between two fields lies nothing but what the alignment of the second asks for. */
static void check_struct(const lf_image_struct *of) {
    const lf_image_field *fields[FIELDS_MAX];
    uint32_t end = 0;
    assert_true(of->field_count <= FIELDS_MAX);
    for (uint32_t i = 0; i < of->field_count; i++)
        fields[i] = &of->fields[i];
    qsort(fields, of->field_count, sizeof *fields, by_offset);
    for (uint32_t i = 0; i < of->field_count; i++) {
        if (fields[i]->offset != aligned(end, fields[i]->alignment))
            fail_msg("%s has a field before `%s` that image_layout.c does not name", of->name,
                     fields[i]->name);
        end = fields[i]->offset + fields[i]->size;
        if (fields[i]->of != NULL)
            check_struct(fields[i]->of);
    }
    if (aligned(end, of->alignment) != of->size)
        fail_msg("%s has a field at its end that image_layout.c does not name", of->name);
}

static void test_no_field_is_forgotten(void **state) {
    (void)state;
    check_struct(&lf_image_of_game);
}

/* ---- bytes that are no image of ours ---- */

static void assert_refused(const char *bytes, size_t size, const char *words) {
    lf_diagnostics *problems = NULL;
    assert_null(lf_game_load_memory("bytes", bytes, size, &problems));
    assert_int_equal(lf_diagnostics_errors(problems), 1);
    if (strstr(lf_diagnostics_get(problems, 0).message, words) == NULL)
        fail_msg("\"%s\" is not about \"%s\"", lf_diagnostics_get(problems, 0).message, words);
    assert_string_equal(lf_diagnostics_get(problems, 0).code, "E0113");
    lf_diagnostics_free(problems);
}

static void test_every_byte_counts(void **state) {
    (void)state;
    lf_game *game = load(SMALL);
    size_t size;
    char *bytes = image_of(game, &size);
    for (size_t i = LF_IMAGE_MAGIC_BYTES; i < size; i++) {
        bytes[i] ^= 0x41;
        assert_refused(bytes, size, "");
        bytes[i] ^= 0x41;
    }
    for (size_t length = LF_IMAGE_MAGIC_BYTES; length < size; length++) {
        /* of its very length, so that a sanitizer sees a step beyond it */
        char *cut = malloc(length);
        assert_non_null(cut);
        memcpy(cut, bytes, length);
        assert_refused(cut, length, "");
        free(cut);
    }
    lf_string_free(bytes);
    lf_game_free(game);
}

static void test_wrong_headers(void **state) {
    (void)state;
    static const struct {
        size_t at;
        const char *words;
    } rows[] = {{8, "other tables"}, {32, "other tables"}, {48, "cut off"},
                {56, "cut off"},     {64, "cut off"},      {55, "cut off"}};
    lf_game *game = load(SMALL);
    size_t size;
    char *bytes = image_of(game, &size);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bytes[rows[i].at] ^= 1;
        mend_image(bytes, size);
        assert_refused(bytes, size, rows[i].words);
        bytes[rows[i].at] ^= 1;
    }
    lf_string_free(bytes);
    lf_game_free(game);
}

/* Behind the checksums: tables that hold anything at all. */
static void test_changed_tables(void **state) {
    (void)state;
    static const char *const games[] = {SMALL, GAMES "kuhn-poker" ENDING,
                                        GAMES "fire-in-the-lake" ENDING};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        lf_game *game = load(games[g]);
        size_t size;
        char *bytes = image_of(game, &size);
        lf_game_free(game);
        const size_t tables = table_bytes(bytes), step = tables > 1 << 16 ? tables / 41
                                                         : g == 0         ? 1
                                                                          : 7;
        uint64_t rng = 1;
        for (size_t i = 0; i < tables; i += step) {
            char *const at = bytes + LF_IMAGE_HEADER_BYTES + i, before = *at;
            *at = (char)lf_rng_next(&rng);
            mend_image(bytes, size);
            try_image(bytes, size, 12);
            *at = before;
        }
        mend_image(bytes, size);
        assert_true(try_image(bytes, size, 12));
        lf_string_free(bytes);
    }
}

/* ---- tables that the reader lets through and the verifier does not ---- */

static void too_many_cells(lf_game *game) {
    game->layout.cell_count = 1u << 30; /* times four: nothing, in 32 bits */
    lf_layout_fill(game);
}

static void sums_that_wrap(lf_game *game) {
    game->global_count = UINT32_MAX - game->seat_var_count;
}

static void prompts_that_are_missing(lf_game *game) {
    game->phases[0].prompt_count = 1;
    game->phases[0].prompts = NULL;
}

static void a_display_that_is_too_wide(lf_game *game) {
    const uint32_t registers = game->routines[game->displays[0].value].registers;
    game->displays[0].words = registers + 1;
}

static void an_action_of_no_kind(lf_game *game) {
    game->action_kinds =
        memset(lf_arena_alloc(game->arena, game->action_count), 0xff, game->action_count);
}

static void a_place_in_no_file(lf_game *game) {
    game->place_file_count = 0;
}

static void a_board_of_no_sort(lf_game *game) {
    game->board = (lf_board)77;
}

typedef struct {
    lf_arena *arena;
    const char *bytes;
    size_t size;
    void (*change)(lf_game *);
    bool refused;
} verification;

static void change_and_verify(void *context) {
    verification *given = context;
    lf_image_rest rest;
    char buffer[256];
    lf_game *game = lf_image_read(given->arena, given->bytes, given->size, &rest);
    assert_non_null(game);
    if (given->change != NULL)
        given->change(game);
    given->refused = lf_verify(game, buffer, sizeof buffer) != NULL;
}

static bool is_refused(const char *bytes, size_t size, void (*change)(lf_game *)) {
    verification given = {.arena = lf_arena_new(), .bytes = bytes, .size = size, .change = change};
    assert_true(lf_arena_try(given.arena, change_and_verify, &given));
    lf_arena_free(given.arena);
    return given.refused;
}

static void test_what_the_verifier_refuses(void **state) {
    (void)state;
    static void (*const changes[])(lf_game *) = {
        too_many_cells,           sums_that_wrap,
        prompts_that_are_missing, a_display_that_is_too_wide,
        an_action_of_no_kind,     a_place_in_no_file,
        a_board_of_no_sort};
    lf_game *game = load(GAMES "fire-in-the-lake" ENDING);
    size_t size;
    char *bytes = image_of(game, &size);
    lf_game_free(game);
    assert_false(is_refused(bytes, size, NULL));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (!is_refused(bytes, size, changes[i]))
            fail_msg("change %zu is not refused", i);
    lf_string_free(bytes);
}

/* A program that is not the one of the files: what needs the language says so, and the rest
 * plays. */
static void test_files_of_another_game(void **state) {
    (void)state;
    lf_game *game = load(SMALL);
    size_t size;
    char *bytes = image_of(game, &size), *at = NULL;
    static const char word[] = "crosses"; /* of the files, which come last */
    for (size_t i = 0; i + sizeof word < size; i++)
        if (memcmp(bytes + i, word, sizeof word - 1) == 0)
            at = bytes + i;
    assert_non_null(at);
    memcpy(at, "crosse.", sizeof word - 1);
    mend_image(bytes, size);
    lf_game *image = load_bytes(bytes, size);
    assert_non_null(image);
    lf_state *state_of_it = lf_state_new(image, NULL, NULL);
    lf_error error = {0};
    assert_null(lf_eval(state_of_it, "1", NULL, &error));
    assert_non_null(strstr(error.message, "image"));
    assert_null(lf_game_json(image));
    assert_null(lf_rule_text(state_of_it));
    assert_int_equal(lf_apply(state_of_it, 0), LF_OK);
    lf_state_free(state_of_it);
    lf_game_free(image);
    lf_string_free(bytes);
    lf_game_free(game);
}

/* Optimisations cannot be left out any more. */
static void test_an_image_is_compiled(void **state) {
    (void)state;
    lf_game *game = load(SMALL);
    size_t size;
    char *bytes = image_of(game, &size), path[] = "/tmp/ludoforge-image-XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    lf_diagnostics *problems = NULL;
    assert_null(lf_game_load_without(path, "all", &problems));
    assert_string_equal(lf_diagnostics_get(problems, 0).code, "E0113");
    lf_diagnostics_free(problems);
    lf_game *again = load(path);
    assert_true(lf_game_identity(again) == lf_game_identity(game));
    remove(path);
    lf_game_free(again);
    lf_string_free(bytes);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_field_is_forgotten),
        cmocka_unit_test(test_the_same_game),
        cmocka_unit_test(test_saves_fit),
        cmocka_unit_test(test_the_same_language),
        cmocka_unit_test(test_the_same_bytes),
        cmocka_unit_test(test_how_long_it_takes),
        cmocka_unit_test(test_every_byte_counts),
        cmocka_unit_test(test_wrong_headers),
        cmocka_unit_test(test_changed_tables),
        cmocka_unit_test(test_what_the_verifier_refuses),
        cmocka_unit_test(test_files_of_another_game),
        cmocka_unit_test(test_an_image_is_compiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
