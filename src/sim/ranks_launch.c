/* ranks_launch.c: what the environment says of how this process was started. The same with and without
 * MPI. */
#include <stdlib.h>

#include "sim/ranks.h"

#define PATIENCE_SECONDS 30

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
    double seconds = text ? strtod(text, NULL) : 0;
    return seconds > 0 ? seconds : PATIENCE_SECONDS;
}
