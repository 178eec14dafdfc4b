package calque;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An object of the library. It is released by {@link #close}, or when nothing refers to
 * it any more, and in both cases not before its last call has returned.
 */
abstract class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final Pressure PRESSURE = new Pressure();
    private final Counted counted;
    private final Cleaner.Cleanable cleanable;

    Handle(Pointer pointer, Consumer<Pointer> release) {
        counted = new Counted(pointer, release);
        cleanable = CLEANER.register(this, counted::leave);
        PRESSURE.made();
    }

    /** Releases the memory; later calls throw IllegalStateException. */
    @Override
    public final void close() {
        counted.closed = true;
        cleanable.clean();
    }

    /** Runs a call with the pointer, which lives until the call has returned. */
    final <T> T using(Function<Pointer, T> call) {
        counted.enter(getClass().getSimpleName());
        try {
            return call.apply(counted.pointer);
        } finally {
            counted.leave();
            Reference.reachabilityFence(this);
        }
    }

    /** The pointer, and the number of those who need it: calls, and the object itself. */
    private static final class Counted {
        final Pointer pointer;
        private final Consumer<Pointer> release;
        private final AtomicInteger users = new AtomicInteger(1);
        volatile boolean closed;

        Counted(Pointer pointer, Consumer<Pointer> release) {
            this.pointer = pointer;
            this.release = release;
        }

        void enter(String name) {
            if (closed || users.getAndUpdate(each -> each == 0 ? 0 : each + 1) == 0) {
                throw new IllegalStateException("the " + name + " is closed");
            }
        }

        void leave() {
            if (users.decrementAndGet() == 0) {
                release.accept(pointer);
                PRESSURE.released();
            }
        }
    }

    /**
     * Asks for a collection when there are twice as many objects as after the last one:
     * the collector does not see what they hold outside its heap.
     */
    private static final class Pressure {
        private static final int FEW = 2000;
        private final AtomicInteger living = new AtomicInteger();
        private volatile int bound = FEW;

        void made() {
            if (living.incrementAndGet() >= bound) {
                bound = Integer.MAX_VALUE;
                System.gc();
                // The cleaner's thread releases what was found, so the count is taken later.
                bound = Math.max(FEW, 2 * living.get());
            }
        }

        void released() {
            int few = Math.max(FEW, 2 * living.decrementAndGet());
            if (few < bound) {
                bound = few;
            }
        }
    }
}
