/* session.c: a game with people: starting it, deciding, and holding a finished turn back until it
 * is confirmed. */
#include "session.h"

#include <assert.h>
#include <string.h>

#include "api/visual/visual.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "support/files.h"

static void take_forced(lf_session *s);

/* ---- beginning and end ----------------------------------------------------------------------- */

lf_session *lf_session_new(const lf_game *game, const char *spec) {
    lf_session *s = lf_malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (lf_session){.game = lf_game_retain(game),
                      .confirm = true,
                      .resigned = LF_NOBODY,
                      .timed_out = LF_NOBODY};
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++)
        s->person[seat] = 1;
    s->words = lf_visual_log(game);
    s->spec = spec != NULL ? lf_strdup(spec) : NULL;
    if (spec != NULL && s->spec == NULL) {
        lf_session_free(s);
        return NULL;
    }
    return s;
}

static void end_game(lf_session *s) {
    lf_session_drop_held(s);
    lf_session_history_free(s);
    lf_session_cut_log(s, 0);
    lf_record_close(&s->record);
    lf_state_free(s->state);
    lf_state_free(s->trial);
    lf_setup_free(&s->setup);
    s->state = s->trial = NULL;
    s->pending = LF_PENDING_NOTHING;
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
    lf_session_free_marks(s);
    lf_free(s->log);
    lf_free(s->turns);
    lf_free(s->spec);
    lf_free(s->autosave);
    lf_game_free((lf_game *)s->game);
    lf_free(s);
}

/* Sets the same game up once more, and now the log hears of it. If there is nothing in it for
 * people, it begins with the first decision. */
static lf_status log_set_up(lf_session *s, lf_error *error) {
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
            lf_error_no_memory(error);
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
    lf_session_watch(s);
    const lf_status status = log_set_up(s, error);
    lf_session_history_begin(s); /* with the barrier that decisions are compared with */
    if (status == LF_OK)
        take_forced(s);
    return status;
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
    return s->record.count;
}

lf_seat lf_session_last_decider(const lf_session *s) {
    return s->record.count == 0 ? LF_NOBODY : s->record.decisions[s->record.count - 1].seat;
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
        return lf_fail_no_memory(error);
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

/* What was there before a decision, to go back to. */
typedef struct {
    size_t log_count;
    record_decision displaced;
} before_decision;

/* Everything is as it was before the last decision, which was made by `make`. */
static void unmake(lf_session *s, const before_decision *before) {
    lf_copy(s->state, s->trial);
    lf_session_cut_log(s, before->log_count);
    lf_record_replace(&s->record, &before->displaced);
}

/* What the seat reads of the decision that it makes. */
static void describe(lf_session *s, record_decision *made, bool automatic) {
    made->seat = lf_decider(s->state);
    made->barrier = lf_barrier(s->state);
    made->turn = -1;
    made->id = s->revision;
    made->automatic = automatic;
    made->forced = lf_legal_count(s->state) == 1;
    made->prompt = lf_prompt(s->state);
    lf_option_at(s->state, made->option, &made->chosen);
}

/* Runs the rules. The state before is in `trial`, and the log and the record have the decision.
 * When a rule fails, everything is as it was before. */
static lf_status make(lf_session *s, int option, bool automatic, before_decision *before,
                      lf_error *error) {
    before->log_count = s->log_count;
    record_decision *made = lf_record_push(&s->record, s->state, option, &before->displaced);
    if (made == NULL)
        return lf_fail_no_memory(error);
    describe(s, made, automatic);
    lf_copy(s->trial, s->state);
    const lf_status status = lf_apply(s->state, option);
    if (status != LF_OK) {
        const char *why = lf_state_error(s->state)->message;
        lf_error_set(error, status, "%s", *why != 0 ? why : lf_status_name(status));
        unmake(s, before);
        return status;
    }
    made->hash = lf_hash(s->state);
    made->ends_turn = turn_is_over(s->trial, s->state);
    return LF_OK;
}

/* The decision counts. */
static void accept(lf_session *s, const before_decision *before) {
    lf_record_free_decision(&before->displaced);
    const record_decision *const made = &s->record.decisions[s->record.count - 1];
    if (!made->automatic)
        lf_session_answer_by_deciding(s, made->seat);
    lf_record_end(&s->record, s->state);
    lf_session_history_keep(s);
    s->revision++;
}

lf_status lf_session_decide(lf_session *s, int option, bool automatic, lf_error *error) {
    before_decision before;
    const lf_status status = make(s, option, automatic, &before, error);
    if (status == LF_OK)
        accept(s, &before);
    return status;
}

/* ---- holding a decision ---------------------------------------------------------------------- */

/* The observer goes with what `state` of the session is. */
static void swap_states(lf_session *s) {
    lf_state *const other = s->state;
    s->state = s->trial;
    s->trial = other;
    lf_watch(s->trial, NULL);
    lf_session_watch(s);
}

/* Has the last decision ended the turn and shown what can never be taken back? */
static bool must_be_held(const lf_session *s) {
    const record_decision *const last = &s->record.decisions[s->record.count - 1];
    return last->ends_turn && lf_barrier(s->state) != last->barrier;
}

/* Puts the last decision aside until it is confirmed, with all that followed from it. */
static lf_status hold(lf_session *s, const before_decision *before, lf_error *error) {
    assert(s->pending == LF_PENDING_NOTHING);
    if (!lf_session_hold_log(s, before->log_count, &s->held)) {
        unmake(s, before);
        return lf_fail_no_memory(error);
    }
    record_decision *const last = &s->record.decisions[s->record.count - 1];
    s->held.decision = *last;
    *last = (record_decision){0};
    lf_record_replace(&s->record, &before->displaced);
    swap_states(s);
    s->pending = LF_PENDING_DECISION;
    s->revision++;
    return LF_OK;
}

bool lf_session_drop_held(lf_session *s) {
    if (s->pending != LF_PENDING_DECISION)
        return false;
    lf_session_free_lines(s->held.lines, s->held.line_count);
    lf_free(s->held.lines);
    lf_free(s->held.turns);
    lf_record_free_decision(&s->held.decision);
    s->held = (session_held){.lines = NULL};
    s->pending = LF_PENDING_NOTHING;
    s->revision++;
    return true;
}

/* Makes the held decision count, without running the rules again. */
static lf_status show_held(lf_session *s, lf_error *error) {
    assert(s->pending == LF_PENDING_DECISION);
    before_decision before;
    record_decision *made =
        lf_record_push(&s->record, s->state, s->held.decision.option, &before.displaced);
    if (made == NULL)
        return lf_fail_no_memory(error);
    lf_free(made->name);
    *made = s->held.decision;
    s->held.decision = (record_decision){0};
    swap_states(s);
    lf_session_show_held_log(s, &s->held);
    lf_session_drop_held(s);
    accept(s, &before);
    return LF_OK;
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
    before_decision before;
    const lf_status status = make(s, option, automatic, &before, error);
    if (status != LF_OK)
        return status;
    if (must_be_held(s))
        return hold(s, &before, error);
    accept(s, &before);
    if (s->record.decisions[s->record.count - 1].ends_turn)
        s->pending = LF_PENDING_TURN;
    return LF_OK;
}

/* Is the pending decision one that the session takes by itself? */
static bool is_forced(const lf_session *s) {
    return s->take_forced && s->pending == LF_PENDING_NOTHING && !lf_session_over(s, NULL) &&
           lf_legal_count(s->state) == 1 && !lf_session_has_secrets(s->game, lf_decider(s->state));
}

/* Takes such decisions. One that ends the turn or shows something new, or whose rules fail, is left
 * to the player. */
static void take_forced(lf_session *s) {
    while (is_forced(s)) {
        before_decision before;
        if (make(s, 0, true, &before, NULL) != LF_OK)
            return;
        const record_decision *const made = &s->record.decisions[s->record.count - 1];
        if (made->ends_turn || lf_barrier(s->state) != made->barrier) {
            unmake(s, &before);
            return;
        }
        accept(s, &before);
    }
}

void lf_session_take_forced(lf_session *s, bool on) {
    s->take_forced = on;
}

lf_status lf_session_apply(lf_session *s, int option, bool automatic, lf_error *error) {
    lf_status status = check_option(s, option, error);
    if (status != LF_OK)
        return status;
    const bool person = lf_session_person(s, lf_decider(s->state)) != LF_PROGRAM;
    status = person && s->confirm ? decide_and_wait(s, option, automatic, error)
                                  : lf_session_decide(s, option, automatic, error);
    if (status == LF_OK) {
        lf_record_forget_taken_back(&s->record);
        lf_session_clock_turn_over(s);
        take_forced(s);
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
    return s->pending == LF_PENDING_DECISION ? s->held.decision.option : LF_NO_OPTION;
}

lf_status lf_session_confirm(lf_session *s, lf_error *error) {
    if (s->pending == LF_PENDING_NOTHING)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is nothing to confirm.");
    if (s->pending == LF_PENDING_DECISION && show_held(s, error) != LF_OK)
        return LF_OUT_OF_MEMORY;
    s->pending = LF_PENDING_NOTHING;
    s->revision++;
    lf_session_clock_turn_over(s);
    take_forced(s);
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
    const size_t log_count = s->log_count;
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    lf_state *before = lf_state_clone(s->state);
    if (before == NULL)
        return lf_fail_no_memory(error);
    const lf_status status = change(s->state, context, error);
    if (status == LF_OK) {
        lf_session_drop_held(s);
        s->record.edited = true;
        s->pending = LF_PENDING_NOTHING;
        s->revision++;
        lf_session_history_begin(s);
    } else {
        lf_copy(s->state, before);
        lf_session_cut_log(s, log_count);
    }
    lf_state_free(before);
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
        return lf_fail_no_memory(error);
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
