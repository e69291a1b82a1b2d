/* base.h: what every other folder stands on: memory, positions, diagnostics, text.
 *
 * Memory. A compile allocates from one arena and frees nothing singly. When memory runs out, or a
 * limit of the arena is reached, the arena jumps to its owner's `on_fail` (see lf_arena_guard), so
 * that code in between need not test every allocation. Things that must be closed on the way
 * (library documents, files) are registered with lf_arena_defer and closed by lf_arena_free, last
 * first.
 *
 * Nothing here knows about specs, games or states. */
#ifndef LF_BASE_H
#define LF_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "support/memory.h"
#include "support/text.h"
#include "support/utf8.h"

#if defined(__GNUC__)
#define LF_NORETURN __attribute__((noreturn))
#else
#define LF_NORETURN
#endif

#define LF_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Whose a variable is. The order is part of a game's identity. */
typedef enum { LF_SCOPE_GLOBAL, LF_SCOPE_SEAT, LF_SCOPE_SPACE } lf_scope;

/* Who may know a variable, or see the cards of a stack. The order is part of a game's identity. */
typedef enum { LF_VISIBLE_ALL, LF_VISIBLE_OWNER, LF_VISIBLE_NONE } lf_visibility;

/* The fields of a position that is written as a text. */
typedef enum {
    LF_FIELD_BOARD,
    LF_FIELD_SEAT,
    LF_FIELD_FLAGS,
    LF_FIELD_SPACE,
    LF_FIELD_INT
} lf_text_field_sort;

/* ---- arenas ------------------------------------------------------------------------------ */

typedef struct lf_arena lf_arena;

lf_arena *lf_arena_new(void);   /* NULL when out of memory */
void lf_arena_free(lf_arena *); /* runs the deferred closers, last first; NULL is allowed */
/* References for what is kept in the arena. Whoever made the arena has one; each lf_arena_retain
 * adds one. lf_arena_release takes one away: true if it was the last, and the arena is to be
 * freed. */
void lf_arena_retain(lf_arena *);
bool lf_arena_release(lf_arena *);
void lf_arena_defer(lf_arena *, void (*closer)(void *), void *object);
size_t lf_arena_bytes(const lf_arena *);

/* Where allocation failure goes: `if (setjmp(*lf_arena_guard(arena))) { ...out of memory... }`. One
 * guard an arena; allocating before it is set aborts. */
jmp_buf *lf_arena_guard(lf_arena *);
/* The same as a call: runs `work` with the guard set; false if memory ran out on the way. */
bool lf_arena_try(lf_arena *, void (*work)(void *context), void *context);

void *lf_arena_alloc(lf_arena *, size_t size); /* zeroed, aligned for any type; never NULL */
char *lf_arena_strndup(lf_arena *, const char *text, size_t length);
char *lf_arena_printf(lf_arena *, const char *format, ...) LF_PRINTF(2, 3);
char *lf_arena_vprintf(lf_arena *, const char *format, va_list) LF_PRINTF(2, 0);
#define LF_NEW(arena, type) ((type *)lf_arena_alloc((arena), sizeof(type)))
#define LF_NEW_ARRAY(arena, type, n) ((type *)lf_arena_alloc((arena), sizeof(type) * (size_t)(n)))

/* A growing array in an arena: `lf_grow(arena, &items, &capacity, count, sizeof *items)` makes room
 * for one more element. */
void lf_grow(lf_arena *, void *items_pointer, uint32_t *capacity, uint32_t count, size_t element);
#define LF_PUSH(arena, items, count, capacity, value)                                              \
    do {                                                                                           \
        lf_grow((arena), &(items), &(capacity), (count), sizeof *(items));                         \
        (items)[(count)++] = (value);                                                              \
    } while (0)

/* ---- interned names ---------------------------------------------------------------------- */

/* Equal texts give the same pointer, so names compare with ==. */
typedef struct lf_names lf_names;
lf_names *lf_names_new(lf_arena *);
/* A table that knows the names of its parent, which it leaves alone. */
lf_names *lf_names_child(lf_arena *, const lf_names *parent);
const char *lf_intern(lf_names *, const char *text, size_t length);
const char *lf_intern_z(lf_names *, const char *text);

/* ---- maps from interned names ------------------------------------------------------------- */

typedef struct lf_map lf_map;
lf_map *lf_map_new(lf_arena *);
void *lf_map_get(const lf_map *, const char *interned); /* NULL when absent */
void lf_map_put(lf_map *, const char *interned, void *value);

/* ---- positions and sources ---------------------------------------------------------------- */

/* A place in a source file. Lines and columns count from 1; columns count characters (code points),
 * not bytes. file == 0 means "nowhere" (something the engine made). */
typedef struct {
    uint16_t file; /* 1-based index into lf_sources */
    uint16_t column;
    uint32_t line;
} lf_pos;

typedef struct {
    const char *path; /* as shown to the user: relative to the working directory where possible */
    const char *text; /* NUL-terminated */
    size_t length;
    uint32_t *line_starts; /* byte offset of each line */
    uint32_t line_count;
    bool markdown; /* it is Markdown with blocks in it, not one block */
} lf_source;

typedef struct {
    lf_source *items;
    uint32_t count, capacity;
    lf_arena *arena;
} lf_sources;

uint16_t lf_sources_add(lf_sources *, const char *path, const char *text, size_t length);
/* The text of a line without its newline; length in *length. Empty when there is no such line. */
const char *lf_source_line(const lf_sources *, lf_pos, size_t *length);
/* What stands from the position on, up to the end of its line. Of a line that no person wrote (a
 * GameDef may be one line of megabytes) only the beginning is looked at; behind it there is nothing
 * to find. */
const char *lf_source_rest(const lf_sources *, lf_pos, size_t *length);

/* ---- diagnostics -------------------------------------------------------------------------- */

typedef enum { LF_ERROR, LF_WARNING } lf_severity;

/* A diagnostic code is the row of diagnostics.def it comes from: LF_E0101 and so on. Each row has
 * the code, a one-line title and the long text that `ludoforge explain` prints. */
typedef enum {
#define LF_DIAGNOSTIC(code, title, text) LF_##code,
#include "diagnostics.def"
#undef LF_DIAGNOSTIC
    LF_DIAGNOSTIC_CODES
} lf_code;

typedef struct {
    lf_severity severity;
    lf_code code;
    lf_pos pos;
    uint16_t length; /* characters to underline; at least 1 */
    const char *message;
    const char *note; /* NULL, or a second sentence: why, or what to do */
    lf_pos note_pos;  /* where the note points, or nowhere */
} lf_diagnostic;

/* The list of one compile. Errors are reported once a position and message, kept sorted in file
 * order by lf_report_sort, and cut off after LF_MAX_DIAGNOSTICS. */
typedef struct {
    lf_diagnostic *items;
    uint32_t count, capacity, errors;
    bool truncated;
    lf_arena *arena;
} lf_report;

void lf_report_add(lf_report *, lf_severity, lf_code, lf_pos, uint16_t length, const char *note,
                   const char *format, ...) LF_PRINTF(7, 8);
void lf_report_add_at(lf_report *, lf_severity, lf_code, lf_pos, uint16_t length, lf_pos note_pos,
                      const char *note, const char *format, ...) LF_PRINTF(8, 9);
/* Whether a further error would still be shown. If not, nobody need look for advice to go with
 * it. */
static inline bool lf_report_shows_more(const lf_report *report) {
    return report->errors < LF_MAX_DIAGNOSTICS;
}
void lf_report_sort(lf_report *);
const char *lf_code_name(lf_code); /* "E0101" */
const char *lf_code_title(lf_code);
const char *lf_code_text(lf_code);
bool lf_code_find(const char *name, lf_code *out);

/* Text of one diagnostic as `ludoforge check` prints it: position, message, source line, caret,
 * note. */
void lf_diagnostic_render(const lf_diagnostic *, const lf_sources *, bool colour, lf_text *out);

/* ---- nearest names ------------------------------------------------------------------------- */

/* Picks the candidate closest to `word` (edit distance with transpositions, ignoring case as a tie
 * break), or NULL when none is close enough to be worth suggesting: a word of 2 to 4 bytes may have
 * one slip, one of 5 to 7 two, one of 8 to 10 three, a longer one four; a single letter, and what
 * is longer than 64 bytes, has no suggestion. Feed candidates one by one. */
typedef struct {
    const char *word;
    const char *best;
    int best_distance;
} lf_nearest;
lf_nearest lf_nearest_to(const char *word);
void lf_nearest_offer(lf_nearest *, const char *candidate);

#endif
