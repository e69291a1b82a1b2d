/* test_missing_fields.c: no field of a behaviour can be left out so that the compiler falls over
 * it.
 *
 * The GameDefs of the bundled games, and of the game that docs/notation.md is, are loaded again
 * with one field of one node deleted, or null. Such a game is refused, or is a game; nothing may
 * crash. Every field of every sort of node has its turn: a sort is a map with the same keys and
 * words behind the same key. A big game takes long to load, so of it only those sorts are tried
 * that differ in the field, or the word that decides what a node asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/base.h"
#include "ludoforge.h"

#include <cmocka.h>

enum { SMALL = 100000 /* bytes of a GameDef */, MOST_SORTS = 1 << 14 };

static char folder[] = "/tmp/ludoforge-fields-XXXXXX", path[80];

typedef struct {
    json_t *root;
    bool big;
    uint64_t seen[MOST_SORTS]; /* sorts so far, of all games */
    uint32_t seen_count;
    int tried, refused;
} search;

/* ---- sorts of nodes ---- */

static uint64_t mixed(uint64_t hash, const char *text) {
    while (*text != '\0')
        hash = (hash ^ (unsigned char)*text++) * UINT64_C(1099511628211);
    return (hash ^ '/') * UINT64_C(1099511628211);
}

static uint64_t mixed_word(uint64_t hash, json_t *map, const char *key) {
    json_t *value = json_object_get(map, key);
    return mixed(hash, json_is_string(value) ? json_string_value(value) : "");
}

/* The words of a node are part of its sort: a sum asks for more than a count. */
static uint64_t coarse_sort(const char *behind, json_t *map, const char *field) {
    const bool open = json_object_get(map, "op") != NULL || json_object_get(map, "ref") != NULL ||
                      json_object_get(map, "call") != NULL || json_object_size(map) == 1;
    uint64_t hash = mixed(UINT64_C(14695981039346656037), open ? "" : behind);
    hash = mixed_word(mixed_word(mixed_word(hash, map, "op"), map, "pick"), map, "ref");
    return mixed(hash, field);
}

static uint64_t fine_sort(const char *behind, json_t *map, const char *field) {
    const char *key;
    json_t *value;
    uint64_t hash = mixed(coarse_sort(behind, map, field), behind);
    json_object_foreach(map, key, value) hash = mixed(hash, key);
    return hash;
}

static bool is_new(search *s, uint64_t sort) {
    for (uint32_t i = 0; i < s->seen_count; i++)
        if (s->seen[i] == sort)
            return false;
    assert_true(s->seen_count < MOST_SORTS);
    s->seen[s->seen_count++] = sort;
    return true;
}

/* ---- loading what is left ---- */

static void try_game(search *s) {
    char *text = json_dumps(s->root, JSON_COMPACT);
    FILE *file = fopen(path, "w");
    assert_non_null(text);
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    free(text);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    s->tried++;
    s->refused += game == NULL;
    assert_true(game != NULL || lf_diagnostics_count(problems) > 0);
    lf_game_free(game);
    lf_diagnostics_free(problems);
}

static void try_field(search *s, json_t *map, const char *field, bool deleted) {
    json_t *value = json_incref(json_object_get(map, field));
    json_object_set_new(map, field, json_null());
    try_game(s);
    json_object_del(map, field);
    if (deleted)
        try_game(s);
    json_object_set_new(map, field, value); /* the order of the keys says nothing */
}

static void visit(search *s, const char *behind, json_t *node) {
    if (json_is_array(node))
        for (size_t i = 0; i < json_array_size(node); i++)
            visit(s, behind, json_array_get(node, i));
    if (!json_is_object(node))
        return;
    const size_t count = json_object_size(node);
    const char *keys[64];
    size_t filled = 0;
    const char *key;
    json_t *value;
    if (count > LF_COUNT(keys))
        return; /* a table of names, no node */
    json_object_foreach(node, key, value) keys[filled++] = strdup(key);
    for (size_t i = 0; i < filled; i++) {
        const bool coarse = is_new(s, coarse_sort(behind, node, keys[i]));
        const bool fine = !s->big && is_new(s, fine_sort(behind, node, keys[i]));
        if (coarse || fine)
            /* to the reader, null is as good as deleted */
            try_field(s, node, keys[i], coarse && !s->big);
        visit(s, keys[i], json_object_get(node, keys[i]));
    }
    for (size_t i = 0; i < filled; i++)
        free((void *)(uintptr_t)keys[i]);
}

/* ---- the games ---- */

/* Behaviour stands in these sections; the others are the vocabulary. */
static const char *const sections[] = {"functions", "procedures", "setup",      "turnStructure",
                                       "actions",   "terminal",   "invariants", "cards"};

static void try_sections(search *s, json_t *game) {
    for (size_t i = 0; i < LF_COUNT(sections); i++) {
        const char *key;
        json_t *value, *section = json_object_get(game, sections[i]);
        if (json_is_object(section) && json_object_size(section) > 64) {
            json_object_foreach(section, key, value) visit(s, sections[i], value);
        } else if (section != NULL) {
            visit(s, sections[i], section);
        }
    }
}

static void try_spec(search *s, const char *spec) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(spec, &problems);
    if (game == NULL)
        fail_msg("%s does not load", spec);
    lf_diagnostics_free(problems);
    char *text = lf_game_json(game);
    s->root = json_loads(text, 0, NULL);
    s->big = strlen(text) > SMALL;
    assert_non_null(s->root);
    /* it would refuse every change */
    json_object_del(json_object_get(s->root, "gameDef"), "specHash");
    try_sections(s, s->root);
    json_decref(s->root);
    lf_string_free(text);
    lf_game_free(game);
}

static void missing_fields_are_no_crash(void **state) {
    static const char *const specs[] = {
        "docs/notation.md",
        "data/games/tic-tac-toe.game-spec.md",
        "data/games/reversi.game-spec.md",
        "data/games/connect-four.game-spec.md",
        "data/games/kuhn-poker.game-spec.md",
        "data/games/breakthrough.game-spec.md",
        /* last: what the small ones have is not tried again */
        "data/games/fire-in-the-lake.game-spec.md",
    };
    search *s = calloc(1, sizeof *s);
    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < LF_COUNT(specs); i++)
        try_spec(s, specs[i]);
    print_message("%d games with a field less, %d of them refused\n", s->tried, s->refused);
    assert_true(s->refused > s->tried / 2); /* most fields are not optional, */
    /* but some are: it is not the file that is refused */
    assert_true(s->refused < s->tried - s->tried / 20);
    free(s);
}

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/game.json", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return unlink(path) != 0 || rmdir(folder) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(missing_fields_are_no_crash)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
