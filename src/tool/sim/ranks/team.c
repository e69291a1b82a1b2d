/* team.c: the leader's side of a simulation on several ranks.
 *
 * A rank holds a few chunks at a time: enough to be busy until the next ones arrive, few when the
 * end is near. All of them are noted, so that those of a lost rank can be played again by the
 * others: the same seeds give the same games, whoever plays them. A rank that was given up is never
 * listened to again, because its chunks may be in other hands. */
#include "team.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/clock.h"
#include "support/files.h"
#include "tool/sim/run/rows.h"

#define HELD_PER_THREAD 8
#define HOST_BYTES 64
#define RANGES_LISTED 8     /* of the games of a lost rank */
#define GOODBYE_SECONDS 0.3 /* mpirun kills a second after it has asked to end */
#define LEAVING_SECONDS 2
#define GATHER_PATIENCE 4 /* times as long: the others read and compile the game first */
#define TEXT_BYTES 512

typedef enum {
    MEMBER_AWAITED,
    MEMBER_AT_WORK,
    MEMBER_LEAVING, /* it was told to end from outside, as we may be in a moment */
    MEMBER_LEFT,
    MEMBER_LOST
} member_state;

typedef struct {
    member_state state;
    char host[HOST_BYTES];
    int threads;
    double heard, sent; /* when the last message came, and when one was last sent */
    int64_t *held;      /* chunks that it has: HELD_PER_THREAD a thread at most */
    int held_count;
} member;

struct team {
    ranks *ranks;
    int count;       /* of ranks */
    member *members; /* by rank; the first is the leader's own and unused */
    int threads;     /* of all members */
    double patience;
    bool dismissed;
    bool lost_some;
    char failure[TEXT_BYTES]; /* why one could not go on; empty if none */
};

int team_ranks(const team *t) {
    return t->count;
}

int team_threads(const team *t) {
    return t->threads;
}

bool team_lost_some(const team *t) {
    return t->lost_some;
}

void team_free(team *t) {
    for (int i = 0; t != NULL && i < t->count; i++)
        free(t->members[i].held);
    free(t != NULL ? t->members : NULL);
    free(t);
}

static void tell(team *t, int rank, rank_tag tag, const char *text) {
    t->members[rank].sent = lf_clock_seconds();
    ranks_send(t->ranks, rank, tag, text, strlen(text));
}

/* ---- gathering ------------------------------------------------------------------------------- */

static bool in_state(const team *t, member_state state) {
    for (int i = 1; i < t->count; i++) {
        if (t->members[i].state == state)
            return true;
    }
    return false;
}

static void nap(void) {
    struct timespec pause = {.tv_nsec = 200 * 1000};
    nanosleep(&pause, NULL);
}

static void hear_ready(team *t, member *m, const char *text) {
    char *host;
    m->threads = (int)strtol(text, &host, 10);
    snprintf(m->host, sizeof m->host, "%s", *host == ' ' ? host + 1 : host);
    m->held = calloc((size_t)m->threads * HELD_PER_THREAD, sizeof *m->held);
    m->state = m->threads > 0 && m->held != NULL ? MEMBER_AT_WORK : MEMBER_LEFT;
    t->threads += m->threads;
}

/* A message that is no result. */
static void hear(team *t, const rank_message *message) {
    member *m = &t->members[message->from];
    if (message->tag == RANK_READY && m->state == MEMBER_AWAITED)
        hear_ready(t, m, message->bytes);
    if (message->tag == RANK_FAILED && !t->failure[0])
        snprintf(t->failure, sizeof t->failure, "Rank %d on %.480s", message->from, message->bytes);
    if (message->tag == RANK_FAILED || message->tag == RANK_BYE)
        m->state = MEMBER_LEFT;
}

static bool wait_for_all(team *t) {
    double until = lf_clock_seconds() + t->patience * GATHER_PATIENCE;
    while (in_state(t, MEMBER_AWAITED) && !t->failure[0]) {
        rank_message message;
        if (ranks_receive(t->ranks, &message)) {
            t->members[message.from].heard = lf_clock_seconds();
            hear(t, &message);
            free(message.bytes);
        } else if (lf_clock_seconds() > until) {
            return false;
        } else {
            nap();
        }
    }
    return true;
}

void team_send_home(ranks *r) {
    for (int i = 1; i < ranks_count(r); i++)
        ranks_send(r, i, RANK_ORDER, "", 0);
}

static bool lose_silent(team *t, lf_error *error) {
    int rank = 1;
    t->lost_some = true;
    while (rank < t->count - 1 && t->members[rank].state != MEMBER_AWAITED)
        rank++;
    return lf_error_set(error, LF_BAD_INPUT, "Rank %d of %d does not answer.", rank, t->count);
}

static team *team_new(ranks *r) {
    team *t = calloc(1, sizeof *t);
    member *members = calloc((size_t)ranks_count(r), sizeof *members);
    if (t == NULL || members == NULL) {
        free(t);
        free(members);
        return NULL;
    }
    *t = (team){
        .ranks = r, .count = ranks_count(r), .members = members, .patience = ranks_patience()};
    return t;
}

bool team_gather(team **out, ranks *r, const char *order, lf_error *error) {
    team *t = *out = team_new(r);
    if (t == NULL)
        return lf_error_no_memory(error);
    for (int i = 1; i < t->count; i++)
        tell(t, i, RANK_ORDER, order);
    bool good = wait_for_all(t) || lose_silent(t, error);
    if (good && t->failure[0])
        good = lf_error_set(error, LF_BAD_INPUT, "%s", t->failure);
    if (!good)
        team_dismiss(t, NULL);
    return good;
}

/* ---- giving ---------------------------------------------------------------------------------- */

/* Chunks a thread: enough until the next look, and no more than a fair share of what is left. */
static int may_hold(const team *t, pool *p) {
    int64_t share = pool_left(p) / (2 * (int64_t)(t->threads + p->plan->threads)) + 1;
    return (int)(share < HELD_PER_THREAD ? share : HELD_PER_THREAD);
}

static void give(team *t, pool *p, int rank, int per_thread) {
    member *m = &t->members[rank];
    int most = m->threads * per_thread;
    char *text = NULL;
    size_t size = 0;
    slot *s;
    if (m->held_count * 2 > most)
        return;
    FILE *out = open_memstream(&text, &size);
    while (out != NULL && m->held_count < most && (s = pool_take(p))) {
        m->held[m->held_count++] = s->number;
        fprintf(out, "%" PRId64 " %" PRId64 " %d\n", s->number, s->first, s->wanted);
    }
    if (out != NULL && fclose(out) == 0 && size > 0)
        tell(t, rank, RANK_GRANT, text);
    free(text);
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* The rest stays in order: results come in the order of the chunks, or nearly. */
static bool let_go(member *m, int64_t number) {
    int i = 0;
    while (i < m->held_count && m->held[i] != number)
        i++;
    if (i == m->held_count)
        return false;
    m->held_count--;
    memmove(&m->held[i], &m->held[i + 1], (size_t)(m->held_count - i) * sizeof *m->held);
    return true;
}

/* A row, with the words of a failure behind a tab. */
static bool read_game(const char *line, size_t length, const pool *p, int64_t index,
                      game_result *game) {
    const char *tab = memchr(line, '\t', length);
    if (!row_read(line, tab != NULL ? (size_t)(tab - line) : length, p->plan->game,
                  p->plan->seatings != NULL, game) ||
        game->index != index)
        return false;
    game->error = tab != NULL ? strndup(tab + 1, length - (size_t)(tab + 1 - line)) : NULL;
    return true;
}

static bool take_result(member *m, pool *p, const char *text) {
    char *line;
    int64_t number = strtoll(text, &line, 10);
    if (*line != '\n' || !let_go(m, number))
        return false;
    slot *s = pool_slot(p, number);
    for (line++; *line && s->count < s->wanted; s->count++) {
        char *end = strchr(line, '\n');
        if (end == NULL ||
            !read_game(line, (size_t)(end - line), p, s->first + s->count, &s->games[s->count]))
            break;
        line = end + 1;
    }
    if (s->count < s->wanted || *line) {
        pool_return(p, number);
        return false;
    }
    pool_hand_in(p, s);
    return true;
}

/* ---- losing ---------------------------------------------------------------------------------- */

/* The games of a rank, "64-127, 160-191". */
static void list_games(const member *m, pool *p, char list[TEXT_BYTES]) {
    int at = 0, listed = 0;
    list[0] = '\0';
    for (int i = 0; i < m->held_count && listed < RANGES_LISTED; listed++) {
        const slot *s = pool_slot(p, m->held[i]);
        int64_t first = s->first, end = first;
        while (i < m->held_count && (s = pool_slot(p, m->held[i]))->first == end) {
            end += s->wanted;
            i++;
        }
        at += snprintf(list + at, (size_t)(TEXT_BYTES - at), "%s%" PRId64 "-%" PRId64,
                       listed > 0 ? ", " : "", first, end - 1);
    }
    if (listed == RANGES_LISTED)
        snprintf(list + at, (size_t)(TEXT_BYTES - at), " …");
}

static void give_up(team *t, pool *p, int rank, const char *why) {
    member *m = &t->members[rank];
    char games[TEXT_BYTES], message[2 * TEXT_BYTES];
    list_games(m, p, games);
    snprintf(message, sizeof message, "rank %d on %s is lost: %s. Its games %s%s", rank, m->host,
             why, games[0] ? games : "were all done",
             !games[0]      ? "."
             : t->dismissed ? " are missing."
                            : " are played by the others.");
    m->state = MEMBER_LOST;
    t->lost_some = true;
    while (m->held_count > 0)
        pool_return(p, m->held[--m->held_count]);
    if (p->plan->warn != NULL)
        p->plan->warn(p->plan->context, message);
}

/* ---- all together ---------------------------------------------------------------------------- */

static void receive(team *t, pool *p, const rank_message *message) {
    member *m = &t->members[message->from];
    if (m->state != MEMBER_AT_WORK)
        return;
    m->heard = lf_clock_seconds();
    if (message->tag == RANK_RESULT) {
        if (!take_result(m, p, message->bytes))
            give_up(t, p, message->from, "it sent what makes no sense");
        return;
    }
    hear(t, message);
    if (message->tag == RANK_FAILED) {
        lf_error error;
        lf_error_set(&error, LF_BAD_INPUT, "%s", t->failure);
        pool_break(p, &error);
    } else if (message->tag == RANK_BYE && !t->dismissed) {
        m->state = MEMBER_LEAVING;
    }
}

static bool receive_all(team *t, pool *p) {
    rank_message message;
    bool some = false;
    while (ranks_receive(t->ranks, &message)) {
        receive(t, p, &message);
        free(message.bytes);
        some = true;
    }
    return some;
}

/* Gives the rank up if it has been silent for too long. */
static bool is_lost(team *t, pool *p, int rank, double now) {
    const member *m = &t->members[rank];
    char why[64] = "it was told to end";
    bool lost = m->state == MEMBER_LEAVING && now - m->heard > LEAVING_SECONDS;
    if (m->state == MEMBER_AT_WORK && now - m->heard > t->patience) {
        snprintf(why, sizeof why, "no word from it for %.0f s", t->patience);
        lost = true;
    }
    if (lost)
        give_up(t, p, rank, why);
    return lost;
}

bool team_poll(team *t, pool *p) {
    bool some = receive_all(t, p);
    int per_thread = may_hold(t, p);
    double now = lf_clock_seconds();
    for (int i = 1; i < t->count; i++) {
        member *m = &t->members[i];
        if (is_lost(t, p, i, now) || m->state != MEMBER_AT_WORK)
            continue;
        give(t, p, i, per_thread);
        if (now - m->sent > t->patience / 6 && ranks_sent(t->ranks, i))
            tell(t, i, RANK_ALIVE, "");
    }
    return some;
}

/* Without a pool nothing was ever given: then nobody can be missed. */
void team_dismiss(team *t, pool *p) {
    double until =
        lf_clock_seconds() + (p != NULL && !pool_stopped(p) ? t->patience : GOODBYE_SECONDS);
    t->dismissed = true;
    for (int i = 1; i < t->count; i++) {
        if (t->members[i].state != MEMBER_LEFT)
            tell(t, i, RANK_STOP, t->lost_some ? "some are lost" : "");
    }
    while (p != NULL && in_state(t, MEMBER_AT_WORK) && lf_clock_seconds() < until) {
        receive_all(t, p);
        nap();
    }
    for (int i = 1; p != NULL && i < t->count; i++) {
        if (t->members[i].state == MEMBER_AT_WORK)
            give_up(t, p, i, "it did not say goodbye");
    }
}
