/* check_stmt.c: statements: blocks, branches, loops, and what is too small for a file of its own.
 *
 * Variables are in check_vars.c, choices in check_choice.c, moving pieces in check_transfer.c. */
#include "check.h"

/* Is nothing behind this statement reached? */
static bool ends_flow(const lf_node *);

typedef void stmt_check(checker *, lf_node *);

/* ---- blocks and branches ---- */

/* An assignment's own place is its sign; the warning belongs where the statement begins. */
static void warn_of_unreachable(checker *c, const lf_node *n) {
    while (n->kid_count && n->kids[0] && n->kids[0]->pos.line == n->pos.line &&
           n->kids[0]->pos.column < n->pos.column)
        n = n->kids[0];
    lf_check_warn(c, n->pos, n->length, LF_E0530, NULL, "this is never reached");
}

void lf_check_block(checker *c, lf_node *n) {
    if (n == NULL)
        return;
    uint32_t mark = c->body->scope_count;
    const lf_node *list = n->kids[LF_K_LIST];
    bool ended = false;
    for (uint32_t i = 0; i < list->kid_count; i++) {
        lf_node *statement = list->kids[i];
        if (statement == NULL)
            continue;
        if (ended)
            warn_of_unreachable(c, statement);
        lf_check_statement(c, statement);
        ended = !ended && ends_flow(statement); /* one warning a block */
    }
    lf_check_leave_scope(c, mark);
}

static void become_block(checker *c, lf_node *n, const lf_node *branch) {
    if (branch != NULL) {
        *n = *branch;
        return;
    }
    *n = *lf_node_new(c->model->arena, LF_N_BLOCK, n->pos, n->length);
    n->kids[LF_K_LIST] = lf_node_list(c->model->arena, n->pos);
}

static void check_branch(checker *c, lf_node *n, uint32_t branch) {
    shown_numbers shown = lf_check_show_numbers(n->kids[LF_K_IF_CONDITION], branch == LF_K_IF_THEN);
    if (n->kids[branch] != NULL)
        lf_check_statement(c, n->kids[branch]);
    lf_check_forget_numbers(&shown);
}

static void check_if(checker *c, lf_node *n) {
    lf_node *condition = n->kids[LF_K_IF_CONDITION];
    lf_check_condition(c, condition, c->body->pure != NULL ? NULL : "the condition of `if`");
    if (c->body->scenario != NULL && condition && condition->kind == LF_N_BOOL) {
        /* Asks for data: the branch that is not taken may name fields that do not exist. */
        become_block(c, n, n->kids[condition->value ? LF_K_IF_THEN : LF_K_IF_ELSE]);
        lf_check_statement(c, n);
        return;
    }
    check_branch(c, n, LF_K_IF_THEN);
    check_branch(c, n, LF_K_IF_ELSE);
}

/* ---- loops ---- */

static void check_loop_body(checker *c, lf_node *body) {
    loop_kind outer = c->body->loop;
    c->body->loop = LOOP_PLAIN;
    lf_check_block(c, body);
    c->body->loop = outer;
}

static bool names(const lf_node *n, const lf_symbol *symbol) {
    bool found = n != NULL && n->symbol == symbol;
    for (uint32_t i = 0; n != NULL && !found && i < n->kid_count; i++)
        found = names(n->kids[i], symbol);
    return found;
}

/* A set has no order. The loop is likely to lose one that was meant to stay where it does what
 * `put all of` does: all cards of a stack go to one other stack. */
static void warn_of_lost_order(checker *c, const lf_node *n) {
    const lf_node *over = n->kids[LF_K_FOR_OVER], *body = n->kids[LF_K_FOR_DO];
    const bool all = over != NULL && over->symbol != NULL && over->symbol->kind == LF_SYM_BUILTIN &&
                     over->symbol->index == LF_BUILTIN_CARDS_IN && n->kids[LF_K_FOR_WHERE] == NULL;
    for (uint32_t i = 0; all && body != NULL && i < body->kids[LF_K_LIST]->kid_count; i++) {
        const lf_node *put = body->kids[LF_K_LIST]->kids[i];
        if (put == NULL || put->kind != LF_N_PUT || put->kids[LF_K_PUT_CARD] == NULL ||
            put->kids[LF_K_PUT_CARD]->symbol != n->symbol ||
            names(put->kids[LF_K_PUT_STACK], n->symbol))
            continue;
        const char *place = put->word == LF_W_BOTTOM ? "under" : "on top of";
        lf_check_warn(c, put->pos, put->length, LF_E0540,
                      lf_check_printf(c, "to keep their order, write `put all of … %s …`", place),
                      "a loop over the cards of a stack loses their order");
    }
}

static void check_for(checker *c, lf_node *n) {
    if (lf_check_unroll(c, n))
        return;
    uint32_t mark = c->body->scope_count;
    lf_type element = lf_check_domain(c, n->kids[LF_K_FOR_OVER], "the set of a `for`");
    check_local *runner =
        lf_check_declare(c, n->name, lf_check_binder_pos(c, n), element, LOCAL_LOOP);
    runner->one_slot = element.base == LF_T_PIECES;
    n->symbol = &runner->symbol;
    if (n->kids[LF_K_FOR_WHERE] != NULL)
        lf_check_condition(c, n->kids[LF_K_FOR_WHERE], "a `where` condition");
    check_loop_body(c, n->kids[LF_K_FOR_DO]);
    warn_of_lost_order(c, n);
    lf_check_leave_scope(c, mark);
}

/* Whether something inside a loop breaks it off; what stands in a loop of its own breaks only
 * that. */
static bool has_break(const lf_node *n) {
    if (n == NULL || n->kind == LF_N_FOR || n->kind == LF_N_REPEAT)
        return false;
    if (n->kind == LF_N_BREAK || (n->kind == LF_N_CHOOSE && n->word == LF_W_DONE))
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (has_break(n->kids[i]))
            return true;
    return false;
}

/* Whether something inside ends the routine, the phase or the game, or may do so in what it
 * calls. */
static bool may_end_more(const lf_node *n) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_PERFORM || n->kind == LF_N_CHECK_END ||
        (n->kind == LF_N_CALL && n->symbol != NULL && n->symbol->kind == LF_SYM_PROCEDURE))
        return true;
    if (n->kind != LF_N_BREAK && n->kind != LF_N_CONTINUE && n->kid_count == 0 && ends_flow(n))
        return true;
    if (n->kind == LF_N_RETURN || n->kind == LF_N_END_GAME)
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (may_end_more(n->kids[i]))
            return true;
    return false;
}

static void refuse_endless(checker *c, const lf_node *n) {
    const lf_node *body = n->kids[LF_K_REPEAT_DO];
    if (n->kids[LF_K_REPEAT_TIMES] == NULL && n->kids[LF_K_REPEAT_WHILE] == NULL &&
        !has_break(body) && !may_end_more(body))
        lf_check_fault(c, n, LF_E0514, "write `break`, `return` or `or done` where it is to end",
                       "this `loop` never ends");
}

static void check_repeat(checker *c, lf_node *n) {
    lf_node *times = n->kids[LF_K_REPEAT_TIMES];
    if (times != NULL)
        lf_check_amount(c, times, "`repeat`");
    if (times != NULL && times->kind == LF_N_INT &&
        (times->value > LF_MAX_ROUNDS || times->value < 1))
        lf_check_fault(c, times, LF_E0523,
                       lf_check_printf(c, "a loop runs from 1 to %d times", LF_MAX_ROUNDS),
                       "cannot repeat %lld times", (long long)times->value);
    if (n->kids[LF_K_REPEAT_WHILE] != NULL)
        lf_check_condition(c, n->kids[LF_K_REPEAT_WHILE], "a `while` condition");
    check_loop_body(c, n->kids[LF_K_REPEAT_DO]);
    refuse_endless(c, n);
}

static void check_leave_loop(checker *c, lf_node *n) {
    const char *word = n->kind == LF_N_BREAK ? "break" : "continue";
    if (c->body->loop == LOOP_NONE)
        lf_check_fault(c, n, LF_E0514, NULL, "`%s` outside a loop", word);
    if (c->body->loop == LOOP_DATA)
        lf_check_fault(c, n, LF_E0514, "select the entries with `where`",
                       "`%s` cannot leave a loop over scenario data", word);
}

/* ---- return ---- */

static void check_return(checker *c, lf_node *n) {
    check_body *body = c->body;
    lf_node *value = n->kids[0];
    bool routine = body->kind == BODY_FUNCTION || body->kind == BODY_PROCEDURE;
    if (value != NULL && !routine) {
        lf_check_fault(c, value, LF_E0516, "only functions and procedures return a value",
                       "nothing receives this value");
        return;
    }
    if (value == NULL && body->kind == BODY_FUNCTION) {
        lf_check_fault(c, n, LF_E0516, NULL, "a function must return a value");
        return;
    }
    lf_type type = value != NULL ? lf_check_expr(c, value, body->result) : check_type(LF_T_VOID);
    if (body->result.base == LF_T_UNKNOWN)
        body->result_pos = n->pos;
    if (value != NULL)
        lf_check_bind(value, body->result);
    if (lf_check_join(body->result, value != NULL ? value->type : type, &body->result))
        return;
    const char *note =
        lf_check_printf(c, "another `return` returns %s", lf_check_type_name(c, body->result));
    lf_check_fault_at(c, value != NULL ? value : n, LF_E0516, body->result_pos, note,
                      "this `return` returns %s", lf_check_type_name(c, type));
}

bool lf_check_always_returns(const lf_node *n) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_RETURN)
        return true;
    return n->kind != LF_N_BREAK && n->kind != LF_N_CONTINUE && ends_flow(n);
}

static bool every_option_ends(const lf_node *menu) {
    const lf_node *options = menu->kids[LF_K_MENU_OPTIONS];
    for (uint32_t i = 0; i < options->kid_count; i++)
        if (!ends_flow(options->kids[i]->kids[LF_K_OPTION_DO]))
            return false;
    return options->kid_count > 0;
}

static bool ends_flow(const lf_node *n) {
    if (n == NULL)
        return false;
    switch (n->kind) {
    case LF_N_BREAK:
    case LF_N_CONTINUE:
    case LF_N_RETURN:
    case LF_N_END_GAME:
    case LF_N_END_PHASE:
    case LF_N_END_TURN:
    case LF_N_GOTO_PHASE:
        return true;
    case LF_N_IF:
        return ends_flow(n->kids[LF_K_IF_THEN]) && ends_flow(n->kids[LF_K_IF_ELSE]);
    case LF_N_MENU:
        return every_option_ends(n);
    case LF_N_REPEAT: /* a `loop` is left by what ends it, or never */
        return n->kids[LF_K_REPEAT_TIMES] == NULL && n->kids[LF_K_REPEAT_WHILE] == NULL &&
               !has_break(n->kids[LF_K_REPEAT_DO]);
    case LF_N_BLOCK:
        for (uint32_t i = 0; i < n->kids[LF_K_LIST]->kid_count; i++)
            if (ends_flow(n->kids[LF_K_LIST]->kids[i]))
                return true;
        return false;
    default:
        return false;
    }
}

/* ---- cards ---- */

static void check_put(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "move cards");
    lf_check_irrevocable(c, n, "move cards");
    lf_check_as(c, n->kids[LF_K_PUT_CARD], WISH(LF_T_CARD, "`put`"));
    lf_check_as(c, n->kids[LF_K_PUT_STACK], WISH(LF_T_STACK, "the place of `put`"));
}

static void check_put_all(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "move cards");
    lf_check_irrevocable(c, n, "move cards");
    lf_check_as(c, n->kids[LF_K_PUT_ALL_FROM], WISH(LF_T_STACK, "`put all of`"));
    lf_check_as(c, n->kids[LF_K_PUT_ALL_TO], WISH(LF_T_STACK, "the place of `put`"));
}

static void check_deal(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "move cards");
    lf_check_irrevocable(c, n, "move cards");
    lf_check_as(c, n->kids[LF_K_DEAL_COUNT], WISH(LF_T_INT, "`deal`"));
    lf_check_as(c, n->kids[LF_K_DEAL_FROM], WISH(LF_T_STACK, "`from` of `deal`"));
    lf_check_as(c, n->kids[LF_K_DEAL_TO], WISH(LF_T_STACK, "`to` of `deal`"));
}

static void check_shuffle(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "shuffle");
    lf_check_irrevocable(c, n, "shuffle");
    lf_check_as(c, n->kids[0], WISH(LF_T_STACK, "`shuffle`"));
}

/* ---- the flow of the game ---- */

static void check_log(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "write to the log");
    lf_check_text(c, n->kids[0]);
}

static void check_require(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "`require`");
    lf_check_irrevocable(c, n, "fail by `require`");
    lf_check_condition(c, n->kids[LF_K_REQUIRE_CONDITION], "the condition of `require`");
    lf_check_text(c, n->kids[LF_K_REQUIRE_BECAUSE]);
    c->body->flow->may_fail = true;
}

static void refuse_in_setup(checker *c, lf_node *n, const char *what) {
    bool playing = c->body->kind != BODY_SETUP && c->body->kind != BODY_SNIPPET;
    if (!playing)
        lf_check_fault(c, n, LF_E0515, NULL, "`%s` is only allowed in play", what);
}

static void check_end_game(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "end the game");
    lf_check_irrevocable(c, n, "end the game");
    refuse_in_setup(c, n, "end game");
    if (n->kids[0] != NULL)
        lf_check_as(c, n->kids[0], WISH(LF_T_SEAT, "`end game for`"));
}

static void check_end_phase(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "end the phase");
    lf_check_irrevocable(c, n, "end the phase");
    refuse_in_setup(c, n, "end phase");
}

static void check_end_turn(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "end the turn");
    lf_check_irrevocable(c, n, "end the turn");
    if (c->body->kind == BODY_HOOK)
        lf_check_fault(c, n, LF_E0515, "a phase ends with `end phase`",
                       "there is no turn to end when a phase begins or ends");
    else
        refuse_in_setup(c, n, "end turn");
}

static void check_goto(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "change the phase");
    lf_check_irrevocable(c, n, "change the phase");
    refuse_in_setup(c, n, "goto");
    lf_nearest nearest = lf_nearest_to(n->name);
    for (uint32_t i = 0; i < c->model->phase_count; i++) {
        if (c->model->phases[i].entry.id == n->name)
            return;
        lf_nearest_offer(&nearest, c->model->phases[i].entry.id);
    }
    lf_check_fault(c, n, LF_E0517, lf_check_did_you_mean(c, &nearest), "unknown phase `%s`",
                   n->name);
}

static void check_check_end(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "check for the end of the game");
    lf_check_irrevocable(c, n, "check for the end of the game");
    lf_nearest nearest = lf_nearest_to(n->name);
    bool found = false;
    for (uint32_t i = 0; i < c->model->checkpoint_count; i++) {
        const char *timing = c->model->checkpoints[i].timing;
        if (timing == NULL)
            continue;
        if (timing == n->name)
            found = c->timing_asked[i] = true;
        lf_nearest_offer(&nearest, timing);
    }
    if (found)
        return;
    lf_check_fault(c, n, LF_E0517, lf_check_did_you_mean(c, &nearest),
                   "no checkpoint has the timing `%s`", n->name);
}

static void check_do(checker *c, lf_node *n) {
    lf_node *call = n->kids[LF_K_DO_CALL];
    if (call == NULL)
        return;
    if (call->kind == LF_N_NAME)
        lf_check_name_to_call(c, call);
    if (call->kind == LF_N_CALL)
        lf_check_call_or_void(c, call);
    else
        lf_check_any_expr(c, call);
    bool procedure = call->symbol != NULL && call->symbol->kind == LF_SYM_PROCEDURE;
    if (procedure || call->type.base == LF_T_ERROR)
        return;
    lf_check_fault(c, call, LF_E0515, "a line of its own must call a procedure",
                   "this computes a value and does not use it");
}

/* ---- the table of kinds ---- */

static stmt_check *const kinds[LF_NODE_KINDS] = {
    [LF_N_BLOCK] = lf_check_block,
    [LF_N_LET] = lf_check_let,
    [LF_N_ASSIGN] = lf_check_assign,
    [LF_N_IF] = check_if,
    [LF_N_FOR] = check_for,
    [LF_N_REPEAT] = check_repeat,
    [LF_N_BREAK] = check_leave_loop,
    [LF_N_CONTINUE] = check_leave_loop,
    [LF_N_RETURN] = check_return,
    [LF_N_CHOOSE] = lf_check_choose,
    [LF_N_CHOOSE_N] = lf_check_choose_n,
    [LF_N_MENU] = lf_check_menu,
    [LF_N_PLACE] = lf_check_transfer,
    [LF_N_REMOVE] = lf_check_transfer,
    [LF_N_MOVE] = lf_check_transfer,
    [LF_N_FLIP] = lf_check_transfer,
    [LF_N_REPLACE] = lf_check_transfer,
    [LF_N_PUT] = check_put,
    [LF_N_PUT_ALL] = check_put_all,
    [LF_N_DEAL] = check_deal,
    [LF_N_SHUFFLE] = check_shuffle,
    [LF_N_PERFORM] = lf_check_perform,
    [LF_N_LOG] = check_log,
    [LF_N_REQUIRE] = check_require,
    [LF_N_END_GAME] = check_end_game,
    [LF_N_END_PHASE] = check_end_phase,
    [LF_N_END_TURN] = check_end_turn,
    [LF_N_GOTO_PHASE] = check_goto,
    [LF_N_CHECK_END] = check_check_end,
    [LF_N_REMEMBER] = lf_check_remember,
    [LF_N_FORGET] = lf_check_remember,
    [LF_N_DO] = check_do,
};

void lf_check_statement(checker *c, lf_node *n) {
    if (n != NULL && kinds[n->kind])
        kinds[n->kind](c, n);
}
