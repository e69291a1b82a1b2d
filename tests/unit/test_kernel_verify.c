/* test_kernel_verify.c: programs and tables that must not run, and the listing of those that may. */
#include "kernel_fixture.h"

typedef struct {
    const char *words; /* of the problem that the verifier must find */
    lf_instr code;     /* put at the beginning of the scratch routine */
} lf_bad_code;

/* Targets beyond 32 bits of code do not exist, so 9999 is outside everything. */
static const lf_bad_code bad_code[] = {
    {"no such opcode", {255, 0, 0, 0, 0}},
    {"register outside the frame", {LF_OP_MOV, 32, 0, 0, 0}},
    {"register outside the frame", {LF_OP_MOV, 0, 32, 0, 0}},
    {"register outside the frame", {LF_OP_ADD, 0, 0, 250, 0}},
    {"unused operand", {LF_OP_MOV, 0, 0, 1, 0}},
    {"unused operand", {LF_OP_RET, 1, 0, 0, 0}},
    {"unused imm", {LF_OP_ADD, 0, 0, 0, 1}},
    {"set of no possible size", {LF_OP_SETAND, 0, 1, 2, 0}},
    {"set of no possible size", {LF_OP_SETAND, 0, 1, 2, -1}},
    {"set of no possible size", {LF_OP_GETSET, 0, 0, 0, 0}},
    {"register outside the frame", {LF_OP_SETAND, 31, 1, 2, 2}},
    {"jump out of the routine", {LF_OP_JMP, 0, 0, 0, 0}},
    {"jump out of the routine", {LF_OP_JMP, 0, 0, 0, 9999}},
    {"jump out of the routine", {LF_OP_JZ, 0, 0, 0, -1}},
    {"no such constant", {LF_OP_LOADK, 0, 0, 0, 3}},
    {"no such constant", {LF_OP_LOADS, 0, 0, 2, 2}},
    {"no such constant", {LF_OP_COUNTK, 0, 0, 0, 3}},
    {"constant operand", {LF_OP_KEEPANY, 0, 0, 2, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 0, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 7, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 0xe1, 0}},
    {"register outside the frame", {LF_OP_KEEP, 0, 31, 1, 0}},
    {"no such variable", {LF_OP_SETV, 0, 0, 0, VARS}},
    {"variable of another sort", {LF_OP_SETV, 0, 0, 0, GOLD}},
    {"variable of another sort", {LF_OP_SETV, 0, 0, 0, MARKED}},
    {"variable of another sort", {LF_OP_SETSPACE, 0, 0, 0, GOLD}},
    {"no such cell", {LF_OP_GETV, 0, 0, 0, CELLS}},
    {"no such cells", {LF_OP_GETSEAT, 0, 0, 0, CELLS - 1}},
    {"no such cells", {LF_OP_GETSPACE, 0, 0, 0, CELLS - 4}},
    {"no such set variable", {LF_OP_PUTSET, 0, 0, 1, 1}},
    {"no such routine", {LF_OP_CALL, 0, 0, 0, ROUTINES}},
    {"course of play", {LF_OP_CALL, 0, 0, 0, 0}},
    {"window outside the frame", {LF_OP_CALL, 33, 0, 0, R_SUM}},
    {"too many arguments", {LF_OP_CALLFAR, 0, 3, 0, R_SUM}},
    {"result without a call", {LF_OP_FETCH, 0, 0, 1, 0}},
    {"calls itself", {LF_OP_CALL, 0, 0, 0, R_SCRATCH}},
    {"no such choice", {LF_OP_CHOOSE, 0, 0, 0, SITES}},
    {"another instruction", {LF_OP_CHOOSE, 0, 0, 0, SITE_BUILD}},
    {"no such text", {LF_OP_LOG, 0, 0, 0, TEMPLATES}},
    {"no such text", {LF_OP_LOG, 0, 0, 0, -1}},
    {"no such phase", {LF_OP_GOTOPHASE, 0, 0, 0, 2}},
    {"course of play only", {LF_OP_PHASE, 0, 0, 0, 0}},
    {"no such flip map", {LF_OP_FLIP, 0, 1, 2, 1}},
    {"no such property", {LF_OP_PROP, 0, 0, 0, 1}},
    {"no such property", {LF_OP_ATTR, 0, 0, 0, 3}},
    {"no such checkpoint", {LF_OP_OVER, 0, 0, 0, 2}},
    {"constant operand", {LF_OP_OVER, 0, 0, 2, 0}},
    {"constant operand", {LF_OP_PUT, 0, 0, 2, 0}},
    {"constant operand", {LF_OP_CALLPART, 0, 0, 1, 0}},
    {"family of stacks", {LF_OP_FAMILY, 0, 0, 0, DISCARD}},
    {"register outside the frame", {LF_OP_MOVE, 0, 1, 31, 0}},
    {"register outside the frame", {LF_OP_RUN, 0, 30, 1, 0}},
    {"register outside the frame", {LF_OP_BEYOND, 0, 30, 0, 0}},
    {"register outside the frame", {LF_OP_REACH, 0, 1, 2, 32}},
    {"set of the wrong size", {LF_OP_ADJ, 0, 1, 2, 0}},
    {"set of the wrong size", {LF_OP_COUNTSET, 0, 1, 2, 2}},
    {"set of the wrong size", {LF_OP_CARDSIN, 0, 1, 2, 0}},
    {"table among the registers", {LF_OP_TGET, 0, 1, 0, 31}},
    {"table outside the frame", {LF_OP_TGET, 0, 1, 0, 33}},
    {"by no known index", {LF_OP_TSET, 0, 1, 3, 32}},
    {"words outside the frame", {LF_OP_ZERO, 0, ZONES + 1, 0, 32}},
    {"words outside the frame", {LF_OP_ZERO, 0, 0, 1, 32}},
};

static void expect_flaw(const lf_fixture *f, const char *words) {
    char problem[512];
    const char *flaw = lf_verify(&f->game, problem, sizeof problem);
    if (flaw == NULL)
        fail_msg("nothing was found, but '%s' should have been", words);
    if (strstr(flaw, words) == NULL)
        fail_msg("'%s' does not say '%s'", flaw, words);
}

static void test_good_program(void **unused) {
    (void)unused;
    char problem[512];
    lf_fixture *f = fixture_new();
    const char *flaw = lf_verify(&f->game, problem, sizeof problem);
    if (flaw != NULL)
        fail_msg("%s", flaw);
    fixture_free(f);
}

static void test_bad_instructions(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LF_COUNT(bad_code); i++) {
        lf_fixture *f = fixture_new();
        f->code[f->routines[R_SCRATCH].entry] = bad_code[i].code;
        expect_flaw(f, bad_code[i].words);
        fixture_free(f);
    }
}

static void break_end(lf_fixture *f) {
    f->code[f->routines[R_SUM].end - 1].op = LF_OP_TURN;
}
static void break_course(lf_fixture *f) {
    f->code[f->phases[0].loop].op = LF_OP_RET;
}
static void break_registers(lf_fixture *f) {
    f->routines[R_SUM].registers = 0;
}
static void break_frame(lf_fixture *f) {
    f->routines[R_SUM].frame_words = 1000;
}
static void break_code(lf_fixture *f) {
    f->routines[R_SUM].end = 100000;
}
static void break_purity(lf_fixture *f) {
    f->code[f->routines[R_INVARIANT].entry].op = LF_OP_TURN;
    f->code[f->routines[R_INVARIANT].entry].imm = 0;
}
static void break_pure_call(lf_fixture *f) {
    f->code[f->routines[R_INVARIANT].entry] = (lf_instr){LF_OP_CALL, 0, 0, 0, R_SETUP};
}
static void break_recursion(lf_fixture *f) {
    f->code[f->routines[R_SETUP].entry] = (lf_instr){LF_OP_CALL, 0, 0, 0, R_SCRATCH};
    f->code[f->routines[R_SCRATCH].entry] = (lf_instr){LF_OP_CALL, 0, 0, 0, R_SETUP};
}
static void break_jump_to_result(lf_fixture *f) {
    const uint32_t at = f->routines[R_SCRATCH].entry;
    f->code[at] = (lf_instr){LF_OP_JMP, 0, 0, 0, (int32_t)at + 2};
    f->code[at + 1] = (lf_instr){LF_OP_CALLFAR, 0, 2, 0, R_SUM};
    f->code[at + 2] = (lf_instr){LF_OP_FETCH, 0, 0, 1, 0};
}
static void break_place(lf_fixture *f) {
    f->places_of[3] = 7;
}
static void break_live(lf_fixture *f) {
    f->sites[SITE_BUILD].live = 1;
}
static void break_bind(lf_fixture *f) {
    f->sites[SITE_BUILD].bind = 200;
}
static void break_prompt(lf_fixture *f) {
    f->sites[SITE_BUILD].prompt = TEMPLATES;
}
static void break_prompt_register(lf_fixture *f) {
    f->sites[SITE_ACTION].prompt = T_PROMPT;
    f->sites[SITE_ACTION].live = 3;
    fixture_prompt[1].reg = 9;
}
static void break_domain(lf_fixture *f) {
    f->sites[SITE_BUILD].domain = 77;
}
static void break_site_phase(lf_fixture *f) {
    f->sites[SITE_ACTION].enum_id = 2;
}
static void break_checked(lf_fixture *f) {
    f->game.has_checked_sites = false;
}
static void break_site_pc(lf_fixture *f) {
    f->sites[SITE_BUILD].pc++;
}
static void break_phase(lf_fixture *f) {
    f->phases[1].exit = f->routines[R_SUM].entry;
}
static void break_layout(lf_fixture *f) {
    f->game.layout.frames += 8;
}
static void break_cell(lf_fixture *f) {
    f->vars[FORT].cell++;
}
static void break_init(lf_fixture *f) {
    f->vars[SCORE].init = 21;
}
static void break_slot(lf_fixture *f) {
    f->slots[DISC].supply = ZONES;
}
static void break_flip(lf_fixture *f) {
    f->flip_maps[0][DISC] = SLOTS;
}
static void break_step(lf_fixture *f) {
    f->steps[3] = 5;
}
static void break_card(lf_fixture *f) {
    f->card_routines[2] = ROUTINES;
}
static void break_scenario(lf_fixture *f) {
    f->scenario.placements[0].zone = ZONES;
}
static void break_setup(lf_fixture *f) {
    f->scenario.entry = 0;
}
static void break_seats(lf_fixture *f) {
    f->game.seat_count = 17;
}

static void test_bad_tables(void **unused) {
    (void)unused;
    static const struct {
        void (*mutate)(lf_fixture *);
        const char *words;
    } rows[] = {
        {break_end, "runs off its end"},
        {break_course, "not allowed in the course of play"},
        {break_registers, "0 registers"},
        {break_frame, "does not fit a state"},
        {break_code, "has no code"},
        {break_purity, "changes the game"},
        {break_pure_call, "changes the game"},
        {break_recursion, "calls itself"},
        {break_jump_to_result, "between a call and its result"},
        {break_place, "no such place"},
        {break_live, "registers that die"},
        {break_bind, "outside the frame"},
        {break_prompt, "no such prompt"},
        {break_prompt_register, "not alive"},
        {break_domain, "no known sort"},
        {break_site_phase, "not there"},
        {break_checked, "looks ahead"},
        {break_site_pc, "made nowhere"},
        {break_phase, "leaves the course of play"},
        {break_layout, "layout"},
        {break_cell, "has no cell"},
        {break_init, "outside its range"},
        {break_slot, "names a kind"},
        {break_flip, "into nothing"},
        {break_step, "off the board"},
        {break_card, "is no routine"},
        {break_scenario, "places pieces"},
        {break_setup, "set up by no routine"},
        {break_seats, "seats: 17"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_fixture *f = fixture_new();
        rows[i].mutate(f);
        expect_flaw(f, rows[i].words);
        fixture_prompt[1].reg = 1;
        fixture_free(f);
    }
}

/* Whatever an instruction is turned into: it is refused, or it runs without harm. */
static void test_mutated_programs_are_refused_or_harmless(void **unused) {
    (void)unused;
    char problem[512];
    uint64_t generator = 11;
    int accepted = 0;
    for (int round = 0; round < 800; round++) {
        lf_fixture *f = fixture_new();
        lf_instr *in = &f->code[lf_rng_below(&generator, f->game.code_count - SCRATCH_ROOM)];
        switch (lf_rng_below(&generator, 5)) {
        case 0:
            in->op = (uint8_t)lf_rng_below(&generator, LF_OPCODES + 1);
            break;
        case 1:
            in->a = (uint8_t)lf_rng_below(&generator, 8);
            break;
        case 2:
            in->b = (uint8_t)lf_rng_below(&generator, 8);
            break;
        case 3:
            in->c = (uint8_t)lf_rng_below(&generator, 8);
            break;
        default:
            in->imm = (int32_t)lf_rng_below(&generator, 200) - 2;
            break;
        }
        if (lf_verify(&f->game, problem, sizeof problem) == NULL) {
            accepted++;
            lf_state *state = lf_state_new(&f->game, &(lf_setup){.seed = (uint64_t)round}, NULL);
            for (int i = 0; state != NULL && i < 30 && lf_legal_count(state) > 0; i++) {
                lf_apply(state, (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(state)));
                assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
            }
            lf_state_free(state);
        }
        fixture_free(f);
    }
    assert_true(accepted > 30);
}

static void test_disassembly(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    char *text = lf_game_disassembly(&f->game);
    assert_non_null(text);
    assert_non_null(
        strstr(text, "routine 0 'the course of play' (5 registers, 0 table words, 0 parameter words)"));
    assert_non_null(strstr(text, "; game.md:3:5"));
    assert_non_null(strstr(text, "cell 2 score"));
    assert_non_null(strstr(text, "\"Build where, {r1}?\""));
    assert_non_null(strstr(text, "0x1f") == NULL ? strstr(text, "r0, 31") : text);
    lf_string_free(text);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_program), cmocka_unit_test(test_bad_instructions),
        cmocka_unit_test(test_bad_tables),   cmocka_unit_test(test_mutated_programs_are_refused_or_harmless),
        cmocka_unit_test(test_disassembly),
    };
    return cmocka_run_group_tests_name("kernel-verify", tests, NULL, NULL);
}
