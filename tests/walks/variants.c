/* variants.c: the values of an option come as "first|second (first)"; a variant is a number written
 * in the mixed base of the scenarios and the numbers of values. */
#include "variants.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* How many values option i has; value `wanted` of them is written into `out` if that is not
 * NULL. */
static int values_of(const lf_game *game, int i, int wanted, char *out, size_t size) {
    char *text = lf_option_values(game, i);
    assert(text != NULL);
    text[strcspn(text, " ")] = '\0';
    int count = 0;
    char *rest = text;
    for (char *value = strtok_r(rest, "|", &rest); value != NULL;
         value = strtok_r(NULL, "|", &rest)) {
        if (count == wanted && out != NULL)
            snprintf(out, size, "%s=%s", lf_name(game, LF_OF_OPTIONS, i), value);
        count++;
    }
    lf_string_free(text);
    return count;
}

static int option_count(const lf_game *game) {
    const int count = lf_count(game, LF_OF_OPTIONS);
    assert(count <= VARIANT_OPTIONS_MAX);
    return count;
}

int variant_count(const lf_game *game) {
    int count = lf_count(game, LF_OF_SCENARIOS);
    for (int i = 0; i < option_count(game); i++)
        count *= values_of(game, i, -1, NULL, 0);
    return count;
}

void variant_make(const lf_game *game, int number, uint64_t seed, variant *out) {
    const int scenarios = lf_count(game, LF_OF_SCENARIOS);
    *out = (variant){
        .setup = {.scenario = lf_name(game, LF_OF_SCENARIOS, number % scenarios), .seed = seed}};
    number /= scenarios;
    for (int i = 0; i < option_count(game); i++) {
        const int values = values_of(game, i, -1, NULL, 0);
        values_of(game, i, number % values, out->texts[i], sizeof out->texts[i]);
        out->options[i] = out->texts[i];
        number /= values;
    }
    out->setup.options = out->options;
}

const char *variant_name(const variant *v) {
    static char name[(VARIANT_OPTIONS_MAX + 1) * (VARIANT_TEXT_SIZE + 1)];
    size_t length = (size_t)snprintf(name, sizeof name, "%s", v->setup.scenario);
    for (int i = 0; v->options[i] != NULL; i++)
        length += (size_t)snprintf(name + length, sizeof name - length, " %s", v->options[i]);
    return name;
}
