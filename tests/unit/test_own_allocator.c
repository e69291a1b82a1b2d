/* test_own_allocator.c: all memory of the library comes from the allocator that the program gave,
 * and goes back to it. The allocator here marks each block: a block that is released without the
 * mark, or never released, fails the test. Every public function that returns memory is called
 * (tests/scripts/check-memory compares the list with the headers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_agents.h"
#include "ludoforge_env.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#define SPEC "data/games/kuhn-poker.game-spec.md"
#define MARK UINT64_C(0x6d61726b6d61726b)
#define FREED UINT64_C(0x6672656566726565)

/* ---- the allocator --------------------------------------------------------------------------- */

typedef struct {
    uint64_t mark;
    uint64_t size;
} head;

static uint64_t held;

static void *marked_allocate(void *context, size_t size) {
    (void)context;
    head *const h = malloc(sizeof *h + size);
    assert_non_null(h);
    *h = (head){MARK, size};
    held++;
    return memset(h + 1, 0xa5, size);
}

static void marked_release(void *context, void *memory) {
    (void)context;
    head *const h = (head *)memory - 1;
    assert_true(h->mark == MARK);
    h->mark = FREED;
    assert_true(held > 0);
    held--;
    free(h);
}

static void *marked_reallocate(void *context, void *old, size_t size) {
    void *const larger = marked_allocate(context, size);
    if (old == NULL)
        return larger;
    const size_t before = ((head *)old - 1)->size;
    memcpy(larger, old, before < size ? before : size);
    marked_release(context, old);
    return larger;
}

static int use_marks(void **unused) {
    (void)unused;
    held = 0;
    lf_set_allocator(&(lf_allocator){marked_allocate, marked_reallocate, marked_release, NULL});
    return 0;
}

static int expect_nothing_held(void **unused) {
    (void)unused;
    lf_set_allocator(NULL);
    assert_int_equal(held, 0);
    return 0;
}

/* A text that the library gave is one block of its allocator. */
static void expect_text(char *text) {
    assert_non_null(text);
    assert_true(((head *)(void *)text - 1)->mark == MARK);
    lf_string_free(text);
}

/* ---- games and states ------------------------------------------------------------------------ */

static void texts_of_a_game(void **unused) {
    (void)unused;
    size_t size;
    lf_diagnostics *problems = NULL;
    lf_game *const game = lf_game_load_without(SPEC, "all", &problems);
    assert_non_null(game);
    expect_text(lf_diagnostics_json(problems));
    expect_text(lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    expect_text(lf_game_json(game));
    expect_text(lf_describe(game));
    expect_text(lf_game_disassembly(game));
    expect_text(lf_game_c(game));
    expect_text(lf_visual(game, SPEC, NULL));
    expect_text(lf_action_text(game, 0));
    expect_text(lf_tensor_text(game, 0));
    expect_text(lf_bundled_path("kuhn-poker"));
    expect_text(lf_rule_about(game, "bet"));
    lf_bundled_games_free(lf_bundled_games());
    char *const image = lf_game_image(game, &size);
    lf_game *const loaded = lf_game_load_memory("image", image, size, NULL);
    assert_non_null(loaded);
    lf_game_free(loaded);
    expect_text(image);
    lf_game_free(lf_game_retain(game));
    lf_lessons_free(lf_lessons_load(game, SPEC, NULL));
    lf_cases_free(lf_cases_load(SPEC, NULL));
    lf_game_free(game);
}

static void texts_of_options_and_positions(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load_bundled("chess", NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    expect_text(lf_position_text(state, NULL));
    expect_text(lf_rule_text(state));
    lf_state_free(state);
    lf_game_free(game);
    game = lf_game_load_bundled("fire-in-the-lake", NULL);
    state = lf_state_new(game, NULL, NULL);
    expect_text(lf_option_values(game, 0));
    expect_text(lf_option_default(game, 0));
    for (int i = 0; i < lf_count(game, LF_OF_DISPLAYS); i++)
        lf_string_free(lf_display_text(state, i, 0)); /* some are not shown */
    lf_state_free(state);
    lf_game_free(game);
}

static void texts_of_a_state(void **unused) {
    (void)unused;
    lf_game *const game = lf_game_load(SPEC, NULL);
    lf_state *const state = lf_state_new(game, NULL, NULL), *const clone = lf_state_clone(state);
    lf_state *const explicit_state = lf_state_new_explicit(game, NULL, NULL);
    lf_history *const history = lf_history_new(explicit_state);
    lf_history *const copy = lf_history_clone(history, clone);
    lf_history *const sampled = lf_history_sample(history, state, 0);
    lf_decision *const decision = lf_decision_new(state);
    char *sides = NULL;
    expect_text(lf_prompt(state));
    expect_text(lf_state_json(state));
    expect_text(lf_observe(state, 0));
    expect_text(lf_observation_text(state, 0));
    expect_text(lf_information_state(history, 0));
    expect_text(lf_why(state, lf_name(game, LF_OF_ACTIONS, 0), NULL));
    lf_option option;
    assert_true(lf_option_at(state, 0, &option));
    expect_text(lf_why_option(state, option, NULL));
    expect_text(lf_eval(state, "1 + 1 == 2", &sides, NULL));
    expect_text(sides);
    lf_decision_free(decision);
    lf_history_free(copy);
    lf_history_free(sampled);
    lf_history_free(history);
    lf_state_free(explicit_state);
    lf_state_free(clone);
    lf_state_free(state);
    lf_game_free(game);
}

static void texts_of_agents(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *const game = lf_game_load_bundled("tic-tac-toe", NULL);
    lf_state *const state = lf_state_new(game, NULL, NULL);
    lf_agent *const agent = lf_agent_new(game, "mcts:100", &error);
    assert_int_equal(lf_agent_begin(agent, lf_decider(state), 1), LF_OK);
    assert_true(lf_agent_choose(agent, state) >= 0);
    expect_text(lf_agent_reason(agent, state));
    lf_advice_free(lf_agent_advise(agent, state, &error));
    lf_agent_free(agent);
    lf_state_free(state);
    lf_batch *const batch =
        lf_batch_new(game, &(lf_batch_config){.games = 2, .threads = 2}, &error);
    assert_non_null(batch);
    lf_batch_free(batch);
    lf_game_free(game);
}

/* ---- sessions -------------------------------------------------------------------------------- */

/* Two decisions end a game. */
static lf_session *played(const lf_game *game, int decisions) {
    static const char *const options[] = {NULL};
    lf_error error = {0};
    lf_session *const s = lf_session_new(game, SPEC);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 3, .options = options}, &error),
                     LF_OK);
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_set_player(s, 0, "somebody", &error), LF_OK);
    for (int i = 0; i < decisions; i++)
        assert_int_equal(lf_session_apply(s, 0, false, &error), LF_OK);
    return s;
}

static void texts_of_a_session(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *const game = lf_game_load(SPEC, NULL);
    lf_session *const s = played(game, 1);
    expect_text(lf_session_view(s, LF_NOBODY));
    expect_text(lf_session_view_at(s, 1, LF_NOBODY));
    expect_text(lf_session_log_page(s, LF_NOBODY, -1, 10));
    expect_text(lf_session_turns_json(s, LF_NOBODY, 0, 10));
    expect_text(lf_session_preview(s, NULL, NULL));
    expect_text(lf_session_ahead(s, NULL));
    expect_text(lf_session_summary(s, 0, LF_NOBODY));
    expect_text(lf_session_turn_text(s, 0, LF_NOBODY));
    expect_text(lf_session_log_json(s, LF_NOBODY, 0));
    expect_text(lf_session_record_json(s));
    expect_text(lf_session_entry_json(s, 0, LF_HOST));
    assert_null(lf_session_entry_json(s, 100000, LF_HOST));
    lf_state_free(lf_session_state_at(s, 1));
    expect_text(lf_analyse(s, LF_NOBODY, "mcts:20", NULL, &error));
    char *const save = lf_session_json(s);
    assert_int_equal(lf_session_from_json(s, save, &error), LF_OK);
    expect_text(save);
    char path[] = "/tmp/ludoforge-allocator-XXXXXX";
    close(mkstemp(path));
    assert_int_equal(lf_session_autosave(s, path, &error), LF_OK);
    assert_int_equal(lf_session_load(s, path, &error), LF_OK);
    assert_int_equal(lf_session_write_record(s, path, &error), LF_OK);
    unlink(path);
    assert_int_equal(lf_session_start_json(s, "{\"seed\": 4, \"options\": {}}", &error), LF_OK);
    lf_session_free(s);
    lf_game_free(game);
}

/* ---- for tools ------------------------------------------------------------------------------- */

/* A recorded game is written, read, and verified; a file that is none is refused. */
static void records(void **unused) {
    (void)unused;
    char path[] = "/tmp/own-allocator-XXXXXX";
    close(mkstemp(path));
    lf_error error = {0};
    size_t verified = 0;
    lf_game *const game = lf_game_load(SPEC, NULL);
    lf_state *const state = lf_state_new(game, NULL, NULL);
    lf_record *const r = lf_record_new(game, "kuhn-poker", NULL);
    assert_null(lf_record_load(path, &error));
    assert_int_equal(error.status, LF_BAD_INPUT);
    lf_record_begin(r, state);
    while (!lf_terminal(state, NULL))
        assert_int_equal(lf_record_apply(r, state, 0), LF_OK);
    lf_record_end(r, state);
    expect_text(lf_record_json(r));
    assert_true(lf_record_write(r, path, &error));
    lf_record *const again = lf_record_load(path, &error);
    assert_non_null(again);
    assert_true(lf_record_verify(again, game, &verified, &error));
    assert_int_equal(verified, lf_record_count(r));
    assert_true(verified > 0);
    lf_record_end_with_find(again, "something");
    char *const text = lf_record_json(again);
    assert_non_null(strstr(text, "\"find\": \"something\""));
    lf_string_free(text);
    lf_record_free(again);
    lf_record_free(r);
    lf_record_free(NULL);
    lf_state_free(state);
    lf_game_free(game);
    unlink(path);
}

/* Terms, features, nets and tables: what trainers and other tools take from the library. */
static void objects_of_tools(void **unused) {
    (void)unused;
    lf_game *const game = lf_game_load(SPEC, NULL);
    lf_state *const state = lf_state_new(game, NULL, NULL);
    lf_heuristics *const knowledge = lf_heuristics_new(game);
    lf_heuristics_ask(knowledge, state);
    lf_heuristics_free(knowledge);
    lf_diagnostics *problems = lf_value_file_problems(game, NULL);
    lf_diagnostics_free(problems);
    lf_feature_layout *const features = lf_feature_layout_new(game, true);
    lf_feature_reader *const reader = lf_feature_reader_new(features);
    const lf_feature *read;
    const uint32_t count = lf_feature_read(reader, state, 0, &read);
    assert_true(count > 0 && count <= lf_feature_layout_count(features));
    assert_ptr_equal(lf_feature_layout_game(features), game);
    expect_text(lf_feature_text(features, read[0].place));
    lf_value_net net;
    assert_true(lf_value_net_open(&net, lf_feature_layout_count(features), 0, 0, 2));
    net.margin_scale = 1;
    size_t size;
    expect_text(lf_value_file_bytes(&net, lf_feature_layout_hash(features), "a test", &size));
    assert_true(size > 0);
    lf_value_net_close(&net);
    lf_feature_reader_free(reader);
    lf_feature_layout_free(features);
    lf_state_free(state);
    lf_game_free(game);
    expect_text(lf_rows_json("docs/peers.yaml", "peers", &problems));
    assert_null(problems);
    assert_null(lf_rows_json("docs/no-such-file.yaml", "peers", &problems));
    assert_non_null(problems);
    lf_diagnostics_free(problems);
}

/* An agent by its text; and a strategy that nobody can exploit. */
static void agents_for_tools(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *const game = lf_game_load(SPEC, NULL);
    assert_true(lf_agent_check(game, "greedy", &error));
    assert_false(lf_agent_check(game, "greddy", &error));
    assert_int_equal(lf_agent_name_length("random,greedy"), strlen("random"));
    lf_agent *const agent = lf_agent_new(game, "random", NULL);
    assert_string_equal(lf_agent_text(agent), "random");
    assert_non_null(lf_agent_random_rng(agent));
    lf_agent_free(agent);
    lf_agent *const thinker = lf_agent_new(game, "cfr", NULL);
    assert_null(lf_agent_random_rng(thinker));
    lf_agent_free(thinker);
    const lf_exploit_plan plan = {.agent = "cfr", .positions = 1000, .samples = 10};
    lf_exploit found;
    assert_true(lf_exploit_agent(game, &plan, &found, &error));
    assert_true(found.exact && found.zero_sum && found.exploitability < 0.01);
    const lf_exploit_plan small = {.agent = "cfr", .positions = 10, .samples = 10};
    assert_false(lf_exploit_agent(game, &small, &found, &error));
    assert_true(error.message[0] != '\0');
    lf_game_free(game);
}

/* ---- a lack of memory in sessions ------------------------------------------------------------ */

static lf_session *starved; /* the session that the work is done on */
static char *starved_save;

static char *save_text(void) {
    return lf_session_json(starved);
}
static char *record_text(void) {
    return lf_session_record_json(starved);
}
static char *view_text(void) {
    return lf_session_view(starved, LF_NOBODY);
}
static char *log_text(void) {
    return lf_session_log_json(starved, LF_NOBODY, 0);
}
static char *summary_text(void) {
    return lf_session_summary(starved, 0, LF_NOBODY);
}

static void texts_are_whole_or_missing(void **unused) {
    (void)unused;
    static char *(*const all[])(void) = {save_text, record_text, view_text, log_text, summary_text};
    lf_game *const game = lf_game_load(SPEC, NULL);
    starved = played(game, 2);
    for (size_t i = 0; i < LF_COUNT(all); i++) {
        char *const whole = all[i](), *text = NULL;
        assert_non_null(whole);
        for (uint64_t n = 1; text == NULL; n++) {
            assert_true(n < 10000);
            lf_fail_allocation_at(n);
            text = all[i]();
            lf_fail_allocation_at(0);
            assert_true(n > 1 || text == NULL);
        }
        assert_string_equal(text, whole);
        lf_string_free(text);
        lf_string_free(whole);
    }
    lf_session_free(starved);
    lf_game_free(game);
}

static lf_status start(lf_error *error) {
    static const char *const cards[] = {"king", "jack", "queen", NULL}, *const options[] = {NULL};
    const lf_setup setup = {.seed = 5, .options = options, .stack = "deck", .cards = cards};
    return lf_session_start(starved, &setup, error);
}
static lf_status start_json(lf_error *error) {
    return lf_session_start_json(
        starved, "{\"seed\": 5, \"stack\": \"deck\", \"deck\": [\"king\", \"jack\", \"queen\"]}",
        error);
}
static lf_status load(lf_error *error) {
    return lf_session_from_json(starved, starved_save, error);
}
static lf_status name_player(lf_error *error) {
    return lf_session_set_player(starved, 0, "somebody else", error);
}
static lf_status apply(lf_error *error) {
    return lf_session_apply(starved, 0, false, error);
}
static lf_status undo(lf_error *error) {
    return lf_session_undo(starved, 1, error);
}

/* Each fails with LF_OUT_OF_MEMORY until there is enough; the session remains one that can be
 * saved. */
static void changes_fail_cleanly(void **unused) {
    (void)unused;
    static lf_status (*const all[])(lf_error *) = {name_player, apply, undo,
                                                   load,        start, start_json};
    lf_game *const game = lf_game_load(SPEC, NULL);
    lf_session *const first = played(game, 1);
    starved_save = lf_session_json(first);
    lf_session_free(first);
    for (size_t i = 0; i < LF_COUNT(all); i++) {
        lf_status status = LF_OUT_OF_MEMORY;
        for (uint64_t n = 1; status != LF_OK; n++) {
            lf_error error = {0};
            assert_true(n < 10000);
            starved = played(game, 1);
            lf_fail_allocation_at(n);
            status = all[i](&error);
            lf_fail_allocation_at(0);
            if (status != LF_OK && status != LF_OUT_OF_MEMORY)
                fail_msg("change %zu, allocation %d: %s", i, (int)n, error.message);
            expect_text(lf_session_json(starved));
            lf_session_free(starved);
        }
    }
    lf_string_free(starved_save);
    lf_game_free(game);
}

int main(void) {
#define WITH_MARKS(test) cmocka_unit_test_setup_teardown(test, use_marks, expect_nothing_held)
    const struct CMUnitTest tests[] = {
        WITH_MARKS(texts_of_a_game),      WITH_MARKS(texts_of_options_and_positions),
        WITH_MARKS(texts_of_a_state),     WITH_MARKS(texts_of_agents),
        WITH_MARKS(texts_of_a_session),   WITH_MARKS(texts_are_whole_or_missing),
        WITH_MARKS(changes_fail_cleanly), WITH_MARKS(records),
        WITH_MARKS(objects_of_tools),     WITH_MARKS(agents_for_tools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
