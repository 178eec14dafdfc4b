// Catalogs of a folder, a compiled catalog, a message table, a proposed text.
#include <calque.hpp>
#include <iostream>

int main(int, char **arguments) {
    auto translator = calque::translator::create(
                          CALQUE_FORMAT_V4,
                          R"({"lng": "pl", "fallbackLng": "en", "ns": "common",
            "interpolation": {"escapeValue": false}})")
                          .value();
    translator.add_folder(arguments[1]).value();
    std::cout << translator.t("welcome", {{"name", "Ada & Bo"}}) << '\n'
              << translator.t("greeting", {{"context", "morning"}}) << '\n'
              << translator.t("time.day", {{"count", 3}}) << '\n'
              << translator.t("books:due", {{"days", 2}}) << '\n'
              << translator.t("books:pages", {{"pages", 12345.5}}) << '\n';
    calque::view english = translator.fixed("en").value();
    std::cout << english.t("time.day", {{"count", 1}}) << '\n';
    calque::catalog::open(arguments[2]).value().add_to(translator).value();
    std::cout << translator.fixed("de").value().t("time.day", {{"count", 2}})
              << '\n';
    auto messages = calque::messages::create().value();
    messages.load(R"({"NAME": "Blockly"})", "bky_").value();
    std::cout << messages.decode("Learn with %{BKY_NAME}") << '\n';
    auto texts = calque::localization::create().value();
    texts.load(R"({"data": {"home": {"title": "Witaj"}}})", "pl").value();
    texts.propose("home.title", "pl", "Dzień dobry wszystkim").value();
    std::cout << texts.text("home.title") << '\n';
}
