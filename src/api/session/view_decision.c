/* view_decision.c: the pending decision as JSON: its options, where on the board each belongs, and
 * what the seat has chosen in this turn before. */
#include "view.h"

#include <assert.h>

#include "outcome.h"
#include "support/json_forms.h"

/* A decision, and what it is part of. */
typedef struct {
    const lf_session *session;
    const lf_option *tried; /* NULL: the decision is pending */
    int64_t low, high;      /* the least and the most of the numbers that it offers */
} question;

static question question_of(const lf_decision *decision, const lf_session *s,
                            const lf_option *tried) {
    question q = {s, tried, INT64_MAX, INT64_MIN};
    for (int i = 0; i < decision->count; i++) {
        const lf_choice *option = &decision->options[i];
        if (option->kind != LF_OPTION_NUMBER)
            continue;
        q.low = option->count < q.low ? option->count : q.low;
        q.high = option->count > q.high ? option->count : q.high;
    }
    return q;
}

/* Is the option a zone that holds such pieces, as the decider sees it? */
static bool holds_pieces(const lf_json *json, const lf_option *chosen, int kind) {
    return (chosen->kind == LF_OPTION_SPACE || chosen->kind == LF_OPTION_ZONE) &&
           lf_pieces_seen(json->state, chosen->subject, kind, lf_decider(json->state)) > 0;
}

/* The zone that was chosen last in this turn and holds such pieces; -1: none. */
static int zone_of_pieces(const lf_json *json, const question *q, int kind) {
    if (q->tried != NULL && holds_pieces(json, q->tried, kind))
        return q->tried->subject;
    for (size_t i = q->session->record.count; i > lf_session_turn_start(q->session); i--)
        if (holds_pieces(json, &q->session->record.decisions[i - 1].chosen, kind))
            return q->session->record.decisions[i - 1].chosen.subject;
    return -1;
}

static void put_name(lf_writer *out, const char *key, const lf_game *game, lf_catalogue of,
                     int index) {
    lf_put_text(out, key, index >= 0 ? lf_name(game, of, index) : NULL);
}

/* Where the option belongs: the thing that a player points at to choose it. */
static void write_place(lf_json *json, const question *q, const lf_choice *option) {
    lf_writer *out = &json->out;
    lf_write_key(out, "place");
    lf_write_object(out);
    switch (option->kind) {
    case LF_OPTION_SPACE:
    case LF_OPTION_ZONE:
        put_name(out, "space", json->game, LF_OF_ZONES, option->subject);
        break;
    case LF_OPTION_SEAT:
        put_name(out, "seat", json->game, LF_OF_SEATS, option->subject);
        break;
    case LF_OPTION_CARD:
        put_name(out, "card", json->game, LF_OF_CARDS, option->subject);
        break;
    case LF_OPTION_KIND:
        lf_write_key(out, "piece");
        lf_write_object(out);
        put_name(out, "kind", json->game, LF_OF_KINDS, option->subject);
        put_name(out, "space", json->game, LF_OF_ZONES, zone_of_pieces(json, q, option->subject));
        lf_write_end(out);
        break;
    case LF_OPTION_NUMBER:
        lf_write_key(out, "amount");
        lf_write_object(out);
        lf_put_number(out, "high", q->high);
        lf_put_number(out, "low", q->low);
        lf_write_end(out);
        break;
    default:
        lf_write_drop(out);
        lf_put_text(out, "place", NULL);
        return;
    }
    lf_write_end(out);
}

/* What sort of choice an option is. Options of one group are shown together. */
static const char *group_of(const lf_choice *option, bool way_out) {
    static const char *const groups[LF_OPTION_KINDS] = {
        [LF_OPTION_ACTION] = "action", [LF_OPTION_SPACE] = "space",
        [LF_OPTION_ZONE] = "space",    [LF_OPTION_SEAT] = "seat",
        [LF_OPTION_CARD] = "card",     [LF_OPTION_KIND] = "piece",
        [LF_OPTION_NUMBER] = "amount", [LF_OPTION_DIRECTION] = "direction",
        [LF_OPTION_VALUE] = "value",   [LF_OPTION_MENU] = "menu"};
    const char *group = way_out ? "wayOut" : groups[option->kind];
    assert(group != NULL); /* all other kinds are ways out */
    return group;
}

static void write_option(lf_json *json, const question *q, const lf_choice *option) {
    lf_writer *out = &json->out;
    const lf_option_kind kind = option->kind == LF_OPTION_ACTION
                                    ? lf_action_kind(json->game, option->subject)
                                    : option->kind;
    const bool way_out = kind >= LF_OPTION_DONE;
    lf_write_object(out);
    lf_put_number(out, "count", option->count);
    lf_put_text(out, "group", group_of(option, way_out));
    lf_put_text(out, "id", option->id);
    lf_put_text(out, "kind", lf_option_kind_name(option->kind));
    lf_put_text(out, "label", option->label);
    write_place(json, q, option);
    lf_put_text(out, "subject", lf_choice_subject_name(json->game, option->kind, option->subject));
    if (option->text != NULL)
        lf_put_text(out, "text", option->text);
    if (way_out)
        lf_put_text(out, "wayOut", lf_option_kind_name(kind));
    lf_write_end(out);
}

void lf_view_write_chosen(lf_json *json, const lf_session *s) {
    lf_writer *out = &json->out;
    lf_chosen made;
    lf_write_array(out);
    for (size_t i = lf_session_turn_start(s); lf_session_decided(s, i, &made); i++) {
        lf_write_object(out);
        lf_put_bool(out, "forced", made.forced);
        lf_put_number(out, "index", (int64_t)made.index);
        lf_put_text(out, "kind", lf_option_kind_name(made.chosen.kind));
        lf_put_text(out, "label", made.label);
        lf_put_text(out, "option", made.option);
        lf_put_text(out, "prompt", made.prompt);
        lf_put_text(out, "subject",
                    lf_choice_subject_name(json->game, made.chosen.kind, made.chosen.subject));
        lf_write_end(out);
    }
    lf_write_end(out);
}

void lf_view_write_decision(lf_json *json, const lf_session *s, const lf_option *tried) {
    lf_writer *out = &json->out;
    lf_decision *decision = lf_decision_new(json->state);
    json->failed = json->failed || decision == NULL;
    if (decision == NULL)
        return;
    const question q = question_of(decision, s, tried);
    lf_write_object(out);
    put_name(out, "card", json->game, LF_OF_CARDS, decision->card);
    if (tried == NULL) {
        lf_write_key(out, "chosen");
        lf_view_write_chosen(json, s);
        lf_put_number(out, "id", (int64_t)lf_session_revision(s));
    }
    lf_write_key(out, "options");
    lf_write_array(out);
    for (int i = 0; i < decision->count; i++)
        write_option(json, &q, &decision->options[i]);
    lf_write_end(out);
    lf_put_text(out, "prompt", decision->prompt);
    put_name(out, "seat", json->game, LF_OF_SEATS, decision->decider);
    lf_write_end(out);
    lf_decision_free(decision);
}
