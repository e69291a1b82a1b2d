/* json_text.c: a JSON value as text in memory of the library. */
#include "json_text.h"

static int append_bytes(const char *bytes, size_t length, void *context) {
    lf_text *const text = context;
    lf_text_add(text, bytes, length);
    return text->failed ? -1 : 0;
}

void lf_text_add_json(lf_text *text, const json_t *json, size_t flags) {
    if (json == NULL || json_dump_callback(json, append_bytes, text, flags) != 0)
        text->failed = true;
}

char *lf_json_text(const json_t *json, size_t flags) {
    lf_text text = {0};
    lf_text_add_json(&text, json, flags);
    return lf_text_take(&text);
}
