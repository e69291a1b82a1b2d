/* test_backgammon.c: the bundled backgammon against the rules written down a second time: whole
 * games with every option that is offered, the positions that each roll leads to from the start,
 * and the published chances of bearing off two checkers in one roll.
 *
 * Here a board is an array for each player, by pips to the end: 1 … 24, and 25 for the bar. Which
 * dice have to be used is found by trying every order of every move. Chance is explicit, so that
 * the dice are the test's own. */
#include "chance_fixture.h"

#include <unistd.h>

/* ---- the rules a second time ---- */

enum { BAR = 25, CHECKERS = 15 };

typedef struct {
    unsigned char at[2][BAR + 1], off[2];
} board;

static const board first_board = {
    .at = {{[24] = 2, [13] = 5, [8] = 3, [6] = 5}, {[24] = 2, [13] = 5, [8] = 3, [6] = 5}}};

static int rearmost(const board *b, int who) {
    int n = BAR;
    while (n > 0 && b->at[who][n] == 0)
        n--;
    return n;
}

static bool can_move(const board *b, int who, int n, int die) {
    if (b->at[who][n] == 0 || (b->at[who][BAR] > 0 && n != BAR))
        return false;
    if (n > die)
        return b->at[!who][BAR - (n - die)] < 2;
    return rearmost(b, who) <= 6 && (n == die || rearmost(b, who) == n);
}

static board moved(board b, int who, int n, int die) {
    b.at[who][n]--;
    if (n <= die) {
        b.off[who]++;
        return b;
    }
    b.at[who][n - die]++;
    if (b.at[!who][BAR - (n - die)] == 1) {
        b.at[!who][BAR - (n - die)] = 0;
        b.at[!who][BAR]++;
    }
    return b;
}

typedef struct {
    int dice[4], count;
} hand;

static hand without(const hand *h, int index) {
    hand rest = {.count = 0};
    for (int i = 0; i < h->count; i++)
        if (i != index)
            rest.dice[rest.count++] = h->dice[i];
    return rest;
}

/* The most dice that can be used, in any order. */
static int most_uses(const board *b, int who, const hand *h) {
    int most = 0;
    for (int i = 0; i < h->count && most < h->count; i++) {
        if (i > 0 && h->dice[i] == h->dice[i - 1])
            continue;
        const hand rest = without(h, i);
        for (int n = 1; n <= BAR && most < h->count; n++) {
            if (!can_move(b, who, n, h->dice[i]))
                continue;
            const board next = moved(*b, who, n, h->dice[i]);
            const int uses = 1 + most_uses(&next, who, &rest);
            most = uses > most ? uses : most;
        }
    }
    return most;
}

/* May this die be used from there, so that the rule about both dice is kept? */
static bool is_legal(const board *b, int who, const hand *h, int index, int n) {
    const int die = h->dice[index];
    if (!can_move(b, who, n, die))
        return false;
    const int most = most_uses(b, who, h);
    const hand rest = without(h, index);
    const board next = moved(*b, who, n, die);
    if (1 + most_uses(&next, who, &rest) < most)
        return false;
    if (most > 1 || h->count < 2)
        return true;
    for (int i = 0; i < h->count; i++) /* only one can be used: the greater */
        for (int m = 1; m <= BAR; m++)
            if (h->dice[i] > die && can_move(b, who, m, h->dice[i]))
                return false;
    return true;
}

static hand hand_of(int a, int b) {
    return a == b ? (hand){{a, a, a, a}, 4} : (hand){{a > b ? a : b, a > b ? b : a}, 2};
}

/* ---- the engine ---- */

static lf_game *game;

static int load_game(void **unused) {
    (void)unused;
    game = load_file("data/games/backgammon.game-spec.md");
    return 0;
}

static int free_game(void **unused) {
    (void)unused;
    lf_game_free(game);
    return 0;
}

static void name_of(int who, int n, char *out, size_t size) {
    if (n == BAR)
        snprintf(out, size, who == 0 ? "white-bar" : "black-bar");
    else
        snprintf(out, size, "p%d", who == 0 ? n : BAR - n);
}

static int pieces_at(const lf_state *state, int who, int n) {
    char name[16];
    name_of(who, n, name, sizeof name);
    return lf_pieces(state, lf_find(game, LF_OF_ZONES, name),
                     lf_find(game, LF_OF_KINDS, who == 0 ? "white-checkers" : "black-checkers"));
}

static board board_of(const lf_state *state) {
    board b = {0};
    for (int who = 0; who < 2; who++) {
        int sum = 0;
        for (int n = 1; n <= BAR; n++)
            sum += b.at[who][n] = (unsigned char)pieces_at(state, who, n);
        b.off[who] = (unsigned char)(CHECKERS - sum);
    }
    return b;
}

static int throw_die(lf_state *state, uint64_t *generator) {
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_legal_count(state), 6);
    const int outcome = (int)lf_rng_below(generator, 6);
    must_apply(state, outcome);
    return outcome + 1;
}

/* The seat is offered exactly these, and one is taken at random; a single one nobody is asked for.
 * Returns which. */
static int choose(lf_state *state, int who, char names[][16], int count, uint64_t *generator) {
    assert_true(count > 0);
    if (count == 1)
        return 0;
    assert_int_equal(lf_decider(state), who);
    if (lf_legal_count(state) != count)
        fail_msg("%d options, not %d", lf_legal_count(state), count);
    for (int i = 0; i < count; i++)
        if (lf_find_option(state, names[i]) < 0)
            fail_msg("%s is not offered", names[i]);
    const int chosen = (int)lf_rng_below(generator, (uint32_t)count);
    apply_named(state, names[chosen]);
    return chosen;
}

/* Which of its dice a player uses next, and from where. -1: none can be. */
static int choose_die(lf_state *state, int who, const board *b, const hand *h,
                      uint64_t *generator) {
    char names[4][16];
    int dice[4], count = 0;
    for (int i = 0; i < h->count; i++) {
        bool good = i == 0 || h->dice[i] != h->dice[i - 1];
        bool any = false;
        for (int n = 1; n <= BAR && good && !any; n++)
            any = is_legal(b, who, h, i, n);
        if (!any)
            continue;
        snprintf(names[count], sizeof names[count], "%d", h->dice[i]);
        dice[count++] = i;
    }
    return count == 0 ? -1 : dice[choose(state, who, names, count, generator)];
}

static int choose_start(lf_state *state, int who, const board *b, const hand *h, int index,
                        uint64_t *generator) {
    char names[BAR][16];
    int starts[BAR], count = 0;
    for (int n = 1; n <= BAR; n++)
        if (is_legal(b, who, h, index, n)) {
            name_of(who, n, names[count], sizeof names[count]);
            starts[count++] = n;
        }
    return starts[choose(state, who, names, count, generator)];
}

static void play_hand(lf_state *state, int who, board *b, hand h, uint64_t *generator) {
    const int most = most_uses(b, who, &h);
    int used = 0;
    for (int index; h.count > 0 && (index = choose_die(state, who, b, &h, generator)) >= 0;
         used++) {
        const int n = choose_start(state, who, b, &h, index, generator);
        *b = moved(*b, who, n, h.dice[index]);
        h = without(&h, index);
    }
    assert_int_equal(used, most);
}

static int worth_of(const board *b, int loser) {
    return b->off[loser] > 0 ? 1 : rearmost(b, loser) > 18 ? 3 : 2;
}

static int play_game(lf_state *state, uint64_t *generator) {
    board b = first_board;
    int white, black, turns = 0;
    do {
        white = throw_die(state, generator);
        black = throw_die(state, generator);
    } while (white == black);
    int who = white > black ? 0 : 1;
    hand h = hand_of(white, black);
    for (;; turns++) {
        play_hand(state, who, &b, h, generator);
        const board there = board_of(state);
        assert_memory_equal(&b, &there, sizeof b);
        if (b.off[who] == CHECKERS)
            break;
        who = !who;
        const int a = throw_die(state, generator), c = throw_die(state, generator);
        h = hand_of(a, c);
    }
    lf_outcome outcome;
    assert_true(lf_terminal(state, &outcome));
    assert_int_equal(outcome.winner, who);
    assert_int_equal(outcome.margin[who], worth_of(&b, !who));
    assert_int_equal(outcome.margin[!who], -worth_of(&b, !who));
    return turns;
}

/* ---- whole games ---- */

static void test_games_in_lock_step(void **unused) {
    (void)unused;
    uint64_t generator = 3;
    int turns = 0;
    for (int i = 0; i < 60; i++) {
        lf_state *state = new_explicit(game, NULL);
        turns += play_game(state, &generator);
        lf_state_free(state);
    }
    assert_true(turns > 60 * 30);
}

/* ---- the first roll ---- */

enum { MOST_BOARDS = 4000 };

typedef struct {
    board boards[MOST_BOARDS];
    int count;
} collection;

static void add_board(collection *all, const board *b) {
    for (int i = 0; i < all->count; i++)
        if (memcmp(&all->boards[i], b, sizeof *b) == 0)
            return;
    assert_true(all->count < MOST_BOARDS);
    all->boards[all->count++] = *b;
}

static void collect(const board *b, int who, const hand *h, collection *all) {
    bool any = false;
    for (int i = 0; i < h->count; i++)
        for (int n = 1; n <= BAR; n++) {
            if ((i > 0 && h->dice[i] == h->dice[i - 1]) || !is_legal(b, who, h, i, n))
                continue;
            const board next = moved(*b, who, n, h->dice[i]);
            const hand rest = without(h, i);
            any = true;
            collect(&next, who, &rest, all);
        }
    if (!any)
        add_board(all, b);
}

/* A position in which White is about to roll. */
static lf_state *before_roll(const char *effects) {
    lf_error error = {0};
    lf_state *state = new_explicit(game, NULL);
    must_apply(state, 5);
    must_apply(state, 0); /* White is asked; nothing has moved yet */
    if (lf_do(state, "begun = true\nactivePlayer = White", &error) != LF_OK ||
        (effects != NULL && lf_do(state, effects, &error) != LF_OK) ||
        lf_enter_phase(state, "play", &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_int_equal(lf_decider(state), LF_CHANCE);
    return state;
}

static void collect_played(const lf_state *state, collection *all) {
    if (lf_decider(state) != 0) {
        const board b = board_of(state);
        add_board(all, &b);
        return;
    }
    lf_state *next = lf_state_clone(state);
    for (int i = 0; i < lf_legal_count(state); i++) {
        lf_copy(next, state);
        must_apply(next, i);
        collect_played(next, all);
    }
    lf_state_free(next);
}

static void test_positions_after_the_first_roll(void **unused) {
    (void)unused;
    static collection expected, found;
    lf_state *start = before_roll(NULL), *state = lf_state_clone(start);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++) {
            const hand h = hand_of(a, b);
            expected.count = found.count = 0;
            collect(&first_board, 0, &h, &expected);
            lf_copy(state, start);
            must_apply(state, a - 1);
            must_apply(state, b - 1);
            collect_played(state, &found);
            print_message("%d-%d: %d positions\n", a, b, found.count);
            assert_int_equal(found.count, expected.count);
            for (int i = 0; i < found.count; i++)
                add_board(&expected, &found.boards[i]);
            assert_int_equal(found.count, expected.count); /* the same ones */
        }
    lf_state_free(state);
    lf_state_free(start);
}

/* ---- bearing off ---- */

/* Of 36 rolls, how many bear off all that White has left, with the best play. Chance and choices
 * are both walked. */
static int rolls_that_bear_off(const lf_state *state, int depth) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome))
        return depth == 0 ? 36 : depth == 1 ? 6 : 1;
    if (lf_decider(state) == LF_CHANCE && depth == 2)
        return 0; /* Black rolls */
    if (lf_decider(state) > 0)
        return 0;
    int sum = 0;
    lf_state *next = lf_state_clone(state);
    const bool chance = lf_decider(state) == LF_CHANCE;
    for (int i = 0; i < lf_legal_count(state); i++) {
        lf_copy(next, state);
        must_apply(next, i);
        const int rolls = rolls_that_bear_off(next, depth + chance);
        sum = chance ? sum + rolls : rolls > sum ? rolls : sum;
    }
    lf_state_free(next);
    return sum;
}

/* The same by dynamic programming over what is left, without the engine: one or two checkers, by
 * the best use of a roll. */
static bool bears_off(board b, hand h) {
    if (b.off[0] == CHECKERS)
        return true;
    for (int i = 0; i < h.count; i++)
        for (int n = 1; n <= 6; n++)
            if (can_move(&b, 0, n, h.dice[i]) &&
                bears_off(moved(b, 0, n, h.dice[i]), without(&h, i)))
                return true;
    return false;
}

static int counted(int first, int second) {
    int sum = 0;
    board b = {.off = {CHECKERS - 1 - (second > 0), 0}};
    b.at[0][first]++;
    if (second > 0)
        b.at[0][second]++;
    for (int a = 1; a <= 6; a++)
        for (int c = 1; c <= 6; c++)
            sum += bears_off(b, hand_of(a, c));
    return sum;
}

static void test_bearing_off_two_checkers(void **unused) {
    (void)unused;
    /* of 36, as tables for players have them: by the greater point and the smaller (0: one
     * checker) */
    static const int published[7][7] = {{0},
                                        {36, 36},
                                        {36, 36, 26},
                                        {36, 34, 25, 17},
                                        {34, 29, 23, 17, 11},
                                        {31, 23, 19, 14, 10, 6},
                                        {27, 15, 13, 10, 8, 6, 4}};
    for (int first = 1; first <= 6; first++)
        for (int second = 0; second <= first; second++) {
            char effects[300];
            int length = snprintf(effects, sizeof effects,
                                  "for s in spaces: move all White checkers from s to off\n"
                                  "move all Black checkers from p1 to p12\n"
                                  "move 1 White checkers from off to p%d\n",
                                  first);
            if (second > 0)
                snprintf(effects + length, sizeof effects - (size_t)length,
                         "move 1 White checkers from off to p%d\n", second);
            lf_state *state = before_roll(effects);
            assert_int_equal(counted(first, second), published[first][second]);
            assert_int_equal(rolls_that_bear_off(state, 0), published[first][second]);
            lf_state_free(state);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_in_lock_step),
        cmocka_unit_test(test_positions_after_the_first_roll),
        cmocka_unit_test(test_bearing_off_two_checkers),
    };
    return cmocka_run_group_tests(tests, load_game, free_game);
}
