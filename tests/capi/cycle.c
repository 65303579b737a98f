/* Tests concurrent cycles: the program replaces nodes of an array while cycles mark the heap, and
   checks that all nodes keep their values. Then requests each kind of collection, and checks the
   kind in its report. */
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

/* The kind of the latest collection that the program has requested. */
static uint32_t requested = UINT32_MAX;

static void on_collection(void *data, const spgc_collection_report *collection) {
  CHECK(data == &requested);
  if (collection->cause == SPGC_COLLECTION_CAUSE_REQUEST) requested = collection->kind;
}

/* Runs a collection of a kind, and checks the kind in its report. */
static void collect(uint32_t kind, uint32_t reported) {
  requested = UINT32_MAX;
  CHECK_OK(spgc_collect(kind));
  CHECK(requested == reported);
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
  config.on_collection = on_collection;
  config.on_collection_data = &requested;
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
  collect(SPGC_COLLECTION_YOUNG, SPGC_COLLECTION_YOUNG);
  collect(SPGC_COLLECTION_FULL, SPGC_COLLECTION_FULL);
  collect(SPGC_COLLECTION_COMPACTING, SPGC_COLLECTION_COMPACTING);
  collect(SPGC_COLLECTION_CYCLE, SPGC_COLLECTION_YOUNG);
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_CYCLE + 1), SPGC_ERROR_ARGUMENT, "SPGC_COLLECTION_CYCLE");
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
