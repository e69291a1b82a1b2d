/* cmd_build.c: `build`: compiles a game to native code with the system's C compiler. */
#include "cli.h"

typedef struct {
    const char *output, *compiler;
    int64_t threads;
    text_list flag;
} build_options;

static const build_options defaults = {0};

static bool is_interrupted(void *unused) {
    (void)unused;
    return interrupted;
}

static int run_build(const arguments *given, const void *options) {
    const build_options *o = options;
    int status;
    lf_error error = {0};
    lf_game *game = game_open_bytecode(given->at[0], "", &status);
    if (game == NULL)
        return status;
    const lf_build build = {.output = o->output,
                            .compiler = o->compiler,
                            .jobs = (int)o->threads,
                            .flags = o->flag.items,
                            .stop = is_interrupted};
    interrupt_catch(); /* a build that is stopped removes its files */
    if (lf_game_build(game, &build, &error) == LF_OK &&
        lf_game_native(game, o->output, &error) == LF_OK) { /* proves that it loads */
        note("%s: native code is ready.\n", lf_game_title(game));
        status = EXIT_GOOD;
    } else {
        complain("%s", error.message);
        status = interrupted ? EXIT_STOPPED : EXIT_BAD;
    }
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    OUTPUT_FLAG(build_options, "FILE", "write the shared object to a file, not to the cache"),
    {"cc", FLAG_TEXT, offsetof(build_options, compiler), "CC", "C compiler (default cc)", 0, 0},
    {"threads", FLAG_INTEGER, offsetof(build_options, threads), "N",
     "how many compilers to run at once (default: one per processor)", 1, 1024},
    {"flag", FLAG_LIST, offsetof(build_options, flag), "FLAG",
     "another flag for the compiler, as in --flag=-O1; repeatable", 0, 0},
    NO_MORE_FLAGS,
};

const command command_build = {
    .name = "build",
    .summary = "compile a game to native code",
    .usage = "GAME [flags]",
    .examples = "  ludoforge build {game}\n"
                "  ludoforge build {game} -o {game}.so --cc gcc\n",
    .details =
        "Native code plays the same games as bytecode, decision for decision, but faster. It is "
        "kept in $XDG_CACHE_HOME/ludoforge/native (default ~/.cache/ludoforge/native), where the "
        "other commands find it.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(build_options),
    .run = run_build,
};
