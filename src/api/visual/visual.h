/* visual.h: how a game looks: what the files of visual/ share.
 *
 * `visual.yaml` lies in the folder of a game beside its rules and is presentation only: no rule
 * sees it, and no identity covers it. It is read like a spec, with positions and diagnostics, and
 * becomes JSON of the same shape in which every space has a place: where the file gives none, from
 * the grid, or by a layout of the graph of adjacency. */
#ifndef LF_VISUAL_H
#define LF_VISUAL_H

#include <jansson.h>

#include "kernel/game.h"
#include "lang/read.h"
#include "support/text.h"

typedef struct {
    const lf_game *game;
    lf_arena *arena;
    lf_report *report;
} lf_visual_reading;

/* ---- forms.c: what may stand under which key ---- */

/* The document as JSON, without what is wrong in it, which is reported. */
json_t *lf_visual_forms(const lf_visual_reading *, const lf_doc *document);
extern const lf_section lf_visual_sections[];

/* ---- log_words.c: the words of the log ---- */

/* Says what a placeholder stands for; false: there is nothing to say. `name` is not terminated. */
typedef bool lf_log_say(void *context, const char *name, size_t length, lf_text *out);
/* Fills in "{pieces} march to {space}[ from {from}]". What stands in square brackets is left out if
 * a placeholder in it says nothing. False: one outside of brackets says nothing. */
bool lf_log_fill(const char *words, lf_log_say *, void *context, lf_text *out);

/* The section `log` of the visual.yaml of the game, as JSON; NULL: it has none that can be read. It
 * belongs to the game, which reads it once. */
const json_t *lf_visual_log(const lf_game *);
/* A game that comes from a spec gets room for it in its memory. */
void lf_visual_keep_log(lf_game *, lf_arena *);

/* ---- places.c: a place for every space ---- */

/* Gives each space of the game that has none yet a shape and a label point, and the board its size.
 * False: no memory. */
bool lf_visual_places(const lf_game *, json_t *visual);

#endif
