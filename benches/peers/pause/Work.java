// Worker threads allocate small trees continuously, and store one in eight into a table, as
// managed/pause.ll does. Arguments: THREADS CHUNKS LENGTH MILLISECONDS RATE.
// Each thread replaces at most RATE trees in a second; any number if RATE is 0.
//
// An observer thread sleeps repeatedly for a millisecond and measures how much longer each sleep
// takes. The measured part of the virtual machine's log is between the lines "ready" and "done".

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

final class Work {
    static final int HEIGHT = 6, TREE_SUM = 120, SLEEP_NS = 1_000_000, BATCH = 16;

    static final class Node {
        Node left, right;
        int number;
        // Padding to 32 bytes, the size of a node in the other programs.
        int b, c;

        Node(int height) {
            number = height;
            if (height > 0) {
                left = new Node(height - 1);
                right = new Node(height - 1);
            }
        }

        static long sum(Node node) {
            return node == null ? 0 : sum(node.left) + sum(node.right) + node.number;
        }
    }

    static volatile boolean stop;
    static final CountDownLatch go = new CountDownLatch(1);

    static final class Worker extends Thread {
        final CountDownLatch ready;
        final int chunks, length;
        final long rate;
        long state, operations, sum;

        Worker(CountDownLatch ready, int chunks, int length, long rate, long seed) {
            this.ready = ready;
            this.chunks = chunks;
            this.length = length;
            this.rate = rate;
            state = seed;
        }

        @Override
        public void run() {
            Node[][] table = new Node[chunks][length];
            for (Node[] trees : table) for (int i = 0; i < length; i++) trees[i] = new Node(HEIGHT);
            ready.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            long begin = System.nanoTime();
            while (!stop) {
                long total = 0;
                for (int k = 0; k < 7; k++) total += Node.sum(new Node(HEIGHT));
                if (total != 7 * TREE_SUM) throw new IllegalStateException("a tree has a wrong sum");
                state = state * 48271 % 2147483647;
                int index = (int) (state % ((long) chunks * length));
                table[index / length][index % length] = new Node(HEIGHT);
                operations++;
                if (rate > 0 && operations % BATCH == 0) {
                    long early = operations * 1_000_000_000 / rate - (System.nanoTime() - begin);
                    if (early > 0) LockSupport.parkNanos(early);
                }
            }
            for (Node[] trees : table) for (Node tree : trees) sum += Node.sum(tree);
        }
    }

    static final class Observer extends Thread {
        // Nanoseconds by which each sleep was too long.
        final long[] sleeps = new long[1 << 20];
        int count;

        @Override
        public void run() {
            try {
                go.await();
                while (!stop && count < sleeps.length) {
                    long begin = System.nanoTime();
                    Thread.sleep(0, SLEEP_NS - 1);
                    sleeps[count++] = Math.max(0, System.nanoTime() - begin - SLEEP_NS);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]), chunks = Integer.parseInt(arguments[1]);
        int length = Integer.parseInt(arguments[2]), milliseconds = Integer.parseInt(arguments[3]);
        long rate = Long.parseLong(arguments[4]);
        CountDownLatch ready = new CountDownLatch(threads);
        Worker[] workers = new Worker[threads];
        for (int t = 0; t < threads; t++) {
            workers[t] = new Worker(ready, chunks, length, rate, t + 1);
            workers[t].start();
        }
        Observer observer = new Observer();
        observer.start();
        ready.await();
        System.out.println("ready");
        long begin = System.nanoTime();
        go.countDown();
        Thread.sleep(milliseconds);
        stop = true;
        long wall = System.nanoTime() - begin;
        System.out.println("done");
        long operations = 0, result = 0;
        for (Worker worker : workers) {
            worker.join();
            operations += worker.operations;
            result += worker.sum;
        }
        observer.join();
        System.out.println("wall_ns " + wall);
        System.out.println("operations " + operations);
        System.out.println("result " + result);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < observer.count; i++) text.append("oversleep_ns ").append(observer.sleeps[i]).append('\n');
        System.out.print(text);
    }
}
