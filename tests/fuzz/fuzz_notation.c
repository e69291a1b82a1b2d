/* fuzz_notation.c: any text as an expression and as statements in a running game. */
#include "bundled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_game *game;
    if (game == NULL)
        game = bundled_game("kuhn-poker");
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    char *text = as_text(data, size), *sides = NULL;
    char *value = lf_eval(state, text, &sides, &error);
    lf_string_free(value);
    lf_string_free(sides);
    if (lf_do(state, text, &error) == LF_OK)
        play_on(state);
    free(text);
    lf_state_free(state);
    return 0;
}
