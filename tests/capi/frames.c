/* Frames that a continuation resumes: a guard leaves the youngest frame, an invalidation of a
   function all of its frames, and a continuation may leave other frames. */
#include "frames.h"

/* Managed functions of tests/managed/deopt.ll. */
extern void test_deopt_kinds(void), test_deopt_thousand_halves(void), test_deopt_halves(void);
extern void test_deopt_sum_of_pair(void), test_deopt_ten(void);

#define SEED UINT64_C(0x8123456789abcdef)

static uint64_t returns_its_value(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  CHECK(a == 1 && b == 2 && c == 3 && d == 4);
  return value;
}

/* Takes over the youngest frame, which a collection walks before that. */
static uint64_t leaves_its_caller(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  size_t count = 0;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  DO(spgc_take_over(takeover, NULL, NULL, &count));
  CHECK(count == 1);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 77;
}

static void layout_of_kinds(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {
      {SPGC_DEOPT_VALUE_BITS, 4},      {SPGC_DEOPT_VALUE_BITS, 1},      {SPGC_DEOPT_VALUE_BITS, 1},  {SPGC_DEOPT_VALUE_BITS, 2},
      {SPGC_DEOPT_VALUE_BITS, 4},      {SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_BITS, 16}, {SPGC_DEOPT_VALUE_BITS, 4},
      {SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_BITS, 16},     {SPGC_DEOPT_VALUE_OBJECT, 16}, {SPGC_DEOPT_VALUE_REFERENCE, 0},
      {SPGC_DEOPT_VALUE_REFERENCE, 0}, {SPGC_DEOPT_VALUE_BITS, 1},      {SPGC_DEOPT_VALUE_BITS, 8}};
  int64_t constant;
  CHECK(data == &made && site->value_count == 15 && site->function == CODE(test_deopt_kinds) && site->pc != NULL);
  DO(spgc_deopt_site_constant(site, 0, &constant));
  CHECK(constant == 7);
  DO(spgc_deopt_site_constant(site, 13, &constant));
  CHECK(constant == -5);
  FAILS(spgc_deopt_site_constant(site, 5, &constant), SPGC_ERROR_ARGUMENT, "not a constant");
  FAILS(spgc_deopt_site_constant(site, 15, &constant), SPGC_ERROR_ARGUMENT, "15 values");
  describe(site, kinds, 15, SPGC_CALLEE_RESULT_WORD);
}

static spgc_ref left_over;

static void resume_with_kinds(void *data, const spgc_deoptimized_frame *frame, spgc_return_value *return_value) {
  static const uint64_t small[] = {7, 1, 0xef, 0xcdef, 0x89abcdef, SEED};
  const spgc_deopt_value *values = frame->values;
  uint64_t words[2], before = moved();
  float single;
  double number;
  size_t index;
  CHECK(data == &made && frame->size == sizeof *frame && frame->value_count == 15);
  CHECK(frame->function == CODE(test_deopt_kinds) && frame->callee_result.words[0] == 77);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(moved() > before);
  for (index = 0; index < 6; index++) {
    uint64_t mask = index == 1 ? 1 : ~UINT64_C(0);
    CHECK(values[index].kind == SPGC_DEOPT_VALUE_BITS && (values[index].words[0] & mask) == small[index]);
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
  left_over = values[11].reference;
  return_value->kind = SPGC_RETURN_WORD;
  return_value->words[0] = 4711;
}

static void kinds(void) {
  uint64_t value;
  takeover = leave_to(layout_of_kinds, resume_with_kinds);
  CHECK(call(CODE(test_deopt_kinds), leaves_its_caller, SEED) == 4711);
  FAILS(spgc_load_word(left_over, 8, &value), SPGC_ERROR_REFERENCE, "the local reference was closed");
  /* The code is unchanged. */
  CHECK(call(CODE(test_deopt_kinds), returns_its_value, SEED) == 2 * SEED);
  DO(spgc_takeover_free(takeover));
  CHECK(unused == made);
}

static bool odd(void *function, const spgc_activation *frame) {
  return frame->function == function && frame->depth % 2 == 1;
}

static uint64_t leaves_all(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  void *function = (void *)(uintptr_t)test_deopt_nested;
  size_t count;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  DO(spgc_take_over(takeover, of_function, function, &count));
  CHECK(count == DEPTH + 1);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  /* The takeover of these frames is already pending, and stays so without the takeover object. */
  DO(spgc_take_over(takeover, of_function, function, &count));
  CHECK(count == 0);
  DO(spgc_takeover_free(takeover));
  CHECK(unused == made - 1);
  return 5;
}

static uint64_t leaves_some(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  DO(spgc_take_over(takeover, odd, (void *)(uintptr_t)test_deopt_nested, NULL));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 6;
}

static void activations(void) {
  uint64_t before = moved();
  takeover = leave_to(layout_of_nested, resume_with_nested);
  resumed = 0;
  CHECK(call(CODE(test_deopt_outer), leaves_all, DEPTH) == outer_value(DEPTH, 5, 0, 1));
  CHECK(resumed == DEPTH + 1 && unused == made && moved() > before);
  takeover = leave_to(layout_of_nested, resume_with_nested);
  CHECK(call(CODE(test_deopt_outer), leaves_some, DEPTH) == outer_value(DEPTH, 6, 1, 2));
  CHECK(resumed == DEPTH + 1 + DEPTH / 2);
  DO(spgc_takeover_free(takeover));
}

/* Floating-point numbers, and two words. */

static void layout_of_halves(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {{SPGC_DEOPT_VALUE_BITS, 8}, {SPGC_DEOPT_VALUE_BITS, 8}};
  int64_t which = 2;
  (void)data;
  if (site->value_count != 2) return;
  DO(spgc_deopt_site_constant(site, 0, &which));
  describe(site, kinds, 2, which == 0 ? SPGC_CALLEE_RESULT_WORD : SPGC_CALLEE_RESULT_FLOAT);
}

static void resume_with_halves(void *data, const spgc_deoptimized_frame *frame, spgc_return_value *return_value) {
  double below;
  (void)data;
  memcpy(&below, frame->callee_result.words, sizeof below);
  return_value->kind = SPGC_RETURN_DOUBLE;
  return_value->double_value = frame->values[0].words[0] == 0 ? (double)frame->callee_result.words[0]
                                                   : below / 2 + (double)frame->values[1].words[0] + 16;
}

static uint64_t leaves_halves(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  /* Between them are frames of code that resumes normally, and returns in another register. */
  DO(spgc_take_over(takeover, odd, (void *)(uintptr_t)test_deopt_halves, NULL));
  return 90;
}

static void layout_of_pair(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {{SPGC_DEOPT_VALUE_BITS, 8}};
  (void)data;
  describe(site, kinds, 1, SPGC_CALLEE_RESULT_WORD);
}

static void resume_with_pair(void *data, const spgc_deoptimized_frame *frame, spgc_return_value *return_value) {
  (void)data;
  return_value->kind = SPGC_RETURN_WORD_PAIR;
  return_value->words[0] = frame->callee_result.words[0] + 1;
  return_value->words[1] = frame->values[0].words[0] + 1;
}

static void results(void) {
  double expected = 90;
  int n;
  takeover = leave_to(layout_of_halves, resume_with_halves);
  for (n = 1; n <= 7; n++) expected = expected / 2 + n + (n % 2 == 1 ? 16 : 0);
  CHECK(call(CODE(test_deopt_thousand_halves), leaves_halves, 7) == (uint64_t)(1000 * expected));
  DO(spgc_takeover_free(takeover));
  takeover = leave_to(layout_of_pair, resume_with_pair);
  CHECK(call(CODE(test_deopt_sum_of_pair), leaves_its_caller, 40) == 78 + 41000);
  CHECK(call(CODE(test_deopt_sum_of_pair), returns_its_value, 40) == 40 + 40000);
  DO(spgc_takeover_free(takeover));
}

/* The continuation calls managed code, whose frames are taken over in turn, and returns the value
   that was handed over. */

static void layout_of_ten(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {{SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_BITS, 8}, {SPGC_DEOPT_VALUE_BITS, 8},
                                    {SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_BITS, 8},      {SPGC_DEOPT_VALUE_REFERENCE, 0},
                                    {SPGC_DEOPT_VALUE_REFERENCE, 0}, {SPGC_DEOPT_VALUE_BITS, 4},      {SPGC_DEOPT_VALUE_BITS, 8}};
  (void)data;
  describe(site, kinds, 10, SPGC_CALLEE_RESULT_VOID);
}

static void resume_with_ten(void *data, const spgc_deoptimized_frame *frame, spgc_return_value *return_value) {
  uint64_t a = frame->values[1].words[0], rest = 0;
  (void)data;
  CHECK(frame->callee_result.kind == SPGC_DEOPT_VALUE_NULL);
  if (a > 0) rest = call(CODE(test_deopt_ten), leaves_its_caller, a - 1);
  CHECK(content(frame->values[6].reference) == a && content(frame->values[7].reference) == 100);
  return_value->kind = SPGC_RETURN_WORD;
  return_value->words[0] = rest + a;
}

static void within(void) {
  takeover = leave_to(layout_of_ten, resume_with_ten);
  CHECK(call(CODE(test_deopt_ten), leaves_its_caller, 20) == 20 * 21 / 2);
  DO(spgc_takeover_free(takeover));
}

/* A refused call changes nothing. */

static void no_layout(void *data, const spgc_deopt_site *site) { (void)data, (void)site; }

static void wrong_kind(void *data, const spgc_deopt_site *site) {
  static const spgc_deopt_value_kind kinds[] = {{SPGC_DEOPT_VALUE_BITS, 8}, {SPGC_DEOPT_VALUE_REFERENCE, 0}, {SPGC_DEOPT_VALUE_BITS, 8}, {SPGC_DEOPT_VALUE_REFERENCE, 0}};
  (void)data;
  describe(site, kinds, 4, SPGC_CALLEE_RESULT_REFERENCE);
}

static void wrong_count(void *data, const spgc_deopt_site *site) { layout_of_pair(data, site); }

static bool none(void *data, const spgc_activation *frame) { return data == frame; }

static bool all(void *data, const spgc_activation *frame) { return data != frame; }

static bool second(void *data, const spgc_activation *frame) { return data != frame && frame->depth == 1; }

static uint64_t tries(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  static const struct {
    spgc_frame_layout_callback layout;
    spgc_select_activation_callback select;
    const char *words;
  } attempts[] = {{layout_of_nested, none, "no managed frame"},
                  {layout_of_nested, all, "no deoptimization state"},
                  {no_layout, NULL, "spgc_deopt_site_set_layout"},
                  {wrong_kind, second, "value 1"},
                  {wrong_count, second, "4 values, expected 1"}};
  size_t index, count = 99;
  (void)value, (void)a, (void)b, (void)c, (void)d;
  for (index = 0; index < sizeof attempts / sizeof attempts[0]; index++) {
    spgc_takeover *tried = leave_to(attempts[index].layout, resume_with_nested);
    FAILS(spgc_take_over(tried, attempts[index].select, NULL, &count), SPGC_ERROR_FRAME, attempts[index].words);
    DO(spgc_takeover_free(tried));
  }
  CHECK(count == 99);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  return 8;
}

static void refused(void) {
  CHECK(call(CODE(test_deopt_outer), tries, 3) == outer_value(3, 8, 0, 0));
  CHECK(unused == made);
}

int main(void) {
  DO(spgc_heap_start(NULL, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  kinds();
  activations();
  results();
  within();
  refused();
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
