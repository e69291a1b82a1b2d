/* settings.c: the words that set a search, read by one table. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

typedef enum { WORD_COUNT, WORD_TIME, WORD_SIZE, WORD_TURNS, WORD_FRACTION, WORD_NAME } word_kind;

typedef struct {
    const char *key;
    word_kind kind;
    size_t offset;
    double least, most;
    const char *example;
} word;

#define AT(field) offsetof(search_settings, field)

static const word words[] = {
    {"time", WORD_TIME, AT(seconds), 0.001, 86400, "2s or 500ms"},
    {"short", WORD_TIME, AT(seconds_short), 0.001, 86400, "1s"},
    {"iterations", WORD_COUNT, AT(iterations), 1, 1e12, "5000"},
    {"lanes", WORD_COUNT, AT(lanes), 1, 64, "2"},
    {"threads", WORD_COUNT, AT(threads), 1, 64, "2"},
    {"memory", WORD_SIZE, AT(memory), 1 << 20, 1e12, "64M"},
    {"turns", WORD_TURNS, AT(turns), 0, 1e6, "2, auto, or end"},
    {"playout", WORD_TURNS, AT(playout), 0, 1e6, "2, auto, or end"},
    {"redraw", WORD_COUNT, AT(redraw), 1, 1e6, "8"},
    {"explore", WORD_FRACTION, AT(explore), 0, 100, "1.5"},
    {"temperature", WORD_FRACTION, AT(temperature), 0, 1, "0.1"},
    {"eval", WORD_NAME, AT(evaluation), 0, 0, "margins"},
    {"plans", WORD_COUNT, AT(plans), 0, 96, "8"},
    {"tries", WORD_COUNT, AT(tries), 1, 1000, "4"},
    {"trust", WORD_FRACTION, AT(trust), 0, 1e6, "8"},
    {"propose", WORD_COUNT, AT(propose), 1, 1e9, "400"},
    {"deepen", WORD_COUNT, AT(deepen), 0, 1, "1"},
    {"mast", WORD_COUNT, AT(mast), 0, 1, "1"},
    {"priors", WORD_COUNT, AT(priors), 0, 1, "1"},
    {"plain", WORD_COUNT, AT(plain), 0, 1, "1"},
};

static const word *find(const char *key) {
    for (size_t i = 0; i < LF_COUNT(words); i++)
        if (strcmp(words[i].key, key) == 0)
            return &words[i];
    return NULL;
}

static bool unknown(const char *key, lf_error *error) {
    const char *names[LF_COUNT(words) + 1] = {NULL};
    for (size_t i = 0; i < LF_COUNT(words); i++)
        names[i] = words[i].key;
    const char *const near = lf_suggest(key, names);
    lf_fail(error, LF_BAD_ARGUMENT,
            "there is no setting \"%s\"%s%s%s. Settings are a time (2s, 500ms), a number of "
            "iterations (5000), or KEY=VALUE",
            key, near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
            near != NULL ? "\"" : "");
    return false;
}

static bool wrong(const word *w, const char *value, lf_error *error) {
    lf_fail(error, LF_BAD_ARGUMENT, "the setting \"%s\" cannot be \"%s\": write it like %s=%s",
            w->key, value, w->key, w->example);
    return false;
}

/* How much one of what the letters behind a number name is; 0: nothing has that name. */
static double unit(word_kind kind, const char *letters) {
    static const struct {
        word_kind kind;
        const char *letters;
        double factor;
    } units[] = {{WORD_TIME, "s", 1},       {WORD_TIME, "ms", 0.001},  {WORD_SIZE, "", 1},
                 {WORD_SIZE, "K", 1 << 10}, {WORD_SIZE, "M", 1 << 20}, {WORD_SIZE, "G", 1 << 30},
                 {WORD_COUNT, "", 1},       {WORD_FRACTION, "", 1},    {WORD_TURNS, "", 1}};
    for (size_t i = 0; i < LF_COUNT(units); i++)
        if (units[i].kind == kind && strcmp(units[i].letters, letters) == 0)
            return units[i].factor;
    return 0;
}

/* Digits with at most one point, so that no locale and no "inf" can come in. */
static bool number(const word *w, const char *value, double *out) {
    double whole = 0, scale = 1;
    bool point = false;
    const char *at = value;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        whole = whole * 10 + (*at - '0');
        scale *= point ? 10 : 1;
    }
    const double factor = unit(w->kind, at);
    const bool fits = !point || w->kind == WORD_FRACTION || w->kind == WORD_TIME;
    *out = whole / scale * factor;
    return at != value && factor > 0 && fits && *out >= w->least && *out <= w->most;
}

static bool set(search_settings *s, const word *w, const char *value, lf_error *error) {
    char *const field = (char *)s + w->offset;
    double read;
    if (w->kind == WORD_NAME) {
        if (*value == '\0' || strlen(value) >= EVALUATION_BYTES)
            return wrong(w, value, error);
        memcpy(field, value, strlen(value) + 1);
        return true;
    }
    const bool end = w->kind == WORD_TURNS && strcmp(value, "end") == 0;
    const bool automatic = w->kind == WORD_TURNS && strcmp(value, "auto") == 0;
    if (!end && !automatic && !number(w, value, &read))
        return wrong(w, value, error);
    if (end || automatic)
        *(int64_t *)(void *)field = end ? TO_THE_END : AUTOMATIC;
    else if (w->kind == WORD_TIME || w->kind == WORD_FRACTION)
        *(double *)(void *)field = read;
    else
        *(int64_t *)(void *)field = (int64_t)read;
    if (w->offset == AT(iterations))
        s->seconds = s->seconds_short = 0; /* the last one counts */
    return true;
}

/* A word without a key: a time, a number of iterations, or what is switched on by its name. */
static bool set_bare(search_settings *s, const char *text, lf_error *error) {
    const size_t digits = strspn(text, "0123456789.");
    if (strcmp(text, "plain") == 0)
        return set(s, find("plain"), "1", error);
    if (digits == 0)
        return unknown(text, error);
    s->seconds_short = 0;
    return set(s, find(text[digits] == '\0' ? "iterations" : "time"), text, error);
}

bool lf_uct_settings_read(search_settings *s, const char *text, lf_error *error) {
    while (*text != '\0') {
        char one[64], *equals;
        const size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1),
                 text);
        equals = strchr(one, '=');
        if (equals != NULL)
            *equals = '\0';
        const word *const w = equals != NULL ? find(one) : NULL;
        if (equals != NULL && w == NULL)
            return unknown(one, error);
        if (!(w != NULL ? set(s, w, equals + 1, error) : set_bare(s, one, error)))
            return false;
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return true;
}
