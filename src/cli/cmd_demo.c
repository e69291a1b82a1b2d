/* cmd_demo.c: `demo`: a short game of bots, told turn by turn. Which game it is stands in the file
 * `examples` of the bundled games; without that it is the default game. */
#include <string.h>

#include "game_list.h"

#define WORDS_MAX (16 + 2 * LF_SEATS_MAX)
#define DEMO_AGENT "normal"

/* Splits a line at its spaces. */
static int split(char *line, char *words[], int most) {
    int count = 0;
    for (char *word = strtok(line, " "); word != NULL && count < most; word = strtok(NULL, " "))
        words[count++] = word;
    return count;
}

static int play_demo(const lf_game *game, char *words[], int count) {
    static char seats[LF_SEATS_MAX][100];
    char seat_flag[] = "--seat", story[] = "--story", no_input[] = "--no-input";
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        snprintf(seats[seat], sizeof seats[seat], "%.60s=" DEMO_AGENT,
                 lf_name(game, LF_OF_SEATS, seat));
        words[count++] = seat_flag;
        words[count++] = seats[seat];
    }
    words[count++] = story;
    words[count++] = no_input;
    return command_start(&command_play, count, words);
}

static int run_demo(const arguments *given, const void *options) {
    (void)options;
    char line[EXAMPLE_BYTES], *words[WORDS_MAX];
    char **const names = lf_bundled_games();
    if (given->count > 0)
        snprintf(line, sizeof line, "%s", given->at[0]);
    else if (!example_value("demo", line))
        snprintf(line, sizeof line, "%s", names != NULL && names[0] != NULL ? names[0] : "");
    lf_bundled_games_free(names);
    const int count = split(line, words, WORDS_MAX - 2 - 2 * LF_SEATS_MAX);
    int status = EXIT_BAD;
    if (count == 0) {
        complain("no bundled games were found. `ludoforge doctor` shows where they are expected.");
        return status;
    }
    lf_game *const game = game_open(words[0], &status);
    if (game == NULL)
        return status;
    printf("LudoForge plays board games from written rules. Here bots play a short game of\n"
           "%s; each line is one turn.\n\n",
           lf_game_title(game));
    fflush(stdout);
    status = play_demo(game, words, count);
    lf_game_free(game);
    if (status == EXIT_GOOD && !interrupted)
        printf("\nTry next:\n"
               "  ludoforge serve      play in a browser\n"
               "  ludoforge            choose a game and play in this terminal\n"
               "  ludoforge games      list the games, from easy to hard\n"
               "  ludoforge help       all commands\n");
    return status;
}

const command command_demo = {
    .name = "demo",
    .summary = "watch bots play a short game",
    .usage = "[GAME]",
    .examples = "  ludoforge demo {game}\n  ludoforge demo\n",
    .most = 1,
    .run = run_demo,
};
