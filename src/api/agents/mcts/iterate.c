/* iterate.c: one iteration of MCTS: descend the tree, add a node, play out from there, and add the
 * result to all nodes on the path. */
#include "api/agents/search/utility.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "searcher.h"
#include "select.h"
#include "support/clock.h"

#define LENGTH_PENALTY 0.0002
#define LENGTH_PENALTY_DOUBLES 8.0 /* decisions in one turn that make the next ones cost double */
#define CLOCK_MASK 31              /* a playout reads the clock once in 32 decisions */

/* ---- samples ---- */

/* Copies the state that this iteration works on. Hidden information is sampled anew once in
 * `redraw` iterations, dice every time. */
static void take_sample(searcher *s) {
    const int64_t round = s->iterations / s->settings->redraw;
    const int place = (int)(round % SEARCHER_SAMPLES);
    if (s->iterations % s->settings->redraw == 0) {
        if (s->samples[place] == NULL)
            s->samples[place] = lf_agent_scratch(s->owner);
        if (s->samples[place] != NULL)
            lf_agent_sample(s->owner, lf_random_next(&s->rng), s->samples[place]);
    }
    const lf_state *const sample = s->samples[place] != NULL ? s->samples[place] : s->samples[0];
    lf_copy(s->state, sample);
    lf_reseed(s->state, lf_random_next(&s->rng));
}

/* ---- turns ---- */

static void reset_turns(searcher *s) {
    s->last_seat = lf_decider(s->state);
    s->last_turn = lf_turn(s->state);
    s->turns = s->own = 0;
    s->chance = false;
    s->solid = INT32_MAX;
}

/* Counts a decision, and the turn if the decision ended one. */
static void count_decision(searcher *s) {
    const lf_seat seat = lf_decider(s->state);
    s->own += s->turns == 0;
    if (seat == s->last_seat && lf_turn(s->state) == s->last_turn)
        return;
    s->last_seat = seat;
    s->last_turn = lf_turn(s->state);
    s->turns++;
}

bool lf_searcher_is_out_of_time(const searcher *s) {
    return agent_is_cancelled(s->owner) || (s->deadline > 0 && lf_clock_seconds() >= s->deadline);
}

static bool is_beyond_horizon(const searcher *s) {
    return s->horizon != TO_THE_END && s->turns > s->horizon;
}

/* Applies an option. Chance was met if the RNG of the game has moved. */
static bool apply_option(searcher *s, int option) {
    const uint64_t before = lf_head_const(s->state->block)->generator;
    if (lf_apply(s->state, option) != LF_OK)
        return false;
    if (!s->chance && lf_head_const(s->state->block)->generator != before) {
        s->chance = true;
        s->solid = s->turns == 0 ? s->own + 1 : INT32_MAX;
    }
    count_decision(s);
    return true;
}

/* ---- the descent ---- */

typedef enum { DESCENT_LEAF, DESCENT_OVER, DESCENT_HORIZON, DESCENT_FAILED } descent;

/* Makes one decision in the tree. *node becomes the next node, or TREE_NONE where the tree ends. */
static descent descend_one(searcher *s, int32_t *node, int count) {
    const int option = lf_select_in_tree(s, *node, s->ids, count);
    const int32_t id = s->ids[option];
    tree_edge *const edge = lf_mcts_tree_edge_of(&s->tree, *node, id, option);
    const int32_t index =
        edge != NULL ? (int32_t)(edge - &s->tree.edges[s->tree.nodes[*node].edges]) : TREE_NONE;
    s->path[s->path_length++] =
        (step){.node = *node, .edge = index, .id = id, .seat = s->tree.nodes[*node].seat};
    if (!apply_option(s, option))
        return DESCENT_FAILED;
    const bool over = lf_terminal(s->state, NULL);
    *node = edge == NULL
                ? TREE_NONE
                : lf_mcts_tree_child(&s->tree, edge, over ? LF_NOBODY : lf_decider(s->state),
                                     over ? -1 : lf_question(s->state));
    return over ? DESCENT_OVER : is_beyond_horizon(s) ? DESCENT_HORIZON : DESCENT_LEAF;
}

static descent descend(searcher *s, int32_t *node) {
    *node = s->root;
    s->path_length = s->playout_length = 0;
    for (;;) {
        const tree_node *const here = &s->tree.nodes[*node];
        if (here->room == 0 && here->visits == 0 && *node != s->root)
            return DESCENT_LEAF;
        if (s->path_length == SEARCHER_DEPTH)
            return DESCENT_LEAF;
        const int count = lf_legal_ids(s->state, s->ids, LF_OPTIONS_MAX);
        if (count == 0)
            return DESCENT_FAILED;
        if (here->room == 0 && !lf_select_open_node(s, *node, s->ids, count))
            return DESCENT_LEAF; /* the tree is full */
        const descent end = descend_one(s, node, count);
        if (end != DESCENT_LEAF || *node == TREE_NONE)
            return end;
    }
}

/* ---- the playout ---- */

/* Plays on until the position is to be evaluated. False: it was cut off, or a rule failed. */
static bool play_out(searcher *s) {
    const int64_t more = s->playout_turns;
    const int until = more == TO_THE_END ? INT32_MAX : s->turns + (int)more;
    for (int i = 0; i < SEARCHER_PLAYOUT_MAX && !lf_terminal(s->state, NULL); i++) {
        if (s->turns > until || is_beyond_horizon(s))
            return true;
        if ((i & CLOCK_MASK) == CLOCK_MASK && lf_searcher_is_out_of_time(s))
            return false;
        const int count = lf_legal_ids(s->state, s->ids, LF_OPTIONS_MAX);
        if (count == 0)
            return false;
        const int option = lf_select_in_playout(s, s->ids, count);
        if (s->playout_length < SEARCHER_DEPTH)
            s->playout[s->playout_length++] =
                (step){.id = s->ids[option], .seat = lf_decider(s->state), .node = TREE_NONE};
        if (!apply_option(s, option))
            return false;
    }
    return true;
}

/* ---- the way back ---- */

/* Marks the node of an outcome as proven, unless chance or hidden information led to it. A win
 * proves nothing in games where a seat can win more or less. */
static void prove_outcome(searcher *s, int32_t node) {
    lf_outcome outcome;
    if (node == TREE_NONE || s->hides || s->chance ||
        !utility_wins_prove(lf_state_game(s->state)) || !lf_terminal(s->state, &outcome))
        return;
    s->tree.nodes[node].proven = 1;
    s->tree.nodes[node].winners = (uint16_t)outcome.winners;
}

/* What the decisions of the own turn cost. Rules may let a seat go round in a circle for ever; of
 * two turns with the same end the shorter is better. The cost per decision grows with the decisions
 * that the turn has had already. */
static double length_penalty(const searcher *s) {
    return LENGTH_PENALTY * (double)s->own * (1.0 + (double)s->made / LENGTH_PENALTY_DOUBLES);
}

/* Adds an evaluation to the nodes and edges of the path, each for the seat that decides there. */
static void add_to_path(searcher *s, const evaluation *e, const double *utility) {
    for (int i = s->path_length; i-- > 0;) {
        const step *const at = &s->path[i];
        tree_node *const node = &s->tree.nodes[at->node];
        node->visits++;
        node->value += utility[at->seat];
        if (at->edge == TREE_NONE)
            continue;
        tree_edge *const edge = &s->tree.edges[node->edges + at->edge];
        edge->visits++;
        edge->value += utility[at->seat];
        edge->win += (double)e->win[at->seat];
        edge->margin += (double)e->margin[at->seat];
    }
}

static void back_up(searcher *s, const evaluation *e, int32_t leaf) {
    double utility[LF_SEATS_MAX];
    const lf_seat decider = s->tree.nodes[s->root].seat;
    for (int seat = 0; seat < s->seats; seat++) {
        utility[seat] = utility_of(lf_state_game(s->state), e, s->seats, seat) -
                        (seat == decider ? length_penalty(s) : 0);
        s->win_sum[seat] += (double)e->win[seat];
        s->margin_sum[seat] += (double)e->margin[seat];
    }
    if (leaf != TREE_NONE)
        s->tree.nodes[leaf].visits++;
    add_to_path(s, e, utility);
    if (!s->hides && !s->chance)
        lf_select_prove_path(s);
    lf_select_learn(s, utility);
    if (s->on_iteration != NULL)
        s->on_iteration(s->context, s, utility[decider]);
}

/* An iteration in which a rule failed has no result. It counts as a visit, so that the search does
 * not return there again and again. */
static void back_up_failure(searcher *s) {
    for (int i = s->path_length; i-- > 0;) {
        const step *const at = &s->path[i];
        tree_node *const node = &s->tree.nodes[at->node];
        node->visits++;
        if (at->edge != TREE_NONE)
            s->tree.edges[node->edges + at->edge].visits++;
    }
}

bool lf_searcher_iterate(searcher *s) {
    int32_t leaf;
    evaluation e;
    assert(s->root != TREE_NONE);
    take_sample(s);
    reset_turns(s);
    /* Descend the tree, and play out from a leaf. */
    const descent end = descend(s, &leaf);
    bool good = end != DESCENT_FAILED;
    if (end == DESCENT_LEAF)
        good = play_out(s);
    if (!good && lf_searcher_is_out_of_time(s))
        return false;
    s->iterations++;
    if (!good) {
        back_up_failure(s);
        return true;
    }
    if (s->turns > 0 || lf_terminal(s->state, NULL)) { /* the own turn has ended */
        s->own_decisions += s->own;
        s->turns_seen++;
    }
    /* Evaluate where it ended, and add the result to the path. */
    lf_evaluate(s->evaluator, s->state, s->owner->seat, &e);
    if (end == DESCENT_OVER)
        prove_outcome(s, leaf);
    back_up(s, &e, leaf);
    return true;
}

double lf_searcher_game_length(searcher *s) {
    enum { GAMES = 8 };
    int64_t decisions = 0, turns = 0;
    int before = 0;
    for (int game = 0; game < GAMES; game++) {
        lf_agent_sample(s->owner, lf_random_next(&s->rng), s->state);
        before = lf_turn(s->state);
        for (int i = 0; i < SEARCHER_PLAYOUT_MAX && !lf_terminal(s->state, NULL); i++) {
            const int count = lf_legal_count(s->state);
            if (count == 0 || lf_apply(s->state, lf_random_below(&s->rng, count)) != LF_OK ||
                lf_searcher_is_out_of_time(s))
                break;
            decisions++;
        }
        turns += lf_turn(s->state) - before;
    }
    const double per_turn = turns > 0 ? (double)decisions / (double)turns : 0;
    return (double)decisions / GAMES + before * per_turn;
}
