/* run.c: a simulation kept in a folder. */
#include "run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rows.h"
#include "support/array.h"
#include "support/files.h"

#define RUN_JSON_BYTES_MAX ((size_t)1 << 20)
#define READ_BYTES 65536

/* ---- the two files --------------------------------------------------------------------------- */

static bool open_rows(run *r, int flags, lf_error *error) {
    char path[LF_PATH_BYTES];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!lf_file_path(path, r->folder, "games.csv", error))
        return false;
    r->file = open(path, O_RDWR | O_APPEND | flags, 0666);
    if (r->file < 0)
        return lf_error_set(error, LF_BAD_INPUT, "Cannot open %s: %s.", path, strerror(errno));
    if (fcntl(r->file, F_SETLK, &whole) == 0)
        return true;
    return errno == EACCES || errno == EAGAIN
               ? lf_error_set(error, LF_BAD_INPUT, "Another process is writing to %s.", path)
               : lf_error_set(error, LF_BAD_INPUT, "Cannot lock %s: %s.", path, strerror(errno));
}

static bool write_about(const run *r, const sim_plan *plan, lf_error *error) {
    char path[LF_PATH_BYTES];
    json_t *about = settings_to_json(plan);
    char *text = json_dumps(about, JSON_INDENT(2));
    bool good = text != NULL ? lf_file_path(path, r->folder, "run.json", error) &&
                                   lf_file_write(path, text, strlen(text), error)
                             : lf_error_no_memory(error);
    free(text);
    json_decref(about);
    return good;
}

/* A ladder and a plain run are gone on with, and looked at, by different commands. */
static bool check_kind(const json_t *about, bool ladder, lf_error *error) {
    if (!settings_check(about, error) || settings_of_ladder(about) == ladder)
        return settings_check(about, error);
    return ladder ? lf_error_set(error, LF_BAD_INPUT,
                                 "this is a run of `ludoforge sim`, not of a ladder.")
                  : lf_error_set(error, LF_BAD_INPUT,
                                 "this is a ladder: `ludoforge ladder --resume` goes on with it "
                                 "and makes its page.");
}

json_t *run_read(const char *folder, bool ladder, lf_error *error) {
    char path[LF_PATH_BYTES];
    lf_error why;
    if (!lf_file_path(path, folder, "run.json", error))
        return NULL;
    json_t *about = lf_file_read_json(path, RUN_JSON_BYTES_MAX, error);
    if (about == NULL || check_kind(about, ladder, &why))
        return about;
    lf_error_set(error, why.status, "%s: %.200s", path, why.message);
    json_decref(about);
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool append(run *r, const char *bytes, size_t size, int64_t rows, lf_error *error) {
    if (!lf_file_write_all(r->file, bytes, size))
        return lf_error_set(error, LF_BAD_INPUT, "Cannot write %s/games.csv: %s.", r->folder,
                            strerror(errno));
    checksum_add(&r->checksum, bytes, size, rows);
    return true;
}

static void let_go(run *r) {
    if (r->file >= 0)
        close(r->file);
    checksum_close(&r->checksum);
    lf_free(r->rows);
    *r = (run){.file = -1, .checksum = {.file = -1}};
}

void run_add(run *r, const game_result *game) {
    if (!lf_array_reserve(&r->rows, &r->capacity, r->size + ROW_BYTES, 1)) {
        r->full = true;
        return;
    }
    r->size += row_write(r->rows + r->size, r->game, game, r->work);
    r->waiting++;
}

bool run_flush(run *r, lf_error *error) {
    const size_t size = r->size;
    const int64_t rows = r->waiting;
    r->size = 0;
    r->waiting = 0;
    if (r->full)
        return lf_error_no_memory(error);
    return append(r, r->rows, size, rows, error) &&
           checksum_write(&r->checksum, r->file, false, error);
}

bool run_close(run *r, lf_error *error) {
    /* What a failed write left behind is not sealed. */
    const bool good = r->file < 0 || checksum_write(&r->checksum, r->file, true, error);
    let_go(r);
    return good;
}

/* The titles come before run.json, so that where there is a run there are titles. */
static bool begin(run *r, const sim_plan *plan, lf_error *error) {
    char path[LF_PATH_BYTES];
    struct stat there;
    if (!lf_file_path(path, r->folder, "run.json", error))
        return false;
    if (stat(path, &there) == 0)
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "%.200s already has a run. Continue it with --resume, or choose another folder.",
            r->folder);
    char *titles = row_titles(plan->game, r->work);
    bool good = titles != NULL ? checksum_create(&r->checksum, r->folder, error)
                               : lf_error_no_memory(error);
    if (good && ftruncate(r->file, 0) != 0)
        good = lf_error_set(error, LF_BAD_INPUT, "Cannot write %s/games.csv: %s.", r->folder,
                            strerror(errno));
    assert(!good || titles != NULL);
    good = good && append(r, titles, strlen(titles), 0, error) &&
           checksum_write(&r->checksum, r->file, true, error) && write_about(r, plan, error);
    free(titles);
    return good;
}

bool run_create(run *r, const char *folder, const sim_plan *plan, lf_error *error) {
    *r = (run){.folder = folder,
               .game = plan->game,
               .work = plan->seatings != NULL,
               .file = -1,
               .checksum = {.file = -1}};
    if (lf_file_make_folder(folder, error) && open_rows(r, O_CREAT, error) && begin(r, plan, error))
        return true;
    let_go(r);
    return false;
}

/* ---- continuing ------------------------------------------------------------------------------ */

/* A pass over the rows that are there: one to verify them, one to count them. */
typedef struct pass pass;
struct pass {
    run *run;
    sim_plan *plan;
    sim_stats *stats;
    /* What is done with a line, without its newline. */
    bool (*each)(pass *, const char *line, size_t length, lf_error *);
    int64_t line; /* number of the next one, from 0: the titles */
    int64_t most; /* lines to read */
    int64_t kept; /* rows that the checksum holds for */
};

static bool check_titles(const pass *p, const char *line, size_t length, lf_error *error) {
    char *titles = row_titles(p->plan->game, p->run->work);
    bool good = titles != NULL && strlen(titles) == length + 1 && memcmp(titles, line, length) == 0;
    free(titles);
    return good || lf_error_set(error, LF_BAD_INPUT,
                                "%s/games.csv does not begin with the titles of this game.",
                                p->run->folder);
}

/* Reads the row of the game that is due. */
static bool read_row(pass *p, const char *line, size_t length, game_result *game, lf_error *error) {
    const int64_t due = p->line - 1;
    return (row_read(line, length, p->plan->game, p->run->work, game) && game->index == due &&
            game->seed == lf_series_seed(p->plan->setup.seed, (uint64_t)due) &&
            game->end != PLAYOUT_STOPPED) ||
           lf_error_set(error, LF_BAD_INPUT, "%s/games.csv:%lld: this is not game %lld of the run.",
                        p->run->folder, (long long)p->line + 1, (long long)due);
}

/* Rows that a power cut left behind the durable ones may be anything: they end what is kept, and
 * are no error. */
static bool verify_line(pass *p, const char *line, size_t length, lf_error *error) {
    checksum *const s = &p->run->checksum;
    game_result game;
    if (p->line > 0 && p->line <= s->durable.rows && !read_row(p, line, length, &game, error))
        return false;
    if (p->line == 0 && !check_titles(p, line, length, error))
        return false;
    checksum_add(s, line, length, p->line > 0);
    checksum_add(s, "\n", 1, 0);
    if (s->rows == s->durable.rows && !checksum_holds(s, &s->durable))
        return lf_error_set(error, LF_BAD_INPUT,
                            "%s/games.csv was changed after it was written: its rows are not those "
                            "of the games that were "
                            "played. Restore it, or begin a new run.",
                            p->run->folder);
    if (checksum_holds(s, &s->durable) || checksum_holds(s, &s->written))
        p->kept = s->rows;
    return true;
}

static bool count_line(pass *p, const char *line, size_t length, lf_error *error) {
    checksum *const s = &p->run->checksum;
    game_result game;
    if (p->line > 0 && !read_row(p, line, length, &game, error))
        return false;
    checksum_add(s, line, length, p->line > 0);
    checksum_add(s, "\n", 1, 0);
    if (p->line > 0)
        stats_fold(p->stats, &game);
    return true;
}

/* Reads at most so many complete lines; *end becomes their length. */
static bool read_lines(pass *p, off_t *end_of_lines, lf_error *error) {
    char bytes[READ_BYTES];
    size_t held = 0; /* bytes of a line that has no end yet */
    *end_of_lines = 0;
    for (p->line = 0;;) {
        ssize_t got =
            pread(p->run->file, bytes + held, sizeof bytes - held, *end_of_lines + (off_t)held);
        if (got < 0)
            return lf_error_set(error, LF_BAD_INPUT, "Cannot read %s/games.csv: %s.",
                                p->run->folder, strerror(errno));
        if (got == 0) /* the end; what is held is half a row, or a row far too long */
            return held < sizeof bytes ||
                   lf_error_set(error, LF_BAD_INPUT, "%s/games.csv has a line that is no row.",
                                p->run->folder);
        char *line = bytes, *end = bytes + held + (size_t)got, *newline;
        while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
            if (p->line == p->most)
                return true;
            if (!p->each(p, line, (size_t)(newline - line), error))
                return false;
            p->line++;
            *end_of_lines += newline + 1 - line;
            line = newline + 1;
        }
        held = (size_t)(end - line);
        memmove(bytes, line, held);
    }
}

/* How many rows are as they were written. */
static bool verify_rows(run *r, sim_plan *plan, int64_t *kept, lf_error *error) {
    pass p = {.run = r, .plan = plan, .each = verify_line, .most = INT64_MAX};
    off_t end;
    if (!read_lines(&p, &end, error))
        return false;
    if (p.line == 0)
        return lf_error_set(error, LF_BAD_INPUT, "%s/games.csv has no titles.", r->folder);
    if (p.line - 1 < r->checksum.durable.rows)
        return lf_error_set(
            error, LF_BAD_INPUT,
            "%s/games.csv has %lld rows, and %lld were written. Restore it, or begin a new run.",
            r->folder, (long long)p.line - 1, (long long)r->checksum.durable.rows);
    *kept = p.kept;
    return true;
}

static bool go_on(run *r, sim_plan *plan, sim_stats *stats, lf_error *error) {
    pass p = {.run = r, .plan = plan, .stats = stats, .each = count_line};
    off_t end = 0;
    if (!checksum_open(&r->checksum, r->folder, error) ||
        !verify_rows(r, plan, &plan->first, error))
        return false;
    if (plan->first > plan->games)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "The run already has %lld games; --games %lld is fewer.",
                            (long long)plan->first, (long long)plan->games);
    checksum_reset(&r->checksum);
    p.most = plan->first + 1;
    if (!read_lines(&p, &end, error))
        return false;
    if (ftruncate(r->file, end) != 0)
        return lf_error_set(error, LF_BAD_INPUT, "Cannot write %s/games.csv: %s.", r->folder,
                            strerror(errno));
    return write_about(r, plan, error);
}

bool run_continue(run *r, const char *folder, sim_plan *plan, sim_stats *stats, lf_error *error) {
    *r = (run){.folder = folder,
               .game = plan->game,
               .work = plan->seatings != NULL,
               .file = -1,
               .checksum = {.file = -1}};
    if (open_rows(r, 0, error) && go_on(r, plan, stats, error))
        return true;
    let_go(r);
    return false;
}
