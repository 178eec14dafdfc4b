// Catalogs of a folder in two languages, and a message table.
#include <calque.hpp>
#include <iostream>

int main(int, char **arguments) {
    auto translator = calque::translator::create(CALQUE_FORMAT_V4,
        R"({"lng": "pl", "fallbackLng": "en", "ns": "common",
            "interpolation": {"escapeValue": false}})")
                          .value();
    for (const char *lng : {"pl", "en"}) {
        std::string path = std::string(arguments[1]) + "/" + lng + "/common.json";
        translator.add_file(lng, "common", path).value();
    }
    std::cout << translator.t("welcome", {{"name", "Ada & Bo"}}) << '\n'
              << translator.t("greeting", {{"context", "morning"}}) << '\n'
              << translator.t("time.day", {{"count", 3}}) << '\n';
    calque::view english = translator.fixed("en").value();
    std::cout << english.t("time.day", {{"count", 1}}) << '\n';
    auto messages = calque::messages::create().value();
    messages.load(R"({"NAME": "Blockly"})", "bky_").value();
    std::cout << messages.decode("Learn with %{BKY_NAME}") << '\n';
}
