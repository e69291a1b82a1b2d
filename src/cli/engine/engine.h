/* engine.h: between the two halves of `engine`: engine.c reads requests and writes answers,
 * engine_requests.c knows what each request means. */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include <jansson.h>

#include "ludoforge_session.h"

typedef struct {
    lf_session *session;
    bool quit;
    lf_error error; /* of the request being answered */
} engine;

typedef struct {
    const char *name;
    bool needs_game;     /* makes no sense before "new" or "load" */
    const char *members; /* that a request may have besides "cmd", each with a space behind it */
    /* The members of the answer, or NULL with engine->error set. */
    json_t *(*answer)(engine *, const json_t *request);
} request_kind;

extern const request_kind request_kinds[]; /* ended by a NULL name */

#endif
