/* ranks.c: ranks.h by MPI. Errors are returned, not fatal, and every call returns at once: a send
 * is kept in a list until MPI is done with it, and a message is only received when it is there. */
#include "ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/files.h"

#define END_SECONDS 10

/* A message on its way. */
typedef struct sending {
    struct sending *next;
    MPI_Request request;
    int to;
    char bytes[];
} sending;

struct ranks {
    int self, count, here;
    sending *pending;
};

const char *ranks_support(void) {
    return "MPI: yes";
}

int ranks_self(const ranks *r) {
    return r->self;
}
int ranks_count(const ranks *r) {
    return r->count;
}
int ranks_here(const ranks *r) {
    return r->here;
}

static int count_here(void) {
    MPI_Comm machine;
    int count = 1;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine) ==
        MPI_SUCCESS) {
        MPI_Comm_size(machine, &count);
        MPI_Comm_free(&machine);
    }
    return count;
}

bool ranks_join(ranks **out, lf_error *error) {
    int support;
    *out = NULL;
    if (!ranks_launcher())
        return true;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &support) != MPI_SUCCESS ||
        support < MPI_THREAD_FUNNELED)
        return lf_error_set(error, LF_BAD_ARGUMENT, "MPI could not be started.");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    ranks *r = calloc(1, sizeof *r);
    if (r == NULL)
        return lf_error_no_memory(error);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->self);
    MPI_Comm_size(MPI_COMM_WORLD, &r->count);
    r->here = count_here();
    *out = r;
    return true;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Frees what MPI is done with. MPI itself moves on in this call. */
static void reap(ranks *r) {
    for (sending **at = &r->pending; *at;) {
        sending *s = *at;
        int done = 0;
        if (MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        free(s);
    }
}

/* NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): reap waits for what was sent */
bool ranks_send(ranks *r, int to, rank_tag tag, const void *bytes, size_t size) {
    sending *s = malloc(sizeof *s + size);
    if (s == NULL)
        return false;
    s->to = to;
    if (size > 0)
        memcpy(s->bytes, bytes, size);
    if (MPI_Isend(s->bytes, (int)size, MPI_BYTE, to, (int)tag, MPI_COMM_WORLD, &s->request) !=
        MPI_SUCCESS) {
        free(s);
        return false;
    }
    s->next = r->pending;
    r->pending = s;
    return true;
}
/* NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker) */

bool ranks_sent(ranks *r, int to) {
    reap(r);
    for (const sending *s = r->pending; s; s = s->next) {
        if (s->to == to)
            return false;
    }
    return true;
}

bool ranks_receive(ranks *r, rank_message *message) {
    int there = 0, size = 0;
    MPI_Status status;
    reap(r);
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS ||
        !there || MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS)
        return false;
    char *bytes = malloc((size_t)size + 1);
    if (bytes == NULL)
        return false;
    if (MPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        free(bytes);
        return false;
    }
    bytes[size] = '\0';
    *message = (rank_message){status.MPI_SOURCE, (rank_tag)status.MPI_TAG, (size_t)size, bytes};
    return true;
}

/* Without all others there is no orderly way. The leader ends them; they wait for that, because a
 * rank that is busy with MPI while mpirun ends it can make mpirun itself crash or hang (seen with
 * OpenMPI 4.1.4). */
static void leave_early(const ranks *r, int status) {
    fflush(NULL);
    if (r->self == 0)
        MPI_Abort(MPI_COMM_WORLD, status);
    sleep(END_SECONDS);
    _exit(status);
}

void ranks_leave(ranks *r, bool all, int status) {
    if (r == NULL)
        return;
    if (!all)
        leave_early(r, status);
    while (r->pending != NULL) /* everybody is there, and receives it */
        reap(r);
    MPI_Finalize();
    free(r);
}
