/* test_sealed.c: sealed choices and hidden variables: nobody but their owner learns of them, by the
 * log, the observation, the numbers, displays, undo, redrawn states or agents; and agents know that
 * others may think many things. */
#include <math.h>

#include "api/agents/agents.h"
#include "api/agents/cfr/game_tree.h"
#include "api/agents/cfr/strategy.h"
#include "api/session/session.h"

#define SPEC "tests/fixtures/sealed-hands.game-spec.md"
#include "viewers_fixture.h"

enum { WORLDS = 60 };
enum { ROCK, PAPER, SCISSORS };

static int64_t hand_of(const lf_state *state, lf_seat seat) {
    return lf_seat_value(state, seat, lf_find(game, LF_OF_SEAT_VARS, "hand"));
}

/* ---- the log ---- */

typedef struct {
    char text[3][2048];
    int values[3]; /* events of variables */
} heard;

static void hear(void *context, const lf_event *event) {
    heard *h = context;
    for (int i = 0; i < 3; i++) {
        const lf_event told = lf_event_for(event, viewer(i));
        const size_t length = strlen(h->text[i]);
        h->values[i] += told.kind == LF_EVENT_VALUE;
        if (told.text[0] != '\0')
            snprintf(h->text[i] + length, sizeof h->text[i] - length, "%s (%d %d %d %lld %d)\n",
                     told.text, told.subject, told.from, told.chosen.subject, (long long)told.count,
                     told.chosen.count);
    }
}

static heard told_of(const char *option) {
    lf_state *state = begin_game(game, 1, NULL);
    heard h = {0};
    lf_watch(state, &(lf_observer){hear, &h});
    play(state, option);
    lf_state_free(state);
    return h;
}

static void test_a_sealed_choice_is_told_to_the_chooser_alone(void **unused) {
    (void)unused;
    const heard rock = told_of("rock"), paper = told_of("paper");
    assert_string_not_equal(rock.text[RED], paper.text[RED]);
    assert_non_null(strstr(paper.text[RED], "Paper"));
    for (int i = BLUE; i <= ONLOOKER; i++) {
        assert_string_equal(rock.text[i], paper.text[i]);
        assert_non_null(strstr(rock.text[i], "has chosen"));
        assert_null(strstr(rock.text[i], "Rock"));
        assert_int_equal(rock.values[i], paper.values[i]);
    }
    assert_int_equal(paper.values[RED], 3); /* its shape, that it has chosen, its rng */
    assert_int_equal(paper.values[BLUE], 1);
}

static char *session_log_of(const char *option, lf_seat seat) {
    lf_session *s = lf_session_new(game, SPEC);
    lf_error error = {0};
    assert_int_equal(lf_session_start(s, NULL, &error), LF_OK);
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_apply(s, lf_find_option(s->state, option), false, &error), LF_OK);
    char *log = lf_session_log_json(s, seat, 0);
    char *view = lf_session_view(s, seat);
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

/* Turns, summaries, entries, displays: all that a table shows. */
static void test_a_table_shows_nothing_of_it(void **unused) {
    (void)unused;
    for (int i = RED; i <= ONLOOKER; i++) {
        char *one = session_log_of("rock", viewer(i)),
             *other = session_log_of("scissors", viewer(i));
        if (i == RED)
            assert_string_not_equal(one, other);
        else
            assert_string_equal(one, other);
        free(one);
        free(other);
    }
}

/* ---- what a seat sees ---- */

static void test_an_observation_leaves_it_out(void **unused) {
    (void)unused;
    lf_state *rock = begin_game(game, 1, NULL), *paper = begin_game(game, 1, NULL);
    const int size = lf_tensor_size(game);
    float *one = calloc((size_t)size, sizeof *one), *other = calloc((size_t)size, sizeof *other);
    play(rock, "rock");
    play(paper, "paper");
    for (int i = RED; i <= ONLOOKER; i++) {
        char *a = lf_observe(rock, viewer(i)), *b = lf_observe(paper, viewer(i));
        lf_observe_tensor(rock, viewer(i), one);
        lf_observe_tensor(paper, viewer(i), other);
        assert_null(strstr(a, "fate"));
        const bool same = strcmp(a, b) == 0;
        assert_int_equal(same, i != RED);
        assert_int_equal(memcmp(one, other, (size_t)size * sizeof *one) == 0, i != RED);
        assert_int_equal(strstr(b, "\"hand\":\"paper\"") != NULL, i == RED);
        lf_string_free(a);
        lf_string_free(b);
    }
    assert_true(lf_variable_visible(game, LF_OF_SEAT_VARS, lf_find(game, LF_OF_SEAT_VARS, "hand"),
                                    RED, RED));
    assert_false(lf_variable_visible(game, LF_OF_SEAT_VARS, lf_find(game, LF_OF_SEAT_VARS, "hand"),
                                     RED, BLUE));
    assert_false(
        lf_variable_visible(game, LF_OF_GLOBALS, lf_find(game, LF_OF_GLOBALS, "fate"), 0, RED));
    assert_true(lf_hides_from(game, RED));
    assert_true(lf_knows_more(game, RED, BLUE));
    free(one);
    free(other);
    lf_state_free(rock);
    lf_state_free(paper);
}

/* ---- redrawing ---- */

static void test_what_is_possible_is_drawn(void **unused) {
    (void)unused;
    lf_state *state = begin_game(game, 1, NULL), *world = lf_state_clone(state),
             *other = lf_state_clone(state);
    int shapes[3] = {0}, fates[6] = {0}, rngs[4] = {0};
    lf_determinize(world, BLUE, 1);
    assert_int_equal(hand_of(world, RED), ROCK); /* nothing has been chosen yet */
    play(state, "paper");
    for (uint64_t i = 0; i < WORLDS * 5; i++) {
        lf_copy(world, state);
        lf_determinize(world, BLUE, i);
        assert_true(lf_hash(world) == lf_hash_from_scratch(world));
        shapes[hand_of(world, RED)]++;
        rngs[lf_seat_value(world, RED, lf_find(game, LF_OF_SEAT_VARS, "luck"))]++;
        fates[lf_global(world, lf_find(game, LF_OF_GLOBALS, "fate"))]++;
        lf_copy(other, state);
        lf_determinize(other, RED, i);
        assert_int_equal(hand_of(other, RED), PAPER); /* Red knows */
        /* what Blue may think is made of what Blue knows: equal worlds stay equal */
        lf_copy(other, world);
        lf_determinize(other, BLUE, 7);
        lf_copy(world, state);
        lf_determinize(world, BLUE, 7);
        assert_true(lf_equal(world, other));
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(shapes[i], WORLDS, WORLDS * 3);
    for (int i = 0; i < 6; i++)
        assert_int_equal(fates[i] > 0, i % 2 == 1); /* as `possible` says */
    for (int i = 0; i < 4; i++)
        assert_in_range(rngs[i], WORLDS / 2, WORLDS * 3); /* all of its range */
    lf_state_free(world);
    lf_state_free(other);
    lf_state_free(state);
}

/* ---- undo ---- */

static void test_revealing_cannot_be_taken_back(void **unused) {
    (void)unused;
    lf_state *state = begin_game(game, 1, NULL);
    const uint32_t before = lf_barrier(state);
    play(state, "rock");
    assert_int_equal(lf_barrier(state), before); /* nobody has learned anything */
    play(state, "paper");
    assert_true(lf_barrier(state) > before);
    lf_state_free(state);
}

/* ---- agents ---- */

static int choice_of(const agent_class *kind, const lf_state *state, uint64_t seed) {
    agent a;
    char words[64];
    const bool solves =
        strcmp(kind->name, "cfr") == 0; /* the others that open think for a number of iterations */
    snprintf(words, sizeof words, "%s%s", kind->name,
             solves               ? ":iterations=50"
             : kind->open != NULL ? ":8,memory=1M"
                                  : "");
    lf_error error = {0};
    if (!lf_agent_open(&a, lf_state_game(state), words, &error))
        fail_msg("%s: %s", words, error.message);
    lf_agent_start(&a, lf_decider(state), seed);
    const int option = lf_agent_pick(&a, state);
    lf_agent_close(&a);
    return option;
}

static void test_no_agent_knows_what_the_other_chose(void **unused) {
    (void)unused;
    const agent_class *kind;
    for (int k = 0; (kind = lf_agent_class_at(k)) != NULL; k++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            lf_state *rock = begin_game(game, seed, NULL), *paper = begin_game(game, seed, NULL);
            play(rock, "rock");
            play(paper, "paper");
            if (choice_of(kind, rock, seed) != choice_of(kind, paper, seed))
                fail_msg("%s plays by what the other has sealed", kind->name);
            lf_state_free(rock);
            lf_state_free(paper);
        }
}

/* Rock, paper, scissors: a third each, and nobody can gain. */
static void test_the_equilibrium(void **unused) {
    (void)unused;
    lf_error error = {0};
    game_tree *tree = lf_cfr_tree_new(game, NULL, &(tree_limits){.nodes = 1000}, &error);
    if (tree == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(tree->set_count, 2); /* neither knows anything when it chooses */
    assert_int_equal(tree->end_count, 9);
    cfr *c = lf_cfr_new(tree);
    double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
    strategy_worth worth = {0};
    for (int i = 0; i < 1000; i++)
        lf_cfr_iterate(c);
    lf_cfr_average(c, strategy);
    assert_true(lf_cfr_strategy_measure(tree, strategy, &worth));
    for (int i = 0; i < tree->action_count; i++)
        assert_true(fabs(strategy[i] - 1.0 / 3) < 1e-3);
    assert_true(fabs(worth.value[0]) < 1e-3 && worth.exploitability < 2e-3);
    free(strategy);
    lf_cfr_free(c);
    lf_cfr_tree_free(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sealed_choice_is_told_to_the_chooser_alone),
        cmocka_unit_test(test_a_table_shows_nothing_of_it),
        cmocka_unit_test(test_an_observation_leaves_it_out),
        cmocka_unit_test(test_what_is_possible_is_drawn),
        cmocka_unit_test(test_revealing_cannot_be_taken_back),
        cmocka_unit_test(test_no_agent_knows_what_the_other_chose),
        cmocka_unit_test(test_the_equilibrium),
    };
    return cmocka_run_group_tests_name("sealed", tests, open_game, close_game);
}
