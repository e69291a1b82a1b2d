/* output.c: messages, JSON and files out; what the terminal can do; Ctrl-C. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "api/session/files.h"
#include "cli.h"

atomic_bool interrupted;

void complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("ludoforge: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

void print_json(json_t *json) {
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(json);
}

int write_output(const char *path, const char *text) {
    size_t length = strlen(text);
    lf_error error;
    if (!path) {
        fwrite(text, 1, length, stdout);
        if (length > 0 && text[length - 1] != '\n')
            putchar('\n');
        return EXIT_GOOD;
    }
    if (file_write(path, text, length, &error))
        return EXIT_GOOD;
    complain("%s", error.message);
    return EXIT_BAD;
}

bool is_terminal(FILE *file) {
    return isatty(fileno(file)) == 1;
}

bool use_colour(FILE *file) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return is_terminal(file) && (!no || !*no) && !(terminal && strcmp(terminal, "dumb") == 0);
}

int terminal_width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

/* Counts characters: the games' names have no wide or combining ones worth a table. */
size_t text_width(const char *text) {
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&interrupted, true);
}

void interrupt_catch(void) {
    /* Without SA_RESTART, so that a read that waits for input returns; reset, so that the second one kills. */
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
