/* chains.c: makes the copy of a program that the loop runs on (chains.h). */
#include "chains.h"

#include <assert.h>
#include <string.h>

#define MOST 4

typedef struct {
    uint32_t length;
    uint8_t ops[MOST];
} lf_chain;

/* Longer chains come first, so that the longest that fits is taken. */
static const lf_chain chains[] = {
#define LF_CHAIN(name, length, ...) {length, {__VA_ARGS__}},
#include "kernel/vm_chains.def"
#undef LF_CHAIN
};

static bool begins_at(const lf_chain *chain, const lf_instr *code, uint32_t left) {
    if (chain->length > left)
        return false;
    for (uint32_t i = 0; i < chain->length; i++)
        if (code[i].op != chain->ops[i])
            return false;
    return true;
}

/* Nothing runs behind an instruction that ends a routine, so only the last of a chain may be
 * one. */
static bool is_chain(const lf_chain *chain) {
    bool good = chain->length >= 2 && chain->length <= MOST;
    for (uint32_t i = 0; good && i + 1 < chain->length; i++)
        good = !lf_op_table[chain->ops[i]].ends;
    return good;
}

/* A chain never runs on into the next routine: the last instruction of a routine always sends play
 * elsewhere. */
void lf_chains_fill(lf_game *game) {
    bool begins[LF_OPCODES] = {false};
    for (size_t i = 0; i < LF_COUNT(chains); i++) {
        assert(is_chain(&chains[i])); /* else a line of chains.txt is wrong */
        begins[chains[i].ops[0]] = true;
    }
    lf_instr *chained = LF_NEW_ARRAY(game->arena, lf_instr, game->code_count);
    memcpy(chained, game->code, game->code_count * sizeof *chained);
    for (uint32_t pc = 0; pc < game->code_count; pc++) {
        const lf_instr *const code = game->code + pc;
        assert(code->op < LF_OPCODES);
        for (size_t i = 0; begins[code->op] && i < LF_COUNT(chains); i++)
            if (begins_at(&chains[i], code, game->code_count - pc)) {
                chained[pc].op = (uint8_t)(LF_CHAINS_BEGIN + i);
                break;
            }
    }
    game->chained = chained;
}
