/* deck.c: may a table begin with a fixed order of cards? The order is set behind the set-up of the
 * game, so it can only be had where the set-up has not dealt these cards to anybody, and where
 * nothing shuffles them afterwards. A table that would not have the order that it was asked for is
 * not made. */
#include <string.h>

#include "server.h"

#define USUAL_STACK "deck"

/* Is it a hand: may somebody look at it whom others may not follow? */
static bool is_hand(const lf_game *game, int stack) {
    int see = 0;
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        see += lf_stack_visible(game, stack, seat);
    return see > 0 && see < lf_count(game, LF_OF_SEATS);
}

/* Where a card lies in a stack, 0 for its top; -1: it does not. */
static int position_in(const lf_state *state, int stack, int card) {
    for (int i = 0; i < lf_stack_size(state, stack); i++)
        if (lf_stack_card(state, stack, i) == card)
            return i;
    return -1;
}

/* The order is set behind the set-up: cards that it had dealt to hands were taken out of them
 * again. `plain` is the same game without it. */
static bool hands_are_whole(const lf_game *game, const lf_state *begun, const lf_state *plain,
                            int stack, answer *a) {
    for (int hand = 0; hand < lf_count(game, LF_OF_STACKS); hand++) {
        if (hand == stack || !is_hand(game, hand) ||
            lf_stack_size(begun, hand) >= lf_stack_size(plain, hand))
            continue;
        answer_error(a, 400, "setup",
                     "The set-up of this game deals cards to \"%.60s\", and only then the order of "
                     "cards is fixed: "
                     "they would be missing there. List only cards that are left in \"%.60s\" "
                     "then; \"seed\" "
                     "fixes what is dealt.",
                     lf_name(game, LF_OF_STACKS, hand), lf_name(game, LF_OF_STACKS, stack));
        return false;
    }
    return true;
}

/* Those of the list that have not been drawn yet lie on top, in its order. */
static bool order_is_kept(const lf_game *game, const lf_state *begun, int stack,
                          const json_t *cards, bool all, answer *a) {
    int left = 0;
    for (size_t i = json_array_size(cards); i > 0; i--, left++)
        if (position_in(
                begun, stack,
                lf_find(game, LF_OF_CARDS, json_string_value(json_array_get(cards, i - 1)))) < 0)
            break;
    bool kept = !all || lf_stack_size(begun, stack) == left;
    for (int i = 0; i < left && kept; i++) {
        const json_t *card = json_array_get(cards, json_array_size(cards) - (size_t)(left - i));
        kept =
            lf_stack_card(begun, stack, i) == lf_find(game, LF_OF_CARDS, json_string_value(card));
    }
    if (!kept)
        answer_error(a, 400, "setup",
                     "This game shuffles \"%.60s\" or deals from it otherwise when it begins, so a "
                     "fixed order of "
                     "cards does not hold. \"seed\" fixes what is dealt.",
                     lf_name(game, LF_OF_STACKS, stack));
    return kept;
}

bool deck_holds(const lf_game *game, const store_table *row, const lf_state *begun, answer *a) {
    static const char *const members[] = {"deck", "top", "stack"};
    store_error error = {STORE_OK, ""};
    json_t *head = json_loads(row->head, 0, NULL);
    json_t *deck = json_incref(json_object_get(head, "deck")),
           *top = json_incref(json_object_get(head, "top"));
    const json_t *cards = deck != NULL ? deck : top;
    const char *name = json_string_value(json_object_get(head, "stack"));
    const int stack = lf_find(game, LF_OF_STACKS, name != NULL ? name : USUAL_STACK);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        json_object_del(head, members[i]);
    store_table plain = {.head = json_dumps(head, JSON_COMPACT)};
    match m;
    bool good = true;
    if (cards != NULL && stack >= 0) {
        good = plain.head != NULL && match_open(&m, game, &plain, &error);
        if (!good)
            answer_error(a, 400, "setup", "%s", error.message);
        else {
            good = hands_are_whole(game, begun, lf_session_state(m.session), stack, a) &&
                   order_is_kept(game, begun, stack, cards, deck != NULL, a);
            match_close(&m);
        }
    }
    store_table_free(&plain);
    json_decref(deck);
    json_decref(top);
    json_decref(head);
    return good;
}
