// binary-trees: the same work as examples/src/binary_trees.rs. Arguments: DEPTH THREADS.

final class Work {
    static final class Node {
        final Node left, right;

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        static Node make(int depth) {
            return depth == 0 ? new Node(null, null) : new Node(make(depth - 1), make(depth - 1));
        }

        long count() {
            return left == null ? 1 : left.count() + right.count() + 1;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int depth = Integer.parseInt(arguments[0]), threads = Integer.parseInt(arguments[1]);
        long begin = System.nanoTime();
        long result = Node.make(depth + 1).count();
        Node longLived = Node.make(depth);
        for (int d = 4; d <= depth; d += 2) {
            long trees = 1L << (depth - d + 4);
            long[] nodes = new long[threads];
            Thread[] workers = new Thread[threads];
            for (int t = 0; t < threads; t++) {
                int index = t, treeDepth = d;
                workers[t] = new Thread(() -> {
                    long share = trees * (index + 1) / threads - trees * index / threads;
                    long sum = 0;
                    for (long i = 0; i < share; i++) sum += Node.make(treeDepth).count();
                    nodes[index] = sum;
                });
                workers[t].start();
            }
            for (int t = 0; t < threads; t++) {
                workers[t].join();
                result += nodes[t];
            }
        }
        result += longLived.count();
        System.out.println("wall_ns " + (System.nanoTime() - begin));
        System.out.println("result " + result);
    }
}
