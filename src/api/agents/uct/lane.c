/* lane.c: the life of one searched tree: its memory, its samples, and how it passes from one
 * decision to the next. */
#include "lane.h"

#include <string.h>
#include <time.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

double lf_uct_lane_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool hides_anything(const lf_game *game) {
    for (lf_seat seat = 0; seat < (lf_seat)game->seat_count; seat++)
        if (lf_hides_from(game, seat))
            return true;
    return false;
}

/* The best by measure (docs/agents.md): what was learned, else the designer's terms where it plays
 * on a little behind what it evaluates; at the end of the own turn margins are as good, and faster,
 * if the game has any. */
evaluator *lf_uct_lane_evaluator(const lf_game *game, const search_settings *settings,
                                 lf_error *error) {
    if (strcmp(settings->evaluation, "best") != 0)
        return lf_evaluator_new(game, settings->evaluation, error);
    if (settings->plans > 0 || settings->deepen != 0 || game->margin_routines == NULL)
        return lf_evaluator_new(game, NULL, error);
    evaluator *const learned = lf_evaluator_new(game, "learned", NULL);
    return learned != NULL ? learned : lf_evaluator_new(game, "margins", error);
}

static bool open_evaluator(lane *l, lf_error *error) {
    l->evaluator = lf_uct_lane_evaluator(l->owner->game, l->settings, error);
    l->knowledge = lf_knowledge_new(l->owner->game); /* without it, there are no priors */
    return l->evaluator != NULL;
}

bool lf_uct_lane_open(lane *l, const agent *owner, const search_settings *settings, size_t bytes,
                      lf_error *error) {
    const lf_game *const game = owner->game;
    const size_t histories = (size_t)lf_action_count(game) * sizeof *l->histories;
    const size_t rest =
        histories + LANE_STATES * (lf_state_size(game) + sizeof(lf_state)) + sizeof *l;
    *l = (lane){.owner = owner,
                .settings = settings,
                .seats = (int)game->seat_count,
                .hides = hides_anything(game),
                .root = TREE_NONE,
                .next = TREE_NONE};
    l->histories = lf_malloc(histories + 1);
    if (!open_evaluator(l, error) || l->histories == NULL ||
        !lf_uct_tree_open(&l->tree, bytes > rest ? bytes - rest : 0)) {
        if (l->evaluator != NULL)
            lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
        lf_uct_lane_close(l);
        return false;
    }
    return true;
}

void lf_uct_lane_close(lane *l) {
    for (int i = 0; i < LANE_SAMPLES; i++)
        lf_state_free(l->samples[i]);
    lf_state_free(l->state);
    lf_state_free(l->trial);
    lf_state_free(l->tried);
    lf_state_free(l->best);
    lf_free(l->histories);
    lf_evaluator_free(l->evaluator);
    lf_knowledge_free(l->knowledge);
    lf_uct_tree_close(&l->tree);
    *l = (lane){0};
}

void lf_uct_lane_begin(lane *l, uint64_t seed) {
    l->rng.state = seed;
    l->root = l->next = TREE_NONE;
    memset(l->histories, 0, (size_t)lf_action_count(l->owner->game) * sizeof *l->histories);
}

/* What other turns taught is remembered, and weighs less than what this one teaches. */
static void fade(lane *l) {
    for (int i = 0; i < lf_action_count(l->owner->game); i++) {
        l->histories[i].sum *= 0.25F;
        l->histories[i].count *= 0.25F;
    }
}

static bool take_states(lane *l) {
    if (l->state == NULL)
        l->state = lf_agent_scratch(l->owner);
    if (l->samples[0] == NULL)
        l->samples[0] = lf_agent_scratch(l->owner);
    return l->state != NULL && l->samples[0] != NULL;
}

/* The node of this decision behind the one before it, or TREE_NONE. */
static int32_t known_from_before(const lane *l, lf_seat decider, int question) {
    int32_t at = l->next;
    while (at != TREE_NONE &&
           (l->tree.nodes[at].seat != decider || l->tree.nodes[at].question != question))
        at = l->tree.nodes[at].sibling;
    return at;
}

bool lf_uct_lane_ask(lane *l, lf_seat decider, int question) {
    l->sample_count = 0;
    l->iterations = l->turns_seen = 0;
    l->own_decisions = 0;
    memset(l->value_sum, 0, sizeof l->value_sum);
    memset(l->win_sum, 0, sizeof l->win_sum);
    memset(l->margin_sum, 0, sizeof l->margin_sum);
    if (!take_states(l))
        return false;
    l->root = known_from_before(l, decider, question);
    l->next = TREE_NONE;
    l->goes_on = l->root != TREE_NONE;
    l->made = l->goes_on ? l->made + 1 : 0;
    if (l->goes_on)
        return true;
    lf_uct_tree_clear(&l->tree);
    fade(l);
    l->root = lf_uct_tree_add(&l->tree, decider, question);
    return l->root != TREE_NONE;
}

void lf_uct_lane_chose(lane *l, int32_t id) {
    const tree_node *const root = &l->tree.nodes[l->root];
    l->next = TREE_NONE;
    for (int i = 0; i < root->count; i++)
        if (l->tree.edges[root->edges + i].id == id)
            l->next = l->tree.edges[root->edges + i].child;
}

void lf_uct_lane_look_for_ends(lane *l) {
    if (l->trial == NULL && !l->hides)
        l->trial = lf_agent_scratch(l->owner);
}
