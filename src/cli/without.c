/* without.c: the compiler's optimisations as the command line names them. The names are asked of
 * the library, so that a new one shows here by itself. */
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

static void complain_unknown(const char *const *names, const char *word) {
    const char *near = lf_suggest(word, names);
    char known[1024] = "";
    for (size_t at = 0; *names != NULL && at < sizeof known; names++)
        at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", at > 0 ? ", " : "", *names);
    complain("there is no optimisation \"%s\".%s%s%s There are: %s.", word,
             near != NULL ? " Did you mean " : "", near != NULL ? near : "",
             near != NULL ? "?" : "", known);
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
            complain_unknown(names, word);
            return false;
        }
        list += length + (list[length] == ',');
    }
    return true;
}

void print_optimisations(FILE *out) {
    const char *name, *text;
    fputs("\nWhat --without can leave out, one by one or all of them; the games stay the same:\n",
          out);
    for (int i = 0; (name = lf_optimisation_name(i, &text)); i++)
        fprintf(out, "  %-10s %s\n", name, text);
}

json_t *optimisations_to_json(void) {
    const char *name, *text;
    json_t *object = json_object();
    for (int i = 0; (name = lf_optimisation_name(i, &text)); i++)
        json_object_set_new(object, name, json_string(text));
    return object;
}
