// Code that the programs in C share: the clock and the allocator, which is one of three.
//
// -DBOEHM    Boehm, Demers and Weiser's collector
// -DARENA    a bump pointer, which is reset when all objects of a region have died: a lower bound
//            of the cost of this work, since no live objects have to be found
// (default)  malloc and free

#ifndef PEER_H
#define PEER_H

#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef BOEHM
#define GC_THREADS
#include <gc.h>
#endif
#ifdef ARENA
#include <sys/mman.h>
#endif

// Returns the monotonic time in nanoseconds.
static inline uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Prints a result that `compare` reads.
static inline void print(const char *name, uint64_t value) {
  printf("%s %" PRIu64 "\n", name, value);
}

// Returns argument `at` of the command line, which must be a number.
static inline uint64_t argument(int count, char **arguments, int at) {
  if (at >= count) {
    fprintf(stderr, "%s: argument %d is missing\n", arguments[0], at);
    exit(2);
  }
  return strtoull(arguments[at], NULL, 10);
}

// Returns the memory, or exits if it is null.
static inline void *or_die(void *memory) {
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

// Returns the next of Lehmer's random numbers, which are the same in all languages. The state must
// not be 0.
static inline uint64_t next_random(uint64_t *state) { return *state = *state * 48271 % 2147483647; }

#ifdef ARENA
// Binary logarithm of the size of the address space of a thread's arena in bytes.
enum { ARENA_BITS = 33 };
static _Thread_local char *arena_base, *arena_next;

static inline void arena_open(void) {
  size_t size = (size_t)1 << ARENA_BITS;
  arena_base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena_base == MAP_FAILED)
    or_die(NULL);
  madvise(arena_base, size, MADV_HUGEPAGE);
  arena_next = arena_base;
}
static inline void arena_close(void) { munmap(arena_base, (size_t)1 << ARENA_BITS); }
#else
static inline void arena_open(void) {}
static inline void arena_close(void) {}
#endif

// Allocates an uninitialised object.
static inline void *allocate(size_t size) {
#if defined ARENA
  char *object = arena_next;
  arena_next += size;
  return object;
#elif defined BOEHM
  return or_die(GC_MALLOC(size));
#else
  return or_die(malloc(size));
#endif
}

// A position of the bump pointer. `reset_to` frees all objects that were allocated after a mark,
// with -DARENA only.
typedef char *mark;
static inline mark set_mark(void) {
#ifdef ARENA
  return arena_next;
#else
  return NULL;
#endif
}
static inline void reset_to(mark mark) {
#ifdef ARENA
  arena_next = mark;
#else
  (void)mark;
#endif
}

// Whether the program must free each object.
#if defined ARENA || defined BOEHM
enum { FREES = 0 };
#else
enum { FREES = 1 };
#endif

#ifdef BOEHM
// Maximum number of pauses that are recorded.
enum { PAUSES = 1 << 20 };
// Pauses and times to safepoint in nanoseconds, recorded while `recording` is not 0.
static uint64_t pause_begin, pauses[PAUSES], stops[PAUSES];
static volatile size_t pause_count;
static volatile int recording;

static void on_event(GC_EventType event) {
  size_t at = pause_count;
  if (event == GC_EVENT_PRE_STOP_WORLD)
    pause_begin = now();
  else if (event == GC_EVENT_POST_STOP_WORLD)
    stops[at] = now() - pause_begin;
  else if (event == GC_EVENT_POST_START_WORLD) {
    pauses[at] = now() - pause_begin;
    if (recording && at + 1 < PAUSES)
      pause_count = at + 1;
  }
}

static inline void collector_begin(void) {
  GC_INIT();
  GC_allow_register_threads();
  GC_set_on_collection_event(on_event);
}

static inline void collector_record(int record) { recording = record; }

static inline void collector_print(void) {
  for (size_t i = 0; i < pause_count; i++) {
    print("pause_ns", pauses[i]);
    print("tts_ns", stops[i]);
  }
}
#else
static inline void collector_begin(void) {}
static inline void collector_record(int record) { (void)record; }
static inline void collector_print(void) {}
#endif

#endif
