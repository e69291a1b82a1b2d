/* ending.c: a game that its players end: a seat gives up, all agree to a draw, or a seat has no
 * time left. The rules know nothing of it: the position stays as it is, and the game is over at
 * this table. */
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

/* The seat that has lost by giving up or by its time. */
static lf_seat loser(const lf_session *s) {
    return s->resigned != LF_NOBODY ? s->resigned : s->timed_out;
}

bool lf_session_ended_by_players(const lf_session *s) {
    return loser(s) != LF_NOBODY || drawn(s);
}

static const char *checkpoint(const lf_session *s) {
    return drawn(s) ? LF_AGREEMENT : s->resigned != LF_NOBODY ? LF_RESIGNATION : LF_TIMEOUT;
}

/* Who loses so ranks last, and in a draw nobody has won; the margins are those of the position. */
static void outcome_of(const lf_session *s, lf_outcome *out) {
    const int seats = lf_seats_in_play(s->state);
    const lf_seat last = loser(s);
    int ranked = 0;
    *out = (lf_outcome){.winner = LF_NOBODY, .checkpoint = checkpoint(s)};
    for (lf_seat seat = 0; seat < seats; seat++) {
        out->margin[seat] = lf_margin(s->state, seat);
        if (seat == last)
            continue;
        out->ranking[ranked++] = seat;
        if (drawn(s))
            continue;
        out->winner = seat;
        out->winners |= UINT32_C(1) << seat;
    }
    if (last != LF_NOBODY)
        out->ranking[ranked++] = last;
    for (; ranked < lf_count(s->game, LF_OF_SEATS); ranked++) /* who does not play */
        out->ranking[ranked] = ranked;
}

bool lf_session_over(const lf_session *s, lf_outcome *out) {
    if (s->state == NULL)
        return false;
    if (!lf_session_ended_by_players(s))
        return lf_terminal(s->state, out);
    if (out != NULL)
        outcome_of(s, out);
    return true;
}

lf_seat lf_session_resigned(const lf_session *s) {
    return s->resigned;
}

lf_seat lf_session_timed_out(const lf_session *s) {
    return s->timed_out;
}

uint32_t lf_session_draw_offers(const lf_session *s) {
    return s->draw_offers;
}

lf_status lf_session_refuse_after_end(const lf_session *s, lf_error *error) {
    if (drawn(s))
        return lf_fail(error, LF_GAME_OVER, "The game is over: all have agreed to a draw.");
    if (loser(s) == LF_NOBODY)
        return LF_OK;
    return lf_fail(error, LF_GAME_OVER, "The game is over: %s has %s.",
                   lf_label(s->game, LF_OF_SEATS, loser(s)),
                   s->resigned != LF_NOBODY ? "resigned" : "no time left");
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
    lf_session_drop_held(s);
    s->pending = LF_PENDING_NOTHING;
    s->revision++;
    lf_record_forget_taken_back(&s->record);
}

/* `how`: the key that the record has for it. */
static void end_with_loser(lf_session *s, const char *how) {
    lf_outcome outcome;
    s->draw_offers = 0;
    end_here(s);
    outcome_of(s, &outcome);
    lf_record_end_by_loss(&s->record, s->game, how, loser(s), outcome.winner);
    if (s->timed_out != LF_NOBODY && s->clock.on)
        json_object_set_new(s->record.end, "clock", lf_session_clock_rule_to_json(&s->clock.rule));
    lf_session_save_now(s);
}

lf_status lf_session_resign(lf_session *s, lf_seat seat, lf_error *error) {
    const lf_status status = check_seat(s, seat, error);
    if (status != LF_OK)
        return status;
    const int seats = lf_seats_in_play(s->state);
    if (seats > LF_RESIGN_SEATS)
        return lf_fail(
            error, LF_BAD_ARGUMENT,
            "With %d seats a game goes on when one resigns: let somebody else play that seat.",
            seats);
    s->resigned = seat;
    end_with_loser(s, RECORD_RESIGNED);
    return LF_OK;
}

void lf_session_end_by_time(lf_session *s, lf_seat seat) {
    assert(lf_seats_in_play(s->state) <= LF_RESIGN_SEATS && !lf_session_over(s, NULL));
    s->timed_out = seat;
    end_with_loser(s, RECORD_TIMEOUT);
}

lf_status lf_session_offer_draw(lf_session *s, lf_seat seat, lf_error *error) {
    const lf_status status = check_seat(s, seat, error);
    if (status != LF_OK)
        return status;
    s->draw_offers |= UINT32_C(1) << seat;
    if (!drawn(s))
        return LF_OK;
    end_here(s);
    lf_record_end_by_agreement(&s->record);
    lf_session_save_now(s);
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

void lf_session_answer_by_deciding(lf_session *s, lf_seat decider) {
    if ((s->draw_offers >> decider & 1) == 0)
        s->draw_offers = 0;
}
