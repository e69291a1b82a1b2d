/* output.c: messages, JSON and files out; what the terminal can do; Ctrl-C. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
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

void complain_unknown(const char *what, const char *name, const char *const *names, bool list) {
    const char *const near = lf_suggest(name, names);
    complain("unknown %s \"%s\".%s%s%s", what, name, near != NULL ? " Did you mean " : "",
             near != NULL ? near : "", near != NULL ? "?" : "");
    if (list && names[0] != NULL)
        fprintf(stderr, "Choose from:\n");
    for (int i = 0; list && names[i] != NULL; i++)
        fprintf(stderr, "  %s\n", names[i]);
}

void note(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (!quiet)
        vfprintf(stderr, format, list);
    va_end(list);
}

bool shows_progress(void) {
    return is_terminal(stderr) && !quiet;
}

/* Devices and pipes may be written to: nothing is lost. */
bool check_overwrite(const char *path) {
    struct stat there;
    if (may_overwrite || stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return true;
    complain("%s already exists. Give another name, or --force to overwrite it.", path);
    return false;
}

#define TEXT_COLUMNS 80

void print_wrapped(FILE *out, const char *text) {
    print_wrapped_to(out, text, TEXT_COLUMNS);
}

static void end_line(FILE *out, size_t *column) {
    if (*column > 0)
        fputc('\n', out);
    *column = 0;
}

void print_wrapped_to(FILE *out, const char *text, size_t columns) {
    size_t column = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n"), word = strcspn(text, " \n");
        if (column == 0 && (*text == ' ' || length == 0)) { /* a row of a table, an empty line */
            fprintf(out, "%.*s\n", (int)length, text);
            text += length + (text[length] == '\n');
            continue;
        }
        char shown[TEXT_COLUMNS + 1];
        snprintf(shown, sizeof shown, "%.*s", (int)word, text);
        const size_t width = text_width(shown);
        if (column > 0 && column + 1 + width > columns)
            end_line(out, &column);
        fprintf(out, "%s%.*s", column > 0 ? " " : "", (int)word, text);
        column += width + (column > 0);
        text += word;
        /* One line end within a paragraph is a space; before an empty line or a row it stays. */
        if (*text == '\n' && (text[1] == '\n' || text[1] == ' '))
            end_line(out, &column);
        text += *text != '\0';
    }
    end_line(out, &column);
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
