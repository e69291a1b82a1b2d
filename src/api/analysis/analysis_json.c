/* analysis_json.c: an analysis as JSON, with a sentence for every moment. */
#include <assert.h>
#include <string.h>

#include "analysis.h"
#include "base/base.h"
#include "kernel/json/json.h"

#define BETTER_MAX 3 /* better options that are listed */

/* Rounds a number: chances to four decimals, margins to two; more would be noise. */
static json_t *rounded(double value, double by) {
    const double scaled = (value < 0 ? -value : value) * by + 0.5;
    const double whole = (double)(int64_t)scaled / by;
    return json_real(value < 0 && whole > 0 ? -whole : whole);
}

static json_t *chances_json(const analysis *a, const analysis_point *p) {
    json_t *const win = json_object(), *const margin = json_object();
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++) {
        const char *const name = lf_name(a->game, LF_OF_SEATS, seat);
        json_object_set_new(win, name, rounded(p->win[seat], 1e4));
        json_object_set_new(margin, name, rounded(p->margin[seat], 1e2));
    }
    return json_pack("{s:o, s:o}", "win", win, "margin", margin);
}

static json_t *seat_name(const analysis *a, lf_seat seat) {
    return seat >= 0 ? json_string(lf_name(a->game, LF_OF_SEATS, seat)) : json_null();
}

/* ---- turns ----------------------------------------------------------------------------------- */

static json_t *turn_json(const analysis *a, const analysis_turn *turn) {
    lf_log_turn about = {0};
    lf_session_turn(a->session, turn->number, &about);
    char *const summary = lf_session_summary(a->session, turn->number, a->reader);
    json_t *const object = chances_json(a, &turn->point);
    json_object_set_new(object, "turn", json_integer(turn->number));
    json_object_set_new(object, "gameTurn", json_integer(about.game_turn));
    json_object_set_new(object, "seat", seat_name(a, turn->seat));
    json_object_set_new(object, "decision", json_integer((json_int_t)turn->decision));
    json_object_set_new(object, "summary", json_string(summary != NULL ? summary : ""));
    lf_string_free(summary);
    return object;
}

static json_t *decisions_json(const analysis *a) {
    json_t *const list = json_array();
    for (size_t d = a->first; d < a->end; d++) {
        json_t *const object = chances_json(a, analysis_at(a, d));
        json_object_set_new(object, "decision", json_integer((json_int_t)d));
        json_object_set_new(object, "seat", seat_name(a, a->session->record.decisions[d].seat));
        json_array_append_new(list, object);
    }
    return list;
}

/* ---- moments --------------------------------------------------------------------------------- */

static json_t *option_json(const analysis_moment *m, int option, const lf_advised *advice) {
    assert(m->offered != NULL); /* without the decision there is no advice */
    json_t *const object = json_pack("{s:s, s:s}", "id", m->offered->options[option].id, "label",
                                     m->offered->options[option].label);
    if (advice != NULL) {
        json_object_set_new(object, "win", rounded(advice->win, 1e4));
        json_object_set_new(object, "margin", rounded(advice->margin, 1e2));
        json_object_set_new(object, "line", json_string(advice->line));
    }
    return object;
}

/* The options that are better than the chosen one. */
static json_t *better_json(const analysis *a, const analysis_moment *m) {
    const lf_advised *const taken = lf_analysis_taken(a, m), *const best = lf_analysis_better(a, m);
    json_t *const list = json_array();
    for (const lf_advised *one = best; one != NULL && one < taken && one < best + BETTER_MAX; one++)
        json_array_append_new(list, option_json(m, one->option, one));
    return list;
}

static int round_percent(double share) {
    return (int)(share * 100 + 0.5);
}

/* "Red: from 38 % to 31 %. It chose Trade at "What to do?"; better was Build, 45 % instead of 30 %,
 * and then Blue: Raid." */
static char *moment_text(const analysis *a, const analysis_moment *m) {
    const analysis_turn *const turn = &a->turns[m->turn];
    const lf_advised *const taken = lf_analysis_taken(a, m), *const best = lf_analysis_better(a, m);
    lf_text out = {0};
    lf_text_printf(&out, "%s: from %d %% to %d %%.", lf_label(a->game, LF_OF_SEATS, turn->seat),
                   round_percent(turn->point.win[turn->seat]),
                   round_percent(analysis_after(a, m->turn)->win[turn->seat]));
    if (m->offered != NULL)
        lf_text_printf(&out, " It chose %s at \"%s\"",
                       m->offered->options[a->session->record.decisions[m->decision].option].label,
                       m->offered->prompt);
    if (best != NULL) {
        assert(m->offered != NULL);
        lf_text_printf(&out, "; better was %s, %d %% instead of %d %%",
                       m->offered->options[best->option].label, round_percent(best->win),
                       round_percent(taken->win));
        if (best->line[0] != '\0')
            lf_text_printf(&out, ", and then %s", best->line);
    }
    lf_text_addz(&out, m->offered != NULL ? "." : "");
    return lf_text_take(&out);
}

static json_t *moment_json(const analysis *a, const analysis_moment *m) {
    const int option = a->session->record.decisions[m->decision].option;
    const analysis_turn *const turn = &a->turns[m->turn];
    const analysis_point *const after = analysis_after(a, m->turn);
    const lf_advised *const taken = lf_analysis_taken(a, m), *const best = lf_analysis_better(a, m);
    char *const text = moment_text(a, m);
    json_t *const object = json_object();
    json_object_set_new(object, "decision", json_integer((json_int_t)m->decision));
    json_object_set_new(object, "turn", json_integer(turn->number));
    json_object_set_new(object, "seat", seat_name(a, turn->seat));
    json_object_set_new(object, "prompt",
                        m->offered != NULL ? json_string(m->offered->prompt) : json_null());
    json_object_set_new(object, "before", chances_json(a, &turn->point));
    json_object_set_new(object, "after", chances_json(a, after));
    json_object_set_new(object, "change",
                        rounded(after->win[turn->seat] - turn->point.win[turn->seat], 1e4));
    json_object_set_new(object, "chosen",
                        m->offered != NULL ? option_json(m, option, taken) : json_null());
    json_object_set_new(object, "better", better_json(a, m));
    json_object_set_new(object, "loss",
                        best != NULL && best->win > taken->win
                            ? rounded(best->win - taken->win, 1e4)
                            : json_null());
    json_object_set_new(object, "text", json_string(text != NULL ? text : ""));
    lf_string_free(text);
    return object;
}

/* ---- all of it ------------------------------------------------------------------------------- */

char *lf_analysis_to_json(const analysis *a, bool decisions) {
    json_t *const seats = json_array(), *const moments = json_array(),
                  *const object = json_object(), *const turns = json_array();
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++)
        json_array_append_new(seats, seat_name(a, seat));
    for (int i = 0; i < a->turn_count; i++)
        json_array_append_new(turns, turn_json(a, &a->turns[i]));
    for (int i = 0; i < a->moment_count; i++)
        json_array_append_new(moments, moment_json(a, &a->moments[i]));
    json_object_set_new(object, "format", json_string("ludoforge-analysis"));
    json_object_set_new(object, "version", json_integer(1));
    json_object_set_new(object, "game", json_string(lf_game_id(a->game)));
    json_object_set_new(object, "agent", json_string(a->agent));
    json_object_set_new(object, "viewer", seat_name(a, a->viewer));
    json_object_set_new(object, "over", json_boolean(a->over));
    json_object_set_new(object, "seats", seats);
    json_object_set_new(object, "turns", turns);
    json_object_set_new(object, "now", chances_json(a, &a->now));
    json_object_set_new(object, "number", json_integer((json_int_t)a->end));
    json_object_set_new(object, "moments", moments);
    if (decisions)
        json_object_set_new(object, "decisions", decisions_json(a));
    return lf_json_dump(object);
}
