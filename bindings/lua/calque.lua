-- Calque for LuaJIT, over its ffi library: the declarations are calque.cdef.h.
--
--   local calque = require "calque"
--   local t = calque.translator("v4", '{"lng": "en", "resources": {...}}')
--   print(t:t("file", {count = 3}))
--
-- Texts are UTF-8. A call that fails raises an error with the library's message.
local ffi = require "ffi"

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"

local function declarations()
  local path = os.getenv("CALQUE_CDEF") or folder .. "../../include/calque.cdef.h"
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  -- ffi.cdef has no directives: a number becomes a constant.
  return (text:gsub("#define (%S+) (%-?%d+)", "static const int %1 = %2;"))
end

ffi.cdef(declarations())
local C = ffi.load(os.getenv("CALQUE_LIBRARY") or "libcalque.so.0")

local formats = {
  ios = C.CALQUE_FORMAT_IOS, v1 = C.CALQUE_FORMAT_V1, v2 = C.CALQUE_FORMAT_V2,
  v3 = C.CALQUE_FORMAT_V3, v4 = C.CALQUE_FORMAT_V4,
}
local calque = { version = ffi.string(C.calque_version_string()) }

-- Raises what a call failed with; returns the status of one that did not fail.
local function checked(status, failure)
  if status < 20 then return status end
  local message = "Calque: status " .. status
  if failure[0] ~= nil then
    message = ffi.string(C.calque_error_message(failure[0]))
    C.calque_error_release(failure[0])
  end
  error(message, 3)
end

local function failures() return ffi.new("calque_error *[1]") end

-- The text of a calque_string, which is then freed; nil when there is none.
local function taken(text)
  local result = text.data ~= nil and ffi.string(text.data, text.length) or nil
  C.calque_string_dispose(text)
  return result
end

-- A buffer that most texts fit in, shared by all calls.
local most, length = ffi.new("char[1024]"), ffi.new("size_t[1]")

-- Calls `fill(buffer, capacity, length)`, again with a larger buffer where needed.
local function filled(fill)
  local buffer, capacity = most, 1024
  while true do
    local status = fill(buffer, capacity, length)
    if status ~= C.CALQUE_TRUNCATED then return ffi.string(buffer, length[0]), status end
    capacity = tonumber(length[0]) + 1
    buffer = ffi.new("char[?]", capacity)
  end
end

-- The arguments of a call: numbers, booleans and texts by name.
local function arguments(values)
  local names, kept = {}, {}
  for name in pairs(values or {}) do names[#names + 1] = name end
  local args = ffi.new("calque_arg[?]", math.max(#names, 1))
  for at, name in ipairs(names) do
    local arg, value = args[at - 1], values[name]
    arg.name, arg.name_length = name, #name
    if type(value) == "number" and value % 1 == 0 and math.abs(value) < 2 ^ 53 then
      arg.kind, arg.integer = C.CALQUE_ARG_KIND_INT, value
    elseif type(value) == "number" then
      arg.kind, arg.number = C.CALQUE_ARG_KIND_DOUBLE, value
    elseif type(value) == "boolean" then
      arg.kind, arg.integer = C.CALQUE_ARG_KIND_BOOL, value and 1 or 0
    else
      kept[at] = tostring(value)
      arg.kind, arg.text, arg.length = C.CALQUE_ARG_KIND_TEXT, kept[at], #kept[at]
    end
  end
  return args, #names, kept
end

local View = {}
View.__index = View

-- The text of a key, and whether there was one.
function View:t(key, values)
  local args, count, kept = arguments(values)
  local text, status = filled(function(buffer, capacity, length)
    return C.calque_view_translate(self.handle, key, #key, args, count, buffer, capacity, length)
  end)
  return text, status == 0, kept and nil
end

local Translator = {}
Translator.__index = Translator

function calque.translator(format, options)
  local out, failure = ffi.new("calque_translator *[1]"), failures()
  checked(C.calque_translator_create(formats[format] or format, options or "{}",
    #(options or "{}"), nil, out, failure), failure)
  return setmetatable({ handle = ffi.gc(out[0], C.calque_translator_release) }, Translator)
end

function Translator:add_file(lng, ns, path)
  local failure = failures()
  checked(C.calque_translator_add_file(self.handle, lng, #lng, ns, #ns, path, 0, failure), failure)
end

-- Adds the languages of a compiled catalog.
function Translator:add_catalog(path)
  local out, failure = ffi.new("calque_catalog *[1]"), failures()
  checked(C.calque_catalog_open(path, 0, out, failure), failure)
  local catalog = ffi.gc(out[0], C.calque_catalog_release)
  checked(C.calque_translator_add_catalog(self.handle, catalog, nil, 0, 0, nil, failure), failure)
end

-- The text of a key, and whether there was one.
function Translator:t(key, values)
  local args, count, kept = arguments(values)
  local text, status = filled(function(buffer, capacity, length)
    return C.calque_translator_translate(self.handle, key, #key, args, count, buffer, capacity,
      length)
  end)
  return text, status == 0, kept and nil
end

-- An immutable view in a language, for hot code.
function Translator:view(lng, ns, prefix)
  local out, failure = ffi.new("calque_view *[1]"), failures()
  checked(C.calque_view_create(self.handle, lng, #(lng or ""), ns, #(ns or ""), prefix,
    #(prefix or ""), out, failure), failure)
  return setmetatable({ handle = ffi.gc(out[0], C.calque_view_release) }, View)
end

-- Keys and options are JSON, the result too; form is 0 text, 1 JSON, 2 details.
function Translator:json(keys, options, form)
  local out, failure = ffi.new("calque_string"), failures()
  checked(C.calque_translator_translate_json(self.handle, keys, #keys, options, #(options or ""),
    form or C.CALQUE_RESULT_JSON, out, failure), failure)
  return taken(out)
end

function Translator:exists(keys, options)
  local out, failure = ffi.new("bool[1]"), failures()
  checked(C.calque_translator_exists(self.handle, keys, #keys, options, #(options or ""), out,
    failure), failure)
  return out[0]
end

function Translator:languages()
  local out, failure = ffi.new("calque_string"), failures()
  checked(C.calque_translator_languages(self.handle, nil, 0, out, failure), failure)
  return taken(out)
end

function Translator:dir(lng)
  return C.calque_translator_dir(self.handle, lng, #(lng or "")) == C.CALQUE_RTL and "rtl" or "ltr"
end

local Messages = {}
Messages.__index = Messages

function calque.messages(options)
  local out, failure = ffi.new("calque_messages *[1]"), failures()
  checked(C.calque_messages_create(options, #(options or ""), out, failure), failure)
  return setmetatable({ handle = ffi.gc(out[0], C.calque_messages_release) }, Messages)
end

function Messages:load(json, prefix)
  local failure = failures()
  checked(C.calque_messages_load_json(self.handle, C.CALQUE_MESSAGES_MESSAGE, prefix, #(prefix or ""), json, #json, nil,
    failure), failure)
end

function Messages:decode(text)
  return (filled(function(buffer, capacity, length)
    return C.calque_messages_decode(self.handle, text, #text, buffer, capacity, length)
  end))
end

local Localization = {}
Localization.__index = Localization

-- Texts by section and key, and better wordings that people propose for them.
function calque.localization(options)
  local out, failure = ffi.new("calque_localization *[1]"), failures()
  checked(C.calque_localization_create(options, #(options or ""), nil, out, failure), failure)
  return setmetatable({ handle = ffi.gc(out[0], C.calque_localization_release) }, Localization)
end

-- Takes the texts of a language: JSON with `data`.
function Localization:load(json, locale)
  local failure = failures()
  checked(C.calque_localization_load_resource(self.handle, json, #json, locale, #(locale or ""),
    failure), failure)
end

-- The text of an identifier, `section.key`; empty where there is none.
function Localization:text(identifier)
  return (filled(function(buffer, capacity, length)
    return C.calque_localization_text(self.handle, identifier, #identifier, buffer, capacity,
      length, nil)
  end))
end

-- Shows a value instead of the text, in one locale.
function Localization:propose(identifier, locale, value)
  local failure = failures()
  checked(C.calque_proposals_store(self.handle, identifier, #identifier, locale, #locale, value,
    #value, failure), failure)
end

return calque
