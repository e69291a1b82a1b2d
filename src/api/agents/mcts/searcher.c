/* searcher.c: the memory of a searcher, its samples, and how it goes from one decision to the
 * next. */
#include "searcher.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

static bool hides_anything(const lf_game *game) {
    for (lf_seat seat = 0; seat < (lf_seat)game->seat_count; seat++)
        if (lf_hides_from(game, seat))
            return true;
    return false;
}

/* "best" depends on what follows (measured in docs/agents.md). Plans and alpha-beta evaluate
 * positions some turns later: they use what was learned, or else the designer's terms. At the end
 * of the own turn, margins are as good as terms and faster, if the game has margins. */
evaluator *lf_searcher_evaluator(const lf_game *game, const search_settings *settings,
                                 lf_error *error) {
    if (strcmp(settings->evaluation, "best") != 0)
        return lf_evaluator_new(game, settings->evaluation, error);
    if (settings->plans > 0 || settings->alphabeta != 0 || game->margin_routines == NULL)
        return lf_evaluator_new(game, NULL, error);
    evaluator *const learned = lf_evaluator_new(game, "learned", NULL);
    return learned != NULL ? learned : lf_evaluator_new(game, "margins", error);
}

static bool open_evaluator(searcher *s, lf_error *error) {
    s->evaluator = lf_searcher_evaluator(s->owner->game, s->settings, error);
    s->heuristics = lf_heuristics_new(s->owner->game);
    return s->evaluator != NULL;
}

bool lf_searcher_open(searcher *s, const agent *owner, const search_settings *settings,
                      size_t bytes, lf_error *error) {
    const lf_game *const game = owner->game;
    const size_t actions = (size_t)lf_action_count(game) * sizeof *s->actions;
    const size_t rest =
        actions + SEARCHER_STATES * (lf_state_size(game) + sizeof(lf_state)) + sizeof *s;
    *s = (searcher){.owner = owner,
                    .settings = settings,
                    .seats = (int)game->seat_count,
                    .hides = hides_anything(game),
                    .root = TREE_NONE,
                    .next = TREE_NONE};
    s->actions = lf_malloc(actions + 1);
    if (!open_evaluator(s, error) || s->actions == NULL ||
        !lf_mcts_tree_open(&s->tree, bytes > rest ? bytes - rest : 0)) {
        if (s->evaluator != NULL)
            lf_error_no_memory(error);
        lf_searcher_close(s);
        return false;
    }
    return true;
}

void lf_searcher_close(searcher *s) {
    for (int i = 0; i < SEARCHER_SAMPLES; i++)
        lf_state_free(s->samples[i]);
    lf_state_free(s->state);
    lf_state_free(s->trial);
    lf_state_free(s->tried);
    lf_state_free(s->best);
    lf_free(s->actions);
    lf_evaluator_free(s->evaluator);
    lf_heuristics_free(s->heuristics);
    lf_mcts_tree_close(&s->tree);
    *s = (searcher){0};
}

void lf_searcher_begin(searcher *s, uint64_t seed) {
    s->rng.state = seed;
    s->root = s->next = TREE_NONE;
    memset(s->actions, 0, (size_t)lf_action_count(s->owner->game) * sizeof *s->actions);
}

/* Statistics of earlier turns count less than those of the pending one. */
static void fade_action_stats(searcher *s) {
    for (int i = 0; i < lf_action_count(s->owner->game); i++) {
        s->actions[i].sum *= 0.25F;
        s->actions[i].count *= 0.25F;
    }
}

static bool allocate_states(searcher *s) {
    if (s->state == NULL)
        s->state = lf_agent_scratch(s->owner);
    if (s->samples[0] == NULL)
        s->samples[0] = lf_agent_scratch(s->owner);
    return s->state != NULL && s->samples[0] != NULL;
}

/* The node of this decision behind the previous one, or TREE_NONE. */
static int32_t node_of_decision(const searcher *s, lf_seat decider, int question) {
    int32_t at = s->next;
    while (at != TREE_NONE &&
           (s->tree.nodes[at].seat != decider || s->tree.nodes[at].question != question))
        at = s->tree.nodes[at].sibling;
    return at;
}

bool lf_searcher_ask(searcher *s, lf_seat decider, int question) {
    s->iterations = s->turns_seen = 0;
    s->own_decisions = 0;
    memset(s->win_sum, 0, sizeof s->win_sum);
    memset(s->margin_sum, 0, sizeof s->margin_sum);
    if (!allocate_states(s))
        return false;
    s->root = node_of_decision(s, decider, question);
    s->next = TREE_NONE;
    if (s->root != TREE_NONE) { /* the tree of the previous decision goes on */
        s->made++;
        return true;
    }
    s->made = 0;
    lf_mcts_tree_clear(&s->tree);
    fade_action_stats(s);
    s->root = lf_mcts_tree_add(&s->tree, decider, question);
    return s->root != TREE_NONE;
}

const tree_edge *lf_searcher_root_edge(const searcher *s, int32_t id) {
    assert(s->root != TREE_NONE);
    const tree_node *const root = &s->tree.nodes[s->root];
    for (int i = 0; i < root->count; i++)
        if (s->tree.edges[root->edges + i].id == id)
            return &s->tree.edges[root->edges + i];
    return NULL;
}

void lf_searcher_advance(searcher *s, int32_t id) {
    const tree_edge *const edge = lf_searcher_root_edge(s, id);
    s->next = edge != NULL ? edge->child : TREE_NONE;
}

void lf_searcher_look_for_ends(searcher *s) {
    if (s->trial == NULL && !s->hides)
        s->trial = lf_agent_scratch(s->owner);
}
