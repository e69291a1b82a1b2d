/* explain.c: writes the results of a search as text. The numbers come from the statistics of the
 * options, the labels from the game. Expected decisions are replayed on a sample of what the
 * agent's seat may know. */
#include "explain.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define LINES 8 /* the best options that get their expected line as text */

/* ---- the sentence ---- */

/* Adds a margin with a sign and one decimal: "+3.1". */
static void add_margin(lf_text *out, double margin) {
    const bool below = margin < 0;
    const int64_t tenths = (int64_t)((below ? -margin : margin) * 10 + 0.5);
    lf_text_printf(out, "%s%lld.%lld", below && tenths > 0 ? "-" : "+", (long long)(tenths / 10),
                   (long long)(tenths % 10));
}

static void add_value(const agent *a, const option_stats *stats, bool first, lf_text *out) {
    if (lf_has_margins(a->game)) {
        if (first)
            lf_text_printf(out, "promises %s ", lf_payoff_label(a->game));
        add_margin(out, stats->margin);
    } else {
        lf_text_printf(out, "wins %d %%%s", (int)(stats->win * 100 + 0.5),
                       first ? " of games" : "");
    }
}

/* The statistics of the chosen option, or of the best other one. */
static const option_stats *find_stats(const agent *a, bool taken) {
    for (int i = 0; i < a->stats_count; i++)
        if ((a->stats[i].option == a->taken) == taken)
            return &a->stats[i];
    return NULL;
}

static void add_sentence(const agent *a, const lf_decision *decision, lf_text *out) {
    const option_stats *const best = find_stats(a, true), *const next = find_stats(a, false);
    assert(best != NULL && best->option < decision->count);
    lf_text_printf(out, "%s ", decision->options[best->option].label);
    add_value(a, best, true, out);
    if (next != NULL && next->visits > 0) {
        lf_text_printf(out, "; the next best, %s, ", decision->options[next->option].label);
        add_value(a, next, false, out);
    }
    lf_text_addz(out, ".");
}

char *lf_explain_choice(const agent *a, const lf_state *before) {
    const option_stats *const best = find_stats(a, true);
    lf_decision *const decision = best != NULL ? lf_decision_new(before) : NULL;
    lf_text text = {0};
    if (decision == NULL)
        return NULL;
    if (decision->count == a->stats_count)
        add_sentence(a, decision, &text);
    const bool good = decision->count == a->stats_count;
    lf_decision_free(decision);
    if (good)
        return lf_text_take(&text);
    lf_text_free(&text);
    return NULL;
}

/* ---- advice ---- */

bool lf_explain_is_shared(const agent *a, lf_seat decider) {
    return !lf_knows_more(a->game, decider, a->seat);
}

/* Adds one decision of a line: "Trade", with ", " in front, or "; Red: " if the decider changes.
 * False: this sample does not offer it. */
static bool add_step(lf_state *sample, int option, lf_seat before, bool first, lf_text *out) {
    lf_decision *const decision = option >= 0 ? lf_decision_new(sample) : NULL;
    const bool there = decision != NULL && option < decision->count;
    const bool goes_on = there && decision->decider == before;
    if (there && !first)
        lf_text_printf(out, goes_on ? ", " : "; ");
    if (there && !goes_on)
        lf_text_printf(out,
                       "%s: ", lf_label(lf_state_game(sample), LF_OF_SEATS, decision->decider));
    if (there)
        lf_text_printf(out, "%s", decision->options[option].label);
    lf_decision_free(decision);
    return there && lf_apply(sample, option) == LF_OK;
}

/* Adds the decisions that are expected after the option: "Market, 5; Red: Trade". */
static void add_line(agent *a, const option_stats *stats, lf_state *sample, lf_text *out) {
    lf_agent_sample(a, a->rng.state, sample);
    lf_seat before = lf_decider(sample);
    bool goes_on = lf_apply(sample, stats->option) == LF_OK;
    for (int i = 0; goes_on && i < stats->line_length && lf_decider(sample) >= 0; i++) {
        const lf_seat now = lf_decider(sample);
        goes_on = add_step(sample, lf_option_of_id(sample, stats->line[i]), before, i == 0, out);
        before = now;
    }
}

/* Packs the statistics and the texts of the lines into one block. */
static lf_advice *pack_advice(const agent *a, lf_seat decider, const lf_text *lines,
                              const size_t *starts) {
    const size_t head = sizeof(lf_advice), options = (size_t)a->stats_count * sizeof(lf_advised);
    unsigned char *const block = lf_calloc(1, head + options + lines->length + 1);
    if (block == NULL)
        return NULL;
    lf_advice *const advice = (lf_advice *)(void *)block;
    lf_advised *const list = (lf_advised *)(void *)(block + head);
    char *const texts = (char *)block + head + options;
    if (lines->length > 0)
        memcpy(texts, lines->data, lines->length);
    *advice = (lf_advice){.seat = decider, .count = a->stats_count, .options = list};
    for (int i = 0; i < a->stats_count; i++) {
        const option_stats *const t = &a->stats[i];
        list[i] = (lf_advised){
            .option = t->option, .visits = t->visits, .win = t->win, .margin = t->margin};
        list[i].line = i < LINES ? texts + starts[i] : texts + lines->length;
    }
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++) {
        advice->win[seat] = (double)a->evaluation.win[seat];
        advice->margin[seat] = (double)a->evaluation.margin[seat];
    }
    return advice;
}

lf_advice *lf_explain_advice(agent *a, const lf_state *state) {
    lf_text lines = {0};
    size_t starts[LINES] = {0};
    a->asked = state;
    lf_state *const sample = lf_agent_scratch(a);
    for (int i = 0; sample != NULL && i < LINES && i < a->stats_count; i++) {
        starts[i] = lines.length;
        add_line(a, &a->stats[i], sample, &lines);
        lf_text_add(&lines, "", 1);
    }
    a->asked = NULL;
    lf_advice *const advice =
        sample != NULL && !lines.failed ? pack_advice(a, lf_decider(state), &lines, starts) : NULL;
    lf_state_free(sample);
    lf_text_free(&lines);
    return advice;
}
