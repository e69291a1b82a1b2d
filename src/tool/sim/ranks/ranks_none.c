/* ranks_none.c: ranks.h in a build without MPI: this process is always alone. */
#include "ranks.h"
#include "support/files.h"

const char *ranks_support(void) {
    return "MPI: no (one machine only)";
}

/* As one of several it would play all the games that the others play. */
bool ranks_join(ranks **out, lf_error *error) {
    const char *launcher = ranks_launcher();
    *out = NULL;
    if (launcher == NULL)
        return true;
    return lf_error_set(
        error, LF_BAD_ARGUMENT,
        "Started as one of several ranks (%s is set), but this program was built without MPI. "
        "Install libopenmpi-dev and build it again, or run it without mpirun.",
        launcher);
}

/* Nobody has a `ranks` to call the rest with. */
int ranks_self(const ranks *r) {
    (void)r;
    return 0;
}
int ranks_count(const ranks *r) {
    (void)r;
    return 1;
}
int ranks_here(const ranks *r) {
    (void)r;
    return 1;
}
bool ranks_send(ranks *r, int to, rank_tag tag, const void *bytes, size_t size) {
    (void)r, (void)to, (void)tag, (void)bytes, (void)size;
    return false;
}
bool ranks_sent(ranks *r, int to) {
    (void)r, (void)to;
    return true;
}
bool ranks_receive(ranks *r, rank_message *message) {
    (void)r, (void)message;
    return false;
}
void ranks_leave(ranks *r, bool all, int status) {
    (void)r, (void)all, (void)status;
}
