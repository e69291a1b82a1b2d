/* check_choice.c: what suspends the game: choices of one, of several, and menus. */
#include "check.h"
#include "lang/ast_print.h"

static void check_decision(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "ask for a decision");
    lf_check_irrevocable(c, n, "ask for a decision");
    if (c->body->kind == BODY_SNIPPET || c->body->kind == BODY_SETUP)
        lf_check_fault(c, n, LF_E0515,
                       c->body->kind == BODY_SETUP ? "ask in `onEnter` of the first phase" : NULL,
                       "a decision is not possible here");
    c->body->flow->may_choose = true;
}

static void check_decider(checker *c, lf_node *by) {
    if (by != NULL)
        lf_check_as(c, by, WISH(LF_T_SEAT, "`by`"));
}

/* The way out of a choice: `or done` needs a loop to leave, `or none` a type that has none. */
static void check_way_out(checker *c, lf_node *n, lf_type element) {
    if (n->word == LF_W_DONE && c->body->loop != LOOP_PLAIN)
        lf_check_fault(c, n, LF_E0514,
                       "it leaves the loop around the choice; outside a loop, write `or none`",
                       "`or done` outside a loop");
    bool open = element.base == LF_T_ERROR || element.base == LF_T_UNKNOWN;
    if (n->word == LF_W_OR_NONE && !open && !check_is(element, BITS_OF_REFERENCES))
        lf_check_fault(c, n, LF_E0528, "use `or done` in a loop, or a menu", "%s cannot be none",
                       lf_check_type_name(c, element));
    lf_node *when = n->kids[LF_K_CHOOSE_OR_WHEN];
    if (n->word == LF_W_NONE && when != NULL)
        lf_check_fault(c, when, LF_E0528, "say which: `or: done` or `or: none`",
                       "the way out has a condition, but there is no way out");
    if (n->word == LF_W_NONE && lf_node_word(n, 1) != LF_W_NONE)
        lf_check_fault(c, n, LF_E0528, "say which: `or: done` or `or: none`",
                       "the way out has a kind, but there is no way out");
    if (n->word == LF_W_NONE || when != NULL)
        c->body->flow->may_fail = true; /* nothing to choose from */
    lf_check_text(c, n->kids[LF_K_CHOOSE_OR_LABEL]);
    if (when != NULL)
        lf_check_condition(c, when, "the condition of a way out");
}

/* ---- sealed choices ---- */

static const lf_model_var *hidden_var(const checker *c, const lf_node *target) {
    if (target->kind != LF_N_PROP || target->kids[LF_K_PROP_OF]->type.base != LF_T_SEAT)
        return NULL;
    for (uint32_t i = 0; i < c->model->var_count; i++) {
        const lf_model_var *var = &c->model->vars[i];
        if (var->scope == LF_SCOPE_SEAT && var->name == target->name)
            return var->visibility == LF_VISIBLE_OWNER ? var : NULL;
    }
    return NULL;
}

/* What is chosen goes straight into the variable: from here on the choice holds the assignment that
 * does it. */
static lf_node *assignment_of(checker *c, lf_node *n) {
    lf_node *target = n->kids[LF_K_CHOOSE_SEALED];
    if (target->kind == LF_N_ASSIGN) /* the second walk */
        return target;
    lf_node *assign = lf_node_new(c->model->arena, LF_N_ASSIGN, n->pos, n->length);
    lf_node *value = lf_node_new(c->model->arena, LF_N_NAME, target->pos, target->length);
    value->name = n->name;
    assign->word = LF_W_SET;
    assign->kids[LF_K_ASSIGN_TARGET] = target;
    assign->kids[LF_K_ASSIGN_VALUE] = value;
    return n->kids[LF_K_CHOOSE_SEALED] = assign;
}

static void check_sealed(checker *c, lf_node *n) {
    lf_node *assign = assignment_of(c, n), *target = assign->kids[LF_K_ASSIGN_TARGET];
    const lf_node *by = n->kids[LF_K_CHOOSE_BY];
    lf_check_assign(c, assign);
    if (target->type.base == LF_T_ERROR || target->type.base == LF_T_UNKNOWN)
        return;
    if (hidden_var(c, target) == NULL)
        lf_check_fault(c, target, LF_E0563, "declare it under `seatVars` with `visibility: owner`",
                       "a sealed choice needs a variable that only its seat can see");
    else if (by == NULL || !lf_ast_equal(target->kids[LF_K_PROP_OF], by))
        lf_check_fault(c, by != NULL ? by : n, LF_E0563,
                       "delete `by`: the owner of the variable chooses",
                       "a sealed choice needs a variable of the seat that chooses");
    if (n->word != LF_W_NONE)
        lf_check_fault(c, n, LF_E0563, "offer a value that means none",
                       "a sealed choice cannot have a way out: everybody would see that it was "
                       "taken");
}

void lf_check_choose(checker *c, lf_node *n) {
    const uint32_t mark = c->body->scope_count;
    check_decision(c, n);
    lf_type element = lf_check_domain(c, n->kids[LF_K_CHOOSE_OPTIONS], "the domain of a choice");
    c->body->pending = n->name;
    lf_check_text(c, n->kids[LF_K_CHOOSE_PROMPT]);
    check_decider(c, n->kids[LF_K_CHOOSE_BY]);
    check_way_out(c, n, element);
    c->body->pending = NULL;
    check_local *chosen =
        lf_check_declare(c, n->name, lf_check_binder_pos(c, n), element, LOCAL_CHOICE);
    chosen->one_slot = element.base == LF_T_PIECES;
    n->symbol = &chosen->symbol;
    if (n->kids[LF_K_CHOOSE_WHERE] != NULL) {
        lf_check_condition(c, n->kids[LF_K_CHOOSE_WHERE], "a `where` condition");
        chosen->symbol.used = false; /* to ask for it is not yet to use it */
    }
    if (n->kids[LF_K_CHOOSE_SEALED] != NULL) {
        check_sealed(c, n);
        lf_check_leave_scope(c, mark); /* behind it nothing but the variable knows */
    }
}

/* In the `where` the name is one element, behind the choice it is the set: two variables. So the
 * condition moves into the domain, which then has a variable of its own. */
static void move_condition_into_domain(checker *c, lf_node *n) {
    if (n->kids[LF_K_CHOOSEN_WHERE] == NULL)
        return;
    lf_node *domain = n->kids[LF_K_CHOOSEN_OPTIONS];
    lf_node *select = lf_node_new(c->model->arena, LF_N_SELECT, n->pos, n->length);
    select->name = n->name;
    select->kids[LF_K_AGG_IN] = domain;
    select->kids[LF_K_AGG_WHERE] = n->kids[LF_K_CHOOSEN_WHERE];
    n->kids[LF_K_CHOOSEN_OPTIONS] = select;
    n->kids[LF_K_CHOOSEN_WHERE] = NULL;
}

static void check_how_many(checker *c, lf_node *n) {
    lf_node *min = n->kids[LF_K_CHOOSEN_MIN], *max = n->kids[LF_K_CHOOSEN_MAX];
    if (min != NULL)
        lf_check_as(c, min, WISH(LF_T_INT, "`choose`"));
    lf_check_amount(c, max, "`choose`");
    bool constant = min != NULL && max && min->kind == LF_N_INT && max->kind == LF_N_INT;
    if (constant && min->value > max->value)
        lf_check_fault(c, n, LF_E0523, "write the smaller number first",
                       "from %lld to %lld is not possible", (long long)min->value,
                       (long long)max->value);
    if (min != NULL && !(min->kind == LF_N_INT && min->value == 0))
        c->body->flow->may_fail = true;
}

void lf_check_choose_n(checker *c, lf_node *n) {
    check_decision(c, n);
    if (n->kids[LF_K_CHOOSEN_OPTIONS] == NULL)
        return;
    move_condition_into_domain(c, n);
    check_how_many(c, n);
    lf_type element = lf_check_domain(c, n->kids[LF_K_CHOOSEN_OPTIONS], "the domain of a choice");
    lf_check_text(c, n->kids[LF_K_CHOOSEN_PROMPT]);
    check_decider(c, n->kids[LF_K_CHOOSEN_BY]);
    lf_type set = lf_check_set_of(element);
    if (!check_is(set, BITS_OF_SETS | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN)))
        set = lf_check_fault(
            c, n, LF_E0528, "choose them one at a time in a loop",
            "only spaces, zones, seats, cards and directions can be chosen several at once");
    n->symbol = &lf_check_declare(c, n->name, lf_check_binder_pos(c, n), set, LOCAL_CHOICE)->symbol;
}

static bool check_menu_option(checker *c, lf_node *option) {
    lf_node *when = option->kids[LF_K_OPTION_WHEN];
    lf_check_text(c, option->kids[LF_K_OPTION_LABEL]);
    if (when != NULL)
        lf_check_condition(c, when, "a `when` condition");
    if (when != NULL && when->kind == LF_N_BOOL && !when->value)
        lf_check_warn(c, when->pos, when->length, LF_E0534, NULL, "this option is never offered");
    lf_check_statement(c, option->kids[LF_K_OPTION_DO]);
    return when != NULL;
}

/* Options are named by their ids, so two of one choice never share one. */
static void check_option_id(checker *c, const lf_node *options, uint32_t at) {
    lf_node *option = options->kids[at];
    if (option->name == NULL) /* its label could not be read, which has been said */
        return;
    if (option->name[0] == '\0')
        lf_check_fault(c, option, LF_E0545, "write an id before the label: `option stay \"…\"`",
                       "this label gives no id: it has no letter from a to z and no digit");
    for (uint32_t i = 0; i < at && option->name[0] != '\0'; i++)
        if (options->kids[i]->name == option->name) {
            lf_check_fault(c, option, LF_E0545,
                           "write another id before the label: `option stay \"…\"`",
                           "two options of this choice have the id `%s`", option->name);
            return;
        }
}

void lf_check_menu(checker *c, lf_node *n) {
    check_decision(c, n);
    lf_check_text(c, n->kids[LF_K_MENU_PROMPT]);
    check_decider(c, n->kids[LF_K_MENU_BY]);
    const lf_node *options = n->kids[LF_K_MENU_OPTIONS];
    bool all_guarded = true;
    for (uint32_t i = 0; i < options->kid_count; i++) {
        check_option_id(c, options, i);
        if (!check_menu_option(c, options->kids[i]))
            all_guarded = false;
    }
    if (all_guarded)
        c->body->flow->may_fail = true;
}
