/* checksum.h: what a run knows of its own rows, so that rows which somebody changed are not taken
 * for games that were played.
 *
 * The file games.seal has two lines, "ROWS DIGEST": XXH64 over games.csv up to and with so many
 * rows, titles included. The first line holds for rows that are on the disk for certain, whatever
 * happens to the machine; the second for all that were written. Both are written over in place,
 * after the rows. */
#ifndef SIM_SEAL_H
#define SIM_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xxhash.h>

#include "ludoforge.h"

typedef struct {
    int64_t rows;
    uint64_t digest;
} checksum_mark;

typedef struct {
    const char *folder;
    int file; /* games.seal; -1: not open */
    XXH64_state_t *hash;
    checksum_mark durable, written; /* as the file has them */
    int64_t rows;                   /* added so far */
    double synced;                  /* when `durable` was written */
} checksum;

/* Opens the checksum of a new run, or of one that is there: then the marks are read. False with the
 * reason; to be closed in either case. */
bool checksum_create(checksum *, const char *folder, lf_error *);
bool checksum_open(checksum *, const char *folder, lf_error *);
void checksum_close(checksum *);

/* Begins anew: no bytes, no rows. */
void checksum_reset(checksum *);
/* Bytes of games.csv in their order, with so many rows in them; the titles are none. */
void checksum_add(checksum *, const char *bytes, size_t size, int64_t rows);
/* Does the mark hold for what was added so far? */
bool checksum_holds(const checksum *, const checksum_mark *);
/* Seals what was added, which has been written to `rows_file`. Now and then, and when `last`, it
 * also waits for the disk. */
bool checksum_write(checksum *, int rows_file, bool last, lf_error *);

#endif
