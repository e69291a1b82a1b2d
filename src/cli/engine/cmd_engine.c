/* cmd_engine.c: `engine`: JSON objects, one per line. Every line of input gets exactly one line of
 * output. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "support/files.h"

#define LINE_MAX_BYTES ((size_t)1 << 20)
#define KINDS_MAX 32

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_NONE } line_result;

/* Reads a line without its end into `line`, which has LINE_MAX_BYTES. A longer one is read to its
 * end and thrown away, so that the next request begins in the right place. */
static line_result read_line(FILE *in, char *line, size_t *length) {
    size_t count = 0;
    int byte;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (count < LINE_MAX_BYTES)
            line[count] = (char)byte;
        count++;
    }
    if (byte == EOF && count == 0)
        return LINE_NONE;
    *length = count;
    return count > LINE_MAX_BYTES ? LINE_TOO_LONG : LINE_READ;
}

static const request_kind *find_kind(engine *e, const char *name) {
    const char *names[KINDS_MAX + 1] = {NULL};
    for (int i = 0; i < KINDS_MAX && request_kinds[i].name != NULL; i++) {
        names[i] = request_kinds[i].name;
        if (strcmp(names[i], name) == 0)
            return &request_kinds[i];
    }
    const char *near = lf_suggest(name, names);
    lf_error_set(&e->error, LF_BAD_INPUT, "Unknown command \"%.64s\".%s%s%s", name,
                 near != NULL ? " Did you mean " : "", near != NULL ? near : "",
                 near != NULL ? "?" : "");
    return NULL;
}

/* Rejects unknown members: ignoring a misspelt one would answer another question. */
static bool knows_members(engine *e, const request_kind *kind, json_t *request) {
    const char *name;
    json_t *value;
    json_object_foreach(request, name, value) {
        char word[64];
        snprintf(word, sizeof word, "%.60s ", name);
        const char *found = strstr(kind->members, word);
        if (strcmp(name, "cmd") == 0 ||
            (found != NULL && (found == kind->members || found[-1] == ' ')))
            continue;
        return lf_error_set(&e->error, LF_BAD_INPUT, "\"%s\" has no member \"%.60s\".%s%s",
                            kind->name, name, *kind->members ? " It may have: " : "",
                            kind->members);
    }
    return true;
}

static json_t *answer_request(engine *e, json_t *request) {
    const char *name = json_string_value(json_object_get(request, "cmd"));
    if (name == NULL) {
        lf_error_set(&e->error, LF_BAD_INPUT, "A request must be an object with a text \"cmd\".");
        return NULL;
    }
    const request_kind *kind = find_kind(e, name);
    if (kind == NULL || !knows_members(e, kind, request))
        return NULL;
    if (kind->needs_game && lf_session_state(e->session) == NULL) {
        lf_error_set(&e->error, LF_BAD_INPUT, "No game yet. Send {\"cmd\":\"new\"} first.");
        return NULL;
    }
    return kind->answer(e, request);
}

/* The answer to one line, with "ok" in front. */
static json_t *answer_line(engine *e, const char *line, size_t length, line_result read) {
    json_error_t where;
    json_t *members = NULL;
    e->error = (lf_error){0};
    if (read == LINE_TOO_LONG) {
        lf_error_set(&e->error, LF_BAD_INPUT, "The line is longer than %zu bytes.", LINE_MAX_BYTES);
    } else {
        json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
        if (request != NULL)
            members = answer_request(e, request);
        else
            lf_error_set(&e->error, LF_BAD_INPUT, "Not JSON: %s (at byte %d).", where.text,
                         where.position);
        json_decref(request);
    }
    if (members == NULL)
        return json_pack("{s:b, s:s}", "ok", 0, "error",
                         e->error.message[0] ? e->error.message : LF_NO_MEMORY);
    json_t *answer = json_pack("{s:b}", "ok", 1);
    json_object_update(answer, members);
    json_decref(members);
    return answer;
}

static bool write_answer(json_t *answer) {
    char *text = answer != NULL ? json_dumps(answer, JSON_COMPACT) : NULL;
    /* An error message may quote bytes of the request that are not UTF-8 and cannot be JSON. */
    puts(text != NULL ? text
                      : "{\"ok\":false,\"error\":\"The answer cannot be written as JSON.\"}");
    free(text);
    json_decref(answer);
    return fflush(stdout) == 0;
}

static int serve(engine *e) {
    char *line = malloc(LINE_MAX_BYTES);
    if (line == NULL) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    size_t length;
    line_result read;
    while (!e->quit && (read = read_line(stdin, line, &length)) != LINE_NONE) {
        if (!write_answer(answer_line(e, line, length, read)))
            break;
    }
    free(line);
    return EXIT_GOOD;
}

/* Every seat is its own player, and turns need no confirmation. */
static lf_session *open_session(const lf_game *game, const char *spec) {
    lf_session *s = lf_session_new(game, spec);
    for (lf_seat seat = 0; s != NULL && seat < lf_count(game, LF_OF_SEATS); seat++)
        lf_session_set_person(s, seat, seat + 1);
    if (s != NULL)
        lf_session_set_confirm(s, false);
    return s;
}

static int run_engine(const arguments *given, const void *options) {
    (void)options;
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    engine e = {.session = open_session(game, given->at[0])};
    status = e.session != NULL ? serve(&e) : EXIT_BAD;
    if (e.session == NULL)
        complain(LF_NO_MEMORY);
    lf_session_free(e.session);
    lf_game_free(game);
    return status;
}

const command command_engine = {
    .name = "engine",
    .summary = "play by JSON lines, for other programs",
    .usage = "GAME",
    .examples = "  printf '{\"cmd\":\"new\"}\\n{\"cmd\":\"legal\"}\\n' | ludoforge engine {game}\n",
    .details =
        "One JSON object per line in, one per line out: {\"ok\":true,…} or "
        "{\"ok\":false,\"error\":\"…\"}.\n\n"
        "  new       start a game; optional: scenario, seed, options {…}, position,\n"
        "            deck […] (the whole stack) or top […] (cards on top of it), stack,\n"
        "            forced: \"game\", \"ask\" or \"take\"\n"
        "  legal     decider, prompt, options\n"
        "  apply     option: an id, a whole label or an index\n"
        "  undo      take back the last decision; with seat: of that seat\n"
        "  redo      repeat what was taken back\n"
        "  why       thing: an id or label; explains why it is not offered\n"
        "  summary   one line per turn; with seat: as that seat may know it\n"
        "  state     the state; with seat: as that seat may know it\n"
        "  log       since: n; the log, with seat: as that seat may know it\n"
        "  hash      of the state\n"
        "  position  the position in the game's own notation\n"
        "  save      the session as a text; load: data, that text\n"
        "  record    the game so far, as `replay` reads it\n"
        "  quit      exit\n\n"
        "An example: {\"cmd\":\"apply\",\"option\":0}. docs/engine.md describes all members.\n\n"
        "The engine serves the host of a game. Answers without a seat, and hash, save and "
        "record, contain hidden information. Send players only answers for their seat, and "
        "`legal` to the decider.\n\n"
        "For tests; do, phase and rolls mark the record as edited:\n\n"
        "  eval      expr: the value of an expression in the notation\n"
        "  do        effects: statements in the notation\n"
        "  phase     id: enter a phase\n"
        "  rolls     values […]: the next dice\n",
    .least = 1,
    .most = 1,
    .run = run_engine,
};
