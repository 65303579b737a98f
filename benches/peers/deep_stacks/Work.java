// Runs young collections in the youngest frame of a deep recursion, that of managed/deep_stacks.ll.
// Arguments: FRAMES NEW COLLECTIONS WARM_UP.
//
// The pauses are in the log of the virtual machine between the lines "ready" and "done". No method
// requests a young collection, so each begins when garbage has filled the young generation. The
// options must not let the compiler inline `frame` and `box`.

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

final class Work {
    // Depth and number of the recursions that run before, until the compiler has compiled `frame`.
    static final int SHORT = 1000, RECURSIONS = 200;

    static final class Box {
        int number;

        Box(int number) {
            this.number = number;
        }
    }

    static final List<GarbageCollectorMXBean> BEANS =
            ManagementFactory.getGarbageCollectorMXBeans();

    static int frames, turn, rounds, warmUp, round;
    static boolean collects;
    static Object sink;

    static Box box(int number) {
        return new Box(number);
    }

    static long frame(int level) {
        Box box = box(level);
        long sum = 0;
        if (level == frames) {
            collect();
        } else {
            for (int i = level == turn ? rounds : 1; i > 0; i--) sum += frame(level + 1);
        }
        return sum + box.number;
    }

    static long collections() {
        long sum = 0;
        for (int i = 0; i < BEANS.size(); i++) sum += BEANS.get(i).getCollectionCount();
        return sum;
    }

    static void collect() {
        if (!collects) return;
        if (round == warmUp) System.out.println("ready");
        for (long before = collections(); collections() == before; ) {
            for (int i = 0; i < 16; i++) sink = new byte[4096];
        }
        round++;
        if (round == rounds) System.out.println("done");
    }

    static void run(String[] arguments) {
        int newFrames = Integer.parseInt(arguments[1]);
        frames = SHORT;
        turn = SHORT / 2;
        rounds = 2;
        for (int i = 0; i < RECURSIONS; i++) frame(1);
        frames = Integer.parseInt(arguments[0]);
        turn = frames - newFrames;
        warmUp = Integer.parseInt(arguments[3]);
        rounds = Integer.parseInt(arguments[2]) + warmUp;
        collects = true;
        System.out.println("result " + frame(1));
    }

    public static void main(String[] arguments) throws InterruptedException {
        Runnable work = () -> {
            try {
                run(arguments);
            } catch (StackOverflowError error) {
                System.err.println("error: the stack overflows");
                System.exit(1);
            }
        };
        Thread thread = new Thread(null, work, "deep", 1L << 30);
        thread.start();
        thread.join();
    }
}
