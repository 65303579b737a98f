// C++ functions that throw through managed code, and catch what they have thrown.
#include <cstdint>
#include <stdexcept>

typedef uint64_t call_managed(uint64_t n, uint64_t note);

// The managed function and its arguments for the test, which calls `throwing` again.
static call_managed *calling;
static thread_local uint64_t destroyed;

namespace {
struct Counts {
    ~Counts() { destroyed++; }
};
} // namespace

extern "C" void throwing_with(call_managed *function) { calling = function; }
extern "C" uint64_t throwing_destroyed() { return destroyed; }

// Throws at 0; catches and rethrows at every third number; catches at 9 for good.
extern "C" uint64_t throwing(uint64_t n, uint64_t note, uint64_t, uint64_t, uint64_t) {
    Counts counts;
    if (n == 0) {
        throw std::runtime_error("thrown");
    }
    if (n % 3 != 0) {
        return calling(n - 1, note);
    }
    try {
        calling(n - 1, note);
    } catch (const std::runtime_error &error) {
        if (n < 9) {
            throw;
        }
        return error.what()[0] == 't' ? 1000 + n : 0;
    }
    return 0;
}
