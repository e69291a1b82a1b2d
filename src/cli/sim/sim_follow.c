/* sim_follow.c: `sim` in a rank that does not lead. It takes nothing from the command line but what
 * the leader has made of it, so that all ranks play the same; only the leader prints. */
#include "tool/sim/ranks/follower.h"

#include <stdlib.h>

#include "cmd_sim.h"

char *sim_order(const sim_plan *plan, const sim_options *o) {
    json_t *order = settings_to_json(plan);
    json_object_set_new(order, "threads", json_integer(o->threads));
    json_object_set_new(order, "without", o->without ? json_string(o->without) : json_null());
    json_object_set_new(order, "record", o->record ? json_string(o->record) : json_null());
    char *text = json_dumps(order, 0);
    json_decref(order);
    return text;
}

/* The game of the order, or NULL after a refusal: this machine may have other files than the
 * leader's. */
static lf_game *open_game(ranks *r, const json_t *order) {
    int status;
    const char *spec = settings_spec(order);
    const char *without = json_string_value(json_object_get(order, "without"));
    lf_game *game = spec != NULL ? game_open_as(spec, without, &status) : NULL;
    if (game == NULL)
        follower_refuse(r, "the game cannot be read here.");
    return game;
}

/* False if not all ranks came to the end. */
static bool obey(ranks *r, const json_t *order) {
    lf_error error = {0};
    owned_setup texts = {0};
    lf_game *game = open_game(r, order);
    if (game == NULL)
        return true;
    int threads = (int)json_integer_value(json_object_get(order, "threads"));
    sim_plan plan = {
        .game = game,
        .spec = settings_spec(order),
        .threads = threads > 0 ? threads : sim_usual_threads(r),
        .record_folder = json_string_value(json_object_get(order, "record")),
        .stop = &interrupted,
    };
    bool all = true;
    if (settings_from_json(order, &plan, &texts, &error)) {
        interrupt_catch();
        all = follower_work(r, &plan);
    } else {
        follower_refuse(r, error.message);
    }
    sim_close_ladder(&plan);
    lf_setup_free(&texts);
    lf_game_free(game);
    return all;
}

int sim_follow(ranks *r) {
    char *text = follower_order(r);
    json_t *order = text != NULL ? json_loads(text, 0, NULL) : NULL;
    bool all = order != NULL ? obey(r, order) : text != NULL;
    json_decref(order);
    free(text);
    ranks_leave(r, all, EXIT_BAD);
    return all ? EXIT_GOOD : EXIT_BAD;
}
