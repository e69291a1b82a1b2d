/* detail.c: watches a game and writes down what a report needs of it. */
#include "detail.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/array.h"

/* ---- what is looked at ----------------------------------------------------------------------- */

/* A variable is a track if its values read as numbers. */
static bool is_number(const lf_game *game, lf_catalogue vars, int var) {
    char buffer[64];
    return !lf_is_marker(game, vars, var) && !lf_var_is_set(game, vars, var) &&
           strcmp(lf_value_name(game, vars, var, 1, buffer, sizeof buffer), "1") == 0;
}

static void add_tracks(watch_plan *o) {
    for (lf_seat seat = 0; seat < o->seats; seat++)
        o->tracks[o->track_count++] = (track){TRACK_MARGIN, 0, seat};
    for (int var = 0; var < lf_count(o->game, LF_OF_GLOBALS); var++) {
        if (is_number(o->game, LF_OF_GLOBALS, var))
            o->tracks[o->track_count++] = (track){TRACK_GLOBAL, var, LF_NOBODY};
    }
    for (int var = 0; var < lf_count(o->game, LF_OF_SEAT_VARS); var++) {
        for (lf_seat seat = 0; seat < o->seats && is_number(o->game, LF_OF_SEAT_VARS, var); seat++)
            o->tracks[o->track_count++] = (track){TRACK_SEAT, var, seat};
    }
}

bool watch_plan_open(watch_plan *o, const lf_game *game, int64_t turns, int64_t decisions) {
    *o = (watch_plan){
        .game = game,
        .seats = lf_count(game, LF_OF_SEATS),
        .actions = lf_count(game, LF_OF_ACTIONS),
        .cards = lf_count(game, LF_OF_CARDS),
        .stacks = lf_count(game, LF_OF_STACKS),
        .by_turn = turns > 1, /* a game whose rules do not count turns stays at 0 */
    };
    int64_t longest = o->by_turn ? turns : decisions;
    o->step = longest / SAMPLES_MAX + 1;
    int tracks =
        o->seats + lf_count(game, LF_OF_GLOBALS) + o->seats * lf_count(game, LF_OF_SEAT_VARS);
    o->tracks = calloc((size_t)tracks + 1, sizeof *o->tracks);
    o->open_stack = calloc((size_t)o->stacks + 1, sizeof *o->open_stack);
    if (o->tracks == NULL || o->open_stack == NULL) {
        watch_plan_close(o);
        return false;
    }
    add_tracks(o);
    for (int stack = 0; stack < o->stacks; stack++)
        o->open_stack[stack] = lf_stack_visible(game, stack, LF_NOBODY);
    return true;
}

void watch_plan_close(watch_plan *o) {
    free(o->tracks);
    free(o->open_stack);
    *o = (watch_plan){0};
}

const char *track_label(const watch_plan *o, const track *t, char *buffer, size_t size) {
    const char *seat = t->seat >= 0 ? lf_label(o->game, LF_OF_SEATS, t->seat) : "";
    if (t->kind == TRACK_MARGIN)
        snprintf(buffer, size, "%s of %s", lf_payoff_label(o->game), seat);
    else if (t->kind == TRACK_GLOBAL)
        snprintf(buffer, size, "%s", lf_label(o->game, LF_OF_GLOBALS, t->var));
    else
        snprintf(buffer, size, "%s: %s", seat, lf_label(o->game, LF_OF_SEAT_VARS, t->var));
    return buffer;
}

static int64_t track_value(const lf_state *state, const track *t) {
    switch (t->kind) {
    case TRACK_MARGIN:
        return lf_margin(state, t->seat);
    case TRACK_GLOBAL:
        return lf_global(state, t->var);
    case TRACK_SEAT:
        return lf_seat_value(state, t->seat, t->var);
    }
    return 0;
}

/* ---- one game -------------------------------------------------------------------------------- */

bool detail_open(detail *d, const watch_plan *o) {
    *d = (detail){0};
    d->actions = calloc((size_t)(o->seats * o->actions) + 1, sizeof *d->actions);
    d->cards = calloc((size_t)o->stacks * (size_t)o->cards + 1, sizeof *d->cards);
    if (d->actions != NULL && d->cards)
        return true;
    detail_close(d);
    return false;
}

void detail_close(detail *d) {
    free(d->actions);
    free(d->cards);
    lf_free(d->samples);
    first_choices_free(&d->first_choices);
    *d = (detail){0};
}

/* The tracks as they are now become the next sample. */
static void take_sample(detail_watch *w) {
    const watch_plan *o = w->watch_plan;
    detail *d = w->out;
    const size_t tracks = (size_t)o->track_count, first = (size_t)d->sample_count * tracks;
    if (!lf_array_reserve(&d->samples, &w->capacity, first + tracks, sizeof *d->samples)) {
        w->failed = true;
        return;
    }
    int32_t *row = d->samples + first;
    d->sample_count++;
    for (int i = 0; i < o->track_count; i++)
        row[i] = (int32_t)track_value(w->state, &o->tracks[i]);
}

static void count_action(detail_watch *w, lf_seat seat, int action) {
    if (seat >= 0 && action >= 0 && action < w->watch_plan->actions)
        w->out->actions[seat * w->watch_plan->actions + action]++;
}

/* A choice without alternatives counts as the action that it is, if it is one. */
static void on_forced(detail_watch *w, const lf_event *event) {
    if (event->seat < 0)
        return;
    assert(event->seat < w->watch_plan->seats);
    w->out->forced[event->seat]++;
    if (event->chosen.kind == LF_OPTION_ACTION)
        count_action(w, event->seat, event->chosen.subject);
}

/* Counts what a seat chooses first in its action, if it is a value or an entry of a menu. */
static void note_first_choice(detail_watch *w, const lf_event *event) {
    const lf_option *chosen = &event->chosen;
    if (chosen->kind == LF_OPTION_ACTION) {
        w->actor = event->seat;
        w->action = chosen->subject;
        return;
    }
    const bool word = chosen->kind == LF_OPTION_VALUE || chosen->kind == LF_OPTION_MENU;
    if (w->actor != LF_NOBODY && w->actor == event->seat && word &&
        chosen->subject != LF_NO_SUBJECT) {
        first_choice choice = {.seat = w->actor,
                               .action = w->action,
                               .kind = chosen->kind,
                               .subject = chosen->subject,
                               .uses = 1};
        snprintf(choice.label, sizeof choice.label, "%s", event->text);
        w->failed = !first_choices_add(&w->out->first_choices, &choice) || w->failed;
    }
    w->actor = LF_NOBODY;
}

/* A decision is reported before it is carried out: the state still shows what it was chosen
 * from. */
static void on_decision(detail_watch *w, const lf_event *event) {
    const watch_plan *o = w->watch_plan;
    note_first_choice(w, event);
    if (event->forced) {
        on_forced(w, event);
        return;
    }
    int64_t time = o->by_turn ? lf_turn(w->state) : w->decisions;
    while (time >= w->out->sample_count * o->step && !w->failed)
        take_sample(w);
    w->decisions++;
    lf_option taken;
    if (event->seat < 0 || !lf_option_at(w->state, event->subject, &taken))
        return;
    assert((int)taken.kind < OPTION_KINDS && event->seat < o->seats);
    w->out->kinds[event->seat][taken.kind]++;
    if (taken.kind == LF_OPTION_ACTION)
        count_action(w, event->seat, taken.subject);
}

static void on_event(void *context, const lf_event *event) {
    detail_watch *w = context;
    const watch_plan *o = w->watch_plan;
    assert((int)event->kind < EVENT_KINDS);
    w->out->events[event->kind]++;
    if (event->kind == LF_EVENT_DECISION)
        on_decision(w, event);
    else if (event->kind == LF_EVENT_CARD && event->to >= 0 && event->to != event->from &&
             o->open_stack[event->to])
        w->out->cards[event->to * o->cards + event->subject]++;
}

void detail_watch_begin(detail_watch *w, const watch_plan *o, lf_state *state, detail *out) {
    assert(o->step > 0); /* time would stand still between two samples */
    *w = (detail_watch){.watch_plan = o, .state = state, .out = out, .actor = LF_NOBODY};
    lf_observer observer = {on_event, w};
    lf_watch(state, &observer);
}
