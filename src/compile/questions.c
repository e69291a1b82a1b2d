/* questions.c: the questions of a game: its choices as the rules write them, numbered, each with
 * room for the ids of all that can ever be chosen there.
 *
 * The order is that of the declarations: the phases with their actions, the parameters and effects
 * of the actions, functions and procedures, the hooks of phases, the parts of cards; within a body
 * that of the text. It is the same in the GameDef of the game, and what the compiler makes of a
 * choice has no part in it. Ids are promises: whoever changes the order, or how many ids a question
 * has, breaks them (tests/fixtures/actions holds those of the bundled games).
 *
 * The type of the domain alone determines what can be chosen (all spaces, all cards, the entries of
 * the menu); of numbers by their list or by the ends of intervals.c. A range whose ends are too far
 * apart for that has LF_OPTIONS_MAX ids, which its numbers use in turn: no decision has more
 * options, so within one no two share an id. */
#include <assert.h>

#include "compile.h"

#define MOST_PLAIN 63 /* the greatest number of a set of numbers without a list (numbers.c) */

typedef struct {
    lf_compiler *c;
    const lf_intervals *intervals;
    uint32_t capacity;
} lf_numbering;

static const char *site_key(const void *asker) {
    return asker;
}

uint32_t lf_question_of(const lf_compiler *c, const void *asker) {
    const uintptr_t number = (uintptr_t)lf_map_get(c->questions, site_key(asker));
    assert(number > 0); /* every choice has been numbered */
    return (uint32_t)(number - 1);
}

uint32_t lf_question_of_phase(const lf_compiler *c, uint32_t phase) {
    return lf_question_of(c, &c->model->phases[phase]);
}

static void add_question(lf_numbering *n, const void *asker, lf_question_info question) {
    lf_game *game = n->c->game;
    question.site = -1;
    question.first = game->id_count;
    /* so that no question is without room */
    question.count = question.count > 0 ? question.count : 1;
    lf_map_put(n->c->questions, site_key(asker), (void *)((uintptr_t)game->question_count + 1));
    LF_PUSH(n->c->arena, game->questions, game->question_count, n->capacity, question);
    game->id_count += question.count + question.way_out;
}

/* ---- how many ids ---- */

/* The numbers from the least lower end on. No more than LF_OPTIONS_MAX above the greatest lower end
 * are ever offered. */
static void give_range(lf_question_info *q, lf_interval low, lf_interval high) {
    q->domain = LF_DOMAIN_RANGE;
    q->count = LF_OPTIONS_MAX;
    if (low.low > low.high || high.low > high.high) { /* never asked */
        q->count = 1;
        return;
    }
    if (lf_is_open(low.low))
        return;
    q->low = low.low;
    if (lf_is_open(low.high))
        return;
    const int64_t last =
        high.high - low.high < LF_OPTIONS_MAX ? high.high : low.high + LF_OPTIONS_MAX - 1;
    if (last - low.low < LF_OPTIONS_MAX)
        q->count = last >= low.low ? (uint32_t)(last - low.low) + 1 : 1;
}

static int64_t clipped(int64_t number) {
    return number < 0 ? 0 : number > MOST_PLAIN ? MOST_PLAIN : number;
}

/* Numbers that are offered as a set: those of a list, or some of 0 to 63. */
static void give_numbers(const lf_numbering *n, lf_question_info *q, const lf_node *domain) {
    const lf_numbers numbers = lf_numbers_of(n->c, domain);
    if (numbers.count > 0) {
        q->count = numbers.count;
        return;
    }
    const lf_interval all = lf_interval_of_elements(n->intervals, domain);
    q->domain = LF_DOMAIN_RANGE;
    q->low = clipped(all.low);
    q->count = all.low > all.high ? 1 : (uint32_t)(clipped(all.high) - q->low) + 1;
}

static uint32_t domain_size(const lf_game *game, const lf_node *domain) {
    switch (lf_domain_kind(domain, true)) {
    case LF_DOMAIN_ZONES:
        return domain->type.base == LF_T_SPACES ? game->space_count : game->zone_count;
    case LF_DOMAIN_SEATS:
        return game->seat_count;
    case LF_DOMAIN_CARDS:
        return game->card_count;
    case LF_DOMAIN_KINDS:
        return game->slot_count;
    case LF_DOMAIN_DIRECTIONS:
        return game->direction_count;
    default:
        assert(domain->type.by == LF_T_ENUM);
        return game->enums[domain->type.id].count;
    }
}

/* `filtered`: not every element of the domain is offered. */
static lf_question_info domain_question(const lf_numbering *n, const lf_node *domain, bool filtered,
                                        bool way_out) {
    lf_question_info q = {.domain = (uint8_t)lf_domain_kind(domain, filtered),
                          .enum_id = domain->type.id,
                          .way_out = way_out};
    if (q.domain == LF_DOMAIN_RANGE)
        give_range(&q, lf_interval_of(n->intervals, domain->kids[LF_K_RANGE_MIN]),
                   lf_interval_of(n->intervals, domain->kids[LF_K_RANGE_MAX]));
    else if (q.domain == LF_DOMAIN_INTS)
        give_numbers(n, &q, domain);
    else if (q.domain == LF_DOMAIN_ENUM && lf_numbers_of(n->c, domain).count > 0)
        q.count = lf_numbers_of(n->c, domain).count;
    else
        q.count = domain_size(n->c->game, domain);
    return q;
}

/* ---- statements ---- */

lf_transfer_asks lf_what_transfer_asks(const lf_node *n) {
    if (n->kind < LF_N_PLACE || n->kind > LF_N_REPLACE)
        return LF_ASKS_NOTHING;
    if (LF_PICK(n) == LF_W_CHOSEN)
        return n->word == LF_W_ALL ? LF_ASKS_NOTHING : LF_ASKS_WHICH;
    return n->word == LF_W_UP_TO ? LF_ASKS_HOW_MANY : LF_ASKS_NOTHING;
}

static void number_transfer(lf_numbering *n, const lf_node *node) {
    const lf_transfer_asks asks = lf_what_transfer_asks(node);
    if (asks == LF_ASKS_NOTHING) /* or it is no transfer at all */
        return;
    const lf_node *amount = node->kids[LF_K_T_COUNT];
    lf_question_info q = {.domain = LF_DOMAIN_KINDS,
                          .count = n->c->game->slot_count,
                          .way_out = node->word == LF_W_UP_TO};
    if (asks == LF_ASKS_HOW_MANY) { /* from none to what is there */
        lf_interval high = lf_interval_of_pieces(n->intervals, node->kids[LF_K_T_PIECES], NULL);
        const lf_interval wanted =
            amount != NULL ? lf_interval_of(n->intervals, amount) : (lf_interval){1, 1};
        high.high = wanted.high < high.high ? (wanted.high > 0 ? wanted.high : 0) : high.high;
        q = (lf_question_info){.way_out = false};
        give_range(&q, (lf_interval){0, 0}, high);
    }
    add_question(n, node, q);
}

static void number_node(lf_numbering *n, const lf_node *node) {
    switch ((lf_node_kind)node->kind) {
    case LF_N_CHOOSE:
        add_question(n, node,
                     domain_question(n, node->kids[LF_K_CHOOSE_OPTIONS],
                                     node->kids[LF_K_CHOOSE_WHERE] != NULL,
                                     node->word != LF_W_NONE));
        break;
    case LF_N_CHOOSE_N: /* the way out: no more of them */
        add_question(n, node, domain_question(n, node->kids[LF_K_CHOOSEN_OPTIONS], true, true));
        break;
    case LF_N_MENU:
        add_question(n, node,
                     (lf_question_info){.domain = LF_DOMAIN_MENU,
                                        .count = node->kids[LF_K_MENU_OPTIONS]->kid_count});
        break;
    default:
        number_transfer(n, node);
        break;
    }
}

static void number_body(lf_numbering *n, const lf_node *node) {
    if (node == NULL)
        return;
    number_node(n, node);
    for (uint32_t i = 0; i < node->kid_count; i++)
        number_body(n, node->kids[i]);
}

static void number_action(lf_numbering *n, const lf_model_action *action) {
    for (uint32_t i = 0; i < action->param_count; i++) {
        const bool filtered = i + 1 < action->param_count || action->pre_uses_params;
        add_question(n, &action->params[i],
                     domain_question(n, action->params[i].domain, filtered, false));
    }
    number_body(n, action->effects);
}

/* ---- the game ---- */

void lf_number_questions(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_numbering n = {.c = c, .intervals = lf_intervals_find(c)};
    c->questions = lf_map_new(c->arena);
    lf_bound_utilities(n.intervals);
    for (uint32_t i = 0; i < m->phase_count; i++)
        if (c->game->phases[i].action_count > 0)
            add_question(&n, &m->phases[i],
                         (lf_question_info){.domain = LF_DOMAIN_ACTIONS,
                                            .enum_id = (uint16_t)i,
                                            .count = c->game->phases[i].action_count});
    for (uint32_t i = 0; i < m->action_count; i++)
        number_action(&n, &m->actions[i]);
    for (uint32_t i = 0; i < m->routine_count; i++)
        number_body(&n, m->routines[i].body);
    for (uint32_t i = 0; i < m->phase_count; i++) {
        number_body(&n, m->phases[i].on_enter);
        number_body(&n, m->phases[i].on_exit);
    }
    for (uint32_t i = 0; i < m->card_count; i++)
        for (uint32_t p = 0; p < m->card_part_count; p++)
            number_body(&n, m->cards[i].parts[p].effects);
}
