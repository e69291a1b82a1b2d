/* play_keys.c: the keys by which options are typed.
 *
 * A key comes from what an option is, not from where it stands: a space, card or kind has its number in the game, an entry of a menu its
 * place in the menu as the rules have it. So it stays the same while a list gets shorter, and who types ahead does not hit another
 * option. The ways out have keys that nothing else has: 0, and letters. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"

/* Rules may also offer a way out as an action or an entry of a menu; then its id says what it is. */
static bool is_way_out(const lf_choice *option) {
    static const char *const ids[] = {"pass",   "done", "end",     "stop",  "skip",
                                      "cancel", "none", "endTurn", "resign"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (strcasecmp(option->id, ids[i]) == 0)
            return true;
    }
    return option->kind == LF_OPTION_DONE;
}

static bool is_taken(const choice *c, int before, const char *key) {
    for (int i = 0; i < before; i++) {
        if (strcmp(c->keys[i], key) == 0)
            return true;
    }
    return false;
}

static void key_of_way_out(const choice *c, int option) {
    static const char *const keys[] = {"0", "x", "y", "z"};
    for (size_t i = c->numbers ? 1 : 0; i < sizeof keys / sizeof *keys; i++) {
        if (!is_taken(c, option, keys[i])) {
            snprintf(c->keys[option], KEY_BYTES, "%s", keys[i]);
            return;
        }
    }
}

static void key_of_thing(const choice *c, int option) {
    const lf_choice *at = &c->at[option];
    if (at->kind == LF_OPTION_NUMBER) {
        snprintf(c->keys[option], KEY_BYTES, "%s", at->id);
        return;
    }
    /* No two options of a decision have one subject; if ever they do, the later one goes up. */
    for (int number = at->subject + 1; number < at->subject + 1 + LF_OPTIONS_MAX; number++) {
        snprintf(c->keys[option], KEY_BYTES, "%d", number);
        if (!is_taken(c, option, c->keys[option]))
            return;
    }
}

void give_keys(choice *c) {
    c->keys = calloc((size_t)c->count + 1, sizeof *c->keys);
    for (int i = 0; c->keys != NULL && i < c->count; i++) {
        if (is_way_out(&c->at[i]))
            key_of_way_out(c, i);
        else
            key_of_thing(c, i);
    }
}

bool option_is_way_out(const choice *c, int option) {
    return is_way_out(&c->at[option]);
}
