/* test_information.c: whole game trees and information states through the environment, against
 * counts that are made here without the engine: Kuhn poker and Leduc poker; and histories of a game
 * with every sort of secret. */
#include <math.h>

#include "chance_fixture.h"

#define SECRETS "tests/fixtures/secrets.game-spec.md"

/* ---- a list of texts that knows each once ---- */

enum { TEXTS_MAX = 4096 };
typedef struct {
    char *text[TEXTS_MAX];
    int count;
} texts;

static int place_of(texts *list, const char *text) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->text[i], text) == 0)
            return i;
    assert_true(list->count < TEXTS_MAX);
    list->text[list->count] = strdup(text);
    return list->count++;
}

static void forget(texts *list) {
    while (list->count > 0)
        free(list->text[--list->count]);
}

/* ---- a poker as the test sees it ---- */

/* What the test knows of a hand, without asking the engine for more than the cards and what was
 * chosen. */
typedef struct {
    int own[2], open; /* cards, -1 where none is dealt */
    char course[32];  /* the first letters of what was chosen; '/' where a round ends */
} hand;

typedef double (*strategy)(const hand *, int player, char action);

typedef struct {
    lf_history *history;
    const hand *so_far;
    lf_state *state;
} node;

typedef struct {
    /* information states by player, and what the test calls them */
    texts states[2], keys[2], coarse[2];
    int key_of[2][TEXTS_MAX]; /* by information state */
    int decisions, chances, ends;
    double value; /* of the first player, under the strategy */
    double likelihood;
    strategy plays;
} census;

/* Two histories are one information state exactly if the player's card, the open card and the
 * course are the same. */
static void note_information(census *c, const node *n, int player, int suits) {
    char key[80];
    char *information = lf_information_state(n->history, player);
    assert_non_null(information);
    const int known = c->states[player].count, at = place_of(&c->states[player], information);
    snprintf(key, sizeof key, "%d %d %s", n->so_far->own[player], n->so_far->open,
             n->so_far->course);
    const int key_at = place_of(&c->keys[player], key);
    if (at == known)
        c->key_of[player][at] = key_at;
    if (c->key_of[player][at] != key_at)
        fail_msg("one information state for two: %s and %s", key,
                 c->keys[player].text[c->key_of[player][at]]);
    const int open = n->so_far->open;
    snprintf(key, sizeof key, "%d %d %s", n->so_far->own[player] / suits,
             open < 0 ? -1 : open / suits, n->so_far->course);
    place_of(&c->coarse[player], key);
    lf_string_free(information);
}

static void count_hands(census *, const node *, int suits, double likelihood);

/* The card that chance deals goes to the first hand, the second, or the board, in this order. */
static void deal(hand *h, int card) {
    int *place = h->own[0] < 0 ? &h->own[0] : h->own[1] < 0 ? &h->own[1] : &h->open;
    assert_true(*place < 0);
    *place = card;
}

static bool ends_round(const char *course, char action) {
    const size_t length = strlen(course);
    return action == 'l' || (action == 'k' && length > 0 && course[length - 1] == 'k');
}

/* Letters that differ: fold, call and check, bet and raise. */
static char letter_of(const char *id) {
    return strcmp(id, "call") == 0                               ? 'l'
           : strcmp(id, "check") == 0 || strcmp(id, "pass") == 0 ? 'k'
                                                                 : id[0];
}

static void follow(census *c, const node *from, int option, int suits, double likelihood) {
    hand h = *from->so_far;
    char number[LF_NUMBER_SIZE];
    lf_option what;
    lf_state *next = lf_state_clone(from->state);
    lf_history *history = lf_history_clone(from->history, next);
    assert_non_null(history);
    assert_true(lf_option_at(from->state, option, &what));
    if (lf_decider(from->state) == LF_CHANCE) {
        deal(&h, what.subject);
    } else {
        const char action = letter_of(lf_option_id(from->state, option, number, sizeof number));
        const bool ends = suits > 1 && ends_round(h.course, action);
        if (c->plays != NULL)
            likelihood *= c->plays(from->so_far, lf_decider(from->state), action);
        const size_t length = strlen(h.course);
        snprintf(h.course + length, sizeof h.course - length, "%c%s", action, ends ? "/" : "");
    }
    must_apply(next, option);
    count_hands(c, &(node){history, &h, next}, suits, likelihood);
    lf_history_free(history);
    lf_state_free(next);
}

static void count_hands(census *c, const node *n, int suits, double likelihood) {
    double chances[8], returns[LF_SEATS_MAX];
    const lf_seat decider = lf_decider(n->state);
    if (lf_terminal(n->state, NULL)) {
        c->ends++;
        lf_returns(n->state, returns);
        assert_true(fabs(returns[0] + returns[1]) < 1e-12);
        c->value += likelihood * returns[0];
        c->likelihood += likelihood;
        return;
    }
    const int count = lf_legal_count(n->state);
    if (decider == LF_CHANCE) {
        c->chances++;
        assert_int_equal(lf_chances(n->state, chances, 8), count);
    } else {
        c->decisions++;
        note_information(c, n, decider, suits);
    }
    for (int i = 0; i < count; i++)
        follow(c, n, i, suits, likelihood * (decider == LF_CHANCE ? chances[i] : 1));
}

static census *take_census(const char *name, int suits, strategy plays) {
    census *c = calloc(1, sizeof *c);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_bundled(name, &problems);
    must_load(game, problems);
    lf_state *state = new_explicit(game, NULL);
    const hand nothing = {.own = {-1, -1}, .open = -1};
    lf_history *history = lf_history_new(state);
    c->plays = plays;
    count_hands(c, &(node){history, &nothing, state}, suits, 1);
    lf_history_free(history);
    lf_state_free(state);
    lf_game_free(game);
    return c;
}

static void end_census(census *c) {
    for (int player = 0; player < 2; player++) {
        forget(&c->states[player]);
        forget(&c->keys[player]);
        forget(&c->coarse[player]);
    }
    free(c);
}

/* ---- Kuhn poker ---- */

/* One of the known equilibria. The first player never bets before the other has and calls then with
 * the King always, with the Queen one time in three; the second bets with the King, and bluffs with
 * the Jack one time in three; it calls with the King always, with the Queen one time in three. */
static double kuhn_equilibrium(const hand *h, int player, char action) {
    enum { JACK, QUEEN, KING };
    const int card = h->own[player];
    const size_t length = strlen(h->course);
    const bool faces_bet = length > 0 && h->course[length - 1] == 'b';
    double puts_in = 0;
    if (faces_bet)
        puts_in = card == KING ? 1 : card == QUEEN ? 1.0 / 3 : 0;
    else if (player == 1)
        puts_in = card == KING ? 1 : card == JACK ? 1.0 / 3 : 0;
    return action == 'b' || action == 'l' ? puts_in : 1 - puts_in;
}

/* Chance deals one of three cards, then one of two: 1 + 3 questions. Each of the six deals has the
 * decisions "", k, b, kb and the ends kk, kbf, kbl, bf, bl. Each player has three cards and two
 * places to decide. */
static void test_kuhn_tree(void **unused) {
    (void)unused;
    census *c = take_census("kuhn-poker", 1, kuhn_equilibrium);
    assert_int_equal(c->chances, 4);
    assert_int_equal(c->decisions, 6 * 4);
    assert_int_equal(c->ends, 6 * 5);
    assert_int_equal(c->states[0].count, 6);
    assert_int_equal(c->states[1].count, 6);
    assert_int_equal(c->keys[0].count, 6);
    assert_int_equal(c->keys[1].count, 6);
    assert_true(fabs(c->likelihood - 1) < 1e-12);
    assert_true(fabs(c->value + 1.0 / 18) < 1e-12);
    end_census(c);
}

/* ---- Leduc poker, counted here without the engine ---- */

typedef struct {
    long decisions[2]; /* by player, in one round with given cards */
    long through;      /* ways in which the round ends without a fold */
    long folds;
} round_count;

/* A round: whose turn, bets so far, and whether the other has checked. */
static void count_round(int player, int bets, bool checked, round_count *r) {
    r->decisions[player]++;
    if (bets == 0) { /* check or bet */
        if (checked)
            r->through++;
        else
            count_round(1 - player, 0, true, r);
        count_round(1 - player, 1, false, r);
    } else { /* fold, call, raise */
        r->folds++;
        r->through++;
        if (bets < 2)
            count_round(1 - player, bets + 1, false, r);
    }
}

static void test_leduc_information_states(void **unused) {
    (void)unused;
    round_count r = {0};
    count_round(0, 0, false, &r);
    census *c = take_census("leduc-poker", 2, NULL);
    long told_apart = 0, by_rank = 0;
    for (int player = 0; player < 2; player++) {
        /* Six cards; in the second round one of five others lies open, after each course that led
         * there. */
        const long states = 6 * r.decisions[player] + 6 * 5 * r.through * r.decisions[player];
        const long ranks = 3 * r.decisions[player] + 3 * 3 * r.through * r.decisions[player];
        assert_int_equal(c->states[player].count, states);
        assert_int_equal(c->keys[player].count, states);
        assert_int_equal(c->coarse[player].count, ranks);
        told_apart += states;
        by_rank += ranks;
    }
    assert_int_equal(told_apart, 936); /* as the literature has it */
    assert_int_equal(by_rank, 288);
    const long both = r.decisions[0] + r.decisions[1], deals = 6 * 5,
               boards = deals * r.through * 4;
    assert_int_equal(c->decisions, deals * both + boards * both);
    assert_int_equal(c->chances, 1 + 6 + deals * r.through);
    assert_int_equal(c->ends, deals * r.folds + boards * (r.folds + r.through));
    end_census(c);
}

/* What the first player wins if both choose every option with the same probability, worked out here
 * and by the engine. */
static double evenly(const hand *h, int player, char action) {
    (void)player, (void)action;
    const char *round = strrchr(h->course, '/');
    const char *bets = round != NULL ? round + 1 : h->course;
    int made = 0;
    for (size_t i = 0; bets[i] != 0; i++)
        made += bets[i] == 'b' || bets[i] == 'r';
    return made == 1 ? 1.0 / 3 : 1.0 / 2;
}

static double leduc_value(const int *cards, int round, int player, int bets, bool checked,
                          int chips[2]);

static double leduc_end_round(const int *cards, int round, int chips[2]) {
    double sum = 0;
    if (round == 2) {
        const int rank[2] = {cards[0] / 2, cards[1] / 2}, open = cards[2] / 2;
        const int strength[2] = {rank[0] == open ? 9 : rank[0], rank[1] == open ? 9 : rank[1]};
        return strength[0] == strength[1] ? 0 : strength[0] > strength[1] ? chips[1] : -chips[0];
    }
    for (int card = 0; card < 6; card++)
        if (card != cards[0] && card != cards[1])
            sum += leduc_value((const int[]){cards[0], cards[1], card}, 2, 0, 0, false, chips) / 4;
    return sum;
}

static double leduc_raise(const int *cards, int round, int player, int bets, const int chips[2]) {
    int now[2] = {chips[0], chips[1]};
    now[player] = chips[1 - player] + 2 * round;
    return leduc_value(cards, round, 1 - player, bets + 1, false, now);
}

static double leduc_value(const int *cards, int round, int player, int bets, bool checked,
                          int chips[2]) {
    int called[2] = {chips[0], chips[1]};
    if (bets == 0) {
        const double check = checked ? leduc_end_round(cards, round, called)
                                     : leduc_value(cards, round, 1 - player, 0, true, called);
        return (check + leduc_raise(cards, round, player, 0, chips)) / 2;
    }
    const double fold = player == 0 ? -chips[0] : chips[1];
    called[player] = chips[1 - player];
    const double call = leduc_end_round(cards, round, called);
    return bets == 2 ? (fold + call) / 2
                     : (fold + call + leduc_raise(cards, round, player, 1, chips)) / 3;
}

static void test_leduc_values(void **unused) {
    (void)unused;
    double value = 0;
    for (int one = 0; one < 6; one++)
        for (int other = 0; other < 6; other++)
            if (one != other)
                value +=
                    leduc_value((const int[]){one, other, -1}, 1, 0, 0, false, (int[]){1, 1}) / 30;
    census *c = take_census("leduc-poker", 2, evenly);
    assert_true(fabs(c->likelihood - 1) < 1e-9);
    if (fabs(c->value - value) > 1e-9)
        fail_msg("the value is %.9f; it should be %.9f", c->value, value);
    end_census(c);
}

/* ---- histories ---- */

static char *information(const lf_history *history, lf_seat seat) {
    char *text = lf_information_state(history, seat);
    assert_non_null(text);
    return text;
}

static bool same_for(const lf_history *a, const lf_history *b, lf_seat seat) {
    char *one = information(a, seat), *other = information(b, seat);
    const bool same = strcmp(one, other) == 0;
    lf_string_free(one);
    lf_string_free(other);
    return same;
}

/* Two worlds: Red holds one, two and three in both; Blue four, five and six, or seven, eight and
 * nine. */
static void deal_world(lf_state *state, const char *const *blue) {
    apply_named(state, "one");
    apply_named(state, "two");
    apply_named(state, "three");
    for (int i = 0; i < 3; i++)
        apply_named(state, blue[i]);
}

static void test_worlds_are_the_same_until_shown(void **unused) {
    (void)unused;
    lf_game *game = load_file(SECRETS);
    const char *const hands[2][3] = {{"four", "five", "six"}, {"seven", "eight", "nine"}};
    lf_state *state[2];
    lf_history *history[2];
    for (int i = 0; i < 2; i++) {
        state[i] = new_explicit(game, NULL);
        history[i] = lf_history_new(state[i]);
        assert_non_null(history[i]);
    }
    assert_true(same_for(history[0], history[1], 1));
    for (int i = 0; i < 2; i++)
        deal_world(state[i], hands[i]);
    assert_true(same_for(history[0], history[1], 0));
    assert_true(same_for(history[0], history[1], LF_NOBODY));
    assert_false(same_for(history[0], history[1], 1)); /* Blue sees the own hand */
    for (int i = 0; i < 2; i++) {
        apply_named(state[i], "pass");
        apply_named(state[i], "lay"); /* Blue lays a card where nobody sees it */
        must_apply(state[i], 0);
        apply_named(state[i], "pass");
    }
    assert_true(same_for(history[0], history[1], 0));
    assert_true(same_for(history[0], history[1], LF_NOBODY));
    for (int i = 0; i < 2; i++) {
        apply_named(state[i], "pass");
        apply_named(state[i], "show");
        must_apply(state[i], 0);
    }
    assert_false(same_for(history[0], history[1], 0));
    assert_false(same_for(history[0], history[1], LF_NOBODY));
    for (int i = 0; i < 2; i++) {
        lf_history_free(history[i]);
        lf_state_free(state[i]);
    }
    lf_game_free(game);
}

/* What the seat decided is part of what it knows, even where nothing tells of it now. */
static void test_own_decisions_are_remembered(void **unused) {
    (void)unused;
    lf_game *game = load_file(SECRETS);
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = 4}, NULL);
    lf_history *history = lf_history_new(state);
    lf_state *other = lf_state_clone(state);
    lf_history *fork = lf_history_clone(history, other);
    assert_true(same_for(history, fork, 0));
    apply_named(state, "lay");
    must_apply(state, 0);
    apply_named(other, "lay");
    must_apply(other, 1);
    assert_false(same_for(history, fork, 0));
    assert_true(same_for(history, fork, 1)); /* Blue saw that a card was laid, and not which */
    lf_history_free(fork);
    lf_state_free(other);
    lf_history_free(history);
    apply_named(state, "pass"); /* nobody watches any more */
    lf_state_free(state);
    lf_game_free(game);
}

/* A seat that looks at a redrawn beginning sees the same, and goes on to see the same as long as
 * nothing hidden comes out. */
static void test_redrawn_beginnings_look_alike(void **unused) {
    (void)unused;
    lf_game *game = load_file(SECRETS);
    for (uint64_t seed = 0; seed < 20; seed++) {
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
        lf_state *redrawn = lf_state_clone(state);
        lf_determinize(redrawn, 0, seed + 1);
        lf_history *a = lf_history_new(state), *b = lf_history_new(redrawn);
        assert_true(same_for(a, b, 0));
        apply_named(state, "lay");
        apply_named(redrawn, "lay");
        must_apply(state, 1);
        must_apply(redrawn, 1);
        assert_true(same_for(a, b, 0));
        lf_history_free(a);
        lf_history_free(b);
        lf_state_free(state);
        lf_state_free(redrawn);
    }
    lf_game_free(game);
}

/* The ids of a history, applied to a new state, lead to the same position: chance too. */
static void test_ids_lead_back(void **unused) {
    (void)unused;
    lf_game *game = load_file(SECRETS);
    lf_state *state = new_explicit(game, NULL), *again = new_explicit(game, NULL);
    lf_history *history = lf_history_new(state);
    static int32_t ids[4096];
    uint64_t rng = 11;
    int applied = 0;
    for (; applied < 300 && !lf_terminal(state, NULL); applied++)
        must_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state)));
    assert_true(applied > 30);
    assert_int_equal(lf_history_ids(history, ids, 4096), applied);
    for (int i = 0; i < applied; i++)
        assert_int_equal(lf_apply_id(again, ids[i]), LF_OK);
    assert_true(lf_equal(state, again));
    assert_int_equal(lf_history_ids(history, NULL, 0), applied);
    lf_history_free(history);
    lf_state_free(state);
    lf_state_free(again);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kuhn_tree),
        cmocka_unit_test(test_leduc_information_states),
        cmocka_unit_test(test_leduc_values),
        cmocka_unit_test(test_worlds_are_the_same_until_shown),
        cmocka_unit_test(test_own_decisions_are_remembered),
        cmocka_unit_test(test_redrawn_beginnings_look_alike),
        cmocka_unit_test(test_ids_lead_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
