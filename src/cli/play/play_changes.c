/* play_changes.c: what has changed since the last decision of a person, so that the board can mark
 * it. Each zone and each display is remembered as a hash of what is printed of it: what reads the
 * same has not changed. */
#include <stdlib.h>
#include <string.h>

#include "play.h"

#define WIDE 100000

static uint64_t mix(uint64_t hash, const char *text) {
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211); /* FNV-1a */
    return hash;
}

static uint64_t zone_hash(const play_table *t, int zone) {
    char *text = NULL;
    size_t size = 0;
    play_table look = *t;
    look.out = open_memstream(&text, &size);
    look.colour = false;
    look.width = WIDE; /* whatever the column that it is printed in */
    if (look.out == NULL)
        return 0;
    flow f;
    flow_begin(&f, &look, "", 0, ", ");
    zone_items(&f, &look, zone);
    fclose(look.out);
    const uint64_t hash = text != NULL ? mix(UINT64_C(14695981039346656037), text) : 0;
    free(text);
    return hash;
}

static int owners(const play_table *t, int display) {
    switch (lf_display_of(t->game, display)) {
    case LF_DISPLAY_GAME:
        return 1;
    case LF_DISPLAY_SEAT:
        return lf_count(t->game, LF_OF_SEATS);
    case LF_DISPLAY_SPACE:
    case LF_DISPLAY_CARD:
        break; /* those of spaces belong to the zones, cards are read when they are shown */
    }
    return 0;
}

static uint64_t display_hash(const play_table *t, int display, int owner) {
    char *text = lf_display_text(state_of(t), display, owner);
    const uint64_t hash = mix(UINT64_C(14695981039346656037), text != NULL ? text : "");
    lf_string_free(text);
    return hash;
}

bool zone_has_changed(const play_table *t, int zone) {
    return t->memory.spaces != NULL && t->memory.spaces[zone] != zone_hash(t, zone);
}

bool display_has_changed(const play_table *t, int display, int owner) {
    return t->memory.values != NULL && owner < owners(t, display) &&
           t->memory.values[display * LF_SEATS_MAX + owner] != display_hash(t, display, owner);
}

void remember_table(play_table *t) {
    const int zones = lf_count(t->game, LF_OF_ZONES), displays = lf_count(t->game, LF_OF_DISPLAYS);
    forget_table(t);
    t->memory.spaces = calloc((size_t)zones + 1, sizeof *t->memory.spaces);
    t->memory.values = calloc((size_t)displays * LF_SEATS_MAX + 1, sizeof *t->memory.values);
    for (int zone = 0; t->memory.spaces != NULL && zone < zones; zone++)
        t->memory.spaces[zone] = zone_hash(t, zone);
    for (int i = 0; t->memory.values != NULL && i < displays; i++) {
        for (int owner = 0; owner < owners(t, i); owner++)
            t->memory.values[i * LF_SEATS_MAX + owner] = display_hash(t, i, owner);
    }
}

void forget_table(play_table *t) {
    free(t->memory.spaces);
    free(t->memory.values);
    t->memory = (play_memory){0};
}
