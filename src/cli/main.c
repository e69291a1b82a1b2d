/* main.c: finds the command, reads its flags and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* In the order of help: playing, writing a game, measuring it, other programs. */
static const command *const commands[] = {
    &command_play,    &command_serve,  &command_demo,  &command_games,   &command_saves,
    &command_new,     &command_check,  &command_test,  &command_fuzz,    &command_explain,
    &command_compile, &command_build,  &command_sim,   &command_report,  &command_ladder,
    &command_analyse, &command_replay, &command_train, &command_exploit, &command_perft,
    &command_bench,   &command_engine, &command_docs,  &command_doctor,  &command_help,
    &command_version,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const command *command_at(int index) {
    return index >= 0 && index < COMMANDS ? commands[index] : NULL;
}

const command *command_find(const char *name) {
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

int complain_unknown_command(const char *name) {
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    complain_unknown("command", name, names, false);
    fputs("See `ludoforge help`.\n", stderr);
    return EXIT_USAGE;
}

int command_start(const command *c, int argc, char **argv) {
    arguments given = {0};
    void *options = calloc(1, c->options_size + 1);
    if (options == NULL) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    if (c->defaults != NULL)
        memcpy(options, c->defaults, c->options_size);
    int status = EXIT_USAGE;
    switch (flags_parse(c, argc, argv, &given, options)) {
    case PARSED:
        status = c->run(&given, options);
        break;
    case PARSED_HELP:
        command_print_help(c, stdout);
        status = EXIT_GOOD;
        break;
    case PARSED_WRONG:
        break;
    }
    free(options);
    return status;
}

/* Without a command: the menu if somebody can answer it, help otherwise. */
static int run_without_command(void) {
    if (is_terminal(stdin) && is_terminal(stdout))
        return run_menu();
    program_print_help(stdout);
    return EXIT_GOOD;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2)
        return run_without_command();
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = command_help.name;
    else if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = command_version.name;
    const command *c = command_find(name);
    return c != NULL ? command_start(c, argc - 2, argv + 2) : complain_unknown_command(name);
}

/* The write that met the closed pipe may be long past, and its errno overwritten, so this polls the
 * pipe. */
static bool reader_is_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO};
    return errno == EPIPE || (poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0);
}

/* A full disk must not look like success. A reader that has gone away (head, less) is no error. */
static int flush_output(int status) {
    errno = 0;
    const bool failed = fflush(stdout) != 0 || ferror(stdout);
    const int why = errno;
    if (!failed || reader_is_gone())
        return status;
    errno = why;
    complain("cannot write the output: %s", errno ? strerror(errno) : "write error");
    return status ? status : EXIT_BAD;
}

/* If the caller closed a standard stream, the next file to be opened would get its number, and
 * messages would end up in that file. Each closed stream gets a descriptor of /dev/null that is
 * open in the wrong direction, so that using it still fails. */
static void hold_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) >= 0)
            continue;
        const int held = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (held != stream) /* the lowest free number, as all below are taken */
            _exit(EXIT_BAD);
    }
}

int main(int argc, char **argv) {
    hold_standard_streams();
    /* Writing to a closed pipe or beyond the file size limit returns an error instead of killing
     * the program, so that open files are completed and the reason is reported. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return flush_output(dispatch(argc, argv));
}
