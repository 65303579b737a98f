/* The lower bound of a switch between stacks: the callee-saved registers are pushed, the stack
   pointer is exchanged, the registers are popped. No other state is kept. */
#include <stdint.h>
#include <stdlib.h>

/* Stores the stack pointer at *from, and resumes `to`. */
void fibers_limit_switch(void **from, void *to);

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl fibers_limit_switch\n"
    "fibers_limit_switch:\n"
    "push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
    "mov %rsp, (%rdi)\n"
    "mov %rsi, %rsp\n"
    "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n"
    "ret\n");
enum { REGISTERS = 6, RETURN = 6 };
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl fibers_limit_switch\n"
    "fibers_limit_switch:\n"
    "stp x29, x30, [sp, #-160]!\n"
    "stp x19, x20, [sp, #16]\n stp x21, x22, [sp, #32]\n stp x23, x24, [sp, #48]\n"
    "stp x25, x26, [sp, #64]\n stp x27, x28, [sp, #80]\n"
    "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"
    "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
    "mov x9, sp\n str x9, [x0]\n"
    "mov sp, x1\n"
    "ldp x19, x20, [sp, #16]\n ldp x21, x22, [sp, #32]\n ldp x23, x24, [sp, #48]\n"
    "ldp x25, x26, [sp, #64]\n ldp x27, x28, [sp, #80]\n"
    "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n"
    "ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
    "ldp x29, x30, [sp], #160\n"
    "ret\n");
enum { REGISTERS = 20, RETURN = 1 };
#endif

static void *outer, *inner;

static void run(void) {
  for (;;) {
    fibers_limit_switch(&inner, outer);
  }
}

/* Switches to another stack and back, `count` times. */
void fibers_limit(uint64_t count) {
  enum { WORDS = 8192 };
  void **stack = aligned_alloc(16, WORDS * sizeof(void *));
  void **top = stack + WORDS - 2 - REGISTERS;
  for (int i = 0; i < REGISTERS; i++) {
    top[i] = NULL;
  }
  top[RETURN] = (void *)run;
  inner = top;
  for (uint64_t i = 0; i < count; i++) {
    fibers_limit_switch(&outer, inner);
  }
  free(stack);
}

#ifdef LIMIT
// The work of managed/fibers.ll with such switches. Arguments: WORK FIBERS THREADS COUNT RUNNING
// OBJECTS STAGES.
//
// A collection visits only the fibers that have run since the last one, whose frames are linked,
// and copies the objects of these frames.

#define ARENA
#include "../common/peer.h"
#include <unistd.h>

struct box {
  uint64_t header, number;
};

struct frame {
  struct frame *caller;
  struct box *box;
};

struct fiber {
  // Stack pointers of the fiber, and of the code that has resumed it.
  void *own, *resumer;
  struct box *(*function)(struct fiber *, struct box *);
  // The box that is passed, null for none.
  struct box *passed;
  struct frame *youngest;
  struct fiber *before;
};

enum { STACK = 16 << 10, PER_FIBER = 5 };

static _Thread_local struct fiber *starting;

static struct box *resume(struct fiber *fiber, struct box *in) {
  fiber->passed = in;
  starting = fiber;
  fibers_limit_switch(&fiber->resumer, fiber->own);
  return fiber->passed;
}

static struct box *suspend(struct fiber *fiber, struct box *out) {
  fiber->passed = out;
  fibers_limit_switch(&fiber->own, fiber->resumer);
  return fiber->passed;
}

static void begin_fiber(void) {
  struct fiber *fiber = starting;
  suspend(fiber, fiber->function(fiber, fiber->passed));
}

static void create(struct fiber *fiber, char *stack, struct box *(*function)(struct fiber *, struct box *)) {
  void **top = (void **)(stack + STACK) - 2 - REGISTERS;
  for (int i = 0; i < REGISTERS; i++)
    top[i] = NULL;
  top[RETURN] = (void *)begin_fiber;
  *fiber = (struct fiber){.own = top, .function = function};
}

static char *stacks(uint64_t count) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *memory = mmap(NULL, count * STACK, PROT_READ | PROT_WRITE, flags, -1, 0);
  return or_die(memory == MAP_FAILED ? NULL : memory);
}

static struct box *new_box(uint64_t number) {
  struct box *box = allocate(sizeof(struct box));
  *box = (struct box){1, number};
  return box;
}

static struct box *counter(struct fiber *fiber, struct box *box) {
  for (; box; box = suspend(fiber, box))
    box->number++;
  return NULL;
}

static uint64_t run_switch(uint64_t count) {
  struct fiber fiber;
  create(&fiber, stacks(1), counter);
  struct box *box = new_box(0);
  for (uint64_t i = 0; i < count; i++)
    box = resume(&fiber, box);
  return box->number;
}

static struct box *next(struct fiber *fiber, struct box *box) {
  (void)fiber;
  return new_box(box->number + 1);
}

// All fibers have the same stack.
static uint64_t run_create(uint64_t count) {
  char *stack = stacks(1);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; i++) {
    mark mark = set_mark();
    struct fiber fiber;
    create(&fiber, stack, next);
    sum += resume(&fiber, new_box(i))->number;
    reset_to(mark);
  }
  return sum;
}

static __attribute__((noinline)) uint64_t frame(struct fiber *fiber, uint64_t number, int level) {
  struct frame frame_ = {fiber->youngest, new_box(number + level)};
  fiber->youngest = &frame_;
  uint64_t sum = 0;
  if (level == PER_FIBER - 1)
    for (struct box *box; (box = suspend(fiber, frame_.box));)
      sum += box->number;
  else
    sum = frame(fiber, number, level + 1);
  fiber->youngest = frame_.caller;
  return sum + frame_.box->number;
}

static struct box *parked(struct fiber *fiber, struct box *first) {
  struct frame frame_ = {NULL, first};
  fiber->youngest = &frame_;
  uint64_t sum = frame(fiber, first->number, 1);
  return new_box(sum + frame_.box->number);
}

static uint64_t resident(void) {
  uint64_t pages = 0;
  FILE *file = or_die(fopen("/proc/self/statm", "r"));
  if (fscanf(file, "%*u %" SCNu64, &pages) != 1)
    exit(1);
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void run_parked(uint64_t count, uint64_t rounds, uint64_t running, uint64_t objects) {
  uint64_t *pauses = or_die(calloc(rounds, sizeof(uint64_t)));
  struct box *copies = or_die(calloc(rounds * running * PER_FIBER, sizeof(struct box)));
  uint64_t before = resident(), begin = now(), sum = 0;
  char *stack = stacks(count);
  struct fiber *fibers = or_die(calloc(count, sizeof(struct fiber)));
  for (uint64_t i = 0; i < count; i++) {
    create(&fibers[i], stack + i * STACK, parked);
    sum += resume(&fibers[i], new_box(i))->number;
  }
  print("bytes_per_fiber", (resident() - before) / count);
  for (uint64_t round = 0; round < rounds; round++) {
    mark mark = set_mark();
    struct fiber *first = &fibers[round * running % count];
    for (uint64_t i = 0; i < running; i++)
      sum += resume(&first[i], new_box(round))->number;
    for (uint64_t i = 0; i < objects; i++)
      *(volatile uint64_t *)memset(allocate(48), 0, 48) = 1;
    uint64_t begin_of_pause = now();
    for (uint64_t i = 0; i < running; i++)
      for (struct frame *frame = first[i].youngest; frame; frame = frame->caller) {
        *copies = *frame->box;
        frame->box = copies++;
      }
    pauses[round] = now() - begin_of_pause;
    reset_to(mark);
  }
  for (uint64_t i = 0; i < count; i++)
    sum += resume(&fibers[i], NULL)->number;
  munmap(stack, count * STACK);
  print("wall_ns", now() - begin);
  print("result", sum);
  for (uint64_t i = 0; i < rounds; i++)
    print("pause_ns", pauses[i]);
}

struct pipelines {
  uint64_t chains, stages, sum;
};

static uint64_t items;

static struct box *source(struct fiber *fiber, struct box *in) {
  (void)in;
  for (uint64_t i = 1; i <= items; i++)
    suspend(fiber, new_box(i));
  return NULL;
}

static struct box *stage(struct fiber *fiber, struct box *in) {
  while ((in = resume(fiber->before, NULL)))
    suspend(fiber, new_box(in->number + 1));
  return NULL;
}

static void *pull_chains(void *argument) {
  struct pipelines *work = argument;
  arena_open();
  uint64_t count = work->chains * work->stages;
  char *stack = stacks(count);
  struct fiber *fibers = or_die(calloc(count, sizeof(struct fiber)));
  for (uint64_t i = 0; i < count; i++) {
    create(&fibers[i], stack + i * STACK, i % work->stages ? stage : source);
    fibers[i].before = &fibers[i] - 1;
  }
  for (uint64_t i = 0; i < items; i++) {
    mark mark = set_mark();
    for (uint64_t chain = 1; chain <= work->chains; chain++)
      work->sum += resume(&fibers[chain * work->stages - 1], NULL)->number;
    reset_to(mark);
  }
  free(fibers);
  munmap(stack, count * STACK);
  arena_close();
  return NULL;
}

static uint64_t run_pipelines(uint64_t fibers, uint64_t threads, uint64_t count, uint64_t stages) {
  items = count;
  struct pipelines work[threads];
  pthread_t ids[threads];
  for (uint64_t i = 0; i < threads; i++) {
    work[i] = (struct pipelines){fibers / stages / threads, stages, 0};
    if (pthread_create(&ids[i], NULL, pull_chains, &work[i]))
      or_die(NULL);
  }
  uint64_t sum = 0;
  for (uint64_t i = 0; i < threads; i++) {
    pthread_join(ids[i], NULL);
    sum += work[i].sum;
  }
  return sum;
}

int main(int argument_count, char **arguments) {
  uint64_t numbers[6];
  for (int i = 0; i < 6; i++)
    numbers[i] = argument(argument_count, arguments, i + 2);
  uint64_t fibers = numbers[0], threads = numbers[1], count = numbers[2], stages = numbers[5];
  const char *work = arguments[1];
  arena_open();
  if (!strcmp(work, "parked")) {
    run_parked(fibers, count, numbers[3], numbers[4]);
    return 0;
  }
  uint64_t result = 0, begin = 0;
  for (int measured = 0; measured <= 1; measured++) {
    uint64_t size = measured ? count : (count + 9) / 10;
    begin = now();
    result = !strcmp(work, "switch")   ? run_switch(size)
             : !strcmp(work, "create") ? run_create(size)
                                       : run_pipelines(fibers, threads, size, stages);
  }
  print("wall_ns", now() - begin);
  print("operations", !strcmp(work, "pipeline") ? fibers / stages * count : count);
  print("result", result);
  return 0;
}
#endif
