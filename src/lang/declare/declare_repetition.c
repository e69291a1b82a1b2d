/* declare_repetition.c: which positions are the same: the section `repetition`.
 *
 * An entry lists what of the state counts. Only what all can see may: how often a position has
 * occurred is public, and would tell of it. What is named twice would count twice, and cancel out
 * in a key: it is refused. */
#include "declare.h"

#include <string.h>

enum { REPETITION_ID, REPETITION_LABEL, REPETITION_OF, REPETITION_MEMORY, REPETITION_KEYS };
static const lf_key_rule repetition_rules[] = {
    [REPETITION_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [REPETITION_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [REPETITION_OF] = {"of", LF_KEY_LIST, LF_KEY_REQUIRED},
    [REPETITION_MEMORY] = {"memory", LF_KEY_INT, LF_KEY_REQUIRED},
};
LF_SHAPE(repetition_shape, "a repetition", repetition_rules, false);

static const char would_tell[] =
    "all players know how often a position has occurred, so the count would reveal it";

typedef struct {
    lf_declaring *d;
    lf_model_repetition *to;
    uint32_t capacity;
} lf_gathering;

static bool overlap(const lf_aspect *a, const lf_aspect *b) {
    return a->kind == b->kind && a->index < b->index + b->count && b->index < a->index + a->count;
}

static void add_aspect(lf_gathering *g, const lf_doc *item, lf_aspect aspect) {
    lf_model_repetition *to = g->to;
    for (uint32_t i = 0; i < to->aspect_count; i++)
        if (overlap(&to->aspects[i], &aspect)) {
            LF_WRONG(g->d, LF_E0407, item, NULL, "`%s` is given twice in this list", item->text);
            return;
        }
    LF_PUSH(g->d->m->arena, to->aspects, to->aspect_count, g->capacity, aspect);
}

/* ---- pieces ---- */

/* `pieces`, `pieces in spaces`, `pieces in harbour`. True: it is about pieces, and has been read or
 * reported. */
static bool add_pieces_aspect(lf_gathering *g, const lf_doc *item) {
    static const char words[] = "pieces", in[] = "pieces in ";
    const lf_model *m = g->d->m;
    if (strncmp(item->text, words, sizeof words - 1) != 0)
        return false;
    const bool some = strncmp(item->text, in, sizeof in - 1) == 0;
    const char *where = some ? item->text + sizeof in - 1 : "zones";
    if (!some && item->text[sizeof words - 1] != '\0')
        return false;
    if (strcmp(where, "zones") == 0 || strcmp(where, "spaces") == 0) {
        const uint32_t count = where[0] == 'z' ? m->zone_count : m->space_count;
        add_aspect(g, item, (lf_aspect){LF_ASPECT_PIECES, 0, count});
        return true;
    }
    const lf_doc zone = lf_key_as_scalar(g->d, where, strlen(where), item->pos);
    const int index = lf_reference(g->d, LF_REF_ZONE, &zone);
    if (index >= 0)
        add_aspect(g, item, (lf_aspect){LF_ASPECT_PIECES, (uint32_t)index, 1});
    return true;
}

/* ---- cards ---- */

static void add_stack_aspect(lf_gathering *g, const lf_doc *item, uint32_t stack) {
    if (g->d->m->stacks[stack].visibility != LF_VISIBLE_ALL)
        LF_WRONG(g->d, LF_E0434, item, would_tell,
                 "the cards of `%s` are not visible to all players", item->text);
    else
        add_aspect(g, item, (lf_aspect){LF_ASPECT_STACK, stack, 1});
}

static void add_family_aspect(lf_gathering *g, const lf_doc *item, const lf_model_family *family) {
    const uint32_t errors = g->d->m->report->errors;
    for (uint32_t i = 0; i < g->d->m->seat_count && g->d->m->report->errors == errors; i++)
        add_stack_aspect(g, item, family->first + i);
}

/* ---- variables ---- */

static void add_variable(lf_gathering *g, const lf_doc *item, uint32_t var) {
    if (g->d->m->vars[var].visibility != LF_VISIBLE_ALL)
        LF_WRONG(g->d, LF_E0434, item, would_tell, "`%s` is not visible to all players",
                 g->d->m->vars[var].name);
    else
        add_aspect(g, item, (lf_aspect){LF_ASPECT_VARIABLE, var, 1});
}

/* Of seats and of spaces two may have one name: both are meant. */
static bool add_variables(lf_gathering *g, const lf_doc *item) {
    const lf_model *m = g->d->m;
    bool found = false;
    for (uint32_t i = 0; i < m->var_count; i++)
        if (strcmp(m->vars[i].name, item->text) == 0) {
            add_variable(g, item, i);
            found = true;
        }
    for (uint32_t r = 0; r < m->row_count; r++)
        for (uint32_t i = 0; i < m->rows[r].count && strcmp(m->rows[r].name, item->text) == 0;
             i++) {
            add_variable(g, item, m->rows[r].first + i);
            found = true;
        }
    for (uint32_t r = 0; r < m->record_var_count; r++)
        for (uint32_t i = 0;
             i < m->record_vars[r].count && strcmp(m->record_vars[r].name, item->text) == 0; i++) {
            add_variable(g, item, m->record_vars[r].first + i);
            found = true;
        }
    return found;
}

static void add_group(lf_gathering *g, const lf_doc *item, const lf_model_var_group *group) {
    for (uint32_t i = 0; i < group->count; i++)
        add_variable(g, item, group->vars[i]);
}

/* ---- the list ---- */

static void report_unknown_aspect(lf_declaring *d, const lf_doc *item, const lf_symbol *symbol) {
    static const char what[] =
        "a variable, a marker, a stack of cards, `pieces`, `activePlayer` or `currentPhase`";
    if (symbol == NULL && lf_model_left_out(d->m, lf_intern_z(d->m->names, item->text)))
        return;
    lf_nearest nearest = lf_nearest_to(item->text);
    for (uint32_t i = 0; i < d->m->var_count; i++)
        lf_nearest_offer(&nearest, d->m->vars[i].name);
    for (uint32_t i = 0; i < d->m->stack_count; i++)
        lf_nearest_offer(&nearest, d->m->stacks[i].entry.id);
    lf_nearest_offer(&nearest, "pieces");
    lf_nearest_offer(&nearest, "activePlayer");
    lf_nearest_offer(&nearest, "currentPhase");
    LF_WRONG(d, LF_E0408, item, lf_did_you_mean(d, &nearest), "`%s` is not the name of %s",
             item->text, what);
}

static void add_item(lf_gathering *g, const lf_doc *item) {
    lf_declaring *d = g->d;
    if (!lf_is_scalar(d, item, "a part of a position"))
        return;
    const lf_symbol *symbol = lf_map_get(d->m->symbols, lf_plain_name(d, item->text));
    if (strcmp(item->text, "activePlayer") == 0)
        add_aspect(g, item, (lf_aspect){LF_ASPECT_ACTIVE, 0, 1});
    else if (strcmp(item->text, "currentPhase") == 0)
        add_aspect(g, item, (lf_aspect){LF_ASPECT_PHASE, 0, 1});
    else if (symbol != NULL && symbol->kind == LF_SYM_STACK)
        add_stack_aspect(g, item, (uint32_t)symbol->index);
    else if (symbol != NULL && symbol->kind == LF_SYM_STACK_FAMILY)
        add_family_aspect(g, item, &d->m->families[symbol->index]);
    else if (symbol != NULL && symbol->kind == LF_SYM_VAR_GROUP)
        add_group(g, item, &d->m->var_groups[symbol->index]);
    else if (!add_pieces_aspect(g, item) && !add_variables(g, item))
        report_unknown_aspect(d, item, symbol);
}

static void declare_repetition(lf_declaring *d, const lf_doc *doc, uint32_t *remembered) {
    lf_model *m = d->m;
    lf_model_repetition repetition = {0};
    const lf_doc *values[REPETITION_KEYS];
    if (!lf_read_keys(d, doc, &repetition_shape, values) ||
        !lf_read_entry(d, values[REPETITION_ID], values[REPETITION_LABEL], "a repetition",
                       &repetition.entry))
        return;
    lf_gathering g = {d, &repetition, 0};
    const lf_doc *of = values[REPETITION_OF];
    for (uint32_t i = 0; i < of->count; i++)
        add_item(&g, of->items[i]);
    if (of->count == 0)
        LF_WRONG(d, LF_E0404, of, "for example `of: [pieces, activePlayer]`",
                 "the list needs at least one part of the position");
    repetition.memory = (uint32_t)lf_int_or(d, values[REPETITION_MEMORY], 1, LF_MAX_REMEMBERED, 1);
    *remembered += repetition.memory;
    if (*remembered > LF_MAX_REMEMBERED)
        LF_WRONG(d, LF_E0411, values[REPETITION_MEMORY], NULL,
                 "a game remembers at most %d positions in all", LF_MAX_REMEMBERED);
    const lf_entry *entry = &repetition.entry;
    if (lf_add_symbol(d, LF_SYM_REPETITION, entry->id, entry->pos, LF_T_UNKNOWN,
                      (int)m->repetition_count) != NULL)
        m->repetitions[m->repetition_count++] = repetition;
}

void lf_declare_repetitions(lf_declaring *d) {
    const lf_doc_list list = lf_gather(d, (const char *const[]){"repetition", NULL});
    uint32_t remembered = 0;
    d->m->repetitions = lf_arena_alloc(d->m->arena, sizeof *d->m->repetitions * (list.count + 1));
    for (uint32_t i = 0; i < list.count; i++)
        declare_repetition(d, list.items[i], &remembered);
}
