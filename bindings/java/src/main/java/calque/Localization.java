package calque;

import com.sun.jna.Pointer;

/** Texts by section and key, and better wordings that people propose for them. */
public final class Localization extends Handle {
    /** Options are JSON. */
    public Localization(String options) {
        super(made(Call.bytes(options)), Native::calque_localization_release);
    }

    private static Pointer made(byte[] options) {
        return Call.made((out, error) ->
            Native.calque_localization_create(options, options.length, null, out, error));
    }

    /** Takes the texts of a language: JSON with `data`. */
    public void load(String json, String locale) {
        byte[] text = Call.bytes(json);
        byte[] language = Call.bytes(locale);
        using(handle -> Call.checked(error -> Native.calque_localization_load_resource(
            handle, text, text.length, language, language.length, error)));
    }

    /** The text of an identifier, `section.key`; empty where there is none. */
    public String text(String identifier) {
        byte[] name = Call.bytes(identifier);
        return using(handle -> Call.filled((buffer, capacity, length) ->
            Native.calque_localization_text(
                handle, name, name.length, buffer, capacity, length, null)));
    }

    /** Shows a value instead of the text, in one locale. */
    public void propose(String identifier, String locale, String value) {
        byte[] name = Call.bytes(identifier);
        byte[] language = Call.bytes(locale);
        byte[] text = Call.bytes(value);
        using(handle -> Call.checked(error -> Native.calque_proposals_store(handle, name,
            name.length, language, language.length, text, text.length, error)));
    }
}
