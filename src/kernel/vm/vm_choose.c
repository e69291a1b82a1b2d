/* vm_choose.c: a CHOOSE takes the only option or suspends play for a decision. If what follows can
 * fail, look-ahead first removes the options that cannot be completed. */
#include "vm.h"

/* Tries one option on a copy of the block, as a run of its own. */
static lf_stop probe(lf_vm *vm, const lf_choice_site *site, int64_t value) {
    if (vm->probe_depth >= LF_MAX_LOOKAHEAD_DEPTH || vm->scratch == NULL) {
        vm->fault = LF_FAULT_LOOKAHEAD;
        return LF_STOP_FAULT;
    }
    assert(site->checked && site->pc == lf_head_of(vm->block)->pc);
    const size_t size = LF_GAME(vm)->layout.size;
    if ((vm->budget -= LF_PROBE_WORK + (int64_t)(size / LF_COPIED_BYTES_PER_WORK)) < 0) {
        vm->fault = LF_FAULT_STEPS;
        return LF_STOP_FAULT;
    }
    /* a copy of the run and of the block, which continues behind the choice with this value */
    lf_vm copy = *vm;
    copy.block = vm->scratch + vm->probe_depth * size;
    copy.probe_depth++;
    copy.observer = NULL;
    copy.hits = vm->probe_hits;
    lf_block_copy_running(LF_GAME(vm), copy.block, vm->block, vm->high);
    lf_head *head = lf_head_of(copy.block);
    lf_frames(LF_GAME(vm), copy.block)[head->base + site->bind] = value;
    head->site = -1;
    head->pc++;
    const lf_stop stop = lf_vm_run(&copy);
    /* the work and what was learned count for the run itself */
    vm->budget = copy.budget;
    vm->asked_stack = copy.asked_stack;
    vm->learned = copy.learned; /* the options that remain reveal what look-ahead has read */
    lf_vm_mark(vm, (int)lf_head_of(vm->block)->pc);
    if (copy.high > vm->high)
        vm->high = copy.high;
    if (stop == LF_STOP_FAULT) {
        vm->fault = copy.fault;
        lf_head_of(vm->block)->pc = head->pc;
    }
    return stop;
}

/* Turns a range, two registers with its ends, into a set of offsets in the registers behind
 * them. */
static void spread_range(int64_t *r, const lf_choice_site *site) {
    const int64_t low = r[site->source], high = r[site->source + 1];
    const uint64_t count = high < low ? 0 : (uint64_t)high - (uint64_t)low + 1;
    uint64_t *set = (uint64_t *)(void *)&r[site->source + 2];
    assert(count <= (uint64_t)LF_RANGE_WORDS * 64);
    memset(set, 0, LF_RANGE_WORDS * sizeof *set);
    for (uint64_t i = 0; i < count; i++)
        set[i / 64] |= UINT64_C(1) << (i % 64);
}

/* Can nothing fail after this entry of a menu or list of actions? Then it needs no look-ahead. */
static bool is_safe(const lf_choice_site *site, int64_t value) {
    const bool listed = site->domain == LF_DOMAIN_ACTIONS || site->domain == LF_DOMAIN_MENU;
    return listed && value >= 0 && value < 64 && !(site->fallible >> value & 1);
}

/* Removes the options that cannot be completed. In a look-ahead, one option that can is enough. */
static lf_stop filter_options(lf_vm *vm, const lf_choice_site *site, int64_t *r) {
    lf_head *head = lf_head_of(vm->block);
    const lf_game *game = LF_GAME(vm);
    const uint32_t n = lf_domain_count(game, site, r, head->way_out);
    const uint32_t out = head->way_out ? n - 1 : n; /* the way out comes last */
    int64_t drop[LF_MAX_OPTIONS];
    assert(n > 0 && n <= LF_MAX_OPTIONS);
    uint32_t drops = 0;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t value = lf_domain_value(game, site, r, i);
        const lf_stop stop = is_safe(site, value) ? LF_STOP_SUCCESS : probe(vm, site, value);
        if (stop == LF_STOP_FAULT || stop == LF_STOP_CHANCE)
            return stop;
        if (stop != LF_STOP_FAIL && vm->probe_depth > 0)
            return LF_STOP_SUCCESS;
        if (stop == LF_STOP_FAIL && i == out)
            head->way_out = 0;
        else if (stop == LF_STOP_FAIL)
            drop[drops++] = value;
    }
    for (uint32_t i = 0; i < drops; i++)
        lf_domain_drop(game, site, r, drop[i]);
    return LF_STOP_NONE;
}

static void notify_forced(const lf_vm *vm, const lf_choice_site *site, int64_t value) {
    lf_notify_choice(LF_OBSERVER(vm), LF_SITE(vm, site), value,
                     (lf_event){.kind = LF_EVENT_DECISION, .forced = true, .subject = (int)value});
}

static lf_stop fault_at_choice(lf_vm *vm, lf_fault fault) {
    vm->fault = fault;
    return LF_STOP_FAULT;
}

lf_stop lf_vm_choose_among(lf_vm *vm, const lf_choice_site *site, int64_t *r, int64_t *value) {
    lf_head *head = lf_head_of(vm->block);
    const lf_game *game = LF_GAME(vm);
    /* what comes out of registers must make sense */
    head->way_out = site->or_done;
    if ((uint64_t)r[site->by] >= game->seat_count)
        return fault_at_choice(vm, LF_FAULT_VALUE);
    /* -1 is the way out, so no option may have this value */
    if (site->or_done && site->domain == LF_DOMAIN_RANGE && r[site->source] < 0)
        return fault_at_choice(vm, LF_FAULT_VALUE);
    if (site->checked && site->domain == LF_DOMAIN_RANGE) {
        const int64_t low = r[site->source], high = r[site->source + 1];
        if (high > low && (uint64_t)high - (uint64_t)low >= LF_RANGE_WORDS * 64)
            return fault_at_choice(vm, LF_FAULT_OPTIONS);
        spread_range(r, site);
    }
    /* count the options, and look ahead if what follows can fail */
    uint32_t n = lf_domain_count(game, site, r, head->way_out);
    if (n > LF_MAX_OPTIONS)
        return fault_at_choice(vm, LF_FAULT_OPTIONS);
    if (n > 0 && vm->probe_depth > 0 && site->domain == LF_DOMAIN_ACTIONS)
        return LF_STOP_SUCCESS; /* an action has been completed, and the hooks behind it */
    if (site->checked && n > 0) {
        const lf_stop stop = filter_options(vm, site, r);
        if (stop != LF_STOP_NONE)
            return stop;
        n = lf_domain_count(game, site, r, head->way_out);
    }
    /* without options: play continues, or has no way to continue */
    if (n == 0 && site->checked && site->domain == LF_DOMAIN_ACTIONS) {
        *value = -1; /* no action can be carried through: the phase goes on without one */
        return LF_STOP_NONE;
    }
    if (n == 0) {
        vm->fault = LF_FAULT_DEAD_END;
        return vm->probe_depth > 0 ? LF_STOP_FAIL : LF_STOP_FAULT;
    }
    /* take a single option, unless the rules want the seat to be asked */
    if (n == 1) {
        *value = lf_domain_value(game, site, r, 0);
        if (!lf_vm_asks(vm, site, r[site->by], *value)) {
            head->way_out = 0;
            if (LF_OBSERVER(vm) != NULL)
                notify_forced(vm, site, *value);
            return LF_STOP_NONE;
        }
    }
    /* suspend; whoever is asked learns the cards that the choice shows */
    if (vm->probe_depth > 0)
        return LF_STOP_SUCCESS;
    if (site->shows_cards && game->layout.viewers > 1)
        lf_know_asked(vm->game, vm->block, (lf_seat)r[site->by], LF_SITE(vm, site), r, false);
    return LF_STOP_DECISION;
}
