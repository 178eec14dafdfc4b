package calque;

import com.sun.jna.Pointer;

/** A message table: case-insensitive keys, synonyms, %{key} references. */
public final class Messages {
    private final Pointer handle;

    /** A table of the messages in a JSON object, with a prefix before each key. */
    public Messages(String json, String prefix) {
        Pointer made = Call.made((out, error) -> Native.calque_messages_create(null, 0, out, error));
        handle = made;
        Translator.CLEANER.register(this, () -> Native.calque_messages_release(made));
        byte[] text = Call.bytes(json);
        byte[] start = Call.bytes(prefix);
        Call.checked(error -> Native.calque_messages_load_json(
            handle, 0, start, start.length, text, text.length, null, error));
    }

    /** Replaces the references of a text. */
    public String decode(String text) {
        byte[] encoded = Call.bytes(text);
        return Call.filled((buffer, capacity, length) -> Native.calque_messages_decode(
            handle, encoded, encoded.length, buffer, capacity, length));
    }
}
