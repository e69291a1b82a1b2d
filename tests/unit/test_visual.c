/* test_visual.c: visual.yaml: what is read, what is wrong with it, and the places of boards that
 * say nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ludoforge.h"

/* ---- a game in a folder of its own, with or without visual data ---- */

typedef struct {
    char folder[64], spec[96], inner[96], visual[128];
    lf_game *game;
} fixture;

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static fixture begin(const char *rules, const char *visual) {
    fixture f = {.folder = "/tmp/ludoforge-visual-XXXXXX"};
    char spec[4096];
    lf_diagnostics *problems = NULL;
    assert_non_null(mkdtemp(f.folder));
    snprintf(f.spec, sizeof f.spec, "%s/g.game-spec.md", f.folder);
    snprintf(f.inner, sizeof f.inner, "%s/g", f.folder);
    snprintf(f.visual, sizeof f.visual, "%s/visual.yaml", f.inner);
    assert_int_equal(mkdir(f.inner, 0700), 0);
    snprintf(spec, sizeof spec, "# A game\n\n```yaml\nmetadata: {id: g, name: G}\n%s```\n", rules);
    write_text(f.spec, spec);
    if (visual != NULL)
        write_text(f.visual, visual);
    f.game = lf_game_load(f.spec, &problems);
    if (f.game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return f;
}

static void end(fixture *f) {
    lf_game_free(f->game);
    unlink(f->visual);
    unlink(f->spec);
    rmdir(f->inner);
    rmdir(f->folder);
}

/* `has`: texts, ended by NULL, that the JSON contains. */
static void expect(const char *rules, const char *visual, const char *const *has) {
    fixture f = begin(rules, visual);
    lf_diagnostics *problems = NULL;
    char *text = lf_visual(f.game, f.spec, &problems);
    if (text == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    for (; *has != NULL; has++)
        if (strstr(text, *has) == NULL)
            fail_msg("no %s in %s", *has, text);
    assert_int_equal(lf_diagnostics_count(problems), 0);
    lf_string_free(text);
    lf_diagnostics_free(problems);
    end(&f);
}

#define EXPECT(rules, visual, ...) expect(rules, visual, (const char *const[]){__VA_ARGS__, NULL})

static const char war[] =
    "seats: [Red, Blue]\n"
    "pieces: [{id: red-scouts, seat: Red, type: scouts, states: [open, hidden], count: 9, supply: "
    "box}]\n"
    "zones: [{id: box}]\n"
    "spaceProperties: [{name: kind, type: [city, hill]}]\n"
    "spaces: [{id: gate, kind: city, adjacent: [yard]}, {id: yard, kind: hill}]\n"
    "spaceVars: [{name: mood, type: [calm, angry]}]\n"
    "globalVars: [{name: gold, type: int}, {name: held, type: spaces}]\n"
    "displays: {holder(space s): {label: Holder, value: 1}}\n"
    "turnStructure: {phases: [{id: play}]}\n"
    "actions: [{id: rest, phase: play, effects: end game}]\n";

/* ---- what is right ---- */

static void test_everything_is_read(void **unused) {
    (void)unused;
    EXPECT(
        war,
        "board: { size: [600, 400], background: '#aabbcc' }\n"
        "seats: { Red: { color: { light: '#aa0000', dark: '#ff8888' }, symbol: R } }\n"
        "kinds: { red-scouts: { shape: cube, symbol: S } }\n"
        "states: { hidden: { mark: hollow } }\n"
        "sets: { held: { shape: star, color: '#123456' } }\n"
        "spaces:\n"
        "  gate: { circle: [100, 100, 30] }\n"
        "  yard: { polygon: [[200, 0], [300, 0], [250, 90]], label: [250, 30], fill: '#00ff00' }\n"
        "boxes: { box: { rect: [400, 10, 180, 90] } }\n"
        "fill: { by: kind, values: { city: '#dddddd' } }\n"
        "links: [[gate, yard]]\n"
        "markers: { mood: { angry: { symbol: '!' } }, holder: { '1': { symbol: h } } }\n"
        "cards: { names: numbered }\n"
        "tracks: [{ label: Gold, most: 20, of: [gold] }]\n"
        "panels: [prompt, log]\n",
        "\"size\":[600,400]", "\"light\":\"#aa0000\"",
        "\"circle\":[100,100,30],\"fill\":\"#dddddd\",\"label\":[100,100]",
        "\"fill\":\"#00ff00\",\"label\":[250,30],\"polygon\":[[200,0],[300,0],[250,90]]",
        "\"links\":[[\"gate\",\"yard\"]]", "\"kind\":\"map\"", "\"mark\":\"hollow\"", "\"most\":20",
        "\"holder\":{\"1\":{\"symbol\":\"h\"}}", "\"cards\":{\"names\":\"numbered\"}");
}

static void test_maps_have_slots(void **unused) {
    (void)unused;
    EXPECT(war,
           "seats: { Red: { ink: '#ffffff', glyph: star, side: 2 } }\n"
           "kinds: { red-scouts: { shape: octagon, size: 0.8, band: '#ffffff' } }\n"
           "states: { hidden: { mark: arch } }\n"
           "pieces: { sizes: [30, 20], least: 12, small: 18 }\n"
           "spaces:\n"
           "  gate: { rect: [0, 0, 90, 60], look: plate }\n"
           "  yard: { polygon: [[200, 0], [300, 0], [250, 90]], header: [210, 5, 40, 20],\n"
           "          slot: [210, 30, 60, 40], lines: [The, Yard] }\n"
           "boxes: { box: { rect: [400, 10, 180, 90], seat: Red } }\n"
           "fill: { by: kind, textures: { city: trees } }\n"
           "header: { number: holder, level: mood }\n"
           "markers: { mood: { angry: { level: down-down, shape: shield, edge: dashed } } }\n"
           "lines: [{ style: coast, path: [[0, 0], [5, 5]] }]\n"
           "texts: [{ text: Sea, at: [9, 9], style: sea, turn: 30 }]\n"
           "tracks: [{ most: 9, of: [gold], edge: { cell: 40, left: 5, top: 3, right: 2 },\n"
           "           looks: { gold: { shape: tag, symbol: G } } }]\n"
           "counters: [gold]\n",
           "\"glyph\":\"star\"", "\"side\":2", "\"band\":\"#ffffff\"", "\"mark\":\"arch\"",
           "\"sizes\":[30,20]", "\"look\":\"plate\"", "\"slot\":[210,30,60,40]",
           "\"lines\":[\"The\",\"Yard\"]", "\"seat\":\"Red\"", "\"textures\":{\"city\":\"trees\"}",
           "\"header\":{\"level\":\"mood\",\"number\":\"holder\"}", "\"level\":\"down-down\"",
           "\"style\":\"coast\"", "\"turn\":30", "\"left\":5", "\"counters\":[\"gold\"]");
}

static void test_squares_are_coloured_by_turns(void **unused) {
    static const char rules[] = "seats: [A, B]\nmap: {grid: {columns: 2, rows: 2}}\n"
                                "turnStructure: {phases: [{id: play}]}\n"
                                "actions: [{id: rest, phase: play, effects: end game}]\n";
    (void)unused;
    EXPECT(rules, "fill: { chequered: ['#111111', { light: '#eeeeee', dark: '#999999' }] }\n",
           "\"a1\":{\"fill\":\"#111111\"",
           "\"a2\":{\"fill\":{\"dark\":\"#999999\",\"light\":\"#eeeeee\"}",
           "\"b1\":{\"fill\":{\"dark\"", "\"b2\":{\"fill\":\"#111111\"");
}

static void test_a_road_has_its_label_on_it(void **unused) {
    (void)unused;
    EXPECT(war,
           "spaces: { gate: { path: [[0, 0], [100, 0], [100, 50]], width: 9 }, yard: { rect: [5, "
           "5, 10, 20] } }\n",
           "\"gate\":{\"label\":[100,25]", "\"yard\":{\"label\":[10,15]");
}

static void test_boards_without_a_file(void **unused) {
    static const char tail[] = "turnStructure: {phases: [{id: play}]}\n"
                               "actions: [{id: rest, phase: play, effects: end game}]\n";
    char rules[512];
    (void)unused;
    snprintf(rules, sizeof rules, "seats: [A, B]\nmap: {grid: {columns: 3, rows: 2}}\n%s", tail);
    EXPECT(rules, NULL, "\"kind\":\"squares\"", "\"size\":[300,200]",
           "\"a1\":{\"label\":[50,150],\"rect\":[0,100,100,100]}",
           "\"c2\":{\"label\":[250,50],\"rect\":[200,0,100,100]}");
    snprintf(rules, sizeof rules,
             "seats: [A, B]\nspaces: [{id: p, at: [0, 0]}, {id: q, at: [2, 1]}]\n%s", tail);
    EXPECT(rules, NULL, "\"kind\":\"points\"", "\"p\":{\"circle\":[70,170,42]",
           "\"q\":{\"circle\":[270,70,42]");
    snprintf(
        rules, sizeof rules,
        "seats: [A, B]\nmap: {layout: hex}\nspaces: [{id: p, at: [0, 0]}, {id: q, at: [0, 1]}]\n%s",
        tail);
    EXPECT(rules, NULL, "\"kind\":\"hex\"", "\"label\":[70,157]", "\"label\":[120,70]");
    EXPECT(war, NULL, "\"kind\":\"graph\"", "\"gate\":{\"circle\":[");
    snprintf(rules, sizeof rules, "seats: [A, B]\n%s", tail);
    EXPECT(rules, NULL, "\"kind\":\"none\"", "\"spaces\":{}");
}

/* A game knows where it was loaded from; "" looks nowhere. The description has the same. */
static void test_where_it_is_looked_for(void **unused) {
    (void)unused;
    fixture f = begin(war, "seats: { Red: { symbol: Rd } }\n");
    char *own = lf_visual(f.game, NULL, NULL), *none = lf_visual(f.game, "", NULL),
         *described = lf_describe(f.game);
    assert_non_null(own);
    assert_non_null(none);
    assert_non_null(described);
    assert_non_null(strstr(own, "\"symbol\":\"Rd\""));
    assert_null(strstr(none, "\"symbol\""));
    assert_non_null(strstr(described, "\"symbol\": \"Rd\""));
    lf_string_free(own);
    lf_string_free(none);
    lf_string_free(described);
    end(&f);
}

/* ---- what is wrong ---- */

static void test_mistakes_are_told(void **unused) {
    static const struct {
        const char *visual, *code, *message;
        int line, column;
    } rows[] = {
        {"seets: {}\n", "E0141", "unknown section `seets`", 1, 1},
        {"seats: { Red: { colour: '#aa0000' } }\n", "E0801", "unknown key `colour` in a seat", 1,
         17},
        {"seats: { Rde: { symbol: R } }\n", "E0803", "`Rde` is not the name of a seat", 1, 10},
        {"seats: { Red: { color: red } }\n", "E0802", NULL, 1, 24},
        {"seats: { Red: { color: { light: '#aa0000' } } }\n", "E0802", NULL, 1, 24},
        {"board: { size: [600] }\n", "E0802", "a list of 2 numbers is wanted here", 1, 16},
        {"board: { size: [600, wide] }\n", "E0802", NULL, 1, 16},
        {"kinds: { red-scouts: { shape: cubes } }\n", "E0802", "`cubes` is not known here", 1, 31},
        {"kinds: { blue-scouts: { shape: cube } }\n", "E0803", NULL, 1, 10},
        {"states: { shut: { mark: dot } }\n", "E0803",
         "`shut` is not the name of a state of pieces", 1, 11},
        {"links: [[gate]]\n", "E0802", "a list of 2 is wanted here", 1, 9},
        {"links: [[gate, moat]]\n", "E0803", "`moat` is not the name of a space", 1, 16},
        {"fill: { by: colour }\n", "E0803", NULL, 1, 13},
        {"fill: { chequered: ['#112233'] }\n", "E0802", "a list of 2 is wanted here", 1, 20},
        {"markers: { moood: { angry: { symbol: '!' } } }\n", "E0803",
         "`moood` is not the name of a variable or a display of spaces", 1, 12},
        {"spaces: { gate: { circle: [1, 1, 9] } }\n", "E0804", "`yard` is not drawn", 1, 9},
        {"spaces: { gate: { circle: [1, 1, 9], rect: [1, 1, 2, 2] }, yard: { circle: [1, 1, 9] } "
         "}\n",
         "E0805", NULL, 1, 11},
        {"spaces: { gate: { label: [1, 1] }, yard: { circle: [1, 1, 9] } }\n", "E0805", NULL, 1,
         11},
        {"spaces: { gate: { polygon: [[1, 1], [2, 2]] }, yard: { circle: [1, 1, 9] } }\n", "E0802",
         "a list of at least 3 points [x, y] is wanted here", 1, 28},
        {"tracks: [{ most: 0, of: [gold] }]\n", "E0802", "a number above 0 is wanted here", 1, 18},
        {"header: { level: moood }\n", "E0803",
         "`moood` is not the name of a variable or a display of spaces", 1, 18},
        {"stepper: [plai]\n", "E0803", "`plai` is not the name of a phase", 1, 11},
        {"spaces: { gate: { rect: [0, 0, 9, 9], look: tower }, yard: { circle: [1, 1, 9] } }\n",
         "E0802", "`tower` is not known here", 1, 45},
        {"log: { steps: { dansing: { move: '{pieces} go' } } }\n", "E0803",
         "`dansing` is not the name of a procedure, an action or a phase", 1, 17},
        {"log: { steps: { play: { move: '{piecess} go' } } }\n", "E0803",
         "`piecess` is not the name of a placeholder, a variable or a property of spaces", 1, 31},
        {"log: { steps: { play: { moves: go } } }\n", "E0801", "unknown key `moves` in a verb", 1,
         25},
        {"log: { turns: { play: '{pieces}' } }\n", "E0803", "`{pieces}` is not a placeholder here",
         1, 23},
        {"log: { quiet: [silver] }\n", "E0803", "`silver` is not the name of a variable", 1, 16},
        {"log: { results: { skore: '{after}' } }\n", "E0803",
         "`skore` is not the name of a display", 1, 19},
        {"panels: cards\n", "E0802", "a list is wanted here", 1, 9},
        {"seats: 7\n", "E0143", NULL, 1, 8},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = begin(war, rows[i].visual);
        lf_diagnostics *problems = NULL;
        assert_null(lf_visual(f.game, f.spec, &problems));
        assert_true(lf_diagnostics_errors(problems) > 0);
        const lf_problem first = lf_diagnostics_get(problems, 0);
        if (strcmp(first.code, rows[i].code) != 0 || first.line != rows[i].line ||
            first.column != rows[i].column ||
            (rows[i].message != NULL && strcmp(first.message, rows[i].message) != 0))
            fail_msg("%s: %d:%d %s %s", rows[i].visual, first.line, first.column, first.code,
                     first.message);
        lf_diagnostics_free(problems);
        end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_is_read),
        cmocka_unit_test(test_maps_have_slots),
        cmocka_unit_test(test_a_road_has_its_label_on_it),
        cmocka_unit_test(test_squares_are_coloured_by_turns),
        cmocka_unit_test(test_boards_without_a_file),
        cmocka_unit_test(test_where_it_is_looked_for),
        cmocka_unit_test(test_mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
