/* ludoforge.h: the public interface of the engine: everything that a program needs to play and
 * show games. ludoforge_tools.h has what tests, profilers and designers' tools need in addition.
 *
 * The basic loop:
 *
 *     lf_diagnostics *problems = NULL;
 *     lf_game *game = lf_game_load("checkers.game-spec.md", &problems);
 *     lf_state *state = lf_state_new(game, NULL, NULL);
 *     while (!lf_terminal(state, NULL)) {
 *         lf_option options[LF_OPTIONS_MAX];
 *         int n = lf_legal(state, options, LF_OPTIONS_MAX);
 *         lf_apply(state, pick(options, n));
 *     }
 *
 * A game is immutable and may be shared by any number of threads. A state belongs to one thread at
 * a time. The same game, seed and decisions give the same bytes on every machine.
 *
 * Nothing here aborts or prints. Functions that can fail return a status (or NULL) and, where
 * they take an lf_error, explain why. Strings returned as `const char *` belong to the game;
 * strings returned as `char *` are freed with lf_string_free. */
#ifndef LUDOFORGE_H
#define LUDOFORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LF_API __attribute__((visibility("default")))
#else
#define LF_API
#endif

#define LF_OPTIONS_MAX 1024 /* no decision has more options */
#define LF_SEATS_MAX 16

typedef struct lf_game lf_game;
typedef struct lf_state lf_state;
typedef struct lf_diagnostics lf_diagnostics;
typedef int lf_seat; /* 0 … seats - 1; LF_NOBODY when there is none */
#define LF_NOBODY (-1)

typedef enum {
    LF_OK,
    LF_OUT_OF_MEMORY,
    LF_BAD_ARGUMENT, /* unknown scenario, option, name; no such decision */
    LF_BAD_INPUT,    /* a spec, save, state or expression that is not valid */
    LF_GAME_OVER,    /* the game has ended: nothing can be applied */
    /* a rule of the game failed while running: dead end, budget, value out of range */
    LF_RULE_ERROR
} lf_status;

typedef struct {
    lf_status status;
    char message[640]; /* one or two sentences; for rule errors with file:line:col */
} lf_error;

LF_API const char *lf_version(void);
LF_API const char *lf_status_name(lf_status);
LF_API void lf_string_free(char *);
/* "Did you mean": the candidate (from a list that ends with NULL) that `word` most likely stands
 * for, or NULL. */
LF_API const char *lf_suggest(const char *word, const char *const *candidates);

/* Where the library gets its memory. Each function is like that of the C library, with the
 * context as first argument; `release` is never called with NULL. Every thread that uses the
 * library calls them. */
typedef struct {
    void *(*allocate)(void *context, size_t size);
    void *(*reallocate)(void *context, void *old, size_t size);
    void (*release)(void *context, void *memory);
    void *context;
} lf_allocator;
/* Sets the allocator for all memory of games, states, decisions and texts (the struct is copied;
 * NULL: the C library's). Call it before any other function, or when nothing is left that the
 * library allocated. The libraries that read YAML and JSON, which only compiling, JSON texts and
 * sessions use, always use the C library's. */
LF_API void lf_set_allocator(const lf_allocator *);

/* ---- games ----------------------------------------------------------------------------------- */

/* Compiles a spec (.game-spec.md) or a GameDef (.json), or loads an image (lf_game_image). On
 * errors the result is NULL and *problems has them; warnings alone still give a game. *problems is
 * always set unless memory ran out entirely; free it. */
LF_API lf_game *lf_game_load(const char *path, lf_diagnostics **problems);
/* The same from memory, recognised by its content: a spec in one file (it cannot import others),
 * a GameDef, or an image. `name` is what diagnostics call it. The bytes may be freed afterwards. */
LF_API lf_game *lf_game_load_memory(const char *name, const void *bytes, size_t size,
                                    lf_diagnostics **problems);
/* A bundled game by its name. The search goes through the folder that the environment variable
 * LUDOFORGE_GAMES names, the program's own folder, the place of installation, and data/games. */
LF_API lf_game *lf_game_load_bundled(const char *name, lf_diagnostics **problems);
/* The names of the bundled games, with NULL at the end; the default game is first. NULL: out of
 * memory. */
LF_API char **lf_bundled_games(void);
LF_API void lf_bundled_games_free(char **);
/* The path of a bundled game's spec; NULL if there is no game of that name. Free it with
 * lf_string_free. */
LF_API char *lf_bundled_path(const char *name);
/* Games are reference-counted. Loading gives one reference, which lf_game_free drops. States,
 * sessions, agents and batches hold references of their own, so you may free a game before them.
 * lf_game_retain adds a reference, for one more lf_game_free. Any thread may call both. */
LF_API lf_game *lf_game_retain(const lf_game *);
LF_API void lf_game_free(lf_game *);

typedef struct {
    bool is_error;
    const char *code; /* "E0502" */
    const char *file;
    int line, column, length;
    const char *message;
    const char *note; /* NULL when there is none */
} lf_problem;
LF_API int lf_diagnostics_count(const lf_diagnostics *);
LF_API int lf_diagnostics_errors(const lf_diagnostics *);
LF_API lf_problem lf_diagnostics_get(const lf_diagnostics *, int index);
LF_API char *lf_diagnostics_text(const lf_diagnostics *,
                                 bool colour); /* for people: with source line and caret */
LF_API char *lf_diagnostics_json(const lf_diagnostics *);
LF_API void lf_diagnostics_free(lf_diagnostics *);
/* The explanation of a code such as "E0502", or NULL; and all codes by index, until NULL. */
LF_API const char *lf_explain(const char *code);
LF_API const char *lf_explain_code(int index, const char **title);

LF_API char *lf_game_json(const lf_game *); /* the GameDef, canonical */
/* An image: the compiled game as bytes that load quickly, without the compiler, on every machine
 * and in every engine with the same tables. Free it with lf_string_free. NULL: out of memory.
 * The loaded game behaves exactly like this one. An image is verified like any input. It
 * contains the files of the spec, which are compiled when they are first needed: by
 * lf_game_json, lf_rule_text and the functions that take expressions. */
LF_API char *lf_game_image(const lf_game *, size_t *size);
LF_API const char *lf_game_id(const lf_game *);
LF_API const char *lf_game_title(const lf_game *);
/* a sentence or two; "" if the game has none */
LF_API const char *lf_game_description(const lf_game *);
/* Everything about a game that a client shows, as one canonical JSON document;
 * schemas/describe.schema.json describes it. NULL: out of memory. Free it with lf_string_free. */
LF_API char *lf_describe(const lf_game *);
/* hash of the compiled game: equal games, equal identity */
LF_API uint64_t lf_game_identity(const lf_game *);

/* The parts of a game, for programs that show it. Names are the ids of the spec; labels are for
 * people. */
typedef enum {
    LF_OF_SEATS,
    LF_OF_ZONES, /* the spaces first, then the boxes */
    LF_OF_SPACES,
    LF_OF_STACKS,
    LF_OF_CARDS,
    LF_OF_KINDS, /* piece kinds with their state: one entry for each countable sort */
    LF_OF_GLOBALS,
    LF_OF_SEAT_VARS,
    LF_OF_SPACE_VARS,
    LF_OF_PHASES,
    LF_OF_ACTIONS,
    LF_OF_SCENARIOS,
    LF_OF_OPTIONS,
    LF_OF_PROPERTIES, /* of spaces */
    LF_OF_INVARIANTS,
    LF_OF_CARD_PARTS,
    LF_OF_CHECKPOINTS,
    /* the ids of all menu options and ways out that the rules can offer, sorted */
    LF_OF_MENU_OPTIONS,
    LF_OF_DISPLAYS, /* derived values that players use: lf_display_… */
    LF_OF_SITES,    /* places in the rules where a choice is made; for coverage */
    /* of the compiled program: functions and procedures that were not inlined, actions, events */
    LF_OF_ROUTINES
} lf_catalogue;
LF_API int lf_count(const lf_game *, lf_catalogue);
LF_API const char *lf_name(const lf_game *, lf_catalogue, int index);
LF_API const char *lf_label(const lf_game *, lf_catalogue, int index);
LF_API int lf_find(const lf_game *, lf_catalogue,
                   const char *name); /* by name, then by label; -1 if unknown */
LF_API int lf_default_scenario(const lf_game *);
LF_API lf_seat lf_kind_seat(const lf_game *, int kind);
/* The label of a single piece ("hidden Red scout"), and how players write the kind and its state
 * ("S", "(h)"); both "" if the game declares none. `state` may be NULL. */
LF_API const char *lf_kind_one(const lf_game *, int kind);
LF_API const char *lf_kind_short(const lf_game *, int kind, const char **state);
/* Variables and phases that are part of the state but never shown or logged. */
LF_API bool lf_bookkeeping(const lf_game *, lf_catalogue, int index);
/* A property of a space as text ("3", "yes", "Hill"), in `buffer`. */
LF_API const char *lf_property(const lf_game *, int space, int property, char *buffer, size_t size);
LF_API bool lf_adjacent(const lf_game *, int space_a, int space_b);
/* How the board is drawn: squares; hexagons, where each row up is half a cell further to the
 * right; or points with lines between neighbours. LF_BOARD_WORDS: the game does not say. A space
 * may have no place. */
typedef enum { LF_BOARD_WORDS, LF_BOARD_SQUARES, LF_BOARD_HEX, LF_BOARD_POINTS } lf_board;
LF_API lf_board lf_board_of(const lf_game *);
LF_API bool lf_space_place(const lf_game *, int space, int *x,
                           /* to the right, and up; either may be NULL */
                           int *y);
LF_API char *lf_option_values(const lf_game *, int option); /* "first|second (first)" */
LF_API char *lf_option_default(const lf_game *,
                               /* in the form that lf_setup takes; NULL: no such option, or out
                                * of memory */
                               int option);
/* "" if the game has none */
LF_API const char *lf_option_description(const lf_game *, int option);
/* The text of a card part ("" if it has none). */
LF_API const char *lf_card_text(const lf_game *, int card, int part);

/* How the game looks, as JSON: the `visual.yaml` in its folder (docs/visual.md). Every space has
 * a place, from the map if the file gives none. `spec` is a path whose folder contains the file;
 * NULL: where the game was loaded from; "": use the map alone. On errors the result is NULL and
 * *problems has them. Free with lf_string_free and lf_diagnostics_free. */
LF_API char *lf_visual(const lf_game *, const char *spec, lf_diagnostics **problems);

/* ---- states ---------------------------------------------------------------------------------- */

/* A decision with a single option is forced. The engine either takes that option at once, or
 * asks the seat as for any other decision. Taking it at once tells the others that there was no
 * choice. */
typedef enum {
    LF_FORCED_GAME, /* as the rules say (`ask`); by default a seat with secrets is asked */
    LF_FORCED_ASK,  /* every seat is asked for every decision */
    LF_FORCED_TAKE  /* nobody is asked */
} lf_forced;

typedef struct {
    const char *scenario; /* NULL: the game's default */
    uint64_t seed;
    const char *const *options; /* "name=value", with NULL at the end; NULL for none */
    /* NULL, or a stack whose cards get a fixed order after the set-up … */
    const char *stack;
    const char *const *cards; /* … given here, top first, with NULL at the end */
    /* true: put them on top of the stack; false: they are the whole stack */
    bool on_top;
    const char
        /* NULL, or a position as the game writes it (`positionText`), set up before `setup` runs */
        *position;
    lf_forced forced; /* whether a seat is asked for a decision with a single option */
} lf_setup;

/* The names are "game", "ask" and "take"; NULL, or false, for anything else. */
LF_API const char *lf_forced_name(lf_forced);
LF_API bool lf_forced_find(const char *name, lf_forced *out);
/* The mode of a state. It is part of the state: copies and saves keep it. A change applies from
 * the next decision on; the pending one stays as it is. LF_BAD_ARGUMENT if it is none of the
 * three. */
LF_API lf_forced lf_forced_of(const lf_state *);
LF_API lf_status lf_forced_mode(lf_state *, lf_forced);

/* A new game at its first decision. `setup` may be NULL: default scenario, seed 0. */
LF_API lf_state *lf_state_new(const lf_game *, const lf_setup *setup, lf_error *);
/* Starts a new game in an existing state: the same as a new state, without allocation. The
 * observer and the counters stay. After an error you can only reset the state again or free it. */
LF_API lf_status lf_state_reset(lf_state *, const lf_setup *setup, lf_error *);
LF_API lf_state *lf_state_clone(const lf_state *);
LF_API void lf_state_free(lf_state *);
LF_API void lf_copy(lf_state *dst, const lf_state *src); /* both of the same game; no allocation */
LF_API bool lf_equal(const lf_state *, const lf_state *);
/* The position in one line of text, as the game declares it (`positionText`), which lf_setup takes.
 * For the host: it may reveal hidden information. NULL if the game declares no such text; free
 * it with lf_string_free. */
LF_API char *lf_position_text(const lf_state *, lf_error *);
LF_API size_t lf_state_size(const lf_game *); /* bytes of the flat block behind a state */
LF_API const lf_game *lf_state_game(const lf_state *);
LF_API int lf_state_scenario(const lf_state *);
/* The number of seats that play: the first ones if an option of the game says how many,
 * otherwise all. The others never decide, have a margin of 0 and come last in a ranking.
 * lf_seats_for answers before a game begins, with the options of a setup (NULL: the default
 * ones). */
LF_API int lf_seats_in_play(const lf_state *);
LF_API int lf_seats_for(const lf_game *, const lf_setup *setup);
LF_API uint64_t lf_hash(const lf_state *);
/* A state updates its hash with every change. If you seldom need the hash, as in playouts and
 * simulations, let it be computed on demand: play is faster, lf_hash and lf_table_hash are
 * slower, and their values are the same. This setting is not part of the state's value: lf_copy
 * does not copy it, lf_state_clone does. */
LF_API void lf_hash_on_demand(lf_state *, bool on);

/* ---- decisions ------------------------------------------------------------------------------- */

typedef enum {
    LF_OPTION_ACTION, /* subject: action */
    LF_OPTION_SPACE,  /* subject: zone (a space) */
    LF_OPTION_ZONE,   /* subject: zone (a box) */
    LF_OPTION_SEAT,
    LF_OPTION_CARD,
    LF_OPTION_KIND, /* subject: piece kind with state */
    LF_OPTION_DIRECTION,
    LF_OPTION_NUMBER, /* count */
    LF_OPTION_VALUE,  /* an entry of an enumeration; subject: its index */
    /* an entry of a menu; subject: its index. Or an option next to things to choose; subject:
     * LF_NO_SUBJECT */
    LF_OPTION_MENU,
    /* The ways out, each a kind of its own. Subject: the index of a menu's entry; LF_NO_SUBJECT
     * for a choice of things. */
    LF_OPTION_DONE,  /* what was being chosen is complete ("No more spaces", "Finish") */
    LF_OPTION_SKIP,  /* leaves out something optional ("Not here") */
    LF_OPTION_CANCEL /* gives up something begun, where the rules offer that */
} lf_option_kind;
#define LF_OPTION_KINDS (LF_OPTION_CANCEL + 1)
#define LF_NO_SUBJECT (-1)

/* The name of a kind, as JSON has it: "action", "space", "done"; "?" if there is no such kind. */
LF_API const char *lf_option_kind_name(lf_option_kind);

/* An option as programs need it. Its texts are in an lf_decision. */
typedef struct {
    lf_option_kind kind;
    int subject;
    int count;
} lf_option;

/* Among the options, actions are LF_OPTION_ACTION. This says which way out an action is (the
 * `pass` of a phase, or as the game declares it), or LF_OPTION_ACTION if it is none. */
LF_API lf_option_kind lf_action_kind(const lf_game *, int action);
/* False if the action is only part of a move, which the next action continues
 * (`endsMove: false`). */
LF_API bool lf_action_ends_move(const lf_game *, int action);

LF_API lf_seat lf_decider(const lf_state *); /* LF_NOBODY once the game is over */
/* The legal options in a stable order. Returns how many exist; fills at most `cap`. `out` may be
 * NULL. */
LF_API int lf_legal(const lf_state *, lf_option *out, int cap);
LF_API int lf_legal_count(const lf_state *);
LF_API bool lf_option_at(const lf_state *, int option,
                         lf_option *out); /* one option; false if it does not exist */
LF_API lf_status lf_apply(lf_state *, int option);

/* The id of one option. It never changes, whatever the label says, and is unique within the
 * decision. The id of a number is its decimal text, written into `buffer`; all others belong to
 * the game. "" if there is no such option. */
#define LF_NUMBER_SIZE 24 /* room for any number */
LF_API const char *lf_option_id(const lf_state *, int option, char *buffer, size_t size);
/* The option with exactly this id, or else the one that formerly had it (section
 * `optionAliases`); LF_NO_OPTION if there is none. */
#define LF_NO_OPTION (-1)
LF_API int lf_find_option_id(const lf_state *, const char *id);
/* The same, or else the option with exactly this label. */
LF_API int lf_find_option(const lf_state *, const char *id_or_label);

/* The pending decision with all its texts, as one block that does not change when the state
 * does. */
typedef struct {
    lf_option_kind kind;
    int subject, count;
    const char *id;    /* as lf_option_id */
    const char *label; /* for people; unique within the decision */
    const char
        /* the text of the part of the prompt's card that it chooses; NULL if it chooses none */
        *text;
} lf_choice;
typedef struct {
    lf_seat decider;
    int card; /* as lf_prompt_card */
    const char *prompt;
    int count;
    const lf_choice *options;
} lf_decision;
LF_API lf_decision *lf_decision_new(
    const lf_state *); /* no options once the game is over; NULL: out of memory */
LF_API void lf_decision_free(lf_decision *);
LF_API char *lf_prompt(const lf_state *);
/* The card that the prompt of the pending decision names ("Which side of {top(played)}?"), or -1.
 * An option with the id or label of one of its parts chooses that part. */
LF_API int lf_prompt_card(const lf_state *);

/* Explains to the decider why something is not offered now. The first line is the main reason,
 * indented lines give further reasons, and the last line names the rule and has its designer's
 * description. `thing` is the id or label of anything that can be chosen in the game: an action,
 * a space, a card, a seat, a kind of pieces, a value, a number, an option of a menu, a way out;
 * case does not matter. Of something that is offered the answer says that it "can be chosen
 * now". NULL with an error: nothing has that name, or the game was loaded without its rules. The
 * answer contains nothing that the seat does not know. */
LF_API char *lf_why(const lf_state *, const char *thing, lf_error *);
/* The same for a program that knows the subject, for example after a click on a space. */
LF_API char *lf_why_option(const lf_state *, lf_option asked, lf_error *);
LF_API int lf_phase(const lf_state *);
LF_API int lf_turn(const lf_state *);
LF_API const lf_error *lf_state_error(const lf_state *); /* after LF_RULE_ERROR: what failed */

typedef struct {
    lf_seat winner; /* LF_NOBODY: a draw, or several have won */
    uint32_t
        /* one bit for each seat that has won; none at a draw, several if equal margins share the
         * win */
        winners;
    const char *checkpoint;
    lf_seat ranking[LF_SEATS_MAX]; /* best first */
    /* by seat; without declared margins 1, 0, -1 for won, drawn, lost */
    int64_t margin[LF_SEATS_MAX];
} lf_outcome;
LF_API bool lf_terminal(const lf_state *, lf_outcome *); /* outcome may be NULL */
LF_API int64_t lf_margin(const lf_state *, lf_seat);
LF_API bool lf_has_margins(const lf_game *); /* declared ones */
/* Each playing seat's share of the win, 0 to 1. Several winners share it, and at a draw all do.
 * In a cooperative game, in which all seats have the same margin in every position (or there is
 * one seat), all win or all lose: 1 for each if the margin is above 0 and the rules do not call
 * it a draw where equal margins share the win, 0 otherwise. */
LF_API void lf_win_shares(const lf_game *, const lf_outcome *, int seats, double *out);

/* If the margins are themselves the stake: their unit (`chips`); otherwise "". And their label:
 * that of the payoff ("chips won"), or "margin". */
LF_API const char *lf_payoff_unit(const lf_game *);
LF_API const char *lf_payoff_label(const lf_game *);

/* ---- watching -------------------------------------------------------------------------------- */

typedef enum {
    /* a seat chose; text names the choice. `forced` if there was only one option; otherwise the
     * event comes before the choice is carried out, and subject is the option */
    LF_EVENT_DECISION,
    LF_EVENT_MOVE,  /* subject kind, from, to (zones), count */
    LF_EVENT_FLIP,  /* subject kind (new), from == to the zone, count */
    LF_EVENT_CARD,  /* subject card, from, to (stacks, -1 nowhere) */
    LF_EVENT_VALUE, /* subject variable, count new value, from old value */
    /* subject variable, of `seat` or of space `to`; count: its size now; added, removed:
     * elements */
    LF_EVENT_SET,
    LF_EVENT_ROLL, /* count: the value; subject: sides */
    LF_EVENT_SHUFFLE,
    LF_EVENT_PHASE,
    LF_EVENT_LOG, /* a log line of the game */
    LF_EVENT_END
} lf_event_kind;
/* The name of a kind, as JSON has it: "move", "card", "value"; "?" if there is no such kind. */
LF_API const char *lf_event_kind_name(lf_event_kind);

/* How important a log entry is for readers. The game's own lines have the level that its rules
 * give them. */
typedef enum {
    /* begins a turn, or is the game's own summary of a turn */
    LF_LOG_TURN,
    LF_LOG_STEP,   /* a choice, a phase in which something happens */
    LF_LOG_DETAIL, /* what a step did */
    /* forced choices, bookkeeping, phases in which nothing happens: not for people */
    LF_LOG_NOISE
} lf_log_level;

/* A value of `known_to`: every seat, and onlookers too. */
#define LF_KNOWN_TO_ALL UINT32_MAX

/* An event contains everything, for the host of a game. Use lf_event_for before showing it to a
 * player. */
typedef struct {
    lf_event_kind kind;
    lf_seat seat;
    int subject, from, to;
    int64_t count;
    bool forced;
    lf_log_level level;      /* LF_EVENT_LOG */
    lf_option chosen;        /* LF_EVENT_DECISION: what was chosen */
    const char *text;        /* one line for people; valid during the call */
    const char *public_text; /* the same line for viewers who may not know all of it; valid as
     * long */
    uint32_t known_to;       /* bit i: seat i may know the subject and `text`; or LF_KNOWN_TO_ALL */
    const uint64_t *added,
        *removed; /* LF_EVENT_SET: one bit for each element, `words` words each; valid during the
        * call */
    int words;
    /* LF_EVENT_MOVE, LF_EVENT_FLIP: the kind that viewers see who may not know the subject */
    int seen_as;
} lf_event;

/* Whether a viewer (LF_NOBODY: an onlooker) is among `known_to`. */
LF_API bool lf_known_to(uint32_t known_to, lf_seat viewer);
/* The event as a viewer (LF_NOBODY: an onlooker) may know it. A card that the viewer saw neither
 * where it came from nor where it went, and a card that another seat chose in secret, are not
 * named: `subject` is -1 and `text` is the public one. Of a sealed choice the others learn that
 * it was made. A change of a variable that the viewer may not know becomes an LF_EVENT_LOG of
 * level LF_LOG_NOISE with an empty text. A covered piece of another seat becomes one of the kind
 * that it is seen as. */
LF_API lf_event lf_event_for(const lf_event *, lf_seat viewer);

typedef struct {
    void (*event)(void *context, const lf_event *);
    void *context;
} lf_observer;
/* Reports every later effect on this state to the observer (the struct is copied; NULL stops
 * it). It is not part of the state's value: lf_copy does not copy it. */
LF_API void lf_watch(lf_state *, const lf_observer *);

/* Counts what a seat has learned: chance, revealed cards, hidden cards that a rule looked at. A
 * client may allow undo while this number and the decider are unchanged. */
LF_API uint32_t lf_barrier(const lf_state *);

/* ---- reading a state ------------------------------------------------------------------------- */

LF_API int lf_pieces(const lf_state *, int zone, int kind);
LF_API int64_t lf_global(const lf_state *, int global); /* of a set: its size */
/* The elements of a global that is a set (zones, seats, cards, directions: by their index),
 * ascending. Returns how many there are; fills at most `cap`. `out` may be NULL. */
LF_API int lf_set_elements(const lf_state *, int global, int *out, int cap);
/* The same for a set of each seat or space; `owner` is the seat or the space, and 0 for a
 * global. */
LF_API int lf_set_elements_of(const lf_state *, lf_catalogue vars, int owner, int var, int *out,
                              int cap);
LF_API bool lf_var_is_set(const lf_game *, lf_catalogue vars, int var);
LF_API int64_t lf_seat_value(const lf_state *, lf_seat, int var);
LF_API int64_t lf_space_value(const lf_state *, int space, int var);
LF_API const char *lf_value_name(const lf_game *, lf_catalogue vars, int var, int64_t value,
                                 char *buffer, size_t size);
LF_API bool lf_is_marker(const lf_game *, lf_catalogue vars, int var);
LF_API bool lf_is_default(const lf_state *, lf_catalogue vars, int owner, int var);
/* lf_pieces as a viewer (LF_NOBODY: an onlooker) sees it: a covered piece of another seat counts
 * as the kind that it is seen as. */
LF_API int lf_pieces_seen(const lf_state *, int zone, int kind, lf_seat viewer);
LF_API int lf_stack_size(const lf_state *, int stack);
LF_API int lf_stack_card(const lf_state *, int stack, int position); /* 0 = top */
LF_API bool lf_stack_visible(const lf_game *, int stack, lf_seat seat);
/* Whether the seat may know this variable of this owner (for seat variables: a seat; otherwise
 * ignored). */
LF_API bool lf_variable_visible(const lf_game *, lf_catalogue vars, int index, int owner,
                                lf_seat seat);
/* Whether the game hides anything from the seat (LF_NOBODY: an onlooker); whether the seat can
 * know something that another, or an onlooker, cannot. */
LF_API bool lf_hides_from(const lf_game *, lf_seat seat);
LF_API bool lf_knows_more(const lf_game *, lf_seat seat, lf_seat than);

/* Displays: derived values that a game shows. `owner` is the seat, space or card, and 0 for a
 * display of the game. */
typedef enum {
    LF_DISPLAY_GAME,
    LF_DISPLAY_SEAT,
    LF_DISPLAY_SPACE,
    LF_DISPLAY_CARD
} lf_display_scope;
LF_API lf_display_scope lf_display_of(const lf_game *, int display);
LF_API const char *lf_display_group(const lf_game *, int display); /* "" if it has none */
/* Whether it is shown now. */
LF_API bool lf_display_shown(const lf_state *, int display, int owner);
/* Its value as text; free it with lf_string_free. NULL if it is not shown, cannot be computed,
 * or memory ran out. */
LF_API char *lf_display_text(const lf_state *, int display, int owner);
/* Its value as a number (or an index, if it is not a number); false if it is not shown or is a
 * set. */
LF_API bool lf_display_value(const lf_state *, int display, int owner, int64_t *value);
/* What the value has to reach, if the game declares a goal. */
LF_API bool lf_display_goal(const lf_state *, int display, int owner, int64_t *goal);

/* Players may see what lf_observe, lf_event_for and, for the decider, lf_legal, lf_prompt and
 * lf_why return. Everything else reveals more and is for the host of the game: lf_state_json,
 * lf_save, records, and also lf_hash and lf_table_hash, because a guess about a hidden card can
 * be checked against the hash. */

/* Canonical JSON. lf_state_json has everything and can be read back; lf_observe has what `seat` may
 * know. */
LF_API char *lf_state_json(const lf_state *);
LF_API lf_status lf_state_from_json(lf_state *, const char *text, lf_error *);
LF_API char *lf_observe(const lf_state *, lf_seat);
/* Redraws what `seat` cannot know (hidden cards, the generator), from `seed`. The result depends
 * only on the seed and on what the seat knows: two states that look the same to it become the
 * same state. Cards that the pending decision shows to the seat stay where they are. The new
 * state has the same legal options, as far as a few draws can find one. */
LF_API void lf_determinize(lf_state *, lf_seat, uint64_t seed);

/* Saves the state as bytes: a header and the block. Returns the size needed; writes if it fits. */
LF_API size_t lf_save(const lf_state *, void *buffer, size_t size);
LF_API lf_status lf_load(lf_state *, const void *buffer, size_t size, lf_error *);

#ifdef __cplusplus
}
#endif

#endif
