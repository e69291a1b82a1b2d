/* compile.h: what the files of the compiler share. Nothing outside compile/ includes it; the way in
 * is lf_game_load (load.c).
 *
 * The compiler lowers the checked model to one program. Every body becomes a routine with registers
 * of its own: parameters first, then locals in the order in which they come into scope, temporaries
 * above them; all are released in reverse, so "the registers in use" is one number (`next`). Tables
 * lie behind the registers of the frame.
 *
 * Routine 0 is the course of play: phases, the legal actions, the choice of one, and around again.
 *
 * A condition on the elements of a set goes through four hands before it becomes a loop, if it
 * does: inline.c puts in what its calls stand for, fold.c takes out what is known, setwise.c puts
 * the rest to the whole set as far as it can, and invariant.c says what may be worked out early.
 * walk.c makes the loop. */
#ifndef LF_COMPILE_H
#define LF_COMPILE_H

#include "kernel/game.h"
#include "lang/model.h"

typedef struct {
    uint32_t *items; /* instructions whose imm waits for a target */
    uint32_t count, capacity;
} lf_fixups;

typedef struct lf_loop {
    lf_fixups breaks, continues;
    uint32_t base; /* registers in use when the loop began */
    struct lf_loop *outer;
} lf_loop;

/* What the passes of one compile have found out and spent so far. A pass that asks the same of a
 * function again and again looks it up, and one that works on what calls stand for has a budget:
 * rules that call each other in ladders describe exponentially much, and are compiled all the same,
 * with less of it made faster. */
typedef struct lf_safe_call {
    uint64_t sure; /* the parameters that are elements, a bit each */
    bool safe;
    struct lf_safe_call *next;
} lf_safe_call;
typedef struct {
    lf_safe_call **safe_calls; /* per model routine: a list */
    uint64_t folded;           /* steps of fold.c */
    uint64_t inlined;          /* nodes that inline.c copied */
} lf_work;

typedef struct {
    lf_model *model;
    lf_game *game;
    lf_arena *arena;

    /* growing tables of the game */
    uint32_t code_capacity, place_capacity, place_file_capacity, constant_capacity,
        template_capacity, site_capacity, routine_capacity, flip_capacity, card_register_capacity;
    lf_choice_source *choices; /* one a site */
    uint32_t choice_count, choice_capacity;
    lf_choice_source *calls; /* of procedures, by pc */
    uint32_t call_count, call_capacity;
    uint32_t routines_of_model;   /* of those of the rules; see lf_routine_of_model */
    uint32_t routines_of_agents;  /* the last of the program */
    uint32_t action_routines;     /* of action i */
    uint32_t checkpoint_routines; /* of checkpoint i */
    uint32_t margin_routine;      /* margin(seat), if the game has margins */
    uint32_t part_questions;      /* of card part i: can it be performed? */
    uint32_t untimed_routine;     /* all checkpoints without a timing; 0: there is none */

    lf_work *work;
    lf_map *questions; /* what asks (a statement, a parameter of an action) → its question */

    bool *behind;         /* per model routine: something behind one of its calls can fail */
    bool behind_performs; /* the same for card parts */
    bool parts_may_fail;  /* some card part can fail by itself */
    bool hooks_may_fail;  /* some hook of a phase can fail: look-ahead goes on through the hooks */

    /* the routine being compiled */
    uint32_t routine;
    uint32_t next, high;          /* registers in use now and at most */
    uint32_t first_card_register; /* of this routine, in the game's table */
    uint32_t table_words;
    lf_fixups table_uses; /* instructions whose imm is relative to the tables */
    /* by local index; LF_NO_REGISTER before its declaration */
    uint8_t *local_registers;
    uint32_t *local_tables; /* by local index: offset of its table */
    /* by local index: it always holds an element, never `none` */
    bool *local_sure;
    uint8_t *local_how; /* by local index: how PUT moves the card that it holds */
    /* local_count: numbers in use, those of inlined bodies too */
    uint32_t local_capacity, local_count;
    uint32_t own_locals; /* numbers of the routine's own bodies */
    uint32_t inlined_nodes;
    lf_loop *loop;
    lf_pos pos; /* of what is being lowered */
    /* of the choices of the body that is lowered: the action's word, or the game's */
    lf_ask ask;
    bool rest_may_fail; /* something after the statement being lowered can fail */
    bool has_tables;    /* calls from here use CALLFAR */
    bool too_big;       /* registers ran out: reported once a routine */
} lf_compiler;

/* The routine of the game that a routine of the model becomes. Those of the agents come behind all
 * others. */
static inline uint32_t lf_routine_of_model(const lf_compiler *c, uint32_t index) {
    const uint32_t rules = c->model->rule_routine_count;
    return index < rules ? c->routines_of_model + index : c->routines_of_agents + (index - rules);
}

#define LF_NO_REGISTER UINT8_MAX

typedef enum {
#define LF_OPTIMISATION(NAME, name, text) LF_OPT_##NAME,
#include "compile/optimisations.def"
#undef LF_OPTIMISATION
    LF_OPTIMISATIONS
} lf_optimisation;

static inline bool lf_does(const lf_compiler *c, lf_optimisation optimisation) {
    return (c->game->without >> optimisation & 1) == 0;
}

/* ---- what sort of expression it is ---- */

/* Of nothing it has no answer: the smallest, the greatest, the first of an enumeration, which has
 * no `none`. */
static inline bool lf_needs_one(const lf_node *n) {
    return n->kind == LF_N_AGGREGATE && (n->word == LF_W_MIN || n->word == LF_W_MAX ||
                                         (n->word == LF_W_FIRST && n->type.base == LF_T_ENUM));
}
static inline bool lf_is_set(lf_type type) {
    return type.base >= LF_T_SPACES && type.base <= LF_T_INTS;
}

static inline bool lf_is_empty_set(const lf_node *n) {
    return n->kind == LF_N_SET && n->type.base != LF_T_PIECES && n->kids[LF_K_LIST]->kid_count == 0;
}

/* `and` and `or` of truths; they also join sets and filters. */
static inline bool lf_is_logical(const lf_node *n) {
    return n->kind == LF_N_BINARY && n->type.base == LF_T_BOOL &&
           (n->word == LF_W_AND || n->word == LF_W_OR);
}

static inline bool lf_is_comparison(const lf_node *n) {
    return n->kind == LF_N_BINARY && n->word >= LF_W_EQ && n->word <= LF_W_GE;
}

/* ---- emit.c: code, constants, registers ---- */
uint32_t lf_emit(lf_compiler *, lf_opcode, uint32_t a, uint32_t b, uint32_t c, int64_t imm);
uint32_t lf_here(const lf_compiler *);
lf_work *lf_work_new(lf_arena *, const lf_model *);
void lf_fixup_add(lf_compiler *, lf_fixups *, uint32_t instruction);
void lf_fixup_here(lf_compiler *, const lf_fixups *);
void lf_patch(lf_compiler *, uint32_t instruction, uint32_t target);
uint32_t lf_constant_words(lf_compiler *, const int64_t *words, uint32_t count);
uint32_t lf_take(lf_compiler *, uint32_t words);    /* registers from `next` on */
uint32_t lf_words_of(const lf_compiler *, lf_type); /* registers that a value takes */
/* From here on the register holds a value of this type: notes it if that is a card or a set of
 * cards. */
void lf_note_cards(lf_compiler *, uint32_t reg, lf_type);
uint32_t lf_place_of(lf_compiler *, lf_pos);
uint32_t lf_routine_new(lf_compiler *, const char *name);
/* body: NULL if there is none */
void lf_routine_begin(lf_compiler *, uint32_t routine, const lf_node *body);
void lf_routine_locals(lf_compiler *,
                       /* room for the locals of a further body in this routine */
                       const lf_node *body);
void lf_routine_end(lf_compiler *);

/* ---- expr.c, filter.c, calls.c ---- */

/* The value in some register: a local's own, or a temporary. */
uint32_t lf_expr(lf_compiler *, const lf_node *);
/* How many seats play, where an option says so. */
void lf_seats_in_play_to(lf_compiler *, uint32_t target);
/* The operand of TGET and TSET that says what a table is by, and the register with the place of an
 * entry in it. */
uint32_t lf_table_by(const lf_symbol *table);
/* Of an INDEX into a row of variables: puts into a register which cell, or set, of the row it is.
 * Returns the first variable of the row, or NULL if it is another INDEX. */
const lf_var *lf_row_place(lf_compiler *, const lf_node *n, uint32_t *reg);
uint32_t lf_table_index(lf_compiler *, const lf_node *at, const lf_symbol *table);
/* The value in this register. */
void lf_expr_to(lf_compiler *, const lf_node *, uint32_t target);
/* Registers to make a value in step by step: the target, or others if the expression reads it. */
uint32_t lf_working_copy(lf_compiler *, const lf_node *, uint32_t target, uint32_t words);
/* The same where the place has a type of its own: `none` among filters is the empty filter. */
void lf_expr_as(lf_compiler *, const lf_node *, lf_type, uint32_t target);
/* Goes to the returned fixups if the condition is (not) true; falls through otherwise. */
void lf_branch(lf_compiler *, const lf_node *, bool when, lf_fixups *targets);
bool lf_constant_element(const lf_node *, int64_t *value); /* a number, or the number of a thing */
/* A jump, to be patched, if the register compares so with a number of 16 bits. */
uint32_t lf_jump_constant(lf_compiler *, lf_word comparison, uint32_t reg, int64_t constant);
lf_word lf_opposite(lf_word comparison); /* true exactly when the other is false */
void lf_filter_to(lf_compiler *, const lf_node *, uint32_t target);
bool lf_filter_constant(const lf_compiler *, const lf_node *, uint64_t *mask);
void lf_call_to(lf_compiler *, const lf_node *, uint32_t target);
void lf_call_routine(lf_compiler *, uint32_t routine, uint32_t window, uint32_t arg_words,
                     uint32_t result_words);
/* -1 for NULL; takes registers for its values */
int32_t lf_template_of(lf_compiler *, const lf_node *text);
/* "VERB ZONE?" for choices that a rule leaves unworded; the zone stands in a register (UINT32_MAX:
 * none). */
int32_t lf_template_about(lf_compiler *, const char *text, uint32_t zone);
lf_sort lf_sort_of(lf_type);
int lf_find_var(const lf_model *, lf_scope, const char *name);
/* Whether the part of the card in a node can be performed: it has the part, and its `when`
 * holds. */
void lf_ask_part(lf_compiler *, const lf_node *card, const char *part, uint32_t target);
/* A `perform` whose part has a condition on some card, as the first statement of a block; otherwise
 * NULL. */
const lf_node *lf_conditional_perform(const lf_compiler *, const lf_node *block);
const char *lf_part_question_name(lf_arena *, const char *part);
int lf_find_property(const lf_model_property *, uint32_t count, const char *name);

/* ---- inline.c ---- */

/* The expression that a call of a small pure function stands for, or NULL. May emit code for the
 * arguments. */
const lf_node *lf_inlined(lf_compiler *, const lf_node *call);
/* A name for the value of an expression, which is computed now. */
const lf_node *lf_computed(lf_compiler *, const lf_node *value, lf_type);

/* The condition with the calls that mention the element replaced by what they stand for, as far as
 * possible. May emit code for arguments that are the same for all elements. */
const lf_node *lf_expanded(lf_compiler *, const lf_node *condition, const lf_symbol *binder);

/* ---- invariant.c: what is the same for all elements ---- */
bool lf_mentions(const lf_node *, const lf_symbol *);
/* A local that always holds an element, never `none`. */
void lf_mark_sure(lf_compiler *, const lf_symbol *);
/* Whether working this out can never fail. */
bool lf_is_safe(const lf_compiler *, const lf_node *);
/* The same for a part of another routine's body: nothing is known of its locals. */
bool lf_is_safe_inside(const lf_compiler *, const lf_node *);
/* The condition with names for the parts that do not mention the element; they are computed now. */
const lf_node *lf_hoisted(lf_compiler *, const lf_node *condition, const lf_symbol *binder);

/* ---- setwise.c ---- */

/* Puts a condition, already expanded, to all elements of the set in these registers. Returns what
 * is left to test of those that remain, or NULL. `all`: every element would be tested anyway;
 * otherwise the first that satisfies the condition may be enough. */
const lf_node *lf_setwise(lf_compiler *, const lf_node *where, const lf_symbol *binder,
                          uint32_t set, bool all);

/* ---- fold.c: what is known while compiling ---- */

#define LF_KNOWN_WORDS ((LF_MAX_ZONES > LF_MAX_CARDS ? LF_MAX_ZONES : LF_MAX_CARDS) / 64 + 1)
typedef struct {
    int64_t words[LF_KNOWN_WORDS]; /* a number in the first, or a set */
} lf_known;
#define LF_DOMAIN_WORDS                                                                            \
    (LF_KNOWN_WORDS > (LF_MAX_NUMBERS + 63) / 64 ? LF_KNOWN_WORDS : (LF_MAX_NUMBERS + 63) / 64)
bool lf_known_value(const lf_compiler *, const lf_node *, lf_known *out);
/* The elements, of the first `count`, for which a condition holds; false if that depends on the
 * state. */
bool lf_known_members(const lf_compiler *, const lf_node *condition, const lf_symbol *binder,
                      uint32_t count, lf_known *out);
/* Moves the known part of a condition into the domain. False if nothing is known; otherwise *set is
 * the narrower domain and *rest what is left to test, or NULL. */
bool lf_narrow_domain(const lf_compiler *, const lf_node *domain, const lf_node *where,
                      const lf_symbol *binder, lf_known *set, const lf_node **rest);

/* ---- numbers.c: sets of numbers ---- */

/* How the numbers of a domain that is walked or offered are kept: a bit each. */
typedef struct {
    uint32_t words;      /* registers */
    uint32_t count;      /* of the list; 0: bit i is the number i */
    const int64_t *list; /* otherwise bit i is the i-th of these constants; they ascend */
} lf_numbers;
lf_numbers lf_numbers_of(lf_compiler *, const lf_node *domain);
/* The same for a choice, which shows its numbers to people and may have a way out. */
lf_numbers lf_numbers_offered(lf_compiler *, const lf_node *domain, bool way_out);
/* A way out is -1, so no number below 0 can stand beside it. Computed ends are watched during
 * play. */
void lf_refuse_negative(lf_compiler *, const lf_node *domain, const lf_node *lowest);
/* All numbers of a list, as a set. */
void lf_numbers_all(lf_compiler *, const lf_numbers *, uint32_t set);
/* The number at the place, in the list, that stands in the register `index`. */
void lf_number_at(lf_compiler *, const lf_numbers *, uint32_t index, uint32_t target);
/* Whether membership in this domain is settled by comparing, not by a bit of a set. */
bool lf_compares_members(const lf_node *domain);
/* Goes to the targets if the number in the register `element` is (not) in the domain; falls through
 * otherwise. */
void lf_branch_member(lf_compiler *, uint32_t element, const lf_node *domain, bool when,
                      lf_fixups *targets);

/* ---- walk.c ---- */

/* A loop over a domain: the code between begin and end runs once an element, which stands in
 * `element`. */
typedef struct {
    lf_loop loop;
    uint32_t element, head, saved_next;
    uint32_t words, set; /* of a set walked */
    uint32_t place;      /* the element, or where it stands in the list of numbers */
    lf_numbers numbers;
    bool counts; /* a range */
} lf_walk;
/* The domain is evaluated once, before the first element. */
void lf_walk_begin(lf_compiler *, lf_walk *, const lf_node *domain, const lf_symbol *binder);
/* The same with a condition, in a place where nothing changes meanwhile: elements are tested as
 * they come. `all`: the loop is never left early. */
void lf_walk_where(lf_compiler *, lf_walk *, const lf_node *domain, const lf_node *where,
                   const lf_symbol *binder, bool all);
/* The same over all that a choice may offer, so that what is found can be added to the set of its
 * options. */
void lf_walk_offered(lf_compiler *, lf_walk *, const lf_node *domain, const lf_symbol *binder);
void lf_walk_end(lf_compiler *, lf_walk *);
void lf_load_empty(lf_compiler *, uint32_t set, uint32_t words);
/* Adds the element of a walk to a set. */
void lf_add_element(lf_compiler *, const lf_walk *, lf_type domain, uint32_t set);
/* Takes out of a set of zones, in its registers, those for which a condition does not hold. */
void lf_keep_where(lf_compiler *, const lf_node *where, const lf_symbol *binder, uint32_t set);
/* The registers that the elements of a domain take, and all of them in these registers. */
uint32_t lf_domain_words(lf_compiler *, const lf_node *domain);
void lf_domain_to(lf_compiler *, const lf_node *domain, uint32_t set);
/* The elements of a domain for which a condition holds, as a set. The condition may not read
 * `result`. */
void lf_select_to(lf_compiler *, const lf_node *domain, const lf_node *where,
                  const lf_symbol *binder, uint32_t result);
/* Goes to the targets if there is (not) one; falls through otherwise. Not for ranges. */
void lf_branch_some(lf_compiler *, const lf_node *domain, const lf_node *where,
                    const lf_symbol *binder, bool some, lf_fixups *targets);

/* ---- stmt.c, choice.c, transfer.c ---- */
void lf_block(lf_compiler *, const lf_node *block);
void lf_statement(lf_compiler *, const lf_node *);
void lf_choose(lf_compiler *, const lf_node *);
void lf_choose_n(lf_compiler *, const lf_node *);
void lf_menu(lf_compiler *, const lf_node *);
void lf_transfer(lf_compiler *, const lf_node *);
void lf_bind_local(lf_compiler *, const lf_symbol *, uint32_t reg);

typedef struct {
    lf_domain domain;
    uint16_t enum_id;
    uint32_t source, bind;
    /* the statement; NULL: the actions of a phase, or a parameter of `action` */
    const lf_node *node;
    const lf_model_action *action;
    uint32_t param;
    const lf_node *prompt, *by, *or_label;
    const int32_t *own_prompt;     /* a template, where the rule gives none */
    const char *own_way_out;       /* words, where the rule cannot give any */
    bool sealed;                   /* what is chosen is reported to the chooser alone */
    lf_ask ask;                    /* what the statement says of a single option */
    uint64_t ask_always, ask_real; /* ACTIONS: those that say so themselves */
    lf_option_kind out_kind;       /* of the way out */
    uint8_t *kinds;                /* MENU: an lf_option_kind each */
    bool or_done, may_fail_after;
    uint64_t fallible; /* ACTIONS, MENU */
    int32_t *labels;
    const char **ids;
    uint32_t label_count;
    lf_numbers numbers; /* INTS, ENUM */
    uint32_t question;
} lf_offer;
/* What `as` or `wayOut` says of an option; `otherwise` where it says nothing. */
lf_option_kind lf_kind_of_word(lf_word as, lf_option_kind otherwise);
lf_ask lf_ask_of_word(lf_word);
void lf_offer_choice(lf_compiler *, const lf_offer *);
/* A statement or call, and where the locals are now: for the model. */
lf_choice_source lf_source_here(lf_compiler *, const lf_node *, uint32_t pc);
/* The ids of all menus and ways out, once every choice has been compiled. */
void lf_list_menu_options(lf_compiler *);
/* filtered: not every element of the domain is offered. */
lf_domain lf_domain_kind(const lf_node *domain, bool filtered);
void lf_domain_of(lf_compiler *, const lf_node *domain, const lf_node *where,
                  const lf_symbol *binder, lf_offer *offer);

/* ---- intervals.c: between which ends numbers lie ---- */

typedef struct {
    int64_t low, high; /* low > high: nothing */
} lf_interval;
typedef struct lf_intervals lf_intervals;
lf_intervals *lf_intervals_find(lf_compiler *); /* once, before lowering */
lf_interval lf_interval_of(const lf_intervals *, const lf_node *);
/* The numbers of a domain. */
lf_interval lf_interval_of_elements(const lf_intervals *, const lf_node *domain);
/* The number of pieces of a filter in a zone, in zones, or (NULL) of all that there are. */
lf_interval lf_interval_of_pieces(const lf_intervals *, const lf_node *filter, const lf_node *in);
/* What a seat can win, from the margins: into the game. */
void lf_bound_utilities(const lf_intervals *);
/* An end beyond which nobody knows. */
bool lf_is_open(int64_t end);

/* ---- questions.c: choices as the rules write them ---- */
void lf_number_questions(lf_compiler *); /* once, before lowering */
/* Of a statement, or of a parameter of an action. */
uint32_t lf_question_of(const lf_compiler *, const void *asker);
uint32_t lf_question_of_phase(const lf_compiler *, uint32_t phase);
/* Whether a transfer of pieces asks how many of them, or which. */
typedef enum { LF_ASKS_NOTHING, LF_ASKS_HOW_MANY, LF_ASKS_WHICH } lf_transfer_asks;
lf_transfer_asks lf_what_transfer_asks(const lf_node *);

/* ---- flow.c: what can fail ---- */

/* Whether running this can meet a `require` or a choice without options. */
bool lf_may_fail(const lf_compiler *, const lf_node *);
void lf_find_continuations(lf_compiler *); /* once, before lowering */
bool lf_continuation_may_fail(const lf_compiler *, uint32_t model_routine);

/* ---- program.c, tables.c ---- */
void lf_compile_tables(lf_compiler *);
void lf_compile_secrets(lf_compiler *); /* the same */
/* when the routines have their numbers */
void lf_compile_displays(lf_compiler *);
void lf_model_body(lf_compiler *, uint32_t model_routine); /* lowers a routine of the model */
void lf_compile_program(lf_compiler *);

/* The whole of it. The game lives in the model's arena. NULL after errors in the report. */
lf_game *lf_compile(lf_model *, uint32_t without); /* optimisations to leave out */

/* ---- optimisations.c ---- */

/* The bits of the names in a list with commas; "all" is every one. Unknown names go to the
 * report. */
uint32_t lf_optimisations_named(lf_report *, const char *list);

/* ---- api/image.c ---- */

/* The model of a game. That of a game from an image is made when it is first asked for, from the
 * files in the image, and kept; threads may ask at the same time. NULL: the image has no such
 * files, or memory ran out. */
const lf_model *lf_model_of(const lf_game *);

/* ---- agents.c ---- */

/* Lowers what agents know, behind everything else: with or without it, the rules are the same
 * tables. */
void lf_compile_agents(lf_compiler *);

/* ---- identity.c ---- */
uint64_t lf_identity_of(const lf_game *);
uint64_t lf_program_of(const lf_game *); /* lf_game.program */

/* ---- gamedef.c ---- */
/* If the game was read from a GameDef that says its hash: an error unless its sections are still
 * those. */
void lf_gamedef_verify(lf_model *);

/* ---- diagnostics.c ---- */
/* a copy; NULL when out of memory */
lf_diagnostics *lf_diagnostics_new(lf_report *, const lf_sources *);
lf_diagnostics *lf_diagnostics_out_of_memory(void); /* needs no memory */

#endif
