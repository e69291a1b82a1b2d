/* cmd_serve.c: `serve`: the table in a browser. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "tool/common/background.h"
#include "tool/serve/serve.h"

static const char *open_folder; /* for open.html; NULL: do not open a browser */

typedef struct {
    const char *address, *data, *backup, *web;
    int64_t port, rate, bot_seconds;
    text_list host;
    bool check, dev, proxy;
} serve_options;

/* Where data of programs is kept: $XDG_DATA_HOME/ludoforge, or the usual place. */
static bool data_folder(const char *given, char path[LF_PATH_BYTES]) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given != NULL)
        snprintf(path, LF_PATH_BYTES, "%s", given);
    else if (base != NULL && *base == '/')
        snprintf(path, LF_PATH_BYTES, "%.4000s/ludoforge", base);
    else if (home != NULL && *home == '/')
        snprintf(path, LF_PATH_BYTES, "%.4000s/.local/share/ludoforge", home);
    else
        complain("no home folder. Give a folder for the tables with --data.");
    return given != NULL || (base != NULL && *base == '/') || (home != NULL && *home == '/');
}

/* Writes a page that redirects to the address. Passing the address to the browser would show the
 * key in the list of processes. False if it cannot be written. */
static bool write_open_page(const char *address, char path[LF_PATH_BYTES]) {
    snprintf(path, LF_PATH_BYTES, "%.4000s/open.html", open_folder);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *page = file >= 0 ? fdopen(file, "w") : NULL;
    if (page == NULL)
        return false;
    fprintf(
        page,
        "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=%s\">"
        "<a href=\"%s\">LudoForge</a>\n",
        address, address);
    return fclose(page) == 0;
}

/* Opens the browser if there is a display and a person at the terminal. */
static void open_browser(const char *address) {
    char path[LF_PATH_BYTES];
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    const bool has_screen = (x != NULL && *x != '\0') || (wayland != NULL && *wayland != '\0');
    if (open_folder == NULL || !has_screen || !is_terminal(stdout) ||
        !write_open_page(address, path))
        return;
    const pid_t child = fork();
    if (child != 0)
        return;
    const int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && nowhere >= 0; i++)
        dup2(nowhere, i);
    execlp("xdg-open", "xdg-open", path, (char *)NULL);
    _exit(127);
}

static void print_address(const char *address) {
    printf("%s\n", address);
    fflush(stdout);
    open_browser(address);
    note("Open this address in a browser. It contains the host's key: keep it private.\n"
         "Ctrl-C stops the server.\n");
}

static int settle(bool good, const lf_error *error) {
    if (!good && error->status != LF_OK)
        complain("%s", error->message);
    return good ? EXIT_GOOD : EXIT_BAD;
}

static int serve(const arguments *given, const serve_options *o, const char *data) {
    char path[LF_PATH_BYTES];
    lf_error error;
    if (o->dev && given->count == 0) {
        complain("--dev needs a GAME to watch.");
        return EXIT_USAGE;
    }
    if (given->count > 0 && !game_locate(given->at[0], path))
        return EXIT_USAGE;
    const serve_settings settings = {
        .address = o->address,
        .port = o->port >= 0 ? (int)o->port : SERVE_DEFAULT_PORT,
        .any_port = o->port<0, .data = data, .game = given->count> 0 ? path : NULL,
        .dev = o->dev,
        .web = o->web,
        .hosts = o->host.items,
        .proxy = o->proxy,
        .rate = (int)o->rate,
        .bot_seconds = (double)o->bot_seconds,
        .native = games_may_be_native(),
        .build = games_may_be_native(),
        .build_after = games_must_be_native() ? 0 : BACKGROUND_PAYS_AFTER,
    };
    interrupt_catch();
    open_folder = given->no_input ? NULL : data;
    return settle(serve_run(&settings, &interrupted, print_address, &error), &error);
}

static int run_serve(const arguments *given, const void *options) {
    const serve_options *o = options;
    char data[LF_PATH_BYTES];
    lf_error error;
    if (!data_folder(o->data, data))
        return EXIT_USAGE;
    if (o->check)
        return settle(serve_check(data, &error), &error);
    if (o->backup != NULL)
        return settle(serve_backup(data, o->backup, &error), &error);
    return serve(given, o, data);
}

static const serve_options defaults = {.port = -1, .rate = 50, .bot_seconds = 10};

static const flag flags[] = {
    {"port", FLAG_INTEGER, offsetof(serve_options, port), "P",
     "port (default 8317, or any free one); 0: any free one", 0, 65535},
    {"address", FLAG_TEXT, offsetof(serve_options, address), "A",
     "address to listen on (default 127.0.0.1: this machine only)", 0, 0},
    {"data", FLAG_TEXT, offsetof(serve_options, data), "DIR",
     "folder for tables (default: your data folder)", 0, 0},
    {"host", FLAG_LIST, offsetof(serve_options, host), "NAME",
     "a host name of the server; repeatable", 0, 0},
    {"behind-proxy", FLAG_SWITCH, offsetof(serve_options, proxy), NULL,
     "trust X-Forwarded-For from a proxy", 0, 0},
    {"rate", FLAG_INTEGER, offsetof(serve_options, rate), "N",
     "requests per second and client (default 50); 0: no limit", 0, 1000000},
    {"bot-seconds", FLAG_INTEGER, offsetof(serve_options, bot_seconds), "S",
     "longest turn of a bot, in seconds (default 10); 0: no limit", 0, 86400},
    {"check", FLAG_SWITCH, offsetof(serve_options, check), NULL, "verify the store and exit", 0, 0},
    {"backup", FLAG_OUTPUT, offsetof(serve_options, backup), "FILE",
     "copy the store to a file and exit; works while a server runs", 0, 0},
    {"dev", FLAG_SWITCH, offsetof(serve_options, dev), NULL,
     "watch the game's files and continue under changed rules", 0, 0},
    {"web", FLAG_TEXT, offsetof(serve_options, web), "DIR",
     "serve the page from a folder, to work on it", 0, 0},
    NO_MORE_FLAGS,
};

const command command_serve = {
    .name = "serve",
    .summary = "play in a browser, alone or with others",
    .usage = "[GAME] [flags]",
    .examples = "  ludoforge serve\n"
                "  ludoforge serve --port 8080 --no-input\n"
                "  ludoforge serve --dev my-game.game-spec.md\n"
                "  ludoforge serve --check\n",
    .details =
        "Prints an address that contains the host's key, and opens the browser if there is one. "
        "Other people take seats through invitations from the page. docs/http.md describes the "
        "HTTP interface and how to run behind a proxy.\n"
        "\n"
        "Games that have been built (`ludoforge build`) run as native code. After bots have "
        "thought about a game for two seconds, native code is built in the background and tables "
        "switch to it. --native builds at the first thought, --native=no never.\n",
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(serve_options),
    .run = run_serve,
};
