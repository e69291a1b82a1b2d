/* page.h: the words and tables of a self-contained HTML page: no script, nothing from elsewhere,
 * readable in light and dark and on paper. Charts are drawn by chart.h. */
#ifndef SIM_PAGE_H
#define SIM_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PAGE_COLOURS 8 /* that charts tell apart; further ones repeat */

#if defined(__GNUC__)
#define PAGE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PAGE_PRINTF(text, first)
#endif

/* `more_style`: more lines for the style sheet, or "". */
void page_open(FILE *, const char *title, const char *more_style);
void page_close(FILE *);
void page_section(FILE *, const char *id, const char *title);
void page_section_end(FILE *);
void page_subtitle(FILE *, const char *title);

/* Text with what HTML would take for markup escaped. */
void page_text(FILE *, const char *text);
/* A formatted paragraph, escaped. `kind` is a class of the style sheet, or NULL. */
void page_paragraph(FILE *, const char *kind, const char *format, ...) PAGE_PRINTF(3, 4);

/* A row of a list of facts (<dl>): its name, and the text, which may be code. */
void page_fact(FILE *, const char *name, const char *text, bool code);

/* A table that can be folded away. The first column is text, the others are numbers. */
void table_open(FILE *, const char *caption, const char *const *heads); /* heads end with NULL */
void table_row(FILE *, const char *first);
void table_cell(FILE *, const char *format, ...) PAGE_PRINTF(2, 3);
void table_row_end(FILE *);
void table_close(FILE *);

/* 1,234,567 */
const char *count_text(int64_t, char buffer[32]);

#endif
