/* flags.c: reads a command line by a command's table of flags. `--flag value` and `--flag=value`
 * are the same; `--` ends the flags. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "support/setup_json.h"

bool quiet, may_overwrite;

typedef struct {
    const command *command;
    arguments *arguments;
    char *options; /* the struct of options, as bytes */
} target;

/* ---- names ----------------------------------------------------------------------------------- */

/* Flags of one letter, for all commands. */
static const struct {
    char letter;
    const char *name;
} letters[] = {{'h', "help"}, {'o', "output"}, {'q', "quiet"}};

/* What flags were called in earlier versions. */
static const struct {
    const char *command, *old, *name;
} aliases[] = {
    {"build", "jobs", "threads"}, {"exploit", "agent", "agents"}, {"analyse", "agent", "agents"},
    {"fuzz", "runs", "games"},    {"train", "checkpoint", "run"}, {"play", "resume", "load"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_word(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

static const char *alias_of(const command *c, const char *text, size_t length) {
    for (size_t i = 0; i < COUNT(aliases); i++)
        if (strcmp(aliases[i].command, c->name) == 0 && is_word(aliases[i].old, text, length))
            return aliases[i].name;
    return NULL;
}

static const flag *find_flag(const command *c, const char *name, size_t length) {
    const char *const now = alias_of(c, name, length);
    for (const flag *f = c->flags; f != NULL && f->name; f++)
        if (now != NULL ? strcmp(f->name, now) == 0 : is_word(f->name, name, length))
            return f;
    assert(now == NULL); /* an alias names a flag of its command */
    return NULL;
}

static void complain_flag(const command *c, const char *dashes, const char *word, size_t length) {
    char name[64];
    const char *names[LIST_MAX] = {"help", "no-input", "native", "quiet", "force"};
    int count = 5;
    for (const flag *f = c->flags; f != NULL && f->name && count < LIST_MAX - 1; f++)
        names[count++] = f->name;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             word);
    const char *near = lf_suggest(name, names);
    if (near != NULL)
        complain("%s has no flag %s%s. Did you mean --%s?", c->name, dashes, name, near);
    else
        complain("%s has no flag %s%s. See `ludoforge help %s`.", c->name, dashes, name, c->name);
}

/* ---- values ---------------------------------------------------------------------------------- */

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
        complain("--%s may be given at most %d times.", f->name, LIST_MAX);
        return false;
    }
    list->items[list->count++] = value;
    return true;
}

static bool set_flag(const target *t, const flag *f, const char *value) {
    void *member = t->options + f->offset;
    assert((value != NULL) == (f->kind != FLAG_SWITCH));
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
    case FLAG_OUTPUT:
        *(const char **)member = value;
        return true;
    case FLAG_LIST:
        return add_to_list(f, value, member);
    }
    return false;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Flags that every command takes. False: it is none of them. */
static bool parse_common(const target *t, const char *name, size_t length, const char *value,
                         parse_result *result) {
    *result = PARSED;
    if (is_word("native", name, length)) {
        *result = games_run_native(value != NULL ? value : "yes") ? PARSED : PARSED_WRONG;
        return true;
    }
    if (value != NULL)
        return false;
    if (is_word("help", name, length))
        *result = PARSED_HELP;
    else if (is_word("no-input", name, length))
        t->arguments->no_input = true;
    else if (is_word("quiet", name, length))
        quiet = true;
    else if (is_word("force", name, length))
        may_overwrite = true;
    else
        return false;
    return true;
}

/* The name of the flag in argv[i] without its dashes, of `*length` letters: -o becomes "output". */
static const char *flag_name(const char *word, size_t *length) {
    const char *name = word + (word[1] == '-' ? 2 : 1);
    *length = strcspn(name, "=");
    for (size_t i = 0; word[1] != '-' && i < COUNT(letters); i++) {
        if (*length == 1 && letters[i].letter == *name) {
            *length = strlen(letters[i].name);
            return letters[i].name;
        }
    }
    return name;
}

/* Reads the flag at argv[*i], and its value, which may be the next word. */
static parse_result parse_flag(const target *t, int argc, char **argv, int *i) {
    const char *const word = argv[*i], *const equals = strchr(word, '=');
    size_t length;
    const char *const name = flag_name(word, &length);
    const bool is_long = word[1] == '-' || name != word + 1;
    const char *value = equals != NULL ? equals + 1 : NULL;
    parse_result result;
    if (is_long && parse_common(t, name, length, value, &result))
        return result;
    const flag *const f = is_long ? find_flag(t->command, name, length) : NULL;
    if (f == NULL) {
        complain_flag(t->command, word[1] == '-' ? "--" : "-", word + 1 + (word[1] == '-'),
                      strcspn(word + 1 + (word[1] == '-'), "="));
        return PARSED_WRONG;
    }
    if (f->kind == FLAG_SWITCH && value != NULL) {
        complain("--%s takes no value.", f->name);
        return PARSED_WRONG;
    }
    if (f->kind != FLAG_SWITCH && value == NULL) {
        if (*i + 1 >= argc) {
            complain("--%s needs a value: %s", f->name, f->argument);
            return PARSED_WRONG;
        }
        value = argv[++*i];
    }
    return set_flag(t, f, value) ? PARSED : PARSED_WRONG;
}

static void complain_usage(const command *c, const char *what) {
    complain("%s\nUsage: ludoforge %s %s\nSee `ludoforge help %s`.", what, c->name, c->usage,
             c->name);
}

static bool add_argument(const target *t, const char *word) {
    char what[300];
    if (t->arguments->count >= t->command->most) {
        snprintf(what, sizeof what, "unexpected argument \"%.200s\".", word);
        complain_usage(t->command, what);
        return false;
    }
    t->arguments->at[t->arguments->count++] = word;
    return true;
}

/* Before any work is done: a file that was asked for and exists stops the command. */
static bool check_outputs(const target *t) {
    for (const flag *f = t->command->flags; f != NULL && f->name; f++) {
        if (f->kind != FLAG_OUTPUT)
            continue; /* only these have a path at their offset */
        const char *const path = *(const char **)(void *)(t->options + f->offset);
        if (path != NULL && !check_overwrite(path))
            return false;
    }
    return true;
}

parse_result flags_parse(const command *c, int argc, char **argv, arguments *out, void *options) {
    target t = {c, out, options};
    bool only_arguments = false;
    assert(c->most <= (int)COUNT(out->at));
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
        complain_usage(c, "too few arguments.");
        return PARSED_WRONG;
    }
    return check_outputs(&t) ? PARSED : PARSED_WRONG;
}
