// Tests C++ exceptions. They may propagate through calls of managed code, but not out of callbacks.
//
//     throws calls|exit|fibers|exit_on_fiber|collection|memory|trace|stopped|frame|select
//            |frame_layout|resume|release|return_value
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // Members that C initialises.
#endif
#include "check.h"

#include <pthread.h>

extern "C" void test_native(), test_nested(), test_record(), test_deopt_sum_of_pair();
extern "C" void test_fiber_box(), test_fiber_native();

namespace {
spgc_heap *heap;
// Number of `Counts` objects destroyed.
unsigned destroyed;

// The exception that the tests throw.
struct Thrown {
  uint64_t number;
};

// Counts its destruction, to check that a frame was unwound.
struct Counts {
  ~Counts() { destroyed++; }
};

void start(spgc_config config) {
  config.size = sizeof config;
  config.heap_max = size_t(8) << 20;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
}

void end() {
  CHECK_OK(spgc_thread_detach());
  // Fails with SPGC_ERROR_BUSY if a call has left state in the library.
  CHECK_OK(spgc_heap_shutdown(heap));
}

uint64_t call(const void *function, uint64_t (*native)(uint64_t), uint64_t number) {
  spgc_argument arguments[] = {word(reinterpret_cast<uint64_t>(native)), word(number)};
  uint64_t result = 77;
  try {
    CHECK_OK(spgc_call(function, arguments, 2, &result));
  } catch (...) {
    CHECK(result == 77);
    throw;
  }
  return result;
}

// A local reference in a scope that is not closed.
spgc_ref unclosed_reference;

// Native function: opens a scope without closing it, calls itself through managed code `number`
// times, and throws.
uint64_t recurse_and_throw(uint64_t number) {
  Counts counts;
  spgc_handle_scope scope;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &unclosed_reference));
  CHECK_OK(spgc_store_word(unclosed_reference, 8, number));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  if (number == 0) throw Thrown{42};
  try {
    return call(CODE(test_native), recurse_and_throw, number - 1);
  } catch (const Thrown &) {
    // In an intermediate frame the state of the thread is consistent, too.
    uint64_t below;
    CHECK_OK(spgc_load_word(unclosed_reference, 8, &below));
    CHECK(below == 0);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    throw;
  }
}

// Exceptions propagate through calls of managed code.
void calls() {
  start({});
  for (unsigned round = 1; round <= 50; round++) {
    spgc_handle_scope scope;
    spgc_argument depth = word(3);
    uint64_t sum;
    CHECK_OK(spgc_handle_scope_open(&scope));
    destroyed = 0;
    try {
      call(CODE(test_native), recurse_and_throw, round % 8);
      CHECK(!"it throws");
    } catch (const Thrown &thrown) {
      CHECK(thrown.number == 42);
    }
    CHECK(destroyed == round % 8 + 1);
    // The thread is in native state, and managed code can be called again.
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
    CHECK_OK(spgc_call(CODE(test_nested), &depth, 1, &sum));
    CHECK(sum == 3 + 3 * (2 + 3 * 1));
    // Closing the enclosing scope closes the scopes that the exception has left open.
    CHECK_OK(spgc_load_word(unclosed_reference, 8, &sum));
    CHECK_OK(spgc_handle_scope_close(scope));
    CHECK_ERROR(spgc_load_word(unclosed_reference, 8, &sum), SPGC_ERROR_REFERENCE,
                "the local reference was closed");
  }
  end();
}

uint64_t exit_in_call(uint64_t) {
  Counts counts;
  pthread_exit(&heap);
}

void *end_in_call(void *) {
  CHECK_OK(spgc_thread_attach(heap));
  Counts counts;
  call(CODE(test_native), exit_in_call, 1);
  return nullptr;
}

// A thread that ends during a call (pthread_exit) is unwound and detached.
void exit_thread() {
  start({});
  destroyed = 0;
  for (unsigned round = 0; round < 20; round++) {
    pthread_t thread;
    void *result;
    CHECK(pthread_create(&thread, nullptr, end_in_call, nullptr) == 0 &&
          pthread_join(thread, &result) == 0);
    CHECK(result == &heap);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  }
  CHECK(destroyed == 40);
  end();
}

// Resumes a new fiber that calls a native function, which throws. The fiber is done then.
void resume_throwing(uint64_t (*native)(uint64_t)) {
  spgc_fiber_config config = {};
  spgc_fiber *fiber;
  spgc_fiber_state state;
  spgc_argument address = word(reinterpret_cast<uint64_t>(native)), box = {};
  spgc_ref out;
  config.size = sizeof config;
  config.flags = SPGC_FIBER_PASS_EXCEPTIONS;
  CHECK_OK(spgc_fiber_create(heap, &config, CODE(test_fiber_native), &fiber));
  CHECK_OK(spgc_call_for_ref(CODE(test_fiber_box), &address, 1, &box.reference));
  try {
    CHECK_OK(spgc_fiber_resume(fiber, &box, &out, nullptr));
    CHECK(!"it throws");
  } catch (...) {
    CHECK_OK(spgc_fiber_get_state(fiber, &state));
    CHECK(state == SPGC_FIBER_DONE);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
    CHECK_OK(spgc_fiber_destroy(fiber));
    throw;
  }
}

// The number of fibers that throw_on_fiber() creates.
unsigned nested;
// Ends the calls of throw_on_fiber().
void (*end_of_fibers)();

// Native function on a fiber: opens a scope without closing it, and throws on the innermost fiber.
uint64_t throw_on_fiber(uint64_t) {
  Counts counts;
  spgc_handle_scope scope;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &unclosed_reference));
  if (nested-- == 0) end_of_fibers();
  resume_throwing(throw_on_fiber);
  return 0;
}

// Exceptions pass from fibers to the code that has resumed them.
void fibers() {
  start({});
  end_of_fibers = [] { throw Thrown{43}; };
  for (unsigned round = 0; round < 20; round++) {
    spgc_handle_scope scope;
    CHECK_OK(spgc_handle_scope_open(&scope));
    destroyed = 0;
    nested = round % 4;
    try {
      resume_throwing(throw_on_fiber);
    } catch (const Thrown &thrown) {
      CHECK(thrown.number == 43);
    }
    CHECK(destroyed == round % 4 + 1);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    CHECK_OK(spgc_handle_scope_close(scope));
  }
  end();
}

void *end_on_fiber(void *) {
  spgc_handle_scope scope;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  Counts counts;
  resume_throwing(throw_on_fiber);
  return nullptr;
}

// A thread that ends on a fiber is unwound and detached.
void exit_on_fiber() {
  start({});
  end_of_fibers = [] { pthread_exit(&heap); };
  for (unsigned round = 0; round < 20; round++) {
    pthread_t thread;
    void *result;
    destroyed = 0;
    nested = round % 4;
    CHECK(pthread_create(&thread, nullptr, end_on_fiber, nullptr) == 0 &&
          pthread_join(thread, &result) == 0);
    CHECK(result == &heap && destroyed == round % 4 + 2);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  }
  end();
}

// Callbacks must not throw. An exception that would leave a callback ends the process.

void collection() {
  spgc_config config = {};
  config.on_collection = [](void *, const spgc_collection_report *) { throw Thrown{1}; };
  start(config);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
}

void memory() {
  spgc_config config = {};
  config.on_out_of_memory = [](void *, const spgc_out_of_memory *) -> bool { throw Thrown{2}; };
  start(config);
  spgc_handle_scope scope;
  CHECK_OK(spgc_handle_scope_open(&scope));
  for (;;) {
    spgc_ref words;
    CHECK_OK(spgc_array_new(WORDS, 1000, &words));
  }
}

void trace() {
  start({});
  spgc_type type = {};
  type.struct_size = sizeof type;
  type.id = 20;
  type.kind = SPGC_TYPE_TRACED;
  type.size_of = [](void *, uint32_t, const void *) -> size_t { return 32; };
  type.trace = [](void *, uint32_t, const void *, spgc_slot_visitor *) { throw Thrown{3}; };
  CHECK_OK(spgc_type_register(heap, &type));
  spgc_handle_scope scope;
  spgc_ref object;
  CHECK_OK(spgc_handle_scope_open(&scope));
  spgc_argument arguments[] = {word(uint64_t(20) << 8), word(1), reference(nullptr), word(0)};
  CHECK_OK(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
}
void stopped() {
  start({});
  auto look = [](void *, const spgc_stopped_thread *) { throw Thrown{4}; };
  CHECK_OK(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, nullptr, nullptr));
}

spgc_takeover *takeover;
spgc_select_activation_callback select;

uint64_t leave_caller(uint64_t number) {
  CHECK_OK(spgc_take_over(takeover, select, nullptr, nullptr));
  CHECK_OK(spgc_takeover_free(takeover));
  return number;
}

void describe(void *, const spgc_deopt_site *site) {
  spgc_deopt_value_kind kind = {SPGC_DEOPT_VALUE_BITS, 8};
  spgc_frame_layout layout = {};
  layout.size = sizeof layout;
  layout.kinds = &kind;
  layout.kind_count = 1;
  CHECK_OK(spgc_deopt_site_set_layout(site, &layout));
}

void return_word_pair(void *, const spgc_deoptimized_frame *, spgc_return_value *return_value) {
  return_value->kind = SPGC_RETURN_WORD_PAIR;
}

// Takes over a frame. Callbacks that `continuation` does not set do not throw.
void take_over(spgc_continuation continuation) {
  start({});
  continuation.size = sizeof continuation;
  if (continuation.frame_layout == nullptr) continuation.frame_layout = describe;
  if (continuation.resume == nullptr) continuation.resume = return_word_pair;
  CHECK_OK(spgc_takeover_new(heap, &continuation, &takeover));
  call(CODE(test_deopt_sum_of_pair), leave_caller, 1);
}

uint64_t inspect_frames(uint64_t number) {
  auto look = [](void *, const spgc_stopped_thread *thread) {
    auto visit = [](void *, const spgc_activation *) { throw Thrown{5}; };
    CHECK_OK(spgc_stopped_thread_activations(thread, visit, nullptr));
  };
  CHECK_OK(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, nullptr, nullptr));
  return number;
}

void frame() {
  start({});
  call(CODE(test_native), inspect_frames, 1);
}

void selected() {
  select = [](void *, const spgc_activation *) -> bool { throw Thrown{6}; };
  take_over({});
}

void frame_layout() {
  spgc_continuation continuation = {};
  continuation.frame_layout = [](void *, const spgc_deopt_site *) { throw Thrown{7}; };
  take_over(continuation);
}

void resume() {
  spgc_continuation continuation = {};
  continuation.resume = [](void *, const spgc_deoptimized_frame *, spgc_return_value *) {
    throw Thrown{8};
  };
  take_over(continuation);
}

void release() {
  spgc_continuation continuation = {};
  continuation.release = [](void *) { throw Thrown{9}; };
  take_over(continuation);
}

// No callback throws, but the return value of the continuation is invalid.
void return_value() {
  spgc_continuation continuation = {};
  continuation.resume = [](void *, const spgc_deoptimized_frame *,
                           spgc_return_value *return_value) {
    return_value->kind = 99; // an invalid kind
  };
  take_over(continuation);
}
} // namespace

int main(int count, char **arguments) {
  CHECK(count == 2);
  const struct {
    const char *name;
    void (*run)();
  } cases[] = {{"calls", calls}, {"exit", exit_thread}, {"fibers", fibers},
               {"exit_on_fiber", exit_on_fiber}, {"collection", collection}, {"memory", memory},
               {"trace", trace}, {"stopped", stopped}, {"frame", frame}, {"select", selected},
               {"frame_layout", frame_layout}, {"resume", resume}, {"release", release},
               {"return_value", return_value}};
  for (const auto &test_case : cases) {
    if (strcmp(arguments[1], test_case.name) != 0) continue;
    try {
      test_case.run();
    } catch (const Thrown &) {
      puts("an exception has left a callback");
      return 3;
    }
    puts("done");
    return 0;
  }
  return 2;
}
