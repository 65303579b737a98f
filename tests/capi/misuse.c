/* Tests each misuse that the library detects: the call returns a status, and the error message says
   what to do. The heap stays usable after each misuse. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

extern void test_pair(void), test_direct(void), test_native(void), test_record(void);
extern void test_deopt_sum_of_pair(void);
extern const char library_maps[], library_maps_end[];
extern const char __executable_start[], etext[];

static spgc_heap *heap;
/* Number of callbacks that ran. */
static unsigned callbacks;

static size_t size_of(void *data, uint32_t type, const void *object) {
  (void)data, (void)object, (void)type;
  return 32;
}

/* A trace callback that calls functions that are forbidden in callbacks. */
static void trace(void *data, uint32_t type, const void *object, spgc_slot_visitor *tracer) {
  const uint64_t *words = object;
  spgc_handle_scope scope;
  spgc_ref ref;
  (void)data, (void)type;
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_YOUNG), SPGC_ERROR_CALLBACK, "may only read the object");
  CHECK_ERROR(spgc_object_new(BOX, &ref), SPGC_ERROR_CALLBACK, "spgc_visit_slots");
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_CALLBACK, "collection");
  CHECK_ERROR(spgc_ref_release(NULL), SPGC_ERROR_CALLBACK, "collection");
  CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_CALLBACK, "collection");
  CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_CALLBACK, "collection");
  CHECK_ERROR(spgc_visit_slots(tracer, words, 1), SPGC_ERROR_ARGUMENT, "after the header");
  CHECK_ERROR(spgc_visit_slots(tracer, NULL, 1), SPGC_ERROR_NULL, "first is null");
  CHECK_ERROR(spgc_visit_slots(NULL, words, 1), SPGC_ERROR_NULL, "tracer is null");
  CHECK_OK(spgc_visit_slots(tracer, words + 2, 1));
  callbacks++;
}

/* Called by managed code without a transition to native state. */
static uint64_t misuse_in_managed_state(uint64_t n) {
  spgc_handle_scope scope;
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_MANAGED, "spgc_call_native");
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_YOUNG), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_root_range_remove(NULL), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, NULL, NULL, NULL),
              SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_takeover_new(heap, NULL, NULL), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_take_over(NULL, NULL, NULL, NULL), SPGC_ERROR_MANAGED, "managed state");
  return n;
}

static void before_start(void) {
  spgc_ref ref;
  size_t bytes;
  spgc_handle_scope scope;
  spgc_collector_statistics statistics;
  statistics.size = sizeof statistics;
  CHECK_ERROR(spgc_thread_attach(NULL), SPGC_ERROR_NO_HEAP, "spgc_heap_start first");
  CHECK_ERROR(spgc_thread_attach((spgc_heap *)(void *)&statistics), SPGC_ERROR_NO_HEAP,
              "is not a heap");
  CHECK_ERROR(spgc_heap_shutdown(NULL), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_heap_statistics(NULL, &statistics), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_heap_limit(NULL, &bytes), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_heap_used(NULL, &bytes), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_object_new(PAIR, &ref), SPGC_ERROR_NOT_ATTACHED, "spgc_thread_attach first");
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_NOT_ATTACHED, "spgc_thread_attach first");
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_NOT_ATTACHED, "not attached");
  CHECK_ERROR(spgc_call(CODE(test_pair), NULL, 0, NULL), SPGC_ERROR_NOT_ATTACHED, "not attached");
}

static void configurations(void) {
  spgc_config config;
  spgc_heap *result;
  /* The structure of a newer version of the library, with one more field. */
  struct {
    spgc_config known;
    uint64_t later;
  } newer;
  memset(&config, 0, sizeof config);
  CHECK_ERROR(spgc_heap_start(NULL, NULL), SPGC_ERROR_NULL, "heap is null");
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SIZE, "sizeof(spgc_config)");
  CHECK(result == NULL);
  config.size = sizeof config + 3;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SIZE, "sizeof(spgc_config)");
  config.size = sizeof config - 8;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SIZE, "the size in no version");
  memset(&newer, 0, sizeof newer);
  newer.known.size = sizeof newer;
  newer.later = 1;
  CHECK_ERROR(spgc_heap_start(&newer.known, &result), SPGC_ERROR_SIZE, "newer library");
  config.size = sizeof config;
  config.flags = (uint64_t)1 << 40;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT, "SPGC_CONFIG_");
  config.flags = 0;
  config.zeal = 9;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT, "SPGC_ZEAL_");
  config.zeal = 0;
  config.verify = 9;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT, "SPGC_VERIFY_");
  config.verify = 0;
  config.heap_max = 5;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_CONFIG, "SPGC_HEAP_MAX");
  config.nursery = 1u << 20; /* The error is the limit, although no nursery fits into it. */
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_CONFIG,
              "a heap limit (SPGC_HEAP_MAX) of 5 bytes");
  config.nursery = 0;
  config.heap_max_percent = 5;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT, "set one of them to zero");
  /* A small heap: some errors are detected after its address space is reserved, and valgrind
     records each page of it. */
  config.heap_max = 32u << 20;
  config.heap_max_percent = 0;
  config.log = "gc+everything";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_CONFIG,
              "\"everything\" is unknown, at byte 3; the topics are gc,");
  config.log = "gc:\xff";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT,
              "spgc_config.log is not UTF-8");
  config.log = "gc:/nowhere/log";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SYSTEM, "/nowhere/log");
  config.log = NULL;
  config.trace_file = "/dev/null";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SYSTEM, "/dev/null");
  config.trace_file = NULL;
  config.stats = "/nowhere/stats";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SYSTEM,
              "cannot export the heap's counters (SPGC_STATS) to \"/nowhere/stats\"");
  config.stats = "/dev/null";
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_SYSTEM, "not a regular file");
  config.stats = NULL;
  config.trace = trace;
  CHECK_ERROR(spgc_heap_start(&config, &result), SPGC_ERROR_ARGUMENT, "set both");
  /* A newer structure whose additional field is zero is accepted. */
  newer.later = 0;
  newer.known.heap_max = 32u << 20;
  CHECK_OK(spgc_heap_start(&newer.known, &heap));
}

static void types(void) {
  static const size_t outside[] = {24}, twice[] = {8};
  spgc_type type;
  memset(&type, 0, sizeof type);
  CHECK_ERROR(spgc_type_register(heap, NULL), SPGC_ERROR_NULL, "type is null");
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_SIZE, "sizeof(spgc_type)");
  type.struct_size = sizeof type;
  type.id = PAIR;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_ARGUMENT, "SPGC_TYPE_");
  type.kind = SPGC_TYPE_FIXED;
  type.size = 24;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_TYPE, "registered twice");
  type.id = 50;
  type.reference_count = 1;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_NULL, "spgc_type.references is null");
  type.references = outside;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_TYPE, "offset 24");
  type.kind = SPGC_TYPE_WEAK;
  type.references = twice;
  type.weak = twice;
  type.weak_count = 1;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_TYPE, "twice");
  type.weak_kind = 7;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_ARGUMENT, "SPGC_WEAK_");
  type.kind = SPGC_TYPE_TRACED;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_ARGUMENT, "set both");
  type.kind = SPGC_TYPE_FIXED;
  type.alignment = 4;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_TYPE, "8 or 16");
  type.alignment = 0;
  type.id = 1u << 23;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_TYPE, "largest type id");
  memset(&type, 0, sizeof type);
  type.struct_size = sizeof type;
  type.id = 30;
  type.kind = SPGC_TYPE_TRACED;
  type.size_of = size_of;
  type.trace = trace;
  CHECK_OK(spgc_type_register(heap, &type));
}

/* A callback for tables that is not called. */
static void never_receive(void *data, const uint32_t *words, size_t count) {
  (void)data, (void)words, (void)count;
  CHECK(false);
}

/* A callback for unused code that is not called. */
static void on_unused(void *data, spgc_code_region_id region) {
  (void)data, (void)region;
  CHECK(false);
}

/* A heap that is verified, and the region of the program there. */
static spgc_heap *verified;
static spgc_code_region_id program;

/* Counts the regions that a stack has a frame in: only `program` of `verified`. */
static void note_user(void *data, const spgc_code_user *user) {
  char text[256];
  CHECK(user->size == sizeof *user && user->region.number == program.number);
  CHECK(strncmp(user->stack, "the stack of thread", 19) == 0);
  CHECK_OK(spgc_code_describe((const char *)user->pc - 1, text, sizeof text, NULL));
  CHECK(strstr(text, "test_native") != NULL);
  ++*(uint64_t *)data;
}

static void code(void) {
  spgc_jit_region jit;
  spgc_code_region_id region, none = {0, 0}, other = {1000000, 0};
  char wrong[64] __attribute__((aligned(8)));
  memset(&jit, 0, sizeof jit);
  memset(wrong, 7, sizeof wrong);
  CHECK_ERROR(spgc_code_register_image(heap, NULL, &region), SPGC_ERROR_NULL, "address is null");
  CHECK_ERROR(spgc_code_register_image(heap, CODE(test_pair), &region), SPGC_ERROR_CODE,
              "already registered");
  CHECK_ERROR(spgc_code_register_image(heap, &region, &region), SPGC_ERROR_CODE,
              "load it before registering it");
#ifdef ALL_STATIC /* The C library is part of the program. */
  CHECK_ERROR(spgc_code_register_image(heap, CODE(getpid), &region), SPGC_ERROR_CODE,
              "already registered");
#else
  CHECK_ERROR(spgc_code_register_image(heap, CODE(getpid), &region), SPGC_ERROR_CODE,
              "no .llvm_stackmaps");
#endif
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &region), SPGC_ERROR_SIZE,
              "sizeof(spgc_jit_region)");
  jit.size = sizeof jit;
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &region), SPGC_ERROR_NULL,
              "spgc_jit_region.code is null");
  jit.code = wrong;
  jit.code_size = sizeof wrong;
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &region), SPGC_ERROR_ARGUMENT, "exactly one");
  jit.stack_maps = wrong;
  jit.stack_maps_size = sizeof wrong;
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &region), SPGC_ERROR_CODE, "version 7");
  CHECK_ERROR(spgc_code_compile(&jit, NULL, NULL), SPGC_ERROR_NULL, "receive is null");
  CHECK_ERROR(spgc_code_compile(&jit, never_receive, NULL), SPGC_ERROR_CODE, "version 7");
  jit.code = wrong + 4;
  CHECK_ERROR(spgc_code_compile(&jit, never_receive, NULL), SPGC_ERROR_CODE, "not aligned");
  jit.code = wrong;
  jit.tables = (const uint32_t *)(const void *)wrong;
  jit.tables_words = 1;
  jit.stack_maps = NULL;
  CHECK_ERROR(spgc_code_compile(&jit, never_receive, NULL), SPGC_ERROR_CODE, "compiled already");
  jit.tables = NULL;
  jit.stack_maps = wrong;
  /* A stack map that belongs to other code. */
  jit.stack_maps = library_maps;
  jit.stack_maps_size = (size_t)(library_maps_end - library_maps);
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &region), SPGC_ERROR_CODE, "stack map");
  CHECK_ERROR(spgc_code_count(heap, NULL), SPGC_ERROR_NULL, "count");
  CHECK_ERROR(spgc_code_remove(heap, none), SPGC_ERROR_CODE, "region is zero");
  CHECK_ERROR(spgc_code_remove(heap, other), SPGC_ERROR_CODE, "not registered");
  CHECK_ERROR(spgc_code_retire(heap, other, on_unused, NULL), SPGC_ERROR_CODE, "not registered");
  CHECK_ERROR(spgc_code_retire(heap, none, on_unused, NULL), SPGC_ERROR_CODE, "region is zero");
  CHECK_ERROR(spgc_code_retire(heap, other, NULL, NULL), SPGC_ERROR_NULL, "callback is null");
  CHECK_ERROR(spgc_code_search_retired(NULL, NULL), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_code_users(heap, &none, 1, note_user, NULL), SPGC_ERROR_CODE, "region is zero");
  CHECK_ERROR(spgc_code_users(heap, NULL, 1, note_user, NULL), SPGC_ERROR_NULL, "regions");
  CHECK_ERROR(spgc_code_users(heap, &other, 1, NULL, NULL), SPGC_ERROR_NULL, "callback is null");
  CHECK_OK(spgc_code_users(heap, &other, 1, note_user, NULL));
  CHECK_OK(spgc_code_users(heap, NULL, 0, note_user, NULL));
}

/* Called by managed code with a transition: removes that code. */
static uint64_t remove_own_code(uint64_t n) {
  const spgc_code_region_id regions[3] = {{1000000, 1}, program, {1000001, 1}};
  uint64_t users = 0;
  CHECK_OK(spgc_code_users(verified, regions, 3, note_user, &users));
  CHECK(users == 1);
  CHECK_ERROR(spgc_code_remove(verified, program), SPGC_ERROR_CODE, "spgc_code_retire");
  CHECK(strstr(spgc_last_error(), "the stack of thread") != NULL);
  CHECK(strstr(spgc_last_error(), "has a frame at test_native") != NULL);
  return n;
}

/* A heap that is verified refuses the removal of code that a stack has a frame in. */
static void removal_too_early(void) {
  spgc_config config = {0};
  spgc_argument arguments[2];
  uint64_t result;
  config.size = sizeof config;
  config.heap_max = 16u << 20;
  config.verify = SPGC_VERIFY_BEFORE;
  CHECK_OK(spgc_heap_start(&config, &verified));
  register_types(verified);
  CHECK_OK(spgc_code_region_at(verified, CODE(test_native), &program));
  CHECK_OK(spgc_thread_attach(verified));
  arguments[0] = word((uint64_t)(uintptr_t)remove_own_code);
  arguments[1] = word(5);
  CHECK_OK(spgc_call(CODE(test_native), arguments, 2, &result));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_code_remove(verified, program));
  CHECK_OK(spgc_heap_shutdown(verified));
}

/* Thread that uses a local reference of another thread. */
static void *use_foreign_local(void *local) {
  uint64_t value;
  CHECK_ERROR(spgc_load_word(local, 8, &value), SPGC_ERROR_NOT_ATTACHED,
              "spgc_thread_attach first");
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_ERROR(spgc_load_word(local, 8, &value), SPGC_ERROR_REFERENCE, "another thread");
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

static void references(void) {
  spgc_handle_scope scope, inner;
  spgc_ref box, kept, array, pair, global;
  spgc_weak_handle *weak;
  spgc_pinned_object *pin;
  spgc_root_range *roots, *second;
  spgc_argument many[9];
  static uint64_t slots[8];
  void *address;
  uint64_t value;
  pthread_t thread;
  CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_ATTACHED, "already attached to a heap");
  CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_BUSY, "spgc_thread_detach");
  CHECK_ERROR(spgc_object_new(BOX, &box), SPGC_ERROR_HANDLE_SCOPE, "spgc_handle_scope_open first");
  CHECK_ERROR(spgc_call_for_ref(CODE(test_pair), NULL, 0, &box), SPGC_ERROR_HANDLE_SCOPE,
              "spgc_handle_scope_open first");
  CHECK_ERROR(spgc_handle_scope_close(12345), SPGC_ERROR_HANDLE_SCOPE, "not open");
  CHECK_ERROR(spgc_handle_scope_open(NULL), SPGC_ERROR_NULL, "scope is null");
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_object_new(BOX, NULL), SPGC_ERROR_NULL, "result is null");
  CHECK_ERROR(spgc_object_new(77, &box), SPGC_ERROR_TYPE, "spgc_type_register first");
  CHECK_ERROR(spgc_object_new(REFERENCES, &box), SPGC_ERROR_TYPE, "spgc_array_new");
  CHECK_ERROR(spgc_array_new(BOX, 1, &box), SPGC_ERROR_TYPE, "use spgc_object_new");
  CHECK_ERROR(spgc_array_new(REFERENCES, (uint64_t)1 << 62, &box), SPGC_ERROR_ARGUMENT, "elements");
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_object_new(PAIR, &pair));
  CHECK_OK(spgc_array_new(REFERENCES, 4, &array));
  CHECK_ERROR(spgc_load_word(box, 16, &value), SPGC_ERROR_ACCESS, "offset 16");
  CHECK_ERROR(spgc_load_word(box, 9, &value), SPGC_ERROR_ACCESS, "multiple of 8");
  CHECK_ERROR(spgc_load_word(NULL, 8, &value), SPGC_ERROR_NULL, "null reference");
  CHECK_ERROR(spgc_load_word(box, 8, NULL), SPGC_ERROR_NULL, "word is null");
  CHECK_ERROR(spgc_load_ref(box, 8, &kept), SPGC_ERROR_ACCESS, "no reference at offset 8");
  CHECK_ERROR(spgc_store_ref(box, 8, pair), SPGC_ERROR_ACCESS, "no reference at offset 8");
  CHECK_ERROR(spgc_store_word(array, 8, 100), SPGC_ERROR_ACCESS, "offset 8");
  CHECK_ERROR(spgc_array_copy_elements(array, 3, array, 0, 2), SPGC_ERROR_ACCESS, "elements");
  CHECK_ERROR(spgc_array_length(box, &value), SPGC_ERROR_ACCESS, "not an array");
  CHECK_ERROR(spgc_ref_release(box), SPGC_ERROR_REFERENCE, "spgc_handle_scope_close");
  CHECK_ERROR(spgc_weak_handle_new(box, 9, &weak), SPGC_ERROR_ARGUMENT, "SPGC_WEAK_");
  CHECK_ERROR(spgc_handle_scope_close_keeping(scope, box, &kept), SPGC_ERROR_HANDLE_SCOPE,
              "spgc_ref_new_global");
  memset(many, 0, sizeof many);
  CHECK_ERROR(spgc_call(CODE(test_pair), many, 9, NULL), SPGC_ERROR_ARGUMENT, "at most");
  CHECK_ERROR(spgc_call(CODE(test_pair), NULL, 2, NULL), SPGC_ERROR_NULL, "arguments is null");
  CHECK_ERROR(spgc_call(NULL, NULL, 0, NULL), SPGC_ERROR_NULL, "function is null");
  CHECK_ERROR(spgc_collect(4), SPGC_ERROR_ARGUMENT, "SPGC_COLLECTION_COMPACTING");
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_CYCLE), SPGC_ERROR_ARGUMENT, "SPGC_CONFIG_CONCURRENT");
  CHECK(pthread_create(&thread, NULL, use_foreign_local, box) == 0 &&
        pthread_join(thread, NULL) == 0);

  /* Closed handles, and handles of the wrong kind. */
  CHECK_OK(spgc_handle_scope_open(&inner));
  CHECK_OK(spgc_ref_new_local(box, &kept));
  CHECK_OK(spgc_handle_scope_close(inner));
  CHECK_ERROR(spgc_load_word(kept, 8, &value), SPGC_ERROR_REFERENCE,
              "the local reference was closed");
  CHECK_ERROR(spgc_handle_scope_close(inner), SPGC_ERROR_HANDLE_SCOPE, "not open");
  CHECK_OK(spgc_ref_new_global(box, &global));
  CHECK_OK(spgc_weak_handle_new(box, SPGC_WEAK_SHORT, &weak));
  CHECK_ERROR(spgc_load_word((spgc_ref)(void *)weak, 8, &value), SPGC_ERROR_REFERENCE,
              "is not valid");
  CHECK_ERROR(spgc_weak_handle_free((spgc_weak_handle *)(void *)global), SPGC_ERROR_REFERENCE,
              "spgc_weak_handle_free");
  CHECK_OK(spgc_weak_handle_free(weak));
  many[0] = word(15);
  CHECK_OK(spgc_store_word(pair, 8, 15));
  CHECK_OK(spgc_load_ref(pair, 8, &kept));
  CHECK_ERROR(spgc_object_pin(kept, &pin, &address), SPGC_ERROR_ACCESS,
              "is not an object of the heap");
  CHECK_ERROR(spgc_object_type(kept, (uint32_t *)(void *)&value), SPGC_ERROR_ACCESS,
              "not the address of an object");

  CHECK_ERROR(spgc_root_range_register(heap, slots, 4, 9, &roots), SPGC_ERROR_ARGUMENT,
              "SPGC_ROOT_RANGE_");
  CHECK_ERROR(spgc_root_range_register(heap, NULL, 4, SPGC_ROOT_RANGE_STRONG, &roots),
              SPGC_ERROR_ROOT_RANGE, "not at 0");
  CHECK_OK(spgc_root_range_register(heap, slots, 4, SPGC_ROOT_RANGE_WEAK_SHORT, &roots));
  CHECK_ERROR(spgc_root_range_register(heap, slots + 3, 2, SPGC_ROOT_RANGE_STRONG, &second),
              SPGC_ERROR_ROOT_RANGE, "overlaps");
  CHECK_OK(spgc_root_range_remove(roots));
  CHECK_OK(spgc_handle_scope_close(scope));

  /* A reference of one heap is used with another heap. */
  {
    spgc_heap *second_heap;
    spgc_config config = {0};
    config.size = sizeof config;
    config.heap_max = 32u << 20;
    CHECK_OK(spgc_heap_start(&config, &second_heap));
    register_types(second_heap);
    CHECK_OK(spgc_thread_detach());
    CHECK_OK(spgc_thread_attach(second_heap));
    CHECK_OK(spgc_handle_scope_open(&scope));
    CHECK_ERROR(spgc_load_word(global, 8, &value), SPGC_ERROR_REFERENCE, "another heap");
    CHECK_ERROR(spgc_ref_new_local(global, &kept), SPGC_ERROR_REFERENCE, "another heap");
    many[0] = reference(global);
    CHECK_ERROR(spgc_call(CODE(test_pair), many, 2, NULL), SPGC_ERROR_REFERENCE, "another heap");
    CHECK_OK(spgc_thread_detach());
    CHECK_OK(spgc_heap_shutdown(second_heap));
    CHECK_ERROR(spgc_thread_attach(second_heap), SPGC_ERROR_NO_HEAP, "was shut down");
    CHECK_OK(spgc_thread_attach(heap));
  }
  CHECK_OK(spgc_ref_release(global));
}

static void callbacks_that_collect(void) {
  spgc_argument arguments[4];
  spgc_handle_scope scope;
  spgc_ref object;
  CHECK_OK(spgc_handle_scope_open(&scope));
  arguments[0] = word((uint64_t)30 << 8);
  arguments[1] = arguments[2] = arguments[3] = word(0);
  CHECK_OK(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(callbacks > 0);
  CHECK_OK(spgc_handle_scope_close(scope));
}

static spgc_takeover *takeover;
static const spgc_stopped_thread *stale_thread;
static const spgc_deopt_site *stale_site;

/* Handshake callback. */
static void inspect_thread(void *data, const spgc_stopped_thread *thread) {
  spgc_stopped_thread copy = *thread;
  spgc_handle_scope scope;
  int64_t constant;
  char text[8];
  ++*(unsigned *)data;
  stale_thread = thread;
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_YOUNG), SPGC_ERROR_CALLBACK,
              "spgc_stopped_thread_activations and spgc_stopped_thread_take_over");
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_ref_release(NULL), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_call(CODE(test_pair), NULL, 0, NULL), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_code_describe(CODE(test_pair), text, sizeof text, NULL), SPGC_ERROR_CALLBACK,
              "stopped thread");
  CHECK_ERROR(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, data, NULL),
              SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_take_over(takeover, NULL, NULL, NULL), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_takeover_free(takeover), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK_ERROR(spgc_deopt_site_constant(NULL, 0, &constant), SPGC_ERROR_CALLBACK, "stopped thread");
  CHECK(spgc_thread_heap() == NULL);
  CHECK_ERROR(spgc_stopped_thread_activations(NULL, NULL, NULL), SPGC_ERROR_NULL, "thread is null");
  CHECK_ERROR(spgc_stopped_thread_activations(&copy, NULL, NULL), SPGC_ERROR_CALLBACK,
              "that received it");
  CHECK_ERROR(spgc_stopped_thread_activations(thread, NULL, NULL), SPGC_ERROR_NULL, "show is null");
  CHECK_ERROR(spgc_stopped_thread_take_over(&copy, takeover, NULL, NULL, NULL), SPGC_ERROR_CALLBACK,
              "that received it");
  CHECK_ERROR(spgc_stopped_thread_take_over(thread, NULL, NULL, NULL, NULL), SPGC_ERROR_NULL,
              "a takeover is null");
  CHECK_ERROR(spgc_stopped_thread_take_over(thread, takeover, NULL, NULL, NULL), SPGC_ERROR_FRAME,
              "no managed frame");
}

/* Frame layout callback, which sets no valid layout. */
static void describe(void *data, const spgc_deopt_site *site) {
  spgc_deopt_value_kind kinds[1] = {{SPGC_DEOPT_VALUE_BITS, 8}};
  spgc_deopt_site copy = *site;
  spgc_frame_layout layout = {0};
  spgc_handle_scope scope;
  int64_t constant;
  ++*(unsigned *)data;
  stale_site = site;
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_CALLBACK, "stack walk");
  CHECK_ERROR(spgc_take_over(takeover, NULL, NULL, NULL), SPGC_ERROR_CALLBACK,
              "spgc_deopt_site_set_layout");
  CHECK_ERROR(spgc_stopped_thread_activations(stale_thread, NULL, NULL), SPGC_ERROR_CALLBACK,
              "stack walk");
  CHECK_ERROR(spgc_deopt_site_constant(NULL, 0, &constant), SPGC_ERROR_NULL, "site is null");
  CHECK_ERROR(spgc_deopt_site_constant(&copy, 0, &constant), SPGC_ERROR_CALLBACK,
              "that received it");
  CHECK_ERROR(spgc_deopt_site_constant(site, 0, NULL), SPGC_ERROR_NULL, "constant is null");
  CHECK_ERROR(spgc_deopt_site_set_layout(site, NULL), SPGC_ERROR_NULL, "layout is null");
  CHECK_ERROR(spgc_deopt_site_set_layout(site, &layout), SPGC_ERROR_SIZE,
              "sizeof(spgc_frame_layout)");
  layout.size = sizeof layout;
  layout.kind_count = 1;
  CHECK_ERROR(spgc_deopt_site_set_layout(site, &layout), SPGC_ERROR_NULL,
              "spgc_frame_layout.kinds is null");
  layout.kinds = kinds;
  CHECK_ERROR(spgc_deopt_site_set_layout(&copy, &layout), SPGC_ERROR_CALLBACK, "that received it");
  layout.callee_result = 9;
  CHECK_ERROR(spgc_deopt_site_set_layout(site, &layout), SPGC_ERROR_ARGUMENT,
              "SPGC_CALLEE_RESULT_");
  layout.callee_result = SPGC_CALLEE_RESULT_WORD;
  kinds[0].size = 17;
  CHECK_ERROR(spgc_deopt_site_set_layout(site, &layout), SPGC_ERROR_ARGUMENT, "1 to 16");
  kinds[0].kind = SPGC_DEOPT_VALUE_NULL;
  CHECK_ERROR(spgc_deopt_site_set_layout(site, &layout), SPGC_ERROR_ARGUMENT, "SPGC_DEOPT_VALUE_");
}

static void resume(void *data, const spgc_deoptimized_frame *frame,
                   spgc_return_value *return_value) {
  (void)data, (void)frame, (void)return_value;
  CHECK(!"no frame is taken over");
}

/* Select callback: selects the youngest frame. */
static bool select_youngest(void *data, const spgc_activation *frame) {
  spgc_handle_scope scope;
  ++*(unsigned *)data;
  CHECK_ERROR(spgc_handle_scope_open(&scope), SPGC_ERROR_CALLBACK, "stack walk");
  CHECK_ERROR(spgc_deopt_site_set_layout(stale_site, NULL), SPGC_ERROR_NULL, "site is null");
  CHECK_ERROR(spgc_stopped_thread_activations(stale_thread, NULL, NULL), SPGC_ERROR_CALLBACK,
              "stack walk");
  return frame->depth == 0;
}

static spgc_takeover *foreign_takeover;

/* Native function, called by managed code: misuses frame takeover. */
static uint64_t misuse_takeover(uint64_t value) {
  unsigned before = callbacks;
  CHECK_ERROR(spgc_take_over(NULL, NULL, NULL, NULL), SPGC_ERROR_NULL, "a takeover is null");
  CHECK_ERROR(spgc_take_over((spgc_takeover *)(void *)heap, NULL, NULL, NULL), SPGC_ERROR_REFERENCE,
              "a takeover");
  CHECK_ERROR(spgc_take_over(foreign_takeover, NULL, NULL, NULL), SPGC_ERROR_REFERENCE,
              "another heap");
  CHECK_ERROR(spgc_take_over(takeover, select_youngest, &callbacks, NULL), SPGC_ERROR_FRAME,
              "spgc_deopt_site_set_layout");
  /* The frame was selected, and its layout described. */
  CHECK(callbacks == before + 2);
  CHECK_ERROR(spgc_deopt_site_set_layout(stale_site, NULL), SPGC_ERROR_CALLBACK,
              "valid only in the callback");
  return value;
}

static void frames(void) {
  spgc_continuation continuation = {0};
  spgc_argument arguments[2];
  spgc_heap *other;
  spgc_config config = {0};
  uint64_t result;
  CHECK_ERROR(spgc_handshake(NULL, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, &callbacks, NULL),
              SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, NULL, NULL, NULL), SPGC_ERROR_NULL,
              "callback is null");
  CHECK_ERROR(spgc_takeover_new(NULL, &continuation, &takeover), SPGC_ERROR_NO_HEAP, "null");
  CHECK_ERROR(spgc_takeover_new(heap, &continuation, NULL), SPGC_ERROR_NULL, "takeover is null");
  CHECK_ERROR(spgc_takeover_new(heap, NULL, &takeover), SPGC_ERROR_NULL, "continuation is null");
  CHECK_ERROR(spgc_takeover_new(heap, &continuation, &takeover), SPGC_ERROR_SIZE,
              "sizeof(spgc_continuation)");
  continuation.size = sizeof continuation;
  CHECK_ERROR(spgc_takeover_new(heap, &continuation, &takeover), SPGC_ERROR_NULL,
              "spgc_continuation.frame_layout is null");
  continuation.frame_layout = describe;
  CHECK_ERROR(spgc_takeover_new(heap, &continuation, &takeover), SPGC_ERROR_NULL,
              "spgc_continuation.resume is null");
  continuation.resume = resume;
  continuation.data = &callbacks;
  CHECK_OK(spgc_takeover_new(heap, &continuation, &takeover));
  config.size = sizeof config;
  config.heap_max = 32u << 20;
  CHECK_OK(spgc_heap_start(&config, &other));
  CHECK_OK(spgc_takeover_new(other, &continuation, &foreign_takeover));
  CHECK_ERROR(spgc_take_over(takeover, NULL, NULL, NULL), SPGC_ERROR_FRAME, "no managed frame");
  callbacks = 0;
  CHECK_OK(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, &callbacks, NULL));
  CHECK(callbacks == 1);
  CHECK_ERROR(spgc_stopped_thread_activations(stale_thread, NULL, NULL), SPGC_ERROR_CALLBACK,
              "valid only in the callback");
  arguments[0] = word((uint64_t)(uintptr_t)misuse_takeover);
  arguments[1] = word(3);
  CHECK_OK(spgc_call(CODE(test_deopt_sum_of_pair), arguments, 2, &result));
  CHECK(result == 3003);
  CHECK_OK(spgc_heap_shutdown(other));
  CHECK_OK(spgc_takeover_free(foreign_takeover));
  CHECK_OK(spgc_takeover_free(takeover));
  CHECK_OK(spgc_takeover_free(NULL));
  CHECK_ERROR(spgc_takeover_free((spgc_takeover *)(void *)heap), SPGC_ERROR_REFERENCE,
              "spgc_takeover_free");
}

static void managed_threads(void) {
  spgc_argument arguments[2];
  uint64_t result;
  arguments[0] = word((uint64_t)(uintptr_t)misuse_in_managed_state);
  arguments[1] = word(2);
  CHECK_OK(spgc_call(CODE(test_direct), arguments, 2, &result));
  CHECK(result == 2 + 15 * 2);
}

/* In a forked child, functions that need the collector's threads are refused. */
static void children(void) {
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    spgc_ref ref;
    spgc_heap *own;
    size_t bytes;
    CHECK_ERROR(spgc_object_new(BOX, &ref), SPGC_ERROR_FORKED, "exec");
    CHECK_ERROR(spgc_collect(SPGC_COLLECTION_YOUNG), SPGC_ERROR_FORKED, "a fork of the one");
    CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_FORKED, "a fork of the one");
    CHECK_ERROR(spgc_heap_used(heap, &bytes), SPGC_ERROR_FORKED, "a fork of the one");
    CHECK_ERROR(spgc_handshake(heap, SPGC_HANDSHAKE_ALL_THREADS, inspect_thread, NULL, NULL),
                SPGC_ERROR_FORKED, "a fork of the one");
    CHECK_ERROR(spgc_heap_start(NULL, &own), SPGC_ERROR_FORKED,
                "was forked from one that had a heap");
    _exit(42);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

static void after_shutdown(void) {
  spgc_collector_statistics statistics;
  size_t bytes;
  statistics.size = sizeof statistics;
  CHECK_ERROR(spgc_heap_shutdown(heap), SPGC_ERROR_NO_HEAP, "was shut down");
  CHECK_ERROR(spgc_heap_limit(heap, &bytes), SPGC_ERROR_NO_HEAP, "was shut down");
  CHECK_ERROR(spgc_heap_used(heap, &bytes), SPGC_ERROR_NO_HEAP, "was shut down");
  CHECK_ERROR(spgc_thread_attach(heap), SPGC_ERROR_NO_HEAP, "start a new one");
  CHECK_ERROR(spgc_heap_statistics(heap, &statistics), SPGC_ERROR_NO_HEAP, "was shut down");
  CHECK_ERROR(spgc_collect(SPGC_COLLECTION_YOUNG), SPGC_ERROR_NOT_ATTACHED,
              "spgc_thread_attach first");
  CHECK_ERROR(spgc_take_over(NULL, NULL, NULL, NULL), SPGC_ERROR_NOT_ATTACHED,
              "spgc_thread_attach first");
}

int main(void) {
  spgc_collector_statistics statistics;
  before_start();
  configurations();
  register_types(heap);
  types();
  code();
  statistics.size = 1;
  CHECK_ERROR(spgc_heap_statistics(heap, &statistics), SPGC_ERROR_SIZE,
              "sizeof(spgc_collector_statistics)");
  CHECK_ERROR(spgc_heap_statistics(heap, NULL), SPGC_ERROR_NULL, "statistics is null");
  CHECK_ERROR(spgc_heap_limit(heap, NULL), SPGC_ERROR_NULL, "bytes is null");
  CHECK_ERROR(spgc_heap_used(heap, NULL), SPGC_ERROR_NULL, "bytes is null");
  CHECK_ERROR(spgc_heap_recent_collections(heap, NULL, NULL), SPGC_ERROR_NULL, "show is null");
  CHECK_ERROR(spgc_heap_histogram(heap, SPGC_HISTOGRAM_PAUSE, NULL, NULL), SPGC_ERROR_NULL,
              "show is null");
  CHECK_ERROR(spgc_heap_histogram(heap, 99, NULL, NULL), SPGC_ERROR_ARGUMENT, "SPGC_HISTOGRAM_");
  CHECK_ERROR(spgc_heap_open_metrics(heap, NULL, NULL), SPGC_ERROR_NULL, "show is null");
  CHECK_ERROR(spgc_thread_attach(NULL), SPGC_ERROR_NO_HEAP, "null");
  CHECK_OK(spgc_thread_attach(heap));
  references();
  callbacks_that_collect();
  managed_threads();
  frames();
  children();
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  after_shutdown();
  removal_too_early();
  puts("done");
  return 0;
}
