/* game_list.c: loads the bundled games and sorts them from easy to hard, by what the games say of
 * themselves (section `metadata`). */
#include "game_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts ----------------------------------------------------------------------------------- */

static int number_of(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

/* All seats play, unless an option says how many. */
static void read_players(listed_game *g, const json_t *about) {
    const char *const by = json_string_value(json_object_get(about, "seatsInPlay"));
    const json_t *const options = json_object_get(about, "options");
    size_t i;
    const json_t *option;
    g->min_players = g->max_players = number_of(about, "players");
    json_array_foreach(options, i, option) {
        const char *const id = json_string_value(json_object_get(option, "id"));
        if (by == NULL || id == NULL || strcmp(id, by) != 0)
            continue;
        g->min_players = number_of(option, "min");
        g->max_players = number_of(option, "max");
    }
}

static void read_facts(listed_game *g) {
    char path[LF_PATH_BYTES];
    lf_diagnostics *problems = NULL;
    if (game_locate(g->id, path))
        g->game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    char *const text = g->game != NULL ? lf_describe(g->game) : NULL;
    json_t *const about = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    read_players(g, about);
    g->difficulty = number_of(about, "difficulty");
    g->minutes = number_of(about, "minutes");
    json_decref(about);
}

/* ---- the list -------------------------------------------------------------------------------- */

/* What is unknown comes last. */
static int compare_known(int a, int b) {
    return (a == 0) != (b == 0) ? (a == 0) - (b == 0) : (a > b) - (a < b);
}

static int by_difficulty(const void *left, const void *right) {
    const listed_game *const a = left, *const b = right;
    const int difficulty = compare_known(a->difficulty, b->difficulty),
              minutes = compare_known(a->minutes, b->minutes);
    return difficulty != 0 ? difficulty
           : minutes != 0  ? minutes
                           : strcmp(listed_title(a), listed_title(b));
}

bool game_list_open(game_list *l) {
    char **const names = lf_bundled_games();
    int count = 0;
    while (names != NULL && names[count] != NULL)
        count++;
    *l = (game_list){.at = calloc((size_t)count + 1, sizeof *l->at), .count = count};
    char *const first = strdup(count > 0 ? names[0] : "");
    bool good = l->at != NULL && first != NULL;
    for (int i = 0; good && i < count; i++) {
        good = (l->at[i].id = strdup(names[i])) != NULL;
        if (good)
            read_facts(&l->at[i]);
    }
    if (good) {
        qsort(l->at, (size_t)count, sizeof *l->at, by_difficulty);
        while (l->first < count && strcmp(l->at[l->first].id, first) != 0)
            l->first++;
        assert(count == 0 || l->first < count);
    } else {
        complain(LF_NO_MEMORY);
        game_list_close(l);
    }
    free(first);
    lf_bundled_games_free(names);
    return good;
}

void game_list_close(game_list *l) {
    for (int i = 0; l->at != NULL && i < l->count; i++) {
        free(l->at[i].id);
        lf_game_free(l->at[i].game);
    }
    free(l->at);
    *l = (game_list){0};
}

/* ---- texts ----------------------------------------------------------------------------------- */

const char *listed_title(const listed_game *g) {
    return g->game != NULL ? lf_game_title(g->game) : g->id;
}

const char *players_text(const listed_game *g, char text[16]) {
    if (g->min_players == g->max_players)
        snprintf(text, 16, "%d", g->max_players);
    else
        snprintf(text, 16, "%d-%d", g->min_players, g->max_players);
    return g->max_players > 0 ? text : "?";
}

const char *difficulty_text(const listed_game *g) {
    static const char *const names[] = {"?", "easy", "light", "medium", "hard", "expert"};
    assert(g->difficulty >= 0 && g->difficulty < (int)(sizeof names / sizeof *names));
    return names[g->difficulty];
}

const char *length_text(const listed_game *g, char text[16]) {
    if (g->minutes == 0)
        return "?";
    if (g->minutes < 90)
        snprintf(text, 16, "%d min", g->minutes);
    else
        snprintf(text, 16, "%.3g h", g->minutes / 60.0);
    return text;
}

/* ---- examples -------------------------------------------------------------------------------- */

bool example_value(const char *key, char value[EXAMPLE_BYTES]) {
    char **const names = lf_bundled_games();
    char *const spec = names != NULL && names[0] != NULL ? lf_bundled_path(names[0]) : NULL;
    const char *const slash = spec != NULL ? strrchr(spec, '/') : NULL;
    char path[LF_PATH_BYTES], line[EXAMPLE_BYTES];
    const size_t length = strlen(key);
    bool found = false;
    snprintf(path, sizeof path, "%.*s/examples", slash != NULL ? (int)(slash - spec) : 0,
             spec != NULL ? spec : "");
    FILE *const file = slash != NULL ? fopen(path, "r") : NULL;
    snprintf(value, EXAMPLE_BYTES, "%s", key);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, key, length) == 0 && line[length] == ' ';
        if (found)
            snprintf(value, EXAMPLE_BYTES, "%s", line + length + 1);
    }
    if (file != NULL)
        fclose(file);
    lf_string_free(spec);
    lf_bundled_games_free(names);
    return found;
}
