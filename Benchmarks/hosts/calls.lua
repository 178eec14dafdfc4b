-- usage: luajit calls.lua FOLDER
package.path = arg[0]:match("^(.*/)") .. "../../bindings/lua/?.lua;" .. package.path
local calque = require "calque"

local function measure(library, row, call)
  local best = math.huge
  for _ = 1, 9 do
    local start = os.clock()
    for at = 0, 99999 do call(at) end
    best = math.min(best, (os.clock() - start) * 1e9 / 1e5)
  end
  print(("%s\t%s\t%.0f"):format(library, row, best))
end

local translator = calque.translator("v4",
  '{"lng": "en", "keySeparator": false, "nsSeparator": false}')
translator:add_file("en", "translation", arg[1] .. "/en.json")
local view = translator:view("en")
local plain, plural = {}, {}
for at = 0, 499 do plain[at] = "message " .. at end
for at = 0, 99 do plural[at] = at .. " file" end
assert(view:t(plural[7], { count = 2 }) == "2 files of 7")
measure("Calque", "plain", function(at) return view:t(plain[at % 500]) end)
measure("Calque", "plural", function(at) return view:t(plural[at % 100], { count = at % 201 }) end)
