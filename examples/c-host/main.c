/* The runtime of a toy language: runs the managed code of toy.ll on several threads, and compares
 * the results with those of the same computation in C.
 *
 *     toy-static [THREADS [STEPS]]
 */
#include <statepoint_gc.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Managed functions of toy.ll. They are called only by spgc_call(), so their parameters are not
 * declared. */
extern void toy_play(void), toy_sum(void);
/* Converts a function to the pointer type of spgc_call(). POSIX defines this conversion; ISO C does
 * not.  */
#define CODE(function) ((const void *)(uintptr_t)(function))

/* Type IDs; number of trees in a dictionary; number of different keys. */
enum { NODE = 1, DICTIONARY = 2, TEXT = 3, TREES = 16, KEYS = 4096 };

/* Ends the program with a message if a call of the library fails. */
#define CHECK_OK(call)                                                                  \
  do {                                                                                  \
    if ((call) != SPGC_OK) {                                                            \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, spgc_last_error()); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)

/* The parameters of one thread. */
typedef struct job {
  pthread_t thread;
  spgc_heap *heap;
  uint64_t seed, steps, expected;
  spgc_ref dictionary; /* a global reference, which is used after the thread has ended */
} job;

/* Returns the pseudorandom number of a step. */
static uint64_t number(uint64_t step) { return (step * 0x9e3779b97f4a7c15u) >> 8; }

/* Called by managed code through spgc_call_native, so it may block and call the library. */
uint64_t toy_number(uint64_t step) {
  if (step % 4096 == 0) CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  return number(step);
}

static void register_types(spgc_heap *heap) {
  static const size_t references[] = {8, 16, 32};
  const spgc_type types[] = {
      {.struct_size = sizeof(spgc_type), .id = NODE, .kind = SPGC_TYPE_FIXED, .size = 40,
       .references = references, .reference_count = 3},
      {.struct_size = sizeof(spgc_type), .id = DICTIONARY, .kind = SPGC_TYPE_REFERENCE_ARRAY},
      {.struct_size = sizeof(spgc_type), .id = TEXT, .kind = SPGC_TYPE_PLAIN_ARRAY,
       .element_size = 1},
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    CHECK_OK(spgc_type_register(heap, &types[i]));
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

/* Compares the sum of a dictionary with the expected one. The calling thread must be attached. */
static void check(const job *job) {
  spgc_argument argument = {job->dictionary, 0};
  uint64_t sum;
  CHECK_OK(spgc_call(CODE(toy_sum), &argument, 1, &sum));
  if (sum != job->expected) {
    fprintf(stderr, "seed %" PRIu64 ": the sum is %" PRIu64 ", expected %" PRIu64 "\n", job->seed,
            sum, job->expected);
    exit(1);
  }
}

/* Thread function: fills a dictionary and checks it. */
static void *work(void *data) {
  job *job = data;
  spgc_handle_scope scope;
  spgc_ref dictionary;
  CHECK_OK(spgc_thread_attach(job->heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_array_new(DICTIONARY, TREES, &dictionary));
  CHECK_OK(spgc_ref_new_global(dictionary, &job->dictionary));
  spgc_argument arguments[] = {{dictionary, 0}, {NULL, job->seed}, {NULL, job->steps}};
  CHECK_OK(spgc_call(CODE(toy_play), arguments, 3, NULL));
  check(job);
  CHECK_OK(spgc_handle_scope_close(scope));
  CHECK_OK(spgc_thread_detach());
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
  CHECK_OK(spgc_heap_start(&config, &heap));
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

  /* Checks that the dictionaries of all threads are intact after a collection that moves all
   * objects. */
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  for (uint64_t i = 0; i < threads; i++) {
    check(&jobs[i]);
    CHECK_OK(spgc_ref_release(jobs[i].dictionary));
  }
  CHECK_OK(spgc_thread_detach());

  spgc_collector_statistics statistics = {.size = sizeof statistics};
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK_OK(spgc_heap_shutdown(heap));
  printf("%" PRIu64 " dictionaries are correct\n", threads);
  printf("%" PRIu64 " young collections, %" PRIu64 " full\n", statistics.young_collections,
         statistics.full_collections);
  printf("%" PRIu64 " objects moved\n", statistics.counts.objects_moved);
  printf("pause p99 %.3f ms\n", (double)statistics.pause_ns.p99 / 1e6);
  free(jobs);
  return 0;
}
