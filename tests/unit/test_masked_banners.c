/* test_masked_banners.c: pieces whose kind others may not know, played with the bundled game that
 * has them.
 *
 * The rules are written a second time here, without the engine, and played along with it decision
 * by decision. And in worlds that differ in what is covered a seat is told the same, sees the same,
 * thinks the same, and its agents do the same. */
#include "api/agents/agents.h"
#include "api/session/session.h"

#define SPEC "data/games/masked-banners.game-spec.md"
#include "viewers_fixture.h"

enum { COLUMNS = 4, ROWS = 7, CELLS = COLUMNS * ROWS };

/* ---- the rules, a second time ---- */

enum { NOTHING, BANNER, TRAP, SHADE, RUNNER, SAPPER, CAPTAIN, GENERAL, TYPES };
static const char *const types[] = {"",       "banner", "trap",    "shade",
                                    "runner", "sapper", "captain", "general"};
static const int ranks[] = {0, 0, 0, 1, 2, 3, 9, 10};

typedef struct {
    int type[CELLS], owner[CELLS];
    bool shown[CELLS];
    int turn, quiet, winner; /* winner: -1 none yet, 2 a draw */
} board;

static int space_at(int column, int row) {
    char name[4] = {(char)('a' + column), (char)('1' + row), 0};
    return lf_find(game, LF_OF_SPACES, name);
}

/* Cells are numbered row by row here, whatever numbers the engine has for them. */
static int space_of(int cell) {
    return space_at(cell % COLUMNS, cell / COLUMNS);
}

static int slot_of(int seat, int type, bool shown) {
    char name[64];
    snprintf(name, sizeof name, "%s-%s.%s", seat == RED ? "red" : "blue", types[type],
             shown ? "shown" : "covered");
    return lf_find(game, LF_OF_KINDS, name);
}

static board read_board(const lf_state *state) {
    board b = {.turn = RED, .winner = -1};
    for (int cell = 0; cell < CELLS; cell++)
        for (int seat = RED; seat <= BLUE; seat++)
            for (int type = BANNER; type < TYPES; type++)
                for (int shown = 0; shown < 2; shown++)
                    if (lf_pieces(state, space_of(cell), slot_of(seat, type, shown != 0)) > 0) {
                        assert_int_equal(b.type[cell], NOTHING);
                        b.type[cell] = type;
                        b.owner[cell] = seat;
                        b.shown[cell] = shown != 0;
                    }
    return b;
}

static bool is_free(const board *b, int cell) {
    return b->type[cell] == NOTHING;
}

static bool is_enemy(const board *b, int cell) {
    return !is_free(b, cell) && b->owner[cell] != b->turn;
}

/* The squares that a piece can go to. */
static int goals_of(const board *b, int from, bool out[CELLS]) {
    static const int steps[][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int count = 0;
    memset(out, 0, CELLS * sizeof *out);
    if (is_free(b, from) || b->owner[from] != b->turn || b->type[from] <= TRAP)
        return 0;
    for (int d = 0; d < 4; d++) {
        int x = from % COLUMNS + steps[d][0], y = from / COLUMNS + steps[d][1];
        while (x >= 0 && x < COLUMNS && y >= 0 && y < ROWS) {
            const int to = y * COLUMNS + x;
            if (is_free(b, to) || is_enemy(b, to))
                out[to] = true;
            count += out[to];
            if (!is_free(b, to) || b->type[from] != RUNNER)
                break;
            x += steps[d][0];
            y += steps[d][1];
        }
    }
    return count;
}

static int movable(const board *b, bool out[CELLS]) {
    bool goals[CELLS];
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        count += out[cell] = goals_of(b, cell, goals) > 0;
    return count;
}

static void put(board *b, int from, int to) {
    b->type[to] = b->type[from];
    b->owner[to] = b->owner[from];
    b->shown[to] = b->shown[from];
    b->type[from] = NOTHING;
}

static void fight(board *b, int from, int to) {
    const int attacker = b->type[from], defender = b->type[to];
    b->shown[from] = b->shown[to] = true;
    b->quiet = 0;
    if (defender == BANNER)
        b->winner = b->turn;
    if (defender == TRAP
            ? attacker == SAPPER
            : ranks[attacker] > ranks[defender] || (attacker == SHADE && defender == GENERAL)) {
        put(b, from, to);
        return;
    }
    if (defender != TRAP && ranks[attacker] == ranks[defender])
        b->type[to] = NOTHING;
    b->type[from] = NOTHING;
}

static void make_move(board *b, int from, int to) {
    const bool far = from % COLUMNS == to % COLUMNS ? abs(from - to) > COLUMNS : abs(from - to) > 1;
    bool any[CELLS];
    b->quiet++;
    b->shown[from] = b->shown[from] || far;
    if (is_free(b, to))
        put(b, from, to);
    else
        fight(b, from, to);
    if (b->winner >= 0)
        return;
    b->turn = 1 - b->turn;
    if (movable(b, any) == 0)
        b->winner = 1 - b->turn;
    else if (b->quiet == 60)
        b->winner = 2;
}

/* ---- along with the engine ---- */

/* The options of the state must be these cells; one is chosen. A seat is asked for a single one
 * as well: that it has no other says what its pieces are. */
static int ask(lf_state *state, const board *b, const bool cells[CELLS], int count, uint64_t *rng) {
    assert_int_equal(lf_decider(state), b->turn);
    assert_int_equal(lf_legal_count(state), count);
    int skip = (int)lf_rng_below(rng, (uint32_t)count), chosen = -1;
    for (int cell = 0; cell < CELLS; cell++) {
        if (!cells[cell])
            continue;
        const int option = lf_find_option(state, lf_name(game, LF_OF_SPACES, space_of(cell)));
        assert_true(option >= 0);
        if (skip-- == 0)
            chosen = cell;
    }
    play(state, lf_name(game, LF_OF_SPACES, space_of(chosen)));
    return chosen;
}

static void assert_same_board(const lf_state *state, const board *b) {
    const board found = read_board(state);
    for (int cell = 0; cell < CELLS; cell++) {
        assert_int_equal(found.type[cell], b->type[cell]);
        if (b->type[cell] != NOTHING) {
            assert_int_equal(found.owner[cell], b->owner[cell]);
            assert_int_equal(found.shown[cell], b->shown[cell]);
        }
    }
}

static lf_state *set_up(uint64_t seed) {
    uint64_t rng = lf_mix64(seed);
    lf_state *state = begin_game(game, seed, NULL);
    while (strcmp(lf_name(game, LF_OF_PHASES, lf_phase(state)), "battle") != 0)
        assert_int_equal(lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state))),
                         LF_OK);
    return state;
}

static void test_random_games_go_as_in_the_reference(void **unused) {
    (void)unused;
    int ends[3] = {0};
    for (uint64_t seed = 0; seed < 150; seed++) {
        uint64_t rng = lf_mix64(seed + 1000);
        lf_state *state = set_up(seed);
        board b = read_board(state);
        lf_outcome outcome;
        while (b.winner < 0) {
            bool cells[CELLS], goals[CELLS];
            board before = b;
            const int pieces = movable(&b, cells);
            const int from = ask(state, &before, cells, pieces, &rng);
            const int to = ask(state, &before, goals, goals_of(&b, from, goals), &rng);
            make_move(&b, from, to);
            assert_same_board(state, &b);
        }
        assert_true(lf_terminal(state, &outcome));
        assert_int_equal(outcome.winner, b.winner == 2 ? LF_NOBODY : b.winner);
        assert_same_board(state, &b);
        ends[b.winner]++;
        lf_state_free(state);
    }
    assert_true(ends[RED] > 20 && ends[BLUE] > 20);
}

/* ---- two worlds ---- */

/* Swaps what stands on two squares of a seat, both covered. */
static void swap_pieces(lf_state *state, const char *one, const char *other) {
    char text[512];
    lf_error error = {0};
    snprintf(
        text, sizeof text,
        "move all army from %s to d4\nmove all army from %s to %s\nmove all army from d4 to %s\n",
        one, other, one, other);
    assert_int_equal(lf_do(state, text, &error), LF_OK);
}

static void set_up_by(lf_state *state, const char *const *kinds) {
    for (int i = 0; kinds[i] != NULL; i++)
        play(state, kinds[i]);
}

static const char *const order[] = {"red-banner.covered",
                                    "red-trap.covered",
                                    "red-sapper.covered",
                                    "red-shade.covered",
                                    "red-captain.covered",
                                    "red-general.covered",
                                    "red-runner.covered",
                                    "red-runner.covered",
                                    "blue-captain.covered",
                                    "blue-general.covered",
                                    "blue-sapper.covered",
                                    "blue-shade.covered",
                                    "blue-banner.covered",
                                    "blue-trap.covered",
                                    "blue-runner.covered",
                                    "blue-runner.covered",
                                    NULL};
/* The same, but two of Red change places. */
static const char *const changed[] = {"red-banner.covered",
                                      "red-trap.covered",
                                      "red-sapper.covered",
                                      "red-shade.covered",
                                      "red-general.covered",
                                      "red-captain.covered",
                                      "red-runner.covered",
                                      "red-runner.covered",
                                      "blue-captain.covered",
                                      "blue-general.covered",
                                      "blue-sapper.covered",
                                      "blue-shade.covered",
                                      "blue-banner.covered",
                                      "blue-trap.covered",
                                      "blue-runner.covered",
                                      "blue-runner.covered",
                                      NULL};

typedef struct {
    char text[3][8192];
} heard;

static void hear(void *context, const lf_event *event) {
    heard *h = context;
    for (int i = 0; i < 3; i++) {
        const lf_event told = lf_event_for(event, viewer(i));
        const size_t length = strlen(h->text[i]);
        snprintf(h->text[i] + length, sizeof h->text[i] - length, "%s (%d %d)\n", told.text,
                 told.subject, told.chosen.subject);
    }
}

static void test_others_hear_of_a_masked_piece(void **unused) {
    (void)unused;
    heard one = {0}, other = {0};
    lf_state *a = begin_game(game, 1, NULL), *b = begin_game(game, 1, NULL);
    lf_watch(a, &(lf_observer){hear, &one});
    lf_watch(b, &(lf_observer){hear, &other});
    set_up_by(a, order);
    set_up_by(b, changed);
    play(a, "a2"); /* the captain, or the general, who can only go to a3 */
    play(b, "a2");
    play(a, "a3");
    play(b, "a3");
    assert_string_not_equal(one.text[RED], other.text[RED]);
    assert_string_equal(one.text[BLUE], other.text[BLUE]);
    assert_non_null(strstr(one.text[BLUE], "1 masked Red piece: a2 -> a3"));
    assert_non_null(strstr(one.text[RED], "Red captain: a2 -> a3"));
    assert_string_not_equal(one.text[ONLOOKER], one.text[RED]);
    assert_null(strstr(one.text[ONLOOKER], "banner"));
    for (int i = RED; i <= ONLOOKER; i++) {
        char *seen = lf_observe(a, viewer(i)), *otherwise = lf_observe(b, viewer(i));
        float *numbers = calloc((size_t)lf_tensor_size(game), sizeof *numbers),
              *differently = calloc((size_t)lf_tensor_size(game), sizeof *numbers);
        lf_observe_tensor(a, viewer(i), numbers);
        lf_observe_tensor(b, viewer(i), differently);
        assert_int_equal(strcmp(seen, otherwise) == 0, i != RED);
        assert_int_equal(
            memcmp(numbers, differently, (size_t)lf_tensor_size(game) * sizeof *numbers) == 0,
            i != RED);
        assert_int_equal(strstr(seen, "red-masked") == NULL, i == RED);
        assert_int_equal(strstr(seen, "red-captain") != NULL, i == RED);
        lf_string_free(seen);
        lf_string_free(otherwise);
        free(numbers);
        free(differently);
    }
    lf_state_free(a);
    lf_state_free(b);
}

static char *table_of(const char *const *kinds, lf_seat seat) {
    lf_session *s = lf_session_new(game, SPEC);
    lf_error error = {0};
    assert_int_equal(lf_session_start(s, NULL, &error), LF_OK);
    lf_session_set_confirm(s, false);
    for (int i = 0; kinds[i] != NULL; i++)
        assert_int_equal(lf_session_apply(s, lf_find_option(s->state, kinds[i]), false, &error),
                         LF_OK);
    char *log = lf_session_log_json(s, seat, 0), *view = lf_session_view(s, seat);
    assert_non_null(log);
    assert_non_null(view);
    const size_t size = strlen(log) + strlen(view) + 2;
    char *both = malloc(size);
    assert_non_null(both);
    snprintf(both, size, "%s\n%s", log, view);
    lf_string_free(log);
    lf_string_free(view);
    lf_session_free(s);
    return both;
}

static void test_a_table_shows_nothing_of_it(void **unused) {
    (void)unused;
    for (int i = RED; i <= ONLOOKER; i++) {
        char *one = table_of(order, viewer(i)), *other = table_of(changed, viewer(i));
        assert_int_equal(strcmp(one, other) == 0, i != RED);
        free(one);
        free(other);
    }
}

/* ---- what others must think possible ---- */

static void test_possible_orders_are_drawn(void **unused) {
    (void)unused;
    lf_state *state = begin_game(game, 1, NULL), *world = lf_state_clone(state),
             *other = lf_state_clone(state);
    int banners = 0, captains = 0;
    set_up_by(state, order);
    play(state, "a2");
    play(state, "a3"); /* Red's captain has moved */
    lf_copy(other, state);
    swap_pieces(other, "a3", "b2"); /* with the general */
    for (uint64_t i = 0; i < 300; i++) {
        const board truth = read_board(state);
        lf_copy(world, state);
        lf_determinize(world, BLUE, i);
        assert_true(lf_hash(world) == lf_hash_from_scratch(world));
        const board drawn = read_board(world);
        int types_drawn[TYPES] = {0}, types_true[TYPES] = {0};
        for (int cell = 0; cell < CELLS; cell++) {
            assert_int_equal(drawn.type[cell] == NOTHING, truth.type[cell] == NOTHING);
            if (truth.type[cell] != NOTHING && truth.owner[cell] == BLUE)
                assert_int_equal(drawn.type[cell], truth.type[cell]); /* Blue knows its own */
            types_drawn[drawn.type[cell]]++;
            types_true[truth.type[cell]]++;
        }
        assert_memory_equal(types_drawn, types_true, sizeof types_drawn);
        /* a3: what has moved is no banner and no trap */
        assert_true(drawn.type[2 * COLUMNS] > TRAP);
        banners += drawn.type[0] == BANNER;
        captains += drawn.type[2 * COLUMNS] == CAPTAIN;
        lf_determinize(other, BLUE, i);
        assert_true(lf_equal(world, other)); /* made of what Blue knows */
        lf_copy(other, state);
    }
    assert_in_range(banners, 300 / 14, 300 / 4);  /* one of seven places is left for it */
    assert_in_range(captains, 300 / 14, 300 / 3); /* one of six that may have moved */
    lf_state_free(other);
    lf_state_free(world);
    lf_state_free(state);
}

/* ---- undo ---- */

static void test_turning_up_cannot_be_taken_back(void **unused) {
    (void)unused;
    lf_state *state = begin_game(game, 1, NULL);
    set_up_by(state, order);
    const uint32_t before = lf_barrier(state);
    static const char *const moves[] = {"a2", "a3", "a6", "a5", "a3", "a4"};
    for (size_t i = 0; i < LF_COUNT(moves); i++)
        play(state, moves[i]);
    assert_int_equal(lf_barrier(state), before);
    play(state, "a5");
    play(state, "a4"); /* Blue attacks */
    assert_true(lf_barrier(state) > before);
    lf_state_free(state);
    state = begin_game(game, 1, NULL);
    set_up_by(state, order);
    play(state, "c2"); /* a runner */
    play(state, "c5");
    assert_true(lf_barrier(state) > before);
    lf_state_free(state);
}

/* ---- agents ---- */

static int choice_of(const agent_class *kind, const lf_state *state, uint64_t seed) {
    agent a;
    char words[64];
    snprintf(words, sizeof words, "%s%s", kind->name, kind->open != NULL ? ":8,memory=1M" : "");
    assert_true(lf_agent_open(&a, lf_state_game(state), words, NULL));
    lf_agent_start(&a, lf_decider(state), seed);
    const int option = lf_agent_pick(&a, state);
    lf_agent_close(&a);
    return option;
}

static void test_no_agent_looks_under_a_mask(void **unused) {
    (void)unused;
    const agent_class *kind;
    lf_state *one = begin_game(game, 1, NULL);
    set_up_by(one, order);
    play(one, "a2");
    play(one, "a3");
    lf_state *other = lf_state_clone(one);
    swap_pieces(other, "a3", "b2");
    swap_pieces(other, "a1", "d1"); /* the banner and the shade */
    assert_false(lf_equal(one, other));
    for (int k = 0; (kind = lf_agent_class_at(k)) != NULL; k++) {
        lf_error error = {0};
        if (!lf_agent_check(game, kind->name, &error))
            continue; /* too big for it */
        for (uint64_t seed = 0; seed < 3; seed++)
            if (choice_of(kind, one, seed) != choice_of(kind, other, seed))
                fail_msg("%s plays by what is masked", kind->name);
    }
    lf_state_free(one);
    lf_state_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games_go_as_in_the_reference),
        cmocka_unit_test(test_others_hear_of_a_masked_piece),
        cmocka_unit_test(test_a_table_shows_nothing_of_it),
        cmocka_unit_test(test_possible_orders_are_drawn),
        cmocka_unit_test(test_turning_up_cannot_be_taken_back),
        cmocka_unit_test(test_no_agent_looks_under_a_mask),
    };
    return cmocka_run_group_tests_name("masked banners", tests, open_game, close_game);
}
