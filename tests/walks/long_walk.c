/* long_walk.c: decisions in all variants of a game, random ones or those of an agent in all seats,
 * watched closely.
 *
 *     long_walk [--games] [--native] [--scenario=S] SPEC NUMBER SEED [AGENT]
 *
 * NUMBER counts decisions, with --games whole games; --scenario keeps to the variants of one
 * scenario, and --native plays native code, which is built if need be. After every decision all
 * invariants must hold, there must be an option or an end, and now and then the running hash must
 * be the one from scratch. It ends with the first thing that is wrong. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../reference/program.h"
#include "ludoforge_agents.h"
#include "ludoforge_tools.h"
#include "variants.h"

enum { GAME_DECISIONS_MAX = 100000, HASH_EVERY = 64 };

static bool wrong(const variant *v, uint64_t at, const char *what) {
    fprintf(stderr, "%s, seed %" PRIu64 ", decision %" PRIu64 ": %s\n", variant_name(v),
            v->setup.seed, at, what);
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

/* ---- what is asked for ---- */

typedef struct {
    bool games, native; /* the number is one of games; native code */
    const char *scenario, *spec, *agent;
    uint64_t number, seed;
} wish;

static bool read_flags(int argc, char **argv, wish *out) {
    static const struct option flags[] = {{"games", no_argument, NULL, 'g'},
                                          {"native", no_argument, NULL, 'n'},
                                          {"scenario", required_argument, NULL, 's'},
                                          {NULL, 0, NULL, 0}};
    for (int flag; (flag = getopt_long(argc, argv, "", flags, NULL)) != -1;) {
        if (flag == '?')
            return false;
        out->games = out->games || flag == 'g';
        out->native = out->native || flag == 'n';
        out->scenario = flag == 's' ? optarg : out->scenario;
    }
    return true;
}

static bool read_wish(int argc, char **argv, wish *out) {
    *out = (wish){.games = false};
    if (!read_flags(argc, argv, out))
        return false;
    const int words = argc - optind;
    char **const word = argv + optind;
    if (words < 3 || words > 4 || !program_number(word[1], &out->number) ||
        !program_number(word[2], &out->seed))
        return false;
    out->spec = word[0];
    out->agent = words == 4 ? word[3] : NULL;
    return true;
}

/* The game as it is to be played; NULL after a complaint. */
static lf_game *load(const wish *w) {
    lf_error error = {0};
    lf_game *const game = program_load(w->spec);
    if (game == NULL || !w->native)
        return game;
    if (lf_game_build(game, NULL, &error) == LF_OK && lf_game_native(game, NULL, &error) == LF_OK)
        return game;
    fprintf(stderr, "%s\n", error.message);
    lf_game_free(game);
    return NULL;
}

/* Numbers of variants go through the scenarios first: those of one scenario are `step` apart, from
 * `first` on. False after a complaint. */
static bool find_variants(const lf_game *game, const char *scenario, int *first, int *step,
                          int *count) {
    const int scenarios = lf_count(game, LF_OF_SCENARIOS);
    *first = 0;
    *step = scenario != NULL ? scenarios : 1;
    *count = variant_count(game) / *step;
    if (scenario == NULL)
        return true;
    while (*first < scenarios && strcmp(lf_name(game, LF_OF_SCENARIOS, *first), scenario) != 0)
        ++*first;
    if (*first == scenarios)
        fprintf(stderr, "there is no scenario \"%s\"\n", scenario);
    return *first < scenarios;
}

static bool walk(const lf_game *game, lf_state *state, party *p, const wish *w) {
    uint64_t decisions = 0, games = 0;
    int first, step, variants;
    bool fine = find_variants(game, w->scenario, &first, &step, &variants);
    while (fine && (w->games ? games : decisions) < w->number) {
        variant v;
        const int number = first + step * (int)(games % (uint64_t)variants);
        variant_make(game, number, w->seed + games, &v);
        fine = play(state, p, &v, &decisions);
        games += fine;
    }
    printf("%" PRIu64 " decisions in %" PRIu64 " games of %d variants\n", decisions, games,
           variants);
    return fine;
}

int main(int argc, char **argv) {
    wish w;
    party all = {{NULL}};
    if (!read_wish(argc, argv, &w)) {
        fputs("usage: long_walk [--games] [--native] [--scenario=S] SPEC NUMBER SEED [AGENT]\n",
              stderr);
        return 2;
    }
    lf_game *game = load(&w);
    lf_state *state = game != NULL ? lf_state_new(game, NULL, NULL) : NULL;
    const bool fine = state != NULL && invite(&all, game, w.agent) && walk(game, state, &all, &w);
    for (int seat = 0; seat < LF_SEATS_MAX; seat++)
        lf_agent_free(all.seats[seat]);
    lf_state_free(state);
    lf_game_free(game);
    return fine ? 0 : 1;
}
