/* test_actions.c: every option has a fixed id. The list of legal ids, their mask, the options and
 * what they lead to agree in whole games; the ids depend on the rules alone, not on how they were
 * compiled or loaded; and those of the bundled games are promises: tests/fixtures/actions/GAME.txt
 * says which ids each question has.
 *
 * `LUDOFORGE_ACTIONS=write build/tests/test_actions` writes these files anew, after a change of the
 * rules. */
#include <pthread.h>

#include "env_fixture.h"

/* ---- one game with every sort of choice ---- */

static const char world[] = "spaces: [{id: hill}, {id: yard}, {id: wood}]\n"
                            "zones: [{id: box}, {id: bag}]\n"
                            "enums: {mood: [calm, angry, wild]}\n"
                            "pieces: [{id: cube, type: cubes, count: 5, supply: box}]\n"
                            "cards: [{id: one}, {id: two}, {id: three}, {id: four}]";

typedef struct {
    lf_option_kind kind;
    int count;     /* ids, the way out included */
    int low, high; /* numbers: the first and the last; otherwise of subjects */
    bool way_out;
} expected_question;

/* The questions of a game from `from` on have exactly these possibilities, one after the other, and
 * no more come. */
static void expect_questions(const lf_game *game, int from, const expected_question *expected,
                             int count) {
    int id = 0;
    lf_action action = {0};
    while (lf_action_at(game, id, &action) && action.question < from)
        id++;
    for (int q = 0; q < count; q++) {
        const expected_question *e = &expected[q];
        for (int i = 0; i < e->count; i++, id++) {
            assert_true(lf_action_at(game, id, &action));
            assert_int_equal(action.question, from + q);
            const bool out = e->way_out && i + 1 == e->count;
            assert_int_equal(action.option.kind, out ? LF_OPTION_DONE : e->kind);
            if (!out && e->kind == LF_OPTION_NUMBER)
                assert_int_equal(action.option.count, e->low + i);
            if (!out && e->kind != LF_OPTION_NUMBER)
                assert_int_equal(action.option.subject, e->low + i);
            if (!out && i + 1 == e->count - e->way_out)
                assert_int_equal(e->low + i, e->high);
        }
    }
    assert_int_equal(id, lf_action_count(game));
    assert_int_equal(lf_question_count(game), from + count);
    assert_false(lf_action_at(game, id, &action));
    assert_false(lf_action_at(game, -1, &action));
    assert_null(lf_action_text(game, id));
}

static void test_each_sort_of_choice(void **unused) {
    (void)unused;
    lf_game *game = compile(world, "      choose s in spaces \"Where?\"\n"
                                   "      choose z in zones\n"
                                   "      choose p in seats or none\n"
                                   "      choose c in cards\n"
                                   "      choose m in {calm, wild}\n"
                                   "      choose n in 2..5\n"
                                   "      choose k in {3, 700, 80}\n"
                                   "      choose up to 2 several in spaces\n"
                                   "      choose \"What?\"\n"
                                   "        option \"Left of {s}\": gold += n + k\n"
                                   "        option \"Right\": log \"{z} {p} {c} {m} {several}\"\n"
                                   "      place up to 3 cubes in s\n"
                                   "      if false\n"
                                   "        choose never in 1..3\n"
                                   "        gold += never\n");
    lf_action action = {0};
    static const struct {
        int question;
        lf_option_kind kind;
        int subject, count;
        const char *text;
    } ids[] = {
        {0, LF_OPTION_ACTION, 0, 0, "Main: Act"},
        {1, LF_OPTION_SPACE, 0, 0, "Where?: hill"},
        {1, LF_OPTION_SPACE, 1, 0, "Where?: yard"},
        {1, LF_OPTION_SPACE, 2, 0, "Where?: wood"},
        {2, LF_OPTION_SPACE, 0, 0, "Choose: hill"},
        {2, LF_OPTION_SPACE, 1, 0, "Choose: yard"},
        {2, LF_OPTION_SPACE, 2, 0, "Choose: wood"},
        {2, LF_OPTION_ZONE, 3, 0, "Choose: box"},
        {2, LF_OPTION_ZONE, 4, 0, "Choose: bag"},
        {3, LF_OPTION_SEAT, 0, 0, "Choose: Red"},
        {3, LF_OPTION_SEAT, 1, 0, "Choose: Blue"},
        {3, LF_OPTION_SKIP, -1, 0, "Choose: None"},
        {4, LF_OPTION_CARD, 0, 0, "Choose: one"},
        {4, LF_OPTION_CARD, 1, 0, "Choose: two"},
        {4, LF_OPTION_CARD, 2, 0, "Choose: three"},
        {4, LF_OPTION_CARD, 3, 0, "Choose: four"},
        {5, LF_OPTION_VALUE, 0, 0, "Choose: Calm"},
        {5, LF_OPTION_VALUE, 1, 0, "Choose: Angry"},
        {5, LF_OPTION_VALUE, 2, 0, "Choose: Wild"},
        {6, LF_OPTION_NUMBER, 2, 2, "Choose: 2"},
        {6, LF_OPTION_NUMBER, 3, 3, "Choose: 3"},
        {6, LF_OPTION_NUMBER, 4, 4, "Choose: 4"},
        {6, LF_OPTION_NUMBER, 5, 5, "Choose: 5"},
        {7, LF_OPTION_NUMBER, 3, 3, "Choose: 3"},
        {7, LF_OPTION_NUMBER, 80, 80, "Choose: 80"},
        {7, LF_OPTION_NUMBER, 700, 700, "Choose: 700"},
        {8, LF_OPTION_SPACE, 0, 0, "Choose: hill"},
        {8, LF_OPTION_SPACE, 1, 0, "Choose: yard"},
        {8, LF_OPTION_SPACE, 2, 0, "Choose: wood"},
        {8, LF_OPTION_DONE, -1, 0, "Choose: No more"},
        {9, LF_OPTION_MENU, 0, 0, "What?: Left of …"},
        {9, LF_OPTION_MENU, 1, 0, "What?: Right"},
        {10, LF_OPTION_NUMBER, 0, 0, "Place how many pieces in …?: 0"},
        {10, LF_OPTION_NUMBER, 1, 1, "Place how many pieces in …?: 1"},
        {10, LF_OPTION_NUMBER, 2, 2, "Place how many pieces in …?: 2"},
        {10, LF_OPTION_NUMBER, 3, 3, "Place how many pieces in …?: 3"},
        {11, LF_OPTION_NUMBER, 1, 1,
         "Choose: 1"}, /* nobody is ever asked this, and it is numbered all the same */
        {11, LF_OPTION_NUMBER, 2, 2, "Choose: 2"},
        {11, LF_OPTION_NUMBER, 3, 3, "Choose: 3"},
    };
    assert_int_equal(lf_action_count(game), (int)LF_COUNT(ids));
    assert_int_equal(lf_question_count(game), 12);
    for (int i = 0; i < (int)LF_COUNT(ids); i++) {
        assert_true(lf_action_at(game, i, &action));
        char *text = lf_action_text(game, i);
        assert_string_equal(text, ids[i].text);
        assert_int_equal(action.question, ids[i].question);
        assert_int_equal(action.option.kind, ids[i].kind);
        assert_int_equal(action.option.subject, ids[i].subject);
        assert_int_equal(action.option.count, ids[i].count);
        lf_string_free(text);
    }
    lf_game_free(game);
}

/* The ends of a range are computed: what the rules say of them bounds the ids. */
static void test_ends_of_ranges(void **unused) {
    (void)unused;
    static const struct {
        const char *functions, *domain;
        expected_question question;
    } ranges[] = {
        {"", "0..gold", {LF_OPTION_NUMBER, 31, 0, 30, false}},
        {"", "1..min(gold, 7)", {LF_OPTION_NUMBER, 7, 1, 7, false}},
        {"", "debt..gold", {LF_OPTION_NUMBER, 34, -3, 30, false}},
        {"", "max(2, debt)..5 + debt", {LF_OPTION_NUMBER, 8, 2, 9, false}},
        {"", "-debt..gold - debt", {LF_OPTION_NUMBER, 38, -4, 33, false}},
        {"", "0..gold * 2 / 3", {LF_OPTION_NUMBER, 21, 0, 20, false}},
        {"", "0..count(cubes in spaces)", {LF_OPTION_NUMBER, 6, 0, 5, false}},
        {"", "0..size(spaces)", {LF_OPTION_NUMBER, 4, 0, 3, false}},
        {"", "0..count(s in spaces where any cubes in s)", {LF_OPTION_NUMBER, 4, 0, 3, false}},
        {"", "1..(if gold > 3 then 4 else 9)", {LF_OPTION_NUMBER, 9, 1, 9, false}},
        {"", "0..gold mod 6", {LF_OPTION_NUMBER, 6, 0, 5, false}},
        {"functions: {room(n): \"min(n, 4)\"}\n",
         "0..room(gold)",
         {LF_OPTION_NUMBER, 5, 0, 4, false}},
        {"functions: {half(n): n / 2}\n",
         "0..half(gold) + half(8)",
         {LF_OPTION_NUMBER, 31, 0, 30, false}},
        /* open above */
        {"", "1..turnNumber", {LF_OPTION_NUMBER, LF_OPTIONS_MAX, 1, LF_OPTIONS_MAX, false}},
    };
    for (size_t i = 0; i < LF_COUNT(ranges); i++) {
        char sections[1024], effects[256];
        snprintf(sections, sizeof sections, "%s%s", ranges[i].functions, world);
        snprintf(effects, sizeof effects, "      choose n in %s\n      gold += n\n",
                 ranges[i].domain);
        lf_game *game = compile(sections, effects);
        expect_questions(game, 1, &ranges[i].question, 1);
        lf_game_free(game);
    }
}

/* What is left to give away shrinks in a loop, a table counts: ends that move are given up only on
 * the side where they move. */
static void test_ends_that_move(void **unused) {
    (void)unused;
    lf_game *game = compile(world, "      let left = 6\n"
                                   "      let given = table by spaces of int\n"
                                   "      repeat at most 3\n"
                                   "        choose s in spaces\n"
                                   "        choose n in 1..left - given[s]\n"
                                   "        given[s] += n\n"
                                   "        left -= n\n"
                                   "        gold += left\n");
    static const expected_question expected[] = {{LF_OPTION_SPACE, 3, 0, 2, false},
                                                 {LF_OPTION_NUMBER, 6, 1, 6, false}};
    expect_questions(game, 1, expected, 2);
    lf_game_free(game);
}

/* ---- all ways to say the same ---- */

typedef struct {
    int32_t ids[LF_OPTIONS_MAX];
    int count;
} id_list;

static int by_number(const void *a, const void *b) {
    return (*(const int32_t *)a > *(const int32_t *)b) -
           (*(const int32_t *)a < *(const int32_t *)b);
}

static void legal_ids(const lf_state *state, id_list *list) {
    list->count = lf_legal_ids(state, list->ids, LF_OPTIONS_MAX);
    assert_in_range(list->count, 0, LF_OPTIONS_MAX);
}

/* The mask has the ids of the list, each once, and no other bit. */
static void expect_mask(const lf_state *state, const id_list *list) {
    const int words = lf_mask_words(lf_state_game(state));
    uint64_t *mask = malloc(((size_t)words + 1) * sizeof *mask);
    int32_t sorted[LF_OPTIONS_MAX];
    int bits = 0;
    assert_non_null(mask);
    memset(mask, 0xa5, ((size_t)words + 1) * sizeof *mask);
    lf_legal_mask(state, mask);
    memcpy(sorted, list->ids, sizeof sorted);
    qsort(sorted, (size_t)list->count, sizeof *sorted, by_number);
    for (int i = 0; i < words; i++)
        bits += __builtin_popcountll(mask[i]);
    assert_int_equal(bits, list->count);
    for (int i = 0; i < list->count; i++) {
        assert_true(i == 0 || sorted[i - 1] < sorted[i]);
        assert_in_range(sorted[i], 0, lf_action_count(lf_state_game(state)) - 1);
        assert_true(mask[sorted[i] / 64] >> (sorted[i] % 64) & 1);
    }
    /* behind the words nothing is written */
    assert_true(mask[words] == UINT64_C(0xa5a5a5a5a5a5a5a5));
    free(mask);
}

/* An id leads to its option and back, and says of itself what the option says. */
static void expect_options(const lf_state *state, const id_list *list) {
    const lf_game *game = lf_state_game(state);
    lf_option option = {0};
    lf_action action = {0};
    assert_int_equal(list->count, lf_legal_count(state));
    for (int i = 0; i < list->count; i++) {
        assert_true(lf_option_at(state, i, &option));
        assert_true(lf_action_at(game, list->ids[i], &action));
        assert_int_equal(lf_id_of_option(state, i), list->ids[i]);
        assert_int_equal(lf_option_of_id(state, list->ids[i]), i);
        assert_int_equal(action.question, lf_question(state));
        assert_int_equal(action.option.kind, option.kind);
        assert_int_equal(action.option.subject, option.subject);
        assert_int_equal(action.option.count, option.count);
    }
    assert_int_equal(lf_id_of_option(state, list->count), -1);
    assert_int_equal(lf_id_of_option(state, -1), -1);
}

static bool is_listed(const id_list *list, int id) {
    for (int i = 0; i < list->count; i++)
        if (list->ids[i] == id)
            return true;
    return false;
}

/* What is not listed cannot be applied, and changes nothing. */
static void expect_refusal(lf_state *state, const id_list *list, int id) {
    if (is_listed(list, id))
        return;
    const uint64_t before = lf_hash(state);
    assert_int_equal(lf_option_of_id(state, id), LF_NO_OPTION);
    assert_int_equal(lf_apply_id(state, id), LF_BAD_ARGUMENT);
    assert_true(lf_hash(state) == before);
}

static void expect_refusals(lf_state *state, const id_list *list, uint64_t *rng) {
    const int count = lf_action_count(lf_state_game(state));
    expect_refusal(state, list, -1);
    expect_refusal(state, list, count);
    expect_refusal(state, list, INT32_MIN);
    expect_refusal(state, list, INT32_MAX);
    for (int i = 0; i < 4; i++)
        expect_refusal(state, list, (int)lf_rng_below(rng, (uint32_t)count));
    /* those next to legal ones, across the border of the question too */
    for (int i = -2; i <= 2; i++)
        expect_refusal(state, list, list->ids[0] + i);
}

/* Plays random games by ids, and the same games by options beside them. */
static void compare_ways(const lf_game *game, int decisions) {
    uint64_t rng = 7, seed = 1;
    lf_state *by_id = begin(game, seed), *by_option = begin(game, seed);
    id_list list;
    for (int i = 0; i < decisions; i++) {
        if (lf_terminal(by_id, NULL)) {
            assert_int_equal(lf_question(by_id), -1);
            assert_int_equal(lf_legal_ids(by_id, list.ids, LF_OPTIONS_MAX), 0);
            assert_int_equal(lf_apply_id(by_id, 0), LF_GAME_OVER);
            restart(by_id, ++seed);
            restart(by_option, seed);
        }
        legal_ids(by_id, &list);
        expect_mask(by_id, &list);
        expect_options(by_id, &list);
        expect_refusals(by_id, &list, &rng);
        const uint32_t pick = lf_rng_below(&rng, (uint32_t)list.count);
        assert_int_equal(lf_apply_id(by_id, list.ids[pick]), LF_OK);
        assert_int_equal(lf_apply(by_option, (int)pick), LF_OK);
        assert_true(lf_equal(by_id, by_option));
    }
    lf_state_free(by_id);
    lf_state_free(by_option);
}

static void test_ids_options_and_masks_agree(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        compare_ways(game, 5000);
        lf_game_free(game);
    }
}

/* A list that is too short gets as many as fit, and is told how many there are. */
static void test_short_lists(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    lf_state *state = begin(game, 1);
    int32_t ids[4] = {-7, -7, -7, -7};
    assert_int_equal(lf_legal_ids(state, ids, 2), 9);
    assert_int_equal(ids[0], 1); /* behind the only action */
    assert_int_equal(ids[1], 2);
    assert_int_equal(ids[2], -7);
    assert_int_equal(lf_legal_ids(state, NULL, 0), 9);
    lf_state_free(state);
    lf_game_free(game);
}

/* Numbers that nothing bounds use the ids in turn: in every decision each has one of its own. */
static void test_ids_of_wide_ranges(void **unused) {
    (void)unused;
    lf_game *game = compile("functions: {far: turnNumber * turnNumber * 700}",
                            "      choose n in far - 5..far + 90\n      log \"{n}\"\n");
    assert_int_equal(lf_action_count(game), 1 + LF_OPTIONS_MAX);
    lf_state *state = begin(game, 1);
    uint64_t rng = 3;
    id_list list;
    for (int i = 0; i < 300; i++) {
        legal_ids(state, &list);
        assert_int_equal(list.count, 96);
        expect_mask(state, &list);
        for (int n = 0; n < list.count; n++)
            assert_int_equal(lf_option_of_id(state, list.ids[n]), n);
        assert_int_equal(lf_apply_id(state, list.ids[lf_rng_below(&rng, 96)]), LF_OK);
    }
    lf_state_free(state);
    lf_game_free(game);
}

/* Who watches is told of a decision by id as of one by option. */
static void count_decisions(void *context, const lf_event *event) {
    int *subjects = context;
    if (event->kind == LF_EVENT_DECISION && !event->forced)
        subjects[++subjects[0]] = event->subject;
}

static void test_decisions_by_id_are_told(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    lf_state *state = begin(game, 1);
    int subjects[4] = {0};
    const lf_observer observer = {.event = count_decisions, .context = subjects};
    lf_watch(state, &observer);
    assert_int_equal(lf_apply_id(state, 5), LF_OK); /* the middle: option 4 of nine */
    assert_int_equal(lf_apply_id(state, 6), LF_OK); /* the next: option 4 of eight */
    assert_int_equal(subjects[0], 2);
    assert_int_equal(subjects[1], 4);
    assert_int_equal(subjects[2], 4);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- the same ids, however the game came to be ---- */

static void expect_same_catalogue(const lf_game *a, const lf_game *b) {
    assert_int_equal(lf_action_count(a), lf_action_count(b));
    assert_int_equal(lf_question_count(a), lf_question_count(b));
    for (int id = 0; id < lf_action_count(a); id++) {
        lf_action left = {0}, right = {0};
        assert_true(lf_action_at(a, id, &left) && lf_action_at(b, id, &right));
        assert_memory_equal(&left, &right, sizeof left);
        if (id % 37 != 0)
            continue;
        char *left_text = lf_action_text(a, id), *right_text = lf_action_text(b, id);
        assert_string_equal(left_text, right_text);
        lf_string_free(left_text);
        lf_string_free(right_text);
    }
}

static void play_in_step(const lf_game *a, const lf_game *b, int decisions) {
    uint64_t rng = 11, seed = 5;
    lf_state *left = begin(a, seed), *right = begin(b, seed);
    id_list ids, others;
    for (int i = 0; i < decisions; i++) {
        if (lf_terminal(left, NULL)) {
            restart(left, ++seed);
            restart(right, seed);
        }
        legal_ids(left, &ids);
        legal_ids(right, &others);
        assert_int_equal(ids.count, others.count);
        assert_memory_equal(ids.ids, others.ids, (size_t)ids.count * sizeof *ids.ids);
        assert_int_equal(lf_question(left), lf_question(right));
        const int id = ids.ids[lf_rng_below(&rng, (uint32_t)ids.count)];
        assert_int_equal(lf_apply_id(left, id), LF_OK);
        assert_int_equal(lf_apply_id(right, id), LF_OK);
        assert_true(lf_table_hash(left) == lf_table_hash(right));
    }
    lf_state_free(left);
    lf_state_free(right);
}

static void test_ids_without_optimisations(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        const char *without = "all";
        for (int i = -1; without != NULL; without = lf_optimisation_name(++i, NULL)) {
            lf_game *other = load_bundled(bundled_games[g], without);
            expect_same_catalogue(game, other);
            play_in_step(game, other, 400);
            lf_game_free(other);
        }
        lf_game_free(game);
    }
}

static void test_ids_of_a_gamedef(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        char *json = lf_game_json(game), file[96];
        snprintf(file, sizeof file, "%s.json", path);
        FILE *out = fopen(file, "w");
        assert_non_null(out);
        assert_true(fputs(json, out) >= 0);
        assert_int_equal(fclose(out), 0);
        lf_game *other = load(file, "");
        expect_same_catalogue(game, other);
        play_in_step(game, other, 1000);
        unlink(file);
        lf_string_free(json);
        lf_game_free(other);
        lf_game_free(game);
    }
}

static void test_ids_survive_a_save(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake", "");
    lf_state *state = begin(game, 9), *loaded = begin(game, 10);
    uint64_t rng = 1;
    id_list ids, others;
    const size_t size = lf_save(state, NULL, 0);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    for (int i = 0; i < 500; i++) {
        assert_int_equal(lf_save(state, bytes, size), size);
        assert_int_equal(lf_load(loaded, bytes, size, NULL), LF_OK);
        legal_ids(state, &ids);
        legal_ids(loaded, &others);
        assert_int_equal(ids.count, others.count);
        assert_memory_equal(ids.ids, others.ids, (size_t)ids.count * sizeof *ids.ids);
        assert_int_equal(lf_apply_id(state, ids.ids[lf_rng_below(&rng, (uint32_t)ids.count)]),
                         LF_OK);
        if (lf_terminal(state, NULL))
            restart(state, 11);
    }
    free(bytes);
    lf_state_free(state);
    lf_state_free(loaded);
    lf_game_free(game);
}

typedef struct {
    const lf_game *game;
    uint64_t digest;
} thread_work;

/* A digest of all ids of some games. */
static void *play_thread(void *context) {
    thread_work *work = context;
    lf_state *state = lf_state_new(work->game, NULL, NULL);
    uint64_t rng = 21;
    id_list ids;
    for (int i = 0; state != NULL && i < 3000; i++) {
        if (lf_terminal(state, NULL))
            lf_state_reset(state, NULL, NULL);
        ids.count = lf_legal_ids(state, ids.ids, LF_OPTIONS_MAX);
        for (int n = 0; n < ids.count; n++)
            work->digest = lf_mix64(work->digest * LF_GOLDEN + (uint64_t)ids.ids[n]);
        lf_apply_id(state, ids.ids[lf_rng_below(&rng, (uint32_t)ids.count)]);
    }
    lf_state_free(state);
    return NULL;
}

static void test_ids_in_threads(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake", "");
    thread_work work[3] = {{game, 0}, {game, 0}, {game, 0}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_thread, &work[i]), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_true(work[0].digest != 0);
    assert_true(work[0].digest == work[1].digest && work[0].digest == work[2].digest);
    lf_game_free(game);
}

/* ---- tic-tac-toe, all of it ---- */

typedef struct {
    bool seen[19683]; /* boards as numbers of nine digits to the base of 3 */
    int positions;
    const lf_state *state;
} boards;

static void note_board(boards *b, const lf_state *state) {
    static const int powers[] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
    static const char *const marks[] = {"crosses", "noughts"};
    int code = 0;
    for (int m = 0; m < 2; m++) {
        int cells[9];
        const int count = lf_set_elements(
            state, lf_find(lf_state_game(state), LF_OF_GLOBALS, marks[m]), cells, 9);
        for (int i = 0; i < count; i++)
            code += (m + 1) * powers[cells[i]];
    }
    b->positions += !b->seen[code];
    b->seen[code] = true;
}

/* The last free cell is marked without asking: the observer sees the board before. */
static void note_mark(void *context, const lf_event *event) {
    boards *b = context;
    const lf_game *game = lf_state_game(b->state);
    if (event->kind == LF_EVENT_SET &&
        strcmp(lf_name(game, LF_OF_GLOBALS, event->subject), "empty") != 0)
        note_board(b, b->state);
}

static int64_t count_games(lf_state **states, boards *b) {
    int32_t ids[9];
    note_board(b, states[0]);
    if (lf_terminal(states[0], NULL))
        return 1;
    int64_t count = 0;
    const int n = lf_legal_ids(states[0], ids, 9);
    for (int i = 0; i < n; i++) {
        lf_copy(states[1], states[0]);
        b->state = states[1];
        assert_int_equal(lf_apply_id(states[1], ids[i]), LF_OK);
        count += count_games(states + 1, b);
    }
    return count;
}

static void test_tic_tac_toe_by_ids(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    boards *b = calloc(1, sizeof *b);
    assert_non_null(b);
    const lf_observer observer = {.event = note_mark, .context = b};
    lf_state *states[11];
    for (int i = 0; i < 11; i++) {
        states[i] = begin(game, 1);
        lf_watch(states[i], &observer);
    }
    assert_int_equal(count_games(states, b), 255168);
    assert_int_equal(b->positions, 5478);
    for (int i = 0; i < 11; i++)
        lf_state_free(states[i]);
    free(b);
    lf_game_free(game);
}

/* ---- what the bundled games promise ---- */

/* A line for each question: its ids, and the subjects of the first and the last of them (-1: the
 * way out). */
static void list_questions(const lf_game *game, lf_text *out) {
    const int count = lf_action_count(game);
    uint64_t digest = 0;
    for (int id = 0, first = 0; id < count; id++) {
        lf_action action = {0}, next = {.question = -1}, begins = {0};
        assert_true(lf_action_at(game, id, &action));
        digest = lf_mix64(digest * LF_GOLDEN + (uint64_t)action.question);
        digest = lf_mix64(digest * LF_GOLDEN + (uint64_t)(uint32_t)action.option.subject);
        digest = lf_mix64(digest * LF_GOLDEN + (uint64_t)(uint32_t)action.option.count);
        lf_action_at(game, id + 1, &next);
        if (id + 1 < count && next.question == action.question)
            continue;
        assert_true(lf_action_at(game, first, &begins));
        lf_text_printf(out, "%d: %d to %d, of %d to %d\n", action.question, first, id,
                       begins.option.subject, action.option.subject);
        first = id + 1;
    }
    lf_text_printf(out, "ids: %d, digest %016llx\n", count, (unsigned long long)digest);
}

static char *read_text(const char *file_name) {
    lf_text text = {0};
    char buffer[4096];
    FILE *file = fopen(file_name, "r");
    for (size_t n; file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        lf_text_add(&text, buffer, n);
    if (file != NULL)
        fclose(file);
    return lf_text_take(&text);
}

static void test_bundled_ids_are_kept(void **unused) {
    (void)unused;
    const char *mode = getenv("LUDOFORGE_ACTIONS");
    int changed = 0;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        char file_name[128];
        snprintf(file_name, sizeof file_name, "tests/fixtures/actions/%s.txt", bundled_games[g]);
        lf_game *game = load_bundled(bundled_games[g], "");
        lf_text now = {0};
        list_questions(game, &now);
        if (mode != NULL && strcmp(mode, "write") == 0) {
            FILE *file = fopen(file_name, "w");
            assert_non_null(file);
            assert_true(fputs(now.data, file) >= 0);
            assert_int_equal(fclose(file), 0);
        }
        char *promised = read_text(file_name);
        if (strcmp(promised, now.data) != 0) {
            print_error("%s: the ids are not those of %s; if the rules have changed on purpose, "
                        "LUDOFORGE_ACTIONS=write writes the new ones down\n",
                        bundled_games[g], file_name);
            changed++;
        }
        lf_string_free(promised);
        lf_text_free(&now);
        lf_game_free(game);
    }
    assert_int_equal(changed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_sort_of_choice),
        cmocka_unit_test(test_ends_of_ranges),
        cmocka_unit_test(test_ends_that_move),
        cmocka_unit_test(test_ids_options_and_masks_agree),
        cmocka_unit_test(test_short_lists),
        cmocka_unit_test(test_ids_of_wide_ranges),
        cmocka_unit_test(test_decisions_by_id_are_told),
        cmocka_unit_test(test_ids_without_optimisations),
        cmocka_unit_test(test_ids_of_a_gamedef),
        cmocka_unit_test(test_ids_survive_a_save),
        cmocka_unit_test(test_ids_in_threads),
        cmocka_unit_test(test_tic_tac_toe_by_ids),
        cmocka_unit_test(test_bundled_ids_are_kept),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
