/* actions.c: fixed numbers for everything that can be chosen: the id of a question's first
 * possibility plus which of them it is (lf_question_info in kernel/game.h; compile/questions.c
 * numbers them).
 *
 * The options of a pending decision are bits in registers, or the two ends of an interval
 * (kernel/play/options.c). Each bit stands for a possibility of the question, at a fixed distance,
 * so that no option need be looked at by itself to know its id. Where a range is too wide to have
 * an id for each number, they use the ids in turn. */
#include "env.h"
#include "kernel/state/state.h"

bool lf_find_offered(const lf_state *state, lf_offered *out) {
    const lf_game *game = state->game;
    const lf_choice_site *site = lf_pending_site(state);
    if (site == NULL)
        return false;
    const lf_head *head = lf_head_const(state->block);
    const int64_t *source = lf_frames(game, state->block) + head->base + site->source;
    const lf_question_info *question = &game->questions[site->question];
    const bool range = site->domain == LF_DOMAIN_RANGE, listed = site->number_count > 0;
    *out = (lf_offered){.site = site,
                        .question = question,
                        .offset = range ? source[0] : 0,
                        .way_out = head->way_out != 0};
    out->shift = listed ? 0 : (int64_t)((uint64_t)out->offset - (uint64_t)question->low);
    if (range && !site->checked) {
        const uint64_t width =
            source[1] < source[0] ? 0 : (uint64_t)source[1] - (uint64_t)source[0] + 1;
        out->bits = width > LF_MAX_OPTIONS ? LF_MAX_OPTIONS : (uint32_t)width;
        return true;
    }
    out->words = (const uint64_t *)(const void *)(range ? source + 2 : source);
    out->bits = 64 * lf_site_words(game, site);
    return true;
}

static inline bool has_bit(const lf_offered *o, uint32_t bit) {
    return o->words == NULL || (o->words[bit / 64] >> (bit % 64) & 1) != 0;
}

static uint32_t way_out_id(const lf_question_info *question) {
    return question->first + question->count;
}

/* ---- the catalogue ---- */

int lf_action_count(const lf_game *game) {
    return (int)game->id_count;
}

int lf_question_count(const lf_game *game) {
    return (int)game->question_count;
}

static const lf_question_info *question_of_id(const lf_game *game, int id) {
    uint32_t low = 0, high = game->question_count;
    if (id < 0 || (uint32_t)id >= game->id_count)
        return NULL;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (game->questions[middle].first <= (uint32_t)id)
            low = middle;
        else
            high = middle;
    }
    return &game->questions[low];
}

/* What the id stands for; -1: the way out. */
static int64_t value_of_id(const lf_question_info *question, const lf_choice_site *site, int id) {
    const uint32_t place = (uint32_t)id - question->first;
    if (place >= question->count)
        return -1;
    return site->number_count > 0 ? site->numbers[place] : question->low + place;
}

bool lf_action_at(const lf_game *game, int id, lf_action *out) {
    const lf_question_info *question = question_of_id(game, id);
    if (question == NULL)
        return false;
    const lf_choice_site site = lf_question_site(game, question);
    out->question = (int)(question - game->questions);
    out->option = (uint32_t)id >= way_out_id(question)
                      ? lf_option_out(&site)
                      : lf_option_of(game, &site, value_of_id(question, &site, id));
    return true;
}

char *lf_action_text(const lf_game *game, int id) {
    const lf_question_info *question = question_of_id(game, id);
    lf_text text = {0};
    if (question == NULL)
        return NULL;
    const lf_choice_site site = lf_question_site(game, question);
    if (site.domain == LF_DOMAIN_ACTIONS)
        lf_text_addz(&text, game->phase_names[site.enum_id].label);
    else if (site.prompt >= 0)
        lf_format_template(game, &game->templates[site.prompt], NULL, &text);
    else
        lf_text_addz(&text, "Choose");
    lf_text_addz(&text, ": ");
    lf_format_choice(game, NULL, &site, value_of_id(question, &site, id), &text);
    return lf_text_take(&text);
}

/* ---- the pending decision ---- */

int lf_question(const lf_state *state) {
    const lf_choice_site *site = lf_pending_site(state);
    return site != NULL ? (int)site->question : -1;
}

int lf_legal_ids(const lf_state *state, int32_t *out, int cap) {
    lf_offered o;
    int n = 0;
    if (!lf_find_offered(state, &o))
        return lf_outcome_ids(state, out, cap);
    const uint32_t first = o.question->first;
    LF_FOR_EACH_OFFERED(&o, bit) {
        if (n < cap)
            out[n] = (int32_t)(first + lf_place_of_bit(&o, (uint32_t)bit));
        n++;
    }
    if (o.way_out) {
        if (n < cap)
            out[n] = (int32_t)way_out_id(o.question);
        n++;
    }
    return n;
}

int lf_mask_words(const lf_game *game) {
    return (int)((game->id_count + 63) / 64);
}

static inline void set_bit(uint64_t *words, uint32_t id) {
    words[id / 64] |= UINT64_C(1) << (id % 64);
}

void lf_legal_mask(const lf_state *state, uint64_t *words) {
    lf_offered o;
    memset(words, 0, (size_t)lf_mask_words(state->game) * sizeof *words);
    if (!lf_find_offered(state, &o))
        return;
    LF_FOR_EACH_OFFERED(&o, bit)
    set_bit(words, o.question->first + lf_place_of_bit(&o, (uint32_t)bit));
    if (o.way_out)
        set_bit(words, way_out_id(o.question));
}

/* ---- one option ---- */

#define NO_BIT UINT32_MAX

/* The bit that is offered under an id which is not the way out. */
static uint32_t bit_of_id(const lf_offered *o, int id) {
    /* beyond the count for other questions' */
    const uint32_t place = (uint32_t)id - o->question->first;
    const int64_t count = o->question->count;
    if (place >= o->question->count)
        return NO_BIT;
    const int64_t bit = (int64_t)((uint64_t)place - (uint64_t)o->shift);
    if (bit >= 0 && bit < (int64_t)o->bits && has_bit(o, (uint32_t)bit))
        return (uint32_t)bit;
    for (int64_t other = (bit % count + count) % count; other < (int64_t)o->bits; other += count)
        if (has_bit(o, (uint32_t)other))
            return (uint32_t)other;
    return NO_BIT;
}

/* How many are offered before a bit. */
static int rank_of(const lf_offered *o, uint32_t bit) {
    uint32_t before = 0;
    for (uint32_t word = 0; word < bit / 64; word++)
        before += lf_popcount(lf_offered_word(o, word));
    return (int)(before +
                 lf_popcount(lf_offered_word(o, bit / 64) & ((UINT64_C(1) << (bit % 64)) - 1)));
}

static bool is_way_out(const lf_offered *o, int id) {
    return o->way_out && id >= 0 && (uint32_t)id == way_out_id(o->question);
}

bool lf_is_legal_id(const lf_state *state, int id) {
    lf_offered o;
    return lf_find_offered(state, &o) && (is_way_out(&o, id) || bit_of_id(&o, id) != NO_BIT);
}

int lf_option_of_id(const lf_state *state, int id) {
    lf_offered o;
    if (!lf_find_offered(state, &o))
        return lf_outcome_of_id(state, id);
    if (is_way_out(&o, id))
        return lf_legal_count(state) - 1;
    const uint32_t bit = bit_of_id(&o, id);
    return bit == NO_BIT ? LF_NO_OPTION : rank_of(&o, bit);
}

int lf_id_of_option(const lf_state *state, int option) {
    lf_offered o;
    if (!lf_find_offered(state, &o))
        return lf_id_of_outcome(state, option);
    if (option < 0)
        return -1;
    int n = 0;
    LF_FOR_EACH_OFFERED(&o, bit)
    if (n++ == option)
        return (int)(o.question->first + lf_place_of_bit(&o, (uint32_t)bit));
    return o.way_out && n == option ? (int)way_out_id(o.question) : -1;
}

lf_status lf_apply_id(lf_state *state, int id) {
    lf_offered o;
    if (!lf_find_offered(state, &o))
        /* which knows why nothing can be chosen */
        return lf_apply(state, lf_outcome_of_id(state, id));
    const bool out = is_way_out(&o, id);
    const uint32_t bit = out ? 0 : bit_of_id(&o, id);
    if (bit == NO_BIT)
        return LF_BAD_ARGUMENT;
    if (state->observer.event != NULL) /* the observer gets the number of the option */
        return lf_apply(state, out ? lf_legal_count(state) - 1 : rank_of(&o, bit));
    return lf_apply_value(state, out ? -1 : lf_value_of_bit(&o, bit));
}
