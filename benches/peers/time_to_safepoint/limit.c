// A lower bound of the time to safepoint: each thread polls a flag in its loop and waits on a
// futex, and a word per thread is its state. There is no collector, no list of threads, and no
// saving of registers.
//
// Transitions need no fence: the stopping thread calls membarrier(2), which orders each thread's
// store of its state and load of the flag (asymmetric barrier).

#define _GNU_SOURCE
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "native.h"

// States of a thread. A stop waits only for managed threads.
enum { NATIVE, MANAGED };

struct thread {
  _Alignas(64) atomic_int state;
  // Whether the stop waits for this thread.
  atomic_int requested;
  pthread_t id;
};

// Whether a stop is in progress, the number of threads for which it waits, the number of threads
// that have started, and whether they must end.
static atomic_int flag, pending, begun, quit;
// Volatile, to prevent inlining.
static uint64_t (*volatile nothing)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) = native_nothing;

static void wait_while(atomic_int *word, int value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(atomic_int *word, int threads) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

// Notifies the stopping thread. Called by a thread that has become native during a stop.
static void arrive(struct thread *me) {
  if (atomic_exchange(&me->requested, 0) && atomic_fetch_sub(&pending, 1) == 1)
    wake(&pending, 1);
}

// The managed-to-native transition.
static inline void leave(struct thread *me) {
  atomic_store_explicit(&me->state, NATIVE, memory_order_release);
  atomic_signal_fence(memory_order_seq_cst);
  if (__builtin_expect(atomic_load_explicit(&flag, memory_order_relaxed), 0))
    arrive(me);
}

// The native-to-managed transition, which waits for the end of a stop.
static inline void enter(struct thread *me) {
  for (;;) {
    atomic_store_explicit(&me->state, MANAGED, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    if (__builtin_expect(!atomic_load_explicit(&flag, memory_order_acquire), 1))
      return;
    leave(me);
    while (atomic_load(&flag))
      wait_while(&flag, 1);
  }
}

static void *loop(void *argument) {
  struct thread *me = argument;
  volatile uint64_t count = 0;
  enter(me);
  atomic_fetch_add(&begun, 1);
  while (!atomic_load_explicit(&quit, memory_order_relaxed)) {
    count++;
    if (__builtin_expect(atomic_load_explicit(&flag, memory_order_relaxed), 0)) {
      leave(me);
      enter(me);
    }
  }
  leave(me);
  return NULL;
}

static void *call_native(void *argument) {
  struct thread *me = argument;
  enter(me);
  atomic_fetch_add(&begun, 1);
  while (!atomic_load_explicit(&quit, memory_order_relaxed)) {
    leave(me);
    nothing(1, 1, 2, 3, 4);
    enter(me);
  }
  leave(me);
  return NULL;
}

static void *sleep_in_native(void *argument) {
  struct thread *me = argument;
  atomic_fetch_add(&begun, 1);
  native_sleep(0, 1, 2, 3, 4);
  enter(me);
  leave(me);
  return NULL;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Stops all threads and returns when all of them are native. The caller must then clear the flag.
static void stop(struct thread *threads, int count) {
  atomic_store(&pending, 1);
  atomic_store(&flag, 1);
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  for (int i = 0; i < count; i++) {
    struct thread *thread = threads + i;
    if (atomic_load(&thread->state) == NATIVE)
      continue;
    atomic_fetch_add(&pending, 1);
    atomic_store(&thread->requested, 1);
    // The thread may have become native between the two lines above, and read `requested` before
    // the store.
    if (atomic_load(&thread->state) == NATIVE && atomic_exchange(&thread->requested, 0))
      atomic_fetch_sub(&pending, 1);
  }
  atomic_fetch_sub(&pending, 1);
  for (int left; (left = atomic_load(&pending)) != 0;)
    wait_while(&pending, left);
}

// Starts threads that run `body` and adds their number to `started`. Returns an error number, or 0.
static int start(struct thread *threads, int *started, int count, void *(*body)(void *)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  int error = 0;
  for (int i = 0; i < count && !error; i++) {
    struct thread *thread = threads + *started;
    error = pthread_create(&thread->id, &attributes, body, thread);
    *started += !error;
  }
  pthread_attr_destroy(&attributes);
  return error;
}

// Stops threads up to `stops` times, for at most `end_ns` nanoseconds, and writes the
// duration of each stop to `times`. Returns the number of stops, or a negative number if a resource
// is unavailable.
int64_t limit_stops(int loops, int natives, int sleepers, int64_t stops, uint64_t pause_ns, uint64_t end_ns,
                    uint64_t *times) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0))
    return -1;
  int count = loops + natives + sleepers, started = 0;
  struct thread *threads = aligned_alloc(64, (size_t)(count + 1) * sizeof *threads);
  if (!threads)
    return -1;
  for (int i = 0; i < count; i++)
    threads[i] = (struct thread){0};
  atomic_store(&quit, 0);
  atomic_store(&begun, 0);
  native_release(0);
  int error = start(threads, &started, sleepers, sleep_in_native) ||
              start(threads, &started, loops, loop) || start(threads, &started, natives, call_native);
  struct timespec pause = {.tv_sec = pause_ns / 1000000000, .tv_nsec = pause_ns % 1000000000};
  while (!error && atomic_load(&begun) < count)
    nanosleep(&pause, NULL);
  int64_t done = 0;
  for (uint64_t end = now() + end_ns; !error && done < stops && now() < end;) {
    nanosleep(&pause, NULL);
    uint64_t begin = now();
    stop(threads, count);
    times[done++] = now() - begin;
    atomic_store(&flag, 0);
    wake(&flag, 1 << 30);
  }
  atomic_store(&quit, 1);
  native_release(1);
  for (int i = 0; i < started; i++)
    pthread_join(threads[i].id, NULL);
  free(threads);
  return error ? -1 : done;
}
