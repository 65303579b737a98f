/* Tests patching of code at stack map records, and thunks: calls each function of that part of the
   C interface and compares the result with a known value. The managed functions are in
   tests/managed/{frames,patched,thunks}.ll. */
#define _GNU_SOURCE
#include "patches.h"

#include <pthread.h>

enum { ROUNDS = 20 };

/* Number of calls of collect() and of count_call(). */
static unsigned collected, counted;

/* Native function: collects. Called by test_native, which a thunk calls. */
static uint64_t collect(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  CHECK_OK(spgc_collect(collected % 2 == 0 ? SPGC_COLLECTION_YOUNG : SPGC_COLLECTION_COMPACTING));
  collected++;
  return a + b + c + d + e;
}

/* Called in place of a statepoint, without a transition: it contains no safepoint. */
static void count_call(void) { __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED); }

static uint64_t twice(uint64_t x) { return 2 * x; }

/* Patches a call of a thunk into a patchpoint. The frame of the thunk pins an object that the
   record lists in a caller-saved register. */
static void patchpoint(struct space *space) {
  spgc_thunk_convention convention = {0};
  spgc_record_query records = of_program(CODE(test_thunk_native), 63);
  spgc_stack_map_record record = only(&records);
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_thunk *thunk;
  spgc_patch_site_id site;
  uint64_t sum = ROUNDS * (ROUNDS + 1) / 2, native = address(CODE(collect)), returns, again;
  uint64_t kept = statistics().counts.objects_kept, moved = statistics().counts.objects_moved;
  const void *target;
  spgc_patch patch;
  spgc_code_region_id region;
  convention.size = sizeof convention;
  convention.record = &records;
  CHECK_OK(spgc_thunk_new(&convention, CODE(test_native), &thunk));
  target = install(space, thunk, &region);
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == 0);
  patch = patch_of(SPGC_PATCH_CALL, target);
  patch.thunk = thunk;
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, &returns));
  CHECK(returns > record.address && returns <= record.address + 16);
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == ROUNDS);
  CHECK(statistics().counts.objects_kept >= kept + ROUNDS);
  CHECK(statistics().counts.objects_moved > moved);
  /* A thread that is stopped outside of the site does not prevent restoring it. */
  CHECK_OK(spgc_patcher_restore(patcher, site, stopped_at(&target, 1)));
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == ROUNDS);
  /* The heap has kept the record of the call, since threads could be in it. */
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &running, &again));
  CHECK(again == returns);
  CHECK(call(CODE(test_thunk_native), ROUNDS, native) == sum && collected == 2 * ROUNDS);
  CHECK_OK(spgc_patcher_restore(patcher, site, &running));
  CHECK_OK(spgc_patcher_remove(patcher, site));
  CHECK_OK(spgc_patcher_free(patcher));
  CHECK_OK(spgc_thunk_free(thunk));
  CHECK_OK(spgc_code_remove(heap, region));
}

/* Patches a call of a thunk into a statepoint. The thunk passes the values in an array, in which
   references are relocated, and writes a result register. */
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
  CHECK_OK(spgc_thunk_new(&convention, CODE(test_thunk_array), &thunk));
  CHECK_OK(spgc_thunk_values(thunk, words, 8, &count));
  CHECK(count == 4);
  for (index = 0; index < count; index++)
    CHECK(words[index].first == index && words[index].count == 1);
  CHECK_OK(spgc_thunk_results(thunk, words, 8, &count));
  CHECK(count == 1 && words[0].first == 0 && words[0].count == 1);
  patch = patch_of(SPGC_PATCH_CALL, install(space, thunk, &region));
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 16, record.address, &site));
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, &returns));
  CHECK(returns == record.address);
  CHECK(call(CODE(test_thunk_statepoint), ROUNDS,
             8) == 7 * ROUNDS * (ROUNDS + 1) / 2 + ROUNDS * ROUNDS);
  CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
  CHECK_OK(spgc_patcher_free(patcher));
  CHECK_OK(spgc_thunk_free(thunk));
  CHECK_OK(spgc_code_remove(heap, region));
}

static uint64_t return_40(void) { return 40; }

static void write_30(uint64_t *results) { results[0] = 30; }

/* The code of the last thunk that size_of() has made. */
static unsigned char last[PAGE];

/* Returns the size of the thunk with this convention. */
static size_t size_of(const spgc_thunk_convention *convention, const void *target) {
  spgc_thunk *thunk;
  const void *code;
  size_t size;
  CHECK_OK(spgc_thunk_new(convention, target, &thunk));
  CHECK_OK(spgc_thunk_code(thunk, &code, &size));
  CHECK(size <= sizeof last);
  memcpy(last, code, size);
  CHECK_OK(spgc_thunk_free(thunk));
  return size;
}

/* Tests thunk conventions that are not derived from a record alone. */
static void conventions(struct space *space) {
  static const uint16_t result[] = {0}, other[] = {1}; /* rax, rdx; x0, x1 */
  spgc_record_query records = of_program(CODE(test_thunk_native), 63);
  spgc_record_query plain = of_program(CODE(test_patched_patchpoint), 43);
  spgc_stack_map_record record = only(&plain);
  spgc_patcher *patcher = patcher_near(heap, &record);
  spgc_thunk_convention convention = {0};
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, NULL);
  spgc_thunk *thunk;
  spgc_patch_site_id site;
  spgc_code_region_id regions[2];
  unsigned char before[PAGE];
  size_t size, all, skipped;
  /* The size grows with the number of registers to preserve. */
  convention.size = sizeof convention;
  size = size_of(&convention, CODE(return_40));
  convention.preserve = SPGC_PRESERVE_CALLEE_SAVED;
  CHECK(size_of(&convention, CODE(return_40)) == size);
  convention.preserved = other;
  convention.preserved_count = 1;
  CHECK(size_of(&convention, CODE(return_40)) > size);
  convention.clobbered = other;
  convention.clobbered_count = 1;
  CHECK(size_of(&convention, CODE(return_40)) == size);
  convention.preserve = SPGC_PRESERVE_ALL;
  convention.clobbered = result;
  all = size_of(&convention, CODE(return_40));
  CHECK(all > 2 * size);
  convention.flags = SPGC_THUNK_PRESERVE_FLAGS;
  memcpy(before, last, all);
  CHECK(size_of(&convention, CODE(return_40)) >= all && memcmp(before, last, all) != 0);
  /* A thunk that returns the result of the function and preserves all other registers; then one in
     which the function writes the result register. */
  CHECK_OK(spgc_thunk_new(&convention, CODE(return_40), &thunk));
  patch.target = install(space, thunk, &regions[0]);
  CHECK_OK(spgc_thunk_free(thunk));
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 1, 2) == 42);
  convention.clobbered_count = 0;
  convention.written = result;
  convention.written_count = 1;
  CHECK_OK(spgc_thunk_new(&convention, CODE(write_30), &thunk));
  patch.target = install(space, thunk, &regions[1]);
  CHECK_OK(spgc_thunk_free(thunk));
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &running, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 1, 2) == 32);
  CHECK_OK(spgc_patcher_restore(patcher, site, &running));
  CHECK_OK(spgc_patcher_free(patcher));
  CHECK_OK(spgc_code_remove(heap, regions[0]));
  CHECK_OK(spgc_code_remove(heap, regions[1]));
  /* A thunk can skip the first values of a record. */
  memset(&convention, 0, sizeof convention);
  convention.size = sizeof convention;
  convention.record = &records;
  convention.flags = SPGC_THUNK_PASS_ARRAY;
  for (skipped = 0; skipped < 3; skipped++) {
    convention.skipped = skipped;
    CHECK_OK(spgc_thunk_new(&convention, CODE(write_30), &thunk));
    CHECK_OK(spgc_thunk_values(thunk, NULL, 0, &size));
    CHECK(size == 4 - skipped);
    CHECK_OK(spgc_thunk_free(thunk));
  }
}

/* Tests the other patches: calls without a thunk, jumps and instructions. */
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
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_PATCHPOINT, 16, record.address, &site));
  patch = patch_of(SPGC_PATCH_CALL, CODE(twice));
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_patchpoint), 20, 2) == 42);
  patch = patch_of(SPGC_PATCH_CODE, NULL);
  patch.code = doubled;
  patch.code_size = sizeof doubled;
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, stopped_at(NULL, 0), &returns));
  CHECK(returns == 0 && call(CODE(test_patched_patchpoint), 10, 1) == 21);
  CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
  records.id = 42;
  loop = only(&records);
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 16, loop.address, &looping));
  patch = patch_of(SPGC_PATCH_NO_OPS, NULL);
  CHECK_OK(spgc_patcher_write(patcher, looping, &patch, &not_yet, NULL));
  CHECK(call(CODE(test_patched_loop), 100, 0) == 100);
  patch = patch_of(SPGC_PATCH_JUMP, (const void *)(uintptr_t)loop.address);
  CHECK_OK(spgc_patcher_write(patcher, looping, &patch, &running, &returns));
  CHECK(returns == 0 && call(CODE(test_patched_loop), 100, 0) == 100);
  patch = patch_of(SPGC_PATCH_NO_RETURN_CALL, CODE(count_call));
  CHECK_OK(spgc_patcher_write(patcher, looping, &patch, &not_yet, &returns));
  CHECK(returns == loop.address);
  CHECK_OK(spgc_patcher_restore(patcher, looping, &not_yet));
  CHECK_OK(spgc_patcher_free(patcher));
}

/* State shared with the threads that run test_patched_loop. */
static struct {
  spgc_patcher *patcher;
  spgc_patch_site_id site;
  bool done;
} loops;

static void *run_loops(void *ignored) {
  (void)ignored;
  CHECK_OK(spgc_thread_attach(heap));
  do CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000);
  while (!__atomic_load_n(&loops.done, __ATOMIC_RELAXED));
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

/* Called in place of a statepoint, in managed state: restores the site that calls it. */
static void restore_own_site(void) {
  count_call();
  CHECK_OK(spgc_patcher_restore(loops.patcher, loops.site, &running));
}

/* Replaces a statepoint by a call and restores it, repeatedly, while threads execute it and
   collections stop them. */
static void while_threads_run(void) {
  spgc_record_query records = of_program(CODE(test_patched_loop), 42);
  spgc_stack_map_record record = only(&records);
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(count_call));
  pthread_t threads[2];
  unsigned round;
  size_t thread;
  loops.patcher = patcher_near(heap, &record);
  CHECK_OK(spgc_patcher_add(loops.patcher, SPGC_PATCH_SITE_STATEPOINT, 16, record.address,
                            &loops.site));
  for (thread = 0; thread < 2; thread++)
    CHECK(pthread_create(&threads[thread], NULL, run_loops, NULL) == 0);
  for (round = 0; round < 200; round++) {
    unsigned before = __atomic_load_n(&counted, __ATOMIC_RELAXED);
    CHECK_OK(spgc_patcher_write(loops.patcher, loops.site, &patch, &running, NULL));
    while (__atomic_load_n(&counted, __ATOMIC_RELAXED) == before) sched_yield();
    if (round % 10 == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    CHECK_OK(spgc_patcher_restore(loops.patcher, loops.site, &running));
  }
  __atomic_store_n(&loops.done, true, __ATOMIC_RELAXED);
  for (thread = 0; thread < 2; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  counted = 0;
  CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000 && counted == 0);
  patch.target = CODE(restore_own_site);
  CHECK_OK(spgc_patcher_write(loops.patcher, loops.site, &patch, &running, NULL));
  CHECK(call(CODE(test_patched_loop), 1000, 0) == 1000 && counted == 1);
  CHECK_OK(spgc_patcher_free(loops.patcher));
}

int main(void) {
  struct space space = make_space();
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  patchpoint(&space);
  statepoint(&space);
  conventions(&space);
  others();
  while_threads_run();
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
