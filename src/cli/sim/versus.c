/* versus.c: `sim A --versus B`: plays the same seeds under two versions of a game and compares. */
#include "versus.h"

#include <inttypes.h>
#include <string.h>

#include "support/json_forms.h"
#include "support/setup_json.h"
#include "tool/sim/compare.h"

/* One of the two sides. */
typedef struct {
    sim_plan plan;
    text_list options;
    lf_game *own;           /* the game of B, when it is not that of A */
    const sim_plan *caller; /* knows how to show progress */
    series games;
    sim_stats stats;
} side;

/* ---- setting up ------------------------------------------------------------------------------ */

static size_t name_length(const char *option) {
    return strcspn(option, "=");
}

static bool is_replaced(const char *option, const text_list *by) {
    for (int i = 0; i < by->count; i++) {
        if (name_length(by->items[i]) == name_length(option) &&
            strncmp(by->items[i], option, name_length(option)) == 0)
            return true;
    }
    return false;
}

/* The options of A, except those that B has of its own. False after a complaint. */
static bool join_options(text_list *out, const char *const *of_a, const text_list *of_b) {
    for (; of_a != NULL && *of_a; of_a++) {
        if (!is_replaced(*of_a, of_b) && out->count < LIST_MAX)
            out->items[out->count++] = *of_a;
    }
    if (out->count + of_b->count > LIST_MAX) {
        complain("at most %d options can be set.", LIST_MAX);
        return false;
    }
    for (int i = 0; i < of_b->count; i++)
        out->items[out->count++] = of_b->items[i];
    return true;
}

/* B is like A but for the game and the options. Agents stay with the seats of the same name. */
static int set_up_b(const side *a, const versus_request *request, side *b) {
    lf_seat seat_in_b[LF_SEATS_MAX];
    int status = EXIT_GOOD;
    b->plan = a->plan;
    if (request->spec != NULL) {
        b->own = game_open_as(request->spec, request->without, &status);
        if (b->own == NULL)
            return status;
        b->plan.game = b->own;
        b->plan.spec = request->spec;
    }
    if (!seats_match(a->plan.game, b->plan.game, seat_in_b)) {
        complain("%s and %s cannot be compared: their seats differ.", a->plan.spec, b->plan.spec);
        return EXIT_USAGE;
    }
    for (int seat = 0; seat < lf_count(a->plan.game, LF_OF_SEATS); seat++)
        b->plan.agents[seat_in_b[seat]] = a->plan.agents[seat];
    if (!check_scenario(b->plan.game, a->plan.setup.scenario) ||
        !join_options(&b->options, a->plan.setup.options, request->options))
        return EXIT_USAGE;
    b->plan.setup.options = b->options.items;
    return EXIT_GOOD;
}

static void keep(void *context, const game_result *result) {
    series_keep(&((side *)context)->games, result);
}

static void show_progress(void *context, int64_t done, int64_t games, double seconds) {
    const sim_plan *caller = ((const side *)context)->caller;
    if (caller->progress)
        caller->progress(caller->context, done, games, seconds);
}

static int play(side *s) {
    lf_error error = {0};
    double seconds;
    if (!series_open(&s->games, s->plan.game, s->plan.games) ||
        !stats_open(&s->stats, s->plan.game, sim_seats(&s->plan))) {
        complain("out of memory: %" PRId64 " games are too many to compare.", s->plan.games);
        return EXIT_BAD;
    }
    s->plan.each = keep;
    s->plan.progress = show_progress;
    s->plan.context = s;
    bool good = sim_run(&s->plan, &s->stats, &seconds, &error);
    if (shows_progress())
        fputs("\r\x1b[K", stderr);
    if (!good) {
        complain("%s: %s", s->plan.spec, error.message);
        return error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
    }
    return EXIT_GOOD;
}

static void close_side(side *s) {
    series_close(&s->games);
    if (s->stats.digest != NULL)
        stats_close(&s->stats);
    lf_game_free(s->own);
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_side(const char *name, const side *s) {
    printf("%s  %s", name, s->plan.spec);
    for (const char *const *option = s->plan.setup.options; option != NULL && *option; option++)
        printf(" --option %s", *option);
    printf("  (%016" PRIx64 ")\n", lf_game_identity(s->plan.game));
}

/* A value of a row as it is shown: shares in percent. */
static const char *shown(const difference *d, double value, char buffer[32]) {
    if (!measure_is_share(d->of))
        return plain_number(value, buffer);
    snprintf(buffer, 32, "%.1f", 100 * value);
    return buffer;
}

static void print_row(const difference *d) {
    char what[64], a[32], b[32], by[40], low[32], high[32], p[16];
    const char *unit = measure_is_share(d->of) ? " %" : "";
    snprintf(what, sizeof what, "%s%s%.40s", measure_name(d->of), d->label[0] ? " " : "", d->label);
    snprintf(by, sizeof by, "%s%s", d->difference.value > 0 ? "+" : "",
             shown(d, d->difference.value, low));
    snprintf(p, sizeof p, d->adjusted < 0.0001 ? "<0.0001" : "%.4f", d->adjusted);
    printf("%-22.22s %7s%-2s %7s%-2s %8s %7s to %-7s %7s%s\n", what, shown(d, d->a, a), unit,
           shown(d, d->b, b), unit, by, shown(d, d->difference.low, low),
           shown(d, d->difference.high, high), p, d->significant ? " *" : "");
}

/* The half width of the widest interval of the wins: what was too small to be seen. */
static double blind_spot(const comparison *c) {
    double widest = 0;
    for (int i = 0; i < c->count; i++) {
        double half = (c->rows[i].difference.high - c->rows[i].difference.low) / 2;
        if (c->rows[i].of == OF_WINS && half > widest)
            widest = half;
    }
    return widest;
}

static void print_answer(const comparison *c) {
    int found = 0;
    char sentence[400];
    if (c->pairs > 0 && c->same == c->pairs) {
        printf("No difference: every pair of games has the same result.\n");
        return;
    }
    for (int i = 0; i < c->count; i++) {
        if (!c->rows[i].significant)
            continue;
        difference_sentence(&c->rows[i], sentence, sizeof sentence);
        printf("%s  %s\n", found++ == 0 ? "Under B:\n" : "", sentence);
    }
    printf("No %ssignificant difference in %" PRId64 " pairs of games.\n", found ? "other " : "",
           c->pairs);
    printf("So few games show no difference in wins below about %.1f points.\n",
           100 * blind_spot(c));
}

static void print_comparison(const side *a, const side *b, const comparison *c) {
    print_side("A", a);
    print_side("B", b);
    printf("%" PRId64 " pairs of games from seed %" PRIu64 "; %" PRId64 " have the same result\n",
           c->pairs, a->plan.setup.seed, c->same);
    if (c->left_out > 0)
        printf("%" PRId64 " seeds were skipped: a game failed or was not played\n", c->left_out);
    putchar('\n');
    print_answer(c);
    printf("\n%-22s %7s   %7s   %8s %18s %7s\n", "", "A", "B", "B - A", "95 % interval  ", "p");
    for (int i = 0; i < c->count; i++)
        print_row(&c->rows[i]);
    printf("\np is corrected by Holm's method; * is significant at 5 %% over the whole table.\n");
}

/* ---- for programs ---------------------------------------------------------------------------- */

static json_t *side_json(const side *s) {
    json_t *object =
        json_pack("{s:s, s:s}", "spec", s->plan.spec, "game", lf_game_id(s->plan.game));
    json_object_set_new(object, "identity", lf_hex_to_json(lf_game_identity(s->plan.game)));
    lf_setup_to_json(object, s->plan.game, &s->plan.setup);
    stats_counts_to_json(&s->stats, object);
    stats_results_to_json(&s->stats, object);
    return object;
}

static json_t *row_json(const difference *d) {
    char sentence[400];
    difference_sentence(d, sentence, sizeof sentence);
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:b, s:s}", "measure",
                     measure_name(d->of), "of", d->name, "a", d->a, "b", d->b, "difference",
                     d->difference.value, "low", d->difference.low, "high", d->difference.high, "p",
                     d->difference.p, "p_adjusted", d->adjusted, "significant", d->significant,
                     "text", sentence);
}

static void print_comparison_json(const side *a, const side *b, const comparison *c) {
    json_t *rows = json_array();
    for (int i = 0; i < c->count; i++)
        json_array_append_new(rows, row_json(&c->rows[i]));
    json_t *object = json_pack("{s:o, s:o, s:I, s:I, s:I, s:I, s:f, s:o}", "a", side_json(a), "b",
                               side_json(b), "games", (json_int_t)a->plan.games, "pairs",
                               (json_int_t)c->pairs, "left_out", (json_int_t)c->left_out, "same",
                               (json_int_t)c->same, "alpha", ALPHA, "differences", rows);
    if (interrupted)
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}

/* ---- running --------------------------------------------------------------------------------- */

static int report(const side *a, const side *b, bool json) {
    comparison c;
    if (interrupted)
        complain("stopped early: only seeds played under both versions are compared.");
    if (!compare(&a->games, &b->games, &c)) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    if (json)
        print_comparison_json(a, b, &c);
    else
        print_comparison(a, b, &c);
    int status = c.pairs == 0 ? EXIT_BAD : interrupted ? EXIT_STOPPED : EXIT_GOOD;
    if (c.pairs == 0)
        complain("no seed has a completed game under both versions: nothing to compare.");
    comparison_free(&c);
    return status;
}

int versus_run(const sim_plan *plan, const versus_request *request) {
    side a = {.plan = *plan, .caller = plan}, b = {.caller = plan};
    int status = set_up_b(&a, request, &b);
    interrupt_catch();
    if (status == EXIT_GOOD)
        status = play(&a);
    if (status == EXIT_GOOD)
        status = play(&b);
    if (status == EXIT_GOOD)
        status = report(&a, &b, request->json);
    close_side(&a);
    close_side(&b);
    return status;
}
