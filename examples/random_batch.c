/* random_batch.c: steps many random games at once through the environment for search and learning,
 * and prints what the seats won.
 *
 *     cc random_batch.c $(pkg-config --cflags --libs ludoforge) -o random_batch
 *     ./random_batch my-game.game-spec.md 7 */
#include <ludoforge_env.h>
#include <stdio.h>
#include <stdlib.h>

#define GAMES 64
#define STEPS 1000

static float rewards[GAMES * LF_SEATS_MAX];
static uint8_t done[GAMES];
static int32_t ids[GAMES];

/* Adds up what was won in the games that this step ended. */
static int tally(int seats, double totals[LF_SEATS_MAX]) {
    int ended = 0;
    for (int game = 0; game < GAMES; game++) {
        for (int seat = 0; seat < seats; seat++)
            totals[seat] += (double)rewards[game * seats + seat];
        ended += done[game];
    }
    return ended;
}

static lf_status play(lf_batch *batch, uint64_t seed, int seats, double totals[LF_SEATS_MAX],
                      int *ended, lf_error *error) {
    /* A learner would ask for observations and masks here as well. */
    const lf_batch_views views = {.rewards = rewards, .done = done};
    lf_status status = lf_batch_reset(batch, seed, &views, error);
    for (int step = 0; step < STEPS && status == LF_OK; step++) {
        lf_batch_sample(batch, ids); /* or a policy of your own */
        status = lf_batch_step(batch, ids, &views, error);
        *ended += status == LF_OK ? tally(seats, totals) : 0;
    }
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s GAME.game-spec.md [SEED]\n", argv[0]);
        return 2;
    }
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(argv[1], &problems);
    char *text = lf_diagnostics_text(problems, false);
    fputs(text != NULL ? text : "", stderr);
    lf_string_free(text);
    lf_diagnostics_free(problems);
    if (game == NULL)
        return 1;
    lf_error error = {0};
    double totals[LF_SEATS_MAX] = {0};
    int ended = 0;
    const int seats = lf_count(game, LF_OF_SEATS);
    lf_batch *batch = lf_batch_new(game, &(lf_batch_config){.games = GAMES, .threads = 1}, &error);
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const bool good = batch != NULL && play(batch, seed, seats, totals, &ended, &error) == LF_OK;
    if (!good)
        fprintf(stderr, "%s\n", error.message);
    for (int seat = 0; good && ended > 0 && seat < seats; seat++)
        printf("%s: %+.3f a game, of %d\n", lf_label(game, LF_OF_SEATS, seat), totals[seat] / ended,
               ended);
    lf_batch_free(batch);
    lf_game_free(game);
    return good ? 0 : 1;
}
