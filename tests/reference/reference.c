/* reference.c: what the reference games share: finding one, and playing options that stand
 * alone. */
#include "reference.h"

#include <string.h>

const reference_game *reference_find(const char *name) {
    static const reference_game *const games[] = {
        &reference_tic_tac_toe,  &reference_connect_four,
        &reference_breakthrough, &reference_reversi,
        &reference_hex,          &reference_amazons,
        &reference_kalah,        &reference_nine_mens_morris,
        &reference_draughts,     &reference_go_2x2,
        &reference_go_9x9};
    const reference_game *const *end = games + sizeof games / sizeof games[0];
    for (const reference_game *const *game = games; game < end; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

int reference_settle(const reference_game *game, void *position, int *options) {
    int count;
    while ((count = game->legal(position, options)) == 1)
        game->play(position, options[0]);
    return count;
}
