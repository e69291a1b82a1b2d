/* test_rule_text.c: the rule beside a prompt: the quote above the rule that asks, else above the
 * rule that called it, and the text of the card that is carried out. Notes for designers are never
 * shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ludoforge_tools.h"

#include <cmocka.h>

static const char spec[] =
    "# Walks\n"
    "\n"
    "> This quote stands under another heading.\n"
    "\n"
    "## The start\n"
    "\n"
    "Notes: `walk` asks.\n"
    "\n"
    "```yaml\n"
    "metadata: { id: walks, name: Walks }\n"
    "seats: [Red]\n"
    "spaces: [{ id: gate }, { id: yard }]\n"
    "zones: [{ id: deck, holds: cards }]\n"
    "cardParts: [upper]\n"
    "cards:\n"
    "  - { id: storm, name: Storm, upper: { text: You lose a space., effects: helper() } }\n"
    "  - { id: rain, name: Rain, upper: { text: You rest., effects: rest() } }\n"
    "setup: |\n"
    "  for c in cards: put c on top of deck\n"
    "turnStructure:\n"
    "  phases: [{ id: day, name: By day }]\n"
    "# > a comment is no quote\n"
    "procedures:\n"
    "  helper: |\n"
    "    choose _s in spaces \"Where?\"\n"
    "```\n"
    "\n"
    "## By day (1.2)\n"
    "\n"
    "> You walk\n"
    "> or rest.\n"
    "\n"
    "A note between.\n"
    "\n"
    "```yaml\n"
    "actions:\n"
    "  - { id: walk, phase: day, effects: helper() }\n"
    "  - { id: bare, phase: day, effects: nap() }\n"
    "```\n"
    "\n"
    "> You play a card.\n"
    "\n"
    "```yaml\n"
    "actions:\n"
    "  - { id: play-storm, phase: day, effects: perform storm.upper }\n"
    "  - { id: play-rain, phase: day, effects: perform rain.upper }\n"
    "```\n"
    "\n"
    "### Resting\n"
    "\n"
    "> You lie down.\n"
    "\n"
    "```yaml\n"
    "procedures:\n"
    "  rest: |\n"
    "    choose _s in spaces \"Rest where?\"\n"
    "  nap: |\n"
    "    choose _s in spaces \"Nap where?\"\n"
    "```\n";

static void expect_rule(const lf_game *game, const char *action, const char *expected) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    assert_non_null(state);
    if (action != NULL)
        assert_int_equal(lf_apply(state, lf_find_option(state, action)), LF_OK);
    char *text = lf_rule_text(state);
    assert_non_null(text);
    assert_string_equal(text, expected);
    lf_string_free(text);
    lf_state_free(state);
}

static void quotes_are_for_players(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("walks.game-spec.md", spec, sizeof spec - 1, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    expect_rule(game, NULL, "By day (1.2)\n\nYou walk or rest.");
    expect_rule(game, "walk", "By day (1.2)\n\nYou walk or rest.");
    expect_rule(game, "bare", "Resting\n\nYou lie down.");
    expect_rule(game, "play-storm", "Storm\n\nYou lose a space.");
    expect_rule(game, "play-rain", "Resting\n\nYou lie down. Rain: You rest.");
    lf_game_free(game);
}

static void without_a_quote_there_is_no_text(void **unused) {
    (void)unused;
    static const char bare[] = "# Bare\n\nA note.\n\n```yaml\n"
                               "metadata: { id: bare, name: Bare }\nseats: [Red]\n"
                               "spaces: [{ id: gate }, { id: yard }]\n"
                               "turnStructure: { phases: [{ id: day }] }\n"
                               "actions:\n  - id: walk\n    phase: day\n"
                               "    effects: choose _s in spaces \"Where?\"\n```\n";
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("bare.game-spec.md", bare, sizeof bare - 1, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    expect_rule(game, NULL, "");
    char *about = lf_rule_about(game, "bare");
    assert_string_equal(about, "");
    lf_string_free(about);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_are_for_players),
        cmocka_unit_test(without_a_quote_there_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
