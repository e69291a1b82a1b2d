/* identity.c: one number for a compiled game. Games with the same identity play the same way and
 * can read each other's saves.
 *
 * It covers every table of the rules that the verifier walks, each with its length: code and
 * constants, all that they index, and all that a save or a record names. Left out is what only
 * people see: titles, labels, the words of templates, and places in the spec, so that a game may be
 * reworded under its saves; and what only agents know (section `agents`), which stands behind the
 * rules in every table, so that it may be learned anew under its saves. test_identity.c changes
 * each kind of table by one entry. */
#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

#include "compile.h"

typedef struct {
    XXH64_hash_t hash;
} lf_digest;

static void hash_bytes(lf_digest *d, const void *data, size_t size) {
    d->hash = XXH3_64bits_withSeed(data, size, d->hash);
}

static void hash_number(lf_digest *d, uint64_t number) {
    hash_bytes(d, &number, sizeof number);
}

static void add_name(lf_digest *d, const char *name) {
    hash_bytes(d, name, __builtin_strlen(name) + 1);
}

static void add_numbers(lf_digest *d, const int64_t *numbers, size_t count) {
    hash_bytes(d, numbers, count * sizeof *numbers);
}
#define ADD_NUMBERS(d, ...)                                                                        \
    add_numbers(d, (const int64_t[]){__VA_ARGS__},                                                 \
                sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* A table of plain numbers. Its length comes first, so that what belongs to it cannot be taken for
 * the next one's. */
static void add_table(lf_digest *d, const void *table, size_t count, size_t element) {
    hash_number(d, count);
    if (count > 0)
        hash_bytes(d, table, count * element);
}
#define ADD_TABLE(d, table, count) add_table(d, table, count, sizeof *(table))

static void hash_names(lf_digest *d, const lf_named *names, uint32_t count) {
    hash_number(d, count);
    for (uint32_t i = 0; i < count; i++)
        add_name(d, names[i].name);
}

static void add_texts(lf_digest *d, const char *const *texts, uint32_t count) {
    hash_number(d, count);
    for (uint32_t i = 0; i < count; i++)
        add_name(d, texts[i]);
}

/* ---- what there is ---- */

static void hash_vars(lf_digest *d, const lf_var *vars, uint32_t count) {
    hash_number(d, count);
    for (uint32_t i = 0; i < count; i++) {
        add_name(d, vars[i].name);
        ADD_NUMBERS(d, vars[i].scope, vars[i].sort, vars[i].enum_id, vars[i].is_set,
                    vars[i].is_marker, vars[i].min, vars[i].max, vars[i].init, vars[i].cell,
                    vars[i].words);
        /* games without secrets are what they were before there were any */
        if (vars[i].visibility != LF_VISIBLE_ALL)
            ADD_NUMBERS(d, vars[i].visibility, vars[i].possible);
        if (vars[i].entries != 0)
            ADD_NUMBERS(d, vars[i].entries);
    }
}

static void add_enumerations(lf_digest *d, const lf_game *g) {
    hash_number(d, g->enum_count);
    for (uint32_t i = 0; i < g->enum_count; i++) {
        add_name(d, g->enums[i].name);
        hash_names(d, g->enums[i].values, g->enums[i].count);
    }
    hash_number(d, g->property_count);
    for (uint32_t i = 0; i < g->property_count; i++) {
        add_name(d, g->property_info[i].name);
        ADD_NUMBERS(d, g->property_info[i].sort, g->property_info[i].enum_id);
    }
}

static void add_seats(lf_digest *d, const lf_game *g) {
    hash_names(d, g->seats, g->seat_count);
    ADD_TABLE(d, g->next_seat, g->seat_count);
    ADD_TABLE(d, g->seat_masks, g->seat_count);
    ADD_TABLE(d, g->tie_break, g->seat_count);
    ADD_NUMBERS(d, g->ties);
    if (g->seats_option > 0)
        ADD_NUMBERS(d, g->seats_option);
}

static void add_board(lf_digest *d, const lf_game *g) {
    hash_names(d, g->zones, g->zone_count);
    ADD_NUMBERS(d, g->space_count, g->zone_words);
    ADD_TABLE(d, g->zone_keeps_states, g->zone_count);
    ADD_TABLE(d, g->adjacency, (size_t)g->space_count * g->zone_words);
    ADD_TABLE(d, g->properties, (size_t)g->property_count * g->space_count);
    hash_names(d, g->directions, g->direction_count);
    ADD_TABLE(d, g->opposites, g->direction_count);
    ADD_TABLE(d, g->steps, (size_t)g->space_count * g->direction_count);
    ADD_TABLE(d, g->pattern_slides, g->pattern_count);
    ADD_TABLE(d, g->pattern_leaps, (size_t)g->pattern_count * g->pattern_words);
}

static void hash_pieces(lf_digest *d, const lf_game *g) {
    hash_number(d, g->slot_count);
    for (uint32_t i = 0; i < g->slot_count; i++) {
        const lf_slot *slot = &g->slots[i];
        add_name(d, slot->name);
        add_name(d, slot->kind_name);
        ADD_NUMBERS(d, slot->seat, slot->supply, slot->default_slot, slot->pool);
        if (slot->seen_as != 0)
            ADD_NUMBERS(d, slot->seen_as, slot->possible);
    }
    ADD_TABLE(d, g->flip_maps, g->flip_map_count);
}

static void hash_cards(lf_digest *d, const lf_game *g) {
    hash_names(d, g->cards, g->card_count);
    hash_names(d, g->part_names, g->part_count);
    ADD_TABLE(d, g->card_routines, (size_t)g->card_count * g->part_count);
    ADD_TABLE(d, g->attributes, (size_t)g->card_count * g->attribute_values);
    ADD_TABLE(d, g->attribute_lengths, g->attribute_values);
    hash_number(d, g->stack_count);
    for (uint32_t i = 0; i < g->stack_count; i++) {
        add_name(d, g->stacks[i].name);
        ADD_NUMBERS(d, g->stacks[i].owner, g->stacks[i].visibility);
    }
}

static void add_repetitions(lf_digest *d, const lf_game *g) {
    for (uint32_t i = 0; i < g->repetition_count; i++) {
        add_name(d, g->repetitions[i].name);
        ADD_NUMBERS(d, g->repetitions[i].memory, g->repetitions[i].first);
        ADD_TABLE(d, g->repetitions[i].parts, g->repetitions[i].part_count);
    }
}

/* ---- how it goes ---- */

static void add_scenario(lf_digest *d, const lf_scenario_info *s) {
    add_name(d, s->name);
    if (s->position != NULL)
        add_name(d, s->position);
    ADD_NUMBERS(d, s->entry, s->placement_count, s->cell_count, s->stack_count);
    for (uint32_t i = 0; i < s->placement_count; i++)
        ADD_NUMBERS(d, s->placements[i].zone, s->placements[i].slot, s->placements[i].count);
    for (uint32_t i = 0; i < s->cell_count; i++)
        ADD_NUMBERS(d, s->cells[i].var, s->cells[i].owner, s->cells[i].value);
    for (uint32_t i = 0; i < s->stack_count; i++) {
        hash_number(d, s->stacks[i].stack);
        ADD_TABLE(d, s->stacks[i].cards, s->stacks[i].count);
    }
}

static void add_course(lf_digest *d, const lf_game *g) {
    hash_names(d, g->phase_names, g->phase_count);
    hash_names(d, g->actions, g->action_count);
    for (uint32_t i = 0; i < g->phase_count; i++) {
        const lf_phase_info *phase = &g->phases[i];
        ADD_NUMBERS(d, phase->entry, phase->loop, phase->next_seat, phase->exit, phase->left);
        ADD_TABLE(d, phase->actions, phase->action_count);
    }
    ADD_NUMBERS(d, g->scenario_count, g->default_scenario);
    for (uint32_t i = 0; i < g->scenario_count; i++)
        add_scenario(d, &g->scenarios[i]);
    hash_names(d, g->checkpoints, g->checkpoint_count);
    hash_names(d, g->invariants, g->invariant_count);
    ADD_TABLE(d, g->invariant_routines, g->invariant_count);
    ADD_TABLE(d, g->margin_routines, g->margin_routines == NULL ? 0 : g->seat_count);
}

/* ---- the program ---- */

static void hash_sites(lf_digest *d, const lf_game *g) {
    hash_number(d, g->site_count);
    for (uint32_t i = 0; i < g->site_count; i++) {
        const lf_choice_site *site = &g->sites[i];
        ADD_NUMBERS(d, site->domain, site->bind, site->source, site->by, site->live, site->or_done,
                    site->checked, (int64_t)site->fallible, site->enum_id, site->prompt,
                    site->done_label, site->pc);
        if (site->sealed)
            hash_number(d, site->sealed);
        /* otherwise saves from before `ask` fit */
        if (site->ask == LF_ASK_ALWAYS || site->ask_always != 0)
            ADD_NUMBERS(d, site->ask, (int64_t)site->ask_always);
        add_name(d, site->done_id);
        add_texts(d, site->ids, site->label_count);
        ADD_TABLE(d, site->labels, site->label_count);
        ADD_TABLE(d, site->numbers, site->number_count);
    }
}

/* The values in a text stand in registers, which the program keeps alive for it; its words are
 * nobody's business here. */
static void add_templates(lf_digest *d, const lf_game *g, uint32_t count) {
    hash_number(d, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t p = 0; p < g->templates[i].count; p++) {
            const lf_text_part *part = &g->templates[i].parts[p];
            if (part->literal == NULL)
                ADD_NUMBERS(d, i, part->reg, part->sort, part->enum_id);
        }
}

/* Without what PUT says of knowledge only. */
static void add_code(lf_digest *d, const lf_game *g, uint32_t count) {
    lf_instr *code = LF_NEW_ARRAY(g->arena, lf_instr, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        code[i] = g->code[i];
        if (code[i].op == LF_OP_PUT)
            code[i].c &= LF_PUT_BOTTOM;
    }
    ADD_TABLE(d, code, count);
}

/* The layout as it was before states held knowledge, which follows from the stacks: saves from then
 * fit. */
static void hash_layout(lf_digest *d, const lf_layout *l) {
    const uint32_t missing = l->history - l->knowledge;
    const uint64_t end = l->frames + l->frame_size * sizeof(int64_t);
    const uint32_t size = l->size - lf_block_size(end) + lf_block_size(end - missing);
    const uint32_t fields[] = {l->cells,
                               l->cells16,
                               l->cells8,
                               l->cells_end,
                               l->cell_count,
                               l->sets,
                               l->set_words,
                               l->counts,
                               l->card_width,
                               l->card_stack,
                               l->card_below,
                               l->card_above,
                               l->stack_top,
                               l->stack_bottom,
                               l->stack_size,
                               l->zone_slots,
                               l->slot_zones,
                               l->open,
                               l->history - missing,
                               l->calls - missing,
                               l->call_depth,
                               l->frames - missing,
                               l->frame_size,
                               size};
    unsigned char bytes[sizeof fields + sizeof l->keys];
    memcpy(bytes, fields, sizeof fields);
    memcpy(bytes + sizeof fields, &l->keys, sizeof l->keys);
    hash_bytes(d, bytes, sizeof bytes);
}

static void add_program(lf_digest *d, const lf_game *g, const lf_rules_part *counts) {
    add_code(d, g, counts->code_count);
    ADD_TABLE(d, g->constants, counts->constant_count);
    hash_number(d, counts->routine_count);
    for (uint32_t i = 0; i < counts->routine_count; i++) {
        const lf_routine *routine = &g->routines[i];
        ADD_NUMBERS(d, routine->entry, routine->end, routine->registers, routine->frame_size,
                    routine->param_registers, routine->pure);
    }
    hash_sites(d, g);
    add_templates(d, g, counts->template_count);
    hash_layout(d, &g->layout);
    hash_number(d, g->greatest_die);
}

uint64_t lf_identity_of(const lf_game *g) {
    lf_digest d = {0};
    add_name(&d, g->id);
    hash_vars(&d, g->options, g->option_count);
    hash_vars(&d, g->vars, g->var_count);
    add_enumerations(&d, g);
    add_seats(&d, g);
    add_board(&d, g);
    hash_pieces(&d, g);
    hash_cards(&d, g);
    add_repetitions(&d, g);
    add_course(&d, g);
    add_program(&d, g, &g->rules);
    return d.hash;
}

uint64_t lf_program_of(const lf_game *g) {
    lf_digest d = {0};
    const lf_rules_part all = {g->code_count, g->constant_count, g->template_count,
                               g->routine_count};
    hash_number(&d, g->identity);
    add_program(&d, g, &all);
    return d.hash;
}
