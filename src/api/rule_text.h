/* rule_text.h: what the designer wrote in Markdown above a place in the rules. */
#ifndef LF_RULE_TEXT_H
#define LF_RULE_TEXT_H

#include "kernel/game.h"
#include "lang/model.h"

/* The heading, and behind it the sentences of the paragraph that are for players: those without
 * names of the spec in `code`. On one line; nothing where there is no heading. */
void lf_rule_words(const lf_model *, lf_pos, lf_text *out);

/* The heading of the section that a routine of the program stands in; "" where there is none, NULL
 * where nothing can be read. Freed with lf_string_free. */
char *lf_rule_heading(const lf_game *, uint32_t routine);

#endif
