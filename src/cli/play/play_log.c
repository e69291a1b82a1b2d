/* play_log.c: what happened, as the player may know it: all of it, since somebody looked last, or
 * of a space or a seat. */
#include <stdlib.h>
#include <string.h>

#include "play.h"

/* A story has two lines of each of the first turns, then one, and ends before it gets too long. */
#define STORY_FULL_TURNS 50
#define STORY_TURNS_MAX 80

size_t log_size(const play_table *t) {
    return lf_session_log_count(t->session);
}

bool is_bookkeeping(const play_table *t, lf_catalogue vars, int var) {
    return lf_bookkeeping(t->game, vars, var);
}

/* A change of a variable that is not shown. Variables are numbered through: global, of seats, of
 * spaces. */
static bool is_own_business(const play_table *t, const lf_log_entry *entry) {
    static const lf_catalogue lists[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    int index = entry->subject;
    const bool variable = entry->kind == LF_EVENT_VALUE || entry->kind == LF_EVENT_SET;
    for (size_t i = 0; variable && i < sizeof lists / sizeof *lists; i++) {
        if (index < lf_count(t->game, lists[i]))
            return is_bookkeeping(t, lists[i], index);
        index -= lf_count(t->game, lists[i]);
    }
    return false;
}

static lf_seat viewer_of(const play_table *t) {
    return t->watching ? LF_HOST : viewpoint(t);
}

/* The entry as the player may read it; false when there is nothing for people in it. */
static bool read_entry(const play_table *t, size_t number, lf_log_entry *out) {
    return lf_session_entry(t->session, number, viewer_of(t), out) && out->level != LF_LOG_NOISE &&
           *out->text != '\0' && !is_own_business(t, out);
}

/* The texts of a game that was loaded are those of a file. */
static void print_entry(const play_table *t, const lf_log_entry *entry) {
    const bool decision = entry->kind == LF_EVENT_DECISION;
    if (decision)
        fprintf(t->out, "%s%s%s: ", paint_seat(t, entry->seat),
                lf_label(t->game, LF_OF_SEATS, entry->seat), paint_off(t));
    else
        fprintf(t->out, "  %s", paint_faint(t));
    print_visibly(t->out, entry->text);
    fprintf(t->out, "%s\n", decision ? "" : paint_off(t));
}

static bool has_card_text(const play_table *t, int card) {
    for (int part = 0; part < lf_count(t->game, LF_OF_CARD_PARTS); part++)
        if (*lf_card_text(t->game, card, part) != '\0')
            return true;
    return false;
}

/* A card that comes into view is read at once where no screen shows it. `named`: no line just
 * before it names it. */
static void print_card_news(const play_table *t, const lf_log_entry *entry, bool named) {
    if (entry->kind != LF_EVENT_CARD || entry->to < 0 || entry->subject < 0 || t->watching ||
        t->screen || !lf_stack_visible(t->game, entry->to, viewpoint(t)) ||
        !has_card_text(t, entry->subject))
        return;
    if (named)
        fprintf(t->out, "  %s\n", lf_label(t->game, LF_OF_CARDS, entry->subject));
    print_card_text(t, entry->subject);
}

void print_log(const play_table *t, size_t first) {
    lf_log_entry entry;
    for (size_t i = first; i < log_size(t); i++) {
        if (read_entry(t, i, &entry))
            print_entry(t, &entry);
    }
}

static bool is_turn_of(const play_table *t, int turn, lf_seat seat) {
    lf_log_turn about;
    return lf_session_turn(t->session, turn, &about) && about.seat == seat;
}

bool print_log_about(const play_table *t, const char *name) {
    const lf_seat seat = find_by_part(t->game, LF_OF_SEATS, name);
    const int zone = seat < 0 ? find_by_part(t->game, LF_OF_ZONES, name) : -1;
    lf_log_entry entry;
    if (seat < 0 && zone < 0)
        return false;
    for (size_t i = 0; i < log_size(t); i++) {
        if (read_entry(t, i, &entry) &&
            (seat >= 0 ? is_turn_of(t, entry.turn, seat)
                       : strstr(entry.text, lf_label(t->game, LF_OF_ZONES, zone)) != NULL))
            print_entry(t, &entry);
    }
    return true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

#define TURN_HEAD 5 /* columns of the number of a turn */

/* Cuts a text behind a word, so that it fits some lines of the table. */
static void cut_to_lines(const play_table *t, char *text, int lines) {
    const size_t room = (size_t)lines * (size_t)(t->width - TURN_HEAD - 10);
    size_t columns = 0;
    char *last = NULL;
    for (char *at = text; *at != '\0'; at++) {
        columns += ((unsigned char)*at & 0xC0) != 0x80;
        if (*at == ' ' && columns < room)
            last = at;
    }
    if (columns > room && last != NULL && strlen(last) > strlen(" …"))
        memcpy(last, " …", sizeof " …");
}

/* The turn in one paragraph of at most that many lines. */
static void print_summary(const play_table *t, int turn, int lines) {
    char *const text = lf_session_summary(t->session, turn, viewer_of(t));
    char head[32];
    if (text != NULL && *text != '\0') {
        snprintf(head, sizeof head, "%4d ", turn);
        cut_to_lines(t, text, lines);
        print_hanging(t, head, text);
    }
    lf_string_free(text);
}

/* The turn in full: its head, its steps by number, its result. */
static void print_turn_text(const play_table *t, int turn) {
    char *const text = lf_session_turn_text(t->session, turn, viewer_of(t));
    char head[32];
    snprintf(head, sizeof head, "%4d ", turn);
    for (char *line = text; line != NULL && *line != '\0';) {
        char *const end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        print_hanging(t, line == text ? head : "       ", line);
        line = end != NULL ? end + 1 : NULL;
    }
    lf_string_free(text);
}

void print_turns(const play_table *t, int count) {
    const int turns = lf_session_turns(t->session);
    for (int turn = turns > count ? turns - count : 0; turn < turns; turn++)
        print_turn_text(t, turn);
}

void print_new_turns(play_table *t) {
    const int finished = lf_session_turns(t->session) - !lf_session_over(t->session, NULL);
    for (; t->turns_shown < finished; t->turns_shown++)
        if (!t->story)
            print_turn_text(t, t->turns_shown);
        else if (t->turns_shown < STORY_TURNS_MAX)
            print_summary(t, t->turns_shown, t->turns_shown < STORY_FULL_TURNS ? 2 : 1);
        else if (t->turns_shown == STORY_TURNS_MAX)
            say(t, "     …");
}

size_t log_turn_start(const play_table *t) {
    lf_log_turn turn = {.first = 0};
    const int turns = lf_session_turns(t->session);
    for (int i = turns - 1;
         i >= 0 && lf_session_turn(t->session, i, &turn) && turn.seat == LF_NOBODY; i--)
        ;
    return turn.first;
}

void print_replies(const play_table *t) {
    lf_log_turn turn;
    for (int i = 0; i < lf_session_turns(t->session) && lf_session_turn(t->session, i, &turn);
         i++) {
        if (turn.first + turn.entries > t->shown)
            print_turn_text(t, i);
    }
}

/* Is the turn over, and has nothing of it been read before `first`? Then it is told as one; a turn
 * that goes on is shown entry by entry. */
static bool is_new_turn(const play_table *t, int turn, size_t first, lf_log_turn *about) {
    lf_log_entry entry;
    if (!lf_session_turn(t->session, turn, about))
        return false;
    for (size_t i = about->first; i < first; i++)
        if (read_entry(t, i, &entry))
            return false;
    return turn + 1 < lf_session_turns(t->session) || lf_session_over(t->session, NULL) ||
           lf_decider(state_of(t)) != about->seat;
}

void print_news_from(const play_table *t, size_t first) {
    lf_log_entry entry;
    lf_log_turn about;
    int last = -1; /* the turn that was printed last */
    for (size_t i = first; i < log_size(t); i++) {
        const bool shown = read_entry(t, i, &entry);
        const bool told = is_new_turn(t, entry.turn, first, &about);
        if (told && entry.turn != last)
            print_turn_text(t, entry.turn);
        last = told ? entry.turn : last;
        if (shown && !told)
            print_entry(t, &entry);
        if (shown)
            print_card_news(t, &entry, told);
    }
}

void print_news(play_table *t) {
    print_news_from(t, t->shown);
    t->shown = log_size(t);
}

static void print_rank(const play_table *t, int rank, lf_seat seat, int64_t margin) {
    fprintf(t->out, "  %d. %s", rank, lf_label(t->game, LF_OF_SEATS, seat));
    if (lf_has_margins(t->game))
        fprintf(t->out, " (%s %lld)", lf_payoff_label(t->game), (long long)margin);
    putc('\n', t->out);
}

/* By which checkpoint, or by whose will; NULL: the rules name none. */
static const char *how_it_ended(const play_table *t, const lf_outcome *outcome) {
    if (outcome->checkpoint == NULL || !lf_terminal(state_of(t), NULL))
        return outcome->checkpoint;
    const int checkpoint = lf_find(t->game, LF_OF_CHECKPOINTS, outcome->checkpoint);
    return checkpoint >= 0 ? lf_label(t->game, LF_OF_CHECKPOINTS, checkpoint) : NULL;
}

/* "The game is over (Three in a row): X wins." */
static void print_winners(const play_table *t, const lf_outcome *outcome) {
    const char *const how = how_it_ended(t, outcome), *between = "";
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    fprintf(out, "The game is over%s%s%s: ", how != NULL ? " (" : "", how != NULL ? how : "",
            how != NULL ? ")" : "");
    for (int seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        if (outcome->winners >> seat & 1) {
            fprintf(out, "%s%s", between, lf_label(t->game, LF_OF_SEATS, seat));
            between = " and ";
        }
    fputs(outcome->winners == 0                              ? "a draw."
          : (outcome->winners & (outcome->winners - 1)) == 0 ? " wins."
                                                             : " win together.",
          out);
    fprintf(t->out, "\n%s", paint_strong(t));
    if (fclose(out) == 0)
        print_paragraph(t, "", text, 0);
    fputs(paint_off(t), t->out);
    free(text);
}

void print_outcome(const play_table *t) {
    lf_outcome outcome;
    if (!lf_session_over(t->session, &outcome))
        return;
    print_winners(t, &outcome);
    for (int i = 0; i < lf_seats_in_play(state_of(t)); i++) {
        lf_seat seat = outcome.ranking[i];
        if (seat >= 0)
            print_rank(t, i + 1, seat, outcome.margin[seat]);
    }
}
