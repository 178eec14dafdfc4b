package calque;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
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

    static byte[] bytes(String text) {
        return text == null ? new byte[0] : text.getBytes(UTF_8);
    }

    /** Runs a call that takes an error last; throws what it failed with. */
    static void checked(Failing call) {
        PointerByReference error = new PointerByReference();
        int status = call.run(error);
        if (status < 20) {
            return;
        }
        Pointer failure = error.getValue();
        String message = failure == null ? "status " + status : Native.calque_error_message(failure);
        Native.calque_error_release(failure);
        throw new CalqueException(message, status);
    }

    /** The text that a call writes into a buffer. */
    static String filled(Filling call) {
        LongByReference length = new LongByReference();
        byte[] buffer = new byte[256];
        while (call.run(buffer, buffer.length, length) == Native.TRUNCATED) {
            buffer = new byte[(int) length.getValue() + 1];
        }
        return new String(buffer, 0, (int) length.getValue(), UTF_8);
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

    /** An array of calque_arg; `kept` holds the texts that it points to. */
    static Memory arguments(Map<String, ?> values, List<Memory> kept) {
        Memory args = new Memory(Math.max(1, values.size()) * ARGUMENT);
        args.clear();
        long at = 0;
        for (Map.Entry<String, ?> entry : values.entrySet()) {
            Memory name = lent(entry.getKey(), kept);
            args.setPointer(at, name);
            args.setLong(at + 8, name.size() - 1);
            Object value = entry.getValue();
            if (value instanceof Integer || value instanceof Long) {
                args.setInt(at + 16, Native.ARG_KIND_INT);
                args.setLong(at + 24, ((Number) value).longValue());
            } else if (value instanceof Number) {
                args.setInt(at + 16, Native.ARG_KIND_DOUBLE);
                args.setDouble(at + 32, ((Number) value).doubleValue());
            } else if (value instanceof Boolean) {
                args.setInt(at + 16, Native.ARG_KIND_BOOL);
                args.setLong(at + 24, (Boolean) value ? 1 : 0);
            } else if (value != null) {
                Memory text = lent(value.toString(), kept);
                args.setInt(at + 16, Native.ARG_KIND_TEXT);
                args.setPointer(at + 40, text);
                args.setLong(at + 48, text.size() - 1);
            }
            at += ARGUMENT;
        }
        return args;
    }

    private static Memory lent(String text, List<Memory> kept) {
        byte[] bytes = Arrays.copyOf(bytes(text), bytes(text).length + 1);
        Memory memory = new Memory(bytes.length);
        memory.write(0, bytes, 0, bytes.length);
        kept.add(memory);
        return memory;
    }

    static List<Memory> keeping() {
        return new ArrayList<>();
    }

    private Call() {}
}
