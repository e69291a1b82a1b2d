/* without.c: the compiler's optimisations by name, for --without. The library has the list. */
#include <string.h>

#include "cli.h"

#define NAMES_MAX 40 /* more than the library can have */

/* "all" and the names, ended by NULL. */
static void list_names(const char *names[NAMES_MAX + 1]) {
    int count = 0;
    names[count++] = "all";
    for (int i = 0; count < NAMES_MAX && (names[count] = lf_optimisation_name(i, NULL)) != NULL;
         i++)
        count++;
    names[count] = NULL;
}

static bool is_among(const char *const *names, const char *word) {
    while (*names != NULL && strcmp(*names, word) != 0)
        names++;
    return *names;
}

bool check_optimisations(const char *list) {
    const char *names[NAMES_MAX + 1];
    list_names(names);
    while (list != NULL && *list) {
        char word[64];
        const size_t length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 list);
        if (!is_among(names, word)) {
            complain_unknown("optimisation", word, names, true);
            return false;
        }
        list += length + (list[length] == ',');
    }
    return true;
}

void print_optimisations(FILE *out) {
    const char *name, *text;
    fputs("\nOptimisations for --without (games play the same without them):\n", out);
    for (int i = 0; (name = lf_optimisation_name(i, &text)); i++)
        print_help_row(out, name, 10, text);
}

json_t *optimisations_to_json(void) {
    const char *name, *text;
    json_t *object = json_object();
    for (int i = 0; (name = lf_optimisation_name(i, &text)); i++)
        json_object_set_new(object, name, json_string(text));
    return object;
}
