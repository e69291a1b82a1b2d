/* output.c: messages, JSON and files out; what the terminal can do; Ctrl-C. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "support/files.h"
#include "support/utf8.h"

#define COMPLAINT_BYTES 8192

atomic_bool interrupted;

void complain(const char *format, ...) {
    char text[COMPLAINT_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs("ludoforge: ", stderr);
    print_visibly(stderr, text);
    fputc('\n', stderr);
}

void print_visibly(FILE *out, const char *text) {
    char shown[LF_VISIBLE_BYTES];
    for (const char *const end = text + strlen(text); text < end;)
        fputs(lf_visible(&text, end, shown), out);
}

void print_json(json_t *json) {
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(json);
}

int write_bytes(const char *path, const char *bytes, size_t size) {
    lf_error error;
    if (path == NULL) {
        fwrite(bytes, 1, size, stdout);
        return EXIT_GOOD;
    }
    if (lf_file_write(path, bytes, size, &error))
        return EXIT_GOOD;
    complain("%s", error.message);
    return EXIT_BAD;
}

int write_output(const char *path, const char *text) {
    const size_t length = strlen(text);
    const int status = write_bytes(path, text, length);
    if (path == NULL && length > 0 && text[length - 1] != '\n')
        putchar('\n');
    return status;
}

bool is_terminal(FILE *file) {
    return isatty(fileno(file)) == 1;
}

bool use_colour(FILE *file) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return is_terminal(file) && (no == NULL || !*no) &&
           !(terminal != NULL && strcmp(terminal, "dumb") == 0);
}

int terminal_width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

int terminal_height(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= 6)
        return size.ws_row;
    return 24;
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
    /* Without SA_RESTART, so that a read that waits for input returns; reset, so that the second
     * one kills. */
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A terminal that closes may send this twice. Whoever started us with nohup wants us to survive
     * it. */
    action.sa_flags = 0;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

int64_t fresh_seed(void) {
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint32_t)time(NULL); /* an old kernel */
    return seed;
}
