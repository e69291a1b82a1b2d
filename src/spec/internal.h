/* internal.h: what the files of spec/ share; no other folder includes it.
 *
 * The way of a spec: read.c loads a file (file.c), markdown.c cuts it into blocks, yaml.c turns
 * each block into a document tree with the help of scalar.c and positions.c, imports.c finds the
 * files that it names, and merge.c joins everything by section. doc.c is the finished tree as
 * others see it. */
#ifndef LF_SPEC_INTERNAL_H
#define LF_SPEC_INTERNAL_H

#include "spec.h"

/* ---- the state of one lf_spec_read ---- */

typedef struct {
    const char *canonical; /* without symbolic links; what makes two files the same */
    const char *path;      /* as shown, and as opened */
    lf_pos imported_at;    /* nowhere for the root */
    uint32_t depth;        /* of imports; the root has 0 */
    bool open;             /* it, or a file that it imports, is being read */
} lf_spec_file;

/* What was merged of one section so far. */
typedef struct {
    lf_doc *content;   /* NULL: the section was not seen */
    lf_pos first;      /* its first key */
    uint32_t capacity; /* of the list or map that is being joined */
    lf_map *keys;      /* of a joined map: the names that it has */
} lf_spec_slot;

typedef struct {
    lf_reader *reader;
    lf_arena *arena; /* the reader's */
    const lf_section *sections;
    lf_spec_slot *slots; /* one a section */
    lf_doc *root;        /* the merged tree */
    uint32_t root_capacity;
    lf_spec_file **files; /* pointers, as the list grows while a file is being read */
    uint32_t file_count, file_capacity;
    const char *tree;           /* canonical folder of the root file, ending in `/` */
    const lf_spec_text *memory; /* the files, if they are not read from the disk */
    uint32_t memory_count;
    size_t bytes;                    /* of all files so far */
    uint32_t nodes;                  /* of all blocks so far */
    struct lf_scalar_writer *writer; /* of scalar.c: its buffers serve one scalar after the other */
    /* a limit of the whole spec was reached and reported: read no more */
    bool stopped;
} lf_reading;

/* The number of characters to underline for a text. */
uint16_t lf_spec_width(const char *text, size_t bytes);

/* ---- positions.c ---- */

/* One YAML text, and where it stands in its file. */
typedef struct {
    const char *text; /* NUL-terminated */
    size_t length;
    uint16_t file;
    uint32_t first_line;         /* the file's line that the block's first line is */
    const uint32_t *line_starts; /* of each line of the block; the first is 0 */
    uint32_t line_count;
    const int32_t *shifts; /* characters that the file has in front of each line; NULL: none */
    struct {
        uint32_t line;
        size_t offset;
        size_t column;
    } last; /* the place asked for last: questions come nearly in order, and lines can be long */
} lf_block;

/* A whole source as one block. */
lf_block lf_block_of_source(const lf_sources *, uint16_t file);
lf_pos lf_block_pos(lf_block *, size_t offset);
/* The offset of a place given as 0-based line and column, put back into the text if it lies
 * outside. */
size_t lf_block_offset(const lf_block *, uint32_t line, uint32_t column);
uint32_t lf_block_line(const lf_block *, size_t offset); /* 0-based, in the block */
size_t lf_block_line_end(const lf_block *, uint32_t line);

/* ---- file.c ---- */

/* Puts a text among the sources, without byte order mark and with plain newlines; `text` is changed
 * in place. `from` is where the text was asked for. Returns 0, with the reason reported, if it is
 * too large or not UTF-8. */
uint16_t lf_spec_add_source(lf_reading *, const char *path, char *text, size_t length, lf_pos from);
/* The same with the contents of a file. */
uint16_t lf_spec_load(lf_reading *, const lf_spec_file *);

/* ---- memory.c: files that are in memory ---- */

/* The file of this path, or NULL. */
const lf_spec_text *lf_spec_in_memory(const lf_reading *, const char *path);
uint16_t lf_spec_load_memory(lf_reading *, const lf_spec_file *);
/* The paths that match a pattern, in the order of their bytes. */
const char **lf_spec_match_memory(const lf_reading *, const char *pattern, uint32_t *count);

/* ---- markdown.c, cmark_memory.c ---- */

typedef struct {
    lf_block *items;
    uint32_t count, capacity;
} lf_blocks;

void lf_spec_find_blocks(lf_reading *, uint16_t file, lf_blocks *out);

struct cmark_mem;
/* An allocator for one parse of cmark. Whatever cmark does not free itself is freed with the arena,
 * so a failed allocation may jump out of the middle of it. */
struct cmark_mem *lf_cmark_memory_begin(lf_arena *);
void lf_cmark_memory_end(void);

/* ---- yaml.c ---- */

/* NULL if the block is empty, or so broken that it was given up; the report says which. */
lf_doc *lf_spec_parse_block(lf_reading *, lf_block *);

/* ---- imports.c, read.c ---- */

/* Reads all files that an `imports` entry of `importer` names. */
void lf_spec_read_imports(lf_reading *, const lf_spec_file *importer, const lf_doc_pair *imports);
void lf_spec_read_file(lf_reading *, lf_spec_file *);
/* A new file of the spec, or NULL if there are too many. */
lf_spec_file *lf_spec_new_file(lf_reading *, const char *canonical, const char *path,
                               lf_pos imported_at, uint32_t depth);

/* ---- merge.c ---- */

void lf_spec_merge_init(lf_reading *);
void lf_spec_merge(lf_reading *, const lf_doc *block);

/* Reports a key that stands a second time. */
void lf_spec_report_duplicate(lf_reading *, const lf_doc_pair *second, lf_pos first);

#endif
