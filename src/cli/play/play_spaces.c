/* play_spaces.c: the map in words, space by space: what the displays and variables of a space say,
 * then its pieces as players write them ("Red 2S 1B"). Spaces stand under the regions that a
 * property of theirs divides the map into. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"

#define NAME_COLUMN_MAX 24
#define REGIONS_MAX 12
#define FEW_ZONES 12 /* so many are shown at every turn */

/* ---- one space ------------------------------------------------------------------------------- */

int pieces_seen(const play_table *t, int zone, int kind) {
    return t->watching ? lf_pieces(state_of(t), zone, kind)
                       : lf_pieces_seen(state_of(t), zone, kind, viewpoint(t));
}

/* How players write a seat: its id where that is shorter than its name. */
static const char *short_seat(const lf_game *game, lf_seat seat) {
    const char *id = lf_name(game, LF_OF_SEATS, seat), *label = lf_label(game, LF_OF_SEATS, seat);
    return isupper((unsigned char)id[0]) && text_width(id) < text_width(label) ? id : label;
}

/* "2S(h) 1B" of one seat (LF_NOBODY: of none), as far as the game says how players write its
 * pieces. */
static void short_pieces(flow *f, const play_table *t, int zone, lf_seat seat) {
    char text[256] = "";
    size_t length = 0;
    for (int kind = 0; kind < lf_count(t->game, LF_OF_KINDS) && length + 40 < sizeof text; kind++) {
        const char *state = "", *written = lf_kind_short(t->game, kind, &state);
        const int count = pieces_seen(t, zone, kind);
        if (count == 0 || lf_kind_seat(t->game, kind) != seat)
            continue;
        if (*written == '\0')
            flow_item(f, "%d %s", count,
                      count == 1 && *lf_kind_one(t->game, kind)
                          ? lf_kind_one(t->game, kind)
                          : lf_label(t->game, LF_OF_KINDS, kind));
        else
            length += (size_t)snprintf(text + length, sizeof text - length, " %d%.16s%.16s", count,
                                       written, state != NULL ? state : "");
    }
    if (length == 0)
        return;
    char with_seat[400];
    snprintf(with_seat, sizeof with_seat, "%s%s", seat >= 0 ? short_seat(t->game, seat) : "",
             seat >= 0 ? text : text + 1);
    flow_painted(f, paint_seat(t, seat), with_seat);
}

static bool has_display(const play_table *t, lf_display_scope scope, const char *label) {
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (lf_display_of(t->game, i) == scope &&
            strcasecmp(lf_label(t->game, LF_OF_DISPLAYS, i), label) == 0)
            return true;
    }
    return false;
}

/* A variable says something when it is not as it was at first; a display of the same name says it
 * better. */
static bool has_value_to_show(const play_table *t, int space, int var) {
    return !is_bookkeeping(t, LF_OF_SPACE_VARS, var) &&
           !lf_is_default(state_of(t), LF_OF_SPACE_VARS, space, var) &&
           !has_display(t, LF_DISPLAY_SPACE, lf_label(t->game, LF_OF_SPACE_VARS, var));
}

static void display_items(flow *f, const play_table *t, int space) {
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        char *text = lf_display_of(t->game, i) == LF_DISPLAY_SPACE
                         ? lf_display_text(state_of(t), i, space)
                         : NULL;
        if (text != NULL)
            flow_value(f, "", lf_label(t->game, LF_OF_DISPLAYS, i), text);
        lf_string_free(text);
    }
}

static void variable_items(flow *f, const play_table *t, int space) {
    for (int var = 0; var < lf_count(t->game, LF_OF_SPACE_VARS); var++) {
        char buffer[64];
        if (!has_value_to_show(t, space, var))
            continue;
        char *set = owned_set_text(t, LF_OF_SPACE_VARS, space, var);
        const char *value = set != NULL ? set
                                        : lf_value_name(t->game, LF_OF_SPACE_VARS, var,
                                                        lf_space_value(state_of(t), space, var),
                                                        buffer, sizeof buffer);
        /* A state of a marker that has words of its own ("Loyal to Red") needs no name before
         * it. */
        const bool alone =
            lf_is_marker(t->game, LF_OF_SPACE_VARS, var) && isupper((unsigned char)value[0]);
        flow_value(f, "", alone ? "" : lf_label(t->game, LF_OF_SPACE_VARS, var), value);
        lf_string_free(set);
    }
}

void zone_items(flow *f, const play_table *t, int zone) {
    if (zone < lf_count(t->game, LF_OF_SPACES)) {
        display_items(f, t, zone);
        variable_items(f, t, zone);
    }
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        short_pieces(f, t, zone, seat);
    short_pieces(f, t, zone, LF_NOBODY);
}

static bool zone_is_bare(const play_table *t, int zone) {
    const bool is_space = zone < lf_count(t->game, LF_OF_SPACES);
    for (int kind = 0; kind < lf_count(t->game, LF_OF_KINDS); kind++) {
        if (pieces_seen(t, zone, kind) > 0)
            return false;
    }
    for (int var = 0; is_space && var < lf_count(t->game, LF_OF_SPACE_VARS); var++) {
        if (has_value_to_show(t, zone, var))
            return false;
    }
    return true;
}

void print_space(const play_table *t, int space) {
    char buffer[64];
    flow f;
    heading(t, lf_label(t->game, LF_OF_ZONES, space));
    flow_begin(&f, t, "  ", 2, ", ");
    zone_items(&f, t, space);
    if (f.items == 0)
        flow_item(&f, "empty");
    flow_end(&f);
    if (space >= lf_count(t->game, LF_OF_SPACES))
        return;
    flow_begin(&f, t, "  ", 2, ", ");
    for (int i = 0; i < lf_count(t->game, LF_OF_PROPERTIES); i++) {
        const char *label = lf_label(t->game, LF_OF_PROPERTIES, i);
        if (!has_display(t, LF_DISPLAY_SPACE, label))
            flow_value(&f, "", label, lf_property(t->game, space, i, buffer, sizeof buffer));
    }
    flow_end(&f);
    flow_begin(&f, t, "  beside: ", 4, ", ");
    for (int other = 0; other < lf_count(t->game, LF_OF_SPACES); other++) {
        if (lf_adjacent(t->game, space, other))
            flow_item(&f, "%s", lf_label(t->game, LF_OF_SPACES, other));
    }
    flow_end(&f);
}

/* ---- regions --------------------------------------------------------------------------------- */

static const char *region_of(const lf_game *game, int property, int space, char *buffer,
                             size_t size) {
    return lf_property(game, space, property, buffer, size);
}

/* Does the property divide the map: words, few of them, and more than one? */
static bool divides(const lf_game *game, int property) {
    char seen[REGIONS_MAX][64], buffer[64];
    int regions = 0;
    for (int space = 0; space < lf_count(game, LF_OF_SPACES); space++) {
        const char *value = region_of(game, property, space, buffer, sizeof buffer);
        int known = 0;
        if (value == NULL || !isalpha((unsigned char)value[0]) || strcmp(value, "yes") == 0 ||
            strcmp(value, "no") == 0)
            return false;
        while (known < regions && strcmp(seen[known], value) != 0)
            known++;
        if (known == REGIONS_MAX)
            return false;
        if (known == regions)
            snprintf(seen[regions++], sizeof seen[0], "%s", value);
    }
    return regions > 1 && regions * 2 <= lf_count(game, LF_OF_SPACES);
}

/* The property that divides the spaces into regions, or -1. */
static int region_property(const lf_game *game) {
    const int named = lf_find(game, LF_OF_PROPERTIES, "region");
    if (named >= 0 && divides(game, named))
        return named;
    for (int i = 0; i < lf_count(game, LF_OF_PROPERTIES); i++) {
        if (divides(game, i))
            return i;
    }
    return -1;
}

/* ---- lists of zones -------------------------------------------------------------------------- */

typedef struct {
    int first, end;    /* zones */
    int property;      /* -1: all of them */
    const char *value; /* or those whose property has this value */
    bool beside;       /* only what a picture of the map does not show */
} zone_range;

/* More than pieces, which a picture shows. */
static bool says_more(const play_table *t, int space) {
    for (int var = 0; var < lf_count(t->game, LF_OF_SPACE_VARS); var++) {
        if (has_value_to_show(t, space, var))
            return true;
    }
    for (int i = 0; i < lf_count(t->game, LF_OF_DISPLAYS); i++) {
        if (lf_display_of(t->game, i) == LF_DISPLAY_SPACE &&
            lf_display_shown(state_of(t), i, space))
            return true;
    }
    return false;
}

static bool in_range(const play_table *t, const zone_range *r, int zone) {
    char buffer[64];
    int x, y;
    if (r->beside && lf_space_place(t->game, zone, &x, &y) && !says_more(t, zone))
        return false;
    return r->property < 0 ||
           strcmp(region_of(t->game, r->property, zone, buffer, sizeof buffer), r->value) == 0;
}

static size_t name_column(const play_table *t, const zone_range *r) {
    size_t widest = 8;
    for (int zone = r->first; zone < r->end; zone++) {
        const size_t width = text_width(lf_label(t->game, LF_OF_ZONES, zone));
        if (in_range(t, r, zone) && width > widest && width <= NAME_COLUMN_MAX)
            widest = width;
    }
    return widest + 4;
}

/* What changed since the last decision has a star, and a colour where there are colours. */
static void print_zone(const play_table *t, int zone, size_t indent) {
    const bool changed = zone_has_changed(t, zone);
    flow f;
    fprintf(t->out, "%s%s%s%s", changed ? paint_changed(t) : "", changed ? "* " : "  ",
            lf_label(t->game, LF_OF_ZONES, zone), changed ? paint_off(t) : "");
    flow_begin(&f, t, "", 0, ", ");
    f.indent = indent;
    f.column = 2 + text_width(lf_label(t->game, LF_OF_ZONES, zone));
    do
        putc(' ', t->out);
    while (++f.column < indent);
    zone_items(&f, t, zone);
    if (f.items == 0)
        flow_item(&f, "empty");
    flow_end(&f);
}

static void print_zones(const play_table *t, const char *title, const zone_range *r) {
    const size_t indent = name_column(t, r);
    int bare = 0, first = r->first;
    while (first < r->end && !in_range(t, r, first))
        first++;
    if (first == r->end)
        return;
    heading(t, title);
    for (int zone = r->first; zone < r->end; zone++) {
        if (!in_range(t, r, zone))
            continue;
        if (zone_is_bare(t, zone) && !zone_has_changed(t, zone))
            bare++;
        else
            print_zone(t, zone, indent);
    }
    if (bare == 0)
        return;
    flow f;
    flow_begin(&f, t, "  empty: ", 4, ", ");
    for (int zone = r->first; zone < r->end; zone++) {
        if (in_range(t, r, zone) && zone_is_bare(t, zone) && !zone_has_changed(t, zone))
            flow_item(&f, "%s", lf_label(t->game, LF_OF_ZONES, zone));
    }
    flow_end(&f);
}

/* Is this the first space of its region? */
static bool begins_region(const play_table *t, int property, int space) {
    char buffer[64], other[64];
    const char *value = region_of(t->game, property, space, buffer, sizeof buffer);
    for (int before = 0; before < space; before++) {
        if (strcmp(region_of(t->game, property, before, other, sizeof other), value) == 0)
            return false;
    }
    return true;
}

/* The regions whose name begins with `name`; "": all. Returns how many there are. */
static int print_regions(const play_table *t, const char *name) {
    const int spaces = lf_count(t->game, LF_OF_SPACES), property = region_property(t->game);
    int printed = 0;
    if (property < 0)
        return 0;
    for (int space = 0; space < spaces; space++) {
        char buffer[64];
        const char *value = region_of(t->game, property, space, buffer, sizeof buffer);
        if (!begins_region(t, property, space) || strncasecmp(value, name, strlen(name)) != 0)
            continue;
        print_zones(t, value, &(zone_range){0, spaces, property, value, false});
        printed++;
    }
    return printed;
}

bool print_region(const play_table *t, const char *name) {
    return print_regions(t, name) > 0;
}

void print_map(const play_table *t) {
    const int spaces = lf_count(t->game, LF_OF_SPACES), zones = lf_count(t->game, LF_OF_ZONES);
    const bool drawn = print_drawn_map(t);
    if (drawn || print_regions(t, "") == 0)
        print_zones(t, "Spaces", &(zone_range){0, spaces, -1, NULL, drawn});
    print_zones(t, "Boxes", &(zone_range){spaces, zones, -1, NULL, false});
}

/* ---- the whole table ------------------------------------------------------------------------- */

void print_board(const play_table *t, bool all) {
    print_title(t);
    print_map(t);
    print_situation(t, all);
    print_stacks(t);
}

bool table_is_small(const play_table *t) {
    return map_is_drawn(t) || lf_count(t->game, LF_OF_ZONES) <= FEW_ZONES;
}

void print_turn(const play_table *t) {
    if (table_is_small(t)) {
        print_board(t, false);
        return;
    }
    print_title(t);
    print_situation(t, false);
    print_stacks(t);
    fprintf(t->out, "%sType board to see the map%s.%s\n", paint_faint(t),
            lf_count(t->game, LF_OF_CARDS) > 0 ? ", card to see the face-up cards" : "",
            paint_off(t));
}
