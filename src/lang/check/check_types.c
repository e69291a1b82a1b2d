/* check_types.c: which types agree, what converts to what, and the message when neither holds.
 *
 * The conversions are few and each leaves a node that says what happens, so that the compiler sees
 * none of them: a seat where pieces are wished (all its pieces), a stack where cards are wished,
 * and a literal number where a seat is wished (the seat of that number). */
#include <string.h>

#include "check.h"

bool lf_check_same(lf_type a, lf_type b) {
    return a.base == b.base && a.by == b.by && a.id == b.id;
}

/* ERROR because it was reported, UNKNOWN because a second walk will know. */
static bool is_undetermined(lf_type type) {
    return type.base == LF_T_ERROR || type.base == LF_T_UNKNOWN;
}

/* The narrower and the wider of two types that are related as space and zone are. */
static bool is_narrower(lf_type a, lf_type b) {
    return (a.base == LF_T_SPACE && b.base == LF_T_ZONE) ||
           (a.base == LF_T_SPACES && b.base == LF_T_ZONES);
}

/* Whether an open type can still become the other one. */
static bool can_become(lf_type open, lf_type other) {
    if (is_undetermined(other))
        return other.base == LF_T_ERROR || open.by == LF_OPEN_ANY || other.by == LF_OPEN_ANY ||
               open.by == other.by;
    if (open.by == LF_OPEN_SET)
        return lf_check_element(other).base != LF_T_ERROR;
    if (open.by == LF_OPEN_NONE)
        return check_is(other, BITS_OF_REFERENCES | BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_NONE));
    return true;
}

bool lf_check_agrees(lf_type have, lf_type want) {
    if (have.base == LF_T_ERROR || want.base == LF_T_ERROR || lf_check_same(have, want) ||
        is_narrower(have, want))
        return true;
    if (have.base == LF_T_UNKNOWN)
        return can_become(have, want);
    if (want.base == LF_T_UNKNOWN)
        return can_become(want, have);
    if (lf_is_bound(want))
        return have.base == LF_T_INT || have.base == LF_T_NONE;
    return have.base == LF_T_NONE && check_is(want, BITS_OF_REFERENCES);
}

bool lf_check_join(lf_type a, lf_type b, lf_type *out) {
    if (b.base == LF_T_UNKNOWN && lf_check_agrees(a, b)) /* what is known says more */
        *out = a.base == LF_T_UNKNOWN && a.by == LF_OPEN_ANY ? b : a;
    else if (lf_check_agrees(a, b))
        *out = b;
    else if (lf_check_agrees(b, a))
        *out = a;
    else if ((a.base == LF_T_NONE && b.base == LF_T_INT) ||
             (a.base == LF_T_INT && b.base == LF_T_NONE))
        *out = check_bound();
    else
        return false;
    return true;
}

static const struct {
    uint8_t element, set;
} sets[] = {
#define LF_SET_SORT(type, text, say, element, domain) {LF_T_##element, LF_T_##type},
#include "base/sorts.def"
    {LF_T_PIECES, LF_T_PIECES},
};

lf_type lf_check_element(lf_type set) {
    if (set.base == LF_T_UNKNOWN)
        return set.by == LF_OPEN_NONE ? check_type(LF_T_ERROR) : check_open(LF_OPEN_ANY);
    if (set.base == LF_T_ERROR)
        return set;
    if (set.base == LF_T_INTS) {
        if (set.by != LF_T_ENUM)
            return check_type(LF_T_INT);
        return (lf_type){.base = LF_T_ENUM, .id = set.id};
    }
    for (size_t i = 0; i < LF_COUNT(sets); i++)
        if (sets[i].set == set.base)
            return check_type((lf_base_type)sets[i].element);
    return check_type(LF_T_ERROR);
}

lf_type lf_check_set_of(lf_type element) {
    if (element.base == LF_T_UNKNOWN)
        return element.by == LF_OPEN_SET ? check_type(LF_T_ERROR) : check_open(LF_OPEN_SET);
    if (element.base == LF_T_ERROR)
        return element;
    if (element.base == LF_T_INT)
        return check_type(LF_T_INTS);
    if (element.base == LF_T_ENUM)
        return (lf_type){.base = LF_T_INTS, .by = LF_T_ENUM, .id = element.id};
    for (size_t i = 0; i < LF_COUNT(sets); i++)
        if (sets[i].element == element.base)
            return check_type((lf_base_type)sets[i].set);
    return check_type(LF_T_ERROR);
}

/* ---- inference ---- */

/* Types that a variable can have; the others exist only inside expressions. */
#define BITS_OF_VALUES                                                                             \
    (BITS_OF_SETS | BITS_OF_REFERENCES | BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_BOOL) |                \
     BASE_BIT(LF_T_ENUM) | BASE_BIT(LF_T_STACK))

bool lf_check_is_value(lf_type type) {
    return check_is(type, BITS_OF_VALUES);
}

lf_type lf_check_bind(lf_node *n, lf_type want) {
    check_local *local = lf_check_local_of(n);
    if (local == NULL || !local->inferred)
        return n->type;
    lf_type *type = &local->symbol.type;
    bool wrong = want.base == LF_T_ERROR; /* the expression that gives the type was reported */
    want.by = want.base == LF_T_INT ? 0 : want.by;
    if (!wrong && (!check_is(want, BITS_OF_VALUES) || !lf_check_agrees(*type, want)))
        return n->type;
    if (type->base == LF_T_UNKNOWN || is_narrower(want, *type)) {
        *type = want;
        *local->learned = true;
    }
    return n->type = *type;
}

void lf_check_settle(lf_node *n, lf_type type) {
    if (n == NULL || n->type.base != LF_T_UNKNOWN || type.base == LF_T_UNKNOWN ||
        !lf_check_agrees(n->type, type))
        return;
    const bool joins = n->kind == LF_N_BINARY; /* `and`, `or` and `except`: others are never open */
    if (joins && type.base == LF_T_INTS)
        return; /* numbers are not joined */
    if (n->kind == LF_N_COND || joins) {
        lf_check_settle(n->kids[joins ? LF_K_BINARY_LEFT : LF_K_COND_THEN], type);
        lf_check_settle(n->kids[joins ? LF_K_BINARY_RIGHT : LF_K_COND_ELSE], type);
        n->type = type;
    } else if (n->kind == LF_N_SET) {
        n->type = type;
    } else {
        lf_check_bind(n, type);
    }
}

void lf_check_mark_reported(const checker *c, lf_node *n) {
    if (!c->body->muted) /* which reports nothing: later uses may still tell the type */
        lf_check_settle(n, check_type(LF_T_ERROR));
}

/* ---- rewriting in place ---- */

void lf_check_wrap(checker *c, lf_node *n, lf_node_kind kind) {
    lf_arena *arena = c->model->arena;
    lf_node *inner = LF_NEW(arena, lf_node), *list = lf_node_list(arena, n->pos);
    *inner = *n;
    lf_node_list_add(arena, list, inner);
    *n = *lf_node_new(arena, kind, n->pos, n->length);
    n->kids[LF_K_LIST] = list;
}

/* ---- conversions ---- */

static bool wishes(const check_wish *wish, lf_base_type base) {
    return wish->type.base == base || (wish->also & BASE_BIT(base)) != 0;
}

static bool fits_wish(lf_type have, const check_wish *wish) {
    return lf_check_agrees(have, wish->type) || check_is(have, wish->also);
}

/* `activePlayer == 0`: seats by number, as the AST form writes them. */
static bool number_to_seat(checker *c, lf_node *n) {
    if (n->kind != LF_N_INT || n->value < 0 || n->value >= (int64_t)c->model->seat_count)
        return false;
    n->name = c->model->seats[n->value].id;
    n->kind = LF_N_NAME;
    n->symbol = lf_model_find(c->model, n->name);
    n->type = check_type(LF_T_SEAT);
    return true;
}

static bool stack_to_cards(checker *c, lf_node *n) {
    lf_check_wrap(c, n, LF_N_CALL);
    n->name = lf_intern_z(c->model->names, "cardsIn");
    n->symbol = lf_model_find(c->model, n->name);
    n->type = check_type(LF_T_CARDS);
    return true;
}

static bool seat_to_pieces(checker *c, lf_node *n) {
    bool group = n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_SEAT_GROUP;
    if (n->type.base != LF_T_SEAT && !group)
        return false;
    lf_check_wrap(c, n, LF_N_PIECES);
    n->type = check_type(LF_T_PIECES);
    return true;
}

static bool convert(checker *c, lf_node *n, const check_wish *wish) {
    if (wishes(wish, LF_T_PIECES) && seat_to_pieces(c, n))
        return true;
    if (wishes(wish, LF_T_CARDS) && n->type.base == LF_T_STACK)
        return stack_to_cards(c, n);
    return wishes(wish, LF_T_SEAT) && n->type.base == LF_T_INT && number_to_seat(c, n);
}

/* ---- messages ---- */

/* The types that a wish names: a space goes without saying beside a zone, all sets together are "a
 * set". */
static const char *wish_text(checker *c, const check_wish *wish) {
    bool any_set = (wish->also & BITS_OF_SETS) == BITS_OF_SETS;
    const char *text = any_set ? "a set" : lf_check_type_name(c, wish->type);
    uint32_t rest = wish->also & ~BASE_BIT(wish->type.base);
    if (any_set)
        rest &= ~BITS_OF_SETS;
    if (wish->type.base == LF_T_SPACE || wish->type.base == LF_T_ZONE)
        rest &= ~(BASE_BIT(LF_T_SPACE) | BASE_BIT(LF_T_ZONE));
    if (wish->type.base == LF_T_SPACES || (rest & BASE_BIT(LF_T_ZONES)))
        rest &= ~BASE_BIT(LF_T_SPACES);
    if (wish->type.base == LF_T_SPACES)
        rest &= ~BASE_BIT(LF_T_ZONES);
    for (uint32_t base = 0; base <= LF_T_DATA; base++)
        if (rest & BASE_BIT(base))
            text = lf_check_printf(c, "%s or %s", text,
                                   lf_check_type_name(c, check_type((lf_base_type)base)));
    return text;
}

static const char *wish_note(checker *c, const check_wish *wish, const char *wanted) {
    if (wish->what == NULL)
        return NULL;
    if (wish->name != NULL && !wish->name[0])
        return lf_check_printf(c, "%s is %s", wish->what, wanted);
    if (wish->name != NULL)
        return lf_check_printf(c, "%s `%s` is %s", wish->what, wish->name, wanted);
    return lf_check_printf(c, "%s takes %s", wish->what, wanted);
}

static lf_type mismatch(checker *c, lf_node *n, const check_wish *wish) {
    if (c->body->muted)
        return n->type = check_type(LF_T_ERROR);
    const char *wanted = wish_text(c, wish), *note = wish_note(c, wish, wanted);
    const char *found = lf_check_type_name(c, n->type);
    if (n->kind == LF_N_INT && wishes(wish, LF_T_BOOL) && n->value >= 0 && n->value <= 1)
        note = n->value ? "write `true`" : "write `false`";
    else if (lf_is_bound(n->type) && wishes(wish, LF_T_INT))
        note = lf_check_how_to_bound;
    else if (n->kind == LF_N_INT && wishes(wish, LF_T_SEAT))
        note = lf_check_printf(c, "the seats are numbered from 0 to %u", c->model->seat_count - 1);
    lf_check_mark_reported(c, n);
    return n->type = lf_check_fault_at(c, n, LF_E0503, wish->pos, note, "expected %s, found %s",
                                       wanted, found);
}

/* Of the types that a place takes, the one that an open expression gets there. */
static lf_type wished_type(lf_type open, const check_wish *wish) {
    if (!check_is_open_set(open) || lf_check_agrees(open, wish->type))
        return wish->type;
    for (size_t i = 0; i < LF_COUNT(sets); i++)
        if (check_is(check_type((lf_base_type)sets[i].set), wish->also))
            return check_type((lf_base_type)sets[i].set);
    return wish->type;
}

lf_type lf_check_fit(checker *c, lf_node *n, check_wish wish) {
    if (n == NULL)
        return check_type(LF_T_ERROR);
    if (!wish.loose) {
        const lf_type wanted = wished_type(n->type, &wish);
        lf_check_bind(n, wanted);
        lf_check_settle(n, wanted);
    }
    if (fits_wish(n->type, &wish))
        lf_check_settle_none(n, wish.type);
    if (fits_wish(n->type, &wish) || convert(c, n, &wish))
        return n->type;
    return mismatch(c, n, &wish);
}

lf_type lf_check_as(checker *c, lf_node *n, check_wish wish) {
    lf_check_expr(c, n, wish.type);
    return lf_check_fit(c, n, wish);
}

/* ---- conditions ---- */

/* How to make a condition of what is not one. */
static const char *condition_hint(lf_type type) {
    if (type.base == LF_T_INT)
        return "compare it, for example `… > 0`";
    if (check_is(type, BITS_OF_SETS) || check_is_open_set(type))
        return "to test whether it has members, write `size(…) > 0`";
    if (type.base == LF_T_PIECES)
        return "to test whether there are such pieces, write `any … in ZONE`";
    if (type.base == LF_T_ENUM)
        return "compare it; each side of `or` and `and` needs a comparison of its own";
    if (check_is(type, BITS_OF_REFERENCES))
        return "compare it, for example `… != none`";
    return NULL;
}

void lf_check_fit_condition(checker *c, lf_node *n) {
    if (n == NULL)
        return;
    lf_type wanted = check_type(LF_T_BOOL), type = lf_check_bind(n, wanted);
    if (lf_check_agrees(type, wanted))
        return;
    const char *hint = condition_hint(type);
    if (n->kind == LF_N_INT && n->value >= 0 && n->value <= 1)
        hint = n->value ? "write `true`" : "write `false`";
    lf_check_mark_reported(c, n);
    n->type = lf_check_fault(c, n, LF_E0504, hint, "expected a condition, found %s",
                             lf_check_type_name(c, type));
}

void lf_check_condition(checker *c, lf_node *n, const char *pure) {
    const char *outer = c->body->pure;
    if (pure != NULL)
        c->body->pure = pure;
    lf_check_expr(c, n, check_type(LF_T_BOOL));
    c->body->pure = outer;
    lf_check_fit_condition(c, n);
}

const char lf_check_in_function[] = "a function";
const char lf_check_in_default[] = "the default of a parameter";

void lf_check_require_pure(checker *c, const lf_node *n, const char *doing) {
    if (c->body->pure == NULL)
        return;
    const char *note = "do it in an earlier statement, and keep the result with `let`";
    if (c->body->pure == lf_check_in_function)
        note = "make it a procedure";
    if (c->body->pure == lf_check_in_default)
        note = "pass it in the call";
    lf_check_fault(c, n, LF_E0513, note, "%s may not %s", c->body->pure, doing);
}
