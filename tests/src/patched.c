/* What tests patch a call of into managed code. */

#include <stdint.h>

/* Told of each call: where it returns to, its frame record, and the stack pointer of its caller. */
void (*patched_observer)(void *return_address, void *frame, void *stack);

/* Twice x. */
uint64_t patched_double(uint64_t x)
{
    if (patched_observer)
        patched_observer(__builtin_extract_return_addr(__builtin_return_address(0)),
                         __builtin_frame_address(0), __builtin_dwarf_cfa());
    return 2 * x;
}

/* The native function that test_marked_left calls. */
uint64_t (*patched_rebuild)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
