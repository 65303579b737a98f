/* Tests concurrent cycles: the program replaces nodes of an array while cycles mark the heap, and
   checks that all nodes keep their values. */
#include "check.h"

#define NODES 20000
#define CYCLES 3

static spgc_ref array;
static uint64_t expected[NODES];

/* Stores a new node with this number into the array. */
static void put(size_t index, uint64_t number) {
  spgc_handle_scope scope;
  spgc_ref node;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(PAIR, &node));
  CHECK_OK(spgc_store_word(node, 8, 2 * number + 1));
  CHECK_OK(spgc_store_ref(array, 16 + 8 * index, node));
  CHECK_OK(spgc_handle_scope_close(scope));
  expected[index] = number;
}

/* Checks that a node has the expected number. */
static void check(size_t index) {
  spgc_handle_scope scope;
  spgc_ref node;
  uint64_t word;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_load_ref(array, 16 + 8 * index, &node));
  CHECK_OK(spgc_load_word(node, 8, &word));
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK(word == 2 * expected[index] + 1);
}

int main(void) {
  spgc_config config = {0};
  spgc_collector_statistics statistics = {0};
  spgc_heap *heap;
  spgc_handle_scope scope;
  uint64_t number = 0;
  config.size = sizeof config;
  config.heap_max = 32u << 20;
  config.flags = SPGC_CONFIG_CONCURRENT;
  config.marker_threads = 2;
  config.verify = SPGC_VERIFY_AFTER;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_array_new(REFERENCES, NODES, &array));
  for (size_t index = 0; index < NODES; index++) put(index, number++);
  statistics.size = sizeof statistics;
  while (statistics.counts.cycles_marked < CYCLES) {
    CHECK_OK(spgc_collect(SPGC_COLLECTION_CYCLE));
    for (size_t index = number % 7; index < NODES; index += 7 + number % 100) put(index, number++);
    for (size_t index = 0; index < NODES; index += 97) check(index);
    CHECK_OK(spgc_heap_statistics(heap, &statistics));
  }
  for (size_t index = 0; index < NODES; index++) check(index);
  CHECK(statistics.counts.cycles_begun >= CYCLES && statistics.counts.references_shaded > 0);
  CHECK(statistics.counts.objects_marked_concurrently > 0 && statistics.counts.objects_moved > 0);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
