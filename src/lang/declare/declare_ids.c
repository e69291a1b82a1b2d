/* declare_ids.c: lists of ids, such as the values of an enumeration or the states of a piece. An
 * entry is a name, or a map that also gives a label. */
#include "declare.h"

#include <ctype.h>
#include <string.h>

enum { ID_NAME, ID_LABEL, ID_SHORT, ID_KEYS };
static const lf_key_rule id_rules[] = {
    [ID_NAME] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [ID_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [ID_SHORT] = {"short", LF_KEY_SCALAR, 0},
};
LF_SHAPE(id_shape, "an entry of this list", id_rules, false);

/* Besides names, quoted digits ("1984") and quoted reserved words ("first") may be values:
 * the notation meets them only through data, or as what the other values are not. */
static bool is_quoted_value(const lf_doc *doc) {
    return doc->kind == LF_DOC_SCALAR && doc->style == LF_STYLE_QUOTED && doc->length > 0 &&
           strspn(doc->text, "0123456789abcdefghijklmnopqrstuvwxyz") == doc->length;
}

/* The node that holds the id, or NULL (reported). Label and short form go into their lists. */
static const lf_doc *read_id_entry(lf_declaring *d, const lf_doc *item, lf_id_list *out,
                                   uint32_t i) {
    out->labels[i] = NULL;
    out->shorts[i] = "";
    if (item->kind != LF_DOC_MAP)
        return item;
    const lf_doc *values[ID_KEYS];
    if (!lf_read_keys(d, item, &id_shape, values))
        return NULL;
    out->labels[i] = lf_text_or(values[ID_LABEL], NULL);
    out->shorts[i] = lf_text_or(values[ID_SHORT], "");
    return values[ID_NAME];
}

static void report_twice(lf_declaring *d, const char *id, const lf_doc *item, const lf_doc *first) {
    lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, item->pos, lf_doc_width(item), first->pos,
                     "it is declared here", "`%s` is given twice in this list", id);
}

lf_id_list lf_read_id_list(lf_declaring *d, const lf_doc *list, const char *what, bool numbers) {
    lf_arena *const arena = d->m->arena;
    lf_id_list out = {LF_NEW_ARRAY(arena, const char *, list->count + 1),
                      LF_NEW_ARRAY(arena, const char *, list->count + 1),
                      LF_NEW_ARRAY(arena, const char *, list->count + 1)};
    lf_map *seen = lf_map_new(arena);
    const uint32_t before = d->m->report->errors;
    if (list->count == 0)
        LF_WRONG(d, LF_E0404, list, NULL, "the list needs at least %s", what);
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *id = read_id_entry(d, list->items[i], &out, i);
        if (id == NULL)
            continue;
        out.ids[i] = numbers && is_quoted_value(id) ? id->text
                     : numbers                      ? lf_read_name(d, id, what)
                                                    : lf_read_word(d, id, what);
        if (out.ids[i] == NULL)
            continue;
        const lf_doc *first = lf_map_get(seen, out.ids[i]);
        if (first != NULL)
            report_twice(d, out.ids[i], id, first);
        else
            lf_map_put(seen, out.ids[i], (void *)(uintptr_t)id);
    }
    if (d->m->report->errors != before)
        out.ids = NULL;
    return out;
}

/* A capital or a digit after a small letter begins a word: coastRoad, card12. */
static bool begins_word(const char *id, const char *at) {
    const bool small = at > id && islower((unsigned char)at[-1]);
    return small && (isupper((unsigned char)*at) || isdigit((unsigned char)*at));
}

/* After the first letter a capital is kept only where it belongs to an abbreviation: `isPOW`. */
static char letter_of(const char *id, const char *at) {
    const bool abbreviation =
        isupper((unsigned char)at[1]) || (at > id && isupper((unsigned char)at[-1]));
    return at == id       ? (char)toupper((unsigned char)*at)
           : abbreviation ? *at
                          : (char)tolower((unsigned char)*at);
}

const char *lf_label_from_id(lf_declaring *d, const char *id) {
    char *label = lf_arena_alloc(d->m->arena, 2 * strlen(id) + 1), *out = label;
    for (const char *at = id; *at != '\0'; at++) {
        if (begins_word(id, at))
            *out++ = ' ';
        *out++ = *at == '-' || *at == '_' ? ' ' : letter_of(id, at);
    }
    *out = '\0';
    return label;
}
