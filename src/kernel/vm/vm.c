/* vm.c: runs the program of a game on a state: the loop, and the entries that the rest of the
 * kernel uses.
 *
 * How the loop goes from one instruction to the next is in vm_loop.inc, what each does in
 * bodies.inc. */
#include "vm.h"

#include "bodies.h"
#include "chains.h"

/* ---- the loop, twice ---- */

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

/* Native code, or the loop from a place on where no function begins. */
static lf_stop run_native(const struct lf_native *native, lf_vm *vm) {
    const lf_stop stop = native->run(vm);
    return stop == LF_STOP_ELSEWHERE ? run_plain(vm) : stop;
}

/* Whoever watches gets bytecode: what is told of an event is read off the stack of calls, which
 * native code does not keep for every routine. */
static lf_stop run(lf_vm *vm) {
    if (vm->hits != NULL)
        return run_counting(vm);
    const struct lf_native *native = lf_native_of(vm->game);
    const bool fits =
        native != NULL && native->code == vm->game->code && vm->observer == NULL && !vm->by_loop;
    return fits ? run_native(native, vm) : run_plain(vm);
}

/* After a fault in the middle of what was only supposed. */
static void end_supposing(lf_vm *vm) {
    while (vm->supposing > 0)
        lf_vm_restore(vm);
}

/* The loop takes on trust what the verifier and lf_block_check have seen: it begins at an
 * instruction, in a window that fits. */
lf_stop lf_vm_run(lf_vm *vm) {
    const lf_head *head = lf_head_of(vm->block);
    assert(head->pc < vm->game->code_count && head->routine < vm->game->routine_count);
    assert(head->base + vm->game->routines[head->routine].frame_words <=
           vm->game->layout.frame_words);
    const lf_stop stop = run(vm);
    end_supposing(vm);
    assert(stop != LF_STOP_NONE && stop < LF_STOP_LEFT);
    assert((stop != LF_STOP_SUCCESS && stop != LF_STOP_FAIL) || vm->probe_depth > 0);
    return stop;
}

/* ---- entries ---- */

/* The run waits for chance. Which registers of the running routine are dead is not known at every
 * instruction; above them all are. */
static void wait_for_chance(const lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    head->untouched = lf_vm_is_untouched(vm);
    head->status = LF_RUN_CHANCE;
    head->asked_stack = vm->asked_stack;
    head->site = -1; /* a choice is offered when chance has decided */
    head->way_out = 0;
    lf_zero_words(lf_frames(vm->game, vm->block),
                  head->base + vm->game->routines[head->routine].frame_words, vm->high);
}

/* The end of the run for good: nothing of the program's registers is needed any more. */
static void close_run(lf_vm *vm, lf_run_status status) {
    lf_head *head = lf_head_of(vm->block);
    lf_vm_unwind(vm);
    head->site = -1;
    head->way_out = head->untouched = 0;
    head->status = (uint8_t)status;
    lf_zero_words(lf_frames(vm->game, vm->block), 0, vm->high);
}

/* The registers of the routine that failed. */
static const int64_t *registers_of_fault(const lf_vm *vm) {
    return lf_frames(vm->game, vm->block) + lf_head_of(vm->block)->base + vm->fault_shift;
}

static bool margins_are_open(lf_state *, lf_vm *);

/* What play has stopped for. A game whose margins depend on cards that are open is not over yet. */
static lf_stop ended_by(lf_state *state, lf_vm *vm, lf_stop stop) {
    lf_head *head = lf_head_of(state->block);
    if (stop != LF_STOP_OVER || !head->explicit_chance || !margins_are_open(state, vm))
        return stop;
    head->checkpoint = head->winner = -1;
    head->ranked = 0;
    return LF_STOP_CHANCE;
}

void lf_vm_finish(lf_state *state, lf_vm *vm, lf_stop stopped) {
    lf_head *head = lf_head_of(state->block);
    end_supposing(vm); /* native code comes here by itself */
    head->barrier += vm->learned;
    const lf_stop stop = ended_by(state, vm, stopped);
    switch (stop) {
    case LF_STOP_DECISION:
        lf_vm_settle(vm);
        break;
    case LF_STOP_CHANCE:
        wait_for_chance(vm);
        break;
    case LF_STOP_OVER:
        close_run(vm, LF_RUN_OVER);
        state->told = 0; /* how it ended is always told */
        if (vm->observer != NULL)
            lf_tell(vm->observer, (lf_event){.kind = LF_EVENT_END,
                                             .seat = head->winner,
                                             .subject = head->checkpoint});
        break;
    default:
        /* nobody called, nobody looks ahead */
        assert(stop == LF_STOP_FAULT && vm->fault != LF_FAULT_NONE);
        lf_say_fault(state->game, head->pc, vm->fault, registers_of_fault(vm), &state->error);
        close_run(vm, LF_RUN_ERROR);
        head->error = (uint8_t)vm->fault;
        break;
    }
    lf_vm_mark(vm, -1);
}

static void run_on(lf_state *state, lf_vm *vm) {
    vm->observer = state->observer.event != NULL ? state : NULL;
    const lf_stop stop = lf_vm_run(vm);
    lf_vm_finish(state, vm, stop);
}

/* `decided`: the bit of the seat whose decision led here, or 0. */
static void run_for(lf_state *state, uint32_t decided) {
    lf_vm vm = lf_vm_for(state, state->game);
    state->told = 0;
    vm.decided = decided;
    run_on(state, &vm);
}

void lf_run(lf_state *state) {
    run_for(state, 0);
}

bool lf_run_first(lf_state *state, uint32_t routine) {
    lf_vm vm = lf_vm_for(state, state->game);
    lf_head *head = lf_head_of(state->block);
    if (!lf_vm_enter(&vm, routine, state->game->routines[head->routine].frame_words, head->pc))
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

/* Gives the die its number and steps behind it. */
static void take_number(lf_state *state, const lf_instr *roll, int64_t number) {
    lf_head *head = lf_head_of(state->block);
    int64_t *r = lf_frames(state->game, state->block) + head->base;
    const lf_vm teller = {.game = state->game,
                          .block = state->block,
                          .observer = state->observer.event != NULL ? state : NULL};
    assert(roll->op == LF_OP_ROLL);
    head->barrier++;
    lf_vm_tell_roll(&teller, (uint32_t)r[roll->b], number);
    r[roll->a] = number;
    head->pc++;
}

/* Brings the card to the place that is asked for; the instruction is then carried out (again), but
 * a SHUFFLE is done when the whole order is known. False if it is not. */
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

/* The position is as untouched as before: chance has decided nothing that the phase has not asked
 * for. */
void lf_resume_chance(lf_state *state, int64_t outcome) {
    lf_head *head = lf_head_of(state->block);
    const lf_instr *in = &state->game->code[head->pc];
    assert(head->status == LF_RUN_CHANCE && head->explicit_chance);
    if (head->asked_stack == 0)
        take_number(state, in, outcome);
    else if (!take_card(state, in, (uint32_t)outcome))
        return;
    head->status = LF_RUN_DECISION;
    head->asked_stack = 0;
    lf_vm vm = lf_vm_for(state, state->game);
    vm.committed = head->untouched != 0;
    vm.committed_running = head->running;
    vm.committed_active = head->active;
    run_on(state, &vm);
}

/* Words for why a routine that was called from outside did not return. */
static void say_stop(const lf_vm *vm, lf_stop stop, lf_error *error) {
    const lf_head *head = lf_head_of(vm->block);
    const lf_fault fault = stop == LF_STOP_FAULT ? vm->fault : LF_FAULT_CHOICE;
    if (stop != LF_STOP_RETURN && error != NULL)
        lf_say_fault(vm->game, head->pc, fault, registers_of_fault(vm), error);
}

/* A routine called from outside gets its window behind the registers of what is suspended. Nothing
 * but what it did to the game remains. */
static lf_stop call_above(lf_vm *vm, uint32_t routine, const int64_t *args, uint32_t arg_words,
                          int64_t *results, uint32_t words, lf_error *error) {
    const lf_game *game = vm->game;
    lf_head *head = lf_head_of(vm->block);
    const lf_head saved = *head;
    assert(routine > 0 && routine < game->routine_count);
    assert(arg_words <= game->routines[routine].frame_words &&
           words <= game->routines[routine].registers);
    const bool idle = head->depth == 0 && head->site < 0 && head->status != LF_RUN_CHANCE;
    if (!lf_vm_enter(vm, routine, idle ? 0 : game->routines[head->routine].frame_words, 0)) {
        vm->fault = LF_FAULT_STATE;
        say_stop(vm, LF_STOP_FAULT, error);
        return LF_STOP_FAULT;
    }
    vm->floor = head->depth;
    int64_t *frames = lf_frames(game, vm->block), *r = frames + head->base;
    for (uint32_t i = 0; i < arg_words; i++)
        r[i] = args[i];
    head->pc = game->routines[routine].entry;
    const lf_stop stop = lf_vm_run(vm);
    say_stop(vm, stop, error);
    for (uint32_t i = 0; i < words && stop == LF_STOP_RETURN; i++)
        results[i] = r[i];
    lf_zero_words(frames, (uint32_t)(r - frames), vm->high);
    for (uint32_t d = saved.depth; d < game->layout.call_depth; d++)
        lf_calls(game, vm->block)[d] = (lf_call){0};
    const lf_head end = *head;
    *head = saved;
    /* effects keep what they changed; a pure routine changed nothing */
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
                    const int64_t *args, uint32_t arg_words, int64_t *results, uint32_t words,
                    lf_error *error) {
    lf_vm vm = vm_for_call(state, game);
    vm.budget = budget;
    return call_above(&vm, routine, args, arg_words, results, words, error) == LF_STOP_RETURN;
}

bool lf_call_pure(const lf_state *state, const lf_game *game, uint32_t routine, const int64_t *args,
                  uint32_t arg_words, int64_t *results, uint32_t words, lf_error *error) {
    return lf_call_within(state, game, routine, LF_MAX_WORK, args, arg_words, results, words,
                          error);
}

bool lf_call_effects(lf_state *state, const lf_game *game, uint32_t routine, bool told) {
    lf_vm vm = vm_for_call(state, game);
    vm.observer = told && state->observer.event != NULL ? state : NULL;
    vm.draws = true;
    const lf_stop stop = call_above(&vm, routine, NULL, 0, NULL, 0, &state->error);
    lf_head_of(state->block)->barrier += vm.learned;
    return stop == LF_STOP_RETURN;
}

/* Asks for the margins as the end of the game will. If one of them looks at a card whose place is
 * open, *vm says in which stack. */
static bool margins_are_open(lf_state *state, lf_vm *vm) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    bool open = false;
    head->status = LF_RUN_CHANCE; /* the registers of the program are still needed if it is so */
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
