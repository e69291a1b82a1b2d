/* test_check.c: a game that uses every construct is accepted, and what the checker makes of it:
 * types, rewritten nodes, numbered locals, facts about routines, unrolled scenario data. Wrong
 * games are in test_check_errors.c. */
#include "check_fixture.h"
#include "every_construct.h"

#include "lang/read.h"

static lf_model *good_game(fixture *f) {
    lf_model *m = check_game(f, "", every_construct);
    print_report(f);
    assert_int_equal(f->report.count, 0);
    return m;
}

static const lf_model_routine *routine_of(const lf_model *m, const char *name) {
    for (uint32_t i = 0; i < m->routine_count; i++)
        if (strcmp(m->routines[i].name, name) == 0)
            return &m->routines[i];
    fail_msg("no routine `%s`", name);
    return NULL;
}

/* The n-th node of a kind, in the order of the text; NULL if there are fewer. */
static lf_node *find_kind(lf_node *n, lf_node_kind kind, uint32_t *skip) {
    if (!n)
        return NULL;
    if (n->kind == kind && (*skip)-- == 0)
        return n;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        lf_node *found = find_kind(n->kids[i], kind, skip);
        if (found)
            return found;
    }
    return NULL;
}

static lf_node *nth(lf_node *n, lf_node_kind kind, uint32_t skip) {
    return find_kind(n, kind, &skip);
}

static uint32_t count_kind(lf_node *n, lf_node_kind kind) {
    uint32_t count = 0;
    while (nth(n, kind, count))
        count++;
    return count;
}

/* ---- the whole game ---- */

static void test_every_construct_is_accepted(void **state) {
    good_game(*state);
}

static bool is_expression(const lf_node *n) {
    return n->kind != LF_N_LIST && n->kind != LF_N_ARG &&
           !lf_node_shape_of((lf_node_kind)n->kind)->statement;
}

/* What check.h promises to the compiler. */
static void expect_settled(const lf_node *n) {
    if (!n)
        return;
    if (is_expression(n)) {
        bool open =
            n->type.base == LF_T_UNKNOWN || n->type.base == LF_T_ERROR || n->type.base == LF_T_DATA;
        if (open)
            fail_msg("%u:%u: a %s without a type", n->pos.line, n->pos.column,
                     lf_node_shape_of((lf_node_kind)n->kind)->kind_name);
    }
    bool named = n->kind == LF_N_NAME || n->kind == LF_N_CALL || n->kind == LF_N_LET ||
                 n->kind == LF_N_FOR || n->kind == LF_N_CHOOSE || n->kind == LF_N_CHOOSE_N ||
                 n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE;
    if (named && !n->symbol && strcmp(n->name, "none") != 0)
        fail_msg("%u:%u: `%s` without a symbol", n->pos.line, n->pos.column, n->name);
    if (n->kind == LF_N_CALL)
        assert_null(n->kids[LF_K_CALL_WITH]);
    for (uint32_t i = 0; i < n->kid_count; i++)
        expect_settled(n->kids[i]);
}

static void test_every_node_is_settled(void **state) {
    const lf_model *m = good_game(*state);
    for (uint32_t i = 0; i < m->routine_count; i++)
        expect_settled(m->routines[i].body);
    for (uint32_t i = 0; i < m->action_count; i++) {
        expect_settled(m->actions[i].effects);
        expect_settled(m->actions[i].pre);
        for (uint32_t p = 0; p < m->actions[i].param_count; p++)
            expect_settled(m->actions[i].params[p].domain);
    }
    for (uint32_t i = 0; i < m->scenario_count; i++)
        expect_settled(m->scenarios[i].setup.body);
    for (uint32_t i = 0; i < m->seat_count; i++)
        expect_settled(m->margins[i]);
    expect_settled(m->checkpoints[0].when);
    expect_settled(m->checkpoints[0].winner);
}

/* ---- routines ---- */

static void expect_routine(const lf_model *m, const char *name, lf_base_type result,
                           const lf_base_type *params) {
    const lf_model_routine *routine = routine_of(m, name);
    assert_int_equal(routine->result.base, result);
    assert_true(routine->checked);
    for (uint32_t i = 0; i < routine->param_count; i++) {
        assert_int_equal(routine->params[i].type.base, params[i]);
        assert_int_equal(routine->params[i].symbol->index, (int)i);
    }
}

static void test_types_of_routines(void **state) {
    const lf_model *m = good_game(*state);
    expect_routine(m, "held", LF_T_BOOL, (lf_base_type[]){LF_T_SPACE});
    expect_routine(m, "cost", LF_T_INT, NULL);
    expect_routine(m, "total", LF_T_INT, (lf_base_type[]){LF_T_SEAT, LF_T_ZONE});
    expect_routine(m, "hills", LF_T_SPACES, NULL);
    expect_routine(m, "best", LF_T_INT, (lf_base_type[]){LF_T_SPACE});
    expect_routine(m, "is-near", LF_T_BOOL, (lf_base_type[]){LF_T_SPACE, LF_T_SPACE});
    expect_routine(m, "pay", LF_T_VOID, (lf_base_type[]){LF_T_SEAT, LF_T_INT, LF_T_BOOL});
    expect_routine(m, "lose", LF_T_VOID, (lf_base_type[]){LF_T_SPACE, LF_T_SEAT});
    expect_routine(m, "draw-two", LF_T_INT, (lf_base_type[]){LF_T_SEAT});
    expect_routine(m, "tell", LF_T_VOID, (lf_base_type[]){LF_T_SPACE});
}

static void test_facts_about_routines(void **state) {
    const lf_model *m = good_game(*state);
    assert_true(routine_of(m, "lose")->may_choose);
    assert_false(routine_of(m, "lose")->may_fail);
    assert_false(routine_of(m, "pay")->may_choose);
    assert_true(m->actions[0].may_fail);
    assert_false(m->actions[0].pre_uses_params);
    assert_false(m->actions[1].may_fail);
}

static void test_facts_travel_through_calls(void **state) {
    const lf_model *m = check_game(
        *state, "",
        "procedures:\n"
        "  inner: |\n"
        "    require gold > 1\n"
        "    choose s in spaces or none\n"
        "    target = s\n"
        "  outer: |\n"
        "    inner()\n"
        "cards:\n"
        "  - {id: card-3, strength: 1, order: [Red, Red, Red], upper: {effects: outer()}}\n"
        "actions:\n"
        "  - {id: go, phase: main, params: [{name: s, domain: spaces}], pre: s != lake,\n"
        "     effects: perform current.upper}\n");
    assert_int_equal(((fixture *)*state)->report.errors, 0);
    assert_true(routine_of(m, "outer")->may_fail);
    assert_true(routine_of(m, "outer")->may_choose);
    assert_true(m->actions[0].may_fail);
    assert_true(m->actions[0].pre_uses_params);
    assert_int_equal(m->actions[0].params[0].type.base, LF_T_SPACE);
}

static void test_locals_are_numbered(void **state) {
    const lf_model *m = check_game(*state, routines,
                                   "procedures:\n"
                                   "  _count(s, n = 1): |\n"
                                   "    let a = count(t in adjacent(s))\n"
                                   "    for each u in adjacent(s): gold += u.income + n\n"
                                   "    for each u in adjacent(s): gold += u.income + a\n");
    const lf_model_routine *routine = routine_of(m, "_count");
    assert_int_equal(((fixture *)*state)->report.errors, 0);
    assert_int_equal(routine->local_count, 6);
    assert_int_equal(nth(routine->body, LF_N_LET, 0)->symbol->index, 3);
    assert_int_equal(nth(routine->body, LF_N_FOR, 0)->symbol->index, 4);
    assert_int_equal(nth(routine->body, LF_N_FOR, 1)->symbol->index, 5);
}

/* ---- rewriting ---- */

static void test_calls_are_completed(void **state) {
    const lf_model *m = good_game(*state);
    lf_node *effects = m->actions[0].effects;
    const lf_node *call = NULL;
    for (uint32_t i = 0; !call; i++) {
        lf_node *next = nth(effects, LF_N_CALL, i);
        if (strcmp(next->name, "pay") == 0)
            call = next;
    }
    const lf_node *args = call->kids[LF_K_CALL_ARGS]; /* pay(who, free: true) */
    assert_int_equal(args->kid_count, 3);
    assert_int_equal(args->kids[1]->kind, LF_N_INT);
    assert_int_equal(args->kids[1]->value, 1);
    assert_int_equal(args->kids[2]->kind, LF_N_BOOL);
    assert_int_equal(args->kids[2]->value, 1);
}

static void test_condition_of_several_moves_into_domain(void **state) {
    const lf_model *m = good_game(*state);
    const lf_node *choice = nth(m->actions[0].effects, LF_N_CHOOSE_N, 0);
    assert_null(choice->kids[LF_K_CHOOSEN_WHERE]);
    assert_int_equal(choice->kids[LF_K_CHOOSEN_OPTIONS]->kind, LF_N_SELECT);
    assert_int_equal(choice->symbol->type.base, LF_T_SPACES);
    assert_int_equal(choice->kids[LF_K_CHOOSEN_OPTIONS]->symbol->type.base, LF_T_SPACE);
}

static void test_scenario_data_is_folded(void **state) {
    const lf_model *m = good_game(*state);
    lf_node *brief = m->scenarios[0].setup.body, *lengthy = m->scenarios[1].setup.body;
    assert_int_equal(count_kind(brief, LF_N_PLACE), 2);
    assert_int_equal(count_kind(lengthy, LF_N_PLACE), 0);
    assert_int_equal(nth(brief, LF_N_PLACE, 0)->kids[LF_K_T_COUNT]->value, 2);
    assert_int_equal(nth(brief, LF_N_PLACE, 1)->kids[LF_K_T_TO]->symbol->kind, LF_SYM_ZONE);
    assert_string_equal(nth(brief, LF_N_PLACE, 1)->kids[LF_K_T_TO]->name, "lake");
    assert_int_equal(nth(brief, LF_N_ASSIGN, 0)->kids[LF_K_ASSIGN_VALUE]->value, 7);
    assert_int_equal(nth(lengthy, LF_N_ASSIGN, 0)->kids[LF_K_ASSIGN_VALUE]->value, 9);
    assert_int_equal(count_kind(brief, LF_N_ASSIGN), 3);
    assert_int_equal(count_kind(lengthy, LF_N_ASSIGN), 2);
    assert_int_equal(nth(lengthy, LF_N_ASSIGN, 1)->kids[LF_K_ASSIGN_VALUE]->value, 2);
    const lf_node *in = nth(brief, LF_N_SET, 0);
    assert_int_equal(in->type.base, LF_T_CARDS);
    assert_int_equal(in->kids[LF_K_LIST]->kids[0]->symbol->kind, LF_SYM_CARD);
}

/* ---- snippets ---- */

static lf_node *parse_snippet(fixture *f, const char *text, bool is_block) {
    lf_parse_context context = {.arena = f->arena, .names = f->model.names, .report = &f->report};
    lf_doc *doc = LF_NEW(f->arena, lf_doc);
    *doc = (lf_doc){.style = LF_STYLE_LITERAL,
                    .text = lf_intern_z(f->model.names, text),
                    .length = (uint32_t)strlen(text)};
    return is_block ? lf_parse_block(&context, doc) : lf_parse_expression(&context, doc);
}

static lf_node *expect_expression(fixture *f, const char *text, const char *type_name) {
    lf_node *node = parse_snippet(f, text, false);
    lf_type type;
    uint32_t locals;
    lf_text buffer = {0};
    if (!lf_check_snippet(&f->model, node, false, &locals, &type)) {
        print_report(f);
        fail_msg("not accepted: %s", text);
    }
    assert_string_equal(lf_type_name(&f->model, type, &buffer), type_name);
    lf_text_free(&buffer);
    expect_settled(node);
    return node;
}

static const struct {
    const char *text, *type;
} expressions[] = {
    {"gold + 2 * 3 mod 2 - -1", "a number"},
    {"not rich and (gold > 1 or gold == 3)", "true or false"},
    {"Red", "a seat"},
    {"Warm", "a set of seats"},
    {"Warm or Cold", "a set of seats"},
    {"lake", "a space"},
    {"red-box", "a zone"},
    {"{lake, red-box}", "a set of zones"},
    {"{lake, north-hill} or spaces", "a set of spaces"},
    {"spaces or zones", "a set of zones"},
    {"zones except {lake}", "a set of zones"},
    {"deck", "a stack of cards"},
    {"hand[Blue]", "a stack of cards"},
    {"hand[1]", "a stack of cards"},
    {"cardsIn(deck) except {card-1}", "a set of cards"},
    {"card-1.order[1]", "a seat"},
    {"card-1.strength", "a number"},
    {"top(deck, 1)", "a card"},
    {"uphill", "a direction"},
    {"directions", "a set of directions"},
    {"hill", "one of terrain"},
    {"lake.loyalty", "one of hostile, neutral, loyal"},
    {"lake.loyalty >= neutral", "true or false"},
    {"neutral < lake.loyalty", "true or false"},
    {"low == sea", "true or false"},
    {"sea in {low, high}", "true or false"},
    {"gold in 1..6", "true or false"},
    {"card-1 in hand[Red]", "true or false"},
    {"currentPhase == market", "true or false"},
    {"Red troops", "pieces"},
    {"Warm (troops or scouts)", "pieces"},
    {"pieces except (Red or Blue)", "pieces"},
    {"activePlayer troops", "pieces"},
    {"count(Red in spaces)", "a number"},
    {"count(Warm troops in zones)", "a number"},
    {"count(activePlayer in lake)", "a number"},
    {"no hidden scouts in lake", "true or false"},
    {"count(s in spaces)", "a number"},
    {"any s in spaces", "true or false"},
    {"first s in spaces where s.kind == hill", "a space"},
    {"max(s.income for s in spaces)", "a number"},
    {"min(1, gold, 3)", "a number"},
    {"if rich then lake else none", "a space"},
    {"if rich then none else red-box", "a zone"},
    {"owner(Blue forts)", "a seat"},
    {"owner(Blue forts) == none", "true or false"},
    {"stackOf(card-1) == deck", "true or false"},
    {"stackOf(card-1) != none", "true or false"},
    {"reachable({lake}, hills(), steps: 3)", "a set of spaces"},
    {"hills", "a set of spaces"},
    {"cost", "a number"},
    {"margin(Green) + abs(-3) + size(deck) + turnNumber", "a number"},
    {"target == none", "true or false"},
    {"used == {}", "true or false"},
    {"longGame and wind == storm", "true or false"},
};

static void test_types_of_expressions(void **state) {
    fixture *f = *state;
    good_game(f);
    for (size_t i = 0; i < LF_COUNT(expressions); i++)
        expect_expression(f, expressions[i].text, expressions[i].type);
}

static void test_rewritten_expressions(void **state) {
    fixture *f = *state;
    good_game(f);
    const lf_node *n = expect_expression(f, "count(s in spaces)", "a number");
    assert_int_equal(n->kind, LF_N_AGGREGATE);
    assert_int_equal(n->word, LF_W_COUNT);
    n = expect_expression(f, "count(cards in deck)", "a number");
    assert_int_equal(n->kind, LF_N_CALL);
    assert_int_equal(n->symbol->index, LF_BUILTIN_SIZE);
    n = expect_expression(f, "any cards in deck", "true or false");
    assert_int_equal(n->kind, LF_N_BINARY);
    n = expect_expression(f, "cost", "a number");
    assert_int_equal(n->kind, LF_N_CALL);
    n = expect_expression(f, "activePlayer == 2", "true or false");
    assert_int_equal(n->kids[LF_K_BINARY_RIGHT]->kind, LF_N_NAME);
    assert_string_equal(n->kids[LF_K_BINARY_RIGHT]->name, "Green");
    n = expect_expression(f, "count(Red in lake)", "a number");
    assert_int_equal(n->kids[LF_K_PIECES]->kind, LF_N_PIECES);
    n = expect_expression(f, "-3", "a number");
    assert_int_equal(n->kind, LF_N_INT);
    assert_int_equal(n->value, -3);
}

static void expect_refused_block(fixture *f, const char *text, const char *message) {
    f->report.count = f->report.errors = 0;
    assert_false(lf_check_snippet(&f->model, parse_snippet(f, text, true), true, NULL, NULL));
    assert_int_equal(f->report.count, 1);
    assert_string_equal(f->report.items[0].message, message);
}

static void test_blocks_of_snippets(void **state) {
    fixture *f = *state;
    good_game(f);
    uint32_t locals;
    lf_node *block =
        parse_snippet(f, "let n = 3\nplace n Red troops in lake\ngold = roll 6\npay(Red)", true);
    assert_true(lf_check_snippet(&f->model, block, true, &locals, NULL));
    assert_int_equal(locals, 1);
    expect_refused_block(f, "lose(lake, Red)",
                         "`lose` asks for a decision, which is not possible here");
    expect_refused_block(f, "choose s in spaces\ntarget = s", "a decision is not possible here");
    expect_refused_block(f, "remove 1 Red pieces from lake chosen",
                         "a decision is not possible here");
    expect_refused_block(f, "perform card-1.upper", "a card cannot be performed here");
    expect_refused_block(f, "glod = 3", "unknown name `glod`");
}

/* ---- bounds ---- */

/* Twice the work at each level would never end. */
static void test_depth_costs_nothing(void **state) {
    fixture *f = *state;
    good_game(f);
    static const char *const shapes[][2] = {{"rich or (", ")"},
                                            {"gold < (", ")"},
                                            {"not (", ")"},
                                            {"if rich then true else (", ")"},
                                            {"rich == (", ")"}};
    for (size_t i = 0; i < LF_COUNT(shapes); i++) {
        lf_text text = {0};
        for (int depth = 0; depth < 40; depth++)
            lf_text_addz(&text, shapes[i][0]);
        lf_text_addz(&text, "rich");
        for (int depth = 0; depth < 40; depth++)
            lf_text_addz(&text, shapes[i][1]);
        lf_check_snippet(&f->model, parse_snippet(f, text.data, false), false, NULL, NULL);
        lf_text_free(&text);
    }
}

static void test_long_chain_of_calls(void **state) {
    fixture *f = *state;
    lf_text text = {0};
    lf_text_addz(&text, "procedures:\n");
    for (int i = 0; i < 2000; i++)
        lf_text_printf(&text, "  _p%d: p%d()\n  p%d: _p%d()\n", i, i, i, i + 1);
    lf_text_addz(&text, "  _p2000: gold += 1\n");
    check_game(f, "", text.data);
    lf_text_free(&text);
    bool found = false;
    for (uint32_t i = 0; i < f->report.count; i++)
        found |= f->report.items[i].code == LF_E0604;
    assert_true(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        DECLARE_TEST(test_every_construct_is_accepted),
        DECLARE_TEST(test_every_node_is_settled),
        DECLARE_TEST(test_types_of_routines),
        DECLARE_TEST(test_facts_about_routines),
        DECLARE_TEST(test_facts_travel_through_calls),
        DECLARE_TEST(test_locals_are_numbered),
        DECLARE_TEST(test_calls_are_completed),
        DECLARE_TEST(test_condition_of_several_moves_into_domain),
        DECLARE_TEST(test_scenario_data_is_folded),
        DECLARE_TEST(test_types_of_expressions),
        DECLARE_TEST(test_rewritten_expressions),
        DECLARE_TEST(test_blocks_of_snippets),
        DECLARE_TEST(test_depth_costs_nothing),
        DECLARE_TEST(test_long_chain_of_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
