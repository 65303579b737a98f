/* Fibers: resumed and suspended by managed and by native code, in the order of a pipeline, and all
   misuse that a status reports. */
#include "check.h"

#include <pthread.h>

/* Managed functions of tests/managed/fibers.ll. */
extern void test_fiber_box(void), test_fiber_unbox(void), test_fiber_count(void);
extern void test_fiber_native(void), test_fiber_drive(void), test_fiber_deep(void);
/* The same for fibers that migrate. */
extern void migrating_test_fiber_count(void), migrating_test_fiber_native(void);

static spgc_heap *heap;

static spgc_argument boxed(uint64_t value) {
  spgc_argument argument = word(value), result = {NULL, 0};
  CHECK_OK(spgc_call_for_ref(CODE(test_fiber_box), &argument, 1, &result.reference));
  return result;
}

static uint64_t unboxed(spgc_ref box) {
  spgc_argument argument = {box, 0};
  uint64_t value;
  CHECK_OK(spgc_call(CODE(test_fiber_unbox), &argument, 1, &value));
  return value;
}

/* Resumes a fiber with a box, and returns the number in the box that it passes. */
static uint64_t resume(spgc_fiber *fiber, uint64_t value, bool *done) {
  spgc_handle_scope scope;
  spgc_argument in;
  spgc_ref out;
  uint64_t result;
  CHECK_OK(spgc_handle_scope_open(&scope));
  in = boxed(value);
  CHECK_OK(spgc_fiber_resume(fiber, &in, &out, done));
  result = unboxed(out);
  CHECK_OK(spgc_handle_scope_close(scope));
  return result;
}

static spgc_fiber *create(void (*function)(void), const char *name) {
  spgc_fiber_config config = {0};
  spgc_fiber *fiber;
  config.size = sizeof config;
  config.stack_size = 256 << 10;
  config.name = name;
  CHECK_OK(spgc_fiber_create(heap, &config, CODE(function), &fiber));
  return fiber;
}

static spgc_fiber_state state(const spgc_fiber *fiber) {
  spgc_fiber_state state;
  CHECK_OK(spgc_fiber_get_state(fiber, &state));
  return state;
}

/* A fiber that counts, resumed by native code. */
static void native_resumption(void) {
  spgc_fiber *fiber = create(test_fiber_count, "counter");
  spgc_ref out;
  bool done = true;
  CHECK(state(fiber) == SPGC_FIBER_NEW);
  for (uint64_t n = 0; n < 10; n++) {
    CHECK(resume(fiber, 7, &done) == n && !done);
    CHECK(state(fiber) == SPGC_FIBER_SUSPENDED);
    CHECK_OK(spgc_collect(n % 2 ? SPGC_COLLECTION_COMPACTING : SPGC_COLLECTION_YOUNG));
  }
  CHECK_ERROR(spgc_fiber_destroy(fiber), SPGC_ERROR_FIBER, "fiber \"counter\"");
  CHECK_OK(spgc_fiber_resume(fiber, NULL, &out, &done));
  CHECK(done && unboxed(out) == 70 && state(fiber) == SPGC_FIBER_DONE);
  CHECK_ERROR(spgc_fiber_resume(fiber, NULL, &out, NULL), SPGC_ERROR_FIBER, "is done");
  CHECK_OK(spgc_fiber_destroy(fiber));
}

/* The same, resumed by managed code. */
static void managed_resumption(void) {
  spgc_fiber *fiber;
  const void *address;
  spgc_argument arguments[2];
  uint64_t sum;
  CHECK_OK(spgc_fiber_create(heap, NULL, CODE(test_fiber_count), &fiber));
  CHECK_OK(spgc_fiber_address(fiber, &address));
  arguments[0] = word((uint64_t)(uintptr_t)address);
  arguments[1] = word(10);
  CHECK_OK(spgc_call(CODE(test_fiber_drive), arguments, 2, &sum));
  CHECK(sum == 45 + 55);
  CHECK_OK(spgc_fiber_destroy(fiber));
}

/* A fiber that lives as long as an object. */
static void owned_fiber(void) {
  spgc_fiber *fiber = create(test_fiber_count, "owned"), *dead;
  spgc_handle_scope scope;
  spgc_argument owner;
  spgc_ref dead_owner;
  bool done = true;
  CHECK_OK(spgc_handle_scope_open(&scope));
  owner = boxed(3);
  CHECK_ERROR(spgc_fiber_give(fiber, NULL), SPGC_ERROR_NULL, "owner");
  CHECK_ERROR(spgc_fiber_give(NULL, owner.reference), SPGC_ERROR_NULL, "fiber");
  CHECK_OK(spgc_fiber_give(fiber, owner.reference));
  CHECK_ERROR(spgc_fiber_give(fiber, owner.reference), SPGC_ERROR_FIBER, "was given");
  CHECK_ERROR(spgc_fiber_destroy(fiber), SPGC_ERROR_FIBER, "was given");
  CHECK_ERROR(spgc_fiber_abandon(fiber), SPGC_ERROR_FIBER, "was given");
  CHECK(resume(fiber, 7, &done) == 0 && !done);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_FULL));
  CHECK_OK(spgc_fiber_next_dead(heap, &dead, NULL));
  CHECK(dead == NULL);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_FULL));
  CHECK_ERROR(spgc_fiber_abandon(fiber), SPGC_ERROR_FIBER, "was given");
  CHECK_ERROR(spgc_fiber_next_dead(heap, NULL, NULL), SPGC_ERROR_NULL, "fiber");
  CHECK_OK(spgc_fiber_next_dead(heap, &dead, &dead_owner));
  CHECK(unboxed(dead_owner) == 3);
  CHECK_OK(spgc_ref_release(dead_owner));
  CHECK(dead == fiber && state(fiber) == SPGC_FIBER_SUSPENDED);
  CHECK(resume(fiber, 7, &done) == 1 && !done);
  CHECK_OK(spgc_fiber_next_dead(heap, &dead, NULL));
  CHECK(dead == NULL);
  CHECK_OK(spgc_fiber_abandon(fiber));
}

/* The fiber that runs suspend_in_scope(). */
static spgc_fiber *running;

/* Suspends its fiber while it has a local reference. */
static uint64_t suspend_in_scope(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  spgc_handle_scope scope;
  spgc_argument kept, out;
  spgc_ref in;
  uint64_t sum;
  CHECK(state(running) == SPGC_FIBER_RUNNING);
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "runs a fiber");
  CHECK_ERROR(spgc_fiber_suspend(NULL, &in), SPGC_ERROR_HANDLE_SCOPE, "no open scope");
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_fiber_resume(running, NULL, &in, NULL), SPGC_ERROR_FIBER, "runs, or has");
  CHECK_ERROR(spgc_fiber_abandon(running), SPGC_ERROR_FIBER, "runs, or has");
  kept = boxed(100);
  out = boxed(5);
  CHECK_OK(spgc_fiber_suspend(&out, &in));
  sum = unboxed(kept.reference) + unboxed(in);
  CHECK_OK(spgc_handle_scope_close(scope));
  return a + b + c + d + e + sum;
}

/* Native code suspends a fiber; scopes of both stacks are open at the same time. */
static void native_suspension(void) {
  uint64_t function = (uint64_t)(uintptr_t)suspend_in_scope;
  spgc_handle_scope scope;
  spgc_argument outer;
  bool done;
  running = create(test_fiber_native, NULL);
  CHECK_OK(spgc_handle_scope_open(&scope));
  outer = boxed(1);
  CHECK(resume(running, function, &done) == 5 && !done);
  CHECK_ERROR(spgc_fiber_abandon(running), SPGC_ERROR_FIBER, "2 calls into managed code");
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(resume(running, 20, &done) == 1000 + 15 + 120 && done);
  CHECK(unboxed(outer.reference) == 1);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_fiber_destroy(running));
}

static void *resume_elsewhere(void *fiber) {
  spgc_handle_scope scope;
  spgc_ref out;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_fiber_resume(fiber, NULL, &out, NULL), SPGC_ERROR_FIBER, "another thread");
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

/* A fiber that one thread after the other resumes, with the number of the resumption. */
static spgc_fiber *moving;
static uint64_t moves;

static void *move(void *unused) {
  bool done;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(resume(moving, 7, &done) == moves && !done);
  CHECK_OK(spgc_collect(moves % 2 ? SPGC_COLLECTION_FULL : SPGC_COLLECTION_YOUNG));
  CHECK_OK(spgc_thread_detach());
  return unused;
}

static void *move_native(void *unused) {
  spgc_handle_scope scope;
  spgc_ref out;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_fiber_resume(running, NULL, &out, NULL), SPGC_ERROR_FIBER,
              "1 calls by native code");
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
  return unused;
}

static void on_thread(void *(*function)(void *)) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, function, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

static void migration(void) {
  spgc_fiber_config config = {0};
  spgc_ref out;
  uint64_t count = 1;
  bool done;
  config.size = sizeof config;
  config.flags = SPGC_FIBER_MIGRATES | SPGC_FIBER_PASS_EXCEPTIONS;
  CHECK_OK(spgc_fiber_migrations(heap, &count));
  CHECK(count == 0);
  CHECK_OK(spgc_fiber_create(heap, &config, CODE(migrating_test_fiber_count), &moving));
  for (moves = 0; moves < 5; moves++) on_thread(move);
  CHECK_OK(spgc_fiber_migrations(heap, &count));
  /* Each of the threads has ended, and all but the first have resumed it after another one. */
  CHECK(count == 9);
  CHECK_OK(spgc_fiber_resume(moving, NULL, &out, &done));
  CHECK(done && unboxed(out) == 35);
  CHECK_OK(spgc_fiber_destroy(moving));
  CHECK_OK(spgc_fiber_create(heap, &config, CODE(migrating_test_fiber_native), &running));
  CHECK(resume(running, (uint64_t)(uintptr_t)suspend_in_scope, &done) == 5 && !done);
  on_thread(move_native);
  CHECK(resume(running, 20, &done) == 1000 + 15 + 120 && done);
  CHECK_OK(spgc_fiber_destroy(running));
  CHECK_ERROR(spgc_fiber_migrations(heap, NULL), SPGC_ERROR_NULL, "migrations");
  CHECK_ERROR(spgc_fiber_migrations(NULL, &count), SPGC_ERROR_NO_HEAP, "heap");
}

static void misuse(void) {
  spgc_fiber_config config = {0};
  spgc_fiber *fiber = NULL;
  spgc_pinned_object *pin;
  spgc_argument in;
  spgc_ref out;
  pthread_t thread;
  void *address;
  bool done;
  CHECK_ERROR(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber), SPGC_ERROR_SIZE,
              "spgc_fiber_config");
  config.size = sizeof config;
  config.stack_size = 100;
  CHECK_ERROR(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber),
              SPGC_ERROR_ARGUMENT, "100 bytes");
  config.stack_size = (size_t)1 << 60;
  CHECK_ERROR(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber), SPGC_ERROR_SYSTEM,
              "no memory");
  config.stack_size = 0;
  config.name = "\xff";
  CHECK_ERROR(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber),
              SPGC_ERROR_ARGUMENT, "name of a fiber");
  config.name = NULL;
  config.flags = SPGC_FIBER_MIGRATES << 1;
  CHECK_ERROR(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber),
              SPGC_ERROR_ARGUMENT, "spgc_fiber_config.flags has unknown bits, 0x4");
  /* The structure of a caller for which there are no flags. */
  config.size = offsetof(spgc_fiber_config, flags);
  CHECK_OK(spgc_fiber_create(heap, &config, CODE(test_fiber_count), &fiber));
  CHECK_OK(spgc_fiber_destroy(fiber));
  CHECK_ERROR(spgc_fiber_create(heap, NULL, NULL, &fiber), SPGC_ERROR_NULL, "function");
  CHECK_ERROR(spgc_fiber_create(heap, NULL, CODE(test_fiber_count), NULL), SPGC_ERROR_NULL,
              "fiber");
  CHECK_ERROR(spgc_fiber_create(NULL, NULL, CODE(test_fiber_count), &fiber), SPGC_ERROR_NO_HEAP,
              "heap");
  CHECK_ERROR(spgc_fiber_resume(NULL, NULL, &out, NULL), SPGC_ERROR_NULL, "a fiber");
  CHECK_ERROR(spgc_fiber_suspend(NULL, &out), SPGC_ERROR_FIBER, "runs no fiber");
  CHECK_ERROR(spgc_fiber_address(NULL, NULL), SPGC_ERROR_NULL, "address");
  CHECK_ERROR(spgc_fiber_get_state(NULL, NULL), SPGC_ERROR_NULL, "state");
  CHECK_OK(spgc_fiber_destroy(NULL));
  CHECK_OK(spgc_fiber_abandon(NULL));
  CHECK_ERROR(spgc_fiber_destroy((void *)&config), SPGC_ERROR_REFERENCE, "a fiber");
  /* The word in place of a reference must not be one. */
  in = boxed(1);
  CHECK_OK(spgc_object_pin(in.reference, &pin, &address));
  in = word((uint64_t)(uintptr_t)address);
  fiber = create(test_fiber_deep, NULL);
  CHECK_ERROR(spgc_fiber_resume(fiber, &in, &out, NULL), SPGC_ERROR_REFERENCE, "is a reference");
  CHECK_OK(spgc_object_unpin(pin));
  CHECK_OK(spgc_fiber_destroy(fiber));
  /* A fiber that is suspended below managed code only is abandoned. */
  fiber = create(test_fiber_deep, NULL);
  CHECK_ERROR(spgc_fiber_resume(fiber, NULL, NULL, NULL), SPGC_ERROR_NULL, "result");
  CHECK(resume(fiber, 50, &done) == 0 && !done);
  CHECK(pthread_create(&thread, NULL, resume_elsewhere, fiber) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  CHECK_OK(spgc_fiber_abandon(fiber));
}

int main(void) {
  spgc_config config = {0};
  spgc_handle_scope scope;
  spgc_collector_statistics statistics;
  config.size = sizeof config;
  config.heap_max = 32 << 20;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  native_resumption();
  managed_resumption();
  owned_fiber();
  native_suspension();
  migration();
  misuse();
  CHECK_OK(spgc_handle_scope_close(scope));
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.counts.frames_walked > 0 && statistics.counts.objects_moved > 0);
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
