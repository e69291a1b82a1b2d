/* vm.c: runs the program of a game on a state. It compiles the loop (vm_loop.inc, bodies.inc) and
 * has the functions by which the rest of the kernel starts runs and calls routines. */
#include "vm.h"

#include "bodies.h"
#include "chains.h"

/* ---- the loop: once plain, once counting how often each instruction runs ---- */

#if defined(__GNUC__) && !defined(LF_SWITCH_DISPATCH)
#define LF_THREADED 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* computed goto: labels as values */
#else
#define LF_THREADED 0
#endif
#define LF_LOOP_NAME run_plain
#define LF_COUNT_HIT() ((void)0)
#include "vm_loop.inc"
#undef LF_LOOP_NAME
#undef LF_COUNT_HIT
#define LF_LOOP_NAME run_counting
#define LF_COUNT_HIT()                                                                             \
    (vm->hits[in - code]++, lf_vm_mark(vm, (int)(in - code)),                                      \
     lf_vm_count_clamp(vm, (uint32_t)(in - code), r))
#include "vm_loop.inc"
#undef LF_LOOP_NAME
#undef LF_COUNT_HIT
#if LF_THREADED
#pragma GCC diagnostic pop
#endif

/* Runs native code; where no native function begins, the loop takes over. */
static lf_stop run_native(const struct lf_native *native, lf_vm *vm) {
    const lf_stop stop = native->run(vm);
    return stop == LF_STOP_ELSEWHERE ? run_plain(vm) : stop;
}

/* A run with an observer uses bytecode: events name their action and card, which come from the
 * stack of calls, and native code does not maintain that stack for every routine. */
static lf_stop run_by_any_code(lf_vm *vm) {
    if (vm->hits != NULL)
        return run_counting(vm);
    const struct lf_native *native = lf_native_of(vm->game);
    const bool fits =
        native != NULL && native->code == vm->game->code && vm->observer == NULL && !vm->by_loop;
    return fits ? run_native(native, vm) : run_plain(vm);
}

/* Takes back every SUPPOSE without its RESTORE: a fault may stop a run between them. */
static void end_supposing(lf_vm *vm) {
    while (vm->supposing > 0)
        lf_vm_restore(vm);
}

/* The loop relies on what the verifier and lf_block_check have checked: the run begins at an
 * instruction, in a window that fits into the frames. */
lf_stop lf_vm_run(lf_vm *vm) {
    const lf_head *head = lf_head_of(vm->block);
    assert(head->pc < vm->game->code_count && head->routine < vm->game->routine_count);
    assert(head->base + vm->game->routines[head->routine].frame_size <=
           vm->game->layout.frame_size);
    const lf_stop stop = run_by_any_code(vm);
    end_supposing(vm);
    assert(stop != LF_STOP_NONE && stop < LF_STOP_LEFT);
    assert((stop != LF_STOP_SUCCESS && stop != LF_STOP_FAIL) || vm->probe_depth > 0);
    return stop;
}

/* ---- the end of a run ---- */

/* Leaves the state waiting for chance. Only choice sites know which registers of the running
 * routine are dead, so its whole window stays; everything above it is cleared. */
static void wait_for_chance(const lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    head->untouched = lf_vm_is_untouched(vm);
    head->status = LF_RUN_CHANCE;
    head->asked_stack = vm->asked_stack;
    head->site = -1; /* the pending choice is offered again when chance has decided */
    head->way_out = 0;
    lf_zero_registers(lf_frames(vm->game, vm->block),
                      head->base + vm->game->routines[head->routine].frame_size, vm->high);
}

/* Ends play, by the rules or by an error: the calls and registers are not needed any more. */
static void end_play(lf_vm *vm, lf_run_status status) {
    lf_head *head = lf_head_of(vm->block);
    lf_vm_unwind(vm);
    head->site = -1;
    head->way_out = head->untouched = 0;
    head->status = (uint8_t)status;
    lf_zero_registers(lf_frames(vm->game, vm->block), 0, vm->high);
}

/* The registers of the routine in which the fault occurred. */
static const int64_t *registers_of_fault(const lf_vm *vm) {
    return lf_frames(vm->game, vm->block) + lf_head_of(vm->block)->base + vm->fault_shift;
}

static bool margins_are_open(lf_state *, lf_vm *);

/* Why play has really stopped: a game whose margins depend on open cards is not over yet; chance
 * has to decide them first. */
static lf_stop stop_reason(lf_state *state, lf_vm *vm, lf_stop stop) {
    lf_head *head = lf_head_of(state->block);
    if (stop != LF_STOP_OVER || !head->explicit_chance || !margins_are_open(state, vm))
        return stop;
    head->checkpoint = head->winner = -1;
    head->ranked = 0;
    return LF_STOP_CHANCE;
}

void lf_vm_finish(lf_state *state, lf_vm *vm, lf_stop stopped) {
    lf_head *head = lf_head_of(state->block);
    assert(vm->block == state->block && vm->probe_depth == 0);
    end_supposing(vm); /* native code calls this function directly */
    head->barrier += vm->learned;
    const lf_stop stop = stop_reason(state, vm, stopped);
    switch (stop) {
    case LF_STOP_DECISION:
        lf_vm_settle(vm);
        break;
    case LF_STOP_CHANCE:
        wait_for_chance(vm);
        break;
    case LF_STOP_OVER:
        end_play(vm, LF_RUN_OVER);
        state->log_lines = 0; /* the end is reported even after too many events */
        if (vm->observer != NULL)
            lf_notify(vm->observer, (lf_event){.kind = LF_EVENT_END,
                                               .seat = head->winner,
                                               .subject = head->checkpoint});
        break;
    default:
        /* play was not called from outside and is not a look-ahead, so no other stop is left */
        assert(stop == LF_STOP_FAULT && vm->fault != LF_FAULT_NONE);
        lf_format_fault(state->game, head->pc, vm->fault, registers_of_fault(vm), &state->error);
        end_play(vm, LF_RUN_ERROR);
        head->error = (uint8_t)vm->fault;
        break;
    }
    lf_vm_mark(vm, -1);
}

/* ---- starting and resuming runs ---- */

static void run_and_finish(lf_state *state, lf_vm *vm) {
    vm->observer = state->observer.event != NULL ? state : NULL;
    const lf_stop stop = lf_vm_run(vm);
    lf_vm_finish(state, vm, stop);
}

/* `decided`: the bit of the seat whose decision led here, or 0. */
static void run_for(lf_state *state, uint32_t decided) {
    lf_vm vm = lf_vm_for(state, state->game);
    state->log_lines = 0;
    vm.decided = decided;
    run_and_finish(state, &vm);
}

void lf_run(lf_state *state) {
    run_for(state, 0);
}

bool lf_run_first(lf_state *state, uint32_t routine) {
    lf_vm vm = lf_vm_for(state, state->game);
    lf_head *head = lf_head_of(state->block);
    if (!lf_vm_enter(&vm, routine, state->game->routines[head->routine].frame_size, head->pc))
        return false;
    head->pc = state->game->routines[routine].entry;
    return true;
}

void lf_resume(lf_state *state, int64_t chosen) {
    lf_head *head = lf_head_of(state->block);
    assert(head->status == LF_RUN_DECISION && head->site >= 0);
    const lf_choice_site *site = &state->game->sites[head->site];
    assert(site->pc == head->pc);
    const lf_seat decider = lf_decider(state);
    lf_frames(state->game, state->block)[head->base + site->bind] = chosen;
    head->site = -1;
    head->way_out = 0;
    head->pc++;
    run_for(state, decider < 0 ? 0 : UINT32_C(1) << decider);
}

bool lf_try_value(lf_state *copy, int64_t chosen, lf_fault *fault) {
    lf_head *head = lf_head_of(copy->block);
    assert(head->status == LF_RUN_DECISION && head->site >= 0 && copy->observer.event == NULL);
    lf_vm vm = lf_vm_for(copy, copy->game);
    vm.by_loop = true;
    lf_frames(copy->game, copy->block)[head->base + copy->game->sites[head->site].bind] = chosen;
    head->site = -1;
    head->way_out = 0;
    head->pc++;
    const lf_stop stop = lf_vm_run(&vm);
    *fault = stop == LF_STOP_FAULT ? vm.fault : LF_FAULT_NONE;
    return stop != LF_STOP_FAULT;
}

/* Stores the number of the die and continues behind the ROLL. */
static void take_roll(lf_state *state, const lf_instr *roll, int64_t number) {
    lf_head *head = lf_head_of(state->block);
    int64_t *r = lf_frames(state->game, state->block) + head->base;
    const lf_vm reporter = {.game = state->game,
                            .block = state->block,
                            .observer = state->observer.event != NULL ? state : NULL};
    assert(roll->op == LF_OP_ROLL);
    head->barrier++;
    lf_vm_notify_roll(&reporter, (uint32_t)r[roll->b], number);
    r[roll->a] = number;
    head->pc++;
}

/* Puts the card into the place that chance was asked about. Then the waiting instruction runs
 * (again), except a SHUFFLE, which is complete when the whole order is decided. False: it is not
 * complete yet. */
static bool take_card(lf_state *state, const lf_instr *in, uint32_t card) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    const uint32_t stack = head->asked_stack - 1u;
    lf_card_settle(game, state->block, stack, (uint32_t)lf_chance_place(game, state->block), card);
    if (in->op != LF_OP_SHUFFLE)
        return true;
    if (lf_open_count(game, state->block, stack) > 0)
        return false;
    head->pc++;
    return true;
}

/* Chance decides only what the phase has asked for, so the position stays `untouched` if it was. */
void lf_resume_chance(lf_state *state, int64_t outcome) {
    lf_head *head = lf_head_of(state->block);
    const lf_instr *in = &state->game->code[head->pc];
    assert(head->status == LF_RUN_CHANCE && head->explicit_chance);
    if (head->asked_stack == 0)
        take_roll(state, in, outcome);
    else if (!take_card(state, in, (uint32_t)outcome))
        return;
    head->status = LF_RUN_DECISION;
    head->asked_stack = 0;
    lf_vm vm = lf_vm_for(state, state->game);
    vm.committed = head->untouched != 0;
    vm.committed_running = head->running;
    vm.committed_active = head->active;
    run_and_finish(state, &vm);
}

/* ---- calls from outside ---- */

/* Fills `error` if a routine that was called from outside did not return. */
static void explain_stop(const lf_vm *vm, lf_stop stop, lf_error *error) {
    const lf_head *head = lf_head_of(vm->block);
    const lf_fault fault = stop == LF_STOP_FAULT ? vm->fault : LF_FAULT_CHOICE;
    if (stop != LF_STOP_RETURN && error != NULL)
        lf_format_fault(vm->game, head->pc, fault, registers_of_fault(vm), error);
}

/* Calls a routine in a window behind the registers of what is suspended. Afterwards only its
 * effects on the game remain: the calls, the registers and the place in the program are as
 * before. */
static lf_stop call_above(lf_vm *vm, uint32_t routine, const int64_t *args, uint32_t arg_count,
                          int64_t *results, uint32_t result_count, lf_error *error) {
    const lf_game *game = vm->game;
    lf_head *head = lf_head_of(vm->block);
    const lf_head saved = *head;
    assert(routine > 0 && routine < game->routine_count);
    assert(arg_count <= game->routines[routine].frame_size &&
           result_count <= game->routines[routine].registers);
    /* open a window; nothing is suspended before the first run */
    const bool idle = head->depth == 0 && head->site < 0 && head->status != LF_RUN_CHANCE;
    if (!lf_vm_enter(vm, routine, idle ? 0 : game->routines[head->routine].frame_size, 0)) {
        vm->fault = LF_FAULT_STATE;
        explain_stop(vm, LF_STOP_FAULT, error);
        return LF_STOP_FAULT;
    }
    vm->floor = head->depth;
    int64_t *frames = lf_frames(game, vm->block), *r = frames + head->base;
    for (uint32_t i = 0; i < arg_count; i++)
        r[i] = args[i];
    head->pc = game->routines[routine].entry;
    /* run the routine and take its results */
    const lf_stop stop = lf_vm_run(vm);
    explain_stop(vm, stop, error);
    for (uint32_t i = 0; i < result_count && stop == LF_STOP_RETURN; i++)
        results[i] = r[i];
    /* remove every trace of the call */
    lf_zero_registers(frames, (uint32_t)(r - frames), vm->high);
    for (uint32_t d = saved.depth; d < game->layout.call_depth; d++)
        lf_calls(game, vm->block)[d] = (lf_call){0};
    const lf_head end = *head;
    *head = saved;
    /* effects may have changed these fields; a pure routine has not */
    head->running = end.running;
    head->generator = end.generator;
    head->active = end.active;
    head->barrier = end.barrier;
    head->roll_count = end.roll_count;
    memcpy(head->rolls, end.rolls, sizeof head->rolls);
    return stop;
}

static lf_vm vm_for_call(const lf_state *state, const lf_game *game) {
    lf_vm vm = lf_vm_for(state, game);
    vm.hits = state->call_hits;
    vm.probe_hits = NULL;
    vm.at = NULL;
    vm.clamps = NULL;
    return vm;
}

bool lf_call_within(const lf_state *state, const lf_game *game, uint32_t routine, int64_t budget,
                    const int64_t *args, uint32_t arg_count, int64_t *results,
                    uint32_t result_count, lf_error *error) {
    lf_vm vm = vm_for_call(state, game);
    vm.budget = budget;
    return call_above(&vm, routine, args, arg_count, results, result_count, error) ==
           LF_STOP_RETURN;
}

bool lf_call_pure(const lf_state *state, const lf_game *game, uint32_t routine, const int64_t *args,
                  uint32_t arg_count, int64_t *results, uint32_t result_count, lf_error *error) {
    return lf_call_within(state, game, routine, LF_MAX_WORK, args, arg_count, results, result_count,
                          error);
}

bool lf_call_effects(lf_state *state, const lf_game *game, uint32_t routine, bool observed) {
    lf_vm vm = vm_for_call(state, game);
    vm.observer = observed && state->observer.event != NULL ? state : NULL;
    vm.draws = true;
    const lf_stop stop = call_above(&vm, routine, NULL, 0, NULL, 0, &state->error);
    lf_head_of(state->block)->barrier += vm.learned;
    return stop == LF_STOP_RETURN;
}

/* Computes the margins as the end of the game does. If one of them reads a card whose place is
 * open, the answer is true and vm->asked_stack is its stack. */
static bool margins_are_open(lf_state *state, lf_vm *vm) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    bool open = false;
    head->status = LF_RUN_CHANCE; /* keeps the calls from using the registers of the program */
    for (uint32_t seat = 0;
         game->margin_routines != NULL && seat < lf_seats_of(game, state->block) && !open; seat++) {
        lf_vm call = vm_for_call(state, game);
        int64_t margin = 0;
        if (game->margin_routines[seat] < 0)
            continue;
        const lf_stop stop =
            call_above(&call, (uint32_t)game->margin_routines[seat], NULL, 0, &margin, 1, NULL);
        open = stop == LF_STOP_FAULT && call.fault == LF_FAULT_OPEN;
        vm->asked_stack = call.asked_stack;
    }
    head->status = LF_RUN_DECISION;
    return open;
}
