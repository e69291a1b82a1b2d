/* displays.c: derived values that people play by, worked out when somebody looks. Nothing of this
 * runs in a playout. */
#include "displays.h"

#include "kernel/vm/vm.h"

static const lf_display_info *display_at(const lf_game *game, int display) {
    return display >= 0 && (uint32_t)display < game->display_count ? &game->displays[display]
                                                                   : NULL;
}

static bool has_owner(const lf_game *game, const lf_display_info *info, int owner) {
    const uint32_t counts[] = {[LF_PER_GAME] = 1,
                               [LF_PER_SEAT] = game->seat_count,
                               [LF_PER_SPACE] = game->space_count,
                               [LF_PER_CARD] = game->card_count};
    return owner >= 0 && (uint32_t)owner < counts[info->per];
}

static bool ask(const lf_state *state, const lf_display_info *info, uint32_t routine, int owner,
                int64_t *result, uint32_t words) {
    const int64_t argument = owner;
    return lf_call_pure(state, state->game, routine, &argument, info->per == LF_PER_GAME ? 0 : 1,
                        result, words, NULL);
}

lf_display_scope lf_display_of(const lf_game *game, int display) {
    const lf_display_info *info = display_at(game, display);
    return info != NULL ? (lf_display_scope)info->per : LF_DISPLAY_GAME;
}

const char *lf_display_group(const lf_game *game, int display) {
    const lf_display_info *info = display_at(game, display);
    return info != NULL ? info->group : "";
}

bool lf_display_shown(const lf_state *state, int display, int owner) {
    const lf_display_info *info = display_at(state->game, display);
    int64_t holds = 0;
    if (info == NULL || !has_owner(state->game, info, owner))
        return false;
    return info->when < 0 ||
           (ask(state, info, (uint32_t)info->when, owner, &holds, 1) && holds != 0);
}

char *lf_display_text(const lf_state *state, int display, int owner) {
    int64_t words[LF_SET_WORDS_MAX] = {0};
    if (!lf_display_shown(state, display, owner))
        return NULL;
    const lf_display_info *info = display_at(state->game, display);
    if (!ask(state, info, info->value, owner, words, info->words))
        return NULL;
    lf_text text = {0};
    lf_format_value(state->game, (lf_sort)info->sort, info->enum_id, words, &text);
    if (!text.failed)
        return text.data;
    lf_text_free(&text);
    return NULL;
}

/* ---- all of it at once ---- */

bool lf_display_read(const lf_state *state, int display, int owner, lf_shown *out) {
    const lf_display_info *info = display_at(state->game, display);
    *out = (lf_shown){.has_goal = false};
    if (!lf_display_shown(state, display, owner) ||
        !ask(state, info, info->value, owner, out->words, info->words))
        return false;
    out->has_value = info->sort < LF_SORT_ZONES;
    out->has_goal = info->goal >= 0 && ask(state, info, (uint32_t)info->goal, owner, &out->goal, 1);
    return true;
}

char *lf_shown_text(const lf_game *game, int display, const lf_shown *shown) {
    const lf_display_info *info = display_at(game, display);
    lf_text text = {0};
    lf_format_value(game, (lf_sort)info->sort, info->enum_id, shown->words, &text);
    return lf_text_take(&text);
}

/* Calls do not nest deeper than the verifier lets them. */
static bool looks_at_cards(const lf_game *game, uint32_t routine) {
    for (uint32_t pc = game->routines[routine].entry; pc < game->routines[routine].end; pc++) {
        const lf_instr *in = &game->code[pc];
        switch (in->op) {
        case LF_OP_TOPCARD:
        case LF_OP_STACKOF:
        case LF_OP_CARDSIN:
        case LF_OP_CALLPART:
        case LF_OP_PEEK:
            return true;
        case LF_OP_CALL:
        case LF_OP_CALLFAR:
            if (looks_at_cards(game, (uint32_t)in->imm))
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

bool lf_display_looks_at_cards(const lf_game *game, int display) {
    const lf_display_info *info = display_at(game, display);
    /* which of them look at pieces is not worth finding out */
    if (lf_hides_pieces(game, LF_NOBODY))
        return true;
    return looks_at_cards(game, info->value) ||
           (info->when >= 0 && looks_at_cards(game, (uint32_t)info->when)) ||
           (info->goal >= 0 && looks_at_cards(game, (uint32_t)info->goal));
}

/* ---- one by one ---- */

bool lf_display_value(const lf_state *state, int display, int owner, int64_t *value) {
    if (!lf_display_shown(state, display, owner))
        return false;
    const lf_display_info *info = display_at(state->game, display);
    const bool is_set = info->sort >= LF_SORT_ZONES;
    return !is_set && ask(state, info, info->value, owner, value, 1);
}

bool lf_display_goal(const lf_state *state, int display, int owner, int64_t *goal) {
    if (!lf_display_shown(state, display, owner))
        return false;
    const lf_display_info *info = display_at(state->game, display);
    return info->goal >= 0 && ask(state, info, (uint32_t)info->goal, owner, goal, 1);
}
