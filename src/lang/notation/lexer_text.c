/* lexer_text.c: texts in quotes, and templates (texts without quotes that fill a whole scalar).
 *
 * A text is a row of literal parts and holes. The holes hold ordinary tokens, so the lexer leaves
 * the text at `{` and comes back at the `}` that closes it. */
#include "lexer_internal.h"

/* The outermost text that is open; the count of openings if none is. */
static uint32_t outermost_text(const lf_lexer *lexer) {
    uint32_t count = lexer->open_count, found = count;
    for (uint32_t i = 1; i <= count && i <= LF_OPENINGS_IN_SIGHT; i++) {
        lf_opening_kind kind = lexer->open[count - i].kind;
        if (kind == LF_OPEN_TEXT || kind == LF_OPEN_TEMPLATE)
            found = count - i;
    }
    return found;
}

bool lf_lexer_inside_quotes(const lf_lexer *lexer) {
    uint32_t text = outermost_text(lexer);
    return text < lexer->open_count && lexer->open[text].kind == LF_OPEN_TEXT;
}

/* The text is taken off with all that is open in it. The culprit is the hole, if there is one: a
 * quote behind a hole that is not closed looks like the beginning of a text. */
void lf_lexer_abandon_text(lf_lexer *lexer) {
    uint32_t text = outermost_text(lexer);
    if (text == lexer->open_count)
        return;
    const lf_opening *culprit = &lexer->open[text];
    if (text + 1 < lexer->open_count)
        culprit++;
    bool hole = culprit->kind == LF_OPEN_HOLE;
    lf_report_add_at(
        lexer->context->report, LF_ERROR, LF_E0202, lf_doc_pos_at(lexer->doc, lexer->at), 1,
        lf_doc_pos_at(lexer->doc, culprit->offset),
        hole ? "it is opened here; to write a brace, double it: `{{`" : "it is opened here",
        hole ? "the `{` in this text is not closed by `}`"
             : "this text is not closed by `\"` before the line ends");
    lexer->out->failed = true;
    lexer->open_count = text;
    lf_lexer_emit(lexer, LF_TOK_ERROR, lexer->at);
    if (lexer->mode == LF_LEX_TEMPLATE)
        lexer->at = lexer->length; /* there is nothing around a template */
}

static bool at_doubled_brace(const lf_lexer *lexer, uint32_t at) {
    char c = lexer->text[at];
    return (c == '{' || c == '}') && at + 1 < lexer->length && lexer->text[at + 1] == c;
}

/* Where the literal part from `at` on ends. */
static uint32_t part_end(const lf_lexer *lexer, bool quoted) {
    uint32_t at = lexer->at;
    while (at < lexer->length) {
        char c = lexer->text[at];
        bool pair = at_doubled_brace(lexer, at) || (quoted && c == '\\' && at + 1 < lexer->length);
        if (quoted && pair && lexer->text[at + 1] == '\n')
            pair = false;
        if (!pair && (c == '{' || (quoted && (c == '"' || c == '\n'))))
            break;
        at += pair ? 2 : 1;
    }
    return at;
}

/* One character of a literal part: an escape gives its second byte. */
static char read_character(lf_lexer *lexer, uint32_t end, bool quoted) {
    uint32_t start = lexer->at;
    char c = lexer->text[lexer->at++];
    bool more = lexer->at < end;
    if (more && at_doubled_brace(lexer, start)) {
        lexer->at++;
    } else if (c == '}') {
        lf_lexer_error(lexer, LF_E0203, start, start + 1,
                       "to write a brace in a text, double it: `}}`",
                       "this `}` has no matching `{`");
    } else if (quoted && c == '\\') {
        char escaped = more ? lexer->text[lexer->at] : '\0';
        if (escaped == '"' || escaped == '\\')
            lexer->at++, c = escaped;
        else
            lf_lexer_error(lexer, LF_E0203, start, lexer->at,
                           "the only escapes are `\\\"` and `\\\\`", "unknown escape in a text");
    }
    return c;
}

static void literal_part(lf_lexer *lexer, bool quoted) {
    uint32_t start = lexer->at, end = part_end(lexer, quoted);
    if (end == start)
        return;
    char *literal = lf_arena_alloc(lexer->context->arena, end - start);
    size_t length = 0;
    while (lexer->at < end)
        literal[length++] = read_character(lexer, end, quoted);
    lf_lexer_emit(lexer, LF_TOK_STRING, start)->text =
        lf_intern(lexer->context->names, literal, length);
}

/* The length of `{one|many}` from the current brace on; 0 if an ordinary hole begins here. */
static uint32_t forms_length(const lf_lexer *lexer) {
    uint32_t bars = 0;
    for (uint32_t at = lexer->at + 1; at < lexer->length; at++) {
        const char c = lexer->text[at];
        if (c == '}')
            return bars == 1 ? at + 1 - lexer->at : 0;
        if (c == '{' || c == '"' || c == '\n')
            return 0;
        bars += c == '|';
    }
    return 0;
}

/* The two forms of a word, if they stand here. */
static bool forms_part(lf_lexer *lexer) {
    const uint32_t start = lexer->at,
                   length = lf_lexer_peek(lexer, 0) == '{' ? forms_length(lexer) : 0;
    if (length == 0)
        return false;
    lexer->at += length;
    lf_lexer_emit(lexer, LF_TOK_FORMS, start)->text =
        lf_intern(lexer->context->names, lexer->text + start + 1, length - 2);
    return true;
}

void lf_lexer_text_part(lf_lexer *lexer) {
    bool quoted = lf_lexer_innermost(lexer)->kind == LF_OPEN_TEXT;
    do
        literal_part(lexer, quoted);
    while (forms_part(lexer));
    char c = lf_lexer_peek(lexer, 0);
    uint32_t start = lexer->at;
    if (lexer->at == lexer->length && !quoted) {
        lexer->open_count--;
        lf_lexer_emit(lexer, LF_TOK_TEXT_CLOSE, start);
    } else if (c == '{') {
        lf_lexer_push(lexer, LF_OPEN_HOLE, lexer->at++);
        lf_lexer_emit(lexer, LF_TOK_HOLE_OPEN, start);
    } else if (c == '"') {
        lexer->at++;
        lexer->open_count--;
        lf_lexer_emit(lexer, LF_TOK_TEXT_CLOSE, start);
    } else {
        lf_lexer_abandon_text(lexer);
    }
}

void lf_lexer_open_text(lf_lexer *lexer, lf_opening_kind kind) {
    uint32_t start = lexer->at;
    lf_lexer_push(lexer, kind, start);
    if (kind == LF_OPEN_TEXT)
        lexer->at++;
    lf_lexer_emit(lexer, LF_TOK_TEXT_OPEN, start);
    lf_lexer_text_part(lexer);
}
