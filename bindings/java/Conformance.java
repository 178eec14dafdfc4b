import calque.Format;
import calque.CalqueException;
import calque.Messages;
import calque.Translator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Answers the requests of Tests/Conformance/hosts.py. */
final class Conformance {
    private static Translator translator;

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            boolean plain = each >= ' ' && each != '"' && each != '\\' && !Character.isSurrogate(each);
            out.append(plain ? String.valueOf(each) : String.format("\\u%04x", (int) each));
        }
        return out.append('"').toString();
    }

    /** The text that a JSON text is, by way of a translator: its only value. */
    static String plain(String json) {
        String options = "{\"lng\": \"en\", \"interpolation\": {\"escapeValue\": false},"
            + "\"resources\": {\"en\": {\"translation\": {\"v\": \"{{v}}\"}}}}";
        return new Translator(Format.V4, options)
            .json("v", "{\"v\": " + json + "}", Translator.Form.TEXT);
    }

    static String answer(String[] fields) {
        switch (fields[0]) {
            case "open":
                try {
                    translator = new Translator(Format.of(Integer.parseInt(fields[1])), fields[2]);
                    return "null";
                } catch (CalqueException failure) {
                    return quoted(failure.getMessage());
                }
            case "t":
                return translator.json(fields[1], fields[2], Translator.Form.DETAILS);
            case "exists":
                return String.valueOf(translator.exists(fields[1], fields[2]));
            case "languages":
                return translator.languages();
            case "dir":
                return translator.isRightToLeft(fields[1]) ? "\"rtl\"" : "\"ltr\"";
            default:
                return quoted(new Messages(fields[1], "").decode(plain(fields[2])));
        }
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(
            new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line.split("\t", -1)));
        }
        out.flush();
    }
}
