/* settings.c: which games a simulation plays, as JSON and back. */
#include "settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/json_forms.h"

#define SETTINGS_FORMAT "ludoforge-run"
#define LADDER_FORMAT "ludoforge-ladder"
#define SETTINGS_VERSION 1

static void ladder_settings(json_t *object, const sim_plan *plan) {
    json_object_set_new(object, "format", json_string(LADDER_FORMAT));
    json_object_set_new(object, "field",
                        plan->field >= 0 ? json_string(plan->agents[plan->field].text)
                                         : json_null());
}

json_t *settings_to_json(const sim_plan *plan) {
    json_t *object = json_pack("{s:s, s:i, s:s?, s:o, s:s?}", "format", SETTINGS_FORMAT, "version",
                               SETTINGS_VERSION, "game", lf_game_id(plan->game), "identity",
                               lf_hex_to_json(lf_game_identity(plan->game)), "spec", plan->spec);
    json_t *agents = json_array();
    lf_setup_to_json(object, plan->game, &plan->setup);
    const int count = plan->seatings != NULL ? plan->listed : lf_count(plan->game, LF_OF_SEATS);
    for (int i = 0; i < count; i++)
        json_array_append_new(agents, json_string(plan->agents[i].text));
    if (plan->seatings != NULL)
        ladder_settings(object, plan);
    json_object_set_new(object, "games", json_integer(plan->games));
    json_object_set_new(object, "agents", agents);
    json_object_set_new(object, "maxDecisions", json_integer(plan->max_decisions));
    return object;
}

bool settings_check(const json_t *object, lf_error *error) {
    const char *format = json_string_value(json_object_get(object, "format"));
    if (format == NULL || (strcmp(format, SETTINGS_FORMAT) != 0 && !settings_of_ladder(object)))
        return lf_error_set(error, LF_BAD_INPUT, "This is no run: its \"format\" is not \"%s\".",
                            SETTINGS_FORMAT);
    json_int_t version = json_integer_value(json_object_get(object, "version"));
    if (version != SETTINGS_VERSION)
        return lf_error_set(error, LF_BAD_INPUT,
                            "This run has version %lld, and this program reads version %d.",
                            (long long)version, SETTINGS_VERSION);
    return true;
}

bool settings_of_ladder(const json_t *object) {
    const char *const format = json_string_value(json_object_get(object, "format"));
    return format != NULL && strcmp(format, LADDER_FORMAT) == 0;
}

const char *settings_spec(const json_t *object) {
    return json_string_value(json_object_get(object, "spec"));
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool check_game(const json_t *object, const lf_game *game, lf_error *error) {
    const char *id = json_string_value(json_object_get(object, "game"));
    uint64_t identity;
    if (id == NULL || strcmp(id, lf_game_id(game)) != 0)
        return lf_error_set(error, LF_BAD_ARGUMENT, "The run is of the game %.100s, not of %.100s.",
                            id != NULL ? id : "?", lf_game_id(game));
    if (!lf_hex_from_json(json_object_get(object, "identity"), &identity) ||
        identity != lf_game_identity(game))
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "The run is of other rules of %.100s: their identity is %.16s, and now it is "
            "%016" PRIx64 ". Games of different rules do not add up; begin a new run.",
            id, json_string_value(json_object_get(object, "identity")), lf_game_identity(game));
    return true;
}

static bool read_agents(const json_t *list, sim_plan *plan, lf_error *error) {
    for (size_t i = 0; i < json_array_size(list) && i < LF_SEATS_MAX; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        lf_error why = {0};
        if (name == NULL || !lf_agent_check(plan->game, name, &why))
            return lf_error_set(error, LF_BAD_INPUT, "\"agents\": %s.",
                                name == NULL ? "a text is missing" : why.message);
        snprintf(plan->agents[i].text, sizeof plan->agents[i].text, "%s", name);
    }
    return true;
}

static bool read_seats(const json_t *object, sim_plan *plan, lf_error *error) {
    const json_t *const list = json_object_get(object, "agents");
    const char *const field = json_string_value(json_object_get(object, "field"));
    const size_t count = json_array_size(list), seats = (size_t)lf_count(plan->game, LF_OF_SEATS);
    const bool ladder = settings_of_ladder(object);
    lf_error why = {0};
    if (ladder ? count < 1 || count > LF_SEATS_MAX : count != seats)
        return ladder
                   ? lf_error_set(error, LF_BAD_INPUT, "\"agents\" must name from 1 to %d agents.",
                                  LF_SEATS_MAX)
                   : lf_error_set(error, LF_BAD_INPUT, "\"agents\" must name %zu agents.", seats);
    if (!read_agents(list, plan, error))
        return false;
    if (ladder && field != NULL && !lf_agent_check(plan->game, field, &why))
        return lf_error_set(error, LF_BAD_INPUT, "\"field\": %s.", why.message);
    return !ladder || sim_open_ladder(plan, (int)count, field, error);
}

static bool read_count(const json_t *object, const char *name, int64_t most, int64_t *out,
                       lf_error *error) {
    json_int_t value = json_integer_value(json_object_get(object, name));
    if (value < 1 || value > most)
        return lf_error_set(error, LF_BAD_INPUT, "\"%s\" must be a whole number above 0.", name);
    *out = value;
    return true;
}

bool settings_from_json(const json_t *object, sim_plan *plan, owned_setup *texts, lf_error *error) {
    if (!settings_check(object, error) || !check_game(object, plan->game, error) ||
        !read_count(object, "games", SIM_GAMES_MAX, &plan->games, error) ||
        !read_count(object, "maxDecisions", INT64_MAX, &plan->max_decisions, error) ||
        !lf_setup_from_file(texts, object, error))
        return false;
    plan->setup = texts->setup;
    return read_seats(object, plan, error);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool differ(const char *what, const json_t *theirs, const json_t *ours, lf_error *error) {
    char *their_text = json_dumps(theirs, JSON_ENCODE_ANY),
         *our_text = json_dumps(ours, JSON_ENCODE_ANY);
    lf_error_set(error, LF_BAD_ARGUMENT,
                 "The run has %s %.120s, not %.120s. Begin a new run for that.", what,
                 their_text != NULL ? their_text : "?", our_text != NULL ? our_text : "?");
    free(their_text);
    free(our_text);
    return false;
}

bool settings_same(const sim_plan *theirs, const sim_plan *ours, lf_error *error) {
    static const char *const members[][2] = {
        {"scenario", "the scenario"}, {"options", "the options"},
        {"seed", "the seed"},         {"agents", "the agents"},
        {"field", "the field"},       {"maxDecisions", "at most so many decisions a game:"},
        {"forced", "single options:"}};
    json_t *a = settings_to_json(theirs), *b = settings_to_json(ours);
    bool same = true;
    for (size_t i = 0; same && i < sizeof members / sizeof *members; i++) {
        const json_t *x = json_object_get(a, members[i][0]), *y = json_object_get(b, members[i][0]);
        same = x == y || json_equal(x, y) || differ(members[i][1], x, y, error);
    }
    json_decref(a);
    json_decref(b);
    return same;
}
