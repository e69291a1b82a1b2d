/* rule_text.h: what the designer wrote for players in Markdown above a place in the rules. */
#ifndef LF_RULE_TEXT_H
#define LF_RULE_TEXT_H

#include "kernel/game.h"

/* The heading of the section that a routine of the program stands in, if the section has a text for
 * players; "" otherwise, NULL where nothing can be read. Freed with lf_string_free. */
char *lf_rule_heading(const lf_game *, uint32_t routine);

#endif
