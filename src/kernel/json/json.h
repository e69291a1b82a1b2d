/* json.h: what the files that write and read JSON share.
 *
 * Values that do not fit the builder (out of memory) are noted in `failed` and looked at once, at the end. */
#ifndef LF_KERNEL_JSON_H
#define LF_KERNEL_JSON_H

#include <jansson.h>

#include "kernel/state/state.h"

#define LF_SEES_ALL (-2) /* as a viewer: no seat, but the state itself */

typedef struct {
    const lf_state *state;
    const lf_game *game;
    lf_seat viewer; /* LF_NOBODY: an onlooker */
    bool failed;
} lf_json;

/* ---- values (value_json.c) ---- */

/* Takes over `value`. */
void lf_json_put(lf_json *, json_t *object, const char *key, json_t *value);
void lf_json_append(lf_json *, json_t *array, json_t *value);
json_t *lf_json_text(const char *text);
json_t *lf_json_hex(uint64_t value);
/* A variable of one owner: a number, true or false, a name, null for none; sets are arrays of names. */
json_t *lf_json_variable(lf_json *, const lf_var *, uint32_t owner);
/* The way back. False if the JSON is no value of this variable. */
bool lf_json_read_variable(const lf_game *, unsigned char *block, const lf_var *, uint32_t owner,
                           const json_t *);
/* Canonical text (sorted keys, no spaces) of the root, which is freed. NULL when something failed. */
char *lf_json_finish(lf_json *, json_t *root);

/* ---- a position as the viewer sees it (position_json.c) ---- */
json_t *lf_json_position(lf_json *);

#endif
