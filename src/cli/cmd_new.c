/* cmd_new.c: `new`: writes a small complete game with rule cases, as a starting point. The
 * templates come from data/templates, which the build embeds; their id and name are replaced. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "templates.h"

#define NAME_BYTES 64
#define LIKE_DEFAULT "grid"

typedef struct {
    const char *like;
} new_options;

/* ---- names ----------------------------------------------------------------------------------- */

/* Lower-case letters, digits and single dashes between them, as the id of a game is. */
static bool is_id(const char *name) {
    const size_t length = strlen(name);
    bool good = length > 0 && length < NAME_BYTES && islower((unsigned char)name[0]);
    for (size_t i = 0; i < length; i++) {
        const bool dash = name[i] == '-' && i + 1 < length && name[i + 1] != '-';
        good = good && (islower((unsigned char)name[i]) || isdigit((unsigned char)name[i]) || dash);
    }
    return good;
}

/* "my-first-game" → "My first game". */
static void title_of(const char *id, char title[NAME_BYTES]) {
    snprintf(title, NAME_BYTES, "%s", id);
    for (char *c = title; *c != '\0'; c++)
        *c = *c == '-' ? ' ' : *c;
    title[0] = (char)toupper((unsigned char)title[0]);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The text with the first line that begins with `start` replaced by that and `value`; NULL when
 * memory has run out. Takes the text over. */
static char *with_line(char *text, const char *start, const char *value) {
    char *at = text != NULL ? strstr(text, start) : NULL;
    if (at == NULL)
        return text;
    const size_t before = (size_t)(at - text) + strlen(start);
    const char *rest = strchr(at + strlen(start), '\n');
    const size_t size = before + strlen(value) + strlen(rest) + 1;
    char *made = malloc(size);
    if (made != NULL)
        snprintf(made, size, "%.*s%s%s", (int)before, text, value, rest);
    free(text);
    return made;
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    complain("cannot create the folder %s: %s.", path, strerror(errno));
    return false;
}

/* Existing files are never overwritten. */
static bool is_free(const char *path) {
    struct stat there;
    if (stat(path, &there) != 0)
        return true;
    complain("%s already exists. Choose another name, or move it away.", path);
    return false;
}

static int write_game(const game_template *like, const char *id) {
    char spec[LF_PATH_BYTES], folder[LF_PATH_BYTES], cases[LF_PATH_BYTES], file[LF_PATH_BYTES],
        title[NAME_BYTES];
    title_of(id, title);
    snprintf(spec, sizeof spec, "%s.game-spec.md", id);
    snprintf(folder, sizeof folder, "%s", id);
    snprintf(cases, sizeof cases, "%s/cases", id);
    snprintf(file, sizeof file, "%s/cases/rules.md", id);
    if (!is_free(spec) || !is_free(file))
        return EXIT_USAGE;
    char *text = strdup(like->spec);
    text = with_line(text, "# ", title);
    text = with_line(text, "\n  id: ", id);
    text = with_line(text, "\n  name: ", title);
    if (text == NULL)
        complain(LF_NO_MEMORY);
    int status = text == NULL ? EXIT_BAD : write_output(spec, text);
    free(text);
    if (status == EXIT_GOOD && !(make_folder(folder) && make_folder(cases)))
        status = EXIT_BAD;
    if (status == EXIT_GOOD)
        status = write_output(file, like->cases);
    if (status == EXIT_GOOD)
        printf("%s  the rules\n%s  rule cases\n\nNext:\n  ludoforge check %s\n"
               "  ludoforge test %s\n  ludoforge play %s\n",
               spec, file, spec, spec, spec);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static const game_template *find_template(const char *name) {
    const char *names[16] = {NULL};
    for (int i = 0; game_templates[i].name != NULL; i++) {
        if (strcmp(game_templates[i].name, name) == 0)
            return &game_templates[i];
        if (i + 1 < (int)(sizeof names / sizeof *names))
            names[i] = game_templates[i].name;
    }
    complain_unknown("template", name, names, true);
    return NULL;
}

static int run_new(const arguments *given, const void *options) {
    const new_options *o = options;
    const char *id = given->at[0];
    if (!is_id(id)) {
        complain("\"%s\" is not a valid id. Use lower-case letters, digits and single dashes, "
                 "starting with a letter; at most %d characters.",
                 id, NAME_BYTES - 1);
        return EXIT_USAGE;
    }
    const game_template *like = find_template(o->like != NULL ? o->like : LIKE_DEFAULT);
    return like != NULL ? write_game(like, id) : EXIT_USAGE;
}

static const flag flags[] = {
    {"like", FLAG_TEXT, offsetof(new_options, like), "KIND",
     "template: grid, cards, dice or war (default " LIKE_DEFAULT ")", 0, 0},
    NO_MORE_FLAGS,
};

const command command_new = {
    .name = "new",
    .summary = "start a game of your own from a small one that works",
    .usage = "NAME [--like grid|cards|dice|war]",
    .examples = "  ludoforge new my-game\n  ludoforge new my-cards --like cards\n",
    .details =
        "Writes NAME.game-spec.md and NAME/cases/rules.md to the current folder. Existing files "
        "are never overwritten. docs/tutorial builds each template step by step.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .options_size = sizeof(new_options),
    .run = run_new,
};
