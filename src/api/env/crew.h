/* crew.h: threads that wait for work and do it together: the same job for every slice of something,
 * the caller's thread among them. For work that takes microseconds and comes again at once; for
 * whole simulations see tool/sim/pool.h. */
#ifndef LF_CREW_H
#define LF_CREW_H

typedef struct lf_crew lf_crew;
/* `size` threads, the caller's included; 0: as many as the machine has cores. Fewer if the system
 * gives no more. NULL: no memory. */
lf_crew *lf_crew_new(int size);
void lf_crew_free(lf_crew *);
int lf_crew_size(const lf_crew *);
/* Calls `job(context, slice)` once for every slice from 0 to the size - 1, and returns when all are
 * done. One caller at a time. */
void lf_crew_run(lf_crew *, void (*job)(void *context, int slice), void *context);

#endif
