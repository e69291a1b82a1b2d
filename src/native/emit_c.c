/* emit_c.c: writes the verified program of a game as C.
 *
 * A routine becomes a function. An instruction becomes the body of its opcode (bodies.inc) in a
 * block that defines the operands as constants. Names of the spec cannot do harm: they occur only
 * in comments, and there only with harmless characters. */
#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "native.h"

#define SITES_WITH_OWN_CODE 4 /* choices for which lf_apply and lf_playout get code of their own */

typedef struct {
    const lf_game *game;
    const lf_native_marks *marks;
    uint32_t routine, pc;
    lf_text *out;
} lf_writer;

/* ---- comments ---- */

static bool is_harmless(char c) {
    return c >= ' ' && c <= '~' && c != '*' && c != '\\' && c != '?';
}

static void add_comment_text(lf_text *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        lf_text_add(out, is_harmless(text[i]) ? &text[i] : "_", 1);
}

static void add_comment(lf_text *out, const char *indent, const char *text) {
    lf_text_printf(out, "%s/* ", indent);
    add_comment_text(out, text, strlen(text));
    lf_text_addz(out, " */\n");
}

static void add_instruction_comment(const lf_writer *w, uint32_t *last_place) {
    lf_text line = {0};
    lf_instruction_listing(w->game, w->pc, last_place, &line);
    add_comment(w->out, "    ", lf_text_shown(&line));
    lf_text_free(&line);
}

/* ---- instructions ---- */

/* Defines JUMP for this instruction: it goes to in->imm, and a jump back costs work. */
static void add_jump(const lf_writer *w) {
    const int64_t to = w->game->code[w->pc].imm, here = w->pc;
    assert(to >= 0 && to < (int64_t)w->game->code_count); /* the verifier checks it */
    lf_text_addz(w->out, "#undef JUMP\n");
    if (to <= here)
        lf_text_printf(w->out,
                       "#define JUMP() do { WORK(%" PRId64 "); goto L%" PRId64 "; } while (0)\n",
                       here - to + 1, to);
    else
        lf_text_printf(w->out, "#define JUMP() goto L%" PRId64 "\n", to);
}

static void add_call(const lf_writer *w) {
    const lf_instr *in = &w->game->code[w->pc];
    const bool far = in->op == LF_OP_CALLFAR;
    const uint32_t shift = far ? w->game->routines[w->routine].frame_size : in->a;
    if (w->marks->kept[in->imm])
        lf_text_printf(w->out, "    LF_CALL(%d, lf_routine_%d, %u, %u, ", in->imm, in->imm, shift,
                       w->pc + 1);
    else
        lf_text_printf(w->out, "    LF_CALL_PLAIN(%d, lf_routine_%d, %u, ", in->imm, in->imm,
                       shift);
    if (far)
        lf_text_printf(w->out, "memcpy(r + %u, r + %u, %u * sizeof *r));\n", shift, in->a, in->b);
    else
        lf_text_addz(w->out, "(void)0);\n");
}

static void add_call_of_part(const lf_writer *w) {
    const lf_instr *in = &w->game->code[w->pc];
    lf_text_printf(
        w->out,
        "    CHECK(CARD(r[%u]));\n"
        "    const int32_t part = game->card_routines[(uint32_t)r[%u] * game->part_count + %u];\n"
        "    if (part >= 0)\n"
        "        LF_CALL((uint32_t)part, lf_routines[part], %u, %u, (void)0);\n",
        in->b, in->b, in->c, w->game->routines[w->routine].frame_size, w->pc + 1);
}

/* How the function continues behind a body that sends play elsewhere. */
static const char *continuation(uint8_t op) {
    switch (op) {
    case LF_OP_RET:
        return "    return LF_STOP_NONE;\n";
    case LF_OP_ENDPHASE:
    case LF_OP_ENDTURN:
    case LF_OP_GOTOPHASE:
        return "    return LF_STOP_LEFT;\n";
    case LF_OP_PHASEJUMP:
        return "    pc = head->pc;\n    goto again;\n";
    default:
        return "";
    }
}

static void add_instruction(const lf_writer *w) {
    const lf_instr *in = &w->game->code[w->pc];
    const uint8_t op = in->op;
    if (lf_op_table[op].imm == 'J')
        add_jump(w);
    if (w->marks->at[w->pc] & LF_MARK_LABEL)
        lf_text_printf(w->out, "L%u:;\n", w->pc);
    lf_text_printf(w->out, "    {\n    LF_AT(%u, %u, %u, %u, %d);\n", w->pc, in->a, in->b, in->c,
                   in->imm);
    if (op == LF_OP_CALL || op == LF_OP_CALLFAR)
        add_call(w);
    else if (op == LF_OP_CALLPART)
        add_call_of_part(w);
    else if (op == LF_OP_RET && !w->marks->kept[w->routine])
        ; /* the C call returns by itself */
    else
        lf_text_addz(w->out, lf_native_bodies[op]);
    lf_text_printf(w->out, "%s    }\n", continuation(op));
}

/* ---- routines ---- */

/* Writes the switch over the places at which the function can be entered. Bytecode takes over at
 * all other places. */
static void add_entries(const lf_writer *w) {
    const lf_routine *routine = &w->game->routines[w->routine];
    if (!w->marks->kept[w->routine]) {
        lf_text_addz(w->out, "    (void)pc;\n");
        return;
    }
    if (w->marks->reach[w->routine] > routine->frame_size)
        lf_text_printf(w->out, "    { enum { HERE = %u }; LF_COVER(%u); }\n", routine->entry,
                       w->marks->reach[w->routine]);
    lf_text_addz(w->out, w->routine == 0 ? "again:\n" : "");
    lf_text_addz(w->out, "    switch (pc) {\n");
    for (uint32_t pc = routine->entry; pc < routine->end; pc++)
        if (w->marks->at[pc] & LF_MARK_RESUME)
            lf_text_printf(w->out, "    case %u: goto L%u;\n", pc, pc);
    lf_text_addz(w->out, "    default: return LF_STOP_ELSEWHERE;\n    }\n");
}

static void add_routine(lf_writer *w) {
    const lf_routine *routine = &w->game->routines[w->routine];
    uint32_t last_place = UINT32_MAX;
    lf_text_addz(w->out, "\n");
    add_comment(w->out, "", routine->name);
    lf_text_printf(w->out,
                   "LF_ROUTINE lf_stop lf_routine_%u(lf_vm *restrict vm, unsigned char *block, "
                   "int64_t *r, uint32_t pc) {\n"
                   "    const lf_game *const game = &lf_facts;\n"
                   "    lf_head *const head = lf_head_of(block);\n"
                   "    int64_t *const frames = lf_frames(game, block);\n"
                   "    enum { ROUTINE = %u };\n"
                   "    (void)head, (void)frames;\n",
                   w->routine, w->routine);
    add_entries(w);
    for (w->pc = routine->entry; w->pc < routine->end; w->pc++) {
        add_instruction_comment(w, &last_place);
        add_instruction(w);
    }
    lf_text_addz(w->out, "}\n");
}

/* ---- the parts that every object has once ---- */

uint64_t lf_native_abi(void) {
    uint64_t hash = XXH3_64bits(lf_native_header, strlen(lf_native_header));
    for (size_t op = 0; op < LF_OPCODES; op++)
        hash = XXH3_64bits_withSeed(lf_native_bodies[op], strlen(lf_native_bodies[op]), hash);
    for (const char *const *flag = lf_native_cpu_flags(); *flag != NULL; flag++)
        hash = XXH3_64bits_withSeed(*flag, strlen(*flag), hash);
    return hash;
}

uint64_t lf_native_program(const lf_game *game) {
    lf_text facts = {0};
    lf_native_facts(game, &facts);
    const uint64_t hash = XXH3_64bits(lf_text_shown(&facts), facts.length);
    lf_text_free(&facts);
    return XXH3_64bits_withSeed(game->code, game->code_count * sizeof *game->code, hash);
}

/* Writes what comes before the routines of a piece. The first piece contains the kernel functions
 * and the large tables that all pieces need. */
static void add_prologue(const lf_game *game, bool alone, bool first, lf_text *out) {
    add_comment(out, "", game->title);
    lf_text_addz(out, "/* Made by `ludoforge compile --emit c`; docs/internals-native.md says how "
                      "to read it. */\n");
#ifdef LF_TINY_LIMITS
    lf_text_addz(out, "#define LF_TINY_LIMITS\n");
#endif
    if (!alone)
        lf_text_printf(out, "#define LF_IN_PIECES\n%s", first ? "" : "#define LF_ELSEWHERE\n");
    lf_text_addz(out, "#include \"ludoforge_native.h\"\n\n");
    lf_native_facts(game, out);
    lf_text_printf(out, "\n#define LF_ROUTINE %s\n", alone ? "static" : "LF_HIDDEN");
    for (uint32_t i = 0; i < game->routine_count; i++)
        lf_text_printf(out, "LF_ROUTINE lf_native_routine lf_routine_%u;\n", i);
    lf_text_addz(out, "extern LF_HIDDEN lf_native_routine *const lf_routines[];\n");
}

/* The routine that contains an instruction. */
static uint32_t routine_of(const lf_game *game, uint32_t pc) {
    uint32_t i = 0;
    while (i + 1 < game->routine_count &&
           !(game->routines[i].entry <= pc && pc < game->routines[i].end))
        i++;
    assert(game->routines[i].entry <= pc && pc < game->routines[i].end);
    return i;
}

/* Writes the macro `how` for the pending choice. Each of the first choices gets code of its own, in
 * which the site is a constant; small games have no others. */
static void add_choices(const lf_game *game, const char *how, lf_text *out) {
    lf_text_addz(out, "    switch (head->site) {\n");
    for (uint32_t i = 0; i < game->site_count && i < SITES_WITH_OWN_CODE; i++) {
        const uint32_t routine = routine_of(game, game->sites[i].pc);
        lf_text_printf(out, "    case %u: %s(&lf_fact_sites[%u], lf_routine_%u, %u); break;\n", i,
                       how, i, routine, routine);
    }
    lf_text_printf(out,
                   "    default: %s(&lf_facts.sites[head->site], lf_routines[head->routine], "
                   "head->routine); break;\n"
                   "    }\n"
                   "    while (stop == LF_STOP_NONE || stop == LF_STOP_LEFT)\n"
                   "        stop = head->routine == 0 ? lf_routine_0(vm, block, frames, head->pc)\n"
                   "                                  : lf_routines[head->routine](vm, block, "
                   "frames + head->base, head->pc);\n"
                   "    if (LF_UNLIKELY(stop == LF_STOP_ELSEWHERE))\n"
                   "        stop = lf_vm_run(vm);\n",
                   how);
}

static void add_state(lf_text *out) {
    lf_text_addz(out, "    unsigned char *const block = state->block;\n"
                      "    lf_head *const head = lf_head_of(block);\n"
                      "    int64_t *const frames = lf_frames(&lf_facts, block);\n"
                      "    lf_vm room = lf_vm_for(state, state->game), *const vm = &room;\n"
                      "    lf_stop stop;\n"
                      "    state->log_lines = 0;\n");
}

static void add_apply(const lf_game *game, lf_text *out) {
    lf_text_addz(out, "static lf_status apply(lf_state *state, int option) {\n");
    add_state(out);
    lf_text_addz(out, "    int64_t *const r = frames + head->base;\n");
    add_choices(game, "LF_APPLY", out);
    lf_text_addz(out, "    if (stop != LF_STOP_DECISION) {\n"
                      "        lf_vm_finish(state, vm, stop);\n"
                      "        return head->status == LF_RUN_ERROR ? LF_RULE_ERROR : LF_OK;\n"
                      "    }\n"
                      "    head->barrier += vm->learned;\n"
                      "    lf_vm_settle(vm);\n"
                      "    return LF_OK;\n}\n");
}

static void add_playout(const lf_game *game, lf_text *out) {
    lf_text_addz(out,
                 "static int64_t playout(lf_state *state, uint64_t *const *rng, int64_t most) {\n");
    add_state(out);
    lf_text_addz(out, "    int64_t made = 0;\n"
                      "    while (made < most) {\n"
                      "    int64_t *const r = frames + head->base;\n");
    add_choices(game, "LF_PLAY", out);
    lf_text_addz(out, "    if (LF_UNLIKELY(stop != LF_STOP_DECISION)) {\n"
                      "        lf_vm_finish(state, vm, stop);\n"
                      "        return made + (head->status != LF_RUN_ERROR);\n"
                      "    }\n"
                      "    head->barrier += vm->learned;\n"
                      "    made++;\n"
                      "    }\n"
                      "done:\n"
                      "    if (made > 0)\n"
                      "        lf_vm_settle(vm);\n"
                      "    return made;\n}\n");
}

/* Writes the table of the routines, and the module that the engine looks up in the object. */
static void add_module(const lf_game *game, const lf_native_marks *marks, lf_text *out) {
    lf_text_addz(out, "\n");
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (!marks->kept[i])
            lf_text_printf(out, "LF_PLAIN_AS_KEPT(%u, lf_routine_%u, %u)\n", i, i, marks->reach[i]);
    lf_text_addz(out, "LF_HIDDEN lf_native_routine *const lf_routines[] = {\n");
    for (uint32_t i = 0; i < game->routine_count; i++)
        lf_text_printf(out, "    lf_routine_%u%s,\n", i, marks->kept[i] ? "" : "_kept");
    lf_text_addz(out,
                 "};\n\nLF_HIDDEN const lf_kernel_table *lf_kernel;\n"
                 "static void bind(const lf_kernel_table *kernel) {\n    lf_kernel = kernel;\n}\n"
                 "static lf_stop run(lf_vm *vm) {\n    return lf_native_go(vm, lf_routines);\n}\n");
    add_apply(game, out);
    add_playout(game, out);
    lf_text_printf(
        out,
        "__attribute__((visibility(\"default\"))) const lf_native_module ludoforge_native = {\n"
        "    .abi = %" PRIu64 "ULL, .identity = %" PRIu64 "ULL, .program = %" PRIu64 "ULL,\n"
        "    .bind = bind, .run = run, .apply = apply, .playout = playout};\n",
        lf_native_abi(), game->identity, lf_native_program(game));
}

/* ---- pieces ---- */

/* The number of instructions in the hot, or cold, routines before this one. */
static uint32_t code_before(const lf_game *game, const lf_native_marks *marks, bool hot,
                            uint32_t routine) {
    uint32_t code = 0;
    for (uint32_t i = 0; i < routine; i++)
        code += (marks->hot[i] != 0) == hot ? lf_length_of(&game->routines[i]) : 0;
    return code;
}

bool lf_native_cut_up(const lf_game *game, uint32_t instructions, uint32_t most,
                      lf_native_cut *cut) {
    lf_native_marks marks;
    assert(instructions > 0 && most > 2);
    if (!lf_native_marks_new(game, &marks))
        return false;
    const uint32_t hot = code_before(game, &marks, true, game->routine_count),
                   cold = code_before(game, &marks, false, game->routine_count);
    *cut = (lf_native_cut){1, 0};
    for (; hot + cold > instructions && (cut->cold == 0 || cut->hot + cut->cold > most);
         instructions *= 2)
        *cut = (lf_native_cut){1 + hot / instructions, 1 + cold / instructions};
    lf_native_marks_free(&marks);
    return true;
}

/* The piece that a routine belongs to; all pieces get about the same number of instructions. */
static uint32_t piece_of(const lf_game *game, const lf_native_marks *marks, lf_native_cut cut,
                         uint32_t routine) {
    if (cut.cold == 0)
        return 0;
    const bool hot = marks->hot[routine] != 0;
    const uint64_t all = code_before(game, marks, hot, game->routine_count),
                   before = code_before(game, marks, hot, routine);
    assert(before <= all); /* so that the result is below cut.hot + cut.cold */
    return hot ? (uint32_t)(before * cut.hot / (all + 1))
               : cut.hot + (uint32_t)(before * cut.cold / (all + 1));
}

char *lf_native_piece(const lf_game *game, lf_native_cut cut, uint32_t piece) {
    lf_native_marks marks;
    lf_text out = {0};
    assert(piece < cut.hot + cut.cold);
    if (!lf_native_marks_new(game, &marks))
        return NULL;
    add_prologue(game, cut.cold == 0, piece == 0, &out);
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (piece_of(game, &marks, cut, i) == piece)
            add_routine(&(lf_writer){.game = game, .marks = &marks, .routine = i, .out = &out});
    if (piece == 0)
        add_module(game, &marks, &out);
    lf_native_marks_free(&marks);
    return lf_text_take(&out);
}

char *lf_game_c(const lf_game *game) {
    return lf_native_piece(game, (lf_native_cut){1, 0}, 0);
}
