/* main.c: finds the command, reads its flags and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const command *const commands[] = {
    &command_new,     &command_check,   &command_compile, &command_build,   &command_test,
    &command_sim,     &command_play,    &command_engine,  &command_replay,  &command_report,
    &command_ladder,  &command_analyse, &command_bench,   &command_perft,   &command_serve,
    &command_fuzz,    &command_train,   &command_exploit, &command_explain, &command_help,
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

const char *command_suggest(const char *name) {
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    return lf_suggest(name, names);
}

int command_start(const command *c, int argc, char **argv) {
    arguments given = {0};
    void *options = calloc(1, c->options_size + 1);
    if (options == NULL) {
        complain("out of memory");
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

static int dispatch(int argc, char **argv) {
    if (argc < 2)
        return run_without_command();
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = command_help.name;
    else if (strcmp(name, "--version") == 0)
        name = command_version.name;
    const command *c = command_find(name);
    if (c != NULL)
        return command_start(c, argc - 2, argv + 2);
    const char *near = command_suggest(name);
    if (near != NULL)
        complain("there is no command \"%s\". Did you mean %s?", name, near);
    else
        complain("there is no command \"%s\". See `ludoforge help`.", name);
    return EXIT_USAGE;
}

/* The write that met the closed pipe may be long past, and its errno with it: so the pipe itself is
 * asked. */
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

/* A stream that the caller closed would leave its number to the next file that is opened, and
 * messages would land in there. Each gets a descriptor of its own, turned the wrong way round so
 * that using it fails as it did. */
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
    /* Writing to a closed pipe, or beyond the size that a file may have, is an error like any
     * other, so that files being written are finished and the reason is told. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return flush_output(dispatch(argc, argv));
}
