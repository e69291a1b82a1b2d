/* tables.c: the model's vocabulary as the tables of a game, and the places of everything in a
 * state. */
#include <assert.h>
#include <string.h>

#include "compile.h"
#include "lang/ast_print.h"

static lf_named copy_name(const lf_entry *entry) {
    return (lf_named){.name = entry->id, .label = entry->label};
}

static void seats(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->seat_count = m->seat_count;
    g->seats_option = (uint32_t)(m->seats_option + 1);
    g->seats = LF_NEW_ARRAY(c->arena, lf_named, m->seat_count);
    g->next_seat = LF_NEW_ARRAY(c->arena, uint8_t, m->seat_count);
    g->seat_masks = LF_NEW_ARRAY(c->arena, uint64_t, m->seat_count);
    g->tie_break = LF_NEW_ARRAY(c->arena, uint8_t, m->seat_count);
    for (uint32_t i = 0; i < m->seat_count; i++) {
        g->seats[i] = copy_name(&m->seats[i]);
        g->next_seat[m->turn_order[i]] = (uint8_t)m->turn_order[(i + 1) % m->seat_count];
        g->tie_break[i] = (uint8_t)(m->tie_break == NULL ? (int)i : m->tie_break[i]);
    }
    g->ties = m->tie_break != NULL ? LF_TIES_ORDERED
              : m->shared_wins     ? LF_TIES_SHARED
                                   : LF_TIES_DRAW;
    for (uint32_t k = 0; k < m->kind_count; k++)
        for (uint32_t s = 0; s < m->kinds[k].state_count && m->kinds[k].seat >= 0; s++)
            g->seat_masks[m->kinds[k].seat] |= UINT64_C(1) << (m->kinds[k].first_slot + s);
}

/* "hidden Red scouts": the word for the state in front, where it has one. */
static const char *slot_label(lf_compiler *c, const lf_model_kind *kind, uint32_t state,
                              const char *text) {
    const char *label = kind->state_labels[state];
    return label[0] == '\0' ? text : lf_arena_printf(c->arena, "%s %s", label, text);
}

static lf_slot make_slot(lf_compiler *c, const lf_model_kind *kind, uint32_t state) {
    const char *id = kind->entry.id;
    return (lf_slot){.kind_name = id,
                     .kind_label = kind->entry.label,
                     .kind_one = kind->one,
                     .name = kind->state_count > 1
                                 ? lf_arena_printf(c->arena, "%s.%s", id, kind->states[state])
                                 : id,
                     .label = slot_label(c, kind, state, kind->entry.label),
                     .one = slot_label(c, kind, state, kind->one),
                     .kind_short = kind->short_form,
                     .state_short = kind->state_shorts[state],
                     .seat = (int16_t)kind->seat,
                     .supply = (int16_t)kind->supply,
                     .default_slot = (uint8_t)kind->first_slot,
                     .seen_as = kind->secret_state == (int)state
                                    ? (uint8_t)(c->model->kinds[kind->seen_as].first_slot + 1)
                                    : (uint8_t)0,
                     .possible = -1, /* until the routines have their numbers */
                     .pool = kind->pool};
}

static void slots(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->slot_count = m->slot_count;
    g->slots = LF_NEW_ARRAY(c->arena, lf_slot, m->slot_count);
    for (uint32_t k = 0; k < m->kind_count; k++)
        for (uint32_t s = 0; s < m->kinds[k].state_count; s++)
            g->slots[m->kinds[k].first_slot + s] = make_slot(c, &m->kinds[k], s);
}

static void zones(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->zone_count = m->zone_count;
    g->space_count = m->space_count;
    g->zone_words = m->zone_words > 0 ? m->zone_words : 1;
    g->property_count = m->space_property_count;
    g->zones = LF_NEW_ARRAY(c->arena, lf_named, m->zone_count);
    g->zone_keeps_states = LF_NEW_ARRAY(c->arena, uint8_t, m->zone_count);
    g->properties = LF_NEW_ARRAY(c->arena, int64_t, m->space_property_count * m->space_count + 1);
    g->adjacency = m->adjacency != NULL
                       ? m->adjacency
                       : LF_NEW_ARRAY(c->arena, uint64_t, m->space_count * g->zone_words + 1);
    g->board = m->board;
    g->spots = LF_NEW_ARRAY(c->arena, lf_spot, m->space_count + 1);
    for (uint32_t i = 0; i < m->space_count; i++)
        g->spots[i] = (lf_spot){m->zones[i].placed, m->zones[i].x, m->zones[i].y};
    g->property_info =
        lf_arena_alloc(c->arena, sizeof *g->property_info * (m->space_property_count + 1));
    for (uint32_t i = 0; i < m->zone_count; i++) {
        g->zones[i] = copy_name(&m->zones[i].entry);
        g->zone_keeps_states[i] = i < m->space_count || m->zones[i].keeps_states;
        for (uint32_t p = 0; i < m->space_count && p < m->space_property_count; p++)
            g->properties[p * m->space_count + i] = m->zones[i].properties[p];
    }
    for (uint32_t p = 0; p < m->space_property_count; p++) {
        g->property_info[p].name = m->space_properties[p].name;
        g->property_info[p].label = m->space_properties[p].label;
        g->property_info[p].sort = (uint8_t)lf_sort_of(m->space_properties[p].type);
        g->property_info[p].enum_id = m->space_properties[p].type.id;
    }
}

static void directions(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->direction_count = m->direction_count;
    g->directions = LF_NEW_ARRAY(c->arena, lf_named, m->direction_count + 1);
    g->opposites = LF_NEW_ARRAY(c->arena, int16_t, m->direction_count + 1);
    g->steps = m->steps;
    for (uint32_t i = 0; i < m->direction_count; i++) {
        g->directions[i] = copy_name(&m->directions[i]);
        g->opposites[i] = (int16_t)m->opposites[i];
    }
}

static void patterns(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->pattern_count = m->pattern_count;
    g->pattern_words = m->pattern_count > 0 ? m->space_count * g->zone_words : 0;
    g->pattern_slides =
        m->pattern_count > 0 ? m->pattern_slides : LF_NEW_ARRAY(c->arena, uint32_t, 1);
    g->pattern_leaps =
        m->pattern_count > 0 ? m->pattern_leaps : LF_NEW_ARRAY(c->arena, uint64_t, 1);
}

static void cards(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->card_count = m->card_count;
    g->card_words = m->card_count == 0 ? 1 : (m->card_count + 63) / 64;
    g->part_count = m->card_part_count;
    g->attribute_values = m->attribute_words;
    g->cards = LF_NEW_ARRAY(c->arena, lf_named, m->card_count + 1);
    g->part_names = LF_NEW_ARRAY(c->arena, lf_named, m->card_part_count + 1);
    for (uint32_t p = 0; p < m->card_part_count; p++)
        g->part_names[p] = (lf_named){m->card_parts[p], m->card_part_labels[p]};
    g->card_texts = LF_NEW_ARRAY(c->arena, const char *, m->card_count * m->card_part_count + 1);
    g->card_routines = LF_NEW_ARRAY(c->arena, int32_t, m->card_count * m->card_part_count + 1);
    g->attributes = LF_NEW_ARRAY(c->arena, int64_t, m->card_count * m->attribute_words + 1);
    g->attribute_lengths = LF_NEW_ARRAY(c->arena, uint32_t, m->attribute_words + 1);
    for (uint32_t i = 0; i < m->card_count; i++) {
        g->cards[i] = copy_name(&m->cards[i].entry);
        for (uint32_t w = 0; w < m->attribute_words; w++)
            g->attributes[i * m->attribute_words + w] = m->cards[i].attributes[w];
        for (uint32_t p = 0; p < m->card_part_count; p++)
            g->card_texts[i * m->card_part_count + p] =
                m->cards[i].parts[p].summary != NULL ? m->cards[i].parts[p].summary : "";
    }
    for (uint32_t a = 0; a < m->card_attribute_count; a++)
        for (uint32_t w = 0; w < m->card_attributes[a].length; w++)
            g->attribute_lengths[m->attribute_offsets[a] + w] = m->card_attributes[a].length - w;
    g->stack_count = m->stack_count;
    g->stacks = LF_NEW_ARRAY(c->arena, lf_stack, m->stack_count + 1);
    for (uint32_t i = 0; i < m->stack_count; i++)
        g->stacks[i] = (lf_stack){.name = m->stacks[i].entry.id,
                                  .label = m->stacks[i].entry.label,
                                  .owner = (int16_t)m->stacks[i].owner,
                                  .visibility = (uint8_t)m->stacks[i].visibility};
}

static void enumerations(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->enum_count = m->enum_count;
    g->enums = LF_NEW_ARRAY(c->arena, lf_enumeration, m->enum_count + 1);
    for (uint32_t i = 0; i < m->enum_count; i++) {
        g->enums[i].name = m->enums[i].name;
        g->enums[i].count = m->enums[i].count;
        g->enums[i].values = LF_NEW_ARRAY(c->arena, lf_named, m->enums[i].count + 1);
        for (uint32_t v = 0; v < m->enums[i].count; v++)
            g->enums[i].values[v] = (lf_named){m->enums[i].values[v], m->enums[i].labels[v]};
    }
}

/* ---- variables and their places ---- */

static bool is_set(lf_type type) {
    return type.base >= LF_T_SPACES && type.base <= LF_T_CARDS;
}

static uint32_t count_owners(const lf_game *g, lf_scope scope) {
    return scope == LF_SCOPE_GLOBAL ? 1 : scope == LF_SCOPE_SEAT ? g->seat_count : g->space_count;
}

static int32_t to_cell(int64_t value) {
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

/* The values a variable can hold: as declared, or all there are; references can also be none. */
static void set_range(const lf_game *g, lf_type type, lf_var *var) {
    const uint32_t counts[] = {[LF_T_ENUM] = type.base == LF_T_ENUM ? g->enums[type.id].count : 0,
                               [LF_T_SEAT] = g->seat_count,
                               [LF_T_SPACE] = g->space_count,
                               [LF_T_ZONE] = g->zone_count,
                               [LF_T_DIRECTION] = g->direction_count,
                               [LF_T_CARD] = g->card_count};
    if (type.base == LF_T_BOOL) {
        var->min = 0;
        var->max = 1;
    } else if (type.base < LF_COUNT(counts) && counts[type.base] > 0) {
        var->min = type.base == LF_T_ENUM ? 0 : -1;
        var->max = (int32_t)counts[type.base] - 1;
    }
}

static void variables(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    uint32_t cell = 0, word = 0;
    g->option_count = m->option_count;
    g->options = LF_NEW_ARRAY(c->arena, lf_var, m->option_count + 1);
    for (uint32_t i = 0; i < m->option_count; i++)
        g->options[i] = (lf_var){.name = m->options[i].entry.id,
                                 .label = m->options[i].entry.label,
                                 .sort = (uint8_t)lf_sort_of(m->options[i].type),
                                 .enum_id = m->options[i].type.id,
                                 .min = to_cell(m->options[i].min),
                                 .max = to_cell(m->options[i].max),
                                 .init = to_cell(m->options[i].fallback),
                                 .possible = -1,
                                 .cell = cell++};
    g->option_descriptions = LF_NEW_ARRAY(c->arena, const char *, m->option_count + 1);
    for (uint32_t i = 0; i < m->option_count; i++)
        g->option_descriptions[i] = m->options[i].description;
    g->var_count = m->var_count;
    g->global_count = m->global_count;
    g->seat_var_count = m->seat_var_count;
    g->space_var_count = m->space_var_count;
    g->vars = LF_NEW_ARRAY(c->arena, lf_var, m->var_count + 1);
    for (uint32_t i = 0; i < m->var_count; i++) {
        const lf_model_var *var = &m->vars[i];
        const bool set = is_set(var->type);
        const uint32_t words = set ? lf_words_of(c, var->type) : 0;
        g->vars[i] = (lf_var){.name = var->name,
                              .label = var->label,
                              .if_false = var->words[0],
                              .if_true = var->words[1],
                              .bookkeeping = var->bookkeeping,
                              .visibility = (uint8_t)var->visibility,
                              .possible = -1, /* until the routines have their numbers */
                              .scope = (uint8_t)var->scope,
                              .sort = (uint8_t)lf_sort_of(var->type),
                              .enum_id = var->type.id,
                              .is_set = set,
                              .is_marker = var->is_marker,
                              .min = to_cell(var->min),
                              .max = to_cell(var->max),
                              .init = to_cell(var->init),
                              .cell = set ? word : cell,
                              .words = words,
                              .entries = var->entries};
        set_range(g, var->type, &g->vars[i]);
        if (set)
            word += words * count_owners(g, var->scope);
        else
            cell += count_owners(g, var->scope);
    }
    g->layout.cell_count = cell;
    g->layout.set_words = word;
    lf_cells_fill(g);
}

/* ---- positions that occur again ---- */

static lf_repeated_part repeated_variable(const lf_game *g, uint32_t index) {
    const lf_var *var = &g->vars[index];
    return var->is_set ? (lf_repeated_part){LF_REPEATED_SETS, var->cell,
                                            count_owners(g, (lf_scope)var->scope) * var->words}
                       : (lf_repeated_part){LF_REPEATED_VARIABLE, index, 1};
}

static lf_repeated_part repeated_part(const lf_game *g, const lf_aspect *aspect) {
    switch (aspect->kind) {
    case LF_ASPECT_VARIABLE:
        return repeated_variable(g, aspect->index);
    case LF_ASPECT_PIECES:
        return (lf_repeated_part){LF_REPEATED_PIECES, aspect->index, aspect->count};
    case LF_ASPECT_STACK:
        return (lf_repeated_part){LF_REPEATED_STACK, aspect->index, 1};
    default:
        return (lf_repeated_part){
            aspect->kind == LF_ASPECT_ACTIVE ? LF_REPEATED_ACTIVE : LF_REPEATED_PHASE, 0, 1};
    }
}

static void repetitions(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    uint32_t word = 0;
    g->repetition_count = m->repetition_count;
    g->repetitions = LF_NEW_ARRAY(c->arena, lf_repetition, m->repetition_count + 1);
    for (uint32_t i = 0; i < m->repetition_count; i++) {
        const lf_model_repetition *from = &m->repetitions[i];
        lf_repetition *to = &g->repetitions[i];
        *to = (lf_repetition){.name = from->entry.id,
                              .label = from->entry.label,
                              .parts =
                                  LF_NEW_ARRAY(c->arena, lf_repeated_part, from->aspect_count + 1),
                              .part_count = from->aspect_count,
                              .memory = from->memory,
                              .first = word};
        for (uint32_t p = 0; p < from->aspect_count; p++)
            to->parts[p] = repeated_part(g, &from->aspects[p]);
        word += 1 + from->memory;
    }
}

/* ---- phases, actions, scenarios, the end ---- */

static void phases_and_actions(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->phase_count = m->phase_count;
    g->action_count = m->action_count;
    g->phases = LF_NEW_ARRAY(c->arena, lf_phase_info, m->phase_count + 1);
    g->phase_names = LF_NEW_ARRAY(c->arena, lf_named, m->phase_count + 1);
    g->actions = LF_NEW_ARRAY(c->arena, lf_named, m->action_count + 1);
    g->action_kinds = LF_NEW_ARRAY(c->arena, uint8_t, m->action_count + 1);
    g->action_ends_move = LF_NEW_ARRAY(c->arena, uint8_t, m->action_count + 1);
    for (uint32_t i = 0; i < m->action_count; i++) {
        g->actions[i] = copy_name(&m->actions[i].entry);
        g->action_kinds[i] =
            (uint8_t)lf_kind_of_word((lf_word)m->actions[i].way_out, LF_OPTION_ACTION);
        g->action_ends_move[i] = !m->actions[i].part_of_move;
    }
    for (uint32_t p = 0; p < m->phase_count; p++) {
        g->phase_names[p] = copy_name(&m->phases[p].entry);
        g->phases[p].bookkeeping = m->phases[p].bookkeeping;
        g->phases[p].actions = LF_NEW_ARRAY(c->arena, uint32_t, m->action_count + 1);
        for (uint32_t i = 0; i < m->action_count; i++)
            if (m->actions[i].phases >> p & 1)
                g->phases[p].actions[g->phases[p].action_count++] = i;
    }
}

static void fill_scenario(lf_compiler *c, const lf_model_scenario *from, lf_scenario_info *to) {
    *to = (lf_scenario_info){.name = from->name,
                             .label = from->entry.label,
                             .id = from->entry.id,
                             .position = from->position};
    to->placement_count = from->placement_count;
    to->placements = lf_arena_alloc(c->arena, sizeof *to->placements * (from->placement_count + 1));
    for (uint32_t i = 0; i < from->placement_count; i++) {
        to->placements[i].zone = (uint16_t)from->placements[i].zone;
        to->placements[i].slot = (uint8_t)from->placements[i].slot;
        to->placements[i].count = from->placements[i].count;
    }
    to->cell_count = from->value_count;
    to->cells = lf_arena_alloc(c->arena, sizeof *to->cells * (from->value_count + 1));
    for (uint32_t i = 0; i < from->value_count; i++) {
        const lf_var *var = &c->game->vars[from->values[i].var];
        to->cells[i].var = (uint32_t)from->values[i].var;
        to->cells[i].owner = var->scope == LF_SCOPE_GLOBAL ? 0 : (uint32_t)from->values[i].owner;
        to->cells[i].value = to_cell(from->values[i].value);
    }
    to->stack_count = from->stack_count;
    to->stacks = lf_arena_alloc(c->arena, sizeof *to->stacks * (from->stack_count + 1));
    for (uint32_t i = 0; i < from->stack_count; i++) {
        to->stacks[i].stack = (uint16_t)from->stacks[i].stack;
        to->stacks[i].count = from->stacks[i].count;
        to->stacks[i].cards = LF_NEW_ARRAY(c->arena, uint16_t, from->stacks[i].count + 1);
        for (uint32_t k = 0; k < from->stacks[i].count; k++)
            to->stacks[i].cards[k] = (uint16_t)from->stacks[i].cards[k];
    }
}

static void position_fields(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->position_field_count = m->text_field_count;
    g->position_fields = LF_NEW_ARRAY(c->arena, lf_position_field, m->text_field_count + 1);
    for (uint32_t i = 0; i < m->text_field_count; i++) {
        const lf_model_text_field *from = &m->text_fields[i];
        lf_position_field *to = &g->position_fields[i];
        *to = (lf_position_field){.sort = (uint8_t)from->sort,
                                  .columns = from->columns,
                                  .rows = from->rows,
                                  .var = from->var,
                                  .letter_count = from->letter_count};
        to->letters = LF_NEW_ARRAY(c->arena, lf_position_letter, from->letter_count + 1);
        for (uint32_t k = 0; k < from->letter_count; k++)
            to->letters[k] =
                (lf_position_letter){(uint8_t)from->letters[k].letter, from->letters[k].is_piece,
                                     from->letters[k].target};
    }
    g->position_rule_count = m->position_rule_count;
    g->position_rules = LF_NEW_ARRAY(c->arena, lf_position_rule, m->position_rule_count + 1);
    for (uint32_t i = 0; i < m->position_rule_count; i++)
        g->position_rules[i].message = m->position_rules[i].message;
}

/* Do the rules give all seats the same margin, in the same words, and no order that breaks their
 * tie? Then all win or all lose. */
static bool is_cooperative(const lf_model *m) {
    bool alike = m->margins != NULL && m->tie_break == NULL && m->seat_count > 1;
    for (uint32_t seat = 1; alike && seat < m->seat_count; seat++)
        alike = lf_ast_equal(m->margins[0], m->margins[seat]);
    return alike;
}

static void scenarios_and_end(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->scenario_count = m->scenario_count;
    g->scenarios = LF_NEW_ARRAY(c->arena, lf_scenario_info, m->scenario_count + 1);
    for (uint32_t i = 0; i < m->scenario_count; i++) {
        fill_scenario(c, &m->scenarios[i], &g->scenarios[i]);
        if (m->scenarios[i].is_default)
            g->default_scenario = i;
    }
    g->checkpoint_count = m->checkpoint_count + 1;
    g->checkpoints = LF_NEW_ARRAY(c->arena, lf_named, g->checkpoint_count);
    for (uint32_t i = 0; i < m->checkpoint_count; i++)
        g->checkpoints[i] = (lf_named){m->checkpoints[i].id, m->checkpoints[i].label};
    g->checkpoints[m->checkpoint_count] = (lf_named){"end game", "the rules end the game"};
    g->invariant_count = m->invariant_count;
    g->invariants = LF_NEW_ARRAY(c->arena, lf_named, m->invariant_count + 1);
    g->invariant_routines = LF_NEW_ARRAY(c->arena, uint32_t, m->invariant_count + 1);
    for (uint32_t i = 0; i < m->invariant_count; i++)
        g->invariants[i] = (lf_named){.name = m->invariants[i].id, .label = m->invariants[i].id};
    g->payoff_unit = m->payoff_unit != NULL ? m->payoff_unit : "";
    g->payoff_label = m->payoff_label != NULL ? m->payoff_label : "";
    g->payoff_scale = m->payoff_scale;
    g->cooperative = is_cooperative(m);
    g->margin_routines = m->margins != NULL ? LF_NEW_ARRAY(c->arena, int32_t, m->seat_count) : NULL;
}

static int32_t compiled_routine(const lf_compiler *c, int model_routine) {
    return model_routine < 0 ? -1 : (int32_t)lf_routine_of_model(c, (uint32_t)model_routine);
}

void lf_compile_secrets(lf_compiler *c) {
    for (uint32_t i = 0; i < c->model->var_count; i++)
        c->game->vars[i].possible = compiled_routine(c, c->model->vars[i].possible);
    for (uint32_t i = 0; i < c->model->kind_count; i++) {
        const lf_model_kind *kind = &c->model->kinds[i];
        if (kind->secret_state >= 0)
            c->game->slots[kind->first_slot + (uint32_t)kind->secret_state].possible =
                compiled_routine(c, kind->possible);
    }
}

void lf_compile_displays(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->display_count = m->display_count;
    g->displays = LF_NEW_ARRAY(c->arena, lf_display_info, m->display_count + 1);
    for (uint32_t i = 0; i < m->display_count; i++) {
        const lf_model_display *display = &m->displays[i];
        const lf_type type = m->routines[display->value].result;
        static const uint8_t pers[] = {[LF_T_VOID] = LF_PER_GAME,
                                       [LF_T_SEAT] = LF_PER_SEAT,
                                       [LF_T_SPACE] = LF_PER_SPACE,
                                       [LF_T_CARD] = LF_PER_CARD};
        assert(display->of.base < LF_COUNT(pers));
        g->displays[i] =
            (lf_display_info){.name = display->entry.id,
                              .label = display->entry.label,
                              .group = display->group,
                              .per = pers[display->of.base],
                              .sort = (uint8_t)lf_sort_of(type),
                              .enum_id = type.id,
                              .words = lf_words_of(c, type),
                              .value = (uint32_t)compiled_routine(c, (int)display->value),
                              .when = compiled_routine(c, display->when),
                              .goal = compiled_routine(c, display->goal)};
    }
}

void lf_compile_tables(lf_compiler *c) {
    c->game->id = c->model->id;
    c->game->title = c->model->title;
    c->game->description = c->model->description;
    c->game->difficulty = c->model->difficulty;
    c->game->minutes = c->model->minutes;
    seats(c);
    slots(c);
    zones(c);
    directions(c);
    patterns(c);
    cards(c);
    enumerations(c);
    variables(c);
    repetitions(c);
    phases_and_actions(c);
    position_fields(c);
    scenarios_and_end(c);
}
