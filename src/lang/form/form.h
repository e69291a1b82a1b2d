/* form.h: what the files of the AST form's reader share. Nobody else includes it.
 *
 * A form is one YAML map of behaviour. It is recognised by one of its keys and is one of
 *   - a shape: `{ key: { field: …, … } }` exactly as a row of nodes.def describes it (form.c);
 *   - a spelling: anything else, described by a row of the table in form_spellings.c, which says
 *   when it
 *     applies, which fields it has, and as a template (form_template.c) what it becomes.
 * Both match the map against a list of fields (form_fields.c) and read each field by its letter.
 *
 * Invariant: a reading function that returns NULL has reported why. It has still read everything
 * else inside, so that one run shows all errors. */
#ifndef LF_AST_FORM_H
#define LF_AST_FORM_H

#include "lang/read.h"

typedef struct {
    const lf_parse_context *context;
    uint32_t depth;   /* forms around the one being read */
    uint32_t chained; /* operands of the chains around it: each is a level of the tree */
} lf_form;

#define LF_FORM_MAX_CHAIN (10 * LF_MAX_EXPR_DEPTH) /* as the notation has it */
#define LF_FORM_MAX_DEPTH                                                                          \
    LF_MAX_DOC_DEPTH /* what a document can hold: a bracket of notation is several forms */

/* The fields of a form found in a map. Besides the letters of nodes.def a field may have
 *   p a seat, also `active`, `actor`, { id }, { chosen }     s the parts of a text
 *   f conditions on pieces, becoming piece words            v the values of a map, as a list
 *   c, z a condition on a space or zone, becoming the set of those that meet it
 *   x nothing that is read by the letter
 * Its name may be several, `name|var`; the first is used in messages. The name `.` is the form's
 * content itself. */
typedef struct {
    const char *key; /* makes the form; for messages */
    lf_pos pos;      /* of the key: the caret of the nodes that come from the form */
    const lf_doc *body;
    uint8_t count;
    lf_field fields[LF_MAX_FIELDS];
    const lf_doc *docs[LF_MAX_FIELDS]; /* NULL where absent */
} lf_form_match;

/* ---- form_fields.c ---- */

/* Fills match->docs from match->body. `also` lists further keys that the map may have, as `a|b`, or
 * is "". */
bool lf_form_match_fields(lf_form *, lf_form_match *match, const char *also);
int lf_form_field_index(const lf_form_match *, const char *field);   /* -1 when there is none */
const lf_doc *lf_form_get(const lf_form_match *, const char *field); /* NULL when absent */
lf_node *lf_form_node(lf_form *, const lf_form_match *, lf_node_kind);
uint16_t lf_form_width(const char *text); /* in characters, for carets */

/* Is `text` one of the texts in `a|b|c`? */
bool lf_form_is_one_of(const char *alternatives, const char *text);
/* `a|b|c` one by one: copies the next into `out`, returns the rest or NULL at the end. */
#define LF_FORM_WORD_BYTES 32
const char *lf_form_next(const char *alternatives, char out[LF_FORM_WORD_BYTES]);

/* Errors. `must` says what a value of the wrong YAML kind should be: "a list", "a name". The note
 * of an unknown word is the nearest known one, else `otherwise`. */
void lf_form_wrong_kind(lf_form *, const lf_doc *, const char *what, const char *must);
void lf_form_missing(lf_form *, const lf_form_match *, const char *field);
void lf_form_unknown(lf_form *, lf_code, lf_pos, const lf_nearest *, const char *otherwise,
                     const char *message);
bool lf_form_too_deep(lf_form *, lf_pos); /* reports it when so */

/* ---- form_keywords.c ---- */

/* The keywords that a field of letter `w` can hold, first to last in the order of LF_WORDS, and the
 * one that an absent field means; LF_W_NONE if it may be absent and then is nothing. */
typedef struct {
    lf_word first, last;
    bool optional;
    lf_word absent;
} lf_form_keywords;
lf_form_keywords lf_form_keywords_of(lf_node_kind, const char *field);

/* ---- form.c ---- */

/* a LIST for several statements */
lf_node *lf_form_map(lf_form *, const lf_doc *map, bool statement);
lf_node *lf_form_shape(lf_form *, lf_node_kind, const char *key, lf_pos, const lf_doc *body);

/* ---- form_complete.c ---- */

/* Reports what nodes.def asks for and the tree lacks. */
bool lf_form_complete(lf_form *, const lf_node *);

/* ---- form_values.c ---- */

/* Reads a field by its letter. An absent one, NULL, gives NULL, and for the letters f, c and z
 * everything. */
lf_node *lf_form_value(lf_form *, char letter, const lf_doc *);
lf_node *lf_form_expression(lf_form *, const lf_doc *);
const char *lf_form_name(lf_form *, const lf_doc *); /* NULL also for an absent one */
/* The same for the id of an option, which may be a number. */
const char *lf_form_id(lf_form *, const lf_doc *);
bool lf_form_word(lf_form *, lf_node_kind, const char *field, const lf_doc *, lf_word *out);
lf_node *lf_form_name_node(lf_form *, const char *name, lf_pos, uint16_t length);
/* `a or b or c`: a left-nested chain, as the notation builds it, of nodes or of the expressions in
 * a list. */
lf_node *lf_form_chain(lf_form *, lf_word, const lf_node *list, lf_pos);
lf_node *lf_form_read_chain(lf_form *, lf_word, const lf_doc *, lf_pos);

/* ---- form_template.c ---- */

lf_node *lf_form_build(lf_form *, const lf_form_match *, const char *template);

/* ---- form_spellings.c ---- */

/* Tries the rows for `key`. True when there are any: *out is then the node (a LIST for several
 * statements), or NULL when errors were reported. False: the form has no spelling of this key that
 * applies, nothing was reported. */
bool lf_form_spelling(lf_form *, bool statement, const char *key, lf_pos, const lf_doc *body,
                      lf_node **out);
/* Reports which value of the field that tells the spellings of `key` apart is unknown or
 * missing. */
void lf_form_no_spelling(lf_form *, bool statement, const char *key, lf_pos, const lf_doc *body);
bool lf_form_has_spelling(bool statement, const char *key);
void lf_form_offer_spellings(lf_nearest *, bool statement);

/* ---- form_legacy.c: older spellings that need more than a template ---- */

typedef lf_node *lf_form_builder(lf_form *, const lf_form_match *);
lf_form_builder lf_form_build_row, lf_form_build_union, lf_form_build_aggregate, lf_form_build_roll,
    lf_form_build_removal;
lf_node *lf_form_player(lf_form *, const lf_doc *);
lf_node *lf_form_filter(lf_form *, const lf_doc *);                  /* NULL doc: every piece */
lf_node *lf_form_select(lf_form *, const lf_doc *, const char *set); /* NULL doc: the whole set */

#endif
