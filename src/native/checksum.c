/* checksum.c: the trailer of a compiled game: the program and the engine that it was made for, and
 * a hash of all bytes before. It is checked before the object is loaded, because loading runs code,
 * and an incomplete object may crash.
 *
 * It detects mistakes, such as a full disk, a truncated copy, or an object of something else. It is
 * no protection against attacks: therefore the cache is private, and an object that is named by its
 * path is trusted like a program. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "cache.h"

#define CHECKSUM_MAGIC UINT64_C(0x314c41455346554c)
#define OBJECT_BYTES_MAX (256u << 20)

typedef struct {
    uint64_t magic, abi, identity, program;
    uint64_t size, hash; /* of the bytes before it */
} lf_checksum;

/* The whole file, from lf_malloc; NULL: it cannot be read, or is not a regular file. */
static unsigned char *read_whole_file(const char *path, size_t *size) {
    struct stat there;
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    if (file != NULL && fstat(fileno(file), &there) == 0 && S_ISREG(there.st_mode) &&
        there.st_size > 0 && there.st_size <= OBJECT_BYTES_MAX) {
        *size = (size_t)there.st_size;
        bytes = lf_malloc(*size);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            lf_free(bytes);
            bytes = NULL;
        }
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

static lf_checksum checksum_of(const lf_game *game, const unsigned char *bytes, size_t size) {
    return (lf_checksum){.magic = CHECKSUM_MAGIC,
                         .abi = lf_native_abi(),
                         .identity = game->identity,
                         .program = lf_native_program(game),
                         .size = size,
                         .hash = XXH3_64bits(bytes, size)};
}

bool lf_checksum_write(const lf_game *game, const char *path, lf_error *error) {
    size_t size = 0;
    unsigned char *bytes = read_whole_file(path, &size);
    FILE *file = bytes != NULL ? fopen(path, "ab") : NULL;
    bool good = false;
    if (file != NULL) {
        const lf_checksum checksum = checksum_of(game, bytes, size);
        const bool written = fwrite(&checksum, sizeof checksum, 1, file) == 1;
        good = fclose(file) == 0 && written;
    }
    lf_free(bytes);
    if (!good)
        lf_error_set(error, LF_BAD_ARGUMENT, "cannot write %.300s: %s", path, strerror(errno));
    return good;
}

lf_checksum_verdict lf_checksum_read(const lf_game *game, const char *path) {
    size_t size = 0;
    unsigned char *bytes = read_whole_file(path, &size);
    lf_checksum_verdict verdict = LF_CHECKSUM_BROKEN;
    if (bytes != NULL && size > sizeof(lf_checksum)) {
        const size_t before = size - sizeof(lf_checksum);
        const lf_checksum wanted = checksum_of(game, bytes, before);
        lf_checksum found;
        memcpy(&found, bytes + before, sizeof found);
        if (found.magic != wanted.magic || found.size != wanted.size || found.hash != wanted.hash)
            verdict = LF_CHECKSUM_BROKEN;
        else if (found.abi != wanted.abi)
            verdict = LF_CHECKSUM_OTHER_ENGINE;
        else if (found.identity != wanted.identity || found.program != wanted.program)
            verdict = LF_CHECKSUM_OTHER_GAME;
        else
            verdict = LF_CHECKSUM_FITS;
    }
    lf_free(bytes);
    return verdict;
}
