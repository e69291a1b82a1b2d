/* cache.c: the cache of compiled games. The name of a file contains everything that it was made of:
 * identity of the game, hash of its program, version of the interface, and the compiler with its
 * flags. So an entry is never out of date. */
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* Makes a folder. True if it exists afterwards. */
static bool make_folder(const char *path) {
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool is_private(const struct stat *there) {
    return there->st_uid == geteuid() && (there->st_mode & 022) == 0;
}

/* Makes all missing folders of a path. */
static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = make_folder(path);
        *slash = '/';
        if (!made)
            return false;
    }
    return make_folder(path);
}

bool lf_cache_folder(char path[LF_PATH_BYTES], lf_error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct stat there;
    int length = -1;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(path, LF_PATH_BYTES, "%s/ludoforge/native", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, LF_PATH_BYTES, "%s/.cache/ludoforge/native", home);
    if (length < 0 || length >= LF_PATH_BYTES - 200)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "there is no folder for compiled games: set XDG_CACHE_HOME or HOME");
    if (!make_folders(path) || lstat(path, &there) != 0 || !S_ISDIR(there.st_mode))
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "the folder for compiled games cannot be made: %.300s: %s", path,
                            strerror(errno));
    if (!is_private(&there) || (there.st_mode & 077) != 0)
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "the folder for compiled games is not yours alone (chmod 700 it): %.300s", path);
    return true;
}

/* The name of an object for this program and this engine, without the compiler. */
static void object_name(const lf_game *game, char name[64]) {
    snprintf(name, 64, "%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "-", game->identity,
             lf_native_program(game), lf_native_abi());
}

bool lf_cache_path(const lf_game *game, const char *compiler_version, char path[LF_PATH_BYTES],
                   lf_error *error) {
    char name[64];
    if (!lf_cache_folder(path, error))
        return false;
    object_name(game, name);
    const size_t used = strlen(path);
    snprintf(path + used, LF_PATH_BYTES - used, "/%s%016" PRIx64 ".so", name,
             (uint64_t)XXH3_64bits(compiler_version, strlen(compiler_version)));
    return true;
}

/* Is this a file that only the user can have written? */
static bool is_own_file(const char *path, struct stat *there) {
    return lstat(path, there) == 0 && S_ISREG(there->st_mode) && is_private(there);
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

bool lf_cache_has(const lf_game *game, const char *path) {
    struct stat there;
    return is_own_file(path, &there) && lf_checksum_read(game, path) == LF_CHECKSUM_FITS;
}

bool lf_cache_find(const lf_game *game, char path[LF_PATH_BYTES], lf_error *error) {
    char folder[LF_PATH_BYTES], candidate[LF_PATH_BYTES], name[64];
    struct stat there;
    time_t newest = 0;
    if (!lf_cache_folder(folder, error))
        return false;
    object_name(game, name);
    path[0] = '\0';
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, name, strlen(name)) != 0 || !ends_with(entry->d_name, ".so"))
            continue;
        if (snprintf(candidate, sizeof candidate, "%.3800s/%.200s", folder, entry->d_name) > 0 &&
            is_own_file(candidate, &there) && there.st_mtime >= newest &&
            lf_checksum_read(game, candidate) == LF_CHECKSUM_FITS) {
            newest = there.st_mtime;
            memcpy(path, candidate, sizeof candidate);
        }
    }
    if (entries != NULL)
        closedir(entries);
    if (path[0] == '\0')
        lf_error_set(error, LF_BAD_ARGUMENT, "the game has not been built yet (ludoforge build)");
    return path[0] != '\0';
}
