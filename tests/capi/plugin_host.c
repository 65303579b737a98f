/* Loads libraries that contain a collector each, and runs all of them at the same time in each of
   some rounds: `plugin_host ROUNDS LIBRARY...`. Each round loads and unloads them. It prints how
   many thread-specific data keys are still in use, of which a process has 1,024. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 16

static void check(int condition, const char *message) {
  if (!condition) {
    fprintf(stderr, "%s\n", message);
    exit(1);
  }
}

static void *run(void *library) {
  int (*run_plugin)(void);
  *(void **)&run_plugin = dlsym(library, "plugin_run");
  check(run_plugin != NULL, "no function");
  check(run_plugin(), "no objects were moved");
  return NULL;
}

/* Returns the first key that is not in use. */
static pthread_key_t free_key(void) {
  pthread_key_t key;
  check(pthread_key_create(&key, NULL) == 0, "no key");
  check(pthread_key_delete(key) == 0, "not a key");
  return key;
}

int main(int count, char **arguments) {
  void *libraries[MAX];
  pthread_t threads[MAX];
  pthread_key_t key;
  int rounds = atoi(arguments[1]), plugins = count - 2;
  /* The first call may create a key. */
  dlerror();
  key = free_key();
  check(plugins > 0 && plugins <= MAX, "usage: plugin_host ROUNDS LIBRARY...");
  for (int round = 0; round < rounds; round++) {
    for (int n = 0; n < plugins; n++) {
      libraries[n] = dlopen(arguments[n + 2], RTLD_NOW | RTLD_LOCAL);
      check(libraries[n] != NULL, dlerror());
    }
    for (int n = 0; n < plugins; n++) {
      check(pthread_create(&threads[n], NULL, run, libraries[n]) == 0, "no thread");
    }
    for (int n = 0; n < plugins; n++) check(pthread_join(threads[n], NULL) == 0, "no end");
    /* In this order glibc uses their static thread-local storage again. */
    for (int n = plugins - 1; n >= 0; n--) {
      check(dlclose(libraries[n]) == 0, "not closed");
      check(dlopen(arguments[n + 2], RTLD_NOW | RTLD_NOLOAD) == NULL, "still loaded");
    }
    printf("%u\n", (unsigned)free_key() - (unsigned)key);
  }
  return 0;
}
