/* record.c: recorded games: writing them down, and their JSON. Playing them again is in
 * verify.c. */
#include "record.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "support/array.h"
#include "support/files.h"
#include "support/json_forms.h"
#include "support/setup_json.h"

#define RECORD_FORMAT "ludoforge-record"
#define RECORD_BYTES_MAX ((size_t)256 << 20)

/* ---- writing down --------------------------------------------------------------------------- */

void lf_record_open(record *r, const lf_game *game, const char *spec, const lf_setup *setup) {
    static const lf_setup plain;
    *r = (record){.head = json_pack("{s:s, s:i, s:s?, s:o, s:s?}", "format", RECORD_FORMAT,
                                    "version", 1, "game", lf_game_id(game), "identity",
                                    lf_hex_to_json(lf_game_identity(game)), "spec", spec)};
    lf_setup_to_json(r->head, game, setup != NULL ? setup : &plain);
}

void lf_record_close(record *r) {
    json_decref(r->head);
    lf_record_truncate(r, 0);
    lf_free(r->decisions);
    *r = (record){0};
}

void lf_record_begin(record *r, const lf_state *state) {
    r->start = lf_hash(state);
    r->edited = false;
    lf_record_truncate(r, 0);
}

void lf_record_free_decision(const record_decision *d) {
    lf_free(d->name);
    lf_free(d->prompt);
    lf_free(d->label);
    lf_free(d->reason);
}

static void forget_end(record *r) {
    json_decref(r->end);
    r->end = NULL;
}

void lf_record_forget_taken_back(record *r) {
    assert(r->count <= r->end_count);
    while (r->end_count > r->count)
        lf_record_free_decision(&r->decisions[--r->end_count]);
}

void lf_record_take_back(record *r, size_t count) {
    assert(count <= r->count);
    r->count = count;
    forget_end(r);
}

void lf_record_truncate(record *r, size_t count) {
    lf_record_take_back(r, count < r->count ? count : r->count);
    lf_record_forget_taken_back(r);
}

/* Room for one more at the end of those that are made. */
static record_decision *add(record *r, record_decision *displaced) {
    if (!lf_array_reserve(&r->decisions, &r->capacity, r->count + 1, sizeof *r->decisions))
        return NULL;
    record_decision *const place = &r->decisions[r->count++];
    *displaced = r->count <= r->end_count ? *place : (record_decision){0};
    *place = (record_decision){0};
    r->end_count = r->count > r->end_count ? r->count : r->end_count;
    return place;
}

static char *name_option(const lf_state *state, int option) {
    char number[LF_NUMBER_SIZE];
    return lf_strdup(lf_option_id(state, option, number, sizeof number));
}

record_decision *lf_record_push(record *r, lf_state *state, int option,
                                record_decision *displaced) {
    record_decision *const decision = add(r, displaced);
    if (decision == NULL)
        return NULL;
    decision->option = option;
    decision->name = name_option(state, option);
    if (decision->name != NULL)
        return decision;
    lf_record_replace(r, displaced);
    return NULL;
}

void lf_record_replace(record *r, const record_decision *displaced) {
    assert(r->count > 0);
    record_decision *const last = &r->decisions[--r->count];
    lf_record_free_decision(last);
    *last = *displaced;
    if (displaced->name == NULL) /* nothing was there */
        r->end_count = r->count;
}

lf_status lf_record_apply(record *r, lf_state *state, int option) {
    if (r == NULL)
        return lf_apply(state, option);
    record_decision displaced, *decision = lf_record_push(r, state, option, &displaced);
    if (decision == NULL)
        return LF_OUT_OF_MEMORY;
    const lf_status status = lf_apply(state, option);
    decision->hash = status == LF_OK ? lf_hash(state) : 0;
    decision->failed = status == LF_RULE_ERROR;
    if (status != LF_OK && status != LF_RULE_ERROR) { /* nothing was decided */
        lf_record_replace(r, &displaced);
        return status;
    }
    lf_record_free_decision(&displaced);
    return status;
}

void lf_record_end(record *r, const lf_state *state) {
    json_decref(r->end);
    r->end = NULL;
    lf_outcome outcome;
    if (r->count > 0 && r->decisions[r->count - 1].failed)
        r->end = json_pack("{s:s}", "error", lf_state_error(state)->message);
    else if (lf_terminal(state, &outcome))
        r->end = json_pack("{s:o}", "outcome", lf_outcome_to_json(lf_state_game(state), &outcome));
}

void lf_record_end_by_loss(record *r, const lf_game *game, const char *how, lf_seat seat,
                           lf_seat winner) {
    json_decref(r->end);
    r->end = json_pack("{s:o, s:o}", how, lf_seat_to_json(game, seat), "winner",
                       lf_seat_to_json(game, winner));
}

void lf_record_end_by_agreement(record *r) {
    json_decref(r->end);
    r->end = json_pack("{s:s}", "agreed", "draw");
}

void lf_record_end_with_find(record *r, const char *what) {
    json_decref(r->end);
    r->end = json_pack("{s:s}", "find", what);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *decision_to_json(const record_decision *decision) {
    return json_pack("{s:i, s:s, s:o}", "option", decision->option, "name", decision->name, "hash",
                     decision->failed ? json_null() : lf_hex_to_json(decision->hash));
}

/* Everything but the decisions. */
static json_t *frame_to_json(const record *r) {
    json_t *object = json_copy(r->head);
    json_object_set_new(object, "edited", json_boolean(r->edited));
    json_object_set_new(object, "start", lf_hex_to_json(r->start));
    json_object_set_new(object, "end", r->end != NULL ? json_incref(r->end) : json_null());
    return object;
}

json_t *lf_record_to_json(const record *r) {
    json_t *object = frame_to_json(r), *decisions = json_array();
    for (size_t i = 0; i < r->count; i++)
        json_array_append_new(decisions, decision_to_json(&r->decisions[i]));
    json_object_set_new(object, "decisions", decisions);
    return object;
}

/* One decision a line: people read and compare these files. */
static void print(const record *r, lf_text *out) {
    json_t *frame = frame_to_json(r);
    const char *key;
    json_t *value;
    lf_text_addz(out, "{");
    json_object_foreach(frame, key, value) {
        lf_text_printf(out, "\"%s\": ", key);
        lf_text_add_json(out, value, JSON_ENCODE_ANY);
        lf_text_addz(out, ",\n ");
    }
    lf_text_addz(out, "\"decisions\": [");
    for (size_t i = 0; i < r->count; i++) {
        json_t *decision = decision_to_json(&r->decisions[i]);
        lf_text_addz(out, i > 0 ? ",\n  " : "\n  ");
        lf_text_add_json(out, decision, 0);
        json_decref(decision);
    }
    lf_text_addz(out, "]}\n");
    json_decref(frame);
}

bool lf_record_write(const record *r, const char *path, lf_error *error) {
    lf_text text = {0};
    print(r, &text);
    const bool good = text.failed ? lf_error_no_memory(error)
                                  : lf_file_write(path, text.data, text.length, error);
    lf_text_free(&text);
    return good;
}

static bool read_decision(record *r, const json_t *entry, lf_error *error) {
    const json_t *option = json_object_get(entry, "option"), *hash = json_object_get(entry, "hash");
    const char *name = json_string_value(json_object_get(entry, "name"));
    size_t number = r->count + 1;
    record_decision displaced, *decision = add(r, &displaced);
    if (decision == NULL)
        return lf_error_no_memory(error);
    decision->name = lf_strdup(name != NULL ? name : "");
    if (decision->name == NULL)
        return lf_error_no_memory(error);
    json_int_t index = json_integer_value(option);
    if (!json_is_integer(option) || index < 0 || index >= LF_OPTIONS_MAX)
        return lf_error_set(error, LF_BAD_INPUT, "Decision %zu has no valid \"option\".", number);
    decision->option = (int)index;
    decision->failed = json_is_null(hash);
    if (!decision->failed && !lf_hex_from_json(hash, &decision->hash))
        return lf_error_set(error, LF_BAD_INPUT, "Decision %zu has no valid \"hash\".", number);
    return true;
}

bool lf_record_from_json(record *r, const json_t *object, lf_error *error) {
    *r = (record){0};
    const char *format = json_string_value(json_object_get(object, "format"));
    const json_t *decisions = json_object_get(object, "decisions");
    if (format == NULL || strcmp(format, RECORD_FORMAT) != 0)
        return lf_error_set(error, LF_BAD_INPUT,
                            "This is not a recorded game: its \"format\" is not \"%s\".",
                            RECORD_FORMAT);
    if (json_integer_value(json_object_get(object, "version")) != 1)
        return lf_error_set(error, LF_BAD_INPUT,
                            "This recorded game is of a version that this program does not know.");
    if (!lf_hex_from_json(json_object_get(object, "start"), &r->start))
        return lf_error_set(error, LF_BAD_INPUT, "The recorded game has no valid \"start\".");
    if (!json_is_array(decisions))
        return lf_error_set(error, LF_BAD_INPUT, "The recorded game has no list \"decisions\".");
    r->head = json_copy((json_t *)object);
    json_object_del(r->head, "decisions");
    r->edited = json_is_true(json_object_get(object, "edited"));
    json_t *end = json_object_get(object, "end");
    r->end = json_is_object(end) ? json_incref(end) : NULL;
    for (size_t i = 0; i < json_array_size(decisions); i++) {
        if (!read_decision(r, json_array_get(decisions, i), error)) {
            lf_record_close(r);
            return false;
        }
    }
    return true;
}

/* ---- for programs ---------------------------------------------------------------------------- */

lf_record *lf_record_new(const lf_game *game, const char *spec, const lf_setup *setup) {
    record *const r = lf_calloc(1, sizeof *r);
    if (r != NULL)
        lf_record_open(r, game, spec, setup);
    return r;
}

lf_record *lf_record_load(const char *path, lf_error *error) {
    lf_error why = {0};
    record *const r = lf_calloc(1, sizeof *r);
    json_t *const object = lf_file_read_json(path, RECORD_BYTES_MAX, &why);
    const bool good = object != NULL &&
                      (r != NULL ? lf_record_from_json(r, object, &why) : lf_error_no_memory(&why));
    json_decref(object);
    if (good)
        return r;
    lf_free(r);
    if (error != NULL)
        *error = why;
    return NULL;
}

void lf_record_free(lf_record *r) {
    if (r != NULL)
        lf_record_close(r);
    lf_free(r);
}

size_t lf_record_count(const lf_record *r) {
    return r->count;
}

char *lf_record_json(const lf_record *r) {
    json_t *const object = lf_record_to_json(r);
    char *const text = lf_json_text(object, 0);
    json_decref(object);
    return text;
}
