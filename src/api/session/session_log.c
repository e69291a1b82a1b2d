/* session_log.c: what happened, as entries in turns. The events of the state are noted as they
 * come, with the action and the card whose rule is running; which of it people read is a matter of
 * levels. */
#include "session.h"

#include <assert.h>
#include <string.h>

#include "api/rule_text.h"
#include "base/base.h"
#include "base/json_text.h"
#include "kernel/state/state.h"
#include "outcome.h"
#include "support/array.h"
#include "support/json_forms.h"

/* ---- what is running ------------------------------------------------------------------------- */

static int action_of_routine(const lf_game *game, uint32_t routine) {
    static const char prefix[] = "action ";
    const char *name = game->routines[routine].name;
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return -1;
    for (uint32_t i = 0; i < game->action_count; i++)
        if (strcmp(game->actions[i].name, name + sizeof prefix - 1) == 0)
            return (int)i;
    return -1;
}

/* The card of which this is a part, or -1. */
static int card_of_routine(const lf_game *game, uint32_t routine) {
    for (uint32_t i = 0; i < game->card_count * game->part_count; i++)
        if (game->card_routines[i] == (int32_t)routine)
            return (int)(i / game->part_count);
    return -1;
}

static bool everybody_sees(const lf_game *game, unsigned char *block, int card) {
    return lf_stack_seats(game, lf_card_where(game, block, (uint32_t)card)) == LF_KNOWN_TO_ALL;
}

/* What the section of the rules is called in which this routine first asks something, or "". A
 * routine that asks nothing only serves such: what it does is done by whoever called it. */
static char *asking_section(const lf_game *game, uint32_t routine) {
    for (uint32_t at = game->routines[routine].entry; at < game->routines[routine].end; at++)
        if (game->code[at].op == LF_OP_CHOOSE)
            return lf_rule_heading(game, at);
    return lf_strdup("");
}

/* The same, kept for the next time. */
static const char *section_of(lf_session *s, uint32_t routine) {
    if (s->sections == NULL)
        s->sections = lf_calloc(s->game->routine_count, sizeof *s->sections);
    if (s->sections == NULL)
        return "";
    if (s->sections[routine] == NULL)
        s->sections[routine] = asking_section(s->game, routine);
    return s->sections[routine] != NULL ? s->sections[routine] : "";
}

/* The name as a verb that the game has words for, or NULL. */
static const char *verb_named(const lf_session *s, const char *name) {
    return json_object_iter_key(json_object_iter_at(json_object_get(s->words, "steps"), name));
}

/* The action that is running, and in words what does it: the innermost card, else the section of
 * the rules that asked last, else the action. The verb is the innermost routine, else the action or
 * the phase, that the game has words for. */
static int find_cause(lf_session *s, session_line *line) {
    const lf_game *game = s->game;
    unsigned char *const block = s->state->block;
    const lf_head *head = lf_head_const(block);
    const lf_call *calls = lf_calls(game, block);
    int action = -1, card = -1;
    const char *section = "";
    for (uint32_t i = head->depth + 1; i > 0 && action < 0; i--) { /* a call notes its caller */
        const uint32_t routine = i > head->depth ? head->routine : calls[i - 1].routine;
        if (routine >= game->routine_count)
            continue;
        action = action_of_routine(game, routine);
        if (line->verb == NULL)
            line->verb = verb_named(s, game->routines[routine].name);
        if (card < 0 && action < 0)
            card = card_of_routine(game, routine);
        if (*section == '\0' && card < 0 && action < 0)
            section = section_of(s, routine);
    }
    const bool hidden = card >= 0 && !everybody_sees(game, block, card);
    line->cause = action < 0 ? "" : *section != '\0' ? section : game->actions[action].label;
    line->in_section = card < 0 && action >= 0 && *section != '\0';
    if (card >= 0)
        line->cause = !hidden      ? game->cards[card].label
                      : action < 0 ? ""
                                   : game->actions[action].label;
    if (hidden)
        line->verb = NULL;
    if (line->verb == NULL && action >= 0)
        line->verb = verb_named(s, game->actions[action].name);
    if (line->verb == NULL && action < 0 && lf_phase(s->state) >= 0)
        line->verb = verb_named(s, lf_name(game, LF_OF_PHASES, lf_phase(s->state)));
    return action;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Forced choices of such a seat are shown like free ones: that it had no other option says what it
 * holds. */
bool lf_session_has_secrets(const lf_game *game, lf_seat seat) {
    return lf_knows_more(game, seat, LF_NOBODY);
}

static lf_log_level level_of(const lf_game *game, const lf_event *event, bool forced) {
    switch (event->kind) {
    case LF_EVENT_DECISION:
        return forced && !lf_session_has_secrets(game, event->seat) ? LF_LOG_NOISE : LF_LOG_STEP;
    case LF_EVENT_PHASE:
        return LF_LOG_NOISE; /* until something happens in it */
    case LF_EVENT_VALUE:
    case LF_EVENT_SET:
        return game->vars[event->subject].bookkeeping ? LF_LOG_NOISE : LF_LOG_DETAIL;
    case LF_EVENT_LOG:
        return event->level;
    case LF_EVENT_END:
        return LF_LOG_TURN;
    default:
        return LF_LOG_DETAIL;
    }
}

static bool is_effect(const session_line *line) {
    return line->kind != LF_EVENT_DECISION && line->kind != LF_EVENT_PHASE &&
           line->level != LF_LOG_NOISE;
}

/* A phase is shown once something happens in it. */
static void show_phase(lf_session *s, const session_line *line) {
    if (s->phase_line == 0 || !is_effect(line))
        return;
    s->log[s->phase_line - 1].level = LF_LOG_STEP;
    s->phase_line = 0;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void begin_turn(lf_session *s, lf_seat seat, bool by_decision) {
    if (!lf_array_reserve(&s->turns, &s->turn_capacity, s->turn_count + 1, sizeof *s->turns))
        return; /* it goes on as part of the turn before */
    const size_t made = s->record.count - (by_decision && s->record.count > 0 ? 1 : 0);
    s->turns[s->turn_count++] =
        (session_turn){seat, lf_phase(s->state), lf_turn(s->state), made, s->log_count};
    if (by_decision)
        lf_session_mark_turn(s, made);
}

/* Does this begin a turn? A seat acts that did not act just before; or the course of play has come
 * to another place, and something happens there that is part of nobody's action. True also for the
 * first of all. */
static void find_turn(lf_session *s, session_line *line) {
    const session_turn *now = s->turn_count == 0 ? NULL : &s->turns[s->turn_count - 1];
    const bool moved =
        now == NULL || now->phase != lf_phase(s->state) || now->game_turn != lf_turn(s->state);
    const bool acts =
        line->kind == LF_EVENT_DECISION &&
        (now == NULL || line->choice == LF_OPTION_ACTION || (line->action < 0 && !line->forced));
    const bool happens = is_effect(line) && line->action < 0;
    if (acts && (moved || now->seat != line->seat)) {
        begin_turn(s, line->seat, line->applied);
        line->level = line->level == LF_LOG_NOISE ? LF_LOG_NOISE : LF_LOG_TURN;
    } else if (happens && moved) {
        begin_turn(s, LF_NOBODY, false);
    }
    const session_line *last = s->log_count == 0 ? NULL : &s->log[s->log_count - 1];
    line->turn = (int)s->turn_count - 1;
    assert(last == NULL || last->turn <= line->turn);
    line->step = last != NULL && last->turn == line->turn ? last->step : 0;
    line->step += line->kind == LF_EVENT_DECISION && !line->forced;
    if (line->applied && s->record.count > 0)
        s->record.decisions[s->record.count - 1].turn = line->turn;
}

int lf_session_turns(const lf_session *s) {
    return (int)s->turn_count;
}

bool lf_session_turn(const lf_session *s, int turn, lf_log_turn *out) {
    if (turn < 0 || (size_t)turn >= s->turn_count)
        return false;
    const session_turn *t = &s->turns[turn];
    const size_t end = (size_t)turn + 1 < s->turn_count ? t[1].first : s->log_count;
    *out = (lf_log_turn){t->seat, t->phase, t->game_turn, t->decision, t->first, end - t->first};
    return true;
}

/* ---- noting ---------------------------------------------------------------------------------- */

static session_line line_of(lf_session *s, const lf_event *event) {
    const bool applied = event->kind == LF_EVENT_DECISION && !event->forced;
    /* where the session takes single options, it takes them on behalf of the kernel */
    const bool forced = event->forced || (applied && s->take_forced && s->record.count > 0 &&
                                          s->record.decisions[s->record.count - 1].forced);
    session_line line = {.kind = event->kind,
                         .level = level_of(s->game, event, forced),
                         .choice = event->chosen.kind,
                         .seat = event->seat,
                         .subject = event->kind == LF_EVENT_DECISION ? event->chosen.subject
                                                                     : event->subject,
                         .from = event->from,
                         .to = event->to,
                         .decision = s->record.count,
                         .before = event->kind == LF_EVENT_VALUE ? event->from : 0,
                         .after = event->count,
                         .forced = forced,
                         .applied = applied,
                         .seen_as = event->seen_as,
                         .known_to = event->known_to};
    line.action = find_cause(s, &line);
    if (event->kind == LF_EVENT_DECISION && line.choice == LF_OPTION_ACTION)
        line.action = line.subject;
    if (line.action >= 0 && line.cause[0] == 0)
        line.cause = s->game->actions[line.action].label;
    return line;
}

/* There is room for it. */
static void append(lf_session *s, const session_line *line) {
    assert(s->log_count < s->log_capacity);
    s->log[s->log_count++] = *line;
    if (line->kind == LF_EVENT_PHASE)
        s->phase_line = s->game->phases[line->subject].bookkeeping ? 0 : s->log_count;
}

/* A line that finds no memory is left out: the log is for people, the state is what counts. */
static void note(void *context, const lf_event *event) {
    lf_session *s = context;
    if (!lf_array_reserve(&s->log, &s->log_capacity, s->log_count + 1, sizeof *s->log))
        return;
    const bool secret = event->known_to != LF_KNOWN_TO_ALL;
    session_line line = line_of(s, event);
    line.text = lf_strdup(event->text);
    line.public_text = secret ? lf_strdup(event->public_text) : NULL;
    if (line.text == NULL || (secret && line.public_text == NULL)) {
        lf_free(line.text);
        lf_free(line.public_text);
        return;
    }
    show_phase(s, &line);
    find_turn(s, &line);
    append(s, &line);
    if (line.applied && s->record.count > 0 &&
        s->record.decisions[s->record.count - 1].label == NULL)
        s->record.decisions[s->record.count - 1].label = lf_strdup(line.text);
}

void lf_session_watch(lf_session *s) {
    lf_watch(s->state, &(lf_observer){note, s});
}

/* After a cut the last phase may be one in which nothing has happened yet. */
static void look_for_phase(lf_session *s) {
    s->phase_line = 0;
    for (size_t i = s->log_count; i > 0 && !is_effect(&s->log[i - 1]); i--) {
        session_line *line = &s->log[i - 1];
        if (line->kind != LF_EVENT_PHASE)
            continue;
        line->level = LF_LOG_NOISE;
        s->phase_line = s->game->phases[line->subject].bookkeeping ? 0 : i;
        return;
    }
}

void lf_session_free_lines(session_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lf_free(lines[i].text);
        lf_free(lines[i].public_text);
    }
}

/* The lines from this one on are not the log's any more. */
static void shorten(lf_session *s, size_t count) {
    assert(count <= s->log_count);
    s->log_count = count;
    while (s->turn_count > 0 && s->turns[s->turn_count - 1].first >= s->log_count)
        s->turn_count--;
    look_for_phase(s);
}

void lf_session_cut_log(lf_session *s, size_t count) {
    if (count >= s->log_count)
        return;
    lf_session_free_lines(s->log + count, s->log_count - count);
    shorten(s, count);
}

bool lf_session_hold_log(lf_session *s, size_t count, session_held *held) {
    const size_t lines = s->log_count - count;
    size_t turns = 0;
    while (turns < s->turn_count && s->turns[s->turn_count - turns - 1].first >= count)
        turns++;
    held->lines = lf_malloc(lines * sizeof *held->lines + 1);
    held->turns = lf_malloc(turns * sizeof *held->turns + 1);
    if (held->lines == NULL || held->turns == NULL) {
        lf_free(held->lines);
        lf_free(held->turns);
        return false;
    }
    if (lines > 0)
        memcpy(held->lines, s->log + count, lines * sizeof *held->lines);
    if (turns > 0)
        memcpy(held->turns, s->turns + s->turn_count - turns, turns * sizeof *held->turns);
    held->line_count = lines;
    held->turn_count = turns;
    shorten(s, count);
    return true;
}

/* The log has not changed since, and neither has its room become smaller. */
void lf_session_show_held_log(lf_session *s, session_held *held) {
    assert(s->turn_count + held->turn_count <= s->turn_capacity);
    for (size_t i = 0; i < held->line_count; i++) {
        show_phase(s, &held->lines[i]);
        append(s, &held->lines[i]);
    }
    for (size_t i = 0; i < held->turn_count; i++)
        s->turns[s->turn_count++] = held->turns[i];
    held->line_count = held->turn_count = 0;
}

void lf_session_cut_decisions(lf_session *s, size_t decisions) {
    size_t count = s->log_count;
    while (count > 0 && s->log[count - 1].decision > decisions)
        count--;
    lf_session_cut_log(s, count);
}

/* ---- reading --------------------------------------------------------------------------------- */

bool lf_session_line_known(const session_line *line, lf_seat viewer) {
    return viewer == LF_HOST || lf_known_to(line->known_to, viewer);
}

const char *lf_session_line_text(const session_line *line, lf_seat viewer) {
    return line->public_text == NULL || lf_session_line_known(line, viewer) ? line->text
                                                                            : line->public_text;
}

size_t lf_session_log_count(const lf_session *s) {
    return s->log_count;
}

static bool is_piece(const session_line *line) {
    return line->kind == LF_EVENT_MOVE || line->kind == LF_EVENT_FLIP;
}

bool lf_session_entry(const lf_session *s, size_t number, lf_seat viewer, lf_log_entry *out) {
    if (number >= s->log_count)
        return false;
    const session_line *line = &s->log[number];
    const bool known = lf_session_line_known(line, viewer);
    /* Whether a choice was forced is known to those who know what else there was. */
    const bool forced = line->forced && (known || !lf_session_has_secrets(s->game, line->seat));
    if (!known &&
        /* a variable that is hidden from the viewer: nothing is shown */
        line->kind == LF_EVENT_VALUE) {
        *out = (lf_log_entry){.number = number,
                              .decision = line->decision,
                              .turn = line->turn,
                              .step = line->step,
                              .seat = LF_NOBODY,
                              .action = -1,
                              .level = LF_LOG_NOISE,
                              .kind = LF_EVENT_LOG,
                              .subject = -1,
                              .from = -1,
                              .to = -1,
                              .cause = "",
                              .text = ""};
        return true;
    }
    *out = (lf_log_entry){.number = number,
                          .decision = line->decision,
                          .turn = line->turn,
                          .step = line->step,
                          .seat = line->seat,
                          .action = line->action,
                          .level = line->level,
                          .kind = line->kind,
                          .forced = forced,
                          .choice = line->choice,
                          .subject = known            ? line->subject
                                     : is_piece(line) ? line->seen_as
                                                      : -1,
                          .from = line->from,
                          .to = line->to,
                          .before = line->before,
                          .after = line->after,
                          .cause = line->cause,
                          .text = lf_session_line_text(line, viewer)};
    return true;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *const level_names[] = {"turn", "step", "detail", "noise"};

/* For the host alone: who may read the line, and what the others read. */
static void add_secret(const lf_session *s, const session_line *line, json_t *object) {
    json_t *seats = json_array();
    for (lf_seat seat = 0; seat < lf_count(s->game, LF_OF_SEATS); seat++)
        if (lf_known_to(line->known_to, seat))
            json_array_append_new(seats, lf_seat_to_json(s->game, seat));
    json_object_set_new(object, "public", json_string(line->public_text));
    json_object_set_new(object, "knownTo", seats);
}

json_t *lf_session_line_to_json(const lf_session *s, size_t index, lf_seat viewer) {
    lf_log_entry entry;
    assert(index < s->log_count);
    lf_session_entry(s, index, viewer, &entry);
    json_t *object =
        json_pack("{s:I, s:s, s:o, s:b, s:s, s:s, s:i, s:i, s:s?, s:s}", "n", (json_int_t)index,
                  "kind", lf_event_kind_name(entry.kind), "seat",
                  lf_seat_to_json(s->game, entry.seat), "forced", entry.forced, "text", entry.text,
                  "level", level_names[entry.level], "turn", entry.turn, "step", entry.step,
                  "action", lf_name(s->game, LF_OF_ACTIONS, entry.action), "cause", entry.cause);
    if (viewer == LF_HOST && s->log[index].public_text != NULL)
        add_secret(s, &s->log[index], object);
    return object;
}

char *lf_session_entry_json(const lf_session *s, size_t number, lf_seat viewer) {
    json_t *const object =
        number < s->log_count ? lf_session_line_to_json(s, number, viewer) : NULL;
    char *const text = lf_json_text(object, 0);
    json_decref(object);
    return text;
}

/* Lines that some may not read keep their second text; a list of seats that cannot be read stands
 * for nobody. */
static bool read_secret(const lf_session *s, const json_t *entry, session_line *line) {
    const char *text = json_string_value(json_object_get(entry, "public"));
    const json_t *seats = json_object_get(entry, "knownTo");
    line->known_to = LF_KNOWN_TO_ALL;
    if (text == NULL && seats == NULL)
        return true;
    line->known_to = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        const int seat = name != NULL ? lf_find(s->game, LF_OF_SEATS, name) : -1;
        line->known_to |= seat < 0 ? 0 : UINT32_C(1) << seat;
    }
    line->public_text = lf_strdup(text != NULL ? text : "");
    return line->public_text != NULL;
}

static bool read_line(const lf_session *s, const json_t *entry, session_line *line) {
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    const char *text = json_string_value(json_object_get(entry, "text"));
    const char *seat = json_string_value(json_object_get(entry, "seat"));
    const char *level = json_string_value(json_object_get(entry, "level"));
    *line = (session_line){.kind = LF_EVENT_LOG,
                           .level = LF_LOG_DETAIL,
                           .subject = -1,
                           .from = -1,
                           .to = -1,
                           .action = -1,
                           .cause = ""};
    if (kind != NULL)
        lf_event_kind_find(kind, &line->kind);
    for (size_t i = 0; level != NULL && i < LF_COUNT(level_names); i++)
        if (strcmp(level, level_names[i]) == 0)
            line->level = (lf_log_level)i;
    line->seat = seat != NULL ? lf_find(s->game, LF_OF_SEATS, seat) : LF_NOBODY;
    line->forced = json_is_true(json_object_get(entry, "forced"));
    if (!read_secret(s, entry, line))
        return false;
    line->text = lf_strdup(text != NULL ? text : "");
    if (line->text == NULL)
        lf_free(line->public_text);
    return line->text != NULL;
}

bool lf_session_read_log(lf_session *s, const json_t *log) {
    lf_session_cut_log(s, 0);
    for (size_t i = 0; i < json_array_size(log); i++) {
        if (!lf_array_reserve(&s->log, &s->log_capacity, s->log_count + 1, sizeof *s->log) ||
            !read_line(s, json_array_get(log, i), &s->log[s->log_count]))
            return false;
        s->log_count++;
    }
    if (s->log_count > 0 && lf_array_reserve(&s->turns, &s->turn_capacity, 1, sizeof *s->turns))
        s->turns[s->turn_count++] =
            (session_turn){LF_NOBODY, lf_phase(s->state), lf_turn(s->state), 0, 0};
    return true;
}
