/* words.c: reads everything that people would read in random games, and looks for what is not meant
 * for them.
 *
 *     words SPEC GAMES SEED
 *
 * Plays random games in all variants. Labels, prompts, options, the lines of the log, displays,
 * rules beside prompts and reasons why something is not offered must be words: no camelCase, no
 * name with underscores, no id of the game, no code, no braces, not empty, and "1 Base" rather than
 * "1 Bases". Every decision has a rule text, and every reason is one sentence. Variables and phases
 * that are bookkeeping are not read by anybody. Each different finding is printed once. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/program.h"
#include "ludoforge_tools.h"
#include "variants.h"

enum {
    FINDS_MAX = 200,
    TEXT_SIZE = 240,
    WORD_SIZE = 64,
    DISPLAYS_EVERY = 32,
    GAME_DECISIONS_MAX = 100000
};
enum { WHY_EVERY = 16, MENU_ENTRIES_ASKED = 12 };

typedef struct {
    const lf_game *game;
    char finds[FINDS_MAX][TEXT_SIZE];
    int find_count;
    uint64_t lines;
    uint64_t rules;              /* read beside prompts */
    uint64_t asked, unexplained; /* why not, and answers without a reason */
} reader;

/* ---- what is wrong with a line ---- */

static void found(reader *r, const char *where, const char *what, const char *line) {
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%s: %s: \"%s\"", where, what, line);
    for (int i = 0; i < r->find_count; i++)
        if (strcmp(r->finds[i], text) == 0)
            return;
    if (r->find_count < FINDS_MAX)
        memcpy(r->finds[r->find_count++], text, sizeof text);
}

static bool is_camel_case(const char *word) {
    bool capital = false;
    for (const char *at = word; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at))
            return false;
        capital = capital || isupper((unsigned char)*at);
    }
    return capital && islower((unsigned char)word[0]);
}

/* Only ids with a hyphen: others may be words. */
static bool is_id(const lf_game *game, const char *word) {
    static const lf_catalogue lists[] = {LF_OF_ZONES,       LF_OF_STACKS,       LF_OF_CARDS,
                                         LF_OF_KINDS,       LF_OF_ACTIONS,      LF_OF_SCENARIOS,
                                         LF_OF_CHECKPOINTS, LF_OF_MENU_OPTIONS, LF_OF_ROUTINES};
    for (size_t i = 0; strchr(word, '-') != NULL && i < sizeof lists / sizeof *lists; i++) {
        const int index = lf_find(game, lists[i], word); /* by id or label */
        if (index >= 0 && strcmp(lf_name(game, lists[i], index), word) == 0)
            return true;
    }
    return false;
}

static const char *word_fault(const lf_game *game, const char *word, const char *before) {
    const size_t length = strlen(word);
    if (strchr(word, '_') != NULL)
        return "a name with an underscore";
    if (is_camel_case(word))
        return "camelCase";
    if (is_id(game, word))
        return "an id";
    const bool many =
        length > 3 && word[length - 1] == 's' && strchr("sui", word[length - 2]) == NULL;
    return many && strcmp(before, "1") == 0 ? "one thing in the form for many" : NULL;
}

/* "1 Red Scouts": the number stands alone, and the kind has another form for one. */
static bool has_wrong_number(const lf_game *game, const char *line) {
    for (int kind = 0; kind < lf_count(game, LF_OF_KINDS); kind++) {
        char wrong[WORD_SIZE + 2];
        snprintf(wrong, sizeof wrong, "1 %s", lf_label(game, LF_OF_KINDS, kind));
        const char *at = strstr(line, wrong);
        const bool alone =
            at != NULL && (at == line || (!isalnum((unsigned char)at[-1]) && at[-1] != '-'));
        if (alone && strcmp(lf_label(game, LF_OF_KINDS, kind), lf_kind_one(game, kind)) != 0)
            return true;
    }
    return false;
}

/* "Player 1": a number that belongs to a name counts nothing. */
static bool ends_a_seat(const lf_game *game, const char *line, const char *end) {
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        const char *const label = lf_label(game, LF_OF_SEATS, seat);
        const size_t length = strlen(label);
        if ((size_t)(end - line) >= length && strncmp(end - length, label, length) == 0)
            return true;
    }
    return false;
}

static void read_words(reader *r, const char *where, const char *line) {
    char before[WORD_SIZE] = "", word[WORD_SIZE];
    for (const char *at = line; *at != '\0';) {
        size_t length = strcspn(at, " ,;:()\"'?!/");
        while (length > 0 && at[length - 1] == '.')
            length--;
        if (length > 0 && length < sizeof word) {
            memcpy(word, at, length);
            word[length] = '\0';
            const char *fault = word_fault(r->game, word, before);
            if (fault != NULL)
                found(r, where, fault, line);
            memcpy(before, word, sizeof before);
            if (ends_a_seat(r->game, line, at + length))
                before[0] = '\0';
        }
        at += length > 0 ? length : 1;
    }
}

static void read_line(reader *r, const char *where, const char *line) {
    r->lines++;
    if (line == NULL || line[strspn(line, " ")] == '\0') {
        found(r, where, "nothing to read", line == NULL ? "" : line);
        return;
    }
    if (strpbrk(line, "{}") != NULL || strstr(line, "\xe2\x80\xa6") != NULL)
        found(r, where, "an unresolved placeholder", line);
    if (has_wrong_number(r->game, line))
        found(r, where, "one thing in the form for many", line);
    read_words(r, where, line);
}

/* ---- what people read ---- */

static void read_labels(reader *r) {
    static const struct {
        lf_catalogue list;
        const char *where;
    } lists[] = {{LF_OF_SEATS, "seat"},
                 {LF_OF_ZONES, "zone"},
                 {LF_OF_STACKS, "stack"},
                 {LF_OF_CARDS, "card"},
                 {LF_OF_KINDS, "piece"},
                 {LF_OF_GLOBALS, "variable"},
                 {LF_OF_SEAT_VARS, "variable"},
                 {LF_OF_SPACE_VARS, "variable"},
                 {LF_OF_PHASES, "phase"},
                 {LF_OF_ACTIONS, "action"},
                 {LF_OF_SCENARIOS, "scenario"},
                 {LF_OF_OPTIONS, "option"},
                 {LF_OF_PROPERTIES, "property"},
                 {LF_OF_CARD_PARTS, "card part"},
                 {LF_OF_CHECKPOINTS, "checkpoint"},
                 {LF_OF_DISPLAYS, "display"}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; k < lf_count(r->game, lists[i].list); k++)
            if (!lf_bookkeeping(r->game, lists[i].list, k))
                read_line(r, lists[i].where, lf_label(r->game, lists[i].list, k));
    for (int kind = 0; kind < lf_count(r->game, LF_OF_KINDS); kind++)
        read_line(r, "piece", lf_kind_one(r->game, kind));
    for (int space = 0; space < lf_count(r->game, LF_OF_SPACES); space++)
        for (int property = 0; property < lf_count(r->game, LF_OF_PROPERTIES); property++) {
            char buffer[WORD_SIZE];
            read_line(r, "property", lf_property(r->game, space, property, buffer, sizeof buffer));
        }
}

static bool is_bookkeeping(const lf_game *game, const lf_event *event) {
    static const lf_catalogue lists[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    int index = event->subject;
    if (event->kind == LF_EVENT_PHASE)
        return lf_bookkeeping(game, LF_OF_PHASES, index);
    if (event->kind != LF_EVENT_VALUE && event->kind != LF_EVENT_SET)
        return false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (index < lf_count(game, lists[i]))
            return lf_bookkeeping(game, lists[i], index);
        index -= lf_count(game, lists[i]);
    }
    return false;
}

static void read_event(void *context, const lf_event *event) {
    reader *r = context;
    if (is_bookkeeping(r->game, event))
        return;
    read_line(r, "log", event->text);
    if (event->public_text != event->text &&
        event->kind != LF_EVENT_VALUE) /* of a hidden variable others hear nothing */
        read_line(r, "log of the others", event->public_text);
}

/* What the engine asks where a game has no words of its own: it cannot say what for. */
static bool is_engines_own(const char *prompt) {
    static const char *const begins[] = {
        "Place which piece in ",     "Place how many pieces in ",
        "Remove which piece from ",  "Remove how many pieces from ",
        "Move which piece from ",    "Move how many pieces from ",
        "Turn over which piece in ", "Turn over how many pieces in ",
        "Replace which piece in ",   "Replace how many pieces in "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(prompt, begins[i], strlen(begins[i])) == 0)
            return true;
    return strcmp(prompt, "Choose") == 0 || strcmp(prompt, "Choose an action") == 0;
}

/* The rule beside a prompt: a heading, an empty line, and sentences. */
static void read_rule(reader *r, const lf_state *state, const char *prompt) {
    char *text = lf_rule_text(state);
    char *const gap = text != NULL ? strstr(text, "\n\n") : NULL;
    r->rules++;
    if (gap == NULL) {
        found(r, "rule", "no text for players", prompt);
    } else {
        *gap = '\0';
        read_line(r, "heading of a rule", text);
        read_line(r, "rule", gap + 2);
        const char last = gap[strlen(gap + 2) + 1];
        if (strpbrk(gap + 2, "`|*\n") != NULL || (last != '.' && last != ')'))
            found(r, "rule", "no plain sentences", gap + 2);
    }
    lf_string_free(text);
}

static void read_decision(reader *r, const lf_state *state) {
    lf_decision *decision = lf_decision_new(state);
    if (decision == NULL)
        return;
    read_line(r, "prompt", decision->prompt);
    read_rule(r, state, decision->prompt);
    if (is_engines_own(decision->prompt))
        found(r, "prompt", "not in words of the game", decision->prompt);
    for (int i = 0; i < decision->count; i++) {
        const lf_choice *option = &decision->options[i];
        read_line(r, "option", option->label);
        if (option->subject == LF_NO_SUBJECT &&
            (strcmp(option->label, "Done") == 0 || strcmp(option->label, "None") == 0))
            found(r, "option", "a way out without words of its own", decision->prompt);
    }
    lf_decision_free(decision);
}

static void read_displays(reader *r, const lf_state *state) {
    static const lf_catalogue owners[] = {[LF_DISPLAY_SEAT] = LF_OF_SEATS,
                                          [LF_DISPLAY_SPACE] = LF_OF_SPACES,
                                          [LF_DISPLAY_CARD] = LF_OF_CARDS};
    for (int display = 0; display < lf_count(r->game, LF_OF_DISPLAYS); display++) {
        const lf_display_scope of = lf_display_of(r->game, display);
        const int count = of == LF_DISPLAY_GAME ? 1 : lf_count(r->game, owners[of]);
        for (int owner = 0; owner < count; owner++) {
            char *text = lf_display_text(state, display, owner);
            if (lf_display_shown(state, display, owner))
                read_line(r, "display", text);
            lf_string_free(text);
        }
    }
}

/* ---- why not ---- */

/* Something that a player might ask for, offered or not: an action, or what the pending decision is
 * about. */
static lf_option asked_for(const lf_game *game, lf_option_kind kind, uint64_t random) {
    static const lf_catalogue lists[] = {
        [LF_OPTION_ACTION] = LF_OF_ACTIONS, [LF_OPTION_SPACE] = LF_OF_SPACES,
        [LF_OPTION_ZONE] = LF_OF_ZONES,     [LF_OPTION_SEAT] = LF_OF_SEATS,
        [LF_OPTION_CARD] = LF_OF_CARDS,     [LF_OPTION_KIND] = LF_OF_KINDS};
    const int pick = (int)(random % 1000);
    if (kind <= LF_OPTION_KIND)
        return (lf_option){.kind = kind, .subject = pick % lf_count(game, lists[kind])};
    if (kind == LF_OPTION_NUMBER)
        return (lf_option){.kind = kind, .subject = pick % 30, .count = pick % 30};
    return (lf_option){.kind = kind, .subject = pick % MENU_ENTRIES_ASKED};
}

static void read_answer(reader *r, char *text) {
    r->asked++;
    r->unexplained += strstr(text, ": the rules do not allow it now") != NULL;
    read_line(r, "why", text);
    if (strpbrk(text, "`|\n") != NULL || text[0] == '\0' || text[strlen(text) - 1] != '.')
        found(r, "why", "no sentence", text);
}

static void read_why(reader *r, const lf_state *state, uint64_t *random) {
    lf_option first;
    lf_error error = {0};
    if (!lf_option_at(state, 0, &first))
        return;
    const lf_option_kind kinds[] = {first.kind, first.kind, LF_OPTION_ACTION};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *text =
            lf_why_option(state, asked_for(r->game, kinds[i], program_random(random)), &error);
        if (text != NULL)
            read_answer(r, text);
        else if (error.status != LF_BAD_ARGUMENT)
            found(r, "why", "no answer", error.message);
        lf_string_free(text);
    }
}

/* ---- games ---- */

static bool play(reader *r, lf_state *state, const variant *v) {
    lf_error error = {0};
    /* asking does not change the games */
    uint64_t random = v->setup.seed, curious = v->setup.seed + 1;
    bool fine = lf_state_reset(state, &v->setup, &error) == LF_OK;
    for (int at = 0; fine && at < GAME_DECISIONS_MAX && !lf_terminal(state, NULL); at++) {
        read_decision(r, state);
        if (at % DISPLAYS_EVERY == 0)
            read_displays(r, state);
        if (at % WHY_EVERY == 0)
            read_why(r, state, &curious);
        const int count = lf_legal_count(state);
        fine = lf_apply(state, (int)(program_random(&random) % (uint64_t)count)) == LF_OK;
    }
    if (!fine)
        fprintf(stderr, "%s, seed %" PRIu64 ": %s\n", variant_name(v), v->setup.seed,
                error.message[0] != '\0' ? error.message : lf_state_error(state)->message);
    read_displays(r, state);
    return fine;
}

int main(int argc, char **argv) {
    uint64_t games, seed;
    if (argc != 4 || !program_number(argv[2], &games) || !program_number(argv[3], &seed)) {
        fputs("usage: words SPEC GAMES SEED\n", stderr);
        return 2;
    }
    lf_game *game = program_load(argv[1]);
    lf_state *state = game != NULL ? lf_state_new(game, NULL, NULL) : NULL;
    reader *r = calloc(1, sizeof *r);
    if (state == NULL || r == NULL)
        return 1;
    r->game = game;
    const lf_observer observer = {read_event, r};
    lf_watch(state, &observer);
    read_labels(r);
    bool fine = true;
    for (uint64_t i = 0; fine && i < games; i++) {
        variant v;
        variant_make(game, (int)(i % (uint64_t)variant_count(game)), seed + i, &v);
        fine = play(r, state, &v);
    }
    for (int i = 0; i < r->find_count; i++)
        printf("%s\n", r->finds[i]);
    printf("%" PRIu64 " questions why not, %" PRIu64 " without a reason\n", r->asked,
           r->unexplained);
    printf("%" PRIu64 " rules beside prompts\n", r->rules);
    printf("%" PRIu64 " lines in %" PRIu64 " games, %d that are not for people\n", r->lines, games,
           r->find_count);
    fine = fine && r->find_count == 0;
    free(r);
    lf_state_free(state);
    lf_game_free(game);
    return fine ? 0 : 1;
}
