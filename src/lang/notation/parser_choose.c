/* parser_choose.c: choices of one thing (CHOOSE), of several (CHOOSE_N), and menus of options
 * (MENU). */
#include <string.h>

#include "parser.h"

/* ---- what may follow the domain ---- */

typedef struct {
    lf_node *prompt, *by, *or_label, *or_when;
    lf_word or_word, or_as, ask;
} tail;

lf_node *lf_parser_by(lf_parser *p) {
    lf_parser_advance(p);
    return lf_parser_postfix(p);
}

static void expect_unset(lf_parser *p, bool set, const char *what) {
    if (set)
        lf_parser_fail(p, lf_parser_peek(p), LF_E0229, "keep one of them", "%s is given twice",
                       what);
}

/* `as skip`: what sort of way out an option is. The words are words only here. */
static lf_word parse_as(lf_parser *p, lf_word last, const char *words) {
    if (!lf_parser_at_plain(p, "as"))
        return LF_W_NONE;
    lf_parser_advance(p);
    for (int word = LF_W_DONE; word <= (int)last; word++)
        if (lf_parser_at(p, LF_TOK_WORD) &&
            strcmp(lf_parser_peek(p)->text, lf_word_text((lf_word)word)) == 0) {
            lf_parser_advance(p);
            return (lf_word)word;
        }
    lf_parser_expected(p, words, "`as` gives the kind of way out: `option \"Finish\" as done`");
    return LF_W_NONE;
}

static void parse_way_out(lf_parser *p, tail *t) {
    expect_unset(p, t->or_word != LF_W_NONE, "the way out (`or done`, `or none`)");
    lf_parser_advance(p);
    t->or_word = lf_parser_at_word(p, LF_KW_DONE) ? LF_W_DONE : LF_W_OR_NONE;
    if (!lf_parser_take_word(p, LF_KW_DONE) && !lf_parser_take_word(p, LF_KW_NONE))
        lf_parser_expected(p, "`done` or `none` after `or`",
                           "in a condition, put brackets around the `or`");
    if (lf_parser_at(p, LF_TOK_TEXT_OPEN))
        t->or_label = lf_parser_text(p);
    t->or_as = parse_as(p, LF_W_AS_OPTION, "`done`, `skip`, `cancel` or `option` after `as`");
    if (lf_parser_take_word(p, LF_KW_WHEN))
        t->or_when = lf_parser_expression(p);
}

/* `ask always`: a single option is asked for; `ask real`: it is taken at once. The words are
 * words only here. */
static lf_word parse_ask(lf_parser *p) {
    lf_parser_advance(p);
    for (int word = LF_W_ASK_ALWAYS; word <= LF_W_ASK_REAL; word++)
        if (lf_parser_at_plain(p, lf_word_text((lf_word)word))) {
            lf_parser_advance(p);
            return (lf_word)word;
        }
    lf_parser_expected(
        p, "`always` or `real` after `ask`",
        "`ask` says whether a seat with a single option is asked: `choose s in spaces ask always`");
    return LF_W_NONE;
}

static tail parse_tail(lf_parser *p) {
    tail t = {0};
    for (;;) {
        if (lf_parser_at(p, LF_TOK_TEXT_OPEN)) {
            expect_unset(p, t.prompt, "the prompt");
            t.prompt = lf_parser_text(p);
        } else if (lf_parser_at_word(p, LF_KW_BY)) {
            expect_unset(p, t.by, "who chooses");
            t.by = lf_parser_by(p);
        } else if (lf_parser_at_word(p, LF_KW_OR)) {
            parse_way_out(p, &t);
        } else if (lf_parser_at_ask(p)) {
            expect_unset(p, t.ask != LF_W_NONE, "`ask`");
            t.ask = parse_ask(p);
        } else {
            return t;
        }
    }
}

/* The nodes of a statement form a tree, so what serves twice is copied. */
static lf_node *copy_tree(lf_parser *p, const lf_node *node) {
    if (node == NULL)
        return NULL;
    lf_node *copy = LF_NEW(p->context->arena, lf_node);
    *copy = *node;
    /* its array has room for more, which only lf_parser_add knows to make */
    if (node->kind == LF_N_LIST) {
        copy->kid_count = 0;
        for (uint32_t i = 0; i < node->kid_count; i++)
            lf_parser_add(p, copy, copy_tree(p, node->kids[i]));
    } else if (node->kid_count) {
        copy->kids = LF_NEW_ARRAY(p->context->arena, lf_node *, node->kid_count);
        for (uint32_t i = 0; i < node->kid_count; i++)
            copy->kids[i] = copy_tree(p, node->kids[i]);
    }
    return copy;
}

/* ---- one thing ---- */

static lf_node *parse_where(lf_parser *p) {
    return lf_parser_take_word(p, LF_KW_WHERE) ? lf_parser_expression(p) : NULL;
}

/* `of Red pieces in s`: the kinds that are there. */
static lf_node *parse_kinds(lf_parser *p) {
    lf_node *kinds = lf_parser_node(p, LF_N_KINDS, lf_parser_advance(p));
    kinds->kids[LF_K_PIECES] = lf_parser_filter(p);
    lf_parser_expect_word(p, LF_KW_IN, "say where the pieces are: `choose k of Red pieces in s`");
    kinds->kids[LF_K_IN] = lf_parser_sum(p);
    return kinds;
}

/* `sealed p.bid`: into a hidden variable, by whose name the `where` knows what is chosen. Something
 * else may be called `sealed`: what is chosen (`choose sealed in …`), or how many (`choose sealed
 * targets in …`). */
static bool at_sealed(const lf_parser *p) {
    return lf_parser_at_plain(p, "sealed") && lf_parser_is_free(lf_parser_peek_at(p, 1)) &&
           !lf_parser_is_keyword(lf_parser_peek_at(p, 2), LF_KW_IN);
}

static void parse_sealed(lf_parser *p, lf_node *node) {
    lf_parser_advance(p);
    const lf_token *at = lf_parser_peek(p);
    lf_node *target = lf_parser_postfix(p);
    if (!p->panic && target->kind != LF_N_PROP)
        lf_parser_fail(p, at, LF_E0229,
                       "the value goes into a hidden variable of the seat: `choose sealed p.bid "
                       "in 1..6`",
                       "a sealed choice must name a variable of a seat");
    node->kids[LF_K_CHOOSE_SEALED] = target;
    node->name = target != NULL && target->name != NULL ? target->name : "";
}

static lf_node *parse_choose_one(lf_parser *p, const lf_token *token) {
    lf_node *node = lf_parser_node(p, LF_N_CHOOSE, token);
    if (at_sealed(p))
        parse_sealed(p, node);
    else
        node->name = lf_parser_expect_name(p, "a name for what is chosen")->text;
    bool kinds = lf_parser_at_word(p, LF_KW_OF);
    if (!kinds && !lf_parser_take_word(p, LF_KW_IN))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0225,
                       "give the set to choose from: `choose s in spaces where …`",
                       "the choice of `%s` has no `in`", node->name);
    node->kids[LF_K_CHOOSE_OPTIONS] = kinds ? parse_kinds(p) : lf_parser_range(p);
    node->kids[LF_K_CHOOSE_WHERE] = parse_where(p);
    tail t = parse_tail(p);
    node->kids[LF_K_CHOOSE_PROMPT] = t.prompt;
    node->kids[LF_K_CHOOSE_BY] = t.by;
    const lf_node *sealed = node->kids[LF_K_CHOOSE_SEALED];
    if (sealed != NULL && t.by == NULL && !p->panic) /* whose variable it is chooses */
        node->kids[LF_K_CHOOSE_BY] = copy_tree(p, sealed->kids[LF_K_PROP_OF]);
    node->kids[LF_K_CHOOSE_OR_LABEL] = t.or_label;
    node->kids[LF_K_CHOOSE_OR_WHEN] = t.or_when;
    lf_node_set_word(node, 0, t.or_word);
    lf_node_set_word(node, 1, t.or_as);
    lf_node_set_word(node, 2, t.ask);
    lf_parser_end_statement(p);
    return node;
}

/* ---- several things ---- */

/* `up to 3`, `2`, `1 to 3`. */
static void parse_bounds(lf_parser *p, lf_node *node) {
    if (lf_parser_take_word(p, LF_KW_UP)) {
        lf_parser_expect_word(p, LF_KW_TO, "write `choose up to 3 targets in …`");
        node->kids[LF_K_CHOOSEN_MAX] = lf_parser_count(p);
        return;
    }
    node->kids[LF_K_CHOOSEN_MIN] = lf_parser_count(p);
    if (lf_parser_take_word(p, LF_KW_TO))
        node->kids[LF_K_CHOOSEN_MAX] = lf_parser_count(p);
    else if (!p->panic)
        node->kids[LF_K_CHOOSEN_MAX] = copy_tree(p, node->kids[LF_K_CHOOSEN_MIN]);
}

static lf_node *parse_choose_several(lf_parser *p, const lf_token *token) {
    lf_node *node = lf_parser_node(p, LF_N_CHOOSE_N, token);
    parse_bounds(p, node);
    node->name = lf_parser_expect_name(p, "a name for what is chosen")->text;
    if (!lf_parser_take_word(p, LF_KW_IN))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0225,
                       "give the set to choose from: `choose 2 targets in spaces where …`",
                       "the choice of `%s` has no `in`", node->name);
    node->kids[LF_K_CHOOSEN_OPTIONS] = lf_parser_range(p);
    node->kids[LF_K_CHOOSEN_WHERE] = parse_where(p);
    const lf_token *behind = lf_parser_peek(p);
    tail t = parse_tail(p);
    if (t.or_word != LF_W_NONE)
        lf_parser_fail(p, behind, LF_E0229, "write `choose up to 3 targets in …`",
                       "a choice of several things takes no `or`; to allow fewer, write `up to`");
    node->kids[LF_K_CHOOSEN_PROMPT] = t.prompt;
    node->kids[LF_K_CHOOSEN_BY] = t.by;
    lf_node_set_word(node, 0, t.ask);
    lf_parser_end_statement(p);
    return node;
}

/* ---- menus ---- */

/* An option without a block does nothing. The id in front of the label may be any word, reserved
 * ones too. */
lf_node *lf_parser_option(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_node *node = lf_parser_node(p, LF_N_OPTION, token);
    const bool has_id =
        lf_parser_at(p, LF_TOK_WORD) && lf_parser_peek_at(p, 1)->kind == LF_TOK_TEXT_OPEN;
    const char *id = has_id ? lf_parser_advance(p)->text : NULL;
    lf_node *label = lf_parser_expect_text(p, "the label of the option");
    node->name = has_id ? id : lf_label_id(p->context, label);
    node->kids[LF_K_OPTION_LABEL] = label;
    node->word = (uint8_t)parse_as(p, LF_W_CANCEL, "`done`, `skip` or `cancel` after `as`");
    if (lf_parser_take_word(p, LF_KW_WHEN))
        node->kids[LF_K_OPTION_WHEN] = lf_parser_expression(p);
    bool empty = lf_parser_at(p, LF_TOK_NEWLINE) && lf_parser_peek_at(p, 1)->kind != LF_TOK_INDENT;
    if (empty) {
        lf_node *block = lf_parser_node(p, LF_N_BLOCK, lf_parser_advance(p));
        block->kids[LF_K_LIST] = lf_parser_list(p, token);
        node->kids[LF_K_OPTION_DO] = block;
    } else {
        node->kids[LF_K_OPTION_DO] = lf_parser_body(p, token);
    }
    return node;
}

static void parse_menu_line(lf_parser *p, lf_node *options) {
    if (!lf_parser_at_word(p, LF_KW_OPTION))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0222,
                       "indent lines such as `option \"Pass\"` below `choose \"…\"`",
                       "expected `option`, found %s", lf_parser_describe(p, lf_parser_peek(p)));
    lf_node *option = lf_parser_option(p);
    if (p->panic)
        lf_parser_skip_statement(p, false);
    else
        lf_parser_add(p, options, option);
}

static void parse_options(lf_parser *p, lf_node *options) {
    p->choosing = false;
    lf_parser_enter(p);
    lf_parser_take(p, LF_TOK_INDENT);
    while (!lf_parser_at(p, LF_TOK_DEDENT) && !lf_parser_at(p, LF_TOK_END) && !p->panic)
        parse_menu_line(p, options);
    lf_parser_take(p, LF_TOK_DEDENT);
    lf_parser_leave(p);
}

static lf_node *parse_menu(lf_parser *p, const lf_token *token) {
    lf_node *node = lf_parser_node(p, LF_N_MENU, token);
    tail t = parse_tail(p);
    node->kids[LF_K_MENU_PROMPT] = t.prompt;
    node->kids[LF_K_MENU_BY] = t.by;
    lf_node_set_word(node, 0, t.ask);
    node->kids[LF_K_MENU_OPTIONS] = lf_parser_list(p, token);
    if (t.or_word != LF_W_NONE)
        lf_parser_fail(p, token, LF_E0229, "write another option: `option \"Done\": break`",
                       "a menu takes no `or`");
    if (lf_parser_at(p, LF_TOK_COLON) && lf_parser_peek_at(p, 1)->kind == LF_TOK_NEWLINE) {
        lf_parser_error(p, lf_parser_peek(p), LF_E0224, NULL, "delete the `:` before a block");
        lf_parser_advance(p);
    }
    lf_parser_end_statement(p);
    if (!p->panic && !lf_parser_at(p, LF_TOK_INDENT))
        lf_parser_error(p, token, LF_E0222,
                        "indent lines such as `option \"Pass\"` below it, or name what is chosen: "
                        "`choose s in spaces`",
                        "`choose` has no options");
    else
        parse_options(p, node->kids[LF_K_MENU_OPTIONS]);
    return node;
}

/* ---- which of them ---- */

/* `choose n targets in …`: a name that is followed by another name or by arithmetic is a count. */
static bool at_one_thing(const lf_parser *p) {
    const lf_token *token = lf_parser_peek(p), *after = lf_parser_peek_at(p, 1);
    if (token->kind != LF_TOK_WORD ||
        (token->keyword == LF_KW_UP && lf_parser_is_keyword(after, LF_KW_TO)))
        return false;
    if (token->keyword != LF_KW_NO_KEYWORD)
        return lf_parser_is_keyword(after, LF_KW_IN) || lf_parser_is_keyword(after, LF_KW_OF);
    bool name = lf_parser_is_free(after) && lf_parser_is_keyword(lf_parser_peek_at(p, 2), LF_KW_IN);
    bool clause = after->kind == LF_TOK_WORD && after->keyword != LF_KW_NO_KEYWORD && !name &&
                  after->keyword != LF_KW_MOD && after->keyword != LF_KW_TO;
    return clause || after->kind == LF_TOK_NEWLINE || after->kind == LF_TOK_TEXT_OPEN;
}

lf_node *lf_parser_choose(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    p->choosing = true;
    if (lf_parser_at(p, LF_TOK_TEXT_OPEN) || lf_parser_at(p, LF_TOK_NEWLINE) ||
        lf_parser_at_word(p, LF_KW_BY) || lf_parser_at(p, LF_TOK_COLON))
        return parse_menu(p, token);
    return at_sealed(p) || at_one_thing(p) ? parse_choose_one(p, token)
                                           : parse_choose_several(p, token);
}
