/* Runs a program of this folder on a thread with a pending request for cancellation, which must not
   be acted upon before the program has ended. To be included first, with `main` defined as
   `program` then, and the program after it. */
#ifndef CANCELLED_H
#define CANCELLED_H

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The cancellation points of the programs themselves. */

static inline int disabled(void) {
  int before;
  if (pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) != 0) abort();
  return before;
}

static inline void restore(int state) {
  if (pthread_setcancelstate(state, NULL) != 0) abort();
}

static inline int join_uncancelled(pthread_t thread, void **result) {
  int before = disabled(), error = pthread_join(thread, result);
  restore(before);
  return error;
}

static inline int close_uncancelled(int file) {
  int before = disabled(), error = close(file);
  restore(before);
  return error;
}

static inline int puts_uncancelled(const char *line) {
  int before = disabled(), error = puts(line) < 0 || fflush(stdout) != 0 ? EOF : 0;
  restore(before);
  return error;
}

static inline int fputs_uncancelled(const char *text, FILE *file) {
  int before = disabled(), error = fputs(text, file);
  restore(before);
  return error;
}

static int program(void);

static void *with_a_request(void *unused_argument) {
  int state = disabled();
  if (pthread_cancel(pthread_self()) != 0) abort();
  restore(state);
  if (program() != 0) abort();
  pthread_testcancel();
  return unused_argument;
}

static inline int run_cancelled(void) {
  pthread_t thread;
  void *result = NULL;
  alarm(300);
  if (pthread_create(&thread, NULL, with_a_request, NULL) != 0 || pthread_join(thread, &result) != 0) return 2;
  return result == PTHREAD_CANCELED ? 0 : 3;
}

#define pthread_join join_uncancelled
#define close close_uncancelled
#define puts puts_uncancelled
#define fputs fputs_uncancelled

#endif
