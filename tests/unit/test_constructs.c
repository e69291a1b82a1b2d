/* test_constructs.c: what the smaller constructs of the language do in play: `as space`, ways out
 * with a condition, `loop`, phases with `when` and `pass`, groups of variables, numbers that may be
 * none, words of the notation as ids.
 *
 * Each test writes a whole small game, which is compiled with every optimisation and with none, and
 * plays it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"
#include "table_fixture.h"

static char json_path[80];

static const char vocabulary[] =
    "metadata: {id: constructs, name: Constructs}\n"
    "seats: [Red, Blue]\n"
    "pieces:\n"
    "  - {id: red-cubes, seat: Red, type: cubes, count: 9, supply: box}\n"
    "  - {id: blue-cubes, seat: Blue, type: cubes, count: 9, supply: box}\n"
    "spaces: [{id: hill, adjacent: [lake]}, {id: lake}, {id: marsh, adjacent: [lake]}]\n"
    "zones: [{id: box}, {id: prison}]\n"
    "globalVars:\n"
    "  - {name: gold, type: int, max: 1000000}\n"
    "  - {name: used, type: spaces}\n";

/* `rules` joins the vocabulary; without a turn structure of its own it gets a phase `main`, where
 * nobody acts but to rest. */
static void write_spec(const char *rules) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "```yaml\n%s```\n\n```yaml\n%s", vocabulary, rules);
    if (strstr(rules, "turnStructure") == NULL)
        fputs("turnStructure: {phases: [{id: main}]}\n", file);
    fputs("```\n", file);
    assert_int_equal(fclose(file), 0);
}

/* The GameDef of a game is the same game. */
static void expect_round_trip(const lf_game *game) {
    char *first = lf_game_json(game);
    FILE *file = fopen(json_path, "w");
    assert_non_null(first);
    assert_non_null(file);
    fputs(first, file);
    assert_int_equal(fclose(file), 0);
    lf_diagnostics *problems = NULL;
    lf_game *again = lf_game_load(json_path, &problems);
    if (again == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    char *second = lf_game_json(again);
    assert_string_equal(first, second);
    assert_int_equal(unlink(json_path), 0);
    lf_diagnostics_free(problems);
    lf_game_free(again);
    free(first);
    free(second);
}

static table begin(const char *without) {
    const table t = open_table(path, without, NULL);
    expect_round_trip(t.game);
    return t;
}

/* The spec does not compile, and the first thing that is wrong with it is this. */
static void expect_refusal(const char *rules, const char *code, const char *words) {
    lf_diagnostics *problems = NULL;
    write_spec(rules);
    lf_game *game = lf_game_load(path, &problems);
    assert_null(game);
    const lf_problem problem = lf_diagnostics_get(problems, 0);
    if (strcmp(problem.code, code) != 0 || strstr(problem.message, words) == NULL)
        fail_msg("%d:%d: %s: %s", problem.line, problem.column, problem.code, problem.message);
    lf_diagnostics_free(problems);
}

static void choose(table *t, const char *option) {
    const int index = lf_find_option(t->state, option);
    if (index < 0)
        fail_msg("`%s` is not offered", option);
    if (lf_apply(t->state, index) != LF_OK)
        fail_msg("%s: %s", option, lf_state_error(t->state)->message);
}

/* The names of what is offered, side by side. */
static void expect_options(const table *t, const char *wanted) {
    char names[1024] = "", number[LF_NUMBER_SIZE];
    for (int i = 0; i < lf_legal_count(t->state); i++) {
        strcat(names, i > 0 ? " " : "");
        strcat(names, lf_option_id(t->state, i, number, sizeof number));
    }
    assert_string_equal(names, wanted);
}

static const char *const versions[] = {"", "all"};
#define EACH_VERSION(t)                                                                            \
    for (size_t v_ = 0; v_ < LF_COUNT(versions); v_++)                                             \
        for (table t = begin(versions[v_]); t.game != NULL; finish(&t), t.game = NULL)

/* ---- z as space ---- */

static void test_as_space(void **state) {
    (void)state;
    write_spec("functions:\n"
               "  home(zone z): z as space\n"
               "  near(zone z): \"{s in spaces where s == z as space}\"\n"
               "  places: count(z in zones where z as space != none)\n"
               "  beside(zone z): |\n"
               "    let s = z as space\n"
               "    if s == none: return {}\n"
               "    return adjacent(s)\n"
               "actions:\n"
               "  - {id: stay, phase: main, effects: gold += 1}\n"
               "  - {id: go, phase: main, effects: gold += 1}\n");
    EACH_VERSION(t) {
        expect_answer(&t, "lake as space", "lake");
        expect_answer(&t, "box as space", "none");
        expect_answer(&t, "home(none)", "none"); /* none is no space either */
        expect_answer(&t, "home(marsh)", "marsh");
        expect_answer(&t, "home(prison)", "none");
        expect_answer(&t, "near(hill)", "{hill}");
        expect_answer(&t, "near(box)", "{}");
        expect_answer(&t, "places", "3");
        expect_answer(&t, "beside(hill)", "{lake}");
        expect_answer(&t, "beside(box)", "{}");
    }
}

/* ---- tables by numbers and by values ---- */

static void test_tables_by_numbers(void **state) {
    (void)state;
    write_spec("enums: {colour: [red, green, blue]}\n"
               "functions:\n"
               "  squares(int n): |\n"
               "    let t = table by -2..5 of int\n"
               "    for i in -2..5: t[i] = i * i\n"
               "    t[n] += 100\n"
               "    return sum(t[i] for i in -2..5 where i <= n)\n"
               "  third(int n): |\n"
               "    let t = table by 3..4 of int\n"
               "    t[3] = 7\n"
               "    return t[n]\n"
               "  colours(int n): |\n"
               "    let t = table by colour of int\n"
               "    let seen = table by colour of bool\n"
               "    for c in {red, green}\n"
               "      t[c] = if c == red then n else 4\n"
               "      seen[c] = true\n"
               "    if seen[blue] or not seen[green]: return -1\n"
               "    return t[red] * 10 + t[green] + t[blue]\n"
               "actions:\n"
               "  - {id: stay, phase: main, effects: gold += squares(gold)}\n"
               "  - {id: go, phase: main, effects: gold += third(gold) + colours(2)}\n");
    EACH_VERSION(t) {
        expect_answer(&t, "squares(-2)", "104");
        expect_answer(&t, "squares(5)", "160"); /* 4 + 1 + 0 + 1 + 4 + 9 + 16 + 25 + 100 */
        expect_answer(&t, "third(3)", "7");
        expect_answer(&t, "third(4)", "0");
        expect_answer(&t, "colours(2)", "24");
        lf_error error = {0};
        assert_null(
            /* beside the table: a fault, with its place */
            lf_eval(t.state, "third(5)", NULL, &error));
        assert_null(lf_eval(t.state, "third(2)", NULL, &error));
        assert_int_equal(lf_apply(t.state, lf_find_option(t.state, "go")), LF_RULE_ERROR);
    }
}

/* ---- or done when ---- */

static void test_way_out_with_condition(void **state) {
    (void)state;
    write_spec(
        "actions:\n"
        "  - id: take\n"
        "    phase: main\n"
        "    effects: |\n"
        "      used = {}\n"
        "      repeat at most 3\n"
        "        choose s in spaces where s not in used or done \"Enough\" when size(used) >= 1\n"
        "        used += s\n"
        "      choose last in spaces or none when gold > 0\n"
        "      gold += 1\n"
        "      if last == none: gold += 10\n"
        "  - {id: stay, phase: main, effects: gold += 0}\n");
    EACH_VERSION(t) {
        choose(&t, "take");
        expect_options(&t, "hill lake marsh");
        choose(&t, "lake");
        expect_options(&t, "hill marsh done");
        choose(&t, "done");
        expect_options(&t, "hill lake marsh");
        choose(&t, "hill");
        expect_answer(&t, "used", "{lake}");
        expect_answer(&t, "gold", "1");
        choose(&t, "take");
        choose(&t, "lake");
        choose(&t, "hill");
        choose(&t, "marsh"); /* the only one that is left, but there is a way out */
        expect_options(&t, "hill lake marsh done");
        choose(&t, "done");
        expect_answer(&t, "gold", "12");
    }
}

/* ---- loop ---- */

static void test_loop(void **state) {
    (void)state;
    write_spec("functions:\n"
               "  halvings(int n): |\n"
               "    let rest = n\n"
               "    let steps = 0\n"
               "    loop\n"
               "      if rest <= 1: return steps\n"
               "      rest = rest / 2\n"
               "      steps += 1\n"
               "actions:\n"
               "  - id: collect\n"
               "    phase: main\n"
               "    effects: |\n"
               "      loop\n"
               "        choose s in spaces where s not in used or done\n"
               "        used += s\n"
               "        if size(used) == 3: break\n"
               "      loop while gold < 5\n"
               "        gold += 2\n"
               "  - id: spin\n"
               "    phase: main\n"
               "    effects: |\n"
               "      loop\n"
               "        if gold < 0: break\n");
    EACH_VERSION(t) {
        expect_answer(&t, "halvings(40)", "5");
        choose(&t, "collect");
        choose(&t, "lake");
        choose(&t, "hill");
        choose(&t, "marsh");
        expect_answer(&t, "used", "{hill, lake, marsh}");
        expect_answer(&t, "gold", "6");
        assert_int_equal(lf_apply(t.state, lf_find_option(t.state, "spin")), LF_RULE_ERROR);
        const char *said = lf_state_error(t.state)->message;
        char limit[40];
        snprintf(limit, sizeof limit, "the limit is %d", (int)LF_MAX_ROUNDS);
        assert_non_null(strstr(said, "E0702"));
        assert_non_null(strstr(said, "goes round too often"));
        assert_non_null(strstr(said, limit));
        assert_non_null(strstr(said, "made.game-spec.md:"));
        assert_non_null(strstr(said, "action spin"));
    }
}

/* ---- phases that are entered when something holds, and ways to leave them ---- */

static const char phases[] =
    "globalVars:\n"
    "  - {name: dusk, type: boolean}\n"
    "  - {name: entered, type: int}\n"
    "  - {name: left, type: int}\n"
    "turnStructure:\n"
    "  phases:\n"
    "    - {id: day}\n"
    "    - id: night\n"
    "      when: dusk and any s in spaces where s not in used\n"
    "      onEnter: entered += 1\n"
    "      onExit: left += 1\n"
    "      seats: [Red, Blue]\n"
    "      pass:\n"
    "        - {id: redDone, label: Red is done, actor: Red, when: gold > 0}\n"
    "        - {id: blueDone, actor: Blue}\n"
    "    - id: dawn\n"
    "      pass: wakeUp\n"
    "actions:\n"
    "  - {id: work, phase: [day, night, dawn], effects: gold += 1}\n"
    "  - {id: sleep, phase: day, effects: end phase}\n"
    "  - {id: dream, phase: day, effects: goto night}\n";

static int nights; /* the phase of that number began */
static void count_nights(void *context, const lf_event *event) {
    (void)context;
    nights += event->kind == LF_EVENT_PHASE && event->subject == 1;
}

static void test_phase_with_condition(void **state) {
    (void)state;
    write_spec(phases);
    EACH_VERSION(t) {
        lf_error error = {0};
        nights = 0;
        lf_watch(t.state, &(lf_observer){.event = count_nights});
        choose(&t, "sleep"); /* no dusk: night is not entered at all */
        expect_answer(&t, "currentPhase", "dawn");
        choose(&t, "wakeUp");
        choose(&t, "dream"); /* nor by goto */
        expect_answer(&t, "currentPhase", "dawn");
        assert_int_equal(lf_enter_phase(t.state, "night", &error), LF_OK);
        expect_answer(&t, "currentPhase", "dawn");
        expect_answer(&t, "entered + left", "0");
        assert_int_equal(nights, 0);
        assert_int_equal(lf_do(t.state, "dusk = true", &error), LF_OK);
        choose(&t, "wakeUp");
        choose(&t, "sleep");
        expect_answer(&t, "currentPhase", "night");
        expect_answer(&t, "entered", "1");
        expect_answer(&t, "left", "0");
        assert_int_equal(nights, 1);
    }
}

static void test_pass(void **state) {
    (void)state;
    write_spec(phases);
    EACH_VERSION(t) {
        lf_error error = {0};
        assert_int_equal(lf_do(t.state, "dusk = true", &error), LF_OK);
        choose(&t, "sleep");
        expect_options(&t, "work redDone"); /* work is forced while there is no gold */
        expect_answer(&t, "gold", "1");
        assert_int_equal(lf_find_option(t.state, "Red is done"),
                         lf_find_option(t.state, "redDone"));
        choose(&t, "redDone");
        expect_answer(&t, "activePlayer", "Blue");
        expect_options(&t, "work blueDone");
        choose(&t, "blueDone");
        expect_answer(&t, "left", "1");
        expect_answer(&t, "currentPhase", "dawn");
        expect_options(&t, "work wakeUp");
        choose(&t, "wakeUp"); /* a phase without seats ends */
        expect_answer(&t, "currentPhase", "day");
    }
}

static void test_wrong_phases(void **state) {
    (void)state;
    expect_refusal("turnStructure: {phases: [{id: day, when: gold}]}\n", "E0504",
                   "expected a condition");
    expect_refusal("turnStructure: {phases: [{id: day, when: roll 6 > 3}]}\n", "E0513",
                   "the `when` of a phase may not roll dice");
    expect_refusal("turnStructure: {phases: [{id: day, pass: {id: out, when: gold}}]}\n", "E0504",
                   "expected a condition");
}

/* One way out of two phases. */
static void test_shared_pass(void **state) {
    (void)state;
    write_spec("turnStructure: {phases: [{id: day, pass: {id: rest, label: Rest a while}}, {id: "
               "night, pass: rest}]}\n"
               "actions: [{id: work, phase: [day, night], effects: gold += 1}]\n");
    EACH_VERSION(t) {
        expect_options(&t, "work rest");
        choose(&t, "Rest a while");
        expect_answer(&t, "currentPhase", "night");
        choose(&t, "Rest a while");
        expect_answer(&t, "currentPhase", "day");
    }
}

/* ---- groups of variables ---- */

static void test_variable_groups(void **state) {
    (void)state;
    write_spec("globalVars:\n"
               "  - {name: rain, type: boolean}\n"
               "  - {name: hail, type: boolean, init: true}\n"
               "  - {name: snow, type: boolean}\n"
               "  - {name: north, type: int, max: 9}\n"
               "  - {name: south, type: int, max: 5}\n"
               "variableGroups:\n"
               "  weather: [rain, hail, snow]\n"
               "  stores: [north, south]\n"
               "  alone: [snow]\n"
               "functions:\n"
               "  wet: any(weather) and not every(weather)\n"
               "  worst: '{s in spaces where count(weather) > 1 or no(weather)}'\n"
               "actions:\n"
               "  - id: clear\n"
               "    phase: main\n"
               "    effects: |\n"
               "      weather = false\n"
               "      stores = roll 6 + 2\n"
               "  - {id: storm, phase: main, effects: weather = true}\n");
    EACH_VERSION(t) {
        lf_error error = {0};
        expect_answer(&t, "count(weather)", "1");
        expect_answer(&t, "any(weather)", "true");
        expect_answer(&t, "every(weather)", "false");
        expect_answer(&t, "any(alone) or count(alone) > 0 or not no(alone)", "false");
        expect_answer(&t, "wet", "true");
        expect_answer(&t, "worst", "{}");
        assert_int_equal(lf_fix_rolls(t.state, (int[]){5}, 1, &error), LF_OK);
        choose(&t, "clear");
        expect_answer(&t, "rain or hail or snow", "false");
        expect_answer(&t, "worst", "{hill, lake, marsh}");
        /* one roll for all, and each stops at the end of its own range */
        expect_answer(&t, "north", "7");
        expect_answer(&t, "south", "5");
        assert_int_equal(lf_do(t.state, "weather = true", &error), LF_OK);
        expect_answer(&t, "every(weather)", "true");
        expect_answer(&t, "count(weather)", "3");
        expect_answer(&t, "wet", "false");
    }
}

/* ---- variables that are alike ---- */

static void test_several_names(void **state) {
    (void)state;
    write_spec("globalVars: [{name: [rain, hail], type: int, init: 2, max: 9}]\n"
               "spaceVars: [{name: [flooded, frozen], type: boolean}]\n"
               "actions:\n"
               "  - {id: clear, phase: main, effects: rain = 0}\n"
               "  - {id: freeze, phase: main, effects: 'for s in spaces: s.frozen = true'}\n");
    EACH_VERSION(t) {
        expect_answer(&t, "rain + hail", "4");
        choose(&t, "clear");
        expect_answer(&t, "hail - rain", "2");
        choose(&t, "freeze");
        expect_answer(&t, "count(s in spaces where s.frozen and not s.flooded) == size(spaces)",
                      "true");
    }
}

/* ---- numbers that may be none ---- */

static void test_bounds(void **state) {
    (void)state;
    write_spec("functions:\n"
               "  below(n, int limit = none): n < limit\n"
               "  least(n, limit = none): min(n, limit)\n"
               "  open(int limit = none): limit == none\n"
               "  rest(int limit = none): if limit == none then none else limit - 1\n"
               "  second(int limit = none): rest(rest(limit))\n"
               "  third(int limit = none): |\n"
               "    if limit == none: return none\n"
               "    return rest(limit)\n"
               "  tight(int limit = none): limit != none and limit * 2 < 10\n"
               "  poor(int limit = none): '{s in spaces where count(Red cubes in s) < limit}'\n"
               "  greatest(int limit = none): max(limit, 3) == none\n"
               "procedures:\n"
               "  take(int limit = none): |\n"
               "    let best = none\n"
               "    repeat at most limit\n"
               "      choose s in spaces where s not in used or done\n"
               "      used += s\n"
               "      if best == none or gold < best: best = gold\n"
               "    if best != none: gold += best + 1\n"
               "  fill(int limit = none): |\n"
               "    place limit Red cubes in hill\n"
               "    choose up to limit more in spaces\n"
               "    used = more\n"
               "    place up to limit Blue cubes in hill\n"
               "  spin(int limit = none): |\n"
               "    repeat at most limit\n"
               "      used = {}\n"
               "actions:\n"
               "  - {id: every-one, phase: main, effects: take()}\n"
               "  - {id: two, phase: main, effects: take(2)}\n"
               "  - {id: fillAll, phase: main, effects: fill()}\n"
               "  - {id: fillOne, phase: main, effects: fill(1)}\n"
               "  - {id: endless, phase: main, effects: spin()}\n");
    EACH_VERSION(t) {
        expect_answer(&t, "below(7)", "true");
        expect_answer(&t, "below(7, 7)", "false");
        expect_answer(&t, "below(7, none)", "true");
        expect_answer(&t, "least(7)", "7");
        expect_answer(&t, "least(7, 3) + 1", "4");
        expect_answer(&t, "open()", "true");
        expect_answer(&t, "open(0)", "false");
        expect_answer(&t, "rest()", "none");
        expect_answer(&t, "rest(4)", "3");
        expect_answer(&t, "second(4)", "2");
        expect_answer(&t, "second() == none", "true");
        expect_answer(&t, "third()", "none");
        expect_answer(&t, "third(9)", "8");
        expect_answer(&t, "tight()", "false");
        expect_answer(&t, "tight(4)", "true");
        expect_answer(&t, "poor()", "{hill, lake, marsh}");
        expect_answer(&t, "poor(0)", "{}");
        expect_answer(&t, "greatest()", "true");
        expect_answer(&t, "greatest(7)", "false");
        choose(&t, "two");
        choose(&t, "hill");
        choose(&t, "lake"); /* that was the second */
        expect_options(&t, "every-one two fillAll fillOne endless");
        expect_answer(&t, "gold", "1");
        lf_error error = {0};
        assert_int_equal(lf_do(t.state, "used = {}", &error), LF_OK);
        choose(&t, "every-one");
        choose(&t, "hill");
        choose(&t, "lake");
        choose(&t, "marsh");
        expect_answer(&t, "gold", "3");
        expect_options(&t, "every-one two fillAll fillOne endless");
        choose(&t, "fillOne");
        expect_answer(&t, "count(Red cubes in hill)", "1");
        choose(&t, "hill");
        expect_options(&t, "0 1");
        choose(&t, "1");
        choose(&t, "fillAll");
        expect_answer(&t, "count(Red cubes in hill)", "9");
        choose(&t, "hill");
        choose(&t, "lake");
        choose(&t, "marsh");
        choose(&t, "8");
        expect_answer(&t, "count(Blue cubes in hill)", "9");
        assert_int_equal(lf_apply(t.state, lf_find_option(t.state, "endless")), LF_RULE_ERROR);
        assert_non_null(strstr(lf_state_error(t.state)->message, "goes round too often"));
    }
}

/* ---- words of the notation as ids ---- */

static void test_keywords_as_ids(void **state) {
    (void)state;
    write_spec(
        "globalVars:\n"
        "  - {name: first, type: int, max: 9}\n"
        "  - {name: done, type: boolean}\n"
        "  - {name: all, type: spaces}\n"
        "  - {name: chosen, type: [up, most, check]}\n"
        "seatVars: [{name: count, type: int, max: 9}]\n"
        "spaces: [{id: place}, {id: end}]\n"
        "functions:\n"
        "  put(int order): order + first\n"
        "procedures:\n"
        "  deal(space move, int times = 1): |\n"
        "    all += move\n"
        "    repeat times times: first += 1\n"
        "turnStructure: {phases: [{id: roll}, {id: check}]}\n"
        "actions:\n"
        "  - id: move\n"
        "    phase: roll\n"
        "    params: [{name: any, domain: '{place, end}', prompt: 'Where, if not {place}?'}]\n"
        "    effects: |\n"
        "      deal(any, times: 2)\n"
        "      done = place in all or done\n"
        "      for each in all where each != end: activePlayer.count += put(first)\n"
        "      if first == 2: goto check\n"
        "  - {id: flip, phase: [roll, check], effects: chosen = most}\n"
        "  - {id: shuffle, phase: check, effects: end phase}\n");
    EACH_VERSION(t) {
        expect_options(&t, "move flip");
        choose(&t, "move");
        expect_options(&t, "place end");
        choose(&t, "place");
        expect_answer(&t, "currentPhase", "check");
        expect_answer(&t, "done and first == 2 and all == {place}", "true");
        expect_answer(&t, "Red.count", "4");
        choose(&t, "flip");
        expect_answer(&t, "chosen", "most");
        expect_answer(&t, "chosen == most and end not in all", "true");
    }
    expect_refusal("globalVars: [{name: where, type: int}]\n", "E0406",
                   "`where` is a reserved word");
}

/* ---- checkpoints that no rule asks ---- */

static void test_timing_that_is_never_asked(void **state) {
    (void)state;
    static const char point[] =
        "terminal: {checkpoints: [{id: late, timing: harvest, when: gold > 3, draw: true}]}\n";
    char rules[400];
    for (int asked = 0; asked < 2; asked++) {
        lf_diagnostics *problems = NULL;
        snprintf(rules, sizeof rules,
                 "%sactions: [{id: act, phase: main, effects: \"gold += 1\\n%s\"}]\n", point,
                 asked ? "check harvest" : "used = {}");
        write_spec(rules);
        lf_game *game = lf_game_load(path, &problems);
        assert_non_null(game);
        bool said = false;
        for (int i = 0; i < lf_diagnostics_count(problems); i++)
            said = said || strcmp(lf_diagnostics_get(problems, i).code, "E0538") == 0;
        assert_int_equal(said, !asked);
        lf_diagnostics_free(problems);
        lf_game_free(game);
    }
}

static int make_folders(void **state) {
    const int status = make_folder(state);
    snprintf(json_path, sizeof json_path, "%s/made.json", folder);
    return status;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_space),
        cmocka_unit_test(test_tables_by_numbers),
        cmocka_unit_test(test_way_out_with_condition),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_phase_with_condition),
        cmocka_unit_test(test_pass),
        cmocka_unit_test(test_shared_pass),
        cmocka_unit_test(test_wrong_phases),
        cmocka_unit_test(test_variable_groups),
        cmocka_unit_test(test_several_names),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_keywords_as_ids),
        cmocka_unit_test(test_timing_that_is_never_asked),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folder);
}
