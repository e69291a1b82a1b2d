/* test_hidden.c: what a seat may not know stays hidden from it: in the log, under undo, in redrawn
 * states and from agents. Played with a game that touches hidden cards in every way there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/agents/agents.h"
#include "api/session/session.h"
#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#define SPEC "tests/fixtures/secrets.game-spec.md"

enum { RED, BLUE };
enum { WORLDS = 40 };

static lf_game *game;
static int deck, down, shown, hand[2];

static int open_game(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    game = lf_game_load(SPEC, &problems);
    lf_diagnostics_free(problems);
    if (game == NULL)
        return -1;
    deck = lf_find(game, LF_OF_STACKS, "deck");
    down = lf_find(game, LF_OF_STACKS, "down");
    shown = lf_find(game, LF_OF_STACKS, "shown");
    hand[RED] = lf_find(game, LF_OF_STACKS, "hand:Red");
    hand[BLUE] = lf_find(game, LF_OF_STACKS, "hand:Blue");
    return deck < 0 || down < 0 || shown < 0 || hand[RED] < 0 || hand[BLUE] < 0 ? -1 : 0;
}

static int close_game(void **unused) {
    (void)unused;
    lf_game_free(game);
    return 0;
}

static lf_state *new_state(uint64_t seed, bool sharp) {
    const char *const options[] = {"sharp=true", NULL};
    lf_error error = {0};
    lf_state *state =
        lf_state_new(game, &(lf_setup){.seed = seed, .options = sharp ? options : NULL}, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static void apply_named(lf_state *state, const char *name) {
    const int option = lf_find_option(state, name);
    if (option < 0)
        fail_msg("there is no option %s", name);
    assert_int_equal(lf_apply(state, option), LF_OK);
}

/* ---- undo: what a seat has learned cannot be unlearned ---- */

/* What is played, and whether it shows somebody a card that he could not see. */
static const struct {
    const char *action;
    const char *choice; /* "" for the first option; NULL: none is made */
    bool learns;
} lessons[] = {
    {"draw", NULL, true}, /* from the deck into the own hand */
    {"take", NULL, true}, /* from the other hand into the own */
    {"grab", NULL, true},
    {"steal", NULL, true},  /* the other hand is offered */
    {"search", NULL, true}, /* the deck is offered */
    {"peek", NULL, true},   /* the prompt names the top card of the deck */
    {"gamble", NULL, true}, /* a variable depends on the top card */
    {"blind", NULL, true},  /* the rule holds the card; what it will do with it cannot be known */
    {"lay", NULL, false},   /* the own hand is offered */
    {"lay", "", false},     /* and a card of it put where nobody sees it */
    {"show", "", true},     /* where the other sees it */
    {"promise", "Nothing", false},
    {"pass", NULL, false},
};

static void test_learning_raises_the_barrier(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LF_COUNT(lessons); i++) {
        lf_state *state = new_state(i, false);
        const uint32_t before = lf_barrier(state);
        apply_named(state, lessons[i].action);
        if (lessons[i].choice != NULL && lessons[i].choice[0] != 0)
            apply_named(state, lessons[i].choice);
        else if (lessons[i].choice != NULL)
            assert_int_equal(lf_apply(state, 0), LF_OK);
        if ((lf_barrier(state) != before) != lessons[i].learns)
            fail_msg("%s: the barrier %s", lessons[i].action,
                     lessons[i].learns ? "stays" : "rises");
        lf_state_free(state);
    }
}

static int option_of(const lf_session *s, const char *name) {
    const int option = lf_find_option(s->state, name);
    assert_true(option >= 0);
    return option;
}

static void test_a_peek_cannot_be_taken_back(void **unused) {
    (void)unused;
    static const char *const peeks[] = {"draw", "take", "steal", "search", "peek", "gamble"};
    for (size_t i = 0; i < LF_COUNT(peeks); i++) {
        lf_session *s = lf_session_new(game, SPEC);
        lf_error error = {0};
        assert_int_equal(lf_session_start(s, NULL, &error), LF_OK);
        lf_session_set_confirm(s, false);
        assert_int_equal(lf_session_apply(s, option_of(s, "lay"), false, &error), LF_OK);
        assert_int_equal(lf_session_apply(s, 0, false, &error), LF_OK);
        assert_int_equal(lf_session_undo(s, 1, &error), LF_OK); /* nothing has been learned yet */
        assert_int_equal(lf_session_apply(s, 0, false, &error), LF_OK);
        assert_int_equal(lf_session_apply(s, option_of(s, peeks[i]), false, &error), LF_OK);
        if (lf_session_undo(s, 1, &error) == LF_OK)
            fail_msg("%s was taken back", peeks[i]);
        lf_session_free(s);
    }
}

/* Where legality itself tells of a hidden card, offering it is showing it. */
static void test_legality_that_tells_raises_the_barrier(void **unused) {
    (void)unused;
    lf_state *state = new_state(1, true);
    const uint32_t before = lf_barrier(state);
    apply_named(state, "lay");
    assert_int_equal(lf_barrier(state), before);
    assert_int_equal(lf_apply(state, 0), LF_OK); /* now the phase looks for its actions */
    assert_true(lf_barrier(state) > before);
    lf_state_free(state);
}

/* ---- the log, seat by seat ---- */

typedef struct {
    char text[3][1024]; /* Red's, Blue's, an onlooker's */
    int named[3];       /* events with a subject */
} heard;

static void hear(void *context, const lf_event *event) {
    heard *h = context;
    for (int i = 0; i < 3; i++) {
        const lf_event told = lf_event_for(event, i < 2 ? i : LF_NOBODY);
        const size_t length = strlen(h->text[i]);
        snprintf(h->text[i] + length, sizeof h->text[i] - length, "%s\n", told.text);
        h->named[i] += told.subject >= 0;
    }
}

static void test_a_secret_choice_is_told_to_the_chooser_alone(void **unused) {
    (void)unused;
    lf_state *state = new_state(5, false);
    apply_named(state, "lay");
    heard h = {0};
    lf_option first;
    lf_watch(state, &(lf_observer){hear, &h});
    assert_int_equal(lf_legal(state, &first, 1), 3);
    assert_int_equal(lf_apply(state, 0), LF_OK);
    const char *card = lf_label(game, LF_OF_CARDS, first.subject);
    char expected[128];
    snprintf(expected, sizeof expected, "%s\n%s: Hand (Red) -> Face down\n", card, card);
    assert_string_equal(h.text[RED], expected);
    for (int i = BLUE; i < 3; i++) {
        assert_string_equal(h.text[i], "a card\na card: Hand (Red) -> Face down\n");
        assert_int_equal(h.named[i], 0);
    }
    assert_int_equal(h.named[RED], 2);
    lf_state_free(state);
}

static void test_an_option_that_names_a_secret_card_is_told_without_it(void **unused) {
    (void)unused;
    lf_state *state = new_state(5, false);
    apply_named(state, "promise");
    heard h = {0};
    char expected[128];
    snprintf(expected, sizeof expected, "Promise %s\n",
             lf_label(game, LF_OF_CARDS, lf_stack_card(state, hand[RED], 0)));
    lf_watch(state, &(lf_observer){hear, &h});
    assert_int_equal(lf_apply(state, 0), LF_OK);
    assert_memory_equal(h.text[RED], expected, strlen(expected));
    assert_memory_equal(h.text[BLUE], "Promise a card\n", 15);
    lf_state_free(state);
}

static void test_a_card_is_named_to_those_who_see_it_go_or_come(void **unused) {
    (void)unused;
    lf_state *state = new_state(6, false);
    heard h = {0};
    lf_watch(state, &(lf_observer){hear, &h});
    apply_named(state, "draw");
    assert_non_null(strstr(h.text[BLUE], "a card: Deck -> Hand (Red)"));
    assert_null(strstr(h.text[RED], "a card"));
    assert_null(strstr(h.text[2], lf_label(game, LF_OF_CARDS, lf_stack_card(state, hand[RED], 0))));
    h = (heard){0};
    apply_named(state, "take");
    assert_null(strstr(h.text[RED], "a card"));
    assert_null(strstr(h.text[BLUE], "a card"));
    assert_non_null(strstr(h.text[2], "a card: Hand (Blue) -> Hand (Red)"));
    lf_state_free(state);
}

static void test_a_save_keeps_the_secrets_of_the_log(void **unused) {
    (void)unused;
    lf_session *s = lf_session_new(game, SPEC);
    lf_error error = {0};
    assert_int_equal(lf_session_start(s, NULL, &error), LF_OK);
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_apply(s, option_of(s, "lay"), false, &error), LF_OK);
    assert_int_equal(lf_session_apply(s, 0, false, &error), LF_OK);
    json_t *save = lf_session_write_json(s);
    assert_true(lf_session_read_json(s, save, &error));
    json_decref(save);
    assert_int_equal(s->log_count, 3);
    assert_string_equal(lf_session_line_text(&s->log[1], BLUE), "a card");
    assert_string_equal(lf_session_line_text(&s->log[1], LF_NOBODY), "a card");
    assert_string_not_equal(lf_session_line_text(&s->log[1], RED), "a card");
    assert_string_equal(lf_session_line_text(&s->log[1], RED),
                        lf_session_line_text(&s->log[1], LF_HOST));
    assert_string_equal(lf_session_line_text(&s->log[0], BLUE), "Lay");
    lf_session_free(s);
}

/* ---- worlds that are one to a seat ---- */

/* What the seat is told of the position: the observation has the options and the prompt of its own
 * decisions. */
static void assert_looks_the_same(const lf_state *a, const lf_state *b, lf_seat seat) {
    char *one = lf_observe(a, seat), *other = lf_observe(b, seat);
    assert_string_equal(one, other);
    lf_string_free(one);
    lf_string_free(other);
}

static void assert_equal_redraws(const lf_state *state, lf_seat seat) {
    lf_state *world = lf_state_clone(state), *a = lf_state_clone(state), *b = lf_state_clone(state);
    bool differed = false;
    for (uint64_t i = 0; i < WORLDS; i++) {
        lf_copy(world, state);
        lf_determinize(world, seat, 1000 + i);
        assert_looks_the_same(world, state, seat);
        assert_true(lf_hash(world) == lf_hash_from_scratch(world));
        differed = differed || !lf_equal(world, state);
        lf_copy(a, state);
        lf_copy(b, world);
        lf_determinize(a, seat, i);
        lf_determinize(b, seat, i);
        if (!lf_equal(a, b))
            fail_msg("a redrawn state tells of the true one");
    }
    assert_true(differed);
    lf_state_free(world);
    lf_state_free(a);
    lf_state_free(b);
}

/* The redrawn state is made of what the seat knows: equal for the seat, equal when redrawn. In the
 * middle of actions, with cards in registers, too. */
static void test_redrawing_forgets_the_true_world(void **unused) {
    (void)unused;
    static const char *const actions[] = {"pass", "search", "peek",   "blind",
                                          "lay",  "steal",  "promise"};
    for (size_t i = 0; i < LF_COUNT(actions); i++) {
        lf_state *state = new_state(20 + i, false);
        assert_equal_redraws(state, RED);
        apply_named(state, actions[i]);
        assert_equal_redraws(state, RED);
        assert_equal_redraws(state, BLUE);
        lf_state_free(state);
    }
}

static bool lies_in(const lf_state *state, int stack, int card) {
    for (int i = 0; i < lf_stack_size(state, stack); i++)
        if (lf_stack_card(state, stack, i) == card)
            return true;
    return false;
}

/* Blue chooses among his hand: in a state redrawn for Red, he has another hand and is offered
 * that. */
static void test_options_are_redrawn_with_the_cards(void **unused) {
    (void)unused;
    static lf_option options[LF_OPTIONS_MAX];
    lf_state *state = new_state(3, false), *world = lf_state_clone(state);
    apply_named(state, "pass");
    apply_named(state, "lay");
    assert_int_equal(lf_decider(state), BLUE);
    bool differed = false;
    for (uint64_t i = 0; i < WORLDS; i++) {
        lf_copy(world, state);
        lf_determinize(world, RED, i);
        const int n = lf_legal(world, options, LF_OPTIONS_MAX);
        assert_int_equal(n, lf_stack_size(world, hand[BLUE]));
        for (int o = 0; o < n; o++) {
            assert_true(lies_in(world, hand[BLUE], options[o].subject));
            differed = differed || !lies_in(state, hand[BLUE], options[o].subject);
        }
    }
    assert_true(differed);
    lf_state_free(world);
    lf_state_free(state);
}

/* Red has been shown the top card, and no other. */
static void test_a_shown_card_stays(void **unused) {
    (void)unused;
    lf_state *state = new_state(4, false), *world = lf_state_clone(state);
    apply_named(state, "peek");
    bool differed = false;
    for (uint64_t i = 0; i < WORLDS; i++) {
        lf_copy(world, state);
        lf_determinize(world, RED, i);
        assert_int_equal(lf_stack_card(world, deck, 0), lf_stack_card(state, deck, 0));
        differed = differed || lf_stack_card(world, deck, 1) != lf_stack_card(state, deck, 1);
        apply_named(world, "bury");
        assert_int_equal(lf_stack_card(world, deck, lf_stack_size(world, deck) - 1),
                         lf_stack_card(state, deck, 0));
    }
    assert_true(differed);
    lf_state_free(world);
    lf_state_free(state);
}

/* A card that a rule holds unseen is redrawn with the deck: it is still the top one. */
static void test_a_held_card_is_redrawn(void **unused) {
    (void)unused;
    lf_state *state = new_state(4, false), *world = lf_state_clone(state);
    apply_named(state, "blind");
    bool differed = false;
    for (uint64_t i = 0; i < WORLDS; i++) {
        lf_copy(world, state);
        lf_determinize(world, RED, i);
        const int top = lf_stack_card(world, deck, 0);
        differed = differed || top != lf_stack_card(state, deck, 0);
        apply_named(world, "2");
        assert_int_equal(lf_stack_card(world, shown, 0), top);
        assert_int_equal(lf_stack_size(world, deck), lf_stack_size(state, deck) - 1);
    }
    assert_true(differed);
    lf_state_free(world);
    lf_state_free(state);
}

/* A redrawn state offers what is legal in it. And that is what the seat is being offered: a seat
 * that may take the high card knows that the top one is high. */
static void test_what_is_offered_is_legal_in_the_redrawn_state(void **unused) {
    (void)unused;
    int offered = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        lf_state *state = new_state(seed, true), *world = lf_state_clone(state);
        const int top = lf_stack_card(state, deck, 0);
        const bool legal = lf_find_option(state, "high") >= 0;
        bool differed = false;
        offered += legal;
        for (uint64_t i = 0; i < WORLDS; i++) {
            lf_copy(world, state);
            lf_determinize(world, RED, i);
            lf_error error = {0};
            char *high = lf_eval(world, "top(deck).rank > 5", NULL, &error);
            assert_string_equal(high, legal ? "true" : "false");
            assert_looks_the_same(world, state, RED);
            differed = differed || lf_stack_card(world, deck, 0) != top;
            lf_string_free(high);
        }
        assert_true(differed);
        lf_state_free(world);
        lf_state_free(state);
    }
    assert_in_range(offered, 1, 9);
}

/* Legality that Red cannot see is redrawn too: Blue is offered what he may do in the redrawn
 * state. */
static void test_the_options_of_others_are_looked_for_again(void **unused) {
    (void)unused;
    lf_state *state = new_state(8, true), *world = lf_state_clone(state);
    int offered = 0;
    apply_named(state, "pass");
    for (uint64_t i = 0; i < WORLDS; i++) {
        lf_copy(world, state);
        lf_determinize(world, RED, i);
        lf_error error = {0};
        char *high = lf_eval(world, "top(deck).rank > 5", NULL, &error);
        const bool legal = lf_find_option(world, "high") >= 0;
        assert_string_equal(high, legal ? "true" : "false");
        offered += legal;
        lf_string_free(high);
    }
    assert_in_range(offered, 1, WORLDS - 1);
    lf_state_free(world);
    lf_state_free(state);
}

/* ---- agents ---- */

/* An agent for small games refuses this one, before it sees a state; test_cfr.c looks at what it
 * decides. */
static bool refuses(const agent_class *kind, const lf_game *of) {
    lf_error error = {0};
    if (lf_agent_check(of, kind->name, &error))
        return false;
    assert_non_null(strstr(error.message, "too big"));
    return true;
}

static int choice_of(const agent_class *kind, const lf_state *state, uint64_t seed) {
    agent a;
    char words
        /* those that search: by iterations, not by the clock, and with memory that is soon
         * filled */
        [64];
    snprintf(words, sizeof words, "%s%s", kind->name, kind->open != NULL ? ":8,memory=1M" : "");
    assert_true(lf_agent_open(&a, lf_state_game(state), words, NULL));
    lf_agent_start(&a, lf_decider(state), seed);
    const int option = lf_agent_pick(&a, state);
    lf_agent_close(&a);
    return option;
}

/* To win by its margin, Red would have to take the highest card of Blue's hand, or to know the top
 * of the deck. */
static void assert_same_choices(const lf_state *state, const agent_class *kind) {
    lf_state *world = lf_state_clone(state);
    /* a search takes its time */
    for (uint64_t i = 0; i < WORLDS; i += kind->open != NULL ? 8 : 1) {
        lf_copy(world, state);
        lf_determinize(world, RED, 500 + i);
        if (choice_of(kind, state, i) != choice_of(kind, world, i))
            fail_msg("%s plays by cards that it cannot see", kind->name);
    }
    lf_state_free(world);
}

static void test_agents_decide_by_what_they_know(void **unused) {
    (void)unused;
    const agent_class *kind;
    for (int k = 0; (kind = lf_agent_class_at(k)) != NULL; k++) {
        for (uint64_t seed = 0; seed < 10; seed++) {
            lf_state *state = new_state(seed, false);
            if (seed == 0 && refuses(kind, lf_state_game(state))) {
                lf_state_free(state);
                break;
            }
            assert_same_choices(state, kind);
            apply_named(state, "lay");
            assert_same_choices(state, kind);
            lf_state_free(state);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learning_raises_the_barrier),
        cmocka_unit_test(test_a_peek_cannot_be_taken_back),
        cmocka_unit_test(test_legality_that_tells_raises_the_barrier),
        cmocka_unit_test(test_a_secret_choice_is_told_to_the_chooser_alone),
        cmocka_unit_test(test_an_option_that_names_a_secret_card_is_told_without_it),
        cmocka_unit_test(test_a_card_is_named_to_those_who_see_it_go_or_come),
        cmocka_unit_test(test_a_save_keeps_the_secrets_of_the_log),
        cmocka_unit_test(test_redrawing_forgets_the_true_world),
        cmocka_unit_test(test_options_are_redrawn_with_the_cards),
        cmocka_unit_test(test_a_shown_card_stays),
        cmocka_unit_test(test_a_held_card_is_redrawn),
        cmocka_unit_test(test_what_is_offered_is_legal_in_the_redrawn_state),
        cmocka_unit_test(test_the_options_of_others_are_looked_for_again),
        cmocka_unit_test(test_agents_decide_by_what_they_know),
    };
    return cmocka_run_group_tests_name("hidden", tests, open_game, close_game);
}
