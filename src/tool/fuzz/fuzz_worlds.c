/* fuzz_worlds.c: one decision in two worlds that differ only in what the deciding seat cannot know.
 *
 * Where nothing hidden came into view and no rule looked at a hidden card, the seat must be told
 * the same in both, and see the same. Where a rule did look, it may show what it saw: by cards that
 * it offers or names, by a variable, by a line of the log. But where all that is the same, what the
 * seat is asked must be the same as well: otherwise it learns of the hidden card by what is legal
 * and what is not, and nobody meant to show it.
 *
 * One thing is let pass: where the rules say `ask: real`, another seat that has a single option
 * moves at once, and so tells that it had no other. What is legal for a seat may depend on what
 * only that seat knows (a piece that looks like any other and cannot move); a rule that wants it
 * hidden leaves that word out. So two worlds are compared up to there and no further: one of them
 * goes on, the other waits for an answer. What the rules themselves told before that is compared
 * like anything else. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_difference.h"
#include "fuzz_internal.h"

#define DIFFERENCE_BYTES 480 /* of what is said about it */

typedef struct {
    lf_state *state;
    lf_seat seat;
    FILE *log; /* what is reported to the seat, into: */
    char *log_text;
    size_t log_size;
    bool shown;   /* chance, or a card that came into the seat's view */
    bool learned; /* or a rule has looked at a hidden card */
    bool ahead;   /* another seat has moved at once: nothing is compared from there on */
} world;

/* Another seat had only one option, for reasons that are its own: in another world it has several
 * and is still to be asked. A seat whose reasons are everybody's has one option in all worlds. */
static bool acts_in_secret(const world *w, const lf_event *event) {
    return event->kind == LF_EVENT_DECISION && event->forced && event->seat >= 0 &&
           event->seat != w->seat && lf_knows_more(lf_state_game(w->state), event->seat, w->seat);
}

static void listen(void *context, const lf_event *event) {
    world *w = context;
    const lf_event reported = lf_event_for(event, w->seat);
    const lf_game *game = lf_state_game(w->state);
    const bool card = reported.kind == LF_EVENT_CARD && reported.subject >= 0 && reported.from >= 0;
    w->ahead = w->ahead || acts_in_secret(w, event);
    w->shown = w->shown || reported.kind == LF_EVENT_ROLL || reported.kind == LF_EVENT_SHUFFLE ||
               (card && !lf_stack_visible(game, reported.from, w->seat));
    if (!w->ahead)
        fprintf(w->log, "%s\n", reported.text);
}

/* Makes the decision. False if it cannot be made in this world, or memory has run out. */
static bool decide(world *w, int option) {
    const uint32_t barrier = lf_barrier(w->state);
    w->log = open_memstream(&w->log_text, &w->log_size);
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

static bool hear_the_same(const world *a, const world *b, char *difference) {
    if (strcmp(a->log_text, b->log_text) == 0)
        return true;
    fuzz_text_difference("the log", a->log_text, b->log_text, difference, DIFFERENCE_BYTES);
    return false;
}

static bool see_the_same(const world *a, const world *b, char *difference) {
    json_t *one = table_of(a), *other = table_of(b);
    const bool same = one == NULL || other == NULL ||
                      !fuzz_json_difference(one, other, difference, DIFFERENCE_BYTES);
    json_decref(one);
    json_decref(other);
    return same && hear_the_same(a, b, difference);
}

/* Does the decision show cards? Then it is meant to show which they are. */
static bool shows_cards(const lf_state *state) {
    lf_option first;
    const bool asked = lf_decider(state) != LF_NOBODY && lf_legal(state, &first, 1) > 0;
    return asked && (first.kind == LF_OPTION_CARD || lf_prompt_card(state) >= 0);
}

static bool same_prompt(const world *a, const world *b, char *difference) {
    char *one = lf_prompt(a->state), *other = lf_prompt(b->state);
    const bool same = one == NULL || other == NULL || strcmp(one, other) == 0;
    if (!same)
        fuzz_text_difference("the question", one, other, difference, DIFFERENCE_BYTES);
    lf_string_free(one);
    lf_string_free(other);
    return same;
}

static bool same_name(const char *what, const char *one, const char *other, char *difference) {
    if (strcmp(one, other) == 0)
        return true;
    fuzz_text_difference(what, one, other, difference, DIFFERENCE_BYTES);
    return false;
}

static const char *decider_of(const world *w) {
    const lf_seat seat = lf_decider(w->state);
    return seat < 0 ? "nobody" : lf_name(lf_state_game(w->state), LF_OF_SEATS, seat);
}

static const char *phase_of(const world *w) {
    const int phase = lf_phase(w->state);
    return phase < 0 ? "" : lf_name(lf_state_game(w->state), LF_OF_PHASES, phase);
}

/* The first option that only one of the worlds offers there. */
static bool same_options(const world *a, const world *b, char *difference) {
    const int counts[] = {lf_legal_count(a->state), lf_legal_count(b->state)};
    for (int i = 0; i < counts[0] || i < counts[1]; i++) {
        lf_option one, other;
        const bool here = lf_option_at(a->state, i, &one),
                   there = lf_option_at(b->state, i, &other);
        if (here && there && one.kind == other.kind && one.subject == other.subject &&
            one.count == other.count)
            continue;
        char what[64], ids[2][128];
        snprintf(what, sizeof what, "option %d of %d (redrawn: of %d)", i + 1, counts[0],
                 counts[1]);
        fuzz_text_difference(what, here ? lf_option_id(a->state, i, ids[0], sizeof ids[0]) : "",
                             there ? lf_option_id(b->state, i, ids[1], sizeof ids[1]) : "",
                             difference, DIFFERENCE_BYTES);
        return false;
    }
    return true;
}

static bool are_asked_the_same(const world *a, const world *b, char *difference) {
    if (lf_decider(a->state) != lf_decider(b->state))
        return same_name("who decides", decider_of(a), decider_of(b), difference);
    if (lf_decider(a->state) != a->seat)
        return true; /* what others are asked is their business */
    if (same_options(a, b, difference) && same_prompt(a, b, difference))
        return true;
    /* says more than the first option */
    same_name("the phase", phase_of(a), phase_of(b), difference);
    return false;
}

static const char *compare(const world *a, const world *b, char *difference) {
    /* then margins are told */
    const bool over = lf_terminal(a->state, NULL) || lf_terminal(b->state, NULL);
    if (a->shown || b->shown || over)
        return NULL;
    const bool ahead = a->ahead || b->ahead; /* then the tables are not of the same moment */
    const bool same = ahead ? hear_the_same(a, b, difference) : see_the_same(a, b, difference);
    if (!same && !a->learned && !b->learned)
        return "What a seat is told or sees hangs on what it cannot know:";
    if (same && !ahead && !shows_cards(a->state) && !shows_cards(b->state) &&
        !are_asked_the_same(a, b, difference))
        return "The options of a seat hang on what it cannot know:";
    return NULL;
}

const char *fuzz_compare_worlds(fuzzer *f, int option, lf_seat *seat) {
    world a = {.state = f->trial, .seat = lf_decider(f->before)},
          b = {.state = f->other, .seat = a.seat};
    *seat = a.seat;
    lf_copy(f->trial, f->before);
    lf_copy(f->other, f->before);
    lf_determinize(f->other, a.seat, lf_random_next(&f->rng));
    const bool played = decide(&a, option) && decide(&b, option);
    char difference[DIFFERENCE_BYTES] = "";
    const char *found = played ? compare(&a, &b, difference) : NULL;
    if (found != NULL)
        snprintf(f->detail, sizeof f->detail, "differs: %s", difference);
    free(a.log_text);
    free(b.log_text);
    return found;
}
