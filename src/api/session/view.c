/* view.c: what a client shows to one viewer, as JSON.
 *
 * The position goes through the same guard as lf_observe, and so do the displays (view_displays.c).
 * It is written many times a second where many play, so it is written straight into a text. */
#include "view.h"

#include "support/json_forms.h"

static const char *seat_name(const lf_game *game, lf_seat seat) {
    return seat >= 0 ? lf_name(game, LF_OF_SEATS, seat) : NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool is_viewer(const lf_session *s, lf_seat viewer) {
    return s->state != NULL && viewer >= LF_NOBODY && viewer < lf_count(s->game, LF_OF_SEATS);
}

/* Where the game stands, as everybody may know it. `end`: NULL while it goes on. */
static void write_standing(lf_json *json, size_t number, const lf_outcome *end) {
    lf_writer *out = &json->out;
    const int phase = lf_phase(json->state);
    lf_put_text(out, "decider",
                seat_name(json->game, end != NULL ? LF_NOBODY : lf_decider(json->state)));
    lf_put_number(&json->out, "number", (int64_t)number);
    lf_json_outcome(json, end);
    lf_put_bool(out, "over", end != NULL);
    lf_write_key(out, "phase");
    if (phase < 0) {
        lf_write_null(out);
    } else {
        lf_write_object(out);
        lf_put_text(out, "id", lf_name(json->game, LF_OF_PHASES, phase));
        lf_put_text(out, "label", lf_label(json->game, LF_OF_PHASES, phase));
        lf_write_end(out);
    }
    lf_put_number(&json->out, "turn", lf_turn(json->state));
}

/* What everybody who looks at a position gets of it. */
static void write_position(lf_json *json, size_t number, const lf_outcome *end) {
    write_standing(json, number, end);
    lf_write_key(&json->out, "position");
    lf_write_object(&json->out);
    lf_json_position(json);
    lf_write_end(&json->out);
    lf_view_write_displays(&json->out, json->state, json->viewer);
}

lf_seat lf_session_waiting(const lf_session *s) {
    if (s->pending == LF_PENDING_NOTHING)
        return LF_NOBODY;
    return s->pending == LF_PENDING_DECISION ? lf_decider(s->state) : lf_session_last_decider(s);
}

/* What concerns the people: what waits, and what can be taken back. */
static void write_pending(lf_writer *out, const lf_session *s, lf_seat viewer) {
    static const char *const names[] = {"nothing", "turn", "decision"};
    char number[LF_NUMBER_SIZE];
    const lf_seat waiting = lf_session_waiting(s);
    const bool mine = waiting != LF_NOBODY && waiting == viewer;
    const int person = viewer != LF_NOBODY ? lf_session_person(s, viewer) : LF_PROGRAM;
    const bool plays = person != LF_PROGRAM;
    lf_put_bool(out, "canRedo",
                plays && person == lf_session_person(s, lf_decider(s->state)) &&
                    lf_session_can_redo(s));
    lf_put_bool(out, "canRollback",
                plays && !lf_session_ended_by_players(s) && s->record.count > s->floor &&
                    lf_session_of_one_person(s));
    lf_put_bool(out, "canUndo", plays && lf_session_can_undo(s, person));
    lf_put_text(out, "held",
                mine && s->pending == LF_PENDING_DECISION
                    ? lf_option_id(s->state, s->held.decision.option, number, sizeof number)
                    : NULL);
    lf_put_text(out, "pending", names[mine ? s->pending : LF_PENDING_NOTHING]);
    lf_put_text(out, "waiting", seat_name(s->game, waiting));
}

/* It is public: everybody sees the clocks of all. */
static void write_clock(lf_writer *out, const lf_session *s) {
    lf_clock clock;
    lf_write_key(out, "clock");
    if (!lf_session_clock(s, &clock)) {
        lf_write_null(out);
        return;
    }
    lf_write_object(out);
    lf_put_number(out, "incrementMs", clock.increment_ms);
    lf_write_key(out, "left");
    lf_write_object(out);
    for (lf_seat seat = 0; seat < lf_seats_in_play(s->state); seat++)
        lf_put_number(out, seat_name(s->game, seat), lf_session_time_left(s, seat));
    lf_write_end(out);
    lf_put_number(out, "mainMs", clock.main_ms);
    lf_put_text(out, "runs", seat_name(s->game, lf_session_clock_seat(s)));
    lf_write_end(out);
}

char *lf_session_view(const lf_session *s, lf_seat viewer) {
    if (!is_viewer(s, viewer))
        return NULL;
    lf_outcome outcome;
    lf_json json = {.state = s->state, .game = s->game, .viewer = viewer};
    const bool over = lf_session_over(s, &outcome);
    const bool decides = s->pending == LF_PENDING_NOTHING && viewer != LF_NOBODY &&
                         lf_decider(s->state) == viewer && !over;
    lf_write_object(&json.out);
    write_pending(&json.out, s, viewer);
    write_clock(&json.out, s);
    lf_write_key(&json.out, "decision");
    if (decides)
        lf_view_write_decision(&json, s, NULL);
    else
        lf_write_null(&json.out);
    lf_write_key(&json.out, "chosen");
    if (viewer != LF_NOBODY && viewer == lf_session_waiting(s))
        lf_view_write_chosen(&json, s);
    else
        lf_write_null(&json.out);
    write_position(&json, s->record.count, over ? &outcome : NULL);
    lf_write_end(&json.out);
    return lf_json_finish(&json);
}

lf_state *lf_session_state_at(const lf_session *s, size_t number) {
    if (s->state == NULL || number > s->record.count || number < s->floor)
        return NULL;
    return lf_session_history_state(s, number, NULL);
}

char *lf_session_view_at(const lf_session *s, size_t number, lf_seat viewer) {
    lf_state *state = is_viewer(s, viewer) ? lf_session_state_at(s, number) : NULL;
    if (state == NULL)
        return NULL;
    lf_outcome outcome;
    lf_json json = {.state = state, .game = s->game, .viewer = viewer};
    const bool over = lf_terminal(state, &outcome);
    lf_write_object(&json.out);
    for (const char *const *name = (const char *const[]){"canRedo", "canRollback", "canUndo", NULL};
         *name != NULL; name++)
        lf_put_bool(&json.out, *name, false);
    lf_put_text(&json.out, "chosen", NULL);
    lf_put_text(&json.out, "clock", NULL);
    lf_put_text(&json.out, "decision", NULL);
    lf_put_text(&json.out, "held", NULL);
    lf_put_text(&json.out, "pending", "nothing");
    lf_put_text(&json.out, "waiting", NULL);
    write_position(&json, number, over ? &outcome : NULL);
    lf_write_end(&json.out);
    lf_state_free(state);
    return lf_json_finish(&json);
}
