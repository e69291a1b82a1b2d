/* ast_print.h: the AST as JSON, in the canonical AST form of nodes.def.
 *
 * What lf_ast_to_json writes, lf_read_expression, lf_read_block and lf_read_text read back to an
 * equal AST. */
#ifndef LF_AST_PRINT_H
#define LF_AST_PRINT_H

#include <jansson.h>

#include "ast.h"

/* What a name stands for decides how it is written: a constant as its name, the others as `{ ref: …
 * }`. */
typedef enum {
    LF_REF_CONSTANT,
    LF_REF_GLOBAL,
    LF_REF_BINDING,
    LF_REF_ACTIVE_PLAYER,
    LF_REF_OPTION
} lf_ref_kind;
typedef lf_ref_kind (*lf_ref_classifier)(const lf_node *name_node, const void *context);

/* A new reference, or NULL when out of memory. A block gives an array, a text template a string
 * where the notation needs no signs for it, else { text: […] }. Without a classifier every name is
 * written as a constant. */
json_t *lf_ast_to_json(const lf_node *, lf_ref_classifier, const void *context);

/* The same kinds, words, names and values all the way down; positions, types and symbols do not
 * count. Both may be NULL. */
bool lf_ast_equal(const lf_node *, const lf_node *);

#endif
