/* play_why.c: why something cannot be chosen now. The library knows the reasons; here its name is completed and the answer is laid out. */
#include <string.h>

#include "play.h"

#define MATCHES_LISTED 8

/* What the game calls things that can be asked for. */
static const lf_catalogue catalogues[] = {LF_OF_ACTIONS, LF_OF_ZONES, LF_OF_CARDS, LF_OF_SEATS, LF_OF_KINDS};

/* The things in whose names a part stands: how many, and the first few. */
static int matches_of(const lf_game *game, const char *part, const char *labels[MATCHES_LISTED]) {
    int count = 0;
    for (size_t c = 0; c < sizeof catalogues / sizeof *catalogues; c++)
        for (int i = 0; i < lf_count(game, catalogues[c]); i++) {
            const char *label = lf_label(game, catalogues[c], i);
            if (!begins_like(label, part, true))
                continue;
            if (count < MATCHES_LISTED)
                labels[count] = label;
            count++;
        }
    return count;
}

static void print_answer(const play_table *t, char *text) {
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        const size_t indent = strspn(line, " ");
        print_paragraph(t, "", line + indent, indent);
    }
}

static void list_matches(const play_table *t, const char *part, const char *const *labels, int count) {
    fprintf(t->out, "Several things are called so (%s):", part);
    for (int i = 0; i < count && i < MATCHES_LISTED; i++)
        fprintf(t->out, "%s %s", i > 0 ? "," : "", labels[i]);
    fputs(count > MATCHES_LISTED ? ", …\n" : "\n", t->out);
}

void print_why(const play_table *t, const char *thing) {
    lf_error error = {0};
    const char *labels[MATCHES_LISTED];
    char *text = lf_why(state_of(t), thing, &error);
    if (text == NULL && error.status == LF_BAD_ARGUMENT) {
        const int count = matches_of(t->game, thing, labels);
        if (count > 1) {
            list_matches(t, thing, labels, count);
            return;
        }
        const int option = count == 0 ? find_by_part(t->game, LF_OF_MENU_OPTIONS, thing) : -1;
        if (count == 1 || option >= 0)
            text = lf_why(state_of(t), count == 1 ? labels[0] : lf_name(t->game, LF_OF_MENU_OPTIONS, option),
                          &error);
    }
    if (text != NULL)
        print_answer(t, text);
    else
        say(t, error.message);
    lf_string_free(text);
}
