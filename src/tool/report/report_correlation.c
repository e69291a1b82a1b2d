/* report_correlation.c: what goes together with winning, as a list that is sorted, corrected for
 * its length, drawn and tabled. */
#include <math.h>
#include <stdlib.h>

#include "chart.h"
#include "page.h"
#include "report.h"
#include "support/array.h"

#define SHOWN_EACH_WAY 20

bool correlations_add(correlation_list *s, const correlation_row *item) {
    estimate r;
    if (!correlation(&item->sums, &r)) {
        s->dropped++;
        return true;
    }
    if (!lf_array_reserve(&s->items, &s->capacity, (size_t)s->count + 1, sizeof *s->items))
        return false;
    s->items[s->count] = *item;
    s->items[s->count++].r = r;
    return true;
}

static int by_strength(const void *a, const void *b) {
    double x = ((const correlation_row *)a)->r.value, y = ((const correlation_row *)b)->r.value;
    return (x < y) - (x > y); /* the most positive first */
}

static void correct_for_many(correlation_list *s) {
    double *p = calloc((size_t)s->count + 1, sizeof *p);
    for (int i = 0; p != NULL && i < s->count; i++)
        p[i] = s->items[i].r.p;
    if (p != NULL)
        holm(p, s->count);
    for (int i = 0; i < s->count; i++)
        s->items[i].adjusted = p != NULL ? p[i] : 1;
    free(p);
}

/* Keeps the ends of the sorted list. */
static void keep_ends(correlation_list *s) {
    if (s->count <= 2 * SHOWN_EACH_WAY)
        return;
    for (int i = 0; i < SHOWN_EACH_WAY; i++)
        s->items[SHOWN_EACH_WAY + i] = s->items[s->count - SHOWN_EACH_WAY + i];
    s->count = 2 * SHOWN_EACH_WAY;
}

static void write_table(FILE *out, const correlation_list *s) {
    static const char *const heads[] = {"What, whose win", "r", "95 % from", "to", "p", "p, Holm",
                                        "mean per game",   NULL};
    table_open(out, "Table: correlations", heads);
    for (int i = 0; i < s->count; i++) {
        const correlation_row *item = &s->items[i];
        table_row(out, item->label);
        table_cell(out, "%+.3f", item->r.value);
        table_cell(out, "%+.3f", item->r.low);
        table_cell(out, "%+.3f", item->r.high);
        table_cell(out, "%.4f", item->r.p);
        table_cell(out, "%.4f", item->adjusted);
        table_cell(out, "%.3f", item->sums.x / (double)item->sums.n);
        table_row_end(out);
    }
    table_close(out);
}

static void write_chart(FILE *out, const correlation_list *s, const char *title,
                        const char *describe) {
    chart_row rows[2 * SHOWN_EACH_WAY];
    for (int i = 0; i < s->count; i++) {
        const correlation_row *item = &s->items[i];
        rows[i] = (chart_row){item->label, item->r.value,          true, item->r.low, item->r.high,
                              item->seat,  item->adjusted >= ALPHA};
    }
    chart_rows chart = {{title, describe, CHART_WIDE}, rows, s->count, false, 0.1};
    chart_dots(out, &chart);
}

void correlations_draw(FILE *out, correlation_list *s, const char *title, const char *describe) {
    int asked = s->count, firm = 0;
    correct_for_many(s);
    if (s->count > 0)
        qsort(s->items, (size_t)s->count, sizeof *s->items, by_strength);
    for (int i = 0; i < s->count; i++)
        firm += s->items[i].adjusted < ALPHA;
    if (asked == 0) {
        page_paragraph(out, "note", "%s: too few games to say anything.", title);
    } else {
        keep_ends(s);
        write_chart(out, s, title, describe);
        page_paragraph(
            out, "note",
            "%d pairs had enough games, %d had not.%s Of so many, about %.0f would miss 0 by "
            "chance "
            "alone. Full dots are those that stand even so (Holm, 5 %% for the whole list): %d.",
            asked, s->dropped,
            asked > s->count ? " The 20 strongest of each direction are shown." : "",
            ceil(asked * ALPHA), firm);
        write_table(out, s);
    }
    lf_free(s->items);
    *s = (correlation_list){0};
}
