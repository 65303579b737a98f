/* Patched polls: each function of that part of the header. The managed functions are those of
   tests/managed/polls.ll. */
#define _GNU_SOURCE
#include "patches.h"
#include "tables.h"

#include <pthread.h>

enum { SPINNERS = 3 };

/* The first word ends all loops; each of the others tells that a thread has reached its loop. */
static uint32_t spinning[SPINNERS + 1];

static void *spin(void *number) {
  DO(spgc_thread_attach(heap));
  CHECK(call(CODE(patched_polls_test_polls_spin), address(spinning), (uintptr_t)number) == (uintptr_t)number);
  DO(spgc_thread_detach());
  return NULL;
}

/* Collections stop threads that only poll, by polls that are no-ops. */
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
    DO(spgc_collect(round % 2 == 0 ? SPGC_COLLECTION_YOUNG : SPGC_COLLECTION_COMPACTING));
  after = statistics();
  __atomic_store_n(&spinning[0], 1, __ATOMIC_RELAXED);
  for (thread = 0; thread < SPINNERS; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  CHECK(after.pause_ns.count >= before.pause_ns.count + 20);
  CHECK(after.counts.frames_walked >= before.counts.frames_walked + 20 * SPINNERS);
  CHECK(after.counts.records_matched - before.counts.records_matched ==
        after.counts.frames_walked - before.counts.frames_walked);
  CHECK(after.counts.objects_moved >= before.counts.objects_moved + SPINNERS);
}

static void polls(void) {
  spgc_code_region_id program, same;
  size_t count;
  DO(spgc_patched_polls_count(heap, &count));
  CHECK(count == 0);
  DO(spgc_patched_polls_add_image(heap, CODE(patched_polls_test_polls_spin)));
  DO(spgc_patched_polls_count(heap, &count));
  CHECK(count >= 4);
  collect_while_threads_spin();
  CHECK(call(CODE(patched_polls_test_polls_sum), 100, 0) == 5050);
  DO(spgc_code_region_at(heap, CODE(patched_polls_test_polls_sum), &program));
  DO(spgc_code_region_at(heap, CODE(test_native), &same));
  CHECK(program.number == same.number && program.start == same.start);
  DO(spgc_patched_polls_remove(heap, program));
  DO(spgc_patched_polls_count(heap, &count));
  CHECK(count == 0);
  /* They are no-ops whatever zeal mode does at polls. */
  CHECK(call(CODE(patched_polls_test_polls_sum), 100, 0) == 5050);
}

/* Returns whether a change of code that was written through another mapping is executed. Emulators
   before qemu 8.1 execute their earlier translation. */
static bool other_mapping_is_seen(void) {
#ifdef __x86_64__
  static const unsigned char returns[2][6] = {{0xb8, 1, 0, 0, 0, 0xc3}, {0xb8, 2, 0, 0, 0, 0xc3}}; /* mov $1, %eax; ret */
#else
  static const uint32_t returns[2][2] = {{0x52800020, 0xd65f03c0}, {0x52800040, 0xd65f03c0}}; /* mov w0, #1; ret */
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

/* Polls of generated code, whose memory is mapped twice, and then as if it were mapped once. */
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
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  jit.size = sizeof jit;
  code.size = sizeof code;
  code.writable = share((const void *)CODE(patched_polls_test_polls_spin), &start, &jit.code_size);
  if (!other_mapping_is_seen()) {
    fputs("polls are written where they are executed: this emulator does not see the other mapping\n", stderr);
    code.writable = NULL;
  }
  jit.code = start;
  jit.stack_maps = polls_maps;
  jit.stack_maps_size = (size_t)(polls_maps_end - polls_maps);
  jit.eh_frame = tables.start;
  jit.eh_frame_size = tables.size;
  for (twice = 0; twice < 2; twice++) {
    DO(spgc_code_register_jit(heap, &jit, &region));
    DO(spgc_patched_polls_add_jit(heap, region, twice == 0 ? &code : NULL));
    DO(spgc_patched_polls_count(heap, &count));
    CHECK(count >= 4);
    collect_while_threads_spin();
    /* The polls are removed with their code. */
    DO(spgc_code_remove(heap, region));
    DO(spgc_patched_polls_count(heap, &count));
    CHECK(count == 0);
  }
  /* The polls are also removed with the heap, of which something remains. */
  DO(spgc_code_register_jit(heap, &jit, &region));
  code.id = 1347374156;
  code.bytes = POLL_BYTES;
  code.target = CODE(patched_polls_test_polls_thunk);
  DO(spgc_patched_polls_add_jit(heap, region, &code));
  collect_while_threads_spin();
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_object_new(BOX, &box));
  DO(spgc_ref_new_global(box, &box));
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  DO(spgc_heap_start(&config, &heap));
  DO(spgc_code_register_jit(heap, &jit, &region));
  DO(spgc_patched_polls_add_jit(heap, region, &code));
  DO(spgc_heap_shutdown(heap));
  DO(spgc_ref_release(box));
}

int main(void) {
  spgc_config config = {0};
  config.size = sizeof config;
  config.flags = SPGC_CONFIG_PATCHED_POLLS;
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);
  DO(spgc_thread_attach(heap));
  polls();
  DO(spgc_thread_detach());
  DO(spgc_heap_shutdown(heap));
  polls_of_generated_code();
  puts("done");
  return 0;
}
