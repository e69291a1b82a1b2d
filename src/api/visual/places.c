/* places.c: a place for every space of a game that does not say where its spaces are.
 *
 * The map says where the squares, hexagons or points of most boards are. Spaces without places are
 * laid out by the graph of adjacency: neighbours pull at each other, all push each other away, for
 * a fixed number of rounds from a fixed beginning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/state/state.h"
#include "visual.h"

#define CELL 100.0 /* side of a square of a grid */
#define ROUNDS 300

typedef struct {
    double x, y;
} spot;

static bool put(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0;
}

static json_t *point_json(spot at) {
    return json_pack("[i, i]", (int)lround(at.x), (int)lround(at.y));
}

/* ---- boards whose spaces have places ---- */

static json_t *square_at(spot at) {
    return json_pack("{s:[i, i, i, i]}", "rect", (int)lround(at.x - CELL / 2),
                     (int)lround(at.y - CELL / 2), (int)CELL, (int)CELL);
}

/* With a corner up, as wide as a cell. */
static json_t *hexagon_at(spot at) {
    static const spot corners[] = {{0, -1}, {0.866025, -0.5}, {0.866025, 0.5},
                                   {0, 1},  {-0.866025, 0.5}, {-0.866025, -0.5}};
    const double side = CELL / 1.732051;
    json_t *const outline = json_array();
    for (size_t i = 0; i < LF_COUNT(corners); i++)
        json_array_append_new(
            outline, point_json((spot){at.x + side * corners[i].x, at.y + side * corners[i].y}));
    return json_pack("{s:o}", "polygon", outline);
}

static json_t *circle_at(spot at) {
    return json_pack("{s:[i, i, i]}", "circle", (int)lround(at.x), (int)lround(at.y),
                     (int)(CELL * 0.42));
}

static json_t *space_at(lf_board board, spot at) {
    return board == LF_BOARD_SQUARES ? square_at(at)
           : board == LF_BOARD_HEX   ? hexagon_at(at)
                                     : circle_at(at);
}

/* The middle of a space in a picture whose y goes down, as yet anywhere. */
static spot spot_of(const lf_game *game, lf_board board, int space) {
    int x = 0, y = 0;
    lf_space_place(game, space, &x, &y);
    return board == LF_BOARD_HEX ? (spot){(x + y / 2.0) * CELL, -y * CELL * 0.866025}
                                 : (spot){x * CELL, -y * CELL};
}

/* ---- graphs ---- */

/* One round: what pushes and pulls at each spot, then a step of at most `reach`. */
static void relax(const lf_game *game, spot *at, spot *pull, int count, double reach) {
    const double wanted = 1.6 * CELL;
    for (int a = 0; a < count; a++) {
        pull[a] = (spot){0, 0};
        for (int b = 0; b < count; b++) {
            const double dx = at[a].x - at[b].x, dy = at[a].y - at[b].y,
                         far = fmax(hypot(dx, dy), 1);
            if (a == b)
                continue;
            const double push = wanted * wanted / far,
                         tie = lf_adjacent(game, a, b) ? far * far / wanted : 0;
            pull[a].x += dx / far * (push - tie);
            pull[a].y += dy / far * (push - tie);
        }
    }
    for (int a = 0; a < count; a++) {
        const double far = fmax(hypot(pull[a].x, pull[a].y), 1);
        at[a].x += pull[a].x / far * fmin(far, reach);
        at[a].y += pull[a].y / far * fmin(far, reach);
    }
}

static void move_into_view(spot *at, int count, lf_board board, spot *size) {
    const double margin = board == LF_BOARD_SQUARES ? CELL / 2 : CELL * 0.7;
    spot least = at[0], most = at[0];
    for (int s = 1; s < count; s++) {
        least = (spot){fmin(least.x, at[s].x), fmin(least.y, at[s].y)};
        most = (spot){fmax(most.x, at[s].x), fmax(most.y, at[s].y)};
    }
    for (int s = 0; s < count; s++)
        at[s] = (spot){at[s].x - least.x + margin, at[s].y - least.y + margin};
    *size = (spot){round(most.x - least.x + 2 * margin), round(most.y - least.y + 2 * margin)};
}

static void lay_out_graph(const lf_game *game, spot *at, spot *pull, int count) {
    for (int s = 0; s < count;
         s++) { /* a circle that is not quite one, so that nothing balances on a point */
        const double turn = 6.283185307179586 * s / count, far = CELL * (sqrt(count) + s % 3);
        at[s] = (spot){far * cos(turn), far * sin(turn)};
    }
    for (int round = 0; round < ROUNDS; round++)
        relax(game, at, pull, count, CELL * (1 - (double)round / ROUNDS));
}

/* ---- all spaces ---- */

static bool all_have_places(const lf_game *game) {
    for (int s = 0; s < lf_count(game, LF_OF_SPACES); s++)
        if (!lf_space_place(game, s, NULL, NULL))
            return false;
    return true;
}

static bool place_spaces(const lf_game *game, json_t *spaces, lf_board board, spot *size) {
    const int count = lf_count(game, LF_OF_SPACES);
    spot *const at = lf_malloc(2 * (size_t)(count + 1) * sizeof *at);
    if (at == NULL)
        return false;
    if (board == LF_BOARD_WORDS)
        lay_out_graph(game, at, at + count, count);
    for (int s = 0; s < count && board != LF_BOARD_WORDS; s++)
        at[s] = spot_of(game, board, s);
    if (count > 0)
        move_into_view(at, count, board, size);
    bool good = true;
    for (int s = 0; s < count && good; s++)
        good = put(spaces, lf_name(game, LF_OF_SPACES, s), space_at(board, at[s]));
    lf_free(at);
    return good;
}

/* ---- labels of what the file has drawn ---- */

static double coordinate(const json_t *list, size_t i) {
    return json_number_value(json_array_get(list, i));
}

static spot middle_of_points(const json_t *points) {
    spot sum = {0, 0};
    const size_t count = json_array_size(points);
    for (size_t i = 0; i < count; i++) {
        sum.x += coordinate(json_array_get(points, i), 0);
        sum.y += coordinate(json_array_get(points, i), 1);
    }
    return (spot){sum.x / (double)count, sum.y / (double)count};
}

static spot middle_of(const json_t *space) {
    const json_t *shape = json_object_get(space, "circle");
    if (shape != NULL)
        return (spot){coordinate(shape, 0), coordinate(shape, 1)};
    shape = json_object_get(space, "rect");
    if (shape != NULL)
        return (spot){coordinate(shape, 0) + coordinate(shape, 2) / 2,
                      coordinate(shape, 1) + coordinate(shape, 3) / 2};
    shape = json_object_get(space, "path");
    if (shape == NULL)
        return middle_of_points(json_object_get(space, "polygon"));
    const json_t *const half = json_array_get(shape, (json_array_size(shape) - 1) / 2),
                        *const next = json_array_get(shape, (json_array_size(shape) - 1) / 2 + 1);
    return (spot){(coordinate(half, 0) + coordinate(next, 0)) / 2,
                  (coordinate(half, 1) + coordinate(next, 1)) / 2};
}

static bool label_spaces(json_t *spaces) {
    const char *name;
    json_t *space;
    json_object_foreach(spaces, name, space) {
        if (json_object_get(space, "label") == NULL &&
            !put(space, "label", point_json(middle_of(space))))
            return false;
    }
    return true;
}

/* ---- colours ---- */

static bool fill_space(json_t *space, json_t *colour) {
    return colour == NULL || json_object_get(space, "fill") != NULL ||
           put(space, "fill", json_incref(colour));
}

/* Squares by turns: the first colour where column and row add up to an even number, as at a1. */
static bool chequer_spaces(const lf_game *game, const json_t *fill, json_t *spaces) {
    const json_t *const colours = json_object_get(fill, "chequered");
    bool good = true;
    for (int s = 0; colours != NULL && s < lf_count(game, LF_OF_SPACES) && good; s++) {
        int x = 0, y = 0;
        if (lf_space_place(game, s, &x, &y))
            good = fill_space(json_object_get(spaces, lf_name(game, LF_OF_SPACES, s)),
                              json_array_get(colours, (size_t)((x + y) & 1)));
    }
    return good;
}

/* The id of what a space has as this property: words may change, and colours are chosen by ids. */
static char *property_id(const lf_game *game, int property, uint32_t space) {
    lf_text text = {0};
    const int64_t value = game->properties[(uint32_t)property * game->space_count + space];
    lf_format_id(game, (lf_sort)game->property_info[property].sort,
                 game->property_info[property].enum_id, &value, &text);
    return lf_text_take(&text);
}

/* Spaces without a colour of their own get that of their property. */
static bool fill_spaces(const lf_game *game, const json_t *fill, json_t *spaces) {
    const char *const by = json_string_value(json_object_get(fill, "by"));
    const int property = by != NULL ? lf_find(game, LF_OF_PROPERTIES, by) : -1;
    bool good = true;
    for (uint32_t s = 0; property >= 0 && s < game->space_count && good; s++) {
        json_t *const space = json_object_get(spaces, game->zones[s].name);
        char *const id = property_id(game, property, s);
        json_t *const colour =
            id != NULL ? json_object_get(json_object_get(fill, "values"), id) : NULL;
        good = id != NULL && fill_space(space, colour);
        lf_free(id);
    }
    return good;
}

static const char *kind_of(const lf_game *game, lf_board board) {
    static const char *const kinds[] = {[LF_BOARD_WORDS] = "graph",
                                        [LF_BOARD_SQUARES] = "squares",
                                        [LF_BOARD_HEX] = "hex",
                                        [LF_BOARD_POINTS] = "points"};
    return lf_count(game, LF_OF_SPACES) == 0 ? "none" : kinds[board];
}

/* The object under a key, made if it is not there; NULL: no memory. */
static json_t *part_of(json_t *visual, const char *key) {
    json_t *const there = json_object_get(visual, key);
    if (there == NULL)
        put(visual, key, json_object());
    return json_object_get(visual, key);
}

bool lf_visual_places(const lf_game *game, json_t *visual) {
    const bool drawn = json_object_get(visual, "spaces") != NULL;
    json_t *const spaces = part_of(visual, "spaces"), *const board = part_of(visual, "board");
    const lf_board declared = all_have_places(game) ? lf_board_of(game) : LF_BOARD_WORDS;
    spot size = {1000, 1000};
    if (spaces == NULL || board == NULL || (!drawn && !place_spaces(game, spaces, declared, &size)))
        return false;
    if (!drawn || json_object_get(board, "size") == NULL)
        put(board, "size", point_json(size));
    return put(board, "kind", json_string(drawn ? "map" : kind_of(game, declared))) &&
           label_spaces(spaces) && fill_spaces(game, json_object_get(visual, "fill"), spaces) &&
           chequer_spaces(game, json_object_get(visual, "fill"), spaces);
}
