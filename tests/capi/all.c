/* Every function of the header, each with a known result. */
#define _GNU_SOURCE
#include "check.h"
#include "tables.h"

#include <pthread.h>

/* Managed functions of tests/managed/{values,frames,references}.ll. */
extern void test_pair(void), test_list_hash(void), test_fill(void), test_same(void);
extern void test_native(void), test_nested(void), test_set_root(void), test_root(void);
/* Bounds of the stack map of library.ll, in the assembly that this is linked with. */
extern const char library_maps[], library_maps_end[];
extern void library_work(void);
extern const char __executable_start[], etext[];

static unsigned reported, traced, asked;

static void on_collection(void *data, const spgc_collection_report *collection) {
  CHECK(data == &reported && collection->size == sizeof *collection && collection->number > 0);
  CHECK(collection->pause_ns >= collection->time_to_safepoint_ns);
  reported++;
}

static bool on_out_of_memory(void *data, const spgc_out_of_memory *why) {
  (void)why;
  ++*(unsigned *)data;
  return false;
}

static void counted(void *data, const spgc_collection_report *collection) {
  CHECK(collection->kind <= SPGC_COLLECTION_COMPACTING);
  ++*(unsigned *)data;
}

/* Objects of 32 bytes whose first field tells whether the second is a reference. */
static size_t size_of(void *data, uint32_t type, const void *object) {
  (void)data, (void)object;
  return type == 30 ? 32 : 0;
}

static void trace(void *data, uint32_t type, const void *object, spgc_slot_visitor *tracer) {
  const uint64_t *words = object;
  CHECK(data == &traced && type == 30);
  traced++;
  if (words[1] == 1) DO(spgc_visit_slots(tracer, &words[2], 1));
}

/* Called by managed code, in native state: the same API from within. */
static uint64_t inner(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  spgc_handle_scope scope;
  spgc_ref pair;
  spgc_argument none[2] = {{NULL, 0}, {NULL, 0}};
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_call_for_ref(CODE(test_pair), none, 2, &pair));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  FAILS(spgc_thread_detach(), SPGC_ERROR_BUSY, "calls into managed code");
  DO(spgc_handle_scope_close(scope));
  return a + b + c + d + e;
}

static void calls(void) {
  spgc_argument arguments[3];
  spgc_ref list = NULL;
  spgc_handle_scope scope;
  uint64_t result, expected = 0, i;
  DO(spgc_handle_scope_open(&scope));
  for (i = 0; i < 100; i++) {
    spgc_handle_scope step;
    spgc_ref node;
    DO(spgc_handle_scope_open(&step));
    arguments[0] = word(2 * i + 1);
    arguments[1] = reference(list);
    DO(spgc_call_for_ref(CODE(test_pair), arguments, 2, &node));
    DO(spgc_handle_scope_close_keeping(step, node, &list));
    if (i % 10 == 0) DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  }
  arguments[0] = reference(list);
  DO(spgc_call(CODE(test_list_hash), arguments, 1, &result));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  DO(spgc_call(CODE(test_list_hash), arguments, 1, &expected));
  CHECK(result == expected && result != 0);
  arguments[0] = word((uint64_t)(uintptr_t)inner);
  arguments[1] = word(7);
  DO(spgc_call(CODE(test_native), arguments, 2, &result));
  CHECK(result == 7 + 1 + 2 + 3 + 4 + 7);
  DO(spgc_handle_scope_close(scope));
}

static void objects(void) {
  spgc_handle_scope scope;
  spgc_ref pair, box, array, other, copy, loaded;
  uint64_t value;
  uint32_t type, hash, again;
  bool same;
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(PAIR, &pair));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_array_new(REFERENCES, 10, &array));
  DO(spgc_array_new(REFERENCES, 10, &other));
  DO(spgc_store_word(box, 8, 42));
  DO(spgc_load_word(box, 8, &value));
  CHECK(value == 42);
  DO(spgc_store_ref(pair, 8, box));
  DO(spgc_store_ref(pair, 16, NULL));
  DO(spgc_load_ref(pair, 8, &loaded));
  DO(spgc_ref_same_object(loaded, box, &same));
  CHECK(same);
  DO(spgc_ref_same_object(loaded, pair, &same));
  CHECK(!same);
  DO(spgc_load_ref(pair, 16, &loaded));
  CHECK(loaded == NULL);
  DO(spgc_object_type(box, &type));
  CHECK(type == BOX);
  DO(spgc_array_length(array, &value));
  CHECK(value == 10);
  DO(spgc_store_ref(array, 16 + 8 * 3, box));
  DO(spgc_array_copy_elements(other, 0, array, 3, 7));
  DO(spgc_load_ref(other, 16, &loaded));
  DO(spgc_ref_same_object(loaded, box, &same));
  CHECK(same);
  DO(spgc_object_identity_hash(pair, &hash));
  DO(spgc_object_clone(pair, &copy));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  DO(spgc_object_identity_hash(pair, &again));
  CHECK(hash == again && hash != 0);
  DO(spgc_load_ref(copy, 8, &loaded));
  DO(spgc_load_word(loaded, 8, &value));
  CHECK(value == 42);
  DO(spgc_handle_scope_close(scope));
}

static void *elsewhere(void *data) {
  spgc_ref *global = data;
  spgc_handle_scope scope;
  spgc_ref local;
  uint64_t value;
  spgc_heap *heap = (spgc_heap *)global[1];
  CHECK(!spgc_thread_is_attached() && spgc_thread_heap() == NULL);
  DO(spgc_thread_attach(heap));
  CHECK(spgc_thread_is_attached() && spgc_thread_heap() == heap);
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_ref_new_local(global[0], &local));
  DO(spgc_load_word(local, 8, &value));
  CHECK(value == 11);
  /* The thread ends attached, with an open scope. */
  return spgc_thread_context();
}

static void references(spgc_heap *heap) {
  spgc_handle_scope scope;
  spgc_ref box, shared[2], value, found;
  spgc_weak_handle *weak, *other;
  spgc_weak_table *table;
  spgc_pinned_object *pin;
  void *address, *context;
  size_t length;
  uint64_t registration, token;
  bool flag;
  pthread_t thread;
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_store_word(box, 8, 11));
  DO(spgc_ref_new_global(box, &shared[0]));
  shared[1] = (spgc_ref)heap;
  CHECK(pthread_create(&thread, NULL, elsewhere, shared) == 0 && pthread_join(thread, &context) == 0);
  CHECK(context != NULL && context != spgc_thread_context());
  DO(spgc_object_pin(box, &pin, &address));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(((uint64_t *)address)[1] == 11);
  DO(spgc_object_unpin(pin));
  DO(spgc_weak_handle_new(box, SPGC_WEAK_SHORT, &weak));
  DO(spgc_weak_handle_new(box, SPGC_WEAK_LONG, &other));
  DO(spgc_weak_table_new(heap, &table));
  DO(spgc_object_new(BOX, &value));
  DO(spgc_weak_table_insert(table, box, value));
  DO(spgc_weak_table_get(table, box, &found));
  DO(spgc_ref_same_object(found, value, &flag));
  CHECK(flag);
  DO(spgc_weak_table_remove(table, value, &flag));
  CHECK(!flag);
  DO(spgc_weak_table_length(table, &length));
  CHECK(length == 1);
  DO(spgc_finalizer_register(box, 77, &registration));
  DO(spgc_finalizer_cancel(heap, registration, &flag));
  CHECK(flag);
  DO(spgc_finalizer_register(box, 78, NULL));
  DO(spgc_weak_handle_get(weak, &found));
  CHECK(found != NULL);
  DO(spgc_handle_scope_close(scope));

  DO(spgc_handle_scope_open(&scope));
  DO(spgc_ref_release(shared[0]));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  DO(spgc_weak_handle_get(weak, &found));
  CHECK(found == NULL);
  DO(spgc_finalizer_wait(heap, 1000000000, &flag));
  CHECK(flag);
  DO(spgc_finalizer_next(heap, &found, &token));
  CHECK(found != NULL && token == 78);
  DO(spgc_load_word(found, 8, &token));
  CHECK(token == 11);
  DO(spgc_ref_release(found));
  DO(spgc_finalizer_next(heap, &found, &token));
  CHECK(found == NULL);
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  DO(spgc_weak_handle_get(other, &found));
  CHECK(found == NULL);
  DO(spgc_weak_table_length(table, &length));
  CHECK(length == 0);
  DO(spgc_weak_handle_free(weak));
  DO(spgc_weak_handle_free(other));
  DO(spgc_weak_table_free(table));
  DO(spgc_handle_scope_close(scope));
}

static void roots(spgc_heap *heap) {
  static uint64_t slots[4];
  spgc_root_range *range;
  spgc_argument arguments[2];
  spgc_handle_scope scope;
  spgc_ref box;
  uint64_t before;
  DO(spgc_root_range_register(heap, slots, 4, SPGC_ROOT_RANGE_STRONG, &range));
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_store_word(box, 8, 5));
  arguments[0] = word((uint64_t)(uintptr_t)&slots[2]);
  arguments[1] = reference(box);
  DO(spgc_call(CODE(test_set_root), arguments, 2, NULL));
  DO(spgc_handle_scope_close(scope));
  before = slots[2];
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(slots[2] != 0 && slots[2] != before);
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_call_for_ref(CODE(test_root), arguments, 1, &box));
  DO(spgc_load_word(box, 8, &before));
  CHECK(before == 5);
  DO(spgc_handle_scope_close(scope));
  DO(spgc_root_range_remove(range));
}

static void types(spgc_heap *heap) {
  static const size_t eight[] = {8}, sixteen[] = {16}, zero[] = {0};
  static const uint64_t bitmap[] = {2};
  spgc_type type = {0};
  spgc_handle_scope scope;
  spgc_ref object, box, loaded;
  unsigned before;
  bool same;
  type.struct_size = sizeof type;
  type.id = 30;
  type.kind = SPGC_TYPE_TRACED;
  type.size_of = size_of;
  type.trace = trace;
  type.data = &traced;
  DO(spgc_type_register(heap, &type));
  type.id = 31;
  type.kind = SPGC_TYPE_BITMAP;
  type.size = 24;
  type.bitmap = bitmap;
  type.bitmap_words = 1;
  type.alignment = 16;
  DO(spgc_type_register(heap, &type));
  type.id = 32;
  type.kind = SPGC_TYPE_STRUCT_ARRAY;
  type.alignment = 0;
  type.element_size = 16;
  type.element_references = zero;
  type.element_reference_count = 1;
  DO(spgc_type_register(heap, &type));
  type.id = 33;
  type.kind = SPGC_TYPE_TAILED;
  type.size = 24;
  type.references = eight;
  type.reference_count = 1;
  type.length_offset = 16;
  DO(spgc_type_register(heap, &type));
  type.id = 34;
  type.kind = SPGC_TYPE_WEAK;
  type.weak = sixteen;
  type.weak_count = 1;
  type.weak_kind = SPGC_WEAK_LONG;
  DO(spgc_type_register(heap, &type));
  type.id = 35;
  type.kind = SPGC_TYPE_EPHEMERON;
  type.size = 32;
  type.key = 16;
  type.value = 24;
  DO(spgc_type_register(heap, &type));

  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(34, &object));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_store_ref(object, 8, box));
  DO(spgc_store_ref(object, 16, box));
  DO(spgc_array_new(33, 3, &box));
  DO(spgc_store_ref(object, 16, box));
  DO(spgc_array_new(32, 5, &box));
  DO(spgc_store_ref(box, 16 + 16 * 4, object));
  FAILS(spgc_object_new(30, &object), SPGC_ERROR_TYPE, "spgc_array_new, or managed code");
  before = traced;
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(traced == before);
  DO(spgc_load_ref(box, 16 + 16 * 4, &loaded));
  DO(spgc_load_ref(loaded, 8, &object));
  DO(spgc_ref_same_object(loaded, object, &same));
  CHECK(!same);
  DO(spgc_handle_scope_close(scope));
}

/* An object whose references a callback reports, made by managed code: the callback also returns
   its size. */
extern void test_record(void);

static void traced_objects(void) {
  spgc_argument arguments[4];
  spgc_handle_scope scope;
  spgc_ref box, object, loaded;
  uint64_t value;
  unsigned before = traced;
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_store_word(box, 8, 99));
  arguments[0] = word((uint64_t)30 << 8);
  arguments[1] = word(1);
  arguments[2] = reference(box);
  arguments[3] = word(0);
  DO(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(traced > before);
  DO(spgc_load_ref(object, 16, &loaded));
  DO(spgc_load_word(loaded, 8, &value));
  CHECK(value == 99);
  DO(spgc_handle_scope_close(scope));
}

/* Managed code of this program as if it were generated: on a heap that knows no other. */
static void generated_code(void) {
  spgc_config config = {0};
  spgc_heap *heap;
  spgc_jit_region jit = {0};
  spgc_code_region_id region, whole;
  spgc_generated_function names[1];
  spgc_argument depth = {NULL, 20};
  struct tables tables = unwind_tables();
  uint64_t result, expected = 0, n;
  char text[64];
  size_t length, count;
  config.size = sizeof config;
  config.flags = SPGC_CONFIG_WITHOUT_IMAGES;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  jit.size = sizeof jit;
  jit.code = __executable_start;
  jit.code_size = (size_t)(etext - __executable_start);
  jit.stack_maps = library_maps;
  jit.stack_maps_size = (size_t)(library_maps_end - library_maps);
  jit.eh_frame = tables.start;
  jit.eh_frame_size = tables.size;
  names[0].start = CODE(library_work);
  names[0].size = 16;
  names[0].name = "work of the library";
  jit.functions = names;
  jit.function_count = 1;
  DO(spgc_code_register_jit(heap, &jit, &region));
  CHECK(region.number != 0);
  DO(spgc_code_count(heap, &count));
  CHECK(count == 1);
  FAILS(spgc_code_register_jit(heap, &jit, &whole), SPGC_ERROR_CODE, "already registered");
  DO(spgc_code_describe(CODE(library_work), text, sizeof text, &length));
  CHECK(strcmp(text, "work of the library+0x0 (generated code)") == 0 && length == strlen(text));
  DO(spgc_thread_attach(heap));
  DO(spgc_call(CODE(library_work), &depth, 1, &result));
  for (n = 1; n <= 20; n++) expected = 3 * expected + 2 * n + 1;
  CHECK(result == expected);
  DO(spgc_thread_detach());
  DO(spgc_code_remove(heap, region));
  FAILS(spgc_code_remove(heap, region), SPGC_ERROR_CODE, "not registered");
  DO(spgc_code_describe(CODE(library_work), NULL, 0, &length));
  CHECK(length != strlen(text));
  /* The same code with the tables that the linker produced. */
  DO(spgc_code_register_image(heap, CODE(library_work), &whole));
  DO(spgc_code_remove(heap, whole));
  DO(spgc_code_count(heap, &count));
  CHECK(count == 0);
  DO(spgc_code_register_loaded(heap, &count));
  CHECK(count == 1);
  DO(spgc_heap_shutdown(heap));
}

static struct {
  uint64_t begun[SPGC_COLLECTION_PHASE_SWEEP + 1];
  uint64_t open;
} phases;

/* Collections run one by one, and so do their reports. */
static void on_phase(void *data, uint64_t number, uint32_t phase, bool ends) {
  CHECK(data == &phases && number > 0 && phase <= SPGC_COLLECTION_PHASE_SWEEP);
  phases.begun[phase] += !ends;
  phases.open += ends ? -1 : 1;
}

static void part(void *durations, uint64_t shortest, uint64_t longest, uint64_t count) {
  CHECK(shortest <= longest && count > 0);
  *(uint64_t *)durations += count;
}

int main(void) {
  spgc_config config = {0};
  spgc_heap *heap;
  spgc_collector_statistics statistics;
  unsigned shown = 0;
  uint64_t durations = 0;
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", SPGC_VERSION_MAJOR, SPGC_VERSION_MINOR, SPGC_VERSION_PATCH);
  CHECK(strcmp(spgc_version(), version) == 0 && strcmp(spgc_last_error(), "") == 0);
  CHECK(strcmp(spgc_status_name(SPGC_ERROR_HANDLE_SCOPE), "SPGC_ERROR_HANDLE_SCOPE") == 0);
  config.size = sizeof config;
  config.heap_max = 64u << 20;
  config.collector_threads = 2;
  config.on_collection = on_collection;
  config.on_collection_data = &reported;
  config.on_out_of_memory = on_out_of_memory;
  config.on_out_of_memory_data = &asked;
  config.log = "all:json:/dev/null";
  config.on_phase = on_phase;
  config.on_phase_data = &phases;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  calls();
  objects();
  references(heap);
  roots(heap);
  types(heap);
  traced_objects();
  statistics.size = sizeof statistics;
  DO(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.young_collections >= 10 && statistics.compacting_collections >= 5);
  CHECK(statistics.counts.objects_moved > 100 && statistics.counts.weak_cleared >= 2);
  CHECK(statistics.counts.finalizers_queued == 1 && statistics.pause_ns.count >= reported);
  CHECK(reported >= 15 && asked == 0);
  DO(spgc_heap_recent_collections(heap, counted, &shown));
  /* The latest 256 reports. */
  CHECK(shown == (statistics.pause_ns.count < 256 ? statistics.pause_ns.count : 256));
  CHECK(statistics.collection_ns.count == statistics.pause_ns.count && statistics.collection_ns.mean > 0);
  DO(spgc_heap_histogram(heap, SPGC_HISTOGRAM_COLLECTION, part, &durations));
  CHECK(durations == statistics.collection_ns.count);
  CHECK(phases.begun[SPGC_COLLECTION_PHASE_COLLECTION] == statistics.pause_ns.count && phases.open == 0);
  CHECK(phases.begun[SPGC_COLLECTION_PHASE_TRACE] >= statistics.pause_ns.count);
  CHECK(phases.begun[SPGC_COLLECTION_PHASE_SWEEP] == phases.begun[SPGC_COLLECTION_PHASE_TRACE]);
  DO(spgc_thread_detach());
  CHECK(!spgc_thread_is_attached());
  DO(spgc_heap_shutdown(heap));
  generated_code();
  puts("done");
  return 0;
}
