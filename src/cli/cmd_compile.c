/* cmd_compile.c: `compile`: prints the compiled game, as JSON or as a disassembly. */
#include <string.h>

#include "cli.h"

typedef struct {
    const char *emit, *output;
} compile_options;

static const compile_options defaults = {.emit = "json"};

/* ---- what can be printed: each from a game that was loaded from `path` ---- */

static char *as_json(const lf_game *game, const char *path) {
    (void)path;
    return lf_game_json(game);
}

static char *as_bytecode(const lf_game *game, const char *path) {
    (void)path;
    return lf_game_disassembly(game);
}

static char *as_visual(const lf_game *game, const char *path) {
    lf_diagnostics *problems = NULL;
    char *text = lf_visual(game, path, &problems);
    if (problems != NULL)
        print_problems(problems);
    lf_diagnostics_free(problems);
    return text;
}

static const struct {
    const char *name;
    char *(*print)(const lf_game *, const char *path);
} forms[] = {{"json", as_json}, {"bytecode", as_bytecode}, {"visual", as_visual}};

static int run(const arguments *given, const void *options) {
    const compile_options *o = options;
    size_t form = 0;
    while (form < sizeof forms / sizeof *forms && strcmp(o->emit, forms[form].name) != 0)
        form++;
    if (form == sizeof forms / sizeof *forms) {
        complain("--emit takes json, bytecode or visual, not \"%s\".", o->emit);
        return EXIT_USAGE;
    }
    int status = EXIT_USAGE;
    char path[PATH_BYTES];
    lf_game *game = game_locate(given->at[0], path) ? game_open(given->at[0], &status) : NULL;
    if (game == NULL)
        return status;
    char *text = forms[form].print(game, path);
    status = text != NULL ? write_output(o->output, text) : EXIT_BAD;
    if (text == NULL)
        complain("nothing was printed");
    lf_string_free(text);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"emit", FLAG_TEXT, offsetof(compile_options, emit), "WHAT", "json (the default), bytecode or visual", 0,
     0},
    {"o", FLAG_TEXT, offsetof(compile_options, output), "FILE", "write to a file", 0, 0},
    NO_MORE_FLAGS,
};

const command command_compile = {
    .name = "compile",
    .summary = "print the compiled game",
    .usage = "GAME [--emit json|bytecode|visual] [-o FILE]",
    .examples = "  ludoforge compile my-game.game-spec.md -o my-game.json\n"
                "  ludoforge compile my-game.game-spec.md --emit bytecode | less\n",
    .details = "The JSON is canonical: the same bytes for the same rules. It can be used as GAME.\n"
               "`visual` is how the game looks: its visual.yaml, with a place for every space.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(compile_options),
    .run = run,
};
