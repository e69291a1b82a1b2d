/* menu.c: `ludoforge` without a command, on a terminal: a menu.
 *
 * The menu only builds a command line, so it can do nothing that the commands cannot. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game_list.h"
#include "ludoforge_session.h"
#include "saves.h"
#include "tool/serve/serve.h"

#define LINE_BYTES 200
#define OPTIONS_SET_MAX 16
#define WORDS_MAX (4 + 2 * (LF_SEATS_MAX + OPTIONS_SET_MAX + 1))

typedef struct {
    game_list games;
    save_list saves;
    int game;              /* of the list */
    const lf_game *opened; /* NULL: it does not compile */
    lf_lessons *lessons;   /* NULL: there are none, or they have errors */
    int scenario;
    const char *who[LF_SEATS_MAX];
    char option[OPTIONS_SET_MAX][LINE_BYTES];
    int option_count;
} menu;

/* What `Who plays` goes through. */
static const char *const players[] = {"human", "easy", "normal", "hard", "random"};
enum { PLAYERS = sizeof players / sizeof *players, USUAL_BOT = 2 };

/* ---- the game -------------------------------------------------------------------------------- */

static void open_game(menu *m, int game) {
    char path[LF_PATH_BYTES];
    assert(game >= 0 && game < m->games.count);
    lf_lessons_free(m->lessons);
    m->lessons = NULL;
    m->game = game;
    m->opened = m->games.at[game].game;
    if (m->opened != NULL && game_locate(m->games.at[game].id, path))
        m->lessons = lf_lessons_load(m->opened, path, NULL);
    m->scenario = m->opened != NULL ? lf_default_scenario(m->opened) : 0;
    m->option_count = 0;
    for (int seat = 0; seat < LF_SEATS_MAX; seat++)
        m->who[seat] = players[seat == 0 ? 0 : USUAL_BOT];
}

static const char *game_id(const menu *m) {
    return m->games.at[m->game].id;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool read_line(const char *prompt, char line[LINE_BYTES]) {
    fputs(prompt, stdout);
    fflush(stdout);
    if (interrupted || fgets(line, LINE_BYTES, stdin) == NULL)
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* One of a numbered list. */
typedef const char *(*name_function)(const void *list, int index);

/* By number, by name, or by the start of exactly one name; -1: none. */
static int find_entry(const char *line, const void *list, int count, name_function name) {
    char *end;
    const long number = strtol(line, &end, 10);
    int found = -1;
    if (end != line && *end == '\0')
        return number >= 1 && number <= count ? (int)number - 1 : -1;
    for (int i = 0; i < count; i++) {
        if (strcasecmp(name(list, i), line) == 0)
            return i;
        if (strncasecmp(name(list, i), line, strlen(line)) == 0)
            found = found == -1 ? i : -2;
    }
    return found < 0 ? -1 : found;
}

/* Asks for one of a list; -1 for an empty line or the end of the input. */
static int ask_entry(const char *prompt, const void *list, int count, name_function name) {
    char line[LINE_BYTES];
    while (read_line(prompt, line)) {
        const char *const text = line + strspn(line, " \t");
        if (*text == '\0')
            return -1;
        const int found = find_entry(text, list, count, name);
        if (found >= 0)
            return found;
        printf("No entry matches \"%s\". Type a number or a name, or press Enter to go back.\n",
               text);
    }
    return -1;
}

static const char *name_of_game(const void *list, int index) {
    return ((const game_list *)list)->at[index].id;
}

static const char *name_of_scenario(const void *list, int index) {
    return lf_name(list, LF_OF_SCENARIOS, index);
}

static const char *name_of_option(const void *list, int index) {
    return lf_name(list, LF_OF_OPTIONS, index);
}

static const char *name_of_seat(const void *list, int index) {
    return lf_name(list, LF_OF_SEATS, index);
}

static const char *name_of_lesson(const void *list, int index) {
    return lf_lessons_get(list, index)->id;
}

static void choose_game(menu *m) {
    for (int i = 0; i < m->games.count; i++) {
        const listed_game *const g = &m->games.at[i];
        char several[16], length[16];
        printf("  %2d %-20s %-8s %-8s %s\n", i + 1, g->id, players_text(g, several),
               length_text(g, length), difficulty_text(g));
    }
    const int game =
        ask_entry("Which game (number or name)? ", &m->games, m->games.count, name_of_game);
    if (game >= 0)
        open_game(m, game);
}

static void choose_scenario(menu *m) {
    const int count = lf_count(m->opened, LF_OF_SCENARIOS);
    for (int i = 0; i < count; i++)
        printf("  %d %-16s %s\n", i + 1, lf_name(m->opened, LF_OF_SCENARIOS, i),
               lf_label(m->opened, LF_OF_SCENARIOS, i));
    const int scenario =
        ask_entry("Which scenario (number or name)? ", m->opened, count, name_of_scenario);
    if (scenario >= 0)
        m->scenario = scenario;
}

static void choose_option(menu *m) {
    char line[LINE_BYTES];
    const int count = lf_count(m->opened, LF_OF_OPTIONS);
    if (count == 0) {
        puts("This game has no options.");
        return;
    }
    for (int i = 0; i < count; i++) {
        char *values = lf_option_values(m->opened, i);
        printf("  %d %s: %s\n", i + 1, lf_name(m->opened, LF_OF_OPTIONS, i),
               values != NULL ? values : "");
        lf_string_free(values);
    }
    const int option =
        ask_entry("Which option (number or name)? ", m->opened, count, name_of_option);
    if (option < 0 || m->option_count == OPTIONS_SET_MAX || !read_line("Value? ", line) ||
        *line == '\0')
        return;
    snprintf(m->option[m->option_count++], LINE_BYTES, "%.80s=%.100s",
             lf_name(m->opened, LF_OF_OPTIONS, option), line);
}

static void choose_players(menu *m) {
    const int seats = lf_count(m->opened, LF_OF_SEATS);
    for (;;) {
        for (int seat = 0; seat < seats; seat++)
            printf("  %d %s: %s\n", seat + 1, lf_label(m->opened, LF_OF_SEATS, seat), m->who[seat]);
        const int seat =
            ask_entry("Change which seat (Enter: done)? ", m->opened, seats, name_of_seat);
        if (seat < 0)
            return;
        int now = 0;
        while (now < PLAYERS && strcmp(players[now], m->who[seat]) != 0)
            now++;
        assert(now < PLAYERS);
        m->who[seat] = players[(now + 1) % PLAYERS];
    }
}

/* ---- what it ends in ------------------------------------------------------------------------- */

typedef struct {
    char *at[WORDS_MAX];
    int count;
} words;

static void add_word(words *w, const char *text) {
    assert(w->count < WORDS_MAX);
    w->at[w->count++] = (char *)(uintptr_t)text;
}

static int play(const menu *m, bool watch) {
    char seats[LF_SEATS_MAX][LINE_BYTES];
    words w = {.count = 0};
    add_word(&w, game_id(m));
    add_word(&w, "--scenario");
    add_word(&w, lf_name(m->opened, LF_OF_SCENARIOS, m->scenario));
    for (int i = 0; i < m->option_count; i++) {
        add_word(&w, "--option");
        add_word(&w, m->option[i]);
    }
    for (int seat = 0; seat < lf_count(m->opened, LF_OF_SEATS); seat++) {
        const bool plays = !watch || strcmp(m->who[seat], "human") != 0;
        snprintf(seats[seat], LINE_BYTES, "%.100s=%s", lf_name(m->opened, LF_OF_SEATS, seat),
                 plays ? m->who[seat] : players[USUAL_BOT]);
        add_word(&w, "--seat");
        add_word(&w, seats[seat]);
    }
    if (watch) {
        add_word(&w, "--summary");
        add_word(&w, "--no-input");
    }
    return command_start(&command_play, w.count, w.at);
}

static int lesson_count(const menu *m) {
    return m->lessons != NULL ? lf_lessons_count(m->lessons) : 0;
}

/* False if none was chosen. */
static bool learn(const menu *m, int *status) {
    const int count = lesson_count(m);
    for (int i = 0; count > 1 && i < count; i++)
        printf("  %d %s\n", i + 1, lf_lessons_get(m->lessons, i)->title);
    const int lesson =
        count > 1 ? ask_entry("Which lesson (number or name)? ", m->lessons, count, name_of_lesson)
                  : 0;
    if (lesson < 0)
        return false;
    words w = {.count = 0};
    add_word(&w, game_id(m));
    add_word(&w, "--lesson");
    add_word(&w, lf_lessons_get(m->lessons, lesson)->id);
    *status = command_start(&command_play, w.count, w.at);
    return true;
}

static const char *name_of_save(const void *list, int index) {
    return ((const save_list *)list)->at[index].spec;
}

static void print_save(const save_entry *save, int number) {
    char when[32];
    struct tm local;
    localtime_r(&save->when, &local);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    printf("  %d %s  %s\n", number, when, save->spec);
}

/* False if none was chosen. */
static bool continue_game(const menu *m, int *status) {
    const int count = m->saves.count;
    for (int i = 0; count > 1 && i < count; i++)
        print_save(&m->saves.at[i], i + 1);
    const int save =
        count > 1 ? ask_entry("Which game (number)? ", &m->saves, count, name_of_save) : 0;
    if (save < 0)
        return false;
    *status = continue_save(&m->saves.at[save]);
    return true;
}

/* ---- the menu -------------------------------------------------------------------------------- */

static void print_settings(const menu *m) {
    printf("  6 Scenario: %s\n  7 Options:", lf_label(m->opened, LF_OF_SCENARIOS, m->scenario));
    for (int i = 0; i < m->option_count; i++)
        printf(" %s", m->option[i]);
    printf("%s\n  8 Who plays:", m->option_count == 0 ? " default" : "");
    for (int seat = 0; seat < lf_count(m->opened, LF_OF_SEATS); seat++)
        printf("%s %s %s", seat == 0 ? "" : ",", lf_label(m->opened, LF_OF_SEATS, seat),
               m->who[seat]);
    putchar('\n');
}

static void print_menu(const menu *m) {
    printf("\nLudoForge: %s\n\n", listed_title(&m->games.at[m->game]));
    if (serve_is_built)
        puts("  t Table in the browser (any game)");
    puts("  1 Play here\n  2 Watch bots play");
    if (m->saves.count == 1)
        printf("  3 Continue %s\n", m->saves.at[0].spec);
    else if (m->saves.count > 1)
        printf("  3 Continue one of %d saved games\n", m->saves.count);
    if (lesson_count(m) == 1)
        printf("  4 Learn: %s\n", lf_lessons_get(m->lessons, 0)->title);
    else if (lesson_count(m) > 1)
        printf("  4 Learn: %d lessons\n", lesson_count(m));
    puts("\n  5 Another game");
    if (m->opened != NULL)
        print_settings(m);
    puts("  0 Quit\n");
}

/* True when the menu is done, with the status. A line is a key, or the name of a game. */
static bool obey_menu(menu *m, const char *line, int *status) {
    const bool opened = m->opened != NULL;
    const char key = (char)tolower((unsigned char)line[0]);
    *status = EXIT_GOOD;
    if (line[1] != '\0' && strcasecmp(line, "quit") != 0) {
        const int game = find_entry(line, &m->games, m->games.count, name_of_game);
        if (game >= 0 && !isdigit((unsigned char)line[0]))
            open_game(m, game);
        else
            printf("No entry or game matches \"%s\".\n", line);
        return false;
    }
    if (key == '0' || key == 'q')
        return true;
    if (key == 't' && serve_is_built)
        return *status = command_start(&command_serve, 0, NULL), true;
    if (opened && (key == '1' || key == '2'))
        return *status = play(m, key == '2'), true;
    if (key == '3' && m->saves.count > 0)
        return continue_game(m, status);
    if (key == '4' && lesson_count(m) > 0)
        return learn(m, status);
    if (key == '5')
        choose_game(m);
    else if (opened && key == '6')
        choose_scenario(m);
    else if (opened && key == '7')
        choose_option(m);
    else if (opened && key == '8')
        choose_players(m);
    else
        puts("Type one of the keys above, or the name of a game.");
    return false;
}

static int ask_menu(menu *m) {
    char line[LINE_BYTES];
    int status = EXIT_GOOD;
    open_game(m, m->games.first);
    for (;;) {
        print_menu(m);
        if (!read_line("> ", line)) {
            putchar('\n');
            return EXIT_GOOD;
        }
        const char *first = line + strspn(line, " \t");
        if (obey_menu(m, *first != '\0' ? first : "1", &status))
            return status;
    }
}

int run_menu(void) {
    menu m = {.game = 0};
    int status = EXIT_BAD;
    if (game_list_open(&m.games) && save_list_open(&m.saves)) {
        if (m.games.count > 0) {
            status = ask_menu(&m);
        } else {
            program_print_help(stdout);
            complain("no bundled games were found. `ludoforge doctor` tells more.");
        }
    }
    lf_lessons_free(m.lessons);
    save_list_close(&m.saves);
    game_list_close(&m.games);
    return status;
}
