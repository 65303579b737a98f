// Allocates N objects of SIZE bytes that die immediately, and writes all of their words.
// Arguments: SIZE N, where SIZE is 16, 32 or 48.
//
// Run with -XX:-DoEscapeAnalysis. Otherwise the compiler removes the allocations, which the program
// detects.

import java.lang.management.ManagementFactory;

final class Work {
    // No object is stored into `sink`, but the compiler cannot infer that.
    static long magic = -1;
    static Object sink;

    static final class Two { int a; Two(int i) { a = i; } }
    static final class Four { int a; long b, c; Four(int i) { a = i; b = i; c = i; } }
    static final class Six { int a; long b, c, d, e; Six(int i) { a = i; b = i; c = i; d = i; e = i; } }

    static void two(int n) {
        for (int i = 0; i < n; i++) { Two object = new Two(i); if (i == magic) sink = object; }
    }
    static void four(int n) {
        for (int i = 0; i < n; i++) { Four object = new Four(i); if (i == magic) sink = object; }
    }
    static void six(int n) {
        for (int i = 0; i < n; i++) { Six object = new Six(i); if (i == magic) sink = object; }
    }

    static void run(int size, int n) {
        switch (size) {
            case 16: two(n); break;
            case 32: four(n); break;
            default: six(n);
        }
    }

    public static void main(String[] arguments) {
        int size = Integer.parseInt(arguments[0]), n = Integer.parseInt(arguments[1]);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 300; i++) run(size, 20_000);
        run(size, n / 10);
        long before = threads.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        run(size, n);
        long wall = System.nanoTime() - begin;
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        if (bytes < (long) size * n) {
            System.err.println("the compiler removed allocations: only " + bytes
                    + " bytes were allocated; run with -XX:-DoEscapeAnalysis");
            System.exit(1);
        }
        System.out.println("wall_ns " + wall);
        System.out.println("result " + n);
    }
}
