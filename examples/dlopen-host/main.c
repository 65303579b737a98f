/* The runtime of a language whose code comes in shared libraries. They are loaded when a thread
 * needs them and unloaded when no thread does, while other threads run. Threads apply filters to
 * lists, and compare the results with those of arrays.
 *
 *     filters-static [THREADS [LOADS]]
 */
#define _GNU_SOURCE
#include <statepoint_gc.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CELL = 1, FILTERS = 4, MOST = 120 };

/* Ends the program with the reason `why`. */
static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}
#define DO(call) ((call) == SPGC_OK ? (void)0 : fail(#call, spgc_last_error()))
#define CHECK(condition) ((condition) ? (void)0 : fail(#condition, "is not so"))

static spgc_heap *heap;
static uint64_t loads_wanted, filtered;
static size_t resident_at_half;

/* A library that is loaded as long as any thread uses it. */
typedef struct library {
  const char *file;
  pthread_mutex_t lock;
  unsigned users;
  void *handle, *filter;
  spgc_code_region_id region;
} library;

/* Loaded from the folder of the program. */
static library libraries[FILTERS] = {
    {.file = "$ORIGIN/extend.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/reverse.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/scale.so", .lock = PTHREAD_MUTEX_INITIALIZER},
    {.file = "$ORIGIN/drop.so", .lock = PTHREAD_MUTEX_INITIALIZER},
};

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static uint64_t loads;

static size_t resident(void) {
  size_t all, pages;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%zu %zu", &all, &pages) == 2);
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Adds `more` to the number of loads and returns it. */
static uint64_t count_loads(unsigned more) {
  pthread_mutex_lock(&counting);
  loads += more;
  if (more && loads == loads_wanted / 2) resident_at_half = resident();
  uint64_t now = loads;
  pthread_mutex_unlock(&counting);
  return now;
}

/* Returns managed code that can be called until release(). Order of loading: dlopen, register,
 * call. */
static const void *acquire(library *library) {
  pthread_mutex_lock(&library->lock);
  if (library->users++ == 0) {
    library->handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL) fail("dlopen", dlerror());
    library->filter = dlsym(library->handle, "filter");
    CHECK(library->filter != NULL);
    DO(spgc_code_register_image(heap, library->filter, &library->region));
    count_loads(1);
  }
  pthread_mutex_unlock(&library->lock);
  return library->filter;
}

/* Order of unloading: once no thread executes the code or will return into it, remove, then
 * dlclose. */
static void release(library *library) {
  pthread_mutex_lock(&library->lock);
  if (--library->users == 0) {
    DO(spgc_code_remove(heap, library->region));
    CHECK(dlclose(library->handle) == 0);
    CHECK(dlopen(library->file, RTLD_NOW | RTLD_NOLOAD) == NULL);
  }
  pthread_mutex_unlock(&library->lock);
}

/* Does to an array what the filter does to a list. */
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

/* Native code reads the list; this requires no library to be loaded. */
static void compare(spgc_ref list, const uint64_t *numbers, size_t count) {
  spgc_handle_scope scope;
  DO(spgc_handle_scope_open(&scope));
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    CHECK(list != NULL);
    DO(spgc_load_word(list, 16, &number));
    CHECK(number == numbers[i]);
    DO(spgc_load_ref(list, 8, &list));
  }
  CHECK(list == NULL);
  DO(spgc_handle_scope_close(scope));
}

static void *work(void *seed) {
  uint64_t random = (uint64_t)(uintptr_t)seed, numbers[MOST], done = 0;
  size_t count = 0;
  spgc_ref list = NULL;
  DO(spgc_thread_attach(heap));
  while (count_loads(0) < loads_wanted) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    unsigned filter = count < 30 ? 0 : random >> 33 & 3;
    uint64_t n = filter == 0 ? (random >> 40) % (MOST + 1 - count) : random >> 40;
    spgc_handle_scope scope;
    spgc_ref result;
    DO(spgc_handle_scope_open(&scope));
    spgc_argument arguments[] = {{list, 0}, {NULL, n}};
    DO(spgc_call_for_ref(acquire(&libraries[filter]), arguments, 2, &result));
    release(&libraries[filter]);
    /* The list outlives the code that made it. */
    count = model(filter, numbers, count, n);
    if (random >> 60 == 0) DO(spgc_collect(SPGC_COLLECTION_YOUNG));
    compare(result, numbers, count);
    DO(spgc_ref_release(list));
    DO(spgc_ref_new_global(result, &list));
    DO(spgc_handle_scope_close(scope));
    done++;
  }
  DO(spgc_ref_release(list));
  DO(spgc_thread_detach());
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
  spgc_config config = {.size = sizeof config, .flags = SPGC_CONFIG_WITHOUT_IMAGES, .heap_max = (size_t)2 << 20,
                        .nursery = (size_t)256 << 10};
  static const size_t references[] = {8};
  const spgc_type cell = {.struct_size = sizeof cell, .id = CELL, .kind = SPGC_TYPE_FIXED, .size = 24,
                          .references = references, .reference_count = 1};
  DO(spgc_heap_start(&config, &heap));
  DO(spgc_type_register(heap, &cell));

  pthread_t *running = calloc(threads, sizeof *running);
  CHECK(running != NULL);
  for (uint64_t i = 0; i < threads; i++) {
    CHECK(pthread_create(&running[i], NULL, work, (void *)(uintptr_t)(i + 1)) == 0);
  }
  for (uint64_t i = 0; i < threads; i++) pthread_join(running[i], NULL);
  free(running);

  size_t at_end = resident(), regions;
  spgc_collector_statistics statistics = {.size = sizeof statistics};
  DO(spgc_code_count(heap, &regions));
  DO(spgc_heap_statistics(heap, &statistics));
  DO(spgc_heap_shutdown(heap));
  printf("%" PRIu64 " times a library was loaded and unloaded\n", loads);
  printf("%" PRIu64 " lists are right\n", filtered);
  printf("%zu libraries are registered\n", regions);
  printf("%zu KiB more in memory than at half time\n", at_end > resident_at_half ? (at_end - resident_at_half) >> 10 : 0);
  printf("%zu KiB in memory\n", at_end >> 10);
  printf("%" PRIu64 " collections\n", statistics.young_collections + statistics.full_collections);
  printf("%" PRIu64 " objects moved\n", statistics.counts.objects_moved);
  return 0;
}
