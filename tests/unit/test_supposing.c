/* test_supposing.c: `supposing(CALL, EXPRESSION)`: the answer is that of the changed position, and
 * nothing of the change stays: no value, no hash, no event; in functions, conditions, choices,
 * look-ahead, inside itself, and where it fails.
 *
 * Each test writes a small game, which is compiled with every optimisation and with none. */
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

static const char vocabulary[] =
    "metadata: {id: supposed, name: Supposed}\n"
    "seats: [Red, Blue]\n"
    "pieces:\n"
    "  - {id: red-cubes, seat: Red, type: cubes, count: 9, supply: box}\n"
    "  - {id: blue-cubes, seat: Blue, type: cubes, states: [high, low], count: 9, supply: box}\n"
    "spaces: [{id: hill, adjacent: [lake]}, {id: lake}, {id: marsh, adjacent: [lake]}]\n"
    "zones: [{id: box}]\n"
    "globalVars:\n"
    "  - {name: gold, type: int, max: 99, init: 7}\n"
    "  - {name: used, type: spaces}\n"
    "seatVars: [{name: coins, type: int, max: 50}]\n"
    "spaceVars: [{name: burnt, type: boolean}]\n"
    "procedures:\n"
    "  earn(int n): |\n"
    "    gold += n\n"
    "    log \"earned {n}\"\n"
    "  settle(space s): |\n"
    "    place 2 Red cubes in s\n"
    "    place 1 Blue cubes in s\n"
    "    flip all Blue cubes in s to low\n"
    "    used += s\n"
    "    s.burnt = true\n"
    "    Blue.coins += 5\n"
    "    activePlayer = Blue\n"
    "  divide(int n): gold = 6 / n\n"
    "functions:\n"
    "  richer(int n): supposing(earn(3), n + gold)\n"
    "  _by-name: richer(gold)\n"
    "  _twice-settled(space s): supposing(settle(s), supposing(settle(lake), size(used) * 100 + "
    "count(cubes in spaces)))\n"
    "  full(space s): supposing(settle(s), count(cubes in spaces) > 3)\n"
    "  _broken(int n): supposing(divide(n), gold)\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - id: build\n"
    "    phase: main\n"
    "    params:\n"
    "      - {name: where-to, domain: spaces where not full(where-to)}\n"
    "    effects: settle(where-to)\n"
    "  - id: dig\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose _s in spaces where not (supposing(settle(_s), activePlayer == Red) because "
    "\"never\")\n"
    "      choose n in 1..3\n"
    "      require not supposing(earn(n), gold > 9) because \"too rich\"\n"
    "      gold += n\n"
    "  - {id: rest, phase: main, effects: gold += 0}\n";

static int events;

static void count_event(void *context, const lf_event *event) {
    (void)context;
    events += event->kind != LF_EVENT_DECISION;
}

static table begin(const char *without) {
    char text[sizeof vocabulary + 32];
    snprintf(text, sizeof text, "```yaml\n%s```\n", vocabulary);
    write_text(path, text);
    return open_table(path, without, NULL);
}

static const char *const versions[] = {"", "all"};
#define EACH_VERSION(t)                                                                            \
    for (size_t v_ = 0; v_ < LF_COUNT(versions); v_++)                                             \
        for (table t = begin(versions[v_]); t.game != NULL; finish(&t), t.game = NULL)

/* The answer leaves everything as it was. */
static void expect_supposed(const table *t, const char *expression, const char *wanted) {
    const uint64_t before = lf_hash(t->state);
    expect_answer(t, expression, wanted);
    assert_int_equal(lf_hash(t->state), before);
    assert_int_equal(lf_hash_from_scratch(t->state), before);
}

static void choose(table *t, const char *option) {
    const int index = lf_find_option(t->state, option);
    if (index < 0)
        fail_msg("`%s` is not offered", option);
    if (lf_apply(t->state, index) != LF_OK)
        fail_msg("%s: %s", option, lf_state_error(t->state)->message);
    assert_int_equal(lf_hash(t->state), lf_hash_from_scratch(t->state));
}

static void expect_options(const table *t, const char *wanted) {
    char names[1024] = "", number[LF_NUMBER_SIZE];
    for (int i = 0; i < lf_legal_count(t->state); i++) {
        strcat(names, i > 0 ? " " : "");
        strcat(names, lf_option_id(t->state, i, number, sizeof number));
    }
    assert_string_equal(names, wanted);
}

static void test_answers(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect_supposed(&t, "supposing(earn(3), gold)", "10");
        expect_supposed(&t, "gold", "7");
        expect_supposed(&t, "supposing(settle(hill), used)", "{hill}");
        expect_supposed(&t, "supposing(settle(hill), count(Blue low cubes in hill))", "1");
        expect_supposed(
            &t, "supposing(settle(hill), hill.burnt and Blue.coins == 5 and activePlayer == Blue)",
            "true");
        expect_supposed(
            &t, "any cubes in spaces or hill.burnt or Blue.coins > 0 or activePlayer == Blue",
            "false");
        expect_supposed(&t, "{s in spaces where supposing(settle(s), any cubes in lake)}",
                        "{lake}");
        expect_supposed(&t, "sum(supposing(earn(n), gold) for n in 1..3)", "27");
    }
}

/* What an argument was worth before stays so; optimisations must not look it up again behind the
 * change. */
static void test_arguments_are_of_before(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect_supposed(&t, "richer(gold)", "17");
        expect_supposed(&t, "_by-name", "17");
        expect_supposed(&t, "{s in spaces where richer(gold) == 17}", "{hill, lake, marsh}");
        expect_supposed(
            &t, "{s in spaces where supposing(earn(3), gold + size(used)) == 10 and gold == 7}",
            "{hill, lake, marsh}");
    }
}

static void test_inside_itself(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect_supposed(&t, "_twice-settled(hill)", "206");
        expect_supposed(&t, "_twice-settled(lake)", "106");
        expect_supposed(&t, "supposing(earn(1), supposing(earn(2), gold) * 100 + gold)", "1008");
        expect_supposed(&t, "supposing(earn(1), supposing(earn(2), gold) * 100 + gold) + gold",
                        "1015");
    }
}

static void test_fault_is_taken_back(void **state) {
    (void)state;
    EACH_VERSION(t) {
        lf_error error = {0};
        const uint64_t before = lf_hash(t.state);
        assert_null(lf_eval(t.state, "supposing(settle(hill), _broken(0))", NULL, &error));
        assert_int_equal(error.status, LF_RULE_ERROR);
        assert_int_equal(lf_hash(t.state), before);
        expect_supposed(&t, "_broken(2)", "3");
        expect_supposed(&t, "gold", "7");
    }
}

static void test_choices(void **state) {
    (void)state;
    EACH_VERSION(t) {
        const lf_observer observer = {.event = count_event};
        lf_watch(t.state, &observer);
        events = 0;
        expect_options(&t, "build dig rest");
        choose(&t, "rest");
        assert_int_equal(events, 0); /* a great deal has been supposed, and nothing has happened */
        choose(&t, "build");
        expect_options(&t, "hill lake marsh");
        choose(&t, "lake");
        assert_true(events > 0);
        expect_options(&t, "dig rest"); /* nowhere is room for three more */
        expect_supposed(&t, "activePlayer", "Blue");
        choose(&t, "dig");
        choose(&t, "hill");
        expect_options(&t, "1 2"); /* 3 would lead past 9: the `require` has looked ahead */
        choose(&t, "1");
        expect_supposed(&t, "gold", "8");
    }
}

static void test_why(void **state) {
    (void)state;
    EACH_VERSION(t) {
        lf_error error = {0};
        choose(&t, "dig");
        choose(&t, "lake");
        char *words = lf_why(t.state, "3", &error);
        if (words == NULL || strstr(words, "too rich") == NULL)
            fail_msg("%s", words == NULL ? error.message : words);
        free(words);
    }
}

static void test_refused_from_outside(void **state) {
    (void)state;
    EACH_VERSION(t) {
        lf_error error = {0};
        assert_null(lf_eval(t.state, "supposing(gold > 3, gold)", NULL, &error));
        assert_non_null(strstr(error.message, "E0571"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_arguments_are_of_before),
        cmocka_unit_test(test_inside_itself),
        cmocka_unit_test(test_fault_is_taken_back),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_refused_from_outside),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
