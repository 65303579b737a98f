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

/* The managed function through which `test_throw` calls itself. */
static __thread invoke *invoking;
/* Nonzero for forced unwinding; 0 for unwinding with a search phase. */
static __thread int forced;
/* Number of throws, and the value of the last one. */
static __thread uint64_t thrown, carried;
/* The exception object of the last throw. */
static __thread struct _Unwind_Exception exception;

_Unwind_Reason_Code __gcc_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class,
                                         struct _Unwind_Exception *, struct _Unwind_Context *);

/* Personality routine of functions that catch all exceptions: each of their calls that can throw
 * has a landing pad. In the search phase it reports a handler. In the cleanup phase it calls the
 * routine of C, which supports only cleanups and enters the landing pad. */
_Unwind_Reason_Code test_personality(int version, _Unwind_Action actions,
                                     _Unwind_Exception_Class class,
                                     struct _Unwind_Exception *exception_object,
                                     struct _Unwind_Context *context) {
    if (actions & _UA_SEARCH_PHASE) {
        return _URC_HANDLER_FOUND;
    }
    return __gcc_personality_v0(version, actions, class, exception_object, context);
}

/* Personality routine of functions that catch the exceptions of some calls: those with a landing
 * pad. In the search phase it asks the routine of C as in the cleanup phase; what that routine
 * changes in the context has no effect after the search. */
_Unwind_Reason_Code test_personality_of_handlers(int version, _Unwind_Action actions,
                                                 _Unwind_Exception_Class class,
                                                 struct _Unwind_Exception *exception_object,
                                                 struct _Unwind_Context *context) {
    int searches = actions & _UA_SEARCH_PHASE;
    _Unwind_Reason_Code found = __gcc_personality_v0(
        version, searches ? _UA_CLEANUP_PHASE : actions, class, exception_object, context);
    return searches && found == _URC_INSTALL_CONTEXT ? _URC_HANDLER_FOUND : found;
}

/* The exception that `test_resume_unwinding` resumes. LLVM does not pass the exception to the
 * landing pads of managed code. */
static __thread struct _Unwind_Exception *in_flight;

/* Personality routine of functions with cleanups. Their landing pads end with a call of
 * `test_resume_unwinding`. */
_Unwind_Reason_Code test_personality_of_cleanups(int version, _Unwind_Action actions,
                                                 _Unwind_Exception_Class class,
                                                 struct _Unwind_Exception *exception_object,
                                                 struct _Unwind_Context *context) {
    in_flight = exception_object;
    return __gcc_personality_v0(version, actions, class, exception_object, context);
}

void test_resume_unwinding(void) {
    _Unwind_Resume(in_flight);
}

static _Unwind_Reason_Code continue_unwinding(int version, _Unwind_Action actions,
                                              _Unwind_Exception_Class class,
                                              struct _Unwind_Exception *exception_object,
                                              struct _Unwind_Context *context, void *parameter) {
    (void)version, (void)class, (void)exception_object, (void)context, (void)parameter;
    if (actions & _UA_END_OF_STACK) {
        abort();
    }
    return _URC_NO_REASON;
}

/* Throws an exception, by the kind of unwinding that `forced` selects. */
static void throw(uint64_t value) {
    thrown++;
    carried = value;
    memset(&exception, 0, sizeof exception);
    if (forced) {
        _Unwind_ForcedUnwind(&exception, continue_unwinding, 0);
    } else {
        _Unwind_RaiseException(&exception);
    }
    /* The unwinder returns only if it found no handler. */
    abort();
}

/* Throws `value`. `force`: nonzero for forced unwinding. */
void test_raise(uint64_t value, int force) {
    forced = force;
    throw(value);
}

/* Ends the calling thread by `pthread_exit`, which unwinds its stack. If `wait` is nonzero, waits
 * instead until the thread is cancelled. */
void test_end_thread(int wait) {
    if (!wait) {
        pthread_exit(0);
    }
    for (;;) {
        pause();
    }
}

/* Requests the cancellation of the calling thread. The thread continues until its next cancellation
 * point. */
void test_request_cancellation(void) {
    int state;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(state, 0);
}

/* A cancellation point: ends the calling thread if its cancellation was requested. */
void test_act_upon_cancellation(void) {
    pthread_testcancel();
}

/* Volatile: the compiler does not know the value. */
static volatile uint64_t opaque_three = 3;

/* Runs a collection while this function keeps integers in callee-saved registers. The callers'
 * references that were in those registers are then in the stack frame of this function. */
static __attribute__((noinline)) void collect(uint64_t n) {
    uint64_t a = opaque_three, b = opaque_three * n, c = opaque_three + n;
    uint64_t d = opaque_three ^ n, e = opaque_three - n;
    spgc_poll_slow();
    test_nested(2);
    if (a != 3 || b != 3 * n || c != 3 + n || d != (3 ^ n) || e != 3 - n) {
        abort();
    }
}

/* Calls itself through managed code with n - 1, unless n is 0. Throws if n is 0 or odd, otherwise
 * returns. The value is the result of the managed call, plus the value of an exception that the
 * managed code caught. */
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

/* Sets how `test_throw` calls itself and throws, and resets the throw counter. */
void test_configure_throw(invoke *function, int force) {
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
