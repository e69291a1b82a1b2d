/* test_kernel_verify.c: the verifier refuses bad programs and tables; the disassembly of good
 * ones. */
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
    {"a list of no length", {LF_OP_LOADAT, 0, 0, 0, 2}}, /* -1 numbers */
    /* seven numbers, of which one is there */
    {"a list that is cut off", {LF_OP_LOADAT, 0, 0, 0, 1}},
    {"no such constant", {LF_OP_LOADAT, 0, 0, 0, 3}},
    {"constant operand", {LF_OP_KEEPANY, 0, 0, 2, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 0, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 7, 0}},
    {"comparison of no known sort", {LF_OP_KEEP, 0, 1, 0xe1, 0}},
    {"register outside the frame", {LF_OP_KEEP, 0, 31, 1, 0}},
    {"register outside the frame", {LF_OP_KEEPROW, 0, 31, 1, 0}},
    {"register outside the frame", {LF_OP_KEEPSTEP, 0, 1, 32, 0}},
    {"no such variable", {LF_OP_SETV, 0, 0, 0, VARS}},
    {"variable of another sort", {LF_OP_SETV, 0, 0, 0, GOLD}},
    {"variable of another sort", {LF_OP_SETV, 0, 0, 0, MARKED}},
    {"variable of another sort", {LF_OP_SETSPACE, 0, 0, 0, GOLD}},
    {"no such variable", {LF_OP_GETROW, 0, 0, 0, VARS}},
    {"variable of another sort", {LF_OP_ENTRY, 0, 0, 0, GOLD}}, /* which has no index */
    {"variable of another sort", {LF_OP_GETROW, 0, 0, 0, MARKED}},
    {"variable of another sort", {LF_OP_SETROW, 0, 0, 0, MARKED}},
    {"variable of another sort", {LF_OP_GETSETAT, 0, 0, 1, GOLD}},
    {"variable of another sort", {LF_OP_PUTSETAT, 0, 0, 2, MARKED}},
    {"no such cell", {LF_OP_GETV8, 0, 0, 0, CELL_AT(CELLS)}},
    {"no such cell", {LF_OP_GETV8, 0, 0, 0, CELL_AT(-1)}},
    {"no such cell", {LF_OP_GETV16, 0, 0, 0, CELL_AT(0)}},
    {"no such cell", {LF_OP_GETV32, 0, 0, 0, CELL_AT(0)}},
    {"no such cells", {LF_OP_GETSEAT8, 0, 0, 0, CELL_AT(CELLS - 1)}},
    {"no such cells", {LF_OP_GETSEAT16, 0, 0, 0, CELL_AT(0)}},
    {"no such cells", {LF_OP_GETSPACE8, 0, 0, 0, CELL_AT(CELLS - 4)}},
    {"no such cells", {LF_OP_GETSPACE32, 0, 0, 0, CELL_AT(0)}},
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
    {"constant operand", {LF_OP_PUT, 0, 0, LF_PUT_HOWS, 0}},
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
    {"a table outside the frame", {LF_OP_TSET, 0, 1, 255, 32}}, /* by 253 numbers */
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
    f->routines[R_SUM].frame_size = 1000;
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
/* A choice among the listed numbers. */
static void list_numbers(lf_fixture *f, const int64_t *numbers, uint32_t count) {
    lf_choice_site *site = &f->sites[SITE_BUILD];
    site->domain = LF_DOMAIN_INTS;
    site->numbers = numbers;
    site->number_count = count;
}
static void break_order_of_numbers(lf_fixture *f) {
    static const int64_t numbers[] = {-4, 100, 100};
    list_numbers(f, numbers, 3);
}
static void break_numbers(lf_fixture *f) {
    list_numbers(f, NULL, 3);
}
static void break_count_of_numbers(lf_fixture *f) {
    static int64_t numbers[LF_MAX_NUMBERS + 1];
    for (uint32_t i = 0; i <= LF_MAX_NUMBERS; i++)
        numbers[i] = i;
    list_numbers(f, numbers, LF_MAX_NUMBERS + 1);
}
static void break_sort_of_numbers(lf_fixture *f) {
    static const int64_t numbers[] = {3, 4};
    list_numbers(f, numbers, 2);
    f->sites[SITE_BUILD].domain = LF_DOMAIN_ZONES;
}
static void break_words_of_numbers(lf_fixture *f) {
    static int64_t numbers[LF_MAX_NUMBERS];
    for (uint32_t i = 0; i < LF_MAX_NUMBERS; i++)
        numbers[i] = i;
    list_numbers(f, numbers, LF_MAX_NUMBERS);
    f->sites[SITE_BUILD].source = 1;
}
static void break_question(lf_fixture *f) {
    f->sites[SITE_BUILD].question = SITES;
    f->questions[SITE_BUILD].site = -1;
}
static void break_question_site(lf_fixture *f) {
    f->questions[SITE_BUILD].site = SITES;
}
static void break_question_asked(lf_fixture *f) {
    f->questions[SITE_BUILD].site = SITE_COUNT;
}
static void break_question_sort(lf_fixture *f) {
    f->questions[SITE_BUILD].domain = LF_DOMAIN_SEATS;
    f->questions[SITE_BUILD].count = 1;
    for (uint32_t i = SITE_BUILD + 1; i < SITES; i++)
        f->questions[i].first -= ZONES - 1;
    f->game.id_count -= ZONES - 1;
}
static void break_question_way_out(lf_fixture *f) {
    f->questions[SITE_BUILD].way_out = false;
    for (uint32_t i = SITE_BUILD + 1; i < SITES; i++)
        f->questions[i].first--;
    f->game.id_count--;
}
static void break_ids(lf_fixture *f) {
    f->questions[SITE_BUILD].count = ZONES + 1;
}
static void break_no_ids(lf_fixture *f) {
    f->questions[SITE_BUILD].count = 0;
}
static void break_first_id(lf_fixture *f) {
    f->questions[SITE_BUILD].first++;
}
static void break_low(lf_fixture *f) {
    f->questions[SITE_BUILD].low = 1;
}
static void break_choices(lf_fixture *f) {
    f->game.choices.text_values--;
}
static void break_id_count(lf_fixture *f) {
    f->game.id_count++;
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
/* An index would count on into variables of another sort. */
static void break_row(lf_fixture *f) {
    f->vars[GOLD].entries = VARS - GOLD;
}
static void break_cell(lf_fixture *f) {
    f->vars[FORT].cell++;
}
static void break_width(lf_fixture *f) {
    f->vars[FORT].width = 2;
}
static void break_cell_place(lf_fixture *f) {
    f->vars[GOLD].place++;
}
static void break_scenario_value(lf_fixture *f) {
    f->scenario.cells[0].value = 21;
}
static void break_scenario_owner(lf_fixture *f) {
    f->scenario.cells[0].owner = 1;
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
        {break_order_of_numbers, "do not ascend"},
        {break_numbers, "has a list of 3 numbers"},
        {break_count_of_numbers, "has a list of"},
        {break_sort_of_numbers, "has a list of 2 numbers"},
        {break_words_of_numbers, "registers that die"},
        {break_checked, "looks ahead"},
        {break_question, "asks no question of the game"},
        {break_question_site, "is asked by no choice"},
        {break_question_asked, "is asked by no choice"},
        {break_question_sort, "a question of another sort"},
        {break_question_way_out, "a question of another sort"},
        {break_ids, "are not its own"},
        {break_no_ids, "are not its own"},
        {break_first_id, "are not its own"},
        {break_low, "are not its own"},
        {break_choices, "what they are not"},
        {break_id_count, "and the game says"},
        {break_site_pc, "made nowhere"},
        {break_phase, "leaves the course of play"},
        {break_layout, "layout"},
        {break_row, "the row of variable"},
        {break_cell, "has no cell"},
        {break_width, "does not lie where"},
        {break_cell_place, "does not lie where"},
        {break_scenario_value, "to what it cannot be"},
        {break_scenario_owner, "to what it cannot be"},
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

/* ---- the columns of opcodes.def ---- */

/* An instruction with operands that may suit it. A jump goes behind the mark that may follow it. */
static lf_instr some_instruction(lf_opcode op, uint32_t at, uint64_t *generator) {
    lf_instr in = {.op = (uint8_t)op};
    uint8_t *operands[] = {&in.a, &in.b, &in.c};
    for (int i = 0; i < 3; i++)
        if (lf_op_table[op].operands[i] != '_')
            *operands[i] = (uint8_t)lf_rng_below(generator, 3);
    switch (lf_op_table[op].imm) {
    case '_':
        break;
    case 'J':
        in.imm = (int32_t)at + 3;
        break;
    case 'R': /* a call does what it calls, and this is pure */
        in.imm = R_SUM;
        break;
    default:
        in.imm = (int32_t)lf_rng_below(generator, 36);
        break;
    }
    return in;
}

/* In the scratch routine: some registers, the instruction, a mark that it went on, the end. Where
 * it stands, or 0 if the verifier refuses it. */
static uint32_t lay_out(lf_fixture *f, lf_opcode op, bool mark, uint64_t *generator) {
    char problem[512];
    lf_instr *code = &f->code[f->routines[R_SCRATCH].entry];
    const uint32_t at = f->routines[R_SCRATCH].entry + 3;
    for (uint32_t i = 0; i < SCRATCH_ROOM; i++)
        code[i] = (lf_instr){.op = LF_OP_RET};
    for (uint8_t i = 0; i < 3; i++)
        code[i] = (lf_instr){LF_OP_LOADI, i, 0, 0, (int32_t)lf_rng_below(generator, 4)};
    code[3] = some_instruction(op, at, generator);
    code[4] = (lf_instr){LF_OP_LOADI, 0, 0, 0, 17};
    code[5] = (lf_instr){.op = mark ? LF_OP_SETV : LF_OP_RET, .imm = mark ? SCORE : 0};
    return lf_verify(&f->game, problem, sizeof problem) == NULL ? at : 0;
}

/* What is not marked CHANGES touches registers only; what is marked ENDS never goes on behind
 * itself. */
static void test_the_columns_of_the_table_are_true(void **unused) {
    (void)unused;
    uint64_t generator = 5;
    uint32_t ran[2][2] = {{0}};
    lf_fixture *f = fixture_new();
    lf_state *state = fixture_state(f, NULL), *before = fixture_state(f, NULL);
    for (uint32_t op = 0; op < LF_OPCODES; op++)
        for (int round = 0; round < 100; round++) {
            const bool changes = lf_op_table[op].changes, ends = lf_op_table[op].ends;
            lf_copy(state, before);
            if ((changes && !ends) || lay_out(f, (lf_opcode)op, ends, &generator) == 0)
                continue;
            ran[changes][ends]++;
            lf_call_effects(state, &f->game, R_SCRATCH, false);
            if (lf_global(state, SCORE) == 17)
                fail_msg("%s goes on behind itself", lf_op_table[op].name);
            if (!changes && !lf_equal(state, before))
                fail_msg("%s changes the game", lf_op_table[op].name);
        }
    assert_true(ran[false][false] > 2000 && ran[false][true] > 100 && ran[true][true] > 100);
    lf_state_free(before);
    lf_state_free(state);
    fixture_free(f);
}

/* Each opcode that a rule can use to change something is refused in a routine that must not, and so
 * is one that goes on at the end of a routine. */
static void test_pure_routines_and_ends(void **unused) {
    (void)unused;
    static const uint8_t changing[] = {
        LF_OP_CALLPART, LF_OP_SETV,    LF_OP_SETSEAT,   LF_OP_SETSPACE, LF_OP_PUTSET, LF_OP_SETACT,
        LF_OP_MOVE,     LF_OP_PLACE,   LF_OP_REMOVE,    LF_OP_FLIP,     LF_OP_PUT,    LF_OP_DEAL,
        LF_OP_PUTALL,   LF_OP_SHUFFLE, LF_OP_ROLL,      LF_OP_COMMIT,   LF_OP_LOG,    LF_OP_TURN,
        LF_OP_ENDPHASE, LF_OP_ENDTURN, LF_OP_GOTOPHASE, LF_OP_OVER};
    for (size_t i = 0; i < LF_COUNT(changing); i++) {
        uint64_t generator = i;
        lf_fixture *f = fixture_new();
        int tries = 0;
        while (tries < 1000 && lay_out(f, (lf_opcode)changing[i], false, &generator) == 0)
            tries++;
        assert_true(tries < 1000);
        f->routines[R_SCRATCH].pure = true;
        expect_flaw(f, "a pure routine ('scratch') changes the game");
        fixture_free(f);
    }
    for (uint32_t op = 0; op < LF_OPCODES; op++) {
        uint64_t generator = op;
        lf_fixture *f = fixture_new();
        const uint32_t at = lay_out(f, (lf_opcode)op, false, &generator);
        f->routines[R_SCRATCH].end = at + 1;
        if (at != 0 && !lf_op_table[op].ends && lf_op_table[op].imm != 'J')
            expect_flaw(f, "runs off its end");
        fixture_free(f);
    }
}

static void test_disassembly(void **unused) {
    (void)unused;
    lf_fixture *f = fixture_new();
    char *text = lf_game_disassembly(&f->game);
    assert_non_null(text);
    assert_non_null(strstr(
        text, "routine 0 'the course of play' (5 registers, 0 table words, 0 parameter words)"));
    assert_non_null(strstr(text, "; game.md:3:5"));
    assert_non_null(strstr(text, "cell 90 score"));
    assert_non_null(strstr(text, "\"Build where, {r1}?\""));
    assert_non_null(strstr(text, "0x1f") == NULL ? strstr(text, "r0, 31") : text);
    lf_string_free(text);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_program),
        cmocka_unit_test(test_bad_instructions),
        cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_mutated_programs_are_refused_or_harmless),
        cmocka_unit_test(test_the_columns_of_the_table_are_true),
        cmocka_unit_test(test_pure_routines_and_ends),
        cmocka_unit_test(test_disassembly),
    };
    return cmocka_run_group_tests_name("kernel-verify", tests, NULL, NULL);
}
