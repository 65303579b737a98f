// Worker threads allocate small trees continuously, and store one in eight into a table, as
// managed/pause.ll does. Arguments: THREADS CHUNKS LENGTH MILLISECONDS RATE.
// Each thread replaces at most RATE trees in a second; any number if RATE is 0.
//
// An observer thread sleeps repeatedly for a millisecond and measures how much longer each sleep
// takes. With -DARENA, the lower bound, a new tree is built in the memory of the tree that it
// replaces.

#include "../common/peer.h"
#include <errno.h>

enum { HEIGHT = 6, TREE_NODES = 127, TREE_SUM = 120, SLEEP_NS = 1000000, BATCH = 16 };

struct node {
#ifdef ARENA
  uint64_t header;
#endif
  struct node *left, *right;
  uint64_t number;
};

static uint64_t threads, chunks, length, rate;
static volatile int started, stop;
static uint64_t ready;

static struct node *tree(uint64_t height) {
  struct node *node = allocate(sizeof *node);
  *node = (struct node){.number = height};
  if (height) {
    node->left = tree(height - 1);
    node->right = tree(height - 1);
  }
  return node;
}

static uint64_t sum(const struct node *node) {
  return node ? sum(node->left) + sum(node->right) + node->number : 0;
}

static void drop(struct node *node) {
  if (node->left) {
    drop(node->left);
    drop(node->right);
  }
  free(node);
}

// Replaces the tree in this slot of the table by a new one.
static void replace(struct node **slot) {
#ifdef ARENA
  mark end = set_mark();
  if (*slot)
    reset_to((mark)*slot);
  *slot = tree(HEIGHT);
  if (arena_next < end)
    reset_to(end);
#else
  struct node *old = *slot;
  *slot = tree(HEIGHT);
  if (FREES && old)
    drop(old);
#endif
}

static void *table_memory(size_t size) {
#ifdef BOEHM
  return or_die(GC_MALLOC(size));
#else
  return or_die(calloc(1, size));
#endif
}

static struct node ***new_table(void) {
  struct node ***table = table_memory(chunks * sizeof *table);
  for (uint64_t i = 0; i < chunks; i++) {
    table[i] = table_memory(length * sizeof **table);
    for (uint64_t j = 0; j < length; j++)
      replace(&table[i][j]);
  }
  return table;
}

struct worker {
  pthread_t thread;
  uint64_t seed, operations, sum;
};

static uint64_t make_dying_trees(void) {
  uint64_t total = 0;
  for (int k = 0; k < 7; k++) {
    mark mark = set_mark();
    struct node *dying = tree(HEIGHT);
    total += sum(dying);
    if (FREES)
      drop(dying);
    reset_to(mark);
  }
  return total;
}

// Sleeps for this number of nanoseconds.
static void sleep_ns(long time) {
  struct timespec left = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
  // The collector may interrupt a sleeping thread with a signal.
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
    ;
}

static void *work(void *argument) {
  struct worker *worker = argument;
  arena_open();
  struct node ***table = new_table();
  __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
  while (!started)
    sleep_ns(SLEEP_NS);
  uint64_t state = worker->seed, begin = now();
  while (!stop) {
    if (make_dying_trees() != 7 * TREE_SUM) {
      fputs("a tree has a wrong sum\n", stderr);
      exit(1);
    }
    uint64_t index = next_random(&state) % (chunks * length);
    replace(&table[index / length][index % length]);
    worker->operations++;
    if (rate && worker->operations % BATCH == 0) {
      uint64_t due = begin + worker->operations * 1000000000 / rate, time = now();
      if (due > time)
        sleep_ns((long)(due - time));
    }
  }
  for (uint64_t i = 0; i < chunks; i++)
    for (uint64_t j = 0; j < length; j++)
      worker->sum += sum(table[i][j]);
  return NULL;
}

enum { MAX_SLEEPS = 1 << 20 };
static uint64_t sleeps[MAX_SLEEPS], sleep_count;

static void *observe(void *argument) {
  (void)argument;
  while (!started)
    sleep_ns(SLEEP_NS);
  while (!stop && sleep_count < MAX_SLEEPS) {
    uint64_t begin = now();
    sleep_ns(SLEEP_NS);
    uint64_t time = now() - begin;
    sleeps[sleep_count++] = time > SLEEP_NS ? time - SLEEP_NS : 0;
  }
  return NULL;
}

int main(int count, char **arguments) {
  threads = argument(count, arguments, 1);
  chunks = argument(count, arguments, 2);
  length = argument(count, arguments, 3);
  rate = argument(count, arguments, 5);
  uint64_t milliseconds = argument(count, arguments, 4);
  collector_begin();
  struct worker *workers = or_die(calloc(threads, sizeof *workers));
  pthread_t observer;
  for (uint64_t t = 0; t < threads; t++) {
    workers[t].seed = t + 1;
    if (pthread_create(&workers[t].thread, NULL, work, &workers[t]))
      return 1;
  }
  if (pthread_create(&observer, NULL, observe, NULL))
    return 1;
  while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < threads)
    sleep_ns(SLEEP_NS);
  collector_record(1);
  uint64_t begin = now();
  started = 1;
  while (now() - begin < milliseconds * 1000000)
    sleep_ns(20 * SLEEP_NS);
  stop = 1;
  collector_record(0);
  uint64_t wall = now() - begin;
  uint64_t operations = 0, result = 0;
  for (uint64_t t = 0; t < threads; t++) {
    pthread_join(workers[t].thread, NULL);
    operations += workers[t].operations;
    result += workers[t].sum;
  }
  pthread_join(observer, NULL);
  print("wall_ns", wall);
  print("operations", operations);
  print("result", result);
  for (uint64_t i = 0; i < sleep_count; i++)
    print("oversleep_ns", sleeps[i]);
  collector_print();
}
