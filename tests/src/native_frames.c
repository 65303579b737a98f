/* Native functions that are called by managed code and call managed code. Each keeps several values
 * in callee-saved registers across its calls, so it saves the registers of its managed caller,
 * which may hold references, in its own frame. */
#include <stdint.h>

typedef uint64_t native(uint64_t n);
extern uint64_t test_direct(native *function, uint64_t n);
extern uint64_t test_direct_registers(native *function, uint64_t n);
extern void spgc_poll_slow(void);

/* Volatile: the compiler does not know the value, so it keeps the values that are computed from
 * it. */
static volatile uint64_t unknown = 3;

uint64_t test_native_descend(uint64_t n) {
    uint64_t a = unknown, b = unknown * n, c = unknown + n, d = unknown ^ n, e = unknown - n;
    spgc_poll_slow();
    uint64_t below = 1000;
    if (n > 0) {
        below = (n & 1 ? test_direct : test_direct_registers)(test_native_descend, n - 1);
    }
    /* The kept values must be unchanged. */
    if (a != 3 || b != 3 * n || c != 3 + n || d != (3 ^ n) || e != 3 - n) {
        return 0;
    }
    return below;
}

/* The same, with a frame of dynamic size. */
uint64_t test_native_dynamic(uint64_t n) {
    volatile uint64_t area[n % 7 + 1];
    uint64_t a = unknown, b = unknown * n;
    area[n % 7] = n;
    uint64_t below = 1000;
    if (n > 0) {
        below = (n & 1 ? test_direct : test_direct_registers)(test_native_dynamic, n - 1);
    }
    spgc_poll_slow();
    if (a != 3 || b != 3 * n || area[n % 7] != n) {
        return 0;
    }
    return below;
}

/* Makes a call without a stack map record, like managed code whose stack map is missing. */
void test_without_a_record(void) {
    spgc_poll_slow();
    /* This store prevents a tail call. */
    unknown = 3;
}

/* Returns the return address in the frame of the calling function, with its signature, if any.
 * Reads it through the saved frame pointer of that function. */
uint64_t test_return_address_of_caller(void) {
    uint64_t **here = __builtin_frame_address(0);
    return here[0][1];
}
