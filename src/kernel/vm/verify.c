/* verify.c: checks every operand of every instruction before a program may run.
 *
 * The loop relies on what is checked here: opcodes, registers, jump targets, and every index in an
 * instruction. It checks what comes out of registers by itself, because that depends on the state.
 * verify_tables.c checks the tables that the indices refer to, verify_calls.c the calls between
 * routines. */
#include <stdio.h>

#include "verify.h"

typedef struct {
    const lf_verifier *v;
    const lf_routine *routine;
    const lf_instr *in;
    const lf_op_info *op;
    uint32_t pc;
    uint32_t words; /* of this instruction's sets */
    /* by lf_operand: how many registers an operand takes, and the first register that it may not
     * take */
    uint32_t width[LF_OPERANDS], most[LF_OPERANDS];
} lf_site_check;

bool lf_flaw(const lf_verifier *v, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->buffer, v->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool flaw(const lf_site_check *check, const char *problem, int64_t value) {
    const lf_game *game = check->v->game;
    const lf_place *place = &game->places[game->places_of[check->pc]];
    return lf_flaw(check->v, "instruction %u (%s) of routine '%s': %s (%lld); made from %s:%u:%u",
                   check->pc, check->op->name, check->routine->name, problem, (long long)value,
                   game->place_files[place->file], place->line, place->column);
}

/* ---- registers ---- */

static bool registers_exist(const lf_site_check *check, uint32_t first, uint32_t count) {
    return first + count <= check->routine->registers ||
           flaw(check, "a register outside the frame", first);
}

/* The number of words of the sets of an instruction: the operand of kind N, or that of sets of
 * zones. */
static uint32_t set_words(const lf_game *game, const lf_op_info *op, const lf_instr *in) {
    switch (op->words) {
    case 0:
        return in->a;
    case 1:
        return in->b;
    case 2:
        return in->c;
    case 3:
        return (uint32_t)in->imm;
    default:
        return game->zone_words;
    }
}

static bool check_words(const lf_site_check *check) {
    return (check->words > 0 && check->words <= LF_SET_WORDS_MAX) ||
           flaw(check, "a set of no possible size", check->words);
}

static bool operand_flaw(const lf_site_check *check, lf_operand sort, uint8_t operand) {
    return flaw(check,
                sort == LF_OPERAND_UNUSED ? "an unused operand is not 0"
                                          : "a register outside the frame",
                operand);
}

/* One comparison for every sort of operand: a program of tens of thousands of instructions must be
 * checked in less than a millisecond. */
static inline bool check_operand(const lf_site_check *check, uint8_t sort, uint8_t operand) {
    return operand + check->width[sort] <= check->most[sort] ||
           operand_flaw(check, (lf_operand)sort, operand);
}

/* The window of a call may begin right behind the registers. */
static bool check_operands(const lf_site_check *check) {
    const lf_instr *in = check->in;
    const uint8_t *sorts = check->op->sorts;
    const bool call = in->op == LF_OP_CALL || in->op == LF_OP_CALLFAR;
    if (call && in->a > check->routine->registers)
        return flaw(check, "a window outside the frame", in->a);
    return (call || check_operand(check, sorts[0], in->a)) &&
           check_operand(check, sorts[1], in->b) && check_operand(check, sorts[2], in->c);
}

/* ---- imm ---- */

static bool index_in(const lf_site_check *check, uint64_t width, uint64_t count, const char *what) {
    const int64_t imm = check->in->imm;
    return (imm >= 0 && (uint64_t)imm + width <= count) || flaw(check, what, imm);
}

/* verify_tables.c checks that the variables of a row follow each other. */
static bool check_row_operand(const lf_site_check *check, const lf_var *var) {
    const uint8_t op = check->in->op;
    const bool fits = op == LF_OP_ENTRY ? var->entries > 0
                      : op == LF_OP_GETROW || op == LF_OP_SETROW
                          ? !var->is_set
                          : var->is_set && var->words == check->words;
    return (fits && var->visibility == LF_VISIBLE_ALL) ||
           flaw(check, "a variable of another sort", check->in->imm);
}

static bool check_variable_operand(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    const uint8_t scope = check->in->op == LF_OP_SETV ? 0 : check->in->op == LF_OP_SETSEAT ? 1 : 2;
    if (!index_in(check, 1, game->var_count, "no such variable"))
        return false;
    const lf_var *var = &game->vars[check->in->imm];
    if (check->in->op >= LF_OP_ENTRY && check->in->op <= LF_OP_PUTSETAT)
        return check_row_operand(check, var);
    if (check->in->op == LF_OP_PEEK)
        return var->visibility != LF_VISIBLE_ALL ||
               flaw(check, "a variable that nobody hides", check->in->imm);
    return (var->scope == scope && !var->is_set) ||
           flaw(check, "a variable of another sort", check->in->imm);
}

/* Are `count` cells of 1 << `wide` bytes each inside the region of this width? */
static bool cells_at(const lf_site_check *check, uint32_t wide, uint64_t count) {
    const lf_layout *layout = &check->v->game->layout;
    const uint32_t starts[] = {layout->cells8, layout->cells16, layout->cells},
                   ends[] = {layout->cells_end, layout->cells8, layout->cells16};
    const int64_t imm = check->in->imm;
    return (imm >= starts[wide] && (imm & ((1 << wide) - 1)) == 0 &&
            (uint64_t)imm + (count << wide) <= ends[wide]) ||
           flaw(check, count == 1 ? "no such cell" : "no such cells", imm);
}

static bool check_cells(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    const uint8_t op = check->in->op;
    if (op >= LF_OP_GETV8 && op <= LF_OP_GETV32)
        return cells_at(check, op - LF_OP_GETV8, 1);
    if (op >= LF_OP_GETSEAT8 && op <= LF_OP_GETSEAT32)
        return cells_at(check, op - LF_OP_GETSEAT8, game->seat_count);
    if (op >= LF_OP_GETSPACE8 && op <= LF_OP_GETSPACE32)
        return cells_at(check, op - LF_OP_GETSPACE8, game->space_count);
    return index_in(check, check->words, game->layout.set_words, "no such set variable");
}

static bool check_text(const lf_site_check *check) {
    if (check->in->op == LF_OP_REQUIRE && check->in->imm == -1)
        return true;
    return lf_verify_template(check->v, check->in->imm, check->routine->registers, "text",
                              check->pc);
}

static bool check_choice(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    if (!index_in(check, 1, game->site_count, "no such choice"))
        return false;
    const uint32_t site = (uint32_t)check->in->imm;
    return (game->sites[site].pc == check->pc ||
            flaw(check, "the choice belongs to another instruction", site)) &&
           lf_verify_site(check->v, check->routine, site);
}

static bool check_jump(const lf_site_check *check) {
    const int64_t imm = check->in->imm;
    if (imm < check->routine->entry || imm >= check->routine->end)
        return flaw(check, "a jump out of the routine", imm);
    return check->v->game->code[imm].op != LF_OP_FETCH ||
           flaw(check, "a jump between a call and its result", imm);
}

/* Checks the imm by its kind (opcodes.def). */
static bool check_imm(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    switch (check->op->imm) {
    case 'J':
        return check_jump(check);
    case 'K':
        return index_in(check, check->in->op == LF_OP_LOADS ? check->words : 1,
                        game->constant_count, "no such constant");
    case 'V':
        return check_variable_operand(check);
    case 'R':
        return (check->in->imm != 0 || flaw(check, "a call of the course of play", 0)) &&
               index_in(check, 1, game->routine_count, "no such routine");
    case 'H':
        return check_choice(check);
    case 'M':
        return check_text(check);
    case 'P':
        return index_in(check, 1, game->phase_count, "no such phase");
    case 'C':
        return check_cells(check);
    case 'F':
        return index_in(check, 1, game->flip_map_count, "no such flip map");
    case 'A':
        return index_in(check, 1,
                        check->in->op == LF_OP_PROP ? game->property_count : game->attribute_values,
                        "no such property");
    case 'O':
        return index_in(check, 1, game->checkpoint_count, "no such checkpoint");
    case 'Q':
        return index_in(check, 1, game->repetition_count, "no such repetition");
    case '_':
        return check->in->imm == 0 || flaw(check, "an unused imm is not 0", check->in->imm);
    default:
        return true;
    }
}

/* ---- what single opcodes ask for beyond their operand kinds ---- */

/* The first constant of a list is the number of those that follow. */
static bool check_constant_list(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    const int64_t count = game->constants[check->in->imm];
    if (count <= 0)
        return flaw(check, "a list of no length", count);
    return (count < game->constant_count || flaw(check, "a list that is cut off", count)) &&
           index_in(check, 1 + (uint64_t)count, game->constant_count, "a list that is cut off");
}

static bool check_table_operand(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    return (check->in->imm >= (int64_t)check->routine->registers ||
            flaw(check, "a table among the registers", check->in->imm)) &&
           index_in(check, lf_table_size(game, check->in->c), check->routine->frame_size,
                    "a table outside the frame");
}

/* FETCH reads the window of the call just before it. */
static bool check_fetch(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    const lf_instr *call = check->in - 1;
    if (check->pc == check->routine->entry || call->op != LF_OP_CALLFAR)
        return flaw(check, "a result without a call", 0);
    const bool known = call->imm > 0 && (uint32_t)call->imm < game->routine_count;
    return (known && check->in->c <= game->routines[call->imm].registers) ||
           flaw(check, "a result of the wrong size", check->in->c);
}

static bool words_are(const lf_site_check *check, uint32_t words) {
    return check->words == words || flaw(check, "a set of the wrong size", check->words);
}

static bool small_constant(const lf_site_check *check, uint32_t limit) {
    return check->in->c < limit || flaw(check, "a constant operand out of range", check->in->c);
}

static bool only_in_course(const lf_site_check *check, bool wanted) {
    const bool course = check->routine == check->v->game->routines;
    return course == wanted ||
           flaw(check,
                wanted ? "allowed in the course of play only" : "not allowed in the course of play",
                0);
}

/* Checks what is special about an instruction, beyond its operands and its imm. */
static bool check_special(const lf_site_check *check) {
    const lf_game *game = check->v->game;
    const lf_instr *in = check->in;
    switch (in->op) {
    case LF_OP_ZERO:
        return index_in(check, in->b + 256u * in->c, check->routine->frame_size,
                        "words outside the frame");
    case LF_OP_LOADAT:
        return check_constant_list(check);
    case LF_OP_TGET:
    case LF_OP_TSET:
        return check_table_operand(check);
    case LF_OP_ADJ:
    case LF_OP_ADJSET:
    case LF_OP_COUNTSET:
    case LF_OP_ANYSET:
    case LF_OP_KINDSSET:
        return words_are(check, game->zone_words);
    case LF_OP_CARDSIN:
        return words_are(check, game->card_words);
    case LF_OP_REACH:
        return in->imm < 0 || registers_exist(check, (uint32_t)in->imm, 1);
    case LF_OP_RUN:
    case LF_OP_BEYOND:
        return words_are(check, game->zone_words) &&
               registers_exist(check, in->b, 2 + game->zone_words);
    case LF_OP_KEEPROW:
        return registers_exist(check, in->b, 1 + game->zone_words);
    case LF_OP_COVER:
        return words_are(check, game->zone_words) &&
               registers_exist(check, in->b, 2 + game->zone_words);
    case LF_OP_COVERSET:
        return words_are(check, game->zone_words) &&
               registers_exist(check, in->b, 1 + 2 * game->zone_words);
    case LF_OP_MOVE:
        return registers_exist(check, in->c, 2);
    case LF_OP_KEEP:
        return registers_exist(check, in->b, 2) &&
               ((lf_keep_comparison(in->c) >= LF_IS_LT && lf_keep_comparison(in->c) <= LF_IS_GE &&
                 lf_keep_right(in->c) < LF_ROW_KINDS) ||
                flaw(check, "a comparison of no known sort", in->c));
    case LF_OP_JHAS:
    case LF_OP_JLACKS:
        return in->b + 256u * in->c < game->constant_count ||
               flaw(check, "no such constant", in->b + 256 * in->c);
    case LF_OP_JANY:
    case LF_OP_KEEPANY:
    case LF_OP_PUTALL:
    case LF_OP_OVER:
        return small_constant(check, 2);
    case LF_OP_PUT:
        return small_constant(check, LF_PUT_HOWS);
    case LF_OP_CALLFAR:
        return registers_exist(check, in->a, in->b) &&
               (in->b <= game->routines[in->imm].registers ||
                flaw(check, "too many arguments", in->b));
    case LF_OP_FETCH:
        return check_fetch(check);
    case LF_OP_CALLPART:
        return small_constant(check, game->part_count);
    case LF_OP_FAMILY:
        return index_in(check, game->seat_count, game->stack_count, "no such family of stacks");
    case LF_OP_PHASE:
    case LF_OP_PHASEJUMP:
        return only_in_course(check, true);
    case LF_OP_RET:
        return only_in_course(check, false);
    default:
        return true;
    }
}

/* ---- templates, routines, the whole ---- */

static uint32_t format_registers(const lf_game *game, uint8_t sort) {
    return sort == LF_SORT_ZONES ? game->zone_words : sort == LF_SORT_CARDS ? game->card_words : 1;
}

bool lf_verify_template(const lf_verifier *v, int32_t index, uint32_t limit, const char *what,
                        uint32_t pc) {
    const lf_game *game = v->game;
    if (index < 0 || (uint32_t)index >= game->template_count)
        return lf_flaw(v, "instruction %u: no such %s (%d)", pc, what, index);
    const lf_template *template = &game->templates[index];
    for (uint32_t i = 0; i < template->count; i++) {
        const lf_text_part *part = &template->parts[i];
        if (part->number != LF_NO_NUMBER && part->number >= limit)
            return lf_flaw(v, "instruction %u: the %s agrees with register %u, which is not alive",
                           pc, what, part->number);
        if (part->literal != NULL)
            continue;
        if (part->sort >= LF_SORTS ||
            (part->sort == LF_SORT_ENUM && part->enum_id >= game->enum_count))
            return lf_flaw(v, "instruction %u: the %s holds a value of no known sort", pc, what);
        if (part->reg + format_registers(game, part->sort) > limit)
            return lf_flaw(v, "instruction %u: the %s reads register %u, which is not alive", pc,
                           what, part->reg);
    }
    return true;
}

static bool check_instruction(lf_site_check *check, uint32_t pc) {
    const lf_game *game = check->v->game;
    const lf_instr *in = &game->code[pc];
    if (in->op >= LF_OPCODES)
        return lf_flaw(check->v, "instruction %u: no such opcode (%u)", pc, in->op);
    if (game->places_of[pc] >= game->place_count)
        return lf_flaw(check->v, "instruction %u: no such place in the spec (%u)", pc,
                       game->places_of[pc]);
    check->in = in;
    check->op = &lf_op_table[in->op];
    check->pc = pc;
    check->words = check->width[LF_OPERAND_SET] = set_words(game, check->op, in);
    return check_words(check) && check_operands(check) && check_imm(check) && check_special(check);
}

static bool check_code(const lf_verifier *v, const lf_routine *routine) {
    lf_site_check check = {.v = v,
                           .routine = routine,
                           .width = {[LF_OPERAND_REGISTER] = 1},
                           .most = {UINT8_MAX, routine->registers, routine->registers, 0}};
    for (uint32_t pc = routine->entry; pc < routine->end; pc++)
        if (!check_instruction(&check, pc))
            return false;
    return true;
}

static bool check_routine(const lf_verifier *v, const lf_routine *routine) {
    const lf_game *game = v->game;
    if (routine->entry >= routine->end || routine->end > game->code_count)
        return lf_flaw(v, "routine '%s' has no code", routine->name);
    if (routine->registers == 0 || routine->registers > LF_MAX_REGISTERS ||
        routine->registers > routine->frame_size)
        return lf_flaw(v, "routine '%s' has %u registers in a frame of %u words", routine->name,
                       routine->registers, routine->frame_size);
    const bool of_rules = (uint32_t)(routine - game->routines) < game->rules.routine_count;
    if (routine->frame_size > (of_rules ? game->layout.frame_size : game->agents_registers))
        return lf_flaw(v, "the frame of routine '%s' (%u words) does not fit a state",
                       routine->name, routine->frame_size);
    return check_code(v, routine) && (lf_op_table[game->code[routine->end - 1].op].ends ||
                                      lf_flaw(v, "routine '%s' runs off its end", routine->name));
}

const char *lf_verify(const lf_game *game, char *buffer, size_t size) {
    const lf_verifier v = {game, buffer, size};
    if (size > 0)
        buffer[0] = 0;
    if (!lf_verify_tables(&v))
        return buffer;
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (!check_routine(&v, &game->routines[i]))
            return buffer;
    return lf_verify_calls(&v) && lf_verify_choices(&v) ? NULL : buffer;
}
