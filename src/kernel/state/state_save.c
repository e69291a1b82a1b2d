/* state_save.c: a state as bytes: a header that says what it is, and the block as it stands in memory.
 *
 *     bytes  0 …  7   "LFSTATE" and a zero
 *            8 … 11   version of this format
 *           12 … 15   size of the block
 *           16 … 23   identity of the game
 *           24 … 31   XXH64 of the block
 *           32 …      the block
 *
 * Numbers are in the byte order of the machine; every machine that we build for has the same. */
#include <xxhash.h>

#include "state.h"

#define SAVE_VERSION 4u

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
    if (lf_head_const(state->block)->loose) {
        lf_head head = *lf_head_const(state->block);
        head.running = lf_running_from_scratch(state->game, state->block);
        head.loose = 0;
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

static lf_status check_header(const lf_game *game, const void *buffer, size_t size, lf_error *error) {
    lf_save_header header;
    if (size < sizeof header || memcmp(buffer, magic, sizeof magic) != 0)
        return lf_fail(error, LF_BAD_INPUT, "this is not a saved state");
    memcpy(&header, buffer, sizeof header);
    if (header.version != SAVE_VERSION)
        return lf_fail(error, LF_BAD_INPUT, "the save has format %u; this program reads format %u",
                       header.version, SAVE_VERSION);
    if (header.identity != game->identity)
        return lf_fail(error, LF_BAD_INPUT, "the save is of another game or of another version of this one");
    if (header.block_size != game->layout.size || size != sizeof header + header.block_size)
        return lf_fail(error, LF_BAD_INPUT, "the save has %zu bytes; it should have %zu", size,
                       sizeof header + game->layout.size);
    if (XXH64((const unsigned char *)buffer + sizeof header, header.block_size, 0) != header.checksum)
        return lf_fail(error, LF_BAD_INPUT, "the save is damaged: its checksum does not fit");
    return LF_OK;
}

/* The block is checked in a copy of its own: on errors the state stays as it was. */
lf_status lf_load(lf_state *state, const void *buffer, size_t size, lf_error *error) {
    lf_status status = check_header(state->game, buffer, size, error);
    if (status != LF_OK)
        return status;
    unsigned char *block = lf_malloc(state->game->layout.size);
    if (block == NULL)
        return lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    memcpy(block, (const unsigned char *)buffer + sizeof(lf_save_header), state->game->layout.size);
    status = lf_block_check(state->game, block, error);
    if (status == LF_OK)
        lf_block_adopt(state, block);
    lf_free(block);
    return status;
}
