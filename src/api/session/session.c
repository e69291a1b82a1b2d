/* session.c: a game with people: starting it, deciding, and holding a finished turn back until it
 * is confirmed. */
#include "session.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "support/files.h"

bool lf_session_room(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity)
        return true;
    const size_t larger = *capacity == 0 ? 16 : *capacity * 2;
    void *moved = lf_realloc(*items, larger * size);
    if (moved == NULL)
        return false;
    *items = moved;
    *capacity = larger;
    return true;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

lf_session *lf_session_new(const lf_game *game, const char *spec) {
    lf_session *s = lf_malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (lf_session){.game = lf_game_retain(game),
                      .held = LF_NO_OPTION,
                      .confirm = true,
                      .resigned = LF_NOBODY,
                      .timed_out = LF_NOBODY};
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++)
        s->person[seat] = 1;
    s->spec = spec != NULL ? lf_strdup(spec) : NULL;
    if (spec != NULL && s->spec == NULL) {
        lf_session_free(s);
        return NULL;
    }
    return s;
}

static void end_game(lf_session *s) {
    lf_session_history_free(s);
    lf_session_cut_log(s, 0);
    lf_record_close(&s->record);
    lf_state_free(s->state);
    lf_state_free(s->trial);
    lf_setup_free(&s->setup);
    s->state = s->trial = NULL;
    s->pending = LF_PENDING_NOTHING;
    s->held = LF_NO_OPTION;
    s->resigned = LF_NOBODY;
    s->timed_out = LF_NOBODY;
    s->draw_offers = 0;
    lf_session_clock_reset(s);
}

void lf_session_free(lf_session *s) {
    if (s == NULL)
        return;
    end_game(s);
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++)
        lf_free(s->player[seat]);
    for (uint32_t i = 0; s->sections != NULL && i < s->game->routine_count; i++)
        lf_string_free(s->sections[i]);
    lf_free(s->sections);
    lf_free(s->log);
    lf_free(s->turns);
    lf_free(s->steps);
    lf_free(s->redo);
    lf_free(s->spec);
    lf_free(s->autosave);
    lf_game_free((lf_game *)s->game);
    lf_free(s);
}

/* Sets the same game up once more, and now the log is told of it. If there is nothing in it for
 * people, it begins with the first decision. */
static lf_status tell_beginning(lf_session *s, lf_error *error) {
    const lf_status status = lf_state_reset(s->state, &s->setup.setup, error);
    bool news = false;
    for (size_t i = 0; i < s->log_count; i++)
        news = news || s->log[i].level != LF_LOG_NOISE;
    if (!news)
        lf_session_cut_log(s, 0);
    return status;
}

lf_status lf_session_start(lf_session *s, const lf_setup *setup, lf_error *error) {
    static const lf_setup plain;
    lf_error ignored;
    error = error != NULL ? error : &ignored;
    const lf_setup *const wanted = setup != NULL ? setup : &plain;
    owned_setup copy;
    if (!lf_setup_copy(&copy, wanted, error))
        return error->status;
    lf_state *state = lf_state_new(s->game, wanted, error);
    lf_state *trial = state != NULL ? lf_state_clone(state) : NULL;
    if (trial == NULL) {
        if (state != NULL)
            lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
        lf_state_free(state);
        lf_setup_free(&copy);
        return error->status;
    }
    end_game(s);
    s->state = state;
    s->trial = trial;
    s->setup = copy;
    lf_record_open(&s->record, s->game, s->spec, &copy.setup);
    lf_record_begin(&s->record, state);
    s->revision++;
    lf_session_history_begin(s);
    lf_session_watch(s);
    return tell_beginning(s, error);
}

lf_status lf_session_start_json(lf_session *s, const char *setup, lf_error *error) {
    lf_error why = {.status = LF_OK};
    owned_setup read;
    json_t *object = json_loads(setup, 0, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        return lf_fail(error, LF_BAD_INPUT, "The set-up is no JSON object.");
    }
    const bool good = lf_setup_from_json(&read, object, &why);
    json_decref(object);
    if (!good)
        return lf_fail(error, why.status, "%s", why.message);
    const lf_status status = lf_session_start(s, &read.setup, error);
    lf_setup_free(&read);
    return status;
}

const lf_state *lf_session_state(const lf_session *s) {
    return s->state;
}

const lf_game *lf_session_game(const lf_session *s) {
    return s->game;
}

const char *lf_session_spec(const lf_session *s) {
    return s->spec;
}

size_t lf_session_decisions(const lf_session *s) {
    return s->step_count;
}

lf_seat lf_session_last_decider(const lf_session *s) {
    return s->step_count == 0 ? LF_NOBODY : s->steps[s->step_count - 1].seat;
}

void lf_session_set_person(lf_session *s, lf_seat seat, int person) {
    if (seat >= 0 && seat < LF_SEATS_MAX)
        s->person[seat] = person;
}

int lf_session_person(const lf_session *s, lf_seat seat) {
    return seat >= 0 && seat < LF_SEATS_MAX ? s->person[seat] : LF_PROGRAM;
}

lf_status lf_session_set_player(lf_session *s, lf_seat seat, const char *who, lf_error *error) {
    if (seat < 0 || seat >= lf_count(s->game, LF_OF_SEATS))
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no seat %d.", seat);
    char *copy = lf_strdup(who);
    if (copy == NULL)
        return lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    lf_free(s->player[seat]);
    s->player[seat] = copy;
    return LF_OK;
}

const char *lf_session_player(const lf_session *s, lf_seat seat) {
    return seat >= 0 && seat < LF_SEATS_MAX && s->player[seat] != NULL ? s->player[seat] : "";
}

/* ---- deciding -------------------------------------------------------------------------------- */

static bool turn_is_over(const lf_state *before, const lf_state *after) {
    return lf_decider(before) != lf_decider(after) || lf_turn(before) != lf_turn(after);
}

lf_status lf_session_decide(lf_session *s, int option, bool automatic, lf_error *error) {
    if (!lf_session_history_push(s, automatic))
        return lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    lf_copy(s->trial, s->state);
    const lf_status status = lf_record_apply(&s->record, s->state, option);
    if (status != LF_OK) { /* all as before */
        const char *why = lf_state_error(s->state)->message;
        lf_fail(error, status, "%s", *why != 0 ? why : lf_status_name(status));
        lf_copy(s->state, s->trial);
        s->step_count--;
        lf_session_cut_decisions(s, s->step_count);
        lf_record_truncate(&s->record, s->step_count);
        return status;
    }
    assert(s->step_count == s->record.count);
    s->steps[s->step_count - 1].ends_turn = turn_is_over(s->trial, s->state);
    lf_session_answer_by_deciding(s, lf_decider(s->trial));
    lf_record_end(&s->record, s->state);
    lf_session_history_keep(s);
    s->revision++;
    return LF_OK;
}

/* Would deciding this end the turn and show what can never be taken back? Tried on a copy, which
 * nobody sees. */
static bool must_be_held(const lf_session *s, int option) {
    lf_copy(s->trial, s->state);
    return lf_apply(s->trial, option) == LF_OK && turn_is_over(s->state, s->trial) &&
           lf_barrier(s->trial) != lf_barrier(s->state);
}

static lf_status check_option(const lf_session *s, int option, lf_error *error) {
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    if (lf_terminal(s->state, NULL))
        return lf_fail(error, LF_GAME_OVER, "The game is over.");
    if (lf_session_refuse_after_end(s, error) != LF_OK)
        return LF_GAME_OVER;
    if (s->pending != LF_PENDING_NOTHING)
        return lf_fail(error, LF_BAD_ARGUMENT, "The turn is over: confirm it, or take it back.");
    const int options = lf_legal_count(s->state);
    if (option < 0 || option >= options)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "There is no option %d: this decision has the options 0 to %d.", option,
                       options - 1);
    return LF_OK;
}

/* A person decides, and the turn waits if it is over. */
static lf_status decide_and_wait(lf_session *s, int option, bool automatic, lf_error *error) {
    if (must_be_held(s, option)) {
        s->held = option;
        s->pending = LF_PENDING_DECISION;
        s->revision++;
        return LF_OK;
    }
    const lf_status status = lf_session_decide(s, option, automatic, error);
    if (status == LF_OK && s->steps[s->step_count - 1].ends_turn)
        s->pending = LF_PENDING_TURN;
    return status;
}

lf_status lf_session_apply(lf_session *s, int option, bool automatic, lf_error *error) {
    lf_status status = check_option(s, option, error);
    if (status != LF_OK)
        return status;
    const bool person = lf_session_person(s, lf_decider(s->state)) != LF_PROGRAM;
    status = person && s->confirm ? decide_and_wait(s, option, automatic, error)
                                  : lf_session_decide(s, option, automatic, error);
    if (status == LF_OK) {
        lf_session_history_forget_redo(s);
        lf_session_clock_turn_over(s);
    }
    if (status == LF_OK && person)
        lf_session_save_now(s);
    return status;
}

lf_pending lf_session_pending(const lf_session *s) {
    return s->pending;
}

uint64_t lf_session_revision(const lf_session *s) {
    return s->revision;
}

int lf_session_held(const lf_session *s) {
    return s->held;
}

lf_status lf_session_confirm(lf_session *s, lf_error *error) {
    if (s->pending == LF_PENDING_NOTHING)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is nothing to confirm.");
    lf_status status = LF_OK;
    if (s->pending == LF_PENDING_DECISION)
        status = lf_session_decide(s, s->held, false, error);
    if (status != LF_OK)
        return status;
    s->pending = LF_PENDING_NOTHING;
    s->held = LF_NO_OPTION;
    s->revision++;
    lf_session_clock_turn_over(s);
    lf_session_save_now(s);
    return LF_OK;
}

void lf_session_set_confirm(lf_session *s, bool on) {
    s->confirm = on;
    if (!on && s->pending != LF_PENDING_NOTHING)
        lf_session_confirm(s, NULL);
}

/* ---- changes by hand ------------------------------------------------------------------------- */

lf_status lf_session_edit(lf_session *s, lf_status (*change)(lf_state *, void *, lf_error *),
                          void *context, lf_error *error) {
    const size_t told = s->log_count;
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    lf_copy(s->trial, s->state);
    const lf_status status = change(s->state, context, error);
    if (status == LF_OK) {
        s->record.edited = true;
        s->pending = LF_PENDING_NOTHING;
        s->held = LF_NO_OPTION;
        s->revision++;
        lf_session_history_begin(s);
    } else {
        lf_copy(s->state, s->trial);
        lf_session_cut_log(s, told);
    }
    return status;
}

bool lf_session_edited(const lf_session *s) {
    return s->record.edited;
}

/* ---- keeping it safe ------------------------------------------------------------------------- */

void lf_session_save_now(lf_session *s) {
    if (s->autosave == NULL)
        return;
    s->autosave_error = (lf_error){.status = LF_OK};
    lf_session_save(s, s->autosave, &s->autosave_error);
}

lf_status lf_session_autosave(lf_session *s, const char *path, lf_error *error) {
    char *copy = path != NULL ? lf_strdup(path) : NULL;
    if (path != NULL && copy == NULL)
        return lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    lf_free(s->autosave);
    s->autosave = copy;
    if (s->state == NULL)
        return LF_OK;
    lf_session_save_now(s);
    if (s->autosave_error.status != LF_OK && error != NULL)
        *error = s->autosave_error;
    return s->autosave_error.status;
}

const lf_error *lf_session_autosave_error(const lf_session *s) {
    return &s->autosave_error;
}
