/* Shared definitions of the programs that patch code. */
#ifndef PATCHES_H
#define PATCHES_H

#include "check.h"

#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

extern void test_native(void), test_patched_loop(void), test_patched_patchpoint(void);
extern void test_thunk_array(void), test_thunk_native(void), test_thunk_statepoint(void);
extern void patched_polls_test_polls_spin(void), patched_polls_test_polls_sum(void);
extern void patched_polls_test_polls_thunk(void);
/* Bounds of the stack map in polls_patched_polls.s, which is linked into the program. */
extern const char polls_maps[], polls_maps_end[];
extern const char __executable_start[];

#ifdef __x86_64__
enum { POLL_BYTES = 5 };
#else
enum { POLL_BYTES = 4 };
#endif
/* The ID of the records of polls: "POLL" in ASCII. */
enum { POLL_ID = 0x504f4c4c };
enum { PAGE = 4096, SPACE = 4 * PAGE };

/* The heap of the program. */
static spgc_heap *heap;

static inline spgc_collector_statistics statistics(void) {
  spgc_collector_statistics statistics = {0};
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  return statistics;
}

static inline uint64_t call(const void *function, uint64_t first, uint64_t second) {
  spgc_argument arguments[2];
  uint64_t result;
  arguments[0] = word(first);
  arguments[1] = word(second);
  CHECK_OK(spgc_call(function, arguments, 2, &result));
  return result;
}

static inline uint64_t address(const void *code) { return (uint64_t)(uintptr_t)code; }

static const spgc_execution_state not_yet = {sizeof(spgc_execution_state),
                                             SPGC_EXECUTION_NOT_YET_RUN, 0, NULL, 0};
static const spgc_execution_state running = {sizeof(spgc_execution_state), SPGC_EXECUTION_RUNNING,
                                             SPGC_LIVE_PATCH_BEST, NULL, 0};

/* Returns the execution state in which all threads are stopped, at these addresses. */
static inline const spgc_execution_state *stopped_at(const void *const *addresses, size_t count) {
  static spgc_execution_state execution = {sizeof(spgc_execution_state), SPGC_EXECUTION_STOPPED, 0,
                                           NULL, 0};
  execution.addresses = addresses;
  execution.address_count = count;
  return &execution;
}

/* Returns a patch of this kind to a target. */
static inline spgc_patch patch_of(uint32_t kind, const void *target) {
  spgc_patch patch = {0};
  patch.size = sizeof patch;
  patch.kind = kind;
  patch.target = target;
  return patch;
}

/* Returns a query for the records with this ID in the program that contains `function`. */
static inline spgc_record_query of_program(const void *function, uint64_t id) {
  spgc_record_query records = {0};
  records.size = sizeof records;
  records.image = function;
  records.id = id;
  return records;
}

/* Returns the only record that matches a query. */
static inline spgc_stack_map_record only(const spgc_record_query *records) {
  spgc_stack_map_record record;
  size_t count;
  CHECK_OK(spgc_stack_map_find_records(records, &record, 1, &count));
  CHECK(count == 1 && record.id == records->id && record.function < record.address);
  return record;
}

/* Returns a patcher for the code around a record. It makes pages writable during each patch. */
static inline spgc_patcher *patcher_near(spgc_heap *of, const spgc_stack_map_record *record) {
  spgc_code_memory memory = {0};
  spgc_patcher *patcher;
  memory.size = sizeof memory;
  memory.code = (const void *)(uintptr_t)(record->address - 512);
  memory.code_size = 1024;
  CHECK_OK(spgc_patcher_new(of, &memory, &patcher));
  return patcher;
}

/* Memory for thunks, mapped twice and within range of a direct call from this program. */
struct space {
  char *code, *writable;
  size_t used;
};

/* Creates a memory file of this size in bytes. Returns its descriptor. */
static inline int memory_file(size_t size) {
  int file = memfd_create("code", MFD_CLOEXEC);
  CHECK(file >= 0 && ftruncate(file, (off_t)size) == 0);
  return file;
}

/* Maps a space 64 MiB below the program. */
static inline struct space make_space(void) {
  struct space space = {NULL, NULL, 0};
  int file = memory_file(SPACE);
  void *near = (void *)(uintptr_t)(__executable_start - (64 << 20));
  space.code = mmap(near, SPACE, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  space.writable = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(space.code != MAP_FAILED && space.writable != MAP_FAILED && close(file) == 0);
  return space;
}

/* Copies a thunk to a space and registers it with the heap. Returns the address of its code. */
static inline const void *install(struct space *space, const spgc_thunk *thunk,
                                  spgc_code_region_id *region) {
  const void *code, *place = space->code + space->used;
  spgc_jit_region jit = {0};
  spgc_thunk_sections *sections;
  size_t size;
  CHECK_OK(spgc_thunk_code(thunk, &code, &size));
  CHECK(space->used + size <= SPACE);
  memcpy(space->writable + space->used, code, size);
  __builtin___clear_cache(space->code + space->used, space->code + space->used + size);
  space->used += (size + SPGC_THUNK_ALIGNMENT - 1) / SPGC_THUNK_ALIGNMENT * SPGC_THUNK_ALIGNMENT;
  CHECK_OK(spgc_thunk_sections_new(&thunk, &place, 1, &sections));
  jit.size = sizeof jit;
  jit.code = place;
  jit.code_size = size;
  CHECK_OK(spgc_thunk_sections_fill(sections, &jit));
  CHECK_OK(spgc_code_register_jit(heap, &jit, region));
  CHECK_OK(spgc_thunk_sections_free(sections));
  return place;
}

/* Replaces two pages of this program, starting with the page of `function`, by memory with the same
   contents that is mapped twice: executable at the same address, and writable at the address that
   is returned. */
static inline void *share(const void *function, const char **start, size_t *size) {
  size_t bytes = 2 * PAGE;
  char *code = (char *)((uintptr_t)function & ~(uintptr_t)(PAGE - 1));
  int file = memory_file(bytes);
  char *writable = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(writable != MAP_FAILED);
  memcpy(writable, code, bytes);
  CHECK(mmap(code, bytes, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED, file, 0) == code &&
        close(file) == 0);
  __builtin___clear_cache(code, code + bytes);
  *start = code;
  *size = bytes;
  return writable;
}

#endif
