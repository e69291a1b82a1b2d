/* thread.h: how a thread is started. */
#ifndef LF_SUPPORT_THREAD_H
#define LF_SUPPORT_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Runs `work(context)` on a new thread, which the caller joins. False: the system gives no more
 * threads. That is no error: the caller does the work with those that it has. */
bool lf_thread_start(pthread_t *, void *(*work)(void *context), void *context);

#endif
