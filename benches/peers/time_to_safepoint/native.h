// Native code that the contestants call.

#ifndef NATIVE_H
#define NATIVE_H

#include <stdint.h>

// Does nothing.
uint64_t native_nothing(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Sleeps until native_release is called; at once if it has been.
uint64_t native_sleep(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
// Sets whether those who sleep are to wake up.
void native_release(int release);

#endif
