/* idle_options.c: looks for options that change nothing.
 *
 *     idle_options SPEC NOTES GAMES SEED
 *
 * Plays random games in all variants. At every decision each option is tried on a copy, with
 * everything that it leads to, until the table changes, chance is asked, the decision comes round
 * again, or an action is to be chosen. An option after which nothing can have changed is reported
 * with its place in the rules.
 *
 * NOTES says what the game's rules mean by that, a line each: `ignore NAME` is a variable or stack
 * that keeps the books of play only, `decline ID` is an option like pass and done, `explained
 * ROUTINE ID WHY` may do nothing for this reason (ID may be *). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/program.h"
#include "kernel/state/state.h"
#include "table.h"
#include "variants.h"

enum {
    DEPTH_MAX = 24,
    TRIES_MAX = 300,
    NOTES_MAX = 256,
    FINDS_MAX = 512,
    WORD_SIZE = 64,
    PLACE_SIZE = 256
};

typedef struct {
    char what[16], first[WORD_SIZE], second[WORD_SIZE];
} note;

typedef struct {
    char place[PLACE_SIZE], id[WORD_SIZE];
    uint64_t times;
} find;

typedef struct {
    int site;
    uint64_t books; /* a hash of everything but the program's place and registers */
} visit;

typedef struct {
    const lf_game *game;
    table table;
    int64_t *row; /* the table before the option */
    uint32_t barrier;
    lf_state *states[DEPTH_MAX + 1]; /* the game, then a copy a decision on the way */
    visit visits[DEPTH_MAX + 1];
    int tries;
    note notes[NOTES_MAX];
    int note_count;
    find finds[FINDS_MAX];
    int find_count;
    uint64_t random, decisions, options, unknown;
    const char *variant;
    uint64_t seed;
} walk;

/* ---- notes ---- */

static bool noted(const walk *w, const char *what, const char *first, const char *second) {
    for (int i = 0; i < w->note_count; i++) {
        const note *n = &w->notes[i];
        if (strcmp(n->what, what) == 0 && strcmp(n->first, first) == 0 &&
            (second == NULL || strcmp(n->second, "*") == 0 || strcmp(n->second, second) == 0))
            return true;
    }
    return false;
}

static bool take_note(walk *w, const char *line, int number) {
    note n = {0};
    const int words = sscanf(line, "%15s %63s %63s", n.what, n.first, n.second);
    if (words < 1 || n.what[0] == '#')
        return true;
    const bool known = (strcmp(n.what, "ignore") == 0 && words == 2) ||
                       (strcmp(n.what, "decline") == 0 && words == 2) ||
                       (strcmp(n.what, "explained") == 0 && words == 3);
    if (!known || w->note_count == NOTES_MAX) {
        fprintf(stderr, "notes, line %d: not understood\n", number);
        return false;
    }
    if (strcmp(n.what, "ignore") == 0 && !table_ignore(&w->table, n.first)) {
        fprintf(stderr, "notes, line %d: no variable or stack %s\n", number, n.first);
        return false;
    }
    w->notes[w->note_count++] = n;
    return true;
}

static bool read_notes(walk *w, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    char line[512];
    bool fine = true;
    for (int number = 1; fine && fgets(line, sizeof line, file) != NULL; number++)
        fine = take_note(w, line, number);
    fclose(file);
    return fine;
}

/* ---- what an option leads to ---- */

/* Apart from the way out. */
static int open_options(const lf_state *state) {
    int open = 0;
    lf_option option;
    for (int i = 0; lf_option_at(state, i, &option); i++)
        open += option.kind < LF_OPTION_DONE;
    return open;
}

static visit visit_of(const lf_state *state) {
    return (visit){lf_site(state), lf_head_const(state->block)->running};
}

/* A choice of several elements comes back with one less to choose from, and nothing has been
 * written down. */
static bool comes_round(const walk *w, int depth, const visit *now) {
    for (int i = depth; i >= 0; i--)
        if (w->visits[i].site == now->site)
            return w->visits[i].books != now->books ||
                   open_options(w->states[i]) <= open_options(w->states[depth + 1]);
    return false;
}

static bool asks_for_an_action(const lf_state *state) {
    lf_option option;
    return lf_option_at(state, 0, &option) && option.kind == LF_OPTION_ACTION;
}

/* Can anything change if this option of the decision at `depth` is taken? What cannot be found out
 * counts as yes. */
static bool can_change(walk *w, int depth, int option) {
    lf_state *state = w->states[depth + 1];
    if (++w->tries > TRIES_MAX || depth + 1 == DEPTH_MAX) {
        w->unknown++;
        return true;
    }
    lf_copy(state, w->states[depth]);
    if (lf_apply(state, option) != LF_OK || lf_terminal(state, NULL) ||
        lf_barrier(state) != w->barrier || !table_same(&w->table, state, w->row))
        return true;
    if (asks_for_an_action(state))
        return false;
    const visit now = visit_of(state);
    if (comes_round(w, depth, &now))
        return false;
    w->visits[depth + 1] = now;
    const int count = lf_legal_count(state);
    for (int i = 0; i < count; i++)
        if (can_change(w, depth + 1, i))
            return true;
    return false;
}

/* ---- reporting ---- */

/* The last word of a place: the routine, and `play` for the course of play. */
static const char *routine_of(const char *place) {
    const char *space = strrchr(place, ' ');
    return space != NULL ? space + 1 : place;
}

static void show(const walk *w, const find *f, const char *label) {
    char *prompt = lf_prompt(w->states[0]);
    printf("%s: %s\n    %s: %s (%s), %s, seed %" PRIu64 ", decision %" PRIu64 "\n", f->place, f->id,
           prompt != NULL ? prompt : "", label,
           lf_name(w->game, LF_OF_SEATS, lf_decider(w->states[0])), w->variant, w->seed,
           w->decisions);
    lf_string_free(prompt);
}

static void report(walk *w, int option) {
    const lf_state *state = w->states[0];
    lf_option what;
    lf_option_at(state, option, &what);
    find f = {.times = 1};
    char number[LF_NUMBER_SIZE];
    const char *id = lf_option_id(state, option, number, sizeof number);
    lf_instruction_place(w->game, lf_site_instruction(w->game, lf_site(state)), f.place,
                         sizeof f.place);
    const bool words = what.kind >= LF_OPTION_MENU || what.kind == LF_OPTION_ACTION ||
                       what.kind == LF_OPTION_VALUE;
    snprintf(f.id, sizeof f.id, "%s",
             words                           ? id
             : what.kind == LF_OPTION_NUMBER ? "(number)"
                                             : "(thing)");
    if (noted(w, "explained", routine_of(f.place), f.id))
        return;
    for (int i = 0; i < w->find_count; i++)
        if (strcmp(w->finds[i].place, f.place) == 0 && strcmp(w->finds[i].id, f.id) == 0) {
            w->finds[i].times++;
            return;
        }
    if (w->find_count == FINDS_MAX)
        return;
    w->finds[w->find_count++] = f;
    show(w, &f, id);
}

static bool is_way_out(const walk *w, int option) {
    lf_option what;
    char number[LF_NUMBER_SIZE];
    lf_option_at(w->states[0], option, &what);
    return what.kind >= LF_OPTION_DONE ||
           (what.kind == LF_OPTION_ACTION &&
            lf_action_kind(w->game, what.subject) >= LF_OPTION_DONE) ||
           (what.kind == LF_OPTION_NUMBER && what.count == 0) ||
           noted(w, "decline", lf_option_id(w->states[0], option, number, sizeof number), NULL);
}

/* ---- the walk ---- */

static void look_at_options(walk *w) {
    const lf_state *state = w->states[0];
    table_read(&w->table, state, w->row);
    w->barrier = lf_barrier(state);
    w->visits[0] = visit_of(state);
    const int count = lf_legal_count(state);
    for (int i = 0; i < count; i++) {
        if (is_way_out(w, i))
            continue;
        w->tries = 0;
        w->options++;
        if (!can_change(w, 0, i))
            report(w, i);
    }
}

static bool play_game(walk *w, const variant *v) {
    lf_state *state = w->states[0];
    lf_error error = {0};
    if (lf_state_reset(state, &v->setup, &error) != LF_OK) {
        fprintf(stderr, "%s: %s\n", variant_name(v), error.message);
        return false;
    }
    while (!lf_terminal(state, NULL)) {
        look_at_options(w);
        const int count = lf_legal_count(state);
        if (lf_apply(state, (int)(program_random(&w->random) % (uint64_t)count)) != LF_OK) {
            fprintf(stderr, "%s, seed %" PRIu64 ": %s\n", variant_name(v), v->setup.seed,
                    lf_state_error(state)->message);
            return false;
        }
        w->decisions++;
    }
    return true;
}

static bool play_games(walk *w, uint64_t games, uint64_t seed) {
    const int variants = variant_count(w->game);
    for (uint64_t i = 0; i < games; i++) {
        variant v;
        variant_make(w->game, (int)(i % (uint64_t)variants), seed + i, &v);
        w->random = w->seed = seed + i;
        w->decisions = 0;
        w->variant = variant_name(&v);
        if (!play_game(w, &v))
            return false;
    }
    return true;
}

static bool begin(walk *w, const char *spec, const char *notes) {
    w->game = program_load(spec);
    if (w->game == NULL || !table_new(w->game, &w->table) ||
        (w->row = table_row_new(&w->table)) == NULL)
        return false;
    for (int i = 0; i <= DEPTH_MAX; i++)
        if ((w->states[i] = lf_state_new(w->game, NULL, NULL)) == NULL)
            return false;
    return read_notes(w, notes);
}

int main(int argc, char **argv) {
    static walk w;
    uint64_t games, seed;
    if (argc != 5 || !program_number(argv[3], &games) || !program_number(argv[4], &seed)) {
        fputs("usage: idle_options SPEC NOTES GAMES SEED\n", stderr);
        return 2;
    }
    const bool fine = begin(&w, argv[1], argv[2]) && play_games(&w, games, seed);
    uint64_t idle = 0;
    for (int i = 0; i < w.find_count; i++)
        idle += w.finds[i].times;
    for (int i = 0; i < w.find_count; i++)
        printf("%8" PRIu64 " times  %s: %s\n", w.finds[i].times, w.finds[i].place, w.finds[i].id);
    printf("%" PRIu64 " games, %" PRIu64 " options, %" PRIu64 " not followed to the end, %" PRIu64
           " that change nothing\n",
           games, w.options, w.unknown, idle);
    for (int i = 0; i <= DEPTH_MAX; i++)
        lf_state_free(w.states[i]);
    free(w.row);
    table_free(&w.table);
    lf_game_free((lf_game *)w.game);
    return fine && idle == 0 ? 0 : 1;
}
