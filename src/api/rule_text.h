/* rule_text.h: what the designer wrote for players in Markdown above a place in the rules. */
#ifndef LF_RULE_TEXT_H
#define LF_RULE_TEXT_H

#include "kernel/game.h"

/* The heading of the section that an instruction of the program comes from, if the section has a
 * text for players; "" otherwise, NULL: out of memory. Freed with lf_string_free. */
char *lf_rule_heading(const lf_game *, uint32_t instruction);

#endif
