/* knowledge.c: what each viewer can know of the places of cards, so that worlds can be sampled.
 *
 * A viewer is the public, or a seat where seats can know more than the public. For every viewer a
 * state holds one row, which says of each card its class and its group; zero means none.
 *
 *   class   Cards of one class are exchangeable: the viewer knows the set of cards and the set of
 *           their places, and each way to lay the cards on the places is equally likely.
 *   group   Places of one group were shuffled together after the classes were laid out: the viewer
 *           knows which classes (and which known cards) lie in the group, not on which place.
 *
 * So a world is sampled in two steps: what lies in each group is shuffled over its places, then the
 * cards of each class are shuffled over the places of that class (observe.c). A card with neither
 * class nor group is known to lie where it lies.
 *
 * Invariants.
 * - A row depends only on what its viewer has seen: two states that the viewer cannot tell apart
 *   have the same classes, as many cards of each class in each group, and the same known cards.
 * - A group is only needed where classes differ: cards that are all known and shuffled become a
 *   class, and cards of one class that are shuffled stay what they are.
 * - Both steps are exact. Where a shuffle takes a part of a group of several classes together with
 *   other cards, a third step would be needed. Then the group and the other cards become one group
 *   (`merged`): the viewer forgets something that it could know.
 *
 * Rows are not part of the hash: they decide nothing in play, and a position has the same hash
 * however it came about. */
#include "state.h"

/* The row of one viewer. */
typedef struct {
    const lf_game *game;
    unsigned char *block;
    uint32_t row; /* offset */
} lf_view;

/* A list of cards. */
typedef struct {
    uint16_t card[LF_MAX_CARDS];
    uint32_t count;
} lf_card_list;

#define PUBLIC 0u /* the viewer that knows only what all seats know; seat s is viewer s + 1 */

static lf_view view_of(const lf_game *game, unsigned char *block, uint32_t viewer) {
    assert(viewer < game->layout.viewers);
    const uint32_t row = lf_knowledge_row_size(game) * game->layout.card_width;
    return (lf_view){game, block, game->layout.knowledge + viewer * row};
}

uint32_t lf_viewer_of(const lf_game *game, lf_seat seat) {
    return game->layout.viewers > 1 && seat >= 0 && (uint32_t)seat < game->seat_count
               ? (uint32_t)seat + 1
               : PUBLIC;
}

static uint32_t class_of(const lf_view *v, uint32_t card) {
    return lf_card_field(v->game, v->block, v->row, card);
}
static uint32_t group_of(const lf_view *v, uint32_t card) {
    return lf_card_field(v->game, v->block, v->row, v->game->card_count + card);
}
static void set_class(const lf_view *v, uint32_t card, uint32_t class) {
    lf_card_field_write(v->game, v->block, v->row, card, class);
}
static void set_group(const lf_view *v, uint32_t card, uint32_t group) {
    lf_card_field_write(v->game, v->block, v->row, v->game->card_count + card, group);
}
static void set_known(const lf_view *v, uint32_t card) {
    set_class(v, card, 0);
    set_group(v, card, 0);
}

uint32_t lf_known_class(const lf_game *game, unsigned char *block, uint32_t viewer, uint32_t card) {
    const lf_view v = view_of(game, block, viewer);
    return class_of(&v, card);
}
uint32_t lf_known_group(const lf_game *game, unsigned char *block, uint32_t viewer, uint32_t card) {
    const lf_view v = view_of(game, block, viewer);
    return group_of(&v, card);
}
bool lf_knowledge_merged(const lf_game *game, unsigned char *block, uint32_t viewer) {
    const lf_view v = view_of(game, block, viewer);
    return lf_card_field(game, block, v.row, 2 * game->card_count) != 0;
}
uint32_t lf_knowledge_read(const lf_game *game, unsigned char *block, uint32_t viewer,
                           uint32_t index) {
    assert(index < lf_knowledge_row_size(game));
    return lf_card_field(game, block, view_of(game, block, viewer).row, index);
}
void lf_knowledge_write(const lf_game *game, unsigned char *block, uint32_t viewer, uint32_t index,
                        uint32_t value) {
    assert(index < lf_knowledge_row_size(game));
    lf_card_field_write(game, block, view_of(game, block, viewer).row, index, value);
}

/* The number of viewers: the public and the seats that play. Other rows are never read. */
static uint32_t viewers_in_play(const lf_game *game, const unsigned char *block) {
    return game->layout.viewers > 1 ? lf_seats_of(game, block) + 1 : game->layout.viewers;
}

/* Does the viewer see the cards of a stack that these seats can see? */
static bool sees(uint32_t viewer, uint32_t seats) {
    return viewer == PUBLIC ? seats == LF_KNOWN_TO_ALL : (seats >> (viewer - 1) & 1) != 0;
}

/* ---- numbers that are free ---- */

/* The lowest unused class (`first` 0) or group (`first` card_count) of the row. There is always
 * one: there are as many numbers as cards, and every class has at least two cards. */
static uint32_t free_number(const lf_view *v, uint32_t first) {
    uint64_t used[LF_MAX_CARDS / 64 + 1] = {1}; /* zero means none */
    for (uint32_t card = 0; card < v->game->card_count; card++) {
        const uint32_t number = lf_card_field(v->game, v->block, v->row, first + card);
        assert(number <= v->game->card_count);
        used[number / 64] |= UINT64_C(1) << (number % 64);
    }
    uint32_t word = 0;
    while (used[word] == UINT64_MAX)
        word++;
    return word * 64 + (uint32_t)__builtin_ctzll(~used[word]);
}

static uint32_t new_class(const lf_view *v) {
    return free_number(v, 0);
}
static uint32_t new_group(const lf_view *v) {
    return free_number(v, v->game->card_count);
}

/* ---- mixing ---- */

/* What the cards of a list have in common: whether all have the class, or the group, of the
 * first. */
typedef struct {
    uint32_t class, group; /* of the first */
    bool same_class, same_group, no_group;
} lf_likeness;

static lf_likeness likeness_of(const lf_view *v, const lf_card_list *list) {
    const uint32_t class = class_of(v, list->card[0]), group = group_of(v, list->card[0]);
    uint32_t classes = 0, groups = 0, any = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t its_group = group_of(v, list->card[i]);
        classes |= class_of(v, list->card[i]) ^ class;
        groups |= its_group ^ group;
        any |= its_group;
    }
    return (lf_likeness){class, group, classes == 0, groups == 0, any == 0};
}

/* Is each of these cards already equally likely to be in any of their places? */
static bool is_shuffled(const lf_likeness *like) {
    return like->same_group && (like->group != 0 || (like->same_class && like->class != 0));
}

/* Shuffles all cards of the list: known cards become a class, other cards a group. */
static void shuffle_list(const lf_view *v, const lf_card_list *list, const lf_likeness *like) {
    const bool known = like->same_class && like->class == 0;
    /* cards of one class need no group: they are exchangeable already */
    const uint32_t group = like->same_class ? 0 : new_group(v), class = known ? new_class(v) : 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (known)
            set_class(v, list->card[i], class);
        set_group(v, list->card[i], group);
    }
}

static void members_of(const lf_view *v, uint32_t group, lf_card_list *members) {
    members->count = 0;
    for (uint32_t card = 0; card < v->game->card_count; card++)
        if (group_of(v, card) == group)
            members->card[members->count++] = (uint16_t)card;
}

static bool list_holds(const lf_card_list *list, uint32_t card) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->card[i] == card)
            return true;
    return false;
}

/* Do all members of the group belong to the list? */
static bool is_in_list(const lf_card_list *members, const lf_card_list *list) {
    for (uint32_t i = 0; i < members->count; i++)
        if (!list_holds(list, members->card[i]))
            return false;
    return true;
}

/* Dissolves groups that have members inside and outside the list, if the members are alike, so that
 * the classes say everything. Adds the members of the other such groups to `joined`, if it is not
 * NULL. True if there were no others. */
static bool settle_groups(const lf_view *v, const lf_card_list *list, lf_card_list *joined) {
    bool all_settled = true;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t group = group_of(v, list->card[i]);
        lf_card_list members;
        bool first = group != 0;
        for (uint32_t j = 0; first && j < i; j++)
            first = group_of(v, list->card[j]) != group;
        if (!first)
            continue;
        members_of(v, group, &members);
        if (is_in_list(&members, list))
            continue;
        const lf_likeness like = likeness_of(v, &members);
        if (like.same_class) {
            shuffle_list(v, &members, &like);
            continue;
        }
        all_settled = false;
        for (uint32_t j = 0; joined != NULL && j < members.count; j++)
            if (!list_holds(joined, members.card[j]))
                joined->card[joined->count++] = members.card[j];
    }
    return all_settled;
}

/* From now on each of these cards may be in any of their places. */
static void shuffle_cards(const lf_view *v, const lf_card_list *cards) {
    if (cards->count < 2)
        return;
    lf_likeness like = likeness_of(v, cards);
    if (is_shuffled(&like))
        return;
    if (like.no_group) {
        shuffle_list(v, cards, &like);
        return;
    }
    lf_card_list list = *cards;
    if (!settle_groups(v, cards, &list))
        lf_card_field_write(v->game, v->block, v->row, 2 * v->game->card_count, 1); /* merged */
    like = likeness_of(v, &list);
    if (!is_shuffled(&like))
        shuffle_list(v, &list, &like);
}

/* ---- what happens to cards ---- */

static void list_stack(const lf_game *game, unsigned char *block, uint32_t stack,
                       lf_card_list *list) {
    list->count = 0;
    for (int c = lf_cards_top(game, block, stack, 0); c >= 0 && list->count < LF_MAX_CARDS;
         c = (int)lf_card_below(game, block, (uint32_t)c) - 1)
        list->card[list->count++] = (uint16_t)c;
}

#define EACH_BYTE(byte) ((uint64_t)(byte)*UINT64_C(0x0101010101010101))

/* The high bit of each byte that is not zero. */
static uint64_t nonzero_bytes(uint64_t bytes) {
    const uint64_t low = EACH_BYTE(0x7f);
    return (((bytes & low) + low) | bytes) & ~low;
}

static uint64_t load_bytes(const unsigned char *from, uint32_t at) {
    uint64_t bytes;
    memcpy(&bytes, from + at, sizeof bytes);
    return bytes;
}

/* Does the viewer know the same of every card in the stack as of this one, and not their places?
 * This is the common case, and it is asked for many cards in a row, so it compares eight cards at a
 * time if a field is a byte. */
static bool is_like_stack(const lf_view *v, uint32_t card, uint32_t stack) {
    const lf_game *game = v->game;
    const uint32_t class = class_of(v, card), group = group_of(v, card);
    uint32_t i = 0;
    if (class == 0 && group == 0)
        return false;
    if (game->layout.card_width == 1) {
        const unsigned char *stacks = v->block + game->layout.card_stack;
        const unsigned char *classes = v->block + v->row, *groups = classes + game->card_count;
        for (; i + 8 <= game->card_count; i += 8) {
            const uint64_t elsewhere = nonzero_bytes(load_bytes(stacks, i) ^ EACH_BYTE(stack + 1));
            const uint64_t other = nonzero_bytes((load_bytes(classes, i) ^ EACH_BYTE(class)) |
                                                 (load_bytes(groups, i) ^ EACH_BYTE(group)));
            if ((other & ~elsewhere) != 0)
                return false;
        }
    }
    for (; i < game->card_count; i++)
        if (lf_card_stack(game, v->block, i) == stack + 1 &&
            (class_of(v, i) != class || group_of(v, i) != group))
            return false;
    return true;
}

/* A card was picked by its identity from a place that the viewer has not seen. */
static void know_picked(const lf_view *v, uint32_t card, bool seen, uint32_t stack) {
    lf_card_list list;
    const uint32_t rest = lf_cards_count(v->game, v->block, stack);
    if (rest == 0 || (seen ? rest == 1 : is_like_stack(v, card, stack)))
        return;
    list_stack(v->game, v->block, stack, &list);
    /* it may go back to the same stack */
    if (!seen && lf_card_where(v->game, v->block, card) != (int)stack)
        list.card[list.count++] = (uint16_t)card;
    shuffle_cards(v, &list);
}

void lf_know_moved(const lf_game *game, unsigned char *block, uint32_t card, int from, uint32_t to,
                   uint32_t how) {
    /* what a viewer knows of a card in no stack does not change */
    const uint32_t before = from < 0 ? 0 : lf_stack_seats(game, from);
    const uint32_t seats =
        (how & LF_PUT_OPENLY) != 0 ? LF_KNOWN_TO_ALL : before | lf_stack_seats(game, (int)to);
    const uint32_t viewers = viewers_in_play(game, block);
    const bool picked = (how & (LF_PUT_BY_PLACE | LF_PUT_OPENLY)) == 0 && from >= 0;
    for (uint32_t viewer = 0; viewer < viewers; viewer++) {
        const lf_view v = view_of(game, block, viewer);
        const bool seen = sees(viewer, seats);
        if (seen)
            set_known(&v, card);
        if (picked && !sees(viewer, before))
            know_picked(&v, card, seen, (uint32_t)from);
    }
}

void lf_know_shuffled(const lf_game *game, unsigned char *block, uint32_t stack) {
    const uint32_t seats = lf_stack_seats(game, (int)stack), viewers = viewers_in_play(game, block);
    lf_card_list list;
    list_stack(game, block, stack, &list);
    for (uint32_t viewer = 0; viewer < viewers; viewer++)
        if (!sees(viewer, seats)) {
            const lf_view v = view_of(game, block, viewer);
            shuffle_cards(&v, &list);
        }
}

static bool is_in(const uint64_t *set, uint32_t card) {
    return (set[card / 64] >> (card % 64) & 1) != 0;
}

/* The seat is offered cards of this stack, which it cannot see. So it knows that they are in the
 * stack, but not in which places. While the choice is `pending`, or if that cannot be expressed
 * exactly, they exchange places only among themselves: the registers that hold them follow the
 * places (observe.c), and the options must stay the same. */
static void know_in_stack(const lf_view *v, const uint64_t *offered, uint32_t stack, bool pending) {
    lf_card_list list, shown = {.count = 0};
    list_stack(v->game, v->block, stack, &list);
    bool news = false;
    for (uint32_t i = 0; i < list.count; i++)
        if (is_in(offered, list.card[i])) {
            shown.card[shown.count++] = list.card[i];
            news = news || class_of(v, list.card[i]) != 0 || group_of(v, list.card[i]) != 0;
        }
    if (!news)
        return;
    const bool apart = pending || !settle_groups(v, &list, NULL);
    for (uint32_t i = 0; i < shown.count; i++)
        set_class(v, shown.card[i], 0);
    for (uint32_t i = 0; i < shown.count && apart; i++)
        set_group(v, shown.card[i], 0);
    const lf_card_list *mixed = apart ? &shown : &list;
    const lf_likeness like = likeness_of(v, mixed);
    shuffle_list(v, mixed, &like);
}

void lf_know_text(const lf_game *game, unsigned char *block, lf_seat seat,
                  const lf_template *template, const int64_t *registers) {
    const lf_view v = view_of(game, block, lf_viewer_of(game, seat));
    for (uint32_t i = 0; template != NULL && i < template->count; i++) {
        const lf_text_part *part = &template->parts[i];
        const bool names_card = part->literal == NULL && part->sort == LF_SORT_CARD;
        if (names_card && (uint64_t)registers[part->reg] < game->card_count)
            set_known(&v, (uint32_t)registers[part->reg]);
    }
}

void lf_know_asked(const lf_game *game, unsigned char *block, lf_seat seat,
                   const lf_choice_site *site, const int64_t *registers, bool pending) {
    const lf_view v = view_of(game, block, lf_viewer_of(game, seat));
    const uint64_t *offered = (const uint64_t *)(const void *)&registers[site->source];
    for (uint32_t stack = 0; site->domain == LF_DOMAIN_CARDS && stack < game->stack_count; stack++)
        if (!lf_stack_visible(game, (int)stack, seat))
            know_in_stack(&v, offered, stack, pending);
    if (site->prompt >= 0)
        lf_know_text(game, block, seat, &game->templates[site->prompt], registers);
    if (site->done_label >= 0)
        lf_know_text(game, block, seat, &game->templates[site->done_label], registers);
    for (uint32_t i = 0; i < site->label_count; i++)
        lf_know_text(game, block, seat, &game->templates[site->labels[i]], registers);
}

/* ---- a world that was sampled ---- */

/* Classes belong to cards and stay with them; groups belong to places. */
static void redraw_row(const lf_view *v, const uint16_t *now) {
    uint16_t group[LF_MAX_CARDS];
    for (uint32_t card = 0; card < v->game->card_count; card++)
        group[card] = (uint16_t)group_of(v, card);
    for (uint32_t card = 0; card < v->game->card_count; card++)
        set_group(v, now[card], group[card]);
}

/* It is unknown what another viewer knows beyond the public. It gets the public row and what it
 * sees. */
static void copy_public_row(const lf_view *v, uint32_t viewer) {
    const lf_game *game = v->game;
    for (uint32_t i = 0; i < lf_knowledge_row_size(game); i++)
        lf_knowledge_write(game, v->block, viewer, i, lf_knowledge_read(game, v->block, PUBLIC, i));
    for (uint32_t card = 0; card < game->card_count; card++) {
        const int stack = lf_card_where(game, v->block, card);
        if (stack >= 0 && sees(viewer, lf_stack_seats(game, stack)))
            set_known(v, card);
    }
}

/* Every viewer knows what the public knows, so the world that was drawn agrees with it, too. */
void lf_know_redrawn(const lf_game *game, unsigned char *block, uint32_t viewer,
                     const uint16_t *now) {
    const uint32_t viewers = viewers_in_play(game, block);
    const lf_view public = view_of(game, block, PUBLIC), own = view_of(game, block, viewer);
    redraw_row(&public, now);
    if (viewer != PUBLIC)
        redraw_row(&own, now);
    for (uint32_t i = PUBLIC + 1; i < viewers; i++) {
        const lf_view other = view_of(game, block, i);
        if (i != viewer)
            copy_public_row(&other, i);
    }
}

/* ---- beginnings ---- */

static void forget_all(const lf_view *v) {
    for (uint32_t i = 0; i < lf_knowledge_row_size(v->game); i++)
        lf_card_field_write(v->game, v->block, v->row, i, 0);
}

void lf_know_set_up(const lf_game *game, unsigned char *block) {
    for (uint32_t viewer = 0; viewer < game->layout.viewers; viewer++) {
        const lf_view v = view_of(game, block, viewer);
        forget_all(&v);
        for (uint32_t stack = 0; stack < game->stack_count; stack++) {
            lf_card_list list;
            if (sees(viewer, lf_stack_seats(game, (int)stack)))
                continue;
            list_stack(game, block, stack, &list);
            shuffle_cards(&v, &list);
        }
    }
}

void lf_know_nothing(const lf_game *game, unsigned char *block) {
    bool hides_from_all = false;
    for (uint32_t stack = 0; stack < game->stack_count; stack++)
        hides_from_all = hides_from_all || game->stacks[stack].visibility == LF_VISIBLE_NONE;
    for (uint32_t viewer = 0; viewer < game->layout.viewers; viewer++) {
        const lf_view v = view_of(game, block, viewer);
        forget_all(&v);
        for (uint32_t card = 0; card < game->card_count; card++) {
            const int stack = lf_card_where(game, block, card);
            const bool hidden =
                stack < 0 ? hides_from_all : !sees(viewer, lf_stack_seats(game, stack));
            set_class(&v, card, hidden);
        }
    }
}
