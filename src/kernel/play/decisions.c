/* decisions.c: the public functions that play: who decides, what is legal, lf_apply, the
 * outcome. */
#include "kernel/vm/vm.h"

const lf_choice_site *lf_pending_site(const lf_state *state) {
    const lf_head *head = lf_head_const(state->block);
    return head->status == LF_RUN_DECISION && head->site >= 0 ? &state->game->sites[head->site]
                                                              : NULL;
}

static const int64_t *pending_registers(const lf_state *state) {
    return lf_frames(state->game, state->block) + lf_head_const(state->block)->base;
}

lf_seat lf_decider(const lf_state *state) {
    const lf_choice_site *site = lf_pending_site(state);
    if (site == NULL)
        return lf_chance_decides(state) ? LF_CHANCE : LF_NOBODY;
    const int64_t seat = pending_registers(state)[site->by];
    return seat >= 0 && (uint64_t)seat < state->game->seat_count ? (lf_seat)seat : LF_NOBODY;
}

int lf_legal_count(const lf_state *state) {
    const lf_choice_site *site = lf_pending_site(state);
    if (lf_chance_decides(state))
        return (int)lf_outcome_count(state->game, state->block);
    if (site == NULL)
        return 0;
    return (int)lf_domain_count(state->game, site, pending_registers(state),
                                lf_head_const(state->block)->way_out);
}

static lf_option_kind kind_of(const lf_game *game, const lf_choice_site *site, int64_t value) {
    static const lf_option_kind kinds[LF_DOMAINS] = {
#define LF_DOMAIN_SORT(domain, option, sort) [LF_DOMAIN_##domain] = LF_OPTION_##option,
#include "base/sorts.def"
    };
    if (site->domain == LF_DOMAIN_MENU && lf_domain_has(game, site, value))
        return (lf_option_kind)site->kinds[value];
    if (site->domain == LF_DOMAIN_ZONES && value >= (int64_t)game->space_count)
        return LF_OPTION_ZONE;
    assert(site->domain < LF_COUNT(kinds));
    return kinds[site->domain];
}

lf_option lf_option_of(const lf_game *game, const lf_choice_site *site, int64_t value) {
    lf_option option = {.kind = kind_of(game, site, value), .subject = (int)value};
    if (site->domain == LF_DOMAIN_ACTIONS && lf_domain_has(game, site, value))
        option.subject = (int)game->phases[site->enum_id].actions[value];
    if (option.kind == LF_OPTION_NUMBER)
        option.count = (int)value;
    return option;
}

int64_t lf_pending_value(const lf_state *state, const lf_choice_site *site, int option) {
    return lf_domain_value(state->game, site, pending_registers(state), (uint32_t)option);
}

bool lf_is_way_out(const lf_state *state, int option) {
    return lf_head_const(state->block)->way_out && option == lf_legal_count(state) - 1;
}

lf_option lf_option_out(const lf_choice_site *site) {
    assert(site->or_done);
    return (lf_option){.kind = (lf_option_kind)site->out_kind, .subject = LF_NO_SUBJECT};
}

bool lf_option_at(const lf_state *state, int option, lf_option *out) {
    const lf_choice_site *site = lf_pending_site(state);
    const int n = lf_legal_count(state);
    if (option < 0 || option >= n)
        return false;
    if (lf_chance_decides(state)) {
        *out = lf_outcome_option(state, (uint32_t)option);
        return true;
    }
    const bool way_out = lf_head_const(state->block)->way_out && option == n - 1;
    *out = way_out ? lf_option_out(site)
                   : lf_option_of(state->game, site, lf_pending_value(state, site, option));
    return true;
}

int lf_legal(const lf_state *state, lf_option *out, int cap) {
    const int n = lf_legal_count(state);
    for (int i = 0; out != NULL && i < n && i < cap; i++)
        lf_option_at(state, i, &out[i]);
    return n;
}

lf_status lf_apply_value(lf_state *state, int64_t value) {
    assert(lf_pending_site(state) != NULL);
    lf_resume(state, value);
    return lf_head_const(state->block)->status == LF_RUN_ERROR ? LF_RULE_ERROR : LF_OK;
}

static lf_status apply_outcome(lf_state *state, int option) {
    if (state->observer.event != NULL)
        lf_notify_outcome(state, option);
    lf_resume_chance(state, lf_outcome_value(state->game, state->block, (uint32_t)option));
    return lf_head_const(state->block)->status == LF_RUN_ERROR ? LF_RULE_ERROR : LF_OK;
}

/* Can native code carry out a decision of this state by itself? */
static bool runs_natively(const struct lf_native *native, const lf_state *state,
                          const lf_head *head) {
    return native != NULL && native->code == state->game->code && state->observer.event == NULL &&
           state->hits == NULL && state->probe_hits == NULL && head->status == LF_RUN_DECISION &&
           head->site >= 0;
}

lf_status lf_apply(lf_state *state, int option) {
    const lf_head *head = lf_head_const(state->block);
    const struct lf_native *native = lf_native_of(state->game);
    if (runs_natively(native, state, head))
        return native->apply(state, option);
    if (head->status == LF_RUN_OVER)
        return LF_GAME_OVER;
    if (head->status == LF_RUN_ERROR)
        return LF_RULE_ERROR;
    const lf_choice_site *site = lf_pending_site(state);
    const int n = lf_legal_count(state);
    if (option < 0 || option >= n)
        return LF_BAD_ARGUMENT;
    state->log_lines = 0;
    if (head->status == LF_RUN_CHANCE)
        return apply_outcome(state, option);
    assert(site != NULL);
    const bool out = head->way_out && option == n - 1;
    const int64_t value = out ? -1 : lf_pending_value(state, site, option);
    if (state->observer.event != NULL)
        lf_notify_choice(state, site, value,
                         (lf_event){.kind = LF_EVENT_DECISION, .subject = option});
    return lf_apply_value(state, value);
}

int64_t lf_playout(lf_state *state, uint64_t *const rng[], int64_t most) {
    const struct lf_native *native = lf_native_of(state->game);
    if (runs_natively(native, state, lf_head_const(state->block)))
        return native->playout(state, rng, most);
    int64_t made = 0;
    for (lf_seat seat; made < most && (seat = lf_decider(state)) >= 0; made++) {
        const int n = lf_legal_count(state);
        const uint32_t option = n > 1 ? lf_rng_below(rng[seat], (uint32_t)n) : 0;
        if (lf_apply(state, (int)option) != LF_OK)
            break;
    }
    return made;
}

const lf_template *lf_pending_prompt(const lf_state *state, const int64_t **registers,
                                     int64_t room[LF_MAX_REGISTERS]) {
    const lf_game *game = state->game;
    const lf_choice_site *site = lf_pending_site(state);
    if (site == NULL)
        return NULL;
    *registers = pending_registers(state);
    if (site->domain != LF_DOMAIN_ACTIONS)
        return site->prompt >= 0 ? &game->templates[site->prompt] : NULL;
    const lf_phase_info *phase = &game->phases[site->enum_id];
    *registers = room;
    if (phase->prompt_count == 0 ||
        !lf_call_pure(state, game, phase->prompt_routine, NULL, 0, room,
                      game->routines[phase->prompt_routine].registers, NULL))
        return NULL;
    const int64_t which = room[0];
    return which >= 0 && which < (int64_t)phase->prompt_count
               ? &game->templates[phase->prompts[which]]
               : NULL;
}

char *lf_prompt(const lf_state *state) {
    const lf_choice_site *site = lf_pending_site(state);
    const int64_t *registers;
    int64_t room[LF_MAX_REGISTERS];
    const lf_template *prompt = lf_pending_prompt(state, &registers, room);
    lf_text text = {0};
    lf_text_addz(&text, ""); /* an empty prompt is still a text */
    if (lf_chance_decides(state))
        lf_format_chance(state, &text);
    else if (prompt != NULL)
        lf_format_template(state->game, prompt, registers, &text);
    else
        lf_text_addz(&text, site != NULL
                                ? site->domain == LF_DOMAIN_ACTIONS ? "Choose an action" : "Choose"
                                : "");
    return lf_text_take(&text);
}

int lf_prompt_card(const lf_state *state) {
    const int64_t *registers;
    int64_t room[LF_MAX_REGISTERS];
    const lf_template *prompt = lf_pending_prompt(state, &registers, room);
    for (uint32_t i = 0; prompt != NULL && i < prompt->count; i++) {
        const lf_text_part *part = &prompt->parts[i];
        if (part->literal == NULL && part->sort == LF_SORT_CARD) {
            const int64_t card = registers[part->reg];
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
    if (seat < 0 || (uint32_t)seat >= lf_seats_of(game, state->block))
        return 0;
    if (game->margin_routines != NULL && game->margin_routines[seat] >= 0) {
        int64_t result = 0;
        return lf_call_pure(state, game, (uint32_t)game->margin_routines[seat], NULL, 0, &result, 1,
                            NULL)
                   ? result
                   : 0;
    }
    const lf_head *head = lf_head_const(state->block);
    if (head->status != LF_RUN_OVER || head->winner < 0)
        return 0;
    return head->winner == seat ? 1 : -1;
}

/* Ranks the seats: the declared winner first, if there is one, then by margin. The tie order of the
 * game decides between equal margins. Seats that do not play come last. */
static void rank(const lf_game *game, uint32_t playing, lf_outcome *outcome) {
    for (uint32_t i = 0; i < game->seat_count; i++)
        outcome->ranking[i] = game->tie_break[i];
    for (uint32_t i = 1; i < game->seat_count; i++) {
        const lf_seat seat = outcome->ranking[i];
        uint32_t j = i;
        for (; j > 0; j--) {
            const lf_seat before = outcome->ranking[j - 1];
            const bool first = seat == outcome->winner && before != outcome->winner;
            const bool better =
                outcome->margin[seat] > outcome->margin[before] && before != outcome->winner;
            const bool plays = (uint32_t)seat < playing, played = (uint32_t)before < playing;
            if (plays == played ? !first && !better : played)
                break;
            outcome->ranking[j] = before;
        }
        outcome->ranking[j] = seat;
    }
}

/* The winners by margins, one bit each: the best seat, if no other has the same margin or the tie
 * order decides; otherwise all of the best, or none (lf_ties). */
static uint32_t best_of(const lf_game *game, uint32_t playing, const lf_outcome *outcome) {
    const lf_seat first = outcome->ranking[0];
    uint32_t best = 0;
    assert(game->ties <= LF_TIES_ORDERED);
    for (uint32_t seat = 0; seat < playing; seat++)
        if (outcome->margin[seat] == outcome->margin[first])
            best |= UINT32_C(1) << seat;
    if (game->ties == LF_TIES_ORDERED)
        return UINT32_C(1) << first;
    return game->ties == LF_TIES_DRAW && (best & (best - 1)) != 0 ? 0 : best;
}

void lf_win_shares(const lf_game *game, const lf_outcome *outcome, int seats, double *out) {
    const int winners = __builtin_popcount(outcome->winners);
    const bool together = seats == 1 || (game->cooperative && winners != 1);
    for (int seat = 0; seat < seats; seat++) {
        const bool won = (outcome->winners >> seat & 1) != 0;
        if (together)
            out[seat] = outcome->margin[seat] > 0 && (winners > 0 || game->ties != LF_TIES_SHARED)
                            ? 1.0
                            : 0.0;
        else
            out[seat] = winners == 0 ? 1.0 / seats : won ? 1.0 / winners : 0.0;
    }
}

bool lf_terminal(const lf_state *state, lf_outcome *outcome) {
    const lf_head *head = lf_head_const(state->block);
    if (head->status != LF_RUN_OVER)
        return false;
    if (outcome == NULL)
        return true;
    const lf_game *game = state->game;
    *outcome = (lf_outcome){.winner = head->winner,
                            .checkpoint = game->checkpoints[head->checkpoint].name};
    for (uint32_t seat = 0; seat < game->seat_count; seat++)
        outcome->margin[seat] = lf_margin(state, (lf_seat)seat);
    const uint32_t playing = lf_seats_of(game, state->block);
    rank(game, playing, outcome);
    assert(outcome->winner < 0 || outcome->ranking[0] == outcome->winner);
    if (head->ranked)
        outcome->winners = best_of(game, playing, outcome);
    else if (head->winner >= 0)
        outcome->winners = UINT32_C(1) << head->winner;
    const bool alone = outcome->winners != 0 && (outcome->winners & (outcome->winners - 1)) == 0;
    outcome->winner = alone ? (lf_seat)__builtin_ctz(outcome->winners) : LF_NOBODY;
    return true;
}
