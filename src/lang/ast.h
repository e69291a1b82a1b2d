/* ast.h: the one AST behind both spellings.
 *
 * Invariant: a node has exactly the kids that nodes.def gives its kind, in that order, NULL where
 * an optional field is absent; list fields (l, o, a) are one kid, a LIST node, and blocks one kid,
 * a BLOCK node. So a walk needs no knowledge of single kinds. Kinds without a key (LIST) exist only
 * inside.
 *
 * The parsers (read.h) fill kind, pos, length, name, word, value and kids. The checker fills `type`
 * and `symbol`, and may rewrite a node in place (a NAME that is a function without parameters
 * becomes a CALL; `count(s in …)` becomes an AGGREGATE); so it works on a copy, and the tree as it
 * was read is kept beside it. A BECAUSE becomes its condition, with the words beside it, so that
 * nothing behind the checker meets words among conditions. Names are interned. */
#ifndef LF_AST_H
#define LF_AST_H

#include "base/base.h"
#include "spec/spec.h"

typedef enum {
    LF_N_LIST, /* kids only */
#define LF_EXPR(kind, key, fields) LF_N_##kind,
#define LF_STMT(kind, key, fields) LF_N_##kind,
#include "nodes.def"
#undef LF_EXPR
#undef LF_STMT
    LF_NODE_KINDS
} lf_node_kind;

/* The words that a node's `word` can hold: see words.def. */
typedef enum {
#define LF_WORD(name, text) LF_W_##name,
#include "lang/words.def"
#undef LF_WORD
    LF_WORD_COUNT
} lf_word;

/* ---- types ----------------------------------------------------------------------------------- */

/* see sorts.def */
typedef enum {
#define LF_VALUE_SORT(type, text, say) LF_T_##type,
#define LF_REFERENCE_SORT LF_VALUE_SORT
#define LF_SET_SORT(type, text, say, element, domain) LF_T_##type,
#include "base/sorts.def"
    LF_BASE_TYPES
} lf_base_type;

typedef struct {
    uint8_t base; /* lf_base_type */
    uint8_t
        /* LF_T_TABLE: LF_T_SPACE, LF_T_SEAT, LF_T_PIECES, LF_T_INT or LF_T_ENUM; LF_T_INTS:
         * LF_T_ENUM, or 0 for ints; LF_T_INT: 1 if it may also be none, which is no bound;
         * LF_T_UNKNOWN: lf_open_kind */
        by;
    /* LF_T_ENUM: which; LF_T_TABLE: LF_T_INT or LF_T_BOOL; LF_T_INTS of an enum: which */
    uint16_t id;
} lf_type;

/* What is known of a type that is still to be inferred. */
typedef enum {
    LF_OPEN_ANY,
    LF_OPEN_SET, /* `{}`: some set, or an empty piece filter */
    LF_OPEN_NONE /* a local that begins as `none`: a reference, or a number that may be none */
} lf_open_kind;

/* What every expression has after a check without errors: no error, no scenario data. */
static inline bool lf_is_settled(lf_type type) {
    return type.base != LF_T_UNKNOWN && type.base != LF_T_ERROR && type.base != LF_T_DATA;
}

/* What `none` is in a number that may be none: more than any number of a game. */
#define LF_NO_BOUND INT64_MAX
static inline bool lf_is_bound(lf_type type) {
    return type.base == LF_T_INT && type.by != 0;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

typedef struct lf_node lf_node;
struct lf_symbol;

struct lf_node {
    uint8_t kind;    /* lf_node_kind */
    uint8_t word;    /* lf_word */
    uint16_t length; /* characters, for the caret */
    lf_pos pos;
    const char *name;
    int64_t value;
    lf_type type;
    struct lf_symbol *symbol;
    uint32_t kid_count;
    lf_node **kids;
    /* after the check, of a condition: the TEXT for where it stands in the way, or NULL */
    lf_node *because;
};

/* The words of a node, in the order of its fields: the first is kept in `word`, the others in
 * the bytes of `value`. */
static inline lf_word lf_node_word(const lf_node *node, uint32_t index) {
    return (lf_word)(index == 0 ? node->word : (uint64_t)node->value >> (8 * (index - 1)) & 0xff);
}
static inline void lf_node_set_word(lf_node *node, uint32_t index, lf_word word) {
    if (index == 0)
        node->word = (uint8_t)word;
    else
        node->value |= (int64_t)word << (8 * (index - 1));
}

/* ---- the table as data ----------------------------------------------------------------------- */

typedef struct {
    const char *name;
    char kind; /* as in nodes.def */
    bool optional;
    /* the words beside which it is not optional: "sum|min|max"; "" or NULL: none */
    const char *asked_by;
} lf_field;

#define LF_MAX_FIELDS 11
typedef struct {
    const char *kind_name; /* "CHOOSE" */
    const char *key;
    bool statement;
    uint8_t field_count, kid_count;
    lf_field fields[LF_MAX_FIELDS];
} lf_node_shape;

bool lf_field_is_kid(const lf_field *); /* not kept in the node itself */
/* built from nodes.def on first use, thread-safe */
const lf_node_shape *lf_node_shape_of(lf_node_kind);
const char *lf_word_text(lf_word);
bool lf_word_find(const char *text, lf_word *out);

/* kids NULL, count per shape */
lf_node *lf_node_new(lf_arena *, lf_node_kind, lf_pos, uint16_t length);
lf_node *lf_node_list(lf_arena *, lf_pos);
void lf_node_list_add(lf_arena *, lf_node *list, lf_node *item);
lf_node *lf_node_kid(const lf_node *, const char *field); /* by field name; for cold paths */
lf_node *lf_node_clone(lf_arena *, const lf_node *);      /* all the way down; NULL for NULL */

/* Kid positions by name, so that code reads `n->kids[LF_K_IF_THEN]`. */
enum {
    LF_K_PROP_OF,
    LF_K_ARG_VALUE = 0,
    LF_K_UNARY_ARG = 0,
    LF_K_DO_CALL = 0,
    LF_K_LET_VALUE = 0,
    LF_K_AS_VALUE = 0,
    LF_K_ROLL_SIDES = 0,
    LF_K_TABLE_IN = 0
};
enum { LF_K_INDEX_OF, LF_K_INDEX_AT };
enum { LF_K_CALL_ARGS, LF_K_CALL_WITH };
enum { LF_K_BINARY_LEFT, LF_K_BINARY_RIGHT };
enum { LF_K_COND_WHEN, LF_K_COND_THEN, LF_K_COND_ELSE };
enum { LF_K_BECAUSE_CONDITION, LF_K_BECAUSE_TEXT };
enum { LF_K_SUPPOSING_DO, LF_K_SUPPOSING_VALUE };
/* SET.items, PIECES.words, TEXT.parts, BLOCK.do */
enum { LF_K_LIST = 0 };
enum { LF_K_PIECES, LF_K_IN };                        /* COUNT, ANY, KINDS */
enum { LF_K_AGG_IN, LF_K_AGG_WHERE, LF_K_AGG_VALUE }; /* SELECT: the first two */
enum { LF_K_RANGE_MIN, LF_K_RANGE_MAX };
enum { LF_K_ASSIGN_TARGET, LF_K_ASSIGN_VALUE };
enum { LF_K_IF_CONDITION, LF_K_IF_THEN, LF_K_IF_ELSE };
enum { LF_K_FOR_OVER, LF_K_FOR_WHERE, LF_K_FOR_DO };
enum { LF_K_REPEAT_TIMES, LF_K_REPEAT_WHILE, LF_K_REPEAT_DO };
enum {
    LF_K_CHOOSE_OPTIONS,
    LF_K_CHOOSE_WHERE,
    LF_K_CHOOSE_PROMPT,
    LF_K_CHOOSE_BY,
    LF_K_CHOOSE_OR_LABEL,
    LF_K_CHOOSE_OR_WHEN,
    LF_K_CHOOSE_SEALED
};
enum {
    LF_K_CHOOSEN_OPTIONS,
    LF_K_CHOOSEN_WHERE,
    LF_K_CHOOSEN_MIN,
    LF_K_CHOOSEN_MAX,
    LF_K_CHOOSEN_PROMPT,
    LF_K_CHOOSEN_BY
};
enum { LF_K_MENU_PROMPT, LF_K_MENU_BY, LF_K_MENU_OPTIONS };
enum { LF_K_OPTION_LABEL, LF_K_OPTION_WHEN, LF_K_OPTION_DO };
enum {
    LF_K_T_COUNT,
    LF_K_T_PIECES,
    LF_K_T_FROM,
    LF_K_T_TO,
    LF_K_T_ORDER,
    LF_K_T_BY,
    LF_K_T_PROMPT
}; /* PLACE, REMOVE, MOVE, FLIP, REPLACE */
enum { LF_K_PUT_CARD, LF_K_PUT_STACK };
enum { LF_K_PUT_ALL_FROM, LF_K_PUT_ALL_TO };
enum { LF_K_DEAL_COUNT, LF_K_DEAL_FROM, LF_K_DEAL_TO };
enum { LF_K_REQUIRE_CONDITION, LF_K_REQUIRE_BECAUSE };

/* A transfer has two words: `amount` in node->word and `pick` here, so that the node stays small.
 * CHOOSE keeps `or` in word; TABLE keeps `by` in word and `of` in value (an lf_word). */
#define LF_PICK(node) ((lf_word)(node)->value)

#endif
