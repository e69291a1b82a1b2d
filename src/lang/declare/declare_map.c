/* declare_map.c: the shape of the board: the grid, the directions, and the names of all spaces.
 *
 * What a space has and what lies next to it is declare_spaces.c. The spaces of the grid come first,
 * row by row from row 1, then those of the section `spaces`; so the place of a grid space follows
 * from its number. */
#include "declare.h"

#include <assert.h>

enum { MAP_GRID, MAP_DIRECTIONS, MAP_ADJACENT, MAP_LAYOUT, MAP_KEYS };
static const lf_key_rule map_rules[] = {
    [MAP_GRID] = {"grid", LF_KEY_MAP, 0},
    [MAP_DIRECTIONS] = {"directions", LF_KEY_ANY, 0},
    [MAP_ADJACENT] = {"adjacent", LF_KEY_LIST, 0},
    [MAP_LAYOUT] = {"layout", LF_KEY_SCALAR, 0}, /* declare_places.c */
};
LF_SHAPE(map_shape, "map", map_rules, false);

enum { GRID_COLUMNS, GRID_ROWS, GRID_KEYS };
static const lf_key_rule grid_rules[] = {
    [GRID_COLUMNS] = {"columns", LF_KEY_INT, LF_KEY_REQUIRED},
    [GRID_ROWS] = {"rows", LF_KEY_INT, LF_KEY_REQUIRED},
};
LF_SHAPE(grid_shape, "grid", grid_rules, false);

enum { DIRECTION_NAME, DIRECTION_OPPOSITE, DIRECTION_KEYS };
static const lf_key_rule direction_rules[] = {
    [DIRECTION_NAME] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [DIRECTION_OPPOSITE] = {"opposite", LF_KEY_SCALAR, 0},
};
LF_SHAPE(direction_shape, "a direction", direction_rules, false);

/* ---- directions ---- */

bool lf_read_vector(lf_declaring *d, const lf_doc *doc, lf_vector *out) {
    int64_t dx, dy;
    *out = (lf_vector){0};
    if (lf_doc_is_null(doc))
        return true;
    if (doc->kind != LF_DOC_LIST || doc->count != 2 || !lf_doc_int(doc->items[0], &dx) ||
        !lf_doc_int(doc->items[1], &dy) || (dx == 0 && dy == 0)) {
        LF_WRONG(d, LF_E0416, doc, "like [0, 1]: columns to the right, rows up",
                 "a direction of a grid is a list of two numbers that are not both 0");
        return false;
    }
    int64_t limit = LF_MAX_ZONES;
    if (dx < -limit || dx > limit || dy < -limit || dy > limit) {
        LF_WRONG(d, LF_E0410, doc, NULL, "a step is outside %d..%d", -(int)limit, (int)limit);
        return false;
    }
    *out = (lf_vector){true, (int)dx, (int)dy};
    return true;
}

static void add_direction(lf_declaring *d, const char *text, const lf_doc *at, lf_pos pos,
                          lf_vector vector) {
    lf_model *m = d->m;
    const char *name = lf_check_name(d, text, pos, "a direction", LF_NAME_ID);
    if (name == NULL || !lf_within(d, at, m->direction_count, LF_MAX_DIRECTIONS, "directions"))
        return;
    if (lf_add_symbol(d, LF_SYM_DIRECTION, name, pos, LF_T_DIRECTION, (int)m->direction_count) ==
        NULL)
        return;
    m->directions[m->direction_count] = (lf_entry){name, name, pos};
    m->opposites[m->direction_count] = -1;
    d->vectors[m->direction_count++] = vector;
}

/* { name: [dx, dy] }, for grids. */
static void declare_vectors(lf_declaring *d, const lf_doc *map) {
    for (uint32_t i = 0; i < map->count; i++) {
        lf_vector vector;
        if (lf_read_vector(d, map->pairs[i].value, &vector))
            add_direction(d, map->pairs[i].key, map->pairs[i].value, map->pairs[i].key_pos, vector);
    }
    for (uint32_t a = 0; a < d->m->direction_count; a++)
        for (uint32_t b = 0; b < d->m->direction_count; b++)
            if (d->vectors[a].has_vector && d->vectors[b].has_vector &&
                d->vectors[a].dx == -d->vectors[b].dx && d->vectors[a].dy == -d->vectors[b].dy)
                d->m->opposites[a] = (int)b;
}

static void pair_opposites(lf_declaring *d, const lf_doc *name, const lf_doc *opposite) {
    int a = lf_reference(d, LF_REF_DIRECTION, name),
        b = lf_reference(d, LF_REF_DIRECTION, opposite);
    int *opposites = d->m->opposites;
    if (a < 0 || b < 0)
        return;
    bool free = (opposites[a] < 0 || opposites[a] == b) && (opposites[b] < 0 || opposites[b] == a);
    if (!free) {
        LF_WRONG(d, LF_E0416, opposite, NULL,
                 "`%s` and `%s` cannot be opposites: one of them already has another opposite",
                 name->text, opposite->text);
        return;
    }
    opposites[a] = b;
    opposites[b] = a;
}

/* [name, { name, opposite }], for maps of links. Opposites may be named before they are
 * declared. */
static void declare_direction_names(lf_declaring *d, const lf_doc *list) {
    const lf_doc *values[DIRECTION_KEYS];
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < list->count; i++) {
            const lf_doc *item = list->items[i];
            values[DIRECTION_NAME] = item;
            values[DIRECTION_OPPOSITE] = NULL;
            if (item->kind == LF_DOC_MAP && !lf_read_keys(d, item, &direction_shape, values))
                continue;
            if (!lf_is_scalar(d, values[DIRECTION_NAME], "the name of a direction"))
                continue;
            if (pass == 0)
                add_direction(d, values[DIRECTION_NAME]->text, item, values[DIRECTION_NAME]->pos,
                              (lf_vector){0});
            else {
                if (values[DIRECTION_OPPOSITE] != NULL)
                    pair_opposites(d, values[DIRECTION_NAME], values[DIRECTION_OPPOSITE]);
            }
        }
}

static void declare_directions(lf_declaring *d, const lf_doc *directions, const lf_doc *adjacent) {
    uint32_t room = directions != NULL && directions->kind != LF_DOC_SCALAR ? directions->count : 0;
    d->m->directions = LF_NEW_ARRAY(d->m->arena, lf_entry, room + 1);
    d->m->opposites = LF_NEW_ARRAY(d->m->arena, int, room + 1);
    d->vectors = LF_NEW_ARRAY(d->m->arena, lf_vector, room + 1);
    if (directions != NULL && directions->kind == LF_DOC_MAP)
        declare_vectors(d, directions);
    else if (directions != NULL && lf_is_list(d, directions, "directions"))
        declare_direction_names(d, directions);
    d->adjacent_ways = adjacent != NULL ? 0 : UINT64_MAX;
    for (uint32_t i = 0; adjacent != NULL && i < adjacent->count; i++) {
        int direction = lf_reference(d, LF_REF_DIRECTION, adjacent->items[i]);
        if (direction >= 0)
            d->adjacent_ways |= UINT64_C(1) << direction;
    }
}

/* ---- the grid ---- */

/* Columns are a … z, aa, ab …, like the columns of a spreadsheet. */
static const char *grid_name(lf_declaring *d, uint32_t column, uint32_t row) {
    char letters[8];
    size_t at = sizeof letters - 1;
    letters[at] = '\0';
    for (uint32_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
        letters[--at] = (char)('a' + (rest - 1) % 26);
    return lf_intern_z(d->m->names,
                       lf_arena_printf(d->m->arena, "%s%u", letters + at, (unsigned)row + 1));
}

static void read_grid(lf_declaring *d, const lf_doc *grid) {
    const lf_doc *values[GRID_KEYS];
    if (grid == NULL || !lf_read_keys(d, grid, &grid_shape, values))
        return;
    int64_t columns = lf_int_or(d, values[GRID_COLUMNS], 1, LF_MAX_ZONES, 0);
    int64_t rows = lf_int_or(d, values[GRID_ROWS], 1, LF_MAX_ZONES, 0);
    if (columns == 0 || rows == 0)
        return;
    if (columns * rows > LF_MAX_ZONES) {
        LF_WRONG(d, LF_E0411, grid, NULL, "more than %d spaces and zones", (int)LF_MAX_ZONES);
        return;
    }
    d->columns = (uint32_t)columns;
    d->rows = (uint32_t)rows;
}

static void add_grid_spaces(lf_declaring *d, lf_pos pos) {
    lf_model *m = d->m;
    for (uint32_t i = 0; i < d->columns * d->rows; i++) {
        const char *name = grid_name(d, i % d->columns, i / d->columns);
        lf_add_symbol(d, LF_SYM_ZONE, name, pos, LF_T_SPACE, (int)i);
        m->zones[m->zone_count++] =
            (lf_model_zone){.entry = {name, name, pos}, .owner = -1, .keeps_states = true};
    }
}

/* ---- spaces ---- */

static void add_space(lf_declaring *d, const lf_doc *doc) {
    lf_model *m = d->m;
    lf_entry entry;
    const lf_doc *id = lf_doc_get(doc, "id");
    /* declare_spaces.c checks the shape of every entry and reports those without a name. */
    if (id == NULL || id->kind != LF_DOC_SCALAR || lf_doc_is_null(id))
        return;
    if (!lf_read_entry(d, id, lf_doc_get(doc, "name"), "a space", &entry))
        return;
    if (!lf_within(d, id, m->zone_count, LF_MAX_ZONES, "spaces and zones"))
        return;
    if (lf_add_symbol(d, LF_SYM_ZONE, entry.id, entry.pos, LF_T_SPACE, (int)m->zone_count) == NULL)
        return;
    d->space_docs[m->zone_count] = doc;
    m->zones[m->zone_count++] = (lf_model_zone){.entry = entry, .owner = -1, .keeps_states = true};
}

void lf_declare_map(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list spaces = lf_gather(d, (const char *const[]){"spaces", NULL});
    lf_doc_list boxes = lf_gather(d, (const char *const[]){"zones", NULL});
    const lf_doc *map = lf_doc_get(m->document, "map");
    const lf_doc *values[MAP_KEYS] = {0};
    if (map != NULL)
        lf_read_keys(d, map, &map_shape, values);
    declare_directions(d, values[MAP_DIRECTIONS], values[MAP_ADJACENT]);
    read_grid(d, values[MAP_GRID]);
    uint32_t room = d->columns * d->rows + spaces.count + boxes.count + 1;
    m->zones = LF_NEW_ARRAY(m->arena, lf_model_zone, room);
    d->space_docs = LF_NEW_ARRAY(m->arena, const lf_doc *, room);
    if (d->columns > 0) {
        assert(values[MAP_GRID] != NULL); /* read_grid sets the columns */
        add_grid_spaces(d, values[MAP_GRID]->pos);
    }
    for (uint32_t i = 0; i < spaces.count; i++)
        add_space(d, spaces.items[i]);
    m->space_count = m->zone_count;
}
