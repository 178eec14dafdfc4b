-- Catalogs of a folder in two languages, and a message table.
package.path = arg[0]:match("^(.*/)") .. "?.lua;" .. package.path
local calque = require "calque"

local translator = calque.translator("v4", '{"lng": "pl", "fallbackLng": "en", '
  .. '"ns": "common", "interpolation": {"escapeValue": false}}')
for _, lng in ipairs { "pl", "en" } do
  translator:add_file(lng, "common", arg[1] .. "/" .. lng .. "/common.json")
end
print((translator:t("welcome", { name = "Ada & Bo" })))
print((translator:t("greeting", { context = "morning" })))
print((translator:t("time.day", { count = 3 })))
local english = translator:view("en")
print((english:t("time.day", { count = 1 })))
local messages = calque.messages()
messages:load('{"NAME": "Blockly"}', "bky_")
print(messages:decode("Learn with %{BKY_NAME}"))
