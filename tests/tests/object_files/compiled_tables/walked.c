// A program with managed code that stops in the middle of it and prints what a walk needs: where
// the stub saved its registers, where the entry stub resumes, the stack from there up to the entry,
// and the compiled tables as they lie in memory. Numbers in hexadecimal, one a line, each list with
// its length first.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern const uint64_t __start_statepoint_table[] __attribute__((weak, visibility("hidden")));
extern const uint64_t __stop_statepoint_table[] __attribute__((weak, visibility("hidden")));
extern const char entry_return[] __attribute__((visibility("hidden")));

uint64_t enter(uint64_t a, uint64_t b);
uint64_t outer(uint64_t a, uint64_t b);

static uint64_t *stack_end;

static void print(const uint64_t *words, const uint64_t *end) {
    printf("%zx\n%llx\n", (size_t)(end - words), (unsigned long long)(uintptr_t)words);
    for (; words != end; words++) {
        printf("%llx\n", (unsigned long long)*words);
    }
}

// The stub `collect` calls this with its register file.
__attribute__((visibility("hidden"))) void stopped(uint64_t *registers) {
    printf("%llx\n", (unsigned long long)(uintptr_t)entry_return);
    print(registers, stack_end);
    print(__start_statepoint_table, __stop_statepoint_table);
}

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl collect\n"
    ".type collect, @function\n"
    "collect:\n"
    "    push %rbp\n    push %rbx\n    push %r12\n    push %r13\n    push %r14\n    push %r15\n"
    "    mov %rsp, %rdi\n"
    "    sub $8, %rsp\n"
    "    call stopped\n"
    "    add $8, %rsp\n"
    "    pop %r15\n    pop %r14\n    pop %r13\n    pop %r12\n    pop %rbx\n    pop %rbp\n"
    "    ret\n"
    ".globl enter\n"
    ".type enter, @function\n"
    "enter:\n"
    "    push %rbp\n"
    "    call outer\n"
    ".hidden entry_return\n"
    ".globl entry_return\n"
    "entry_return:\n"
    "    pop %rbp\n"
    "    ret\n");
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl collect\n"
    ".type collect, %function\n"
    "collect:\n"
    "    stp x29, x30, [sp, #-96]!\n"
    "    stp x19, x20, [sp, #16]\n    stp x21, x22, [sp, #32]\n    stp x23, x24, [sp, #48]\n"
    "    stp x25, x26, [sp, #64]\n    stp x27, x28, [sp, #80]\n"
    "    mov x0, sp\n"
    "    bl stopped\n"
    "    ldp x19, x20, [sp, #16]\n    ldp x21, x22, [sp, #32]\n    ldp x23, x24, [sp, #48]\n"
    "    ldp x25, x26, [sp, #64]\n    ldp x27, x28, [sp, #80]\n"
    "    ldp x29, x30, [sp], #96\n"
    "    ret\n"
    ".globl enter\n"
    ".type enter, %function\n"
    "enter:\n"
    "    stp x29, x30, [sp, #-16]!\n"
    "    bl outer\n"
    ".hidden entry_return\n"
    ".globl entry_return\n"
    "entry_return:\n"
    "    ldp x29, x30, [sp], #16\n"
    "    ret\n");
#endif

int run(void) {
    uint64_t here[4];
    stack_end = here + 4;
    return enter(0x1000, 0x2000) == 0x6000 ? 0 : 1;
}

#ifndef NO_MAIN
int main(void) { return run(); }
#endif
