/* Runs a program of this folder on a thread with a pending cancellation request. No function of the
   library may act upon the request, so the program must run to its end. To use it: include this
   file, define `main` as `program`, and then include the source of the program. */
#ifndef CANCELLED_H
#define CANCELLED_H

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The programs themselves call functions that are, or may be, cancellation points. The functions
   below replace these, and disable cancellation during each call. The test
   `all_cancellation_points_are_replaced` fails if a program calls another one. */

static inline int disabled(void) {
  int before;
  if (pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) != 0) abort();
  return before;
}

static inline void restore(int state) {
  if (pthread_setcancelstate(state, NULL) != 0) abort();
}

static inline int pthread_join_uncancelled(pthread_t thread, void **result) {
  int before = disabled(), error = pthread_join(thread, result);
  restore(before);
  return error;
}

static inline int close_uncancelled(int file) {
  int before = disabled(), error = close(file);
  restore(before);
  return error;
}

static inline int open_uncancelled(const char *path, int flags) {
  int before = disabled(), file = open(path, flags);
  restore(before);
  return file;
}

static inline FILE *fopen_uncancelled(const char *path, const char *mode) {
  int before = disabled();
  FILE *file = fopen(path, mode);
  restore(before);
  return file;
}

static inline size_t fread_uncancelled(void *to, size_t size, size_t count, FILE *file) {
  int before = disabled();
  size_t read = fread(to, size, count, file);
  restore(before);
  return read;
}

static inline int fclose_uncancelled(FILE *file) {
  int before = disabled(), error = fclose(file);
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

static inline int fprintf_uncancelled(FILE *file, const char *format, ...) {
  va_list arguments;
  int before = disabled(), written;
  va_start(arguments, format);
  written = vfprintf(file, format, arguments);
  va_end(arguments);
  restore(before);
  return written;
}

static inline char *mkdtemp_uncancelled(char *pattern) {
  int before = disabled();
  char *folder = mkdtemp(pattern);
  restore(before);
  return folder;
}

static inline int mkfifo_uncancelled(const char *path, mode_t mode) {
  int before = disabled(), error = mkfifo(path, mode);
  restore(before);
  return error;
}

static inline int stat_uncancelled(const char *path, struct stat *status) {
  int before = disabled(), error = stat(path, status);
  restore(before);
  return error;
}

static inline int unlink_uncancelled(const char *path) {
  int before = disabled(), error = unlink(path);
  restore(before);
  return error;
}

/* The `main` function of the included program. */
static int program(void);

static void *with_a_request(void *unused_argument) {
  int state = disabled();
  if (pthread_cancel(pthread_self()) != 0) abort();
  restore(state);
  if (program() != 0) abort();
  pthread_testcancel();
  return unused_argument;
}

/* Returns 0 if the program ran to its end, and the thread was cancelled only after that. */
static inline int run_cancelled(void) {
  pthread_t thread;
  void *result = NULL;
  alarm(300);
  if (pthread_create(&thread, NULL, with_a_request, NULL) != 0 ||
      pthread_join(thread, &result) != 0) return 2;
  return result == PTHREAD_CANCELED ? 0 : 3;
}

#define pthread_join pthread_join_uncancelled
#define close close_uncancelled
#define fclose fclose_uncancelled
#define fopen fopen_uncancelled
#define fprintf fprintf_uncancelled
#define fputs fputs_uncancelled
#define fread fread_uncancelled
#define mkdtemp mkdtemp_uncancelled
#define mkfifo mkfifo_uncancelled
#define open open_uncancelled
#define puts puts_uncancelled
/* With parameters, because `stat` is also the name of a structure. */
#define stat(path, status) stat_uncancelled(path, status)
#define unlink unlink_uncancelled

#endif
