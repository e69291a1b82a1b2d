/* vm_suppose.c: supposed positions: SUPPOSE saves the position, effects change it, expressions read
 * it, and RESTORE brings it back.
 *
 * It saves what supposed effects can change: variables, sets, pieces with their presence, and of
 * the head the running hash and the active player. They cannot change cards, chance or the course
 * of play (lang/check/check_supposing.c), and the registers belong to the run, which continues. The
 * observer gets no events of a supposed position. */
#include "vm.h"

/* A saved position begins with these fields of the head. */
typedef struct {
    uint64_t running;
    int64_t active;
} lf_kept_head;
_Static_assert(sizeof(lf_kept_head) == LF_KEPT_HEAD, "lf_supposed_size counts on it");

static unsigned char *saved_position(const lf_vm *vm, uint32_t level) {
    assert(vm->supposed != NULL && level < vm->game->supposing);
    return vm->supposed + level * lf_supposed_size(vm->game);
}

bool lf_vm_suppose(lf_vm *vm) {
    const lf_game *game = vm->game;
    if (vm->supposing >= game->supposing || vm->supposed == NULL)
        return false;
    const lf_head *head = lf_head_of(vm->block);
    unsigned char *copy = saved_position(vm, vm->supposing);
    const uint32_t values = lf_values_size(game), presence = lf_presence_size(game);
    *(lf_kept_head *)(void *)copy = (lf_kept_head){head->running, head->active};
    memcpy(copy + LF_KEPT_HEAD, vm->block + game->layout.cells, values);
    memcpy(copy + LF_KEPT_HEAD + values, vm->block + game->layout.zone_slots, presence);
    if (vm->supposing++ == 0) {
        vm->suspended_observer = vm->observer;
        vm->observer = NULL;
    }
    return true;
}

bool lf_vm_restore(lf_vm *vm) {
    const lf_game *game = vm->game;
    if (vm->supposing == 0)
        return false;
    lf_head *head = lf_head_of(vm->block);
    const unsigned char *copy = saved_position(vm, --vm->supposing);
    const lf_kept_head *kept = (const lf_kept_head *)(const void *)copy;
    const uint32_t values = lf_values_size(game), presence = lf_presence_size(game);
    head->running = kept->running;
    head->active = (int8_t)kept->active;
    memcpy(vm->block + game->layout.cells, copy + LF_KEPT_HEAD, values);
    memcpy(vm->block + game->layout.zone_slots, copy + LF_KEPT_HEAD + values, presence);
    if (vm->supposing == 0)
        vm->observer = vm->suspended_observer;
    return true;
}
