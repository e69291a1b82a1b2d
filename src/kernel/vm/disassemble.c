/* disassemble.c: the program as a listing for people: each routine with its instructions, their
 * operands, and their places in the spec.
 *
 *     routine 4 'pass' (3 registers, 1 parameter word)
 *         17  GETV8     r1, cell 98 passes          ; rules.md:14:9
 *         18  JZ        r1, 21
 *     >   21  RET
 *
 * A place is printed only if it changes; `>` marks the targets of jumps. */
#include "vm.h"

typedef struct {
    const lf_game *game;
    lf_text *out;
    uint8_t *is_target; /* by instruction */
} lf_listing;

/* ---- what an imm refers to ---- */

static void list_template(const lf_game *game, int32_t index, lf_text *out) {
    if (index < 0 || (uint32_t)index >= game->template_count) {
        lf_text_printf(out, "text %d", index);
        return;
    }
    lf_text_addz(out, "\"");
    for (uint32_t i = 0; i < game->templates[index].count; i++) {
        const lf_text_part *part = &game->templates[index].parts[i];
        if (part->literal != NULL)
            lf_text_addz(out, part->literal);
        else
            lf_text_printf(out, "{r%u}", part->reg);
    }
    lf_text_addz(out, "\"");
}

static const char *var_name_at(const lf_var *vars, uint32_t count, bool sets, uint32_t cell) {
    for (uint32_t i = 0; i < count; i++)
        if (vars[i].is_set == sets && (sets ? vars[i].cell : vars[i].place) == cell)
            return vars[i].name;
    return NULL;
}

static void list_cell(const lf_game *game, const lf_instr *in, lf_text *out) {
    const bool set = in->op == LF_OP_GETSET || in->op == LF_OP_PUTSET;
    const char *name = var_name_at(game->vars, game->var_count, set, (uint32_t)in->imm);
    if (name == NULL)
        name = var_name_at(game->options, game->option_count, set, (uint32_t)in->imm);
    lf_text_printf(out, "%s %d %s", set ? "set" : "cell", in->imm, name != NULL ? name : "?");
}

static void list_site(const lf_game *game, const lf_instr *in, lf_text *out) {
    static const char *const domains[] = {"actions",    "zones",      "seats",   "cards",
                                          "kinds",      "directions", "a range", "enumeration",
                                          "menu entry", "numbers"};
    const lf_choice_site *site = &game->sites[in->imm];
    lf_text_printf(out, "choice %d: %s in r%u by r%u into r%u%s%s ", in->imm,
                   site->domain < LF_COUNT(domains) ? domains[site->domain] : "?", site->source,
                   site->by, site->bind, site->or_done ? ", or done" : "",
                   site->checked ? ", checked" : "");
    if (site->prompt >= 0)
        list_template(game, site->prompt, out);
}

static void list_constants(const lf_game *game, const lf_instr *in, lf_text *out) {
    const uint32_t count = in->op == LF_OP_LOADS ? in->c : 1;
    for (uint32_t i = 0; i < count; i++)
        if (in->op == LF_OP_LOADS)
            lf_text_printf(out, "%s%#llx", i == 0 ? "" : " ",
                           (unsigned long long)game->constants[(uint32_t)in->imm + i]);
        else
            lf_text_printf(out, "%lld", (long long)game->constants[in->imm]);
}

static void list_property(const lf_game *game, const lf_instr *in, lf_text *out) {
    if (in->op == LF_OP_PROP)
        lf_text_printf(out, "property %s", game->property_info[in->imm].name);
    else
        lf_text_printf(out, "attribute word %d", in->imm);
}

static void list_imm(const lf_game *game, const lf_instr *in, char kind, lf_text *out) {
    switch (kind) {
    case 'K':
        list_constants(game, in, out);
        break;
    case 'V':
        lf_text_printf(out, "%s", game->vars[in->imm].name);
        break;
    case 'R':
        lf_text_printf(out, "routine %d '%s'", in->imm, game->routines[in->imm].name);
        break;
    case 'H':
        list_site(game, in, out);
        break;
    case 'M':
        list_template(game, in->imm, out);
        break;
    case 'P':
        lf_text_printf(out, "phase %s", game->phase_names[in->imm].name);
        break;
    case 'C':
        list_cell(game, in, out);
        break;
    case 'F':
        lf_text_printf(out, "flip map %d", in->imm);
        break;
    case 'A':
        list_property(game, in, out);
        break;
    case 'O':
        lf_text_printf(out, "checkpoint %s", game->checkpoints[in->imm].name);
        break;
    case 'Q':
        lf_text_printf(out, "repetition %s", game->repetitions[in->imm].name);
        break;
    case 'N':
        lf_text_printf(out, "%d word%s", in->imm, in->imm == 1 ? "" : "s");
        break;
    default:
        lf_text_printf(out, "%d", in->imm);
        break;
    }
}

/* ---- instructions ---- */

static void list_operand(lf_text *out, char kind, uint8_t operand) {
    switch (kind) {
    case 'E':
    case 'T':
    case 'Y':
        lf_text_printf(out, "{r%u}", operand);
        break;
    case 'N':
        lf_text_printf(out, "%u word%s", operand, operand == 1 ? "" : "s");
        break;
    case 'I':
        lf_text_printf(out, "%u", operand);
        break;
    default:
        lf_text_printf(out, "r%u", operand);
        break;
    }
}

static void list_operands(const lf_game *game, const lf_instr *in, const lf_op_info *op,
                          lf_text *out) {
    const uint8_t operands[] = {in->a, in->b, in->c};
    const char *separator = "";
    for (int i = 0; i < 3; i++)
        if (op->operands[i] != '_') {
            lf_text_addz(out, separator);
            list_operand(out, op->operands[i], operands[i]);
            separator = ", ";
        }
    if (op->imm != '_') {
        lf_text_addz(out, separator);
        list_imm(game, in, op->imm, out);
    }
}

void lf_instruction_listing(const lf_game *game, uint32_t pc, uint32_t *last_place, lf_text *out) {
    const lf_instr *in = &game->code[pc];
    if (in->op >= LF_OPCODES)
        return;
    const lf_op_info *op = &lf_op_table[in->op];
    const size_t start = out->length;
    lf_text_printf(out, "%6u  %-10s", pc, op->name);
    list_operands(game, in, op, out);
    while (out->length > start && out->data[out->length - 1] == ' ')
        out->data[--out->length] = 0; /* removes the padding of an instruction without operands */
    if (game->places_of[pc] != *last_place) {
        const lf_place *place = &game->places[game->places_of[pc]];
        const size_t width = out->length - start;
        lf_text_printf(out, "%*s ; %s:%u:%u", width < 54 ? (int)(54 - width) : 0, "",
                       game->place_files[place->file], place->line, place->column);
        *last_place = game->places_of[pc];
    }
}

static void list_instruction(const lf_listing *list, uint32_t pc, uint32_t *last_place) {
    if (list->game->code[pc].op >= LF_OPCODES)
        return;
    lf_text_addz(list->out, list->is_target[pc] ? "> " : "  ");
    lf_instruction_listing(list->game, pc, last_place, list->out);
    lf_text_addz(list->out, "\n");
}

static void list_routine(const lf_listing *list, uint32_t index) {
    const lf_routine *routine = &list->game->routines[index];
    uint32_t last_place = UINT32_MAX;
    lf_text_printf(list->out,
                   "%sroutine %u '%s' (%u registers, %u table words, %u parameter words%s)\n",
                   index == 0 ? "" : "\n", index, routine->name, routine->registers,
                   routine->frame_size - routine->registers, routine->param_registers,
                   routine->pure ? ", pure" : "");
    for (uint32_t pc = routine->entry; pc < routine->end; pc++)
        list_instruction(list, pc, &last_place);
}

static void mark_targets(const lf_listing *list) {
    const lf_game *game = list->game;
    for (uint32_t pc = 0; pc < game->code_count; pc++) {
        const lf_instr *in = &game->code[pc];
        if (in->op < LF_OPCODES && lf_op_table[in->op].imm == 'J' && in->imm >= 0 &&
            (uint32_t)in->imm < game->code_count)
            list->is_target[in->imm] = 1;
    }
    for (uint32_t i = 0; i < game->phase_count; i++) {
        list->is_target[game->phases[i].entry] = 1;
        list->is_target[game->phases[i].next_seat] = 1;
        list->is_target[game->phases[i].exit] = 1;
        list->is_target[game->phases[i].left] = 1;
    }
}

char *lf_game_disassembly(const lf_game *game) {
    lf_text out = {0};
    const lf_listing list = {game, &out, lf_calloc(game->code_count, 1)};
    if (list.is_target == NULL)
        return NULL;
    mark_targets(&list);
    for (uint32_t i = 0; i < game->routine_count; i++)
        list_routine(&list, i);
    lf_free(list.is_target);
    return lf_text_take(&out);
}
