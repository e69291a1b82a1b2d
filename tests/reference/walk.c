/* walk.c: plays random games on the engine and on a reference game side by side.
 *
 *     reference_walk GAME SPEC GAMES SEED
 *
 * Perft counts all there is near the start; this looks at whole games, where passes, full columns
 * and last pawns are. At every decision both must name the same seat and options, and at the end
 * the same winner. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "program.h"
#include "reference.h"

enum { NAME_SIZE = 16 };

typedef struct {
    const reference_game *reference;
    lf_state *state;
    uint64_t random, decisions;
    int offered_count;
    int options[REFERENCE_OPTIONS_MAX];
    int count;
    char record[4096]; /* the decisions of the game so far */
    size_t length;
    _Alignas(max_align_t) unsigned char position[REFERENCE_SIZE_MAX];
} walk;

static void name_option(const reference_game *game, int option, char name[NAME_SIZE]) {
    if (game->option_name != NULL)
        game->option_name(option, name, NAME_SIZE);
    else
        snprintf(name, NAME_SIZE, "%c%d", 'a' + option % game->columns, option / game->columns + 1);
}

static const char *offered_name(const walk *w, int option) {
    static char number[LF_NUMBER_SIZE];
    return lf_option_id(w->state, option, number, sizeof number);
}

/* Shows where the two part. */
static bool differ(const walk *w, const char *what) {
    fprintf(stderr, "%s: %s\n  after:    %s\n  engine:   seat %d:", w->reference->name, what,
            w->record, lf_decider(w->state));
    for (int i = 0; i < w->offered_count; i++)
        fprintf(stderr, " %s", offered_name(w, i));
    fprintf(stderr, "\n  expected: seat %d:", w->reference->mover(w->position));
    for (int i = 0; i < w->count; i++) {
        char name[NAME_SIZE];
        name_option(w->reference, w->options[i], name);
        fprintf(stderr, " %s", name);
    }
    fprintf(stderr, "\n");
    return false;
}

/* The engine's number of an option, or -1. */
static int find_offered(const walk *w, const char *name) {
    for (int i = 0; i < w->offered_count; i++)
        if (strcmp(offered_name(w, i), name) == 0)
            return i;
    return -1;
}

static bool same_options(const walk *w) {
    for (int i = 0; i < w->count; i++) {
        char name[NAME_SIZE];
        name_option(w->reference, w->options[i], name);
        if (find_offered(w, name) < 0)
            return false;
    }
    return w->count == w->offered_count;
}

static bool same_end(const walk *w) {
    lf_outcome outcome;
    return lf_terminal(w->state, &outcome) && outcome.winner == w->reference->winner(w->position);
}

static bool play_one(walk *w) {
    char name[NAME_SIZE];
    w->reference->start(w->position);
    w->length = 0;
    w->record[0] = '\0';
    for (;;) {
        w->count = reference_settle(w->reference, w->position, w->options);
        w->offered_count = lf_terminal(w->state, NULL) ? 0 : lf_legal_count(w->state);
        if (!same_options(w))
            return differ(w, "other options");
        if (w->count == 0)
            return same_end(w) || differ(w, "another end");
        if (lf_decider(w->state) != w->reference->mover(w->position))
            return differ(w, "another seat");
        int option = w->options[program_random(&w->random) % (uint64_t)w->count];
        name_option(w->reference, option, name);
        w->reference->play(w->position, option);
        if (lf_apply(w->state, find_offered(w, name)) != LF_OK)
            return differ(w, lf_state_error(w->state)->message);
        w->decisions++;
        if (w->length + NAME_SIZE < sizeof w->record)
            w->length += (size_t)snprintf(w->record + w->length, NAME_SIZE, "%s ", name);
    }
}

static bool play_all(walk *w, const lf_game *game, uint64_t games) {
    lf_error error;
    lf_state *start = lf_state_new(game, NULL, &error);
    w->state = start ? lf_state_clone(start) : NULL;
    bool good = w->state != NULL;
    if (!good)
        fprintf(stderr, "%s\n", start ? "out of memory" : error.message);
    for (uint64_t i = 0; good && i < games; i++) {
        lf_copy(w->state, start);
        good = play_one(w);
    }
    lf_state_free(w->state);
    lf_state_free(start);
    return good;
}

int main(int argc, char **argv) {
    static walk w;
    uint64_t games;
    w.reference = argc == 5 ? reference_find(argv[1]) : NULL;
    if (!w.reference || !program_number(argv[3], &games) || !program_number(argv[4], &w.random)) {
        fprintf(stderr, "usage: reference_walk GAME SPEC GAMES SEED\n");
        return 2;
    }
    lf_game *game = program_load(argv[2]);
    bool good = game && play_all(&w, game, games);
    if (good)
        printf("%" PRIu64 " games, %" PRIu64 " decisions\n", games, w.decisions);
    lf_game_free(game);
    return good ? 0 : 1;
}
