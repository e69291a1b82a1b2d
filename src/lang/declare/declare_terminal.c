/* declare_terminal.c: how a game ends and who has won: checkpoints, margins, the order that breaks
 * ties. */
#include "declare.h"

#include <string.h>

enum {
    TERMINAL_CHECKPOINTS,
    TERMINAL_MARGINS,
    TERMINAL_TIES,
    TERMINAL_SHARING,
    TERMINAL_RANKING,
    TERMINAL_PAYOFF,
    TERMINAL_KEYS
};
static const lf_key_rule terminal_rules[] = {
    [TERMINAL_CHECKPOINTS] = {"checkpoints", LF_KEY_LIST, 0},
    [TERMINAL_MARGINS] = {"margins", LF_KEY_LIST, 0},
    [TERMINAL_TIES] = {"tieBreakOrder", LF_KEY_LIST, 0},
    [TERMINAL_SHARING] = {"ties", LF_KEY_SCALAR, 0},
    [TERMINAL_RANKING] = {"ranking", LF_KEY_MAP, 0},
    [TERMINAL_PAYOFF] = {"payoff", LF_KEY_MAP, 0},
};
LF_SHAPE(terminal_shape, "terminal", terminal_rules, false);

enum { RANKING_ORDER, RANKING_TIES, RANKING_KEYS };
static const lf_key_rule ranking_rules[] = {
    [RANKING_ORDER] = {"order", LF_KEY_SCALAR, 0},
    [RANKING_TIES] = {"tieBreakOrder", LF_KEY_LIST, 0},
};
LF_SHAPE(ranking_shape, "ranking", ranking_rules, false);

enum { PAYOFF_UNIT, PAYOFF_LABEL, PAYOFF_SCALE, PAYOFF_KEYS };
static const lf_key_rule payoff_rules[] = {
    [PAYOFF_UNIT] = {"unit", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PAYOFF_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [PAYOFF_SCALE] = {"scale", LF_KEY_INT, LF_KEY_REQUIRED},
};
LF_SHAPE(payoff_shape, "payoff", payoff_rules, false);

enum {
    POINT_ID,
    POINT_SEAT,
    POINT_TIMING,
    POINT_WHEN,
    POINT_WINNER,
    POINT_DRAW,
    POINT_LABEL,
    POINT_KEYS
};
static const lf_key_rule point_rules[] = {
    [POINT_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [POINT_SEAT] = {"seat", LF_KEY_SCALAR, 0},
    [POINT_TIMING] = {"timing", LF_KEY_SCALAR, 0},
    [POINT_WHEN] = {"when", LF_KEY_ANY, LF_KEY_REQUIRED},
    [POINT_WINNER] = {"winner", LF_KEY_ANY, 0},
    [POINT_DRAW] = {"draw", LF_KEY_BOOL, 0},
    [POINT_LABEL] = {"label", LF_KEY_SCALAR, 0},
};
LF_SHAPE(point_shape, "a checkpoint", point_rules, false);

enum { MARGIN_SEAT, MARGIN_VALUE, MARGIN_KEYS };
static const lf_key_rule margin_rules[] = {
    [MARGIN_SEAT] = {"seat", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [MARGIN_VALUE] = {"value", LF_KEY_ANY, LF_KEY_REQUIRED},
};
LF_SHAPE(margin_shape, "a margin", margin_rules, false);

/* ---- margins ---- */

static void declare_margins(lf_declaring *d, const lf_doc *list) {
    lf_model *m = d->m;
    const lf_doc **given = LF_NEW_ARRAY(m->arena, const lf_doc *, m->seat_count + 1);
    uint32_t before = m->report->errors;
    m->margins = LF_NEW_ARRAY(m->arena, lf_node *, m->seat_count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *values[MARGIN_KEYS];
        if (!lf_read_keys(d, list->items[i], &margin_shape, values))
            continue;
        int seat = lf_reference(d, LF_REF_SEAT, values[MARGIN_SEAT]);
        lf_node *value = lf_read_expression(&d->parse, values[MARGIN_VALUE]);
        if (seat < 0)
            continue;
        if (given[seat] != NULL)
            lf_report_add_at(m->report, LF_ERROR, LF_E0407, values[MARGIN_SEAT]->pos,
                             lf_doc_width(values[MARGIN_SEAT]), given[seat]->pos,
                             "the first is here", "`%s` has two margins", m->seats[seat].id);
        given[seat] = values[MARGIN_SEAT];
        m->margins[seat] = value;
    }
    for (uint32_t s = 0; s < m->seat_count && m->report->errors == before; s++)
        if (given[s] == NULL)
            LF_WRONG(d, LF_E0425, list, NULL, "`%s` has no margin", m->seats[s].id);
}

/* ---- checkpoints ---- */

static void check_decides(lf_declaring *d, const lf_doc *doc, const lf_doc **values,
                          bool has_margins) {
    bool draw = lf_bool_or(values[POINT_DRAW], false);
    if (values[POINT_WINNER] != NULL && draw)
        LF_WRONG(d, LF_E0424, values[POINT_DRAW], NULL,
                 "a checkpoint cannot have both a `winner` and a `draw`");
    else if (values[POINT_WINNER] == NULL && !draw && !has_margins)
        LF_WRONG(d, LF_E0424, doc, "give `winner`, `draw: true`, or the margins of the game",
                 "the checkpoint `%s` does not say who wins", values[POINT_ID]->text);
}

static void declare_checkpoint(lf_declaring *d, const lf_doc *doc, bool has_margins) {
    const lf_doc *values[POINT_KEYS];
    lf_model *m = d->m;
    lf_model_checkpoint point = {0};
    if (!lf_read_keys(d, doc, &point_shape, values))
        return;
    point.id = lf_read_name(d, values[POINT_ID], "a checkpoint");
    point.pos = values[POINT_ID]->pos;
    if (point.id == NULL)
        return;
    point.label = lf_text_or(values[POINT_LABEL], lf_label_from_id(d, point.id));
    if (!lf_add_local(d, LF_NAMES_CHECKPOINT, "a checkpoint", point.id, point.pos,
                      (int)m->checkpoint_count))
        return;
    check_decides(d, doc, values, has_margins);
    /* Whose condition it is, for readers of the spec: who wins is said by `winner` or the
     * margins. */
    if (values[POINT_SEAT] != NULL)
        lf_reference(d, LF_REF_SEAT, values[POINT_SEAT]);
    if (values[POINT_TIMING] != NULL)
        point.timing = lf_read_name(d, values[POINT_TIMING], "a timing");
    point.when = lf_read_expression(&d->parse, values[POINT_WHEN]);
    if (values[POINT_WINNER] != NULL)
        point.winner = lf_read_expression(&d->parse, values[POINT_WINNER]);
    point.draw = lf_bool_or(values[POINT_DRAW], false);
    m->checkpoints[m->checkpoint_count++] = point;
}

/* ---- the section ---- */

static void declare_ties(lf_declaring *d, const lf_doc *ties, const lf_doc *ranking) {
    const lf_doc *values[RANKING_KEYS] = {0};
    if (ranking != NULL)
        lf_read_keys(d, ranking, &ranking_shape, values);
    const lf_doc *order = values[RANKING_ORDER];
    if (order != NULL && strcmp(order->text, "desc") != 0)
        LF_WRONG(d, LF_E0408, order, "write `desc`: the highest margin wins",
                 "`%s` is not a ranking order", order->text);
    ties = lf_either(d, ties, values[RANKING_TIES], "the two `tieBreakOrder`");
    if (ties != NULL)
        d->m->tie_break = lf_read_seat_order(d, ties, "tieBreakOrder");
}

/* What equal best margins mean, if no order breaks the tie. */
static void declare_sharing(lf_declaring *d, const lf_doc *sharing) {
    d->m->shared_wins = strcmp(sharing->text, "shared") == 0;
    if (!d->m->shared_wins && strcmp(sharing->text, "draw") != 0)
        LF_WRONG(d, LF_E0408, sharing, "write `draw` (nobody wins) or `shared` (all of them win)",
                 "`%s` is not a value of `ties`", sharing->text);
    else {
        if (d->m->tie_break != NULL)
            LF_WRONG(d, LF_E0424, sharing, "delete one of them",
                     "`tieBreakOrder` breaks every tie, so `ties` has no effect");
    }
}

/* The margins are what is played for, and not only who wins by them. */
static void declare_payoff(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[PAYOFF_KEYS];
    if (!lf_read_keys(d, doc, &payoff_shape, values))
        return;
    if (d->m->margins == NULL) {
        LF_WRONG(d, LF_E0425, doc, "declare `margins`: payoffs are computed from them",
                 "the game has no margins");
        return;
    }
    d->m->payoff_unit = values[PAYOFF_UNIT]->text;
    d->m->payoff_label = lf_text_or(values[PAYOFF_LABEL], d->m->payoff_unit);
    d->m->payoff_scale = lf_int_or(d, values[PAYOFF_SCALE], 1, INT32_MAX, 1);
}

void lf_declare_terminal(lf_declaring *d) {
    const lf_doc *section = lf_doc_get(d->m->document, "terminal"), *values[TERMINAL_KEYS];
    if (section == NULL || !lf_read_keys(d, section, &terminal_shape, values))
        return;
    const lf_doc *points = values[TERMINAL_CHECKPOINTS];
    if (values[TERMINAL_MARGINS] != NULL)
        declare_margins(d, values[TERMINAL_MARGINS]);
    if (values[TERMINAL_PAYOFF] != NULL)
        declare_payoff(d, values[TERMINAL_PAYOFF]);
    declare_ties(d, values[TERMINAL_TIES], values[TERMINAL_RANKING]);
    if (values[TERMINAL_SHARING] != NULL)
        declare_sharing(d, values[TERMINAL_SHARING]);
    d->m->checkpoints =
        LF_NEW_ARRAY(d->m->arena, lf_model_checkpoint, (points != NULL ? points->count : 0) + 1);
    for (uint32_t i = 0; points != NULL && i < points->count; i++)
        declare_checkpoint(d, points->items[i], d->m->margins != NULL);
}
