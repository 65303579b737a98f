// Native functions that all subjects call.

#ifndef NATIVE_H
#define NATIVE_H

#include <stdint.h>

// Returns its first argument.
uint64_t native_nothing(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Sleeps while native_release has not been called with a value other than 0. Returns the first
// argument.
uint64_t native_sleep(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Wakes up sleeping threads, and lets later sleeps return immediately, unless `release` is 0.
void native_release(int release);

#endif
