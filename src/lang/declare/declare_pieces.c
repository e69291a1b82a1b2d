/* declare_pieces.c: the kinds of pieces, the words that select them, and the groups of such states.
 *
 * A kind has a slot for each of its states, and a filter is a mask of slots. Every word (type,
 * state, group, and the seats) gets the mask of the slots that it stands for. */
#include "declare.h"

enum {
    PIECE_ID,
    PIECE_NAME,
    PIECE_ONE,
    PIECE_SHORT,
    PIECE_SEAT,
    PIECE_TYPE,
    PIECE_STATES,
    PIECE_COUNT,
    PIECE_SUPPLY,
    PIECE_SECRET,
    PIECE_SEEN_AS,
    PIECE_POSSIBLE,
    PIECE_KEYS
};
static const lf_key_rule piece_rules[] = {
    [PIECE_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PIECE_NAME] = {"name", LF_KEY_SCALAR, 0},
    [PIECE_ONE] = {"one", LF_KEY_SCALAR, 0},
    [PIECE_SHORT] = {"short", LF_KEY_SCALAR, 0},
    [PIECE_SEAT] = {"seat", LF_KEY_SCALAR, 0},
    [PIECE_TYPE] = {"type", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PIECE_STATES] = {"states", LF_KEY_LIST, 0},
    [PIECE_COUNT] = {"count", LF_KEY_INT, 0},
    [PIECE_SUPPLY] = {"supply", LF_KEY_SCALAR, 0},
    [PIECE_SECRET] = {"secret", LF_KEY_SCALAR, 0},
    [PIECE_SEEN_AS] = {"seenAs", LF_KEY_SCALAR, 0},
    [PIECE_POSSIBLE] = {"possible", LF_KEY_ANY, 0},
};
LF_SHAPE(piece_shape, "a piece", piece_rules, false);

/* Counts of one kind are kept in a byte a zone, but a game may have more pieces than fit one
 * zone. */
#define MAX_POOL 30000

/* ---- words ---- */

static const char *const role_texts[] = {
    [LF_PIECE_TYPE] = "a type of pieces",
    [LF_PIECE_STATE] = "a state of pieces",
    [LF_PIECE_GROUP] = "a group of pieces",
};

/* Several kinds may share a type or a state: the word then means all of them. */
static void add_piece_word(lf_declaring *d, lf_piece_role role, const char *name, lf_pos pos,
                           uint64_t mask) {
    lf_symbol *symbol = lf_map_get(d->m->symbols, name);
    bool shared = symbol != NULL && symbol->kind == LF_SYM_PIECE_WORD && role != LF_PIECE_GROUP;
    if (shared && symbol->index != (int)role) {
        lf_report_add_at(d->m->report, LF_ERROR, LF_E0412, pos, lf_text_width(name), symbol->pos,
                         "it is used here", "`%s` cannot be %s: it is already %s", name,
                         role_texts[role], role_texts[symbol->index]);
        return;
    }
    if (!shared)
        symbol = lf_add_symbol(d, LF_SYM_PIECE_WORD, name, pos, LF_T_PIECES, (int)role);
    if (symbol != NULL)
        symbol->mask |= mask;
}

/* ---- kinds ---- */

/* Piece kinds have one unnamed state where none are declared. */
static bool read_states(lf_declaring *d, const lf_doc *list, lf_model_kind *kind) {
    static const char *no_states[] = {""};
    kind->states = kind->state_labels = kind->state_shorts = no_states;
    kind->state_count = 1;
    if (list == NULL)
        return true;
    const lf_id_list states = lf_read_id_list(d, list, "a state", false);
    kind->states = states.ids;
    kind->state_labels = states.labels;
    kind->state_shorts = states.shorts;
    kind->state_count = list->count;
    for (uint32_t i = 0; states.ids != NULL && i < list->count; i++)
        if (states.labels[i] == NULL)
            states.labels[i] = states.ids[i];
    return states.ids != NULL;
}

static bool read_supply(lf_declaring *d, const lf_doc **values, lf_model_kind *kind) {
    const lf_doc *count = values[PIECE_COUNT], *supply = values[PIECE_SUPPLY];
    kind->pool = (int)lf_int_or(d, count, 0, MAX_POOL, -1);
    kind->supply = -1;
    if (supply == NULL)
        return true;
    kind->supply = lf_reference(d, LF_REF_ZONE, supply);
    if (count == NULL)
        LF_WRONG(d, LF_E0403, supply, "give the number of pieces",
                 "a piece with `supply` needs `count`");
    else if (kind->pool > LF_MAX_PIECES_PER_CELL)
        LF_WRONG(d, LF_E0411, count, NULL, "more than %d like pieces in one zone",
                 LF_MAX_PIECES_PER_CELL);
    return kind->supply >= 0;
}

static uint64_t slots_of(const lf_model_kind *kind) {
    uint64_t ones = kind->state_count >= 64 ? UINT64_MAX : (UINT64_C(1) << kind->state_count) - 1;
    return ones << kind->first_slot;
}

static void add_kind_words(lf_declaring *d, const lf_model_kind *kind, const lf_doc **values) {
    uint64_t slots = slots_of(kind);
    add_piece_word(d, LF_PIECE_TYPE, kind->type_word, values[PIECE_TYPE]->pos, slots);
    for (uint32_t i = 0; values[PIECE_STATES] != NULL && i < kind->state_count; i++)
        add_piece_word(d, LF_PIECE_STATE, kind->states[i], values[PIECE_STATES]->items[i]->pos,
                       UINT64_C(1) << (kind->first_slot + i));
    if (kind->seat < 0)
        return;
    lf_symbol *seat = lf_map_get(d->m->symbols, d->m->seats[kind->seat].id);
    seat->mask |= slots;
}

static bool read_owner(lf_declaring *d, const lf_doc *seat, lf_model_kind *kind) {
    int64_t owner = -1;
    if (seat != NULL && !lf_read_value(d,
                                       (lf_type){
                                           .base = LF_T_SEAT,
                                       },
                                       seat, &owner))
        return false;
    kind->seat = (int)owner;
    return true;
}

static void declare_kind(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[PIECE_KEYS];
    lf_model *m = d->m;
    lf_model_kind kind = {.first_slot = m->slot_count};
    if (!lf_read_keys(d, doc, &piece_shape, values))
        return;
    if (!lf_read_entry(d, values[PIECE_ID], values[PIECE_NAME], "a piece", &kind.entry))
        return;
    kind.one = lf_text_or(values[PIECE_ONE], kind.entry.label);
    kind.short_form = lf_text_or(values[PIECE_SHORT], "");
    kind.type_word = lf_read_word(d, values[PIECE_TYPE], "a type of pieces");
    if (kind.type_word == NULL || !read_owner(d, values[PIECE_SEAT], &kind))
        return;
    if (!read_states(d, values[PIECE_STATES], &kind) || !read_supply(d, values, &kind) ||
        !lf_read_cover(d, values[PIECE_SECRET], values[PIECE_SEEN_AS], values[PIECE_POSSIBLE],
                       &kind))
        return;
    if (!lf_within(d, values[PIECE_ID], (uint64_t)m->slot_count + kind.state_count - 1,
                   LF_MAX_PIECE_SLOTS, "piece kinds times states"))
        return;
    if (!lf_add_local(d, LF_NAMES_KIND, "a piece", kind.entry.id, kind.entry.pos,
                      (int)m->kind_count))
        return;
    add_kind_words(d, &kind, values);
    m->slot_count += kind.state_count;
    m->kinds[m->kind_count++] = kind;
}

/* ---- groups: filters of constant words ---- */

static bool filter_of(lf_declaring *d, const lf_node *node, uint64_t *out);

static bool filter_of_name(lf_declaring *d, const lf_node *node, uint64_t *out) {
    const lf_symbol *symbol = lf_map_get(d->m->symbols, node->name);
    if (symbol != NULL && (symbol->kind == LF_SYM_PIECE_WORD || symbol->kind == LF_SYM_SEAT ||
                           symbol->kind == LF_SYM_SEAT_GROUP || symbol->type.base == LF_T_PIECES)) {
        *out = symbol->mask;
        return true;
    }
    lf_nearest nearest = lf_nearest_to(node->name);
    for (uint32_t i = 0; i < d->symbol_count; i++)
        if (d->symbols[i]->kind == LF_SYM_PIECE_WORD || d->symbols[i]->kind == LF_SYM_SEAT ||
            d->symbols[i]->kind == LF_SYM_SEAT_GROUP)
            lf_nearest_offer(&nearest, d->symbols[i]->name);
    lf_report_add(d->m->report, LF_ERROR, LF_E0413, node->pos, node->length,
                  lf_did_you_mean(d, &nearest), "`%s` is not a word for pieces", node->name);
    return false;
}

static bool filter_of_words(lf_declaring *d, const lf_node *list, uint64_t *out) {
    bool good = true;
    *out = UINT64_MAX;
    for (uint32_t i = 0; i < list->kid_count; i++) {
        uint64_t word = 0;
        good = filter_of(d, list->kids[i], &word) && good;
        *out &= word;
    }
    return good;
}

static bool filter_of_pair(lf_declaring *d, const lf_node *node, uint64_t *out) {
    uint64_t left = 0, right = 0;
    bool good = filter_of(d, node->kids[LF_K_BINARY_LEFT], &left);
    good = filter_of(d, node->kids[LF_K_BINARY_RIGHT], &right) && good;
    *out = node->word == LF_W_OR    ? left | right
           : node->word == LF_W_AND ? left & right
                                    : left & ~right;
    return good;
}

static bool is_set_operator(uint8_t word) {
    return word == LF_W_OR || word == LF_W_AND || word == LF_W_EXCEPT;
}

static bool filter_of(lf_declaring *d, const lf_node *node, uint64_t *out) {
    if (node == NULL)
        return false;
    if (node->kind == LF_N_NAME)
        return filter_of_name(d, node, out);
    if (node->kind == LF_N_PIECES)
        return filter_of_words(d, node->kids[LF_K_LIST], out);
    if (node->kind == LF_N_BINARY && is_set_operator(node->word))
        return filter_of_pair(d, node, out);
    lf_report_add(d->m->report, LF_ERROR, LF_E0413, node->pos, node->length,
                  "use words for pieces, `or`, `and`, `except` and brackets",
                  "this is not allowed in a group of pieces");
    return false;
}

static void declare_piece_group(lf_declaring *d, const lf_doc_pair *pair) {
    uint64_t mask = 0;
    const char *name =
        lf_check_name(d, pair->key, pair->key_pos, "a group of pieces", LF_NAME_WORD);
    const lf_node *filter = lf_read_expression(&d->parse, pair->value);
    if (name == NULL || filter == NULL || !filter_of(d, filter, &mask))
        return;
    if (mask == 0)
        lf_report_add(d->m->report, LF_WARNING, LF_E0414, pair->key_pos, lf_text_width(name), NULL,
                      "no piece is in the group `%s`", name);
    add_piece_word(d, LF_PIECE_GROUP, name, pair->key_pos, mask);
}

/* What needs all kinds: the groups of seats, and `pieces`. */
static void finish_masks(lf_declaring *d) {
    lf_model *m = d->m;
    for (uint32_t i = 0; i < m->group_count; i++) {
        lf_symbol *group = lf_map_get(m->symbols, m->groups[i].entry.id);
        for (uint32_t s = 0; s < m->seat_count; s++) {
            const lf_symbol *seat = lf_map_get(m->symbols, m->seats[s].id);
            if (group->members >> s & 1)
                group->mask |= seat->mask;
        }
    }
    lf_symbol *pieces = lf_map_get(m->symbols, lf_intern_z(m->names, "pieces"));
    pieces->mask = m->slot_count == 0 ? 0 : UINT64_MAX >> (64 - m->slot_count);
}

void lf_declare_pieces(lf_declaring *d) {
    lf_doc_list pieces = lf_gather(d, (const char *const[]){"pieces", NULL});
    const lf_doc *groups = lf_section_map(d, "pieceGroups");
    d->m->kinds = LF_NEW_ARRAY(d->m->arena, lf_model_kind, pieces.count + 1);
    for (uint32_t i = 0; i < pieces.count; i++)
        declare_kind(d, pieces.items[i]);
    finish_masks(d);
    lf_resolve_covers(d);
    for (uint32_t i = 0; groups != NULL && i < groups->count; i++)
        declare_piece_group(d, &groups->pairs[i]);
}
