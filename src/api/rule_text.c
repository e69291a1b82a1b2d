/* rule_text.c: from a choice to what the designer wrote above its rule: the heading and the
 * paragraph of Markdown that stand before the block in which the rule is. */
#include <string.h>
#include <strings.h>

#include "api/rule_text.h"
#include "compile/compile.h"
#include "kernel/state/state.h"
#include "ludoforge_tools.h"

typedef struct {
    const lf_sources *sources;
    uint16_t file;
} document;

static const char *line_at(const document *d, uint32_t line, size_t *length) {
    const char *text =
        lf_source_line(d->sources, (lf_pos){.file = d->file, .line = line, .column = 1}, length);
    while (*length > 0 && (text[*length - 1] == '\r' || text[*length - 1] == ' '))
        (*length)--;
    return text;
}

static bool is_fence(const char *text, size_t length) {
    return length >= 3 && (strncmp(text, "```", 3) == 0 || strncmp(text, "~~~", 3) == 0);
}

/* The line of the fence that opens the block around a line; 0 outside of any. */
static uint32_t opening_fence(const document *d, uint32_t line) {
    size_t length;
    for (; line > 0; line--) {
        const char *text = line_at(d, line, &length);
        if (is_fence(text, length))
            return line;
    }
    return 0;
}

/* The first line of the paragraph that ends at `last`; a heading is one of its own. */
static uint32_t paragraph_start(const document *d, uint32_t last) {
    size_t length;
    uint32_t first = last;
    while (first > 1) {
        const char *text = line_at(d, first - 1, &length);
        if (length == 0 || text[0] == '#' || is_fence(text, length))
            break;
        first--;
    }
    return first;
}

/* The nearest heading above, without its marks. */
static void add_heading(const document *d, uint32_t line, lf_text *out) {
    size_t length;
    for (; line > 0; line--) {
        const char *text = line_at(d, line, &length);
        if (length == 0 || text[0] != '#')
            continue;
        const size_t marks = strspn(text, "# ");
        if (marks < length)
            lf_text_add(out, text + marks, length - marks);
        return;
    }
}

static void add_paragraph(const document *d, uint32_t first, uint32_t last, lf_text *out) {
    size_t length;
    for (uint32_t line = first; line <= last; line++) {
        const char *text = line_at(d, line, &length);
        lf_text_addz(out, line == first ? "\n\n" : "\n");
        lf_text_add(out, text, length);
    }
}

static void add_words_above(const document *d, uint32_t fence, lf_text *out) {
    size_t length;
    uint32_t last = fence - 1;
    while (last > 0 && (line_at(d, last, &length), length == 0))
        last--;
    if (last == 0)
        return;
    const char *text = line_at(d, last, &length);
    add_heading(d, last, out);
    if (text[0] != '#' && !is_fence(text, length))
        add_paragraph(d, paragraph_start(d, last), last, out);
}

/* What stands above the rule that this instruction is of. */
static char *words_above(const lf_game *game, int at) {
    const lf_model *model = at >= 0 ? lf_model_of(game) : NULL;
    if (model == NULL)
        return NULL;
    const lf_place *place = &game->places[game->places_of[at]];
    lf_text out = {0};
    for (uint32_t i = 0; i < model->sources->count; i++) {
        const document d = {model->sources, (uint16_t)(i + 1)};
        if (strcmp(model->sources->items[i].path, game->place_files[place->file]) != 0)
            continue;
        const uint32_t fence = opening_fence(&d, place->line);
        if (fence > 1)
            add_words_above(&d, fence, &out);
        break;
    }
    return lf_text_take(&out);
}

char *lf_rule_heading(const lf_game *game, uint32_t routine) {
    char *const words = words_above(game, (int)game->routines[routine].entry);
    if (words != NULL)
        words[strcspn(words, "\n")] = '\0';
    return words;
}

/* ---- for players ---- */

/* The paragraph on one line, sentence by sentence; a sentence with names of the spec in it is left
 * out. */
static void add_sentences(const char *paragraph, lf_text *out) {
    for (const char *at = paragraph; *at != '\0';) {
        const char *end = at;
        bool code = false;
        while (*end != '\0' &&
               !(*end == '.' && (end[1] == ' ' || end[1] == '\n' || end[1] == '\0'))) {
            code = code || *end == '`' || *end == '|';
            end++;
        }
        end += *end == '.';
        for (const char *p = at; !code && p < end; p++) {
            const bool space = *p == '\n' || *p == ' ';
            if (!space || (out->length > 0 && out->data[out->length - 1] != ' '))
                lf_text_add(out, space ? " " : p, 1);
        }
        at = end;
    }
}

/* The heading and, behind `between`, what players can read of the paragraph: of words_above. */
static void add_for_players(const char *words, const char *between, lf_text *out) {
    const char *paragraph = strstr(words, "\n\n");
    lf_text sentences = {0};
    if (paragraph != NULL)
        add_sentences(paragraph + 2, &sentences);
    lf_text_add(out, words, paragraph != NULL ? (size_t)(paragraph - words) : strlen(words));
    if (sentences.length > 0) {
        lf_text_addz(out, between);
        lf_text_add(out, sentences.data, sentences.length);
    }
    out->failed = out->failed || sentences.failed;
    lf_text_free(&sentences);
}

char *lf_rule_text(const lf_game *game, int site) {
    char *const words = words_above(game, lf_site_instruction(game, site));
    lf_text out = {0};
    if (words == NULL)
        return NULL;
    lf_text_addz(&out, "");
    add_for_players(words, "\n\n", &out);
    lf_string_free(words);
    return lf_text_take(&out);
}

void lf_rule_words(const lf_model *model, lf_pos pos, lf_text *out) {
    lf_text words = {0};
    if (pos.file == 0 || pos.file > model->sources->count)
        return;
    const document d = {model->sources, pos.file};
    const uint32_t fence = opening_fence(&d, pos.line);
    if (fence > 1)
        add_words_above(&d, fence, &words);
    if (words.length > 0 && !words.failed && words.data[0] != '\n') /* there is a heading */
        add_for_players(words.data, ". ", out);
    out->failed = out->failed || words.failed;
    lf_text_free(&words);
}

/* ---- about a thing ---- */

/* Is the line a heading that says this? What stands in brackets behind it, such as the section of a
 * rule book, does not count. */
static bool is_heading_of(const char *text, size_t length, const char *thing) {
    const size_t marks = length > 0 && text[0] == '#' ? strspn(text, "# ") : 0,
                 size = strlen(thing);
    if (marks == 0 || size == 0 || marks + size > length ||
        strncasecmp(text + marks, thing, size) != 0)
        return false;
    const char *const rest = text + marks + size;
    return marks + size == length ||
           (marks + size + 1 < length && rest[0] == ' ' && rest[1] == '(');
}

/* The paragraphs behind a heading, up to the block of rules or the next heading. */
static void add_section(const document *d, uint32_t heading, uint32_t lines, lf_text *out) {
    size_t length;
    lf_text words = {0};
    for (uint32_t line = heading + 1; line <= lines; line++) {
        const char *text = line_at(d, line, &length);
        if (is_fence(text, length) || (length > 0 && text[0] == '#'))
            break;
        lf_text_add(&words, text, length);
        lf_text_addz(&words, "\n");
    }
    if (words.length > 0)
        add_sentences(words.data, out);
    out->failed = out->failed || words.failed;
    lf_text_free(&words);
}

/* Under the first heading of that name that stands outside of the blocks. */
static bool add_headed(const lf_model *model, const char *thing, lf_text *out) {
    size_t length;
    for (uint32_t i = 0; i < model->sources->count; i++) {
        if (!model->sources->items[i].markdown)
            continue; /* there # begins a comment */
        const document d = {model->sources, (uint16_t)(i + 1)};
        const uint32_t lines = model->sources->items[i].line_count;
        bool inside = false;
        for (uint32_t line = 1; line <= lines; line++) {
            const char *text = line_at(&d, line, &length);
            inside = inside != is_fence(text, length);
            if (inside || !is_heading_of(text, length, thing))
                continue;
            add_section(&d, line, lines, out);
            return true;
        }
    }
    return false;
}

char *lf_rule_about(const lf_game *game, const char *thing) {
    const lf_model *model = lf_model_of(game);
    if (model == NULL)
        return NULL;
    lf_text out = {0};
    lf_text_addz(&out, ""); /* nothing known is an empty text */
    const int action = add_headed(model, thing, &out) ? -1 : lf_find(game, LF_OF_ACTIONS, thing);
    if (action >= 0 && (uint32_t)action < model->action_count)
        lf_rule_words(model, model->actions[action].entry.pos, &out);
    return lf_text_take(&out);
}
