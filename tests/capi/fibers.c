/* A host that switches stacks, or jumps out of calls. Refused operations return a status, or end
   the process with a message if only that keeps roots from being lost. The argument selects the
   case. */
#define _GNU_SOURCE
#include "check.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>

/* Managed functions of tests/managed/{values,frames,wrappers}.ll: those in the latter two call a
   native function. */
extern void test_pair(void), test_native(void), test_wrapped(void), test_nested(void);

/* Called by a wrapper there that is not used here. */
void test_native_nothing(void);
void test_native_nothing(void) {}

enum { STACK = 256 << 10 };

static spgc_heap *heap;
static ucontext_t home, fiber;
static const void *calling;
static int switches;

/* Calls a native function from managed code: returns the sum of `value` and the function's result.
 */
static spgc_status call_native(uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t), uint64_t *result) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)function);
  arguments[1] = word(1);
  return spgc_call(calling, arguments, 2, result);
}

/* A separate stack for `start`, which switches back when it returns. */
static void make_fiber(void *stack, void (*start)(void)) {
  CHECK(getcontext(&fiber) == 0);
  fiber.uc_stack.ss_sp = stack;
  fiber.uc_stack.ss_size = STACK;
  fiber.uc_link = &home;
  makecontext(&fiber, start, 0);
}

static void to_fiber(void) {
  switches++;
  CHECK(swapcontext(&home, &fiber) == 0);
}

static uint64_t go_home(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)a, (void)b, (void)c, (void)d, (void)e;
  switches++;
  CHECK(swapcontext(&fiber, &home) == 0);
  return 0;
}

static uint64_t go_to_fiber(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)a, (void)b, (void)c, (void)d, (void)e;
  to_fiber();
  return 0;
}

static void refused(const char *words) {
  spgc_argument arguments[2] = {{NULL, 0}, {NULL, 0}};
  spgc_handle_scope scope;
  spgc_ref ref;
  FAILS(spgc_call(CODE(test_pair), arguments, 2, NULL), SPGC_ERROR_STACK, words);
  CHECK(strstr(spgc_last_error(), "thread \"fibers\"") != NULL);
  DO(spgc_handle_scope_open(&scope));
  FAILS(spgc_call_for_ref(CODE(test_pair), arguments, 2, &ref), SPGC_ERROR_STACK, words);
  /* Operations that need no frames work on any stack. */
  DO(spgc_object_new(PAIR, &ref));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  DO(spgc_handle_scope_close(scope));
}

static void on_other_stack(void) { refused("not in its stack"); }
static void above_last_exit(void) { refused("not below"); }

static void handler(int number) {
  (void)number;
  on_other_stack();
}

/* Memory that is not a thread's stack: the stacks of a fiber and of a signal handler. */
static void foreign(void) {
  void *stack = malloc(STACK);
  stack_t alternate = {0};
  struct sigaction action;
  uint64_t result;
  CHECK(stack != NULL);
  make_fiber(stack, on_other_stack);
  to_fiber();
  /* Also in a call, which resumes unaffected. */
  make_fiber(stack, on_other_stack);
  DO(call_native(go_to_fiber, &result));
  CHECK(result == 1 && switches == 2);
  alternate.ss_sp = stack;
  alternate.ss_size = STACK;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  CHECK(sigaltstack(&alternate, NULL) == 0 && sigaction(SIGUSR2, &action, NULL) == 0);
  CHECK(raise(SIGUSR2) == 0);
  alternate.ss_flags = SS_DISABLE;
  CHECK(sigaltstack(&alternate, NULL) == 0);
  free(stack);
}

/* An array on the thread's own stack, above the transition out of managed code. */
static void above(void) {
  char stack[STACK];
  uint64_t result;
  make_fiber(stack, above_last_exit);
  DO(call_native(go_to_fiber, &result));
  CHECK(result == 1 && switches == 1);
}

static void first(void) {
  uint64_t result;
  DO(call_native(go_home, &result));
  CHECK(result == 1);
}

/* A call in a fiber, on the thread's own stack, has not returned; then a call of the thread
   returns, in the right order. */
static void unfinished(void) {
  char stack[STACK];
  uint64_t result;
  spgc_argument depth = {NULL, 20};
  make_fiber(stack, first);
  to_fiber();
  FAILS(spgc_thread_detach(), SPGC_ERROR_BUSY, "in 1 calls into managed code");
  FAILS(spgc_heap_shutdown(heap), SPGC_ERROR_BUSY, "spgc_thread_detach");
  DO(spgc_call(CODE(test_nested), &depth, 1, &result));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  to_fiber();
  CHECK(switches == 3);
}

/* The fiber's call returns to managed code although the thread has made another one since. */
static void crossed(void) {
  char stack[STACK];
  uint64_t result;
  make_fiber(stack, first);
  to_fiber();
  call_native(go_to_fiber, &result);
}

static jmp_buf out;

static uint64_t jump(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)a, (void)b, (void)c, (void)d, (void)e;
  longjmp(out, 1);
}

static uint64_t jumped(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  uint64_t result;
  (void)a, (void)b, (void)c, (void)d, (void)e;
  if (setjmp(out) == 0) call_native(jump, &result);
  /* Through the same frames as before. */
  FAILS(call_native(jump, &result), SPGC_ERROR_STACK, "not below");
  fputs("jumped\n", stderr);
  return 0;
}

/* Jumps out of a call, then calls managed code again. */
static void jumps(void) {
  uint64_t result;
  call_native(jumped, &result);
}

/* The first collection during a call in a fiber. */
static int leave_in_callback;

static void on_collection(void *data, const spgc_collection_report *collection) {
  (void)data, (void)collection;
  if (!leave_in_callback) return;
  leave_in_callback = 0;
  go_home(0, 0, 0, 0, 0);
}

static void allocates_once(void) {
  spgc_argument arguments[2] = {{NULL, 0}, {NULL, 0}};
  spgc_call(CODE(test_pair), arguments, 2, NULL);
}

static void allocates(void) {
  spgc_argument depth = {NULL, 20};
  spgc_call(CODE(test_nested), &depth, 1, NULL);
}

/* The fiber's call is left in a callback, not by a native function, and resumes while the thread
   has made another one since. Each allocation collects. */
static void in_callback(void (*start)(void)) {
  char stack[STACK];
  uint64_t result;
  leave_in_callback = 1;
  make_fiber(stack, start);
  to_fiber();
  CHECK(!leave_in_callback);
  call_native(go_to_fiber, &result);
}

/* No host does this: the thread's record of where it left managed code, in %spgc.thread, is made
   up. */
static uintptr_t made_up;

static uint64_t forges(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  uintptr_t *context = spgc_thread_context();
  (void)a, (void)b, (void)c, (void)d, (void)e;
  context[4] = made_up;
  spgc_collect(SPGC_COLLECTION_COMPACTING);
  return 0;
}

static void forged(const void *exit) {
  uint64_t result;
  made_up = (uintptr_t)exit;
  call_native(forges, &result);
}

static uint64_t nothing(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  return a - a + b - b + c - c + d - d + e - e;
}

/* The stack of the first thread grows, when its limit does, below what was known when the thread
   was attached. */
static void grown(void) {
  spgc_argument depth = {NULL, 30};
  struct rlimit limit;
  volatile char *room;
  uint64_t result;
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (limit.rlim_cur == RLIM_INFINITY || (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < 2 * limit.rlim_cur)) return;
  room = __builtin_alloca(limit.rlim_cur - (limit.rlim_cur >> 3));
  *room = 1;
  limit.rlim_cur *= 2;
  CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
  room = __builtin_alloca(limit.rlim_cur >> 2);
  *room = 1;
  DO(spgc_call(CODE(test_nested), &depth, 1, &result));
  DO(call_native(nothing, &result));
  CHECK(result == 1);
}

int main(int count, char **arguments) {
  spgc_config config = {0};
  const char *what = count > 2 ? arguments[1] : "";
  uint64_t here = 0;
  calling = count > 2 && strcmp(arguments[2], "wrapper") == 0 ? CODE(test_wrapped) : CODE(test_native);
  /* In an emulator the thread has the name of the emulator. */
  CHECK(prctl(PR_SET_NAME, "fibers") == 0);
  config.size = sizeof config;
  config.heap_max = 8u << 20;
  config.on_collection = on_collection;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  if (strcmp(what, "foreign") == 0) foreign();
  else if (strcmp(what, "above") == 0) above();
  else if (strcmp(what, "unfinished") == 0) unfinished();
  else if (strcmp(what, "grown") == 0) grown();
  else if (strcmp(what, "crossed") == 0) crossed();
  else if (strcmp(what, "jumps") == 0) jumps();
  else if (strcmp(what, "ends") == 0) in_callback(allocates_once);
  else if (strcmp(what, "allocates") == 0) in_callback(allocates);
  else if (strcmp(what, "elsewhere") == 0) forged(&heap);
  else if (strcmp(what, "disordered") == 0) forged(&here);
  else CHECK(!"one of these, and how native functions are called");
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
