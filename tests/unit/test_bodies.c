/* test_bodies.c: compares the loop with a second back end: one function for each opcode.
 *
 * Whole games are played. Every decision is carried out twice on copies of the position, once by
 * lf_vm_run and once by the functions below, and both must stop alike and leave the same bytes. */
#include "bundled_games.h"
#include "kernel_fixture.h"

#include "kernel/vm/bodies.h"
#include "kernel/vm/vm.h"

/* Where a run stands between two bodies. */
typedef struct {
    uint32_t pc; /* of the next instruction */
    int64_t *r;
} lf_cursor;

#define BODY(name)                                                                                 \
    static lf_stop body_##name(lf_vm *vm, lf_cursor *at) {                                         \
        const lf_game *const game = vm->game;                                                      \
        unsigned char *const block = vm->block;                                                    \
        lf_head *const head = lf_head_of(block);                                                   \
        int64_t *const frames = lf_frames(game, block);                                            \
        int64_t *r = at->r;                                                                        \
        const uint32_t here_ = at->pc++;                                                           \
        const lf_instr *const in = &game->code[here_];                                             \
        (void)head, (void)frames, (void)in;
#define END                                                                                        \
    at->r = r;                                                                                     \
    return LF_STOP_NONE;                                                                           \
    }
#define IN_A in->a
#define IN_B in->b
#define IN_C in->c
#define IMM in->imm
#define ROUTINE head->routine
#define HERE here_
#define BEHIND (here_ + 1)
#define GO_TO(to) (at->pc = (uint32_t)(to))
#define JUMP()                                                                                     \
    do {                                                                                           \
        if (IMM <= (int64_t)HERE)                                                                  \
            WORK((int64_t)HERE - IMM + 1);                                                         \
        GO_TO(IMM);                                                                                \
    } while (0)
#define STOP(stop) return (stop)
#define FAULT(name)                                                                                \
    do {                                                                                           \
        vm->fault = LF_FAULT_##name;                                                               \
        head->pc = HERE;                                                                           \
        return LF_STOP_FAULT;                                                                      \
    } while (0)
#include "kernel/vm/bodies.inc"
#undef BODY
#undef END
#undef IN_A
#undef IN_B
#undef IN_C
#undef IMM
#undef ROUTINE
#undef HERE
#undef BEHIND
#undef GO_TO
#undef JUMP
#undef STOP
#undef FAULT

static lf_stop (*const bodies[LF_OPCODES])(lf_vm *, lf_cursor *) = {
#define LF_OP(name, ...) body_##name,
#include "kernel/opcodes.def"
#undef LF_OP
};

static bool seen[LF_OPCODES];

static lf_stop run_by_functions(lf_vm *vm) {
    const lf_head *head = lf_head_of(vm->block);
    lf_cursor at = {.pc = head->pc, .r = lf_frames(vm->game, vm->block) + head->base};
    lf_stop stop = LF_STOP_NONE;
    while (stop == LF_STOP_NONE) {
        const uint8_t op = vm->game->code[at.pc].op;
        seen[op] = true;
        stop = bodies[op](vm, &at);
    }
    return stop;
}

/* Carries out an option of the pending decision on the state's own block, as lf_apply does. */
static lf_stop carry_out(lf_state *state, int option, lf_stop (*run)(lf_vm *), lf_vm *vm) {
    lf_head *head = lf_head_of(state->block);
    const lf_choice_site *site = lf_pending_site(state);
    const bool out = head->way_out && option == lf_legal_count(state) - 1;
    const int64_t value = out ? -1 : lf_pending_value(state, site, option);
    lf_frames(state->game, state->block)[head->base + site->bind] = value;
    head->site = -1;
    head->way_out = 0;
    head->pc++;
    *vm = lf_vm_for(state, state->game);
    return run(vm);
}

static void expect_the_same(const lf_state *position, int option) {
    lf_state *one = lf_state_clone(position), *other = lf_state_clone(position);
    lf_vm by_loop, by_functions;
    const lf_stop stop = carry_out(one, option, lf_vm_run, &by_loop);
    assert_int_equal(carry_out(other, option, run_by_functions, &by_functions), stop);
    assert_memory_equal(one->block, other->block, position->game->layout.size);
    assert_int_equal(by_loop.budget, by_functions.budget);
    assert_int_equal(by_loop.fault, by_functions.fault);
    assert_int_equal(by_loop.learned, by_functions.learned);
    assert_int_equal(by_loop.high, by_functions.high);
    lf_state_free(other);
    lf_state_free(one);
}

static int play(const lf_game *game, uint64_t seed, int most) {
    uint64_t generator = seed;
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    int decisions = 0;
    assert_non_null(state);
    for (; decisions < most && lf_legal_count(state) > 0; decisions++) {
        const int option = (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(state));
        expect_the_same(state, option);
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    lf_state_free(state);
    return decisions;
}

static void test_hand_made_game(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    int decisions = 0;
    for (uint64_t seed = 0; seed < 50; seed++)
        decisions += play(&f->game, seed, 40);
    assert_true(decisions > 200);
    fixture_free(f);
}

static void test_bundled_games(void **unused) {
    (void)unused;
    for (size_t i = 0; i < BUNDLED_GAMES; i++) {
        char path[128];
        snprintf(path, sizeof path, "data/games/%s.game-spec.md", bundled_games[i]);
        lf_game *game = lf_game_load(path, NULL);
        assert_non_null(game);
        for (uint64_t seed = 0; seed < 3; seed++)
            assert_true(play(game, seed, 300) > 0);
        lf_game_free(game);
    }
}

/* No body is left out of the comparison but those that no rule of these games comes to. */
static void test_most_bodies_were_compared(void **unused) {
    (void)unused;
    int count = 0;
    for (int op = 0; op < LF_OPCODES; op++)
        count += seen[op];
    assert_true(count >= LF_OPCODES * 3 / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hand_made_game),
                                       cmocka_unit_test(test_bundled_games),
                                       cmocka_unit_test(test_most_bodies_were_compared)};
    return cmocka_run_group_tests_name("bodies", tests, NULL, NULL);
}
