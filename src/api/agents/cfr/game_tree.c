/* game_tree.c: builds the tree of a small game. The game is walked twice. The first walk, without
 * histories, only counts; so a game that is too large is refused quickly, and the tree is allocated
 * at its final size. The second walk builds the tree. */
#include "game_tree.h"

#include <assert.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/base.h"
#include "kernel/state/state.h"

/* ---- counting ---- */

typedef struct {
    const tree_limits *limits;
    lf_state *at[TREE_DEPTH_MAX + 1]; /* by depth; allocated when first needed */
    int64_t nodes, decisions, actions, ends;
    lf_error *error;
} tree_count;

static bool reject_size(lf_error *error, const lf_game *game, int64_t nodes) {
    return lf_error_set(
        error, LF_BAD_ARGUMENT,
        "%s is too big to be solved as a whole: it has more than %lld positions, or games of "
        "more than %d decisions; use an agent that searches, such as \"mcts\", or allow "
        "more positions (nodes=N)",
        lf_game_title(game), (long long)nodes, TREE_DEPTH_MAX);
}

/* Positions between two calls of `stop`. */
enum { STOP_EVERY = 64 };

static bool is_stopped(const tree_limits *limits, int64_t nodes) {
    return limits->stop != NULL && nodes % STOP_EVERY == 0 && limits->stop(limits->context);
}

static size_t bytes_of(const tree_count *c, int seats) {
    const size_t per_node = sizeof(game_node) + 4 * sizeof(double);
    const size_t per_action = sizeof(int32_t) + 6 * sizeof(double);
    const size_t per_set = sizeof(info_set) + 4 * sizeof(int32_t) + 2 * sizeof(double);
    return (size_t)c->nodes * per_node + (size_t)c->actions * per_action +
           (size_t)c->decisions * per_set + (size_t)c->ends * (size_t)seats * 2 * sizeof(double);
}

static bool count_from(tree_count *c, int depth);

static bool count_branches(tree_count *c, int depth, int branches) {
    const lf_state *const here = c->at[depth];
    if (depth == TREE_DEPTH_MAX)
        return reject_size(c->error, lf_state_game(here), c->limits->nodes);
    if (c->at[depth + 1] == NULL)
        c->at[depth + 1] = lf_state_clone(here);
    lf_state *const next = c->at[depth + 1];
    if (next == NULL)
        return lf_error_no_memory(c->error);
    for (int i = 0; i < branches; i++) {
        lf_copy(next, here);
        if (lf_apply(next, i) != LF_OK)
            return lf_error_set(c->error, LF_RULE_ERROR, "%s", lf_state_error(next)->message);
        if (!count_from(c, depth + 1))
            return false;
    }
    return true;
}

/* Counts the part of the tree that begins at this depth. */
static bool count_from(tree_count *c, int depth) {
    const lf_state *const here = c->at[depth];
    c->nodes++;
    if (c->nodes > c->limits->nodes ||
        (c->limits->bytes > 0 && bytes_of(c, LF_SEATS_MAX) > c->limits->bytes))
        return reject_size(c->error, lf_state_game(here), c->nodes - 1);
    if (is_stopped(c->limits, c->nodes))
        return false;
    if (lf_terminal(here, NULL)) {
        c->ends++;
        return true;
    }
    const int branches = lf_legal_count(here);
    if (lf_decider(here) != LF_CHANCE) {
        c->decisions++;
        c->actions += branches;
    }
    return count_branches(c, depth, branches);
}

static bool count_all(tree_count *c, const lf_game *game, const lf_setup *setup) {
    c->at[0] = lf_state_new_explicit(game, setup, c->error);
    const bool fits = c->at[0] != NULL && count_from(c, 0);
    for (int i = 0; i <= TREE_DEPTH_MAX; i++)
        lf_state_free(c->at[i]);
    return fits;
}

bool lf_cfr_tree_fits(const lf_game *game, const lf_setup *setup, const tree_limits *limits,
                      lf_error *error) {
    return count_all(&(tree_count){.limits = limits, .error = error}, game, setup);
}

/* ---- observations ---- */

static info_key key_of(const void *bytes, size_t size) {
    const XXH128_hash_t hash = XXH3_128bits(bytes, size);
    return (info_key){hash.high64, hash.low64};
}

info_key lf_cfr_tree_observe(const lf_state *state, lf_seat seat, float *room) {
    const int size = lf_tensor_size(lf_state_game(state));
    lf_observe_tensor(state, seat, room);
    return key_of(room, (size_t)size * sizeof *room);
}

/* ---- building ---- */

typedef struct {
    game_tree *tree;
    const tree_limits *limits;
    int32_t *table; /* sets + 1 by the key of their information state; 0: free */
    info_key *keys; /* by set */
    uint32_t mask;
    float *room;
    double chances[LF_OPTIONS_MAX];
    lf_error *error;
} tree_builder;

/* A position of the walk and how the walk reached it. */
typedef struct {
    lf_state *state;
    lf_history *history;
    int32_t parent;
    uint16_t slot;
    double chance;
    int32_t last[LF_SEATS_MAX]; /* by seat: the set of its last decision; -1: none */
} walk_position;

static bool out_of_memory(tree_builder *w) {
    return lf_error_no_memory(w->error);
}

/* The set whose information state has this key. A new one gets the next index. */
static int32_t find_set(tree_builder *w, info_key key) {
    uint32_t at = (uint32_t)key.low & w->mask;
    for (; w->table[at] != 0; at = (at + 1) & w->mask) {
        const info_key *const there = &w->keys[w->table[at] - 1];
        if (there->high == key.high && there->low == key.low)
            return w->table[at] - 1;
    }
    w->keys[w->tree->set_count] = key;
    w->table[at] = w->tree->set_count + 1;
    return w->tree->set_count;
}

static void add_set(tree_builder *w, const walk_position *at, lf_seat seat, int actions) {
    game_tree *const tree = w->tree;
    const int32_t previous = at->last[seat];
    info_set *const set = &tree->sets[tree->set_count++];
    *set = (info_set){.node = tree->node_count,
                      .previous = previous,
                      .level = previous < 0 ? 0 : tree->sets[previous].level + 1,
                      .actions = actions,
                      .place = tree->action_count,
                      .seat = (int16_t)seat};
    set->seen = lf_cfr_tree_observe(at->state, seat, w->room);
    lf_legal_ids(at->state, tree->ids + set->place, actions);
    tree->action_count += actions;
}

/* All positions of a set must offer the same options. Histories and observations ensure it, unless
 * a rule breaks it; then the game cannot be solved. */
static bool has_same_options(tree_builder *w, const walk_position *at, const info_set *set,
                             int actions) {
    int32_t ids[LF_OPTIONS_MAX];
    const int n = lf_legal_ids(at->state, ids, LF_OPTIONS_MAX);
    if (n == set->actions && n == actions &&
        memcmp(ids, w->tree->ids + set->place, (size_t)n * sizeof *ids) == 0)
        return true;
    return lf_error_set(
        w->error, LF_RULE_ERROR,
        "%s cannot be solved: %s has different options in positions that it cannot tell "
        "apart",
        lf_game_title(w->tree->game), lf_name(w->tree->game, LF_OF_SEATS, set->seat));
}

/* The information set of a position in which this seat decides; -1 after an error. */
static int32_t set_of(tree_builder *w, const walk_position *at, lf_seat seat, int actions) {
    char *const information = lf_information_state(at->history, seat);
    if (information == NULL)
        return out_of_memory(w) ? 0 : -1;
    lf_text text = {0};
    lf_text_printf(&text, "%d\n%s", seat, information);
    lf_string_free(information);
    if (text.failed) {
        lf_text_free(&text);
        return out_of_memory(w) ? 0 : -1;
    }
    const int32_t set = find_set(w, key_of(text.data, text.length));
    lf_text_free(&text);
    if (set == w->tree->set_count)
        add_set(w, at, seat, actions);
    return has_same_options(w, at, &w->tree->sets[set], actions) ? set : -1;
}

static bool build_from(tree_builder *, const walk_position *);

/* Builds the part of the tree behind an option. */
static bool build_branch(tree_builder *w, const walk_position *from, int32_t node, int option) {
    walk_position to = *from;
    to.parent = node;
    to.slot = (uint16_t)option;
    to.chance = 1;
    if (lf_decider(from->state) == LF_CHANCE) {
        lf_chances(from->state, w->chances, LF_OPTIONS_MAX);
        to.chance = w->chances[option];
    }
    to.state = lf_state_clone(from->state);
    to.history = to.state != NULL ? lf_history_clone(from->history, to.state) : NULL;
    bool good = to.history != NULL || out_of_memory(w);
    if (good && lf_apply(to.state, option) != LF_OK)
        good = lf_error_set(w->error, LF_RULE_ERROR, "%s", lf_state_error(to.state)->message);
    good = good && build_from(w, &to);
    lf_history_free(to.history);
    lf_state_free(to.state);
    return good;
}

/* Adds the payoffs and the shares of the win; all seats share a draw. */
static void add_end(game_tree *tree, const lf_state *state, const lf_outcome *outcome) {
    double *const shares = tree->shares + (size_t)tree->end_count * (size_t)tree->seats;
    for (lf_seat seat = 0; seat < tree->seats; seat++)
        shares[seat] = outcome->winner == seat ? 1 : outcome->winner < 0 ? 1.0 / tree->seats : 0;
    lf_returns(state, tree->payoffs + (size_t)tree->end_count * (size_t)tree->seats);
    tree->end_count++;
}

/* Builds the part of the tree that begins at a position. */
static bool build_from(tree_builder *w, const walk_position *at) {
    game_tree *const tree = w->tree;
    const int32_t node = tree->node_count;
    const lf_seat seat = lf_decider(at->state);
    lf_outcome outcome;
    if (is_stopped(w->limits, tree->node_count))
        return false;
    const bool over = lf_terminal(at->state, &outcome);
    const int branches = over ? 0 : lf_legal_count(at->state);
    const int32_t set = seat >= 0 && !over ? set_of(w, at, seat, branches) : -1;
    if (seat >= 0 && !over && set < 0)
        return false;
    assert(at->parent < node); /* a node comes after its parent */
    tree->nodes[tree->node_count++] =
        (game_node){.chance = at->chance,
                    .parent = at->parent,
                    .set = set,
                    .payoff = over ? tree->end_count * tree->seats : -1,
                    .seat = (int16_t)(over ? LF_NOBODY : seat),
                    .slot = at->slot};
    if (over)
        add_end(tree, at->state, &outcome);
    walk_position from = *at;
    if (set >= 0)
        from.last[seat] = set;
    bool good = true;
    for (int i = 0; good && i < branches; i++)
        good = build_branch(w, &from, node, i);
    return good;
}

/* ---- the whole tree ---- */

static bool allocate_tree(tree_builder *w, const tree_count *c) {
    game_tree *const tree = w->tree;
    uint32_t size = 16;
    while (size < 2 * c->decisions)
        size *= 2;
    w->mask = size - 1;
    w->table = lf_calloc(size, sizeof *w->table);
    w->keys = lf_calloc((size_t)c->decisions + 1, sizeof *w->keys);
    w->room = lf_calloc((size_t)lf_tensor_size(tree->game) + 1, sizeof *w->room);
    tree->nodes = lf_calloc((size_t)c->nodes, sizeof *tree->nodes);
    tree->sets = lf_calloc((size_t)c->decisions + 1, sizeof *tree->sets);
    tree->ids = lf_calloc((size_t)c->actions + 1, sizeof *tree->ids);
    tree->payoffs = lf_calloc((size_t)c->ends * (size_t)tree->seats + 1, sizeof *tree->payoffs);
    tree->shares = lf_calloc((size_t)c->ends * (size_t)tree->seats + 1, sizeof *tree->shares);
    return (w->table != NULL && tree->shares != NULL && w->keys != NULL && w->room != NULL &&
            tree->nodes != NULL && tree->sets != NULL && tree->ids != NULL &&
            tree->payoffs != NULL) ||
           out_of_memory(w);
}

static bool build_all(tree_builder *w, const lf_setup *setup) {
    walk_position root = {.parent = -1, .chance = 1};
    for (int i = 0; i < LF_SEATS_MAX; i++)
        root.last[i] = -1;
    root.state = lf_state_new_explicit(w->tree->game, setup, w->error);
    if (root.state == NULL)
        return false;
    root.history = lf_history_new(root.state);
    const bool good = root.history != NULL ? build_from(w, &root) : out_of_memory(w);
    lf_history_free(root.history);
    lf_state_free(root.state);
    return good;
}

game_tree *lf_cfr_tree_new(const lf_game *game, const lf_setup *setup, const tree_limits *limits,
                           lf_error *error) {
    tree_count c = {.limits = limits, .error = error};
    if (!count_all(&c, game, setup))
        return NULL;
    tree_builder *const w = lf_calloc(1, sizeof *w);
    game_tree *tree = lf_calloc(1, sizeof *tree);
    bool good = w != NULL && tree != NULL;
    if (!good)
        lf_error_no_memory(error);
    if (good) {
        *tree = (game_tree){.game = game, .seats = lf_count(game, LF_OF_SEATS)};
        *w = (tree_builder){.tree = tree, .limits = limits, .error = error};
        good = allocate_tree(w, &c) && build_all(w, setup);
        lf_free(w->table);
        lf_free(w->keys);
        lf_free(w->room);
    }
    lf_free(w);
    if (good) {
        assert(tree->node_count == c.nodes && tree->end_count == c.ends);
        return tree;
    }
    lf_cfr_tree_free(tree);
    return NULL;
}

void lf_cfr_tree_free(game_tree *tree) {
    if (tree == NULL)
        return;
    lf_free(tree->nodes);
    lf_free(tree->sets);
    lf_free(tree->ids);
    lf_free(tree->payoffs);
    lf_free(tree->shares);
    lf_free(tree);
}
