/* declare_vocabulary.c: who plays (seats, their groups and order) and what can be varied
 * (options). */
#include "declare.h"

/* ---- seats ---- */

enum { SEAT_ID, SEAT_NAME, SEAT_KEYS };
static const lf_key_rule seat_rules[] = {
    [SEAT_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [SEAT_NAME] = {"name", LF_KEY_SCALAR, 0},
};
LF_SHAPE(seat_shape, "a seat", seat_rules, false);

static void declare_seat(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[SEAT_KEYS] = {doc, NULL};
    lf_model *m = d->m;
    lf_entry *seat = &m->seats[m->seat_count];
    if (doc->kind == LF_DOC_MAP && !lf_read_keys(d, doc, &seat_shape, values))
        return;
    if (!lf_within(d, values[SEAT_ID], m->seat_count, LF_MAX_SEATS, "seats"))
        return;
    if (lf_read_word(d, values[SEAT_ID], "a seat") == NULL ||
        !lf_read_entry(d, values[SEAT_ID], values[SEAT_NAME], "a seat", seat))
        return;
    if (lf_add_symbol(d, LF_SYM_SEAT, seat->id, seat->pos, LF_T_SEAT, (int)m->seat_count) != NULL)
        m->seat_count++;
}

static void declare_seat_group(lf_declaring *d, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    lf_model_group *group = &m->groups[m->group_count];
    int members[LF_MAX_SEATS];
    const char *name = lf_check_name(d, pair->key, pair->key_pos, "a group of seats", LF_NAME_WORD);
    if (name == NULL || !lf_is_list(d, pair->value, "a group of seats"))
        return;
    lf_symbol *symbol =
        lf_add_symbol(d, LF_SYM_SEAT_GROUP, name, pair->key_pos, LF_T_SEATS, (int)m->group_count);
    if (symbol == NULL)
        return;
    *group = (lf_model_group){.entry = {name, name, pair->key_pos}};
    uint32_t count = lf_read_seats(d, pair->value, members);
    for (uint32_t i = 0; i < count; i++)
        group->members |= UINT64_C(1) << members[i];
    symbol->members = group->members;
    m->group_count++;
}

static const lf_key_rule turn_order_rules[] = {{"order", LF_KEY_LIST, LF_KEY_REQUIRED}};
LF_SHAPE(turn_order_shape, "turnOrder", turn_order_rules, false);

static void declare_turn_order(lf_declaring *d) {
    lf_model *m = d->m;
    const lf_doc *section = lf_doc_get(m->document, "turnOrder"), *order;
    m->turn_order = NULL;
    if (section != NULL && lf_read_keys(d, section, &turn_order_shape, &order))
        m->turn_order = lf_read_seat_order(d, order, "turnOrder");
    if (m->turn_order != NULL)
        return;
    m->turn_order = LF_NEW_ARRAY(m->arena, int, m->seat_count + 1);
    for (uint32_t i = 0; i < m->seat_count; i++)
        m->turn_order[i] = (int)i;
}

void lf_declare_seats(lf_declaring *d) {
    lf_doc_list seats = lf_gather(d, (const char *const[]){"seats", NULL});
    const lf_doc *groups = lf_section_map(d, "seatGroups");
    d->m->seats = LF_NEW_ARRAY(d->m->arena, lf_entry, seats.count + 1);
    for (uint32_t i = 0; i < seats.count; i++)
        declare_seat(d, seats.items[i]);
    d->m->groups =
        LF_NEW_ARRAY(d->m->arena, lf_model_group, (groups != NULL ? groups->count : 0) + 1);
    for (uint32_t i = 0; groups != NULL && i < groups->count; i++)
        declare_seat_group(d, &groups->pairs[i]);
    declare_turn_order(d);
}

/* ---- options ---- */

enum {
    OPTION_ID,
    OPTION_NAME,
    OPTION_TYPE,
    OPTION_VALUES,
    OPTION_MIN,
    OPTION_MAX,
    OPTION_DEFAULT,
    OPTION_DESCRIPTION,
    OPTION_KEYS
};
static const lf_key_rule option_rules[] = {
    [OPTION_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [OPTION_NAME] = {"name", LF_KEY_SCALAR, 0},
    [OPTION_TYPE] = {"type", LF_KEY_ANY, 0},
    [OPTION_VALUES] = {"values", LF_KEY_LIST, 0},
    [OPTION_MIN] = {"min", LF_KEY_INT, 0},
    [OPTION_MAX] = {"max", LF_KEY_INT, 0},
    [OPTION_DEFAULT] = {"default", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [OPTION_DESCRIPTION] = {"description", LF_KEY_SCALAR, 0},
};
LF_SHAPE(option_shape, "an option", option_rules, false);

static void declare_option(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[OPTION_KEYS];
    lf_model *m = d->m;
    lf_model_option option = {.max = INT32_MAX};
    if (!lf_read_keys(d, doc, &option_shape, values))
        return;
    const lf_doc *type =
        lf_either(d, values[OPTION_TYPE], values[OPTION_VALUES], "`type` and `values`");
    if (type == NULL) {
        LF_WRONG(d, LF_E0403, doc, NULL, "`type` is missing in an option");
        return;
    }
    if (!lf_read_type(d, type, LF_USE_OPTION, &option.type))
        return;
    if (!lf_read_bounds(d, option.type, values[OPTION_MIN], values[OPTION_MAX], &option.min,
                        &option.max))
        return;
    if (!lf_read_ranged(d, option.type, option.min, option.max, values[OPTION_DEFAULT],
                        &option.fallback))
        return;
    if (!lf_read_entry(d, values[OPTION_ID], values[OPTION_NAME], "an option", &option.entry))
        return;
    option.description = lf_text_or(values[OPTION_DESCRIPTION], "");
    lf_symbol *symbol = lf_add_symbol(d, LF_SYM_OPTION, option.entry.id, option.entry.pos,
                                      (lf_base_type)option.type.base, (int)m->option_count);
    if (symbol == NULL)
        return;
    symbol->type = option.type;
    m->options[m->option_count++] = option;
}

/* `seatsInPlay: players`: so many of the seats play as the option says, the first ones. */
static void declare_seats_in_play(lf_declaring *d) {
    const lf_doc *doc = lf_doc_get(d->m->document, "seatsInPlay");
    d->m->seats_option = -1;
    if (doc == NULL || !lf_is_scalar(d, doc, "`seatsInPlay`"))
        return;
    const int index = lf_reference(d, LF_REF_OPTION, doc);
    if (index < 0)
        return;
    const lf_model_option *option = &d->m->options[index];
    if (option->type.base == LF_T_INT && option->min >= 1 &&
        option->max <= (int64_t)d->m->seat_count)
        d->m->seats_option = index;
    else
        LF_WRONG(d, LF_E0410, doc,
                 lf_arena_printf(d->m->arena,
                                 "declare it as `{id: %s, type: int, min: 2, max: %u, default: 2}`",
                                 option->entry.id, d->m->seat_count),
                 "`%s` is not a number from 1 to the number of seats", option->entry.id);
}

void lf_declare_options(lf_declaring *d) {
    lf_doc_list options = lf_gather(d, (const char *const[]){"options", NULL});
    d->m->options = LF_NEW_ARRAY(d->m->arena, lf_model_option, options.count + 1);
    for (uint32_t i = 0; i < options.count; i++)
        declare_option(d, options.items[i]);
    declare_seats_in_play(d);
}
