// An OCaml primitive that returns the processor time of the thread in nanoseconds.

#define CAML_NAME_SPACE
#include <caml/mlvalues.h>
#include <time.h>

value thread_time(value unit) {
  (void)unit;
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return Val_long(now.tv_sec * 1000000000l + now.tv_nsec);
}
