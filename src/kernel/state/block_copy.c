/* block_copy.c: copies blocks. Calls and frames are at the end of a block and mostly zero; what is
 * zero in both blocks is not copied. */
#include "state.h"

static void zero_bytes(unsigned char *block, uint32_t from, uint32_t to) {
    if (from < to)
        memset(block + from, 0, to - from);
}

static uint32_t calls_end(const lf_game *game, const unsigned char *block) {
    return game->layout.calls + lf_head_const(block)->depth * (uint32_t)sizeof(lf_call);
}

static uint32_t frames_end(const lf_game *game, const unsigned char *block) {
    return game->layout.frames +
           lf_live_registers(game, lf_head_const(block)) * (uint32_t)sizeof(int64_t);
}

/* Copies everything up to the end of the live calls; of the history only the keys that exist. */
static void copy_data(const lf_game *game, unsigned char *to, const unsigned char *from,
                      uint32_t calls) {
    if (game->repetition_count == 0) {
        memcpy(to, from, calls);
        return;
    }
    memcpy(to, from, game->layout.history);
    lf_history_copy(game, to, (unsigned char *)(uintptr_t)from);
    memcpy(to + game->layout.calls, from + game->layout.calls, calls - game->layout.calls);
}

void lf_block_copy(const lf_game *game, unsigned char *to, const unsigned char *from) {
    const uint32_t frames = game->layout.frames;
    const uint32_t old_calls = calls_end(game, to), old_frames = frames_end(game, to);
    const uint32_t calls = calls_end(game, from), end = frames_end(game, from);
    assert(calls <= frames && end <= game->layout.size && old_frames <= game->layout.size);
    copy_data(game, to, from, calls);
    zero_bytes(to, calls, old_calls);
    memcpy(to + frames, from + frames, end - frames);
    zero_bytes(to, end, old_frames);
}

void lf_block_copy_running(const lf_game *game, unsigned char *to, const unsigned char *from,
                           uint32_t high) {
    const uint32_t frames = game->layout.frames, calls = calls_end(game, from);
    const uint32_t end = frames + high * (uint32_t)sizeof(int64_t);
    assert(high <= game->layout.frame_size);
    memcpy(to, from, calls);
    zero_bytes(to, calls, frames);
    memcpy(to + frames, from + frames, end - frames);
    zero_bytes(to, end, game->layout.size);
}
