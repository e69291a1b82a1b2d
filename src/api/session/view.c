/* view.c: what a client shows to one viewer, as JSON.
 *
 * The position goes through the same guard as lf_observe. Displays are worked out on copies in which everything that the viewer may
 * not know is redrawn, never on the true state: so they cannot tell more than the viewer knows, and one that comes out differently on
 * different copies hangs on something hidden and is left out. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kernel/json/json.h"
#include "outcome.h"
#include "session.h"

#define GUESSES 3 /* copies that must agree on a display */

char *session_dump(json_t *json) {
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(json);
    return text;
}

static json_t *text_or_null(const char *text) {
    return text != NULL && *text != '\0' ? json_string(text) : json_null();
}

/* ---- displays ------------------------------------------------------------------------------------------------- */

/* What a viewer may think the state is. */
typedef struct {
    lf_state *at[GUESSES];
} guesses;

static void guesses_close(guesses *g) {
    for (int i = 0; i < GUESSES; i++)
        lf_state_free(g->at[i]);
}

static bool guesses_open(guesses *g, const lf_state *state, lf_seat viewer) {
    *g = (guesses){{NULL}};
    for (int i = 0; i < GUESSES; i++) {
        g->at[i] = lf_state_clone(state);
        if (g->at[i] == NULL) {
            guesses_close(g);
            return false;
        }
        lf_determinize(g->at[i], viewer, (uint64_t)i + 1);
    }
    return true;
}

static const char *owner_name(const lf_game *game, lf_display_scope scope, int owner) {
    static const lf_catalogue catalogues[] = {
        [LF_DISPLAY_SEAT] = LF_OF_SEATS, [LF_DISPLAY_SPACE] = LF_OF_SPACES, [LF_DISPLAY_CARD] = LF_OF_CARDS};
    return scope == LF_DISPLAY_GAME ? NULL : lf_name(game, catalogues[scope], owner);
}

static int owner_count(const lf_game *game, lf_display_scope scope) {
    static const lf_catalogue catalogues[] = {
        [LF_DISPLAY_SEAT] = LF_OF_SEATS, [LF_DISPLAY_SPACE] = LF_OF_SPACES, [LF_DISPLAY_CARD] = LF_OF_CARDS};
    return scope == LF_DISPLAY_GAME ? 1 : lf_count(game, catalogues[scope]);
}

/* What a display says in one state; text NULL: it is not shown there. */
typedef struct {
    char *text;
    bool has_value, has_goal;
    int64_t value, goal;
} shown_display;

static shown_display display_in(const lf_state *state, int display, int owner) {
    shown_display d = {.text = lf_display_text(state, display, owner)};
    if (d.text == NULL)
        return d;
    d.has_value = lf_display_value(state, display, owner, &d.value);
    d.has_goal = lf_display_goal(state, display, owner, &d.goal);
    return d;
}

static bool says_the_same(const shown_display *a, const shown_display *b) {
    return b->text != NULL && strcmp(a->text, b->text) == 0 && a->has_value == b->has_value &&
           a->value == b->value && a->has_goal == b->has_goal && a->goal == b->goal;
}

static json_t *display_json(const lf_game *game, int display, int owner, const shown_display *d) {
    static const char *const scopes[] = {"game", "seat", "space", "card"};
    const lf_display_scope scope = lf_display_of(game, display);
    return json_pack("{s:s, s:s, s:o, s:s, s:o, s:s, s:o, s:o}", "id", lf_name(game, LF_OF_DISPLAYS, display),
                     "label", lf_label(game, LF_OF_DISPLAYS, display), "group",
                     text_or_null(lf_display_group(game, display)), "scope", scopes[scope], "owner",
                     text_or_null(owner_name(game, scope, owner)), "text", d->text, "value",
                     d->has_value ? json_integer(d->value) : json_null(), "goal",
                     d->has_goal ? json_integer(d->goal) : json_null());
}

/* A display as all copies have it; NULL if they differ, or it is shown in none. */
static json_t *display_of_all(const guesses *g, int display, int owner) {
    shown_display first = display_in(g->at[0], display, owner);
    bool same = first.text != NULL;
    for (int i = 1; i < GUESSES && same; i++) {
        shown_display other = display_in(g->at[i], display, owner);
        same = says_the_same(&first, &other);
        lf_string_free(other.text);
    }
    json_t *json = same ? display_json(lf_state_game(g->at[0]), display, owner, &first) : NULL;
    lf_string_free(first.text);
    return json;
}

/* Does the viewer see this card lying somewhere? Only then there is anything to show of it. */
static bool sees_card(const lf_state *state, lf_seat viewer, int card) {
    const int stack = lf_card_where(state->game, state->block, (uint32_t)card);
    return stack >= 0 && lf_stack_visible(state->game, stack, viewer);
}

static json_t *displays_json(const lf_state *state, lf_seat viewer) {
    const lf_game *game = lf_state_game(state);
    json_t *list = json_array();
    guesses g;
    if (lf_count(game, LF_OF_DISPLAYS) == 0 || !guesses_open(&g, state, viewer))
        return list;
    for (int display = 0; display < lf_count(game, LF_OF_DISPLAYS); display++) {
        const lf_display_scope scope = lf_display_of(game, display);
        for (int owner = 0; owner < owner_count(game, scope); owner++) {
            if (scope == LF_DISPLAY_CARD && !sees_card(state, viewer, owner))
                continue;
            json_t *shown = display_of_all(&g, display, owner);
            if (shown != NULL)
                json_array_append_new(list, shown);
        }
    }
    guesses_close(&g);
    return list;
}

/* ---- the position and the decision ------------------------------------------------------------------------------ */

static json_t *position_json(const lf_state *state, lf_seat viewer) {
    lf_json json = {.state = state, .game = state->game, .viewer = viewer};
    json_t *position = lf_json_position(&json);
    if (json.failed) {
        json_decref(position);
        return NULL;
    }
    json_object_del(position, "decision"); /* both stand beside the position */
    json_object_del(position, "outcome");
    return position;
}

static json_t *decision_json(const lf_state *state) {
    const lf_game *game = lf_state_game(state);
    lf_decision *decision = lf_decision_new(state);
    if (decision == NULL)
        return NULL;
    json_t *options = json_array();
    for (int i = 0; i < decision->count; i++)
        json_array_append_new(options, choice_to_json(game, &decision->options[i]));
    json_t *json = json_pack("{s:o, s:s, s:o, s:o}", "seat", seat_to_json(game, decision->decider), "prompt",
                             decision->prompt, "card",
                             text_or_null(lf_name(game, LF_OF_CARDS, decision->card)), "options", options);
    lf_decision_free(decision);
    return json;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool is_viewer(const lf_session *s, lf_seat viewer) {
    return s->state != NULL && viewer >= LF_NOBODY && viewer < lf_count(s->game, LF_OF_SEATS);
}

/* Where the game stands, as everybody may know it. `end`: NULL while it goes on. */
static json_t *standing_json(const lf_state *state, size_t number, const lf_outcome *end) {
    const lf_game *game = lf_state_game(state);
    const int phase = lf_phase(state);
    const bool over = end != NULL;
    json_t *where = phase < 0 ? json_null()
                              : json_pack("{s:s?, s:s?}", "id", lf_name(game, LF_OF_PHASES, phase), "label",
                                          lf_label(game, LF_OF_PHASES, phase));
    return json_pack("{s:I, s:b, s:o, s:o, s:i, s:o}", "number", (json_int_t)number, "over", over, "outcome",
                     over ? outcome_to_json(game, end) : json_null(), "phase", where, "turn", lf_turn(state),
                     "decider", seat_to_json(game, over ? LF_NOBODY : lf_decider(state)));
}

/* Who must confirm, LF_NOBODY if nothing waits. */
static lf_seat waiting_seat(const lf_session *s) {
    if (s->pending == LF_PENDING_NOTHING)
        return LF_NOBODY;
    return s->pending == LF_PENDING_DECISION ? lf_decider(s->state) : lf_session_last_decider(s);
}

/* Adds what concerns the people: what waits, and what can be taken back. */
static void add_pending(json_t *view, const lf_session *s, lf_seat viewer) {
    static const char *const names[] = {"nothing", "turn", "decision"};
    char number[LF_NUMBER_SIZE];
    const lf_seat waiting = waiting_seat(s);
    const bool mine = waiting != LF_NOBODY && waiting == viewer;
    const int person = viewer != LF_NOBODY ? lf_session_person(s, viewer) : LF_PROGRAM;
    const bool plays = person != LF_PROGRAM;
    json_object_set_new(view, "waiting", seat_to_json(s->game, waiting));
    json_object_set_new(view, "pending", json_string(names[mine ? s->pending : LF_PENDING_NOTHING]));
    json_object_set_new(view, "held",
                        mine && s->held != LF_NO_OPTION
                            ? json_string(lf_option_id(s->state, s->held, number, sizeof number))
                            : json_null());
    json_object_set_new(view, "canUndo", json_boolean(plays && lf_session_can_undo(s, person)));
    json_object_set_new(view, "canRedo",
                        json_boolean(plays && person == lf_session_person(s, lf_decider(s->state)) &&
                                     lf_session_can_redo(s)));
    json_object_set_new(view, "canRollback",
                        json_boolean(plays && s->resigned == LF_NOBODY && s->step_count > s->floor &&
                                     session_of_one_person(s)));
}

static json_t *view_json(const lf_state *state, size_t number, lf_seat viewer, const lf_outcome *end) {
    json_t *position = position_json(state, viewer);
    if (position == NULL)
        return NULL;
    json_t *view = standing_json(state, number, end);
    json_object_set_new(view, "position", position);
    json_object_set_new(view, "displays", displays_json(state, viewer));
    return view;
}

char *lf_session_view(const lf_session *s, lf_seat viewer) {
    if (!is_viewer(s, viewer))
        return NULL;
    lf_outcome outcome;
    const bool over = lf_session_over(s, &outcome);
    json_t *view = view_json(s->state, s->step_count, viewer, over ? &outcome : NULL);
    if (view == NULL)
        return NULL;
    const bool decides =
        s->pending == LF_PENDING_NOTHING && viewer != LF_NOBODY && lf_decider(s->state) == viewer && !over;
    json_t *decision = decides ? decision_json(s->state) : json_null();
    add_pending(view, s, viewer);
    if (decision == NULL) {
        json_decref(view);
        return NULL;
    }
    json_object_set_new(view, "decision", decision);
    return session_dump(view);
}

lf_state *lf_session_state_at(const lf_session *s, size_t number) {
    if (s->state == NULL || number > s->step_count || number < s->floor)
        return NULL;
    return history_state(s, number);
}

char *lf_session_view_at(const lf_session *s, size_t number, lf_seat viewer) {
    lf_state *state = is_viewer(s, viewer) ? lf_session_state_at(s, number) : NULL;
    lf_outcome outcome;
    const bool over = state != NULL && lf_terminal(state, &outcome);
    json_t *view = state != NULL ? view_json(state, number, viewer, over ? &outcome : NULL) : NULL;
    lf_state_free(state);
    if (view == NULL)
        return NULL;
    json_object_set_new(view, "waiting", json_null());
    json_object_set_new(view, "pending", json_string("nothing"));
    json_object_set_new(view, "held", json_null());
    json_object_set_new(view, "decision", json_null());
    for (const char *const *name = (const char *const[]){"canUndo", "canRedo", "canRollback", NULL};
         *name != NULL; name++)
        json_object_set_new(view, *name, json_false());
    return session_dump(view);
}
