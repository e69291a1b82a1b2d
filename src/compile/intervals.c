/* intervals.c: between which ends a number of the rules lies, whatever happens in play.
 *
 * Every local number, every table of numbers and every result of a routine is a cell with its
 * definitions: the values that are given to it anywhere in the rules, the arguments of all calls,
 * the elements of the domain that it walks over. The cells begin with nothing and are widened round
 * after round until nothing changes; an end that keeps moving is given up and becomes open.
 * Variables of the game stay within their declared range, so they need no cell.
 *
 * What is found here says how many ids a choice among numbers has (questions.c), and ids are
 * promises: the rules alone decide, and no optimisation has a part in it. */
#include "compile.h"

#define OPEN (INT64_C(1) << 40) /* at and beyond this, an end is open: the number may be any */
#define PATIENCE 4              /* how often an end may move before it is given up */
#define MOST_ROUNDS 64          /* then all that still moves is open */

typedef enum { GETS, GROWS_BY, SHRINKS_BY, IS_ONE_OF } lf_manner;

typedef struct lf_definition {
    lf_manner manner;
    const lf_node *node;
    struct lf_definition *next;
} lf_definition;

typedef struct {
    lf_interval range;
    lf_definition *definitions;
    uint32_t moves;
} lf_cell;

struct lf_intervals {
    lf_compiler *c;
    lf_map *of_symbols;
    lf_cell **cells; /* all of them */
    uint32_t count, capacity;
    lf_cell *results; /* of the model's routines */
    uint32_t routine; /* whose body is walked; UINT32_MAX: none */
};

/* ---- arithmetic ---- */

static const lf_interval nothing = {1, 0}, anything = {-OPEN, OPEN};

static bool is_nothing(lf_interval a) {
    return a.low > a.high;
}

static int64_t clamp_to_limits(int64_t value) {
    return value < -OPEN ? -OPEN : value > OPEN ? OPEN : value;
}

static lf_interval interval(int64_t low, int64_t high) {
    return low > high ? nothing : (lf_interval){clamp_to_limits(low), clamp_to_limits(high)};
}

static lf_interval interval_hull(lf_interval a, lf_interval b) {
    if (is_nothing(a) || is_nothing(b))
        return is_nothing(a) ? b : a;
    return (lf_interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static lf_interval product(int64_t a, int64_t b) {
    int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? anything : interval(result, result);
}

static lf_interval interval_product(lf_interval a, lf_interval b) {
    return interval_hull(interval_hull(product(a.low, b.low), product(a.low, b.high)),
                         interval_hull(product(a.high, b.low), product(a.high, b.high)));
}

static int64_t floored(int64_t a, int64_t b) {
    const int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* A division by 0 ends the game in an error, so the divisor is never 0 behind it. */
static lf_interval divided(lf_interval a, lf_interval b) {
    if (b.low < 0) {
        const int64_t most = larger(a.high, -a.low);
        return interval(-most - 1, most);
    }
    const lf_interval by = {larger(b.low, 1), larger(b.high, 1)};
    return interval(
        a.low == -OPEN ? -OPEN : smaller(floored(a.low, by.low), floored(a.low, by.high)),
        a.high == OPEN ? OPEN : larger(floored(a.high, by.low), floored(a.high, by.high)));
}

static lf_interval modulo(lf_interval a, lf_interval b) {
    if (b.low < 0)
        return interval(smaller(b.low + 1, 0), larger(b.high - 1, 0));
    return interval(0, a.low >= 0 ? smaller(a.high, larger(b.high - 1, 0)) : larger(b.high - 1, 0));
}

/* A product with a factor that may be any may be any, below 0 too: numbers of 64 bits go round. */
static bool is_unbounded(lf_interval a) {
    return a.low == -OPEN || a.high == OPEN;
}

static lf_interval sum(lf_interval a, lf_interval b) {
    return (lf_interval){a.low == -OPEN || b.low == -OPEN ? -OPEN : clamp_to_limits(a.low + b.low),
                         a.high == OPEN || b.high == OPEN ? OPEN
                                                          : clamp_to_limits(a.high + b.high)};
}

static lf_interval interval_negation(lf_interval a) {
    return (lf_interval){-a.high, -a.low};
}

static lf_interval calculated(lf_word word, lf_interval a, lf_interval b) {
    if (is_nothing(a) || is_nothing(b))
        return nothing;
    switch (word) {
    case LF_W_ADD:
        return sum(a, b);
    case LF_W_SUB:
        return sum(a, interval_negation(b));
    case LF_W_MUL:
        return is_unbounded(a) || is_unbounded(b) ? anything : interval_product(a, b);
    case LF_W_DIV:
        return divided(a, b);
    case LF_W_MOD:
        return modulo(a, b);
    default: /* comparisons and truths */
        return interval(0, 1);
    }
}

/* ---- what the game declares ---- */

static lf_interval of_var(const lf_model_var *var) {
    return interval(var->min, var->max);
}

static lf_interval of_words(const int64_t *words, uint32_t count) {
    lf_interval all = nothing;
    for (uint32_t i = 0; i < count; i++)
        all = interval_hull(all, interval(words[i], words[i]));
    return all;
}

static lf_interval of_space_property(const lf_model *m, uint32_t property) {
    lf_interval all = nothing;
    for (uint32_t i = 0; i < m->space_count; i++)
        all = interval_hull(all, of_words(&m->zones[i].properties[property], 1));
    return all;
}

static lf_interval of_attribute(const lf_model *m, uint32_t attribute) {
    const uint32_t length = m->card_attributes[attribute].length;
    lf_interval all = nothing;
    for (uint32_t i = 0; i < m->card_count; i++)
        all = interval_hull(all, of_words(&m->cards[i].attributes[m->attribute_offsets[attribute]],
                                          length > 1 ? length : 1));
    return all;
}

static lf_interval of_property(const lf_model *m, const lf_node *n) {
    const lf_base_type of = (lf_base_type)n->kids[LF_K_PROP_OF]->type.base;
    if (of == LF_T_CARD) {
        const int attribute =
            lf_find_property(m->card_attributes, m->card_attribute_count, n->name);
        return attribute >= 0 ? of_attribute(m, (uint32_t)attribute) : interval(0, 1);
    }
    const int property =
        of == LF_T_SEAT ? -1
                        : lf_find_property(m->space_properties, m->space_property_count, n->name);
    if (property >= 0)
        return of_space_property(m, (uint32_t)property);
    const lf_scope scope = of == LF_T_SEAT ? LF_SCOPE_SEAT : LF_SCOPE_SPACE;
    const int row = lf_model_find_row(m, scope, n->name);
    const int var = row >= 0 ? (int)m->rows[row].first : lf_find_var(m, scope, n->name);
    return var >= 0 ? of_var(&m->vars[var]) : anything;
}

/* How many pieces of a filter there can be: those of each kind once, whichever of its states are
 * meant. */
static int64_t most_pieces(const lf_compiler *c, const lf_node *filter, int64_t places) {
    const lf_model *m = c->model;
    uint64_t mask = 0;
    int64_t most = 0;
    if (!lf_filter_constant(c, filter, &mask)) /* any kinds */
        mask = UINT64_MAX;
    for (uint32_t k = 0; k < m->kind_count; k++) {
        const lf_model_kind *kind = &m->kinds[k];
        int64_t states = 0;
        for (uint32_t s = 0; s < kind->state_count; s++)
            states += (mask >> (kind->first_slot + s) & 1) != 0;
        const int64_t room = states * places * LF_MAX_PIECES_PER_CELL;
        most += kind->pool >= 0 ? smaller(kind->pool, room) : room;
    }
    return most;
}

lf_interval lf_interval_of_pieces(const lf_intervals *v, const lf_node *filter, const lf_node *in) {
    const bool many = in == NULL || lf_is_set(in->type);
    return interval(0, most_pieces(v->c, filter, many ? v->c->game->zone_count : 1));
}

/* ---- expressions ---- */

static const lf_cell *cell_of(const lf_intervals *v, const lf_symbol *symbol) {
    return lf_map_get(v->of_symbols, (const char *)(const void *)symbol);
}

static lf_interval of_symbol(const lf_intervals *v, const lf_symbol *symbol) {
    const lf_model *m = v->c->model;
    if (symbol == NULL)
        return anything;
    if (symbol->kind == LF_SYM_LOCAL) {
        const lf_cell *cell = cell_of(v, symbol);
        return cell != NULL ? cell->range : anything;
    }
    if (symbol->kind == LF_SYM_GLOBAL)
        return of_var(&m->vars[symbol->index]);
    if (symbol->kind == LF_SYM_OPTION)
        return interval(m->options[symbol->index].min, m->options[symbol->index].max);
    if (symbol->kind == LF_SYM_VAR_GROUP) {
        const lf_model_var_group *group = &m->var_groups[symbol->index];
        lf_interval all = nothing;
        for (uint32_t i = 0; i < group->count; i++)
            all = interval_hull(all, of_var(&m->vars[group->vars[i]]));
        return all;
    }
    return symbol->kind == LF_SYM_BUILTIN && symbol->index == LF_BUILTIN_TURN ? interval(0, OPEN)
                                                                              : anything;
}

/* How many elements a domain can have. */
static int64_t most_elements(const lf_intervals *v, const lf_node *domain) {
    const lf_game *g = v->c->game;
    switch ((lf_base_type)domain->type.base) {
    case LF_T_SPACES:
        return g->space_count;
    case LF_T_ZONES:
        return g->zone_count;
    case LF_T_SEATS:
        return g->seat_count;
    case LF_T_CARDS:
        return g->card_count;
    case LF_T_DIRECTIONS:
        return g->direction_count;
    case LF_T_PIECES:
        return g->slot_count;
    default:
        break;
    }
    if (domain->kind == LF_N_SET)
        return domain->kids[LF_K_LIST]->kid_count;
    const lf_interval elements = lf_interval_of_elements(v, domain);
    return is_nothing(elements)     ? 0
           : is_unbounded(elements) ? OPEN
                                    : elements.high - elements.low + 1;
}

static lf_interval of_aggregate(const lf_intervals *v, const lf_node *n) {
    const lf_node *in = n->kids[LF_K_AGG_IN], *value = n->kids[LF_K_AGG_VALUE];
    switch ((lf_word)n->word) {
    case LF_W_COUNT:
        return interval(0, most_elements(v, in));
    case LF_W_SUM: { /* of nothing it is 0 */
        const int64_t most = most_elements(v, in);
        return interval_hull(interval(0, 0),
                             calculated(LF_W_MUL, interval(most, most), lf_interval_of(v, value)));
    }
    case LF_W_MIN:
    case LF_W_MAX:
        return lf_interval_of(v, value);
    case LF_W_FIRST: /* a number that may be none is open above */
        return lf_is_bound(n->type) ? anything : lf_interval_of_elements(v, in);
    default:
        return interval(0, 1);
    }
}

static lf_interval of_extreme(const lf_intervals *v, const lf_node *args, bool smallest) {
    lf_interval result = lf_interval_of(v, args->kids[0]);
    for (uint32_t i = 1; i < args->kid_count; i++) {
        const lf_interval next = lf_interval_of(v, args->kids[i]);
        if (is_nothing(result) || is_nothing(next))
            return nothing;
        result = smallest
                     ? (lf_interval){smaller(result.low, next.low), smaller(result.high, next.high)}
                     : (lf_interval){larger(result.low, next.low), larger(result.high, next.high)};
    }
    return result;
}

static lf_interval of_call(const lf_intervals *v, const lf_node *n) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    if (n->symbol->kind != LF_SYM_BUILTIN)
        return v->results[n->symbol->index].range;
    switch ((lf_builtin)n->symbol->index) {
    case LF_BUILTIN_MIN:
        return of_extreme(v, args, true);
    case LF_BUILTIN_MAX:
        return of_extreme(v, args, false);
    case LF_BUILTIN_ABS: {
        const lf_interval a = lf_interval_of(v, args->kids[0]);
        return is_nothing(a) ? nothing : interval(0, larger(a.high, -a.low));
    }
    case LF_BUILTIN_SIZE:
        return interval(0, args->kids[0]->type.base == LF_T_STACK
                               ? v->c->game->card_count
                               : most_elements(v, args->kids[0]));
    case LF_BUILTIN_OCCURRENCES:
        return interval(0, v->c->model->repetitions[args->kids[0]->symbol->index].memory);
    case LF_BUILTIN_KIND_COUNT:
        return lf_interval_of_pieces(v, args->kids[0], NULL);
    default:
        return anything;
    }
}

static lf_interval of_index(const lf_intervals *v, const lf_node *n) {
    const lf_node *of = n->kids[LF_K_INDEX_OF];
    if (of->type.base == LF_T_TABLE)
        return of_symbol(v, of->symbol);
    if (of->kind == LF_N_NAME && of->symbol != NULL && of->symbol->kind == LF_SYM_VAR_ROW)
        return of_var(&v->c->model->vars[v->c->model->rows[of->symbol->index].first]);
    return of->kind == LF_N_PROP ? of_property(v->c->model, of) : anything;
}

lf_interval lf_interval_of(const lf_intervals *v, const lf_node *n) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_INT:
    case LF_N_BOOL:
        return interval(n->value, n->value);
    case LF_N_NAME:
        return of_symbol(v, n->symbol);
    case LF_N_PROP:
        return of_property(v->c->model, n);
    case LF_N_INDEX:
        return of_index(v, n);
    case LF_N_CALL:
        return of_call(v, n);
    case LF_N_UNARY: {
        const lf_interval a = lf_interval_of(v, n->kids[LF_K_UNARY_ARG]);
        return n->word == LF_W_NOT ? interval(0, 1) : is_nothing(a) ? a : interval_negation(a);
    }
    case LF_N_BINARY:
        return n->type.base != LF_T_INT
                   ? interval(0, 1)
                   : calculated((lf_word)n->word, lf_interval_of(v, n->kids[LF_K_BINARY_LEFT]),
                                lf_interval_of(v, n->kids[LF_K_BINARY_RIGHT]));
    case LF_N_COND:
        return interval_hull(lf_interval_of(v, n->kids[LF_K_COND_THEN]),
                             lf_interval_of(v, n->kids[LF_K_COND_ELSE]));
    case LF_N_COUNT:
        return lf_interval_of_pieces(v, n->kids[LF_K_PIECES], n->kids[LF_K_IN]);
    case LF_N_ANY:
        return interval(0, 1);
    case LF_N_AGGREGATE:
        return of_aggregate(v, n);
    case LF_N_SUPPOSING:
        return lf_interval_of(v, n->kids[LF_K_SUPPOSING_VALUE]);
    case LF_N_ROLL: {
        const lf_interval sides = lf_interval_of(v, n->kids[LF_K_ROLL_SIDES]);
        return is_nothing(sides) ? nothing : interval(1, larger(sides.high, 1));
    }
    default:
        return anything;
    }
}

lf_interval lf_interval_of_elements(const lf_intervals *v, const lf_node *domain) {
    lf_interval all = nothing;
    switch ((lf_node_kind)domain->kind) {
    case LF_N_RANGE: {
        const lf_interval low = lf_interval_of(v, domain->kids[LF_K_RANGE_MIN]),
                          high = lf_interval_of(v, domain->kids[LF_K_RANGE_MAX]);
        return is_nothing(low) || is_nothing(high) ? nothing : interval(low.low, high.high);
    }
    case LF_N_SELECT:
        return lf_interval_of_elements(v, domain->kids[LF_K_AGG_IN]);
    case LF_N_COND:
        return interval_hull(lf_interval_of_elements(v, domain->kids[LF_K_COND_THEN]),
                             lf_interval_of_elements(v, domain->kids[LF_K_COND_ELSE]));
    case LF_N_SET:
        for (uint32_t i = 0; i < domain->kids[LF_K_LIST]->kid_count; i++)
            all = interval_hull(all, lf_interval_of(v, domain->kids[LF_K_LIST]->kids[i]));
        return all;
    default:
        return anything;
    }
}

bool lf_is_open(int64_t end) {
    return end <= -OPEN || end >= OPEN;
}

/* Without a margin of its own a seat wins 1, 0 or -1. */
void lf_bound_utilities(const lf_intervals *v) {
    const lf_model *m = v->c->model;
    lf_interval all = m->margins == NULL ? interval(-1, 1) : nothing;
    for (uint32_t i = 0; m->margins != NULL && i < m->seat_count; i++)
        all = interval_hull(all, m->margins[i] != NULL ? lf_interval_of(v, m->margins[i])
                                                       : interval(-1, 1));
    v->c->game->utility_min = is_unbounded(all) ? 1 : all.low;
    v->c->game->utility_max = is_unbounded(all) ? 0 : all.high;
}

/* ---- collecting the definitions ---- */

static bool is_tracked_type(lf_type type) {
    return type.base == LF_T_INT || (type.base == LF_T_TABLE && type.id == LF_T_INT);
}

static lf_cell *new_cell(lf_intervals *v, lf_cell *cell) {
    cell->range = nothing;
    LF_PUSH(v->c->arena, v->cells, v->count, v->capacity, cell);
    return cell;
}

static void define(lf_intervals *v, lf_cell *cell, lf_manner manner, const lf_node *node) {
    lf_definition *definition = LF_NEW(v->c->arena, lf_definition);
    *definition = (lf_definition){.manner = manner, .node = node, .next = cell->definitions};
    cell->definitions = definition;
}

static void define_symbol(lf_intervals *v, const lf_symbol *symbol, lf_manner manner,
                          const lf_node *node) {
    if (symbol == NULL || symbol->kind != LF_SYM_LOCAL || !is_tracked_type(symbol->type))
        return;
    const char *key = (const char *)(const void *)symbol;
    lf_cell *cell = lf_map_get(v->of_symbols, key);
    if (cell == NULL) {
        cell = new_cell(v, LF_NEW(v->c->arena, lf_cell));
        lf_map_put(v->of_symbols, key, cell);
    }
    define(v, cell, manner, node);
}

static void define_by_assignment(lf_intervals *v, const lf_node *n) {
    const lf_node *target = n->kids[LF_K_ASSIGN_TARGET];
    const lf_node *name = target->kind == LF_N_INDEX ? target->kids[LF_K_INDEX_OF] : target;
    if (name->kind == LF_N_NAME)
        define_symbol(v, name->symbol,
                      n->word == LF_W_INCREASE   ? GROWS_BY
                      : n->word == LF_W_DECREASE ? SHRINKS_BY
                                                 : GETS,
                      n->kids[LF_K_ASSIGN_VALUE]);
}

static void define_by_call(lf_intervals *v, const lf_node *n) {
    if (n->symbol == NULL ||
        (n->symbol->kind != LF_SYM_FUNCTION && n->symbol->kind != LF_SYM_PROCEDURE))
        return;
    const lf_model_routine *routine = &v->c->model->routines[n->symbol->index];
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    for (uint32_t i = 0; i < args->kid_count && i < routine->param_count; i++)
        define_symbol(v, routine->params[i].symbol, GETS, args->kids[i]);
}

static void collect_cells(lf_intervals *v, const lf_node *n) {
    if (n == NULL)
        return;
    switch ((lf_node_kind)n->kind) {
    case LF_N_LET:
        define_symbol(v, n->symbol, GETS, n->kids[LF_K_LET_VALUE]);
        break;
    case LF_N_ASSIGN:
        define_by_assignment(v, n);
        break;
    case LF_N_FOR: /* of all these the first kid is the domain */
    case LF_N_CHOOSE:
    case LF_N_AGGREGATE:
    case LF_N_SELECT:
        define_symbol(v, n->symbol, IS_ONE_OF, n->kids[0]);
        break;
    case LF_N_CALL:
        define_by_call(v, n);
        break;
    case LF_N_RETURN:
        if (n->kids[0] != NULL && v->routine != UINT32_MAX)
            define(v, &v->results[v->routine], GETS, n->kids[0]);
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        collect_cells(v, n->kids[i]);
}

static void collect_routine(lf_intervals *v, uint32_t index) {
    const lf_model_routine *routine = &v->c->model->routines[index];
    new_cell(v, &v->results[index]);
    v->routine = index;
    if (routine->body->kind != LF_N_BLOCK)
        define(v, &v->results[index], GETS, routine->body);
    collect_cells(v, routine->body);
    v->routine = UINT32_MAX;
}

static void collect_action(lf_intervals *v, const lf_model_action *action) {
    for (uint32_t i = 0; i < action->param_count; i++) {
        define_symbol(v, action->params[i].symbol, IS_ONE_OF, action->params[i].domain);
        collect_cells(v, action->params[i].domain);
    }
    collect_cells(v, action->pre);
    collect_cells(v, action->effects);
}

static void collect_game(lf_intervals *v) {
    const lf_model *m = v->c->model;
    /* what agents call has no part in the ids */
    for (uint32_t i = 0; i < m->rule_routine_count; i++)
        collect_routine(v, i);
    for (uint32_t i = 0; i < m->action_count; i++)
        collect_action(v, &m->actions[i]);
    for (uint32_t i = 0; i < m->phase_count; i++) {
        collect_cells(v, m->phases[i].when);
        collect_cells(v, m->phases[i].on_enter);
        collect_cells(v, m->phases[i].on_exit);
    }
    for (uint32_t i = 0; i < m->card_count; i++)
        for (uint32_t p = 0; p < m->card_part_count; p++) {
            collect_cells(v, m->cards[i].parts[p].when);
            collect_cells(v, m->cards[i].parts[p].effects);
        }
    for (uint32_t i = 0; i < m->checkpoint_count; i++) {
        collect_cells(v, m->checkpoints[i].when);
        collect_cells(v, m->checkpoints[i].winner);
    }
    for (uint32_t i = 0; i < m->invariant_count; i++)
        collect_cells(v, m->invariants[i].holds);
    for (uint32_t i = 0; i < m->position_rule_count; i++)
        collect_cells(v, m->position_rules[i].holds);
    for (uint32_t i = 0; m->margins != NULL && i < m->seat_count; i++)
        collect_cells(v, m->margins[i]);
    for (uint32_t i = 0; i < m->scenario_count; i++)
        collect_cells(v, m->scenarios[i].setup.body);
}

/* ---- widening ---- */

static lf_interval defined(const lf_intervals *v, const lf_cell *cell, const lf_definition *d) {
    switch (d->manner) {
    case GROWS_BY:
        return calculated(LF_W_ADD, cell->range, lf_interval_of(v, d->node));
    case SHRINKS_BY:
        return calculated(LF_W_SUB, cell->range, lf_interval_of(v, d->node));
    case IS_ONE_OF:
        return lf_interval_of_elements(v, d->node);
    default: /* a table begins with zeros */
        return d->node->kind == LF_N_TABLE ? interval(0, 0) : lf_interval_of(v, d->node);
    }
}

/* True if the cell has become wider. An end that has moved too often is open from then on. */
static bool widen_cell(const lf_intervals *v, lf_cell *cell) {
    const lf_interval before = cell->range;
    lf_interval now = before;
    for (const lf_definition *d = cell->definitions; d != NULL; d = d->next)
        now = interval_hull(now, defined(v, cell, d));
    if (is_nothing(now) || (now.low == before.low && now.high == before.high))
        return false;
    if (!is_nothing(before) && ++cell->moves > PATIENCE) {
        now.low = now.low < before.low ? -OPEN : now.low;
        now.high = now.high > before.high ? OPEN : now.high;
    }
    cell->range = now;
    return true;
}

lf_intervals *lf_intervals_find(lf_compiler *c) {
    lf_intervals *v = LF_NEW(c->arena, lf_intervals);
    *v = (lf_intervals){.c = c,
                        .of_symbols = lf_map_new(c->arena),
                        .results = LF_NEW_ARRAY(c->arena, lf_cell, c->model->routine_count + 1),
                        .routine = UINT32_MAX};
    collect_game(v);
    bool moving = true;
    for (uint32_t round = 0; moving && round < MOST_ROUNDS; round++) {
        moving = false;
        for (uint32_t i = 0; i < v->count; i++)
            moving = widen_cell(v, v->cells[i]) || moving;
    }
    for (uint32_t i = 0; moving && i < v->count; i++)
        v->cells[i]->range = anything;
    return v;
}
