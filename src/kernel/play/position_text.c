/* position_text.c: reads and writes a position as one line of text, in the format that the game
 * declares (`positionText`).
 *
 * The fields come in the declared order, separated by blanks. A board is written row by row from
 * the highest, with `/` between rows: a letter for what is on a space, a number for a run of empty
 * spaces. Missing fields at the end leave the position as it is. The text comes from people, so an
 * error names the column. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/state/state.h"

typedef struct {
    const lf_game *game;
    unsigned char *block;
    const char *text, *at;
    lf_error *error;
} lf_position_reader;

LF_PRINTF(2, 3) static bool wrong(const lf_position_reader *r, const char *format, ...) {
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return lf_error_set(r->error, LF_BAD_ARGUMENT, "the position, column %d: %s",
                        (int)(r->at - r->text) + 1, message);
}

/* ---- what stands on a board ---- */

static void set_member(const lf_game *game, unsigned char *block, const lf_var *set, uint32_t space,
                       bool member) {
    const uint32_t word = set->cell + space / 64;
    const uint64_t bit = UINT64_C(1) << (space % 64), old = lf_sets(game, block)[word];
    lf_set_word(game, block, word, member ? old | bit : old & ~bit);
}

/* Places a piece, or removes it. It comes from its supply and returns to it, if it has one. */
static bool set_piece(const lf_game *game, unsigned char *block, uint32_t slot, uint32_t space,
                      uint8_t count) {
    const uint8_t old = lf_counts(game, block)[space * game->slot_count + slot];
    const int supply = game->slots[slot].supply;
    if (supply >= 0 && old != count) {
        const int left =
            lf_counts(game, block)[(uint32_t)supply * game->slot_count + slot] + old - count;
        if (left < 0)
            return false;
        lf_count_set(game, block, (uint32_t)supply, slot, (uint8_t)left);
    }
    lf_count_set(game, block, space, slot, count);
    return true;
}

static bool stands_there(const lf_game *game, unsigned char *block,
                         const lf_position_letter *letter, uint32_t space) {
    if (letter->is_piece)
        return lf_counts(game, block)[space * game->slot_count + letter->target] > 0;
    return (lf_sets(game, block)[game->vars[letter->target].cell + space / 64] >> (space % 64) &
            1) != 0;
}

static bool put(const lf_position_reader *r, const lf_position_letter *letter, uint32_t space,
                bool there) {
    if (letter->is_piece)
        return set_piece(r->game, r->block, letter->target, space, there) ||
               wrong(r, "there are no more %s", r->game->slots[letter->target].kind_label);
    set_member(r->game, r->block, &r->game->vars[letter->target], space, there);
    return true;
}

static const lf_position_letter *find_letter(const lf_position_field *field, char sign) {
    for (uint32_t i = 0; i < field->letter_count; i++)
        if (field->letters[i].letter == (uint8_t)sign)
            return &field->letters[i];
    return NULL;
}

static bool no_such_letter(const lf_position_reader *r, const lf_position_field *field) {
    char known[64] = "";
    for (uint32_t i = 0; i < field->letter_count && i + 1 < sizeof known; i++)
        known[i] = (char)field->letters[i].letter, known[i + 1] = 0;
    if (*r->at == 0)
        return wrong(r, "the text ends too early; one of %s should follow", known);
    return wrong(r, "`%c` is none of %s", isprint((unsigned char)*r->at) ? *r->at : '?', known);
}

/* ---- reading ---- */

/* Reads a number of at most nine digits. */
static bool read_number(lf_position_reader *r, int64_t *number) {
    *number = 0;
    if (!isdigit((unsigned char)*r->at))
        return wrong(r, "a number should stand here");
    for (int digits = 0; isdigit((unsigned char)*r->at); digits++) {
        if (digits == 9)
            return wrong(r, "this number is too great");
        *number = *number * 10 + (*r->at++ - '0');
    }
    return true;
}

static bool read_row(lf_position_reader *r, const lf_position_field *field, uint32_t row) {
    int64_t column = 0, empty = 0;
    while (*r->at != 0 && *r->at != '/' && *r->at != ' ') {
        const lf_position_letter *letter = find_letter(field, *r->at);
        const char *begin = r->at;
        if (isdigit((unsigned char)*r->at)) {
            if (!read_number(r, &empty))
                return false;
            column += empty;
        } else if (letter == NULL) {
            return no_such_letter(r, field);
        } else if (column < field->columns &&
                   !put(r, letter, row * field->columns + (uint32_t)column, true)) {
            return false;
        } else {
            column++;
            r->at++;
        }
        if (column > field->columns) {
            r->at = begin;
            return wrong(r, "row %u has more than %u spaces", row + 1, field->columns);
        }
    }
    return column == field->columns ||
           wrong(r, "row %u has %d of %u spaces", row + 1, (int)column, field->columns);
}

static bool read_board(lf_position_reader *r, const lf_position_field *field) {
    for (uint32_t i = 0; i < field->letter_count; i++)
        for (uint32_t space = 0; space < field->columns * field->rows; space++)
            if (!put(r, &field->letters[i], space, false))
                return false;
    for (uint32_t row = field->rows; row-- > 0;) {
        if (!read_row(r, field, row))
            return false;
        if (row > 0 && *r->at != '/')
            return wrong(r, "`/` and row %u should follow", row);
        r->at += row > 0;
    }
    return *r->at != '/' || wrong(r, "the board has only %u rows", field->rows);
}

static bool read_seat(lf_position_reader *r, const lf_position_field *field) {
    const lf_position_letter *letter = *r->at != 0 ? find_letter(field, *r->at) : NULL;
    if (letter == NULL)
        return no_such_letter(r, field);
    lf_head_of(r->block)->active = (int8_t)letter->target;
    r->at++;
    return true;
}

static bool read_flags(lf_position_reader *r, const lf_position_field *field) {
    const lf_game *game = r->game;
    for (uint32_t i = 0; i < field->letter_count; i++)
        lf_var_write(game, r->block, &game->vars[field->letters[i].target], 0, 0);
    if (*r->at == '-') {
        r->at++;
        return true;
    }
    for (; *r->at != 0 && *r->at != ' '; r->at++) {
        const lf_position_letter *letter = find_letter(field, *r->at);
        if (letter == NULL)
            return no_such_letter(r, field);
        if (lf_var_read(r->block, &game->vars[letter->target], 0) != 0)
            return wrong(r, "`%c` stands here twice", *r->at);
        lf_var_write(game, r->block, &game->vars[letter->target], 0, 1);
    }
    return true;
}

static bool read_space(lf_position_reader *r, const lf_position_field *field) {
    const size_t length = strcspn(r->at, " ");
    int32_t found = -1;
    for (uint32_t i = 0; i < r->game->space_count; i++)
        if (strlen(r->game->zones[i].name) == length &&
            strncmp(r->game->zones[i].name, r->at, length) == 0)
            found = (int32_t)i;
    if (found < 0 && !(length == 1 && *r->at == '-'))
        return wrong(r, "`%.*s` is no space; `-` is none", (int)(length > 40 ? 40 : length), r->at);
    lf_var_write(r->game, r->block, &r->game->vars[field->var], 0, found);
    r->at += length;
    return true;
}

static bool read_int(lf_position_reader *r, const lf_position_field *field) {
    const lf_var *var = &r->game->vars[field->var];
    const char *begin = r->at;
    int64_t number = 0;
    if (!read_number(r, &number))
        return false;
    if (number < var->min || number > var->max) {
        r->at = begin;
        return wrong(r, "%s goes from %d to %d", var->label, var->min, var->max);
    }
    lf_var_write(r->game, r->block, var, 0, (int32_t)number);
    return true;
}

static bool read_field(lf_position_reader *r, const lf_position_field *field) {
    switch ((lf_text_field_sort)field->sort) {
    case LF_FIELD_BOARD:
        return read_board(r, field);
    case LF_FIELD_SEAT:
        return read_seat(r, field);
    case LF_FIELD_FLAGS:
        return read_flags(r, field);
    case LF_FIELD_SPACE:
        return read_space(r, field);
    default:
        return read_int(r, field);
    }
}

static void skip_blanks(lf_position_reader *r) {
    while (*r->at == ' ')
        r->at++;
}

lf_status lf_position_lay(const lf_game *game, unsigned char *block, const char *text,
                          lf_error *error) {
    lf_position_reader r = {.game = game, .block = block, .text = text, .at = text, .error = error};
    if (game->position_field_count == 0)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "this game does not say how its positions are written (`positionText`)");
    skip_blanks(&r);
    for (uint32_t i = 0; i < game->position_field_count && (i == 0 || *r.at != 0); i++) {
        if (!read_field(&r, &game->position_fields[i]))
            return LF_BAD_ARGUMENT;
        if (*r.at != 0 && *r.at != ' ') {
            wrong(&r, "a blank should follow");
            return LF_BAD_ARGUMENT;
        }
        skip_blanks(&r);
    }
    if (*r.at == 0)
        return LF_OK;
    wrong(&r, "the text should end here");
    return LF_BAD_ARGUMENT;
}

/* ---- positions that cannot be ---- */

lf_status lf_position_check(const lf_state *state, lf_error *error) {
    const lf_game *game = state->game;
    for (uint32_t i = 0; i < game->position_rule_count; i++) {
        const lf_position_rule *rule = &game->position_rules[i];
        int64_t holds = 0;
        lf_error why = {0};
        if (!lf_call_pure(state, game, rule->routine, NULL, 0, &holds, 1, &why))
            return lf_fail(error, LF_RULE_ERROR,
                           "the condition \"%.120s\" of positions failed: %.200s", rule->message,
                           why.message);
        if (holds == 0)
            return lf_fail(error, LF_BAD_ARGUMENT, "the position is impossible: %s", rule->message);
    }
    return LF_OK;
}

/* ---- writing ---- */

static void write_row(const lf_state *state, const lf_position_field *field, uint32_t row,
                      lf_text *out) {
    uint32_t empty = 0;
    for (uint32_t column = 0; column < field->columns; column++) {
        uint32_t i = 0;
        while (i < field->letter_count &&
               !stands_there(state->game, state->block, &field->letters[i],
                             row * field->columns + column))
            i++;
        if (i == field->letter_count) {
            empty++;
            continue;
        }
        if (empty > 0)
            lf_text_printf(out, "%u", empty);
        empty = 0;
        lf_text_printf(out, "%c", field->letters[i].letter);
    }
    if (empty > 0)
        lf_text_printf(out, "%u", empty);
}

static void write_flags(const lf_state *state, const lf_position_field *field, lf_text *out) {
    const size_t before = out->length;
    for (uint32_t i = 0; i < field->letter_count; i++)
        if (lf_var_read(state->block, &state->game->vars[field->letters[i].target], 0) != 0)
            lf_text_printf(out, "%c", field->letters[i].letter);
    if (out->length == before)
        lf_text_addz(out, "-");
}

static void write_seat(const lf_state *state, const lf_position_field *field, lf_text *out) {
    uint32_t i = 0;
    while (i + 1 < field->letter_count &&
           (int)field->letters[i].target != lf_head_const(state->block)->active)
        i++;
    if (field->letter_count > 0)
        lf_text_printf(out, "%c", field->letters[i].letter);
}

static void write_field(const lf_state *state, const lf_position_field *field, lf_text *out) {
    const lf_game *game = state->game;
    const bool has_value = field->sort == LF_FIELD_SPACE || field->sort == LF_FIELD_INT;
    const int32_t value = has_value ? lf_var_read(state->block, &game->vars[field->var], 0) : 0;
    switch ((lf_text_field_sort)field->sort) {
    case LF_FIELD_BOARD:
        for (uint32_t row = field->rows; row-- > 0; lf_text_addz(out, row > 0 ? "/" : ""))
            write_row(state, field, row, out);
        break;
    case LF_FIELD_SEAT:
        write_seat(state, field, out);
        break;
    case LF_FIELD_FLAGS:
        write_flags(state, field, out);
        break;
    case LF_FIELD_SPACE:
        lf_text_addz(
            out, value >= 0 && (uint32_t)value < game->space_count ? game->zones[value].name : "-");
        break;
    default:
        lf_text_printf(out, "%d", value);
        break;
    }
}

char *lf_position_text(const lf_state *state, lf_error *error) {
    const lf_game *game = state->game;
    lf_text out = {0};
    if (game->position_field_count == 0) {
        lf_error_set(error, LF_BAD_ARGUMENT,
                     "this game does not say how its positions are written (`positionText`)");
        return NULL;
    }
    for (uint32_t i = 0; i < game->position_field_count; i++) {
        lf_text_addz(&out, i > 0 ? " " : "");
        write_field(state, &game->position_fields[i], &out);
    }
    char *text = lf_text_take(&out);
    if (text == NULL)
        lf_error_no_memory(error);
    return text;
}
