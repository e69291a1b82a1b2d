/* target.h: what differs between the two programs that the kernel is compiled into.
 *
 * The engine contains the whole kernel. The native code of one game contains those kernel sources
 * that gain from knowing the game (src/native/unit.h includes them, and defines LF_NATIVE_CODE).
 * There the game is the constant lf_facts, nobody observes the run, and functions of the kernel are
 * private to the object. Kernel code that is compiled both ways uses these macros:
 *
 *   LF_GAME(vm)       the game of a run: the constant in native code. `vm->game` is always the
 *                     engine's own game; functions that native code calls by pointer
 *                     (src/native/kernel.def) are given that one.
 *   LF_OBSERVER(vm)   the observer of a run: NULL in native code
 *   LF_SITE(vm, site) the engine's own copy of a choice site, for functions called by pointer
 *   LF_FIX_GAME(game) the first statement of a function that native routines call with the game as
 *                     an argument: it makes the game a constant there, too
 *
 * The declarations of such functions in headers begin with one of these:
 *
 *   LF_KERNEL_FN routines call it. In a game that is compiled in several pieces the first piece
 *                     holds it for all of them; in a game of one piece it is static.
 *   LF_KERNEL_HOT     the same, and it is put into its callers in a game of one piece
 *   LF_KERNEL_STATIC  only the kernel sources themselves call it */
#ifndef LF_TARGET_H
#define LF_TARGET_H

#include "kernel/game.h"

#ifdef LF_NATIVE_CODE

static const lf_game lf_facts; /* emit_facts.c writes its value */
#define LF_GAME(vm) (&lf_facts)
#define LF_OBSERVER(vm) ((lf_state *)NULL)
#define LF_SITE(vm, site) ((vm)->game->sites + ((site)-lf_facts.sites))
#define LF_FIX_GAME(game) ((game) = &lf_facts)
#define LF_KERNEL_STATIC static
#ifdef LF_IN_PIECES
#define LF_SHARED __attribute__((visibility("hidden"))) /* one for all pieces */
#define LF_KERNEL_HOT LF_SHARED
#else
#define LF_SHARED static
#define LF_KERNEL_HOT __attribute__((always_inline)) static inline
#endif
#define LF_KERNEL_FN LF_SHARED

#else

#define LF_GAME(vm) ((vm)->game)
#define LF_OBSERVER(vm) ((vm)->observer)
#define LF_SITE(vm, site) (site)
#define LF_FIX_GAME(game) ((void)(game))
#define LF_KERNEL_FN
#define LF_KERNEL_HOT
#define LF_KERNEL_STATIC

#endif
#endif
