/* tensor_layout.c: what an observation in numbers is made of: the parts of its layout, their
 * shapes, and what each number stands for.
 *
 * The layout follows from the tables of the game alone. What fills it in is tensor.c. */
#include "tensor.h"

/* Numbers that nothing bounds are cut off at those of 32 bits. */
#define WIDE_MIN INT32_MIN
#define WIDE_MAX INT32_MAX

/* ---- variables ---- */

lf_var_list lf_vars_of_part(const lf_game *game, lf_part part) {
    const lf_var *seat_vars = game->vars + game->global_count;
    switch (part) {
    case LF_PART_OPTION_NUMBERS:
    case LF_PART_OPTION_VALUES:
        return (lf_var_list){game->options, game->option_count, 1};
    case LF_PART_SEAT_NUMBERS:
    case LF_PART_SEAT_VALUES:
    case LF_PART_SEAT_SETS:
        return (lf_var_list){seat_vars, game->seat_var_count, game->seat_count};
    case LF_PART_SPACE_NUMBERS:
    case LF_PART_SPACE_VALUES:
    case LF_PART_SPACE_SETS:
        return (lf_var_list){seat_vars + game->seat_var_count, game->space_var_count,
                             game->space_count};
    default:
        return (lf_var_list){game->vars, game->global_count, 1};
    }
}

uint32_t lf_var_places(const lf_game *game, const lf_var *var) {
    if (lf_var_is_number(var))
        return 0;
    if (var->sort == LF_SORT_BOOL)
        return 1;
    return var->sort == LF_SORT_STACK ? game->stack_count
                                      : lf_things_of(game, (lf_sort)var->sort, var->enum_id).count;
}

static bool is_numbers(lf_part part) {
    return part == LF_PART_OPTION_NUMBERS || part == LF_PART_GLOBAL_NUMBERS ||
           part == LF_PART_SEAT_NUMBERS || part == LF_PART_SPACE_NUMBERS;
}

static bool is_sets(lf_part part) {
    return part == LF_PART_GLOBAL_SETS || part == LF_PART_SEAT_SETS || part == LF_PART_SPACE_SETS;
}

/* How many numbers a variable has in this part. */
static uint32_t places_in(const lf_game *game, lf_part part, const lf_var *var) {
    if (is_numbers(part))
        return lf_var_is_number(var);
    return var->is_set == is_sets(part) ? lf_var_places(game, var) : 0;
}

static uint32_t row_of_vars(const lf_game *game, lf_part part, lf_tensor_part *out) {
    const lf_var_list list = lf_vars_of_part(game, part);
    uint32_t row = 0;
    bool first = true;
    for (uint32_t i = 0; i < list.count; i++) {
        const lf_var *var = &list.vars[i];
        row += places_in(game, part, var);
        if (!is_numbers(part) || !lf_var_is_number(var))
            continue;
        out->min = first || var->min < out->min ? var->min : out->min;
        out->max = first || var->max > out->max ? var->max : out->max;
        first = false;
    }
    return row;
}

/* ---- things ---- */

uint32_t lf_thing_count(const lf_game *game, lf_thing thing) {
    switch (thing) {
    case LF_THING_ZONE:
        return game->zone_count;
    case LF_THING_SEAT:
        return game->seat_count;
    case LF_THING_CARD:
        return game->card_count;
    case LF_THING_KIND:
        return game->slot_count;
    case LF_THING_DIRECTION:
        return game->direction_count;
    case LF_THING_STACK:
        return game->stack_count;
    case LF_THING_ACTION:
        return game->action_count;
    case LF_THING_VALUE:
        return game->choices.values;
    case LF_THING_MENU:
        return game->choices.entries;
    default:
        return 1;
    }
}

uint32_t lf_first_of_things(const lf_game *game, lf_thing thing) {
    uint32_t first = 0;
    for (int before = 0; before < (int)thing; before++)
        first += lf_thing_count(game, (lf_thing)before);
    return first;
}

static uint32_t all_things(const lf_game *game) {
    return lf_first_of_things(game, LF_THINGS);
}

/* ---- shapes ---- */

static void shape(lf_tensor_part *out, uint32_t rows, const char *row_name, uint32_t columns,
                  const char *column_name) {
    const bool flat = row_name == NULL;
    out->axes = flat ? 1 : 2;
    out->shape[0] = (int)(flat ? columns : rows);
    out->axis[0] = flat ? column_name : row_name;
    if (!flat) {
        out->shape[1] = (int)columns;
        out->axis[1] = column_name;
    }
    out->size = (int)((flat ? 1 : rows) * columns);
}

static void range(lf_tensor_part *out, int64_t min, int64_t max) {
    out->min = min;
    out->max = max;
}

static void measure_vars(const lf_game *game, lf_part part, lf_tensor_part *out) {
    static const char *const owners[LF_PARTS] = {
        [LF_PART_SEAT_NUMBERS] = "seats",  [LF_PART_SEAT_VALUES] = "seats",
        [LF_PART_SEAT_SETS] = "seats",     [LF_PART_SPACE_NUMBERS] = "spaces",
        [LF_PART_SPACE_VALUES] = "spaces", [LF_PART_SPACE_SETS] = "spaces"};
    const uint32_t row = row_of_vars(game, part, out);
    shape(out, lf_vars_of_part(game, part).owners, owners[part], row,
          is_numbers(part) ? "variables"
          : is_sets(part)  ? "elements of variables"
                           : "values of variables");
}

static void measure_decision(const lf_game *game, lf_part part, lf_tensor_part *out) {
    if (part == LF_PART_QUESTION)
        shape(out, 1, NULL, game->question_count, "questions");
    if (part == LF_PART_OFFERED)
        shape(out, 1, NULL, all_things(game), "things");
    if (part == LF_PART_OFFERED_NUMBERS)
        shape(out, 1, NULL, game->choices.numbers, "numbers");
    if (part == LF_PART_SHOWN_NUMBERS) {
        shape(out, 1, NULL, game->choices.text_values, "values");
        range(out, WIDE_MIN, WIDE_MAX);
    }
    if (part == LF_PART_SHOWN_THINGS)
        shape(out, game->choices.text_values, "values", all_things(game), "things");
}

static void measure_cards(const lf_game *game, lf_part part, lf_tensor_part *out) {
    const bool cards = game->card_count > 0;
    if (part == LF_PART_STACK_SIZES) {
        shape(out, 1, NULL, game->stack_count, "stacks");
        range(out, 0, game->card_count);
    }
    if (part == LF_PART_CARD_STACKS)
        shape(out, game->card_count, "cards", game->stack_count + 2, "stacks, nowhere, unknown");
    if (part == LF_PART_CARD_PLACES) {
        shape(out, 1, NULL, game->card_count, "cards");
        range(out, -1, cards ? game->card_count - 1 : 0);
    }
}

static void measure_outcome(const lf_game *game, lf_part part, lf_tensor_part *out) {
    if (part == LF_PART_CHECKPOINT)
        shape(out, 1, NULL, game->checkpoint_count, "checkpoints");
    else
        shape(out, 1, NULL, game->seat_count, "seats");
    if (part == LF_PART_MARGINS && game->utility_min <= game->utility_max)
        range(out, game->utility_min < 0 ? game->utility_min : 0,
              game->utility_max > 0 ? game->utility_max : 0);
    else if (part == LF_PART_MARGINS)
        range(out, WIDE_MIN, WIDE_MAX);
}

static const char *const names[LF_PARTS] = {
    [LF_PART_VIEWER] = "who looks",
    [LF_PART_SCENARIO] = "scenario",
    [LF_PART_PHASE] = "phase",
    [LF_PART_TURN] = "turn",
    [LF_PART_ACTIVE] = "active seat",
    [LF_PART_DECIDER] = "decider",
    [LF_PART_OPTION_NUMBERS] = "options of the game: numbers",
    [LF_PART_OPTION_VALUES] = "options of the game: values",
    [LF_PART_GLOBAL_NUMBERS] = "globals: numbers",
    [LF_PART_GLOBAL_VALUES] = "globals: values",
    [LF_PART_GLOBAL_SETS] = "globals: sets",
    [LF_PART_SEAT_NUMBERS] = "variables of seats: numbers",
    [LF_PART_SEAT_VALUES] = "variables of seats: values",
    [LF_PART_SEAT_SETS] = "variables of seats: sets",
    [LF_PART_SPACE_NUMBERS] = "variables of spaces: numbers",
    [LF_PART_SPACE_VALUES] = "variables of spaces: values",
    [LF_PART_SPACE_SETS] = "variables of spaces: sets",
    [LF_PART_PIECES] = "pieces",
    [LF_PART_STACK_SIZES] = "sizes of stacks",
    [LF_PART_CARD_STACKS] = "cards in stacks",
    [LF_PART_CARD_PLACES] = "places of cards",
    [LF_PART_TIMES] = "times that the position has been there",
    [LF_PART_QUESTION] = "question",
    [LF_PART_OFFERED] = "offered things",
    [LF_PART_OFFERED_NUMBERS] = "offered numbers",
    [LF_PART_SHOWN_NUMBERS] = "shown numbers",
    [LF_PART_SHOWN_THINGS] = "shown things",
    [LF_PART_OUTCOME] = "winners",
    [LF_PART_CHECKPOINT] = "how it ended",
    [LF_PART_MARGINS] = "margins at the end",
};

void lf_part_measure(const lf_game *game, lf_part part, lf_tensor_part *out) {
    *out = (lf_tensor_part){.name = names[part], .max = 1};
    if (part >= LF_PART_OPTION_NUMBERS && part <= LF_PART_SPACE_SETS)
        measure_vars(game, part, out);
    else if (part >= LF_PART_STACK_SIZES && part <= LF_PART_CARD_PLACES)
        measure_cards(game, part, out);
    else if (part >= LF_PART_QUESTION && part <= LF_PART_SHOWN_THINGS)
        measure_decision(game, part, out);
    else if (part >= LF_PART_OUTCOME)
        measure_outcome(game, part, out);
    else if (part == LF_PART_SCENARIO)
        shape(out, 1, NULL, game->scenario_count, "scenarios");
    else if (part == LF_PART_PHASE)
        shape(out, 1, NULL, game->phase_count, "phases");
    else if (part == LF_PART_TURN) {
        shape(out, 1, NULL, 1, "turn");
        range(out, 0, WIDE_MAX);
    } else if (part == LF_PART_DECIDER) {
        shape(out, 1, NULL, game->seat_count + 1, "seats, chance");
    } else if (part == LF_PART_PIECES) {
        shape(out, game->zone_count, "zones", game->slot_count, "kinds");
        range(out, 0, LF_MAX_PIECES_PER_CELL);
    } else if (part == LF_PART_TIMES) {
        shape(out, 1, NULL, game->repetition_count, "repetitions");
        range(out, 0, LF_MAX_REMEMBERED);
    } else
        shape(out, 1, NULL, game->seat_count, "seats");
}

/* ---- the layout ---- */

uint32_t lf_part_size(const lf_game *game, lf_part part) {
    lf_tensor_part measured;
    lf_part_measure(game, part, &measured);
    return (uint32_t)measured.size;
}

int lf_tensor_size(const lf_game *game) {
    uint32_t size = 0;
    for (int part = 0; part < LF_PARTS; part++)
        size += lf_part_size(game, (lf_part)part);
    return (int)size;
}

/* The `index`-th that is not empty, and which it is; LF_PARTS: there are no more. */
static lf_part find_part(const lf_game *game, int index, lf_tensor_part *out) {
    int offset = 0;
    for (int part = 0; part < LF_PARTS; part++) {
        lf_part_measure(game, (lf_part)part, out);
        out->offset = offset;
        offset += out->size;
        if (out->size > 0 && index-- == 0)
            return (lf_part)part;
    }
    return LF_PARTS;
}

int lf_tensor_parts(const lf_game *game) {
    lf_tensor_part part;
    int count = 0;
    while (find_part(game, count, &part) != LF_PARTS)
        count++;
    return count;
}

bool lf_tensor_spec(const lf_game *game, int part, lf_tensor_part *out) {
    lf_tensor_part found;
    if (part < 0 || find_part(game, part, &found) == LF_PARTS)
        return false;
    *out = found;
    return true;
}

/* ---- what a number stands for ---- */

static void format_element(const lf_game *game, const lf_var *var, uint32_t place, lf_text *out) {
    const lf_things things = lf_things_of(game, (lf_sort)var->sort, var->enum_id);
    lf_text_addz(out, var->label);
    if (lf_var_is_number(var))
        return;
    lf_text_addz(out, var->is_set ? " has " : " = ");
    if (var->sort == LF_SORT_BOOL)
        lf_text_addz(out, "true");
    else if (var->sort == LF_SORT_STACK)
        lf_text_addz(out, game->stacks[place].label);
    else
        lf_text_addz(out, things.items[place].label);
}

static void format_var(const lf_game *game, lf_part part, uint32_t column, lf_text *out) {
    const lf_var_list list = lf_vars_of_part(game, part);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t places = places_in(game, part, &list.vars[i]);
        if (column < places) {
            format_element(game, &list.vars[i], column, out);
            return;
        }
        column -= places;
    }
}

static void format_thing(const lf_game *game, uint32_t column, lf_text *out) {
    lf_thing thing = LF_THING_ZONE;
    while (column >= lf_thing_count(game, thing)) {
        column -= lf_thing_count(game, thing);
        thing = (lf_thing)(thing + 1);
    }
    const lf_named *lists[LF_THINGS] = {[LF_THING_ZONE] = game->zones,
                                        [LF_THING_SEAT] = game->seats,
                                        [LF_THING_CARD] = game->cards,
                                        [LF_THING_DIRECTION] = game->directions,
                                        [LF_THING_ACTION] = game->actions};
    if (lists[thing] != NULL)
        lf_text_addz(out, lists[thing][column].label);
    else if (thing == LF_THING_KIND)
        lf_text_addz(out, game->slots[column].label);
    else if (thing == LF_THING_STACK)
        lf_text_addz(out, game->stacks[column].label);
    else if (thing == LF_THING_OUT)
        lf_text_addz(out, "the way out");
    else
        lf_text_printf(out, thing == LF_THING_VALUE ? "value %u" : "entry %u", column + 1);
}

static void format_question(const lf_game *game, uint32_t index, lf_text *out) {
    const lf_question_info *question = &game->questions[index];
    const int32_t prompt = question->site >= 0 ? game->sites[question->site].prompt : -1;
    if (question->domain == LF_DOMAIN_ACTIONS)
        lf_text_addz(out, game->phase_names[question->enum_id].label);
    else if (prompt >= 0)
        lf_format_template(game, &game->templates[prompt], NULL, out);
    else
        lf_text_printf(out, "question %u", index);
}

static void format_card_place(const lf_game *game, uint32_t row, uint32_t column, lf_text *out) {
    lf_text_printf(out, "%s: %s", game->cards[row].label,
                   column == lf_nowhere(game)   ? "nowhere"
                   : column == lf_unknown(game) ? "unknown"
                                                : game->stacks[column].label);
}

/* Parts that have a row of names. */
static const char *name_at(const lf_game *game, lf_part part, uint32_t index) {
    switch (part) {
    case LF_PART_SCENARIO:
        return game->scenarios[index].label;
    case LF_PART_PHASE:
        return game->phase_names[index].label;
    case LF_PART_STACK_SIZES:
        return game->stacks[index].label;
    case LF_PART_CARD_PLACES:
        return game->cards[index].label;
    case LF_PART_CHECKPOINT:
        return game->checkpoints[index].label;
    case LF_PART_TIMES:
        return game->repetitions[index].label;
    case LF_PART_TURN:
        return "turn";
    default:
        return index < game->seat_count ? game->seats[index].label : "chance";
    }
}

static void format_number(const lf_game *game, lf_part part, uint32_t row, uint32_t column,
                          lf_text *out) {
    if (part >= LF_PART_OPTION_NUMBERS && part <= LF_PART_SPACE_SETS) {
        const lf_named *owners = part >= LF_PART_SPACE_NUMBERS  ? game->zones
                                 : part >= LF_PART_SEAT_NUMBERS ? game->seats
                                                                : NULL;
        if (owners != NULL)
            lf_text_printf(out, "%s, ", owners[row].label);
        format_var(game, part, column, out);
    } else if (part == LF_PART_PIECES)
        lf_text_printf(out, "%s, %s", game->zones[row].label, game->slots[column].label);
    else if (part == LF_PART_CARD_STACKS)
        format_card_place(game, row, column, out);
    else if (part == LF_PART_QUESTION)
        format_question(game, column, out);
    else if (part == LF_PART_OFFERED)
        format_thing(game, column, out);
    else if (part == LF_PART_OFFERED_NUMBERS)
        lf_text_printf(out, "number %u of the question", column + 1);
    else if (part == LF_PART_SHOWN_NUMBERS)
        lf_text_printf(out, "value %u of the texts", column + 1);
    else if (part == LF_PART_SHOWN_THINGS) {
        lf_text_printf(out, "value %u of the texts: ", row + 1);
        format_thing(game, column, out);
    } else
        lf_text_addz(out, name_at(game, part, column));
}

char *lf_tensor_text(const lf_game *game, int number) {
    lf_tensor_part found = {0};
    lf_text text = {0};
    if (number < 0)
        return NULL;
    for (int i = 0;; i++) {
        const lf_part part = find_part(game, i, &found);
        if (part == LF_PARTS)
            return NULL;
        if (number >= found.offset + found.size)
            continue;
        const uint32_t at = (uint32_t)(number - found.offset),
                       columns = (uint32_t)found.shape[found.axes - 1];
        format_number(game, part, at / columns, at % columns, &text);
        return lf_text_take(&text);
    }
}
