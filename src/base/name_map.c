/* name_map.c: a map from interned names to anything, by the name's address.
 *
 * It grows and never shrinks, and cannot be walked: addresses differ from run to run, and nothing
 * the engine does may depend on them. Whoever needs an order keeps a list beside the map. */
#include "base.h"
#include "rng.h"

#define FIRST_CAPACITY 8u /* a power of two, as is every later one */

typedef struct {
    const char *name; /* NULL: the place is free */
    void *value;
} slot;

struct lf_map {
    lf_arena *arena;
    slot *slots;
    uint32_t capacity, count;
};

lf_map *lf_map_new(lf_arena *arena) {
    lf_map *map = LF_NEW(arena, lf_map);
    map->arena = arena; /* the slots come with the first name: most maps of a document stay small */
    return map;
}

/* The place of the name, or the free place where it belongs. The low bits of an address say little,
 * so they are mixed with the high ones. */
static slot *find(slot *slots, uint32_t capacity, const char *name) {
    uint64_t hash = (uint64_t)(uintptr_t)name * LF_GOLDEN;
    for (uint64_t i = hash >> 32;; i++) {
        slot *s = &slots[i & (capacity - 1)];
        if (s->name == NULL || s->name == name)
            return s;
    }
}

static void widen(lf_map *map) {
    uint32_t capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY;
    slot *slots = LF_NEW_ARRAY(map->arena, slot, capacity);
    for (uint32_t i = 0; i < map->capacity; i++)
        if (map->slots[i].name)
            *find(slots, capacity, map->slots[i].name) = map->slots[i];
    map->slots = slots;
    map->capacity = capacity;
}

void *lf_map_get(const lf_map *map, const char *interned) {
    return map->count ? find(map->slots, map->capacity, interned)->value : NULL;
}

void lf_map_put(lf_map *map, const char *interned, void *value) {
    if ((map->count + 1) * 4 > map->capacity * 3)
        widen(map);
    slot *s = find(map->slots, map->capacity, interned);
    if (s->name == NULL)
        map->count++;
    *s = (slot){interned, value};
}
