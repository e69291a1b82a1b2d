/* test_ast_print.c: the AST as JSON: what is printed, that reading it gives the same AST for every
 * kind of node, and what happens when memory runs out. */
#include "ast_fixture.h"

/* ---- notation, printed and read again ---- */

typedef struct {
    place place;
    const char *notation;
} sample;

static const sample samples[] = {
    {EXPRESSION, "3"},
    {EXPRESSION, "true"},
    {EXPRESSION, "false"},
    {EXPRESSION, "none"},
    {EXPRESSION, "US"},
    {EXPRESSION, "activePlayer"},
    {EXPRESSION, "g-aid + b-n - o-extra"},
    {EXPRESSION, "-b-n"},
    {EXPRESSION, "not a"},
    {EXPRESSION, "a.b.c"},
    {EXPRESSION, "moved[s]"},
    {EXPRESSION, "hand[p].order[0]"},
    {EXPRESSION, "f()"},
    {EXPRESSION, "f(1, a.b)"},
    {EXPRESSION, "f(1, free: true, by: US)"},
    {EXPRESSION, "f(\"a text\")"},
    {EXPRESSION, "f(\"{a} and {{b}}\")"},
    {EXPRESSION, "1 + 2 * 3 - 4 / 5 mod 6"},
    {EXPRESSION, "1 - (2 - 3)"},
    {EXPRESSION, "a == 1 and b != 2 and c < 3 and d <= 4"},
    {EXPRESSION, "a > 1 or b >= 2 or c in d"},
    {EXPRESSION, "a and (b and c)"},
    {EXPRESSION, "(a or b) and (c or d)"},
    {EXPRESSION, "a or b and c or d"},
    {EXPRESSION, "cities except {a, b}"},
    {EXPRESSION, "a not in b"},
    {EXPRESSION, "a is b"},
    {EXPRESSION, "if a then 1 else if b then 2 else 3"},
    {EXPRESSION, "{}"},
    {EXPRESSION, "{a, b, c}"},
    {EXPRESSION, "red discs"},
    {EXPRESSION, "red (discs or cubes)"},
    {EXPRESSION, "count(red discs in s)"},
    {EXPRESSION, "count(s in spaces where s.pop > 0)"},
    {EXPRESSION, "any red discs in s"},
    {EXPRESSION, "no discs in s"},
    {EXPRESSION, "any s in spaces where s.pop > 0 and s.open"},
    {EXPRESSION, "every s in spaces where s.pop > 0"},
    {EXPRESSION, "first s in spaces where s.pop > 0"},
    {EXPRESSION, "sum(l.econ for l in locs where not l.closed)"},
    {EXPRESSION, "min(s.pop for s in spaces)"},
    {EXPRESSION, "max(1, a, b)"},
    {EXPRESSION, "{s in spaces where s.pop == 1}"},
    {EXPRESSION, "1..6"},
    {EXPRESSION, "z as space"},
    {EXPRESSION, "any(momentum) or count(momentum) > 1 or every(momentum)"},
    {EXPRESSION, "roll 6"},
    {EXPRESSION, "not supposing(shift(s, t), attacked(t) and gold > 2)"},
    {EXPRESSION, "table by spaces of int"},
    {EXPRESSION, "table by seats of bool"},
    {EXPRESSION, "table by -1..14 of bool"},
    {EXPRESSION, "table by weather of int"},
    {EXPRESSION, "a > 2 because \"only {a} left\""},
    {EXPRESSION, "(a because \"no a\") and (b or c because \"neither\")"},
    {BLOCK, "let n = 3"},
    {BLOCK, "a = 1\nb += 2\nc.d[e] -= 3"},
    {BLOCK, "if a\n  b = 1\nelse if c\n  d = 1\nelse\n  e = 1"},
    {BLOCK, "for s in spaces where s.pop > 0\n  s.pop = 0"},
    {BLOCK, "for each p in seats\n  if p == US\n    continue\n  break"},
    {BLOCK, "repeat at most 2 times while a\n  b += 1"},
    {BLOCK, "repeat 3 times\n  b += 1"},
    {BLOCK, "loop\n  break"},
    {BLOCK, "loop while a\n  b += 1"},
    {BLOCK, "choose s in spaces or done \"Enough\" when a > 1"},
    {BLOCK, "return"},
    {BLOCK, "return a + 1"},
    {BLOCK, "choose s in spaces where s.open \"Sweep where?\" by US or done \"Enough\""},
    {BLOCK, "choose n in 1..6 or none"},
    {BLOCK, "choose k of red pieces in s \"Which piece in {s}?\""},
    {BLOCK, "choose up to 3 s in spaces where s.open \"Where?\" by US"},
    {BLOCK, "choose 2 s in spaces"},
    {BLOCK, "choose 1 to 2 s in spaces"},
    {BLOCK, "choose \"What now?\" by US\n  option \"Take {n}\" when n > 0\n    a += n\n  option "
            "\"Stop\"\n    break"},
    {BLOCK, "place 3 red discs in s"},
    {BLOCK, "place a disc from box on s"},
    {BLOCK, "place up to n / 2 red discs from box in s chosen by US"},
    {BLOCK, "remove 2 red pieces from s chosen by US"},
    {BLOCK, "remove all pieces from s to box"},
    {BLOCK, "remove up to 2 (discs or cubes) from s in order [red discs, cubes]"},
    {BLOCK, "move n / 3 red discs from s to t"},
    {BLOCK, "move all red pieces from s to t declared"},
    {BLOCK, "flip all red discs in s to hidden"},
    {BLOCK, "replace 1 red disc in s with blue cube"},
    {BLOCK, "put c on top of deck\nput c under deck"},
    {BLOCK, "put all of hand[p] on top of deck\nput all of deck under discard"},
    {BLOCK, "deal 2 from deck to hand[p]"},
    {BLOCK, "shuffle deck"},
    {BLOCK, "perform c.unshaded"},
    {BLOCK, "log \"{US} takes {n} of {3}, {true} or {a + 1}\""},
    {BLOCK, "log \"braces {{ }} and \\\"quotes\\\"\""},
    {BLOCK, "log \"\""},
    {BLOCK, "log \"{n} {Base|Bases} and {m} red {disc|discs}\""},
    {BLOCK, "require a > 0 because \"nothing is left\""},
    {BLOCK, "require a"},
    {BLOCK, "end game"},
    {BLOCK, "end game for US"},
    {BLOCK, "end phase\nend turn"},
    {BLOCK, "goto main"},
    {BLOCK, "check after-round"},
    {BLOCK, "remember diagram"},
    {BLOCK, "forget diagram"},
    {BLOCK, "reset()\nair-lift(US, free: true)"},
    {TEXT, "Sweep in {s}"},
    {TEXT, "plain words"},
    {TEXT, "{{braces}} \"and\" \\ signs"},
    {TEXT, "3"},
};

/* By the first letters of the name, as a checker might find. */
static lf_ref_kind by_prefix(const lf_node *node, const void *context) {
    static const struct {
        const char *prefix;
        lf_ref_kind kind;
    } table[] = {{"g-", LF_REF_GLOBAL},
                 {"b-", LF_REF_BINDING},
                 {"o-", LF_REF_OPTION},
                 {"activePlayer", LF_REF_ACTIVE_PLAYER}};
    (void)context;
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if (strncmp(node->name, table[i].prefix, strlen(table[i].prefix)) == 0)
            return table[i].kind;
    return LF_REF_CONSTANT;
}

static lf_ref_kind all_bindings(const lf_node *node, const void *context) {
    (void)node;
    (void)context;
    return LF_REF_BINDING;
}

static void expect_round_trip(fixture *f, const sample *s, const lf_node *ast,
                              lf_ref_classifier classify) {
    const char *json = json_of(f, ast, classify);
    expect_equal(f, json, ast, ast_of_yaml(f, s->place, json));
}

static void mark_kinds(const lf_node *node, bool seen[LF_NODE_KINDS]) {
    if (!node)
        return;
    seen[node->kind] = true;
    for (uint32_t i = 0; i < node->kid_count; i++)
        mark_kinds(node->kids[i], seen);
}

static void what_is_printed_reads_the_same(void **state) {
    fixture *f = *state;
    bool seen[LF_NODE_KINDS] = {false};
    for (size_t i = 0; i < LF_COUNT(samples); i++) {
        const lf_node *ast = ast_of_notation(f, samples[i].place, samples[i].notation);
        mark_kinds(ast, seen);
        expect_round_trip(f, &samples[i], ast, NULL);
        expect_round_trip(f, &samples[i], ast, by_prefix);
        expect_round_trip(f, &samples[i], ast, all_bindings);
    }
    for (int kind = 0; kind < LF_NODE_KINDS; kind++)
        if (!seen[kind])
            fail_msg("no sample has a %s node", lf_node_shape_of((lf_node_kind)kind)->kind_name);
}

static void negative_numbers_read_the_same(void **state) {
    fixture *f = *state;
    lf_node *node = lf_node_new(f->arena, LF_N_INT, (lf_pos){1, 1, 1}, 1);
    node->value = INT64_MIN;
    expect_round_trip(f, &(sample){EXPRESSION, ""}, node, NULL);
}

/* ---- the canonical form, letter by letter ---- */

typedef struct {
    place place;
    const char *notation, *json;
} printed;

static const printed canonical[] = {
    {EXPRESSION, "g-aid", "{\"ref\":\"globalVar\",\"name\":\"g-aid\"}"},
    {EXPRESSION, "b-n", "{\"ref\":\"binding\",\"name\":\"b-n\"}"},
    {EXPRESSION, "o-extra", "{\"ref\":\"option\",\"name\":\"o-extra\"}"},
    {EXPRESSION, "activePlayer", "{\"ref\":\"activePlayer\"}"},
    {EXPRESSION, "US", "\"US\""},
    {EXPRESSION, "a.b", "{\"ref\":\"prop\",\"name\":\"b\",\"of\":\"a\"}"},
    {EXPRESSION, "a - 50", "{\"op\":\"-\",\"left\":\"a\",\"right\":50}"},
    {EXPRESSION, "a and b and c", "{\"op\":\"and\",\"args\":[\"a\",\"b\",\"c\"]}"},
    {EXPRESSION, "a and (b and c)",
     "{\"op\":\"and\",\"args\":[\"a\",{\"op\":\"and\",\"args\":[\"b\",\"c\"]}]}"},
    {EXPRESSION, "not a", "{\"op\":\"not\",\"arg\":\"a\"}"},
    {EXPRESSION, "f(1, x: true)", "{\"call\":\"f\",\"args\":[1],\"with\":{\"x\":true}}"},
    {EXPRESSION, "{a, 2}", "{\"set\":[\"a\",2]}"},
    {EXPRESSION, "if a then 1 else 2", "{\"if\":{\"when\":\"a\",\"then\":1,\"else\":2}}"},
    {EXPRESSION, "count(red discs in s)",
     "{\"count\":{\"pieces\":{\"pieces\":[\"red\",\"discs\"]},\"in\":\"s\"}}"},
    {EXPRESSION, "sum(l.e for l in locs)",
     "{\"aggregate\":{\"op\":\"sum\",\"bind\":\"l\",\"in\":\"locs\",\"value\":{\"ref\":\"prop\","
     "\"name\":\"e\",\"of\":\"l\"}}}"},
    {EXPRESSION, "table by seats of bool", "{\"table\":{\"by\":\"seats\",\"of\":\"bool\"}}"},
    {BLOCK, "a += 1", "[{\"add\":{\"target\":\"a\",\"by\":1}}]"},
    {BLOCK, "a = 1", "[{\"set\":{\"target\":\"a\",\"to\":1}}]"},
    {BLOCK, "a -= 1", "[{\"subtract\":{\"target\":\"a\",\"by\":1}}]"},
    {BLOCK, "break", "[{\"break\":{}}]"},
    {BLOCK, "f()", "[{\"call\":\"f\",\"args\":[]}]"},
    {BLOCK, "move all discs from s to t",
     "[{\"move\":{\"amount\":\"all\",\"pieces\":\"discs\",\"from\":\"s\",\"to\":\"t\"}}]"},
    {BLOCK, "remove 2 discs from s chosen by US",
     "[{\"remove\":{\"count\":2,\"pieces\":\"discs\",\"from\":\"s\",\"pick\":\"chosen\",\"by\":"
     "\"US\"}}]"},
    {BLOCK, "choose n in 1..2 or done \"Stop\"",
     "[{\"chooseOne\":{\"bind\":\"n\",\"options\":{\"range\":{\"min\":1,\"max\":2}},\"or\":"
     "\"done\",\"orLabel\":\"Stop\"}}]"},
    {EXPRESSION, "z as space", "{\"as\":{\"value\":\"z\",\"type\":\"space\"}}"},
    {BLOCK, "loop\n  break", "[{\"repeat\":{\"effects\":[{\"break\":{}}]}}]"},
    {BLOCK, "choose n in 1..2 or none when a",
     "[{\"chooseOne\":{\"bind\":\"n\",\"options\":{\"range\":{\"min\":1,\"max\":2}},\"or\":"
     "\"none\",\"orWhen\":\"a\"}}]"},
    {BLOCK, "choose \"Now?\"\n  option \"Go to {s}\" when a\n    end turn",
     "[{\"menu\":{\"prompt\":\"Now?\",\"options\":[{\"id\":\"go-to-s\",\"label\":{\"text\":[\"Go "
     "to \",{\"ref\":\"constant\",\"name\":\"s\"}]},"
     "\"when\":\"a\",\"effects\":[{\"endTurn\":{}}]}]}}]"},
    {TEXT, "plain words", "\"plain words\""},
    {TEXT, "{b-n} left", "{\"text\":[{\"ref\":\"binding\",\"name\":\"b-n\"},\" left\"]}"},
};

static void the_canonical_form_is_fixed(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < LF_COUNT(canonical); i++) {
        const printed *p = &canonical[i];
        assert_string_equal(json_of(f, ast_of_notation(f, p->place, p->notation), by_prefix),
                            p->json);
    }
}

static void equality_sees_every_difference(void **state) {
    fixture *f = *state;
    static const char *const different[] = {"a + 1", "a - 1",   "b + 1",      "a + 2", "a + b",
                                            "f(a)",  "f(a, 1)", "f(a, x: 1)", "f()"};
    for (size_t i = 0; i < LF_COUNT(different); i++)
        for (size_t k = 0; k < LF_COUNT(different); k++)
            assert_true(lf_ast_equal(ast_of_notation(f, EXPRESSION, different[i]),
                                     ast_of_notation(f, EXPRESSION, different[k])) == (i == k));
    assert_true(lf_ast_equal(NULL, NULL));
    assert_false(lf_ast_equal(NULL, ast_of_notation(f, EXPRESSION, "a")));
}

/* ---- out of memory ---- */

static const char costly[] =
    "[ { let: { bind: $n, value: 1, in: [ { setVar: { scope: global, var: aid, value: { op: and, "
    "args: [a, b, "
    "{ aggregate: { op: count, query: { query: tokensInZone, zone: z, filter: [{ prop: p, op: in, "
    "value: [x, y] }] } } } ] } } }, "
    "{ menu: { prompt: What, options: [ { label: { text: [Take, { ref: binding, name: n }] }, "
    "effects: [ "
    "{ macro: m, args: { k: 1 } } ] } ] } }, { forEach: { bid: z, over: spaces, effects: [] } }, "
    "{ rollRandom: { bind: d, min: 2, max: 5 } } ] } }, { setVr: 1 } ]";

/* Reads and prints with the n-th allocation failing; true when that was one too many to matter. */
static bool survives(uint64_t n) {
    lf_arena *arena = lf_arena_new();
    assert_non_null(arena);
    fixture *volatile f = test_calloc(1, sizeof *f);
    json_t *volatile json = NULL;
    volatile bool complete = false;
    f->arena = arena;
    f->sources.arena = f->report.arena = arena;
    if (!setjmp(*lf_arena_guard(arena))) {
        f->reader = (lf_reader){arena, lf_names_new(arena), (lf_sources *)&f->sources,
                                (lf_report *)&f->report};
        const lf_doc *doc = yaml_doc(f, costly);
        lf_fail_allocation_at(n);
        const lf_node *node = read_doc(f, BLOCK, doc);
        json = lf_ast_to_json(node, NULL, NULL);
        complete = json != NULL;
    }
    lf_fail_allocation_at(0);
    if (complete)
        assert_int_equal(f->report.count, 2);
    json_decref(json);
    test_free(f);
    lf_arena_free(arena);
    return complete;
}

static void running_out_of_memory_is_no_crash(void **state) {
    (void)state;
    uint64_t n = 1;
    while (!survives(n))
        n++;
    assert_true(n > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(what_is_printed_reads_the_same),
        SPEC_TEST(negative_numbers_read_the_same),
        SPEC_TEST(the_canonical_form_is_fixed),
        SPEC_TEST(equality_sees_every_difference),
        cmocka_unit_test(running_out_of_memory_is_no_crash),
    };
    return cmocka_run_group_tests(tests, use_own_allocator, NULL);
}
