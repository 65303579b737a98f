/* Tests detaching threads and destroying heaps in callbacks, where code that needs them would still
   resume: both are refused. Also tests threads that attach in destructors of thread-specific data.
   The argument selects a case that ends the process. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>

static spgc_heap *heap;
static const char *mode = "";
/* Whether the next callback attempts to leave the heap, and the number of attempts. */
static int armed, attempts;

/* Attempts to detach the thread and to destroy the heap, if armed. */
static void attempt_to_leave(void) {
  spgc_ref ref;
  if (!armed) return;
  armed = 0;
  attempts++;
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY,
              "in 0 calls into managed code and 1 allocations or collections");
  CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_BUSY, "spgc_thread_detach");
  CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_ATTACHED, "already");
  if (strcmp(mode, "memory") == 0) {
    fputs("refused\n", stderr);
    return;
  }
  /* Other operations are allowed in the callback. After them the thread still cannot be detached.
   */
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  CHECK_OK(spgc_object_new(PAIR, &ref));
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "1 allocations or collections");
  CHECK(spgc_thread_is_attached());
}

static void on_collection(void *data, const spgc_collection_report *collection) {
  (void)data, (void)collection;
  attempt_to_leave();
}

static bool on_out_of_memory(void *data, const spgc_out_of_memory *why) {
  (void)data, (void)why;
  attempt_to_leave();
  return true;
}

static void on_phase(void *data, uint64_t number, uint32_t phase, bool ends) {
  (void)data, (void)number, (void)phase, (void)ends;
  if (strcmp(mode, "exit") == 0) exit(3);
  if (strcmp(mode, "detach") == 0) spgc_thread_detach();
}

/* Triggers the callback by a collection, by an allocation and by a clone. */
static void in_callbacks(void) {
  spgc_handle_scope scope;
  spgc_ref pair, words;
  int before = attempts;
  CHECK_OK(spgc_handle_scope_open(&scope));
  armed = 1;
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(attempts == before + 1);
  armed = 1;
  while (attempts == before + 1) {
    spgc_handle_scope inner;
    CHECK_OK(spgc_handle_scope_open(&inner));
    CHECK_OK(spgc_object_new(PAIR, &pair));
    CHECK_OK(spgc_array_new(WORDS, 1000, &words));
    CHECK_OK(spgc_handle_scope_close(inner));
  }
  CHECK_OK(spgc_object_new(PAIR, &pair));
  armed = 1;
  while (attempts == before + 2) {
    spgc_handle_scope inner;
    CHECK_OK(spgc_handle_scope_open(&inner));
    CHECK_OK(spgc_object_clone(pair, &words));
    CHECK_OK(spgc_handle_scope_close(inner));
  }
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* A key whose destructor attaches the ending thread. It runs after the destructors of thread-local
   variables. The value of the key selects the case; each case runs on a new thread. */
static pthread_key_t key;
static int rounds, attached;

static void at_end(void *value) {
  const char *end_case = value;
  if (strcmp(end_case, "late") == 0 && ++rounds < 3) {
    CHECK(pthread_setspecific(key, value) == 0);
    return;
  }
  if (strcmp(end_case, "rounds") == 0) {
#ifdef EMULATED
    /* In a statically linked program, a key of the library destroys its thread-local variables in
       the first round of destructors. */
    bool refused = attached > 0;
#else
    bool refused = false;
#endif
    if (refused) {
      CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_NOT_ATTACHED, "ending");
    } else {
      /* The thread stays attached. The library detaches it before the next round. */
      CHECK_OK(spgc_thread_attach(heap));
      CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    }
    if (++attached < 3) CHECK(pthread_setspecific(key, value) == 0);
    return;
  }
  if (strcmp(end_case, "again") == 0) {
    CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_NOT_ATTACHED, "ending");
    return;
  }
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_ATTACHED, "already");
  if (strcmp(end_case, "collects") == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  if (strcmp(end_case, "detaches") == 0) CHECK_OK(spgc_thread_detach());
}

static void *thread(void *value) {
  if (strcmp(value, "again") == 0) {
    CHECK_OK(spgc_thread_attach(heap));
    CHECK_OK(spgc_thread_detach());
  }
  CHECK(pthread_setspecific(key, value) == 0);
  return NULL;
}

static void in_destructors(void) {
  static char *const cases[] = {"stays", "collects", "detaches", "late", "rounds", "again"};
  size_t index;
  CHECK(pthread_key_create(&key, at_end) == 0);
  for (index = 0; index < sizeof cases / sizeof *cases; index++) {
    pthread_t id;
    pthread_attr_t attributes;
    CHECK(pthread_attr_init(&attributes) == 0);
    /* Larger than the stacks that the C library keeps for reuse. So the stack is unmapped when the
       thread has ended, and a later access crashes. */
    CHECK(pthread_attr_setstacksize(&attributes, (size_t)64 << 20) == 0);
    CHECK(pthread_create(&id, &attributes, thread, cases[index]) == 0 &&
          pthread_join(id, NULL) == 0);
    CHECK_OK(spgc_thread_attach(heap));
    CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    CHECK_OK(spgc_thread_detach());
  }
  CHECK(rounds == 3 && attached == 3);
}

int main(int count, char **arguments) {
  spgc_config config = {0};
  if (count > 1) mode = arguments[1];
  config.size = sizeof config;
  config.heap_max = 8u << 20;
  config.on_collection = on_collection;
  config.on_out_of_memory = on_out_of_memory;
  config.on_phase = on_phase;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  in_callbacks();
  if (strcmp(mode, "memory") == 0) {
    spgc_handle_scope scope;
    spgc_ref ref;
    CHECK_OK(spgc_handle_scope_open(&scope));
    armed = 1;
    for (;;) CHECK_OK(spgc_array_new(WORDS, 10000, &ref));
  }
  CHECK_OK(spgc_thread_detach());
  in_destructors();
  /* All threads have ended. */
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
