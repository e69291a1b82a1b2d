/* state_json.c: a state as canonical JSON: the position for people, and under "machine" what else
 * the program needs to continue, so that lf_state_from_json restores the same bytes. Numbers of 64
 * bits are hexadecimal strings, because not every JSON reader keeps all bits of a number. */
#include "json.h"

static void write_calls(lf_json *json) {
    const lf_call *calls = lf_calls(json->game, json->state->block);
    lf_write_key(&json->out, "calls");
    lf_write_array(&json->out);
    for (uint32_t i = 0; i < lf_head_const(json->state->block)->depth; i++) {
        lf_write_object(&json->out);
        lf_put_number(&json->out, "pc", calls[i].pc);
        lf_put_number(&json->out, "routine", calls[i].routine);
        lf_put_number(&json->out, "shift", calls[i].base_shift);
        lf_write_end(&json->out);
    }
    lf_write_end(&json->out);
}

/* Leaves out the zeros at the end, which are most of the frames. */
static void write_frames(lf_json *json) {
    const int64_t *frames = lf_frames(json->game, json->state->block);
    uint32_t count = json->game->layout.frame_size;
    while (count > 0 && frames[count - 1] == 0)
        count--;
    lf_write_key(&json->out, "frames");
    lf_write_array(&json->out);
    for (uint32_t i = 0; i < count; i++)
        lf_write_hex(&json->out, (uint64_t)frames[i]);
    lf_write_end(&json->out);
}

static void write_rolls(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    lf_write_key(&json->out, "rolls");
    lf_write_array(&json->out);
    for (uint32_t i = 0; i < head->roll_count; i++)
        lf_write_number(&json->out, head->rolls[i]);
    lf_write_end(&json->out);
}

/* Only with explicit chance: the pending question, and the cards whose place is open. */
static void write_chance(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    lf_write_key(&json->out, "chance");
    lf_write_object(&json->out);
    lf_put_number(&json->out, "dealt", head->dealt);
    lf_write_key(&json->out, "open");
    lf_write_array(&json->out);
    for (uint32_t card = 0; card < json->game->card_count; card++)
        if (lf_card_is_open(json->game, json->state->block, card))
            lf_write_text(&json->out, json->game->cards[card].name);
    lf_write_end(&json->out);
    lf_put_number(&json->out, "stack", head->asked_stack);
    lf_write_end(&json->out);
}

/* The rows of knowledge.c, as they are in the block. */
static void write_knowledge(lf_json *json) {
    const lf_game *game = json->game;
    lf_write_key(&json->out, "knowledge");
    lf_write_array(&json->out);
    for (uint32_t viewer = 0; viewer < game->layout.viewers; viewer++) {
        lf_write_array(&json->out);
        for (uint32_t i = 0; i < lf_knowledge_row_size(game); i++)
            lf_write_number(&json->out, lf_knowledge_read(game, json->state->block, viewer, i));
        lf_write_end(&json->out);
    }
    lf_write_end(&json->out);
}

/* Writes what the position for people does not contain: most of the head, the calls and registers,
 * and what few games need. */
static void write_machine(lf_json *json) {
    const lf_head *head = lf_head_const(json->state->block);
    lf_write_key(&json->out, "machine");
    lf_write_object(&json->out);
    lf_put_hex(&json->out, "identity", head->identity);
    lf_put_hex(&json->out, "generator", head->generator);
    lf_put_number(&json->out, "pc", head->pc);
    lf_put_number(&json->out, "base", head->base);
    lf_put_number(&json->out, "routine", head->routine);
    lf_put_number(&json->out, "barrier", head->barrier);
    lf_put_number(&json->out, "wantedPhase", head->wanted_phase);
    lf_put_number(&json->out, "checkpoint", head->checkpoint);
    lf_put_number(&json->out, "site", head->site);
    lf_put_number(&json->out, "winner", head->winner);
    lf_put_number(&json->out, "status", head->status);
    lf_put_number(&json->out, "ranked", head->ranked);
    lf_put_number(&json->out, "error", head->error);
    lf_put_number(&json->out, "wayOut", head->way_out);
    lf_put_number(&json->out, "untouched", head->untouched);
    write_rolls(json);
    write_calls(json);
    write_frames(json);
    if (head->explicit_chance)
        write_chance(json);
    if (json->game->layout.viewers > 0)
        write_knowledge(json);
    if (head->forced != LF_FORCED_GAME)
        lf_put_text(&json->out, "forced", lf_forced_name((lf_forced)head->forced));
    lf_write_end(&json->out);
}

char *lf_state_json(const lf_state *state) {
    lf_json json = {.state = state, .game = state->game, .viewer = LF_SEES_ALL};
    lf_write_object(&json.out);
    lf_json_whole(&json);
    write_machine(&json);
    lf_write_end(&json.out);
    return lf_json_finish(&json);
}

char *lf_observe(const lf_state *state, lf_seat seat) {
    const lf_seat viewer = seat >= 0 && (uint32_t)seat < state->game->seat_count ? seat : LF_NOBODY;
    lf_json json = {.state = state, .game = state->game, .viewer = viewer};
    lf_write_object(&json.out);
    lf_json_whole(&json);
    lf_write_end(&json.out);
    return lf_json_finish(&json);
}
