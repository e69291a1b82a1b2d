/* test_repetition.c: positions that occur again: what makes two the same, how many are remembered,
 * and that saves, hashes, GameDefs, images, observations and native code have them.
 *
 * The game is a walk of one cube round a square, with a card and some variables beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/state/state.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"

static const char walk[] =
    "metadata: {id: walk, name: Walk}\n"
    "seats: [Red, Blue]\n"
    "pieces: [{id: cubes, type: cubes}]\n"
    "spaces: [{id: a, adjacent: [b]}, {id: b, adjacent: [c]}, {id: c, adjacent: [d]}, {id: d, "
    "adjacent: [a]}]\n"
    "zones: [{id: box}, {id: pile, holds: cards}, {id: rest, holds: cards}, {id: deck, holds: "
    "cards, visibility: hidden},\n"
    "        {id: hand, holds: cards, owner: each, visibility: owner}]\n"
    "cards: [{id: one}, {id: two}]\n"
    "globalVars: [{name: steps, type: int}, {name: gold, type: int, max: 9}, {name: marked, type: "
    "spaces}]\n"
    "seatVars: [{name: coins, type: int, max: 9}]\n"
    "markers: [{id: mood, states: [low, high]}]\n"
    "options: [{id: _unused, type: boolean, default: false}]\n"
    "repetition:\n"
    "  - {id: diagram, label: Whole diagram, of: [pieces, activePlayer, currentPhase, gold, "
    "marked, coins, mood, pile], memory: 3}\n"
    "  - {id: onBoard, of: [pieces in spaces], memory: 8}\n"
    "setup: |\n"
    "  move 1 cubes from box to a\n"
    "  put one on top of pile\n"
    "  put two on top of pile\n"
    "scenarios: [{id: only, initialPlacements: [{zone: box, pieces: {cubes: 3}}]}]\n"
    "turnStructure: {phases: [{id: play, onEnter: remember diagram}, {id: other, onEnter: steps = "
    "10 + occurrences(diagram)}]}\n"
    "procedures:\n"
    "  walkTo(space goal): |\n"
    "    for s in spaces: move all cubes from s to box\n"
    "    move 1 cubes from box to goal\n"
    "actions:\n"
    "  - id: step\n"
    "    phase: play\n"
    "    params: [{name: goal, domain: spaces where any s in adjacent(goal) where any cubes in "
    "s}]\n"
    "    effects: |\n"
    "      walkTo(goal)\n"
    "      steps += 1\n"
    "      remember diagram\n"
    "      remember onBoard\n"
    "  - {id: clear, phase: play, effects: forget diagram}\n"
    "  - id: fresh\n"
    "    phase: play\n"
    "    pre: occurrences(onBoard) == 0\n"
    "    effects: end game for Red\n";

typedef struct {
    lf_game *game;
    lf_state *state;
} table;

static void write_file(const char *name, const char *text, const char *more) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fprintf(file, "```yaml\n%s%s```\n", text, more);
    assert_int_equal(fclose(file), 0);
}

static table begin_with(lf_game *game) {
    lf_error error = {0};
    table t = {.game = game, .state = lf_state_new(game, NULL, &error)};
    if (t.state == NULL)
        fail_msg("%s", error.message);
    return t;
}

static table begin(const char *without) {
    lf_diagnostics *problems = NULL;
    write_file(path, walk, "");
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return begin_with(game);
}

static void finish(table *t) {
    lf_state_free(t->state);
    lf_game_free(t->game);
}

static void expect(const table *t, const char *expression, const char *wanted) {
    lf_error error = {0};
    char *value = lf_eval(t->state, expression, NULL, &error);
    if (value == NULL || strcmp(value, wanted) != 0)
        fail_msg("%s is %s, not %s", expression, value == NULL ? error.message : value, wanted);
    free(value);
    assert_int_equal(lf_hash(t->state), lf_hash_from_scratch(t->state));
}

static void change(const table *t, const char *effects) {
    lf_error error = {0};
    if (lf_do(t->state, effects, &error) != LF_OK)
        fail_msg("%s: %s", effects, error.message);
}

static void choose(const table *t, const char *option) {
    const int index = lf_find_option(t->state, option);
    if (index < 0)
        fail_msg("`%s` is not offered", option);
    assert_int_equal(lf_apply(t->state, index), LF_OK);
}

static void step(const table *t, const char *to) {
    choose(t, "step");
    choose(t, to);
}

/* ---- what counts ---- */

static void test_each_part_counts(void **unused) {
    (void)unused;
    static const struct {
        const char *there, *back;
    } parts[] = {{"move 1 cubes from a to b", "move 1 cubes from b to a"},
                 {"move 1 cubes from box to a", "move 1 cubes from a to box"},
                 {"activePlayer = Blue", "activePlayer = Red"},
                 {"gold = 3", "gold = 0"},
                 {"marked = {b, d}", "marked = {}"},
                 {"Blue.coins = 2", "Blue.coins = 0"},
                 {"c.mood = high", "c.mood = low"},
                 {"put one on top of rest", "put one under pile"},
                 {"put one on top of pile", "put two on top of pile"}};
    table t = begin("");
    expect(&t, "occurrences(diagram)", "1");
    for (size_t i = 0; i < LF_COUNT(parts); i++) {
        change(&t, parts[i].there);
        expect(&t, "occurrences(diagram)", "0");
        change(&t, parts[i].back);
        expect(&t, "occurrences(diagram)", "1");
    }
    change(&t, "steps = 7");
    change(&t, "put two on top of rest");
    change(&t, "put two on top of pile"); /* as it was */
    expect(&t, "occurrences(diagram)", "1");
    assert_int_equal(lf_enter_phase(t.state, "other", NULL), LF_OK);
    expect(&t, "steps", "10"); /* another phase */
    finish(&t);
}

static void test_only_the_spaces_count(void **unused) {
    (void)unused;
    table t = begin("");
    change(&t, "remember onBoard");
    change(&t, "move 1 cubes from box to d");
    expect(&t, "occurrences(onBoard)", "0");
    change(&t, "move 1 cubes from d to box");
    change(&t, "activePlayer = Blue");
    expect(&t, "occurrences(onBoard)", "1");
    finish(&t);
}

/* In a supposed position, too. */
static void test_supposed_positions(void **unused) {
    (void)unused;
    table t = begin("");
    change(&t, "remember onBoard");
    change(&t, "walkTo(b)");
    expect(&t, "occurrences(onBoard)", "0");
    expect(&t, "supposing(walkTo(a), occurrences(onBoard))", "1");
    expect(&t, "supposing(walkTo(c), occurrences(onBoard))", "0");
    expect(&t, "occurrences(onBoard)", "0");
    finish(&t);
}

/* ---- memory ---- */

static void test_the_oldest_is_forgotten(void **unused) {
    (void)unused;
    static const char *const versions[] = {"", "all"};
    for (size_t v = 0; v < LF_COUNT(versions); v++) {
        table t = begin(versions[v]); /* a */
        step(&t, "b");
        step(&t, "a");
        expect(&t, "occurrences(diagram)", "2"); /* a b a */
        step(&t, "b");
        expect(&t, "occurrences(diagram)", "2"); /* b a b */
        step(&t, "a");
        expect(&t, "occurrences(diagram)", "2"); /* a b a */
        step(&t, "d");
        expect(&t, "occurrences(diagram)", "1");
        step(&t, "c");
        step(&t, "b"); /* d c b */
        expect(&t, "occurrences(diagram)", "1");
        step(&t, "a");
        expect(&t, "occurrences(diagram)", "1"); /* c b a */
        expect(&t, "occurrences(onBoard)", "3");
        assert_int_equal(lf_find_option(t.state, "fresh"), LF_NO_OPTION);
        choose(&t, "clear");
        expect(&t, "occurrences(diagram)", "0");
        expect(&t, "occurrences(onBoard)", "3");
        finish(&t);
    }
}

/* Whatever was there before, the same keys in the same order are the same bytes. */
static void test_equal_histories_are_equal_bytes(void **unused) {
    (void)unused;
    static const char *const ways[][8] = {{"b", "c", "b", "c", "b", "a", "b", "a"},
                                          {"d", "a", "d", "c", "b", "a", "b", "a"}};
    table t = begin("");
    lf_state *other = lf_state_clone(t.state);
    for (size_t i = 0; i < 8; i++)
        step(&t, ways[0][i]);
    const table u = {t.game, other};
    for (size_t i = 0; i < 8; i++)
        step(&u, ways[1][i]);
    change(&t, "forget onBoard");
    change(&u, "forget onBoard");
    assert_true(lf_equal(t.state, other));
    assert_int_equal(lf_hash(t.state), lf_hash(other));
    change(&u, "forget diagram");
    assert_false(lf_equal(t.state, other));
    assert_int_not_equal(lf_hash(t.state), lf_hash(other));
    lf_state_free(other);
    finish(&t);
}

/* ---- saves ---- */

static void expect_refused(const table *t, const char *text, const char *old, const char *new) {
    lf_error error = {0};
    char changed[4000];
    const char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    assert_int_equal(lf_state_from_json(t->state, changed, &error), LF_BAD_INPUT);
    if (strstr(error.message, "history") == NULL && strstr(error.message, "diagram") == NULL)
        fail_msg("%s", error.message);
}

static void test_saves(void **unused) {
    (void)unused;
    table t = begin("");
    step(&t, "b");
    step(&t, "a");
    char *text = lf_state_json(t.state);
    lf_state *other = lf_state_new(t.game, NULL, NULL);
    lf_error error = {0};
    if (lf_state_from_json(other, text, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_equal(t.state, other));
    assert_int_equal(lf_hash(t.state), lf_hash(other));
    expect_refused(&t, text, "\"history\":{\"diagram\"", "\"history\":{\"diagramm\"");
    expect_refused(&t, text, "\"onBoard\":[", "\"onBoard\":[\"0x0\",");
    expect_refused(&t, text, "\"diagram\":[", "\"diagram\":[\"0x1\",\"0x2\",\"0x3\",");
    expect_refused(&t, text, "\"history\":{", "\"history\":{\"more\":[],");
    lf_state_free(other);
    lf_string_free(text);
    finish(&t);
}

/* A block from outside may say anything. */
static void test_broken_blocks(void **unused) {
    (void)unused;
    table t = begin("");
    lf_error error = {0};
    step(&t, "b");
    uint64_t *words = lf_past(t.game, t.state->block);
    assert_int_equal(words[0], 2);
    static const uint64_t counts[] = {1, 3, 4, UINT64_MAX};
    for (size_t i = 0; i < LF_COUNT(counts); i++) {
        words[0] = counts[i];
        assert_int_equal(lf_block_check(t.game, t.state->block, &error), LF_BAD_INPUT);
        assert_non_null(strstr(error.message, "diagram"));
        assert_in_range(lf_times(t.game, t.state->block, 0), 0, 3);
    }
    words[0] = 2;
    assert_int_equal(lf_block_check(t.game, t.state->block, &error), LF_OK);
    words[1] ^= 16; /* another key, and the running hash does not fit */
    assert_int_equal(lf_block_check(t.game, t.state->block, &error), LF_BAD_INPUT);
    finish(&t);
}

/* ---- what players see ---- */

static void test_observation(void **unused) {
    (void)unused;
    table t = begin("");
    step(&t, "b");
    step(&t, "a");
    char *seen = lf_observe(t.state, 0);
    assert_non_null(strstr(seen, "\"history\":{\"diagram\":2,\"onBoard\":1}"));
    lf_string_free(seen);
    float *numbers = malloc((size_t)lf_tensor_size(t.game) * sizeof *numbers);
    lf_observe_tensor(t.state, 0, numbers);
    bool found = false;
    for (int i = 0; i < lf_tensor_size(t.game); i++) {
        char *text = lf_tensor_text(t.game, i);
        if (strcmp(text, "Whole diagram") == 0) {
            found = true;
            assert_true(numbers[i] == 2);
        }
        lf_string_free(text);
    }
    assert_true(found);
    free(numbers);
    finish(&t);
}

static void test_why(void **unused) {
    (void)unused;
    table t = begin("");
    step(&t, "b");
    char *words = lf_why(t.state, "fresh", NULL);
    assert_non_null(words);
    if (strstr(words, "position") == NULL)
        fail_msg("%s", words);
    lf_string_free(words);
    finish(&t);
}

/* ---- explicit chance ---- */

/* What a shuffled public stack holds is asked before its order becomes part of a key. */
static void test_explicit_chance(void **unused) {
    (void)unused;
    static const char cards[] = "metadata: {id: cards, name: Cards}\n"
                                "seats: [Red]\n"
                                "zones: [{id: pile, holds: cards}]\n"
                                "cards: [{id: one}, {id: two}, {id: three}]\n"
                                "globalVars: [{name: seen, type: int, max: 9}]\n"
                                "repetition: [{id: order, of: [pile], memory: 4}]\n"
                                "setup: |\n"
                                "  for c in cards: put c on top of pile\n"
                                "  shuffle pile\n"
                                "  remember order\n"
                                "turnStructure: {phases: [{id: play}]}\n"
                                "actions:\n"
                                "  - id: mix\n"
                                "    phase: play\n"
                                "    effects: |\n"
                                "      shuffle pile\n"
                                "      seen = occurrences(order)\n"
                                "      if seen > 0: log \"again\"\n"
                                "  - {id: stop, phase: play, effects: end game for Red}\n";
    lf_error error = {0};
    int again = 0, all = 0;
    write_file(path, cards, "");
    lf_game *game = lf_game_load(path, NULL);
    assert_non_null(game);
    /* three cards: two questions each time, one outcome of six is the same order */
    for (int way = 0; way < 36; way++) {
        const int outcomes[] = {way % 3, way / 3 % 2, way / 6 % 3, way / 18 % 2};
        lf_state *state = lf_state_new_explicit(game, NULL, &error);
        for (int i = 0; i < 4; i++) {
            if (i == 2)
                assert_int_equal(lf_apply(state, lf_find_option(state, "mix")), LF_OK);
            assert_int_equal(lf_decider(state), LF_CHANCE);
            assert_int_equal(lf_apply(state, outcomes[i]), LF_OK);
        }
        assert_int_equal(lf_decider(state), 0);
        all++;
        again += (int)lf_global(state, lf_find(game, LF_OF_GLOBALS, "seen"));
        lf_state_free(state);
    }
    assert_int_equal(all, 36);
    assert_int_equal(again, 6);
    lf_game_free(game);
}

/* ---- other forms of the game ---- */

static void play_along(lf_game *plain, lf_game *other) {
    table t = begin_with(plain), u = begin_with(other);
    uint64_t generator = 7;
    for (int i = 0; i < 200 && lf_decider(t.state) >= 0; i++) {
        const int option = (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(t.state));
        assert_int_equal(lf_legal_count(t.state), lf_legal_count(u.state));
        assert_int_equal(lf_apply(t.state, option), LF_OK);
        assert_int_equal(lf_apply(u.state, option), LF_OK);
        assert_int_equal(lf_hash(t.state), lf_hash(u.state));
        assert_int_equal(lf_hash(t.state), lf_hash_from_scratch(t.state));
    }
    lf_state_free(t.state);
    lf_state_free(u.state);
}

static void test_gamedef(void **unused) {
    (void)unused;
    table t = begin("");
    char *first = lf_game_json(t.game), name[100];
    snprintf(name, sizeof name, "%s/made.json", folder);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(first, file);
    assert_int_equal(fclose(file), 0);
    lf_diagnostics *problems = NULL;
    lf_game *again = lf_game_load(name, &problems);
    if (again == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    char *second = lf_game_json(again);
    assert_string_equal(first, second);
    play_along(t.game, again);
    lf_string_free(first);
    lf_string_free(second);
    lf_game_free(again);
    assert_int_equal(unlink(name), 0);
    finish(&t);
}

static void test_native(void **unused) {
    (void)unused;
    table t = begin("");
    table u = begin("");
    lf_error error = {0};
    char name[100];
    snprintf(name, sizeof name, "%s/made.so", folder);
    if (lf_game_build(u.game, &(lf_build){.output = name}, &error) != LF_OK) {
        finish(&t);
        finish(&u);
        if (strstr(error.message, "there is no C compiler") != NULL)
            skip();
        fail_msg("%s", error.message);
    }
    if (lf_game_native(u.game, name, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_game_is_native(u.game));
    play_along(t.game, u.game);
    assert_int_equal(unlink(name), 0);
    finish(&t);
    finish(&u);
}

/* ---- what is said of mistakes ---- */

static void expect_problem(const char *more, const char *code, const char *words, bool compiles) {
    lf_diagnostics *problems = NULL;
    bool found = false;
    write_file(path, walk, more);
    lf_game *game = lf_game_load(path, &problems);
    assert_int_equal(game != NULL, compiles);
    for (int i = 0; i < lf_diagnostics_count(problems); i++) {
        const lf_problem problem = lf_diagnostics_get(problems, i);
        found =
            found || (strcmp(problem.code, code) == 0 && strstr(problem.message, words) != NULL);
    }
    if (!found)
        fail_msg("not said: %s %s\n%s", code, words, lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_game_free(game);
}

static void test_mistakes(void **unused) {
    (void)unused;
    static const char sections[] = "```\n\n```yaml\n";
    static const struct {
        const char *rules, *code, *words;
        bool compiles;
    } cases[] = {
        {"repetition: [{id: more, of: [gould], memory: 2}]\n", "E0408",
         "`gould` is not the name of", false},
        {"repetition: [{id: more, of: [deck], memory: 2}]\n", "E0434",
         "the cards of `deck` are not visible to all players", false},
        {"repetition: [{id: more, of: [hand], memory: 2}]\n", "E0434",
         "the cards of `hand` are not visible to all players", false},
        {"seatVars: [{name: bid, type: int, max: 9, visibility: owner}]\n"
         "repetition: [{id: more, of: [bid], memory: 2}]\n",
         "E0434", "`bid` is not visible to all players", false},
        {"repetition: [{id: more, of: [pieces in atlantis], memory: 2}]\n", "E0408",
         "`atlantis` is not the name of a zone", false},
        {"repetition: [{id: more, of: [Red], memory: 2}]\n", "E0408", "`Red` is not the name of",
         false},
        {"repetition: [{id: more, of: [gold, gold], memory: 2}]\n", "E0407",
         "`gold` is given twice", false},
        {"repetition: [{id: more, of: [pieces in spaces, pieces in b], memory: 2}]\n", "E0407",
         "is given twice", false},
        {"repetition: [{id: more, of: [], memory: 2}]\n", "E0404",
         "at least one part of the position", false},
        {"repetition: [{id: more, of: [gold]}]\n", "E0403", "memory", false},
        {"repetition: [{id: more, of: [gold], memory: 0}]\n", "E0410", "", false},
        {"repetition: [{id: more, of: [gold], memory: 1000000}]\n", "E0410", "", false},
        {"repetition: [{id: gold, of: [gold], memory: 2}]\n", "E0407", "it is already a variable",
         false},
        {"repetition: [{id: more, of: [gold], memory: 2}]\n", "E0539",
         "no rule remembers a position for `more`", true},
        {"repetition: [{id: more, of: [gold], memory: 2}]\n"
         "procedures: {_p: remember more}\n",
         "E0539", "no rule reads how often a position of `more`", true},
        {"procedures: {_p: remember digram}\n", "E0501", "unknown repetition `digram`", false},
        {"procedures: {_p: forget gold}\n", "E0508", "`gold` is not a repetition", false},
        {"functions: {_f: occurrences(gold)}\n", "E0508", "`gold` is not a repetition", false},
        {"functions: {_f: occurrences(3)}\n", "E0508",
         "`occurrences` takes the name of a repetition", false},
        {"functions: {_f: diagram + 1}\n", "E0509", "`diagram` is a repetition", false},
        {"procedures: {p: remember diagram}\nfunctions: {_f: \"supposing(p(), gold > 2)\"}\n",
         "E0570", "`p` cannot be supposed: it may remember positions", false},
        {"procedures: {_p: diagram = 3}\n", "E0507", "`diagram` cannot be changed", false},
        {"functions:\n  _f: |\n    remember diagram\n    return 1\n", "E0513",
         "a function may not remember positions", false},
    };
    for (size_t i = 0; i < LF_COUNT(cases); i++) {
        char rules[400];
        snprintf(rules, sizeof rules, "%s%s", sections, cases[i].rules);
        expect_problem(rules, cases[i].code, cases[i].words, cases[i].compiles);
    }
}

/* Covered pieces are what all see of them: which kind lies where makes no other position, and what
 * is turned up does. */
static void test_covered_pieces_count_as_seen(void **state) {
    (void)state;
    static const char covered[] =
        "metadata: {id: covered, name: Covered}\n"
        "seats: [Red, Blue]\n"
        "pieces:\n"
        "  - {id: masks, seat: Red, type: masks, count: 0}\n"
        "  - {id: mines, seat: Red, type: mines, states: [dark, open], count: 2, secret: dark, "
        "seenAs: masks}\n"
        "  - {id: spies, seat: Red, type: spies, states: [dark, open], count: 2, secret: dark, "
        "seenAs: masks}\n"
        "spaces: [{id: a}, {id: b}]\n"
        "repetition: [{id: diagram, of: [pieces], memory: 9}]\n"
        "scenarios: [{id: only, initialPlacements: [{space: a, pieces: {mines: 1, spies: 1}}, "
        "{space: b, pieces: {mines: 1}}]}]\n"
        "turnStructure: {phases: [{id: play}]}\n"
        "actions:\n"
        "  - {id: keep, phase: play, effects: remember diagram}\n"
        "  - {id: end, phase: play, pre: occurrences(diagram) > 8, effects: end game}\n"
        "  - {id: wait, phase: play, effects: forget diagram}\n";
    lf_diagnostics *problems = NULL;
    write_file(path, covered, "");
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    table t = begin_with(game);
    change(&t, "remember diagram");
    expect(&t, "occurrences(diagram)", "1");
    change(&t, "move 1 Red dark spies from a to b");
    expect(&t, "occurrences(diagram)", "0"); /* two lie elsewhere */
    change(&t, "move 1 Red dark mines from b to a");
    expect(&t, "occurrences(diagram)", "1"); /* a spy for a mine: nobody but Red can tell */
    change(&t, "flip 1 Red dark spies in b to open");
    expect(&t, "occurrences(diagram)", "0");
    finish(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covered_pieces_count_as_seen),
        cmocka_unit_test(test_each_part_counts),
        cmocka_unit_test(test_only_the_spaces_count),
        cmocka_unit_test(test_supposed_positions),
        cmocka_unit_test(test_the_oldest_is_forgotten),
        cmocka_unit_test(test_equal_histories_are_equal_bytes),
        cmocka_unit_test(test_saves),
        cmocka_unit_test(test_broken_blocks),
        cmocka_unit_test(test_observation),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_explicit_chance),
        cmocka_unit_test(test_gamedef),
        cmocka_unit_test(test_native),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
