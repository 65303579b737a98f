/* Tests a host that switches stacks (fibers, signal stacks) or leaves calls by longjmp. The library
   refuses operations that would hide roots: with a status, or by ending the process if no status
   can be returned. The first argument selects the case, the second how native functions are called.
 */
#define _GNU_SOURCE
#include "check.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>

/* Managed functions of tests/managed/{values,frames,wrappers}.ll. Those of frames.ll and
   wrappers.ll call a native function. */
extern void test_pair(void), test_native(void), test_wrapped(void), test_nested(void);

/* A wrapper in wrappers.ll that this program does not use refers to this function. */
void test_native_nothing(void);
void test_native_nothing(void) {}

/* Size of a fiber's stack, in bytes. */
enum { STACK = 256 << 10 };

static spgc_heap *heap;
/* The contexts of the thread's own code and of the fiber. */
static ucontext_t home, fiber;
/* The managed function that calls native functions. */
static const void *native_caller;
/* Number of stack switches. */
static int switches;

/* A native function that test_native and test_wrapped call. */
typedef uint64_t native(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

/* Calls a native function from managed code. The result is that of the function plus 1. */
static spgc_status call_native(native *function, uint64_t *result) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)function);
  arguments[1] = word(1);
  return spgc_call(native_caller, arguments, 2, result);
}

/* Creates a fiber that runs `start` on this stack. When `start` returns, it switches back. */
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

/* Checks that calls into managed code are refused on the current stack, with a message that
   contains `words`. */
static void check_refused(const char *words) {
  spgc_argument arguments[2] = {{NULL, 0}, {NULL, 0}};
  spgc_handle_scope scope;
  spgc_ref ref;
  CHECK_ERROR(spgc_call(CODE(test_pair), arguments, 2, NULL), SPGC_ERROR_STACK, words);
  CHECK(strstr(spgc_last_error(), "thread \"fibers\"") != NULL);
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_call_for_ref(CODE(test_pair), arguments, 2, &ref), SPGC_ERROR_STACK, words);
  /* Operations that need no frames work on any stack. */
  CHECK_OK(spgc_object_new(PAIR, &ref));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_handle_scope_close(scope));
}

static void on_other_stack(void) { check_refused("not in its stack"); }
static void above_last_exit(void) { check_refused("not below"); }

static void handler(int number) {
  (void)number;
  on_other_stack();
}

/* Case "foreign": calls on memory that is not the stack of a thread, but of a fiber or of a signal
   handler. */
static void foreign(void) {
  void *stack = malloc(STACK);
  stack_t alternate = {0};
  struct sigaction action;
  uint64_t result;
  CHECK(stack != NULL);
  make_fiber(stack, on_other_stack);
  to_fiber();
  /* Also during a call into managed code, which then resumes unaffected. */
  make_fiber(stack, on_other_stack);
  CHECK_OK(call_native(go_to_fiber, &result));
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

/* Case "above": the fiber's stack is an array on the thread's own stack, above the frame in which
   the thread left managed code. */
static void above(void) {
  char stack[STACK];
  uint64_t result;
  make_fiber(stack, above_last_exit);
  CHECK_OK(call_native(go_to_fiber, &result));
  CHECK(result == 1 && switches == 1);
}

static void call_and_go_home(void) {
  uint64_t result;
  CHECK_OK(call_native(go_home, &result));
  CHECK(result == 1);
}

/* Case "unfinished": a call in a fiber, on the thread's own stack, has not returned. A call of the
   thread starts and returns meanwhile, which is the order of a stack. */
static void unfinished(void) {
  char stack[STACK];
  uint64_t result;
  spgc_argument depth = {NULL, 20};
  make_fiber(stack, call_and_go_home);
  to_fiber();
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "in 1 calls into managed code");
  CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_BUSY, "spgc_thread_detach");
  CHECK_OK(spgc_call(CODE(test_nested), &depth, 1, &result));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  to_fiber();
  CHECK(switches == 3);
}

/* Case "crossed": a fiber's call returns to managed code before a later call of the thread has
   returned. */
static void crossed(void) {
  char stack[STACK];
  uint64_t result;
  make_fiber(stack, call_and_go_home);
  to_fiber();
  call_native(go_to_fiber, &result);
}

static jmp_buf out;

static uint64_t jump_out(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)a, (void)b, (void)c, (void)d, (void)e;
  longjmp(out, 1);
}

/* Native function that leaves a call by longjmp, and then calls managed code again. */
static uint64_t call_after_jump(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  uint64_t result;
  (void)a, (void)b, (void)c, (void)d, (void)e;
  if (setjmp(out) == 0) call_native(jump_out, &result);
  /* The frames are the same as those of the call that was left. */
  CHECK_ERROR(call_native(jump_out, &result), SPGC_ERROR_STACK, "not below");
  fputs("jumped\n", stderr);
  return 0;
}

/* Case "jumps": the process ends when the native function returns to managed code. */
static void jumps(void) {
  uint64_t result;
  call_native(call_after_jump, &result);
}

/* Whether the next collection callback switches from the fiber to the thread's own stack. */
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

/* Cases "ends" and "allocates": the fiber switches stacks in a collection callback. Its call
   resumes before a later call of the thread has returned. Each allocation collects. */
static void in_callback(void (*start)(void)) {
  char stack[STACK];
  uint64_t result;
  leave_in_callback = 1;
  make_fiber(stack, start);
  to_fiber();
  CHECK(!leave_in_callback);
  call_native(go_to_fiber, &result);
}

/* Cases "elsewhere" and "disordered": the program overwrites the field of %spgc.thread that records
   where the thread left managed code. No host does this. */
static uintptr_t forged_exit;

static uint64_t forges(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  uintptr_t *context = spgc_thread_context();
  (void)a, (void)b, (void)c, (void)d, (void)e;
  context[4] = forged_exit;
  spgc_collect(SPGC_COLLECTION_COMPACTING);
  return 0;
}

static void forged(const void *exit) {
  uint64_t result;
  forged_exit = (uintptr_t)exit;
  call_native(forges, &result);
}

static uint64_t return_zero(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  return a - a + b - b + c - c + d - d + e - e;
}

/* Case "grown": after its limit was raised, the stack of the main thread grows below the bounds
   that were known when the thread was attached. */
static void grown(void) {
  spgc_argument depth = {NULL, 30};
  struct rlimit limit;
  volatile char *room;
  uint64_t result;
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (limit.rlim_cur == RLIM_INFINITY ||
      (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < 2 * limit.rlim_cur)) return;
  room = __builtin_alloca(limit.rlim_cur - (limit.rlim_cur >> 3));
  *room = 1;
  limit.rlim_cur *= 2;
  CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
  room = __builtin_alloca(limit.rlim_cur >> 2);
  *room = 1;
  CHECK_OK(spgc_call(CODE(test_nested), &depth, 1, &result));
  CHECK_OK(call_native(return_zero, &result));
  CHECK(result == 1);
}

int main(int count, char **arguments) {
  spgc_config config = {0};
  const char *test_case = count > 2 ? arguments[1] : "";
  uint64_t here = 0;
  bool uses_wrapper = count > 2 && strcmp(arguments[2], "wrapper") == 0;
  native_caller = uses_wrapper ? CODE(test_wrapped) : CODE(test_native);
  /* Messages contain the name of the thread. In an emulator it would be that of the emulator. */
  CHECK(prctl(PR_SET_NAME, "fibers") == 0);
  config.size = sizeof config;
  config.heap_max = 8u << 20;
  config.on_collection = on_collection;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  if (strcmp(test_case, "foreign") == 0) foreign();
  else if (strcmp(test_case, "above") == 0) above();
  else if (strcmp(test_case, "unfinished") == 0) unfinished();
  else if (strcmp(test_case, "grown") == 0) grown();
  else if (strcmp(test_case, "crossed") == 0) crossed();
  else if (strcmp(test_case, "jumps") == 0) jumps();
  else if (strcmp(test_case, "ends") == 0) in_callback(allocates_once);
  else if (strcmp(test_case, "allocates") == 0) in_callback(allocates);
  else if (strcmp(test_case, "elsewhere") == 0) forged(&heap);
  else if (strcmp(test_case, "disordered") == 0) forged(&here);
  else CHECK(!"the arguments are a case, and \"stub\" or \"wrapper\"");
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
