/* json_forms.h: the forms that JSON answers and files have for outcomes, seats, hashes and
 * options. */
#ifndef LF_SUPPORT_JSON_FORMS_H
#define LF_SUPPORT_JSON_FORMS_H

#include <jansson.h>

#include "ludoforge.h"

/* {"winner":…,"winners":[…],"checkpoint":…,"ranking":[…],"margins":{…}} */
json_t *lf_outcome_to_json(const lf_game *, const lf_outcome *);

/* The name of a seat, or JSON null for nobody. */
json_t *lf_seat_to_json(const lf_game *, lf_seat);

/* 64-bit numbers travel as 16 hex digits: JSON numbers do not hold them everywhere. */
json_t *lf_hex_to_json(uint64_t);
bool lf_hex_from_json(const json_t *, uint64_t *out);

/* An option: {id, label, kind, subject (a name), count}; and one of the pending decision, with what
 * is printed on the part of the card that it chooses, if it chooses one. */
json_t *lf_option_to_json(const lf_game *, const lf_choice *);
json_t *lf_choice_to_json(const lf_game *, const lf_choice *);

/* What an option is about, by the name that the game has for it; NULL where it has none. */
const char *lf_choice_subject_name(const lf_game *, lf_option_kind, int subject);

#endif
