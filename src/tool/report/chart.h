/* chart.h: charts as inline SVG figures. Each has a title and a description for those who cannot
 * see it, and colours that follow the page's style sheet. The caller puts the table behind a chart
 * beside it. */
#ifndef SIM_CHART_H
#define SIM_CHART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CHART_WIDE 900   /* a chart that takes the width of the page */
#define CHART_NARROW 440 /* one of two beside each other */

/* What all charts have. `describe` says in a sentence what is drawn. */
typedef struct {
    const char *title, *describe;
    int width;
} chart_head;

/* One row of a chart of bars or of dots. */
typedef struct {
    const char *label;
    double value;
    bool interval; /* low … high is drawn as well */
    double low, high;
    int colour;
    bool faint; /* a hollow dot */
} chart_row;

typedef struct {
    chart_head head;
    const chart_row *rows;
    int count;
    bool percent; /* values are shares */
    double most;  /* the axis goes at least this far */
} chart_rows;

void chart_bars(FILE *, const chart_rows *);
/* Dots on an axis with 0 in the middle. */
void chart_dots(FILE *, const chart_rows *);

/* Counts of whole numbers, in bins of one width. */
typedef struct {
    int64_t first, width; /* bin i has first + i * width … first + (i + 1) * width - 1 */
    int count;
    int64_t most; /* the greatest count in charts that are compared; 0: each chart has its own */
} chart_bins;

/* Bins for values from min to max. */
chart_bins bins_for(int64_t min, int64_t max);
int bin_of(const chart_bins *, int64_t value);
const char *bin_label(const chart_bins *, int bin, char buffer[64]);
/* `mark`: a line at this value (a mean). */
void chart_histogram(FILE *, const chart_head *, const chart_bins *, const int64_t *counts,
                     double mark, int colour);

/* A line with a band around it, over time. */
typedef struct {
    chart_head head;
    const double *low, *middle, *high;
    int count;
    double step; /* time between two points */
    int colour;
} chart_line;

void chart_band(FILE *, const chart_line *);

/* One of several lines. */
typedef struct {
    const char *label;
    const double *values;
    int colour;
} chart_course;

/* Several lines over the same places, with a key. */
typedef struct {
    chart_head head;
    const double *places; /* that rise */
    int points;
    const chart_course *courses;
    int count;
    bool percent;        /* values are shares: the axis goes from 0 to all */
    const double *marks; /* upright lines at these places, numbered from 1 */
    int mark_count;
    const char *below; /* what the places are */
} chart_courses;

void chart_lines(FILE *, const chart_courses *);

#endif
