/* form_values.c: the fields of a form, read by their letter: names, words, expressions, lists,
 * blocks, texts.
 *
 * A scalar is notation and goes to the parser; a list is a block, or a set where a value is
 * expected; a map is a form again, and goes back to form.c. */
#include <string.h>

#include "form.h"

/* ---- names and words ---- */

static bool is_ascii_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* As the lexer has it, except that a reserved word may pass: it can be the name of a property. */
static bool is_name_text(const char *text, size_t length) {
    bool letter = false;
    for (size_t i = 0; i < length; i++) {
        bool last = i + 1 == length, joint = text[i] == '-' || text[i] == ':';
        letter |= is_ascii_letter(text[i]);
        if (joint &&
            (i == 0 || last || text[i + 1] == '_' || text[i + 1] == '-' || text[i + 1] == ':'))
            return false;
        if (!joint && !is_ascii_letter(text[i]) && !is_ascii_digit(text[i]))
            return false;
    }
    return letter && length <= LF_MAX_NAME_BYTES;
}

/* A `$` in front and `:none` behind belong to the older spellings and not to the name. */
const char *lf_form_name(lf_form *form, const lf_doc *doc) {
    if (doc == NULL)
        return NULL;
    if (doc->kind != LF_DOC_SCALAR) {
        lf_form_wrong_kind(form, doc, "this", "a name");
        return NULL;
    }
    static const char owner[] = ":none";
    const char *text = doc->text;
    size_t length = doc->length, tail = sizeof owner - 1;
    if (length && text[0] == '$')
        text++, length--;
    if (length > tail && memcmp(text + length - tail, owner, tail) == 0)
        length -= tail;
    if (is_name_text(text, length))
        return lf_intern(form->context->names, text, length);
    lf_report_add(form->context->report, LF_ERROR, LF_E0308, doc->pos, lf_form_width(doc->text),
                  NULL, "`%s` is not a name", doc->text);
    return NULL;
}

const char *lf_form_id(lf_form *form, const lf_doc *doc) {
    if (doc == NULL)
        return NULL;
    if (doc->kind != LF_DOC_SCALAR) {
        lf_form_wrong_kind(form, doc, "this", "an id");
        return NULL;
    }
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:";
    if (doc->length > 0 && strspn(doc->text, letters) == doc->length)
        return lf_intern(form->context->names, doc->text, doc->length);
    lf_report_add(form->context->report, LF_ERROR, LF_E0308, doc->pos, lf_form_width(doc->text),
                  "an id has letters, digits and `-`", "`%s` is not an id", doc->text);
    return NULL;
}

lf_node *lf_form_name_node(lf_form *form, const char *name, lf_pos pos, uint16_t length) {
    lf_node *node = lf_node_new(form->context->arena, LF_N_NAME, pos, length);
    node->name = name;
    return node;
}

static lf_node *name_value(lf_form *form, const lf_doc *doc) {
    const char *name = lf_form_name(form, doc);
    return name != NULL ? lf_form_name_node(form, name, doc->pos, lf_form_width(doc->text)) : NULL;
}

bool lf_form_word(lf_form *form, lf_node_kind kind, const char *field, const lf_doc *doc,
                  lf_word *out) {
    lf_arena *arena = form->context->arena;
    lf_form_keywords allowed = lf_form_keywords_of(kind, field);
    if (doc->kind != LF_DOC_SCALAR) {
        lf_form_wrong_kind(form, doc, lf_arena_printf(arena, "`%s`", field), "one word");
        return false;
    }
    if (lf_word_find(doc->text, out) && *out >= allowed.first && *out <= allowed.last)
        return true;
    lf_nearest nearest = lf_nearest_to(doc->text);
    const char *all = "";
    for (lf_word word = allowed.first; word <= allowed.last; word++) {
        const char *text = lf_word_text(word);
        lf_nearest_offer(&nearest, text);
        all = lf_arena_printf(arena, "%s%s`%s`", all, *all ? ", " : "it is one of ", text);
    }
    lf_form_unknown(form, LF_E0307, doc->pos, &nearest, all,
                    lf_arena_printf(arena, "`%s` cannot be `%s`", field, doc->text));
    return false;
}

/* ---- values of fields ---- */

static lf_node *read_scalar_value(lf_form *form, const lf_doc *doc) {
    int64_t value;
    if (lf_doc_is_null(doc)) {
        lf_report_add(form->context->report, LF_ERROR, LF_E0301, doc->pos, 1, NULL,
                      "an expression is missing here");
        return NULL;
    }
    if (doc->text[0] == '$')
        return name_value(form, doc);
    if (!lf_doc_int(doc, &value) || value >= 0)
        return lf_parse_expression(form->context, doc);
    lf_node *node = lf_node_new(form->context->arena, LF_N_INT, doc->pos, lf_form_width(doc->text));
    node->value = value; /* the notation has no negative numbers, only a minus before a number */
    return node;
}

static lf_node *list_node(lf_form *form, const lf_doc *doc) {
    if (doc->kind != LF_DOC_LIST) {
        lf_form_wrong_kind(form, doc, "this", "a list");
        return NULL;
    }
    lf_node *list = lf_node_list(form->context->arena, doc->pos);
    bool ok = true;
    for (uint32_t i = 0; i < doc->count; i++) {
        lf_node *item = lf_form_expression(form, doc->items[i]);
        if (item != NULL)
            lf_node_list_add(form->context->arena, list, item);
        ok &= item != NULL;
    }
    return ok ? list : NULL;
}

static lf_node *read_set_value(lf_form *form, const lf_doc *doc) {
    lf_node *items = list_node(form, doc);
    if (items == NULL)
        return NULL;
    lf_node *set = lf_node_new(form->context->arena, LF_N_SET, doc->pos, 1);
    set->kids[LF_K_LIST] = items;
    return set;
}

lf_node *lf_form_expression(lf_form *form, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR)
        return read_scalar_value(form, doc);
    if (lf_form_too_deep(form, doc->pos))
        return NULL;
    form->depth++;
    lf_node *node =
        doc->kind == LF_DOC_LIST ? read_set_value(form, doc) : lf_form_map(form, doc, false);
    form->depth--;
    return node;
}

static void add_statements(lf_form *form, lf_node *list, const lf_node *more) {
    const lf_node *from = more->kind == LF_N_BLOCK ? more->kids[LF_K_LIST] : more;
    for (uint32_t i = 0; i < from->kid_count; i++)
        lf_node_list_add(form->context->arena, list, from->kids[i]);
}

static void read_statement(lf_form *form, const lf_doc *doc, lf_node *list) {
    lf_node *node = NULL;
    if (doc->kind == LF_DOC_LIST || lf_doc_is_null(doc)) {
        lf_form_wrong_kind(form, doc, "a statement", "a map or a line of notation");
    } else if (doc->kind == LF_DOC_SCALAR) {
        node = lf_parse_block(form->context, doc);
    } else if (!lf_form_too_deep(form, doc->pos)) {
        form->depth++;
        node = lf_form_map(form, doc, true);
        form->depth--;
    }
    if (node == NULL)
        return;
    if (node->kind == LF_N_BLOCK || node->kind == LF_N_LIST)
        add_statements(form, list, node);
    else
        lf_node_list_add(form->context->arena, list, node);
}

static lf_node *read_block_value(lf_form *form, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR && !lf_doc_is_null(doc))
        return lf_parse_block(form->context, doc);
    lf_node *block = lf_node_new(form->context->arena, LF_N_BLOCK, doc->pos, 1);
    lf_node *list = lf_node_list(form->context->arena, doc->pos);
    block->kids[LF_K_LIST] = list;
    if (doc->kind == LF_DOC_MAP)
        read_statement(form, doc, list);
    for (uint32_t i = 0; doc->kind == LF_DOC_LIST && i < doc->count; i++)
        read_statement(form, doc->items[i], list);
    return block;
}

static bool is_literal(const lf_doc *doc) {
    int64_t number;
    bool truth;
    return doc->kind == LF_DOC_SCALAR && !lf_doc_int(doc, &number) && !lf_doc_bool(doc, &truth);
}

/* `{ forms: "Base|Bases" }`: the words, or NULL if the part is something else. */
static const lf_doc *forms_in(const lf_doc *part) {
    const lf_doc *words =
        part->kind == LF_DOC_MAP && part->count == 1 ? lf_doc_get(part, "forms") : NULL;
    return words != NULL && words->kind == LF_DOC_SCALAR ? words : NULL;
}

/* Literal texts, and expressions for what goes between them; a bare number or truth value is an
 * expression. */
static lf_node *read_parts(lf_form *form, const lf_doc *doc) {
    if (doc->kind != LF_DOC_LIST) {
        lf_form_wrong_kind(form, doc, "the content of `text`", "a list of parts");
        return NULL;
    }
    lf_arena *arena = form->context->arena;
    lf_node *list = lf_node_list(arena, doc->pos);
    bool ok = true;
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc *part = doc->items[i];
        const lf_doc *forms = forms_in(part), *literal = forms != NULL ? forms : part;
        lf_node *node;
        if (is_literal(literal)) {
            node = lf_node_new(arena, forms != NULL ? LF_N_FORMS : LF_N_STRING, literal->pos,
                               lf_form_width(literal->text));
            node->name = literal->text;
        } else {
            node = lf_form_expression(form, part);
        }
        if (node != NULL)
            lf_node_list_add(arena, list, node);
        ok &= node != NULL;
    }
    return ok ? list : NULL;
}

static lf_node *read_text_value(lf_form *form, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR)
        return lf_parse_text(form->context, doc);
    if (doc->kind == LF_DOC_MAP && lf_doc_get(doc, "text") != NULL)
        return lf_form_expression(form, doc);
    lf_form_wrong_kind(form, doc, "a text", "a string or `{ text: [ … ] }`");
    return NULL;
}

static lf_node *read_menu_options(lf_form *form, const lf_doc *doc) {
    if (doc->kind != LF_DOC_LIST) {
        lf_form_wrong_kind(form, doc, "`options`", "a list of options");
        return NULL;
    }
    lf_node *list = lf_node_list(form->context->arena, doc->pos);
    bool ok = true;
    for (uint32_t i = 0; i < doc->count; i++) {
        lf_node *option =
            lf_form_shape(form, LF_N_OPTION, "option", doc->items[i]->pos, doc->items[i]);
        if (option != NULL && option->name == NULL)
            option->name = lf_label_id(form->context, option->kids[LF_K_OPTION_LABEL]);
        if (option != NULL)
            lf_node_list_add(form->context->arena, list, option);
        ok &= option != NULL;
    }
    return ok ? list : NULL;
}

static lf_node *read_named_arguments(lf_form *form, const lf_doc *doc) {
    if (doc->kind != LF_DOC_MAP) {
        lf_form_wrong_kind(form, doc, "this", "a map of named arguments");
        return NULL;
    }
    lf_node *list = lf_node_list(form->context->arena, doc->pos);
    bool ok = true;
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc_pair *pair = &doc->pairs[i];
        lf_node *argument =
            lf_node_new(form->context->arena, LF_N_ARG, pair->key_pos, lf_form_width(pair->key));
        argument->name = pair->key;
        argument->kids[LF_K_ARG_VALUE] = lf_form_expression(form, pair->value);
        lf_node_list_add(form->context->arena, list, argument);
        ok &= argument->kids[LF_K_ARG_VALUE] != NULL;
    }
    return ok ? list : NULL;
}

static lf_node *read_map_values(lf_form *form, const lf_doc *doc) {
    lf_node *named = read_named_arguments(form, doc);
    for (uint32_t i = 0; named != NULL && i < named->kid_count; i++)
        named->kids[i] = named->kids[i]->kids[LF_K_ARG_VALUE];
    return named;
}

lf_node *lf_form_chain(lf_form *form, lf_word word, const lf_node *list, lf_pos pos) {
    if (list->kid_count == 0) {
        lf_report_add(form->context->report, LF_ERROR, LF_E0301, list->pos, 1, NULL,
                      "this list must not be empty");
        return NULL;
    }
    if (form->chained + list->kid_count > LF_FORM_MAX_CHAIN) {
        lf_report_add(form->context->report, LF_ERROR, LF_E0310, list->pos, 1,
                      "move a part of it into a function or procedure",
                      "this chain has more than %d operands", LF_FORM_MAX_CHAIN);
        return NULL;
    }
    lf_node *chain = list->kids[0];
    for (uint32_t i = 1; i < list->kid_count; i++) {
        lf_node *longer = lf_node_new(form->context->arena, LF_N_BINARY, pos, 1);
        longer->word = (uint8_t)word;
        longer->kids[LF_K_BINARY_LEFT] = chain;
        longer->kids[LF_K_BINARY_RIGHT] = list->kids[i];
        chain = longer;
    }
    return chain;
}

lf_node *lf_form_read_chain(lf_form *form, lf_word word, const lf_doc *doc, lf_pos pos) {
    uint32_t around = form->chained;
    form->chained += doc->count; /* the first operand can be that deep in the tree */
    lf_node *list = list_node(form, doc);
    form->chained = around;
    return list != NULL ? lf_form_chain(form, word, list, pos) : NULL;
}

/* ---- by letter ---- */

lf_node *lf_form_value(lf_form *form, char letter, const lf_doc *doc) {
    /* An absent filter or condition lets everything pass. */
    if (letter == 'f')
        return lf_form_filter(form, doc);
    if (letter == 'c')
        return lf_form_select(form, doc, "spaces");
    if (letter == 'z')
        return lf_form_select(form, doc, "zones");
    if (doc == NULL)
        return NULL;
    switch (letter) {
    case 'b':
        return read_block_value(form, doc);
    case 't':
        return read_text_value(form, doc);
    case 'l':
        return list_node(form, doc);
    case 'o':
        return read_menu_options(form, doc);
    case 'a':
        return read_named_arguments(form, doc);
    case 'n':
        return name_value(form, doc);
    case 'p':
        return lf_form_player(form, doc);
    case 's':
        return read_parts(form, doc);
    case 'v':
        return read_map_values(form, doc);
    default:
        return lf_form_expression(form, doc);
    }
}
