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
