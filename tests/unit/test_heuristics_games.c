/* test_heuristics_games.c: the terms of the bundled games have the right sign and size. The
 * expected change of a term is computed by hand from the rules and the map; the sum of all terms
 * must rise or fall as the rules favour the seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/agents/evaluate.h"
#include "api/agents/heuristics.h"
#include "bundled_fixture.h"
#include "kernel/state/state.h"
#include "ludoforge_tools.h"

typedef struct {
    const char *before, *change; /* statements */
    const char *seat, *term;
    int by;   /* how much the term changes */
    int sign; /* sign of the change of the sum for the seat: 1, -1, or 0: not checked */
} step;

static void run_statements(lf_state *state, const char *statements) {
    lf_error error = {0};
    if (statements[0] != '\0' && lf_do(state, statements, &error) != LF_OK)
        fail_msg("%s: %s", statements, error.message);
}

static int term_named(const lf_game *game, const char *id) {
    for (int i = 0; i < lf_heuristics_terms(game); i++)
        if (strcmp(lf_heuristics_term_id(game, i), id) == 0)
            return i;
    fail_msg("no term %s", id);
    return -1;
}

static void expect_step(const lf_game *game, const char *scenario, const step *s) {
    const lf_setup setup = {.seed = 7, .scenario = scenario};
    lf_state *state = lf_state_new(game, &setup, NULL);
    heuristics *k = lf_heuristics_new(game);
    const int term = term_named(game, s->term);
    const lf_seat seat = lf_find(game, LF_OF_SEATS, s->seat);
    int32_t before[LF_MAX_TERMS], after[LF_MAX_TERMS];
    run_statements(state, s->before);
    lf_heuristics_of(k, state, seat, before);
    const int64_t value = lf_heuristics_value(k, state, seat);
    run_statements(state, s->change);
    lf_heuristics_of(k, state, seat, after);
    const int64_t change = lf_heuristics_value(k, state, seat) - value;
    if (after[term] - before[term] != s->by)
        fail_msg("%s, %s: %s changes by %d, not by %d", s->seat, s->change, s->term,
                 after[term] - before[term], s->by);
    if (s->sign != 0 && (change > 0) - (change < 0) != s->sign)
        fail_msg("%s, %s: the whole changes by %d thousandths", s->seat, s->change, (int)change);
    lf_heuristics_free(k);
    lf_state_free(state);
}

/* clang-format off */
static const step war[] = {
    /* 7.2, 1.9: what scores */
    /* population 6, twice */
    {"saigon.support = neutral", "saigon.support = activeSupport", "US", "standing", 12, 1},
    {"saigon.support = neutral", "saigon.support = activeOpposition", "VC", "standing", 12, 1},
    {"", "patronage += 3", "ARVN", "standing", 3, 1},
    {"", "place 1 NVA bases in southern-laos", "NVA", "standing", 1, 1},
    {"", "move 2 US troops from available-US to casualties-US", "US", "standing", -2, -1},
    {"", "move 2 US troops from available-US to casualties-US", "US", "usCasualties", 2, -1},
    {"move 3 US troops from available-US to casualties-US", "move 3 US troops from casualties-US "
        "to out-of-play-US", "US", "usCasualties", -3, -1},
    /* a rival near its goal: 23 people under COIN Control at the start of the short scenario */
    {"patronage = 40", "patronage = 43", "US", "rivalAtTheGoal", 3, -1},
    /* 23 + 13 is 14 below the goal */
    {"patronage = 10", "patronage = 13", "VC", "rivalAtTheGoal", 0, 0},
    /* Resources: 4 each up to 6, 2 each up to 15, 1 each beyond */
    {"vcResources = 5", "vcResources = 7", "VC", "vcPurse", 6, 1},
    {"nvaResources = 14", "nvaResources = 16", "NVA", "nvaPurse", 3, 1},
    /* from nothing to 4 */
    {"arvnResources = 15\ntotalEcon = 15", "arvnResources = 19", "US", "usFunds", 16, 1},
    /* below Total Econ */
    {"arvnResources = 10\ntotalEcon = 15", "arvnResources = 12", "US", "usFunds", 0, 0},
    {"", "aid += 5", "ARVN", "aidToCome", 5, 1},
    /* Econ 2 */
    {"", "loc-saigon-can-tho.sabotage = true", "ARVN", "sabotagedEcon", 2, -1},
    /* the Trail */
    {"", "trail += 1", "NVA", "nvaTrail", 1, 1},
    {"", "trail += 1", "US", "openTrail", 1, -1},
    /* Terror, hidden Guerrillas */
    {"", "hue.terror = 2", "US", "terrorAgainstSupport", 2, -1},
    {"", "hue.terror = 2", "VC", "terrorForOpposition", 2, 1},
    {"remove all pieces from ba-xuyen", "place 2 VC guerrillas in "
        "ba-xuyen", "VC", "vcHidden", 2, 1},
    {"remove all pieces from ba-xuyen", "place 2 VC guerrillas in "
        "ba-xuyen", "ARVN", "hiddenGuerrillas", 2, -1},
    {"remove all pieces from ba-xuyen\nplace 2 VC guerrillas in ba-xuyen", "flip all VC "
        "guerrillas in ba-xuyen to active", "VC", "vcHidden", -2, -1},
    /* population 1 */
    {"remove all pieces from ba-xuyen\nba-xuyen.support = neutral", "place 1 VC guerrillas in "
        "ba-xuyen", "VC", "readyForOpposition", 1, 1},
    {"remove all pieces from ba-xuyen\nba-xuyen.support = activeOpposition\nplace 1 VC guerrillas "
     "in ba-xuyen", "place 2 ARVN troops in ba-xuyen", "VC", "oppositionAtRisk", 1, -1},
    /* ready for Pacification: COIN Control, Police and US Troops (6.3.1); kien-phong has population
     * 2 */
    {"remove all pieces from kien-phong\nkien-phong.support = neutral\nplace 1 ARVN police in "
     "kien-phong", "place 1 US troops in kien-phong", "US", "readyForSupport", 2, 0},
    {"remove all pieces from kien-phong\nkien-phong.support = passiveSupport", "place 1 ARVN "
        "police in kien-phong", "US", "supportHeld", 2, 1},
    /* Control by numbers */
    {"remove all pieces from kien-phong", "place 3 ARVN troops in "
        "kien-phong", "ARVN", "firmControl", 6, 1},
    /* from -3 to -1 */
    {"remove all pieces from kien-phong\nplace 3 NVA troops in kien-phong", "place 2 ARVN troops "
        "in kien-phong", "ARVN", "controlWithinReach", 4, 1},
    {"remove all pieces from kien-phong", "place 3 NVA troops in "
        "kien-phong", "NVA", "nvaFirmControl", 6, 1},
    /* 2 * (7 - 2) */
    {"remove all pieces from kien-phong\nplace 4 ARVN troops in kien-phong", "place 2 NVA troops "
        "in kien-phong", "NVA", "nvaWithinReach", 10, 1},
    {"remove all pieces from kien-phong", "place 3 NVA troops in "
        "kien-phong", "VC", "standing", 0, 0},
    /* Capabilities: CORDS counts twice, for it is about Support */
    {"", "cap_cords = unshadedSide", "US", "capabilitiesOfCoin", 2, 1},
    {"", "cap_cords = unshadedSide", "VC", "capabilitiesOfInsurgents", -2, -1},
    {"", "cap_sa2s = shadedSide", "NVA", "capabilitiesOfInsurgents", 1, 1},
    /* the margin counts more with each card below 16 in the deck; what is usually lost before the
     * end counts less */
    {"", "patronage += 5", "ARVN", "standingLate", 0, 1},
    {"for _n in 1..size(deck) - 10: put top(deck) on top of unused", "patronage += "
        "5", "ARVN", "standingLate", 5 * 6, 1},
    {"for _n in 1..size(deck) - 10: put top(deck) on top of unused", "put top(deck) on top of "
        "unused", "VC", "usualLosses", -51, 0},
    /* turns */
    {"", "VC.staysEligible = true", "VC", "turnMore", 1, 1},
    {"", "US.madeIneligible = true", "US", "turnLess", 1, -1},
};

static const step boards[][3] = {
    /* from 1 row to 2: 4 - 1 */
    {{"", "white += a3\nwhite -= a2", "White", "advancement", 3, 1},
     {"", "black -= a7", "White", "morePawns", 1, 1},
     /* White's best from 1 row to 5 */
     {"", "white += a6\nwhite -= a2", "Black", "runner", -4, -1}},
    {{"", "black += a1", "Black", "cornersHeld", 1, 1},
     {"", "black += b2", "Black", "cornersGiven", 1, 0},
     /* 4 and 4 moves before, none after */
     {"", "white = {}", "Black", "mobility", 0, 0}},
    {{"", "red += d1", "Red", "centre", 3, 1},
     {"", "yellow += a1", "Red", "centre", 0, 0},
     {"", "yellow += c1", "Red", "centre", -2, -1}},
    {{"", "black-queens -= d8\nblack -= d8", "White", "material", 90, 1},
     /* bishop and queen 8, knight 1 */
     {"", "white-pawns -= e2\nwhite-pawns += e4\nwhite -= e2\nwhite += e4", "White", "reach", 9, 1},
     /* from the second to the fourth ring */
     {"", "white-pawns -= e2\nwhite-pawns += e4\nwhite -= e2\nwhite += "
          "e4", "Black", "middle", -2, -1}},
    {{"", "white -= b6", "Black", "morePieces", 2, 1},
     {"", "kings += b6", "White", "morePieces", 1, 1},
     {"", "black -= a1", "Black", "backRow", -1, -1}},
    {{"white += a1", "white += d1\nwhite += g1", "White", "mills", 3, 1},
     {"", "White.hand -= 1", "White", "moreMen", -1, -1},
     /* b2, f2, d1, d3 */
     {"", "white += d2", "White", "goodPoints", 4, 1}},
    {{"white = {a1}\nblack = {j10}", "burnt += b1\nburnt += b2", "White", "elbowRoom", -2, -1},
     /* b1 to j1 */
     {"white = {a1}\nblack = {j10}", "burnt += b1", "White", "reached", -9, -1},
     /* Black reaches j1 too */
     {"white = {a1}\nblack = {j10}", "burnt += b1", "White", "alone", -8, 0}},
    {{"", "move 1 White checkers from p24 to p18", "White", "race", 6, 0},
     {"", "move 1 Black checkers from p1 to black-bar", "White", "onTheBar", 1, 1},
     {"", "move 1 White checkers from p8 to p5\nmove 1 White checkers from p6 to "
          "p5", "White", "home", 1, 1}},
};
/* clang-format on */

static void test_terms_of_the_war_game(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    for (size_t i = 0; i < LF_COUNT(war); i++)
        expect_step(game, "short", &war[i]);
    lf_game_free(game);
}

/* When the next card is a Coup, the margin counts a little more. */
static void test_margin_counts_more_before_a_coup(void **unused) {
    (void)unused;
    static const step near = {"patronage = 30", "put card-125 on top of lookahead",
                              "ARVN",           "standingBeforeTheRound",
                              23 + 30 - 50,     1};
    lf_game *game = load_bundled("fire-in-the-lake");
    expect_step(game, "short", &near);
    lf_game_free(game);
}

static void test_terms_of_board_games(void **unused) {
    (void)unused;
    static const char *const names[] = {"breakthrough", "reversi",   "connect-four",
                                        "chess",        "draughts",  "nine-mens-morris",
                                        "amazons",      "backgammon"};
    for (size_t g = 0; g < LF_COUNT(names); g++) {
        lf_game *game = load_bundled(names[g]);
        for (size_t i = 0; i < LF_COUNT(boards[g]); i++)
            expect_step(game, NULL, &boards[g][i]);
        lf_game_free(game);
    }
}

/* In random play no term of a bundled game fails, and every option has a weight. */
static void test_terms_do_not_fail_in_play(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    const lf_setup setup = {.seed = 3, .scenario = "short"};
    lf_state *state = lf_state_new(game, &setup, NULL);
    heuristics *k = lf_heuristics_new(game);
    uint16_t weights[LF_MAX_OPTIONS + 1];
    uint32_t rng = 1;
    for (int d = 0; d < 2000 && lf_decider(state) >= 0; d++) {
        const int options = lf_legal_count(state),
                  weighed = lf_heuristics_priors(k, state, weights, LF_MAX_OPTIONS + 1);
        assert_true(weighed == 0 || weighed == options);
        for (int i = 0; i < weighed; i++)
            assert_true(weights[i] > 0);
        for (lf_seat seat = 0; d % 50 == 0 && seat < 4; seat++)
            lf_heuristics_value(k, state, seat);
        rng = rng * 1664525u + 1013904223u;
        assert_int_equal(lf_apply(state, (int)((rng >> 8) % (uint32_t)options)), LF_OK);
    }
    assert_int_equal(lf_heuristics_failures(k), 0);
    lf_heuristics_free(k);
    lf_state_free(state);
    lf_game_free(game);
}

/* The evaluator "terms" adds the terms; for a game without terms it is an error. */
static void test_evaluator_by_terms(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("breakthrough"), *silent = load_bundled("tic-tac-toe");
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_error error = {0};
    evaluation out;
    evaluator *terms = lf_evaluator_new(game, "terms", &error);
    assert_non_null(terms);
    run_statements(state,
                   "black -= a7"); /* 1.5 for the pawn and 0.03 for the row that it had come */
    lf_evaluate(terms, state, 0, &out);
    assert_float_equal(out.margin[0], 1.53, 0.001);
    assert_float_equal(out.margin[1], -1.53, 0.001);
    assert_true(out.win[0] > 0.5F && out.win[0] < 1 && out.win[1] > 0);
    lf_evaluator_free(terms);
    assert_null(lf_evaluator_new(silent, "terms", &error));
    assert_non_null(strstr(error.message, "no terms"));
    lf_state_free(state);
    lf_game_free(game);
    lf_game_free(silent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_of_the_war_game),
        cmocka_unit_test(test_margin_counts_more_before_a_coup),
        cmocka_unit_test(test_terms_of_board_games),
        cmocka_unit_test(test_terms_do_not_fail_in_play),
        cmocka_unit_test(test_evaluator_by_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
