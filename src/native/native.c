/* native.c: loads the shared object of a game, which then runs instead of the loop. */
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier): realpath
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

#include "cache.h"
#include "flow.h"
#include "native.h"

static const lf_kernel_table kernel = {
#define LF_KERNEL(function) .function = function,
#include "kernel.def"
#undef LF_KERNEL
};

/* Operations on sets count and find bits, for which plain x86-64 needs many instructions. Some
 * processors have the instruction that deposits bits (pdep) only in slow microcode. */
const char *const *lf_native_cpu_flags(void) {
    static const char *const none[] = {NULL};
#if defined(__x86_64__)
    static const char *const bits[] = {"-mpopcnt", "-mbmi", "-mbmi2", "-mlzcnt", NULL};
    static const char *const quick[] = {"-mpopcnt", "-mbmi",          "-mbmi2",
                                        "-mlzcnt",  "-DLF_FAST_PDEP", NULL};
    const bool has_bits = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") &&
                          __builtin_cpu_supports("avx2"); /* processors with avx2 have lzcnt */
    if (has_bits)
        return __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2") ? bits : quick;
#endif
    return none;
}

bool lf_game_is_native(const lf_game *game) {
    return lf_native_of(game) != NULL;
}

void lf_native_unload(lf_game *game) {
    if (game->native == NULL)
        return;
    dlclose(game->native->object);
    lf_free((void *)game->native);
    game->native = NULL;
}

/* Checks the trailer of a file before it is loaded, because loading runs code. */
static bool may_be_loaded(const lf_game *game, const char *path, lf_error *error) {
    switch (lf_checksum_read(game, path)) {
    case LF_CHECKSUM_FITS:
        return true;
    case LF_CHECKSUM_OTHER_ENGINE:
        lf_fail(error, LF_BAD_INPUT,
                "%.300s was built by another version of the engine; build it again", path);
        return false;
    case LF_CHECKSUM_OTHER_GAME:
        lf_fail(error, LF_BAD_INPUT,
                "%.300s was built for another game or another version of its rules; build it again",
                path);
        return false;
    case LF_CHECKSUM_BROKEN:
        break;
    }
    return lf_error_set(error, LF_BAD_INPUT, "%.300s holds no compiled game, or not a whole one",
                        path);
}

/* The module that the object exports, or NULL after an error. */
static const lf_native_module *module_of(const lf_game *game, void *object, const char *path,
                                         lf_error *error) {
    const lf_native_module *module = dlsym(object, "ludoforge_native");
    if (module != NULL && module->abi == lf_native_abi() && module->identity == game->identity &&
        module->program == lf_native_program(game))
        return module;
    lf_error_set(error, LF_BAD_INPUT, "%.300s does not hold what it says", path);
    return NULL;
}

static lf_status use_module(lf_game *game, void *object, const lf_native_module *module,
                            lf_error *error) {
    struct lf_native *native = lf_malloc(sizeof *native);
    if (native == NULL) {
        dlclose(object);
        return lf_fail_no_memory(error);
    }
    module->bind(&kernel);
    lf_native_unload(game);
    *native = (struct lf_native){.code = game->code,
                                 .run = module->run,
                                 .apply = module->apply,
                                 .playout = module->playout,
                                 .object = object};
    __atomic_store_n(&game->native, native,
                     __ATOMIC_RELEASE); /* other threads may be playing the game */
    return LF_OK;
}

static lf_status load_object(lf_game *game, const char *path, lf_error *error) {
    if (!may_be_loaded(game, path, error))
        return LF_BAD_INPUT;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return lf_fail(error, LF_BAD_INPUT, "%.300s cannot be loaded: %.200s", path, dlerror());
    const lf_native_module *module = module_of(game, object, path, error);
    if (module != NULL)
        return use_module(game, object, module, error);
    dlclose(object);
    return LF_BAD_INPUT;
}

lf_status lf_game_native(lf_game *game, const char *path, lf_error *error) {
    char cached[LF_PATH_BYTES];
    if (path == NULL && !lf_cache_find(game, cached, error))
        return LF_BAD_ARGUMENT;
    char absolute[PATH_MAX]; /* dlopen would search the library path for a bare name */
    if (realpath(path != NULL ? path : cached, absolute) == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "there is no file %.300s",
                       path != NULL ? path : cached);
    return load_object(game, absolute, error);
}
