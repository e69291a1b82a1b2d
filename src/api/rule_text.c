/* rule_text.c: what players read about a place in the rules.
 *
 * In the Markdown of a game a quote (lines that begin with `>`) is for players. Every other
 * paragraph is a note for designers and is never shown. A block of rules has the last quote above
 * it under the same heading. A rule without a quote is shown with the text of the rule that called
 * it, or of the card whose effects are running. */
#include <string.h>
#include <strings.h>

#include "api/rule_text.h"
#include "compile/compile.h"
#include "kernel/state/state.h"
#include "ludoforge_tools.h"

/* ---- sections ---- */

typedef struct {
    const lf_sources *sources;
    uint16_t file;
} document;

/* The lines of a heading and of a quote under it; 0: none. */
typedef struct {
    uint32_t heading, first, last;
} section;

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

/* Is the line a heading that says this? What stands in brackets behind it, such as the section of a
 * rule book, does not count. */
static bool is_heading_of(const char *text, size_t length, const char *thing) {
    const size_t marks = strspn(text, "# "), size = strlen(thing);
    if (size == 0 || marks + size > length || strncasecmp(text + marks, thing, size) != 0)
        return false;
    const char *const rest = text + marks + size;
    return marks + size == length ||
           (marks + size + 1 < length && rest[0] == ' ' && rest[1] == '(');
}

/* The section that ends before a line, with its last quote; or, if a thing is named, the first
 * section of that name that has a quote, with its first quote. */
static section find_section(const document *d, uint32_t end, const char *thing) {
    section found = {0};
    bool inside = false, named = false;
    for (uint32_t line = 1; line < end; line++) {
        size_t length;
        const char *text = line_at(d, line, &length);
        const char mark = length > 0 ? text[0] : ' ';
        inside = inside != is_fence(text, length);
        if (inside) /* there # begins a comment */
            continue;
        if (named && found.first != 0 && mark != '>')
            return found;
        if (mark == '#') {
            found = (section){.heading = line};
            named = thing != NULL && is_heading_of(text, length, thing);
        }
        if (mark == '>') {
            found.first = found.first != 0 && found.last + 1 == line ? found.first : line;
            found.last = line;
        }
    }
    return named || thing == NULL ? found : (section){0};
}

/* The heading without its marks; nothing where there is none. */
static void add_heading(const document *d, const section *s, lf_text *out) {
    size_t length;
    const char *text = s->heading != 0 ? line_at(d, s->heading, &length) : "";
    const size_t marks = strspn(text, "# ");
    if (s->heading != 0 && marks < length)
        lf_text_add(out, text + marks, length - marks);
}

/* The quote as one line. */
static void add_quote(const document *d, const section *s, lf_text *out) {
    for (uint32_t line = s->first; line <= s->last; line++) {
        size_t length;
        const char *text = line_at(d, line, &length);
        const size_t marks = strspn(text, "> ");
        if (marks >= length)
            continue;
        lf_text_addz(out, line == s->first ? "" : " ");
        lf_text_add(out, text + marks, length - marks);
    }
}

/* The heading and, behind `between`, the quote. */
static void add_section(const document *d, const section *s, const char *between, lf_text *out) {
    add_heading(d, s, out);
    lf_text_addz(out, s->heading != 0 ? between : "");
    add_quote(d, s, out);
}

/* The section that an instruction of the program comes from. False: it has no text for players. */
static bool section_of(const lf_game *game, uint32_t at, document *d, section *s) {
    const lf_model *model = lf_model_of(game);
    const lf_place *place = &game->places[game->places_of[at]];
    for (uint32_t i = 0; i < model->sources->count; i++) {
        const lf_source *source = &model->sources->items[i];
        if (!source->markdown || strcmp(source->path, game->place_files[place->file]) != 0)
            continue;
        *d = (document){model->sources, (uint16_t)(i + 1)};
        *s = find_section(d, place->line, NULL);
        return s->first != 0;
    }
    return false;
}

char *lf_rule_heading(const lf_game *game, uint32_t instruction) {
    document d;
    section s;
    lf_text out = {0};
    lf_text_addz(&out, "");
    if (lf_model_of(game) != NULL && section_of(game, instruction, &d, &s))
        add_heading(&d, &s, &out);
    return lf_text_take(&out);
}

/* ---- about a thing ---- */

static bool find_named(const lf_model *model, const char *thing, document *d, section *s) {
    for (uint32_t i = 0; i < model->sources->count; i++) {
        *d = (document){model->sources, (uint16_t)(i + 1)};
        *s = (section){0};
        if (model->sources->items[i].markdown)
            *s = find_section(d, model->sources->items[i].line_count + 1, thing);
        if (s->first != 0)
            return true;
    }
    return false;
}

char *lf_rule_about(const lf_game *game, const char *thing) {
    const lf_model *model = lf_model_of(game);
    document d;
    section s;
    if (model == NULL)
        return NULL;
    lf_text out = {0};
    lf_text_addz(&out, ""); /* nothing known is an empty text */
    const int action = lf_find(game, LF_OF_ACTIONS, thing);
    if (find_named(model, thing, &d, &s)) {
        add_quote(&d, &s, &out);
    } else if (action >= 0 && (uint32_t)action < model->action_count) {
        const lf_pos pos = model->actions[action].entry.pos;
        d = (document){model->sources, pos.file};
        if (pos.file != 0 && model->sources->items[pos.file - 1].markdown) {
            s = find_section(&d, pos.line, NULL);
            if (s.first != 0)
                add_section(&d, &s, ". ", &out);
        }
    }
    return lf_text_take(&out);
}

/* ---- the pending decision ---- */

/* The card part that a routine is; false: it is none. */
static bool find_card_part(const lf_game *game, uint32_t routine, int *card, int *part) {
    for (uint32_t i = 0; i < game->card_count * game->part_count; i++)
        if (game->card_routines[i] == (int32_t)routine) {
            *card = (int)(i / game->part_count);
            *part = (int)(i % game->part_count);
            return true;
        }
    return false;
}

/* "Heading", an empty line and the text of the card; behind a rule's own text only that. */
static void add_card(const lf_game *game, int card, int part, lf_text *out) {
    const char *text = lf_card_text(game, card, part);
    if (text == NULL || *text == '\0')
        return;
    const bool first = out->length == 0;
    lf_text_printf(out, first ? "%s\n\n%s" : " %s: %s", game->cards[card].label, text);
}

/* The text of the innermost running rule that has one, then that of the card it runs for. A call
 * notes its caller, and where the caller goes on. */
static void add_running(const lf_state *state, int site, lf_text *out) {
    const lf_game *game = state->game;
    const lf_head *head = lf_head_const(state->block);
    const lf_call *calls = lf_calls(game, state->block);
    for (uint32_t level = 0; level <= head->depth; level++) {
        const lf_call *call = level > 0 ? &calls[head->depth - level] : NULL;
        const uint32_t routine = call != NULL ? call->routine : head->routine;
        const uint32_t at = call != NULL ? call->pc - 1 : (uint32_t)lf_site_instruction(game, site);
        int card, part;
        document d;
        section s;
        if (call != NULL && routine >= game->routine_count)
            continue; /* nothing called this */
        if (find_card_part(game, routine, &card, &part)) {
            add_card(game, card, part, out);
            return;
        }
        if (out->length == 0 && section_of(game, at, &d, &s))
            add_section(&d, &s, "\n\n", out);
    }
}

char *lf_rule_text(const lf_state *state) {
    const lf_game *game = state->game;
    const lf_model *model = lf_model_of(game);
    const int site = lf_site(state);
    lf_text out = {0};
    document d;
    section s;
    if (model == NULL)
        return NULL;
    lf_text_addz(&out, "");
    if (site < 0 || lf_site_instruction(game, site) < 0)
        return lf_text_take(&out);
    /* what a phase offers is described where the phase has a section of its own */
    if (game->sites[site].domain == LF_DOMAIN_ACTIONS &&
        find_named(model, game->phase_names[game->sites[site].enum_id].label, &d, &s))
        add_section(&d, &s, "\n\n", &out);
    else
        add_running(state, site, &out);
    return lf_text_take(&out);
}
