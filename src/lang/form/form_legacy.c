/* form_legacy.c: the older spellings that a template cannot express, because what they become
 * depends on what is inside them: filters, aggregates, removal by priority. The table that leads
 * here is in form_spellings.c. */
#include <string.h>

#include "form.h"
#include "lang/ast_print.h"

static lf_node *built_in(lf_form *form, const char *name, lf_pos pos) {
    return lf_form_name_node(form, lf_intern_z(form->context->names, name), pos, 1);
}

static lf_node *make_binary_node(lf_form *form, lf_word word, lf_node *left, lf_node *right,
                                 lf_pos pos) {
    lf_node *node = lf_node_new(form->context->arena, LF_N_BINARY, pos, 1);
    node->word = (uint8_t)word;
    node->kids[LF_K_BINARY_LEFT] = left;
    node->kids[LF_K_BINARY_RIGHT] = right;
    return node;
}

static lf_node *make_integer(lf_form *form, int64_t value, lf_pos pos) {
    lf_node *node = lf_node_new(form->context->arena, LF_N_INT, pos, 1);
    node->value = value;
    return node;
}

/* ---- seats ---- */

/* `active` and `actor` are the seat to move, { id: 0 } a seat's number, { chosen: $x } a
 * variable. */
lf_node *lf_form_player(lf_form *form, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR && lf_form_is_one_of("active|actor", doc->text))
        return built_in(form, "activePlayer", doc->pos);
    if (doc->kind == LF_DOC_MAP && doc->count == 1 &&
        lf_form_is_one_of("id|chosen", doc->pairs[0].key))
        return lf_form_expression(form, doc->pairs[0].value);
    return lf_form_expression(form, doc);
}

/* ---- { prop, op, value }: conditions on pieces, to piece words ---- */

static lf_node *read_legacy_filter(lf_form *form, const lf_doc *value) {
    if (value->kind != LF_DOC_LIST)
        return lf_form_expression(form, value);
    return lf_form_read_chain(form, LF_W_OR, value, value->pos);
}

static bool is_negated(lf_form *form, const lf_doc *op, bool *ok) {
    if (op == NULL || (op->kind == LF_DOC_SCALAR && lf_form_is_one_of("eq|in|==", op->text)))
        return false;
    if (op->kind == LF_DOC_SCALAR && lf_form_is_one_of("neq|notIn|!=", op->text))
        return true;
    *ok = false;
    if (op->kind != LF_DOC_SCALAR) {
        lf_form_wrong_kind(form, op, "`op`", "one word");
        return false;
    }
    lf_nearest nearest = lf_nearest_to(op->text);
    lf_form_unknown(
        form, LF_E0307, op->pos, &nearest, "it is one of `eq`, `neq`, `in`, `notIn`",
        lf_arena_printf(form->context->arena, "`op` cannot be `%s` in a filter", op->text));
    return false;
}

/* Every word of the vocabulary belongs to one property, so `prop` says nothing that `value` does
 * not. */
static lf_node *predicate(lf_form *form, const lf_doc *doc) {
    lf_form_match match = {
        .key = "filter",
        .pos = doc->pos,
        .body = doc,
        .count = 3,
        .fields = {{"prop", 'n', false, ""}, {"op", 'x', true, ""}, {"value", 'e', false, ""}}};
    bool ok = lf_form_match_fields(form, &match, "");
    bool negated = is_negated(form, lf_form_get(&match, "op"), &ok);
    const lf_doc *value = lf_form_get(&match, "value");
    lf_node *filter = value != NULL ? read_legacy_filter(form, value) : NULL;
    if (!ok || filter == NULL)
        return NULL;
    return negated ? make_binary_node(form, LF_W_EXCEPT, built_in(form, "pieces", doc->pos), filter,
                                      doc->pos)
                   : filter;
}

lf_node *lf_form_filter(lf_form *form, const lf_doc *doc) {
    if (doc == NULL)
        return built_in(form, "pieces", (lf_pos){0, 0, 0});
    if (doc->kind != LF_DOC_LIST)
        return predicate(form, doc);
    lf_node *list = lf_node_list(form->context->arena, doc->pos);
    bool ok = true;
    for (uint32_t i = 0; i < doc->count; i++) {
        lf_node *filter = predicate(form, doc->items[i]);
        if (filter != NULL)
            lf_node_list_add(form->context->arena, list, filter);
        ok &= filter != NULL;
    }
    if (!ok)
        return NULL;
    if (list->kid_count == 0)
        return built_in(form, "pieces", doc->pos);
    if (list->kid_count == 1)
        return list->kids[0];
    lf_node *pieces = lf_node_new(form->context->arena, LF_N_PIECES, doc->pos, 1);
    pieces->kids[LF_K_LIST] = list;
    return pieces;
}

/* ---- conditions on a space whose variable has no declaration ---- */

static bool mentions(const lf_node *node, const char *name) {
    if (node == NULL)
        return false;
    if (node->kind == LF_N_NAME && strcmp(node->name, name) == 0)
        return true;
    for (uint32_t i = 0; i < node->kid_count; i++)
        if (mentions(node->kids[i], name))
            return true;
    return false;
}

/* The variable is `zone`, or `space` where only that is mentioned. */
lf_node *lf_form_select(lf_form *form, const lf_doc *doc, const char *set) {
    if (doc == NULL)
        return built_in(form, set, (lf_pos){0, 0, 0});
    const lf_doc *inner =
        doc->kind == LF_DOC_MAP && doc->count == 1 ? lf_doc_get(doc, "condition") : NULL;
    lf_node *where = lf_form_expression(form, inner != NULL ? inner : doc);
    if (where == NULL)
        return NULL;
    bool space = mentions(where, "space") && !mentions(where, "zone");
    lf_node *select = lf_node_new(form->context->arena, LF_N_SELECT, doc->pos, 1);
    select->name = lf_intern_z(form->context->names, space ? "space" : "zone");
    select->kids[LF_K_AGG_IN] = built_in(form, set, doc->pos);
    select->kids[LF_K_AGG_WHERE] = where;
    return select;
}

/* ---- chains ---- */

lf_node *lf_form_build_row(lf_form *form, const lf_form_match *match) {
    const lf_doc *args = lf_form_get(match, "args");
    lf_word word = LF_W_NONE;
    lf_word_find(lf_doc_get(match->body, "op")->text,
                 &word); /* the row applies because it is one of its words */
    return args != NULL ? lf_form_read_chain(form, word, args, match->pos) : NULL;
}

lf_node *lf_form_build_union(lf_form *form, const lf_form_match *match) {
    const lf_doc *sources = lf_form_get(match, "sources");
    return sources != NULL ? lf_form_read_chain(form, LF_W_OR, sources, match->pos) : NULL;
}

/* ---- aggregates over a query ---- */

/* Counting pieces is a node of its own; a query with a condition gives the aggregate its
 * `where`. */
lf_node *lf_form_build_aggregate(lf_form *form, const lf_form_match *match) {
    const lf_doc *op = lf_form_get(match, "op"), *bind = lf_form_get(match, "bind");
    lf_word word = LF_W_NONE;
    bool ok = op != NULL && lf_form_word(form, LF_N_AGGREGATE, "op", op, &word);
    const char *name = lf_form_name(form, bind);
    lf_node *query = lf_form_value(form, 'e', lf_form_get(match, "query"));
    lf_node *value = lf_form_value(form, 'e', lf_form_get(match, "valueExpr"));
    if (!ok || query == NULL || (bind != NULL && name == NULL) ||
        (value == NULL && lf_form_get(match, "valueExpr") != NULL))
        return NULL;
    if (word == LF_W_COUNT && query->kind == LF_N_KINDS) {
        lf_node *count = lf_form_node(form, match, LF_N_COUNT);
        count->kids[LF_K_PIECES] = query->kids[LF_K_PIECES];
        count->kids[LF_K_IN] = query->kids[LF_K_IN];
        return count;
    }
    lf_node *aggregate = lf_form_node(form, match, LF_N_AGGREGATE);
    bool unwrap = query->kind == LF_N_SELECT && (name == NULL || name == query->name);
    aggregate->word = (uint8_t)word;
    aggregate->name = unwrap         ? query->name
                      : name != NULL ? name
                                     : lf_intern_z(form->context->names, "item");
    aggregate->kids[LF_K_AGG_IN] = unwrap ? query->kids[LF_K_AGG_IN] : query;
    aggregate->kids[LF_K_AGG_WHERE] = unwrap ? query->kids[LF_K_AGG_WHERE] : NULL;
    aggregate->kids[LF_K_AGG_VALUE] = value;
    return aggregate;
}

/* ---- dice ---- */

static bool is_small(const lf_node *node) {
    return node->kind == LF_N_INT && node->value >= INT32_MIN && node->value <= INT32_MAX;
}

/* `roll n` gives 1 to n; a range that begins elsewhere is a roll and an offset. */
lf_node *lf_form_build_roll(lf_form *form, const lf_form_match *match) {
    lf_node *min = lf_form_value(form, 'e', lf_form_get(match, "min"));
    lf_node *max = lf_form_value(form, 'e', lf_form_get(match, "max"));
    if (min == NULL || max == NULL)
        return NULL;
    if (!is_small(min) || (min->value != 1 && !is_small(max)))
        return lf_form_build(
            form, match,
            "(LET.bind (BINARY:+ (ROLL (BINARY:+ (BINARY:- max min) #1)) (BINARY:- min #1))) in*");
    lf_node *all = lf_form_build(form, match, "(LET.bind (ROLL max)) in*");
    if (all == NULL || min->value == 1)
        return all;
    lf_node *let = all->kind == LF_N_LIST ? all->kids[0] : all;
    lf_node *roll = let->kids[LF_K_LET_VALUE];
    roll->kids[LF_K_ROLL_SIDES] = make_integer(form, max->value - min->value + 1, max->pos);
    let->kids[LF_K_LET_VALUE] = make_binary_node(
        form, LF_W_ADD, roll, make_integer(form, min->value - 1, min->pos), roll->pos);
    return all;
}

/* ---- removal by priority ---- */

typedef struct {
    lf_node *pieces, *from, *to; /* of the groups read so far; pieces is a LIST */
} removal;

static bool agrees(const lf_node *a, const lf_node *b) {
    return a == b || (a != NULL && b && lf_ast_equal(a, b));
}

static bool read_group(lf_form *form, const lf_doc *doc, removal *all) {
    lf_form_match match = {
        .key = "group",
        .pos = doc->pos,
        .body = doc,
        .count = 3,
        .fields = {{"over", 'e', false, ""}, {"to", 'e', true, ""}, {"bind", 'x', true, ""}}};
    bool ok = lf_form_match_fields(form, &match, "");
    lf_node *over = lf_form_value(form, 'e', lf_form_get(&match, "over"));
    lf_node *to = lf_form_value(form, 'e', lf_form_get(&match, "to"));
    if (!ok || over == NULL || (lf_form_get(&match, "to") != NULL && to == NULL))
        return false;
    const char *problem = NULL;
    bool first = all->pieces->kid_count == 0;
    if (over->kind != LF_N_KINDS)
        problem = "`over` of a removal must be a query for pieces in a zone";
    else if (!first && !agrees(over->kids[LF_K_IN], all->from))
        problem = "all groups must take from the same zone";
    else if (!first && !agrees(to, all->to))
        problem = "all groups must have the same `to`";
    if (problem != NULL) {
        lf_report_add(form->context->report, LF_ERROR, LF_E0309, doc->pos, 1,
                      "write a removal in several steps with `remove`", "%s", problem);
        return false;
    }
    if (first)
        all->from = over->kids[LF_K_IN], all->to = to;
    lf_node_list_add(form->context->arena, all->pieces, over->kids[LF_K_PIECES]);
    return true;
}

static bool read_groups(lf_form *form, const lf_doc *groups, removal *out) {
    *out = (removal){.pieces = lf_node_list(form->context->arena, groups->pos)};
    if (groups->kind != LF_DOC_LIST || groups->count == 0) {
        lf_form_wrong_kind(form, groups, "`groups`", "a list of at least one group");
        return false;
    }
    bool ok = true;
    for (uint32_t i = 0; i < groups->count; i++)
        ok &= read_group(form, groups->items[i], out);
    return ok;
}

/* remove up to `budget` of any group's pieces, in the order of the groups */
lf_node *lf_form_build_removal(lf_form *form, const lf_form_match *match) {
    const lf_doc *groups = lf_form_get(match, "groups");
    lf_node *budget = lf_form_value(form, 'e', lf_form_get(match, "budget"));
    removal order, same; /* read twice, because no node may have two parents */
    if (groups == NULL || !read_groups(form, groups, &order) || budget == NULL)
        return NULL;
    if (!read_groups(form, groups, &same))
        return NULL;
    lf_node *remove = lf_form_node(form, match, LF_N_REMOVE);
    remove->word = LF_W_UP_TO;
    remove->value = LF_W_ORDERED;
    remove->kids[LF_K_T_COUNT] = budget;
    remove->kids[LF_K_T_PIECES] = lf_form_chain(form, LF_W_OR, same.pieces, groups->pos);
    remove->kids[LF_K_T_FROM] = order.from;
    remove->kids[LF_K_T_TO] = order.to;
    remove->kids[LF_K_T_ORDER] = order.pieces;
    return remove->kids[LF_K_T_PIECES] != NULL ? remove : NULL;
}
