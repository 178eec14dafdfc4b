# Catalogs of a folder, a compiled catalog, a message table, a proposed text.
require "calque"

folder, catalog = ARGV
translator = Calque::Translator.new(
  "v4", lng: "pl", fallbackLng: "en", ns: "common", interpolation: { escapeValue: false }
)
translator.add_folder(folder)
puts translator.t("welcome", name: "Ada & Bo")
puts translator.t("greeting", context: "morning")
puts translator.t("time.day", count: 3)
puts translator.t("books:due", days: 2)
puts translator.t("books:pages", pages: 12345.5)
puts translator.view("en").t("time.day", count: 1)
translator.add_catalog(catalog)
puts translator.view("de").t("time.day", count: 2)
messages = Calque::Messages.new
messages.load('{"NAME": "Blockly"}', "bky_")
puts messages.decode("Learn with %{BKY_NAME}")
texts = Calque::Localization.new
texts.load('{"data": {"home": {"title": "Witaj"}}}', "pl")
texts.propose("home.title", "pl", "Dzień dobry wszystkim")
puts texts.text("home.title")
