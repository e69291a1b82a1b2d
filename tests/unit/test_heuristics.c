/* test_heuristics.c: the section `agents`: terms and priors are computed as written, fail without
 * harm, and do not change the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/agents/heuristics.h"
#include "kernel/state/state.h"

static const char rules[] = "metadata: {id: told, name: Told}\n"
                            "seats: [Red, Blue]\n"
                            "enums: {metal: [iron, tin]}\n"
                            "spaces: [{id: gate}, {id: yard}, {id: moat}]\n"
                            "spaceVars: [{name: crops, type: int, max: 9}]\n"
                            "seatVars: [{name: gold, type: int, init: 4}]\n"
                            "functions: {wealth(seat p): p.gold * 2}\n"
                            "procedures:\n"
                            "  sow: |\n"
                            "    choose s in spaces \"Sow where?\"\n"
                            "    s.crops += 1\n"
                            "  reap: |\n"
                            "    choose s in spaces \"Reap where?\" or none\n"
                            "    if s != none: s.crops = 0\n"
                            "turnStructure: {phases: [{id: main}]}\n"
                            "actions:\n"
                            "  - {id: farm, phase: main, effects: \"sow()\\nreap()\\nactivePlayer "
                            "= next(activePlayer)\\nend turn\"}\n"
                            "  - id: trade\n"
                            "    phase: main\n"
                            "    params: [{name: what, domain: '{iron, tin}'}]\n"
                            "    effects: |\n"
                            "      choose _n in 1..wealth(activePlayer) \"How many?\"\n"
                            "      activePlayer.gold += if what == iron then 1 else 0 - 1\n"
                            "      activePlayer = next(activePlayer)\n"
                            "      end turn\n"
                            "  - {id: idle, phase: main, effects: end turn}\n";

static const char agents[] =
    "agents:\n"
    "  functions:\n"
    "    ripe: sum(s.crops for s in spaces)\n"
    "    twice(int n): n * 2\n"
    "  terms:\n"
    "    purse(seat p): {label: Gold, value: wealth(p), weight: 0.5}\n"
    "    harvest: {seats: [Blue], value: twice(ripe()) + 1, weight: -1.25}\n"
    "    broken: {value: 1 / (Red.gold - Red.gold), weight: 3}\n"
    "    endless: {value: sum(sum(a * b for b in 1..1000) for a in 1..1000), weight: 1}\n"
    "    great: {seats: [Red], value: 3000000000, weight: 1}\n"
    "  priors:\n"
    "    work: {label: Farming feeds, options: [farm], weight: 4}\n"
    "    thrift(seat p): {seats: [Red], options: [trade, idle], when: p.gold < 4, weight: 0.25}\n"
    "    metals: {options: [iron], weight: 2}\n"
    "    fields: {spaces: '{s in spaces where s.crops > 0}', in: [reap], weight: 8}\n"
    "    stay: {options: [done], in: [reap], weight: 0.5}\n"
    "    little: {options: [1, 3], in: [trade], weight: 3}\n";

static lf_game *game_of(const char *more) {
    char text[8000];
    snprintf(text, sizeof text, "```yaml\n%s%s```\n", rules, more);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("told.game-spec.md", text, strlen(text), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static lf_state *begin(const lf_game *game, uint64_t seed) {
    const lf_setup setup = {.seed = seed};
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static void choose(lf_state *state, const char *id) {
    const int count = lf_legal_count(state);
    char number[32];
    for (int i = 0; i < count; i++)
        if (strcmp(lf_option_id(state, i, number, sizeof number), id) == 0) {
            assert_int_equal(lf_apply(state, i), LF_OK);
            return;
        }
    fail_msg("%s is not offered", id);
}

/* ---- terms ---- */

static void test_terms_are_computed(void **unused) {
    (void)unused;
    lf_game *game = game_of(agents);
    lf_state *state = begin(game, 1);
    heuristics *k = lf_heuristics_new(game);
    int32_t terms[LF_MAX_TERMS];
    assert_non_null(k);
    assert_int_equal(lf_heuristics_terms(game), 5);
    assert_string_equal(lf_heuristics_term_id(game, 0), "purse");
    assert_string_equal(lf_heuristics_term_label(game, 0), "Gold");
    assert_int_equal(lf_heuristics_term_weight(game, 0, 1), 500);
    assert_int_equal(lf_heuristics_term_weight(game, 1, 0), 0);
    assert_int_equal(lf_heuristics_term_weight(game, 1, 1), -1250);
    choose(state, "farm");
    choose(state, "moat"); /* one crop; computed in the middle of the action */
    const uint64_t before = lf_hash(state);
    lf_heuristics_of(k, state, 0, terms);
    assert_int_equal(terms[0], 8);
    assert_int_equal(terms[1], 0); /* not about Red */
    assert_int_equal(terms[2], 0); /* a division by zero */
    assert_int_equal(terms[3], 0); /* too much work */
    assert_int_equal(terms[4], INT32_MAX);
    assert_int_equal(lf_heuristics_failures(k), 2);
    lf_heuristics_of(k, state, 1, terms);
    assert_int_equal(terms[1], 3);
    assert_int_equal(terms[4], 0);
    assert_true(lf_heuristics_value(k, state, 1) == 8 * 500 - 3 * 1250);
    assert_true(lf_hash(state) == before && lf_hash_from_scratch(state) == before);
    choose(state, "done");
    lf_heuristics_of(k, state, 1, terms);
    assert_int_equal(terms[1], 3);
    lf_heuristics_free(k);
    lf_state_free(state);
    lf_game_free(game);
}

/* A chain of functions, each of which keeps a number while it calls the next, needs more room than
 * the rules. (`nothing` makes them large, because small ones are inlined.) */
static void test_terms_may_call_deeper_than_the_rules(void **unused) {
    (void)unused;
    enum { LINKS = 8 };
    char section[4000], nothing[200] = "";
    while (strlen(nothing) < sizeof nothing - strlen(" + n - n") - 1)
        strcat(nothing, " + n - n");
    int n = snprintf(section, sizeof section, "agents:\n  functions:\n    link0(int n): n\n");
    for (int i = 1; i <= LINKS; i++)
        n += snprintf(section + n, sizeof section - (size_t)n,
                      "    link%d(int n): link%d(n + 1) * 2 - n%s\n", i, i - 1, nothing);
    snprintf(section + n, sizeof section - (size_t)n,
             "  terms:\n    chain(seat p): {value: link%d(p.gold), weight: 1}\n", LINKS);
    lf_game *game = game_of(section);
    lf_state *state = begin(game, 1);
    heuristics *k = lf_heuristics_new(game);
    int32_t term = 0;
    int64_t wanted = 4 + LINKS; /* the innermost: the gold of a seat, and 1 more for each link */
    for (int64_t asked = 4 + LINKS - 1; asked >= 4; asked--)
        wanted = wanted * 2 - asked;
    assert_true(game->agents_depth > game->layout.call_depth);
    choose(state, "farm");
    lf_heuristics_of(k, state, 1, &term);
    assert_int_equal(term, wanted);
    assert_int_equal(lf_heuristics_failures(k), 0);
    lf_heuristics_free(k);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- priors ---- */

static void expect_weights(heuristics *k, const lf_state *state, const uint16_t *wanted,
                           int count) {
    uint16_t weights[LF_MAX_OPTIONS + 1];
    assert_int_equal(lf_heuristics_priors(k, state, weights, LF_MAX_OPTIONS + 1), count);
    for (int i = 0; i < count; i++)
        assert_int_equal(weights[i], wanted[i]);
}
#define EXPECT_WEIGHTS(...)                                                                        \
    expect_weights(k, state, (const uint16_t[]){__VA_ARGS__},                                      \
                   (int)(sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t)))

static void test_priors_weigh_options(void **unused) {
    (void)unused;
    enum { P = PRIOR_PLAIN };
    lf_game *game = game_of(agents);
    lf_state *state = begin(game, 1);
    heuristics *k = lf_heuristics_new(game);
    EXPECT_WEIGHTS(4 * P, P, P); /* Red has four gold */
    choose(state, "trade");
    EXPECT_WEIGHTS(2 * P, P); /* iron, tin */
    choose(state, "tin");
    EXPECT_WEIGHTS(3 * P, P, 3 * P, P, P, P, P, P); /* 1 to 8 */
    choose(state, "1");
    EXPECT_WEIGHTS(4 * P, P, P); /* Blue */
    choose(state, "farm");
    assert_int_equal(lf_heuristics_priors(k, state, NULL, 0), 0); /* `fields` is about reaping */
    choose(state, "yard");
    EXPECT_WEIGHTS(P, 8 * P, P, P / 2); /* gate, yard, moat, done */
    choose(state, "done");
    EXPECT_WEIGHTS(4 * P, P / 4, P / 4); /* Red has three gold */
    uint16_t one[2] = {0, 7};
    assert_int_equal(lf_heuristics_priors(k, state, one, 1), 3);
    assert_int_equal(one[0], 4 * P);
    assert_int_equal(one[1], 7); /* behind the cap */
    lf_heuristics_free(k);
    lf_state_free(state);
    lf_game_free(game);
}

static void test_game_without_heuristics(void **unused) {
    (void)unused;
    lf_game *game = game_of("");
    lf_state *state = begin(game, 1);
    heuristics *k = lf_heuristics_new(game);
    uint16_t weights[8];
    assert_int_equal(lf_heuristics_terms(game), 0);
    assert_int_equal(lf_heuristics_priors(k, state, weights, 8), 0);
    assert_true(lf_heuristics_value(k, state, 0) == 0);
    lf_heuristics_free(k);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- independence of the rules ---- */

/* Terms may be added, changed and removed: identity, layout of a state, ids of actions and saves
 * stay the same. */
static void test_terms_do_not_change_the_game(void **unused) {
    (void)unused;
    static const char other[] = "agents:\n"
                                "  functions: {many(int n): 'sum(n * wealth(p) for p in seats)'}\n"
                                "  terms: {purse(seat p): {value: 'many(1000) + wealth(Red)', "
                                "weight: 7}, land: {value: 'size(spaces)', weight: 1}}\n";
    lf_game *plain = game_of(""), *told = game_of(agents), *otherwise = game_of(other);
    assert_true(plain->identity == told->identity && plain->identity == otherwise->identity);
    assert_true(plain->program != told->program && told->program != otherwise->program);
    assert_memory_equal(&plain->layout, &told->layout, sizeof plain->layout);
    assert_int_equal(lf_action_count(plain), lf_action_count(told));
    assert_int_equal(lf_action_count(plain), lf_action_count(otherwise));
    assert_int_equal(plain->code_count, told->rules.code_count);
    static unsigned char bytes[1 << 14];
    lf_state *from = begin(told, 5), *to = begin(plain, 6);
    choose(from, "farm");
    lf_error error = {0};
    const size_t size = lf_save(from, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes);
    assert_int_equal(lf_load(to, bytes, size, &error), LF_OK);
    assert_true(lf_hash(from) == lf_hash(to));
    lf_state_free(from);
    lf_state_free(to);
    lf_game_free(plain);
    lf_game_free(told);
    lf_game_free(otherwise);
}

static void compare_heuristics(const lf_game *a, const lf_game *b) {
    lf_state *one = begin(a, 3), *other = begin(b, 3);
    heuristics *k = lf_heuristics_new(a), *l = lf_heuristics_new(b);
    uint16_t weights[2][16];
    choose(one, "farm");
    choose(other, "farm");
    choose(one, "gate");
    choose(other, "gate");
    for (int seat = 0; seat < 2; seat++)
        assert_true(lf_heuristics_value(k, one, (lf_seat)seat) ==
                    lf_heuristics_value(l, other, (lf_seat)seat));
    assert_int_equal(lf_heuristics_priors(k, one, weights[0], 16), 4);
    assert_int_equal(lf_heuristics_priors(l, other, weights[1], 16), 4);
    assert_memory_equal(weights[0], weights[1], 4 * sizeof(uint16_t));
    lf_heuristics_free(k);
    lf_heuristics_free(l);
    lf_state_free(one);
    lf_state_free(other);
}

static lf_game *load_bytes(const char *name, const char *bytes, size_t size) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory(name, bytes, size, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

/* Images and GameDefs contain terms and priors. */
static void test_images_and_gamedefs_keep_heuristics(void **unused) {
    (void)unused;
    lf_game *game = game_of(agents);
    size_t size = 0;
    char *image = lf_game_image(game, &size);
    lf_game *loaded = load_bytes("told.lfi", image, size);
    compare_heuristics(game, loaded);
    char *json = lf_game_json(game);
    lf_game *read = load_bytes("told.json", json, strlen(json));
    compare_heuristics(game, read);
    assert_true(read->identity == game->identity && read->program == game->program);
    char *again = lf_game_json(read);
    assert_string_equal(json, again);
    lf_string_free(image);
    lf_string_free(json);
    lf_string_free(again);
    lf_game_free(loaded);
    lf_game_free(read);
    lf_game_free(game);
}

static void test_players_can_read_heuristics(void **unused) {
    (void)unused;
    lf_game *game = game_of(agents);
    char *text = lf_describe(game);
    assert_non_null(strstr(text, "\"label\": \"Farming feeds\""));
    assert_non_null(strstr(text, "\"weight\": \"-1.25\""));
    assert_non_null(strstr(text, "\"weight\": \"4\""));
    lf_string_free(text);
    lf_game_free(game);
}

/* ---- mistakes ---- */

static void expect_problem(const char *section, const char *wanted) {
    char text[8000];
    snprintf(text, sizeof text, "```yaml\n%s%s```\n", rules, section);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("told.game-spec.md", text, strlen(text), &problems);
    char *words = lf_diagnostics_text(problems, false);
    if (game != NULL || strstr(words, wanted) == NULL)
        fail_msg("%s\ngives: %s\nnot: %s", section, words, wanted);
    lf_string_free(words);
    lf_diagnostics_free(problems);
}

static void test_mistakes_are_reported(void **unused) {
    (void)unused;
    expect_problem("agents: {priors: {a: {options: [farn], weight: 2}}}\n",
                   "no choice has an option `farn`");
    expect_problem("agents: {priors: {a: {options: [farn], weight: 2}}}\n", "did you mean `farm`?");
    expect_problem("agents: {priors: {a: {options: [iron], in: [reap], weight: 2}}}\n",
                   "no choice has an option `iron` there");
    expect_problem("agents: {priors: {a: {options: [0], in: [trade], weight: 2}}}\n",
                   "no choice has an option `0` there");
    expect_problem("agents: {priors: {a: {options: [farm], in: [reep], weight: 2}}}\n",
                   "did you mean `reap`?");
    expect_problem("agents: {priors: {a: {options: [], weight: 2}}}\n",
                   "the list needs at least one option");
    expect_problem("agents: {priors: {a: {spaces: spaces, in: [trade], weight: 2}}}\n",
                   "no choice offers spaces there");
    expect_problem("agents: {priors: {a: {spaces: seats, weight: 2}}}\n",
                   "must return a set of spaces");
    expect_problem("agents: {priors: {a: {options: [farm], when: 3, weight: 2}}}\n",
                   "must return true or false");
    expect_problem("agents: {terms: {a: {value: Red.gold > 2, weight: 2}}}\n",
                   "must return a number");
    expect_problem("agents: {terms: {a: {value: Red.golt, weight: 2}}}\n", "did you mean `gold`?");
    expect_problem("agents: {functions: {f: 'sow()'}, terms: {a: {value: f(), weight: 2}}}\n",
                   "procedure `sow`");
    expect_problem(
        "agents: {terms: {a: {value: 1, weight: 2}, b: {value: 1, weight: 2}}}\n```\n\n```yaml\n"
        "agents: {terms: {c: {value: 1, weight: 2}, a: {value: 1, weight: 2}}}\n",
        "`a`");
    expect_problem("agents: {terms: 3}\n```\n\n```yaml\nagents: {terms: {}}\n", "`terms`");
    expect_problem("agents: {functions: {aid: 3}}\ndisplays: {score: {value: aid()}}\n",
                   "`aid` is a function for agents and cannot be used here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_are_computed),
        cmocka_unit_test(test_terms_may_call_deeper_than_the_rules),
        cmocka_unit_test(test_priors_weigh_options),
        cmocka_unit_test(test_game_without_heuristics),
        cmocka_unit_test(test_terms_do_not_change_the_game),
        cmocka_unit_test(test_images_and_gamedefs_keep_heuristics),
        cmocka_unit_test(test_players_can_read_heuristics),
        cmocka_unit_test(test_mistakes_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
