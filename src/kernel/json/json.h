/* json.h: what the files that write and read JSON share.
 *
 * If memory runs out, `failed` or the writer records it, and the caller checks once, at the end. */
#ifndef LF_KERNEL_JSON_H
#define LF_KERNEL_JSON_H

#include <jansson.h>

#include "kernel/state/state.h"
#include "support/json_writer.h"

#define LF_SEES_ALL (-2) /* as a viewer: the whole state, with everything hidden */

/* JSON that is being written: of which state, and for which viewer. */
typedef struct {
    lf_writer out;
    const lf_state *state;
    const lf_game *game;
    lf_seat viewer; /* LF_NOBODY: the public */
    bool failed;
} lf_json;

/* ---- values (value_json.c) ---- */

/* Writes a variable of one owner, under its name: a number, true or false, an id, null for none; a
 * set is an array of ids. */
void lf_json_variable(lf_json *, const lf_var *, uint32_t owner);
/* Reads it back. False if the JSON is not a value of this variable. */
bool lf_json_read_variable(const lf_game *, unsigned char *block, const lf_var *, uint32_t owner,
                           const json_t *);
/* The text. NULL if something failed. */
char *lf_json_finish(lf_json *);
/* The canonical text (sorted keys, no spaces) of a tree, which is freed. NULL if the tree is NULL
 * or memory runs out. */
char *lf_json_dump(json_t *root);

/* ---- a position as the viewer sees it (position_json.c) ---- */
/* These write members of the object that is being written: the position; */
void lf_json_position(lf_json *);
/* the outcome, null while the game continues; */
void lf_json_outcome(lf_json *, const lf_outcome *);
/* and all of it, with who decides and the options. */
void lf_json_whole(lf_json *);

#endif
