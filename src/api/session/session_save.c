/* session_save.c: sessions as JSON, to be kept in a file or sent to another program. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "outcome.h"
#include "session.h"

#define SAVE_FORMAT "ludoforge-save"

static json_t *state_to_json(const lf_state *state) {
    char *text = lf_state_json(state);
    json_t *json = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    lf_string_free(text);
    return json;
}

json_t *session_to_json(const session *s) {
    json_t *state = state_to_json(s->state);
    if (!state)
        return NULL;
    json_t *save = json_pack("{s:s, s:i, s:s?, s:o}", "format", SAVE_FORMAT, "version", 1, "game",
                             lf_game_id(s->game), "identity", hex_to_json(lf_game_identity(s->game)));
    setup_to_json(save, s->game, &s->setup.setup);
    json_t *log = json_array();
    for (size_t i = 0; i < s->log_count; i++)
        json_array_append_new(log, session_line_to_json(s, i, SESSION_HOST));
    json_object_set_new(save, "edited", json_boolean(s->record.edited));
    json_object_set_new(save, "state", state);
    json_object_set_new(save, "record", record_to_json(&s->record));
    json_object_set_new(save, "log", log);
    return save;
}

/* Is this a save of this very game? */
static bool check_frame(const session *s, const json_t *save, lf_error *error) {
    const char *format = json_string_value(json_object_get(save, "format"));
    const char *game = json_string_value(json_object_get(save, "game"));
    uint64_t identity;
    if (!format || strcmp(format, SAVE_FORMAT) != 0)
        return fail(error, LF_BAD_INPUT, "This is not a saved game: its \"format\" is not \"%s\".",
                    SAVE_FORMAT);
    if (json_integer_value(json_object_get(save, "version")) != 1)
        return fail(error, LF_BAD_INPUT, "This saved game is of a version that this program does not know.");
    if (!game || strcmp(game, lf_game_id(s->game)) != 0)
        return fail(error, LF_BAD_INPUT, "This is a saved game of %s, not of %s.", game ? game : "nothing",
                    lf_game_id(s->game));
    if (!hex_from_json(json_object_get(save, "identity"), &identity) || identity != lf_game_identity(s->game))
        return fail(error, LF_BAD_INPUT, "The rules of %s have changed since this game was saved.", game);
    return true;
}

static bool read_state(lf_state *state, const json_t *json, lf_error *error) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text)
        return fail(error, LF_BAD_INPUT, "The saved game has no \"state\".");
    lf_status status = lf_state_from_json(state, text, error);
    free(text);
    return status == LF_OK;
}

/* Lines that some may not read keep their second text; a list of seats that cannot be read stands for nobody. */
static bool read_secret(const session *s, const json_t *entry, session_line *line) {
    const char *text = json_string_value(json_object_get(entry, "public"));
    const json_t *seats = json_object_get(entry, "knownTo");
    line->known_to = LF_KNOWN_TO_ALL;
    if (text == NULL && seats == NULL)
        return true;
    line->known_to = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        const int seat = name == NULL ? -1 : lf_find(s->game, LF_OF_SEATS, name);
        line->known_to |= seat < 0 ? 0 : UINT32_C(1) << seat;
    }
    line->public_text = strdup(text == NULL ? "" : text);
    return line->public_text != NULL;
}

static void read_log(session *s, const json_t *log) {
    size_t count = json_array_size(log);
    s->log = calloc(count + 1, sizeof *s->log);
    s->log_capacity = s->log ? count + 1 : 0;
    for (size_t i = 0; s->log && i < count; i++) {
        const json_t *entry = json_array_get(log, i);
        const char *kind = json_string_value(json_object_get(entry, "kind"));
        const char *text = json_string_value(json_object_get(entry, "text"));
        const char *seat = json_string_value(json_object_get(entry, "seat"));
        session_line line = {.kind = LF_EVENT_LOG, .subject = -1, .from = -1, .to = -1};
        if (kind)
            event_kind_find(kind, &line.kind);
        line.seat = seat ? lf_find(s->game, LF_OF_SEATS, seat) : LF_NOBODY;
        line.forced = json_is_true(json_object_get(entry, "forced"));
        const bool good = read_secret(s, entry, &line);
        line.text = good ? strdup(text ? text : "") : NULL;
        if (line.text != NULL)
            s->log[s->log_count++] = line;
        else
            free(line.public_text);
    }
}

/* Builds the loaded session aside, so that a bad save leaves the old one as it was. */
static bool read_session(session *loaded, const json_t *save, lf_error *error) {
    owned_setup setup;
    if (!check_frame(loaded, save, error) || !setup_from_json(&setup, save, error))
        return false;
    bool good = session_start(loaded, &setup.setup, error);
    setup_free(&setup);
    if (!good)
        return false;
    /* The lines must not be noted by the copy that is being built. */
    lf_watch(loaded->state, NULL);
    record taken = {0};
    if (!read_state(loaded->state, json_object_get(save, "state"), error) ||
        !record_from_json(&taken, json_object_get(save, "record"), error))
        return false;
    record_close(&loaded->record);
    loaded->record = taken;
    read_log(loaded, json_object_get(save, "log"));
    return true;
}

bool session_from_json(session *s, const json_t *save, lf_error *error) {
    session loaded;
    session_open(&loaded, s->game, s->spec);
    if (!read_session(&loaded, save, error)) {
        session_close(&loaded);
        return false;
    }
    session_close(s);
    *s = loaded;
    session_watch(s);
    return true;
}
