// Runtime support for C++ exceptions in managed code. With statepoints, LLVM requires landing pads
// of type token, which do not receive the exception. So managed functions use the personality
// routine below, which saves the exception for the landing pad.
#include "sheet.h"

#include <cxxabi.h>
#include <unwind.h>

// The exception of the landing pad that was entered last on this thread. Managed code reads it at
// the start of a landing pad, before another exception can be thrown.
static thread_local _Unwind_Exception *landed;

extern "C" _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class,
                                                    _Unwind_Exception *, _Unwind_Context *);

// The personality routine of managed functions. It calls that of C++, so types are matched in the
// same way as by `catch` in C++.
extern "C" _Unwind_Reason_Code sheet_personality(int version, _Unwind_Action actions,
                                                 _Unwind_Exception_Class language,
                                                 _Unwind_Exception *exception,
                                                 _Unwind_Context *context) {
  _Unwind_Reason_Code reason = __gxx_personality_v0(version, actions, language, exception, context);
  if (reason == _URC_INSTALL_CONTEXT) landed = exception;
  return reason;
}

// Called first in a landing pad: returns the exception.
extern "C" uint64_t sheet_exception() { return reinterpret_cast<uint64_t>(landed); }

// Called in a landing pad: has the effect of the handler
// `catch (const DivisionByZero &error) { return error.number; }`.
extern "C" uint64_t sheet_caught(uint64_t exception) {
  void *thrown = __cxxabiv1::__cxa_begin_catch(reinterpret_cast<void *>(exception));
  uint64_t number = static_cast<const DivisionByZero *>(thrown)->number;
  __cxxabiv1::__cxa_end_catch();
  caught_by_managed_code++;
  return number;
}
