/* library.c: the few public functions that concern no game and no state. */
#include "base/base.h"
#include "support/allocator.h"

const char *lf_version(void) {
    return LF_VERSION;
}

const char *lf_status_name(lf_status status) {
    static const char *const names[] = {
        [LF_OK] = "ok",
        [LF_OUT_OF_MEMORY] = "out of memory",
        [LF_BAD_ARGUMENT] = "bad argument",
        [LF_BAD_INPUT] = "bad input",
        [LF_GAME_OVER] = "game over",
        [LF_RULE_ERROR] = "rule error",
    };
    return (size_t)status < LF_COUNT(names) ? names[status] : "unknown status";
}

void lf_set_allocator(const lf_allocator *given) {
    lf_memory_use(given);
}

void lf_string_free(char *text) {
    lf_free(text);
}
