import calque.Format;
import calque.Translator;
import calque.View;
import java.nio.file.Path;
import java.io.FileInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.text.MessageFormat;
import java.util.Map;
import java.util.PropertyResourceBundle;
import java.util.function.IntFunction;

/** usage: Calls FOLDER */
final class Calls {
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static int total;

    static void measure(String library, String row, IntFunction<String> call) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 15; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            for (int at = 0; at < 20_000; at++) {
                total += call.apply(at).length();
            }
            best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - start) / 20_000.0);
        }
        System.out.printf("%s\t%s\t%.0f%n", library, row, best);
    }

    public static void main(String[] arguments) throws Exception {
        String folder = arguments[0];
        Translator translator = new Translator(Format.V4,
            "{\"lng\": \"en\", \"keySeparator\": false, \"nsSeparator\": false}");
        translator.addFile("en", "translation", Path.of(folder, "en.json"));
        View view = translator.view("en", "", "");
        String[] plain = new String[500];
        String[] plural = new String[100];
        for (int at = 0; at < 500; at++) {
            plain[at] = "message " + at;
            plural[at % 100] = at % 100 + " file";
        }
        measure("Calque", "plain", at -> view.t(plain[at % 500], Map.of()));
        measure("Calque", "plural", at -> view.t(plural[at % 100], Map.of("count", at % 201)));
        PropertyResourceBundle bundle;
        try (FileInputStream in = new FileInputStream(folder + "/messages.properties")) {
            bundle = new PropertyResourceBundle(in);
        }
        for (int at = 0; at < 500; at++) {
            plain[at] = "message_" + at;
            plural[at % 100] = at % 100 + "_file";
        }
        String library = "ResourceBundle, MessageFormat";
        MessageFormat[] formats = new MessageFormat[100];
        for (int at = 0; at < 100; at++) {
            formats[at] = new MessageFormat(bundle.getString(plural[at]));
        }
        if (!formats[7].format(new Object[] {2}).equals("2 files of 7")) {
            throw new AssertionError(formats[7].format(new Object[] {2}));
        }
        measure(library, "plain", at -> bundle.getString(plain[at % 500]));
        measure(library, "plural", at -> formats[at % 100].format(new Object[] {at % 201}));
    }
}
