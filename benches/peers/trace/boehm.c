// Marks heaps in which all objects are live, those of managed/trace.ll. Objects do not move.
// Arguments: MB SHAPE COLLECTIONS.

#define BOEHM
#include "../common/peer.h"

enum { INNER = 1024, STEPS = 1 << 20 };

struct node {
  struct node *left, *right;
  uint64_t number;
};

static struct node *list_root, *tree_root, ***arrays_root;

static struct node *new_node(uint64_t number) {
  struct node *node = allocate(sizeof *node);
  node->number = number;
  return node;
}

static struct node **nodes(uint64_t n) {
  struct node **array = allocate(n * sizeof *array);
  for (uint64_t i = 0; i < n; i++)
    array[i] = new_node(i);
  return array;
}

static struct node *list(uint64_t n, int shuffled) {
  struct node **order = nodes(n);
  uint64_t state = 1;
  if (shuffled)
    for (uint64_t i = n - 1; i > 0; i--) {
      uint64_t j = next_random(&state) % (i + 1);
      struct node *node = order[i];
      order[i] = order[j];
      order[j] = node;
    }
  for (uint64_t i = 0; i < n; i++) {
    uint64_t random = next_random(&state);
    uint64_t other = shuffled ? random % n : i + 1 + random % 64;
    if (i + 1 < n)
      order[i]->left = order[i + 1];
    if (other < n)
      order[i]->right = order[other];
  }
  struct node *first = order[0];
  GC_FREE(order);
  return first;
}

static struct node *tree(uint64_t height) {
  struct node *node = new_node(height);
  if (height) {
    node->left = tree(height - 1);
    node->right = tree(height - 1);
  }
  return node;
}

static uint64_t sum_list(const struct node *node) {
  uint64_t sum = 0;
  for (uint64_t step = 0; node && step < STEPS; step++, node = node->left)
    sum += node->number + (node->right ? 3 * node->right->number : 0);
  return sum;
}

static uint64_t sum_tree(const struct node *node) {
  return node ? sum_tree(node->left) + sum_tree(node->right) + node->number : 0;
}

int main(int count, char **arguments) {
  uint64_t n = (argument(count, arguments, 1) << 20) / 32, live = n;
  uint64_t collections = argument(count, arguments, 3);
  const char *shape = arguments[2];
  collector_begin();
  GC_disable();
  if (!strcmp(shape, "tree")) {
    uint64_t height = 0;
    while (((uint64_t)4 << height) - 1 <= n)
      height++;
    tree_root = tree(height);
    live = ((uint64_t)2 << height) - 1;
  } else if (!strcmp(shape, "arrays")) {
    live = n / INNER * INNER;
    arrays_root = allocate(n / INNER * sizeof *arrays_root);
    for (uint64_t i = 0; i < n / INNER; i++)
      arrays_root[i] = nodes(INNER);
  } else {
    list_root = list(n, !strcmp(shape, "shuffled"));
  }
  GC_enable();
  GC_gcollect();
  for (uint64_t i = 0; i < collections; i++) {
    uint64_t begin = now();
    GC_gcollect();
    print("collection_ns", now() - begin);
  }
  uint64_t sum = list_root ? sum_list(list_root) : sum_tree(tree_root);
  for (uint64_t i = 0; arrays_root && i < n / INNER; i++)
    for (uint64_t j = 0; j < INNER; j++)
      sum += arrays_root[i][j]->number;
  print("live_objects", live);
  print("result", sum);
}
