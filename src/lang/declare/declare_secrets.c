/* declare_secrets.c: variables that not all may know: who may, and what the others must think possible.
 *
 * `possible` is the set of these values, an expression that knows the seat as `p`. It becomes a pure routine of the model that says of
 * a value whether it is one of them; its name, and the name of that value, cannot be written in a rule. */
#include "declare.h"

static const char *const visibility_words[] = {
    [LF_VISIBLE_ALL] = "public", [LF_VISIBLE_OWNER] = "owner", [LF_VISIBLE_NONE] = "hidden", NULL};

static bool wrong(lf_declaring *d, const lf_doc *at, const char *note, const char *what) {
    LF_WRONG(d, LF_E0436, at, note, "%s", what);
    return false;
}

/* Others draw its value, so there must be something to draw from. */
static bool can_be_drawn(lf_declaring *d, const lf_doc *at, const lf_model_var *var) {
    if (var->type.base >= LF_T_SPACES && var->type.base <= LF_T_CARDS)
        return wrong(d, at, NULL, "a set cannot be hidden");
    if (var->type.base == LF_T_INT && var->max - var->min >= LF_MAX_HIDDEN_VALUES)
        return wrong(d, at,
                     lf_arena_printf(d->m->arena, "give it `min` and `max`, with at most %d values",
                                     (int)LF_MAX_HIDDEN_VALUES),
                     "a hidden number with too many values to think of");
    return true;
}

bool lf_read_secrecy(lf_declaring *d, const lf_doc *visibility, const lf_doc *possible, lf_model_var *var) {
    const int word =
        visibility == NULL ? LF_VISIBLE_ALL : lf_read_choice(d, visibility, visibility_words, "a visibility");
    if (word < 0)
        return false;
    var->visibility = (lf_visibility)word;
    if (var->visibility == LF_VISIBLE_ALL)
        return possible == NULL || wrong(d, possible, "hide it: `visibility: owner` or `visibility: hidden`",
                                         "what is possible is said of a variable that is hidden");
    if (var->visibility == LF_VISIBLE_OWNER && var->scope != LF_SCOPE_SEAT)
        return wrong(d, visibility, "write `hidden`: nobody may know it",
                     "only a variable of seats has an owner who may know it");
    if (var->scope == LF_SCOPE_SPACE)
        return wrong(d, visibility, "hide a variable of seats, or a global one",
                     "a variable of spaces cannot be hidden");
    if (possible != NULL && var->type.base == LF_T_BOOL)
        return wrong(d, possible, NULL, "a truth is possible both ways");
    var->possible_doc = possible;
    return can_be_drawn(d, visibility, var);
}

/* ---- what is possible ---- */

uint32_t lf_secret_routines(lf_declaring *d) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->m->var_count; i++)
        count += d->m->vars[i].possible_doc != NULL;
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

static int add_routine(lf_declaring *d, const lf_model_var *var) {
    lf_model *m = d->m;
    const char *value = lf_intern_z(m->names, "the value");
    const bool owned = var->scope == LF_SCOPE_SEAT;
    const uint32_t before = m->report->errors;
    lf_node *set = lf_read_expression(&d->parse, var->possible_doc);
    if (set == NULL)
        return -1;
    lf_model_routine routine = {.name = lf_arena_printf(m->arena, "possible %s", var->name),
                                .pos = var->possible_doc->pos,
                                .pure = true,
                                .is_shown = true,
                                .body = membership(d, value, set),
                                .params = LF_NEW_ARRAY(m->arena, lf_model_param, 2),
                                .incomplete = m->report->errors > before};
    if (owned)
        routine.params[routine.param_count++] = (lf_model_param){
            .name = lf_intern_z(m->names, "p"), .pos = routine.pos, .type = {.base = LF_T_SEAT}};
    routine.params[routine.param_count++] =
        (lf_model_param){.name = value, .pos = routine.pos, .type = var->type};
    m->routines[m->routine_count] = routine;
    return (int)m->routine_count++;
}

void lf_declare_secrets(lf_declaring *d) {
    for (uint32_t i = 0; i < d->m->var_count; i++)
        if (d->m->vars[i].possible_doc != NULL)
            d->m->vars[i].possible = add_routine(d, &d->m->vars[i]);
}
