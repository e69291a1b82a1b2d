/* cmd_perft.c: `perft`: counts the decision sequences of each length. A change of the rules that
 * changes legal play changes these numbers. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli.h"
#include "support/clock.h"
#include "tool/sim/sim.h"

#define DEPTH_MAX 64
#define DECISIONS_MAX 1024 /* in a row; a ply may take many */

typedef struct {
    int64_t depth;
    const char *scenario, *position, *forced;
    text_list option;
    bool plies, json;
} perft_options;

typedef enum { COUNTED, CHANCE, FAILED, STOPPED } count_result;

/* A sequence is as long as it has decisions, or with `plies` as it has moves: an action, or several
 * of which only the last ends the move. Actions that nobody was asked about are told to the
 * observer only, so the states are watched then. */
typedef struct {
    const lf_state *start;
    /* the state after that many decisions; NULL until it is needed */
    lf_state *at[DECISIONS_MAX + 1];
    uint32_t barrier; /* before any decision: chance would change it */
    bool plies;
    int depth;
    int begun;    /* moves, on the way to the state that is looked at */
    bool goes_on; /* the last action of them does not end its move */
    bool start_goes_on;
    uint64_t nodes;
} counter;

static void count_action(void *context, const lf_event *event) {
    counter *c = context;
    if (event->kind != LF_EVENT_DECISION || event->chosen.kind != LF_OPTION_ACTION)
        return;
    c->begun += !c->goes_on;
    c->goes_on = !lf_action_ends_move(lf_state_game(c->start), event->chosen.subject);
}

/* Is an action under way, and not the next one asked for? */
static bool in_action(const lf_state *state) {
    lf_option first;
    return lf_option_at(state, 0, &first) && first.kind != LF_OPTION_ACTION;
}

/* The state after that many decisions, to be written; NULL when memory has run out, or no sequence
 * is as long. */
static lf_state *room_for(counter *c, int done) {
    if (done > DECISIONS_MAX) {
        complain("a sequence has more than %d decisions.", DECISIONS_MAX);
        return NULL;
    }
    if (c->at[done] == NULL && (c->at[done] = lf_state_clone(c->start)) == NULL)
        complain(LF_NO_MEMORY);
    else if (c->plies)
        lf_watch(c->at[done], &(lf_observer){count_action, c});
    return c->at[done];
}

/* Counts the sequences that begin with the `done` decisions which led here. A game that ends
 * earlier has none. */
static count_result count(counter *c, int done) {
    const lf_state *here = done == 0 ? c->start : c->at[done];
    const int begun = c->begun;
    const bool goes_on = c->goes_on;
    if (lf_terminal(here, NULL))
        return COUNTED;
    const int options = lf_legal_count(here);
    lf_state *next = room_for(c, done + 1);
    if (next == NULL)
        return FAILED;
    if (interrupted)
        return STOPPED;
    for (int i = 0; i < options; i++) {
        lf_copy(next, here);
        c->begun = begun;
        c->goes_on = goes_on;
        if (lf_apply(next, i) != LF_OK) {
            complain("%s", lf_state_error(next)->message);
            return FAILED;
        }
        if (lf_barrier(next) != c->barrier)
            return CHANCE;
        const int length = c->plies ? c->begun - (c->goes_on || in_action(next)) : done + 1;
        if (length >= c->depth) {
            c->nodes++;
            continue;
        }
        const count_result result = count(c, done + 1);
        if (result != COUNTED)
            return result;
    }
    return COUNTED;
}

static count_result print_table(counter *c, int depth, json_t *rows) {
    if (rows == NULL)
        printf("%5s %20s %10s\n", "depth", "nodes", "seconds");
    for (int length = 1; length <= depth; length++) {
        double start = lf_clock_seconds();
        c->nodes = 0;
        c->depth = length;
        c->begun = c->start_goes_on || in_action(c->start);
        c->goes_on = c->start_goes_on;
        count_result result = count(c, 0);
        if (result != COUNTED)
            return result;
        double seconds = lf_clock_seconds() - start;
        if (rows != NULL)
            json_array_append_new(rows, json_pack("{s:i, s:I, s:f}", "depth", length, "nodes",
                                                  (json_int_t)c->nodes, "seconds", seconds));
        else
            printf("%5d %20" PRIu64 " %10.3f\n", length, c->nodes, seconds);
        fflush(stdout);
    }
    return COUNTED;
}

/* Takes the rows over. */
static void print_rows(const lf_game *game, const lf_state *start, count_result result,
                       json_t *rows) {
    json_t *object = json_pack("{s:s, s:s, s:b, s:o}", "game", lf_game_id(game), "scenario",
                               lf_name(game, LF_OF_SCENARIOS, lf_state_scenario(start)), "complete",
                               result == COUNTED, "rows", rows);
    if (result == STOPPED)
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}

/* What was played before the first decision may have begun a move: it is played once more, and
 * watched. */
static void watch_start(counter *c, lf_state *start, const lf_setup *setup) {
    lf_watch(start, &(lf_observer){count_action, c});
    lf_state_reset(start, setup, NULL);
    lf_watch(start, NULL);
    c->start_goes_on = c->goes_on;
}

static int count_all(lf_game *game, lf_state *start, const lf_setup *setup,
                     const perft_options *o) {
    static counter c;
    c = (counter){.start = start, .barrier = lf_barrier(start), .plies = o->plies};
    if (c.plies)
        watch_start(&c, start, setup);
    json_t *rows = o->json ? json_array() : NULL;
    const count_result result = print_table(&c, (int)o->depth, rows);
    if (result == CHANCE)
        complain("perft needs a game without chance; this one rolls dice, shuffles or reveals "
                 "cards.");
    if (result == STOPPED)
        complain("stopped early: only complete rows are shown.");
    if (o->json)
        print_rows(game, start, result, rows);
    for (int i = 0; i <= DECISIONS_MAX; i++)
        lf_state_free(c.at[i]);
    return result == COUNTED ? EXIT_GOOD : result == STOPPED ? EXIT_STOPPED : EXIT_BAD;
}

static int run_perft(const arguments *given, const void *options) {
    const perft_options *o = options;
    if (o->depth == 0) {
        complain("perft needs --depth N.");
        return EXIT_USAGE;
    }
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    lf_setup setup = {.scenario = o->scenario, .options = o->option.items, .position = o->position};
    lf_error error = {0};
    lf_state *start = check_scenario(game, o->scenario) && read_forced(o->forced, &setup.forced)
                          ? lf_state_new(game, &setup, &error)
                          : NULL;
    status = EXIT_USAGE;
    if (start != NULL) {
        interrupt_catch();
        status = count_all(game, start, &setup, o);
    } else if (error.message[0]) {
        complain("%s", error.message);
    }
    lf_state_free(start);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"depth", FLAG_INTEGER, offsetof(perft_options, depth), "N",
     "count sequences of 1 to N decisions", 1, DEPTH_MAX},
    {"plies", FLAG_SWITCH, offsetof(perft_options, plies), NULL,
     "count whole moves, including forced ones, as published figures do", 0, 0},
    SCENARIO_FLAG(perft_options),
    POSITION_FLAG(perft_options),
    FORCED_FLAG(perft_options),
    OPTION_FLAG(perft_options),
    JSON_FLAG(perft_options),
    NO_MORE_FLAGS,
};

const command command_perft = {
    .name = "perft",
    .summary = "count decision sequences, for games without chance",
    .usage = "GAME --depth N [flags]",
    .examples = "  ludoforge perft {game} --depth 5\n",
    .details =
        "Row N counts the sequences of exactly N decisions; a game that ends earlier counts only "
        "up to its length. With --plies the length is counted in moves, with all their choices "
        "and including forced ones. An action is a move unless the game says that another action "
        "continues it (endsMove). Ctrl-C stops it and prints the complete rows, with \"stopped\": "
        "true in the JSON and exit code 130.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .options_size = sizeof(perft_options),
    .run = run_perft,
};
