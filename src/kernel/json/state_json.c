/* state_json.c: a state as canonical JSON: the position as people read it, and under "machine" what else the program
 * needs to go on, so that lf_state_from_json restores the same bytes. Words of 64 bits are hexadecimal strings, because
 * a JSON number cannot be trusted to hold them. */
#include "json.h"

static json_t *calls_json(lf_json *json) {
    const lf_call *calls = lf_calls(json->game, json->state->block);
    json_t *array = json_array();
    for (uint32_t i = 0; i < lf_head_const(json->state->block)->depth; i++) {
        json_t *call = json_object();
        lf_json_put(json, call, "pc", json_integer(calls[i].pc));
        lf_json_put(json, call, "shift", json_integer(calls[i].base_shift));
        lf_json_put(json, call, "routine", json_integer(calls[i].routine));
        lf_json_append(json, array, call);
    }
    return array;
}

/* Without the zeros at the end, which are most of it. */
static json_t *frames_json(lf_json *json) {
    const int64_t *frames = lf_frames(json->game, json->state->block);
    uint32_t count = json->game->layout.frame_words;
    json_t *array = json_array();
    while (count > 0 && frames[count - 1] == 0)
        count--;
    for (uint32_t i = 0; i < count; i++)
        lf_json_append(json, array, lf_json_hex((uint64_t)frames[i]));
    return array;
}

static json_t *rolls_json(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    json_t *array = json_array();
    for (uint32_t i = 0; i < head->roll_count; i++)
        lf_json_append(json, array, json_integer(head->rolls[i]));
    return array;
}

/* Only where chance is explicit: what it is asked, and the cards whose place is open. */
static json_t *chance_json(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    json_t *object = json_object(), *open = json_array();
    for (uint32_t card = 0; card < json->game->card_count; card++)
        if (lf_card_is_open(json->game, json->state->block, card))
            lf_json_append(json, open, lf_json_text(json->game->cards[card].name));
    lf_json_put(json, object, "stack", json_integer(head->asked_stack));
    lf_json_put(json, object, "dealt", json_integer(head->dealt));
    lf_json_put(json, object, "open", open);
    return object;
}

static json_t *machine_json(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    json_t *object = json_object();
    lf_json_put(json, object, "identity", lf_json_hex(head->identity));
    lf_json_put(json, object, "generator", lf_json_hex(head->generator));
    lf_json_put(json, object, "pc", json_integer(head->pc));
    lf_json_put(json, object, "base", json_integer(head->base));
    lf_json_put(json, object, "routine", json_integer(head->routine));
    lf_json_put(json, object, "barrier", json_integer(head->barrier));
    lf_json_put(json, object, "wantedPhase", json_integer(head->wanted_phase));
    lf_json_put(json, object, "checkpoint", json_integer(head->checkpoint));
    lf_json_put(json, object, "site", json_integer(head->site));
    lf_json_put(json, object, "winner", json_integer(head->winner));
    lf_json_put(json, object, "status", json_integer(head->status));
    lf_json_put(json, object, "ranked", json_integer(head->ranked));
    lf_json_put(json, object, "error", json_integer(head->error));
    lf_json_put(json, object, "wayOut", json_integer(head->way_out));
    lf_json_put(json, object, "untouched", json_integer(head->untouched));
    lf_json_put(json, object, "rolls", rolls_json(json));
    lf_json_put(json, object, "calls", calls_json(json));
    lf_json_put(json, object, "frames", frames_json(json));
    if (head->explicit_chance)
        lf_json_put(json, object, "chance", chance_json(json));
    return object;
}

char *lf_state_json(const lf_state *state) {
    lf_json json = {.state = state, .game = state->game, .viewer = LF_SEES_ALL};
    json_t *root = lf_json_position(&json);
    lf_json_put(&json, root, "machine", machine_json(&json));
    return lf_json_finish(&json, root);
}
