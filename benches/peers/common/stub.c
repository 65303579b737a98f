// OCaml primitives for the clock, and for the pauses of runtimes with hooks for them (before
// OCaml 5).

#define CAML_NAME_SPACE
#define CAML_INTERNALS
#include <caml/misc.h>
#include <caml/mlvalues.h>
#include <caml/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000l + time.tv_nsec;
}

static long now(void) { return nanoseconds(CLOCK_MONOTONIC); }

value peer_now(value unit) {
  (void)unit;
  return Val_long(now());
}

value peer_thread_time(value unit) {
  (void)unit;
  return Val_long(nanoseconds(CLOCK_THREAD_CPUTIME_ID));
}

#if OCAML_VERSION < 50000
enum { PAUSES = 1 << 20 };
static long begin, pauses[PAUSES];
static size_t count;
static int nesting;

// A minor collection and the following slice of a major collection are one pause.
static void pause_begins(void) {
  if (nesting++ == 0)
    begin = now();
}
static void pause_ends(void) {
  if (--nesting == 0 && count < PAUSES)
    pauses[count++] = now() - begin;
}

value peer_record_pauses(value unit) {
  (void)unit;
  caml_minor_gc_begin_hook = caml_major_slice_begin_hook = pause_begins;
  caml_minor_gc_end_hook = caml_major_slice_end_hook = pause_ends;
  return Val_unit;
}

value peer_print_pauses(value unit) {
  (void)unit;
  for (size_t i = 0; i < count; i++)
    printf("pause_ns %ld\n", pauses[i]);
  fflush(stdout);
  return Val_unit;
}
#else
value peer_record_pauses(value unit) {
  (void)unit;
  return Val_unit;
}
value peer_print_pauses(value unit) {
  (void)unit;
  return Val_unit;
}
#endif
