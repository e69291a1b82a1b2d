/* declare_secrets.c: variables and pieces that not all may know: who may, and what the others must
 * think possible.
 *
 * `possible` is the set of these values, an expression that knows the seat as `p`. It becomes a
 * pure routine of the model that says of a value whether it is one of them; its name, and the name
 * of that value, cannot be written in a rule. */
#include <string.h>

#include "declare.h"

static const char *const visibility_words[] = {
    [LF_VISIBLE_ALL] = "public", [LF_VISIBLE_OWNER] = "owner", [LF_VISIBLE_NONE] = "hidden", NULL};

static bool report_secret(lf_declaring *d, const lf_doc *at, const char *note, const char *what) {
    LF_WRONG(d, LF_E0436, at, note, "%s", what);
    return false;
}

/* Others draw its value, so there must be something to draw from. */
static bool can_be_drawn(lf_declaring *d, const lf_doc *at, const lf_model_var *var) {
    if (var->type.base >= LF_T_SPACES && var->type.base <= LF_T_CARDS)
        return report_secret(d, at, NULL, "a set cannot be hidden");
    if (var->type.base == LF_T_INT && var->max - var->min >= LF_MAX_HIDDEN_VALUES)
        return report_secret(d, at,
                             lf_arena_printf(d->m->arena,
                                             "give it `min` and `max`, with at most %d values",
                                             (int)LF_MAX_HIDDEN_VALUES),
                             "a hidden number has too many values");
    return true;
}

bool lf_read_secrecy(lf_declaring *d, const lf_doc *visibility, const lf_doc *possible,
                     lf_model_var *var) {
    const int word = visibility == NULL
                         ? LF_VISIBLE_ALL
                         : lf_read_choice(d, visibility, visibility_words, "a visibility");
    if (word < 0)
        return false;
    var->visibility = (lf_visibility)word;
    if (var->visibility == LF_VISIBLE_ALL)
        return possible == NULL ||
               report_secret(d, possible, "hide it: `visibility: owner` or `visibility: hidden`",
                             "`possible` is only allowed for a hidden variable");
    if (var->visibility == LF_VISIBLE_OWNER && var->scope != LF_SCOPE_SEAT)
        return report_secret(d, visibility, "write `hidden`: nobody can see it",
                             "only a variable of seats has an owner who can see it");
    if (var->scope == LF_SCOPE_SPACE)
        return report_secret(d, visibility, "hide a variable of seats, or a global one",
                             "a variable of spaces cannot be hidden");
    if (possible != NULL && var->type.base == LF_T_BOOL)
        return report_secret(d, possible, NULL,
                             "`possible` is not allowed for a variable that is true or false");
    var->possible_doc = possible;
    return can_be_drawn(d, visibility, var);
}

/* ---- covered pieces ---- */

static int state_of(const lf_model_kind *kind, const char *name) {
    for (uint32_t i = 0; i < kind->state_count; i++)
        if (strcmp(kind->states[i], name) == 0)
            return (int)i;
    return -1;
}

bool lf_read_cover(lf_declaring *d, const lf_doc *secret, const lf_doc *seen_as,
                   const lf_doc *possible, lf_model_kind *kind) {
    kind->secret_state = kind->seen_as = kind->possible = -1;
    if (secret == NULL && seen_as == NULL && possible == NULL)
        return true;
    if (secret == NULL || seen_as == NULL) {
        LF_WRONG(d, LF_E0437,
                 secret != NULL    ? secret
                 : seen_as != NULL ? seen_as
                                   : possible,
                 "for example `secret: covered, seenAs: red-piece`",
                 "a covered piece needs `secret` (the covered state) and `seenAs` (what others "
                 "see)");
        return false;
    }
    kind->secret_state = state_of(kind, secret->text);
    if (kind->secret_state < 0 || kind->state_count < 2) {
        LF_WRONG(d, LF_E0437, secret,
                 "declare it under `states`, beside a state in which all see the piece",
                 "`%s` is not one of its states", secret->text);
        return false;
    }
    if (kind->seat < 0 || kind->pool < 0 || kind->pool > LF_MAX_COVERED) {
        LF_WRONG(d, LF_E0437, secret, "give it `seat` and `count`",
                 "a covered piece needs a `seat` that knows it, and a `count`");
        return false;
    }
    kind->seen_as_doc = seen_as;
    kind->possible_doc = possible;
    return true;
}

void lf_resolve_covers(lf_declaring *d) {
    lf_model *m = d->m;
    for (uint32_t i = 0; i < m->kind_count; i++) {
        lf_model_kind *kind = &m->kinds[i];
        for (uint32_t k = 0; kind->seen_as_doc != NULL && k < m->kind_count; k++)
            if (strcmp(m->kinds[k].entry.id, kind->seen_as_doc->text) == 0)
                kind->seen_as = (int)k;
        const lf_model_kind *seen = kind->seen_as >= 0 ? &m->kinds[kind->seen_as] : NULL;
        if (kind->seen_as_doc != NULL &&
            (seen == NULL || seen->seat != kind->seat || seen->state_count != 1 || seen->pool != 0))
            LF_WRONG(d, LF_E0437, kind->seen_as_doc,
                     "declare a kind that no piece has: `{id: red-piece, seat: Red, type: "
                     "unknown, count: 0}`",
                     "`%s` is not a kind of the same seat, without states and with `count: 0`",
                     kind->seen_as_doc->text);
    }
}

/* ---- what is possible ---- */

uint32_t lf_secret_routines(lf_declaring *d) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->m->var_count; i++)
        count += d->m->vars[i].possible_doc != NULL;
    for (uint32_t i = 0; i < d->m->kind_count; i++)
        count += d->m->kinds[i].possible_doc != NULL;
    return count;
}

/* VALUE in EXPRESSION */
static lf_node *membership(lf_declaring *d, const char *value, lf_node *set) {
    lf_node *name = lf_node_new(d->m->arena, LF_N_NAME, set->pos, set->length);
    lf_node *in = lf_node_new(d->m->arena, LF_N_BINARY, set->pos, set->length);
    name->name = value;
    in->word = LF_W_IN;
    in->kids[LF_K_BINARY_LEFT] = name;
    in->kids[LF_K_BINARY_RIGHT] = set;
    return in;
}

/* Of a value of this type; `owned`: of a seat. */
static int add_possible_routine(lf_declaring *d, const char *of, const lf_doc *possible, bool owned,
                                lf_type type) {
    lf_model *m = d->m;
    const char *value = lf_intern_z(m->names, "the value");
    const uint32_t before = m->report->errors;
    lf_node *set = lf_read_expression(&d->parse, possible);
    if (set == NULL)
        return -1;
    lf_model_routine routine = {.name = lf_arena_printf(m->arena, "possible %s", of),
                                .pos = possible->pos,
                                .pure = true,
                                .is_shown = true,
                                .body = membership(d, value, set),
                                .params = LF_NEW_ARRAY(m->arena, lf_model_param, 2),
                                .incomplete = m->report->errors > before};
    if (owned)
        routine.params[routine.param_count++] = (lf_model_param){
            .name = lf_intern_z(m->names, "p"), .pos = routine.pos, .type = {.base = LF_T_SEAT}};
    routine.params[routine.param_count++] =
        (lf_model_param){.name = value, .pos = routine.pos, .type = type};
    m->routines[m->routine_count] = routine;
    return (int)m->routine_count++;
}

void lf_declare_secrets(lf_declaring *d) {
    for (uint32_t i = 0; i < d->m->var_count; i++) {
        lf_model_var *var = &d->m->vars[i];
        if (var->possible_doc != NULL)
            var->possible = add_possible_routine(d, var->name, var->possible_doc,
                                                 var->scope == LF_SCOPE_SEAT, var->type);
    }
    for (uint32_t i = 0; i < d->m->kind_count; i++) {
        lf_model_kind *kind = &d->m->kinds[i];
        if (kind->possible_doc != NULL)
            kind->possible = add_possible_routine(d, kind->entry.id, kind->possible_doc, false,
                                                  (lf_type){.base = LF_T_SPACE});
    }
}
