/* server.h: how the server is made, for the files that make it:
 *
 *     serve.c      beginning and end
 *     http.c       libmicrohttpd on one side, requests and answers on the other
 *     route.c      which handler a request goes to, and what it must be allowed
 *     answers.c    answers in JSON
 *     compress.c   answers in fewer bytes
 *     auth.c       tokens, the host's secret, Host and Origin
 *     limits.c     how often a client may ask
 *     games.c      the games that are served
 *     tables.c     tables in memory: loading, changing, giving up
 *     seats.c      who may what at a table
 *     lobby.c      handlers: games, lists, new tables, invitations, records
 *     play.c       handlers: deciding and taking back
 *     queries.c    handlers: views, the log, notes, hints
 *     events.c     listeners, and what they are told
 *     think.c       the threads that think
 *     agent_cache.c      agents that are kept between decisions
 *     bots.c       programs that play seats
 *     advice.c     handlers: what an agent would do, and why bots did what they did
 *     chances.c    handlers: who is likely to win, over the game so far
 *     review.c     handlers: a game that is over, looked at again
 *     clocks.c     time for thinking
 *     deck.c       a fixed order of cards
 *     fields.c     what the body of a request may have
 *     page.c       the files of the page
 *     ticker.c     what happens by the clock
 *     dev.c        a game whose rules change while it is played
 *
 * Locks, in the order in which they may be taken: of a table; `tables_lock`; `listen_lock`; the
 * others are taken alone. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <jansson.h>
#include <pthread.h>
#include <time.h>

#include "serve.h"
#include "tool/common/background.h"
#include "tool/store/match.h"
#include "tool/store/store.h"

/* ---- limits ---- */

enum {
    BODY_MAX = 64 << 10,
    RECORD_MAX = 4 << 20, /* of a request that brings a recorded game */
    TABLES_MAX = 20000,
    OWN_TABLES_MAX = 200,       /* of a person who is not the host */
    TOKEN_STREAMS_MAX = 32,     /* streams of events of a player's or owner's token */
    ONLOOKER_STREAMS_MAX = 500, /* and of all onlookers of a table */
    /* what the settings of a bot may ask for; its time: --bot-seconds */
    BOT_THREADS_MAX = 2,
    BOT_SEARCHERS_MAX = 8,
    BOT_TRIES_MAX = 64,
    BOT_ITERATIONS_MAX = 10000000,
    BOT_MEGABYTES = 32, /* of each agent that is kept */
    LIVE_MAX = 200,     /* tables in memory that nobody watches */
    CONNECTIONS_MIN = 500,
    CONNECTIONS_MAX = 20000,
    IDLE_SECONDS = 30,      /* a request that is not complete by then is given up */
    HEARTBEAT_SECONDS = 15, /* of listeners */
    POLL_SECONDS = 60,      /* for which a device that only asks counts as open */
    POLLS_MAX = 16,         /* such devices of a table that are remembered */
    CHAT_BYTES = 2000,      /* of one line */
    NOTE_BYTES = 32 << 10,
    PAGE_TURNS = 50, /* of the log in one answer, unless the client says how many */
    PAGE_TURNS_MAX = 500,
    SNAPSHOT_EVENTS = 256, /* from one kept state to the next */
    SEED_BITS = 53         /* of seeds that a client may name */
};

#define TOKEN_BYTES 44 /* 256 bits in base64, with the NUL */
#define ANSWER_FORMAT (JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY | JSON_REAL_PRECISION(5))

/* ---- requests and answers ---- */

typedef struct server server;
typedef struct table table;
typedef struct listener listener;

typedef struct {
    const char *method, *path;
    const char *authorization, *origin, *host, *last_event,
        *none_match;    /* headers; NULL where there are none */
    const char *client; /* address */
    const char *agent;  /* User-Agent; NULL where there is none */
    const char *body;
    size_t size;
    const char *(*query)(const void *context, const char *name); /* NULL where there is none */
    const void *context;
} request;

typedef struct {
    int status;
    const char *type;  /* of the content */
    char *text;        /* for free() */
    const char *fixed; /* or what is always there */
    size_t size;
    const char *tag;      /* ETag of what is always there, or NULL */
    const char *encoding; /* Content-Encoding; NULL: it is as it is */
    listener *stream;     /* or a stream of events */
    bool page;            /* it may be shown as a page */
    bool last;            /* the connection is closed behind it */
} answer;

/* Answers any request. */
void server_answer(server *, const request *, answer *);
/* How much a request may bring. */
size_t route_body_max(const char *path);

/* ---- the server ---- */

typedef struct served_game served_game;
typedef struct bucket bucket;
typedef struct bot_pool bot_pool;
typedef struct connections connections;

struct server {
    const serve_settings *settings;
    store *store;
    char key[TOKEN_BYTES]; /* the host's secret */
    uint8_t key_hash[STORE_HASH_BYTES];
    int port;
    atomic_bool stopping;

    pthread_mutex_t games_lock;
    served_game *games; /* those that new tables may be of come first */

    pthread_mutex_t tables_lock;
    table **buckets; /* by id */
    size_t bucket_count, live;

    pthread_mutex_t listen_lock;
    listener *listeners;

    pthread_mutex_t limits_lock;
    bucket *limits;

    bot_pool *bots;
    background *background; /* builds native code; NULL: nothing does */
    connections *connections;

    pthread_mutex_t dev_lock;
    json_t *dev; /* what /api/dev says; NULL unless a game is watched */
    atomic_llong dev_version;
    uint64_t dev_seen; /* what the files of the game looked like; the ticker's own */
};

/* Opens all but the network: for the server, and for tests. NULL with the error set. */
server *server_open(const serve_settings *, lf_error *);
void server_close(server *);

/* ---- answers.c ---- */
void answer_json(answer *, int status, json_t *);   /* takes it over */
void answer_text(answer *, int status, char *json); /* takes it over; NULL: out of memory */
void answer_error(answer *, int status, const char *code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;
void answer_store_error(answer *, const store_error *);
/* Errors of rules say in which file they are: its folders are nobody's business. In place. */
void hide_folders(char *message);

/* ---- auth.c ---- */
bool auth_open(server *, lf_error *); /* reads or makes the host's secret */
void auth_new_token(char token[TOKEN_BYTES]);
void auth_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]);
/* The token of whoever has accepted an invitation with a secret of their own: the same each time.
 * Whoever knows only the invitation cannot work it out. "": that of onlookers, which all who have
 * their link share. */
void auth_joined(const char *invitation, const char *secret, char token[TOKEN_BYTES]);
/* in constant time */
bool auth_same(const uint8_t a[STORE_HASH_BYTES], const uint8_t b[STORE_HASH_BYTES]);
/* The token of a request; false if it has none. */
bool auth_token(const request *, uint8_t hash[STORE_HASH_BYTES]);
/* Do Host and, where something is changed, Origin hold? */
bool auth_host(const server *, const char *host);
bool auth_origin(const char *origin, const char *host);
uint64_t auth_random(void);

/* ---- limits.c ---- */
bool limits_open(server *);
void limits_close(server *);
/* May this client ask once more now? `share`: how many times the usual rate it has. */
bool limits_allow(server *, const void *who, size_t size, int share);
/* Do the settings of a bot, "bot:NAME:SETTINGS" as lf_agent_new has understood them, ask for no
 * more than the host allows? `why` says what is too much, and how much is allowed. */
bool limits_bot(const server *, const char *who, lf_error *why);
/* Sets what is too much to what is allowed: for bots of tables that were made when the host allowed
 * more. In place. */
void limits_clamp_bot(const server *, char who[MATCH_WHO_BYTES]);

/* ---- games.c ---- */
struct served_game {
    lf_game *game;
    json_t *described; /* as lf_describe says when it was loaded; NULL: of one from the store */
    bool offered;      /* for new tables; false: only tables that are there are of these rules */
    bool stored;       /* it came from the store */
    served_game *next;
};
bool games_open(server *, lf_error *);
void games_close(server *);
const lf_game *games_find(server *, const char *id);
/* Those of a table, from the store if they are not served any more. */
const lf_game *games_of(server *, uint64_t identity, store_error *);
/* A game that is offered from now on instead of the one with its id; takes it over. */
bool games_offer(server *, lf_game *);
json_t *games_list(server *);
json_t *games_describe(server *, const lf_game *);

/* ---- tables.c ---- */

/* What an agent thinks, once somebody has asked. */
typedef struct {
    char *text;    /* JSON; NULL: nothing is known yet */
    int64_t plays; /* of the match, when it was asked for */
    bool waits;    /* it is being worked out */
} thought;

typedef struct chances chances;

/* What a player uses. A device that gives itself no name is known by where it asks from. */
typedef struct {
    uint64_t name;   /* 0: it has given none */
    uint64_t origin; /* address and browser */
    uint32_t seats;  /* that are played there */
    time_t seen;     /* 0: the place is free */
} device;

struct table {
    server *server;
    char id[STORE_ID_BYTES];
    pthread_mutex_t lock;
    store_table row;
    json_t *head;
    match match;
    char *views[LF_SEATS_MAX +
                /* what each viewer sees, the onlooker first; NULL: nobody has looked since it
                 * changed */
                1];
    store_token *tokens;
    int token_count;
    size_t token_capacity;
    /* it does not hold, or not any more: fetched anew next time */
    atomic_bool failed;
    bool bot_waits;                     /* in the queue of the pool */
    char *problem;                      /* why the bot that is to decide cannot; NULL: it can */
    int64_t clock_seen;                 /* until when time was charged (clocks.c) */
    atomic_llong deadline;              /* when a flag falls, on the same clock; 0: no time runs */
    thought advice;                     /* on the pending decision, for the one who decides */
    thought review;                     /* of the game that is over, for all */
    chances *chances[LF_SEATS_MAX + 1]; /* by viewer, the onlooker first; NULL: nobody has asked */
    /* under tables_lock */
    table *next;
    int users; /* threads in it and listeners */
    time_t used;
    /* under listen_lock */
    int64_t version, number; /* as last announced */
    int64_t advised;         /* how often advice was ready, and for which seat the last time */
    lf_seat advised_seat;
    int64_t reckoned, reviewed; /* how often chances were, and a review */
    int64_t problems;           /* how often a bot could not decide */
    listener *listeners;
    device polls[POLLS_MAX];     /* that asked for something lately, with a stream or without */
    int listening[LF_SEATS_MAX]; /* listeners that play each seat */
    uint32_t present;            /* a bit a seat that any of them plays */
};
/* The table, locked; NULL with the error set. */
table *table_enter(server *, const char *id, store_error *);
void table_leave(table *);
/* Listeners keep a table in memory. */
void table_hold(table *);
void table_release(table *);
/* Makes an event, writes it down, tells the listeners and wakes the bots. Takes the payload
 * over. */
bool table_commit(table *, const char *kind, json_t *payload, store_error *);
/* From now on whoever comes fetches it from the store; listeners come again. The table is
 * locked. */
void table_give_up(table *);
/* A new table, if there is room for it: `own` is how many its maker may have. `tokens` are those
 * that may something there. */
bool table_create(server *, store_table *, const lf_game *, const store_token *tokens, int count,
                  const json_t *events, int64_t own, store_error *);
bool tables_open(server *);
void tables_close(server *);
void tables_thin_out(server *);
void table_new_id(char id[STORE_ID_BYTES]);
/* What a viewer sees, kept until the game changes; NULL: out of memory. */
const char *table_view(table *, lf_seat viewer);
/* Fetches the tokens again after they were changed. */
bool table_read_tokens(table *, store_error *);

/* ---- seats.c ---- */
typedef struct {
    bool may_view, owner;
    uint32_t seats; /* a bit a seat that this person plays */
    uint8_t hash[STORE_HASH_BYTES];
    /* for whom quotas count: the token by which this person first came */
    uint8_t person[STORE_HASH_BYTES];
} visitor;
visitor table_visitor(const table *, const uint8_t hash[STORE_HASH_BYTES]);
/* Through whose eyes: the seat that the request names if it is the visitor's, else the one that
 * decides or waits, else the first; LF_NOBODY for an onlooker. False if it names another's. */
bool visitor_seat(const table *, const visitor *, const char *named, lf_seat *seat);
bool seat_is_taken(const table *, lf_seat);

/* ---- events.c ---- */
/* What a client that listens says of itself; NULL where it says nothing. */
typedef struct {
    const char *last_event;
    device device;
    bool host;
} listening;
/* The device that a request of this visitor comes from. */
device device_of(const request *, const visitor *);
/* Somebody has asked for something at the table, and listeners that play the same seat on another
 * device are told. */
void listeners_note_request(table *, const device *);
/* NULL: out of memory, or, with *full, there are as many streams as there may be. */
listener *listener_new(table *, const visitor *, const listening *, bool *full);
void listener_free(listener *);
void listeners_announce(table *);
/* Advice is ready for a seat: told to those who play it. Chances are, or a review: told to all. */
void listeners_send_advice(table *, lf_seat);
void listeners_send_chances(table *);
void listeners_send_review(table *);
void listeners_send_problem(table *);
void listeners_dismiss(table *); /* their streams end: they come again */
/* Who sits where, or who may look, has changed: the table is locked. */
void listeners_review(table *);
uint32_t listeners_present(const table *);
/* Those that must hear from us now are woken. */
void listeners_tick(server *, time_t now);
void listeners_wake_all(server *);
/* For http.c: what is to be sent now, at most `size` bytes; 0: nothing, and the caller waits; -1:
 * the end. `wait` is called under the lock when there is nothing. */
typedef void listener_wake(void *connection);
int64_t listener_read(listener *, char *buffer, size_t size, void (*wait)(void *connection),
                      listener_wake *wake, void *connection);

/* ---- think.c ---- */
bool think_open(server *);
void think_close(server *);

/* ---- bots.c ---- */
#define DEPUTY "bot:normal" /* who plays on for one that has left */
/* Has a bot to decide here? Then it is queued. The table is locked. */
void bots_wake(table *);

/* ---- clocks.c: the table is locked ---- */
bool clock_waits(const table *);             /* for somebody who takes a seat */
int64_t clock_spent(const table *);          /* ms that are not charged yet */
void clock_note(table *);                    /* all is charged until now */
bool clock_is_out(const table *);            /* has who thinks no time left? */
bool clock_time_out(table *, store_error *); /* then that is an event */
void clocks_tick(server *);                  /* looks for fallen flags at all tables in memory */

/* ---- advice.c, chances.c, review.c ---- */
/* Numbers by seat. */
json_t *by_seat_json(const lf_game *, const double *values);
/* May a visitor be told what agents think at this table? */
bool hints_are_allowed(const table *);
/* The game was changed: what was worked out for another position is forgotten, and what is wanted
 * is worked out again. */
void advice_forget(table *);
void review_forget(table *);
void chances_update(table *);
void chances_free(chances *);

/* ---- deck.c ---- */
/* Does a table that was begun with a fixed order of cards have that order? False with an answer. */
bool deck_holds(const lf_game *, const store_table *, const lf_state *begun, answer *);

/* ---- page.c ---- */
void page_answer(const server *, const request *, answer *);
typedef struct {
    const char *path, *type;
    const unsigned char *bytes;
    size_t size;
    const char *tag;
} page_file;
extern const page_file page_files[]; /* made from web/; ended by a NULL path */

/* ---- dev.c ---- */
void dev_open(server *);
void dev_tick(server *);

/* ---- handlers (route.c has the table of them) ---- */
typedef struct {
    server *server;
    const request *request;
    const char *part[3]; /* what stands for the stars of the path */
    uint8_t hash[STORE_HASH_BYTES];
    bool host;
    json_t *body;
    table *table; /* locked, if the path names one that the visitor may look at */
    visitor visitor;
} call;

void handle_games(call *, answer *);
void handle_bots(call *, answer *);
void handle_game(call *, answer *);
void handle_tables(call *, answer *);
void handle_new_table(call *, answer *);
void handle_join(call *, answer *);
void handle_import(call *, answer *);
void handle_dev(call *, answer *);
void handle_table(call *, answer *);
void handle_table_game(call *, answer *);
void handle_drop(call *, answer *);
void handle_decide(call *, answer *);
void handle_confirm(call *, answer *);
void handle_undo(call *, answer *);
void handle_undo_turn(call *, answer *);
void handle_rewind(call *, answer *);
void handle_redo(call *, answer *);
void handle_rollback(call *, answer *);
void handle_resign(call *, answer *);
void handle_draw(call *, answer *);
void handle_chat(call *, answer *);
void handle_read_chat(call *, answer *);
void handle_seat(call *, answer *);
void handle_invite(call *, answer *);
void handle_events(call *, answer *);
void handle_log(call *, answer *);
void handle_turns(call *, answer *);
void handle_preview(call *, answer *);
void handle_ahead(call *, answer *);
void handle_at(call *, answer *);
void handle_rule(call *, answer *);
void handle_why(call *, answer *);
void handle_advice(call *, answer *);
void handle_chances(call *, answer *);
void handle_reasons(call *, answer *);
void handle_review(call *, answer *);
void handle_notes(call *, answer *);
void handle_put_notes(call *, answer *);
void handle_record(call *, answer *);
void handle_try(call *, answer *);

/* ---- for handlers ---- */
const char *call_query(const call *, const char *name); /* NULL where there is none */
/* A whole number of the query; `otherwise` where there is none, -1 where it is no number. */
long long call_number(const call *, const char *name, long long otherwise);
/* Through whose eyes; false with an answer. */
bool call_viewer(const call *, lf_seat *viewer, answer *);
/* Is the visitor to decide now? False with an answer. */
bool call_decides(const call *, answer *);

/* The answer to nearly everything: the table as the visitor sees it now. `status` 200, or 409 with
 * what was wrong. */
void answer_table(call *, answer *, int status, const char *code, const char *message);

#endif
