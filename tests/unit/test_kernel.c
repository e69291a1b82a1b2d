/* test_kernel.c: the virtual machine, choices, set-up and the reading of states, on a game made by
 * hand. */
#include "kernel_fixture.h"

/* ---- single instructions ---- */

/* Puts instructions into the scratch routine, with RETs behind them. */
static void program(lf_fixture *f, const lf_instr *code, size_t count) {
    lf_instr *scratch = f->code + f->routines[R_SCRATCH].entry;
    char problem[256];
    assert_true(count < SCRATCH_ROOM);
    for (size_t i = 0; i < SCRATCH_ROOM; i++)
        scratch[i] = i < count ? code[i] : (lf_instr){.op = LF_OP_RET};
    const char *flaw = lf_verify(&f->game, problem, sizeof problem);
    if (flaw != NULL)
        fail_msg("%s", flaw);
}

#define I(op, a, b, c, imm)                                                                        \
    { LF_OP_##op, a, b, c, imm }
#define PROGRAM(f, ...)                                                                            \
    program(f, (const lf_instr[]){__VA_ARGS__},                                                    \
            sizeof((lf_instr[]){__VA_ARGS__}) / sizeof(lf_instr))

/* Runs the scratch routine on arguments and returns its register 0. */
static int64_t run_pure(const lf_state *state, int64_t a, int64_t b, int64_t c) {
    const int64_t args[] = {a, b, c};
    int64_t result = 0;
    assert_true(lf_call_pure(state, state->game, R_SCRATCH, args, 3, &result, 1, NULL));
    return result;
}

static bool runs(const lf_state *state, int64_t a, int64_t b, int64_t c) {
    const int64_t args[] = {a, b, c};
    int64_t result = 0;
    return lf_call_pure(state, state->game, R_SCRATCH, args, 3, &result, 1, NULL);
}

static void test_arithmetic(void **unused) {
    (void)unused;
    static const struct {
        lf_opcode op;
        int64_t b, c, result;
    } rows[] = {
        {LF_OP_ADD, 7, -9, -2}, {LF_OP_ADD, INT64_MAX, 1, INT64_MIN},
        {LF_OP_SUB, 3, 5, -2},  {LF_OP_MUL, -3, 5, -15},
        {LF_OP_DIV, 7, 2, 3},   {LF_OP_DIV, -7, 2, -4},
        {LF_OP_DIV, 7, -2, -4}, {LF_OP_MOD, -7, 2, 1},
        {LF_OP_MOD, 7, -2, -1}, {LF_OP_MOD, INT64_MIN, 3, 1},
        {LF_OP_MIN, 4, -4, -4}, {LF_OP_MAX, 4, -4, 4},
        {LF_OP_LE, 3, 3, 1},    {LF_OP_LE, 4, 3, 0},
        {LF_OP_BAND, 6, 3, 2},  {LF_OP_BOR, 6, 3, 7},
        {LF_OP_BANDN, 6, 3, 4},
    };
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        const lf_instr code[] = {{(uint8_t)rows[i].op, 0, 1, 2, 0}};
        program(f, code, 1);
        assert_int_equal(run_pure(state, 0, rows[i].b, rows[i].c), rows[i].result);
    }
    PROGRAM(f, I(DIV, 0, 1, 2, 0));
    assert_false(runs(state, 0, 1, 0));
    assert_false(runs(state, 0, INT64_MIN, -1));
    PROGRAM(f, I(ADDI, 0, 1, 0, -5), I(NEG, 0, 0, 0, 0), I(ABS, 0, 0, 0, 0));
    assert_int_equal(run_pure(state, 0, 3, 0), 2);
    PROGRAM(f, I(LOADK, 0, 0, 0, 2), I(BIT, 1, 1, 0, 0), I(ADD, 0, 0, 1, 0));
    assert_int_equal(run_pure(state, 0, 5, 0), 31);
    lf_state_free(state);
    fixture_free(f);
}

static void test_jumps_and_loops(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    const int at = (int)f->routines[R_SCRATCH].entry;
    PROGRAM(f, I(LOADI, 0, 0, 0, 0), I(ADDI, 0, 0, 0, 2), I(LOOP, 1, 0, 0, at + 1));
    assert_int_equal(run_pure(state, 0, 4, 0), 10);
    PROGRAM(f, I(JLT, 1, 2, 0, at + 3), I(LOADI, 0, 0, 0, 1), I(RET, 0, 0, 0, 0),
            I(LOADI, 0, 0, 0, 2));
    assert_int_equal(run_pure(state, 0, 1, 2), 2);
    assert_int_equal(run_pure(state, 0, 2, 2), 1);
    PROGRAM(f, I(JMP, 0, 0, 0, at));
    assert_false(runs(state, 0, 0, 0)); /* the step budget, not a hang */
    PROGRAM(f, I(SETNEXT, 0, 1, 1, at));
    assert_false(runs(state, 0, 0, 0));
    PROGRAM(f, I(MOV, 3, 1, 0, 0), I(MOV, 4, 2, 0, 0), I(CALLFAR, 3, 2, 0, R_SUM),
            I(FETCH, 0, 0, 1, 0));
    assert_int_equal(run_pure(state, 0, 20, 22), 42);
    PROGRAM(f, I(QUIET, 0, 0, 0, at + 2), I(HALT, 0, 0, 0, 0), I(LOADI, 0, 0, 0, 1));
    assert_int_equal(run_pure(state, 0, 0, 0), 1);
    lf_state_free(state);
    fixture_free(f);
}

static void test_sets(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    const int at = (int)f->routines[R_SCRATCH].entry;
    PROGRAM(f, I(SETAND, 0, 1, 2, 1), I(SETSIZE, 0, 0, 0, 1));
    assert_int_equal(run_pure(state, 0, 0xf0, 0x3f), 2);
    PROGRAM(f, I(SETNOT, 0, 1, 2, 1));
    assert_int_equal(run_pure(state, 0, 0xf0, 0x3f), 0xc0);
    PROGRAM(f, I(SETOR, 0, 1, 2, 1), I(SETFIRST, 0, 0, 0, 1));
    assert_int_equal(run_pure(state, 0, 0xf0, 0x8), 3);
    PROGRAM(f, I(SETHAS, 0, 1, 2, 1));
    assert_int_equal(run_pure(state, 0, 3, 8), 1);
    assert_int_equal(run_pure(state, 0, -1, -1), 0);
    PROGRAM(f, I(LOADI, 0, 0, 0, 0), I(SETADD, 0, 1, 0, 1), I(SETDEL, 0, 2, 0, 1));
    assert_int_equal(run_pure(state, 0, 5, 6), 32);
    assert_false(runs(state, 0, 64, 0));
    PROGRAM(f, I(LOADI, 0, 0, 0, 0), I(SETNEXT, 2, 1, 1, at + 4), I(ADD, 0, 0, 2, 0),
            I(JMP, 0, 0, 0, at + 1));
    assert_int_equal(run_pure(state, 0, 0x16, 0), 1 + 2 + 4);
    PROGRAM(f, I(SETEQ, 0, 1, 2, 1), I(SETSOME, 3, 1, 0, 1), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, 9, 9), 2);
    lf_state_free(state);
    fixture_free(f);
}

static void test_board(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    PROGRAM(f, I(ADJ, 0, 1, 1, 0));
    assert_int_equal(run_pure(state, 0, C, 0), 1 << B | 1 << D);
    assert_false(runs(state, 0, SUPPLY_RED, 0));
    PROGRAM(f, I(ADJSET, 0, 1, 1, 0));
    assert_int_equal(run_pure(state, 0, 1 << A | 1 << E, 0), 1 << B | 1 << D);
    PROGRAM(f, I(LOADI, 3, 0, 0, 2), I(REACH, 0, 1, 2, 3));
    assert_int_equal(run_pure(state, 0, 1 << A, 1 << B), 1 << B | 1 << A | 1 << C);
    PROGRAM(f, I(REACH, 0, 1, 2, -1));
    assert_int_equal(run_pure(state, 0, 1 << A, 0xff), 0x1f);
    PROGRAM(f, I(STEP, 0, 1, 2, 0));
    assert_int_equal(run_pure(state, 0, A, LEFT), -1);
    assert_int_equal(run_pure(state, 0, A, RIGHT), B);
    PROGRAM(f, I(LOADI, 3, 0, 0, 0x0e), I(RUN, 0, 1, 1, 0));
    assert_int_equal(run_pure(state, 0, A, RIGHT), 0x0e);
    PROGRAM(f, I(LOADI, 3, 0, 0, 0x0e), I(BEYOND, 0, 1, 0, 0));
    assert_int_equal(run_pure(state, 0, A, RIGHT), E);
    PROGRAM(f, I(OPPOSITE, 0, 1, 0, 0));
    assert_int_equal(run_pure(state, 0, LEFT, 0), RIGHT);
    PROGRAM(f, I(PROP, 0, 1, 0, 0));
    assert_int_equal(run_pure(state, 0, B, 0), 4);
    PROGRAM(f, I(ATTRI, 0, 1, 2, 1), I(ATTR, 3, 1, 0, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, 3, 1), 41 + 4);
    assert_false(runs(state, 0, 3, 2));
    lf_state_free(state);
    fixture_free(f);
}

static void test_variables_and_tables(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    PROGRAM(f, I(LOADI, 0, 0, 0, 99), I(SETV, 0, 0, 0, SCORE), I(LOADI, 1, 0, 0, BLUE),
            I(SETSEAT, 0, 1, 0, GOLD), I(LOADI, 2, 0, 0, -3), I(SETSPACE, 2, 1, 0, FORT),
            I(LOADI, 3, 0, 0, 0x12), I(PUTSET, 3, 0, 1, 0));
    assert_true(lf_call_effects(state, &f->game, R_SCRATCH, false));
    assert_int_equal(lf_global(state, SCORE), 20); /* clamped */
    assert_int_equal(lf_seat_value(state, BLUE, 0), 9);
    assert_int_equal(lf_space_value(state, B, 0), 0);
    expect_marked(state, (const int[]){B, E}, 2);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    PROGRAM(f, I(GETSET, 0, 0, 1, 0));
    assert_int_equal(run_pure(state, 0, 0, 0), 0x12);
    PROGRAM(f, I(TSET, 1, 2, 1, 32), I(TGET, 0, 2, 1, 32), I(ZERO, 0, ZONES, 0, 32),
            I(TGET, 3, 2, 1, 32), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, 77, BLUE), 77);
    assert_false(runs(state, 0, 77, 2)); /* no third seat */
    PROGRAM(f, I(NEXTSEAT, 0, 1, 0, 0), I(GETPHASE, 3, 0, 0, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, BLUE, 0), RED);
    lf_state_free(state);
    fixture_free(f);
}

static void test_pieces(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    PROGRAM(f, I(LOADI, 0, 0, 0, 4), I(LOADI, 1, 0, 0, 3), I(LOADI, 2, 0, 0, A),
            I(LOADI, 3, 0, 0, C), I(PLACE, 0, 1, 2, 0), I(LOADI, 0, 0, 0, 3), I(FLIP, 0, 1, 2, 0),
            I(LOADI, 4, 0, 0, 1 << CUBE_DOWN), I(LOADI, 0, 0, 0, 2), I(MOVE, 0, 4, 2, 0),
            I(LOADI, 0, 0, 0, -1), I(REMOVE, 0, 1, 3, 0));
    assert_true(lf_call_effects(state, &f->game, R_SCRATCH, false));
    assert_int_equal(lf_pieces(state, A, CUBE_UP), 1);
    assert_int_equal(lf_pieces(state, A, CUBE_DOWN), 1);
    assert_int_equal(lf_pieces(state, C, CUBE_DOWN), 0);
    assert_int_equal(lf_pieces(state, SUPPLY_RED, CUBE_UP), 10); /* a supply keeps no states */
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    PROGRAM(f, I(COUNT, 0, 1, 2, 0), I(ANY, 3, 1, 2, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, A, 3), 3);
    PROGRAM(f, I(COUNTSET, 0, 1, 2, 1), I(ANYSET, 3, 1, 2, 1), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, 0x7f, 7), 12 + 5 + 1);
    PROGRAM(f, I(KINDS, 0, 1, 2, 0));
    assert_int_equal(run_pure(state, 0, A, 7), 3);
    PROGRAM(f, I(KINDSSET, 0, 1, 2, 1));
    assert_int_equal(run_pure(state, 0, 0x7f, -1), 7);
    PROGRAM(f, I(SEATMASK, 0, 1, 0, 0), I(SEATSMASK, 3, 2, 0, 0), I(BOR, 0, 0, 3, 0),
            I(OWNER, 3, 0, 0, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, RED, 2), 7 + RED);
    PROGRAM(f, I(POOL, 0, 1, 0, 0), I(SUPPLY, 3, 1, 0, 0), I(SUB, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, 7, 0), 2);
    lf_state_free(state);
    fixture_free(f);
}

#define FORT_ROW lf_row_of_var(&f->game.vars[FORT])

static int64_t kept(lf_fixture *f, const lf_state *state, int64_t set, int left_at, int right_at,
                    uint8_t code) {
    PROGRAM(f, I(LOADI, 1, 0, 0, left_at), I(LOADI, 2, 0, 0, right_at), I(KEEP, 0, 1, code, 0));
    return runs(state, set, 0, 0) ? run_pure(state, set, 0, 0) : -1;
}

static void test_whole_sets(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    PROGRAM(f, I(LOADI, 0, 0, 0, 4), I(LOADI, 1, 0, 0, 3), I(LOADI, 2, 0, 0, A),
            I(PLACE, 0, 1, 2, 0), I(LOADI, 0, 0, 0, 1), I(LOADI, 2, 0, 0, D), I(PLACE, 0, 1, 2, 0),
            I(LOADI, 0, 0, 0, 2), I(LOADI, 2, 0, 0, B), I(SETSPACE, 0, 2, 0, FORT));
    assert_true(
        /* 4 cubes in A, 1 in D, a fort of 2 in B */
        lf_call_effects(state, &f->game, R_SCRATCH, false));
    PROGRAM(f, I(LOADI, 1, 0, 0, 3), I(KEEPANY, 0, 1, 1, 0));
    assert_int_equal(run_pure(state, 0x1f, 0, 0), 1 << A | 1 << D);
    PROGRAM(f, I(LOADI, 1, 0, 0, 3), I(KEEPANY, 0, 1, 0, 0));
    assert_int_equal(run_pure(state, 0x1e, 0, 0), 1 << B | 1 << C | 1 << E);
    /* properties are 5 4 3 2 1 */
    assert_int_equal(
        kept(f, state, 0x1f, 0, 3, lf_keep_code(LF_ROW_PROPERTY, LF_IS_GT, LF_ROW_NUMBER)),
        1 << A | 1 << B);
    assert_int_equal(
        kept(f, state, 0x1f, 0, 3, lf_keep_code(LF_ROW_PROPERTY, LF_IS_NE, LF_ROW_NUMBER)),
        0x1f ^ 1 << C);
    assert_int_equal(
        kept(f, state, 0x1f, 0, 2, lf_keep_code(LF_ROW_PROPERTY, LF_IS_LE, LF_ROW_NUMBER)),
        1 << D | 1 << E);
    assert_int_equal(
        kept(f, state, 0x1f, FORT_ROW, 2, lf_keep_code(LF_ROW_CELLS, LF_IS_EQ, LF_ROW_NUMBER)),
        1 << B);
    assert_int_equal(
        kept(f, state, 0x1f, FORT_ROW, 0, lf_keep_code(LF_ROW_CELLS, LF_IS_LT, LF_ROW_PROPERTY)),
        0x1f);
    assert_int_equal(
        kept(f, state, 0x1f, 3, 0, lf_keep_code(LF_ROW_COUNT, LF_IS_GE, LF_ROW_PROPERTY)), 0);
    assert_int_equal(
        kept(f, state, 0x1f, 3, 1, lf_keep_code(LF_ROW_COUNT, LF_IS_GE, LF_ROW_NUMBER)),
        1 << A | 1 << D);
    assert_int_equal(
        kept(f, state, 0x1f, 3, FORT_ROW, lf_keep_code(LF_ROW_COUNT, LF_IS_LT, LF_ROW_CELLS)),
        1 << B);
    assert_int_equal(kept(f, state, 0x7f, 3, 4, lf_keep_code(LF_ROW_COUNT, LF_IS_LE, LF_ROW_COUNT)),
                     1 << B | 1 << C | 1 << E | 1 << SUPPLY_BLUE);
    PROGRAM(f, I(TSET, 1, 2, 0, 32), I(LOADI, 1, 0, 0, 32), I(LOADI, 2, 0, 0, 9),
            I(KEEP, 0, 1, lf_keep_code(LF_ROW_TABLE, LF_IS_EQ, LF_ROW_NUMBER), 0));
    assert_int_equal(run_pure(state, 0x1f, 9, C), 1 << C);
    /* no such row, or an element without a number */
    assert_int_equal(
        kept(f, state, 0x1f, 1, 0, lf_keep_code(LF_ROW_PROPERTY, LF_IS_EQ, LF_ROW_NUMBER)), -1);
    assert_int_equal(
        kept(f, state, 0x1f, -1, 0, lf_keep_code(LF_ROW_CELLS, LF_IS_EQ, LF_ROW_NUMBER)), -1);
    assert_int_equal(kept(f, state, 0x1f, CELL_AT(CELLS - 4) << 2, 0,
                          lf_keep_code(LF_ROW_CELLS, LF_IS_EQ, LF_ROW_NUMBER)),
                     -1);
    assert_int_equal(
        kept(f, state, 0x1f, 31, 0, lf_keep_code(LF_ROW_TABLE, LF_IS_EQ, LF_ROW_NUMBER)), -1);
    assert_int_equal(kept(f, state, 1 << SUPPLY_RED, 0, 0,
                          lf_keep_code(LF_ROW_PROPERTY, LF_IS_EQ, LF_ROW_NUMBER)),
                     -1);
    assert_int_equal(
        kept(f, state, 0, 1, 0, lf_keep_code(LF_ROW_PROPERTY, LF_IS_EQ, LF_ROW_NUMBER)), 0);
    lf_state_free(state);
    fixture_free(f);
}

static void test_questions_that_jump(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    const int at = (int)f->routines[R_SCRATCH].entry;
    PROGRAM(f, I(LOADI, 0, 0, 0, 4), I(LOADI, 1, 0, 0, 3), I(LOADI, 2, 0, 0, A),
            I(PLACE, 0, 1, 2, 0));
    assert_true(lf_call_effects(state, &f->game, R_SCRATCH, false));
    static const struct {
        lf_instr jump;
        int64_t operand, other;
        bool jumps;
    } rows[] = {
        {I(JEMPTY, 1, 0, 1, 0), 0, 0, true},
        {I(JEMPTY, 1, 0, 1, 0), 8, 0, false},
        {I(JSOME, 1, 0, 1, 0), 8, 0, true},
        {I(JSOME, 1, 0, 1, 0), 0, 0, false},
        {I(JHAS, 1, 1, 0, 0), A, 0, true},
        {I(JHAS, 1, 1, 0, 0), B, 0, false}, /* constant 1 is the filter of all */
        {I(JLACKS, 1, 1, 0, 0), B, 0, true},
        {I(JLACKS, 1, 1, 0, 0), A, 0, false},
        {I(JANY, 1, 2, 1, 0), A, 3, true},
        {I(JANY, 1, 2, 1, 0), A, 4, false},
        {I(JANY, 1, 2, 0, 0), A, 4, true},
        {I(JANY, 1, 2, 0, 0), A, 3, false},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_instr jump = rows[i].jump;
        jump.imm = at + 3;
        PROGRAM(f, I(LOADI, 0, 0, 0, 1), jump, I(LOADI, 0, 0, 0, 0));
        assert_int_equal(run_pure(state, 0, rows[i].operand, rows[i].other), rows[i].jumps);
    }
    PROGRAM(f, I(JHAS, 1, 1, 0, at + 1));
    assert_false(runs(state, 0, ZONES, 0));
    PROGRAM(f, I(COUNTK, 0, 1, 0, 1), I(ANYK, 3, 1, 0, 1), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, A, 0), 4 + 1);
    PROGRAM(f, I(LOADI, 0, 0, 0, 0), I(SETNEXT, 2, 1, 1, at + 4), I(ADD, 0, 0, 2, 0),
            I(SETMORE, 2, 1, 1, at + 2));
    assert_int_equal(run_pure(state, 0, 0x16, 0), 1 + 2 + 4);
    assert_int_equal(run_pure(state, 0, 0, 0), 0);
    lf_state_free(state);
    fixture_free(f);
}

static void test_cards(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    assert_int_equal(lf_stack_size(state, DECK), CARDS);
    PROGRAM(f, I(LOADI, 0, 0, 0, 2), I(LOADI, 1, 0, 0, DECK), I(LOADI, 2, 0, 0, DISCARD),
            I(DEAL, 0, 1, 2, 0), I(LOADI, 0, 0, 0, 4), I(PUT, 0, 2, 1, 0), I(LOADI, 0, 0, 0, 5),
            I(PUT, 0, 2, 0, 0));
    assert_true(lf_call_effects(state, &f->game, R_SCRATCH, false));
    static const int discard[] = {5, 1, 0, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(lf_stack_card(state, DISCARD, i), discard[i]);
    assert_int_equal(lf_stack_card(state, DISCARD, 4), -1);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    const uint64_t before = lf_hash(state);
    lf_cards_remove(&f->game, state->block, 1);
    assert_int_equal(lf_stack_size(state, DISCARD), 3);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    assert_int_not_equal(lf_hash(state), before);
    PROGRAM(f, I(CARDSIN, 0, 1, 1, 0), I(STACKSIZE, 3, 1, 0, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, DISCARD, 0), (1 << 5 | 1 << 0 | 1 << 4) + 3);
    PROGRAM(f, I(TOPCARD, 0, 1, 2, 0), I(STACKOF, 3, 0, 0, 0), I(ADD, 0, 0, 3, 0));
    assert_int_equal(run_pure(state, 0, DISCARD, 2), 4 + DISCARD);
    PROGRAM(f, I(LOADI, 0, 0, 0, DECK), I(SHUFFLE, 0, 0, 0, 0));
    assert_true(lf_call_effects(state, &f->game, R_SCRATCH, false));
    assert_int_equal(lf_stack_size(state, DECK), 2);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    lf_state_free(state);
    fixture_free(f);
}

static void test_effects_from_outside_cannot_break_what_is_suspended(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    apply_named(state, "build");
    static const lf_instr forbidden[] = {I(ENDPHASE, 0, 0, 0, 0), I(ENDTURN, 0, 0, 0, 0),
                                         I(GOTOPHASE, 0, 0, 0, 1), I(OVER, 0, 0, 0, 0)};
    for (size_t i = 0; i < LF_COUNT(forbidden); i++) {
        program(f, &forbidden[i], 1);
        assert_false(lf_call_effects(state, &f->game, R_SCRATCH, false));
        assert_non_null(strstr(lf_state_error(state)->message, "game.md:3:5"));
    }
    assert_int_equal(lf_legal_count(state), 6);
    apply_named(state, "c");
    assert_int_equal(lf_pieces(state, C, CUBE_DOWN), 1);
    lf_state_free(state);
    fixture_free(f);
}

/* ---- choices ---- */

static void test_choices(void **unused) {
    (void)unused;
    char number[LF_NUMBER_SIZE];
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    lf_option options[LF_OPTIONS_MAX];
    assert_int_equal(lf_legal(state, options, LF_OPTIONS_MAX), ACTIONS);
    assert_string_equal(lf_option_id(state, BUILD, number, sizeof number), "build");
    assert_int_equal(lf_decider(state), RED);
    apply_named(state, "build");
    lf_decision *decision = lf_decision_new(state);
    assert_string_equal(decision->prompt, "Build where, Red?");
    assert_int_equal(decision->decider, RED);
    assert_int_equal(decision->count, 6);
    assert_int_equal(decision->options[5].kind, LF_OPTION_DONE);
    assert_string_equal(decision->options[5].id, "done");
    assert_string_equal(decision->options[5].label, "Stop");
    apply_named(state, "done");
    assert_string_equal(decision->options[0].label, "Aye"); /* it does not go with the state */
    lf_decision_free(decision);
    assert_int_equal(lf_decider(state), BLUE);
    assert_int_equal(lf_pieces(state, SUPPLY_RED, CUBE_UP), 12);
    apply_named(state, "build");
    apply_named(state, "Dee");
    assert_int_equal(lf_pieces(state, D, CUBE_DOWN), 1);
    assert_int_equal(lf_space_value(state, D, 0), 1);
    assert_int_equal(lf_turn(state), 2);
    assert_int_equal(lf_apply(state, 99), LF_BAD_ARGUMENT);
    assert_false(lf_option_at(state, 99, options) || lf_option_at(state, -1, options));
    assert_string_equal(lf_option_id(state, 99, number, sizeof number), "");
    lf_state_free(state);
    fixture_free(f);
}

/* A program that names half an option does not mean it: only the whole id, then the whole label. */
static void test_options_are_found_by_all_of_their_name(void **unused) {
    (void)unused;
    lf_named zones[ZONES];
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    memcpy(zones, fixture_zones, sizeof zones);
    zones[A].label = "d"; /* the id of another one, which comes first */
    f->game.zones = zones;
    assert_int_equal(lf_find_option(state, "buil"), LF_NO_OPTION);
    assert_int_equal(lf_find_option(state, "BUILD"), LF_NO_OPTION);
    assert_int_equal(lf_find_option(state, ""), LF_NO_OPTION);
    apply_named(state, "build");
    assert_int_equal(lf_find_option(state, "d"), D);
    assert_int_equal(lf_find_option(state, "Dee"), D);
    assert_int_equal(lf_find_option(state, "De"), LF_NO_OPTION);
    lf_state_free(state);
    fixture_free(f);
}

/* The first of those labelled alike keeps its label; the others get their id. A label made so may
 * be taken as well: then the later one gives way again. */
static void test_labels_are_unique(void **unused) {
    (void)unused;
    enum { MENU = 64 };
    static char names[MENU][16], long_name[300];
    lf_named zones[ZONES];
    int32_t menu[MENU];
    const char *ids[MENU];
    uint8_t kinds[MENU];
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    memcpy(zones, fixture_zones, sizeof zones);
    zones[B].label = zones[D].label = zones[A].label;
    zones[C].label = "Aye (d)";
    f->game.zones = zones;
    apply_named(state, "build");
    lf_decision *decision = lf_decision_new(state);
    assert_int_equal(decision->count, 6);
    static const char *const spaces[] = {"Aye", "Aye (b)", "Aye (d)", "Aye (d) (d)", "Eee", "Stop"};
    for (int i = 0; i < 6; i++)
        assert_string_equal(decision->options[i].label, spaces[i]);
    lf_decision_free(decision);
    /* Nothing is cut, however long and whatever stands there: 99 times an e with an accent, and two
     * alike. */
    for (int i = 0; i < 99; i++)
        memcpy(long_name + 2 * i, "\xc3\xa9", 2);
    zones[A].label = zones[B].label = long_name;
    decision = lf_decision_new(state);
    assert_string_equal(decision->options[A].label, long_name);
    assert_int_equal(strlen(decision->options[B].label), strlen(long_name) + strlen(" (b)"));
    lf_decision_free(decision);
    apply_named(state, "done");

    for (int i = 0; i < MENU; i++) {
        menu[i] = i % 2 == 0 ? T_YES : T_NO;
        snprintf(names[i], sizeof names[i], "entry-%d", i);
        ids[i] = names[i];
        kinds[i] = LF_OPTION_MENU;
    }
    f->sites[SITE_COUNT_MENU].labels = menu;
    f->sites[SITE_COUNT_MENU].ids = ids;
    f->sites[SITE_COUNT_MENU].kinds = kinds;
    f->sites[SITE_COUNT_MENU].label_count = MENU;
    f->code[f->sites[SITE_COUNT_MENU].pc - 2] = (lf_instr){LF_OP_LOADK, 0, 0, 0, 2}; /* every bit */
    apply_named(state, "count");
    apply_named(state, "a");
    decision = lf_decision_new(state);
    assert_int_equal(decision->count, MENU);
    for (int i = 0; i < MENU; i++) {
        char label[32];
        snprintf(label, sizeof label, "%s (entry-%d)", i % 2 == 0 ? "Yes" : "No", i);
        assert_string_equal(decision->options[i].label, i == 0 ? "Yes" : i == 1 ? "No" : label);
        assert_string_equal(decision->options[i].id, names[i]);
        assert_int_equal(decision->options[i].subject, i);
    }
    lf_decision_free(decision);
    lf_state_free(state);
    fixture_free(f);
}

static void test_lookahead_offers_what_can_be_completed(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    lf_option options[8];
    char number[LF_NUMBER_SIZE];
    apply_named(state, "gamble");
    assert_int_equal(lf_legal(state, options, 8), 2);
    assert_int_equal(options[0].count, 2);
    assert_string_equal(lf_option_id(state, 0, number, sizeof number), "2");
    assert_string_equal(lf_option_id(state, 1, number, sizeof number), "4");
    apply_named(state, "4");
    assert_int_equal(lf_seat_value(state, RED, 0), 4);
    lf_state_free(state);
    fixture_free(f);
}

/* The only option is taken; a choice that nothing can follow is a dead end, said in words. */
static void test_forced_and_dead_ends(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    f->code[f->routines[R_ACTION + GAMBLE].entry + 1].imm = 3; /* 1 to 3: only 2 is even */
    apply_named(state, "gamble");
    assert_int_equal(lf_decider(state), BLUE);
    assert_int_equal(lf_seat_value(state, RED, 0), 2);
    f->code[f->routines[R_ACTION + GAMBLE].entry + 1].imm = 1;
    assert_int_equal(lf_apply(state, GAMBLE), LF_RULE_ERROR);
    assert_non_null(strstr(lf_state_error(state)->message, "error[E0701]: dead end"));
    assert_int_equal(lf_decider(state), LF_NOBODY);
    assert_int_equal(lf_apply(state, 0), LF_RULE_ERROR);
    lf_error error;
    assert_int_equal(lf_enter_phase(state, "main", &error), LF_OK); /* which ends the error */
    assert_int_equal(lf_legal_count(state), ACTIONS);
    assert_int_equal(lf_enter_phase(state, "mian", &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "did you mean 'main'"));
    lf_state_free(state);
    fixture_free(f);
}

static void test_tables_outlive_choices_and_calls(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    apply_named(state, "count");
    apply_named(state, "c");
    assert_int_equal(lf_legal_count(state), 2);
    apply_named(state, "Yes");
    assert_int_equal(lf_global(state, SCORE), 3 + (3 + 1));
    lf_state_free(state);
    fixture_free(f);
}

static void test_phases_and_the_end(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    lf_outcome outcome;
    apply_named(state, "later");
    assert_int_equal(lf_phase(state), 0); /* through the other phase and around */
    assert_false(lf_terminal(state, NULL));
    apply_named(state, "gamble");
    apply_named(state, "4");
    apply_named(state, "finish");
    assert_true(lf_terminal(state, &outcome));
    assert_int_equal(outcome.winner, RED);
    assert_string_equal(outcome.checkpoint, "ended");
    assert_int_equal(outcome.margin[BLUE], 2);
    assert_int_equal(lf_apply(state, 0), LF_GAME_OVER);
    assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    lf_state_free(state);
    fixture_free(f);
}

/* ---- set-up ---- */

static void expect_refusal(const lf_fixture *f, lf_setup setup, const char *words) {
    lf_error error = {0};
    assert_null(lf_state_new(&f->game, &setup, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, words);
}

static void test_setup(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(
        f, &(lf_setup){.scenario = "the-short-one",
                       .options = (const char *const[]){"speed=5", "mode=wild", NULL}});
    assert_int_equal(lf_var_read(state->block, &f->game.options[0], 0), 5);
    assert_int_equal(lf_var_read(state->block, &f->game.options[1], 0), 2);
    assert_int_equal(lf_global(state, SCORE), 4);    /* the scenario's value */
    assert_int_equal(lf_global(state, FLAG), 1);     /* its program */
    assert_int_equal(lf_global(state, GOLD_OF), -1); /* an initial value */
    assert_true(lf_is_default(state, LF_OF_SEAT_VARS, RED, 0));
    lf_state_free(state);
    expect_refusal(f, (lf_setup){.scenario = "shrot"}, "did you mean 'short'");
    expect_refusal(f, (lf_setup){.options = (const char *const[]){"sped=1", NULL}},
                   "did you mean 'speed'");
    expect_refusal(f, (lf_setup){.options = (const char *const[]){"speed=6", NULL}}, "1 to 5 (2)");
    expect_refusal(f, (lf_setup){.options = (const char *const[]){"speed=", NULL}}, "1 to 5 (2)");
    expect_refusal(f, (lf_setup){.options = (const char *const[]){"mode=sad", NULL}},
                   "calm|angry|wild (angry)");
    expect_refusal(f, (lf_setup){.options = (const char *const[]){"speed", NULL}}, "name=value");
    expect_refusal(f, (lf_setup){.stack = "deck"}, "needs both");
    expect_refusal(f, (lf_setup){.stack = "dekc", .cards = (const char *const[]){NULL}},
                   "did you mean 'deck'");
    expect_refusal(f, (lf_setup){.stack = "deck", .cards = (const char *const[]){"sixx", NULL}},
                   "did you mean 'six'");
    expect_refusal(f,
                   (lf_setup){.stack = "deck", .cards = (const char *const[]){"six", "six", NULL}},
                   "twice");
    state = fixture_state(
        f, &(lf_setup){.stack = "deck", .cards = (const char *const[]){"six", "two", NULL}});
    assert_int_equal(lf_stack_size(state, DECK), 2);
    assert_int_equal(lf_stack_card(state, DECK, 0), 5);
    assert_int_equal(lf_stack_card(state, DECK, 1), 1);
    lf_state_free(state);
    state = fixture_state(f, &(lf_setup){.stack = "deck",
                                         .cards = (const char *const[]){"six", "two", NULL},
                                         .on_top = true});
    assert_int_equal(lf_stack_size(state, DECK), 6); /* the others lie below */
    assert_int_equal(lf_stack_card(state, DECK, 0), 5);
    assert_int_equal(lf_stack_card(state, DECK, 1), 1);
    lf_state_free(state);
    f->scenario.placements[0].count = 300;
    lf_error error;
    assert_null(lf_state_new(&f->game, NULL, &error));
    assert_non_null(strstr(error.message, "300 cube.up"));
    fixture_free(f);
}

static void test_setup_survives_any_failing_allocation(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = NULL;
    for (uint64_t n = 1; state == NULL && n < 20; n++) {
        lf_fail_allocation_at(n);
        state = lf_state_new(&f->game, NULL, NULL);
        lf_fail_allocation_at(0);
    }
    assert_non_null(state);
    lf_state_free(state);
    fixture_free(f);
}

static void test_fixed_rolls_and_chance(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL), *other = fixture_state(f, &(lf_setup){.seed = 1});
    const int rolls[] = {5, 6}, bad[] = {0};
    lf_error error;
    assert_int_equal(lf_fix_rolls(state, bad, 1, &error), LF_BAD_ARGUMENT);
    assert_int_equal(lf_fix_rolls(state, rolls, 2, &error), LF_OK);
    const uint32_t barrier = lf_barrier(state);
    apply_named(state, "roll");
    assert_int_equal(lf_global(state, SCORE), 9);
    assert_int_not_equal(lf_barrier(state), barrier);
    apply_named(state, "roll");
    assert_int_equal(lf_global(state, SCORE), 15);
    assert_int_not_equal(lf_hash(state), lf_hash(other));
    lf_state_free(other);
    lf_state_free(state);
    fixture_free(f);
}

/* ---- reading, watching, copying ---- */

static void test_catalogue(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    const lf_game *game = &f->game;
    char buffer[64];
    for (lf_catalogue of = LF_OF_SEATS; of <= LF_OF_SITES; of++)
        for (int i = 0; i < lf_count(game, of); i++) {
            assert_true(lf_name(game, of, i)[0] != 0);
            assert_true(lf_label(game, of, i)[0] != 0);
            assert_in_range(lf_find(game, of, lf_name(game, of, i)), 0, i);
        }
    assert_int_equal(lf_find(game, LF_OF_ZONES, "Cee"), C);
    assert_int_equal(lf_find(game, LF_OF_ZONES, "nowhere"), -1);
    assert_string_equal(lf_name(game, LF_OF_ZONES, 99), "");
    assert_true(lf_adjacent(game, A, B));
    assert_false(lf_adjacent(game, A, C));
    assert_false(lf_adjacent(game, A, SUPPLY_RED));
    assert_int_equal(lf_kind_seat(game, DISC), BLUE);
    assert_string_equal(lf_property(game, B, 0, buffer, sizeof buffer), "4");
    assert_string_equal(lf_value_name(game, LF_OF_GLOBALS, MOOD, 2, buffer, sizeof buffer), "Wild");
    assert_string_equal(lf_value_name(game, LF_OF_GLOBALS, MARKED, 3, buffer, sizeof buffer), "3");
    assert_true(lf_var_is_set(game, LF_OF_GLOBALS, MARKED));
    assert_false(lf_var_is_set(game, LF_OF_GLOBALS, SCORE) ||
                 lf_var_is_set(game, LF_OF_GLOBALS, 99));
    assert_true(lf_is_marker(game, LF_OF_GLOBALS, MOOD));
    assert_false(lf_is_marker(game, LF_OF_GLOBALS, SCORE));
    assert_true(lf_stack_visible(game, HAND_RED, RED));
    assert_false(lf_stack_visible(game, HAND_RED, BLUE));
    assert_false(lf_stack_visible(game, DECK, RED));
    assert_string_equal(lf_instruction_place(game, 0, buffer, sizeof buffer),
                        "game.md:3:5, the course of play");
    assert_string_equal(lf_card_text(game, 0, 0), "");
    fixture_free(f);
}

typedef struct {
    int events, logs;
    char last_log[64];
} lf_notes;

static void note(void *context, const lf_event *event) {
    lf_notes *notes = context;
    notes->events++;
    assert_non_null(event->text);
    if (event->kind == LF_EVENT_LOG) {
        notes->logs++;
        snprintf(notes->last_log, sizeof notes->last_log, "%s", event->text);
    }
}

static void test_observer_gets_events(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    lf_notes notes = {0};
    lf_watch(state, &(lf_observer){note, &notes});
    apply_named(state, "pass");
    assert_int_equal(notes.logs, 1);
    assert_string_equal(notes.last_log, "Aye, Bee Wild");
    apply_named(state, "build");
    apply_named(state, "a");
    assert_true(notes.events >= 5);
    lf_watch(state, NULL);
    const int before = notes.events;
    apply_named(state, "pass");
    assert_int_equal(notes.events, before);
    lf_state_free(state);
    fixture_free(f);
}

static void test_copies(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL), *clone = lf_state_clone(state);
    assert_true(lf_equal(state, clone));
    apply_named(clone, "build");
    assert_false(lf_equal(state, clone));
    apply_named(state, "build");
    assert_true(lf_equal(state, clone));
    assert_int_equal(lf_hash(state), lf_hash(clone));
    apply_named(state, "a");
    lf_copy(clone, state);
    assert_true(lf_equal(state, clone));
    assert_true(lf_invariant_holds(state, 0));
    lf_state_free(clone);
    lf_state_free(state);
    fixture_free(f);
}

/* The same position by different ways: equal hashes. */
static void test_transpositions(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *one = fixture_state(f, NULL), *two = fixture_state(f, NULL);
    static const char *const first[] = {"build", "a", "pass", "build", "b", "pass"};
    static const char *const second[] = {"build", "b", "pass", "build", "a", "pass"};
    for (size_t i = 0; i < LF_COUNT(first); i++) {
        apply_named(one, first[i]);
        apply_named(two, second[i]);
    }
    assert_true(lf_equal(one, two));
    assert_int_equal(lf_hash(one), lf_hash(two));
    lf_state_free(one);
    lf_state_free(two);
    fixture_free(f);
}

static void test_random_play_keeps_the_hash(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    for (uint64_t seed = 0; seed < 40; seed++) {
        lf_state *state = fixture_state(f, &(lf_setup){.seed = seed});
        uint64_t generator = seed;
        uint64_t *hits = calloc(f->game.code_count, sizeof *hits);
        lf_count_steps(state, seed % 2 ? hits : NULL);
        for (int i = 0; i < 200 && !lf_terminal(state, NULL); i++) {
            const int n = lf_legal_count(state);
            assert_in_range(n, 2, LF_OPTIONS_MAX);
            assert_int_equal(lf_apply(state, (int)lf_rng_below(&generator, (uint32_t)n)), LF_OK);
            assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
            lf_error error;
            if (lf_block_check(&f->game, state->block, &error) != LF_OK)
                fail_msg("%s", error.message);
        }
        free(hits);
        lf_state_free(state);
    }
    fixture_free(f);
}

static void test_reoffer(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL);
    f->code[f->phases[0].loop + 2].imm = 3; /* fewer actions from now on */
    lf_reoffer(state);
    assert_int_equal(lf_legal_count(state), 2);
    apply_named(state, "build");
    lf_reoffer(state); /* in the middle of an action: nothing happens */
    assert_int_equal(lf_legal_count(state), 6);
    lf_state_free(state);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_jumps_and_loops),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_board),
        cmocka_unit_test(test_variables_and_tables),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_whole_sets),
        cmocka_unit_test(test_questions_that_jump),
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_effects_from_outside_cannot_break_what_is_suspended),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_options_are_found_by_all_of_their_name),
        cmocka_unit_test(test_labels_are_unique),
        cmocka_unit_test(test_lookahead_offers_what_can_be_completed),
        cmocka_unit_test(test_forced_and_dead_ends),
        cmocka_unit_test(test_tables_outlive_choices_and_calls),
        cmocka_unit_test(test_phases_and_the_end),
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_setup_survives_any_failing_allocation),
        cmocka_unit_test(test_fixed_rolls_and_chance),
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_observer_gets_events),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_transpositions),
        cmocka_unit_test(test_random_play_keeps_the_hash),
        cmocka_unit_test(test_reoffer),
    };
    return cmocka_run_group_tests_name("kernel", tests, NULL, NULL);
}
