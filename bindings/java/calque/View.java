package calque;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;

/** An immutable view of a translator in one language, for hot code and many threads. */
public final class View {
    private final Pointer handle;

    View(Pointer handle) {
        this.handle = handle;
        Translator.CLEANER.register(this, () -> Native.calque_view_release(handle));
    }

    /** The text of a key; its fallback where there is none. */
    public String t(String key, Map<String, ?> values) {
        byte[] text = Call.bytes(key);
        List<Memory> kept = Call.keeping();
        Memory args = Call.arguments(values, kept);
        String result = Call.filled((buffer, capacity, length) -> Native.calque_view_translate(
            handle, text, text.length, args, values.size(), buffer, capacity, length));
        Reference.reachabilityFence(kept);
        Reference.reachabilityFence(this);
        return result;
    }
}
