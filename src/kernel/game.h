/* game.h: a compiled game: the program and the tables that it reads.
 *
 * Immutable after compile/ has filled it, so any number of threads may share one. It holds no
 * pointer into the language: names and source places are copied into its own arena. The snippet
 * compiler reaches the model through lf_model_of, and the kernel never looks into it. A new field
 * also gets a row in image/image_layout.c. */
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
#include "kernel/vm/opcodes.def"
#undef LF_OP
    LF_OPCODES
} lf_opcode;

/* What KEEP compares: for each element of the set a number from the left and one from the right
 * source. The register of a source holds the number itself, or says where the element's number is
 * found. The left is never a plain number. */
typedef enum {
    LF_ROW_NUMBER,   /* the number, the same for all */
    LF_ROW_CELLS,    /* a variable of spaces: lf_row_of_var */
    LF_ROW_PROPERTY, /* of spaces */
    LF_ROW_COUNT,    /* pieces: their filter */
    LF_ROW_TABLE,    /* a table of the frame: its first word */
    LF_ROW_KINDS
} lf_row_kind;

/* A bit each for less, equal and greater: which of them will do. */
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

/* How to say a value: what a text template or an `eval` has in its registers. */
/* see sorts.def; sets come last, ZONES first of them */
typedef enum {
#define LF_SAY_SORT(say, things) LF_SAY_##say,
#include "base/sorts.def"
    LF_SAYS
} lf_say;

#define LF_NO_NUMBER UINT8_MAX

typedef struct {
    const char *literal; /* NULL: a value */
    /* with a literal: the form for other numbers than 1; NULL: it has one form */
    const char *many;
    uint8_t reg, say;
    /* the register of the number that forms and pieces agree with, or LF_NO_NUMBER */
    uint8_t number;
    uint16_t enum_id;
} lf_text_part;

/* How PUT puts a card. BY_PLACE: the rules took whatever lay on its place; OPENLY: they take all
 * cards in turn, so that everybody knows which it is. Otherwise it was picked, and only those know
 * it who see it (lf_know_moved). What is known decides nothing, so only BOTTOM is part of a game's
 * identity. */
enum { LF_PUT_BOTTOM = 1, LF_PUT_BY_PLACE = 2, LF_PUT_OPENLY = 4, LF_PUT_HOWS = 8 };

typedef struct {
    lf_text_part *parts;
    uint32_t count;
} lf_template;

/* what a choice is among: see sorts.def */
typedef enum {
#define LF_DOMAIN_SORT(domain, option, say) LF_DOMAIN_##domain,
#include "base/sorts.def"
} lf_domain;
/* apart, so that a switch over domains need not name it */
enum { LF_DOMAINS = LF_DOMAIN_INTS + 1 };

#define LF_RANGE_WORDS ((LF_MAX_OPTIONS + 63) / 64)

/* Is a seat asked that has a single option? */
typedef enum {
    /* if it knows what another seat does not: what it cannot do may tell what it holds */
    LF_ASK_BY_SECRETS,
    LF_ASK_ALWAYS,
    LF_ASK_REAL, /* only where there is a real choice */
    LF_ASKS
} lf_ask;

typedef struct {
    uint8_t domain; /* lf_domain */
    uint8_t bind;   /* register that gets the chosen value; -1 as "done" or "none" */
    uint8_t source; /* first register of the domain */
    uint8_t by;     /* register with the deciding seat */
    uint8_t live;   /* registers below this one are alive while the choice is pending */
    bool or_done;   /* one more option, last: the way out */
    uint8_t
        /* lf_option_kind of the way out: DONE, SKIP, CANCEL; MENU: the rule says that it is none */
        out_kind;
    bool checked; /* what follows can fail: offer only what can be completed */
    uint64_t
        /* ACTIONS, MENU: the entries after which something can fail; the others need no
         * look-ahead */
        fallible;
    uint16_t enum_id; /* ENUM; ACTIONS: the phase */
    bool sealed;      /* what is chosen is told to the chooser alone */
    bool shows_cards; /* its options are cards, or its texts name some */
    uint8_t ask;      /* lf_ask: what the rules say of a single option */
    /* and what follows: the seats that are asked for it, a bit each (lf_asked_seats) */
    uint32_t asked;
    uint64_t ask_always, ask_real; /* ACTIONS: the actions that say so themselves */
    int32_t prompt;                /* template or -1 */
    int32_t done_label;            /* template or -1: "done" */
    /* of the way out: "done", unless something in the domain is called so */
    const char *done_id;
    int32_t *labels;  /* MENU: a template each */
    const char **ids; /* MENU: an id each */
    uint8_t *kinds;   /* MENU: an lf_option_kind each: MENU, or which way out it is */
    uint32_t label_count;
    const int64_t *numbers; /* INTS, ENUM: the list, ascending, or NULL */
    uint32_t number_count;
    uint32_t pc;       /* of its CHOOSE */
    uint32_t place;    /* index into places */
    uint32_t question; /* that it asks */
} lf_choice_site;

/* A choice as the rules write it, whatever it was compiled to: several sites may ask the same
 * question. What can be chosen there has ids from `first` on, in the order of the domain, and the
 * way out the id behind them (api/env/actions.c). No part of the game's identity: it follows from
 * the rules. */
typedef struct {
    uint8_t
        /* lf_domain; of numbers: RANGE for those from `low` on, INTS for those of the site's
         * list */
        domain;
    bool way_out;     /* it can be left without choosing, in some position */
    uint16_t enum_id; /* ENUM; ACTIONS: the phase */
    int32_t site;     /* the first that asks it, which has its words; -1: none does */
    uint32_t first;   /* id */
    uint32_t count;   /* ids but for the way out; at least 1 */
    int64_t low;      /* the value of the first id */
} lf_question_info;

/* The most that a choice of the game has of something. */
typedef struct {
    uint32_t values;  /* of an enumeration */
    uint32_t entries; /* of a menu */
    uint32_t numbers; /* ids of a question among numbers */
    uint32_t shown;   /* values in the texts */
} lf_choice_limits;

typedef struct {
    const char *name;
    uint32_t entry, end;  /* code[entry … end) */
    uint32_t registers;   /* what operands can name */
    uint32_t frame_words; /* registers, then the tables behind them */
    uint32_t param_words;
    bool pure;
} lf_routine;

/* From one instruction to before another, this register of the routine that they belong to holds a
 * card, or from it on a set of cards: what lf_determinize has to redraw along with the stacks. */
typedef struct {
    uint32_t from, to;
    uint8_t reg;
    bool is_set;
} lf_card_register;

typedef struct {
    const char *name;
    uint8_t scope; /* 0 global, 1 seat, 2 space */
    uint8_t say;   /* lf_say */
    uint16_t enum_id;
    bool is_set, is_marker;
    bool bookkeeping;   /* never shown or logged */
    uint8_t visibility; /* who may know it: 0 all, 1 its seat, 2 nobody */
    const char *label;  /* what people read */
    const char *if_false,
        /* true or false: what the log says when it has become so; NULL: made of the label */
        *if_true;
    int32_t min, max, init;
    uint32_t cell;  /* first cell, or first word of the set region */
    uint32_t words; /* sets */
    uint32_t
        /* the first variable of a row that is read with an index: how many lie behind each other;
         * otherwise 0 */
        entries;
    uint32_t place; /* of the first cell: its offset in a state's block (state/layout.c) */
    uint8_t width;  /* bytes of a cell, the fewest that hold its range: 1, 2 or 4 */
    int32_t
        /* hidden: a pure routine that says of the owner, if it has one, and a value whether others
         * must think it possible; -1: any */
        possible;
} lf_var;

/* What the register of a KEEP holds for a variable of spaces: where its cells lie, and how wide
 * they are. */
static inline int32_t lf_row_of_var(const lf_var *var) {
    return (int32_t)(var->place << 2 | var->width >> 1);
}

typedef struct {
    const char *kind_name, *kind_label; /* red-troops, "Red troops" */
    const char *kind_one;               /* "Red troop" */
    /* red-troops.hidden, or the kind's name if it has one state */
    const char *name;
    /* with the word for the state in front, where it has one */
    const char *label, *one;
    /* "T", "(h)": as players write; "" where none is declared */
    const char *kind_short, *state_short;
    int16_t seat, supply; /* -1: none */
    uint8_t default_slot; /* the kind in its first state */
    /* covered: as which slot others than its seat see it, plus one; 0: all see what it is */
    uint8_t seen_as;
    int32_t
        /* covered: a pure routine that says of a space whether others must think it there; -1:
         * anywhere */
        possible;
    int32_t pool; /* of the kind; -1 without limit */
} lf_slot;

typedef struct {
    const char *name, *label;
    uint8_t say; /* lf_say */
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
    uint8_t visibility; /* 0 all, 1 owner, 2 nobody */
} lf_stack;

/* A derived value that people play by. */
typedef enum { LF_PER_GAME, LF_PER_SEAT, LF_PER_SPACE, LF_PER_CARD } lf_per;

typedef struct {
    const char *name, *label, *group; /* group: "" where none is declared */
    uint8_t per;                      /* lf_per */
    uint8_t say;                      /* lf_say of the value */
    uint16_t enum_id;
    uint32_t words;     /* of the value */
    uint32_t value;     /* routine */
    int32_t when, goal; /* routines, or -1 */
} lf_display_info;

/* What agents are told about the game: what a position is worth, and what is usually good to look
 * at first. Weights are in thousandths. Their routines are the last of the program and run on
 * copies of a position (api/agents/knowledge.c). */
typedef struct {
    const char *name, *label;
    uint32_t seats; /* whose view it is, a bit each */
    bool per_seat;  /* the routine takes the seat */
    int32_t weight;
    uint32_t value; /* routine: a number */
} lf_term_info;

typedef struct {
    const char *name, *label;
    uint32_t seats;
    bool per_seat;
    int32_t weight;
    const char **options; /* ids of what can be chosen; none: spaces */
    uint32_t option_count;
    int32_t spaces, when; /* routines, or -1 */
    uint32_t *askers;     /* routines in which the question stands; none: wherever */
    uint32_t asker_count;
} lf_prior_info;

/* How much of each table the rules have; what comes behind it is the agents'. */
typedef struct {
    uint32_t code_count, constant_count, template_count, routine_count;
} lf_rules_part;

typedef struct {
    uint32_t entry;     /* pc of its beginning: onEnter and all */
    uint32_t loop;      /* pc where the legal actions are looked for */
    uint32_t next_seat; /* pc that goes on with the next seat, or the exit */
    uint32_t exit;      /* pc of onExit */
    uint32_t left;      /* pc behind onExit: where its call returns to */
    /* What stands above its actions, a template each. Which of them (or -1) and its values are what
     * this pure routine leaves in its first register and in others: nobody pays for them who does
     * not read. */
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
    const char *position; /* laid out as a text says (play/position_text.c), or NULL */
} lf_scenario_info;

/* How a position is written in a line of text: fields in this order. Pieces, sets and variables
 * that all see; no part of the game's identity. */
typedef struct {
    uint8_t letter;
    bool is_piece;   /* of a board: a kind of pieces, not a set of spaces */
    uint32_t target; /* slot, seat or variable */
} lf_position_letter;
typedef struct {
    uint8_t sort;           /* lf_text_field_sort */
    uint32_t columns, rows; /* of a board: the spaces of the grid, which are the first */
    uint32_t var;           /* a space or a number */
    uint32_t letter_count;
    lf_position_letter *letters;
} lf_position_field;
/* An id that options of menus once had, and the one that such an option has now. No part of the
 * game's identity. */
typedef struct {
    const char *former, *id;
} lf_option_alias;

/* What must hold of a position that was read from a text, before the set-up runs. */
typedef struct {
    const char *message; /* what is wrong with a position of which it does not hold */
    uint32_t routine;
} lf_position_rule;

/* The numbers by which the running hash knows the first datum of each region (lf_cell_hash). They
 * follow from the counts of the game and from nothing else, so that positions hash as ever, however
 * small the regions are made. */
typedef struct {
    uint32_t cells, sets, counts, card_stack, card_below, stack_top, stack_bottom, stack_size;
} lf_hash_keys;

/* What of a position makes it the same as another, and where the keys of those remembered lie
 * (state/history.c). */
typedef enum {
    LF_REPEATED_VARIABLE, /* of all that have it; no set */
    LF_REPEATED_SETS,     /* words of the sets */
    LF_REPEATED_PIECES,   /* in these zones */
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
    uint32_t memory; /* the most keys */
    uint32_t first;  /* word of the region: how many there are; the keys lie behind it */
} lf_repetition;

/* Where everything lies in a state's block; byte offsets. */
typedef struct {
    /* int32, then int16, then int8: each variable as wide as its range */
    uint32_t cells, cells16, cells8;
    uint32_t cells_end;
    uint32_t cell_count; /* of all widths */
    uint32_t sets;       /* uint64 */
    uint32_t set_words;
    uint32_t counts; /* uint8 [zone][slot] */
    /* bytes of each of the following fields, which are stored plus one: 1 or 2 */
    uint32_t card_width;
    uint32_t card_stack, card_below, card_above;  /* per card */
    uint32_t stack_top, stack_bottom, stack_size; /* per stack */
    /* uint64 per zone: the slots that have pieces there */
    uint32_t zone_slots;
    uint32_t slot_zones; /* uint64 [slot][zone_words]: the same the other way round */
    uint32_t open;       /* uint64 [card_words] */
    /* per viewer a row of fields as wide as those of cards (state/knowledge.c) */
    uint32_t knowledge;
    uint32_t viewers;
    uint32_t history; /* uint64: of each repetition the number of keys, then the keys */
    uint32_t calls;   /* lf_call [call_depth] */
    uint32_t call_depth;
    uint32_t frames; /* int64 */
    uint32_t frame_words;
    uint32_t size;
    lf_hash_keys keys;
} lf_layout;

typedef enum { LF_TIES_DRAW, LF_TIES_SHARED, LF_TIES_ORDERED } lf_ties;

/* What a step in a direction does to the number of a space, where it does the same to all. */
typedef struct {
    int8_t by;     /* 0: not the same to all, or there is none */
    uint64_t from; /* the spaces from which there is a step */
} lf_shift;

struct lf_game {
    lf_arena *arena;
    /* of compile/: for snippets and the GameDef; NULL in a game from an image … */
    void *model;
    void *late;       /* … which has the means to make it instead: see lf_model_of */
    uint32_t without; /* optimisations that were left out: what is compiled later keeps to it */
    void (*free_model)(void *);
    /* vm.h: the program as native code; NULL: there is only bytecode */
    const struct lf_native *native;
    const char *spec; /* the path that it was loaded from; NULL: from memory, or from an image */
    const char *id, *title, *description;
    uint64_t identity; /* of the rules */
    uint64_t program;  /* of all code, the agents' as well */

    uint32_t seat_count, zone_count, space_count, zone_words, card_count, card_words, stack_count,
        slot_count;
    uint32_t direction_count, property_count, attribute_words, enum_count, var_count, option_count,
        phase_count;
    uint32_t action_count, scenario_count, routine_count, site_count, part_count, checkpoint_count,
        invariant_count, menu_option_count;
    uint32_t default_scenario;
    uint32_t global_count, seat_var_count, space_var_count;
    /* plus one, the option that says how many seats play, the first ones; 0: all do */
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
    int64_t *attributes;         /* [card][attribute_words] */
    uint32_t *attribute_lengths; /* by word: how many words its attribute has from there on */
    lf_slot *slots;
    lf_named *directions;
    int16_t *opposites;
    int16_t *steps;      /* [space][direction] */
    uint64_t *adjacency; /* [space][zone_words] */
    /* [space][direction]: all spaces from one on in a direction; NULL: see lf_rays_fill */
    uint64_t *rays;
    lf_shift *shifts; /* [direction]; NULL: see lf_rays_fill */
    bool mutual;      /* lf_map_is_mutual */
    uint32_t pattern_count,
        pattern_words;        /* pattern_words: space_count × zone_words, if there are patterns */
    uint32_t *pattern_slides; /* [pattern]: directions, a bit each */
    uint64_t *pattern_leaps;  /* [pattern][space][zone_words]: what is covered at any rate */
    int64_t *properties;      /* [property][space] */
    lf_board board;           /* how it is drawn, for people only */
    lf_spot *spots;           /* [space] */
    lf_property_info *property_info;
    lf_enumeration *enums;
    lf_var *vars;    /* globals, then per seat, then per space */
    lf_var *options; /* `cell` says where a state keeps its setting */
    const char **option_descriptions;
    lf_phase_info *phases;
    lf_named *phase_names;
    lf_named *actions;
    uint8_t *action_kinds;     /* lf_option_kind: ACTION, or which way out it is */
    uint8_t *action_ends_move; /* 0: the next action belongs to the same move */
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
    uint32_t agents_words, agents_depth; /* the room that the agents' routines need */
    lf_rules_part rules;
    const char **menu_options; /* the ids of all menus and ways out, each once, sorted */
    lf_named *invariants;
    uint32_t *invariant_routines;
    int32_t *margin_routines; /* per seat; NULL: no margins */
    const char *payoff_unit,
        /* the margins are what is played for; "": only who wins by them */
        *payoff_label;
    int64_t payoff_scale;             /* to agents, so much is as good as can be */
    int64_t utility_min, utility_max; /* what a seat can win; min > max: nobody knows */
    /* seats, best first: the order of those whose margins are equal */
    uint8_t *tie_break;
    uint8_t ties;                             /* lf_ties: who wins if the best margins are equal */
    bool cooperative;                         /* all seats have the same margin in every position */
    uint8_t (*flip_maps)[LF_MAX_PIECE_SLOTS]; /* slot → slot */
    uint32_t flip_map_count;

    lf_instr *code;
    lf_instr *chained;   /* the same as the loop runs it; NULL: see lf_chains_fill */
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
    lf_choice_limits choices; /* as lf_measure_choices says */
    lf_routine *routines;     /* routines[0] is the course of play */
    lf_place *places;
    uint32_t place_count;
    const char **place_files;
    uint32_t place_file_count;
    lf_card_register *card_registers;
    uint32_t card_register_count;
    bool has_checked_sites;
    uint32_t supposing; /* how deep SUPPOSE can nest */
    /* no die of the rules has more sides, as far as that is known; 0: there is none */
    uint32_t greatest_die;
    lf_layout layout;
};

/* How many have the variable: the game, the seats or the spaces. */
static inline uint32_t lf_var_owners(const lf_game *game, const lf_var *var) {
    return var->scope == 0 ? 1 : var->scope == 1 ? game->seat_count : game->space_count;
}

/* Cells, or sets, from the first of a variable on to the last of its row: entry behind entry, and
 * in each owner behind owner. */
static inline uint32_t lf_row_length(const lf_game *game, const lf_var *var) {
    return lf_var_owners(game, var) * (var->entries > 0 ? var->entries : 1);
}

/* How many entries a table has, by the operand of TGET and TSET. */
static inline uint64_t lf_table_size(const lf_game *game, uint8_t by) {
    return by == 0   ? game->zone_count
           : by == 1 ? game->seat_count
           : by == 2 ? game->slot_count
                     : by - 2u;
}

/* Gives the variables and options their widths and places; called once by compile/, before anything
 * reads them. */
void lf_cells_fill(lf_game *);
/* Has every variable the width and the place that lf_cells_fill gives it? */
bool lf_cells_fit(const lf_game *);
/* Fills game->layout from the counts; called once by compile/. */
void lf_layout_fill(lf_game *);
/* The size of a block whose last region ends there. */
uint32_t lf_block_size(uint64_t end);

/* The id of a possibility of a question, its way out being the one behind the last; that of a
 * number is written into `digits`. NULL: nobody asks it. */
const char *lf_question_id(const lf_game *, const lf_question_info *, uint32_t place,
                           char digits[LF_NUMBER_SIZE]);
/* A choice that asks the question, as far as it can be said without one. */
lf_choice_site lf_question_site(const lf_game *, const lf_question_info *);
/* The routine that the question stands in; UINT32_MAX: nobody asks it. */
uint32_t lf_question_routine(const lf_game *, const lf_question_info *);

/* Fills game->mutual, and game->shifts and game->rays from game->steps, in the game's arena, if a
 * set of spaces is one word and the numbers along every row only rise or only fall: then the first
 * space of a row that is not in a set is found in a step (state/reach.c). */
void lf_rays_fill(lf_game *);

/* Makes game->chained of game->code, which is verified, in the game's arena (vm/chains.c). Without
 * it the loop runs on the code. */
void lf_chains_fill(lf_game *);

/* The seats that are asked for a single option of a choice, by what the rules say of it and by
 * what they hide. */
uint32_t lf_asked_seats(const lf_game *, const lf_choice_site *);

/* Follows from the tables; kept in the game because it is asked for often. */
lf_choice_limits lf_measure_choices(const lf_game *);

/* Structural check of the program: operands, jumps, register bounds. Returns NULL or what is
 * wrong. */
const char *lf_verify(const lf_game *, char *buffer, size_t size);

/* What an operand is to the verifier: a constant, a register, the first of a set, or nothing. */
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
    /* which says how many words its sets have: 0 to 2 an operand, 3 imm; 4: those of zones */
    uint8_t words;
    bool changes; /* the game, or what the observer knows */
    bool ends;    /* nothing goes on behind it: a routine may end there */
    const char *text;
} lf_op_info;
extern const lf_op_info lf_op_table[LF_OPCODES];

#endif
