/* fuzz_replay.c: any text as a recorded game. */
#include <jansson.h>

#include "api/session/record.h"
#include "bundled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_game *game;
    if (game == NULL)
        game = bundled_game("tic-tac-toe");
    json_t *json = json_loadb((const char *)data, size, 0, NULL);
    if (json == NULL)
        return 0;
    record r = {0};
    lf_error error = {0};
    size_t verified = 0;
    if (lf_record_from_json(&r, json, &error))
        lf_record_verify(&r, game, &verified, &error);
    else if (error.message[0] == 0)
        abort();
    lf_record_close(&r);
    json_decref(json);
    return 0;
}
