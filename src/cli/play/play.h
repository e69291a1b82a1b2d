/* play.h: what the parts of `play` share: play.c runs the game, play_input.c understands what people type,
 * play_board.c draws,
 * play_cards.c prints cards. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "api/agents/agents.h"
#include "api/session/session.h"
#include "cli/cli.h"

typedef struct {
    const lf_game *game;
    session session;
    agent agents[LF_SEATS_MAX];
    bool human[LF_SEATS_MAX];
    bool watching; /* nobody plays: everything may be shown */
    bool colour;
    int width;
    size_t shown; /* lines of the log that have been printed */
    bool left;    /* the player wants to stop */
    /* What a file holds, or was dealt: leaving loses nothing while the state is this one. */
    uint64_t safe;
    char kept[PATH_BYTES]; /* the file that this game was kept in by itself before; "": none */
} play_table;

/* Colours by meaning; empty off a terminal. */
const char *paint_seat(const play_table *, lf_seat);
const char *paint_strong(const play_table *);
const char *paint_faint(const play_table *);
const char *paint_off(const play_table *);

/* The seat through whose eyes the board is drawn: LF_NOBODY sees what is public. */
lf_seat viewpoint(const play_table *);

/* The whole table; with `all` also the values that are as they were at first. */
void print_board(const play_table *, bool all);
/* What another player needs to see when the turn passes: a map that is a list is too long for every time. */
void print_turn(const play_table *);
/* A leading underscore marks a variable as the rules' own business: it is not shown. */
bool is_bookkeeping(const char *variable);
/* The lines of the log from `first` on. */
void print_log(const play_table *, size_t first);
void print_outcome(const play_table *);

/* What is printed on a card, if anything; on one that is named, or on those that lie open. */
bool print_card_text(const play_table *, int card);
void print_cards(const play_table *, const char *name);
void print_paragraph(const play_table *, const char *head, const char *text, size_t indent);

/* Keeps a game that is left unfinished in a file of its own, unless one has it already, and says where (play_keep.c). */
void keep_game(play_table *);
/* The game is now that of a file: leaving it adds to that file if it is one of ours. */
void note_loaded(play_table *, const char *path);

/* Shows the pending decision; long lists of options are cut unless `all`. */
void print_decision(const play_table *, bool all);
/* Does what one typed line says: a command, or an option, which is applied. */
void obey(play_table *, const char *line);
bool save_game(const play_table *, const char *path, lf_error *);
/* Replaces the game by one that was saved; on failure it goes on. */
bool load_game(play_table *, const char *path, lf_error *);

/* Text that flows into lines of the width of the table, with a hanging indent. */
typedef struct {
    size_t width, indent, column;
    const char *separator;
    int items;
} flow;
void flow_begin(flow *, const play_table *, const char *head, size_t indent, const char *separator);
void flow_item(flow *, const char *format, ...) CLI_PRINTF(2, 3);
void flow_end(flow *);

#endif
