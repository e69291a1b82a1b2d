/* fuzz_difference.c: what differs between two observations, in words: where, and both values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_difference.h"

#define LF_PATH_BYTES 160
#define VALUE_CHARACTERS 80

static void write_value(const json_t *value, char *out, size_t size) {
    char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    const bool long_one = text != NULL && strlen(text) > VALUE_CHARACTERS;
    snprintf(out, size, "%.*s%s", VALUE_CHARACTERS, text != NULL ? text : "nothing",
             long_one ? "…" : "");
    free(text);
}

static bool differ(const json_t *one, const json_t *other, char *path, char *out, size_t size);

/* Goes on below the key; afterwards the path is as before. */
static bool differ_below(const json_t *one, const json_t *other, const char *key, char *path,
                         char *out, size_t size) {
    const size_t length = strlen(path);
    snprintf(path + length, LF_PATH_BYTES - length, "/%s", key);
    const bool found = differ(one, other, path, out, size);
    path[length] = '\0';
    return found;
}

static bool objects_differ(const json_t *one, const json_t *other, char *path, char *out,
                           size_t size) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)one, key,
                        value) if (differ_below(value, json_object_get(other, key), key, path, out,
                                                size)) return true;
    json_object_foreach((json_t *)other, key,
                        value) if (json_object_get(one, key) == NULL &&
                                   differ_below(NULL, value, key, path, out, size)) return true;
    return false;
}

static bool arrays_differ(const json_t *one, const json_t *other, char *path, char *out,
                          size_t size) {
    const size_t first = json_array_size(one), second = json_array_size(other);
    for (size_t i = 0; i < first || i < second; i++) {
        char key[24];
        snprintf(key, sizeof key, "%zu", i);
        if (differ_below(json_array_get(one, i), json_array_get(other, i), key, path, out, size))
            return true;
    }
    return false;
}

/* Writes the first difference. */
static bool differ(const json_t *one, const json_t *other, char *path, char *out, size_t size) {
    char values[2][VALUE_CHARACTERS + 8];
    if (json_is_object(one) && json_is_object(other))
        return objects_differ(one, other, path, out, size);
    if (json_is_array(one) && json_is_array(other))
        return arrays_differ(one, other, path, out, size);
    if (json_equal(one, other))
        return false;
    write_value(one, values[0], sizeof values[0]);
    write_value(other, values[1], sizeof values[1]);
    snprintf(out, size, "%s: %s; redrawn: %s", path, values[0], values[1]);
    return true;
}

bool fuzz_json_difference(const json_t *one, const json_t *other, char *out, size_t size) {
    char path[LF_PATH_BYTES] = "";
    return differ(one, other, path, out, size);
}

void fuzz_text_difference(const char *what, const char *one, const char *other, char *out,
                          size_t size) {
    while (*one != '\0' && *other != '\0') {
        const size_t first = strcspn(one, "\n"), second = strcspn(other, "\n");
        if (first != second || strncmp(one, other, first) != 0)
            break;
        one += first + (one[first] == '\n');
        other += second + (other[second] == '\n');
    }
    char values[2][VALUE_CHARACTERS + 8];
    const char *const texts[] = {one, other};
    for (int i = 0; i < 2; i++) {
        const int length = (int)strcspn(texts[i], "\n");
        if (texts[i][0] == '\0')
            snprintf(values[i], sizeof values[i], "nothing");
        else
            snprintf(values[i], sizeof values[i], "\"%.*s\"",
                     length < VALUE_CHARACTERS ? length : VALUE_CHARACTERS, texts[i]);
    }
    snprintf(out, size, "%s: %s; redrawn: %s", what, values[0], values[1]);
}
