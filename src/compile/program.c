/* program.c: the whole game as one program: the course of play, actions, routines, cards, the end.
 *
 * Routine 0 goes round the phases. In a phase it looks for the legal actions of the active player,
 * offers them, runs the chosen one, looks whether the game is over, and begins again; without a
 * legal action it goes on. */
#include <assert.h>

#include "compile.h"

/* ---- numbering: calls need the numbers before the bodies exist ---- */

static uint32_t many_routines(lf_compiler *c, uint32_t count, const char *prefix,
                              const char *(*name)(const lf_model *, uint32_t)) {
    const uint32_t first = c->game->routine_count;
    for (uint32_t i = 0; i < count; i++)
        lf_routine_new(c, lf_arena_printf(c->arena, "%s%s", prefix, name(c->model, i)));
    return first;
}

static const char *model_routine_name(const lf_model *m, uint32_t i) {
    return m->routines[i].name;
}
static const char *action_name(const lf_model *m, uint32_t i) {
    return m->actions[i].entry.id;
}
static const char *checkpoint_name(const lf_model *m, uint32_t i) {
    return m->checkpoints[i].id;
}
static const char *phase_name(const lf_model *m, uint32_t i) {
    return m->phases[i].entry.id;
}
static const char *model_seat_name(const lf_model *m, uint32_t i) {
    return m->seats[i].id;
}
static const char *invariant_name(const lf_model *m, uint32_t i) {
    return m->invariants[i].id;
}
static const char *position_rule_name(const lf_model *m, uint32_t i) {
    return m->position_rules[i].message;
}
static const char *scenario_name(const lf_model *m, uint32_t i) {
    return m->scenarios[i].name;
}

/* ---- bodies ---- */

static void body_routine(lf_compiler *c, uint32_t routine, const lf_node *body) {
    lf_routine_begin(c, routine, body);
    c->rest_may_fail = c->hooks_may_fail;
    if (body != NULL)
        lf_block(c, body);
    c->pos = body != NULL ? body->pos
                          : (lf_pos){
                                0,
                            };
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

static void expression_routine(lf_compiler *c, uint32_t routine, const lf_node *expression) {
    lf_routine_begin(c, routine, expression);
    c->game->routines[routine].pure = true;
    c->pos = expression->pos;
    const uint32_t words = lf_words_of(c, expression->type), value = lf_take(c, words);
    lf_expr_to(c, expression, value);
    if (value != 0)
        lf_emit(c, LF_OP_MOVS, 0, value, 0, words);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

/* The first prompt whose condition holds: its number in the first register, its values where the
 * template reads them. */
static void phase_prompt(lf_compiler *c, const lf_phase_prompt *prompt, uint32_t number,
                         int32_t *template) {
    const uint32_t mark = c->next;
    lf_fixups other = {0};
    if (prompt->when != NULL)
        lf_branch(c, prompt->when, false, &other);
    *template = lf_template_of(c, prompt->text);
    lf_emit(c, LF_OP_LOADI, 0, 0, 0, number);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_fixup_here(c, &other);
    c->next = mark;
}

static void prompt_routine(lf_compiler *c, uint32_t index) {
    const lf_model_phase *phase = &c->model->phases[index];
    lf_phase_info *info = &c->game->phases[index];
    if (phase->prompt_count == 0)
        return;
    info->prompt_count = phase->prompt_count;
    info->prompts = LF_NEW_ARRAY(c->arena, int32_t, phase->prompt_count);
    info->prompt_routine =
        lf_routine_new(c, lf_arena_printf(c->arena, "prompt %s", phase->entry.id));
    lf_routine_begin(c, info->prompt_routine, NULL);
    c->game->routines[info->prompt_routine].pure = true;
    lf_take(c, 1);
    for (uint32_t i = 0; i < phase->prompt_count; i++) {
        c->pos = phase->prompts[i].text->pos;
        lf_routine_locals(c, phase->prompts[i].when);
        lf_routine_locals(c, phase->prompts[i].text);
        phase_prompt(c, &phase->prompts[i], i, &info->prompts[i]);
    }
    lf_emit(c, LF_OP_LOADI, 0, 0, 0, -1);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

void lf_model_body(lf_compiler *c, uint32_t index) {
    const lf_model_routine *source = &c->model->routines[index];
    const uint32_t routine = lf_routine_of_model(c, index);
    lf_routine_begin(c, routine, source->body);
    lf_routine *out = &c->game->routines[routine];
    out->pure = source->pure;
    c->pos = source->pos;
    for (uint32_t i = 0; i < source->param_count; i++) {
        lf_node param = {.symbol = source->params[i].symbol};
        lf_routine_locals(c, &param);
        lf_bind_local(c, source->params[i].symbol,
                      lf_take(c, lf_words_of(c, source->params[i].type)));
    }
    out->param_registers = c->next;
    c->rest_may_fail = lf_continuation_may_fail(c, index);
    if (source->body->kind == LF_N_BLOCK) {
        lf_block(c, source->body);
    } else {
        const uint32_t words = lf_words_of(c, source->body->type), value = lf_take(c, words);
        lf_expr_to(c, source->body, value);
        if (value != 0)
            lf_emit(c, LF_OP_MOVS, 0, value, 0, words);
        if (words > c->high)
            c->high = words;
    }
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

/* ---- actions ---- */

static void action_locals(lf_compiler *c, const lf_model_action *action) {
    lf_routine_locals(c, action->pre);
    for (uint32_t i = 0; i < action->param_count; i++) {
        const lf_node param = {.symbol = action->params[i].symbol};
        lf_routine_locals(c, &param);
        lf_routine_locals(c, action->params[i].domain);
    }
}

/* Inside walks over the parameters from `first` on: jumps to `found` if some choice of them
 * satisfies the action. */
static void exists(lf_compiler *c, const lf_model_action *action, uint32_t first,
                   lf_fixups *found) {
    if (first == action->param_count) {
        if (action->pre != NULL && action->pre_uses_params)
            lf_branch(c, action->pre, true, found);
        else
            lf_fixup_add(c, found, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        return;
    }
    const lf_action_param *param = &action->params[first];
    if (first + 1 == action->param_count && !action->pre_uses_params &&
        param->domain->kind == LF_N_SELECT &&
        param->domain->kids[LF_K_AGG_IN]->kind != LF_N_RANGE) { /* the first one found is enough */
        lf_branch_some(c, param->domain->kids[LF_K_AGG_IN], param->domain->kids[LF_K_AGG_WHERE],
                       param->domain->symbol, true, found);
        return;
    }
    if (first + 1 == action->param_count && param->domain->kind != LF_N_RANGE) {
        lf_branch_some(c, param->domain, action->pre_uses_params ? action->pre : NULL,
                       param->symbol, true, found);
        return;
    }
    lf_walk walk;
    lf_walk_where(c, &walk, param->domain, NULL, param->symbol, false);
    exists(c, action, first + 1, found);
    lf_walk_end(c, &walk);
}

/* Goes to `yes` if the action is legal now; falls through otherwise. */
static void branch_legal(lf_compiler *c, uint32_t index, lf_fixups *yes) {
    const lf_model_action *action = &c->model->actions[index];
    const lf_pos outer = c->pos;
    const uint32_t mark = c->next;
    lf_fixups no = {0};
    action_locals(c, action);
    c->pos = action->entry.pos;
    if (action->actor >= 0) {
        const uint32_t active = lf_take(c, 1), actor = lf_take(c, 1);
        lf_emit(c, LF_OP_GETACT, active, 0, 0, 0);
        lf_emit(c, LF_OP_LOADI, actor, 0, 0, action->actor);
        lf_fixup_add(c, &no, lf_emit(c, LF_OP_JNE, active, actor, 0, 0));
    }
    if (action->pre != NULL && !action->pre_uses_params)
        lf_branch(c, action->pre, false, &no);
    const lf_node *performs =
        action->param_count == 0 ? lf_conditional_perform(c, action->effects) : NULL;
    if (performs != NULL) {
        const uint32_t can = lf_take(c, 1);
        lf_routine_locals(c, performs);
        lf_ask_part(c, performs->kids[0], performs->name, can);
        lf_fixup_add(c, &no, lf_emit(c, LF_OP_JZ, can, 0, 0, 0));
    }
    exists(c, action, 0, yes);
    lf_fixup_here(c, &no);
    c->next = mark;
    c->pos = outer;
}

/* The values of a parameter for which the later parameters still can be chosen. */
static void completable_domain(lf_compiler *c, const lf_model_action *action, uint32_t index,
                               lf_offer *offer) {
    const lf_action_param *param = &action->params[index];
    const uint32_t words = lf_domain_words(c, param->domain);
    lf_fixups found = {0};
    lf_walk walk;
    if (param->domain->type.base == LF_T_INTS)
        offer->numbers = lf_numbers_offered(c, param->domain, offer->or_done);
    offer->domain = lf_domain_kind(param->domain, true);
    offer->enum_id = param->domain->type.id;
    offer->source = lf_take(c, words);
    lf_load_empty(c, offer->source, words);
    lf_walk_offered(c, &walk, param->domain, param->symbol);
    exists(c, action, index + 1, &found);
    lf_fixup_add(c, &walk.loop.continues, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    lf_fixup_here(c, &found);
    lf_add_element(c, &walk, param->domain->type, offer->source);
    lf_walk_end(c, &walk);
}

static void choose_param(lf_compiler *c, const lf_model_action *action, uint32_t index,
                         bool may_fail) {
    const lf_action_param *param = &action->params[index];
    const uint32_t bind = lf_take(c, 1), mark = c->next;
    lf_offer offer = {.bind = bind,
                      .action = action,
                      .param = index,
                      .prompt = param->prompt,
                      .may_fail_after = may_fail,
                      .question = lf_question_of(c, param)};
    if (index + 1 == action->param_count)
        lf_domain_of(c, param->domain, action->pre_uses_params ? action->pre : NULL, param->symbol,
                     &offer);
    else
        completable_domain(c, action, index, &offer);
    lf_offer_choice(c, &offer);
    c->next = mark;
    if (offer.domain == LF_DOMAIN_KINDS)
        lf_emit(c, LF_OP_BIT, bind, bind, 0, 0);
    lf_bind_local(c, param->symbol, bind);
}

static bool action_may_fail(const lf_compiler *c, uint32_t index) {
    return c->hooks_may_fail || lf_may_fail(c, c->model->actions[index].effects);
}

static void action_routine(lf_compiler *c, uint32_t index) {
    const lf_model_action *action = &c->model->actions[index];
    lf_routine_begin(c, c->action_routines + index, action->effects);
    action_locals(c, action);
    c->pos = action->entry.pos;
    c->rest_may_fail = c->hooks_may_fail;
    const lf_ask outer = c->ask;
    if (action->ask != LF_W_NONE)
        c->ask = lf_ask_of_word((lf_word)action->ask);
    for (uint32_t i = 0; i < action->param_count; i++)
        choose_param(c, action, i, action_may_fail(c, index));
    lf_block(c, action->effects);
    c->ask = outer;
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

/* ---- the end ---- */

/* Ends the game if the checkpoint holds. */
static void ask_checkpoint(lf_compiler *c, uint32_t index) {
    const lf_model_checkpoint *checkpoint = &c->model->checkpoints[index];
    const lf_pos outer = c->pos;
    const uint32_t mark = c->next;
    lf_fixups no = {0};
    lf_routine_locals(c, checkpoint->when);
    lf_routine_locals(c, checkpoint->winner);
    c->pos = checkpoint->pos;
    const uint32_t winner = lf_take(c, 1);
    lf_branch(c, checkpoint->when, false, &no);
    const bool decided =
        checkpoint->winner != NULL || checkpoint->draw || c->model->margins == NULL;
    if (checkpoint->winner != NULL)
        lf_expr_to(c, checkpoint->winner, winner);
    else
        lf_emit(c, LF_OP_LOADI, winner, 0, 0, -1);
    lf_emit(c, LF_OP_OVER, winner, 0, decided, index);
    lf_fixup_here(c, &no);
    c->next = mark;
    c->pos = outer;
}

/* For rules that ask by themselves. */
static void checkpoint_routine(lf_compiler *c, uint32_t index) {
    lf_routine_begin(c, c->checkpoint_routines + index, NULL);
    c->pos = c->model->checkpoints[index].pos;
    ask_checkpoint(c, index);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

/* The checkpoints without a timing of their own, in declared order. */
static void ask_untimed(lf_compiler *c) {
    for (uint32_t i = 0; i < c->model->checkpoint_count; i++)
        if (c->model->checkpoints[i].timing == NULL)
            ask_checkpoint(c, i);
}

static void untimed_routine(lf_compiler *c) {
    lf_routine_begin(c, c->untimed_routine, NULL);
    ask_untimed(c);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

static bool has_untimed(const lf_model *model) {
    for (uint32_t i = 0; i < model->checkpoint_count; i++)
        if (model->checkpoints[i].timing == NULL)
            return true;
    return false;
}

/* margin(seat): finds the routine of the seat. */
static void margin_routine(lf_compiler *c) {
    lf_routine_begin(c, c->margin_routine, NULL);
    const uint32_t seat = lf_take(c, 1);
    for (uint32_t i = 0; i < c->game->seat_count; i++) {
        if (c->game->margin_routines[i] < 0)
            continue;
        const uint32_t other = lf_jump_constant(c, LF_W_NE, seat, i);
        lf_emit(c, LF_OP_CALL, 0, 0, 0, c->game->margin_routines[i]);
        lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
        lf_patch(c, other, lf_here(c));
    }
    lf_emit(c, LF_OP_LOADI, 0, 0, 0, 0);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
}

/* ---- the course of play ---- */

static void phase_seats(lf_compiler *c, const lf_model_phase *phase, uint32_t seat, uint32_t actor,
                        lf_fixups *finished) {
    lf_fixups found = {0};
    for (uint32_t i = 0; i < phase->seat_count; i++) {
        const uint32_t other = lf_jump_constant(c, LF_W_NE, seat, i);
        if (c->game->seats_option > 0) { /* a seat that does not play has no turn */
            lf_seats_in_play_to(c, actor);
            const uint32_t plays = lf_jump_constant(c, LF_W_GT, actor, (uint32_t)phase->seats[i]);
            lf_emit(c, LF_OP_ADDI, seat, seat, 0, 1);
            const uint32_t skipped = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
            lf_patch(c, plays, lf_here(c));
            lf_emit(c, LF_OP_LOADI, actor, 0, 0, phase->seats[i]);
            lf_emit(c, LF_OP_SETACT, actor, 0, 0, 0);
            lf_fixup_add(c, &found, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
            lf_patch(c, skipped, lf_here(c));
            lf_patch(c, other, lf_here(c));
            continue;
        }
        lf_emit(c, LF_OP_LOADI, actor, 0, 0, phase->seats[i]);
        lf_emit(c, LF_OP_SETACT, actor, 0, 0, 0);
        lf_fixup_add(c, &found, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        lf_patch(c, other, lf_here(c));
    }
    lf_fixup_add(c, finished, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    lf_fixup_here(c, &found);
}

/* Offers the legal actions and runs one; goes to `none` if there is none. */
static void phase_actions(lf_compiler *c, uint32_t index, lf_fixups *none) {
    const lf_phase_info *info = &c->game->phases[index];
    const uint32_t mark = c->next, chosen = lf_take(c, 1), legal = lf_take(c, 1),
                   bit = lf_take(c, 1);
    lf_fixups done = {0};
    lf_emit(c, LF_OP_LOADI, legal, 0, 0, 0);
    for (uint32_t i = 0; i < info->action_count; i++) {
        lf_fixups yes = {0};
        branch_legal(c, info->actions[i], &yes);
        const uint32_t skip = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
        lf_fixup_here(c, &yes);
        lf_emit(c, LF_OP_LOADI, bit, 0, 0, i);
        lf_emit(c, LF_OP_SETADD, legal, bit, 0, 1);
        lf_patch(c, skip, lf_here(c));
    }
    lf_fixup_add(c, none, lf_emit(c, LF_OP_JZ, legal, 0, 0, 0));
    uint64_t fallible = 0, always = 0, real = 0;
    for (uint32_t i = 0; i < info->action_count && i < 64; i++) {
        const lf_word ask = (lf_word)c->model->actions[info->actions[i]].ask;
        fallible |= (uint64_t)action_may_fail(c, info->actions[i]) << i;
        always |= (uint64_t)(ask == LF_W_ASK_ALWAYS) << i;
        real |= (uint64_t)(ask == LF_W_ASK_REAL) << i;
    }
    const lf_offer offer = {.domain = LF_DOMAIN_ACTIONS,
                            .source = legal,
                            .bind = chosen,
                            .enum_id = (uint16_t)index,
                            .fallible = fallible,
                            .ask_always = always,
                            .ask_real = real,
                            .may_fail_after = fallible != 0,
                            .question = lf_question_of_phase(c, index)};
    lf_offer_choice(c, &offer);
    if (fallible != 0) /* look-ahead may have found that none can be carried through */
        lf_fixup_add(c, none, lf_emit(c, LF_OP_JNEG, chosen, 0, 0, 0));
    for (uint32_t i = 0; i < info->action_count; i++) {
        const uint32_t other = lf_jump_constant(c, LF_W_NE, chosen, i);
        lf_emit(c, LF_OP_CALL, c->next, 0, 0, c->action_routines + info->actions[i]);
        lf_fixup_add(c, &done, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        lf_patch(c, other, lf_here(c));
    }
    lf_fixup_here(c, &done);
    ask_untimed(c);
    c->next = mark;
}

/* Away from the hot path a call will do. */
static void call_untimed(lf_compiler *c) {
    if (c->untimed_routine != 0)
        lf_emit(c, LF_OP_CALL, c->next, 0, 0, c->untimed_routine);
}

static void call_hook(lf_compiler *c, const lf_node *hook, uint32_t routine) {
    if (hook == NULL)
        return;
    lf_emit(c, LF_OP_CALL, c->next, 0, 0, routine);
    call_untimed(c);
}

/* `end turn` and `end phase` come in at next_seat and exit, so that the checkpoints are asked there
 * as behind an action. Within the exit hook they come in behind it: a phase is left once. */
static void phase_course(lf_compiler *c, uint32_t index, uint32_t seat, uint32_t enter,
                         uint32_t leave) {
    const lf_model_phase *phase = &c->model->phases[index];
    lf_phase_info *info = &c->game->phases[index];
    const uint32_t actor = lf_take(c, 1), window = lf_take(c, 1);
    c->next = window;
    lf_fixups skipped = {0}, none = {0}, finished = {0};
    c->pos = phase->entry.pos;
    info->entry = lf_here(c);
    if (phase->when != NULL) {
        lf_routine_locals(c, phase->when);
        lf_branch(c, phase->when, false, &skipped);
    }
    lf_emit(c, LF_OP_PHASE, 0, 0, c->hooks_may_fail, index);
    lf_emit(c, LF_OP_LOADI, seat, 0, 0, 0);
    call_hook(c, phase->on_enter, enter);
    const uint32_t seat_head = lf_here(c);
    if (phase->seats != NULL)
        phase_seats(c, phase, seat, actor, &finished);
    info->loop = lf_emit(c, LF_OP_COMMIT, 0, 0, c->hooks_may_fail, 0);
    if (info->action_count > 0) {
        phase_actions(c, index, &none);
        lf_emit(c, LF_OP_JMP, 0, 0, 0, info->loop);
    }
    lf_fixup_here(c, &none);
    info->next_seat = lf_here(c);
    if (phase->seats != NULL) {
        call_untimed(c);
        lf_emit(c, LF_OP_ADDI, seat, seat, 0, 1);
        lf_emit(c, LF_OP_JMP, 0, 0, 0, seat_head);
    }
    lf_fixup_here(c, &finished);
    info->exit = lf_here(c);
    call_untimed(c);
    if (phase->on_exit != NULL)
        lf_emit(c, LF_OP_CALL, window, 0, 0, leave);
    info->left = lf_here(c);
    if (phase->on_exit != NULL)
        call_untimed(c);
    lf_emit(c, LF_OP_PHASEJUMP, 0, 0, 0, lf_here(c) + 1);
    lf_fixup_here(c, &skipped);
    c->next = actor;
}

/* A position that comes again reveals phases that follow each other without a decision. The number
 * of the turn never comes again, so it belongs to that position only if some rule reads it. */
static void mark_turn_readers(lf_compiler *c) {
    bool reads = false;
    for (uint32_t pc = 0; pc < c->game->code_count; pc++)
        reads = reads || c->game->code[pc].op == LF_OP_GETTURN;
    for (uint32_t pc = 0; pc < c->game->code_count; pc++)
        if (c->game->code[pc].op == LF_OP_PHASEJUMP || c->game->code[pc].op == LF_OP_TURN)
            c->game->code[pc].c = reads;
}

static void course_of_play(lf_compiler *c, uint32_t enter, uint32_t leave) {
    lf_routine_begin(c, 0, NULL);
    const uint32_t seat = lf_take(c, 1);
    for (uint32_t i = 0; i < c->model->phase_count; i++)
        phase_course(c, i, seat, enter + i, leave + i);
    lf_emit(c, LF_OP_TURN, 0, 0, 0, 0);
    call_untimed(c);
    lf_emit(c, LF_OP_JMP, 0, 0, 0, c->model->phase_count > 0 ? c->game->phases[0].entry : 0);
    lf_routine_end(c);
    mark_turn_readers(c);
}

/* ---- how deep it can get ---- */

typedef struct {
    uint32_t words, depth;
    uint32_t supposing; /* inside each other */
    bool known;
} lf_need;

static lf_need need_of(const lf_game *game, lf_need *needs, uint32_t routine);

/* `supposing`: around the call. */
static void raise_need(lf_need *need, uint32_t window, uint32_t supposing, lf_need callee) {
    if (supposing + callee.supposing > need->supposing)
        need->supposing = supposing + callee.supposing;
    if (window + callee.words > need->words)
        need->words = window + callee.words;
    if (callee.depth + 1 > need->depth)
        need->depth = callee.depth + 1;
}

static lf_need need_of(const lf_game *game, lf_need *needs, uint32_t routine) {
    if (needs[routine].known)
        return needs[routine];
    const lf_routine *r = &game->routines[routine];
    lf_need need = {.words = r->frame_size, .known = true};
    uint32_t supposing = 0; /* each stands in front of its RESTORE */
    for (uint32_t pc = r->entry; pc < r->end; pc++) {
        const lf_instr *in = &game->code[pc];
        supposing += in->op == LF_OP_SUPPOSE;
        supposing -= in->op == LF_OP_RESTORE;
        need.supposing = supposing > need.supposing ? supposing : need.supposing;
        if (in->op == LF_OP_CALL)
            raise_need(&need, in->a, supposing, need_of(game, needs, (uint32_t)in->imm));
        else if (in->op == LF_OP_CALLFAR)
            raise_need(&need, r->frame_size, supposing, need_of(game, needs, (uint32_t)in->imm));
        else if (in->op == LF_OP_CALLPART)
            for (uint32_t card = 0; card < game->card_count; card++)
                if (game->card_routines[card * game->part_count + in->c] >= 0)
                    raise_need(
                        &need, r->frame_size, supposing,
                        need_of(game, needs,
                                (uint32_t)game->card_routines[card * game->part_count + in->c]));
    }
    return needs[routine] = need;
}

static void widen_need(lf_need *most, lf_need need) {
    most->words = need.words > most->words ? need.words : most->words;
    most->depth = need.depth > most->depth ? need.depth : most->depth;
    most->supposing = need.supposing > most->supposing ? need.supposing : most->supposing;
}

/* The agents' routines run on a copy of the position with room of its own, so that they have no
 * part in the layout of a state. */
static lf_need measure_agents(const lf_game *game, lf_need *needs) {
    lf_need most = {0};
    for (uint32_t i = 0; i < game->term_count; i++)
        widen_need(&most, need_of(game, needs, game->terms[i].value));
    for (uint32_t i = 0; i < game->prior_count; i++) {
        const int32_t routines[] = {game->priors[i].spaces, game->priors[i].when};
        for (size_t r = 0; r < LF_COUNT(routines); r++)
            if (routines[r] >= 0)
                widen_need(&most, need_of(game, needs, (uint32_t)routines[r]));
    }
    for (uint32_t i = game->rules.routine_count; i < game->routine_count; i++)
        widen_need(&most, (lf_need){.words = game->routines[i].frame_size});
    return most;
}

/* Margins, invariants, displays and prompts of phases are asked for on top of whatever is
 * suspended; a scenario is set up while nothing is. */
static void measure_call_chains(lf_compiler *c) {
    lf_game *game = c->game;
    lf_need *needs = LF_NEW_ARRAY(c->arena, lf_need, game->routine_count);
    lf_need play = need_of(game, needs, 0), asked = {0}, set_up = {0};
    for (uint32_t i = 0; game->margin_routines != NULL && i < game->seat_count; i++)
        if (game->margin_routines[i] >= 0)
            widen_need(&asked, need_of(game, needs, (uint32_t)game->margin_routines[i]));
    for (uint32_t i = 0; i < game->invariant_count; i++)
        widen_need(&asked, need_of(game, needs, game->invariant_routines[i]));
    for (uint32_t i = 0; i < game->position_rule_count; i++)
        widen_need(&asked, need_of(game, needs, game->position_rules[i].routine));
    for (uint32_t i = 0; i < game->var_count; i++)
        if (game->vars[i].possible >= 0)
            widen_need(&asked, need_of(game, needs, (uint32_t)game->vars[i].possible));
    for (uint32_t i = 0; i < game->slot_count; i++)
        if (game->slots[i].seen_as != 0 && game->slots[i].possible >= 0)
            widen_need(&asked, need_of(game, needs, (uint32_t)game->slots[i].possible));
    for (uint32_t i = 0; i < game->display_count; i++) {
        const int32_t routines[] = {(int32_t)game->displays[i].value, game->displays[i].when,
                                    game->displays[i].goal};
        for (size_t r = 0; r < LF_COUNT(routines); r++)
            if (routines[r] >= 0)
                widen_need(&asked, need_of(game, needs, (uint32_t)routines[r]));
    }
    for (uint32_t i = 0; i < game->phase_count; i++)
        if (game->phases[i].prompt_count > 0)
            widen_need(&asked, need_of(game, needs, game->phases[i].prompt_routine));
    for (uint32_t i = 0; i < game->scenario_count; i++)
        if (game->scenarios[i].entry != UINT32_MAX)
            widen_need(&set_up, need_of(game, needs, game->scenarios[i].entry));
    play.words += asked.words;
    play.depth += asked.depth;
    set_up.words +=
        /* it may wait for chance, and is asked then too */
        game->routines[0].frame_size + asked.words;
    set_up.depth += asked.depth;
    widen_need(&play, set_up);
    /* also a routine that nothing calls must fit */
    for (uint32_t i = 0; i < game->rules.routine_count; i++)
        widen_need(&play, (lf_need){.words = game->routines[i].frame_size});
    game->layout.frame_size = play.words;
    game->layout.call_depth = play.depth + 2;
    const lf_need agents = measure_agents(game, needs);
    game->agents_registers = agents.words;
    game->agents_depth = agents.depth + 2;
    widen_need(&play, agents);
    widen_need(&play, (lf_need){.supposing = asked.supposing});
    game->supposing = play.supposing;
    if (play.supposing > LF_MAX_SUPPOSING)
        lf_report_add(c->model->report, LF_ERROR, LF_E0604,
                      c->model->phase_count > 0 ? c->model->phases[0].entry.pos : c->pos, 1, NULL,
                      "`supposing` is nested %u levels deep; the limit is %d", play.supposing,
                      (int)LF_MAX_SUPPOSING);
    if (play.words > LF_MAX_FRAME_WORDS || play.depth + 2 > LF_MAX_CALL_DEPTH)
        lf_report_add(c->model->report, LF_ERROR, LF_E0604,
                      c->model->phase_count > 0 ? c->model->phases[0].entry.pos : c->pos, 1, NULL,
                      "procedures call each other %u levels deep and need %u words; the limits "
                      "are %d and %d",
                      play.depth, play.words, (int)LF_MAX_CALL_DEPTH - 2, (int)LF_MAX_FRAME_WORDS);
}

/* ---- all of it ---- */

static void card_routines(lf_compiler *c) {
    const lf_model *model = c->model;
    for (uint32_t i = 0; i < model->card_count; i++)
        for (uint32_t p = 0; p < model->card_part_count; p++) {
            const lf_model_part *part = &model->cards[i].parts[p];
            const int32_t routine = c->game->card_routines[i * model->card_part_count + p];
            if (routine < 0)
                continue;
            lf_routine_begin(c, (uint32_t)routine, part->effects);
            c->rest_may_fail = c->behind_performs || c->hooks_may_fail;
            lf_fixups no = {0};
            if (part->when != NULL) {
                lf_routine_locals(c, part->when);
                lf_branch(c, part->when, false, &no);
            }
            lf_block(c, part->effects);
            c->pos = part->effects->pos;
            lf_fixup_here(c, &no);
            lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
            lf_routine_end(c);
        }
}

/* Can this part of the card in the first register be performed? Most cards need no asking. */
static void part_question(lf_compiler *c, uint32_t part) {
    const lf_model *model = c->model;
    const uint32_t words = (model->card_count + 63) / 64;
    int64_t always[LF_MAX_CARDS / 64 + 1] = {0};
    lf_routine_begin(c, c->part_questions + part, NULL);
    const uint32_t card = lf_take(c, 1), can = lf_take(c, 1),
                   set = lf_take(c, words > 0 ? words : 1);
    lf_fixups known = {0};
    for (uint32_t i = 0; i < model->card_count; i++) {
        const lf_model_part *it = &model->cards[i].parts[part];
        if (it->effects != NULL && it->when == NULL)
            always[i / 64] |= (int64_t)(UINT64_C(1) << (i % 64));
        if (it->effects == NULL || it->when == NULL)
            continue;
        const uint32_t other = lf_jump_constant(c, LF_W_NE, card, i);
        lf_routine_locals(c, it->when);
        c->pos = it->when->pos;
        lf_expr_to(c, it->when, can);
        lf_fixup_add(c, &known, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        lf_patch(c, other, lf_here(c));
    }
    lf_emit(c, LF_OP_LOADS, set, 0, words > 0 ? words : 1,
            lf_constant_words(c, always, words > 0 ? words : 1));
    lf_emit(c, LF_OP_SETHAS, can, card, set, words > 0 ? words : 1);
    lf_fixup_here(c, &known);
    lf_emit(c, LF_OP_MOV, 0, can, 0, 0);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    c->game->routines[c->part_questions + part].pure = true;
    c->game->routines[c->part_questions + part].param_registers = 1;
    lf_routine_end(c);
}

static void number_card_routines(lf_compiler *c) {
    const lf_model *model = c->model;
    for (uint32_t i = 0; i < model->card_count; i++)
        for (uint32_t p = 0; p < model->card_part_count; p++)
            c->game->card_routines[i * model->card_part_count + p] =
                model->cards[i].parts[p].effects != NULL
                    ? (int32_t)lf_routine_new(c, lf_arena_printf(c->arena, "%s.%s",
                                                                 model->cards[i].entry.id,
                                                                 model->card_parts[p]))
                    : -1;
}

static void end_routines(lf_compiler *c, uint32_t margins, uint32_t invariants) {
    const lf_model *model = c->model;
    for (uint32_t i = 0; i < model->checkpoint_count; i++)
        checkpoint_routine(c, i);
    for (uint32_t i = 0; i < model->invariant_count; i++) {
        c->game->invariant_routines[i] = invariants + i;
        expression_routine(c, invariants + i, model->invariants[i].holds);
    }
    if (model->margins == NULL)
        return;
    for (uint32_t i = 0; i < model->seat_count; i++) {
        c->game->margin_routines[i] = model->margins[i] != NULL ? (int32_t)(margins + i) : -1;
        if (model->margins[i] != NULL)
            expression_routine(c, margins + i, model->margins[i]);
        else
            body_routine(c, margins + i, NULL);
    }
    margin_routine(c);
}

void lf_compile_program(lf_compiler *c) {
    lf_model *model = c->model;
    lf_routine_new(c, "the course of play");
    c->routines_of_model = many_routines(c, model->rule_routine_count, "", model_routine_name);
    c->action_routines = many_routines(c, model->action_count, "action ", action_name);
    c->checkpoint_routines = many_routines(c, model->checkpoint_count, "end ", checkpoint_name);
    const uint32_t enter = many_routines(c, model->phase_count, "enter ", phase_name);
    const uint32_t leave = many_routines(c, model->phase_count, "exit ", phase_name);
    const uint32_t invariants =
        many_routines(c, model->invariant_count, "invariant ", invariant_name);
    const uint32_t setups = many_routines(c, model->scenario_count, "setup ", scenario_name);
    const uint32_t margins = model->margins != NULL
                                 ? many_routines(c, model->seat_count, "margin ", model_seat_name)
                                 : 0;
    c->margin_routine = model->margins != NULL ? lf_routine_new(c, "margin") : 0;
    c->untimed_routine = has_untimed(model) ? lf_routine_new(c, "the end of the game") : 0;
    c->part_questions = c->game->routine_count;
    for (uint32_t i = 0; i < model->card_part_count; i++)
        lf_routine_new(c, lf_part_question_name(c->arena, model->card_parts[i]));
    number_card_routines(c);
    const uint32_t position_rules =
        many_routines(c, model->position_rule_count, "valid: ", position_rule_name);
    lf_find_continuations(c);
    lf_number_questions(c);

    for (uint32_t i = 0; i < model->rule_routine_count; i++)
        lf_model_body(c, i);
    for (uint32_t i = 0; i < model->action_count; i++)
        action_routine(c, i);
    for (uint32_t i = 0; i < model->phase_count; i++) {
        body_routine(c, enter + i, model->phases[i].on_enter);
        body_routine(c, leave + i, model->phases[i].on_exit);
        prompt_routine(c, i);
    }
    for (uint32_t i = 0; i < model->scenario_count; i++) {
        c->game->scenarios[i].entry = setups + i;
        body_routine(c, setups + i, model->scenarios[i].setup.body);
    }
    lf_compile_secrets(c);
    lf_compile_displays(c);
    for (uint32_t i = 0; i < model->card_part_count; i++)
        part_question(c, i);
    card_routines(c);
    if (c->untimed_routine != 0)
        untimed_routine(c);
    end_routines(c, margins, invariants);
    for (uint32_t i = 0; i < model->position_rule_count; i++) {
        c->game->position_rules[i].routine = position_rules + i;
        expression_routine(c, position_rules + i, model->position_rules[i].holds);
    }
    course_of_play(c, enter, leave);
    lf_list_menu_options(c);
    lf_compile_agents(c);
    assert(c->choice_count == c->game->site_count);
    model->choices = c->choices;
    model->choice_count = c->choice_count;
    model->calls = c->calls;
    model->call_count = c->call_count;
    measure_call_chains(c);
}
