/* test_records.c: variables of records: fields that are read and written, whole records that are
 * assigned and compared, of the game, of seats and of spaces, with an index; saves, events,
 * repetition, look-ahead, faults, wrong uses, and native code in step with bytecode.
 *
 * Each test plays one small game, which is compiled with every optimisation and with none. */
#include "native_fixture.h"

static const char vocabulary[] =
    "metadata: {id: auction, name: Auction}\n"
    "seats: [Red, Blue, Green]\n"
    "enums: {suit: [clubs, hearts]}\n"
    "records:\n"
    "  offer: {zeal: {type: int, min: -9, max: 20, init: -1}, by: seat, kind: suit, open: {type: "
    "boolean, label: in public}, area: spaces}\n"
    "  single: {worth: int}\n"
    "spaces: [{id: hill, adjacent: [lake]}, {id: lake}]\n"
    "globalVars:\n"
    "  - {name: highest, label: Best, type: offer}\n"
    "  - {name: offers, type: offer, by: 1..3}\n"
    "  - {name: [one, other], type: single}\n"
    "  - {name: nobody, type: seat}\n"
    "seatVars:\n"
    "  - {name: bid, type: offer}\n"
    "  - {name: held, type: offer, by: suit}\n"
    "spaceVars:\n"
    "  - {name: mark, type: offer}\n"
    "repetition:\n"
    "  - {id: same, of: [highest, bid, offers], memory: 8}\n"
    "functions:\n"
    "  tops(seat p): p.bid.zeal > highest.zeal and p.bid != highest\n"
    "  loosely(p): p.bid.zeal\n"
    "  _sum: sum(offers[i].zeal for i in 1..3)\n"
    "  _all-alike: every p in seats where p.bid == Red.bid\n"
    "  _entry(int i): offers[i].zeal\n"
    "  _of(seat p): p.bid == highest\n"
    "procedures:\n"
    "  tender(seat p, int n): |\n"
    "    p.bid.zeal = n\n"
    "    p.bid.by = p\n"
    "    p.bid.kind = hearts\n"
    "    p.bid.open = n > 5\n"
    "    p.bid.area += hill\n"
    "    if tops(p): highest = p.bid\n"
    "  adopt: highest = highest.by.bid\n"
    "setup: remember same\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - id: bid\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose n in 1..20 where not supposing(tender(activePlayer, n), highest.by == Green)\n"
    "      tender(activePlayer, n)\n"
    "      remember same\n"
    "      activePlayer = next(activePlayer)\n"
    "  - id: keep\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose i in 1..4\n"
    "      offers[i] = highest\n"
    "      lake.mark = offers[i]\n"
    "      activePlayer.held[hearts] = lake.mark\n"
    "      activePlayer.held[clubs].zeal += 3\n"
    "      offers[roll 3] = lake.mark\n"
    "      offers[roll 3].by = Green\n"
    "      one.worth += 1\n"
    "      other = one\n"
    "  - id: shift\n"
    "    phase: main\n"
    "    effects: |\n"
    "      offers[2].zeal = 1\n"
    "      offers[1].zeal = 2\n"
    "      offers[1].kind = hearts\n"
    "      offers[offers[2].zeal] = offers[offers[1].zeal]\n"
    "  - id: adopt\n"
    "    phase: main\n"
    "    effects: |\n"
    "      Red.bid.by = Blue\n"
    "      Red.bid.zeal = 4\n"
    "      Red.bid.kind = hearts\n"
    "      highest.by = Red\n"
    "      adopt()\n"
    "  - id: fail\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose n in 1..2\n"
    "      if n == 1: nobody.bid = highest\n"
    "      if n == 2: highest = nobody.bid\n"
    "terminal: {checkpoints: [{id: high, when: loosely(Red) + loosely(Blue) > 38, draw: true}]}\n";

#include "made_fixture.h"

static void bid(table *t, const char *amount) {
    choose(t, "bid");
    choose(t, amount);
}

static void test_fields(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect(&t, "highest.zeal", "-1");
        expect(&t,
               "highest.by == none and highest.kind == clubs and not highest.open and highest.area "
               "== {}",
               "true");
        expect(&t, "Red.held[clubs].zeal + hill.mark.zeal + offers[3].zeal", "-3");
        bid(&t, "7");
        expect(&t, "Red.bid.zeal * 100 + highest.zeal", "707");
        expect(&t, "highest.by", "Red");
        expect(&t, "highest.kind", "hearts");
        expect(&t, "highest.open", "true");
        expect(&t, "highest.area", "{hill}");
        expect(&t, "Blue.bid.zeal", "-1");
        bid(&t, "5"); /* Blue: not higher */
        expect(&t, "Blue.bid.zeal * 100 + highest.zeal", "507");
        expect(&t, "Blue.bid.open", "false");
        expect(&t, "{p in seats where p.bid.by == p}", "{Red, Blue}");
    }
}

/* What Green would be the best with is not offered: the whole record is supposed, and taken
 * back. */
static void test_supposed(void **state) {
    (void)state;
    EACH_VERSION(t) {
        bid(&t, "7");
        bid(&t, "5");
        choose(&t, "bid");
        assert_true(lf_find_option(t.state, "7") >= 0);
        assert_true(lf_find_option(t.state, "8") < 0);
        expect(&t, "highest == Red.bid", "true");
    }
}

static void test_wholes(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect(&t, "_all-alike", "true");
        expect(
            &t,
            "highest == Red.bid and offers[2] == hill.mark and not (highest != Blue.held[clubs])",
            "true");
        bid(&t, "7");
        expect(&t, "_all-alike", "false");
        expect(&t, "highest == Red.bid", "true");
        expect(&t, "highest != Red.bid", "false");
        expect(&t, "highest != Blue.bid", "true");
        choose(&t, "keep"); /* Blue */
        choose(&t, "2");
        expect(&t, "lake.mark == highest", "true");
        expect(&t, "hill.mark == highest", "false");
        expect(&t, "Blue.held[hearts] == highest", "true");
        expect(&t, "Red.held[hearts] == highest", "false");
        expect(&t, "Blue.held[clubs].zeal", "2");
        expect(&t, "count(i in 1..3 where offers[i].zeal == 7) in {1, 2}",
               "true"); /* the second, and that of the roll */
        expect(&t, "count(i in 1..3 where offers[i].by == Green)", "1");
        expect(&t, "one == other and one.worth == 1", "true");
    }
}

/* Which record is meant is settled before the first field changes. */
static void test_places_are_kept(void **state) {
    (void)state;
    EACH_VERSION(t) {
        choose(&t, "shift"); /* offers[1] = offers[2], though offers[1] says which is read */
        expect(&t, "offers[1].zeal", "1");
        expect(&t, "offers[1].kind", "clubs");
        expect(&t, "offers[1] == offers[2]", "true");
        choose(&t, "adopt"); /* of Red, though `by` becomes Blue on the way */
        expect(&t, "highest == Red.bid and highest.kind == hearts and highest.by == Blue", "true");
    }
}

static void test_faults(void **state) {
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++) {
        static const char *const ways[][2] = {{"keep", "4"}, {"fail", "1"}, {"fail", "2"}};
        for (size_t i = 0; i < LF_COUNT(ways); i++) {
            table t = begin(versions[v]);
            choose(&t, ways[i][0]);
            assert_int_equal(lf_apply(t.state, lf_find_option(t.state, ways[i][1])), LF_RULE_ERROR);
            finish(&t);
        }
        table t = begin(versions[v]);
        lf_error error = {0};
        assert_null(lf_eval(t.state, "_entry(4)", NULL, &error));
        assert_null(lf_eval(t.state, "_of(nobody)", NULL, &error));
        finish(&t);
    }
}

/* JSON and binary: the state comes back to the byte. */
static void test_saves(void **state) {
    (void)state;
    EACH_VERSION(t) {
        bid(&t, "7");
        choose(&t, "keep");
        choose(&t, "2");
        char *json = lf_state_json(t.state);
        assert_non_null(strstr(json, "\"highest.zeal\":7"));
        assert_non_null(strstr(json, "\"offers[2].zeal\":7"));
        assert_non_null(strstr(json, "\"bid.kind\":\"hearts\""));
        assert_non_null(strstr(json, "\"held[hearts].zeal\":7"));
        expect_saved(&t, json);
        lf_string_free(json);
    }
}

/* The fields keep their order, which is that of the variables. */
static void test_gamedef(void **state) {
    (void)state;
    lf_game *game = load("");
    char *json = lf_game_json(game);
    lf_diagnostics *problems = NULL;
    lf_game *again = lf_game_load_memory("again", json, strlen(json), &problems);
    if (again == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    assert_int_equal(lf_game_identity(again), lf_game_identity(game));
    char *second = lf_game_json(again);
    assert_string_equal(second, json);
    lf_string_free(second);
    lf_string_free(json);
    lf_diagnostics_free(problems);
    lf_game_free(again);
    lf_game_free(game);
}

static void test_events(void **state) {
    (void)state;
    EACH_VERSION(t) {
        lf_watch(t.state, &(lf_observer){note, &t});
        bid(&t, "7");
        assert_non_null(strstr(t.lines, "Red: Bid: zeal -1 -> 7\n"));
        assert_non_null(strstr(t.lines, "Best: zeal -1 -> 7\n"
                                        "Best: by none -> Red\n"
                                        "Best: kind Clubs -> Hearts\n"
                                        "Best: in public: yes\n"
                                        "Best: area + hill\n"));
        choose(&t, "keep");
        choose(&t, "2");
        assert_non_null(strstr(t.lines, "Offers 2: zeal -1 -> 7\n"));
        assert_non_null(strstr(t.lines, "lake: Mark: zeal -1 -> 7\n"));
        assert_non_null(strstr(t.lines, "Blue: Held: Hearts: zeal -1 -> 7\n"));
    }
}

/* Three bids are made, and made again. */
static void test_repetition(void **state) {
    (void)state;
    EACH_VERSION(t) {
        expect(&t, "occurrences(same)", "1");
        for (int i = 0; i < 3; i++)
            bid(&t, "3");
        expect(&t, "occurrences(same)", "1");
        for (int i = 0; i < 3; i++)
            bid(&t, "3");
        expect(&t, "occurrences(same)", "4"); /* nobody has changed anything since */
        choose(&t, "keep");
        choose(&t, "2");
        expect(&t, "occurrences(same)", "0"); /* a field of `offers` */
    }
}

static void test_native_in_step(void **state) {
    (void)state;
    play_in_step("auction");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),  cmocka_unit_test(test_supposed),
        cmocka_unit_test(test_wholes),  cmocka_unit_test(test_places_are_kept),
        cmocka_unit_test(test_faults),  cmocka_unit_test(test_saves),
        cmocka_unit_test(test_events),  cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_gamedef), cmocka_unit_test(test_native_in_step),
    };
    return cmocka_run_group_tests(tests, native_folder_make, native_folder_remove);
}
