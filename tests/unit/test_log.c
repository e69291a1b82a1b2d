/* test_log.c: what a observer is told of games whose board is kept in sets: which elements came and
 * went, as bits and in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ludoforge.h"

#include <cmocka.h>

typedef struct {
    const lf_game *game;
    char lines[1024];
    int changes; /* elements that came or went, by the bits of the events */
} notes;

static int bits(const uint64_t *words, int count) {
    int n = 0;
    for (int i = 0; i < count; i++)
        n += __builtin_popcountll(words[i]);
    return n;
}

static void note(void *context, const lf_event *event) {
    notes *n = context;
    if (event->kind != LF_EVENT_SET)
        return;
    n->changes += bits(event->added, event->words) + bits(event->removed, event->words);
    if (lf_name(n->game, LF_OF_GLOBALS, event->subject)[0] == '_')
        return;
    strncat(n->lines, event->text, sizeof n->lines - strlen(n->lines) - 1);
    strncat(n->lines, "\n", sizeof n->lines - strlen(n->lines) - 1);
}

/* Plays one option of a new game; *n has what was told. */
static void watch_one(const char *name, const char *option, notes *n) {
    char path[128];
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    lf_state *state = lf_state_new(game, NULL, &error);
    assert_non_null(state);
    *n = (notes){.game = game};
    lf_watch(state, &(lf_observer){note, n});
    assert_int_equal(lf_apply(state, lf_find_option(state, option)), LF_OK);
    lf_state_free(state);
    lf_game_free(game);
}

static void expect_line(const notes *n, const char *line) {
    if (strstr(n->lines, line) == NULL)
        fail_msg("\"%s\" is not in\n%s", line, n->lines);
}

/* Black's disc on d3 stands below the white one on d4 and the black one on d5: d4 changes its
 * colour. */
static void test_reversi_tells_what_is_turned(void **unused) {
    (void)unused;
    notes n;
    watch_one("reversi", "d3", &n);
    expect_line(&n, "Black discs + d3\n");
    expect_line(&n, "Black discs + d4\n");
    expect_line(&n, "White discs - d4\n");
    assert_true(n.changes >= 3);
}

static void test_connect_four_tells_where_a_disc_falls(void **unused) {
    (void)unused;
    notes n;
    watch_one("connect-four", "c1", &n);
    expect_line(&n, "Red discs + c1\n");
    expect_line(&n, "Open cells - c1\n");
    expect_line(&n, "Open cells + c2\n");
    assert_int_equal(n.changes, 3);
}

/* ---- lines of a game's own ---- */

static void note_said(void *context, const lf_event *event) {
    notes *n = context;
    if (event->kind != LF_EVENT_LOG && event->kind != LF_EVENT_DECISION)
        return;
    strncat(n->lines, event->text, sizeof n->lines - strlen(n->lines) - 1);
    strncat(n->lines, "\n", sizeof n->lines - strlen(n->lines) - 1);
}

/* Plays the options one after the other, where they are asked for; the line must be said. */
static void expect_said(const char *position, const char *const *options, const char *line) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    lf_game *game = lf_game_load("data/games/chess.game-spec.md", &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    const lf_setup setup = {.position = position};
    lf_state *state = lf_state_new(game, &setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    notes n = {.game = game};
    lf_watch(state, &(lf_observer){note_said, &n});
    for (; *options != NULL; options++)
        assert_int_equal(lf_apply(state, lf_find_option(state, *options)), LF_OK);
    expect_line(&n, line);
    lf_state_free(state);
    lf_game_free(game);
}
#define MOVES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_chess_names_the_piece(void **unused) {
    (void)unused;
    expect_said("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", MOVES("e2", "e4"),
                "Pawn e2–e4\n");
    expect_said("4k3/5p2/8/4N3/8/8/8/4K3 w - - 0 1", MOVES("e5", "f7"), "Knight takes f7\n");
    expect_said("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", MOVES("e5", "d6"),
                "Pawn takes d6 en passant\n");
    expect_said("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", MOVES("e1", "g1"), "castles short\n");
    expect_said("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", MOVES("e8", "c8"), "castles long\n");
    expect_said("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", MOVES("a7", "knight"), "Pawn a7–a8\nKnight\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reversi_tells_what_is_turned),
        cmocka_unit_test(test_connect_four_tells_where_a_disc_falls),
        cmocka_unit_test(test_chess_names_the_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
