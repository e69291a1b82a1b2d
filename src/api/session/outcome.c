/* outcome.c: the names of kinds of options and events. */
#include "outcome.h"

#include <assert.h>
#include <string.h>

static const char *const option_kinds[] = {
#define LF_OPTION_SORT(option, text) [LF_OPTION_##option] = (text),
#include "base/sorts.def"
};
static_assert(sizeof option_kinds / sizeof *option_kinds == LF_OPTION_KINDS,
              "a kind of ludoforge.h is missing");

static const char *const event_kinds[] = {
    [LF_EVENT_DECISION] = "decision", [LF_EVENT_MOVE] = "move",       [LF_EVENT_FLIP] = "flip",
    [LF_EVENT_CARD] = "card",         [LF_EVENT_VALUE] = "value",     [LF_EVENT_ROLL] = "roll",
    [LF_EVENT_SET] = "set",           [LF_EVENT_SHUFFLE] = "shuffle", [LF_EVENT_PHASE] = "phase",
    [LF_EVENT_LOG] = "log",           [LF_EVENT_END] = "end",
};

const char *lf_option_kind_name(lf_option_kind kind) {
    return (size_t)kind < sizeof option_kinds / sizeof *option_kinds ? option_kinds[kind] : "?";
}

const char *lf_event_kind_name(lf_event_kind kind) {
    return (size_t)kind < sizeof event_kinds / sizeof *event_kinds ? event_kinds[kind] : "?";
}

bool lf_event_kind_find(const char *name, lf_event_kind *out) {
    for (size_t i = 0; i < sizeof event_kinds / sizeof *event_kinds; i++) {
        if (strcmp(event_kinds[i], name) == 0) {
            *out = (lf_event_kind)i;
            return true;
        }
    }
    return false;
}
