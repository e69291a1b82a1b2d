/* markdown.c: finds the fenced `yaml` blocks of a Markdown text (with cmark), and where their lines
 * stand.
 *
 * A fence may be indented, or stand in a list item or a quote. cmark takes the indentation away;
 * how much it took is the difference in length between the line in the file and the line in the
 * block. */
#include <cmark.h>
#include <string.h>

#include "internal.h"

/* The node after this one, parents before children; NULL at the end. */
static cmark_node *next_node(cmark_node *node) {
    cmark_node *child = cmark_node_first_child(node);
    if (child != NULL)
        return child;
    while (node != NULL && !cmark_node_next(node))
        node = cmark_node_parent(node);
    return node != NULL ? cmark_node_next(node) : NULL;
}

/* Whether the first word of a fence's info string is `word`, in any case. */
static bool says(const char *info, const char *word) {
    for (; *word; info++, word++) {
        char c = *info >= 'A' && *info <= 'Z' ? (char)(*info - 'A' + 'a') : *info;
        if (c != *word)
            return false;
    }
    return *info == '\0' || *info == ' ' || *info == '\t';
}

static void add_yaml_block(lf_reading *reading, uint16_t file, cmark_node *node, lf_blocks *out) {
    const char *literal = cmark_node_get_literal(node);
    lf_block block = {.length = strlen(literal), .file = file};
    block.first_line = (uint32_t)cmark_node_get_start_line(node) + 1;
    block.text = lf_arena_strndup(reading->arena, literal, block.length);
    uint32_t lines = 1;
    for (size_t i = 0; i < block.length; i++)
        lines += block.text[i] == '\n';
    uint32_t *starts = LF_NEW_ARRAY(reading->arena, uint32_t, lines);
    int32_t *shifts = LF_NEW_ARRAY(reading->arena, int32_t, lines);
    const char *line = block.text;
    for (uint32_t i = 0; i < lines; i++) {
        const char *end = strchr(line, '\n');
        size_t inside = end != NULL ? (size_t)(end - line) : strlen(line), outside;
        lf_pos place = {file, 1, block.first_line + i};
        const char *source = lf_source_line(reading->reader->sources, place, &outside);
        starts[i] = (uint32_t)(line - block.text);
        if (end != NULL)
            shifts[i] =
                (int32_t)lf_utf8_count(source, outside) - (int32_t)lf_utf8_count(line, inside);
        if (end != NULL)
            line = end + 1;
    }
    block.line_starts = starts;
    block.shifts = shifts;
    block.line_count = lines;
    LF_PUSH(reading->arena, out->items, out->count, out->capacity, block);
}

static void warn_of_yml(lf_reading *reading, uint16_t file, cmark_node *node) {
    lf_pos pos = {file, 1, (uint32_t)cmark_node_get_start_line(node)};
    size_t length;
    const char *line = lf_source_line(reading->reader->sources, pos, &length);
    size_t before = 0;
    while (before + 3 < length && !says(line + before, "yml") && line[before] != '\n')
        before++;
    pos.column = (uint16_t)(lf_utf8_count(line, before) + 1);
    lf_report_add(reading->reader->report, LF_WARNING, LF_E0145, pos, 3,
                  "only blocks marked `yaml` are read",
                  "this block is ignored because its fence says `yml`");
}

void lf_spec_find_blocks(lf_reading *reading, uint16_t file, lf_blocks *out) {
    const lf_source *source = &reading->reader->sources->items[file - 1];
    cmark_mem *memory = lf_cmark_memory_begin(reading->arena);
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, memory);
    cmark_parser_feed(parser, source->text, source->length);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    lf_cmark_memory_end();
    for (cmark_node *node = document; node; node = next_node(node)) {
        if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK)
            continue;
        const char *info = cmark_node_get_fence_info(node);
        if (says(info, "yaml"))
            add_yaml_block(reading, file, node, out);
        else if (says(info, "yml"))
            warn_of_yml(reading, file, node);
    }
    cmark_node_free(document);
}
