/* ending.c: a game that its players end: a seat gives up, or all agree to a draw. The rules know nothing of it: the position stays
 * as it is, and the game is over at this table. */
#include "base/base.h"
#include "kernel/state/state.h"
#include "session.h"

static uint32_t all_seats(const lf_state *state) {
    const int seats = lf_seats_in_play(state);
    assert(seats > 0 && seats <= LF_SEATS_MAX);
    return (uint32_t)((UINT64_C(1) << seats) - 1);
}

static bool drawn(const lf_session *s) {
    return s->state != NULL && s->draw_offers == all_seats(s->state);
}

bool session_ended_by_players(const lf_session *s) {
    return s->resigned != LF_NOBODY || drawn(s);
}

/* Who resigns ranks last, and in a draw nobody has won; the margins are those of the position. */
static void outcome_of(const lf_session *s, lf_outcome *out) {
    const int seats = lf_seats_in_play(s->state);
    int ranked = 0;
    *out = (lf_outcome){.winner = LF_NOBODY, .checkpoint = drawn(s) ? LF_AGREEMENT : LF_RESIGNATION};
    for (lf_seat seat = 0; seat < seats; seat++) {
        out->margin[seat] = lf_margin(s->state, seat);
        if (seat == s->resigned)
            continue;
        out->ranking[ranked++] = seat;
        if (drawn(s))
            continue;
        out->winner = seat;
        out->winners |= UINT32_C(1) << seat;
    }
    if (s->resigned != LF_NOBODY)
        out->ranking[ranked++] = s->resigned;
    for (; ranked < lf_count(s->game, LF_OF_SEATS); ranked++) /* who does not play */
        out->ranking[ranked] = ranked;
}

bool lf_session_over(const lf_session *s, lf_outcome *out) {
    if (s->state == NULL)
        return false;
    if (!session_ended_by_players(s))
        return lf_terminal(s->state, out);
    if (out != NULL)
        outcome_of(s, out);
    return true;
}

lf_seat lf_session_resigned(const lf_session *s) {
    return s->resigned;
}

uint32_t lf_session_draw_offers(const lf_session *s) {
    return s->draw_offers;
}

lf_status session_refuse_after_end(const lf_session *s, lf_error *error) {
    if (drawn(s))
        return lf_fail(error, LF_GAME_OVER, "The game is over: all have agreed to a draw.");
    return s->resigned == LF_NOBODY ? LF_OK
                                    : lf_fail(error, LF_GAME_OVER, "The game is over: %s has resigned.",
                                              lf_label(s->game, LF_OF_SEATS, s->resigned));
}

/* LF_OK if the seat may end the game that goes on, or have a part in it. */
static lf_status check_seat(const lf_session *s, lf_seat seat, lf_error *error) {
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    if (seat < 0 || seat >= lf_seats_in_play(s->state))
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no seat %d.", seat);
    return lf_session_over(s, NULL) ? lf_fail(error, LF_GAME_OVER, "The game is over.") : LF_OK;
}

/* What waited for somebody waits no more. */
static void end_here(lf_session *s) {
    s->pending = LF_PENDING_NOTHING;
    s->held = LF_NO_OPTION;
    history_forget_redo(s);
}

lf_status lf_session_resign(lf_session *s, lf_seat seat, lf_error *error) {
    const lf_status status = check_seat(s, seat, error);
    if (status != LF_OK)
        return status;
    const int seats = lf_seats_in_play(s->state);
    if (seats > LF_RESIGN_SEATS)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "With %d seats a game goes on when one resigns: let somebody else play that seat.",
                       seats);
    s->resigned = seat;
    s->draw_offers = 0;
    end_here(s);
    lf_outcome outcome;
    outcome_of(s, &outcome);
    record_end_by_resignation(&s->record, s->game, seat, outcome.winner);
    session_autosave(s);
    return LF_OK;
}

lf_status lf_session_offer_draw(lf_session *s, lf_seat seat, lf_error *error) {
    const lf_status status = check_seat(s, seat, error);
    if (status != LF_OK)
        return status;
    s->draw_offers |= UINT32_C(1) << seat;
    if (!drawn(s))
        return LF_OK;
    end_here(s);
    record_end_by_agreement(&s->record);
    session_autosave(s);
    return LF_OK;
}

lf_status lf_session_decline_draw(lf_session *s, lf_seat seat, lf_error *error) {
    const lf_status status = check_seat(s, seat, error);
    if (status != LF_OK)
        return status;
    if (s->draw_offers == 0)
        return lf_fail(error, LF_BAD_ARGUMENT, "Nobody offers a draw.");
    s->draw_offers = 0;
    return LF_OK;
}

void session_answer_by_deciding(lf_session *s, lf_seat decider) {
    if ((s->draw_offers >> decider & 1) == 0)
        s->draw_offers = 0;
}
