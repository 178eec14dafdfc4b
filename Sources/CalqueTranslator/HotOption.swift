/// What an argument of a hot call means.
enum HotOption {
  case variable
  case count
  case context
  case ordinal
  /// An option, or a kind of value, that hot calls leave to the full rules.
  case unusual

  @inline(__always)
  static func of(_ name: Name, _ kind: Argument.Kind) -> HotOption {
    // Names that are no option are told by their length and one comparison or few.
    switch name.count {
    case 4 where !name.reads("lngs") && !name.reads("nest") && !name.reads("lang"): return .variable
    case 5: return name.reads("count") ? .count : .variable
    case 7 where name.reads("context"): return .context
    case 7 where name.reads("ordinal"):
      return kind == .bool || kind == .int ? .ordinal : .unusual
    default: return isOption(name) ? .unusual : .variable
    }
  }

  /// Options of any format, by length; `defaultValue` only matters when a key is missing.
  @inline(never)
  private static func isOption(_ name: Name) -> Bool {
    switch name.count {
    case 2: name.reads("ns")
    case 3: name.reads("lng")
    // All of four letters that come here.
    case 4: true
    case 6: name.reads("counts")
    case 7:
      name.reads("replace") || name.reads("sprintf")
        || name.reads("_origLng")
    case 9: name.reads("namespace") || name.reads("variables")
    case 10: name.reads("joinArrays")
    case 11: isElevenLetterOption(name)
    case 12...: isLongOption(name)
    default: false
    }
  }

  private static func isElevenLetterOption(_ name: Name) -> Bool {
    name.reads("fallbackLng") || name.reads("nsSeparator")
      || name.reads("nsseparator") || name.reads("postProcess")
  }

  private static func isLongOption(_ name: Name) -> Bool {
    name.reads("keySeparator") || name.reads("keyseparator")
      || name.reads("formatParams") || name.reads("interpolation")
      || name.reads("returnObjects")
      || name.reads("returnDetails")
      || name.reads("skipInterpolation")
      || name.reads("ignoreJSONStructure")
      || name.reads("applyPostProcessor")
      || name.reads("indefinite_article")
      || name.reads("returnObjectTrees")
      || name.reads("escapeInterpolation")
      || name.reads("interpolationPrefix")
      || name.reads("interpolationSuffix")
      || name.reads("isFallbackLookup")
  }
}
