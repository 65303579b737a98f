// Collects heaps in which all objects are live, those of managed/trace.ll.
// Arguments: MB SHAPE COLLECTIONS full|young.
//
// With "full", System.gc() is called repeatedly. Before each collection, a small object at the
// start of the heap dies, so that all other objects must move. With "young", the heap is built in
// the young generation and is copied by the first collection. The pause of that collection is in
// the log of the virtual machine between the lines "ready" and "done".

import java.lang.management.ManagementFactory;

final class Work {
    static final int INNER = 1024, STEPS = 1 << 20;

    static final class Node {
        Node left, right;
        int number;
        // Padding to 32 bytes, the size of a node in the other programs.
        int b, c;

        Node(int number) {
            this.number = number;
        }
    }

    static Node root;
    static Node[][] arrays;
    static Object sink;
    static Object[] dying;
    static long state = 1;

    static int random() {
        return (int) (state = state * 48271 % 2147483647);
    }

    static Node[] nodes(int n) {
        Node[] array = new Node[n];
        for (int i = 0; i < n; i++) array[i] = new Node(i);
        return array;
    }

    static Node list(int n, boolean shuffled) {
        Node[] order = nodes(n);
        if (shuffled) {
            for (int i = n - 1; i > 0; i--) {
                int j = random() % (i + 1);
                Node node = order[i];
                order[i] = order[j];
                order[j] = node;
            }
        }
        for (int i = 0; i < n; i++) {
            int random = random();
            int other = shuffled ? random % n : i + 1 + random % 64;
            if (i + 1 < n) order[i].left = order[i + 1];
            if (other < n) order[i].right = order[other];
        }
        return order[0];
    }

    static Node tree(int height) {
        Node node = new Node(height);
        if (height > 0) {
            node.left = tree(height - 1);
            node.right = tree(height - 1);
        }
        return node;
    }

    static int build(String shape, int n) {
        switch (shape) {
            case "tree":
                int height = 0;
                while ((4L << height) - 1 <= n) height++;
                root = tree(height);
                return (2 << height) - 1;
            case "arrays":
                arrays = new Node[n / INNER][];
                for (int i = 0; i < arrays.length; i++) arrays[i] = nodes(INNER);
                return arrays.length * INNER;
            default:
                root = list(n, shape.equals("shuffled"));
                return n;
        }
    }

    static long sumList(Node node) {
        long sum = 0;
        for (int step = 0; node != null && step < STEPS; step++, node = node.left) {
            sum += node.number + (node.right == null ? 0 : 3L * node.right.number);
        }
        return sum;
    }

    static long sumTree(Node node) {
        return node == null ? 0 : sumTree(node.left) + sumTree(node.right) + node.number;
    }

    static long sumArrays() {
        long sum = 0;
        for (Node[] array : arrays) for (Node node : array) sum += node.number;
        return sum;
    }

    static long collections() {
        var collectors = ManagementFactory.getGarbageCollectorMXBeans().stream();
        return collectors.mapToLong(b -> b.getCollectionCount()).sum();
    }

    static void allocateUntilNextCollection() {
        for (long before = collections(); collections() == before; ) {
            for (int i = 0; i < 64; i++) sink = new byte[1 << 16];
        }
    }

    static void full() {
        System.gc();
        for (int i = dying.length - 2; i >= 0; i--) {
            dying[i] = null;
            long begin = System.nanoTime();
            System.gc();
            System.out.println("collection_ns " + (System.nanoTime() - begin));
        }
    }

    public static void main(String[] arguments) {
        int n = (int) ((Long.parseLong(arguments[0]) << 20) / 32);
        String shape = arguments[1];
        boolean full = arguments[3].equals("full");
        if (full) {
            dying = new Object[Integer.parseInt(arguments[2]) + 1];
            for (int i = 0; i < dying.length; i++) dying[i] = new byte[4096];
            System.gc();
        }
        long before = collections();
        int live = build(shape, n);
        System.out.println("ready");
        if (full) {
            full();
        } else if (collections() == before) {
            allocateUntilNextCollection();
        } else {
            System.err.println("a collection ran before the heap was complete; increase -Xmn");
            System.exit(1);
        }
        System.out.println("done");
        System.out.println("live_objects " + live);
        long sum = shape.equals("tree") ? sumTree(root)
                : shape.equals("arrays") ? sumArrays() : sumList(root);
        System.out.println("result " + sum);
    }
}
