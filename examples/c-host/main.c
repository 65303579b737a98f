/* The runtime of a toy language: runs the managed code of toy.ll on several threads, and compares
 * the results with those of the same program without a heap.
 *
 *     toy-static [THREADS [STEPS]]
 */
#include <statepoint_gc.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Managed functions. toy.ll has their parameters; they are called by spgc_call() only. */
extern void toy_play(void), toy_sum(void);
/* A function as spgc_call() takes it: ISO C does not convert a function pointer to an object
 * pointer, POSIX does. */
#define CODE(function) ((const void *)(uintptr_t)(function))

enum { NODE = 1, DICTIONARY = 2, TEXT = 3, TREES = 16, KEYS = 4096 };

/* Ends the program with a message if a function of the library fails. */
#define DO(call)                                                                        \
  do {                                                                                  \
    if ((call) != SPGC_OK) {                                                            \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, spgc_last_error()); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)

typedef struct job {
  pthread_t thread;
  spgc_heap *heap;
  uint64_t seed, steps, expected;
  spgc_ref dictionary; /* global: for all threads; outlives the thread that made it */
} job;

static uint64_t number(uint64_t step) { return (step * 0x9e3779b97f4a7c15u) >> 8; }

/* Managed code calls this by spgc_call_native: it may block, use the library, and collect. */
uint64_t toy_number(uint64_t step) {
  if (step % 4096 == 0) DO(spgc_collect(SPGC_COLLECTION_YOUNG));
  return number(step);
}

static void register_types(spgc_heap *heap) {
  static const size_t references[] = {8, 16, 32};
  const spgc_type types[] = {
      {.struct_size = sizeof(spgc_type), .id = NODE, .kind = SPGC_TYPE_FIXED, .size = 40,
       .references = references, .reference_count = 3},
      {.struct_size = sizeof(spgc_type), .id = DICTIONARY, .kind = SPGC_TYPE_REFERENCE_ARRAY},
      {.struct_size = sizeof(spgc_type), .id = TEXT, .kind = SPGC_TYPE_PLAIN_ARRAY, .element_size = 1},
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) DO(spgc_type_register(heap, &types[i]));
}

/* Returns the sum that toy_sum() must return after toy_play(). */
static uint64_t expected(uint64_t seed, uint64_t steps) {
  uint64_t weights[KEYS] = {0}, sum = 0;
  for (uint64_t step = 0; step < steps; step++) {
    uint64_t weight = number(step);
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    if (step % 2 == 1) {
      weight = 0;
      for (uint64_t at = 0; at < 8 + step % 24; at++) weight += (step + at) & 255;
    }
    weights[(seed >> 33) % KEYS] = weight;
  }
  for (uint64_t key = 0; key < KEYS; key++) sum += (key + 1) * weights[key];
  return sum;
}

/* Requires a scope of the calling thread, which must be attached. */
static void check(const job *job) {
  spgc_argument argument = {job->dictionary, 0};
  uint64_t sum;
  DO(spgc_call(CODE(toy_sum), &argument, 1, &sum));
  if (sum != job->expected) {
    fprintf(stderr, "seed %" PRIu64 ": %" PRIu64 ", not %" PRIu64 "\n", job->seed, sum, job->expected);
    exit(1);
  }
}

static void *work(void *data) {
  job *job = data;
  spgc_handle_scope scope;
  spgc_ref dictionary;
  DO(spgc_thread_attach(job->heap));
  DO(spgc_handle_scope_open(&scope));
  DO(spgc_array_new(DICTIONARY, TREES, &dictionary));
  DO(spgc_ref_new_global(dictionary, &job->dictionary));
  spgc_argument arguments[] = {{dictionary, 0}, {NULL, job->seed}, {NULL, job->steps}};
  DO(spgc_call(CODE(toy_play), arguments, 3, NULL));
  check(job);
  DO(spgc_handle_scope_close(scope));
  DO(spgc_thread_detach());
  return NULL;
}

int main(int count, char **arguments) {
  uint64_t threads = count > 1 ? strtoull(arguments[1], NULL, 10) : 4;
  uint64_t steps = count > 2 ? strtoull(arguments[2], NULL, 10) : 200000;
  if (count > 3 || threads < 1 || threads > 1000 || steps < 1) {
    fprintf(stderr, "usage: %s [THREADS [STEPS]]\n", arguments[0]);
    return 2;
  }
  spgc_heap *heap;
  spgc_config config = {.size = sizeof config, .heap_max = (size_t)256 << 20};
  DO(spgc_heap_start(&config, &heap));
  register_types(heap);

  job *jobs = calloc(threads, sizeof *jobs);
  if (jobs == NULL) return perror("calloc"), 1;
  for (uint64_t i = 0; i < threads; i++) {
    jobs[i].heap = heap, jobs[i].seed = i + 1, jobs[i].steps = steps;
    jobs[i].expected = expected(i + 1, steps);
    if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) != 0) {
      fputs("pthread_create failed\n", stderr);
      return 1;
    }
  }
  for (uint64_t i = 0; i < threads; i++) pthread_join(jobs[i].thread, NULL);

  /* All objects that the threads left are intact after all objects have moved. */
  DO(spgc_thread_attach(heap));
  DO(spgc_collect(SPGC_COLLECTION_COMPACTING));
  for (uint64_t i = 0; i < threads; i++) {
    check(&jobs[i]);
    DO(spgc_ref_release(jobs[i].dictionary));
  }
  DO(spgc_thread_detach());

  spgc_collector_statistics statistics = {.size = sizeof statistics};
  DO(spgc_heap_statistics(heap, &statistics));
  DO(spgc_heap_shutdown(heap));
  printf("%" PRIu64 " dictionaries are right\n", threads);
  printf("%" PRIu64 " young collections, %" PRIu64 " full\n", statistics.young_collections,
         statistics.full_collections);
  printf("%" PRIu64 " objects moved\n", statistics.counts.objects_moved);
  printf("pause p99 %.3f ms\n", (double)statistics.pause_ns.p99 / 1e6);
  free(jobs);
  return 0;
}
