/* declare_cards.c: cards, their attributes, and the parts that hold behaviour.
 *
 * First the names of all cards are declared, then what is on them: an attribute may name a card. */
#include "declare.h"

enum { DECK_ID, DECK_NAME, DECK_CARDS, DECK_KEYS };
static const lf_key_rule deck_rules[] = {
    [DECK_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [DECK_NAME] = {"name", LF_KEY_SCALAR, 0},
    [DECK_CARDS] = {"cards", LF_KEY_LIST, LF_KEY_REQUIRED},
};
LF_SHAPE(deck_shape, "a deck", deck_rules, false);

enum { CARD_ID, CARD_NAME, CARD_TITLE, CARD_METADATA, CARD_TAGS, CARD_TEXT, CARD_KEYS };
static const lf_key_rule card_rules[] = {
    [CARD_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [CARD_NAME] = {"name", LF_KEY_SCALAR, 0},
    [CARD_TITLE] = {"title", LF_KEY_SCALAR, 0},
    [CARD_METADATA] = {"metadata", LF_KEY_MAP, 0},
    [CARD_TAGS] = {"tags", LF_KEY_LIST, 0},
    [CARD_TEXT] = {"text", LF_KEY_SCALAR, 0},
};
LF_SHAPE(card_shape, "a card", card_rules, true);
static const lf_shape card_metadata_shape = {"the metadata of a card", NULL, 0, true};

enum { PART_NAME_ID, PART_NAME_LABEL, PART_NAME_KEYS };
static const lf_key_rule part_name_rules[] = {
    [PART_NAME_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PART_NAME_LABEL] = {"label", LF_KEY_SCALAR, 0},
};
LF_SHAPE(part_name_shape, "a part of cards", part_name_rules, false);

enum { PART_TEXT, PART_WHEN, PART_EFFECTS, PART_KEYS };
static const lf_key_rule part_rules[] = {
    [PART_TEXT] = {"text", LF_KEY_SCALAR, 0},
    [PART_WHEN] = {"when", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PART_EFFECTS] = {"effects", LF_KEY_ANY, LF_KEY_REQUIRED},
};
LF_SHAPE(part_shape, "a part of a card", part_rules, false);

static const lf_property_kind attribute_kind = {"an attribute of cards", &card_shape, LF_NAMES_CARD,
                                                true};

/* ---- names ---- */

static lf_doc_list gather_cards(lf_declaring *d) {
    lf_doc_list cards = lf_gather(d, (const char *const[]){"cards", NULL});
    lf_doc_list decks = lf_gather(d, (const char *const[]){"eventDecks", NULL});
    for (uint32_t i = 0; i < decks.count; i++) {
        const lf_doc *values[DECK_KEYS];
        if (!lf_read_keys(d, decks.items[i], &deck_shape, values))
            continue;
        const char *id = lf_read_name(d, values[DECK_ID], "a deck");
        if (id != NULL)
            lf_add_local(d, LF_NAMES_DECK, "a deck", id, values[DECK_ID]->pos, 0);
        for (uint32_t c = 0; c < values[DECK_CARDS]->count; c++)
            LF_PUSH(d->m->arena, cards.items, cards.count, cards.capacity,
                    values[DECK_CARDS]->items[c]);
    }
    return cards;
}

static void declare_card(lf_declaring *d, const lf_doc *doc) {
    lf_model *m = d->m;
    const lf_doc *values[CARD_KEYS];
    lf_model_card *card = &m->cards[m->card_count];
    if (!lf_read_keys(d, doc, &card_shape, values))
        return;
    const lf_doc *label = lf_either(d, values[CARD_TITLE], values[CARD_NAME], "`title` and `name`");
    if (!lf_within(d, values[CARD_ID], m->card_count, LF_MAX_CARDS, "cards"))
        return;
    if (!lf_read_entry(d, values[CARD_ID], label, "a card", &card->entry))
        return;
    if (lf_add_symbol(d, LF_SYM_CARD, card->entry.id, card->entry.pos, LF_T_CARD,
                      (int)m->card_count) == NULL)
        return;
    d->card_docs[m->card_count++] = doc;
}

void lf_declare_cards(lf_declaring *d) {
    lf_doc_list cards = gather_cards(d);
    d->m->cards = LF_NEW_ARRAY(d->m->arena, lf_model_card, cards.count + 1);
    d->card_docs = LF_NEW_ARRAY(d->m->arena, const lf_doc *, cards.count + 1);
    for (uint32_t i = 0; i < cards.count; i++)
        declare_card(d, cards.items[i]);
}

/* ---- what cards have ---- */

static void declare_attributes(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list list = lf_gather(d, (const char *const[]){"cardAttributes", NULL});
    m->card_attributes = LF_NEW_ARRAY(m->arena, lf_model_property, list.count + 1);
    lf_add_properties(d, &attribute_kind, list, m->card_attributes, &m->card_attribute_count);
    m->attribute_offsets = LF_NEW_ARRAY(m->arena, uint32_t, m->card_attribute_count + 1);
    for (uint32_t i = 0; i < m->card_attribute_count; i++) {
        m->attribute_offsets[i] = m->attribute_words;
        m->attribute_words += m->card_attributes[i].length;
    }
}

/* Parts are numbered behind the attributes in the scope of `card.`. */
static void declare_part_name(lf_declaring *d, const lf_doc *item) {
    lf_model *m = d->m;
    const lf_doc *values[PART_NAME_KEYS] = {[PART_NAME_ID] = item};
    if (item->kind == LF_DOC_MAP && !lf_read_keys(d, item, &part_name_shape, values))
        return;
    const lf_doc *doc = values[PART_NAME_ID];
    const char *name = lf_read_name(d, doc, "a part of cards");
    if (name == NULL)
        return;
    if (lf_shape_has(&card_shape, name)) {
        LF_WRONG(d, LF_E0407, doc, NULL,
                 "`%s` cannot be a part of cards: it is already a key of a card", name);
        return;
    }
    if (!lf_add_local(d, LF_NAMES_CARD, "a part of cards", name, doc->pos,
                      (int)(m->card_attribute_count + m->card_part_count)))
        return;
    m->card_part_labels[m->card_part_count] =
        lf_text_or(values[PART_NAME_LABEL], lf_label_from_id(d, name));
    m->card_parts[m->card_part_count++] = name;
}

static void declare_part_names(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list list = lf_gather(d, (const char *const[]){"cardParts", NULL});
    m->card_parts = LF_NEW_ARRAY(m->arena, const char *, list.count + 1);
    m->card_part_labels = LF_NEW_ARRAY(m->arena, const char *, list.count + 1);
    for (uint32_t i = 0; i < list.count; i++)
        declare_part_name(d, list.items[i]);
}

/* ---- what is on one card ---- */

static void read_part(lf_declaring *d, lf_model_part *part, const lf_doc *doc) {
    const lf_doc *values[PART_KEYS];
    bool complete = lf_read_keys(d, doc, &part_shape, values);
    part->text = values[PART_TEXT];
    part->summary = lf_text_or(values[PART_TEXT], "");
    const uint32_t before = d->m->report->errors;
    if (values[PART_WHEN] != NULL)
        part->when = lf_read_expression(&d->parse, values[PART_WHEN]);
    if (complete)
        part->effects = lf_read_block(&d->parse, values[PART_EFFECTS]);
    part->incomplete = d->m->report->errors > before;
}

/* A key that is no key of cards in general: an attribute, or a part (only at the top level of the
 * card). */
static void read_own_key(lf_declaring *d, lf_model_card *card, const lf_doc_pair *pair,
                         const lf_shape *shape, bool *stated) {
    lf_model *m = d->m;
    const lf_local *local = lf_find_local(d, LF_NAMES_CARD, pair->key);
    uint32_t index = local != NULL ? (uint32_t)local->index : 0;
    bool is_part = local != NULL && index >= m->card_attribute_count;
    if (local == NULL || (is_part && shape != &card_shape)) {
        lf_unknown_key(d, pair, shape, &d->locals[LF_NAMES_CARD]);
    } else if (is_part) {
        read_part(d, &card->parts[index - m->card_attribute_count], pair->value);
    } else if (stated[index]) {
        LF_WRONG_NAME(d, LF_E0407, pair->key, pair->key_pos, NULL,
                      "`%s` is given twice on this card", pair->key);
    } else {
        stated[index] = true;
        lf_read_property(d, &m->card_attributes[index], pair->value,
                         &card->attributes[m->attribute_offsets[index]]);
    }
}

static void read_own_keys(lf_declaring *d, lf_model_card *card, const lf_doc *map,
                          const lf_shape *shape, bool *stated) {
    for (uint32_t i = 0; map != NULL && map->kind == LF_DOC_MAP && i < map->count; i++)
        if (!lf_shape_has(shape, map->pairs[i].key))
            read_own_key(d, card, &map->pairs[i], shape, stated);
}

static void fill_card(lf_declaring *d, uint32_t index) {
    lf_model *m = d->m;
    lf_model_card *card = &m->cards[index];
    bool *stated = LF_NEW_ARRAY(m->arena, bool, m->card_attribute_count + 1);
    card->attributes = LF_NEW_ARRAY(m->arena, int64_t, m->attribute_words + 1);
    card->parts = LF_NEW_ARRAY(m->arena, lf_model_part, m->card_part_count + 1);
    lf_fill_properties(m->card_attributes, m->card_attribute_count, card->attributes);
    for (uint32_t i = 0; i < m->card_part_count; i++)
        card->parts[i] = (lf_model_part){.name = m->card_parts[i], .summary = ""};
    read_own_keys(d, card, d->card_docs[index], &card_shape, stated);
    read_own_keys(d, card, lf_doc_get(d->card_docs[index], "metadata"), &card_metadata_shape,
                  stated);
    for (uint32_t i = 0; i < m->card_attribute_count; i++)
        if (m->card_attributes[i].required && !stated[i])
            lf_report_unstated(d, &m->card_attributes[i], &card->entry);
}

void lf_declare_card_contents(lf_declaring *d) {
    declare_attributes(d);
    declare_part_names(d);
    for (uint32_t i = 0; i < d->m->card_count; i++)
        fill_card(d, i);
}
