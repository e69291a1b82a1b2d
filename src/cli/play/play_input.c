/* play_input.c: shows the pending decision of `play` and interprets what the player types.
 *
 * A line is matched in this order: an option exactly (id, label or key), a command, the start of an
 * option, the start of a word in one. So an option that merely starts like a command does not hide
 * it, and a colon in front always means a command. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play_lesson.h"

#define OPTIONS_SHOWN 48
#define LABEL_COLUMN_MAX 36
#define KEY_COLUMN 5
#define CANDIDATES_LISTED 12

void open_choice(const play_table *t, choice *c) {
    const bool over = lf_session_pending(t->session) == LF_PENDING_TURN;
    lf_decision *decision = over ? NULL : lf_decision_new(state_of(t));
    *c = (choice){.game = t->game, .decision = decision};
    if (decision == NULL)
        return;
    c->at = decision->options;
    c->count = decision->count;
    for (int i = 0; i < c->count; i++)
        c->numbers |= c->at[i].kind == LF_OPTION_NUMBER;
    give_keys(c);
    if (c->keys == NULL)
        c->count = 0;
}

void close_choice(choice *c) {
    lf_decision_free(c->decision);
    free(c->keys);
    *c = (choice){0};
}

/* ---- showing it ------------------------------------------------------------------------------ */

/* The options in the order in which they are shown: the ways out last. */
static void order_options(const choice *c, int order[LF_OPTIONS_MAX]) {
    int at = 0;
    for (int ways_out = 0; ways_out <= 1; ways_out++) {
        for (int i = 0; i < c->count && at < LF_OPTIONS_MAX; i++) {
            if (option_is_way_out(c, i) == (ways_out == 1))
                order[at++] = i;
        }
    }
    assert(at == c->count);
}

static void print_key(const play_table *t, const choice *c, int option) {
    const bool number = c->at[option].kind == LF_OPTION_NUMBER; /* which is its own key */
    fprintf(t->out, " %s%*s%s ", paint_strong(t), KEY_COLUMN - 1, number ? "" : c->keys[option],
            paint_off(t));
}

static void print_option_text(const play_table *t, const lf_choice *option) {
    if (option->text != NULL && option->text[0] != '\0')
        print_paragraph(t, "", option->text, KEY_COLUMN + 1);
}

/* A space with what is in it: one line each, where there is room for that. */
static void print_spaces_to_choose(const play_table *t, const choice *c, const int *order,
                                   int widest) {
    for (int i = 0; i < c->count; i++) {
        const lf_choice *option = &c->at[order[i]];
        const bool space = option->kind == LF_OPTION_SPACE || option->kind == LF_OPTION_ZONE;
        flow f;
        print_key(t, c, order[i]);
        fprintf(t->out, "%s%*s", option->label, widest + 2 - (int)text_width(option->label), "");
        flow_begin(&f, t, "", 0, ", ");
        f.indent = f.column = (size_t)(KEY_COLUMN + 3 + widest);
        if (space)
            zone_items(&f, t, option->subject);
        flow_end(&f);
    }
}

static void print_in_cells(const play_table *t, const choice *c, const int *order, int shown,
                           size_t widest) {
    const int cell = (int)widest + KEY_COLUMN + 3;
    const int wanted = widest > LABEL_COLUMN_MAX || shown <= 4 || t->plain ? 1 : t->width / cell;
    const int columns = wanted > 0 ? wanted : 1;
    int column = 0;
    for (int i = 0; i < shown; i++) {
        const lf_choice *option = &c->at[order[i]];
        const bool leaves_next = i + 1 < shown && option_is_way_out(c, order[i + 1]);
        const bool last = ++column == columns || i + 1 == shown || leaves_next;
        column = last ? 0 : column;
        print_key(t, c, order[i]);
        fprintf(t->out, "%s%*s", option->label,
                last ? 0 : (int)(widest - text_width(option->label)) + 2, "");
        if (last)
            putc('\n', t->out);
        if (last && columns == 1)
            print_option_text(t, option);
    }
}

static void print_options(const play_table *t, const choice *c, int lines) {
    size_t widest = 0;
    bool spaces = false;
    int order[LF_OPTIONS_MAX];
    order_options(c, order);
    for (int i = 0; i < c->count; i++) {
        const size_t width = text_width(c->at[i].label);
        widest = width > widest ? width : widest;
        spaces |= c->at[i].kind == LF_OPTION_SPACE && lf_count(t->game, LF_OF_KINDS) > 0;
    }
    if (spaces && t->screen && !map_is_drawn(t) && lines > 0 && c->count <= lines &&
        widest <= LABEL_COLUMN_MAX) {
        print_spaces_to_choose(t, c, order, (int)widest);
        return;
    }
    const int shown = lines <= 0 || c->count <= OPTIONS_SHOWN ? c->count : OPTIONS_SHOWN;
    print_in_cells(t, c, order, shown, widest);
    if (shown < c->count)
        fprintf(t->out, "      … and %d more; type ? to see all\n", c->count - shown);
}

/* Those who offer a draw to the one who is asked. */
static void print_draw_offers(const play_table *t, lf_seat asked) {
    const uint32_t offers = lf_session_draw_offers(t->session);
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        if (seat != asked && (offers >> seat & 1) != 0)
            fprintf(t->out, "%s offers a draw. Type draw to accept.\n",
                    lf_label(t->game, LF_OF_SEATS, seat));
}

void print_decision(const play_table *t, int lines) {
    choice c;
    open_choice(t, &c);
    const lf_seat seat = lf_decider(state_of(t));
    char head[200];
    snprintf(head, sizeof head, "%s: ", lf_label(t->game, LF_OF_SEATS, seat));
    fputs("\n", t->out);
    print_draw_offers(t, seat);
    print_paragraph_of(t, seat, head, c.decision != NULL ? c.decision->prompt : "");
    print_options(t, &c, lines);
    close_choice(&c);
    print_suggestion(t);
}

void print_confirmation(const play_table *t) {
    const lf_seat seat = t->shown_to;
    choice c;
    char head[200];
    snprintf(head, sizeof head, "%s: ", seat >= 0 ? lf_label(t->game, LF_OF_SEATS, seat) : "");
    putc('\n', t->out);
    if (lf_session_pending(t->session) == LF_PENDING_DECISION) {
        open_choice(t, &c);
        const int held = lf_session_held(t->session);
        char text[300];
        snprintf(text, sizeof text, "%s. You cannot take back what follows.",
                 held >= 0 && held < c.count ? c.at[held].label : "Your choice");
        print_paragraph_of(t, seat, head, text);
        close_choice(&c);
    } else {
        print_paragraph_of(t, seat, head, "Your turn is over.");
    }
    say(t, "      Enter  End turn      undo  Take back the last decision");
}

/* ---- finding options ------------------------------------------------------------------------- */

int find_exactly(const choice *c, const char *text) {
    for (int i = 0; i < c->count; i++) {
        if (strcasecmp(c->at[i].id, text) == 0 || strcasecmp(c->at[i].label, text) == 0)
            return i;
    }
    for (int i = 0; i < c->count; i++) {
        if (strcasecmp(c->keys[i], text) == 0)
            return i;
    }
    return NO_OPTION;
}

bool begins_like(const char *label, const char *text, bool any_word) {
    const size_t length = strlen(text);
    for (const char *at = label; *at; at++) {
        const bool word = at == label || !(isalnum((unsigned char)at[-1]) || (at[-1] & 0x80));
        if (word && strncasecmp(at, text, length) == 0)
            return true;
        if (!any_word)
            return false;
    }
    return false;
}

static bool is_candidate(const lf_choice *option, const char *text, bool any_word) {
    return begins_like(option->label, text, any_word) ||
           (!any_word && begins_like(option->id, text, false));
}

/* By the beginning of an option or, failing that, of any word of it. `any_word` tells which it
 * was. */
static int find_by_beginning(const choice *c, const char *text, bool *any_word) {
    int found = NO_OPTION;
    for (int pass = 0; pass < 2 && found == NO_OPTION; pass++) {
        *any_word = pass == 1;
        for (int i = 0; i < c->count; i++) {
            if (!is_candidate(&c->at[i], text, *any_word))
                continue;
            if (found != NO_OPTION)
                return SEVERAL_OPTIONS;
            found = i;
        }
    }
    return found;
}

int find_by_part(const lf_game *game, lf_catalogue of, const char *name) {
    int found = lf_find(game, of, name);
    for (int pass = 0; pass < 2 && found < 0; pass++) {
        for (int i = 0; i < lf_count(game, of); i++) {
            if (!begins_like(lf_label(game, of, i), name, pass == 1))
                continue;
            if (found >= 0)
                return NO_OPTION;
            found = i;
        }
    }
    return found;
}

/* ---- a line ---------------------------------------------------------------------------------- */

static void list_candidates(const play_table *t, const choice *c, const char *text, bool any_word) {
    flow f;
    int listed = 0;
    fprintf(t->out, "More than one option %s \"%s\":\n",
            any_word ? "has a word that starts with" : "starts with", text);
    flow_begin(&f, t, "  ", 2, ", ");
    for (int i = 0; i < c->count; i++) {
        if (!is_candidate(&c->at[i], text, any_word))
            continue;
        if (listed++ == CANDIDATES_LISTED)
            flow_item(&f, "…");
        if (listed <= CANDIDATES_LISTED)
            flow_item(&f, "%s", c->at[i].label);
    }
    flow_end(&f);
}

static void print_no_match(const play_table *t, const choice *c, const char *text) {
    static const char *names[LF_OPTIONS_MAX + 64];
    int count = 0;
    for (int i = 0; i < c->count; i++)
        names[count++] = c->at[i].label;
    for (int i = 0; command_word(i) != NULL && count < LF_OPTIONS_MAX + 63; i++)
        names[count++] = command_word(i);
    names[count] = NULL;
    const char *near = lf_suggest(text, names);
    if (near != NULL)
        fprintf(t->out, "No option matches \"%s\". Did you mean %s?\n", text, near);
    else
        fprintf(t->out, "No option matches \"%s\". Type ? for the options, help for commands.\n",
                text);
}

static void label_of(const play_table *t, int option, char *label, size_t size) {
    choice c;
    assert(option >= 0);
    open_choice(t, &c);
    snprintf(label, size, "%s", option < c.count ? c.at[option].label : "");
    close_choice(&c);
}

/* Applies an option. News and marked changes start from here. */
static void take(play_table *t, int option) {
    lf_error error;
    const int suggested = lesson_option(t);
    char other[300] = "";
    if (suggested != LF_NO_OPTION && suggested != option)
        label_of(t, suggested, other, sizeof other);
    if (t->screen) {
        t->shown = log_size(t);
        remember_table(t);
    }
    if (lf_session_apply(t->session, option, false, &error) != LF_OK)
        fprintf(t->out, "A rule failed: %s\nThe decision was not made.\n", error.message);
    else if (*other != '\0')
        note_own_way(t, other);
    if (!t->keeping || lf_session_autosave_error(t->session)->status != LF_OK)
        keep_now(t);
}

void follow_lesson(play_table *t) {
    const int option = lesson_option(t);
    if (option == LF_NO_OPTION)
        say(t, "There is no suggestion here.");
    else
        take(t, option);
}

static void obey_trimmed(play_table *t, const char *text) {
    choice c;
    bool any_word = false;
    if (text[0] == ':') {
        if (!run_command(t, text + 1))
            fprintf(t->out, "Unknown command \"%s\". Type help for the commands.\n", text + 1);
        return;
    }
    if (lf_session_pending(t->session) != LF_PENDING_NOTHING) {
        if (!run_command(t, text))
            say(t, TURN_IS_OVER);
        return;
    }
    open_choice(t, &c);
    int option = find_exactly(&c, text);
    const bool obeyed = option == NO_OPTION && run_command(t, text);
    if (option == NO_OPTION && !obeyed)
        option = find_by_beginning(&c, text, &any_word);
    if (option == SEVERAL_OPTIONS)
        list_candidates(t, &c, text, any_word);
    else if (option == NO_OPTION && !obeyed)
        print_no_match(t, &c, text);
    close_choice(&c);
    if (option >= 0)
        take(t, option);
}

void obey(play_table *t, const char *line) {
    char text[1024];
    line += strspn(line, " \t\r\n");
    snprintf(text, sizeof text, "%s", line);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    if (length > 0)
        obey_trimmed(t, text);
}
