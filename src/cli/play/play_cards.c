/* play_cards.c: what is printed on the cards: with the news of a card, with a choice between its
 * parts, and when asked. */
#include <ctype.h>
#include <string.h>

#include "play.h"

enum { TEXT_INDENT = 6 };

bool print_card_text(const play_table *t, int card) {
    bool any = false;
    for (int part = 0; part < lf_count(t->game, LF_OF_CARD_PARTS); part++) {
        const char *text = lf_card_text(t->game, card, part);
        char head[100];
        if (!*text)
            continue;
        snprintf(head, sizeof head, "%s: ", lf_label(t->game, LF_OF_CARD_PARTS, part));
        print_paragraph(t, head, text, TEXT_INDENT);
        any = true;
    }
    return any;
}

/* What the game shows of a card besides: its number, its order. */
static void print_card_displays(const play_table *t, int card) {
    const char *group = "";
    flow f;
    int items = 0;
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        char name[200], *text = lf_display_of(t->game, i) == LF_DISPLAY_CARD
                                    ? lf_display_text(state_of(t), i, card)
                                    : NULL;
        const bool begins = strcmp(lf_display_group(t->game, i), group) != 0;
        if (text == NULL)
            continue;
        group = lf_display_group(t->game, i);
        snprintf(name, sizeof name, "%s%s%s", begins ? group : "", begins && *group ? ": " : "",
                 lf_label(t->game, LF_OF_DISPLAYS, i));
        if (items++ == 0)
            flow_begin(&f, t, "", TEXT_INDENT, ", ");
        flow_value(&f, "", name, text);
        lf_string_free(text);
    }
    if (items > 0)
        flow_end(&f);
}

static void print_card(const play_table *t, int card) {
    fprintf(t->out, "%s%s%s\n", paint_strong(t), lf_label(t->game, LF_OF_CARDS, card),
            paint_off(t));
    print_card_displays(t, card);
    if (!print_card_text(t, card) && !t->screen)
        fprintf(t->out, "%*s(no text)\n", TEXT_INDENT, "");
}

/* The cards on top of the stacks that the player sees. */
static void print_open_cards(const play_table *t) {
    bool any = false;
    for (int stack = 0; stack < lf_count(t->game, LF_OF_STACKS); stack++) {
        if (lf_stack_size(state_of(t), stack) == 0 ||
            !lf_stack_visible(t->game, stack, viewpoint(t)))
            continue;
        fprintf(t->out, "%s:\n  ", lf_label(t->game, LF_OF_STACKS, stack));
        print_card(t, lf_stack_card(state_of(t), stack, 0));
        any = true;
    }
    if (!any)
        say(t, "No face-up cards.");
}

/* ---- cards in play --------------------------------------------------------------------------- */

/* A card that a display of the game has for its value is one that people play by now. */
static int displayed_card(const play_table *t, int display) {
    char *text = lf_display_of(t->game, display) == LF_DISPLAY_GAME
                     ? lf_display_text(state_of(t), display, 0)
                     : NULL;
    const int card = text != NULL ? lf_find(t->game, LF_OF_CARDS, text) : -1;
    lf_string_free(text);
    return card;
}

static void print_headed_card(const play_table *t, const char *head, int card) {
    fprintf(t->out, "%s: ", head);
    print_card(t, card);
}

/* The card whose texts stand with the options of the decision; -1: none. */
static int card_of_options(const play_table *t) {
    choice c;
    bool texts = false;
    open_choice(t, &c);
    for (int i = 0; i < c.count; i++)
        texts |= c.at[i].text != NULL && c.at[i].text[0] != '\0';
    close_choice(&c);
    return texts ? lf_prompt_card(state_of(t)) : -1;
}

/* The cards that displays name, each once; what is printed on the one that the decision is about
 * stands with its options. */
static int print_displayed_cards(const play_table *t) {
    const int asked = card_of_options(t);
    int printed = 0;
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        const int card = displayed_card(t, i);
        bool again = false;
        for (int before = 0; card >= 0 && before < i && !again; before++)
            again = displayed_card(t, before) == card;
        if (card < 0 || card == asked || again)
            continue;
        print_headed_card(t, lf_label(t->game, LF_OF_DISPLAYS, i), card);
        printed++;
    }
    return printed;
}

/* Hands: the stacks that this player sees and others do not. */
static void print_own_stacks(const play_table *t) {
    for (int stack = 0; stack < lf_count(t->game, LF_OF_STACKS); stack++) {
        if (lf_stack_visible(t->game, stack, LF_NOBODY) ||
            !lf_stack_visible(t->game, stack, viewpoint(t)))
            continue;
        flow f;
        char head[200];
        snprintf(head, sizeof head, "  %s: ", lf_label(t->game, LF_OF_STACKS, stack));
        flow_begin(&f, t, head, 4, ", ");
        for (int i = 0; i < lf_stack_size(state_of(t), stack); i++)
            flow_item(&f, "%s",
                      lf_label(t->game, LF_OF_CARDS, lf_stack_card(state_of(t), stack, i)));
        if (f.items == 0)
            flow_item(&f, "empty");
        flow_end(&f);
    }
}

/* Where no display names a card: what lies open in the stacks that belong to nobody. */
static void print_open_stacks(const play_table *t) {
    for (int stack = 0; stack < lf_count(t->game, LF_OF_STACKS); stack++) {
        const bool owned = strchr(lf_name(t->game, LF_OF_STACKS, stack), ':') != NULL;
        if (!owned && lf_stack_visible(t->game, stack, LF_NOBODY) &&
            lf_stack_size(state_of(t), stack) > 0)
            print_headed_card(t, lf_label(t->game, LF_OF_STACKS, stack),
                              lf_stack_card(state_of(t), stack, 0));
    }
}

void print_cards_in_play(const play_table *t) {
    print_own_stacks(t);
    if (print_displayed_cards(t) == 0)
        print_open_stacks(t);
}

/* ---- one that is named ----------------------------------------------------------------------- */

/* The card whose id ends with the number. */
static int card_by_number(const lf_game *game, const char *number) {
    const size_t length = strlen(number);
    for (int card = 0; card < lf_count(game, LF_OF_CARDS) && strspn(number, "0123456789") == length;
         card++) {
        const char *id = lf_name(game, LF_OF_CARDS, card);
        const size_t digits = strlen(id);
        if (digits > length && strcmp(id + digits - length, number) == 0 &&
            !isdigit((unsigned char)id[digits - length - 1]))
            return card;
    }
    return -1;
}

void print_cards(const play_table *t, const char *name) {
    if (*name == '\0') {
        print_open_cards(t);
        return;
    }
    const int numbered = card_by_number(t->game, name);
    const int card = numbered >= 0 ? numbered : find_by_part(t->game, LF_OF_CARDS, name);
    if (card < 0) {
        no_such(t, "card", LF_OF_CARDS, name);
        return;
    }
    fputs("  ", t->out);
    print_card(t, card);
}
