/* random_game.c: plays one random game through the public API and prints what happens.
 *
 *     cc random_game.c $(pkg-config --cflags --libs ludoforge) -o random_game
 *     ./random_game my-game.game-spec.md 7 */
#include <ludoforge.h>
#include <stdio.h>
#include <stdlib.h>

static void print_event(void *context, const lf_event *event) {
    (void)context;
    printf("%s%s\n", event->kind == LF_EVENT_DECISION ? "" : "  ", event->text);
}

static int play(const lf_game *game, unsigned seed) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, &error);
    if (!state) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    lf_watch(state, &(lf_observer){.event = print_event});
    srand(seed);
    lf_outcome outcome;
    lf_status status = LF_OK;
    while (status == LF_OK && !lf_terminal(state, &outcome))
        status = lf_apply(state, rand() % lf_legal_count(state));
    if (status != LF_OK)
        fprintf(stderr, "%s\n", lf_state_error(state)->message);
    else if (outcome.winner == LF_NOBODY)
        puts("A draw.");
    else
        printf("%s wins.\n", lf_label(game, LF_OF_SEATS, outcome.winner));
    lf_state_free(state);
    return status == LF_OK ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s GAME.game-spec.md [SEED]\n", argv[0]);
        return 2;
    }
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(argv[1], &problems);
    char *text = lf_diagnostics_text(problems, false);
    fputs(text ? text : "", stderr);
    int status = game ? play(game, argc > 2 ? (unsigned)atoi(argv[2]) : 1) : 1;
    lf_string_free(text);
    lf_diagnostics_free(problems);
    lf_game_free(game);
    return status;
}
