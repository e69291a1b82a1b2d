/* seating.c: lists of seatings in which everybody is everywhere equally often. */
#include "seating.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "support/random.h"

/* A walk over all even seatings, seat by seat. */
typedef struct {
    int agents, seats;
    int least;  /* seats that every agent has … */
    int extras; /* … and how many agents have one more */
    int taken[SEATING_AGENTS_MAX];
    uint8_t now[LF_SEATS_MAX];
    int found;
    seatings *out; /* NULL: they are only counted */
} walk;

static void even_seatings(walk *w, int seat) {
    if (w->found > SEATINGS_MOST)
        return;
    if (seat == w->seats) {
        if (w->out != NULL)
            memcpy(w->out->agent[w->found], w->now, sizeof w->now);
        w->found++;
        return;
    }
    for (int a = 0; a < w->agents; a++) {
        const bool extra = w->taken[a] == w->least;
        if (w->taken[a] > w->least || (extra && w->extras == 0))
            continue;
        w->now[seat] = (uint8_t)a;
        w->taken[a]++;
        w->extras -= extra;
        even_seatings(w, seat + 1);
        w->extras += extra;
        w->taken[a]--;
    }
}

static bool make(seatings *s, int agents, int seats, int count) {
    assert(count > 0);
    *s = (seatings){.agents = agents, .seats = seats, .count = count};
    s->agent = calloc((size_t)count, sizeof *s->agent);
    return s->agent != NULL;
}

/* Orders of the agents, each moved on seat by seat. */
static bool draw(seatings *s, int agents, int seats, uint64_t seed) {
    lf_random rng = {.state = lf_mix64(seed)};
    uint8_t order[SEATING_AGENTS_MAX];
    if (!make(s, agents, seats, SEATINGS_MOST / agents * agents))
        return false;
    for (int i = 0; i < agents; i++)
        order[i] = (uint8_t)i;
    for (int i = 0; i < s->count; i++) {
        for (int left = i % agents == 0 ? agents : 0; left > 1; left--) {
            const int other = lf_random_below(&rng, left);
            const uint8_t kept = order[left - 1];
            order[left - 1] = order[other];
            order[other] = kept;
        }
        for (int seat = 0; seat < seats; seat++)
            s->agent[i][seat] = order[(seat + i % agents) % agents];
    }
    return true;
}

bool seatings_round_robin(seatings *s, int agents, int seats, uint64_t seed) {
    assert(agents >= 1 && agents <= SEATING_AGENTS_MAX && seats >= 1 && seats <= LF_SEATS_MAX);
    walk w = {.agents = agents, .seats = seats, .least = seats / agents, .extras = seats % agents};
    even_seatings(&w, 0);
    if (w.found > SEATINGS_MOST)
        return draw(s, agents, seats, seed);
    if (!make(s, agents, seats, w.found))
        return false;
    w.found = 0;
    w.out = s;
    even_seatings(&w, 0);
    return true;
}

bool seatings_field(seatings *s, int agents, int seats, int field) {
    assert(agents >= 1 && field < SEATING_AGENTS_MAX && seats <= LF_SEATS_MAX);
    if (!make(s, field >= agents ? field + 1 : agents, seats, agents * seats))
        return false;
    for (int i = 0; i < s->count; i++) {
        memset(s->agent[i], field, (size_t)seats);
        s->agent[i][i % seats] = (uint8_t)(i / seats);
    }
    return true;
}

void seatings_free(seatings *s) {
    free(s->agent);
    *s = (seatings){0};
}
