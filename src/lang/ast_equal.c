/* ast_equal.c: whether two ASTs say the same. */
#include <string.h>

#include "ast_print.h"

static bool equal_names(const char *a, const char *b) {
    return a == b || (a != NULL && b && strcmp(a, b) == 0);
}

bool lf_ast_equal(const lf_node *a, const lf_node *b) {
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->word != b->word || a->value != b->value)
        return false;
    if (!equal_names(a->name, b->name) || a->kid_count != b->kid_count)
        return false;
    for (uint32_t i = 0; i < a->kid_count; i++)
        if (!lf_ast_equal(a->kids[i], b->kids[i]))
            return false;
    return true;
}
