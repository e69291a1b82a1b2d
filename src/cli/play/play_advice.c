/* play_advice.c: hints, analysis of the game so far, and the reasons of agents. Everything uses
 * only what the player may know. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_agents.h"
#include "play.h"

#define HINTS 3
/* A constant: a seed taken from the state would reveal hidden cards. */
#define HINT_SEED 1
#define REASONS_BYTES_MAX 20000 /* of a turn */

/* ---- hints ----------------------------------------------------------------------------------- */

/* "wins 62 %, margin +1.2; then Blue: Raid" */
static void print_advised(const play_table *t, const choice *c, const lf_advised *advised) {
    char head[KEY_BYTES + 8], *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    fprintf(out, "%s: wins %.0f %%", c->at[advised->option].label, 100 * advised->win);
    if (lf_has_margins(t->game))
        fprintf(out, ", %s %+.1f", lf_payoff_label(t->game), advised->margin);
    if (advised->line[0] != '\0')
        fprintf(out, "; then %s", advised->line);
    snprintf(head, sizeof head, "  %s ",
             c->keys != NULL && !c->numbers ? c->keys[advised->option] : "-");
    if (fclose(out) == 0)
        print_hanging(t, head, text);
    free(text);
}

static void print_advice(const play_table *t, const char *agent, const lf_advice *advice) {
    choice c;
    open_choice(t, &c);
    fprintf(t->out, "Best options, by %s:\n", agent);
    for (int i = 0; i < advice->count && i < HINTS; i++) {
        if (advice->options[i].option < c.count)
            print_advised(t, &c, &advice->options[i]);
    }
    close_choice(&c);
}

void do_hint(play_table *t, const char *argument) {
    const char *const agent = *argument != '\0' ? argument : LF_ADVISER;
    const lf_seat seat = lf_decider(state_of(t));
    lf_error error = {0};
    if (seat < 0) {
        say(t, "There is nothing to decide now.");
        return;
    }
    lf_agent *const adviser = lf_agent_new(t->game, agent, &error);
    lf_advice *advice = NULL;
    if (adviser != NULL && lf_agent_begin(adviser, seat, HINT_SEED) == LF_OK)
        advice = lf_agent_advise(adviser, state_of(t), &error);
    if (advice != NULL)
        print_advice(t, agent, advice);
    else
        say(t, error.message);
    lf_advice_free(advice);
    lf_agent_free(adviser);
}

/* ---- how the game went ----------------------------------------------------------------------- */

static void print_chances(const play_table *t, const json_t *point) {
    flow f;
    flow_begin(&f, t, "Chances now: ", 2, ", ");
    for (int seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        const char *const name = lf_name(t->game, LF_OF_SEATS, seat);
        flow_item(&f, "%s %.0f %%", lf_label(t->game, LF_OF_SEATS, seat),
                  100 * json_number_value(json_object_get(json_object_get(point, "win"), name)));
    }
    flow_end(&f);
}

static bool go_on(void *context, int done, int all) {
    (void)context;
    (void)done;
    (void)all;
    return !interrupted;
}

void do_analyse(play_table *t, const char *argument) {
    lf_error error = {0};
    const lf_analysis_limits limits = {.seconds = 2, .search = true, .progress = go_on};
    char *const text = lf_analyse(t->session, t->watching ? LF_HOST : viewpoint(t),
                                  *argument != '\0' ? argument : NULL, &limits, &error);
    json_t *const found = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const json_t *const moments = json_object_get(found, "moments");
    lf_string_free(text);
    if (found == NULL) {
        say(t, error.message);
        return;
    }
    print_chances(t, json_object_get(found, "now"));
    say(t, json_array_size(moments) > 0 ? "Turning points:" : "No turning points yet.");
    for (size_t i = 0; i < json_array_size(moments); i++) {
        const json_t *const m = json_array_get(moments, i);
        char head[32];
        snprintf(head, sizeof head, "%4d ", (int)json_integer_value(json_object_get(m, "turn")));
        print_hanging(t, head, json_string_value(json_object_get(m, "text")));
    }
    json_decref(found);
}

/* ---- why agents did what they did ------------------------------------------------------------ */

void note_reason(play_table *t, lf_seat seat) {
    lf_text *const noted = &t->reasons[seat];
    if (lf_session_last_decider(t->session) != seat) /* another turn */
        lf_text_free(noted);
    char *const sentence = lf_agent_reason(t->agents[seat], state_of(t));
    if (sentence != NULL && *sentence != '\0' && noted->length < REASONS_BYTES_MAX)
        lf_text_printf(noted, "%s\n", sentence);
    lf_string_free(sentence);
}

void forget_reasons(play_table *t) {
    for (int seat = 0; seat < LF_SEATS_MAX; seat++)
        lf_text_free(&t->reasons[seat]);
}

static void print_reasons(const play_table *t, lf_seat seat) {
    for (const char *line = t->reasons[seat].data; *line != '\0'; line += strcspn(line, "\n") + 1) {
        char text[1000], head[200];
        snprintf(head, sizeof head, "%.190s: ", lf_label(t->game, LF_OF_SEATS, seat));
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        print_paragraph_of(t, seat, head, text);
    }
}

/* What an agent weighed may tell of cards that the player does not see; once the game is over all
 * may be told. */
static bool may_hear(const play_table *t, lf_seat seat) {
    return t->watching || lf_session_over(t->session, NULL) ||
           !lf_knows_more(t->game, seat, viewpoint(t));
}

void do_reasons(play_table *t, const char *argument) {
    const int only = *argument != '\0' ? find_by_part(t->game, LF_OF_SEATS, argument) : LF_NOBODY;
    int shown = 0;
    if (*argument != '\0' && only < 0) {
        no_such(t, "seat", LF_OF_SEATS, argument);
        return;
    }
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        if (t->reasons[seat].length == 0 || (*argument != '\0' && seat != only))
            continue;
        shown++;
        if (may_hear(t, seat))
            print_reasons(t, seat);
        else
            fprintf(t->out,
                    "The reasons of %s involve hidden information. Ask again after the game.\n",
                    lf_label(t->game, LF_OF_SEATS, seat));
    }
    if (shown == 0)
        say(t, "No reasons: no bot has played yet, or its agent gives none.");
}
