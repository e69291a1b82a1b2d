/* ranks_launch.c: what is the same with and without MPI: how this process was started, and how
 * patient it is. */
#include <stdlib.h>

#include "ranks.h"

#define PATIENCE_SECONDS 30
#define PAUSE_MOST 0.001

const char *ranks_launcher(void) {
    static const char *const names[] = {
        "OMPI_COMM_WORLD_SIZE", /* mpirun of OpenMPI */
        "PMI_SIZE",             /* mpiexec of MPICH, srun --mpi=pmi2 */
        "PMIX_RANK",            /* srun --mpi=pmix */
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (getenv(names[i]))
            return names[i];
    }
    return NULL;
}

double ranks_patience(void) {
    const char *text = getenv("LUDOFORGE_RANK_TIMEOUT");
    double seconds = text != NULL ? strtod(text, NULL) : 0;
    return seconds > 0 ? seconds : PATIENCE_SECONDS;
}

double ranks_pause(double last, bool found) {
    double longer = last * 2;
    return found ? RANKS_PAUSE_LEAST : longer < PAUSE_MOST ? longer : PAUSE_MOST;
}
