// Allocates N objects of SIZE bytes that die immediately, and writes all of their words.
// Arguments: SIZE N, where SIZE is 16, 32 or 48.
//
// SIZE includes the header of a managed object. malloc and Boehm's collector store their metadata
// outside the object, so the program allocates one word less from them. With -DLIMIT, objects are
// allocated by a bump pointer in a buffer that fits the cache and is reused.

#include "../common/peer.h"

// Makes the compiler treat the object as used.
#define USED(object) __asm__ volatile("" : : "r"(object) : "memory")

#ifdef LIMIT
enum { BUFFER = 256 << 10 };
static char buffer[BUFFER] __attribute__((aligned(64)));
#endif

#define DEFINE(SIZE)                                                                                                   \
  __attribute__((noinline)) static void allocate_##SIZE(uint64_t n) {                                                 \
    PROLOGUE                                                                                                           \
    for (uint64_t i = 0; i < n; i++) {                                                                                 \
      uint64_t *object;                                                                                                \
      NEW(object, SIZE)                                                                                                \
      USED(object);                                                                                                    \
      DROP(object)                                                                                                     \
    }                                                                                                                  \
  }

static inline void fill(uint64_t *words, int count, uint64_t value) {
  for (int k = 0; k < count; k++)
    words[k] = value;
}

#if defined LIMIT
#define PROLOGUE                                                                                                       \
  char *next = buffer;                                                                                                 \
  char *end = buffer + BUFFER;
#define NEW(object, SIZE)                                                                                              \
  object = (uint64_t *)next;                                                                                           \
  next += SIZE;                                                                                                        \
  if (__builtin_expect(next > end, 0)) {                                                                               \
    object = (uint64_t *)buffer;                                                                                       \
    next = buffer + SIZE;                                                                                              \
  }                                                                                                                    \
  object[0] = 1024;                                                                                                    \
  fill(object + 1, SIZE / 8 - 1, i);
#define DROP(object)
#else
#define PROLOGUE
#define NEW(object, SIZE)                                                                                              \
  object = allocate(SIZE - 8);                                                                                         \
  fill(object, SIZE / 8 - 1, i);
#define DROP(object)                                                                                                   \
  if (FREES)                                                                                                           \
    free(object);
#endif

DEFINE(16)
DEFINE(32)
DEFINE(48)

int main(int count, char **arguments) {
  uint64_t size = argument(count, arguments, 1), n = argument(count, arguments, 2);
  void (*work)(uint64_t) = size == 16 ? allocate_16 : size == 32 ? allocate_32 : allocate_48;
  collector_begin();
  work(n / 10);
  uint64_t begin = now();
  work(n);
  print("wall_ns", now() - begin);
  print("result", n);
}
