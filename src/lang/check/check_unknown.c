/* check_unknown.c: names that nothing declares: what was probably meant, and what to do about
 * it. */
#include <ctype.h>
#include <string.h>

#include "check.h"

/* ---- what is near ---- */

/* Everything declared in lists of lf_entry, or of structs that begin with one. */
static void offer_list(lf_nearest *nearest, const void *items, uint32_t count, size_t size) {
    for (uint32_t i = 0; i < count; i++) {
        const lf_entry *entry = (const lf_entry *)(const void *)((const char *)items + i * size);
        lf_nearest_offer(nearest, entry->id);
    }
}

static void offer_piece_words(lf_nearest *nearest, const lf_model *m) {
    for (uint32_t i = 0; i < m->kind_count; i++) {
        const lf_model_kind *kind = &m->kinds[i];
        if (kind->type_word)
            lf_nearest_offer(nearest, kind->type_word);
        for (uint32_t s = 0; s < kind->state_count; s++)
            if (kind->states[s][0])
                lf_nearest_offer(nearest, kind->states[s]);
    }
}

static void offer_enum(lf_nearest *nearest, const lf_model_enum *e) {
    for (uint32_t i = 0; i < e->count; i++)
        lf_nearest_offer(nearest, e->values[i]);
}

static void offer_declared(lf_nearest *nearest, const lf_model *m) {
    if (!lf_report_shows_more(m->report))
        return;
    for (uint32_t i = 0; i < m->global_count; i++)
        lf_nearest_offer(nearest, m->vars[i].name);
    for (uint32_t i = 0; i < m->routine_count; i++)
        lf_nearest_offer(nearest, m->routines[i].name);
    offer_list(nearest, m->seats, m->seat_count, sizeof *m->seats);
    offer_list(nearest, m->groups, m->group_count, sizeof *m->groups);
    offer_piece_words(nearest, m);
    offer_list(nearest, m->zones, m->zone_count, sizeof *m->zones);
    offer_list(nearest, m->stacks, m->stack_count, sizeof *m->stacks);
    offer_list(nearest, m->families, m->family_count, sizeof *m->families);
    offer_list(nearest, m->directions, m->direction_count, sizeof *m->directions);
    offer_list(nearest, m->var_groups, m->var_group_count, sizeof *m->var_groups);
    offer_list(nearest, m->repetitions, m->repetition_count, sizeof *m->repetitions);
    offer_list(nearest, m->options, m->option_count, sizeof *m->options);
    offer_list(nearest, m->cards, m->card_count, sizeof *m->cards);
    for (uint32_t i = 0; i < m->enum_count; i++)
        offer_enum(nearest, &m->enums[i]);
#define LF_BUILTIN(name, text) lf_nearest_offer(nearest, text);
#include "lang/builtins.def"
#undef LF_BUILTIN
}

/* ---- what is known at once ---- */

/* `gold-1` is one name, since names may contain `-`: what was meant may be a difference. */
static const char *difference_note(checker *c, const char *name) {
    for (const char *minus = strchr(name, '-'); minus; minus = strchr(minus + 1, '-')) {
        const char *left = lf_intern(c->model->names, name, (size_t)(minus - name));
        if ((lf_check_find_local(c, left) || lf_model_find(c->model, left)) &&
            (isdigit((unsigned char)minus[1]) ||
             lf_check_find_local(c, lf_intern_z(c->model->names, minus + 1)) ||
             lf_model_find(c->model, lf_intern_z(c->model->names, minus + 1))))
            return lf_check_printf(c, "a minus needs spaces around it: `%s - %s`", left, minus + 1);
    }
    return NULL;
}

/* `chips` for `p.chips`: what stands behind a dot only. */
static const char *member_note(checker *c, const char *name) {
    const lf_model *m = c->model;
    for (uint32_t i = 0; i < m->var_count; i++) {
        if (m->vars[i].name != name || m->vars[i].scope == LF_SCOPE_GLOBAL)
            continue;
        if (m->vars[i].scope == LF_SCOPE_SEAT)
            return lf_check_printf(c, "it is a variable of seats; name the seat: `activePlayer.%s`",
                                   name);
        return lf_check_printf(c, "it is a variable of spaces; name the space: `s.%s`", name);
    }
    for (uint32_t i = 0; i < m->space_property_count; i++)
        if (m->space_properties[i].name == name)
            return lf_check_printf(c, "it is a property of spaces; name the space: `s.%s`", name);
    for (uint32_t i = 0; i < m->card_attribute_count; i++)
        if (m->card_attributes[i].name == name)
            return lf_check_printf(c, "it is an attribute of cards; name the card: `c.%s`", name);
    return NULL;
}

static const struct {
    const char *word, *advice;
} foreign_names[] = {
    {"player", "for the seat whose turn it is, write `activePlayer`"},
    {"currentPlayer", "for the seat whose turn it is, write `activePlayer`"},
    {"activeSeat", "for the seat whose turn it is, write `activePlayer`"},
    {"me", "for the seat whose turn it is, write `activePlayer`"},
    {"players", "for all seats, write `seats`"},
    {"turn", "for the number of the turn, write `turnNumber`"},
    {"phase", "for the current phase, write `currentPhase`"},
    {"null", "write `none`"},
    {"nil", "write `none`"},
    {"nobody", "write `none`"},
    {"roll", "to roll a die, write `roll 6`"},
    {"dice", "to roll a die, write `roll 6`"},
    {"random", "to roll a die, write `roll 6`"},
    {"range", "for the numbers from 1 to 13, write `1..13`"},
    {"len", "for the number of elements of a set or stack, write `size(…)`"},
    {"length", "for the number of elements of a set or stack, write `size(…)`"},
};

const char *lf_check_foreign_advice(const char *name) {
    for (size_t i = 0; i < LF_COUNT(foreign_names); i++)
        if (strcmp(foreign_names[i].word, name) == 0)
            return foreign_names[i].advice;
    return NULL;
}

/* What is known at once about a name that nothing declares. */
static const char *special_note(checker *c, const char *name) {
    const char *note = member_note(c, name);
    return note ? note : lf_check_foreign_advice(name);
}

/* ---- the reports ---- */

bool lf_check_unknown_variable(checker *c, lf_node *n) {
    if (lf_check_find_local(c, n->name) || lf_model_find(c->model, n->name) ||
        lf_map_get(c->model->enum_values, n->name) || special_note(c, n->name))
        return false;
    if (!c->body->muted && !lf_model_left_out(c->model, n->name)) {
        lf_nearest nearest = lf_nearest_to(n->name);
        for (uint32_t i = c->body->scope_count; i-- > 0;)
            lf_nearest_offer(&nearest, c->body->scope[i]->symbol.name);
        for (uint32_t i = 0; i < c->model->global_count; i++)
            lf_nearest_offer(&nearest, c->model->vars[i].name);
        const char *note =
            nearest.best ? lf_check_printf(c, "did you mean `%s`? `let` declares a new variable",
                                           nearest.best)
                         : lf_check_printf(c, "to declare a variable, write `let %s = …`", n->name);
        lf_check_fault(c, n, LF_E0501, note, "unknown name `%s`", n->name);
    }
    /* From here on it is known, so that this is said once. */
    lf_check_declare(c, n->name, n->pos, check_type(LF_T_ERROR), LOCAL_VARIABLE)->quiet = true;
    return true;
}

lf_type lf_check_unknown_name(checker *c, lf_node *n, lf_type hint) {
    if (c->body->muted)
        return n->type = check_type(LF_T_ERROR);
    const char *special = hint.base == LF_T_ENUM ? NULL : special_note(c, n->name);
    if (special)
        return n->type = lf_check_fault(c, n, LF_E0501, special, "unknown name `%s`", n->name);
    if (lf_model_left_out(c->model, n->name))
        return n->type = check_type(LF_T_ERROR);
    lf_nearest nearest = lf_nearest_to(n->name);
    if (hint.base == LF_T_ENUM) {
        const lf_model_enum *e = &c->model->enums[hint.id];
        offer_enum(&nearest, e);
        if (nearest.best || e->name[0]) {
            const char *note = lf_check_did_you_mean(c, &nearest);
            return n->type = lf_check_fault(c, n, LF_E0501, note,
                                            "unknown name `%s`, where %s is expected", n->name,
                                            lf_check_type_name(c, hint));
        }
    }
    if (c->body->pending == n->name)
        return n->type = lf_check_fault(c, n, LF_E0501, "it is known only after the choice",
                                        "unknown name `%s`", n->name);
    for (uint32_t i = c->body->scope_count; i-- > 0;)
        lf_nearest_offer(&nearest, c->body->scope[i]->symbol.name);
    offer_declared(&nearest, c->model);
    const char *difference = difference_note(c, n->name);
    return n->type = lf_check_fault(c, n, LF_E0501,
                                    difference ? difference : lf_check_did_you_mean(c, &nearest),
                                    "unknown name `%s`", n->name);
}
