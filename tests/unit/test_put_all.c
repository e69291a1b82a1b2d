/* test_put_all.c: `put all of A on top of B`: a stack goes as a whole, and its cards keep their
 * order.
 *
 * The expected orders follow from the definition in docs/notation.md: the cards of A lie in B as
 * they lay in A, above or below all that were there. */
#include "native_fixture.h"
#include "spec_fixture.h"

#include "ludoforge_env.h"
#include "ludoforge_tools.h"

/* Stacks are built from the bottom up: `left` is, from its top, a b c, and `right` d e. */
static const char spec[] =
    "```yaml\n"
    "metadata: { id: heaps, name: Heaps }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: left, holds: cards, visibility: hidden }\n"
    "  - { id: right, holds: cards, visibility: hidden }\n"
    "  - { id: open, holds: cards }\n"
    "  - { id: hand, holds: cards, owner: each, visibility: owner }\n"
    "cards: [{ id: a }, { id: b }, { id: c }, { id: d }, { id: e }]\n"
    "setup: |\n"
    "  for x in {a, b, c}: put x under left\n"
    "  for x in {d, e}: put x under right\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - { id: top, phase: play, effects: put all of left on top of right }\n"
    "  - { id: bottom, phase: play, effects: put all of left on bottom of right }\n"
    "  - { id: same, phase: play, effects: put all of left on top of left }\n"
    "  - { id: under-same, phase: play, effects: put all of left under left }\n"
    "  - { id: of-nothing, phase: play, effects: put all of open on top of right }\n"
    "  - { id: show, phase: play, effects: put all of left on open }\n"
    "  - id: twice\n"
    "    phase: play\n"
    "    effects: |\n"
    "      for p in seats: put all of left on top of hand[p]\n"
    "      put all of right under hand[Red]\n"
    "      put all of hand[Red] on top of right\n"
    "  - id: mixed\n"
    "    phase: play\n"
    "    effects: |\n"
    "      shuffle left\n"
    "      put all of left on top of right\n"
    "  - id: both-mixed\n"
    "    phase: play\n"
    "    effects: |\n"
    "      shuffle left\n"
    "      shuffle right\n"
    "      put all of left on top of right\n"
    "  - id: mixed-and-shown\n"
    "    phase: play\n"
    "    effects: |\n"
    "      shuffle left\n"
    "      put all of left on top of open\n"
    "  - { id: show-right, phase: play, effects: put all of right on top of open }\n"
    "```\n";

static const struct {
    const char *action, *left, *right, *open;
} cases[] = {
    {"top", "", "abcde", ""},        {"bottom", "", "deabc", ""},     {"same", "abc", "de", ""},
    {"under-same", "abc", "de", ""}, {"of-nothing", "abc", "de", ""}, {"show", "", "de", "abc"},
    {"twice", "", "abcde", ""},
};

static void expect_stack(const lf_state *state, const char *stack, const char *cards) {
    const lf_game *game = lf_state_game(state);
    const int index = lf_find(game, LF_OF_STACKS, stack);
    char found[8] = "";
    for (int i = 0; i < lf_stack_size(state, index) && i < 7; i++)
        found[i] = lf_name(game, LF_OF_CARDS, lf_stack_card(state, index, i))[0];
    assert_string_equal(found, cards);
}

static void must_play(lf_state *state, const char *action) {
    const int option = lf_find_option(state, action);
    if (option < 0 || lf_apply(state, option) != LF_OK)
        fail_msg("%s: %s", action, lf_state_error(state)->message);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
}

static void try_cases(const lf_game *game, bool explicit) {
    for (size_t i = 0; i < LF_COUNT(cases); i++) {
        lf_state *state =
            explicit ? lf_state_new_explicit(game, NULL, NULL) : lf_state_new(game, NULL, NULL);
        must_play(state, cases[i].action);
        expect_stack(state, "left", cases[i].left);
        expect_stack(state, "right", cases[i].right);
        expect_stack(state, "open", cases[i].open);
        lf_state_free(state);
    }
}

static char path[128];

static lf_game *load(const char *without) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("without `%s`: %s", without, lf_diagnostics_get(problems, 0).message);
    lf_diagnostics_free(problems);
    return game;
}

/* As bytecode and as native code, with every optimisation, with none, and without each. */
static void test_the_order_is_kept(void **unused) {
    (void)unused;
    const char *without = "all";
    for (int i = -2; without != NULL; i++, without = i < 0 ? "" : lf_optimisation_name(i, NULL)) {
        lf_game *game = load(without);
        try_cases(game, false);
        try_cases(game, true);
        if (i < 0) {
            make_native(game, i == -2 ? "plain" : "fast");
            try_cases(game, false);
            try_cases(game, true);
        }
        lf_game_free(game);
    }
}

/* Each card has an event of its own. A seat that sees neither stack is told no names. */
static void hear(void *context, const lf_event *event) {
    char *heard = context;
    const lf_event told = lf_event_for(event, 0);
    if (event->kind == LF_EVENT_CARD)
        strcat(heard, told.subject < 0 ? "?" : (const char[]){(char)('a' + told.subject), 0});
}

static void test_what_is_told(void **unused) {
    (void)unused;
    lf_game *game = load("");
    static const char *const told[][2] = {{"show", "cba"}, {"top", "???"}, {"same", ""}};
    for (size_t i = 0; i < LF_COUNT(told); i++) {
        char heard[16] = "";
        lf_state *state = lf_state_new(game, NULL, NULL);
        const uint32_t barrier = lf_barrier(state);
        lf_watch(state, &(lf_observer){hear, heard});
        must_play(state, told[i][0]);
        assert_string_equal(heard, told[i][1]);
        /* cards that come into view cannot be taken back; hidden ones that stay hidden can */
        assert_int_equal(lf_barrier(state) != barrier, i == 0);
        lf_state_free(state);
    }
    lf_game_free(game);
}

/* ---- explicit chance ---- */

/* How often chance is asked before the next decision of a seat. */
static int draws(lf_state *state, const char *action) {
    int asked = 0;
    must_play(state, action);
    for (; lf_decider(state) == LF_CHANCE; asked++)
        assert_int_equal(lf_apply(state, 0), LF_OK);
    return asked;
}

static void test_chance_is_asked_when_the_order_matters(void **unused) {
    (void)unused;
    for (int native = 0; native < 2; native++) {
        lf_game *game = load("");
        if (native)
            make_native(game, "chance");
        lf_state *state = lf_state_new_explicit(game, NULL, NULL);
        assert_int_equal(draws(state, "mixed"), 0); /* the order stays unknown in the new place */
        expect_stack(state, "left", "");
        assert_int_equal(draws(state, "show-right"), 2); /* the third has only one place left */
        lf_state_free(state);
        state = lf_state_new_explicit(game, NULL, NULL);
        assert_int_equal(draws(state, "mixed-and-shown"), 2);
        lf_state_free(state);
        /* two stacks of unknown order do not mix */
        state = lf_state_new_explicit(game, NULL, NULL);
        assert_int_equal(draws(state, "both-mixed") + draws(state, "show-right"), 2 + 1);
        lf_state_free(state);
        lf_game_free(game);
    }
}

static int make_folder(void **unused) {
    if (native_folder_make(unused) != 0)
        return 1;
    snprintf(path, sizeof path, "%s/heaps.game-spec.md", folder);
    FILE *file = fopen(path, "w");
    return file == NULL || fputs(spec, file) < 0 || fclose(file) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_order_is_kept),
        cmocka_unit_test(test_what_is_told),
        cmocka_unit_test(test_chance_is_asked_when_the_order_matters),
    };
    return cmocka_run_group_tests(tests, make_folder, native_folder_remove);
}
