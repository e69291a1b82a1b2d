/* fuzz_state_json.c: any text as the JSON of a state. */
#include "bundled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_game *game;
    if (game == NULL)
        game = bundled_game("kuhn-poker");
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error), *before = lf_state_clone(state);
    char *text = as_text(data, size);
    if (lf_state_from_json(state, text, &error) == LF_OK)
        play_on(state);
    else if (!lf_equal(state, before) || error.message[0] == 0)
        abort();
    free(text);
    lf_state_free(state);
    lf_state_free(before);
    return 0;
}
