/* identity.c: one number for a compiled game. Games with the same identity play the same way and can read each other's saves;
 * it covers the program and every table that the program or a save depends on, but no texts. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compile.h"

typedef struct {
    XXH64_hash_t hash;
} lf_digest;

static void add(lf_digest *d, const void *data, size_t size) {
    d->hash = XXH3_64bits_withSeed(data, size, d->hash);
}

static void add_number(lf_digest *d, uint64_t number) {
    add(d, &number, sizeof number);
}

static void add_name(lf_digest *d, const char *name) {
    add(d, name, __builtin_strlen(name) + 1);
}

static void add_vars(lf_digest *d, const lf_var *vars, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const int64_t numbers[] = {vars[i].scope, vars[i].is_set, vars[i].min,  vars[i].max,
                                   vars[i].init,  vars[i].cell,   vars[i].words};
        add_name(d, vars[i].name);
        add(d, numbers, sizeof numbers);
    }
}

static void add_scenarios(lf_digest *d, const lf_game *g) {
    for (uint32_t i = 0; i < g->scenario_count; i++) {
        const lf_scenario_info *s = &g->scenarios[i];
        add_name(d, s->name);
        for (uint32_t p = 0; p < s->placement_count; p++) {
            const int64_t placement[] = {s->placements[p].zone, s->placements[p].slot,
                                         s->placements[p].count};
            add(d, placement, sizeof placement);
        }
        for (uint32_t v = 0; v < s->cell_count; v++) {
            const int64_t value[] = {s->cells[v].cell, s->cells[v].value};
            add(d, value, sizeof value);
        }
        for (uint32_t k = 0; k < s->stack_count; k++) {
            add_number(d, s->stacks[k].stack);
            add(d, s->stacks[k].cards, s->stacks[k].count * sizeof *s->stacks[k].cards);
        }
    }
}

static void add_names(lf_digest *d, const lf_named *names, uint32_t count) {
    add_number(d, count);
    for (uint32_t i = 0; i < count; i++)
        add_name(d, names[i].name);
}

uint64_t lf_identity_of(const lf_game *g) {
    lf_digest d = {0};
    add_name(&d, g->id);
    add(&d, g->code, g->code_count * sizeof *g->code);
    add(&d, g->constants, g->constant_count * sizeof *g->constants);
    add_vars(&d, g->options, g->option_count);
    add_vars(&d, g->vars, g->var_count);
    add_names(&d, g->seats, g->seat_count);
    add_names(&d, g->zones, g->zone_count);
    add_names(&d, g->cards, g->card_count);
    add(&d, g->adjacency, sizeof *g->adjacency * g->space_count * g->zone_words);
    add(&d, g->properties, sizeof *g->properties * g->property_count * g->space_count);
    add(&d, g->attributes, sizeof *g->attributes * g->card_count * g->attribute_words);
    if (g->direction_count > 0)
        add(&d, g->steps, sizeof *g->steps * g->space_count * g->direction_count);
    for (uint32_t i = 0; i < g->slot_count; i++) {
        const int64_t slot[] = {g->slots[i].seat, g->slots[i].supply, g->slots[i].default_slot,
                                g->slots[i].pool};
        add_name(&d, g->slots[i].name);
        add(&d, slot, sizeof slot);
    }
    for (uint32_t i = 0; i < g->stack_count; i++) {
        add_name(&d, g->stacks[i].name);
        add_number(&d, g->stacks[i].visibility);
    }
    add_scenarios(&d, g);
    return d.hash;
}
