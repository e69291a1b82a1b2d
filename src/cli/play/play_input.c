/* play_input.c: shows the pending decision of `play`, and understands what people type.
 *
 * A line is tried in this order: an option exactly (its number, id or label), a command, the beginning of an
 * option. So no game can take `undo` away by accident, and a colon in front always means a command. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/session/files.h"
#include "play.h"

#define OPTIONS_SHOWN 48
#define LABEL_COLUMN_MAX 36
#define SAVE_BYTES_MAX ((size_t)256 << 20)
#define LOG_LINES 20

enum { NO_OPTION = -1, SEVERAL_OPTIONS = -2 };

/* The pending decision; close_choice frees it. Without memory there is nothing to choose, and the rest copes. */
typedef struct {
    lf_decision *decision;
    const lf_choice *at;
    int count;
    bool numbers; /* the options are numbers themselves, so they are not numbered */
} choice;

static void open_choice(const play_table *t, choice *c) {
    lf_decision *decision = lf_decision_new(t->session.state);
    *c = (choice){.decision = decision};
    if (decision == NULL)
        return;
    c->at = decision->options;
    c->count = decision->count;
    for (int i = 0; i < c->count; i++)
        c->numbers |= c->at[i].kind == LF_OPTION_NUMBER;
}

static void close_choice(choice *c) {
    lf_decision_free(c->decision);
    *c = (choice){0};
}

/* ---- showing it -------------------------------------------------------------------------------------------- */

static void print_options(const play_table *t, const choice *c, bool all) {
    size_t widest = 0;
    int shown = all || c->count <= OPTIONS_SHOWN ? c->count : OPTIONS_SHOWN;
    for (int i = 0; i < shown; i++) {
        size_t width = text_width(c->at[i].label);
        widest = width > widest ? width : widest;
    }
    int cell = (int)widest + 8;
    int columns = widest > LABEL_COLUMN_MAX || shown <= 4 ? 1 : t->width / cell;
    for (int i = 0; i < shown; i++) {
        int pad = (i + 1) % (columns > 0 ? columns : 1) == 0 || i + 1 == shown
                      ? 0
                      : (int)(widest - text_width(c->at[i].label)) + 2;
        if (c->numbers)
            printf("      %s%*s", c->at[i].label, pad, "");
        else
            printf(" %s%4d%s %s%*s", paint_strong(t), i + 1, paint_off(t), c->at[i].label, pad, "");
        if (pad == 0)
            putchar('\n');
        if (pad == 0 && c->at[i].text != NULL && c->at[i].text[0] != '\0')
            print_paragraph(t, "", c->at[i].text, 6);
    }
    if (shown < c->count)
        printf("      … and %d more; ? shows all\n", c->count - shown);
}

void print_decision(const play_table *t, bool all) {
    choice c;
    open_choice(t, &c);
    const lf_seat seat = lf_decider(t->session.state);
    printf("\n%s%s%s: %s\n", paint_seat(t, seat), lf_label(t->game, LF_OF_SEATS, seat), paint_off(t),
           c.decision != NULL ? c.decision->prompt : "");
    print_options(t, &c, all);
    close_choice(&c);
}

/* ---- finding options ------------------------------------------------------------------------------------------ */

static int find_exactly(const choice *c, const char *text) {
    for (int i = 0; i < c->count; i++) {
        if (strcasecmp(c->at[i].id, text) == 0 || strcasecmp(c->at[i].label, text) == 0)
            return i;
    }
    char *end;
    long number = strtol(text, &end, 10);
    if (!c->numbers && end != text && !*end && number >= 1 && number <= c->count)
        return (int)number - 1;
    return NO_OPTION;
}

static int find_by_beginning(const choice *c, const char *text) {
    int found = NO_OPTION;
    size_t length = strlen(text);
    for (int i = 0; i < c->count; i++) {
        if (strncasecmp(c->at[i].id, text, length) == 0 || strncasecmp(c->at[i].label, text, length) == 0) {
            if (found != NO_OPTION)
                return SEVERAL_OPTIONS;
            found = i;
        }
    }
    return found;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static void do_choices(play_table *t, const char *argument) {
    (void)argument;
    print_decision(t, true);
}

static void do_board(play_table *t, const char *argument) {
    print_board(t, strcmp(argument, "all") == 0);
}

static void do_card(play_table *t, const char *argument) {
    print_cards(t, argument);
}

static void do_log(play_table *t, const char *argument) {
    size_t count = t->session.log_count, lines = LOG_LINES;
    if (strcmp(argument, "all") == 0)
        lines = count;
    else if (*argument)
        lines = (size_t)strtoul(argument, NULL, 10);
    print_log(t, lines < count ? count - lines : 0);
}

static void do_undo(play_table *t, const char *argument) {
    lf_error error;
    (void)argument;
    if (session_undo(&t->session, &error)) {
        puts("Taken back.");
        t->shown = t->session.log_count;
        print_turn(t);
    } else {
        puts(error.message);
    }
}

bool save_game(const play_table *t, const char *path, lf_error *error) {
    json_t *save = session_to_json(&t->session);
    char *text = save ? json_dumps(save, JSON_INDENT(1)) : NULL;
    bool good =
        text ? file_write(path, text, strlen(text), error) : fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    free(text);
    json_decref(save);
    return good;
}

static void do_save(play_table *t, const char *argument) {
    lf_error error;
    if (!*argument)
        puts("save needs the name of a file: save my-game.json");
    else if (save_game(t, argument, &error)) {
        printf("Saved to %s.\n", argument);
        t->safe = lf_hash(t->session.state);
    } else
        puts(error.message);
}

bool load_game(play_table *t, const char *path, lf_error *error) {
    json_t *save = file_read_json(path, SAVE_BYTES_MAX, error);
    bool good = save && session_from_json(&t->session, save, error);
    json_decref(save);
    if (good) {
        t->shown = t->session.log_count;
        note_loaded(t, path);
    }
    return good;
}

static void do_load(play_table *t, const char *argument) {
    lf_error error;
    if (!*argument) {
        puts("load needs the name of a file: load my-game.json");
    } else if (load_game(t, argument, &error)) {
        printf("Loaded %s.\n", argument);
        print_board(t, false);
    } else {
        puts(error.message);
    }
}

/* Luck that came from the state itself (its hash, its generator) would tell of hidden cards. */
#define HINT_SEED 1

static void do_hint(play_table *t, const char *argument) {
    choice c;
    agent adviser;
    (void)argument;
    open_choice(t, &c);
    agent_open(&adviser, &agent_greedy);
    agent_begin(&adviser, lf_decider(t->session.state), HINT_SEED);
    int option = agent_choose(&adviser, t->session.state);
    agent_close(&adviser);
    if (option >= 0 && option < c.count)
        printf("For the margin right after it: %s\n", c.at[option].label);
    close_choice(&c);
}

static void do_quit(play_table *t, const char *argument) {
    (void)argument;
    t->left = true;
}

static void do_help(play_table *t, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(play_table *, const char *argument);
} words[] = {
    {"?", "", "all options of the pending decision", do_choices},
    {"board", "[all]", "the table; all: with the values that are as at first", do_board},
    {"card", "[NAME]", "what is printed on a card, or on those that lie open", do_card},
    {"log", "[N | all]", "what happened last", do_log},
    {"undo", "", "take your last decision back", do_undo},
    {"hint", "", "what the greedy agent would do", do_hint},
    {"save", "FILE", "keep the game", do_save},
    {"load", "FILE", "go on with a kept game", do_load},
    {"help", "", "this", do_help},
    {"quit", "", "leave", do_quit},
};

enum { WORDS = sizeof words / sizeof words[0] };

static void do_help(play_table *t, const char *argument) {
    (void)t;
    (void)argument;
    puts("Type the number of an option, its name, or as much of it as is clear. Or:");
    for (int i = 0; i < WORDS; i++)
        printf("  %-5s %-10s %s\n", words[i].name, words[i].argument, words[i].help);
    puts("A colon in front always means a command: `:log`.");
}

/* Runs the command that the line is, if it is one. */
static bool run_word(play_table *t, const char *line) {
    size_t length = strcspn(line, " \t");
    for (int i = 0; i < WORDS; i++) {
        if (strlen(words[i].name) == length && strncasecmp(words[i].name, line, length) == 0) {
            words[i].run(t, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}

/* ---- a line ---------------------------------------------------------------------------------------------------------- */

static void puzzled(const choice *c, const char *text) {
    static const char *names[LF_OPTIONS_MAX + WORDS + 1];
    int count = 0;
    for (int i = 0; i < c->count; i++)
        names[count++] = c->at[i].label;
    for (int i = 0; i < WORDS; i++)
        names[count++] = words[i].name;
    names[count] = NULL;
    const char *near = lf_suggest(text, names);
    if (near)
        printf("\"%s\" is no option here. Did you mean %s?\n", text, near);
    else
        printf("\"%s\" is no option here. ? shows the options, help the commands.\n", text);
}

static void take(play_table *t, int option) {
    lf_error error;
    if (!session_apply(&t->session, option, false, &error))
        printf("The rules failed: %s\nThe decision was not carried out.\n", error.message);
}

static void obey_trimmed(play_table *t, const char *text) {
    choice c;
    if (text[0] == ':') {
        if (!run_word(t, text + 1))
            printf("There is no command \"%s\"; help lists them.\n", text + 1);
        return;
    }
    open_choice(t, &c);
    int option = find_exactly(&c, text);
    const bool obeyed = option == NO_OPTION && run_word(t, text);
    if (option == NO_OPTION && !obeyed)
        option = find_by_beginning(&c, text);
    if (option == SEVERAL_OPTIONS)
        printf("Several options begin with \"%s\".\n", text);
    else if (option == NO_OPTION && !obeyed)
        puzzled(&c, text);
    close_choice(&c);
    if (option >= 0)
        take(t, option);
}

void obey(play_table *t, const char *line) {
    char text[1024];
    line += strspn(line, " \t\r\n");
    snprintf(text, sizeof text, "%s", line);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    if (length > 0)
        obey_trimmed(t, text);
}
