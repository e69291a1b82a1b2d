/* play_cards.c: what is printed on the cards: with the news of a card, with a choice between its parts, and when asked. */
#include <string.h>
#include <strings.h>

#include "play.h"

enum { TEXT_INDENT = 6 };

/* Words in lines of the table's width, all of them indented. */
void print_paragraph(const play_table *t, const char *head, const char *text, size_t indent) {
    size_t column = indent + text_width(head);
    printf("%*s%s%s%s", (int)indent, "", paint_strong(t), head, paint_off(t));
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        size_t width = text_width(word);
        if (!first && column + 1 + width >= (size_t)t->width) {
            printf("\n%*s%s", (int)indent + 2, "", word);
            column = indent + 2 + width;
        } else {
            printf("%s%s", first ? "" : " ", word);
            column += width + !first;
        }
        text += length + strspn(text + length, " \n");
    }
    putchar('\n');
}

bool print_card_text(const play_table *t, int card) {
    bool any = false;
    for (int part = 0; part < lf_count(t->game, LF_OF_CARD_PARTS); part++) {
        const char *text = lf_card_text(t->game, card, part);
        char head[100];
        if (!*text)
            continue;
        snprintf(head, sizeof head, "%s: ", lf_name(t->game, LF_OF_CARD_PARTS, part));
        print_paragraph(t, head, text, TEXT_INDENT);
        any = true;
    }
    return any;
}

static void print_card(const play_table *t, int card) {
    printf("  %s%s%s\n", paint_strong(t), lf_label(t->game, LF_OF_CARDS, card), paint_off(t));
    if (!print_card_text(t, card))
        printf("%*snothing is printed on it\n", TEXT_INDENT, "");
}

/* The cards on top of the stacks that the player sees. */
static void print_open_cards(const play_table *t) {
    bool any = false;
    for (int stack = 0; stack < lf_count(t->game, LF_OF_STACKS); stack++) {
        if (lf_stack_size(t->session.state, stack) == 0 || !lf_stack_visible(t->game, stack, viewpoint(t)))
            continue;
        printf("%s:\n", lf_label(t->game, LF_OF_STACKS, stack));
        print_card(t, lf_stack_card(t->session.state, stack, 0));
        any = true;
    }
    if (!any)
        puts("No card lies open.");
}

void print_cards(const play_table *t, const char *name) {
    if (!*name) {
        print_open_cards(t);
        return;
    }
    static const char *labels[4096];
    int count = lf_count(t->game, LF_OF_CARDS), card = lf_find(t->game, LF_OF_CARDS, name);
    for (int i = 0; i < count && i < (int)(sizeof labels / sizeof *labels) - 1; i++) {
        labels[i] = lf_label(t->game, LF_OF_CARDS, i);
        labels[i + 1] = NULL;
        if (card < 0 && strcasecmp(labels[i], name) == 0)
            card = i;
    }
    const char *near = card < 0 && count > 0 ? lf_suggest(name, labels) : NULL;
    if (card >= 0)
        print_card(t, card);
    else
        printf("There is no card \"%s\".%s%s%s\n", name, near ? " Did you mean " : "", near ? near : "",
               near ? "?" : "");
}
