package calque;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.ByteByReference;
import java.util.Map;

/**
 * A translator over i18next catalogs; safe for many threads.
 *
 * <pre>{@code
 * try (Translator t = new Translator(Translator.V4, "{\"lng\": \"en\", ...}")) {
 *     t.t("file", Map.of("count", 3));
 * }
 * }</pre>
 */
public final class Translator extends Handle {
    public static final int IOS = Native.FORMAT_IOS;
    public static final int V1 = Native.FORMAT_V1;
    public static final int V2 = Native.FORMAT_V2;
    public static final int V3 = Native.FORMAT_V3;
    public static final int V4 = Native.FORMAT_V4;

    /** The result of {@link #json}. */
    public enum Form { TEXT, JSON, DETAILS }

    /** Options are JSON, by i18next's names. */
    public Translator(int format, String options) {
        super(made(format, Call.bytes(options)), Native::calque_translator_release);
    }

    private static Pointer made(int format, byte[] options) {
        return Call.made((out, error) ->
            Native.calque_translator_create(format, options, options.length, null, out, error));
    }

    /** The text of a key; its fallback where there is none. */
    public String t(String key, Map<String, ?> values) {
        byte[] text = Call.bytes(key);
        return using(handle -> Call.translated(values, (args, count, buffer, capacity, length) ->
            Native.calque_translator_translate(
                handle, text, text.length, args, count, buffer, capacity, length)));
    }

    public String t(String key) {
        return t(key, Map.of());
    }

    /** Keys and options are JSON text, and so is the result. */
    public String json(String keys, String options, Form form) {
        byte[] text = Call.bytes(keys);
        byte[] given = Call.bytes(options);
        return using(handle -> Call.owned((out, error) -> Native.calque_translator_translate_json(
            handle, text, text.length, given, given.length, form.ordinal(), out, error)));
    }

    public boolean exists(String keys, String options) {
        byte[] text = Call.bytes(keys);
        byte[] given = Call.bytes(options);
        ByteByReference found = new ByteByReference();
        using(handle -> Call.checked(error -> Native.calque_translator_exists(
            handle, text, text.length, given, given.length, found, error)));
        return found.getValue() != 0;
    }

    public void addFile(String lng, String ns, String path) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        byte[] file = Call.path(path);
        using(handle -> Call.checked(error -> Native.calque_translator_add_file(
            handle, language, language.length, namespace, namespace.length, file, 0, error)));
    }

    /** Adds the languages of a compiled catalog. */
    public void addCatalog(String path) {
        byte[] file = Call.path(path);
        Pointer catalog = Call.made((out, error) ->
            Native.calque_catalog_open(file, 0, out, error));
        try {
            using(handle -> Call.checked(error -> Native.calque_translator_add_catalog(
                handle, catalog, null, 0, 0, null, error)));
        } finally {
            Native.calque_catalog_release(catalog);
        }
    }

    /** The fallback chain, a JSON array. */
    public String languages() {
        return using(handle -> Call.owned((out, error) ->
            Native.calque_translator_languages(handle, null, 0, out, error)));
    }

    /** Whether a language is written from right to left; "" is the current one. */
    public boolean isRightToLeft(String lng) {
        byte[] text = Call.bytes(lng);
        return using(handle ->
            Native.calque_translator_dir(handle, text, text.length) == Native.RTL);
    }

    /** A view of the catalogs as they are now; "" is the default of each. */
    public View view(String lng, String ns, String prefix) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        byte[] start = Call.bytes(prefix);
        return new View(using(handle -> Call.made((out, error) -> Native.calque_view_create(handle,
            language, language.length, namespace, namespace.length, start, start.length, out,
            error))));
    }
}
