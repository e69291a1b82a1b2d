/* menu.c: `ludoforge` without a command: on a terminal a small menu that ends in `play`; elsewhere
 * one game that plays by itself.
 *
 * The menu only puts a command line together, so it can do nothing that the commands cannot. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "ludoforge_session.h"
#include "support/files.h"
#include "tool/serve/serve.h"

#define LINE_BYTES 200
#define OPTIONS_SET_MAX 16
#define WORDS_MAX (4 + 2 * (LF_SEATS_MAX + OPTIONS_SET_MAX + 1))
#define SAVE_BYTES_MAX ((size_t)256 << 20)

typedef struct {
    char **games;
    int game_count, game;
    lf_game *opened;     /* NULL: it does not compile */
    lf_lessons *lessons; /* NULL: there are none, or they are wrong */
    int scenario;
    const char *who[LF_SEATS_MAX];
    char option[OPTIONS_SET_MAX][LINE_BYTES];
    int option_count;
} menu;

static const char *const players[] = {"human", "greedy", "random"};

/* ---- the game -------------------------------------------------------------------------------- */

static void close_game(menu *m) {
    lf_lessons_free(m->lessons);
    lf_game_free(m->opened);
    m->lessons = NULL;
    m->opened = NULL;
}

static void open_game(menu *m) {
    int status;
    char path[LF_PATH_BYTES];
    close_game(m);
    m->opened = game_open(m->games[m->game], &status);
    if (m->opened != NULL && game_locate(m->games[m->game], path))
        m->lessons = lf_lessons_load(m->opened, path, NULL);
    m->scenario = m->opened != NULL ? lf_default_scenario(m->opened) : 0;
    m->option_count = 0;
    for (int seat = 0; seat < LF_SEATS_MAX; seat++)
        m->who[seat] = players[seat == 0 ? 0 : 1];
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

/* A number from 1 to `count`, less one; -1 for anything else. */
static int read_number(const char *prompt, int count) {
    char line[LINE_BYTES], *end;
    if (!read_line(prompt, line))
        return -1;
    const long number = strtol(line, &end, 10);
    return end != line && *end == '\0' && number >= 1 && number <= count ? (int)number - 1 : -1;
}

static void choose_game(menu *m) {
    for (int i = 0; i < m->game_count; i++)
        printf("  %d %s\n", i + 1, m->games[i]);
    const int game = read_number("Which game? ", m->game_count);
    if (game >= 0) {
        m->game = game;
        open_game(m);
    }
}

static void choose_scenario(menu *m) {
    const int count = lf_count(m->opened, LF_OF_SCENARIOS);
    for (int i = 0; i < count; i++)
        printf("  %d %s\n", i + 1, lf_label(m->opened, LF_OF_SCENARIOS, i));
    const int scenario = read_number("Which scenario? ", count);
    if (scenario >= 0)
        m->scenario = scenario;
}

static void choose_option(menu *m) {
    char line[LINE_BYTES];
    const int count = lf_count(m->opened, LF_OF_OPTIONS);
    if (count == 0)
        puts("This game has no options.");
    for (int i = 0; i < count; i++) {
        char *values = lf_option_values(m->opened, i);
        printf("  %d %s: %s\n", i + 1, lf_label(m->opened, LF_OF_OPTIONS, i),
               values != NULL ? values : "");
        lf_string_free(values);
    }
    const int option = count > 0 ? read_number("Which option? ", count) : -1;
    if (option < 0 || m->option_count == OPTIONS_SET_MAX || !read_line("Its value? ", line) ||
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
        const int seat = read_number("Change which seat (Enter: it is right)? ", seats);
        if (seat < 0)
            return;
        int now = 0;
        const int kinds = (int)(sizeof players / sizeof *players);
        while (now < kinds && strcmp(players[now], m->who[seat]) != 0)
            now++;
        assert(now < kinds);
        m->who[seat] = players[(now + 1) % kinds];
    }
}

/* ---- what it ends in ------------------------------------------------------------------------- */

typedef struct {
    char *at[WORDS_MAX];
    int count;
} words;

static void add_word(words *w, const char *text) {
    if (w->count < WORDS_MAX)
        w->at[w->count++] = (char *)(uintptr_t)text;
}

static int play(const menu *m, bool watch) {
    char seats[LF_SEATS_MAX][LINE_BYTES];
    words w = {.count = 0};
    add_word(&w, m->games[m->game]);
    add_word(&w, "--scenario");
    add_word(&w, lf_name(m->opened, LF_OF_SCENARIOS, m->scenario));
    for (int i = 0; i < m->option_count; i++) {
        add_word(&w, "--option");
        add_word(&w, m->option[i]);
    }
    for (int seat = 0; seat < lf_count(m->opened, LF_OF_SEATS); seat++) {
        const bool plays = !watch || strcmp(m->who[seat], "human") != 0;
        snprintf(seats[seat], LINE_BYTES, "%.100s=%s", lf_name(m->opened, LF_OF_SEATS, seat),
                 plays ? m->who[seat] : "random");
        add_word(&w, "--seat");
        add_word(&w, seats[seat]);
    }
    if (watch)
        add_word(&w, "--no-input");
    return command_start(&command_play, w.count, w.at);
}

/* The game that was left last goes on, with those who played it. */
static int go_on(const char *path) {
    lf_error error;
    char name[LF_PATH_BYTES];
    words w = {.count = 0};
    json_t *save = lf_file_read_json(path, SAVE_BYTES_MAX, &error);
    const char *spec = json_string_value(json_object_get(json_object_get(save, "record"), "spec"));
    snprintf(name, sizeof name, "%s", spec != NULL ? spec : "");
    json_decref(save);
    if (*name == '\0') {
        complain("%s is no kept game.", path);
        return EXIT_BAD;
    }
    add_word(&w, name);
    add_word(&w, "--load");
    add_word(&w, path);
    return command_start(&command_play, w.count, w.at);
}

static int lesson_count(const menu *m) {
    return m->lessons != NULL ? lf_lessons_count(m->lessons) : 0;
}

static int learn(const menu *m) {
    const int count = lesson_count(m);
    for (int i = 0; count > 1 && i < count; i++)
        printf("  %d %s\n", i + 1, lf_lessons_get(m->lessons, i)->title);
    const int lesson = count > 1 ? read_number("Which lesson? ", count) : 0;
    words w = {.count = 0};
    add_word(&w, m->games[m->game]);
    add_word(&w, "--lesson");
    add_word(&w, lf_lessons_get(m->lessons, lesson < 0 ? 0 : lesson)->id);
    return command_start(&command_play, w.count, w.at);
}

static void print_menu(const menu *m, bool kept) {
    printf("\nLudoForge: %s\n\n", m->opened != NULL ? lf_game_title(m->opened) : m->games[m->game]);
    if (serve_is_built)
        puts("  t The table, in a browser");
    puts("  1 Play here\n  2 Watch agents play");
    if (kept)
        puts("  3 Continue the game that was left last");
    if (lesson_count(m) == 1)
        printf("  4 Learn: %s\n", lf_lessons_get(m->lessons, 0)->title);
    else if (lesson_count(m) > 1)
        printf("  4 Learn: %d lessons\n", lesson_count(m));
    puts("\n  5 Another game");
    if (m->opened != NULL) {
        printf("  6 Scenario: %s\n  7 Options:", lf_label(m->opened, LF_OF_SCENARIOS, m->scenario));
        for (int i = 0; i < m->option_count; i++)
            printf(" %s", m->option[i]);
        printf("%s\n  8 Who plays:", m->option_count == 0 ? " as usual" : "");
        for (int seat = 0; seat < lf_count(m->opened, LF_OF_SEATS); seat++)
            printf("%s %s %s", seat == 0 ? "" : ",", lf_label(m->opened, LF_OF_SEATS, seat),
                   m->who[seat]);
        putchar('\n');
    }
    puts("  0 Quit\n");
}

/* True when the menu is done, with the status. */
static bool obey_menu(menu *m, char key, const char *kept, int *status) {
    const bool opened = m->opened != NULL;
    *status = EXIT_GOOD;
    if (key == '0' || key == 'q')
        return true;
    if (key == 't' && serve_is_built)
        return *status = command_start(&command_serve, 0, NULL), true;
    if (opened && (key == '1' || key == '2'))
        return *status = play(m, key == '2'), true;
    if (key == '3' && *kept)
        return *status = go_on(kept), true;
    if (key == '4' && lesson_count(m) > 0)
        return *status = learn(m), true;
    if (key == '5')
        choose_game(m);
    else if (opened && key == '6')
        choose_scenario(m);
    else if (opened && key == '7')
        choose_option(m);
    else if (opened && key == '8')
        choose_players(m);
    else
        puts("Type one of the keys above.");
    return false;
}

static int run_menu(menu *m) {
    char line[LINE_BYTES], kept[LF_PATH_BYTES] = "";
    int status = EXIT_GOOD;
    const bool has_kept = newest_kept_game(kept);
    open_game(m);
    for (;;) {
        print_menu(m, has_kept);
        if (!read_line("> ", line)) {
            putchar('\n');
            return EXIT_GOOD;
        }
        const char *first = line + strspn(line, " \t");
        if (obey_menu(m, *first != '\0' ? *first : '1', has_kept ? kept : "", &status))
            return status;
    }
}

int run_without_command(void) {
    menu m = {.games = lf_bundled_games()};
    int status;
    while (m.games != NULL && m.games[m.game_count] != NULL)
        m.game_count++;
    if (m.game_count == 0) {
        program_print_help(stderr);
        status = EXIT_USAGE;
    } else if (is_terminal(stdin) && is_terminal(stdout)) {
        status = run_menu(&m);
    } else {
        char summary[] = "--summary", *one[] = {m.games[0], summary};
        status = command_start(&command_play, 2, one);
    }
    close_game(&m);
    lf_bundled_games_free(m.games);
    return status;
}
