/* Calls and other code patched in at records, and thunks: each function of that part of the header,
   with a known result. The managed functions are in tests/managed/{frames,patched,thunks}.ll. */
#define _GNU_SOURCE
#include "patches.h"

#include <pthread.h>

enum { ROUNDS = 20 };

static unsigned collected, counted;

/* Called in native state, by test_native, which a thunk calls. */
static uint64_t collects(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  DO(spgc_collect(collected % 2 == 0 ? SPGC_COLLECTION_YOUNG : SPGC_COLLECTION_COMPACTING));
  collected++;
  return a + b + c + d + e;
}

/* Called in place of a statepoint; too short to be a safepoint. */
static void counts(void) { __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED); }

static uint64_t twice(uint64_t x) { return 2 * x; }

/* At a patchpoint: an object that the record lists in a caller-saved register is pinned by the
   thunk's frame. */
static void patchpoint(struct space *space) {
  spgc_thunk_convention convention = {0};
  spgc_record_query records = of_program(CODE(test_thunk_native), 63);
  spgc_stack_map_record record = only(&records);
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_thunk *thunk;
  spgc_patch_site_id site;
  uint64_t sum = ROUNDS * (ROUNDS + 1) / 2, native = address(CODE(collects)), returns, again;
  uint64_t kept = statistics().counts.objects_kept, moved = statistics().counts.objects_moved;
  const void *target;
  spgc_patch patch;
  spgc_code_region_id region;
  convention.size = sizeof convention;
  convention.record = &records;
  DO(spgc_thunk_new(&convention, CODE(test_native), &thunk));
  target = install(space, thunk, &region);
  DO(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == 0);
  patch = patch_of(SPGC_PATCH_CALL, target);
  patch.thunk = thunk;
  DO(spgc_patcher_write(patcher, site, &patch, &not_yet, &returns));
  CHECK(returns > record.address && returns <= record.address + 16);
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == ROUNDS);
  CHECK(statistics().counts.objects_kept >= kept + ROUNDS);
  CHECK(statistics().counts.objects_moved > moved);
  /* A thread that is stopped outside of the site is unaffected. */
  DO(spgc_patcher_restore(patcher, site, stopped_at(&target, 1)));
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == ROUNDS);
  /* The heap still knows the call, as threads could be in it. */
  DO(spgc_patcher_write(patcher, site, &patch, &running, &again));
  CHECK(again == returns);
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == 2 * ROUNDS);
  DO(spgc_patcher_restore(patcher, site, &running));
  DO(spgc_patcher_remove(patcher, site));
  DO(spgc_patcher_free(patcher));
  DO(spgc_thunk_free(thunk));
  DO(spgc_code_remove(heap, region));
}

/* At a statepoint: the values in an array, where references are rewritten, and a register that is
   written. */
static void statepoint(struct space *space) {
  static const uint16_t result[] = {0}; /* rax, x0 */
  spgc_thunk_convention convention = {0};
  spgc_record_query records = of_program(CODE(test_thunk_statepoint), 61);
  spgc_stack_map_record record = only(&records);
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_word_range words[8];
  spgc_thunk *thunk;
  spgc_patch_site_id site;
  spgc_patch patch;
  spgc_code_region_id region;
  uint64_t returns;
  size_t count, index;
  convention.size = sizeof convention;
  convention.record = &records;
  convention.flags = SPGC_THUNK_PASS_ARRAY;
  convention.written = result;
  convention.written_count = 1;
  DO(spgc_thunk_new(&convention, CODE(test_thunk_array), &thunk));
  DO(spgc_thunk_values(thunk, words, 8, &count));
  CHECK(count == 4);
  for (index = 0; index < count; index++) CHECK(words[index].first == index && words[index].count == 1);
  DO(spgc_thunk_results(thunk, words, 8, &count));
  CHECK(count == 1 && words[0].first == 0 && words[0].count == 1);
  patch = patch_of(SPGC_PATCH_CALL, install(space, thunk, &region));
  DO(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 16, record.address, &site));
  DO(spgc_patcher_write(patcher, site, &patch, &not_yet, &returns));
  CHECK(returns == record.address);
  CHECK(call(CODE(test_thunk_statepoint), ROUNDS, 8) == 7 * ROUNDS * (ROUNDS + 1) / 2 + ROUNDS * ROUNDS);
  DO(spgc_patcher_restore(patcher, site, &not_yet));
  DO(spgc_patcher_free(patcher));
  DO(spgc_thunk_free(thunk));
  DO(spgc_code_remove(heap, region));
}

static uint64_t answers(void) { return 40; }

static void writes(uint64_t *results) { results[0] = 30; }

/* The last code that was requested. */
static unsigned char last[PAGE];

static size_t size_of(const spgc_thunk_convention *convention, const void *target) {
  spgc_thunk *thunk;
  const void *code;
  size_t size;
  DO(spgc_thunk_new(convention, target, &thunk));
  DO(spgc_thunk_code(thunk, &code, &size));
  CHECK(size <= sizeof last);
  memcpy(last, code, size);
  DO(spgc_thunk_free(thunk));
  return size;
}

/* Conventions that do not come from a record alone. */
static void conventions(struct space *space) {
  static const uint16_t result[] = {0}, other[] = {1}; /* rax, rdx; x0, x1 */
  spgc_record_query records = of_program(CODE(test_thunk_native), 63), plain = of_program(CODE(test_patched_patchpoint), 43);
  spgc_stack_map_record record = only(&plain);
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_thunk_convention convention = {0};
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, NULL);
  spgc_thunk *thunk;
  spgc_patch_site_id site;
  spgc_code_region_id regions[2];
  unsigned char before[PAGE];
  size_t size, all, skipped;
  /* The minimum, with additions. */
  convention.size = sizeof convention;
  size = size_of(&convention, CODE(answers));
  convention.preserve = SPGC_PRESERVE_CALLEE_SAVED;
  CHECK(size_of(&convention, CODE(answers)) == size);
  convention.preserved = other;
  convention.preserved_count = 1;
  CHECK(size_of(&convention, CODE(answers)) > size);
  convention.clobbered = other;
  convention.clobbered_count = 1;
  CHECK(size_of(&convention, CODE(answers)) == size);
  convention.preserve = SPGC_PRESERVE_ALL;
  convention.clobbered = result;
  all = size_of(&convention, CODE(answers));
  CHECK(all > 2 * size);
  convention.flags = SPGC_THUNK_PRESERVE_FLAGS;
  memcpy(before, last, all);
  CHECK(size_of(&convention, CODE(answers)) >= all && memcmp(before, last, all) != 0);
  /* The result is the function's, all other registers are preserved: here without a record, and in
     another way. */
  DO(spgc_thunk_new(&convention, CODE(answers), &thunk));
  patch.target = install(space, thunk, &regions[0]);
  DO(spgc_thunk_free(thunk));
  DO(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  DO(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 1, 2) == 42);
  convention.clobbered_count = 0;
  convention.written = result;
  convention.written_count = 1;
  DO(spgc_thunk_new(&convention, CODE(writes), &thunk));
  patch.target = install(space, thunk, &regions[1]);
  DO(spgc_thunk_free(thunk));
  DO(spgc_patcher_write(patcher, site, &patch, &running, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 1, 2) == 32);
  DO(spgc_patcher_restore(patcher, site, &running));
  DO(spgc_patcher_free(patcher));
  DO(spgc_code_remove(heap, regions[0]));
  DO(spgc_code_remove(heap, regions[1]));
  /* Values that are left out. */
  memset(&convention, 0, sizeof convention);
  convention.size = sizeof convention;
  convention.record = &records;
  convention.flags = SPGC_THUNK_PASS_ARRAY;
  for (skipped = 0; skipped < 3; skipped++) {
    convention.skipped = skipped;
    DO(spgc_thunk_new(&convention, CODE(writes), &thunk));
    DO(spgc_thunk_values(thunk, NULL, 0, &size));
    CHECK(size == 4 - skipped);
    DO(spgc_thunk_free(thunk));
  }
}

/* Calls without a thunk, jumps, instructions. */
static void others(void) {
#ifdef __x86_64__
  static const unsigned char doubled[] = {0x48, 0x8d, 0x04, 0x3f}; /* lea (%rdi,%rdi), %rax */
#else
  static const unsigned char doubled[] = {0x00, 0x00, 0x00, 0x8b}; /* add x0, x0, x0 */
#endif
  spgc_record_query records = of_program(CODE(test_patched_patchpoint), 43);
  spgc_stack_map_record record = only(&records), loop;
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_patch_site_id site, looping;
  uint64_t returns;
  spgc_patch patch;
  DO(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  patch = patch_of(SPGC_PATCH_CALL, CODE(twice));
  DO(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 20, 2) == 42);
  patch = patch_of(SPGC_PATCH_CODE, NULL);
  patch.code = doubled;
  patch.code_size = sizeof doubled;
  DO(spgc_patcher_write(patcher, site, &patch, stopped_at(NULL, 0), &returns));
  CHECK(returns == 0 && call(CODE(test_patched_patchpoint), 10, 1) == 21);
  DO(spgc_patcher_restore(patcher, site, &not_yet));
  records.id = 42;
  loop = only(&records);
  DO(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 16, loop.address, &looping));
  patch = patch_of(SPGC_PATCH_NO_OPS, NULL);
  DO(spgc_patcher_write(patcher, looping, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_loop), 100, 0) == 100);
  patch = patch_of(SPGC_PATCH_JUMP, (const void *)(uintptr_t)loop.address);
  DO(spgc_patcher_write(patcher, looping, &patch, &running, &returns));
  CHECK(returns == 0 && call(CODE(test_patched_loop), 100, 0) == 100);
  patch = patch_of(SPGC_PATCH_NO_RETURN_CALL, CODE(counts));
  DO(spgc_patcher_write(patcher, looping, &patch, &not_yet, &returns));
  CHECK(returns == loop.address);
  DO(spgc_patcher_restore(patcher, looping, &not_yet));
  DO(spgc_patcher_free(patcher));
}

static struct {
  spgc_patcher *patcher;
  spgc_patch_site_id site;
  bool done;
} loops;

static void *run_loops(void *ignored) {
  (void)ignored;
  DO(spgc_thread_attach(heap));
  do CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000);
  while (!__atomic_load_n(&loops.done, __ATOMIC_RELAXED));
  DO(spgc_thread_detach());
  return NULL;
}

/* The thread in the call is a managed one. */
static void puts_back(void) {
  counts();
  DO(spgc_patcher_restore(loops.patcher, loops.site, &running));
}

/* A statepoint becomes a call and is restored while threads execute it and collections stop
   them. */
static void while_threads_run(void) {
  spgc_record_query records = of_program(CODE(test_patched_loop), 42);
  spgc_stack_map_record record = only(&records);
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(counts));
  pthread_t threads[2];
  unsigned round;
  size_t thread;
  loops.patcher = patcher_near(heap, &record);
  DO(spgc_patcher_add(loops.patcher, SPGC_PATCH_SITE_STATEPOINT, 16, record.address, &loops.site));
  for (thread = 0; thread < 2; thread++) CHECK(pthread_create(&threads[thread], NULL, run_loops, NULL) == 0);
  for (round = 0; round < 200; round++) {
    unsigned before = __atomic_load_n(&counted, __ATOMIC_RELAXED);
    DO(spgc_patcher_write(loops.patcher, loops.site, &patch, &running, NULL));
    while (__atomic_load_n(&counted, __ATOMIC_RELAXED) == before) sched_yield();
    if (round % 10 == 0) DO(spgc_collect(SPGC_COLLECTION_YOUNG));
    DO(spgc_patcher_restore(loops.patcher, loops.site, &running));
  }
  __atomic_store_n(&loops.done, true, __ATOMIC_RELAXED);
  for (thread = 0; thread < 2; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  counted = 0;
  CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000 && counted == 0);
  patch.target = CODE(puts_back);
  DO(spgc_patcher_write(loops.patcher, loops.site, &patch, &running, NULL));
  CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000 && counted == 1);
  DO(spgc_patcher_free(loops.patcher));
}

int main(void) {
  struct space space = make_space();
  DO(spgc_heap_start(NULL, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  patchpoint(&space);
  statepoint(&space);
  conventions(&space);
  others();
  while_threads_run();
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
