/* bots.c: programs that play seats. A few threads take tables from one queue; each takes one decision and goes to the end of the queue again,
 * so that no table starves another. An agent works on a copy, while people may look at the table and talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ludoforge_agents.h"
#include "server.h"

#define THREADS_MAX 16

typedef struct waiting waiting;
struct waiting {
    char id[STORE_ID_BYTES];
    waiting *next;
};

struct bot_pool {
    server *server;
    pthread_t threads[THREADS_MAX];
    int count;
    pthread_mutex_t lock;
    pthread_cond_t work;
    waiting *first, **last;
    bool stopping;
};

/* ---- one decision --------------------------------------------------------------------------------------------------- */

/* The bot that decides here now, NULL if none does. */
static const char *deciding_bot(const table *t, lf_seat *seat) {
    const lf_session *session = t->match.session;
    const lf_state *state = lf_session_state(session);
    if (lf_terminal(state, NULL) || lf_session_pending(session) != LF_PENDING_NOTHING)
        return NULL;
    *seat = lf_decider(state);
    return match_bot(&t->match, *seat);
}

/* What a bot is to think about; a state of NULL: nothing. */
typedef struct {
    lf_state *state;
    lf_seat seat;
    int64_t version;
    char agent[MATCH_WHO_BYTES];
} task;

static task take_task(table *t) {
    task k = {.version = t->match.events};
    t->bot_waits = false;
    const char *bot = deciding_bot(t, &k.seat);
    snprintf(k.agent, sizeof k.agent, "%s", bot != NULL ? bot : "");
    k.state = bot != NULL ? lf_state_clone(lf_session_state(t->match.session)) : NULL;
    return k;
}

/* What it chose, as an event; NULL if it chose nothing. */
static json_t *think(const task *k) {
    char number[LF_NUMBER_SIZE];
    const lf_game *game = lf_state_game(k->state);
    lf_agent *agent = lf_agent_new(game, k->agent, NULL);
    const bool ready = agent != NULL && lf_agent_begin(agent, k->seat, auth_random()) == LF_OK;
    const int option = ready ? lf_agent_choose(agent, k->state) : LF_NO_OPTION;
    lf_agent_free(agent);
    return option < 0 ? NULL
                      : json_pack("{s:s, s:s}", "seat", lf_name(game, LF_OF_SEATS, k->seat), "option",
                                  lf_option_id(k->state, option, number, sizeof number));
}

static void play(server *s, const char *id) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, id, &error);
    if (t == NULL)
        return;
    const task k = take_task(t);
    table_leave(t);
    if (k.state == NULL)
        return;
    json_t *choice = think(&k);
    lf_state_free(k.state);
    t = choice != NULL ? table_enter(s, id, &error) : NULL;
    if (t == NULL) {
        json_decref(choice);
        return;
    }
    if (t->match.events == k.version) {
        table_commit(t, "decision", choice,
                     &error); /* what goes wrong shows when somebody looks at the table */
    } else {
        json_decref(choice);
        bots_look(t); /* somebody took a decision back, or the like */
    }
    table_leave(t);
}

/* ---- the queue --------------------------------------------------------------------------------------------------------- */

void bots_look(table *t) {
    bot_pool *p = t->server->bots;
    lf_seat seat;
    if (p == NULL || t->bot_waits || deciding_bot(t, &seat) == NULL)
        return;
    waiting *w = malloc(sizeof *w);
    if (w == NULL)
        return; /* the next one who looks at the table tries again */
    *w = (waiting){.next = NULL};
    memcpy(w->id, t->id, sizeof w->id);
    t->bot_waits = true;
    pthread_mutex_lock(&p->lock);
    *p->last = w;
    p->last = &w->next;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

static waiting *take(bot_pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->first == NULL && !p->stopping)
        pthread_cond_wait(&p->work, &p->lock);
    waiting *w = p->stopping ? NULL : p->first;
    if (w != NULL) {
        p->first = w->next;
        if (p->first == NULL)
            p->last = &p->first;
    }
    pthread_mutex_unlock(&p->lock);
    return w;
}

static void *work(void *context) {
    bot_pool *p = context;
    for (waiting *w = take(p); w != NULL; w = take(p)) {
        play(p->server, w->id);
        free(w);
    }
    return NULL;
}

bool bots_open(server *s) {
    bot_pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return false;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int wanted = s->settings->bots > 0 ? s->settings->bots : cores > 1 ? (int)cores - 1 : 1;
    p->server = s;
    p->last = &p->first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    s->bots = p;
    while (p->count < wanted && p->count < THREADS_MAX &&
           pthread_create(&p->threads[p->count], NULL, work, p) == 0)
        p->count++;
    return p->count > 0;
}

void bots_close(server *s) {
    bot_pool *p = s->bots;
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->count; i++)
        pthread_join(p->threads[i], NULL);
    while (p->first != NULL) {
        waiting *next = p->first->next;
        free(p->first);
        p->first = next;
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work);
    free(p);
    s->bots = NULL;
}
