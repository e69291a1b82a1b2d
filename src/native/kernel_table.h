/* kernel_table.h: the table of pointers through which native code calls the engine. The engine
 * hands it over when it loads an object, so the object needs no symbol of the engine. */
#ifndef LF_KERNEL_TABLE_H
#define LF_KERNEL_TABLE_H

#include "kernel/vm/vm.h"

typedef struct lf_kernel_table {
#define LF_KERNEL(function) __typeof__(function) *function;
#include "kernel.def"
#undef LF_KERNEL
} lf_kernel_table;

#ifdef LF_NATIVE_CODE
extern __attribute__((visibility("hidden"))) const lf_kernel_table *lf_kernel;
#define lf_vm_run lf_kernel->lf_vm_run
#define lf_vm_suppose lf_kernel->lf_vm_suppose
#define lf_vm_restore lf_kernel->lf_vm_restore
#define lf_vm_finish lf_kernel->lf_vm_finish
#define lf_vm_notify_roll lf_kernel->lf_vm_notify_roll
#define lf_vm_notify_set lf_kernel->lf_vm_notify_set
#define lf_vm_notify_log lf_kernel->lf_vm_notify_log
#define lf_vm_save_registers lf_kernel->lf_vm_save_registers
#define lf_vm_restore_registers lf_kernel->lf_vm_restore_registers
#define lf_vm_ask_die lf_kernel->lf_vm_ask_die
#define lf_vm_ask_place lf_kernel->lf_vm_ask_place
#define lf_vm_ask_card lf_kernel->lf_vm_ask_card
#define lf_vm_ask_history lf_kernel->lf_vm_ask_history
#define lf_vm_shuffle_openly lf_kernel->lf_vm_shuffle_openly
#define lf_vm_deal_openly lf_kernel->lf_vm_deal_openly
#define lf_vm_put_all_openly lf_kernel->lf_vm_put_all_openly
#define lf_know_moved lf_kernel->lf_know_moved
#define lf_know_shuffled lf_kernel->lf_know_shuffled
#define lf_know_asked lf_kernel->lf_know_asked
#define lf_remember lf_kernel->lf_remember
#define lf_forget lf_kernel->lf_forget
#define lf_times lf_kernel->lf_times
#define lf_history_work lf_kernel->lf_history_work
#define lf_notify lf_kernel->lf_notify
#define lf_notify_choice lf_kernel->lf_notify_choice
#endif

#endif
