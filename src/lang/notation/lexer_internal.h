/* lexer_internal.h: the state of the lexer, shared by its files and by nobody else.
 *
 *   lexer.c          words, numbers, signs, brackets, and the loop over them
 *   lexer_layout.c   lines: where a statement ends, indentation, lines that go on
 *   lexer_text.c     texts in quotes and templates
 *   lexer_foreign.c  what other languages write, and characters that mean nothing */
#ifndef LF_LEXER_INTERNAL_H
#define LF_LEXER_INTERNAL_H

#include "lexer.h"

/* Something that must be closed: a bracket by its sign, or a part of a text. */
typedef enum {
    LF_OPEN_ROUND = '(',
    LF_OPEN_SQUARE = '[',
    LF_OPEN_BRACE = '{',
    LF_OPEN_TEXT = '"',
    LF_OPEN_TEMPLATE = 'T', /* a text without quotes: closed by the end */
    LF_OPEN_HOLE = 'H'      /* the { of an expression in a text */
} lf_opening_kind;

typedef struct {
    lf_opening_kind kind;
    uint32_t offset;
} lf_opening;

typedef struct {
    const lf_parse_context *context;
    const lf_doc *doc;
    const char *text;
    uint32_t length, at;
    lf_lex_mode mode;
    lf_tokens *out;
    lf_opening *open; /* innermost last */
    uint32_t open_count, open_capacity;
    uint32_t *indents; /* of the enclosing blocks, outermost first; at least one */
    uint32_t indent_count, indent_capacity;
    uint32_t line_indent; /* of the first line of the current statement */
    bool tab_reported;
    bool character_reported; /* in the current statement */
} lf_lexer;

/* Reports an error over the bytes from `from` to `to`. */
void lf_lexer_error(lf_lexer *, lf_code, uint32_t from, uint32_t to, const char *note,
                    const char *format, ...) LF_PRINTF(6, 7);

/* Makes a token of the bytes from `start` to the current place. */
lf_token *lf_lexer_emit(lf_lexer *, lf_token_kind, uint32_t start);

/* The byte `ahead` places on, NUL behind the end. */
char lf_lexer_peek(const lf_lexer *, uint32_t ahead);

/* Nobody can tell what a bracket belongs to further out than this: the parser gives up before. The
 * limit keeps the searches through the openings short on any input. */
#define LF_OPENINGS_IN_SIGHT (LF_MAX_EXPR_DEPTH + 1)

void lf_lexer_push(lf_lexer *, lf_opening_kind, uint32_t offset);
lf_opening *lf_lexer_innermost(lf_lexer *); /* NULL outside everything */

bool lf_lexer_is_name_start(char);
/* The end of the run of name characters that begins at `start`. */
uint32_t lf_lexer_name_end(const lf_lexer *, uint32_t start);
lf_keyword lf_lexer_find_keyword(const char *text, size_t length);

/* lexer_layout.c */
void lf_lexer_first_line(lf_lexer *);
void lf_lexer_newline(lf_lexer *);
void lf_lexer_finish(lf_lexer *); /* what is still open, and the last tokens */

/* lexer_text.c */
void lf_lexer_open_text(lf_lexer *, lf_opening_kind);
void lf_lexer_text_part(lf_lexer *); /* the literal part from here on, and what ends it */
bool lf_lexer_inside_quotes(const lf_lexer *);
void lf_lexer_abandon_text(lf_lexer *); /* the line or everything ends inside a text */

/* lexer_foreign.c */
bool lf_lexer_foreign_sign(lf_lexer *); /* true if something was read */
void lf_lexer_unknown_character(lf_lexer *);

#endif
