/* Tests cancellation of threads (pthread_cancel). A request must be acted upon only in code of the
   host, never in the library, and the heap must stay usable. The first argument selects the case.
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Managed functions of tests/managed/{values,frames}.ll. */
extern void test_fill(void), test_native(void), test_spin(void);

static spgc_heap *heap;
/* Set to end the loop of the spinning thread, and set by that thread when it starts. */
static uint32_t released, spinning;
/* Set by the cancelled thread: when it is in native code, and when it has passed all calls of the
   library. */
static unsigned inside, reached;

static unsigned read_flag(const unsigned *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

static void set_flag(unsigned *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

static int state_of_thread(void) {
  int state;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0 &&
        pthread_setcancelstate(state, NULL) == 0);
  return state;
}

static int type_of_thread(void) {
  int type;
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0 &&
        pthread_setcanceltype(type, NULL) == 0);
  return type;
}

/* Requests the cancellation of the calling thread. The request stays pending. */
static void request_own_cancellation(void) {
  int state;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0);
  CHECK(pthread_cancel(pthread_self()) == 0);
  CHECK(pthread_setcancelstate(state, NULL) == 0);
}

/* Makes the first collections take 20 ms, so that other threads return from native code during
   them. */
static void on_phase(void *data, uint64_t number, uint32_t phase, bool ends) {
  struct timespec time = {0, 20000000};
  (void)data;
  CHECK(state_of_thread() == PTHREAD_CANCEL_DISABLE);
  if (phase == SPGC_COLLECTION_PHASE_COLLECTION && !ends && number < 4) nanosleep(&time, NULL);
}

static void start(const char *log) {
  spgc_config config = {0};
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.log = log;
  config.on_phase = on_phase;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
}

static void *spin(void *unused_argument) {
  spgc_argument flag = {NULL, 0};
  flag.word = (uint64_t)(uintptr_t)&released;
  CHECK_OK(spgc_thread_attach(heap));
  __atomic_store_n(&spinning, 1, __ATOMIC_RELEASE);
  CHECK_OK(spgc_call(CODE(test_spin), &flag, 1, NULL));
  CHECK_OK(spgc_thread_detach());
  return unused_argument;
}

/* Allocates enough garbage in managed code to cause several collections. */
static void allocate(void) {
  spgc_argument arguments[2];
  int round;
  arguments[0] = word(4000);
  arguments[1] = word(0);
  for (round = 0; round < 500; round++) {
    spgc_handle_scope scope;
    spgc_ref array;
    CHECK_OK(spgc_handle_scope_open(&scope));
    CHECK_OK(spgc_call_for_ref(CODE(test_fill), arguments, 2, &array));
    CHECK_OK(spgc_handle_scope_close(scope));
  }
}

/* Thread of the case "stops": the request is pending before the first stop of the process. */
static void *collect_with_request(void *unused_argument) {
  char text[100];
  request_own_cancellation();
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  allocate();
  CHECK_OK(spgc_code_describe(CODE(test_spin), text, sizeof text, NULL));
  set_flag(&reached);
  pthread_testcancel();
  return unused_argument;
}

/* Native function that waits forever. `pause` is a cancellation point. */
static uint64_t wait_forever(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE && type_of_thread() == PTHREAD_CANCEL_DEFERRED);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE);
  set_flag(&inside);
  for (;;) pause();
  return a + b + c + d + e;
}

/* Thread of the case "native": it is cancelled in a native function that managed code has called.
 */
static void *wait_in_native_code(void *unused_argument) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)wait_forever);
  arguments[1] = word(7);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_call(CODE(test_native), arguments, 2, NULL));
  set_flag(&reached);
  return unused_argument;
}

/* Collection callback: requests the cancellation of threads whose type is asynchronous. */
static void cancel_asynchronous_threads(void *data, const spgc_collection_report *collection) {
  (void)data, (void)collection;
  CHECK(state_of_thread() == PTHREAD_CANCEL_DISABLE);
  if (type_of_thread() == PTHREAD_CANCEL_ASYNCHRONOUS) {
    CHECK(pthread_cancel(pthread_self()) == 0);
    set_flag(&inside);
  }
}

static void start_with_cancelling_callback(void) {
  spgc_config config = {0};
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.on_collection = cancel_asynchronous_threads;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
}

/* Thread of the case "asynchronous": its cancellation type is asynchronous. The request is acted
   upon after the library's function has finished. Some C libraries act immediately, others at the
   next cancellation point. */
static void *collect_asynchronously(void *unused_argument) {
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  spgc_collect(SPGC_COLLECTION_COMPACTING);
  pthread_testcancel();
  set_flag(&reached);
  return unused_argument;
}

/* Native function that requests the cancellation of its thread and then allocates. */
static uint64_t request_in_native_code(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE && type_of_thread() == PTHREAD_CANCEL_DEFERRED);
  CHECK(pthread_cancel(pthread_self()) == 0);
  allocate();
  set_flag(&inside);
  return a + b + c + d + e;
}

/* Thread of the case "asynchronous_call": its type is asynchronous, but deferred during the call
   into managed code. */
static void *call_asynchronously(void *unused_argument) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)request_in_native_code);
  arguments[1] = word(7);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  spgc_call(CODE(test_native), arguments, 2, NULL);
  pthread_testcancel();
  set_flag(&reached);
  return unused_argument;
}

/* Thread of the case "ends": it ends attached, with a request that is still pending. */
static void *end_with_request(void *argument) {
  CHECK_OK(spgc_thread_attach(heap));
  request_own_cancellation();
  set_flag(&reached);
  return argument;
}

/* Thread of the case "exits": it ends the process with a request that is still pending. */
static void *exit_with_request(void *unused_argument) {
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  CHECK_OK(spgc_thread_detach());
  request_own_cancellation();
  exit(0);
  return unused_argument;
}

/* Runs a thread to its end while another thread spins in managed code. Then checks that the heap
   can still be used and that the other thread continues. `cancel`: cancel the thread when it is in
   native code. `is_cancelled`: the thread must end by cancellation. `reaches_end`: it must pass all
   calls of the library. */
static void run(void *(*thread)(void *), bool cancel, bool is_cancelled, bool reaches_end) {
  pthread_t victim, other;
  void *result;
  CHECK(pthread_create(&other, NULL, spin, NULL) == 0);
  while (!__atomic_load_n(&spinning, __ATOMIC_ACQUIRE)) sched_yield();
  CHECK(pthread_create(&victim, NULL, thread, &heap) == 0);
  if (cancel) {
    while (!read_flag(&inside)) sched_yield();
    CHECK(pthread_cancel(victim) == 0);
  }
  CHECK(pthread_join(victim, &result) == 0);
  /* The result of a cancelled thread is PTHREAD_CANCELED, or null if glibc 2.36 has acted upon the
     request of a thread with the asynchronous type. */
  CHECK((result != &heap) == is_cancelled);
  CHECK(read_flag(&reached) == (reaches_end ? 1 : 0));
  CHECK_OK(spgc_thread_attach(heap));
  allocate();
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  __atomic_store_n(&released, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(other, NULL) == 0);
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
}

/* A signal that all threads of the host block is delivered to the thread that waits for it, not to
   a thread of the collector. */
static void signals(void) {
  struct timespec limit = {60, 0};
  spgc_config config = {0};
  sigset_t blocked;
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.collector_threads = 3;
  CHECK_OK(spgc_heap_start(&config, &heap));
  CHECK(sigemptyset(&blocked) == 0 && sigaddset(&blocked, SIGUSR1) == 0);
  CHECK(pthread_sigmask(SIG_BLOCK, &blocked, NULL) == 0);
  CHECK(kill(getpid(), SIGUSR1) == 0);
  CHECK(sigtimedwait(&blocked, NULL, &limit) == SIGUSR1);
  CHECK_OK(spgc_heap_shutdown(heap));
}

int main(int count, char **arguments) {
  const char *test_case = count > 1 ? arguments[1] : "";
  alarm(120);
  if (strcmp(test_case, "stops") == 0) {
    start("all:/dev/null");
    run(collect_with_request, false, true, true);
  } else if (strcmp(test_case, "native") == 0) {
    start(NULL);
    run(wait_in_native_code, true, true, false);
  } else if (strcmp(test_case, "asynchronous") == 0) {
    start_with_cancelling_callback();
    run(collect_asynchronously, false, true, false);
    CHECK(read_flag(&inside));
  } else if (strcmp(test_case, "asynchronous_call") == 0) {
    start(NULL);
    run(call_asynchronously, false, true, false);
    CHECK(read_flag(&inside));
  } else if (strcmp(test_case, "ends") == 0) {
    start("all:/dev/null");
    run(end_with_request, false, false, true);
  } else if (strcmp(test_case, "exits") == 0 && count > 2) {
    pthread_t thread;
    start(arguments[2]);
    CHECK(pthread_create(&thread, NULL, exit_with_request, NULL) == 0 &&
          pthread_join(thread, NULL) == 0);
    return 9;
  } else if (strcmp(test_case, "signals") == 0) {
    signals();
  } else {
    return 2;
  }
  puts("done");
  return 0;
}
