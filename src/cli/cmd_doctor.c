/* cmd_doctor.c: `doctor`: checks the installation, and says how to fix what is wrong. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "docs.h"
#include "game_list.h"
#include "tool/serve/serve.h"
#include "tool/sim/ranks/ranks.h"

#define TEXT_BYTES (LF_PATH_BYTES + 200)

typedef struct {
    bool json;
} doctor_options;

/* What one check found. `fix` is "" if all is well. */
typedef struct {
    char text[TEXT_BYTES];
    char fix[300];
} finding;

/* ---- the checks ------------------------------------------------------------------------------ */

static void check_version(finding *f) {
    snprintf(f->text, sizeof f->text, "ludoforge %s", lf_version());
}

static void check_libraries(finding *f) {
    snprintf(f->text, sizeof f->text, "%s; line editing: %s; browser table: %s", ranks_support(),
#ifdef HAVE_LIBEDIT
             "yes",
#else
             "no",
#endif
             serve_is_built ? "yes" : "no");
    if (!serve_is_built)
        snprintf(f->fix, sizeof f->fix,
                 "Install libmicrohttpd, sqlite3, libsodium and zlib with their headers, and "
                 "build again.");
}

static void check_games(finding *f) {
    game_list all;
    if (!game_list_open(&all))
        return;
    char *const path = all.count > 0 ? lf_bundled_path(all.at[all.first].id) : NULL;
    const char *const slash = path != NULL ? strrchr(path, '/') : NULL;
    snprintf(f->text, sizeof f->text, "%d games in %.*s", all.count,
             slash != NULL ? (int)(slash - path) : 0, path != NULL ? path : "");
    if (all.count == 0)
        snprintf(f->fix, sizeof f->fix, "Set LUDOFORGE_GAMES to the folder of the games.");
    for (int i = 0; i < all.count; i++)
        if (all.at[i].game == NULL)
            snprintf(f->fix, sizeof f->fix, "Run `ludoforge check %.100s` to see its errors.",
                     all.at[i].id);
    lf_string_free(path);
    game_list_close(&all);
}

static void check_documents(finding *f) {
    char folder[LF_PATH_BYTES];
    if (docs_folder(folder)) {
        snprintf(f->text, sizeof f->text, "in %s", folder);
        return;
    }
    snprintf(f->text, sizeof f->text, "not found");
    snprintf(f->fix, sizeof f->fix, "Install again with `make install`.");
}

/* Is there a program of that name in $PATH? */
static bool find_program(const char *name, char path[LF_PATH_BYTES]) {
    const char *at = getenv("PATH");
    for (size_t length; at != NULL; at = at[length] == ':' ? at + length + 1 : NULL) {
        length = strcspn(at, ":");
        snprintf(path, LF_PATH_BYTES, "%.*s/%s", (int)(length < 2000 ? length : 2000), at, name);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

static void check_compiler(finding *f) {
    char path[LF_PATH_BYTES];
    if (find_program("cc", path)) {
        snprintf(f->text, sizeof f->text, "%s", path);
        return;
    }
    snprintf(f->text, sizeof f->text, "no C compiler: games run as bytecode");
    snprintf(f->fix, sizeof f->fix, "Install gcc or clang, or name one with `build --cc CC`.");
}

/* A folder of ours, or the first folder above it that exists, must be writable. */
static void check_folder(finding *f, const char *path) {
    char above[LF_PATH_BYTES];
    snprintf(f->text, sizeof f->text, "%s", path);
    snprintf(above, sizeof above, "%s", path);
    while (access(above, F_OK) != 0 && strrchr(above, '/') > above)
        *strrchr(above, '/') = '\0';
    if (access(above, W_OK | X_OK) != 0)
        snprintf(f->fix, sizeof f->fix, "Make %.200s writable.", above);
}

/* A folder below an XDG variable, or below the home folder. */
static void check_home_folder(finding *f, const char *variable, const char *usual,
                              const char *rest) {
    const char *const base = getenv(variable), *const home = getenv("HOME");
    char path[LF_PATH_BYTES];
    if (base != NULL && *base == '/')
        snprintf(path, sizeof path, "%.3000s/%s", base, rest);
    else if (home != NULL && *home == '/')
        snprintf(path, sizeof path, "%.3000s/%s/%s", home, usual, rest);
    else {
        snprintf(f->text, sizeof f->text, "no home folder");
        snprintf(f->fix, sizeof f->fix, "Set HOME or %s.", variable);
        return;
    }
    check_folder(f, path);
}

static void check_cache(finding *f) {
    check_home_folder(f, "XDG_CACHE_HOME", ".cache", "ludoforge/native");
}

static void check_saves(finding *f) {
    check_home_folder(f, "XDG_STATE_HOME", ".local/state", "ludoforge");
}

static void check_tables(finding *f) {
    check_home_folder(f, "XDG_DATA_HOME", ".local/share", "ludoforge");
}

static void check_terminal(finding *f) {
    const char *const name = getenv("TERM");
    if (!is_terminal(stdout)) {
        snprintf(f->text, sizeof f->text, "none (output goes to a file or pipe)");
        return;
    }
    snprintf(f->text, sizeof f->text, "%s, %d×%d%s", name != NULL ? name : "unknown",
             terminal_width(), terminal_height(), use_colour(stdout) ? ", colour" : "");
    if (name == NULL || *name == '\0' || strcmp(name, "dumb") == 0)
        snprintf(f->fix, sizeof f->fix, "Set TERM, or play with --plain.");
    else if (terminal_width() < 80 || terminal_height() < 24)
        snprintf(f->fix, sizeof f->fix, "Enlarge the window to at least 80×24.");
}

static void check_port(finding *f) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(SERVE_DEFAULT_PORT),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int yes = 1, socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ >= 0)
        setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const bool bound =
        socket_ >= 0 && bind(socket_, (const struct sockaddr *)&address, sizeof address) == 0;
    snprintf(f->text, sizeof f->text,
             bound ? "%d is free" : "%d is in use: `serve` takes another one", SERVE_DEFAULT_PORT);
    if (socket_ >= 0)
        close(socket_);
    else
        snprintf(f->fix, sizeof f->fix, "Network sockets do not work: %s.", strerror(errno));
}

static const struct {
    const char *name;
    void (*check)(finding *);
} checks[] = {
    {"version", check_version},     {"libraries", check_libraries}, {"games", check_games},
    {"documents", check_documents}, {"compiler", check_compiler},   {"cache", check_cache},
    {"saves", check_saves},         {"tables", check_tables},       {"terminal", check_terminal},
    {"port", check_port},
};

/* ---- the command ----------------------------------------------------------------------------- */

static int run_doctor(const arguments *given, const void *options) {
    const doctor_options *const o = options;
    json_t *const list = json_array();
    int problems = 0;
    (void)given;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        finding f = {0};
        checks[i].check(&f);
        const bool ok = f.fix[0] == '\0';
        problems += !ok;
        if (o->json) {
            json_array_append_new(list, json_pack("{s:s, s:b, s:s, s:s}", "check", checks[i].name,
                                                  "ok", ok, "text", f.text, "fix", f.fix));
            continue;
        }
        printf("%-8s %-10s %s\n", ok ? "ok" : "problem", checks[i].name, f.text);
        if (!ok)
            printf("%19s Fix: %s\n", "", f.fix);
    }
    if (o->json)
        print_json(json_incref(list));
    json_decref(list);
    return problems > 0 ? EXIT_BAD : EXIT_GOOD;
}

static const flag flags[] = {JSON_FLAG(doctor_options), NO_MORE_FLAGS};

const command command_doctor = {
    .name = "doctor",
    .summary = "check the installation",
    .usage = "[--json]",
    .examples = "  ludoforge doctor\n",
    .details = "Each line is ok, or names a problem and how to fix it. Exits with 1 if there is a "
               "problem.\n",
    .flags = flags,
    .options_size = sizeof(doctor_options),
    .run = run_doctor,
};
