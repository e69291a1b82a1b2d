/* decisions.c: the part of the public interface that plays: who decides, what is legal, apply, the outcome. */
#include <stdio.h>

#include "kernel/state/state.h"

static const lf_choice_site *pending(const lf_state *state) {
    const lf_head *head = lf_head_const(state->block);
    return head->status == LF_RUN_DECISION && head->site >= 0 ? &state->game->sites[head->site] : NULL;
}

static const int64_t *registers_of(const lf_state *state) {
    return lf_frames(state->game, state->block) + lf_head_const(state->block)->base;
}

lf_seat lf_decider(const lf_state *state) {
    const lf_choice_site *site = pending(state);
    if (site == NULL)
        return LF_NOBODY;
    const int64_t seat = registers_of(state)[site->by];
    return seat >= 0 && (uint64_t)seat < state->game->seat_count ? (lf_seat)seat : LF_NOBODY;
}

int lf_legal_count(const lf_state *state) {
    const lf_choice_site *site = pending(state);
    if (site == NULL)
        return 0;
    return (int)lf_domain_count(state->game, site, registers_of(state), lf_head_const(state->block)->way_out);
}

static lf_option_kind kind_of(const lf_game *game, const lf_choice_site *site, int64_t value) {
    static const lf_option_kind kinds[] = {
        [LF_DOMAIN_ACTIONS] = LF_OPTION_ACTION, [LF_DOMAIN_ZONES] = LF_OPTION_SPACE,
        [LF_DOMAIN_SEATS] = LF_OPTION_SEAT,     [LF_DOMAIN_CARDS] = LF_OPTION_CARD,
        [LF_DOMAIN_KINDS] = LF_OPTION_KIND,     [LF_DOMAIN_DIRECTIONS] = LF_OPTION_DIRECTION,
        [LF_DOMAIN_RANGE] = LF_OPTION_NUMBER,   [LF_DOMAIN_ENUM] = LF_OPTION_VALUE,
        [LF_DOMAIN_MENU] = LF_OPTION_MENU,      [LF_DOMAIN_INTS] = LF_OPTION_NUMBER,
    };
    if (site->domain == LF_DOMAIN_ZONES && value >= (int64_t)game->space_count)
        return LF_OPTION_ZONE;
    return kinds[site->domain];
}

static const char *id_of(const lf_game *game, const lf_choice_site *site, int64_t value) {
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
    default:
        return NULL;
    }
}

/* Cut to size, but never inside a character. */
static void copy_text(char *out, size_t size, const char *text) {
    size_t good = 0;
    snprintf(out, size, "%s", text == NULL ? "" : text);
    if (!lf_utf8_valid(out, strlen(out), &good))
        out[good] = 0;
}

static void describe_way_out(const lf_state *state, const lf_choice_site *site, lf_option *out) {
    lf_text label = {0};
    *out = (lf_option){.kind = LF_OPTION_DONE, .subject = -1};
    lf_say_choice(state->game, state->block, site, -1, &label);
    copy_text(out->label, sizeof out->label, label.data);
    copy_text(out->name, sizeof out->name, "done");
    lf_text_free(&label);
}

static void describe(const lf_state *state, const lf_choice_site *site, int64_t value, lf_option *out) {
    const lf_game *game = state->game;
    lf_text label = {0};
    *out = (lf_option){.kind = kind_of(game, site, value), .subject = (int)value};
    if (!lf_domain_has(game, site, value))
        return;
    if (site->domain == LF_DOMAIN_ACTIONS)
        out->subject = (int)game->phases[site->enum_id].actions[value];
    if (site->domain == LF_DOMAIN_RANGE || site->domain == LF_DOMAIN_INTS)
        out->count = (int)value;
    lf_say_choice(game, state->block, site, value, &label);
    copy_text(out->label, sizeof out->label, label.data);
    lf_text_free(&label);
    const char *id = id_of(game, site, value);
    if (id != NULL)
        copy_text(out->name, sizeof out->name, id);
    else if (site->domain == LF_DOMAIN_MENU)
        copy_text(out->name, sizeof out->name, out->label);
    else
        snprintf(out->name, sizeof out->name, "%lld", (long long)value);
}

/* ---- equal labels ---- */

/* Options by their label: a chain for each bucket. */
typedef struct {
    int16_t first[512], next[LF_OPTIONS_MAX]; /* -1: the end */
} label_chains;

static int16_t *chain_of(label_chains *chains, const char *label) {
    uint32_t hash = 0x811c9dc5u;
    for (; *label != 0; label++)
        hash = (hash ^ (unsigned char)*label) * 0x01000193u;
    return &chains->first[hash % (sizeof chains->first / sizeof *chains->first)];
}

static void chain(label_chains *chains, const lf_option *options, int i) {
    int16_t *first = chain_of(chains, options[i].label);
    chains->next[i] = *first;
    *first = (int16_t)i;
}

/* Takes all that are labelled like option `like` out of their chain; returns the first of a chain of them. */
static int16_t unchain(label_chains *chains, const lf_option *options, int like) {
    int16_t taken = -1;
    for (int16_t *at = chain_of(chains, options[like].label); *at >= 0;) {
        const int16_t i = *at;
        int16_t *next = &chains->next[i];
        if (strcmp(options[i].label, options[like].label) != 0) {
            at = next;
            continue;
        }
        *at = *next;
        *next = taken;
        taken = i;
    }
    return taken;
}

/* Two spaces may bear the same label; then the id tells them apart, and where that is the same too, the number. */
static void tell_apart(const lf_option *from, lf_option *option, int number) {
    char label[sizeof option->label];
    copy_text(label, sizeof label, option->label);
    if (strcmp(from->name, option->name) != 0)
        snprintf(option->label, sizeof option->label, "%.80s (%.60s)", label, option->name);
    else
        snprintf(option->label, sizeof option->label, "%.120s (%d)", label, number);
}

/* The first of those labelled alike keeps its label. What the others get may be taken as well: then, too, the later
 * one gives way. */
static void make_labels_unique(lf_option *options, int n) {
    label_chains chains;
    memset(chains.first, 0xff, sizeof chains.first);
    for (int i = 0; i < n; i++)
        chain(&chains, options, i);
    for (int i = 0; i < n; i++)
        for (int j = unchain(&chains, options, i), next; j >= 0; j = next) {
            next = chains.next[j];
            if (j == i)
                continue;
            tell_apart(&options[i], &options[j], j + 1);
            chain(&chains, options, j);
        }
}

int lf_legal(const lf_state *state, lf_option *out, int cap) {
    const lf_choice_site *site = pending(state);
    const int n = lf_legal_count(state);
    if (site == NULL || out == NULL)
        return n;
    const bool way_out = lf_head_const(state->block)->way_out;
    const int shown = n < cap ? n : cap;
    for (int i = 0; i < shown; i++) {
        if (way_out && i == n - 1)
            describe_way_out(state, site, &out[i]);
        else
            describe(state, site, lf_domain_value(state->game, site, registers_of(state), (uint32_t)i),
                     &out[i]);
    }
    make_labels_unique(out, shown);
    return n;
}

static void tell_decision(lf_state *state, const lf_choice_site *site, int option, int64_t value) {
    lf_text line = {0};
    lf_say_choice(state->game, state->block, site, value, &line);
    lf_tell(state, (lf_event){.kind = LF_EVENT_DECISION,
                              .seat = lf_decider(state),
                              .subject = option,
                              .text = line.data == NULL ? "" : line.data});
    lf_text_free(&line);
}

lf_status lf_apply(lf_state *state, int option) {
    const lf_head *head = lf_head_const(state->block);
    if (head->status == LF_RUN_OVER)
        return LF_GAME_OVER;
    if (head->status == LF_RUN_ERROR)
        return LF_RULE_ERROR;
    const lf_choice_site *site = pending(state);
    const int n = lf_legal_count(state);
    if (site == NULL || option < 0 || option >= n)
        return LF_BAD_ARGUMENT;
    const bool out = head->way_out && option == n - 1;
    const int64_t value =
        out ? -1 : lf_domain_value(state->game, site, registers_of(state), (uint32_t)option);
    if (state->observer.event != NULL)
        tell_decision(state, site, option, value);
    lf_resume(state, value);
    return lf_head_const(state->block)->status == LF_RUN_ERROR ? LF_RULE_ERROR : LF_OK;
}

/* ---- finding an option by what a person types ---- */

static bool same_word(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        const int lx = x >= 'A' && x <= 'Z' ? x + 32 : x, ly = y >= 'A' && y <= 'Z' ? y + 32 : y;
        if (lx != ly)
            return false;
        if (x == 0)
            return true;
    }
    return true;
}

int lf_find_option(const lf_state *state, const char *text) {
    static _Thread_local lf_option options[LF_OPTIONS_MAX];
    const int n = lf_legal(state, options, LF_OPTIONS_MAX);
    const size_t length = strlen(text);
    for (int i = 0; i < n; i++)
        if (strcmp(options[i].name, text) == 0 || strcmp(options[i].label, text) == 0)
            return i;
    int found = -1;
    for (int i = 0; i < n && length > 0; i++)
        if (same_word(options[i].name, text, length) || same_word(options[i].label, text, length)) {
            if (found >= 0)
                return -2;
            found = i;
        }
    return found;
}

char *lf_prompt(const lf_state *state) {
    const lf_choice_site *site = pending(state);
    lf_text text = {0};
    if (site != NULL && site->prompt >= 0)
        lf_say_template(state->game, &state->game->templates[site->prompt], registers_of(state), &text);
    else
        lf_text_addz(&text, site == NULL                        ? ""
                            : site->domain == LF_DOMAIN_ACTIONS ? "Choose an action"
                                                                : "Choose");
    return text.data;
}

int lf_prompt_card(const lf_state *state) {
    const lf_choice_site *site = pending(state);
    const lf_template *prompt =
        site != NULL && site->prompt >= 0 ? &state->game->templates[site->prompt] : NULL;
    for (uint32_t i = 0; prompt != NULL && i < prompt->count; i++) {
        const lf_text_part *part = &prompt->parts[i];
        if (part->literal == NULL && part->say == LF_SAY_CARD) {
            const int64_t card = registers_of(state)[part->reg];
            return card >= 0 && card < (int64_t)state->game->card_count ? (int)card : -1;
        }
    }
    return -1;
}

int lf_site(const lf_state *state) {
    return lf_head_const(state->block)->site;
}
int lf_phase(const lf_state *state) {
    return lf_head_const(state->block)->phase;
}
int lf_turn(const lf_state *state) {
    return (int)lf_head_const(state->block)->turn;
}
uint32_t lf_barrier(const lf_state *state) {
    return lf_head_const(state->block)->barrier;
}
const lf_error *lf_state_error(const lf_state *state) {
    return &state->error;
}

/* ---- the outcome ---- */

int64_t lf_margin(const lf_state *state, lf_seat seat) {
    const lf_game *game = state->game;
    if (seat < 0 || (uint32_t)seat >= game->seat_count)
        return 0;
    if (game->margin_routines != NULL && game->margin_routines[seat] >= 0) {
        int64_t result = 0;
        return lf_call_pure(state, game, (uint32_t)game->margin_routines[seat], NULL, 0, &result, 1) ? result
                                                                                                     : 0;
    }
    const lf_head *head = lf_head_const(state->block);
    if (head->status != LF_RUN_OVER || head->winner < 0)
        return 0;
    return head->winner == seat ? 1 : -1;
}

/* Higher margin first; the game's own order breaks ties. The declared winner, if any, stands first. */
static void rank(const lf_game *game, lf_outcome *outcome) {
    for (uint32_t i = 0; i < game->seat_count; i++)
        outcome->ranking[i] = game->tie_break[i];
    for (uint32_t i = 1; i < game->seat_count; i++) {
        const lf_seat seat = outcome->ranking[i];
        uint32_t j = i;
        for (; j > 0; j--) {
            const lf_seat before = outcome->ranking[j - 1];
            const bool first = seat == outcome->winner && before != outcome->winner;
            const bool better = outcome->margin[seat] > outcome->margin[before] && before != outcome->winner;
            if (!first && !better)
                break;
            outcome->ranking[j] = before;
        }
        outcome->ranking[j] = seat;
    }
}

bool lf_terminal(const lf_state *state, lf_outcome *outcome) {
    const lf_head *head = lf_head_const(state->block);
    if (head->status != LF_RUN_OVER)
        return false;
    if (outcome == NULL)
        return true;
    const lf_game *game = state->game;
    *outcome = (lf_outcome){.winner = head->winner, .checkpoint = game->checkpoints[head->checkpoint]};
    for (uint32_t seat = 0; seat < game->seat_count; seat++)
        outcome->margin[seat] = lf_margin(state, (lf_seat)seat);
    rank(game, outcome);
    if (head->ranked)
        outcome->winner = outcome->ranking[0];
    return true;
}
