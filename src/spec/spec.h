/* spec.h: from files on disk to one document tree.
 *
 * A spec is a Markdown file with fenced `yaml` blocks, and the files that it imports. The reader
 * finds the blocks (cmark), parses each as strict YAML 1.2 (libfyaml), and merges them by section
 * into one tree in which every node knows its file, line and column. A `.json` file (a GameDef) or
 * a `.yaml` file is read as one block. What the sections mean is the business of lang/; the reader
 * only knows their shape. */
#ifndef LF_SPEC_H
#define LF_SPEC_H

#include "base/base.h"

typedef enum { LF_DOC_SCALAR, LF_DOC_LIST, LF_DOC_MAP } lf_doc_kind;

/* Plain scalars may be numbers, booleans or null; the other styles are always text. */
typedef enum { LF_STYLE_PLAIN, LF_STYLE_QUOTED, LF_STYLE_LITERAL, LF_STYLE_FOLDED } lf_doc_style;

typedef struct lf_doc lf_doc;

/* From here on, one byte of text is one byte of source, until the next run begins. */
typedef struct {
    uint32_t offset; /* in the scalar's text */
    lf_pos pos;
} lf_doc_run;

typedef struct {
    const char *key; /* interned */
    lf_pos key_pos;
    lf_doc *value;
} lf_doc_pair;

struct lf_doc {
    lf_doc_kind kind;
    lf_doc_style style;
    lf_pos pos;       /* first character of the node */
    const char *text; /* scalar: NUL-terminated, interned */
    uint32_t length;  /* scalar: bytes of text */
    lf_doc_run *runs; /* scalar: where its text lies in the source; NULL if all of it lies at pos */
    uint32_t run_count;
    uint32_t count; /* list, map: number of entries */
    lf_doc **items;
    lf_doc_pair *pairs;
};

/* How a top-level section merges over blocks and files. */
typedef enum {
    LF_SECTION_ONCE, /* may stand only once */
    LF_SECTION_LIST, /* lists are joined in file order */
    LF_SECTION_MAP,  /* maps are joined; a key may stand only once */
    /* the same one level down: maps of maps, and a key of an inner map may stand only once */
    LF_SECTION_MAPS
} lf_section_kind;

typedef struct {
    const char *name;
    lf_section_kind kind;
} lf_section;

typedef struct {
    lf_arena *arena;
    lf_names *names;
    lf_sources *sources;
    lf_report *report;
} lf_reader;

/* Reads the spec at `path` and everything it imports. `sections` (ended by a NULL name) lists the
 * known sections; `imports` is handled here and is not among them. Returns the merged tree, a map
 * from section to content, or NULL if errors were reported. An import is a path relative to the
 * importing file; it must stay inside the folder of the root file; a file that is imported twice is
 * an error, as is a cycle. */
lf_doc *lf_spec_read(lf_reader *, const char *path, const lf_section *sections);

/* The same for a text that is in memory: one YAML block named `name`, no imports (tests, fuzzing,
 * and rule cases). `markdown` says whether to look for fenced blocks in it. */
lf_doc *lf_spec_read_text(lf_reader *, const char *name, const char *text, size_t length,
                          bool markdown, const lf_section *sections);

/* The same for all files of a spec when they are in memory, the root first: imports find them by
 * the paths that lf_sources had for them. */
typedef struct {
    const char *path, *text;
    size_t length;
    bool markdown;
} lf_spec_text;
lf_doc *lf_spec_read_files(lf_reader *, const lf_spec_text *files, uint32_t count,
                           const lf_section *sections);

/* Where byte `offset` of a scalar's text stands in the source. */
lf_pos lf_doc_pos_at(const lf_doc *scalar, uint32_t offset);

/* Lookup and typed access. The `lf_doc_…` getters return false when the scalar is not of that
 * type. */
lf_doc *lf_doc_get(const lf_doc *map, const char *key); /* NULL when absent or not a map */
bool lf_doc_is_null(const lf_doc *);
bool lf_doc_int(const lf_doc *, int64_t *out);
bool lf_doc_bool(const lf_doc *, bool *out);

#endif
