/* A library that is loaded as a plugin. It contains a collector of its own, whose heap it creates
   and drops in each call. */
#include "check.h"

extern void library_work(void);

/* Returns whether the heap has moved objects. */
int plugin_run(void) {
  spgc_collector_statistics statistics = {0};
  spgc_heap *heap;
  spgc_argument depth = {NULL, 30};
  spgc_handle_scope scope;
  spgc_ref pair;
  uint64_t first, second, word;
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(PAIR, &pair));
  CHECK_OK(spgc_store_word(pair, 8, 85));
  CHECK_OK(spgc_call(CODE(library_work), &depth, 1, &first));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_FULL));
  CHECK_OK(spgc_call(CODE(library_work), &depth, 1, &second));
  CHECK_OK(spgc_load_word(pair, 8, &word));
  CHECK(first == second && word == 85);
  CHECK_OK(spgc_handle_scope_close(scope));
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  return statistics.counts.objects_moved > 0;
}
