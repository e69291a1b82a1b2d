/* information.c: histories: what each seat has seen of a game since it began, and what it decided.
 *
 * A history observes every event and writes it down for each viewer as lf_event_for reports it,
 * by ids and not by labels, so that two lines are equal only if the same was seen. A decision is
 * written down for the one who made it with all that was offered. What chance decides is seen by
 * nobody; its results are reported as events of their own. */
#include <assert.h>

#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "support/array.h"

struct lf_history {
    lf_state *state;
    lf_text seen[LF_SEATS_MAX + 1]; /* by viewer: the seats, then an onlooker */
    int32_t *ids;
    size_t count, capacity;
    bool failed; /* out of memory: what is missing would make different games equal */
};

static uint32_t viewers(const lf_history *history) {
    return history->state->game->seat_count + 1;
}

static lf_seat seat_of(const lf_history *history, uint32_t viewer) {
    assert(viewer < viewers(history));
    return viewer + 1 < viewers(history) ? (lf_seat)viewer : LF_NOBODY;
}

/* ---- single events ---- */

static const char *name_in(const lf_named *list, uint32_t count, int index) {
    return index >= 0 && (uint32_t)index < count ? list[index].name : "?";
}

static const char *zone_name(const lf_game *game, int zone) {
    return name_in(game->zones, game->zone_count, zone);
}

static const char *stack_name(const lf_game *game, int stack) {
    return stack >= 0 && (uint32_t)stack < game->stack_count ? game->stacks[stack].name : "?";
}

/* With its owner, if it has one: `red.coins`. */
static void write_variable(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    const char *owner = var->scope == LF_SCOPE_SEAT
                            ? name_in(game->seats, game->seat_count, event->seat)
                        : var->scope == LF_SCOPE_SPACE ? zone_name(game, event->to)
                                                       : "";
    lf_text_printf(out, "%s%s%s", owner, owner[0] != 0 ? "." : "", var->name);
}

static void write_value(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    write_variable(game, event, out);
    lf_text_addz(out, " = ");
    lf_format_id(game, (lf_sort)var->sort, var->enum_id, &event->count, out);
}

static void write_set(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    const uint64_t *const sides[] = {event->added, event->removed};
    write_variable(game, event, out);
    for (size_t i = 0; i < LF_COUNT(sides); i++) {
        int64_t words[LF_SET_WORDS_MAX] = {0};
        assert(event->words <= LF_SET_WORDS_MAX);
        memcpy(words, sides[i], (size_t)event->words * sizeof *words);
        lf_text_addz(out, i == 0 ? " + " : " - ");
        lf_format_id(game, (lf_sort)var->sort, var->enum_id, words, out);
    }
}

/* Everything but decisions. */
static void write_event(const lf_game *game, const lf_event *event, lf_text *out) {
    switch (event->kind) {
    case LF_EVENT_MOVE:
        lf_text_printf(out, "move %lld %s %s %s", (long long)event->count,
                       game->slots[event->subject].name, zone_name(game, event->from),
                       zone_name(game, event->to));
        break;
    case LF_EVENT_FLIP:
        lf_text_printf(out, "flip %lld %s %s", (long long)event->count,
                       game->slots[event->subject].name, zone_name(game, event->from));
        break;
    case LF_EVENT_CARD:
        lf_text_printf(out, "card %s %s %s", name_in(game->cards, game->card_count, event->subject),
                       stack_name(game, event->from), stack_name(game, event->to));
        break;
    case LF_EVENT_VALUE:
        write_value(game, event, out);
        break;
    case LF_EVENT_SET:
        write_set(game, event, out);
        break;
    case LF_EVENT_ROLL:
        lf_text_printf(out, "roll %lld of %d", (long long)event->count, event->subject);
        break;
    case LF_EVENT_SHUFFLE:
        lf_text_printf(out, "shuffle %s", stack_name(game, event->subject));
        break;
    case LF_EVENT_PHASE:
        lf_text_printf(out, "phase %s",
                       name_in(game->phase_names, game->phase_count, event->subject));
        break;
    case LF_EVENT_END:
        lf_text_printf(out, "end %s",
                       name_in(game->checkpoints, game->checkpoint_count, event->subject));
        break;
    case LF_EVENT_LOG:
    case LF_EVENT_DECISION:
        lf_text_addz(out, event->text);
        break;
    }
}

/* ---- decisions ---- */

/* What the decider is asked, with all that is offered. */
static void write_question(const lf_state *state, lf_text *out) {
    lf_decision *decision = lf_decision_new(state);
    if (decision == NULL) {
        out->failed = true;
        return;
    }
    lf_text_printf(out, "%s |", decision->prompt);
    for (int i = 0; i < decision->count; i++)
        lf_text_printf(out, " %s \"%s\"", decision->options[i].id, decision->options[i].label);
    lf_decision_free(decision);
}

/* Whether a choice was forced depends on what its maker holds, so the others read the same of both
 * alike. */
static void write_decision(const lf_history *history, const lf_event *event, lf_seat viewer,
                           lf_text *out) {
    char number[LF_NUMBER_SIZE];
    const lf_event reported = lf_event_for(event, viewer);
    if (event->seat == viewer && !event->forced) {
        write_question(history->state, out);
        lf_text_printf(out, " -> %s",
                       lf_option_id(history->state, event->subject, number, sizeof number));
    } else {
        lf_text_printf(out, "%s: %s (%d %d %d)",
                       lf_name(history->state->game, LF_OF_SEATS, event->seat), reported.text,
                       (int)reported.chosen.kind, reported.chosen.subject, reported.chosen.count);
    }
}

static void note_id(lf_history *history, int id) {
    if (lf_array_reserve(&history->ids, &history->capacity, history->count + 1,
                         sizeof *history->ids))
        history->ids[history->count++] = id;
    else
        history->failed = true;
}

static void hear(void *context, const lf_event *event) {
    lf_history *history = context;
    /* the limit of log lines is for people; a history needs every event */
    history->state->log_lines = 0;
    if (event->kind == LF_EVENT_DECISION && !event->forced)
        note_id(history, lf_id_of_option(history->state, event->subject));
    if (event->kind == LF_EVENT_DECISION && event->seat == LF_CHANCE)
        return;
    if (strcmp(event->text, LF_LOST_TEXT) == 0 || strcmp(event->public_text, LF_LOST_TEXT) == 0)
        history->failed = true;
    for (uint32_t i = 0; i < viewers(history); i++) {
        lf_text *out = &history->seen[i];
        const lf_event reported = lf_event_for(event, seat_of(history, i));
        if (event->kind == LF_EVENT_VALUE && reported.kind != LF_EVENT_VALUE)
            continue; /* hidden from this viewer, who learns nothing of it */
        if (event->kind == LF_EVENT_DECISION)
            write_decision(history, event, seat_of(history, i), out);
        else
            write_event(history->state->game, &reported, out);
        lf_text_addz(out, "\n");
    }
}

/* ---- the life of a history ---- */

static lf_history *history_alloc(lf_state *state) {
    lf_history *history = lf_calloc(1, sizeof *history);
    if (history != NULL)
        history->state = state;
    return history;
}

static bool is_whole(const lf_history *history) {
    for (uint32_t i = 0; i < viewers(history); i++)
        if (history->seen[i].failed)
            return false;
    return !history->failed;
}

/* Watches from now on, or gives up what could not be made whole. */
static lf_history *begin(lf_history *history) {
    if (history == NULL || !is_whole(history)) {
        lf_history_free(history);
        return NULL;
    }
    lf_watch(history->state, &(lf_observer){hear, history});
    return history;
}

static void begin_with_observation(lf_history *history, uint32_t viewer) {
    char *seen = lf_observation_text(history->state, seat_of(history, viewer));
    history->failed = history->failed || seen == NULL;
    lf_text_printf(&history->seen[viewer], "%s\n", seen != NULL ? seen : "");
    lf_string_free(seen);
}

lf_history *lf_history_new(lf_state *state) {
    lf_history *history = history_alloc(state);
    for (uint32_t i = 0; history != NULL && i < viewers(history); i++)
        begin_with_observation(history, i);
    return begin(history);
}

lf_history *lf_history_clone(const lf_history *of, lf_state *clone) {
    lf_history *history = history_alloc(clone);
    for (uint32_t i = 0; history != NULL && i < viewers(history); i++)
        lf_text_add(&history->seen[i], of->seen[i].data, of->seen[i].length);
    for (size_t i = 0; history != NULL && i < of->count; i++)
        note_id(history, of->ids[i]);
    if (history != NULL && !is_whole(of))
        history->failed = true;
    return begin(history);
}

lf_history *lf_history_sample(const lf_history *of, lf_state *sampled, lf_seat seat) {
    lf_history *history = history_alloc(sampled);
    for (uint32_t i = 0; history != NULL && i < viewers(history); i++) {
        if (seat_of(history, i) == seat)
            lf_text_add(&history->seen[i], of->seen[i].data, of->seen[i].length);
        else
            begin_with_observation(history, i);
    }
    if (history != NULL && !is_whole(of))
        history->failed = true;
    return begin(history);
}

void lf_history_free(lf_history *history) {
    if (history == NULL)
        return;
    if (history->state->observer.context == history)
        lf_watch(history->state, NULL);
    for (uint32_t i = 0; i < LF_COUNT(history->seen); i++)
        lf_text_free(&history->seen[i]);
    lf_free(history->ids);
    lf_free(history);
}

/* ---- reading ---- */

int lf_history_ids(const lf_history *history, int32_t *out, int cap) {
    const int count = (int)history->count;
    for (int i = 0; out != NULL && i < count && i < cap; i++)
        out[i] = history->ids[i];
    return count;
}

char *lf_information_state(const lf_history *history, lf_seat seat) {
    const bool sits = seat >= 0 && (uint32_t)seat + 1 < viewers(history);
    const lf_text *seen = &history->seen[sits ? (uint32_t)seat : viewers(history) - 1];
    lf_text text = {0};
    if (!is_whole(history))
        return NULL;
    lf_text_add(&text, seen->data, seen->length);
    if (sits && lf_decider(history->state) == seat)
        write_question(history->state, &text);
    return lf_text_take(&text);
}

char *lf_observation_text(const lf_state *state, lf_seat seat) {
    return lf_observe(state, seat);
}
