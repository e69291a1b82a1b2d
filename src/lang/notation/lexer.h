/* lexer.h: the notation as tokens. Private to the parser's files.
 *
 * Invariants of a token list: it ends with one END token; in a block every line ends with NEWLINE,
 * and INDENT and DEDENT pair up; outside ERROR tokens every bracket pairs up, so a parser that
 * walks over a well-formed part never meets a closing bracket that it did not open.
 *
 * An ERROR token stands where the text could not be read. It has been reported: the parser gives
 * the statement up without a word. */
#ifndef LF_LEXER_H
#define LF_LEXER_H

#include "lang/read.h"

/* How a line that begins with a reserved word relates to the line above it. */
typedef enum {
    LF_LINE_PLAIN,
    /* cannot begin a statement: indented deeper, it goes on with the line above */
    LF_LINE_CONTINUES,
    /* only ever begins a statement: inside a bracket, the bracket was left open */
    LF_LINE_STATEMENT
} lf_line_start;

typedef enum {
    LF_KW_NO_KEYWORD,
#define LF_KEYWORD(name, text, line_start, use) LF_KW_##name,
#include "tokens.def"
    LF_KEYWORD_COUNT
} lf_keyword;

typedef struct {
    const char *text;
    lf_line_start line_start;
    bool is_free; /* a name, where the keyword could not stand */
} lf_keyword_info;

extern const lf_keyword_info lf_keyword_table[LF_KEYWORD_COUNT];

typedef enum {
    LF_TOK_END,
    LF_TOK_NEWLINE,
    LF_TOK_INDENT,
    LF_TOK_DEDENT,
    LF_TOK_ERROR,
    LF_TOK_WORD, /* a name, or a reserved word: see `keyword` */
    LF_TOK_INT,
    /* "Sweep in {s}" is TEXT_OPEN STRING HOLE_OPEN … HOLE_CLOSE TEXT_CLOSE */
    LF_TOK_TEXT_OPEN,
    LF_TOK_TEXT_CLOSE,
    LF_TOK_STRING,
    LF_TOK_FORMS, /* {Base|Bases}: the words between the braces */
    LF_TOK_HOLE_OPEN,
    LF_TOK_HOLE_CLOSE,
#define LF_SIGN(name, text) LF_TOK_##name,
#include "tokens.def"
    LF_TOKEN_KINDS
} lf_token_kind;

typedef struct {
    uint8_t kind;    /* lf_token_kind */
    uint8_t keyword; /* lf_keyword; WORD only */
    bool spaced;     /* a blank, or nothing, stands before it */
    bool spaced_after;
    uint32_t offset, length; /* bytes of the scalar's text */
    const char *text;        /* interned: a name, the text of a STRING */
    int64_t value;           /* INT */
} lf_token;

typedef enum {
    LF_LEX_BLOCK,      /* statements: line ends and indentation count */
    LF_LEX_EXPRESSION, /* one value: it may go on over several lines */
    LF_LEX_TEMPLATE    /* a text without its quotes */
} lf_lex_mode;

typedef struct {
    lf_token *items;
    uint32_t count, capacity;
    bool failed; /* something was reported */
} lf_tokens;

void lf_lex(const lf_parse_context *, const lf_doc *scalar, lf_lex_mode, lf_tokens *out);

#endif
