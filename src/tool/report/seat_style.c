/* seat_style.c: the colours of the seats for charts. */
#include "seat_style.h"

#include <jansson.h>
#include <stdio.h>

#include "page.h"

/* "#rrggbb" of a seat for a light or a dark ground; NULL where the game has none. Checked when it was read. */
static const char *seat_colour(const json_t *visual, const char *seat, const char *ground) {
    const json_t *colour = json_object_get(json_object_get(json_object_get(visual, "seats"), seat), "color");
    return json_string_value(json_is_object(colour) ? json_object_get(colour, ground) : colour);
}

static size_t add_colours(const lf_game *game, const json_t *visual, const char *ground, char *css,
                          size_t size) {
    size_t used = (size_t)snprintf(css, size, "svg{");
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS) && seat < PAGE_COLOURS; seat++) {
        const char *colour = seat_colour(visual, lf_name(game, LF_OF_SEATS, seat), ground);
        if (colour != NULL && used < size)
            used += (size_t)snprintf(css + used, size - used, "--c%d:%.7s;", seat, colour);
    }
    return used + (size_t)snprintf(css + used, size - used, "}");
}

void seat_style(const lf_game *game, const char *spec, char *css, size_t size) {
    char *text = lf_visual(game, spec, NULL);
    json_t *visual = text != NULL ? json_loads(text, 0, NULL) : NULL;
    size_t used = add_colours(game, visual, "light", css, size);
    used += (size_t)snprintf(css + used, size - used, "\n@media (prefers-color-scheme:dark){");
    used += add_colours(game, visual, "dark", css + used, size - used);
    snprintf(css + used, size - used, "}\n");
    json_decref(visual);
    lf_string_free(text);
}
