/* bench_signature.c: the signature of a game's behaviour.
 *
 * It is XXH64 over the hash of the first state and of the state after every decision of
 * SIGNATURE_GAMES random games of each scenario, each cut off after SIGNATURE_DECISIONS decisions.
 * It changes exactly when the behaviour of these games does, on any machine, with or without the
 * compiler's optimisations. */
#include <xxhash.h>

#include "bench.h"
#include "support/random.h"

#define SIGNATURE_GAMES 32
#define SIGNATURE_DECISIONS 1000

static void digest_hash(XXH64_state_t *digest, const lf_state *state) {
    uint64_t hash = lf_table_hash(state);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(hash >> (8 * i));
    XXH64_update(digest, bytes, sizeof bytes);
}

static bool sign_game(bench *b, XXH64_state_t *digest, const char *scenario, uint64_t seed) {
    lf_setup setup = {.scenario = scenario, .seed = seed};
    lf_state *state = lf_state_new(b->game, &setup, &b->error);
    lf_random rng = {lf_mix64(seed)};
    if (state == NULL)
        return false;
    digest_hash(digest, state);
    for (int i = 0; i < SIGNATURE_DECISIONS && !lf_terminal(state, NULL); i++) {
        int options = lf_legal_count(state);
        if (options < 1 || lf_apply(state, lf_random_below(&rng, options)) != LF_OK)
            break; /* a failure is behaviour too: the digest stops where the game does */
        digest_hash(digest, state);
    }
    lf_state_free(state);
    return true;
}

bool bench_sign(bench *b) {
    XXH64_state_t *digest = XXH64_createState();
    if (digest == NULL)
        return false;
    XXH64_reset(digest, 0);
    int scenarios = lf_count(b->game, LF_OF_SCENARIOS);
    bool good = true;
    for (int s = 0; good && s < (scenarios > 0 ? scenarios : 1); s++) {
        const char *scenario = scenarios > 0 ? lf_name(b->game, LF_OF_SCENARIOS, s) : NULL;
        for (uint64_t i = 0; good && i < SIGNATURE_GAMES; i++)
            good = sign_game(b, digest, scenario, lf_series_seed(0, i));
    }
    b->signature = XXH64_digest(digest);
    XXH64_freeState(digest);
    return good;
}
