/* sim_series.c: plays a series of games, on this machine or several, and keeps it in a run where
 * one is wanted. What is shown of it is for the command that asked: cmd_sim.c, cmd_ladder.c. */
#include "cmd_sim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/files.h"
#include "tool/sim/ranks/team.h"
#include "tool/sim/run/rows.h"
#include "tool/sim/run/run.h"

/* What the callbacks of the simulation need. */
typedef struct {
    const lf_game *game;
    FILE *csv;  /* NULL: none */
    run run;    /* its file is -1: none */
    bool shows; /* the progress bar */
} observer;

/* ---- while it runs --------------------------------------------------------------------------- */

static void show_progress(void *context, int64_t done, int64_t games, double seconds) {
    const observer *w = context;
    if (w->shows)
        sim_show_progress(done, games, seconds);
}

static void warn(void *context, const char *message) {
    const observer *w = context;
    if (w->shows)
        fputs("\r\x1b[K", stderr);
    complain("%s", message);
}

static void keep_game(void *context, const game_result *r) {
    observer *w = context;
    if (w->csv) {
        char row[ROW_BYTES];
        size_t length = row_write(row, w->game, r, false);
        fwrite(row, 1, length, w->csv);
    }
    if (w->run.file >= 0)
        run_add(&w->run, r);
}

static bool write_games(void *context, lf_error *error) {
    observer *w = context;
    return w->run.file < 0 || run_flush(&w->run, error);
}

/* ---- what the games are written to ----------------------------------------------------------- */

static int open_csv(const sim_options *o, observer *w) {
    if (o->csv == NULL)
        return EXIT_GOOD;
    w->csv = fopen(o->csv, "w");
    char *titles = row_titles(w->game, false);
    if (w->csv && titles)
        fputs(titles, w->csv);
    else
        complain("cannot write %s: %s", o->csv, strerror(errno));
    free(titles);
    return w->csv ? EXIT_GOOD : EXIT_BAD;
}

/* The files of a run are its own. */
static bool check_csv(const sim_options *o, lf_error *error) {
    char folder[LF_PATH_BYTES];
    struct stat of_csv, of_run;
    const char *slash = o->csv ? strrchr(o->csv, '/') : NULL;
    if (o->csv == NULL)
        return true;
    snprintf(folder, sizeof folder, "%.*s/.", slash ? (int)(slash - o->csv) : 1,
             slash ? o->csv : ".");
    if (stat(folder, &of_csv) != 0 || stat(o->run, &of_run) != 0 ||
        of_csv.st_dev != of_run.st_dev || of_csv.st_ino != of_run.st_ino)
        return true;
    return lf_error_set(error, LF_BAD_ARGUMENT,
                        "The run has its rows in %.200s/games.csv. Leave out --csv.", o->run);
}

/* Games are not overwritten: the first one that would be shows. */
static bool check_record(const char *folder) {
    char path[LF_PATH_BYTES];
    struct stat there;
    snprintf(path, sizeof path, "%.4000s/game-000000.json", folder);
    if (may_overwrite || stat(path, &there) != 0)
        return true;
    complain("%s already has records. Give another folder, or --force to overwrite them.", folder);
    return false;
}

/* Folds the games of a run that is resumed into the statistics. An exit status. */
static int open_outputs(const sim_options *o, sim_plan *plan, observer *w, sim_stats *stats) {
    lf_error error = {0};
    bool good = true;
    w->run.file = w->run.checksum.file = -1;
    if (o->record != NULL && o->resume == NULL && !check_record(o->record))
        return EXIT_USAGE;
    if (o->record)
        good = lf_file_make_folder(o->record, &error);
    if (good && o->resume)
        good = run_continue(&w->run, o->resume, plan, stats, &error);
    else if (good && o->run)
        good = lf_file_make_folder(o->run, &error) && check_csv(o, &error) &&
               run_create(&w->run, o->run, plan, &error);
    if (good)
        return open_csv(o, w);
    complain("%s", error.message);
    return EXIT_BAD;
}

static int close_outputs(const sim_options *o, observer *w, int status) {
    lf_error error = {0};
    if (!run_close(&w->run, &error)) {
        complain("%s", error.message);
        status = EXIT_BAD;
    }
    if (w->csv == NULL)
        return status;
    bool failed = ferror(w->csv) != 0;
    failed = fclose(w->csv) != 0 || failed;
    if (failed)
        complain("cannot write all of %s", o->csv);
    return failed ? EXIT_BAD : status;
}

/* ---- one simulation -------------------------------------------------------------------------- */

static int report(const sim_plan *plan, const sim_stats *stats, const sim_pace *pace,
                  const sim_use *use) {
    const bool stopped = sim_stopped(plan, stats);
    if (stopped)
        complain("stopped early: %" PRId64 " of %" PRId64 " games were played.",
                 stats->completed + stats->errors, plan->games);
    sim_print_failures(stats);
    const int status = use->print(use->context, plan, stats, pace);
    if (status != EXIT_GOOD)
        return status;
    if (stats->errors > 0 || (plan->team && team_lost_some(plan->team)))
        return EXIT_BAD;
    return stopped ? EXIT_STOPPED : EXIT_GOOD;
}

static int simulate(const sim_plan *plan, sim_stats *stats, const observer *w, const sim_use *use) {
    lf_error error = {0};
    sim_pace pace = {0};
    int64_t games = stats->completed + stats->errors, decisions = stats->decisions;
    interrupt_catch();
    bool good = sim_run(plan, stats, &pace.seconds, &error);
    if (w->shows)
        fputs("\r\x1b[K", stderr);
    if (!good) {
        complain("%s", error.message);
        return error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
    }
    if (pace.seconds > 0) {
        pace.games_per_s = (double)(stats->completed + stats->errors - games) / pace.seconds;
        pace.decisions_per_s = (double)(stats->decisions - decisions) / pace.seconds;
    }
    return report(plan, stats, &pace, use);
}

/* With the outputs open and the other ranks, if there are any, at hand. */
static int simulate_together(sim_plan *plan, const sim_options *o, ranks *r, sim_stats *stats,
                             const observer *w, const sim_use *use) {
    lf_error error = {0};
    if (r && ranks_count(r) > 1) {
        char *order = sim_order(plan, o);
        bool good = order && team_gather(&plan->team, r, order, &error);
        free(order);
        if (!good) {
            complain("%s", error.message);
            return EXIT_BAD;
        }
    }
    return simulate(plan, stats, w, use);
}

static int play_series(sim_plan *plan, const sim_options *o, ranks *r, observer *w,
                       const sim_use *use) {
    sim_stats stats;
    if (!stats_open(&stats, plan->game, sim_seats(plan))) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    if (use->open != NULL)
        use->open(use->context, plan, &stats);
    w->game = plan->game;
    plan->in_order = o->run || o->resume;
    plan->record_folder = o->record;
    plan->each = keep_game;
    plan->flush = write_games;
    plan->warn = warn;
    int status = open_outputs(o, plan, w, &stats);
    if (status == EXIT_GOOD)
        status = simulate_together(plan, o, r, &stats, w, use);
    status = close_outputs(o, w, status);
    stats_close(&stats);
    return status;
}

/* ---- leading --------------------------------------------------------------------------------- */

/* Flags that make no sense together. */
static bool check_flags(const sim_options *o, const ranks *r) {
    const bool compares = o->versus != NULL || o->versus_option.count > 0;
    const char *writes = o->csv      ? "--csv"
                         : o->record ? "--record"
                         : o->run    ? "--run"
                         : o->resume ? "--resume"
                                     : NULL;
    if (compares && writes)
        complain("--versus keeps no games. Leave out %s.", writes);
    else if (compares && r && ranks_count(r) > 1)
        complain("--versus runs on one machine. Run it without mpirun.");
    else if (o->run && o->resume)
        complain("--run starts a run and --resume continues one. Give only one of them.");
    else if (o->resume && o->csv)
        complain("the run has its rows in %s/games.csv. Leave out --csv.", o->resume);
    else
        return true;
    return false;
}

static int lead(const arguments *given, const sim_options *o, ranks *r, const sim_use *use) {
    observer w = {.shows = shows_progress()};
    sim_job job = {.plan = {.stop = &interrupted, .progress = show_progress, .context = &w}};
    int status = check_flags(o, r) ? sim_job_open(&job, given, o) : EXIT_USAGE;
    job.plan.threads = o->threads > 0 ? (int)o->threads : sim_usual_threads(r);
    if (status == EXIT_GOOD)
        status = use->instead != NULL ? use->instead(use->context, &job.plan)
                                      : play_series(&job.plan, o, r, &w, use);
    bool all = !job.plan.team || !team_lost_some(job.plan.team);
    if (r && !job.plan.team) /* nobody has been told what to play */
        team_send_home(r);
    team_free(job.plan.team);
    sim_job_close(&job);
    ranks_leave(r, all, status);
    return status;
}

int sim_series(const arguments *given, const sim_options *o, const sim_use *use) {
    ranks *r;
    lf_error error = {0};
    if (!ranks_join(&r, &error)) {
        complain("%s", error.message);
        return EXIT_USAGE;
    }
    return r && ranks_self(r) > 0 ? sim_follow(r) : lead(given, o, r, use);
}
