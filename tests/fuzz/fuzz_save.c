/* fuzz_save.c: damaged saves. The input is a list of patches, three bytes each (two of offset, one
 * of value), for a real save; after an odd first byte the checksum is put right again, so that the
 * fuzzer gets behind it. What is refused leaves the state alone; what is let in can be played. */
#include <string.h>
#include <xxhash.h>

#include "bundled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEADER 32 /* bytes before the block; its checksum is the last number of them */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_game *game;
    static unsigned char save[1 << 16];
    if (game == NULL)
        game = bundled_game("reversi");
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    play_on(state);
    const size_t length = lf_save(state, save, sizeof save);
    for (size_t i = 1; i + 2 < size; i += 3)
        save[((size_t)data[i] << 8 | data[i + 1]) % length] = data[i + 2];
    if (size > 0 && data[0] % 2 == 1) {
        const uint64_t checksum = XXH64(save + HEADER, length - HEADER, 0);
        memcpy(save + HEADER - sizeof checksum, &checksum, sizeof checksum);
    }
    lf_state *before = lf_state_clone(state);
    if (lf_load(state, save, length, &error) == LF_OK)
        play_on(state);
    else if (!lf_equal(state, before) || error.message[0] == 0)
        abort();
    lf_state_free(state);
    lf_state_free(before);
    return 0;
}
