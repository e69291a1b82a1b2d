/* seat_colours.c: the colours of the seats. */
#include "seat_colours.h"

#include <jansson.h>
#include <stdio.h>

/* Checked when it was read; one colour may stand for both grounds. */
static const char *colour_on(const json_t *visual, const char *seat, const char *name) {
    const json_t *colour =
        json_object_get(json_object_get(json_object_get(visual, "seats"), seat), "color");
    return json_string_value(json_is_object(colour) ? json_object_get(colour, name) : colour);
}

seat_colours seat_colours_of(const lf_game *game, const char *spec) {
    static const char *const names[GROUNDS] = {[GROUND_LIGHT] = "light", [GROUND_DARK] = "dark"};
    seat_colours found = {.on = {{""}}};
    char *text = lf_visual(game, spec, NULL);
    json_t *visual = text != NULL ? json_loads(text, 0, NULL) : NULL;
    for (int on = 0; on < GROUNDS; on++)
        for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
            const char *colour = colour_on(visual, lf_name(game, LF_OF_SEATS, seat), names[on]);
            snprintf(found.on[on][seat], sizeof found.on[on][seat], "%s",
                     colour != NULL ? colour : "");
        }
    json_decref(visual);
    lf_string_free(text);
    return found;
}
