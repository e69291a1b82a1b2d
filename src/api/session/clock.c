/* clock.c: time for thinking: whose it is, and what is left of it.
 *
 * How late it is comes from the client, and only lf_session_tick spends time; the rest of a session
 * tells when a turn is over (lf_session_clock_turn_over) and when turns are taken back
 * (lf_session_clock_go_back). An increment belongs to a turn: a turn that is taken back keeps what
 * it had, as an advance on the next one of its seat, so that nobody gains time by taking back. */
#include <assert.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "session.h"
#include "support/files.h"

void lf_session_clock_reset(lf_session *s) {
    session_clock *const clock = &s->clock;
    clock->running = false;
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++) {
        clock->left[seat] = clock->rule.main_ms;
        clock->advance[seat] = 0;
    }
}

static lf_status check_rule(const lf_clock *rule, lf_error *error) {
    if (rule->main_ms < 1 || rule->main_ms > LF_CLOCK_MS_MAX)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "The main time of a clock is from 1 ms to a year, not %lld ms.",
                       (long long)rule->main_ms);
    if (rule->increment_ms < 0 || rule->increment_ms > LF_CLOCK_MS_MAX)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "The increment of a clock is from 0 ms to a year, not %lld ms.",
                       (long long)rule->increment_ms);
    return LF_OK;
}

/* Has anybody decided? What the session took by itself, since there was no other option, has cost
 * no time. */
static bool has_begun(const lf_session *s) {
    for (size_t i = 0; i < s->record.count; i++)
        if (!s->record.decisions[i].automatic)
            return true;
    return s->pending != LF_PENDING_NOTHING;
}

lf_status lf_session_set_clock(lf_session *s, const lf_clock *rule, lf_error *error) {
    if (has_begun(s))
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "A clock is set before the first decision; this game has begun without or "
                       "with another.");
    if (rule != NULL && check_rule(rule, error) != LF_OK)
        return LF_BAD_ARGUMENT;
    s->clock = (session_clock){.on = rule != NULL};
    if (rule != NULL)
        s->clock.rule = *rule;
    lf_session_clock_reset(s);
    return LF_OK;
}

bool lf_session_clock(const lf_session *s, lf_clock *out) {
    if (out != NULL && s->clock.on)
        *out = s->clock.rule;
    return s->clock.on;
}

int64_t lf_session_time_left(const lf_session *s, lf_seat seat) {
    return s->clock.on && seat >= 0 && seat < LF_SEATS_MAX ? s->clock.left[seat] : -1;
}

void lf_session_pause_clock(lf_session *s) {
    s->clock.running = false;
}

/* ---- charging -------------------------------------------------------------------------------- */

/* Who is to do something, if a person is. */
static lf_seat thinker(const lf_session *s) {
    if (s->state == NULL || lf_session_over(s, NULL))
        return LF_NOBODY;
    const lf_seat waiting = lf_session_waiting(s),
                  seat = waiting != LF_NOBODY ? waiting : lf_decider(s->state);
    return lf_session_person(s, seat) != LF_PROGRAM ? seat : LF_NOBODY;
}

lf_seat lf_session_clock_seat(const lf_session *s) {
    return s->clock.on && s->clock.running ? thinker(s) : LF_NOBODY;
}

lf_seat lf_session_tick(lf_session *s, int64_t now_ms) {
    session_clock *const clock = &s->clock;
    if (!clock->on || s->state == NULL)
        return LF_NOBODY;
    /* The difference as a natural number: no two times are too far apart for it. A clock that went
     * back charges nothing. */
    const uint64_t passed =
        clock->running && now_ms > clock->seen ? (uint64_t)now_ms - (uint64_t)clock->seen : 0;
    clock->running = true;
    clock->seen = now_ms;
    const lf_seat seat = thinker(s);
    if (seat == LF_NOBODY)
        return LF_NOBODY;
    assert(clock->left[seat] >= 0);
    clock->left[seat] =
        passed < (uint64_t)clock->left[seat] ? clock->left[seat] - (int64_t)passed : 0;
    if (clock->left[seat] > 0)
        return LF_NOBODY;
    if (lf_seats_in_play(s->state) <= LF_RESIGN_SEATS)
        lf_session_end_by_time(s, seat);
    return seat;
}

/* ---- increments ------------------------------------------------------------------------------ */

/* The increment of a turn of this seat: it may have had it already. */
static int64_t increment(const session_clock *clock, lf_seat seat) {
    return clock->advance[seat] > 0 ? 0 : clock->rule.increment_ms;
}

/* Is the increment of the last turn due? While the turn waits it is not over. */
static bool due(const lf_session *s) {
    if (!s->clock.on || s->record.count == 0)
        return false;
    const record_decision *const last = &s->record.decisions[s->record.count - 1];
    return last->ends_turn && !last->paid && lf_session_person(s, last->seat) != LF_PROGRAM;
}

void lf_session_clock_turn_over(lf_session *s) {
    if (s->pending != LF_PENDING_NOTHING || !due(s))
        return;
    record_decision *const last = &s->record.decisions[s->record.count - 1];
    s->clock.left[last->seat] += increment(&s->clock, last->seat);
    s->clock.advance[last->seat] -= s->clock.advance[last->seat] > 0;
    last->paid = true;
}

void lf_session_clock_go_back(lf_session *s, size_t target) {
    assert(target <= s->record.count);
    for (size_t i = target; i < s->record.count; i++)
        s->clock.advance[s->record.decisions[i].seat] += s->record.decisions[i].paid;
}

/* ---- keeping --------------------------------------------------------------------------------- */

json_t *lf_session_clock_rule_to_json(const lf_clock *rule) {
    return json_pack("{s:I, s:I}", "mainMs", (json_int_t)rule->main_ms, "incrementMs",
                     (json_int_t)rule->increment_ms);
}

/* A save knows no turn that waits: once it is loaded, that one is over. So its increment is in
 * it. */
json_t *lf_session_clock_to_json(const lf_session *s) {
    const session_clock *const clock = &s->clock;
    if (!clock->on)
        return json_null();
    const bool waits = s->pending == LF_PENDING_TURN && due(s);
    json_t *left = json_object(), *advance = json_object();
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++) {
        const bool paid_now = waits && s->record.decisions[s->record.count - 1].seat == seat;
        const int64_t ms = clock->left[seat] + (paid_now ? increment(clock, seat) : 0);
        const int ahead = clock->advance[seat] - (paid_now && clock->advance[seat] > 0);
        json_object_set_new(left, lf_name(s->game, LF_OF_SEATS, seat), json_integer(ms));
        if (ahead > 0)
            json_object_set_new(advance, lf_name(s->game, LF_OF_SEATS, seat), json_integer(ahead));
    }
    json_t *const all = lf_session_clock_rule_to_json(&clock->rule);
    json_object_set_new(all, "left", left);
    json_object_set_new(all, "advance", advance);
    return all;
}

/* A number of a save that is from 0 to `most`; `missing` where there is none. */
static bool read_number(const json_t *object, const char *key, json_int_t missing, json_int_t most,
                        json_int_t *out) {
    const json_t *value = json_object_get(object, key);
    *out = value == NULL ? missing : json_integer_value(value);
    return (value == NULL || json_is_integer(value)) && *out >= 0 && *out <= most;
}

static bool read_seats(lf_session *s, const json_t *saved) {
    const json_t *left = json_object_get(saved, "left"),
                 *advance = json_object_get(saved, "advance");
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++) {
        const char *name = lf_name(s->game, LF_OF_SEATS, seat);
        json_int_t ms, ahead;
        /* what increments may have added over the main time */
        if (!read_number(left, name, s->clock.rule.main_ms, INT64_MAX / 2, &ms) ||
            !read_number(advance, name, 0, INT32_MAX, &ahead))
            return false;
        s->clock.left[seat] = ms;
        s->clock.advance[seat] = (int)ahead;
    }
    return true;
}

/* Read after the decisions: what they brought is in the numbers. */
bool lf_session_clock_from_json(lf_session *s, const json_t *saved, lf_error *error) {
    if (saved == NULL || json_is_null(saved))
        return true;
    json_int_t main_ms, increment_ms;
    if (!read_number(saved, "mainMs", 0, LF_CLOCK_MS_MAX, &main_ms) || main_ms == 0 ||
        !read_number(saved, "incrementMs", 0, LF_CLOCK_MS_MAX, &increment_ms))
        return lf_error_set(
            error, LF_BAD_INPUT,
            "The \"clock\" of the saved game has no valid \"mainMs\" and \"incrementMs\".");
    s->clock = (session_clock){.on = true, .rule = {main_ms, increment_ms}};
    if (!read_seats(s, saved))
        return lf_error_set(
            error, LF_BAD_INPUT,
            "The \"clock\" of the saved game does not say what is left for each seat.");
    for (size_t i = 0; i < s->record.count; i++)
        s->record.decisions[i].paid = s->record.decisions[i].ends_turn;
    return true;
}
