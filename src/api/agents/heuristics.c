/* heuristics.c: computes the terms and priors of a game's section `agents`.
 *
 * The routines run on a copy of the position (`room`) in which no rule is suspended. The room is a
 * state of the game itself, so that native code can be used, or of a copy of the game with a wider
 * layout if the routines need more room for calls than the rules. Only the position is copied, at
 * most a few kilobytes.
 *
 * Tables find the priors: for each choice site those that concern it, for each id of an action
 * those that name it. So a decision without priors costs one look-up, and a condition is computed
 * only if an option is offered that it concerns. */
#include <assert.h>
#include <string.h>

#include "api/env/env.h"
#include "heuristics.h"

/* Lists of priors in one array: list `i` is items[starts[i]] … items[starts[i + 1] - 1]. */
typedef struct {
    uint32_t *starts;
    uint16_t *items;
} prior_lists;

struct lf_heuristics {
    const lf_game *game;
    lf_game wide; /* a copy of the game with a wider layout, if its own is too narrow */
    lf_state room;
    prior_lists of_ids;    /* priors that name an option, by id of action */
    prior_lists of_spaces; /* priors about spaces, by question */
    uint8_t *has_priors;   /* by question */
    uint64_t failures;
};

/* ---- the room ---- */

/* The game of which the room is a state. */
static const lf_game *game_of_room(heuristics *k) {
    const lf_layout *own = &k->game->layout;
    /* the routine in which a state stands needs this much */
    const uint32_t least = k->game->routines[0].frame_size;
    if (k->game->agents_registers <= own->frame_size && k->game->agents_depth <= own->call_depth)
        return k->game;
    k->wide = *k->game;
    k->wide.native = NULL; /* native code is made for the layout of the game itself */
    k->wide.layout.frame_size =
        k->game->agents_registers > least ? k->game->agents_registers : least;
    k->wide.layout.call_depth = k->game->agents_depth;
    lf_layout_fill(&k->wide);
    return &k->wide;
}

static bool make_room(heuristics *k) {
    const lf_game *game = game_of_room(k);
    const size_t supposed = game->supposing * lf_supposed_size(game);
    k->room = (lf_state){.game = game,
                         .block = lf_calloc(1, game->layout.size),
                         .supposed = supposed > 0 ? lf_malloc(supposed) : NULL};
    return k->room.block != NULL && (supposed == 0 || k->room.supposed != NULL);
}

/* Copies the position without suspended rules: calls and frames of the room are zero between
 * calls. */
static void copy_position(heuristics *k, const lf_state *state) {
    const lf_layout *from = &k->game->layout, *to = &k->room.game->layout;
    assert(state->game->layout.size == from->size && from->calls == to->calls);
    memcpy(k->room.block, state->block, from->calls);
    lf_head *head = lf_head_of(k->room.block);
    head->depth = head->base = head->routine = head->pc = 0;
    head->site = -1;
    head->status = LF_RUN_DECISION;
}

/* Calls a routine of a term or prior. False: it failed, and there is no result. */
static bool call_routine(heuristics *k, uint32_t routine, bool per_seat, lf_seat seat,
                         int64_t *result, uint32_t words) {
    const int64_t argument = seat;
    const bool good = lf_call_within(&k->room, k->room.game, routine, LF_MAX_TERM_WORK, &argument,
                                     per_seat ? 1 : 0, result, words, NULL);
    k->failures += !good;
    return good;
}

uint64_t lf_heuristics_failures(const heuristics *k) {
    return k->failures;
}

void lf_heuristics_count_steps(heuristics *k, uint64_t *hits) {
    lf_count_calls(&k->room, hits);
}

static bool is_about(uint32_t seats, lf_seat seat) {
    return seat >= 0 && seat < LF_MAX_SEATS && (seats >> seat & 1) != 0;
}

/* ---- terms ---- */

static const lf_term_info *term_at(const lf_game *game, int term) {
    return term >= 0 && (uint32_t)term < game->term_count ? &game->terms[term] : NULL;
}

int lf_heuristics_terms(const lf_game *game) {
    return (int)game->term_count;
}

const char *lf_heuristics_term_id(const lf_game *game, int term) {
    const lf_term_info *info = term_at(game, term);
    return info != NULL ? info->name : "";
}

const char *lf_heuristics_term_label(const lf_game *game, int term) {
    const lf_term_info *info = term_at(game, term);
    return info != NULL ? info->label : "";
}

int lf_heuristics_term_weight(const lf_game *game, int term, lf_seat seat) {
    const lf_term_info *info = term_at(game, term);
    return info != NULL && is_about(info->seats, seat) ? info->weight : 0;
}

static int32_t term_value(heuristics *k, const lf_term_info *term, lf_seat seat) {
    int64_t value = 0;
    if (!is_about(term->seats, seat) ||
        !call_routine(k, term->value, term->per_seat, seat, &value, 1))
        return 0;
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

void lf_heuristics_of(heuristics *k, const lf_state *state, lf_seat seat, int32_t *terms) {
    if (k->game->term_count == 0)
        return;
    copy_position(k, state);
    for (uint32_t i = 0; i < k->game->term_count; i++)
        terms[i] = term_value(k, &k->game->terms[i], seat);
}

int64_t lf_heuristics_value(heuristics *k, const lf_state *state, lf_seat seat) {
    int32_t terms[LF_MAX_TERMS];
    int64_t sum = 0;
    lf_heuristics_of(k, state, seat, terms);
    for (uint32_t i = 0; i < k->game->term_count; i++)
        sum += (int64_t)terms[i] * k->game->terms[i].weight;
    return sum;
}

/* ---- tables of priors ---- */

/* Does the prior concern the questions of this routine? */
static bool concerns_routine(const lf_prior_info *prior, uint32_t routine) {
    bool found = prior->asker_count == 0;
    for (uint32_t i = 0; i < prior->asker_count && !found; i++)
        found = prior->askers[i] == routine;
    return found;
}

static bool names_option(const lf_prior_info *prior, const char *id) {
    bool found = false;
    for (uint32_t i = 0; i < prior->option_count && !found; i++)
        found = strcmp(prior->options[i], id) == 0;
    return found;
}

/* Adds to the list that is being built. The tables are built twice: without items this only
 * counts. */
static void add_to_list(prior_lists *lists, uint32_t *count, uint32_t prior) {
    if (lists->items != NULL)
        lists->items[*count] = (uint16_t)prior;
    ++*count;
}

static uint32_t list_ids(heuristics *k, uint32_t q, uint32_t routine, uint32_t count) {
    const lf_game *game = k->game;
    const lf_question_info *question = &game->questions[q];
    for (uint32_t place = 0; place < question->count + question->way_out; place++) {
        char digits[LF_NUMBER_SIZE];
        const char *id = lf_question_id(game, question, place, digits);
        for (uint32_t p = 0; id != NULL && p < game->prior_count; p++)
            if (concerns_routine(&game->priors[p], routine) && names_option(&game->priors[p], id)) {
                add_to_list(&k->of_ids, &count, p);
                k->has_priors[q] = 1;
            }
        k->of_ids.starts[question->first + place + 1] = count;
    }
    return count;
}

static uint32_t list_spaces(heuristics *k, uint32_t q, uint32_t routine, uint32_t count) {
    const lf_game *game = k->game;
    for (uint32_t p = 0; p < game->prior_count && game->questions[q].domain == LF_DOMAIN_ZONES; p++)
        if (game->priors[p].spaces >= 0 && concerns_routine(&game->priors[p], routine)) {
            add_to_list(&k->of_spaces, &count, p);
            k->has_priors[q] = 1;
        }
    k->of_spaces.starts[q + 1] = count;
    return count;
}

static void build_lists(heuristics *k, uint32_t *ids, uint32_t *spaces) {
    const lf_game *game = k->game;
    *ids = *spaces = 0;
    for (uint32_t q = 0; q < game->question_count; q++) {
        const uint32_t routine = lf_question_routine(game, &game->questions[q]);
        *ids = list_ids(k, q, routine, *ids);
        *spaces = list_spaces(k, q, routine, *spaces);
    }
}

static bool build_tables(heuristics *k) {
    const lf_game *game = k->game;
    uint32_t ids, spaces;
    k->of_ids.starts = lf_calloc((size_t)game->id_count + 1, sizeof *k->of_ids.starts);
    k->of_spaces.starts = lf_calloc((size_t)game->question_count + 1, sizeof *k->of_spaces.starts);
    k->has_priors = lf_calloc((size_t)game->question_count + 1, 1);
    if (k->of_ids.starts == NULL || k->of_spaces.starts == NULL || k->has_priors == NULL)
        return false;
    build_lists(k, &ids, &spaces);
    k->of_ids.items = lf_calloc((size_t)ids + 1, sizeof *k->of_ids.items);
    k->of_spaces.items = lf_calloc((size_t)spaces + 1, sizeof *k->of_spaces.items);
    if (k->of_ids.items == NULL || k->of_spaces.items == NULL)
        return false;
    build_lists(k, &ids, &spaces);
    return true;
}

heuristics *lf_heuristics_new(const lf_game *game) {
    heuristics *k = lf_calloc(1, sizeof *k);
    if (k == NULL)
        return NULL;
    k->game = game;
    if ((game->prior_count == 0 || build_tables(k)) && make_room(k))
        return k;
    lf_heuristics_free(k);
    return NULL;
}

void lf_heuristics_free(heuristics *k) {
    if (k == NULL)
        return;
    lf_free(k->of_ids.starts);
    lf_free(k->of_ids.items);
    lf_free(k->of_spaces.starts);
    lf_free(k->of_spaces.items);
    lf_free(k->has_priors);
    lf_free(k->room.block);
    lf_free(k->room.supposed);
    lf_free(k);
}

/* ---- priors of a decision ---- */

#define SET_WORDS ((LF_MAX_ZONES + 63) / 64)

typedef enum { CONDITION_UNKNOWN, CONDITION_TRUE, CONDITION_FALSE } condition;

typedef struct {
    heuristics *k;
    const lf_state *state;
    lf_seat seat;
    bool copied; /* the room holds the position */
    bool any;    /* a prior applies to an option */
    uint8_t conditions[LF_MAX_PRIORS];
} prior_query;

/* Is the prior about this seat, and does its condition hold? Computed once per decision. */
static bool prior_holds(prior_query *a, uint32_t p) {
    const lf_prior_info *prior = &a->k->game->priors[p];
    if (a->conditions[p] != CONDITION_UNKNOWN)
        return a->conditions[p] == CONDITION_TRUE;
    bool holds = is_about(prior->seats, a->seat);
    if (holds && (prior->when >= 0 || prior->spaces >= 0) && !a->copied) {
        copy_position(a->k, a->state);
        a->copied = true;
    }
    if (holds && prior->when >= 0) {
        int64_t truth = 0;
        holds = call_routine(a->k, (uint32_t)prior->when, prior->per_seat, a->seat, &truth, 1) &&
                truth != 0;
    }
    a->conditions[p] = holds ? CONDITION_TRUE : CONDITION_FALSE;
    return holds;
}

static uint16_t multiply_weight(uint16_t weight, int32_t thousandths) {
    const uint64_t product = ((uint64_t)weight * (uint64_t)thousandths + 500) / 1000;
    return product < 1 ? 1 : product > UINT16_MAX ? UINT16_MAX : (uint16_t)product;
}

static void weigh_options(prior_query *a, uint16_t *weights, const int32_t *ids, int count) {
    const prior_lists *lists = &a->k->of_ids;
    for (int i = 0; i < count; i++)
        for (uint32_t at = lists->starts[ids[i]]; at < lists->starts[ids[i] + 1]; at++) {
            const uint32_t p = lists->items[at];
            if (!prior_holds(a, p))
                continue;
            weights[i] = multiply_weight(weights[i], a->k->game->priors[p].weight);
            a->any = true;
        }
}

/* The id of an option about a zone is the first id of the question plus the number of the zone. */
static void weigh_spaces(prior_query *a, const lf_question_info *question, uint16_t *weights,
                         const int32_t *ids, int count) {
    const prior_lists *lists = &a->k->of_spaces;
    const uint32_t q = (uint32_t)(question - a->k->game->questions);
    for (uint32_t at = lists->starts[q]; at < lists->starts[q + 1]; at++) {
        const lf_prior_info *prior = &a->k->game->priors[lists->items[at]];
        int64_t set[SET_WORDS] = {0};
        if (!prior_holds(a, lists->items[at]) ||
            !call_routine(a->k, (uint32_t)prior->spaces, prior->per_seat, a->seat, set,
                          a->k->game->zone_words))
            continue;
        for (int i = 0; i < count; i++) {
            const uint32_t zone = (uint32_t)ids[i] - question->first;
            if (zone >= question->count || ((uint64_t)set[zone / 64] >> (zone % 64) & 1) == 0)
                continue;
            weights[i] = multiply_weight(weights[i], prior->weight);
            a->any = true;
        }
    }
}

int lf_heuristics_priors(heuristics *k, const lf_state *state, uint16_t *weights, int cap) {
    int32_t ids[LF_MAX_OPTIONS + 1];
    assert(state->game == k->game || state->game->layout.size == k->game->layout.size);
    const int question = k->game->prior_count > 0 ? lf_question(state) : -1;
    if (question < 0 || !k->has_priors[question])
        return 0;
    prior_query a = {.k = k, .state = state, .seat = lf_decider(state)};
    const int most = cap < LF_MAX_OPTIONS + 1 ? cap : LF_MAX_OPTIONS + 1;
    const int all = lf_legal_ids(state, ids, most), count = all < most ? all : most;
    for (int i = 0; i < count; i++)
        weights[i] = PRIOR_PLAIN;
    weigh_options(&a, weights, ids, count);
    weigh_spaces(&a, &k->game->questions[question], weights, ids, count);
    return a.any ? all : 0;
}

void lf_heuristics_ask(heuristics *k, const lf_state *state) {
    const lf_game *const game = lf_state_game(state);
    int32_t terms[LF_MAX_TERMS];
    uint16_t priors[1];
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        lf_heuristics_of(k, state, seat, terms);
    if (!lf_terminal(state, NULL))
        lf_heuristics_priors(k, state, priors, 1);
}
