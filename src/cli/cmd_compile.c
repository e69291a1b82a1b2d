/* cmd_compile.c: `compile`: prints the compiled game, as JSON, as a disassembly or as an image. */
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

static char *as_description(const lf_game *game, const char *path) {
    (void)path;
    return lf_describe(game);
}

static char *as_bytecode(const lf_game *game, const char *path) {
    (void)path;
    return lf_game_disassembly(game);
}

static char *as_c(const lf_game *game, const char *path) {
    (void)path;
    return lf_game_c(game);
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
    char *(*print)(const lf_game *, const char *path); /* NULL: an image, which is no text */
} forms[] = {{"json", as_json},     {"bytecode", as_bytecode},    {"c", as_c},
             {"visual", as_visual}, {"describe", as_description}, {"image", NULL}};

/* An image is bytes, which a terminal would take for commands. */
static int emit_image(const lf_game *game, const char *output) {
    if (output == NULL && is_terminal(stdout)) {
        complain("an image is no text; write it to a file with -o.");
        return EXIT_USAGE;
    }
    size_t size;
    char *bytes = lf_game_image(game, &size);
    const int status = bytes != NULL ? write_bytes(output, bytes, size) : EXIT_BAD;
    if (bytes == NULL)
        complain("out of memory");
    lf_string_free(bytes);
    return status;
}

static int emit(const lf_game *game, const char *path, size_t form, const char *output) {
    if (forms[form].print == NULL)
        return emit_image(game, output);
    char *text = forms[form].print(game, path);
    const int status = text != NULL ? write_output(output, text) : EXIT_BAD;
    if (text == NULL)
        complain("nothing was printed");
    lf_string_free(text);
    return status;
}

static int run(const arguments *given, const void *options) {
    const compile_options *o = options;
    size_t form = 0;
    while (form < sizeof forms / sizeof *forms && strcmp(o->emit, forms[form].name) != 0)
        form++;
    if (form == sizeof forms / sizeof *forms) {
        complain("--emit takes json, bytecode, c, visual, describe or image, not \"%s\".", o->emit);
        return EXIT_USAGE;
    }
    int status = EXIT_USAGE;
    char path[LF_PATH_BYTES];
    lf_game *game = game_locate(given->at[0], path) ? game_open(given->at[0], &status) : NULL;
    if (game == NULL)
        return status;
    status = emit(game, path, form, o->output);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"emit", FLAG_TEXT, offsetof(compile_options, emit), "WHAT",
     "json (the default), bytecode, c, visual, describe or image", 0, 0},
    {"o", FLAG_TEXT, offsetof(compile_options, output), "FILE", "write to a file", 0, 0},
    NO_MORE_FLAGS,
};

const command command_compile = {
    .name = "compile",
    .summary = "print the compiled game",
    .usage = "GAME [--emit json|bytecode|c|visual|describe|image] [-o FILE]",
    .examples = "  ludoforge compile my-game.game-spec.md -o my-game.json\n"
                "  ludoforge compile my-game.game-spec.md --emit bytecode | less\n"
                "  ludoforge compile my-game.game-spec.md --emit image -o my-game.lfi\n",
    .details =
        "The JSON is canonical: the same bytes for the same rules. It can be used as GAME.\n"
        "An image loads in a moment, without the compiler, and can be used as GAME as well.\n"
        "`c` is the program as C, which `build` compiles; it includes ludoforge_native.h.\n"
        "`describe` is everything about the game that a client shows, as JSON.\n"
        "`visual` is how the game looks: its visual.yaml, with a place for every space.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(compile_options),
    .run = run,
};
