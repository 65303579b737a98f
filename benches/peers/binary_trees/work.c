// binary-trees: the same work as examples/src/binary_trees.rs. Arguments: DEPTH THREADS.

#include "../common/peer.h"

// A managed object has a header, so the lower bound allocates one too.
struct node {
#ifdef ARENA
  uint64_t header;
#endif
  struct node *left, *right;
};

static struct node *make(uint64_t depth) {
  struct node *left = NULL, *right = NULL;
  if (depth) {
    left = make(depth - 1);
    right = make(depth - 1);
  }
  struct node *node = allocate(sizeof *node);
#ifdef ARENA
  node->header = 256;
#endif
  node->left = left;
  node->right = right;
  return node;
}

static uint64_t count(const struct node *node) {
  return node->left ? count(node->left) + count(node->right) + 1 : 1;
}

static void drop(struct node *node) {
  if (node->left) {
    drop(node->left);
    drop(node->right);
  }
  free(node);
}

// Builds a tree and counts its nodes.
static uint64_t make_and_count(uint64_t depth) {
  mark mark = set_mark();
  struct node *tree = make(depth);
  uint64_t nodes = count(tree);
  if (FREES)
    drop(tree);
  reset_to(mark);
  return nodes;
}

// The trees of one depth that a thread builds.
struct share {
  pthread_t thread;
  uint64_t trees, depth, nodes;
};

static void *churn(void *argument) {
  struct share *share = argument;
  arena_open();
  for (uint64_t i = 0; i < share->trees; i++)
    share->nodes += make_and_count(share->depth);
  arena_close();
  return NULL;
}

int main(int arguments_count, char **arguments) {
  uint64_t depth = argument(arguments_count, arguments, 1);
  uint64_t threads = argument(arguments_count, arguments, 2);
  collector_begin();
  collector_record(1);
  uint64_t begin = now();
  arena_open();
  uint64_t result = make_and_count(depth + 1);
  struct node *long_lived = make(depth);
  struct share *shares = or_die(calloc(threads, sizeof *shares));
  for (uint64_t d = 4; d <= depth; d += 2) {
    uint64_t trees = (uint64_t)1 << (depth - d + 4);
    for (uint64_t t = 0; t < threads; t++) {
      shares[t] = (struct share){.trees = trees * (t + 1) / threads - trees * t / threads, .depth = d};
      if (pthread_create(&shares[t].thread, NULL, churn, &shares[t]))
        return 1;
    }
    for (uint64_t t = 0; t < threads; t++) {
      pthread_join(shares[t].thread, NULL);
      result += shares[t].nodes;
    }
  }
  result += count(long_lived);
  print("wall_ns", now() - begin);
  print("result", result);
  collector_print();
}
