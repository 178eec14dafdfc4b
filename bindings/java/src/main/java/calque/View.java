package calque;

import com.sun.jna.Pointer;
import java.util.Map;

/** An immutable view of a translator in one language, for hot code and many threads. */
public final class View extends Handle {
    View(Pointer handle) {
        super(handle, Native::calque_view_release);
    }

    /** The text of a key; its fallback where there is none. */
    public String t(String key, Map<String, ?> values) {
        byte[] text = Call.bytes(key);
        return using(handle -> Call.translated(values, (args, count, buffer, capacity, length) ->
            Native.calque_view_translate(
                handle, text, text.length, args, count, buffer, capacity, length)));
    }

    public String t(String key) {
        return t(key, Map.of());
    }
}
