package calque;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.ByteByReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A translator over i18next catalogs; safe for many threads.
 *
 * <pre>{@code
 * try (Translator t = new Translator(Format.V4, Map.of("lng", "en"))) {
 *     t.addFolder(Path.of("locales"));
 *     t.t("file", Map.of("count", 3));
 * }
 * }</pre>
 */
public final class Translator extends Handle {
    /** The result of {@link #json}. */
    public enum Form { TEXT, JSON, DETAILS }

    /** Options are JSON, by i18next's names. */
    public Translator(Format format, String options) {
        this(format, options, null);
    }

    /** Options by i18next's names: maps, lists and scalars. */
    public Translator(Format format, Map<String, ?> options) {
        this(format, Json.of(options), null);
    }

    /**
     * With a function that receives diagnostics, a line each; with the option `debug` also
     * misspelt options, missing keys and missing variables.
     */
    public Translator(Format format, String options, Consumer<String> log) {
        super(made(format, Call.bytes(options), log), Native::calque_translator_release);
    }

    private static Pointer made(Format format, byte[] options, Consumer<String> log) {
        Memory host = log == null ? null
            : Events.host(Events.given((name, line) -> log.accept(line)));
        return Call.made((out, error) -> Native.calque_translator_create(
            format.number, options, options.length, host, out, error));
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

    /** Adds texts, JSON, in place of those that are there. */
    public void addResourceBundle(String lng, String ns, String tree) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        byte[] json = Call.bytes(tree);
        using(handle -> Call.checked(error -> Native.calque_translator_add_resource_bundle(
            handle, language, language.length, namespace, namespace.length, json, json.length,
            Native.BUNDLE_REPLACE, error)));
    }

    public void addResourceBundle(String lng, String ns, Map<String, ?> tree) {
        addResourceBundle(lng, ns, Json.of(tree));
    }

    public void addFile(String lng, String ns, Path path) {
        byte[] language = Call.bytes(lng);
        byte[] namespace = Call.bytes(ns);
        byte[] file = Call.path(path.toString());
        using(handle -> Call.checked(error -> Native.calque_translator_add_file(handle, language,
            language.length, namespace, namespace.length, file, Native.BUNDLE_REPLACE, error)));
    }

    /**
     * Adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace `translation`) and
     * compiled ones, *.calque. Called again, it loads them again.
     */
    public void addFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            Iterable<Path> found = files.filter(Files::isRegularFile).sorted()::iterator;
            for (Path file : found) {
                String name = file.getFileName().toString();
                boolean isNested = !file.getParent().equals(folder);
                if (name.endsWith(".json") && isNested) {
                    addFile(file.getParent().getFileName().toString(), stem(name), file);
                } else if (name.endsWith(".json")) {
                    addFile(stem(name), "translation", file);
                } else if (name.endsWith(".calque") && !isNested) {
                    addCatalog(file);
                }
            }
        }
    }

    private static String stem(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Adds the languages of a compiled catalog. */
    public void addCatalog(Path path) {
        byte[] file = Call.path(path.toString());
        Pointer catalog = Call.made((out, error) ->
            Native.calque_catalog_open(file, 0, out, error));
        try {
            using(handle -> Call.checked(error -> Native.calque_translator_add_catalog(
                handle, catalog, null, 0, 0, null, error)));
        } finally {
            Native.calque_catalog_release(catalog);
        }
    }

    /** The current language. */
    public String language() {
        return using(handle -> Call.filled((buffer, capacity, length) ->
            Native.calque_translator_language(handle, false, buffer, capacity, length)));
    }

    /** Changes the current language. Views keep theirs. */
    public void changeLanguage(String lng) {
        byte[] text = Call.bytes(lng);
        using(handle -> Call.checked(error ->
            Native.calque_translator_change_language(handle, text, text.length, error)));
    }

    /** The available language that fits an Accept-Language header, or a JSON array, best. */
    public String bestLanguage(String wanted) {
        byte[] text = Call.bytes(wanted);
        return using(handle -> Call.filled((buffer, capacity, length) ->
            Native.calque_translator_best_language(handle, text, text.length,
                Native.MATCH_CLOSEST, buffer, capacity, length)));
    }

    /**
     * Calls a function with the name and the arguments (a JSON array, as i18next passes them)
     * of events, whose names are separated by spaces: `missingKey` (with the option
     * `saveMissing`), `languageChanged`, `added` and others.
     */
    public void on(String events, BiConsumer<String, String> handler) {
        byte[] names = Call.bytes(events);
        Pointer number = Events.given(handler);
        using(handle -> Call.checked(error -> Native.calque_translator_on(handle, names,
            names.length, Events.CALL, number, Events.DONE, null, error)));
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

    public View view(String lng) {
        return view(lng, "", "");
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
