/* dev.c: a game whose rules change while it is played. */
#include "server.h"

void dev_open(server *s) {
    (void)s;
}

void dev_tick(server *s) {
    (void)s;
}

void dev_close(server *s) {
    (void)s;
}
