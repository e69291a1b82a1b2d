/* play_log.c: what happened, as the player may know it: all of it, since somebody looked last, or of a space or a seat. */
#include <string.h>
#include <strings.h>

#include "play.h"

static bool may_see_target(const play_table *t, const session_line *line) {
    return lf_stack_visible(t->game, line->to, viewpoint(t));
}

size_t log_size(const play_table *t) {
    return t->session.log_count;
}

bool is_bookkeeping(const play_table *t, lf_catalogue vars, int var) {
    return lf_bookkeeping(t->game, vars, var) || lf_name(t->game, vars, var)[0] == '_';
}

/* A change of a variable that is not shown. Variables are numbered through: global, of seats, of spaces. */
static bool is_own_business(const play_table *t, const session_line *line) {
    static const lf_catalogue lists[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    int index = line->subject;
    const bool variable = line->kind == LF_EVENT_VALUE || line->kind == LF_EVENT_SET;
    for (size_t i = 0; variable && i < sizeof lists / sizeof *lists; i++) {
        if (index < lf_count(t->game, lists[i]))
            return is_bookkeeping(t, lists[i], index);
        index -= lf_count(t->game, lists[i]);
    }
    return false;
}

/* The texts of a game that was loaded are those of a file. */
static void print_line(const play_table *t, const session_line *line, const char *text) {
    const bool decision = line->kind == LF_EVENT_DECISION;
    if (decision)
        fprintf(t->out, "%s%s%s: ", paint_seat(t, line->seat), lf_label(t->game, LF_OF_SEATS, line->seat),
                paint_off(t));
    else
        fprintf(t->out, "  %s", paint_faint(t));
    print_visibly(t->out, text);
    fprintf(t->out, "%s\n", decision ? line->forced ? " (forced)" : "" : paint_off(t));
}

/* The line as the player may read it; "" when there is nothing for people in it. */
static const char *line_text(const play_table *t, const session_line *line) {
    const lf_seat viewer = t->watching ? SESSION_HOST : viewpoint(t);
    return is_own_business(t, line) ? "" : session_line_text(line, viewer);
}

static void print_entry(const play_table *t, const session_line *line) {
    const char *text = line_text(t, line);
    if (*text == '\0')
        return;
    print_line(t, line, text);
    if (line->kind == LF_EVENT_CARD && line->to >= 0 && !t->watching && may_see_target(t, line))
        print_card_text(t, line->subject);
}

void print_log(const play_table *t, size_t first) {
    for (size_t i = first; i < log_size(t); i++)
        print_entry(t, &t->session.log[i]);
}

/* Is the line of this seat, or does it name this space? */
static bool is_about(const play_table *t, const session_line *line, lf_seat seat, const char *space) {
    if (seat >= 0)
        return line->seat == seat;
    return strstr(line_text(t, line), space) != NULL;
}

bool print_log_about(const play_table *t, const char *name) {
    const lf_seat seat = find_by_part(t->game, LF_OF_SEATS, name);
    const int zone = seat < 0 ? find_by_part(t->game, LF_OF_ZONES, name) : -1;
    if (seat < 0 && zone < 0)
        return false;
    for (size_t i = 0; i < log_size(t); i++) {
        if (is_about(t, &t->session.log[i], seat, zone >= 0 ? lf_label(t->game, LF_OF_ZONES, zone) : ""))
            print_entry(t, &t->session.log[i]);
    }
    return true;
}

size_t log_turn_start(const play_table *t) {
    size_t first = log_size(t);
    lf_seat seat = LF_NOBODY;
    while (first > 0) {
        const session_line *line = &t->session.log[first - 1];
        if (line->kind == LF_EVENT_DECISION && seat != LF_NOBODY && line->seat != seat)
            break;
        if (line->kind == LF_EVENT_DECISION)
            seat = line->seat;
        first--;
    }
    return first;
}

void print_news(play_table *t) {
    print_log(t, t->shown < log_size(t) ? t->shown : log_size(t));
    t->shown = log_size(t);
}

void print_outcome(const play_table *t) {
    lf_outcome outcome;
    if (!lf_terminal(state_of(t), &outcome))
        return;
    fprintf(t->out, "\n%sThe game is over%s%s%s: ", paint_strong(t), outcome.checkpoint ? " (" : "",
            outcome.checkpoint ? outcome.checkpoint : "", outcome.checkpoint ? ")" : "");
    const char *between = "";
    for (int seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        if (outcome.winners >> seat & 1) {
            fprintf(t->out, "%s%s", between, lf_label(t->game, LF_OF_SEATS, seat));
            between = " and ";
        }
    fprintf(t->out, "%s%s\n",
            outcome.winners == 0                             ? "a draw."
            : (outcome.winners & (outcome.winners - 1)) == 0 ? " wins."
                                                             : " win together.",
            paint_off(t));
    for (int i = 0; i < lf_count(t->game, LF_OF_SEATS); i++) {
        lf_seat seat = outcome.ranking[i];
        if (seat >= 0)
            fprintf(t->out, "  %d. %s (margin %lld)\n", i + 1, lf_label(t->game, LF_OF_SEATS, seat),
                    (long long)outcome.margin[seat]);
    }
}
