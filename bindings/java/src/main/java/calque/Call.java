package calque;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Map;

/** Shapes that calls share. */
final class Call {
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
        int run(Pointer args, long count, byte[] buffer, long capacity, LongByReference length);
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
        return filled(Scratch.take(), call);
    }

    private static String filled(Scratch scratch, Filling call) {
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
        Scratch scratch = Scratch.take();
        // Another thread may change the map, so it is read once.
        Object[] entries = values.entrySet().toArray();
        Pointer args = entries.length == 0 ? null : scratch.arguments(entries);
        return filled(scratch, (buffer, capacity, length) ->
            call.run(args, entries.length, buffer, capacity, length));
    }

    private Call() {}
}
