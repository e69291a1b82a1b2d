/* json_text.h: a JSON value as text in memory of the library.
 *
 * What jansson's json_dumps gives is freed by jansson's own function, which a program may have
 * replaced: it must reach neither lf_free nor a caller. So nothing in the library calls it. */
#ifndef LF_JSON_TEXT_H
#define LF_JSON_TEXT_H

#include <jansson.h>

#include "base/base.h"

/* Appends the value; `flags` as for json_dumps. A NULL value and a lack of memory set `failed`. */
void lf_text_add_json(lf_text *, const json_t *, size_t flags);
/* The text of the value alone, for lf_free; NULL: out of memory, or no value. */
char *lf_json_text(const json_t *, size_t flags);

#endif
