import CalqueLocale

/// What an argument of a hot call means.
enum HotOption {
  case variable
  case count
  case context
  case ordinal
  /// An option, or a kind of value, that hot calls leave to the full rules.
  case unusual

  @inline(__always)
  static func of(_ argument: Argument) -> HotOption {
    if argument.kind == .other { return .unusual }
    switch argument.nameCount {
    case 5 where argument.isNamed("count"): return .count
    case 7 where argument.isNamed("context"): return .context
    case 7 where argument.isNamed("ordinal"):
      return argument.kind == .bool || argument.kind == .int ? .ordinal : .unusual
    default: return isOption(argument) ? .unusual : .variable
    }
  }

  /// Options of any format, by length; `defaultValue` only matters when a key is missing.
  private static func isOption(_ argument: Argument) -> Bool {
    switch argument.nameCount {
    case 2: argument.isNamed("ns")
    case 3: argument.isNamed("lng")
    case 4:
      argument.isNamed("lngs") || argument.isNamed("nest") || argument.isNamed("lang")
    case 6: argument.isNamed("counts")
    case 7:
      argument.isNamed("replace") || argument.isNamed("sprintf") || argument.isNamed("_origLng")
    case 9: argument.isNamed("namespace") || argument.isNamed("variables")
    case 10: argument.isNamed("joinArrays")
    case 11: isElevenLetterOption(argument)
    case 12...: isLongOption(argument)
    default: false
    }
  }

  private static func isElevenLetterOption(_ argument: Argument) -> Bool {
    argument.isNamed("fallbackLng") || argument.isNamed("nsSeparator")
      || argument.isNamed("nsseparator") || argument.isNamed("postProcess")
  }

  private static func isLongOption(_ argument: Argument) -> Bool {
    argument.isNamed("keySeparator") || argument.isNamed("keyseparator")
      || argument.isNamed("formatParams") || argument.isNamed("interpolation")
      || argument.isNamed("returnObjects") || argument.isNamed("returnDetails")
      || argument.isNamed("skipInterpolation") || argument.isNamed("ignoreJSONStructure")
      || argument.isNamed("applyPostProcessor") || argument.isNamed("indefinite_article")
      || argument.isNamed("returnObjectTrees") || argument.isNamed("escapeInterpolation")
      || argument.isNamed("interpolationPrefix") || argument.isNamed("interpolationSuffix")
      || argument.isNamed("isFallbackLookup")
  }

  /// Whether a placeholder names what the full rules find among the options of a call although it
  /// is no argument, or do not find in every text although it is one.
  static func isKnownToFullRules(_ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch count {
    case 2: isSame(name, "ns")
    case 3: isSame(name, "lng")
    case 4: isSame(name, "lngs")
    case 12: isSame(name, "defaultValue")
    case 18: isSame(name, "applyPostProcessor")
    default: false
    }
  }

  private static func isSame(_ name: UnsafePointer<UInt8>, _ literal: StaticString) -> Bool {
    for offset in 0..<literal.utf8CodeUnitCount where name[offset] != literal.utf8Start[offset] {
      return false
    }
    return true
  }

  /// A category's name as eight bytes.
  @inline(__always)
  static func name(of category: PluralCategory) -> (bytes: UInt64, count: Int) {
    switch category {
    case .zero: (0x6F72_657A, 4)
    case .one: (0x65_6E6F, 3)
    case .two: (0x6F_7774, 3)
    case .few: (0x77_6566, 3)
    case .many: (0x796E_616D, 4)
    case .other: (0x72_6568_746F, 5)
    }
  }
}
