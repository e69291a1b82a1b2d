/* cmd_play.c: `play`: a game in the terminal or over a pipe.
 *
 * Without input (no terminal and nothing piped in, or --no-input) agents play one game, and its log
 * is printed. */
#include "play.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play_lesson.h"
#include "support/clock.h"
#include "tool/common/playout.h"
#include "tool/sim/sim.h"

#define PATIENCE_MS 250 /* how long a pipe may take to be written to or closed */

typedef struct {
    seed_option seed;
    const char *scenario, *position, *forced, *load, *record, *lesson, *clock;
    text_list option, seat;
    bool plain, no_confirm, summary, story;
} play_options;

static const play_options defaults;

/* ---- views ----------------------------------------------------------------------------------- */

const lf_state *state_of(const play_table *t) {
    return lf_session_state(t->session);
}

lf_seat viewpoint(const play_table *t) {
    lf_seat decider = lf_decider(state_of(t)), only = LF_NOBODY;
    if (lf_session_pending(t->session) != LF_PENDING_NOTHING && t->shown_to >= 0)
        return t->shown_to; /* the turn is over, and the next player does not look yet */
    if (decider >= 0 && t->human[decider])
        return decider;
    for (lf_seat seat = 0; seat < lf_seats_in_play(state_of(t)); seat++) {
        if (!t->human[seat])
            continue;
        if (only != LF_NOBODY)
            return LF_NOBODY; /* several people at one screen see what all may see */
        only = seat;
    }
    return only;
}

/* ---- the course of the game ------------------------------------------------------------------ */

/* A decision that no person has to make: an agent's, or one with a single option. False when a rule
 * failed. */
static bool decide_alone(play_table *t, lf_seat seat) {
    lf_error error = {0};
    int option = t->human[seat] ? 0 : lesson_option(t);
    if (option == LF_NO_OPTION) {
        const double start = lf_clock_seconds();
        option = lf_agent_choose(t->agents[seat], state_of(t));
        background_thought(t->background, t->game, lf_clock_seconds() - start);
        if (!t->watching)
            note_reason(t, seat);
    }
    clock_charge(t); /* what an agent thought is nobody's time */
    if (lf_session_apply(t->session, option, true, &error) == LF_OK || error.status == LF_GAME_OVER)
        return true;
    print_news(t);
    fflush(stdout);
    complain("a rule failed: %s", error.message);
    return false;
}

static bool needs_nobody(const play_table *t) {
    lf_seat seat = lf_decider(state_of(t));
    return !t->human[seat] || lf_legal_count(state_of(t)) == 1;
}

static int play_by_itself(play_table *t) {
    memset(t->human, 0, sizeof t->human);
    lf_session_set_confirm(t->session, false);
    t->watching = true;
    for (int i = 0; i < PLAYOUT_DECISIONS_MAX; i++) {
        if (t->summary)
            print_new_turns(t);
        else
            print_news(t);
        if (lf_session_over(t->session, NULL) || interrupted || ferror(stdout))
            return EXIT_GOOD;
        if (!decide_alone(t, lf_decider(state_of(t))))
            return EXIT_BAD;
    }
    complain("the game has not ended after %d decisions.", PLAYOUT_DECISIONS_MAX);
    return EXIT_BAD;
}

/* On a screen a command's answer comes page by page, and one that changed the game is told with the
 * next screen. */
static void obey_on_screen(play_table *t, const char *line) {
    char *text = NULL;
    size_t size = 0;
    FILE *const before = t->out;
    const uint64_t before_it = lf_session_revision(t->session);
    FILE *const caught = open_memstream(&text, &size);
    t->out = caught != NULL ? caught : before;
    obey(t, line);
    t->out = before;
    if (caught != NULL)
        fclose(caught);
    if (text != NULL && lf_session_revision(t->session) != before_it)
        snprintf(t->notice, sizeof t->notice, "%.*s", (int)strcspn(text, "\n"), text);
    else if (text != NULL)
        show_pages(t, text);
    free(text);
}

/* An empty line shows the table again. */
static void answer(play_table *t, const char *line) {
    if (!t->screen)
        obey(t, line);
    else if (line[strspn(line, " \t\r\n")] == '\0')
        draw_screen(t);
    else
        obey_on_screen(t, line);
}

static int ask(play_table *t, bool first) {
    char line[1000];
    const uint64_t before = lf_session_revision(t->session);
    clock_charge(t);
    if (t->screen)
        draw_screen(t);
    else
        print_decision(t, 1);
    while (!t->left && !lf_session_over(t->session, NULL) &&
           lf_session_revision(t->session) == before) {
        const bool read = read_answer(t, line, sizeof line), late = clock_charge(t);
        if (late)
            return EXIT_GOOD;
        if (!read) {
            t->left = interrupted || !first || is_terminal(stdin);
            putc('\n', t->out);
            return t->left ? EXIT_GOOD : play_by_itself(t);
        }
        answer(t, line);
        first = false;
    }
    return EXIT_GOOD;
}

/* The turn is over: it is handed on, or taken back. */
static void ask_to_confirm(play_table *t) {
    char line[1000];
    draw_screen(t);
    while (!t->left && lf_session_pending(t->session) != LF_PENDING_NOTHING) {
        lf_error error;
        const bool read = read_answer(t, line, sizeof line), late = clock_charge(t);
        if (!read || late) {
            t->left = !late;
            return;
        }
        line[strcspn(line, "\r\n")] = '\0';
        if (*line != '\0' && strcmp(line, "end") != 0 && strcmp(line, "1") != 0)
            answer(t, line);
        else if (lf_session_confirm(t->session, &error) != LF_OK)
            say(t, error.message);
    }
}

int person_of(const play_table *t) {
    const lf_seat seat = t->shown_to >= 0 ? t->shown_to : lf_decider(state_of(t));
    const int person = seat >= 0 ? lf_session_person(t->session, seat) : LF_PROGRAM;
    return person == LF_PROGRAM ? 1 : person;
}

/* Does one seat see what others do not? */
static bool has_secrets(const play_table *t) {
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        if (lf_knows_more(t->game, seat, LF_NOBODY))
            return true;
    }
    return false;
}

/* Between people at one screen who may not see each other's cards: what was on it goes, also what
 * can be scrolled back to. */
static void draw_curtain(play_table *t, lf_seat seat) {
    char prompt[200];
    if (!t->screen || t->shown_to == LF_NOBODY || t->shown_to == seat || !has_secrets(t))
        return;
    fputs("\x1b[H\x1b[2J\x1b[3J", t->out);
    snprintf(prompt, sizeof prompt, "%s is next. Press Enter when nobody else sees the screen. ",
             lf_label(t->game, LF_OF_SEATS, seat));
    lf_session_pause_clock(t->session); /* they change places */
    wait_for_enter(t, prompt);
}

/* A page of its own, before the table is drawn over it. */
static void show_page(play_table *t, void (*print)(play_table *)) {
    char *text = NULL;
    size_t size = 0;
    FILE *const before = t->out;
    FILE *const caught = open_memstream(&text, &size);
    if (caught == NULL)
        return;
    t->out = caught;
    print(t);
    t->out = before;
    fclose(caught);
    fputs("\x1b[H\x1b[2J", t->out);
    show_pages(t, text);
    free(text);
    wait_for_enter(t, "-- Enter: continue -- ");
}

/* What programs did while the player waited, and what a lesson says of it and of what comes. */
static void print_replies_and_lesson(play_table *t) {
    print_replies(t);
    if (lesson_has_news(t))
        print_lesson_news(t);
}

static void begin_lesson(play_table *t) {
    if (t->lesson == NULL || lf_session_decisions(t->session) > 0)
        return;
    if (t->screen)
        show_page(t, print_lesson_begin);
    else
        print_lesson_begin(t);
}

static void begin_decision(play_table *t, lf_seat last, bool replies) {
    const lf_seat seat = lf_decider(state_of(t));
    draw_curtain(t, seat);
    if (replies)
        keep_now(t); /* what programs did since the last decision of a person */
    if (t->screen && (replies || lesson_has_news(t))) {
        show_page(t, replies ? print_replies_and_lesson : print_lesson_news);
        if (replies)
            t->shown = log_size(t); /* told: the screen need not say it again */
    } else if (!t->screen && last != LF_NOBODY && seat != last)
        print_turn(t);
    if (lesson_has_news(t))
        print_lesson_news(t);
    t->shown_to = seat;
}

/* A turn that ended the game can be taken back like any other, until it is confirmed. */
static bool is_going_on(const play_table *t) {
    return !lf_session_over(t->session, NULL) ||
           lf_session_pending(t->session) != LF_PENDING_NOTHING;
}

static int play_with_people(play_table *t) {
    lf_seat last = LF_NOBODY;
    bool first = true, replies = false;
    int status = EXIT_GOOD;
    t->shown_to = LF_NOBODY;
    begin_lesson(t);
    if (!t->screen)
        print_board(t, false);
    while (!t->left && status == EXIT_GOOD && is_going_on(t) && !ferror(stdout)) {
        if (!t->screen)
            print_news(t);
        const lf_seat seat = lf_decider(state_of(t));
        if (interrupted) {
            t->left = true;
        } else if (lf_session_pending(t->session) != LF_PENDING_NOTHING) {
            ask_to_confirm(t);
        } else if (needs_nobody(t)) {
            replies |= !t->human[seat];
            status = decide_alone(t, seat) ? EXIT_GOOD : EXIT_BAD;
        } else {
            begin_decision(t, last, replies);
            status = interrupted ? EXIT_GOOD : ask(t, first);
            first = replies = false;
        }
        last = seat;
    }
    print_news(t);
    line_editor_close();
    return status;
}

/* ---- the command line ------------------------------------------------------------------------ */

/* Is there nothing to read, now or ever? A pipe that stays silent is somebody who waits for the
 * prompt. */
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

#define HUMAN "human"

/* Who plays while nobody does: a seat of a person whose game goes on by itself. */
#define SUBSTITUTE "random"

/* False, with the reason, if there is nobody of that name. */
static bool seat_as(play_table *t, lf_seat seat, const char *who, lf_error *error) {
    const bool human = strcmp(who, HUMAN) == 0;
    lf_agent *const opened = lf_agent_new(t->game, human ? SUBSTITUTE : who, error);
    if (opened == NULL)
        return false;
    lf_agent_free(t->agents[seat]);
    t->human[seat] = human;
    t->agents[seat] = opened;
    return true;
}

static bool seat_player(play_table *t, const char *text) {
    char name[64];
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof name) {
        complain("--seat takes SEAT=WHO, as in --seat %s=random.",
                 lf_name(t->game, LF_OF_SEATS, 0));
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const lf_seat seat = find_seat(t->game, name);
    if (seat < 0)
        return false;
    lf_error error = {0};
    if (seat_as(t, seat, equals + 1, &error))
        return true;
    complain("%s", error.message);
    return false;
}

void name_players(play_table *t) {
    for (int seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++)
        lf_session_set_player(t->session, seat,
                              t->human[seat] ? HUMAN : lf_agent_text(t->agents[seat]), NULL);
}

static bool seat_players(play_table *t, const play_options *o) {
    int seats = lf_count(t->game, LF_OF_SEATS);
    for (int seat = 0; seat < seats; seat++) {
        const char *who = lf_session_player(t->session, seat); /* as a loaded game says */
        if (*who == '\0' && t->lesson != NULL)
            who = t->lesson->players[seat];
        if (!seat_as(t, seat, who, NULL) && !seat_as(t, seat, HUMAN, NULL)) {
            complain(LF_NO_MEMORY);
            return false;
        }
    }
    for (int i = 0; i < o->seat.count; i++) {
        if (!seat_player(t, o->seat.items[i]))
            return false;
    }
    for (int seat = 0; seat < seats; seat++)
        lf_session_set_person(t->session, seat,
                              !t->human[seat]  ? LF_PROGRAM
                              : has_secrets(t) ? seat + 1
                                               : 1);
    lf_session_set_confirm(t->session, t->screen && !o->no_confirm);
    for (int seat = 0; seat < seats; seat++)
        lf_agent_begin(t->agents[seat], seat, o->seed.value);
    name_players(t);
    return true;
}

static bool set_clock(play_table *t, const char *text) {
    lf_clock clock;
    lf_error error;
    if (!clock_read(text, &clock))
        return false;
    if (lf_session_set_clock(t->session, &clock, &error) == LF_OK)
        return true;
    complain("%s", error.message);
    return false;
}

static bool start(play_table *t, const play_options *o) {
    lf_setup asked = {.scenario = o->scenario,
                      .seed = o->seed.value,
                      .options = o->option.items,
                      .position = o->position};
    if (!read_forced(o->forced, &asked.forced))
        return false;
    const lf_setup setup = t->lesson != NULL ? t->lesson->setup : asked;
    lf_error error;
    if (!(o->load != NULL ? load_game(t, o->load, &error)
                          : lf_session_start(t->session, &setup, &error) == LF_OK)) {
        complain("%s", error.message);
        return false;
    }
    if (o->clock != NULL && !set_clock(t, o->clock))
        return false;
    t->safe = lf_hash(state_of(t));
    return true;
}

static int finish(play_table *t, const play_options *o, int status) {
    lf_error error;
    if (lf_session_over(t->session, NULL)) {
        if (!t->watching)
            print_board(t, false);
        print_outcome(t);
        if (lesson_has_news(t))
            print_lesson_news(t);
        forget_finished_game(t);
    } else if (!t->watching) {
        keep_game(t);
    }
    if (o->record != NULL && lf_session_write_record(t->session, o->record, &error) != LF_OK) {
        complain("%s", error.message);
        status = EXIT_BAD;
    }
    return status;
}

static void note_seed(uint64_t seed) {
    if (!quiet)
        printf("Seed %" PRIu64 " (repeat this game with --seed %" PRIu64 ")\n", seed, seed);
}

/* Every game has its own seed unless one is given. */
static play_options with_seed(const play_options *given) {
    play_options o = *given;
    if (!o.seed.given)
        o.seed.value = (uint64_t)fresh_seed();
    if (!o.seed.given && o.load == NULL && o.lesson == NULL)
        note_seed(o.seed.value);
    return o;
}

static bool has_screen(void) {
    const char *terminal = getenv("TERM");
    return is_terminal(stdin) && is_terminal(stdout) && terminal != NULL && *terminal &&
           strcmp(terminal, "dumb") != 0;
}

/* A lesson brings its own set-up. False after a complaint. */
static bool lesson_is_there(const play_table *t, const play_options *o) {
    if (o->lesson == NULL)
        return true;
    if (o->scenario != NULL || o->position != NULL || o->option.count > 0) {
        complain("--lesson has its own set-up. Leave out --scenario, --position and --option.");
        return false;
    }
    return t->lesson != NULL; /* the error has been reported */
}

static int run_play(const arguments *given, const void *options) {
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    const play_options seeded = with_seed(options), *const o = &seeded;
    play_table t = {.game = game,
                    .colour = use_colour(stdout),
                    .out = stdout,
                    .screen = !o->plain && has_screen(),
                    .plain = o->plain,
                    .summary = o->summary || o->story,
                    .story = o->story,
                    .width = terminal_width(),
                    .height = terminal_height()};
    if (games_may_be_native() && !games_must_be_native()) /* then that has been tried */
        t.background = background_new(BACKGROUND_PAYS_AFTER, NULL);
    choose_colours(&t);
    t.session = lf_session_new(game, given->at[0]);
    lf_lessons *const lessons = o->lesson != NULL ? open_lessons(game, given->at[0]) : NULL;
    t.lesson = lessons != NULL ? find_lesson(lessons, o->lesson) : NULL;
    status = EXIT_USAGE;
    if (t.session == NULL)
        complain(LF_NO_MEMORY);
    else if (lesson_is_there(&t, o) && check_scenario(game, o->scenario) && start(&t, o) &&
             seat_players(&t, o)) {
        interrupt_catch();
        status = given->no_input || input_is_empty() ? play_by_itself(&t) : play_with_people(&t);
        status = finish(&t, o, status);
    }
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        lf_agent_free(t.agents[seat]);
    background_free(t.background);
    forget_table(&t);
    forget_reasons(&t);
    lf_lessons_free(lessons);
    lf_session_free(t.session);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    SCENARIO_FLAG(play_options),
    POSITION_FLAG(play_options),
    FORCED_FLAG(play_options),
    OPTION_FLAG(play_options),
    {"seat", FLAG_LIST, offsetof(play_options, seat), "SEAT=WHO",
     "human (the default) or an agent from the list below; repeatable", 0, 0},
    {"seed", FLAG_SEED, offsetof(play_options, seed), "X",
     "seed of dice and shuffles (default: a random one, which is printed)", 0, 0},
    {"clock", FLAG_TEXT, offsetof(play_options, clock), "TIME+TIME",
     "clock for each person and increment per turn: 10m+5s, 90s, 1h30m", 0, 0},
    {"load", FLAG_TEXT, offsetof(play_options, load), "FILE", "continue a saved game", 0, 0},
    {"record", FLAG_OUTPUT, offsetof(play_options, record), "FILE",
     "record the game, for `replay` and `analyse`", 0, 0},
    {"plain", FLAG_SWITCH, offsetof(play_options, plain), NULL,
     "print line by line instead of drawing a screen; suits screen readers", 0, 0},
    {"lesson", FLAG_TEXT, offsetof(play_options, lesson), "NAME", "play a lesson of the game", 0,
     0},
    {"summary", FLAG_SWITCH, offsetof(play_options, summary), NULL,
     "without input, print a summary of each turn instead of the log", 0, 0},
    {"story", FLAG_SWITCH, offsetof(play_options, story), NULL, "the same in at most 150 lines", 0,
     0},
    {"no-confirm", FLAG_SWITCH, offsetof(play_options, no_confirm), NULL,
     "on a terminal, end turns without confirmation", 0, 0},
    NO_MORE_FLAGS,
};

const command command_play = {
    .name = "play",
    .summary = "play in the terminal",
    .usage = "GAME [flags]",
    .examples = "  ludoforge play {game}\n"
                "  ludoforge play {game} --seat {seat}=greedy --seed 7\n"
                "  ludoforge play {game} --no-input\n",
    .details =
        "Type the key of an option, its name, or the start of any word in it. `?` lists all "
        "options and `help` the commands: board, map, scores, card, cards, log, rule, why, undo, "
        "hint, analyse, reasons, save, load, quit. On a terminal you can edit the line, Tab "
        "completes, and Enter redraws the screen. Input may also be piped in. Without input, "
        "agents play one game and the log is printed.\n"
        "\n"
        "After the first decision the game is kept in $XDG_STATE_HOME/ludoforge (default "
        "~/.local/state/ludoforge) and saved at every decision, so quitting, Ctrl-C or a crash "
        "lose nothing. `ludoforge saves` lists these games. --load continues one with the same "
        "players. A finished game is removed.\n"
        "\n"
        "With --clock the prompt shows the time left. If your clock runs out, you lose; with "
        "three or more players a bot takes over. Agents have no clock. A saved game continues "
        "with the time that was left.\n",
    .more = print_agent_names,
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(play_options),
    .run = run_play,
};
