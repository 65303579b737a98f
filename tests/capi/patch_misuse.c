/* Tests each misuse of patching that the library detects: the call returns a status, and the error
   message says what to do. After each misuse the code is unchanged, and the heap stays usable. */
#define _GNU_SOURCE
#include "patches.h"

#include <sys/wait.h>

extern void test_direct(void), test_record(void);

static spgc_patcher *patcher;
static spgc_thunk *thunk;
static spgc_stack_map_record record, loop;
static spgc_patch_site_id site;

static void do_nothing(void) {}

static void records(void) {
  spgc_record_query wanted = {0};
  spgc_stack_map_record found;
  size_t count;
  char wrong[64];
  memset(wrong, 7, sizeof wrong);
  CHECK_ERROR(spgc_stack_map_find_records(NULL, &found, 1, &count), SPGC_ERROR_NULL,
              "wanted is null");
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, NULL), SPGC_ERROR_NULL,
              "count is null");
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, NULL, 1, &count), SPGC_ERROR_NULL,
              "found is null");
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_SIZE,
              "sizeof(spgc_record_query)");
  wanted.size = sizeof wanted;
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_ARGUMENT,
              "exactly one");
  wanted.image = wrong;
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_CODE,
              "is not in an image of this process");
#ifndef ALL_STATIC /* The C library is then part of the program. */
  wanted.image = CODE(getpid);
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_CODE,
              "no .llvm_stackmaps");
#endif
  wanted.stack_maps = wrong;
  wanted.stack_maps_size = sizeof wrong;
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_ARGUMENT,
              "exactly one");
  wanted.image = NULL;
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, &found, 1, &count), SPGC_ERROR_CODE, "version");
  /* A query that matches no record is not an error. */
  wanted = of_program(CODE(test_thunk_native), 63);
  wanted.function = CODE(test_thunk_array);
  CHECK_OK(spgc_stack_map_find_records(&wanted, NULL, 0, &count));
  CHECK(count == 0);
  wanted.function = CODE(test_thunk_native);
  record = only(&wanted);
  wanted.address = wrong;
  CHECK_OK(spgc_stack_map_find_records(&wanted, NULL, 0, &count));
  CHECK(count == 0);
  wanted = of_program(CODE(test_patched_loop), 42);
  loop = only(&wanted);
}

static void thunks(void) {
  static const uint16_t flags[] = {49}, twice[] = {0, 0}, stack[] = {
#ifdef __x86_64__
      7
#else
      31
#endif
  };
  spgc_record_query wanted = of_program(CODE(test_thunk_native), 63);
  spgc_record_query polls = of_program(CODE(test_thunk_native), POLL_ID);
  spgc_thunk_convention convention = {0};
  spgc_thunk *none;
  spgc_word_range words;
  const void *code;
  size_t size;
  CHECK_ERROR(spgc_thunk_new(NULL, CODE(do_nothing), &thunk), SPGC_ERROR_NULL,
              "convention is null");
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &thunk), SPGC_ERROR_SIZE,
              "sizeof(spgc_thunk_convention)");
  convention.size = sizeof convention;
  CHECK_ERROR(spgc_thunk_new(&convention, NULL, &thunk), SPGC_ERROR_NULL, "target is null");
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), NULL), SPGC_ERROR_NULL,
              "thunk is null");
  convention.flags = 9;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "SPGC_THUNK_");
  convention.flags = 0;
  convention.preserve = 9;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "SPGC_PRESERVE_");
  convention.record = &wanted;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "SPGC_PRESERVE_");
  convention.preserve = SPGC_PRESERVE_LIVE_OUTS;
  convention.preserved_count = 1;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_NULL,
              "spgc_thunk_convention.preserved is null");
  convention.preserved = flags;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "contains 49");
  convention.preserved_count = 0;
  convention.written = twice;
  convention.written_count = 2;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "twice among the registers to write");
  convention.written = stack;
  convention.written_count = 1;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "a thunk cannot write");
  convention.written_count = 0;
  wanted.id = 1000;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "selects 0 records");
  convention.record = &polls;
  CHECK_ERROR(spgc_thunk_new(&convention, CODE(do_nothing), &none), SPGC_ERROR_ARGUMENT,
              "select one with");
  convention.record = &wanted;
  wanted.id = 63;
  CHECK_OK(spgc_thunk_new(&convention, CODE(test_native), &thunk));
  CHECK_ERROR(spgc_thunk_code(NULL, &code, &size), SPGC_ERROR_NULL, "a thunk is null");
  CHECK_ERROR(spgc_thunk_code(thunk, NULL, &size), SPGC_ERROR_NULL, "code is null");
  CHECK_ERROR(spgc_thunk_code(thunk, &code, NULL), SPGC_ERROR_NULL, "size is null");
  CHECK_ERROR(spgc_thunk_values(thunk, &words, 1, NULL), SPGC_ERROR_NULL, "count is null");
  CHECK_ERROR(spgc_thunk_results(thunk, NULL, 1, &size), SPGC_ERROR_NULL, "words is null");
  CHECK_ERROR(spgc_thunk_free((spgc_thunk *)(void *)&convention), SPGC_ERROR_REFERENCE,
              "is not valid");
  CHECK_OK(spgc_thunk_free(NULL));
}

static void sections(void) {
  const spgc_thunk *thunks[1];
  const void *places[1];
  spgc_jit_region jit = {0};
  spgc_thunk_sections *result;
  thunks[0] = thunk;
  places[0] = (const char *)CODE(do_nothing) + 1;
  CHECK_ERROR(spgc_thunk_sections_new(thunks, places, 1, NULL), SPGC_ERROR_NULL,
              "sections is null");
  CHECK_ERROR(spgc_thunk_sections_new(NULL, places, 1, &result), SPGC_ERROR_NULL, "thunks is null");
  CHECK_ERROR(spgc_thunk_sections_new(thunks, NULL, 1, &result), SPGC_ERROR_NULL,
              "addresses is null");
  CHECK_ERROR(spgc_thunk_sections_new(thunks, places, 0, &result), SPGC_ERROR_ARGUMENT,
              "count is 0");
  CHECK_ERROR(spgc_thunk_sections_new(thunks, places, 1, &result), SPGC_ERROR_ARGUMENT,
              "SPGC_THUNK_ALIGNMENT");
  places[0] = (const void *)(uintptr_t)4096;
  CHECK_OK(spgc_thunk_sections_new(thunks, places, 1, &result));
  CHECK_ERROR(spgc_thunk_sections_fill(result, NULL), SPGC_ERROR_NULL, "jit is null");
  CHECK_ERROR(spgc_thunk_sections_fill(result, &jit), SPGC_ERROR_SIZE, "sizeof(spgc_jit_region)");
  CHECK_ERROR(spgc_thunk_sections_fill(NULL, &jit), SPGC_ERROR_NULL, "sections of thunks is null");
  CHECK_ERROR(spgc_thunk_sections_free((spgc_thunk_sections *)(void *)thunk), SPGC_ERROR_REFERENCE,
              "spgc_thunk_sections_free");
  CHECK_OK(spgc_thunk_sections_free(result));
  CHECK_OK(spgc_thunk_sections_free(NULL));
}

static void patchers(void) {
  spgc_code_memory memory = {0};
  CHECK_ERROR(spgc_patcher_new(NULL, &memory, &patcher), SPGC_ERROR_NO_HEAP,
              "spgc_heap_start first");
  CHECK_ERROR(spgc_patcher_new(heap, NULL, &patcher), SPGC_ERROR_NULL, "memory is null");
  CHECK_ERROR(spgc_patcher_new(heap, &memory, NULL), SPGC_ERROR_NULL, "patcher is null");
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &patcher), SPGC_ERROR_SIZE,
              "sizeof(spgc_code_memory)");
  memory.size = sizeof memory;
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &patcher), SPGC_ERROR_NULL,
              "spgc_code_memory.code is null");
  memory.code = &memory;
  memory.code_size = (size_t)-1;
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &patcher), SPGC_ERROR_ARGUMENT,
              "exceeds the address space");
  memory.code_size = 64;
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &patcher), SPGC_ERROR_ARGUMENT, "not executable");
  memory.code = (const void *)(uintptr_t)record.address;
  memory.writable = &site;
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &patcher), SPGC_ERROR_ARGUMENT,
              "do not have the same contents");
  patcher = patcher_near(heap, &record);
  CHECK_ERROR(spgc_patcher_add(NULL, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site),
              SPGC_ERROR_NULL, "a patcher is null");
  CHECK_ERROR(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, NULL),
              SPGC_ERROR_NULL, "site is null");
  CHECK_ERROR(spgc_patcher_add(patcher, 9, 16, record.address, &site), SPGC_ERROR_ARGUMENT,
              "SPGC_PATCH_SITE_");
  CHECK_ERROR(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 0, record.address, &site),
              SPGC_ERROR_ARGUMENT, "is not a valid region");
  CHECK_ERROR(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 24, record.address, &site),
              SPGC_ERROR_PATCH, "LLVM writes");
  CHECK_ERROR(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 16, record.address - 4096,
                               &site),
              SPGC_ERROR_PATCH, "code memory");
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  CHECK_ERROR(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 8, record.address, &site),
              SPGC_ERROR_PATCH, "overlaps");
  CHECK_ERROR(spgc_patcher_free((spgc_patcher *)(void *)thunk), SPGC_ERROR_REFERENCE,
              "spgc_patcher_free");
  CHECK_OK(spgc_patcher_free(NULL));
}

static void patches(void) {
  const void *inside = (const void *)(uintptr_t)(record.address + 4);
  const void *far = (const void *)((uintptr_t)1 << 62);
  static const unsigned char half[] = {0x0f};
  spgc_patch patch = {0};
  spgc_execution_state execution = {0};
  uint64_t odd[2];
  CHECK_ERROR(spgc_patcher_write(patcher, site, NULL, &not_yet, NULL), SPGC_ERROR_NULL,
              "patch is null");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_SIZE,
              "sizeof(spgc_patch)");
  patch.size = sizeof patch;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "SPGC_PATCH_");
  patch.kind = SPGC_PATCH_CALL;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_NULL,
              "spgc_patch.target is null");
  patch.target = far;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, NULL, NULL), SPGC_ERROR_NULL,
              "execution is null");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &execution, NULL), SPGC_ERROR_SIZE,
              "sizeof(spgc_execution_state)");
  execution.size = sizeof execution;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &execution, NULL), SPGC_ERROR_ARGUMENT,
              "SPGC_EXECUTION_");
  execution.state = SPGC_EXECUTION_RUNNING;
  execution.live_patch = 9;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &execution, NULL), SPGC_ERROR_ARGUMENT,
              "SPGC_LIVE_PATCH_");
  CHECK_ERROR(spgc_patcher_write(patcher, site + 1, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "spgc_patcher_add");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet,
                                 (uint64_t *)(void *)((char *)odd + 1)),
              SPGC_ERROR_NULL,
        "return_address is misaligned");
#ifdef __x86_64__
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &running, NULL), SPGC_ERROR_PATCH,
              "SPGC_PATCH_NO_OPS");
#endif
  patch.target = CODE(do_nothing);
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, stopped_at(&inside, 1), NULL),
              SPGC_ERROR_PATCH, "outside of the site");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, stopped_at(NULL, 1), NULL), SPGC_ERROR_NULL,
              "spgc_execution_state.addresses is null");
  patch.call_end = 4;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "spgc_patch.call_end is 4");
  patch.call_end = 0;
  patch.kind = SPGC_PATCH_NO_OPS;
  patch.thunk = thunk;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "contains no call");
  patch.thunk = (const spgc_thunk *)(const void *)patcher;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_REFERENCE,
              "a thunk");
  patch.thunk = NULL;
  patch.kind = SPGC_PATCH_CODE;
  patch.code = half;
  patch.code_size = 17;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_PATCH,
              "but the patch needs");
  patch.code_size = sizeof half;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "invalid or incomplete instruction");
  CHECK_ERROR(spgc_patcher_restore(patcher, site, NULL), SPGC_ERROR_NULL, "execution is null");
  CHECK_ERROR(spgc_patcher_restore(patcher, site + 1, &not_yet), SPGC_ERROR_ARGUMENT,
              "spgc_patcher_add");
  CHECK_ERROR(spgc_patcher_remove(patcher, site + 1), SPGC_ERROR_ARGUMENT, "spgc_patcher_add");
  CHECK(call(CODE(test_thunk_native), 10, 0) == 55);
}

/* A stack walk treats a call of a thunk and a plain call differently. So a site cannot change from
   one to the other while a thread may be in the call. */
static void calls_of_two_kinds(void) {
  /* An address inside the site that is not the return address of the call. On AArch64, the return
     address is 4 bytes after the start of the site. */
  const void *inside = (const void *)(uintptr_t)(record.address + 8), *after;
  spgc_patch plain = patch_of(SPGC_PATCH_CALL, CODE(do_nothing)), held = plain;
  uint64_t returns, again;
  held.thunk = thunk;
  /* A call that could not be written is not recorded. */
  CHECK_ERROR(spgc_patcher_write(patcher, site, &plain, stopped_at(&inside, 1), NULL),
              SPGC_ERROR_PATCH, "outside of the site");
  CHECK_OK(spgc_patcher_write(patcher, site, &held, &running, &returns));
  after = (const void *)(uintptr_t)returns;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &plain, &running, NULL), SPGC_ERROR_PATCH,
              "use a thunk for both");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &plain, stopped_at(&after, 1), NULL),
              SPGC_ERROR_PATCH, "use a thunk for both");
  /* The call stays recorded after it was removed, since a thread may be in it. */
  CHECK_OK(spgc_patcher_restore(patcher, site, &running));
  CHECK_ERROR(spgc_patcher_write(patcher, site, &plain, &running, NULL), SPGC_ERROR_PATCH,
              "use a thunk for both");
  CHECK(call(CODE(test_thunk_native), 10, 0) == 55);
  CHECK_OK(spgc_patcher_write(patcher, site, &plain, stopped_at(NULL, 0), &again));
  CHECK(again == returns);
  CHECK_ERROR(spgc_patcher_write(patcher, site, &held, &running, NULL), SPGC_ERROR_PATCH,
              "use a thunk for both");
  /* A call of the other kind that could not be written is not recorded either. */
  CHECK_ERROR(spgc_patcher_write(patcher, site, &held, stopped_at(&inside, 1), NULL),
              SPGC_ERROR_PATCH, "outside of the site");
  plain.target = CODE(test_thunk_array);
  CHECK_OK(spgc_patcher_write(patcher, site, &plain, &running, NULL));
  CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
}

static void instructions(void) {
  spgc_patch patch = patch_of(SPGC_PATCH_CODE, NULL);
  spgc_patcher *other = patcher_near(heap, &loop);
  spgc_patch_site_id looping;
  uint64_t returns;
#ifdef __x86_64__
  static const unsigned char no_op[] = {0x0f, 0x1f, 0x44, 0, 0};
#else
  static const unsigned char no_op[] = {0x1f, 0x20, 0x03, 0xd5};
#endif
  patch.code = no_op;
  patch.code_size = patch.call_end = sizeof no_op;
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, &returns));
  CHECK(returns == record.address + sizeof no_op);
  CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
  CHECK_OK(spgc_patcher_add(other, SPGC_PATCH_SITE_STATEPOINT, 16, loop.address, &looping));
  CHECK_ERROR(spgc_patcher_write(other, looping, &patch, &not_yet, NULL), SPGC_ERROR_ARGUMENT,
              "at a statepoint");
  CHECK_OK(spgc_patcher_free(other));
}

static spgc_heap *second_heap(uint64_t flags) {
  spgc_config config = {0};
  spgc_heap *second;
  config.size = sizeof config;
  config.flags = flags;
  config.heap_max = 32u << 20;
  CHECK_OK(spgc_heap_start(&config, &second));
  return second;
}

/* Patches code that is not registered with the patcher's heap. */
static void unregistered_code(void) {
  spgc_heap *second = second_heap(SPGC_CONFIG_WITHOUT_IMAGES);
  spgc_patcher *other = patcher_near(second, &record);
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(do_nothing));
  spgc_code_region_id region;
  spgc_patch_site_id there;
  CHECK_OK(spgc_patcher_add(other, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &there));
  CHECK_ERROR(spgc_patcher_write(other, there, &patch, &not_yet, NULL), SPGC_ERROR_CODE,
              "registered code begins at");
  /* Another patcher modifies the same code. */
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, stopped_at(NULL, 0), NULL));
  CHECK_ERROR(spgc_patcher_restore(other, there, &not_yet), SPGC_ERROR_PATCH,
              "modified by other code");
  CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
  CHECK_ERROR(spgc_code_region_at(second, CODE(do_nothing), &region), SPGC_ERROR_CODE,
              "register the code first");
  CHECK_ERROR(spgc_code_region_at(second, NULL, &region), SPGC_ERROR_NULL, "address is null");
  CHECK_ERROR(spgc_code_region_at(second, CODE(do_nothing), NULL), SPGC_ERROR_NULL,
              "region is null");
  CHECK_OK(spgc_heap_shutdown(second));
  /* The patcher can still restore the code after its heap was destroyed. */
  CHECK_OK(spgc_patcher_restore(other, there, &not_yet));
  CHECK_OK(spgc_patcher_free(other));
}

static void polls(void) {
  spgc_heap *second = second_heap(SPGC_CONFIG_PATCHED_POLLS);
  spgc_code_region_id region, none = {0, 0}, other = {1000000, 0};
  spgc_poll_parameters code = {0};
  size_t count;
  CHECK_ERROR(spgc_patched_polls_add_image(heap, CODE(test_native)), SPGC_ERROR_CONFIG,
              "SPGC_CONFIG_PATCHED_POLLS");
  CHECK_ERROR(spgc_patched_polls_count(heap, &count), SPGC_ERROR_CONFIG,
              "SPGC_CONFIG_PATCHED_POLLS");
  CHECK_ERROR(spgc_patched_polls_count(second, NULL), SPGC_ERROR_NULL, "count is null");
  CHECK_ERROR(spgc_patched_polls_add_image(second, NULL), SPGC_ERROR_NULL, "address is null");
  CHECK_ERROR(spgc_patched_polls_add_image(second, &count), SPGC_ERROR_CODE, "no registered code");
  CHECK_OK(spgc_code_region_at(second, CODE(patched_polls_test_polls_spin), &region));
  CHECK_ERROR(spgc_patched_polls_add_jit(heap, region, NULL), SPGC_ERROR_CONFIG,
              "SPGC_CONFIG_PATCHED_POLLS");
  CHECK_ERROR(spgc_patched_polls_add_jit(second, none, NULL), SPGC_ERROR_CODE, "region is zero");
  CHECK_ERROR(spgc_patched_polls_add_jit(second, other, NULL), SPGC_ERROR_CODE, "not registered");
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_SIZE,
              "sizeof(spgc_poll_parameters)");
  code.size = sizeof code;
  code.id = 1000;
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_CODE,
              "\"statepoint-id\"");
  code.id = 0;
  code.bytes = (uint64_t)1 << 32;
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_ARGUMENT,
              "statepoint-num-patch-bytes");
  code.bytes = POLL_BYTES + 4;
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_PATCH, "LLVM writes");
  code.bytes = 0;
  code.target = (const void *)((uintptr_t)1 << 46);
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_PATCH, "nearby jump");
  code.target = NULL;
  code.writable = &code;
  CHECK_ERROR(spgc_patched_polls_add_jit(second, other, &code), SPGC_ERROR_CODE,
              "register code before");
  CHECK_ERROR(spgc_patched_polls_add_jit(second, region, &code), SPGC_ERROR_ARGUMENT, " at 0x");
  CHECK_ERROR(spgc_patched_polls_remove(second, none), SPGC_ERROR_CODE, "region is zero");
  CHECK_ERROR(spgc_patched_polls_remove(second, region), SPGC_ERROR_CODE, "were not added");
  CHECK_OK(spgc_patched_polls_add_jit(second, region, NULL));
  CHECK_ERROR(spgc_patched_polls_add_image(second, CODE(test_native)), SPGC_ERROR_CODE,
              "were added before");
  CHECK_OK(spgc_heap_shutdown(second));
  CHECK_ERROR(spgc_patched_polls_count(second, &count), SPGC_ERROR_NO_HEAP, "was shut down");
}

static size_t size_of(void *data, uint32_t type, const void *object) {
  (void)data, (void)type, (void)object;
  return 32;
}

/* Number of calls of the trace callback. */
static unsigned traced;

static void trace(void *data, uint32_t type, const void *object, spgc_slot_visitor *tracer) {
  spgc_record_query wanted = of_program(CODE(test_thunk_native), 63);
  spgc_patch patch = patch_of(SPGC_PATCH_NO_OPS, NULL);
  const void *code;
  size_t size;
  (void)data, (void)type, (void)object, (void)tracer;
  traced++;
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_CALLBACK,
              "may only read");
  CHECK_ERROR(spgc_patcher_restore(patcher, site, &not_yet), SPGC_ERROR_CALLBACK, "may only read");
  CHECK_ERROR(spgc_patcher_free(patcher), SPGC_ERROR_CALLBACK, "may only read");
  CHECK_ERROR(spgc_stack_map_find_records(&wanted, NULL, 0, &size), SPGC_ERROR_CALLBACK,
              "may only read");
  CHECK_ERROR(spgc_thunk_code(thunk, &code, &size), SPGC_ERROR_CALLBACK, "may only read");
  CHECK_ERROR(spgc_thunk_free(thunk), SPGC_ERROR_CALLBACK, "may only read");
  CHECK_ERROR(spgc_thunk_sections_free(NULL), SPGC_ERROR_CALLBACK, "may only read");
  CHECK_ERROR(spgc_patched_polls_count(heap, &size), SPGC_ERROR_CALLBACK, "may only read");
}

static void callbacks(void) {
  spgc_argument arguments[4];
  spgc_type type = {0};
  spgc_handle_scope scope;
  spgc_ref object;
  type.struct_size = sizeof type;
  type.id = 30;
  type.kind = SPGC_TYPE_TRACED;
  type.size_of = size_of;
  type.trace = trace;
  CHECK_OK(spgc_type_register(heap, &type));
  CHECK_OK(spgc_handle_scope_open(&scope));
  arguments[0] = word((uint64_t)30 << 8);
  arguments[1] = arguments[2] = arguments[3] = word(0);
  CHECK_OK(spgc_call_for_ref(CODE(test_record), arguments, 4, &object));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK(traced > 0);
}

/* Called by managed code without a transition to native state: functions that may wait for a
   collection are refused. */
static uint64_t misuse_in_managed_state(uint64_t n) {
  spgc_code_memory memory = {0};
  spgc_patcher *other;
  spgc_code_region_id region;
  size_t count;
  CHECK_ERROR(spgc_patcher_new(heap, &memory, &other), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_patched_polls_count(heap, &count), SPGC_ERROR_MANAGED, "managed state");
  CHECK_ERROR(spgc_code_region_at(heap, CODE(do_nothing), &region), SPGC_ERROR_MANAGED,
              "managed state");
  return n;
}

static void children(void) {
  spgc_patch patch = patch_of(SPGC_PATCH_NO_OPS, NULL);
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_FORKED,
                "a fork of the one");
    CHECK_ERROR(spgc_patcher_restore(patcher, site, &not_yet), SPGC_ERROR_FORKED,
                "a fork of the one");
    CHECK_ERROR(spgc_patcher_remove(patcher, site), SPGC_ERROR_FORKED, "a fork of the one");
    CHECK_ERROR(spgc_patched_polls_add_image(heap, CODE(do_nothing)), SPGC_ERROR_FORKED,
                "a fork of the one");
    CHECK_OK(spgc_patcher_free(patcher));
    _exit(42);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

int main(void) {
  heap = second_heap(0);
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(strcmp(spgc_status_name(SPGC_ERROR_PATCH), "SPGC_ERROR_PATCH") == 0);
  records();
  thunks();
  sections();
  patchers();
  patches();
  calls_of_two_kinds();
  instructions();
  unregistered_code();
  polls();
  callbacks();
  CHECK(call(CODE(test_direct), (uint64_t)(uintptr_t)misuse_in_managed_state, 2) == 2 + 15 * 2);
  children();
  CHECK_OK(spgc_patcher_remove(patcher, site));
  CHECK_ERROR(spgc_patcher_restore(patcher, site, &not_yet), SPGC_ERROR_ARGUMENT,
              "spgc_patcher_add");
  CHECK_OK(spgc_patcher_free(patcher));
  CHECK_OK(spgc_thunk_free(thunk));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
