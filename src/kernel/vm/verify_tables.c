/* verify_tables.c: checks a game's tables: every index that the kernel uses without checking it. */
#include "verify.h"

typedef struct {
    const char *what;
    uint64_t value, most;
} lf_bound;

static bool within(const lf_verifier *v, const lf_bound *bounds, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bounds[i].value > bounds[i].most)
            return lf_flaw(v, "%s: %llu, at most %llu can be", bounds[i].what,
                           (unsigned long long)bounds[i].value, (unsigned long long)bounds[i].most);
    return true;
}

/* Is this an index, or -1 for none? */
static bool optional_index(int64_t index, uint32_t count) {
    return index >= -1 && index < (int64_t)count;
}

/* ---- sizes ---- */

/* The most elements of a region: it keeps all offsets in a block within 32 bits. */
#define MOST_WORDS (UINT32_C(1) << 26)

static bool check_table_sizes(const lf_verifier *v) {
    const lf_game *game = v->game;
    const lf_bound bounds[] = {
        {"seats", game->seat_count, LF_MAX_SEATS},
        {"zones", game->zone_count, LF_MAX_ZONES},
        {"spaces", game->space_count, game->zone_count},
        {"words of a set of zones", game->zone_words, (LF_MAX_ZONES + 63) / 64},
        {"zones in a set", game->zone_count, (uint64_t)game->zone_words * 64},
        {"cards", game->card_count, LF_MAX_CARDS},
        {"words of a set of cards", game->card_words, (LF_MAX_CARDS + 63) / 64},
        {"cards in a set", game->card_count, (uint64_t)game->card_words * 64},
        {"stacks", game->stack_count, INT16_MAX},
        {"piece kinds with their states", game->slot_count, LF_MAX_PIECE_SLOTS},
        {"directions", game->direction_count, LF_MAX_DIRECTIONS},
        {"phases", game->phase_count, INT16_MAX},
        {"scenarios", game->scenario_count, INT16_MAX},
        {"default scenario and those behind it", game->default_scenario + 1, game->scenario_count},
        {"checkpoints", game->checkpoint_count, INT16_MAX},
        {"choices", game->site_count, INT16_MAX},
        {"routines", game->routine_count, UINT16_MAX},
        {"instructions", game->code_count, LF_MAX_CODE},
        {"nested calls", game->layout.call_depth, LF_MAX_CALL_DEPTH},
        {"words of frames", game->layout.frame_size, LF_MAX_FRAME_WORDS},
        {"nested calls of the agents", game->agents_depth, LF_MAX_CALL_DEPTH},
        {"words of frames of the agents", game->agents_registers, LF_MAX_FRAME_WORDS},
        {"terms", game->term_count, LF_MAX_TERMS},
        {"priors", game->prior_count, LF_MAX_PRIORS},
        {"instructions of the rules", game->rules.code_count, game->code_count},
        {"constants of the rules", game->rules.constant_count, game->constant_count},
        {"texts of the rules", game->rules.template_count, game->template_count},
        {"routines of the rules", game->rules.routine_count, game->routine_count},
        {"globals, seat and space variables",
         (uint64_t)game->global_count + game->seat_var_count + game->space_var_count,
         game->var_count},
        {"cells", game->layout.cell_count,
         MOST_WORDS}, /* checked before they are added up to a layout */
        {"words of set variables", game->layout.set_words, MOST_WORDS},
    };
    if (game->seat_count == 0 || game->phase_count == 0 || game->routine_count == 0 ||
        game->place_count == 0)
        return lf_flaw(v,
                       "a game needs a seat, a phase, a routine and a place that they come from");
    return within(v, bounds, LF_COUNT(bounds));
}

/* The regions of a state must be where the counts put them. */
static bool check_layout(const lf_verifier *v) {
    lf_game copy = *v->game;
    lf_layout_fill(&copy);
    return memcmp(&copy.layout, &v->game->layout, sizeof copy.layout) == 0 ||
           lf_flaw(v, "the layout of a state does not fit the game's counts");
}

/* ---- variables ---- */

static bool check_sort(const lf_verifier *v, const char *name, uint8_t sort, uint16_t enum_id) {
    if (sort >= LF_SORTS || (sort == LF_SORT_ENUM && enum_id >= v->game->enum_count))
        return lf_flaw(v, "'%s' has values of no known sort", name);
    return true;
}

/* Does a set variable have a bit for every element that it can contain? */
static bool has_room_for_elements(const lf_game *game, const lf_var *set) {
    return (uint64_t)set->words * 64 >= lf_things_of(game, (lf_sort)set->sort, set->enum_id).count;
}

/* A hidden variable can be drawn only if its range is small enough to try every value, and its
 * routine takes the right arguments. */
static bool check_hidden(const lf_verifier *v, const lf_var *var) {
    const lf_game *game = v->game;
    const bool owned = var->scope == LF_SCOPE_SEAT;
    if (var->visibility == LF_VISIBLE_ALL)
        return true;
    if (var->visibility > LF_VISIBLE_NONE || var->is_set ||
        (var->visibility == LF_VISIBLE_OWNER && !owned) ||
        (int64_t)var->max - var->min >= LF_MAX_HIDDEN_VALUES)
        return lf_flaw(v, "variable '%s' cannot be hidden so", var->name);
    if (var->possible == -1)
        return true;
    if (var->possible < 0 || (uint32_t)var->possible >= game->routine_count)
        return lf_flaw(v, "variable '%s' names a routine that is not there", var->name);
    const lf_routine *routine = &game->routines[var->possible];
    return (routine->pure && routine->param_registers == (owned ? 2u : 1u)) ||
           lf_flaw(v, "variable '%s' is drawn by a routine of another shape", var->name);
}

static bool check_variable_entry(const lf_verifier *v, const lf_var *var, uint8_t scope) {
    const lf_game *game = v->game;
    if (!check_hidden(v, var))
        return false;
    if (!check_sort(v, var->name, var->sort, var->enum_id))
        return false;
    if (var->scope != scope)
        return lf_flaw(v, "variable '%s' is listed under the wrong owners", var->name);
    if (var->is_set)
        return (var->sort >= LF_SORT_ZONES && has_room_for_elements(game, var) &&
                var->cell + (uint64_t)var->words * lf_var_owners(game, var) <=
                    game->layout.set_words) ||
               lf_flaw(v, "set variable '%s' does not fit the state", var->name);
    if ((uint64_t)var->cell + lf_var_owners(game, var) > game->layout.cell_count)
        return lf_flaw(v, "variable '%s' has no cell", var->name);
    return (var->min <= var->init && var->init <= var->max && var->sort < LF_SORT_ZONES) ||
           lf_flaw(v, "variable '%s' begins outside its range", var->name);
}

/* The variables of a row must be alike, and their cells or words must follow each other. */
static bool check_variable_row(const lf_verifier *v, uint32_t first) {
    const lf_game *game = v->game;
    const lf_var *row = &game->vars[first];
    const uint64_t step = (uint64_t)lf_var_owners(game, row) * (row->is_set ? row->words : 1);
    bool good = row->entries <= game->var_count - first &&
                (row->entries == 0 || row->visibility == LF_VISIBLE_ALL);
    for (uint32_t i = 1; i < row->entries && good; i++) {
        const lf_var *var = &row[i];
        good = var->scope == row->scope && var->is_set == row->is_set && var->words == row->words &&
               var->min == row->min && var->max == row->max && var->visibility == LF_VISIBLE_ALL &&
               var->entries == 0 && var->cell == row->cell + i * step;
    }
    return good || lf_flaw(v, "the row of variable '%s' has gaps", row->name);
}

static bool check_variables(const lf_verifier *v) {
    const lf_game *game = v->game;
    if (!lf_cells_fit(game))
        return lf_flaw(v, "a variable does not lie where its range puts it");
    for (uint32_t i = 0; i < game->var_count; i++) {
        const uint8_t scope = i < game->global_count                          ? 0
                              : i < game->global_count + game->seat_var_count ? 1
                                                                              : 2;
        if (!check_variable_entry(v, &game->vars[i], scope) || !check_variable_row(v, i))
            return false;
    }
    for (uint32_t i = 0; i < game->option_count; i++)
        if (!check_variable_entry(v, &game->options[i], 0))
            return false;
    for (uint32_t i = 0; i < game->property_count; i++)
        if (!check_sort(v, game->property_info[i].name, game->property_info[i].sort,
                        game->property_info[i].enum_id))
            return false;
    return true;
}

/* ---- seats, pieces, the board, cards ---- */

static bool check_seats(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->seat_count; i++)
        if (game->next_seat[i] >= game->seat_count || game->tie_break[i] >= game->seat_count)
            return lf_flaw(v, "seat '%s' is followed by no seat", game->seats[i].name);
    const lf_var *const option = game->seats_option > 0 && game->seats_option <= game->option_count
                                     ? &game->options[game->seats_option - 1]
                                     : NULL;
    if (game->seats_option == 0)
        return true;
    return (option != NULL && !option->is_set && option->min >= 1 &&
            option->max <= (int64_t)game->seat_count) ||
           lf_flaw(v, "the number of seats is no option");
}

static bool check_covered(const lf_verifier *v, const lf_slot *slot) {
    const lf_game *game = v->game;
    if (slot->seat < 0 || slot->seen_as > game->slot_count ||
        game->slots[slot->seen_as - 1].seen_as != 0 || slot->pool < 0 ||
        slot->pool > LF_MAX_COVERED)
        return lf_flaw(v, "piece kind '%s' cannot be covered so", slot->name);
    if (slot->possible == -1)
        return true;
    return (slot->possible >= 0 && (uint32_t)slot->possible < game->routine_count &&
            game->routines[slot->possible].pure &&
            game->routines[slot->possible].param_registers == 1) ||
           lf_flaw(v, "piece kind '%s' is drawn by a routine of another shape", slot->name);
}

static bool check_pieces(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->slot_count; i++) {
        const lf_slot *slot = &game->slots[i];
        if (slot->default_slot >= game->slot_count ||
            !optional_index(slot->seat, game->seat_count) ||
            !optional_index(slot->supply, game->zone_count))
            return lf_flaw(v, "piece kind '%s' names a kind, seat or zone that is not there",
                           slot->name);
        if (slot->seen_as != 0 && !check_covered(v, slot))
            return false;
        for (uint32_t m = 0; m < game->flip_map_count; m++)
            if (game->flip_maps[m][i] >= game->slot_count)
                return lf_flaw(v, "flip map %u turns '%s' into nothing", m, slot->name);
    }
    return true;
}

static bool check_board(const lf_verifier *v) {
    const lf_game *game = v->game;
    if ((uint32_t)game->board > LF_BOARD_POINTS)
        return lf_flaw(v, "the board is of no known sort");
    for (uint32_t i = 0; i < game->space_count * game->direction_count; i++)
        if (!optional_index(game->steps[i], game->space_count))
            return lf_flaw(v, "a step leads off the board to space %d", game->steps[i]);
    for (uint32_t i = 0; i < game->direction_count; i++)
        if (!optional_index(game->opposites[i], game->direction_count))
            return lf_flaw(v, "direction '%s' has no such opposite", game->directions[i].name);
    return true;
}

static bool check_patterns(const lf_verifier *v) {
    const lf_game *game = v->game;
    const uint32_t words = game->pattern_count > 0 ? game->space_count * game->zone_words : 0;
    if (game->pattern_words != words)
        return lf_flaw(v, "patterns cover %u words, not %u", game->pattern_words, words);
    for (uint32_t i = 0; i < game->pattern_count; i++)
        if (game->direction_count < 32 && game->pattern_slides[i] >> game->direction_count != 0)
            return lf_flaw(v, "pattern %u slides in no known direction", i);
    for (uint32_t i = 0; i < game->pattern_count * words; i++) {
        const uint32_t first = i % game->zone_words * 64, spaces = game->space_count;
        const uint64_t outside = spaces >= first + 64 ? 0
                                 : spaces <= first    ? UINT64_MAX
                                                      : UINT64_MAX << (spaces - first);
        if ((game->pattern_leaps[i] & outside) != 0)
            return lf_flaw(v, "a pattern covers what is no space");
    }
    return true;
}

/* May tables refer to this routine? Any but routine 0, the course of play. */
static bool callable(const lf_game *game, int64_t routine) {
    return routine > 0 && routine < (int64_t)game->routine_count;
}

static bool check_cards(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->stack_count; i++)
        if (!optional_index(game->stacks[i].owner, game->seat_count) ||
            game->stacks[i].visibility > LF_VISIBLE_NONE)
            return lf_flaw(v, "stack '%s' belongs to no seat", game->stacks[i].name);
    for (uint32_t i = 0; i < game->card_count * game->part_count; i++)
        if (game->card_routines[i] != -1 && !callable(game, game->card_routines[i]))
            return lf_flaw(v, "a part of card '%s' is no routine",
                           game->cards[i / game->part_count].name);
    for (uint32_t i = 0; i < game->attribute_values; i++)
        if ((uint64_t)i + game->attribute_lengths[i] > game->attribute_values)
            return lf_flaw(v, "attribute word %u is longer than all attributes", i);
    return true;
}

/* ---- scenarios and phases ---- */

static bool check_scenario_cards(const lf_verifier *v, const lf_scenario_info *scenario) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < scenario->stack_count; i++) {
        if (scenario->stacks[i].stack >= game->stack_count)
            return lf_flaw(v, "scenario '%s' fills a stack that is not there", scenario->name);
        for (uint32_t j = 0; j < scenario->stacks[i].count; j++)
            if (scenario->stacks[i].cards[j] >= game->card_count)
                return lf_flaw(v, "scenario '%s' deals a card that is not there", scenario->name);
    }
    return true;
}

static bool is_cell_of(const lf_game *game, const lf_cell_value *cell) {
    const lf_var *var = cell->var < game->var_count ? &game->vars[cell->var] : NULL;
    return var != NULL && !var->is_set && cell->owner < lf_var_owners(game, var) &&
           cell->value >= var->min && cell->value <= var->max;
}

static bool check_scenario(const lf_verifier *v, const lf_scenario_info *scenario) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < scenario->placement_count; i++)
        if (scenario->placements[i].zone >= game->zone_count ||
            scenario->placements[i].slot >= game->slot_count)
            return lf_flaw(v, "scenario '%s' places pieces that are not there", scenario->name);
    for (uint32_t i = 0; i < scenario->cell_count; i++)
        if (!is_cell_of(game, &scenario->cells[i]))
            return lf_flaw(
                v, "scenario '%s' sets a variable that is not there, or to what it cannot be",
                scenario->name);
    if (scenario->entry != UINT32_MAX && !callable(game, scenario->entry))
        return lf_flaw(v, "scenario '%s' is set up by no routine", scenario->name);
    return check_scenario_cards(v, scenario);
}

static bool check_phase(const lf_verifier *v, uint32_t index) {
    const lf_game *game = v->game;
    const lf_phase_info *phase = &game->phases[index];
    const uint32_t pcs[] = {phase->entry, phase->loop, phase->next_seat, phase->exit, phase->left};
    for (size_t i = 0; i < LF_COUNT(pcs); i++)
        if (pcs[i] < game->routines[0].entry || pcs[i] >= game->routines[0].end)
            return lf_flaw(v, "phase '%s' leaves the course of play",
                           game->phase_names[index].name);
    if (phase->action_count > 64)
        return lf_flaw(v, "phase '%s' has %u actions; 64 can be offered",
                       game->phase_names[index].name, phase->action_count);
    for (uint32_t i = 0; i < phase->action_count; i++)
        if (phase->actions[i] >= game->action_count)
            return lf_flaw(v, "phase '%s' has an action that is not there",
                           game->phase_names[index].name);
    if (phase->prompt_count == 0)
        return true;
    if (phase->prompts == NULL || !callable(game, phase->prompt_routine) ||
        game->routines[phase->prompt_routine].param_registers != 0)
        return lf_flaw(v, "the prompt of phase '%s' is no routine", game->phase_names[index].name);
    const lf_routine *routine = &game->routines[phase->prompt_routine];
    for (uint32_t i = 0; i < phase->prompt_count; i++)
        if (!lf_verify_template(v, phase->prompts[i], routine->registers, "prompt", routine->entry))
            return false;
    return true;
}

/* The routines of a display take its owner as their only argument. */
static bool check_display(const lf_verifier *v, const lf_display_info *display) {
    const lf_game *game = v->game;
    const int64_t routines[] = {display->value, display->when, display->goal};
    if (display->per > LF_PER_CARD || display->sort >= LF_SORTS ||
        (display->sort == LF_SORT_ENUM && display->enum_id >= game->enum_count) ||
        display->words > LF_SET_WORDS_MAX)
        return lf_flaw(v, "display '%s' has a value of no known sort", display->name);
    for (size_t i = 0; i < LF_COUNT(routines); i++) {
        if (i > 0 && routines[i] == -1)
            continue;
        if (!callable(game, routines[i]) ||
            game->routines[routines[i]].param_registers != (display->per == LF_PER_GAME ? 0u : 1u))
            return lf_flaw(v, "display '%s' is no routine", display->name);
    }
    if (display->words > game->routines[display->value].registers)
        return lf_flaw(v, "the value of display '%s' is wider than what its routine leaves",
                       display->name);
    return true;
}

static bool is_asked_of_seat(const lf_game *game, int64_t routine, bool per_seat, uint32_t words) {
    return callable(game, routine) &&
           game->routines[routine].param_registers == (per_seat ? 1u : 0u) &&
           words <= game->routines[routine].registers;
}

static bool check_prior(const lf_verifier *v, const lf_prior_info *prior) {
    const lf_game *game = v->game;
    const bool good =
        prior->weight > 0 && (prior->option_count > 0) == (prior->spaces == -1) &&
        (prior->spaces == -1 ||
         is_asked_of_seat(game, prior->spaces, prior->per_seat, game->zone_words)) &&
        (prior->when == -1 || is_asked_of_seat(game, prior->when, prior->per_seat, 1));
    for (uint32_t i = 0; i < prior->asker_count; i++)
        if (prior->askers[i] >= game->routine_count)
            return lf_flaw(v, "prior '%s' is about no routine", prior->name);
    return good || lf_flaw(v, "prior '%s' is no routine", prior->name);
}

static bool check_agents(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->term_count; i++)
        if (!is_asked_of_seat(game, game->terms[i].value, game->terms[i].per_seat, 1))
            return lf_flaw(v, "term '%s' is no routine", game->terms[i].name);
    for (uint32_t i = 0; i < game->prior_count; i++)
        if (!check_prior(v, &game->priors[i]))
            return false;
    return true;
}

static bool check_repeated(const lf_game *game, const lf_repeated_part *part) {
    const uint32_t ends[LF_REPEATED_KINDS] = {[LF_REPEATED_VARIABLE] = game->var_count,
                                              [LF_REPEATED_SETS] = game->layout.set_words,
                                              [LF_REPEATED_PIECES] = game->zone_count,
                                              [LF_REPEATED_STACK] = game->stack_count,
                                              [LF_REPEATED_ACTIVE] = 1,
                                              [LF_REPEATED_PHASE] = 1};
    return part->kind < LF_REPEATED_KINDS && part->count <= ends[part->kind] &&
           part->first <= ends[part->kind] - part->count &&
           (part->kind != LF_REPEATED_STACK || part->count == 1) &&
           (part->kind != LF_REPEATED_VARIABLE ||
            (part->count == 1 && !game->vars[part->first].is_set));
}

/* The keys of repetitions must follow each other in the order of declaration. */
static bool check_repetitions(const lf_verifier *v) {
    const lf_game *game = v->game;
    uint32_t word = 0;
    for (uint32_t i = 0; i < game->repetition_count; i++) {
        const lf_repetition *repetition = &game->repetitions[i];
        if (repetition->first != word || repetition->memory == 0 ||
            repetition->memory > LF_MAX_REMEMBERED)
            return lf_flaw(v, "repetition '%s' has no place for its positions", repetition->name);
        for (uint32_t p = 0; p < repetition->part_count; p++)
            if (!check_repeated(game, &repetition->parts[p]))
                return lf_flaw(v, "repetition '%s' is of something that no position has",
                               repetition->name);
        word += 1 + repetition->memory;
    }
    return true;
}

static bool check_course(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->scenario_count; i++)
        if (!check_scenario(v, &game->scenarios[i]))
            return false;
    for (uint32_t i = 0; i < game->phase_count; i++)
        if (!check_phase(v, i))
            return false;
    for (uint32_t i = 0; i < game->action_count; i++)
        if (game->action_kinds[i] >= LF_OPTION_KINDS)
            return lf_flaw(v, "action '%s' is of no known kind", game->actions[i].name);
    for (uint32_t i = 0; i < game->invariant_count; i++)
        if (!callable(game, game->invariant_routines[i]))
            return lf_flaw(v, "invariant '%s' is no routine", game->invariants[i].name);
    for (uint32_t i = 0; i < game->display_count; i++)
        if (!check_display(v, &game->displays[i]))
            return false;
    if (!check_repetitions(v) || !check_agents(v))
        return false;
    for (uint32_t i = 0; i < game->seat_count && game->margin_routines != NULL; i++)
        if (game->margin_routines[i] != -1 && !callable(game, game->margin_routines[i]))
            return lf_flaw(v, "the margin of seat '%s' is no routine", game->seats[i].name);
    return true;
}

/* ---- choices ---- */

static uint32_t domain_registers(const lf_game *game, const lf_choice_site *site) {
    switch ((lf_domain)site->domain) {
    case LF_DOMAIN_ZONES:
        return game->zone_words;
    case LF_DOMAIN_CARDS:
        return game->card_words;
    case LF_DOMAIN_RANGE:
        return site->checked ? 2 + LF_RANGE_WORDS : 2;
    default:
        return lf_list_words(site);
    }
}

/* A list of numbers must be ascending, because it is searched by bisection. */
static bool check_number_list(const lf_verifier *v, const lf_choice_site *site) {
    const bool may = site->domain == LF_DOMAIN_INTS || site->domain == LF_DOMAIN_ENUM;
    if (site->number_count > LF_MAX_NUMBERS ||
        (site->number_count > 0 && (!may || site->numbers == NULL)))
        return lf_flaw(v, "the choice at %u has a list of %u numbers", site->pc,
                       site->number_count);
    for (uint32_t i = 1; i < site->number_count; i++)
        if (site->numbers[i - 1] >= site->numbers[i])
            return lf_flaw(v, "the numbers of the choice at %u do not ascend", site->pc);
    return true;
}

static bool check_domain(const lf_verifier *v, const lf_choice_site *site) {
    const lf_game *game = v->game;
    const uint32_t limits[] = {[LF_DOMAIN_ACTIONS] = game->phase_count,
                               [LF_DOMAIN_ENUM] = game->enum_count,
                               [LF_DOMAIN_MENU] = 0};
    if (site->domain >= LF_DOMAINS)
        return lf_flaw(v, "the choice at %u is among things of no known sort", site->pc);
    if ((site->domain == LF_DOMAIN_ACTIONS || site->domain == LF_DOMAIN_ENUM) &&
        site->enum_id >= limits[site->domain])
        return lf_flaw(v, "the choice at %u is among things that are not there", site->pc);
    if (!check_number_list(v, site))
        return false;
    if (site->domain == LF_DOMAIN_ENUM && site->number_count == 0 &&
        game->enums[site->enum_id].count > 64)
        return lf_flaw(v, "the choice at %u is among %u values; 64 can be offered", site->pc,
                       game->enums[site->enum_id].count);
    if (site->domain == LF_DOMAIN_MENU && site->label_count > 64)
        return lf_flaw(v, "the menu at %u has %u entries; 64 can be offered", site->pc,
                       site->label_count);
    return true;
}

static bool check_site_texts(const lf_verifier *v, const lf_choice_site *site) {
    if (site->prompt != -1 && !lf_verify_template(v, site->prompt, site->live, "prompt", site->pc))
        return false;
    if (site->done_label != -1 &&
        !lf_verify_template(v, site->done_label, site->live, "way out", site->pc))
        return false;
    if (site->or_done && site->done_id == NULL)
        return lf_flaw(v, "the way out at %u has no id", site->pc);
    if (site->or_done && site->out_kind >= LF_OPTION_KINDS)
        return lf_flaw(v, "the way out at %u is of no known sort", site->pc);
    for (uint32_t i = 0; i < site->label_count; i++)
        if (site->ids[i] == NULL || site->kinds[i] >= LF_OPTION_KINDS)
            return lf_flaw(v, "entry %u of the menu at %u has no id or is of no known sort", i,
                           site->pc);
    for (uint32_t i = 0; i < site->label_count; i++)
        if (!lf_verify_template(v, site->labels[i], site->live, "menu entry", site->pc))
            return false;
    return true;
}

/* ---- questions ---- */

/* The most ids that a question can have: the number of things of its domain; for numbers, as many
 * options as a decision may have. */
static uint32_t most_ids(const lf_game *game, const lf_question_info *question) {
    const lf_choice_site *site = question->site >= 0 ? &game->sites[question->site] : NULL;
    switch ((lf_domain)question->domain) {
    case LF_DOMAIN_ACTIONS:
        return question->enum_id < game->phase_count ? game->phases[question->enum_id].action_count
                                                     : 0;
    case LF_DOMAIN_ZONES:
        return game->zone_count;
    case LF_DOMAIN_SEATS:
        return game->seat_count;
    case LF_DOMAIN_CARDS:
        return game->card_count;
    case LF_DOMAIN_KINDS:
        return game->slot_count;
    case LF_DOMAIN_DIRECTIONS:
        return game->direction_count;
    case LF_DOMAIN_RANGE:
        return LF_OPTIONS_MAX;
    case LF_DOMAIN_ENUM:
        return question->enum_id >= game->enum_count    ? 0
               : site != NULL && site->number_count > 0 ? site->number_count
                                                        : game->enums[question->enum_id].count;
    case LF_DOMAIN_MENU:
        return site != NULL ? site->label_count : 64;
    case LF_DOMAIN_INTS:
        return site != NULL ? site->number_count : LF_MAX_NUMBERS;
    }
    return 0;
}

/* For plain numbers the question has the lowest one, so that a set of numbers asks like a range. */
static bool check_question_of(const lf_verifier *v, const lf_choice_site *site) {
    if (site->question >= v->game->question_count)
        return lf_flaw(v, "the choice at %u asks no question of the game", site->pc);
    const lf_question_info *question = &v->game->questions[site->question];
    const bool plain = site->domain == LF_DOMAIN_INTS && site->number_count == 0;
    return (question->domain == (plain ? LF_DOMAIN_RANGE : site->domain) &&
            question->enum_id == site->enum_id && (question->way_out || !site->or_done)) ||
           lf_flaw(v, "the choice at %u asks a question of another sort", site->pc);
}

static bool check_questions(const lf_verifier *v) {
    const lf_game *game = v->game;
    uint64_t next = 0;
    for (uint32_t i = 0; i < game->question_count; i++) {
        const lf_question_info *question = &game->questions[i];
        if (question->site < -1 || question->site >= (int32_t)game->site_count ||
            (question->site >= 0 && game->sites[question->site].question != i))
            return lf_flaw(v, "question %u is asked by no choice of the game", i);
        const uint32_t most = most_ids(game, question);
        if (question->count == 0 || question->count > (most > 0 ? most : 1) ||
            question->first != next || (question->domain != LF_DOMAIN_RANGE && question->low != 0))
            return lf_flaw(v, "the ids of question %u are not its own", i);
        next += (uint64_t)question->count + question->way_out;
    }
    if (next != game->id_count || next > INT32_MAX)
        return lf_flaw(v, "the questions have %llu ids, and the game says %u",
                       (unsigned long long)next, game->id_count);
    return true;
}

/* ---- sites ---- */

static bool check_asked(const lf_verifier *v, const lf_choice_site *site) {
    if (site->ask >= LF_ASKS || (uint64_t)site->asked >> v->game->seat_count != 0)
        return lf_flaw(v, "the choice at %u is asked of seats that are not there", site->pc);
    return true;
}

/* The registers that the texts and options of a pending choice need must be live. */
bool lf_verify_site(const lf_verifier *v, const lf_routine *routine, uint32_t index) {
    const lf_game *game = v->game;
    const lf_choice_site *site = &game->sites[index];
    if (!check_domain(v, site))
        return false;
    if (site->live > routine->registers || site->bind >= routine->registers)
        return lf_flaw(v, "the choice at %u uses registers outside the frame of '%s'", site->pc,
                       routine->name);
    if (site->by >= site->live || site->source + domain_registers(game, site) > site->live)
        return lf_flaw(v, "the choice at %u keeps its options or its decider in registers that die",
                       site->pc);
    if (site->checked && !game->has_checked_sites)
        return lf_flaw(v, "the choice at %u looks ahead, but the game says that none does",
                       site->pc);
    return check_site_texts(v, site) && check_question_of(v, site) && check_asked(v, site);
}

static bool check_letter(const lf_game *game, const lf_position_field *field,
                         const lf_position_letter *letter) {
    const uint32_t target = letter->target;
    switch (field->sort) {
    case LF_FIELD_BOARD:
        return letter->is_piece ? target < game->slot_count
                                : target < game->var_count && game->vars[target].is_set &&
                                      game->vars[target].scope == LF_SCOPE_GLOBAL &&
                                      game->vars[target].words == game->zone_words;
    case LF_FIELD_SEAT:
        return target < game->seat_count;
    default:
        return target < game->var_count && !game->vars[target].is_set &&
               game->vars[target].scope == LF_SCOPE_GLOBAL;
    }
}

static bool check_position_text(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->position_field_count; i++) {
        const lf_position_field *field = &game->position_fields[i];
        const bool board = field->sort == LF_FIELD_BOARD, value = field->sort >= LF_FIELD_SPACE;
        bool good = field->sort <= LF_FIELD_INT &&
                    (!board || (uint64_t)field->columns * field->rows <= game->space_count);
        for (uint32_t k = 0; good && k < field->letter_count; k++)
            good = !value && check_letter(game, field, &field->letters[k]);
        if (good && value)
            good = field->var < game->var_count && !game->vars[field->var].is_set &&
                   game->vars[field->var].scope == LF_SCOPE_GLOBAL;
        if (!good)
            return lf_flaw(v, "field %u of the text of a position does not fit the game", i);
    }
    for (uint32_t i = 0; i < game->position_rule_count; i++)
        if (!callable(game, game->position_rules[i].routine))
            return lf_flaw(v, "condition %u of valid positions is no routine", i);
    return true;
}

static bool check_supposing(const lf_verifier *v) {
    return v->game->supposing <= LF_MAX_SUPPOSING ||
           lf_flaw(v, "%u positions are supposed inside each other", v->game->supposing);
}

static bool check_places(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->place_count; i++)
        if (game->places[i].file >= game->place_file_count)
            return lf_flaw(v, "place %u is in no file", i);
    return true;
}

/* Every site must have a CHOOSE; verify.c checks the site when it meets that instruction. */
static bool check_sites(const lf_verifier *v) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < game->site_count; i++) {
        const lf_choice_site *site = &game->sites[i];
        if (site->pc >= game->code_count || game->code[site->pc].op != LF_OP_CHOOSE ||
            game->code[site->pc].imm != (int32_t)i)
            return lf_flaw(v, "choice %u is made nowhere", i);
        if (site->place >= game->place_count)
            return lf_flaw(v, "choice %u comes from nowhere", i);
    }
    return true;
}

bool lf_verify_tables(const lf_verifier *v) {
    return check_table_sizes(v) && check_layout(v) && check_places(v) && check_variables(v) &&
           check_seats(v) && check_pieces(v) && check_board(v) && check_patterns(v) &&
           check_cards(v) && check_course(v) && check_sites(v) && check_questions(v) &&
           check_supposing(v) && check_position_text(v);
}

bool lf_verify_choices(const lf_verifier *v) {
    const lf_choice_limits measured = lf_measure_choices(v->game);
    return memcmp(&measured, &v->game->choices, sizeof measured) == 0 ||
           lf_flaw(v, "the game says of its choices what they are not");
}
