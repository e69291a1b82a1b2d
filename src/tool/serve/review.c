/* review.c: a game that is over, looked at again: the turns that moved the chances most, and what
 * would have been better there.
 *
 * It is worked out once, on a copy, for everybody: of a game that is over everything may be known.
 * It may take minutes, so a thread of the pool does nothing else (think.c). Until it is there a
 * request for it is answered 202, and an event tells when it is. */
#include <string.h>

#include "think.h"

#define MOMENTS 4
#define SECONDS_A_LOOK 0.5

void review_forget(table *t) {
    lf_string_free(t->review.text);
    t->review = (thought){.text = NULL};
}

/* ---- working it out -------------------------------------------------------------------------- */

/* Is the work still what somebody waits for? */
static bool is_wanted(const table *t) {
    return t->review.waits && lf_session_over(t->match.session, NULL);
}

static bool may_go_on(void *context, int done, int all) {
    const server *s = context;
    (void)done, (void)all;
    return !s->stopping;
}

static char *look_again(server *s, const work *w, const char *saved) {
    const lf_analysis_limits limits = {.moments = MOMENTS,
                                       .seconds = SECONDS_A_LOOK,
                                       .search = true,
                                       .progress = may_go_on,
                                       .context = s};
    lf_session *copy = lf_session_new(w->game, lf_game_id(w->game));
    char *text = copy != NULL && lf_session_from_json(copy, saved, NULL) == LF_OK
                     ? lf_analyse(copy, LF_NOBODY, w->agent_spec, &limits, NULL)
                     : NULL;
    lf_session_free(copy);
    return text;
}

void review_work(server *s, const work *w) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, w->table, &error);
    if (t == NULL)
        return;
    const int64_t plays = t->match.plays;
    char *saved = is_wanted(t) ? lf_session_json(t->match.session) : NULL;
    table_leave(t);
    char *text = saved != NULL ? look_again(s, w, saved) : NULL;
    lf_string_free(saved);
    t = table_enter(s, w->table, &error);
    if (t != NULL && t->match.plays == plays) {
        review_forget(t); /* without a text whoever asks next begins again */
        t->review = (thought){.text = text, .plays = plays};
        text = NULL;
        listeners_send_review(t);
    }
    lf_string_free(text);
    if (t != NULL)
        table_leave(t);
}

/* ---- the handler ----------------------------------------------------------------------------- */

void handle_review(call *c, answer *a) {
    table *t = c->table;
    if (!lf_session_over(t->match.session, NULL)) {
        answer_error(
            a, 409, "over",
            "A game is looked at again when it is over; until then there are hints and chances.");
        return;
    }
    if (t->review.text != NULL) {
        answer_text(a, 200, strdup(t->review.text));
        return;
    }
    if (!t->review.waits)
        t->review = (thought){.plays = t->match.plays,
                              .waits = think_add(c->server, WORK_REVIEW, t, LF_NOBODY, LF_ADVISER)};
    answer_json(a, 202, json_pack("{s:b}", "ready", 0));
}
