/* parser_stmt.c: statements and blocks. Choices are in parser_choose.c, transfers in
 * parser_transfer.c.
 *
 * A statement takes its own NEWLINE, or its own block. A statement with an error is skipped as a
 * whole, with the block below it, and parsing goes on behind it. */
#include "parser.h"

#include <string.h>

static lf_node *parse_statement(lf_parser *);
static lf_node *parse_inline(lf_parser *);

/* ---- blocks and recovery ---- */

/* The statement goes on behind the line or block that ends here. */
static bool statement_goes_on(const lf_parser *p, bool with_else) {
    const lf_token *token = &p->tokens.items[p->next];
    if (token->kind == LF_TOK_INDENT)
        return true;
    return with_else && token->kind == LF_TOK_WORD && token->keyword == LF_KW_ELSE;
}

void lf_parser_skip_statement(lf_parser *p, bool with_else) {
    p->panic = false;
    for (uint32_t level = 0;;) {
        lf_token_kind kind = (lf_token_kind)lf_parser_peek(p)->kind;
        if (kind == LF_TOK_END || (kind == LF_TOK_DEDENT && level == 0))
            return;
        lf_parser_advance(p);
        if (kind == LF_TOK_INDENT)
            level++;
        if (kind == LF_TOK_DEDENT)
            level--;
        bool ended = level == 0 && (kind == LF_TOK_NEWLINE || kind == LF_TOK_DEDENT);
        if (ended && !statement_goes_on(p, with_else))
            return;
    }
}

static lf_node *make_block(lf_parser *p, const lf_token *token) {
    lf_node *block = lf_parser_node(p, LF_N_BLOCK, token);
    block->kids[LF_K_LIST] = lf_parser_list(p, token);
    return block;
}

/* Indentation that belongs to nothing. Mostly the line was meant to go on with the one above, so
 * what stands there is not looked at. */
static lf_node *parse_stray_block(lf_parser *p) {
    lf_parser_fail(p, lf_parser_peek_at(p, 1), LF_E0207,
                   "only lines such as `if …` and `for each …` take a block; a line that "
                   "continues the one above begins with an operator",
                   "this line is indented, but nothing above it takes a block");
    return NULL;
}

lf_node *lf_parser_statements(lf_parser *p) {
    lf_node *block = make_block(p, lf_parser_peek(p));
    while (!lf_parser_at(p, LF_TOK_DEDENT) && !lf_parser_at(p, LF_TOK_END) && !p->panic) {
        bool is_if = lf_parser_at_word(p, LF_KW_IF);
        p->chained = 0;
        lf_node *statement =
            lf_parser_at(p, LF_TOK_INDENT) ? parse_stray_block(p) : parse_statement(p);
        if (p->panic)
            lf_parser_skip_statement(p, is_if);
        else {
            if (statement != NULL)
                lf_parser_add(p, block->kids[LF_K_LIST], statement);
        }
    }
    return block;
}

/* the current token is INDENT */
static lf_node *parse_indented(lf_parser *p) {
    lf_parser_enter(p);
    lf_parser_take(p, LF_TOK_INDENT);
    lf_node *block = lf_parser_statements(p);
    lf_parser_take(p, LF_TOK_DEDENT);
    lf_parser_leave(p);
    return block;
}

/* The one-line form: a statement behind `:`. */
static lf_node *parse_one_line_body(lf_parser *p) {
    lf_node *block = make_block(p, lf_parser_peek(p));
    lf_parser_enter(p);
    lf_node *statement = parse_inline(p);
    if (statement != NULL)
        lf_parser_add(p, block->kids[LF_K_LIST], statement);
    lf_parser_leave(p);
    return block;
}

static void report_missing_body(lf_parser *p, const lf_token *owner) {
    const lf_token *last = lf_parser_last(p);
    bool swallowed_colon = last->kind == LF_TOK_WORD && last->text && strchr(last->text, ':');
    if (swallowed_colon)
        lf_parser_error(p, last, LF_E0234, "without it, `:` is part of the name",
                        "a space is missing after `:`");
    else
        lf_parser_error(
            p, owner, LF_E0223,
            "indent the statements below it, or write one after `:`, as in `if a: break`",
            "`%s` has no block", owner->text);
}

/* `:` with the block below, as other languages have it, or `then`. */
static bool take_one_line_sign(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    bool then = lf_parser_take_word(p, LF_KW_THEN),
         colon = !then && lf_parser_take(p, LF_TOK_COLON);
    if (then)
        lf_parser_error(p, token, LF_E0224, "`then` belongs in values: `x = if a then 1 else 2`",
                        "a statement takes no `then`: write `:` and a statement, or indent a "
                        "block below");
    else if (colon && lf_parser_at(p, LF_TOK_NEWLINE))
        lf_parser_error(p, token, LF_E0224,
                        "`:` is only for the one-line form, as in `if a: break`",
                        "delete the `:` before a block");
    return (then || colon) && !lf_parser_at(p, LF_TOK_NEWLINE);
}

lf_node *lf_parser_body(lf_parser *p, const lf_token *owner) {
    if (take_one_line_sign(p))
        return parse_one_line_body(p);
    if (!lf_parser_at(p, LF_TOK_NEWLINE))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0218,
                       lf_parser_at_word(p, LF_KW_IF)
                           ? "a condition on the members of a set is written `where …`"
                           : NULL,
                       "expected an operator, `:` or the end of the line, found %s",
                       lf_parser_describe(p, lf_parser_peek(p)));
    if (lf_parser_peek_at(p, 1)->kind != LF_TOK_INDENT)
        report_missing_body(p, owner);
    lf_parser_take(p, LF_TOK_NEWLINE);
    return lf_parser_at(p, LF_TOK_INDENT) ? parse_indented(p) : make_block(p, owner);
}

static const char *advice_at_line_end(const lf_token *token) {
    if (token->kind == LF_TOK_TEXT_OPEN)
        return "only a choice, an option, `log` and `because` take a text";
    if (token->kind == LF_TOK_ADD_TO || token->kind == LF_TOK_SUBTRACT_FROM)
        return "change one variable at a time";
    bool statement = token->kind == LF_TOK_WORD &&
                     lf_keyword_table[token->keyword].line_start == LF_LINE_STATEMENT;
    return statement ? "write each statement on its own line" : NULL;
}

void lf_parser_end_statement(lf_parser *p) {
    if (lf_parser_take(p, LF_TOK_NEWLINE))
        return;
    const lf_token *token = lf_parser_peek(p), *last = lf_parser_last(p);
    bool behind_value =
        last->kind != LF_TOK_TEXT_CLOSE && !(last->kind == LF_TOK_WORD && last->keyword);
    lf_parser_fail(p, token, LF_E0218, advice_at_line_end(token),
                   "expected %sthe end of the line, found %s",
                   behind_value ? "an operator or " : "", lf_parser_describe(p, token));
}

/* ---- control ---- */

static lf_node *parse_let(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_LET, lf_parser_advance(p));
    node->name = lf_parser_expect_name(p, "a name after `let`")->text;
    lf_parser_expect(p, LF_TOK_ASSIGN, "`=`", "write `let n = 3`");
    node->kids[LF_K_LET_VALUE] = lf_parser_expression(p);
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_rung(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_IF, token);
    node->kids[LF_K_IF_CONDITION] = lf_parser_expression(p);
    node->kids[LF_K_IF_THEN] = lf_parser_body(p, token);
    return node;
}

/* `inner` says that the `if` stands behind a `:`. The `else` of a next line then belongs to the
 * line's own `if`. To the reader a row of `else if` is flat, so it is not nested here either,
 * though the tree is. */
static lf_node *parse_if(lf_parser *p, bool inner) {
    lf_node *first = parse_rung(p), *last = first;
    for (uint32_t rungs = 1; !inner && lf_parser_at_word(p, LF_KW_ELSE); rungs++) {
        const lf_token *otherwise = lf_parser_advance(p);
        if (!lf_parser_at_word(p, LF_KW_IF)) {
            last->kids[LF_K_IF_ELSE] = lf_parser_body(p, otherwise);
            break;
        }
        lf_parser_count_rung(p, otherwise, rungs);
        lf_node *block = make_block(p, lf_parser_peek(p)), *rung = parse_rung(p);
        lf_parser_add(p, block->kids[LF_K_LIST], rung);
        last->kids[LF_K_IF_ELSE] = block;
        last = rung;
    }
    return first;
}

static lf_node *parse_for_each(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_FOR, token);
    if (lf_parser_peek_at(p, 1)->kind == LF_TOK_WORD &&
        !lf_parser_is_keyword(lf_parser_peek_at(p, 1), LF_KW_IN))
        lf_parser_take_word(p, LF_KW_EACH);
    node->name = lf_parser_expect_name(p, "a name for the variable")->text;
    lf_parser_expect_word(p, LF_KW_IN, "write `for each s in spaces where …`");
    node->kids[LF_K_FOR_OVER] = lf_parser_range(p);
    if (lf_parser_take_word(p, LF_KW_WHERE))
        node->kids[LF_K_FOR_WHERE] = lf_parser_expression(p);
    node->kids[LF_K_FOR_DO] = lf_parser_body(p, token);
    return node;
}

static const char *const bounded = "every loop has a bound: `repeat at most 10 while …`";

static lf_node *parse_repeat(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_REPEAT, token);
    const lf_token *after = lf_parser_peek_at(p, 1);
    bool at_most = !lf_parser_is_keyword(after, LF_KW_TIMES) && lf_parser_take_word(p, LF_KW_AT);
    if (at_most)
        lf_parser_expect_word(p, LF_KW_MOST, "write `repeat at most 3`");
    if (lf_parser_at_word(p, LF_KW_WHILE) || lf_parser_at(p, LF_TOK_NEWLINE))
        lf_parser_fail(p, token, LF_E0218, bounded, "`repeat` does not say how many times");
    node->kids[LF_K_REPEAT_TIMES] = lf_parser_sum(p);
    bool times = lf_parser_take_word(p, LF_KW_TIMES);
    if (!times && !at_most)
        lf_parser_expected(p, "`times`", "write `repeat 3 times` or `repeat at most 3`");
    if (lf_parser_take_word(p, LF_KW_WHILE))
        node->kids[LF_K_REPEAT_WHILE] = lf_parser_expression(p);
    node->kids[LF_K_REPEAT_DO] = lf_parser_body(p, token);
    return node;
}

/* `loop`, `loop while …`: as often as the engine allows, which is a fault when it is reached. */
static bool at_loop(const lf_parser *p) {
    const lf_token *after = lf_parser_peek_at(p, 1);
    return lf_parser_at_plain(p, "loop") &&
           (after->kind == LF_TOK_NEWLINE || after->kind == LF_TOK_COLON ||
            (after->kind == LF_TOK_WORD && after->keyword == LF_KW_WHILE));
}

static lf_node *parse_loop(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_REPEAT, token);
    if (lf_parser_take_word(p, LF_KW_WHILE))
        node->kids[LF_K_REPEAT_WHILE] = lf_parser_expression(p);
    node->kids[LF_K_REPEAT_DO] = lf_parser_body(p, token);
    return node;
}

/* A statement that is one word. */
static lf_node *parse_bare(lf_parser *p, lf_node_kind kind) {
    lf_node *node = lf_parser_node(p, kind, lf_parser_advance(p));
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_return(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_RETURN, lf_parser_advance(p));
    if (!lf_parser_at(p, LF_TOK_NEWLINE))
        node->kids[0] = lf_parser_expression(p);
    lf_parser_end_statement(p);
    return node;
}

/* ---- cards, log, phases ---- */

static lf_word parse_put_place(lf_parser *p) {
    if (lf_parser_take_word(p, LF_KW_UNDER))
        return LF_W_BOTTOM;
    lf_parser_expect_word(p, LF_KW_ON, "write `put c on top of deck` or `put c under deck`");
    const lf_token *after = lf_parser_peek_at(p, 1);
    bool end_of_stack = after->kind == LF_TOK_WORD && after->keyword == LF_KW_OF;
    bool bottom = lf_parser_at_plain(p, "bottom");
    if (!end_of_stack || !(bottom || lf_parser_at_plain(p, "top")))
        return LF_W_TOP;
    lf_parser_advance(p);
    lf_parser_advance(p);
    return bottom ? LF_W_BOTTOM : LF_W_TOP;
}

/* `put all of pile …`, or the same without `of`, which is an error. In `put all on deck`, `all` is
 * a name. */
static bool at_all_of(lf_parser *p) {
    const lf_token *after = lf_parser_peek_at(p, 1);
    return lf_parser_at_word(p, LF_KW_ALL) && after->kind == LF_TOK_WORD &&
           after->keyword != LF_KW_ON && after->keyword != LF_KW_UNDER;
}

static lf_node *parse_put_all(lf_parser *p, const lf_token *put) {
    lf_node *node = lf_parser_node(p, LF_N_PUT_ALL, put);
    lf_parser_advance(p);
    lf_parser_expect_word(p, LF_KW_OF, "write `put all of pile on top of deck`");
    node->kids[LF_K_PUT_ALL_FROM] = lf_parser_sum(p);
    node->word = (uint8_t)parse_put_place(p);
    node->kids[LF_K_PUT_ALL_TO] = lf_parser_sum(p);
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_put(lf_parser *p) {
    const lf_token *put = lf_parser_advance(p);
    if (at_all_of(p))
        return parse_put_all(p, put);
    lf_node *node = lf_parser_node(p, LF_N_PUT, put);
    node->kids[LF_K_PUT_CARD] = lf_parser_sum(p);
    node->word = (uint8_t)parse_put_place(p);
    node->kids[LF_K_PUT_STACK] = lf_parser_sum(p);
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_deal(lf_parser *p) {
    static const char form[] = "write `deal 3 from deck to hand[p]`";
    lf_node *node = lf_parser_node(p, LF_N_DEAL, lf_parser_advance(p));
    node->kids[LF_K_DEAL_COUNT] = lf_parser_sum(p);
    lf_parser_expect_word(p, LF_KW_FROM, form);
    node->kids[LF_K_DEAL_FROM] = lf_parser_sum(p);
    lf_parser_expect_word(p, LF_KW_TO, form);
    node->kids[LF_K_DEAL_TO] = lf_parser_sum(p);
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_shuffle(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_SHUFFLE, lf_parser_advance(p));
    node->kids[0] = lf_parser_sum(p);
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_perform(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_PERFORM, lf_parser_advance(p));
    const lf_token *first = lf_parser_peek(p);
    lf_node *part = lf_parser_postfix(p);
    if (part == NULL || part->kind != LF_N_PROP) {
        lf_parser_fail(p, first, LF_E0218, "write `perform c.upper`",
                       "`perform` needs a card and one of its parts");
        return node;
    }
    node->name = part->name;
    node->kids[0] = part->kids[LF_K_PROP_OF];
    lf_parser_end_statement(p);
    return node;
}

static lf_word parse_level(lf_parser *p) {
    for (int word = LF_W_LOG_TURN; word <= LF_W_LOG_DETAIL; word++)
        if (lf_parser_at_plain(p, lf_word_text((lf_word)word))) {
            lf_parser_advance(p);
            return (lf_word)word;
        }
    return LF_W_LOG_STEP;
}

static lf_node *parse_log(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_LOG, lf_parser_advance(p));
    node->word = (uint8_t)parse_level(p);
    node->kids[0] = lf_parser_expect_text(p, "a text after `log`");
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_require(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_REQUIRE, lf_parser_advance(p));
    node->kids[LF_K_REQUIRE_CONDITION] = lf_parser_bare_expression(p);
    if (lf_parser_take_word(p, LF_KW_BECAUSE))
        node->kids[LF_K_REQUIRE_BECAUSE] = lf_parser_expect_text(p, "a text after `because`");
    lf_parser_end_statement(p);
    return node;
}

static lf_node *parse_end(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = NULL;
    if (lf_parser_at_plain(p, "game"))
        node = lf_parser_node(p, LF_N_END_GAME, token);
    else if (lf_parser_at_plain(p, "phase"))
        node = lf_parser_node(p, LF_N_END_PHASE, token);
    else if (lf_parser_at_plain(p, "turn"))
        node = lf_parser_node(p, LF_N_END_TURN, token);
    else
        lf_parser_fail(
            p, token, LF_E0219,
            "a block ends where its indentation ends; if that is what you mean, delete the line",
            "`end` must be followed by `game`, `phase` or `turn`");
    lf_parser_advance(p);
    if (node != NULL && node->kind == LF_N_END_GAME && lf_parser_take_word(p, LF_KW_FOR))
        node->kids[0] = lf_parser_expression(p);
    lf_parser_end_statement(p);
    return node;
}

/* `goto` and `check` take a name that the game declares. */
static lf_node *parse_named(lf_parser *p, lf_node_kind kind, const char *what) {
    lf_node *node = lf_parser_node(p, kind, lf_parser_advance(p));
    node->name = lf_parser_expect_name(p, what)->text;
    lf_parser_end_statement(p);
    return node;
}

/* ---- lines that begin with a name ---- */

static const struct {
    const char *word, *advice;
} foreign_statements[] = {
    {"elif", "write `else if`"},
    {"elseif", "write `else if`"},
    {"elsif", "write `else if`"},
    {"foreach", "write `for each s in spaces`"},
    {"loop", "write `loop` alone on its line, `loop while …` or `repeat 3 times`"},
    {"do", "write `repeat 3 times`, or the name of a procedure: `sweep(s)`"},
    {"endif", "a block ends where its indentation ends: delete the line"},
    {"endfor", "a block ends where its indentation ends: delete the line"},
    {"var", "write `let x = 3`"},
    {"const", "write `let x = 3`"},
    {"set", "write `x = 3`"},
    {"call", "write the name of the procedure: `sweep(s)`"},
    {"print", "write `log \"…\"`"},
    {"exit", "write `break` or `return`"},
    {"switch", "write `if …` and `else if …`"},
    {"case", "write `if …` and `else if …`"},
    {"unless", "write `if not …`"},
    {"pass", "to do nothing, leave the whole statement out"},
    {"draw", "write `deal 1 from deck to hand[p]`"},
};

static const char *advice_for_word(lf_parser *p, const char *word) {
    for (size_t i = 0; i < LF_COUNT(foreign_statements); i++)
        if (strcmp(foreign_statements[i].word, word) == 0)
            return foreign_statements[i].advice;
    if (strchr(word, ':'))
        return "if `:` begins a statement, put a space after it";
    lf_nearest nearest = lf_nearest_to(word);
    for (int i = 1; i < LF_KEYWORD_COUNT; i++)
        if (lf_keyword_table[i].line_start == LF_LINE_STATEMENT || i == LF_KW_IF || i == LF_KW_FOR)
            lf_nearest_offer(&nearest, lf_keyword_table[i].text);
    if (nearest.best != NULL)
        return lf_arena_printf(p->context->arena, "did you mean `%s`?", nearest.best);
    return "call a procedure with brackets: `sweep(s)`";
}

/* Behind a name, this makes the name look like a verb: `sweep 3 …`. */
static bool looks_like_an_operand(const lf_token *token) {
    if (token->kind == LF_TOK_WORD)
        return lf_keyword_table[token->keyword].line_start != LF_LINE_CONTINUES;
    return token->kind == LF_TOK_LEFT || token->kind == LF_TOK_TEXT_OPEN ||
           token->kind == LF_TOK_INT || token->kind == LF_TOK_COLON;
}

/* A value stands alone: something was left out. */
static void report_lone_value(lf_parser *p, const lf_token *first, const lf_node *value) {
    const lf_token *token = lf_parser_peek(p);
    bool name_only = value != NULL && value->kind == LF_N_NAME;
    if (name_only && looks_like_an_operand(token))
        lf_parser_fail(p, first, LF_E0219, advice_for_word(p, first->text),
                       "no statement begins with `%s`", first->text);
    else if (token->kind == LF_TOK_EQUAL)
        lf_parser_fail(p, token, LF_E0220, "to check a condition, write `if …` or `require …`",
                       "this comparison has no effect: to set the variable, write `=`");
    else if (name_only && token->kind == LF_TOK_NEWLINE)
        lf_parser_fail(p, first, LF_E0220, advice_for_word(p, first->text),
                       "`%s` alone is not a statement", first->text);
    else
        lf_parser_fail(p, first, LF_E0220,
                       "to keep it, write `let x = …`; to change a variable, write `x = …` or `x "
                       "+= …`",
                       "a value alone is not a statement");
}

static lf_word assignment_here(const lf_parser *p) {
    switch ((lf_token_kind)lf_parser_peek(p)->kind) {
    case LF_TOK_ASSIGN:
        return LF_W_SET;
    case LF_TOK_ADD_TO:
        return LF_W_INCREASE;
    case LF_TOK_SUBTRACT_FROM:
        return LF_W_DECREASE;
    default:
        return LF_W_NONE;
    }
}

static lf_node *parse_assignment(lf_parser *p, const lf_token *first, lf_node *target,
                                 lf_word word) {
    if (target != NULL && target->kind == LF_N_CALL)
        lf_parser_fail(p, first, LF_E0220,
                       "only a variable, a property or an entry of a table can be changed",
                       "the result of `%s` cannot be changed", target->name);
    lf_node *node = lf_parser_node(p, LF_N_ASSIGN, lf_parser_advance(p));
    node->word = (uint8_t)word;
    node->kids[LF_K_ASSIGN_TARGET] = target;
    node->kids[LF_K_ASSIGN_VALUE] = lf_parser_expression(p);
    lf_parser_end_statement(p);
    return node;
}

/* Something that makes the call before it a part of a value. */
static bool operator_follows(const lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    if (token->kind >= LF_TOK_EQUAL)
        return token->kind != LF_TOK_COLON && token->kind != LF_TOK_COMMA;
    return token->kind == LF_TOK_WORD;
}

static lf_node *parse_assignment_or_call(lf_parser *p) {
    const lf_token *first = lf_parser_peek(p);
    lf_node *value = lf_parser_postfix(p);
    lf_word word = assignment_here(p);
    if (word != LF_W_NONE)
        return parse_assignment(p, first, value, word);
    bool call = value != NULL && value->kind == LF_N_CALL;
    if (!call || operator_follows(p)) {
        report_lone_value(p, first, value);
        return NULL;
    }
    lf_node *node = lf_parser_node(p, LF_N_DO, first);
    node->kids[LF_K_DO_CALL] = value;
    lf_parser_end_statement(p);
    return node;
}

/* ---- every statement ---- */

static lf_node *parse_stray_else(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_parser_error(p, token, LF_E0221,
                    "`else` must be in the column of its `if`, directly after its block",
                    "`else` without an `if`");
    if (lf_parser_take_word(p, LF_KW_IF))
        lf_parser_expression(p);
    lf_parser_body(p, token);
    return NULL;
}

static lf_node *parse_stray_option(lf_parser *p) {
    lf_parser_error(p, lf_parser_peek(p), LF_E0222, "indent it below a line `choose \"…\"`",
                    "`option` outside `choose`");
    lf_parser_option(p);
    return NULL;
}

static bool begins_a_value(const lf_token *token) {
    if (token->kind == LF_TOK_WORD)
        return token->keyword >= LF_KW_TRUE && token->keyword <= LF_KW_TABLE;
    return token->kind == LF_TOK_INT || token->kind == LF_TOK_LEFT ||
           token->kind == LF_TOK_LEFT_BRACE;
}

static lf_node *no_statement(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    const char *note = NULL;
    if (lf_parser_at_word(p, LF_KW_WHILE))
        note = bounded;
    else if (token->kind == LF_TOK_TEXT_OPEN)
        note = "to write it to the log: `log \"…\"`";
    else if (token->kind == LF_TOK_WORD && lf_parser_peek_at(p, 1)->kind == LF_TOK_ASSIGN)
        note = lf_arena_printf(p->context->arena, "`%s` is a reserved word and cannot be a name",
                               token->text);
    else if (begins_a_value(token))
        note = "to keep a value, write `let x = …`";
    lf_parser_fail(p, token, LF_E0219, note, "no statement begins with %s",
                   lf_parser_describe(p, token));
    return NULL;
}

/* Whether the bracket that begins behind the current word ends the line: then this is a call. */
static bool is_call_alone(const lf_parser *p) {
    uint32_t at = 1, open = 0;
    do {
        const lf_token *token = lf_parser_peek_at(p, at++);
        if (token->kind == LF_TOK_END || token->kind == LF_TOK_ERROR)
            return false;
        open += token->kind == LF_TOK_LEFT;
        open -= token->kind == LF_TOK_RIGHT;
    } while (open > 0);
    return lf_parser_peek_at(p, at)->kind == LF_TOK_NEWLINE;
}

/* `move = 3`, `check.gold += 1`, `deal(3)`: the word is a name here. */
static bool is_name_here(const lf_parser *p) {
    const lf_token *token = lf_parser_peek(p), *after = lf_parser_peek_at(p, 1);
    if (!lf_parser_is_free(token))
        return false;
    const bool verb = lf_keyword_table[token->keyword].line_start == LF_LINE_STATEMENT;
    return after->kind == LF_TOK_ASSIGN || after->kind == LF_TOK_ADD_TO ||
           after->kind == LF_TOK_SUBTRACT_FROM || after->kind == LF_TOK_DOT ||
           after->kind == LF_TOK_LEFT_SQUARE ||
           (verb && after->kind == LF_TOK_LEFT && !after->spaced && is_call_alone(p));
}

static lf_node *parse_keyword_statement(lf_parser *p, bool inner) {
    p->choosing = false;
    if (is_name_here(p))
        return parse_assignment_or_call(p);
    switch ((lf_keyword)lf_parser_peek(p)->keyword) {
    case LF_KW_NO_KEYWORD:
        return at_loop(p) ? parse_loop(p) : parse_assignment_or_call(p);
    case LF_KW_LET:
        return parse_let(p);
    case LF_KW_IF:
        return parse_if(p, inner);
    case LF_KW_FOR:
        return parse_for_each(p);
    case LF_KW_REPEAT:
        return parse_repeat(p);
    case LF_KW_BREAK:
        return parse_bare(p, LF_N_BREAK);
    case LF_KW_CONTINUE:
        return parse_bare(p, LF_N_CONTINUE);
    case LF_KW_RETURN:
        return parse_return(p);
    case LF_KW_CHOOSE:
        return lf_parser_choose(p);
    case LF_KW_PLACE:
        return lf_parser_transfer(p, LF_N_PLACE);
    case LF_KW_REMOVE:
        return lf_parser_transfer(p, LF_N_REMOVE);
    case LF_KW_MOVE:
        return lf_parser_transfer(p, LF_N_MOVE);
    case LF_KW_FLIP:
        return lf_parser_transfer(p, LF_N_FLIP);
    case LF_KW_REPLACE:
        return lf_parser_transfer(p, LF_N_REPLACE);
    case LF_KW_PUT:
        return parse_put(p);
    case LF_KW_DEAL:
        return parse_deal(p);
    case LF_KW_SHUFFLE:
        return parse_shuffle(p);
    case LF_KW_PERFORM:
        return parse_perform(p);
    case LF_KW_LOG:
        return parse_log(p);
    case LF_KW_REQUIRE:
        return parse_require(p);
    case LF_KW_END:
        return parse_end(p);
    case LF_KW_GOTO:
        return parse_named(p, LF_N_GOTO_PHASE, "the name of a phase");
    case LF_KW_CHECK:
        return parse_named(p, LF_N_CHECK_END, "the name of a checkpoint");
    case LF_KW_REMEMBER:
        return parse_named(p, LF_N_REMEMBER, "the name of a repetition");
    case LF_KW_FORGET:
        return parse_named(p, LF_N_FORGET, "the name of a repetition");
    case LF_KW_ELSE:
        return parse_stray_else(p);
    case LF_KW_OPTION:
        return parse_stray_option(p);
    default:
        return no_statement(p);
    }
}

static lf_node *parse_statement(lf_parser *p) {
    return lf_parser_at(p, LF_TOK_WORD) ? parse_keyword_statement(p, false) : no_statement(p);
}

static lf_node *parse_inline(lf_parser *p) {
    return lf_parser_at(p, LF_TOK_WORD) ? parse_keyword_statement(p, true) : no_statement(p);
}
