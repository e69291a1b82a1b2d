/* test_declare.c: from good declarations to the model, section by section, and the fragments of the
 * requirement documents with the declarations that they assume. */
#include "declare_fixture.h"

/* Enough of a game for declare to be content. */
#define BASE                                                                                       \
    "metadata: {id: sample, name: Sample}\n"                                                       \
    "seats: [Red, Blue]\n"                                                                         \
    "turnStructure: {phases: [{id: main}]}\n"

/* ---- who plays ---- */

static void test_seats(void **state) {
    const lf_model *m =
        declare_good(*state, "metadata:\n"
                             "  id: two-rivers\n"
                             "  name: Two Rivers\n"
                             "  description: A sample.\n"
                             "  players: {min: 2, max: 3}\n"
                             "  version: 1.2\n"
                             "seats: [Red, {id: Blue, name: The Blue Side}, Green]\n"
                             "seatGroups: {Warm: [Red], Cold: [Blue, '2']}\n"
                             "turnOrder: {order: [Green, Red, Blue]}\n"
                             "turnStructure: {phases: [{id: main}]}\n");
    assert_string_equal(m->id, "two-rivers");
    assert_string_equal(m->title, "Two Rivers");
    assert_int_equal(m->seat_count, 3);
    assert_string_equal(m->seats[0].label, "Red");
    assert_string_equal(m->seats[1].id, "Blue");
    assert_string_equal(m->seats[1].label, "The Blue Side");
    assert_int_equal(index_of(m, "Green", LF_SYM_SEAT), 2);
    assert_int_equal(m->group_count, 2);
    assert_int_equal(m->groups[1].members, 6);
    assert_int_equal(symbol_of(m, "Cold")->members, 6);
    assert_int_equal(symbol_of(m, "Cold")->type.base, LF_T_SEATS);
    assert_int_equal(m->turn_order[0], 2);
    assert_int_equal(m->turn_order[2], 1);
}

static void test_turn_order_defaults_to_declaration(void **state) {
    const lf_model *m = declare_good(*state, BASE);
    assert_int_equal(m->turn_order[0], 0);
    assert_int_equal(m->turn_order[1], 1);
}

static void test_options(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "options:\n"
                     "  - {id: longGame, name: Long game, type: boolean, default: true}\n"
                     "  - {id: handicap, type: int, min: -2, max: 2, default: -1}\n"
                     "  - {id: wind, values: [calm, storm], default: storm}\n");
    assert_int_equal(m->option_count, 3);
    assert_string_equal(m->options[0].entry.label, "Long game");
    assert_int_equal(m->options[0].type.base, LF_T_BOOL);
    assert_int_equal(m->options[0].fallback, 1);
    assert_int_equal(m->options[1].min, -2);
    assert_int_equal(m->options[1].fallback, -1);
    assert_int_equal(m->options[2].type.base, LF_T_ENUM);
    assert_int_equal(m->options[2].fallback, 1);
    assert_int_equal(m->options[2].max, 1);
    assert_int_equal(index_of(m, "wind", LF_SYM_OPTION), 2);
    assert_int_equal(symbol_of(m, "wind")->type.base, LF_T_ENUM);
}

/* ---- built-in names, types, enumerations ---- */

static void test_builtins(void **state) {
    const lf_model *m = declare_good(*state, BASE);
    assert_int_equal(index_of(m, "spaces", LF_SYM_BUILTIN), LF_BUILTIN_SPACES);
    assert_int_equal(symbol_of(m, "spaces")->type.base, LF_T_SPACES);
    assert_int_equal(symbol_of(m, "activePlayer")->type.base, LF_T_SEAT);
    assert_int_equal(symbol_of(m, "turnNumber")->type.base, LF_T_INT);
    assert_int_equal(symbol_of(m, "currentPhase")->type.base, LF_T_ENUM);
    assert_int_equal(symbol_of(m, "currentPhase")->type.id, 0);
    assert_int_equal(symbol_of(m, "scenario")->type.base, LF_T_DATA);
    assert_int_equal(symbol_of(m, "reachable")->type.base, LF_T_UNKNOWN);
    assert_int_equal(mask_of(m, "pieces"), 0);
    assert_null(symbol_of(m, "nothing"));
}

static void test_enumerations_are_shared_and_chained(void **state) {
    const lf_model *m =
        declare_good(*state, BASE "enums: {weather: [calm, wind, storm], mood: [calm, angry]}\n"
                                  "globalVars:\n"
                                  "  - {name: sky, type: weather}\n"
                                  "  - {name: sea, type: [calm, wind, storm]}\n"
                                  "  - {name: coast, type: [calm, fog]}\n"
                                  "  - {name: year, type: ['1984', '1985'], init: '1985'}\n");
    assert_int_equal(m->enum_count, 5);
    assert_string_equal(m->enums[0].name, "phase");
    assert_string_equal(m->enums[0].values[0], "main");
    assert_string_equal(m->enums[1].name, "weather");
    assert_string_equal(m->enums[3].name, "");
    assert_int_equal(m->vars[0].type.id, 1);
    assert_int_equal(m->vars[1].type.id, 1);
    assert_int_equal(m->vars[2].type.id, 3);
    assert_int_equal(m->vars[3].init, 1);
    const char *calm = lf_intern_z(m->names, "calm"), *angry = lf_intern_z(m->names, "angry");
    assert_int_equal(lf_model_enum_value(m, 1, calm), 0);
    assert_int_equal(lf_model_enum_value(m, 2, angry), 1);
    assert_int_equal(lf_model_enum_value(m, 1, angry), -1);
    int owners = 0;
    for (const lf_enum_ref *ref = lf_map_get(m->enum_values, calm); ref; ref = ref->next)
        owners++;
    assert_int_equal(owners, 3);
}

static void expect_type_name(const lf_model *m, lf_type type, const char *expected) {
    lf_text buffer = {0};
    assert_string_equal(lf_type_name(m, type, &buffer), expected);
    lf_text_free(&buffer);
}

static void test_type_names(void **state) {
    const lf_model *m = declare_good(*state, BASE "enums: {weather: [calm, storm]}\n"
                                                  "globalVars: [{name: x, type: [a, b, c]},\n"
                                                  "  {name: y, type: [a, b, c, d, e, f, g]}]\n");
    expect_type_name(m, (lf_type){.base = LF_T_SPACE}, "a space");
    expect_type_name(m, (lf_type){.base = LF_T_SEATS}, "a set of seats");
    expect_type_name(m, (lf_type){.base = LF_T_ENUM, .id = 0}, "one of phase");
    expect_type_name(m, (lf_type){.base = LF_T_ENUM, .id = 1}, "one of weather");
    expect_type_name(m, (lf_type){.base = LF_T_ENUM, .id = 2}, "one of a, b, c");
    expect_type_name(m, (lf_type){.base = LF_T_ENUM, .id = 3}, "one of a, b, c, d, e, f, …");
    expect_type_name(m, (lf_type){.base = LF_T_TABLE, .by = LF_T_SEAT, .id = LF_T_BOOL},
                     "a table by seats of bool");
    expect_type_name(m, (lf_type){.base = LF_T_TABLE, .by = LF_T_PIECES, .id = LF_T_INT},
                     "a table by kinds of int");
}

/* ---- pieces ---- */

static const char pieces[] =
    BASE "seatGroups: {Both: [Red, Blue]}\n"
         "zones: [{id: box}]\n"
         "pieces:\n"
         "  - {id: red-discs, seat: Red, type: discs, count: 12, supply: box}\n"
         "  - {id: blue-discs, seat: Blue, type: discs}\n"
         "  - {id: red-scouts, seat: Red, type: scouts, states: [hidden, shown]}\n"
         "  - {id: rocks, name: Rocks, seat: none, type: rocks}\n"
         "  - {id: blue-scouts, seat: Blue, type: scouts, states: [shown, hidden]}\n"
         "pieceGroups:\n"
         "  movers: discs or scouts\n"
         "  spies: hidden scouts\n"
         "  plain: movers except (Red (discs or scouts))\n"
         "  everything: pieces\n"
         "  owned: Both and pieces\n";

static void test_pieces(void **state) {
    const lf_model *m = declare_good(*state, pieces);
    assert_int_equal(m->kind_count, 5);
    assert_int_equal(m->slot_count, 7);
    assert_int_equal(m->kinds[0].pool, 12);
    assert_int_equal(m->kinds[0].supply, index_of(m, "box", LF_SYM_ZONE));
    assert_int_equal(m->kinds[1].pool, -1);
    assert_int_equal(m->kinds[1].supply, -1);
    assert_int_equal(m->kinds[0].state_count, 1);
    assert_string_equal(m->kinds[0].states[0], "");
    assert_int_equal(m->kinds[2].first_slot, 2);
    assert_string_equal(m->kinds[2].states[1], "shown");
    assert_int_equal(m->kinds[3].seat, -1);
    assert_string_equal(m->kinds[3].entry.label, "Rocks");
}

static void test_piece_words(void **state) {
    const lf_model *m = declare_good(*state, pieces);
    assert_int_equal(mask_of(m, "discs"), 0x03);
    assert_int_equal(mask_of(m, "scouts"), 0x6c);
    assert_int_equal(mask_of(m, "hidden"), 0x44);
    assert_int_equal(mask_of(m, "shown"), 0x28);
    assert_int_equal(mask_of(m, "Red"), 0x0d);
    assert_int_equal(mask_of(m, "Both"), 0x6f);
    assert_int_equal(mask_of(m, "pieces"), 0x7f);
    assert_int_equal(mask_of(m, "movers"), 0x6f);
    assert_int_equal(mask_of(m, "spies"), 0x44);
    assert_int_equal(mask_of(m, "plain"), 0x62);
    assert_int_equal(mask_of(m, "everything"), 0x7f);
    assert_int_equal(mask_of(m, "owned"), 0x6f);
    assert_int_equal(index_of(m, "discs", LF_SYM_PIECE_WORD), LF_PIECE_TYPE);
    assert_int_equal(index_of(m, "shown", LF_SYM_PIECE_WORD), LF_PIECE_STATE);
    assert_int_equal(index_of(m, "plain", LF_SYM_PIECE_WORD), LF_PIECE_GROUP);
}

/* ---- the board ---- */

static void expect_place(const lf_model *m, const char *name, int x, int y) {
    const lf_model_zone *space = &m->zones[index_of(m, name, LF_SYM_ZONE)];
    assert_true(space->placed);
    assert_int_equal(space->x, x);
    assert_int_equal(space->y, y);
}

/* Where spaces are drawn, stated or by the grid, and what a map without a layout is. */
static void test_places(void **state) {
    const lf_model *m =
        declare_good(*state, BASE "map: {grid: {columns: 3, rows: 2}, layout: hex}\n"
                                  "spaces: [{id: yard, at: [-1, 7]}]\n");
    assert_int_equal(m->board, LF_BOARD_HEX);
    expect_place(m, "a1", 1, 1);
    expect_place(m, "c2", 3, 2);
    expect_place(m, "yard", -1, 7);
    m = declare_good(*state, BASE "map: {grid: {columns: 3, rows: 2}}\nspaces: [{id: yard}]\n");
    assert_int_equal(m->board, LF_BOARD_SQUARES);
    assert_false(m->zones[index_of(m, "yard", LF_SYM_ZONE)].placed);
    m = declare_good(*state, BASE "spaces: [{id: yard}, {id: gate, at: [0, 1]}]\n");
    assert_int_equal(m->board, LF_BOARD_POINTS);
    m = declare_good(*state, BASE "spaces: [{id: yard}]\n");
    assert_int_equal(m->board, LF_BOARD_WORDS);
    m = declare_good(*state,
                     BASE "map: {layout: words}\nspaces: [{id: yard}, {id: gate, at: [0, 1]}]\n");
    assert_int_equal(m->board, LF_BOARD_WORDS);
}

static void test_grid(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "map:\n"
                     "  grid: {columns: 3, rows: 2}\n"
                     "  directions: {north: [0, 1], south: [0, -1], northeast: [1, 1]}\n"
                     "  adjacent: [north, south]\n"
                     "spaces: [{id: yard, adjacent: [a1]}]\n"
                     "zones: [{id: box}]\n");
    assert_int_equal(m->space_count, 7);
    assert_int_equal(m->zone_count, 8);
    assert_string_equal(m->zones[0].entry.id, "a1");
    assert_string_equal(m->zones[5].entry.id, "c2");
    assert_string_equal(m->space_properties[0].name, "column");
    assert_int_equal(m->zones[5].properties[0], 3);
    assert_int_equal(m->zones[5].properties[1], 2);
    assert_int_equal(m->zones[6].properties[0], 0);
    assert_int_equal(step_from(m, "a1", "north"), 3);
    assert_int_equal(step_from(m, "a1", "northeast"), 4);
    assert_int_equal(step_from(m, "c1", "northeast"), -1);
    assert_int_equal(step_from(m, "a2", "north"), -1);
    assert_true(adjacent(m, "a1", "a2"));
    assert_false(adjacent(m, "a1", "b2"));
    assert_true(adjacent(m, "a1", "yard"));
    assert_true(adjacent(m, "yard", "a1"));
    assert_int_equal(m->opposites[0], 1);
    assert_int_equal(m->opposites[1], 0);
    assert_int_equal(m->opposites[2], -1);
    assert_int_equal(symbol_of(m, "b1")->type.base, LF_T_SPACE);
    assert_int_equal(symbol_of(m, "box")->type.base, LF_T_ZONE);
}

static void test_wide_grid_names(void **state) {
    const lf_model *m = declare_good(*state, BASE "map: {grid: {columns: 28, rows: 1}}\n");
    assert_string_equal(m->zones[25].entry.id, "z1");
    assert_string_equal(m->zones[26].entry.id, "aa1");
    assert_string_equal(m->zones[27].entry.id, "ab1");
}

static const char linked[] =
    BASE "enums: {terrain: [plain, hill]}\n"
         "map: {directions: [out, {name: back, opposite: out}, {name: side}]}\n"
         "spaceProperties:\n"
         "  - {name: terrain, type: terrain}\n"
         "  - {name: income, type: int, default: 1}\n"
         "  - {name: holy, type: boolean}\n"
         "  - {name: home, type: seat}\n"
         "  - {name: refuge, type: space}\n"
         "spaces:\n"
         "  - {id: gate, name: The Gate, terrain: hill, income: 3, home: Red}\n"
         "  - {id: yard, terrain: plain, holy: true, links: {out: {to: gate, oneWay: true}, side: "
         "keep}}\n"
         "  - {id: keep, terrain: hill, refuge: gate, adjacent: [gate]}\n"
         "  - {id: moat, terrain: plain, home: none}\n"
         "adjacency: [[moat, keep]]\n";

static void test_linked_spaces(void **state) {
    const lf_model *m = declare_good(*state, linked);
    assert_int_equal(m->space_count, 4);
    assert_string_equal(m->zones[0].entry.label, "The Gate");
    assert_true(m->zones[0].keeps_states);
    assert_int_equal(m->space_property_count, 5);
    assert_true(m->space_properties[0].required);
    const int64_t *gate = m->zones[0].properties, *yard = m->zones[1].properties,
                  *keep = m->zones[2].properties;
    assert_int_equal(gate[0], 1);
    assert_int_equal(gate[1], 3);
    assert_int_equal(gate[2], 0);
    assert_int_equal(gate[3], 0);
    assert_int_equal(gate[4], -1);
    assert_int_equal(yard[1], 1);
    assert_int_equal(yard[2], 1);
    assert_int_equal(yard[3], -1);
    assert_int_equal(keep[4], 0);
    assert_int_equal(m->opposites[0], 1);
    assert_int_equal(m->opposites[1], 0);
    assert_int_equal(m->opposites[2], -1);
    assert_int_equal(step_from(m, "yard", "out"), 0);
    assert_int_equal(step_from(m, "yard", "side"), 2);
    assert_int_equal(step_from(m, "gate", "back"), -1);
    assert_true(adjacent(m, "yard", "gate"));
    assert_true(adjacent(m, "gate", "keep"));
    assert_true(adjacent(m, "keep", "moat"));
    assert_false(adjacent(m, "gate", "moat"));
}

static void test_map_asset_equals_sections(void **state) {
    const lf_model *m =
        declare_good(*state, BASE "dataAssets:\n"
                                  "  - id: board\n"
                                  "    kind: map\n"
                                  "    payload:\n"
                                  "      spaceProperties: [{name: income, type: int}]\n"
                                  "      spaces: [{id: gate, income: 2}, {id: yard}]\n"
                                  "      adjacency: [[gate, yard]]\n"
                                  "spaces: [{id: keep}]\n");
    assert_int_equal(m->space_count, 3);
    assert_string_equal(m->zones[0].entry.id, "keep");
    assert_int_equal(m->zones[1].properties[0], 2);
    assert_true(adjacent(m, "gate", "yard"));
}

static void test_zones(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "zones:\n"
                     "  - {id: box:none, name: Box, owner: Blue}\n"
                     "  - {id: prison, keepsStates: true}\n"
                     "  - {id: deck, holds: cards, visibility: hidden}\n"
                     "  - {id: hand, name: Hand, holds: cards, owner: each, visibility: owner}\n"
                     "  - {id: discard, holds: cards, owner: Red}\n");
    assert_int_equal(m->zone_count, 2);
    assert_int_equal(m->space_count, 0);
    assert_int_equal(index_of(m, "box", LF_SYM_ZONE), 0);
    assert_int_equal(m->zones[0].owner, 1);
    assert_false(m->zones[0].keeps_states);
    assert_true(m->zones[1].keeps_states);
    assert_int_equal(m->stack_count, 4);
    assert_int_equal(m->stacks[0].visibility, LF_VISIBLE_NONE);
    assert_int_equal(m->stacks[0].owner, -1);
    assert_int_equal(m->family_count, 1);
    assert_int_equal(m->families[0].first, 1);
    assert_int_equal(index_of(m, "hand", LF_SYM_STACK_FAMILY), 0);
    assert_int_equal(index_of(m, "hand:Blue", LF_SYM_STACK), 2);
    assert_string_equal(m->stacks[2].entry.label, "Hand (Blue)");
    assert_int_equal(m->stacks[2].owner, 1);
    assert_int_equal(m->stacks[2].visibility, LF_VISIBLE_OWNER);
    assert_int_equal(m->stacks[3].owner, 0);
    assert_int_equal(m->stacks[3].visibility, LF_VISIBLE_ALL);
}

/* ---- variables ---- */

static void test_variables(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "spaces: [{id: gate}]\n"
                     "cards: [{id: ace}]\n"
                     "spaceVars: [{name: heat, type: int, max: 9}]\n"
                     "zoneVars: [{name: burnt, type: boolean, init: true}]\n"
                     "markers: [{id: loyalty, states: [low, mid, high], default: mid}]\n"
                     "markerLattices: [{id: order, states: [a, b], defaultState: b}]\n"
                     "seatVars: [{name: gold, type: int, init: 3, min: 0, max: 40}]\n"
                     "perPlayerVars: [{name: rival, type: seat}]\n"
                     "globalVars:\n"
                     "  - {name: round, type: int}\n"
                     "  - {name: debt, type: int, min: -9, max: -2}\n"
                     "  - {name: level, type: int, min: 2}\n"
                     "  - {name: used, type: spaces}\n"
                     "  - {name: capital, type: space, init: gate}\n"
                     "  - {name: shown, type: card, init: none}\n"
                     "globalMarkers: [{id: season, states: [dry, wet]}]\n"
                     "globalMarkerLattices: [{id: ruler, states: [x, y], default: y}]\n");
    assert_int_equal(m->var_count, 14);
    assert_int_equal(m->global_count, 8);
    assert_int_equal(m->seat_var_count, 2);
    assert_int_equal(m->space_var_count, 4);
    assert_int_equal(m->vars[0].min, 0);
    assert_int_equal(m->vars[0].max, INT32_MAX);
    assert_int_equal(m->vars[1].init, -2);
    assert_int_equal(m->vars[2].init, 2);
    assert_int_equal(m->vars[3].type.base, LF_T_SPACES);
    assert_int_equal(m->vars[4].init, 0);
    assert_int_equal(m->vars[5].init, -1);
    assert_true(m->vars[6].is_marker);
    assert_int_equal(m->vars[7].init, 1);
    assert_ptr_equal(m->vars[6].symbol, symbol_of(m, "season"));
    assert_int_equal(index_of(m, "season", LF_SYM_GLOBAL), 6);
    assert_int_equal(symbol_of(m, "season")->type.base, LF_T_ENUM);
    assert_int_equal(m->vars[8].scope, LF_SCOPE_SEAT);
    assert_int_equal(m->vars[8].init, 3);
    assert_int_equal(m->vars[9].init, -1);
    assert_int_equal(m->vars[10].max, 9);
    assert_int_equal(m->vars[11].init, 1);
    assert_string_equal(m->vars[12].name, "loyalty");
    assert_int_equal(m->vars[12].init, 1);
    assert_int_equal(m->vars[12].max, 2);
    assert_int_equal(m->vars[13].init, 1);
    assert_null(symbol_of(m, "loyalty"));
}

/* ---- entries that stand for many ---- */

static void test_generated_cards(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "enums: {suits: [clubs, {id: redHearts, label: Hearts}]}\n"
                     "cardAttributes: [{name: suit, type: suits}, {name: rank, type: int}]\n"
                     "cards:\n"
                     "  - {id: joker, name: Joker, suit: clubs, rank: 0}\n"
                     "  - for: {suit: suits, rank: 9..11}\n"
                     "    id: \"{suit}-{rank}\"\n"
                     "    name: \"{rank} of {suit.label}\"\n"
                     "    metadata: {suit: \"{suit}\", rank: \"{rank}\"}\n"
                     "  - {for: {face: [{id: k, word: King, points: 13}]}, id: \"s{face}\", name: "
                     "\"{face.word}\","
                     " suit: clubs, rank: \"{face.points}\"}\n");
    static const struct {
        const char *id, *label;
        int suit, rank;
    } expected[] = {
        {"joker", "Joker", 0, 0},
        {"clubs-9", "9 of Clubs", 0, 9},
        {"clubs-10", "10 of Clubs", 0, 10},
        {"clubs-11", "11 of Clubs", 0, 11},
        {"redHearts-9", "9 of Hearts", 1, 9},
        {"redHearts-10", "10 of Hearts", 1, 10},
        {"redHearts-11", "11 of Hearts", 1, 11},
        {"sk", "King", 0, 13},
    };
    assert_int_equal(m->card_count, LF_COUNT(expected));
    for (size_t i = 0; i < LF_COUNT(expected); i++) {
        assert_string_equal(m->cards[i].entry.id, expected[i].id);
        assert_string_equal(m->cards[i].entry.label, expected[i].label);
        assert_int_equal(m->cards[i].attributes[0], expected[i].suit);
        assert_int_equal(m->cards[i].attributes[1], expected[i].rank);
    }
}

/* Braces that are no placeholder stay, and spaces and variables are made in the same way. */
static void test_generated_entries_elsewhere(void **state) {
    const lf_model *m = declare_good(
        *state,
        BASE "spaces:\n"
             "  - {for: {i: 1..3}, id: \"pit{i}\", name: \"Pit {{i} {j}\"}\n"
             "globalVars: [{for: {n: [a, b]}, name: \"seen-{n}\", type: int}]\n"
             "eventDecks: [{id: d, cards: [{for: {i: 1..2}, id: \"c{i}\"}]}]\n"
             "terminal:\n"
             "  checkpoints: [{for: {n: [a, b]}, id: \"late-{n}\", when: \"seen-{n} > 3\"}]\n"
             "  margins: [{for: {s: [Red, Blue]}, seat: \"{s}\", value: 1 + seen-a}]\n");
    assert_int_equal(m->space_count, 3);
    assert_string_equal(m->zones[2].entry.id, "pit3");
    assert_string_equal(m->zones[2].entry.label, "Pit {3 {j}");
    assert_int_equal(m->global_count, 2);
    assert_string_equal(m->vars[1].name, "seen-b");
    assert_int_equal(m->card_count, 2);
    assert_int_equal(m->checkpoint_count, 2);
    assert_string_equal(m->checkpoints[1].id, "late-b");
    assert_int_equal(m->margins[0]->kind, LF_N_BINARY);
    assert_int_equal(m->margins[1]->kind, LF_N_BINARY);
}

/* ---- cards ---- */

static void test_cards(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "cardAttributes:\n"
                     "  - {name: value, type: int}\n"
                     "  - {name: order, type: seat, length: 2}\n"
                     "  - {name: period, type: ['1984', '1985'], default: '1984'}\n"
                     "cardParts: [upper, lower]\n"
                     "eventDecks:\n"
                     "  - id: main-deck\n"
                     "    cards:\n"
                     "      - id: ace\n"
                     "        title: The Ace\n"
                     "        metadata: {period: '1985', order: [Blue, Red]}\n"
                     "        tags: [big]\n"
                     "        text: Printed words.\n"
                     "        value: 11\n"
                     "        upper: {text: Do it., when: turnNumber > 2, effects: end turn}\n"
                     "        lower: {effects: []}\n"
                     "cards: [{id: joker, name: Joker}]\n");
    assert_int_equal(m->card_count, 2);
    assert_string_equal(m->cards[0].entry.label, "Joker");
    assert_int_equal(index_of(m, "ace", LF_SYM_CARD), 1);
    assert_string_equal(m->cards[1].entry.label, "The Ace");
    assert_int_equal(m->attribute_words, 4);
    assert_int_equal(m->attribute_offsets[2], 3);
    const int64_t *ace = m->cards[1].attributes, *joker = m->cards[0].attributes;
    assert_int_equal(ace[0], 11);
    assert_int_equal(ace[1], 1);
    assert_int_equal(ace[2], 0);
    assert_int_equal(ace[3], 1);
    assert_int_equal(joker[0], 0);
    assert_int_equal(joker[1], -1);
    assert_int_equal(joker[3], 0);
    assert_int_equal(m->card_part_count, 2);
    const lf_model_part *parts = m->cards[1].parts;
    assert_string_equal(parts[0].name, "upper");
    assert_string_equal(parts[0].summary, "Do it.");
    assert_int_equal(parts[0].when->kind, LF_N_BINARY);
    assert_int_equal(parts[0].effects->kind, LF_N_BLOCK);
    assert_int_equal(parts[0].effects->kids[0]->kid_count, 1);
    assert_non_null(parts[1].effects);
    assert_int_equal(parts[1].effects->kids[0]->kid_count, 0);
    assert_null(parts[1].when);
    assert_null(m->cards[0].parts[0].effects);
    assert_string_equal(m->cards[0].parts[0].summary, "");
}

/* ---- rules ---- */

static const char rules[] =
    "metadata: {id: sample, name: Sample}\n"
    "seats: [Red, Blue]\n"
    "turnStructure:\n"
    "  phases:\n"
    "    - id: main\n"
    "      name: The Main Phase\n"
    "      onEnter: |\n"
    "        log \"begin\"\n"
    "      seats: [Blue, '0']\n"
    "    - id: rest\n"
    "      onExit: [{ endTurn: {} }]\n"
    "globalVars: [{name: gold, type: int}]\n"
    "functions:\n"
    "  rich: gold > 10\n"
    "  twice(n): n * 2\n"
    "  'tax(p: seat, rate = 3)': { op: '*', left: gold, right: { ref: binding, name: rate } }\n"
    "  clamp(n): |\n"
    "    if n > 5: return 5\n"
    "    return n\n"
    "procedures:\n"
    "  'pay(n: int)': gold -= n\n"
    "actions:\n"
    "  - id: buy\n"
    "    name: Buy a thing\n"
    "    actor: '1'\n"
    "    executor: 'actor'\n"
    "    phase: [main, rest]\n"
    "    params:\n"
    "      - {name: n, domain: 1..3, prompt: \"How many?\"}\n"
    "    pre: gold > 0\n"
    "    cost: gold -= 1\n"
    "    effects: |\n"
    "      log \"bought\"\n"
    "      end phase\n"
    "    limits: []\n"
    "  - id: pass\n"
    "    actor: active\n"
    "    phase: rest\n"
    "    pre: null\n"
    "    effects: []\n"
    "invariants:\n"
    "  - {id: gold-is-never-lost, holds: gold >= 0}\n";

static void test_phases(void **state) {
    const lf_model *m = declare_good(*state, rules);
    assert_int_equal(m->phase_count, 2);
    assert_string_equal(m->phases[0].entry.label, "The Main Phase");
    assert_non_null(m->phases[0].on_enter);
    assert_null(m->phases[0].on_exit);
    assert_int_equal(m->phases[0].seat_count, 2);
    assert_int_equal(m->phases[0].seats[0], 1);
    assert_int_equal(m->phases[0].seats[1], 0);
    assert_null(m->phases[1].seats);
    assert_int_equal(m->phases[1].on_exit->kids[0]->kids[0]->kind, LF_N_END_TURN);
    assert_string_equal(m->enums[0].values[1], "rest");
}

static void test_routines(void **state) {
    const lf_model *m = declare_good(*state, rules);
    assert_int_equal(m->routine_count, 5);
    assert_true(m->routines[0].pure);
    assert_int_equal(m->routines[0].param_count, 0);
    assert_int_equal(m->routines[0].body->kind, LF_N_BINARY);
    assert_int_equal(index_of(m, "twice", LF_SYM_FUNCTION), 1);
    const lf_model_routine *tax = &m->routines[2];
    assert_int_equal(tax->param_count, 2);
    assert_int_equal(tax->params[0].type.base, LF_T_SEAT);
    assert_null(tax->params[0].default_value);
    assert_int_equal(tax->params[1].type.base, LF_T_UNKNOWN);
    assert_int_equal(tax->params[1].default_value->value, 3);
    assert_int_equal(m->routines[3].body->kind, LF_N_BLOCK);
    assert_false(m->routines[4].pure);
    assert_int_equal(index_of(m, "pay", LF_SYM_PROCEDURE), 4);
    assert_int_equal(m->routines[4].body->kind, LF_N_BLOCK);
}

static void test_actions(void **state) {
    const lf_model *m = declare_good(*state, rules);
    assert_int_equal(m->action_count, 2);
    const lf_model_action *buy = &m->actions[0], *pass = &m->actions[1];
    assert_string_equal(buy->entry.label, "Buy a thing");
    assert_int_equal(buy->actor, 1);
    assert_int_equal(buy->phases, 3);
    assert_int_equal(buy->param_count, 1);
    assert_string_equal(buy->params[0].name, "n");
    assert_int_equal(buy->params[0].domain->kind, LF_N_RANGE);
    assert_int_equal(buy->params[0].prompt->kind, LF_N_TEXT);
    assert_non_null(buy->pre);
    const lf_node *effects = buy->effects->kids[LF_K_LIST];
    assert_int_equal(effects->kid_count, 3);
    assert_int_equal(effects->kids[0]->kind, LF_N_ASSIGN);
    assert_int_equal(effects->kids[2]->kind, LF_N_END_PHASE);
    assert_int_equal(pass->actor, -1);
    assert_int_equal(pass->phases, 2);
    assert_null(pass->pre);
    assert_int_equal(pass->effects->kids[LF_K_LIST]->kid_count, 0);
    assert_int_equal(m->invariant_count, 1);
    assert_string_equal(m->invariants[0].id, "gold-is-never-lost");
    assert_non_null(m->invariants[0].holds);
}

static void test_terminal(void **state) {
    const lf_model *m = declare_good(
        *state, BASE "globalVars: [{name: score, type: int}]\n"
                     "terminal:\n"
                     "  checkpoints:\n"
                     "    - {id: far, seat: '0', timing: endOfRound, when: score > 9}\n"
                     "    - {id: knock-out, when: score == 5, winner: activePlayer}\n"
                     "    - {id: stuck, when: score == 6, draw: true}\n"
                     "  margins:\n"
                     "    - {seat: '1', value: 0 - score}\n"
                     "    - {seat: Red, value: {op: '-', left: score, right: 5}}\n"
                     "  ranking: {order: desc, tieBreakOrder: [Blue, 0]}\n");
    assert_int_equal(m->checkpoint_count, 3);
    assert_string_equal(m->checkpoints[0].timing, "endOfRound");
    assert_null(m->checkpoints[0].winner);
    assert_null(m->checkpoints[1].timing);
    assert_non_null(m->checkpoints[1].winner);
    assert_true(m->checkpoints[2].draw);
    assert_int_equal(m->margins[0]->kind, LF_N_BINARY);
    assert_non_null(m->margins[1]);
    assert_int_equal(m->tie_break[0], 1);
    assert_int_equal(m->tie_break[1], 0);
}

/* ---- scenarios ---- */

static const char scenarios[] =
    BASE "spaces: [{id: gate}, {id: yard}]\n"
         "zones:\n"
         "  - {id: box}\n"
         "  - {id: deck, holds: cards}\n"
         "  - {id: hand, holds: cards, owner: each}\n"
         "cards: [{id: one}, {id: two}, {id: three}]\n"
         "pieces:\n"
         "  - {id: discs, seat: Red, type: disc, count: 9}\n"
         "  - {id: scouts, type: scout, states: [hidden, shown]}\n"
         "globalVars: [{name: gold, type: int, max: 9}]\n"
         "seatVars: [{name: fame, type: int}]\n"
         "spaceVars: [{name: heat, type: int}]\n"
         "markers: [{id: mood, states: [bad, good]}]\n"
         "setup: |\n"
         "  gold = 1\n"
         "scenarioFields:\n"
         "  rounds: {type: int, min: 1}\n"
         "  note: {type: string, optional: true}\n"
         "  gifts: {list: {fields: {seat: seat, zones: {list: zone}}}, optional: true}\n"
         "  limits: {fields: {low: {type: int, max: 0}, on: boolean}, optional: true}\n"
         "scenarios:\n"
         "  - id: short-game\n"
         "    name: short\n"
         "    title: The Short Game\n"
         "    initialTrackValues: [{trackId: gold, value: 4}]\n"
         "    initialMarkers: [{space: yard, marker: mood, state: good}]\n"
         "    initialSpaceValues: [{space: gate, name: heat, value: 7}]\n"
         "    initialSeatValues: [{seat: Blue, name: fame, value: 2}]\n"
         "    initialPlacements:\n"
         "      - {space: gate, pieces: {discs: 4, scouts.shown: 2}}\n"
         "      - {zone: box:none, pieces: {discs: 5, scouts: 1}}\n"
         "    initialCards:\n"
         "      - {stack: deck, cards: all}\n"
         "      - {stack: hand:Blue, cards: [two]}\n"
         "    rounds: 5\n"
         "    note: '1984'\n"
         "    gifts: [{seat: Red, zones: [gate, box]}]\n"
         "    limits: {low: -3, on: true}\n"
         "dataAssets:\n"
         "  - id: long\n"
         "    kind: scenario\n"
         "    payload: {default: true, rounds: 9}\n";

static void test_scenarios(void **state) {
    const lf_model *m = declare_good(*state, scenarios);
    assert_int_equal(m->scenario_count, 2);
    const lf_model_scenario *s = &m->scenarios[0], *l = &m->scenarios[1];
    assert_string_equal(s->entry.id, "short-game");
    assert_string_equal(s->name, "short");
    assert_string_equal(s->entry.label, "The Short Game");
    assert_false(s->is_default);
    assert_string_equal(l->name, "long");
    assert_true(l->is_default);
    assert_string_equal(lf_doc_get(l->data, "rounds")->text, "9");
    assert_non_null(s->setup.body);
    assert_non_null(l->setup.body);
    assert_ptr_not_equal(s->setup.body, l->setup.body);
    assert_ptr_equal(m->setup, lf_doc_get(m->document, "setup"));
}

static void test_initial_position(void **state) {
    const lf_model *m = declare_good(*state, scenarios);
    const lf_model_scenario *s = &m->scenarios[0];
    assert_int_equal(s->value_count, 4);
    assert_int_equal(s->values[0].owner, -1);
    assert_int_equal(s->values[0].value, 4);
    assert_string_equal(m->vars[s->values[1].var].name, "mood");
    assert_int_equal(s->values[1].owner, 1);
    assert_int_equal(s->values[1].value, 1);
    assert_string_equal(m->vars[s->values[2].var].name, "heat");
    assert_int_equal(s->values[3].owner, 1);
    assert_int_equal(s->placement_count, 4);
    assert_int_equal(s->placements[1].slot, 2);
    assert_int_equal(s->placements[1].count, 2);
    assert_int_equal(s->placements[2].zone, 2);
    assert_int_equal(s->placements[3].slot, 1);
    assert_int_equal(s->stack_count, 2);
    assert_int_equal(s->stacks[0].stack, index_of(m, "hand:Blue", LF_SYM_STACK));
    assert_int_equal(s->stacks[0].cards[0], 1);
    assert_int_equal(s->stacks[1].count, 2);
    assert_int_equal(s->stacks[1].cards[1], 2);
}

/* A supply holds what the scenario does not place, in the kind's first state. */
static void test_supplies_are_filled(void **state) {
    static const char with_supply[] =
        BASE "spaces: [{id: gate}]\n"
             "zones: [{id: box}]\n"
             "pieces:\n"
             "  - {id: discs, seat: Red, type: disc, count: 9}\n"
             "  - {id: scouts, type: scout, states: [hidden, shown], count: 7, supply: box}\n"
             "  - {id: carts, type: cart, count: 0, supply: box}\n";
    static const struct {
        const char *scenario;
        uint32_t placements;
        int last;         /* scouts of the last placement … */
        const char *zone; /* … and where */
    } rows[] = {
        {"", 1, 7, "box"},
        {"scenarios: [{id: bare}]", 1, 7, "box"},
        {"scenarios: [{id: empty, initialPlacements: []}]", 1, 7, "box"},
        {"scenarios: [{id: some, initialPlacements: [{zone: gate, pieces: {scouts: 1, "
         "scouts.shown: 2}}]}]",
         3, 4, "box"},
        {"scenarios: [{id: part, initialPlacements: [{zone: box, pieces: {scouts: 2}}]}]", 2, 5,
         "box"},
        {"scenarios: [{id: whole, initialPlacements: [{zone: gate, pieces: {scouts: 7}}]}]", 1, 7,
         "gate"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s\n", with_supply, rows[i].scenario);
        const lf_model *m = declare_good(*state, text);
        const lf_model_scenario *s = &m->scenarios[0];
        assert_int_equal(s->placement_count, rows[i].placements);
        const lf_placement *last = &s->placements[s->placement_count - 1];
        assert_int_equal(last->count, rows[i].last);
        assert_int_equal(last->slot, 1);
        assert_string_equal(m->zones[last->zone].entry.id, rows[i].zone);
    }
}

static void test_game_without_scenarios(void **state) {
    const lf_model *m = declare_good(*state, BASE "setup: activePlayer = Red\n");
    assert_int_equal(m->scenario_count, 1);
    assert_string_equal(m->scenarios[0].name, "default");
    assert_true(m->scenarios[0].is_default);
    assert_non_null(m->scenarios[0].setup.body);
    assert_int_equal(m->scenarios[0].data->count, 0);
}

/* ---- the requirement documents ---- */

#define FOUR_SEATS "metadata: {id: sample, name: Sample}\nseats: [US, ARVN, NVA, VC]\n"
#define SEVEN_PHASES                                                                               \
    "turnStructure:\n"                                                                             \
    "  phases:\n"                                                                                  \
    "  - id: main\n"                                                                               \
    "  - id: coupVictory\n"                                                                        \
    "  - id: coupResources\n"                                                                      \
    "  - id: coupSupport\n"                                                                        \
    "  - id: coupRedeploy\n"                                                                       \
    "  - id: coupCommitment\n"                                                                     \
    "  - id: coupReset\n"

static void test_required_phases_and_variables(void **state) {
    const lf_model *m =
        declare_good(*state, FOUR_SEATS SEVEN_PHASES "globalVars:\n"
                                                     "- name: isCoupRound\n"
                                                     "  type: boolean\n"
                                                     "  init: false\n"
                                                     "\n"
                                                     "- name: coupSupportSpacesUsed\n"
                                                     "  type: int\n"
                                                     "  init: 0\n"
                                                     "  min: 0\n"
                                                     "  max: 4\n"
                                                     "\n"
                                                     "- name: coupUsTroopsMoved\n"
                                                     "  type: int\n"
                                                     "  init: 0\n"
                                                     "  min: 0\n"
                                                     "  max: 10\n");
    assert_int_equal(m->phase_count, 7);
    assert_string_equal(m->phases[6].entry.id, "coupReset");
    assert_int_equal(m->vars[0].type.base, LF_T_BOOL);
    assert_int_equal(m->vars[2].max, 10);
}

#define DECK_SHAPE                                                                                 \
    "scenarioFields:\n"                                                                            \
    "  deckComposition:\n"                                                                         \
    "    fields:\n"                                                                                \
    "      pileCount: {type: int, min: 1}\n"                                                       \
    "      eventsPerPile: {type: int, min: 1}\n"                                                   \
    "      coupsPerPile: {type: int, min: 1}\n"                                                    \
    "      includedCardIds: {list: card, optional: true}\n"                                        \
    "      excludedCardIds: {list: card, optional: true}\n"                                        \
    "      periodFilter:\n"                                                                        \
    "        optional: true\n"                                                                     \
    "        fields:\n"                                                                            \
    "          enabled: boolean\n"                                                                 \
    "          pileAssignments:\n"                                                                 \
    "            list: {fields: {piles: {list: {type: int, min: 1}}, period: period}}\n"
#define PIVOTALS                                                                                   \
    "enums: {period: ['1964', '1965', '1968']}\n"                                                  \
    "cards: [{id: card-121}, {id: card-122}, {id: card-123}, {id: card-124}, {id: card-129}]\n"

static void test_required_deck_composition(void **state) {
    const lf_model *m =
        declare_good(*state, FOUR_SEATS SEVEN_PHASES PIVOTALS DECK_SHAPE
                     "globalVars:\n"
                     "  - {name: leaderBoxCardCount, type: int, init: 0, min: 0, max: 8}\n"
                     "  - {name: totalEcon, type: int, init: 0, min: 0, max: 15}\n"
                     "dataAssets:\n"
                     "  - id: scenario-short\n"
                     "    kind: scenario\n"
                     "    payload:\n"
                     "      name: short\n"
                     "      deckComposition:\n"
                     "        pileCount: 3\n"
                     "        eventsPerPile: 8\n"
                     "        coupsPerPile: 1\n"
                     "        excludedCardIds:\n"
                     "          - card-121   # first\n"
                     "          - card-122\n"
                     "          - card-129\n"
                     "        periodFilter:\n"
                     "          enabled: false\n"
                     "          pileAssignments:\n"
                     "            - piles: [1, 2, 3]\n"
                     "              period: \"1965\"\n"
                     "      initialTrackValues:\n"
                     "        - trackId: leaderBoxCardCount\n"
                     "          value: 2\n"
                     "        - trackId: totalEcon\n"
                     "          value: 15\n");
    assert_string_equal(m->scenarios[0].name, "short");
    assert_int_equal(m->scenarios[0].values[0].value, 2);
    assert_int_equal(m->scenarios[0].values[1].value, 15);
    const lf_doc *deck = lf_doc_get(m->scenarios[0].data, "deckComposition");
    assert_int_equal(lf_doc_get(deck, "excludedCardIds")->count, 3);
}

#define PLAYED(n)                                                                                  \
    "    - if:\n"                                                                                  \
    "        condition: { op: '==', left: { ref: binding, name: eventCardId }, right: card-" n     \
    " }\n"                                                                                         \
    "        then:\n"                                                                              \
    "          - setVar: { scope: global, var: pivotalUsed_card" n ", value: 1 }\n"
#define UNUSED(seat, n)                                                                            \
    "      - op: and\n"                                                                            \
    "        args:\n"                                                                              \
    "          - { op: '==', left: { ref: activePlayer }, right: " seat " }\n"                     \
    "          - { op: '==', left: { ref: binding, name: eventCardId }, right: card-" n " }\n"     \
    "          - { op: '==', left: { ref: globalVar, name: pivotalUsed_card" n " }, right: 0 }\n"

static void test_required_pivotal_action(void **state) {
    const lf_model *m = declare_good(
        *state, FOUR_SEATS SEVEN_PHASES PIVOTALS
        "globalVars:\n"
        "  - {name: pivotalUsed_card121, type: int, init: 0, min: 0, max: 1}\n"
        "  - {name: pivotalUsed_card122, type: int, init: 0, min: 0, max: 1}\n"
        "actions:\n"
        "- id: pivotalEvent\n"
        "  actor: active\n"
        "  executor: 'actor'\n"
        "  phase: [main]\n"
        "  params:\n"
        "    - name: eventCardId\n"
        "      domain: { query: enums, values: [card-121, card-122] }\n"
        "  pre:\n"
        "    op: or\n"
        "    args:\n" UNUSED("0", "121") UNUSED("2", "122") "  cost: []\n"
                                                            "  effects:\n" PLAYED("121")
                                                                PLAYED("122") "  limits: []\n");
    const lf_model_action *action = &m->actions[0];
    assert_int_equal(action->actor, -1);
    assert_int_equal(action->phases, 1);
    assert_int_equal(action->pre->kind, LF_N_BINARY);
    assert_int_equal(action->pre->word, LF_W_OR);
    assert_non_null(action->params[0].domain);
    assert_int_equal(action->effects->kids[LF_K_LIST]->kid_count, 2);
    assert_int_equal(action->effects->kids[LF_K_LIST]->kids[0]->kind, LF_N_IF);
}

static void test_required_tie_break(void **state) {
    const lf_model *m =
        declare_good(*state, FOUR_SEATS SEVEN_PHASES "terminal:\n"
                                                     "  margins:\n"
                                                     "    - {seat: '0', value: 0 - 50}\n"
                                                     "    - {seat: '1', value: 0 - 50}\n"
                                                     "    - {seat: '2', value: 0 - 18}\n"
                                                     "    - {seat: '3', value: 0 - 35}\n"
                                                     "  tieBreakOrder: ['3', '1', '2', '0']\n");
    const int expected[] = {3, 1, 2, 0};
    for (int i = 0; i < 4; i++)
        assert_int_equal(m->tie_break[i], expected[i]);
}

/* ---- the reference ---- */

static void test_examples_of_the_reference(void **state) {
    fixture *f = *state;
    lf_reader reader = {f->arena, lf_names_new(f->arena), &f->sources, &f->report};
    f->model = (lf_model){
        .arena = f->arena, .names = reader.names, .sources = &f->sources, .report = &f->report};
    f->model.document = lf_spec_read(&reader, "docs/sections.md", lf_game_sections);
    lf_declare(&f->model);
    lf_check(&f->model);
    print_report(f);
    assert_int_equal(f->report.errors, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        DECLARE_TEST(test_seats),
        DECLARE_TEST(test_turn_order_defaults_to_declaration),
        DECLARE_TEST(test_options),
        DECLARE_TEST(test_builtins),
        DECLARE_TEST(test_enumerations_are_shared_and_chained),
        DECLARE_TEST(test_type_names),
        DECLARE_TEST(test_pieces),
        DECLARE_TEST(test_piece_words),
        DECLARE_TEST(test_grid),
        DECLARE_TEST(test_places),
        DECLARE_TEST(test_wide_grid_names),
        DECLARE_TEST(test_linked_spaces),
        DECLARE_TEST(test_map_asset_equals_sections),
        DECLARE_TEST(test_zones),
        DECLARE_TEST(test_variables),
        DECLARE_TEST(test_generated_cards),
        DECLARE_TEST(test_generated_entries_elsewhere),
        DECLARE_TEST(test_cards),
        DECLARE_TEST(test_phases),
        DECLARE_TEST(test_routines),
        DECLARE_TEST(test_actions),
        DECLARE_TEST(test_terminal),
        DECLARE_TEST(test_scenarios),
        DECLARE_TEST(test_initial_position),
        DECLARE_TEST(test_supplies_are_filled),
        DECLARE_TEST(test_game_without_scenarios),
        DECLARE_TEST(test_required_phases_and_variables),
        DECLARE_TEST(test_required_deck_composition),
        DECLARE_TEST(test_required_pivotal_action),
        DECLARE_TEST(test_required_tie_break),
        DECLARE_TEST(test_examples_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
