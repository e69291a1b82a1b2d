/* compress.h: answers in fewer bytes, for clients that say that they read gzip. */
#ifndef SERVE_COMPRESS_H
#define SERVE_COMPRESS_H

#include "server.h"

/* Would compression make this answer shorter, for a client that reads it? */
bool compress_pays(const answer *);
/* Does this Accept-Encoding, which may be NULL, allow gzip? */
bool compress_is_accepted(const char *accept_encoding);
/* Replaces the text of an answer with its gzip form. If memory runs out it stays as it is. */
void compress_answer(answer *);

#endif
