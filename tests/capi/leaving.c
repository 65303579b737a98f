/* Threads that are detached, and heaps that are destroyed, while code would still resume that needs
   them; threads that attach while they end. The argument selects a case that ends the process. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>

static spgc_heap *heap;
static const char *mode = "";
/* What a callback tries once, and how often it did. */
static int armed, tried;

static void leave(void) {
  spgc_ref ref;
  if (!armed) return;
  armed = 0;
  tried++;
  FAILS(spgc_thread_detach(), SPGC_ERROR_BUSY, "in 0 calls into managed code and 1 allocations or collections");
  FAILS(spgc_heap_shutdown(heap), SPGC_ERROR_BUSY, "spgc_thread_detach");
  FAILS(spgc_thread_attach(heap), SPGC_ERROR_ATTACHED, "already");
  if (strcmp(mode, "memory") == 0) {
    fputs("refused\n", stderr);
    return;
  }
  /* Allowed operations work, and do not make the thread detachable. */
  DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  DO(spgc_object_new(PAIR, &ref));
  FAILS(spgc_thread_detach(), SPGC_ERROR_BUSY, "1 allocations or collections");
  CHECK(spgc_thread_is_attached());
}

static void on_collection(void *data, const spgc_collection_report *collection) {
  (void)data, (void)collection;
  leave();
}

static bool on_out_of_memory(void *data, const spgc_out_of_memory *why) {
  (void)data, (void)why;
  leave();
  return true;
}

static void on_phase(void *data, uint64_t number, uint32_t phase, bool ends) {
  (void)data, (void)number, (void)phase, (void)ends;
  if (strcmp(mode, "exit") == 0) exit(3);
  if (strcmp(mode, "detach") == 0) spgc_thread_detach();
}

static void in_callbacks(void) {
  spgc_handle_scope scope;
  spgc_ref pair, words;
  int before = tried;
  DO(spgc_handle_scope_open(&scope));
  armed = 1;
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(tried == before + 1);
  armed = 1;
  while (tried == before + 1) {
    spgc_handle_scope inner;
    DO(spgc_handle_scope_open(&inner));
    DO(spgc_object_new(PAIR, &pair));
    DO(spgc_array_new(WORDS, 1000, &words));
    DO(spgc_handle_scope_close(inner));
  }
  DO(spgc_object_new(PAIR, &pair));
  armed = 1;
  while (tried == before + 2) {
    spgc_handle_scope inner;
    DO(spgc_handle_scope_open(&inner));
    DO(spgc_object_clone(pair, &words));
    DO(spgc_handle_scope_close(inner));
  }
  DO(spgc_handle_scope_close(scope));
}

/* One thread for each way in which the destructor of a key, which runs after those of thread-local
   variables, may continue. */
static pthread_key_t key;
static int rounds, attached;

static void at_end(void *value) {
  const char *what = value;
  if (strcmp(what, "late") == 0 && ++rounds < 3) {
    CHECK(pthread_setspecific(key, value) == 0);
    return;
  }
  if (strcmp(what, "rounds") == 0) {
#ifdef EMULATED
    /* Linked statically: the library's thread-local variables are destroyed by a key, in the first
       round. */
    bool refused = attached > 0;
#else
    bool refused = false;
#endif
    if (refused) {
      FAILS(spgc_thread_attach(heap), SPGC_ERROR_NOT_ATTACHED, "ending");
    } else {
      /* Left attached, to be detached before the next round. */
      DO(spgc_thread_attach(heap));
      DO(spgc_collect(SPGC_COLLECTION_YOUNG));
    }
    if (++attached < 3) CHECK(pthread_setspecific(key, value) == 0);
    return;
  }
  if (strcmp(what, "again") == 0) {
    FAILS(spgc_thread_attach(heap), SPGC_ERROR_NOT_ATTACHED, "ending");
    return;
  }
  DO(spgc_thread_attach(heap));
  FAILS(spgc_thread_attach(heap), SPGC_ERROR_ATTACHED, "already");
  if (strcmp(what, "collects") == 0) DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  if (strcmp(what, "detaches") == 0) DO(spgc_thread_detach());
}

static void *thread(void *value) {
  if (strcmp(value, "again") == 0) {
    DO(spgc_thread_attach(heap));
    DO(spgc_thread_detach());
  }
  CHECK(pthread_setspecific(key, value) == 0);
  return NULL;
}

static void in_destructors(void) {
  static char *const ways[] = {"stays", "collects", "detaches", "late", "rounds", "again"};
  size_t way;
  CHECK(pthread_key_create(&key, at_end) == 0);
  for (way = 0; way < sizeof ways / sizeof *ways; way++) {
    pthread_t id;
    pthread_attr_t attributes;
    CHECK(pthread_attr_init(&attributes) == 0);
    /* More than the system keeps for the next thread: the remains of the stack are unmapped when
       the thread has ended. */
    CHECK(pthread_attr_setstacksize(&attributes, (size_t)64 << 20) == 0);
    CHECK(pthread_create(&id, &attributes, thread, ways[way]) == 0 && pthread_join(id, NULL) == 0);
    DO(spgc_thread_attach(heap));
    DO(spgc_collect(SPGC_COLLECTION_YOUNG));
    DO(spgc_thread_detach());
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
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  in_callbacks();
  if (strcmp(mode, "memory") == 0) {
    spgc_handle_scope scope;
    spgc_ref ref;
    DO(spgc_handle_scope_open(&scope));
    armed = 1;
    for (;;) DO(spgc_array_new(WORDS, 10000, &ref));
  }
  DO(spgc_thread_detach());
  in_destructors();
  /* All threads have ended. */
  DO(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
