/* validate.c: checks that a block from outside holds what the program relies on.
 *
 * A save or a JSON state is input like any other. After this check the block can be run: the
 * program counter is at the pending choice or at an instruction that can wait for chance, the
 * return addresses lead back through calls that exist, the lists of cards end, and everything that
 * must be zero is zero. Registers are not checked, because the program checks a register when it
 * uses it; only the options of the pending choice are, because people see them before. */
#include "state.h"

typedef struct {
    const lf_game *game;
    unsigned char *block;
    const lf_head *head;
    lf_error *error;
} lf_check;

#define REJECT(check, ...) lf_error_set((check)->error, LF_BAD_INPUT, __VA_ARGS__)

static bool all_zero(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* ---- the head ---- */

/* Every field of the head must be in its range, and unused bytes must be zero. */
static bool head_in_range(const lf_check *check) {
    const lf_head *head = check->head;
    const lf_game *game = check->game;
    const struct {
        const char *what;
        int64_t value, low, high;
    } fields[] = {
        {"phase", head->phase, -1, (int64_t)game->phase_count - 1},
        {"wanted phase", head->wanted_phase, -1, (int64_t)game->phase_count - 1},
        {"scenario", head->scenario, 0, (int64_t)game->scenario_count - 1},
        {"checkpoint", head->checkpoint, -1, (int64_t)game->checkpoint_count - 1},
        {"site", head->site, -1, (int64_t)game->site_count - 1},
        {"active player", head->active, 0, (int64_t)game->seat_count - 1},
        {"winner", head->winner, -1, (int64_t)game->seat_count - 1},
        {"status", head->status, 0, LF_RUN_CHANCE},
        {"ranked", head->ranked, 0, 1},
        {"error", head->error, 0, LF_FAULTS - 1},
        {"way out", head->way_out, 0, 1},
        {"mark of an untouched position", head->untouched, 0, 1},
        {"stack that chance draws from", head->asked_stack, 0, game->stack_count},
        {"number of cards dealt so far", head->dealt, 0, game->card_count},
        {"way with forced decisions", head->forced, 0, LF_FORCED_TAKE},
        {"unused part of the head", head->unused, 0, 0},
        {"number of fixed rolls", head->roll_count, 0, LF_MAX_FIXED_ROLLS},
        {"routine", head->routine, 0, (int64_t)game->routine_count - 1},
        {"call depth", head->depth, 0, game->layout.call_depth},
        {"pc", head->pc, 0, (int64_t)game->code_count - 1},
    };
    if (head->identity != game->identity)
        return REJECT(check, "the state is of another game or of another version of this one");
    for (size_t i = 0; i < LF_COUNT(fields); i++)
        if (fields[i].value < fields[i].low || fields[i].value > fields[i].high)
            return REJECT(check, "the state's %s is %lld; it can be %lld to %lld", fields[i].what,
                          (long long)fields[i].value, (long long)fields[i].low,
                          (long long)fields[i].high);
    if (!all_zero(head->rolls + head->roll_count, LF_MAX_FIXED_ROLLS - head->roll_count) ||
        head->quick_hash != 0)
        return REJECT(check, "the state's head holds something where nothing should be");
    return true;
}

static bool has_outcome(const lf_head *head) {
    return head->error != 0 || head->ranked != 0 || head->winner >= 0 || head->checkpoint >= 0;
}

static bool over_is_consistent(const lf_check *check) {
    const lf_head *head = check->head;
    const bool good = head->site < 0 && head->depth == 0 && head->routine == 0 && head->base == 0 &&
                      head->checkpoint >= 0 && check->game->code[head->pc].op == LF_OP_OVER &&
                      head->error == 0 && head->way_out == 0 &&
                      !(head->ranked && head->winner >= 0);
    return good || REJECT(check, "the state says that the game is over, but not how it ended");
}

static bool error_is_consistent(const lf_check *check) {
    const lf_head *head = check->head;
    const bool good = head->site < 0 && head->depth == 0 && head->routine == 0 && head->base == 0 &&
                      head->error != 0 && head->way_out == 0;
    return good || REJECT(check, "the state says that a rule failed, but not how");
}

static bool decision_is_consistent(const lf_check *check) {
    const lf_head *head = check->head;
    if (head->site < 0)
        return REJECT(check, "the state waits for a decision, but says not which");
    const lf_choice_site *site = &check->game->sites[head->site];
    if (head->pc != site->pc)
        return REJECT(check,
                      "the program stands at instruction %u, but the pending choice is at %u",
                      head->pc, site->pc);
    if (has_outcome(head))
        return REJECT(check, "the state waits for a decision and yet has an outcome");
    if (head->way_out && !site->or_done)
        return REJECT(check, "the pending choice has no way out, but the state offers it");
    return true;
}

/* Checks the status only; question_exists checks the question, after registers and cards. */
static bool chance_is_consistent(const lf_check *check) {
    const lf_head *head = check->head;
    const bool good =
        head->explicit_chance && head->site < 0 && head->way_out == 0 && !has_outcome(head);
    return good || REJECT(check, "the state waits for chance, but does not say for what");
}

static bool status_is_consistent(const lf_check *check) {
    const lf_head *head = check->head;
    if (head->status != LF_RUN_CHANCE && (head->asked_stack != 0 || head->dealt != 0))
        return REJECT(check, "the state asks chance for a card, but does not wait for it");
    switch ((lf_run_status)check->head->status) {
    case LF_RUN_CHANCE:
        return chance_is_consistent(check);
    case LF_RUN_OVER:
        return over_is_consistent(check);
    case LF_RUN_ERROR:
        return error_is_consistent(check);
    default:
        return decision_is_consistent(check);
    }
}

/* ---- calls ---- */

static bool may_call(const lf_game *game, const lf_instr *call, uint32_t callee) {
    if (call->op == LF_OP_CALL || call->op == LF_OP_CALLFAR)
        return (uint32_t)call->imm == callee;
    if (call->op != LF_OP_CALLPART)
        return false;
    for (uint32_t card = 0; card < game->card_count; card++)
        if (game->card_routines[card * game->part_count + call->c] == (int32_t)callee)
            return true;
    return false;
}

/* Checks one return address: it is behind a call in `caller` that can have called `callee`, and the
 * window is where that call puts it. */
static bool call_is_consistent(const lf_game *game, const lf_call *call, uint32_t caller,
                               uint32_t callee) {
    const lf_routine *routine = &game->routines[caller];
    if (call->routine != caller || call->pc <= routine->entry || call->pc >= routine->end)
        return false;
    const lf_instr *in = &game->code[call->pc - 1];
    const uint32_t window = in->op == LF_OP_CALL ? in->a : routine->frame_size;
    return call->base_shift == window && may_call(game, in, callee);
}

/* Is this the set-up, with which play begins if chance is explicit? No instruction has called it,
 * and it returns to the first phase. */
static bool is_set_up(const lf_check *check, const lf_call *call, uint32_t callee) {
    const lf_game *game = check->game;
    return check->head->status == LF_RUN_CHANCE && check->head->phase < 0 && call->routine == 0 &&
           callee == game->scenarios[check->head->scenario].entry &&
           call->pc == game->phases[0].entry && call->base_shift == game->routines[0].frame_size;
}

static bool calls_are_consistent(const lf_check *check) {
    const lf_game *game = check->game;
    const lf_head *head = check->head;
    const lf_call *calls = lf_calls(game, check->block);
    uint64_t base = 0;
    uint32_t caller = 0;
    for (uint32_t i = 0; i < head->depth; i++) {
        const uint32_t callee = i + 1 < head->depth ? calls[i + 1].routine : head->routine;
        if (callee >= game->routine_count || !((i == 0 && is_set_up(check, &calls[i], callee)) ||
                                               call_is_consistent(game, &calls[i], caller, callee)))
            return REJECT(check, "return address %u of the state does not belong to a call", i);
        base += calls[i].base_shift;
        if (base + game->routines[callee].frame_size > game->layout.frame_size)
            return REJECT(check, "the registers of call %u do not fit the state", i);
        caller = callee;
    }
    const lf_routine *running = &game->routines[caller];
    if (head->routine != caller || head->base != base)
        return REJECT(check, "the running routine is not the one that was called last");
    const bool stands = head->status == LF_RUN_DECISION || head->status == LF_RUN_CHANCE;
    if (stands && (head->pc < running->entry || head->pc >= running->end))
        return REJECT(check, "the program stands outside the running routine");
    if (!all_zero((const unsigned char *)(calls + head->depth),
                  (game->layout.call_depth - head->depth) * sizeof *calls))
        return REJECT(check, "the state holds return addresses of calls that are over");
    return true;
}

/* ---- registers and options ---- */

static bool registers_are_zero(const lf_check *check, uint32_t from, uint32_t to) {
    const int64_t *frames = lf_frames(check->game, check->block);
    return from >= to ||
           all_zero((const unsigned char *)(frames + from), (to - from) * sizeof *frames) ||
           REJECT(check, "the state holds values in registers that nobody uses");
}

static bool frames_are_clean(const lf_check *check) {
    const lf_game *game = check->game;
    const lf_head *head = check->head;
    const lf_routine *routine = &game->routines[head->routine];
    if (head->status == LF_RUN_CHANCE)
        return registers_are_zero(check, head->base + routine->frame_size, game->layout.frame_size);
    if (head->status != LF_RUN_DECISION)
        return registers_are_zero(check, 0, game->layout.frame_size);
    return registers_are_zero(check, head->base + game->sites[head->site].live,
                              head->base + routine->registers) &&
           registers_are_zero(check, head->base + routine->frame_size, game->layout.frame_size);
}

static bool options_exist(const lf_check *check) {
    const lf_game *game = check->game;
    const lf_head *head = check->head;
    if (head->status != LF_RUN_DECISION)
        return true;
    const lf_choice_site *site = &game->sites[head->site];
    const int64_t *registers = lf_frames(game, check->block) + head->base;
    const uint32_t n = lf_domain_count(game, site, registers, head->way_out != 0);
    if ((uint64_t)registers[site->by] >= game->seat_count)
        return REJECT(check, "no seat is to make the pending choice");
    if (n < 1 || n > LF_MAX_OPTIONS)
        return REJECT(check, "the pending choice has %u options", n);
    for (uint32_t i = 0; i < (head->way_out ? n - 1 : n); i++)
        if (!lf_domain_has(game, site, lf_domain_value(game, site, registers, i)))
            return REJECT(check, "the pending choice offers something that is not there");
    return true;
}

/* ---- variables ---- */

static uint32_t elements_of(const lf_game *game, const lf_var *set) {
    const lf_things things = lf_things_of(game, (lf_sort)set->sort, set->enum_id);
    return things.named ? things.count : set->words * 64;
}

static bool set_in_range(const lf_check *check, const lf_var *var, uint32_t owner) {
    const uint64_t *words = lf_set_of(check->game, check->block, var, owner);
    for (uint32_t bit = elements_of(check->game, var); bit < var->words * 64; bit++)
        if (words[bit / 64] >> (bit % 64) & 1)
            return REJECT(check, "set '%s' holds something that the game does not have", var->name);
    return true;
}

static bool variable_in_range(const lf_check *check, const lf_var *var) {
    const lf_game *game = check->game;
    const uint32_t owners = lf_var_owners(game, var);
    for (uint32_t i = 0; i < owners && var->is_set; i++)
        if (!set_in_range(check, var, i))
            return false;
    for (uint32_t i = 0; i < owners && !var->is_set; i++) {
        const int32_t value = lf_var_read(check->block, var, i);
        if (value < var->min || value > var->max)
            return REJECT(check, "'%s' is %d; it can be %d to %d", var->name, value, var->min,
                          var->max);
    }
    return true;
}

static bool variables_in_range(const lf_check *check) {
    for (uint32_t i = 0; i < check->game->var_count; i++)
        if (!variable_in_range(check, &check->game->vars[i]))
            return false;
    for (uint32_t i = 0; i < check->game->option_count; i++)
        if (!variable_in_range(check, &check->game->options[i]))
            return false;
    return true;
}

/* ---- cards ---- */

/* Follows the cards of one stack. It stops after as many cards as the stack has, so a cycle cannot
 * make it run forever. */
static bool stack_is_consistent(const lf_check *check, uint32_t stack, uint32_t *lying) {
    const lf_game *game = check->game;
    const uint32_t size = lf_stack_size_of(game, check->block, stack);
    uint32_t card = lf_stack_top(game, check->block, stack), last = 0;
    for (uint32_t n = 0; n < size; n++) { /* fields are stored plus one */
        if (card == 0 || card > game->card_count ||
            lf_card_stack(game, check->block, card - 1) != stack + 1 ||
            lf_card_above(game, check->block, card - 1) != last)
            return REJECT(check, "stack '%s' is broken at its card %u", game->stacks[stack].name,
                          n + 1);
        last = card;
        card = lf_card_below(game, check->block, card - 1);
    }
    *lying += size;
    return (card == 0 && last == lf_stack_bottom(game, check->block, stack)) ||
           REJECT(check, "stack '%s' has another size than it says", game->stacks[stack].name);
}

static bool cards_are_consistent(const lf_check *check) {
    const lf_game *game = check->game;
    uint32_t lying = 0, placed = 0;
    for (uint32_t stack = 0; stack < game->stack_count; stack++)
        if (!stack_is_consistent(check, stack, &lying))
            return false;
    for (uint32_t card = 0; card < game->card_count; card++) {
        placed += lf_card_stack(game, check->block, card) != 0;
        if (lf_card_stack(game, check->block, card) == 0 &&
            (lf_card_below(game, check->block, card) | lf_card_above(game, check->block, card)) !=
                0)
            return REJECT(check, "card '%s' lies nowhere and yet on or under another card",
                          game->cards[card].name);
    }
    return lying == placed || REJECT(check, "a card lies in a stack that does not hold it");
}

/* Open cards must be in a stack, at least two of them, in ascending order. */
static bool open_cards_are_consistent(const lf_check *check) {
    const lf_game *game = check->game;
    uint32_t open = 0, lying = 0;
    for (uint32_t card = 0; card < lf_open_words(game) * 64; card++)
        open += (lf_open(game, check->block)[card / 64] >> (card % 64) & 1) != 0;
    for (uint32_t stack = 0; open > 0 && stack < game->stack_count; stack++) {
        const uint32_t n = lf_open_count(game, check->block, stack);
        lying += n;
        if (n == 1)
            return REJECT(check, "one card of stack '%s' is open, which has only one place left",
                          game->stacks[stack].name);
        for (uint32_t i = 1; i < n; i++)
            if (lf_open_card(game, check->block, stack, i - 1) >=
                lf_open_card(game, check->block, stack, i))
                return REJECT(check, "the open cards of stack '%s' are not in order",
                              game->stacks[stack].name);
    }
    return (open == lying && (open == 0 || check->head->explicit_chance)) ||
           REJECT(check, "a card is open that lies in no stack, or where chance is not explicit");
}

static bool knowledge_is_consistent(const lf_check *check) {
    const lf_game *game = check->game;
    for (uint32_t viewer = 0; viewer < game->layout.viewers; viewer++)
        for (uint32_t card = 0; card < game->card_count; card++)
            if (lf_known_class(game, check->block, viewer, card) > game->card_count ||
                lf_known_group(game, check->block, viewer, card) > game->card_count)
                return REJECT(check, "what is known of card '%s' is not possible",
                              game->cards[card].name);
    return true;
}

/* Can the instruction at the program counter ask chance what the state says? */
static bool question_exists(const lf_check *check) {
    const lf_game *game = check->game;
    const lf_head *head = check->head;
    if (head->status != LF_RUN_CHANCE)
        return true;
    const lf_instr *in = &game->code[head->pc];
    const int64_t *r = lf_frames(game, check->block) + head->base;
    const bool deals = in->op == LF_OP_DEAL, looks = in->op == LF_OP_TOPCARD;
    const bool compares = in->op == LF_OP_REMEMBER || in->op == LF_OP_TIMES;
    const bool moves =
        deals || in->op == LF_OP_PUT || in->op == LF_OP_PUTALL || in->op == LF_OP_SHUFFLE;
    bool good = head->dealt == 0 || deals;
    if (head->asked_stack == 0) {
        good = good && in->op == LF_OP_ROLL && r[in->b] >= 2 && r[in->b] <= LF_MAX_OPTIONS;
    } else {
        const uint32_t stack = head->asked_stack - 1u;
        good = good &&
               (moves || looks || compares || in->op == LF_OP_CHOOSE || in->op == LF_OP_OVER) &&
               lf_open_count(game, check->block, stack) >= 2 &&
               lf_open_count(game, check->block, stack) <= LF_MAX_OPTIONS;
        if (good && looks)
            good = r[in->c] >= 0 && r[in->c] <= UINT16_MAX &&
                   lf_place_is_open(game, check->block, stack, (uint32_t)r[in->c]);
    }
    return good || REJECT(check, "the state waits for chance where there is nothing to draw");
}

/* ---- pieces ---- */

static bool presence_fits_counts(const lf_check *check) {
    const lf_game *game = check->game;
    uint64_t zones[LF_MAX_PIECE_SLOTS * ((LF_MAX_ZONES + 63) / 64)] = {0};
    for (uint32_t zone = 0; zone < game->zone_count; zone++) {
        uint64_t slots = 0;
        for (uint32_t slot = 0; slot < game->slot_count; slot++)
            if (lf_counts(game, check->block)[zone * game->slot_count + slot] != 0) {
                slots |= UINT64_C(1) << slot;
                zones[slot * game->zone_words + zone / 64] |= UINT64_C(1) << (zone % 64);
            }
        if (game->slot_count > 0 && slots != lf_zone_slots(game, check->block)[zone])
            return REJECT(check, "zone '%s' says it has other pieces than it has",
                          game->zones[zone].name);
    }
    return memcmp(zones, lf_slot_zones(game, check->block),
                  game->slot_count * game->zone_words * sizeof *zones) == 0 ||
           REJECT(check, "a kind of pieces says it is in other zones than it is");
}

/* ---- positions remembered ---- */

static bool history_is_consistent(const lf_check *check) {
    const lf_game *game = check->game;
    for (uint32_t i = 0; i < game->repetition_count; i++) {
        const lf_repetition *repetition = &game->repetitions[i];
        const uint64_t *keys = lf_past(game, check->block) + repetition->first;
        if (keys[0] > repetition->memory)
            return REJECT(check, "'%s' remembers more positions than it can", repetition->name);
        for (uint32_t k = 1; k <= repetition->memory; k++)
            if ((keys[k] != 0) != (k <= keys[0]))
                return REJECT(check, "'%s' says it remembers another number of positions",
                              repetition->name);
    }
    return true;
}

/* ---- the whole ---- */

/* The bytes of padding between the regions must be zero. */
static bool gaps_are_zero(const lf_check *check) {
    const lf_game *game = check->game;
    const lf_layout *layout = &game->layout;
    const uint32_t ends[][2] = {
        {layout->cells_end, layout->sets},
        {layout->counts + game->zone_count * game->slot_count, layout->card_stack},
        {layout->card_stack + game->card_count * layout->card_width, layout->card_below},
        {layout->card_below + game->card_count * layout->card_width, layout->card_above},
        {layout->card_above + game->card_count * layout->card_width, layout->stack_top},
        {layout->stack_top + game->stack_count * layout->card_width, layout->stack_bottom},
        {layout->stack_bottom + game->stack_count * layout->card_width, layout->stack_size},
        {layout->stack_size + game->stack_count * layout->card_width, layout->zone_slots},
        {layout->frames + layout->frame_size * (uint32_t)sizeof(int64_t), layout->size},
    };
    for (size_t i = 0; i < LF_COUNT(ends); i++)
        if (!all_zero(check->block + ends[i][0], ends[i][1] - ends[i][0]))
            return REJECT(check, "the state holds something between its parts");
    return true;
}

lf_status lf_block_check(const lf_game *game, unsigned char *block, lf_error *error) {
    const lf_check check = {game, block, lf_head_of(block), error};
    const bool good =
        head_in_range(&check) && status_is_consistent(&check) && calls_are_consistent(&check) &&
        frames_are_clean(&check) && options_exist(&check) && variables_in_range(&check) &&
        cards_are_consistent(&check) && open_cards_are_consistent(&check) &&
        knowledge_is_consistent(&check) && question_exists(&check) &&
        presence_fits_counts(&check) && history_is_consistent(&check) && gaps_are_zero(&check);
    if (!good)
        return LF_BAD_INPUT;
    if (lf_head_of(block)->running != lf_running_from_scratch(game, block))
        return lf_fail(error, LF_BAD_INPUT, "the state's hash does not fit what it holds");
    return LF_OK;
}
