/* session_save.c: sessions as JSON, to be kept in a file or sent to another program. */
#include "session.h"

#include <string.h>

#include "base/json_text.h"
#include "kernel/state/state.h"
#include "support/files.h"
#include "support/json_forms.h"

#define SAVE_FORMAT "ludoforge-save"
#define SAVE_BYTES_MAX ((size_t)256 << 20)

static json_t *state_to_json(const lf_state *state) {
    char *text = lf_state_json(state);
    json_t *json = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    lf_string_free(text);
    return json;
}

static json_t *players_to_json(const lf_session *s) {
    json_t *players = json_object();
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++) {
        if (s->player[seat] != NULL)
            json_object_set_new(players, lf_name(s->game, LF_OF_SEATS, seat),
                                json_string(s->player[seat]));
    }
    return players;
}

/* Those of an older save are nobody. */
static bool read_players(lf_session *s, const json_t *players, lf_error *error) {
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++) {
        const char *who =
            json_string_value(json_object_get(players, lf_name(s->game, LF_OF_SEATS, seat)));
        if (who != NULL && lf_session_set_player(s, seat, who, error) != LF_OK)
            return false;
    }
    return true;
}

json_t *lf_session_write_json(const lf_session *s) {
    json_t *state = state_to_json(s->state);
    if (state == NULL)
        return NULL;
    json_t *save =
        json_pack("{s:s, s:i, s:s?, s:o}", "format", SAVE_FORMAT, "version", 1, "game",
                  lf_game_id(s->game), "identity", lf_hex_to_json(lf_game_identity(s->game)));
    lf_setup_to_json(save, s->game, &s->setup.setup);
    json_t *log = json_array();
    for (size_t i = 0; i < s->log_count; i++)
        json_array_append_new(log, lf_session_line_to_json(s, i, LF_HOST));
    json_object_set_new(save, "players", players_to_json(s));
    json_object_set_new(save, "clock", lf_session_clock_to_json(s));
    json_object_set_new(save, "edited", json_boolean(s->record.edited));
    json_object_set_new(save, "state", state);
    json_object_set_new(save, "record", lf_record_to_json(&s->record));
    json_object_set_new(save, "log", log);
    return save;
}

/* Is this a save of this very game? */
static bool check_frame(const lf_session *s, const json_t *save, lf_error *error) {
    const char *format = json_string_value(json_object_get(save, "format"));
    const char *game = json_string_value(json_object_get(save, "game"));
    uint64_t identity;
    if (format == NULL || strcmp(format, SAVE_FORMAT) != 0)
        return lf_error_set(error, LF_BAD_INPUT,
                            "This is not a saved game: its \"format\" is not \"%s\".", SAVE_FORMAT);
    if (json_integer_value(json_object_get(save, "version")) != 1)
        return lf_error_set(error, LF_BAD_INPUT,
                            "This saved game is of a version that this program does not know.");
    if (game == NULL || strcmp(game, lf_game_id(s->game)) != 0)
        return lf_error_set(error, LF_BAD_INPUT, "This is a saved game of %s, not of %s.",
                            game != NULL ? game : "nothing", lf_game_id(s->game));
    if (!lf_hex_from_json(json_object_get(save, "identity"), &identity) ||
        identity != lf_game_identity(s->game))
        return lf_error_set(error, LF_BAD_INPUT,
                            "The rules of %s have changed since this game was saved.", game);
    return true;
}

static bool read_state(lf_state *state, const json_t *json, lf_error *error) {
    char *text = lf_json_text(json, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text == NULL)
        return json == NULL ? lf_error_set(error, LF_BAD_INPUT, "The saved game has no \"state\".")
                            : lf_error_no_memory(error);
    lf_status status = lf_state_from_json(state, text, error);
    lf_free(text);
    if (status == LF_OK && lf_chance_of(state) == LF_CHANCE_EXPLICIT)
        return lf_error_set(
            error, LF_BAD_INPUT,
            "In the saved state chance is explicit; a session plays only games that draw it.");
    return status == LF_OK;
}

/* The decisions are made again, seen and noted as they were the first time: so the log and the way
 * back are whole. False: they do not lead where the saved game stands. */
static bool play_again(lf_session *s, const record *taken, lf_error *error) {
    const uint64_t goal = lf_hash(s->state);
    lf_state *again = lf_record_new_state(taken, s->game, error);
    if (again == NULL)
        return false;
    lf_copy(s->state, again);
    lf_state_free(again);
    lf_session_history_begin(s);
    lf_session_watch(s);
    bool good = lf_hash(s->state) == taken->start;
    for (size_t i = 0; good && i < taken->count; i++)
        good = taken->decisions[i].option < lf_legal_count(s->state) &&
               lf_session_decide(s, taken->decisions[i].option, false, error) == LF_OK;
    return good && lf_hash(s->state) == goal;
}

/* A decision of a game that is not played again: nobody knows who made it, and in which turn. */
static record_decision as_unknown(const lf_session *s, const record_decision *read) {
    record_decision made = *read;
    made.seat = lf_decider(s->state);
    made.barrier = lf_barrier(s->state);
    made.turn = -1;
    return made;
}

/* A position that was changed by hand is taken as it is, with the lines of the file: nothing before
 * it can be taken back. */
static bool take_as_it_is(lf_session *s, const json_t *save, record *taken, lf_error *error) {
    lf_session_history_free(s);
    if (!read_state(s->state, json_object_get(save, "state"), error))
        return false;
    lf_record_close(&s->record);
    s->record = *taken;
    *taken = (record){0};
    if (!lf_session_read_log(s, json_object_get(save, "log")))
        return lf_error_no_memory(error);
    for (size_t i = 0; i < s->record.count; i++)
        s->record.decisions[i] = as_unknown(s, &s->record.decisions[i]);
    lf_session_history_begin(s);
    lf_session_watch(s);
    return true;
}

static bool time_out_again(lf_session *s, lf_seat seat, lf_error *error) {
    const int seats = lf_seats_in_play(s->state);
    if (seat < 0 || seat >= seats || seats > LF_RESIGN_SEATS || lf_session_over(s, NULL))
        return lf_error_set(error, LF_BAD_INPUT,
                            "The saved game cannot have ended by the time of that seat.");
    lf_session_end_by_time(s, seat);
    return true;
}

/* A game that its players ended is ended again. */
static bool end_again(lf_session *s, const json_t *end, lf_error *error) {
    const char *name = json_string_value(json_object_get(end, RECORD_RESIGNED));
    const char *late = json_string_value(json_object_get(end, RECORD_TIMEOUT));
    if (name != NULL)
        return lf_session_resign(s, lf_find(s->game, LF_OF_SEATS, name), error) == LF_OK;
    if (late != NULL)
        return time_out_again(s, lf_find(s->game, LF_OF_SEATS, late), error);
    bool good = true;
    if (json_object_get(end, "agreed") != NULL)
        for (lf_seat seat = 0; good && seat < lf_seats_in_play(s->state); seat++)
            good = lf_session_offer_draw(s, seat, error) == LF_OK;
    return good;
}

/* Builds the loaded session aside, so that a bad save leaves the old one as it was. */
static bool read_session(lf_session *loaded, const json_t *save, lf_error *error) {
    owned_setup setup;
    if (!check_frame(loaded, save, error) || !lf_setup_from_file(&setup, save, error))
        return false;
    const bool started = lf_session_start(loaded, &setup.setup, error) == LF_OK;
    lf_setup_free(&setup);
    record taken = {0};
    if (!started || !read_players(loaded, json_object_get(save, "players"), error) ||
        !read_state(loaded->state, json_object_get(save, "state"), error) ||
        !lf_record_from_json(&taken, json_object_get(save, "record"), error))
        return false;
    json_t *end = json_incref(taken.end);
    const bool good = (!taken.edited && play_again(loaded, &taken, error)) ||
                      take_as_it_is(loaded, save, &taken, error);
    lf_record_close(&taken);
    const bool whole = good &&
                       lf_session_clock_from_json(loaded, json_object_get(save, "clock"), error) &&
                       end_again(loaded, end, error);
    json_decref(end);
    return whole;
}

/* The game of one session becomes that of another; who plays, and where it is kept, stays. */
static void take_over(lf_session *s, lf_session *loaded) {
    const lf_session old = *s;
    *s = *loaded;
    memcpy(s->person, old.person, sizeof s->person);
    s->confirm = old.confirm;
    s->revision = old.revision + 1;
    s->autosave = old.autosave;
    s->autosave_error = old.autosave_error;
    *loaded = old;
    loaded->autosave = NULL;
    lf_session_watch(s);
}

bool lf_session_read_json(lf_session *s, const json_t *save, lf_error *error) {
    lf_session *loaded = lf_session_new(s->game, s->spec);
    if (loaded == NULL)
        return lf_error_no_memory(error);
    const bool good = read_session(loaded, save, error);
    if (good)
        take_over(s, loaded);
    lf_session_free(loaded);
    return good;
}

/* ---- as text and in files -------------------------------------------------------------------- */

/* Takes the value; for lf_string_free. */
static char *dump(json_t *json) {
    char *text = lf_json_text(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

char *lf_session_json(const lf_session *s) {
    return s->state != NULL ? dump(lf_session_write_json(s)) : NULL;
}

char *lf_session_record_json(const lf_session *s) {
    return s->state != NULL ? dump(lf_record_to_json(&s->record)) : NULL;
}

lf_status lf_session_from_json(lf_session *s, const char *text, lf_error *error) {
    lf_error why = {.status = LF_OK};
    json_error_t where;
    json_t *save = json_loads(text, 0, &where);
    if (save == NULL)
        return lf_fail(error, LF_BAD_INPUT, "The saved game is not JSON: line %d: %s.", where.line,
                       where.text);
    const bool good = lf_session_read_json(s, save, &why);
    json_decref(save);
    return good ? LF_OK : lf_fail(error, why.status, "%s", why.message);
}

lf_status lf_session_save(const lf_session *s, const char *path, lf_error *error) {
    lf_error why = {.status = LF_OK};
    char *text = lf_session_json(s);
    if (text == NULL)
        return lf_fail(error, s->state != NULL ? LF_OUT_OF_MEMORY : LF_BAD_ARGUMENT, "%s",
                       s->state != NULL ? LF_NO_MEMORY : "There is no game yet.");
    const bool good = lf_file_write(path, text, strlen(text), &why);
    lf_string_free(text);
    return good ? LF_OK : lf_fail(error, why.status, "%s", why.message);
}

lf_status lf_session_load(lf_session *s, const char *path, lf_error *error) {
    lf_error why = {.status = LF_OK};
    json_t *save = lf_file_read_json(path, SAVE_BYTES_MAX, &why);
    const bool good = save != NULL && lf_session_read_json(s, save, &why);
    json_decref(save);
    return good ? LF_OK : lf_fail(error, why.status, "%s", why.message);
}

lf_status lf_session_write_record(const lf_session *s, const char *path, lf_error *error) {
    lf_error why = {.status = LF_OK};
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    return lf_record_write(&s->record, path, &why) ? LF_OK
                                                   : lf_fail(error, why.status, "%s", why.message);
}
