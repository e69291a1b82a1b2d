/* unit.h: all that the C made of a game includes (as ludoforge_native.h, which embed.py makes of
 * this file and what it includes).
 *
 * The kernel sources at the end gain from knowing the game: its numbers are constants there
 * (kernel/target.h). Of a game in several pieces only the first has them; the others define
 * LF_ELSEWHERE. */
#ifndef LUDOFORGE_NATIVE_H
#define LUDOFORGE_NATIVE_H

#define LF_NATIVE_CODE

#include "kernel/vm/vm.h"

#include "flow.h"
#include "kernel_table.h"

#ifndef LF_ELSEWHERE
#include "kernel/play/options.c"
#include "kernel/state/block_copy.c"
#include "kernel/state/cards.c"
#include "kernel/state/open_cards.c"
#include "kernel/state/pieces.c"
#include "kernel/state/reach.c"
#include "kernel/vm/vm_choose.c"
#include "kernel/vm/vm_steps.c"
#endif

#include "kernel/vm/bodies.h"

#endif
