/* test_types.c: every expression gets a type or a diagnostic.
 *
 * Three parts: what is reported about values whose type has to be inferred (`{}`, `none`); what a
 * condition shows about a number that may be none; and thousands of games whose types are wrong
 * somewhere (type_mutants.h), none of which may abort the compiler, be refused without an error, or
 * be compiled with types that do not fit. */
#include "check_cases.h"

#include "every_construct.h"
#include "ludoforge_tools.h"
#include "support/rng.h"
#include "type_mutants.h"

/* clang-format off */

/* ---- values whose type has to be inferred ---- */

static const wrong_case open_values[] = {
    {STATEMENTS,
     "let t = {}\n"
     "t += true",
     "E0508 2:6 true or false cannot be added to or removed from a set | a variable holds sets of "
     "spaces, zones, seats, cards or directions"},
    {STATEMENTS,
     "let t = {}\n"
     "t += 5\n"
     "gold += t",
     "E0508 2:6 a number cannot be added to or removed from a set | a variable holds sets of "
     "spaces, zones, seats, cards or directions"},
    {STATEMENTS,
     "let t = {}\n"
     "t -= glad\n"
     "log \"{t}\"",
     "E0508 2:6 one of mood cannot be added to or removed from a set | a variable holds sets of "
     "spaces, zones, seats, cards or directions"},
    {STATEMENTS,
     "let t = {}\n"
     "t = true\n"
     "if t: gold = 1",
     "E0503 2:5 expected a set, found true or false | the variable `t` is a set"},
    {STATEMENTS,
     "let t = {}\n"
     "t = 5\n"
     "gold += t",
     "E0503 2:5 expected a set, found a number | the variable `t` is a set"},
    {STATEMENTS,
     "let t = {}\n"
     "t = none\n"
     "log \"{t}\"",
     "E0503 2:5 expected a set, found none | the variable `t` is a set"},
    {STATEMENTS,
     "let t = {}\n"
     "t += lake\n"
     "t += Red\n"
     "log \"{t}\"",
     "E0503 3:6 expected a set of spaces or a space, found a seat"
     " | the variable `t` is a set of spaces or a space"},
    {STATEMENTS,
     "let t = {}\n"
     "t += lake\n"
     "gold += t",
     "E0503 3:9 expected a number, found a set of spaces | `+=` takes a number"},
    {STATEMENTS,
     "let t = {}\n"
     "gold += t",
     "E0503 2:9 expected a number, found a set | `+=` takes a number"},
    {STATEMENTS,
     "let t = {}\n"
     "if t: gold = 1",
     "E0504 2:4 expected a condition, found a set | to test whether it has members, write "
     "`size(…) > 0`"},
    {STATEMENTS,
     "let t = {}\n"
     "if t < 3: gold = 1",
     "E0508 2:4 `<` needs numbers or values of one enumeration, found a set"},
    {STATEMENTS,
     "let t = {}\n"
     "log \"{t}\"",
     "E0512 1:5 cannot infer the type of `t` | give it a first value with a type, or use it where "
     "its type is clear"},
    {STATEMENTS,
     "let t = {}\n"
     "let u = t\n"
     "log \"{u}\"",
     "E0512 1:5 cannot infer the type of `t` | give it a first value with a type, or use it where "
     "its type is clear"},
    {STATEMENTS,
     "let t = {}\n"
     "t = t or 3\n"
     "log \"{t}\"",
     "E0503 2:10 expected a set, found a number | the other side is a set"},
    {STATEMENTS,
     "let t = {}\n"
     "t = t or 1..3\n"
     "log \"{t}\"",
     "E0508 2:11 `or` needs sets of spaces, zones, seats, cards or directions, found a range of "
     "numbers"},
    {STATEMENTS,
     "let t = {}\n"
     "t = t or missing\n"
     "log \"{t}\"",
     "E0501 2:10 unknown name `missing`"},
    {STATEMENTS,
     "let t = {}\n"
     "target = t",
     "E0503 2:10 expected a space, found a set | the variable `target` is a space"},
    {STATEMENTS,
     "let t = none\n"
     "t += lake\n"
     "log \"{t}\"",
     "E0508 2:6 a space cannot be added to or removed from a value that may be none | a set "
     "begins as `{}`, not as `none`"},
    {STATEMENTS,
     "let t = none\n"
     "t = true\n"
     "if t: gold = 1",
     "E0503 2:5 expected a value that may be none, found true or false"
     " | the variable `t` is a value that may be none"},
    {STATEMENTS,
     "let t = none\n"
     "t = used\n"
     "log \"{t}\"",
     "E0503 2:5 expected a value that may be none, found a set of spaces"
     " | the variable `t` is a value that may be none"},
    {STATEMENTS,
     "let t = none\n"
     "t = high\n"
     "sea = t",
     "E0503 2:5 expected a value that may be none, found one of tide"
     " | the variable `t` is a value that may be none"},
    {STATEMENTS,
     "let t = none\n"
     "t += 5",
     "W0532 1:5 the local variable `t` is never used | if this is intended, call it `_t`\n"
"E0508 2:1 `+=` needs a number, found a number or none | it may be none: write `min(…, n)`, or "
"test `… != none` first"},
    {STATEMENTS,
     "let t = none\n"
     "for each s in t: gold += 1",
     "W0532 2:10 the loop variable `s` is never used | if this is intended, call it `_s`\n"
"E0528 2:15 expected a set or a range, found a value that may be none"},
    {STATEMENTS,
     "leader = {{}}",
     "E0528 1:10 a set cannot have this element: it is a set | join sets with `or`; the empty set "
     "is `{}`"},
    {STATEMENTS,
     "used = {{}}",
     "E0528 1:8 a set cannot have this element: it is a set | join sets with `or`; the empty set "
     "is `{}`"},
    {STATEMENTS,
     "gold = {{}}",
     "E0528 1:8 a set cannot have this element: it is a set | join sets with `or`; the empty set "
     "is `{}`"},
    {STATEMENTS,
     "if {{}}: gold = 1",
     "E0528 1:4 a set cannot have this element: it is a set | join sets with `or`; the empty set "
     "is `{}`"},
    {STATEMENTS,
     "if true in {}: gold = 1",
     "E0512 1:12 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`"},
    {STATEMENTS,
     "if {} in {}: gold = 1",
     "E0512 1:4 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`\n"
"E0512 1:10 cannot infer the type of this empty set | write it where a set is expected: `raided = "
"{}`, `SET == {}`"},
    {STATEMENTS,
     "if {} == {}: gold = 1",
     "E0512 1:4 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`\n"
"E0512 1:10 cannot infer the type of this empty set | write it where a set is expected: `raided = "
"{}`, `SET == {}`"},
    {STATEMENTS,
     "if {} or rich: gold = 1",
     "E0508 1:10 `or` needs a set on both sides, found true or false"},
    {STATEMENTS,
     "let x = if rich then {} else none\n"
     "log \"{x}\"",
     "E0503 1:22 expected none, found a set | both branches of `if … then … else …` must have the "
     "same type"},
    {STATEMENTS,
     "for each s in ({} or {}): gold += s.income",
     "E0512 1:16 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`\n"
"E0512 1:22 cannot infer the type of this empty set | write it where a set is expected: `raided = "
"{}`, `SET == {}`"},
    {STATEMENTS,
     "let t = {}\n"
     "let u = {}\n"
     "t = u\n"
     "u = t\n"
     "log \"{t}\"",
     "E0512 1:5 cannot infer the type of `t` | give it a first value with a type, or use it where "
     "its type is clear\n"
"E0512 2:5 cannot infer the type of `u` | give it a first value with a type, or use it where its "
"type is clear"},
    {YAML,
     "actions:\n"
     "  - {id: test, phase: main, pre: '{{}}', effects: gold += 1}\n",
     "E0528 2:35 a set cannot have this element: it is a set | join sets with `or`; the empty set "
     "is `{}`"},
    {YAML,
     "functions:\n"
     "  f: '{}'\n"
     "  g(a = {}): gold + a\n"
     "  h(a = none): not a\n",
     "E0512 2:7 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`\n"
"E0503 3:9 expected a number, found a set | the parameter `a` is a number\n"
"E0503 4:9 expected true or false, found none | the parameter `a` is true or false"},
    {YAML,
     "functions:\n"
     "  f: |\n"
     "    if rich: return {}\n"
     "    return none\n",
     "E0512 3:21 cannot infer the type of this empty set | write it where a set is expected: "
     "`raided = {}`, `SET == {}`\n"
"E0516 4:12 this `return` returns none | another `return` returns a set"},
    /* What is used as one type has that type. */
    {STATEMENTS,
     "let t = {}\n"
     "t = t or cardsIn(deck)\n"
     "gold = size(t)",
     ""},
    {STATEMENTS,
     "let t = {}\n"
     "t = cardsIn(deck) or t\n"
     "gold = size(t)",
     ""},
    {STATEMENTS,
     "let t = {}\n"
     "t = t except {Red}\n"
     "gold = size(t)",
     ""},
    {STATEMENTS,
     "let t = {}\n"
     "let u = t\n"
     "u += lake\n"
     "let v = u\n"
     "used = v",
     ""},
    {STATEMENTS,
     "let t = if rich then {} else {}\n"
     "t += lake\n"
     "used = t",
     ""},
    {STATEMENTS,
     "let t = {} or {}\n"
     "t += lake\n"
     "used = t",
     ""},
    {STATEMENTS,
     "let t = {}\n"
     "used = adjacent(t)",
     ""},
    {STATEMENTS,
     "used = adjacent({})",
     ""},
    {STATEMENTS,
     "let t = none\n"
     "let u = t\n"
     "u = lake\n"
     "target = if rich then u else t",
     ""},
    {STATEMENTS,
     "let t = none\n"
     "t = 5\n"
     "if gold < t: gold = 1",
     ""},
    {STATEMENTS,
     "let t = {}\n"
     "t = Red troops\n"
     "remove all t from lake",
     ""},
    {YAML,
     "functions:\n"
     "  _f: |\n"
     "    if rich: return {}\n"
     "    return if gold > 1 then {} else used\n",
     ""},
};

/* ---- numbers that may be none ---- */

/* The procedure `p` has two such parameters, `limit` and `other`; the first line of a case is line
 * 1. */
typedef struct {
    const char *text, *wrong; /* where a value that may be none is used as a number: "1:20 2:8" */
} bound_case;

static const bound_case bounds[] = {
    /* then and else */
    {"if limit != none: gold = limit + 1", ""},
    {"if limit == none: gold = limit + 1", "1:26"},
    {"if limit == none: gold = 1\nelse: gold = limit + 1", ""},
    {"if limit != none: gold = 1\nelse: gold = limit + 1", "2:14"},
    {"if none != limit: gold = limit + 1\nelse: gold = limit + 2", "2:14"},
    {"if none == limit: gold = limit + 1\nelse: gold = limit + 2", "1:26"},
    /* not */
    {"if not (limit == none): gold = limit + 1\nelse: gold = limit + 2", "2:14"},
    {"if not (limit != none): gold = limit + 1\nelse: gold = limit + 2", "1:32"},
    {"if not not (limit != none): gold = limit + 1\nelse: gold = limit + 2", "2:14"},
    /* and: both sides hold in the then branch, nothing is known in the else branch */
    {"if limit != none and rich: gold = limit + 1\nelse: gold = limit + 2", "2:14"},
    {"if rich and limit != none: gold = limit + 1\nelse: gold = limit + 2", "2:14"},
    {"if limit == none and rich: gold = 1\nelse: gold = limit + 2", "2:14"},
    {"if limit != none and other != none: gold = limit + other", ""},
    {"if limit != none and other == none: gold = limit + 1\nelse: gold = other + 2", "2:14"},
    /* or: neither side holds in the else branch, nothing is known in the then branch */
    {"if limit == none or rich: gold = limit + 1\nelse: gold = limit + 2", "1:34"},
    {"if rich or limit == none: gold = limit + 1\nelse: gold = limit + 2", "1:34"},
    {"if limit != none or rich: gold = limit + 1\nelse: gold = limit + 2", "1:34 2:14"},
    {"if limit == none or other == none: gold = 1\nelse: gold = limit + other", ""},
    {"if limit == none or other != none: gold = 1\nelse: gold = limit + 1", ""},
    {"if limit == none or other != none: gold = 1\nelse: gold = other + 1", "2:14"},
    /* not of and, not of or */
    {"if not (limit == none or other == none): gold = limit + other", ""},
    {"if not (limit == none and other == none): gold = limit + 1", "1:50"},
    {"if not (limit != none and rich): gold = 1\nelse: gold = limit + 1", ""},
    {"if not (limit != none or rich): gold = limit + 1\nelse: gold = limit + 2", "1:40 2:14"},
    /* the right side of `and` and `or` */
    {"if limit != none and limit + 1 > gold: gold = 1", ""},
    {"if limit == none and limit + 1 > gold: gold = 1", "1:22"},
    {"if limit == none or limit + 1 > gold: gold = 1", ""},
    {"if limit != none or limit + 1 > gold: gold = 1", "1:21"},
    {"if limit + 1 > gold and limit != none: gold = 1", "1:4"},
    /* if … then … else … */
    {"gold = if limit != none then limit + 1 else 0", ""},
    {"gold = if limit == none then 0 else limit + 1", ""},
    {"gold = if limit != none then 0 else limit + 1", "1:37"},
    {"gold = if limit == none then limit + 1 else 0", "1:30"},
    {"gold = if limit == none then gold + 1 else limit + 1", ""},
    {"gold = if limit != none then limit + 1 else limit + 2", "1:45"},
    {"gold = if limit == none then limit + 1 else limit + 2", "1:30"},
    {"gold = if limit == none then 3 else if limit > 4 then limit + 1 else limit - 1", ""},
    /* else if, and one condition inside another */
    {"if limit == none: gold = 1\nelse if other == none: gold = limit + 1\nelse: gold = limit + "
     "other", ""},
    {"if limit != none: gold = 1\nelse if other != none: gold = other + 1\nelse: gold = limit + "
     "1", "3:14"},
    {"if limit != none\n  if rich: gold = limit + 1\n  gold = limit + 2\ngold = limit + 3", "4:8"},
    {"if limit == none\n  if other != none: gold = other + 1\n  gold = other + 2", "3:10"},
    /* only for as long as the condition is known to hold, and only for the name that it asks
     * about */
    {"if limit != none: gold = 1\ngold = limit + 1", "2:8"},
    {"if limit == none: gold = 1\ngold = limit + 1", "2:8"},
    {"if limit != none: gold = other + 1", "1:26"},
    {"if limit != gold: gold = limit + 1\nelse: gold = limit + 1", "1:26 2:14"},
    /* what is shown to be a number stays one, and a number that may be none does not move */
    {"let x = limit\nif x != none\n  x = none\n  gold = x + 1", "3:7"},
    {"let x = limit\nif x != none\n  x = other\n  gold = x + 1", "3:7"},
    {"let x = limit\nif x != none: x += 1\nx = none\nif x > gold: gold = 1", ""},
    {"let x = limit\nx += 1\nif x > gold: gold = 1", "2:1"},
    {"let x = limit\nif x == none: x -= 1\nif x > gold: gold = 1", "2:15"},
};

/* clang-format on */

static void test_open_values(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(open_values); i++)
        expect_case(&open_values[i]);
}

/* "1:20 2:8" from the errors of the report; line 1 is the first of the procedure's body. */
static void list_places(const fixture *f, uint32_t first_line, lf_text *out) {
    for (uint32_t i = 0; i < f->report.count; i++) {
        const lf_diagnostic *d = &f->report.items[i];
        if (d->severity == LF_ERROR)
            lf_text_printf(out, "%s%d:%d", out->length ? " " : "",
                           (int)d->pos.line - (int)first_line + 1, (int)d->pos.column - 4);
        if (d->severity == LF_ERROR && d->code != LF_E0503 && d->code != LF_E0508)
            lf_text_printf(out, " (%s)", d->message);
    }
}

static void test_what_conditions_show(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(bounds); i++) {
        void *opened;
        open_fixture(&opened);
        fixture *f = opened;
        lf_text text = {0}, found = {0};
        lf_text_addz(&text, "procedures:\n  _p(int limit = none, int other = none): |\n    ");
        for (const char *p = bounds[i].text; *p; p++) {
            lf_text_add(&text, p, 1);
            if (*p == '\n')
                lf_text_addz(&text, "    ");
        }
        lf_text_addz(&text, "\n    if limit > other: gold += 0\n"); /* both are used */
        check_game(f, routines, lf_arena_printf(f->arena, "%s", text.data));
        list_places(f, lines_before(routines) + 3, &found);
        if (strcmp(found.data != NULL ? found.data : "", bounds[i].wrong) != 0)
            fail_msg("in:\n%s\nexpected errors at: %s\nfound: %s", bounds[i].text, bounds[i].wrong,
                     found.data != NULL ? found.data : "none");
        lf_text_free(&text);
        lf_text_free(&found);
        close_fixture(&opened);
    }
}

/* ---- do the types of a checked tree fit? ---- */

/* Independent of the checker and simpler: it looks only at the types that the checker settled
 * on. */

static bool is_set(lf_type t) {
    return t.base >= LF_T_SPACES && t.base <= LF_T_DIRECTIONS;
}

static bool is_reference(lf_type t) {
    return t.base >= LF_T_SEAT && t.base <= LF_T_STACK;
}

static bool is_plain_number(lf_type t) {
    return t.base == LF_T_INT && t.by == 0;
}

/* Can a value of the one type stand where the other is held? */
static bool holds(lf_type place, lf_type value) {
    if (place.base == LF_T_INT)
        return value.base == LF_T_INT ? place.by >= value.by
                                      : place.by != 0 && value.base == LF_T_NONE;
    if (value.base == LF_T_NONE)
        return is_reference(place) || place.base == LF_T_NONE;
    if (place.base == LF_T_ZONE || place.base == LF_T_ZONES)
        return value.base == place.base ||
               value.base == (place.base == LF_T_ZONE ? LF_T_SPACE : LF_T_SPACES);
    return place.base == value.base && (place.base != LF_T_ENUM || place.id == value.id);
}

static bool comparable(lf_type a, lf_type b) {
    const bool numbers = a.base == LF_T_INT && b.base == LF_T_INT;
    return numbers || holds(a, b) || holds(b, a);
}

static lf_type element_of(lf_type set) {
    static const uint8_t elements[LF_BASE_TYPES] = {
        [LF_T_SPACES] = LF_T_SPACE,  [LF_T_ZONES] = LF_T_ZONE,
        [LF_T_SEATS] = LF_T_SEAT,    [LF_T_CARDS] = LF_T_CARD,
        [LF_T_PIECES] = LF_T_PIECES, [LF_T_DIRECTIONS] = LF_T_DIRECTION};
    if (set.base == LF_T_INTS)
        return (lf_type){.base = set.by == LF_T_ENUM ? LF_T_ENUM : LF_T_INT,
                         .id = set.by == LF_T_ENUM ? set.id : 0};
    return (lf_type){.base = elements[set.base]}; /* UNKNOWN, which holds nothing: it is no set */
}

static bool set_fits(const lf_node *n) {
    const lf_node *items = n->kids[LF_K_LIST];
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (!holds(element_of(n->type), items->kids[i]->type))
            return false;
    return element_of(n->type).base != LF_T_UNKNOWN;
}

static bool binary_fits(const lf_node *n) {
    const lf_type a = n->kids[0]->type, b = n->kids[1]->type;
    switch ((lf_word)n->word) {
    case LF_W_EQ:
    case LF_W_NE:
        return n->type.base == LF_T_BOOL && comparable(a, b);
    case LF_W_LT:
    case LF_W_LE:
    case LF_W_GT:
    case LF_W_GE:
        return n->type.base == LF_T_BOOL && comparable(a, b) &&
               (a.base == LF_T_INT || a.base == LF_T_ENUM);
    case LF_W_IN:
        return n->type.base == LF_T_BOOL && comparable(element_of(b), a);
    case LF_W_AND:
    case LF_W_OR:
        if (n->type.base == LF_T_BOOL)
            return a.base == LF_T_BOOL && b.base == LF_T_BOOL;
        /* fall through */
    case LF_W_EXCEPT:
        return (is_set(n->type) || n->type.base == LF_T_PIECES) && holds(n->type, a) &&
               (holds(n->type, b) || (n->word != LF_W_OR && comparable(n->type, b)));
    default:
        return is_plain_number(n->type) && is_plain_number(a) && is_plain_number(b);
    }
}

static bool assignment_fits(const lf_node *n) {
    const lf_type target = n->kids[LF_K_ASSIGN_TARGET]->type,
                  value = n->kids[LF_K_ASSIGN_VALUE]->type;
    if (n->word == LF_W_SET)
        return holds(target, value);
    if (is_set(target))
        return comparable(target, value) || comparable(element_of(target), value);
    return (is_plain_number(target) || target.base == LF_T_ENUM) && is_plain_number(value);
}

static bool call_fits(const lf_model *m, const lf_node *n) {
    if (n->symbol->kind == LF_SYM_BUILTIN)
        return true;
    const lf_model_routine *routine = &m->routines[n->symbol->index];
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    for (uint32_t i = 0; i < args->kid_count; i++)
        if (!holds(routine->params[i].type, args->kids[i]->type))
            return false;
    return args->kid_count == routine->param_count && n->type.base == routine->result.base;
}

static bool is_condition(const lf_node *n) {
    return n == NULL || n->type.base == LF_T_BOOL;
}

static bool domain_fits(const lf_node *domain, const lf_type *runs) {
    const lf_type element = element_of(domain->type);
    return element.base != LF_T_UNKNOWN && (runs == NULL || runs->base == element.base);
}

static bool node_fits(const lf_model *m, const lf_node *n) {
    const lf_type *symbol = n->symbol != NULL ? &n->symbol->type : NULL;
    switch ((lf_node_kind)n->kind) {
    case LF_N_NAME: /* a condition may have shown that a number is not none */
        return symbol == NULL || n->symbol->kind != LF_SYM_LOCAL || symbol->base == n->type.base;
    case LF_N_SET:
        return set_fits(n);
    case LF_N_UNARY:
        return n->word == LF_W_NOT ? is_condition(n->kids[0]) && is_condition(n)
                                   : is_plain_number(n->kids[0]->type);
    case LF_N_BINARY:
        return binary_fits(n);
    case LF_N_COND:
        return is_condition(n->kids[LF_K_COND_WHEN]) &&
               holds(n->type, n->kids[LF_K_COND_THEN]->type) &&
               holds(n->type, n->kids[LF_K_COND_ELSE]->type);
    case LF_N_CALL:
        return call_fits(m, n);
    case LF_N_LET:
        return n->kids[0]->kind == LF_N_TABLE || holds(*symbol, n->kids[0]->type);
    case LF_N_ASSIGN:
        return assignment_fits(n);
    case LF_N_IF:
    case LF_N_REQUIRE:
        return is_condition(n->kids[0]);
    case LF_N_FOR:
        return domain_fits(n->kids[0], symbol) && is_condition(n->kids[LF_K_FOR_WHERE]);
    case LF_N_CHOOSE:
        return domain_fits(n->kids[0], symbol) && is_condition(n->kids[LF_K_CHOOSE_WHERE]);
    case LF_N_AGGREGATE:
    case LF_N_SELECT:
        return domain_fits(n->kids[0], symbol) && is_condition(n->kids[LF_K_AGG_WHERE]);
    case LF_N_CHOOSE_N:
        return domain_fits(n->kids[0], NULL) && is_set(*symbol);
    default:
        return true;
    }
}

typedef struct {
    const lf_model *model;
    const lf_node *misfit; /* the first node that does not fit */
} misfit_search;

static void find_misfit(void *context, lf_node *n) {
    misfit_search *search = context;
    if (n == NULL || search->misfit != NULL || n->kind == LF_N_TABLE)
        return;
    if ((is_expression(n) && !lf_is_settled(n->type)) || !node_fits(search->model, n)) {
        search->misfit = n;
        return;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        find_misfit(search, n->kids[i]);
}

/* ---- mutants ---- */

typedef struct {
    const char *name; /* of the game */
    const char *text;
    uint64_t lf_random;
    uint32_t tried, compiled;
} mutant_run;

/* Most mutants have another value in one place; some have statements about an open local. */
static const char *mutate_at_random(mutant_run *r, mutant *m) {
    uint32_t draws[4];
    const uint32_t sort = lf_rng_below(&r->lf_random, 8);
    for (size_t i = 0; i < LF_COUNT(draws); i++)
        draws[i] = (uint32_t)lf_rng_next(&r->lf_random);
    if (sort < 5)
        return mutate_expression(m, draws[0], draws[1] % m->value_count);
    if (sort == 5)
        return mutate_expression(m, draws[0], draws[1]);
    return mutate_block(m, draws[0], draws[1], draws[2], draws[3]);
}

static void expect_sound(mutant_run *r) {
    lf_arena *arena = lf_arena_new();
    if (setjmp(*lf_arena_guard(arena)))
        abort();
    mutant *m = mutant_new(arena, r->text);
    assert_non_null(m);
    const char *what = mutate_at_random(r, m);
    const lf_game *game = mutant_compile(m);
    const lf_report *report = m->model->report;
    r->tried++;
    r->compiled += game != NULL;
    if ((game == NULL) != (report->errors > 0))
        fail_msg("%s, %s: %s", r->name, what,
                 game != NULL ? "compiled with errors" : "refused without an error");
    if (mutant_is_unverified(m))
        fail_msg("%s, %s: the program does not verify", r->name, what);
    misfit_search found = {.model = m->model};
    if (game != NULL)
        lf_model_each_tree(m->model, find_misfit, &found);
    if (found.misfit != NULL)
        fail_msg("%s, %s: compiled, but the types of a %s at %u:%u do not fit", r->name, what,
                 lf_node_shape_of((lf_node_kind)found.misfit->kind)->kind_name,
                 found.misfit->pos.line, found.misfit->pos.column);
    lf_arena_free(arena);
}

static char *whole_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    lf_text text = {0};
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        lf_text_add(&text, buffer, n);
    fclose(file);
    return text.data;
}

static void expect_sound_mutants(mutant_run r, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        expect_sound(&r);
    if (r.compiled == 0 || r.compiled == r.tried)
        fail_msg("%s: %u of %u mutants were compiled", r.name, r.compiled, r.tried);
}

static void test_mutants_of_every_construct(void **state) {
    (void)state;
    lf_text text = {0};
    lf_text_printf(&text, "```yaml\n%s```\n\n```yaml\n%s```\n", vocabulary, every_construct);
    expect_sound_mutants((mutant_run){.name = "every construct", .text = text.data, .lf_random = 1},
                         2000);
    lf_text_free(&text);
}

static void test_mutants_of_games(void **state) {
    (void)state;
    static const char *const games[] = {
        "data/games/tic-tac-toe.game-spec.md", "data/games/kuhn-poker.game-spec.md",
        "data/games/draughts.game-spec.md",    "data/games/masked-banners.game-spec.md",
        "data/games/backgammon.game-spec.md",  "data/games/texas-holdem.game-spec.md",
        "tests/fixtures/table.game-spec.md",   "tests/fixtures/why.game-spec.md",
        "tests/fixtures/secrets.game-spec.md", "tests/fixtures/sealed-hands.game-spec.md",
        "tests/fixtures/piles.game-spec.md"};
    for (uint32_t i = 0; i < LF_COUNT(games); i++) {
        char *text = whole_file(games[i]);
        expect_sound_mutants((mutant_run){.name = games[i], .text = text, .lf_random = i}, 200);
        free(text);
    }
}

/* Expressions and statements from outside, as the engine's `eval` and `do` take them. */
static void test_snippets_are_sound(void **state) {
    (void)state;
    static const char path[] = "data/games/kuhn-poker.game-spec.md";
    char *text = whole_file(path);
    lf_error error = {0};
    lf_game *game = lf_game_load(path, NULL);
    lf_state *start = lf_state_new(game, NULL, &error);
    lf_arena *arena = lf_arena_new();
    if (setjmp(*lf_arena_guard(arena)))
        abort();
    mutant *m = mutant_new(arena, text);
    for (uint32_t i = 0; i < m->value_count; i++) {
        error.message[0] = '\0';
        char *value = lf_eval(start, m->values[i], NULL, &error);
        if (value == NULL && error.message[0] == '\0')
            fail_msg("%s: refused without an error", m->values[i]);
        lf_string_free(value);
    }
    uint64_t lf_random = 1;
    for (uint32_t i = 0; i < 1000; i++) {
        const uint32_t a = lf_rng_below(&lf_random, m->value_count),
                       b = lf_rng_below(&lf_random, m->value_count);
        const char *pattern = mutant_statements[i % LF_COUNT(mutant_statements)];
        const char *statements = fill_in(m, pattern, m->values[a], m->values[b]);
        error.message[0] = '\0';
        if ((lf_do(start, statements, &error) == LF_OK) != (error.message[0] == '\0'))
            fail_msg("%s: its error is \"%s\"", statements, error.message);
    }
    lf_arena_free(arena);
    lf_state_free(start);
    lf_game_free(game);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_values),
        cmocka_unit_test(test_what_conditions_show),
        cmocka_unit_test(test_mutants_of_every_construct),
        cmocka_unit_test(test_mutants_of_games),
        cmocka_unit_test(test_snippets_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
