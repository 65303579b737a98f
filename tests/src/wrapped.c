/* Native functions that managed code calls through wrappers. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

void test_native_nothing(void) {
}

static __thread void (*collecting)(void);
static __thread struct _Unwind_Exception exception;

/* Sets the function that `test_throw_if_odd` calls before it returns or throws. */
void test_collect_with(void (*function)(void)) {
    collecting = function;
}

static _Unwind_Reason_Code continue_unwinding(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                 struct _Unwind_Exception *what, struct _Unwind_Context *context,
                                 void *parameter) {
    (void)version, (void)class, (void)what, (void)context, (void)parameter;
    if (actions & _UA_END_OF_STACK) {
        abort();
    }
    return _URC_NO_REASON;
}

/* Calls the function, which collects. Then returns n if n is even, and throws with forced unwinding
 * if n is odd. */
uint64_t test_throw_if_odd(uint64_t n) {
    collecting();
    if (n & 1) {
        memset(&exception, 0, sizeof exception);
        _Unwind_ForcedUnwind(&exception, continue_unwinding, 0);
        abort();
    }
    return n;
}
