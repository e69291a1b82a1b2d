/* fuzz_image.c: damaged images of compiled games. The first byte says which game; then come patches
 * of four bytes each (two of offset in the tables, one of how, one of value). The checksums are put
 * right again, so that the fuzzer gets behind them. What is let in can be played, looked at and
 * disassembled. */
#include "../unit/image_fixture.h"
#include "bundled.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"tic-tac-toe", "kuhn-poker", "reversi", "connect-four"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *images[LF_COUNT(names)];
    static size_t sizes[LF_COUNT(names)];
    const size_t which = size > 0 ? data[0] % LF_COUNT(names) : 0;
    if (images[which] == NULL) {
        lf_game *game = bundled_game(names[which]);
        images[which] = lf_game_image(game, &sizes[which]);
        lf_game_free(game);
    }
    char *bytes = malloc(sizes[which]);
    if (bytes == NULL || images[which] == NULL)
        abort();
    memcpy(bytes, images[which], sizes[which]);
    char *const tables = bytes + LF_IMAGE_HEADER_BYTES;
    for (size_t i = 1; i + 3 < size; i += 4) {
        char *const at = tables + ((size_t)data[i] << 8 | data[i + 1]) % table_bytes(bytes);
        *at = (char)(data[i + 2] % 2 == 0 ? data[i + 3] : *at ^ data[i + 3]);
    }
    mend_image(bytes, sizes[which]);
    try_image(bytes, sizes[which], 20);
    free(bytes);
    return 0;
}
