// Virtual threads do the work of managed/fibers.ll. Arguments: WORK FIBERS THREADS COUNT RUNNING
// OBJECTS STAGES.
//
// The number of carrier threads is a property of the virtual machine, and all work begins in a
// virtual thread. The pauses are in the log of the virtual machine, between the lines "ready" and
// "done". The options must not let the compiler inline `frame` and `box`.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;

final class Work {
    static final class Box {
        long number;

        Box(long number) {
            this.number = number;
        }
    }

    // An object of 48 bytes.
    static final class Dead {
        long a, b, c, d, e;
    }

    // What ends a fiber.
    static final Box END = new Box(0);

    static Object sink;

    static Box box(long number) {
        return new Box(number);
    }

    // A virtual thread that passes boxes to and fro with the thread that has created it.
    abstract static class Fiber implements Runnable {
        final Thread resumer = Thread.currentThread();
        Thread thread;
        volatile Box in, out;

        Box resume(Box box) {
            in = box;
            if (thread == null) {
                thread = Thread.startVirtualThread(this);
            } else {
                LockSupport.unpark(thread);
            }
            while (out == null) LockSupport.park();
            Box received = out;
            out = null;
            return received;
        }

        Box receive() {
            while (in == null) LockSupport.park();
            Box received = in;
            in = null;
            return received;
        }

        void send(Box box) {
            out = box;
            LockSupport.unpark(resumer);
        }

        Box suspend(Box box) {
            send(box);
            return receive();
        }
    }

    static final class Counter extends Fiber {
        public void run() {
            for (Box box = receive(); box != END; box = suspend(box)) box.number++;
            send(END);
        }
    }

    static final class Parked extends Fiber {
        long frame(long number, int level) {
            Box own = box(number + level);
            long sum = 0;
            if (level < 4) {
                sum = frame(number, level + 1);
            } else {
                for (Box box; (box = suspend(own)) != END; ) sum += box.number;
            }
            return sum + own.number;
        }

        public void run() {
            Box first = receive();
            long sum = frame(first.number, 1);
            send(box(sum + first.number));
        }
    }

    static long pass(int count) {
        Fiber fiber = new Counter();
        Box box = box(0);
        for (int i = 0; i < count; i++) box = fiber.resume(box);
        fiber.resume(END);
        return box.number;
    }

    static long create(int count) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            Box in = box(i);
            Box[] out = new Box[1];
            Thread.startVirtualThread(() -> out[0] = box(in.number + 1)).join();
            sum += out[0].number;
        }
        return sum;
    }

    static long resident() throws Exception {
        String text = Files.readString(Path.of("/proc/self/statm"));
        return Long.parseLong(text.split(" ")[1]) * 4096;
    }

    // Prints nothing if this is not the measured run.
    static void print(boolean measured, String line) {
        if (measured) System.out.println(line);
    }

    static long park(int count, int rounds, int running, int objects, boolean measured)
            throws Exception {
        System.gc();
        long before = resident(), begin = System.nanoTime(), sum = 0;
        Fiber[] fibers = new Fiber[count];
        for (int i = 0; i < count; i++) {
            fibers[i] = new Parked();
            sum += fibers[i].resume(box(i)).number;
        }
        System.gc();
        long bytes = (resident() - before) / count;
        print(measured, "ready");
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < running; i++) {
                sum += fibers[(int) (((long) round * running + i) % count)].resume(box(round)).number;
            }
            for (int i = 0; i < objects; i++) sink = new Dead();
        }
        print(measured, "done");
        for (Fiber fiber : fibers) sum += fiber.resume(END).number;
        print(measured, "wall_ns " + (System.nanoTime() - begin));
        print(measured, "bytes_per_fiber " + bytes);
        return sum;
    }

    static final class Queue extends SynchronousQueue<Box> {}

    static Void source(Queue out, int items) throws InterruptedException {
        for (int i = 1; i <= items; i++) out.put(box(i));
        return null;
    }

    static Void stage(Queue in, Queue out, int items) throws InterruptedException {
        for (int i = 0; i < items; i++) out.put(box(in.take().number + 1));
        return null;
    }

    static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.startVirtualThread(task);
        return task;
    }

    static long pullChains(int chains, int stages, int items) throws InterruptedException {
        Queue[] last = new Queue[chains];
        for (int i = 0; i < chains; i++) {
            Queue first = last[i] = new Queue();
            start(() -> source(first, items));
            for (int j = 1; j < stages; j++) {
                Queue in = last[i], out = new Queue();
                start(() -> stage(in, out, items));
                last[i] = out;
            }
        }
        long sum = 0;
        for (int i = 0; i < items; i++) {
            for (Queue chain : last) sum += chain.take().number;
        }
        return sum;
    }

    static long pipelines(int chains, int stages, int threads, int items) throws Exception {
        FutureTask<?>[] tasks = new FutureTask<?>[threads];
        for (int i = 0; i < threads; i++) tasks[i] = start(() -> pullChains(chains, stages, items));
        long sum = 0;
        for (FutureTask<?> task : tasks) sum += (Long) task.get();
        return sum;
    }

    static long work(String work, int[] numbers, int count) throws Exception {
        return switch (work) {
            case "switch" -> pass(count);
            case "create" -> create(count);
            default -> pipelines(numbers[0] / numbers[5] / numbers[1], numbers[5], numbers[1], count);
        };
    }

    static Void run(String[] arguments) throws Exception {
        int[] numbers = new int[6];
        for (int i = 0; i < numbers.length; i++) numbers[i] = Integer.parseInt(arguments[i + 1]);
        int count = numbers[2];
        if (arguments[0].equals("parked")) {
            // The virtual machine compiles the methods.
            park(1000, 1, 100, 1000, false);
            long sum = park(numbers[0], count, numbers[3], numbers[4], true);
            System.out.println("result " + sum);
            return null;
        }
        work(arguments[0], numbers, (count + 9) / 10);
        long begin = System.nanoTime();
        long result = work(arguments[0], numbers, count);
        System.out.println("wall_ns " + (System.nanoTime() - begin));
        boolean pipeline = arguments[0].equals("pipeline");
        System.out.println("operations " + (pipeline ? numbers[0] / numbers[5] * count : count));
        System.out.println("result " + result);
        return null;
    }

    public static void main(String[] arguments) throws Exception {
        start(() -> run(arguments)).get();
    }
}
