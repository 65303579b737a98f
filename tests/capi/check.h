/* Assertions and helper functions that all programs in this folder share. */
#ifndef CHECK_H
#define CHECK_H

#include "statepoint_gc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program unless a condition holds. It uses _Exit, since exit() would deadlock in a
   callback for which the end of a thread waits. */
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: check failed: %s; last error: %s\n", __FILE__, __LINE__, #condition, \
              spgc_last_error());                                                                  \
      _Exit(1);                                                                                    \
    }                                                                                              \
  } while (0)

/* Ends the program unless a call returns SPGC_OK. */
#define CHECK_OK(call) CHECK((call) == SPGC_OK)

/* Ends the program unless a call returns this status, with an error message that contains `words`.
 */
#define CHECK_ERROR(call, status, words)                                  \
  do {                                                                    \
    spgc_status found_ = (call);                                          \
    if (found_ != (status) || strstr(spgc_last_error(), words) == NULL) { \
      fprintf(stderr, "%s:%d: %s: %s: %s\n", __FILE__, __LINE__, #call,   \
              spgc_status_name(found_), spgc_last_error());               \
      _Exit(1);                                                           \
    }                                                                     \
  } while (0)

/* Converts a function to the pointer type of spgc_call(). ISO C has no such conversion, POSIX has.
 */
#define CODE(function) ((const void *)(uintptr_t)(function))

enum { PAIR = 1, WORDS = 2, REFERENCES = 3, BOX = 4 };

/* Registers the types that the managed functions in tests/managed use. */
static inline void register_types(spgc_heap *heap) {
  static const size_t both[] = {8, 16};
  spgc_type type = {0};
  type.struct_size = sizeof type;
  type.id = PAIR;
  type.kind = SPGC_TYPE_FIXED;
  type.size = 24;
  type.references = both;
  type.reference_count = 2;
  CHECK_OK(spgc_type_register(heap, &type));
  memset(&type, 0, sizeof type);
  type.struct_size = sizeof type;
  type.id = WORDS;
  type.kind = SPGC_TYPE_PLAIN_ARRAY;
  type.element_size = 8;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = REFERENCES;
  type.kind = SPGC_TYPE_REFERENCE_ARRAY;
  CHECK_OK(spgc_type_register(heap, &type));
  type.id = BOX;
  type.kind = SPGC_TYPE_FIXED;
  type.size = 16;
  CHECK_OK(spgc_type_register(heap, &type));
}

/* Returns an argument that is a number. */
static inline spgc_argument word(uint64_t word) {
  spgc_argument argument = {NULL, word};
  return argument;
}

/* Returns an argument that is a reference. */
static inline spgc_argument reference(spgc_ref reference) {
  spgc_argument argument = {reference, 0};
  return argument;
}

#endif
