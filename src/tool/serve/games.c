/* games.c: the games that are served: the bundled ones, one that the user named, and the rules of older tables as the store kept
 * them. A game stays in memory until the end, for any number of tables point at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

static served_game *add(server *s, lf_game *game, const char *spec) {
    served_game *entry = calloc(1, sizeof *entry);
    char *path = spec != NULL ? strdup(spec) : NULL;
    if (entry == NULL || (path == NULL && spec != NULL)) {
        free(entry);
        free(path);
        return NULL;
    }
    *entry = (served_game){.game = game, .spec = path, .offered = spec != NULL};
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

bool games_offer(server *s, lf_game *game, const char *spec) {
    pthread_mutex_lock(&s->games_lock);
    served_game *entry = add(s, game, spec);
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
    return game != NULL ? games_offer(s, game, path) : s->settings->dev;
}

/* A bundled game that does not compile is not served; `ludoforge check` says why. */
bool games_open(server *s, lf_error *error) {
    pthread_mutex_init(&s->games_lock, NULL);
    char **names = lf_bundled_games();
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = lf_bundled_path(*name);
        lf_game *game = path != NULL ? lf_game_load(path, NULL) : NULL;
        if (game != NULL)
            games_offer(s, game, path);
        lf_string_free(path);
    }
    lf_bundled_games_free(names);
    return s->settings->game == NULL || load_named(s, s->settings->game, error);
}

void games_close(server *s) {
    while (s->games != NULL) {
        served_game *next = s->games->next;
        lf_game_free(s->games->game);
        free(s->games->spec);
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
        entry = game != NULL ? add(s, game, NULL) : NULL;
        if (game != NULL && entry == NULL) {
            lf_game_free(game);
            store_fail(error, STORE_FAILED, "Out of memory.");
        }
    }
    const lf_game *game = entry != NULL ? entry->game : NULL;
    pthread_mutex_unlock(&s->games_lock);
    return game;
}

/* ---- as JSON ----------------------------------------------------------------------------------------------------- */

static json_t *named(const lf_game *game, lf_catalogue of) {
    json_t *list = json_array();
    for (int i = 0; i < lf_count(game, of); i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "id", lf_name(game, of, i), "label", lf_label(game, of, i)));
    return list;
}

static json_t *options_json(const lf_game *game) {
    json_t *list = json_array();
    for (int i = 0; i < lf_count(game, LF_OF_OPTIONS); i++) {
        char *values = lf_option_values(game, i);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "id", lf_name(game, LF_OF_OPTIONS, i),
                                              "label", lf_label(game, LF_OF_OPTIONS, i), "description",
                                              lf_option_description(game, i), "values",
                                              values != NULL ? values : ""));
        lf_string_free(values);
    }
    return list;
}

static json_t *head_json(const lf_game *game) {
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:s?, s:o}", "id", lf_game_id(game), "title",
                     lf_game_title(game), "description", lf_game_description(game), "seats",
                     named(game, LF_OF_SEATS), "scenarios", named(game, LF_OF_SCENARIOS), "scenario",
                     lf_name(game, LF_OF_SCENARIOS, lf_default_scenario(game)), "options",
                     options_json(game));
}

json_t *games_list(server *s) {
    json_t *list = json_array();
    pthread_mutex_lock(&s->games_lock);
    for (served_game *e = s->games; e != NULL; e = e->next)
        if (e->offered)
            json_array_append_new(list, head_json(e->game));
    pthread_mutex_unlock(&s->games_lock);
    return list;
}

static json_t *spaces_json(const lf_game *game) {
    json_t *list = named(game, LF_OF_SPACES);
    for (int a = 0; a < lf_count(game, LF_OF_SPACES); a++) {
        json_t *near = json_array(), *properties = json_object();
        for (int b = 0; b < lf_count(game, LF_OF_SPACES); b++)
            if (a != b && lf_adjacent(game, a, b))
                json_array_append_new(near, json_string(lf_name(game, LF_OF_SPACES, b)));
        for (int p = 0; p < lf_count(game, LF_OF_PROPERTIES); p++) {
            char text[256];
            json_object_set_new(properties, lf_name(game, LF_OF_PROPERTIES, p),
                                json_string(lf_property(game, a, p, text, sizeof text)));
        }
        json_t *space = json_array_get(list, (size_t)a);
        json_object_set_new(space, "adjacent", near);
        json_object_set_new(space, "properties", properties);
    }
    return list;
}

static json_t *kinds_json(const lf_game *game) {
    json_t *list = named(game, LF_OF_KINDS);
    for (int i = 0; i < lf_count(game, LF_OF_KINDS); i++) {
        const lf_seat seat = lf_kind_seat(game, i);
        json_t *kind = json_array_get(list, (size_t)i);
        const char *name = seat != LF_NOBODY ? lf_name(game, LF_OF_SEATS, seat) : NULL, *state = NULL;
        json_object_set_new(kind, "one", json_string(lf_kind_one(game, i)));
        json_object_set_new(kind, "short", json_string(lf_kind_short(game, i, &state)));
        json_object_set_new(kind, "state", json_string(state));
        json_object_set_new(kind, "seat", name != NULL ? json_string(name) : json_null());
    }
    return list;
}

static json_t *cards_json(const lf_game *game) {
    json_t *list = named(game, LF_OF_CARDS);
    for (int i = 0; i < lf_count(game, LF_OF_CARDS); i++) {
        json_t *parts = named(game, LF_OF_CARD_PARTS);
        for (int part = 0; part < lf_count(game, LF_OF_CARD_PARTS); part++)
            json_object_set_new(json_array_get(parts, (size_t)part), "text",
                                json_string(lf_card_text(game, i, part)));
        json_object_set_new(json_array_get(list, (size_t)i), "parts", parts);
    }
    return list;
}

/* ---- what a client draws ---- */

/* As the files beside the rules say now, so that a change of them is seen at once. Rules of an older table are drawn as the game
 * that is offered under their name is, if that fits. */
static json_t *visual_json(server *s, const lf_game *game) {
    char *spec = NULL;
    pthread_mutex_lock(&s->games_lock);
    for (const served_game *e = s->games; e != NULL && spec == NULL; e = e->next)
        if (e->offered && strcmp(lf_game_id(e->game), lf_game_id(game)) == 0)
            spec = strdup(e->spec);
    pthread_mutex_unlock(&s->games_lock);
    char *text = lf_visual(game, spec, NULL);
    if (text == NULL)
        text = lf_visual(game, "", NULL);
    free(spec);
    json_t *visual = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    return visual != NULL ? visual : json_null();
}

static json_t *boxes_json(const lf_game *game) {
    json_t *list = json_array();
    for (int i = lf_count(game, LF_OF_SPACES); i < lf_count(game, LF_OF_ZONES); i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "id", lf_name(game, LF_OF_ZONES, i), "label",
                                              lf_label(game, LF_OF_ZONES, i)));
    return list;
}

static json_t *stacks_json(const lf_game *game) {
    json_t *list = named(game, LF_OF_STACKS);
    for (int i = 0; i < lf_count(game, LF_OF_STACKS); i++) {
        int seats = 0;
        for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
            seats += lf_stack_visible(game, i, seat);
        const char *who = lf_stack_visible(game, i, LF_NOBODY) ? "all" : seats > 0 ? "owner" : "nobody";
        json_object_set_new(json_array_get(list, (size_t)i), "visibility", json_string(who));
    }
    return list;
}

/* Variables as the library describes them: with their values in words, and what is never shown marked. */
static void add_variables(const lf_game *game, json_t *json) {
    static const char *const names[][2] = {
        {"globals", "globalVars"}, {"seatVars", "seatVars"}, {"spaceVars", "spaceVars"}};
    char *text = lf_describe(game);
    json_t *described = text != NULL ? json_loads(text, 0, NULL) : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *list = json_object_get(described, names[i][1]);
        json_object_set_new(json, names[i][0], list != NULL ? json_incref(list) : json_array());
    }
    json_decref(described);
    lf_string_free(text);
}

json_t *games_describe(server *s, const lf_game *game) {
    static const struct {
        const char *name;
        lf_catalogue of;
    } catalogues[] = {
        {"zones", LF_OF_ZONES},       {"phases", LF_OF_PHASES},        {"actions", LF_OF_ACTIONS},
        {"displays", LF_OF_DISPLAYS}, {"cardParts", LF_OF_CARD_PARTS},
    };
    json_t *json = head_json(game);
    for (size_t i = 0; i < sizeof catalogues / sizeof *catalogues; i++)
        json_object_set_new(json, catalogues[i].name, named(game, catalogues[i].of));
    json_object_set_new(json, "spaces", spaces_json(game));
    json_object_set_new(json, "kinds", kinds_json(game));
    json_object_set_new(json, "cards", cards_json(game));
    json_object_set_new(json, "boxes", boxes_json(game));
    json_object_set_new(json, "stacks", stacks_json(game));
    json_object_set_new(json, "visual", visual_json(s, game));
    add_variables(game, json);
    return json;
}
