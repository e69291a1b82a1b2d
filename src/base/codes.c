/* codes.c: the table of diagnostic codes, made from diagnostics.def. */
#include <string.h>

#include "base.h"

static const struct {
    const char *name, *title, *text;
} codes[] = {
#define LF_DIAGNOSTIC(code, title, text) {#code, title, text},
#include "diagnostics.def"
#undef LF_DIAGNOSTIC
};

const char *lf_code_name(lf_code code) {
    return codes[code].name;
}

const char *lf_code_title(lf_code code) {
    return codes[code].title;
}

const char *lf_code_text(lf_code code) {
    return codes[code].text;
}

bool lf_code_find(const char *name, lf_code *out) {
    for (size_t i = 0; i < LF_COUNT(codes); i++) {
        if (strcmp(codes[i].name, name) != 0)
            continue;
        *out = (lf_code)i;
        return true;
    }
    return false;
}
