/* session.c: a game in progress: decisions, the log, and taking back. Saves are in save.c. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "outcome.h"

/* ---- the log --------------------------------------------------------------------------------- */

/* A line that finds no memory is left out: the log is for people, the state is what counts. */
static void note(void *context, const lf_event *event) {
    session *s = context;
    if (s->log_count == s->log_capacity) {
        size_t capacity = s->log_capacity ? s->log_capacity * 2 : 256;
        session_line *larger = realloc(s->log, capacity * sizeof *larger);
        if (!larger)
            return;
        s->log = larger;
        s->log_capacity = capacity;
    }
    const bool secret = event->known_to != LF_KNOWN_TO_ALL;
    char *text = strdup(event->text), *public_text = secret ? strdup(event->public_text) : NULL;
    if (text == NULL || (secret && public_text == NULL)) {
        free(text);
        free(public_text);
        return;
    }
    s->log[s->log_count++] = (session_line){.kind = event->kind,
                                            .seat = event->seat,
                                            .subject = event->subject,
                                            .from = event->from,
                                            .to = event->to,
                                            .forced = event->forced,
                                            .known_to = event->known_to,
                                            .text = text,
                                            .public_text = public_text};
}

void session_cut_log(session *s, size_t count) {
    while (s->log_count > count) {
        const session_line *line = &s->log[--s->log_count];
        free(line->text);
        free(line->public_text);
    }
}

bool session_line_known(const session_line *line, lf_seat viewer) {
    return viewer == SESSION_HOST || lf_known_to(line->known_to, viewer);
}

const char *session_line_text(const session_line *line, lf_seat viewer) {
    return line->public_text == NULL || session_line_known(line, viewer) ? line->text : line->public_text;
}

/* For the host alone: who may read the line, and what the others read. */
static void add_secret(const session *s, const session_line *line, json_t *object) {
    json_t *seats = json_array();
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++)
        if (lf_known_to(line->known_to, seat))
            json_array_append_new(seats, seat_to_json(s->game, seat));
    json_object_set_new(object, "public", json_string(line->public_text));
    json_object_set_new(object, "knownTo", seats);
}

json_t *session_line_to_json(const session *s, size_t index, lf_seat viewer) {
    const session_line *line = &s->log[index];
    json_t *object = json_pack("{s:I, s:s, s:o, s:b, s:s}", "n", (json_int_t)index, "kind",
                               event_kind_name(line->kind), "seat", seat_to_json(s->game, line->seat),
                               "forced", line->forced, "text", session_line_text(line, viewer));
    if (viewer == SESSION_HOST && line->public_text != NULL)
        add_secret(s, line, object);
    return object;
}

/* ---- the stack of earlier states -------------------------------------------------------------- */

static void drop_step(session *s) {
    lf_state_free(s->steps[--s->step_count].state);
}

static void forget_steps(session *s) {
    while (s->step_count > 0)
        drop_step(s);
}

static bool push_step(session *s, bool automatic) {
    if (s->step_count == s->step_capacity) {
        size_t capacity = s->step_capacity ? s->step_capacity * 2 : 16;
        session_step *larger = realloc(s->steps, capacity * sizeof *larger);
        if (!larger)
            return false;
        s->steps = larger;
        s->step_capacity = capacity;
    }
    lf_state *before = lf_state_clone(s->state);
    if (!before)
        return false;
    s->steps[s->step_count++] = (session_step){before, s->log_count, s->record.count, automatic};
    return true;
}

/* Back to the state of the last step, which is used up by it. */
static void pop_step(session *s) {
    const session_step *step = &s->steps[s->step_count - 1];
    lf_copy(s->state, step->state);
    session_cut_log(s, step->log_count);
    record_truncate(&s->record, step->decision_count);
    drop_step(s);
}

/* ---- the session -------------------------------------------------------------------------------- */

void session_open(session *s, const lf_game *game, const char *spec) {
    *s = (session){.game = game, .spec = spec};
}

static void end_game(session *s) {
    forget_steps(s);
    session_cut_log(s, 0);
    record_close(&s->record);
    lf_state_free(s->state);
    setup_free(&s->setup);
    s->state = NULL;
}

void session_close(session *s) {
    end_game(s);
    free(s->log);
    free(s->steps);
    *s = (session){0};
}

void session_watch(session *s) {
    lf_watch(s->state, &(lf_observer){note, s});
}

bool session_start(session *s, const lf_setup *setup, lf_error *error) {
    static const lf_setup plain;
    if (!setup)
        setup = &plain;
    owned_setup copy;
    if (!setup_copy(&copy, setup, error))
        return false;
    lf_state *state = lf_state_new(s->game, setup, error);
    if (!state) {
        setup_free(&copy);
        return false;
    }
    end_game(s);
    s->state = state;
    s->setup = copy;
    record_open(&s->record, s->game, s->spec, &copy.setup);
    record_begin(&s->record, state);
    session_watch(s);
    return true;
}

bool session_apply(session *s, int option, bool automatic, lf_error *error) {
    lf_seat decider = lf_decider(s->state);
    uint32_t barrier = lf_barrier(s->state);
    if (lf_terminal(s->state, NULL))
        return fail(error, LF_GAME_OVER, "The game is over.");
    int options = lf_legal_count(s->state);
    if (option < 0 || option >= options)
        return fail(error, LF_BAD_ARGUMENT, "There is no option %d: this decision has the options 0 to %d.",
                    option, options - 1);
    if (!push_step(s, automatic))
        return fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    lf_status status = record_apply(&s->record, s->state, option);
    if (status != LF_OK) {
        const lf_error *why = lf_state_error(s->state);
        const char *message = why && why->message[0] ? why->message : lf_status_name(status);
        fail(error, status, "%s", message);
        pop_step(s);
        return false;
    }
    if (lf_decider(s->state) != decider || lf_barrier(s->state) != barrier)
        forget_steps(s);
    record_end(&s->record, s->state);
    return true;
}

bool session_undo(session *s, lf_error *error) {
    size_t target = s->step_count;
    while (target > 0 && s->steps[target - 1].automatic)
        target--;
    if (target == 0)
        return fail(
            error, LF_BAD_ARGUMENT,
            "There is nothing to take back: undo ends at another seat's decision, at dice and at cards that were seen.");
    while (s->step_count >= target)
        pop_step(s);
    return true;
}

void session_mark_edited(session *s) {
    forget_steps(s);
    s->record.edited = true;
}
