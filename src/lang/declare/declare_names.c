/* declare_names.c: what may be a name, who has it already, and what a name in a declaration refers
 * to.
 *
 * All names that notation can use on its own live in one space of symbols, so that a word means one
 * thing wherever it stands. What stands only behind a dot, or only in YAML, has scopes of its own
 * (lf_locals). */
#include "declare.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/notation/lexer.h"

/* ---- the rules for names ---- */

/* The lexer has the list. */
/* Whether the notation could not read the word as a name there: words of filters stand side by
 * side, where a keyword would be taken for one, and a routine's name before a bracket. */
static bool is_reserved(const char *text, lf_name_use use) {
    for (int i = LF_KW_NO_KEYWORD + 1; i < LF_KEYWORD_COUNT; i++) {
        if (strcmp(lf_keyword_table[i].text, text) != 0)
            continue;
        const bool verb = lf_keyword_table[i].line_start == LF_LINE_STATEMENT;
        const bool readable = use == LF_NAME_ID || (use == LF_NAME_ROUTINE && verb);
        return use != LF_NAME_MEMBER && !(readable && lf_keyword_table[i].is_free);
    }
    return false;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* As the lexer splits it: `-` and `:` only between letters and digits, and not digits alone. */
static bool is_valid_name(const char *text) {
    bool letter = false;
    if (!is_word(text[0]))
        return false;
    for (const char *p = text; *p; p++) {
        if ((*p == '-' || *p == ':') && isalnum((unsigned char)p[1]))
            continue;
        if (!is_word(*p))
            return false;
        if (!isdigit((unsigned char)*p))
            letter = true;
    }
    return letter;
}

const char *lf_plain_name(lf_declaring *d, const char *text) {
    size_t length = strlen(text);
    if (length <= 5 || strcmp(text + length - 5, ":none") != 0)
        return text;
    return lf_intern(d->m->names, text, length - 5);
}

const char *lf_check_name(lf_declaring *d, const char *text, lf_pos pos, const char *what,
                          lf_name_use use) {
    const char *name = lf_plain_name(d, text);
    if (strlen(name) > LF_MAX_NAME_BYTES) {
        LF_WRONG_NAME(d, LF_E0405, text, pos, NULL,
                      "the name of %s is longer than the limit of %d bytes", what,
                      (int)LF_MAX_NAME_BYTES);
        return NULL;
    }
    if (!is_valid_name(name)) {
        LF_WRONG_NAME(d, LF_E0405, text, pos,
                      "a name has letters, digits, `_`, `-` and `:` only, as in north-gate",
                      "`%s` cannot be the name of %s", text, what);
        return NULL;
    }
    if (is_reserved(name, use)) {
        LF_WRONG_NAME(d, LF_E0406, text, pos, NULL,
                      "`%s` is a reserved word and cannot be the name of %s", text, what);
        return NULL;
    }
    return name;
}

static const char *read_checked_name(lf_declaring *d, const lf_doc *scalar, const char *what,
                                     lf_name_use use) {
    if (!lf_is_scalar(d, scalar, lf_arena_printf(d->m->arena, "the name of %s", what)))
        return NULL;
    return lf_check_name(d, scalar->text, scalar->pos, what, use);
}

const char *lf_read_name(lf_declaring *d, const lf_doc *scalar, const char *what) {
    return read_checked_name(d, scalar, what, LF_NAME_ID);
}

const char *lf_read_word(lf_declaring *d, const lf_doc *scalar, const char *what) {
    return read_checked_name(d, scalar, what, LF_NAME_WORD);
}

bool lf_read_entry(lf_declaring *d, const lf_doc *id, const lf_doc *label, const char *what,
                   lf_entry *out) {
    const char *name = lf_read_name(d, id, what);
    if (name == NULL)
        return false;
    *out = (lf_entry){name, lf_text_or(label, name), id->pos};
    return true;
}

bool lf_within(lf_declaring *d, const lf_doc *at, uint64_t count, uint64_t limit,
               const char *what) {
    if (count < limit)
        return true;
    lf_report_add(d->m->report, LF_ERROR, LF_E0411, at->pos, lf_doc_width(at), NULL,
                  "more than %llu %s", (unsigned long long)limit, what);
    return false;
}

/* ---- symbols ---- */

static const char *const symbol_texts[LF_SYMBOL_KINDS] = {
#define LF_SYMBOL_SORT(symbol, text, type, why_fixed) [LF_SYM_##symbol] = (text),
#include "base/sorts.def"
};

static const char *describe_symbol(const lf_symbol *symbol) {
    bool space = symbol->kind == LF_SYM_ZONE && symbol->type.base == LF_T_SPACE;
    return space ? "a space" : symbol_texts[symbol->kind];
}

static void report_taken(lf_declaring *d, const lf_symbol *old, const lf_symbol *new) {
    lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, new->pos, lf_text_width(new->name), old->pos,
                     old->pos.file ? "it is declared here" : NULL,
                     "`%s` cannot be %s: it is already %s", new->name, describe_symbol(new),
                     describe_symbol(old));
}

lf_symbol *lf_add_symbol(lf_declaring *d, lf_symbol_kind kind, const char *name, lf_pos pos,
                         lf_base_type type, int index) {
    lf_symbol *symbol = LF_NEW(d->m->arena, lf_symbol);
    *symbol = (lf_symbol){
        .kind = kind, .name = name, .pos = pos, .type = {.base = (uint8_t)type}, .index = index};
    lf_symbol *old = lf_map_get(d->m->symbols, name);
    if (old != NULL) {
        if ((old->clashes >> kind & 1) == 0)
            report_taken(d, old, symbol);
        old->clashes |= 1u << kind;
        return NULL;
    }
    if (d->symbol_count >= LF_MAX_SYMBOLS) {
        LF_WRONG_NAME(d, LF_E0411, name, pos, NULL, "more than %u names", (unsigned)LF_MAX_SYMBOLS);
        return NULL;
    }
    lf_map_put(d->m->symbols, name, symbol);
    LF_PUSH(d->m->arena, d->symbols, d->symbol_count, d->symbol_capacity, symbol);
    return symbol;
}

/* A name that nothing has is a mistake, unless its declaration was one: then that is all there is
 * to say, and also when there is nothing of its sort since the section could not be read. */
static bool is_declaration_reported(const lf_declaring *d, uint32_t declared,
                                    const lf_doc *scalar) {
    return d->m->report->errors > 0 && (declared == 0 || lf_model_left_out(d->m, scalar->text));
}

/* ---- names in scopes of their own ---- */

const lf_local *lf_find_local(const lf_declaring *d, lf_names_scope scope, const char *name) {
    const lf_locals *locals = &d->locals[scope];
    return locals->map != NULL ? lf_map_get(locals->map, name) : NULL;
}

bool lf_add_local(lf_declaring *d, lf_names_scope scope, const char *what, const char *name,
                  lf_pos pos, int index) {
    lf_locals *locals = &d->locals[scope];
    lf_local *old = locals->map != NULL ? lf_map_get(locals->map, name) : NULL;
    if (old != NULL && old->clashed)
        return false;
    if (old != NULL) {
        old->clashed = true;
        lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, pos, lf_text_width(name), old->pos,
                         old->pos.file ? "it is declared here" : NULL,
                         "`%s` cannot be %s: it is already %s", name, what, old->what);
        return false;
    }
    lf_local *local = LF_NEW(d->m->arena, lf_local);
    *local = (lf_local){.name = name, .what = what, .pos = pos, .index = index};
    if (locals->map == NULL)
        locals->map = lf_map_new(d->m->arena);
    lf_map_put(locals->map, name, local);
    LF_PUSH(d->m->arena, locals->items, locals->count, locals->capacity, local);
    return true;
}

int lf_local_ref(lf_declaring *d, lf_names_scope scope, const char *what, const lf_doc *scalar) {
    const lf_locals *locals = &d->locals[scope];
    if (!lf_is_scalar(d, scalar, lf_arena_printf(d->m->arena, "the name of %s", what)))
        return -1;
    const lf_local *local = lf_find_local(d, scope, scalar->text);
    if (local != NULL)
        return local->index;
    if (is_declaration_reported(d, locals->count, scalar))
        return -1;
    lf_nearest nearest = lf_nearest_to(scalar->text);
    for (uint32_t i = 0; i < locals->count; i++)
        lf_nearest_offer(&nearest, locals->items[i]->name);
    LF_WRONG(d, LF_E0408, scalar, lf_did_you_mean(d, &nearest), "`%s` is not the name of %s",
             scalar->text, what);
    return -1;
}

/* ---- references ---- */

static const struct {
    const char *what;
    lf_symbol_kind kind;
    lf_base_type type; /* UNKNOWN: any */
} refs[LF_REFS] = {
#define LF_REF_SORT(ref, text, symbol, type) [LF_REF_##ref] = {text, LF_SYM_##symbol, LF_T_##type},
#include "base/sorts.def"
};

static bool suits(const lf_symbol *symbol, lf_ref ref) {
    if (symbol->kind != refs[ref].kind)
        return false;
    return refs[ref].type == LF_T_UNKNOWN || symbol->type.base == refs[ref].type;
}

static void report_unsuitable(lf_declaring *d, lf_ref ref, const lf_doc *scalar,
                              const lf_symbol *found) {
    if (found != NULL) {
        LF_WRONG(d, LF_E0408, scalar, NULL, "`%s` is %s, not %s", scalar->text,
                 describe_symbol(found), refs[ref].what);
        return;
    }
    lf_nearest nearest = lf_nearest_to(scalar->text);
    uint32_t declared = 0;
    for (uint32_t i = 0; i < d->symbol_count; i++) {
        if (!suits(d->symbols[i], ref))
            continue;
        lf_nearest_offer(&nearest, d->symbols[i]->name);
        declared++;
    }
    if (is_declaration_reported(d, declared, scalar))
        return;
    LF_WRONG(d, LF_E0408, scalar, lf_did_you_mean(d, &nearest), "`%s` is not the name of %s",
             scalar->text, refs[ref].what);
}

/* Seats may be written as their number, '0' or 0. */
static bool seat_number(lf_declaring *d, const lf_doc *scalar, int *out) {
    size_t digits = strspn(scalar->text, "0123456789");
    if (digits == 0 || digits > 3 || scalar->text[digits] != '\0')
        return false;
    int number = atoi(scalar->text);
    *out = number < (int)d->m->seat_count ? number : -1;
    if (*out < 0)
        LF_WRONG(d, LF_E0408, scalar, "seats are numbered from 0", "there is no seat number %d",
                 number);
    return true;
}

int lf_reference(lf_declaring *d, lf_ref ref, const lf_doc *scalar) {
    int number;
    if (!lf_is_scalar(d, scalar, lf_arena_printf(d->m->arena, "the name of %s", refs[ref].what)))
        return -1;
    if (ref == LF_REF_SEAT && seat_number(d, scalar, &number))
        return number;
    const lf_symbol *symbol = lf_map_get(d->m->symbols, lf_plain_name(d, scalar->text));
    if (symbol != NULL && suits(symbol, ref))
        return symbol->index;
    report_unsuitable(d, ref, scalar, symbol);
    return -1;
}

uint32_t lf_read_seats(lf_declaring *d, const lf_doc *list, int *out) {
    uint64_t seen = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        int seat = lf_reference(d, LF_REF_SEAT, list->items[i]);
        if (seat < 0)
            continue;
        if (seen >> seat & 1) {
            LF_WRONG(d, LF_E0407, list->items[i], NULL, "`%s` is given twice in this list",
                     list->items[i]->text);
            continue;
        }
        seen |= UINT64_C(1) << seat;
        out[count++] = seat;
    }
    return count;
}

int *lf_read_seat_order(lf_declaring *d, const lf_doc *list, const char *what) {
    int *order = LF_NEW_ARRAY(d->m->arena, int, d->m->seat_count + 1);
    uint32_t before = d->m->report->errors;
    uint32_t count = lf_read_seats(d, list, order);
    if (count == d->m->seat_count)
        return order;
    if (d->m->report->errors == before)
        LF_WRONG(d, LF_E0418, list, NULL, "%s must name every seat: it names %u of %u", what,
                 (unsigned)count, (unsigned)d->m->seat_count);
    return NULL;
}
