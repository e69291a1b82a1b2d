/* outcome.h: finding a kind of events by the name that JSON has for it. */
#ifndef LF_SESSION_OUTCOME_H
#define LF_SESSION_OUTCOME_H

#include "ludoforge.h"

bool lf_event_kind_find(const char *name, lf_event_kind *out);

#endif
