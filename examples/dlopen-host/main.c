/* The runtime of a language whose code is in shared libraries. A thread loads a library when it
   needs * it, and unloads it when no other thread uses it, while other threads run managed code.
   Threads * apply filters to lists, and compare the results with arrays to which the same filters
   are applied. * *     filters-static [THREADS [LOADS]] */
#define _GNU_SOURCE
#include <statepoint_gc.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Type ID of list cells; number of filters; maximum length of a list. */
enum { CELL = 1, FILTERS = 4, MOST = 120 };

/* Prints an error message and ends the program. */
static void fail(const char *what, const char *reason) {
  fprintf(stderr, "%s: %s\n", what, reason);
  exit(1);
}
#define CHECK_OK(call) ((call) == SPGC_OK ? (void)0 : fail(#call, spgc_last_error()))
#define CHECK(condition) ((condition) ? (void)0 : fail(#condition, "check failed"))

static spgc_heap *heap;
static uint64_t loads_wanted, filtered;
static size_t resident_at_half;

/* A library that is loaded while any thread uses it. */
typedef struct library {
  const char *file;
  pthread_mutex_t lock;
  unsigned users;
  void *handle, *filter;
  spgc_code_region_id region;
} library;

/* The libraries are in the folder of the program. */
static library libraries[FILTERS] = {
    {.file = "$ORIGIN/extend.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/reverse.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/scale.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/drop.so", .lock = PTHREAD_MUTEX_INITIALIZER},
};

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static uint64_t loads;

/* Returns the resident memory of the process, in bytes. */
static size_t resident(void) {
  size_t all, pages;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%zu %zu", &all, &pages) == 2);
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Adds `more` to the number of loads, and returns the sum. Measures memory at half of the loads. */
static uint64_t count_loads(unsigned more) {
  pthread_mutex_lock(&counting);
  loads += more;
  if (more && loads == loads_wanted / 2) resident_at_half = resident();
  uint64_t now = loads;
  pthread_mutex_unlock(&counting);
  return now;
}

/* Loads a library unless it is loaded. Returns its function, which can be called until release().
   The * order of loading is: dlopen, register, call. */
static const void *acquire(library *library) {
  pthread_mutex_lock(&library->lock);
  if (library->users++ == 0) {
    library->handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL) fail("dlopen", dlerror());
    library->filter = dlsym(library->handle, "filter");
    CHECK(library->filter != NULL);
    CHECK_OK(spgc_code_register_image(heap, library->filter, &library->region));
    count_loads(1);
  }
  pthread_mutex_unlock(&library->lock);
  return library->filter;
}

/* Unloads a library when its last user releases it. The order of unloading is: wait until no thread
 * executes the code or will return into it, remove, dlclose. */
static void release(library *library) {
  pthread_mutex_lock(&library->lock);
  if (--library->users == 0) {
    CHECK_OK(spgc_code_remove(heap, library->region));
    CHECK(dlclose(library->handle) == 0);
    CHECK(dlopen(library->file, RTLD_NOW | RTLD_NOLOAD) == NULL);
  }
  pthread_mutex_unlock(&library->lock);
}

/* Applies a filter to an array. Returns its new length. */
static size_t model(unsigned filter, uint64_t *numbers, size_t count, uint64_t n) {
  size_t kept = 0;
  switch (filter) {
  case 0: /* extend */
    for (size_t i = count; i-- > 0;) numbers[i + n] = numbers[i];
    for (size_t i = 0; i < n; i++) numbers[i] = n - i;
    return count + n;
  case 1: /* reverse */
    for (size_t i = 0; i < count - i; i++) {
      uint64_t other = numbers[count - 1 - i] + n;
      numbers[count - 1 - i] = numbers[i] + n, numbers[i] = other;
    }
    return count;
  case 2: /* scale */
    for (size_t i = 0; i < count; i++) numbers[i] *= n;
    return count;
  default: /* drop */
    for (size_t i = 0; i < count; i++) {
      if ((numbers[i] + n) % 3 != 0) numbers[kept++] = numbers[i];
    }
    return kept;
  }
}

/* Compares a list with an array, by native code: no library needs to be loaded. */
static void compare(spgc_ref list, const uint64_t *numbers, size_t count) {
  spgc_handle_scope scope;
  CHECK_OK(spgc_handle_scope_open(&scope));
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    CHECK(list != NULL);
    CHECK_OK(spgc_load_word(list, 16, &number));
    CHECK(number == numbers[i]);
    CHECK_OK(spgc_load_ref(list, 8, &list));
  }
  CHECK(list == NULL);
  CHECK_OK(spgc_handle_scope_close(scope));
}

/* Thread function: applies random filters to a list until all loads are done. */
static void *work(void *seed) {
  uint64_t random = (uint64_t)(uintptr_t)seed, numbers[MOST], done = 0;
  size_t count = 0;
  spgc_ref list = NULL;
  CHECK_OK(spgc_thread_attach(heap));
  while (count_loads(0) < loads_wanted) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    unsigned filter = count < 30 ? 0 : random >> 33 & 3;
    uint64_t n = filter == 0 ? (random >> 40) % (MOST + 1 - count) : random >> 40;
    spgc_handle_scope scope;
    spgc_ref result;
    CHECK_OK(spgc_handle_scope_open(&scope));
    spgc_argument arguments[] = {{list, 0}, {NULL, n}};
    CHECK_OK(spgc_call_for_ref(acquire(&libraries[filter]), arguments, 2, &result));
    release(&libraries[filter]);
    /* The list stays valid after the code that created it was unloaded. */
    count = model(filter, numbers, count, n);
    if (random >> 60 == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    compare(result, numbers, count);
    CHECK_OK(spgc_ref_release(list));
    CHECK_OK(spgc_ref_new_global(result, &list));
    CHECK_OK(spgc_handle_scope_close(scope));
    done++;
  }
  CHECK_OK(spgc_ref_release(list));
  CHECK_OK(spgc_thread_detach());
  pthread_mutex_lock(&counting);
  filtered += done;
  pthread_mutex_unlock(&counting);
  return NULL;
}

int main(int count, char **arguments) {
  uint64_t threads = count > 1 ? strtoull(arguments[1], NULL, 10) : 2;
  loads_wanted = count > 2 ? strtoull(arguments[2], NULL, 10) : 10000;
  if (count > 3 || threads < 1 || threads > 1000 || loads_wanted < 2) {
    fprintf(stderr, "usage: %s [THREADS [LOADS]]\n", arguments[0]);
    return 2;
  }
  /* The program itself has no managed code. The heap is small, so that it adds little to the
   * program's resident memory. */
  spgc_config config = {.size = sizeof config, .flags = SPGC_CONFIG_WITHOUT_IMAGES,
                        .heap_max = (size_t)2 << 20, .nursery = (size_t)256 << 10};
  static const size_t references[] = {8};
  const spgc_type cell = {.struct_size = sizeof cell, .id = CELL, .kind = SPGC_TYPE_FIXED,
                          .size = 24, .references = references, .reference_count = 1};
  CHECK_OK(spgc_heap_start(&config, &heap));
  CHECK_OK(spgc_type_register(heap, &cell));

  pthread_t *running = calloc(threads, sizeof *running);
  CHECK(running != NULL);
  for (uint64_t i = 0; i < threads; i++) {
    CHECK(pthread_create(&running[i], NULL, work, (void *)(uintptr_t)(i + 1)) == 0);
  }
  for (uint64_t i = 0; i < threads; i++) pthread_join(running[i], NULL);
  free(running);

  size_t at_end = resident(), regions;
  spgc_collector_statistics statistics = {.size = sizeof statistics};
  CHECK_OK(spgc_code_count(heap, &regions));
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK_OK(spgc_heap_shutdown(heap));
  printf("%" PRIu64 " times a library was loaded and unloaded\n", loads);
  printf("%" PRIu64 " lists are correct\n", filtered);
  printf("%zu libraries are registered\n", regions);
  size_t growth = at_end > resident_at_half ? at_end - resident_at_half : 0;
  printf("%zu KiB more in memory than at half time\n", growth >> 10);
  printf("%zu KiB in memory\n", at_end >> 10);
  printf("%" PRIu64 " collections\n", statistics.young_collections + statistics.full_collections);
  printf("%" PRIu64 " objects moved\n", statistics.counts.objects_moved);
  return 0;
}
