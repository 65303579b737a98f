// Stack overflows of managed code (tests/managed/overflows.ll) that a native function in C++
// throws, on the process's first thread and on a fiber.
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // Members that C initialises.
#endif
#include "check.h"

#include <stdexcept>
#include <sys/resource.h>
#include <unwind.h>

extern "C" void test_overflows(), test_overflows_fiber(), test_fiber_box(), test_fiber_unbox();

extern "C" _Unwind_Reason_Code __gcc_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class,
                                                    _Unwind_Exception *, _Unwind_Context *);

namespace {
spgc_heap *heap;
// The exception that a frame of managed code has caught last.
_Unwind_Exception *caught;
// Number of exceptions.
unsigned thrown;

// The words that the managed functions access.
struct Words {
  uint64_t (*throw_)(Words *, uint64_t);
  // The frame n handles exceptions if n & mask is the number.
  uint64_t mask, number, entered, last, deepest;
};

// Native function that managed code calls when the stack is low: moves objects, and throws.
uint64_t throw_overflow(Words *words, uint64_t n) {
  if (n > words->deepest) words->deepest = n;
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  thrown++;
  throw std::runtime_error("stack overflow");
}

uint64_t expected(const Words &words) {
  return words.last * (words.last - 1) / 2 + 1000 + 5 * words.last;
}

// Ends the exception that managed code has caught, and returns its frame's result.
uint64_t handled(const Words &words, uint64_t result) {
  CHECK(words.entered == 1 && words.last == words.number && words.deepest > words.number);
  CHECK(result == expected(words) && caught != nullptr);
  _Unwind_DeleteException(caught);
  caught = nullptr;
  return words.deepest;
}

// Overflows the stack that runs. Returns the number of the frame that has thrown.
uint64_t overflow(uint64_t number) {
  Words words = {throw_overflow, ~uint64_t(0), number};
  spgc_argument argument = word(reinterpret_cast<uint64_t>(&words));
  uint64_t result;
  CHECK_OK(spgc_call(CODE(test_overflows), &argument, 1, &result));
  return handled(words, result);
}

// The same with no frame of managed code that handles the exception.
void overflow_through(uint64_t depth) {
  Words words = {throw_overflow, 0, 1};
  spgc_argument argument = word(reinterpret_cast<uint64_t>(&words));
  uint64_t result;
  try {
    CHECK_OK(spgc_call(CODE(test_overflows), &argument, 1, &result));
    CHECK(!"it throws");
  } catch (const std::runtime_error &error) {
    CHECK(strcmp(error.what(), "stack overflow") == 0);
  }
  // The frame of this function may have another size than that of overflow().
  CHECK(words.entered == 0 && words.deepest + 10 > depth && words.deepest < depth + 10);
}

// Overflows the stack of a fiber.
uint64_t overflow_fiber(uint64_t number) {
  Words words = {throw_overflow, ~uint64_t(0), number};
  spgc_argument argument = word(reinterpret_cast<uint64_t>(&words)), box = {}, out = {};
  spgc_handle_scope scope;
  spgc_fiber *fiber;
  bool done = false;
  uint64_t result;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_fiber_create(heap, nullptr, CODE(test_overflows_fiber), &fiber));
  CHECK_OK(spgc_call_for_ref(CODE(test_fiber_box), &argument, 1, &box.reference));
  CHECK_OK(spgc_fiber_resume(fiber, &box, &out.reference, &done));
  CHECK(done);
  CHECK_OK(spgc_call(CODE(test_fiber_unbox), &out, 1, &result));
  CHECK_OK(spgc_fiber_destroy(fiber));
  CHECK_OK(spgc_handle_scope_close(scope));
  return handled(words, result);
}

// The depth is the same each time, so nothing is left on the stack.
uint64_t overflow_often(unsigned rounds) {
  CHECK_OK(spgc_thread_attach(heap));
  uint64_t depth = overflow(40), on_fiber = overflow_fiber(40);
  CHECK(depth > 5 * on_fiber && on_fiber > 80);
  for (unsigned round = 0; round < rounds; round++) {
    CHECK(overflow(round % 2 * 30) == depth);
    CHECK(overflow_fiber(round % 2 * 30) == on_fiber);
    overflow_through(depth);
  }
  CHECK(thrown == 2 + 3 * rounds);
  thrown = 0;
  CHECK_OK(spgc_thread_detach());
  return depth;
}

#ifndef EMULATED
// Changes the limit of the stack of the process's first thread, which grows up to the limit.
void limit_stack(rlim_t bytes) {
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  limit.rlim_cur = bytes;
  CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
}
#endif
} // namespace

// Personality routine of the functions that handle exceptions: each call with a landing pad does.
extern "C" _Unwind_Reason_Code test_personality_of_handlers(int version, _Unwind_Action actions,
                                                            _Unwind_Exception_Class type,
                                                            _Unwind_Exception *exception,
                                                            _Unwind_Context *context) {
  bool searches = actions & _UA_SEARCH_PHASE;
  _Unwind_Reason_Code found = __gcc_personality_v0(
      version, searches ? _UA_CLEANUP_PHASE : actions, type, exception, context);
  if (!searches && found == _URC_INSTALL_CONTEXT) caught = exception;
  return searches && found == _URC_INSTALL_CONTEXT ? _URC_HANDLER_FOUND : found;
}

int main() {
  spgc_config config = {};
  config.size = sizeof config;
  config.heap_max = size_t(64) << 20;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
#ifdef EMULATED
  overflow_often(2);
#else
  limit_stack(1 << 20);
  uint64_t depth = overflow_often(100);
  // The next attachment finds the new limit.
  limit_stack(3 << 20);
  uint64_t deeper = overflow_often(10);
  CHECK(deeper > 2 * depth && deeper < 4 * depth);
#endif
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
