/* declare_displays.c: derived values that people play by: scores, totals, who comes next.
 *
 * A display is keyed like a function: `score`, `control(space s)`. Its expressions become pure
 * routines of the model, so that they are checked, inferred and lowered like functions; the names
 * of these routines cannot be written in a rule. */
#include "declare.h"

enum { DISPLAY_LABEL, DISPLAY_VALUE, DISPLAY_WHEN, DISPLAY_GOAL, DISPLAY_GROUP, DISPLAY_KEYS };
static const lf_key_rule display_rules[] = {
    [DISPLAY_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [DISPLAY_VALUE] = {"value", LF_KEY_ANY, LF_KEY_REQUIRED},
    [DISPLAY_WHEN] = {"when", LF_KEY_ANY, LF_KEY_NULLABLE},
    [DISPLAY_GOAL] = {"goal", LF_KEY_ANY, LF_KEY_NULLABLE},
    [DISPLAY_GROUP] = {"group", LF_KEY_SCALAR, 0},
};
LF_SHAPE(display_shape, "a display", display_rules, false);

uint32_t lf_display_routines(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "displays");
    return section != NULL ? 3 * section->count : 0; /* value, when, goal */
}

static const lf_subject_rule display_subject = {
    1u << LF_T_SEAT | 1u << LF_T_SPACE | 1u << LF_T_CARD,
    "a display has a value for the game, or for each seat, space or card",
    "write `NAME`, `NAME(seat s)`, `NAME(space s)` or `NAME(card c)`"};

bool lf_read_subject(lf_declaring *d, const lf_signature *signature, const lf_subject_rule *rule,
                     lf_model_param *param, lf_type *of) {
    *of = (lf_type){.base = LF_T_VOID};
    if (signature->param_count == 0)
        return true;
    const lf_parsed_param *p = &signature->params[0];
    *param = (lf_model_param){.name = p->name, .pos = p->pos};
    const bool typed = p->type != NULL && lf_find_type(d, lf_intern_z(d->m->names, p->type),
                                                       p->type_pos, LF_USE_PARAM, &param->type);
    const bool good = typed && (rule->types >> param->type.base & 1) != 0;
    if (signature->param_count == 1 && good && p->default_value == NULL) {
        *of = param->type;
        return true;
    }
    LF_WRONG_NAME(d, LF_E0404, p->name, p->pos, rule->note, "%s", rule->what);
    return false;
}

int lf_add_expression(lf_declaring *d, const char *name, const lf_model_param *param, lf_type of,
                      const lf_doc *doc) {
    lf_model *m = d->m;
    if (doc == NULL)
        return -1;
    lf_model_routine routine = {.name = name,
                                .pos = doc->pos,
                                .pure = true,
                                .is_shown = true,
                                .body = lf_read_body(&d->parse, doc, true)};
    if (of.base != LF_T_VOID) {
        routine.params = LF_NEW_ARRAY(m->arena, lf_model_param, 1);
        routine.params[0] = *param;
        routine.param_count = 1;
    }
    m->routines[m->routine_count] = routine;
    return (int)m->routine_count++;
}

static int add_display_routine(lf_declaring *d, const lf_model_display *display, const char *key,
                               const lf_model_param *param, const lf_doc *doc) {
    return lf_add_expression(d,
                             lf_arena_printf(d->m->arena, "display %s.%s", display->entry.id, key),
                             param, display->of, doc);
}

static void declare_display(lf_declaring *d, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    lf_signature signature = {0};
    lf_model_param param = {0};
    lf_model_display display = {0};
    const lf_doc *values[DISPLAY_KEYS];
    if (!lf_parse_signature(&d->parse, pair->key, pair->key_pos, &signature) ||
        !lf_read_keys(d, pair->value, &display_shape, values))
        return;
    display.entry.id = lf_check_name(d, signature.name, pair->key_pos, "a display", true);
    display.entry.pos = pair->key_pos;
    if (display.entry.id == NULL ||
        !lf_read_subject(d, &signature, &display_subject, &param, &display.of) ||
        !lf_add_local(d, LF_NAMES_DISPLAY, "a display", display.entry.id, pair->key_pos,
                      (int)m->display_count))
        return;
    display.entry.label = lf_text_or(values[DISPLAY_LABEL], lf_label_from_id(d, display.entry.id));
    display.group = lf_text_or(values[DISPLAY_GROUP], "");
    display.value =
        (uint32_t)add_display_routine(d, &display, "value", &param, values[DISPLAY_VALUE]);
    display.when = add_display_routine(d, &display, "when", &param, values[DISPLAY_WHEN]);
    display.goal = add_display_routine(d, &display, "goal", &param, values[DISPLAY_GOAL]);
    m->displays[m->display_count++] = display;
}

void lf_declare_displays(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "displays");
    if (section == NULL)
        return;
    d->m->displays = LF_NEW_ARRAY(d->m->arena, lf_model_display, section->count + 1);
    for (uint32_t i = 0; i < section->count; i++)
        declare_display(d, &section->pairs[i]);
}
