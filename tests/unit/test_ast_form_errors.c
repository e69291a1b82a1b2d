/* test_ast_form_errors.c: wrong AST forms, with the exact diagnostic for each. */
#include "ast_fixture.h"

typedef struct {
    place place;
    const char *yaml;
    lf_code code;
    uint16_t column, length; /* in `yaml`, from 1 */
    const char *message, *note;
} wrong;

static const wrong table[] = {
    /* nothing there */
    {EXPRESSION, "~", LF_E0301, 1, 1, "an expression is missing here", NULL},
    {EXPRESSION, "{}", LF_E0301, 1, 1, "an expression is missing in this empty map", NULL},
    {BLOCK, "{}", LF_E0301, 1, 1, "a statement is missing in this empty map", NULL},
    {EXPRESSION, "{ op: and, args: [] }", LF_E0301, 18, 1, "this list must not be empty", NULL},
    {EXPRESSION, "{ set: [a, ~] }", LF_E0301, 12, 1, "an expression is missing here", NULL},
    /* unknown forms */
    {BLOCK, "[ { forEch: { bind: s } } ]", LF_E0302, 5, 6, "unknown statement `forEch`",
     "did you mean `forEach`?"},
    {BLOCK, "{ SetVar: {} }", LF_E0302, 3, 6, "unknown statement `SetVar`",
     "did you mean `setVar`?"},
    {EXPRESSION, "{s in spaces where s.rich}", LF_E0302, 1, 1,
     "without quotes, this is a YAML map, not an expression",
     "put the whole value in quotes, as in `\"{a, b}\"`"},
    {EXPRESSION, "{a, b}", LF_E0302, 1, 1, "without quotes, this is a YAML map, not an expression",
     "put the whole value in quotes, as in `\"{a, b}\"`"},
    {BLOCK, "[ {gold += 1} ]", LF_E0302, 3, 1,
     "without quotes, this is a YAML map, not a statement",
     "put the whole value in quotes, as in `\"{a, b}\"`"},
    {BLOCK, "{ xyzzy: {} }", LF_E0302, 3, 5, "unknown statement `xyzzy`", NULL},
    {BLOCK, "{ roll: { sides: 6 } }", LF_E0302, 3, 4, "unknown statement `roll`",
     "it is an expression: assign it, or use it in a condition"},
    {EXPRESSION, "{ endPhase: {} }", LF_E0302, 3, 8, "unknown expression `endPhase`",
     "it is a statement"},
    {EXPRESSION, "{ cuont: { pieces: a, in: b } }", LF_E0302, 3, 5, "unknown expression `cuont`",
     "did you mean `count`?"},
    {EXPRESSION, "{ left: a, right: b }", LF_E0302, 3, 4, "unknown expression `left`", NULL},
    /* unknown fields */
    {BLOCK, "{ deal: { cuont: 2, from: a, to: b, count: 1 } }", LF_E0303, 11, 5,
     "`deal` has no field `cuont`", "did you mean `count`?"},
    {BLOCK, "{ shuffle: { stack: a, whole: b } }", LF_E0303, 24, 5,
     "`shuffle` has no field `whole`", "its only field is `stack`"},
    {BLOCK, "{ endTurn: { now: true } }", LF_E0303, 14, 3, "`endTurn` has no field `now`",
     "it has no fields"},
    {EXPRESSION, "{ count: { pieces: a, in: b, xyzzy: c } }", LF_E0303, 30, 5,
     "`count` has no field `xyzzy`", "its fields are `pieces`, `in`"},
    {EXPRESSION, "{ ref: globalVar, nam: a, name: a }", LF_E0303, 19, 3, "`ref` has no field `nam`",
     "did you mean `name`?"},
    {EXPRESSION, "{ op: '==', left: a, right: b, args: [c] }", LF_E0303, 32, 4,
     "`op` has no field `args`", "its fields are `op`, `left`, `right`"},
    {BLOCK, "{ menu: { options: [ { label: Go, effects: [], color: red } ] } }", LF_E0303, 48, 5,
     "`option` has no field `color`", "its fields are `id`, `label`, `as`, `when`, `effects`"},
    /* missing fields */
    {EXPRESSION, "{ op: '==', left: a }", LF_E0304, 3, 2, "`op` needs the field `right`", NULL},
    {BLOCK, "{ deal: { cuont: 2, from: a, to: b } }", LF_E0303, 11, 5,
     "`deal` has no field `cuont`", "did you mean `count`?"},
    {EXPRESSION, "{ op: not, args: [a] }", LF_E0303, 12, 4, "`op` has no field `args`",
     "did you mean `arg`?"},
    {EXPRESSION, "{ ref: zoneProp, zone: a }", LF_E0304, 3, 3, "`ref` needs the field `prop`",
     NULL},
    {EXPRESSION, "{ ref: globalVar }", LF_E0304, 3, 3, "`ref` needs the field `name`", NULL},
    {EXPRESSION, "{ query: tokensInZone }", LF_E0304, 3, 5, "`query` needs the field `zone`", NULL},
    {BLOCK, "{ setVar: { var: a, value: 1 } }", LF_E0304, 3, 6, "`setVar` needs the field `scope`",
     NULL},
    {BLOCK, "{ forEach: { bind: s, effects: [] } }", LF_E0304, 3, 7,
     "`forEach` needs the field `over`", NULL},
    {BLOCK, "{ if: { condition: ~, then: [] } }", LF_E0304, 3, 2,
     "`if` needs the field `condition`", NULL},
    {BLOCK, "{ let: { bind: n } }", LF_E0304, 3, 3, "`let` needs the field `value`", NULL},
    {BLOCK, "{ break: { if: a } }", LF_E0303, 12, 2, "`break` has no field `if`",
     "it has no fields"},
    {BLOCK, "{ return: 3 }", LF_E0306, 11, 1,
     "the content of `return` must be a map of its fields, but this is a single value", NULL},
    /* fields that a word asks for */
    {EXPRESSION, "{ aggregate: { op: sum, bind: s, in: a } }", LF_E0304, 3, 9,
     "`aggregate` needs the field `value`", NULL},
    {EXPRESSION, "{ aggregate: { op: max, query: { query: players } } }", LF_E0304, 3, 9,
     "`aggregate` needs the field `value`", NULL},
    {BLOCK, "{ remove: { pieces: a, from: b, pick: ordered } }", LF_E0304, 3, 6,
     "`remove` needs the field `order`", NULL},
    /* several keys */
    {BLOCK, "{ endPhase: {}, endTurn: {} }", LF_E0305, 17, 7,
     "a statement has one key, but this one has `endPhase` and `endTurn`",
     "write each as a map of its own, in a list"},
    {EXPRESSION, "{ count: { pieces: a }, in: b }", LF_E0305, 25, 2,
     "an expression has one key, but this one has `count` and `in`",
     "if it is a field of the other key, indent it"},
    {EXPRESSION, "{ ref: gvar, var: a, name: a }", LF_E0305, 22, 4,
     "`name` is another name for a field that `ref` already has", NULL},
    /* wrong kinds */
    {EXPRESSION, "{ op: and, args: a }", LF_E0306, 18, 1,
     "this must be a list, but this is a single value", NULL},
    {EXPRESSION, "{ call: f, with: [a] }", LF_E0306, 18, 1,
     "this must be a map of named arguments, but this is a list", NULL},
    {EXPRESSION, "{ ref: binding, name: [a] }", LF_E0306, 23, 1,
     "this must be a name, but this is a list", NULL},
    {BLOCK, "{ setVar: [a] }", LF_E0306, 11, 1,
     "the content of `setVar` must be a map of its fields, but this is a list", NULL},
    {BLOCK, "[ [ 'a = 1' ] ]", LF_E0306, 3, 1,
     "a statement must be a map or a line of notation, but this is a list", NULL},
    {BLOCK, "{ menu: { options: { label: Go } } }", LF_E0306, 20, 1,
     "`options` must be a list of options, but this is a map", NULL},
    {BLOCK, "{ log: { text: [a] } }", LF_E0306, 16, 1,
     "a text must be a string or `{ text: [ … ] }`, but this is a list", NULL},
    {TEXT, "{ text: a }", LF_E0306, 9, 1,
     "the content of `text` must be a list of parts, but this is a single value", NULL},
    {EXPRESSION, "{ table: { by: [spaces], of: int } }", LF_E0306, 16, 1,
     "`by` must be one word, but this is a list", NULL},
    {EXPRESSION, "{ ref: { name: a } }", LF_E0306, 8, 1,
     "`ref` must be one word, but this is a map", NULL},
    {BLOCK, "{ removeByPriority: { budget: 1, groups: [] } }", LF_E0306, 42, 1,
     "`groups` must be a list of at least one group, but this is a list", NULL},
    /* unknown words */
    {EXPRESSION, "{ op: adjacnt, left: a, right: b }", LF_E0307, 7, 7, "`op` cannot be `adjacnt`",
     "did you mean `adjacent`?"},
    {EXPRESSION, "{ op: '=', left: a, right: b }", LF_E0307, 7, 1, "`op` cannot be `=`", NULL},
    {EXPRESSION, "{ ref: globlVar, name: a }", LF_E0307, 8, 8, "`ref` cannot be `globlVar`",
     "did you mean `globalVar`?"},
    {EXPRESSION, "{ query: mapSpace }", LF_E0307, 10, 8, "`query` cannot be `mapSpace`",
     "did you mean `mapSpaces`?"},
    {BLOCK, "{ setVar: { scope: globl, var: a, value: 1 } }", LF_E0307, 20, 5,
     "`scope` cannot be `globl`", "did you mean `global`?"},
    {BLOCK, "{ move: { amount: every, pieces: a, from: b, to: c } }", LF_E0307, 19, 5,
     "`amount` cannot be `every`", "it is one of `exactly`, `upTo`, `all`"},
    {BLOCK, "{ put: { card: a, where: botom, stack: b } }", LF_E0307, 26, 5,
     "`where` cannot be `botom`", "did you mean `bottom`?"},
    {BLOCK, "{ moveToken: { token: a, from: b, to: c, position: middle } }", LF_E0307, 52, 6,
     "`where` cannot be `middle`", "it is one of `top`, `bottom`"},
    {EXPRESSION, "{ aggregate: { op: total, query: { query: players } } }", LF_E0307, 20, 5,
     "`op` cannot be `total`",
     "it is one of `sum`, `min`, `max`, `count`, `any`, `every`, `first`"},
    {EXPRESSION, "{ query: tokensInZone, zone: a, filter: { prop: p, op: like, value: b } }",
     LF_E0307, 56, 4, "`op` cannot be `like` in a filter",
     "it is one of `eq`, `neq`, `in`, `notIn`"},
    /* not names */
    {BLOCK, "{ let: { name: two words, value: 1 } }", LF_E0308, 16, 9, "`two words` is not a name",
     NULL},
    {BLOCK, "{ menu: { options: [ { id: go on, label: Go, effects: [] } ] } }", LF_E0308, 28, 5,
     "`go on` is not an id", "an id has letters, digits and `-`"},
    {BLOCK, "{ menu: { options: [ { id: [go], label: Go, effects: [] } ] } }", LF_E0306, 28, 1,
     "this must be an id, but this is a list", NULL},
    {EXPRESSION, "{ ref: binding, name: $ }", LF_E0308, 23, 1, "`$` is not a name", NULL},
    {EXPRESSION, "{ ref: binding, name: 12 }", LF_E0308, 23, 2, "`12` is not a name", NULL},
    {EXPRESSION, "{ ref: binding, name: a- }", LF_E0308, 23, 2, "`a-` is not a name", NULL},
    {BLOCK, "{ setVar: { scope: global, var: a.b, value: 1 } }", LF_E0308, 33, 3,
     "`a.b` is not a name", NULL},
    /* removals that do not fit one statement */
    {BLOCK, "{ removeByPriority: { budget: 1, groups: [ { over: spaces } ] } }", LF_E0309, 44, 1,
     "`over` of a removal must be a query for pieces in a zone",
     "write a removal in several steps with `remove`"},
    {BLOCK,
     "{ removeByPriority: { budget: 1, groups: [ { over: { query: tokensInZone, zone: a } }, "
     "{ over: { query: tokensInZone, zone: b } } ] } }",
     LF_E0309, 88, 1, "all groups must take from the same zone",
     "write a removal in several steps with `remove`"},
    {BLOCK,
     "{ removeByPriority: { budget: 1, groups: [ { over: { query: tokensInZone, zone: a }, to: b "
     "}, { over: { query: tokensInZone, zone: a } } ] } }",
     LF_E0309, 95, 1, "all groups must have the same `to`",
     "write a removal in several steps with `remove`"},
};

#define FIRST_COLUMN 2 /* of the form in yaml_doc, minus one */

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void expect_wrong(fixture *f, const wrong *w) {
    read_doc(f, w->place, yaml_doc(f, w->yaml));
    const lf_diagnostic *d = f->report.count ? &f->report.items[0] : NULL;
    bool ok = f->report.count == 1 && d->code == w->code && d->pos.line == 2 &&
              d->pos.column == w->column + FIRST_COLUMN && d->length == w->length &&
              same_text(d->message, w->message) && same_text(d->note, w->note);
    if (!ok) {
        print_report(f);
        fail_msg("wrong diagnostics for %s", w->yaml);
    }
    f->report.count = f->report.errors = 0;
}

static void each_mistake_has_its_message(void **state) {
    for (size_t i = 0; i < LF_COUNT(table); i++)
        expect_wrong(*state, &table[i]);
}

static void one_run_shows_all_mistakes(void **state) {
    fixture *f = *state;
    lf_node *block = read_doc(
        f, BLOCK,
        yaml_doc(f,
                 "[ { forEch: {} }, { set: { target: a, too: 1 } }, 'a = 1', { if: { condition: "
                 "{ op: '=', left: a }, then: [ { addVar: { scope: global, delta: { ref: x } } }, "
                 "{ log: { text: [] } } ] } }, { endPhase: {} } ]"));
    assert_int_equal(f->report.count, 6);
    assert_int_equal(block->kids[LF_K_LIST]->kid_count, 2); /* what is right is kept */
}

/* As many operands as the notation takes. */
static void long_chains_have_a_limit(void **state) {
    fixture *f = *state;
    lf_text text = {0};
    lf_text_addz(&text, "{ op: and, args: [a");
    for (int i = 1; i < 10 * LF_MAX_EXPR_DEPTH; i++)
        lf_text_addz(&text, ", a");
    const char *longest = lf_arena_printf(f->arena, "%s] }", text.data);
    const char *too_long = lf_arena_printf(f->arena, "%s, a] }", text.data);
    lf_text_free(&text);
    ast_of_yaml(f, EXPRESSION, longest);
    assert_null(read_doc(f, EXPRESSION, yaml_doc(f, too_long)));
    expect_only(f, LF_E0310, 2, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(each_mistake_has_its_message),
        SPEC_TEST(one_run_shows_all_mistakes),
        SPEC_TEST(long_chains_have_a_limit),
    };
    return cmocka_run_group_tests(tests, use_own_allocator, NULL);
}
