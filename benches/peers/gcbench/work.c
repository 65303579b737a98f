// GCBench, after Ellis, Kovac and Boehm: each thread does the work of managed/gcbench.ll.
// Arguments: SCALE THREADS.

#include "../common/peer.h"

struct node {
#ifdef ARENA
  uint64_t header;
#endif
  struct node *left, *right;
  int32_t i, j;
};

static struct node *new_node(struct node *left, struct node *right) {
  struct node *node = allocate(sizeof *node);
  *node = (struct node){.left = left, .right = right};
  return node;
}

static void populate(uint64_t depth, struct node *node) {
  if (depth == 0)
    return;
  node->left = new_node(NULL, NULL);
  node->right = new_node(NULL, NULL);
  populate(depth - 1, node->left);
  populate(depth - 1, node->right);
}

static struct node *make(uint64_t depth) {
  if (depth == 0)
    return new_node(NULL, NULL);
  struct node *left = make(depth - 1);
  struct node *right = make(depth - 1);
  return new_node(left, right);
}

static void drop(struct node *node) {
  if (node->left)
    drop(node->left);
  if (node->right)
    drop(node->right);
  free(node);
}

static uint64_t spine(const struct node *node) {
  uint64_t nodes = 0;
  for (; node; node = node->left)
    nodes++;
  return nodes;
}

static uint64_t count(const struct node *node) {
  return node ? count(node->left) + count(node->right) + 1 : 0;
}

static uint64_t spine_and_drop(struct node *tree, mark mark) {
  uint64_t nodes = spine(tree);
  if (FREES)
    drop(tree);
  reset_to(mark);
  return nodes;
}

static uint64_t temporary(uint64_t trees, uint64_t depth) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < trees; i++) {
    mark mark = set_mark();
    struct node *root = new_node(NULL, NULL);
    populate(depth, root);
    sum += spine_and_drop(root, mark);
  }
  for (uint64_t i = 0; i < trees; i++) {
    mark mark = set_mark();
    sum += spine_and_drop(make(depth), mark);
  }
  return sum;
}

static double *make_array(uint64_t length) {
#ifdef BOEHM
  double *array = or_die(GC_MALLOC_ATOMIC(length * sizeof *array));
  memset(array, 0, length * sizeof *array);
#else
  double *array = or_die(calloc(length, sizeof *array));
#endif
  return array;
}

static uint64_t nodes_of(uint64_t depth) { return ((uint64_t)2 << depth) - 1; }

static uint64_t scale;

static void *run(void *result) {
  arena_open();
  mark mark = set_mark();
  uint64_t sum = spine_and_drop(make(scale + 18), mark);
  struct node *long_lived = new_node(NULL, NULL);
  populate(scale + 16, long_lived);
  uint64_t length = (uint64_t)500000 << scale;
  double *array = make_array(length);
  for (uint64_t i = 1; i < length / 2; i++)
    array[i] = 1.0 / (double)i;
  for (uint64_t depth = 4; depth <= scale + 16; depth += 2)
    sum += temporary(2 * nodes_of(scale + 18) / nodes_of(depth), depth);
  double quotients = 0;
  for (uint64_t i = 1; i < length / 2; i++)
    quotients += array[i];
  *(uint64_t *)result = sum + count(long_lived) + (uint64_t)(quotients * 1e6);
  arena_close();
  return NULL;
}

int main(int arguments_count, char **arguments) {
  scale = argument(arguments_count, arguments, 1);
  uint64_t threads = argument(arguments_count, arguments, 2);
  pthread_t *started = or_die(calloc(threads, sizeof *started));
  uint64_t *results = or_die(calloc(threads, sizeof *results));
  collector_begin();
  collector_record(1);
  uint64_t begin = now();
  for (uint64_t t = 0; t < threads; t++)
    if (pthread_create(&started[t], NULL, run, &results[t]))
      return 1;
  uint64_t result = 0;
  for (uint64_t t = 0; t < threads; t++) {
    pthread_join(started[t], NULL);
    result += results[t];
  }
  print("wall_ns", now() - begin);
  print("result", result);
  collector_print();
}
