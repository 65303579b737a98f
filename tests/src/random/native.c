/* The main function of every batch, and native functions that its managed code calls. */

typedef void *reference;

/* Counters that the driver reads; `NativeCounts` in driver.rs. */
struct counts {
    const unsigned long *thrown, *caught, *cleaned_up, *finalizers;
};
extern const unsigned long random_thrown, random_caught, random_cleaned_up;
static unsigned long finalizers;

extern int random_programs_main(const void *programs, unsigned long count,
                                const struct counts *counts);
/* The programs of the batch, in the generated file programs.c. */
extern const char random_programs[];
extern const unsigned long random_programs_count;

int main(void) {
    const struct counts counts = {&random_thrown, &random_caught, &random_cleaned_up, &finalizers};
    return random_programs_main(random_programs, random_programs_count, &counts);
}

extern unsigned long spgc_finalize(reference object, unsigned long token);

/* Registers an object for finalization and increments the counter. Does not collect. */
void random_finalize(reference object, unsigned long token) {
    __atomic_add_fetch(&finalizers, 1, __ATOMIC_RELAXED);
    spgc_finalize(object, token);
}

/* Callee of statepoints with patchable bytes. LLVM emits no call for them, so it never runs. */
void random_patchable(void) { __builtin_trap(); }

typedef long standard(long depth, long x, reference context, reference a, reference b);

/* Volatile: the compiler must keep each value that is read from this variable. */
static volatile long noise = 3;

/* Calls managed code with its arguments. Enough values are live across the call to use
   callee-saved registers, in which the managed caller may have references. */
long random_native_through(standard *function, long depth, long x, reference context, reference a,
                           reference b) {
    long one = noise, two = noise, three = noise, four = noise, five = noise, six = noise;
    long result = function(depth, x, context, a, b);
    if (one != two || three != four || five != six) __builtin_trap();
    return result;
}
