/* turns_json.c: what happened in a turn as lines and steps that a client can show and draw, and the
 * same for options that nobody has taken yet: they are tried on a copy. */
#include <ctype.h>
#include <string.h>

#include "kernel/state/state.h"
#include "outcome.h"
#include "steps.h"
#include "support/json_writer.h"
#include "trial.h"
#include "view.h"

#define VERB_BYTES 64

/* ---- as JSON --------------------------------------------------------------------------------- */

static void put_name(lf_writer *out, const char *key, const lf_game *game, lf_catalogue of,
                     int index) {
    lf_put_text(out, key, index >= 0 ? lf_name(game, of, index) : NULL);
}

static void write_pieces(lf_writer *out, const lf_game *game, const step *st) {
    lf_write_key(out, "pieces");
    lf_write_array(out);
    for (int i = 0; i < st->piece_count; i++) {
        lf_write_object(out);
        lf_put_number(out, "count", st->pieces[i].count);
        put_name(out, "kind", game, LF_OF_KINDS, st->pieces[i].kind);
        lf_write_end(out);
    }
    lf_write_end(out);
}

static void write_values(lf_writer *out, const lf_game *game, const step *st) {
    lf_write_key(out, "values");
    lf_write_array(out);
    for (int i = 0; i < st->value_count; i++) {
        const step_value *value = &st->values[i];
        const lf_var *var = &game->vars[value->var];
        if (value->before == value->after)
            continue;
        lf_write_object(out);
        lf_put_number(out, "after", value->after);
        lf_put_number(out, "before", value->before);
        lf_put_text(out, "label", var->label);
        lf_put_text(out, "name", var->name);
        put_name(out, "seat", game, LF_OF_SEATS, var->scope == 1 ? value->owner : -1);
        put_name(out, "space", game, LF_OF_SPACES, var->scope == 2 ? value->owner : -1);
        lf_write_end(out);
    }
    lf_write_end(out);
}

static const char *effect_name(const step *st) {
    static const char *const names[] = {
        [STEP_VALUE] = "value", [STEP_PLACE] = "place", [STEP_REMOVE] = "remove",
        [STEP_MOVE] = "move",   [STEP_FLIP] = "flip",   [STEP_CARD] = "card"};
    return st->effect == STEP_OTHER ? lf_event_kind_name(st->kind) : names[st->effect];
}

/* What is done: the section of the rules as an id ("Long March (3.1)" is long-march), or the
 * action. Ids of actions belong to the game. */
static const char *verb_of(const lf_game *game, const step *st, char verb[VERB_BYTES]) {
    size_t length = 0;
    if (st->action < 0)
        return NULL;
    if (!st->in_section)
        return lf_name(game, LF_OF_ACTIONS, st->action);
    for (const char *at = st->cause; *at != '\0' && *at != '(' && length + 1 < VERB_BYTES; at++)
        if (isalnum((unsigned char)*at) || ((unsigned char)*at & 0x80) != 0)
            verb[length++] = (char)tolower((unsigned char)*at);
        else if (length > 0 && verb[length - 1] != '-')
            verb[length++] = '-';
    while (length > 0 && verb[length - 1] == '-')
        length--;
    verb[length] = '\0';
    return verb;
}

static void write_step(lf_writer *out, const lf_session *s, step *st, lf_seat turn_seat) {
    const lf_game *const game = s->game;
    lf_text text = {0};
    char verb[VERB_BYTES];
    const lf_catalogue places = st->effect == STEP_CARD ? LF_OF_STACKS : LF_OF_ZONES;
    lf_step_format(s, st, turn_seat, &text);
    lf_write_object(out);
    put_name(out, "card", game, LF_OF_CARDS, st->card);
    lf_put_text(out, "effect", effect_name(st));
    put_name(out, "from", game, places, st->from);
    lf_put_number(out, "number", (int64_t)st->number);
    write_pieces(out, game, st);
    put_name(out, "seat", game, LF_OF_SEATS, st->seat);
    put_name(out, "space", game, LF_OF_ZONES, st->space);
    lf_put_text(out, "text", lf_text_shown(&text));
    put_name(out, "to", game, places, st->to);
    write_values(out, game, st);
    lf_put_text(out, "verb", verb_of(game, st, verb));
    lf_put_text(out, "why", st->cause);
    lf_write_end(out);
    out->failed = out->failed || text.failed;
    lf_text_free(&text);
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* The actions that were chosen in a turn. */
static void write_actions(lf_writer *out, const lf_session *s, const lf_log_turn *t) {
    lf_write_key(out, "actions");
    lf_write_array(out);
    for (size_t i = t->first; i < t->first + t->entries; i++) {
        const session_line *line = &s->log[i];
        if (line->kind != LF_EVENT_DECISION || line->choice != LF_OPTION_ACTION ||
            line->subject < 0)
            continue;
        lf_write_object(out);
        lf_put_text(out, "id", lf_name(s->game, LF_OF_ACTIONS, line->subject));
        lf_put_text(out, "label", lf_label(s->game, LF_OF_ACTIONS, line->subject));
        lf_write_end(out);
    }
    lf_write_end(out);
}

/* The lines of a turn as people read them; those of steps say which of them. */
static void write_lines(lf_writer *out, const turn_lines *lines) {
    static const char *const kinds[] = {
        [LINE_HEAD] = "head", [LINE_STEP] = "step", [LINE_RESULT] = "result"};
    lf_write_key(out, "lines");
    lf_write_array(out);
    for (size_t i = 0; i < lines->count; i++) {
        const turn_line *const line = &lines->lines[i];
        lf_write_object(out);
        lf_put_number(out, "count", (int64_t)line->count);
        lf_put_number(out, "first", (int64_t)line->first);
        lf_put_text(out, "kind", kinds[line->kind]);
        lf_put_text(out, "text", line->text);
        lf_write_end(out);
    }
    lf_write_end(out);
    out->failed = out->failed || lines->failed;
}

void lf_session_write_lines(lf_writer *out, const lf_session *s, int turn, lf_seat viewer) {
    turn_lines lines = {.lines = NULL};
    step_list steps = {.steps = NULL};
    lf_turn_lines_gather(&lines, s, turn, viewer, &steps);
    write_lines(out, &lines);
    lf_turn_lines_free(&lines);
    lf_steps_free(&steps);
}

static void write_steps(lf_writer *out, const lf_session *s, step_list *list, lf_seat seat) {
    lf_write_key(out, "steps");
    lf_write_array(out);
    for (size_t i = 0; i < list->count; i++)
        write_step(out, s, &list->steps[i], seat);
    lf_write_end(out);
    out->failed = out->failed || list->failed;
}

static void write_turn_with(lf_writer *out, const lf_session *s, int turn, lf_seat viewer,
                            const turn_lines *lines, step_list *steps) {
    lf_log_turn t;
    lf_session_turn(s, turn, &t);
    char *summary = lf_session_summary(s, turn, viewer);
    out->failed = out->failed || summary == NULL;
    lf_write_object(out);
    write_actions(out, s, &t);
    lf_put_number(out, "gameTurn", t.game_turn);
    write_lines(out, lines);
    lf_put_number(out, "number", (int64_t)t.decision);
    put_name(out, "phase", s->game, LF_OF_PHASES, t.phase);
    put_name(out, "seat", s->game, LF_OF_SEATS, t.seat);
    write_steps(out, s, steps, t.seat);
    lf_put_text(out, "summary", summary);
    lf_put_number(out, "turn", turn);
    lf_write_end(out);
    lf_string_free(summary);
}

/* False: nothing happened in it that people read, and it is left out. */
static bool write_turn(lf_writer *out, const lf_session *s, int turn, lf_seat viewer) {
    turn_lines lines = {.lines = NULL};
    step_list steps = {.steps = NULL};
    lf_turn_lines_gather(&lines, s, turn, viewer, &steps);
    const bool something = lines.count > 0 || steps.count > 0;
    if (something)
        write_turn_with(out, s, turn, viewer, &lines, &steps);
    out->failed = out->failed || lines.failed;
    lf_turn_lines_free(&lines);
    lf_steps_free(&steps);
    return something;
}

/* The last turn of each seat: what came after it happened "since your last turn". */
static void write_last_turns(lf_writer *out, const lf_session *s) {
    lf_write_key(out, "last");
    lf_write_object(out);
    for (lf_seat seat = 0; seat < lf_seats_in_play(s->state); seat++) {
        size_t turn = s->turn_count;
        while (turn > 0 && s->turns[turn - 1].seat != seat)
            turn--;
        if (turn > 0)
            lf_put_number(out, lf_name(s->game, LF_OF_SEATS, seat), (int64_t)turn - 1);
    }
    lf_write_end(out);
}

char *lf_session_turns_json(const lf_session *s, lf_seat viewer, int since, int limit) {
    lf_writer out = {0};
    if (s->state == NULL || viewer < LF_NOBODY || viewer >= lf_count(s->game, LF_OF_SEATS))
        return NULL;
    int turn = since > 0 ? since : 0;
    lf_write_object(&out);
    lf_write_key(&out, "turns");
    lf_write_array(&out);
    for (int left = limit; left > 0 && turn < lf_session_turns(s); turn++)
        left -= write_turn(&out, s, turn, viewer);
    lf_write_end(&out);
    if (turn < lf_session_turns(s))
        lf_put_number(&out, "next", turn);
    else
        lf_put_text(&out, "next", NULL);
    write_last_turns(&out, s);
    lf_write_end(&out);
    return lf_writer_take(&out);
}

/* ---- what an option would do ----------------------------------------------------------------- */

/* Is what is chosen complete after the option? Not while the same action asks for more. */
static bool completes(const lf_session *s, const lf_session *tried) {
    lf_option next;
    return lf_decider(tried->state) != lf_decider(s->state) ||
           lf_turn(tried->state) != lf_turn(s->state) ||
           (lf_option_at(tried->state, 0, &next) && next.kind == LF_OPTION_ACTION);
}

static void write_next(lf_json *json, const lf_session *s, const lf_session *tried,
                       const lf_choice *option) {
    const lf_seat seat = lf_decider(s->state);
    lf_write_key(&json->out, "next");
    if (lf_decider(tried->state) != seat || lf_turn(tried->state) != lf_turn(s->state)) {
        lf_write_null(&json->out);
        return;
    }
    json->state = tried->state;
    lf_view_write_decision(json, s, &(lf_option){option->kind, option->subject, option->count});
    json->state = s->state;
}

/* What the option does is known to the seat only if neither chance nor anything hidden decides.
 * `before`: the trial of the options that come before it. */
static void write_preview(lf_json *json, const lf_session *s, const lf_session *before,
                          const lf_choice *option, int index) {
    lf_writer *out = &json->out;
    lf_session tried;
    const bool known =
        lf_try_option(before, index, &tried) && lf_barrier(tried.state) == lf_barrier(s->state);
    lf_write_object(out);
    lf_put_bool(out, "known", known);
    lf_put_text(out, "option", option->id);
    if (known) {
        const lf_seat seat = lf_decider(s->state);
        step_list list = {.steps = NULL};
        lf_steps_gather(&list, &tried, 0, tried.log_count, seat, seat);
        write_steps(out, &tried, &list, seat);
        const size_t steps = list.count;
        lf_steps_free(&list);
        const bool way_out =
            (option->kind == LF_OPTION_ACTION ? lf_action_kind(s->game, option->subject)
                                              : option->kind) >= LF_OPTION_DONE;
        lf_put_bool(out, "changesNothing", steps == 0 && !way_out && completes(s, &tried));
        write_next(json, s, &tried, option);
    }
    lf_write_end(out);
    lf_end_trial(&tried);
}

/* The previews of one option (`only`), or of all, where the options before it have been tried. */
static char *write_previews(const lf_session *s, const lf_session *before, int only) {
    lf_decision *decision = lf_decision_new(before->state);
    if (decision == NULL)
        return NULL;
    lf_json json = {.state = s->state, .game = s->game, .viewer = decision->decider};
    lf_write_object(&json.out);
    lf_put_number(&json.out, "decision", (int64_t)s->revision);
    lf_write_key(&json.out, "options");
    lf_write_array(&json.out);
    for (int i = 0; i < decision->count && i < (only >= 0 ? decision->count : LF_PREVIEW_MAX); i++)
        if (only < 0 || i == only)
            write_preview(&json, s, before, &decision->options[i], i);
    lf_write_end(&json.out);
    lf_write_end(&json.out);
    lf_decision_free(decision);
    return lf_json_finish(&json);
}

char *lf_session_preview(const lf_session *s, const char *option, lf_error *error) {
    if (s->state == NULL || s->pending != LF_PENDING_NOTHING || lf_session_over(s, NULL)) {
        lf_fail(error, LF_BAD_ARGUMENT, "Nobody decides now.");
        return NULL;
    }
    lf_session tried;
    const char *last = NULL;
    if (option != NULL && !lf_try_path(s, option, &tried, &last, error))
        return NULL;
    const lf_session *const before = last != option ? &tried : s;
    const bool all = last == NULL || (*last == '\0' && last != option);
    const int only = all ? LF_NO_OPTION : lf_find_option_id(before->state, last);
    char *text = NULL;
    if (!all && only == LF_NO_OPTION)
        lf_fail(error, LF_BAD_ARGUMENT, "There is no option \"%.100s\" now.", last);
    else if ((text = write_previews(s, before, only)) == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    if (before == &tried)
        lf_end_trial(&tried);
    return text;
}
