/* case_files.c: the rule cases that lie beside a game, in `NAME/cases/…md` next to
 * `NAME.game-spec.md`.
 *
 * Here they are only read and checked for shape; tool/common/case_run.c plays them through the
 * public interface. */
#include <string.h>

#include "sidecar.h"

struct lf_cases {
    lf_arena *arena;
    lf_case *items;
    uint32_t count, capacity;
};

/* ---- fields ---- */

static void read_rolls(const lf_sidecar *r, const lf_doc *doc, lf_case *c) {
    if (doc->kind != LF_DOC_LIST) {
        lf_sidecar_wrong(r, doc, "write `rolls: [3, 6]`", "rolls are a list of numbers");
        return;
    }
    int *rolls = LF_NEW_ARRAY(r->arena, int, doc->count + 1);
    for (uint32_t i = 0; i < doc->count; i++) {
        int64_t value = 0;
        if (!lf_doc_int(doc->items[i], &value) || value < 1 || value > 255)
            lf_sidecar_wrong(r, doc->items[i], NULL, "a roll is a number from 1 to 255");
        rolls[i] = (int)value;
    }
    c->rolls = rolls;
    c->roll_count = (int)doc->count;
}

static void read_legal(const lf_sidecar *r, const lf_doc *doc, lf_case *c) {
    for (uint32_t i = 0; doc->kind == LF_DOC_MAP && i < doc->count; i++) {
        if (strcmp(doc->pairs[i].key, "has") == 0)
            c->has = lf_sidecar_texts(r, doc->pairs[i].value);
        else if (strcmp(doc->pairs[i].key, "not") == 0)
            c->has_not = lf_sidecar_texts(r, doc->pairs[i].value);
        else
            lf_sidecar_wrong(r, doc->pairs[i].value, "`legal` knows `has` and `not`",
                             "unknown key in `legal`");
    }
    if (doc->kind != LF_DOC_MAP)
        lf_sidecar_wrong(r, doc, "write `legal: { has: […], not: […] }`", "`legal` is a map");
}

/* why: { THING: words }: asked, and what the answer must say. A list of words is as many
 * questions. */
static void read_why(const lf_sidecar *r, const lf_doc *doc, lf_case *c) {
    uint32_t count = 0, n = 0;
    if (doc->kind != LF_DOC_MAP) {
        lf_sidecar_wrong(r, doc, "write `why: { THING: words of the reason }`", "`why` is a map");
        return;
    }
    for (uint32_t i = 0; i < doc->count; i++)
        count += doc->pairs[i].value->kind == LF_DOC_LIST ? doc->pairs[i].value->count : 1;
    const char **things = LF_NEW_ARRAY(r->arena, const char *, count + 1);
    const char **reasons = LF_NEW_ARRAY(r->arena, const char *, count + 1);
    for (uint32_t i = 0; i < doc->count; i++)
        for (const char *const *texts = lf_sidecar_texts(r, doc->pairs[i].value); *texts != NULL;
             texts++) {
            things[n] = doc->pairs[i].key;
            reasons[n++] = *texts;
        }
    c->why = things;
    c->reasons = reasons;
}

static const char *trimmed(const lf_sidecar *r, const char *line, size_t length) {
    while (length > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        length--;
    }
    const char *comment = memchr(line, '#', length);
    if (comment == line)
        length = 0;
    while (length > 0 &&
           (line[length - 1] == ' ' || line[length - 1] == '\t' || line[length - 1] == '\r'))
        length--;
    return length == 0 ? NULL : lf_arena_strndup(r->arena, line, length);
}

static void read_over(const lf_sidecar *r, const lf_doc *doc, lf_case *c) {
    c->states_end = lf_doc_bool(doc, &c->over);
    if (!c->states_end)
        lf_sidecar_wrong(r, doc, NULL, "`over` is true or false");
}

/* One expression a line; a list has one an entry. */
static void read_expect(const lf_sidecar *r, const lf_doc *doc, lf_case *c) {
    uint32_t lines = 1;
    for (uint32_t i = 0; doc->kind == LF_DOC_SCALAR && i < doc->length; i++)
        lines += doc->text[i] == '\n';
    if (doc->kind == LF_DOC_LIST)
        lines = doc->count;
    const char **list = LF_NEW_ARRAY(r->arena, const char *, lines + 1);
    int *places = LF_NEW_ARRAY(r->arena, int, lines + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; doc->kind == LF_DOC_LIST && i < doc->count; i++) {
        places[n] = (int)doc->items[i]->pos.line;
        list[n++] = lf_sidecar_text(r, doc->items[i]);
    }
    for (uint32_t start = 0; doc->kind == LF_DOC_SCALAR && start < doc->length;) {
        const char *end = memchr(doc->text + start, '\n', doc->length - start);
        const uint32_t length =
            end != NULL ? (uint32_t)(end - doc->text) - start : doc->length - start;
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

/* ---- cases ---- */

static void read_field(const lf_sidecar *r, const char *key, const lf_doc *value, lf_case *c,
                       lf_setup *setup) {
    static const char *const keys[] = {"case",   "scenario", "seed",   "options",  "given",
                                       "phase",  "stack",    "cards",  "deck",     "top",
                                       "rolls",  "play",     "legal",  "position", "why",
                                       "expect", "over",     "winner", NULL};
    if (strcmp(key, "case") == 0)
        c->name = lf_sidecar_text(r, value);
    else if (strcmp(key, "given") == 0)
        c->given = lf_sidecar_text(r, value);
    else if (strcmp(key, "phase") == 0)
        c->phase = lf_sidecar_text(r, value);
    else if (strcmp(key, "rolls") == 0)
        read_rolls(r, value, c);
    else if (strcmp(key, "play") == 0)
        c->play = lf_sidecar_texts(r, value);
    else if (strcmp(key, "legal") == 0)
        read_legal(r, value, c);
    else if (strcmp(key, "why") == 0)
        read_why(r, value, c);
    else if (strcmp(key, "expect") == 0)
        read_expect(r, value, c);
    else if (strcmp(key, "over") == 0)
        read_over(r, value, c);
    else if (strcmp(key, "winner") == 0)
        c->winner = lf_sidecar_text(r, value);
    else if (!lf_sidecar_setup(r, key, value, setup))
        lf_sidecar_unknown(r, key, value, "a case", keys);
}

static void read_case(const lf_sidecar *r, const lf_doc *doc, void *context) {
    lf_cases *const cases = context;
    lf_case c = {.file = r->path, .line = (int)doc->pos.line};
    lf_setup setup = {.seed = 0};
    if (doc->kind != LF_DOC_MAP) {
        lf_sidecar_wrong(r, doc, "begin with `- case: what it shows`", "a case is a map");
        return;
    }
    for (uint32_t i = 0; i < doc->count; i++)
        read_field(r, doc->pairs[i].key, doc->pairs[i].value, &c, &setup);
    c.scenario = setup.scenario;
    c.seed = setup.seed;
    c.options = setup.options;
    c.stack = setup.stack;
    c.cards = setup.cards;
    c.on_top = setup.on_top;
    c.position = setup.position;
    if (c.name == NULL)
        lf_sidecar_wrong(r, doc, "begin with `- case: what it shows`", "a case needs a name");
    else if (c.expect == NULL && c.has == NULL && c.has_not == NULL && c.why == NULL &&
             !c.states_end && c.winner == NULL)
        lf_sidecar_wrong(r, doc, "add `expect:`, `legal:`, `why:`, `over:` or `winner:`",
                         "this case expects nothing, so it cannot fail");
    else
        LF_PUSH(r->arena, cases->items, cases->count, cases->capacity, c);
}

static void *make_cases(lf_arena *arena, const void *unused) {
    (void)unused;
    lf_cases *cases = LF_NEW(arena, lf_cases);
    cases->arena = arena;
    return cases;
}

lf_cases *lf_cases_load(const char *spec_path, lf_diagnostics **problems) {
    return lf_sidecar_load(spec_path, "cases", LF_E0706, make_cases, read_case, NULL, problems);
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
