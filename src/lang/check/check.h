/* check.h: what the files of the checker share (prefix lf_check_). Nothing outside this folder
 * includes it.
 *
 * The checker walks every behaviour of a game (a "body": routine, action, hook, card part, rule)
 * at least twice. The first walk is muted: it reports nothing and only infers, from how they are
 * used, the types of parameters and of locals that start as `none` or `{}`. It is repeated while it
 * learns types and others are still open. The last walk knows these types, settles every node and
 * reports. A called routine is checked before the call is judged, so its types are known by then.
 *
 * One mistake gives one diagnostic: what is wrong gets the type LF_T_ERROR, which agrees with
 * everything. check_settled.c reports what is left without a type.
 *
 * After a check without errors the compiler can rely on this:
 *   - every expression has a type, every NAME a symbol (`none` has none), every binder (LET, FOR,
 *   CHOOSE,
 *     CHOOSE_N, SELECT, AGGREGATE) its LOCAL symbol in node->symbol;
 *   - the arguments of a CALL are all in `args`, in order, defaults of routines filled in; `with`
 *   is empty;
 *     CALL nodes carry the symbol of the routine or built-in;
 *   - a seat or group that stands for its pieces is a word of a PIECES node;
 *   - a stack that stands for the set of its cards is a CALL of `cardsIn`;
 *   - no LF_T_RECORD is left: fields are variables (check_records.c);
 *   - no LF_T_DATA is left: loops over scenario data are unrolled, its fields are constants. */
#ifndef LF_CHECK_H
#define LF_CHECK_H

#include <assert.h>

#include "lang/model.h"

/* ---- types as sets of bits, for places that take several ---- */

#define BASE_BIT(base) (1u << (base))
static_assert(LF_BASE_TYPES <= 32, "a set of types is one word");
enum {
    bits_of_sets = 0
#define LF_SET_SORT(type, text, say, element, domain) | BASE_BIT(LF_T_##type)
#include "base/sorts.def"
};
enum {
    bits_of_references = 0
#define LF_REFERENCE_SORT(type, text, say) | BASE_BIT(LF_T_##type)
#include "base/sorts.def"
};
#define BITS_OF_SETS ((uint32_t)bits_of_sets)
#define BITS_OF_REFERENCES ((uint32_t)bits_of_references) /* what can be none */

static inline lf_type check_type(lf_base_type base) {
    return (lf_type){.base = (uint8_t)base};
}
static inline bool check_is(lf_type type, uint32_t bits) {
    return (BASE_BIT(type.base) & bits) != 0;
}

/* A number that may be none: `int limit = none`. See check_bounds.c. */
static inline lf_type check_bound(void) {
    return (lf_type){.base = LF_T_INT, .by = 1};
}

/* A type that is still to be inferred, of which this much is known. */
static inline lf_type check_open(lf_open_kind kind) {
    return (lf_type){.base = LF_T_UNKNOWN, .by = (uint8_t)kind};
}
static inline bool check_is_open_set(lf_type type) {
    return type.base == LF_T_UNKNOWN && type.by == LF_OPEN_SET;
}

/* ---- locals ---- */

typedef enum { LOCAL_VARIABLE, LOCAL_PARAMETER, LOCAL_LOOP, LOCAL_CHOICE, LOCAL_DATA } local_role;

/* Every symbol of kind LOCAL (or DATA, for a loop over scenario data) is the head of one of
 * these. */
typedef struct {
    lf_symbol symbol;
    local_role role;
    bool inferred; /* nothing declares the type: its uses may bind or narrow it */
    bool *learned; /* of its body: set when a use shows the type of a local */
    bool one_slot; /* a piece filter that holds a single slot, because it was chosen or walked */
    bool quiet;    /* no warning if it is never used */
} check_local;

/* ---- bodies ---- */

typedef enum {
    BODY_FUNCTION,
    BODY_PROCEDURE,
    BODY_ACTION,
    BODY_HOOK,
    BODY_PART,
    BODY_SETUP,
    BODY_RULE, /* a bare expression: terminal conditions, margins, invariants */
    BODY_SNIPPET
} body_kind;

/* What a body calls. Targets are numbered as in check_flow.c: routines, the margins, card parts. */
typedef struct {
    uint32_t target;
    lf_pos pos;
    uint16_t length;
    bool asks; /* a question: whether the part of a card can be performed */
} flow_call;

typedef struct {
    flow_call *calls;
    uint32_t count, capacity;
    bool may_fail, may_choose;
    /* What cannot be taken back, here or in what it calls (check_supposing.c): in words, or
     * NULL. */
    const char *irrevocable;
    lf_pos irrevocable_pos;
    uint32_t irrevocable_by; /* the target that does it; UINT32_MAX: the body itself */
} check_flow;

/* A call whose effects are taken back. */
typedef struct {
    uint32_t target;
    lf_pos pos;
    uint16_t length;
} supposed_call;

typedef enum { LOOP_NONE, LOOP_PLAIN, LOOP_DATA } loop_kind;

typedef struct {
    body_kind kind;
    const char *name;                  /* for messages; NULL where there is none */
    const lf_model_scenario *scenario; /* BODY_SETUP: whose data `scenario` is */
    check_flow *flow;
    bool muted;
    bool for_agents; /* a routine of the section `agents` */
    bool incomplete; /* what could not be parsed may use what seems to be unused */
    /* NULL, or what may neither change the game nor roll dice: "a `where` condition" */
    const char *pure;
    uint32_t supposing;  /* how many of them are around what is checked */
    loop_kind loop;      /* what `break` would leave */
    const char *pending; /* what a choice will be called, while its prompt is checked */
    check_local **scope;
    uint32_t scope_count, scope_capacity;
    uint32_t local_count;
    lf_type result; /* of the `return`s so far; UNKNOWN before the first */
    lf_pos result_pos;
    /* Of this walk: what must have got a type by its end. */
    lf_node **empty_sets; /* `{}` where no set is expected */
    lf_node **open_lets;  /* LETs whose value does not tell the type: `none`, `{}` */
    uint32_t empty_count, empty_capacity, open_let_count, open_let_capacity;
    bool learned;    /* this walk found the type of some local, … */
    bool still_open; /* … and some local has none yet */
} check_body;

typedef enum { ROUTINE_NEW, ROUTINE_ACTIVE, ROUTINE_OPEN, ROUTINE_DONE } routine_state;

/* What the checker keeps about a routine beside the model. OPEN: checked, but some parameter's type
 * is still unknown and is left to the first call. */
typedef struct {
    routine_state state;
    bool used;      /* something calls it */
    bool *declared; /* per parameter: has an annotation */
    check_flow flow;
} check_routine_info;

typedef struct {
    lf_model *model;
    check_body *body; /* the one being checked */
    check_routine_info *routines;
    check_flow *parts;   /* [card × part] */
    check_flow *actions; /* per action */
    check_flow *setups;  /* per scenario */
    check_flow margins;
    /* per repetition: some rule remembers positions, asks how often */
    bool *remembered, *asked_times;
    bool *timing_asked; /* per checkpoint: some `check` names its timing */
    bool *var_used;     /* per variable of the model: some behaviour mentions it */
    int depth;          /* of routines being checked inside each other */
    uint32_t unrolled;  /* bodies of loops over scenario data so far */
    bool param_read;    /* some parameter was, since this was last cleared */
    supposed_call *supposed;
    uint32_t supposed_count, supposed_capacity;
} checker;

/* ---- check.c: bodies and messages ---- */

void lf_check_routine(checker *, uint32_t index);

/* Reports an error at a node, unless muted, and returns LF_T_ERROR. */
lf_type lf_check_fault(checker *, const lf_node *, lf_code, const char *note, const char *format,
                       ...) LF_PRINTF(5, 6);
/* The same with a note that points elsewhere. */
lf_type lf_check_fault_at(checker *, const lf_node *, lf_code, lf_pos note_pos, const char *note,
                          const char *format, ...) LF_PRINTF(6, 7);
void lf_check_warn(checker *, lf_pos, uint16_t length, lf_code, const char *note,
                   const char *format, ...) LF_PRINTF(6, 7);
const char *lf_check_printf(checker *, const char *format, ...) LF_PRINTF(2, 3);
/* "did you mean `x`?", or NULL if nothing is near. */
const char *lf_check_did_you_mean(checker *, const lf_nearest *);
const char *lf_check_type_name(checker *, lf_type);

/* ---- check_types.c: agreement and wishes ---- */

/* What a place takes, and where that comes from. The note of a mismatch reads "WHAT `NAME` is
 * TYPE", "WHAT is TYPE" if the name is "", or "WHAT takes TYPE" if there is none. */
typedef struct {
    lf_type type;     /* what an unresolved name is taken for; named in the message */
    uint32_t also;    /* further base types that will do, as bits */
    bool loose;       /* says nothing about a local whose type is still open */
    const char *what; /* NULL: no note */
    const char *name;
    lf_pos pos;
} check_wish;

#define WISH(base_type, from) ((check_wish){.type = check_type(base_type), .what = (from)})

bool lf_check_agrees(lf_type have, lf_type want);
/* The type that holds both, or ERROR if there is none. */
bool lf_check_join(lf_type a, lf_type b, lf_type *out);
lf_type lf_check_element(lf_type set);    /* spaces → space; ERROR if it is no set */
lf_type lf_check_set_of(lf_type element); /* space → spaces; ERROR if there are no sets of it */
bool lf_check_same(lf_type, lf_type);
bool lf_check_is_value(lf_type); /* a variable can hold it */
/* Checks a node that must be of the wished type, converts it where the language says so. */
lf_type lf_check_as(checker *, lf_node *, check_wish);
/* The same for a node that has been checked. A node is checked once a walk: twice at every level
 * would be exponential in the depth of an expression. */
lf_type lf_check_fit(checker *, lf_node *, check_wish);
/* Gives a local whose type is still open the type that this use asks for. */
lf_type lf_check_bind(lf_node *, lf_type want);
/* A bool; `pure` says what it is, where it may not change the game, NULL where the body decides. */
void lf_check_condition(checker *, lf_node *, const char *pure);
void lf_check_fit_condition(checker *, lf_node *);
void lf_check_require_pure(checker *, const lf_node *, const char *doing);
/* What check_body.pure says in the body of a function, and in the default of a parameter. */
extern const char lf_check_in_function[], lf_check_in_default[];

/* Reports the empty sets of the body that nothing gave a type. */
void lf_check_settle_empty_sets(checker *);
/* The same for the locals of the body. */
void lf_check_settle_lets(checker *);
/* Gives an expression whose type is open the type of its place, if that can be. */
void lf_check_settle(lf_node *, lf_type);
/* Something about the expression has been reported: its open type needs no second diagnostic. */
void lf_check_mark_reported(const checker *, lf_node *);
/* Rewriting in place. */
void lf_check_wrap(checker *, lf_node *,
                   lf_node_kind); /* PIECES, CALL: the old node becomes the only item of the list */

/* ---- check_bounds.c: numbers that may be none ---- */

/* Locals that a condition has shown to be numbers, for as long as that holds. */
typedef struct {
    check_local *locals[8];
    uint32_t count;
} shown_numbers;

shown_numbers lf_check_show_numbers(const lf_node *condition, bool holds);
void lf_check_forget_numbers(shown_numbers *);
/* `none` where a bound is wanted becomes no bound */
void lf_check_settle_none(lf_node *, lf_type wanted);
void lf_check_settle_returns(lf_node *body, lf_type result);
/* A node that must be a number, or a variable that may be none, where none is as good as a very
 * great number. */
lf_type lf_check_amount(checker *, lf_node *, const char *what);
extern const char lf_check_how_to_bound[]; /* the note where a number is needed */

/* ---- check_names.c: scopes and names ---- */

check_local *lf_check_declare(checker *, const char *name, lf_pos, lf_type, local_role);
check_local *lf_check_find_local(const checker *, const char *name);
void lf_check_leave_scope(checker *,
                          /* drops the locals above the mark; warns of unused ones */
                          uint32_t mark);
/* NULL if the node is no name of a local */
check_local *lf_check_local_of(const lf_node *name);
lf_pos lf_check_binder_pos(const checker *, const lf_node *); /* where a binder's name stands */
void lf_check_name_to_call(checker *, lf_node *);
/* an enum value's name, or an empty set */
bool lf_check_wants_hint(const checker *, const lf_node *);
bool lf_check_is_ambiguous(const checker *, const lf_node *); /* a value of several enumerations */
lf_type lf_check_symbol_type(const lf_model *, const lf_symbol *);

/* ---- check_unknown.c: names that nothing declares ---- */

lf_type lf_check_unknown_name(checker *, lf_node *, lf_type hint); /* reports it */
/* The target of `x = …` that nothing declares is reported, and a local from then on; false if it is
 * something else. */
bool lf_check_unknown_variable(checker *, lf_node *name);
/* for what people bring from other languages; NULL */
const char *lf_check_foreign_advice(const char *name);

/* ---- check_expr.c, check_props.c, check_sets.c, check_pieces.c, check_calls.c ---- */

/* Every kind of expression has one of these: settles the node and returns its type. The hint is the
 * type that its place would like, UNKNOWN if it has no wish; it only helps to resolve, nothing is
 * reported. */
typedef lf_type expr_check(checker *, lf_node *, lf_type hint);

/* of any kind; NULL is a node that could not be parsed */
expr_check lf_check_expr;
lf_type lf_check_any_expr(checker *, lf_node *); /* without a hint */
expr_check lf_check_record_or_expr;              /* the same where a record may stand */
expr_check lf_check_name_expr;
expr_check lf_check_unary, lf_check_binary;
expr_check lf_check_prop, lf_check_index;
expr_check lf_check_set, lf_check_select, lf_check_aggregate;
expr_check lf_check_count; /* COUNT and ANY */
expr_check lf_check_tally;
void lf_check_use_group(checker *, const lf_symbol *group); /* its variables are mentioned */
expr_check lf_check_kinds, lf_check_pieces;
expr_check lf_check_call;
expr_check lf_check_supposing;
lf_type lf_check_call_or_void(checker *, lf_node *);
/* What a loop, choice or aggregate walks: the type of one element, ERROR after a report. */
lf_type lf_check_domain(checker *, lf_node *, const char *pure);
void lf_check_text(checker *, lf_node *text);

const char *lf_check_word_text(const lf_node *); /* a word of a filter, as messages show it */
/* The slots of a filter made of constant words. */
bool lf_check_constant_filter(const checker *, const lf_node *, uint64_t *mask);
/* The slots that a filter can have at most, whatever its computed words are. */
uint64_t lf_check_filter_at_most(const checker *, const lf_node *);
/* Whether the filter always denotes at most one slot (or one kind, whatever its state). */
bool lf_check_is_single(const checker *, const lf_node *, uint64_t without, bool by_kind);

/* ---- check_records.c: fields, and two records at once ---- */

void lf_check_use_record(checker *, const lf_model_record_var *);
lf_type lf_check_refuse_record(checker *, lf_node *); /* where a value is needed */
lf_type lf_check_field(checker *, lf_node *prop);     /* of what has been checked and is a record */
void lf_check_assign_record(checker *, lf_node *assign);
lf_type lf_check_compare_records(checker *, lf_node *n, lf_node *first, lf_node *second);

/* ---- check_data.c: scenario data ---- */

typedef enum { DATA_NOT, DATA_MISSING, DATA_FOUND } data_path;

data_path lf_check_data_path(checker *, lf_node *, const lf_doc **found);
lf_type lf_check_data_expr(checker *, lf_node *, data_path, const lf_doc *, lf_type hint);
bool lf_check_unroll(checker *, lf_node *loop); /* true if the loop was one over scenario data */

/* ---- check_stmt.c, check_choice.c, check_transfer.c ---- */

void lf_check_block(checker *, lf_node *);
void lf_check_statement(checker *, lf_node *);
bool lf_check_always_returns(const lf_node *);
void lf_check_let(checker *, lf_node *);
void lf_check_assign(checker *, lf_node *);
void lf_check_choose(checker *, lf_node *);
void lf_check_choose_n(checker *, lf_node *);
void lf_check_menu(checker *, lf_node *);
void lf_check_transfer(checker *, lf_node *);
void lf_check_perform(checker *, lf_node *);

/* ---- check_repetition.c: positions that occur again ---- */

void lf_check_remember(checker *, lf_node *); /* REMEMBER and FORGET */
lf_type lf_check_times(checker *, lf_node *call, lf_node *of);
void lf_check_warn_of_unremembered(checker *);

/* ---- check_flow.c: who calls whom ---- */

void lf_check_note_call(checker *, const lf_node *, uint32_t target);
/* `card.part` as a condition: can the part be performed? */
void lf_check_part_question(checker *, lf_node *);
uint32_t lf_check_margin_target(const checker *);
uint32_t lf_check_part_target(const checker *, uint32_t card, uint32_t part);
void lf_check_whole_flow(checker *);
check_flow *lf_check_flow_of(const checker *, uint32_t target);
const char *lf_check_target_name(checker *, uint32_t target);

/* ---- check_supposing.c: what would be so ---- */

/* This cannot be taken back; `doing` is what it does: "roll dice". */
void lf_check_irrevocable(checker *, const lf_node *, const char *doing);
void lf_check_note_supposed(checker *, const lf_node *, uint32_t target);
/* When it is known who calls whom. */
void lf_check_refuse_irrevocable(checker *);

/* ---- check_settled.c: what the compiler relies on ---- */

/* Reports every expression of the game that has no type; only for a game without errors. */
void lf_check_require_settled(checker *);
void lf_check_require_settled_tree(checker *, lf_node *);

/* ---- check_secrets.c: options that tell of hidden cards; only for a game without errors ---- */
void lf_check_secrets(checker *);

#endif
