/* choices.c: the decisions of the history one by one: what the deciding seat has chosen in this
 * turn so far, and going back to just before one of them. */
#include "session.h"

#include <assert.h>

#include "base/base.h"
#include "kernel/state/state.h"

static lf_chosen view_of(const record_decision *made, size_t index) {
    return (lf_chosen){.index = index,
                       .decision = made->id,
                       .seat = made->seat,
                       .chosen = made->chosen,
                       .option = made->name,
                       .prompt = made->prompt != NULL ? made->prompt : "",
                       .label = made->label != NULL ? made->label : made->name,
                       .reason = made->reason,
                       .forced = made->forced};
}

bool lf_session_decided(const lf_session *s, size_t index, lf_chosen *out) {
    const bool held = s->pending == LF_PENDING_DECISION && index == s->record.count;
    if (index >= s->record.count && !held)
        return false;
    *out = view_of(held ? &s->held.decision : &s->record.decisions[index], index);
    return true;
}

size_t lf_session_turn_start(const lf_session *s) {
    const lf_seat seat = s->state == NULL                   ? LF_NOBODY
                         : s->pending == LF_PENDING_NOTHING ? lf_decider(s->state)
                                                            : lf_session_waiting(s);
    size_t first = s->record.count;
    /* the decision that has ended a turn that waits belongs to it */
    bool ends = s->pending != LF_PENDING_TURN;
    for (; first > s->floor; first--) {
        const record_decision *const made = &s->record.decisions[first - 1];
        if (made->seat != seat || (made->ends_turn && ends))
            break;
        ends = true;
    }
    return first;
}

size_t lf_session_chosen(const lf_session *s, lf_chosen *out, size_t cap) {
    const size_t first = lf_session_turn_start(s);
    const size_t end = s->record.count + (s->pending == LF_PENDING_DECISION);
    for (size_t i = first; i < end && i - first < cap; i++)
        lf_session_decided(s, i, &out[i - first]);
    return end - first;
}

/* Why this person may not take back the decisions from `index` on; NULL: the person may. */
static const char *why_not(const lf_session *s, int person, size_t index) {
    if (index < lf_session_turn_start(s))
        return "that choice is not part of this turn";
    for (size_t i = index; i < s->record.count; i++) {
        if (lf_session_person(s, s->record.decisions[i].seat) != person)
            return "it is not your turn";
        if (s->record.decisions[i].barrier != lf_barrier(s->state))
            return "dice were rolled or cards were seen since";
    }
    return NULL;
}

lf_status lf_session_rewind(lf_session *s, int person, size_t index, lf_error *error) {
    const bool held = s->pending == LF_PENDING_DECISION;
    if (lf_session_refuse_after_end(s, error) != LF_OK)
        return LF_GAME_OVER;
    if (s->state == NULL || index >= s->record.count + held)
        return lf_fail(error, LF_BAD_ARGUMENT, "This turn has no choice number %zu.", index);
    const char *why = held && lf_session_person(s, s->held.decision.seat) != person
                          ? "it is not your turn"
                          : why_not(s, person, index);
    if (why != NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "The game cannot go back there: %s.", why);
    lf_session_drop_held(s);
    return index < s->record.count ? lf_session_go_back(s, index, error) : LF_OK;
}

lf_status lf_session_set_reason(lf_session *s, size_t index, const char *reason, lf_error *error) {
    if (index >= s->record.count)
        return lf_fail(error, LF_BAD_ARGUMENT, "There is no decision %zu.", index);
    char *copy = lf_strdup(reason);
    if (copy == NULL)
        return lf_fail_no_memory(error);
    lf_free(s->record.decisions[index].reason);
    s->record.decisions[index].reason = copy;
    return LF_OK;
}
