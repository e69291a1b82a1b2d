/* cmd_play.c: `play`: a game in the terminal, over a pipe, or by itself.
 *
 * With nothing to read (no terminal and nothing piped in, or --no-input) agents play one game and the log of it
 * is printed. */
#include "play.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/common/playout.h"

#define PATIENCE_MS 250 /* how long a pipe may take to be written to or closed */

typedef struct {
    int64_t seed;
    const char *scenario, *load, *record;
    text_list option, seat;
} play_options;

static const play_options defaults = {.seed = -1}; /* not given */

/* ---- colours and views ------------------------------------------------------------------------------------- */

const char *paint_seat(const play_table *t, lf_seat seat) {
    static const char *const colours[] = {"\x1b[1;34m", "\x1b[1;33m", "\x1b[1;31m",
                                          "\x1b[1;36m", "\x1b[1;35m", "\x1b[1;32m"};
    if (!t->colour || seat < 0)
        return "";
    return colours[(size_t)seat % (sizeof colours / sizeof *colours)];
}

const char *paint_strong(const play_table *t) {
    return t->colour ? "\x1b[1m" : "";
}

const char *paint_faint(const play_table *t) {
    return t->colour ? "\x1b[2m" : "";
}

const char *paint_off(const play_table *t) {
    return t->colour ? "\x1b[0m" : "";
}

lf_seat viewpoint(const play_table *t) {
    lf_seat decider = lf_decider(t->session.state), only = LF_NOBODY;
    if (decider >= 0 && t->human[decider])
        return decider;
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        if (!t->human[seat])
            continue;
        if (only != LF_NOBODY)
            return LF_NOBODY; /* several people at one screen see what all may see */
        only = seat;
    }
    return only;
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

static bool may_see_target(const play_table *t, const session_line *line) {
    return lf_stack_visible(t->game, line->to, viewpoint(t));
}

/* A change of a variable that is not shown. Variables are numbered through: global, of seats, of spaces. */
static bool is_own_business(const play_table *t, const session_line *line) {
    static const lf_catalogue lists[] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS};
    int index = line->subject;
    const bool variable = line->kind == LF_EVENT_VALUE || line->kind == LF_EVENT_SET;
    for (size_t i = 0; variable && i < sizeof lists / sizeof *lists; i++) {
        if (index < lf_count(t->game, lists[i]))
            return is_bookkeeping(lf_name(t->game, lists[i], index));
        index -= lf_count(t->game, lists[i]);
    }
    return false;
}

/* The texts of a game that was loaded are those of a file. */
static void print_line(const play_table *t, const session_line *line, const char *text) {
    const bool decision = line->kind == LF_EVENT_DECISION;
    if (decision)
        printf("%s%s%s: ", paint_seat(t, line->seat), lf_label(t->game, LF_OF_SEATS, line->seat),
               paint_off(t));
    else
        printf("  %s", paint_faint(t));
    print_visibly(stdout, text);
    printf("%s\n", decision ? line->forced ? " (forced)" : "" : paint_off(t));
}

void print_log(const play_table *t, size_t first) {
    const lf_seat viewer = t->watching ? SESSION_HOST : viewpoint(t);
    for (size_t i = first; i < t->session.log_count; i++) {
        const session_line *line = &t->session.log[i];
        const char *text = session_line_text(line, viewer);
        if (!*text || is_own_business(t, line))
            continue;
        print_line(t, line, text);
        if (line->kind == LF_EVENT_CARD && line->to >= 0 && !t->watching && may_see_target(t, line))
            print_card_text(t, line->subject);
    }
}

static void print_news(play_table *t) {
    print_log(t, t->shown < t->session.log_count ? t->shown : t->session.log_count);
    t->shown = t->session.log_count;
}

void print_outcome(const play_table *t) {
    lf_outcome outcome;
    if (!lf_terminal(t->session.state, &outcome))
        return;
    printf("\n%sThe game is over%s%s%s: ", paint_strong(t), outcome.checkpoint ? " (" : "",
           outcome.checkpoint ? outcome.checkpoint : "", outcome.checkpoint ? ")" : "");
    const char *between = "";
    for (int seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        if (outcome.winners >> seat & 1) {
            printf("%s%s", between, lf_label(t->game, LF_OF_SEATS, seat));
            between = " and ";
        }
    printf("%s%s\n",
           outcome.winners == 0                             ? "a draw."
           : (outcome.winners & (outcome.winners - 1)) == 0 ? " wins."
                                                            : " win together.",
           paint_off(t));
    for (int i = 0; i < lf_count(t->game, LF_OF_SEATS); i++) {
        lf_seat seat = outcome.ranking[i];
        if (seat >= 0)
            printf("  %d. %s (margin %lld)\n", i + 1, lf_label(t->game, LF_OF_SEATS, seat),
                   (long long)outcome.margin[seat]);
    }
}

/* ---- the course of the game ------------------------------------------------------------------------------------------ */

/* A decision that no person has to make: an agent's, or one with a single option. False when a rule failed. */
static bool decide_alone(play_table *t, lf_seat seat) {
    lf_error error = {0};
    int option = t->human[seat] ? 0 : agent_choose(&t->agents[seat], t->session.state);
    if (session_apply(&t->session, option, true, &error))
        return true;
    print_news(t);
    fflush(stdout);
    complain("the rules failed: %s", error.message);
    return false;
}

static bool needs_nobody(const play_table *t) {
    lf_seat seat = lf_decider(t->session.state);
    return !t->human[seat] || lf_legal_count(t->session.state) == 1;
}

static int play_by_itself(play_table *t) {
    memset(t->human, 0, sizeof t->human);
    t->watching = true;
    for (int i = 0; i < PLAYOUT_DECISIONS_MAX; i++) {
        print_news(t);
        if (lf_terminal(t->session.state, NULL) || interrupted || ferror(stdout))
            return EXIT_GOOD;
        if (!decide_alone(t, lf_decider(t->session.state)))
            return EXIT_BAD;
    }
    complain("the game has no end after %d decisions.", PLAYOUT_DECISIONS_MAX);
    return EXIT_BAD;
}

/* Reads one line of the player; false at the end of the input. */
static bool read_answer(char *line, size_t size) {
    fputs("> ", stdout);
    fflush(stdout);
    if (interrupted || !fgets(line, (int)size, stdin))
        return false;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n') { /* too long: the rest is no line of its own */
        int byte;
        while ((byte = getc(stdin)) != EOF && byte != '\n')
            ;
    }
    for (size_t i = 0; i < length;
         i++) { /* keys such as an arrow send sequences, which we must not send back */
        if (iscntrl((unsigned char)line[i]) && line[i] != '\n' && line[i] != '\t')
            line[i] = '?';
    }
    if (!is_terminal(stdin))
        printf("%s%s", line, length > 0 && line[length - 1] == '\n' ? "" : "\n");
    return true;
}

static int ask(play_table *t, bool first) {
    char line[1000];
    uint64_t before = lf_hash(t->session.state);
    print_decision(t, false);
    while (!t->left && !lf_terminal(t->session.state, NULL) && lf_hash(t->session.state) == before) {
        if (!read_answer(line, sizeof line)) {
            t->left = interrupted || !first || is_terminal(stdin);
            putchar('\n');
            return t->left ? EXIT_GOOD : play_by_itself(t);
        }
        obey(t, line);
        first = false;
    }
    return EXIT_GOOD;
}

static int play_with_people(play_table *t) {
    lf_seat last = LF_NOBODY;
    bool first = true;
    int status = EXIT_GOOD;
    print_board(t, false);
    while (!t->left && status == EXIT_GOOD && !lf_terminal(t->session.state, NULL) && !ferror(stdout)) {
        print_news(t);
        lf_seat seat = lf_decider(t->session.state);
        if (interrupted) {
            t->left = true;
        } else if (needs_nobody(t)) {
            status = decide_alone(t, seat) ? EXIT_GOOD : EXIT_BAD;
        } else {
            if (last != LF_NOBODY && seat != last)
                print_turn(t);
            status = ask(t, first);
            first = false;
        }
        last = seat;
    }
    print_news(t);
    return status;
}

/* ---- the command line ---------------------------------------------------------------------------------------------------- */

/* Is there nothing to read, now or ever? A pipe that stays silent is somebody who waits for the prompt. */
static bool input_is_empty(void) {
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (is_terminal(stdin) || poll(&in, 1, PATIENCE_MS) <= 0)
        return false;
    int byte = getc(stdin);
    if (byte == EOF)
        return true;
    ungetc(byte, stdin);
    return false;
}

static bool seat_player(play_table *t, const char *text) {
    char name[64];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name) {
        complain("--seat takes SEAT=WHO, such as --seat %s=random.", lf_name(t->game, LF_OF_SEATS, 0));
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    lf_seat seat = lf_find(t->game, LF_OF_SEATS, name);
    if (seat < 0) {
        complain("there is no seat \"%s\". Seats:", name);
        for (int i = 0; i < lf_count(t->game, LF_OF_SEATS); i++)
            fprintf(stderr, "  %s\n", lf_name(t->game, LF_OF_SEATS, i));
        return false;
    }
    const char *who = equals + 1;
    t->human[seat] = strcmp(who, "human") == 0;
    const agent_class *kind = t->human[seat] ? &agent_random : agent_class_find(who);
    if (!kind) {
        const char *near = agent_class_suggest(who);
        complain("there is no agent \"%s\".%s%s%s", who, near ? " Did you mean " : "", near ? near : "",
                 near ? "?" : "");
        return false;
    }
    agent_open(&t->agents[seat], kind);
    return true;
}

static bool seat_players(play_table *t, const play_options *o) {
    int seats = lf_count(t->game, LF_OF_SEATS);
    for (int seat = 0; seat < seats; seat++) {
        t->human[seat] = true;
        agent_open(&t->agents[seat], &agent_random);
    }
    for (int i = 0; i < o->seat.count; i++) {
        if (!seat_player(t, o->seat.items[i]))
            return false;
    }
    for (int seat = 0; seat < seats; seat++)
        agent_begin(&t->agents[seat], seat, (uint64_t)o->seed);
    return true;
}

static bool start(play_table *t, const play_options *o) {
    lf_setup setup = {.scenario = o->scenario, .seed = (uint64_t)o->seed, .options = o->option.items};
    lf_error error;
    if (!(o->load ? load_game(t, o->load, &error) : session_start(&t->session, &setup, &error))) {
        complain("%s", error.message);
        return false;
    }
    t->safe = lf_hash(t->session.state);
    return true;
}

static int finish(play_table *t, const play_options *o, int status) {
    lf_error error;
    if (lf_terminal(t->session.state, NULL)) {
        if (!t->watching)
            print_board(t, false);
        print_outcome(t);
    } else if (!t->watching) {
        keep_game(t);
    }
    if (o->record && !record_write(&t->session.record, o->record, &error)) {
        complain("%s", error.message);
        status = EXIT_BAD;
    }
    return status;
}

/* Everybody gets a deck of their own, unless they ask for one. */
static play_options with_seed(const play_options *given) {
    play_options o = *given;
    if (o.seed < 0)
        o.seed = fresh_seed();
    if (given->seed < 0 && o.load == NULL)
        printf("Seed %" PRId64 ": --seed %" PRId64 " deals the same game again.\n", o.seed, o.seed);
    return o;
}

static int run(const arguments *given, const void *options) {
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (!game)
        return status;
    const play_options seeded = with_seed(options), *const o = &seeded;
    play_table t = {.game = game, .colour = use_colour(stdout), .width = terminal_width()};
    session_open(&t.session, game, given->at[0]);
    status = EXIT_USAGE;
    if (check_scenario(game, o->scenario) && seat_players(&t, o) && start(&t, o)) {
        interrupt_catch();
        status = given->no_input || input_is_empty() ? play_by_itself(&t) : play_with_people(&t);
        status = finish(&t, o, status);
    }
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        agent_close(&t.agents[seat]);
    session_close(&t.session);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    SCENARIO_FLAG(play_options),
    OPTION_FLAG(play_options),
    {"seat", FLAG_LIST, offsetof(play_options, seat), "SEAT=WHO",
     "human (the default), random or greedy; may be repeated", 0, 0},
    {"seed", FLAG_INTEGER, offsetof(play_options, seed), "X",
     "seed of the chance in the game (default: a fresh one, which is printed)", 0, INT64_MAX},
    {"load", FLAG_TEXT, offsetof(play_options, load), "FILE", "go on with a saved game", 0, 0},
    {"record", FLAG_TEXT, offsetof(play_options, record), "FILE",
     "write the game to a file that `replay` reads", 0, 0},
    NO_MORE_FLAGS,
};

const command command_play = {
    .name = "play",
    .summary = "play in the terminal",
    .usage = "GAME [flags]",
    .examples = "  ludoforge play my-game.game-spec.md\n"
                "  ludoforge play my-game.game-spec.md --seat black=greedy --seed 7\n"
                "  ludoforge play my-game.game-spec.md --no-input        watch agents play\n",
    .details =
        "While playing: a number or the beginning of an option, ? for all options, board, card, log, undo, hint,\n"
        "save FILE, load FILE, help, quit. Lines may also be piped in. With nothing to read, agents play\n"
        "one game by themselves and the log is printed.\n\n"
        "A game that is left unfinished, by quit, Ctrl-D, Ctrl-C or a signal, is kept in a file below\n"
        "$XDG_STATE_HOME/ludoforge (or ~/.local/state/ludoforge); --load goes on with it.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(play_options),
    .run = run,
};
