/* declare_words.c: lists of words such as the values of an enumeration or the states of a piece. An
 * entry is a name, or a map that also says what people read. */
#include "declare.h"

#include <ctype.h>
#include <string.h>

enum { WORD_ID, WORD_LABEL, WORD_SHORT, WORD_KEYS };
static const lf_key_rule word_rules[] = {
    [WORD_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [WORD_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [WORD_SHORT] = {"short", LF_KEY_SCALAR, 0},
};
LF_SHAPE(word_shape, "an entry of this list", word_rules, false);

/* Besides names, quoted digits ("1984") and quoted words of the notation ("first") may be values:
 * the notation meets them only through data, or as what the other values are not. */
static bool is_quoted_value(const lf_doc *doc) {
    return doc->kind == LF_DOC_SCALAR && doc->style == LF_STYLE_QUOTED && doc->length > 0 &&
           strspn(doc->text, "0123456789abcdefghijklmnopqrstuvwxyz") == doc->length;
}

/* The node that holds the id, or NULL (reported). Label and short form go into their lists. */
static const lf_doc *read_entry(lf_declaring *d, const lf_doc *item, lf_word_list *words,
                                uint32_t i) {
    words->labels[i] = NULL;
    words->shorts[i] = "";
    if (item->kind != LF_DOC_MAP)
        return item;
    const lf_doc *values[WORD_KEYS];
    if (!lf_read_keys(d, item, &word_shape, values))
        return NULL;
    words->labels[i] = lf_text_or(values[WORD_LABEL], NULL);
    words->shorts[i] = lf_text_or(values[WORD_SHORT], "");
    return values[WORD_ID];
}

static void report_twice(lf_declaring *d, const char *word, const lf_doc *item,
                         const lf_doc *first) {
    lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, item->pos, lf_doc_width(item), first->pos,
                     "it is declared here", "`%s` is given twice in this list", word);
}

lf_word_list lf_read_words(lf_declaring *d, const lf_doc *list, const char *what, bool numbers) {
    lf_arena *const arena = d->m->arena;
    lf_word_list words = {LF_NEW_ARRAY(arena, const char *, list->count + 1),
                          LF_NEW_ARRAY(arena, const char *, list->count + 1),
                          LF_NEW_ARRAY(arena, const char *, list->count + 1)};
    lf_map *seen = lf_map_new(arena);
    const uint32_t before = d->m->report->errors;
    if (list->count == 0)
        LF_WRONG(d, LF_E0404, list, NULL, "the list needs at least %s", what);
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *id = read_entry(d, list->items[i], &words, i);
        if (id == NULL)
            continue;
        words.ids[i] = numbers && is_quoted_value(id) ? id->text
                       : numbers                      ? lf_read_name(d, id, what)
                                                      : lf_read_word(d, id, what);
        if (words.ids[i] == NULL)
            continue;
        const lf_doc *first = lf_map_get(seen, words.ids[i]);
        if (first != NULL)
            report_twice(d, words.ids[i], id, first);
        else
            lf_map_put(seen, words.ids[i], (void *)(uintptr_t)id);
    }
    if (d->m->report->errors != before)
        words.ids = NULL;
    return words;
}

/* A capital or a digit behind a small letter begins a word: coastRoad, card12. */
static bool begins_word(const char *id, const char *at) {
    const bool small = at > id && islower((unsigned char)at[-1]);
    return small && (isupper((unsigned char)*at) || isdigit((unsigned char)*at));
}

/* Behind the first letter a capital is kept only where it belongs to an abbreviation: `isPOW`. */
static char letter_of(const char *id, const char *at) {
    const bool abbreviation =
        isupper((unsigned char)at[1]) || (at > id && isupper((unsigned char)at[-1]));
    return at == id       ? (char)toupper((unsigned char)*at)
           : abbreviation ? *at
                          : (char)tolower((unsigned char)*at);
}

const char *lf_words_of_id(lf_declaring *d, const char *id) {
    char *words = lf_arena_alloc(d->m->arena, 2 * strlen(id) + 1), *out = words;
    for (const char *at = id; *at != '\0'; at++) {
        if (begins_word(id, at))
            *out++ = ' ';
        *out++ = *at == '-' || *at == '_' ? ' ' : letter_of(id, at);
    }
    *out = '\0';
    return words;
}
