/* verify.h: what the three files of the verifier share. Others call lf_verify (game.h).
 *
 * Each check returns true, or reports the first problem with lf_flaw and returns false. So checks
 * can be combined with &&. */
#ifndef LF_VERIFY_H
#define LF_VERIFY_H

#include "kernel/state/state.h"

typedef struct {
    const lf_game *game;
    char *buffer;
    size_t size;
} lf_verifier;

bool lf_flaw(const lf_verifier *, const char *format, ...) LF_PRINTF(2, 3); /* always false */

/* verify.c: does the text of this template need only registers below `limit`? */
bool lf_verify_template(const lf_verifier *, int32_t index, uint32_t limit, const char *what,
                        uint32_t pc);
/* verify_tables.c */
bool lf_verify_tables(const lf_verifier *);
bool lf_verify_site(const lf_verifier *, const lf_routine *, uint32_t index);
bool lf_verify_choices(const lf_verifier *); /* when all sites have been verified */
/* verify_calls.c */
bool lf_verify_calls(const lf_verifier *);

#endif
