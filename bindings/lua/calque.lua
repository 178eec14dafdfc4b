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

local FAILED = C.CALQUE_INVALID_ARGUMENT

-- Raises what a call failed with; returns the status of one that did not fail.
local function checked(status, failure)
  if status < FAILED then return status end
  local message = "Calque: status " .. status
  if failure[0] ~= nil then
    message = ffi.string(C.calque_error_message(failure[0]))
    C.calque_error_release(failure[0])
  end
  error(message, 0)
end

local function failures() return ffi.new("calque_error *[1]") end

local function free(owned)
  local handle = owned.handle
  owned.handle = nil
  if handle ~= nil then owned.release(ffi.gc(handle, nil)) end
end

-- Runs a call with the handle of an object.
local function using(self, call)
  local owned = self.owned
  owned.calls = owned.calls + 1
  local passed, first, second = false, "Calque: the object is closed", nil
  if not owned.closed then passed, first, second = pcall(call, owned.handle) end
  owned.calls = owned.calls - 1
  if owned.closed and owned.calls == 0 then free(owned) end
  if not passed then error(first, 3) end
  return first, second
end

-- A class of objects of the library. Copies of the table share what they own.
local function class()
  local methods = {}
  methods.__index = methods

  -- Releases the memory, not before the last call has returned: a hook may close an
  -- object in the middle of one. Later calls raise.
  function methods:close()
    self.owned.closed = true
    if self.owned.calls == 0 then free(self.owned) end
  end
  return methods
end

-- The object that `call(out, failure)` makes.
local function made(class, name, call)
  local out, failure = ffi.new("calque_" .. name .. " *[1]"), failures()
  checked(call(out, failure), failure)
  local release = C["calque_" .. name .. "_release"]
  return setmetatable({
    owned = { handle = ffi.gc(out[0], release), release = release, calls = 0, closed = false },
  }, class)
end

-- The text of a path, which C reads up to its NUL.
local function file(path)
  if type(path) ~= "string" then error("Calque: a path is no string", 3) end
  if path:find("\0", 1, true) then error("Calque: a path has a NUL in it", 3) end
  return path
end

-- The text that a call leaves in a calque_string; nil when there is none.
local function taken(call)
  local text, failure = ffi.new("calque_string"), failures()
  checked(call(text, failure), failure)
  local result = text.data ~= nil and ffi.string(text.data, text.length) or nil
  C.calque_string_dispose(text)
  return result
end

-- Calls `fill(buffer, capacity, length)`, again with a larger buffer where needed. The
-- buffer is its own, because a hook may translate before the text is read.
local function filled(fill)
  local capacity, length = 512, ffi.new("size_t[1]")
  while true do
    local buffer = ffi.new("char[?]", capacity)
    local status = fill(buffer, capacity, length)
    if status >= FAILED then
      error("Calque: the translation failed: " .. ffi.string(C.calque_status_name(status)), 0)
    end
    if status ~= C.CALQUE_TRUNCATED then return ffi.string(buffer, length[0]), status end
    capacity = tonumber(length[0]) + 1
  end
end

-- The arguments of a call: numbers, booleans and texts by name.
local function arguments(values)
  local names = {}
  for name in pairs(values or {}) do names[#names + 1] = name end
  local args, kept = ffi.new("calque_arg[?]", math.max(#names, 1)), { names = names }
  for at, name in ipairs(names) do
    local arg, value = args[at - 1], values[name]
    arg.name, arg.name_length = name, #name
    if type(value) == "number" and value % 1 == 0 and math.abs(value) < 2 ^ 53 then
      arg.kind, arg.integer = C.CALQUE_ARG_KIND_INT, value
    elseif type(value) == "number" then
      arg.kind, arg.number = C.CALQUE_ARG_KIND_DOUBLE, value
    elseif type(value) == "boolean" then
      arg.kind, arg.integer = C.CALQUE_ARG_KIND_BOOL, value and 1 or 0
    elseif type(value) == "cdata" and tonumber(value) then
      error("Calque: '" .. tostring(name) .. "' is a boxed number: pass tonumber(it)", 4)
    else
      kept[at] = tostring(value)
      arg.kind, arg.text, arg.length = C.CALQUE_ARG_KIND_TEXT, kept[at], #kept[at]
    end
  end
  return args, #names, kept
end

-- The text of a key, and whether there was one.
local function translated(self, translate, key, values)
  local args, count, kept = arguments(values)
  local text, status = using(self, function(handle)
    return filled(function(buffer, capacity, length)
      return translate(handle, key, #key, args, count, buffer, capacity, length)
    end)
  end)
  return text, status == 0, kept and nil
end

local View = class()

-- The text of a key, and whether there was one.
function View:t(key, values)
  return translated(self, C.calque_view_translate, key, values)
end

local Translator = class()

function calque.translator(format, options)
  return made(Translator, "translator", function(out, failure)
    return C.calque_translator_create(formats[format] or format, options or "{}",
      #(options or "{}"), nil, out, failure)
  end)
end

function Translator:add_file(lng, ns, path)
  local name, failure = file(path), failures()
  using(self, function(handle)
    checked(C.calque_translator_add_file(handle, lng, #lng, ns, #ns, name, 0, failure), failure)
  end)
end

-- Adds the languages of a compiled catalog.
function Translator:add_catalog(path)
  local name, out, failure = file(path), ffi.new("calque_catalog *[1]"), failures()
  using(self, function(handle)
    checked(C.calque_catalog_open(name, 0, out, failure), failure)
    local catalog = ffi.gc(out[0], C.calque_catalog_release)
    checked(C.calque_translator_add_catalog(handle, catalog, nil, 0, 0, nil, failure), failure)
  end)
end

-- The text of a key, and whether there was one.
function Translator:t(key, values)
  return translated(self, C.calque_translator_translate, key, values)
end

-- An immutable view in a language, for hot code.
function Translator:view(lng, ns, prefix)
  return using(self, function(handle)
    return made(View, "view", function(out, failure)
      return C.calque_view_create(handle, lng, #(lng or ""), ns, #(ns or ""), prefix,
        #(prefix or ""), out, failure)
    end)
  end)
end

-- Keys and options are JSON, the result too; form is 0 text, 1 JSON, 2 details.
function Translator:json(keys, options, form)
  return (using(self, function(handle)
    return taken(function(out, failure)
      return C.calque_translator_translate_json(handle, keys, #keys, options, #(options or ""),
        form or C.CALQUE_RESULT_JSON, out, failure)
    end)
  end))
end

function Translator:exists(keys, options)
  local out, failure = ffi.new("bool[1]"), failures()
  using(self, function(handle)
    checked(C.calque_translator_exists(handle, keys, #keys, options, #(options or ""), out,
      failure), failure)
  end)
  return out[0]
end

function Translator:languages()
  return (using(self, function(handle)
    return taken(function(out, failure)
      return C.calque_translator_languages(handle, nil, 0, out, failure)
    end)
  end))
end

function Translator:dir(lng)
  local direction = using(self, function(handle)
    return C.calque_translator_dir(handle, lng, #(lng or ""))
  end)
  return direction == C.CALQUE_RTL and "rtl" or "ltr"
end

local Messages = class()

function calque.messages(options)
  return made(Messages, "messages", function(out, failure)
    return C.calque_messages_create(options, #(options or ""), out, failure)
  end)
end

function Messages:load(json, prefix)
  local failure = failures()
  using(self, function(handle)
    checked(C.calque_messages_load_json(handle, C.CALQUE_MESSAGES_MESSAGE, prefix,
      #(prefix or ""), json, #json, nil, failure), failure)
  end)
end

function Messages:decode(text)
  return (using(self, function(handle)
    return filled(function(buffer, capacity, length)
      return C.calque_messages_decode(handle, text, #text, buffer, capacity, length)
    end)
  end))
end

local Localization = class()

-- Texts by section and key, and better wordings that people propose for them.
function calque.localization(options)
  return made(Localization, "localization", function(out, failure)
    return C.calque_localization_create(options, #(options or ""), nil, out, failure)
  end)
end

-- Takes the texts of a language: JSON with `data`.
function Localization:load(json, locale)
  local failure = failures()
  using(self, function(handle)
    checked(C.calque_localization_load_resource(handle, json, #json, locale, #(locale or ""),
      failure), failure)
  end)
end

-- The text of an identifier, `section.key`; empty where there is none.
function Localization:text(identifier)
  return (using(self, function(handle)
    return filled(function(buffer, capacity, length)
      return C.calque_localization_text(handle, identifier, #identifier, buffer, capacity,
        length, nil)
    end)
  end))
end

-- Shows a value instead of the text, in one locale.
function Localization:propose(identifier, locale, value)
  local failure = failures()
  using(self, function(handle)
    checked(C.calque_proposals_store(handle, identifier, #identifier, locale, #locale, value,
      #value, failure), failure)
  end)
end

return calque
