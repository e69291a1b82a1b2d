/* go_positions.c: prints how many positions of go are legal, every stone having a liberty, on
 * boards of 1 by 1, 2 by 2 and 3 by 3. */
#include <stdio.h>

#include "reference.h"

int main(void) {
    for (int side = 1; side <= 3; side++)
        printf("%d\n", reference_go_positions(side));
    return 0;
}
