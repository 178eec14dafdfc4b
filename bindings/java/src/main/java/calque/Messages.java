package calque;

/** A message table: case-insensitive keys, synonyms, %{key} references. */
public final class Messages extends Handle {
    /** A table of the messages in a JSON object, with a prefix before each key. */
    public Messages(String json, String prefix) {
        super(Call.made((out, error) -> Native.calque_messages_create(null, 0, out, error)),
            Native::calque_messages_release);
        byte[] text = Call.bytes(json);
        byte[] start = Call.bytes(prefix);
        using(handle -> Call.checked(error -> Native.calque_messages_load_json(
            handle, 0, start, start.length, text, text.length, null, error)));
    }

    /** Replaces the references of a text. */
    public String decode(String text) {
        byte[] encoded = Call.bytes(text);
        return using(handle -> Call.filled((buffer, capacity, length) ->
            Native.calque_messages_decode(
                handle, encoded, encoded.length, buffer, capacity, length)));
    }
}
