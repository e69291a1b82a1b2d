/* declare_zones.c: the zones beside the map: boxes that hold pieces, and stacks of cards. */
#include "declare.h"

#include <string.h>

enum { ZONE_ID, ZONE_NAME, ZONE_HOLDS, ZONE_OWNER, ZONE_VISIBILITY, ZONE_KEEPS_STATES, ZONE_KEYS };
static const lf_key_rule zone_rules[] = {
    [ZONE_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [ZONE_NAME] = {"name", LF_KEY_SCALAR, 0},
    [ZONE_HOLDS] = {"holds", LF_KEY_SCALAR, 0},
    [ZONE_OWNER] = {"owner", LF_KEY_SCALAR, 0},
    [ZONE_VISIBILITY] = {"visibility", LF_KEY_SCALAR, 0},
    [ZONE_KEEPS_STATES] = {"keepsStates", LF_KEY_BOOL, 0},
};
LF_SHAPE(zone_shape, "a zone", zone_rules, false);

static const char *const holds_words[] = {"pieces", "cards", NULL};
static const char *const visibility_words[] = {
    [LF_VISIBLE_ALL] = "public", [LF_VISIBLE_OWNER] = "owner", [LF_VISIBLE_NONE] = "hidden", NULL};

static bool is_each(const lf_doc *owner) {
    return owner != NULL && strcmp(owner->text, "each") == 0;
}

/* A setting that the zone cannot have. */
static bool misfit(lf_declaring *d, const lf_doc *setting, bool wrong, const char *message) {
    if (setting != NULL && wrong)
        LF_WRONG(d, LF_E0417, setting, NULL, "%s", message);
    return setting != NULL && wrong;
}

static void add_box(lf_declaring *d, const lf_doc **values, const lf_entry *entry, int owner) {
    lf_model *m = d->m;
    if (misfit(d, values[ZONE_OWNER], is_each(values[ZONE_OWNER]),
               "only a zone of cards can be one for `each` seat") ||
        misfit(d, values[ZONE_VISIBILITY],
               strcmp(lf_text_or(values[ZONE_VISIBILITY], ""), "public") != 0,
               "pieces are always public: only a zone of cards can be hidden"))
        return;
    if (!lf_within(d, values[ZONE_ID], m->zone_count, LF_MAX_ZONES, "spaces and zones"))
        return;
    if (lf_add_symbol(d, LF_SYM_ZONE, entry->id, entry->pos, LF_T_ZONE, (int)m->zone_count) == NULL)
        return;
    m->zones[m->zone_count++] =
        (lf_model_zone){.entry = *entry,
                        .owner = owner,
                        .keeps_states = lf_bool_or(values[ZONE_KEEPS_STATES], false)};
}

static void declare_stack(lf_declaring *d, const lf_entry *entry, int owner,
                          lf_visibility visibility) {
    lf_model *m = d->m;
    if (lf_add_symbol(d, LF_SYM_STACK, entry->id, entry->pos, LF_T_STACK, (int)m->stack_count) !=
        NULL)
        m->stacks[m->stack_count++] = (lf_model_stack){*entry, owner, visibility};
}

/* `hand` is the family; hand:Red is the stack of the seat Red. */
static void declare_family(lf_declaring *d, const lf_entry *entry, lf_visibility visibility) {
    lf_model *m = d->m;
    if (lf_add_symbol(d, LF_SYM_STACK_FAMILY, entry->id, entry->pos, LF_T_STACK,
                      (int)m->family_count) == NULL)
        return;
    m->families[m->family_count++] = (lf_model_family){*entry, m->stack_count};
    for (uint32_t s = 0; s < m->seat_count; s++) {
        const char *id = lf_arena_printf(m->arena, "%s:%s", entry->id, m->seats[s].id);
        const char *label = lf_arena_printf(m->arena, "%s (%s)", entry->label, m->seats[s].label);
        lf_entry member = {lf_intern_z(m->names, id), label, entry->pos};
        declare_stack(d, &member, (int)s, visibility);
    }
}

static void declare_zone(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[ZONE_KEYS];
    lf_entry entry;
    if (!lf_read_keys(d, doc, &zone_shape, values))
        return;
    if (!lf_read_entry(d, values[ZONE_ID], values[ZONE_NAME], "a zone", &entry))
        return;
    int holds = lf_read_choice(d, values[ZONE_HOLDS], holds_words, "what a zone can hold");
    int visibility = lf_read_choice(d, values[ZONE_VISIBILITY], visibility_words, "a visibility");
    const lf_doc *owner = values[ZONE_OWNER];
    int seat = owner != NULL && !is_each(owner) ? lf_reference(d, LF_REF_SEAT, owner) : -1;
    if (holds < 0 || visibility < 0 || (owner != NULL && !is_each(owner) && seat < 0))
        return;
    if (holds == 0) {
        add_box(d, values, &entry, seat);
        return;
    }
    if (misfit(d, values[ZONE_KEEPS_STATES], true, "cards have no states to keep") ||
        misfit(d, values[ZONE_VISIBILITY], visibility == LF_VISIBLE_OWNER && owner == NULL,
               "a zone that only its owner sees needs an `owner`"))
        return;
    if (is_each(owner))
        declare_family(d, &entry, (lf_visibility)visibility);
    else
        declare_stack(d, &entry, seat, (lf_visibility)visibility);
}

void lf_declare_zones(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list zones = lf_gather(d, (const char *const[]){"zones", NULL});
    m->stacks = LF_NEW_ARRAY(m->arena, lf_model_stack, (size_t)zones.count * LF_MAX_SEATS + 1);
    m->families = LF_NEW_ARRAY(m->arena, lf_model_family, zones.count + 1);
    for (uint32_t i = 0; i < zones.count; i++)
        declare_zone(d, zones.items[i]);
    m->zone_words = (m->zone_count + 63) / 64;
}
