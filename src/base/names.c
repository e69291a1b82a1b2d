/* names.c: the hash table of the library, and what is made of it: interned names and maps from
 * names.
 *
 * Open addressing with linear probing; the capacity is a power of two, and at most three quarters
 * are in use. A table grows and never shrinks, and cannot be walked: the addresses of names differ
 * from run to run, and nothing the engine does may depend on them. Whoever needs an order keeps a
 * list beside the table. */
#include <assert.h>
#include <string.h>

#include "base.h"
#include "support/rng.h"

#define FIRST_CAPACITY 8u

typedef struct {
    uint64_t hash;
    const char *key; /* NULL: the place is free */
    size_t length;   /* BY_ADDRESS: only the address of the key counts */
    void *value;     /* of a map */
} entry;

#define BY_ADDRESS SIZE_MAX

typedef struct {
    lf_arena *arena;
    entry *entries; /* NULL until the first one comes: most maps of a document stay empty */
    uint32_t capacity, count;
} hash_table;

/* The place of the key, or the free place where it belongs. */
static entry *find_entry(const hash_table *table, uint64_t hash, const char *key, size_t length) {
    assert(table->count < table->capacity && (table->capacity & (table->capacity - 1)) == 0);
    for (uint64_t i = hash;; i++) {
        entry *e = &table->entries[i & (table->capacity - 1)];
        if (e->key == NULL)
            return e;
        /* a text may begin where an interned one does and be shorter: the length counts first */
        if (e->length == length && e->hash == hash &&
            (length == BY_ADDRESS ? e->key == key : memcmp(e->key, key, length) == 0))
            return e;
    }
}

static void grow_table(hash_table *table) {
    const hash_table old = *table;
    table->capacity = old.capacity > 0 ? old.capacity * 2 : FIRST_CAPACITY;
    table->entries = LF_NEW_ARRAY(table->arena, entry, table->capacity);
    for (uint32_t i = 0; i < old.capacity; i++) {
        const entry *e = &old.entries[i];
        if (e->key != NULL)
            *find_entry(table, e->hash, e->key, e->length) = *e;
    }
}

/* The place of a key that may be new: then its `key` is NULL, and the caller fills it. */
static entry *find_or_add(hash_table *table, uint64_t hash, const char *key, size_t length) {
    if ((table->count + 1) * 4 > table->capacity * 3)
        grow_table(table);
    entry *e = find_entry(table, hash, key, length);
    table->count += e->key == NULL;
    return e;
}

/* ---- interned names ---- */

struct lf_names {
    hash_table table;
    const lf_names *parent; /* searched first, never written */
};

lf_names *lf_names_new(lf_arena *arena) {
    return lf_names_child(arena, NULL);
}

lf_names *lf_names_child(lf_arena *arena, const lf_names *parent) {
    lf_names *names = LF_NEW(arena, lf_names);
    *names = (lf_names){{.arena = arena}, parent};
    return names;
}

/* FNV-1a. */
static uint64_t hash_text(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

const char *lf_intern(lf_names *names, const char *text, size_t length) {
    const uint64_t hash = hash_text(text, length);
    if (names->parent != NULL && names->parent->table.count > 0) {
        const entry *known = find_entry(&names->parent->table, hash, text, length);
        if (known->key != NULL)
            return known->key;
    }
    entry *e = find_or_add(&names->table, hash, text, length);
    if (e->key == NULL)
        *e = (entry){hash, lf_arena_strndup(names->table.arena, text, length), length, NULL};
    return e->key;
}

const char *lf_intern_z(lf_names *names, const char *text) {
    return lf_intern(names, text, strlen(text));
}

/* ---- maps from names ---- */

struct lf_map {
    hash_table table;
};

lf_map *lf_map_new(lf_arena *arena) {
    lf_map *map = LF_NEW(arena, lf_map);
    map->table.arena = arena;
    return map;
}

/* The low bits of an address vary little, so the high bits of a product are taken. */
static uint64_t hash_address(const char *name) {
    return (uint64_t)(uintptr_t)name * LF_GOLDEN >> 32;
}

void *lf_map_get(const lf_map *map, const char *interned) {
    return map->table.count > 0
               ? find_entry(&map->table, hash_address(interned), interned, BY_ADDRESS)->value
               : NULL;
}

void lf_map_put(lf_map *map, const char *interned, void *value) {
    assert(interned != NULL); /* a free place has no key */
    const uint64_t hash = hash_address(interned);
    *find_or_add(&map->table, hash, interned, BY_ADDRESS) =
        (entry){hash, interned, BY_ADDRESS, value};
}
