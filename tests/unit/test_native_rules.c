/* test_native_rules.c: compares native code with bytecode over generated rules (generated_rules.h),
 * and over every fault that rules can have. Results, blocks, hashes, and errors with their places
 * and texts must be the same.
 *
 * LUDOFORGE_NATIVE_RULES says how many games of each kind are generated (1 unless told),
 * LUDOFORGE_NATIVE_CC another compiler. */
#include "generated_rules.h"
#include "native_fixture.h"

enum { POSITIONS = 5, ANSWER_WORDS = 2, MENU = 60 /* options; 64 are allowed */ };

/* What is compiled is looked at for what it answers, not for its speed. */
static const char *const quick[] = {"-O1", NULL};

static char spec[96];

typedef struct {
    lf_game *plain, *native;
    int asked, failed;
} pair;

static lf_game *load_spec(void) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(spec, &problems);
    for (int i = 0; game == NULL && i < lf_diagnostics_count(problems); i++) {
        const lf_problem problem = lf_diagnostics_get(problems, i);
        if (problem.is_error) /* random rules have many warnings */
            print_error("%d:%d: %s: %s\n", problem.line, problem.column, problem.code,
                        problem.message);
    }
    assert_non_null(game);
    lf_diagnostics_free(problems);
    return game;
}

/* Functions are called from outside, too, as `eval` calls them: play itself would never need their
 * room. */
static void make_room(lf_game *game) {
    game->layout.frame_size += LF_MAX_FRAME_WORDS;
    game->layout.call_depth += LF_MAX_CALL_DEPTH;
    lf_layout_fill(game);
}

/* Native code may leave what it cannot do to bytecode. Here it must not: then nothing would be
 * compared. */
static struct lf_native real;
static int runs, left_to_bytecode;

static lf_stop counting_run(lf_vm *vm) {
    const lf_stop stop = real.run(vm);
    runs++;
    left_to_bytecode += stop == LF_STOP_ELSEWHERE;
    return stop;
}

static lf_status counting_apply(lf_state *state, int option) {
    runs++;
    return real.apply(state, option);
}

static void count_runs(lf_game *game) {
    static struct lf_native counting;
    real = *game->native;
    counting = real;
    counting.run = counting_run;
    counting.apply = counting_apply;
    runs = left_to_bytecode = 0;
    lf_free((void *)game->native);
    game->native = lf_malloc(sizeof counting);
    assert_non_null(game->native);
    memcpy((void *)game->native, &counting, sizeof counting);
}

static pair pair_of_spec(void) {
    static int objects;
    char object[160];
    lf_error error = {0};
    pair p = {.plain = load_spec(), .native = load_spec()};
    make_room(p.plain);
    make_room(p.native);
    snprintf(object, sizeof object, "%s/rules-%d.so", folder,
             ++objects); /* dlopen knows loaded ones by name */
    build_or_skip(p.native, &(lf_build){.output = object, .compiler = compiler(), .flags = quick});
    if (lf_game_native(p.native, object, &error) != LF_OK)
        fail_msg("%s", error.message);
    count_runs(p.native);
    return p;
}

static void free_pair(const pair *p) {
    assert_true(runs > 0);
    assert_int_equal(left_to_bytecode, 0);
    lf_game_free(p->native);
    lf_game_free(p->plain);
}

static void expect_same(const lf_state *plain, const lf_state *native, const char *what) {
    if (memcmp(plain->block, native->block, plain->game->layout.size) != 0)
        fail_msg("other bytes after %s", what);
    assert_int_equal(lf_hash(plain), lf_hash(native));
    assert_string_equal(lf_state_error(plain)->message, lf_state_error(native)->message);
}

/* ---- generated rules ---- */

/* Actions with menus: each option asks one of the functions and keeps the answer. */
static char *menu_of(writer *w) {
    static const char *const keeps[] = {[SPACES] = "found = f%d(%s)",
                                        [ZONES] = "answer = size(f%d(%s))",
                                        [BOOL] = "truth = f%d(%s)",
                                        [INT] = "answer = f%d(%s)",
                                        [SPACE] = "place = f%d(%s)"};
    lf_text out = {0};
    lf_text_addz(&out, "```\n\n```yaml\n"
                       "globalVars:\n"
                       "  - { name: answer, type: int, min: -1000000, max: 1000000 }\n"
                       "  - { name: truth, type: boolean }\n"
                       "  - { name: found, type: spaces }\n"
                       "  - { name: place, type: space }\n"
                       "actions:\n");
    for (int i = 0; i < w->count; i++) {
        if (i % MENU == 0)
            lf_text_printf(&out,
                           "  - id: ask%d\n"
                           "    phase: main\n"
                           "    effects: |\n"
                           "      choose \"Which?\"\n",
                           i / MENU);
        const arguments a = random_arguments(w, w->functions[i].params);
        lf_text_printf(&out, "        option q%d \"Question {%d}\"\n          ", i, i);
        lf_text_printf(&out, keeps[w->functions[i].gives], i, a.text);
        lf_text_addz(&out, "\n");
    }
    return out.data;
}

/* One option of the menu from the same position by both; in the middle each goes on from the
 * other's save. */
static void ask_one(pair *p, const lf_state *begin, lf_state *plain, lf_state *native,
                    int question) {
    static unsigned char save[1 << 18], other[1 << 18];
    char what[32], action[16];
    snprintf(what, sizeof what, "question %d", question);
    snprintf(action, sizeof action, "ask%d", question / MENU);
    const int option = question % MENU;
    lf_copy(plain, begin);
    lf_copy(native, begin);
    assert_int_equal(lf_apply(plain, lf_find_option(plain, action)), LF_OK);
    assert_int_equal(lf_apply(native, lf_find_option(native, action)), LF_OK);
    expect_same(plain, native, what);
    const size_t size = lf_save(plain, save, sizeof save);
    assert_true(size > 0 && size <= sizeof save && lf_save(native, other, sizeof other) == size);
    assert_int_equal(lf_load(native, save, size, NULL), LF_OK);
    assert_int_equal(lf_load(plain, other, size, NULL), LF_OK);
    const lf_status status = lf_apply(plain, option);
    assert_int_equal(lf_apply(native, option), status);
    expect_same(plain, native, what);
    p->asked++;
    p->failed += status == LF_RULE_ERROR;
}

/* The function itself, called from outside with other arguments. */
static void call_one(pair *p, writer *w, const lf_state *plain, const lf_state *native, int f) {
    char name[16];
    int64_t one[ANSWER_WORDS] = {0}, two[ANSWER_WORDS] = {0};
    lf_error first = {0}, second = {0};
    snprintf(name, sizeof name, "f%d", f);
    const arguments a = random_arguments(w, w->functions[f].params);
    const uint32_t routine = (uint32_t)lf_find(p->plain, LF_OF_ROUTINES, name);
    const bool is_set = w->functions[f].gives == SPACES || w->functions[f].gives == ZONES;
    const uint32_t words = is_set ? p->plain->zone_words : 1;
    assert_true(words <= ANSWER_WORDS);
    const bool good = lf_call_pure(plain, p->plain, routine, a.words, a.count, one, words, &first);
    assert_int_equal(
        lf_call_pure(native, p->native, routine, a.words, a.count, two, words, &second), good);
    if (good && memcmp(one, two, sizeof one) != 0)
        fail_msg("%s\n  f%d(%s) is another by native code", w->functions[f].text, f, a.text);
    assert_string_equal(first.message, second.message);
    p->asked++;
    p->failed += !good;
}

static void try_position(pair *p, writer *w, uint64_t seed) {
    const lf_setup setup = {.seed = seed};
    lf_state *begin = lf_state_new(p->plain, &setup, NULL),
             *plain = lf_state_new(p->plain, &setup, NULL);
    lf_state *native = lf_state_new(p->native, &setup, NULL);
    assert_true(begin != NULL && plain != NULL && native != NULL);
    expect_same(plain, native, "set-up");
    for (int i = 0; i < w->count; i++) {
        call_one(p, w, begin, native, i);
        ask_one(p, begin, plain, native, i);
        lf_copy(native, begin);
    }
    lf_state_free(native);
    lf_state_free(plain);
    lf_state_free(begin);
}

static void try_game(uint64_t seed, int spaces) {
    writer *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->g.state = seed;
    w->spaces = spaces;
    while (w->count < FUNCTIONS)
        write_function(w);
    char *menu = menu_of(w);
    write_game(w, spec, menu);
    lf_free(menu);
    pair p = pair_of_spec();
    for (uint64_t i = 0; i < POSITIONS; i++)
        try_position(&p, w, i);
    print_message("%d spaces: %d questions, %d of them failed\n", spaces, p.asked, p.failed);
    assert_true(p.failed > p.asked / 100 && p.failed < p.asked / 3);
    free_pair(&p);
    for (int i = 0; i < w->count; i++)
        lf_free(w->functions[i].text);
    free(w);
}

static int games(void) {
    const char *given = getenv("LUDOFORGE_NATIVE_RULES");
    return given != NULL && atoi(given) > 0 ? atoi(given) : 1;
}

static void test_generated_rules(void **unused) {
    (void)unused;
    for (int i = 0; i < games(); i++)
        try_game(1001 + (uint64_t)i, i % 2 == 0 ? 14 : 64);
}

static void test_generated_rules_with_sets_of_two_words(void **unused) {
    (void)unused;
    for (int i = 0; i < games(); i++)
        try_game(2001 + (uint64_t)i, 75);
}

/* ---- every way to fail ---- */

#define HEAD                                                                                       \
    "```yaml\n"                                                                                    \
    "metadata: { id: faulty, name: Faulty }\n"                                                     \
    "seats: [Red, Blue]\n"                                                                         \
    "globalVars:\n"                                                                                \
    "  - { name: gold, type: int, max: 1000 }\n"                                                   \
    "  - { name: mode, type: int, max: 9 }\n"                                                      \
    "  - { name: capital, type: space }\n"                                                         \
    "map:\n"                                                                                       \
    "  grid: { columns: 22, rows: 22 }\n"                                                          \
    "  directions: { north: [0, 1], south: [0, -1], east: [1, 0], west: [-1, 0] }\n"               \
    "spaceVars:\n"                                                                                 \
    "  - { name: level, type: int, max: 5 }\n"

/* What fails while an action is carried out. */
static const char deeds[] =
    HEAD "functions:\n"
         "  share(int n): 100 / n\n"
         "  shared(int n): share(n) + 1\n"
         "  least: min(s.level for s in spaces where s.level > 3)\n"
         "procedures:\n"
         "  pay(int n): |\n"
         "    gold = shared(n)\n"
         "    mode = gold\n"
         "turnStructure: { phases: [{ id: main }] }\n"
         "actions:\n"
         "  - { id: wait, phase: main, effects: 'gold += 1' }\n"
         "  - { id: divide, phase: main, effects: 'gold = 6 / gold' }\n"
         "  - { id: remainder, phase: main, effects: 'gold = 6 mod gold' }\n"
         "  - { id: pay, phase: main, effects: pay(gold) }\n"
         "  - { id: nowhere, phase: main, effects: capital.level = 1 }\n"
         "  - { id: least, phase: main, effects: gold = least }\n"
         "  - { id: throw, phase: main, effects: 'gold = roll 6' }\n"
         "  - id: spin\n"
         "    phase: main\n"
         "    effects: |\n"
         "      loop\n"
         "        if gold < 0: break\n"
         "  - id: toil\n"
         "    phase: main\n"
         "    effects: |\n"
         "      for i in 1..1000\n"
         "        for s in spaces: gold = size(reachable(s, spaces)) + i\n"
         "  - id: much\n"
         "    phase: main\n"
         "    effects: |\n"
         "      choose n in 1..gold + 1100 \"How many?\"\n"
         "      gold = n / 10\n"
         "```\n";

/* What fails while the game looks for what can be done, or goes on by itself. Before the `require`
 * of `deep` stand thirty choices. */
static const char courses[] =
    HEAD "options:\n"
         "  - { id: harsh, type: boolean, default: false }\n"
         "  - { id: barren, type: boolean, default: false }\n"
         "turnStructure:\n"
         "  phases:\n"
         "    - id: main\n"
         "      onEnter: |\n"
         "        if harsh: require gold > 7 because \"{gold} coins are not more than 7\"\n"
         "        if barren\n"
         "          choose s in spaces where s.level > 4 \"Where?\"\n"
         "          s.level = 0\n"
         "    - { id: gate }\n"
         "actions:\n"
         "  - id: switch\n"
         "    phase: main\n"
         "    pre: mode == 0\n"
         "    params: [{ name: n, domain: 1..9 }]\n"
         "    effects: mode = n\n"
         "  - { id: wait, phase: main, pre: mode < 6, effects: 'gold += 1' }\n"
         "  - { id: swap, phase: main, pre: mode == 7, effects: 'gold = 1 - gold' }\n"
         "  - id: many\n"
         "    phase: main\n"
         "    pre: mode == 1\n"
         "    effects: |\n"
         "      choose n in 1..gold + 1100 \"How many?\"\n"
         "      require n mod 3 == 0\n"
         "      gold = n / 10\n"
         "  - id: deep\n"
         "    phase: main\n"
         "    pre: mode == 2\n"
         "    effects: |\n"
#define PICK                                                                                       \
    "      choose \"?\"\n        option \"a\"\n          gold += 1\n        option \"b\"\n       " \
    "   gold += 2\n"
#define PICKS PICK PICK PICK PICK PICK PICK PICK PICK PICK PICK
    PICKS PICKS PICKS "      require gold == 3\n```\n";

typedef struct {
    const char *options[3]; /* taken one after the other; the last one fails */
    int roll;               /* fixed before; 0: none is */
    const char *words;
} failure;

static const failure of_deeds[] = {
    {{"divide"}, 0, "error[E0704]: a value is out of range"},
    {{"remainder"}, 0, "error[E0704]: a value is out of range"},
    {{"pay"}, 0, "a value is out of range"},
    {{"nowhere"}, 0, "error[E0704]: a value is out of range"},
    {{"least"}, 0, "error[E0704]: `min`, `max` or `first` of nothing"},
    {{"throw"}, 7, "error[E0704]: the next roll was fixed to a number"},
    {{"spin"}, 0, "error[E0702]: this loop goes round too often"},
    {{"toil"}, 0, "error[E0702]: too much work for one decision"},
    {{"much"}, 0, "error[E0704]: a choice has more options than a decision may have"},
};

static const failure of_courses[] = {
    {{"switch", "1"}, 0, "error[E0704]: a choice has more options than a decision may have"},
    {{"switch", "2"},
     0,
     "error[E0703]: looking ahead for options that can be completed went too deep"},
    {{"switch", "6"}, 0, "error[E0705]: no action is legal and nothing ended the game"},
    {{"switch", "7"}, 0, "error[E0705]: the only legal action changes nothing"},
};

static void fail_once(const pair *p, const failure *f) {
    lf_error error = {0};
    lf_state *plain = lf_state_new(p->plain, NULL, &error),
             *native = lf_state_new(p->native, NULL, NULL);
    if (plain == NULL || native == NULL)
        fail_msg("%s", error.message);
    lf_status status = LF_OK;
    if (f->roll != 0) {
        assert_int_equal(lf_fix_rolls(plain, &f->roll, 1, NULL), LF_OK);
        assert_int_equal(lf_fix_rolls(native, &f->roll, 1, NULL), LF_OK);
    }
    for (size_t step = 0; step < LF_COUNT(f->options) && f->options[step] != NULL; step++) {
        assert_int_equal(status, LF_OK);
        const int option = lf_find_option(plain, f->options[step]);
        if (option < 0)
            fail_msg("there is no `%s`", f->options[step]);
        status = lf_apply(plain, option);
        assert_int_equal(lf_apply(native, option), status);
        expect_same(plain, native, f->options[step]);
    }
    if (strstr(lf_state_error(native)->message, f->words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", f->words, lf_state_error(native)->message);
    assert_int_equal(status, LF_RULE_ERROR);
    assert_int_equal(lf_apply(native, 0), lf_apply(plain, 0)); /* it stays where it is */
    expect_same(plain, native, "failing");
    lf_state_free(native);
    lf_state_free(plain);
}

static pair pair_of(const char *text) {
    FILE *file = fopen(spec, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return pair_of_spec();
}

/* A game that fails before its first decision. */
static void begin_in_vain(const pair *p, const char *option, const char *words) {
    lf_error one = {0}, other = {0};
    const lf_setup setup = {.options = (const char *const[]){option, NULL}};
    assert_null(lf_state_new(p->plain, &setup, &one));
    assert_null(lf_state_new(p->native, &setup, &other));
    assert_string_equal(one.message, other.message);
    if (strstr(one.message, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, one.message);
}

static void test_actions_that_fail(void **unused) {
    (void)unused;
    const pair p = pair_of(deeds);
    for (size_t i = 0; i < LF_COUNT(of_deeds); i++)
        fail_once(&p, &of_deeds[i]);
    free_pair(&p);
}

static void test_phases_that_fail(void **unused) {
    (void)unused;
    const pair p = pair_of(courses);
    for (size_t i = 0; i < LF_COUNT(of_courses); i++)
        fail_once(&p, &of_courses[i]);
    begin_in_vain(&p, "harsh=true", "error[E0701]: dead end: a `require` failed");
    begin_in_vain(&p, "harsh=true", ": 0 coins are not more than 7");
    begin_in_vain(&p, "barren=true", "error[E0701]: dead end: nothing can be chosen here");
    free_pair(&p);
}

/* ---- what only calls from outside can do ----
 *
 * A checked game never gets to these in play: its actions may choose and end a phase, the block of
 * a running game fits its program, and play waits where chance has to decide first. Somebody who
 * calls a routine from outside, as `eval` does, gets there. */
static const char outside[] =
    "```yaml\n"
    "metadata: { id: outside, name: Outside }\n"
    "seats: [Red, Blue]\n"
    "zones: [{ id: deck, holds: cards, visibility: hidden }]\n"
    "cardAttributes: [{ name: rank, type: int }]\n"
    "cards: [{ id: a, rank: 1 }, { id: b, rank: 2 }, { id: c, rank: 3 }]\n"
    "globalVars:\n"
    "  - { name: gold, type: int, max: 1000 }\n"
    "functions:\n"
    "  peek(int n): top(deck).rank + n\n"
    "setup: |\n"
    "  for x in cards: put x on top of deck\n"
    "  shuffle deck\n"
    "turnStructure: { phases: [{ id: main }] }\n"
    "actions:\n"
    "  - { id: wait, phase: main, effects: 'gold += 1' }\n"
    "  - { id: leave, phase: main, effects: end phase }\n"
    "  - { id: look, phase: main, effects: gold = peek(gold) }\n"
    "  - id: ask\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose n in 1..9 \"How many?\"\n"
    "      gold = n\n"
    "```\n";

static uint32_t routine_named(const lf_game *game, const char *name) {
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (strcmp(game->routines[i].name, name) == 0)
            return i;
    fail_msg("there is no routine `%s`", name);
    return 0;
}

static void call_in_vain(const lf_state *plain, const lf_state *native, const char *name,
                         const char *words) {
    const uint32_t routine = routine_named(plain->game, name);
    const int64_t argument = 1;
    const uint32_t given = plain->game->routines[routine].param_registers;
    int64_t result = 0;
    lf_error one = {0}, other = {0};
    assert_false(lf_call_pure(plain, plain->game, routine, &argument, given, &result, 1, &one));
    assert_false(lf_call_pure(native, native->game, routine, &argument, given, &result, 1, &other));
    assert_string_equal(one.message, other.message);
    if (strstr(one.message, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, one.message);
    expect_same(plain, native, name);
}

static void test_calls_from_outside_that_fail(void **unused) {
    (void)unused;
    const pair p = pair_of(outside);
    lf_error error = {0};
    lf_state *plain = lf_state_new_explicit(p.plain, NULL, &error),
             *native = lf_state_new_explicit(p.native, NULL, NULL);
    if (plain == NULL || native == NULL)
        fail_msg("%s", error.message);
    call_in_vain(plain, native, "action leave",
                 "error[E0704]: the state does not fit the program"); /* STATE */
    call_in_vain(plain, native, "action ask",
                 /* CHOICE */
                 "error[E0704]: a choice, or the end of the game, where only");
    /* OPEN */
    call_in_vain(plain, native, "peek", "error[E0704]: the card that lies there is not known");
    lf_state_free(native);
    lf_state_free(plain);
    free_pair(&p);
}

static int make_folder(void **state) {
    const int status = native_folder_make(state);
    snprintf(spec, sizeof spec, "%s/random.game-spec.md", folder);
    return status;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_actions_that_fail), cmocka_unit_test(test_phases_that_fail),
        cmocka_unit_test(test_calls_from_outside_that_fail), cmocka_unit_test(test_generated_rules),
        cmocka_unit_test(test_generated_rules_with_sets_of_two_words)};
    return cmocka_run_group_tests_name("native rules", tests, make_folder, native_folder_remove);
}
