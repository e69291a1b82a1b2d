/* rule_text.h: what the designer wrote in Markdown above a place in the rules. */
#ifndef LF_RULE_TEXT_H
#define LF_RULE_TEXT_H

#include "lang/model.h"

/* The heading, and behind it the sentences of the paragraph that are for players: those without names of the spec in `code`. On one
 * line; nothing where there is no heading. */
void lf_rule_words(const lf_model *, lf_pos, lf_text *out);

#endif
