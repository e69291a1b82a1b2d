/* case_run.c: runs one rule case.
 *
 * The order matters: `given` first, then the rolls, then the phase, so that dice that are rolled on
 * entering the phase are fixed too. */
#include "case_run.h"

#include <string.h>

/* Long lists of options are cut: the reader needs to see what kind of decision it is. */
#define OPTIONS_SHOWN 40

static void explain_options(const lf_decision *decision, FILE *why) {
    for (int i = 0; i < decision->count && i < OPTIONS_SHOWN; i++) {
        const lf_choice *option = &decision->options[i];
        const bool same = strcmp(option->id, option->label) == 0;
        fprintf(why, "    %s%s%s%s\n", option->label, same ? "" : "  (", same ? "" : option->id,
                same ? "" : ")");
    }
    if (decision->count > OPTIONS_SHOWN)
        fprintf(why, "    … and %d more\n", decision->count - OPTIONS_SHOWN);
}

static void explain_decision(const lf_state *state, FILE *why) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome)) {
        fprintf(why, "  the game is over (%s)\n",
                outcome.checkpoint ? outcome.checkpoint : "no checkpoint");
        return;
    }
    lf_decision *decision = lf_decision_new(state);
    if (decision == NULL)
        return;
    const char *seat = lf_name(lf_state_game(state), LF_OF_SEATS, decision->decider);
    fprintf(why, "  %s decides: %s\n  offered:\n", seat != NULL ? seat : "nobody",
            decision->prompt);
    explain_options(decision, why);
    lf_decision_free(decision);
}

static lf_state *new_state(const lf_game *game, const lf_case *c, FILE *why) {
    const lf_setup setup = {.scenario = c->scenario,
                            .seed = c->seed,
                            .options = c->options,
                            .stack = c->stack,
                            .cards = c->cards,
                            .on_top = c->on_top,
                            .position = c->position};
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &setup, &error);
    if (state == NULL)
        fprintf(why, "  cannot be set up: %s\n", error.message);
    return state;
}

static bool prepare(lf_state *state, const lf_case *c, FILE *why) {
    lf_error error = {0};
    if (c->given && lf_do(state, c->given, &error) != LF_OK) {
        fprintf(why, "  given: %s\n", error.message);
        return false;
    }
    if (c->roll_count > 0 && lf_fix_rolls(state, c->rolls, c->roll_count, &error) != LF_OK) {
        fprintf(why, "  rolls: %s\n", error.message);
        return false;
    }
    if (c->phase != NULL && lf_enter_phase(state, c->phase, &error) != LF_OK) {
        fprintf(why, "  phase %s: %s\n", c->phase, error.message);
        return false;
    }
    return true;
}

/* Splits "SEAT: label" if what stands before the colon is a seat; otherwise all of it is the
 * label. */
static lf_seat split_seat(const lf_game *game, const char *entry, const char **label) {
    const char *colon = strstr(entry, ": ");
    char name[64];
    *label = entry;
    if (colon == NULL || (size_t)(colon - entry) >= sizeof name)
        return LF_NOBODY;
    snprintf(name, sizeof name, "%.*s", (int)(colon - entry), entry);
    lf_seat seat = lf_find(game, LF_OF_SEATS, name);
    if (seat >= 0)
        *label = colon + 2;
    return seat;
}

static bool play_entry(lf_state *state, const char *entry, int number, FILE *why) {
    const char *label;
    lf_seat seat = split_seat(lf_state_game(state), entry, &label);
    if (seat >= 0 && lf_decider(state) != seat) {
        fprintf(why, "  play %d \"%s\": another seat decides\n", number, entry);
        explain_decision(state, why);
        return false;
    }
    int option = lf_find_option(state, label);
    if (option < 0) {
        fprintf(why, "  play %d \"%s\": no option has this id or label\n", number, entry);
        explain_decision(state, why);
        return false;
    }
    lf_status status = lf_apply(state, option);
    if (status != LF_OK) {
        const lf_error *error = lf_state_error(state);
        fprintf(why, "  play %d \"%s\": %s\n", number, entry,
                error != NULL && error->message[0] ? error->message : lf_status_name(status));
    }
    return status == LF_OK;
}

static bool check_legal(const lf_state *state, const char *const *names, bool wanted, FILE *why) {
    bool good = true;
    for (; names != NULL && *names; names++) {
        if ((lf_find_option(state, *names) != LF_NO_OPTION) != wanted) {
            fprintf(why, "  legal: \"%s\" %s\n", *names,
                    wanted ? "should be offered and is not" : "is offered and should not be");
            good = false;
        }
    }
    if (!good)
        explain_decision(state, why);
    return good;
}

/* What is asked for must not be offered, and the answer must have these words in it. */
static bool check_why(const lf_state *state, const char *thing, const char *reason, FILE *why) {
    lf_error error = {0};
    char *text = lf_why(state, thing, &error);
    const bool good = text != NULL && strstr(text, reason) != NULL;
    if (!good)
        fprintf(why, "  why \"%s\": expected: %s\n    found: %s\n", thing, reason,
                text != NULL ? text : error.message);
    lf_string_free(text);
    return good;
}

static bool check_expectation(const lf_state *state, const lf_case *c, int index, FILE *why) {
    char *sides = NULL;
    lf_error error = {0};
    char *value = lf_eval(state, c->expect[index], &sides, &error);
    bool good = value != NULL && strcmp(value, "true") == 0;
    if (!good) {
        fprintf(why, "  %s:%d: expected: %s\n", c->file,
                c->expect_lines != NULL ? c->expect_lines[index] : c->line, c->expect[index]);
        if (value == NULL)
            fprintf(why, "    %s\n", error.message);
        else
            fprintf(why, "    found: %s\n", sides != NULL ? sides : value);
    }
    lf_string_free(value);
    lf_string_free(sides);
    return good;
}

/* "Red", or "Red + Blue" where they share. */
static bool read_winners(const lf_game *game, const char *text, uint32_t *winners, FILE *why) {
    char name[128];
    for (size_t at = 0; text[at] != 0;) {
        const size_t length = strcspn(text + at, "+ ");
        snprintf(name, sizeof name, "%.*s", (int)(length < 127 ? length : 127), text + at);
        const int seat = length == 0 ? -1 : lf_find(game, LF_OF_SEATS, name);
        if (seat < 0) {
            fprintf(why, "  winner: there is no seat \"%s\"\n", name);
            return false;
        }
        *winners |= UINT32_C(1) << seat;
        at += length + strspn(text + at + length, "+ ");
    }
    return true;
}

static void print_winners(const lf_game *game, bool over, uint32_t winners, FILE *why) {
    for (int i = 0; over && i < lf_count(game, LF_OF_SEATS); i++)
        if (winners >> i & 1)
            fprintf(why, " %s", lf_name(game, LF_OF_SEATS, i));
    fprintf(why, "%s\n", !over ? " the game goes on" : winners == 0 ? " none" : "");
}

/* How the game ended, or whether it goes on. */
static bool check_end(const lf_state *state, const lf_case *c, FILE *why) {
    const lf_game *game = lf_state_game(state);
    lf_outcome outcome;
    const bool over = lf_terminal(state, &outcome);
    if (c->states_end && c->over != over) {
        fprintf(why, "  over: expected %s\n",
                c->over ? "the end of the game" : "the game to go on");
        explain_decision(state, why);
        return false;
    }
    if (c->winner == NULL)
        return true;
    uint32_t winners = 0;
    if (strcmp(c->winner, "none") != 0 && !read_winners(game, c->winner, &winners, why))
        return false;
    if (over && outcome.winners == winners)
        return true;
    fprintf(why, "  winner: expected %s\n    found:", c->winner);
    print_winners(game, over, outcome.winners, why);
    if (!over)
        explain_decision(state, why);
    return false;
}

static bool play_and_compare(lf_state *state, const lf_case *c, FILE *why) {
    if (!prepare(state, c, why))
        return false;
    for (int i = 0; c->play != NULL && c->play[i]; i++) {
        if (!play_entry(state, c->play[i], i + 1, why))
            return false;
    }
    bool good = check_legal(state, c->has, true, why);
    good = check_legal(state, c->has_not, false, why) && good;
    for (int i = 0; c->why != NULL && c->why[i] != NULL; i++)
        good = check_why(state, c->why[i], c->reasons[i], why) && good;
    for (int i = 0; c->expect != NULL && c->expect[i]; i++)
        good = check_expectation(state, c, i, why) && good;
    return check_end(state, c, why) && good;
}

bool case_run(const lf_game *game, const lf_case *c, FILE *why) {
    lf_state *state = new_state(game, c, why);
    bool good = state != NULL && play_and_compare(state, c, why);
    lf_state_free(state);
    return good;
}
