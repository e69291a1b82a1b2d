/* check_tally.c: any(group), every(group), count(group): how many variables of a group are true.
 *
 * Behind the checker there are no groups in expressions: the node becomes what one would write out
 * by hand, so that whatever is known about `or`, `and` and sums holds for it too. */
#include "check.h"

void lf_check_use_group(checker *c, const lf_symbol *group) {
    const lf_model_var_group *g = &c->model->var_groups[group->index];
    for (uint32_t i = 0; i < g->count; i++)
        c->var_used[g->vars[i]] = true;
}

/* ---- what it becomes ---- */

static lf_node *make_node(const checker *c, lf_node_kind kind, const lf_node *like,
                          lf_base_type type) {
    lf_node *n = lf_node_new(c->model->arena, kind, like->pos, like->length);
    n->type = check_type(type);
    return n;
}

static lf_node *number(const checker *c, const lf_node *like, int64_t value) {
    lf_node *n = make_node(c, LF_N_INT, like, LF_T_INT);
    n->value = value;
    return n;
}

/* One variable: its truth, or as a number 1 or 0. */
static lf_node *member(const checker *c, const lf_node *tally, uint32_t var) {
    lf_node *name = make_node(c, LF_N_NAME, tally, LF_T_BOOL);
    name->name = c->model->vars[var].name;
    name->symbol = c->model->vars[var].symbol;
    if (tally->word != LF_W_COUNT)
        return name;
    lf_node *one_or_none = make_node(c, LF_N_COND, tally, LF_T_INT);
    one_or_none->kids[LF_K_COND_WHEN] = name;
    one_or_none->kids[LF_K_COND_THEN] = number(c, tally, 1);
    one_or_none->kids[LF_K_COND_ELSE] = number(c, tally, 0);
    return one_or_none;
}

/* A balanced tree: as deep as the logarithm of the group. */
static lf_node *join_balanced(const checker *c, const lf_node *tally, const uint32_t *vars,
                              uint32_t count) {
    static const uint8_t words[LF_WORD_COUNT] = {
        [LF_W_COUNT] = LF_W_ADD, [LF_W_ANY] = LF_W_OR, [LF_W_EVERY] = LF_W_AND};
    if (count == 1)
        return member(c, tally, vars[0]);
    const uint32_t half = count / 2;
    lf_node *n = make_node(c, LF_N_BINARY, tally, tally->word == LF_W_COUNT ? LF_T_INT : LF_T_BOOL);
    n->word = words[tally->word];
    n->kids[LF_K_BINARY_LEFT] = join_balanced(c, tally, vars, half);
    n->kids[LF_K_BINARY_RIGHT] = join_balanced(c, tally, vars + half, count - half);
    return n;
}

/* ---- the check ---- */

static lf_type no_group(checker *c, lf_node *n, const lf_symbol *symbol) {
    const char *word = lf_word_text((lf_word)n->word);
    if (c->body->muted || (symbol == NULL && lf_model_left_out(c->model, n->name)))
        return n->type = check_type(LF_T_ERROR);
    lf_nearest nearest = lf_nearest_to(n->name);
    for (uint32_t i = 0; i < c->model->var_group_count; i++)
        lf_nearest_offer(&nearest, c->model->var_groups[i].entry.id);
    const char *note = lf_check_did_you_mean(c, &nearest);
    if (note == NULL && symbol != NULL && symbol->kind == LF_SYM_PIECE_WORD)
        note = n->word == LF_W_COUNT
                   ? lf_check_printf(c, "say where the pieces are: `count(%s in s)`", n->name)
                   : lf_check_printf(c, "say where the pieces are: `%s %s in s`", word, n->name);
    else if (note == NULL)
        note = "for a set, write `size(…)`; for its members, `count(x in … where …)`";
    return n->type = lf_check_fault(c, n, symbol != NULL ? LF_E0508 : LF_E0501, note,
                                    symbol != NULL ? "`%s` is not a group of variables"
                                                   : "unknown group of variables `%s`",
                                    n->name);
}

lf_type lf_check_tally(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    const check_local *local = lf_check_find_local(c, n->name);
    const lf_symbol *symbol = local != NULL ? &local->symbol : lf_model_find(c->model, n->name);
    if (symbol == NULL || symbol->kind != LF_SYM_VAR_GROUP)
        return no_group(c, n, symbol);
    const lf_model_var_group *group = &c->model->var_groups[symbol->index];
    if (group->type.base != LF_T_BOOL)
        return n->type = lf_check_fault(
                   c, n, LF_E0508, "only variables that are true or false can be counted",
                   "each variable of `%s` is %s", n->name, lf_check_type_name(c, group->type));
    lf_check_use_group(c, symbol);
    *n = *join_balanced(c, n, group->vars, group->count);
    return n->type;
}
