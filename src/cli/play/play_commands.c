/* play_commands.c: the commands of `play`: looking at things, taking back, keeping. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/session/files.h"
#include "play.h"

#define SAVE_BYTES_MAX ((size_t)256 << 20)
#define LOG_LINES 20

/* ---- looking ------------------------------------------------------------------------------------------------ */

static void do_choices(play_table *t, const char *argument) {
    (void)argument;
    print_decision(t, 0);
}

void no_such(const play_table *t, const char *what, lf_catalogue of, const char *name) {
    static const char *labels[4096];
    int count = 0;
    for (; count < lf_count(t->game, of) && count < (int)(sizeof labels / sizeof *labels) - 1; count++)
        labels[count] = lf_label(t->game, of, count);
    labels[count] = NULL;
    const char *near = count > 0 ? lf_suggest(name, labels) : NULL;
    fprintf(t->out, "There is no %s \"%s\", or several are called so.%s%s%s\n", what, name,
            near != NULL ? " Did you mean " : "", near != NULL ? near : "", near != NULL ? "?" : "");
}

static void do_board(play_table *t, const char *argument) {
    const bool all = strcmp(argument, "all") == 0;
    const int zone = *argument && !all ? find_by_part(t->game, LF_OF_ZONES, argument) : -1;
    if (zone >= 0)
        print_space(t, zone);
    else if (*argument && !all)
        no_such(t, "space", LF_OF_ZONES, argument);
    else
        print_board(t, all);
}

static void do_map(play_table *t, const char *argument) {
    if (*argument == '\0')
        print_map(t);
    else if (!print_region(t, argument))
        fprintf(t->out, "There is no region \"%s\"; map shows all.\n", argument);
}

static void do_scores(play_table *t, const char *argument) {
    (void)argument;
    print_situation(t, false);
}

static void do_card(play_table *t, const char *argument) {
    print_cards(t, argument);
}

static void do_cards(play_table *t, const char *argument) {
    (void)argument;
    print_stacks(t);
}

static void do_log(play_table *t, const char *argument) {
    const size_t count = log_size(t);
    char *end;
    const size_t lines = *argument ? (size_t)strtoul(argument, &end, 10) : LOG_LINES;
    if (strcmp(argument, "all") == 0)
        print_log(t, 0);
    else if (strcmp(argument, "turn") == 0)
        print_log(t, log_turn_start(t));
    else if (*argument == '\0' || *end == '\0')
        print_log(t, lines < count ? count - lines : 0);
    else if (!print_log_about(t, argument))
        fprintf(t->out, "log takes turn, all, a number of lines, a space or a seat, not \"%s\".\n", argument);
}

/* ---- taking back, advice ---------------------------------------------------------------------------------------- */

static void do_undo(play_table *t, const char *argument) {
    lf_error error;
    (void)argument;
    if (session_undo(&t->session, &error)) {
        say(t, "Taken back.");
        t->shown = log_size(t);
        if (!t->screen)
            print_turn(t);
    } else {
        say(t, error.message);
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
    agent_begin(&adviser, lf_decider(state_of(t)), HINT_SEED);
    const int option = agent_choose(&adviser, state_of(t));
    agent_close(&adviser);
    if (option >= 0 && option < c.count)
        fprintf(t->out, "For the margin right after it: %s\n", c.at[option].label);
    close_choice(&c);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

bool save_game(const play_table *t, const char *path, lf_error *error) {
    json_t *save = session_to_json(&t->session);
    char *text = save != NULL ? json_dumps(save, JSON_INDENT(1)) : NULL;
    const bool good = text != NULL ? file_write(path, text, strlen(text), error)
                                   : fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    free(text);
    json_decref(save);
    return good;
}

bool load_game(play_table *t, const char *path, lf_error *error) {
    json_t *save = file_read_json(path, SAVE_BYTES_MAX, error);
    const bool good = save != NULL && session_from_json(&t->session, save, error);
    json_decref(save);
    if (good) {
        t->shown = log_size(t);
        forget_table(t);
        note_loaded(t, path);
    }
    return good;
}

static void do_save(play_table *t, const char *argument) {
    lf_error error;
    if (*argument == '\0') {
        say(t, "save needs the name of a file: save my-game.json");
    } else if (save_game(t, argument, &error)) {
        fprintf(t->out, "Saved to %s.\n", argument);
        t->safe = lf_hash(state_of(t));
    } else {
        say(t, error.message);
    }
}

static void do_load(play_table *t, const char *argument) {
    lf_error error;
    if (*argument == '\0') {
        say(t, "load needs the name of a file: load my-game.json");
    } else if (load_game(t, argument, &error)) {
        fprintf(t->out, "Loaded %s.\n", argument);
        if (!t->screen)
            print_board(t, false);
    } else {
        say(t, error.message);
    }
}

static void do_quit(play_table *t, const char *argument) {
    (void)argument;
    t->left = true;
}

/* ---- the table of them ------------------------------------------------------------------------------------------- */

static void do_help(play_table *t, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(play_table *, const char *argument);
} words[] = {
    {"?", "", "all options of the pending decision", do_choices},
    {"board", "[SPACE | all]", "the table, or a space; all: with the values that are as at first", do_board},
    {"map", "[REGION]", "the spaces, or those of a region", do_map},
    {"scores", "", "how the seats stand", do_scores},
    {"card", "[NAME]", "what is printed on a card, or on those that lie open", do_card},
    {"cards", "", "where the cards lie", do_cards},
    {"log", "[turn | all | N | SPACE | SEAT]", "what happened", do_log},
    {"undo", "", "take your last decision back", do_undo},
    {"hint", "", "what the greedy agent would do", do_hint},
    {"save", "FILE", "keep the game", do_save},
    {"load", "FILE", "go on with a kept game", do_load},
    {"help", "", "this", do_help},
    {"quit", "", "leave; the game is kept", do_quit},
};

enum { WORDS = sizeof words / sizeof words[0] };

static void do_help(play_table *t, const char *argument) {
    (void)argument;
    print_paragraph(
        t, "",
        "Type the key of an option, its name, or as much of it or of a word in it as is clear. Or:", 0);
    for (int i = 0; i < WORDS; i++) {
        char head[80];
        snprintf(head, sizeof head, "  %s %s", words[i].name, words[i].argument);
        flow f;
        flow_begin(&f, t, head, 22, " ");
        fprintf(t->out, "%s%s", f.column > 22 ? " " : "", words[i].help);
        flow_end(&f);
    }
    say(t, "A colon in front always means a command: `:log`.");
}

const char *command_word(int index) {
    return index < WORDS ? words[index].name : NULL;
}

bool run_command(play_table *t, const char *line) {
    const size_t length = strcspn(line, " \t");
    for (int i = 0; i < WORDS; i++) {
        if (strlen(words[i].name) == length && strncasecmp(words[i].name, line, length) == 0) {
            words[i].run(t, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}
