/* test_game_words.c: the displays and prompts of the bundled games. What those of Fire in the Lake
 * show at the start of its scenarios is taken from the reference data (derived values and tracks),
 * not from the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

static lf_state *start(const lf_game *game, const lf_setup *setup) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static int display_of(const lf_state *state, const char *name) {
    const int display = lf_find(lf_state_game(state), LF_OF_DISPLAYS, name);
    if (display < 0)
        fail_msg("no display %s", name);
    return display;
}

/* NULL: not shown. */
static void expect_text(const lf_state *state, const char *name, int owner, const char *expected) {
    char *text = lf_display_text(state, display_of(state, name), owner);
    if (expected == NULL ? text != NULL : text == NULL || strcmp(text, expected) != 0)
        fail_msg("%s of %d is %s instead of %s", name, owner, text == NULL ? "not shown" : text,
                 expected == NULL ? "not shown" : expected);
    lf_string_free(text);
}

static void expect_number(const lf_state *state, const char *name, int owner, int64_t expected) {
    int64_t value = -1;
    assert_true(lf_display_value(state, display_of(state, name), owner, &value));
    if (value != expected)
        fail_msg("%s of %d is %d instead of %d", name, owner, (int)value, (int)expected);
}

/* ---- the start of the scenarios ---- */

typedef struct {
    const char *name;
    int scores[4]; /* US, ARVN, NVA, VC */
    int support, opposition, coin, nva, available, nva_bases, vc_bases;
    int resources[4], aid, patronage, trail;
    const char *coin_spaces, *nva_spaces;
} beginning;

static const beginning beginnings[] = {
    {"short",
     {38, 41, 10, 23},
     24,
     18,
     23,
     2,
     14,
     8,
     5,
     {0, 30, 15, 10},
     15,
     18,
     2,
     " hue da-nang kontum qui-nhon cam-ranh an-loc saigon can-tho quang-nam quang-tin-quang-ngai "
     "binh-dinh"
     " khanh-hoa kien-hoa-vinh-binh ba-xuyen ",
     " central-laos southern-laos the-fishhook the-parrots-beak north-vietnam "
     "quang-tri-thua-thien "},
    {"medium",
     {37, 44, 8, 23},
     32,
     15,
     29,
     0,
     5,
     8,
     8,
     {0, 30, 20, 15},
     30,
     15,
     3,
     " hue da-nang kontum qui-nhon cam-ranh an-loc saigon can-tho quang-tri-thua-thien "
     "quang-tin-quang-ngai"
     " binh-dinh pleiku-darlac phu-bon-phu-yen khanh-hoa quang-duc-long-khanh binh-tuy-binh-thuan "
     "tay-ninh"
     " kien-giang-an-xuyen ",
     " central-laos southern-laos northeast-cambodia the-fishhook the-parrots-beak sihanoukville"
     " north-vietnam "},
    {"full",
     {38, 35, 4, 27},
     15,
     20,
     20,
     0,
     23,
     4,
     7,
     {0, 30, 10, 5},
     15,
     15,
     1,
     " hue da-nang kontum qui-nhon cam-ranh an-loc saigon can-tho quang-nam phu-bon-phu-yen "
     "khanh-hoa"
     " kien-hoa-vinh-binh ba-xuyen ",
     " central-laos southern-laos the-parrots-beak north-vietnam "},
};

static void expect_control(const lf_state *state, const beginning *b) {
    const lf_game *game = lf_state_game(state);
    for (int space = 0; space < lf_count(game, LF_OF_SPACES); space++) {
        char name[64];
        snprintf(name, sizeof name, " %s ", lf_name(game, LF_OF_SPACES, space));
        const bool line = strncmp(name, " loc-", 5) == 0;
        expect_text(state, "controlledBy", space,
                    line                                   ? NULL
                    : strstr(b->coin_spaces, name) != NULL ? "COIN"
                    : strstr(b->nva_spaces, name) != NULL  ? "NVA"
                                                           : "none");
    }
}

static void expect_seats(const lf_state *state, const beginning *b) {
    static const int goals[] = {50, 50, 18, 35};
    for (int seat = 0; seat < 4; seat++) {
        int64_t goal = 0;
        expect_number(state, "score", seat, b->scores[seat]);
        expect_number(state, "victoryMargin", seat, b->scores[seat] - goals[seat]);
        assert_true(lf_display_goal(state, display_of(state, "score"), seat, &goal));
        assert_int_equal(goal, goals[seat]);
        if (seat > 0)
            expect_number(state, "resourcesOf", seat, b->resources[seat]);
    }
    expect_text(state, "resourcesOf", 0, NULL);
}

static void scenarios_begin_as_the_reference_says(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const beginning *b = &beginnings[i];
        lf_state *state = start(game, &(lf_setup){.scenario = b->name, .seed = 1});
        expect_seats(state, b);
        expect_control(state, b);
        expect_number(state, "totalSupport", 0, b->support);
        expect_number(state, "totalOpposition", 0, b->opposition);
        expect_number(state, "coinPopulation", 0, b->coin);
        expect_number(state, "nvaPopulation", 0, b->nva);
        expect_number(state, "usAvailable", 0, b->available);
        expect_number(state, "nvaBases", 0, b->nva_bases);
        expect_number(state, "vcBases", 0, b->vc_bases);
        expect_number(state, "aidTrack", 0, b->aid);
        expect_number(state, "patronageTrack", 0, b->patronage);
        expect_number(state, "trailTrack", 0, b->trail);
        expect_number(state, "econFloor", 0, 15);
        expect_number(state, "usMaySpend", 0, b->resources[1] - 15);
        expect_number(state, "markersLeft", 0, 15);
        expect_number(state, "casualties", 0, 0);
        lf_state_free(state);
    }
    lf_game_free(game);
}

/* ---- the turn, and what is in force ---- */

/* Card 5 has the order US, NVA, ARVN, VC; card 125 is a Coup card. */
static void the_turn_is_told(void **unused) {
    (void)unused;
    static const char *const cards[] = {"card-5", "card-125", NULL};
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_state *state = start(
        game, &(lf_setup){
                  .scenario = "full", .seed = 1, .stack = "deck", .cards = cards, .on_top = true});
    const int card = lf_find(game, LF_OF_CARDS, "card-5");
    expect_text(state, "cardInPlay", 0, "Wild Weasels");
    expect_text(state, "firstEligible", 0, "United States");
    expect_text(state, "secondEligible", 0, "NVA");
    expect_text(state, "monsoonWarning", 0, "Nguyen Khanh");
    expect_text(state, "orderFirst", card, "United States");
    expect_text(state, "orderSecond", card, "NVA");
    expect_text(state, "orderThird", card, "ARVN");
    expect_text(state, "orderFourth", card, "Viet Cong");
    assert_int_equal(lf_apply(state, lf_find_option(state, "pass")), LF_OK);
    expect_text(state, "firstEligible", 0, "NVA");
    expect_text(state, "secondEligible", 0, "ARVN");
    assert_int_equal(lf_apply(state, lf_find_option(state, "pass")), LF_OK);
    assert_int_equal(lf_apply(state, lf_find_option(state, "pass")), LF_OK);
    expect_text(state, "firstEligible", 0, "Viet Cong");
    expect_text(state, "secondEligible", 0, NULL);
    lf_state_free(state);
    lf_game_free(game);
}

static void what_is_in_force_is_told(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_state *state = start(game, NULL);
    expect_text(state, "momentumInForce", 0, NULL);
    expect_text(state, "capabilitiesShaded", 0, NULL);
    assert_int_equal(
        lf_do(state,
              "mom_claymores = true\nmom_typhoonKate = true\ncap_topGun = unshadedSide\n"
              "cap_cadres = shadedSide\ncap_aaa = shadedSide",
              NULL),
        LF_OK);
    expect_text(state, "momentumInForce", 0, "Claymores, Typhoon Kate");
    expect_text(state, "capabilitiesUnshaded", 0, "Top Gun");
    expect_text(state, "capabilitiesShaded", 0, "AAA, Cadres");
    expect_text(state, "capability", lf_find(game, LF_OF_CARDS, "card-116"), "shaded");
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- prompts ---- */

static void expect_prompt(const lf_state *state, const char *seat, const char *expected) {
    char *prompt = lf_prompt(state);
    assert_string_equal(lf_name(lf_state_game(state), LF_OF_SEATS, lf_decider(state)), seat);
    assert_string_equal(prompt, expected);
    lf_string_free(prompt);
}

static void decide(lf_state *state, const char *option) {
    assert_int_equal(lf_apply(state, lf_find_option(state, option)), LF_OK);
}

/* The prompt says who is 1st and 2nd Eligible (2.3.1), for what, and what the 1st has executed
 * (2.3.4). */
static void the_turn_is_asked_for(void **unused) {
    static const char *const cards[] = {"card-105", "card-1", NULL};
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_state *state = start(game, &(lf_setup){.stack = "deck", .cards = cards});
    expect_prompt(state, "VC", "1st Eligible on Rural Pressure: what do you execute?");
    decide(state, "pass");
    expect_prompt(state, "NVA", "1st Eligible on Rural Pressure: what do you execute?");
    decide(state, "giveResources");
    expect_prompt(state, "NVA", "Give Viet Cong how many Resources? (You have 10)");
    decide(state, "4");
    expect_prompt(state, "NVA",
                  "Rural Pressure, after the gift of Resources: what do you execute?");
    decide(state, "operation");
    expect_prompt(state, "NVA", "Which Operation? (6 Resources to spend)");
    decide(state, "Rally");
    decide(state, "Rally in a space");
    decide(state, "hue");
    decide(state, "End of Rally");
    expect_prompt(state, "US",
                  "2nd Eligible on Rural Pressure (1st: NVA, Operation): what do you execute?");
    lf_state_free(state);
    lf_game_free(game);
}

/* Of the ARVN Resources (30 at the start of the full scenario) the US may spend what lies above
 * Total Econ, 15 (1.8.1). */
static void the_us_reads_what_it_may_spend(void **unused) {
    static const char *const cards[] = {"card-1", "card-105", NULL};
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_state *state = start(game, &(lf_setup){.scenario = "full", .stack = "deck", .cards = cards});
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "arvnResources")), 30);
    decide(state, "operation");
    expect_prompt(state, "US", "Which Operation? (15 Resources to spend)");
    lf_state_free(state);
    lf_game_free(game);
}

/* Who may play a Pivotal Event reads which one, and whose it would trump (2.3.8: VC, then ARVN,
 * NVA, US). */
static void pivotal_events_are_named(void **unused) {
    static const char *const cards[] = {"card-105", "card-1", NULL};
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_state *state =
        start(game, &(lf_setup){.scenario = "medium", .stack = "deck", .cards = cards});
    expect_prompt(state, "VC", "Your Pivotal Event: play Tet Offensive instead of Rural Pressure?");
    assert_int_equal(
        lf_do(state, "move all US troops from spaces to available-US\nactivePlayer = ARVN", NULL),
        LF_OK);
    expect_prompt(state, "ARVN",
                  "Your Pivotal Event: play Vietnamization instead of Rural Pressure?");
    decide(state, "pivotalEvent");
    expect_prompt(state, "VC",
                  "Your Pivotal Event: play Tet Offensive and trump Vietnamization of ARVN?");
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- the log ---- */

static void expect_summary(const lf_session *s, int turn, const char *expected) {
    char *line = lf_session_summary(s, turn, LF_NOBODY);
    assert_non_null(line);
    assert_string_equal(line, expected);
    lf_string_free(line);
}

static void choose(lf_session *s, const char *option) {
    const int at = lf_find_option(lf_session_state(s), option);
    if (at < 0)
        fail_msg("no option %s", option);
    assert_int_equal(lf_session_apply(s, at, false, NULL), LF_OK);
}

/* The log begins with the set-up and the first card; a turn is one line, and what is true or false
 * reads as words. */
static void the_log_tells_a_card(void **unused) {
    static const char *const cards[] = {"card-72", "card-1", "card-2", NULL};
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_session *s = lf_session_new(game, "");
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_start(s, &(lf_setup){.stack = "deck", .cards = cards}, NULL),
                     LF_OK);
    expect_summary(s, 0,
                   /* six piles of 12 and a Coup */
                   "Set-up: 78 cards in the deck, 6 of them Coup cards");
    expect_summary(s, 1, "Body Count, then Gulf of Tonkin");
    choose(s, "event");
    choose(s, "unshaded");
    expect_summary(s, 2, "ARVN plays the Event Body Count, Unshaded. Body Count in force.");
    choose(s, "pass");
    expect_summary(s, 3, "NVA passes. NVA Resources 10 → 11.");
    choose(s, "pass");
    choose(s, "pass");
    expect_summary(s, 5, "Viet Cong passes. VC Resources 5 → 6.");
    expect_summary(s, 6, "Gulf of Tonkin, then Kissinger");
    lf_session_free(s);
    lf_game_free(game);
}

/* The first change of a global tells what did it. */
static void expect_cause(const lf_session *s, const char *global, const char *expected) {
    const int subject = lf_find(lf_session_game(s), LF_OF_GLOBALS, global);
    lf_log_entry entry;
    for (size_t i = 0; lf_session_entry(s, i, LF_NOBODY, &entry); i++)
        if (entry.kind == LF_EVENT_VALUE && entry.subject == subject) {
            assert_string_equal(entry.cause, expected);
            return;
        }
    fail_msg("%s has not changed", global);
}

/* What happens says which rule did it, by the section of the rules; and which card, where it is
 * one. */
static void what_happens_says_what_did_it(void **unused) {
    static const char *const cards[] = {"card-72", "card-1", "card-2", NULL};
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    lf_session *s = lf_session_new(game, "");
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_start(s, &(lf_setup){.stack = "deck", .cards = cards}, NULL),
                     LF_OK);
    choose(s, "operation");
    choose(s, "Sweep");
    choose(s, "hue");
    expect_cause(s, "arvnResources", "Sweep (3.2.3)"); /* its price */
    lf_session_free(s);
    lf_game_free(game);
}

static void play_out(lf_session *s, uint64_t *rng) {
    const lf_state *state = lf_session_state(s);
    while (!lf_terminal(state, NULL)) {
        *rng = *rng * UINT64_C(6364136223846793005) + 1;
        const int option = (int)((*rng >> 33) % (uint64_t)lf_legal_count(state));
        assert_int_equal(lf_session_apply(s, option, false, NULL), LF_OK);
        state = lf_session_state(s);
    }
}

/* A whole game can be read: at most four lines a card on average, over games of random play. */
static void a_card_takes_four_lines_at_most(void **unused) {
    int lines = 0, cards = 0;
    uint64_t rng = 1;
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    const int played = lf_find(game, LF_OF_STACKS, "played");
    for (uint64_t seed = 1; seed <= 10; seed++) {
        lf_session *s = lf_session_new(game, "");
        lf_log_entry entry;
        lf_session_set_confirm(s, false);
        assert_int_equal(lf_session_start(s, &(lf_setup){.seed = seed}, NULL), LF_OK);
        play_out(s, &rng);
        for (int turn = 0; turn < lf_session_turns(s); turn++) {
            char *line = lf_session_summary(s, turn, LF_NOBODY);
            assert_non_null(line);
            lines += *line != '\0';
            lf_string_free(line);
        }
        for (size_t i = 0; lf_session_entry(s, i, LF_NOBODY, &entry); i++)
            cards += entry.kind == LF_EVENT_CARD && entry.to == played;
        lf_session_free(s);
    }
    assert_true(cards > 100);
    if (lines > 4 * cards)
        fail_msg("%d lines for %d cards", lines, cards);
    lf_game_free(game);
}

/* ---- what a seat reads hangs on what it may know ---- */

typedef struct {
    lf_seat viewer;
    uint64_t world; /* 0: the true one */
} sight;

static lf_status redraw(lf_state *state, void *context, lf_error *error) {
    const sight *s = context;
    (void)error;
    if (s->world > 0)
        lf_determinize(state, s->viewer, s->world);
    return LF_OK;
}

/* After some decisions: the log, the position, and to the decider the prompt and the options, as a
 * seat reads them in a world. */
static void read_world(const lf_game *game, sight s, const char *const *moves, char *out,
                       size_t size) {
    lf_session *session = lf_session_new(game, "");
    lf_log_entry entry;
    size_t used = 0;
    lf_session_set_confirm(session, false);
    assert_int_equal(lf_session_start(session, &(lf_setup){.seed = 11}, NULL), LF_OK);
    assert_int_equal(lf_session_edit(session, redraw, &s, NULL), LF_OK);
    for (; *moves != NULL; moves++)
        choose(session, *moves);
    for (size_t i = 0; lf_session_entry(session, i, s.viewer, &entry) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s %d %d\n", entry.text,
                                 (int)entry.level, entry.subject);
    char *seen = lf_observe(lf_session_state(session), s.viewer);
    assert_true(used < size);
    snprintf(out + used, size - used, "%s", seen);
    lf_string_free(seen);
    lf_session_free(session);
}

/* Every bundled game with hidden cards: worlds that a seat cannot tell apart are the same to it,
 * byte for byte. */
static void what_is_hidden_changes_no_word(void **unused) {
    static const struct {
        const char *game;
        const char *moves[4];
    } rows[] = {{"kuhn-poker", {NULL}},
                {"kuhn-poker", {"bet", NULL}},
                {"kuhn-poker", {"pass", "bet", NULL}},
                {"fire-in-the-lake", {NULL}},
                {"fire-in-the-lake", {"pass", "pass", NULL}}};
    static char one[64 * 1024], other[64 * 1024];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lf_game *game = load_bundled(rows[i].game);
        for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
            for (uint64_t world = 1; world <= 6; world++) {
                read_world(game, (sight){seat, 0}, rows[i].moves, one, sizeof one);
                read_world(game, (sight){seat, world}, rows[i].moves, other, sizeof other);
                assert_string_equal(one, other);
            }
        lf_game_free(game);
    }
}

/* ---- the small games ---- */

static void small_games_count(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("reversi");
    lf_state *state = start(game, NULL);
    assert_int_equal(lf_apply(state, lf_find_option(state, "d3")), LF_OK);
    expect_number(state, "discs", 0, 4); /* two, the new one, and the one that it turned */
    expect_number(state, "discs", 1, 1);
    expect_number(state, "squaresLeft", 0, 59);
    lf_state_free(state);
    lf_game_free(game);

    game = load_bundled("breakthrough");
    state = start(game, NULL);
    expect_number(state, "pawns", 0, 16);
    expect_number(state, "pawns", 1, 16);
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_begin_as_the_reference_says),
        cmocka_unit_test(the_turn_is_told),
        cmocka_unit_test(what_is_in_force_is_told),
        cmocka_unit_test(the_turn_is_asked_for),
        cmocka_unit_test(the_us_reads_what_it_may_spend),
        cmocka_unit_test(pivotal_events_are_named),
        cmocka_unit_test(the_log_tells_a_card),
        cmocka_unit_test(a_card_takes_four_lines_at_most),
        cmocka_unit_test(what_happens_says_what_did_it),
        cmocka_unit_test(what_is_hidden_changes_no_word),
        cmocka_unit_test(small_games_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
