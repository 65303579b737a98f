/* Tests generated code: several threads register, run and remove code while another thread
   collects. Each round copies a function to new memory, registers it by its sections or by a
   compiled table, and runs it. It also removes or retires an older function, and unmaps it, so a
   stack walk that still uses that function crashes. The first argument is the number of rounds of
   each thread. With a second one, all functions are registered by their sections. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <sys/mman.h>

extern void test_pair(void), test_left(void), test_list_hash(void);
/* The output of tests/src/generated.rs for tests/managed/generated.ll. */
extern const char generated_code[], generated_code_end[], generated_maps[], generated_maps_end[];
extern const char generated_eh_frame[], generated_eh_frame_end[];
extern const char generated_table[], generated_table_end[];
/* The addresses for which the code, .eh_frame and the compiled table were generated. */
extern const uint64_t generated_places[3];

/* KEPT: number of functions that each thread keeps registered. FUNCTION_ADDRESS: offset of the
   function's address in the stack map section. */
enum { THREADS = 4, KEPT = 8, PAGE = 4096, FUNCTION_ADDRESS = 16 };

static spgc_heap *heap;
static unsigned rounds = 100;
static bool done, only_sections;

/* A registered copy of the function. */
struct code {
  void *page;
  spgc_code_region_id region;
};

static size_t size_of(const char *first, const char *end) { return (size_t)(end - first); }

/* Compiled tables in memory. */
struct words {
  uint32_t words[1024];
  size_t count;
};

static void receive_words(void *data, const uint32_t *words, size_t count) {
  struct words *copy = data;
  CHECK(count > 0 && count <= sizeof copy->words / sizeof copy->words[0]);
  memcpy(copy->words, words, count * sizeof *words);
  copy->count = count;
}

/* How the function is registered: with its sections, with a table that the tool has compiled, or
   with one that the library has compiled, for a copy of the function at another address. */
enum form { SECTIONS, COMPILED, IN_MEMORY, FORMS };

/* The table that the library has compiled. */
static struct words in_memory;

/* Copies the function to a new page and registers it. */
static struct code generate(enum form form) {
  char maps[4096];
  size_t code_size = size_of(generated_code, generated_code_end);
  size_t maps_size = size_of(generated_maps, generated_maps_end);
  spgc_jit_region jit = {0};
  spgc_generated_function name = {0};
  struct code code;
  uint64_t moved;
  CHECK(code_size <= PAGE && maps_size <= sizeof maps);
  code.page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(code.page != MAP_FAILED);
  memcpy(code.page, generated_code, code_size);
  CHECK(mprotect(code.page, PAGE, PROT_READ | PROT_EXEC) == 0);
  __builtin___clear_cache((char *)code.page, (char *)code.page + code_size);
  moved = (uint64_t)(uintptr_t)code.page - generated_places[0];
  jit.size = sizeof jit;
  jit.code = code.page;
  jit.code_size = code_size;
  if (form == IN_MEMORY) {
    jit.tables = in_memory.words;
    jit.tables_words = in_memory.count;
    jit.tables_address = (uint64_t)(uintptr_t)code.page;
  } else if (form == COMPILED) {
    jit.tables = (const uint32_t *)(const void *)generated_table;
    jit.tables_words = size_of(generated_table, generated_table_end) / 4;
    jit.tables_address = generated_places[2] + moved;
  } else {
    uint64_t address = (uint64_t)(uintptr_t)code.page;
    memcpy(maps, generated_maps, maps_size);
    memcpy(maps + FUNCTION_ADDRESS, &address, sizeof address);
    jit.stack_maps = maps;
    jit.stack_maps_size = maps_size;
    jit.eh_frame = generated_eh_frame;
    jit.eh_frame_size = size_of(generated_eh_frame, generated_eh_frame_end);
    jit.eh_frame_address = generated_places[1] + moved;
  }
  if (form == SECTIONS && in_memory.count == 0)
    CHECK_OK(spgc_code_compile(&jit, receive_words, &in_memory));
  name.start = code.page;
  name.size = code_size;
  name.name = "generated";
  jit.functions = &name;
  jit.function_count = 1;
  CHECK_OK(spgc_code_register_jit(heap, &jit, &code.region));
  /* The library must not use the map after registration. It keeps only compiled tables. */
  memset(maps, 0xee, sizeof maps);
  return code;
}

static void remove_code(struct code code) {
  CHECK_OK(spgc_code_remove(heap, code.region));
  CHECK(munmap(code.page, PAGE) == 0);
}

/* Number of functions that were retired, and of those that were unmapped since. */
static size_t retired, unmapped;

/* Removes retired code that no stack has a frame in. */
static void on_unused(void *page, spgc_code_region_id region) {
  const struct code code = {page, region};
  remove_code(code);
  __atomic_fetch_add(&unmapped, 1, __ATOMIC_RELAXED);
}

static void retire_code(struct code code) {
  CHECK_OK(spgc_code_retire(heap, code.region, on_unused, code.page));
  __atomic_fetch_add(&retired, 1, __ATOMIC_RELAXED);
}

/* Computes the hash of a list of numbers like test_list_hash. */
static uint64_t hash(const uint64_t *numbers, unsigned count) {
  uint64_t result = 0;
  for (; count > 0; count--) result = result * UINT64_C(6364136223846793005) + *numbers++;
  return result;
}

static void *work(void *argument) {
  const void *calls[3];
  struct code kept[KEPT];
  unsigned round;
  uint64_t seed = (uintptr_t)argument;
  calls[0] = CODE(test_pair);
  calls[1] = CODE(test_left);
  calls[2] = CODE(test_list_hash);
  CHECK_OK(spgc_thread_attach(heap));
  for (round = 0; round < rounds; round++) {
    /* The collector ignores odd numbers, so they can be stored in reference fields. */
    uint64_t numbers[3], result, expected;
    spgc_argument arguments[3];
    struct code code = generate(only_sections ? SECTIONS : (enum form)(round % FORMS));
    numbers[0] = numbers[2] = 2 * (seed + round) + 1;
    numbers[1] = 2 * (seed ^ round) + 1;
    arguments[0] = word((uint64_t)(uintptr_t)calls);
    arguments[1] = word(numbers[0]);
    arguments[2] = word(numbers[1]);
    expected = hash(numbers, 3) + 3 * hash(numbers + 1, 2) + 5 * hash(numbers, 1) + 2;
    CHECK_OK(spgc_call(code.page, arguments, 3, &result));
    CHECK(result == expected);
    if (round >= KEPT) {
      /* Code that was registered KEPT rounds ago still works. */
      struct code old = kept[round % KEPT];
      CHECK_OK(spgc_call(old.page, arguments, 3, &result));
      CHECK(result == expected);
      if (round % 3 == 0)
        remove_code(old);
      else
        retire_code(old);
    }
    kept[round % KEPT] = code;
  }
  for (round = 0; round < KEPT; round++) remove_code(kept[round]);
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

static void *collect(void *argument) {
  (void)argument;
  CHECK_OK(spgc_thread_attach(heap));
  do CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  while (!__atomic_load_n(&done, __ATOMIC_RELAXED));
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t threads[THREADS], collector;
  spgc_collector_statistics statistics = {0};
  size_t thread, waiting = 1;
  if (count > 1) rounds = (unsigned)strtoul(arguments[1], NULL, 10);
  only_sections = count > 2;
  CHECK(rounds >= KEPT);
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  /* Compiles the table that the threads use. */
  remove_code(generate(SECTIONS));
  CHECK(in_memory.count > 0);
  CHECK(pthread_create(&collector, NULL, collect, NULL) == 0);
  for (thread = 0; thread < THREADS; thread++)
    CHECK(pthread_create(&threads[thread], NULL, work, (void *)(uintptr_t)(1000 * thread)) == 0);
  for (thread = 0; thread < THREADS; thread++) CHECK(pthread_join(threads[thread], NULL) == 0);
  __atomic_store_n(&done, true, __ATOMIC_RELAXED);
  CHECK(pthread_join(collector, NULL) == 0);
  CHECK_OK(spgc_code_search_retired(heap, &waiting));
  CHECK(waiting == 0 && unmapped == retired && retired >= rounds / 2);
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.young_collections > 0);
  /* In zeal mode each allocation collects, so stack walks have visited frames of generated code and
     moved objects to which they refer. */
  if (getenv("SPGC_ZEAL") != NULL) {
    CHECK(statistics.counts.frames_walked >= 2 * THREADS * rounds);
    CHECK(statistics.counts.objects_moved >= THREADS * rounds);
  }
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
