/* parser_value.c: what stands between operators: names, calls, counts, sets, texts, and whatever is
 * in brackets. */
#include "parser.h"

#include <string.h>

/* ---- calls ---- */

/* `free:true` is one name for the lexer. */
static bool lacks_space_behind_colon(const lf_token *token) {
    if (token->kind != LF_TOK_WORD)
        return false;
    const char *colon = strchr(token->text, ':');
    return colon != NULL && (strcmp(colon, ":true") == 0 || strcmp(colon, ":false") == 0 ||
                             strspn(colon + 1, "0123456789") == strlen(colon + 1));
}

static lf_node *parse_named_argument(lf_parser *p) {
    lf_node *argument = lf_parser_node(p, LF_N_ARG, lf_parser_peek(p));
    argument->name = lf_parser_advance(p)->text;
    if (lf_parser_at(p, LF_TOK_ASSIGN))
        lf_parser_error(p, lf_parser_peek(p), LF_E0218, "to compare, write `==`",
                        "a named argument is written with `:`, as in `%s: true`", argument->name);
    lf_parser_advance(p);
    argument->kids[LF_K_ARG_VALUE] = lf_parser_expression(p);
    return argument;
}

static void parse_argument(lf_parser *p, lf_node *call) {
    const lf_token *token = lf_parser_peek(p), *after = lf_parser_peek_at(p, 1);
    bool named =
        token->kind == LF_TOK_WORD && (after->kind == LF_TOK_COLON || after->kind == LF_TOK_ASSIGN);
    if (named) {
        if (call->kids[LF_K_CALL_WITH] == NULL)
            call->kids[LF_K_CALL_WITH] = lf_parser_list(p, token);
        lf_parser_add(p, call->kids[LF_K_CALL_WITH], parse_named_argument(p));
        return;
    }
    if (lacks_space_behind_colon(token))
        lf_parser_error(p, token, LF_E0234, "without it, `:` is part of the name",
                        "a space is missing after `:`");
    else {
        if (call->kids[LF_K_CALL_WITH] != NULL)
            lf_parser_error(p, token, LF_E0226, "put it before the named arguments, or name it",
                            "an argument without a name follows a named one");
    }
    lf_parser_add(p, call->kids[LF_K_CALL_ARGS], lf_parser_expression(p));
}

static lf_node *parse_call(lf_parser *p, const lf_token *name) {
    const lf_token *opening = lf_parser_advance(p);
    lf_node *call = lf_parser_node(p, LF_N_CALL, name);
    call->name = name->text;
    call->kids[LF_K_CALL_ARGS] = lf_parser_list(p, opening);
    if (lf_parser_take(p, LF_TOK_RIGHT))
        return call;
    do
        parse_argument(p, call);
    while (lf_parser_take(p, LF_TOK_COMMA));
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`,` or `)`", opening);
    return call;
}

/* A bracket that touches the name is what tells a call from a filter. */
static lf_node *parse_name(lf_parser *p) {
    const lf_token *name = lf_parser_advance(p);
    if (lf_parser_at(p, LF_TOK_LEFT) && !lf_parser_peek(p)->spaced)
        return parse_call(p, name);
    lf_node *node = lf_parser_node(p, LF_N_NAME, name);
    node->name = name->text;
    return node;
}

/* ---- counting ---- */

static lf_node *parse_where_condition(lf_parser *p) {
    lf_node *condition = lf_parser_and(p);
    if (lf_parser_at_word(p, LF_KW_OR) && !lf_parser_at_way_out(p))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0216,
                       "write `where (a or b)` if both belong to it, or put brackets around "
                       "everything before the `or`",
                       "it is not clear whether this `or` belongs to the `where`");
    return condition;
}

static void expect_in(lf_parser *p) {
    bool joins = lf_parser_at_word(p, LF_KW_OR) || lf_parser_at_word(p, LF_KW_AND) ||
                 lf_parser_at_word(p, LF_KW_EXCEPT);
    lf_parser_expect_word(p, LF_KW_IN,
                          joins
                              ? "put brackets around the pieces: `(Red troops or Blue troops) in s`"
                              : "say where to look: `Red troops in s`, `s in spaces where …`");
}

static lf_node *make_aggregate(lf_parser *p, const lf_token *token, lf_word op, const char *bind,
                               lf_node *in) {
    lf_node *node = lf_parser_node(p, LF_N_AGGREGATE, token);
    node->word = (uint8_t)op;
    node->name = bind;
    node->kids[LF_K_AGG_IN] = in;
    return node;
}

/* `any(momentum)`, `count(momentum)`: a name alone in brackets is a group of variables. */
static bool at_end_of_tally(const lf_parser *p, const lf_token *first, const lf_node *name,
                            lf_word op, bool bracketed) {
    if (name == NULL || name->kind != LF_N_NAME || op == LF_W_FIRST ||
        lf_parser_at_word(p, LF_KW_IN))
        return false;
    return bracketed ? lf_parser_at(p, LF_TOK_RIGHT) : first->kind == LF_TOK_LEFT;
}

/* Pieces in a zone, or a variable over a set; `bracketed` says whether a closing bracket ends the
 * condition. One name without a condition can be either: the checker knows. */
static lf_node *parse_counted(lf_parser *p, const lf_token *token, lf_word op, bool bracketed) {
    lf_parser_enter(p);
    const lf_token *first = lf_parser_peek(p);
    lf_node *pieces = lf_parser_filter(p), *node;
    if (at_end_of_tally(p, first, pieces, op, bracketed)) {
        lf_parser_leave(p);
        node = lf_parser_node(p, LF_N_TALLY, first);
        node->word = (uint8_t)op;
        node->name = pieces->name;
        node->pos = pieces->pos;
        node->length = pieces->length;
        return node;
    }
    expect_in(p);
    lf_node *in = lf_parser_range(p);
    bool where = lf_parser_take_word(p, LF_KW_WHERE);
    if (!where && (op == LF_W_COUNT || op == LF_W_ANY)) {
        node = lf_parser_node(p, op == LF_W_COUNT ? LF_N_COUNT : LF_N_ANY, token);
        node->kids[LF_K_PIECES] = pieces;
        node->kids[LF_K_IN] = in;
    } else {
        if (pieces == NULL || pieces->kind != LF_N_NAME)
            lf_parser_fail(p, first, LF_E0230,
                           "for pieces, write `any Red troops in s` or `count(Red troops in s)`",
                           "`%s` needs one name here, as in `s in spaces where …`",
                           where ? "where" : lf_word_text(op));
        node = make_aggregate(p, token, op, pieces != NULL ? pieces->name : NULL, in);
        if (where)
            node->kids[LF_K_AGG_WHERE] =
                bracketed ? lf_parser_expression(p) : parse_where_condition(p);
    }
    lf_parser_leave(p);
    return node;
}

/* `count`, `sum`, `min` and `max` are followed by a bracket. */
static const lf_token *expect_opening(lf_parser *p, const lf_token *word, const char *example) {
    if (!lf_parser_at(p, LF_TOK_LEFT)) {
        const char *note = lf_arena_printf(p->context->arena, "write `%s`", example);
        lf_parser_fail(p, lf_parser_peek(p), LF_E0218, note, "expected `(` after `%s`, found %s",
                       word->text, lf_parser_describe(p, lf_parser_peek(p)));
    }
    return lf_parser_advance(p);
}

static lf_node *parse_count_of(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    const lf_token *opening = expect_opening(p, token, "count(Red troops in s)");
    lf_node *node = parse_counted(p, token, LF_W_COUNT, true);
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`)`", opening);
    return node;
}

/* ---- sums and extremes ---- */

static lf_node *parse_for(lf_parser *p, const lf_token *token, lf_word op, lf_node *value) {
    lf_parser_expect_word(p, LF_KW_FOR,
                          op == LF_W_SUM ? "write `sum(s.gold for s in spaces)`"
                                         : "write `max(a, b)` or `max(s.gold for s in spaces)`");
    const char *bind = lf_parser_expect_name(p, "a name for the variable")->text;
    lf_parser_expect_word(p, LF_KW_IN, "name the set: `for s in spaces`");
    lf_node *node = make_aggregate(p, token, op, bind, lf_parser_range(p));
    node->kids[LF_K_AGG_VALUE] = value;
    if (lf_parser_take_word(p, LF_KW_WHERE))
        node->kids[LF_K_AGG_WHERE] = lf_parser_expression(p);
    return node;
}

/* min(a, b): a call of the built-in function. */
static lf_node *parse_extreme_of_list(lf_parser *p, const lf_token *token, const lf_token *opening,
                                      lf_node *first) {
    lf_node *call = lf_parser_node(p, LF_N_CALL, token);
    call->name = token->text;
    call->kids[LF_K_CALL_ARGS] = lf_parser_list(p, opening);
    lf_parser_add(p, call->kids[LF_K_CALL_ARGS], first);
    while (lf_parser_take(p, LF_TOK_COMMA))
        lf_parser_add(p, call->kids[LF_K_CALL_ARGS], lf_parser_expression(p));
    return call;
}

static lf_node *parse_aggregate(lf_parser *p, lf_word op) {
    const lf_token *token = lf_parser_advance(p);
    bool sum = op == LF_W_SUM;
    const lf_token *opening = expect_opening(p, token,
                                             sum              ? "sum(s.gold for s in spaces)"
                                             : op == LF_W_MIN ? "min(a, b)"
                                                              : "max(a, b)");
    lf_node *value = lf_parser_expression(p), *node;
    if (!sum && lf_parser_at(p, LF_TOK_COMMA))
        node = parse_extreme_of_list(p, token, opening, value);
    else
        node = parse_for(p, token, op, value);
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`)`", opening);
    return node;
}

/* ---- sets, tables, dice ---- */

static lf_node *parse_select(lf_parser *p, const lf_token *opening) {
    lf_node *node = lf_parser_node(p, LF_N_SELECT, opening);
    node->name = lf_parser_advance(p)->text;
    lf_parser_advance(p);
    node->kids[LF_K_AGG_IN] = lf_parser_range(p);
    lf_parser_expect_word(p, LF_KW_WHERE, "a set is written `{a, b}` or `{s in spaces where …}`");
    node->kids[LF_K_AGG_WHERE] = lf_parser_expression(p);
    return node;
}

static lf_node *parse_set(lf_parser *p) {
    const lf_token *opening = lf_parser_advance(p), *after = lf_parser_peek_at(p, 1);
    bool select = lf_parser_is_free(lf_parser_peek(p)) && lf_parser_is_keyword(after, LF_KW_IN);
    lf_node *node;
    if (select) {
        node = parse_select(p, opening);
    } else {
        node = lf_parser_node(p, LF_N_SET, opening);
        node->kids[LF_K_LIST] = lf_parser_list(p, opening);
        if (lf_parser_take(p, LF_TOK_RIGHT_BRACE))
            return node;
        do
            lf_parser_add(p, node->kids[LF_K_LIST], lf_parser_expression(p));
        while (lf_parser_take(p, LF_TOK_COMMA));
    }
    lf_parser_expect_closing(p, LF_TOK_RIGHT_BRACE, select ? "`}`" : "`,` or `}`", opening);
    return node;
}

static lf_word parse_table_word(lf_parser *p, const char *what, lf_word first, lf_word last) {
    lf_word word;
    bool known = lf_parser_at_name(p) && lf_word_find(lf_parser_peek(p)->text, &word) &&
                 word >= first && word <= last;
    if (!known) {
        lf_parser_expected(p, what, "write `table by spaces of int`");
        return LF_W_NONE;
    }
    lf_parser_advance(p);
    return word;
}

static lf_node *parse_table(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_TABLE, lf_parser_advance(p));
    lf_parser_expect_word(p, LF_KW_BY, "write `table by spaces of int`");
    lf_word by;
    if (lf_parser_at_name(p) && lf_word_find(lf_parser_peek(p)->text, &by) && by >= LF_W_SPACES &&
        by <= LF_W_KINDS) {
        lf_parser_advance(p);
        node->word = (uint8_t)by;
    } else { /* an enumeration, or a range */
        node->word = LF_W_NUMBERS;
        node->kids[LF_K_TABLE_IN] = lf_parser_range(p);
    }
    lf_parser_expect_word(p, LF_KW_OF, "write `table by spaces of int`");
    node->value = parse_table_word(p, "`int` or `bool`", LF_W_INT, LF_W_BOOL);
    return node;
}

static lf_node *parse_roll(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_ROLL, lf_parser_advance(p));
    lf_parser_enter(p);
    node->kids[LF_K_ROLL_SIDES] = lf_parser_unary(p);
    lf_parser_leave(p);
    return node;
}

/* supposing(shift(s, t), attacked(t)) */
static lf_node *parse_supposing(lf_parser *p) {
    static const char example[] = "supposing(shift(s, t), attacked(t))";
    const lf_token *token = lf_parser_advance(p), *opening = expect_opening(p, token, example);
    lf_node *node = lf_parser_node(p, LF_N_SUPPOSING, token);
    node->kids[LF_K_SUPPOSING_DO] = lf_parser_expression(p);
    lf_parser_expect(p, LF_TOK_COMMA, "`,` and an expression",
                     "write `supposing(shift(s, t), attacked(t))`");
    node->kids[LF_K_SUPPOSING_VALUE] = lf_parser_expression(p);
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`)`", opening);
    return node;
}

/* ---- values ---- */

static lf_node *parse_bracket(lf_parser *p) {
    const lf_token *opening = lf_parser_advance(p);
    lf_node *node = lf_parser_expression(p);
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`)`", opening);
    return node;
}

static bool is_operator(const lf_token *token) {
    if (token->kind == LF_TOK_WORD)
        return token->keyword >= LF_KW_AND && token->keyword <= LF_KW_EXCEPT;
    return (token->kind >= LF_TOK_EQUAL && token->kind <= LF_TOK_AT_LEAST) ||
           token->kind >= LF_TOK_LESS;
}

static lf_node *no_value(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    bool word = token->kind == LF_TOK_WORD;
    if (word && (token->keyword == LF_KW_NOT || token->keyword == LF_KW_IF))
        lf_parser_fail(p, token, LF_E0217,
                       "put brackets around it: `a == (not b)`, `1 + (if a then 2 else 3)`",
                       "`%s` is not allowed here", token->text);
    else if (word && lf_keyword_table[token->keyword].line_start == LF_LINE_STATEMENT)
        lf_parser_fail(p, token, LF_E0217, "it is a reserved word, so it cannot be a name either",
                       "expected a value, found `%s`, which begins a statement", token->text);
    else if (word && lf_keyword_table[token->keyword].line_start == LF_LINE_PLAIN)
        lf_parser_fail(p, token, LF_E0211, "choose another name, such as two words joined by `-`",
                       "`%s` is a reserved word and cannot be a name", token->text);
    else
        lf_parser_fail(
            p, token, LF_E0217,
            token->kind == LF_TOK_NEWLINE && is_operator(lf_parser_last(p))
                ? "to continue an expression on the next line, begin that line with the operator"
                : NULL,
            "expected a value, found %s", lf_parser_describe(p, token));
    return NULL;
}

static lf_node *parse_bool_literal(lf_parser *p, bool value) {
    lf_node *node = lf_parser_node(p, LF_N_BOOL, lf_parser_advance(p));
    node->value = value;
    return node;
}

static lf_node *parse_none_in(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    return lf_parser_not(p, token, parse_counted(p, token, LF_W_ANY, false));
}

/* Whether a word that is free to be a name begins its own construct here: `count(…)`, `first s in
 * …`, `roll 6`. */
static bool begins_construct(const lf_parser *p) {
    const lf_token *after = lf_parser_peek_at(p, 1);
    const bool bracket = after->kind == LF_TOK_LEFT,
               plain = lf_parser_is_keyword(after, LF_KW_NO_KEYWORD);
    switch ((lf_keyword)lf_parser_peek(p)->keyword) {
    case LF_KW_COUNT:
    case LF_KW_SUM:
    case LF_KW_MIN:
    case LF_KW_MAX:
        return bracket || plain; /* the bracket is missing */
    case LF_KW_SUPPOSING:
        return bracket;
    case LF_KW_ANY:
    case LF_KW_NO:
    case LF_KW_EVERY:
    case LF_KW_FIRST:
        return bracket || plain ||
               (lf_parser_is_free(after) &&
                lf_parser_is_keyword(lf_parser_peek_at(p, 2), LF_KW_IN));
    case LF_KW_ROLL:
        return bracket || after->kind == LF_TOK_INT || after->kind == LF_TOK_MINUS ||
               lf_parser_is_free(after);
    case LF_KW_TABLE:
        return lf_parser_is_keyword(after, LF_KW_BY) ||
               lf_parser_is_keyword(after, LF_KW_OF); /* `by` is missing */
    default:
        return false;
    }
}

static lf_node *parse_word(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    if (lf_parser_is_free(token) && !begins_construct(p))
        return parse_name(p);
    switch ((lf_keyword)token->keyword) {
    case LF_KW_NONE:
        return parse_name(p);
    case LF_KW_TRUE:
        return parse_bool_literal(p, true);
    case LF_KW_FALSE:
        return parse_bool_literal(p, false);
    case LF_KW_COUNT:
        return parse_count_of(p);
    case LF_KW_ANY:
        return parse_counted(p, lf_parser_advance(p), LF_W_ANY, false);
    case LF_KW_EVERY:
        return parse_counted(p, lf_parser_advance(p), LF_W_EVERY, false);
    case LF_KW_FIRST:
        return parse_counted(p, lf_parser_advance(p), LF_W_FIRST, false);
    case LF_KW_NO:
        return parse_none_in(p);
    case LF_KW_SUM:
        return parse_aggregate(p, LF_W_SUM);
    case LF_KW_MIN:
        return parse_aggregate(p, LF_W_MIN);
    case LF_KW_MAX:
        return parse_aggregate(p, LF_W_MAX);
    case LF_KW_SUPPOSING:
        return parse_supposing(p);
    case LF_KW_ROLL:
        return parse_roll(p);
    case LF_KW_TABLE:
        return parse_table(p);
    default:
        return no_value(p);
    }
}

static lf_node *parse_primary(lf_parser *p) {
    bool single_terms = p->single_terms;
    p->single_terms = false;
    lf_node *node;
    switch ((lf_token_kind)lf_parser_peek(p)->kind) {
    case LF_TOK_WORD:
        node = parse_word(p);
        break;
    case LF_TOK_INT:
        node = lf_parser_int(p, lf_parser_peek(p), lf_parser_peek(p)->value), lf_parser_advance(p);
        break;
    case LF_TOK_TEXT_OPEN:
        node = lf_parser_text(p);
        break;
    case LF_TOK_LEFT:
        node = parse_bracket(p);
        break;
    case LF_TOK_LEFT_BRACE:
        node = parse_set(p);
        break;
    default:
        node = no_value(p);
        break;
    }
    p->single_terms = single_terms;
    return node;
}

static lf_node *parse_property(lf_parser *p, lf_node *of) {
    lf_parser_advance(p);
    const lf_token *name =
        lf_parser_expect(p, LF_TOK_WORD, "the name of a property after `.`", NULL);
    lf_node *node = lf_parser_node(p, LF_N_PROP, name);
    node->name = name->text;
    node->kids[LF_K_PROP_OF] = of;
    return node;
}

static lf_node *parse_index(lf_parser *p, lf_node *of) {
    const lf_token *opening = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_INDEX, opening);
    node->kids[LF_K_INDEX_OF] = of;
    node->kids[LF_K_INDEX_AT] = lf_parser_expression(p);
    lf_parser_expect_closing(p, LF_TOK_RIGHT_SQUARE, "`]`", opening);
    return node;
}

/* `as` is an ordinary name unless a type stands behind it. */
static bool at_cast(const lf_parser *p) {
    static const char *const types[] = {"space", "zone",  "seat",      "card",
                                        "int",   "bool",  "boolean",   "spaces",
                                        "zones", "seats", "direction", "pieces"};
    const lf_token *type = lf_parser_peek_at(p, 1);
    if (!lf_parser_at_plain(p, "as") || type->kind != LF_TOK_WORD)
        return false;
    for (size_t i = 0; i < LF_COUNT(types); i++)
        if (strcmp(type->text, types[i]) == 0)
            return true;
    return false;
}

static lf_node *parse_cast(lf_parser *p, lf_node *value) {
    lf_node *node = lf_parser_node(p, LF_N_AS, lf_parser_advance(p));
    node->kids[LF_K_AS_VALUE] = value;
    node->name = lf_parser_advance(p)->text;
    return node;
}

lf_node *lf_parser_postfix(lf_parser *p) {
    lf_node *node = parse_primary(p);
    for (;;) {
        if (at_cast(p))
            node = parse_cast(p, node);
        else if (lf_parser_at(p, LF_TOK_DOT))
            node = parse_property(p, node);
        else if (lf_parser_at(p, LF_TOK_LEFT_SQUARE))
            node = parse_index(p, node);
        else
            return node;
        lf_parser_count_chained(p, lf_parser_last(p));
    }
}

/* ---- texts ---- */

static lf_node *parse_hole(lf_parser *p) {
    const lf_token *opening = lf_parser_advance(p);
    if (lf_parser_at(p, LF_TOK_HOLE_CLOSE))
        lf_parser_fail(p, opening, LF_E0228,
                       "write an expression, as in `{s}`; to write braces, double them: `{{}}`",
                       "nothing between `{` and `}`");
    lf_node *value = lf_parser_expression(p);
    lf_parser_expect_closing(p, LF_TOK_HOLE_CLOSE, "`}`", opening);
    return value;
}

/* A literal part, or the two forms of a word. */
static lf_node *parse_literal(lf_parser *p, lf_node_kind kind) {
    lf_node *string = lf_parser_node(p, kind, lf_parser_peek(p));
    string->name = lf_parser_advance(p)->text;
    return string;
}

lf_node *lf_parser_text(lf_parser *p) {
    const lf_token *opening = lf_parser_advance(p);
    lf_node *text = lf_parser_node(p, LF_N_TEXT, opening), *parts = lf_parser_list(p, opening);
    text->kids[LF_K_LIST] = parts;
    for (;;) {
        if (lf_parser_at(p, LF_TOK_STRING))
            lf_parser_add(p, parts, parse_literal(p, LF_N_STRING));
        else if (lf_parser_at(p, LF_TOK_FORMS))
            lf_parser_add(p, parts, parse_literal(p, LF_N_FORMS));
        else if (lf_parser_at(p, LF_TOK_HOLE_OPEN))
            lf_parser_add(p, parts, parse_hole(p));
        else
            break;
    }
    const lf_token *closing = lf_parser_expect(p, LF_TOK_TEXT_CLOSE, "the end of the text", NULL);
    text->length = lf_parser_length(p, opening, closing);
    return text;
}

lf_node *lf_parser_expect_text(lf_parser *p, const char *what) {
    if (lf_parser_at(p, LF_TOK_TEXT_OPEN))
        return lf_parser_text(p);
    lf_parser_expected(p, what, "write texts in double quotes");
    return NULL;
}
