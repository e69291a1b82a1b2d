/* image_layout.c: describes the tables of a compiled game: every field of lf_game and of the
 * structs in it, each once.
 *
 * A new field of game.h needs a row here; tests/unit/test_image.c finds missing ones. A count comes
 * before the tables whose length it is. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "image.h"

/* T is the struct that the rows describe. */
#define OF(f) (((T *)0)->f)
#define PLACE(f) .name = #f, .offset = offsetof(T, f), .size = sizeof OF(f), .times = LF_IMAGE_ONCE
#define NUMBER(f)                                                                                  \
    {                                                                                              \
        PLACE(f), .alignment = sizeof OF(f),                                                       \
                  .kind = _Generic(OF(f), bool                                                     \
                                   : LF_IMAGE_TRUTH, default                                       \
                                   : LF_IMAGE_NUMBER)                                              \
    }
#define POINTER(f) PLACE(f), .alignment = alignof(void *)
#define TEXT(f)                                                                                    \
    { POINTER(f), .kind = LF_IMAGE_TEXT }
#define MAYBE_TEXT(f)                                                                              \
    { POINTER(f), .kind = LF_IMAGE_TEXT, .optional = true }
#define LENGTH(f, n) .element = sizeof *OF(f), .count = offsetof(T, n)
#define NUMBERS(f, n)                                                                              \
    { POINTER(f), .kind = LF_IMAGE_NUMBERS, LENGTH(f, n), .unit = sizeof *OF(f) }
#define MAYBE_NUMBERS(f, n)                                                                        \
    { POINTER(f), .kind = LF_IMAGE_NUMBERS, LENGTH(f, n), .unit = sizeof *OF(f), .optional = true }
#define NUMBERS_BY(f, n, m)                                                                        \
    {                                                                                              \
        .name = #f, .offset = offsetof(T, f), .size = sizeof OF(f), .alignment = alignof(void *),  \
        .kind = LF_IMAGE_NUMBERS, LENGTH(f, n), .times = offsetof(T, m), .unit = sizeof *OF(f)     \
    }
#define ROWS_OF_BYTES(f, n)                                                                        \
    { POINTER(f), .kind = LF_IMAGE_NUMBERS, LENGTH(f, n), .unit = 1 }
#define TEXTS(f, n)                                                                                \
    { POINTER(f), .kind = LF_IMAGE_TEXTS, LENGTH(f, n) }
#define TEXTS_BY(f, n, m)                                                                          \
    {                                                                                              \
        .name = #f, .offset = offsetof(T, f), .size = sizeof OF(f), .alignment = alignof(void *),  \
        .kind = LF_IMAGE_TEXTS, LENGTH(f, n), .times = offsetof(T, m)                              \
    }
#define STRUCTS(f, n, type)                                                                        \
    { POINTER(f), .kind = LF_IMAGE_STRUCTS, LENGTH(f, n), .of = &struct_##type }
#define INSIDE(f, type)                                                                            \
    { PLACE(f), .alignment = alignof(type), .kind = LF_IMAGE_INSIDE, .of = &struct_##type }
#define LEFT_OUT(f)                                                                                \
    { PLACE(f), .alignment = sizeof OF(f), .kind = LF_IMAGE_LEFT_OUT }

#define ROWS(type) static const lf_image_field fields_of_##type[]
#define DESCRIPTION(type)                                                                          \
    { #type, sizeof(type), alignof(type), fields_of_##type, LF_COUNT(fields_of_##type) }
/* Asserts the size of a struct where pointers have eight bytes, so that whoever adds a field has to
 * come here. */
#define HAS_SIZE(type, bytes)                                                                      \
    _Static_assert(sizeof(void *) != 8 || sizeof(type) == (bytes),                                 \
                   #type " has changed: name its new field above, then say its new size")
#define STRUCT(type, bytes)                                                                        \
    HAS_SIZE(type, bytes);                                                                         \
    static const lf_image_struct struct_##type = DESCRIPTION(type)

/* clang-format off */

#define T lf_instr
ROWS(lf_instr) = {
    NUMBER(op), NUMBER(a), NUMBER(b), NUMBER(c), NUMBER(imm),
};
STRUCT(lf_instr, 8);
#undef T

#define T lf_spot
ROWS(lf_spot) = {
    NUMBER(known), NUMBER(x), NUMBER(y),
};
STRUCT(lf_spot, 12);
#undef T

#define T lf_named
ROWS(lf_named) = {
    TEXT(name), TEXT(label),
};
STRUCT(lf_named, 16);
#undef T

#define T lf_text_part
ROWS(lf_text_part) = {
    MAYBE_TEXT(literal), MAYBE_TEXT(many), NUMBER(reg), NUMBER(sort), NUMBER(number),
    NUMBER(enum_id),
};
STRUCT(lf_text_part, 24);
#undef T

#define T lf_template
ROWS(lf_template) = {
    NUMBER(count), STRUCTS(parts, count, lf_text_part),
};
STRUCT(lf_template, 16);
#undef T

#define T lf_choice_site
ROWS(lf_choice_site) = {
    NUMBER(domain), NUMBER(bind), NUMBER(source), NUMBER(by), NUMBER(live), NUMBER(or_done),
    NUMBER(out_kind),
    NUMBER(checked), NUMBER(fallible), NUMBER(enum_id), NUMBER(sealed), NUMBER(shows_cards),
    NUMBER(ask), NUMBER(asked),
    NUMBER(ask_always), NUMBER(ask_real), NUMBER(prompt), NUMBER(done_label), MAYBE_TEXT(done_id),
    NUMBER(label_count), NUMBERS(labels, label_count), TEXTS(ids, label_count),
    NUMBERS(kinds, label_count),
    NUMBER(number_count), MAYBE_NUMBERS(numbers, number_count), NUMBER(pc), NUMBER(place),
    NUMBER(question),
};
STRUCT(lf_choice_site, 120);
#undef T

#define T lf_question_info
ROWS(lf_question_info) = {
    NUMBER(domain), NUMBER(way_out), NUMBER(enum_id), NUMBER(site), NUMBER(first), NUMBER(count),
    NUMBER(low),
};
STRUCT(lf_question_info, 24);
#undef T

#define T lf_routine
ROWS(lf_routine) = {
    TEXT(name), NUMBER(entry), NUMBER(end), NUMBER(registers), NUMBER(frame_size),
    NUMBER(param_registers),
    NUMBER(pure),
};
STRUCT(lf_routine, 32);
#undef T

#define T lf_card_register
ROWS(lf_card_register) = {
    NUMBER(from), NUMBER(to), NUMBER(reg), NUMBER(is_set),
};
STRUCT(lf_card_register, 12);
#undef T

#define T lf_var
ROWS(lf_var) = {
    TEXT(name), NUMBER(scope), NUMBER(sort), NUMBER(enum_id), NUMBER(is_set), NUMBER(is_marker),
    NUMBER(bookkeeping), NUMBER(visibility), TEXT(label), MAYBE_TEXT(if_false),
    MAYBE_TEXT(if_true), NUMBER(min), NUMBER(max), NUMBER(init), NUMBER(cell), NUMBER(words),
    NUMBER(entries), NUMBER(place), NUMBER(width), NUMBER(possible),
};
STRUCT(lf_var, 80);
#undef T

#define T lf_slot
ROWS(lf_slot) = {
    TEXT(kind_name), TEXT(kind_label), TEXT(kind_one), TEXT(name), TEXT(label), TEXT(one),
    TEXT(kind_short),
    TEXT(state_short), NUMBER(seat), NUMBER(supply), NUMBER(default_slot), NUMBER(seen_as),
    NUMBER(possible), NUMBER(pool),
};
STRUCT(lf_slot, 80);
#undef T

#define T lf_property_info
ROWS(lf_property_info) = {
    TEXT(name), MAYBE_TEXT(label), NUMBER(sort), NUMBER(enum_id),
};
STRUCT(lf_property_info, 24);
#undef T

#define T lf_enumeration
ROWS(lf_enumeration) = {
    TEXT(name), NUMBER(count), STRUCTS(values, count, lf_named),
};
STRUCT(lf_enumeration, 24);
#undef T

#define T lf_place
ROWS(lf_place) = {
    NUMBER(file), NUMBER(line), NUMBER(column),
};
STRUCT(lf_place, 12);
#undef T

#define T lf_stack
ROWS(lf_stack) = {
    TEXT(name), TEXT(label), NUMBER(owner), NUMBER(visibility),
};
STRUCT(lf_stack, 24);
#undef T

#define T lf_repeated_part
ROWS(lf_repeated_part) = {
    NUMBER(kind), NUMBER(first), NUMBER(count),
};
STRUCT(lf_repeated_part, 12);
#undef T

#define T lf_repetition
ROWS(lf_repetition) = {
    TEXT(name), TEXT(label), NUMBER(part_count), STRUCTS(parts, part_count, lf_repeated_part),
    NUMBER(memory), NUMBER(first),
};
STRUCT(lf_repetition, 40);
#undef T

#define T lf_display_info
ROWS(lf_display_info) = {
    TEXT(name), TEXT(label), TEXT(group), NUMBER(per), NUMBER(sort), NUMBER(enum_id), NUMBER(words),
    NUMBER(value), NUMBER(when), NUMBER(goal),
};
STRUCT(lf_display_info, 48);
#undef T

#define T lf_term_info
ROWS(lf_term_info) = {
    TEXT(name), TEXT(label), NUMBER(seats), NUMBER(per_seat), NUMBER(weight), NUMBER(value),
};
STRUCT(lf_term_info, 32);
#undef T

#define T lf_prior_info
ROWS(lf_prior_info) = {
    TEXT(name), TEXT(label), NUMBER(seats), NUMBER(per_seat), NUMBER(weight), NUMBER(option_count),
    TEXTS(options, option_count), NUMBER(spaces), NUMBER(when), NUMBER(asker_count),
    NUMBERS(askers, asker_count),
};
STRUCT(lf_prior_info, 72);
#undef T

#define T lf_rules_part
ROWS(lf_rules_part) = {
    NUMBER(code_count), NUMBER(constant_count), NUMBER(template_count), NUMBER(routine_count),
};
STRUCT(lf_rules_part, 16);
#undef T

#define T lf_phase_info
ROWS(lf_phase_info) = {
    NUMBER(entry), NUMBER(loop), NUMBER(next_seat), NUMBER(exit), NUMBER(left),
    NUMBER(action_count),
    NUMBERS(actions, action_count), NUMBER(bookkeeping), NUMBER(prompt_count),
    MAYBE_NUMBERS(prompts, prompt_count), NUMBER(prompt_routine),
};
STRUCT(lf_phase_info, 56);
#undef T

#define T lf_placed
ROWS(lf_placed) = {
    NUMBER(zone), NUMBER(slot), NUMBER(count),
};
STRUCT(lf_placed, 8);
#undef T

#define T lf_cell_value
ROWS(lf_cell_value) = {
    NUMBER(var), NUMBER(owner), NUMBER(value),
};
STRUCT(lf_cell_value, 12);
#undef T

#define T lf_stacked
ROWS(lf_stacked) = {
    NUMBER(stack), NUMBER(count), NUMBERS(cards, count),
};
STRUCT(lf_stacked, 16);
#undef T

#define T lf_scenario_info
ROWS(lf_scenario_info) = {
    TEXT(name), TEXT(label), MAYBE_TEXT(id), NUMBER(entry), NUMBER(placement_count),
    STRUCTS(placements, placement_count, lf_placed), NUMBER(cell_count),
    STRUCTS(cells, cell_count, lf_cell_value), NUMBER(stack_count),
    STRUCTS(stacks, stack_count, lf_stacked), MAYBE_TEXT(position),
};
STRUCT(lf_scenario_info, 88);
#undef T

#define T lf_position_letter
ROWS(lf_position_letter) = { NUMBER(letter), NUMBER(is_piece), NUMBER(target) };
STRUCT(lf_position_letter, 8);
#undef T

#define T lf_position_field
ROWS(lf_position_field) = {
    NUMBER(sort), NUMBER(columns), NUMBER(rows), NUMBER(var), NUMBER(letter_count),
    STRUCTS(letters, letter_count, lf_position_letter),
};
STRUCT(lf_position_field, 32);
#undef T

#define T lf_option_alias
ROWS(lf_option_alias) = { TEXT(former), TEXT(id) };
STRUCT(lf_option_alias, 16);
#undef T

#define T lf_position_rule
ROWS(lf_position_rule) = { TEXT(message), NUMBER(routine) };
STRUCT(lf_position_rule, 16);
#undef T

#define T lf_choice_limits
ROWS(lf_choice_limits) = { NUMBER(values), NUMBER(entries), NUMBER(numbers), NUMBER(text_values) };
STRUCT(lf_choice_limits, 16);
#undef T

#define T lf_hash_keys
ROWS(lf_hash_keys) = {
    NUMBER(cells), NUMBER(sets), NUMBER(counts), NUMBER(card_stack), NUMBER(card_below),
    NUMBER(stack_top),
    NUMBER(stack_bottom), NUMBER(stack_size),
};
STRUCT(lf_hash_keys, 32);
#undef T

#define T lf_layout
ROWS(lf_layout) = {
    NUMBER(cells), NUMBER(cells16), NUMBER(cells8), NUMBER(cells_end), NUMBER(cell_count),
    NUMBER(sets), NUMBER(set_words),
    NUMBER(counts), NUMBER(card_width), NUMBER(card_stack), NUMBER(card_below),
    NUMBER(card_above), NUMBER(stack_top), NUMBER(stack_bottom),
    NUMBER(stack_size), NUMBER(zone_slots), NUMBER(slot_zones), NUMBER(open), NUMBER(knowledge),
    NUMBER(viewers), NUMBER(history), NUMBER(calls), NUMBER(call_depth),
    NUMBER(frames), NUMBER(frame_size), NUMBER(size), INSIDE(keys, lf_hash_keys),
};
STRUCT(lf_layout, 136);
#undef T

#define T lf_game
ROWS(lf_game) = {
    LEFT_OUT(arena), LEFT_OUT(model), LEFT_OUT(late), LEFT_OUT(log_words), NUMBER(without),
    LEFT_OUT(free_model), LEFT_OUT(native), LEFT_OUT(spec), TEXT(id),
    TEXT(title), TEXT(description), NUMBER(difficulty), NUMBER(minutes), NUMBER(identity),
    NUMBER(program), NUMBER(seat_count),
    NUMBER(zone_count), NUMBER(space_count),
    NUMBER(zone_words), NUMBER(card_count), NUMBER(card_words), NUMBER(stack_count),
    NUMBER(slot_count),
    NUMBER(direction_count), NUMBER(property_count), NUMBER(attribute_values), NUMBER(enum_count),
    NUMBER(var_count), NUMBER(option_count), NUMBER(phase_count), NUMBER(action_count),
    NUMBER(scenario_count), NUMBER(routine_count), NUMBER(site_count), NUMBER(part_count),
    NUMBER(checkpoint_count), NUMBER(invariant_count), NUMBER(menu_option_count),
    NUMBER(default_scenario),
    NUMBER(global_count), NUMBER(seat_var_count), NUMBER(space_var_count), NUMBER(seats_option),
    STRUCTS(seats, seat_count, lf_named), NUMBERS(next_seat, seat_count),
    NUMBERS(seat_masks, seat_count),
    STRUCTS(zones, zone_count, lf_named), NUMBERS(zone_keeps_states, zone_count),
    STRUCTS(stacks, stack_count, lf_stack), STRUCTS(cards, card_count, lf_named),
    STRUCTS(part_names, part_count, lf_named), TEXTS_BY(card_texts, card_count, part_count),
    NUMBERS_BY(card_routines, card_count, part_count),
    NUMBERS_BY(attributes, card_count, attribute_values),
    NUMBERS(attribute_lengths, attribute_values), STRUCTS(slots, slot_count, lf_slot),
    STRUCTS(directions, direction_count, lf_named), NUMBERS(opposites, direction_count),
    NUMBERS_BY(steps, space_count, direction_count), NUMBERS_BY(adjacency, space_count, zone_words),
    NUMBER(pattern_count), NUMBER(pattern_words), NUMBERS(pattern_slides, pattern_count),
    NUMBERS_BY(pattern_leaps, pattern_count, pattern_words),
    LEFT_OUT(rays), LEFT_OUT(shifts), LEFT_OUT(mutual),
    NUMBERS_BY(properties, property_count, space_count),
    NUMBER(board), STRUCTS(spots, space_count, lf_spot),
    STRUCTS(property_info, property_count, lf_property_info),
    STRUCTS(enums, enum_count, lf_enumeration),
    STRUCTS(vars, var_count, lf_var), STRUCTS(options, option_count, lf_var),
    TEXTS(option_descriptions, option_count),
    STRUCTS(phases, phase_count, lf_phase_info), STRUCTS(phase_names, phase_count, lf_named),
    STRUCTS(actions, action_count, lf_named), NUMBERS(action_kinds, action_count),
    NUMBERS(action_ends_move, action_count),
    STRUCTS(scenarios, scenario_count, lf_scenario_info),
    NUMBER(position_field_count), STRUCTS(position_fields, position_field_count, lf_position_field),
    NUMBER(position_rule_count), STRUCTS(position_rules, position_rule_count, lf_position_rule),
    NUMBER(option_alias_count), STRUCTS(option_aliases, option_alias_count, lf_option_alias),
    STRUCTS(checkpoints, checkpoint_count, lf_named), NUMBER(repetition_count),
    STRUCTS(repetitions, repetition_count, lf_repetition), NUMBER(display_count),
    STRUCTS(displays, display_count, lf_display_info), NUMBER(term_count),
    STRUCTS(terms, term_count, lf_term_info),
    NUMBER(prior_count), STRUCTS(priors, prior_count, lf_prior_info), NUMBER(agents_registers),
    NUMBER(agents_depth),
    INSIDE(rules, lf_rules_part), TEXTS(menu_options, menu_option_count),
    STRUCTS(invariants, invariant_count, lf_named), NUMBERS(invariant_routines, invariant_count),
    MAYBE_NUMBERS(margin_routines, seat_count),
    TEXT(payoff_unit), TEXT(payoff_label), NUMBER(payoff_scale), NUMBER(utility_min),
    NUMBER(utility_max),
    NUMBERS(tie_break, seat_count), NUMBER(ties), NUMBER(cooperative),
    NUMBER(flip_map_count), ROWS_OF_BYTES(flip_maps, flip_map_count), NUMBER(code_count),
    STRUCTS(code, code_count, lf_instr), LEFT_OUT(chained), NUMBERS(places_of, code_count),
    NUMBER(constant_count),
    NUMBERS(constants, constant_count), NUMBER(template_count),
    STRUCTS(templates, template_count, lf_template), STRUCTS(sites, site_count, lf_choice_site),
    NUMBER(question_count),
    STRUCTS(questions, question_count, lf_question_info), NUMBER(id_count),
    INSIDE(choices, lf_choice_limits),
    STRUCTS(routines, routine_count, lf_routine), NUMBER(place_count),
    STRUCTS(places, place_count, lf_place), NUMBER(place_file_count),
    TEXTS(place_files, place_file_count), NUMBER(card_register_count),
    STRUCTS(card_registers, card_register_count, lf_card_register), NUMBER(has_checked_sites),
    NUMBER(supposing),
    NUMBER(greatest_die),
    INSIDE(layout, lf_layout),
};
#undef T
/* clang-format on */

HAS_SIZE(lf_game, 1064);
const lf_image_struct lf_image_of_game = DESCRIPTION(lf_game);

/* ---- what follows from it ---- */

static bool is_number(const lf_image_field *field) {
    return field->kind == LF_IMAGE_NUMBER || field->kind == LF_IMAGE_TRUTH;
}

static uint64_t least_bytes_of(const lf_image_field *field) {
    if (is_number(field))
        return field->size;
    if (field->kind == LF_IMAGE_TEXT)
        return sizeof(uint32_t);
    return field->kind == LF_IMAGE_INSIDE ? lf_image_least_bytes(field->of) : field->optional;
}

uint64_t lf_image_least_bytes(const lf_image_struct *of) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < of->field_count; i++)
        sum += least_bytes_of(&of->fields[i]);
    return sum;
}

bool lf_image_is_flat(const lf_image_field *table) {
    const lf_image_struct *const of = table->of;
    uint32_t end = 0;
    assert(of != NULL || table->kind != LF_IMAGE_STRUCTS);
    for (uint32_t i = 0; of != NULL && i < of->field_count; i++) {
        if (of->fields[i].kind != LF_IMAGE_NUMBER || of->fields[i].offset != end)
            return false;
        end += of->fields[i].size;
    }
    return table->kind == LF_IMAGE_NUMBERS || (table->kind == LF_IMAGE_STRUCTS && end == of->size);
}

uint64_t lf_image_count(const lf_image_field *field, const void *base) {
    const char *const bytes = base;
    uint32_t count = 0, times = 1;
    memcpy(&count, bytes + field->count, sizeof count);
    if (field->times != LF_IMAGE_ONCE)
        memcpy(&times, bytes + field->times, sizeof times);
    return (uint64_t)count * times;
}

/* ---- the stamp ---- */

static uint64_t with_text(uint64_t hash, const char *text) {
    return XXH3_64bits_withSeed(text, strlen(text) + 1, hash);
}

static uint64_t with_number(uint64_t hash, uint64_t number) {
    XXH64_canonical_t bytes; /* the same on every machine */
    XXH64_canonicalFromHash(&bytes, number);
    return XXH3_64bits_withSeed(&bytes, sizeof bytes, hash);
}

/* Leaves out the sizes of pointers, which an image does not contain. */
static uint64_t with_struct(uint64_t hash, const lf_image_struct *of) {
    hash = with_text(hash, of->name);
    for (uint32_t i = 0; i < of->field_count; i++) {
        const lf_image_field *const field = &of->fields[i];
        hash = with_text(hash, field->name);
        hash =
            with_number(hash, field->kind | (uint64_t)field->optional << 8 |
                                  (uint64_t)(is_number(field) ? field->size : field->unit) << 16);
        if (field->of != NULL)
            hash = with_struct(hash, field->of);
    }
    return hash;
}

uint64_t lf_image_stamp(void) {
    static const char *const sorts[] = {
#define LF_TEXT_SORT(sort, things) #sort,
#define LF_DOMAIN_SORT(domain, option, sort) #domain,
#include "base/sorts.def"
    };
    static const uint64_t numbers[] = {LF_RANGE_WORDS, LF_MAX_PIECE_SLOTS, LF_ROW_KINDS,
                                       LF_PER_CARD, LF_TIES_ORDERED};
    uint64_t hash = with_struct(LF_IMAGE_FORMAT, &lf_image_of_game);
    for (size_t i = 0; i < LF_COUNT(sorts); i++)
        hash = with_text(hash, sorts[i]);
    for (size_t i = 0; i < LF_COUNT(numbers); i++)
        hash = with_number(hash, numbers[i]);
    for (size_t i = 0; i < LF_OPCODES; i++) {
        hash = with_text(hash, lf_op_table[i].name);
        hash = XXH3_64bits_withSeed(lf_op_table[i].operands, sizeof lf_op_table[i].operands, hash);
        hash = with_number(hash, (uint64_t)lf_op_table[i].imm);
    }
    return hash;
}
