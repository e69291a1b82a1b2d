/* load.h: what the files share that make games: load.c (specs and GameDefs) and image.c
 * (images). */
#ifndef LF_LOAD_H
#define LF_LOAD_H

#include "compile/compile.h"

/* What is to be loaded: a file, bytes that are called something, or the files of a spec. */
typedef struct {
    const char *name;
    const char *bytes; /* NULL: the file of that name */
    size_t size;
    const char *without; /* names of optimisations */
    const char *image;   /* `size` bytes that are an image, in the arena of the game to be */
    const lf_spec_text *files;
    uint32_t file_count;
    uint32_t left_out; /* with files: the optimisations, as bits */
} lf_origin;

/* A spec whose files are in memory; NULL if it does not compile or memory ran out. */
lf_game *lf_load_files(const lf_spec_text *, uint32_t count, uint32_t without);

/* The bytes of a file that is an image, in the arena; NULL if it is none, or cannot be read. */
const char *lf_image_of_file(lf_arena *, const char *path, size_t *size);
/* A game from an image; NULL after errors in the model's report. The model is not the game's. */
lf_game *lf_load_image(lf_model *, const lf_origin *, uint32_t without);

#endif
