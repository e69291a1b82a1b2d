/* yaml.c: one YAML block to a document tree, with libfyaml.
 *
 * libfyaml hands out events, and this file builds the tree from them, so that its depth and size
 * are limited before anything is built. What YAML allows and the spec language does not (anchors,
 * aliases, tags, merge keys, keys that are no texts, several documents, directives) is reported and
 * stepped over; what is no YAML at all ends the block (yaml_errors.c finds the words for it). */
#include <string.h>

#include "scalar.h"
#include "yaml.h"

/* ---- the event stream ---- */

static void close_yaml_stream(void *object) {
    lf_yaml *y = object;
    if (y->event)
        fy_parser_event_free(y->parser, y->event);
    if (y->parser)
        fy_parser_destroy(y->parser);
    if (y->diag)
        fy_diag_destroy(y->diag);
    y->event = NULL;
    y->parser = NULL;
    y->diag = NULL;
}

static void swallow_output(struct fy_diag *diag, void *user, const char *text, size_t length) {
    (void)diag, (void)user, (void)text, (void)length; /* errors are collected, never printed */
}

/* False when libfyaml is out of memory. */
static bool open_stream(lf_yaml *y) {
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = swallow_output;
    quiet.colorize = false;
    y->diag = fy_diag_create(&quiet);
    if (y->diag == NULL)
        return false;
    fy_diag_set_collect_errors(y->diag, true);
    struct fy_parse_cfg config = {
        .flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE |
                 FYPCF_ALLOW_DUPLICATE_KEYS, /* we tell those better */
        .diag = y->diag,
    };
    y->parser = fy_parser_create(&config);
    return y->parser && fy_parser_set_string(y->parser, y->block->text, y->block->length) == 0;
}

/* Brackets that are still open, at most, taking every bracket for one: those of texts and comments
 * are closed as well, or few. libfyaml looks ahead for the end of an open bracket and keeps what it
 * sees, some 300 bytes for each. */
static bool is_too_deep(const lf_block *block, size_t *at) {
    size_t open = 0;
    for (size_t i = 0; i < block->length; i++) {
        const char c = block->text[i];
        if (c == '[' || c == '{')
            open++;
        else if ((c == ']' || c == '}') && open > 0)
            open--;
        *at = i;
        if (open > 4 * LF_MAX_DOC_DEPTH)
            return true;
    }
    return false;
}

/* The next event, or NULL at the end or at an error. */
static struct fy_event *next(lf_yaml *y) {
    if (y->event)
        fy_parser_event_free(y->parser, y->event);
    y->event = fy_parser_parse(y->parser);
    if (y->event == NULL)
        return NULL;
    const struct fy_mark *end = fy_event_end_mark(y->event);
    y->start = y->end;
    if (end == NULL)
        return y->event;
    y->start = fy_event_start_mark(y->event)->input_pos;
    y->end = end->input_pos;
    return y->event;
}

static lf_report *report_of(const lf_yaml *y) {
    return y->reading->reader->report;
}

static lf_pos token_pos(lf_yaml *y, struct fy_token *token) {
    const struct fy_mark *mark = token != NULL ? fy_token_start_mark(token) : NULL;
    return lf_block_pos(y->block, mark != NULL ? mark->input_pos : y->end);
}

/* ---- nodes ---- */

static lf_doc *new_node(lf_yaml *y, lf_doc_kind kind) {
    if (++y->reading->nodes > LF_MAX_DOC_NODES) {
        lf_report_add(report_of(y), LF_ERROR, LF_E0130, lf_block_pos(y->block, y->start), 1, NULL,
                      "the spec has more than %u YAML nodes", (unsigned)LF_MAX_DOC_NODES);
        y->reading->stopped = true;
        return NULL;
    }
    lf_doc *doc = LF_NEW(y->reading->arena, lf_doc);
    doc->kind = kind;
    doc->pos = lf_block_pos(y->block, y->start);
    return doc;
}

/* Anchors and tags; their tokens begin behind the sign. */
static void reject_properties(lf_yaml *y) {
    struct fy_token *anchor = fy_event_get_anchor_token(y->event);
    struct fy_token *tag = fy_event_get_tag_token(y->event);
    if (anchor != NULL && y->event->type != FYET_ALIAS)
        lf_report_add(report_of(y), LF_ERROR, LF_E0123, token_pos(y, anchor), 1,
                      "share behaviour through functions and procedures; put a text that begins "
                      "with `&` in quotes",
                      "YAML anchors are not part of the spec language");
    if (tag != NULL)
        lf_report_add(
            report_of(y), LF_ERROR, LF_E0124, token_pos(y, tag), 1,
            "the type of a value follows from its place; put a text that begins with `!` in quotes",
            "YAML tags are not part of the spec language");
}

static lf_doc *read_alias(lf_yaml *y) {
    lf_doc *doc = new_node(y, LF_DOC_SCALAR);
    if (doc == NULL)
        return NULL;
    lf_report_add(report_of(y), LF_ERROR, LF_E0123, doc->pos, 1,
                  "share behaviour through functions and procedures; put a text that begins with "
                  "`*` in quotes",
                  "YAML aliases are not part of the spec language");
    doc->text = lf_intern_z(y->reading->reader->names, "");
    return doc;
}

static lf_doc_style style_of(struct fy_token *token) {
    switch (fy_token_scalar_style(token)) {
    case FYSS_SINGLE_QUOTED:
    case FYSS_DOUBLE_QUOTED:
        return LF_STYLE_QUOTED;
    case FYSS_LITERAL:
        return LF_STYLE_LITERAL;
    case FYSS_FOLDED:
        return LF_STYLE_FOLDED;
    default:
        return LF_STYLE_PLAIN;
    }
}

/* Whether this is all of a block text's header: the sign, then indicators, then at most a
 * comment. */
static bool is_header(const char *p) {
    if (*p != '|' && *p != '>')
        return false;
    p++;
    p += strspn(p, "0123456789+-");
    size_t blanks = strspn(p, " \t");
    p += blanks;
    return *p == '\n' || *p == '\0' || (*p == '#' && blanks > 0);
}

/* The header is on the line above the text. */
static size_t header_offset(const lf_block *block, size_t start) {
    const char *text = block->text, *end = text + start;
    if (end == text)
        return start;
    const char *line = end - 1;
    while (line > text && line[-1] != '\n')
        line--;
    for (const char *p = line; p < end; p++)
        if ((p == line || p[-1] == ' ' || p[-1] == '\t') && is_header(p))
            return (size_t)(p - text);
    return start;
}

/* libfyaml's token of a quoted text lies inside the quotes, that of a block text below the
 * header. */
static size_t first_character(const lf_yaml *y, const lf_scalar_source *source,
                              lf_doc_style style) {
    switch (style) {
    case LF_STYLE_QUOTED:
        return y->start - 1;
    case LF_STYLE_LITERAL:
    case LF_STYLE_FOLDED:
        return source->header;
    default:
        return y->start;
    }
}

/* Texts end up on terminals, which obey control characters. Files cannot hold them; escapes in
 * quotes can. */
static void check_characters(lf_yaml *y, const lf_doc *doc) {
    const char *const end = doc->text + doc->length;
    for (const char *p = doc->text; p < end; p += lf_utf8_length(p, end)) {
        if (!lf_utf8_is_control(p, end))
            continue;
        const unsigned character =
            (unsigned char)*p == 0xc2 ? (unsigned char)p[1] : (unsigned char)*p;
        lf_report_add(
            report_of(y), LF_ERROR, LF_E0131, doc->pos, 1,
            "remove it; the only control characters allowed in a text are newline and tab",
            "this text contains the control character U+%04X", character);
        return;
    }
}

static lf_doc *read_yaml_scalar(lf_yaml *y) {
    lf_doc *doc = new_node(y, LF_DOC_SCALAR);
    if (doc == NULL)
        return NULL;
    struct fy_token *token = y->event->scalar.value;
    lf_scalar_source source = {y->start, token != NULL ? y->end : y->start, y->start, y->opened};
    if (token != NULL)
        doc->style = style_of(token);
    if (doc->style == LF_STYLE_LITERAL || doc->style == LF_STYLE_FOLDED)
        source.header = header_offset(y->block, y->start);
    lf_scalar_decode(y->reading, y->block, &source, doc);
    doc->pos = lf_block_pos(y->block, first_character(y, &source, doc->style));
    check_characters(y, doc);
    return doc;
}

static lf_doc *read_node(lf_yaml *y, uint32_t depth);

static lf_doc *read_yaml_list(lf_yaml *y, uint32_t depth) {
    lf_doc *list = new_node(y, LF_DOC_LIST);
    if (list == NULL)
        return NULL;
    uint32_t capacity = 0;
    while (next(y) != NULL) {
        if (y->event->type == FYET_SEQUENCE_END)
            return list;
        lf_doc *item = read_node(y, depth);
        if (item == NULL)
            return NULL;
        LF_PUSH(y->reading->arena, list->items, list->count, capacity, item);
    }
    return NULL;
}

/* Whether a key can be used; reports it otherwise. */
static bool accept_key(lf_yaml *y, const lf_doc *map, const lf_map *seen, const lf_doc *key) {
    bool plain = key->style == LF_STYLE_PLAIN;
    if (key->kind != LF_DOC_SCALAR || (plain && key->length == 0)) {
        lf_report_add(report_of(y), LF_ERROR, LF_E0126, key->pos, 1, NULL,
                      key->kind == LF_DOC_SCALAR ? "this entry has no key"
                                                 : "a list or a map cannot be a key");
        return false;
    }
    if (plain && strcmp(key->text, "<<") == 0) {
        lf_report_add(report_of(y), LF_ERROR, LF_E0125, key->pos, 2, "write the entries out",
                      "the YAML merge key `<<` is not part of the spec language");
        return false;
    }
    if (lf_map_get(seen, key->text) == NULL)
        return true;
    uint32_t first = 0;
    while (map->pairs[first].key != key->text)
        first++;
    lf_doc_pair second = {key->text, key->pos, NULL};
    lf_spec_report_duplicate(y->reading, &second, map->pairs[first].key_pos);
    return false;
}

static lf_doc *read_yaml_map(lf_yaml *y, uint32_t depth) {
    lf_doc *map = new_node(y, LF_DOC_MAP);
    if (map == NULL)
        return NULL;
    lf_map *seen = lf_map_new(y->reading->arena);
    uint32_t capacity = 0;
    while (next(y) != NULL) {
        if (y->event->type == FYET_MAPPING_END)
            return map;
        lf_doc *key = read_node(y, depth);
        if (key == NULL)
            return NULL;
        bool accepted = accept_key(y, map, seen, key);
        lf_doc *value = next(y) != NULL ? read_node(y, depth) : NULL;
        if (value == NULL)
            return NULL;
        if (!accepted)
            continue;
        lf_doc_pair pair = {key->text, key->pos, value};
        LF_PUSH(y->reading->arena, map->pairs, map->count, capacity, pair);
        lf_map_put(seen, key->text, value);
    }
    return NULL;
}

/* The node that begins with the current event; `depth` collections are open around it. NULL: give
 * up. */
static lf_doc *read_node(lf_yaml *y, uint32_t depth) {
    reject_properties(y);
    enum fy_event_type type = y->event->type;
    if (type == FYET_ALIAS)
        return read_alias(y);
    if (type == FYET_SCALAR)
        return read_yaml_scalar(y);
    if (depth >= LF_MAX_DOC_DEPTH) {
        lf_report_add(report_of(y), LF_ERROR, LF_E0129, lf_block_pos(y->block, y->start), 1, NULL,
                      "lists and maps are nested more than %u levels deep",
                      (unsigned)LF_MAX_DOC_DEPTH);
        return NULL;
    }
    size_t outer = y->opened;
    y->opened = y->start;
    lf_doc *doc =
        type == FYET_SEQUENCE_START ? read_yaml_list(y, depth + 1) : read_yaml_map(y, depth + 1);
    if (doc != NULL)
        y->opened = outer;
    return doc;
}

/* ---- documents ---- */

static void reject_directives(lf_yaml *y) {
    struct fy_document_state *state = y->event->document_start.document_state;
    if (!fy_document_state_version_explicit(state) && !fy_document_state_tags_explicit(state))
        return;
    lf_report_add(report_of(y), LF_ERROR, LF_E0128, lf_block_pos(y->block, 0), 1,
                  "blocks are always YAML 1.2", "YAML directives are not accepted");
}

/* The block's one document; the current event is its start. */
static lf_doc *read_yaml_document(lf_yaml *y) {
    reject_directives(y);
    lf_doc *doc = next(y) != NULL ? read_node(y, 0) : NULL;
    if (doc == NULL || next(y) == NULL || next(y) == NULL)
        return NULL; /* the end of the document, then what follows it */
    if (y->event->type == FYET_DOCUMENT_START) {
        lf_pos pos = token_pos(y, y->event->document_start.document_start);
        lf_report_add(report_of(y), LF_ERROR, LF_E0127, pos, 3, "begin a new fenced block instead",
                      "a block cannot hold several YAML documents");
    }
    return doc;
}

lf_doc *lf_spec_parse_block(lf_reading *reading, lf_block *block) {
    lf_yaml *y = LF_NEW(reading->arena, lf_yaml);
    y->reading = reading;
    y->block = block;
    lf_arena_defer(reading->arena, close_yaml_stream, y);
    size_t deepest = 0;
    if (is_too_deep(block, &deepest)) {
        lf_report_add(report_of(y), LF_ERROR, LF_E0129, lf_block_pos(block, deepest), 1, NULL,
                      "lists and maps are nested more than %u levels deep",
                      (unsigned)LF_MAX_DOC_DEPTH);
        return NULL;
    }
    if (!open_stream(y))
        longjmp(*lf_arena_guard(reading->arena), 1);
    lf_doc *doc = NULL;
    while (next(y) != NULL && y->event->type != FYET_STREAM_END) {
        if (y->event->type != FYET_DOCUMENT_START)
            continue;
        doc = read_yaml_document(y);
        break;
    }
    if (y->event == NULL) {
        lf_yaml_report_error(y);
        doc = NULL;
    }
    close_yaml_stream(y);
    return doc;
}
