/* Native functions between managed ones. Each keeps several values across its calls, in the
 * callee-saved registers in which the managed code that called it may have references: it saves
 * those registers in its own frame. */
#include <stdint.h>

typedef uint64_t native(uint64_t n);
extern uint64_t test_direct(native *function, uint64_t n);
extern uint64_t test_direct_registers(native *function, uint64_t n);
extern void spgc_poll_slow(void);

/* Unknown to the compiler, so that it keeps what it computes from it. */
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

/* Likewise, with a frame of dynamic size. */
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

/* Like managed code without a stack map: the return address of the call is in no table. */
void test_without_a_record(void) {
    spgc_poll_slow();
    /* So that the call is not a jump. */
    unknown = 3;
}

/* The return address of the function that called this one, as it lies in its frame, which begins
 * with the address of the frame of its caller; including its signature, if it has one. */
uint64_t test_return_address_of_caller(void) {
    uint64_t **here = __builtin_frame_address(0);
    return here[0][1];
}
