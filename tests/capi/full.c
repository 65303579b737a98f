/* Tests a heap whose allocations may fail. On each thread the heap becomes full: managed code
   receives null, and this program a status. The thread drops its objects and continues. */
#include "check.h"

#include <pthread.h>

extern void test_pair_or_null(void), test_array(void), test_references(void), test_left(void);

/* NODES: more objects than the heap has room for. LARGE: an array that does not fit. */
enum { THREADS = 3, ROUNDS = 5, HEAP = 2 << 20, NODES = HEAP / 24, LARGE = HEAP / 8 };

static spgc_heap *heap;
static unsigned calls;

static bool release_nothing(void *data, const spgc_out_of_memory *why) {
  CHECK(data == &calls && why->limit == HEAP && why->amount > 0);
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  return false;
}

/* Calls a managed function that allocates. Returns NULL if it has received null. */
static spgc_ref allocate(void (*function)(void), const spgc_argument *arguments, size_t count) {
  spgc_ref result;
  CHECK_OK(spgc_call_for_ref(CODE(function), arguments, count, &result));
  return result;
}

/* Adds nodes to a list until there is no memory, or to this number. Stores the list, and returns
   the number of nodes. */
static size_t make_list(size_t limit, spgc_ref *list) {
  size_t length;
  *list = NULL;
  for (length = 0; length < limit; length++) {
    spgc_handle_scope scope;
    spgc_argument fields[2];
    spgc_ref node, longer;
    CHECK_OK(spgc_handle_scope_open(&scope));
    fields[0] = reference(*list);
    fields[1] = word(0);
    node = allocate(test_pair_or_null, fields, 2);
    if (node == NULL) {
      CHECK_OK(spgc_handle_scope_close(scope));
      break;
    }
    CHECK_OK(spgc_ref_new_global(node, &longer));
    CHECK_OK(spgc_handle_scope_close(scope));
    if (*list != NULL) CHECK_OK(spgc_ref_release(*list));
    *list = longer;
  }
  return length;
}

static size_t length_of(spgc_ref list) {
  size_t length = 0;
  spgc_handle_scope scope;
  CHECK_OK(spgc_handle_scope_open(&scope));
  while (list != NULL) {
    spgc_argument node = reference(list);
    length++;
    CHECK_OK(spgc_call_for_ref(CODE(test_left), &node, 1, &list));
    CHECK_OK(spgc_handle_scope_close_keeping(scope, list, &list));
    CHECK_OK(spgc_handle_scope_open(&scope));
  }
  CHECK_OK(spgc_handle_scope_close(scope));
  return length;
}

static void large_objects_fail(void) {
  spgc_argument length = word(LARGE);
  spgc_ref result = NULL;
  CHECK(allocate(test_array, &length, 1) == NULL);
  CHECK(allocate(test_references, &length, 1) == NULL);
  CHECK_ERROR(spgc_array_new(WORDS, LARGE, &result), SPGC_ERROR_OUT_OF_MEMORY, "out of memory");
  /* Larger than any heap. */
  length = word(UINT64_C(1) << 61);
  CHECK(allocate(test_array, &length, 1) == NULL);
  CHECK_ERROR(spgc_array_new(WORDS, UINT64_C(1) << 61, &result), SPGC_ERROR_ARGUMENT, "elements");
  CHECK(result == NULL);
}

static void *work(void *argument) {
  unsigned round;
  (void)argument;
  CHECK_OK(spgc_thread_attach(heap));
  for (round = 0; round < ROUNDS; round++) {
    spgc_handle_scope scope;
    spgc_ref list, kept[LARGE / 1000], copy;
    size_t length, arrays = 0;
    spgc_status status = SPGC_OK;
    CHECK_OK(spgc_handle_scope_open(&scope));
    large_objects_fail();
    /* The functions of the C interface find the heap full. */
    while (status == SPGC_OK && arrays < LARGE / 1000)
      status = spgc_array_new(WORDS, 1000, &kept[arrays++]);
    CHECK(status == SPGC_ERROR_OUT_OF_MEMORY && strstr(spgc_last_error(), "out of memory"));
    if (arrays > 1) {
      /* Another thread may have dropped its objects meanwhile. */
      status = spgc_object_clone(kept[0], &copy);
      CHECK(status == SPGC_OK || status == SPGC_ERROR_OUT_OF_MEMORY);
    }
    CHECK_OK(spgc_handle_scope_close(scope));
    /* Managed code finds the heap full. What it has built is intact. */
    CHECK_OK(spgc_handle_scope_open(&scope));
    length = make_list(NODES, &list);
    CHECK(length < NODES && length_of(list) == length);
    if (list != NULL) CHECK_OK(spgc_ref_release(list));
    CHECK_OK(spgc_handle_scope_close(scope));
  }
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  spgc_collector_statistics statistics = {0};
  spgc_config config = {0};
  spgc_ref list;
  spgc_handle_scope scope;
  size_t thread;
  config.size = sizeof config;
  config.heap_max = HEAP;
  config.flags = SPGC_CONFIG_FALLIBLE_ALLOCATION;
  config.on_out_of_memory = release_nothing;
  config.on_out_of_memory_data = &calls;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  for (thread = 0; thread < THREADS; thread++)
    CHECK(pthread_create(&threads[thread], NULL, work, NULL) == 0);
  for (thread = 0; thread < THREADS; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  /* The callback is called before each failure. */
  CHECK(calls >= THREADS * ROUNDS * 6);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK(make_list(1000, &list) == 1000 && length_of(list) == 1000);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(length_of(list) == 1000);
  CHECK_OK(spgc_ref_release(list));
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.counts.objects_moved >= 1000 && statistics.counts.frames_walked > 0);
  CHECK(statistics.counts.records_matched == statistics.counts.frames_walked);
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
