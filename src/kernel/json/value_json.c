/* value_json.c: writes and reads single values as JSON. Things are written as ids, so that people
 * can read and edit them. */
#include "json.h"

/* ---- building ---- */

char *lf_json_finish(lf_json *json) {
    char *text = lf_writer_take(&json->out);
    if (json->failed) {
        lf_string_free(text);
        return NULL;
    }
    return text;
}

static int append_text(const char *bytes, size_t count, void *text) {
    lf_text_add(text, bytes, count);
    return ((lf_text *)text)->failed ? -1 : 0;
}

char *lf_json_dump(json_t *root) {
    lf_text text = {0};
    if (root == NULL ||
        json_dump_callback(root, append_text, &text, JSON_SORT_KEYS | JSON_COMPACT) != 0)
        lf_text_free(&text);
    json_decref(root);
    return text.data;
}

/* ---- variables ---- */

/* Finds the list that the values of a variable are indices of; false if they are plain numbers. */
static bool value_names(const lf_game *game, const lf_var *var, const lf_named **items,
                        uint32_t *count) {
    const lf_things things = lf_things_of(game, (lf_sort)var->sort, var->enum_id);
    if (things.named) {
        *items = things.items;
        *count = things.count;
    }
    return things.named;
}

static void write_set(lf_json *json, const lf_var *var, uint32_t owner) {
    const uint64_t *words = lf_set_of(json->game, json->state->block, var, owner);
    const lf_named *items = NULL;
    uint32_t count = var->words * 64;
    const bool named = value_names(json->game, var, &items, &count);
    lf_write_array(&json->out);
    for (uint32_t i = 0; i < count && i < var->words * 64; i++) {
        if ((words[i / 64] >> (i % 64) & 1) == 0)
            continue;
        if (named)
            lf_write_text(&json->out, items[i].name);
        else
            lf_write_number(&json->out, i);
    }
    lf_write_end(&json->out);
}

void lf_json_variable(lf_json *json, const lf_var *var, uint32_t owner) {
    const lf_named *items = NULL;
    uint32_t count = 0;
    const bool owned = var->scope == LF_SCOPE_SEAT;
    if (json->viewer != LF_SEES_ALL &&
        !lf_known_to(lf_var_seats(var, owned ? (int64_t)owner : -1), json->viewer))
        return; /* a hidden value is left out */
    lf_write_key(&json->out, var->name);
    if (var->is_set) {
        write_set(json, var, owner);
        return;
    }
    const int32_t value = lf_var_read(json->state->block, var, owner);
    if (var->sort == LF_SORT_BOOL)
        lf_write_bool(&json->out, value != 0);
    else if (!value_names(json->game, var, &items, &count))
        lf_write_number(&json->out, value);
    else
        lf_write_text(&json->out, value >= 0 && (uint32_t)value < count ? items[value].name : NULL);
}

/* ---- and back ---- */

static bool find_name(const lf_named *items, uint32_t count, const json_t *name, uint32_t *index) {
    const char *text = json_string_value(name);
    for (*index = 0; text != NULL && *index < count; ++*index)
        if (strcmp(items[*index].name, text) == 0)
            return true;
    return false;
}

static bool read_set(const lf_game *game, unsigned char *block, const lf_var *var, uint32_t owner,
                     const json_t *array) {
    uint64_t words[LF_SET_WORDS_MAX] = {0};
    const lf_named *items = NULL;
    uint32_t count = var->words * 64;
    const bool named = value_names(game, var, &items, &count);
    if (!json_is_array(array) || var->words > LF_COUNT(words))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *element = json_array_get(array, i);
        uint32_t index = named ? 0 : (uint32_t)json_integer_value(element);
        if ((named && !find_name(items, count, element, &index)) || index >= var->words * 64)
            return false;
        words[index / 64] |= UINT64_C(1) << (index % 64);
    }
    for (uint32_t w = 0; w < var->words; w++)
        lf_set_word(game, block, var->cell + owner * var->words + w, words[w]);
    return true;
}

static bool read_number(const lf_var *var, const json_t *value, int32_t *out) {
    const json_int_t n = json_integer_value(value);
    *out = (int32_t)n;
    return json_is_integer(value) && n >= var->min && n <= var->max;
}

bool lf_json_read_variable(const lf_game *game, unsigned char *block, const lf_var *var,
                           uint32_t owner, const json_t *value) {
    const lf_named *items = NULL;
    uint32_t count = 0, index = 0;
    int32_t number = -1;
    if (var->is_set)
        return read_set(game, block, var, owner, value);
    if (var->sort == LF_SORT_BOOL) {
        if (!json_is_boolean(value))
            return false;
        number = json_is_true(value) ? 1 : 0;
    } else if (!value_names(game, var, &items, &count)) {
        if (!read_number(var, value, &number))
            return false;
    } else if (!json_is_null(value)) {
        if (!find_name(items, count, value, &index))
            return false;
        number = (int32_t)index;
    }
    lf_var_write(game, block, var, owner, number);
    return true;
}
