/* test_sets_of_seats.c: sets that each seat and each space has, and variables with an index: what
 * rules read and write, saves, events, tensors, repetition, look-ahead and supposing, faults, and
 * native code in step with bytecode.
 *
 * Each test plays one small game, which is compiled with every optimisation and with none. */
#include "native_fixture.h"

#include "ludoforge_env.h"

static const char vocabulary[] =
    "metadata: {id: owned, name: Owned}\n"
    "seats: [Red, Blue, Green]\n"
    "enums: {suit: [{id: clubs, label: Clubs}, hearts, spades]}\n"
    "spaces: [{id: hill, adjacent: [lake]}, {id: lake}, {id: marsh, adjacent: [lake]}]\n"
    "zones: [{id: hand, holds: cards, owner: each}, {id: deck, holds: cards}]\n"
    "cards: [{id: c1}, {id: c2}, {id: c3}]\n"
    "globalVars:\n"
    "  - {name: pile, label: Pile, type: int, max: 15, by: 0..8}\n"
    "  - {name: deep, type: int, min: -300, max: 300, init: -7, by: -2..2}\n"
    "  - {name: home, type: space, by: suit}\n"
    "  - {name: lines, type: spaces, by: 1..2}\n"
    "  - {name: lone, type: spaces}\n"
    "  - {name: nobody, type: seat}\n"
    "seatVars:\n"
    "  - {name: claimed, type: spaces}\n"
    "  - {name: allies, type: seats}\n"
    "  - {name: shown, type: cards}\n"
    "  - {name: held, type: int, max: 13, by: suit}\n"
    "  - {name: fields, type: spaces, by: 0..1}\n"
    "spaceVars:\n"
    "  - {name: visitors, type: seats}\n"
    "  - {name: near, type: spaces}\n"
    "  - {name: marks, type: boolean, by: 3..4}\n"
    "repetition:\n"
    "  - {id: same, of: [claimed, visitors, pile, held], memory: 8}\n"
    "procedures:\n"
    "  claim(seat p, space s): |\n"
    "    p.claimed += s\n"
    "    s.visitors += p\n"
    "    s.near = adjacent(s)\n"
    "    p.held[clubs] += 1\n"
    "    pile[size(p.claimed)] += 2\n"
    "  leave(seat p, space s): |\n"
    "    p.claimed -= s\n"
    "    s.visitors -= {p, Green}\n"
    "  fill(int i, int n): pile[i] = n\n"
    "functions:\n"
    "  free-for(seat p): spaces except p.claimed\n"
    "  rivals(space s, seat p): s.visitors except {p}\n"
    "  _tall: count(i in 0..8 where pile[i] > 1)\n"
    "  _visited: \"{s in spaces where s.visitors != {}}\"\n"
    "  _red-only: \"{s in spaces where s.visitors == {Red}}\"\n"
    "  _shared: \"{s in spaces where size(s.visitors) > 1 and s in Red.claimed}\"\n"
    "  _near-red: \"{s in spaces where any t in s.near where t in Red.claimed}\"\n"
    "  _of-all: sum(size(p.claimed) for p in seats)\n"
    "  _top: max(pile[i] for i in 0..8)\n"
    "  _entry(int i): pile[i]\n"
    "  _of(seat p, int n): size(p.claimed) + n\n"
    "  _field(seat p, int i): size(p.fields[i])\n"
    "setup: |\n"
    "  for c in cards: put c on top of deck\n"
    "  remember same\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - id: take\n"
    "    phase: main\n"
    "    pre: size(free-for(activePlayer)) > 0\n"
    "    effects: |\n"
    "      choose s in free-for(activePlayer) where not supposing(claim(activePlayer, s), "
    "size(s.visitors) > 2)\n"
    "      claim(activePlayer, s)\n"
    "      remember same\n"
    "      activePlayer = next(activePlayer)\n"
    "  - id: quit\n"
    "    phase: main\n"
    "    pre: size(activePlayer.claimed) > 1\n"
    "    effects: |\n"
    "      choose s in activePlayer.claimed\n"
    "      leave(activePlayer, s)\n"
    "      activePlayer.claimed = activePlayer.claimed and s.near\n"
    "  - id: meet\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose a in seats where a != activePlayer and a not in activePlayer.allies or none\n"
    "      if a != none: activePlayer.allies += a\n"
    "      activePlayer.shown = cardsIn(deck)\n"
    "      activePlayer.held[hearts] = size(activePlayer.shown)\n"
    "      activePlayer.fields[1] = activePlayer.claimed or {lake}\n"
    "      lines[2] += lake\n"
    "      deep[-2] += 300\n"
    "      deep[2] -= 1\n"
    "      home[spades] = marsh\n"
    "      lake.marks[4] = true\n"
    "      pile[roll 8] += 1\n"
    "      let t = table by 1..6 of int\n"
    "      t[roll 6] += 1\n"
    "      deep[0] = sum(t[i] for i in 1..6)\n"
    "      activePlayer = next(activePlayer)\n"
    "  - id: fail\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose n in 0..9\n"
    "      if n == 9: nobody.claimed += hill\n"
    "      pile[n + 1] = 1\n"
    "      if n == 3: nobody.held[hearts] = 1\n"
    "      if n == 4: pile[0] = nobody.held[spades]\n"
    "      if n == 5: deep[n] = 2\n"
    "terminal: {checkpoints: [{id: full, when: Red.claimed == spaces and Blue.claimed == spaces, "
    "draw: true}]}\n";

#include "made_fixture.h"

static void take(table *t, const char *space) {
    choose(t, "take");
    choose(t, space);
}

static void test_sets_of_owners(void **state) {
    (void)state;
    EACH_VERSION(t) {
        take(&t, "hill"); /* Red */
        take(&t, "lake"); /* Blue */
        take(&t, "hill"); /* Green */
        take(&t, "lake"); /* Red */
        expect(&t, "Red.claimed", "{hill, lake}");
        expect(&t, "Blue.claimed", "{lake}");
        expect(&t, "Green.claimed or Blue.claimed", "{hill, lake}");
        expect(&t, "Red.claimed except Blue.claimed", "{hill}");
        expect(&t, "hill.visitors", "{Red, Green}");
        expect(&t, "rivals(hill, Red)", "{Green}");
        expect(&t, "marsh.visitors == {} and hill.visitors != {} and Green in hill.visitors",
               "true");
        expect(&t, "lake.near", "{hill, marsh}");
        expect(&t, "_visited", "{hill, lake}");
        expect(&t, "_red-only", "{}");
        expect(&t, "_shared", "{hill, lake}");
        expect(&t, "_near-red", "{hill, lake}");
        expect(&t, "_of-all", "4");
        expect(&t, "{p in seats where hill in p.claimed}", "{Red, Green}");
        expect(&t, "supposing(leave(Red, hill), hill.visitors)", "{}");
        expect(&t, "hill.visitors", "{Red, Green}");
        choose(&t, "take"); /* Blue: a third may not come to the hill, so it is the marsh */
        expect(&t, "marsh.visitors", "{Blue}");
        choose(&t, "take"); /* Green: the same at the lake */
        expect(&t, "marsh.visitors", "{Blue, Green}");
        choose(&t, "quit"); /* Red */
        choose(&t, "hill");
        expect(&t, "Red.claimed", "{lake}"); /* what is left, as far as it is near the hill */
        expect(&t, "hill.visitors", "{}");   /* Green goes, too */
    }
}

/* Three visitors are supposed before each offer: who would be the third is not offered the
 * space. */
static void test_offers_by_supposed_sets(void **state) {
    (void)state;
    EACH_VERSION(t) {
        take(&t, "hill");
        take(&t, "hill");
        choose(&t, "take");
        assert_true(lf_find_option(t.state, "hill") < 0);
        assert_true(lf_find_option(t.state, "marsh") >= 0);
    }
}

static void test_rows(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect(&t, "deep[-2] + deep[2]", "-14");
        expect(&t, "home[clubs] == none and not lake.marks[3]", "true");
        take(&t, "hill");
        take(&t, "lake");
        take(&t, "marsh");
        take(&t, "lake");
        expect(&t, "pile[1]", "6");
        expect(&t, "pile[2]", "2");
        expect(&t, "Red.held[clubs] * 10 + Blue.held[clubs]", "21");
        expect(&t, "_top", "6");
        expect(&t, "_tall", "2");
        choose(&t, "meet"); /* Blue */
        choose(&t, "Green");
        expect(&t, "Blue.allies", "{Green}");
        expect(&t, "Blue.shown == cards", "true");
        expect(&t, "Blue.held[hearts] * 10 + Red.held[hearts]", "30");
        expect(&t, "Blue.fields[1]", "{lake}");
        expect(&t, "Blue.fields[0] == {} and Red.fields[1] == {}", "true");
        expect(&t, "lines[2]", "{lake}");
        expect(&t, "lines[1]", "{}");
        expect(&t, "deep[-2] * 1000 + deep[2]", "292992");
        expect(&t, "home[spades]", "marsh");
        expect(&t, "lake.marks[4] and not lake.marks[3] and not hill.marks[4]", "true");
        expect(&t, "sum(pile[i] for i in 0..8)", "9"); /* 8 by claims, 1 by the roll */
        expect(&t, "deep[0]", "1");
        expect(&t, "supposing(fill(4, 99), pile[4])", "15");
    }
}

static void expect_fault(const char *without, const char *number) {
    table t = begin(without);
    choose(&t, "fail");
    assert_int_equal(lf_apply(t.state, lf_find_option(t.state, number)), LF_RULE_ERROR);
    assert_non_null(strstr(lf_state_error(t.state)->message, "out of range"));
    finish(&t);
}

static void test_faults(void **state) {
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++) {
        expect_fault(versions[v], "8"); /* pile[9] */
        expect_fault(versions[v], "9"); /* a set of nobody */
        expect_fault(versions[v], "3"); /* an entry of nobody … */
        expect_fault(versions[v], "4"); /* … that is read */
        expect_fault(versions[v], "5"); /* deep[5] */
        table t = begin(versions[v]);
        lf_error error = {0};
        assert_null(lf_eval(t.state, "_entry(9)", NULL, &error));
        assert_null(lf_eval(t.state, "_entry(-1)", NULL, &error));
        assert_null(lf_eval(t.state, "_field(Red, 2)", NULL, &error));
        assert_null(lf_eval(t.state, "_of(nobody, 1)", NULL, &error));
        finish(&t);
    }
}

static void play_some(table *t) {
    take(t, "hill");
    take(t, "lake");
    choose(t, "meet");
    choose(t, "Red");
    take(t, "marsh");
}

/* JSON and binary: the state comes back to the byte, and a set that the game cannot have is
 * refused. */
static void test_saves(void **state) {
    (void)state;
    EACH_VERSION(t) {
        play_some(&t);
        char *json = lf_state_json(t.state);
        assert_non_null(strstr(json, "\"claimed\":[\"hill\",\"marsh\"]"));
        assert_non_null(strstr(json, "\"pile[1]\":4"));
        assert_non_null(strstr(json, "\"held[hearts]\":3"));
        expect_saved(&t, json);
        lf_string_free(json);
    }
}

static void test_events(void **state) {
    (void)state;
    EACH_VERSION(t) {
        lf_watch(t.state, &(lf_observer){note, &t});
        take(&t, "hill");
        assert_string_equal(t.lines, "Red: Claimed + hill\n"
                                     "hill: Visitors + Red\n"
                                     "hill: Near + lake\n"
                                     "Red: Held: Clubs 0 -> 1\n"
                                     "Pile 1 0 -> 2\n");
    }
}

static void count_rolls(void *context, const lf_event *event) {
    *(int *)context += event->kind == LF_EVENT_ROLL;
}

/* What stands in the index of `+=` is done once, though the entry is read and written. */
static void test_index_is_rolled_once(void **state) {
    (void)state;
    EACH_VERSION(t) {
        int rolls = 0;
        lf_watch(t.state, &(lf_observer){count_rolls, &rolls});
        choose(&t, "meet");
        choose(&t, "Blue");
        assert_int_equal(rolls, 2);
    }
}

static void test_elements_of_owners(void **state) {
    (void)state;
    EACH_VERSION(t) {
        int elements[4] = {-1, -1, -1, -1};
        play_some(&t);
        const int claimed = lf_find(t.game, LF_OF_SEAT_VARS, "claimed"),
                  visitors = lf_find(t.game, LF_OF_SPACE_VARS, "visitors");
        assert_int_equal(lf_set_elements_of(t.state, LF_OF_SEAT_VARS, 0, claimed, elements, 4), 2);
        assert_int_equal(elements[0], 0);
        assert_int_equal(elements[1], 2);
        assert_int_equal(lf_seat_value(t.state, 0, claimed), 2);
        assert_string_equal(
            lf_label(t.game, LF_OF_SEAT_VARS, lf_find(t.game, LF_OF_SEAT_VARS, "held[hearts]")),
            "Held: Hearts"); /* a value without words of its own */
        assert_int_equal(lf_seat_value(t.state, 2, claimed), 0);
        assert_true(lf_is_default(t.state, LF_OF_SEAT_VARS, 2, claimed));
        assert_false(lf_is_default(t.state, LF_OF_SEAT_VARS, 0, claimed));
        assert_int_equal(lf_set_elements_of(t.state, LF_OF_SPACE_VARS, 1, visitors, NULL, 0), 1);
        assert_int_equal(lf_set_elements_of(t.state, LF_OF_SPACE_VARS, 9, visitors, NULL, 0), 0);
    }
}

/* A tensor has a number for each element of each owner's set, where its layout says so. */
static void test_tensor(void **state) {
    (void)state;
    EACH_VERSION(t) {
        play_some(&t);
        const int size = lf_tensor_size(t.game);
        float *values = calloc((size_t)size, sizeof *values);
        assert_non_null(values);
        lf_observe_tensor(t.state, LF_NOBODY, values);
        int found = 0;
        for (int i = 0; i < size; i++) {
            char *name = lf_tensor_text(t.game, i);
            if (strcmp(name, "Red, Claimed has marsh") == 0 ||
                strcmp(name, "lake, Visitors has Blue") == 0) {
                assert_true(values[i] == 1);
                found++;
            }
            if (strcmp(name, "Green, Claimed has marsh") == 0) {
                assert_true(values[i] == 0);
                found++;
            }
            lf_string_free(name);
        }
        assert_int_equal(found, 3);
        free(values);
    }
}

/* Positions are the same by sets of seats and by rows. */
static void test_repetition(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect(&t, "occurrences(same)", "1");
        take(&t, "hill");
        expect(&t, "occurrences(same)", "1");
        choose(&t, "meet");
        choose(&t, "done");
        expect(&t, "occurrences(same)", "0");
    }
}

static void test_native_in_step(void **state) {
    (void)state;
    play_in_step("owned");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_of_owners),
        cmocka_unit_test(test_offers_by_supposed_sets),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_saves),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_elements_of_owners),
        cmocka_unit_test(test_tensor),
        cmocka_unit_test(test_index_is_rolled_once),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_native_in_step),
    };
    return cmocka_run_group_tests(tests, native_folder_make, native_folder_remove);
}
