/* Tests the shared library of the collector: managed code is in the program and in a library that
   the program loads and unloads repeatedly. */
#include "check.h"

#include <dlfcn.h>

extern void library_work(void);

int main(int count, char **arguments) {
  spgc_heap *heap;
  spgc_code_region_id region;
  spgc_argument depth = {NULL, 30};
  uint64_t here, there;
  void *library, *function;
  int round;
  CHECK(count == 2);
  CHECK_OK(spgc_heap_start(NULL, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_call(CODE(library_work), &depth, 1, &here));
  for (round = 0; round < 20; round++) {
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    function = dlsym(library, "library_work");
    CHECK(function != NULL && function != CODE(library_work));
    CHECK_OK(spgc_code_register_image(heap, function, &region));
    CHECK_OK(spgc_call(function, &depth, 1, &there));
    CHECK(here == there);
    CHECK_OK(spgc_code_remove(heap, region));
    CHECK(dlclose(library) == 0);
  }
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("done");
  return 0;
}
