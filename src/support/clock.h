/* clock.h: seconds on a clock that only goes forward. */
#ifndef LF_SUPPORT_CLOCK_H
#define LF_SUPPORT_CLOCK_H

/* Only differences mean something: where the clock begins is the system's business. */
double lf_clock_seconds(void);

#endif
