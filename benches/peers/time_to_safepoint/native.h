// Native code that the subjects call.

#ifndef NATIVE_H
#define NATIVE_H

#include <stdint.h>

// Does nothing.
uint64_t native_nothing(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Sleeps until native_release is called; returns at once if it was called before.
uint64_t native_sleep(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Sets whether sleeping threads wake up.
void native_release(int release);

#endif
