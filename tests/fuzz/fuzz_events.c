/* fuzz_events.c: whatever stands in a store as the events of a table is made or refused, and what
 * is refused changes nothing. An input is lines: the kind of an event, a space, its payload. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_tools.h"
#include "tool/store/match.h"

#define EVENTS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* False when the match can only be closed. */
static bool make(match *m, char *line) {
    char *space = strchr(line, ' ');
    if (space == NULL)
        return true;
    *space = '\0';
    json_t *payload = json_loads(space + 1, 0, NULL);
    if (!json_is_object(payload)) {
        json_decref(payload);
        return true;
    }
    store_error error = {STORE_OK, ""};
    const int64_t events = m->events;
    const uint64_t before = lf_table_hash(lf_session_state(m->session));
    const bool good = match_apply(m, line, payload, 1, &error);
    json_decref(payload);
    if (good != (m->events == events + 1) || (!good && error.message[0] == '\0'))
        abort();
    if (!good && error.status != STORE_BROKEN &&
        lf_table_hash(lf_session_state(m->session)) != before)
        abort();
    return good || error.status != STORE_BROKEN;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static lf_game *game;
    static char head[] =
        "{\"game\":\"table\",\"seed\":1,\"confirm\":true,\"seats\":{\"Blue\":\"open\"}}";
    if (game == NULL)
        game = lf_game_load("tests/fixtures/table.game-spec.md", NULL);
    match m;
    store_error error = {STORE_OK, ""};
    const store_table row = {.id = "fuzzed", .head = head};
    if (game == NULL || !match_open(&m, game, &row, &error))
        abort();
    char *text = malloc(size + 1), *rest = text;
    memcpy(text, bytes, size);
    text[size] = '\0';
    bool good = true;
    for (int i = 0; i < EVENTS_MAX && good && rest != NULL; i++) {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = '\0';
        good = make(&m, line);
    }
    char *view = lf_session_view(m.session, 0), *log = lf_session_log_json(m.session, 1, 0);
    if (view == NULL || log == NULL)
        abort();
    lf_string_free(view);
    lf_string_free(log);
    free(text);
    match_close(&m);
    return 0;
}
