/* flags.c: reads a command line by a command's table of flags. `--flag value` and `--flag=value`
 * are the same; `--` ends the flags. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "support/setup_json.h"

typedef struct {
    const command *command;
    arguments *arguments;
    char *options; /* the struct of options, as bytes */
} target;

static const flag *find_flag(const command *c, const char *name, size_t length) {
    for (const flag *f = c->flags; f != NULL && f->name; f++) {
        if (strlen(f->name) == length && strncmp(f->name, name, length) == 0)
            return f;
    }
    return NULL;
}

static void complain_unknown(const command *c, const char *word, size_t length) {
    char name[64];
    const char *names[LIST_MAX] = {"help", "no-input", "native"};
    int count = 3;
    for (const flag *f = c->flags; f != NULL && f->name && count < LIST_MAX - 1; f++)
        names[count++] = f->name;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             word);
    const char *near = lf_suggest(name, names);
    const char *dashes = strlen(name) == 1 ? "-" : "--";
    if (near != NULL)
        complain("%s has no flag %s%s. Did you mean %s%s?", c->name, dashes, name,
                 strlen(near) == 1 ? "-" : "--", near);
    else
        complain("%s has no flag %s%s. See `ludoforge help %s`.", c->name, dashes, name, c->name);
}

static bool set_integer(const flag *f, const char *value, int64_t *member) {
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end || errno == ERANGE || number < f->min || number > f->max) {
        if (f->max == INT64_MAX)
            complain("--%s takes a whole number of at least %lld, not \"%s\".", f->name,
                     (long long)f->min, value);
        else
            complain("--%s takes a whole number from %lld to %lld, not \"%s\".", f->name,
                     (long long)f->min, (long long)f->max, value);
        return false;
    }
    *member = number;
    return true;
}

static bool set_seed(const flag *f, const char *value, seed_option *member) {
    member->given = lf_seed_from_text(value, &member->value);
    if (!member->given)
        complain("--%s takes a whole number from 0 to %" PRIu64 ", not \"%s\".", f->name,
                 UINT64_MAX, value);
    return member->given;
}

static bool set_real(const flag *f, const char *value, double *member) {
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number) || number <= 0) {
        complain("--%s takes a number above 0, not \"%s\".", f->name, value);
        return false;
    }
    *member = number;
    return true;
}

static bool add_to_list(const flag *f, const char *value, text_list *list) {
    if (list->count == LIST_MAX) {
        complain("--%s is given more than %d times.", f->name, LIST_MAX);
        return false;
    }
    list->items[list->count++] = value;
    return true;
}

static bool set_flag(const target *t, const flag *f, const char *value) {
    void *member = t->options + f->offset;
    switch (f->kind) {
    case FLAG_SWITCH:
        *(bool *)member = true;
        return true;
    case FLAG_INTEGER:
        return set_integer(f, value, member);
    case FLAG_SEED:
        return set_seed(f, value, member);
    case FLAG_REAL:
        return set_real(f, value, member);
    case FLAG_TEXT:
        *(const char **)member = value;
        return true;
    case FLAG_LIST:
        return add_to_list(f, value, member);
    }
    return false;
}

/* Reads the flag at argv[*i], and its value, which may be the next word. */
static parse_result parse_flag(const target *t, int argc, char **argv, int *i) {
    const char *word = argv[*i];
    const char *name = word + (word[1] == '-' ? 2 : 1);
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return PARSED_HELP;
    if (strcmp(word, "--no-input") == 0) {
        t->arguments->no_input = true;
        return PARSED;
    }
    if (length == strlen("native") && strncmp(name, "native", length) == 0 && word[1] == '-')
        return games_run_native(equals != NULL ? equals + 1 : "yes") ? PARSED : PARSED_WRONG;
    const flag *f = find_flag(t->command, name, length);
    if (f == NULL || (word[1] != '-' && length != 1)) {
        complain_unknown(t->command, name, length);
        return PARSED_WRONG;
    }
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (f->kind == FLAG_SWITCH && value != NULL) {
        complain("--%s takes no value.", f->name);
        return PARSED_WRONG;
    }
    if (f->kind != FLAG_SWITCH && value == NULL) {
        if (*i + 1 >= argc) {
            complain("%.*s needs a value: %s", (int)(name + length - word), word, f->argument);
            return PARSED_WRONG;
        }
        value = argv[++*i];
    }
    return set_flag(t, f, value) ? PARSED : PARSED_WRONG;
}

static bool add_argument(const target *t, const char *word) {
    if (t->arguments->count >= t->command->most) {
        complain("%s does not take \"%s\": usage: ludoforge %s %s", t->command->name, word,
                 t->command->name, t->command->usage);
        return false;
    }
    t->arguments->at[t->arguments->count++] = word;
    return true;
}

parse_result flags_parse(const command *c, int argc, char **argv, arguments *out, void *options) {
    target t = {c, out, options};
    bool only_arguments = false;
    for (int i = 0; i < argc; i++) {
        bool is_flag = !only_arguments && argv[i][0] == '-' && argv[i][1];
        if (is_flag && strcmp(argv[i], "--") == 0) {
            only_arguments = true;
        } else if (is_flag) {
            parse_result result = parse_flag(&t, argc, argv, &i);
            if (result != PARSED)
                return result;
        } else if (!add_argument(&t, argv[i])) {
            return PARSED_WRONG;
        }
    }
    if (out->count < c->least) {
        complain("usage: ludoforge %s %s\nSee `ludoforge help %s`.", c->name, c->usage, c->name);
        return PARSED_WRONG;
    }
    return PARSED;
}
