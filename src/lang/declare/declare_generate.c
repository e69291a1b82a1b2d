/* declare_generate.c: entries that stand for many. `for: {suit: suits, rank: 2..14}` in an entry of
 * a list makes an entry for every combination, the last name running fastest, with `{suit}` and
 * `{suit.label}` replaced in its texts.
 *
 * It happens to the document, before any section is read: everything behind it, the GameDef
 * included, sees a list that might as well have been written out. Copies stand where the entry
 * stands, so that a mistake in one is shown in the line that made it. */
#include "declare.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A name behind `for`, and the values that it takes: each a scalar, or a map with an id and
 * whatever else the entry uses. */
typedef struct {
    const char *name;
    lf_doc **values;
    uint32_t count;
    bool are_words; /* of an enumeration: they have a label even if none is declared */
} lf_generator;

#define MAX_GENERATORS 4

typedef struct {
    lf_declaring *d;
    lf_generator generators[MAX_GENERATORS];
    uint32_t count;
    uint32_t at[MAX_GENERATORS]; /* the combination whose copy is being made */
} lf_generating;

/* ---- the values ---- */

static lf_doc *new_scalar(lf_declaring *d, const char *text, lf_doc_style style, lf_pos pos) {
    lf_doc *scalar = LF_NEW(d->m->arena, lf_doc);
    *scalar = (lf_doc){.kind = LF_DOC_SCALAR,
                       .style = style,
                       .pos = pos,
                       .text = lf_intern_z(d->m->names, text),
                       .length = (uint32_t)strlen(text)};
    return scalar;
}

/* `2..14`: false if it is none. The ends are no greater than what a list may have entries. */
static bool parse_range(const char *text, long *low, long *high) {
    char *behind;
    *low = strtol(text, &behind, 10);
    if (behind == text || strncmp(behind, "..", 2) != 0)
        return false;
    const char *const second = behind + 2;
    *high = strtol(second, &behind, 10);
    return behind != second && *behind == '\0' && labs(*low) < INT32_MAX && labs(*high) < INT32_MAX;
}

static bool take_range(lf_declaring *d, lf_generator *g, const lf_doc *doc, long low, long high) {
    if (low > high) {
        LF_WRONG(d, LF_E0410, doc, NULL, "the range %ld..%ld is empty", low, high);
        return false;
    }
    if (!lf_within(d, doc, (uint64_t)(high - low), LF_MAX_SYMBOLS, "values of a `for`"))
        return false;
    g->count = (uint32_t)(high - low) + 1;
    g->values = LF_NEW_ARRAY(d->m->arena, lf_doc *, g->count);
    for (uint32_t i = 0; i < g->count; i++)
        g->values[i] = new_scalar(d, lf_arena_printf(d->m->arena, "%ld", low + (long)i),
                                  LF_STYLE_PLAIN, doc->pos);
    return true;
}

static bool take_enumeration(lf_declaring *d, lf_generator *g, const lf_doc *doc) {
    const lf_doc *const enums = lf_section_map(d, "enums");
    const lf_doc *const list = lf_doc_get(enums, doc->text);
    if (list != NULL && list->kind == LF_DOC_LIST && list->count > 0) {
        *g = (lf_generator){g->name, list->items, list->count, true};
        return true;
    }
    lf_nearest nearest = lf_nearest_to(doc->text);
    for (uint32_t i = 0; enums != NULL && i < enums->count; i++)
        lf_nearest_offer(&nearest, enums->pairs[i].key);
    const char *const note = lf_did_you_mean(d, &nearest);
    LF_WRONG(d, LF_E0408, doc,
             note != NULL ? note : "write the name of an enumeration, a range as 2..14, or a list",
             "a `for` cannot go through `%s`", doc->text);
    return false;
}

static bool take_list(lf_declaring *d, lf_generator *g, const lf_doc *doc) {
    g->values = doc->items;
    g->count = doc->count;
    if (doc->count == 0)
        LF_WRONG(d, LF_E0404, doc, NULL, "the list of a `for` is empty");
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc *const item = doc->items[i];
        const lf_doc *const id = item->kind == LF_DOC_MAP ? lf_doc_get(item, "id") : item;
        if (id == NULL)
            LF_WRONG(d, LF_E0403, item, NULL, "`id` is missing in a value of a `for`");
        if (id == NULL || !lf_is_scalar(d, id, "a value of a `for`"))
            return false;
    }
    return doc->count > 0;
}

static bool read_generator(lf_declaring *d, const lf_doc_pair *pair, lf_generator *g) {
    long low, high;
    g->name = lf_check_name(d, pair->key, pair->key_pos, "a `for`", LF_NAME_ID);
    if (g->name == NULL)
        return false;
    if (pair->value->kind == LF_DOC_LIST)
        return take_list(d, g, pair->value);
    if (!lf_is_scalar(d, pair->value, "what a `for` goes through"))
        return false;
    if (parse_range(pair->value->text, &low, &high))
        return take_range(d, g, pair->value, low, high);
    return take_enumeration(d, g, pair->value);
}

static bool read_generators(lf_generating *run, const lf_doc *map) {
    lf_declaring *const d = run->d;
    uint64_t all = 1;
    if (!lf_is_map(d, map, "`for`"))
        return false;
    if (map->count == 0)
        LF_WRONG(d, LF_E0404, map, "for example `for: {rank: 2..14}`", "`for` is empty");
    if (map->count == 0 || !lf_within(d, map, map->count - 1, MAX_GENERATORS, "names in a `for`"))
        return false;
    for (uint32_t i = 0; i < map->count; i++, run->count++) {
        if (!read_generator(d, &map->pairs[i], &run->generators[i]))
            return false;
        all *= run->generators[i].count; /* both factors are below 2^17 */
        if (!lf_within(d, map, all - 1, LF_MAX_SYMBOLS, "entries made by a `for`"))
            return false;
    }
    return true;
}

/* ---- one copy ---- */

/* The word for `{NAME}` (key: NULL) or `{NAME.KEY}`; NULL: the value has no such thing. */
static const char *generated_text(lf_generating *run, uint32_t generator, const char *key) {
    const lf_generator *const g = &run->generators[generator];
    const lf_doc *const value = g->values[run->at[generator]];
    const bool is_map = value->kind == LF_DOC_MAP;
    const lf_doc *const id = is_map ? lf_doc_get(value, "id") : value;
    const lf_doc *const found = key == NULL ? id : is_map ? lf_doc_get(value, key) : NULL;
    if (found != NULL)
        return lf_text_or(found, NULL);
    const bool label = key != NULL && strcmp(key, "label") == 0;
    return label && g->are_words && id != NULL && id->kind == LF_DOC_SCALAR
               ? lf_label_from_id(run->d, id->text)
               : NULL;
}

static int find_generator(const lf_generating *run, const char *name, size_t length) {
    for (uint32_t i = 0; i < run->count; i++)
        if (strlen(run->generators[i].name) == length &&
            strncmp(run->generators[i].name, name, length) == 0)
            return (int)i;
    return -1;
}

/* The end of the placeholder that begins at `at`, and what it stands for; NULL: it is none, and
 * stays as it is. */
static const char *read_placeholder(lf_generating *run, const lf_doc *doc, const char *at,
                                    const char **word) {
    const char *const name = at + 1;
    const char *const end = strchr(name, '}');
    if (*at != '{' || end == NULL)
        return NULL;
    const char *dot = memchr(name, '.', (size_t)(end - name));
    const int generator = find_generator(run, name, (size_t)((dot != NULL ? dot : end) - name));
    if (generator < 0)
        return NULL;
    const char *const key =
        dot == NULL ? NULL : lf_arena_strndup(run->d->m->arena, dot + 1, (size_t)(end - dot - 1));
    *word = generated_text(run, (uint32_t)generator, key);
    if (*word == NULL) {
        const lf_pos pos = lf_doc_pos_at(doc, (uint32_t)(at - doc->text));
        lf_report_add(run->d->m->report, LF_ERROR, LF_E0408, pos, (uint16_t)(end - at + 1),
                      "give it beside the id of the value: {id: …, KEY: …}",
                      "not every value of `%s` has a `%s`", run->generators[generator].name,
                      key != NULL ? key : "id");
        *word =
            /* reported: no further errors */
            lf_arena_strndup(run->d->m->arena, at, (size_t)(end + 1 - at));
    }
    return end + 1;
}

/* A scalar that is being made: bytes, and where they come from. */
typedef struct {
    lf_arena *arena;
    char *bytes;
    uint32_t length, capacity;
    lf_doc_run *runs;
    uint32_t run_count, run_capacity;
} lf_making;

static void add_run(lf_making *text, lf_pos pos) {
    const lf_doc_run run = {text->length, pos};
    LF_PUSH(text->arena, text->runs, text->run_count, text->run_capacity, run);
}

static void append_text(lf_making *text, const char *word) {
    for (; *word != '\0'; word++)
        LF_PUSH(text->arena, text->bytes, text->length, text->capacity, *word);
}

/* One byte of the source, and where the next begins if that is elsewhere. */
static void add_byte(lf_making *text, const lf_doc *doc, const char *at) {
    LF_PUSH(text->arena, text->bytes, text->length, text->capacity, *at);
    const uint32_t next = (uint32_t)(at + 1 - doc->text);
    for (uint32_t i = 0; i < doc->run_count; i++)
        if (doc->runs[i].offset == next)
            add_run(text, doc->runs[i].pos);
}

/* A text that is one placeholder becomes what the author could have written there: a number is then
 * a number. */
static lf_doc *copy_scalar(lf_generating *run, const lf_doc *doc) {
    lf_making text = {.arena = run->d->m->arena};
    bool whole = false, replaced = false;
    lf_doc *copy = LF_NEW(run->d->m->arena, lf_doc);
    *copy = *doc;
    add_run(&text, lf_doc_pos_at(doc, 0));
    for (const char *at = doc->text; *at != '\0';) {
        const char *word, *const behind = read_placeholder(run, doc, at, &word);
        if (behind == NULL) {
            add_byte(&text, doc, at++);
            continue;
        }
        whole = at == doc->text && *behind == '\0';
        replaced = true;
        append_text(&text, word);
        add_run(&text, lf_doc_pos_at(doc, (uint32_t)(behind - doc->text)));
        at = behind;
    }
    if (!replaced)
        return copy;
    copy->text = text.length > 0 ? lf_intern(run->d->m->names, text.bytes, text.length) : "";
    copy->length = text.length;
    copy->style = whole ? LF_STYLE_PLAIN : doc->style;
    copy->runs = text.runs;
    copy->run_count = text.run_count;
    return copy;
}

static lf_doc *copy_doc(lf_generating *run, const lf_doc *doc) {
    lf_arena *const arena = run->d->m->arena;
    if (doc->kind == LF_DOC_SCALAR)
        return copy_scalar(run, doc);
    assert(doc->kind == LF_DOC_LIST || doc->kind == LF_DOC_MAP);
    lf_doc *copy = LF_NEW(arena, lf_doc);
    *copy = *doc;
    copy->count = 0;
    copy->items = doc->kind == LF_DOC_LIST ? LF_NEW_ARRAY(arena, lf_doc *, doc->count) : NULL;
    copy->pairs = doc->kind == LF_DOC_MAP ? LF_NEW_ARRAY(arena, lf_doc_pair, doc->count) : NULL;
    for (uint32_t i = 0; i < doc->count; i++) {
        if (doc->kind == LF_DOC_LIST)
            copy->items[copy->count++] = copy_doc(run, doc->items[i]);
        else if (strcmp(doc->pairs[i].key, "for") != 0)
            copy->pairs[copy->count++] = (lf_doc_pair){doc->pairs[i].key, doc->pairs[i].key_pos,
                                                       copy_doc(run, doc->pairs[i].value)};
    }
    return copy;
}

/* ---- lists ---- */

/* The next combination; false behind the last. */
static bool next_combination(lf_generating *run) {
    for (uint32_t i = run->count; i-- > 0;) {
        if (++run->at[i] < run->generators[i].count)
            return true;
        run->at[i] = 0;
    }
    return false;
}

static void expand_entry(lf_declaring *d, const lf_doc *entry, const lf_doc *range,
                         lf_doc_list *out) {
    lf_generating run = {.d = d};
    if (!read_generators(&run, range))
        return;
    do
        LF_PUSH(d->m->arena, out->items, out->count, out->capacity, copy_doc(&run, entry));
    while (next_combination(&run));
}

static bool has_generated(const lf_doc *list) {
    for (uint32_t i = 0; list->kind == LF_DOC_LIST && i < list->count; i++)
        if (lf_doc_get(list->items[i], "for") != NULL)
            return true;
    return false;
}

static void expand_list(lf_declaring *d, lf_doc *list) {
    lf_doc_list all = {0};
    if (!has_generated(list))
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *const range = lf_doc_get(list->items[i], "for");
        if (range != NULL)
            expand_entry(d, list->items[i], range, &all);
        else
            LF_PUSH(d->m->arena, all.items, all.count, all.capacity, list->items[i]);
    }
    list->items = LF_NEW_ARRAY(d->m->arena, lf_doc *, all.count + 1);
    list->count = all.count;
    for (uint32_t i = 0; i < all.count; i++)
        /* copies of this file, or what the list had */
        list->items[i] = (lf_doc *)(uintptr_t)all.items[i];
}

static void expand_lists_of(lf_declaring *d, const lf_doc *map) {
    for (uint32_t i = 0; map != NULL && map->kind == LF_DOC_MAP && i < map->count; i++)
        expand_list(d, map->pairs[i].value);
}

/* Lists one level down: the cards of decks, the sections of a map that is an asset. */
static void expand_inside(lf_declaring *d, const char *section, const char *key) {
    const lf_doc *const list = lf_doc_get(d->m->document, section);
    for (uint32_t i = 0; list != NULL && list->kind == LF_DOC_LIST && i < list->count; i++) {
        lf_doc *const inner = lf_doc_get(list->items[i], key);
        if (inner != NULL && inner->kind == LF_DOC_LIST)
            expand_list(d, inner);
        expand_lists_of(d, inner);
    }
}

void lf_generate_entries(lf_declaring *d) {
    for (const lf_section *section = lf_game_sections; section->name != NULL; section++) {
        lf_doc *const list = lf_doc_get(d->m->document, section->name);
        if (section->kind == LF_SECTION_LIST && list != NULL)
            expand_list(d, list);
    }
    expand_inside(d, "eventDecks", "cards");
    expand_inside(d, "dataAssets", "payload");
    expand_lists_of(d, lf_section_map(d, "terminal"));
}
