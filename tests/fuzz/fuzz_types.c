/* fuzz_types.c: bytes as changes to the types of a game's rules: checker, compiler, verifier, play.
 *
 * The first byte says which game, the others are changes to it (tests/unit/type_mutants.h). A
 * mutant compiles to a game that verifies, or has an error in its report; it never crashes. What
 * was compiled is played. */
#include "../unit/type_mutants.h"
#include "bundled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_CHANGES = 8 };

static const char *const games[] = {
    "data/games/tic-tac-toe.game-spec.md", "data/games/kuhn-poker.game-spec.md",
    "data/games/draughts.game-spec.md",    "data/games/masked-banners.game-spec.md",
    "tests/fixtures/table.game-spec.md",   "tests/fixtures/why.game-spec.md",
    "tests/fixtures/secrets.game-spec.md", "tests/fixtures/piles.game-spec.md"};

/* The text of a game, read once. */
static const char *game_text(uint8_t which) {
    static char *texts[LF_COUNT(games)];
    which %= LF_COUNT(games);
    if (texts[which] != NULL)
        return texts[which];
    FILE *file = fopen(games[which], "rb");
    if (file == NULL)
        abort();
    lf_text text = {0};
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        lf_text_add(&text, buffer, n);
    fclose(file);
    return texts[which] = text.data;
}

typedef struct {
    lf_arena *arena;
    const uint8_t *data;
    size_t size;
} input;

/* A change: two bytes that say where, two that say what, and two values for statements. */
enum { CHANGE = 6 };

static void change(mutant *m, const uint8_t *bytes) {
    const uint32_t where = bytes[0] | (uint32_t)bytes[1] << 8,
                   what = bytes[2] | (uint32_t)bytes[3] << 8;
    if (what <= INT16_MAX)
        mutate_expression(m, where, what);
    else
        mutate_block(m, where, what, bytes[4], bytes[5]);
}

static void compile_and_play(void *context) {
    const input *in = context;
    mutant *m = mutant_new(in->arena, game_text(in->data[0]));
    if (m == NULL)
        abort();
    for (size_t i = 1; i + CHANGE <= in->size && i < CHANGE * MOST_CHANGES; i += CHANGE)
        change(m, in->data + i);
    lf_game *game = mutant_compile(m);
    if ((game == NULL) != (m->model->report->errors > 0) || mutant_is_unverified(m))
        abort();
    lf_error error = {0};
    lf_state *state = game != NULL ? lf_state_new(game, NULL, &error) : NULL;
    if (state != NULL)
        play_on(state);
    lf_state_free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {.arena = size > 0 ? lf_arena_new() : NULL, .data = data, .size = size};
    if (in.arena == NULL)
        return 0;
    lf_arena_try(in.arena, compile_and_play, &in);
    lf_arena_free(in.arena);
    return 0;
}
