/* check_supposing.c: `supposing(CALL, EXPRESSION)`: what would hold if the procedure had been
 * carried out.
 *
 * Everything that the procedure changes is taken back when the expression has been worked out. So
 * neither of them, nor anything that they call, may do what cannot be taken back: ask somebody,
 * draw, show or move cards, steer the course of play, or fail. Looking at cards counts too: what
 * hangs on a supposed position would tell of those that are hidden, and with explicit chance it
 * would have to wait for them.
 *
 * While bodies are checked, every body notes the first such thing that it does itself, and the
 * checker all calls inside a `supposing`; when it is known who calls whom (check_flow.c), the two
 * are brought together. */
#include "check.h"

static const char how_to_suppose[] = "write `supposing(shift(s, t), attacked(t))`";

void lf_check_irrevocable(checker *c, const lf_node *n, const char *doing) {
    check_flow *flow = c->body->flow;
    if (c->body->supposing > 0)
        lf_check_fault(c, n, LF_E0570, "do it before or after `supposing`",
                       "nothing inside `supposing` may %s", doing);
    if (c->body->muted || flow->irrevocable != NULL)
        return;
    flow->irrevocable = doing;
    flow->irrevocable_pos = n->pos;
    flow->irrevocable_by = UINT32_MAX;
}

/* A routine of the game, called from outside of it: what it does is known already. */
static void refuse_in_snippet(checker *c, const lf_node *n, uint32_t target) {
    if (target >= c->model->routine_count || c->model->routines[target].irrevocable == NULL)
        return;
    lf_check_fault(c, n, LF_E0570, "do it before or after `supposing`",
                   "`%s` cannot be supposed: it may %s", c->model->routines[target].name,
                   c->model->routines[target].irrevocable);
}

void lf_check_note_supposed(checker *c, const lf_node *n, uint32_t target) {
    if (c->body->muted || c->body->supposing == 0)
        return;
    if (c->body->kind == BODY_SNIPPET)
        refuse_in_snippet(c, n, target);
    const supposed_call call = {target, n->pos, n->length};
    LF_PUSH(c->model->arena, c->supposed, c->supposed_count, c->supposed_capacity, call);
}

static void check_call(checker *c, lf_node *call) {
    const lf_type type = call != NULL && call->kind == LF_N_CALL ? lf_check_call_or_void(c, call)
                                                                 : lf_check_any_expr(c, call);
    const bool procedure = call != NULL && call->kind == LF_N_CALL && call->symbol != NULL &&
                           call->symbol->kind == LF_SYM_PROCEDURE;
    if (!procedure && call != NULL && type.base != LF_T_ERROR && type.base != LF_T_UNKNOWN)
        lf_check_fault(c, call, LF_E0571, how_to_suppose,
                       "`supposing` needs the call of a procedure; this changes nothing");
}

lf_type lf_check_supposing(checker *c, lf_node *n, lf_type hint) {
    check_body *body = c->body;
    const char *outer = body->pure;
    if (outer == lf_check_in_default) {
        lf_check_require_pure(c, n, "suppose anything");
        return n->type = check_type(LF_T_ERROR);
    }
    body->supposing++;
    body->pure = NULL;
    check_call(c, n->kids[LF_K_SUPPOSING_DO]);
    body->pure = outer != NULL ? outer : "the value of `supposing`";
    lf_node *value = n->kids[LF_K_SUPPOSING_VALUE];
    const lf_type type = lf_check_expr(c, value, hint);
    body->pure = outer;
    body->supposing--;
    const uint32_t open = BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN) | BASE_BIT(LF_T_NONE);
    if (lf_check_is_value(type) || check_is(type, open))
        return n->type = type;
    return n->type =
               lf_check_fault(c, value, LF_E0571, how_to_suppose,
                              "%s cannot be the value of `supposing`", lf_check_type_name(c, type));
}

/* "here, by shift → capture", as far as it is not the routine itself. */
static const char *way_to(checker *c, uint32_t target) {
    const char *way = lf_check_target_name(c, target);
    const check_flow *flow = lf_check_flow_of(c, target);
    while (flow->irrevocable_by != UINT32_MAX) {
        way = lf_check_printf(c, "%s → %s", way, lf_check_target_name(c, flow->irrevocable_by));
        flow = lf_check_flow_of(c, flow->irrevocable_by);
    }
    return lf_check_printf(c, "here (%s)", way);
}

void lf_check_refuse_irrevocable(checker *c) {
    for (uint32_t i = 0; i < c->supposed_count; i++) {
        const supposed_call *call = &c->supposed[i];
        const check_flow *flow = lf_check_flow_of(c, call->target);
        if (flow->irrevocable != NULL)
            lf_report_add_at(c->model->report, LF_ERROR, LF_E0570, call->pos, call->length,
                             flow->irrevocable_pos, way_to(c, call->target),
                             "`%s` cannot be supposed: it may %s",
                             lf_check_target_name(c, call->target), flow->irrevocable);
    }
}
