/* fuzz_options.c: the options of the game take all their values: each input of the fuzzer picks
 * some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_internal.h"

#define DEFAULT_PERCENT 50 /* how often an option keeps its default */

/* One option of the game that the plan does not fix. */
struct fuzz_option {
    const char *id;
    char *values;     /* "mild|wild|sour", cut at each bar; NULL: numbers from `least` on */
    int least, count; /* how many values there are */
};

static bool is_fixed(const fuzz_plan *plan, const char *id) {
    const size_t length = strlen(id);
    for (const char *const *o = plan->options; o != NULL && *o != NULL; o++) {
        if (strncmp(*o, id, length) == 0 && (*o)[length] == '=')
            return true;
    }
    return false;
}

/* Of "mild|wild (mild)" or "1 to 6 (3)". */
static void read_values(fuzz_option *option, char *text) {
    char *standard = strstr(text, " (");
    int most = 0;
    if (standard != NULL)
        *standard = '\0';
    option->count = 1;
    if (sscanf(text, "%d to %d", &option->least, &most) == 2) {
        option->count = most - option->least + 1;
        return;
    }
    option->values = strdup(text);
    for (char *bar = option->values; bar != NULL && (bar = strchr(bar, '|')) != NULL;
         option->count++)
        *bar++ = '\0';
}

bool fuzz_options_open(fuzzer *f) {
    const lf_game *game = f->plan->game;
    const int count = lf_count(game, LF_OF_OPTIONS);
    int fixed = 0;
    while (f->plan->options != NULL && f->plan->options[fixed] != NULL)
        fixed++;
    f->options = calloc((size_t)count + 1, sizeof *f->options);
    f->option_texts = calloc((size_t)count + 1, sizeof *f->option_texts);
    f->option_list = calloc((size_t)(count + fixed) + 1, sizeof *f->option_list);
    for (int i = 0; f->options != NULL && i < count; i++) {
        char *text =
            is_fixed(f->plan, lf_name(game, LF_OF_OPTIONS, i)) ? NULL : lf_option_values(game, i);
        fuzz_option *option = &f->options[f->option_count];
        if (text == NULL)
            continue;
        option->id = lf_name(game, LF_OF_OPTIONS, i);
        read_values(option, text);
        f->option_count += option->count > 1;
        lf_string_free(text);
    }
    return f->options != NULL && f->option_texts && f->option_list;
}

void fuzz_options_close(fuzzer *f) {
    for (int i = 0; f->options != NULL && i < f->option_count; i++)
        free(f->options[i].values);
    free(f->options);
    free(f->option_texts);
    free(f->option_list);
}

bool fuzz_pick_options(fuzzer *f, fuzz_input *input) {
    input->picks = calloc((size_t)f->option_count + 1, sizeof *input->picks);
    for (int i = 0; input->picks != NULL && i < f->option_count; i++)
        if (lf_random_below(&f->rng, 100) >= DEFAULT_PERCENT)
            input->picks[i] = 1 + lf_random_below(&f->rng, f->options[i].count);
    return input->picks != NULL;
}

static void write_option(const fuzz_option *option, int value, char *out, size_t size) {
    const char *name = option->values;
    for (int i = 0; name != NULL && i < value; i++)
        name += strlen(name) + 1;
    if (name != NULL)
        snprintf(out, size, "%s=%s", option->id, name);
    else
        snprintf(out, size, "%s=%d", option->id, option->least + value);
}

const char *const *fuzz_option_list(const fuzzer *f, const fuzz_input *input) {
    int count = 0;
    for (const char *const *o = f->plan->options; o != NULL && *o != NULL; o++)
        f->option_list[count++] = *o;
    for (int i = 0; input->picks != NULL && i < f->option_count; i++) {
        if (input->picks[i] == 0)
            continue;
        write_option(&f->options[i], input->picks[i] - 1, f->option_texts[i],
                     sizeof f->option_texts[i]);
        f->option_list[count++] = f->option_texts[i];
    }
    f->option_list[count] = NULL;
    return f->option_list;
}
