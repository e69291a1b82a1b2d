/* cmd_sim.c: `sim`: agents play many games; the statistics of them. */
#include "cmd_sim.h"
#include "versus.h"

static const sim_options defaults;

static int print(void *context, const sim_plan *plan, const sim_stats *stats,
                 const sim_pace *pace) {
    const sim_options *const o = context;
    sim_print(plan, stats, pace, o->json);
    return EXIT_GOOD;
}

static int compare_versions(void *context, const sim_plan *plan) {
    const sim_options *const o = context;
    const versus_request request = {o->versus, &o->versus_option, o->without, o->json};
    return versus_run(plan, &request);
}

static int command_run(const arguments *given, const void *options) {
    sim_options o = *(const sim_options *)options;
    const bool compares = o.versus != NULL || o.versus_option.count > 0;
    const sim_use use = {
        .print = print, .instead = compares ? compare_versions : NULL, .context = &o};
    return sim_series(given, &o, &use);
}

static const flag flags[] = {
    {"games", FLAG_INTEGER, offsetof(sim_options, games), "N", "how many games (default 100)", 1,
     SIM_GAMES_MAX},
    SCENARIO_FLAG(sim_options),
    POSITION_FLAG(sim_options),
    FORCED_FLAG(sim_options),
    OPTION_FLAG(sim_options),
    {"seed", FLAG_SEED, offsetof(sim_options, seed), "X", "seed of the series (default 0)", 0, 0},
    {"agents", FLAG_TEXT, offsetof(sim_options, agents), "A,B,...",
     "an agent for each seat, or one for all", 0, 0},
    {"threads", FLAG_INTEGER, offsetof(sim_options, threads), "T",
     "how many threads (default: all processors)", 1, SIM_THREADS_MAX},
    {"max-decisions", FLAG_INTEGER, offsetof(sim_options, max_decisions), "N",
     "longer games are errors (default 100000)", 1, INT64_MAX},
    {"csv", FLAG_TEXT, offsetof(sim_options, csv), "FILE", "write one line a game", 0, 0},
    {"run", FLAG_TEXT, offsetof(sim_options, run), "DIR",
     "keep the run in a folder: it can be resumed and reported", 0, 0},
    {"resume", FLAG_TEXT, offsetof(sim_options, resume), "DIR",
     "go on with such a run; with a larger --games, beyond its end", 0, 0},
    {"record", FLAG_TEXT, offsetof(sim_options, record), "DIR",
     "write each game to a file that `replay` reads", 0, 0},
    {"versus", FLAG_TEXT, offsetof(sim_options, versus), "GAME",
     "play the same seeds under this version too, and compare", 0, 0},
    {"versus-option", FLAG_LIST, offsetof(sim_options, versus_option), "K=V",
     "compare with this variant of the rules; may be repeated", 0, 0},
    WITHOUT_FLAG(sim_options),
    JSON_FLAG(sim_options),
    NO_MORE_FLAGS,
};

const command command_sim = {
    .name = "sim",
    .summary = "let agents play many games and print statistics",
    .usage = "GAME [flags] | --resume DIR [flags]",
    .examples =
        "  ludoforge sim my-game.game-spec.md --games 1000\n"
        "  ludoforge sim my-game.game-spec.md --games 10000 --agents greedy,random --json\n"
        "  ludoforge sim my-game.game-spec.md --games 20 --record games/\n"
        "  ludoforge sim my-game.game-spec.md --games 1000000 --run long/   and after a kill:\n"
        "  ludoforge sim --resume long/\n"
        "  mpirun -n 64 ludoforge sim my-game.game-spec.md --games 1000000 --run long/\n"
        "  ludoforge sim my-game.game-spec.md --games 1000 --versus changed.game-spec.md\n",
    .details = "Results do not depend on the number of threads or ranks. Game 0 plays the seed "
               "itself; game i the i-th\n"
               "output of splitmix64 started at it, less its 11 low bits. The digest is XXH64 over "
               "the hashes of\n"
               "all last states in game order, 8 bytes each, low byte first.\n\n"
               "Ctrl-C or a signal stops it; what was played is reported and kept, with "
               "\"stopped\": true in the JSON and\n"
               "exit status 130.\n\n"
               "--versus compares two versions over the same seeds, pair by pair: shares by "
               "McNemar's exact test with\n"
               "the interval of Agresti and Min, means by the paired t-test. p-values are Holm's "
               "over the whole table.\n\n"
               "`ludoforge help bench` lists what --without can leave out.\n",
    .more = print_agent_names,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(sim_options),
    .run = command_run,
};
