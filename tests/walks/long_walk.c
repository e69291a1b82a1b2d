/* long_walk.c: decisions in all variants of a game, random ones or those of an agent in all seats, watched closely.
 *
 *     long_walk SPEC DECISIONS SEED [AGENT]
 *
 * After every decision all invariants must hold, there must be an option or an end, and now and then the running
 * hash must be the one from scratch. It ends with the first thing that is wrong. */
#include <inttypes.h>
#include <stdio.h>

#include "../reference/program.h"
#include "ludoforge_agents.h"
#include "ludoforge_tools.h"
#include "variants.h"

enum { GAME_DECISIONS_MAX = 100000, HASH_EVERY = 64 };

static bool wrong(const variant *v, uint64_t at, const char *what) {
    fprintf(stderr, "%s, seed %" PRIu64 ", decision %" PRIu64 ": %s\n", variant_name(v), v->setup.seed, at,
            what);
    return false;
}

static bool look_at(const lf_state *state, const variant *v, uint64_t at) {
    const lf_game *game = lf_state_game(state);
    const int invariants = lf_count(game, LF_OF_INVARIANTS);
    for (int i = 0; i < invariants; i++)
        if (!lf_invariant_holds(state, i))
            return wrong(v, at, lf_name(game, LF_OF_INVARIANTS, i));
    if (at % HASH_EVERY == 0 && lf_hash(state) != lf_hash_from_scratch(state))
        return wrong(v, at, "the running hash is wrong");
    if (!lf_terminal(state, NULL) && lf_legal_count(state) < 2)
        return wrong(v, at, "a decision without a choice");
    return at < GAME_DECISIONS_MAX || wrong(v, at, "the game does not end");
}

/* The agents of all seats, or none: then decisions are random. */
typedef struct {
    lf_agent *seats[LF_SEATS_MAX];
} party;

static int choose(party *p, const lf_state *state, uint64_t *random) {
    lf_agent *const agent = p->seats[lf_decider(state)];
    if (agent != NULL)
        return lf_agent_choose(agent, state);
    return (int)(program_random(random) % (uint64_t)lf_legal_count(state));
}

/* Plays one game; *decisions grows by its length. */
static bool play(lf_state *state, party *p, const variant *v, uint64_t *decisions) {
    lf_error error = {0};
    uint64_t random = v->setup.seed, at = 0;
    if (lf_state_reset(state, &v->setup, &error) != LF_OK)
        return wrong(v, 0, error.message);
    for (int seat = 0; seat < LF_SEATS_MAX && p->seats[seat] != NULL; seat++)
        lf_agent_begin(p->seats[seat], seat, v->setup.seed);
    for (; !lf_terminal(state, NULL); at++) {
        if (!look_at(state, v, at))
            return false;
        if (lf_apply(state, choose(p, state, &random)) != LF_OK)
            return wrong(v, at, lf_state_error(state)->message);
    }
    *decisions += at;
    return look_at(state, v, at);
}

/* False after a complaint. */
static bool invite(party *p, const lf_game *game, const char *words) {
    lf_error error = {0};
    for (int seat = 0; words != NULL && seat < lf_count(game, LF_OF_SEATS); seat++) {
        p->seats[seat] = lf_agent_new(game, words, &error);
        if (p->seats[seat] == NULL) {
            fprintf(stderr, "%s\n", error.message);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    uint64_t wanted, seed, decisions = 0, games = 0;
    party all = {{NULL}};
    if (argc < 4 || argc > 5 || !program_number(argv[2], &wanted) || !program_number(argv[3], &seed)) {
        fputs("usage: long_walk SPEC DECISIONS SEED [AGENT]\n", stderr);
        return 2;
    }
    lf_game *game = program_load(argv[1]);
    lf_state *state = game != NULL ? lf_state_new(game, NULL, NULL) : NULL;
    if (state == NULL)
        return 1;
    const int variants = variant_count(game);
    bool fine = invite(&all, game, argc == 5 ? argv[4] : NULL);
    for (; fine && decisions < wanted; games++) {
        variant v;
        variant_make(game, (int)(games % (uint64_t)variants), seed + games, &v);
        fine = play(state, &all, &v, &decisions);
    }
    printf("%" PRIu64 " decisions in %" PRIu64 " games of %d variants\n", decisions, games, variants);
    for (int seat = 0; seat < LF_SEATS_MAX; seat++)
        lf_agent_free(all.seats[seat]);
    lf_state_free(state);
    lf_game_free(game);
    return fine ? 0 : 1;
}
