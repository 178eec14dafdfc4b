import calque.Messages;
import calque.Translator;
import calque.View;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Catalogs of a folder in two languages, and a message table. */
final class Example {
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Translator translator = new Translator(Translator.V4,
            "{\"lng\": \"pl\", \"fallbackLng\": \"en\", \"ns\": \"common\","
                + "\"interpolation\": {\"escapeValue\": false}}");
        for (String lng : new String[] {"pl", "en"}) {
            translator.addFile(lng, "common", arguments[0] + "/" + lng + "/common.json");
        }
        out.println(translator.t("welcome", Map.of("name", "Ada & Bo")));
        out.println(translator.t("greeting", Map.of("context", "morning")));
        out.println(translator.t("time.day", Map.of("count", 3)));
        View english = translator.view("en", "", "");
        out.println(english.t("time.day", Map.of("count", 1)));
        Messages messages = new Messages("{\"NAME\": \"Blockly\"}", "bky_");
        out.println(messages.decode("Learn with %{BKY_NAME}"));
    }
}
