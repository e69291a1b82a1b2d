/* cmd_compile.c: `compile`: prints the compiled game, as JSON or as a disassembly. */
#include <string.h>

#include "cli.h"

typedef struct {
    const char *emit, *output;
} compile_options;

static const compile_options defaults = {.emit = "json"};

static int run(const arguments *given, const void *options) {
    const compile_options *o = options;
    bool json = strcmp(o->emit, "json") == 0;
    if (!json && strcmp(o->emit, "bytecode") != 0) {
        complain("--emit takes json or bytecode, not \"%s\".", o->emit);
        return EXIT_USAGE;
    }
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    char *text = json ? lf_game_json(game) : lf_game_disassembly(game);
    if (text != NULL) {
        status = write_output(o->output, text);
    } else {
        complain("out of memory");
        status = EXIT_BAD;
    }
    lf_string_free(text);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"emit", FLAG_TEXT, offsetof(compile_options, emit), "WHAT", "json (the default) or bytecode", 0, 0},
    {"o", FLAG_TEXT, offsetof(compile_options, output), "FILE", "write to a file", 0, 0},
    NO_MORE_FLAGS,
};

const command command_compile = {
    .name = "compile",
    .summary = "print the compiled game",
    .usage = "GAME [--emit json|bytecode] [-o FILE]",
    .examples = "  ludoforge compile my-game.game-spec.md -o my-game.json\n"
                "  ludoforge compile my-game.game-spec.md --emit bytecode | less\n",
    .details = "The JSON is canonical: the same bytes for the same rules. It can be used as GAME.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(compile_options),
    .run = run,
};
