/* The header is included twice, and compiled as C and as C++. The functions that managed code calls
 * have the prototypes by which it calls them; native code only takes their addresses. */
#include "statepoint_gc.h"
#include "statepoint_gc.h"

void (*poll_slow)(void) = spgc_poll_slow;
void *(*allocate_slow)(uint64_t, uint64_t) = spgc_allocate_slow;
void *(*allocate_array_slow)(uint64_t, uint64_t) = spgc_allocate_array_slow;
void *(*allocate_tailed_slow)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) =
    spgc_allocate_tailed_slow;
void *(*clone_object)(const void *) = spgc_clone;
int64_t (*array_copy_piece)(void *, uint64_t, const void *, uint64_t, uint64_t, uint64_t) =
    spgc_array_copy_piece;
int64_t (*array_fill_piece)(void *, uint64_t, const void *, uint64_t, uint64_t) =
    spgc_array_fill_piece;
void (*barrier_slow)(void *, void *) = spgc_barrier_slow;
uint64_t (*call_native)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, const void *) =
    spgc_call_native;
void (*enter_native_slow)(void) = spgc_enter_native_slow;
void (*leave_native_slow)(void) = spgc_leave_native_slow;
void *(*resume)(const void *, const void *) = spgc_resume;
void *(*suspend)(const void *) = spgc_suspend;
bool (*fiber_done)(const void *) = spgc_fiber_done;
uint64_t (*finalize)(void *, uint64_t) = spgc_finalize;
uint32_t (*identity_hash)(const void *) = spgc_identity_hash;
uint64_t (*take_interrupt)(void) = spgc_take_interrupt;

int main(void) { return spgc_collect(0) == SPGC_OK; }
