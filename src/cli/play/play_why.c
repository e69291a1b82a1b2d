/* play_why.c: explains why something cannot be chosen now. The library has the reasons; this file
 * finds what was typed, by key or by part of a name, and prints the answer. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"

#define MATCHES_LISTED 8

/* What the game calls things that can be asked for. */
static const lf_catalogue catalogues[] = {LF_OF_ACTIONS, LF_OF_ZONES, LF_OF_CARDS, LF_OF_SEATS,
                                          LF_OF_KINDS};

/* Labels in which a part stands at the beginning of a word, each once. */
typedef struct {
    const char *part;
    const char *at[MATCHES_LISTED + 1];
    int count;
} matches;

static void add_match(matches *m, const char *label) {
    if (!begins_like(label, m->part, true) || m->count > MATCHES_LISTED)
        return;
    for (int i = 0; i < m->count; i++)
        if (strcasecmp(m->at[i], label) == 0)
            return;
    m->at[m->count++] = label;
}

/* Among the options and the things of the game. */
static matches find_matches(const choice *c, const char *part) {
    matches m = {.part = part};
    for (int i = 0; i < c->count; i++)
        add_match(&m, c->at[i].label);
    for (size_t list = 0; list < sizeof catalogues / sizeof *catalogues; list++)
        for (int i = 0; i < lf_count(c->game, catalogues[list]); i++)
            add_match(&m, lf_label(c->game, catalogues[list], i));
    return m;
}

static void list_matches(const play_table *t, const matches *m) {
    fprintf(t->out, "More than one thing matches \"%s\":", m->part);
    for (int i = 0; i < m->count && i < MATCHES_LISTED; i++)
        fprintf(t->out, "%s %s", i > 0 ? "," : "", m->at[i]);
    fputs(m->count > MATCHES_LISTED ? ", …\n" : "\n", t->out);
}

/* An option on the screen. A number is its own key. */
static void say_offered(const play_table *t, const choice *c, int option) {
    char text[400];
    const bool own_key = c->at[option].kind == LF_OPTION_NUMBER;
    snprintf(text, sizeof text, "%.300s is offered now%s%s.", c->at[option].label,
             own_key ? "" : ", with key ", own_key ? "" : c->keys[option]);
    print_paragraph(t, "", text, 0);
}

static void print_and_free(const play_table *t, char *text, const char *otherwise) {
    print_paragraph(t, "", text != NULL ? text : otherwise, 0);
    lf_string_free(text);
}

static bool is_number(const char *text) {
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static bool is_offered(const choice *c, lf_option asked) {
    for (int i = 0; i < c->count; i++)
        if (c->at[i].kind == asked.kind && c->at[i].subject == asked.subject)
            return true;
    return false;
}

/* A number that is no key on the screen: explains the thing that has this key whenever it is
 * offered (play_keys.c). A way out is offered with another key. */
static void explain_key(const play_table *t, const choice *c, const char *key) {
    const long number = strtol(key, NULL, 10);
    int like = 0;
    while (like < c->count && (c->at[like].subject == LF_NO_SUBJECT || option_is_way_out(c, like)))
        like++;
    lf_option asked = {.subject =
                           number > 0 && number <= INT_MAX ? (int)number - 1 : LF_NO_SUBJECT};
    if (like < c->count)
        asked.kind = c->at[like].kind;
    char *text = NULL, otherwise[100];
    if (like < c->count && asked.subject != LF_NO_SUBJECT && !is_offered(c, asked))
        text = lf_why_option(state_of(t), asked, NULL);
    snprintf(otherwise, sizeof otherwise, "No option has the key %.40s.", key);
    print_and_free(t, text, otherwise);
}

/* A thing of the game by its name, or by as much of it as is clear. */
static void explain_thing(const play_table *t, const choice *c, const char *thing) {
    lf_error error = {0};
    char *text = lf_why(state_of(t), thing, &error);
    if (text == NULL && error.status == LF_BAD_ARGUMENT) {
        const matches m = find_matches(c, thing);
        const int option = m.count == 1 ? find_exactly(c, m.at[0]) : NO_OPTION;
        const int entry = m.count == 0 ? find_by_part(t->game, LF_OF_MENU_OPTIONS, thing) : -1;
        if (m.count > 1)
            list_matches(t, &m);
        else if (option != NO_OPTION)
            say_offered(t, c, option);
        if (m.count > 1 || option != NO_OPTION)
            return;
        if (m.count == 1 || entry >= 0)
            text = lf_why(state_of(t),
                          m.count == 1 ? m.at[0] : lf_name(t->game, LF_OF_MENU_OPTIONS, entry),
                          &error);
    }
    print_and_free(t, text, error.message);
}

void print_why(const play_table *t, const char *thing) {
    choice c;
    open_choice(t, &c);
    const int option = find_exactly(&c, thing);
    if (option != NO_OPTION)
        say_offered(t, &c, option);
    else if (is_number(thing) && !c.numbers)
        explain_key(t, &c, thing);
    else
        explain_thing(t, &c, thing);
    close_choice(&c);
}
