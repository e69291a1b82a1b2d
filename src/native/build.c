/* build.c: runs the system's C compiler to make a shared object of a game. It compiles the game in
 * pieces, several at a time, and uses no shell.
 *
 * The work is done in a temporary folder below the cache. The object is written under another name
 * and then renamed, so that nobody ever sees an incomplete one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <assert.h>

#include "cache.h"

extern char **environ;

/* All flags of the compiler; part of the name in the cache. */
static const char *const flags[] = {
    "-std=gnu17", "-O2", "-fPIC", "-w", "-DNDEBUG", "-fvisibility=hidden", "-fno-stack-protector"};
static const char cold_flag[] =
    "-O1"; /* for cold pieces, after the other flags: compiling takes a third less time */
#define INSTRUCTIONS_PER_PIECE 2500
#define MOST_PIECES 32
#define MOST_FLAGS 16 /* that the caller may add */
#define PATIENCE 200  /* hundredths of a second to wait after asking a compiler to end */

typedef struct {
    char folder[LF_PATH_BYTES];
    const char *compiler;
    const char *const *more; /* flags of the caller */
    bool (*stop)(void *);
    void *context;
    lf_native_cut cut;
    uint32_t pieces, jobs;
    lf_error *error;
} lf_builder;

static bool build_failed(const lf_builder *b, const char *what, const char *of) {
    return lf_error_set(b->error, LF_BAD_ARGUMENT, "%s %.300s: %s", what, of, strerror(errno));
}

static void path_in(const lf_builder *b, char path[LF_PATH_BYTES], const char *name) {
    snprintf(path, LF_PATH_BYTES, "%.3800s/%.200s", b->folder, name);
}

/* ---- running the compiler ---- */

/* Starts a program; its output goes to the file `log` of the folder. If the build can be stopped,
 * the program and what it starts form a process group of their own. 0: it cannot be started. */
static pid_t start_program(const lf_builder *b, const char *const *arguments, const char *log) {
    char path[LF_PATH_BYTES];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = 0;
    path_in(b, path, log);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return 0;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return 0;
    }
    /* no input, all output into the log */
    const bool good =
        (b->stop == NULL || posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP) == 0) &&
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0600) ==
            0 &&
        posix_spawn_file_actions_adddup2(&actions, 1, 2) == 0;
    const int wrong = good ? posix_spawnp(&child, b->compiler, &actions, &attributes,
                                          (char *const *)arguments, environ)
                           : ENOMEM;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (wrong == 0)
        return child;
    errno = wrong;
    build_failed(b, "there is no C compiler that can be run as", b->compiler);
    return 0;
}

static bool is_build_stopped(const lf_builder *b) {
    return b->stop != NULL && b->stop(b->context);
}

static void wait_a_little(void) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* Asks a compiler and the processes that it has started to end, and kills them if they do not. */
static void end_group(pid_t child) {
    int status;
    kill(-child, SIGTERM);
    for (int i = 0; i < PATIENCE && waitpid(child, &status, WNOHANG) == 0; i++)
        wait_a_little();
    kill(-child, SIGKILL); /* whatever is left */
    waitpid(child, &status, 0);
}

static bool ended_well(const lf_builder *b, pid_t child) {
    int status = 0;
    for (;;) {
        const pid_t ended = waitpid(child, &status, b->stop != NULL ? WNOHANG : 0);
        if (ended == child)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0 && errno != EINTR)
            return false;
        if (is_build_stopped(b)) {
            end_group(child);
            return false;
        }
        if (ended == 0)
            wait_a_little();
    }
}

/* Reads the first `size` bytes of a file in the folder. */
static void read_beginning(const lf_builder *b, const char *name, char *text, size_t size) {
    char path[LF_PATH_BYTES];
    path_in(b, path, name);
    FILE *file = fopen(path, "r");
    const size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL)
        fclose(file);
}

/* Reports the first line of the log that contains an error; the lines before only say where. */
static bool complain_of(const lf_builder *b, const char *log) {
    char said[4000];
    if (is_build_stopped(b))
        return lf_error_set(b->error, LF_BAD_ARGUMENT, "the build was stopped");
    read_beginning(b, log, said, sizeof said);
    const char *wrong = strstr(said, "error");
    return lf_error_set(b->error, LF_BAD_ARGUMENT, "the C compiler %.100s fails: %.300s",
                        b->compiler, wrong != NULL ? wrong : said);
}

/* A text with the compiler, its version and its flags. */
static bool ask_version(const lf_builder *b, char *text, size_t size) {
    const char *const arguments[] = {b->compiler, "--version", NULL};
    const pid_t child = start_program(b, arguments, "version");
    if (child == 0)
        return false;
    if (!ended_well(b, child))
        return complain_of(b, "version");
    read_beginning(b, "version", text, size);
    for (size_t i = 0; i < LF_COUNT(flags); i++)
        snprintf(text + strlen(text), size - strlen(text), " %s", flags[i]);
    snprintf(text + strlen(text), size - strlen(text), " (%s)", cold_flag);
    for (const char *const *flag = lf_native_cpu_flags(); *flag != NULL; flag++)
        snprintf(text + strlen(text), size - strlen(text), " %s", *flag);
    for (const char *const *flag = b->more; *flag != NULL; flag++)
        snprintf(text + strlen(text), size - strlen(text), " %s", *flag);
    return true;
}

/* ---- pieces ---- */

static bool write_source(const lf_builder *b, const char *name, const char *text) {
    char path[LF_PATH_BYTES];
    path_in(b, path, name);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return build_failed(b, "cannot write", path);
    const bool written = fputs(text, file) >= 0;
    return (fclose(file) == 0 && written) || build_failed(b, "cannot write", path);
}

static bool write_sources(const lf_builder *b, const lf_game *game) {
    bool good = write_source(b, "ludoforge_native.h", lf_native_header);
    for (uint32_t i = 0; i < b->pieces && good; i++) {
        char name[32];
        char *text = lf_native_piece(game, b->cut, i);
        snprintf(name, sizeof name, "piece_%u.c", i);
        if (text == NULL)
            lf_error_no_memory(b->error);
        good = text != NULL && write_source(b, name, text);
        lf_free(text);
    }
    return good;
}

static pid_t start_piece(const lf_builder *b, uint32_t piece) {
    const char *arguments[LF_COUNT(flags) + 16 + MOST_FLAGS] = {b->compiler};
    char source[LF_PATH_BYTES], object[LF_PATH_BYTES], name[32];
    size_t n = 1;
    for (size_t i = 0; i < LF_COUNT(flags); i++)
        arguments[n++] = flags[i];
    if (piece >= b->cut.hot)
        arguments[n++] = cold_flag;
    for (const char *const *flag = lf_native_cpu_flags(); *flag != NULL; flag++)
        arguments[n++] = *flag;
    for (const char *const *flag = b->more; *flag != NULL; flag++)
        arguments[n++] = *flag;
    assert(n + 5 <= LF_COUNT(arguments));
    snprintf(name, sizeof name, "piece_%u.c", piece);
    path_in(b, source, name);
    snprintf(name, sizeof name, "piece_%u.o", piece);
    path_in(b, object, name);
    arguments[n++] = "-c";
    arguments[n++] = source;
    arguments[n++] = "-o";
    arguments[n++] = object;
    snprintf(name, sizeof name, "log_%u", piece);
    return start_program(b, arguments, name);
}

/* Waits until a piece has ended, or the build is stopped; then any piece will do. The caller still
 * has to call waitpid. */
static uint32_t first_to_end(const lf_builder *b, const pid_t *running, uint32_t started) {
    for (;;) {
        for (uint32_t i = 0; i < started; i++) {
            siginfo_t seen = {0};
            if (running[i] != 0 &&
                (is_build_stopped(b) ||
                 waitid(P_PID, (id_t)running[i], &seen, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                 seen.si_pid != 0))
                return i;
        }
        wait_a_little();
    }
}

/* Compiles several pieces at a time. Whatever happens, it waits for all that it has started. */
static bool compile_pieces(const lf_builder *b) {
    pid_t running[MOST_PIECES] = {0};
    uint32_t started = 0, busy = 0;
    bool good = true;
    while (busy > 0 || (good && started < b->pieces)) {
        if (good && started < b->pieces && busy < b->jobs) {
            running[started] = start_piece(b, started);
            good = running[started] != 0;
            started += good;
            busy += good;
            continue;
        }
        char log[32];
        const uint32_t piece = first_to_end(b, running, started);
        snprintf(log, sizeof log, "log_%u", piece);
        if (!ended_well(b, running[piece]) && good)
            good = complain_of(b, log);
        running[piece] = 0;
        busy--;
    }
    return good;
}

/* -z defs: an object that needs a symbol of the engine does not link. */
static bool link_pieces(const lf_builder *b, const char *output) {
    const char *arguments[MOST_PIECES + 8 + MOST_FLAGS] = {b->compiler,    "-shared", "-Wl,-z,defs",
                                                           "-Wl,-z,relro", "-o",      output};
    char objects[MOST_PIECES][LF_PATH_BYTES];
    size_t n = 6;
    for (const char *const *flag = b->more; *flag != NULL; flag++)
        arguments[n++] = *flag;
    for (uint32_t i = 0; i < b->pieces; i++) {
        char name[32];
        snprintf(name, sizeof name, "piece_%u.o", i);
        path_in(b, objects[i], name);
        arguments[n++] = objects[i];
    }
    const pid_t child = start_program(b, arguments, "log");
    return child != 0 && (ended_well(b, child) || complain_of(b, "log"));
}

/* ---- the whole ---- */

static void remove_folder(const char *folder) {
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries != NULL)
        closedir(entries);
    rmdir(folder);
}

/* The folder and the unfinished object have names that no other build uses, in this process or
 * another. */
static bool make_object(const lf_builder *b, const lf_game *game, const char *output) {
    char unfinished[LF_PATH_BYTES];
    if (snprintf(unfinished, sizeof unfinished, "%s.%s", output, strrchr(b->folder, '-') + 1) >=
        (int)sizeof unfinished)
        return build_failed(b, "the name is too long:", output);
    const bool good = write_sources(b, game) && compile_pieces(b) && link_pieces(b, unfinished) &&
                      lf_checksum_write(game, unfinished, b->error);
    if (good && rename(unfinished, output) == 0)
        return true;
    if (good)
        build_failed(b, "cannot write", output);
    unlink(unfinished);
    return false;
}

static uint32_t processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (uint32_t)count;
}

/* The flags of the caller; NULL: there are too many. */
static const char *const *checked_flags(const char *const *more) {
    static const char *const none[] = {NULL};
    if (more == NULL)
        return none;
    for (int i = 0; i <= MOST_FLAGS; i++)
        if (more[i] == NULL)
            return more;
    return NULL;
}

lf_status lf_game_build(const lf_game *game, const lf_build *wanted, lf_error *error) {
    static const char inside[] = "/build-XXXXXX";
    const lf_build build = wanted != NULL ? *wanted : (lf_build){0};
    char version[2000], cached[LF_PATH_BYTES];
    lf_builder b = {.compiler = build.compiler != NULL ? build.compiler : "cc",
                    .jobs = build.jobs > 0 ? (uint32_t)build.jobs : processors(),
                    .more = checked_flags(build.flags),
                    .stop = build.stop,
                    .context = build.context,
                    .error = error};
    /* check the arguments and cut the program into pieces */
    if (b.more == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "more than %d flags for the C compiler", MOST_FLAGS);
    if (!lf_native_cut_up(game, INSTRUCTIONS_PER_PIECE, MOST_PIECES, &b.cut))
        return lf_fail_no_memory(error);
    b.pieces = b.cut.hot + b.cut.cold;
    /* make a folder for the work */
    if (!lf_cache_folder(b.folder, error))
        return LF_BAD_ARGUMENT;
    const size_t length = strlen(b.folder);
    assert(length + sizeof inside <= sizeof b.folder); /* lf_cache_folder leaves room */
    memcpy(b.folder + length, inside, sizeof inside);
    if (mkdtemp(b.folder) == NULL)
        return build_failed(&b, "cannot make the folder", b.folder), LF_BAD_ARGUMENT;
    /* build, unless the cache has the object already */
    bool good =
        ask_version(&b, version, sizeof version) && lf_cache_path(game, version, cached, error);
    if (good && (build.output != NULL || !lf_cache_has(game, cached)))
        good = make_object(&b, game, build.output != NULL ? build.output : cached);
    remove_folder(b.folder);
    return good ? LF_OK : error != NULL && error->status != LF_OK ? error->status : LF_BAD_ARGUMENT;
}
