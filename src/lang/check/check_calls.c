/* check_calls.c: calls of routines and of built-in functions: who is meant, which argument is
 * which.
 *
 * A call is brought into one shape: every argument in its place, named ones and defaults filled in,
 * so that nothing behind the checker knows of either. */
#include <string.h>

#include "check.h"

/* ---- built-in functions ---- */

typedef struct {
    const char *name;
    lf_base_type type;
    uint32_t also;
} builtin_param;

#define MAX_BUILTIN_PARAMS 3
typedef struct {
    uint8_t required, count; /* count 0 with required > 0: any number, all like the first */
    lf_base_type result;
    builtin_param params[MAX_BUILTIN_PARAMS];
} builtin_signature;

#define SPACE_OR_SPACES LF_T_SPACE, BASE_BIT(LF_T_SPACES)
#define ANY_SET_OR_STACK LF_T_SPACES, BITS_OF_SETS | BASE_BIT(LF_T_STACK)

static const builtin_signature builtins[LF_BUILTIN_COUNT] = {
    [LF_BUILTIN_ADJACENT] = {1, 1, LF_T_SPACES, {{"to", SPACE_OR_SPACES}}},
    [LF_BUILTIN_REACHABLE] = {2,
                              3,
                              LF_T_SPACES,
                              {{"from", SPACE_OR_SPACES},
                               {"through", LF_T_SPACES, 0},
                               {"steps", LF_T_INT, 0}}},
    [LF_BUILTIN_STEP] = {2,
                         2,
                         LF_T_SPACE,
                         {{"from", LF_T_SPACE, 0}, {"direction", LF_T_DIRECTION, 0}}},
    [LF_BUILTIN_RUN] = {3,
                        3,
                        LF_T_SPACES,
                        {{"from", LF_T_SPACE, 0},
                         {"direction", LF_T_DIRECTION, 0},
                         {"through", LF_T_SPACES, 0}}},
    [LF_BUILTIN_BEYOND] = {3,
                           3,
                           LF_T_SPACE,
                           {{"from", LF_T_SPACE, 0},
                            {"direction", LF_T_DIRECTION, 0},
                            {"through", LF_T_SPACES, 0}}},
    [LF_BUILTIN_COVERED] = {3,
                            3,
                            LF_T_SPACES,
                            {{"pattern", LF_T_ENUM, 0},
                             {"from", SPACE_OR_SPACES},
                             {"through", LF_T_SPACES, 0}}},
    [LF_BUILTIN_OPPOSITE] = {1, 1, LF_T_DIRECTION, {{"direction", LF_T_DIRECTION, 0}}},
    [LF_BUILTIN_NEXT] = {1, 1, LF_T_SEAT, {{"seat", LF_T_SEAT, 0}}},
    [LF_BUILTIN_SIZE] = {1, 1, LF_T_INT, {{"of", ANY_SET_OR_STACK}}},
    [LF_BUILTIN_TOP] = {1, 2, LF_T_CARD, {{"stack", LF_T_STACK, 0}, {"depth", LF_T_INT, 0}}},
    [LF_BUILTIN_CARDS_IN] = {1, 1, LF_T_CARDS, {{"stack", LF_T_STACK, 0}}},
    [LF_BUILTIN_STACK_OF] = {1, 1, LF_T_STACK, {{"card", LF_T_CARD, 0}}},
    [LF_BUILTIN_ABS] = {1, 1, LF_T_INT, {{"value", LF_T_INT, 0}}},
    [LF_BUILTIN_MIN] = {2, 0, LF_T_INT, {{"value", LF_T_INT, 0}}},
    [LF_BUILTIN_MAX] = {2, 0, LF_T_INT, {{"value", LF_T_INT, 0}}},
    [LF_BUILTIN_KIND_COUNT] = {1, 1, LF_T_INT, {{"pieces", LF_T_PIECES, 0}}},
    [LF_BUILTIN_OWNER] = {1, 1, LF_T_SEAT, {{"pieces", LF_T_PIECES, 0}}},
    /* a name, no value: lf_check_times */
    [LF_BUILTIN_OCCURRENCES] = {1, 1, LF_T_INT, {{"of", LF_T_INT, 0}}},
    [LF_BUILTIN_MARGIN] = {1, 1, LF_T_INT, {{"seat", LF_T_SEAT, 0}}},
};

/* ---- placing arguments ---- */

/* A callee as far as placing arguments goes. */
typedef struct {
    const char *name;
    lf_pos pos;
    const lf_model_routine *routine; /* or */
    const builtin_signature *builtin;
    uint32_t count, required;
} callee;

static const char *param_name(const callee *to, uint32_t i) {
    return to->routine != NULL ? to->routine->params[i].name : to->builtin->params[i].name;
}

static bool param_is_optional(const callee *to, uint32_t i) {
    return to->routine != NULL ? to->routine->params[i].default_value != NULL : i >= to->required;
}

static const char *arguments(checker *c, uint32_t count) {
    return count == 1 ? "1 argument" : lf_check_printf(c, "%u arguments", count);
}

static bool wrong_count(checker *c, const lf_node *n, const callee *to, uint32_t given) {
    const char *least = to->required < to->count ? "at most " : "";
    lf_check_fault_at(c, n, LF_E0509, to->pos, to->routine != NULL ? "it is declared here" : NULL,
                      "`%s` takes %s%s, %u given", to->name, least, arguments(c, to->count), given);
    return false;
}

static bool place_named(checker *c, lf_node *arg, const callee *to, lf_node **places) {
    for (uint32_t i = 0; i < to->count; i++) {
        if (strcmp(param_name(to, i), arg->name) != 0)
            continue;
        if (places[i] != NULL) {
            lf_check_fault(c, arg, LF_E0510, NULL, "the argument `%s` is given twice", arg->name);
            return false;
        }
        places[i] = arg->kids[LF_K_ARG_VALUE];
        return true;
    }
    lf_nearest nearest = lf_nearest_to(arg->name);
    for (uint32_t i = 0; i < to->count; i++)
        lf_nearest_offer(&nearest, param_name(to, i));
    lf_check_fault(c, arg, LF_E0510, lf_check_did_you_mean(c, &nearest),
                   "`%s` has no parameter `%s`", to->name, arg->name);
    return false;
}

static bool nothing_missing(checker *c, const lf_node *n, const callee *to,
                            lf_node *const *places) {
    for (uint32_t i = 0; i < to->count; i++) {
        if (places[i] != NULL || param_is_optional(to, i))
            continue;
        lf_check_fault_at(c, n, LF_E0509, to->pos,
                          to->routine != NULL ? "it is declared here" : NULL,
                          "the argument `%s` of `%s` is missing", param_name(to, i), to->name);
        return false;
    }
    return true;
}

/* Fills places[0 … count - 1], NULL where an optional argument is not given. */
static bool place_arguments(checker *c, lf_node *n, const callee *to, lf_node **places) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS], *with = n->kids[LF_K_CALL_WITH];
    uint32_t given = args != NULL ? args->kid_count : 0;
    if (given > to->count)
        return wrong_count(c, n, to, given);
    for (uint32_t i = 0; i < given; i++)
        places[i] = args->kids[i];
    for (uint32_t i = 0; with != NULL && i < with->kid_count; i++)
        if (!place_named(c, with->kids[i], to, places))
            return false;
    return nothing_missing(c, n, to, places);
}

/* Checks the arguments of a call that cannot be placed, so that their own mistakes show. */
static lf_type failed_call(checker *c, lf_node *n) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS], *with = n->kids[LF_K_CALL_WITH];
    for (uint32_t i = 0; args != NULL && i < args->kid_count; i++)
        lf_check_any_expr(c, args->kids[i]);
    for (uint32_t i = 0; with != NULL && i < with->kid_count; i++)
        lf_check_any_expr(c, with->kids[i]->kids[LF_K_ARG_VALUE]);
    return n->type = check_type(LF_T_ERROR);
}

static void settle_arguments(checker *c, lf_node *n, lf_node *const *places, uint32_t count) {
    lf_node *list = lf_node_list(c->model->arena, n->pos);
    for (uint32_t i = 0; i < count && places[i] != NULL; i++)
        lf_node_list_add(c->model->arena, list, places[i]);
    n->kids[LF_K_CALL_ARGS] = list;
    n->kids[LF_K_CALL_WITH] = NULL;
}

/* ---- calls of built-in functions ---- */

static void check_builtin_argument(checker *c, lf_node *arg, const builtin_param *param,
                                   const char *what) {
    lf_type type = check_type(param->type);
    if (type.base == LF_T_ENUM) /* the only enumeration that the language itself has to do with */
        type.id = c->model->pattern_enum;
    lf_check_as(c, arg,
                (check_wish){.type = type,
                             .also = param->also,
                             .loose = (param->also & BASE_BIT(LF_T_STACK)) != 0,
                             .what = what});
}

static lf_type call_variadic(checker *c, lf_node *n, const callee *to) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    if (args->kid_count < to->required || n->kids[LF_K_CALL_WITH] != NULL) {
        lf_check_fault(c, n, LF_E0509, NULL, "`%s` takes at least %u values", to->name,
                       to->required);
        return failed_call(c, n);
    }
    const char *what = lf_check_printf(c, "`%s`", to->name);
    bool min = n->symbol->index == LF_BUILTIN_MIN;
    uint32_t bounds = 0;
    for (uint32_t i = 0; i < args->kid_count; i++) {
        bounds += lf_is_bound(lf_check_amount(c, args->kids[i], what));
    }
    bool open =
        /* the smaller of a bound and a number is a number */
        min ? bounds == args->kid_count : bounds > 0;
    return n->type = open ? check_bound() : check_type(to->builtin->result);
}

/* What a signature cannot say. */
static void check_special_builtin(checker *c, lf_node *n, lf_builtin which,
                                  lf_node *const *places) {
    uint64_t mask;
    if (which == LF_BUILTIN_TOP || which == LF_BUILTIN_CARDS_IN || which == LF_BUILTIN_STACK_OF)
        lf_check_irrevocable(c, n, "look at cards");
    if (which == LF_BUILTIN_OWNER && lf_check_constant_filter(c, places[0], &mask) &&
        !lf_check_is_single(c, places[0], 0, true))
        lf_check_fault(c, places[0], LF_E0520, NULL, "`owner` needs pieces of a single kind");
    if (which != LF_BUILTIN_MARGIN)
        return;
    lf_check_note_call(c, n, lf_check_margin_target(c));
    if (c->model->margins == NULL)
        lf_check_fault(c, n, LF_E0509, "declare margins under `terminal`",
                       "this game declares no margins");
}

static lf_type call_builtin(checker *c, lf_node *n, lf_builtin which) {
    const builtin_signature *signature = &builtins[which];
    callee to = {.name = n->name,
                 .builtin = signature,
                 .count = signature->count,
                 .required = signature->required};
    if (signature->required == 0) {
        lf_check_fault(c, n, LF_E0509, "delete the brackets", "`%s` is a value, not a function",
                       n->name);
        return failed_call(c, n);
    }
    if (signature->count == 0)
        return call_variadic(c, n, &to);
    lf_node *places[MAX_BUILTIN_PARAMS] = {NULL};
    if (!place_arguments(c, n, &to, places))
        return failed_call(c, n);
    if (which == LF_BUILTIN_OCCURRENCES) {
        settle_arguments(c, n, places, to.count);
        return lf_check_times(c, n, places[0]);
    }
    if (which == LF_BUILTIN_COVERED && c->model->pattern_enum == 0) {
        lf_check_fault(c, n, LF_E0509, "declare them in the section `patterns`",
                       "this game declares no patterns");
        return failed_call(c, n);
    }
    const char *what = lf_check_printf(c, "`%s`", n->name);
    for (uint32_t i = 0; i < to.count && places[i] != NULL; i++)
        check_builtin_argument(c, places[i], &signature->params[i], what);
    check_special_builtin(c, n, which, places);
    settle_arguments(c, n, places, to.count);
    return n->type = check_type(signature->result);
}

/* ---- calls of routines ---- */

static void check_argument(checker *c, lf_node *arg, lf_model_routine *routine, uint32_t i) {
    lf_model_param *param = &routine->params[i];
    lf_check_as(c, arg,
                (check_wish){.type = param->type,
                             .what = lf_check_printf(c, "in `%s`, the parameter", routine->name),
                             .name = param->name,
                             .pos = param->pos});
    if (arg->type.base == LF_T_TABLE || arg->type.base == LF_T_INTS || arg->type.base == LF_T_TEXT)
        arg->type = lf_check_fault(c, arg, LF_E0536, NULL, "%s cannot be passed to a routine",
                                   lf_check_type_name(c, arg->type));
    else if (param->type.base == LF_T_UNKNOWN &&
             (lf_check_is_value(arg->type) || arg->type.base == LF_T_ERROR))
        param->type = arg->type; /* the first call decides what nothing else did */
}

static void check_routine_use(checker *c, lf_node *n, const lf_model_routine *routine) {
    if (!routine->pure)
        lf_check_require_pure(c, n, lf_check_printf(c, "call the procedure `%s`", routine->name));
    if (c->body->kind == BODY_SNIPPET && routine->may_choose)
        lf_check_fault(c, n, LF_E0515, NULL, "`%s` asks for a decision, which is not possible here",
                       routine->name);
    if (routine->for_agents && !c->body->for_agents && c->body->kind != BODY_SNIPPET)
        lf_check_fault_at(c, n, LF_E0515, routine->pos,
                          "it is declared in `agents`, which is not part of the rules",
                          "`%s` is a function for agents and cannot be used here", routine->name);
    lf_check_note_call(c, n, (uint32_t)(routine - c->model->routines));
}

static lf_type call_routine(checker *c, lf_node *n, uint32_t index) {
    lf_model_routine *routine = &c->model->routines[index];
    callee to = {.name = routine->name,
                 .pos = routine->pos,
                 .routine = routine,
                 .count = routine->param_count};
    for (uint32_t i = 0; i < to.count; i++)
        to.required += !param_is_optional(&to, i);
    c->routines[index].used = true;
    /* it is copied into every call, so it must stay small */
    if (c->body->pure == lf_check_in_default) {
        lf_check_require_pure(c, n, "call functions or procedures");
        return failed_call(c, n);
    }
    lf_check_routine(c, index);
    check_routine_use(c, n, routine);
    if (c->routines[index].state == ROUTINE_ACTIVE)
        return failed_call(c, n); /* a recursion: check_flow.c reports it */
    lf_node **places = LF_NEW_ARRAY(c->model->arena, lf_node *, to.count + 1);
    if (!place_arguments(c, n, &to, places))
        return failed_call(c, n);
    for (uint32_t i = 0; i < to.count; i++) {
        if (places[i] == NULL)
            places[i] = lf_node_clone(c->model->arena, routine->params[i].default_value);
        check_argument(c, places[i], routine, i);
    }
    lf_check_routine(c, index); /* again, now that the arguments have shown the types */
    settle_arguments(c, n, places, to.count);
    return n->type = routine->result;
}

/* ---- who is called ---- */

static lf_type unknown_callee(checker *c, lf_node *n, const lf_symbol *symbol) {
    if (symbol != NULL) {
        lf_check_fault(c, n, LF_E0509, "with a space before the bracket, it is a piece filter",
                       "`%s` is not a function or a procedure", n->name);
        return failed_call(c, n);
    }
    if (lf_model_left_out(c->model, n->name))
        return failed_call(c, n);
    lf_nearest nearest = lf_nearest_to(n->name);
    for (uint32_t i = 0; i < c->model->routine_count && lf_report_shows_more(c->model->report); i++)
        lf_nearest_offer(&nearest, c->model->routines[i].name);
#define LF_BUILTIN(name, text)                                                                     \
    if (builtins[LF_BUILTIN_##name].required)                                                      \
        lf_nearest_offer(&nearest, text);
#include "lang/builtins.def"
#undef LF_BUILTIN
    const char *foreign = lf_check_foreign_advice(n->name);
    lf_check_fault(c, n, LF_E0501, foreign != NULL ? foreign : lf_check_did_you_mean(c, &nearest),
                   "unknown function or procedure `%s`", n->name);
    return failed_call(c, n);
}

lf_type lf_check_call_or_void(checker *c, lf_node *n) {
    check_local *local = lf_check_find_local(c, n->name);
    n->symbol = local != NULL ? &local->symbol : lf_model_find(c->model, n->name);
    if (n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN)
        return call_builtin(c, n, (lf_builtin)n->symbol->index);
    if (n->symbol != NULL &&
        (n->symbol->kind == LF_SYM_FUNCTION || n->symbol->kind == LF_SYM_PROCEDURE))
        return call_routine(c, n, (uint32_t)n->symbol->index);
    return unknown_callee(c, n, n->symbol);
}

lf_type lf_check_call(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    if (lf_check_call_or_void(c, n).base != LF_T_VOID)
        return n->type;
    return n->type = lf_check_fault(c, n, LF_E0509,
                                    "it has no `return` with a value; call it on its own line",
                                    "`%s` returns no value", n->name);
}
