/* image_fixture.h: images that somebody has changed: checksums that fit again, and a game that may
 * be anything put to use. Also for tests/fuzz. */
#ifndef IMAGE_FIXTURE_H
#define IMAGE_FIXTURE_H

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compile/compile.h"
#include "kernel/image/image.h"
#include "ludoforge_tools.h"

static inline void put_number_at(char *at, uint64_t number) {
    for (int i = 0; i < 8; i++)
        at[i] = (char)(number >> (8 * i) & 0xff);
}

/* Makes the checksums fit what is there now. */
static inline void mend_image(char *bytes, size_t size) {
    put_number_at(bytes + 40,
                  XXH3_64bits(bytes + LF_IMAGE_HEADER_BYTES, size - LF_IMAGE_HEADER_BYTES));
    put_number_at(bytes + LF_IMAGE_HEADER_BYTES - 8, XXH3_64bits(bytes, LF_IMAGE_HEADER_BYTES - 8));
}

/* How many bytes of an image are tables. */
static inline size_t table_bytes(const char *bytes) {
    size_t size = 0;
    for (int i = 0; i < 8; i++)
        size |= (size_t)(unsigned char)bytes[48 + i] << (8 * i);
    return size;
}

static inline void ignore(void *context, const lf_event *event) {
    (void)context;
    (void)event;
}

/* All that can be asked of a state. */
static inline void look_at(const lf_state *state) {
    const lf_game *game = lf_state_game(state);
    lf_decision_free(lf_decision_new(state));
    lf_string_free(lf_state_json(state));
    for (int seat = LF_NOBODY; seat < lf_count(game, LF_OF_SEATS); seat++)
        lf_string_free(lf_observe(state, seat));
    for (int i = 0; i < lf_count(game, LF_OF_DISPLAYS); i++)
        for (int owner = 0; owner < 3; owner++)
            lf_string_free(lf_display_text(state, i, owner));
    for (int i = 0; i < lf_count(game, LF_OF_INVARIANTS); i++)
        lf_invariant_holds(state, i);
    for (int i = 0; i < lf_count(game, LF_OF_SEATS); i++)
        lf_margin(state, i);
    lf_hash_from_scratch(state);
}

static inline void use_game(const lf_game *game, int decisions) {
    for (int s = 0; s < lf_count(game, LF_OF_SCENARIOS) && s < 2; s++) {
        const lf_setup setup = {.scenario = lf_name(game, LF_OF_SCENARIOS, s), .seed = 5};
        lf_state *state = lf_state_new(game, &setup, NULL), *copy;
        if (state == NULL)
            continue;
        lf_watch(state, &(lf_observer){ignore, NULL});
        for (int i = 0; i < decisions && !lf_terminal(state, NULL); i++) {
            const int n = lf_legal_count(state);
            look_at(state);
            if (n == 0 || lf_apply(state, i * 7 % n) != LF_OK)
                break;
        }
        copy = lf_state_clone(state);
        if (copy != NULL)
            lf_determinize(copy, 0, 3);
        lf_state_free(copy);
        lf_state_free(state);
    }
}

typedef struct {
    lf_arena *arena;
    const char *bytes;
    size_t size;
    int decisions;
    bool played;
} image_trial;

static inline void try_image_in(void *context) {
    image_trial *trial = context;
    lf_image_rest rest;
    char buffer[256];
    lf_game *game = lf_image_read(trial->arena, trial->bytes, trial->size, &rest);
    trial->played = game != NULL && lf_verify(game, buffer, sizeof buffer) == NULL;
    if (!trial->played)
        return;
    game->identity = lf_identity_of(game);
    lf_string_free(lf_game_disassembly(game));
    use_game(game, trial->decisions);
}

/* What nobody but the reader and the verifier stands before: the identity need not fit. True if it
 * came through. */
static inline bool try_image(const char *bytes, size_t size, int decisions) {
    image_trial trial = {
        .arena = lf_arena_new(), .bytes = bytes, .size = size, .decisions = decisions};
    if (trial.arena != NULL)
        lf_arena_try(trial.arena, try_image_in, &trial);
    lf_arena_free(trial.arena);
    return trial.played;
}

#endif
