// The support code by which managed code takes part in exceptions of C++. LLVM's landing pads in
// managed code are tokens: they do not receive the exception that they were entered with. So
// managed functions have the personality routine below, which keeps the exception for them.
#include "sheet.h"

#include <cxxabi.h>
#include <unwind.h>

// Managed code reads it at the beginning of a landing pad, before anything else can be thrown.
static thread_local _Unwind_Exception *landed;

extern "C" _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class, _Unwind_Exception *,
                                                    _Unwind_Context *);

// Delegates to the personality routine of C++, so types are matched as by `catch` in C++.
extern "C" _Unwind_Reason_Code sheet_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class language,
                                                 _Unwind_Exception *exception, _Unwind_Context *context) {
  _Unwind_Reason_Code reason = __gxx_personality_v0(version, actions, language, exception, context);
  if (reason == _URC_INSTALL_CONTEXT) landed = exception;
  return reason;
}

extern "C" uint64_t sheet_exception() { return reinterpret_cast<uint64_t>(landed); }

// Does what `catch (const DivisionByZero &error) { return error.number; }` does after its landing
// pad was entered.
extern "C" uint64_t sheet_caught(uint64_t exception) {
  void *thrown = __cxxabiv1::__cxa_begin_catch(reinterpret_cast<void *>(exception));
  uint64_t number = static_cast<const DivisionByZero *>(thrown)->number;
  __cxxabiv1::__cxa_end_catch();
  caught_by_managed_code++;
  return number;
}
