/* play_keys.c: the keys by which options are typed.
 *
 * A key comes from what an option is, not from where it stands: a space, card or kind has its
 * number in the game, an entry of a menu its place in the menu as the rules have it. So it stays
 * the same while a list gets shorter, and who types ahead does not hit another option. The ways out
 * have keys that nothing else has, each sort its own: who says "no more" twice does not skip
 * something or give it up. */
#include <stdlib.h>
#include <string.h>

#include "play.h"

/* What an option is, if it is a way out; an action may be one, too. */
static lf_option_kind sort_of(const choice *c, int option) {
    const lf_choice *at = &c->at[option];
    return at->kind == LF_OPTION_ACTION ? lf_action_kind(c->game, at->subject) : at->kind;
}

bool option_is_way_out(const choice *c, int option) {
    return sort_of(c, option) >= LF_OPTION_DONE;
}

static bool is_taken(const choice *c, int before, const char *key) {
    for (int i = 0; i < before; i++) {
        if (strcmp(c->keys[i], key) == 0)
            return true;
    }
    return false;
}

/* The first free one of a row of keys. */
static void take_key(const choice *c, int option, const char *keys) {
    for (; *keys != '\0'; keys++) {
        const char key[] = {*keys, '\0'};
        if (is_taken(c, option, key))
            continue;
        snprintf(c->keys[option], KEY_BYTES, "%s", key);
        return;
    }
}

/* 0 is a number where numbers are chosen. */
static void key_of_way_out(const choice *c, int option) {
    static const char *const keys[LF_OPTION_KINDS] = {
        [LF_OPTION_DONE] = "0xyz", [LF_OPTION_SKIP] = "-yzx", [LF_OPTION_CANCEL] = "!zxy"};
    const char *row = keys[sort_of(c, option)];
    take_key(c, option, c->numbers && row[0] == '0' ? row + 1 : row);
}

static void key_of_thing(const choice *c, int option) {
    const lf_choice *at = &c->at[option];
    if (at->kind == LF_OPTION_NUMBER) {
        snprintf(c->keys[option], KEY_BYTES, "%s", at->id);
        return;
    }
    if (at->subject == LF_NO_SUBJECT) { /* an option beside the things: letters are its own */
        take_key(c, option, "abcdefgh");
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
        if (option_is_way_out(c, i))
            key_of_way_out(c, i);
        else
            key_of_thing(c, i);
    }
}
