// GCBench, after Ellis, Kovac and Boehm: each thread does the work of managed/gcbench.ll.
// Arguments: SCALE THREADS.

final class Work {
    static final class Node {
        Node left, right;
        int i, j;

        Node() {}

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        static Node make(int depth) {
            return depth == 0 ? new Node() : new Node(make(depth - 1), make(depth - 1));
        }

        void populate(int depth) {
            if (depth == 0) return;
            left = new Node();
            right = new Node();
            left.populate(depth - 1);
            right.populate(depth - 1);
        }

        long spine() {
            long nodes = 0;
            for (Node node = this; node != null; node = node.left) nodes++;
            return nodes;
        }

        long count() {
            return left == null ? 1 : left.count() + right.count() + 1;
        }
    }

    static long temporary(int trees, int depth) {
        long sum = 0;
        for (int i = 0; i < trees; i++) {
            Node root = new Node();
            root.populate(depth);
            sum += root.spine();
        }
        for (int i = 0; i < trees; i++) sum += Node.make(depth).spine();
        return sum;
    }

    static int nodesOf(int depth) {
        return (2 << depth) - 1;
    }

    static long run(int scale) {
        long sum = Node.make(scale + 18).spine();
        Node longLived = new Node();
        longLived.populate(scale + 16);
        int length = 500_000 << scale;
        double[] array = new double[length];
        for (int i = 1; i < length / 2; i++) array[i] = 1.0 / i;
        for (int depth = 4; depth <= scale + 16; depth += 2) {
            sum += temporary(2 * nodesOf(scale + 18) / nodesOf(depth), depth);
        }
        double quotients = 0;
        for (int i = 1; i < length / 2; i++) quotients += array[i];
        return sum + longLived.count() + (long) (quotients * 1e6);
    }

    public static void main(String[] arguments) throws InterruptedException {
        int scale = Integer.parseInt(arguments[0]), threads = Integer.parseInt(arguments[1]);
        long[] results = new long[threads];
        Thread[] workers = new Thread[threads];
        long begin = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            int index = t;
            workers[t] = new Thread(() -> results[index] = run(scale));
            workers[t].start();
        }
        long result = 0;
        for (int t = 0; t < threads; t++) {
            workers[t].join();
            result += results[t];
        }
        System.out.println("wall_ns " + (System.nanoTime() - begin));
        System.out.println("result " + result);
    }
}
