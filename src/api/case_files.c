/* case_files.c: the rule cases that lie beside a game, in `NAME/cases/…md` next to `NAME.game-spec.md`.
 *
 * Here they are only read and checked for shape; tool/common/case_run.c plays them through the public interface. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "compile/compile.h"

struct lf_cases {
    lf_arena *arena;
    lf_case *items;
    uint32_t count, capacity;
};

static const lf_section case_sections[] = {{"cases", LF_SECTION_LIST}, {NULL, LF_SECTION_ONCE}};

typedef struct {
    lf_cases *cases;
    lf_reader reader;
    const char *path;
} lf_case_reader;

static void wrong(const lf_case_reader *r, const lf_doc *doc, const char *note, const char *message) {
    lf_report_add(r->reader.report, LF_ERROR, LF_E0706, doc->pos, 1, note, "%s", message);
}

/* ---- fields ---- */

static const char *text_of(const lf_case_reader *r, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR)
        return doc->text;
    wrong(r, doc, NULL, "expected a text here");
    return NULL;
}

/* A list of texts; a single text is a list of one. */
static const char *const *texts_of(const lf_case_reader *r, const lf_doc *doc) {
    const uint32_t count = doc->kind == LF_DOC_LIST ? doc->count : 1;
    const char **list = LF_NEW_ARRAY(r->cases->arena, const char *, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = text_of(r, doc->kind == LF_DOC_LIST ? doc->items[i] : doc);
        if (text != NULL)
            list[n++] = text;
    }
    return list;
}

/* options: { name: value } → "name=value". */
static const char *const *settings_of(const lf_case_reader *r, const lf_doc *doc) {
    if (doc->kind != LF_DOC_MAP) {
        wrong(r, doc, "write `options: { name: value }`", "options are a map from name to value");
        return NULL;
    }
    const char **list = LF_NEW_ARRAY(r->cases->arena, const char *, doc->count + 1);
    for (uint32_t i = 0; i < doc->count; i++) {
        const char *value = text_of(r, doc->pairs[i].value);
        list[i] = lf_arena_printf(r->cases->arena, "%s=%s", doc->pairs[i].key, value != NULL ? value : "");
    }
    return list;
}

static void read_rolls(const lf_case_reader *r, const lf_doc *doc, lf_case *c) {
    if (doc->kind != LF_DOC_LIST) {
        wrong(r, doc, "write `rolls: [3, 6]`", "rolls are a list of numbers");
        return;
    }
    int *rolls = LF_NEW_ARRAY(r->cases->arena, int, doc->count + 1);
    for (uint32_t i = 0; i < doc->count; i++) {
        int64_t value = 0;
        if (!lf_doc_int(doc->items[i], &value) || value < 1 || value > 255)
            wrong(r, doc->items[i], NULL, "a roll is a number from 1 to 255");
        rolls[i] = (int)value;
    }
    c->rolls = rolls;
    c->roll_count = (int)doc->count;
}

static void read_legal(const lf_case_reader *r, const lf_doc *doc, lf_case *c) {
    for (uint32_t i = 0; doc->kind == LF_DOC_MAP && i < doc->count; i++) {
        if (strcmp(doc->pairs[i].key, "has") == 0)
            c->has = texts_of(r, doc->pairs[i].value);
        else if (strcmp(doc->pairs[i].key, "not") == 0)
            c->has_not = texts_of(r, doc->pairs[i].value);
        else
            wrong(r, doc->pairs[i].value, "`legal` knows `has` and `not`", "unknown key in `legal`");
    }
    if (doc->kind != LF_DOC_MAP)
        wrong(r, doc, "write `legal: { has: […], not: […] }`", "`legal` is a map");
}

/* why: { THING: words }: asked, and what the answer must say. A list of words is as many questions. */
static void read_why(const lf_case_reader *r, const lf_doc *doc, lf_case *c) {
    uint32_t count = 0, n = 0;
    if (doc->kind != LF_DOC_MAP) {
        wrong(r, doc, "write `why: { THING: words of the reason }`", "`why` is a map");
        return;
    }
    for (uint32_t i = 0; i < doc->count; i++)
        count += doc->pairs[i].value->kind == LF_DOC_LIST ? doc->pairs[i].value->count : 1;
    const char **things = LF_NEW_ARRAY(r->cases->arena, const char *, count + 1);
    const char **reasons = LF_NEW_ARRAY(r->cases->arena, const char *, count + 1);
    for (uint32_t i = 0; i < doc->count; i++)
        for (const char *const *texts = texts_of(r, doc->pairs[i].value); *texts != NULL; texts++) {
            things[n] = doc->pairs[i].key;
            reasons[n++] = *texts;
        }
    c->why = things;
    c->reasons = reasons;
}

static const char *trimmed(const lf_case_reader *r, const char *line, size_t length) {
    while (length > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        length--;
    }
    const char *comment = memchr(line, '#', length);
    if (comment == line)
        length = 0;
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t' || line[length - 1] == '\r'))
        length--;
    return length == 0 ? NULL : lf_arena_strndup(r->cases->arena, line, length);
}

static void read_over(const lf_case_reader *r, const lf_doc *doc, lf_case *c) {
    c->states_end = lf_doc_bool(doc, &c->over);
    if (!c->states_end)
        wrong(r, doc, NULL, "`over` is true or false");
}

/* One expression a line; a list has one an entry. */
static void read_expect(const lf_case_reader *r, const lf_doc *doc, lf_case *c) {
    uint32_t lines = 1;
    for (uint32_t i = 0; doc->kind == LF_DOC_SCALAR && i < doc->length; i++)
        lines += doc->text[i] == '\n';
    if (doc->kind == LF_DOC_LIST)
        lines = doc->count;
    const char **list = LF_NEW_ARRAY(r->cases->arena, const char *, lines + 1);
    int *places = LF_NEW_ARRAY(r->cases->arena, int, lines + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; doc->kind == LF_DOC_LIST && i < doc->count; i++) {
        places[n] = (int)doc->items[i]->pos.line;
        list[n++] = text_of(r, doc->items[i]);
    }
    for (uint32_t start = 0; doc->kind == LF_DOC_SCALAR && start < doc->length;) {
        const char *end = memchr(doc->text + start, '\n', doc->length - start);
        const uint32_t length = end != NULL ? (uint32_t)(end - doc->text) - start : doc->length - start;
        const char *line = trimmed(r, doc->text + start, length);
        if (line != NULL) {
            places[n] = (int)lf_doc_pos_at(doc, start).line;
            list[n++] = line;
        }
        start += length + 1;
    }
    c->expect = list;
    c->expect_lines = places;
}

/* `cards` and `deck` say what a stack consists of, `top` what lies on top of it. */
static void read_cards(const lf_case_reader *r, const char *key, const lf_doc *value, lf_case *c) {
    if (c->cards != NULL)
        wrong(r, value, "keep one of `cards`, `deck` and `top`", "the cards of a stack are given twice");
    c->cards = texts_of(r, value);
    c->on_top = strcmp(key, "top") == 0;
}

/* ---- cases ---- */

static void read_field(const lf_case_reader *r, const char *key, const lf_doc *value, lf_case *c) {
    static const char *const keys[] = {"case",  "scenario", "seed",   "options", "given", "phase",
                                       "stack", "cards",    "deck",   "top",     "rolls", "play",
                                       "legal", "why",      "expect", "over",    "winner"};
    int64_t number = 0;
    if (strcmp(key, "case") == 0)
        c->name = text_of(r, value);
    else if (strcmp(key, "scenario") == 0)
        c->scenario = text_of(r, value);
    else if (strcmp(key, "seed") == 0 && lf_doc_int(value, &number))
        c->seed = (uint64_t)number;
    else if (strcmp(key, "options") == 0)
        c->options = settings_of(r, value);
    else if (strcmp(key, "given") == 0)
        c->given = text_of(r, value);
    else if (strcmp(key, "phase") == 0)
        c->phase = text_of(r, value);
    else if (strcmp(key, "stack") == 0)
        c->stack = text_of(r, value);
    else if (strcmp(key, "cards") == 0 || strcmp(key, "deck") == 0 || strcmp(key, "top") == 0)
        read_cards(r, key, value, c);
    else if (strcmp(key, "rolls") == 0)
        read_rolls(r, value, c);
    else if (strcmp(key, "play") == 0)
        c->play = texts_of(r, value);
    else if (strcmp(key, "legal") == 0)
        read_legal(r, value, c);
    else if (strcmp(key, "why") == 0)
        read_why(r, value, c);
    else if (strcmp(key, "expect") == 0)
        read_expect(r, value, c);
    else if (strcmp(key, "over") == 0)
        read_over(r, value, c);
    else if (strcmp(key, "winner") == 0)
        c->winner = text_of(r, value);
    else {
        lf_nearest near = lf_nearest_to(key);
        for (size_t i = 0; i < LF_COUNT(keys); i++)
            lf_nearest_offer(&near, keys[i]);
        wrong(r, value,
              near.best != NULL ? lf_arena_printf(r->cases->arena, "did you mean `%s`?", near.best) : NULL,
              lf_arena_printf(r->cases->arena, "a case has no field `%s` of this kind", key));
    }
}

static void read_case(lf_case_reader *r, const lf_doc *doc) {
    lf_case c = {.file = r->path, .line = (int)doc->pos.line};
    if (doc->kind != LF_DOC_MAP) {
        wrong(r, doc, "begin with `- case: what it shows`", "a case is a map");
        return;
    }
    for (uint32_t i = 0; i < doc->count; i++)
        read_field(r, doc->pairs[i].key, doc->pairs[i].value, &c);
    if (c.cards != NULL && c.stack == NULL)
        c.stack = "deck";
    if (c.name == NULL)
        wrong(r, doc, "begin with `- case: what it shows`", "a case needs a name");
    else if (c.expect == NULL && c.has == NULL && c.has_not == NULL && c.why == NULL && !c.states_end &&
             c.winner == NULL)
        wrong(r, doc, "add `expect:`, `legal:`, `why:`, `over:` or `winner:`",
              "this case expects nothing, so it cannot fail");
    else
        LF_PUSH(r->cases->arena, r->cases->items, r->cases->count, r->cases->capacity, c);
}

static void read_file(lf_case_reader *r, const char *path) {
    r->path = lf_arena_strndup(r->cases->arena, path, strlen(path));
    const lf_doc *document = lf_spec_read(&r->reader, path, case_sections);
    const lf_doc *list = document != NULL ? lf_doc_get(document, "cases") : NULL;
    for (uint32_t i = 0; list != NULL && list->kind == LF_DOC_LIST && i < list->count; i++)
        read_case(r, list->items[i]);
}

static int in_byte_order(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_case_file(const char *name) {
    const size_t length = strlen(name);
    return name[0] != '.' && length > 3 && strcmp(name + length - 3, ".md") == 0;
}

static void close_folder(void *object) {
    closedir(object);
}

/* The paths of the case files in a folder, in byte order; none if it cannot be read. */
static const char **list_files(lf_arena *arena, const char *folder, uint32_t *count) {
    const char **paths = NULL;
    uint32_t capacity = 0;
    *count = 0;
    DIR *opened = opendir(folder);
    if (opened == NULL)
        return NULL;
    lf_arena_defer(arena, close_folder, opened);
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (is_case_file(entry->d_name))
            LF_PUSH(arena, paths, *count, capacity, lf_arena_printf(arena, "%s/%s", folder, entry->d_name));
    if (*count > 0)
        qsort(paths, *count, sizeof *paths, in_byte_order);
    return paths;
}

/* "games/x.game-spec.md" → the files "games/x/cases/…md", in byte order. */
static void read_beside(lf_case_reader *r, const char *spec_path) {
    static const char *const endings[] = {".game-spec.md", ".json", ".md", ".yaml"};
    size_t length = strlen(spec_path);
    for (size_t i = 0; i < LF_COUNT(endings); i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(spec_path + length - ending, endings[i]) == 0) {
            length -= ending;
            break;
        }
    }
    uint32_t count;
    const char *folder = lf_arena_printf(r->cases->arena, "%.*s/cases", (int)length, spec_path);
    const char **paths = list_files(r->cases->arena, folder, &count);
    for (uint32_t i = 0; i < count; i++)
        read_file(r, paths[i]);
}

static lf_cases *load(lf_arena *arena, const char *spec_path, lf_diagnostics **problems) {
    lf_cases *cases = LF_NEW(arena, lf_cases);
    cases->arena = arena;
    lf_case_reader r = {.cases = cases,
                        .reader = {.arena = arena,
                                   .names = lf_names_new(arena),
                                   .sources = LF_NEW(arena, lf_sources),
                                   .report = LF_NEW(arena, lf_report)}};
    r.reader.sources->arena = arena;
    r.reader.report->arena = arena;
    read_beside(&r, spec_path);
    if (problems != NULL)
        *problems = lf_diagnostics_new(r.reader.report, r.reader.sources);
    return r.reader.report->errors > 0 ? NULL : cases;
}

lf_cases *lf_cases_load(const char *spec_path, lf_diagnostics **problems) {
    if (problems != NULL)
        *problems = lf_diagnostics_out_of_memory();
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    lf_cases *cases = load(arena, spec_path, problems);
    if (cases == NULL)
        lf_arena_free(arena);
    return cases;
}

int lf_cases_count(const lf_cases *cases) {
    return (int)cases->count;
}

const lf_case *lf_cases_get(const lf_cases *cases, int index) {
    return index < 0 || (uint32_t)index >= cases->count ? NULL : &cases->items[index];
}

void lf_cases_free(lf_cases *cases) {
    if (cases != NULL)
        lf_arena_free(cases->arena);
}
