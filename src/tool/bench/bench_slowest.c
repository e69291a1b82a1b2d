/* bench_slowest.c: the slowest single decision that random games come to.
 *
 * A first look at every decision is on a busy machine a poor one, so it only nominates candidates. They are made again
 * a few times, and the fastest of these times counts: what is slow every time is slow by the rules. */
#include <stdlib.h>

#include "api/agents/luck.h"
#include "bench.h"
#include "tool/sim/sim.h"

#define SLOWEST_SHARE 0.1 /* of the time, for all scenarios together */
#define CANDIDATES 16
#define REPEATS 7

typedef struct {
    lf_state *state; /* before the decision */
    uint64_t random; /* what chooses its option */
    double seconds;
    int scenario;
    uint64_t game;
    int64_t decision;
} candidate;

typedef struct {
    bench *bench;
    candidate list[CANDIDATES];
    int count;
    lf_state *scratch; /* the state before the decision that is being timed */
} search;

static bool time_decision(bench *b, lf_state *state, uint64_t random, double *seconds) {
    const double start = bench_seconds();
    const bool good = bench_decide(b, state, random);
    *seconds = bench_seconds() - start;
    return good;
}

/* The slot for a decision that took this long: a free one, or that of the fastest, or NULL. */
static candidate *slot_for(search *s, double seconds) {
    if (s->count < CANDIDATES)
        return &s->list[s->count];
    candidate *fastest = s->list;
    for (int i = 1; i < CANDIDATES; i++) {
        if (s->list[i].seconds < fastest->seconds)
            fastest = &s->list[i];
    }
    return seconds > fastest->seconds ? fastest : NULL;
}

static bool nominate(search *s, const candidate *found) {
    candidate *slot = slot_for(s, found->seconds);
    if (slot == NULL)
        return true;
    lf_state *state = slot->state != NULL ? slot->state : lf_state_clone(s->scratch);
    if (state == NULL)
        return false;
    lf_copy(state, s->scratch);
    *slot = *found;
    slot->state = state;
    if (slot == &s->list[s->count])
        s->count++;
    return true;
}

static bool search_game(search *s, int scenario, uint64_t game) {
    lf_state *state = bench_game(s->bench, scenario, game);
    rng luck = {lf_mix64(game + 1)};
    bool good = state != NULL;
    if (good && s->scratch == NULL)
        good = (s->scratch = lf_state_clone(state)) != NULL;
    candidate now = {.scenario = scenario, .game = game};
    for (; good && now.decision < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted;
         now.decision++) {
        now.random = rng_next(&luck);
        lf_copy(s->scratch, state);
        good = time_decision(s->bench, state, now.random, &now.seconds) && nominate(s, &now);
    }
    lf_state_free(state);
    return good;
}

static bool search_games(search *s) {
    const double wanted = s->bench->budget * SLOWEST_SHARE / s->bench->scenario_count;
    for (int scenario = 0; scenario < s->bench->scenario_count; scenario++) {
        const double start = now_seconds();
        uint64_t game = 0;
        do {
            if (!search_game(s, scenario, game++))
                return false;
        } while (now_seconds() - start < wanted && !interrupted);
    }
    return true;
}

static bool repeat(search *s, candidate *c) {
    for (int i = 0; i < REPEATS && !interrupted; i++) {
        double seconds;
        lf_copy(s->scratch, c->state);
        if (!time_decision(s->bench, s->scratch, c->random, &seconds))
            return false;
        if (seconds < c->seconds)
            c->seconds = seconds;
    }
    return true;
}

/* Makes the decision once more and counts: which instruction ran most often? */
static bool describe(search *s, const candidate *c, bench_slowest *out) {
    const lf_game *game = s->bench->game;
    const int size = lf_program_size(game);
    uint64_t *hits = calloc((size_t)size + 1, sizeof *hits);
    int most = 0;
    if (hits == NULL)
        return false;
    *out = (bench_slowest){.seconds = c->seconds,
                           .scenario = c->scenario,
                           .seed = rng_series_seed(0, c->game),
                           .decision = c->decision};
    lf_copy(s->scratch, c->state);
    lf_count_steps(s->scratch, hits);
    lf_count_probes(s->scratch, hits);
    bool good = bench_decide(s->bench, s->scratch, c->random);
    for (int i = 0; i < size; i++) {
        out->steps += hits[i];
        most = hits[i] > hits[most] ? i : most;
    }
    lf_instruction_place(game, most, out->heaviest, sizeof out->heaviest);
    lf_instruction_place(game, lf_site_instruction(game, lf_site(c->state)), out->place, sizeof out->place);
    free(hits);
    return good;
}

bool bench_find_slowest(bench *b) {
    search s = {.bench = b};
    const candidate *slowest = NULL;
    bool good = search_games(&s);
    for (int i = 0; good && i < s.count; i++) {
        good = repeat(&s, &s.list[i]);
        if (slowest == NULL || s.list[i].seconds > slowest->seconds)
            slowest = &s.list[i];
    }
    if (good && slowest != NULL)
        good = describe(&s, slowest, &b->slowest);
    for (int i = 0; i < s.count; i++)
        lf_state_free(s.list[i].state);
    lf_state_free(s.scratch);
    return good;
}
