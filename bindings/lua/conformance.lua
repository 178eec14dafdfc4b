-- Answers the requests of Tests/Conformance/hosts.py.
local calque = require "calque"

local function quoted(text)
  local escaped = text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end)
  return '"' .. escaped .. '"'
end

-- The text that a JSON text is, by way of a translator: its only value.
local function plain(json)
  local values = '{"lng": "en", "interpolation": {"escapeValue": false}, "nsSeparator": false, '
    .. '"keySeparator": false, "resources": {"en": {"translation": {"v": "{{v}}"}}}}'
  return (calque.translator("v4", values):json("v", '{"v": ' .. json .. "}", 0))
end

local translator
local answers = {
  open = function(format, options)
    local opened, result = pcall(calque.translator, tonumber(format), options)
    translator = opened and result
    return opened and "null" or quoted(tostring(result))
  end,
  t = function(keys, options) return translator:json(keys, options, 2) end,
  exists = function(keys, options) return tostring(translator:exists(keys, options)) end,
  languages = function() return translator:languages() end,
  dir = function(lng) return quoted(translator:dir(lng ~= "" and lng or nil)) end,
  decode = function(messages, text)
    local table = calque.messages()
    table:load(messages)
    return quoted(table:decode(plain(text)))
  end,
}

for line in io.lines() do
  local fields = {}
  for field in (line .. "\t"):gmatch("([^\t]*)\t") do fields[#fields + 1] = field end
  io.write(answers[fields[1]](fields[2], fields[3]), "\n")
end
