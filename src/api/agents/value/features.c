/* features.c: reads the features of a position, and names them. */
#include "features.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "base/base.h"
#include "ludoforge_env.h"

/* Leaves out the pending decision, which depends on who is asked; the order of cards in a stack,
 * which matters in few games; and what is known only when the game is over. */
static bool is_read(lf_part part) {
    return part < LF_PART_CARD_PLACES || part == LF_PART_TIMES;
}

/* ---- the layout ---- */

static void add_text(uint64_t *hash, const char *text) {
    *hash = XXH64(text, strlen(text) + 1, *hash);
}

static void add_number(uint64_t *hash, int64_t number) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (8 * i)); /* the same on every machine */
    *hash = XXH64(bytes, sizeof bytes, *hash);
}

static void add_names(uint64_t *hash, const lf_game *game, lf_catalogue of) {
    const int count = lf_count(game, of);
    add_number(hash, count);
    for (int i = 0; i < count; i++)
        add_text(hash, lf_name(game, of, i));
}

/* Parts that were added later. They do not change the hash of games that do not use them, so that
 * older files remain valid. */
static bool is_later_part(lf_part part) {
    return part == LF_PART_TIMES || part == LF_PART_SEAT_SETS || part == LF_PART_SPACE_SETS;
}

static void add_parts(uint64_t *hash, const lf_game *game) {
    for (int part = 0; part < LF_PARTS; part++) {
        lf_tensor_part measured;
        if (!is_read((lf_part)part))
            continue;
        lf_part_measure(game, (lf_part)part, &measured);
        if (is_later_part((lf_part)part) && measured.size == 0)
            continue;
        add_text(hash, measured.name);
        add_number(hash, measured.size);
    }
}

static uint64_t hash_of(const feature_layout *v) {
    static const lf_catalogue things[] = {LF_OF_SEATS,     LF_OF_ZONES,      LF_OF_STACKS,
                                          LF_OF_CARDS,     LF_OF_KINDS,      LF_OF_GLOBALS,
                                          LF_OF_SEAT_VARS, LF_OF_SPACE_VARS, LF_OF_PHASES,
                                          LF_OF_SCENARIOS, LF_OF_OPTIONS};
    uint64_t hash = 0;
    add_parts(&hash, v->game);
    for (size_t i = 0; i < LF_COUNT(things); i++)
        add_names(&hash, v->game, things[i]);
    add_number(&hash, v->terms);
    for (uint32_t term = 0; term < v->terms; term++)
        add_text(&hash, lf_heuristics_term_id(v->game, (int)term));
    return hash;
}

void lf_value_layout_open(feature_layout *v, const lf_game *game, bool with_terms) {
    *v = (feature_layout){.game = game,
                          .terms = with_terms ? (uint32_t)lf_heuristics_terms(game) : 0};
    uint32_t at = 0;
    for (int part = 0; part < LF_PARTS; part++) {
        const uint32_t size = is_read((lf_part)part) ? lf_part_size(game, (lf_part)part) : 0;
        v->first[part] = size > 0 ? at : LF_PART_LEFT_OUT;
        at += size;
    }
    v->margins_at = at;
    v->terms_at = at + game->seat_count;
    v->count = v->terms_at + v->terms * game->seat_count;
    if (v->first[LF_PART_CARD_STACKS] != LF_PART_LEFT_OUT) {
        v->unknown_first = v->first[LF_PART_CARD_STACKS];
        v->unknown_every = game->stack_count + 2;
        v->unknown_end = v->unknown_first + v->unknown_every * game->card_count;
    }
    assert(v->margins_at <= v->terms_at && v->terms_at <= v->count);
    v->hash = hash_of(v);
}

/* ---- a position ---- */

static int32_t limit_value(int64_t value) {
    return (int32_t)(value < -LF_FEATURE_MOST  ? -LF_FEATURE_MOST
                     : value > LF_FEATURE_MOST ? LF_FEATURE_MOST
                                               : value);
}

/* That the place of a card is unknown follows from the other features of the card. Without these
 * features big decks cost little. */
static bool is_redundant(const feature_layout *v, uint32_t place) {
    return place >= v->unknown_first && place < v->unknown_end &&
           (place - v->unknown_first) % v->unknown_every == lf_unknown(v->game);
}

bool lf_value_reader_open(feature_reader *r, const feature_layout *layout) {
    *r = (feature_reader){.layout = layout,
                          .features = lf_calloc(layout->count + 1, sizeof *r->features)};
    if (layout->terms > 0) {
        r->heuristics = lf_heuristics_new(layout->game);
        r->terms = lf_calloc(layout->terms, sizeof *r->terms);
    }
    if (r->features != NULL && (layout->terms == 0 || (r->heuristics != NULL && r->terms != NULL)))
        return true;
    lf_value_reader_close(r);
    return false;
}

void lf_value_reader_close(feature_reader *r) {
    lf_heuristics_free(r->heuristics);
    lf_free(r->terms);
    lf_free(r->features);
    *r = (feature_reader){0};
}

static uint32_t add_feature(feature *out, uint32_t count, uint32_t place, int64_t value) {
    out[count] = (feature){place, limit_value(value)};
    return count + (value != 0);
}

static uint32_t read_terms(feature_reader *r, const lf_state *state, uint32_t count) {
    const feature_layout *const v = r->layout;
    for (uint32_t seat = 0; seat < v->game->seat_count && v->terms > 0; seat++) {
        lf_heuristics_of(r->heuristics, state, (lf_seat)seat, r->terms);
        for (uint32_t term = 0; term < v->terms; term++)
            count = add_feature(r->features, count, v->terms_at + seat * v->terms + term,
                                r->terms[term]);
    }
    return count;
}

uint32_t lf_value_reader_read(feature_reader *r, const lf_state *state, lf_seat viewer) {
    const feature_layout *const v = r->layout;
    feature *const out = r->features;
    const uint32_t seen = lf_observe_numbers(state, viewer, v->first, out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < seen; i++)
        if (!is_redundant(v, out[i].place))
            out[count++] = (feature){out[i].place, limit_value(out[i].value)};
    for (uint32_t seat = 0; seat < v->game->seat_count; seat++)
        count = add_feature(out, count, v->margins_at + seat, lf_margin(state, (lf_seat)seat));
    count = read_terms(r, state, count);
    assert(count <= v->count);
    return count;
}

/* ---- names ---- */

bool lf_feature_is_own(const feature_layout *v, uint32_t place, lf_seat seat) {
    const uint32_t first = v->terms_at + (uint32_t)seat * v->terms;
    return place == v->margins_at + (uint32_t)seat || (place >= first && place < first + v->terms);
}

/* The index of a feature in the whole observation; -1: it is not part of it. */
static int place_in_tensor(const feature_layout *v, uint32_t place) {
    int offset = 0;
    for (int part = 0; part < LF_PARTS; part++) {
        const uint32_t size = lf_part_size(v->game, (lf_part)part);
        if (v->first[part] != LF_PART_LEFT_OUT && place >= v->first[part] &&
            place < v->first[part] + size)
            return offset + (int)(place - v->first[part]);
        offset += (int)size;
    }
    return -1;
}

char *lf_feature_text(const feature_layout *v, uint32_t place) {
    if (place >= v->count)
        return NULL;
    if (place < v->margins_at)
        return lf_tensor_text(v->game, place_in_tensor(v, place));
    const bool is_term = place >= v->terms_at;
    const uint32_t term = is_term ? (place - v->terms_at) % v->terms : 0;
    const uint32_t seat = is_term ? (place - v->terms_at) / v->terms : place - v->margins_at;
    lf_text text = {0};
    lf_text_printf(&text, "%s: %s", lf_label(v->game, LF_OF_SEATS, (int)seat),
                   is_term ? lf_heuristics_term_label(v->game, (int)term)
                           : lf_payoff_label(v->game));
    return lf_text_take(&text);
}

/* ---- for programs ---- */

lf_feature_layout *lf_feature_layout_new(const lf_game *game, bool with_terms) {
    feature_layout *const made = lf_calloc(1, sizeof *made);
    if (made != NULL)
        lf_value_layout_open(made, game, with_terms);
    return made;
}

void lf_feature_layout_free(lf_feature_layout *layout) {
    lf_free(layout);
}

const lf_game *lf_feature_layout_game(const lf_feature_layout *layout) {
    return layout->game;
}

uint32_t lf_feature_layout_count(const lf_feature_layout *layout) {
    return layout->count;
}

uint32_t lf_feature_layout_terms(const lf_feature_layout *layout) {
    return layout->terms;
}

uint64_t lf_feature_layout_hash(const lf_feature_layout *layout) {
    return layout->hash;
}

lf_feature_reader *lf_feature_reader_new(const lf_feature_layout *layout) {
    feature_reader *const made = lf_calloc(1, sizeof *made);
    if (made != NULL && lf_value_reader_open(made, layout))
        return made;
    lf_free(made);
    return NULL;
}

void lf_feature_reader_free(lf_feature_reader *r) {
    if (r != NULL)
        lf_value_reader_close(r);
    lf_free(r);
}

uint32_t lf_feature_read(lf_feature_reader *r, const lf_state *state, lf_seat viewer,
                         const lf_feature **out) {
    *out = r->features;
    return lf_value_reader_read(r, state, viewer);
}
