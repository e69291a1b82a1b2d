/* check_secrets.c: warns where what is offered to a seat hangs on cards, variables or pieces that
 * the seat may not see.
 *
 * Such a condition tells the seat of the hidden card: by what is offered and what is not. It is
 * looked for in what decides about options: the `pre` of actions, domains, `where`, `when` and
 * `require`. A read is `top` or `cardsIn` of a stack that is hidden, or that belongs to another
 * seat than the one that decides, and the same of a variable, or a question that tells covered
 * pieces from each other; reads in called functions count. What cannot be told here is let pass: a
 * stack or seat that stands in a local, and `stackOf`, by which a rule asks for a card that it
 * knows by name. */
#include "check.h"
#include "lang/ast_print.h"

typedef enum { NOT_KNOWN, READS_NOTHING, READS_SECRETS } function_reads;

typedef struct {
    checker *c;
    uint8_t *functions; /* function_reads, by routine */
} secrets;

static bool is_builtin_node(const lf_node *n, lf_builtin builtin) {
    return n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN &&
           n->symbol->index == (int32_t)builtin;
}

/* Is this expression for certain the seat that decides? Without `by` that is the active player. */
static bool is_decider(const lf_node *seat, const lf_node *by) {
    return by != NULL ? lf_ast_equal(seat, by) : is_builtin_node(seat, LF_BUILTIN_ACTIVE_PLAYER);
}

static bool is_local_node(const lf_node *n) {
    return n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL;
}

static bool hides_stack(const lf_model *model, const lf_node *stack, const lf_node *by) {
    if (stack->kind == LF_N_NAME && stack->symbol != NULL && stack->symbol->kind == LF_SYM_STACK)
        return model->stacks[stack->symbol->index].visibility != LF_VISIBLE_ALL;
    if (stack->kind != LF_N_INDEX)
        return false;
    const lf_node *of = stack->kids[LF_K_INDEX_OF], *at = stack->kids[LF_K_INDEX_AT];
    if (of->symbol == NULL || of->symbol->kind != LF_SYM_STACK_FAMILY)
        return false;
    const lf_visibility visibility =
        model->stacks[model->families[of->symbol->index].first].visibility;
    return visibility == LF_VISIBLE_NONE ||
           (visibility == LF_VISIBLE_OWNER && !is_local_node(at) && !is_decider(at, by));
}

/* A variable that the decider may not know. */
static bool is_hidden_var(const lf_model *model, const lf_node *n, const lf_node *by) {
    if (n->kind == LF_N_NAME)
        return n->symbol != NULL && n->symbol->kind == LF_SYM_GLOBAL &&
               model->vars[n->symbol->index].visibility != LF_VISIBLE_ALL;
    if (n->kind != LF_N_PROP || n->kids[LF_K_PROP_OF]->type.base != LF_T_SEAT)
        return false;
    const lf_node *of = n->kids[LF_K_PROP_OF];
    for (uint32_t i = 0; i < model->var_count; i++) {
        const lf_model_var *var = &model->vars[i];
        if (var->scope == LF_SCOPE_SEAT && var->name == n->name)
            return var->visibility == LF_VISIBLE_NONE ||
                   (var->visibility == LF_VISIBLE_OWNER && !is_local_node(of) &&
                    !is_decider(of, by));
    }
    return false;
}

/* The slots of a filter, as far as they are known here; *may_pass: it is about the decider's own
 * pieces, or nobody can tell whose. */
static uint64_t filter_slots(const lf_node *n, const lf_node *by, bool *may_pass) {
    uint64_t slots = UINT64_MAX;
    if (n == NULL)
        return slots;
    if (is_local_node(n) || is_decider(n, by))
        *may_pass = true;
    if (n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->mask != 0)
        return n->symbol->mask;
    if (n->kind == LF_N_PIECES)
        for (uint32_t i = 0; i < n->kids[LF_K_LIST]->kid_count; i++)
            slots &= filter_slots(n->kids[LF_K_LIST]->kids[i], by, may_pass);
    if (n->kind == LF_N_BINARY) {
        const uint64_t left = filter_slots(n->kids[LF_K_BINARY_LEFT], by, may_pass),
                       right = filter_slots(n->kids[LF_K_BINARY_RIGHT], by, may_pass);
        return n->word == LF_W_OR    ? left | right
               : n->word == LF_W_AND ? left & right
                                     : left & ~right;
    }
    return slots;
}

/* Does a filter tell covered pieces of a seat from others of them? */
static bool tells_kinds(const lf_model *model, const lf_node *filter, const lf_node *by) {
    bool may_pass = false;
    const uint64_t slots = filter_slots(filter, by, &may_pass);
    for (uint32_t seat = 0; seat < model->seat_count && !may_pass; seat++) {
        uint64_t covered = 0;
        for (uint32_t k = 0; k < model->kind_count; k++)
            if (model->kinds[k].seat == (int)seat && model->kinds[k].secret_state >= 0)
                covered |= UINT64_C(1)
                           << (model->kinds[k].first_slot + (uint32_t)model->kinds[k].secret_state);
        if ((slots & covered) != 0 && (slots & covered) != covered)
            return true;
    }
    return false;
}

static const lf_node *secret_in(const secrets *s, const lf_node *n, const lf_node *by);

static bool function_reads_secrets(const secrets *s, uint32_t routine) {
    if (s->functions[routine] == NOT_KNOWN) {
        s->functions[routine] = READS_NOTHING;
        if (secret_in(s, s->c->model->routines[routine].body, NULL) != NULL)
            s->functions[routine] = READS_SECRETS;
    }
    return s->functions[routine] == READS_SECRETS;
}

/* The first part of an expression that looks at what the decider may not see, or NULL. */
static const lf_node *secret_in(const secrets *s, const lf_node *n, const lf_node *by) {
    if (n == NULL)
        return NULL;
    if (is_hidden_var(s->c->model, n, by))
        return n;
    if ((n->kind == LF_N_ANY || n->kind == LF_N_COUNT || n->kind == LF_N_KINDS) &&
        tells_kinds(s->c->model, n->kids[LF_K_PIECES], by))
        return n;
    if (n->kind == LF_N_CALL && n->symbol != NULL) {
        const lf_node *args = n->kids[LF_K_CALL_ARGS];
        const bool reads =
            is_builtin_node(n, LF_BUILTIN_TOP) || is_builtin_node(n, LF_BUILTIN_CARDS_IN);
        if (reads && args->kid_count > 0 && hides_stack(s->c->model, args->kids[0], by))
            return n;
        if (n->symbol->kind == LF_SYM_FUNCTION &&
            function_reads_secrets(s, (uint32_t)n->symbol->index))
            return n;
    }
    for (uint32_t i = 0; i < n->kid_count; i++) {
        const lf_node *found = secret_in(s, n->kids[i], by);
        if (found != NULL)
            return found;
    }
    return NULL;
}

/* One warning for what is offered in one place. */
static bool look_into(const secrets *s, const lf_node *offered, const lf_node *by) {
    const lf_node *found = secret_in(s, offered, by);
    if (found != NULL && (found->kind == LF_N_NAME || found->kind == LF_N_PROP))
        lf_check_warn(s->c, found->pos, found->length, LF_E0560,
                      "the options would reveal it to the seat; reveal it first: assign it to a "
                      "variable that all see",
                      "the options here depend on `%s`, which is hidden from the deciding seat",
                      found->name);
    else if (found != NULL && found->kind != LF_N_CALL)
        lf_check_warn(s->c, found->pos, found->length, LF_E0560,
                      "the options would reveal them to the seat; test for all pieces of a seat, "
                      "or reveal them first",
                      "the options here depend on what covered pieces are, which is hidden from "
                      "the deciding seat");
    else if (found != NULL)
        lf_check_warn(
            s->c, found->pos, found->length, LF_E0560,
            "the options would reveal them to the seat; move the cards to where it sees them first",
            "the options here depend on cards that are hidden from the deciding seat");
    return found != NULL;
}

static void look_into_menu(const secrets *s, const lf_node *menu) {
    const lf_node *options = menu->kids[LF_K_MENU_OPTIONS];
    for (uint32_t i = 0; i < options->kid_count; i++)
        look_into(s, options->kids[i]->kids[LF_K_OPTION_WHEN], menu->kids[LF_K_MENU_BY]);
}

/* Every choice and requirement in a behaviour. */
static void walk_behaviour(const secrets *s, const lf_node *n) {
    if (n == NULL)
        return;
    if (n->kind == LF_N_CHOOSE &&
        !look_into(s, n->kids[LF_K_CHOOSE_OPTIONS], n->kids[LF_K_CHOOSE_BY]))
        look_into(s, n->kids[LF_K_CHOOSE_WHERE], n->kids[LF_K_CHOOSE_BY]);
    if (n->kind == LF_N_CHOOSE_N &&
        !look_into(s, n->kids[LF_K_CHOOSEN_OPTIONS], n->kids[LF_K_CHOOSEN_BY]))
        look_into(s, n->kids[LF_K_CHOOSEN_WHERE], n->kids[LF_K_CHOOSEN_BY]);
    if (n->kind == LF_N_MENU)
        look_into_menu(s, n);
    if (n->kind == LF_N_REQUIRE)
        look_into(s, n->kids[LF_K_REQUIRE_CONDITION], NULL);
    for (uint32_t i = 0; i < n->kid_count; i++)
        walk_behaviour(s, n->kids[i]);
}

static void walk_action_secrets(const secrets *s, const lf_model_action *action) {
    look_into(s, action->pre, NULL);
    for (uint32_t i = 0; i < action->param_count; i++)
        look_into(s, action->params[i].domain, NULL);
    walk_behaviour(s, action->effects);
}

void lf_check_secrets(checker *c) {
    const lf_model *m = c->model;
    const secrets s = {c, LF_NEW_ARRAY(m->arena, uint8_t, m->routine_count + 1)};
    for (uint32_t i = 0; i < m->action_count; i++)
        walk_action_secrets(&s, &m->actions[i]);
    for (uint32_t i = 0; i < m->routine_count; i++)
        walk_behaviour(&s, m->routines[i].body);
    for (uint32_t i = 0; i < m->phase_count; i++) {
        walk_behaviour(&s, m->phases[i].on_enter);
        walk_behaviour(&s, m->phases[i].on_exit);
    }
    for (uint32_t i = 0; i < m->card_count * m->card_part_count; i++) {
        const lf_model_part *part = &m->cards[i / m->card_part_count].parts[i % m->card_part_count];
        look_into(&s, part->when, NULL);
        walk_behaviour(&s, part->effects);
    }
}
