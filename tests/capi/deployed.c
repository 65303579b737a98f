/* A small run, in a storm of signals or under a filter of system calls. The filter is installed
   before the first use of the library, so that the dynamic loader and the start of C are not
   affected.

     deployed [storm | deny NUMBER ERROR | allow NUMBER...]

   `storm` sends itself 5,000 signals each second, which interrupt its system calls. `deny` makes
   the system call fail with the error. `allow` ends the program at any other call, and prints its
   number. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define NODES 4000
#define MAX_RULES 256

static struct sock_filter filter[MAX_RULES];
static unsigned short length;

static void add(unsigned short code, unsigned char if_true, unsigned char if_false, unsigned value) {
  struct sock_filter instruction = {code, if_true, if_false, value};
  CHECK(length < MAX_RULES);
  filter[length++] = instruction;
}

static void on_other_call(int signal, siginfo_t *info, void *context) {
  char text[] = "system call 000\n";
  (void)signal, (void)context;
  for (int at = 14, number = info->si_syscall; at > 11; at--, number /= 10) {
    text[at] = (char)('0' + number % 10);
  }
  if (write(2, text, sizeof text - 1) < 0) _exit(4);
  _exit(3);
}

static volatile sig_atomic_t signals;

static void on_timer(int signal) {
  (void)signal;
  signals++;
}

static void begin_storm(void) {
  struct itimerval interval = {{0, 200}, {0, 200}};
  struct sigaction action = {0};
  action.sa_handler = on_timer;
  CHECK(sigaction(SIGALRM, &action, NULL) == 0);
  CHECK(setitimer(ITIMER_REAL, &interval, NULL) == 0);
}

/* Installs the filter: `count` calls with the result `listed`, all others with `others`. */
static void install(char **calls, int count, unsigned listed, unsigned others) {
  struct sock_fprog program = {0, filter};
  add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  for (int n = 0; n < count; n++) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)atoi(calls[n]));
    add(BPF_RET | BPF_K, 0, 0, listed);
  }
  add(BPF_RET | BPF_K, 0, 0, others);
  program.len = length;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
    puts("no filter");
    _exit(77);
  }
}

static void *run(void *argument) {
  spgc_heap *heap = argument;
  spgc_collector_statistics statistics = {0};
  spgc_handle_scope scope;
  spgc_ref array, node;
  uint64_t word;
  CHECK_OK(spgc_thread_attach(heap));
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_array_new(REFERENCES, NODES, &array));
  for (size_t round = 0; round < 3; round++) {
    for (size_t index = 0; index < NODES; index++) {
      spgc_handle_scope inner;
      CHECK_OK(spgc_handle_scope_open(&inner));
      CHECK_OK(spgc_object_new(PAIR, &node));
      CHECK_OK(spgc_store_word(node, 8, index));
      CHECK_OK(spgc_store_ref(array, 16 + 8 * index, node));
      CHECK_OK(spgc_handle_scope_close(inner));
    }
    CHECK_OK(spgc_collect(SPGC_COLLECTION_CYCLE));
    CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
    CHECK_OK(spgc_collect(SPGC_COLLECTION_FULL));
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
  }
  for (size_t index = 0; index < NODES; index++) {
    spgc_handle_scope inner;
    CHECK_OK(spgc_handle_scope_open(&inner));
    CHECK_OK(spgc_load_ref(array, 16 + 8 * index, &node));
    CHECK_OK(spgc_load_word(node, 8, &word));
    CHECK(word == index);
    CHECK_OK(spgc_handle_scope_close(inner));
  }
  CHECK_OK(spgc_handle_scope_close(scope));
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK(statistics.counts.objects_moved > 0);
  CHECK_OK(spgc_thread_detach());
  return NULL;
}

int main(int count, char **arguments) {
  spgc_config config = {0};
  spgc_heap *heap;
  pthread_t thread;
  if (count == 4 && strcmp(arguments[1], "deny") == 0) {
    unsigned error = (unsigned)atoi(arguments[3]);
    install(arguments + 2, 1, SECCOMP_RET_ERRNO | error, SECCOMP_RET_ALLOW);
  } else if (count > 2 && strcmp(arguments[1], "allow") == 0) {
    struct sigaction action = {0};
    action.sa_sigaction = on_other_call;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(SIGSYS, &action, NULL) == 0);
    install(arguments + 2, count - 2, SECCOMP_RET_ALLOW, SECCOMP_RET_TRAP);
  } else if (count == 2 && strcmp(arguments[1], "storm") == 0) {
    begin_storm();
  } else {
    CHECK(count == 1);
  }
  config.size = sizeof config;
  config.heap_max = 64u << 20;
  config.flags = SPGC_CONFIG_CONCURRENT;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  run(heap);
  /* The bounds of its stack are found in another way. */
  CHECK(pthread_create(&thread, NULL, run, heap) == 0 && pthread_join(thread, NULL) == 0);
  CHECK_OK(spgc_heap_shutdown(heap));
  CHECK(count != 2 || signals > 10);
  puts("done");
  return 0;
}
