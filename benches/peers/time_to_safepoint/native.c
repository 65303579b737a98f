// Native functions that threads call or sleep in; see native.h.

#include "native.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int released;

uint64_t native_nothing(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)b, (void)c, (void)d, (void)e;
  return a;
}

uint64_t native_sleep(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  (void)b, (void)c, (void)d, (void)e;
  pthread_mutex_lock(&lock);
  while (!released)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return a;
}

void native_release(int release) {
  pthread_mutex_lock(&lock);
  released = release;
  pthread_mutex_unlock(&lock);
  pthread_cond_broadcast(&changed);
}
