/* auth.c: tokens and the host's secret; and whether a request comes from where it says.
 *
 * Tokens are 256 random bits. The store and the memory of tables have hashes only, and hashes are
 * compared in constant time. A token travels in the Authorization header, which no other site can
 * make a browser send: there are no cookies. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>

#include "server.h"
#include "support/files.h"

#define RANDOM_BYTES 32

static void write_token(const unsigned char bytes[RANDOM_BYTES], char token[TOKEN_BYTES]) {
    sodium_bin2base64(token, TOKEN_BYTES, bytes, RANDOM_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void auth_new_token(char token[TOKEN_BYTES]) {
    unsigned char bytes[RANDOM_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    write_token(bytes, token);
    sodium_memzero(bytes, sizeof bytes);
}

uint64_t auth_random(void) {
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    return number;
}

void auth_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]) {
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)token, strlen(token), NULL,
                       0);
}

void auth_joined(const char *invitation, const char *secret, char token[TOKEN_BYTES]) {
    static const unsigned char key[crypto_generichash_KEYBYTES] = "a seat that was taken";
    unsigned char bytes[RANDOM_BYTES];
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, sizeof key, sizeof bytes);
    crypto_generichash_update(&state, (const unsigned char *)invitation, strlen(invitation));
    crypto_generichash_update(&state, (const unsigned char *)secret, strlen(secret));
    crypto_generichash_final(&state, bytes, sizeof bytes);
    write_token(bytes, token);
}

bool auth_same(const uint8_t a[STORE_HASH_BYTES], const uint8_t b[STORE_HASH_BYTES]) {
    return sodium_memcmp(a, b, STORE_HASH_BYTES) == 0;
}

bool auth_token(const request *r, uint8_t hash[STORE_HASH_BYTES]) {
    static const char scheme[] = "Bearer ";
    if (r->authorization == NULL || strncmp(r->authorization, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *token = r->authorization + sizeof scheme - 1;
    if (strlen(token) != TOKEN_BYTES - 1)
        return false;
    auth_hash(token, hash);
    return true;
}

/* ---- the host's secret ----------------------------------------------------------------------- */

static bool read_key(const char *path, char key[TOKEN_BYTES]) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t size = read(file, key, TOKEN_BYTES - 1);
    close(file);
    key[TOKEN_BYTES - 1] = '\0';
    return size == TOKEN_BYTES - 1 && strlen(key) == TOKEN_BYTES - 1;
}

static bool write_key(const char *path, const char key[TOKEN_BYTES]) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    const bool good = write(file, key, TOKEN_BYTES - 1) == TOKEN_BYTES - 1 && fsync(file) == 0;
    return close(file) == 0 && good;
}

/* The same from one start to the next, so that a page that is open goes on. */
bool auth_open(server *s, lf_error *error) {
    char path[LF_PATH_BYTES];
    if (sodium_init() < 0)
        return error->status = LF_BAD_INPUT,
               snprintf(error->message, sizeof error->message, "No source of random numbers."),
               false;
    snprintf(path, sizeof path, "%s/server.key",
             s->settings->data != NULL ? s->settings->data : ".");
    if (s->settings->data == NULL || !read_key(path, s->key)) {
        auth_new_token(s->key);
        if (s->settings->data != NULL && !write_key(path, s->key)) {
            error->status = LF_BAD_INPUT;
            snprintf(error->message, sizeof error->message, "%.400s cannot be written: %s.", path,
                     strerror(errno));
            return false;
        }
    }
    auth_hash(s->key, s->key_hash);
    return true;
}

/* ---- where a request comes from -------------------------------------------------------------- */

/* "name:port" or "[address]:port" without the port; false if that is no host. */
static bool host_name(const char *host, char name[256]) {
    const char *begin = host, *end;
    if (*host == '[') {
        begin = host + 1;
        end = strchr(begin, ']');
        if (end == NULL || (end[1] != '\0' && end[1] != ':'))
            return false;
    } else {
        end = begin + strcspn(begin, ":");
    }
    const size_t size = (size_t)(end - begin);
    if (size == 0 || size >= 256)
        return false;
    memcpy(name, begin, size);
    name[size] = '\0';
    return true;
}

static bool is_address(const char *name) {
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, name, bytes) == 1 || inet_pton(AF_INET6, name, bytes) == 1;
}

/* A name that somebody else's server leads to us (DNS rebinding) is none of ours; an address leads
 * nowhere else. */
bool auth_host(const server *s, const char *host) {
    char name[256];
    if (host == NULL || !host_name(host, name))
        return false;
    if (is_address(name) || strcmp(name, "localhost") == 0)
        return true;
    for (const char *const *known = s->settings->hosts; known != NULL && *known != NULL; known++)
        if (strcmp(*known, name) == 0)
            return true;
    return false;
}

/* Programs that are no browser send none. */
bool auth_origin(const char *origin, const char *host) {
    if (origin == NULL)
        return true;
    const char *rest = strncmp(origin, "http://", 7) == 0    ? origin + 7
                       : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                             : NULL;
    return rest != NULL && host != NULL && strcmp(rest, host) == 0;
}
