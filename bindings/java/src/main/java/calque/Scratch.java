package calque;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** Memory of a call, kept for the thread's next one: its text, and the values as C reads them. */
final class Scratch {
    private static final ThreadLocal<Scratch> FREE = new ThreadLocal<>();
    private static final int ARGUMENT = 56;
    private static final int KEPT = 65_536;
    final byte[] buffer = new byte[256];
    final LongByReference length = new LongByReference();
    private ByteBuffer memory;
    private Pointer address;

    private Scratch() {
        allocate(1024);
    }

    /** A handler that a call runs may make calls of its own: these take another one. */
    static Scratch take() {
        Scratch free = FREE.get();
        FREE.set(null);
        return free == null ? new Scratch() : free;
    }

    void put() {
        if (memory.capacity() <= KEPT) {
            FREE.set(this);
        }
    }

    /** An array of calque_arg for entries of a map, and behind it the texts that it points to. */
    Pointer arguments(Object[] entries) {
        memory.clear();
        byte[] zeros = new byte[entries.length * ARGUMENT];
        append(zeros);
        for (int index = 0; index < entries.length; index++) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries[index];
            fill(index * ARGUMENT, (String) entry.getKey(), entry.getValue());
        }
        // The memory has moved whenever it grew: only now places become addresses.
        long base = Pointer.nativeValue(address);
        for (int at = 0; at < zeros.length; at += ARGUMENT) {
            memory.putLong(at, base + memory.getLong(at));
            memory.putLong(at + 40, base + memory.getLong(at + 40));
        }
        return address;
    }

    /** Fills a calque_arg, with places in the memory for pointers. */
    private void fill(int at, String name, Object value) {
        putText(at, name);
        if (value instanceof Integer || value instanceof Long || value instanceof Short
            || value instanceof Byte) {
            memory.putInt(at + 16, Native.ARG_KIND_INT);
            memory.putLong(at + 24, ((Number) value).longValue());
        } else if (value instanceof Number) {
            memory.putInt(at + 16, Native.ARG_KIND_DOUBLE);
            memory.putDouble(at + 32, number((Number) value));
        } else if (value instanceof Boolean) {
            memory.putInt(at + 16, Native.ARG_KIND_BOOL);
            memory.putLong(at + 24, (Boolean) value ? 1 : 0);
        } else if (value != null) {
            boolean hasParts = Json.hasParts(value);
            memory.putInt(at + 16, hasParts ? Native.ARG_KIND_JSON : Native.ARG_KIND_TEXT);
            putText(at + 40, hasParts ? Json.of(value) : value.toString());
        }
    }

    private static double number(Number value) {
        double number = value.doubleValue();
        if (Double.isInfinite(number) && !(value instanceof Double || value instanceof Float)) {
            throw new CalqueException("a number does not fit into a double",
                Native.INVALID_ARGUMENT);
        }
        return number;
    }

    /** Puts a text behind all others, and its place and length into two fields. */
    private void putText(int at, String text) {
        byte[] bytes = Call.bytes(text);
        int place = memory.position();
        append(bytes);
        memory.putLong(at, place);
        memory.putLong(at + 8, bytes.length);
    }

    private void append(byte[] bytes) {
        if (memory.remaining() < bytes.length) {
            ByteBuffer old = memory;
            allocate(Math.max(2 * old.capacity(), Math.addExact(old.position(), bytes.length)));
            memory.put(old.flip());
        }
        memory.put(bytes);
    }

    private void allocate(int size) {
        memory = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        address = com.sun.jna.Native.getDirectBufferPointer(memory);
    }
}
