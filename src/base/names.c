/* names.c: interned names, so that equal texts are one pointer.
 *
 * An open-addressing table of pointers to entries. The order of the table is never shown to anyone,
 * so nothing depends on the hash. */
#include <string.h>

#include "base.h"

#define FIRST_CAPACITY 64u /* a power of two, as is every later one */

typedef struct {
    uint64_t hash;
    size_t length;
    const char *text; /* NULL: the place is free */
} entry;

struct lf_names {
    lf_arena *arena;
    entry *entries;
    uint32_t capacity, count;
    const lf_names *parent; /* looked at first, never written */
};

lf_names *lf_names_new(lf_arena *arena) {
    lf_names *names = LF_NEW(arena, lf_names);
    names->arena = arena;
    names->capacity = FIRST_CAPACITY;
    names->entries = LF_NEW_ARRAY(arena, entry, FIRST_CAPACITY);
    return names;
}

lf_names *lf_names_child(lf_arena *arena, const lf_names *parent) {
    lf_names *names = lf_names_new(arena);
    names->parent = parent;
    return names;
}

/* FNV-1a. */
static uint64_t hash_text(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* The place of the name, or the free place where it belongs. */
static entry *find(entry *entries, uint32_t capacity, const char *text, size_t length,
                   uint64_t hash) {
    for (uint64_t i = hash;; i++) {
        entry *e = &entries[i & (capacity - 1)];
        if (e->text == NULL)
            return e;
        if (e->hash == hash && e->length == length && memcmp(e->text, text, length) == 0)
            return e;
    }
}

static void widen(lf_names *names) {
    uint32_t capacity = names->capacity * 2;
    entry *entries = LF_NEW_ARRAY(names->arena, entry, capacity);
    for (uint32_t i = 0; i < names->capacity; i++) {
        const entry *e = &names->entries[i];
        if (e->text != NULL)
            *find(entries, capacity, e->text, e->length, e->hash) = *e;
    }
    names->entries = entries;
    names->capacity = capacity;
}

const char *lf_intern(lf_names *names, const char *text, size_t length) {
    uint64_t hash = hash_text(text, length);
    if (names->parent) {
        const entry *known =
            find(names->parent->entries, names->parent->capacity, text, length, hash);
        if (known->text != NULL)
            return known->text;
    }
    entry *e = find(names->entries, names->capacity, text, length, hash);
    if (e->text != NULL)
        return e->text;
    if ((names->count + 1) * 4 > names->capacity * 3) {
        widen(names);
        e = find(names->entries, names->capacity, text, length, hash);
    }
    *e = (entry){hash, length, lf_arena_strndup(names->arena, text, length)};
    names->count++;
    return e->text;
}

const char *lf_intern_z(lf_names *names, const char *text) {
    return lf_intern(names, text, strlen(text));
}
