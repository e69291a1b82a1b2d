/* log_words.c: words with placeholders, which the log of a game is told in. */
#include <string.h>

#include "visual.h"

typedef struct {
    const char *at;
    lf_log_say *say;
    void *context;
    lf_text *out;
} filling;

/* Up to the end, or `inside` brackets up to theirs. */
static bool fill(filling *f, bool inside) {
    bool whole = true;
    while (*f->at != '\0' && !(inside && *f->at == ']')) {
        const size_t plain = strcspn(f->at, "[]{");
        if (plain > 0 || *f->at == ']') {
            lf_text_add(f->out, f->at, plain > 0 ? plain : 1);
            f->at += plain > 0 ? plain : 1;
        } else if (*f->at == '{') {
            const char *const name = f->at + 1;
            const size_t length = strcspn(name, "}");
            whole = f->say(f->context, name, length, f->out) && whole;
            f->at = name + length + (name[length] == '}');
        } else {
            const size_t length = f->out->length;
            f->at++;
            if (!fill(f, true))
                lf_text_cut(f->out, length);
            f->at += *f->at == ']';
        }
    }
    return whole;
}

bool lf_log_fill(const char *words, lf_log_say *say, void *context, lf_text *out) {
    filling f = {words, say, context, out};
    return fill(&f, false);
}
