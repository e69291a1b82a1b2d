/* test_option_ids.c: options are named by ids that do not change with the words, and the ids of the
 * bundled games are promises: tests/fixtures/ids/GAME.txt lists them, and none that stands there
 * may ever go.
 *
 * A new id is added on purpose: `LUDOFORGE_IDS=add build/tests/test_option_ids` writes it down, and
 * with LUDOFORGE_IDS=complete one that is not written down fails, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/session/record.h"
#include "ludoforge_session.h"

#include <cmocka.h>

#include "bundled_games.h"

/* ---- small games ---- */

static void write_spec(char *folder, char path[64], const char *more, const char *effects) {
    assert_non_null(mkdtemp(folder));
    snprintf(path, 64, "%s/ids.game-spec.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "```yaml\n"
            "metadata: {id: ids, name: Ids}\n"
            "seats: [Red, Blue]\n"
            "turnStructure: {phases: [{id: main}]}\n"
            "globalVars: [{name: gold, type: int, max: 1000}]\n"
            "terminal: {checkpoints: [{id: rich, when: gold >= 1000, draw: true}]}\n"
            "%s\n"
            "actions:\n"
            "  - id: act\n"
            "    phase: main\n"
            "    effects: |\n"
            "%s\n"
            "```\n",
            more, effects);
    assert_int_equal(fclose(file), 0);
}

static lf_game *compile(const char *more, const char *effects) {
    char folder[] = "/tmp/ludoforge-ids-XXXXXX", path[64];
    lf_diagnostics *problems = NULL;
    write_spec(folder, path, more, effects);
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    unlink(path);
    rmdir(folder);
    return game;
}

/* The first decision has exactly these ids, in this order. */
static void expect_ids(const lf_game *game, const char *const *ids, int count) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    lf_decision *decision = lf_decision_new(state);
    assert_int_equal(decision->count, count);
    for (int i = 0; i < count; i++) {
        assert_string_equal(decision->options[i].id, ids[i]);
        assert_int_equal(lf_find_option(state, ids[i]), i);
        assert_int_equal(lf_find_option(state, decision->options[i].label), i);
    }
    lf_decision_free(decision);
    lf_state_free(state);
}

static void test_an_id_is_the_kebab_case_of_the_label(void **unused) {
    (void)unused;
    lf_game *game = compile("", "      let s = gold + 1\n"
                                "      choose \"What?\"\n"
                                "        option \"Remove Terror\": gold = 1\n"
                                "        option \"  A -- b?! (C3) \": gold = 2\n"
                                "        option \"Take {s} of {gold + 1}\": gold = 3\n"
                                "        option \"7\": gold = 4\n"
                                "        option \"Hu\xe1\xba\xbf, 2\": gold = 5\n"
                                "        option \"Done\": gold = 6\n");
    static const char *const ids[] = {"remove-terror", "a-b-c3", "take-s-of-gold-1", "7",
                                      "hu-2",          "done"};
    expect_ids(game, ids, 6);
    assert_int_equal(lf_count(game, LF_OF_MENU_OPTIONS), 6);
    for (int i = 0; i < 6; i++)
        assert_true(lf_find(game, LF_OF_MENU_OPTIONS, ids[i]) >= 0);
    for (int i = 1; i < 6; i++)
        assert_true(strcmp(lf_name(game, LF_OF_MENU_OPTIONS, i - 1),
                           lf_name(game, LF_OF_MENU_OPTIONS, i)) < 0);
    lf_game_free(game);
}

/* The words may change, the id stays; it may be longer than any buffer. */
static void test_a_declared_id_stays(void **unused) {
    (void)unused;
    static const char long_id[] =
        "an-id-that-is-longer-than-sixty-three-bytes-so-that-nobody-can-cut-it-off-in-silence";
    char effects[1024];
    snprintf(effects, sizeof effects,
             "      choose \"What?\"\n"
             "        option remove-terror \"Take the marker away\": gold = 1\n"
             "        option done \"That will do\": gold = 2\n"
             "        option %s \"Long\": gold = 3\n",
             long_id);
    lf_game *game = compile("", effects);
    expect_ids(game, (const char *const[]){"remove-terror", "done", long_id}, 3);
    lf_game_free(game);
}

/* A way out is `done`, unless something that can be chosen is called so. */
static void test_ways_out(void **unused) {
    (void)unused;
    static const char *const choice = "      loop\n"
                                      "        choose s in spaces or done \"Enough\"\n"
                                      "        log \"{s}\"\n";
    lf_game *game = compile("spaces: [{id: hill}, {id: yard}]", choice);
    expect_ids(game, (const char *const[]){"hill", "yard", "done"}, 3);
    lf_game_free(game);
    game = compile("spaces: [{id: done-2}, {id: done}]", choice);
    expect_ids(game, (const char *const[]){"done-2", "done", "done-3"}, 3);
    assert_string_equal(lf_name(game, LF_OF_MENU_OPTIONS, 0), "done-3");
    lf_game_free(game);
}

/* ---- ids that options once had ---- */

static const char renamed[] = "      choose \"What?\"\n"
                              "        option knights \"Knights\" when gold == 0: gold = 1\n"
                              "        option archers \"Archers\" when gold > 0: gold = 2\n"
                              "        option five-gold \"Five gold\": gold = 5\n";

static void test_former_ids_still_find_options(void **unused) {
    (void)unused;
    lf_game *game =
        compile("optionAliases: {gold-5: five-gold, first: [archers, knights]}", renamed);
    expect_ids(game, (const char *const[]){"knights", "five-gold"}, 2);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_int_equal(lf_find_option(state, "first"), 0);
    assert_int_equal(lf_find_option(state, "gold-5"), 1);
    assert_int_equal(lf_find_option_id(state, "gold-5"), 1);
    assert_int_equal(lf_find_option_id(state, "Five gold"), LF_NO_OPTION);
    assert_int_equal(lf_apply(state, lf_find_option(state, "first")), LF_OK);
    assert_int_equal(lf_find_option(state, "first"), 0); /* the archers now */
    assert_int_equal(lf_find_option(state, "knights"), LF_NO_OPTION);
    lf_state_free(state);
    assert_int_equal(lf_count(game, LF_OF_MENU_OPTIONS), 3);
    assert_string_equal(
        lf_name(game, LF_OF_MENU_OPTIONS, lf_find(game, LF_OF_MENU_OPTIONS, "gold-5")),
        "five-gold");
    size_t size = 0;
    char *image = lf_game_image(game, &size), *json = lf_game_json(game);
    lf_game *again[] = {lf_game_load_memory("image", image, size, NULL),
                        lf_game_load_memory("json", json, strlen(json), NULL)};
    for (int i = 0; i < 2; i++) {
        state = lf_state_new(again[i], NULL, NULL);
        assert_int_equal(lf_find_option(state, "first"), 0);
        lf_state_free(state);
        lf_game_free(again[i]);
    }
    lf_string_free(json);
    lf_string_free(image);
    lf_game_free(game);
}

/* The record says of its decision `name`, which is not longer than the id. */
static bool verified_with_name(const lf_game *game, const char *written, const char *name) {
    static const char id[] = "\"five-gold\"";
    char *text = strdup(written), *at = strstr(text, id);
    lf_error error = {0};
    size_t decisions = 0;
    record r;
    assert_non_null(at);
    memset(at, ' ', strlen(id));
    memcpy(at, name, strlen(name));
    json_t *object = json_loads(text, 0, NULL);
    assert_true(lf_record_from_json(&r, object, &error));
    const bool good = lf_record_verify(&r, game, &decisions, &error);
    lf_record_close(&r);
    json_decref(object);
    free(text);
    return good;
}

/* A record that names options by their former ids is the same game. */
static void test_records_with_former_ids(void **unused) {
    (void)unused;
    lf_game *game = compile("optionAliases: {gold-5: five-gold}", renamed);
    lf_error error = {0};
    lf_session *session = lf_session_new(game, "ids");
    assert_int_equal(lf_session_start(session, NULL, &error), LF_OK);
    lf_session_set_confirm(session, false);
    assert_int_equal(lf_session_apply(session, 1, false, &error), LF_OK);
    char *written = lf_session_record_json(session);
    assert_true(verified_with_name(game, written, "\"five-gold\""));
    assert_true(verified_with_name(game, written, "\"gold-5\""));
    assert_false(verified_with_name(game, written, "\"gold-6\""));
    lf_string_free(written);
    lf_session_free(session);
    lf_game_free(game);
}

static void expect_problem(const char *aliases, const char *words) {
    char folder[] = "/tmp/ludoforge-ids-XXXXXX", path[64];
    lf_diagnostics *problems = NULL;
    write_spec(folder, path, aliases, renamed);
    assert_null(lf_game_load(path, &problems));
    char *text = lf_diagnostics_text(problems, false);
    if (strstr(text, words) == NULL)
        fail_msg("%s", text);
    lf_string_free(text);
    lf_diagnostics_free(problems);
    unlink(path);
    rmdir(folder);
}

static void test_wrong_aliases(void **unused) {
    (void)unused;
    expect_problem("optionAliases: {gold-5: five-golf}",
                   "no option of a menu has the id `five-golf`");
    expect_problem("optionAliases: {gold-5: five-golf}", "did you mean `five-gold`?");
    expect_problem("optionAliases: {archers: [knights]}",
                   "a menu has both the option `archers` and the option `knights`");
    expect_problem("optionAliases: {gold-5: {id: five-gold}}",
                   "the id of an option must be a text, not a map");
}

/* ---- the bundled games ---- */

static const struct {
    const char *word;
    lf_catalogue of;
} sorts[] = {
    {"seat", LF_OF_SEATS},           {"zone", LF_OF_ZONES},
    {"stack", LF_OF_STACKS},         {"card", LF_OF_CARDS},
    {"card-part", LF_OF_CARD_PARTS}, {"piece", LF_OF_KINDS},
    {"global", LF_OF_GLOBALS},       {"seat-variable", LF_OF_SEAT_VARS},
    {"phase", LF_OF_PHASES},         {"space-variable", LF_OF_SPACE_VARS},
    {"action", LF_OF_ACTIONS},       {"scenario", LF_OF_SCENARIOS},
    {"option", LF_OF_OPTIONS},       {"checkpoint", LF_OF_CHECKPOINTS},
    {"menu", LF_OF_MENU_OPTIONS},
};
enum { SORTS = sizeof sorts / sizeof *sorts, LINES_MAX = 4096, LINE_SIZE = 160 };

typedef struct {
    char at[LINES_MAX][LINE_SIZE];
    int count;
} lines;

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void read_lines(lines *list, const char *path) {
    FILE *file = fopen(path, "r");
    list->count = 0;
    while (file != NULL && list->count < LINES_MAX &&
           fgets(list->at[list->count], LINE_SIZE, file) != NULL) {
        list->at[list->count][strcspn(list->at[list->count], "\n")] = '\0';
        list->count++;
    }
    if (file != NULL)
        fclose(file);
}

static void list_ids(lines *list, const lf_game *game) {
    list->count = 0;
    for (int s = 0; s < SORTS; s++)
        for (int i = 0; i < lf_count(game, sorts[s].of); i++) {
            assert_true(list->count < LINES_MAX);
            const int length = snprintf(list->at[list->count++], LINE_SIZE, "%s %s", sorts[s].word,
                                        lf_name(game, sorts[s].of, i));
            assert_in_range(length, 1, LINE_SIZE - 1);
        }
    qsort(list->at, (size_t)list->count, LINE_SIZE, by_text);
}

/* A former id of an option still keeps its promise. */
static bool is_former_id(const lf_game *game, const char *line) {
    static const char menu[] = "menu ";
    return game != NULL && strncmp(line, menu, strlen(menu)) == 0 &&
           lf_find(game, LF_OF_MENU_OPTIONS, line + strlen(menu)) >= 0;
}

/* How many lines of `from` are not in `in`, which is sorted, nor former ids of `kept`; they are
 * printed, and with `to` written there. */
static int missing(const lines *from, const lines *in, const lf_game *kept, const char *game,
                   const char *why, FILE *to) {
    int count = 0;
    for (int i = 0; i < from->count; i++)
        if (bsearch(from->at[i], in->at, (size_t)in->count, LINE_SIZE, by_text) == NULL &&
            !is_former_id(kept, from->at[i])) {
            count++;
            if (to != NULL)
                fprintf(to, "%s\n", from->at[i]);
            else
                print_error("%s: %s: %s\n", game, from->at[i], why);
        }
    return count;
}

static void add_to(const char *path, lines *promised, const lines *now) {
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    missing(now, promised, NULL, "", "", file);
    assert_int_equal(fclose(file), 0);
    read_lines(promised, path);
    qsort(promised->at, (size_t)promised->count, LINE_SIZE, by_text);
    file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < promised->count; i++)
        fprintf(file, "%s\n", promised->at[i]);
    assert_int_equal(fclose(file), 0);
}

static void test_bundled_ids_are_kept(void **unused) {
    (void)unused;
    static lines promised, now;
    const char *mode = getenv("LUDOFORGE_IDS");
    int lost = 0, new = 0;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        char spec[128], path[128];
        lf_diagnostics *problems = NULL;
        snprintf(spec, sizeof spec, "data/games/%s.game-spec.md", bundled_games[g]);
        snprintf(path, sizeof path, "tests/fixtures/ids/%s.txt", bundled_games[g]);
        lf_game *game = lf_game_load(spec, &problems);
        lf_diagnostics_free(problems);
        assert_non_null(game);
        list_ids(&now, game);
        read_lines(&promised, path);
        if (mode != NULL && strcmp(mode, "add") == 0)
            add_to(path, &promised, &now);
        assert_true(promised.count > 0);
        lost += missing(&promised, &now, game, bundled_games[g], "this id is promised and is gone",
                        NULL);
        if (mode != NULL)
            new += missing(&now, &promised, NULL, bundled_games[g],
                           "this id is new: LUDOFORGE_IDS=add writes it down", NULL);
        lf_game_free(game);
    }
    assert_int_equal(lost, 0);
    assert_int_equal(new, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_id_is_the_kebab_case_of_the_label),
        cmocka_unit_test(test_a_declared_id_stays),
        cmocka_unit_test(test_ways_out),
        cmocka_unit_test(test_former_ids_still_find_options),
        cmocka_unit_test(test_records_with_former_ids),
        cmocka_unit_test(test_wrong_aliases),
        cmocka_unit_test(test_bundled_ids_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
