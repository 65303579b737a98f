/* Tests patched polls, with each function of that part of the C interface. The managed functions
   are in tests/managed/polls.ll. */
#define _GNU_SOURCE
#include "patches.h"
#include "tables.h"

#include <pthread.h>

enum { SPINNERS = 3 };

/* Element 0 is set to end all loops. A thread sets its own element when it has reached its loop. */
static uint32_t spinning[SPINNERS + 1];

static void *spin(void *number) {
  CHECK_OK(spgc_thread_attach(heap));
  CHECK(call(CODE(patched_polls_test_polls_spin), address(spinning),
             (uintptr_t)number) == (uintptr_t)number);
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

/* Checks that collections stop threads whose polls are no-ops until they are patched. */
static void collect_while_threads_spin(void) {
  pthread_t threads[SPINNERS];
  spgc_collector_statistics before, after;
  size_t thread, round;
  memset(spinning, 0, sizeof spinning);
  for (thread = 0; thread < SPINNERS; thread++)
    CHECK(pthread_create(&threads[thread], NULL, spin, (void *)(uintptr_t)thread) == 0);
  for (thread = 1; thread <= SPINNERS; thread++)
    while (__atomic_load_n(&spinning[thread], __ATOMIC_RELAXED) == 0) sched_yield();
  before = statistics();
  for (round = 0; round < 20; round++)
    CHECK_OK(spgc_collect(round % 2 == 0 ? SPGC_COLLECTION_YOUNG : SPGC_COLLECTION_COMPACTING));
  after = statistics();
  __atomic_store_n(&spinning[0], 1, __ATOMIC_RELAXED);
  for (thread = 0; thread < SPINNERS; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  CHECK(after.pause_ns.count >= before.pause_ns.count + 20);
  CHECK(after.counts.frames_walked >= before.counts.frames_walked + 20 * SPINNERS);
  CHECK(after.counts.records_matched - before.counts.records_matched ==
        after.counts.frames_walked - before.counts.frames_walked);
  CHECK(after.counts.objects_moved >= before.counts.objects_moved + SPINNERS);
}

/* Polls of the code of this program. */
static void polls(void) {
  spgc_code_region_id program, same;
  size_t count;
  CHECK_OK(spgc_patched_polls_count(heap, &count));
  CHECK(count == 0);
  CHECK_OK(spgc_patched_polls_add_image(heap, CODE(patched_polls_test_polls_spin)));
  CHECK_OK(spgc_patched_polls_count(heap, &count));
  CHECK(count >= 4);
  collect_while_threads_spin();
  CHECK(call(CODE(patched_polls_test_polls_sum), 100, 0) == 5050);
  CHECK_OK(spgc_code_region_at(heap, CODE(patched_polls_test_polls_sum), &program));
  CHECK_OK(spgc_code_region_at(heap, CODE(test_native), &same));
  CHECK(program.number == same.number && program.start == same.start);
  CHECK_OK(spgc_patched_polls_remove(heap, program));
  CHECK_OK(spgc_patched_polls_count(heap, &count));
  CHECK(count == 0);
  /* The polls are no-ops again, also in zeal mode. */
  CHECK(call(CODE(patched_polls_test_polls_sum), 100, 0) == 5050);
}

/* Returns whether code that was changed through another mapping is executed as changed. qemu before
   8.1 executes its earlier translation. */
static bool other_mapping_is_seen(void) {
#ifdef __x86_64__
  static const unsigned char returns[2][6] = {{0xb8, 1, 0, 0, 0, 0xc3},
                                              {0xb8, 2, 0, 0, 0, 0xc3}}; /* mov $N, %eax; ret */
#else
  static const uint32_t returns[2][2] = {{0x52800020, 0xd65f03c0},
                                         {0x52800040, 0xd65f03c0}}; /* mov w0, #N; ret */
#endif
  struct space space = make_space();
  uint32_t (*function)(void) = (uint32_t (*)(void))(uintptr_t)space.code;
  uint32_t result = 0;
  size_t version;
  for (version = 0; version < 2; version++) {
    memcpy(space.writable, returns[version], sizeof returns[version]);
    __builtin___clear_cache(space.code, space.code + sizeof returns[version]);
    result = function();
  }
  CHECK(munmap(space.code, SPACE) == 0 && munmap(space.writable, SPACE) == 0);
#ifndef EMULATED
  CHECK(result == 2);
#endif
  return result == 2;
}

/* Polls of generated code: first in memory that is mapped twice, then patched in place. */
static void polls_of_generated_code(void) {
  spgc_config config = {0};
  spgc_jit_region jit = {0};
  spgc_poll_parameters code = {0};
  struct tables tables = unwind_tables();
  const char *start;
  spgc_code_region_id region;
  spgc_handle_scope scope;
  spgc_ref box;
  size_t count, twice;
  config.size = sizeof config;
  config.flags = SPGC_CONFIG_WITHOUT_IMAGES | SPGC_CONFIG_PATCHED_POLLS;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  jit.size = sizeof jit;
  code.size = sizeof code;
  code.writable = share((const void *)CODE(patched_polls_test_polls_spin), &start, &jit.code_size);
  if (!other_mapping_is_seen()) {
    fputs("polls are patched in place: this emulator does not see the other mapping\n", stderr);
    code.writable = NULL;
  }
  jit.code = start;
  jit.stack_maps = polls_maps;
  jit.stack_maps_size = (size_t)(polls_maps_end - polls_maps);
  jit.eh_frame = tables.start;
  jit.eh_frame_size = tables.size;
  for (twice = 0; twice < 2; twice++) {
    CHECK_OK(spgc_code_register_jit(heap, &jit, &region));
    CHECK_OK(spgc_patched_polls_add_jit(heap, region, twice == 0 ? &code : NULL));
    CHECK_OK(spgc_patched_polls_count(heap, &count));
    CHECK(count >= 4);
    collect_while_threads_spin();
    /* The polls are removed with their code. */
    CHECK_OK(spgc_code_remove(heap, region));
    CHECK_OK(spgc_patched_polls_count(heap, &count));
    CHECK(count == 0);
  }
  /* The polls are also removed when the heap is destroyed, although a global reference remains. */
  CHECK_OK(spgc_code_register_jit(heap, &jit, &region));
  code.id = POLL_ID;
  code.bytes = POLL_BYTES;
  code.target = CODE(patched_polls_test_polls_thunk);
  CHECK_OK(spgc_patched_polls_add_jit(heap, region, &code));
  collect_while_threads_spin();
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_object_new(BOX, &box));
  CHECK_OK(spgc_ref_new_global(box, &box));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  CHECK_OK(spgc_heap_start(&config, &heap));
  CHECK_OK(spgc_code_register_jit(heap, &jit, &region));
  CHECK_OK(spgc_patched_polls_add_jit(heap, region, &code));
  CHECK_OK(spgc_heap_shutdown(heap));
  CHECK_OK(spgc_ref_release(box));
}

int main(void) {
  spgc_config config = {0};
  config.size = sizeof config;
  config.flags = SPGC_CONFIG_PATCHED_POLLS;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  polls();
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  polls_of_generated_code();
  puts("done");
  return 0;
}
