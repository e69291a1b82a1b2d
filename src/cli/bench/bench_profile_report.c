/* bench_profile_report.c: what a profile says, by opcode, by routine and by line of the spec.
 *
 * A function that the compiler put into its callers has no routine of its own, but its lines are
 * still its lines. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define TOP_ROWS 25

typedef struct {
    char *name; /* of the group */
    int first;  /* an instruction of it */
    uint64_t steps, probes, calls, samples;
} row;

typedef struct {
    row *rows;
    int count;
    uint64_t steps, probes, samples; /* of the program as a whole */
    uint64_t outside;                /* samples outside the program */
} table;

typedef char *(*name_of)(const lf_game *, int instruction); /* for free() */

/* ---- grouping -------------------------------------------------------------------------------- */

static char *opcode_name(const lf_game *game, int instruction) {
    return strdup(lf_instruction_name(game, instruction));
}

static char *routine_name(const lf_game *game, int instruction) {
    return strdup(lf_name(game, LF_OF_ROUTINES, lf_instruction_routine(game, instruction)));
}

/* file:line, without the column and the routine. */
static char *line_name(const lf_game *game, int instruction) {
    char buffer[BENCH_PLACE_BYTES] = "";
    lf_instruction_place(game, instruction, buffer, sizeof buffer);
    char *comma = strrchr(buffer, ',');
    if (comma != NULL)
        *comma = '\0';
    char *colon = strrchr(buffer, ':');
    if (colon != NULL)
        *colon = '\0';
    return strdup(buffer);
}

static bool begins_routine(const lf_game *game, int instruction) {
    return instruction == 0 || lf_instruction_routine(game, instruction) !=
                                   lf_instruction_routine(game, instruction - 1);
}

static int by_name(const void *a, const void *b) {
    const row *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : x->first - y->first;
}

/* Longest time first; where the clock saw nothing, most steps first. */
static int by_cost(const void *a, const void *b) {
    const row *x = a, *y = b;
    uint64_t x_steps = x->steps + x->probes, y_steps = y->steps + y->probes;
    if (x->samples != y->samples)
        return x->samples < y->samples ? 1 : -1;
    if (x_steps != y_steps)
        return x_steps < y_steps ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* One row for each instruction that ran. */
static bool collect(const lf_game *game, const bench_profile *p, name_of name, table *t) {
    *t = (table){.rows = calloc((size_t)p->size + 1, sizeof *t->rows), .outside = p->samples[0]};
    if (t->rows == NULL)
        return false;
    for (int i = 0; i < p->size; i++) {
        const uint64_t runs = p->steps[i] + p->probes[i];
        if (runs == 0 && p->samples[i + 1] == 0)
            continue;
        row *r = &t->rows[t->count++];
        *r = (row){
            name(game, i),    i, p->steps[i], p->probes[i], begins_routine(game, i) ? runs : 0,
            p->samples[i + 1]};
        if (r->name == NULL)
            return false;
        t->steps += r->steps;
        t->probes += r->probes;
        t->samples += r->samples;
    }
    return true;
}

static void merge(table *t) {
    int kept = 0;
    qsort(t->rows, (size_t)t->count, sizeof *t->rows, by_name);
    for (int i = 0; i < t->count; i++) {
        row *last = kept > 0 ? &t->rows[kept - 1] : NULL;
        if (last == NULL || strcmp(last->name, t->rows[i].name) != 0) {
            t->rows[kept++] = t->rows[i];
            continue;
        }
        last->steps += t->rows[i].steps;
        last->probes += t->rows[i].probes;
        last->calls += t->rows[i].calls;
        last->samples += t->rows[i].samples;
        free(t->rows[i].name);
    }
    t->count = kept;
    qsort(t->rows, (size_t)t->count, sizeof *t->rows, by_cost);
}

static bool make_table(const lf_game *game, const bench_profile *p, name_of name, table *t) {
    bool good = collect(game, p, name, t);
    if (good)
        merge(t);
    return good;
}

static void free_table(table *t) {
    for (int i = 0; i < t->count; i++)
        free(t->rows[i].name);
    free(t->rows);
}

static double share(uint64_t part, uint64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 0;
}

static double time_share(const table *t, const row *r) {
    return share(r->samples, t->samples + t->outside);
}

static double step_share(const table *t, const row *r) {
    return share(r->steps + r->probes, t->steps + t->probes);
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_row(const bench *b, const bench_profile *p, const table *t, const row *r,
                      bool routines) {
    const double decisions = p->decisions > 0 ? (double)p->decisions : 1;
    const double ns = time_share(t, r) * p->ns_per_decision;
    char time[BENCH_TIME_BYTES], place[BENCH_PLACE_BYTES] = "";
    printf("%6.2f %7.2f %10.1f %12s", 100 * time_share(t, r), 100 * step_share(t, r),
           (double)(r->steps + r->probes) / decisions, bench_time(ns, time));
    if (!routines) {
        printf("  %s\n", r->name);
        return;
    }
    lf_instruction_place(b->game, r->first, place, sizeof place);
    char *comma = strrchr(place, ',');
    if (comma != NULL)
        *comma = '\0';
    printf(" %10.2f %10s  %s (%s)\n", (double)r->calls / decisions,
           r->calls > 0 ? bench_time(ns * decisions / (double)r->calls, time) : "-", r->name,
           place);
}

static void print_table(const bench *b, const bench_profile *p, name_of name, const char *title,
                        bool routines) {
    table t;
    if (make_table(b->game, p, name, &t)) {
        printf("\n%6s %7s %10s %12s%s  %s\n", "time %", "steps %", "steps/dec.", "time/dec.",
               routines ? " calls/dec.  time/call" : "", title);
        for (int i = 0; i < t.count && i < TOP_ROWS; i++)
            print_row(b, p, &t, &t.rows[i], routines);
    }
    free_table(&t);
}

void bench_profile_print(const bench *b, const bench_profile *p) {
    uint64_t steps = 0, probes = 0, samples = 0;
    for (int i = 0; i < p->size; i++) {
        steps += p->steps[i];
        probes += p->probes[i];
        samples += p->samples[i + 1];
    }
    printf("\nprofile of scenario %s: %" PRId64
           " decisions, %.1f steps a decision, of which %.1f %% look ahead\n",
           bench_scenario_name(b, b->main_scenario), p->decisions,
           (double)(steps + probes) / (double)(p->decisions > 0 ? p->decisions : 1),
           100 * share(probes, steps + probes));
    printf("%" PRIu64 " samples by the clock, %.1f %% of them outside the program\n",
           samples + p->samples[0], 100 * share(p->samples[0], samples + p->samples[0]));
    print_table(b, p, opcode_name, "opcode", false);
    print_table(b, p, routine_name, "routine", true);
    print_table(b, p, line_name, "line", false);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static json_t *table_to_json(const bench *b, const bench_profile *p, name_of name) {
    json_t *list = json_array();
    table t;
    if (make_table(b->game, p, name, &t)) {
        for (int i = 0; i < t.count; i++) {
            const row *r = &t.rows[i];
            char place[BENCH_PLACE_BYTES] = "";
            lf_instruction_place(b->game, r->first, place, sizeof place);
            json_array_append_new(
                list, json_pack("{s:s, s:s, s:I, s:I, s:I, s:f, s:f, s:f}", "name", r->name,
                                "place", place, "steps", (json_int_t)r->steps, "lookahead_steps",
                                (json_int_t)r->probes, "calls", (json_int_t)r->calls, "step_share",
                                step_share(&t, r), "time_share", time_share(&t, r),
                                "ns_per_decision", time_share(&t, r) * p->ns_per_decision));
        }
    }
    free_table(&t);
    return list;
}

json_t *bench_profile_to_json(const bench *b, const bench_profile *p) {
    uint64_t samples = 0;
    for (int i = 0; i <= p->size; i++)
        samples += p->samples[i];
    return json_pack(
        "{s:s, s:I, s:I, s:f, s:o, s:o, s:o}", "scenario", bench_scenario_name(b, b->main_scenario),
        "decisions", (json_int_t)p->decisions, "samples", (json_int_t)samples, "outside_share",
        share(p->samples[0], samples), "opcodes", table_to_json(b, p, opcode_name), "routines",
        table_to_json(b, p, routine_name), "lines", table_to_json(b, p, line_name));
}
