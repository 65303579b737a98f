/* Calls the functions of the C interface, except those for patches, polls, frames and handshakes,
   which other programs in this folder call. Compares each result with a known value. */
#define _GNU_SOURCE
#include "check.h"
#include "tables.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Managed functions of tests/managed/{values,frames,references}.ll. */
extern void test_pair(void), test_list_hash(void), test_fill(void), test_same(void);
extern void test_native(void), test_nested(void), test_set_root(void), test_root(void);
/* Bounds of the stack map of library.ll, which is linked into the program. */
extern const char library_maps[], library_maps_end[];
extern void library_work(void);
extern const char __executable_start[], etext[];

/* Number of calls of on_collection, trace and on_out_of_memory. */
static unsigned reported, traced, out_of_memory_calls;

/* Limit of the heap, in bytes. */
#define HEAP_MAX (64u << 20)

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

static void count_report(void *data, const spgc_collection_report *collection) {
  CHECK(collection->kind <= SPGC_COLLECTION_COMPACTING);
  ++*(unsigned *)data;
}

/* Type 30 has objects of 32 bytes. The first field is 1 if the second field is a reference. */
static size_t size_of(void *data, uint32_t type, const void *object) {
  (void)data, (void)object;
  return type == 30 ? 32 : 0;
}

static void trace(void *data, uint32_t type, const void *object, spgc_slot_visitor *tracer) {
  const uint64_t *words = object;
  CHECK(data == &traced && type == 30);
  traced++;
  if (words[1] == 1) CHECK_OK(spgc_visit_slots(tracer, &words[2], 1));
}

/* Native function, called by managed code: uses the C interface during a call into managed code. */
static uint64_t use_interface_in_call(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  spgc_handle_scope scope;
  spgc_ref pair;
  spgc_argument none[2] = {{NULL, 0}, {NULL, 0}};
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_call_for_ref(CODE(test_pair), none, 2, &pair));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_ERROR(spgc_thread_detach(), SPGC_ERROR_BUSY, "calls into managed code");
  CHECK_OK(spgc_handle_scope_close(scope));
  return a + b + c + d + e;
}

static void calls(void) {
  spgc_argument arguments[3];
  spgc_ref list = NULL;
  spgc_handle_scope scope;
  uint64_t result, expected = 0, i;
  CHECK_OK(spgc_handle_scope_open(&scope));
  for (i = 0; i < 100; i++) {
    spgc_handle_scope step;
    spgc_ref node;
    CHECK_OK(spgc_handle_scope_open(&step));
    arguments[0] = word(2 * i + 1);
    arguments[1] = reference(list);
    CHECK_OK(spgc_call_for_ref(CODE(test_pair), arguments, 2, &node));
    CHECK_OK(spgc_handle_scope_close_keeping(step, node, &list));
    if (i % 10 == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  }
  arguments[0] = reference(list);
  CHECK_OK(spgc_call(CODE(test_list_hash), arguments, 1, &result));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_call(CODE(test_list_hash), arguments, 1, &expected));
  CHECK(result == expected && result != 0);
  arguments[0] = word((uint64_t)(uintptr_t)use_interface_in_call);
  arguments[1] = word(7);
  CHECK_OK(spgc_call(CODE(test_native), arguments, 2, &result));
  CHECK(result == 7 + 1 + 2 + 3 + 4 + 7);
  CHECK_OK(spgc_handle_scope_close(scope));
}

static void interrupts(spgc_heap *heap) {
  uint64_t id = (uint64_t)syscall(SYS_gettid), word, previous;
  CHECK_OK(spgc_thread_take_interrupt(&word));
  CHECK(word == 0);
  CHECK_OK(spgc_thread_interrupt(heap, id, 5, NULL));
  CHECK_OK(spgc_thread_interrupt(heap, id, 6, &previous));
  CHECK(previous == 5);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  CHECK_OK(spgc_thread_take_interrupt(&word));
  CHECK(word == 6);
  CHECK_OK(spgc_thread_take_interrupt(&word));
  CHECK(word == 0);
  CHECK_ERROR(spgc_thread_take_interrupt(NULL), SPGC_ERROR_NULL, "word is null");
  CHECK_ERROR(spgc_thread_interrupt(heap, id, 0, NULL), SPGC_ERROR_ARGUMENT, "word is 0");
  CHECK_ERROR(spgc_thread_interrupt(heap, id + (1u << 30), 1, NULL), SPGC_ERROR_ARGUMENT,
              "is attached to the heap");
}

static void objects(void) {
  spgc_handle_scope scope;
  spgc_ref pair, box, array, other, copy, loaded;
  uint64_t value;
  uint32_t type, hash, again;
  bool same;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(PAIR, &pair));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_array_new(REFERENCES, 10, &array));
  CHECK_OK(spgc_array_new(REFERENCES, 10, &other));
  CHECK_OK(spgc_store_word(box, 8, 42));
  CHECK_OK(spgc_load_word(box, 8, &value));
  CHECK(value == 42);
  CHECK_OK(spgc_store_ref(pair, 8, box));
  CHECK_OK(spgc_store_ref(pair, 16, NULL));
  CHECK_OK(spgc_load_ref(pair, 8, &loaded));
  CHECK_OK(spgc_ref_same_object(loaded, box, &same));
  CHECK(same);
  CHECK_OK(spgc_ref_same_object(loaded, pair, &same));
  CHECK(!same);
  CHECK_OK(spgc_load_ref(pair, 16, &loaded));
  CHECK(loaded == NULL);
  CHECK_OK(spgc_object_type(box, &type));
  CHECK(type == BOX);
  CHECK_OK(spgc_array_length(array, &value));
  CHECK(value == 10);
  CHECK_OK(spgc_store_ref(array, 16 + 8 * 3, box));
  CHECK_OK(spgc_array_copy_elements(other, 0, array, 3, 7));
  CHECK_OK(spgc_load_ref(other, 16, &loaded));
  CHECK_OK(spgc_ref_same_object(loaded, box, &same));
  CHECK(same);
  CHECK_OK(spgc_object_identity_hash(pair, &hash));
  CHECK_OK(spgc_object_clone(pair, &copy));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_object_identity_hash(pair, &again));
  CHECK(hash == again && hash != 0);
  CHECK_OK(spgc_load_ref(copy, 8, &loaded));
  CHECK_OK(spgc_load_word(loaded, 8, &value));
  CHECK(value == 42);
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* A large object counts among the bytes in use until a collection has freed it. */
static void memory(spgc_heap *heap) {
  const size_t bytes = 8u << 20;
  spgc_handle_scope scope;
  spgc_ref array;
  size_t limit, before, with, after;
  CHECK_OK(spgc_heap_limit(heap, &limit));
  CHECK(getenv("SPGC_HEAP_MAX") != NULL || limit == HEAP_MAX);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_heap_used(heap, &before));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_array_new(REFERENCES, bytes / 8, &array));
  CHECK_OK(spgc_heap_used(heap, &with));
  CHECK(with >= before + bytes && with <= limit);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_heap_used(heap, &after));
  CHECK(after <= with - bytes);
  CHECK_OK(spgc_heap_limit(heap, &after));
  CHECK(after == limit);
}

/* Thread that loads a word through a global reference of another thread. */
static void *load_from_global(void *data) {
  spgc_ref *global = data;
  spgc_handle_scope scope;
  spgc_ref local;
  uint64_t value;
  spgc_heap *heap = (spgc_heap *)global[1];
  CHECK(!spgc_thread_is_attached() && spgc_thread_heap() == NULL);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(spgc_thread_is_attached() && spgc_thread_heap() == heap);
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_ref_new_local(global[0], &local));
  CHECK_OK(spgc_load_word(local, 8, &value));
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
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_store_word(box, 8, 11));
  CHECK_OK(spgc_ref_new_global(box, &shared[0]));
  shared[1] = (spgc_ref)heap;
  CHECK(pthread_create(&thread, NULL, load_from_global, shared) == 0 &&
        pthread_join(thread, &context) == 0);
  CHECK(context != NULL && context != spgc_thread_context());
  CHECK_OK(spgc_object_pin(box, &pin, &address));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(((uint64_t *)address)[1] == 11);
  CHECK_OK(spgc_object_unpin(pin));
  CHECK_OK(spgc_weak_handle_new(box, SPGC_WEAK_SHORT, &weak));
  CHECK_OK(spgc_weak_handle_new(box, SPGC_WEAK_LONG, &other));
  CHECK_OK(spgc_weak_table_new(heap, &table));
  CHECK_OK(spgc_object_new(BOX, &value));
  CHECK_OK(spgc_weak_table_insert(table, box, value));
  CHECK_OK(spgc_weak_table_get(table, box, &found));
  CHECK_OK(spgc_ref_same_object(found, value, &flag));
  CHECK(flag);
  CHECK_OK(spgc_weak_table_remove(table, value, &flag));
  CHECK(!flag);
  CHECK_OK(spgc_weak_table_length(table, &length));
  CHECK(length == 1);
  CHECK_OK(spgc_finalizer_register(box, 77, &registration));
  CHECK_OK(spgc_finalizer_cancel(heap, registration, &flag));
  CHECK(flag);
  CHECK_OK(spgc_finalizer_register(box, 78, NULL));
  CHECK_OK(spgc_weak_handle_get(weak, &found));
  CHECK(found != NULL);
  CHECK_OK(spgc_handle_scope_close(scope));

  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_ref_release(shared[0]));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_weak_handle_get(weak, &found));
  CHECK(found == NULL);
  CHECK_OK(spgc_finalizer_wait(heap, 1000000000, &flag));
  CHECK(flag);
  CHECK_OK(spgc_finalizer_next(heap, &found, &token));
  CHECK(found != NULL && token == 78);
  CHECK_OK(spgc_load_word(found, 8, &token));
  CHECK(token == 11);
  CHECK_OK(spgc_ref_release(found));
  CHECK_OK(spgc_finalizer_next(heap, &found, &token));
  CHECK(found == NULL);
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_weak_handle_get(other, &found));
  CHECK(found == NULL);
  CHECK_OK(spgc_weak_table_length(table, &length));
  CHECK(length == 0);
  CHECK_OK(spgc_weak_handle_free(weak));
  CHECK_OK(spgc_weak_handle_free(other));
  CHECK_OK(spgc_weak_table_free(table));
  CHECK_OK(spgc_handle_scope_close(scope));
}

static void roots(spgc_heap *heap) {
  static uint64_t slots[4];
  spgc_root_range *range;
  spgc_argument arguments[2];
  spgc_handle_scope scope;
  spgc_ref box;
  uint64_t before;
  CHECK_OK(spgc_root_range_register(heap, slots, 4, SPGC_ROOT_RANGE_STRONG, &range));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_store_word(box, 8, 5));
  arguments[0] = word((uint64_t)(uintptr_t)&slots[2]);
  arguments[1] = reference(box);
  CHECK_OK(spgc_call(CODE(test_set_root), arguments, 2, NULL));
  CHECK_OK(spgc_handle_scope_close(scope));
  before = slots[2];
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(slots[2] != 0 && slots[2] != before);
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_call_for_ref(CODE(test_root), arguments, 1, &box));
  CHECK_OK(spgc_load_word(box, 8, &before));
  CHECK(before == 5);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_root_range_remove(range));
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
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = 31;
  type.kind = SPGC_TYPE_BITMAP;
  type.size = 24;
  type.bitmap = bitmap;
  type.bitmap_words = 1;
  type.alignment = 16;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = 32;
  type.kind = SPGC_TYPE_STRUCT_ARRAY;
  type.alignment = 0;
  type.element_size = 16;
  type.element_references = zero;
  type.element_reference_count = 1;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = 33;
  type.kind = SPGC_TYPE_TAILED;
  type.size = 24;
  type.references = eight;
  type.reference_count = 1;
  type.length_offset = 16;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = 34;
  type.kind = SPGC_TYPE_WEAK;
  type.weak = sixteen;
  type.weak_count = 1;
  type.weak_kind = SPGC_WEAK_LONG;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = 35;
  type.kind = SPGC_TYPE_EPHEMERON;
  type.size = 32;
  type.key = 16;
  type.value = 24;
  CHECK_OK(spgc_type_register(heap, &type));

  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(34, &object));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_store_ref(object, 8, box));
  CHECK_OK(spgc_store_ref(object, 16, box));
  CHECK_OK(spgc_array_new(33, 3, &box));
  CHECK_OK(spgc_store_ref(object, 16, box));
  CHECK_OK(spgc_array_new(32, 5, &box));
  CHECK_OK(spgc_store_ref(box, 16 + 16 * 4, object));
  CHECK_ERROR(spgc_object_new(30, &object), SPGC_ERROR_TYPE, "spgc_array_new, or managed code");
  before = traced;
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(traced == before);
  CHECK_OK(spgc_load_ref(box, 16 + 16 * 4, &loaded));
  CHECK_OK(spgc_load_ref(loaded, 8, &object));
  CHECK_OK(spgc_ref_same_object(loaded, object, &same));
  CHECK(!same);
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* Managed function that returns an object of type 30, whose size and references callbacks report.
 */
extern void test_record(void);

static void traced_objects(void) {
  spgc_argument arguments[4];
  spgc_handle_scope scope;
  spgc_ref box, object, loaded;
  uint64_t value;
  unsigned before = traced;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_store_word(box, 8, 99));
  arguments[0] = word((uint64_t)30 << 8);
  arguments[1] = word(1);
  arguments[2] = reference(box);
  arguments[3] = word(0);
  CHECK_OK(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK(traced > before);
  CHECK_OK(spgc_load_ref(object, 16, &loaded));
  CHECK_OK(spgc_load_word(loaded, 8, &value));
  CHECK(value == 99);
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* The reachable objects of the types ACCOUNT and TITLE, in the order of the calls. */
enum { ACCOUNT = 36, TITLE = 37 };
static spgc_type_in_use rows[2];
static unsigned row_count;

static void add_row(void *data, const spgc_type_in_use *item) {
  static const char *const names[] = {"Account", "Title"};
  CHECK(data == rows && item->size == sizeof *item && row_count < 2);
  CHECK(strcmp(item->name, names[row_count]) == 0);
  rows[row_count++] = *item;
}

/* Data of the callbacks of a snapshot. */
struct snapshot_calls {
  /* Number of calls of each callback. */
  unsigned labels, steps;
  /* Whether the label callback fails. */
  bool fails;
  /* The read end of a pipe that the label callback closes, or -1. */
  int closed;
};

static size_t label(void *data, uint32_t type, const void *object, size_t object_size, char *text,
                    size_t size) {
  struct snapshot_calls *calls = data;
  const char *title = (const char *)object + 16;
  CHECK(type == TITLE && object_size == 24 && strlen(title) < 8 && size >= 8);
  calls->labels++;
  if (calls->closed >= 0) CHECK(close(calls->closed) == 0);
  if (calls->fails) return SPGC_LABEL_FAILED;
  memcpy(text, title, strlen(title));
  return strlen(title);
}

static void count_step(void *data, uint64_t done, uint64_t total) {
  CHECK(done <= total && total == 2 * 4);
  ((struct snapshot_calls *)data)->steps++;
}

/* Reads a file into memory that the caller frees. */
static char *read_file(const char *path, uint64_t size) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, (size_t)size + 2);
  CHECK(file != NULL && text != NULL);
  CHECK(fread(text, 1, (size_t)size + 1, file) == size && fclose(file) == 0);
  return text;
}

/* Registers types with names, and keeps three accounts and their title. */
static void make_accounts(spgc_heap *heap) {
  static const size_t both[] = {8, 16};
  static const spgc_field_name names[] = {{8, "title"}, {16, "next"}};
  static const char savings[8] = "savings";
  spgc_type type = {0};
  spgc_ref title, last = NULL, account;
  uint64_t word;
  unsigned i;
  type.struct_size = sizeof type;
  type.id = ACCOUNT;
  type.kind = SPGC_TYPE_FIXED;
  type.size = 24;
  type.references = both;
  type.reference_count = 2;
  type.name = "Account";
  type.field_name_count = 2;
  CHECK_ERROR(spgc_type_register(heap, &type), SPGC_ERROR_NULL, "field_names");
  type.field_names = names;
  CHECK_OK(spgc_type_register(heap, &type));
  memset(&type, 0, sizeof type);
  type.struct_size = sizeof type;
  type.id = TITLE;
  type.kind = SPGC_TYPE_PLAIN_ARRAY;
  type.element_size = 8;
  type.name = "Title";
  CHECK_OK(spgc_type_register(heap, &type));
  CHECK_OK(spgc_array_new(TITLE, 1, &title));
  memcpy(&word, savings, sizeof word);
  CHECK_OK(spgc_store_word(title, 16, word));
  for (i = 0; i < 3; i++) {
    CHECK_OK(spgc_object_new(ACCOUNT, &account));
    CHECK_OK(spgc_store_ref(account, 8, title));
    CHECK_OK(spgc_store_ref(account, 16, last));
    last = account;
  }
}

/* Rows that the callback for an allocation profile has received. */
static spgc_type_allocations allocations[2];
static unsigned allocation_count = 0;

static void add_allocations(void *data, const spgc_type_allocations *item) {
  static const char *const names[] = {"Account", "Title"};
  CHECK(data == allocations && item->size == sizeof *item && allocation_count < 2);
  CHECK(strcmp(item->name, names[allocation_count]) == 0);
  allocations[allocation_count++] = *item;
}

/* The profile of the allocation of three accounts and their title, and its errors. */
static void profile(spgc_heap *heap, const char *folder) {
  char path[64], *bytes;
  struct stat status;
  snprintf(path, sizeof path, "%s/a.pb.gz", folder);
  CHECK_OK(spgc_heap_profile_end(heap));
  CHECK_ERROR(spgc_heap_profile_end(heap), SPGC_ERROR_INSPECTION, "no allocation profile");
  CHECK_OK(spgc_heap_profile_types(heap, add_allocations, allocations));
  CHECK(allocation_count == 2);
  CHECK(allocations[0].id == ACCOUNT && allocations[1].id == TITLE);
  CHECK(allocations[0].allocated_objects == 3 && allocations[0].allocated_bytes == 3 * 24);
  CHECK(allocations[1].in_use_objects == 1 && allocations[1].in_use_bytes == 24);
  CHECK_ERROR(spgc_heap_profile_types(heap, NULL, NULL), SPGC_ERROR_NULL, "show is null");
  CHECK_OK(spgc_heap_profile_write(heap, path));
  CHECK(stat(path, &status) == 0 && status.st_size > 100);
  bytes = read_file(path, (uint64_t)status.st_size);
  CHECK(memcmp(bytes, "\x1f\x8b", 2) == 0 && unlink(path) == 0);
  free(bytes);
  CHECK_ERROR(spgc_heap_profile_write(heap, NULL), SPGC_ERROR_NULL, "path is null");
  CHECK_ERROR(spgc_heap_profile_write(heap, "/none/a"), SPGC_ERROR_SYSTEM,
              "cannot write the allocation profile to \"/none/a\"");
  CHECK_OK(spgc_heap_profile_begin(heap, 0));
  CHECK_ERROR(spgc_heap_profile_begin(heap, 0), SPGC_ERROR_INSPECTION, "is being taken");
  CHECK_OK(spgc_heap_profile_end(heap));
}

/* The histogram of types and heap snapshots, and their errors. */
static void inspection(spgc_heap *heap) {
  static const uint32_t labelled[] = {TITLE};
  struct snapshot_calls calls = {0, 0, false, -1};
  spgc_snapshot_options options = {0};
  spgc_snapshot_summary summary = {0};
  spgc_handle_scope scope;
  struct sigaction ends = {0}, before;
  struct stat status;
  char folder[] = "/tmp/spgc-XXXXXX", path[64], pipe_path[64], *text;
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/a.heapsnapshot", folder);
  snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_ERROR(spgc_heap_profile_types(heap, add_allocations, allocations), SPGC_ERROR_INSPECTION,
              "no allocation profile");
  CHECK_OK(spgc_heap_profile_begin(heap, 1));
  make_accounts(heap);
  profile(heap, folder);
  CHECK_OK(spgc_heap_types_in_use(heap, add_row, rows));
  CHECK(row_count == 2);
  CHECK(rows[0].id == ACCOUNT && rows[0].young_objects + rows[0].old_objects == 3);
  CHECK(rows[0].young_bytes + rows[0].old_bytes == 3 * 24);
  CHECK(rows[1].id == TITLE && rows[1].young_objects + rows[1].old_objects == 1);
  CHECK(rows[1].young_bytes + rows[1].old_bytes == 24);
  CHECK_ERROR(spgc_heap_types_in_use(heap, NULL, NULL), SPGC_ERROR_NULL, "show is null");

  options.struct_size = sizeof options;
  options.label_types = labelled;
  options.label_type_count = 1;
  options.label = label;
  options.progress = count_step;
  options.data = &calls;
  summary.size = sizeof summary;
  CHECK_OK(spgc_heap_write_snapshot(heap, path, &options, &summary));
  CHECK(summary.objects == 4 && summary.object_bytes == 4 * 24 && summary.pause_ns > 0);
  CHECK(calls.labels == 1 && calls.steps == 2 * 4 && summary.memory_bytes > 0);
  text = read_file(path, summary.bytes_written);
  CHECK(strncmp(text, "{\"snapshot\":{", 13) == 0 && strstr(text, "\"savings\"") != NULL);
  CHECK(strstr(text, "\"Account\"") != NULL && strstr(text, "\"next\"") != NULL);
  CHECK(strstr(text, "\"title\"") != NULL && strstr(text, "\"Title\"") == NULL);
  free(text);
  CHECK_OK(spgc_heap_write_snapshot(heap, path, NULL, NULL));

  CHECK_ERROR(spgc_heap_write_snapshot(heap, NULL, NULL, NULL), SPGC_ERROR_NULL, "path is null");
  options.struct_size = 8;
  CHECK_ERROR(spgc_heap_write_snapshot(heap, path, &options, NULL), SPGC_ERROR_SIZE, "options");
  options.struct_size = sizeof options;
  CHECK_ERROR(spgc_heap_write_snapshot(heap, "/none/a", NULL, NULL), SPGC_ERROR_SYSTEM,
              "cannot write the heap snapshot to \"/none/a\"");
  /* The file of the previous snapshot stays. */
  calls.fails = true;
  CHECK_ERROR(spgc_heap_write_snapshot(heap, path, &options, NULL), SPGC_ERROR_INSPECTION,
              "SPGC_LABEL_FAILED");
  CHECK(stat(path, &status) == 0 && status.st_size > 0 && unlink(path) == 0);
  calls.fails = false;

  /* A pipe without a reader is an error, although SIGPIPE would end this process. */
  ends.sa_handler = SIG_DFL;
  CHECK(sigaction(SIGPIPE, &ends, &before) == 0);
  CHECK(mkfifo(pipe_path, 0600) == 0);
  CHECK_ERROR(spgc_heap_write_snapshot(heap, pipe_path, NULL, NULL), SPGC_ERROR_SYSTEM,
              "a pipe that no process reads");
  calls.closed = open(pipe_path, O_RDONLY | O_NONBLOCK);
  CHECK(calls.closed >= 0);
  CHECK_ERROR(spgc_heap_write_snapshot(heap, pipe_path, &options, NULL), SPGC_ERROR_SYSTEM,
              "Broken pipe");
  CHECK(sigaction(SIGPIPE, &before, NULL) == 0);
  /* No file is left. */
  CHECK(unlink(pipe_path) == 0 && rmdir(folder) == 0);
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* Callback for compiled tables. */
static void count_words(void *data, const uint32_t *words, size_t count) {
  CHECK(memcmp(words, "SPGT", 4) == 0);
  *(size_t *)data = count;
}

/* Callback for retired code that no stack has a frame in. */
static void remove_unused(void *data, spgc_code_region_id region) {
  CHECK_OK(spgc_code_remove(data, region));
}

/* Callback for frames in code, where there are none. */
static void no_user(void *data, const spgc_code_user *user) {
  (void)data, (void)user;
  CHECK(false);
}

/* Registers the managed code of this program as generated code, with a heap that has no other code.
 */
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
  CHECK_OK(spgc_heap_start(&config, &heap));
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
  CHECK_OK(spgc_code_compile(&jit, count_words, &count));
  CHECK(count > 20);
  CHECK_OK(spgc_code_register_jit(heap, &jit, &region));
  CHECK(region.number != 0);
  CHECK_OK(spgc_code_count(heap, &count));
  CHECK(count == 1);
  CHECK_ERROR(spgc_code_register_jit(heap, &jit, &whole), SPGC_ERROR_CODE, "already registered");
  CHECK_OK(spgc_code_describe(CODE(library_work), text, sizeof text, &length));
  CHECK(strcmp(text, "work of the library+0x0 (generated code)") == 0 && length == strlen(text));
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_call(CODE(library_work), &depth, 1, &result));
  for (n = 1; n <= 20; n++) expected = 3 * expected + 2 * n + 1;
  CHECK(result == expected);
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_code_remove(heap, region));
  CHECK_ERROR(spgc_code_remove(heap, region), SPGC_ERROR_CODE, "not registered");
  CHECK_OK(spgc_code_describe(CODE(library_work), NULL, 0, &length));
  CHECK(length != strlen(text));
  /* The same code with the tables that the linker produced. */
  CHECK_OK(spgc_code_register_image(heap, CODE(library_work), &whole));
  CHECK_OK(spgc_code_retire(heap, whole, remove_unused, heap));
  CHECK_ERROR(spgc_code_retire(heap, whole, remove_unused, heap), SPGC_ERROR_CODE, "before");
  CHECK_OK(spgc_code_users(heap, &whole, 1, no_user, NULL));
  CHECK_OK(spgc_code_search_retired(heap, &count));
  CHECK(count == 0);
  CHECK_OK(spgc_code_count(heap, &count));
  CHECK(count == 0);
  CHECK_OK(spgc_code_register_loaded(heap, &count));
  CHECK(count == 1);
  CHECK_OK(spgc_heap_shutdown(heap));
}

/* Number of phases started, by phase, and number of phases that have not ended. */
static struct {
  uint64_t started[SPGC_COLLECTION_PHASE_SWEEP + 1];
  uint64_t open;
} phases;

/* Needs no synchronisation: collections are sequential, and so are their reports. */
static void on_phase(void *data, uint64_t number, uint32_t phase, bool ends) {
  CHECK(data == &phases && number > 0 && phase <= SPGC_COLLECTION_PHASE_SWEEP);
  phases.started[phase] += !ends;
  phases.open += ends ? -1 : 1;
}

/* Callback for one bucket of a histogram. */
static void add_bucket(void *durations, uint64_t shortest, uint64_t longest, uint64_t count) {
  CHECK(shortest <= longest && count > 0);
  *(uint64_t *)durations += count;
}

/* Callback for the text of spgc_heap_open_metrics(). */
static void check_metrics(void *heap, const char *text, size_t length) {
  size_t limit;
  char line[64];
  CHECK(strlen(text) == length && strcmp(text + length - 7, "\n# EOF\n") == 0);
  CHECK_OK(spgc_heap_limit(heap, &limit));
  snprintf(line, sizeof line, "\nspgc_heap_limit_bytes %zu\n", limit);
  CHECK(strstr(text, line) != NULL);
  CHECK(strstr(text, "\nspgc_threads{state=\"native\"} 1\n") != NULL);
  CHECK(strstr(text, "\nspgc_allocated_bytes_total ") != NULL);
}

/* The file of the heap's counters exists until the heap is shut down. */
static bool has_stats_file(void) {
  uint64_t words[7];
  char path[64];
  FILE *file;
  snprintf(path, sizeof path, "/tmp/spgc-all-%d.stats", (int)getpid());
  file = fopen(path, "rb");
  if (file == NULL) return false;
  CHECK(fread(words, sizeof words, 1, file) == 1 && fclose(file) == 0);
  CHECK(memcmp(words, "SPGCSTAT", 8) == 0 && words[1] == 2 && words[3] == (uint64_t)getpid());
  return true;
}

int main(void) {
  spgc_config config = {0};
  spgc_heap *heap;
  spgc_collector_statistics statistics;
  unsigned shown = 0;
  uint64_t durations = 0;
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", SPGC_VERSION_MAJOR, SPGC_VERSION_MINOR,
           SPGC_VERSION_PATCH);
  CHECK(strcmp(spgc_version(), version) == 0 && strcmp(spgc_last_error(), "") == 0);
  CHECK(strcmp(spgc_status_name(SPGC_ERROR_HANDLE_SCOPE), "SPGC_ERROR_HANDLE_SCOPE") == 0);
  config.size = sizeof config;
  config.heap_max = HEAP_MAX;
  config.collector_threads = 2;
  config.on_collection = on_collection;
  config.on_collection_data = &reported;
  config.on_out_of_memory = on_out_of_memory;
  config.on_out_of_memory_data = &out_of_memory_calls;
  config.log = "all:json:/dev/null";
  config.stats = "/tmp/spgc-all-%p.stats";
  config.on_phase = on_phase;
  config.on_phase_data = &phases;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  calls();
  interrupts(heap);
  objects();
  memory(heap);
  references(heap);
  roots(heap);
  types(heap);
  traced_objects();
  inspection(heap);
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.young_collections >= 10 && statistics.compacting_collections >= 5);
  CHECK(statistics.counts.objects_moved > 100 && statistics.counts.weak_cleared >= 2);
  CHECK(statistics.counts.finalizers_queued == 1 && statistics.pause_ns.count >= reported);
  CHECK(reported >= 15 && out_of_memory_calls == 0);
  CHECK_OK(spgc_heap_recent_collections(heap, count_report, &shown));
  /* The heap keeps the latest 256 reports. */
  CHECK(shown == (statistics.pause_ns.count < 256 ? statistics.pause_ns.count : 256));
  CHECK(statistics.collection_ns.count == statistics.pause_ns.count &&
        statistics.collection_ns.mean > 0);
  CHECK_OK(spgc_heap_histogram(heap, SPGC_HISTOGRAM_COLLECTION, add_bucket, &durations));
  CHECK(durations == statistics.collection_ns.count);
  CHECK_OK(spgc_heap_open_metrics(heap, check_metrics, heap));
  CHECK(has_stats_file());
  CHECK(phases.started[SPGC_COLLECTION_PHASE_COLLECTION] == statistics.pause_ns.count &&
        phases.open == 0);
  CHECK(phases.started[SPGC_COLLECTION_PHASE_TRACE] >= statistics.pause_ns.count);
  CHECK(phases.started[SPGC_COLLECTION_PHASE_SWEEP] == phases.started[SPGC_COLLECTION_PHASE_TRACE]);
  CHECK_OK(spgc_thread_detach());
  CHECK(!spgc_thread_is_attached());
  CHECK_OK(spgc_heap_shutdown(heap));
  CHECK(!has_stats_file());
  generated_code();
  puts("done");
  return 0;
}
