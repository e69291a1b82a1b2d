/* verify_calls.c: checks the calls between routines: there is no recursion, and pure routines call
 * only pure ones.
 *
 * CALLPART counts as a call for purity but not for recursion: only play knows which card it calls,
 * and a card may call a part of another card. The depth of calls is bounded at run time in any
 * case.
 *
 * What happens between a SUPPOSE and its RESTORE is taken back. So it makes nothing impure, if no
 * jump leads into or out of the pair. If a run stops in between all the same, lf_vm_run restores
 * the position. */
#include "verify.h"

enum { UNSEEN, ON_PATH, DONE };

typedef struct {
    const lf_verifier *v;
    uint8_t *colour;  /* by routine */
    uint8_t *is_pure; /* by routine, once it is DONE: it and all that it calls change nothing */
} lf_call_graph;

static bool is_within(uint32_t pc, uint32_t from, uint32_t to) {
    return pc > from && pc <= to;
}

/* Pairs must be nested or follow each other, and no jump may cross the border of one. */
static bool check_pair(const lf_verifier *v, const lf_routine *routine, uint32_t suppose) {
    const lf_instr *code = v->game->code;
    const uint32_t end = (uint32_t)code[suppose].imm;
    uint32_t open = 0;
    bool whole = end > suppose && code[end].op == LF_OP_RESTORE;
    for (uint32_t pc = suppose + 1; whole && pc < end; pc++) {
        open += code[pc].op == LF_OP_SUPPOSE;
        whole = code[pc].op != LF_OP_RESTORE || open-- > 0;
    }
    for (uint32_t pc = routine->entry; whole && pc < routine->end; pc++)
        if (lf_op_table[code[pc].op].imm == 'J' && pc != suppose)
            whole =
                is_within(pc, suppose, end - 1) == is_within((uint32_t)code[pc].imm, suppose, end);
    return (whole && open == 0) ||
           lf_flaw(v,
                   "instruction %u of routine '%s': what is supposed does not end where it should",
                   suppose, routine->name);
}

static bool check_pairs(const lf_verifier *v, const lf_routine *routine) {
    int64_t open = 0;
    for (uint32_t pc = routine->entry; pc < routine->end; pc++) {
        const uint8_t op = v->game->code[pc].op;
        if (op == LF_OP_SUPPOSE && !check_pair(v, routine, pc))
            return false;
        open += (op == LF_OP_SUPPOSE) - (op == LF_OP_RESTORE);
        if (open < 0)
            return lf_flaw(v, "instruction %u of routine '%s': nothing is supposed there", pc,
                           routine->name);
    }
    return true;
}

/* Depth-first search. `depth` limits the recursion of this function to that of the program. */
static bool visit(lf_call_graph *graph, uint32_t index, uint32_t depth) {
    const lf_game *game = graph->v->game;
    const lf_routine *routine = &game->routines[index];
    if (graph->colour[index] == DONE)
        return true;
    if (graph->colour[index] == ON_PATH)
        return lf_flaw(graph->v, "routine '%s' calls itself", routine->name);
    if (depth > LF_MAX_CALL_DEPTH)
        return lf_flaw(graph->v, "calls nest more than %d deep at routine '%s'", LF_MAX_CALL_DEPTH,
                       routine->name);
    /* a routine is pure until an instruction or a callee is not */
    graph->colour[index] = ON_PATH;
    graph->is_pure[index] = 1;
    uint32_t supposing = 0;
    if (!check_pairs(graph->v, routine))
        return false;
    for (uint32_t pc = routine->entry; pc < routine->end; pc++) {
        const lf_instr *in = &game->code[pc];
        supposing += in->op == LF_OP_SUPPOSE;
        supposing -= in->op == LF_OP_RESTORE;
        if (lf_op_table[in->op].changes && supposing == 0)
            graph->is_pure[index] = 0;
        if (in->op != LF_OP_CALL && in->op != LF_OP_CALLFAR)
            continue;
        const uint32_t rules = graph->v->game->rules.routine_count;
        if (index < rules && (uint32_t)in->imm >= rules)
            return lf_flaw(graph->v, "routine '%s' of the rules calls one of the agents",
                           graph->v->game->routines[index].name);
        if (!visit(graph, (uint32_t)in->imm, depth + 1))
            return false;
        if (!graph->is_pure[in->imm] && supposing == 0)
            graph->is_pure[index] = 0;
    }
    graph->colour[index] = DONE;
    return true;
}

static bool must_be_pure(const lf_call_graph *graph, uint32_t routine, const char *what) {
    return graph->is_pure[routine] || lf_flaw(graph->v, "%s ('%s') changes the game", what,
                                              graph->v->game->routines[routine].name);
}

/* Visits all routines, and checks that everything is pure that the engine calls at any time. */
static bool check_graph(lf_call_graph *graph) {
    const lf_game *game = graph->v->game;
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (!visit(graph, i, 0))
            return false;
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (game->routines[i].pure && !must_be_pure(graph, i, "a pure routine"))
            return false;
    for (uint32_t i = 0; i < game->invariant_count; i++)
        if (!must_be_pure(graph, game->invariant_routines[i], "an invariant"))
            return false;
    for (uint32_t i = 0; i < game->position_rule_count; i++)
        if (!must_be_pure(graph, game->position_rules[i].routine, "a condition of valid positions"))
            return false;
    for (uint32_t i = 0; i < game->display_count; i++) {
        const int64_t routines[] = {game->displays[i].value, game->displays[i].when,
                                    game->displays[i].goal};
        for (size_t r = 0; r < LF_COUNT(routines); r++)
            if (routines[r] >= 0 && !must_be_pure(graph, (uint32_t)routines[r], "a display"))
                return false;
    }
    for (uint32_t i = 0; i < game->term_count; i++)
        if (!must_be_pure(graph, game->terms[i].value, "a term"))
            return false;
    for (uint32_t i = 0; i < game->prior_count; i++) {
        const int64_t routines[] = {game->priors[i].spaces, game->priors[i].when};
        for (size_t r = 0; r < LF_COUNT(routines); r++)
            if (routines[r] >= 0 && !must_be_pure(graph, (uint32_t)routines[r], "a prior"))
                return false;
    }
    for (uint32_t i = 0; i < game->seat_count && game->margin_routines != NULL; i++)
        if (game->margin_routines[i] >= 0 &&
            !must_be_pure(graph, (uint32_t)game->margin_routines[i], "a margin"))
            return false;
    return true;
}

bool lf_verify_calls(const lf_verifier *v) {
    uint8_t *marks = lf_calloc(v->game->routine_count, 2);
    if (marks == NULL)
        return lf_flaw(v, "out of memory");
    lf_call_graph graph = {v, marks, marks + v->game->routine_count};
    const bool good = check_graph(&graph);
    lf_free(marks);
    return good;
}
