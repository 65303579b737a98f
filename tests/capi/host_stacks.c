/* Stacks of the host, which switches between them by swapcontext() and announces it: managed code
   runs on them, and all misuse that a status reports. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <ucontext.h>

/* Managed functions of tests/managed/{frames,fibers}.ll. The first calls a native function. */
extern void test_native(void), test_fiber_box(void), test_fiber_unbox(void), test_fiber_count(void);

/* Number of stacks, and the size of each in bytes. */
enum { STACKS = 3, SIZE = 256 << 10 };

static spgc_heap *heap;

/* A stack, and where it was left. */
struct stack {
  ucontext_t place;
  spgc_fiber *fiber;
  char *memory;
};

/* The thread's own stack has no fiber. */
static struct stack own, stacks[STACKS];
/* The stack that runs. */
static struct stack *running = &own;
/* The number of transfers that remain. */
static int remaining;

/* Announces a switch, and makes it. */
static void go(struct stack *to) {
  struct stack *from = running;
  CHECK_OK(spgc_fiber_swap(from->fiber, to->fiber));
  running = to;
  CHECK(swapcontext(&from->place, &to->place) == 0);
}

static spgc_fiber_state state(const struct stack *stack) {
  spgc_fiber_state state;
  CHECK_OK(spgc_fiber_get_state(stack->fiber, &state));
  return state;
}

static spgc_argument boxed(uint64_t value) {
  spgc_argument argument = word(value), result = {NULL, 0};
  CHECK_OK(spgc_call_for_ref(CODE(test_fiber_box), &argument, 1, &result.reference));
  return result;
}

static uint64_t unboxed(spgc_argument box) {
  uint64_t value;
  CHECK_OK(spgc_call(CODE(test_fiber_unbox), &box, 1, &value));
  return value;
}

/* Switches to the next stack; home if no transfers remain. */
static uint64_t next(uint64_t value, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  spgc_handle_scope scope;
  spgc_argument kept;
  CHECK_OK(spgc_handle_scope_open(&scope));
  kept = boxed(value);
  if (remaining == 0) {
    go(&own);
  } else {
    remaining--;
    go(&stacks[(running - stacks + 1) % STACKS]);
  }
  value = unboxed(kept);
  CHECK_OK(spgc_handle_scope_close(scope));
  return value + b + c + d + e;
}

static uint64_t to_first(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "calls into managed code");
  go(&stacks[0]);
  return a + b + c + d + e;
}

/* Calls a native function from managed code that keeps a box of `value` meanwhile. */
static void call_native(uint64_t (*native)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t),
                        uint64_t value) {
  spgc_argument arguments[2];
  uint64_t result;
  arguments[0] = word((uint64_t)(uintptr_t)native);
  arguments[1] = word(value);
  CHECK_OK(spgc_call(CODE(test_native), arguments, 2, &result));
  CHECK(result == 2 * value + 10);
}

/* The oldest function of each stack. */
static void run(void) {
  CHECK(state(running) == SPGC_FIBER_RUNNING);
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "a stack of the host");
  CHECK_ERROR(spgc_fiber_destroy(running->fiber), SPGC_ERROR_FIBER, "runs, or has");
  CHECK_ERROR(spgc_fiber_swap(NULL, NULL), SPGC_ERROR_FIBER, "but the thread runs that of host");
  CHECK_ERROR(spgc_fiber_swap(running->fiber, running->fiber), SPGC_ERROR_FIBER, "runs, or has");
  go(&own);
  for (uint64_t round = 0; round < 20; round++) {
    call_native(next, round);
    if (round % 7 == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  }
  for (;;) go(&own);
}

static void make_stacks(void) {
  static const char *const names[] = {"first", "second", NULL};
  for (int i = 0; i < STACKS; i++) {
    struct stack *stack = &stacks[i];
    spgc_fiber_config config = {0};
    config.size = sizeof config;
    config.name = names[i];
    stack->memory = malloc(SIZE);
    CHECK(stack->memory != NULL && getcontext(&stack->place) == 0);
    stack->place.uc_stack.ss_sp = stack->memory;
    stack->place.uc_stack.ss_size = SIZE;
    makecontext(&stack->place, run, 0);
    CHECK_OK(spgc_fiber_adopt(heap, &config, stack->memory, stack->memory + SIZE, &stack->fiber));
    CHECK(state(stack) == SPGC_FIBER_NEW);
    go(stack);
    CHECK(state(stack) == SPGC_FIBER_SUSPENDED);
  }
}

static void *swap_elsewhere(void *stack) {
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_ERROR(spgc_fiber_swap(NULL, ((struct stack *)stack)->fiber), SPGC_ERROR_FIBER,
              "host stack \"first\" (1) was resumed by another thread");
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

static void misuse(void) {
  static char memory[128 << 10];
  spgc_fiber_config config = {0};
  spgc_fiber *fiber;
  spgc_ref out;
  pthread_t thread;
  void *high = memory + sizeof memory;
  CHECK_ERROR(spgc_fiber_adopt(NULL, NULL, memory, high, &fiber), SPGC_ERROR_NO_HEAP, "heap");
  CHECK_ERROR(spgc_fiber_adopt(heap, &config, memory, high, &fiber), SPGC_ERROR_SIZE,
              "spgc_fiber_config");
  CHECK_ERROR(spgc_fiber_adopt(heap, NULL, NULL, high, &fiber), SPGC_ERROR_NULL, "low");
  CHECK_ERROR(spgc_fiber_adopt(heap, NULL, memory, NULL, &fiber), SPGC_ERROR_NULL, "high");
  CHECK_ERROR(spgc_fiber_adopt(heap, NULL, memory, high, NULL), SPGC_ERROR_NULL, "fiber");
  CHECK_ERROR(spgc_fiber_adopt(heap, NULL, high, memory, &fiber), SPGC_ERROR_ARGUMENT, "0 bytes");
  CHECK_ERROR(spgc_fiber_adopt(heap, NULL, memory, memory + 4096, &fiber), SPGC_ERROR_ARGUMENT,
              "a stack of 4096 bytes; at least 65536");
  CHECK_ERROR(spgc_fiber_swap(stacks[0].fiber, NULL), SPGC_ERROR_FIBER,
              "the switch is from the stack of host stack \"first\" (1), but the thread runs that");
  CHECK_ERROR(spgc_fiber_swap(NULL, NULL), SPGC_ERROR_FIBER, "runs, or has");
  CHECK_ERROR(spgc_fiber_swap(NULL, (void *)memory), SPGC_ERROR_REFERENCE, "a fiber");
  CHECK_ERROR(spgc_fiber_resume(stacks[0].fiber, NULL, &out, NULL), SPGC_ERROR_FIBER,
              "is switched to by the host");
  CHECK_ERROR(spgc_fiber_destroy(stacks[0].fiber), SPGC_ERROR_FIBER, "1 calls into managed code");
  CHECK_OK(spgc_fiber_create(heap, NULL, CODE(test_fiber_count), &fiber));
  CHECK_ERROR(spgc_fiber_swap(NULL, fiber), SPGC_ERROR_FIBER, "is resumed by the library");
  CHECK_OK(spgc_fiber_destroy(fiber));
  CHECK(pthread_create(&thread, NULL, swap_elsewhere, &stacks[0]) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
  spgc_config config = {0};
  spgc_handle_scope scope;
  spgc_argument kept;
  spgc_collector_statistics statistics;
  config.size = sizeof config;
  config.heap_max = 32 << 20;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  kept = boxed(77);
  make_stacks();
  for (uint64_t round = 0; round < 3; round++) {
    remaining = 16;
    call_native(to_first, round);
    CHECK(running == &own && remaining == 0);
    CHECK_OK(spgc_collect(round % 2 ? SPGC_COLLECTION_YOUNG : SPGC_COLLECTION_COMPACTING));
  }
  misuse();
  /* Each stack ends its calls. */
  remaining = 0;
  for (int i = 0; i < STACKS; i++) {
    while (spgc_fiber_destroy(stacks[i].fiber) != SPGC_OK) go(&stacks[i]);
    free(stacks[i].memory);
  }
  CHECK(unboxed(kept) == 77);
  CHECK_OK(spgc_handle_scope_close(scope));
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.counts.frames_walked > 0 && statistics.counts.objects_moved > 0);
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
