/* cmd_explain.c: `explain`: the long text behind the code of a diagnostic. */
#include <stdlib.h>

#include "cli.h"

#define CODES_MAX 1000

typedef struct {
    bool json;
} explain_options;

static int list_codes(bool json) {
    json_t *list = json_array();
    const char *title, *code;
    for (int i = 0; (code = lf_explain_code(i, &title)); i++) {
        if (json)
            json_array_append_new(list, json_pack("{s:s, s:s}", "code", code, "title", title));
        else
            printf("%s  %s\n", code, title);
    }
    if (json)
        print_json(list);
    else
        json_decref(list);
    return EXIT_GOOD;
}

static int complain_unknown_code(const char *code) {
    const char *codes[CODES_MAX + 1] = {NULL};
    const char *title;
    for (int i = 0; i < CODES_MAX && (codes[i] = lf_explain_code(i, &title)) != NULL; i++)
        ;
    complain_unknown("diagnostic", code, codes, false);
    fputs("`ludoforge explain` lists all.\n", stderr);
    return EXIT_USAGE;
}

static int run_explain(const arguments *given, const void *options) {
    const explain_options *o = options;
    const char *code = given->at[0];
    if (code == NULL)
        return list_codes(o->json);
    const char *text = lf_explain(code);
    if (text == NULL)
        return complain_unknown_code(code);
    if (o->json)
        print_json(json_pack("{s:s, s:s}", "code", code, "text", text));
    else
        write_output(NULL, text);
    return EXIT_GOOD;
}

static const flag flags[] = {JSON_FLAG(explain_options), NO_MORE_FLAGS};

const command command_explain = {
    .name = "explain",
    .summary = "explain a diagnostic, or list all",
    .usage = "[CODE] [--json]",
    .examples = "  ludoforge explain E0101\n  ludoforge explain\n",
    .most = 1,
    .flags = flags,
    .options_size = sizeof(explain_options),
    .run = run_explain,
};
