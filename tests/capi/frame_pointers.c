/* Tests that a chain of frame pointers leads from native code that managed code calls, and from a
   callback in a slow path, through the library and managed code to main(). It needs a library that
   is compiled with frame pointers, and is compiled with them itself. */
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>

extern void chain_outer(void);

enum { HEAP = 2 << 20, WORDS_OF_ARRAY = HEAP };

static unsigned chains;

/* Walks the frame records from this function's on, as a profiler does. CHECKs that these functions
   are among the callers, in this order. */
static void check_chain(const char *const *expected) {
  const uintptr_t *record = __builtin_frame_address(0);
  unsigned frames;
  for (frames = 0; *expected != NULL && frames < 1000; frames++) {
    const uintptr_t *next = (const uintptr_t *)record[0];
    Dl_info function;
    if (dladdr((const void *)record[1], &function) != 0 && function.dli_sname != NULL) {
      fprintf(stderr, "  %s\n", function.dli_sname);
      if (strcmp(function.dli_sname, *expected) == 0) expected++;
    }
    if (next <= record) break;
    record = next;
  }
  if (*expected != NULL) {
    fprintf(stderr, "the chain of frame records ends before %s, after %u\n", *expected, frames + 1);
    _Exit(1);
  }
  chains++;
}

/* Not static: dladdr() finds the names of dynamic symbols. */
int64_t called(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e);
bool refuse(void *data, const spgc_out_of_memory *why);

int64_t called(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e) {
  static const char *const callers[] = {"called", "chain_inner", "chain_outer", "main", NULL};
  CHECK(a == 1 && b == 2 && c == 3 && d == 4 && e == 5);
  fprintf(stderr, "native function:\n");
  check_chain(callers);
  return 40;
}

bool refuse(void *data, const spgc_out_of_memory *why) {
  static const char *const callers[] = {"refuse", "chain_inner", "chain_outer", "main", NULL};
  CHECK(data == NULL && why->limit == HEAP);
  fprintf(stderr, "callback of a slow path:\n");
  check_chain(callers);
  return false;
}

int main(void) {
  spgc_config config = {0};
  spgc_heap *heap;
  spgc_argument arguments[2] = {0};
  uint64_t result;
  config.size = sizeof config;
  config.heap_max = HEAP;
  config.flags = SPGC_CONFIG_FALLIBLE_ALLOCATION;
  config.on_out_of_memory = refuse;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  arguments[0] = word((uint64_t)(uintptr_t)called);
  CHECK_OK(spgc_call(CODE(chain_outer), arguments, 2, &result));
  CHECK(result == 42);
  arguments[1] = word(WORDS_OF_ARRAY);
  CHECK_OK(spgc_call(CODE(chain_outer), arguments, 2, &result));
  CHECK(result == 2);
  CHECK(chains == 2);
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
