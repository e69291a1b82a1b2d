/* bench_slowest.c: the slowest single decisions that random games come to.
 *
 * Every decision of the games is timed. On a busy machine a first look is a poor one: whatever
 * takes longer than all before it at the same choice of the rules is therefore made again at once,
 * and the fastest of these times counts. What is slow every time is slow by the rules. Each choice
 * of the rules keeps its own slowest decision, so that one that is often slow does not hide another
 * that rarely is. */
#include <stdlib.h>

#include "bench.h"
#include "support/random.h"

#define SLOWEST_SHARE 0.25 /* of the time, for all scenarios together */
#define LOOKS 3            /* at a decision that seems slow */
#define REPEATS 15         /* of those that are reported */

typedef struct {
    lf_state *state; /* before the decision; NULL: none yet */
    uint64_t random; /* what chooses its option */
    double seconds;
    int scenario;
    uint64_t game;
    int64_t decision;
} candidate;

typedef struct {
    bench *bench;
    candidate *list; /* by choice of the rules; the last is for what is none, such as chance */
    int count;
    lf_state *before, *scratch;
} search;

static bool time_decision(bench *b, lf_state *state, uint64_t random, double *seconds) {
    const double start = bench_seconds();
    const bool good = bench_decide(b, state, random);
    *seconds = bench_seconds() - start;
    return good;
}

/* Makes the decision again; its fastest time counts. */
static bool repeat(search *s, const lf_state *state, candidate *c, int times) {
    for (int i = 0; i < times && !interrupted; i++) {
        double seconds;
        lf_copy(s->scratch, state);
        if (!time_decision(s->bench, s->scratch, c->random, &seconds))
            return false;
        if (seconds < c->seconds)
            c->seconds = seconds;
    }
    return true;
}

/* A decision from `before`, once timed. */
static bool nominate(search *s, candidate *found) {
    const int site = lf_site(s->before);
    candidate *slot = &s->list[site >= 0 && site < s->count ? site : s->count - 1];
    if (found->seconds <= slot->seconds)
        return true;
    if (!repeat(s, s->before, found, LOOKS))
        return false;
    if (found->seconds <= slot->seconds)
        return true;
    lf_state *state = slot->state != NULL ? slot->state : lf_state_clone(s->before);
    if (state == NULL)
        return false;
    lf_copy(state, s->before);
    *slot = *found;
    slot->state = state;
    return true;
}

static bool search_game(search *s, int scenario, uint64_t game) {
    lf_state *state = bench_game(s->bench, scenario, game);
    lf_random rng = {lf_mix64(game + 1)};
    bool good = state != NULL;
    if (good && s->before == NULL)
        good = (s->before = lf_state_clone(state)) != NULL &&
               (s->scratch = lf_state_clone(state)) != NULL;
    candidate now = {.scenario = scenario, .game = game};
    for (; good && now.decision < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted;
         now.decision++) {
        now.random = lf_random_next(&rng);
        lf_copy(s->before, state);
        good = time_decision(s->bench, state, now.random, &now.seconds) && nominate(s, &now);
    }
    lf_state_free(state);
    return good;
}

static bool search_games(search *s) {
    const double wanted = s->bench->budget * SLOWEST_SHARE / s->bench->scenario_count;
    for (int scenario = 0; scenario < s->bench->scenario_count; scenario++) {
        const double start = bench_seconds();
        uint64_t game = 0;
        do {
            if (!search_game(s, scenario, game++))
                return false;
        } while (bench_seconds() - start < wanted && !interrupted);
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
                           .seed = lf_series_seed(0, c->game),
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
    lf_instruction_place(game, lf_site_instruction(game, lf_site(c->state)), out->place,
                         sizeof out->place);
    free(hits);
    return good;
}

static int slower_first(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    return (a->seconds < b->seconds) - (a->seconds > b->seconds);
}

/* The few at the head of the list, timed once more: that may change their order. */
static bool report_slowest(search *s) {
    bench *b = s->bench;
    bool good = true;
    qsort(s->list, (size_t)s->count, sizeof *s->list, slower_first);
    while (good && b->slowest_count < BENCH_SLOWEST_MAX && b->slowest_count < s->count &&
           s->list[b->slowest_count].state != NULL) {
        candidate *c = &s->list[b->slowest_count++];
        good = repeat(s, c->state, c, REPEATS);
    }
    qsort(s->list, (size_t)b->slowest_count, sizeof *s->list, slower_first);
    for (int i = 0; good && i < b->slowest_count; i++)
        good = describe(s, &s->list[i], &b->slowest[i]);
    return good;
}

bool bench_find_slowest(bench *b) {
    search s = {.bench = b, .count = lf_count(b->game, LF_OF_SITES) + 1};
    s.list = calloc((size_t)s.count, sizeof *s.list);
    const bool good = s.list != NULL && search_games(&s) && report_slowest(&s);
    for (int i = 0; s.list != NULL && i < s.count; i++)
        lf_state_free(s.list[i].state);
    lf_state_free(s.before);
    lf_state_free(s.scratch);
    free(s.list);
    return good;
}
