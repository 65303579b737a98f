/* Exceptions of random programs: the functions that throw them, and the personality routine that
   finds the landing pad. Linked into every batch. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

/* Counts that the driver reads. */
unsigned long random_thrown, random_caught, random_cleaned_up;

/* The exception of the thread. Landing pads receive no exception object from LLVM. One per thread
   suffices, since no landing pad calls a function that throws before unwinding resumes or ends. */
static __thread struct _Unwind_Exception exception;

/* Reads an unsigned LEB128 number. */
static uint64_t read_uleb128(const uint8_t **at) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
}

/* Reads a number with a pointer encoding: DW_EH_PE_uleb128 (1) or DW_EH_PE_udata4 (3). */
static uint64_t read_encoded(uint8_t encoding, const uint8_t **at) {
    uint32_t word;
    if (encoding == 1) return read_uleb128(at);
    if (encoding != 3) abort();
    memcpy(&word, *at, sizeof word);
    *at += sizeof word;
    return word;
}

/* Returns the landing pad of the call in a frame, or 0, and whether it catches the exception. The
   language-specific data area has the format of the Itanium C++ ABI. */
static uint64_t landing_pad(struct _Unwind_Context *context, int *catches) {
    const uint8_t *at = _Unwind_GetLanguageSpecificData(context);
    if (!at) return 0;
    uint64_t start = _Unwind_GetRegionStart(context), offset = _Unwind_GetIP(context) - 1 - start;
    /* Landing pads must be relative to the start of the function. */
    if (*at++ != 0xff) abort();
    /* A type table is skipped: all catch clauses catch everything. */
    if (*at++ != 0xff) read_uleb128(&at);
    uint8_t encoding = *at++;
    uint64_t length = read_uleb128(&at);
    const uint8_t *end = at + length;
    while (at < end) {
        uint64_t from = read_encoded(encoding, &at), size = read_encoded(encoding, &at);
        uint64_t pad = read_encoded(encoding, &at), action = read_uleb128(&at);
        if (offset - from < size) {
            *catches = action != 0;
            return pad ? start + pad : 0;
        }
    }
    return 0;
}

_Unwind_Reason_Code random_personality(int version, _Unwind_Action actions,
                                       _Unwind_Exception_Class class,
                                       struct _Unwind_Exception *thrown,
                                       struct _Unwind_Context *context) {
    int catches = 0;
    uint64_t pad = landing_pad(context, &catches);
    if (version != 1 || class != exception.exception_class) abort();
    if (!pad) return _URC_CONTINUE_UNWIND;
    if (actions & _UA_SEARCH_PHASE) return catches ? _URC_HANDLER_FOUND : _URC_CONTINUE_UNWIND;
    __atomic_add_fetch(catches ? &random_caught : &random_cleaned_up, 1, __ATOMIC_RELAXED);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)thrown);
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(1), 0);
    _Unwind_SetIP(context, pad);
    return _URC_INSTALL_CONTEXT;
}

/* Stop function of forced unwinding, which never stops before the end of the stack. */
static _Unwind_Reason_Code continue_unwinding(int version, _Unwind_Action actions,
                                              _Unwind_Exception_Class class,
                                              struct _Unwind_Exception *thrown,
                                              struct _Unwind_Context *context, void *parameter) {
    (void)version, (void)class, (void)thrown, (void)context, (void)parameter;
    if (actions & _UA_END_OF_STACK) abort();
    return _URC_NO_REASON;
}

/* Throws the exception. With forced unwinding, all landing pads run, even those that catch. */
static void throw(int is_forced) {
    __atomic_add_fetch(&random_thrown, 1, __ATOMIC_RELAXED);
    memset(&exception, 0, sizeof exception);
    if (is_forced) _Unwind_ForcedUnwind(&exception, continue_unwinding, 0);
    else _Unwind_RaiseException(&exception);
    abort();
}

extern void spgc_poll_slow(void);

/* Throws an exception, in half of the cases after a poll, at which a collection may move objects.
   Managed code calls it without a transition. */
void random_throw(uint64_t x) {
    if (x & 2) spgc_poll_slow();
    throw(x & 1);
}

/* Throws an exception. Managed code calls it through spgc_call_native. */
long random_native_throw(uint64_t x, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
    (void)b, (void)c, (void)d, (void)e;
    throw(x & 1);
    return 0;
}

/* Continues unwinding after the cleanup of a landing pad. */
void random_resume_unwinding(void) { _Unwind_Resume(&exception); }
