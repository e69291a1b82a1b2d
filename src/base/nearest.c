/* nearest.c: "did you mean": the known name that a mistyped word most likely stands for.
 *
 * The distance counts insertions, deletions, replacements and swaps of two neighbours, in bytes,
 * and ignores case; among equals a name that also agrees in case wins, then the one offered
 * first. */
#include <string.h>

#include "base.h"

#define LONGEST_WORD 64 /* bytes; longer names are never suggested */
#define MOST_SLIPS 4

typedef char (*spelling)(char); /* what counts as the same letter */

static char as_written(char c) {
    return c;
}

static char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int smaller_int(int a, int b) {
    return a < b ? a : b;
}

/* Optimal string alignment with three rows: two back for swaps, one back, and the one being
 * filled. */
static int distance(const char *a, int a_length, const char *b, int b_length, spelling of) {
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (int j = 0; j <= b_length; j++)
        above[j] = j;
    for (int i = 1; i <= a_length; i++) {
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            bool same = of(a[i - 1]) == of(b[j - 1]);
            row[j] = smaller_int(above[j - 1] + !same, smaller_int(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && of(a[i - 1]) == of(b[j - 2]) && of(a[i - 2]) == of(b[j - 1]))
                row[j] = smaller_int(row[j], before[j - 2] + 1);
        }
        int *recycled = before;
        before = above;
        above = row;
        row = recycled;
    }
    return above[b_length];
}

/* One slip for a short word, more for a long one, none for a single letter: the rule in base.h. */
static int largest_useful_distance(int length) {
    return smaller_int((length + 1) / 3, MOST_SLIPS);
}

lf_nearest lf_nearest_to(const char *word) {
    return (lf_nearest){.word = word, .best = NULL, .best_distance = 0};
}

/* best_distance counts half steps: the odd one says that the case differs somewhere. */
void lf_nearest_offer(lf_nearest *nearest, const char *candidate) {
    const char *word = nearest->word;
    size_t length = strlen(word), other = strlen(candidate);
    if (length > LONGEST_WORD || other > LONGEST_WORD)
        return;
    int steps = distance(word, (int)length, candidate, (int)other, to_lower);
    if (steps > largest_useful_distance((int)length))
        return;
    bool case_differs = distance(word, (int)length, candidate, (int)other, as_written) > steps;
    int halves = steps * 2 + case_differs;
    if (nearest->best && halves >= nearest->best_distance)
        return;
    nearest->best = candidate;
    nearest->best_distance = halves;
}
