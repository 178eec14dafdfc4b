import CalqueBase

/// The names of options that a translator asked for while it read its own: whatever else is given
/// means nothing to it.
final class OptionNames: Sendable {
  /// Names that mean something to i18next or its plugins and nothing here.
  private static let foreign: [Literal] = [
    "react", "detection", "cache", "backend", "debug", "resources", "resStore", "resourcesStore",
    "compatibilityJSON", "compatibilityAPI", "jsonFormat", "i18nFormat", "initImmediate",
    "initAsync", "maxParallelReads", "updateFallbacks", "showSupportNotice", "load", "whitelist",
    "nonExplicitWhitelist", "interpolation", "limits", "forkResourceStore", "useCookie",
    "detectLngQS", "cookieName", "setJqueryExt", "getAsync", "customLoad", "useDataAttrOptions",
    "cookieExpirationTime", "shortcutFunction", "objectTreeKeyHandler", "selectorAttr",
    "targetLanguages", "parseMissingKeyHandler", "missingKeyHandler", "returnedObjectHandler",
    "missingInterpolationHandler", "overloadTranslationOptionHandler", "enableSelector",
  ]

  private let asked = Mutex(TextTable<Bool>())

  func note(_ path: Text) { asked.withLock { $0[path] = true } }

  /// A line for each member that was not read, with the known name that resembles it.
  func lines(for given: Members, path: Text = "") -> [Text] {
    let known = asked.withLock { $0 }
    var lines: [Text] = []
    for (name, value) in zip(given.keys, given.values) {
      let whole = path + name
      if known[whole] != nil || Self.foreign.contains(name) {
        // Members of an option that is read as a whole are not names of options.
        if case .object(let inner) = value, ["interpolation", "backend", "limits"].contains(whole) {
          lines += self.lines(for: inner, path: whole + ".")
        }
        continue
      }
      var line = "unknown option \"" + whole + "\""
      let near = EditDistance.nearest(to: name, among: known.keys) { $0.split(".").last ?? $0 }
      if let near {
        line += "; did you mean \"" + near + "\"?"
      }
      lines.append(line)
    }
    return lines
  }
}
