/* view_displays.c: the displays of a view.
 *
 * Those that hang on where cards lie are worked out on copies in which everything that the viewer
 * may not know is redrawn, never on the true state: so they cannot tell more than the viewer knows,
 * and one that comes out differently on different copies hangs on something hidden and is left out.
 * The others are the same for every viewer. */
#include <string.h>

#include "api/displays.h"
#include "view.h"

#define GUESSES 3 /* copies that must agree on a display */

/* What a viewer may think the state is; made when the first display needs it. */
typedef struct {
    const lf_state *state;
    lf_seat viewer;
    lf_state *at[GUESSES];
} guesses;

static void guesses_close(guesses *g) {
    for (int i = 0; i < GUESSES; i++)
        lf_state_free(g->at[i]);
}

static bool guesses_open(guesses *g) {
    for (int i = 0; i < GUESSES && g->at[GUESSES - 1] == NULL; i++) {
        g->at[i] = lf_state_clone(g->state);
        if (g->at[i] == NULL)
            return false;
        lf_determinize(g->at[i], g->viewer, (uint64_t)i + 1);
    }
    return true;
}

static lf_catalogue owners_of(lf_display_scope scope) {
    static const lf_catalogue catalogues[] = {[LF_DISPLAY_SEAT] = LF_OF_SEATS,
                                              [LF_DISPLAY_SPACE] = LF_OF_SPACES,
                                              [LF_DISPLAY_CARD] = LF_OF_CARDS};
    return catalogues[scope];
}

static int owner_count(const lf_game *game, lf_display_scope scope) {
    return scope == LF_DISPLAY_GAME ? 1 : lf_count(game, owners_of(scope));
}

/* Sets that differ may still be called the same. */
static bool says_the_same(const lf_game *game, int display, const lf_shown *a, const lf_shown *b) {
    if (a->has_goal != b->has_goal || a->goal != b->goal)
        return false;
    if (memcmp(a->words, b->words, sizeof a->words) == 0)
        return true;
    if (a->has_value)
        return false;
    char *one = lf_shown_text(game, display, a), *other = lf_shown_text(game, display, b);
    const bool same = one != NULL && other != NULL && strcmp(one, other) == 0;
    lf_string_free(one);
    lf_string_free(other);
    return same;
}

/* A display as all copies have it; false if they differ, or it is shown in none. */
static bool read_all(guesses *g, int display, int owner, lf_shown *first) {
    bool same = guesses_open(g) && lf_display_read(g->at[0], display, owner, first);
    for (int i = 1; i < GUESSES && same; i++) {
        lf_shown other;
        same = lf_display_read(g->at[i], display, owner, &other) &&
               says_the_same(g->state->game, display, first, &other);
    }
    return same;
}

static void write_number_or_null(lf_writer *out, const char *key, bool there, int64_t number) {
    lf_write_key(out, key);
    if (there)
        lf_write_number(out, number);
    else
        lf_write_null(out);
}

static void write_display(lf_writer *out, const lf_game *game, int display, int owner,
                          const lf_shown *shown) {
    static const char *const scopes[] = {"game", "seat", "space", "card"};
    const lf_display_scope scope = lf_display_of(game, display);
    const char *group = lf_display_group(game, display);
    char *text = lf_shown_text(game, display, shown);
    lf_write_object(out);
    write_number_or_null(out, "goal", shown->has_goal, shown->goal);
    lf_put_text(out, "group", group != NULL && *group != '\0' ? group : NULL);
    lf_put_text(out, "id", lf_name(game, LF_OF_DISPLAYS, display));
    lf_put_text(out, "label", lf_label(game, LF_OF_DISPLAYS, display));
    lf_put_text(out, "owner",
                scope == LF_DISPLAY_GAME ? NULL : lf_name(game, owners_of(scope), owner));
    lf_put_text(out, "scope", scopes[scope]);
    lf_put_text(out, "text", text != NULL ? text : "");
    write_number_or_null(out, "value", shown->has_value, shown->words[0]);
    lf_write_end(out);
    out->failed = out->failed || text == NULL;
    lf_string_free(text);
}

/* Does the viewer see this card lying somewhere? Only then there is anything to show of it. */
static bool sees_card(const lf_state *state, lf_seat viewer, int card) {
    const int stack = lf_card_where(state->game, state->block, (uint32_t)card);
    return stack >= 0 && lf_stack_visible(state->game, stack, viewer);
}

void lf_view_write_displays(lf_writer *out, const lf_state *state, lf_seat viewer) {
    const lf_game *game = lf_state_game(state);
    guesses g = {.state = state, .viewer = viewer};
    lf_write_key(out, "displays");
    lf_write_array(out);
    for (int display = 0; display < lf_count(game, LF_OF_DISPLAYS); display++) {
        const lf_display_scope scope = lf_display_of(game, display);
        const bool hides = lf_display_looks_at_cards(game, display);
        for (int owner = 0; owner < owner_count(game, scope); owner++) {
            lf_shown shown;
            if (scope == LF_DISPLAY_CARD && !sees_card(state, viewer, owner))
                continue;
            if (hides ? read_all(&g, display, owner, &shown)
                      : lf_display_read(state, display, owner, &shown))
                write_display(out, game, display, owner, &shown);
        }
    }
    lf_write_end(out);
    guesses_close(&g);
}
