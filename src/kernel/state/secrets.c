/* secrets.c: what a game hides, and from whom. The seats that may see a stack know its cards, the
 * seats that a declaration names know a variable, and its own seat knows what a covered piece
 * is. */
#include "state.h"

bool lf_variable_visible(const lf_game *game, lf_catalogue vars, int index, int owner,
                         lf_seat seat) {
    const lf_var *var = lf_var_at(game, vars, index);
    return var != NULL &&
           lf_known_to(lf_var_seats(var, var->scope == LF_SCOPE_SEAT ? owner : -1), seat);
}

/* May this seat know the variable of every owner? */
static bool var_known(const lf_game *game, const lf_var *var, lf_seat seat) {
    for (uint32_t owner = 0; owner < (var->scope == LF_SCOPE_SEAT ? game->seat_count : 1); owner++)
        if (!lf_known_to(lf_var_seats(var, var->scope == LF_SCOPE_SEAT ? (int64_t)owner : -1),
                         seat))
            return false;
    return true;
}

bool lf_hides_vars(const lf_game *game, lf_seat viewer) {
    for (uint32_t i = 0; i < game->var_count; i++)
        if (!var_known(game, &game->vars[i], viewer))
            return true;
    return false;
}

bool lf_hides_from(const lf_game *game, lf_seat seat) {
    for (uint32_t stack = 0; stack < game->stack_count; stack++)
        if (!lf_stack_visible(game, (int)stack, seat))
            return true;
    return lf_hides_vars(game, seat) || lf_hides_pieces(game, seat);
}

/* Can the choice never have a second option? Then taking it unasked reveals nothing. */
static bool is_never_a_choice(const lf_game *game, const lf_choice_site *site) {
    return game->questions[site->question].count == 1 && !game->questions[site->question].way_out;
}

uint32_t lf_asked_seats(const lf_game *game, const lf_choice_site *site) {
    uint32_t seats = 0;
    if (site->ask == LF_ASK_REAL ||
        (site->ask == LF_ASK_BY_SECRETS && is_never_a_choice(game, site)))
        return 0;
    for (lf_seat seat = 0; seat < (lf_seat)game->seat_count; seat++) {
        bool asked = site->ask == LF_ASK_ALWAYS;
        for (lf_seat other = 0; other < (lf_seat)game->seat_count && !asked; other++)
            asked = other != seat && lf_knows_more(game, seat, other);
        seats |= (uint32_t)asked << seat;
    }
    return seats;
}

bool lf_knows_more(const lf_game *game, lf_seat seat, lf_seat than) {
    for (uint32_t stack = 0; stack < game->stack_count; stack++)
        if (lf_stack_visible(game, (int)stack, seat) && !lf_stack_visible(game, (int)stack, than))
            return true;
    for (uint32_t i = 0; i < game->var_count && seat >= 0 && seat != than; i++)
        if (game->vars[i].visibility == LF_VISIBLE_OWNER)
            return true;
    for (uint32_t i = 0; i < game->slot_count && seat >= 0 && seat != than; i++)
        if (game->slots[i].seen_as != 0 && game->slots[i].seat == seat)
            return true;
    return false;
}
