/* position_json.c: a position as JSON that people can read: pieces and cards, variables, who
 * decides.
 *
 *     game, scenario, phase, turn, activePlayer
 *     options   {name: value}
 *     globals   {name: value}               without those that the viewer may not know
 *     seats     {seat: {name: value}}       the same
 *     spaces    {space: {name: value}}      only what differs from its initial value
 *     zones     {zone: {kind: number}}      only nonzero numbers; covered pieces of other seats as
 *                                           pieces of the slot that they are seen as
 *     stacks    {stack: [cards, top first]} or {stack: number} if the viewer may not see it; null
 *                                           for a card whose place is open
 *     history   {repetition: [keys]}        remembered positions, oldest first; only in games that
 *                                           remember any. A seat gets {repetition: number}: how
 *                                           often
 *                                           the present position is among them
 *     decision {decider, prompt, options} null if none is pending; only the decider gets more than
 *                                           the decider. While chance decides: {chance: true}, and
 *                                           for the host prompt and options
 *     outcome   {winner, winners, checkpoint, ranking, margins}, null while the game continues */
#include "json.h"

/* ---- variables ---- */

static void write_options(lf_json *json) {
    lf_write_key(&json->out, "options");
    lf_write_object(&json->out);
    for (uint32_t i = 0; i < json->game->option_count; i++)
        lf_json_variable(json, &json->game->options[i], 0);
    lf_write_end(&json->out);
}

static void write_globals(lf_json *json) {
    lf_write_key(&json->out, "globals");
    lf_write_object(&json->out);
    for (uint32_t i = 0; i < json->game->global_count; i++)
        lf_json_variable(json, &json->game->vars[i], 0);
    lf_write_end(&json->out);
}

static void write_seats(lf_json *json) {
    const lf_game *game = json->game;
    lf_write_key(&json->out, "seats");
    lf_write_object(&json->out);
    for (uint32_t seat = 0; seat < game->seat_count && game->seat_var_count > 0; seat++) {
        lf_write_key(&json->out, game->seats[seat].name);
        lf_write_object(&json->out);
        for (uint32_t i = 0; i < game->seat_var_count; i++)
            lf_json_variable(json, lf_var_at(game, LF_OF_SEAT_VARS, (int)i), seat);
        lf_write_end(&json->out);
    }
    lf_write_end(&json->out);
}

/* Ends an object, or drops it if it is empty. */
static void end_or_drop(lf_writer *out) {
    if (lf_write_is_empty(out))
        lf_write_drop(out);
    else
        lf_write_end(out);
}

static void write_spaces(lf_json *json) {
    const lf_game *game = json->game;
    lf_write_key(&json->out, "spaces");
    lf_write_object(&json->out);
    for (uint32_t space = 0; space < game->space_count; space++) {
        lf_write_key(&json->out, game->zones[space].name);
        lf_write_object(&json->out);
        for (uint32_t i = 0; i < game->space_var_count; i++)
            if (!lf_is_default(json->state, LF_OF_SPACE_VARS, (int)space, (int)i))
                lf_json_variable(json, lf_var_at(game, LF_OF_SPACE_VARS, (int)i), space);
        end_or_drop(&json->out);
    }
    lf_write_end(&json->out);
}

/* ---- pieces and cards ---- */

static void write_zones(lf_json *json) {
    const lf_game *game = json->game;
    lf_write_key(&json->out, "zones");
    lf_write_object(&json->out);
    for (uint32_t zone = 0; zone < game->zone_count; zone++) {
        lf_write_key(&json->out, game->zones[zone].name);
        lf_write_object(&json->out);
        for (uint32_t slot = 0; slot < game->slot_count; slot++) {
            const int n = json->viewer == LF_SEES_ALL
                              ? lf_pieces(json->state, (int)zone, (int)slot)
                              : lf_pieces_seen(json->state, (int)zone, (int)slot, json->viewer);
            if (n > 0)
                lf_put_number(&json->out, game->slots[slot].name, n);
        }
        end_or_drop(&json->out);
    }
    lf_write_end(&json->out);
}

static void write_cards(lf_json *json, int stack) {
    lf_write_array(&json->out);
    for (int i = 0; i < lf_stack_size(json->state, stack); i++) {
        const int card = lf_stack_card(json->state, stack, i);
        const bool open = lf_card_is_open(json->game, json->state->block, (uint32_t)card);
        lf_write_text(&json->out,
                      open && json->viewer != LF_SEES_ALL ? NULL : json->game->cards[card].name);
    }
    lf_write_end(&json->out);
}

static void write_stacks(lf_json *json) {
    lf_write_key(&json->out, "stacks");
    lf_write_object(&json->out);
    for (int stack = 0; stack < (int)json->game->stack_count; stack++) {
        const bool seen =
            json->viewer == LF_SEES_ALL || lf_stack_visible(json->game, stack, json->viewer);
        lf_write_key(&json->out, json->game->stacks[stack].name);
        if (seen)
            write_cards(json, stack);
        else
            lf_write_number(&json->out, lf_stack_size(json->state, stack));
    }
    lf_write_end(&json->out);
}

/* ---- positions remembered ---- */

static void write_keys(lf_json *json, uint32_t which) {
    const lf_game *game = json->game;
    unsigned char *block = json->state->block;
    const uint64_t *keys = lf_past(game, block) + game->repetitions[which].first + 1;
    lf_write_array(&json->out);
    for (uint32_t k = 0; k < lf_remembered(game, block, which); k++)
        lf_write_hex(&json->out, keys[k]);
    lf_write_end(&json->out);
}

static void write_history(lf_json *json) {
    const lf_game *game = json->game;
    if (game->repetition_count == 0)
        return;
    lf_write_key(&json->out, "history");
    lf_write_object(&json->out);
    for (uint32_t i = 0; i < game->repetition_count; i++) {
        lf_write_key(&json->out, game->repetitions[i].name);
        if (json->viewer == LF_SEES_ALL)
            write_keys(json, i);
        else
            lf_write_number(&json->out, lf_times(game, json->state->block, i));
    }
    lf_write_end(&json->out);
}

/* ---- the decision and the outcome ---- */

static void write_legal(lf_json *json, const lf_decision *decision) {
    lf_write_key(&json->out, "options");
    lf_write_array(&json->out);
    for (int i = 0; i < decision->count; i++) {
        lf_write_object(&json->out);
        lf_put_text(&json->out, "label", decision->options[i].label);
        lf_put_text(&json->out, "name", decision->options[i].id);
        lf_write_end(&json->out);
    }
    lf_write_end(&json->out);
}

static void write_question(lf_json *json) {
    lf_decision *decision = lf_decision_new(json->state);
    json->failed = json->failed || decision == NULL;
    if (decision == NULL)
        return;
    lf_put_text(&json->out, "prompt", decision->prompt);
    write_legal(json, decision);
    lf_decision_free(decision);
}

static void write_decision(lf_json *json) {
    const lf_seat decider = lf_decider(json->state);
    lf_write_key(&json->out, "decision");
    if (decider == LF_NOBODY) {
        lf_write_null(&json->out);
        return;
    }
    lf_write_object(&json->out);
    if (decider == LF_CHANCE) {
        lf_put_bool(&json->out, "chance", true);
    } else {
        lf_put_text(&json->out, "decider", lf_name(json->game, LF_OF_SEATS, decider));
    }
    if (json->viewer == LF_SEES_ALL || json->viewer == decider)
        write_question(json);
    lf_write_end(&json->out);
}

static const char *seat_name(const lf_json *json, lf_seat seat) {
    return seat == LF_NOBODY ? NULL : lf_name(json->game, LF_OF_SEATS, seat);
}

static void write_outcome(lf_json *json, const lf_outcome *outcome) {
    lf_writer *out = &json->out;
    const uint32_t seats = lf_seats_of(json->game, json->state->block);
    lf_put_text(&json->out, "checkpoint", outcome->checkpoint);
    lf_write_key(out, "margins");
    lf_write_object(out);
    for (uint32_t i = 0; i < seats; i++)
        lf_put_number(&json->out, json->game->seats[i].name, outcome->margin[i]);
    lf_write_end(out);
    lf_write_key(out, "ranking");
    lf_write_array(out);
    for (uint32_t i = 0; i < seats; i++)
        lf_write_text(out, seat_name(json, outcome->ranking[i]));
    lf_write_end(out);
    lf_put_text(&json->out, "winner", seat_name(json, outcome->winner));
    lf_write_key(out, "winners");
    lf_write_array(out);
    for (uint32_t i = 0; i < seats; i++)
        if (outcome->winners >> i & 1)
            lf_write_text(out, seat_name(json, (lf_seat)i));
    lf_write_end(out);
}

void lf_json_outcome(lf_json *json, const lf_outcome *outcome) {
    lf_write_key(&json->out, "outcome");
    if (outcome == NULL) {
        lf_write_null(&json->out);
        return;
    }
    lf_write_object(&json->out);
    write_outcome(json, outcome);
    lf_write_end(&json->out);
}

void lf_json_position(lf_json *json) {
    const lf_game *game = json->game;
    const lf_head *head = lf_head_const(json->state->block);
    lf_put_text(&json->out, "activePlayer", lf_name(game, LF_OF_SEATS, head->active));
    lf_put_text(&json->out, "game", game->id);
    write_globals(json);
    write_history(json);
    write_options(json);
    lf_put_text(&json->out, "phase", head->phase < 0 ? NULL : game->phase_names[head->phase].name);
    lf_put_text(&json->out, "scenario", lf_name(game, LF_OF_SCENARIOS, head->scenario));
    write_seats(json);
    write_spaces(json);
    write_stacks(json);
    lf_put_number(&json->out, "turn", head->turn);
    write_zones(json);
}

void lf_json_whole(lf_json *json) {
    lf_outcome outcome;
    const bool over = lf_terminal(json->state, &outcome);
    lf_json_position(json);
    write_decision(json);
    lf_json_outcome(json, over ? &outcome : NULL);
}
