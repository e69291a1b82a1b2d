/* fuzz_worlds.c: one decision in two worlds that differ only in what the deciding seat cannot know.
 *
 * Where nothing hidden came into view and no rule looked at a hidden card, the seat must be told the same in both, and see
 * the same. Where a rule did look, it may show what it saw: by cards that it offers or names, by a variable, by a line of
 * the log. But where all that is the same, what the seat is asked must be the same as well: otherwise it learns of the
 * hidden card by what is legal and what is not, and nobody meant to show it.
 *
 * One thing is let pass: another seat that has a single option moves at once, and so tells that it had no other. What is legal for a seat may hang on what only that
 * seat knows (a piece that looks like any other and cannot move), so this is told by the game going on, whatever the rules say; a rule that wants it
 * hidden offers such a seat something else as well. So two worlds are compared up to there and no further: one of them goes on, the other waits for an answer. What
 * the rules themselves told before that is compared like anything else. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_internal.h"

typedef struct {
    lf_state *state;
    lf_seat seat;
    FILE *log; /* what the seat is told, into: */
    char *told;
    size_t told_size;
    bool shown;   /* chance, or a card that came into the seat's view */
    bool learned; /* or a rule has looked at a hidden card */
    bool ahead;   /* another seat has moved at once: nothing is compared from there on */
} world;

/* Another seat had only one option, for reasons that are its own: in another world it has several and is still to be asked. A seat whose reasons are everybody's
 * has one option in all worlds. */
static bool acts_in_secret(const world *w, const lf_event *event) {
    return event->kind == LF_EVENT_DECISION && event->forced && event->seat >= 0 && event->seat != w->seat &&
           lf_knows_more(lf_state_game(w->state), event->seat, w->seat);
}

static void listen(void *context, const lf_event *event) {
    world *w = context;
    const lf_event told = lf_event_for(event, w->seat);
    const lf_game *game = lf_state_game(w->state);
    const bool card = told.kind == LF_EVENT_CARD && told.subject >= 0 && told.from >= 0;
    w->ahead = w->ahead || acts_in_secret(w, event);
    w->shown = w->shown || told.kind == LF_EVENT_ROLL || told.kind == LF_EVENT_SHUFFLE ||
               (card && !lf_stack_visible(game, told.from, w->seat));
    if (!w->ahead)
        fprintf(w->log, "%s\n", told.text);
}

/* Makes the decision. False if it cannot be made in this world, or memory has run out. */
static bool decide(world *w, int option) {
    const uint32_t barrier = lf_barrier(w->state);
    w->log = open_memstream(&w->told, &w->told_size);
    if (w->log == NULL || option >= lf_legal_count(w->state)) {
        if (w->log != NULL)
            fclose(w->log);
        return false;
    }
    lf_watch(w->state, &(lf_observer){listen, w});
    const bool done = lf_apply(w->state, option) == LF_OK;
    lf_watch(w->state, NULL);
    w->learned = w->shown || lf_barrier(w->state) != barrier;
    return fclose(w->log) == 0 && done;
}

/* What the seat sees on the table, without what it is asked. */
static json_t *table_of(const world *w) {
    char *text = lf_observe(w->state, w->seat);
    json_t *seen = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    json_object_del(seen, "decision");
    return seen;
}

static bool see_the_same(const world *a, const world *b) {
    json_t *one = table_of(a), *other = table_of(b);
    const bool same = one == NULL || other == NULL || json_equal(one, other);
    json_decref(one);
    json_decref(other);
    return same && strcmp(a->told, b->told) == 0;
}

/* Does the decision show cards? Then it is meant to show which they are. */
static bool shows_cards(const lf_state *state) {
    lf_option first;
    const bool asked = lf_decider(state) != LF_NOBODY && lf_legal(state, &first, 1) > 0;
    return asked && (first.kind == LF_OPTION_CARD || lf_prompt_card(state) >= 0);
}

static bool same_prompt(const world *a, const world *b) {
    char *one = lf_prompt(a->state), *other = lf_prompt(b->state);
    const bool same = one == NULL || other == NULL || strcmp(one, other) == 0;
    lf_string_free(one);
    lf_string_free(other);
    return same;
}

static bool are_asked_the_same(const world *a, const world *b) {
    const int count = lf_legal_count(a->state);
    if (lf_decider(a->state) != lf_decider(b->state))
        return false;
    if (lf_decider(a->state) != a->seat)
        return true; /* what others are asked is their business */
    if (count != lf_legal_count(b->state) || !same_prompt(a, b))
        return false;
    for (int i = 0; i < count; i++) {
        lf_option one, other;
        const bool there = lf_option_at(a->state, i, &one) && lf_option_at(b->state, i, &other);
        if (!there || one.kind != other.kind || one.subject != other.subject || one.count != other.count)
            return false;
    }
    return true;
}

static const char *compare(const world *a, const world *b) {
    const bool over = lf_terminal(a->state, NULL) || lf_terminal(b->state, NULL); /* then margins are told */
    if (a->shown || b->shown || over)
        return NULL;
    const bool ahead = a->ahead || b->ahead; /* then the tables are not of the same moment */
    const bool same = ahead ? strcmp(a->told, b->told) == 0 : see_the_same(a, b);
    if (!same && !a->learned && !b->learned)
        return "What a seat is told or sees hangs on what it cannot know:";
    if (same && !ahead && !shows_cards(a->state) && !shows_cards(b->state) && !are_asked_the_same(a, b))
        return "The options of a seat hang on what it cannot know:";
    return NULL;
}

const char *fuzz_compare_worlds(fuzzer *f, int option, lf_seat *seat) {
    world a = {.state = f->trial, .seat = lf_decider(f->before)}, b = {.state = f->other, .seat = a.seat};
    *seat = a.seat;
    lf_copy(f->trial, f->before);
    lf_copy(f->other, f->before);
    lf_determinize(f->other, a.seat, rng_next(&f->luck));
    const bool played = decide(&a, option) && decide(&b, option);
    const char *found = played ? compare(&a, &b) : NULL;
    free(a.told);
    free(b.told);
    return found;
}
