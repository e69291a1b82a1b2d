/* history.c: the way back. A decision that is taken back is not undone: the state is fetched from
 * the last one that was kept before it, and the decisions up to it are applied again, unseen. So
 * the way back costs little memory however long the game is: at most SESSION_KEPT_MAX states, and a
 * few bytes a decision. */
#include "session.h"

#include <assert.h>

#include "base/base.h"
#include "kernel/state/state.h"

/* ---- states on the way ----------------------------------------------------------------------- */

static void drop_kept(lf_session *s, size_t count) {
    while (s->kept_count > count)
        lf_state_free(s->kept[--s->kept_count].state);
}

/* Gives up every other one; the first stays, for nothing lies before it. */
static void thin_out(lf_session *s) {
    size_t left = 0;
    for (size_t i = 0; i < s->kept_count; i++) {
        if (i % 2 == 0)
            s->kept[left++] = s->kept[i];
        else
            lf_state_free(s->kept[i].state);
    }
    s->kept_count = left;
    s->kept_every *= 2;
}

/* If a state cannot be kept, undo replays from the one before it. */
static void keep_now(lf_session *s) {
    if (s->kept_count == SESSION_KEPT_MAX)
        thin_out(s);
    assert(s->kept_count < SESSION_KEPT_MAX);
    lf_state *state = lf_state_clone(s->state);
    if (state != NULL)
        s->kept[s->kept_count++] = (kept_state){state, s->record.count};
}

void lf_session_history_keep(lf_session *s) {
    if (s->kept_count > 0 && s->record.count - s->kept[s->kept_count - 1].decision >= s->kept_every)
        keep_now(s);
}

void lf_session_history_begin(lf_session *s) {
    drop_kept(s, 0);
    lf_record_forget_taken_back(&s->record);
    s->kept_every = SESSION_KEPT_EVERY;
    s->floor = s->record.count;
    keep_now(s);
}

void lf_session_history_free(lf_session *s) {
    drop_kept(s, 0);
    s->floor = 0;
}

/* ---- backwards ------------------------------------------------------------------------------- */

bool lf_session_repeat(const lf_session *s, lf_state *state, size_t decision, lf_error *error) {
    const lf_status status = lf_apply(state, s->record.decisions[decision].option);
    if (status == LF_RULE_ERROR)
        lf_error_set(error, status, "%s", lf_state_error(state)->message);
    else if (status != LF_OK)
        lf_error_set(error, status, "Decision %zu cannot be made again: %s.", decision + 1,
                     lf_status_name(status));
    return status == LF_OK;
}

lf_state *lf_session_history_state(const lf_session *s, size_t decision, lf_error *error) {
    assert(decision <= s->record.count);
    size_t from = s->kept_count;
    while (from > 0 && s->kept[from - 1].decision > decision)
        from--;
    lf_state *state = from == 0 ? NULL : lf_state_clone(s->kept[from - 1].state);
    if (state == NULL)
        lf_error_no_memory(error);
    for (size_t i = from == 0 ? 0 : s->kept[from - 1].decision; state != NULL && i < decision;
         i++) {
        if (lf_session_repeat(s, state, i, error))
            continue;
        lf_state_free(state);
        return NULL;
    }
    return state;
}

lf_status lf_session_go_back(lf_session *s, size_t target, lf_error *error) {
    assert(target <= s->record.count && target >= s->floor);
    lf_error why = {0};
    lf_state *state = lf_session_history_state(s, target, &why);
    if (state == NULL)
        return lf_fail(error, why.status, "%s", why.message);
    lf_copy(s->state, state);
    lf_state_free(state);
    lf_session_clock_go_back(s, target);
    for (size_t i = target; i < s->record.count; i++)
        s->record.decisions[i].last_taken_back = i + 1 == s->record.count;
    lf_record_take_back(&s->record, target);
    lf_session_cut_decisions(s, target);
    while (s->kept_count > 1 && s->kept[s->kept_count - 1].decision > target)
        drop_kept(s, s->kept_count - 1);
    s->pending = LF_PENDING_NOTHING;
    s->revision++;
    s->draw_offers = 0; /* they were about another position */
    lf_session_save_now(s);
    return LF_OK;
}

typedef enum { BACK_GOOD, BACK_NOTHING, BACK_OTHERS, BACK_LEARNED } back_result;

/* The last decision that this person may take back from `end` on. */
static back_result find_target(const lf_session *s, int person, size_t end, size_t *target) {
    for (size_t i = end; i > s->floor; i--) {
        const record_decision *step = &s->record.decisions[i - 1];
        if (step->barrier != lf_barrier(s->state))
            return BACK_LEARNED;
        const int who = lf_session_person(s, step->seat);
        if (who == LF_PROGRAM || step->automatic)
            continue;
        if (who != person)
            return BACK_OTHERS;
        *target = i - 1;
        return BACK_GOOD;
    }
    return BACK_NOTHING;
}

static lf_status refuse(back_result why, lf_error *error) {
    static const char *const reasons[] = {
        [BACK_NOTHING] = "no decision of yours lies before this one",
        [BACK_OTHERS] = "somebody else has decided since",
        [BACK_LEARNED] = "dice were rolled or cards were seen since",
    };
    return lf_fail(error, LF_BAD_ARGUMENT, "There is nothing to take back: %s.", reasons[why]);
}

/* Is a decision held that this person has made? */
static bool holds(const lf_session *s, int person) {
    return s->pending == LF_PENDING_DECISION &&
           lf_session_person(s, lf_decider(s->state)) == person;
}

lf_status lf_session_undo(lf_session *s, int person, lf_error *error) {
    size_t target = 0;
    if (lf_session_refuse_after_end(s, error) != LF_OK)
        return LF_GAME_OVER;
    if (holds(s, person) && lf_session_drop_held(s))
        return LF_OK;
    if (s->pending == LF_PENDING_DECISION)
        return refuse(BACK_OTHERS, error);
    const back_result result =
        s->state != NULL ? find_target(s, person, s->record.count, &target) : BACK_NOTHING;
    return result == BACK_GOOD ? lf_session_go_back(s, target, error) : refuse(result, error);
}

bool lf_session_can_undo(const lf_session *s, int person) {
    size_t target;
    if (lf_session_ended_by_players(s))
        return false;
    return holds(s, person) || (s->state != NULL && s->pending != LF_PENDING_DECISION &&
                                find_target(s, person, s->record.count, &target) == BACK_GOOD);
}

lf_status lf_session_undo_turn(lf_session *s, int person, lf_error *error) {
    size_t target = 0, next = 0;
    if (lf_session_refuse_after_end(s, error) != LF_OK)
        return LF_GAME_OVER;
    if (s->pending == LF_PENDING_DECISION && !holds(s, person))
        return refuse(BACK_OTHERS, error);
    const bool held = lf_session_drop_held(s);
    const back_result result =
        s->state != NULL ? find_target(s, person, s->record.count, &target) : BACK_NOTHING;
    if (result != BACK_GOOD)
        return held ? LF_OK : refuse(result, error);
    while (find_target(s, person, target, &next) == BACK_GOOD &&
           s->record.decisions[next].turn == s->record.decisions[target].turn)
        target = next;
    return lf_session_go_back(s, target, error);
}

bool lf_session_of_one_person(const lf_session *s) {
    int only = LF_PROGRAM;
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++) {
        if (s->person[seat] == LF_PROGRAM || s->person[seat] == only)
            continue;
        if (only != LF_PROGRAM)
            return false;
        only = s->person[seat];
    }
    return true;
}

lf_status lf_session_rollback(lf_session *s, int turn, lf_error *error) {
    lf_log_turn wanted;
    if (lf_session_refuse_after_end(s, error) != LF_OK)
        return LF_GAME_OVER;
    if (!lf_session_turn(s, turn, &wanted))
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "There is no turn %d: the log has the turns 0 to %d.", turn,
                       lf_session_turns(s) - 1);
    if (!lf_session_of_one_person(s))
        return lf_fail(
            error, LF_BAD_ARGUMENT,
            "Other people play in this game: only a game of one person can be rolled back.");
    if (wanted.decision < s->floor)
        return lf_fail(
            error, LF_BAD_ARGUMENT,
            "The game cannot be rolled back there: the position was changed by hand since.");
    lf_session_drop_held(s);
    return lf_session_go_back(s, wanted.decision, error);
}

/* ---- and forwards again ---------------------------------------------------------------------- */

bool lf_session_can_redo(const lf_session *s) {
    return s->record.end_count > s->record.count && s->pending != LF_PENDING_DECISION;
}

lf_status lf_session_redo(lf_session *s, lf_error *error) {
    if (!lf_session_can_redo(s))
        return lf_fail(error, LF_BAD_ARGUMENT, "There is nothing to do again.");
    bool last = false;
    while (!last && s->record.end_count > s->record.count) {
        record_decision *const next = &s->record.decisions[s->record.count];
        char *const reason = next->reason;
        last = next->last_taken_back;
        next->reason = NULL;
        const lf_status status = lf_session_decide(s, next->option, next->automatic, error);
        s->record.decisions[s->record.count - (status == LF_OK)].reason = reason;
        if (status != LF_OK)
            return status;
        s->pending = LF_PENDING_NOTHING;
        lf_session_clock_turn_over(s);
    }
    lf_session_save_now(s);
    return LF_OK;
}
