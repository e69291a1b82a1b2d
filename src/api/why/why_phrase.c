/* why_phrase.c: what expressions of the rules are called, in the labels of the game. Where there is
 * no label there is no phrase: an identifier is never said. */
#include "why.h"

#define MAX_LISTED 4 /* elements of a set that are named; of more only the number is said */

/* ---- values ---- */

const char *lf_why_keep(lf_asker *why) {
    *why->lost = *why->lost || why->scratch->failed;
    const char *kept = lf_arena_printf(why->arena, "%s", lf_text_shown(why->scratch));
    lf_text_free(why->scratch);
    *why->scratch = (lf_text){0};
    return kept;
}

/* All pieces of a seat, or of a group of seats, have a name of their own. NULL: these are not
 * such. */
static const char *owners_pieces(lf_asker *why, uint64_t mask) {
    const lf_model *m = why->model;
    uint64_t all = 0;
    for (uint32_t i = 0; i < m->seat_count; i++) {
        all |= why->game->seat_masks[i];
        if (mask == why->game->seat_masks[i])
            return lf_arena_printf(why->arena, "pieces of %s", m->seats[i].label);
    }
    for (uint32_t g = 0; g < m->group_count; g++) {
        uint64_t group = 0;
        for (uint32_t i = 0; i < m->seat_count; i++)
            group |= m->groups[g].members >> i & 1 ? why->game->seat_masks[i] : 0;
        if (mask == group)
            return lf_arena_printf(why->arena, "%s pieces", m->groups[g].entry.label);
    }
    return mask == all ? "pieces" : NULL;
}

static bool is_many(uint64_t mask) {
    return (mask & (mask - 1)) != 0;
}

const char *lf_why_say(lf_asker *why, lf_type type, const int64_t *words) {
    const char *owners = type.base == LF_T_PIECES && is_many((uint64_t)words[0])
                             ? owners_pieces(why, (uint64_t)words[0])
                             : NULL;
    if (owners != NULL)
        return owners;
    if (type.base == LF_T_BOOL)
        return words[0] != 0 ? "yes" : "no";
    if (type.base == LF_T_NONE || (lf_is_bound(type) && words[0] == LF_NO_BOUND))
        return "none";
    lf_format_value(why->game, lf_sort_of(type), type.id, words, why->scratch);
    return lf_why_keep(why);
}

const char *lf_why_said(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    int64_t words[LF_SET_WORDS_MAX];
    return lf_why_value_of(why, n, locals, words) ? lf_why_say(why, n->type, words) : NULL;
}

/* ---- phrases ---- */

static bool names_builtin(const lf_node *n, lf_builtin builtin) {
    return n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN &&
           n->symbol->index == (int32_t)builtin;
}

static const char *of_owner(lf_asker *why, const char *label, const lf_node *owner,
                            const lf_why_local *locals) {
    const char *whose = lf_why_said(why, owner, locals);
    const bool place = owner->type.base == LF_T_SPACE || owner->type.base == LF_T_ZONE;
    if (whose == NULL || label == NULL)
        return NULL;
    return lf_arena_printf(why->arena, place ? "%s in %s" : "%s of %s", label, whose);
}

static const char *prop_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const lf_model *m = why->model;
    const lf_node *of = n->kids[LF_K_PROP_OF];
    const lf_base_type base = (lf_base_type)of->type.base;
    const int var =
        base == LF_T_CARD
            ? -1
            : lf_find_var(m, base == LF_T_SEAT ? LF_SCOPE_SEAT : LF_SCOPE_SPACE, n->name);
    if (var >= 0)
        return of_owner(why, m->vars[var].label, of, locals);
    const bool card = base == LF_T_CARD;
    const lf_model_property *properties = card ? m->card_attributes : m->space_properties;
    const int property = lf_find_property(
        properties, card ? m->card_attribute_count : m->space_property_count, n->name);
    const char *whose = property >= 0 ? lf_why_said(why, of, locals) : NULL;
    return whose == NULL
               ? NULL
               : lf_arena_printf(why->arena, "%s of %s", properties[property].label, whose);
}

static const char *name_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const lf_symbol *symbol = n->symbol;
    if (symbol == NULL)
        return NULL;
    switch (symbol->kind) {
    case LF_SYM_GLOBAL:
        return why->model->vars[symbol->index].label;
    case LF_SYM_OPTION:
        return why->model->options[symbol->index].entry.label;
    case LF_SYM_LOCAL: {
        const lf_node *made = lf_why_definition(why, symbol, &locals);
        return made != NULL ? lf_why_phrase(why, made, locals) : NULL;
    }
    case LF_SYM_BUILTIN:
        return symbol->index == LF_BUILTIN_ACTIVE_PLAYER ? "whose turn it is"
               : symbol->index == LF_BUILTIN_TURN        ? "the turn"
               : symbol->index == LF_BUILTIN_PHASE       ? "the phase"
                                                         : NULL;
    default:
        return NULL;
    }
}

static bool is_one_zone(const lf_node *zones) {
    return zones->type.base == LF_T_SPACE || zones->type.base == LF_T_ZONE;
}

const char *lf_why_where(lf_asker *why, const lf_node *zones, const lf_why_local *locals) {
    int64_t elements[LF_MAX_ZONES];
    if (is_one_zone(zones)) {
        const char *zone = lf_why_said(why, zones, locals);
        return zone != NULL ? lf_arena_printf(why->arena, "in %s", zone) : NULL;
    }
    if (names_builtin(zones, LF_BUILTIN_SPACES))
        return "in any space";
    if (names_builtin(zones, LF_BUILTIN_ZONES))
        return "anywhere";
    const bool next = zones->kind == LF_N_CALL && names_builtin(zones, LF_BUILTIN_ADJACENT);
    const lf_node *of = next ? zones->kids[LF_K_CALL_ARGS]->kids[0] : NULL;
    if (next && of->type.base == LF_T_SPACE) {
        const char *zone = lf_why_said(why, of, locals);
        return zone != NULL ? lf_arena_printf(why->arena, "next to %s", zone) : NULL;
    }
    const int count = lf_why_elements(why, zones, locals, elements, LF_MAX_ZONES);
    if (count < 0)
        return NULL;
    if (count == 0)
        return "in any of no spaces";
    if (count > MAX_LISTED)
        return lf_arena_printf(why->arena, "in any of %d spaces", count);
    return lf_arena_printf(why->arena, "in %s", lf_why_said(why, zones, locals));
}

const char *lf_why_presence(lf_asker *why, const char *pieces, const lf_node *zones,
                            const lf_why_local *locals, bool some) {
    const bool one = is_one_zone(zones);
    const char *where = one ? lf_why_said(why, zones, locals) : lf_why_where(why, zones, locals);
    const char *no = some ? "" : "no ";
    if (pieces == NULL || where == NULL)
        return NULL;
    return one ? lf_arena_printf(why->arena, "%s has %s%s", where, no, pieces)
               : lf_arena_printf(why->arena, "there are %s%s %s", no, pieces, where);
}

const char *lf_why_there(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool some) {
    return lf_why_presence(why, lf_why_said(why, n->kids[LF_K_PIECES], locals), n->kids[LF_K_IN],
                           locals, some);
}

/* Is the thing named before "of" or "in" one of many, such as "Coins of Red"? */
bool lf_why_is_plural(const char *phrase) {
    const char *of = strstr(phrase, " of "), *in = strstr(phrase, " in ");
    const char *end = of != NULL && (in == NULL || of < in) ? of : in;
    const size_t length = end != NULL ? (size_t)(end - phrase) : strlen(phrase);
    return length > 2 && phrase[length - 1] == 's' && phrase[length - 2] != 's';
}

const char *lf_why_is(lf_asker *why, const char *phrase, const char *value) {
    return phrase == NULL
               ? lf_arena_printf(why->arena, "it is %s", value)
               : lf_arena_printf(why->arena, lf_why_is_plural(phrase) ? "%s are %s" : "%s is %s",
                                 phrase, value);
}

static const char *count_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const char *pieces = lf_why_said(why, n->kids[LF_K_PIECES], locals);
    const char *where = lf_why_where(why, n->kids[LF_K_IN], locals);
    return pieces != NULL && where != NULL ? lf_arena_printf(why->arena, "%s %s", pieces, where)
                                           : NULL;
}

static const char *call_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS],
                  *first = args->kid_count > 0 ? args->kids[0] : NULL;
    const lf_why_local *inner = locals;
    const lf_node *body = lf_why_body(why, n, &inner);
    if (body != NULL)
        return lf_why_phrase(why, body, inner);
    if (first == NULL || n->symbol == NULL || n->symbol->kind != LF_SYM_BUILTIN)
        return NULL;
    switch ((lf_builtin)n->symbol->index) {
    case LF_BUILTIN_SIZE: {
        const char *what = first->type.base == LF_T_STACK ? lf_why_said(why, first, locals)
                                                          : lf_why_phrase(why, first, locals);
        return what == NULL                     ? NULL
               : first->type.base == LF_T_STACK ? lf_arena_printf(why->arena, "cards in %s", what)
                                                : lf_arena_printf(why->arena, "number of %s", what);
    }
    case LF_BUILTIN_OCCURRENCES:
        return "number of times this position has occurred";
    case LF_BUILTIN_TOP: {
        const char *stack = lf_why_said(why, first, locals);
        return stack != NULL ? lf_arena_printf(why->arena, "the top card of %s", stack) : NULL;
    }
    case LF_BUILTIN_STACK_OF: {
        const char *card = lf_why_said(why, first, locals);
        return card != NULL ? lf_arena_printf(why->arena, "where %s lies", card) : NULL;
    }
    default:
        return NULL;
    }
}

static const char *sum_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const char *sides[2];
    bool named = false;
    if (n->type.base != LF_T_INT || (n->word != LF_W_ADD && n->word != LF_W_SUB))
        return NULL;
    for (int i = 0; i < 2; i++) {
        const lf_node *side = n->kids[i == 0 ? LF_K_BINARY_LEFT : LF_K_BINARY_RIGHT];
        sides[i] = lf_why_phrase(why, side, locals);
        named = named || sides[i] != NULL;
        if (sides[i] == NULL)
            sides[i] = lf_why_said(why, side, locals);
        if (sides[i] == NULL)
            return NULL;
    }
    if (!named)
        return NULL;
    return lf_arena_printf(why->arena, "%s %s %s", sides[0], n->word == LF_W_ADD ? "plus" : "minus",
                           sides[1]);
}

static const char *branch_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    const lf_why_truth when = lf_why_truth_of(why, n->kids[LF_K_COND_WHEN], locals);
    if (when != LF_WHY_YES && when != LF_WHY_NO)
        return NULL;
    return lf_why_phrase(why, n->kids[when == LF_WHY_YES ? LF_K_COND_THEN : LF_K_COND_ELSE],
                         locals);
}

const char *lf_why_phrase(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_NAME:
        return name_phrase(why, n, locals);
    case LF_N_PROP:
        return prop_phrase(why, n, locals);
    case LF_N_COUNT:
        return count_phrase(why, n, locals);
    case LF_N_CALL:
        return call_phrase(why, n, locals);
    case LF_N_BINARY:
        return sum_phrase(why, n, locals);
    case LF_N_COND:
        return branch_phrase(why, n, locals);
    default:
        return NULL;
    }
}

/* ---- texts of the author ---- */

/* `one|many`, for the number that stands before it. */
static void add_form(lf_asker *why, const char *forms, bool one) {
    const char *bar = strchr(forms, '|');
    if (bar != NULL && one)
        lf_text_add(why->scratch, forms, (size_t)(bar - forms));
    else
        lf_text_addz(why->scratch, bar != NULL ? bar + 1 : forms);
}

static bool is_one_piece(const lf_node *parts, uint32_t i, bool one) {
    return one && i >= 2 && parts->kids[i]->type.base == LF_T_PIECES &&
           parts->kids[i - 2]->type.base == LF_T_INT && parts->kids[i - 1]->kind == LF_N_STRING &&
           strcmp(parts->kids[i - 1]->name, " ") == 0;
}

const char *lf_why_text(lf_asker *why, const lf_node *text, const lf_why_local *locals) {
    const lf_node *parts = text->kids[LF_K_LIST];
    const char *made = "";
    bool one = false;
    for (uint32_t i = 0; i < parts->kid_count; i++) {
        const lf_node *part = parts->kids[i];
        int64_t words[LF_SET_WORDS_MAX];
        if (part->kind == LF_N_STRING) {
            lf_text_addz(why->scratch, part->name);
        } else if (part->kind == LF_N_FORMS) {
            add_form(why, part->name, one);
        } else {
            if (!lf_why_value_of(why, part, locals, words))
                return NULL;
            const lf_text_part said = {.sort = (uint8_t)lf_sort_of(part->type),
                                       .enum_id = part->type.id,
                                       .number = is_one_piece(parts, i, one) ? 1 : LF_NO_NUMBER};
            const int64_t registers[2] = {words[0], 1};
            if (said.number != LF_NO_NUMBER)
                lf_format_template(
                    why->game,
                    &(lf_template){.parts = (lf_text_part *)(uintptr_t)&said, .count = 1},
                    registers, why->scratch);
            else
                lf_format_value(why->game, (lf_sort)said.sort, said.enum_id, words, why->scratch);
            one = part->type.base == LF_T_INT ? words[0] == 1 : one;
        }
        made = lf_arena_printf(why->arena, "%s%s", made, lf_why_keep(why));
    }
    return made;
}
