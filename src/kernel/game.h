/* game.h: a compiled game: the program and the tables that it reads.
 *
 * A game does not change after compile/ has filled it, so any number of threads may share it. It
 * holds no pointer into the language: names and source places are copied into its own arena. Only
 * the snippet compiler reaches the model, through lf_model_of; the kernel never reads it. Whoever
 * adds a field also adds a row in image/image_layout.c. */
#ifndef LF_GAME_H
#define LF_GAME_H

#include "base/base.h"
#include "ludoforge_tools.h"

typedef struct {
    uint8_t op, a, b, c;
    int32_t imm;
} lf_instr;

typedef enum {
#define LF_OP(name, ...) LF_OP_##name,
#include "kernel/opcodes.def"
#undef LF_OP
    LF_OPCODES
} lf_opcode;

/* What KEEP compares: for each element of the set, a number of the left and one of the right
 * source. The register of a source holds the number itself, or says where the numbers of the
 * elements are. The left source is never a plain number. */
typedef enum {
    LF_ROW_NUMBER,   /* one number for all elements */
    LF_ROW_CELLS,    /* a variable of spaces (lf_row_of_var) */
    LF_ROW_PROPERTY, /* a property of spaces */
    LF_ROW_COUNT,    /* how many pieces of a filter there are */
    LF_ROW_TABLE,    /* a table of the frame, by its first register */
    LF_ROW_KINDS
} lf_row_kind;

/* One bit each for less, equal and greater: which results make the comparison true. */
typedef enum {
    LF_IS_LT = 1,
    LF_IS_EQ = 2,
    LF_IS_LE = 3,
    LF_IS_GT = 4,
    LF_IS_NE = 5,
    LF_IS_GE = 6
} lf_comparison;

static inline uint8_t lf_keep_code(lf_row_kind left, lf_comparison comparison, lf_row_kind right) {
    return (uint8_t)(comparison | (left - 1) << 3 | right << 5);
}
static inline lf_comparison lf_keep_comparison(uint8_t code) {
    return (lf_comparison)(code & 7);
}
static inline lf_row_kind lf_keep_left(uint8_t code) {
    return (lf_row_kind)((code >> 3 & 3) + 1);
}
static inline lf_row_kind lf_keep_right(uint8_t code) {
    return (lf_row_kind)(code >> 5);
}

typedef struct {
    const char *name, *label;
} lf_named;

/* Where a space is drawn. */
typedef struct {
    bool known;
    int32_t x, y;
} lf_spot;

/* The sort of a value in registers, which decides how it becomes text (base/sorts.def). Sets come
 * last, and ZONES is the first of them. */
typedef enum {
#define LF_TEXT_SORT(sort, things) LF_SORT_##sort,
#include "base/sorts.def"
    LF_SORTS
} lf_sort;

#define LF_NO_NUMBER UINT8_MAX

typedef struct {
    const char *literal; /* NULL: a value */
    /* with a literal: the form for numbers other than 1; NULL: it has only one form */
    const char *many;
    uint8_t reg, sort;
    /* the register of the number that selects singular or plural, or LF_NO_NUMBER */
    uint8_t number;
    uint16_t enum_id;
} lf_text_part;

/* How PUT moves a card. BY_PLACE: the rules took whatever was in its place. OPENLY: they take all
 * cards in turn, so that every viewer knows which it is. Otherwise it was picked, and only viewers
 * who see it know which (lf_know_moved). Knowledge decides nothing in play, so only BOTTOM is part
 * of a game's identity. */
enum { LF_PUT_BOTTOM = 1, LF_PUT_BY_PLACE = 2, LF_PUT_OPENLY = 4, LF_PUT_HOWS = 8 };

typedef struct {
    lf_text_part *parts;
    uint32_t count;
} lf_template;

/* The domain of a choice: what its options are (base/sorts.def). */
typedef enum {
#define LF_DOMAIN_SORT(domain, option, sort) LF_DOMAIN_##domain,
#include "base/sorts.def"
} lf_domain;
/* not in lf_domain, so that a switch over domains need not handle it */
enum { LF_DOMAINS = LF_DOMAIN_INTS + 1 };

#define LF_RANGE_WORDS ((LF_MAX_OPTIONS + 63) / 64)

/* Is a seat with a single option asked? */
typedef enum {
    /* yes, if it knows something that another seat does not: not being asked could reveal it */
    LF_ASK_BY_SECRETS,
    LF_ASK_ALWAYS,
    LF_ASK_REAL, /* no, only a choice among several options is asked */
    LF_ASKS
} lf_ask;

typedef struct {
    uint8_t domain; /* lf_domain */
    uint8_t bind;   /* register that gets the chosen value; -1 for the way out */
    uint8_t source; /* first register of the domain */
    uint8_t by;     /* register with the deciding seat */
    uint8_t live;   /* registers below this one are live while the choice is pending */
    bool or_done;   /* the choice has a way out, as its last option */
    /* lf_option_kind of the way out: DONE, SKIP, CANCEL; MENU: the rules say that it is an ordinary
     * option */
    uint8_t out_kind;
    bool checked; /* what follows can fail: look-ahead offers only what can be completed */
    /* ACTIONS, MENU: the entries after which something can fail; the others need no look-ahead */
    uint64_t fallible;
    uint16_t enum_id; /* ENUM; ACTIONS: the phase */
    bool sealed;      /* only the decider may know what is chosen */
    bool shows_cards; /* its options are cards, or its texts name cards */
    uint8_t ask;      /* lf_ask: what the rules declare about a single option */
    /* derived from it: the seats that are asked, one bit each (lf_asked_seats) */
    uint32_t asked;
    uint64_t ask_always, ask_real; /* ACTIONS: the actions that declare it themselves */
    int32_t prompt;                /* template or -1 */
    int32_t done_label;            /* template of the way out, or -1: "done" */
    /* id of the way out: "done", unless something in the domain has this id */
    const char *done_id;
    int32_t *labels;  /* MENU: one template for each entry */
    const char **ids; /* MENU: one id for each entry */
    uint8_t *kinds;   /* MENU: lf_option_kind of each entry: MENU, or a kind of way out */
    uint32_t label_count;
    const int64_t *numbers; /* INTS, ENUM: the list, ascending, or NULL */
    uint32_t number_count;
    uint32_t pc;       /* of its CHOOSE */
    uint32_t place;    /* index into places */
    uint32_t question; /* index of the question that it asks */
} lf_choice_site;

/* A choice as the rules write it. Several sites may be compiled from it and ask the same question.
 * Its options have ids from `first` on, in the order of the domain, and the way out has the id
 * behind them (api/env/actions.c). Not part of the game's identity, because it follows from the
 * rules. */
typedef struct {
    /* lf_domain; for numbers, RANGE is those from `low` on, and INTS those of the site's list */
    uint8_t domain;
    bool way_out;     /* in some position it has a way out */
    uint16_t enum_id; /* ENUM; ACTIONS: the phase */
    int32_t site;     /* the first site that asks it and has its texts; -1: none */
    uint32_t first;   /* id */
    uint32_t count;   /* number of ids without the way out; at least 1 */
    int64_t low;      /* the value of the first id */
} lf_question_info;

/* The greatest numbers that any choice of the game has. */
typedef struct {
    uint32_t values;      /* of an enumeration */
    uint32_t entries;     /* of a menu */
    uint32_t numbers;     /* ids of a question among numbers */
    uint32_t text_values; /* values in its texts */
} lf_choice_limits;

typedef struct {
    const char *name;
    uint32_t entry, end;      /* code[entry … end) */
    uint32_t registers;       /* how many operands can name */
    uint32_t frame_size;      /* in registers: those, then the tables behind them */
    uint32_t param_registers; /* how many of them are parameters */
    bool pure;
} lf_routine;

/* Between the instructions `from` and `to` (exclusive), this register of their routine holds a
 * card, or the registers from it on hold a set of cards. lf_determinize has to redraw them along
 * with the stacks. */
typedef struct {
    uint32_t from, to;
    uint8_t reg;
    bool is_set;
} lf_card_register;

typedef struct {
    const char *name;
    uint8_t scope; /* lf_scope */
    uint8_t sort;  /* lf_sort */
    uint16_t enum_id;
    bool is_set, is_marker;
    bool bookkeeping;   /* never shown or logged */
    uint8_t visibility; /* lf_visibility: who may know it */
    const char *label;  /* for people */
    /* of a truth value: the log line when it becomes false or true; NULL: made of the label */
    const char *if_false, *if_true;
    int32_t min, max, init;
    uint32_t cell;  /* index of the first cell; of a set: of its first word in the set region */
    uint32_t words; /* of a set: 64-bit words */
    /* in the first variable of a row that is read with an index: the number of variables in the
     * row; otherwise 0 */
    uint32_t entries;
    uint32_t place; /* offset of the first cell in a state's block (state/layout.c) */
    uint8_t width;  /* bytes of a cell, the fewest that hold its range: 1, 2 or 4 */
    /* of a hidden variable: a pure routine that takes the owner, if it has one, and a value, and
     * returns whether other seats must consider the value possible; -1: they consider any */
    int32_t possible;
} lf_var;

/* What the register of a KEEP holds for a variable of spaces: the place of its cells and log2 of
 * their width. */
static inline int32_t lf_row_of_var(const lf_var *var) {
    return (int32_t)(var->place << 2 | var->width >> 1);
}

typedef struct {
    const char *kind_name, *kind_label; /* red-troops, "Red troops" */
    const char *kind_one;               /* "Red troop" */
    /* red-troops.hidden, or the kind's name if it has one state */
    const char *name;
    /* with the label of the state in front, if it has one */
    const char *label, *one;
    /* abbreviations that players use: "T", "(h)"; "" if none is declared */
    const char *kind_short, *state_short;
    int16_t seat, supply; /* -1: none */
    uint8_t default_slot; /* the slot of the kind in its first state */
    /* covered: the slot that other seats see instead, plus one; 0: all seats see what it is */
    uint8_t seen_as;
    /* covered: a pure routine that takes a space and returns whether other seats must consider the
     * piece there possible; -1: they consider any space */
    int32_t possible;
    int32_t pool; /* declared number of pieces of the kind; -1: no limit */
} lf_slot;

typedef struct {
    const char *name, *label;
    uint8_t sort; /* lf_sort */
    uint16_t enum_id;
} lf_property_info; /* of spaces */

typedef struct {
    const char *name;
    lf_named *values;
    uint32_t count;
} lf_enumeration;

typedef struct {
    uint32_t file; /* index into place_files */
    uint32_t line, column;
} lf_place;

typedef struct {
    const char *name, *label;
    int16_t owner;
    uint8_t visibility; /* lf_visibility */
} lf_stack;

/* What a display has a value for. */
typedef enum { LF_PER_GAME, LF_PER_SEAT, LF_PER_SPACE, LF_PER_CARD } lf_per;

typedef struct {
    const char *name, *label, *group; /* group: "" if none is declared */
    uint8_t per;                      /* lf_per */
    uint8_t sort;                     /* lf_sort of the value */
    uint16_t enum_id;
    uint32_t words;     /* registers of the value: of a set, as many as it has words */
    uint32_t value;     /* routine */
    int32_t when, goal; /* routines, or -1 */
} lf_display_info;

/* What a game declares for agents: terms, which value a position, and priors, which say what to try
 * first. Weights are in thousandths. Their routines are the last of the program and run on copies
 * of a position (api/agents/heuristics.c). */
typedef struct {
    const char *name, *label;
    uint32_t seats; /* the seats that it is for, one bit each */
    bool per_seat;  /* the routine takes the seat */
    int32_t weight;
    uint32_t value; /* routine: a number */
} lf_term_info;

typedef struct {
    const char *name, *label;
    uint32_t seats;
    bool per_seat;
    int32_t weight;
    const char **options; /* ids of options; none: it is about spaces */
    uint32_t option_count;
    int32_t spaces, when; /* routines, or -1 */
    uint32_t *askers;     /* routines that contain the question; none: any routine */
    uint32_t asker_count;
} lf_prior_info;

/* How much of each table belongs to the rules; the rest belongs to the agents. */
typedef struct {
    uint32_t code_count, constant_count, template_count, routine_count;
} lf_rules_part;

typedef struct {
    uint32_t entry;     /* pc of its beginning, with onEnter */
    uint32_t loop;      /* pc where the legal actions are computed */
    uint32_t next_seat; /* pc that continues with the next seat, or exits */
    uint32_t exit;      /* pc of onExit */
    uint32_t left;      /* pc to which the call of onExit returns */
    /* The templates of its prompts. The pure routine prompt_routine leaves the index of the
     * template (or -1) in its first register and the values in others. It runs only when the prompt
     * is read. */
    int32_t *prompts;
    uint32_t prompt_count, prompt_routine;
    uint32_t *actions; /* the actions of the phase, in declared order */
    uint32_t action_count;
    bool bookkeeping; /* never shown or logged */
} lf_phase_info;

typedef struct {
    uint16_t zone;
    uint8_t slot;
    int32_t count;
} lf_placed;

typedef struct {
    uint32_t var, owner;
    int32_t value;
} lf_cell_value;

typedef struct {
    uint16_t stack;
    uint32_t count;
    uint16_t *cards; /* top first */
} lf_stacked;

typedef struct {
    const char *name, *label; /* as --scenario takes it */
    const char *id;
    uint32_t entry; /* routine run after values, placements and stacks are set; UINT32_MAX: none */
    lf_placed *placements;
    uint32_t placement_count;
    lf_cell_value *cells;
    uint32_t cell_count;
    lf_stacked *stacks;
    uint32_t stack_count;
    const char *position; /* a position text (play/position_text.c), or NULL */
} lf_scenario_info;

/* How a position is written as a line of text: these fields, in this order. It holds pieces, sets
 * and variables that all seats see. Not part of the game's identity. */
typedef struct {
    uint8_t letter;
    bool is_piece;   /* of a board: it stands for a piece, not for a set of spaces */
    uint32_t target; /* slot, seat or variable */
} lf_position_letter;
typedef struct {
    uint8_t sort;           /* lf_text_field_sort */
    uint32_t columns, rows; /* of a board: the size of the grid, whose spaces come first */
    uint32_t var;           /* variable of a space or a number */
    uint32_t letter_count;
    lf_position_letter *letters;
} lf_position_field;
/* A former id of a menu option and its present id. Not part of the game's identity. */
typedef struct {
    const char *former, *id;
} lf_option_alias;

/* A condition that a position from a text must satisfy before the set-up runs. */
typedef struct {
    const char *message; /* the error if it does not hold */
    uint32_t routine;
} lf_position_rule;

/* The key of the first datum of each region in the running hash (lf_cell_hash). The keys depend
 * only on the counts of the game, so hashes stay the same when regions are stored more
 * compactly. */
typedef struct {
    uint32_t cells, sets, counts, card_stack, card_below, stack_top, stack_bottom, stack_size;
} lf_hash_keys;

/* The parts of a position that make it equal to another, for rules about repetition
 * (state/history.c). */
typedef enum {
    LF_REPEATED_VARIABLE, /* a variable of all owners, not a set */
    LF_REPEATED_SETS,     /* words of the set region */
    LF_REPEATED_PIECES,   /* the pieces in these zones */
    LF_REPEATED_STACK,
    LF_REPEATED_ACTIVE,
    LF_REPEATED_PHASE,
    LF_REPEATED_KINDS
} lf_repeated_kind;

typedef struct {
    uint32_t kind; /* lf_repeated_kind */
    uint32_t first, count;
} lf_repeated_part;

typedef struct {
    const char *name, *label;
    lf_repeated_part *parts;
    uint32_t part_count;
    uint32_t memory; /* the greatest number of keys */
    uint32_t first;  /* index in the history region: the number of keys, then the keys */
} lf_repetition;

/* The layout of a state's block. Offsets are in bytes. */
typedef struct {
    /* int32, then int16, then int8: each variable is as wide as its range needs */
    uint32_t cells, cells16, cells8;
    uint32_t cells_end;
    uint32_t cell_count; /* of all widths */
    uint32_t sets;       /* uint64 */
    uint32_t set_words;  /* of all set variables together */
    uint32_t counts;     /* uint8 [zone][slot] */
    /* bytes of each of the following fields: 1 or 2; they are stored plus one */
    uint32_t card_width;
    uint32_t card_stack, card_below, card_above;  /* per card */
    uint32_t stack_top, stack_bottom, stack_size; /* per stack */
    /* uint64 per zone: the slots that have pieces there */
    uint32_t zone_slots;
    uint32_t slot_zones; /* uint64 [slot][zone_words]: the zones in which a slot has pieces */
    uint32_t open;       /* uint64 [card_words] */
    /* one row of fields for each viewer, as wide as those of cards (state/knowledge.c) */
    uint32_t knowledge;
    uint32_t viewers;
    uint32_t history; /* uint64: of each repetition the number of keys, then the keys */
    uint32_t calls;   /* lf_call [call_depth] */
    uint32_t call_depth;
    uint32_t frames;     /* int64 */
    uint32_t frame_size; /* of all frames together, in registers */
    uint32_t size;       /* of the block */
    lf_hash_keys keys;
} lf_layout;

typedef enum { LF_TIES_DRAW, LF_TIES_SHARED, LF_TIES_ORDERED } lf_ties;

/* The difference of space numbers that a step in a direction makes, if it is the same for all. */
typedef struct {
    int8_t by;     /* 0: it is not the same for all spaces, or there is no step */
    uint64_t from; /* the spaces from which there is a step */
} lf_shift;

struct lf_game {
    lf_arena *arena;
    /* the model of compile/, for snippets and the GameDef; NULL in a game from an image */
    void *model;
    void *late;       /* in a game from an image: what lf_model_of needs to make the model */
    void *log_words;  /* what lf_visual_log has read; NULL in a game without a spec */
    uint32_t without; /* optimisations that were left out, and are left out of snippets, too */
    void (*free_model)(void *);
    /* the program as native code (vm.h); NULL: there is only bytecode */
    const struct lf_native *native;
    const char *spec; /* the path of the spec; NULL: the game came from memory or from an image */
    const char *id, *title, *description;
    uint32_t difficulty, minutes; /* of `metadata`: 1 (easy) to 5, usual length; 0: unknown */
    uint64_t identity;            /* hash of the rules */
    uint64_t program;             /* hash of all code, including that of the agents */

    uint32_t seat_count, zone_count, space_count, zone_words, card_count, card_words, stack_count,
        slot_count;
    uint32_t direction_count, property_count, attribute_values, enum_count, var_count, option_count,
        phase_count;
    uint32_t action_count, scenario_count, routine_count, site_count, part_count, checkpoint_count,
        invariant_count, menu_option_count;
    uint32_t default_scenario;
    uint32_t global_count, seat_var_count, space_var_count;
    /* the option with the number of seats that play, plus one; 0: all seats play */
    uint32_t seats_option;

    lf_named *seats;
    uint8_t *next_seat;
    uint64_t *seat_masks; /* slots of each seat */
    lf_named *zones;
    uint8_t *zone_keeps_states;
    lf_stack *stacks;
    lf_named *cards;
    lf_named *part_names;
    const char **card_texts;     /* [card][part] */
    int32_t *card_routines;      /* [card][part] → routine or -1 */
    int64_t *attributes;         /* [card][attribute_values] */
    uint32_t *attribute_lengths; /* by value: how many values its attribute has from there on */
    lf_slot *slots;
    lf_named *directions;
    int16_t *opposites;
    int16_t *steps;      /* [space][direction] */
    uint64_t *adjacency; /* [space][zone_words] */
    /* [space][direction]: all spaces in a direction from a space on; or NULL (lf_rays_fill) */
    uint64_t *rays;
    lf_shift *shifts; /* [direction]; or NULL (lf_rays_fill) */
    bool mutual;      /* lf_map_is_mutual */
    uint32_t pattern_count,
        pattern_words;        /* pattern_words: space_count × zone_words, if there are patterns */
    uint32_t *pattern_slides; /* [pattern]: directions, one bit each */
    uint64_t *pattern_leaps;  /* [pattern][space][zone_words]: what leaps cover */
    int64_t *properties;      /* [property][space] */
    lf_board board;           /* how the board is drawn; not part of the rules */
    lf_spot *spots;           /* [space] */
    lf_property_info *property_info;
    lf_enumeration *enums;
    lf_var *vars;    /* globals, then per seat, then per space */
    lf_var *options; /* game options; `cell` is where a state stores the setting */
    const char **option_descriptions;
    lf_phase_info *phases;
    lf_named *phase_names;
    lf_named *actions;
    uint8_t *action_kinds;     /* lf_option_kind: ACTION, or a kind of way out */
    uint8_t *action_ends_move; /* 0: the next action belongs to the same move of the seat */
    lf_scenario_info *scenarios;
    lf_position_field *position_fields;
    uint32_t position_field_count;
    lf_position_rule *position_rules;
    lf_option_alias *option_aliases;
    uint32_t position_rule_count, option_alias_count;
    lf_named *checkpoints;
    lf_repetition *repetitions;
    uint32_t repetition_count;
    lf_display_info *displays;
    uint32_t display_count;
    lf_term_info *terms;
    uint32_t term_count;
    lf_prior_info *priors;
    uint32_t prior_count;
    uint32_t agents_registers,
        agents_depth; /* the frames and calls that the agents' routines need */
    lf_rules_part rules;
    const char **menu_options; /* the ids of all menu entries and ways out, unique and sorted */
    lf_named *invariants;
    uint32_t *invariant_routines;
    int32_t *margin_routines; /* per seat; NULL: no margins */
    /* if the margins are the payoff; "": they only decide who wins */
    const char *payoff_unit, *payoff_label;
    int64_t payoff_scale;             /* the payoff that agents consider a full win */
    int64_t utility_min, utility_max; /* bounds of what a seat can win; min > max: unknown */
    /* the seats in the order that breaks ties of margins, best first */
    uint8_t *tie_break;
    uint8_t ties;     /* lf_ties: the result if the best margins are equal */
    bool cooperative; /* all seats have the same margin in every position */
    uint8_t (*flip_maps)[LF_MAX_PIECE_SLOTS]; /* slot → slot */
    uint32_t flip_map_count;

    lf_instr *code;
    lf_instr *chained;   /* the copy that the loop runs, with chains; or NULL (lf_chains_fill) */
    uint32_t *places_of; /* per instruction: index into places */
    uint32_t code_count;
    int64_t *constants;
    uint32_t constant_count;
    lf_template *templates;
    uint32_t template_count;
    lf_choice_site *sites;
    lf_question_info *questions; /* in the order of the rules */
    uint32_t question_count;
    uint32_t id_count;        /* of all questions together */
    lf_choice_limits choices; /* result of lf_measure_choices */
    lf_routine *routines;     /* routines[0] is the course of play */
    lf_place *places;
    uint32_t place_count;
    const char **place_files;
    uint32_t place_file_count;
    lf_card_register *card_registers;
    uint32_t card_register_count;
    bool has_checked_sites;
    uint32_t supposing; /* how deeply SUPPOSE can nest */
    /* the greatest number of sides of a die, as far as it is known; 0: there are no dice */
    uint32_t greatest_die;
    lf_layout layout;
};

/* The number of owners of a variable: 1, the number of seats, or of spaces. */
static inline uint32_t lf_var_owners(const lf_game *game, const lf_var *var) {
    return var->scope == LF_SCOPE_GLOBAL ? 1
           : var->scope == LF_SCOPE_SEAT ? game->seat_count
                                         : game->space_count;
}

/* The number of cells, or sets, of the row that begins with a variable: entry behind entry, and in
 * each entry owner behind owner. */
static inline uint32_t lf_row_length(const lf_game *game, const lf_var *var) {
    return lf_var_owners(game, var) * (var->entries > 0 ? var->entries : 1);
}

/* What the operand of TGET and TSET says about a table: what it is indexed by, or, from
 * LF_TABLE_NUMBERS on, how many entries more than LF_TABLE_NUMBERS - 1 it has. */
enum { LF_TABLE_ZONES, LF_TABLE_SEATS, LF_TABLE_SLOTS, LF_TABLE_NUMBERS };
static inline uint64_t lf_table_size(const lf_game *game, uint8_t by) {
    switch (by) {
    case LF_TABLE_ZONES:
        return game->zone_count;
    case LF_TABLE_SEATS:
        return game->seat_count;
    case LF_TABLE_SLOTS:
        return game->slot_count;
    default:
        return by - (LF_TABLE_NUMBERS - 1u);
    }
}

/* Computes the widths and places of variables and options. compile/ calls it once, before anything
 * reads them. */
void lf_cells_fill(lf_game *);
/* Does every variable have the width and place that lf_cells_fill computes? */
bool lf_cells_fit(const lf_game *);
/* Fills game->layout from the counts. compile/ calls it once. */
void lf_layout_fill(lf_game *);
/* The size of a block whose last region ends at `end`. */
uint32_t lf_block_size(uint64_t end);

/* The id of an option of a question; the way out comes behind the last. The id of a number is
 * written into `digits`. NULL: no site asks it. */
const char *lf_question_id(const lf_game *, const lf_question_info *, uint32_t place,
                           char digits[LF_NUMBER_SIZE]);
/* The site that asks the question, or as much of one as follows from the question. */
lf_choice_site lf_question_site(const lf_game *, const lf_question_info *);
/* The routine that contains the question; UINT32_MAX: no site asks it. */
uint32_t lf_question_routine(const lf_game *, const lf_question_info *);

/* Fills game->mutual, and game->shifts and game->rays from game->steps, in the game's arena. There
 * are rays only if a set of spaces is one word and the numbers along every row only rise or only
 * fall. Then the first space of a row that is not in a set is found in one step (state/reach.c). */
void lf_rays_fill(lf_game *);

/* Makes game->chained from the verified game->code, in the game's arena (vm/chains.c). Without it
 * the loop runs game->code. */
void lf_chains_fill(lf_game *);

/* The seats that are asked even if a choice has a single option. It depends on what the rules
 * declare and on what they hide. */
uint32_t lf_asked_seats(const lf_game *, const lf_choice_site *);

/* Computes game->choices from the tables. */
lf_choice_limits lf_measure_choices(const lf_game *);

/* Checks the program and the tables: operands, jumps, bounds of registers. Returns NULL, or what is
 * wrong. */
const char *lf_verify(const lf_game *, char *buffer, size_t size);

/* What an operand is for the verifier: a constant, a register, the first register of a set, or
 * unused. */
typedef enum {
    LF_OPERAND_NUMBER,
    LF_OPERAND_REGISTER,
    LF_OPERAND_SET,
    LF_OPERAND_UNUSED,
    LF_OPERANDS
} lf_operand;

typedef struct {
    const char *name;
    char operands[3];
    char imm;
    uint8_t sorts[3]; /* lf_operand */
    /* where the number of words of its sets is: 0 to 2 an operand, 3 imm; 4: they are sets of
     * zones */
    uint8_t words;
    bool changes; /* it changes the game, or reports an event */
    bool ends;    /* play never continues behind it, so a routine may end with it */
    const char *text;
} lf_op_info;
extern const lf_op_info lf_op_table[LF_OPCODES];

#endif
