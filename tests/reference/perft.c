/* perft.c: counts the decision sequences of a reference game.
 *
 *     reference_perft GAME DEPTH [--plies]
 *
 * prints one count a line, for the lengths 1 to DEPTH. A sequence of length n is n decisions in a
 * row from the start; a game that ends sooner has none of that length. With --plies the options
 * that stand alone (forced moves, passes) are counted as well: that is how published figures
 * count. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

typedef struct {
    const reference_game *game;
    bool plies;
} counting;

static uint64_t count(const counting *c, const void *from, int depth) {
    _Alignas(max_align_t) unsigned char position[REFERENCE_SIZE_MAX];
    int options[REFERENCE_OPTIONS_MAX];
    memcpy(position, from, c->game->size);
    int n =
        c->plies ? c->game->legal(position, options) : reference_settle(c->game, position, options);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        _Alignas(max_align_t) unsigned char next[REFERENCE_SIZE_MAX];
        memcpy(next, position, c->game->size);
        c->game->play(next, options[i]);
        sum += count(c, next, depth - 1);
    }
    return sum;
}

int main(int argc, char **argv) {
    _Alignas(max_align_t) unsigned char position[REFERENCE_SIZE_MAX];
    counting c = {argc > 1 ? reference_find(argv[1]) : NULL,
                  argc == 4 && strcmp(argv[3], "--plies") == 0};
    long depth = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    if (!c.game || depth < 1 || depth > 100 || argc > 4 || (argc == 4 && !c.plies)) {
        fprintf(stderr, "usage: reference_perft GAME DEPTH [--plies]\n");
        return 2;
    }
    c.game->start(position);
    for (int length = 1; length <= depth; length++)
        printf("%" PRIu64 "\n", count(&c, position, length));
    return 0;
}
