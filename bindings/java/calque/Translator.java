package calque;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.ByteByReference;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;

/**
 * A translator over i18next catalogs; safe for many threads.
 *
 * <pre>{@code
 * Translator t = new Translator(Translator.V4, "{\"lng\": \"en\", ...}");
 * t.t("file", Map.of("count", 3));
 * }</pre>
 */
public final class Translator {
    public static final int IOS = Native.FORMAT_IOS;
    public static final int V1 = Native.FORMAT_V1;
    public static final int V2 = Native.FORMAT_V2;
    public static final int V3 = Native.FORMAT_V3;
    public static final int V4 = Native.FORMAT_V4;

    /** The result of {@link #json}. */
    public enum Form { TEXT, JSON, DETAILS }

    static final Cleaner CLEANER = Cleaner.create();
    private final Pointer handle;

    /** Options are JSON, by i18next's names. */
    public Translator(int format, String options) {
        byte[] text = Call.bytes(options);
        Pointer made = Call.made((out, error) ->
            Native.calque_translator_create(format, text, text.length, null, out, error));
        handle = made;
        CLEANER.register(this, () -> Native.calque_translator_release(made));
    }

    /** The text of a key; its fallback where there is none. */
    public String t(String key, Map<String, ?> values) {
        byte[] text = Call.bytes(key);
        List<Memory> kept = Call.keeping();
        Memory args = Call.arguments(values, kept);
        String result = Call.filled((buffer, capacity, length) -> Native.calque_translator_translate(
            handle, text, text.length, args, values.size(), buffer, capacity, length));
        Reference.reachabilityFence(kept);
        Reference.reachabilityFence(this);
        return result;
    }

    public String t(String key) {
        return t(key, Map.of());
    }

    /** Keys and options are JSON text, and so is the result. */
    public String json(String keys, String options, Form form) {
        byte[] text = Call.bytes(keys);
        byte[] given = Call.bytes(options);
        return Call.owned((out, error) -> Native.calque_translator_translate_json(
            handle, text, text.length, given, given.length, form.ordinal(), out, error));
    }

    public boolean exists(String keys, String options) {
        byte[] text = Call.bytes(keys);
        byte[] given = Call.bytes(options);
        ByteByReference found = new ByteByReference();
        Call.checked(error -> Native.calque_translator_exists(
            handle, text, text.length, given, given.length, found, error));
        return found.getValue() != 0;
    }

    public void addFile(String lng, String ns, String path) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        Call.checked(error -> Native.calque_translator_add_file(handle, language, language.length,
            namespace, namespace.length, Call.bytes(path + "\0"), 0, error));
    }

    /** Adds the languages of a compiled catalog. */
    public void addCatalog(String path) {
        Pointer catalog = Call.made((out, error) ->
            Native.calque_catalog_open(Call.bytes(path + "\0"), 0, out, error));
        try {
            Call.checked(error -> Native.calque_translator_add_catalog(
                handle, catalog, null, 0, 0, null, error));
        } finally {
            Native.calque_catalog_release(catalog);
        }
    }

    /** The fallback chain, a JSON array. */
    public String languages() {
        return Call.owned((out, error) ->
            Native.calque_translator_languages(handle, null, 0, out, error));
    }

    /** Whether a language is written from right to left; "" is the current one. */
    public boolean isRightToLeft(String lng) {
        byte[] text = Call.bytes(lng);
        return Native.calque_translator_dir(handle, text, text.length) == Native.RTL;
    }

    /** A view of the catalogs as they are now; "" is the default of each. */
    public View view(String lng, String ns, String prefix) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        byte[] start = Call.bytes(prefix);
        return new View(Call.made((out, error) -> Native.calque_view_create(handle, language,
            language.length, namespace, namespace.length, start, start.length, out, error)));
    }
}
