/* parser_choose.c: choices of one thing (CHOOSE), of several (CHOOSE_N), and menus of options (MENU). */
#include <string.h>

#include "parser.h"

/* ---- what may follow the domain ---- */

typedef struct {
    lf_node *prompt, *by, *or_label, *or_when;
    lf_word or_word, or_as;
} tail;

lf_node *lfp_by(lf_parser *p) {
    lfp_advance(p);
    return lfp_postfix(p);
}

static void expect_unset(lf_parser *p, bool set, const char *what) {
    if (set)
        lfp_fail(p, lfp_peek(p), LF_E0229, "Keep one of them.", "%s is given twice", what);
}

/* `as skip`: what sort of way out an option is. The words are words only here. */
static lf_word parse_as(lf_parser *p, lf_word last, const char *words) {
    if (!lfp_at_plain(p, "as"))
        return LF_W_NONE;
    lfp_advance(p);
    for (int word = LF_W_DONE; word <= (int)last; word++)
        if (lfp_at(p, LF_TOK_WORD) && strcmp(lfp_peek(p)->text, lf_word_text((lf_word)word)) == 0) {
            lfp_advance(p);
            return (lf_word)word;
        }
    lfp_expected(p, words, "It says what sort of way out the option is: `option \"Finish\" as done`.");
    return LF_W_NONE;
}

static void parse_way_out(lf_parser *p, tail *t) {
    expect_unset(p, t->or_word != LF_W_NONE, "the way out (`or done`, `or none`)");
    lfp_advance(p);
    t->or_word = lfp_at_word(p, LF_KW_DONE) ? LF_W_DONE : LF_W_OR_NONE;
    if (!lfp_take_word(p, LF_KW_DONE) && !lfp_take_word(p, LF_KW_NONE))
        lfp_expected(p, "`done` or `none` behind `or`", "In a condition, put brackets around the `or`.");
    if (lfp_at(p, LF_TOK_TEXT_OPEN))
        t->or_label = lfp_text(p);
    t->or_as = parse_as(p, LF_W_AS_OPTION, "`done`, `skip`, `cancel` or `option` behind `as`");
    if (lfp_take_word(p, LF_KW_WHEN))
        t->or_when = lfp_expression(p);
}

static tail parse_tail(lf_parser *p) {
    tail t = {0};
    for (;;) {
        if (lfp_at(p, LF_TOK_TEXT_OPEN)) {
            expect_unset(p, t.prompt, "the prompt");
            t.prompt = lfp_text(p);
        } else if (lfp_at_word(p, LF_KW_BY)) {
            expect_unset(p, t.by, "who chooses");
            t.by = lfp_by(p);
        } else if (lfp_at_word(p, LF_KW_OR)) {
            parse_way_out(p, &t);
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
    if (node->kind == LF_N_LIST) { /* its array has room for more, which only lfp_add knows to make */
        copy->kid_count = 0;
        for (uint32_t i = 0; i < node->kid_count; i++)
            lfp_add(p, copy, copy_tree(p, node->kids[i]));
    } else if (node->kid_count) {
        copy->kids = LF_NEW_ARRAY(p->context->arena, lf_node *, node->kid_count);
        for (uint32_t i = 0; i < node->kid_count; i++)
            copy->kids[i] = copy_tree(p, node->kids[i]);
    }
    return copy;
}

/* ---- one thing ---- */

static lf_node *parse_where(lf_parser *p) {
    return lfp_take_word(p, LF_KW_WHERE) ? lfp_expression(p) : NULL;
}

/* `of Red pieces in s`: the kinds that are there. */
static lf_node *parse_kinds(lf_parser *p) {
    lf_node *kinds = lfp_node(p, LF_N_KINDS, lfp_advance(p));
    kinds->kids[LF_K_PIECES] = lfp_filter(p);
    lfp_expect_word(p, LF_KW_IN, "Say where the pieces are: `choose k of Red pieces in s`.");
    kinds->kids[LF_K_IN] = lfp_sum(p);
    return kinds;
}

/* `sealed p.bid`: into a hidden variable, by whose name the `where` knows what is chosen. Something else may be called `sealed`: what is
 * chosen (`choose sealed in …`), or how many (`choose sealed targets in …`). */
static bool at_sealed(const lf_parser *p) {
    return lfp_at_plain(p, "sealed") && lfp_is_free(lfp_peek_at(p, 1)) &&
           !lfp_is_keyword(lfp_peek_at(p, 2), LF_KW_IN);
}

static void parse_sealed(lf_parser *p, lf_node *node) {
    lfp_advance(p);
    const lf_token *at = lfp_peek(p);
    lf_node *target = lfp_postfix(p);
    if (!p->panic && target->kind != LF_N_PROP)
        lfp_fail(p, at, LF_E0229,
                 "It goes into a hidden variable of the seat: `choose sealed p.bid in 1..6`.",
                 "a sealed choice names a variable of a seat");
    node->kids[LF_K_CHOOSE_SEALED] = target;
    node->name = target != NULL && target->name != NULL ? target->name : "";
}

static lf_node *parse_choose_one(lf_parser *p, const lf_token *token) {
    lf_node *node = lfp_node(p, LF_N_CHOOSE, token);
    if (at_sealed(p))
        parse_sealed(p, node);
    else
        node->name = lfp_expect_name(p, "a name for what is chosen")->text;
    bool kinds = lfp_at_word(p, LF_KW_OF);
    if (!kinds && !lfp_take_word(p, LF_KW_IN))
        lfp_fail(p, lfp_peek(p), LF_E0225, "Say what there is to choose from: `choose s in spaces where …`.",
                 "the choice of `%s` has no `in`", node->name);
    node->kids[LF_K_CHOOSE_OPTIONS] = kinds ? parse_kinds(p) : lfp_range(p);
    node->kids[LF_K_CHOOSE_WHERE] = parse_where(p);
    tail t = parse_tail(p);
    node->kids[LF_K_CHOOSE_PROMPT] = t.prompt;
    node->kids[LF_K_CHOOSE_BY] = t.by;
    const lf_node *sealed = node->kids[LF_K_CHOOSE_SEALED];
    if (sealed != NULL && t.by == NULL && !p->panic) /* whose variable it is chooses */
        node->kids[LF_K_CHOOSE_BY] = copy_tree(p, sealed->kids[LF_K_PROP_OF]);
    node->kids[LF_K_CHOOSE_OR_LABEL] = t.or_label;
    node->kids[LF_K_CHOOSE_OR_WHEN] = t.or_when;
    node->word = (uint8_t)t.or_word;
    node->value = t.or_as;
    lfp_end_statement(p);
    return node;
}

/* ---- several things ---- */

/* `up to 3`, `2`, `1 to 3`. */
static void parse_bounds(lf_parser *p, lf_node *node) {
    if (lfp_take_word(p, LF_KW_UP)) {
        lfp_expect_word(p, LF_KW_TO, "It is written `choose up to 3 targets in …`.");
        node->kids[LF_K_CHOOSEN_MAX] = lfp_count(p);
        return;
    }
    node->kids[LF_K_CHOOSEN_MIN] = lfp_count(p);
    if (lfp_take_word(p, LF_KW_TO))
        node->kids[LF_K_CHOOSEN_MAX] = lfp_count(p);
    else if (!p->panic)
        node->kids[LF_K_CHOOSEN_MAX] = copy_tree(p, node->kids[LF_K_CHOOSEN_MIN]);
}

static lf_node *parse_choose_several(lf_parser *p, const lf_token *token) {
    lf_node *node = lfp_node(p, LF_N_CHOOSE_N, token);
    parse_bounds(p, node);
    node->name = lfp_expect_name(p, "a name for what is chosen")->text;
    if (!lfp_take_word(p, LF_KW_IN))
        lfp_fail(p, lfp_peek(p), LF_E0225,
                 "Say what there is to choose from: `choose 2 targets in spaces where …`.",
                 "the choice of `%s` has no `in`", node->name);
    node->kids[LF_K_CHOOSEN_OPTIONS] = lfp_range(p);
    node->kids[LF_K_CHOOSEN_WHERE] = parse_where(p);
    const lf_token *behind = lfp_peek(p);
    tail t = parse_tail(p);
    if (t.or_word != LF_W_NONE)
        lfp_fail(p, behind, LF_E0229, "Write `choose up to 3 targets in …`.",
                 "a choice of several things takes no `or`: fewer are chosen with `up to`");
    node->kids[LF_K_CHOOSEN_PROMPT] = t.prompt;
    node->kids[LF_K_CHOOSEN_BY] = t.by;
    lfp_end_statement(p);
    return node;
}

/* ---- menus ---- */

/* An option without a block does nothing. The id in front of the label may be any word, reserved ones too. */
lf_node *lfp_option(lf_parser *p) {
    const lf_token *token = lfp_advance(p);
    lf_node *node = lfp_node(p, LF_N_OPTION, token);
    const bool has_id = lfp_at(p, LF_TOK_WORD) && lfp_peek_at(p, 1)->kind == LF_TOK_TEXT_OPEN;
    const char *id = has_id ? lfp_advance(p)->text : NULL;
    lf_node *label = lfp_expect_text(p, "the label of the option");
    node->name = has_id ? id : lf_label_id(p->context, label);
    node->kids[LF_K_OPTION_LABEL] = label;
    node->word = (uint8_t)parse_as(p, LF_W_CANCEL, "`done`, `skip` or `cancel` behind `as`");
    if (lfp_take_word(p, LF_KW_WHEN))
        node->kids[LF_K_OPTION_WHEN] = lfp_expression(p);
    bool empty = lfp_at(p, LF_TOK_NEWLINE) && lfp_peek_at(p, 1)->kind != LF_TOK_INDENT;
    if (empty) {
        lf_node *block = lfp_node(p, LF_N_BLOCK, lfp_advance(p));
        block->kids[LF_K_LIST] = lfp_list(p, token);
        node->kids[LF_K_OPTION_DO] = block;
    } else {
        node->kids[LF_K_OPTION_DO] = lfp_body(p, token);
    }
    return node;
}

static void parse_menu_line(lf_parser *p, lf_node *options) {
    if (!lfp_at_word(p, LF_KW_OPTION))
        lfp_fail(p, lfp_peek(p), LF_E0222, "Below `choose \"…\"` stand lines such as `option \"Pass\"`.",
                 "expected `option`, found %s", lfp_describe(p, lfp_peek(p)));
    lf_node *option = lfp_option(p);
    if (p->panic)
        lfp_skip_statement(p, false);
    else
        lfp_add(p, options, option);
}

static void parse_options(lf_parser *p, lf_node *options) {
    p->choosing = false;
    lfp_enter(p);
    lfp_take(p, LF_TOK_INDENT);
    while (!lfp_at(p, LF_TOK_DEDENT) && !lfp_at(p, LF_TOK_END) && !p->panic)
        parse_menu_line(p, options);
    lfp_take(p, LF_TOK_DEDENT);
    lfp_leave(p);
}

static lf_node *parse_menu(lf_parser *p, const lf_token *token) {
    lf_node *node = lfp_node(p, LF_N_MENU, token);
    tail t = parse_tail(p);
    node->kids[LF_K_MENU_PROMPT] = t.prompt;
    node->kids[LF_K_MENU_BY] = t.by;
    node->kids[LF_K_MENU_OPTIONS] = lfp_list(p, token);
    if (t.or_word != LF_W_NONE)
        lfp_fail(p, token, LF_E0229, "Write another option: `option \"Done\": break`.",
                 "a menu takes no `or`");
    if (lfp_at(p, LF_TOK_COLON) && lfp_peek_at(p, 1)->kind == LF_TOK_NEWLINE) {
        lfp_error(p, lfp_peek(p), LF_E0224, NULL, "no `:` before a block: delete it");
        lfp_advance(p);
    }
    lfp_end_statement(p);
    if (!p->panic && !lfp_at(p, LF_TOK_INDENT))
        lfp_error(
            p, token, LF_E0222,
            "Indent lines such as `option \"Pass\"` below it, or name what is chosen: `choose s in spaces`.",
            "`choose` has no options");
    else
        parse_options(p, node->kids[LF_K_MENU_OPTIONS]);
    return node;
}

/* ---- which of them ---- */

/* `choose n targets in …`: a name that is followed by another name or by arithmetic is a count. */
static bool at_one_thing(const lf_parser *p) {
    const lf_token *token = lfp_peek(p), *after = lfp_peek_at(p, 1);
    if (token->kind != LF_TOK_WORD || (token->keyword == LF_KW_UP && lfp_is_keyword(after, LF_KW_TO)))
        return false;
    if (token->keyword != LF_KW_NO_KEYWORD)
        return lfp_is_keyword(after, LF_KW_IN) || lfp_is_keyword(after, LF_KW_OF);
    bool name = lfp_is_free(after) && lfp_is_keyword(lfp_peek_at(p, 2), LF_KW_IN);
    bool clause = after->kind == LF_TOK_WORD && after->keyword != LF_KW_NO_KEYWORD && !name &&
                  after->keyword != LF_KW_MOD && after->keyword != LF_KW_TO;
    return clause || after->kind == LF_TOK_NEWLINE || after->kind == LF_TOK_TEXT_OPEN;
}

lf_node *lfp_choose(lf_parser *p) {
    const lf_token *token = lfp_advance(p);
    p->choosing = true;
    if (lfp_at(p, LF_TOK_TEXT_OPEN) || lfp_at(p, LF_TOK_NEWLINE) || lfp_at_word(p, LF_KW_BY) ||
        lfp_at(p, LF_TOK_COLON))
        return parse_menu(p, token);
    return at_sealed(p) || at_one_thing(p) ? parse_choose_one(p, token) : parse_choose_several(p, token);
}
