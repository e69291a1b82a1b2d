/* option_ids.c: the id of a menu's option that declares none: the kebab-case of its label.
 *
 * An id is a promise: records, rule cases and programs name an option by it, whatever becomes of
 * the words. So it is made of what stands in the spec and never of what is shown: in a placeholder
 * the names and numbers count, as they are written. It is made once, when the option is read,
 * before the checker rewrites anything. */
#include "read.h"

typedef struct {
    lf_arena *arena;
    char *text;
    uint32_t length, capacity;
    bool gap; /* something else stood between the last letter and the next */
} kebab;

static void add_char(kebab *k, char c) {
    const char lower = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
    if (!(lower >= 'a' && lower <= 'z') && !(lower >= '0' && lower <= '9')) {
        k->gap = true;
        return;
    }
    if (k->gap && k->length > 0)
        LF_PUSH(k->arena, k->text, k->length, k->capacity, '-');
    k->gap = false;
    LF_PUSH(k->arena, k->text, k->length, k->capacity, lower);
}

static void append_word(kebab *k, const char *word) {
    k->gap = true;
    for (; word != NULL && *word != '\0'; word++)
        add_char(k, *word);
    k->gap = true;
}

/* An expression as it is written, but for its signs: the operator between its sides, a property
 * behind its owner. */
static void add_expression(kebab *k, const lf_node *n) {
    if (n == NULL)
        return;
    const bool name_last = n->kind == LF_N_PROP, infix = n->kind == LF_N_BINARY;
    if (n->kind == LF_N_INT)
        append_word(k, lf_arena_printf(k->arena, "%lld", (long long)n->value));
    if (n->kind == LF_N_BOOL)
        append_word(k, n->value != 0 ? "true" : "false");
    if (!name_last)
        append_word(k, n->name);
    for (uint32_t i = 0; i < n->kid_count; i++) {
        if (infix && i == 1)
            append_word(k, lf_word_text((lf_word)n->word));
        add_expression(k, n->kids[i]);
    }
    if (name_last)
        append_word(k, n->name);
}

const char *lf_label_id(const lf_parse_context *context, const lf_node *label) {
    if (label == NULL || label->kids[LF_K_LIST] == NULL)
        return NULL;
    kebab k = {.arena = context->arena};
    const lf_node *parts = label->kids[LF_K_LIST];
    for (uint32_t i = 0; i < parts->kid_count; i++) {
        const lf_node *part = parts->kids[i];
        if (part->kind == LF_N_STRING)
            for (const char *c = part->name; *c != '\0'; c++)
                add_char(&k, *c);
        else
            add_expression(&k, part);
    }
    return lf_intern(context->names, k.text != NULL ? k.text : "", k.length);
}
