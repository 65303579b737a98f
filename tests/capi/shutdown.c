/* Tests that a heap is shut down while a marker thread is in the callback for collections, which
   reads the statistics of the heap. Each thread has thread-local variables that are larger than the
   stack that the collector's threads ask for. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <time.h>

#define NODES 20000
#define ROUNDS 4

static spgc_heap *heap;
static int inside, late;
static __thread volatile char local[4 << 20];

static void wait_ms(long time) {
  struct timespec left = {.tv_nsec = time * 1000000};
  nanosleep(&left, NULL);
}

static void on_collection(void *data, const spgc_collection_report *report) {
  spgc_collector_statistics statistics = {0};
  spgc_status status;
  (void)data;
  if (report->cause != SPGC_COLLECTION_CAUSE_MARKING) return;
  for (size_t index = 0; index < sizeof local; index += 4096) CHECK(local[index]++ < ROUNDS);
  statistics.size = sizeof statistics;
  __atomic_store_n(&inside, 1, __ATOMIC_SEQ_CST);
  /* Meanwhile the other thread shuts the heap down. */
  wait_ms(50);
  status = spgc_heap_statistics(heap, &statistics);
  CHECK(status == SPGC_OK || status == SPGC_ERROR_NO_HEAP);
  if (status == SPGC_ERROR_NO_HEAP) __atomic_fetch_add(&late, 1, __ATOMIC_SEQ_CST);
}

static void run(void) {
  spgc_config config = {0};
  spgc_handle_scope scope;
  spgc_ref array, node;
  config.size = sizeof config;
  config.heap_max = 32u << 20;
  config.flags = SPGC_CONFIG_CONCURRENT;
  config.on_collection = on_collection;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_array_new(REFERENCES, NODES, &array));
  for (size_t index = 0; index < NODES; index++) {
    spgc_handle_scope inner;
    CHECK_OK(spgc_handle_scope_open(&inner));
    CHECK_OK(spgc_object_new(PAIR, &node));
    CHECK_OK(spgc_store_ref(array, 16 + 8 * index, node));
    CHECK_OK(spgc_handle_scope_close(inner));
  }
  CHECK_OK(spgc_collect(SPGC_COLLECTION_FULL));
  __atomic_store_n(&inside, 0, __ATOMIC_SEQ_CST);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_CYCLE));
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
  /* No thread allocates: a marker thread requests the pause that ends marking. */
  while (!__atomic_load_n(&inside, __ATOMIC_SEQ_CST)) wait_ms(1);
  CHECK_OK(spgc_heap_shutdown(heap));
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) run();
  CHECK(__atomic_load_n(&late, __ATOMIC_SEQ_CST) > 0);
  puts("done");
  return 0;
}
