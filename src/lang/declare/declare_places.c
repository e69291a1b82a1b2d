/* declare_places.c: where spaces are drawn, and as what: `map.layout` and the `at` of a space. For
 * people only: no rule can ask for it, and two games that differ in nothing else are the same
 * game. */
#include "declare.h"

#include <string.h>

#define PLACE_MAX 1000 /* in each direction: more than any screen has cells */

/* As lf_board. */
static const char *const layouts[] = {"words", "squares", "hex", "points", NULL};

static bool read_coordinate(lf_declaring *d, const lf_doc *doc, int32_t *out) {
    int64_t value;
    if (!lf_doc_int(doc, &value)) {
        LF_WRONG(d, LF_E0433, doc, "for example [3, 2]: to the right, and up",
                 "a place is two whole numbers");
        return false;
    }
    *out = (int32_t)lf_int_or(d, doc, -PLACE_MAX, PLACE_MAX, 0);
    return true;
}

static void read_place(lf_declaring *d, lf_model_zone *space, const lf_doc *at) {
    if (at->kind != LF_DOC_LIST)
        return; /* reported with the other keys of the space */
    if (at->count != 2) {
        LF_WRONG(d, LF_E0433, at, "for example [3, 2]: to the right, and up",
                 "a place is two whole numbers");
        return;
    }
    space->placed =
        read_coordinate(d, at->items[0], &space->x) && read_coordinate(d, at->items[1], &space->y);
}

/* The spaces of a grid know their places. */
static void place_space(lf_declaring *d, uint32_t index) {
    lf_model_zone *const space = &d->m->zones[index];
    const lf_doc *doc = d->space_docs[index], *at = doc != NULL ? lf_doc_get(doc, "at") : NULL;
    if (index < d->columns * d->rows) {
        space->placed = true;
        space->x = (int32_t)(index % d->columns) + 1;
        space->y = (int32_t)(index / d->columns) + 1;
    } else if (at != NULL) {
        read_place(d, space, at);
    }
}

static void check_place(lf_declaring *d, uint32_t index, bool all) {
    const lf_model *const m = d->m;
    const lf_model_zone *const space = &m->zones[index];
    const lf_doc *const doc = d->space_docs[index];
    if (doc == NULL)
        return;
    const lf_doc *const at = lf_doc_get(doc, "at");
    if (at == NULL && all)
        LF_WRONG(d, LF_E0433, lf_doc_get(doc, "id"), "write `at: [x, y]`",
                 "`map` has a layout, but `%s` has no place in it", space->entry.id);
    for (uint32_t other = 0; space->placed && other < index; other++) {
        const lf_model_zone *const there = &m->zones[other];
        if (there->placed && there->x == space->x && there->y == space->y) {
            LF_WRONG(d, LF_E0433, at, NULL, "`%s` already has this place", there->entry.id);
            return;
        }
    }
}

void lf_declare_places(lf_declaring *d) {
    lf_model *const m = d->m;
    const lf_doc *const map = lf_doc_get(m->document, "map");
    const lf_doc *const layout =
        map != NULL && map->kind == LF_DOC_MAP ? lf_doc_get(map, "layout") : NULL;
    const bool stated = layout != NULL && layout->kind == LF_DOC_SCALAR;
    const int board =
        stated ? lf_read_choice(d, layout, layouts, "a layout: words, squares, hex or points") : 0;
    bool any = false;
    for (uint32_t i = 0; i < m->space_count; i++) {
        place_space(d, i);
        any |= m->zones[i].placed;
    }
    m->board = stated && board >= 0 ? (lf_board)board
               : d->columns > 0     ? LF_BOARD_SQUARES
               : any                ? LF_BOARD_POINTS
                                    : LF_BOARD_WORDS;
    for (uint32_t i = 0; i < m->space_count; i++)
        check_place(d, i, stated && m->board != LF_BOARD_WORDS);
}
