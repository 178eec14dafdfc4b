import calque.Format;
import calque.CalqueException;
import calque.Localization;
import calque.Messages;
import calque.Translator;
import calque.View;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Does what Tests/Conformance/misuse.py describes by a case's name. */
final class Misuse {
    private static final String OPTIONS = "{\"lng\": \"en\", \"interpolation\": "
        + "{\"escapeValue\": false}, \"resources\": {\"en\": {\"translation\": "
        + "{\"k\": \"v\", \"a\": \"<{{a}}>\"}}}}";
    private static volatile boolean done;

    static Translator made() {
        return new Translator(Format.V4, OPTIONS);
    }

    static void same(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("not " + expected + " but " + found);
        }
    }

    static void refused(Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (CalqueException | IllegalStateException | NullPointerException
                | InvalidPathException failure) {
            return;
        }
        throw new AssertionError("it was not refused");
    }

    static Callable<Object> of(Runnable run) {
        return () -> {
            run.run();
            return null;
        };
    }

    /** Runs calls while another thread does something again and again. */
    static void beside(Runnable other, Callable<?> calls) throws Exception {
        Thread thread = new Thread(() -> {
            while (!done) {
                other.run();
            }
        });
        thread.start();
        try {
            calls.call();
        } finally {
            done = true;
            thread.join();
        }
    }

    static Object unkept() {
        for (int at = 0; at < 3000; at += 1) {
            same("v", made().t("k"));
            same("\"v\"", made().json("k", "{}", Translator.Form.JSON));
            same(true, made().exists("k", "{}"));
            same(false, made().isRightToLeft("en"));
            same("[\"en\",\"dev\"]", made().languages().replace(" ", ""));
            same("v", made().view("en", "", "").t("k", Map.of()));
            same("text v", new Messages("{\"K\": \"v\"}", "").decode("text %{K}"));
            Localization texts = new Localization("{}");
            texts.load("{\"data\": {\"s\": {\"k\": \"v\"}}}", "en");
            same("v", texts.text("s.k"));
        }
        return null;
    }

    static void closed() throws Exception {
        Translator translator = made();
        View view = translator.view("en", "", "");
        translator.close();
        translator.close();
        same("v", view.t("k", Map.of()));
        refused(() -> translator.t("k"));
        refused(translator::languages);
        refused(() -> translator.view("en", "", ""));
        view.close();
        refused(() -> view.t("k", Map.of()));
        Messages messages = new Messages("{}", "");
        messages.close();
        refused(() -> messages.decode("x"));
        Localization texts = new Localization("{}");
        texts.close();
        refused(() -> texts.text("s.k"));
    }

    static void closing() throws Exception {
        for (int at = 0; at < 300; at += 1) {
            Translator translator = made();
            Thread[] callers = new Thread[3];
            for (int each = 0; each < callers.length; each += 1) {
                callers[each] = new Thread(() -> {
                    try {
                        while (true) {
                            same("v", translator.t("k"));
                        }
                    } catch (IllegalStateException expected) {
                        return;
                    }
                });
                callers[each].start();
            }
            translator.close();
            for (Thread each : callers) {
                each.join();
            }
        }
    }

    static void types() throws Exception {
        Translator translator = made();
        refused(() -> translator.t("a", null));
        refused(of(() -> translator.addFile("en", "x", null)));
        refused(of(() -> translator.addCatalog(null)));
        refused(() -> new Translator(Format.of(4711), "{}"));
        refused(() -> new Translator(Format.V4, "[]"));
        same("<>", translator.t("a", new java.util.HashMap<String, Object>() {
            private static final long serialVersionUID = 1;
            { put("a", null); }
        }));
    }

    static void numbers() throws Exception {
        Translator translator = made();
        same("<9223372036854775807>", translator.t("a", Map.of("a", Long.MAX_VALUE)));
        same("<-128>", translator.t("a", Map.of("a", Byte.MIN_VALUE)));
        same("<18446744073709552000>",
            translator.t("a", Map.of("a", BigInteger.ONE.shiftLeft(64))));
        refused(() -> translator.t("a", Map.of("a", BigInteger.ONE.shiftLeft(5000))));
        refused(() -> translator.t("a",
            Map.of("a", new java.math.BigDecimal("1E+1000000"))));
    }

    static Object changing() {
        Translator translator = made();
        Map<String, Object> values = new ConcurrentHashMap<>();
        values.put("a", "x");
        try {
            beside(() -> {
                for (int at = 0; at < 50; at += 1) {
                    values.put("v" + at, "text " + at);
                }
                for (int at = 0; at < 50; at += 1) {
                    values.remove("v" + at);
                }
            }, () -> {
                for (int at = 0; at < 20000; at += 1) {
                    same("<x>", translator.t("a", values));
                }
                return null;
            });
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
        return null;
    }

    static void utf8() throws Exception {
        Translator translator = made();
        refused(() -> translator.t("a", Map.of("a", "x\ud800")));
        refused(() -> translator.t("k\ud800"));
        refused(() -> new Messages("{}", "").decode("\udc00"));
        same("<\ud83d\ude00>", translator.t("a", Map.of("a", "\ud83d\ude00")));
    }

    static void events() {
        StringBuilder lines = new StringBuilder();
        StringBuilder keys = new StringBuilder();
        String options = "{\"lng\": \"en\", \"saveMissing\": true, \"debug\": true}";
        Translator translator = new Translator(Format.V4, options, lines::append);
        translator.on("missingKey", (event, arguments) -> keys.append(arguments));
        translator.t("absent");
        same(true, lines.length() > 0 && keys.indexOf("\"absent\"") > 0);
        try {
            translator.addResourceBundle("en", "x", "{\n  \"a\": }");
            throw new AssertionError("it was not refused");
        } catch (CalqueException failure) {
            same(2L, failure.line());
        }
    }

    static void nul() throws Exception {
        Translator translator = made();
        refused(of(() -> translator.addFile("en", "x", Path.of("/dev/null\0x"))));
        refused(of(() -> translator.addCatalog(Path.of("/dev/null\0x"))));
        same("<x\0y>", translator.t("a", Map.of("a", "x\0y")));
        Localization texts = new Localization("{}");
        texts.load("{\"data\": {\"s\": {\"k\": \"x\\u0000y\"}}}", "en");
        same("x\0y", texts.text("s.k"));
    }

    static long resident() throws Exception {
        String[] fields = Files.readString(Path.of("/proc/self/statm")).split(" ");
        return Long.parseLong(fields[1]) / 256;
    }

    static void dropped(boolean closes) throws Exception {
        for (int at = 0; at < 2000; at += 1) {
            made().close();
        }
        long before = resident();
        for (int at = 0; at < 50000; at += 1) {
            Translator translator = made();
            if (closes) {
                translator.close();
            }
        }
        long grown = resident() - before;
        if (grown > 250) {
            throw new AssertionError(grown + " MiB more");
        }
    }

    static void replaced() throws Exception {
        Path folder = Files.createTempDirectory("calque");
        String[] files = new String[2];
        for (int at = 0; at < 2; at += 1) {
            Path file = folder.resolve(at + ".json");
            String text = (at == 0 ? "x" : "y").repeat(at == 0 ? 300 : 20000);
            files[at] = Files.writeString(file, "{\"k\": \"" + text + "\"}").toString();
        }
        Translator translator = made();
        beside(() -> {
            translator.addFile("en", "translation", Path.of(files[0]));
            translator.addFile("en", "translation", Path.of(files[1]));
        }, () -> {
            for (int at = 0; at < 20000; at += 1) {
                String text = translator.t("k");
                if (!text.equals("v") && text.replace("x", "").length() != 0
                    && text.replace("y", "").length() != 0) {
                    throw new AssertionError("a text of two");
                }
            }
            return null;
        });
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "unkept" -> beside(System::gc, Misuse::unkept);
            case "closed" -> closed();
            case "closing" -> closing();
            case "types" -> types();
            case "numbers" -> numbers();
            case "changing" -> changing();
            case "utf8" -> utf8();
            case "nul" -> nul();
            case "dropped" -> dropped(false);
            case "released" -> dropped(true);
            case "replaced" -> replaced();
            case "events" -> events();
            default -> {
                System.out.println("none");
                return;
            }
        }
        System.out.println("ok");
    }
}
