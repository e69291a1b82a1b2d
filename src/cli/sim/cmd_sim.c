/* cmd_sim.c: `sim`: agents play many games; prints statistics. */
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
     "one agent per seat, or one for all seats (default random)", 0, 0},
    {"threads", FLAG_INTEGER, offsetof(sim_options, threads), "N",
     "how many threads (default: one per processor)", 1, SIM_THREADS_MAX},
    {"max-decisions", FLAG_INTEGER, offsetof(sim_options, max_decisions), "N",
     "count longer games as errors (default 100000)", 1, INT64_MAX},
    {"csv", FLAG_OUTPUT, offsetof(sim_options, csv), "FILE", "write one line per game", 0, 0},
    {"run", FLAG_TEXT, offsetof(sim_options, run), "DIR",
     "keep the run in a new folder, to resume it or report on it", 0, 0},
    {"resume", FLAG_TEXT, offsetof(sim_options, resume), "DIR",
     "resume a run; a larger --games extends it", 0, 0},
    {"record", FLAG_TEXT, offsetof(sim_options, record), "DIR",
     "record each game, for `replay` and `analyse`", 0, 0},
    {"versus", FLAG_TEXT, offsetof(sim_options, versus), "GAME",
     "play the same seeds under another version of the game and compare", 0, 0},
    {"versus-option", FLAG_LIST, offsetof(sim_options, versus_option), "K=V",
     "compare with this option of the game; repeatable", 0, 0},
    WITHOUT_FLAG(sim_options),
    JSON_FLAG(sim_options),
    NO_MORE_FLAGS,
};

const command command_sim = {
    .name = "sim",
    .summary = "let agents play many games and print statistics",
    .usage = "GAME [flags] | --resume DIR [flags]",
    .examples = "  ludoforge sim {game} --games 1000\n"
                "  ludoforge sim {game} --games 1000 --agents greedy,random --json\n"
                "  ludoforge sim {game} --games 20 --record games\n"
                "  ludoforge sim {game} --games 10000 --run long\n"
                "  ludoforge sim --resume long --games 20000\n"
                "  ludoforge sim {variant} --games 200 --versus-option {option}\n",
    .details =
        "Results do not depend on the number of threads or ranks (mpirun -n 4 ludoforge sim ...). "
        "Game 0 uses the seed itself; game i uses the i-th output of splitmix64 started at the "
        "seed, without its 11 low bits. The digest is XXH64 over the hashes of all final states "
        "in game order, 8 bytes each, low byte first.\n"
        "\n"
        "Ctrl-C stops it; what was played is reported and kept, with \"stopped\": true in the "
        "JSON and exit code 130. A run can be resumed after any interruption.\n"
        "\n"
        "--versus compares two versions over the same seeds, pair by pair: shares by McNemar's "
        "exact test with the interval of Agresti and Min, means by the paired t-test. p-values "
        "are corrected by Holm's method over the whole table.\n"
        "\n"
        "`ludoforge help bench` lists the optimisations for --without.\n",
    .more = print_agent_names,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(sim_options),
    .run = command_run,
};
