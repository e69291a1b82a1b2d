/* cmd_build.c: `build`: compiles a game to native code with the system's C compiler. */
#include "cli.h"

typedef struct {
    const char *output, *compiler;
    int64_t jobs;
    text_list flag;
} build_options;

static const build_options defaults = {0};

static bool is_interrupted(void *unused) {
    (void)unused;
    return interrupted;
}

static int run(const arguments *given, const void *options) {
    const build_options *o = options;
    int status;
    lf_error error = {0};
    lf_game *game = game_open_bytecode(given->at[0], "", &status);
    if (game == NULL)
        return status;
    const lf_build build = {.output = o->output,
                            .compiler = o->compiler,
                            .jobs = (int)o->jobs,
                            .flags = o->flag.items,
                            .stop = is_interrupted};
    interrupt_catch(); /* a build that is stopped takes away what it has begun */
    if (lf_game_build(game, &build, &error) == LF_OK &&
        lf_game_native(game, o->output, &error) == LF_OK) { /* so that nobody finds out later */
        fprintf(stderr, "%s: native code is ready.\n", lf_game_title(game));
        status = EXIT_GOOD;
    } else {
        complain("%s", error.message);
        status = interrupted ? EXIT_STOPPED : EXIT_BAD;
    }
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"o", FLAG_TEXT, offsetof(build_options, output), "FILE",
     "write the shared object to a file, not to the cache", 0, 0},
    {"cc", FLAG_TEXT, offsetof(build_options, compiler), "CC", "the C compiler (default cc)", 0, 0},
    {"jobs", FLAG_INTEGER, offsetof(build_options, jobs), "N",
     "how many compilers run at a time (default: one a processor)", 1, 1024},
    {"flag", FLAG_LIST, offsetof(build_options, flag), "FLAG",
     "one more flag for the compiler, as --flag=-O1; may be repeated", 0, 0},
    NO_MORE_FLAGS,
};

const command command_build = {
    .name = "build",
    .summary = "compile a game to native code",
    .usage = "GAME [-o FILE] [--cc CC] [--jobs N] [--flag=FLAG]",
    .examples = "  ludoforge build my-game.game-spec.md\n"
                "  ludoforge build my-game.game-spec.md -o my-game.so --cc clang\n",
    .details =
        "What is built is kept below $XDG_CACHE_HOME/ludoforge/native (or "
        "~/.cache/ludoforge/native) and used by commands\n"
        "that take --native. It plays the same games as the bytecode, move for move, and faster.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(build_options),
    .run = run,
};
