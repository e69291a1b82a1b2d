/* arena.c: memory that is freed all at once.
 *
 * An arena hands out slices of large zeroed blocks. Nothing is given back singly; lf_arena_free
 * runs the deferred closers, last first, and then drops the blocks. When a block cannot be had, the
 * arena jumps to its guard, and the owner there frees the arena.
 *
 * It is not thread-safe: one compile, one arena, one thread. Only its references may be counted by
 * any. */
#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

#define FIRST_BLOCK_BYTES ((size_t)8 << 10)
#define LARGEST_BLOCK_BYTES ((size_t)1 << 20)
#define FIRST_ARRAY_CAPACITY 8u

typedef struct block {
    struct block *next;
    size_t used, size; /* of bytes */
    alignas(max_align_t) unsigned char bytes[];
} block;

typedef struct deferred {
    struct deferred *earlier;
    void (*closer)(void *);
    void *object;
} deferred;

struct lf_arena {
    block *blocks; /* the newest first; slices are cut from that one only */
    deferred *closers;
    size_t next_size;
    size_t total;             /* bytes held from the allocator */
    atomic_size_t references; /* beside that of the one who made it */
    bool guarded;
    jmp_buf guard;
};

lf_arena *lf_arena_new(void) {
    lf_arena *arena = lf_calloc(1, sizeof *arena);
    if (arena != NULL) {
        arena->next_size = FIRST_BLOCK_BYTES;
        arena->total = sizeof *arena;
    }
    return arena;
}

void lf_arena_free(lf_arena *arena) {
    if (arena == NULL)
        return;
    for (deferred *d = arena->closers; d; d = d->earlier)
        d->closer(d->object);
    for (block *b = arena->blocks; b;) {
        block *next = b->next;
        lf_free(b);
        b = next;
    }
    lf_free(arena);
}

void lf_arena_retain(lf_arena *arena) {
    atomic_fetch_add_explicit(&arena->references, 1, memory_order_relaxed);
}

/* The last one sees all that the others did before they let go. */
bool lf_arena_release(lf_arena *arena) {
    return atomic_fetch_sub_explicit(&arena->references, 1, memory_order_acq_rel) == 0;
}

size_t lf_arena_bytes(const lf_arena *arena) {
    return arena->total;
}

jmp_buf *lf_arena_guard(lf_arena *arena) {
    arena->guarded = true;
    return &arena->guard;
}

LF_NORETURN static void jump_to_guard(lf_arena *arena) {
    assert(arena->guarded);
    longjmp(arena->guard, 1);
}

static block *add_arena_block(lf_arena *arena, size_t wanted) {
    if (wanted > SIZE_MAX / 2)
        return NULL;
    size_t size = wanted > arena->next_size ? wanted : arena->next_size;
    block *fresh = lf_calloc(1, sizeof *fresh + size);
    if (fresh == NULL)
        return NULL;
    fresh->size = size;
    fresh->next = arena->blocks;
    arena->blocks = fresh;
    arena->total += sizeof *fresh + size;
    if (arena->next_size < LARGEST_BLOCK_BYTES)
        arena->next_size *= 2;
    return fresh;
}

/* The allocation itself; NULL when out of memory. An allocation without a guard is a bug that would
 * otherwise show only when memory is short, so it stops the program at once. */
static void *try_alloc(lf_arena *arena, size_t size) {
    if (!arena->guarded) {
        fputs("ludoforge: an arena was used before its guard was set\n", stderr);
        abort();
    }
    block *b = arena->blocks;
    if (b == NULL || b->size - b->used < size)
        b = add_arena_block(arena, size);
    if (b == NULL)
        return NULL;
    void *slice = b->bytes + b->used;
    size_t aligned = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    size_t left = b->size - b->used;
    b->used += aligned < left ? aligned : left;
    assert(size <= left && b->used <= b->size);
    return slice;
}

void *lf_arena_alloc(lf_arena *arena, size_t size) {
    void *slice = try_alloc(arena, size);
    if (slice == NULL)
        jump_to_guard(arena);
    return slice;
}

/* An object that cannot be noted for later would leak, so it is closed before the jump. */
void lf_arena_defer(lf_arena *arena, void (*closer)(void *), void *object) {
    deferred *d = try_alloc(arena, sizeof *d);
    if (d == NULL) {
        closer(object);
        jump_to_guard(arena);
    }
    *d = (deferred){arena->closers, closer, object};
    arena->closers = d;
}

char *lf_arena_strndup(lf_arena *arena, const char *text, size_t length) {
    char *copy = lf_arena_alloc(arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *lf_arena_vprintf(lf_arena *arena, const char *format, va_list arguments) {
    assert(format); /* without it gcc 12 takes UBSan's test for NULL as a sign that NULL comes */
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = lf_arena_alloc(arena, size);
    vsnprintf(text, size, format, arguments);
    return text;
}

char *lf_arena_printf(lf_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = lf_arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

/* The caller's pointer has some type T *; it is read and written as bytes, since a void ** must not
 * alias it. */
void lf_grow(lf_arena *arena, void *items_pointer, uint32_t *capacity, uint32_t count,
             size_t element) {
    if (count < *capacity)
        return;
    assert(count == *capacity && element > 0); /* otherwise what is copied does not fit */
    if (*capacity > UINT32_MAX / 2)
        jump_to_guard(arena);
    uint32_t wider = *capacity ? *capacity * 2 : FIRST_ARRAY_CAPACITY;
    void *fresh = lf_arena_alloc(arena, wider * element);
    void *old;
    memcpy(&old, items_pointer, sizeof old);
    if (count)
        memcpy(fresh, old, count * element);
    memcpy(items_pointer, &fresh, sizeof fresh);
    *capacity = wider;
}

bool lf_arena_try(lf_arena *arena, void (*work)(void *context), void *context) {
    if (setjmp(*lf_arena_guard(arena)) != 0)
        return false;
    work(context);
    return true;
}
