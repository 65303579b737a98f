/* Tests handshakes: each thread is inspected at a safepoint while the other threads run. Two
   threads wait in native functions that deep managed frames have called, and one thread runs
   managed code. The frames of the waiting threads are taken over during the handshake. */
#define _GNU_SOURCE
#include "frames.h"

#include <pthread.h>
#include <sched.h>

extern void test_spin(void);

enum { WORKERS = 2 };

static uint32_t released;
static unsigned waiting;

static uint64_t wait_for_release(uint64_t value, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  (void)value, (void)a, (void)b, (void)c, (void)d;
  __atomic_add_fetch(&waiting, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&released, __ATOMIC_ACQUIRE)) sched_yield();
  return 7;
}

static void *work(void *unused_argument) {
  CHECK(pthread_setname_np(pthread_self(), "worker") == 0);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(call(CODE(test_deopt_outer), wait_for_release, DEPTH) == outer_value(DEPTH, 7, 0, 1));
  CHECK_OK(spgc_thread_detach());
  return unused_argument;
}

static void *spin(void *unused_argument) {
  spgc_argument flag = {NULL, 0};
  CHECK(pthread_setname_np(pthread_self(), "spinner") == 0);
  flag.word = (uint64_t)(uintptr_t)&released;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_call(CODE(test_spin), &flag, 1, NULL));
  CHECK_OK(spgc_thread_detach());
  return unused_argument;
}

/* Results of inspecting threads. */
struct inspection {
  /* Number of worker threads and of other threads inspected. */
  unsigned workers, others;
  /* Number of frames of the last thread. */
  unsigned frames;
  /* The frames of the workers are already taken over. */
  bool is_repeated;
  /* ID of the spinning thread, or 0. */
  uint64_t spinner;
  /* Code address of the youngest frame of the last thread. */
  const char *pc;
  /* The thread that ran the last callback. */
  pthread_t executor;
};

static void count_frames(void *data, const spgc_activation *frame) {
  struct inspection *inspection = data;
  CHECK(frame->size == sizeof *frame && frame->depth == inspection->frames);
  if (frame->depth == 0) inspection->pc = frame->pc;
  inspection->frames++;
}

static void inspect_thread(void *data, const spgc_stopped_thread *thread) {
  struct inspection *inspection = data;
  void *nested = (void *)(uintptr_t)test_deopt_nested;
  size_t count;
  inspection->frames = 0;
  inspection->executor = pthread_self();
  CHECK(thread->size == sizeof *thread && thread->id != 0);
  CHECK_OK(spgc_stopped_thread_activations(thread, count_frames, inspection));
  if (strcmp(thread->name, "worker") == 0) {
    CHECK(inspection->frames == DEPTH + 2);
    CHECK_OK(spgc_stopped_thread_take_over(thread, takeover, of_function, nested, &count));
    CHECK(count == (inspection->is_repeated ? 0 : DEPTH + 1));
    inspection->workers++;
  } else {
    if (strcmp(thread->name, "spinner") == 0) inspection->spinner = thread->id;
    CHECK_ERROR(spgc_stopped_thread_take_over(thread, takeover, of_function, nested, &count),
                SPGC_ERROR_FRAME, "no managed frame");
    inspection->others++;
  }
}

static void handshakes(void) {
  struct inspection inspection = {0};
  pthread_t workers[WORKERS], spinner;
  char text[256];
  size_t index, count;
  uint64_t before;
  takeover = new_takeover(layout_of_nested, resume_with_nested);
  resumed = 0;
  for (index = 0; index < WORKERS; index++)
    CHECK(pthread_create(&workers[index], NULL, work, NULL) == 0);
  while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) < WORKERS) sched_yield();
  CHECK_OK(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, &inspection, &count));
  CHECK(count == WORKERS + 1 && inspection.workers == WORKERS && inspection.others == 1 &&
        resumed == 0);
  CHECK(pthread_create(&spinner, NULL, spin, NULL) == 0);
  inspection.is_repeated = true;
  while (inspection.spinner == 0)
    CHECK_OK(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, &inspection, NULL));
  /* Until the spinning thread itself runs the callback, at a poll. */
  do {
    CHECK_OK(spgc_handshake(heap, inspection.spinner, inspect_thread, &inspection, &count));
    CHECK(count == 1 && inspection.frames <= 1);
  } while (inspection.frames == 0 || !pthread_equal(inspection.executor, spinner));
  CHECK_OK(spgc_code_describe(inspection.pc - 1, text, sizeof text, NULL));
  CHECK(strstr(text, "test_spin") == text);
  CHECK_OK(spgc_handshake(heap, inspection.spinner + (1u << 30), inspect_thread, &inspection,
                          &count));
  CHECK(count == 0);
  before = moved();
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(moved() > before);
  CHECK_OK(spgc_takeover_free(takeover));
  __atomic_store_n(&released, 1, __ATOMIC_RELEASE);
  for (index = 0; index < WORKERS; index++) CHECK(pthread_join(workers[index], NULL) == 0);
  CHECK(pthread_join(spinner, NULL) == 0);
  CHECK(resumed == WORKERS * (DEPTH + 1) && released_count == created);
}

int main(void) {
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  handshakes();
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
