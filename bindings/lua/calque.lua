-- Calque for Lua, over LuaJIT's ffi, or over cffi-lua, which other Luas have as `cffi`. The
-- declarations are those of calque.cdef.h.
--
--   local calque = require "calque"
--   local t = calque.translator("v4", '{"lng": "en"}')
--   t:add_folder("locales", { "en", "pl" }, { "translation" })
--   print(t:t("file", { count = 3 }))
--
-- Texts are UTF-8. A call that fails raises an error with the library's message.
local ffi = require(jit and "ffi" or "cffi")
-- LuaJIT's null pointers equal nil, and its own tonumber takes 64 bits.
local null, tonumber = ffi.nullptr, ffi.tonumber or tonumber

local this, folder = debug.getinfo(1, "f").func, debug.getinfo(1, "S").source:match("^@(.*/)") or "./"

local function is_file(path)
  local file = io.open(path)
  return file ~= nil and file:close()
end

-- A package has declarations and library in a folder of its own; a checkout has neither.
local inside = folder .. "calque/"

local function declarations()
  local path = inside .. "calque.cdef.h"
  local file = assert(io.open(is_file(path) and path or folder .. "../../include/calque.cdef.h"))
  local text = file:read("*a")
  file:close()
  -- ffi.cdef has no directives: a number becomes a constant.
  return (text:gsub("#define (%S+) (%-?%d+)", "enum { %1 = %2 };"))
end

ffi.cdef(declarations())

-- This system, as packages name it: x86_64-linux-gnu, aarch64-linux-musl and so on.
local function system()
  ffi.cdef "const char *gnu_get_libc_version(void);"
  local is_glibc = pcall(function() return ffi.C.gnu_get_libc_version end)
  local machine = ({ arm64 = "aarch64", x64 = "x86_64" })[ffi.arch] or ffi.arch
  return machine .. "-linux-" .. (is_glibc and "gnu" or "musl")
end

local native = inside .. system() .. "/libcalque.so.0"
local C = ffi.load(os.getenv("CALQUE_LIBRARY") or is_file(native) and native or "libcalque.so.0")

local formats = {
  ios = C.CALQUE_FORMAT_IOS, v1 = C.CALQUE_FORMAT_V1, v2 = C.CALQUE_FORMAT_V2,
  v3 = C.CALQUE_FORMAT_V3, v4 = C.CALQUE_FORMAT_V4,
}
local calque = { version = ffi.string(C.calque_version_string()) }

local FAILED = C.CALQUE_INVALID_ARGUMENT

-- Raises what a call failed with; returns the status of one that did not fail.
local function checked(status, failure)
  if status < FAILED then return status end
  local message = failure[0] ~= null and C.calque_error_message(failure[0])
    or C.calque_status_name(status)
  local raised = ffi.string(message)
  C.calque_error_release(failure[0])
  error(raised, 0)
end

local function failures() return ffi.new("calque_error *[1]") end

local function free(owned)
  local handle = owned.handle
  owned.handle = nil
  if handle then owned.release(ffi.gc(handle, nil)) end
end

-- Runs a call with the handle of an object, and what else it takes.
local function using(self, call, a, b, c, d)
  local owned = self.owned
  owned.calls = owned.calls + 1
  local passed, first, second = false, "Calque: the object is closed", nil
  if not owned.closed then passed, first, second = pcall(call, owned.handle, a, b, c, d) end
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
  if type(path) ~= "string" then error("Calque: a path must be a string", 3) end
  if path:find("\0", 1, true) then error("Calque: a path has a NUL in it", 3) end
  return path
end

-- The text that a call leaves in a calque_string; nil when there is none.
local function taken(call)
  local text, failure = ffi.new("calque_string"), failures()
  checked(call(text, failure), failure)
  local result = text.data ~= null and ffi.string(text.data, text.length) or nil
  C.calque_string_dispose(text)
  return result
end

-- Calls `fill(buffer, capacity, length)`, or a function of the library that translates, with
-- its arguments before these. nil where the buffer was too small. It is a buffer of its
-- own, because a hook may translate before the text is read.
local function into(capacity, fill, handle, key, args, count)
  local buffer, length, status = ffi.new("char[?]", capacity), ffi.new("size_t[1]"), nil
  if handle then
    status = fill(handle, key, #key, args, count, buffer, capacity, length)
  else
    status = fill(buffer, capacity, length)
  end
  if status >= FAILED then
    error("Calque: the translation failed: " .. ffi.string(C.calque_status_name(status)), 0)
  end
  if status == C.CALQUE_TRUNCATED then return nil, tonumber(length[0]) + 1 end
  return ffi.string(buffer, length[0]), status
end

-- The same in larger buffers, until the text fits.
local function enlarged(capacity, fill, handle, key, args, count)
  local text, status
  while not text do
    text, status = into(capacity, fill, handle, key, args, count)
    capacity = status
  end
  return text, status
end

-- The text, and the status. There is no loop, no new function and no tail call, which LuaJIT
-- does not compile where it is called from a loop.
local function filled(fill, handle, key, args, count)
  local text, status = into(512, fill, handle, key, args, count)
  if not text then text, status = enlarged(status, fill, handle, key, args, count) end
  return text, status
end

-- The arguments of a call: numbers, booleans and texts by name.
local function arguments(values)
  if not values then return nil, 0 end
  local names = {}
  for name in pairs(values) do names[#names + 1] = name end
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

local function asked(handle, translate, key, args, count)
  local text, status = filled(translate, handle, key, args, count)
  return text, status
end

-- The text of a key, and whether there was one.
local function translated(self, translate, key, values)
  local args, count, kept = arguments(values)
  local text, status = using(self, asked, translate, key, args, count)
  return text, status == 0, kept and nil
end

local View = class()

-- The text of a key, and whether there was one.
function View:t(key, values)
  return translated(self, C.calque_view_translate, key, values)
end

local Translator = class()

-- Functions of the program that a translator calls. C knows them by a number, under which
-- they are kept while the translator is. The library is given no function to release them:
-- it might call that when Lua's are gone.
local handlers, numbers, pointers = setmetatable({}, { __mode = "v" }), 0, nil

-- What a handler raises does not cross C: it is written to stderr.
local function run(number, ...)
  local handler = handlers[tonumber(ffi.cast("uintptr_t", number))]
  local passed, failure = pcall(handler or function() end, ...)
  if not passed then io.stderr:write("Calque: a handler failed: ", tostring(failure), "\n") end
end

local function text_of(data, length)
  return data ~= null and ffi.string(data, length) or ""
end

-- A calque_str by value, which callbacks of LuaJIT lack, is a pointer and a length in two
-- registers. Compiled code may not be called back, so this file is interpreted from here on.
local function callbacks()
  if pointers then return pointers end
  if jit then
    jit.off(this, true)
    jit.flush()
  end
  local pair = "const char *, size_t"
  pointers = {
    event = ffi.cast("void (*)(void *, " .. pair .. ", " .. pair .. ")",
      function(number, name, name_length, text, length)
        run(number, text_of(name, name_length), text_of(text, length))
      end),
    line = ffi.cast("void (*)(void *, " .. pair .. ")", function(number, text, length)
      run(number, text_of(text, length))
    end),
  }
  return pointers
end

-- `kept` is the table of an object, which keeps the function as long as it lives.
local function numbered(handler, kept)
  numbers = numbers + 1
  handlers[numbers] = handler
  kept[#kept + 1] = handler
  return ffi.cast("void *", numbers)
end

-- Options are JSON text. The log receives diagnostics, a line each; with the option
-- `debug` also misspelt options, missing keys and missing variables.
function calque.translator(format, options, log)
  local host, kept = nil, {}
  if log then
    host = ffi.new("calque_host")
    host.struct_size = ffi.sizeof(host)
    host.user_data = numbered(log, kept)
    host.log = ffi.cast(ffi.typeof(host.log), ffi.cast("void *", callbacks().line))
  end
  local translator = made(Translator, "translator", function(out, failure)
    return C.calque_translator_create(formats[format] or format, options or "{}",
      #(options or "{}"), host, out, failure)
  end)
  translator.owned.handlers = kept
  return translator
end

-- Calls a function with an event and its arguments, JSON as i18next passes them. The names
-- of events are separated by spaces: `missingKey` (with the option `saveMissing`),
-- `languageChanged`, `added` and others.
function Translator:on(events, handler)
  local failure, calls = failures(), callbacks()
  local number = numbered(handler, self.owned.handlers)
  using(self, function(handle)
    checked(C.calque_translator_on(handle, events, #events,
      ffi.cast("calque_event_handler", ffi.cast("void *", calls.event)), number, nil, nil,
      failure), failure)
  end)
end

-- Adds texts, JSON, in place of those that are there.
function Translator:add_resource_bundle(lng, ns, tree)
  local failure = failures()
  using(self, function(handle)
    checked(C.calque_translator_add_resource_bundle(handle, lng, #lng, ns, #ns, tree, #tree,
      C.CALQUE_BUNDLE_REPLACE, failure), failure)
  end)
end

function Translator:add_file(lng, ns, path)
  local name, failure = file(path), failures()
  using(self, function(handle)
    checked(C.calque_translator_add_file(handle, lng, #lng, ns, #ns, name,
      C.CALQUE_BUNDLE_REPLACE, failure), failure)
  end)
end

-- Adds LNG/NS.json of a folder for each language and namespace; Lua lists no folders.
-- Called again, it loads them again.
function Translator:add_folder(path, lngs, namespaces)
  for _, lng in ipairs(lngs) do
    for _, ns in ipairs(namespaces or { "translation" }) do
      self:add_file(lng, ns, path .. "/" .. lng .. "/" .. ns .. ".json")
    end
  end
end

-- The current language.
function Translator:language()
  return (using(self, function(handle)
    return filled(function(buffer, capacity, length)
      return C.calque_translator_language(handle, false, buffer, capacity, length)
    end)
  end))
end

-- Changes the current language. Views keep theirs.
function Translator:change_language(lng)
  local failure = failures()
  using(self, function(handle)
    checked(C.calque_translator_change_language(handle, lng, #lng, failure), failure)
  end)
end

-- The available language that fits best: an Accept-Language header, or a JSON array.
function Translator:best_language(wanted)
  return (using(self, function(handle)
    return filled(function(buffer, capacity, length)
      return C.calque_translator_best_language(handle, wanted, #wanted, C.CALQUE_MATCH_CLOSEST,
        buffer, capacity, length)
    end)
  end))
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
