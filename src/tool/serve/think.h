/* think.h: the threads in which everything is done that takes longer than an answer may: bots,
 * advice, chances, reviews. */
#ifndef SERVE_THINK_H
#define SERVE_THINK_H

#include "agent_cache.h"
#include "server.h"

typedef enum { WORK_BOT, WORK_ADVICE, WORK_CHANCES, WORK_REVIEW, WORK_KINDS } work_kind;

/* Something to be thought about: by whom, for which seat of which table. */
typedef struct {
    work_kind kind;
    char table[STORE_ID_BYTES];
    lf_seat seat; /* LF_NOBODY: an onlooker's */
    const lf_game *game;
    char agent_spec[MATCH_WHO_BYTES]; /* of the agent */
    bool analysis;                    /* it is for a table at which somebody tries things */
    uint64_t group;                   /* all work of one table, or of all analyses of one person */
} work;

/* Puts it into the queue. False: out of memory. */
bool think_add(server *, work_kind, const table *, lf_seat, const char *agent_spec);
agent_cache *think_agent_cache(const server *);

/* What is done for each kind: with no lock held, in a thread of the pool. */
void bots_work(server *, const work *);
void advice_work(server *, const work *);
void chances_work(server *, const work *);
void review_work(server *, const work *);

#endif
