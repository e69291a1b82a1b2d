/* thread.c: how a thread is started. */
#include "thread.h"

bool lf_thread_start(pthread_t *thread, void *(*work)(void *context), void *context) {
    return pthread_create(thread, NULL, work, context) == 0;
}
