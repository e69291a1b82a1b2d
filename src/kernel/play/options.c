/* options.c: the options of a choice as numbers. Their order is fixed: values ascending, the way
 * out last. text.c and decision_text.c make their texts. */
#include "kernel/state/state.h"

uint32_t lf_site_words(const lf_game *game, const lf_choice_site *site) {
    switch ((lf_domain)site->domain) {
    case LF_DOMAIN_ZONES:
        return game->zone_words;
    case LF_DOMAIN_CARDS:
        return game->card_words;
    case LF_DOMAIN_RANGE:
        return LF_RANGE_WORDS;
    default:
        return lf_list_words(site);
    }
}

/* Is the domain stored as the two ends of a range? A checked range is stored as a set of offsets
 * from its lowest value, because look-ahead may remove values. */
static bool is_interval(const lf_choice_site *site) {
    return site->domain == LF_DOMAIN_RANGE && !site->checked;
}

static const int64_t *domain_set(const lf_choice_site *site, const int64_t *registers) {
    return registers + site->source + (site->domain == LF_DOMAIN_RANGE ? 2 : 0);
}

/* The set bit of a word that has `index` set bits below it, alone; 0 if there is none. It takes one
 * instruction on processors on which that is fast. */
static inline uint64_t nth_bit(uint64_t word, uint32_t index) {
#ifdef LF_FAST_PDEP
    return index < 64 ? __builtin_ia32_pdep_di(UINT64_C(1) << index, word) : 0;
#else
    while (word != 0 && index-- > 0)
        word &= word - 1;
    return word & (0 - word);
#endif
}

uint32_t lf_domain_count(const lf_game *game, const lf_choice_site *site, const int64_t *registers,
                         bool with_way_out) {
    LF_FIX_GAME(game);
    const uint32_t way_out = with_way_out ? 1 : 0;
    if (lf_is_word(game, site))
        return lf_popcount((uint64_t)registers[site->source]) + way_out;
    if (is_interval(site)) {
        const int64_t low = registers[site->source], high = registers[site->source + 1];
        if (high < low)
            return way_out;
        const uint64_t width = (uint64_t)high - (uint64_t)low;
        return width >= LF_MAX_OPTIONS ? LF_MAX_OPTIONS + 1 : (uint32_t)width + 1 + way_out;
    }
    const int64_t *set = domain_set(site, registers);
    uint32_t n = way_out;
    for (uint32_t w = 0; w < lf_site_words(game, site); w++)
        n += lf_popcount((uint64_t)set[w]);
    return n;
}

int64_t lf_domain_value(const lf_game *game, const lf_choice_site *site, const int64_t *registers,
                        uint32_t index) {
    LF_FIX_GAME(game);
    if (is_interval(site)) {
        const int64_t low = registers[site->source], high = registers[site->source + 1];
        return high >= low && index <= (uint64_t)high - (uint64_t)low ? low + (int64_t)index : -1;
    }
    if (lf_is_word(game, site)) {
        const uint64_t bit = nth_bit((uint64_t)registers[site->source], index);
        return bit == 0 ? -1 : __builtin_ctzll(bit);
    }
    const int64_t *set = domain_set(site, registers);
    const int64_t offset = site->domain == LF_DOMAIN_RANGE ? registers[site->source] : 0;
    for (uint32_t w = 0; w < lf_site_words(game, site); w++) {
        const uint64_t word = (uint64_t)set[w];
        const uint32_t here = lf_popcount(word);
        if (index >= here) {
            index -= here;
            continue;
        }
        const uint32_t bit = w * 64 + (uint32_t)__builtin_ctzll(nth_bit(word, index));
        if (site->number_count > 0) /* a state from a file may hold any bits */
            return bit < site->number_count ? site->numbers[bit] : -1;
        return (int64_t)((uint64_t)offset + bit);
    }
    return -1;
}

/* ---- lists ---- */

/* The index of a number in the list of the site; number_count if it is not there. */
static uint32_t place_in_list(const lf_choice_site *site, int64_t value) {
    uint32_t low = 0, high = site->number_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (site->numbers[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < site->number_count && site->numbers[low] == value ? low : site->number_count;
}

void lf_domain_drop(const lf_game *game, const lf_choice_site *site, int64_t *registers,
                    int64_t value) {
    assert(site->checked); /* so a range is stored as a set */
    const int64_t offset = site->domain == LF_DOMAIN_RANGE ? registers[site->source] : 0;
    const uint64_t bit =
        site->number_count > 0 ? place_in_list(site, value) : (uint64_t)value - (uint64_t)offset;
    int64_t *set = registers + site->source + (site->domain == LF_DOMAIN_RANGE ? 2 : 0);
    if (bit < (uint64_t)lf_site_words(game, site) * 64)
        set[bit / 64] &= (int64_t) ~(UINT64_C(1) << (bit % 64));
}

bool lf_domain_has(const lf_game *game, const lf_choice_site *site, int64_t value) {
    if (site->number_count > 0 && place_in_list(site, value) == site->number_count)
        return false;
    const uint32_t limits[] = {
        [LF_DOMAIN_ACTIONS] =
            site->domain == LF_DOMAIN_ACTIONS ? game->phases[site->enum_id].action_count : 0,
        [LF_DOMAIN_ZONES] = game->zone_count,
        [LF_DOMAIN_SEATS] = game->seat_count,
        [LF_DOMAIN_CARDS] = game->card_count,
        [LF_DOMAIN_KINDS] = game->slot_count,
        [LF_DOMAIN_DIRECTIONS] = game->direction_count,
        [LF_DOMAIN_RANGE] = UINT32_MAX,
        [LF_DOMAIN_ENUM] = site->domain == LF_DOMAIN_ENUM ? game->enums[site->enum_id].count : 0,
        [LF_DOMAIN_MENU] = site->label_count,
        [LF_DOMAIN_INTS] = 64,
    };
    if (site->domain == LF_DOMAIN_INTS && site->number_count > 0)
        return true;
    return site->domain == LF_DOMAIN_RANGE ||
           (value >= 0 && (uint64_t)value < limits[site->domain]);
}

const char *lf_domain_id(const lf_game *game, const lf_choice_site *site, int64_t value) {
    assert(lf_domain_has(game, site, value));
    switch ((lf_domain)site->domain) {
    case LF_DOMAIN_ACTIONS:
        return game->actions[game->phases[site->enum_id].actions[value]].name;
    case LF_DOMAIN_ZONES:
        return game->zones[value].name;
    case LF_DOMAIN_SEATS:
        return game->seats[value].name;
    case LF_DOMAIN_CARDS:
        return game->cards[value].name;
    case LF_DOMAIN_KINDS:
        return game->slots[value].name;
    case LF_DOMAIN_DIRECTIONS:
        return game->directions[value].name;
    case LF_DOMAIN_ENUM:
        return game->enums[site->enum_id].values[value].name;
    case LF_DOMAIN_MENU:
        assert(site->ids != NULL); /* a menu has as many ids as labels */
        return site->ids[value];
    case LF_DOMAIN_RANGE:
    case LF_DOMAIN_INTS:
        break;
    }
    return NULL;
}
