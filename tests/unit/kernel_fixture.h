/* kernel_fixture.h: a small game made by hand, tables and code, so that the kernel can be tested
 * without the compiler.
 *
 * Two seats, a row of five spaces and a supply for each seat, three countable kinds (one in two
 * states), six cards, four stacks, variables of every sort, and a course of play whose actions use
 * every kind of choice. Routine 1 (`scratch`) is free for tests that run single instructions. */
#ifndef KERNEL_FIXTURE_H
#define KERNEL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/state/state.h"

#include <cmocka.h>

enum { RED, BLUE };
enum { A, B, C, D, E, SUPPLY_RED, SUPPLY_BLUE, ZONES };
enum { CUBE_UP, CUBE_DOWN, DISC, SLOTS };
enum { LEFT, RIGHT };
enum { DECK, HAND_RED, HAND_BLUE, DISCARD, STACKS };
enum { CARDS = 6 };
enum { SCORE, FLAG, MOOD, GOLD_OF, MARKED, GOLD, FORT, VARS };
enum {
    CELL_SPEED,
    CELL_MODE,
    CELL_SCORE,
    CELL_FLAG,
    CELL_MOOD,
    CELL_SEAT,
    CELL_GOLD,
    CELL_FORT = CELL_GOLD + 2,
    CELLS = CELL_FORT + 5
};

/* All cells of the fixture have one byte. */
#define CELL_AT(cell) ((int)sizeof(lf_head) + (cell))

enum { PASS, BUILD, DRAW, ROLL, GAMBLE, COUNT_UP, SHUFFLE, PLAY, LATER, FINISH, ACTIONS };
enum {
    R_COURSE,
    R_SCRATCH,
    R_SUM,
    R_MARGIN_RED,
    R_MARGIN_BLUE,
    R_INVARIANT,
    R_SETUP,
    R_CARD,
    R_ACTION,
    ROUTINES = R_ACTION + ACTIONS
};
enum { SITE_ACTION, SITE_BUILD, SITE_GAMBLE, SITE_COUNT, SITE_COUNT_MENU, SITE_PLAY, SITES };
enum { T_PROMPT, T_NAMES, T_YES, T_NO, T_STOP, TEMPLATES };
enum { SCRATCH_ROOM = 64 };

typedef struct {
    lf_game game;
    lf_instr code[1024];
    uint32_t places_of[1024];
    lf_routine routines[ROUTINES];
    lf_choice_site sites[SITES];
    lf_question_info questions[SITES]; /* one a choice */
    lf_var vars[VARS];
    lf_slot slots[SLOTS];
    int32_t card_routines[CARDS];
    int16_t steps[5 * 2];
    uint64_t adjacency[5];
    lf_phase_info phases[2];
    lf_scenario_info scenario;
    uint8_t flip_maps[1][LF_MAX_PIECE_SLOTS];
} lf_fixture;

static lf_named fixture_seats[] = {{"red", "Red"}, {"blue", "Blue"}};
static lf_named fixture_zones[] = {{"a", "Aye"},
                                   {"b", "Bee"},
                                   {"c", "Cee"},
                                   {"d", "Dee"},
                                   {"e", "Eee"},
                                   {"supply-red", "Reds"},
                                   {"supply-blue", "Blues"}};
static lf_named fixture_cards[] = {{"one", "One"},   {"two", "Two"},   {"three", "Three"},
                                   {"four", "Four"}, {"five", "Five"}, {"six", "Six"}};
static lf_named fixture_moods[] = {{"calm", "Calm"}, {"angry", "Angry"}, {"wild", "Wild"}};
static lf_named fixture_directions[] = {{"left", "Left"}, {"right", "Right"}};
static lf_named fixture_phases[] = {{"main", "Main"}, {"late", "Late"}};
static lf_named fixture_actions[] = {
    {"pass", "Pass"},        {"build", "Build"},  {"draw", "Draw"}, {"roll", "Roll"},
    {"gamble", "Gamble"},    {"count", "Count"},  {"mix", "Mix"},   {"play", "Play"},
    {"later", "Go to late"}, {"finish", "Finish"}};
static lf_named fixture_invariants[] = {{"score-in-range", "Score in range"}};
static lf_enumeration fixture_enums[] = {{"mood", fixture_moods, 3}};
static lf_stack fixture_stacks[] = {{"deck", "Deck", -1, 2},
                                    {"hand-red", "Red's hand", RED, 1},
                                    {"hand-blue", "Blue's hand", BLUE, 1},
                                    {"discard", "Discard", -1, 0}};
static lf_var fixture_options[] = {{.name = "speed",
                                    .label = "speed",
                                    .sort = LF_SORT_INT,
                                    .min = 1,
                                    .max = 5,
                                    .init = 2,
                                    .cell = CELL_SPEED},
                                   {.name = "mode",
                                    .label = "mode",
                                    .sort = LF_SORT_ENUM,
                                    .max = 2,
                                    .init = 1,
                                    .cell = CELL_MODE}};
static uint8_t fixture_next[] = {BLUE, RED};
static uint8_t fixture_tie[] = {BLUE, RED};
static uint8_t fixture_keeps[] = {1, 1, 1, 1, 1, 0, 0};
static uint64_t fixture_masks[] = {3, 4};
static lf_named fixture_parts[] = {{"effect", "effect"}};
static int64_t fixture_attributes[] = {1, 10, 11, 2, 20, 21, 3, 30, 31,
                                       4, 40, 41, 5, 50, 51, 6, 60, 61};
static uint32_t fixture_lengths[] = {1, 2, 1};
static int16_t fixture_opposites[] = {RIGHT, LEFT};
static int64_t fixture_properties[] = {5, 4, 3, 2, 1};
static lf_named fixture_checkpoints[] = {{"ended", "ended"}, {"score", "score"}};
static uint32_t fixture_invariant_routines[] = {R_INVARIANT};
static int32_t fixture_margins[] = {R_MARGIN_RED, R_MARGIN_BLUE};
static int64_t fixture_constants[] = {0x1f, 7, -1};
static lf_place fixture_places[] = {{0, 3, 5}};
static const char *fixture_files[] = {"game.md"};
static uint8_t fixture_action_kinds[ACTIONS]; /* LF_OPTION_ACTION */
static uint32_t fixture_phase_actions[] = {PASS,     BUILD,   DRAW, ROLL,  GAMBLE,
                                           COUNT_UP, SHUFFLE, PLAY, LATER, FINISH};
static int32_t fixture_menu[] = {T_YES, T_NO};
static const char *fixture_menu_ids[] = {"yes", "no"};
static uint8_t fixture_menu_kinds[] = {LF_OPTION_MENU, LF_OPTION_MENU};
static uint16_t fixture_deck[] = {0, 1, 2, 3, 4, 5};
#define LITERAL(words)                                                                             \
    { .literal = (words), .number = LF_NO_NUMBER }
#define SHOWN(register, shown)                                                                     \
    { .reg = (register), .sort = (shown), .number = LF_NO_NUMBER }
static lf_text_part fixture_prompt[] = {LITERAL("Build where, "), SHOWN(1, LF_SORT_SEAT),
                                        LITERAL("?")};
static lf_text_part fixture_names[] = {SHOWN(0, LF_SORT_ZONES), LITERAL(" "),
                                       SHOWN(1, LF_SORT_ENUM)};
static lf_text_part fixture_yes[] = {LITERAL("Yes")}, fixture_no[] = {LITERAL("No")},
                    fixture_stop[] = {LITERAL("Stop")};
static lf_template fixture_templates[] = {
    {fixture_prompt, 3}, {fixture_names, 3}, {fixture_yes, 1}, {fixture_no, 1}, {fixture_stop, 1}};

/* ---- a little assembler ---- */

static uint32_t emit(lf_fixture *f, lf_opcode op, int a, int b, int c, int imm) {
    f->code[f->game.code_count] = (lf_instr){(uint8_t)op, (uint8_t)a, (uint8_t)b, (uint8_t)c, imm};
    return f->game.code_count++;
}
#define OP(name, a, b, c, imm) emit(f, LF_OP_##name, a, b, c, imm)

static uint32_t here(const lf_fixture *f) {
    return f->game.code_count;
}
static void patch(lf_fixture *f, uint32_t pc) {
    f->code[pc].imm = (int32_t)here(f);
}

static void begin(lf_fixture *f, uint32_t routine, const char *name, uint32_t registers,
                  uint32_t table_words) {
    f->routines[routine] = (lf_routine){.name = name,
                                        .entry = here(f),
                                        .registers = registers,
                                        .frame_size = registers + table_words};
}
static void end(lf_fixture *f, uint32_t routine) {
    f->routines[routine].end = here(f);
}

static void offer(lf_fixture *f, uint32_t index, lf_choice_site site) {
    site.done_id = "done";
    site.out_kind = LF_OPTION_DONE;
    site.pc = OP(CHOOSE, 0, 0, 0, (int)index);
    f->sites[index] = site;
}

/* ---- routines ---- */

/* A choice of a space, or none; builds a cube there and raises its fort. */
static void build_action(lf_fixture *f) {
    begin(f, R_ACTION + BUILD, "build", 6, 0);
    OP(LOADK, 0, 0, 0, 0);
    OP(GETACT, 1, 0, 0, 0);
    offer(f, SITE_BUILD,
          (lf_choice_site){.domain = LF_DOMAIN_ZONES,
                           .source = 0,
                           .by = 1,
                           .bind = 2,
                           .live = 2,
                           .or_done = true,
                           .prompt = T_PROMPT,
                           .done_label = T_STOP});
    const uint32_t none = OP(JNEG, 2, 0, 0, 0);
    OP(LOADI, 3, 0, 0, 1);
    OP(LOADI, 4, 0, 0, 1 << CUBE_DOWN);
    OP(MOV, 5, 2, 0, 0);
    OP(PLACE, 3, 4, 5, 0);
    OP(GETSPACE8, 3, 2, 0, CELL_AT(CELL_FORT));
    OP(ADDI, 3, 3, 0, 1);
    OP(SETSPACE, 3, 2, 0, FORT);
    patch(f, none);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + BUILD);
}

static void draw_action(lf_fixture *f) {
    begin(f, R_ACTION + DRAW, "draw", 4, 0);
    OP(GETACT, 0, 0, 0, 0);
    OP(FAMILY, 1, 0, 0, HAND_RED);
    OP(LOADI, 2, 0, 0, DECK);
    OP(LOADI, 3, 0, 0, 1);
    OP(DEAL, 3, 2, 1, 0);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + DRAW);
}

static void roll_action(lf_fixture *f) {
    begin(f, R_ACTION + ROLL, "roll", 3, 0);
    OP(LOADI, 1, 0, 0, 6);
    OP(ROLL, 0, 1, 0, 0);
    OP(GETV8, 1, 0, 0, CELL_AT(CELL_SCORE));
    OP(ADD, 0, 0, 1, 0);
    OP(SETV, 0, 0, 0, SCORE);
    OP(GETACT, 1, 0, 0, 0);
    OP(SETSEAT, 0, 1, 0, GOLD);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + ROLL);
}

/* 1 to 4, but what follows requires an even number: look-ahead offers 2 and 4 alone. */
static void gamble_action(lf_fixture *f) {
    enum { LOW, HIGH, LEFT_OVER, SEAT = LEFT_OVER + LF_RANGE_WORDS, CHOSEN, TWO, EVEN, REGISTERS };
    begin(f, R_ACTION + GAMBLE, "gamble", REGISTERS, 0);
    OP(LOADI, LOW, 0, 0, 1);
    OP(LOADI, HIGH, 0, 0, 4);
    OP(GETACT, SEAT, 0, 0, 0);
    offer(f, SITE_GAMBLE,
          (lf_choice_site){.domain = LF_DOMAIN_RANGE,
                           .source = LOW,
                           .by = SEAT,
                           .bind = CHOSEN,
                           .live = CHOSEN,
                           .checked = true,
                           .prompt = -1,
                           .done_label = -1});
    OP(LOADI, TWO, 0, 0, 2);
    OP(MOD, EVEN, CHOSEN, TWO, 0);
    OP(NOT, EVEN, EVEN, 0, 0);
    OP(REQUIRE, EVEN, 0, 0, -1);
    OP(GETACT, SEAT, 0, 0, 0);
    OP(SETSEAT, CHOSEN, SEAT, 0, GOLD);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + GAMBLE);
}

/* Counts visits in a table that must outlive its two choices and a call. */
static void count_action(lf_fixture *f) {
    begin(f, R_ACTION + COUNT_UP, "count", 6, ZONES);
    OP(ZERO, 0, ZONES, 0, 6);
    OP(LOADI, 0, 0, 0, 3);
    OP(LOADI, 1, 0, 0, C);
    OP(TSET, 0, 1, 0, 6);
    OP(LOADI, 0, 0, 0, 7);
    OP(GETACT, 1, 0, 0, 0);
    offer(f, SITE_COUNT,
          (lf_choice_site){.domain = LF_DOMAIN_ZONES,
                           .source = 0,
                           .by = 1,
                           .bind = 2,
                           .live = 2,
                           .prompt = -1,
                           .done_label = -1});
    OP(TGET, 3, 2, 0, 6);
    OP(ADDI, 4, 3, 0, 1);
    OP(CALLFAR, 3, 2, 0, R_SUM);
    OP(FETCH, 3, 0, 1, 0);
    OP(TSET, 3, 2, 0, 6);
    OP(LOADI, 0, 0, 0, 3);
    OP(GETACT, 1, 0, 0, 0);
    offer(f, SITE_COUNT_MENU,
          (lf_choice_site){.domain = LF_DOMAIN_MENU,
                           .source = 0,
                           .by = 1,
                           .bind = 5,
                           .live = 3,
                           .prompt = -1,
                           .done_label = -1,
                           .labels = fixture_menu,
                           .ids = fixture_menu_ids,
                           .kinds = fixture_menu_kinds,
                           .label_count = 2});
    OP(TGET, 3, 2, 0, 6);
    OP(SETV, 3, 0, 0, SCORE);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + COUNT_UP);
}

static void play_action(lf_fixture *f) {
    begin(f, R_ACTION + PLAY, "play", 6, 0);
    OP(GETACT, 1, 0, 0, 0);
    OP(FAMILY, 2, 1, 0, HAND_RED);
    OP(CARDSIN, 0, 2, 1, 0);
    offer(f, SITE_PLAY,
          (lf_choice_site){.domain = LF_DOMAIN_CARDS,
                           .source = 0,
                           .by = 1,
                           .bind = 3,
                           .live = 2,
                           .or_done = true,
                           .prompt = -1,
                           .done_label = -1});
    const uint32_t none = OP(JNEG, 3, 0, 0, 0);
    OP(LOADI, 4, 0, 0, DISCARD);
    OP(PUT, 3, 4, 0, 0);
    OP(CALLPART, 0, 3, 0, 0);
    patch(f, none);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + PLAY);
}

static void small_actions(lf_fixture *f) {
    begin(f, R_ACTION + PASS, "pass", 2, 0);
    OP(LOADI, 0, 0, 0, 3);
    OP(LOADI, 1, 0, 0, 2);
    OP(LOG, 0, 0, 0, T_NAMES);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + PASS);
    begin(f, R_ACTION + SHUFFLE, "mix", 1, 0);
    OP(LOADI, 0, 0, 0, DECK);
    OP(SHUFFLE, 0, 0, 0, 0);
    OP(RET, 0, 0, 0, 0);
    end(f, R_ACTION + SHUFFLE);
    begin(f, R_ACTION + LATER, "later", 1, 0);
    OP(GOTOPHASE, 0, 0, 0, 1);
    end(f, R_ACTION + LATER);
    begin(f, R_ACTION + FINISH, "finish", 1, 0);
    OP(OVER, 0, 0, 0, 0);
    end(f, R_ACTION + FINISH);
}

static void helpers(lf_fixture *f) {
    begin(f, R_SUM, "sum", 2, 0);
    OP(ADD, 0, 0, 1, 0);
    OP(RET, 0, 0, 0, 0);
    end(f, R_SUM);
    for (int seat = RED; seat <= BLUE; seat++) {
        begin(f, (uint32_t)(R_MARGIN_RED + seat), "margin", 1, 0);
        OP(GETV8, 0, 0, 0, CELL_AT(CELL_GOLD) + seat);
        OP(RET, 0, 0, 0, 0);
        end(f, (uint32_t)(R_MARGIN_RED + seat));
    }
    begin(f, R_INVARIANT, "invariant", 2, 0);
    OP(GETV8, 0, 0, 0, CELL_AT(CELL_SCORE));
    OP(LOADI, 1, 0, 0, 19);
    OP(LE, 0, 0, 1, 0);
    OP(RET, 0, 0, 0, 0);
    end(f, R_INVARIANT);
    begin(f, R_SETUP, "setup", 2, 0);
    OP(LOADI, 0, 0, 0, 1);
    OP(SETV, 0, 0, 0, FLAG);
    OP(RET, 0, 0, 0, 0);
    end(f, R_SETUP);
    begin(f, R_CARD, "card one", 2, 0);
    OP(LOADI, 0, 0, 0, 2);
    OP(SETV, 0, 0, 0, MOOD);
    OP(RET, 0, 0, 0, 0);
    end(f, R_CARD);
}

static void course(lf_fixture *f) {
    lf_phase_info *main_phase = &f->phases[0], *late = &f->phases[1];
    uint32_t done[ACTIONS];
    begin(f, R_COURSE, "the course of play", 5, 0);
    main_phase->entry = OP(PHASE, 0, 0, 0, 0);
    main_phase->loop = OP(COMMIT, 0, 0, 0, 0);
    OP(GETACT, 1, 0, 0, 0);
    OP(LOADI, 2, 0, 0, (1 << ACTIONS) - 1);
    offer(f, SITE_ACTION,
          (lf_choice_site){.domain = LF_DOMAIN_ACTIONS,
                           .source = 2,
                           .by = 1,
                           .bind = 0,
                           .live = 3,
                           .prompt = -1,
                           .done_label = -1});
    for (int i = 0; i < ACTIONS; i++) {
        const uint32_t other = OP(JNEI, 0, i, 0, 0);
        OP(CALL, 4, 0, 0, R_ACTION + i);
        done[i] = OP(JMP, 0, 0, 0, 0);
        patch(f, other);
    }
    for (int i = 0; i < ACTIONS; i++)
        patch(f, done[i]);
    main_phase->next_seat = OP(GETACT, 1, 0, 0, 0);
    OP(NEXTSEAT, 1, 1, 0, 0);
    OP(SETACT, 1, 0, 0, 0);
    OP(TURN, 0, 0, 0, 0);
    OP(JMP, 0, 0, 0, (int)main_phase->loop);
    main_phase->left = main_phase->exit = OP(PHASEJUMP, 0, 0, 0, (int)here(f) + 1);
    late->entry = late->loop = OP(PHASE, 0, 0, 0, 1);
    late->next_seat = late->exit = late->left = OP(PHASEJUMP, 0, 0, 0, (int)main_phase->entry);
    end(f, R_COURSE);
    main_phase->actions = fixture_phase_actions;
    main_phase->action_count = ACTIONS;
}

/* ---- tables ---- */

static void fixture_variables(lf_fixture *f) {
    f->vars[SCORE] = (lf_var){.name = "score",
                              .label = "score",
                              .sort = LF_SORT_INT,
                              .max = 20,
                              .init = 3,
                              .cell = CELL_SCORE};
    f->vars[FLAG] = (lf_var){
        .name = "flag", .label = "flag", .sort = LF_SORT_BOOL, .max = 1, .cell = CELL_FLAG};
    f->vars[MOOD] = (lf_var){.name = "mood",
                             .label = "mood",
                             .sort = LF_SORT_ENUM,
                             .is_marker = true,
                             .max = 2,
                             .cell = CELL_MOOD};
    f->vars[GOLD_OF] = (lf_var){.name = "leader",
                                .label = "leader",
                                .sort = LF_SORT_SEAT,
                                .min = -1,
                                .max = 1,
                                .init = -1,
                                .cell = CELL_SEAT};
    f->vars[MARKED] = (lf_var){
        .name = "marked", .label = "marked", .sort = LF_SORT_ZONES, .is_set = true, .words = 1};
    f->vars[GOLD] = (lf_var){.name = "gold",
                             .label = "gold",
                             .scope = 1,
                             .sort = LF_SORT_INT,
                             .max = 9,
                             .init = 2,
                             .cell = CELL_GOLD};
    f->vars[FORT] = (lf_var){.name = "fort",
                             .label = "fort",
                             .scope = 2,
                             .sort = LF_SORT_INT,
                             .max = 3,
                             .cell = CELL_FORT};
    f->game.vars = f->vars;
    f->game.var_count = VARS;
    f->game.global_count = 5;
    f->game.seat_var_count = f->game.space_var_count = 1;
    f->game.options = fixture_options;
    f->game.option_count = 2;
    f->game.enums = fixture_enums;
    f->game.enum_count = 1;
}

static lf_slot fixture_slot(const char *kind, const char *kind_label, const char *name,
                            const char *label, int seat, int supply, uint8_t first, int pool) {
    return (lf_slot){.kind_name = kind,
                     .kind_label = kind_label,
                     .kind_one = kind_label,
                     .name = name,
                     .label = label,
                     .one = label,
                     .kind_short = "",
                     .state_short = "",
                     .seat = (int16_t)seat,
                     .supply = (int16_t)supply,
                     .default_slot = first,
                     .pool = pool};
}

static void fixture_board(lf_fixture *f) {
    for (int i = 0; i < 5; i++) {
        f->steps[i * 2 + LEFT] = (int16_t)(i - 1);
        f->steps[i * 2 + RIGHT] = (int16_t)(i == 4 ? -1 : i + 1);
        f->adjacency[i] =
            (i > 0 ? UINT64_C(1) << (i - 1) : 0) | (i < 4 ? UINT64_C(1) << (i + 1) : 0);
    }
    f->slots[CUBE_UP] =
        fixture_slot("cube", "Cube", "cube.up", "Cube", RED, SUPPLY_RED, CUBE_UP, 12);
    f->slots[CUBE_DOWN] =
        fixture_slot("cube", "Cube", "cube.down", "Cube (down)", RED, SUPPLY_RED, CUBE_UP, 12);
    f->slots[DISC] = fixture_slot("disc", "Disc", "disc", "Disc", BLUE, SUPPLY_BLUE, DISC, 5);
    for (int i = 0; i < SLOTS; i++)
        f->flip_maps[0][i] = (uint8_t)(i == CUBE_UP ? CUBE_DOWN : i == CUBE_DOWN ? CUBE_UP : i);
    lf_game *game = &f->game;
    game->zones = fixture_zones;
    game->zone_count = ZONES;
    game->space_count = 5;
    game->zone_words = 1;
    game->zone_keeps_states = fixture_keeps;
    game->slots = f->slots;
    game->slot_count = SLOTS;
    game->directions = fixture_directions;
    game->direction_count = 2;
    game->opposites = fixture_opposites;
    game->steps = f->steps;
    game->adjacency = f->adjacency;
    game->properties = fixture_properties;
    game->property_count = 1;
    game->property_info = calloc(1, sizeof *game->property_info);
    game->property_info[0].name = game->property_info[0].label = "height";
    game->flip_maps = f->flip_maps;
    game->flip_map_count = 1;
}

static void fixture_cards_and_seats(lf_fixture *f) {
    lf_game *game = &f->game;
    for (int i = 0; i < CARDS; i++)
        f->card_routines[i] = i == 0 ? R_CARD : -1;
    game->seats = fixture_seats;
    game->seat_count = 2;
    game->next_seat = fixture_next;
    game->tie_break = fixture_tie;
    game->ties = LF_TIES_ORDERED;
    game->seat_masks = fixture_masks;
    game->stacks = fixture_stacks;
    game->stack_count = STACKS;
    game->cards = fixture_cards;
    game->card_count = CARDS;
    game->card_words = 1;
    game->part_names = fixture_parts;
    game->part_count = 1;
    game->card_routines = f->card_routines;
    game->attributes = fixture_attributes;
    game->attribute_values = 3;
    game->attribute_lengths = fixture_lengths;
}

static void fixture_scenario(lf_fixture *f) {
    lf_scenario_info *scenario = &f->scenario;
    *scenario = (lf_scenario_info){
        .name = "short", .label = "Short", .id = "the-short-one", .entry = R_SETUP};
    scenario->placements = calloc(2, sizeof *scenario->placements);
    scenario->placements[0].zone = SUPPLY_RED;
    scenario->placements[0].count = 12;
    scenario->placements[1].zone = SUPPLY_BLUE;
    scenario->placements[1].slot = DISC;
    scenario->placements[1].count = 5;
    scenario->placement_count = 2;
    scenario->cells = calloc(1, sizeof *scenario->cells);
    scenario->cells[0].var = SCORE;
    scenario->cells[0].value = 4;
    scenario->cell_count = 1;
    scenario->stacks = calloc(1, sizeof *scenario->stacks);
    scenario->stacks[0].stack = DECK;
    scenario->stacks[0].count = CARDS;
    scenario->stacks[0].cards = fixture_deck;
    scenario->stack_count = 1;
    f->game.scenarios = scenario;
    f->game.scenario_count = 1;
}

static void fixture_questions(lf_fixture *f) {
    static const uint32_t counts[LF_DOMAINS] = {[LF_DOMAIN_ACTIONS] = ACTIONS,
                                                [LF_DOMAIN_ZONES] = ZONES,
                                                [LF_DOMAIN_CARDS] = CARDS,
                                                [LF_DOMAIN_RANGE] = 64,
                                                [LF_DOMAIN_MENU] = 2};
    for (uint32_t i = 0; i < SITES; i++) {
        lf_choice_site *site = &f->sites[i];
        site->question = i;
        f->questions[i] = (lf_question_info){.domain = site->domain,
                                             .enum_id = site->enum_id,
                                             .way_out = site->or_done,
                                             .site = (int32_t)i,
                                             .first = f->game.id_count,
                                             .count = counts[site->domain]};
        f->game.id_count += counts[site->domain] + site->or_done;
    }
    f->game.questions = f->questions;
    f->game.question_count = SITES;
}

static void fixture_program(lf_fixture *f) {
    lf_game *game = &f->game;
    game->code = f->code;
    game->places_of = f->places_of;
    course(f);
    helpers(f);
    small_actions(f);
    build_action(f);
    draw_action(f);
    roll_action(f);
    gamble_action(f);
    count_action(f);
    play_action(f);
    begin(f, R_SCRATCH, "scratch", 32, ZONES);
    for (int i = 0; i < SCRATCH_ROOM; i++)
        OP(RET, 0, 0, 0, 0);
    end(f, R_SCRATCH);
    game->routines = f->routines;
    game->routine_count = ROUTINES;
    game->sites = f->sites;
    game->site_count = SITES;
    fixture_questions(f);
    game->has_checked_sites = true;
    game->phases = f->phases;
    game->phase_count = 2;
    game->phase_names = fixture_phases;
    game->actions = fixture_actions;
    game->action_count = ACTIONS;
    game->templates = fixture_templates;
    game->template_count = TEMPLATES;
    game->constants = fixture_constants;
    game->constant_count = 3;
    game->checkpoints = fixture_checkpoints;
    game->checkpoint_count = 2;
    game->invariants = fixture_invariants;
    game->invariant_routines = fixture_invariant_routines;
    game->invariant_count = 1;
    game->margin_routines = fixture_margins;
    game->places = fixture_places;
    game->place_count = 1;
    game->action_kinds = fixture_action_kinds;
    game->place_files = fixture_files;
    game->place_file_count = 1;
}

static lf_fixture *fixture_new(void) {
    lf_fixture *f = calloc(1, sizeof *f);
    f->game.id = "by-hand";
    f->game.title = "Made by hand";
    f->game.identity = 0x1234567;
    fixture_variables(f);
    fixture_board(f);
    fixture_cards_and_seats(f);
    fixture_scenario(f);
    fixture_program(f);
    f->game.layout =
        (lf_layout){.cell_count = CELLS, .set_words = 1, .call_depth = 8, .frame_size = 128};
    f->game.rules = (lf_rules_part){0, f->game.constant_count, TEMPLATES, ROUTINES};
    lf_cells_fill(&f->game);
    lf_layout_fill(&f->game);
    f->game.choices = lf_measure_choices(&f->game);
    return f;
}

static void fixture_free(lf_fixture *f) {
    free(f->game.property_info);
    free(f->scenario.placements);
    free(f->scenario.cells);
    free(f->scenario.stacks);
    free(f);
}

static inline lf_state *fixture_state(const lf_fixture *f, const lf_setup *setup) {
    lf_error error = {0};
    lf_state *state = lf_state_new(&f->game, setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

/* The set of marked zones has exactly these. */
static inline void expect_marked(const lf_state *state, const int *zones, int count) {
    int elements[ZONES] = {0};
    assert_int_equal(lf_set_elements(state, MARKED, elements, ZONES), count);
    assert_int_equal(lf_set_elements(state, MARKED, NULL, 0), count);
    assert_int_equal(lf_global(state, MARKED), count);
    for (int i = 0; i < count; i++)
        assert_int_equal(elements[i], zones[i]);
}

static inline void apply_named(lf_state *state, const char *name) {
    const int option = lf_find_option(state, name);
    if (option < 0)
        fail_msg("no option '%s'", name);
    assert_int_equal(lf_apply(state, option), LF_OK);
}

#endif
