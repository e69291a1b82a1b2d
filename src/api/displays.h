/* displays.h: displays as those see them who show many of them, many times a second. */
#ifndef API_DISPLAYS_H
#define API_DISPLAYS_H

#include "kernel/state/state.h"

/* What a display says in one state. */
typedef struct {
    bool has_value, has_goal;
    int64_t words[LF_SET_WORDS_MAX]; /* the value, or the words of a set */
    int64_t goal;
} lf_shown;

/* False: it is not shown there. */
bool lf_display_read(const lf_state *, int display, int owner, lf_shown *);
/* In words, for lf_string_free; NULL: out of memory. */
char *lf_shown_text(const lf_game *, int display, const lf_shown *);
/* Does it hang on where cards lie? All else is known to everybody. */
bool lf_display_looks_at_cards(const lf_game *, int display);

#endif
