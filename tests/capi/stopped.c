/* Threads that are inspected, each at a safepoint while the others run: two that wait in native
   functions, deep in managed code, and one that runs managed code. Some of their frames are taken
   over meanwhile. */
#define _GNU_SOURCE
#include "frames.h"

#include <pthread.h>
#include <sched.h>

extern void test_spin(void);

enum { WORKERS = 2 };

static uint32_t released;
static unsigned waiting;

static uint64_t waits(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  __atomic_add_fetch(&waiting, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&released, __ATOMIC_ACQUIRE)) sched_yield();
  return 7;
}

static void *work(void *unused_argument) {
  CHECK(pthread_setname_np(pthread_self(), "worker") == 0);
  DO(spgc_thread_attach(heap));
  CHECK(call(CODE(test_deopt_outer), waits, DEPTH) == outer_value(DEPTH, 7, 0, 1));
  DO(spgc_thread_detach());
  return unused_argument;
}

static void *spin(void *unused_argument) {
  spgc_argument flag = {NULL, 0};
  CHECK(pthread_setname_np(pthread_self(), "spinner") == 0);
  flag.word = (uint64_t)(uintptr_t)&released;
  DO(spgc_thread_attach(heap));
  DO(spgc_call(CODE(test_spin), &flag, 1, NULL));
  DO(spgc_thread_detach());
  return unused_argument;
}

struct looked {
  unsigned workers, frames, others;
  bool again;
  uint64_t spinner;
  const char *pc;
  pthread_t on;
};

static void count_frames(void *data, const spgc_activation *frame) {
  struct looked *looked = data;
  CHECK(frame->size == sizeof *frame && frame->depth == looked->frames);
  if (frame->depth == 0) looked->pc = frame->pc;
  looked->frames++;
}

static void look(void *data, const spgc_stopped_thread *thread) {
  struct looked *looked = data;
  void *nested = (void *)(uintptr_t)test_deopt_nested;
  size_t count;
  looked->frames = 0;
  looked->on = pthread_self();
  CHECK(thread->size == sizeof *thread && thread->id != 0);
  DO(spgc_stopped_thread_activations(thread, count_frames, looked));
  if (strcmp(thread->name, "worker") == 0) {
    CHECK(looked->frames == DEPTH + 2);
    DO(spgc_stopped_thread_take_over(thread, takeover, of_function, nested, &count));
    CHECK(count == (looked->again ? 0 : DEPTH + 1));
    looked->workers++;
  } else {
    if (strcmp(thread->name, "spinner") == 0) looked->spinner = thread->id;
    FAILS(spgc_stopped_thread_take_over(thread, takeover, of_function, nested, &count), SPGC_ERROR_FRAME, "no managed frame");
    looked->others++;
  }
}

static void handshakes(void) {
  struct looked looked = {0};
  pthread_t workers[WORKERS], spinner;
  char text[256];
  size_t index, count;
  uint64_t before;
  takeover = leave_to(layout_of_nested, resume_with_nested);
  resumed = 0;
  for (index = 0; index < WORKERS; index++) CHECK(pthread_create(&workers[index], NULL, work, NULL) == 0);
  while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) < WORKERS) sched_yield();
  DO(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, &looked, &count));
  CHECK(count == WORKERS + 1 && looked.workers == WORKERS && looked.others == 1 && resumed == 0);
  CHECK(pthread_create(&spinner, NULL, spin, NULL) == 0);
  looked.again = true;
  while (looked.spinner == 0) DO(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, look, &looked, NULL));
  /* Finally the thread runs the callback itself, in the function that polls. */
  do {
    DO(spgc_handshake(heap, looked.spinner, look, &looked, &count));
    CHECK(count == 1 && looked.frames <= 1);
  } while (looked.frames == 0 || !pthread_equal(looked.on, spinner));
  DO(spgc_code_describe(looked.pc - 1, text, sizeof text, NULL));
  CHECK(strstr(text, "test_spin") == text);
  DO(spgc_handshake(heap, looked.spinner + (1u << 30), look, &looked, &count));
  CHECK(count == 0);
  before = moved();
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(moved() > before);
  DO(spgc_takeover_free(takeover));
  __atomic_store_n(&released, 1, __ATOMIC_RELEASE);
  for (index = 0; index < WORKERS; index++) CHECK(pthread_join(workers[index], NULL) == 0);
  CHECK(pthread_join(spinner, NULL) == 0);
  CHECK(resumed == WORKERS * (DEPTH + 1) && unused == made);
}

int main(void) {
  DO(spgc_heap_start(NULL, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  handshakes();
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
