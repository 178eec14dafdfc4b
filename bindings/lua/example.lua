-- Catalogs of a folder, a compiled catalog, a message table, a proposed text.
local calque = require "calque"

local translator = calque.translator("v4", '{"lng": "pl", "fallbackLng": "en", '
  .. '"ns": "common", "interpolation": {"escapeValue": false}}')
translator:add_folder(arg[1], { "pl", "en" }, { "common", "books" })
print((translator:t("welcome", { name = "Ada & Bo" })))
print((translator:t("greeting", { context = "morning" })))
print((translator:t("time.day", { count = 3 })))
print((translator:t("books:due", { days = 2 })))
print((translator:t("books:pages", { pages = 12345.5 })))
local english = translator:view("en")
print((english:t("time.day", { count = 1 })))
translator:add_catalog(arg[2])
print((translator:view("de"):t("time.day", { count = 2 })))
local messages = calque.messages()
messages:load('{"NAME": "Blockly"}', "bky_")
print(messages:decode("Learn with %{BKY_NAME}"))
local texts = calque.localization()
texts:load('{"data": {"home": {"title": "Witaj"}}}', "pl")
texts:propose("home.title", "pl", "Dzień dobry wszystkim")
print(texts:text("home.title"))
