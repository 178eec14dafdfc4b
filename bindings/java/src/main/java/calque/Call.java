package calque;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Shapes that calls share. */
final class Call {
    private static final int ARGUMENT = 56;

    interface Failing {
        int run(PointerByReference error);
    }

    interface Filling {
        int run(byte[] buffer, long capacity, LongByReference length);
    }

    interface Owning {
        int run(Pointer out, PointerByReference error);
    }

    interface Making {
        int run(PointerByReference out, PointerByReference error);
    }

    interface Translating {
        int run(Memory args, long count, byte[] buffer, long capacity, LongByReference length);
    }

    /** UTF-8; half a surrogate pair has none. */
    static byte[] bytes(String text) {
        if (text == null) {
            return new byte[0];
        }
        try {
            ByteBuffer encoded = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOf(encoded.array(), encoded.limit());
        } catch (CharacterCodingException failure) {
            throw new CalqueException("a text has half a surrogate pair", Native.INVALID_UTF8);
        }
    }

    /** The path of a file, with its NUL. */
    static byte[] path(String path) {
        if (path.indexOf(0) >= 0) {
            throw new CalqueException("a path has a NUL in it", Native.INVALID_ARGUMENT);
        }
        return bytes(path + "\0");
    }

    /** Runs a call that takes an error last; throws what it failed with. */
    static int checked(Failing call) {
        PointerByReference error = new PointerByReference();
        int status = call.run(error);
        if (status < Native.INVALID_ARGUMENT) {
            return status;
        }
        Pointer failure = error.getValue();
        if (failure == null) {
            throw new CalqueException(Native.calque_status_name(status), status);
        }
        CalqueException thrown = new CalqueException(Native.calque_error_message(failure), status,
            known(Native.calque_error_source(failure)), known(Native.calque_error_path(failure)),
            Native.calque_error_line(failure), Native.calque_error_column(failure));
        Native.calque_error_release(failure);
        throw thrown;
    }

    private static String known(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** The text that a call writes into a buffer. */
    static String filled(Filling call) {
        Scratch scratch = Scratch.take();
        byte[] buffer = scratch.buffer;
        int status = call.run(buffer, buffer.length, scratch.length);
        while (status == Native.TRUNCATED) {
            buffer = new byte[Math.toIntExact(scratch.length.getValue() + 1)];
            status = call.run(buffer, buffer.length, scratch.length);
        }
        int length = (int) scratch.length.getValue();
        scratch.put();
        if (status >= Native.INVALID_ARGUMENT) {
            String name = Native.calque_status_name(status);
            throw new CalqueException("the translation failed: " + name, status);
        }
        return new String(buffer, 0, length, UTF_8);
    }

    /** Memory of a call, kept for the thread's next one. */
    private static final class Scratch {
        private static final ThreadLocal<Scratch> FREE = new ThreadLocal<>();
        final byte[] buffer = new byte[256];
        final LongByReference length = new LongByReference();

        /** A handler that a call runs may make calls of its own: these take another one. */
        static Scratch take() {
            Scratch free = FREE.get();
            FREE.set(null);
            return free == null ? new Scratch() : free;
        }

        void put() {
            FREE.set(this);
        }
    }

    /** The text that a call leaves in a calque_string. */
    static String owned(Owning call) {
        Memory string = new Memory(16);
        string.clear();
        checked(error -> call.run(string, error));
        Pointer data = string.getPointer(0);
        byte[] bytes = data == null ? new byte[0] : data.getByteArray(0, (int) string.getLong(8));
        Native.calque_string_dispose(string);
        return new String(bytes, UTF_8);
    }

    static Pointer made(Making call) {
        PointerByReference out = new PointerByReference();
        checked(error -> call.run(out, error));
        return out.getValue();
    }

    /** The text of a call with values. */
    static String translated(Map<String, ?> values, Translating call) {
        if (values.isEmpty()) {
            return filled((buffer, capacity, length) -> call.run(null, 0, buffer, capacity, length));
        }
        // Another thread may change the map, so it is read once.
        List<Map.Entry<String, ?>> entries = new ArrayList<>(values.entrySet());
        List<Memory> kept = new ArrayList<>();
        Memory args = new Memory((long) Math.max(1, entries.size()) * ARGUMENT);
        args.clear();
        long at = 0;
        for (Map.Entry<String, ?> entry : entries) {
            fill(args, at, entry.getKey(), entry.getValue(), kept);
            at += ARGUMENT;
        }
        try {
            return filled((buffer, capacity, length) ->
                call.run(args, entries.size(), buffer, capacity, length));
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    /** Fills a calque_arg; `kept` holds the texts that it points to. */
    private static void fill(Memory args, long at, String name, Object value, List<Memory> kept) {
        Memory named = borrowed(name, kept);
        args.setPointer(at, named);
        args.setLong(at + 8, named.size() - 1);
        if (value instanceof Integer || value instanceof Long || value instanceof Short
            || value instanceof Byte) {
            args.setInt(at + 16, Native.ARG_KIND_INT);
            args.setLong(at + 24, ((Number) value).longValue());
        } else if (value instanceof Number) {
            args.setInt(at + 16, Native.ARG_KIND_DOUBLE);
            args.setDouble(at + 32, number((Number) value));
        } else if (value instanceof Boolean) {
            args.setInt(at + 16, Native.ARG_KIND_BOOL);
            args.setLong(at + 24, (Boolean) value ? 1 : 0);
        } else if (value != null) {
            boolean hasParts = Json.hasParts(value);
            Memory text = borrowed(hasParts ? Json.of(value) : value.toString(), kept);
            args.setInt(at + 16, hasParts ? Native.ARG_KIND_JSON : Native.ARG_KIND_TEXT);
            args.setPointer(at + 40, text);
            args.setLong(at + 48, text.size() - 1);
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

    private static Memory borrowed(String text, List<Memory> kept) {
        byte[] plain = bytes(text);
        byte[] bytes = Arrays.copyOf(plain, plain.length + 1);
        Memory memory = new Memory(bytes.length);
        memory.write(0, bytes, 0, bytes.length);
        kept.add(memory);
        return memory;
    }

    private Call() {}
}
