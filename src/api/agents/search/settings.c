/* settings.c: reads the settings of a search by one table. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

typedef enum {
    SETTING_COUNT,
    SETTING_TIME,
    SETTING_SIZE,
    SETTING_TURNS,
    SETTING_FRACTION,
    SETTING_NAME
} setting_kind;

typedef struct {
    const char *key;
    setting_kind kind;
    size_t offset;
    double least, most;
    const char *example;
} setting;

#define AT(field) offsetof(search_settings, field)

static const setting table[] = {
    {"time", SETTING_TIME, AT(seconds), 0.001, 86400, "2s or 500ms"},
    {"short", SETTING_TIME, AT(seconds_short), 0.001, 86400, "1s"},
    {"iterations", SETTING_COUNT, AT(iterations), 1, 1e12, "5000"},
    {"searchers", SETTING_COUNT, AT(searchers), 1, SEARCHERS_MAX, "2"},
    {"lanes", SETTING_COUNT, AT(searchers), 1, SEARCHERS_MAX, "2"}, /* deprecated name */
    {"threads", SETTING_COUNT, AT(threads), 1, SEARCHERS_MAX, "2"},
    {"memory", SETTING_SIZE, AT(memory), 1 << 20, 1e12, "64M"},
    {"turns", SETTING_TURNS, AT(turns), 0, 1e6, "2, auto, or end"},
    {"playout", SETTING_TURNS, AT(playout), 0, 1e6, "2, auto, or end"},
    {"redraw", SETTING_COUNT, AT(redraw), 1, 1e6, "8"},
    {"explore", SETTING_FRACTION, AT(explore), 0, 100, "1.5"},
    {"temperature", SETTING_FRACTION, AT(temperature), 0, 1, "0.1"},
    {"eval", SETTING_NAME, AT(evaluation), 0, 0, "margins"},
    {"plans", SETTING_COUNT, AT(plans), 0, 96, "8"},
    {"tries", SETTING_COUNT, AT(tries), 1, 1000, "4"},
    {"trust", SETTING_FRACTION, AT(trust), 0, 1e6, "8"},
    {"propose", SETTING_COUNT, AT(propose), 1, 1e9, "400"},
    {"alphabeta", SETTING_COUNT, AT(alphabeta), 0, 1, "1"},
    {"deepen", SETTING_COUNT, AT(alphabeta), 0, 1, "1"}, /* deprecated name */
    {"mast", SETTING_COUNT, AT(mast), 0, 1, "1"},
    {"priors", SETTING_COUNT, AT(priors), 0, 1, "1"},
    {"plain", SETTING_COUNT, AT(plain), 0, 1, "1"},
};

static const setting *find_setting(const char *key) {
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if (strcmp(table[i].key, key) == 0)
            return &table[i];
    return NULL;
}

static bool reject_key(const char *key, lf_error *error) {
    const char *names[LF_COUNT(table) + 1] = {NULL};
    for (size_t i = 0; i < LF_COUNT(table); i++)
        names[i] = table[i].key;
    const char *const near = lf_suggest(key, names);
    return lf_error_set(
        error, LF_BAD_ARGUMENT,
        "there is no setting \"%s\"%s%s%s. Settings are a time (2s, 500ms), a number of "
        "iterations (5000), or KEY=VALUE",
        key, near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
        near != NULL ? "\"" : "");
}

static bool reject_value(const setting *w, const char *value, lf_error *error) {
    return lf_error_set(error, LF_BAD_ARGUMENT,
                        "the setting \"%s\" cannot be \"%s\": write it like %s=%s", w->key, value,
                        w->key, w->example);
}

/* The factor of the unit behind a number; 0: there is no such unit. */
static double factor_of_unit(setting_kind kind, const char *letters) {
    static const struct {
        setting_kind kind;
        const char *letters;
        double factor;
    } units[] = {
        {SETTING_TIME, "s", 1},       {SETTING_TIME, "ms", 0.001},  {SETTING_SIZE, "", 1},
        {SETTING_SIZE, "K", 1 << 10}, {SETTING_SIZE, "M", 1 << 20}, {SETTING_SIZE, "G", 1 << 30},
        {SETTING_COUNT, "", 1},       {SETTING_FRACTION, "", 1},    {SETTING_TURNS, "", 1}};
    for (size_t i = 0; i < LF_COUNT(units); i++)
        if (units[i].kind == kind && strcmp(units[i].letters, letters) == 0)
            return units[i].factor;
    return 0;
}

/* Reads digits with at most one point, so that neither a locale nor "inf" matters. */
static bool read_number(const setting *w, const char *value, double *out) {
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
    const double factor = factor_of_unit(w->kind, at);
    const bool fits = !point || w->kind == SETTING_FRACTION || w->kind == SETTING_TIME;
    *out = whole / scale * factor;
    return at != value && factor > 0 && fits && *out >= w->least && *out <= w->most;
}

static bool set_value(search_settings *s, const setting *w, const char *value, lf_error *error) {
    char *const field = (char *)s + w->offset;
    double read;
    if (w->kind == SETTING_NAME) {
        if (*value == '\0' || strlen(value) >= EVALUATION_BYTES)
            return reject_value(w, value, error);
        memcpy(field, value, strlen(value) + 1);
        return true;
    }
    const bool end = w->kind == SETTING_TURNS && strcmp(value, "end") == 0;
    const bool automatic = w->kind == SETTING_TURNS && strcmp(value, "auto") == 0;
    if (!end && !automatic && !read_number(w, value, &read))
        return reject_value(w, value, error);
    if (end || automatic)
        *(int64_t *)(void *)field = end ? TO_THE_END : AUTOMATIC;
    else if (w->kind == SETTING_TIME || w->kind == SETTING_FRACTION)
        *(double *)(void *)field = read;
    else
        *(int64_t *)(void *)field = (int64_t)read;
    if (w->offset == AT(iterations))
        s->seconds = s->seconds_short = 0; /* a later number of iterations replaces a time */
    return true;
}

/* A setting without a key: a time, a number of iterations, or "plain". */
static bool set_without_key(search_settings *s, const char *text, lf_error *error) {
    const size_t digits = strspn(text, "0123456789.");
    if (strcmp(text, "plain") == 0)
        return set_value(s, find_setting("plain"), "1", error);
    if (digits == 0)
        return reject_key(text, error);
    s->seconds_short = 0;
    return set_value(s, find_setting(text[digits] == '\0' ? "iterations" : "time"), text, error);
}

bool lf_search_settings_read(search_settings *s, const char *text, lf_error *error) {
    while (*text != '\0') {
        char one[64], *equals;
        const size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1),
                 text);
        equals = strchr(one, '=');
        if (equals != NULL)
            *equals = '\0';
        const setting *const w = equals != NULL ? find_setting(one) : NULL;
        if (equals != NULL && w == NULL)
            return reject_key(one, error);
        if (!(w != NULL ? set_value(s, w, equals + 1, error) : set_without_key(s, one, error)))
            return false;
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return true;
}
