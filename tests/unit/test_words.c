/* test_words.c: what people read: labels, number forms, bookkeeping, displays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ludoforge_tools.h"

static const char spec[] =
    "metadata: {id: words, name: Words}\n"
    "seats: [Red, {id: Blue, name: The Blue Side}]\n"
    "enums:\n"
    "  weather: [{id: calm, label: A calm day}, coldRain]\n"
    "pieces:\n"
    "  - {id: red-scouts, name: Red Scouts, one: Red Scout, short: S, seat: Red, type: scouts,\n"
    "     states: [{id: open, label: ''}, {id: hidden, label: Hidden, short: (h)}], count: 9, "
    "supply: box}\n"
    "zones: [{id: box}]\n"
    "spaceProperties: [{name: kind, type: [city, wideHill]}]\n"
    "spaces: [{id: gate, name: The Gate, kind: city}, {id: yard, kind: wideHill}]\n"
    "globalVars:\n"
    "  - {name: goldCoins, type: int, max: 9, init: 2}\n"
    "  - {name: sky, label: The sky, type: weather}\n"
    "  - {name: stage, type: int, bookkeeping: true}\n"
    "displays:\n"
    "  total: {label: All gold, value: goldCoins + 1, goal: 5, group: Treasury}\n"
    "  scouts(space s): {value: count(Red scouts in s), when: any Red scouts in s}\n"
    "  richer(seat p): {value: p == Red}\n"
    "  manned: {value: '{s in spaces where any Red scouts in s}'}\n"
    "turnStructure: {phases: [{id: mainPhase, prompt: \"{activePlayer}, {goldCoins} {coin|coins} "
    "left:\",\n"
    "  prompts: [{when: goldCoins == 0, text: The purse is empty.},\n"
    "            {when: every s in spaces where any Red scouts in s, text: \"Scouts in {yard} and "
    "{gate}\"}], pass: [leave, {id: refuse, wayOut: cancel}]}, {id: tidy, name: Tidying up, "
    "bookkeeping: true}]}\n"
    "actions:\n"
    "  - id: placeSome\n"
    "    phase: mainPhase\n"
    "    params: [{name: n, domain: 1..2, prompt: How many?}]\n"
    "    effects: |\n"
    "      place n Red scouts in gate\n"
    "      log \"{n} {scout|scouts} in {gate}, {n} {Red scouts}\"\n"
    "  - id: pickSome\n"
    "    phase: mainPhase\n"
    "    effects: |\n"
    "      choose up to 2 picked in spaces \"Which?\"\n"
    "      for s in picked: place 1 Red scouts in s\n"
    "      place 1 Red scouts in gate\n"
    "      flip 1 Red scouts in gate to hidden declared\n"
    "      place 1 Red scouts in gate\n"
    "      remove up to 2 Red scouts from gate chosen by Red\n"
    "  - id: walk\n"
    "    phase: mainPhase\n"
    "    effects: |\n"
    "      choose s in spaces \"To which space?\" or none\n"
    "      choose t in spaces \"From {s}?\" or none \"Rest first\" as option\n"
    "      if t != none: goldCoins += 1\n"
    "      choose \"Pay?\"\n"
    "        option \"Pay\": goldCoins -= 1\n"
    "        option \"Not now\" as skip\n"
    "        option \"Enough\" as done\n"
    "        option \"Go home\" as cancel\n"
    "  - {id: rest, wayOut: skip, phase: mainPhase, effects: 'end game'}\n";

static lf_game *load(const char *text) {
    char folder[] = "/tmp/ludoforge-words-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.yaml", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    remove(path);
    remove(folder);
    if (game == NULL) {
        char *words = lf_diagnostics_text(problems, false);
        print_error("%s\n", words);
        lf_string_free(words);
    }
    lf_diagnostics_free(problems);
    assert_non_null(game);
    return game;
}

static const char *label(const lf_game *game, lf_catalogue of, const char *name) {
    return lf_label(game, of, lf_find(game, of, name));
}

static void labels_are_declared_or_made_of_the_id(void **unused) {
    (void)unused;
    char buffer[64];
    lf_game *game = load(spec);
    assert_string_equal(label(game, LF_OF_GLOBALS, "goldCoins"), "Gold coins");
    assert_string_equal(label(game, LF_OF_GLOBALS, "sky"), "The sky");
    assert_string_equal(label(game, LF_OF_PHASES, "mainPhase"), "Main phase");
    assert_string_equal(label(game, LF_OF_PHASES, "tidy"), "Tidying up");
    assert_string_equal(label(game, LF_OF_ACTIONS, "placeSome"), "Place some");
    assert_string_equal(label(game, LF_OF_PROPERTIES, "kind"), "Kind");
    assert_string_equal(label(game, LF_OF_DISPLAYS, "total"), "All gold");
    assert_string_equal(lf_value_name(game, LF_OF_GLOBALS, 1, 0, buffer, sizeof buffer),
                        "A calm day");
    assert_string_equal(lf_value_name(game, LF_OF_GLOBALS, 1, 1, buffer, sizeof buffer),
                        "Cold rain");
    assert_string_equal(lf_property(game, 1, 0, buffer, sizeof buffer), "Wide hill");
    lf_game_free(game);
}

static void pieces_have_forms(void **unused) {
    (void)unused;
    const char *state = NULL;
    lf_game *game = load(spec);
    assert_string_equal(lf_name(game, LF_OF_KINDS, 1), "red-scouts.hidden");
    assert_string_equal(lf_label(game, LF_OF_KINDS, 0), "Red Scouts");
    assert_string_equal(lf_kind_one(game, 0), "Red Scout");
    assert_string_equal(lf_label(game, LF_OF_KINDS, 1), "Hidden Red Scouts");
    assert_string_equal(lf_kind_one(game, 1), "Hidden Red Scout");
    assert_string_equal(lf_kind_short(game, 1, &state), "S");
    assert_string_equal(state, "(h)");
    lf_game_free(game);
}

static void bookkeeping_is_told(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    assert_true(lf_bookkeeping(game, LF_OF_GLOBALS, lf_find(game, LF_OF_GLOBALS, "stage")));
    assert_false(lf_bookkeeping(game, LF_OF_GLOBALS, lf_find(game, LF_OF_GLOBALS, "sky")));
    assert_true(lf_bookkeeping(game, LF_OF_PHASES, 1));
    assert_false(lf_bookkeeping(game, LF_OF_PHASES, 0));
    assert_false(lf_bookkeeping(game, LF_OF_ACTIONS, 0));
    lf_game_free(game);
}

/* ---- numbers in texts ---- */

static void keep_log(void *context, const lf_event *event) {
    if (event->kind == LF_EVENT_LOG)
        snprintf(context, 100, "%s", event->text);
}

static void expect_log(const lf_game *game, const char *number, const char *expected) {
    char line[100] = "";
    lf_state *state = lf_state_new(game, NULL, NULL);
    const lf_observer observer = {keep_log, line};
    assert_int_equal(lf_apply(state, lf_find_option(state, "placeSome")), LF_OK);
    lf_watch(state, &observer);
    assert_int_equal(lf_apply(state, lf_find_option(state, number)), LF_OK);
    assert_string_equal(line, expected);
    lf_state_free(state);
}

static void words_agree_with_numbers(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    expect_log(game, "1", "1 scout in The Gate, 1 Red Scout");
    expect_log(game, "2", "2 scouts in The Gate, 2 Red Scouts");
    lf_game_free(game);
}

/* ---- ways out ---- */

static void expect_way_out(lf_state *state, const char *label) {
    lf_decision *decision = lf_decision_new(state);
    const lf_choice *last = &decision->options[decision->count - 1];
    assert_int_equal(last->kind, LF_OPTION_DONE);
    assert_string_equal(last->id, "done");
    assert_string_equal(last->label, label);
    lf_decision_free(decision);
}

/* Where a rule says "up to", it has no place for the words of the way out. */
static void up_to_ends_with_no_more(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_int_equal(lf_apply(state, lf_find_option(state, "pickSome")), LF_OK);
    expect_way_out(state, "No more");
    assert_int_equal(lf_apply(state, lf_find_option(state, "done")), LF_OK);
    expect_way_out(state, "No more");
    lf_state_free(state);
    lf_game_free(game);
}

static void expect_kind(const lf_state *state, const char *id, lf_option_kind kind, int subject,
                        const char *label) {
    lf_decision *decision = lf_decision_new(state);
    const int at = lf_find_option(state, id);
    assert_true(at >= 0);
    assert_int_equal(decision->options[at].kind, kind);
    assert_int_equal(decision->options[at].subject, subject);
    assert_string_equal(decision->options[at].label, label);
    lf_decision_free(decision);
}

static void choose(lf_state *state, const char *id) {
    assert_int_equal(lf_apply(state, lf_find_option(state, id)), LF_OK);
}

/* What is complete, what is left out, what is given up, and what is no way out at all. */
static void ways_out_are_kinds_of_their_own(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    lf_state *state = lf_state_new(game, NULL, NULL);
    choose(state, "walk");
    expect_kind(state, "done", LF_OPTION_SKIP, LF_NO_SUBJECT, "None");
    choose(state, "gate");
    expect_kind(state, "done", LF_OPTION_MENU, LF_NO_SUBJECT, "Rest first");
    choose(state, "done");
    expect_kind(state, "pay", LF_OPTION_MENU, 0, "Pay");
    expect_kind(state, "not-now", LF_OPTION_SKIP, 1, "Not now");
    expect_kind(state, "enough", LF_OPTION_DONE, 2, "Enough");
    expect_kind(state, "go-home", LF_OPTION_CANCEL, 3, "Go home");
    lf_state_free(state);
    lf_game_free(game);
}

/* Actions stay actions, for what they do is more than leaving. */
static void actions_may_be_ways_out(void **unused) {
    static const struct {
        const char *action;
        lf_option_kind kind;
    } rows[] = {{"walk", LF_OPTION_ACTION},
                {"leave", LF_OPTION_DONE},
                {"refuse", LF_OPTION_CANCEL},
                {"rest", LF_OPTION_SKIP}};
    (void)unused;
    lf_game *game = load(spec);
    lf_state *state = lf_state_new(game, NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int action = lf_find(game, LF_OF_ACTIONS, rows[i].action);
        lf_option option;
        assert_int_equal(lf_action_kind(game, action), rows[i].kind);
        assert_true(lf_option_at(state, lf_find_option(state, rows[i].action), &option));
        assert_int_equal(option.kind, LF_OPTION_ACTION);
    }
    assert_int_equal(lf_action_kind(game, -1), LF_OPTION_ACTION);
    lf_state_free(state);
    lf_game_free(game);
}

static void expect_prompt(lf_state *state, const char *effects, const char *expected) {
    lf_error error;
    assert_int_equal(lf_do(state, effects, &error), LF_OK);
    char *prompt = lf_prompt(state);
    assert_string_equal(prompt, expected);
    lf_string_free(prompt);
}

/* What stands above the actions of a phase is the first of its prompts whose condition holds. */
static void phases_have_prompts_of_their_own(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    lf_state *state = lf_state_new(game, NULL, NULL);
    expect_prompt(state, "goldCoins = 2", "Red, 2 coins left:");
    expect_prompt(state, "goldCoins = 1", "Red, 1 coin left:");
    expect_prompt(state, "goldCoins = 0", "The purse is empty.");
    expect_prompt(state, "for s in spaces: place 1 Red scouts in s", "The purse is empty.");
    expect_prompt(state, "goldCoins = 1", "Scouts in yard and The Gate");
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- displays ---- */

static void expect_text(const lf_state *state, const char *display, int owner,
                        const char *expected) {
    char *text =
        lf_display_text(state, lf_find(lf_state_game(state), LF_OF_DISPLAYS, display), owner);
    if (expected == NULL)
        assert_null(text);
    else
        assert_string_equal(text, expected);
    lf_string_free(text);
}

static void displays_are_worked_out(void **unused) {
    (void)unused;
    lf_game *game = load(spec);
    lf_state *state = lf_state_new(game, NULL, NULL);
    int64_t value = 0;
    expect_text(state, "total", 0, "3");
    assert_true(lf_display_goal(state, 0, 0, &value));
    assert_int_equal(value, 5);
    assert_string_equal(lf_display_group(game, 0), "Treasury");
    expect_text(state, "scouts", 0, NULL);
    expect_text(state, "manned", 0, "none");
    assert_int_equal(lf_do(state, "place 2 Red scouts in gate", NULL), LF_OK);
    expect_text(state, "scouts", 0, "2");
    expect_text(state, "manned", 0, "The Gate");
    expect_text(state, "scouts", 1, NULL);
    expect_text(state, "scouts", 2, NULL);
    expect_text(state, "scouts", -1, NULL);
    assert_int_equal(lf_display_of(game, 1), LF_DISPLAY_SPACE);
    assert_false(lf_display_goal(state, 1, 0, &value));
    assert_true(lf_display_value(state, 2, 0, &value));
    assert_int_equal(value, 1);
    assert_false(lf_display_value(state, 3, 0, &value)); /* a set is no number */
    lf_state_free(state);
    lf_game_free(game);
}

static void a_game_without_displays_has_none(void **unused) {
    (void)unused;
    lf_game *game = load("metadata: {id: none, name: None}\nseats: [Red]\n"
                         "turnStructure: {phases: [{id: main}]}\n"
                         "actions: [{id: stop, phase: main, effects: end game for Red}]\n");
    assert_int_equal(lf_count(game, LF_OF_DISPLAYS), 0);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_null(lf_display_text(state, 0, 0));
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_declared_or_made_of_the_id),
        cmocka_unit_test(pieces_have_forms),
        cmocka_unit_test(bookkeeping_is_told),
        cmocka_unit_test(words_agree_with_numbers),
        cmocka_unit_test(up_to_ends_with_no_more),
        cmocka_unit_test(phases_have_prompts_of_their_own),
        cmocka_unit_test(ways_out_are_kinds_of_their_own),
        cmocka_unit_test(actions_may_be_ways_out),
        cmocka_unit_test(displays_are_worked_out),
        cmocka_unit_test(a_game_without_displays_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
