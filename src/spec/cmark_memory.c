/* cmark_memory.c: an allocator for cmark that can fail.
 *
 * cmark cannot live with NULL, and its own allocator ends the process. This one jumps to the
 * arena's guard instead, out of the middle of cmark. What cmark held at that moment is in a list
 * that belongs to the arena, which frees it. cmark passes no context to its allocator, so the list
 * in use is a variable of the thread. */
#include <cmark.h>
#include <stdalign.h>
#include <string.h>

#include "internal.h"

typedef struct link {
    struct link *before, *after;
} link;

/* A piece of memory that cmark has. */
typedef struct {
    link link;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
} piece;

/* All pieces of one parse, linked in a ring through the head. */
typedef struct {
    link head;
    lf_arena *arena;
} ring;

static _Thread_local ring *in_use;

static piece *allocation_of(void *bytes) {
    return (piece *)(void *)((unsigned char *)bytes - offsetof(piece, bytes));
}

static void insert_link(link *l, link *head) {
    l->before = head;
    l->after = head->after;
    head->after->before = l;
    head->after = l;
}

static void take_out(link *l) {
    l->before->after = l->after;
    l->after->before = l->before;
}

static void *obtain(size_t size) {
    piece *p = size < SIZE_MAX - sizeof *p ? lf_calloc(1, sizeof *p + size) : NULL;
    if (p == NULL) {
        lf_arena *arena = in_use->arena;
        in_use = NULL;
        longjmp(*lf_arena_guard(arena), 1);
    }
    p->size = size;
    insert_link(&p->link, &in_use->head);
    return p->bytes;
}

static void *cmark_calloc(size_t count, size_t size) {
    return obtain(size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

static void cmark_release(void *bytes) {
    if (bytes == NULL)
        return;
    take_out(&allocation_of(bytes)->link);
    lf_free(allocation_of(bytes));
}

/* The old piece stays in the ring until the new one is there, for a failure in between. */
static void *cmark_realloc(void *bytes, size_t size) {
    unsigned char *fresh = obtain(size);
    if (bytes != NULL) {
        size_t old = allocation_of(bytes)->size;
        memcpy(fresh, bytes, old < size ? old : size);
        cmark_release(bytes);
    }
    return fresh;
}

static void free_ring(void *object) {
    ring *r = object;
    while (r->head.after != &r->head) {
        link *first = r->head.after;
        take_out(first);
        lf_free(first); /* a piece begins with its link */
    }
}

static cmark_mem allocator = {cmark_calloc, cmark_realloc, cmark_release};

struct cmark_mem *lf_cmark_memory_begin(lf_arena *arena) {
    ring *r = LF_NEW(arena, ring);
    r->arena = arena;
    r->head.before = r->head.after = &r->head;
    lf_arena_defer(arena, free_ring, r);
    in_use = r;
    return &allocator;
}

void lf_cmark_memory_end(void) {
    in_use = NULL;
}
