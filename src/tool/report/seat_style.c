/* seat_style.c: the colours of the seats for charts. */
#include "seat_style.h"

#include <stdio.h>

#include "page.h"
#include "tool/common/seat_colours.h"

static size_t add_colours(const lf_game *game, const seat_colours *colours, ground on, char *css,
                          size_t size) {
    size_t used = (size_t)snprintf(css, size, "svg{");
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS) && seat < PAGE_COLOURS; seat++) {
        const char *colour = colours->on[on][seat];
        if (*colour != '\0' && used < size)
            used += (size_t)snprintf(css + used, size - used, "--c%d:%.7s;", seat, colour);
    }
    return used + (size_t)snprintf(css + used, size - used, "}");
}

void seat_style(const lf_game *game, const char *spec, char *css, size_t size) {
    const seat_colours colours = seat_colours_of(game, spec);
    size_t used = add_colours(game, &colours, GROUND_LIGHT, css, size);
    used += (size_t)snprintf(css + used, size - used, "\n@media (prefers-color-scheme:dark){");
    used += add_colours(game, &colours, GROUND_DARK, css + used, size - used);
    snprintf(css + used, size - used, "}\n");
}
