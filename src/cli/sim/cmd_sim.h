/* cmd_sim.h: what the parts of `sim` share, and `ladder` with them: sim_series.c plays a series and
 * keeps it, cmd_sim.c is the command, sim_plan.c turns flags into a plan, sim_follow.c is the
 * command in a rank that does not lead, sim_print.c shows the results. */
#ifndef CLI_SIM_H
#define CLI_SIM_H

#include "cli/cli.h"
#include "tool/sim/ranks/ranks.h"
#include "tool/sim/run/settings.h"

#define SIM_THREADS_MAX 1024

/* 0 and NULL: not given. */
typedef struct {
    seed_option seed;
    int64_t games, threads, max_decisions;
    const char *scenario, *position, *forced, *agents, *field, *csv, *record, *run, *resume;
    const char *versus, *without;
    text_list option, versus_option;
    bool json;
    bool ladder; /* the agents are those of a ladder, and games are counted for each seating */
} sim_options;

/* ---- sim_plan.c ------------------------------------------------------------------------------ */

/* A plan with all that it points at. */
typedef struct {
    sim_plan plan;
    lf_game *game;
    json_t *settings;  /* of the run that is resumed */
    owned_setup texts; /* of the same */
} sim_job;

/* Fills a zeroed job from the command line, or from the run that is to be resumed, which the
 * command line must not contradict. An exit status, after a complaint. */
int sim_job_open(sim_job *, const arguments *, const sim_options *);
void sim_job_close(sim_job *);
/* Reads one agent, or all of a list: how many there are, or 0 after a complaint. */
int sim_read_agents(const lf_game *, const char *list, agent_name out[LF_SEATS_MAX]);
/* As many as there are processors for this process. */
int sim_usual_threads(const ranks *);

/* ---- sim_series.c ---------------------------------------------------------------------------- */

/* How fast it went. A resumed run counts only the games played now. */
typedef struct {
    double seconds, games_per_s, decisions_per_s;
} sim_pace;

/* What a command does with a series. */
typedef struct {
    /* Before the first game, and before those of a run that is resumed; NULL for nothing. */
    void (*open)(void *context, const sim_plan *, sim_stats *);
    /* Behind the last: prints what came of it. An exit status. */
    int (*print)(void *context, const sim_plan *, const sim_stats *, const sim_pace *);
    /* Instead of all this, with the plan made; NULL: the series is played. */
    int (*instead)(void *context, const sim_plan *);
    void *context;
} sim_use;

/* Plays what the options say, alone or leading other ranks; or follows, in a rank that does not
 * lead. An exit status. */
int sim_series(const arguments *, const sim_options *, const sim_use *);

/* ---- sim_follow.c ---------------------------------------------------------------------------- */

/* The order for the other ranks, for free(): what sim_follow understands. */
char *sim_order(const sim_plan *, const sim_options *);
/* Plays what the leader orders; leaves the ranks. */
int sim_follow(ranks *);

/* ---- sim_print.c ----------------------------------------------------------------------------- */

void sim_show_progress(int64_t done, int64_t games, double seconds);
void sim_print(const sim_plan *, const sim_stats *, const sim_pace *, bool json);
/* A signal ended it before all games were played. */
bool sim_stopped(const sim_plan *, const sim_stats *);
void sim_print_failures(const sim_stats *);

#endif
