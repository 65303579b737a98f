// Lower bounds of stack walks, over the frames of benches/src/root_scan/stack.rs.
//
// A frame has, from high to low addresses: the return address, saved rbp, two words (for example
// saved rbx and r14), the derived pointers, the references, then zero to two more words. Derived
// pointer i is derived from reference i modulo the number of references. The numbers of references
// and of derived pointers are parameters. The loops are specialized for the usual numbers.

#include <stddef.h>
#include <stdint.h>

// The numbers of references and of derived pointers for which loops are specialized.
enum { USUAL = 4, USUAL_DERIVED = 4 };

// Reads each of these references, which the derived pointers follow, and writes it back. Does the
// same with what is derived from it. Returns the sum of the references and of the distances of the
// derived pointers from them.
static inline __attribute__((always_inline)) uint64_t touch(uint64_t *words, uint64_t roots, uint64_t derived) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < roots; i++) {
    volatile uint64_t *word = words + i;
    uint64_t value = *word;
    sum += value;
    *word = value;
    for (uint64_t j = i; j < derived; j += roots) {
      volatile uint64_t *other = words + roots + j;
      uint64_t distance = *other - value;
      sum += distance;
      *other = value + distance;
    }
  }
  return sum;
}

static inline __attribute__((always_inline)) uint64_t chain(uint64_t rbp, uint64_t roots, uint64_t derived) {
  uint64_t sum = 0;
  while (rbp) {
    uint64_t *frame = (uint64_t *)rbp;
    sum += touch(frame - 2 - derived - roots, roots, derived);
    rbp = frame[0];
  }
  return sum;
}

// Visits all frames by the chain of saved frame pointers. `rbp` is the frame pointer of the
// youngest frame. The chain ends with 0.
uint64_t limit_frame_pointers(uint64_t rbp, uint64_t roots, uint64_t derived) {
  if (roots == USUAL && derived == 0)
    return chain(rbp, USUAL, 0);
  if (roots == USUAL && derived == USUAL_DERIVED)
    return chain(rbp, USUAL, USUAL_DERIVED);
  return chain(rbp, roots, derived);
}

// A call site in an open-addressing hash table. No return address is 0.
struct site {
  uint64_t pc;
  uint32_t size;       // of the frame in bytes
  uint32_t references; // offset of the first reference from the stack pointer in bytes
};

static inline size_t hash(uint64_t pc, unsigned bits) {
  return (size_t)(pc * 0x9e3779b97f4a7c15u >> (64 - bits));
}

// Adds a call site to a table of 2^bits entries.
void limit_hash_insert(struct site *table, unsigned bits, struct site site) {
  size_t mask = ((size_t)1 << bits) - 1;
  size_t at = hash(site.pc, bits);
  while (table[at].pc)
    at = (at + 1) & mask;
  table[at] = site;
}

static inline __attribute__((always_inline)) uint64_t walk(const struct site *table, unsigned bits, uint64_t sp,
                                                           uint64_t pc, uint64_t end, uint64_t roots,
                                                           uint64_t derived) {
  uint64_t sum = 0;
  size_t mask = ((size_t)1 << bits) - 1;
  while (pc != end) {
    size_t at = hash(pc, bits);
    while (table[at].pc != pc)
      at = (at + 1) & mask;
    const struct site *site = &table[at];
    sum += touch((uint64_t *)(sp + site->references), roots, derived);
    sp += site->size;
    pc = *(uint64_t *)(sp - 8);
  }
  return sum;
}

// Visits all frames by looking up the size of each: from the frame at `sp` with the return address
// `pc` to the frame that returns to `end`.
uint64_t limit_hash_walk(const struct site *table, unsigned bits, uint64_t sp, uint64_t pc, uint64_t end,
                         uint64_t roots, uint64_t derived) {
  if (roots == USUAL && derived == 0)
    return walk(table, bits, sp, pc, end, USUAL, 0);
  if (roots == USUAL && derived == USUAL_DERIVED)
    return walk(table, bits, sp, pc, end, USUAL, USUAL_DERIVED);
  return walk(table, bits, sp, pc, end, roots, derived);
}
