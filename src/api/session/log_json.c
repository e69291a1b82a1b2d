/* log_json.c: the log as a viewer may read it, for clients that lay it out: turns with a summary, entries with the ids of what
 * they are about. Entries have no numbers of their own: how many lines there are that are not for people may hang on what is hidden. */
#include "base/base.h"
#include "outcome.h"
#include "session.h"

static const char *const level_names[] = {"turn", "step", "detail", "noise"};

static json_t *name_or_null(const lf_game *game, lf_catalogue of, int index) {
    const char *name = index >= 0 ? lf_name(game, of, index) : NULL;
    return name != NULL ? json_string(name) : json_null();
}

/* The variables of an event are numbered through: the game's own, those of seats, those of spaces. */
static json_t *variable_name(const lf_game *game, int var) {
    const lf_catalogue catalogues[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    for (size_t i = 0; i < LF_COUNT(catalogues) && var >= 0; i++) {
        if (var < lf_count(game, catalogues[i]))
            return name_or_null(game, catalogues[i], var);
        var -= lf_count(game, catalogues[i]);
    }
    return json_null();
}

static json_t *subject_json(const lf_game *game, const lf_log_entry *entry) {
    switch (entry->kind) {
    case LF_EVENT_DECISION:
        return choice_subject_to_json(game, entry->choice, entry->subject);
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        return name_or_null(game, LF_OF_KINDS, entry->subject);
    case LF_EVENT_CARD:
        return name_or_null(game, LF_OF_CARDS, entry->subject);
    case LF_EVENT_VALUE:
    case LF_EVENT_SET:
        return variable_name(game, entry->subject);
    case LF_EVENT_PHASE:
        return name_or_null(game, LF_OF_PHASES, entry->subject);
    default:
        return json_null();
    }
}

/* Where something came from or went to: a zone, a stack, or the space that a variable is of. */
static json_t *place_json(const lf_game *game, const lf_log_entry *entry, int place) {
    switch (entry->kind) {
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        return name_or_null(game, LF_OF_ZONES, place);
    case LF_EVENT_CARD:
        return name_or_null(game, LF_OF_STACKS, place);
    case LF_EVENT_VALUE: /* `from` is a value there */
        return place == entry->to ? name_or_null(game, LF_OF_SPACES, place) : json_null();
    default:
        return json_null();
    }
}

static json_t *entry_json(const lf_game *game, const lf_log_entry *entry) {
    const bool counted = entry->kind == LF_EVENT_MOVE || entry->kind == LF_EVENT_FLIP ||
                         entry->kind == LF_EVENT_VALUE || entry->kind == LF_EVENT_ROLL;
    return json_pack("{s:s, s:s, s:o, s:s, s:I, s:i, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "kind",
                     event_kind_name(entry->kind), "level", level_names[entry->level], "seat",
                     seat_to_json(game, entry->seat), "text", entry->text, "number",
                     (json_int_t)entry->decision, "step", entry->step, "action",
                     name_or_null(game, LF_OF_ACTIONS, entry->action), "cause", entry->cause, "forced",
                     entry->forced, "subject", subject_json(game, entry), "from",
                     place_json(game, entry, entry->from), "to", place_json(game, entry, entry->to), "before",
                     counted ? json_integer(entry->before) : json_null(), "after",
                     counted ? json_integer(entry->after) : json_null());
}

/* NULL if there is nothing in it that people read. */
static json_t *turn_json(const lf_session *s, int turn, lf_seat viewer) {
    lf_log_turn t;
    lf_session_turn(s, turn, &t);
    json_t *entries = json_array();
    for (size_t i = 0; i < t.entries; i++) {
        lf_log_entry entry;
        if (lf_session_entry(s, t.first + i, viewer, &entry) && entry.level != LF_LOG_NOISE)
            json_array_append_new(entries, entry_json(s->game, &entry));
    }
    if (json_array_size(entries) == 0) {
        json_decref(entries);
        return NULL;
    }
    char *summary = lf_session_summary(s, turn, viewer);
    json_t *json =
        json_pack("{s:i, s:o, s:o, s:i, s:I, s:s, s:o}", "turn", turn, "seat", seat_to_json(s->game, t.seat),
                  "phase", name_or_null(s->game, LF_OF_PHASES, t.phase), "gameTurn", t.game_turn, "number",
                  (json_int_t)t.decision, "summary", summary != NULL ? summary : "", "entries", entries);
    lf_string_free(summary);
    return json;
}

char *lf_session_log_json(const lf_session *s, lf_seat viewer, int from_turn) {
    if (s->state == NULL || viewer < LF_NOBODY || viewer >= lf_count(s->game, LF_OF_SEATS))
        return NULL;
    json_t *turns = json_array();
    for (int turn = from_turn > 0 ? from_turn : 0; turn < lf_session_turns(s); turn++) {
        json_t *told = turn_json(s, turn, viewer);
        if (told != NULL)
            json_array_append_new(turns, told);
    }
    return session_dump(json_pack("{s:o}", "turns", turns));
}
