package calque;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Functions of the program that a translator calls. C knows them by a number, under which
 * they are kept until the library gives it up.
 */
final class Events {
    private static final Map<Long, BiConsumer<String, String>> HANDLERS = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();

    // A calque_str by value is a pointer and a length in two registers.
    interface Event extends Callback {
        void call(Pointer number, Pointer name, long nameLength, Pointer text, long length);
    }

    interface Line extends Callback {
        void call(Pointer number, Pointer text, long length);
    }

    interface Free extends Callback {
        void call(Pointer number);
    }

    private static final Event EVENT = (number, name, nameLength, text, length) ->
        run(number, string(name, nameLength), string(text, length));
    private static final Line LINE = (number, text, length) ->
        run(number, "log", string(text, length));
    private static final Free FREE = number -> HANDLERS.remove(Pointer.nativeValue(number));

    static final Pointer CALL = CallbackReference.getFunctionPointer(EVENT);
    static final Pointer DONE = CallbackReference.getFunctionPointer(FREE);

    /** The number of a function, as C passes it. */
    static Pointer given(BiConsumer<String, String> handler) {
        long number = NUMBERS.incrementAndGet();
        HANDLERS.put(number, handler);
        return Pointer.createConstant(number);
    }

    /** A calque_host with a log. */
    static Memory host(Pointer log) {
        Memory host = new Memory(Native.HOST_SIZE);
        host.clear();
        host.setLong(0, Native.HOST_SIZE);
        host.setPointer(Native.HOST_USER_DATA, log);
        host.setPointer(Native.HOST_USER_DATA_FREE, DONE);
        host.setPointer(Native.HOST_LOG, CallbackReference.getFunctionPointer(LINE));
        return host;
    }

    private static void run(Pointer number, String name, String text) {
        BiConsumer<String, String> handler = HANDLERS.get(Pointer.nativeValue(number));
        if (handler != null) {
            handler.accept(name, text);
        }
    }

    private static String string(Pointer data, long length) {
        return data == null ? "" : new String(data.getByteArray(0, (int) length), UTF_8);
    }

    private Events() {}
}
