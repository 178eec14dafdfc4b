rockspec_format = "3.0"
package = "calque"
version = "0.1.0-1"
-- The sources are those of this folder, until there is an address: `luarocks make`.
source = { url = "file://." }
description = {
  summary = "i18next catalogs: translations, plurals, interpolation",
  detailed = "Calque translates i18next catalogs of every generation, over LuaJIT's ffi or cffi-lua.",
  license = "MIT",
}
dependencies = { "lua >= 5.1" }
build = {
  type = "builtin",
  modules = { calque = "calque.lua" },
  install = {
    lua = {
      ["calque.declarations"] = "calque.cdef.h",
    },
  },
}
