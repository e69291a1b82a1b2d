/* test_course.c: the course of play, seen from outside: where checkpoints are asked, how a phase is
 * left, what `require` takes away and what it says, circles, and what fixed dice may be. Small
 * specs, each written for its question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"

#define HEAD                                                                                       \
    "metadata: {id: course, name: Course}\n"                                                       \
    "seats: [Red, Blue]\n"                                                                         \
    "globalVars: [{name: gold, type: int, max: 1000}, {name: left, type: int, max: 1000}]\n"

/* The rest of a spec behind its head, which takes lines 2 to 4. */
static lf_game *game_of(const char *rest) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "```yaml\n" HEAD "%s```\n", rest);
    assert_int_equal(fclose(file), 0);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static lf_state *begin(const lf_game *game) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static void expect_no_beginning(const lf_game *game, const char *words) {
    lf_error error = {0};
    assert_null(lf_state_new(game, NULL, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("%s", error.message);
}

/* Plays the options by name; fails if one is not offered. */
static void play(lf_state *state, const char *const *names) {
    for (; *names != NULL; names++) {
        const int option = lf_find_option(state, *names);
        if (option < 0)
            fail_msg("%s is not offered", *names);
        if (lf_apply(state, option) != LF_OK)
            fail_msg("%s: %s", *names, lf_state_error(state)->message);
    }
}
#define PLAY(state, ...) play(state, (const char *const[]){__VA_ARGS__, NULL})

static void expect_fault(lf_state *state, const char *name, const char *words) {
    assert_int_equal(lf_apply(state, lf_find_option(state, name)), LF_RULE_ERROR);
    if (strstr(lf_state_error(state)->message, words) == NULL)
        fail_msg("%s", lf_state_error(state)->message);
}

static void close_game(lf_state *state, lf_game *game) {
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- checkpoints ---- */

#define WHEN_EMPTY "terminal: {checkpoints: [{id: empty, when: gold >= 3, winner: Blue}]}\n"

/* Whatever way the action or hook ends, the game is over when the third coin is there. */
static void test_checkpoints_are_asked_after_every_end(void **unused) {
    (void)unused;
    static const char *const ends[] = {"gold += 3",
                                       "gold += 3\n      end turn",
                                       "gold += 3\n      end phase",
                                       "gold += 3\n      goto other",
                                       "gold += 3\n      earn()",
                                       "end phase # the exit hook earns",
                                       "goto entering"};
    for (size_t i = 0; i < LF_COUNT(ends); i++) {
        lf_text rest = {0};
        lf_text_printf(
            &rest,
            "turnStructure:\n"
            "  phases:\n"
            "    - {id: main, seats: [Red, Blue], onExit: 'left += 1'}\n"
            "    - {id: other, onExit: 'gold += 3'}\n"
            "    - {id: entering, onEnter: 'gold += 3'}\n"
            "procedures: {earn: end turn}\n"
            "actions:\n"
            "  - id: act\n"
            "    phase: [main, other]\n"
            "    effects: |\n"
            "      %s\n"
            "  - {id: wait, phase: [main, other, entering], effects: 'left += 1'}\n" WHEN_EMPTY,
            ends[i]);
        lf_game *game = game_of(rest.data);
        lf_text_free(&rest);
        lf_state *state = begin(game);
        PLAY(state, "act");
        if (!lf_terminal(state, NULL) && i == 5)
            PLAY(state, "act");
        lf_outcome outcome;
        if (!lf_terminal(state, &outcome))
            fail_msg("the game goes on after: %s", ends[i]);
        assert_string_equal(outcome.checkpoint, "empty");
        assert_int_equal(outcome.winner, 1);
        close_game(state, game);
    }
}

/* A take-away as people write it: the last action ends the turn. */
static void test_take_away_with_end_turn_ends(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure: {phases: [{id: main, seats: [Red, Blue]}]}\n"
                "setup: gold = 5\n"
                "actions:\n"
                "  - id: take\n"
                "    phase: main\n"
                "    params: [{name: n, domain: '1..min(3, gold)'}]\n"
                "    effects: |\n"
                "      gold -= n\n"
                "      end turn\n"
                "terminal: {checkpoints: [{id: taken, when: gold == 0, winner: activePlayer}]}\n");
    lf_state *state = begin(game);
    lf_outcome outcome;
    PLAY(state, "3", "2");
    assert_true(lf_terminal(state, &outcome));
    assert_int_equal(outcome.winner, 1);
    close_game(state, game);
}

static void test_checkpoints_see_the_new_turn(void **unused) {
    (void)unused;
    lf_game *game = game_of(
        "turnStructure: {phases: [{id: main, onEnter: 'left += 1'}]}\n"
        "terminal: {checkpoints: [{id: late, when: turnNumber == 4 and gold == 0, draw: true}]}\n");
    lf_state *state = begin(game);
    assert_true(lf_terminal(state, NULL));
    assert_int_equal(lf_turn(state), 4);
    close_game(state, game);
}

/* ---- equal margins ---- */

typedef struct {
    const char *ties;
    int red, blue;
    uint32_t winners;
    lf_seat winner, first;
    const char *json; /* a part of the state */
} tie_row;

static void test_equal_margins(void **unused) {
    (void)unused;
    static const tie_row rows[] = {
        {"", 2, 2, 0, LF_NOBODY, 0, "\"winners\":[]"},
        {"", 2, 3, 2, 1, 1, "\"winners\":[\"Blue\"]"},
        {"  ties: draw\n", 4, 4, 0, LF_NOBODY, 0, "\"winner\":null"},
        {"  ties: shared\n", 4, 4, 3, LF_NOBODY, 0, "\"winners\":[\"Red\",\"Blue\"]"},
        {"  ties: shared\n", 5, 4, 1, 0, 0, "\"winner\":\"Red\""},
        {"  tieBreakOrder: [Blue, Red]\n", 4, 4, 2, 1, 1, "\"winners\":[\"Blue\"]"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_text rest = {0};
        lf_text_printf(&rest,
                       "turnStructure: {phases: [{id: main, onEnter: end game}]}\n"
                       "setup: |\n"
                       "  gold = %d\n"
                       "  left = %d\n"
                       "terminal:\n"
                       "  margins: [{seat: Red, value: gold}, {seat: Blue, value: left}]\n%s",
                       rows[i].red, rows[i].blue, rows[i].ties);
        lf_game *game = game_of(rest.data);
        lf_text_free(&rest);
        lf_state *state = begin(game);
        lf_outcome outcome;
        assert_true(lf_terminal(state, &outcome));
        assert_int_equal(outcome.winners, rows[i].winners);
        assert_int_equal(outcome.winner, rows[i].winner);
        assert_int_equal(outcome.ranking[0], rows[i].first);
        char *json = lf_state_json(state);
        if (strstr(json, rows[i].json) == NULL)
            fail_msg("%s is not in %s", rows[i].json, json);
        lf_string_free(json);
        close_game(state, game);
    }
}

/* ---- leaving a phase ---- */

static void test_an_exit_hook_runs_once(void **unused) {
    (void)unused;
    static const char *const ways[] = {"end phase", "halt()", "goto other", "stop()"};
    for (size_t i = 0; i < LF_COUNT(ways); i++) {
        lf_text rest = {0};
        lf_text_printf(&rest,
                       "turnStructure:\n"
                       "  phases:\n"
                       "    - id: main\n"
                       "      seats: [Red, Blue]\n"
                       "      onExit: |\n"
                       "        left += 1\n"
                       "        %s\n"
                       "    - {id: between, onEnter: 'left += 10'}\n"
                       "    - {id: other}\n"
                       "procedures: {stop: end phase, halt: end turn}\n"
                       "actions:\n"
                       "  - {id: leave, phase: main, effects: end phase}\n"
                       "  - {id: wait, phase: [main, other], effects: 'gold += 1'}\n"
                       "  - {id: rest, phase: [main, other], effects: 'gold += 2'}\n",
                       ways[i]);
        lf_game *game = game_of(rest.data);
        lf_text_free(&rest);
        lf_state *state = begin(game);
        PLAY(state, "leave");
        assert_string_equal(lf_name(game, LF_OF_PHASES, lf_phase(state)), "other");
        assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "left")), i == 2 ? 1 : 11);
        close_game(state, game);
    }
}

/* ---- require ---- */

static void test_an_action_that_cannot_be_carried_through_is_not_legal(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}, {id: other}]}\n"
                            "actions:\n"
                            "  - id: buy\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      require gold >= 1\n"
                            "      gold -= 1\n"
                            "  - {id: earn, phase: other, effects: 'gold += 1'}\n"
                            "  - {id: leave, phase: other, effects: end phase}\n");
    lf_state *state = begin(game);
    assert_string_equal(lf_name(game, LF_OF_PHASES, lf_phase(state)), "other");
    PLAY(state, "earn", "leave"); /* the one purchase is forced, and then none is left */
    assert_string_equal(lf_name(game, LF_OF_PHASES, lf_phase(state)), "other");
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 0);
    close_game(state, game);
}

#define CARDS                                                                                      \
    "cardParts: [upper]\n"                                                                         \
    "cards:\n"                                                                                     \
    "  - id: gift\n"                                                                               \
    "    upper: {effects: 'choose n in 1..5 \"How many?\"\n\n      gold = n'}\n"

/* The choice stands in a card, the card in a hook, the `require` behind it in the hook. */
static void test_perform_in_a_hook_is_looked_ahead_at(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure:\n"
                            "  phases:\n"
                            "    - id: main\n"
                            "      onEnter: |\n"
                            "        perform gift.upper\n"
                            "        require gold > 2 because \"it must be more than two\"\n" CARDS
                            "actions: [{id: wait, phase: main, effects: 'left += 1'},\n"
                            "  {id: rest, phase: main, effects: 'left += 2'}]\n");
    lf_state *state = begin(game);
    assert_int_equal(lf_legal_count(state), 3);
    assert_int_equal(lf_find_option(state, "2"), -1);
    PLAY(state, "4");
    close_game(state, game);
}

/* A call comes before its neighbour in the same statement. */
static void test_a_choice_beside_a_require_is_looked_ahead_at(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "procedures:\n"
                            "  ask: |\n"
                            "    choose n in 1..4 \"How many?\"\n"
                            "    left = n\n"
                            "    return n\n"
                            "  toll: |\n"
                            "    require left > 2\n"
                            "    return 1\n"
                            "actions:\n"
                            "  - {id: wait, phase: main, effects: 'left += 1'}\n"
                            "  - id: act\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      gold = ask() + toll()\n");
    lf_state *state = begin(game);
    PLAY(state, "act");
    assert_int_equal(lf_legal_count(state), 2);
    PLAY(state, "4");
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 5);
    close_game(state, game);
}

/* An option that leads out of the phase is looked at through the hooks, up to the next offer of
 * actions. */
static void test_hooks_are_looked_ahead_at(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure:\n"
                "  phases:\n"
                "    - {id: main, onExit: 'require gold > 1 because \"two coins are the toll\"'}\n"
                "    - {id: gate}\n"
                "    - {id: yard, onEnter: 'require gold != 3'}\n"
                "actions:\n"
                "  - {id: earn, phase: [main, yard], effects: 'gold += 1'}\n"
                "  - {id: leave, phase: [main, yard], effects: end phase}\n");
    lf_state *state = begin(game);
    /* no leaving with less */
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 2);
    assert_true(lf_find_option(state, "leave") >= 0);
    PLAY(state, "earn"); /* with three, only earning goes on */
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 4);
    PLAY(state, "leave");
    assert_string_equal(lf_name(game, LF_OF_PHASES, lf_phase(state)), "yard");
    close_game(state, game);
}

static void test_the_reason_is_said(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure: {phases: [{id: main, onEnter: toll()}]}\n"
                "procedures:\n"
                "  toll: |\n"
                "    left = 7\n"
                "    require gold > left because \"{gold} coins are not more than {left}\"\n"
                "actions: [{id: wait, phase: main, effects: 'left += 1'}]\n");
    expect_no_beginning(game, ":9:5: error[E0701]: ");
    expect_no_beginning(game, ": 0 coins are not more than 7 (in toll)");
    lf_game_free(game);
}

static void test_many_numbers_before_a_require(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "actions:\n"
                            "  - id: act\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      choose n in -20..gold + 1000 \"How many?\"\n"
                            "      require n mod 3 == 0\n"
                            "      gold = n / 10\n"
                            "  - {id: wait, phase: main, effects: 'gold += 1'}\n");
    lf_state *state = begin(game);
    PLAY(state, "act");
    assert_int_equal(lf_legal_count(state), 340); /* -18, -15 … 999 */
    expect_fault(state, "999",                    /* 1120 numbers, when the next turn looks ahead */
                 ":10:7: error[E0704]: a choice has more options than a decision may have");
    close_game(state, game);
}

/* ---- the condition of a card's part ---- */

#define OMENS                                                                                      \
    "turnStructure: {phases: [{id: main}]}\n"                                                      \
    "cardParts: [upper, lower]\n"                                                                  \
    "cards:\n"                                                                                     \
    "  - id: comet\n"                                                                              \
    "    upper: {when: gold > 2, effects: 'left += 1'}\n"                                          \
    "    lower: {effects: 'left += 10'}\n"                                                         \
    "  - {id: eclipse, upper: {effects: 'left += 100'}}\n"

static int64_t left_of(const lf_state *state) {
    return lf_global(state, lf_find(lf_state_game(state), LF_OF_GLOBALS, "left"));
}

static void test_a_part_is_performed_and_offered_when_it_may(void **unused) {
    (void)unused;
    lf_game *game = game_of(
        OMENS "procedures:\n"
              "  play(card c): |\n"
              "    choose \"Which side?\"\n"
              "      option upper \"Upper\"\n"
              "        perform c.upper\n"
              "      option lower \"Lower\"\n"
              "        perform c.lower\n"
              "      option neither \"Neither\"\n"
              "actions:\n"
              "  - {id: read, phase: main, effects: play(comet)}\n"
              "  - {id: force, phase: main, effects: \"gold = gold\\nperform comet.upper\"}\n"
              "  - {id: look, phase: main, effects: perform comet.upper}\n"
              "  - {id: earn, phase: main, effects: 'gold += 3'}\n");
    lf_state *state = begin(game);
    /* it begins with what may not be performed */
    assert_int_equal(lf_find_option(state, "look"), -1);
    PLAY(state, "force");
    assert_int_equal(left_of(state), 0);
    PLAY(state, "read");
    assert_int_equal(lf_legal_count(state), 2);
    assert_int_equal(lf_find_option(state, "upper"), -1);
    PLAY(state, "lower", "earn", "force", "look", "read", "upper");
    assert_int_equal(left_of(state), 13);
    close_game(state, game);
}

static void test_a_part_can_be_asked_for(void **unused) {
    (void)unused;
    lf_game *game = game_of(OMENS "actions:\n"
                                  "  - id: show\n"
                                  "    phase: main\n"
                                  "    params: [{name: c, domain: cards where c.upper}]\n"
                                  "    effects: perform c.upper\n"
                                  "  - {id: earn, phase: main, effects: 'gold += 3'}\n");
    lf_state *state = begin(game);
    lf_error error = {0};
    static const struct {
        const char *question, *poor, *rich;
    } rows[] = {{"comet.upper", "false", "true"},
                {"eclipse.upper", "true", "true"},
                {"comet.lower", "true", "true"},
                {"{c in cards where c.upper}", "{eclipse}", "{comet, eclipse}"},
                {"{c in cards where c.lower}", "{comet}", "{comet}"},
                {"any c in cards where c.upper and c.lower", "false", "true"}};
    for (int rich = 0; rich < 2; rich++) {
        for (size_t i = 0; i < LF_COUNT(rows); i++) {
            char *answer = lf_eval(state, rows[i].question, NULL, &error);
            if (answer == NULL)
                fail_msg("%s: %s", rows[i].question, error.message);
            assert_string_equal(answer, rich ? rows[i].rich : rows[i].poor);
            lf_string_free(answer);
        }
        PLAY(state, "earn");
    }
    PLAY(state, "show", "eclipse");
    assert_int_equal(left_of(state), 100);
    close_game(state, game);
}

/* ---- who listens changes nothing ---- */

static void hear_nothing(void *context, const lf_event *event) {
    (void)context;
    (void)event;
}

/* The words of the line are made only where somebody listens, in registers that then stay below the
 * card that asks. */
static void test_listening_leaves_no_trace(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "cardParts: [upper]\n"
                            "cards:\n"
                            "  - id: comet\n"
                            "    upper:\n"
                            "      effects: |\n"
                            "        choose n in 1..3 \"?\"\n"
                            "        left = n\n"
                            "functions: {great(n): 'n * 3 + left * 5 + gold * 7'}\n"
                            "actions:\n"
                            "  - id: read\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      gold += 2\n"
                            "      log \"{gold * 3 + left} and {great(gold + 5) + 1}\"\n"
                            "      perform comet.upper\n"
                            "  - {id: wait, phase: main, effects: 'gold += 1'}\n");
    lf_state *alone = begin(game), *heard = begin(game);
    lf_watch(heard, &(lf_observer){hear_nothing, NULL});
    PLAY(alone, "read");
    PLAY(heard, "read");
    assert_true(lf_equal(alone, heard));
    assert_int_equal(lf_hash(alone), lf_hash(heard));
    lf_state_free(heard);
    close_game(alone, game);
}

/* ---- circles ---- */

static void test_phases_without_a_decision_are_found(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure: {phases: [{id: main, onEnter: 'gold = 1 - gold'}, {id: other}]}\n"
                "actions: [{id: buy, phase: other, pre: gold > 7, effects: 'gold -= 1'}]\n");
    const clock_t start = clock();
    expect_no_beginning(game, "error[E0705]: no action is legal and nothing ended the game");
    assert_true(clock() - start < CLOCKS_PER_SEC / 10);
    lf_game_free(game);
}

static void test_one_action_for_ever_is_found(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "actions: [{id: swap, phase: main, effects: 'gold = 1 - gold'}]\n");
    const clock_t start = clock();
    expect_no_beginning(game, "error[E0705]: the only legal action changes nothing");
    assert_true(clock() - start < CLOCKS_PER_SEC / 10);
    lf_game_free(game);
}

/* Rounds without a decision that get somewhere are none of that. */
static void test_rounds_that_change_something_go_on(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure: {phases: [{id: main, onEnter: 'gold += 1'}, {id: other}]}\n"
                "actions: [{id: buy, phase: other, pre: gold > 900, effects: 'gold -= 1'},\n"
                "  {id: stop, phase: other, pre: gold > 900, effects: end phase}]\n");
    lf_state *state = begin(game);
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 901);
    close_game(state, game);
}

/* ---- how much ---- */

static void count_line(void *context, const lf_event *event) {
    lf_text *told = context;
    told->length++;
    if (strstr(event->text, "the log of this decision ends here") != NULL)
        told->capacity = told->length;
    assert_true(strlen(event->text) <= LF_MAX_LINE_BYTES);
}

static void test_the_log_of_a_decision_is_bounded(void **unused) {
    (void)unused;
    /* here a counter: its length is how many lines, its capacity the last of them */
    lf_text rest = {0};
    lf_text_addz(&rest, "turnStructure: {phases: [{id: main}]}\n"
                        "actions:\n"
                        "  - id: talk\n"
                        "    phase: main\n"
                        "    effects: |\n"
                        "      for i in 1..300\n"
                        "        for j in 1..300: log \"");
    for (int i = 0; i < 2500; i++)
        lf_text_addz(&rest, "ä");
    lf_text_addz(&rest, "\"\n      gold = 7\n"
                        "  - {id: stop, phase: main, effects: end game}\n");
    lf_game *game = game_of(rest.data);
    lf_text_free(&rest);
    lf_state *state = begin(game);
    lf_text told = {0};
    lf_watch(state, &(lf_observer){count_line, &told});
    PLAY(state, "talk");
    /* the decision, the lines, the last word */
    assert_int_equal(told.length, LF_MAX_LOG_LINES + 2);
    assert_int_equal(told.capacity, LF_MAX_LOG_LINES + 2);
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 7);
    PLAY(state, "stop"); /* and the next decision is heard again */
    assert_int_equal(told.length, LF_MAX_LOG_LINES + 4);
    close_game(state, game);
}

/* Five choices of sixty before a `require` that none can meet: look-ahead is work, too. */
static void test_look_ahead_is_work(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "actions:\n"
                            "  - {id: wait, phase: main, effects: 'gold += 1'}\n"
                            "  - id: act\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      choose a in 1..60 \"?\"\n"
                            "      choose b in 1..60 \"?\"\n"
                            "      choose c in 1..60 \"?\"\n"
                            "      choose d in 1..60 \"?\"\n"
                            "      choose e in 1..60 \"?\"\n"
                            "      require a + b + c + d + e > 300\n");
    const clock_t start = clock();
    expect_no_beginning(game, "error[E0702]: too much work for one decision");
    assert_true(clock() - start < 3 * CLOCKS_PER_SEC);
    lf_game_free(game);
}

/* A grid of 22 by 22 on which every space is asked what can be reached from it, again and again. */
static void test_one_instruction_may_be_much_work(void **unused) {
    (void)unused;
    lf_game *game =
        game_of("turnStructure: {phases: [{id: main}]}\n"
                "map:\n"
                "  grid: {columns: 22, rows: 22}\n"
                "  directions: {north: [0, 1], south: [0, -1], east: [1, 0], west: [-1, 0]}\n"
                "actions:\n"
                "  - {id: wait, phase: main, effects: 'gold += 1'}\n"
                "  - id: act\n"
                "    phase: main\n"
                "    effects: |\n"
                "      for i in 1..1000\n"
                "        for s in spaces: gold = size(reachable(s, spaces)) + i\n");
    lf_state *state = begin(game);
    const clock_t start = clock();
    expect_fault(state, "act", "error[E0702]: too much work for one decision");
    assert_true(clock() - start < 3 * CLOCKS_PER_SEC);
    close_game(state, game);
}

/* ---- dice and questions from outside ---- */

static void test_a_fixed_roll_fits_its_die(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "actions: [{id: throw, phase: main, effects: 'gold = roll 6'},\n"
                            "  {id: wait, phase: main, effects: 'gold += 1'}]\n");
    lf_state *state = begin(game);
    lf_error error = {0};
    assert_int_equal(lf_fix_rolls(state, (const int[]){6, 7}, 2, &error), LF_OK);
    PLAY(state, "throw");
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 6);
    expect_fault(state, "throw",
                 ":6:53: error[E0704]: the next roll was fixed to a number that this die");
    close_game(state, game);
}

static void test_faults_of_questions_have_a_place(void **unused) {
    (void)unused;
    lf_game *game = game_of("turnStructure: {phases: [{id: main}]}\n"
                            "functions: {share(n): 100 / n}\n"
                            "actions: [{id: a, phase: main, effects: 'gold = share(2)'},\n"
                            "  {id: b, phase: main, effects: 'gold += 1'}]\n");
    lf_state *state = begin(game);
    lf_error error = {0};
    assert_null(lf_eval(state, "1 + 5 / gold", NULL, &error));
    assert_non_null(strstr(error.message, "input:1:7: error[E0704]: a value is out of range"));
    assert_null(lf_eval(state, "share(gold)", NULL, &error));
    assert_non_null(strstr(error.message, ":6:27: error[E0704]"));
    assert_int_equal(lf_do(state, "left = 1\ngold = 5 mod gold", &error), LF_RULE_ERROR);
    assert_non_null(strstr(error.message, "input:2:10: error[E0704]"));
    assert_int_equal(lf_do(state, "require gold > 3 because \"{gold} is too little\"", &error),
                     LF_RULE_ERROR);
    assert_non_null(strstr(error.message, "input:1:1: error[E0701]"));
    assert_non_null(strstr(error.message, ": 0 is too little"));
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "left")), 0);
    close_game(state, game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checkpoints_are_asked_after_every_end),
        cmocka_unit_test(test_take_away_with_end_turn_ends),
        cmocka_unit_test(test_checkpoints_see_the_new_turn),
        cmocka_unit_test(test_equal_margins),
        cmocka_unit_test(test_an_exit_hook_runs_once),
        cmocka_unit_test(test_an_action_that_cannot_be_carried_through_is_not_legal),
        cmocka_unit_test(test_perform_in_a_hook_is_looked_ahead_at),
        cmocka_unit_test(test_a_choice_beside_a_require_is_looked_ahead_at),
        cmocka_unit_test(test_hooks_are_looked_ahead_at),
        cmocka_unit_test(test_the_reason_is_said),
        cmocka_unit_test(test_many_numbers_before_a_require),
        cmocka_unit_test(test_a_part_is_performed_and_offered_when_it_may),
        cmocka_unit_test(test_a_part_can_be_asked_for),
        cmocka_unit_test(test_listening_leaves_no_trace),
        cmocka_unit_test(test_phases_without_a_decision_are_found),
        cmocka_unit_test(test_one_action_for_ever_is_found),
        cmocka_unit_test(test_rounds_that_change_something_go_on),
        cmocka_unit_test(test_the_log_of_a_decision_is_bounded),
        cmocka_unit_test(test_look_ahead_is_work),
        cmocka_unit_test(test_one_instruction_may_be_much_work),
        cmocka_unit_test(test_a_fixed_roll_fits_its_die),
        cmocka_unit_test(test_faults_of_questions_have_a_place),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
