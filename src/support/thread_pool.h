/* thread_pool.h: threads that wait for work and do it together: the same job for every slice of
 * something, the caller's thread among them. For work that takes microseconds and comes again at
 * once; for whole simulations see tool/sim/pool.h. */
#ifndef LF_SUPPORT_THREAD_POOL_H
#define LF_SUPPORT_THREAD_POOL_H

typedef struct lf_thread_pool lf_thread_pool;
/* `size` threads, the caller's included; 0: as many as the machine has cores. Fewer if the system
 * gives no more. NULL: no memory. */
lf_thread_pool *lf_thread_pool_new(int size);
void lf_thread_pool_free(lf_thread_pool *);
int lf_thread_pool_size(const lf_thread_pool *);
/* Calls `job(context, slice)` once for every slice from 0 to the size - 1, and returns when all are
 * done. One caller at a time. */
void lf_thread_pool_run(lf_thread_pool *, void (*job)(void *context, int slice), void *context);

#endif
