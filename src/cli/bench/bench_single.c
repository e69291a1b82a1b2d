/* bench_single.c: the single operations, measured on positions of random games. */
#include <stdlib.h>

#include "bench.h"
#include "support/random.h"

#define SAMPLE_GAMES 12       /* games that they are drawn from */
#define OPERATIONS_SHARE 0.25 /* of the time, for all operations together */
#define COPIES                                                                                     \
    32 /* of a position before the next one: a search copies its root for every playout */

const struct bench_operation_info bench_operations[BENCH_OPERATIONS] = {
    [BENCH_LOAD] = {"load_ns", "load"},    [BENCH_NEW] = {"new_ns", "new game"},
    [BENCH_LEGAL] = {"legal_ns", "legal"}, [BENCH_TEXTS] = {"list_ns", "legal, texts"},
    [BENCH_APPLY] = {"apply_ns", "apply"}, [BENCH_COPY] = {"copy_ns", "copy"},
    [BENCH_HASH] = {"hash_ns", "hash"},
};

volatile uint64_t bench_sink;

typedef bench_position sample;

typedef struct {
    bench *bench;
    bench_positions positions;
    lf_state *scratch;
    uint64_t games; /* made by do_new */
} stand;

/* ---- the positions --------------------------------------------------------------------------- */

/* Every position of the games has the same chance to be among the samples, however long the games
 * are. */
static bool offer_sample(bench_positions *p, int64_t seen, const lf_state *state, lf_random *rng) {
    int options = lf_legal_count(state), slot = p->count;
    if (p->count == BENCH_POSITIONS)
        slot = lf_random_below(rng, (int)seen);
    if (slot >= BENCH_POSITIONS || options < 1)
        return true;
    if (slot < p->count)
        lf_copy(p->at[slot].state, state);
    else {
        if ((p->at[p->count].state = lf_state_clone(state)) != NULL)
            p->count++;
        else
            return false;
    }
    p->at[slot].option = lf_random_below(rng, options);
    return true;
}

bool bench_positions_take(bench *b, bench_positions *p) {
    lf_random rng = {0};
    int64_t seen = 0;
    for (uint64_t game = 0; game < SAMPLE_GAMES && !interrupted; game++) {
        lf_state *state = bench_game(b, b->main_scenario, game);
        bool good = state != NULL;
        for (int i = 0;
             good && i < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted; i++)
            good = offer_sample(p, ++seen, state, &rng) &&
                   bench_decide(b, state, lf_random_next(&rng));
        lf_state_free(state);
        if (!good)
            return false;
    }
    return true;
}

void bench_positions_free(bench_positions *p) {
    for (int i = 0; i < p->count; i++)
        lf_state_free(p->at[i].state);
}

/* ---- the operations -------------------------------------------------------------------------- */

static void do_nothing(stand *s, const sample *at) {
    (void)s;
    (void)at;
}

static void do_new(stand *s, const sample *at) {
    lf_state *state = bench_game(s->bench, s->bench->main_scenario, s->games++);
    (void)at;
    lf_state_free(state);
}

static void do_legal(stand *s, const sample *at) {
    (void)s;
    bench_sink += (uint64_t)lf_legal_count(at->state);
}

static void do_texts(stand *s, const sample *at) {
    (void)s;
    lf_decision *decision = lf_decision_new(at->state);
    bench_sink += decision != NULL ? (uint64_t)decision->count : 0;
    lf_decision_free(decision);
}

static void do_copy(stand *s, const sample *at) {
    lf_copy(s->scratch, at->state);
}

static void do_copies(stand *s, const sample *at) {
    for (int i = 0; i < COPIES; i++)
        lf_copy(s->scratch, at->state);
}

static void do_copy_and_apply(stand *s, const sample *at) {
    lf_copy(s->scratch, at->state);
    bench_sink += (uint64_t)lf_apply(s->scratch, at->option);
}

static void do_hash(stand *s, const sample *at) {
    (void)s;
    bench_sink += lf_hash(at->state);
}

/* ns a call, over all positions as often as they fit into the time. */
static double time_operation(stand *s, void (*operation)(stand *, const sample *)) {
    const double wanted = s->bench->budget * OPERATIONS_SHARE / (BENCH_OPERATIONS * BENCH_SLICES);
    double start = bench_seconds(), seconds = 0;
    int64_t calls = 0;
    while (calls == 0 || (seconds < wanted && !interrupted)) {
        for (int i = 0; i < s->positions.count; i++)
            operation(s, &s->positions.at[i]);
        calls += s->positions.count;
        seconds = bench_seconds() - start;
    }
    return seconds * 1e9 / (double)calls;
}

static void measure_slice(stand *s) {
    series *to = s->bench->operations;
    const double nothing = time_operation(s, do_nothing), copy = time_operation(s, do_copy);
    const double net[BENCH_OPERATIONS] = {
        [BENCH_NEW] = time_operation(s, do_new) - nothing,
        [BENCH_LEGAL] = time_operation(s, do_legal) - nothing,
        [BENCH_TEXTS] = time_operation(s, do_texts) - nothing,
        [BENCH_APPLY] = time_operation(s, do_copy_and_apply) - copy,
        [BENCH_COPY] = (time_operation(s, do_copies) - nothing) / COPIES,
        [BENCH_HASH] = time_operation(s, do_hash) - nothing,
    };
    for (int i = BENCH_LOAD + 1; i < BENCH_OPERATIONS && !interrupted; i++)
        series_add(&to[i], net[i] > 0 ? net[i] : 0);
}

bool bench_measure_single(bench *b) {
    stand *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    s->bench = b;
    bool good = bench_positions_take(b, &s->positions);
    if (s->positions.count > 0 && (s->scratch = lf_state_clone(s->positions.at[0].state)) == NULL)
        good = false;
    for (int slice = 0; good && s->positions.count > 0 && slice < BENCH_SLICES && !interrupted;
         slice++)
        measure_slice(s);
    bench_positions_free(&s->positions);
    lf_state_free(s->scratch);
    free(s);
    return good;
}
