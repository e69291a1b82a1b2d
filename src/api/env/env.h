/* env.h: what the files behind ludoforge_env.h share. */
#ifndef LF_ENV_H
#define LF_ENV_H

#include "ludoforge_env.h"

/* Whether the id can be applied now (actions.c). */
bool lf_is_legal_id(const lf_state *, int id);

#endif
