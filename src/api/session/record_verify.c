/* record_verify.c: plays a recorded game again and finds the first place where anything differs. */
#include <inttypes.h>
#include <string.h>

#include "ludoforge_session.h"
#include "record.h"
#include "support/files.h"
#include "support/json_forms.h"
#include "support/setup_json.h"

lf_state *lf_record_new_state(const record *r, const lf_game *game, lf_error *error) {
    owned_setup setup;
    if (!lf_setup_from_file(&setup, r->head, error))
        return NULL;
    lf_state *state = lf_state_new(game, &setup.setup, error);
    lf_setup_free(&setup);
    return state;
}

/* The recorded option must still be there, under its name: else the hash would only say
 * "different". */
static bool same_option(const lf_state *state, const record_decision *decision, size_t number,
                        lf_error *error) {
    char buffer[LF_NUMBER_SIZE];
    const int count = lf_legal_count(state);
    if (decision->option >= count)
        return lf_error_set(
            error, LF_BAD_INPUT,
            "Decision %zu differs: option %d \"%s\" was taken, now there are only %d.", number,
            decision->option, decision->name, count);
    const char *name = lf_option_id(state, decision->option, buffer, sizeof buffer);
    if (lf_find_option_id(state, decision->name) != decision->option)
        return lf_error_set(error, LF_BAD_INPUT,
                            "Decision %zu differs: option %d was \"%s\", now it is \"%s\".", number,
                            decision->option, decision->name, name);
    return true;
}

static bool verify_decision(lf_state *state, const record_decision *decision, size_t number,
                            lf_error *error) {
    if (!same_option(state, decision, number, error))
        return false;
    lf_status status = lf_apply(state, decision->option);
    if (status != LF_OK && !decision->failed)
        return lf_error_set(error, LF_RULE_ERROR, "Decision %zu (\"%s\") now fails: %s", number,
                            decision->name, lf_state_error(state)->message);
    if (status == LF_OK && decision->failed)
        return lf_error_set(
            error, LF_BAD_INPUT,
            "Decision %zu (\"%s\") failed when it was recorded, and now it does not.", number,
            decision->name);
    if (status == LF_OK && lf_hash(state) != decision->hash)
        return lf_error_set(error, LF_BAD_INPUT,
                            "Decision %zu (\"%s\") differs: the state after it was %016" PRIx64
                            ", now it is %016" PRIx64 ".",
                            number, decision->name, decision->hash, lf_hash(state));
    return true;
}

/* Only a seat that plays can have lost by giving up or by its time, only in a game that goes on,
 * and then the other one has won. */
static bool verify_loss(const json_t *end, const char *how, const lf_state *state,
                        lf_error *error) {
    const lf_game *game = lf_state_game(state);
    const json_t *who = json_object_get(end, how);
    if (who == NULL)
        return true;
    const char *name = json_string_value(who);
    const lf_seat seat = name != NULL ? lf_find(game, LF_OF_SEATS, name) : LF_NOBODY;
    const int seats = lf_seats_in_play(state);
    if (seat < 0 || seat >= seats || seats > LF_RESIGN_SEATS)
        return lf_error_set(error, LF_BAD_INPUT,
                            "The recorded end differs: \"%s\" names no seat that can lose so.",
                            how);
    if (lf_terminal(state, NULL))
        return lf_error_set(error, LF_BAD_INPUT,
                            "The recorded end differs: the game was over by its rules before.");
    const char *winner = json_string_value(json_object_get(end, "winner"));
    if ((winner != NULL ? lf_find(game, LF_OF_SEATS, winner) : LF_NOBODY) !=
        (seats == 2 ? 1 - seat : LF_NOBODY))
        return lf_error_set(error, LF_BAD_INPUT,
                            "The recorded end differs: another seat has won than the one left.");
    return true;
}

/* The outcome that was written down, if one was, must be the one reached now. */
static bool verify_end(const record *r, const lf_state *state, lf_error *error) {
    const json_t *recorded = json_object_get(r->end, "outcome");
    lf_outcome outcome;
    if (recorded == NULL)
        return verify_loss(r->end, RECORD_RESIGNED, state, error) &&
               verify_loss(r->end, RECORD_TIMEOUT, state, error);
    if (!lf_terminal(state, &outcome))
        return lf_error_set(error, LF_BAD_INPUT,
                            "The recorded game had ended here, and now it goes on.");
    json_t *now = lf_outcome_to_json(lf_state_game(state), &outcome);
    bool same = json_equal(now, recorded);
    json_decref(now);
    return same ||
           lf_error_set(error, LF_BAD_INPUT, "The states agree, but the outcome is another one.");
}

bool lf_record_verify(const record *r, const lf_game *game, size_t *verified,
                      lf_error *difference) {
    *verified = 0;
    if (r->edited)
        return lf_error_set(difference, LF_BAD_INPUT,
                            "This game was edited by hand on the way (do, phase, rolls), so it "
                            "cannot be played again.");
    lf_state *state = lf_record_new_state(r, game, difference);
    if (state == NULL)
        return false;
    bool good = lf_hash(state) == r->start;
    if (!good)
        lf_error_set(difference, LF_BAD_INPUT,
                     "The set-up differs: the first state was %016" PRIx64 ", now it is %016" PRIx64
                     ".",
                     r->start, lf_hash(state));
    for (size_t i = 0; good && i < r->count; i++) {
        good = verify_decision(state, &r->decisions[i], i + 1, difference);
        *verified += good;
    }
    good = good && verify_end(r, state, difference);
    lf_state_free(state);
    return good;
}
