/* position_json.c: a position as JSON that people can read: what lies where, what the variables are, who decides.
 *
 *     game, scenario, phase, turn, activePlayer
 *     options   {name: value}
 *     globals   {name: value}
 *     seats     {seat: {name: value}}
 *     spaces    {space: {name: value}}      only what differs from its initial value
 *     zones     {zone: {kind: number}}      only what is there
 *     stacks    {stack: [cards, top first]} or, if the viewer may not look, {stack: number}; null for a card whose place is open
 *     decision  {decider, prompt, options}, null if none is pending; only the decider sees more than who decides. While
 *               chance decides: {chance: true}, and for the host prompt and options
 *     outcome   {winner, winners, checkpoint, ranking, margins}, null while the game goes on */
#include "json.h"

/* ---- variables ---- */

static json_t *options_json(lf_json *json) {
    json_t *object = json_object();
    for (uint32_t i = 0; i < json->game->option_count; i++)
        lf_json_put(json, object, json->game->options[i].name,
                    lf_json_variable(json, &json->game->options[i], 0));
    return object;
}

static json_t *globals_json(lf_json *json) {
    json_t *object = json_object();
    for (uint32_t i = 0; i < json->game->global_count; i++)
        lf_json_put(json, object, json->game->vars[i].name, lf_json_variable(json, &json->game->vars[i], 0));
    return object;
}

static json_t *seats_json(lf_json *json) {
    const lf_game *game = json->game;
    json_t *object = json_object();
    for (uint32_t seat = 0; seat < game->seat_count && game->seat_var_count > 0; seat++) {
        json_t *values = json_object();
        for (uint32_t i = 0; i < game->seat_var_count; i++) {
            const lf_var *var = lf_var_at(game, LF_OF_SEAT_VARS, (int)i);
            lf_json_put(json, values, var->name, lf_json_variable(json, var, seat));
        }
        lf_json_put(json, object, game->seats[seat].name, values);
    }
    return object;
}

static json_t *spaces_json(lf_json *json) {
    const lf_game *game = json->game;
    json_t *object = json_object();
    for (uint32_t space = 0; space < game->space_count; space++) {
        json_t *values = json_object();
        for (uint32_t i = 0; i < game->space_var_count; i++)
            if (!lf_is_default(json->state, LF_OF_SPACE_VARS, (int)space, (int)i)) {
                const lf_var *var = lf_var_at(game, LF_OF_SPACE_VARS, (int)i);
                lf_json_put(json, values, var->name, lf_json_variable(json, var, space));
            }
        if (json_object_size(values) > 0)
            lf_json_put(json, object, game->zones[space].name, values);
        else
            json_decref(values);
    }
    return object;
}

/* ---- pieces and cards ---- */

static json_t *zones_json(lf_json *json) {
    const lf_game *game = json->game;
    json_t *object = json_object();
    for (uint32_t zone = 0; zone < game->zone_count; zone++) {
        json_t *kinds = json_object();
        for (uint32_t slot = 0; slot < game->slot_count; slot++) {
            const int n = lf_pieces(json->state, (int)zone, (int)slot);
            if (n > 0)
                lf_json_put(json, kinds, game->slots[slot].name, json_integer(n));
        }
        if (json_object_size(kinds) > 0)
            lf_json_put(json, object, game->zones[zone].name, kinds);
        else
            json_decref(kinds);
    }
    return object;
}

static json_t *cards_json(lf_json *json, int stack) {
    json_t *array = json_array();
    for (int i = 0; i < lf_stack_size(json->state, stack); i++) {
        const int card = lf_stack_card(json->state, stack, i);
        const bool open = lf_card_is_open(json->game, json->state->block, (uint32_t)card);
        lf_json_append(json, array,
                       open && json->viewer != LF_SEES_ALL ? json_null()
                                                           : lf_json_text(json->game->cards[card].name));
    }
    return array;
}

static json_t *stacks_json(lf_json *json) {
    json_t *object = json_object();
    for (int stack = 0; stack < (int)json->game->stack_count; stack++) {
        const bool seen = json->viewer == LF_SEES_ALL || lf_stack_visible(json->game, stack, json->viewer);
        lf_json_put(json, object, json->game->stacks[stack].name,
                    seen ? cards_json(json, stack) : json_integer(lf_stack_size(json->state, stack)));
    }
    return object;
}

/* ---- the decision and the outcome ---- */

static json_t *legal_json(lf_json *json, const lf_decision *decision) {
    json_t *array = json_array();
    for (int i = 0; i < decision->count; i++) {
        json_t *option = json_object();
        lf_json_put(json, option, "name", lf_json_text(decision->options[i].id));
        lf_json_put(json, option, "label", lf_json_text(decision->options[i].label));
        lf_json_append(json, array, option);
    }
    return array;
}

static json_t *decision_json(lf_json *json) {
    const lf_seat decider = lf_decider(json->state);
    if (decider == LF_NOBODY)
        return json_null();
    json_t *object = json_object();
    if (decider == LF_CHANCE)
        lf_json_put(json, object, "chance", json_true());
    else
        lf_json_put(json, object, "decider", lf_json_text(lf_name(json->game, LF_OF_SEATS, decider)));
    if (json->viewer != LF_SEES_ALL && json->viewer != decider)
        return object;
    lf_decision *decision = lf_decision_new(json->state);
    json->failed = json->failed || decision == NULL;
    if (decision == NULL)
        return object;
    lf_json_put(json, object, "prompt", lf_json_text(decision->prompt));
    lf_json_put(json, object, "options", legal_json(json, decision));
    lf_decision_free(decision);
    return object;
}

static json_t *seat_or_null(const lf_json *json, lf_seat seat) {
    return seat == LF_NOBODY ? json_null() : lf_json_text(lf_name(json->game, LF_OF_SEATS, seat));
}

static json_t *outcome_json(lf_json *json) {
    lf_outcome outcome;
    if (!lf_terminal(json->state, &outcome))
        return json_null();
    json_t *object = json_object(), *ranking = json_array(), *margins = json_object(),
           *winners = json_array();
    for (uint32_t i = 0; i < json->game->seat_count; i++) {
        lf_json_append(json, ranking, seat_or_null(json, outcome.ranking[i]));
        if (outcome.winners >> i & 1)
            lf_json_append(json, winners, seat_or_null(json, (lf_seat)i));
        lf_json_put(json, margins, json->game->seats[i].name, json_integer(outcome.margin[i]));
    }
    lf_json_put(json, object, "winner", seat_or_null(json, outcome.winner));
    lf_json_put(json, object, "winners", winners);
    lf_json_put(json, object, "checkpoint", lf_json_text(outcome.checkpoint));
    lf_json_put(json, object, "ranking", ranking);
    lf_json_put(json, object, "margins", margins);
    return object;
}

json_t *lf_json_position(lf_json *json) {
    const lf_game *game = json->game;
    const lf_head *head = lf_head_const(json->state->block);
    json_t *root = json_object();
    lf_json_put(json, root, "game", lf_json_text(game->id));
    lf_json_put(json, root, "scenario", lf_json_text(lf_name(game, LF_OF_SCENARIOS, head->scenario)));
    lf_json_put(json, root, "phase",
                head->phase < 0 ? json_null() : lf_json_text(game->phase_names[head->phase].name));
    lf_json_put(json, root, "turn", json_integer(head->turn));
    lf_json_put(json, root, "activePlayer", lf_json_text(lf_name(game, LF_OF_SEATS, head->active)));
    lf_json_put(json, root, "options", options_json(json));
    lf_json_put(json, root, "globals", globals_json(json));
    lf_json_put(json, root, "seats", seats_json(json));
    lf_json_put(json, root, "spaces", spaces_json(json));
    lf_json_put(json, root, "zones", zones_json(json));
    lf_json_put(json, root, "stacks", stacks_json(json));
    lf_json_put(json, root, "decision", decision_json(json));
    lf_json_put(json, root, "outcome", outcome_json(json));
    return root;
}
