/* resign.c: a seat that gives up. The rules know nothing of it: the position stays as it is, and the game is over at this table. */
#include "base/base.h"
#include "kernel/state/state.h"
#include "session.h"

/* Who resigns ranks last; the margins are those of the position. */
static void outcome_of(const lf_session *s, lf_outcome *out) {
    const int seats = lf_count(s->game, LF_OF_SEATS);
    int ranked = 0;
    *out = (lf_outcome){.winner = LF_NOBODY, .checkpoint = LF_RESIGNATION};
    for (lf_seat seat = 0; seat < seats; seat++) {
        out->margin[seat] = lf_margin(s->state, seat);
        if (seat == s->resigned)
            continue;
        out->winner = seat;
        out->winners |= UINT32_C(1) << seat;
        out->ranking[ranked++] = seat;
    }
    out->ranking[ranked] = s->resigned;
}

bool lf_session_over(const lf_session *s, lf_outcome *out) {
    if (s->state == NULL)
        return false;
    if (s->resigned == LF_NOBODY)
        return lf_terminal(s->state, out);
    if (out != NULL)
        outcome_of(s, out);
    return true;
}

lf_seat lf_session_resigned(const lf_session *s) {
    return s->resigned;
}

lf_status session_refuse_after_end(const lf_session *s, lf_error *error) {
    return s->resigned == LF_NOBODY ? LF_OK
                                    : lf_fail(error, LF_GAME_OVER, "The game is over: %s has resigned.",
                                              lf_label(s->game, LF_OF_SEATS, s->resigned));
}

lf_status lf_session_resign(lf_session *s, lf_seat seat, lf_error *error) {
    const int seats = lf_count(s->game, LF_OF_SEATS);
    if (s->state == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no game yet.");
    if (seat < 0 || seat >= seats)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no seat %d.", seat);
    if (lf_session_over(s, NULL))
        return lf_fail(error, LF_GAME_OVER, "The game is over.");
    if (seats > LF_RESIGN_SEATS)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "With %d seats a game goes on when one resigns: let somebody else play that seat.",
                       seats);
    s->resigned = seat;
    s->pending = LF_PENDING_NOTHING;
    s->held = LF_NO_OPTION;
    history_forget_redo(s);
    lf_outcome outcome;
    outcome_of(s, &outcome);
    record_end_by_resignation(&s->record, s->game, seat, outcome.winner);
    session_autosave(s);
    return LF_OK;
}
