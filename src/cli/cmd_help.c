/* cmd_help.c: `help` and `version`, and the layout of help: examples, usage, flags, details. */
#include <stdlib.h>
#include <string.h>

#include "game_list.h"
#include "ludoforge_agents.h"
#include "tool/sim/ranks/ranks.h"

#define FLAG_COLUMN 22
#define AGENT_COLUMN 10

/* A name in a column, and its help in lines beside it. */
void print_help_row(FILE *out, const char *spelled, int column, const char *help) {
    char *text = NULL;
    size_t size = 0;
    FILE *const lines = open_memstream(&text, &size);
    if (lines == NULL)
        return;
    print_wrapped_to(lines, help, (size_t)(80 - column - 3));
    if (fclose(lines) == 0)
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"), spelled = "")
            fprintf(out, "  %-*s %s\n", column, spelled, line);
    free(text);
}

static void print_flag(const flag *f, FILE *out) {
    char spelled[64];
    snprintf(spelled, sizeof spelled, "%s--%s%s%s", strcmp(f->name, "output") == 0 ? "-o, " : "",
             f->name, f->argument ? " " : "", f->argument ? f->argument : "");
    print_help_row(out, spelled, FLAG_COLUMN, f->help);
}

static bool writes_files(const command *c) {
    for (const flag *f = c->flags; f != NULL && f->name; f++)
        if (f->kind == FLAG_OUTPUT)
            return true;
    return false;
}

/* ---- examples ---- */

/* Prints a text in which {game} stands for a bundled game, {seat} for a seat of it, and so on. */
static void print_examples(FILE *out, const char *text) {
    for (const char *open; (open = strchr(text, '{')) != NULL;) {
        char key[EXAMPLE_BYTES], value[EXAMPLE_BYTES];
        const size_t length = strcspn(open, "}");
        snprintf(key, sizeof key, "%.*s", (int)length - 1, open + 1);
        const bool is_key = open[length] == '}' && strspn(key, "abcdefghijklmnopqrstuvwxyz") > 0 &&
                            key[strspn(key, "abcdefghijklmnopqrstuvwxyz")] == '\0';
        if (is_key)
            example_value(key, value);
        fprintf(out, "%.*s%s", (int)(open - text), text, is_key ? value : "{");
        text = is_key ? open + length + 1 : open + 1;
    }
    fputs(text, out);
}

/* ---- help ---- */

void command_print_help(const command *c, FILE *out) {
    fprintf(out, "ludoforge %s: %s\n\nExamples:\n", c->name, c->summary);
    print_examples(out, c->examples);
    fprintf(out, "\nUsage: ludoforge %s %s\n\nFlags:\n", c->name, c->usage);
    for (const flag *f = c->flags; f != NULL && f->name; f++)
        print_flag(f, out);
    if (writes_files(c))
        print_help_row(out, "--force", FLAG_COLUMN, "overwrite files that exist");
    print_help_row(
        out, "--native[=MODE]", FLAG_COLUMN,
        "native code: yes (build it if needed), no, or auto (use it if built; the default)");
    print_help_row(out, "--no-input", FLAG_COLUMN, "never ask");
    print_help_row(out, "-q, --quiet", FLAG_COLUMN, "no progress, no notes");
    print_help_row(out, "-h, --help", FLAG_COLUMN, "print this help");
    if (c->details) {
        fputc('\n', out);
        print_wrapped(out, c->details);
    }
    if (c->more)
        c->more(out);
}

void print_agent_names(FILE *out) {
    fputs("\nAgents:\n", out);
    const char *name, *line;
    for (int i = 0; (name = lf_agent_name(i, &line)) != NULL; i++)
        print_help_row(out, name, AGENT_COLUMN, line);
    fputs("Settings follow a colon: hard:2s, mcts:5000,searchers=2.\n", out);
}

void program_print_help(FILE *out) {
    print_examples(out, "ludoforge plays, tests and measures board games whose rules are data.\n\n"
                        "Examples:\n"
                        "  ludoforge                  # choose a game from a menu\n"
                        "  ludoforge serve            # play in a browser\n"
                        "  ludoforge play {game} --seat {seat}=normal\n"
                        "  ludoforge new my-game      # start a game of your own\n"
                        "  ludoforge sim {game} --games 1000\n\n"
                        "Usage: ludoforge COMMAND [ARGUMENT ...]\n\nCommands:\n");
    const command *c;
    for (int i = 0; (c = command_at(i)); i++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    print_wrapped(out, "\nGAME is the name of a bundled game (`ludoforge games` lists them) or the "
                       "path of a .game-spec.md file or a compiled game.\n"
                       "\n`ludoforge help COMMAND` explains a command, `ludoforge help exit-codes` "
                       "the exit codes.\n");
}

static void print_exit_codes(void) {
    print_wrapped(
        stdout, "Every command exits with one of these codes:\n\n"
                "    0  It is done.\n"
                "    1  What was asked about failed, or could not be done: an error in the\n"
                "       rules, a rule case that fails, a replay that differs, a find of fuzz,\n"
                "       a file that cannot be read or written.\n"
                "    2  Usage error: an unknown command, flag, game, seat or agent, or a file\n"
                "       that exists. Nothing was done.\n"
                "  130  A signal (Ctrl-C) stopped it early. What was done is reported, with\n"
                "       \"stopped\": true in JSON. play and serve, which a signal may end at any\n"
                "       time, exit with 0.\n");
}

static int run_help(const arguments *given, const void *options) {
    (void)options;
    const command *const c = given->count > 0 ? command_find(given->at[0]) : NULL;
    if (given->count == 0)
        program_print_help(stdout);
    else if (c != NULL)
        command_print_help(c, stdout);
    else if (strcmp(given->at[0], "exit-codes") == 0)
        print_exit_codes();
    else
        return complain_unknown_command(given->at[0]);
    return EXIT_GOOD;
}

static int run_version(const arguments *given, const void *options) {
    (void)given;
    (void)options;
    printf("ludoforge %s\n%s\n", lf_version(), ranks_support());
    return EXIT_GOOD;
}

const command command_help = {
    .name = "help",
    .summary = "explain a command, or the exit codes",
    .usage = "[COMMAND | exit-codes]",
    .examples = "  ludoforge help\n  ludoforge help sim\n  ludoforge help exit-codes\n",
    .most = 1,
    .run = run_help,
};

const command command_version = {
    .name = "version",
    .summary = "print the version",
    .usage = "",
    .examples = "  ludoforge version\n",
    .run = run_version,
};
