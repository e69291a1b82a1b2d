/* trial.h: options that are tried on a copy, to see what they would do. */
#ifndef SESSION_TRIAL_H
#define SESSION_TRIAL_H

#include "session.h"

/* A session in which nothing has happened but the option that is tried. Its state and its log are
 * all that is used of it. False: the rules fail, or memory is out; `tried` is to be ended too. */
bool lf_try_option(const lf_session *, int option, lf_session *tried);
void lf_end_trial(lf_session *tried);

/* Tries the options of a path, ids with a slash between them, but the last; `last` is that one, ""
 * where the path ends with a slash. Without a slash nothing is tried: `last` is the path. False:
 * some option is not there, or what it does is not known. */
bool lf_try_path(const lf_session *, const char *path, lf_session *tried, const char **last,
                 lf_error *error);

#endif
