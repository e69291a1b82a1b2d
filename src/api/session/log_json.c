/* log_json.c: the log as a viewer may read it, for clients that lay it out: turns with a summary,
 * entries with the ids of what they are about. Entries have no numbers of their own: how many lines
 * there are that are not for people may hang on what is hidden. */
#include "base/base.h"
#include "support/json_forms.h"
#include "support/json_writer.h"
#include "view.h"

static const char *const level_names[] = {"turn", "step", "detail", "noise"};

static const char *name_or_null(const lf_game *game, lf_catalogue of, int index) {
    return index >= 0 ? lf_name(game, of, index) : NULL;
}

/* The variables of an event are numbered through: the game's own, those of seats, those of
 * spaces. */
static const char *variable_name(const lf_game *game, int var) {
    const lf_catalogue catalogues[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    for (size_t i = 0; i < LF_COUNT(catalogues) && var >= 0; i++) {
        if (var < lf_count(game, catalogues[i]))
            return name_or_null(game, catalogues[i], var);
        var -= lf_count(game, catalogues[i]);
    }
    return NULL;
}

static const char *subject_name(const lf_game *game, const lf_log_entry *entry) {
    switch (entry->kind) {
    case LF_EVENT_DECISION:
        return lf_choice_subject_name(game, entry->choice, entry->subject);
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
        return NULL;
    }
}

/* Where something came from or went to: a zone or a stack. */
static const char *place_name(const lf_game *game, const lf_log_entry *entry, int place) {
    switch (entry->kind) {
    case LF_EVENT_MOVE:
    case LF_EVENT_FLIP:
        return name_or_null(game, LF_OF_ZONES, place);
    case LF_EVENT_CARD:
        return name_or_null(game, LF_OF_STACKS, place);
    default:
        return NULL;
    }
}

/* `to` of a variable is the space that it is of; its `from` is a value. */
static const char *goal_name(const lf_game *game, const lf_log_entry *entry) {
    const bool of_space = entry->kind == LF_EVENT_VALUE || entry->kind == LF_EVENT_SET;
    return of_space ? name_or_null(game, LF_OF_SPACES, entry->to)
                    : place_name(game, entry, entry->to);
}

static void put_count(lf_writer *out, const char *key, bool counted, int64_t number) {
    if (counted)
        lf_put_number(out, key, number);
    else
        lf_put_text(out, key, NULL);
}

static void write_entry(lf_writer *out, const lf_game *game, const lf_log_entry *entry) {
    const bool counted = entry->kind == LF_EVENT_MOVE || entry->kind == LF_EVENT_FLIP ||
                         entry->kind == LF_EVENT_VALUE || entry->kind == LF_EVENT_ROLL;
    lf_write_object(out);
    lf_put_text(out, "action", name_or_null(game, LF_OF_ACTIONS, entry->action));
    put_count(out, "after", counted, entry->after);
    put_count(out, "before", counted, entry->before);
    lf_put_text(out, "cause", entry->cause);
    lf_put_bool(out, "forced", entry->forced);
    lf_put_text(out, "from", place_name(game, entry, entry->from));
    lf_put_text(out, "kind", lf_event_kind_name(entry->kind));
    lf_put_text(out, "level", level_names[entry->level]);
    lf_put_number(out, "number", (int64_t)entry->decision);
    lf_put_text(out, "seat", name_or_null(game, LF_OF_SEATS, entry->seat));
    lf_put_number(out, "step", entry->step);
    lf_put_text(out, "subject", subject_name(game, entry));
    lf_put_text(out, "text", entry->text);
    lf_put_text(out, "to", goal_name(game, entry));
    lf_write_end(out);
}

static void write_entries(lf_writer *out, const lf_session *s, const lf_log_turn *turn,
                          lf_seat viewer) {
    lf_write_key(out, "entries");
    lf_write_array(out);
    for (size_t i = 0; i < turn->entries; i++) {
        lf_log_entry entry;
        if (lf_session_entry(s, turn->first + i, viewer, &entry) && entry.level != LF_LOG_NOISE)
            write_entry(out, s->game, &entry);
    }
}

/* A turn in which there is nothing that people read is left out: false. */
static bool write_turn(lf_writer *out, const lf_session *s, int turn, lf_seat viewer) {
    lf_log_turn t;
    lf_session_turn(s, turn, &t);
    lf_write_object(out);
    write_entries(out, s, &t, viewer);
    if (lf_write_is_empty(out)) {
        lf_write_drop(out);
        lf_write_drop(out);
        return false;
    }
    lf_write_end(out);
    char *summary = lf_session_summary(s, turn, viewer);
    lf_put_number(out, "gameTurn", t.game_turn);
    lf_session_write_lines(out, s, turn, viewer);
    lf_put_number(out, "number", (int64_t)t.decision);
    lf_put_text(out, "phase", name_or_null(s->game, LF_OF_PHASES, t.phase));
    lf_put_text(out, "seat", name_or_null(s->game, LF_OF_SEATS, t.seat));
    lf_put_text(out, "summary", summary);
    out->failed = out->failed || summary == NULL; /* out of memory */
    lf_put_number(out, "turn", turn);
    lf_write_end(out);
    lf_string_free(summary);
    return true;
}

static bool may_read(const lf_session *s, lf_seat viewer) {
    return s->state != NULL && viewer >= LF_NOBODY && viewer < lf_count(s->game, LF_OF_SEATS);
}

char *lf_session_log_json(const lf_session *s, lf_seat viewer, int from_turn) {
    lf_writer out = {0};
    if (!may_read(s, viewer))
        return NULL;
    lf_write_object(&out);
    lf_write_key(&out, "turns");
    lf_write_array(&out);
    for (int turn = from_turn > 0 ? from_turn : 0; turn < lf_session_turns(s); turn++)
        write_turn(&out, s, turn, viewer);
    lf_write_end(&out);
    lf_write_end(&out);
    return lf_writer_take(&out);
}

/* Is there anything in the turn that people read? */
static bool is_shown(const lf_session *s, int turn, lf_seat viewer) {
    lf_log_entry entry;
    lf_log_turn t;
    lf_session_turn(s, turn, &t);
    for (size_t i = t.first; i < t.first + t.entries; i++)
        if (lf_session_entry(s, i, viewer, &entry) && entry.level != LF_LOG_NOISE)
            return true;
    return false;
}

char *lf_session_log_page(const lf_session *s, lf_seat viewer, int before, int limit) {
    lf_writer out = {0};
    if (!may_read(s, viewer))
        return NULL;
    const int end = before < 0 || before > lf_session_turns(s) ? lf_session_turns(s) : before;
    int from = end, shown = 0;
    while (from > 0 && shown < limit)
        shown += is_shown(s, --from, viewer);
    bool more = false;
    for (int turn = 0; turn < from && !more; turn++)
        more = is_shown(s, turn, viewer);
    lf_write_object(&out);
    lf_write_key(&out, "turns");
    lf_write_array(&out);
    for (int turn = from; turn < end; turn++)
        write_turn(&out, s, turn, viewer);
    lf_write_end(&out);
    if (more)
        lf_put_number(&out, "previous", from);
    else
        lf_put_text(&out, "previous", NULL);
    lf_write_end(&out);
    return lf_writer_take(&out);
}
