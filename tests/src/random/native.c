/* Linked into every program: its entry, and native functions that managed code calls. */

typedef void *reference;

struct counts {
    const unsigned long *thrown, *caught, *cleaned_up, *finalizers;
};
extern const unsigned long random_thrown, random_caught, random_cleaned_up;
static unsigned long finalizers;

extern int random_programs_main(const void *programs, unsigned long count, const struct counts *counts);
/* The array that the driver also declares. */
extern const char random_programs[];
extern const unsigned long random_programs_count;

int main(void) {
    const struct counts counts = {&random_thrown, &random_caught, &random_cleaned_up, &finalizers};
    return random_programs_main(random_programs, random_programs_count, &counts);
}

extern unsigned long spgc_finalize(reference object, unsigned long token);

/* Registers an object for finalization, and counts. Moves nothing. */
void random_finalize(reference object, unsigned long token) {
    __atomic_add_fetch(&finalizers, 1, __ATOMIC_RELAXED);
    spgc_finalize(object, token);
}

/* Only ever the target of calls for which patchable bytes are emitted instead. */
void random_patchable(void) { __builtin_trap(); }

typedef long standard(long depth, long x, reference context, reference a, reference b);

static volatile long noise = 3;

/* Calls managed code with its arguments. Keeps enough values across the call to need callee-saved
   registers, in which the managed caller may have references, and changes nothing. */
long random_native_through(standard *function, long depth, long x, reference context, reference a,
                           reference b) {
    long one = noise, two = noise, three = noise, four = noise, five = noise, six = noise;
    long result = function(depth, x, context, a, b);
    if (one != two || three != four || five != six) __builtin_trap();
    return result;
}
