/* cmd_replay.c: `replay`: plays a record again and verifies every hash. */
#include "replay.h"

#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "ludoforge_session.h"
#include "support/errors.h"
#include "support/json_forms.h"

typedef struct {
    const char *game;
    bool json;
} replay_options;

lf_record *record_open(const char *path, json_t **recorded, lf_error *error) {
    lf_record *const r = lf_record_load(path, error);
    char *const text = r != NULL ? lf_record_json(r) : NULL;
    *recorded = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    if (r == NULL || *recorded != NULL)
        return r;
    lf_error_no_memory(error);
    lf_record_free(r);
    return NULL;
}

/* The flag comes first, then the path in the record if it still exists, then the id. */
const char *game_played(const json_t *head, const char *named) {
    const char *spec = json_string_value(json_object_get(head, "spec"));
    const char *id = json_string_value(json_object_get(head, "game"));
    if (named != NULL)
        return named;
    return spec != NULL && (strchr(spec, '/') == NULL || access(spec, R_OK) == 0) ? spec : id;
}

lf_game *game_open_played(const json_t *head, const char *named, const char *what, int *status) {
    const char *game = game_played(head, named);
    if (game != NULL)
        return game_open(game, status);
    complain("%s does not name its game. Give it with --game.", what);
    *status = EXIT_USAGE;
    return NULL;
}

static bool same_rules(const json_t *recorded, const lf_game *game) {
    uint64_t identity;
    return lf_hex_from_json(json_object_get(recorded, "identity"), &identity) &&
           identity == lf_game_identity(game);
}

/* How the recorded game ended, in words. */
static void print_end(const json_t *recorded) {
    const json_t *end = json_object_get(recorded, "end");
    const char *error = json_string_value(json_object_get(end, "error"));
    const char *find = json_string_value(json_object_get(end, "find"));
    const json_t *outcome = json_object_get(end, "outcome");
    const char *winner = json_string_value(json_object_get(outcome, "winner"));
    const json_t *winners = json_object_get(outcome, "winners");
    const char *resigned = json_string_value(json_object_get(end, "resigned"));
    const char *late = json_string_value(json_object_get(end, "timedOut"));
    if (resigned != NULL || late != NULL) {
        winner = json_string_value(json_object_get(end, "winner"));
        print_visibly(stdout, resigned != NULL ? resigned : late);
        printf(" %s%s", resigned != NULL ? "resigned" : "ran out of time",
               winner != NULL ? ": " : "\n");
    }
    const char *head = error                          ? "as recorded, it ends with a failure: "
                       : find                         ? "recorded because of: "
                       : winner                       ? "won by "
                       : json_array_size(winners) > 1 ? "won together by "
                       : outcome                      ? "a draw"
                                                      : NULL;
    if (head == NULL)
        return;
    fputs(head, stdout);
    print_visibly(stdout, error ? error : find ? find : winner ? winner : "");
    for (size_t i = 0; !error && !find && !winner && i < json_array_size(winners); i++) {
        fputs(i > 0 ? " and " : "", stdout);
        print_visibly(stdout, json_string_value(json_array_get(winners, i)));
    }
    putchar('\n');
}

static int verify(const lf_record *r, const json_t *recorded, const lf_game *game, bool json) {
    size_t verified;
    lf_error difference = {0};
    const bool good = lf_record_verify(r, game, &verified, &difference);
    const bool same = same_rules(recorded, game);
    if (json) {
        json_t *object =
            json_pack("{s:b, s:I, s:I, s:b}", "ok", good, "verified", (json_int_t)verified,
                      "decisions", (json_int_t)lf_record_count(r), "same_rules", same);
        if (!good)
            json_object_set_new(object, "difference", json_string(difference.message));
        print_json(object);
        return good ? EXIT_GOOD : EXIT_BAD;
    }
    if (!same)
        complain("the rules of %s have changed since this game was recorded.", lf_game_id(game));
    if (good) {
        printf("ok: %zu decisions verified\n", verified);
        print_end(recorded);
        return EXIT_GOOD;
    }
    print_visibly(stdout, difference.message);
    printf("\n%zu of %zu decisions verified\n", verified, lf_record_count(r));
    return EXIT_BAD;
}

static int run_replay(const arguments *given, const void *options) {
    const replay_options *o = options;
    lf_error error;
    json_t *recorded;
    lf_record *const r = record_open(given->at[0], &recorded, &error);
    if (r == NULL) {
        complain("%s", error.message);
        return EXIT_BAD;
    }
    int status;
    lf_game *game = game_open_played(recorded, o->game, "the recorded game", &status);
    if (game)
        status = verify(r, recorded, game, o->json);
    lf_game_free(game);
    json_decref(recorded);
    lf_record_free(r);
    return status;
}

static const flag flags[] = {
    {"game", FLAG_TEXT, offsetof(replay_options, game), "GAME",
     "the game, if the file does not name one that is found", 0, 0},
    JSON_FLAG(replay_options),
    NO_MORE_FLAGS,
};

const command command_replay = {
    .name = "replay",
    .summary = "replay a recorded game and verify it",
    .usage = "FILE [--game GAME] [--json]",
    .examples = "  ludoforge sim {game} --games 2 --record games\n"
                "  ludoforge replay games/game-000001.json\n",
    .details =
        "Records are written by `sim --record`, `play --record`, `ladder --record` and `fuzz`. "
        "The state hash after every decision is compared. The first difference is reported, with "
        "exit code 1.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .options_size = sizeof(replay_options),
    .run = run_replay,
};
