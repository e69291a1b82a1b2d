/* page.c: the words and tables of a report. */
#include "page.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

/* Colours are variables, so that the charts follow the reader's choice of light or dark; paper is
 * light. */
#define LIGHT                                                                                      \
    "--bg:#fff;--fg:#1c2128;--soft:#5b6470;--rule:#dfe3e8;--panel:#f6f7f9;"                        \
    "--c0:#3566b8;--c1:#c8553d;--c2:#3b8f5a;--c3:#a37a12;--c4:#7d56b3;--c5:#2a8c9e;--c6:#b84a86;-" \
    "-c7:#6b7280;"
#define DARK                                                                                       \
    "--bg:#14171c;--fg:#e4e7eb;--soft:#9aa4b0;--rule:#2d333b;--panel:#1b2027;"                     \
    "--c0:#79a6f2;--c1:#ee8d77;--c2:#74c792;--c3:#d9b24a;--c4:#b798e6;--c5:#66c4d4;--c6:#e78fbb;-" \
    "-c7:#a3abb6;"

static const char style[] =
    ":root{color-scheme:light dark;" LIGHT "}\n"
    "@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
    "@media print{:root{color-scheme:light;" LIGHT
    "}section{break-inside:auto}figure{break-inside:avoid}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem "
    "4rem;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,sans-serif}\n"
    "h1{margin:.2em 0;font-size:1.9rem;line-height:1.2}\n"
    "h1.run{margin:2.5em 0 0;font-size:1.6rem}h1.run+section h2{margin-top:.8em}\n"
    "h2{margin:2.2em 0 .4em;padding-top:.6em;border-top:1px solid var(--rule);font-size:1.35rem}\n"
    "h3{margin:1.6em 0 .3em;font-size:1.05rem}\n"
    "p{margin:.4em 0;max-width:46rem}\n"
    ".lead{font-size:1.1rem}.note{color:var(--soft);font-size:.9rem}\n"
    "nav{margin:.5em 0;color:var(--soft);font-size:.9rem}nav "
    "a{margin-right:1em}a{color:var(--c0)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em;margin:1em "
    "0;font-size:.9rem}\n"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}code{font:.92em "
    "ui-monospace,monospace}\n"
    ".grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:"
    "1rem}\n"
    "figure{margin:.8em 0;padding:.6rem "
    ".7rem;background:var(--panel);border-radius:6px;min-width:0}\n"
    ".grid figure{margin:0}figcaption{font-weight:600;font-size:.95rem}\n"
    "svg{display:block;width:100%;height:auto}\n"
    "svg text{fill:var(--fg);font:12px system-ui,sans-serif}svg .soft{fill:var(--soft)}\n"
    "svg .rule{stroke:var(--rule)}svg .zero{stroke:var(--soft)}\n"
    "svg .whisker{stroke:var(--fg);stroke-width:1.3;fill:none}svg .end{text-anchor:end}\n"
    "svg .mid{text-anchor:middle}\n"
    "svg .band{opacity:.22;stroke:none}svg .line{fill:none;stroke-width:2;stroke-linejoin:round}\n"
    "svg .faint{fill:var(--panel);stroke-width:2}\n"
    "details{margin:.5em 0;font-size:.9rem}summary{cursor:pointer;color:var(--soft)}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;margin:.4em 0;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15em .7em;border-bottom:1px solid "
    "var(--rule);text-align:right;white-space:nowrap}\n"
    "th:first-child{text-align:left;padding-left:0}tbody th{font-weight:400}\n"
    "thead th{color:var(--soft);font-weight:600}\n"
    "footer{margin-top:3em;color:var(--soft);font-size:.85rem}\n";

void page_text(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

void page_open(FILE *out, const char *title, const char *more_style) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
          out);
    page_text(out, title);
    fprintf(out, "</title>\n<style>\n%s", style);
    for (int i = 0; i < PAGE_COLOURS; i++)
        fprintf(out, "svg .f%d{fill:var(--c%d)}svg .s%d{stroke:var(--c%d)}\n", i, i, i, i);
    fprintf(out, "%s</style>\n</head>\n<body>\n", more_style);
}

void page_close(FILE *out) {
    fputs("</body>\n</html>\n", out);
}

void page_section(FILE *out, const char *id, const char *title) {
    fprintf(out, "<section id=\"%s\">\n<h2>", id);
    page_text(out, title);
    fputs("</h2>\n", out);
}

void page_section_end(FILE *out) {
    fputs("</section>\n", out);
}

void page_subtitle(FILE *out, const char *title) {
    fputs("<h3>", out);
    page_text(out, title);
    fputs("</h3>\n", out);
}

void page_paragraph(FILE *out, const char *kind, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(out, "<p%s%s%s>", kind != NULL ? " class=\"" : "", kind != NULL ? kind : "",
            kind != NULL ? "\"" : "");
    page_text(out, text);
    fputs("</p>\n", out);
}

void page_fact(FILE *out, const char *name, const char *text, bool code) {
    fputs("<dt>", out);
    page_text(out, name);
    fputs(code ? "</dt><dd><code>" : "</dt><dd>", out);
    page_text(out, text);
    fputs(code ? "</code></dd>\n" : "</dd>\n", out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

void table_open(FILE *out, const char *caption, const char *const *heads) {
    assert(heads[0] != NULL); /* every row has a first cell */
    fputs("<details><summary>", out);
    page_text(out, caption);
    fputs("</summary>\n<div class=\"scroll\"><table>\n<thead><tr>", out);
    for (; *heads; heads++) {
        fputs("<th scope=\"col\">", out);
        page_text(out, *heads);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

void table_row(FILE *out, const char *first) {
    fputs("<tr><th scope=\"row\">", out);
    page_text(out, first);
    fputs("</th>", out);
}

void table_cell(FILE *out, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("<td>", out);
    page_text(out, text);
    fputs("</td>", out);
}

void table_row_end(FILE *out) {
    fputs("</tr>\n", out);
}

void table_close(FILE *out) {
    fputs("</tbody></table></div></details>\n", out);
}

const char *count_text(int64_t value, char buffer[32]) {
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    size_t length = strlen(digits), at = 0;
    for (size_t i = 0; i < length; i++) {
        buffer[at++] = digits[i];
        size_t left = length - i - 1;
        if (left > 0 && left % 3 == 0 && digits[i] != '-')
            buffer[at++] = ',';
    }
    assert(at < 32);
    buffer[at] = '\0';
    return buffer;
}
