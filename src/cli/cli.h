/* cli.h: what the commands of the command line share.
 *
 * A command is one file that exports one `command`: its name, its help, its table of flags and the
 * function that runs it. main.c has the list of them. The same table of flags reads the command
 * line and prints the help, so the two cannot disagree.
 *
 * Data goes to stdout, messages go to stderr. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ludoforge_tools.h"
#include "support/files.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

/* One rule for all commands; `help exit-codes` prints it. */
enum {
    EXIT_GOOD = 0,
    EXIT_BAD = 1,      /* what was asked about failed, or could not be done */
    EXIT_USAGE = 2,    /* usage error: nothing was done */
    EXIT_STOPPED = 130 /* a signal ended it early; what was done is reported */
};

/* ---- commands and flags ---------------------------------------------------------------------- */

#define LIST_MAX 64

typedef struct {
    const char *items[LIST_MAX + 1]; /* ended by NULL */
    int count;
} text_list;

typedef struct {
    uint64_t value;
    bool given;
} seed_option;

typedef enum {
    FLAG_SWITCH,  /* bool */
    FLAG_INTEGER, /* int64_t, from `min` to `max` */
    FLAG_SEED,    /* seed_option: any number of 64 bits */
    FLAG_REAL,    /* double, above 0 */
    FLAG_TEXT,    /* const char * */
    FLAG_OUTPUT,  /* const char *: a file to write, which must not exist unless --force is given */
    FLAG_LIST     /* text_list: may be given more than once */
} flag_kind;

typedef struct {
    const char *name; /* without the dashes; NULL ends the table */
    flag_kind kind;
    size_t offset;        /* of the member in the command's struct of options */
    const char *argument; /* what help calls the value; NULL for a switch */
    const char *help;
    int64_t min, max; /* of an integer */
} flag;

#define SCENARIO_FLAG(type)                                                                        \
    {                                                                                              \
        "scenario", FLAG_TEXT, offsetof(type, scenario), "NAME", "scenario (default: the first)",  \
            0, 0                                                                                   \
    }
#define POSITION_FLAG(type)                                                                        \
    {                                                                                              \
        "position", FLAG_TEXT, offsetof(type, position), "TEXT",                                   \
            "starting position in the game's own notation", 0, 0                                   \
    }
#define FORCED_FLAG(type)                                                                          \
    {                                                                                              \
        "forced", FLAG_TEXT, offsetof(type, forced), "HOW",                                        \
            "decisions with one option: game (as its rules say), ask or take", 0, 0                \
    }
#define OPTION_FLAG(type)                                                                          \
    {                                                                                              \
        "option", FLAG_LIST, offsetof(type, option), "K=V",                                        \
            "set an option of the game; repeatable", 0, 0                                          \
    }
#define JSON_FLAG(type)                                                                            \
    { "json", FLAG_SWITCH, offsetof(type, json), NULL, "print JSON", 0, 0 }
#define WITHOUT_FLAG(type)                                                                         \
    {                                                                                              \
        "without", FLAG_TEXT, offsetof(type, without), "LIST",                                     \
            "compile without these optimisations: A,B,... or all", 0, 0                            \
    }
#define OUTPUT_FLAG(type, argument, help)                                                          \
    { "output", FLAG_OUTPUT, offsetof(type, output), argument, help, 0, 0 }
#define NO_MORE_FLAGS                                                                              \
    { NULL, FLAG_SWITCH, 0, NULL, NULL, 0, 0 }

typedef struct {
    const char *at[2]; /* what is not a flag; NULL where there is none */
    int count;
    bool no_input; /* --no-input, which every command takes */
} arguments;

typedef struct {
    const char *name, *summary;
    const char *usage;    /* the arguments, as help writes them */
    const char *examples; /* lines of help */
    const char *details;  /* paragraphs of help after the flags, or NULL */
    void (*more)(FILE *); /* prints what help has to ask for, behind the details, or NULL */
    int least, most;      /* how many arguments */
    const flag *flags;    /* NULL: none of its own */
    const void *defaults; /* the struct of options as it is before any flag */
    size_t options_size;
    int (*run)(const arguments *, const void *options); /* returns the exit status */
} command;

extern const command command_check, command_compile, command_build, command_test, command_sim,
    command_play, command_engine, command_ladder, command_analyse, command_replay, command_report,
    command_serve, command_bench, command_perft, command_new, command_fuzz, command_train,
    command_exploit, command_explain, command_games, command_saves, command_docs, command_doctor,
    command_demo, command_help, command_version;

const command *command_at(int index); /* all of them, until NULL */
const command *command_find(const char *name);
void command_print_help(const command *, FILE *);
void program_print_help(FILE *);
void print_agent_names(FILE *); /* for help: what can play a seat */
/* A name in a column of that width, and its help in lines beside it. */
void print_help_row(FILE *, const char *name, int column, const char *help);
/* Reads the words after the command and runs it; an exit status. */
int command_start(const command *, int argc, char **argv);
int complain_unknown_command(const char *name); /* EXIT_USAGE */
/* The menu, on a terminal (menu.c). */
int run_menu(void);

typedef enum { PARSED, PARSED_HELP, PARSED_WRONG } parse_result;
/* Reads argv[0 … argc-1], the words after the command, into zeroed arguments. PARSED_WRONG has been
 * complained about. */
parse_result flags_parse(const command *, int argc, char **argv, arguments *, void *options);

/* ---- messages and output --------------------------------------------------------------------- */

/* "ludoforge: …" on stderr. */
void complain(const char *format, ...) CLI_PRINTF(1, 2);
/* `Unknown WHAT "NAME". Did you mean …?` `names` ends with NULL; with `list` all are listed. */
void complain_unknown(const char *what, const char *name, const char *const *names, bool list);
/* A message that --quiet suppresses, on stderr. */
void note(const char *format, ...) CLI_PRINTF(1, 2);
/* --quiet was given: no progress bars, no notes. */
extern bool quiet;
bool shows_progress(void); /* stderr is a terminal, and not --quiet */
/* --force was given: files may be overwritten. */
extern bool may_overwrite;
/* True if the file may be written; otherwise names --force in a complaint. */
bool check_overwrite(const char *path);
/* Text in lines of at most 80 columns. Lines that begin with a space stay as they are. */
void print_wrapped(FILE *, const char *text);
void print_wrapped_to(FILE *, const char *text, size_t columns);
/* Text that somebody else wrote (a file, a line typed in): control characters are shown, not
 * sent. */
void print_visibly(FILE *, const char *text);
/* Prints and frees. */
void print_json(json_t *);
/* Writes to a file, or to stdout if `path` is NULL; an exit status. */
int write_output(const char *path, const char *text);
int write_bytes(const char *path, const char *bytes, size_t size);

bool use_colour(FILE *); /* a terminal, and NO_COLOR is not set */
bool is_terminal(FILE *);
int terminal_width(void);            /* 80 when unknown */
int terminal_height(void);           /* 24 when unknown */
size_t text_width(const char *text); /* columns that UTF-8 text takes */

/* Set by SIGINT (Ctrl-C), SIGTERM or SIGHUP once interrupt_catch was called; a second one ends the
 * program. */
extern atomic_bool interrupted;
void interrupt_catch(void);
/* A number that nobody can foretell, small enough to be typed. */
int64_t fresh_seed(void);

/* ---- games ----------------------------------------------------------------------------------- */

#define SERVE_DEFAULT_PORT 8317

/* The path of a game given by path or by the name of a bundled game. False if there is none, after
 * a complaint with what was probably meant. */
bool game_locate(const char *name, char path[LF_PATH_BYTES]);
/* Locates and compiles. NULL after its errors were printed; *status is then the exit status. */
lf_game *game_open(const char *name, int *status);
/* The same without some of the compiler's optimisations, a list as check_optimisations takes it. */
lf_game *game_open_as(const char *name, const char *without, int *status);
/* The same, never as native code. */
lf_game *game_open_bytecode(const char *name, const char *without, int *status);
/* Whether games that are opened from now on run as native code: "yes" (it is built if need be),
 * "no", or "auto", the default: if it has been built. False after a complaint. */
bool games_run_native(const char *mode);
/* The mode: is native code used at all, and is it to be there from the beginning? */
bool games_may_be_native(void);
bool games_must_be_native(void);
/* The seat of that id or label, in any case; -1 after a complaint. */
lf_seat find_seat(const lf_game *, const char *name);
/* Prints the diagnostics in colour if stderr is a terminal. */
void print_problems(const lf_diagnostics *);

/* The options of a set-up in the way that commands have them. False after a complaint. */
bool check_scenario(const lf_game *, const char *scenario);
/* What --forced says; NULL: as the game says. False after a complaint. */
bool read_forced(const char *text, lf_forced *out);

/* ---- optimisations --------------------------------------------------------------------------- */

/* Names with commas between them, or "all"; NULL or "" names none. False after a complaint. */
bool check_optimisations(const char *list);
void print_optimisations(FILE *);    /* a paragraph of help */
json_t *optimisations_to_json(void); /* what each does, by name */

#endif
