/* http.h: the network side of the server. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "server.h"

typedef struct http http;

/* Listens and answers, in threads of its own. NULL with the error set. */
http *http_open(server *, lf_error *);
int http_port(const http *);
/* By the clock: gives up connections whose request does not come. */
void http_tick(http *);
void http_close(http *);

#endif
