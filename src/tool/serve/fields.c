/* fields.c: what the body of a request may have. Each route has a table of its members and their
 * types (fields.h); a body with any other member, or one of another type, is refused by its name
 * before a handler sees it. */
#include "fields.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- the tables ----------------------------------------------------------------------------- */

#define END                                                                                        \
    { NULL, 0, NULL }

const field fields_none[] = {END};
const field fields_now[] = {{"number", IS_WHOLE, NULL}, {"seat", IS_TEXT, NULL}, END};
const field fields_try[] = {
    {"number", IS_WHOLE, NULL}, {"seat", IS_TEXT, NULL}, {"name", IS_TEXT | IS_NULL, NULL}, END};
const field fields_decide[] = {{"decision", IS_WHOLE, NULL},
                               {"number", IS_WHOLE, NULL},
                               {"option", IS_TEXT, NULL},
                               {"seat", IS_TEXT, NULL},
                               END};
const field fields_rewind[] = {
    {"to", IS_WHOLE, NULL}, {"number", IS_WHOLE, NULL}, {"seat", IS_TEXT, NULL}, END};
const field fields_rollback[] = {
    {"turn", IS_WHOLE, NULL}, {"number", IS_WHOLE, NULL}, {"seat", IS_TEXT, NULL}, END};
const field fields_draw[] = {
    {"answer", IS_TEXT, NULL}, {"number", IS_WHOLE, NULL}, {"seat", IS_TEXT, NULL}, END};
const field fields_chat[] = {{"text", IS_TEXT, NULL}, {"seat", IS_TEXT, NULL}, END};
const field fields_notes[] = {{"text", IS_TEXT, NULL}, END};
const field fields_seat[] = {{"who", IS_TEXT, NULL}, END};
const field fields_invite[] = {{"seat", IS_TEXT | IS_NULL, NULL}, END};
const field fields_join[] = {{"invitation", IS_TEXT, NULL}, {"secret", IS_TEXT, NULL}, END};

static const field clock_fields[] = {
    {"mainMs", IS_WHOLE, NULL}, {"incrementMs", IS_WHOLE, NULL}, END};
static const field texts[] = {{"", IS_TEXT, NULL}, END}; /* the elements of a list have no name */
static const field values[] = {{"", IS_TEXT | IS_WHOLE | IS_FLAG, NULL}, END};
static const field decision_fields[] = {
    {"option", IS_WHOLE, NULL}, {"name", IS_TEXT, NULL}, {"hash", IS_TEXT | IS_NULL, NULL}, END};
static const field decisions[] = {{"", IS_OBJECT, decision_fields}, END};

/* How a game is set up: of a new table, and of a record. */
#define SETUP_FIELDS                                                                               \
    {"game", IS_TEXT, NULL}, {"scenario", IS_TEXT | IS_NULL, NULL},                                \
        {"seed", IS_WHOLE | IS_TEXT | IS_NULL, NULL}, {"options", IS_OBJECT | IS_NULL, values},    \
        {"position", IS_TEXT | IS_NULL, NULL}, {"forced", IS_TEXT | IS_NULL, NULL},                \
        {"stack", IS_TEXT | IS_NULL, NULL}, {"deck", IS_LIST | IS_NULL, texts}, {                  \
        "top", IS_LIST | IS_NULL, texts                                                            \
    }

const field fields_table[] = {SETUP_FIELDS,
                              {"seats", IS_OBJECT, texts},
                              {"confirm", IS_FLAG, NULL},
                              {"hints", IS_FLAG, NULL},
                              {"clock", IS_OBJECT | IS_NULL, clock_fields},
                              {"name", IS_TEXT | IS_NULL, NULL},
                              END};

const field fields_record[] = {SETUP_FIELDS,
                               {"format", IS_TEXT, NULL},
                               {"version", IS_WHOLE, NULL},
                               {"identity", IS_TEXT | IS_NULL, NULL},
                               {"spec", IS_TEXT | IS_NULL, NULL},
                               {"edited", IS_FLAG, NULL},
                               {"start", IS_TEXT, NULL},
                               {"end", IS_OBJECT | IS_NULL, NULL},
                               {"decisions", IS_LIST, decisions},
                               END};

/* ---- comparing ------------------------------------------------------------------------------ */

static bool has_type(const json_t *value, unsigned types) {
    return (json_is_string(value) && (types & IS_TEXT) != 0) ||
           (json_is_integer(value) && (types & IS_WHOLE) != 0) ||
           (json_is_boolean(value) && (types & IS_FLAG) != 0) ||
           (json_is_object(value) && (types & IS_OBJECT) != 0) ||
           (json_is_array(value) && (types & IS_LIST) != 0) ||
           (json_is_null(value) && (types & IS_NULL) != 0);
}

/* "a text, or null" */
static void name_types(unsigned types, char *out, size_t size) {
    static const char *const names[] = {"a text",    "a whole number", "true or false",
                                        "an object", "a list",         "null"};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((types >> i & 1) != 0)
            snprintf(out + strlen(out), size - strlen(out), "%s%s", out[0] != '\0' ? ", or " : "",
                     names[i]);
}

static bool refuse_type(const char *path, unsigned types, answer *a) {
    char named[120];
    name_types(types, named, sizeof named);
    answer_error(a, 400, "body", "\"%.100s\" must be %s.", path, named);
    return false;
}

static bool refuse_name(const field *fields, const char *path, answer *a) {
    char known[300] = "";
    for (const field *f = fields; f->name != NULL; f++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s",
                 known[0] != '\0' ? ", " : "", f->name);
    if (known[0] == '\0')
        answer_error(a, 400, "body", "\"%.100s\" is unknown: this request has no members.", path);
    else
        answer_error(a, 400, "body", "\"%.100s\" is unknown here. There may be: %s.", path, known);
    return false;
}

static bool check_value(const field *f, const json_t *value, const char *path, answer *a);

/* The members of an object; of one whose members have any name, each by the only entry, which has
 * none. */
static bool check_members(const field *fields, const json_t *object, const char *path, answer *a) {
    const bool any_name = fields->name != NULL && *fields->name == '\0';
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        char below[160];
        const field *f = fields;
        snprintf(below, sizeof below, "%.90s%s%.60s", path, *path != '\0' ? "." : "", name);
        while (!any_name && f->name != NULL && strcmp(f->name, name) != 0)
            f++;
        if (f->name == NULL)
            return refuse_name(fields, below, a);
        if (!check_value(f, value, below, a))
            return false;
    }
    return true;
}

static bool check_elements(const field *element, const json_t *list, const char *path, answer *a) {
    size_t i;
    const json_t *value;
    json_array_foreach((json_t *)(uintptr_t)list, i, value) {
        char below[160];
        snprintf(below, sizeof below, "%.90s[%zu]", path, i);
        if (!check_value(element, value, below, a))
            return false;
    }
    return true;
}

static bool check_value(const field *f, const json_t *value, const char *path, answer *a) {
    assert(f->types != 0);
    if (!has_type(value, f->types))
        return refuse_type(path, f->types, a);
    if (f->inside == NULL || (!json_is_object(value) && !json_is_array(value)))
        return true;
    return json_is_object(value) ? check_members(f->inside, value, path, a)
                                 : check_elements(f->inside, value, path, a);
}

bool fields_hold(const field *fields, const json_t *body, answer *a) {
    return body == NULL || check_members(fields, body, "", a);
}
