/* Tests frame takeover in the calling thread: of the youngest frame (a failed guard), of all frames
   of a function (an invalidation), and of further frames by a continuation. */
#include "frames.h"

/* Managed functions of tests/managed/deopt.ll. */
extern void test_deopt_kinds(void), test_deopt_thousand_halves(void), test_deopt_halves(void);
extern void test_deopt_sum_of_pair(void), test_deopt_ten(void);

/* Number from which test_deopt_kinds computes its values. Its bytes differ, so a value of the wrong
   size or place is noticed. */
#define SEED UINT64_C(0x8123456789abcdef)

/* Native function that takes over no frame. */
static uint64_t return_value_unchanged(uint64_t value, uint64_t a, uint64_t b, uint64_t c,
                                       uint64_t d) {
  CHECK(a == 1 && b == 2 && c == 3 && d == 4);
  return value;
}

/* Native function that takes over the frame of its caller. A collection walks the frame before it
   is resumed. */
static uint64_t take_over_caller(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  size_t count = 0;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  CHECK_OK(spgc_take_over(takeover, NULL, NULL, &count));
  CHECK(count == 1);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 77;
}

static void layout_of_kinds(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {
      BITS(4), BITS(1),  BITS(1),    BITS(2),   BITS(4),   BITS(8), BITS(16), BITS(4),
      BITS(8), BITS(16), OBJECT(16), REFERENCE, REFERENCE, BITS(1), BITS(8)};
  int64_t constant;
  CHECK(data == &created && site->value_count == 15 && site->function == CODE(test_deopt_kinds) &&
        site->pc != NULL);
  CHECK_OK(spgc_deopt_site_constant(site, 0, &constant));
  CHECK(constant == 7);
  CHECK_OK(spgc_deopt_site_constant(site, 13, &constant));
  CHECK(constant == -5);
  CHECK_ERROR(spgc_deopt_site_constant(site, 5, &constant), SPGC_ERROR_ARGUMENT, "not a constant");
  CHECK_ERROR(spgc_deopt_site_constant(site, 15, &constant), SPGC_ERROR_ARGUMENT, "15 values");
  describe(site, kinds, 15, SPGC_CALLEE_RESULT_WORD);
}

/* A local reference that is no longer valid after the continuation has returned. */
static spgc_ref stale_reference;

static void resume_with_kinds(void *data, const spgc_deoptimized_frame *frame,
                              spgc_return_value *return_value) {
  static const uint64_t small[] = {7, 1, 0xef, 0xcdef, 0x89abcdef, SEED};
  const spgc_deopt_value *values = frame->values;
  uint64_t words[2], before = moved();
  float single;
  double number;
  size_t index;
  CHECK(data == &created && frame->size == sizeof *frame && frame->value_count == 15);
  CHECK(frame->function == CODE(test_deopt_kinds) && frame->callee_result.words[0] == 77);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(moved() > before);
  for (index = 0; index < 6; index++) {
    uint64_t mask = index == 1 ? 1 : ~UINT64_C(0);
    CHECK(values[index].kind == SPGC_DEOPT_VALUE_BITS &&
          (values[index].words[0] & mask) == small[index]);
    CHECK(values[index].words[1] == 0);
  }
  CHECK(values[6].words[0] == SEED && values[6].words[1] == ~SEED);
  memcpy(&single, values[7].words, sizeof single);
  memcpy(&number, values[8].words, sizeof number);
  CHECK(number == (double)SEED && single == (float)number);
  CHECK(values[9].words[0] == SEED && values[9].words[1] == ~SEED);
  CHECK(values[10].kind == SPGC_DEOPT_VALUE_OBJECT && values[10].size == sizeof words);
  memcpy(words, values[10].object, sizeof words);
  CHECK(words[0] == SEED && words[1] == ~SEED);
  CHECK(values[11].kind == SPGC_DEOPT_VALUE_REFERENCE && content(values[11].reference) == SEED);
  CHECK(values[12].kind == SPGC_DEOPT_VALUE_NULL && values[12].reference == NULL);
  CHECK(values[13].words[0] == 0xfb && values[14].words[0] == UINT64_C(0x123456789abcdef0));
  stale_reference = values[11].reference;
  return_value->kind = SPGC_RETURN_WORD;
  return_value->words[0] = 4711;
}

static void kinds(void) {
  uint64_t value;
  takeover = new_takeover(layout_of_kinds, resume_with_kinds);
  CHECK(call(CODE(test_deopt_kinds), take_over_caller, SEED) == 4711);
  CHECK_ERROR(spgc_load_word(stale_reference, 8, &value), SPGC_ERROR_REFERENCE,
              "the local reference was closed");
  /* The code is unchanged. */
  CHECK(call(CODE(test_deopt_kinds), return_value_unchanged, SEED) == 2 * SEED);
  CHECK_OK(spgc_takeover_free(takeover));
  CHECK(released_count == created);
}

static bool odd(void *function, const spgc_activation *frame) {
  return frame->function == function && frame->depth % 2 == 1;
}

/* Native function that takes over all frames of test_deopt_nested. */
static uint64_t take_over_all(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  void *function = (void *)(uintptr_t)test_deopt_nested;
  size_t count;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  CHECK_OK(spgc_take_over(takeover, of_function, function, &count));
  CHECK(count == DEPTH + 1);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  /* The takeover of these frames is already pending, and stays so without the takeover object. */
  CHECK_OK(spgc_take_over(takeover, of_function, function, &count));
  CHECK(count == 0);
  CHECK_OK(spgc_takeover_free(takeover));
  CHECK(released_count == created - 1);
  return 5;
}

/* Native function that takes over the frames of test_deopt_nested with an odd depth. */
static uint64_t take_over_odd(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  CHECK_OK(spgc_take_over(takeover, odd, (void *)(uintptr_t)test_deopt_nested, NULL));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 6;
}

static void activations(void) {
  uint64_t before = moved();
  takeover = new_takeover(layout_of_nested, resume_with_nested);
  resumed = 0;
  CHECK(call(CODE(test_deopt_outer), take_over_all, DEPTH) == outer_value(DEPTH, 5, 0, 1));
  CHECK(resumed == DEPTH + 1 && released_count == created && moved() > before);
  takeover = new_takeover(layout_of_nested, resume_with_nested);
  CHECK(call(CODE(test_deopt_outer), take_over_odd, DEPTH) == outer_value(DEPTH, 6, 1, 2));
  CHECK(resumed == DEPTH + 1 + DEPTH / 2);
  CHECK_OK(spgc_takeover_free(takeover));
}

/* Results of continuations that are floating-point numbers, or two words. */

static void layout_of_halves(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {BITS(8), BITS(8)};
  int64_t which = 2;
  (void)data;
  if (site->value_count != 2) return;
  CHECK_OK(spgc_deopt_site_constant(site, 0, &which));
  describe(site, kinds, 2, which == 0 ? SPGC_CALLEE_RESULT_WORD : SPGC_CALLEE_RESULT_FLOAT);
}

static void resume_with_halves(void *data, const spgc_deoptimized_frame *frame,
                               spgc_return_value *return_value) {
  double below;
  (void)data;
  memcpy(&below, frame->callee_result.words, sizeof below);
  return_value->kind = SPGC_RETURN_DOUBLE;
  if (frame->values[0].words[0] == 0)
    return_value->double_value = (double)frame->callee_result.words[0];
  else
    return_value->double_value = below / 2 + (double)frame->values[1].words[0] + 16;
}

static uint64_t take_over_halves(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  /* Frames between these are not taken over, and return in another register. */
  CHECK_OK(spgc_take_over(takeover, odd, (void *)(uintptr_t)test_deopt_halves, NULL));
  return 90;
}

static void layout_of_pair(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {BITS(8)};
  (void)data;
  describe(site, kinds, 1, SPGC_CALLEE_RESULT_WORD);
}

static void resume_with_pair(void *data, const spgc_deoptimized_frame *frame,
                             spgc_return_value *return_value) {
  (void)data;
  return_value->kind = SPGC_RETURN_WORD_PAIR;
  return_value->words[0] = frame->callee_result.words[0] + 1;
  return_value->words[1] = frame->values[0].words[0] + 1;
}

static void results(void) {
  double expected = 90;
  int n;
  takeover = new_takeover(layout_of_halves, resume_with_halves);
  for (n = 1; n <= 7; n++) expected = expected / 2 + n + (n % 2 == 1 ? 16 : 0);
  CHECK(call(CODE(test_deopt_thousand_halves), take_over_halves, 7) == (uint64_t)(1000 * expected));
  CHECK_OK(spgc_takeover_free(takeover));
  takeover = new_takeover(layout_of_pair, resume_with_pair);
  CHECK(call(CODE(test_deopt_sum_of_pair), take_over_caller, 40) == 78 + 41000);
  CHECK(call(CODE(test_deopt_sum_of_pair), return_value_unchanged, 40) == 40 + 40000);
  CHECK_OK(spgc_takeover_free(takeover));
}

/* A continuation that calls managed code, whose frames are taken over in turn. */

static void layout_of_ten(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {
      BITS(8), BITS(8), BITS(8), BITS(8), BITS(8), BITS(8), REFERENCE, REFERENCE, BITS(4), BITS(8)};
  (void)data;
  describe(site, kinds, 10, SPGC_CALLEE_RESULT_VOID);
}

static void resume_with_ten(void *data, const spgc_deoptimized_frame *frame,
                            spgc_return_value *return_value) {
  uint64_t a = frame->values[1].words[0], rest = 0;
  (void)data;
  CHECK(frame->callee_result.kind == SPGC_DEOPT_VALUE_NULL);
  if (a > 0) rest = call(CODE(test_deopt_ten), take_over_caller, a - 1);
  CHECK(content(frame->values[6].reference) == a && content(frame->values[7].reference) == 100);
  return_value->kind = SPGC_RETURN_WORD;
  return_value->words[0] = rest + a;
}

static void within(void) {
  takeover = new_takeover(layout_of_ten, resume_with_ten);
  CHECK(call(CODE(test_deopt_ten), take_over_caller, 20) == 20 * 21 / 2);
  CHECK_OK(spgc_takeover_free(takeover));
}

/* A takeover that is refused has no effect. */

static void no_layout(void *data, const spgc_deopt_site *site) { (void)data, (void)site; }

static void wrong_kind(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {BITS(8), REFERENCE, BITS(8), REFERENCE};
  (void)data;
  describe(site, kinds, 4, SPGC_CALLEE_RESULT_REFERENCE);
}

static void wrong_count(void *data, const spgc_deopt_site *site) { layout_of_pair(data, site); }

/* Select callbacks. `data` is null, and never equal to `frame`. */

static bool select_none(void *data, const spgc_activation *frame) { return data == frame; }

static bool select_all(void *data, const spgc_activation *frame) { return data != frame; }

static bool select_second(void *data, const spgc_activation *frame) {
  return data != frame && frame->depth == 1;
}

/* Native function that attempts invalid takeovers. */
static uint64_t attempt_takeovers(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  static const struct {
    spgc_frame_layout_callback layout;
    spgc_select_activation_callback select;
    const char *words;
  } attempts[] = {{layout_of_nested, select_none, "no managed frame"},
                  {layout_of_nested, select_all, "no deoptimization state"},
                  {no_layout, NULL, "spgc_deopt_site_set_layout"},
                  {wrong_kind, select_second, "value 1"},
                  {wrong_count, select_second, "4 values, expected 1"}};
  size_t index, count = 99;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  for (index = 0; index < sizeof attempts / sizeof attempts[0]; index++) {
    spgc_takeover *tried = new_takeover(attempts[index].layout, resume_with_nested);
    CHECK_ERROR(spgc_take_over(tried, attempts[index].select, NULL, &count), SPGC_ERROR_FRAME,
                attempts[index].words);
    CHECK_OK(spgc_takeover_free(tried));
  }
  CHECK(count == 99);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 8;
}

static void refused(void) {
  CHECK(call(CODE(test_deopt_outer), attempt_takeovers, 3) == outer_value(3, 8, 0, 0));
  CHECK(released_count == created);
}

int main(void) {
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  kinds();
  activations();
  results();
  within();
  refused();
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
