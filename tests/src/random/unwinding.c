/* Exceptions of the programs, linked into each: the functions that throw them, and the personality
   routine that chooses the landing pad. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

/* Counts that the driver reads. */
unsigned long random_thrown, random_caught, random_cleaned_up;

/* LLVM does not give the exception to the landing pads. A thread has one at a time: landing pads
   call nothing that throws before it continues or is forgotten. */
static __thread struct _Unwind_Exception exception;

static uint64_t variable_length(const uint8_t **at) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
}

static uint64_t encoded(uint8_t encoding, const uint8_t **at) {
    uint32_t word;
    if (encoding == 1) return variable_length(at);
    if (encoding != 3) abort();
    memcpy(&word, *at, sizeof word);
    *at += sizeof word;
    return word;
}

/* The landing pad of the call that is returned to, or 0, and whether it catches. */
static uint64_t landing_pad(struct _Unwind_Context *context, int *catches) {
    const uint8_t *at = _Unwind_GetLanguageSpecificData(context);
    if (!at) return 0;
    uint64_t start = _Unwind_GetRegionStart(context), offset = _Unwind_GetIP(context) - 1 - start;
    if (*at++ != 0xff) abort();                      /* landing pads are relative to the function's start */
    if (*at++ != 0xff) variable_length(&at);         /* a table of types: everything is caught */
    uint8_t encoding = *at++;
    uint64_t length = variable_length(&at);
    const uint8_t *end = at + length;
    while (at < end) {
        uint64_t from = encoded(encoding, &at), size = encoded(encoding, &at);
        uint64_t pad = encoded(encoding, &at), action = variable_length(&at);
        if (offset - from < size) {
            *catches = action != 0;
            return pad ? start + pad : 0;
        }
    }
    return 0;
}

_Unwind_Reason_Code random_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                       struct _Unwind_Exception *what, struct _Unwind_Context *context) {
    int catches = 0;
    uint64_t pad = landing_pad(context, &catches);
    if (version != 1 || class != exception.exception_class) abort();
    if (!pad) return _URC_CONTINUE_UNWIND;
    if (actions & _UA_SEARCH_PHASE) return catches ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
    __atomic_add_fetch(catches ? &random_caught : &random_cleaned_up, 1, __ATOMIC_RELAXED);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)what);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(1), 0);
    _Unwind_SetIP(context, pad);
    return _URC_INSTALL_CONTEXT;
}

static _Unwind_Reason_Code continue_unwinding(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                 struct _Unwind_Exception *what, struct _Unwind_Context *context, void *parameter) {
    (void)version, (void)class, (void)what, (void)context, (void)parameter;
    if (actions & _UA_END_OF_STACK) abort();
    return _URC_NO_REASON;
}

/* With forced unwinding every landing pad runs in turn, whether it catches or not. */
static void throw(int by_force) {
    __atomic_add_fetch(&random_thrown, 1, __ATOMIC_RELAXED);
    memset(&exception, 0, sizeof exception);
    if (by_force) _Unwind_ForcedUnwind(&exception, continue_unwinding, 0);
    else _Unwind_RaiseException(&exception);
    abort();
}

extern void spgc_poll_slow(void);

/* Called by managed code as if it were managed: references move below it before the landing pads
   read them. */
void random_throw(uint64_t x) {
    if (x & 2) spgc_poll_slow();
    throw(x & 1);
}

/* Called through `spgc_call_native`. */
long random_native_throw(uint64_t x, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
    (void)b, (void)c, (void)d, (void)e;
    throw(x & 1);
    return 0;
}

/* A landing pad has run its cleanup. */
void random_resume_unwinding(void) { _Unwind_Resume(&exception); }
