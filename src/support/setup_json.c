/* setup_json.c: how a game is set up, as JSON and back. */
#include "setup_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"
#include "memory.h"

static void free_list(char **list) {
    for (char **item = list; item != NULL && *item; item++)
        lf_free(*item);
    lf_free(list);
}

void lf_setup_free(owned_setup *s) {
    lf_free(s->scenario);
    lf_free(s->stack);
    lf_free(s->position);
    free_list(s->options);
    free_list(s->cards);
    *s = (owned_setup){0};
}

/* "name=value" for a member whose value is a text, a number or a truth value; NULL: out of
 * memory. */
static char *option_text(const char *name, const json_t *value) {
    char number[32];
    const char *text = number;
    if (json_is_string(value))
        text = json_string_value(value);
    else if (json_is_boolean(value))
        text = json_is_true(value) ? "true" : "false";
    else
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    const size_t size = strlen(name) + strlen(text) + 2;
    char *const result = lf_malloc(size);
    if (result != NULL)
        snprintf(result, size, "%s=%s", name, text);
    return result;
}

static bool read_options(owned_setup *s, const json_t *options, lf_error *error) {
    if (options == NULL || json_is_null(options))
        return true;
    if (!json_is_object(options))
        return lf_error_set(error, LF_BAD_INPUT,
                            "\"options\" must be an object such as {\"name\":\"value\"}.");
    s->options = lf_calloc(json_object_size(options) + 1, sizeof *s->options);
    if (s->options == NULL)
        return lf_error_no_memory(error);
    const char *name;
    json_t *value;
    size_t count = 0;
    json_object_foreach((json_t *)options, name, value) {
        if (!json_is_string(value) && !json_is_boolean(value) && !json_is_integer(value))
            return lf_error_set(error, LF_BAD_INPUT,
                                "The option \"%.64s\" must be a text, a number, true or false.",
                                name);
        s->options[count] = option_text(name, value);
        if (s->options[count++] == NULL)
            return lf_error_no_memory(error);
    }
    return true;
}

static bool read_list(owned_setup *s, const char *name, const json_t *cards, lf_error *error) {
    if (!json_is_array(cards))
        return lf_error_set(error, LF_BAD_INPUT,
                            "\"%s\" must be a list of card ids, the top card first.", name);
    s->cards = lf_calloc(json_array_size(cards) + 1, sizeof *s->cards);
    bool good = s->cards != NULL;
    for (size_t i = 0; good && i < json_array_size(cards); i++) {
        const json_t *card = json_array_get(cards, i);
        if (!json_is_string(card))
            return lf_error_set(error, LF_BAD_INPUT, "Entry %zu of \"%s\" is not a card id.", i + 1,
                                name);
        s->cards[i] = lf_strdup(json_string_value(card));
        good = s->cards[i] != NULL;
    }
    return good || lf_error_no_memory(error);
}

/* "deck" is what the stack consists of, "top" what lies on top of it. */
static bool read_cards(owned_setup *s, const json_t *object, lf_error *error) {
    const json_t *deck = json_object_get(object, "deck"), *top = json_object_get(object, "top");
    const bool has_deck = deck != NULL && !json_is_null(deck),
               has_top = top != NULL && !json_is_null(top);
    if (has_deck && has_top)
        return lf_error_set(error, LF_BAD_INPUT, "Give one of \"deck\" and \"top\", not both.");
    s->setup.on_top = has_top;
    if (!has_deck && !has_top)
        return true;
    return read_list(s, has_top ? "top" : "deck", has_top ? top : deck, error);
}

/* A member that must be a text if it is there. */
static bool read_text(const json_t *object, const char *name, char **out, lf_error *error) {
    const json_t *value = json_object_get(object, name);
    if (value == NULL || json_is_null(value))
        return true;
    if (!json_is_string(value))
        return lf_error_set(error, LF_BAD_INPUT, "\"%s\" must be a text.", name);
    *out = lf_strdup(json_string_value(value));
    return *out != NULL || lf_error_no_memory(error);
}

json_t *lf_seed_to_json(uint64_t seed) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, seed);
    return seed <= INT64_MAX ? json_integer((json_int_t)seed) : json_string(digits);
}

bool lf_seed_from_text(const char *text, uint64_t *seed) {
    uint64_t number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *seed = number;
    return at > text && *at == '\0';
}

bool lf_seed_from_json(const json_t *json, uint64_t *seed) {
    if (json_is_string(json))
        return lf_seed_from_text(json_string_value(json), seed);
    if (!json_is_integer(json) || json_integer_value(json) < 0)
        return false;
    *seed = (uint64_t)json_integer_value(json);
    return true;
}

static bool read_seed(owned_setup *s, const json_t *seed, lf_error *error) {
    if (seed == NULL || json_is_null(seed) || lf_seed_from_json(seed, &s->setup.seed))
        return true;
    return lf_error_set(
        error, LF_BAD_INPUT,
        "\"seed\" must be an integer from 0 to 18446744073709551615; write one above "
        "9223372036854775807 as a text.");
}

static bool read_forced(owned_setup *s, const json_t *forced, lf_error *error) {
    const bool given = forced != NULL && !json_is_null(forced);
    return !given ||
           (json_is_string(forced) &&
            lf_forced_find(json_string_value(forced), &s->setup.forced)) ||
           lf_error_set(error, LF_BAD_INPUT, "\"forced\" must be \"game\", \"ask\" or \"take\".");
}

bool lf_setup_from_file(owned_setup *s, const json_t *object, lf_error *error) {
    if (!lf_setup_from_json(s, object, error))
        return false;
    if (json_object_get(object, "forced") == NULL)
        s->setup.forced = LF_FORCED_TAKE;
    return true;
}

bool lf_setup_from_json(owned_setup *s, const json_t *object, lf_error *error) {
    *s = (owned_setup){0};
    if (!read_seed(s, json_object_get(object, "seed"), error) ||
        !read_text(object, "scenario", &s->scenario, error) ||
        !read_text(object, "stack", &s->stack, error) ||
        !read_text(object, "position", &s->position, error) ||
        !read_forced(s, json_object_get(object, "forced"), error) ||
        !read_options(s, json_object_get(object, "options"), error) ||
        !read_cards(s, object, error)) {
        lf_setup_free(s);
        return false;
    }
    s->setup.scenario = s->scenario;
    s->setup.position = s->position;
    s->setup.options = (const char *const *)s->options;
    s->setup.cards = (const char *const *)s->cards;
    if (s->cards)
        s->setup.stack = s->stack ? s->stack : DEFAULT_STACK;
    return true;
}

static json_t *options_to_json(const char *const *options) {
    json_t *object = json_object();
    for (; options != NULL && *options; options++) {
        const char *equals = strchr(*options, '=');
        char name[128];
        snprintf(name, sizeof name, "%.*s",
                 equals != NULL ? (int)(equals - *options) : (int)strlen(*options), *options);
        json_object_set_new(object, name, json_string(equals != NULL ? equals + 1 : ""));
    }
    return object;
}

void lf_setup_to_json(json_t *object, const lf_game *game, const lf_setup *setup) {
    const char *scenario = setup->scenario;
    if (scenario == NULL)
        scenario = lf_name(game, LF_OF_SCENARIOS, lf_default_scenario(game));
    json_object_set_new(object, "scenario", scenario != NULL ? json_string(scenario) : json_null());
    json_object_set_new(object, "seed", lf_seed_to_json(setup->seed));
    json_object_set_new(object, "options", options_to_json(setup->options));
    json_object_set_new(object, "forced", json_string(lf_forced_name(setup->forced)));
    if (setup->position != NULL)
        json_object_set_new(object, "position", json_string(setup->position));
    if (setup->cards == NULL)
        return;
    json_t *cards = json_array();
    for (const char *const *card = setup->cards; *card; card++)
        json_array_append_new(cards, json_string(*card));
    json_object_set_new(object, "stack", json_string(setup->stack ? setup->stack : DEFAULT_STACK));
    json_object_set_new(object, setup->on_top ? "top" : "deck", cards);
}

/* NULL: out of memory, or nothing to copy. */
static char *copy_text(const char *text) {
    return text != NULL ? lf_strdup(text) : NULL;
}

static char **copy_list(const char *const *list) {
    size_t count = 0;
    if (list == NULL)
        return NULL;
    while (list[count] != NULL)
        count++;
    char **copy = lf_calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy != NULL && i < count; i++) {
        copy[i] = lf_strdup(list[i]);
        if (copy[i] == NULL) {
            free_list(copy);
            return NULL;
        }
    }
    return copy;
}

bool lf_setup_copy(owned_setup *s, const lf_setup *from, lf_error *error) {
    *s = (owned_setup){.setup = *from};
    s->scenario = copy_text(from->scenario);
    s->stack = copy_text(from->stack);
    s->position = copy_text(from->position);
    s->options = copy_list(from->options);
    s->cards = copy_list(from->cards);
    if ((from->scenario != NULL && s->scenario == NULL) ||
        (from->stack != NULL && s->stack == NULL) ||
        (from->position != NULL && s->position == NULL) ||
        (from->options != NULL && s->options == NULL) ||
        (from->cards != NULL && s->cards == NULL)) {
        lf_setup_free(s);
        return lf_error_no_memory(error);
    }
    s->setup.scenario = s->scenario;
    s->setup.stack = s->stack;
    s->setup.position = s->position;
    s->setup.options = (const char *const *)s->options;
    s->setup.cards = (const char *const *)s->cards;
    return true;
}
