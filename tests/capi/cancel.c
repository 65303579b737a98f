/* Threads that are cancelled. A request is acted upon in the host's code, and never in the library;
   the first argument selects the case. */
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
static uint32_t released, spinning;
/* Progress of the thread that is cancelled. */
static unsigned inside, reached;

static unsigned read_flag(const unsigned *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

static void set_flag(unsigned *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

static int state_of_thread(void) {
  int state;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0 && pthread_setcancelstate(state, NULL) == 0);
  return state;
}

static int type_of_thread(void) {
  int type;
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0 && pthread_setcanceltype(type, NULL) == 0);
  return type;
}

/* A request for the calling thread, which is not acted upon yet. */
static void request(void) {
  int state;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0);
  CHECK(pthread_cancel(pthread_self()) == 0);
  CHECK(pthread_setcancelstate(state, NULL) == 0);
}

/* Makes the first collections take long, so that other threads return from native code meanwhile.
 */
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
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
}

static void *spin(void *unused_argument) {
  spgc_argument flag = {NULL, 0};
  flag.word = (uint64_t)(uintptr_t)&released;
  DO(spgc_thread_attach(heap));
  __atomic_store_n(&spinning, 1, __ATOMIC_RELEASE);
  DO(spgc_call(CODE(test_spin), &flag, 1, NULL));
  DO(spgc_thread_detach());
  return unused_argument;
}

/* Makes garbage in managed code, for several collections. */
static void allocate(void) {
  spgc_argument arguments[2];
  int round;
  arguments[0] = word(4000);
  arguments[1] = word(0);
  for (round = 0; round < 500; round++) {
    spgc_handle_scope scope;
    spgc_ref array;
    DO(spgc_handle_scope_open(&scope));
    DO(spgc_call_for_ref(CODE(test_fill), arguments, 2, &array));
    DO(spgc_handle_scope_close(scope));
  }
}

/* The request is pending before the first stop of the process. */
static void *stops(void *unused_argument) {
  char text[100];
  request();
  DO(spgc_thread_attach(heap));
  DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  allocate();
  DO(spgc_code_describe(CODE(test_spin), text, sizeof text, NULL));
  set_flag(&reached);
  pthread_testcancel();
  return unused_argument;
}

static uint64_t waits(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE && type_of_thread() == PTHREAD_CANCEL_DEFERRED);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE);
  set_flag(&inside);
  for (;;) pause();
  return a + b + c + d + e;
}

/* A native function is cancelled that managed code has called. */
static void *native(void *unused_argument) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)waits);
  arguments[1] = word(7);
  DO(spgc_thread_attach(heap));
  DO(spgc_call(CODE(test_native), arguments, 2, NULL));
  set_flag(&reached);
  return unused_argument;
}

static void requests(void *data, const spgc_collection_report *collection) {
  (void)data, (void)collection;
  CHECK(state_of_thread() == PTHREAD_CANCEL_DISABLE);
  if (type_of_thread() == PTHREAD_CANCEL_ASYNCHRONOUS) {
    CHECK(pthread_cancel(pthread_self()) == 0);
    set_flag(&inside);
  }
}

static void start_with_requests(void) {
  spgc_config config = {0};
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.on_collection = requests;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
}

/* The cancellation type is asynchronous: the request is acted upon when the function has done its
   work; by some C libraries at once, by others at the next cancellation point. */
static void *collects_asynchronously(void *unused_argument) {
  DO(spgc_thread_attach(heap));
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  spgc_collect(SPGC_COLLECTION_COMPACTING);
  pthread_testcancel();
  set_flag(&reached);
  return unused_argument;
}

static uint64_t requests_in_native_code(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK(state_of_thread() == PTHREAD_CANCEL_ENABLE && type_of_thread() == PTHREAD_CANCEL_DEFERRED);
  CHECK(pthread_cancel(pthread_self()) == 0);
  allocate();
  set_flag(&inside);
  return a + b + c + d + e;
}

/* Likewise in a call into managed code, with the deferred type. */
static void *calls_asynchronously(void *unused_argument) {
  spgc_argument arguments[2];
  arguments[0] = word((uint64_t)(uintptr_t)requests_in_native_code);
  arguments[1] = word(7);
  DO(spgc_thread_attach(heap));
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  spgc_call(CODE(test_native), arguments, 2, NULL);
  pthread_testcancel();
  set_flag(&reached);
  return unused_argument;
}

/* Ends attached, with a request that was never acted upon. */
static void *ends(void *argument) {
  DO(spgc_thread_attach(heap));
  request();
  set_flag(&reached);
  return argument;
}

static void *exits(void *unused_argument) {
  DO(spgc_thread_attach(heap));
  DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  DO(spgc_thread_detach());
  request();
  exit(0);
  return unused_argument;
}

/* Runs a thread to its end, and then uses the heap: all other threads continue. */
static void run(void *(*thread)(void *), bool cancel, bool cancelled, bool reaches) {
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
  /* PTHREAD_CANCELED, or null where glibc 2.36 has acted upon the request of a thread with the
     asynchronous type. */
  CHECK((result != &heap) == cancelled);
  CHECK(read_flag(&reached) == (reaches ? 1 : 0));
  DO(spgc_thread_attach(heap));
  allocate();
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  __atomic_store_n(&released, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(other, NULL) == 0);
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
}

/* Signals that all threads of the host block go to the thread that waits for them: no thread of the
   collector receives one. */
static void signals(void) {
  struct timespec limit = {60, 0};
  spgc_config config = {0};
  sigset_t blocked;
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.collector_threads = 3;
  DO(spgc_heap_start(&config, &heap));
  CHECK(sigemptyset(&blocked) == 0 && sigaddset(&blocked, SIGUSR1) == 0);
  CHECK(pthread_sigmask(SIG_BLOCK, &blocked, NULL) == 0);
  CHECK(kill(getpid(), SIGUSR1) == 0);
  CHECK(sigtimedwait(&blocked, NULL, &limit) == SIGUSR1);
  DO(spgc_heap_shutdown(heap));
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  alarm(120);
  if (strcmp(way, "stops") == 0) {
    start("all:/dev/null");
    run(stops, false, true, true);
  } else if (strcmp(way, "native") == 0) {
    start(NULL);
    run(native, true, true, false);
  } else if (strcmp(way, "asynchronous") == 0) {
    start_with_requests();
    run(collects_asynchronously, false, true, false);
    CHECK(read_flag(&inside));
  } else if (strcmp(way, "asynchronous_call") == 0) {
    start(NULL);
    run(calls_asynchronously, false, true, false);
    CHECK(read_flag(&inside));
  } else if (strcmp(way, "ends") == 0) {
    start("all:/dev/null");
    run(ends, false, false, true);
  } else if (strcmp(way, "exits") == 0 && count > 2) {
    pthread_t thread;
    start(arguments[2]);
    CHECK(pthread_create(&thread, NULL, exits, NULL) == 0 && pthread_join(thread, NULL) == 0);
    return 9;
  } else if (strcmp(way, "signals") == 0) {
    signals();
  } else {
    return 2;
  }
  puts("done");
  return 0;
}
