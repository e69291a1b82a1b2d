/* problems.c: the list of diagnostics of one compile. How they look is render.c. */
#include <stdio.h>
#include <string.h>

#include "base.h"

static bool same_place(lf_pos a, lf_pos b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool is_reported(const lf_report *report, const lf_diagnostic *d) {
    for (uint32_t i = 0; i < report->count; i++) {
        const lf_diagnostic *other = &report->items[i];
        if (other->code == d->code && same_place(other->pos, d->pos) &&
            strcmp(other->message, d->message) == 0)
            return true;
    }
    return false;
}

/* A full list still takes an error in the place of its last warning: a compile must not fail with
 * nothing but warnings to show. */
static void make_room_for(lf_report *report, const lf_diagnostic *d) {
    report->truncated = true;
    if (d->severity != LF_ERROR)
        return;
    for (uint32_t i = report->count; i-- > 0;) {
        if (report->items[i].severity != LF_WARNING)
            continue;
        memmove(&report->items[i], &report->items[i + 1], (report->count - i - 1) * sizeof *d);
        report->count--;
        return;
    }
}

static void add_diagnostic(lf_report *report, lf_diagnostic d) {
    if (is_reported(report, &d))
        return;
    if (d.severity == LF_ERROR)
        report->errors++;
    if (report->count >= LF_MAX_DIAGNOSTICS)
        make_room_for(report, &d);
    if (report->count >= LF_MAX_DIAGNOSTICS)
        return;
    if (d.note)
        d.note = lf_arena_printf(report->arena, "%s", d.note);
    LF_PUSH(report->arena, report->items, report->count, report->capacity, d);
}

void lf_report_add(lf_report *report, lf_severity severity, lf_code code, lf_pos pos,
                   uint16_t length, const char *note, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = lf_arena_vprintf(report->arena, format, arguments);
    va_end(arguments);
    add_diagnostic(report, (lf_diagnostic){
                               severity, code, pos, length ? length : 1, message, note, {0, 0, 0}});
}

void lf_report_add_at(lf_report *report, lf_severity severity, lf_code code, lf_pos pos,
                      uint16_t length, lf_pos note_pos, const char *note, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = lf_arena_vprintf(report->arena, format, arguments);
    va_end(arguments);
    add_diagnostic(
        report, (lf_diagnostic){severity, code, pos, length ? length : 1, message, note, note_pos});
}

static bool stands_before(lf_pos a, lf_pos b) {
    if (a.file != b.file)
        return a.file < b.file;
    if (a.line != b.line)
        return a.line < b.line;
    return a.column < b.column;
}

/* By insertion: the list is short, nearly in order, and equal places must keep their order. */
void lf_report_sort(lf_report *report) {
    for (uint32_t i = 1; i < report->count; i++) {
        lf_diagnostic moving = report->items[i];
        uint32_t hole = i;
        for (; hole > 0 && stands_before(moving.pos, report->items[hole - 1].pos); hole--)
            report->items[hole] = report->items[hole - 1];
        report->items[hole] = moving;
    }
}
