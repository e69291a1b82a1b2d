/* cmd_help.c: `help` and `version`, and how help is laid out: examples first, then what there
 * is. */
#include <string.h>

#include "cli.h"
#include "ludoforge_agents.h"
#include "tool/sim/ranks/ranks.h"

static void print_flag(const flag *f, FILE *out) {
    char spelled[64];
    snprintf(spelled, sizeof spelled, "%s%s%s%s", f->name[1] ? "--" : "-", f->name,
             f->argument ? " " : "", f->argument ? f->argument : "");
    fprintf(out, "  %-22s %s\n", spelled, f->help);
}

void command_print_help(const command *c, FILE *out) {
    fprintf(out, "ludoforge %s: %s\n\nExamples:\n%s\nUsage: ludoforge %s %s\n\nFlags:\n", c->name,
            c->summary, c->examples, c->name, c->usage);
    for (const flag *f = c->flags; f != NULL && f->name; f++)
        print_flag(f, out);
    fprintf(out, "  %-22s %s\n", "--native[=MODE]",
            "native code: yes (build it if need be), no, auto (if it is built)");
    fprintf(out, "  %-22s %s\n  %-22s %s\n", "--no-input", "never ask", "--help", "print this");
    if (c->details)
        fprintf(out, "\n%s", c->details);
    if (c->more)
        c->more(out);
}

void print_agent_names(FILE *out) {
    fputs("\nAgents:\n", out);
    const char *name, *line;
    for (int i = 0; (name = lf_agent_name(i, &line)) != NULL; i++)
        fprintf(out, "  %-10s %s\n", name, line);
    fputs("Settings stand behind a colon, as in hard:2s or mcts:5000,searchers=2.\n", out);
}

void program_print_help(FILE *out) {
    fputs("ludoforge plays, tests and measures board games whose rules are data.\n\n"
          "Examples:\n"
          "  ludoforge check my-game.game-spec.md           what is wrong with the rules\n"
          "  ludoforge test my-game.game-spec.md            run the rule cases\n"
          "  ludoforge play my-game.game-spec.md            play in the terminal\n"
          "  ludoforge sim my-game.game-spec.md --games 1000\n\n"
          "Usage: ludoforge COMMAND [ARGUMENT ...]\n\nCommands:\n",
          out);
    const command *c;
    for (int i = 0; (c = command_at(i)); i++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\nGAME is the path of a .game-spec.md (or compiled .json) file or the name of a bundled "
          "game.\n"
          "`ludoforge help COMMAND` tells more about a command.\n",
          out);
}

static int run_help(const arguments *given, const void *options) {
    (void)options;
    if (given->count == 0) {
        program_print_help(stdout);
        return EXIT_GOOD;
    }
    const command *c = command_find(given->at[0]);
    if (c != NULL) {
        command_print_help(c, stdout);
        return EXIT_GOOD;
    }
    const char *near = command_suggest(given->at[0]);
    complain("there is no command \"%s\".%s%s%s", given->at[0],
             near != NULL ? " Did you mean " : "", near != NULL ? near : "",
             near != NULL ? "?" : "");
    return EXIT_USAGE;
}

static int run_version(const arguments *given, const void *options) {
    (void)given;
    (void)options;
    printf("ludoforge %s\n%s\n", lf_version(), ranks_support());
    return EXIT_GOOD;
}

const command command_help = {
    .name = "help",
    .summary = "print help on the program or on a command",
    .usage = "[COMMAND]",
    .examples = "  ludoforge help\n  ludoforge help sim\n",
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
