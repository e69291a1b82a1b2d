/* declare_positions.c: what a scenario puts where before play: values of variables, pieces,
 * cards. */
#include "declare.h"

#include <string.h>

/* ---- values ---- */

/* The lists of values differ in the names of their keys and in what the variables belong to. */
enum { VALUE_VAR, VALUE_VALUE, VALUE_OWNER, VALUE_KEYS };
static const lf_key_rule track_rules[] = {
    [VALUE_VAR] = {"trackId", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_VALUE] = {"value", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
static const lf_key_rule marker_rules[] = {
    [VALUE_VAR] = {"marker", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_VALUE] = {"state", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_OWNER] = {"space", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
static const lf_key_rule space_rules[] = {
    [VALUE_VAR] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_VALUE] = {"value", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_OWNER] = {"space", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
static const lf_key_rule seat_rules[] = {
    [VALUE_VAR] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_VALUE] = {"value", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [VALUE_OWNER] = {"seat", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};

typedef struct {
    lf_shape shape;
    lf_scope scope;
    lf_names_scope names; /* where its variables are, unless global */
    lf_ref owner;         /* what they belong to, unless global */
    const char *variable;
} value_list;

static const value_list value_lists[LF_INITIAL_LISTS] = {
    [LF_INITIAL_TRACKS] = {.shape = {"an initial value", track_rules, LF_COUNT(track_rules), false},
                           .scope = LF_SCOPE_GLOBAL,
                           .variable = "a global variable"},
    [LF_INITIAL_MARKERS] = {.shape = {"an initial marker", marker_rules, LF_COUNT(marker_rules),
                                      false},
                            .scope = LF_SCOPE_SPACE,
                            .names = LF_NAMES_SPACE,
                            .owner = LF_REF_SPACE,
                            .variable = "a marker of spaces"},
    [LF_INITIAL_SPACES] = {.shape = {"an initial value", space_rules, LF_COUNT(space_rules), false},
                           .scope = LF_SCOPE_SPACE,
                           .names = LF_NAMES_SPACE,
                           .owner = LF_REF_SPACE,
                           .variable = "a variable of spaces"},
    [LF_INITIAL_SEATS] = {.shape = {"an initial value", seat_rules, LF_COUNT(seat_rules), false},
                          .scope = LF_SCOPE_SEAT,
                          .names = LF_NAMES_SEAT,
                          .owner = LF_REF_SEAT,
                          .variable = "a variable of seats"},
};

static bool var_fits_list(const lf_model_var *var, const value_list *list) {
    return var->scope == list->scope &&
           (list != &value_lists[LF_INITIAL_MARKERS] || var->is_marker);
}

/* Properties stand in the same scope as variables, numbered by themselves: so the variable's name
 * must fit, too. */
static int find_initial_var(lf_declaring *d, const value_list *list, const lf_doc *name) {
    const lf_model *m = d->m;
    if (list->scope == LF_SCOPE_GLOBAL)
        return lf_reference(d, LF_REF_GLOBAL, name);
    const char *text = lf_plain_name(d, name->text);
    const lf_local *local = lf_find_local(d, list->names, text);
    uint32_t index = local != NULL ? (uint32_t)local->index : m->var_count;
    if (index < m->var_count && m->vars[index].name == text && var_fits_list(&m->vars[index], list))
        return (int)index;
    lf_nearest nearest = lf_nearest_to(text);
    for (uint32_t i = 0; i < m->var_count; i++)
        if (var_fits_list(&m->vars[i], list))
            lf_nearest_offer(&nearest, m->vars[i].name);
    LF_WRONG(d, LF_E0408, name, lf_did_you_mean(d, &nearest), "`%s` is not the name of %s",
             name->text, list->variable);
    return -1;
}

static bool is_set_already(lf_declaring *d, lf_map *seen, const lf_initial_value *value,
                           const lf_doc *name) {
    const char *key = lf_arena_printf(d->m->arena, "%u of %d", (unsigned)value->var, value->owner);
    key = lf_intern_z(d->m->names, key);
    const lf_pos *first = lf_map_get(seen, key);
    lf_pos *here = LF_NEW(d->m->arena, lf_pos);
    *here = name->pos;
    if (first != NULL)
        lf_report_add_at(d->m->report, LF_ERROR, LF_E0429, name->pos, lf_doc_width(name), *first,
                         "it is set here", "`%s` already has an initial value", name->text);
    else
        lf_map_put(seen, key, here);
    return first != NULL;
}

static void read_initial_value(lf_declaring *d, lf_model_scenario *s, const value_list *list,
                               const lf_doc *doc, lf_map *seen) {
    const lf_doc *values[VALUE_KEYS];
    lf_initial_value value = {.owner = -1};
    if (!lf_read_keys(d, doc, &list->shape, values))
        return;
    int var = find_initial_var(d, list, values[VALUE_VAR]);
    bool owned = list->scope != LF_SCOPE_GLOBAL;
    if (owned)
        value.owner = lf_reference(d, list->owner, values[VALUE_OWNER]);
    if (var < 0 || (owned && value.owner < 0))
        return;
    const lf_model_var *v = &d->m->vars[var];
    value.var = (uint32_t)var;
    if (!lf_read_ranged(d, v->type, v->min, v->max, values[VALUE_VALUE], &value.value))
        return;
    if (!is_set_already(d, seen, &value, values[VALUE_VAR]))
        s->values[s->value_count++] = value;
}

void lf_read_initial_values(lf_declaring *d, lf_model_scenario *s,
                            const lf_doc *const lists[LF_INITIAL_LISTS]) {
    lf_map *seen = lf_map_new(d->m->arena);
    uint32_t room = 0;
    for (int k = 0; k < LF_INITIAL_LISTS; k++)
        room += lists[k] != NULL ? lists[k]->count : 0;
    s->values = LF_NEW_ARRAY(d->m->arena, lf_initial_value, room + 1);
    for (int k = 0; k < LF_INITIAL_LISTS; k++)
        for (uint32_t i = 0; lists[k] != NULL && i < lists[k]->count; i++)
            read_initial_value(d, s, &value_lists[k], lists[k]->items[i], seen);
}

/* ---- pieces ---- */

enum { PLACEMENT_ZONE, PLACEMENT_SPACE, PLACEMENT_PIECES, PLACEMENT_KEYS };
static const lf_key_rule placement_rules[] = {
    [PLACEMENT_ZONE] = {"zone", LF_KEY_SCALAR, 0},
    [PLACEMENT_SPACE] = {"space", LF_KEY_SCALAR, 0},
    [PLACEMENT_PIECES] = {"pieces", LF_KEY_MAP, LF_KEY_REQUIRED},
};
LF_SHAPE(placement_shape, "a placement", placement_rules, false);

/* `red-discs` or `red-discs.hidden`: kind and state. */
static bool find_slot(lf_declaring *d, const lf_doc_pair *pair, uint32_t *kind, uint32_t *state) {
    size_t length = strcspn(pair->key, ".");
    lf_doc id = lf_key_as_scalar(d, pair->key, length, pair->key_pos);
    int found = lf_local_ref(d, LF_NAMES_KIND, "a piece", &id);
    if (found < 0)
        return false;
    const lf_model_kind *k = &d->m->kinds[found];
    const char *word = pair->key[length] == '.' ? pair->key + length + 1 : k->states[0];
    lf_nearest nearest = lf_nearest_to(word);
    *kind = (uint32_t)found;
    for (*state = 0; *state < k->state_count; ++*state) {
        if (strcmp(k->states[*state], word) == 0)
            return true;
        if (k->states[*state][0])
            lf_nearest_offer(&nearest, k->states[*state]);
    }
    LF_WRONG_NAME(d, LF_E0408, pair->key, pair->key_pos, lf_did_you_mean(d, &nearest),
                  "`%s` is not a state of `%s`", word, k->entry.id);
    return false;
}

/* What the scenario has placed so far. */
typedef struct {
    int64_t of_kind[LF_MAX_PIECE_SLOTS];
    int64_t *in_cell;  /* [zone × slot] */
    uint32_t capacity; /* of the placements */
} totals;

static void add_to_totals(lf_declaring *d, totals *t, const lf_placement *p, uint32_t kind,
                          const lf_doc *at) {
    const lf_model_kind *k = &d->m->kinds[kind];
    int64_t *cell = &t->in_cell[(size_t)p->zone * d->m->slot_count + p->slot];
    const bool too_many = k->pool >= 0 && t->of_kind[kind] > k->pool; /* one diagnostic is enough */
    t->of_kind[kind] += p->count;
    *cell += p->count;
    if (k->pool >= 0 && t->of_kind[kind] > k->pool && !too_many)
        LF_WRONG(d, LF_E0426, at, NULL, "the scenario places %lld `%s`, but there are only %d",
                 (long long)t->of_kind[kind], k->entry.id, k->pool);
    if (*cell > LF_MAX_PIECES_PER_CELL)
        LF_WRONG(d, LF_E0411, at, NULL, "more than %d like pieces in one zone",
                 LF_MAX_PIECES_PER_CELL);
}

static void place_pieces(lf_declaring *d, lf_model_scenario *s, int zone, const lf_doc_pair *pair,
                         totals *t) {
    uint32_t kind, state;
    int64_t count;
    if (!find_slot(d, pair, &kind, &state))
        return;
    if (!lf_read_ranged(d, (lf_type){.base = LF_T_INT}, 0, INT32_MAX, pair->value, &count))
        return;
    if (state > 0 && !d->m->zones[zone].keeps_states) {
        LF_WRONG_NAME(d, LF_E0427, pair->key, pair->key_pos,
                      "declare the zone with `keepsStates: true`",
                      "`%s` does not keep the states of pieces", d->m->zones[zone].entry.id);
        return;
    }
    lf_placement placement = {zone, d->m->kinds[kind].first_slot + state, (int)count};
    add_to_totals(d, t, &placement, kind, pair->value);
    LF_PUSH(d->m->arena, s->placements, s->placement_count, t->capacity, placement);
}

/* What is not placed is in its supply. */
static void fill_supplies(lf_declaring *d, lf_model_scenario *s, totals *t) {
    for (uint32_t i = 0; i < d->m->kind_count; i++) {
        const lf_model_kind *kind = &d->m->kinds[i];
        const int64_t rest = kind->pool - t->of_kind[i];
        if (kind->supply >= 0 && rest > 0)
            LF_PUSH(d->m->arena, s->placements, s->placement_count, t->capacity,
                    ((lf_placement){kind->supply, kind->first_slot, (int)rest}));
    }
}

void lf_read_placements(lf_declaring *d, lf_model_scenario *s, const lf_doc *list) {
    size_t cells = (size_t)d->m->zone_count * d->m->slot_count + 1;
    totals t = {.in_cell = LF_NEW_ARRAY(d->m->arena, int64_t, cells)};
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const lf_doc *values[PLACEMENT_KEYS];
        if (!lf_read_keys(d, list->items[i], &placement_shape, values))
            continue;
        const lf_doc *where =
            lf_either(d, values[PLACEMENT_ZONE], values[PLACEMENT_SPACE], "`zone` and `space`");
        if (where == NULL) {
            LF_WRONG(d, LF_E0403, list->items[i], NULL, "`zone` is missing in a placement");
            continue;
        }
        int zone =
            lf_reference(d, values[PLACEMENT_ZONE] != NULL ? LF_REF_ZONE : LF_REF_SPACE, where);
        const lf_doc *pieces = values[PLACEMENT_PIECES];
        for (uint32_t p = 0; zone >= 0 && p < pieces->count; p++)
            place_pieces(d, s, zone, &pieces->pairs[p], &t);
    }
    fill_supplies(d, s, &t);
}

/* ---- cards ---- */

enum { CARDS_STACK, CARDS_CARDS, CARDS_KEYS };
static const lf_key_rule cards_rules[] = {
    [CARDS_STACK] = {"stack", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [CARDS_CARDS] = {"cards", LF_KEY_ANY, LF_KEY_REQUIRED},
};
LF_SHAPE(cards_shape, "initial cards", cards_rules, false);

static bool is_all(const lf_doc *cards) {
    return cards->kind == LF_DOC_SCALAR && strcmp(cards->text, "all") == 0;
}

/* What the scenario has put where so far. */
typedef struct {
    const lf_doc **cards;  /* per card: where it is listed */
    const lf_doc **stacks; /* per stack: where it is filled */
} dealt;

/* Reports and says so if the place is taken; takes it otherwise. */
static bool claim_place(lf_declaring *d, const lf_doc **place, const lf_doc *at, lf_code code,
                        const char *how) {
    if (*place != NULL)
        lf_report_add_at(d->m->report, LF_ERROR, code, at->pos, lf_doc_width(at), (*place)->pos,
                         "it is here", "`%s` %s", at->text, how);
    bool taken = *place != NULL;
    if (!taken)
        *place = at;
    return taken;
}

static void stack_listed(lf_declaring *d, lf_initial_stack *stack, const lf_doc *list,
                         dealt *so_far) {
    stack->cards = LF_NEW_ARRAY(d->m->arena, uint32_t, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        int card = lf_reference(d, LF_REF_CARD, list->items[i]);
        if (card >= 0 && !claim_place(d, &so_far->cards[card], list->items[i], LF_E0428,
                                      "is already in a stack"))
            stack->cards[stack->count++] = (uint32_t)card;
    }
}

/* `all`: the cards that no list of the scenario names. */
static void stack_the_rest(lf_declaring *d, lf_initial_stack *stack, const lf_doc *all,
                           dealt *so_far) {
    stack->cards = LF_NEW_ARRAY(d->m->arena, uint32_t, d->m->card_count + 1);
    for (uint32_t card = 0; card < d->m->card_count; card++) {
        if (so_far->cards[card] != NULL)
            continue;
        so_far->cards[card] = all;
        stack->cards[stack->count++] = card;
    }
}

static void fill_stack(lf_declaring *d, lf_model_scenario *s, const lf_doc *doc, bool all,
                       dealt *so_far) {
    const lf_doc *values[CARDS_KEYS];
    if (!lf_read_keys(d, doc, &cards_shape, values) || is_all(values[CARDS_CARDS]) != all)
        return;
    if (!all && !lf_is_list(d, values[CARDS_CARDS], "`cards`"))
        return;
    int stack = lf_reference(d, LF_REF_STACK, values[CARDS_STACK]);
    if (stack < 0 || claim_place(d, &so_far->stacks[stack], values[CARDS_STACK], LF_E0429,
                                 "already has initial cards"))
        return;
    lf_initial_stack *out = &s->stacks[s->stack_count++];
    *out = (lf_initial_stack){.stack = (uint32_t)stack};
    (all ? stack_the_rest : stack_listed)(d, out, values[CARDS_CARDS], so_far);
}

void lf_read_initial_cards(lf_declaring *d, lf_model_scenario *s, const lf_doc *list) {
    dealt so_far = {.cards = LF_NEW_ARRAY(d->m->arena, const lf_doc *, d->m->card_count + 1),
                    .stacks = LF_NEW_ARRAY(d->m->arena, const lf_doc *, d->m->stack_count + 1)};
    s->stacks = LF_NEW_ARRAY(d->m->arena, lf_initial_stack, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++)
        fill_stack(d, s, list->items[i], false, &so_far);
    for (uint32_t i = 0; i < list->count; i++)
        fill_stack(d, s, list->items[i], true, &so_far);
}
