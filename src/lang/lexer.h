/* lexer.h: the notation as tokens. Private to the parser's files.
 *
 * Invariants of a token list: it ends with one END token; in a block every line ends with NEWLINE, and
 * INDENT and DEDENT pair up; outside ERROR tokens every bracket pairs up, so a parser that walks over a
 * well-formed part never meets a closing bracket that it did not open.
 *
 * An ERROR token stands where the text could not be read. It has been reported: the parser gives the
 * statement up without a word. */
#ifndef LF_LEXER_H
#define LF_LEXER_H

#include "ast.h"

/* How a line that begins with a reserved word relates to the line above it. */
typedef enum {
    LF_LINE_PLAIN,
    LF_LINE_CONTINUES, /* cannot begin a statement: indented deeper, it goes on with the line above */
    LF_LINE_STATEMENT  /* only ever begins a statement: inside a bracket, the bracket was left open */
} lf_line_start;

/* The reserved words. Words that have a meaning in one place only (`game`, `phase`, `turn`, `top`, `bottom`) are
 * ordinary names. */
#define LF_KEYWORDS(X)                                                                                       \
    /* operators */                                                                                          \
    X(AND, "and", CONTINUES)                                                                                 \
    X(OR, "or", CONTINUES) X(NOT, "not", CONTINUES) X(IN, "in", CONTINUES) X(IS, "is", CONTINUES)            \
        X(MOD, "mod", CONTINUES) X(EXCEPT, "except", CONTINUES) X(WHERE, "where", CONTINUES)                 \
            X(THEN, "then", CONTINUES) X(ELSE, "else", CONTINUES) /* values */                               \
        X(TRUE, "true", PLAIN) X(FALSE, "false", PLAIN) X(NONE, "none", PLAIN) X(COUNT, "count", PLAIN)      \
            X(SUM, "sum", PLAIN) X(MIN, "min", PLAIN) X(MAX, "max", PLAIN) X(ANY, "any", PLAIN)              \
                X(NO, "no", PLAIN) X(EVERY, "every", PLAIN) X(FIRST, "first", PLAIN) X(ROLL, "roll", PLAIN)  \
                    X(TABLE, "table", PLAIN) /* statements; `if` and `for` also stand inside expressions */  \
        X(IF, "if", PLAIN) X(FOR, "for", PLAIN) X(WHILE, "while", PLAIN) X(LET, "let", STATEMENT)            \
            X(REPEAT, "repeat", STATEMENT) X(BREAK, "break", STATEMENT) X(CONTINUE, "continue", STATEMENT)   \
                X(RETURN, "return", STATEMENT) X(CHOOSE, "choose", STATEMENT) X(OPTION, "option", STATEMENT) \
                    X(PLACE, "place", STATEMENT) X(REMOVE, "remove", STATEMENT) X(MOVE, "move", STATEMENT)   \
                        X(FLIP, "flip", STATEMENT) X(REPLACE, "replace", STATEMENT) X(PUT, "put", STATEMENT) \
                            X(DEAL, "deal", STATEMENT) X(SHUFFLE, "shuffle", STATEMENT)                      \
                                X(PERFORM, "perform", STATEMENT) X(LOG, "log", STATEMENT)                    \
                                    X(REQUIRE, "require", STATEMENT) X(END, "end", STATEMENT)                \
                                        X(GOTO, "goto", STATEMENT)                                           \
                                            X(CHECK, "check", STATEMENT) /* inside statements */             \
        X(EACH, "each", PLAIN) X(AT, "at", PLAIN) X(MOST, "most", PLAIN) X(TIMES, "times", CONTINUES)        \
            X(UP, "up", PLAIN) X(ALL, "all", PLAIN) X(WHEN, "when", CONTINUES)                               \
                X(BECAUSE, "because", CONTINUES) X(BY, "by", CONTINUES) X(DONE, "done", PLAIN)               \
                    X(CHOSEN, "chosen", CONTINUES) X(DECLARED, "declared", CONTINUES)                        \
                        X(ORDER, "order", PLAIN) X(FROM, "from", CONTINUES) X(TO, "to", CONTINUES)           \
                            X(WITH, "with", CONTINUES) X(ON, "on", CONTINUES) X(UNDER, "under", CONTINUES)   \
                                X(OF, "of", CONTINUES)

typedef enum {
    LF_KW_NO_KEYWORD,
#define LF_KEYWORD(name, text, start) LF_KW_##name,
    LF_KEYWORDS(LF_KEYWORD)
#undef LF_KEYWORD
        LF_KEYWORD_COUNT
} lf_keyword;

typedef struct {
    const char *text;
    lf_line_start line_start;
} lf_keyword_info;

extern const lf_keyword_info lf_keyword_table[LF_KEYWORD_COUNT];

/* The signs, longer ones before those that they begin with. */
#define LF_SIGNS(X)                                                                                          \
    X(EQUAL, "==")                                                                                           \
    X(NOT_EQUAL, "!=") X(AT_MOST, "<=") X(AT_LEAST, ">=") X(ADD_TO, "+=") X(SUBTRACT_FROM, "-=")             \
        X(DOTS, "..") X(LEFT, "(") X(RIGHT, ")") X(LEFT_SQUARE, "[") X(RIGHT_SQUARE, "]") X(LEFT_BRACE, "{") \
            X(RIGHT_BRACE, "}") X(COMMA, ",") X(COLON, ":") X(DOT, ".") X(ASSIGN, "=") X(LESS, "<")          \
                X(GREATER, ">") X(PLUS, "+") X(MINUS, "-") X(TIMES, "*") X(OVER, "/")

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
    LF_TOK_HOLE_OPEN,
    LF_TOK_HOLE_CLOSE,
#define LF_SIGN(name, text) LF_TOK_##name,
    LF_SIGNS(LF_SIGN)
#undef LF_SIGN
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

/* The spelling of a sign, or NULL for other kinds. */
const char *lf_sign_text(lf_token_kind);

#endif
