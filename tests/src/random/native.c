/* Linked into every program: its entry, and native functions that managed code calls. */

extern int random_programs_main(const void *programs, unsigned long count);

struct program {
    unsigned long seed;
    long (*entry)(long);
    unsigned long threads;
};
extern const struct program random_programs[];
extern const unsigned long random_programs_count;

int main(void) { return random_programs_main(random_programs, random_programs_count); }

/* Nothing throws; that the unwinder may ask is enough for LLVM. 8: go on unwinding. */
int random_personality(void) { return 8; }

/* Only ever the target of calls for which patchable bytes are emitted instead. */
void random_patchable(void) { __builtin_trap(); }

typedef void *reference;
typedef long standard(long depth, long x, reference context, reference a, reference b);

static volatile long noise = 3;

/* Calls managed code with what it is given. Keeps enough across the call to need callee-saved
   registers, in which the managed caller may have references, and changes nothing. */
long random_native_through(standard *function, long depth, long x, reference context, reference a,
                           reference b) {
    long one = noise, two = noise, three = noise, four = noise, five = noise, six = noise;
    long result = function(depth, x, context, a, b);
    if (one != two || three != four || five != six) __builtin_trap();
    return result;
}
