// C++ exceptions where they may leave the library, which is in calls of managed code, and where
// they may not.
//
//     throws calls|exit|collection|memory|trace|stopped|frame|select|frame_layout|resume|release|return_value
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // Members that C initialises.
#endif
#include "check.h"

#include <pthread.h>

extern "C" void test_native(), test_nested(), test_record(), test_deopt_sum_of_pair();

namespace {
spgc_heap *heap;
unsigned destroyed;

struct Thrown {
  uint64_t number;
};

struct Counts {
  ~Counts() { destroyed++; }
};

void start(spgc_config config) {
  config.size = sizeof config;
  config.heap_max = size_t(8) << 20;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
}

void end() {
  DO(spgc_thread_detach());
  // It would be busy if state of a call were left.
  DO(spgc_heap_shutdown(heap));
}

uint64_t call(const void *function, uint64_t (*native)(uint64_t), uint64_t number) {
  spgc_argument arguments[] = {word(reinterpret_cast<uint64_t>(native)), word(number)};
  uint64_t result = 77;
  try {
    DO(spgc_call(function, arguments, 2, &result));
  } catch (...) {
    CHECK(result == 77);
    throw;
  }
  return result;
}

spgc_ref left_open;

// Leaves a scope open, goes through managed code and C++ in turn, and throws.
uint64_t deep(uint64_t number) {
  Counts counts;
  spgc_handle_scope scope;
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(BOX, &left_open));
  DO(spgc_store_word(left_open, 8, number));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  if (number == 0) throw Thrown{42};
  try {
    return call(CODE(test_native), deep, number - 1);
  } catch (const Thrown &) {
    // Half-way the state is consistent as well.
    uint64_t below;
    DO(spgc_load_word(left_open, 8, &below));
    CHECK(below == 0);
    DO(spgc_collect(SPGC_COLLECTION_YOUNG));
    throw;
  }
}

void calls() {
  start({});
  for (unsigned round = 1; round <= 50; round++) {
    spgc_handle_scope scope;
    spgc_argument depth = word(3);
    uint64_t sum;
    DO(spgc_handle_scope_open(&scope));
    destroyed = 0;
    try {
      call(CODE(test_native), deep, round % 8);
      CHECK(!"it throws");
    } catch (const Thrown &thrown) {
      CHECK(thrown.number == 42);
    }
    CHECK(destroyed == round % 8 + 1);
    // The thread is native, and managed code runs as before.
    DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
    DO(spgc_call(CODE(test_nested), &depth, 1, &sum));
    CHECK(sum == 3 + 3 * (2 + 3 * 1));
    // Scopes that were not closed are closed with the enclosing one.
    DO(spgc_load_word(left_open, 8, &sum));
    DO(spgc_handle_scope_close(scope));
    FAILS(spgc_load_word(left_open, 8, &sum), SPGC_ERROR_REFERENCE, "the local reference was closed");
  }
  end();
}

uint64_t leave(uint64_t) {
  Counts counts;
  pthread_exit(&heap);
}

void *ending(void *) {
  DO(spgc_thread_attach(heap));
  Counts counts;
  call(CODE(test_native), leave, 1);
  return nullptr;
}

// A thread that ends in a call is unwound, and detached.
void exit_thread() {
  start({});
  destroyed = 0;
  for (unsigned round = 0; round < 20; round++) {
    pthread_t thread;
    void *result;
    CHECK(pthread_create(&thread, nullptr, ending, nullptr) == 0 && pthread_join(thread, &result) == 0);
    CHECK(result == &heap);
    DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  }
  CHECK(destroyed == 40);
  end();
}

// Callbacks must not throw, and end the process if they do.

void collection() {
  spgc_config config = {};
  config.on_collection = [](void *, const spgc_collection_report *) { throw Thrown{1}; };
  start(config);
  DO(spgc_collect(SPGC_COLLECTION_YOUNG));
}

void memory() {
  spgc_config config = {};
  config.on_out_of_memory = [](void *, const spgc_out_of_memory *) -> bool { throw Thrown{2}; };
  start(config);
  spgc_handle_scope scope;
  DO(spgc_handle_scope_open(&scope));
  for (;;) {
    spgc_ref words;
    DO(spgc_array_new(WORDS, 1000, &words));
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
  DO(spgc_type_register(heap, &type));
  spgc_handle_scope scope;
  spgc_ref object;
  DO(spgc_handle_scope_open(&scope));
  spgc_argument arguments[] = {word(uint64_t(20) << 8), word(1), reference(nullptr), word(0)};
  DO(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  DO(spgc_collect(SPGC_COLLECTION_YOUNG));
}
void stopped() {
  start({});
  auto look = [](void *, const spgc_stopped_thread *) { throw Thrown{4}; };
  DO(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, nullptr, nullptr));
}

spgc_takeover *takeover;
spgc_select_activation_callback select;

uint64_t leave_caller(uint64_t number) {
  DO(spgc_take_over(takeover, select, nullptr, nullptr));
  DO(spgc_takeover_free(takeover));
  return number;
}

void describe(void *, const spgc_deopt_site *site) {
  spgc_deopt_value_kind kind = {SPGC_DEOPT_VALUE_BITS, 8};
  spgc_frame_layout layout = {};
  layout.size = sizeof layout;
  layout.kinds = &kind;
  layout.kind_count = 1;
  DO(spgc_deopt_site_set_layout(site, &layout));
}

// Takes over a frame.
void take_over(spgc_continuation continuation) {
  start({});
  continuation.size = sizeof continuation;
  if (continuation.frame_layout == nullptr) continuation.frame_layout = describe;
  if (continuation.resume == nullptr)
    continuation.resume = [](void *, const spgc_deoptimized_frame *, spgc_return_value *return_value) { return_value->kind = SPGC_RETURN_WORD_PAIR; };
  DO(spgc_takeover_new(heap, &continuation, &takeover));
  call(CODE(test_deopt_sum_of_pair), leave_caller, 1);
}

uint64_t inspect_frames(uint64_t number) {
  auto look = [](void *, const spgc_stopped_thread *thread) {
    DO(spgc_stopped_thread_activations(thread, [](void *, const spgc_activation *) { throw Thrown{5}; }, nullptr));
  };
  DO(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, nullptr, nullptr));
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
  continuation.resume = [](void *, const spgc_deoptimized_frame *, spgc_return_value *) { throw Thrown{8}; };
  take_over(continuation);
}

void release() {
  spgc_continuation continuation = {};
  continuation.release = [](void *) { throw Thrown{9}; };
  take_over(continuation);
}

// No callback throws, but the outcome is not a valid one.
void return_value() {
  spgc_continuation continuation = {};
  continuation.resume = [](void *, const spgc_deoptimized_frame *, spgc_return_value *return_value) { return_value->kind = 99; };
  take_over(continuation);
}
} // namespace

int main(int count, char **arguments) {
  CHECK(count == 2);
  const struct {
    const char *name;
    void (*run)();
  } ways[] = {{"calls", calls},   {"exit", exit_thread}, {"collection", collection}, {"memory", memory},
              {"trace", trace},   {"stopped", stopped},  {"frame", frame},           {"select", selected},
              {"frame_layout", frame_layout}, {"resume", resume},      {"release", release},       {"return_value", return_value}};
  for (const auto &way : ways) {
    if (strcmp(arguments[1], way.name) != 0) continue;
    try {
      way.run();
    } catch (const Thrown &) {
      puts("an exception has come through");
      return 3;
    }
    puts("done");
    return 0;
  }
  return 2;
}
