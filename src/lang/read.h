/* read.h: from the document to trees: what `notation/` and `form/` offer to those who declare and
 * write games. */
#ifndef LF_READ_H
#define LF_READ_H

#include "ast.h"

typedef struct {
    lf_arena *arena;
    lf_names *names;
    lf_report *report;
    lf_map *
        /* NULL, or where the lf_read_ functions keep what they read: by the address of the
         * document */
        trees;
} lf_parse_context;

/* ---- one spelling ---- */

/* Notation in a scalar of the spec. On error the report has it and the result is NULL (expression)
 * or what could be parsed (block); the caller goes on with other parts. */
lf_node *lf_parse_expression(const lf_parse_context *, const lf_doc *scalar);
lf_node *lf_parse_block(const lf_parse_context *, const lf_doc *scalar);
/* a label: "Sweep in {s}" */
lf_node *lf_parse_text(const lf_parse_context *, const lf_doc *scalar);
/* The domain of a parameter: an expression, or `spaces where …`, a SELECT that binds the
 * parameter's own name. */
lf_node *lf_parse_domain(const lf_parse_context *, const lf_doc *scalar, const char *bind);
/* `name`, `name(a, b)`, `name(a: space, b = 3)`: the key of a function or procedure. */
typedef struct {
    const char *name;
    lf_pos pos;
    const char *type; /* NULL, or the annotation */
    lf_pos type_pos;
    lf_node *default_value; /* NULL, or an expression */
} lf_parsed_param;
typedef struct {
    const char *name;
    lf_parsed_param *params;
    uint32_t param_count;
} lf_signature;
/* The id of an option that declares none, from its label; "" if there is no letter and no digit in
 * it. */
const char *lf_label_id(const lf_parse_context *, const lf_node *label);

bool lf_parse_signature(const lf_parse_context *, const char *text, lf_pos, lf_signature *out);

/* ---- either spelling: a scalar is notation, a map or list is the AST form ---- */

/* With `trees`, a document is parsed once: the tree stays there as it was read, and every caller
 * gets a copy of its own, which the checker may rewrite. */
lf_node *lf_read_expression(const lf_parse_context *, const lf_doc *);
lf_node *lf_read_block(const lf_parse_context *,
                       const lf_doc *); /* effects: list of maps, one map, or notation */
lf_node *lf_read_text(const lf_parse_context *, const lf_doc *);
/* The body of a routine. A function's (`pure`) is a block if it is written as one: a literal
 * scalar, or a list. */
lf_node *lf_read_body(const lf_parse_context *, const lf_doc *, bool pure);
/* The domain of a parameter; `bind` as in lf_parse_domain. */
lf_node *lf_read_domain(const lf_parse_context *, const lf_doc *, const char *bind);

/* What was read from the document, as it was read; NULL if nothing was. */
const lf_node *lf_tree_of(const lf_map *trees, const lf_doc *);

#endif
