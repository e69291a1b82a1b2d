/* cmd_ladder.c: `ladder`: agents play each other in all seats, and it is said how strong they
 * are. */
#include <stdlib.h>

#include "ladder_print.h"
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
    lf_error error = {.message = "out of memory"};
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
     "who takes part; one alone plays itself in all seats", 0, 0},
    {"field", FLAG_TEXT, AT(field), "B", "each agent alone in a field of this one, in every seat",
     0, 0},
    {"games", FLAG_INTEGER, AT(games), "N", "how many games for each seating (default 10)", 1,
     GAMES_MOST},
    {"scenario", FLAG_TEXT, AT(scenario), "S", "the scenario (default: the first)", 0, 0},
    {"option", FLAG_LIST, AT(option), "K=V", "choose a variant of the rules; may be repeated", 0,
     0},
    {"seed", FLAG_SEED, AT(seed), "X", "seed of the series (default 0)", 0, 0},
    {"threads", FLAG_INTEGER, AT(threads), "T", "how many games at once (default: all processors)",
     1, SIM_THREADS_MAX},
    {"max-decisions", FLAG_INTEGER, AT(max_decisions), "N",
     "longer games are errors (default 100000)", 1, INT64_MAX},
    {"run", FLAG_TEXT, AT(run), "DIR", "keep the games in a folder: the ladder can be resumed", 0,
     0},
    {"resume", FLAG_TEXT, AT(resume), "DIR",
     "go on with such a ladder; with a larger --games, beyond its end", 0, 0},
    {"record", FLAG_TEXT, AT(record), "DIR",
     "write each game to a file that `analyse` and `replay` read", 0, 0},
    {"o", FLAG_TEXT, offsetof(ladder_options, output), "FILE", "a page of charts", 0, 0},
    {"json", FLAG_SWITCH, AT(json), NULL, "print JSON", 0, 0},
    NO_MORE_FLAGS,
};

const command command_ladder = {
    .name = "ladder",
    .summary = "let agents play each other and say how strong they are",
    .usage = "GAME --agents A,B,... [flags] | --resume DIR [flags]",
    .examples =
        "  ludoforge ladder my-game.game-spec.md --agents random,greedy,mcts:1000 --games 50\n"
        "  ludoforge ladder my-game.game-spec.md --agents hard,value --field random --games 200\n"
        "  ludoforge ladder my-game.game-spec.md --agents hard --games 200 -o balance.html\n"
        "  ludoforge ladder my-game.game-spec.md --agents easy,normal,hard --run night/   and "
        "after a kill:\n"
        "  ludoforge ladder --resume night/ -o ladder.html\n",
    .details = "Every agent plays every seat equally often. With two seats each pair meets both "
               "ways; with more, all tables\n"
               "are played where the agents have equally many seats, or nearly so (where those are "
               "more than 360, orders\n"
               "drawn by the seed). Game i has seating i modulo their number.\n\n"
               "Elo is the scale of Bradley and Terry for two seats and of Plackett and Luce for "
               "more, by greatest\n"
               "likelihood, with 95 % intervals from its curvature; a win goes before all else, "
               "then the margin (the\n"
               "margin alone where it is what is played for); equal places count half for each. "
               "Shares of wins have\n"
               "Wilson's intervals. docs/agents.md says more.\n\n"
               "Results do not depend on the number of threads or ranks, unless an agent's budget "
               "is a time; only the times,\n"
               "which are processor time, differ from run to run. Runs, resuming, mpirun and "
               "signals are as with `sim`.\n",
    .more = print_agent_names,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(ladder_options),
    .run = command_run,
};
