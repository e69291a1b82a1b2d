/* answers.c: answers in JSON, and the words and status of errors. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

void answer_text(answer *a, int status, char *json) {
    assert(status >= 200 && status < 600);
    static const char no_memory[] = "{\"error\":\"Out of memory.\",\"code\":\"memory\"}";
    free(a->text);
    *a = (answer){.status = json != NULL ? status : 500, .type = "application/json; charset=utf-8"};
    if (json == NULL) {
        a->fixed = no_memory;
        a->size = sizeof no_memory - 1;
        return;
    }
    a->text = json;
    a->size = strlen(json);
}

void answer_json(answer *a, int status, json_t *json) {
    char *text = json != NULL ? json_dumps(json, ANSWER_FORMAT) : NULL;
    json_decref(json);
    answer_text(a, status, text);
}

/* Is this where a sentence, or what is behind a colon, begins? */
static bool begins_here(const char *message, const char *at) {
    return at == message ||
           (at >= message + 2 && at[-1] == ' ' && (at[-2] == ':' || at[-2] == '.'));
}

void hide_folders(char *message) {
    static const char mark[] =
        ": error["; /* "FILE:LINE:COLUMN: error[CODE]: …", behind other words perhaps */
    for (char *at = strstr(message, mark); at != NULL; at = strstr(at + 1, mark)) {
        char *begin = at, *name = at;
        while (!begins_here(message, begin))
            begin--;
        while (name > begin && name[-1] != '/')
            name--;
        memmove(begin, name, strlen(name) + 1);
        at -= name - begin;
    }
}

void answer_error(answer *a, int status, const char *code, const char *format, ...) {
    assert(status >= 400);
    char message[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    hide_folders(message);
    json_t *text = json_string(
        message); /* NULL if what was quoted is no UTF-8, or was cut in the middle of a character */
    answer_json(a, status,
                json_pack("{s:o, s:s}", "error", text != NULL ? text : json_string("Not possible."),
                          "code", code));
}

void answer_store_error(answer *a, const store_error *error) {
    static const struct {
        int status;
        const char *code;
    } rows[] = {
        [STORE_OK] = {500, "failed"},        [STORE_MISSING] = {404, "unknown"},
        [STORE_CONFLICT] = {409, "refused"}, [STORE_LIMIT] = {429, "tables"},
        [STORE_FULL] = {507, "full"},        [STORE_READ_ONLY] = {503, "readOnly"},
        [STORE_BROKEN] = {500, "broken"},    [STORE_FAILED] = {500, "failed"},
    };
    answer_error(a, rows[error->status].status, rows[error->status].code, "%s", error->message);
}
