/* sim.c: `sim`: agents play many games; the statistics of them. */
#include "sim/sim.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/versus.h"
#include "sim/files.h"

#define BAR_WIDTH 24
#define THREADS_MAX 1024

typedef struct {
    int64_t games, seed, threads, max_decisions;
    const char *scenario, *agents, *csv, *record;
    const char *versus;
    text_list option, versus_option;
    bool json, plain;
} sim_options;

static const sim_options defaults = {
    .games = 100, .max_decisions = PLAYOUT_DECISIONS_MAX, .agents = "random"};

/* What the callbacks of the simulation need. */
typedef struct {
    const lf_game *game;
    FILE *csv;  /* NULL: none */
    bool shows; /* the progress bar */
} watcher;

/* ---- while it runs ------------------------------------------------------------------------------------- */

static void show_progress(void *context, int64_t done, int64_t games, double seconds) {
    const watcher *w = context;
    if (!w->shows)
        return;
    double share = games > 0 ? (double)done / (double)games : 1,
           rate = seconds > 0 ? (double)done / seconds : 0;
    int filled = (int)(share * BAR_WIDTH);
    fputs("\r[", stderr);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%  %" PRId64 "/%" PRId64 "  %.0f games/s", share * 100, done, games, rate);
    if (rate > 0)
        fprintf(stderr, "  %.0f s left", (double)(games - done) / rate);
    fputs("\x1b[K", stderr);
}

static void write_csv_head(const watcher *w) {
    fputs("game,seed,end,winner,checkpoint,decisions,turns,hash", w->csv);
    for (int seat = 0; seat < lf_count(w->game, LF_OF_SEATS); seat++)
        fprintf(w->csv, ",margin_%s", lf_name(w->game, LF_OF_SEATS, seat));
    fputc('\n', w->csv);
}

static void write_csv_row(void *context, const game_result *r) {
    static const char *const ends[] = {"ended", "failed", "runaway", "stopped"};
    const watcher *w = context;
    if (!w->csv)
        return;
    fprintf(w->csv, "%" PRId64 ",%" PRIu64 ",%s,%s,%s,%" PRId64 ",%d,%016" PRIx64, r->index, r->seed,
            ends[r->end], r->winner >= 0 ? lf_name(w->game, LF_OF_SEATS, r->winner) : "",
            r->checkpoint ? r->checkpoint : "", r->decisions, r->turns, r->hash);
    for (int seat = 0; seat < lf_count(w->game, LF_OF_SEATS); seat++)
        fprintf(w->csv, ",%" PRId64, r->margin[seat]);
    fputc('\n', w->csv);
}

/* ---- the statistics ------------------------------------------------------------------------------------- */

static void print_seat(const sim_plan *plan, const sim_stats *s, int seat) {
    double low, high, games = s->completed > 0 ? (double)s->completed : 1;
    wilson_interval(s->wins[seat], s->completed, &low, &high);
    const tally *m = &s->margin[seat];
    printf("%-16s %-8s %9" PRId64 " %6.1f %%  %5.1f to %5.1f %% %9.2f %6" PRId64 " %6" PRId64 "\n",
           lf_label(plan->game, LF_OF_SEATS, seat), plan->agents[seat]->name, s->wins[seat],
           100 * (double)s->wins[seat] / games, 100 * low, 100 * high, tally_mean(m, s->completed), m->min,
           m->max);
}

static void print_endings(const sim_stats *s) {
    const char *separator = "endings  ";
    for (int i = 0; i < s->ending_count; i++) {
        if (s->endings[i].games == 0)
            continue;
        printf("%s%s %" PRId64, separator, s->endings[i].checkpoint, s->endings[i].games);
        separator = ", ";
    }
    if (s->completed > 0)
        putchar('\n');
}

static const char *scenario_name(const sim_plan *plan) {
    int index = plan->setup.scenario ? lf_find(plan->game, LF_OF_SCENARIOS, plan->setup.scenario)
                                     : lf_default_scenario(plan->game);
    const char *name = index >= 0 ? lf_name(plan->game, LF_OF_SCENARIOS, index) : NULL;
    return name ? name : "";
}

static void print_statistics(const sim_plan *plan, const sim_stats *s, double seconds) {
    double per_second = seconds > 0 ? 1 / seconds : 0;
    printf("%s, scenario %s, seed %" PRIu64 "\n", lf_game_title(plan->game), scenario_name(plan),
           plan->setup.seed);
    printf("%" PRId64 " games completed, %" PRId64
           " errors, %.2f s on %d thread%s: %.0f games/s, %.0f decisions/s\n\n",
           s->completed, s->errors, seconds, plan->threads, plan->threads == 1 ? "" : "s",
           (double)(s->completed + s->errors) * per_second, (double)s->decisions * per_second);
    printf("%-16s %-8s %9s %8s  %16s %9s %6s %6s\n", "seat", "agent", "wins", "share", "95 % interval",
           "margin", "min", "max");
    for (int seat = 0; seat < s->seats; seat++)
        print_seat(plan, s, seat);
    if (s->draws > 0)
        printf("%-25s %9" PRId64 " %6.1f %%\n", "drawn", s->draws,
               100 * (double)s->draws / (double)s->completed);
    printf("\nlength   %.1f decisions (%" PRId64 " to %" PRId64 "), %.1f turns\n",
           tally_mean(&s->length, s->completed), s->length.min, s->length.max,
           s->completed + s->errors > 0 ? (double)s->turns / (double)(s->completed + s->errors) : 0);
    print_endings(s);
    printf("digest   %016" PRIx64 "\n", stats_digest(s));
}

static void print_statistics_json(const sim_plan *plan, const sim_stats *s, double seconds) {
    double per_second = seconds > 0 ? 1 / seconds : 0;
    json_t *object =
        json_pack("{s:s, s:s, s:I, s:I}", "game", lf_game_id(plan->game), "scenario", scenario_name(plan),
                  "seed", (json_int_t)plan->setup.seed, "games", (json_int_t)plan->games);
    stats_counts_to_json(s, object);
    json_object_set_new(object, "seconds", json_real(seconds));
    json_object_set_new(object, "games_per_s", json_real((double)(s->completed + s->errors) * per_second));
    json_object_set_new(object, "decisions_per_s", json_real((double)s->decisions * per_second));
    json_object_set_new(object, "threads", json_integer(plan->threads));
    stats_results_to_json(s, object);
    print_json(object);
}

static void print_failures(const sim_stats *s) {
    for (int i = 0; i < s->failure_count; i++)
        complain("game %" PRId64 " (seed %" PRIu64 ") failed: %s", s->failures[i].index, s->failures[i].seed,
                 s->failures[i].message ? s->failures[i].message : "");
    if (s->errors > s->failure_count)
        complain("… and %" PRId64 " more games failed", s->errors - s->failure_count);
}

/* ---- the command line ---------------------------------------------------------------------------------------- */

static const agent_class *read_agent(const char *name, size_t length) {
    char copy[64];
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1), name);
    const agent_class *found = agent_class_find(copy);
    const char *near = found ? NULL : agent_class_suggest(copy);
    if (!found) {
        complain("there is no agent \"%s\".%s%s%s", copy, near ? " Did you mean " : "", near ? near : "",
                 near ? "?" : "");
        const agent_class *a;
        for (int i = 0; (a = agent_class_at(i)); i++)
            fprintf(stderr, "  %-8s %s\n", a->name, a->summary);
    }
    return found;
}

/* One agent for all seats, or one for each. */
static bool read_agents(sim_plan *plan, const char *list) {
    int seats = lf_count(plan->game, LF_OF_SEATS), count = 0;
    for (const char *at = list; at; count++) {
        const char *comma = strchr(at, ',');
        const agent_class *found = read_agent(at, comma ? (size_t)(comma - at) : strlen(at));
        if (!found)
            return false;
        if (count < LF_SEATS_MAX)
            plan->agents[count] = found;
        at = comma ? comma + 1 : NULL;
    }
    if (count != 1 && count != seats) {
        complain("--agents names %d agents, and the game has %d seats.", count, seats);
        return false;
    }
    for (int seat = 1; seat < seats && count == 1; seat++)
        plan->agents[seat] = plan->agents[0];
    return true;
}

static int simulate(sim_plan *plan, watcher *w, bool json) {
    sim_stats stats;
    lf_error error = {0};
    double seconds;
    if (!stats_open(&stats, plan->game)) {
        complain("out of memory");
        return EXIT_BAD;
    }
    interrupt_catch();
    bool good = sim_run(plan, &stats, &seconds, &error);
    if (w->shows)
        fputs("\r\x1b[K", stderr);
    if (!good) {
        complain("%s", error.message);
        stats_close(&stats);
        return error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
    }
    if (interrupted)
        complain("stopped early: %" PRId64 " of %" PRId64 " games were played.",
                 stats.completed + stats.errors, plan->games);
    print_failures(&stats);
    if (json)
        print_statistics_json(plan, &stats, seconds);
    else
        print_statistics(plan, &stats, seconds);
    int status = stats.errors == 0 ? EXIT_GOOD : EXIT_BAD;
    stats_close(&stats);
    return status;
}

/* Opens what the games are written to; an exit status. */
static int open_outputs(const sim_options *o, watcher *w) {
    lf_error error;
    if (o->record && !file_make_folder(o->record, &error)) {
        complain("%s", error.message);
        return EXIT_BAD;
    }
    if (!o->csv)
        return EXIT_GOOD;
    w->csv = fopen(o->csv, "w");
    if (!w->csv) {
        complain("cannot write %s: %s", o->csv, strerror(errno));
        return EXIT_BAD;
    }
    write_csv_head(w);
    return EXIT_GOOD;
}

static int close_outputs(const sim_options *o, watcher *w, int status) {
    if (!w->csv)
        return status;
    bool failed = ferror(w->csv) != 0;
    failed = fclose(w->csv) != 0 || failed;
    if (failed)
        complain("cannot write all of %s", o->csv);
    return failed ? EXIT_BAD : status;
}

static bool compares(const sim_options *o) {
    return o->versus || o->versus_option.count > 0;
}

/* A comparison keeps no games; an exit status. */
static int run_versus(const sim_options *o, const sim_plan *plan) {
    versus_request request = {o->versus, &o->versus_option, o->plain, o->json};
    if (!o->csv && !o->record)
        return versus_run(plan, &request);
    complain("--versus writes no games: leave out %s.", o->csv ? "--csv" : "--record");
    return EXIT_USAGE;
}

static int usual_threads(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > THREADS_MAX ? THREADS_MAX : (int)online;
}

static int run(const arguments *given, const void *options) {
    const sim_options *o = options;
    int status;
    lf_game *game = game_open_as(given->at[0], o->plain, &status);
    if (!game)
        return status;
    watcher w = {.game = game, .shows = is_terminal(stderr)};
    sim_plan plan = {
        .game = game,
        .spec = given->at[0],
        .setup = {.scenario = o->scenario, .seed = (uint64_t)o->seed, .options = o->option.items},
        .games = o->games,
        .threads = o->threads > 0 ? (int)o->threads : usual_threads(),
        .max_decisions = o->max_decisions,
        .record_folder = o->record,
        .stop = &interrupted,
        .each = write_csv_row,
        .progress = show_progress,
        .context = &w,
    };
    status = EXIT_USAGE;
    if (!check_scenario(game, o->scenario) || !read_agents(&plan, o->agents)) {
        /* it has been complained about */
    } else if (compares(o)) {
        status = run_versus(o, &plan);
    } else {
        status = open_outputs(o, &w);
        if (status == EXIT_GOOD)
            status = close_outputs(o, &w, simulate(&plan, &w, o->json));
    }
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"games", FLAG_INTEGER, offsetof(sim_options, games), "N", "how many games (default 100)", 1,
     INT64_MAX / 64},
    SCENARIO_FLAG(sim_options),
    OPTION_FLAG(sim_options),
    {"seed", FLAG_INTEGER, offsetof(sim_options, seed), "X", "seed of the series (default 0)", 0, INT64_MAX},
    {"agents", FLAG_TEXT, offsetof(sim_options, agents), "A,B,...", "an agent for each seat, or one for all",
     0, 0},
    {"threads", FLAG_INTEGER, offsetof(sim_options, threads), "T",
     "how many threads (default: all processors)", 1, THREADS_MAX},
    {"max-decisions", FLAG_INTEGER, offsetof(sim_options, max_decisions), "N",
     "longer games are errors (default 100000)", 1, INT64_MAX},
    {"csv", FLAG_TEXT, offsetof(sim_options, csv), "FILE", "write one line a game", 0, 0},
    {"record", FLAG_TEXT, offsetof(sim_options, record), "DIR",
     "write each game to a file that `replay` reads", 0, 0},
    {"versus", FLAG_TEXT, offsetof(sim_options, versus), "GAME",
     "play the same seeds under this version too, and compare", 0, 0},
    {"versus-option", FLAG_LIST, offsetof(sim_options, versus_option), "K=V",
     "compare with this variant of the rules; may be repeated", 0, 0},
    PLAIN_FLAG(sim_options),
    JSON_FLAG(sim_options),
    NO_MORE_FLAGS,
};

const command command_sim = {
    .name = "sim",
    .summary = "let agents play many games and print statistics",
    .usage = "GAME [flags]",
    .examples = "  ludoforge sim my-game.game-spec.md --games 1000\n"
                "  ludoforge sim my-game.game-spec.md --games 10000 --agents greedy,random --json\n"
                "  ludoforge sim my-game.game-spec.md --games 20 --record games/\n"
                "  ludoforge sim my-game.game-spec.md --games 1000 --versus changed.game-spec.md\n",
    .details =
        "Agents: random (any option with equal chance), greedy (the best own margin after one decision).\n\n"
        "Results do not depend on the number of threads. Game 0 plays the seed itself; game i the i-th\n"
        "output of splitmix64 started at it, less its 11 low bits. The digest is XXH64 over the hashes of\n"
        "all last states in game order, 8 bytes each, low byte first. Ctrl-C stops and still reports.\n\n"
        "--versus compares two versions over the same seeds, pair by pair: shares by McNemar's exact test with\n"
        "the interval of Agresti and Min, means by the paired t-test. p-values are Holm's over the whole table.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(sim_options),
    .run = run,
};
