import calque.Format;
import calque.Localization;
import calque.Messages;
import calque.Translator;
import calque.View;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Catalogs of a folder, a compiled catalog, a message table, a proposed text. */
final class Example {
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Translator translator = new Translator(Format.V4,
            Map.of("lng", "pl", "fallbackLng", "en", "ns", "common",
                "interpolation", Map.of("escapeValue", false)));
        translator.addFolder(Path.of(arguments[0]));
        out.println(translator.t("welcome", Map.of("name", "Ada & Bo")));
        out.println(translator.t("greeting", Map.of("context", "morning")));
        out.println(translator.t("time.day", Map.of("count", 3)));
        out.println(translator.t("books:due", Map.of("days", 2)));
        out.println(translator.t("books:pages", Map.of("pages", 12345.5)));
        View english = translator.view("en");
        out.println(english.t("time.day", Map.of("count", 1)));
        translator.addCatalog(Path.of(arguments[1]));
        out.println(translator.view("de").t("time.day", Map.of("count", 2)));
        Messages messages = new Messages("{\"NAME\": \"Blockly\"}", "bky_");
        out.println(messages.decode("Learn with %{BKY_NAME}"));
        Localization texts = new Localization("{}");
        texts.load("{\"data\": {\"home\": {\"title\": \"Witaj\"}}}", "pl");
        texts.propose("home.title", "pl", "Dzień dobry wszystkim");
        out.println(texts.text("home.title"));
    }
}
