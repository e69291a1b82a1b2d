/* json.h: what the files that write and read JSON share.
 *
 * That memory ran out is noted in `failed`, or by the writer, and looked at once, at the end. */
#ifndef LF_KERNEL_JSON_H
#define LF_KERNEL_JSON_H

#include <jansson.h>

#include "kernel/state/state.h"
#include "writer.h"

#define LF_SEES_ALL (-2) /* as a viewer: no seat, but the state itself */

/* What is written, of which state, for whom. */
typedef struct {
    lf_writer out;
    const lf_state *state;
    const lf_game *game;
    lf_seat viewer; /* LF_NOBODY: an onlooker */
    bool failed;
} lf_json;

/* ---- values (value_json.c) ---- */

/* A variable of one owner, under its name: a number, true or false, a name, null for none; sets are
 * arrays of names. */
void lf_json_variable(lf_json *, const lf_var *, uint32_t owner);
/* The way back. False if the JSON is no value of this variable. */
bool lf_json_read_variable(const lf_game *, unsigned char *block, const lf_var *, uint32_t owner,
                           const json_t *);
/* What was written. NULL when something failed. */
char *lf_json_finish(lf_json *);
/* Canonical text (sorted keys, no spaces) of a tree, which is freed. NULL when it is NULL or memory
 * runs out. */
char *lf_json_dump(json_t *root);

/* ---- a position as the viewer sees it (position_json.c) ---- */
/* Members of the object that is being written. */
void lf_json_position(lf_json *);
/* Who decides and what is offered; the outcome, NULL while the game goes on. */
void lf_json_decision(lf_json *);
void lf_json_outcome(lf_json *, const lf_outcome *);
/* All three. */
void lf_json_whole(lf_json *);

#endif
