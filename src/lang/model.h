/* model.h: a game as declared: the vocabulary and the behaviours, after names and types are
 * settled.
 *
 * declare.c builds the model from the document tree (vocabulary complete, behaviours parsed but not
 * yet checked), check.c resolves and types every behaviour, and compile/ lowers the result.
 * Everything lives in one arena; ids are indices into the arrays below and are final after declare.
 *
 * Zones are numbered with the spaces first, so `zone < space_count` says "is a space". Piece slots
 * are kind × state; a filter is a 64-bit mask of slots. */
#ifndef LF_MODEL_H
#define LF_MODEL_H

#include "ast.h"
#include "ludoforge.h" /* lf_board: what a declaration and a client call alike */

/* see sorts.def */
typedef enum {
#define LF_SYMBOL_SORT(symbol, text, type, why_fixed) LF_SYM_##symbol,
#include "base/sorts.def"
    LF_SYMBOL_KINDS
} lf_symbol_kind;

/* What kind of word a PIECE_WORD is: its symbol's index. */
typedef enum { LF_PIECE_TYPE, LF_PIECE_STATE, LF_PIECE_GROUP } lf_piece_role;

typedef struct lf_symbol {
    lf_symbol_kind kind;
    const char *name;
    lf_pos pos;
    lf_type type;
    int32_t index;
    /* PIECE_WORD, SEAT, SEAT_GROUP: the slots; SEAT_GROUP also has members in `members` */
    uint64_t mask;
    uint64_t members;
    lf_type entries; /* LOCAL, a table by numbers or values: the type of its index, … */
    int32_t lowest;  /* … the number of its first entry, … */
    uint32_t
        /* … and how many it has; 0: the other tables, which have an entry for all that there are */
        size;
    bool used; /* LOCAL, DATA; the symbols of the game are shared by threads and stay as declared */
    bool assigned;      /* LOCAL: changed after its declaration */
    uint32_t clashes;   /* kinds of things that were to have the same name: each is reported once */
    const lf_doc *data; /* DATA */
} lf_symbol;

/* Built-in names: see builtins.def. */
typedef enum {
#define LF_BUILTIN(name, text) LF_BUILTIN_##name,
#include "lang/builtins.def"
#undef LF_BUILTIN
    LF_BUILTIN_COUNT
} lf_builtin;

typedef struct {
    const char *id;    /* interned */
    const char *label; /* what a person reads; the id where none is given */
    lf_pos pos;
} lf_entry; /* the common head of everything that is declared in a list */

typedef struct {
    lf_entry entry;
    uint64_t members; /* seats */
} lf_model_group;

typedef struct {
    const char *name; /* interned; "" for an inline list */
    lf_pos pos;
    const char **values;
    const char **labels; /* what people read of each; the value itself where none is given */
    uint32_t count;
} lf_model_enum;

typedef struct {
    lf_entry entry; /* red-troops */
    const char *type_word;
    int seat;               /* -1: nobody's */
    const char *one;        /* "Red troop"; the label where none is given */
    const char *short_form; /* "T"; "" where none is given */
    const char **states;    /* state_count >= 1; one unnamed state ("") where none are declared */
    const char **state_labels, **state_shorts; /* "" for a state that needs no word */
    uint32_t state_count;
    uint32_t first_slot;
    int secret_state;           /* in which others do not see what it is; -1: none */
    const lf_doc *seen_as_doc;  /* as which kind they see it … */
    int seen_as;                /* … or -1 */
    const lf_doc *possible_doc; /* where others must think it possible; NULL: anywhere … */
    int possible;               /* … and the routine that says it of a space, or -1 */
    int pool;                   /* declared number, -1 without limit */
    int supply;                 /* zone, or -1 */
} lf_model_kind;

typedef struct {
    lf_entry entry;
    int owner; /* seat or -1 */
    /* false: pieces that enter get their kind's first state (boxes, by default) */
    bool keeps_states;
    int64_t *properties; /* spaces: one value a space property */
    bool placed;         /* spaces: where it is drawn */
    int32_t x, y;
} lf_model_zone;

typedef struct {
    lf_entry entry;
    int owner;
    lf_visibility visibility;
} lf_model_stack;

typedef struct {
    lf_entry entry; /* "hand": members hand:Red, hand:Blue … are stacks first … first + seats - 1 */
    uint32_t first;
} lf_model_family;

typedef struct {
    const char *name;
    lf_pos pos;
    lf_type type;
    int64_t fallback; /* of a space or card that does not state it */
    bool required;    /* no fallback: every space or card states it */
    uint32_t length;  /* card attributes: > 1 for a list, read as c.order[i] */
    const char *label;
} lf_model_property;

typedef struct {
    const char *name; /* upper */
    const lf_doc *text;
    const char *summary; /* our wording, "" if none */
    lf_node *when;       /* NULL, or the condition for offering it */
    lf_node *effects;    /* BLOCK */
    uint32_t local_count;
    bool incomplete; /* as of a routine */
} lf_model_part;

typedef struct {
    lf_entry entry;
    int64_t *attributes;  /* flattened: attribute_offsets in the model */
    lf_model_part *parts; /* one a card part of the model; effects NULL where the card has none */
} lf_model_card;

typedef struct {
    const char *name;
    lf_pos pos;
    lf_scope scope;
    /* int, bool, enum, seat, space, card, or a set of spaces, seats, cards */
    lf_type type;
    int64_t min, max, init; /* sets start empty */
    bool is_marker;         /* declared as a marker: shown as such */
    bool bookkeeping;       /* never shown or logged */
    lf_visibility visibility;
    const lf_doc
        /* what others must think possible of what is hidden; NULL: all of its range … */
        *possible_doc;
    int possible; /* … and the routine that says it of a value, or -1 */
    const char *label;
    const char
        /* bool: what the log says when it has become false, and true; NULL: made of the label */
        *words[2];
    lf_symbol *symbol; /* GLOBAL scope */
    uint32_t entries;  /* the first of a row: how many it has; otherwise 0 */
} lf_model_var;

/* A variable with an index: a row of variables that are alike, `pile[0]`, `pile[1]` … */
typedef struct {
    const char *name, *label;
    lf_scope scope;
    lf_type type, index;   /* of an entry; of what it is counted by: int, or an enumeration */
    int64_t lowest;        /* the first index */
    uint32_t first, count; /* variables of the model */
} lf_model_row;

/* Fields under one name (section `records`). Of a field count what it holds, its name and its
 * label. */
typedef struct {
    const char *name;
    lf_model_var *fields;
    uint32_t count;
} lf_model_record;

/* A variable of a record: each field is a plain variable (`highest.amount`), or a row
 * (`offers.amount`). */
typedef struct {
    const char *name;
    lf_scope scope;
    lf_type type;         /* LF_T_RECORD */
    const char **members; /* per field: the name of its variable or row */
    /* with an index: the row of the first field; all count alike; -1 without */
    int row;
    uint32_t first, count; /* variables of the model */
} lf_model_record_var;

typedef struct {
    lf_entry entry;
    lf_type type; /* of all its variables */
    uint32_t *vars;
    uint32_t count; /* at least one */
} lf_model_var_group;

/* What of a position makes it the same as another (section `repetition`). */
typedef enum {
    LF_ASPECT_VARIABLE, /* index in vars: of all that have it */
    LF_ASPECT_PIECES,   /* in `count` zones from `index` on */
    LF_ASPECT_STACK,    /* the cards of this stack, in their order */
    LF_ASPECT_ACTIVE,   /* the active player */
    LF_ASPECT_PHASE
} lf_aspect_kind;

typedef struct {
    lf_aspect_kind kind;
    uint32_t index, count;
} lf_aspect;

typedef struct {
    lf_entry entry;
    lf_aspect *aspects;
    uint32_t aspect_count;
    uint32_t memory; /* how many positions are remembered */
} lf_model_repetition;

typedef struct {
    lf_entry entry;
    lf_type type; /* bool, int or enum */
    int64_t min, max, fallback;
    const char *description; /* "" where none is given */
} lf_model_option;

typedef struct {
    const char *name;
    lf_pos pos;
    lf_type type;           /* annotated, inferred, or UNKNOWN until the checker knows */
    lf_node *default_value; /* NULL: required */
    lf_symbol *symbol;
} lf_model_param;

/* A function, procedure, or the body of an action, phase hook, card part or set-up: what is lowered
 * to one stretch of bytecode with registers of its own. */
typedef struct {
    const char *name;
    lf_pos pos;
    bool pure;
    lf_model_param *params;
    uint32_t param_count;
    lf_node *body; /* a BLOCK, or an expression (functions) */
    lf_type result;
    uint32_t local_count; /* parameters and locals, after check */
    bool checked;
    bool is_shown;   /* an expression of a display or of the agents, which no rule calls */
    bool for_agents; /* of the section `agents`: no rule may call it */
    bool incomplete; /* a part of it could not be parsed, which has been reported */
    /* contains a `require` or a choice that can be empty, here or in what it calls */
    bool may_fail;
    bool may_choose;
    /* what it does, here or in what it calls, that cannot be taken back; or NULL */
    const char *irrevocable;
} lf_model_routine;

typedef struct {
    const char *name;
    lf_pos pos;
    lf_node *domain;
    lf_node *prompt; /* TEXT or NULL */
    lf_type type;
    lf_symbol *symbol;
} lf_action_param;

typedef struct {
    lf_entry entry;
    int actor; /* seat, or -1: the active player */
    uint64_t phases;
    lf_action_param *params;
    uint32_t param_count;
    lf_node *pre; /* NULL: always */
    bool pre_uses_params;
    lf_node *effects;     /* `cost` and `effects` in one BLOCK */
    uint32_t local_count; /* parameters first */
    bool may_fail;
    bool is_pass;      /* declared by its phase */
    bool part_of_move; /* the next action goes on with the move */
    uint8_t way_out;   /* lf_word: LF_W_NONE, or which way out it is */
    uint8_t ask;       /* lf_word: LF_W_NONE, or whether a single option is asked for */
    bool incomplete;   /* as of a routine */
} lf_model_action;

typedef struct {
    lf_node *when; /* NULL: always */
    lf_node *text; /* TEXT; NULL if it could not be read */
} lf_phase_prompt;

#define LF_MAX_PHASES 64 /* an action names its phases in one word */

typedef struct {
    lf_entry entry;
    lf_node *when;            /* NULL, or the condition for entering it */
    lf_phase_prompt *prompts; /* what stands above its actions: the first whose condition holds */
    uint32_t prompt_count;
    lf_node *on_enter, *on_exit; /* BLOCK or NULL */
    bool incomplete;             /* as of a routine */
    const lf_doc *pass;          /* NULL, or the declared ways to leave it: actions of their own */
    uint32_t enter_locals, exit_locals;
    int *seats; /* the seats that act in it, in this order; NULL: whoever is active */
    uint32_t seat_count;
    bool bookkeeping; /* never shown or logged */
} lf_model_phase;

typedef struct {
    const char *id, *label;
    lf_pos pos;
    const char *timing; /* NULL: after every action; otherwise at `check TIMING` */
    lf_node *when;
    lf_node *winner; /* NULL: the ranking by margins decides */
    bool draw;
} lf_model_checkpoint;

typedef struct {
    const char *id;
    lf_pos pos;
    lf_node *holds;
} lf_model_invariant;

/* A derived value that people play by. Its expressions are pure routines of the model, with the
 * seat, space or card as their parameter. */
typedef struct {
    lf_entry entry;
    const char *group; /* "" where none is given */
    lf_type of;        /* seat, space or card; VOID: of the game */
    uint32_t value;    /* routine */
    int when, goal;    /* routines, or -1 */
} lf_model_display;

/* What agents are told about the game (section `agents`). Like displays they are pure routines of
 * the model; they come behind all routines of the rules, and have no part in what the game is.
 * Weights are in thousandths. */
typedef struct {
    lf_entry entry;
    uint32_t seats; /* whose view it is, a bit each */
    bool per_seat;  /* the routine has the seat as its parameter */
    int32_t weight;
    uint32_t value; /* routine: a number */
} lf_model_term;

/* In which procedure or action a question must stand for a prior to speak about it. */
typedef struct {
    bool is_action;
    uint32_t index;
} lf_model_asker;

typedef struct {
    lf_entry entry;
    uint32_t seats;
    bool per_seat;
    int32_t weight;
    const lf_doc *options; /* a list of ids of what can be chosen, or NULL: */
    int spaces;            /* routine: a set of spaces, or -1 */
    int when;              /* routine: a truth, or -1: always */
    lf_model_asker *askers;
    uint32_t asker_count; /* 0: wherever it is asked */
} lf_model_prior;

/* Where a choice of the program, or a call of a procedure, stands in the model, and where the
 * locals lie while it is pending: for whoever is asked why something cannot be chosen there. No
 * part of the game itself. */
typedef struct {
    /* the statement, or the CALL; NULL: the actions of a phase, or a parameter */
    const lf_node *node;
    uint32_t pc; /* of the CHOOSE or CALL */
    int action;  /* whose parameter it is; -1: nobody's */
    uint32_t param;
    lf_pos pos;
    uint8_t *registers; /* by local index; UINT8_MAX: not in scope */
    /* by local index: where its table begins, behind the registers; NULL: none has one */
    uint32_t *tables;
    uint32_t local_count;
} lf_choice_source;

typedef struct {
    int zone;
    uint32_t slot;
    int count;
} lf_placement;

typedef struct {
    uint32_t var; /* index in vars */
    int owner;    /* zone or seat for scoped variables; -1 for global ones */
    int64_t value;
} lf_initial_value;

typedef struct {
    uint32_t stack;
    uint32_t *cards; /* top first */
    uint32_t count;
} lf_initial_stack;

typedef struct {
    lf_entry entry;   /* id of the asset or scenario */
    const char *name; /* what --scenario takes: `name`, or the id */
    bool is_default;
    const lf_doc *data; /* its payload, for `scenario.field` */
    lf_placement *placements;
    uint32_t placement_count;
    lf_initial_value *values;
    uint32_t value_count;
    lf_initial_stack *stacks;
    uint32_t stack_count;
    const char *position; /* a text as `positionText` declares it, or NULL */
    lf_pos position_pos;
    lf_model_routine setup; /* the game's `setup` block, checked with this scenario's data */
} lf_model_scenario;

/* A field of the text that a position is written as, and a letter in it. */
typedef struct {
    char letter;
    bool is_piece;   /* of a board: a kind of pieces, not a set of spaces */
    uint32_t target; /* slot, seat or variable */
} lf_model_letter;
typedef struct {
    lf_text_field_sort sort;
    lf_model_letter *letters;
    uint32_t letter_count;
    uint32_t var;           /* SPACE, INT */
    uint32_t columns, rows; /* BOARD */
} lf_model_text_field;
/* What must hold of every position that is read from a text, and what its author is told
 * otherwise. */
typedef struct {
    lf_node *holds;
    const char *message;
} lf_model_position_rule;

/* An id that an option of a menu once had, and the one that it has now. */
typedef struct {
    const char *former, *id;
    lf_pos former_pos, id_pos;
} lf_model_option_alias;

typedef struct lf_model {
    lf_arena *arena;
    lf_names *names;
    lf_sources *sources;
    lf_report *report;
    const lf_doc *document;
    lf_map *
        /* document → the tree as it was read (read.h); the trees below are copies that the checker
         * rewrites */
        trees;
    const char *id, *title, *description; /* metadata */
    uint32_t difficulty, minutes;         /* of the same; 0: not given */

    lf_entry *seats;
    uint32_t seat_count;
    int *turn_order; /* a permutation of the seats */
    lf_model_group *groups;
    uint32_t group_count;
    lf_model_enum *enums; /* enums[0] is the phases */
    uint32_t enum_count;
    lf_model_kind *kinds;
    uint32_t kind_count, slot_count;
    lf_model_zone *zones;
    uint32_t zone_count, space_count;
    lf_board board;
    lf_model_property *space_properties;
    uint32_t space_property_count;
    uint64_t *adjacency; /* zone_words per space */
    uint32_t zone_words; /* (zone_count + 63) / 64 */
    lf_entry *directions;
    uint32_t direction_count;
    int *opposites;        /* per direction, or -1 */
    int16_t *steps;        /* [space × direction], -1: off the board */
    uint16_t pattern_enum; /* the enumeration of the patterns; 0: there are none */
    uint32_t pattern_count;
    uint32_t *pattern_slides; /* per pattern: directions, a bit each */
    uint64_t *pattern_leaps;  /* [pattern × space]: zone_words of what it covers besides */
    lf_model_stack *stacks;
    uint32_t stack_count;
    lf_model_family *families;
    uint32_t family_count;
    lf_model_property *card_attributes;
    uint32_t *attribute_offsets; /* into lf_model_card.attributes */
    uint32_t card_attribute_count, attribute_words;
    const char **card_parts, **card_part_labels;
    uint32_t card_part_count;
    lf_model_card *cards;
    uint32_t card_count;
    lf_model_var *vars; /* globals first, then per seat, then per space */
    uint32_t var_count, global_count, seat_var_count, space_var_count;
    lf_model_row *rows;
    uint32_t row_count;
    lf_model_record *records;
    uint32_t record_count;
    lf_model_record_var *record_vars;
    uint32_t record_var_count;
    lf_model_var_group *var_groups;
    uint32_t var_group_count;
    lf_model_repetition *repetitions;
    uint32_t repetition_count;
    lf_model_option *options;
    uint32_t option_count;
    lf_word ask;      /* LF_W_NONE, or whether a single option is asked for */
    int seats_option; /* the option that says how many seats play; -1: all do */
    lf_model_routine
        *routines; /* functions and procedures, in file order; those of the agents are the last */
    uint32_t routine_count, rule_routine_count;
    lf_model_action *actions;
    uint32_t action_count;
    lf_model_phase *phases;
    uint32_t phase_count;
    lf_model_checkpoint *checkpoints;
    uint32_t checkpoint_count;
    lf_node **margins;                      /* per seat, or NULL if the game has none */
    int *tie_break;                         /* seats, best first; NULL: ties stay ties */
    const char *payoff_unit, *payoff_label; /* NULL: margins say who has won, and no more */
    int64_t payoff_scale;
    bool shared_wins; /* those with equal best margins win together; otherwise it is a draw */
    lf_model_invariant *invariants;
    uint32_t invariant_count;
    lf_model_display *displays;
    uint32_t display_count;
    lf_model_term *terms;
    uint32_t term_count;
    lf_model_prior *priors;
    uint32_t prior_count;
    lf_model_text_field *text_fields;
    uint32_t text_field_count;
    lf_model_option_alias *option_aliases;
    uint32_t option_alias_count;
    lf_model_position_rule *position_rules;
    uint32_t position_rule_count;
    lf_model_scenario *scenarios; /* at least one: an unnamed default if the game declares none */
    uint32_t scenario_count;

    lf_map *symbols;       /* name → lf_symbol, everything global but enum values */
    lf_map *enum_values;   /* name → chain of lf_enum_ref */
    lf_map *written_names; /* see lf_model_left_out; NULL before it is needed */
    const lf_doc *setup;   /* the `setup` section, parsed per scenario */

    const lf_choice_source *choices; /* one a site of the program; filled by compile/ */
    const lf_choice_source *calls;   /* of procedures, by pc */
    uint32_t choice_count, call_count;
} lf_model;

typedef struct lf_enum_ref {
    uint16_t enum_id;
    uint16_t value;
    struct lf_enum_ref *next;
} lf_enum_ref;

/* The sections of a game, for lf_spec_read. */
extern const lf_section lf_game_sections[];
/* The format of GameDefs that this version writes and reads: `gameDef.format`. */
#define LF_GAMEDEF_FORMAT 1

/* Fills the model from the document. Errors go to the report; the model is usable for checking
 * behaviours as far as it got, so that one run shows errors of both kinds. */
void lf_declare(lf_model *);

/* Resolves names and types in every behaviour. After it, if the report has no errors, compile/ may
 * run. */
void lf_check(lf_model *);

/* Checks one expression or block outside the game (engine `eval` and `do`, rule cases). Choices are
 * not allowed in a block. */
bool lf_check_snippet(lf_model *, lf_node *, bool is_block, uint32_t *local_count, lf_type *result);

/* Calls `visit` for every tree of the game: bodies, conditions, values, domains and texts. */
typedef void lf_tree_visit(void *context, lf_node *tree);
void lf_model_each_tree(const lf_model *, lf_tree_visit *visit, void *context);

/* The variable with an index of this name, or -1. */
int lf_model_find_row(const lf_model *, lf_scope, const char *name);
/* The one that a checked NAME or PROP in front of an index means, or NULL. */
const lf_model_row *lf_model_row_of(const lf_model *, const lf_node *of);
/* The record of this name (not interned), and the variable of a record; -1: there is none. */
int lf_model_find_record(const lf_model *, const char *name);
int lf_model_find_record_var(const lf_model *, lf_scope, const char *name);
lf_symbol *lf_model_find(const lf_model *, const char *interned_name);
/* Asked of a name that is unknown: does the document declare it all the same? Then the entry was
 * wrong and was left out, which has been reported; a second diagnostic for every use of the name
 * would only hide the others. */
bool lf_model_left_out(lf_model *, const char *name);
/* The value of `name` in an enumeration, or -1. */
int lf_model_enum_value(const lf_model *, uint16_t enum_id, const char *interned_name);
/* "a space", "a set of seats", "one of terrain": in the model's arena, or added to a buffer. */
const char *lf_type_text(const lf_model *, lf_type);
const char *lf_type_name(const lf_model *, lf_type, lf_text *buffer);

#endif
