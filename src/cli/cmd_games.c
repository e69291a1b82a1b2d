/* cmd_games.c: `games`: lists the bundled games, or describes one; prints names for shell
 * completion. */
#include <string.h>

#include "game_list.h"
#include "ludoforge_agents.h"
#include "ludoforge_session.h"

typedef struct {
    const char *list;
    bool json;
} games_options;

#define ROW "%-17s %-8s%-7s%-7s"
#define DESCRIPTION_COLUMNS 41

/* ---- all games ------------------------------------------------------------------------------- */

static json_t *game_json(const listed_game *g, bool is_default) {
    json_t *const object = json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:b, s:b}", "id", g->id, "title", listed_title(g), "description",
        g->game != NULL ? lf_game_description(g->game) : "", "min_players", g->min_players,
        "max_players", g->max_players, "default", is_default, "ok", g->game != NULL);
    json_object_set_new(object, "difficulty",
                        g->difficulty > 0 ? json_integer(g->difficulty) : json_null());
    json_object_set_new(object, "minutes", g->minutes > 0 ? json_integer(g->minutes) : json_null());
    return object;
}

/* One line of 80 columns: a long description is cut behind a word. */
static void print_game(const listed_game *g) {
    char players[16], length[16];
    const char *const text =
        g->game != NULL ? lf_game_description(g->game) : "does not compile; see `ludoforge check`";
    size_t width = 0, end = 0;
    for (size_t at = 0; text[at] != '\0'; at++) {
        width += ((unsigned char)text[at] & 0xC0) != 0x80;
        if (text[at] == ' ' && width < DESCRIPTION_COLUMNS - 1)
            end = at;
    }
    printf(ROW, g->id, players_text(g, players), length_text(g, length), difficulty_text(g));
    if (width <= DESCRIPTION_COLUMNS)
        printf("%s\n", text);
    else
        printf("%.*s …\n", (int)end, text);
}

static int list_all(bool json) {
    game_list all;
    json_t *const list = json_array();
    if (!game_list_open(&all))
        return EXIT_BAD;
    const int count = all.count;
    if (!json && count > 0)
        printf(ROW "\n", "game", "players", "length", "level");
    for (int i = 0; i < count; i++) {
        if (json)
            json_array_append_new(list, game_json(&all.at[i], i == all.first));
        else
            print_game(&all.at[i]);
    }
    if (json)
        print_json(json_incref(list));
    else if (count > 0)
        puts("\nPlay one with `ludoforge play GAME`, or all of them with `ludoforge serve`.");
    json_decref(list);
    game_list_close(&all);
    if (count == 0)
        complain("no bundled games were found. `ludoforge doctor` shows where they are expected.");
    return count > 0 ? EXIT_GOOD : EXIT_BAD;
}

/* ---- one game -------------------------------------------------------------------------------- */

static void print_labels(const lf_game *game, const char *head, lf_catalogue of) {
    for (int i = 0; i < lf_count(game, of); i++)
        printf("%s  %-18s %s\n", i == 0 ? head : "", lf_name(game, of, i), lf_label(game, of, i));
}

static void print_options(const lf_game *game) {
    for (int i = 0; i < lf_count(game, LF_OF_OPTIONS); i++) {
        char *const values = lf_option_values(game, i);
        printf("%s  %-18s %s\n", i == 0 ? "\nOptions:\n" : "", lf_name(game, LF_OF_OPTIONS, i),
               values != NULL ? values : "");
        lf_string_free(values);
    }
}

static void print_lessons(const lf_lessons *lessons) {
    for (int i = 0; lessons != NULL && i < lf_lessons_count(lessons); i++)
        printf("%s  %-18s %s\n", i == 0 ? "\nLessons:\n" : "", lf_lessons_get(lessons, i)->id,
               lf_lessons_get(lessons, i)->title);
}

static json_t *names_json(const lf_game *game, lf_catalogue of) {
    json_t *const list = json_array();
    for (int i = 0; i < lf_count(game, of); i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "id", lf_name(game, of, i), "label",
                                              lf_label(game, of, i)));
    return list;
}

static int describe_game(const char *name, bool json) {
    int status;
    char path[LF_PATH_BYTES];
    lf_game *const game = game_open(name, &status);
    if (game == NULL || !game_locate(name, path))
        return status;
    lf_lessons *const lessons = lf_lessons_load(game, path, NULL);
    if (json) {
        print_json(json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "id", lf_game_id(game), "title",
                             lf_game_title(game), "description", lf_game_description(game), "path",
                             path, "seats", names_json(game, LF_OF_SEATS), "scenarios",
                             names_json(game, LF_OF_SCENARIOS), "options",
                             names_json(game, LF_OF_OPTIONS)));
    } else {
        printf("%s (%s)\n", lf_game_title(game), path);
        print_wrapped(stdout, lf_game_description(game));
        print_labels(game, "\nSeats:\n", LF_OF_SEATS);
        print_labels(game, "\nScenarios:\n", LF_OF_SCENARIOS);
        print_options(game);
        print_lessons(lessons);
    }
    lf_lessons_free(lessons);
    lf_game_free(game);
    return EXIT_GOOD;
}

/* ---- names for shell completion -------------------------------------------------------------- */

static void print_bundled_names(void) {
    char **const names = lf_bundled_games();
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        puts(names[i]);
    lf_bundled_games_free(names);
}

static void print_agents(void) {
    const char *name, *line;
    for (int i = 0; (name = lf_agent_name(i, &line)) != NULL; i++)
        puts(name);
}

static int print_names_of(const char *name, const char *what) {
    static const struct {
        const char *what;
        lf_catalogue of;
    } lists[] = {
        {"seats", LF_OF_SEATS}, {"scenarios", LF_OF_SCENARIOS}, {"options", LF_OF_OPTIONS}};
    static const char *const kinds[] = {"games",   "agents",  "seats", "scenarios",
                                        "options", "lessons", NULL};
    int status;
    size_t at = 0;
    while (at < sizeof lists / sizeof *lists && strcmp(lists[at].what, what) != 0)
        at++;
    const bool lessons = strcmp(what, "lessons") == 0;
    if (at == sizeof lists / sizeof *lists && !lessons) {
        complain_unknown("list", what, kinds, true);
        return EXIT_USAGE;
    }
    if (name == NULL) {
        complain("--list %s needs a GAME.", what);
        return EXIT_USAGE;
    }
    lf_game *const game = game_open(name, &status);
    if (game == NULL)
        return status;
    for (int i = 0; !lessons && i < lf_count(game, lists[at].of); i++)
        puts(lf_name(game, lists[at].of, i));
    char path[LF_PATH_BYTES];
    lf_lessons *const found =
        lessons && game_locate(name, path) ? lf_lessons_load(game, path, NULL) : NULL;
    for (int i = 0; found != NULL && i < lf_lessons_count(found); i++)
        puts(lf_lessons_get(found, i)->id);
    lf_lessons_free(found);
    lf_game_free(game);
    return EXIT_GOOD;
}

static int run_games(const arguments *given, const void *options) {
    const games_options *const o = options;
    if (o->list != NULL && strcmp(o->list, "games") == 0)
        return print_bundled_names(), EXIT_GOOD;
    if (o->list != NULL && strcmp(o->list, "agents") == 0)
        return print_agents(), EXIT_GOOD;
    if (o->list != NULL)
        return print_names_of(given->at[0], o->list);
    return given->count > 0 ? describe_game(given->at[0], o->json) : list_all(o->json);
}

static const flag flags[] = {
    {"list", FLAG_TEXT, offsetof(games_options, list), "WHAT",
     "only names, one per line: games, agents, or of a GAME its seats, scenarios, options or "
     "lessons",
     0, 0},
    JSON_FLAG(games_options),
    NO_MORE_FLAGS,
};

const command command_games = {
    .name = "games",
    .summary = "list the bundled games, or describe one",
    .usage = "[GAME] [flags]",
    .examples = "  ludoforge games\n"
                "  ludoforge games {game}\n"
                "  ludoforge games {game} --list seats\n",
    .details =
        "Games are sorted from easy to hard. LUDOFORGE_GAMES names a folder with more games.\n",
    .most = 1,
    .flags = flags,
    .options_size = sizeof(games_options),
    .run = run_games,
};
