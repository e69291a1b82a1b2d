/* play_situation.c: what people play by besides the map: the displays of the game under the
 * headings of their groups, the seats with theirs, and where the cards lie. A game without displays
 * shows its variables instead. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"

#define CARDS_SHOWN 8
#define STACK_COLUMN_MAX 34
#define SEAT_COLUMN_MAX 24

/* ---- displays -------------------------------------------------------------------------------- */

/* "37 of 50", to be freed; NULL when it is not shown. */
static char *display_value(const play_table *t, int display, int owner) {
    int64_t goal;
    char *text = lf_display_text(state_of(t), display, owner);
    if (text == NULL || !lf_display_goal(state_of(t), display, owner, &goal))
        return text;
    const size_t size = strlen(text) + 32;
    char *with_goal = malloc(size);
    if (with_goal != NULL)
        snprintf(with_goal, size, "%s of %" PRId64, text, goal);
    lf_string_free(text);
    return with_goal;
}

static void display_item(flow *f, const play_table *t, int display, int owner) {
    char *text = display_value(t, display, owner), marked[300];
    const bool changed = display_has_changed(t, display, owner);
    if (text != NULL) {
        snprintf(marked, sizeof marked, "%s%s", changed ? "*" : "",
                 lf_label(t->game, LF_OF_DISPLAYS, display));
        flow_value(f, changed ? paint_changed(t) : "", marked, text);
    }
    free(text);
}

static bool is_of(const play_table *t, int display, lf_display_scope scope) {
    return lf_display_of(t->game, display) == scope;
}

static bool has_displays(const play_table *t, lf_display_scope scope) {
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (is_of(t, i, scope))
            return true;
    }
    return false;
}

static bool begins_group(const play_table *t, int display) {
    for (int i = 0; i < display; i++) {
        if (is_of(t, i, LF_DISPLAY_GAME) &&
            strcmp(lf_display_group(t->game, i), lf_display_group(t->game, display)) == 0)
            return false;
    }
    return true;
}

static size_t group_column(const play_table *t) {
    size_t widest = 0;
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        const size_t width = text_width(lf_display_group(t->game, i));
        widest = is_of(t, i, LF_DISPLAY_GAME) && width > widest ? width : widest;
    }
    return widest == 0 ? 2 : widest + 4;
}

static void print_group(const play_table *t, const char *group, size_t indent) {
    char *text = NULL;
    size_t size = 0;
    play_table part = *t;
    part.out = open_memstream(&text, &size);
    if (part.out == NULL)
        return;
    flow f;
    flow_begin(&f, &part, "", 0, ", ");
    f.column = f.indent = indent;
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (is_of(t, i, LF_DISPLAY_GAME) && strcmp(lf_display_group(t->game, i), group) == 0)
            display_item(&f, &part, i, 0);
    }
    fclose(part.out);
    if (f.items > 0)
        fprintf(t->out, "  %s%s%s%*s%s\n", paint_strong(t), group, paint_off(t),
                (int)(indent - 2 - text_width(group)), "", text != NULL ? text : "");
    free(text);
}

static void print_groups(const play_table *t) {
    const size_t indent = group_column(t);
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (is_of(t, i, LF_DISPLAY_GAME) && begins_group(t, i))
            print_group(t, lf_display_group(t->game, i), indent);
    }
}

static bool shown_by_display(const play_table *t, lf_display_scope scope, const char *label) {
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (is_of(t, i, scope) && strcasecmp(lf_label(t->game, LF_OF_DISPLAYS, i), label) == 0)
            return true;
    }
    return false;
}

/* ---- variables ------------------------------------------------------------------------------- */

static bool may_know(const play_table *t, lf_catalogue vars, int var, int owner) {
    return t->watching || lf_variable_visible(t->game, vars, var, owner, viewpoint(t));
}

/* What differs from the first position, and the markers, which always stand somewhere. */
static bool is_worth_showing(const play_table *t, int global, bool all) {
    if (is_bookkeeping(t, LF_OF_GLOBALS, global) || !may_know(t, LF_OF_GLOBALS, global, 0))
        return false;
    return all || lf_is_marker(t->game, LF_OF_GLOBALS, global) ||
           !lf_is_default(state_of(t), LF_OF_GLOBALS, 0, global);
}

/* "name value", to be freed; NULL if there is nothing to say. A set is asked for by name: it may be
 * larger than a value. */
static char *global_text(const play_table *t, int global, bool without_sets, bool all) {
    if (!is_worth_showing(t, global, all))
        return NULL;
    char buffer[64], *set = set_text(t, global), *text = NULL;
    const char *value = set != NULL
                            ? set
                            : lf_value_name(t->game, LF_OF_GLOBALS, global,
                                            lf_global(state_of(t), global), buffer, sizeof buffer);
    const char *label = lf_label(t->game, LF_OF_GLOBALS, global);
    const size_t size = strlen(label) + strlen(value) + 2;
    const bool name_alone = !all && strcmp(value, "yes") == 0;
    if (!(set != NULL && without_sets) && (text = malloc(size)) != NULL)
        snprintf(text, size, "%s%s%s", label, name_alone ? "" : " ", name_alone ? "" : value);
    lf_string_free(set);
    return text;
}

/* The sets are left out when the grid has shown them. */
static void print_globals(const play_table *t, bool without_sets, bool all) {
    const int globals = lf_count(t->game, LF_OF_GLOBALS);
    int count = 0;
    char **texts = calloc((size_t)globals + 1, sizeof *texts);
    for (int i = 0; texts != NULL && i < globals; i++) {
        char *text = global_text(t, i, without_sets, all);
        if (text != NULL)
            texts[count++] = text;
    }
    if (count > 0) {
        heading(t, "Values");
        print_in_columns(t, texts, count);
    }
    while (count > 0)
        free(texts[--count]);
    free(texts);
}

/* ---- seats ----------------------------------------------------------------------------------- */

static void seat_variables(flow *f, const play_table *t, lf_seat seat) {
    for (int i = 0; i < lf_count(t->game, LF_OF_SEAT_VARS); i++) {
        char buffer[64];
        const char *label = lf_label(t->game, LF_OF_SEAT_VARS, i);
        if (is_bookkeeping(t, LF_OF_SEAT_VARS, i) || !may_know(t, LF_OF_SEAT_VARS, i, seat) ||
            shown_by_display(t, LF_DISPLAY_SEAT, label))
            continue;
        char *set = owned_set_text(t, LF_OF_SEAT_VARS, seat, i);
        flow_value(f, "", label,
                   set != NULL
                       ? set
                       : lf_value_name(t->game, LF_OF_SEAT_VARS, i,
                                       lf_seat_value(state_of(t), seat, i), buffer, sizeof buffer));
        lf_string_free(set);
    }
}

static size_t seat_column(const play_table *t) {
    size_t widest = 8;
    for (lf_seat seat = 0; seat < lf_seats_in_play(state_of(t)); seat++) {
        const size_t width =
            text_width(lf_label(t->game, LF_OF_SEATS, seat)) + (t->human[seat] ? 0 : 8);
        widest = width > widest && width <= SEAT_COLUMN_MAX ? width : widest;
    }
    return widest + 4;
}

void print_scores(const play_table *t) {
    const size_t indent = seat_column(t);
    const bool waits = lf_session_pending(t->session) != LF_PENDING_NOTHING;
    const lf_seat asked = waits ? t->shown_to : lf_decider(state_of(t));
    for (lf_seat seat = 0; seat < lf_seats_in_play(state_of(t)); seat++) {
        char head[200];
        flow f;
        snprintf(head, sizeof head, "%s%s", lf_label(t->game, LF_OF_SEATS, seat),
                 t->human[seat] ? "" : " (agent)");
        fprintf(t->out, "%s %s%s%s", t->screen && seat == asked ? ">" : " ", paint_seat(t, seat),
                head, paint_off(t));
        flow_begin(&f, t, "", 0, ", ");
        f.indent = indent;
        f.column = 2 + text_width(head);
        f.lead = indent > f.column ? indent - f.column : 1;
        char left[CLOCK_BYTES];
        if (clock_text(t, seat, left) != NULL)
            flow_item(&f, "time %s", left);
        if (!has_displays(t, LF_DISPLAY_SEAT) && lf_has_margins(t->game))
            flow_item(&f, "%s %" PRId64, lf_payoff_label(t->game), lf_margin(state_of(t), seat));
        for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
            if (is_of(t, i, LF_DISPLAY_SEAT))
                display_item(&f, t, i, seat);
        }
        seat_variables(&f, t, seat);
        flow_end(&f);
    }
}

/* ---- cards ----------------------------------------------------------------------------------- */

static void print_stack(const play_table *t, int stack, size_t indent) {
    int size = lf_stack_size(state_of(t), stack);
    bool seen = t->watching || lf_stack_visible(t->game, stack, viewpoint(t));
    char head[200];
    flow f;
    snprintf(head, sizeof head, "  %s  ", lf_label(t->game, LF_OF_STACKS, stack));
    flow_begin(&f, t, head, indent, ", ");
    if (!seen)
        flow_item(&f, "%d face down", size);
    for (int i = 0; seen && i < size && i < CARDS_SHOWN; i++)
        flow_item(&f, "%s", lf_label(t->game, LF_OF_CARDS, lf_stack_card(state_of(t), stack, i)));
    if (seen && size > CARDS_SHOWN)
        flow_item(&f, "and %d more", size - CARDS_SHOWN);
    flow_end(&f);
}

void print_stacks(const play_table *t) {
    int stacks = lf_count(t->game, LF_OF_STACKS), empty = 0;
    if (stacks == 0)
        return;
    size_t widest = 8;
    for (int stack = 0; stack < stacks; stack++) {
        size_t width = text_width(lf_label(t->game, LF_OF_STACKS, stack));
        widest = width > widest && width <= STACK_COLUMN_MAX ? width : widest;
    }
    heading(t, "Cards");
    for (int stack = 0; stack < stacks; stack++) {
        if (lf_stack_size(state_of(t), stack) > 0)
            print_stack(t, stack, widest + 4);
        else
            empty++;
    }
    if (empty == 0)
        return;
    flow f;
    flow_begin(&f, t, "  empty: ", 4, ", ");
    for (int stack = 0; stack < stacks; stack++) {
        if (lf_stack_size(state_of(t), stack) == 0)
            flow_item(&f, "%s", lf_label(t->game, LF_OF_STACKS, stack));
    }
    flow_end(&f);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void print_title(const play_table *t) {
    const lf_state *state = state_of(t);
    const int phase = lf_phase(state);
    const char *label = lf_bookkeeping(t->game, LF_OF_PHASES, phase)
                            ? NULL
                            : lf_label(t->game, LF_OF_PHASES, phase);
    fprintf(t->out, "%s%s%s%s", t->screen ? "" : "\n", paint_strong(t), lf_game_title(t->game),
            paint_off(t));
    if (lf_turn(state) > 0)
        fprintf(t->out, ", turn %d", lf_turn(state));
    fprintf(t->out, "%s%s\n", label != NULL && *label ? ", " : "", label != NULL ? label : "");
}

void print_values(const play_table *t, bool all) {
    print_groups(t);
    if (all || !has_displays(t, LF_DISPLAY_GAME))
        print_globals(t, map_is_drawn(t), all);
}

void print_situation(const play_table *t, bool all) {
    print_values(t, all);
    heading(t, "Seats");
    print_scores(t);
}
