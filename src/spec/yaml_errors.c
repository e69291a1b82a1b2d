/* yaml_errors.c: says what is wrong with a block that is not YAML.
 *
 * libfyaml knows the place and names the rule that was broken; most authors know YAML by example,
 * so the frequent mistakes get words of their own, with the likely remedy. */
#include <string.h>

#include "yaml.h"

/* What to point at besides the words. */
typedef enum {
    AT_ERROR,          /* the place of the error */
    AT_OPENING,        /* where the innermost open list or map begins, instead */
    AT_ERROR_OF_OPENED /* the error, with a note that points at the opening */
} pointing;

typedef struct {
    const char *theirs;  /* a part of libfyaml's message */
    const char *message; /* ours; NULL: theirs is good enough */
    const char *note;
    pointing at;
    lf_code code;
} wording;

#define SAME_COLUMN "begin all entries of a map or a list in the same column"
#define BEGINS_HERE "the list or map begins here"

/* The first row that fits counts; the last one fits all. */
static const wording wordings[] = {
    {"tab", "tab in the indentation", "indent with spaces", AT_ERROR, LF_E0121},
    {"without a closing bracket", "this `[` is never closed", NULL, AT_OPENING, LF_E0120},
    {"without a closing brace", "this `{` is never closed", NULL, AT_OPENING, LF_E0120},
    {"missing comma", "expected a comma or the closing bracket",
     BEGINS_HERE "; in it, quote values that contain `{`, `[` or `,`", AT_ERROR_OF_OPENED,
     LF_E0120},
    {"without closing quote", "this quoted text is never closed",
     "a `'` inside single quotes is written twice: `''`", AT_ERROR, LF_E0120},
    {"extra closing bracket", "unmatched `]`", NULL, AT_ERROR, LF_E0120},
    {"extra closing brace", "unmatched `}`", NULL, AT_ERROR, LF_E0120},
    {"nested block mapping on the same line", "a second `key:` on one line",
     "put a text that contains `: ` in quotes, or begin a nested map on its own line", AT_ERROR,
     LF_E0120},
    {"block sequence on the same line", "a list cannot begin on the line of its key",
     "begin its `- ` entries on the next line; put a text that begins with `- ` in quotes",
     AT_ERROR, LF_E0120},
    {"multiline plain key", "this is not a `key: value` entry",
     "write a space after the colon, and begin all entries of a map in the same column", AT_ERROR,
     LF_E0120},
    {"mapping in plain multiline", "this line does not continue the map above", SAME_COLUMN,
     AT_ERROR, LF_E0120},
    {"invalid value after mapping", "expected a `key: value` entry",
     "write a colon and a space after the key", AT_ERROR, LF_E0120},
    {"invalid indentation", "this line is not indented like the entries around it", SAME_COLUMN,
     AT_ERROR, LF_E0120},
    {"end of block sequence", "expected a list entry, `- …`", SAME_COLUMN, AT_ERROR, LF_E0120},
    {"expected '-'", "expected a list entry, `- …`", SAME_COLUMN, AT_ERROR, LF_E0120},
    {"expected key", "expected a `key: value` entry", SAME_COLUMN, AT_ERROR, LF_E0120},
    {"expected ':'", "expected a `key: value` entry", "write a colon and a space after the key",
     AT_ERROR, LF_E0120},
    {"expected node content", "expected a value", BEGINS_HERE, AT_ERROR_OF_OPENED, LF_E0120},
    {"plain scalar cannot start with", NULL, "put the text in quotes", AT_ERROR, LF_E0120},
    {"invalid escape", NULL,
     "in double quotes a backslash begins an escape; write it twice, or use single quotes",
     AT_ERROR, LF_E0120},
    {"", NULL, NULL, AT_ERROR, LF_E0120},
};

static const wording *wording_for(const char *theirs) {
    const wording *w = wordings;
    while (!strstr(theirs, w->theirs))
        w++;
    return w;
}

/* libfyaml counts lines and columns from 1. */
static size_t error_offset(const lf_block *block, const struct fy_diag_error *error) {
    uint32_t line = error->line > 0 ? (uint32_t)error->line - 1 : 0;
    uint32_t column = error->column > 0 ? (uint32_t)error->column - 1 : 0;
    return lf_block_offset(block, line, column);
}

/* ---- brackets that YAML took for its own ---- */

#define IN_QUOTES "put the whole value in quotes"

static size_t line_start(const lf_block *b, size_t at) {
    while (at > 0 && b->text[at - 1] != '\n')
        at--;
    return at;
}

static size_t indentation(const lf_block *b, size_t at) {
    const size_t start = line_start(b, at);
    size_t end = start;
    while (end < b->length && b->text[end] == ' ')
        end++;
    return end - start;
}

/* `pre: {a} != {b}`: the place stands behind a bracketed value that begins at *bracket, on the same
 * line. */
static bool follows_bracket(const lf_block *b, size_t place, size_t *bracket) {
    const size_t start = line_start(b, place);
    size_t at = place, depth = 0;
    while (at > start && b->text[at - 1] == ' ')
        at--;
    if (at == start || strchr("}]", b->text[at - 1]) == NULL)
        return false;
    do {
        at--;
        depth += strchr("}]", b->text[at]) != NULL;
        depth -= strchr("{[", b->text[at]) != NULL;
    } while (depth > 0 && at > start);
    *bracket = at;
    while (at > start && b->text[at - 1] == ' ')
        at--;
    return depth == 0 && at > start && at < *bracket && strchr(":-", b->text[at - 1]) != NULL;
}

/* The innermost bracket is open, and the block ends, or goes on further left than the line that
 * opened it. */
static bool is_never_closed(const lf_yaml *y, size_t place) {
    const lf_block *b = y->block;
    if (y->opened >= b->length || strchr("{[", b->text[y->opened]) == NULL)
        return false;
    size_t at = place;
    while (at < b->length && strchr(" \n", b->text[at]) != NULL)
        at++;
    const bool below = line_start(b, place) > y->opened;
    return at >= b->length || (below && indentation(b, place) <= indentation(b, y->opened));
}

static bool report_bracket(lf_yaml *y, size_t place) {
    lf_report *report = y->reading->reader->report;
    lf_block *b = y->block;
    size_t bracket = y->opened;
    if (is_never_closed(y, place)) {
        lf_report_add(report, LF_ERROR, LF_E0120, lf_block_pos(b, bracket), 1,
                      "close it; if it is not a YAML list or map, " IN_QUOTES,
                      "this `%c` is never closed", b->text[bracket]);
        return true;
    }
    if (!follows_bracket(b, place, &bracket))
        return false;
    lf_report_add(report, LF_ERROR, LF_E0120, lf_block_pos(b, bracket), 1, IN_QUOTES,
                  "without quotes, this `%c` begins a YAML %s", b->text[bracket],
                  b->text[bracket] == '{' ? "map" : "list");
    return true;
}

void lf_yaml_report_error(lf_yaml *y) {
    lf_report *report = y->reading->reader->report;
    void *iterator = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(y->diag, &iterator);
    if (error == NULL) {
        lf_report_add(report, LF_ERROR, LF_E0120, lf_block_pos(y->block, y->end), 1, NULL,
                      "invalid YAML from here on");
        return;
    }
    if (report_bracket(y, error_offset(y->block, error)))
        return;
    const wording *w = wording_for(error->msg);
    size_t place = w->at == AT_OPENING ? y->opened : error_offset(y->block, error);
    lf_pos note_pos = {0, 0, 0};
    if (w->at == AT_ERROR_OF_OPENED)
        note_pos = lf_block_pos(y->block, y->opened);
    lf_report_add_at(
        report, LF_ERROR, w->code, lf_block_pos(y->block, place), 1, note_pos, w->note, "%s%s",
        w->message != NULL ? "" : "invalid YAML: ", w->message != NULL ? w->message : error->msg);
}
