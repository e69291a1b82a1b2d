/* checksum.c: see checksum.h. */
#include "checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"
#include "support/clock.h"
#include "support/files.h"

#define SYNC_SECONDS 1.0 /* what a power cut can cost */
#define LINE_BYTES 38    /* "ROWS DIGEST\n", of fixed width so that it can be written over */

/* ---- the file -------------------------------------------------------------------------------- */

static bool open_file(checksum *s, const char *folder, int flags, lf_error *error) {
    char path[LF_PATH_BYTES];
    *s = (checksum){.folder = folder, .file = -1, .hash = XXH64_createState()};
    if (s->hash == NULL)
        return lf_error_no_memory(error);
    checksum_reset(s);
    if (!lf_file_path(path, folder, "games.seal", error))
        return false;
    s->file = open(path, O_RDWR | flags, 0666);
    return s->file >= 0 || lf_error_set(error, LF_BAD_INPUT,
                                        "Cannot open %s: %s. Without it the rows of games.csv "
                                        "cannot be verified; begin a new run.",
                                        path, strerror(errno));
}

bool checksum_create(checksum *s, const char *folder, lf_error *error) {
    return open_file(s, folder, O_CREAT | O_TRUNC, error);
}

static bool read_mark(const char *line, checksum_mark *out) {
    char newline;
    return sscanf(line, "%20" SCNd64 " %16" SCNx64 "%c", &out->rows, &out->digest, &newline) == 3 &&
           newline == '\n' && out->rows >= 0;
}

bool checksum_open(checksum *s, const char *folder, lf_error *error) {
    char text[2 * LINE_BYTES + 1] = "";
    if (!open_file(s, folder, 0, error))
        return false;
    if (pread(s->file, text, 2 * LINE_BYTES, 0) == 2 * LINE_BYTES && read_mark(text, &s->durable) &&
        read_mark(text + LINE_BYTES, &s->written))
        return true;
    return lf_error_set(
        error, LF_BAD_INPUT,
        "%s/games.seal is damaged, so the rows of games.csv cannot be verified; begin a new run.",
        folder);
}

void checksum_close(checksum *s) {
    if (s->file >= 0)
        close(s->file);
    if (s->hash != NULL)
        XXH64_freeState(s->hash);
    *s = (checksum){.file = -1};
}

/* ---- what is sealed -------------------------------------------------------------------------- */

void checksum_reset(checksum *s) {
    XXH64_reset(s->hash, 0);
    s->rows = 0;
}

void checksum_add(checksum *s, const char *bytes, size_t size, int64_t rows) {
    XXH64_update(s->hash, bytes, size);
    s->rows += rows;
}

bool checksum_holds(const checksum *s, const checksum_mark *mark) {
    return s->rows == mark->rows && XXH64_digest(s->hash) == mark->digest;
}

bool checksum_write(checksum *s, int rows_file, bool last, lf_error *error) {
    char text[2 * LINE_BYTES + 1];
    s->written = (checksum_mark){s->rows, XXH64_digest(s->hash)};
    const double now = lf_clock_seconds();
    bool good = true;
    if (last || now - s->synced >= SYNC_SECONDS) {
        good = lf_file_sync(rows_file);
        s->durable = s->written;
        s->synced = now;
    }
    snprintf(text, sizeof text, "%20" PRId64 " %016" PRIx64 "\n%20" PRId64 " %016" PRIx64 "\n",
             s->durable.rows, s->durable.digest, s->written.rows, s->written.digest);
    good = good && pwrite(s->file, text, 2 * LINE_BYTES, 0) == 2 * LINE_BYTES &&
           (!last || lf_file_sync(s->file));
    return good || lf_error_set(error, LF_BAD_INPUT, "Cannot write %s/games.seal: %s.", s->folder,
                                strerror(errno));
}
