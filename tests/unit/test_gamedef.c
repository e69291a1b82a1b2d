/* test_gamedef.c: a game as a GameDef: that it is canonical, that loading it gives the same game
 * again, that both spellings of a behaviour come out alike, and that a wrong GameDef is refused. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/base.h"
#include "ludoforge.h"

#include <cmocka.h>

/* ---- files and games ---- */

static char folder[] = "/tmp/ludoforge-gamedef-XXXXXX";

static int use_own_allocator_and_folder(void **state) {
    (void)state;
    json_set_alloc_funcs(lf_malloc, lf_free);
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command); /* NOLINT(cert-env33-c): our own scratch folder */
}

static const char *write_file(const char *name, const char *text) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    lf_text text = {0};
    char buffer[4096];
    if (file == NULL)
        fail_msg("cannot read %s", path);
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;)
        lf_text_add(&text, buffer, got);
    fclose(file);
    return text.data;
}

static lf_game *load(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL) {
        char *text = lf_diagnostics_text(problems, false);
        print_error("%s\n", text);
        lf_string_free(text);
        fail_msg("%s does not load", path);
    }
    lf_diagnostics_free(problems);
    return game;
}

static lf_game *load_text(const char *name, const char *text) {
    return load(write_file(name, text));
}

/* The GameDef of a spec in the test. */
static char *json_of(const char *spec) {
    lf_game *game = load_text("spec.yaml", spec);
    char *text = lf_game_json(game);
    lf_game_free(game);
    assert_non_null(text);
    return text;
}

/* ---- there and back ---- */

/* Any option will do, as long as both games get the same. */
static void plays_alike(const lf_game *a, const lf_game *b, int scenario, uint64_t seed) {
    const lf_setup setup = {.scenario = lf_name(a, LF_OF_SCENARIOS, scenario), .seed = seed};
    lf_state *one = lf_state_new(a, &setup, NULL), *other = lf_state_new(b, &setup, NULL);
    assert_non_null(one);
    assert_non_null(other);
    for (int turn = 0; turn < 200 && !lf_terminal(one, NULL); turn++) {
        int count = lf_legal_count(one);
        assert_int_equal(count, lf_legal_count(other));
        assert_true(count > 0);
        int option = (int)((seed * 7919 + (uint64_t)turn * 104729) % (uint64_t)count);
        assert_int_equal(lf_apply(one, option), lf_apply(other, option));
        assert_true(lf_hash(one) == lf_hash(other));
    }
    lf_state_free(one);
    lf_state_free(other);
}

/* The games of tests need not make sense, so that not all can be played. */
static void comes_back(const char *path, bool playable) {
    lf_game *game = load(path);
    char *text = lf_game_json(game), *again = lf_game_json(game);
    assert_non_null(text);
    assert_string_equal(text, again);
    lf_game *same = load_text("game.json", text);
    char *back = lf_game_json(same);
    assert_string_equal(text, back);
    assert_true(lf_game_identity(game) == lf_game_identity(same));
    assert_string_equal(lf_game_title(game), lf_game_title(same));
    for (int s = 0; playable && s < lf_count(game, LF_OF_SCENARIOS); s++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            plays_alike(game, same, s, seed);
    lf_string_free(text);
    lf_string_free(again);
    lf_string_free(back);
    lf_game_free(game);
    lf_game_free(same);
}

static void bundled_games_come_back(void **state) {
    (void)state;
    glob_t games;
    assert_int_equal(glob("data/games/*.game-spec.md", 0, NULL, &games), 0);
    for (size_t i = 0; i < games.gl_pathc; i++)
        comes_back(games.gl_pathv[i], true);
    globfree(&games);
}

/* The examples of the manual have every section. */
static void all_sections_come_back(void **state) {
    (void)state;
    comes_back("docs/sections.md", false);
}

/* ---- the fragments of the requirement documents ---- */

#define FRAGMENTS "tests/fixtures/requirements/"

/* A line of the frame that is `@NAME` stands for a fragment, which is moved to the indentation of
 * that line. */
static void add_fragment(lf_text *out, const char *line, size_t length) {
    char path[160];
    const char *name = memchr(line, '@', length);
    const int indent = (int)(name - line);
    snprintf(path, sizeof path, FRAGMENTS "%.*s.yaml", (int)(length - (size_t)indent - 1),
             name + 1);
    char *text = read_file(path);
    const size_t own = strspn(text, " ");
    char *rest = NULL;
    for (char *row = strtok_r(text, "\n", &rest); row != NULL; row = strtok_r(NULL, "\n", &rest))
        lf_text_printf(out, "%*s%s\n", indent, "", row + own);
    lf_string_free(text);
}

static char *fill_frame(const char *frame) {
    lf_text text = {0};
    for (const char *line = frame; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        if (line[strspn(line, " ")] == '@')
            add_fragment(&text, line, length);
        else
            lf_text_printf(&text, "%.*s\n", (int)length, line);
    }
    return text.data;
}

/* clang-format off */
static const char requirements[] =
    "metadata: {id: fragments, name: Fragments}\n"
    "seats: [a, b, c, d]\n"
    "turnStructure:\n"
    "  @43-phase-sequence-after\n"
    "globalVars:\n"
    "  @43-global-variables\n"
    "  @44-ticket-003-current\n"
    "  @44-ticket-004-step-a\n"
    "cardAttributes: [{name: period, type: ['1964', '1965', '1968'], default: '1964'}]\n"
    "cards:\n"
    "  - {id: card-121, metadata: {period: '1965'}}\n"
    "  - id: card-122\n"
    "    @44-ticket-005-card-period\n"
    "  - {id: card-123}\n"
    "  - {id: card-124}\n"
    "  - {id: card-129}\n"
    "zones: [{id: deck, holds: cards}]\n"
    "actions:\n"
    "  @44-ticket-004-current\n"
    "  - id: pivotalEventOnce\n"
    "    phase: main\n"
    "    params: [{name: eventCardId, domain: {query: enums, values: [card-121, card-122, "
    "card-123, card-124]}}]\n"
    "    @44-ticket-004-step-b\n"
    "    @44-ticket-004-step-c\n"
    "scenarioFields:\n"
    "  deckComposition:\n"
    "    fields:\n"
    "      pileCount: int\n"
    "      eventsPerPile: int\n"
    "      coupsPerPile: int\n"
    "      excludedCardIds: {list: card, optional: true}\n"
    "      periodFilter:\n"
    "        optional: true\n"
    "        fields:\n"
    "          enabled: boolean\n"
    "          pileAssignments: {list: {fields: {piles: {list: int}, period: string}}}\n"
    "dataAssets:\n"
    "  - id: full\n"
    "    kind: scenario\n"
    "    payload:\n"
    "      @44-ticket-005-step-d-full\n"
    "  - id: medium\n"
    "    kind: scenario\n"
    "    payload:\n"
    "      initialTrackValues:\n"
    "        @44-ticket-003-medium\n"
    "      @44-ticket-002-medium\n"
    "terminal:\n"
    "  checkpoints: [{id: over, when: leaderBoxCardCount == 8}]\n"
    "  margins: [{seat: a, value: 1}, {seat: b, value: 2}, {seat: c, value: 3}, {seat: d, value: "
    "4}]\n"
    "  @section7-5-tie-break-required\n";
/* clang-format on */

static void requirement_fragments_come_back(void **state) {
    (void)state;
    char *spec = fill_frame(requirements);
    comes_back(write_file("fragments.yaml", spec), false);
    lf_string_free(spec);
}

/* ---- what is written ---- */

/* clang-format off */
static const char frame[] =
    "metadata: {name: 1965, id: sample, version: 007}\n"
    "seats: [Red, Blue]\n"
    "options: [{id: fast, type: boolean, default: false}]\n"
    "enums: {wind: [calm, storm], tide: [low, high]}\n"
    "pieces: [{id: red-discs, seat: Red, type: discs, count: 5, supply: box}]\n"
    "pieceGroups: {men: discs, all-men: men}\n"
    "zones: [{id: box}]\n"
    "map: {grid: {columns: 2, rows: 2}, directions: {south: [0, -1], north: [0, 1], east: [1, "
    "0]}}\n"
    "globalVars: [{name: gold, type: int, init: 3}, {name: weather, type: wind}]\n"
    "turnStructure: {phases: [{id: main, onExit: ~}]}\n";
/* clang-format on */

static const char quiet[] = "actions: [{id: pass, phase: main, effects: []}]\n";

static char *json_with(const char *rules) {
    lf_text spec = {0};
    lf_text_printf(&spec, "%s%s", frame, rules);
    char *text = json_of(spec.data);
    lf_text_free(&spec);
    return text;
}

/* The JSON of one place of a GameDef: sections, keys and indices, `actions.0.pre`. */
static json_t *at(json_t *document, const char *place) {
    char copy[128], *rest = NULL;
    json_t *here = document;
    assert_true(strlen(place) < sizeof copy);
    strcpy(copy, place);
    for (char *step = strtok_r(copy, ".", &rest); step != NULL; step = strtok_r(NULL, ".", &rest))
        here = json_is_array(here) ? json_array_get(here, (size_t)atoi(step))
                                   : json_object_get(here, step);
    return here;
}

static void expect_at(const char *game_def, const char *place, const char *expected) {
    json_t *document = json_loads(game_def, 0, NULL), *value = at(document, place);
    char *found = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (found == NULL)
        fail_msg("there is nothing at %s", place);
    assert_string_equal(found, expected);
    free(found);
    json_decref(document);
}

static void expect_json(const char *rules, const char *place, const char *expected) {
    char *text = json_with(rules);
    expect_at(text, place, expected);
    lf_string_free(text);
}

static void text_is_canonical(void **state) {
    (void)state;
    char *text = json_with(quiet);
    static const char head[] =
        "{\n  \"actions\": [\n    {\n      \"effects\": [],\n      \"id\": \"pass\",\n";
    assert_memory_equal(text, head, sizeof head - 1);
    assert_string_equal(text + strlen(text) - 3, "\n}\n");
    lf_string_free(text);
}

static void head_is_new(void **state) {
    (void)state;
    char *one = json_with(quiet);
    char *other = json_with("gameDef: {format: 1, compiler: older}\n"
                            "actions: [{phase: main, effects: [], 'id': \"pass\"}]\n");
    assert_string_equal(one, other);
    expect_at(one, "gameDef.format", "1");
    json_t *document = json_loads(one, 0, NULL);
    assert_string_equal(json_string_value(at(document, "gameDef.compiler")), lf_version());
    assert_int_equal(strlen(json_string_value(at(document, "gameDef.specHash"))), 16);
    json_decref(document);
    lf_string_free(one);
    lf_string_free(other);
}

static void hash_follows_the_content(void **state) {
    (void)state;
    char *one = json_with(quiet),
         *other = json_with("actions: [{id: rest, phase: main, effects: []}]\n");
    const char *a = strstr(one, "specHash"), *b = strstr(other, "specHash");
    assert_memory_not_equal(a, b, strlen("specHash\": \"0123456789abcdef"));
    lf_string_free(one);
    lf_string_free(other);
}

/* Numbers are numbers, but not in texts for people; null behaviours are absent. */
static void scalars(void **state) {
    (void)state;
    expect_json(quiet, "metadata", "{\"id\":\"sample\",\"name\":\"1965\",\"version\":\"007\"}");
    expect_json(quiet, "globalVars.0", "{\"init\":3,\"name\":\"gold\",\"type\":\"int\"}");
    expect_json(quiet, "options.0.default", "false");
    expect_json(quiet, "turnStructure.phases.0", "{\"id\":\"main\"}");
}

static void several_names_are_several_entries(void **state) {
    (void)state;
    const char *rules =
        "actions: [{id: pass, phase: main, effects: 'activePlayer.hail = 2'}]\n"
        "seatVars: [{name: [rain, hail], type: int, max: 4}, {name: snow, type: int}]\n";
    expect_json(rules, "seatVars.0", "{\"max\":4,\"name\":\"rain\",\"type\":\"int\"}");
    expect_json(rules, "seatVars.1", "{\"max\":4,\"name\":\"hail\",\"type\":\"int\"}");
    expect_json(rules, "seatVars.2", "{\"name\":\"snow\",\"type\":\"int\"}");
}

static void order_that_counts_is_kept(void **state) {
    (void)state;
    expect_json(quiet, "map.directions", "{\"south\":[0,-1],\"north\":[0,1],\"east\":[1,0]}");
    expect_json(quiet, "enums", "{\"wind\":[\"calm\",\"storm\"],\"tide\":[\"low\",\"high\"]}");
    expect_json(quiet, "pieceGroups", "{\"men\":\"discs\",\"all-men\":\"men\"}");
}

static void names_say_what_they_are(void **state) {
    (void)state;
    static const char rules[] = "actions:\n"
                                "  - id: build\n"
                                "    phase: main\n"
                                "    params: [{name: s, domain: spaces where any men in s, prompt: "
                                "\"Where, {activePlayer}?\"}]\n"
                                "    pre: fast and weather == calm\n"
                                "    effects: |\n"
                                "      let n = gold\n"
                                "      for p in seats: activePlayer = p\n"
                                "      place n discs from box to s\n";
    expect_json(rules, "actions.0.params.0.domain",
                "{\"select\":{\"bind\":\"s\",\"in\":\"spaces\",\"where\":{\"any\":{\"in\":{"
                "\"name\":\"s\",\"ref\":"
                "\"binding\"},\"pieces\":\"men\"}}}}");
    expect_json(rules, "actions.0.params.0.prompt",
                "{\"text\":[\"Where, \",{\"ref\":\"activePlayer\"},\"?\"]}");
    expect_json(rules, "actions.0.pre",
                "{\"args\":[{\"name\":\"fast\",\"ref\":\"option\"},{\"left\":{\"name\":\"weather\","
                "\"ref\":\"globalVar\"},"
                "\"op\":\"==\",\"right\":\"calm\"}],\"op\":\"and\"}");
    expect_json(rules, "actions.0.effects.0.let.value",
                "{\"name\":\"gold\",\"ref\":\"globalVar\"}");
    expect_json(
        rules, "actions.0.effects.1.forEach.effects.0.set",
        "{\"target\":{\"ref\":\"activePlayer\"},\"to\":{\"name\":\"p\",\"ref\":\"binding\"}}");
    expect_json(rules, "actions.0.effects.2.place",
                "{\"count\":{\"name\":\"n\",\"ref\":\"binding\"},\"from\":\"box\",\"pieces\":"
                "\"discs\",\"to\":{\"name\":\"s\","
                "\"ref\":\"binding\"}}");
}

/* ---- both spellings ---- */

/* clang-format off */
static const struct {
    const char *notation, *ast;
} spellings[] = {
    {"actions: [{id: a, phase: main, pre: gold > 0 and weather == storm, effects: gold = 0}]\n",
     "actions: [{id: a, phase: main, effects: [{setVar: {scope: global, var: gold, value: 0}}], "
     "pre: {op: and, args: ["
     "{op: '>', left: {ref: gvar, var: gold}, right: 0}, {op: '==', left: {ref: globalVar, name: "
     "weather}, right: storm}]}}]\n"},
    {"actions: [{id: a, phase: main, params: [{name: s, domain: spaces where s.row == 1}], "
     "effects: place a discs in s}]\n"
     "functions: {a: 1 + gold + 2}\n",
     "actions: [{id: a, phase: main, params: [{name: s, domain: {select: {bind: s, in: spaces, "
     "where:"
     " {op: '==', left: {ref: prop, name: row, of: s}, right: 1}}}}], effects: [{place: {count: "
     "a, pieces: discs, to: s}}]}]\n"
     "functions: {a: {op: +, args: [1, {ref: globalVar, name: gold}, 2]}}\n"},
    {"actions: [{id: a, phase: main, effects: \"if fast: pay(free: true, n: 2)\\nelse: pay(1)\"}]\n"
     "procedures: {'pay(n, free = false)': 'if not free: gold -= n'}\n",
     "actions: [{id: a, phase: main, effects: {if: {condition: {ref: option, name: fast}, then: "
     "[{call: pay, with: {n: 2, free: true}}],"
     " else: [{call: pay, args: [1]}]}}}]\n"
     "procedures: {'pay(n, free = false)': [{if: {condition: {op: not, arg: free}, then: "
     "[{subtract: {target: gold, by: n}}]}}]}\n"},
};
/* clang-format on */

static void both_spellings_are_one_game(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(spellings); i++) {
        char *notation = json_with(spellings[i].notation), *ast = json_with(spellings[i].ast);
        assert_string_equal(notation, ast);
        lf_game *one = load_text("one.json", notation), *other = load_text("other.json", ast);
        assert_true(lf_game_identity(one) == lf_game_identity(other));
        lf_game_free(one);
        lf_game_free(other);
        lf_string_free(notation);
        lf_string_free(ast);
    }
}

/* ---- depth ---- */

static void rule_comes_back(const char *before, const char *each, int times, const char *after) {
    lf_text spec = {0};
    lf_text_printf(&spec, "%s%sfunctions:\n  deep: %s", frame, quiet, before);
    for (int i = 0; i < times; i++)
        lf_text_addz(&spec, each);
    lf_text_printf(&spec, "%s\n", after);
    comes_back(write_file("deep.yaml", spec.data), false);
    lf_text_free(&spec);
}

static void effects_come_back(const char *first, const char *each, int times) {
    lf_text spec = {0};
    lf_text_printf(&spec, "%s%sprocedures:\n  ladder: |\n%s", frame, quiet, first);
    for (int i = 0; i < times; i++)
        lf_text_addz(&spec, each);
    comes_back(write_file("ladder.yaml", spec.data), false);
    lf_text_free(&spec);
}

/* What the notation takes nests deeper as JSON. */
static void long_and_deep_rules_come_back(void **state) {
    (void)state;
    rule_comes_back("gold", " + 1", 240, "");
    rule_comes_back("gold", " + 1 - 1", 120, "");
    rule_comes_back("gold", " * 1 - 1", 120, "");
    rule_comes_back("", "not (", 45, "fast)))))))))))))))))))))))))))))))))))))))))))))");
    rule_comes_back("", "if gold == 1 then fast else ", 240, "fast");
    effects_come_back("      if gold == 9: gold += 1\n", "      else if gold == 1: gold += 2\n",
                      240);
}

/* ---- wrong GameDefs ---- */

/* Replaces a part of the GameDef of a sound game, and says which codes come of it. */
static void expect_refusal(const char *old, const char *new, const char *codes) {
    static const char rules[] =
        "actions: [{id: pass, phase: main, pre: gold > 2, effects: gold += 1}]\n";
    char *text = json_with(rules), *place = strstr(text, old);
    lf_text changed = {0}, found = {0};
    lf_diagnostics *problems = NULL;
    if (place == NULL)
        fail_msg("the GameDef has no %s", old);
    lf_text_printf(&changed, "%.*s%s%s", (int)(place - text), text, new, place + strlen(old));
    lf_game *game = lf_game_load(write_file("wrong.json", changed.data), &problems);
    assert_null(game);
    for (int i = 0; i < lf_diagnostics_count(problems); i++) {
        const lf_problem problem = lf_diagnostics_get(problems, i);
        assert_non_null(strstr(problem.file, "wrong.json"));
        assert_true(problem.line > 0);
        if (problem.is_error)
            lf_text_printf(&found, "%s%s", found.length > 0 ? " " : "", problem.code);
    }
    assert_string_equal(found.data, codes);
    lf_diagnostics_free(problems);
    lf_text_free(&changed);
    lf_text_free(&found);
    lf_string_free(text);
}

static void wrong_game_defs_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *old, *new, *codes;
    } rows[] = {
        {"\"format\": 1", "\"format\": 2", "E0431"},
        {"\"format\": 1", "\"format\": \"1\"", "E0404"},
        {"\"format\": 1,", "", "E0403"},
        {"\"compiler\"", "\"compilers\"", "E0402"},
        {"\"metadata\"", "\"metaData\"", "E0141"},
        {"\"op\": \">\"", "\"op\": \"=>\"", "E0307"},
        {"\"globalVar\"", "\"global\"", "E0307"},
        {"\"add\"", "\"adds\"", "E0302"},
        {"\"by\": 1", "\"by\": true", "E0503"},
        {"\"name\": \"gold\"", "\"name\": \"gould\"", "E0501"},
        {"\"id\": \"pass\"", "\"id\": \"pass\", \"id\": \"pass\"", "E0122"},
        {"\"effects\": [", "\"effects\": [[", "E0120"},
        {"\"specHash\": \"", "\"specHash\": \"0", "E0440"},
        {"\"by\": 1", "\"by\": 2", "E0440"},
        {"\"id\": \"pass\"", "\"id\": \"rest\"", "E0440"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        expect_refusal(rows[i].old, rows[i].new, rows[i].codes);
}

/* ---- memory ---- */

static void running_out_of_memory_is_no_crash(void **state) {
    (void)state;
    lf_game *game = load("docs/sections.md");
    char *text = NULL;
    /* the early ones all, the later ones in samples */
    for (uint64_t n = 1; text == NULL; n += 1 + n / 50) {
        lf_fail_allocation_at(n);
        text = lf_game_json(game);
        lf_fail_allocation_at(0);
        assert_true(n < 1000000);
    }
    char *whole = lf_game_json(game);
    assert_string_equal(text, whole);
    lf_string_free(text);
    lf_string_free(whole);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundled_games_come_back),
        cmocka_unit_test(all_sections_come_back),
        cmocka_unit_test(requirement_fragments_come_back),
        cmocka_unit_test(text_is_canonical),
        cmocka_unit_test(head_is_new),
        cmocka_unit_test(hash_follows_the_content),
        cmocka_unit_test(scalars),
        cmocka_unit_test(several_names_are_several_entries),
        cmocka_unit_test(order_that_counts_is_kept),
        cmocka_unit_test(names_say_what_they_are),
        cmocka_unit_test(both_spellings_are_one_game),
        cmocka_unit_test(long_and_deep_rules_come_back),
        cmocka_unit_test(wrong_game_defs_are_refused),
        cmocka_unit_test(running_out_of_memory_is_no_crash),
    };
    return cmocka_run_group_tests(tests, use_own_allocator_and_folder, remove_folder);
}
