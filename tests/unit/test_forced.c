/* test_forced.c: decisions with a single option: who is asked for them, by the rules (`ask`), by
 * what a seat knows alone, by the caller (lf_forced), and in a position that was read from a text.
 *
 * The game is a trick-taking game with three cards a seat: whoever plays second follows suit if it
 * can. So a seat plays three times, whatever it holds, and how often it has a choice depends on its
 * hand. */
#include "native_fixture.h"

#include <jansson.h>

#include "api/session/record.h"
#include "base/base.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

static char path[64];

#define CARDS 6
#define SEEDS 40

enum { RED, BLUE };

static const char tricks[] =
    "```yaml\n"
    "metadata: {id: tricks, name: Tricks}\n"
    "%s\n" /* a word for the whole game */
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - {id: deck, holds: cards, visibility: hidden}\n"
    "  - {id: red-hand, holds: cards, owner: Red, visibility: %s}\n"
    "  - {id: blue-hand, holds: cards, owner: Blue, visibility: %s}\n"
    "  - {id: table, holds: cards}\n"
    "cardAttributes: [{name: suit, type: int}]\n"
    "cards:\n"
    "  - {id: a1, name: A1, suit: 1}\n"
    "  - {id: a2, name: A2, suit: 1}\n"
    "  - {id: a3, name: A3, suit: 1}\n"
    "  - {id: b1, name: B1, suit: 2}\n"
    "  - {id: b2, name: B2, suit: 2}\n"
    "  - {id: b3, name: B3, suit: 2}\n"
    "functions:\n"
    "  hand(seat p): \"{c in cards where if p == Red then c in red-hand else c in blue-hand}\"\n"
    "  fitting(seat p): \"{c in hand(p) where size(table) mod 2 == 1 and c.suit == "
    "top(table).suit}\"\n"
    "  playable(seat p): \"if any c in fitting(p) then fitting(p) else hand(p)\"\n"
    "setup: |\n"
    "  for card in cards: put card on top of deck\n"
    "  shuffle deck\n"
    "  deal 3 from deck to red-hand\n"
    "  deal 3 from deck to blue-hand\n"
    "turnStructure: {phases: [{id: play, seats: [Red, Blue]}]}\n"
    "actions:\n"
    "  - id: lay\n"
    "    phase: play\n"
    "    %s\n" /* a word for the action */
    "    effects: |\n"
    "      choose c in playable(activePlayer) %s\n" /* a word for the choice */
    "      put c on top of table\n"
    "      end turn\n"
    "terminal:\n"
    "  checkpoints: [{id: played, when: size(table) == 6, draw: true}]\n"
    "```\n";

typedef struct {
    const char *game, *red, *blue, *action, *choice;
} words;

static const words hidden = {"", "owner", "owner", "", ""},
                   in_the_open = {"", "public", "public", "", ""},
                   red_hides = {"", "owner", "public", "", ""};

static lf_game *load_version(const words *w, const char *without) {
    lf_diagnostics *problems = NULL;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, tricks, w->game, w->red, w->blue, w->action, w->choice);
    fclose(file);
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static lf_game *load(const words *w) {
    return load_version(w, "");
}

static lf_state *begin(const lf_game *game, uint64_t seed, lf_forced forced) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed, .forced = forced}, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

/* ---- how often a seat is asked ---- */

typedef struct {
    int asked[2], single[2]; /* of these, with a single option */
} tally;

static tally play(const lf_game *game, lf_forced forced, uint64_t seed) {
    tally t = {0};
    uint64_t rng = seed;
    lf_state *state = begin(game, seed, forced);
    for (int n; (n = lf_legal_count(state)) > 0;) {
        t.asked[lf_decider(state)]++;
        t.single[lf_decider(state)] += n == 1;
        assert_int_equal(lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)n)), LF_OK);
    }
    assert_true(lf_terminal(state, NULL));
    lf_state_free(state);
    return t;
}

/* Red and Blue are asked so many times in every game; -1: only for real choices. */
static void expect_asked(const words *w, lf_forced forced, int red, int blue) {
    const int wanted[] = {red, blue};
    lf_game *game = load(w);
    int single[2] = {0}, asked[2] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const tally t = play(game, forced, seed);
        for (int seat = RED; seat <= BLUE; seat++) {
            single[seat] += t.single[seat];
            asked[seat] += t.asked[seat];
            assert_true(wanted[seat] < 0 ? t.single[seat] == 0 : t.asked[seat] == wanted[seat]);
        }
    }
    for (int seat = RED; seat <= BLUE; seat++) {
        assert_true(asked[seat] > 0);
        assert_true(wanted[seat] < 0 || single[seat] >= SEEDS); /* its last card at least */
    }
    lf_game_free(game);
}
#define REAL (-1)

/* The times of a seat say nothing of its hand: it is asked for each of its cards. Its action is
 * its only one in every position, which tells nothing. */
static void test_a_seat_with_secrets_is_asked(void **unused) {
    (void)unused;
    expect_asked(&hidden, LF_FORCED_GAME, CARDS / 2, CARDS / 2);
}

/* A deck that nobody sees is nobody's secret. */
static void test_without_secrets_only_choices_are_asked(void **unused) {
    (void)unused;
    expect_asked(&in_the_open, LF_FORCED_GAME, REAL, REAL);
}

static void test_each_seat_by_what_it_knows_alone(void **unused) {
    (void)unused;
    expect_asked(&red_hides, LF_FORCED_GAME, CARDS / 2, REAL);
}

/* With the caller's word every decision is asked, the only action too; or none without a choice. */
static void test_the_caller_decides(void **unused) {
    (void)unused;
    const words real = {"ask: real", "owner", "owner", "ask: real", "ask real"};
    const words always = {"ask: always", "owner", "owner", "", ""};
    expect_asked(&hidden, LF_FORCED_ASK, CARDS, CARDS);
    expect_asked(&in_the_open, LF_FORCED_ASK, CARDS, CARDS);
    expect_asked(&real, LF_FORCED_ASK, CARDS, CARDS);
    expect_asked(&hidden, LF_FORCED_TAKE, REAL, REAL);
    expect_asked(&always, LF_FORCED_TAKE, REAL, REAL);
}

static void test_the_rules_decide(void **unused) {
    (void)unused;
    static const struct {
        words w;
        int asked; /* of each seat; the action counts too where it is asked for */
    } rows[] = {
        {{"ask: real", "owner", "owner", "", ""}, REAL},
        {{"ask: always", "public", "public", "", ""}, CARDS},
        {{"", "owner", "owner", "ask: real", ""}, REAL},
        {{"", "public", "public", "ask: always", ""}, CARDS},
        {{"ask: always", "public", "public", "ask: real", ""}, REAL},
        {{"ask: real", "owner", "owner", "ask: always", ""}, CARDS},
        {{"", "owner", "owner", "", "ask real"}, REAL},
        {{"", "public", "public", "", "ask always"}, CARDS / 2},
        {{"ask: real", "public", "public", "ask: real", "ask always"}, CARDS / 2},
        {{"ask: real", "owner", "owner", "ask: real", "ask real"}, REAL},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        expect_asked(&rows[i].w, LF_FORCED_GAME, rows[i].asked, rows[i].asked);
}

/* That every choice is asked for is new, and a part of the rules. All else was so before there
 * was a word for it, and older saves fit. */
static void test_identity(void **unused) {
    (void)unused;
    static const struct {
        words w;
        bool same;
    } rows[] = {{{"ask: always", "owner", "owner", "", ""}, false},
                {{"", "owner", "owner", "ask: always", ""}, false},
                {{"", "owner", "owner", "", "ask always"}, false},
                {{"ask: real", "owner", "owner", "ask: real", "ask real"}, true}};
    lf_game *plain = load(&hidden);
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_game *other = load(&rows[i].w);
        assert_int_equal(lf_game_identity(plain) == lf_game_identity(other), rows[i].same);
        lf_game_free(other);
    }
    lf_game_free(plain);
}

/* ---- every compiler and back end ---- */

static void play_alike(const lf_game *const games[3], lf_forced forced, lf_chance chance,
                       uint64_t seed) {
    uint64_t rng = seed;
    lf_state *states[3];
    const lf_setup setup = {.seed = seed, .forced = forced};
    for (int i = 0; i < 3; i++) {
        states[i] = chance == LF_CHANCE_EXPLICIT ? lf_state_new_explicit(games[i], &setup, NULL)
                                                 : lf_state_new(games[i], &setup, NULL);
        assert_non_null(states[i]);
    }
    for (int n; (n = lf_legal_count(states[0])) > 0;) {
        const int option = (int)lf_rng_below(&rng, (uint32_t)n);
        for (int i = 0; i < 3; i++)
            assert_int_equal(lf_apply(states[i], option), LF_OK);
        assert_int_equal(lf_table_hash(states[0]), lf_table_hash(states[1]));
        assert_memory_equal(states[0]->block, states[2]->block, games[0]->layout.size);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(lf_terminal(states[i], NULL));
        lf_state_free(states[i]);
    }
}

static int64_t play_at_random(const lf_game *game, lf_forced forced, uint64_t seed) {
    uint64_t rng_states[2] = {seed, seed + 100};
    uint64_t *const rng[] = {&rng_states[0], &rng_states[1]};
    lf_state *state = begin(game, seed, forced);
    const int64_t made = lf_playout(state, rng, 1000);
    assert_true(lf_terminal(state, NULL));
    lf_state_free(state);
    return made;
}

static void test_every_version_asks_alike(void **unused) {
    (void)unused;
    const words rows[] = {hidden, red_hides, {"ask: real", "owner", "owner", "ask: always", ""}};
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        char name[16];
        lf_game *native = load(&rows[i]);
        const lf_game *const games[] = {load(&rows[i]), load_version(&rows[i], "all"), native};
        snprintf(name, sizeof name, "tricks-%zu", i);
        make_native(native, name);
        for (int forced = LF_FORCED_GAME; forced <= LF_FORCED_TAKE; forced++)
            for (uint64_t seed = 0; seed < 8; seed++) {
                play_alike(games, (lf_forced)forced, LF_CHANCE_SAMPLED, seed);
                play_alike(games, (lf_forced)forced, LF_CHANCE_EXPLICIT, seed);
                const int64_t made = play_at_random(games[0], (lf_forced)forced, seed);
                assert_int_equal(play_at_random(games[1], (lf_forced)forced, seed), made);
                assert_int_equal(play_at_random(native, (lf_forced)forced, seed), made);
                assert_true(forced == LF_FORCED_ASK ? made == 2 * CARDS : made <= 2 * CARDS);
            }
        for (int k = 0; k < 3; k++)
            lf_game_free((lf_game *)games[k]);
    }
}

/* ---- kept and recorded ---- */

static void test_saves_keep_it(void **unused) {
    (void)unused;
    lf_game *game = load(&in_the_open);
    static unsigned char save[1 << 16];
    for (int forced = LF_FORCED_GAME; forced <= LF_FORCED_TAKE; forced++) {
        lf_state *state = begin(game, 3, (lf_forced)forced),
                 *other = begin(game, 4, LF_FORCED_GAME);
        const size_t size = lf_save(state, save, sizeof save);
        assert_true(size > 0 && size <= sizeof save);
        assert_int_equal(lf_load(other, save, size, NULL), LF_OK);
        assert_int_equal(lf_forced_of(other), forced);
        char *json = lf_state_json(state);
        lf_forced_mode(other, LF_FORCED_GAME);
        assert_int_equal(lf_state_from_json(other, json, NULL), LF_OK);
        assert_int_equal(lf_forced_of(other), forced);
        assert_true(lf_equal(state, other));
        lf_copy(other, state);
        assert_int_equal(lf_forced_of(other), forced);
        lf_string_free(json);
        lf_state_free(other);
        lf_state_free(state);
    }
    lf_error error = {0};
    assert_null(lf_state_new(game, &(lf_setup){.forced = (lf_forced)3}, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    lf_game_free(game);
}

static void test_modes_can_change(void **unused) {
    (void)unused;
    lf_game *game = load(&hidden);
    lf_state *state = begin(game, 1, LF_FORCED_GAME);
    assert_int_equal(lf_forced_mode(state, (lf_forced)3), LF_BAD_ARGUMENT);
    assert_int_equal(lf_forced_mode(state, LF_FORCED_ASK), LF_OK);
    const uint64_t hash = lf_hash(state);
    assert_int_equal(lf_forced_mode(state, LF_FORCED_TAKE), LF_OK);
    assert_int_equal(lf_hash(state), hash);
    while (lf_legal_count(state) > 0) {
        assert_true(lf_legal_count(state) > 1);
        assert_int_equal(lf_apply(state, 0), LF_OK);
    }
    lf_state_free(state);
    lf_game_free(game);
}

static lf_session *play_session(const lf_game *game, lf_forced forced) {
    lf_session *s = lf_session_new(game, path);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 5, .forced = forced}, NULL), LF_OK);
    lf_session_set_confirm(s, false);
    while (!lf_session_over(s, NULL))
        assert_int_equal(lf_session_apply(s, 0, false, NULL), LF_OK);
    return s;
}

static bool replays(const lf_game *game, const json_t *json, size_t *decisions) {
    record r;
    lf_error error = {0};
    assert_true(lf_record_from_json(&r, json, &error));
    const bool good = lf_record_verify(&r, game, decisions, &error);
    lf_record_close(&r);
    return good;
}

/* A record says how its decisions were asked for. One from before that says nothing: single
 * options were taken at once then. */
static void test_records_replay(void **unused) {
    (void)unused;
    static const int most[] = {CARDS, 2 * CARDS, CARDS - 2};
    lf_game *game = load(&hidden);
    for (int forced = LF_FORCED_GAME; forced <= LF_FORCED_TAKE; forced++) {
        size_t decisions = 0;
        lf_session *s = play_session(game, (lf_forced)forced);
        char *text = lf_session_record_json(s), *save = lf_session_json(s);
        json_t *json = json_loads(text, 0, NULL);
        assert_true(replays(game, json, &decisions));
        assert_true(forced == LF_FORCED_TAKE ? decisions <= (size_t)most[forced]
                                             : decisions == (size_t)most[forced]);
        json_object_del(json, "forced");
        assert_int_equal(replays(game, json, &decisions), forced == LF_FORCED_TAKE);
        json_object_set_new(json, "forced", json_string("never"));
        assert_false(replays(game, json, &decisions));
        lf_session *loaded = lf_session_new(game, path);
        assert_int_equal(lf_session_from_json(loaded, save, NULL), LF_OK);
        assert_int_equal(lf_forced_of(lf_session_state(loaded)), forced);
        lf_session_free(loaded);
        json_decref(json);
        lf_string_free(text);
        lf_string_free(save);
        lf_session_free(s);
    }
    lf_game_free(game);
}

/* ---- at a table ---- */

/* A single option that was asked for is a decision like any other: it is logged as one, and
 * taken back as one. */
static void test_an_asked_option_is_a_decision(void **unused) {
    (void)unused;
    const words always = {"", "public", "public", "",
                          "ask always"}; /* where nothing is shown that cannot be taken back */
    lf_game *game = load(&always);
    lf_session *s = lf_session_new(game, path);
    int single = 0;
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 5}, NULL), LF_OK);
    lf_session_set_confirm(s, false);
    while (!lf_session_over(s, NULL)) {
        const bool alone = lf_legal_count(lf_session_state(s)) == 1;
        const uint64_t before = lf_hash(lf_session_state(s));
        assert_int_equal(lf_session_apply(s, 0, false, NULL), LF_OK);
        if (!alone || lf_session_over(s, NULL))
            continue;
        lf_error error = {0};
        if (lf_session_undo(s, 1, &error) != LF_OK)
            fail_msg("%s", error.message);
        assert_true(lf_hash(lf_session_state(s)) == before);
        assert_int_equal(lf_session_apply(s, 0, false, NULL), LF_OK);
        single++;
    }
    assert_true(single > 0);
    char *save = lf_session_json(s);
    json_t *json = json_loads(save, 0, NULL), *line;
    size_t i;
    int decisions = 0;
    json_array_foreach(json_object_get(json, "log"), i, line) decisions +=
        strcmp(json_string_value(json_object_get(line, "kind")), "decision") == 0 &&
        !json_is_true(json_object_get(line, "forced"));
    assert_int_equal(decisions, CARDS);
    json_decref(json);
    lf_string_free(save);
    lf_session_free(s);
    lf_game_free(game);
}

/* ---- positions from texts ---- */

/* The king is attacked by a queen that stands beside it unprotected, and every other square is
 * hers: it takes her. */
#define ONE_MOVE "7k/8/8/8/8/7p/q7/K7 w - - 0 1"

static void test_a_position_stays_what_its_text_says(void **unused) {
    (void)unused;
    lf_game *chess = lf_game_load("data/games/chess.game-spec.md", NULL);
    assert_non_null(chess);
    const lf_setup setup = {.position = ONE_MOVE};
    lf_state *state = lf_state_new(chess, &setup, NULL);
    char *text = lf_position_text(state, NULL);
    assert_string_equal(text, ONE_MOVE);
    assert_int_equal(lf_legal_count(state), 1);
    assert_int_equal(lf_decider(state), 0);
    assert_int_equal(lf_apply(state, 0), LF_OK); /* and from there on only choices are asked for */
    assert_int_equal(lf_decider(state), 1);
    assert_int_equal(lf_legal_count(state), 2); /* the king in its corner, or the pawn */
    assert_int_equal(lf_state_reset(state, &setup, NULL), LF_OK);
    assert_int_equal(lf_legal_count(state), 1);
    lf_string_free(text);
    lf_state_free(state);
    state = lf_state_new(chess, &(lf_setup){.position = ONE_MOVE, .forced = LF_FORCED_TAKE}, NULL);
    assert_int_equal(lf_decider(state), 1);
    lf_state_free(state);
    state = lf_state_new(chess, &(lf_setup){.position = "7k/8/8/8/8/7p/8/K7 w - - 0 1"}, NULL);
    /* the only action and the only piece change nothing */
    assert_int_equal(lf_legal_count(state), 3);
    lf_state_free(state);
    lf_game_free(chess);
}

/* ---- */

static int open_folders(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/made.game-spec.md", folder);
    return 0;
}

static int close_folders(void **state) {
    remove_all(folder);
    (void)state;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_seat_with_secrets_is_asked),
        cmocka_unit_test(test_without_secrets_only_choices_are_asked),
        cmocka_unit_test(test_each_seat_by_what_it_knows_alone),
        cmocka_unit_test(test_the_caller_decides),
        cmocka_unit_test(test_the_rules_decide),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_every_version_asks_alike),
        cmocka_unit_test(test_saves_keep_it),
        cmocka_unit_test(test_modes_can_change),
        cmocka_unit_test(test_records_replay),
        cmocka_unit_test(test_an_asked_option_is_a_decision),
        cmocka_unit_test(test_a_position_stays_what_its_text_says),
    };
    return cmocka_run_group_tests_name("forced", tests, open_folders, close_folders);
}
