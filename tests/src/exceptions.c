/* Native code that throws through managed frames, with the C++-style unwinder of the C compiler's
 * run-time library. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

extern uint64_t test_nested(uint64_t depth);
extern void spgc_poll_slow(void);

typedef uint64_t native(uint64_t n);
typedef uint64_t invoke(native *function, uint64_t n);

/* What the calling thread tests with: the managed function that calls by `invoke`, and whether the
 * exception unwinds by force or searches for a handler first. */
static __thread invoke *invoking;
static __thread int forced;
static __thread uint64_t thrown, carried;
static __thread struct _Unwind_Exception exception;

_Unwind_Reason_Code __gcc_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class,
                                         struct _Unwind_Exception *, struct _Unwind_Context *);

/* C's personality routine, which has cleanups but no handlers, for functions that accept whatever
 * is thrown: in these every call that can throw has a landing pad. */
_Unwind_Reason_Code test_personality(int version, _Unwind_Action actions,
                                     _Unwind_Exception_Class class,
                                     struct _Unwind_Exception *what,
                                     struct _Unwind_Context *context) {
    if (actions & _UA_SEARCH_PHASE) {
        return _URC_HANDLER_FOUND;
    }
    return __gcc_personality_v0(version, actions, class, what, context);
}

/* For functions with cleanups, which continue by calling the next function. LLVM does not give the
 * exception to the landing pads of managed code. */
static __thread struct _Unwind_Exception *in_flight;

_Unwind_Reason_Code test_personality_of_cleanups(int version, _Unwind_Action actions,
                                                 _Unwind_Exception_Class class,
                                                 struct _Unwind_Exception *what,
                                                 struct _Unwind_Context *context) {
    in_flight = what;
    return __gcc_personality_v0(version, actions, class, what, context);
}

void test_resume_unwinding(void) {
    _Unwind_Resume(in_flight);
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

static void throw(uint64_t value) {
    thrown++;
    carried = value;
    memset(&exception, 0, sizeof exception);
    if (forced) {
        _Unwind_ForcedUnwind(&exception, continue_unwinding, 0);
    } else {
        _Unwind_RaiseException(&exception);
    }
    /* No handler. */
    abort();
}

/* Throws, with forced unwinding or not. */
void test_raise(uint64_t value, int force) {
    forced = force;
    throw(value);
}

/* Ends the thread, which unwinds it, or waits until it is cancelled. */
void test_end_thread(int wait) {
    if (!wait) {
        pthread_exit(0);
    }
    for (;;) {
        pause();
    }
}

/* Requests the cancellation of the calling thread. It is not acted upon yet. */
void test_request_cancellation(void) {
    int state;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(state, 0);
}

/* Ends the thread, if its cancellation was requested. */
void test_act_upon_cancellation(void) {
    pthread_testcancel();
}

static volatile uint64_t unknown = 3;

/* Collects, and keeps values in callee-saved registers meanwhile, in which its callers may have
 * references. */
static __attribute__((noinline)) void collect(uint64_t n) {
    uint64_t a = unknown, b = unknown * n, c = unknown + n, d = unknown ^ n, e = unknown - n;
    spgc_poll_slow();
    test_nested(2);
    if (a != 3 || b != 3 * n || c != 3 + n || d != (3 ^ n) || e != 3 - n) {
        abort();
    }
}

/* Calls itself through managed code; throws if n is 0 or odd. It returns or throws the sum of the
 * results of all managed calls below. */
uint64_t test_throw(uint64_t n) {
    collect(n);
    uint64_t below = 0;
    if (n > 0) {
        uint64_t count = thrown;
        below = invoking(test_throw, n - 1);
        if (thrown != count && (n - 1 == 0 || ((n - 1) & 1))) {
            below += carried;
        }
        collect(n);
    }
    if (n == 0 || (n & 1)) {
        throw(below);
    }
    return below;
}

/* `function(test_throw, n)`, with the settings of the throwing code. Returns the number of throws.
 */
void test_throw_with(invoke *function, int force) {
    invoking = function;
    forced = force;
    thrown = 0;
}

uint64_t test_thrown(void) {
    return thrown;
}

uint64_t test_carried(void) {
    return carried;
}
