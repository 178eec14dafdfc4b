# Catalogs of a folder in two languages, and a message table.
require_relative "calque"

folder = ARGV.fetch(0)
translator = Calque::Translator.new(
  "v4", lng: "pl", fallbackLng: "en", ns: "common", interpolation: { escapeValue: false }
)
%w[pl en].each { |lng| translator.add_file(lng, "common", "#{folder}/#{lng}/common.json") }
puts translator.t("welcome", name: "Ada & Bo")
puts translator.t("greeting", context: "morning")
puts translator.t("time.day", count: 3)
puts translator.view("en").t("time.day", count: 1)
messages = Calque::Messages.new
messages.load('{"NAME": "Blockly"}', "bky_")
puts messages.decode("Learn with %{BKY_NAME}")
