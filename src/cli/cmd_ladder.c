/* cmd_ladder.c: `ladder`: agents play each other in all seats and are rated. */
#include <stdlib.h>

#include "sim/ladder_print.h"
#include "support/files.h"

#define GAMES_MOST 1000000000

typedef struct {
    sim_options sim;
    const char *output;
} ladder_options;

static const ladder_options defaults = {.sim = {.ladder = true}};

/* The ladder that is counted, and how it was asked for. */
typedef struct {
    const ladder_options *options;
    const arguments *given;
    ladder ladder;
} ladder_use;

static void fold(void *context, const game_result *game) {
    ladder_add(context, game);
}

static void open_ladder(void *context, const sim_plan *plan, sim_stats *stats) {
    ladder_use *const use = context;
    ladder_open(&use->ladder, plan);
    stats->also = fold;
    stats->also_context = &use->ladder;
}

/* The command line, without flags that do not show on the page. */
static void command_text(const ladder_use *use, FILE *out) {
    const sim_plan *const plan = use->ladder.plan;
    const char *const scenario = plan->setup.scenario;
    fprintf(out, "ludoforge ladder %s --agents ", plan->spec);
    for (int i = 0; i < plan->listed; i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", plan->agents[i].text);
    if (plan->field >= 0)
        fprintf(out, " --field %s", plan->agents[plan->field].text);
    fprintf(out, " --games %lld", (long long)(plan->games / plan->seatings->count));
    if (scenario != NULL)
        fprintf(out, " --scenario %s", scenario);
    for (const char *const *option = plan->setup.options; option != NULL && *option != NULL;
         option++)
        fprintf(out, " --option %s", *option);
    fprintf(out, " --seed %llu -o %s", (unsigned long long)plan->setup.seed, use->options->output);
}

static bool write_text(char **text, size_t *size, const ladder_use *use, const sim_stats *stats) {
    char *line = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&line, &length);
    if (out == NULL)
        return false;
    command_text(use, out);
    bool good = fclose(out) == 0;
    out = good ? open_memstream(text, size) : NULL;
    if (out != NULL) {
        ladder_write_page(out, &use->ladder, stats, line);
        good = fclose(out) == 0;
    }
    free(line);
    return out != NULL && good;
}

static int write_page(const ladder_use *use, const sim_stats *stats) {
    char *text = NULL;
    size_t size = 0;
    lf_error error = {.message = LF_NO_MEMORY};
    const bool good = write_text(&text, &size, use, stats) &&
                      lf_file_write(use->options->output, text, size, &error);
    free(text);
    if (!good)
        complain("%s", error.message);
    return good ? EXIT_GOOD : EXIT_BAD;
}

static int print(void *context, const sim_plan *plan, const sim_stats *stats,
                 const sim_pace *pace) {
    ladder_use *const use = context;
    (void)plan;
    ladder_rate(&use->ladder);
    if (use->options->sim.json)
        ladder_print_json(&use->ladder, stats, pace);
    else
        ladder_print(&use->ladder, stats, pace);
    return use->options->output != NULL ? write_page(use, stats) : EXIT_GOOD;
}

static int command_run(const arguments *given, const void *options) {
    ladder_use context = {.options = options, .given = given};
    const sim_use use = {.open = open_ladder, .print = print, .context = &context};
    const int status = sim_series(given, &context.options->sim, &use);
    ladder_close(&context.ladder);
    return status;
}

#define AT(member) offsetof(ladder_options, sim) + offsetof(sim_options, member)

static const flag flags[] = {
    {"agents", FLAG_TEXT, AT(agents), "A,B,...",
     "the agents; a single one plays itself in all seats", 0, 0},
    {"field", FLAG_TEXT, AT(field), "B", "put each agent alone among copies of B, in every seat", 0,
     0},
    {"games", FLAG_INTEGER, AT(games), "N", "games per seating (default 10)", 1, GAMES_MOST},
    {"scenario", FLAG_TEXT, AT(scenario), "NAME", "scenario (default: the first)", 0, 0},
    {"option", FLAG_LIST, AT(option), "K=V", "set an option of the game; repeatable", 0, 0},
    {"seed", FLAG_SEED, AT(seed), "X", "seed of the series (default 0)", 0, 0},
    {"threads", FLAG_INTEGER, AT(threads), "N", "how many threads (default: one per processor)", 1,
     SIM_THREADS_MAX},
    {"max-decisions", FLAG_INTEGER, AT(max_decisions), "N",
     "count longer games as errors (default 100000)", 1, INT64_MAX},
    {"run", FLAG_TEXT, AT(run), "DIR", "keep the ladder in a new folder, to resume it later", 0, 0},
    {"resume", FLAG_TEXT, AT(resume), "DIR", "resume a ladder; a larger --games extends it", 0, 0},
    {"record", FLAG_TEXT, AT(record), "DIR", "record each game, for `analyse` and `replay`", 0, 0},
    OUTPUT_FLAG(ladder_options, "FILE", "write a page with charts"),
    {"json", FLAG_SWITCH, AT(json), NULL, "print JSON", 0, 0},
    NO_MORE_FLAGS,
};

const command command_ladder = {
    .name = "ladder",
    .summary = "let agents play each other and rate them",
    .usage = "GAME --agents A,B,... [flags] | --resume DIR [flags]",
    .examples = "  ludoforge ladder {game} --agents random,greedy,mcts:100\n"
                "  ludoforge ladder {game} --agents greedy,easy --field random --games 20\n"
                "  ludoforge ladder {game} --agents greedy --games 50 -o balance.html\n"
                "  ludoforge ladder {game} --agents random,greedy --run night\n"
                "  ludoforge ladder --resume night -o ladder.html\n",
    .details =
        "Every agent plays every seat equally often. With two seats each pair meets both ways. "
        "With more, all seatings are played in which the agents have equally many seats, or "
        "nearly so; above 360 seatings, a sample drawn by the seed. Game i uses seating i modulo "
        "their number.\n"
        "\n"
        "Elo is the maximum likelihood under the Bradley-Terry model (two seats) or Plackett-Luce "
        "(more), with 95 % intervals from the curvature. A win ranks before the margin, unless "
        "the game is played for margins; ties count half. Shares of wins have Wilson intervals. "
        "See docs/agents.md.\n"
        "\n"
        "Results do not depend on the number of threads or ranks, unless an agent's budget is a "
        "time. Times are processor time and differ from run to run. Runs, resuming, mpirun and "
        "signals work as in `sim`.\n",
    .more = print_agent_names,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(ladder_options),
    .run = command_run,
};
