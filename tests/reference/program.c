/* program.c: loading a game, reading numbers, and random numbers. */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

lf_game *program_load(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (!game) {
        char *text = problems ? lf_diagnostics_text(problems, false) : NULL;
        fputs(text ? text : "out of memory\n", stderr);
        lf_string_free(text);
    }
    lf_diagnostics_free(problems);
    return game;
}

bool program_number(const char *text, uint64_t *out) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *text != '-';
}

uint64_t program_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
