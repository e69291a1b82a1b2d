/* native.c: loads the shared object of a game and lets it run in the place of the loop. */
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

/* Counting and finding bits is what sets are made of; plain x86-64 does it in many steps. Some
 * processors that can deposit bits do it by a small program. */
const char *const *lf_native_cpu_flags(void) {
    static const char *const none[] = {NULL};
#if defined(__x86_64__)
    static const char *const bits[] = {"-mpopcnt", "-mbmi", "-mbmi2", "-mlzcnt", NULL};
    static const char *const quick[] = {"-mpopcnt", "-mbmi",          "-mbmi2",
                                        "-mlzcnt",  "-DLF_FAST_PDEP", NULL};
    const bool has_bits = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") &&
                          __builtin_cpu_supports("avx2"); /* lzcnt came with it */
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

/* What is wrong with a file is found out before it is loaded, for that runs it. */
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
    lf_fail(error, LF_BAD_INPUT, "%.300s holds no compiled game, or not a whole one", path);
    return false;
}

/* What the object says of itself, or NULL after an error. */
static const lf_native_module *module_of(const lf_game *game, void *object, const char *path,
                                         lf_error *error) {
    const lf_native_module *module = dlsym(object, "ludoforge_native");
    if (module != NULL && module->abi == lf_native_abi() && module->identity == game->identity &&
        module->program == lf_native_program(game))
        return module;
    lf_fail(error, LF_BAD_INPUT, "%.300s does not hold what it says", path);
    return NULL;
}

static lf_status adopt(lf_game *game, void *object, const lf_native_module *module,
                       lf_error *error) {
    struct lf_native *native = lf_malloc(sizeof *native);
    if (native == NULL) {
        dlclose(object);
        return lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    }
    module->bind(&kernel);
    lf_native_unload(game);
    *native = (struct lf_native){.code = game->code,
                                 .run = module->run,
                                 .apply = module->apply,
                                 .playout = module->playout,
                                 .object = object};
    __atomic_store_n(&game->native, native, __ATOMIC_RELEASE); /* others may be playing */
    return LF_OK;
}

static lf_status load(lf_game *game, const char *path, lf_error *error) {
    if (!may_be_loaded(game, path, error))
        return LF_BAD_INPUT;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return lf_fail(error, LF_BAD_INPUT, "%.300s cannot be loaded: %.200s", path, dlerror());
    const lf_native_module *module = module_of(game, object, path, error);
    if (module != NULL)
        return adopt(game, object, module, error);
    dlclose(object);
    return LF_BAD_INPUT;
}

lf_status lf_game_native(lf_game *game, const char *path, lf_error *error) {
    char cached[LF_PATH_BYTES];
    if (path == NULL && !lf_cache_find(game, cached, error))
        return LF_BAD_ARGUMENT;
    char absolute[PATH_MAX]; /* a bare name would be looked for among libraries */
    if (realpath(path != NULL ? path : cached, absolute) == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "there is no file %.300s",
                       path != NULL ? path : cached);
    return load(game, absolute, error);
}
