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
        complain("an image is binary. Write it to a file with -o.");
        return EXIT_USAGE;
    }
    size_t size;
    char *bytes = lf_game_image(game, &size);
    const int status = bytes != NULL ? write_bytes(output, bytes, size) : EXIT_BAD;
    if (bytes == NULL)
        complain(LF_NO_MEMORY);
    lf_string_free(bytes);
    return status;
}

static int emit(const lf_game *game, const char *path, size_t form, const char *output) {
    if (forms[form].print == NULL)
        return emit_image(game, output);
    char *text = forms[form].print(game, path);
    const int status = text != NULL ? write_output(output, text) : EXIT_BAD;
    if (text == NULL)
        complain("this form cannot be written: see the errors above, or memory has run out.");
    lf_string_free(text);
    return status;
}

static int run_compile(const arguments *given, const void *options) {
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
    OUTPUT_FLAG(compile_options, "FILE", "write to a file"),
    NO_MORE_FLAGS,
};

const command command_compile = {
    .name = "compile",
    .summary = "print a compiled game: JSON, bytecode, C, an image",
    .usage = "GAME [flags]",
    .examples = "  ludoforge compile {game} -o {game}.json\n"
                "  ludoforge compile {game} --emit bytecode\n"
                "  ludoforge compile {game} --emit image -o {game}.lfi\n",
    .details = "  json      the GameDef: the same bytes for the same rules; can be used as GAME\n"
               "  bytecode  a disassembly\n"
               "  c         the program as C, as `build` compiles it\n"
               "  visual    the visual data, with a place for every space\n"
               "  describe  everything that a client shows, as JSON\n"
               "  image     loads without the compiler; can be used as GAME\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(compile_options),
    .run = run_compile,
};
