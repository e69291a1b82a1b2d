/* test_describe.c: the document that says everything about a game that a client shows. Its shape is
 * checked by tests/scripts/check-schemas; here is whether it says what the spec says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "ludoforge.h"

#include <cmocka.h>

static const char spec[] =
    "# A game\n\n```yaml\n"
    "metadata: {id: two-hills, name: Two Hills, description: Who holds the hills., difficulty: 2,\n"
    "           minutes: 15}\n"
    "seats: [{id: red, name: Red army}, {id: blue, name: Blue army}]\n"
    "options:\n"
    "  - {id: fog, name: Fog of war, type: boolean, default: true, description: Nobody sees far.}\n"
    "  - {id: rounds, name: Number of rounds, type: int, min: 3, max: 9, default: 4}\n"
    "  - {id: wind, name: The wind, values: [calm, storm], default: storm}\n"
    "spaceProperties: [{name: height, type: int}]\n"
    "spaces:\n"
    "  - {id: westHill, name: West hill, height: 3, adjacent: [eastHill]}\n"
    "  - {id: eastHill, height: 2}\n"
    "globalVars: [{name: score, type: int, min: 0, max: 20, init: 1, label: Points}]\n"
    "turnStructure: {phases: [{id: play}]}\n"
    "actions: [{id: climb, phase: play, effects: 'score += 1'}]\n"
    "terminal: {checkpoints: [{id: full, when: score == 20, winner: red}]}\n"
    "```\n";

static lf_game *load(void) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("two hills", spec, sizeof spec - 1, &problems);
    if (game == NULL) {
        char *text = lf_diagnostics_text(problems, false);
        fail_msg("%s", text);
    }
    lf_diagnostics_free(problems);
    return game;
}

static json_t *described(const lf_game *game) {
    char *text = lf_describe(game);
    assert_non_null(text);
    json_t *document = json_loads(text, 0, NULL);
    lf_string_free(text);
    assert_non_null(document);
    return document;
}

/* The document holds all that `wanted` says, list by list and key by key. */
static void assert_holds(const json_t *document, const char *wanted) {
    json_t *part = json_loads(wanted, 0, NULL), *value;
    const char *key;
    assert_non_null(part);
    json_object_foreach(part, key, value) {
        if (!json_equal(value, json_object_get(document, key))) {
            char *there =
                json_dumps(json_object_get(document, key), JSON_ENCODE_ANY | JSON_SORT_KEYS);
            fail_msg("%s is %s", key, there != NULL ? there : "missing");
        }
    }
    json_decref(part);
}

static void test_what_the_spec_says(void **state) {
    (void)state;
    lf_game *game = load();
    json_t *document = described(game);
    assert_holds(
        document,
        "{\"id\":\"two-hills\",\"title\":\"Two Hills\",\"description\":\"Who holds the "
        "hills.\",\"players\":2,\"difficulty\":2,\"minutes\":15,"
        "\"seats\":[{\"id\":\"red\",\"label\":\"Red army\"},{\"id\":\"blue\",\"label\":\"Blue "
        "army\"}],"
        "\"options\":[{\"id\":\"fog\",\"label\":\"Fog of war\",\"type\":\"bool\",\"default\":true,"
        "\"description\":\"Nobody sees far.\"},"
        "{\"id\":\"rounds\",\"label\":\"Number of "
        "rounds\",\"type\":\"int\",\"min\":3,\"max\":9,\"default\":4},"
        "{\"id\":\"wind\",\"label\":\"The "
        "wind\",\"type\":\"enum\",\"default\":\"storm\",\"values\":["
        "{\"id\":\"calm\",\"label\":\"Calm\"},{\"id\":\"storm\",\"label\":\"Storm\"}]}],"
        "\"globalVars\":[{\"id\":\"score\",\"label\":\"Points\",\"type\":\"int\",\"min\":0,\"max\":"
        "20}],"
        "\"cards\":[],\"boxes\":[],\"menuOptions\":[]}");
    const json_t *hill = json_array_get(json_object_get(document, "spaces"), 0);
    assert_holds(hill, "{\"id\":\"westHill\",\"label\":\"West hill\",\"adjacent\":[\"eastHill\"],"
                       "\"properties\":{\"height\":\"3\"}}");
    json_decref(document);
    lf_game_free(game);
}

static void test_the_same_as_functions(void **state) {
    (void)state;
    lf_game *game = load();
    assert_string_equal(lf_game_description(game), "Who holds the hills.");
    assert_string_equal(lf_option_description(game, 0), "Nobody sees far.");
    assert_string_equal(lf_option_description(game, 1), "");
    assert_string_equal(lf_option_description(game, 3), "");
    static const char *const defaults[] = {"true", "4", "storm"};
    for (int i = 0; i < 3; i++) {
        char *text = lf_option_default(game, i);
        assert_string_equal(text, defaults[i]);
        lf_string_free(text);
    }
    assert_null(lf_option_default(game, 3));
    lf_game_free(game);
}

/* A GameDef and an image describe the same game. */
static void test_other_ways(void **state) {
    (void)state;
    lf_game *game = load();
    size_t size;
    char *json = lf_game_json(game), *image = lf_game_image(game, &size);
    lf_game *others[] = {lf_game_load_memory("json", json, strlen(json), NULL),
                         lf_game_load_memory("image", image, size, NULL)};
    json_t *document = described(game);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_t *other = described(others[i]);
        assert_true(json_equal(document, other));
        json_decref(other);
        lf_game_free(others[i]);
    }
    json_decref(document);
    lf_string_free(json);
    lf_string_free(image);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_spec_says),
        cmocka_unit_test(test_the_same_as_functions),
        cmocka_unit_test(test_other_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
