/* games.c: the games that are served: the bundled ones, one that the user named, and the rules of
 * older tables as the store kept them. A game stays in memory until the end, for any number of
 * tables point at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

static json_t *parsed(char *text) {
    json_t *json = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    return json;
}

static served_game *add(server *s, lf_game *game, bool stored) {
    served_game *entry = calloc(1, sizeof *entry);
    json_t *described = stored ? NULL : parsed(lf_describe(game));
    if (entry == NULL || (described == NULL && !stored)) {
        free(entry);
        json_decref(described);
        return NULL;
    }
    if (s->settings->native)
        /* nobody plays it yet; what has not been built runs as bytecode */
        lf_game_native(game, NULL, NULL);
    *entry =
        (served_game){.game = game, .described = described, .offered = !stored, .stored = stored};
    served_game **at = &s->games;
    while (*at != NULL)
        at = &(*at)->next;
    *at = entry;
    return entry;
}

/* What is offered now comes first: its words may be better than those that were kept. */
static served_game *of_identity(const server *s, uint64_t identity) {
    served_game *found = NULL;
    for (served_game *e = s->games; e != NULL; e = e->next)
        if (lf_game_identity(e->game) == identity && (found == NULL || e->offered))
            found = e;
    return found;
}

bool games_offer(server *s, lf_game *game) {
    pthread_mutex_lock(&s->games_lock);
    served_game *entry = add(s, game, false);
    for (served_game *e = s->games; e != NULL && entry != NULL; e = e->next)
        if (e != entry && strcmp(lf_game_id(e->game), lf_game_id(game)) == 0)
            e->offered = false;
    pthread_mutex_unlock(&s->games_lock);
    if (entry == NULL)
        lf_game_free(game);
    return entry != NULL;
}

static bool load_named(server *s, const char *path, lf_error *error) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL && !s->settings->dev) {
        error->status = LF_BAD_INPUT;
        snprintf(error->message, sizeof error->message,
                 "%.300s does not compile: `ludoforge check` says why.", path);
    }
    lf_diagnostics_free(problems);
    return game != NULL ? games_offer(s, game) : s->settings->dev;
}

/* A bundled game that does not compile is not served; `ludoforge check` says why. */
bool games_open(server *s, lf_error *error) {
    pthread_mutex_init(&s->games_lock, NULL);
    char **names = lf_bundled_games();
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = lf_bundled_path(*name);
        lf_game *game = path != NULL ? lf_game_load(path, NULL) : NULL;
        if (game != NULL)
            games_offer(s, game);
        lf_string_free(path);
    }
    lf_bundled_games_free(names);
    return s->settings->game == NULL || load_named(s, s->settings->game, error);
}

void games_close(server *s) {
    while (s->games != NULL) {
        served_game *next = s->games->next;
        lf_game_free(s->games->game);
        json_decref(s->games->described);
        free(s->games);
        s->games = next;
    }
    pthread_mutex_destroy(&s->games_lock);
}

const lf_game *games_find(server *s, const char *id) {
    pthread_mutex_lock(&s->games_lock);
    served_game *entry = s->games;
    while (entry != NULL && (!entry->offered || strcmp(lf_game_id(entry->game), id) != 0))
        entry = entry->next;
    const lf_game *game = entry != NULL ? entry->game : NULL;
    pthread_mutex_unlock(&s->games_lock);
    return game;
}

const lf_game *games_of(server *s, uint64_t identity, store_error *error) {
    pthread_mutex_lock(&s->games_lock);
    served_game *entry = of_identity(s, identity);
    if (entry == NULL) {
        lf_game *game = store_get_game(s->store, identity, error);
        entry = game != NULL ? add(s, game, true) : NULL;
        if (game != NULL && entry == NULL) {
            lf_game_free(game);
            store_fail(error, STORE_FAILED, "Out of memory.");
        }
    }
    const lf_game *game = entry != NULL ? entry->game : NULL;
    pthread_mutex_unlock(&s->games_lock);
    return game;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

/* How rules look that came from the store: as the game that is offered under their name does, if
 * that fits. */
static json_t *visual_of_stored(server *s, const lf_game *game) {
    char *bundled = lf_bundled_path(lf_game_id(game));
    json_t *visual = parsed(lf_visual(game, bundled != NULL ? bundled : s->settings->game, NULL));
    lf_string_free(bundled);
    return visual;
}

json_t *games_describe(server *s, const lf_game *game) {
    json_t *json = parsed(lf_describe(game));
    pthread_mutex_lock(&s->games_lock);
    const served_game *entry = s->games;
    while (entry != NULL && entry->game != game)
        entry = entry->next;
    const bool stored = entry != NULL && entry->stored;
    pthread_mutex_unlock(&s->games_lock);
    json_t *visual = stored ? visual_of_stored(s, game) : NULL;
    if (visual != NULL)
        json_object_set_new(json, "visual", visual);
    return json;
}

json_t *games_list(server *s) {
    static const char *const members[] = {"id",        "title",   "description",
                                          "players",   "seats",   "seatsInPlay",
                                          "scenarios", "options", NULL};
    json_t *list = json_array();
    pthread_mutex_lock(&s->games_lock);
    for (served_game *e = s->games; e != NULL; e = e->next) {
        if (!e->offered)
            continue;
        json_t *head = json_object();
        for (const char *const *name = members; *name != NULL; name++)
            json_object_set(head, *name, json_object_get(e->described, *name));
        json_array_append_new(list, head);
    }
    pthread_mutex_unlock(&s->games_lock);
    return list;
}
