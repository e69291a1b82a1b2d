/* lesson_files.c: the lessons that lie beside a game, in `NAME/lessons/…md` next to
 * `NAME.game-spec.md`. A lesson is read, and then played through once: so every step is known to be
 * legal where it is suggested, and the hash after each is known. */
#include <stdio.h>
#include <string.h>

#include "agents/agents.h"
#include "ludoforge_session.h"
#include "sidecar.h"

#define HUMAN "human"
#define DEFAULT_PLAYER "greedy" /* of a seat that the lesson does not name */
#define OPTIONS_NAMED 12

struct lf_lessons {
    lf_arena *arena;
    const lf_game *game;
    lf_lesson *items;
    uint32_t count, capacity;
};

/* A lesson while it is read. */
typedef struct {
    const lf_sidecar *sidecar;
    const lf_game *game;
    lf_lesson lesson;
    lf_lesson_decision *decisions;
    const lf_doc **places; /* where each decision stands */
    const lf_doc *steps;
    bool good;
} lf_lesson_reader;

static void wrong(lf_lesson_reader *r, const lf_doc *doc, const char *note, const char *message) {
    lf_sidecar_wrong(r->sidecar, doc, note, message);
    r->good = false;
}

static char *print(const lf_lesson_reader *r, const char *format, const char *a, const char *b) {
    return lf_arena_printf(r->sidecar->arena, format, a, b);
}

/* ---- fields ---- */

static void read_players(lf_lesson_reader *r, const lf_doc *doc) {
    if (doc->kind != LF_DOC_MAP) {
        wrong(r, doc, "write `players: { SEAT: human }`",
              "players are a map from seat to who plays it");
        return;
    }
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_seat seat = lf_find(r->game, LF_OF_SEATS, doc->pairs[i].key);
        const lf_doc *value = doc->pairs[i].value;
        const char *who = lf_sidecar_text(r->sidecar, value);
        if (seat < 0)
            wrong(r, value, NULL, print(r, "there is no seat `%s`%s", doc->pairs[i].key, ""));
        else if (who == NULL || (strcmp(who, HUMAN) != 0 && !lf_agent_check(r->game, who, NULL)))
            wrong(r, value, "`human`, or the name of an agent",
                  print(r, "nobody is called `%s`%s", who != NULL ? who : "", ""));
        else
            r->lesson.players[seat] = who;
    }
}

static void read_field(lf_lesson_reader *r, const char *key, const lf_doc *value) {
    static const char *const keys[] = {"lesson",  "title", "text",  "scenario", "seed",
                                       "options", "stack", "cards", "deck",     "top",
                                       "players", "steps", "end",   NULL};
    lf_lesson *const l = &r->lesson;
    if (strcmp(key, "lesson") == 0)
        l->id = lf_sidecar_text(r->sidecar, value);
    else if (strcmp(key, "title") == 0)
        l->title = lf_sidecar_text(r->sidecar, value);
    else if (strcmp(key, "text") == 0)
        l->text = lf_sidecar_text(r->sidecar, value);
    else if (strcmp(key, "end") == 0)
        l->end = lf_sidecar_text(r->sidecar, value);
    else if (strcmp(key, "players") == 0)
        read_players(r, value);
    else if (strcmp(key, "steps") == 0)
        r->steps = value;
    else if (!lf_sidecar_setup(r->sidecar, key, value, &l->setup)) {
        lf_sidecar_unknown(r->sidecar, key, value, "a lesson", keys);
        r->good = false;
    }
}

/* ---- steps ---- */

static void add_decision(lf_lesson_reader *r, const lf_doc *place, const char *text, lf_seat seat) {
    const int at = r->lesson.count;
    if (place->kind != LF_DOC_SCALAR) {
        wrong(r, place, NULL, "a decision is the id of an option");
        return;
    }
    r->decisions[at] = (lf_lesson_decision){place->text, text, seat};
    r->places[at] = place;
    r->lesson.count++;
}

static lf_seat read_seat(lf_lesson_reader *r, const lf_doc *doc) {
    const lf_seat seat = doc != NULL && doc->kind == LF_DOC_SCALAR
                             ? lf_find(r->game, LF_OF_SEATS, doc->text)
                             : LF_NOBODY;
    if (doc != NULL && seat < 0)
        wrong(r, doc, NULL, "there is no such seat");
    return seat;
}

static void read_step(lf_lesson_reader *r, const lf_doc *step) {
    static const char *const keys[] = {"seat", "text", "play", NULL};
    if (step->kind != LF_DOC_MAP) {
        wrong(r, step, "write `- { text: …, play: […] }`", "a step is a map");
        return;
    }
    for (uint32_t i = 0; i < step->count; i++) {
        const char *const *key = keys;
        while (*key != NULL && strcmp(*key, step->pairs[i].key) != 0)
            key++;
        if (*key == NULL) {
            lf_sidecar_unknown(r->sidecar, step->pairs[i].key, step->pairs[i].value, "a step",
                               keys);
            r->good = false;
        }
    }
    const lf_doc *play = lf_doc_get(step, "play"), *words = lf_doc_get(step, "text");
    const lf_seat seat = read_seat(r, lf_doc_get(step, "seat"));
    const char *text = words != NULL ? lf_sidecar_text(r->sidecar, words) : NULL;
    if (play == NULL || play->kind != LF_DOC_LIST || play->count == 0) {
        wrong(r, step, "add `play: [ID, …]`", "a step plays at least one decision");
        return;
    }
    for (uint32_t i = 0; i < play->count; i++)
        add_decision(r, play->items[i], i == 0 ? (text != NULL ? text : "") : NULL,
                     i == 0 ? seat : LF_NOBODY);
}

static void read_steps(lf_lesson_reader *r) {
    uint32_t room = 1;
    for (uint32_t i = 0; i < r->steps->count; i++) {
        const lf_doc *step = r->steps->items[i];
        const lf_doc *play = step->kind == LF_DOC_MAP ? lf_doc_get(step, "play") : NULL;
        room += play != NULL && play->kind == LF_DOC_LIST ? play->count : 0;
    }
    r->decisions = LF_NEW_ARRAY(r->sidecar->arena, lf_lesson_decision, room);
    r->places = LF_NEW_ARRAY(r->sidecar->arena, const lf_doc *, room);
    for (uint32_t i = 0; i < r->steps->count; i++)
        read_step(r, r->steps->items[i]);
    r->lesson.decisions = r->decisions;
}

/* ---- playing it through ---- */

/* Nothing is taken from the arena while there is a state, which would be lost with the jump that
 * ends a lack of memory: what is wrong is written here first. */
typedef struct {
    int decision; /* -1: the set-up */
    char message[700], note[700];
} lf_lesson_problem;

static void describe_offer(const lf_state *state, char *note, size_t size) {
    lf_decision *decision = lf_decision_new(state);
    if (decision == NULL)
        return;
    int length =
        snprintf(note, size, "%s decides: %s Offered:",
                 lf_label(lf_state_game(state), LF_OF_SEATS, decision->decider), decision->prompt);
    for (int i = 0; i < decision->count && i < OPTIONS_NAMED && length > 0 && (size_t)length < size;
         i++)
        length += snprintf(note + length, size - (size_t)length, " %s", decision->options[i].id);
    if (decision->count > OPTIONS_NAMED && (size_t)length < size)
        snprintf(note + length, size - (size_t)length, " …");
    lf_decision_free(decision);
}

/* False: the decision cannot be made there. */
static bool play_decision(lf_state *state, lf_lesson_decision *d, lf_lesson_problem *problem) {
    const lf_game *const game = lf_state_game(state);
    const lf_seat decider = lf_decider(state);
    if (d->seat >= 0 && d->seat != decider) {
        snprintf(problem->message, sizeof problem->message, "%s decides here, not %s",
                 decider >= 0 ? lf_label(game, LF_OF_SEATS, decider) : "nobody",
                 lf_label(game, LF_OF_SEATS, d->seat));
        return false;
    }
    const int option = lf_find_option(state, d->option);
    d->seat = decider;
    if (option == LF_NO_OPTION) {
        snprintf(problem->message, sizeof problem->message, "`%s` is not offered here", d->option);
        if (decider >= 0)
            describe_offer(state, problem->note, sizeof problem->note);
        return false;
    }
    if (lf_apply(state, option) == LF_OK)
        return true;
    snprintf(problem->message, sizeof problem->message, "the rules fail here: %s",
             lf_state_error(state)->message);
    return false;
}

static bool play_through(lf_lesson_reader *r, uint64_t *hashes, lf_lesson_problem *problem) {
    lf_error error = {0};
    *problem = (lf_lesson_problem){.decision = -1};
    lf_state *state = lf_state_new(r->game, &r->lesson.setup, &error);
    if (state == NULL) {
        snprintf(problem->message, sizeof problem->message, "the game cannot be set up so: %s",
                 error.message);
        return false;
    }
    bool good = true;
    hashes[0] = lf_hash(state);
    for (int i = 0; good && i < r->lesson.count; i++) {
        problem->decision = i;
        good = play_decision(state, &r->decisions[i], problem);
        hashes[i + 1] = lf_hash(state);
    }
    lf_state_free(state);
    return good;
}

static void check_play(lf_lesson_reader *r, const lf_doc *doc) {
    lf_arena *const arena = r->sidecar->arena;
    lf_lesson_problem problem;
    uint64_t *hashes = LF_NEW_ARRAY(arena, uint64_t, (size_t)r->lesson.count + 1);
    r->lesson.hashes = hashes;
    if (!play_through(r, hashes, &problem))
        wrong(r, problem.decision >= 0 ? r->places[problem.decision] : doc,
              *problem.note ? lf_arena_strndup(arena, problem.note, strlen(problem.note)) : NULL,
              problem.message);
}

/* ---- lessons ---- */

static bool has_human(const lf_lesson *l) {
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++) {
        if (l->players[seat] != NULL && strcmp(l->players[seat], HUMAN) == 0)
            return true;
    }
    return false;
}

static void check_shape(lf_lesson_reader *r, const lf_doc *doc) {
    const lf_lesson *const l = &r->lesson;
    if (l->id == NULL || l->title == NULL)
        wrong(r, doc, "begin with `- lesson: ID` and `title: …`",
              "a lesson needs a name and a title");
    else if (!has_human(l))
        wrong(r, doc, "write `players: { SEAT: human }`", "nobody learns in this lesson");
    else if (r->steps == NULL || r->steps->kind != LF_DOC_LIST || r->steps->count == 0)
        wrong(r, doc, "add `steps:`", "a lesson has at least one step");
}

static void read_lesson(const lf_sidecar *sidecar, const lf_doc *doc, void *context) {
    lf_lessons *const lessons = context;
    lf_lesson_reader r = {.sidecar = sidecar, .game = lessons->game, .good = true};
    if (doc->kind != LF_DOC_MAP) {
        wrong(&r, doc, "begin with `- lesson: ID`", "a lesson is a map");
        return;
    }
    const uint32_t errors = sidecar->reader.report->errors;
    for (uint32_t i = 0; i < doc->count; i++)
        read_field(&r, doc->pairs[i].key, doc->pairs[i].value);
    r.good = r.good && sidecar->reader.report->errors == errors;
    if (r.good)
        check_shape(&r, doc);
    if (r.good)
        read_steps(&r);
    if (r.good)
        check_play(&r, doc);
    for (lf_seat seat = 0; seat < LF_SEATS_MAX; seat++) {
        if (r.lesson.players[seat] == NULL)
            r.lesson.players[seat] = DEFAULT_PLAYER;
    }
    r.lesson.text = r.lesson.text != NULL ? r.lesson.text : "";
    r.lesson.end = r.lesson.end != NULL ? r.lesson.end : "";
    if (r.good)
        LF_PUSH(lessons->arena, lessons->items, lessons->count, lessons->capacity, r.lesson);
}

static void *make_lessons(lf_arena *arena, const void *game) {
    lf_lessons *lessons = LF_NEW(arena, lf_lessons);
    *lessons = (lf_lessons){.arena = arena, .game = game};
    return lessons;
}

lf_lessons *lf_lessons_load(const lf_game *game, const char *spec_path, lf_diagnostics **problems) {
    return lf_sidecar_load(spec_path, "lessons", LF_E0707, make_lessons, read_lesson, game,
                           problems);
}

int lf_lessons_count(const lf_lessons *lessons) {
    return (int)lessons->count;
}

const lf_lesson *lf_lessons_get(const lf_lessons *lessons, int index) {
    return index < 0 || (uint32_t)index >= lessons->count ? NULL : &lessons->items[index];
}

void lf_lessons_free(lf_lessons *lessons) {
    if (lessons != NULL)
        lf_arena_free(lessons->arena);
}
