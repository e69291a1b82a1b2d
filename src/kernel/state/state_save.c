/* state_save.c: a state as bytes: a header, and the block as it is in memory.
 *
 *     bytes  0 …  7   "LFSTATE" and a zero
 *            8 … 11   version of this format
 *           12 … 15   size of the block
 *           16 … 23   identity of the game
 *           24 … 31   XXH64 of the block
 *           32 …      the block
 *
 * Numbers are in the byte order of the machine, which is little-endian wherever we build. */
#include <xxhash.h>

#include "state.h"

#define SAVE_VERSION 5u
#define SAVE_WITHOUT_KNOWLEDGE 4u /* a version whose blocks have no region `knowledge` */

typedef struct {
    char magic[8];
    uint32_t version, block_size;
    uint64_t identity, checksum;
} lf_save_header;
_Static_assert(sizeof(lf_save_header) == 32, "a save's header has no holes");

static const char magic[8] = "LFSTATE";

size_t lf_save(const lf_state *state, void *buffer, size_t size) {
    const uint32_t block_size = state->game->layout.size;
    const size_t needed = sizeof(lf_save_header) + block_size;
    if (buffer == NULL || size < needed)
        return needed;
    unsigned char *block = (unsigned char *)buffer + sizeof(lf_save_header);
    memcpy(block, state->block, block_size);
    if (lf_head_const(state->block)->quick_hash) {
        lf_head head = *lf_head_const(state->block);
        head.running = lf_running_from_scratch(state->game, state->block);
        head.quick_hash = 0;
        memcpy(block, &head, sizeof head);
    }
    lf_save_header header = {.version = SAVE_VERSION,
                             .block_size = block_size,
                             .identity = state->game->identity,
                             .checksum = XXH64(block, block_size, 0)};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(buffer, &header, sizeof header);
    return needed;
}

/* The size of a block in a save of this version. */
static uint32_t block_size(const lf_game *game, uint32_t version) {
    const lf_layout *layout = &game->layout;
    const uint32_t missing = version == SAVE_VERSION ? 0 : layout->history - layout->knowledge;
    return missing == 0
               ? layout->size
               : lf_block_size(layout->frames + layout->frame_size * sizeof(int64_t) - missing);
}

static void read_block(const lf_game *game, uint32_t version, const unsigned char *from,
                       unsigned char *to) {
    const lf_layout *layout = &game->layout;
    const uint32_t end = (uint32_t)(layout->frames + layout->frame_size * sizeof(int64_t));
    const uint32_t missing = version == SAVE_VERSION ? 0 : layout->history - layout->knowledge;
    memset(to, 0, layout->size);
    memcpy(to, from, layout->knowledge);
    memcpy(to + layout->knowledge + missing, from + layout->knowledge,
           end - layout->knowledge - missing);
}

static lf_status check_save_header(const lf_game *game, const void *buffer, size_t size,
                                   lf_error *error) {
    lf_save_header header;
    if (size < sizeof header || memcmp(buffer, magic, sizeof magic) != 0)
        return lf_fail(error, LF_BAD_INPUT, "this is not a saved state");
    memcpy(&header, buffer, sizeof header);
    if (header.version != SAVE_VERSION && header.version != SAVE_WITHOUT_KNOWLEDGE)
        return lf_fail(error, LF_BAD_INPUT, "the save has format %u; this program reads format %u",
                       header.version, SAVE_VERSION);
    if (header.identity != game->identity)
        return lf_fail(error, LF_BAD_INPUT,
                       "the save is of another game or of another version of this one");
    const uint32_t expected = block_size(game, header.version);
    if (header.block_size != expected || size != sizeof header + header.block_size)
        return lf_fail(error, LF_BAD_INPUT, "the save has %zu bytes; it should have %zu", size,
                       sizeof header + expected);
    if (XXH64((const unsigned char *)buffer + sizeof header, header.block_size, 0) !=
        header.checksum)
        return lf_fail(error, LF_BAD_INPUT, "the save is damaged: its checksum does not fit");
    return LF_OK;
}

/* Checks the block in a copy, so that after an error the state is as it was. */
lf_status lf_load(lf_state *state, const void *buffer, size_t size, lf_error *error) {
    lf_status status = check_save_header(state->game, buffer, size, error);
    if (status != LF_OK)
        return status;
    unsigned char *block = lf_malloc(state->game->layout.size);
    if (block == NULL)
        return lf_fail_no_memory(error);
    lf_save_header header;
    memcpy(&header, buffer, sizeof header);
    read_block(state->game, header.version, (const unsigned char *)buffer + sizeof header, block);
    status = lf_block_check(state->game, block, error);
    if (status == LF_OK && header.version == SAVE_WITHOUT_KNOWLEDGE)
        lf_know_nothing(state->game, block);
    if (status == LF_OK)
        lf_block_adopt(state, block);
    lf_free(block);
    return status;
}
