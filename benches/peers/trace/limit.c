// A lower bound of copying heaps in which all objects are live, those of managed/trace.ll.
// Arguments: MB SHAPE COLLECTIONS.
//
// Cheney's algorithm (CACM 1970) on one thread copies objects in breadth-first order, with the
// copies as the queue, and prefetches the referents of copies before it scans them. There are no
// type descriptors, no other threads and no generations. Memory is in huge pages if the system
// provides them.

#include "../common/peer.h"
#include <sys/mman.h>

// AHEAD: the distance of prefetches in nodes or elements. INNER: the number of nodes of an inner
// array. STEPS: the number of nodes of a list whose numbers are added.
enum { AHEAD = 8, INNER = 1024, STEPS = 1 << 20 };

// A header is NODE, or ARRAY and the shifted length of the array, or FORWARDED and the address of
// the copy.
enum { FORWARDED = 1, NODE = 2, ARRAY = 4, LENGTH_SHIFT = 8 };

typedef uint64_t word;

struct node {
  word header;
  struct node *left, *right;
  word number;
};

struct array {
  word header, length;
  word *elements[];
};

// The bump pointer, the two semispaces, and the size of each in bytes.
static char *space_next;
static char *spaces[2];
static size_t space_size;

static char *reserve(size_t size) {
  enum { HUGE = 2 << 20 };
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *memory = mmap(NULL, size + HUGE, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED)
    or_die(NULL);
  memory += HUGE - (uintptr_t)memory % HUGE;
  madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

static struct node *new_node(word number) {
  struct node *node = (struct node *)space_next;
  space_next += sizeof *node;
  *node = (struct node){NODE, NULL, NULL, number};
  return node;
}

static struct array *new_array(word length) {
  struct array *array = (struct array *)space_next;
  space_next += sizeof *array + length * sizeof *array->elements;
  array->header = length << LENGTH_SHIFT | ARRAY;
  array->length = length;
  return array;
}

// Copies an object if it was not copied yet. Returns the address of the copy.
static inline word *copy(word *object) {
  word header = *object;
  if (header & FORWARDED)
    return (word *)(header & ~(word)FORWARDED);
  word *to = (word *)space_next;
  if (header == NODE) {
    space_next += sizeof(struct node);
    memcpy(to, object, sizeof(struct node));
  } else {
    size_t size = sizeof(struct array) + 8 * (header >> LENGTH_SHIFT);
    space_next += size;
    memcpy(to, object, size);
  }
  *object = (word)to | FORWARDED;
  return to;
}

// Copies the referents of a node. Returns the address of the next object.
static inline word *scan_node(word *object) {
  struct node *node = (struct node *)object;
  struct node *ahead = node + AHEAD;
  if ((char *)ahead < space_next) {
    __builtin_prefetch(ahead->left, 1);
    __builtin_prefetch(ahead->right, 1);
  }
  if (node->left)
    node->left = (struct node *)copy((word *)node->left);
  if (node->right)
    node->right = (struct node *)copy((word *)node->right);
  return object + sizeof *node / sizeof(word);
}

static inline word *scan_array(word *object) {
  struct array *array = (struct array *)object;
  for (word i = 0; i < array->length; i++) {
    if (i + AHEAD < array->length)
      __builtin_prefetch(array->elements[i + AHEAD], 1);
    array->elements[i] = copy(array->elements[i]);
  }
  return object + 2 + array->length;
}

// Copies all objects to this semispace. Returns the new root.
static word *collect(word *root, int to) {
  space_next = spaces[to];
  word *scan = (word *)space_next;
  root = copy(root);
  while ((char *)scan < space_next)
    scan = *scan == NODE ? scan_node(scan) : scan_array(scan);
  return root;
}

static struct array *nodes(word n) {
  struct array *array = new_array(n);
  for (word i = 0; i < n; i++)
    array->elements[i] = (word *)new_node(i);
  return array;
}

// Builds a list. An array outside the heap contains the nodes in the order of the list.
static word *list(word n, int shuffled) {
  struct node **order = or_die(malloc(n * sizeof *order));
  for (word i = 0; i < n; i++)
    order[i] = new_node(i);
  uint64_t state = 1;
  if (shuffled)
    for (word i = n - 1; i > 0; i--) {
      word j = next_random(&state) % (i + 1);
      struct node *node = order[i];
      order[i] = order[j];
      order[j] = node;
    }
  for (word i = 0; i < n; i++) {
    word random = next_random(&state);
    word other = shuffled ? random % n : i + 1 + random % 64;
    if (i + 1 < n)
      order[i]->left = order[i + 1];
    if (other < n)
      order[i]->right = order[other];
  }
  word *first = (word *)order[0];
  free(order);
  return first;
}

static struct node *tree(word height) {
  struct node *node = new_node(height);
  if (height) {
    node->left = tree(height - 1);
    node->right = tree(height - 1);
  }
  return node;
}

static word *arrays(word n) {
  struct array *outer = new_array(n);
  for (word i = 0; i < n; i++)
    outer->elements[i] = (word *)nodes(INNER);
  return (word *)outer;
}

static word sum_list(const struct node *node) {
  word sum = 0;
  for (word step = 0; node && step < STEPS; step++, node = node->left)
    sum += node->number + (node->right ? 3 * node->right->number : 0);
  return sum;
}

static word sum_tree(const struct node *node) {
  return node ? sum_tree(node->left) + sum_tree(node->right) + node->number : 0;
}

static word sum_arrays(const struct array *outer) {
  word sum = 0;
  for (word i = 0; i < outer->length; i++) {
    const struct array *inner = (const struct array *)outer->elements[i];
    for (word j = 0; j < inner->length; j++)
      sum += ((const struct node *)inner->elements[j])->number;
  }
  return sum;
}

int main(int count, char **arguments) {
  word n = (argument(count, arguments, 1) << 20) / sizeof(struct node);
  uint64_t collections = argument(count, arguments, 3);
  const char *shape = arguments[2];
  space_size = 2 * n * sizeof(struct node);
  spaces[0] = reserve(space_size);
  spaces[1] = reserve(space_size);
  space_next = spaces[0];
  word *root, live = n;
  if (!strcmp(shape, "tree")) {
    word height = 0;
    while (((word)4 << height) - 1 <= n)
      height++;
    root = (word *)tree(height);
    live = ((word)2 << height) - 1;
  } else if (!strcmp(shape, "arrays")) {
    live = n / INNER * INNER;
    root = arrays(n / INNER);
  } else {
    root = list(n, !strcmp(shape, "shuffled"));
  }
  // Copying changes the order of objects, so each collection starts with the restored original. The
  // target is memory that has been touched before.
  size_t used = (size_t)(space_next - spaces[0]);
  char *original = reserve(space_size);
  memcpy(original, spaces[0], used);
  memset(spaces[1], 0, used);
  word *moved = root;
  for (uint64_t i = 0; i < collections; i++) {
    memcpy(spaces[0], original, used);
    uint64_t begin = now();
    moved = collect(root, 1);
    print("collection_ns", now() - begin);
  }
  word sum = !strcmp(shape, "tree")     ? sum_tree((struct node *)moved)
             : !strcmp(shape, "arrays") ? sum_arrays((struct array *)moved)
                                        : sum_list((struct node *)moved);
  print("live_objects", live);
  print("result", sum);
}
