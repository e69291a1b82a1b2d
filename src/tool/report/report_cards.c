/* report_cards.c: which cards came into the open, and which of them go together with winning. The
 * engine does not know what it means to play a card, so each open stack into which cards move is
 * shown by itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "page.h"
#include "report.h"

#define SHOWN_CARDS 20
#define LABEL_BYTES 160

typedef struct {
    int card;
    int64_t games; /* with the card in this stack */
} card_use;

/* The label of a card, with its id where another card bears the same label. */
static const char *card_label(const lf_game *game, int card, char *buffer, size_t size) {
    const char *label = lf_label(game, LF_OF_CARDS, card);
    bool alone = true;
    for (int other = 0; other < lf_count(game, LF_OF_CARDS) && alone; other++)
        alone = other == card || strcmp(lf_label(game, LF_OF_CARDS, other), label) != 0;
    snprintf(buffer, size, alone ? "%s" : "%s (%s)", label, lf_name(game, LF_OF_CARDS, card));
    return buffer;
}

static bool came(const collection *seen, int64_t game, int stack, int card) {
    return seen->games[game].cards[stack * seen->watch_plan.cards + card] > 0;
}

static int by_games(const void *a, const void *b) {
    const card_use *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return x->card - y->card;
}

/* The cards that came into a stack, the most frequent first; returns how many did. */
static int count_cards(const collection *seen, int stack, card_use *uses) {
    int used = 0;
    for (int card = 0; card < seen->watch_plan.cards; card++) {
        uses[card] = (card_use){.card = card};
        for (int64_t i = 0; i < seen->count; i++)
            uses[card].games += came(seen, i, stack, card);
        used += uses[card].games > 0;
    }
    qsort(uses, (size_t)seen->watch_plan.cards, sizeof *uses, by_games);
    return used;
}

/* ---- how often ------------------------------------------------------------------------------- */

static void write_card_row(FILE *out, const report_run *run, int stack, const card_use *use) {
    const collection *seen = &run->seen;
    const kept_game *played = run->results.games.at;
    int64_t wins[LF_SEATS_MAX] = {0}, completed = 0;
    char label[LABEL_BYTES];
    for (int64_t i = 0; i < seen->count; i++) {
        if (!played[i].completed || !came(seen, i, stack, use->card))
            continue;
        completed++;
        for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
            wins[seat] += has_won(played[i].winners, seat);
    }
    table_row(out, card_label(run->game, use->card, label, sizeof label));
    table_cell(out, "%" PRId64, use->games);
    table_cell(out, "%.1f %%", 100 * (double)use->games / (double)seen->count);
    for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
        table_cell(out, "%.1f %%",
                   completed > 0 ? 100 * (double)wins[seat] / (double)completed : 0);
    table_row_end(out);
}

static void write_card_table(FILE *out, const report_run *run, int stack, const card_use *uses,
                             int used) {
    char names[LF_SEATS_MAX][160];
    const char *heads[LF_SEATS_MAX + 4] = {"Card", "games", "share"};
    for (lf_seat seat = 0; seat < run->seen.watch_plan.seats; seat++) {
        snprintf(names[seat], sizeof names[seat], "then won by %.120s",
                 lf_label(run->game, LF_OF_SEATS, seat));
        heads[seat + 3] = names[seat];
    }
    table_open(out, "Table: all cards that came here", heads);
    for (int i = 0; i < used; i++)
        write_card_row(out, run, stack, &uses[i]);
    table_close(out);
}

static void draw_cards(FILE *out, const report_run *run, const card_use *uses, int used) {
    chart_row rows[SHOWN_CARDS];
    char labels[SHOWN_CARDS][LABEL_BYTES];
    int shown = used < SHOWN_CARDS ? used : SHOWN_CARDS;
    for (int i = 0; i < shown; i++) {
        rows[i] = (chart_row){.interval = true};
        rows[i].label = card_label(run->game, uses[i].card, labels[i], LABEL_BYTES);
        rows[i].value = (double)uses[i].games / (double)run->seen.count;
        wilson_interval(uses[i].games, run->seen.count, &rows[i].low, &rows[i].high);
    }
    chart_rows chart = {{used > shown ? "Share of games with the card, the 20 most frequent"
                                      : "Share of games with the card",
                         "Bars: the share of the games in which each card came into this stack.",
                         CHART_WIDE},
                        rows,
                        shown,
                        true,
                        0};
    chart_bars(out, &chart);
}

/* ---- and winning ----------------------------------------------------------------------------- */

static bool add_card_correlations(const report_run *run, int stack, int card,
                                  correlation_list *list) {
    const collection *seen = &run->seen;
    const kept_game *played = run->results.games.at;
    bool good = true;
    char label[LABEL_BYTES];
    card_label(run->game, card, label, sizeof label);
    for (lf_seat seat = 0; seat < seen->watch_plan.seats && good; seat++) {
        correlation_row item = {.seat = seat};
        for (int64_t i = 0; i < seen->count; i++) {
            if (played[i].completed)
                joint_add(&item.sums, came(seen, i, stack, card), has_won(played[i].winners, seat));
        }
        snprintf(item.label, sizeof item.label, "%.70s, %.70s wins", label,
                 lf_label(run->game, LF_OF_SEATS, seat));
        good = correlations_add(list, &item);
    }
    return good;
}

/* False when no card ever came here: nothing is written. */
static bool write_stack(FILE *out, const report_run *run, int stack, card_use *uses) {
    correlation_list list = {0};
    char title[200];
    int used = count_cards(&run->seen, stack, uses);
    if (used == 0)
        return false;
    snprintf(title, sizeof title, "Into %.150s", lf_label(run->game, LF_OF_STACKS, stack));
    page_subtitle(out, title);
    draw_cards(out, run, uses, used);
    write_card_table(out, run, stack, uses, used);
    for (int i = 0; i < used && add_card_correlations(run, stack, uses[i].card, &list);)
        i++;
    snprintf(title, sizeof title, "Correlation of a card's coming into %.100s with winning",
             lf_label(run->game, LF_OF_STACKS, stack));
    correlations_draw(out, &list, title,
                      "Dots: the correlation, strongest positive first; lines: 95 % intervals; the "
                      "middle is none.");
    return true;
}

void report_cards(FILE *out, const report_run *run) {
    card_use *uses = calloc((size_t)run->seen.watch_plan.cards + 1, sizeof *uses);
    report_section(out, run, "cards", "Cards");
    if (run->seen.watch_plan.cards == 0)
        page_paragraph(out, NULL, "This game has no cards.");
    else
        page_paragraph(out, NULL,
                       "Cards that moved into a stack that everybody sees, and how that goes "
                       "together with winning the "
                       "game (phi: r of two yes-or-no measures).");
    int shown = 0;
    for (int stack = 0; uses != NULL && stack < run->seen.watch_plan.stacks; stack++)
        shown += run->seen.watch_plan.open_stack[stack] && write_stack(out, run, stack, uses);
    if (shown == 0 && run->seen.watch_plan.cards > 0)
        page_paragraph(out, NULL, "No card did.");
    page_section_end(out);
    free(uses);
}
