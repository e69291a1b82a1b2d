/* play.h: what the parts of `play` share.
 *
 *   cmd_play.c       the command line and the course of the game
 *   play_line.c      reads a line: edited on a terminal, plain from a pipe; pauses
 *   play_input.c     finds the option that a line means; play_keys.c gives options their keys
 *   play_commands.c  the commands
 *   play_screen.c    puts the parts together so that they fit the terminal
 *   play_situation.c scores, values, seats, cards in play; play_spaces.c spaces by region;
 *   play_drawn.c drawn maps
 *   play_lesson.c    lessons: what a learner reads, and what is suggested
 *   play_advice.c    what agents think: hints, how the game went, their reasons
 *   play_clock.c     time for thinking
 *   play_log.c what happened; play_cards.c what is printed on cards; play_keep.c unfinished games
 *
 * Everything is printed to `out`, which is the terminal, a pipe, or memory while a screen is put
 * together. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/cli.h"
#include "ludoforge_agents.h"
#include "ludoforge_session.h"
#include "tool/common/background.h"

/* What the spaces looked like at the last decision of a person, so that changes can be marked
 * (play_changes.c). */
typedef struct {
    uint64_t *spaces; /* a hash of what each zone says; NULL before the first look */
    uint64_t *values; /* the same of each display of the game and the seats */
} play_memory;

typedef struct {
    const lf_game *game;
    lf_session *session;
    lf_agent *agents[LF_SEATS_MAX];
    bool human[LF_SEATS_MAX];
    bool watching; /* nobody plays: everything may be shown */
    bool colour;
    /* how a seat's colour is switched on; "": by one that every terminal has */
    char paint[LF_SEATS_MAX][24];
    /* a terminal on both sides: the table is drawn anew for every decision */
    bool screen;
    bool plain; /* for a screen reader: no pictures, one thing a line */
    bool tight; /* there is little room: pictures are drawn small */
    int width, height;
    FILE *out;
    play_memory memory;
    size_t shown;            /* lines of the log that have been printed */
    lf_seat shown_to;        /* the person who looked last: others must not see that screen */
    bool left;               /* the player wants to stop */
    const lf_lesson *lesson; /* NULL: none is played */
    int lesson_read;         /* decisions of the lesson whose texts have been shown */
    bool summary;            /* agents play by themselves: a summary of each turn */
    bool story;              /* the same, shortened */
    int turns_shown;
    /* of the last turn of an agent, a line a decision (play_advice.c) */
    lf_text reasons[LF_SEATS_MAX];
    background *background; /* builds native code while bots think; NULL: nothing does */
    char notice[200];       /* a line to be shown with the next screen */
    /* What a file holds, or was dealt: leaving loses nothing while the state is this one. */
    uint64_t safe;
    char saved[LF_PATH_BYTES]; /* the file that `save` or `load` named last; "": none */
    char kept[LF_PATH_BYTES];  /* the file that this game is kept in by itself; "": none yet */
    bool kept_is_new;          /* made for this game, not loaded from */
    bool keeping;              /* that file follows every decision */
    bool cannot_keep;          /* and the player has been told */
} play_table;

/* ---- play_paint.c: colours by meaning, empty off a terminal ---------------------------------- */

/* Those of the seats, once, before anything is painted. */
void choose_colours(play_table *);
const char *paint_seat(const play_table *, lf_seat);
const char *paint_strong(const play_table *);
const char *paint_faint(const play_table *);
const char *paint_changed(const play_table *);
const char *paint_off(const play_table *);

/* ---- cmd_play.c: lines and views ------------------------------------------------------------- */

/* A line of text. */
void say(const play_table *, const char *text);
void heading(const play_table *, const char *text);

const lf_state *state_of(const play_table *);
/* Tells the session who plays, for its saves. */
void name_players(play_table *);
/* The seat through whose eyes the board is drawn: LF_NOBODY sees what is public. */
lf_seat viewpoint(const play_table *);
int pieces_seen(const play_table *, int zone, int kind); /* as whoever looks may know them */

/* ---- flowing text (play_text.c) -------------------------------------------------------------- */

/* Text that flows into lines of the width of the table, with a hanging indent. */
typedef struct {
    const play_table *table;
    size_t width, indent, column;
    size_t lead; /* columns to be left free before the first item, if there is one */
    const char *separator;
    int items;
} flow;
void flow_begin(flow *, const play_table *, const char *head, size_t indent, const char *separator);
void flow_item(flow *, const char *format, ...) CLI_PRINTF(2, 3);
/* The same in a colour, which takes no room. */
void flow_painted(flow *, const char *paint, const char *text);
void flow_end(flow *);
/* "name value" as far as it says something: `yes` is said by the name alone, `no` and none by
 * nothing. */
void flow_value(flow *, const char *paint, const char *name, const char *value);
/* Words in lines of the table's width, all of them indented. */
void print_paragraph(const play_table *, const char *head, const char *text, size_t indent);
/* Words behind a head, in lines that begin below the first of them. */
void print_hanging(const play_table *, const char *head, const char *text);
/* Paragraphs that are apart by an empty line. */
void print_prose(const play_table *, const char *text);
/* A paragraph after the name of a seat, in its colour. */
void print_paragraph_of(const play_table *, lf_seat, const char *head, const char *text);
/* Short texts in columns, a long one in lines of its own. */
void print_in_columns(const play_table *, char *const *texts, int count);

/* ---- the table ------------------------------------------------------------------------------- */

/* Title and phase; then what people play by: displays by group, seats, cards in play. With `all`
 * also the values that are as they were at first. */
void print_title(const play_table *);
void print_situation(const play_table *, bool all);
void print_scores(const play_table *); /* a line a seat */
void print_values(const play_table *, bool all);
void print_stacks(const play_table *);
/* The map: drawn, or space by space under the headings of its regions. */
void print_map(const play_table *);
bool map_is_drawn(const play_table *);
/* One space with all that there is to say of it; a region, by the word that stands over it. */
void print_space(const play_table *, int space);
bool print_region(const play_table *, const char *name);
/* "US 2T 1B, Active Support": what is in a zone, within a flow. */
void zone_items(flow *, const play_table *, int zone);

/* A variable that is the rules' own business, by declaration or by a leading underscore: it is not
 * shown. */
bool is_bookkeeping(const play_table *, lf_catalogue vars, int var);

/* The whole table; with `all` also the values that are as they were at first. */
void print_board(const play_table *, bool all);
/* So small that it can be shown at every turn. */
bool table_is_small(const play_table *);
/* What another player needs to see when the turn passes: a map that is a list is too long for every
 * time. */
void print_turn(const play_table *);

/* The picture of the map, if it has one that fits the table (play_drawn.c). */
bool print_drawn_map(const play_table *);
/* A global that is a set of spaces, as text, to be freed; NULL for any other. */
char *set_text(const play_table *, int global);
/* The elements of a set that each seat or space has, to be freed; NULL if the variable is no
 * set. */
char *owned_set_text(const play_table *, lf_catalogue vars, int owner, int var);

/* ---- changes since the last decision (play_changes.c) ---------------------------------------- */

bool zone_has_changed(const play_table *, int zone);
bool display_has_changed(const play_table *, int display, int owner);
/* From now on changes are counted against this position. */
void remember_table(play_table *);
void forget_table(play_table *);

/* ---- the log and the cards ------------------------------------------------------------------- */

/* The lines of the log from `first` on. */
void print_log(const play_table *, size_t first);
/* Those that speak of a space or a seat; the last line that begins the turn of the seat that
 * decides. */
/* The last turns as people read them; the finished ones that have not been told. */
void print_turns(const play_table *, int count);
void print_new_turns(play_table *);
bool print_log_about(const play_table *, const char *name);
size_t log_turn_start(const play_table *);
void print_replies(const play_table *);
size_t log_size(const play_table *);
/* What has happened since: whole turns as people read them, a turn that goes on by its entries. */
void print_news_from(const play_table *, size_t first);
void print_news(play_table *);
void print_outcome(const play_table *);

/* What is printed on a card, if anything; on one that is named, or on those that lie open. */
bool print_card_text(const play_table *, int card);
void print_cards(const play_table *, const char *name);
/* The player's own cards, and the cards that people play by now, with what is printed on them. */
void print_cards_in_play(const play_table *);

/* ---- clocks (play_clock.c) ------------------------------------------------------------------- */

#define CLOCK_BYTES 32
/* Reads `--clock`; false after a complaint. */
bool clock_read(const char *text, lf_clock *out);
/* "9:58", what is left for a seat that a person plays; NULL where no time runs for it. */
const char *clock_text(const play_table *, lf_seat, char text[CLOCK_BYTES]);
/* What was thought until now is charged. True: a seat has no time left, and that has been said;
 * what it typed comes too late. */
bool clock_charge(play_table *);

/* ---- files ----------------------------------------------------------------------------------- */

/* The game as it stands, and from now on every decision of a person, is in a file of its own
 * (play_keep.c). */
void keep_now(play_table *);
/* Keeps a game that is left unfinished, unless a file of the player's has it already, and says
 * where. */
void keep_game(play_table *);
void forget_finished_game(play_table *);
/* The game is now that of a file: leaving it adds to that file if it is one of ours. */
void note_loaded(play_table *, const char *path);
bool save_game(const play_table *, const char *path, lf_error *);
/* Replaces the game by one that was saved; on failure it goes on. */
bool load_game(play_table *, const char *path, lf_error *);

/* ---- decisions and what people type ---------------------------------------------------------- */

#define KEY_BYTES 24

/* The pending decision; close_choice frees it. Without memory there is nothing to choose, and the
 * rest copes. There is nothing to choose either while a turn waits to be confirmed: the decision is
 * the next player's, and may tell what only that one knows. */
typedef struct {
    const lf_game *game;
    lf_decision *decision;
    const lf_choice *at;
    int count;
    bool numbers; /* the options are numbers themselves, so they are not numbered */
    char (*keys)[KEY_BYTES];
} choice;

void open_choice(const play_table *, choice *);
void close_choice(choice *);
/* The key of each option, from what it is and not from where it stands (play_keys.c). */
void give_keys(choice *);
bool option_is_way_out(const choice *, int option);
/* The option with this id, label or key; NO_OPTION. */
enum { NO_OPTION = -1, SEVERAL_OPTIONS = -2 };
int find_exactly(const choice *, const char *text);
/* Does the label, or any word of it, begin with the text? */
bool begins_like(const char *label, const char *text, bool any_word);

/* The thing of a catalogue that a name means: by id or label, by the beginning of a word of its
 * label; -1: none or several. */
int find_by_part(const lf_game *, lf_catalogue, const char *name);

#define TURN_IS_OVER "The turn is over. Press Enter to end it, or type undo."
/* Asks to end the turn or to take it back. */
void print_confirmation(const play_table *);
/* The person at the screen. */
int person_of(const play_table *);

/* Shows the pending decision; long lists of options are cut to some lines unless `lines` is 0. */
void print_decision(const play_table *, int lines);
/* Does what one typed line says: a command, or an option, which is applied. */
void obey(play_table *, const char *line);
/* Chooses what the lesson suggests. */
void follow_lesson(play_table *);
/* Says why something cannot be chosen now, or that it can. `thing`: a key of an option, or a
 * name. */
void print_why(const play_table *, const char *thing);
/* Says that there is no such thing, and what may have been meant. */
void no_such(const play_table *, const char *what, lf_catalogue, const char *name);
/* Runs the command that the line is, if it is one. The i-th command's name, until NULL. */
bool run_command(play_table *, const char *line);
const char *command_word(int index);

/* Commands of play_advice.c. */
void do_hint(play_table *, const char *argument);
void do_analyse(play_table *, const char *argument);
void do_reasons(play_table *, const char *argument);
/* The agent of the seat has chosen in the pending decision, which is not applied yet: why. */
void note_reason(play_table *, lf_seat);
void forget_reasons(play_table *);

/* Draws the situation, the news, as much of the map as fits, and the decision (play_screen.c). */
void draw_screen(play_table *);
/* Long text a page at a time. */
void show_pages(play_table *, const char *text);

/* Reads one line of the player, who is asked with what is left of the time; false at the end of the
 * input (play_line.c). */
#define PROMPT "> "
bool read_answer(play_table *, char *line, size_t size);
void line_editor_close(void);
/* Waits for Enter on a terminal; false at the end of the input, and when the player has had enough
 * (q). */
bool wait_for_enter(play_table *, const char *prompt);

#endif
