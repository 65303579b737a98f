// Threads run a loop, call native code, or sleep in native code, while the main thread requests
// stops.
//
//   Work LOOPS NATIVES SLEEPERS STOPS PAUSE_US LIMIT_MS gc|query LIBRARY
//
// It requests STOPS stops, PAUSE_US apart, for at most LIMIT_MS. "gc" requests a collection, and
// "query" a shorter operation at a safepoint. Prints "ready" after the warm-up, "done" after the
// last stop, and then the duration of each request in nanoseconds. The times to safepoint are in
// the log of the virtual machine (-Xlog:safepoint), which is also printed to standard output.

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

final class Work {
    private static volatile boolean stop;

    private static native long nothing(long value);

    private static native long sleep();

    private static long loop() {
        long count = 0;
        while (!stop) {
            count++;
        }
        return count;
    }

    private static long callNative() {
        long count = 0;
        while (!stop) {
            count += nothing(1);
        }
        return count;
    }

    private static void start(int threads, Runnable work) {
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(null, work, "worker", 256 << 10);
            thread.setDaemon(true);
            thread.start();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int loops = Integer.parseInt(arguments[0]);
        int natives = Integer.parseInt(arguments[1]);
        int sleepers = Integer.parseInt(arguments[2]);
        int stops = Integer.parseInt(arguments[3]);
        int pause = Integer.parseInt(arguments[4]);
        long limit = 1_000_000 * Long.parseLong(arguments[5]);
        boolean collect = arguments[6].equals("gc");
        System.load(arguments[7]);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        // findDeadlockedThreads is an operation at a safepoint, with less work than a collection.
        Runnable request = collect ? System::gc : threads::findDeadlockedThreads;

        start(sleepers, Work::sleep);
        start(loops, Work::loop);
        start(natives, Work::callNative);
        // Waits until the loops are compiled and all threads have begun.
        Thread.sleep(1000);
        for (int i = 0; i < 5; i++) {
            request.run();
        }
        System.out.println("ready");
        long[] times = new long[stops];
        int done = 0;
        long start = System.nanoTime();
        while (done < stops && System.nanoTime() - start < limit) {
            Thread.sleep(pause / 1000, pause % 1000 * 1000);
            long begin = System.nanoTime();
            request.run();
            times[done++] = System.nanoTime() - begin;
        }
        System.out.println("done");
        for (int i = 0; i < done; i++) {
            System.out.println("request " + times[i]);
        }
        System.out.flush();
        // Some threads sleep until the process ends.
        Runtime.getRuntime().halt(0);
    }
}
