/* check_settled.c: the border between the checker and the compiler.
 *
 * The compiler requires a type for every expression. The rest of the checker gives it one, or
 * reports why it has none. This is the last check: an expression without a type that nothing has
 * reported is an error here, so that no spec reaches the compiler with it. */
#include "check.h"

static bool needs_type(const lf_node *n) {
    return n->kind != LF_N_LIST && n->kind != LF_N_ARG &&
           !lf_node_shape_of((lf_node_kind)n->kind)->statement;
}

static void require_settled(void *context, lf_node *n) {
    checker *c = context;
    if (n == NULL)
        return;
    if (needs_type(n) && !lf_is_settled(n->type)) {
        const bool named = n->kind == LF_N_NAME;
        lf_report_add(c->model->report, LF_ERROR, LF_E0512, n->pos, n->length,
                      "give it a first value with a type, or use it where its type is clear",
                      named ? "cannot infer the type of `%s`" : "cannot infer the type of this",
                      named ? n->name : "");
        return; /* its parts have none for the same reason */
    }
    require_settled(c, n->because);
    /* What a table is by is a name or a range that is not evaluated. */
    for (uint32_t i = 0; n->kind != LF_N_TABLE && i < n->kid_count; i++)
        require_settled(c, n->kids[i]);
}

void lf_check_require_settled_tree(checker *c, lf_node *tree) {
    require_settled(c, tree);
}

void lf_check_require_settled(checker *c) {
    lf_model_each_tree(c->model, require_settled, c);
}
