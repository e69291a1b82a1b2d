/* serve.h: the table server: `ludoforge serve`. What it says over HTTP is in docs/http.md. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "ludoforge.h"

typedef struct {
    const char *address; /* to listen on; NULL: loopback */
    int port;            /* 0: any that is free */
    bool any_port;       /* another one will do if it is taken */
    const char *data;    /* the folder of the store */
    /* NULL, or the path of a game that is served besides the bundled ones */
    const char *game;
    bool dev;        /* watch that game */
    const char *web; /* NULL, or a folder to take the page from */
    /* names by which it may be called, ended by NULL; addresses always hold */
    const char *const *hosts;
    bool proxy;        /* X-Forwarded-For is to be believed */
    int rate;          /* requests a second and client; 0: any number */
    int threads, bots; /* 0: as many as seem right */
    bool native;       /* games that have been built run as native code */
    /* those whose bots have thought for so long are built beside the play: */
    bool build;
    double build_after; /* seconds */
    /* that a bot may think a turn, whatever its settings say; 0: any number */
    double bot_seconds;
} serve_settings;

/* Can this program serve at all? */
extern const bool serve_is_built;

/* Serves until *stop. `ready` is told the address with the host's secret once it listens. False
 * with the error set. */
bool serve_run(const serve_settings *, const atomic_bool *stop, void (*ready)(const char *address),
               lf_error *);
/* Verifies the store in a folder; prints what is wrong, and what there is. */
bool serve_check(const char *data, lf_error *);
bool serve_backup(const char *data, const char *path, lf_error *);

#endif
