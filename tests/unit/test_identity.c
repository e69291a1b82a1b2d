/* test_identity.c: a save of one game never loads into another. Every table of a compiled game is
 * changed by one entry, and each time the identity is another one; what only people see changes
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "compile/compile.h"
#include "kernel/game.h"

/* Changes one byte, looks, and puts it back. */
static void expect_change_of_byte(const lf_game *game, void *byte, size_t size, const char *what,
                                  bool wanted) {
    unsigned char *at = byte;
    const uint64_t before = lf_identity_of(game);
    for (size_t i = 0; i < size; i++) {
        at[i] ^= 1;
        const bool changed = lf_identity_of(game) != before;
        at[i] ^= 1;
        if (changed != wanted)
            fail_msg("%s, byte %zu: the identity %s", what, i,
                     changed ? "is another one" : "stays the same");
    }
    assert_true(lf_identity_of(game) == before);
}
#define MATTERS(entry) expect_change_of_byte(game, (void *)&(entry), sizeof(entry), #entry, true)
#define DOES_NOT_MATTER(entry)                                                                     \
    expect_change_of_byte(game, (void *)&(entry), sizeof(entry), #entry, false)

static void expect_change_of_text(const lf_game *game, const char **text, const char *what,
                                  bool wanted) {
    const char *kept = *text;
    const uint64_t before = lf_identity_of(game);
    *text = "something-else";
    const bool changed = lf_identity_of(game) != before;
    *text = kept;
    if (changed != wanted)
        fail_msg("%s: the identity %s", what, changed ? "is another one" : "stays the same");
}
#define NAME_MATTERS(text) expect_change_of_text(game, &(text), #text, true)
#define WORDS_DO_NOT_MATTER(text) expect_change_of_text(game, &(text), #text, false)

/* ---- the tables ---- */

static void change_variables(lf_game *game) {
    for (lf_var *var = game->vars; var == game->vars || var == game->options;
         var = var == game->vars ? game->options : NULL) {
        NAME_MATTERS(var->name);
        MATTERS(var->scope);
        MATTERS(var->sort);
        MATTERS(var->enum_id);
        MATTERS(var->is_set);
        MATTERS(var->is_marker);
        MATTERS(var->min);
        MATTERS(var->max);
        MATTERS(var->init);
        MATTERS(var->cell);
        MATTERS(var->words);
        MATTERS(var->entries);
        if (var == game->options)
            break;
    }
    NAME_MATTERS(game->enums[0].name);
    NAME_MATTERS(game->enums[0].values[0].name);
    NAME_MATTERS(game->property_info[0].name);
    MATTERS(game->property_info[0].sort);
    MATTERS(game->property_info[0].enum_id);
}

static void change_seats_and_board(lf_game *game) {
    NAME_MATTERS(game->seats[1].name);
    MATTERS(game->next_seat[1]); /* the order of turns */
    MATTERS(game->seat_masks[1]);
    MATTERS(game->tie_break[1]);
    MATTERS(game->ties);
    NAME_MATTERS(game->zones[1].name);
    MATTERS(game->zone_keeps_states[1]);
    MATTERS(game->adjacency[1]);
    MATTERS(game->properties[1]);
    WORDS_DO_NOT_MATTER(game->seats[1].label);
    WORDS_DO_NOT_MATTER(game->zones[1].label);
    DOES_NOT_MATTER(game->spots[1].x);
    DOES_NOT_MATTER(game->board);
    DOES_NOT_MATTER(game->difficulty);
    DOES_NOT_MATTER(game->minutes);
    WORDS_DO_NOT_MATTER(game->title);
    NAME_MATTERS(game->id);
}

static void change_pieces_and_cards(lf_game *game) {
    NAME_MATTERS(game->slots[1].name);
    NAME_MATTERS(game->slots[1].kind_name);
    MATTERS(game->slots[1].seat);
    MATTERS(game->slots[1].supply);
    MATTERS(game->slots[1].default_slot);
    MATTERS(game->slots[1].pool);
    MATTERS(game->flip_maps[0][1]);
    NAME_MATTERS(game->cards[1].name);
    NAME_MATTERS(game->part_names[1].name);
    MATTERS(game->card_routines[1]);
    MATTERS(game->attributes[1]);
    MATTERS(game->attribute_lengths[0]);
    NAME_MATTERS(game->stacks[0].name);
    MATTERS(game->stacks[0].owner);
    MATTERS(game->stacks[0].visibility);
    WORDS_DO_NOT_MATTER(game->slots[1].label);
    WORDS_DO_NOT_MATTER(game->card_texts[1]);
}

/* No bundled scenario says which cards lie where. */
static void change_scenario_cards(lf_game *game, lf_scenario_info *scenario) {
    uint16_t cards[] = {3, 1};
    const lf_scenario_info kept = *scenario;
    scenario->stacks = calloc(1, sizeof *scenario->stacks);
    scenario->stacks[0].cards = cards;
    scenario->stacks[0].count = 2;
    scenario->stack_count = 1;
    MATTERS(scenario->stacks[0].stack);
    MATTERS(scenario->stacks[0].cards[1]);
    free(scenario->stacks);
    *scenario = kept;
}

static void change_course(lf_game *game) {
    NAME_MATTERS(game->phase_names[1].name);
    NAME_MATTERS(game->actions[1].name);
    MATTERS(game->phases[1].entry);
    MATTERS(game->phases[1].loop);
    MATTERS(game->phases[1].next_seat);
    MATTERS(game->phases[1].exit);
    MATTERS(game->phases[1].left);
    MATTERS(game->phases[0].actions[0]);
    MATTERS(game->default_scenario);
    lf_scenario_info *scenario = &game->scenarios[0];
    NAME_MATTERS(scenario->name);
    MATTERS(scenario->entry);
    MATTERS(scenario->placements[1].zone);
    MATTERS(scenario->placements[1].slot);
    MATTERS(scenario->placements[1].count);
    MATTERS(scenario->cells[0].var);
    MATTERS(scenario->cells[0].owner);
    MATTERS(scenario->cells[0].value);
    change_scenario_cards(game, scenario);
    NAME_MATTERS(game->checkpoints[0].name);
    NAME_MATTERS(game->invariants[0].name);
    MATTERS(game->invariant_routines[0]);
    MATTERS(game->margin_routines[0]);
}

/* The first site that has this many entries at least. */
static lf_choice_site *site_with(const lf_game *game, uint32_t entries) {
    for (uint32_t i = 0; i < game->site_count; i++)
        if (game->sites[i].label_count >= entries)
            return &game->sites[i];
    fail_msg("no choice has %u entries", entries);
    return NULL;
}

static void change_program(lf_game *game) {
    MATTERS(game->code[7]);
    MATTERS(game->constants[0]);
    MATTERS(game->routines[1].entry);
    MATTERS(game->routines[1].end);
    MATTERS(game->routines[1].registers);
    MATTERS(game->routines[1].frame_size);
    MATTERS(game->routines[1].param_registers);
    MATTERS(game->routines[1].pure);
    MATTERS(game->layout.size);
    DOES_NOT_MATTER(game->spots[1]);
    DOES_NOT_MATTER(game->places_of[1]);
    lf_choice_site *site = site_with(game, 2);
    MATTERS(site->domain);
    MATTERS(site->bind);
    MATTERS(site->source);
    MATTERS(site->by);
    MATTERS(site->live);
    MATTERS(site->or_done);
    MATTERS(site->checked);
    MATTERS(site->fallible);
    MATTERS(site->enum_id);
    MATTERS(site->prompt);
    MATTERS(site->done_label);
    MATTERS(site->labels[1]);
    MATTERS(site->pc);
    int64_t numbers[] = {1, 700}; /* no choice of the game has a list of its own */
    site->numbers = numbers;
    site->number_count = LF_COUNT(numbers);
    MATTERS(numbers[1]);
    site->numbers = NULL;
    site->number_count = 0;
    NAME_MATTERS(site->done_id);
    NAME_MATTERS(site->ids[1]);
    DOES_NOT_MATTER(site->place);
    DOES_NOT_MATTER(site->out_kind);
    DOES_NOT_MATTER(site->kinds[1]);
}

static void change_templates(lf_game *game) {
    lf_text_part *value = NULL, *words = NULL;
    for (uint32_t i = 0; i < game->template_count; i++)
        for (uint32_t p = 0; p < game->templates[i].count; p++) {
            lf_text_part *part = &game->templates[i].parts[p];
            value = part->literal == NULL ? part : value;
            words = part->literal != NULL ? part : words;
        }
    assert_true(value != NULL && words != NULL);
    MATTERS(value->reg);
    MATTERS(value->sort);
    MATTERS(value->enum_id);
    WORDS_DO_NOT_MATTER(words->literal);
}

static void test_every_table_matters(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    assert_true(game->identity == lf_identity_of(game));
    change_variables(game);
    change_seats_and_board(game);
    change_pieces_and_cards(game);
    change_course(game);
    change_program(game);
    change_templates(game);
    lf_game_free(game);
    game = load_bundled("reversi");
    NAME_MATTERS(game->directions[1].name);
    MATTERS(game->opposites[1]);
    MATTERS(game->steps[1]);
    lf_game_free(game);
}

/* An entry more or less is another table, even where the bytes of all tables together stay as they
 * are. */
static void test_every_length_matters(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    uint32_t *const lengths[] = {&game->option_count,         &game->var_count,
                                 &game->enum_count,           &game->property_count,
                                 &game->seat_count,           &game->zone_count,
                                 &game->space_count,          &game->slot_count,
                                 &game->card_count,           &game->part_count,
                                 &game->stack_count,          &game->phase_count,
                                 &game->action_count,         &game->scenario_count,
                                 &game->checkpoint_count,     &game->rules.code_count,
                                 &game->rules.constant_count, &game->invariant_count,
                                 &game->rules.routine_count,  &game->site_count,
                                 &game->rules.template_count, &game->flip_map_count,
                                 &game->attribute_values};
    const uint64_t before = lf_identity_of(game);
    for (size_t i = 0; i < LF_COUNT(lengths); i++) {
        (*lengths[i])--;
        if (lf_identity_of(game) == before)
            fail_msg("the length %zu does not matter", i);
        (*lengths[i])++;
    }
    assert_true(lf_identity_of(game) == before);
    lf_game_free(game);
}

/* Two games that differ in nothing but an order of seats: a save of one is refused by the other. */
static void test_saves_of_another_game_are_refused(void **unused) {
    (void)unused;
    static unsigned char bytes[1 << 16];
    lf_error error = {0};
    lf_game *ours = load_bundled("fire-in-the-lake"), *theirs = load_bundled("fire-in-the-lake");
    theirs->tie_break[0] ^= 1;
    theirs->identity = lf_identity_of(theirs);
    lf_state *from = lf_state_new(ours, NULL, &error), *to = lf_state_new(theirs, NULL, &error);
    assert_true(from != NULL && to != NULL);
    const size_t size = lf_save(from, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes);
    assert_int_equal(lf_load(to, bytes, size, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "game"));
    lf_state_free(from);
    lf_state_free(to);
    lf_game_free(ours);
    lf_game_free(theirs);
}

/* Saves and records of earlier versions name these: they change only when the rules of a game
 * do. */
static void test_identities_are_promises(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        uint64_t identity;
    } promised[] = {
        {"tic-tac-toe", 0x35491bac7f44bcb1}, {"connect-four", 0x8169aca3f469980c},
        {"backgammon", 0xa6cdf8066abc6229},  {"go-9x9", 0x4fd86e28b349695d},
        {"kuhn-poker", 0x6a2629d553ec20e4},  {"leduc-poker", 0x0f6081fcb1919fc6},
        {"goofspiel", 0x0a746edf5087b199},
    };
    for (size_t i = 0; i < LF_COUNT(promised); i++) {
        lf_game *game = load_bundled(promised[i].game);
        if (lf_game_identity(game) != promised[i].identity)
            fail_msg("%s: the identity has changed: %016llx", promised[i].game,
                     (unsigned long long)lf_game_identity(game));
        lf_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities_are_promises),
        cmocka_unit_test(test_every_table_matters),
        cmocka_unit_test(test_every_length_matters),
        cmocka_unit_test(test_saves_of_another_game_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
