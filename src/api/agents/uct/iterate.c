/* iterate.c: one iteration of a search: down the tree, one node more, a playout from there, and
 * what came of it back up. */
#include "kernel/state/state.h"
#include "lane.h"
#include "ludoforge_env.h"
#include "plans.h"
#include "select.h"
#include "utility.h"

#define HASTE 0.0002
#define HASTE_DOUBLES 8.0 /* so many decisions in one turn make the next ones cost twice as much */
#define CLOCK_MASK 31     /* a playout looks at the clock every so many decisions, less one */

/* ---- samples ---- */

/* The state that this iteration works on: a redrawn one, with rng of its own. Hidden cards are
 * drawn anew every `redraw` iterations, dice every time. */
static void take_sample(lane *l) {
    const int64_t round = l->iterations / l->settings->redraw;
    const int place = (int)(round % LANE_SAMPLES);
    if (l->iterations % l->settings->redraw == 0) {
        if (l->samples[place] == NULL)
            l->samples[place] = lf_agent_scratch(l->owner);
        if (l->samples[place] != NULL)
            lf_agent_sample(l->owner, lf_random_next(&l->rng), l->samples[place]);
    }
    const lf_state *const sample = l->samples[place] != NULL ? l->samples[place] : l->samples[0];
    lf_copy(l->state, sample);
    lf_reseed(l->state, lf_random_next(&l->rng));
}

/* ---- turns ---- */

static void begin_turns(lane *l) {
    l->last_seat = lf_decider(l->state);
    l->last_turn = lf_turn(l->state);
    l->turns = l->own = 0;
    l->chance = false;
    l->solid = INT32_MAX;
}

/* Counts a decision that was made, and the turn if it ended one. */
static void count_decision(lane *l) {
    const lf_seat seat = lf_decider(l->state);
    l->own += l->turns == 0;
    if (seat == l->last_seat && lf_turn(l->state) == l->last_turn)
        return;
    l->last_seat = seat;
    l->last_turn = lf_turn(l->state);
    l->turns++;
}

bool lf_uct_lane_out_of_time(const lane *l) {
    return agent_is_cancelled(l->owner) || (l->deadline > 0 && lf_uct_lane_clock() >= l->deadline);
}

/* ---- down the tree ---- */

typedef enum { DOWN_LEAF, DOWN_OVER, DOWN_HORIZON, DOWN_FAILED } down;

static bool beyond_horizon(const lane *l) {
    return l->horizon != TO_THE_END && l->turns > l->horizon;
}

/* Applies an option and notices chance by the generator having moved. */
static bool apply(lane *l, int option) {
    const uint64_t before = lf_head_const(l->state->block)->generator;
    if (lf_apply(l->state, option) != LF_OK)
        return false;
    if (!l->chance && lf_head_const(l->state->block)->generator != before) {
        l->chance = true;
        l->solid = l->turns == 0 ? l->own + 1 : INT32_MAX;
    }
    count_decision(l);
    return true;
}

/* One decision in the tree; *node becomes the next, or TREE_NONE where the tree ends. */
static down step_down(lane *l, int32_t *node, int count) {
    const int option = lf_uct_select_option(l, *node, l->ids, count);
    const int32_t id = l->ids[option];
    tree_edge *const edge = lf_uct_tree_edge_of(&l->tree, *node, id, option);
    l->path[l->path_length++] =
        (step){.node = *node,
               .edge = edge != NULL ? (int32_t)(edge - &l->tree.edges[l->tree.nodes[*node].edges])
                                    : TREE_NONE,
               .id = id,
               .seat = l->tree.nodes[*node].seat};
    if (!apply(l, option))
        return DOWN_FAILED;
    const bool over = lf_terminal(l->state, NULL);
    *node = edge == NULL ? TREE_NONE
            : over       ? lf_uct_tree_child(&l->tree, edge, LF_NOBODY, -1)
                   : lf_uct_tree_child(&l->tree, edge, lf_decider(l->state), lf_question(l->state));
    return over ? DOWN_OVER : beyond_horizon(l) ? DOWN_HORIZON : DOWN_LEAF;
}

static down go_down(lane *l, int32_t *node) {
    *node = l->root;
    l->path_length = l->playout_length = 0;
    for (;;) {
        tree_node *const here = &l->tree.nodes[*node];
        if (here->room == 0 && here->visits == 0 && *node != l->root)
            return DOWN_LEAF;
        if (l->path_length == LANE_DEPTH)
            return DOWN_LEAF;
        const int count = lf_legal_ids(l->state, l->ids, LF_OPTIONS_MAX);
        if (count == 0)
            return DOWN_FAILED;
        if (here->room == 0 && !lf_uct_select_open(l, *node, l->ids, count))
            return DOWN_LEAF; /* the tree is full */
        const down end = step_down(l, node, count);
        if (end != DOWN_LEAF || *node == TREE_NONE)
            return end;
    }
}

/* ---- a playout ---- */

/* Plays on until it is time to evaluate. False: it was cut off, or a rule failed. */
static bool play_on(lane *l) {
    const int64_t more = l->playout_turns;
    const int until = more == TO_THE_END ? INT32_MAX : l->turns + (int)more;
    for (int i = 0; i < LANE_PLAYOUT && !lf_terminal(l->state, NULL); i++) {
        if (l->turns > until || beyond_horizon(l))
            return true;
        if ((i & CLOCK_MASK) == CLOCK_MASK && lf_uct_lane_out_of_time(l))
            return false;
        const int count = lf_legal_ids(l->state, l->ids, LF_OPTIONS_MAX);
        if (count == 0)
            return false;
        const int option = lf_uct_select_in_playout(l, l->ids, count);
        if (l->playout_length < LANE_DEPTH)
            l->playout[l->playout_length++] =
                (step){.id = l->ids[option], .seat = lf_decider(l->state), .node = TREE_NONE};
        if (!apply(l, option))
            return false;
    }
    return true;
}

/* ---- back up ---- */

/* What an outcome proves, as far as no rng was met on the way. A win is no proof where more may be
 * won. */
static void prove_end(lane *l, int32_t node) {
    lf_outcome outcome;
    if (node == TREE_NONE || l->hides || l->chance ||
        !utility_wins_prove(lf_state_game(l->state)) || !lf_terminal(l->state, &outcome))
        return;
    l->tree.nodes[node].proven = 1;
    l->tree.nodes[node].winners = (uint16_t)outcome.winners;
}

/* What the decisions of the own turn cost. Rules may let a seat go round in a circle as long as it
 * likes; of two ways to the same end the shorter is better, and the more so the longer the turn has
 * become. */
static double length_penalty(const lane *l) {
    return HASTE * (double)l->own * (1.0 + (double)l->made / HASTE_DOUBLES);
}

static void back_up(lane *l, const evaluation *e, int32_t leaf) {
    double utility[LF_SEATS_MAX];
    const lf_seat decider = l->tree.nodes[l->root].seat;
    for (int seat = 0; seat < l->seats; seat++) {
        utility[seat] = utility_of(lf_state_game(l->state), e, l->seats, seat) -
                        (seat == decider ? length_penalty(l) : 0);
        l->value_sum[seat] += utility[seat];
        l->win_sum[seat] += (double)e->win[seat];
        l->margin_sum[seat] += (double)e->margin[seat];
    }
    if (leaf != TREE_NONE)
        l->tree.nodes[leaf].visits++;
    for (int i = l->path_length; i-- > 0;) {
        const step *const s = &l->path[i];
        tree_node *const node = &l->tree.nodes[s->node];
        node->visits++;
        node->value += utility[s->seat];
        if (s->edge == TREE_NONE)
            continue;
        tree_edge *const edge = &l->tree.edges[node->edges + s->edge];
        edge->visits++;
        edge->value += utility[s->seat];
        edge->win += (double)e->win[s->seat];
        edge->margin += (double)e->margin[s->seat];
    }
    if (!l->hides && !l->chance)
        lf_uct_select_prove(l);
    lf_uct_select_learn(l, utility);
    if (l->plans != NULL)
        lf_uct_plans_propose(l->plans, l, utility[decider]);
}

/* A sample in which a rule failed teaches nothing, except not to go there again and again. */
static void back_up_failure(lane *l) {
    for (int i = l->path_length; i-- > 0;) {
        const step *const s = &l->path[i];
        tree_node *const node = &l->tree.nodes[s->node];
        node->visits++;
        if (s->edge != TREE_NONE)
            l->tree.edges[node->edges + s->edge].visits++;
    }
}

bool lf_uct_lane_iterate(lane *l) {
    int32_t leaf;
    evaluation e;
    take_sample(l);
    begin_turns(l);
    const down end = go_down(l, &leaf);
    bool good = end != DOWN_FAILED;
    if (end == DOWN_LEAF)
        good = play_on(l);
    if (!good && lf_uct_lane_out_of_time(l))
        return false;
    l->iterations++;
    if (!good) {
        back_up_failure(l);
        return true;
    }
    if (l->turns > 0 || lf_terminal(l->state, NULL)) {
        l->own_decisions += l->own;
        l->turns_seen++;
    }
    lf_evaluate(l->evaluator, l->state, l->owner->seat, &e);
    if (end == DOWN_OVER)
        prove_end(l, leaf);
    back_up(l, &e, leaf);
    return true;
}

double lf_uct_lane_length(lane *l) {
    enum { GAMES = 8 };
    int64_t decisions = 0, turns = 0;
    int before = 0;
    for (int game = 0; game < GAMES; game++) {
        lf_agent_sample(l->owner, lf_random_next(&l->rng), l->state);
        before = lf_turn(l->state);
        for (int i = 0; i < LANE_PLAYOUT && !lf_terminal(l->state, NULL); i++) {
            const int count = lf_legal_count(l->state);
            if (count == 0 || lf_apply(l->state, lf_random_below(&l->rng, count)) != LF_OK ||
                lf_uct_lane_out_of_time(l))
                break;
            decisions++;
        }
        turns += lf_turn(l->state) - before;
    }
    const double a_turn = turns > 0 ? (double)decisions / (double)turns : 0;
    return (double)decisions / GAMES + before * a_turn;
}
