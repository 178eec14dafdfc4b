-- Does what Tests/Conformance/misuse.py describes by a case's name.
local calque = require "calque"
local ffi = require(jit and "ffi" or "cffi")

local OPTIONS = '{"lng": "en", "interpolation": {"escapeValue": false}, '
  .. '"resources": {"en": {"translation": {"k": "v", "a": "<{{a}}>"}}}}'

local function made() return calque.translator("v4", OPTIONS) end

local function messages(text)
  local table = calque.messages()
  table:load('{"K": "' .. text .. '"}')
  return table
end

local function localization(text)
  local texts = calque.localization()
  texts:load('{"data": {"s": {"k": "' .. text .. '"}}}', "en")
  return texts
end

local function same(expected, found)
  if expected ~= found then error(tostring(found) .. " is not " .. tostring(expected), 2) end
end

local function refused(call, ...)
  if pcall(call, ...) then error("it was not refused", 2) end
end

local function resident()
  local file = io.open("/proc/self/statm")
  local pages = file:read("*a"):match("%d+ (%d+)")
  file:close()
  return pages / 256
end

local function dropped(closes)
  local before = resident()
  for _ = 1, 50000 do
    local translator = made()
    if closes then translator:close() end
  end
  local grown = resident() - before
  if grown > 250 then error(grown .. " MiB more") end
end

-- Runs `run` while a hook does something after every few instructions.
local function hooked(hook, run)
  if jit then jit.off() end
  local inside = false
  debug.sethook(function()
    if inside then return end
    inside = true
    hook()
    inside = false
  end, "", 7)
  run()
  debug.sethook()
end

local cases = {}

function cases.unkept()
  for _ = 1, 2000 do
    same("v", (made():t("k")))
    same("v", (made():view("en"):t("k")))
    same('"v"', made():json("k"))
    same(true, made():exists("k"))
    same('["en","dev"]', (made():languages():gsub(" ", "")))
    same("text v", messages("v"):decode("text %{K}"))
    same("v", localization("v"):text("s.k"))
    collectgarbage("step", 100)
  end
end

function cases.copied()
  local translator = made()
  local copy = setmetatable({ owned = translator.owned }, getmetatable(translator))
  translator:close()
  refused(copy.t, copy, "k")
  copy:close()
end

function cases.closed()
  local translator = made()
  local view = translator:view("en")
  translator:close()
  translator:close()
  same("v", (view:t("k")))
  refused(translator.t, translator, "k")
  refused(translator.languages, translator)
  refused(translator.view, translator, "en")
  view:close()
  refused(view.t, view, "k")
  local table, texts = messages("v"), localization("v")
  table:close()
  refused(table.decode, table, "x")
  texts:close()
  refused(texts.text, texts, "s.k")
end

function cases.closing()
  local translator
  hooked(function() if translator then translator:close() end end, function()
    for _ = 1, 2000 do
      translator = made()
      pcall(translator.t, translator, "k")
    end
  end)
end

function cases.threads()
  local translator = made()
  for _ = 1, 1000 do
    local thread = coroutine.create(function()
      same("v", (translator:t("k")))
      coroutine.yield()
      same("v", (translator:view("en"):t("k")))
    end)
    assert(coroutine.resume(thread))
    assert(coroutine.resume(thread))
  end
end

function cases.interrupted()
  local translator = made()
  hooked(function() translator:t("a", { a = "handler" }) end, function()
    for _ = 1, 20000 do same("v", (translator:t("k"))) end
  end)
end

function cases.types()
  local translator = made()
  for _, wrong in ipairs { 5, 2.5, true, {}, print, ffi.new("int[1]") } do
    refused(translator.t, translator, wrong)
    refused(translator.t, translator, "k", wrong ~= true and type(wrong) ~= "table" and wrong or 7)
    refused(translator.add_file, translator, "en", "x", wrong)
    refused(translator.add_file, translator, wrong, "x", "y")
    refused(translator.add_catalog, translator, wrong)
    refused(translator.json, translator, wrong)
    refused(calque.messages, wrong)
  end
  refused(calque.translator, 4711, "{}")
  refused(calque.translator, "v9", "{}")
  refused(calque.translator, {}, "{}")
  refused(translator.add_catalog, translator)
  refused(translator.t, messages("v"), "k")
  refused(translator.t, translator:view("en"), "k")
  refused(translator.t, { owned = {} }, "k")
  refused(translator.json, translator, "k", "{}", 4711)
  refused(translator.t, translator, "k", { [5] = "x" })
end

function cases.numbers()
  local translator = made()
  same("<9007199254740991>", (translator:t("a", { a = 2 ^ 53 - 1 })))
  same("<9223372036854776000>", (translator:t("a", { a = 2 ^ 63 })))
  -- Other Luas have integers of 64 bits.
  if not jit then return end
  refused(translator.t, translator, "a", { a = ffi.new("uint64_t", 2) ^ 63 })
  refused(translator.t, translator, "a", { a = ffi.new("int64_t", 5) })
end

function cases.changing()
  local translator, text = made(), ""
  local growing = setmetatable({}, { __tostring = function()
    text = text .. "xxxxxxxx"
    return text
  end })
  for at = 1, 2000 do
    same("<" .. ("x"):rep(8 * at) .. ">", (translator:t("a", { a = growing })))
  end
  refused(translator.t, translator, "a", { a = setmetatable({}, { __tostring = error }) })
  local values = {}
  values.a = setmetatable({}, { __tostring = function()
    values.a, values.b = nil, "new"
    collectgarbage()
    return "x"
  end })
  same("<x>", (translator:t("a", values)))
end

function cases.utf8()
  local translator = made()
  refused(translator.t, translator, "a", { a = "x\255" })
  refused(translator.t, translator, "k\255")
  local table = messages("v")
  refused(table.decode, table, "\255")
  same("<é>", (translator:t("a", { a = "é" })))
end

function cases.nul()
  local translator = made()
  refused(translator.add_file, translator, "en", "x", "/dev/null\0x")
  refused(translator.add_catalog, translator, "/dev/null\0x")
  same("<x\0y>", (translator:t("a", { a = "x\0y" })))
  same("x\0y", localization("x\\u0000y"):text("s.k"))
end

function cases.dropped() dropped(false) end
function cases.released() dropped(true) end

function cases.events()
  local lines, arguments = {}, nil
  local translator = calque.translator("v4", '{"lng": "en", "saveMissing": true, "debug": true}',
    function(line) lines[#lines + 1] = line end)
  translator:on("missingKey", function(_, json) arguments = json end)
  translator:t("absent")
  assert(#lines > 0 and arguments:find('"absent"', 1, true))
  local passed, failure = pcall(translator.add_resource_bundle, translator, "en", "x", '{\n  "a": }')
  assert(not passed and failure:find("line 2", 1, true), failure)
end

function cases.exit()
  kept = { made(), made():view("en"), messages("v"), localization("v") }
end

local case = cases[arg[1]]
if case then case() end
print(case and "ok" or "none")
