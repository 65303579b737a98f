/* Functions that tests patch calls of into managed code. */

#include <stdint.h>

/* Called by `patched_double` with its return address, its frame record, and its caller's stack
 * pointer. */
void (*patched_observer)(void *return_address, void *frame, void *stack);

/* Returns 2 x. Notifies the observer, if any. */
uint64_t patched_double(uint64_t x)
{
    if (patched_observer)
        patched_observer(__builtin_extract_return_addr(__builtin_return_address(0)),
                         __builtin_frame_address(0), __builtin_dwarf_cfa());
    return 2 * x;
}

/* The native function that test_marked_left calls. */
uint64_t (*patched_rebuild)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
