/* play_line.c: reads a line of the player: on a terminal with editing, history and completion by
 * libedit, where the program was built with it; otherwise, and from a pipe, as it comes. */
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

#include "play.h"

static atomic_bool resized;

/* Waits for something to read; false when a signal came instead. Signals are let in only while we
 * wait, so none can come unseen between looking for one and waiting. */
static bool wait_for_input(void) {
    sigset_t held, before;
    fd_set input;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGWINCH);
    sigprocmask(SIG_BLOCK, &held, &before);
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    const bool ready = !interrupted && !resized &&
                       pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) > 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

#ifdef HAVE_LIBEDIT
#include <histedit.h>

#define HISTORY_LINES 500
#define CANDIDATES_MAX (LF_OPTIONS_MAX + 64)
#define CANDIDATES_LISTED 24

/* There is one terminal, so there is one editor. */
static struct {
    EditLine *edit;
    History *history;
    play_table *table;
    const char *prompt;
    bool deciding; /* the table stands above the line: it can be drawn anew */
} editor;

static void on_resize(int number) {
    (void)number;
    atomic_store(&resized, true);
}

static char *editor_prompt(EditLine *edit) {
    (void)edit;
    return (char *)(uintptr_t)editor.prompt;
}

#define CTRL_L L'\f'

/* One character. A signal ends the wait: one that stops the game ends the line, a resized terminal
 * draws the table anew. */
static int next_char(EditLine *edit, wchar_t *c) {
    mbstate_t shift = {0};
    (void)edit;
    for (;;) {
        char byte;
        if (!wait_for_input()) {
            if (interrupted)
                return 0;
            if (!atomic_exchange(&resized, false))
                continue;
            *c = CTRL_L;
            return 1;
        }
        const ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got <= 0)
            return (int)got;
        if (byte == '\0')
            return 0; /* a Ctrl-D that was typed before the line was being edited */
        const size_t length = mbrtowc(c, &byte, 1, &shift);
        if (length == (size_t)-2)
            continue; /* a character of several bytes is not complete yet */
        if (length == (size_t)-1) {
            *c = L'?';
            shift = (mbstate_t){0};
        }
        return 1;
    }
}

static unsigned char redraw(EditLine *edit, wint_t c) {
    (void)c;
    el_resize(edit);
    if (editor.table->screen && editor.deciding) {
        draw_screen(editor.table);
        fflush(editor.table->out);
    }
    return CC_REDISPLAY;
}

/* ---- completion ------------------------------------------------------------------------------ */

typedef struct {
    const char *at[CANDIDATES_MAX];
    int count;
} candidates;

static void add_candidate(candidates *found, const char *name, const char *text, bool any_word) {
    if (found->count < CANDIDATES_MAX && begins_like(name, text, any_word))
        found->at[found->count++] = name;
}

static void add_catalogue(candidates *found, lf_catalogue of, const char *text) {
    for (int i = 0; i < lf_count(editor.table->game, of); i++)
        add_candidate(found, lf_label(editor.table->game, of, i), text, false);
}

/* What may stand where the cursor is: an option or a command, or the space, seat or card that a
 * command is asked about. */
static const char *collect(candidates *found, const choice *c, const char *text) {
    static const struct {
        const char *command;
        lf_catalogue of[2];
    } asking[] = {{"board ", {LF_OF_ZONES, LF_OF_ZONES}},
                  {"log ", {LF_OF_SEATS, LF_OF_ZONES}},
                  {"card ", {LF_OF_CARDS, LF_OF_CARDS}}};
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        const size_t length = strlen(asking[i].command);
        if (strncasecmp(text, asking[i].command, length) != 0)
            continue;
        add_catalogue(found, asking[i].of[0], text + length);
        if (asking[i].of[1] != asking[i].of[0])
            add_catalogue(found, asking[i].of[1], text + length);
        return text + length;
    }
    for (int pass = 0; pass < 2 && found->count == 0; pass++) {
        for (int i = 0; i < c->count; i++)
            add_candidate(found, c->at[i].label, text, pass == 1);
        for (int i = 0; pass == 0 && command_word(i) != NULL; i++)
            add_candidate(found, command_word(i), text, false);
    }
    return text;
}

static void list(const candidates *found) {
    flow f;
    putc('\n', editor.table->out);
    flow_begin(&f, editor.table, "  ", 2, "  ");
    for (int i = 0; i < found->count && i < CANDIDATES_LISTED; i++)
        flow_item(&f, "%s", found->at[i]);
    if (found->count > CANDIDATES_LISTED)
        flow_item(&f, "… %d more", found->count - CANDIDATES_LISTED);
    flow_end(&f);
    fflush(editor.table->out);
}

/* How far the candidates agree. */
static size_t common_length(const candidates *found) {
    size_t length = strlen(found->at[0]);
    for (int i = 1; i < found->count; i++) {
        size_t same = 0;
        while (same < length && tolower((unsigned char)found->at[i][same]) ==
                                    tolower((unsigned char)found->at[0][same]))
            same++;
        length = same;
    }
    return length;
}

static unsigned char complete(EditLine *edit, wint_t c) {
    const LineInfo *line = el_line(edit);
    char text[500], with[500];
    candidates found = {.count = 0};
    choice pending;
    (void)c;
    snprintf(text, sizeof text, "%.*s", (int)(line->cursor - line->buffer), line->buffer);
    open_choice(editor.table, &pending);
    const char *word = collect(&found, &pending, text);
    const size_t common = found.count > 0 ? common_length(&found) : 0;
    unsigned char result = CC_ERROR;
    if (found.count == 1 || common > strlen(word)) {
        snprintf(with, sizeof with, "%.*s", (int)common, found.at[0]);
        el_deletestr(edit, (int)mbstowcs(NULL, word, 0));
        result = el_insertstr(edit, with) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (found.count > 1) {
        list(&found);
        result = CC_REDISPLAY;
    }
    close_choice(&pending);
    return result;
}

/* ---- the editor ------------------------------------------------------------------------------ */

static bool editor_open(play_table *t) {
    HistEvent event;
    editor.table = t;
    if (editor.edit != NULL)
        return true;
    setlocale(LC_CTYPE, "");
    editor.history = history_init();
    editor.edit = el_init("ludoforge", stdin, stdout, stderr);
    if (editor.edit == NULL || editor.history == NULL) {
        line_editor_close();
        return false;
    }
    history(editor.history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor.history, &event, H_SETUNIQUE, 1);
    el_set(editor.edit, EL_EDITOR, "emacs");
    el_set(editor.edit, EL_HIST, history, editor.history);
    el_set(editor.edit, EL_PROMPT, editor_prompt);
    el_set(editor.edit, EL_GETCFN, next_char);
    /* The wide form keeps our texts; the narrow one would copy them and never let go. */
    el_wset(editor.edit, EL_ADDFN, L"ludoforge-complete", L"completes an option or a command",
            complete);
    el_wset(editor.edit, EL_ADDFN, L"ludoforge-redraw", L"draws the table anew", redraw);
    el_set(editor.edit, EL_BIND, "\t", "ludoforge-complete", NULL);
    el_set(editor.edit, EL_BIND, "^L", "ludoforge-redraw", NULL);
    el_set(editor.edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    /* without SA_RESTART: it ends a read */
    const struct sigaction action = {.sa_handler = on_resize};
    sigaction(SIGWINCH, &action, NULL);
    return true;
}

void line_editor_close(void) {
    if (editor.edit != NULL)
        el_end(editor.edit);
    if (editor.history != NULL)
        history_end(editor.history);
    editor.edit = NULL;
    editor.history = NULL;
}

static bool read_edited(play_table *t, const char *prompt, char *line, size_t size) {
    int length = 0;
    HistEvent event;
    editor.prompt = prompt;
    fflush(t->out);
    const char *typed = el_gets(editor.edit, &length);
    editor.prompt = ""; /* the one that was given belongs to the caller */
    if (typed == NULL || length <= 0 || interrupted)
        return false;
    snprintf(line, size, "%s", typed);
    if (strspn(line, " \n") != strlen(line))
        history(editor.history, &event, H_ENTER, line);
    return true;
}

static void set_deciding(bool deciding) {
    editor.deciding = deciding;
}
#else
static void set_deciding(bool deciding) {
    (void)deciding;
}

static bool editor_open(play_table *t) {
    (void)t;
    return false;
}

static bool read_edited(play_table *t, const char *prompt, char *line, size_t size) {
    (void)t, (void)prompt, (void)line, (void)size;
    return false;
}

void line_editor_close(void) {}
#endif

/* ---- a line ---------------------------------------------------------------------------------- */

static bool read_plain(const play_table *t, const char *prompt, char *line, size_t size) {
    fputs(prompt, t->out);
    fflush(t->out);
    while (is_terminal(stdin) && !interrupted && !wait_for_input())
        atomic_store(&resized, false); /* nothing is drawn here that a new size would change */
    if (interrupted || fgets(line, (int)size, stdin) == NULL)
        return false;
    const size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n') { /* too long: the rest is no line of its own */
        int byte;
        while ((byte = getc(stdin)) != EOF && byte != '\n')
            ;
    }
    /* Keys such as an arrow send sequences, which we must not send back. */
    for (size_t i = 0; i < length; i++) {
        if (iscntrl((unsigned char)line[i]) && line[i] != '\n' && line[i] != '\t')
            line[i] = '?';
    }
    if (!is_terminal(stdin))
        fprintf(t->out, "%s%s", line, length > 0 && line[length - 1] == '\n' ? "" : "\n");
    return true;
}

static bool read_line(play_table *t, const char *prompt, char *line, size_t size) {
    if (!interrupted && is_terminal(stdin) && is_terminal(stdout) && editor_open(t))
        return read_edited(t, prompt, line, size);
    return read_plain(t, prompt, line, size);
}

bool read_answer(play_table *t, char *line, size_t size) {
    char left[CLOCK_BYTES], prompt[CLOCK_BYTES + sizeof " " PROMPT] = PROMPT;
    const lf_seat seat = lf_session_clock_seat(t->session);
    if (seat != LF_NOBODY && clock_text(t, seat, left) != NULL)
        snprintf(prompt, sizeof prompt, "%s " PROMPT, left);
    set_deciding(true);
    const bool read = read_line(t, prompt, line, size);
    set_deciding(false);
    return read;
}

bool wait_for_enter(play_table *t, const char *prompt) {
    char line[100];
    if (!t->screen)
        return true;
    return read_line(t, prompt, line, sizeof line) && line[0] != 'q';
}
