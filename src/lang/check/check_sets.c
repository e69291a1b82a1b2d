/* check_sets.c: sets and what walks them: literals, `where`, sum and count, any and every. */
#include "check.h"

/* ---- literals ---- */

/* `{}` is a set of what is wished for. Where no set is wished for it stays open for now: a variable
 * may yet learn its type. */
static lf_type empty_set(checker *c, lf_node *n, lf_type hint) {
    bool known = hint.base != LF_T_UNKNOWN && lf_check_agrees(check_open(LF_OPEN_SET), hint);
    n->type = known ? hint : check_open(LF_OPEN_SET);
    if (n->type.base == LF_T_UNKNOWN && !c->body->muted)
        LF_PUSH(c->model->arena, c->body->empty_sets, c->body->empty_count, c->body->empty_capacity,
                n);
    return n->type;
}

static bool is_empty_set(const lf_node *n) {
    return n != NULL && n->kind == LF_N_SET && n->kids[LF_K_LIST]->kid_count == 0;
}

void lf_check_settle_empty_sets(checker *c) {
    for (uint32_t i = 0; i < c->body->empty_count; i++) {
        const lf_node *n = c->body->empty_sets[i];
        if (is_empty_set(n) && n->type.base == LF_T_UNKNOWN)
            lf_check_fault(c, n, LF_E0512,
                           "write it where a set is expected: `raided = {}`, `SET == {}`",
                           "cannot infer the type of this empty set");
    }
}

/* The item that says of which type the others are: the first that is clear by itself. */
static uint32_t leading_item(checker *c, const lf_node *items) {
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (items->kids[i] != NULL && !lf_check_wants_hint(c, items->kids[i]))
            return i;
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (items->kids[i] != NULL && !lf_check_is_ambiguous(c, items->kids[i]))
            return i;
    return 0;
}

static lf_type join_item(checker *c, lf_node *item, const lf_node *lead, lf_type element) {
    lf_type joined;
    lf_check_expr(c, item, element);
    if (lf_check_join(element, item->type, &joined) && !lf_is_bound(joined))
        return joined;
    lf_check_fit(
        c, item,
        (check_wish){.type = element, .what = "another element", .name = "", .pos = lead->pos});
    return element;
}

static const char *why_no_set(lf_type element) {
    if (element.base == LF_T_BOOL)
        return "write a condition alone, without `[…]` or `{…}`";
    if (check_is(element, BITS_OF_SETS) || check_is_open_set(element))
        return "join sets with `or`; the empty set is `{}`";
    return NULL;
}

lf_type lf_check_set(checker *c, lf_node *n, lf_type hint) {
    const lf_node *items = n->kids[LF_K_LIST];
    if (items->kid_count == 0)
        return empty_set(c, n, hint);
    lf_type wanted = lf_check_element(hint);
    /* no set is wished for: reported later */
    if (wanted.base == LF_T_ERROR && hint.base != LF_T_ERROR)
        wanted = check_type(LF_T_UNKNOWN);
    uint32_t lead =
        wanted.base == LF_T_UNKNOWN || wanted.base == LF_T_ERROR ? leading_item(c, items) : 0;
    lf_type element = lf_check_expr(c, items->kids[lead], wanted);
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (i != lead && items->kids[i] != NULL)
            element = join_item(c, items->kids[i], items->kids[lead], element);
    n->type = lf_check_set_of(element);
    if (n->type.base != LF_T_ERROR || element.base == LF_T_ERROR)
        return n->type;
    for (uint32_t i = 0; i < items->kid_count; i++)
        lf_check_mark_reported(c, items->kids[i]);
    return n->type = lf_check_fault(c, n, LF_E0528, why_no_set(element),
                                    "a set cannot have this element: it is %s",
                                    lf_check_type_name(c, element));
}

/* ---- domains ---- */

lf_type lf_check_domain(checker *c, lf_node *n, const char *pure) {
    if (n == NULL)
        return check_type(LF_T_ERROR);
    const char *outer = c->body->pure;
    c->body->pure = pure;
    lf_type type = lf_check_any_expr(c, n);
    c->body->pure = outer;
    if (type.base == LF_T_STACK)
        type = lf_check_fit(c, n, WISH(LF_T_CARDS, NULL));
    if (type.base == LF_T_UNKNOWN && n->kind == LF_N_SET)
        return n->type = lf_check_fault(c, n, LF_E0528, NULL, "an empty set has no elements");
    lf_type element = lf_check_element(type);
    if (element.base != LF_T_ERROR || type.base == LF_T_ERROR)
        return element;
    const char *note = check_is(lf_check_set_of(type), BITS_OF_SETS)
                           ? "write a set of one element in braces: `{…}`"
                           : NULL;
    if (type.base == LF_T_INT)
        note = "write the numbers from 1 to that as `1..…`";
    lf_check_mark_reported(c, n);
    return lf_check_fault(c, n, LF_E0528, note, "expected a set or a range, found %s",
                          lf_check_type_name(c, type));
}

/* Declares the variable that runs over a domain. */
static check_local *declare_runner(checker *c, lf_node *n, lf_type element) {
    check_local *runner =
        lf_check_declare(c, n->name, lf_check_binder_pos(c, n), element, LOCAL_LOOP);
    runner->one_slot = element.base == LF_T_PIECES;
    n->symbol = &runner->symbol;
    return runner;
}

lf_type lf_check_select(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    uint32_t mark = c->body->scope_count;
    lf_node *in = n->kids[LF_K_AGG_IN];
    lf_type element = lf_check_domain(c, in, "the set that is searched");
    declare_runner(c, n, element);
    lf_check_condition(c, n->kids[LF_K_AGG_WHERE], "a `where` condition");
    lf_check_leave_scope(c, mark);
    if (element.base == LF_T_ERROR)
        return n->type = element;
    return n->type = in->type;
}

/* ---- aggregates ---- */

static void check_aggregated_value(checker *c, lf_node *n) {
    const char *outer = c->body->pure;
    c->body->pure = "what is summed up";
    lf_check_as(
        c, n->kids[LF_K_AGG_VALUE],
        (check_wish){.type = check_type(LF_T_INT),
                     .what = lf_check_printf(c, "`%s(…)`", lf_word_text((lf_word)n->word))});
    c->body->pure = outer;
}

/* Of spaces, seats and the like `first` gives one or none; of numbers, where none has no room, a
 * number that may be none. */
static lf_type type_of_first(lf_type element) {
    return element.base == LF_T_INT ? check_bound() : element;
}

lf_type lf_check_aggregate(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    uint32_t mark = c->body->scope_count;
    lf_type element = lf_check_domain(c, n->kids[LF_K_AGG_IN], "the set that is searched");
    check_local *runner = declare_runner(c, n, element);
    const lf_node *where = n->kids[LF_K_AGG_WHERE], *value = n->kids[LF_K_AGG_VALUE];
    runner->quiet =
        runner->quiet || (where == NULL && value == NULL); /* `any s in S` asks for nothing more */
    if (where != NULL)
        lf_check_condition(c, n->kids[LF_K_AGG_WHERE], "a `where` condition");
    if (value != NULL)
        check_aggregated_value(c, n);
    lf_check_leave_scope(c, mark);
    if (n->word == LF_W_EVERY && where == NULL)
        lf_check_fault(c, n, LF_E0528, "write `every x in … where CONDITION`",
                       "`every` needs a condition");
    lf_base_type result = n->word == LF_W_ANY || n->word == LF_W_EVERY ? LF_T_BOOL : LF_T_INT;
    return n->type = n->word == LF_W_FIRST ? type_of_first(element) : check_type(result);
}

/* ---- count and any ---- */

/* `count(s in sunny)`: the word in front is no filter but a variable. */
static lf_type count_elements(checker *c, lf_node *n) {
    const lf_node *variable = n->kids[LF_K_PIECES];
    lf_node *in = n->kids[LF_K_IN];
    n->word = n->kind == LF_N_COUNT ? LF_W_COUNT : LF_W_ANY;
    n->kind = LF_N_AGGREGATE;
    n->name = variable->name;
    n->kid_count = 3;
    n->kids = LF_NEW_ARRAY(c->model->arena, lf_node *, 3);
    n->kids[LF_K_AGG_IN] = in;
    return lf_check_aggregate(c, n, check_type(LF_T_UNKNOWN));
}

/* `count(cards in deck)` is the size of the deck. */
static lf_type rewrite_card_count(checker *c, lf_node *n) {
    lf_node *stack = n->kids[LF_K_IN];
    bool any = n->kind == LF_N_ANY;
    *n = *stack;
    lf_check_wrap(c, n, LF_N_CALL);
    n->name = lf_intern_z(c->model->names, "size");
    lf_check_call(c, n, check_type(LF_T_INT));
    if (!any)
        return n->type;
    lf_node *size = LF_NEW(c->model->arena, lf_node),
            *zero = lf_node_new(c->model->arena, LF_N_INT, n->pos, n->length);
    *size = *n;
    zero->type = check_type(LF_T_INT);
    *n = *lf_node_new(c->model->arena, LF_N_BINARY, n->pos, n->length);
    n->word = LF_W_GT;
    n->kids[LF_K_BINARY_LEFT] = size;
    n->kids[LF_K_BINARY_RIGHT] = zero;
    return n->type = check_type(LF_T_BOOL);
}

static lf_type no_such_piece(checker *c, lf_node *word, lf_node *n) {
    lf_nearest nearest = lf_nearest_to(word->name);
    const lf_model *m = c->model;
    for (uint32_t i = 0; i < m->kind_count; i++) {
        lf_nearest_offer(&nearest, m->kinds[i].type_word);
        for (uint32_t s = 0; s < m->kinds[i].state_count; s++)
            lf_nearest_offer(&nearest, m->kinds[i].states[s]);
    }
    for (uint32_t i = 0; i < m->seat_count; i++)
        lf_nearest_offer(&nearest, m->seats[i].id);
    return n->type = lf_check_fault(c, word, LF_E0519, lf_check_did_you_mean(c, &nearest),
                                    "unknown word for pieces `%s`", word->name);
}

typedef enum { FILTER, VARIABLE, CARDS_WORD } counted;

static counted what_is_counted(const checker *c, const lf_node *word) {
    if (word->kind != LF_N_NAME || lf_check_find_local(c, word->name) != NULL)
        return FILTER;
    const lf_symbol *symbol = lf_model_find(c->model, word->name);
    if (symbol == NULL)
        return VARIABLE;
    return symbol->kind == LF_SYM_BUILTIN && symbol->index == LF_BUILTIN_CARDS ? CARDS_WORD
                                                                               : FILTER;
}

lf_type lf_check_count(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *word = n->kids[LF_K_PIECES], *in = n->kids[LF_K_IN];
    if (word == NULL || in == NULL)
        return n->type = check_type(LF_T_ERROR);
    const uint32_t places = BASE_BIT(LF_T_SPACE) | BASE_BIT(LF_T_ZONE);
    counted what = what_is_counted(c, word);
    if (what == CARDS_WORD)
        return rewrite_card_count(c, n);
    if (what == VARIABLE) {
        bool place = in->kind == LF_N_NAME && check_is(lf_check_any_expr(c, in), places);
        return place ? no_such_piece(c, word, n) : count_elements(c, n);
    }
    lf_check_as(c, word,
                WISH(LF_T_PIECES, n->kind == LF_N_COUNT ? "`count(… in …)`" : "`any … in …`"));
    lf_check_as(c, in,
                (check_wish){.type = check_type(LF_T_ZONE),
                             .also = BASE_BIT(LF_T_SPACES) | BASE_BIT(LF_T_ZONES),
                             .what = "after `in`, a count of pieces"});
    return n->type = check_type(n->kind == LF_N_COUNT ? LF_T_INT : LF_T_BOOL);
}

lf_type lf_check_kinds(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_check_as(c, n->kids[LF_K_PIECES], WISH(LF_T_PIECES, NULL));
    lf_check_as(c, n->kids[LF_K_IN],
                (check_wish){.type = check_type(LF_T_ZONE),
                             .also = BASE_BIT(LF_T_SPACES) | BASE_BIT(LF_T_ZONES)});
    return n->type = check_type(LF_T_PIECES);
}
