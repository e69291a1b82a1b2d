/* play_commands.c: the commands of `play`. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "play_lesson.h"

#define LOG_TURNS 10
#define FORCE "--force "

/* ---- looking --------------------------------------------------------------------------------- */

static void do_choices(play_table *t, const char *argument) {
    (void)argument;
    print_decision(t, 0);
}

void no_such(const play_table *t, const char *what, lf_catalogue of, const char *name) {
    static const char *labels[4096];
    int count = 0;
    bool several = false;
    for (; count < lf_count(t->game, of) && count < (int)(sizeof labels / sizeof *labels) - 1;
         count++) {
        labels[count] = lf_label(t->game, of, count);
        several |= begins_like(labels[count], name, true);
    }
    labels[count] = NULL;
    const char *near = count > 0 ? lf_suggest(name, labels) : NULL;
    fprintf(t->out, "%s %s matches \"%s\".%s%s%s\n", several ? "More than one" : "No", what, name,
            near != NULL && !several ? " Did you mean " : "", near != NULL && !several ? near : "",
            near != NULL && !several ? "?" : "");
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
        fprintf(t->out, "No region matches \"%s\". Type map to see all.\n", argument);
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
    const size_t lines = (size_t)strtoul(argument, &end, 10);
    if (count == 0)
        say(t, "Nothing has happened yet.");
    else if (*argument == '\0')
        print_turns(t, LOG_TURNS);
    else if (strcmp(argument, "all") == 0)
        print_log(t, 0);
    else if (strcmp(argument, "turn") == 0)
        print_log(t, log_turn_start(t));
    else if (*end == '\0')
        print_log(t, lines < count ? count - lines : 0);
    else if (!print_log_about(t, argument))
        fprintf(t->out,
                "\"%s\" is not a seat or space. log takes turn, all, a number of lines, a seat or "
                "a space.\n",
                argument);
}

static void do_rule(play_table *t, const char *argument) {
    (void)argument;
    char *text = lf_rule_text(state_of(t));
    char *const gap = text != NULL ? strstr(text, "\n\n") : NULL;
    if (gap != NULL) {
        *gap = '\0';
        heading(t, text);
    }
    if (text != NULL && *text != '\0')
        print_paragraph(t, "", gap != NULL ? gap + 2 : text, 0);
    else
        say(t, "No rule text.");
    lf_string_free(text);
}

static void do_why(play_table *t, const char *argument) {
    if (*argument == '\0')
        say(t, "why needs the key or name of an option, action, space or card.");
    else
        print_why(t, argument);
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* Does not print as news what undo or redo changed. */
static void went_back(play_table *t, lf_status status, const lf_error *error, const char *message) {
    const lf_seat seat = lf_decider(state_of(t));
    if (status != LF_OK) {
        say(t, error->message);
        return;
    }
    say(t, message);
    t->shown = log_size(t);
    /* another seat is shown the table anyway */
    if (!t->screen && seat == t->shown_to && table_is_small(t))
        print_board(t, false);
}

static void do_undo(play_table *t, const char *argument) {
    lf_error error;
    if (strcmp(argument, "turn") == 0)
        went_back(t, lf_session_undo_turn(t->session, person_of(t), &error), &error,
                  "Turn taken back.");
    else if (*argument != '\0')
        say(t, "Type undo to take back a decision, undo turn to take back the turn.");
    else
        went_back(t, lf_session_undo(t->session, person_of(t), &error), &error, "Taken back.");
}

static void do_redo(play_table *t, const char *argument) {
    lf_error error;
    (void)argument;
    went_back(t, lf_session_redo(t->session, &error), &error, "Redone.");
}

static void do_rollback(play_table *t, const char *argument) {
    lf_error error;
    char *end;
    const long turn = strtol(argument, &end, 10);
    if (end == argument || *end != '\0')
        say(t, "rollback needs the number of a turn. Type log to see them.");
    else
        went_back(
            t,
            lf_session_rollback(t->session, turn >= 0 && turn < INT_MAX ? (int)turn : -1, &error),
            &error, "Back at the start of that turn.");
}

/* ---- files ----------------------------------------------------------------------------------- */

bool save_game(const play_table *t, const char *path, lf_error *error) {
    return lf_session_save(t->session, path, error) == LF_OK;
}

bool load_game(play_table *t, const char *path, lf_error *error) {
    if (lf_session_load(t->session, path, error) != LF_OK)
        return false;
    t->shown = log_size(t);
    forget_table(t);
    note_loaded(t, path);
    return true;
}

static void do_save(play_table *t, const char *argument) {
    lf_error error;
    const bool force = strncmp(argument, FORCE, strlen(FORCE)) == 0;
    const char *const path = force ? argument + strlen(FORCE) : argument;
    struct stat there;
    if (*path == '\0') {
        say(t, "save needs a file name, as in save my-game.json");
    } else if (!force && strcmp(path, t->saved) != 0 && stat(path, &there) == 0) {
        fprintf(t->out, "%s already exists. Type save --force %s to overwrite it.\n", path, path);
    } else if (save_game(t, path, &error)) {
        fprintf(t->out, "Saved to %s.\n", path);
        t->safe = lf_hash(state_of(t));
        snprintf(t->saved, sizeof t->saved, "%s", path);
    } else {
        say(t, error.message);
    }
}

static void do_load(play_table *t, const char *argument) {
    lf_error error;
    if (*argument == '\0') {
        say(t, "load needs a file name, as in load my-game.json");
    } else if (load_game(t, argument, &error)) {
        name_players(t); /* those at this table */
        fprintf(t->out, "Loaded %s.\n", argument);
        if (!t->screen)
            print_board(t, false);
    } else {
        say(t, error.message);
    }
}

/* ---- ending the game ------------------------------------------------------------------------- */

static lf_seat asking_seat(const play_table *t) {
    return t->shown_to >= 0 ? t->shown_to : lf_decider(state_of(t));
}

static void do_resign(play_table *t, const char *argument) {
    const lf_seat seat = asking_seat(t);
    lf_error error;
    if (strcmp(argument, "yes") != 0)
        fprintf(t->out, "Type resign yes to resign as %s. You cannot take it back.\n",
                lf_label(t->game, LF_OF_SEATS, seat));
    else if (lf_session_resign(t->session, seat, &error) != LF_OK)
        say(t, error.message);
}

/* Agents never accept. */
static void do_draw(play_table *t, const char *argument) {
    const lf_seat seat = asking_seat(t);
    lf_error error;
    (void)argument;
    for (lf_seat other = 0; other < lf_count(t->game, LF_OF_SEATS); other++)
        if (!t->human[other]) {
            fprintf(t->out, "%s is a bot; bots do not accept draws.\n",
                    lf_label(t->game, LF_OF_SEATS, other));
            return;
        }
    if (lf_session_offer_draw(t->session, seat, &error) != LF_OK)
        say(t, error.message);
    else if (!lf_session_over(t->session, NULL))
        fprintf(t->out,
                "%s offers a draw. The offer stands until another player decides something else.\n",
                lf_label(t->game, LF_OF_SEATS, seat));
}

static void do_lesson(play_table *t, const char *argument) {
    (void)argument;
    print_lesson(t);
    print_suggestion(t);
}

static void do_follow(play_table *t, const char *argument) {
    (void)argument;
    follow_lesson(t);
}

static void do_position(play_table *t, const char *argument) {
    (void)argument;
    lf_error error = {0};
    char *text = lf_position_text(state_of(t), &error);
    if (text != NULL)
        say(t, text);
    else
        say(t, error.message);
    lf_string_free(text);
}

static void do_quit(play_table *t, const char *argument) {
    (void)argument;
    t->left = true;
}

/* ---- the table of them ----------------------------------------------------------------------- */

static void do_help(play_table *t, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(play_table *, const char *argument);
} words[] = {
    {"?", "", "list all options", do_choices},
    {"board", "[SPACE | all]", "show the board or a space; all: with unchanged values too",
     do_board},
    {"map", "[REGION]", "show the spaces, or those of a region", do_map},
    {"position", "", "show the position in the game's own notation", do_position},
    {"scores", "", "show the scores", do_scores},
    {"card", "[NAME | NUMBER]", "show a card, or the face-up cards", do_card},
    {"cards", "", "show where the cards are", do_cards},
    {"log", "[WHAT]", "show the last turns; WHAT: turn, all, a number of lines, a seat or a space",
     do_log},
    {"rule", "", "show the rule for this decision", do_rule},
    {"why", "THING", "explain why an option, action, space or card cannot be chosen", do_why},
    {"undo", "[turn]", "take back your last decision, or your turn", do_undo},
    {"redo", "", "repeat what was taken back", do_redo},
    {"rollback", "N", "go back to the start of turn N of the log", do_rollback},
    {"hint", "[AGENT]", "show the best options, with chances and the expected replies", do_hint},
    {"analyse", "[AGENT]", "show the chances over time, the turning points and better options",
     do_analyse},
    {"reasons", "[SEAT]", "explain the bots' last turn", do_reasons},
    {"lesson", "", "show the text of the lesson again", do_lesson},
    {"follow", "", "do what the lesson suggests", do_follow},
    {"draw", "", "offer or accept a draw", do_draw},
    {"resign", "yes", "resign (two players)", do_resign},
    {"save", "FILE", "save the game; save --force FILE overwrites", do_save},
    {"load", "FILE", "load a saved game", do_load},
    {"help", "", "show this help", do_help},
    {"quit", "", "quit; the game is kept", do_quit},
};

#define HELP_COLUMN 20

enum { WORDS = sizeof words / sizeof words[0] };

static void do_help(play_table *t, const char *argument) {
    (void)argument;
    print_paragraph(
        t, "", "Type the key of an option, its name, or the start of any word in it. Commands:", 0);
    for (int i = 0; i < WORDS; i++) {
        char head[100], call[80];
        snprintf(call, sizeof call, "%s %s", words[i].name, words[i].argument);
        snprintf(head, sizeof head, "  %-*s ", HELP_COLUMN, call);
        print_hanging(t, head, words[i].help);
    }
    say(t, "Type a colon before a command that is also the name of an option: `:log`.");
}

const char *command_word(int index) {
    return index < WORDS ? words[index].name : NULL;
}

/* While a turn waits for confirmation, the pending decision belongs to the next player. */
static bool asks_about_decision(int word) {
    static void (*const asking[])(play_table *, const char *) = {do_choices, do_rule,   do_why,
                                                                 do_hint,    do_lesson, do_follow};
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
        if (words[word].run == asking[i])
            return true;
    return false;
}

bool run_command(play_table *t, const char *line) {
    const size_t length = strcspn(line, " \t");
    for (int i = 0; i < WORDS; i++) {
        if (strlen(words[i].name) == length && strncasecmp(words[i].name, line, length) == 0) {
            if (lf_session_pending(t->session) != LF_PENDING_NOTHING && asks_about_decision(i))
                say(t, TURN_IS_OVER);
            else
                words[i].run(t, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}
