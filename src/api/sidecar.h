/* sidecar.h: reads what lies beside a game and is no part of it: rule cases and lessons, in
 * `NAME/FOLDER/…md` next to `NAME.game-spec.md`. Here are the files and the shapes that both use;
 * what the entries mean is case_files.c and lesson_files.c. */
#ifndef LF_BESIDE_H
#define LF_BESIDE_H

#include "compile/compile.h"

typedef struct {
    lf_arena *arena;
    lf_reader reader;
    lf_code code;     /* of what is wrong in an entry */
    const char *path; /* of the file that is being read */
} lf_sidecar;

/* What is read from a folder, into memory of its own: `make` makes what is read into, `read` adds
 * an entry. NULL: something is wrong, and *problems has it. */
void *lf_sidecar_load(const char *spec_path, const char *folder, lf_code code,
                      void *(*make)(lf_arena *, const void *context),
                      void (*read)(const lf_sidecar *, const lf_doc *, void *made),
                      const void *context, lf_diagnostics **problems);

void lf_sidecar_wrong(const lf_sidecar *, const lf_doc *, const char *note, const char *message);
/* A key that is none of `keys` (ended by NULL), or whose value does not fit it. */
void lf_sidecar_unknown(const lf_sidecar *, const char *key, const lf_doc *value, const char *what,
                        const char *const *keys);
const char *lf_sidecar_text(const lf_sidecar *, const lf_doc *); /* NULL: reported */
/* A list of texts, ended by NULL; a single text is a list of one. */
const char *const *lf_sidecar_texts(const lf_sidecar *, const lf_doc *);
/* A field of a set-up: scenario, seed, options, stack, cards, deck, top. False if it is none of
 * them, or no such value. */
bool lf_sidecar_setup(const lf_sidecar *, const char *key, const lf_doc *, lf_setup *);

#endif
