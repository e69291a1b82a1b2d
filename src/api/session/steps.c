/* steps.c: puts entries of the log together to steps. */
#include "steps.h"
#include "support/array.h"

#include <assert.h>
#include <string.h>

#define OPEN_MAX 4 /* steps in one space that are put together at the same time */

/* All open steps are of one action and one space, so that pieces which are exchanged one by one
 * make two steps and not many. */
typedef struct {
    step_list *list;
    const lf_session *session;
    lf_seat actor; /* who chose last */
    int chosen;    /* the space that was chosen last for the action */
    size_t open;   /* the first step that may still grow */
} gathering;

/* Has the step changed anything, in the end? */
static bool says_something(const step *st) {
    for (int i = 0; i < st->value_count; i++)
        if (st->values[i].before != st->values[i].after)
            return true;
    return st->effect != STEP_VALUE;
}

static void close_steps(gathering *g) {
    step_list *const list = g->list;
    size_t kept = g->open;
    for (size_t i = g->open; i < list->count; i++)
        if (says_something(&list->steps[i]))
            list->steps[kept++] = list->steps[i];
    list->count = g->open = kept;
}

/* NULL: out of memory. */
static step *open_step(gathering *g, const lf_log_entry *entry, step_effect effect) {
    step_list *const list = g->list;
    if (list->count - g->open == OPEN_MAX)
        close_steps(g);
    if (!lf_array_reserve(&list->steps, &list->capacity, list->count + 1, sizeof *list->steps)) {
        list->failed = true;
        return NULL;
    }
    const session_line *const line = &g->session->log[entry->number];
    step *const st = &list->steps[list->count++];
    *st = (step){.effect = effect,
                 .kind = entry->kind,
                 .level = entry->level,
                 .seat = g->actor,
                 .action = entry->action,
                 .space = -1,
                 .from = -1,
                 .to = -1,
                 .card = -1,
                 .chosen = g->chosen,
                 .result = entry->after,
                 .number = entry->decision,
                 .line = entry->number,
                 .verb = line->verb,
                 .cause = entry->cause,
                 .in_section = line->in_section};
    return st;
}

/* Is the entry part of the same action as the open steps? `space`: where it happens; -1:
 * anywhere. */
static bool goes_on(const gathering *g, const lf_log_entry *entry, int space) {
    if (g->open == g->list->count)
        return false;
    const step *const st = &g->list->steps[g->open];
    return st->effect < STEP_CARD && st->seat == g->actor && st->action == entry->action &&
           st->verb == g->session->log[entry->number].verb &&
           (st->verb != NULL || strcmp(st->cause, entry->cause) == 0) &&
           (space < 0 || st->space < 0 || st->space == space);
}

static void add_to_pieces(step *st, int kind, int64_t count) {
    for (int i = 0; i < st->piece_count; i++)
        if (st->pieces[i].kind == kind) {
            st->pieces[i].count += count;
            return;
        }
    assert(st->piece_count < STEP_PIECES_MAX);
    st->pieces[st->piece_count++] = (step_pieces){kind, count};
}

/* Which way pieces went, as a step without pieces. */
static step way_of(const lf_game *game, const lf_log_entry *entry) {
    const int spaces = (int)game->space_count;
    const bool from_space = entry->from >= 0 && entry->from < spaces;
    const bool to_space = entry->to >= 0 && entry->to < spaces;
    if (entry->kind == LF_EVENT_FLIP)
        return (step){.effect = STEP_FLIP, .space = entry->from, .from = -1, .to = -1};
    if (from_space && !to_space)
        return (step){.effect = STEP_REMOVE, .space = entry->from, .from = -1, .to = entry->to};
    return (step){.effect = to_space && !from_space ? STEP_PLACE : STEP_MOVE,
                  .space = entry->to,
                  .from = entry->from,
                  .to = -1};
}

static void add_pieces(gathering *g, const lf_log_entry *entry) {
    const step way = way_of(g->session->game, entry);
    if (!goes_on(g, entry, way.space))
        close_steps(g);
    step *st = NULL;
    for (size_t i = g->open; i < g->list->count && st == NULL; i++) {
        step *const other = &g->list->steps[i];
        const bool same = other->effect == way.effect && other->space == way.space &&
                          other->from == way.from && other->to == way.to;
        /* what the action costs may come before what it does */
        const bool cost = other->effect == STEP_VALUE && other->space < 0;
        if ((same || cost) && other->piece_count < STEP_PIECES_MAX)
            st = other;
    }
    st = st != NULL ? st : open_step(g, entry, way.effect);
    if (st == NULL)
        return;
    st->effect = way.effect;
    st->space = way.space;
    st->from = way.from;
    st->to = way.to;
    add_to_pieces(st, entry->subject, entry->after);
}

static void add_value(gathering *g, const lf_log_entry *entry) {
    const int scope = g->session->game->vars[entry->subject].scope;
    const int space = scope == LF_SCOPE_SPACE ? entry->to : -1;
    const int owner = scope == LF_SCOPE_SEAT ? entry->seat : space;
    if (!goes_on(g, entry, space))
        close_steps(g);
    step *st = g->open < g->list->count ? &g->list->steps[g->list->count - 1] : NULL;
    /* a value of another choice, or of a space that is not named yet, is a step of its own */
    if (st == NULL || st->number != entry->decision || st->value_count == STEP_VALUES_MAX ||
        (space >= 0 && st->space != space)) {
        close_steps(g);
        st = open_step(g, entry, STEP_VALUE);
        if (st == NULL)
            return;
        st->space = space;
    }
    for (int i = 0; i < st->value_count; i++)
        if (st->values[i].var == entry->subject && st->values[i].owner == owner) {
            st->values[i].after = entry->after;
            return;
        }
    st->values[st->value_count++] = (step_value){
        .var = entry->subject, .owner = owner, .before = entry->before, .after = entry->after};
}

/* An entry that is a step of its own. */
static step *add_own(gathering *g, const lf_log_entry *entry, step_effect effect) {
    close_steps(g);
    step *const st = open_step(g, entry, effect);
    if (st != NULL)
        st->text = entry->text;
    return st;
}

static void add_decision(gathering *g, const lf_log_entry *entry) {
    if (entry->seat != LF_NOBODY)
        g->actor = entry->seat;
    if (entry->choice == LF_OPTION_ACTION)
        g->chosen = -1;
    else if (entry->choice == LF_OPTION_SPACE)
        g->chosen = entry->subject;
}

static void add_entry(gathering *g, const lf_log_entry *entry) {
    step *st;
    if (entry->kind == LF_EVENT_DECISION)
        add_decision(g, entry);
    if (entry->level == LF_LOG_NOISE)
        return;
    switch (entry->kind) {
    case LF_EVENT_DECISION:
    case LF_EVENT_PHASE:
        break;
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        add_pieces(g, entry);
        break;
    case LF_EVENT_VALUE:
        add_value(g, entry);
        break;
    case LF_EVENT_CARD:
        st = add_own(g, entry, STEP_CARD);
        if (st != NULL) {
            st->card = entry->subject;
            st->from = entry->from;
            st->to = entry->to;
        }
        break;
    default:
        add_own(g, entry, STEP_OTHER);
        break;
    }
}

void lf_steps_gather(step_list *list, const lf_session *s, size_t first, size_t count, lf_seat seat,
                     lf_seat viewer) {
    gathering g = {.list = list, .session = s, .actor = seat, .chosen = -1, .open = list->count};
    lf_log_entry entry;
    for (size_t i = first; i < first + count; i++)
        if (lf_session_entry(s, i, viewer, &entry))
            add_entry(&g, &entry);
    close_steps(&g);
}

void lf_steps_free(step_list *list) {
    lf_free(list->steps);
    *list = (step_list){.steps = NULL};
}
