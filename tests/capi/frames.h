/* Shared definitions of the programs that take over frames of the functions in
   tests/managed/deopt.ll. A frame that was taken over returns the function's result plus TAKEN, so
   the result shows that the continuation ran. */
#ifndef FRAMES_H
#define FRAMES_H

#include "check.h"

extern void test_deopt_nested(void), test_deopt_outer(void);

/* Recursion depth of test_deopt_outer. */
enum { DEPTH = 12 };
/* Number that each frame that was taken over adds to its result. */
#define TAKEN UINT64_C(1000)

/* A native function that test functions call. */
typedef uint64_t native(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d);

static spgc_heap *heap;
static spgc_takeover *takeover;
/* Number of continuations created and released, and of frames resumed. */
static unsigned created, released_count, resumed;

static inline void on_release(void *data) {
  CHECK(data == &created);
  released_count++;
}

/* Returns a takeover whose continuation has these callbacks. The library copies the structure, so
   it is overwritten after the call. */
static inline spgc_takeover *new_takeover(spgc_frame_layout_callback layout,
                                          spgc_resume_callback resume) {
  spgc_continuation continuation = {0};
  spgc_takeover *result;
  continuation.size = sizeof continuation;
  continuation.frame_layout = layout;
  continuation.resume = resume;
  continuation.release = on_release;
  continuation.data = &created;
  CHECK_OK(spgc_takeover_new(heap, &continuation, &result));
  memset(&continuation, 0xee, sizeof continuation);
  created++;
  return result;
}

/* Kinds of deoptimization values. */
#define BITS(bytes) {SPGC_DEOPT_VALUE_BITS, bytes}
#define OBJECT(bytes) {SPGC_DEOPT_VALUE_OBJECT, bytes}
#define REFERENCE {SPGC_DEOPT_VALUE_REFERENCE, 0}

/* Sets the layout of a frame: the kinds of its values, and the kind of the callee's result. The
   library copies the array, so it is overwritten after the call. */
static inline void describe(const spgc_deopt_site *site, const spgc_deopt_value_kind *kinds,
                            size_t count, uint64_t callee) {
  spgc_deopt_value_kind copy[16];
  spgc_frame_layout layout = {0};
  CHECK(site->size == sizeof *site && count <= 16);
  memcpy(copy, kinds, count * sizeof *kinds);
  layout.size = sizeof layout;
  layout.kinds = copy;
  layout.kind_count = count;
  layout.callee_result = callee;
  CHECK_OK(spgc_deopt_site_set_layout(site, &layout));
  memset(copy, 0xee, sizeof copy);
}

/* Returns the number of objects moved so far. */
static inline uint64_t moved(void) {
  spgc_collector_statistics statistics;
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.counts.frames_walked == statistics.counts.records_matched);
  return statistics.counts.objects_moved;
}

/* Returns the number in a box. */
static inline uint64_t content(spgc_ref box) {
  uint64_t value;
  uint32_t type;
  CHECK_OK(spgc_object_type(box, &type));
  CHECK(type == BOX);
  CHECK_OK(spgc_load_word(box, 8, &value));
  return value;
}

/* Calls a managed function, which calls the native function `called`. */
static inline uint64_t call(const void *function, native *called, uint64_t value) {
  static const uint64_t more[] = {100, 2000, 30000, 400000};
  spgc_argument arguments[6];
  uint64_t result;
  size_t index;
  arguments[0] = word((uint64_t)(uintptr_t)called);
  arguments[1] = word(value);
  for (index = 0; index < 4; index++) arguments[2 + index] = word(more[index]);
  CHECK_OK(spgc_call(function, arguments, 6, &result));
  return result;
}

/* Sets the layout of a frame of test_deopt_nested. The first constant of the site selects the kind
   of the callee's result. */
static inline void layout_of_nested(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {BITS(8), BITS(8), BITS(8), REFERENCE};
  int64_t which;
  CHECK(data == &created);
  CHECK_OK(spgc_deopt_site_constant(site, 0, &which));
  describe(site, kinds, 4, which == 0 ? SPGC_CALLEE_RESULT_WORD : SPGC_CALLEE_RESULT_REFERENCE);
}

/* Resumes test_deopt_nested as the compiled code would, but adds TAKEN. */
static inline void resume_with_nested(void *data, const spgc_deoptimized_frame *frame,
                                      spgc_return_value *return_value) {
  const spgc_deopt_value *values = frame->values;
  uint64_t own, value;
  double half;
  CHECK(data == &created && frame->value_count == 4 && frame->function == CODE(test_deopt_nested));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  own = content(values[3].reference);
  CHECK(own == values[1].words[0]);
  memcpy(&half, values[2].words, sizeof half);
  CHECK(half == (double)own / 2);
  if (values[0].words[0] == 0) {
    value = frame->callee_result.words[0] + own;
  } else {
    value = 3 * content(frame->callee_result.reference) + own + (uint64_t)half;
  }
  return_value->kind = SPGC_RETURN_REFERENCE;
  CHECK_OK(spgc_object_new(BOX, &return_value->reference));
  CHECK_OK(spgc_store_word(return_value->reference, 8, value + TAKEN));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  __atomic_add_fetch(&resumed, 1, __ATOMIC_RELAXED);
}

/* Returns the expected result of test_deopt_outer if the native function returns `last` and every
   `every`-th frame is taken over, where the youngest frame has the number `first`. No frame is
   taken over if `every` is 0. */
static inline uint64_t outer_value(uint64_t depth, uint64_t last, unsigned first, unsigned every) {
  uint64_t n, value = 0;
  for (n = 0; n <= depth; n++) {
    value = n == 0 ? last : 3 * value + n + n / 2;
    if (every != 0 && (n + first) % every == 0) value += TAKEN;
  }
  return value + 3 * 100 + 5 * 2000 + 7 * 30000 + 11 * 400000 + 3 * (100 + 2000 + 30000 + 400000);
}

/* Select callback: selects the frames of a function. */
static inline bool of_function(void *function, const spgc_activation *frame) {
  CHECK(frame->size == sizeof *frame && frame->pc != NULL &&
        (frame->depth == 0 || frame->record != 0));
  return frame->function == function;
}

#endif
