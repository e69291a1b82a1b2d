/* emit_facts.c: writes the tables of a game as C constants: the lf_game `lf_facts`, with only the
 * fields that instructions read.
 *
 * It writes nothing but numbers. The compiler then knows the value of, say, `game->zone_words`. */
#include <inttypes.h>

#include "native.h"

static void add_number(lf_text *out, int64_t value) {
    if (value == INT64_MIN)
        lf_text_addz(out, "INT64_MIN");
    else
        lf_text_printf(out, "%" PRId64 "%s", value,
                       value > INT32_MAX || value < -INT32_MAX ? "LL" : "");
}

/* A table of numbers. An empty one gets one element, because C has no empty arrays. */
#define TABLE(type, name, count, value) TABLE_OF("static", type, name, count, value)
#define TABLE_OF(words, type, name, count, value)                                                  \
    do {                                                                                           \
        lf_text_addz(out, words " const " type " lf_fact_" name "[] = {");                         \
        for (uint64_t i = 0; i < (uint64_t)(count); i++) {                                         \
            add_number(out, (int64_t)(value));                                                     \
            lf_text_addz(out, i % 24 == 23 ? ",\n    " : ",");                                     \
        }                                                                                          \
        lf_text_addz(out, (count) == 0 ? "0};\n" : "};\n");                                        \
    } while (0)

/* A table that is read with indices that only play knows. In a game of several pieces only the
 * first has it. */
#define LARGE_TABLE(type, name, count, value)                                                      \
    do {                                                                                           \
        lf_text_addz(out, "#ifdef LF_ELSEWHERE\nextern LF_HIDDEN const " type " lf_fact_" name     \
                          "[];\n#else\n");                                                         \
        TABLE_OF("LF_SHARED", type, name, count, value);                                           \
        lf_text_addz(out, "#endif\n");                                                             \
    } while (0)

static void add_map(const lf_game *game, lf_text *out) {
    TABLE("uint8_t", "next_seat", game->seat_count, game->next_seat[i]);
    TABLE("uint64_t", "seat_masks", game->seat_count, game->seat_masks[i]);
    TABLE("uint8_t", "zone_keeps_states", game->zone_count, game->zone_keeps_states[i]);
    TABLE("int16_t", "opposites", game->direction_count, game->opposites[i]);
    LARGE_TABLE("int16_t", "steps", (uint64_t)game->space_count * game->direction_count,
                game->steps[i]);
    LARGE_TABLE("uint64_t", "adjacency", (uint64_t)game->space_count * game->zone_words,
                game->adjacency[i]);
    if (game->rays != NULL)
        TABLE("uint64_t", "rays", (uint64_t)game->space_count * game->direction_count,
              game->rays[i]);
    TABLE("uint32_t", "pattern_slides", game->pattern_count, game->pattern_slides[i]);
    LARGE_TABLE("uint64_t", "pattern_leaps", (uint64_t)game->pattern_count * game->pattern_words,
                game->pattern_leaps[i]);
    LARGE_TABLE("int64_t", "properties", (uint64_t)game->property_count * game->space_count,
                game->properties[i]);
}

static void add_cards(const lf_game *game, lf_text *out) {
    LARGE_TABLE("int32_t", "card_routines", (uint64_t)game->card_count * game->part_count,
                game->card_routines[i]);
    LARGE_TABLE("int64_t", "attributes", (uint64_t)game->card_count * game->attribute_values,
                game->attributes[i]);
    TABLE("uint32_t", "attribute_lengths", game->attribute_values, game->attribute_lengths[i]);
    TABLE("int64_t", "constants", game->constant_count, game->constants[i]);
    lf_text_addz(out, "static const lf_stack lf_fact_stacks[] = {");
    for (uint32_t i = 0; i < game->stack_count; i++)
        lf_text_printf(out, "%s{.owner = %d, .visibility = %u}", i == 0 ? "" : ", ",
                       game->stacks[i].owner, game->stacks[i].visibility);
    lf_text_addz(out, game->stack_count == 0 ? "{0}};\n" : "};\n");
}

static void add_pieces(const lf_game *game, lf_text *out) {
    lf_text_addz(out, "static const lf_slot lf_fact_slots[] = {");
    for (uint32_t i = 0; i < game->slot_count; i++)
        lf_text_printf(
            out, "\n    {.seat = %d, .supply = %d, .default_slot = %u, .seen_as = %u, .pool = %d},",
            game->slots[i].seat, game->slots[i].supply, game->slots[i].default_slot,
            game->slots[i].seen_as, game->slots[i].pool);
    lf_text_addz(out, game->slot_count == 0 ? "{0}};\n" : "};\n");
    lf_text_addz(out, "static const uint8_t lf_fact_flip_maps[][LF_MAX_PIECE_SLOTS] = {{0}");
    for (uint32_t m = 0; m < game->flip_map_count; m++) {

        lf_text_addz(out, ",\n    {");
        for (uint32_t s = 0; s < game->slot_count; s++)
            lf_text_printf(out, "%u,", game->flip_maps[m][s]);
        lf_text_addz(out, "0}");
    }
    lf_text_addz(out, "};\n");
}

static void add_shifts(const lf_game *game, lf_text *out) {
    if (game->shifts == NULL)
        return;
    lf_text_addz(out, "static const lf_shift lf_fact_shifts[] = {");
    for (uint32_t i = 0; i < game->direction_count; i++)
        lf_text_printf(out, "{.by = %d, .from = %" PRIu64 "ULL},", game->shifts[i].by,
                       game->shifts[i].from);
    lf_text_addz(out, "};\n");
}

static void add_vars(const lf_game *game, lf_text *out) {
    lf_text_addz(out, "static const lf_var lf_fact_vars[] = {");
    for (uint32_t i = 0; i < game->var_count; i++) {
        const lf_var *var = &game->vars[i];
        lf_text_printf(out,
                       "\n    {.scope = %u, .is_set = %d, .visibility = %u, .min = ", var->scope,
                       var->is_set, var->visibility);
        add_number(out, var->min);
        lf_text_addz(out, ", .max = ");
        add_number(out, var->max);
        lf_text_printf(out, ", .cell = %u, .words = %u, .entries = %u, .place = %u, .width = %u},",
                       var->cell, var->words, var->entries, var->place, var->width);
    }
    lf_text_addz(out, game->var_count == 0 ? "{0}};\n" : "};\n");
}

static void add_phases(const lf_game *game, lf_text *out) {
    lf_text_addz(out, "static const lf_phase_info lf_fact_phases[] = {");
    for (uint32_t i = 0; i < game->phase_count; i++) {
        const lf_phase_info *phase = &game->phases[i];
        lf_text_printf(out,
                       "\n    {.entry = %u, .loop = %u, .next_seat = %u, .exit = %u, .left = %u, "
                       ".action_count = %u},",
                       phase->entry, phase->loop, phase->next_seat, phase->exit, phase->left,
                       phase->action_count);
    }
    lf_text_addz(out, game->phase_count == 0 ? "{0}};\n" : "};\n");
}

static void add_routines(const lf_game *game, lf_text *out) {
    lf_text_addz(out, "static const lf_routine lf_fact_routines[] = {");
    for (uint32_t i = 0; i < game->routine_count; i++) {
        const lf_routine *routine = &game->routines[i];
        lf_text_printf(out,
                       "\n    {.entry = %u, .end = %u, .registers = %u, .frame_size = %u, "
                       ".param_registers = %u},",
                       routine->entry, routine->end, routine->registers, routine->frame_size,
                       routine->param_registers);
    }
    lf_text_addz(out, "};\n");
}

static void add_site(const lf_choice_site *site, uint32_t index, lf_text *out) {
    lf_text_printf(
        out, "\n    {.domain = %u, .bind = %u, .source = %u, .by = %u, .live = %u, .or_done = %d, ",
        site->domain, site->bind, site->source, site->by, site->live, site->or_done);
    lf_text_printf(out,
                   ".checked = %d, .fallible = %" PRIu64 "ULL, .enum_id = %u, .label_count = %u, ",
                   site->checked, site->fallible, site->enum_id, site->label_count);
    lf_text_printf(out, ".shows_cards = %d, ", site->shows_cards);
    if (site->number_count > 0)
        lf_text_printf(out, ".numbers = lf_fact_numbers_%u, ", index);
    if (site->asked != 0 || site->ask_always != 0)
        lf_text_printf(out,
                       ".asked = %u, .ask_always = %" PRIu64 "ULL, .ask_real = %" PRIu64 "ULL, ",
                       site->asked, site->ask_always, site->ask_real);
    lf_text_printf(out, ".number_count = %u, .pc = %u},", site->number_count, site->pc);
}

static void add_sites(const lf_game *game, lf_text *out) {
    for (uint32_t s = 0; s < game->site_count; s++) {
        const lf_choice_site *site = &game->sites[s];
        if (site->number_count == 0)
            continue;
        lf_text_printf(out, "static const int64_t lf_fact_numbers_%u[] = {", s);
        for (uint32_t i = 0; i < site->number_count; i++) {
            add_number(out, site->numbers[i]);
            lf_text_addz(out, ",");
        }
        lf_text_addz(out, "};\n");
    }
    lf_text_addz(out, "static const lf_choice_site lf_fact_sites[] = {");
    for (uint32_t s = 0; s < game->site_count; s++)
        add_site(&game->sites[s], s, out);
    lf_text_addz(out, game->site_count == 0 ? "{0}};\n" : "};\n");
}

static void add_layout(const lf_layout *layout, lf_text *out) {
    const struct {
        const char *name;
        uint32_t value;
    } fields[] = {
#define FIELD(name) {#name, layout->name}
        FIELD(cells),           FIELD(cells16),        FIELD(cells8),
        FIELD(cells_end),       FIELD(cell_count),     FIELD(sets),
        FIELD(set_words),       FIELD(counts),         FIELD(card_width),
        FIELD(card_stack),      FIELD(card_below),     FIELD(card_above),
        FIELD(stack_top),       FIELD(stack_bottom),   FIELD(stack_size),
        FIELD(zone_slots),      FIELD(slot_zones),     FIELD(open),
        FIELD(knowledge),       FIELD(viewers),        FIELD(history),
        FIELD(calls),           FIELD(call_depth),     FIELD(frames),
        FIELD(frame_size),      FIELD(size),           FIELD(keys.cells),
        FIELD(keys.sets),       FIELD(keys.counts),    FIELD(keys.card_stack),
        FIELD(keys.card_below), FIELD(keys.stack_top), FIELD(keys.stack_bottom),
        FIELD(keys.stack_size),
#undef FIELD
    };
    lf_text_addz(out, "    .layout = {");
    for (size_t i = 0; i < LF_COUNT(fields); i++)
        lf_text_printf(out, "%s.%s = %u", i == 0 ? "" : ", ", fields[i].name, fields[i].value);
    lf_text_addz(out, "},\n");
}

static void add_game(const lf_game *game, lf_text *out) {
    const struct {
        const char *name;
        uint32_t value;
    } counts[] = {
#define COUNT(name) {#name, game->name}
        COUNT(seat_count),     COUNT(zone_count),       COUNT(space_count),
        COUNT(zone_words),     COUNT(card_count),       COUNT(card_words),
        COUNT(stack_count),    COUNT(slot_count),       COUNT(direction_count),
        COUNT(property_count), COUNT(attribute_values), COUNT(var_count),
        COUNT(phase_count),    COUNT(routine_count),    COUNT(site_count),
        COUNT(part_count),     COUNT(pattern_count),    COUNT(pattern_words),
        COUNT(supposing),      COUNT(flip_map_count),   COUNT(code_count),
        COUNT(constant_count), COUNT(mutual),
#undef COUNT
    };
    static const char *const tables[] = {
        "next_seat",      "seat_masks",    "zone_keeps_states",
        "opposites",      "steps",         "adjacency",
        "pattern_slides", "pattern_leaps", "properties",
        "card_routines",  "attributes",    "attribute_lengths",
        "constants",      "stacks",        "slots",
        "vars",           "phases",        "routines",
        "sites",
    };
    lf_text_addz(out, "static const lf_game lf_facts = {\n");
    for (size_t i = 0; i < LF_COUNT(counts); i++)
        lf_text_printf(out, "    .%s = %u,\n", counts[i].name, counts[i].value);
    for (size_t i = 0; i < LF_COUNT(tables); i++)
        lf_text_printf(out, "    .%s = (void *)lf_fact_%s,\n", tables[i], tables[i]);
    if (game->rays != NULL)
        lf_text_addz(out, "    .rays = (void *)lf_fact_rays,\n");
    if (game->shifts != NULL)
        lf_text_addz(out, "    .shifts = (void *)lf_fact_shifts,\n");
    lf_text_addz(out, "    .flip_maps = (void *)(lf_fact_flip_maps + 1),\n");
    add_layout(&game->layout, out);
    lf_text_addz(out, "};\n");
}

void lf_native_facts(const lf_game *game, lf_text *out) {
    add_map(game, out);
    add_cards(game, out);
    add_pieces(game, out);
    add_shifts(game, out);
    add_vars(game, out);
    add_phases(game, out);
    add_routines(game, out);
    add_sites(game, out);
    add_game(game, out);
}
