/* Tests that patching respects breakpoints of the host, and other code on the patched pages. The
   first argument selects the case. */
#define _GNU_SOURCE
#include "patches.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif

/* Two functions on the same page: one with a patch site, which is the 8 bytes from `patched_site`,
   and one that loops until a number is not zero. */
extern void patched_function(void), patched_site(void);
extern void looping_function(const uint32_t *flag);
__asm__(".text\n"
        ".balign 4096\n"
        ".globl patched_function\n"
        "patched_function:\n"
#ifdef __x86_64__
        "subq $8, %rsp\n"
        ".balign 8\n"
        ".globl patched_site\n"
        "patched_site: .byte 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0\n"
        "addq $8, %rsp\n"
        "ret\n"
        ".globl looping_function\n"
        "looping_function: cmpl $0, (%rdi)\n"
        "je looping_function\n"
        "ret\n"
#else
        "stp x29, x30, [sp, #-16]!\n"
        "nop\n"
        ".globl patched_site\n"
        "patched_site: nop\n"
        "nop\n"
        "ldp x29, x30, [sp], #16\n"
        "ret\n"
        ".globl looping_function\n"
        "looping_function: ldr w1, [x0]\n"
        "cbz w1, looping_function\n"
        "ret\n"
#endif
        ".balign 4096\n");

/* Number of calls of count_call() and on_trap(). */
static unsigned counted, trapped;
/* Set to end the loop of a thread, and set by that thread when it starts. */
static uint32_t ended, looping;
static spgc_patcher *patcher;
static spgc_patch_site_id site;

static void count_call(void) { counted++; }

static void begin(void) {
  spgc_code_memory memory = {0};
  CHECK_OK(spgc_heap_start(NULL, &heap));
  memory.size = sizeof memory;
  memory.code = CODE(patched_function);
  memory.code_size = PAGE;
  CHECK_OK(spgc_patcher_new(heap, &memory, &patcher));
  CHECK_OK(spgc_patcher_add(patcher, SPGC_PATCH_SITE_STATEPOINT, 8, address(CODE(patched_site)) + 8,
                            &site));
}

static void end(void) {
  CHECK_OK(spgc_patcher_free(patcher));
  CHECK_OK(spgc_heap_shutdown(heap));
}

/* Patches the site with a breakpoint. The library then handles SIGTRAP. */
static void patch_running(void) {
  const spgc_execution_state execution = {sizeof(spgc_execution_state), SPGC_EXECUTION_RUNNING,
                                          SPGC_LIVE_PATCH_BREAKPOINT, NULL, 0};
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(count_call));
  CHECK_OK(spgc_patcher_write(patcher, site, &patch, &execution, NULL));
  patched_function();
  CHECK(counted == 1);
  CHECK_OK(spgc_patcher_restore(patcher, site, &execution));
  patched_function();
  CHECK(counted == 1);
}

static void on_trap(int signal) {
  CHECK(signal == SIGTRAP);
  trapped++;
}

/* Case "forms": the library passes traps of both forms of the breakpoint instruction to the host.
   The long form is `cd 03`. If execution resumed at its second byte, that would be an `add`. */
static void forms(void) {
  CHECK(signal(SIGTRAP, on_trap) != SIG_ERR);
  begin();
  patch_running();
#ifdef __x86_64__
  {
    unsigned result;
    __asm__ volatile("movl $5, %%eax\n"
                     ".byte 0xcc, 0xcd, 0x03, 0xc0, 0xc0, 0x00\n"
                     "movl %%eax, %0"
                     : "=r"(result)
                     :
                     : "eax", "cc");
    CHECK(trapped == 2 && result == 5);
  }
#else
  CHECK(raise(SIGTRAP) == 0 && trapped == 1);
#endif
  end();
}

/* Case "ignored": the host ignores SIGTRAP, but a breakpoint of the host still ends the process. */
static void ignored(void) {
  CHECK(signal(SIGTRAP, SIG_IGN) != SIG_ERR);
  begin();
  patch_running();
  /* A signal that was sent is ignored. */
  CHECK(raise(SIGTRAP) == 0);
  fputs("still there\n", stderr);
#ifdef __x86_64__
  __asm__ volatile("int3");
#else
  CHECK(signal(SIGTRAP, SIG_DFL) != SIG_ERR);
  __asm__ volatile("brk #0");
#endif
}

static void *loop(void *unused_argument) {
  __atomic_store_n(&looping, 1, __ATOMIC_RELEASE);
  looping_function(&ended);
  return unused_argument;
}

/* Case "same_page": a site that no thread has executed is patched while a thread executes other
   code on the same page. */
static void same_page(void) {
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(count_call));
  pthread_t thread;
  int round;
  begin();
  CHECK(address(CODE(patched_function)) / PAGE == address(CODE(looping_function)) / PAGE);
  CHECK(pthread_create(&thread, NULL, loop, NULL) == 0);
  while (!__atomic_load_n(&looping, __ATOMIC_ACQUIRE)) sched_yield();
  for (round = 0; round < 2000; round++) {
    CHECK_OK(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL));
    CHECK_OK(spgc_patcher_restore(patcher, site, &not_yet));
  }
  __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(thread, NULL) == 0);
  end();
}

/* Case "forbidden": the system forbids pages that are both writable and executable. The patch
   fails, and the code is unchanged. */
static void forbidden(void) {
  spgc_patch patch = patch_of(SPGC_PATCH_CALL, CODE(count_call));
  begin();
  if (prctl(PR_SET_MDWE, 1, 0, 0, 0) != 0) {
    CHECK(errno == EINVAL);
    fputs("skipped: the kernel is older than 6.3\n", stderr);
    end();
    return;
  }
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &not_yet, NULL), SPGC_ERROR_SYSTEM,
              "map the code a second time");
  CHECK_ERROR(spgc_patcher_write(patcher, site, &patch, &running, NULL), SPGC_ERROR_SYSTEM,
              "map the code a second time");
  patched_function();
  CHECK(counted == 0);
  end();
}

int main(int count, char **arguments) {
  const char *test_case = count > 1 ? arguments[1] : "";
  alarm(120);
  if (strcmp(test_case, "forms") == 0) {
    forms();
  } else if (strcmp(test_case, "ignored") == 0) {
    ignored();
  } else if (strcmp(test_case, "same_page") == 0) {
    same_page();
  } else if (strcmp(test_case, "forbidden") == 0) {
    forbidden();
  } else {
    return 2;
  }
  puts("done");
  return 0;
}
