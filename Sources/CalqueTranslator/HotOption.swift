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
  static func of(_ argument: UnsafePointer<Argument>) -> HotOption {
    if argument.pointee.kind == .other { return .unusual }
    switch argument.pointee.name.count {
    case 5 where argument.pointee.name.reads("count"): return .count
    case 7 where argument.pointee.name.reads("context"): return .context
    case 7 where argument.pointee.name.reads("ordinal"):
      return argument.pointee.kind == .bool || argument.pointee.kind == .int ? .ordinal : .unusual
    default: return isOption(argument) ? .unusual : .variable
    }
  }

  /// Options of any format, by length; `defaultValue` only matters when a key is missing.
  private static func isOption(_ argument: UnsafePointer<Argument>) -> Bool {
    switch argument.pointee.name.count {
    case 2: argument.pointee.name.reads("ns")
    case 3: argument.pointee.name.reads("lng")
    case 4:
      argument.pointee.name.reads("lngs") || argument.pointee.name.reads("nest")
        || argument.pointee.name.reads("lang")
    case 6: argument.pointee.name.reads("counts")
    case 7:
      argument.pointee.name.reads("replace") || argument.pointee.name.reads("sprintf")
        || argument.pointee.name.reads("_origLng")
    case 9: argument.pointee.name.reads("namespace") || argument.pointee.name.reads("variables")
    case 10: argument.pointee.name.reads("joinArrays")
    case 11: isElevenLetterOption(argument)
    case 12...: isLongOption(argument)
    default: false
    }
  }

  private static func isElevenLetterOption(_ argument: UnsafePointer<Argument>) -> Bool {
    argument.pointee.name.reads("fallbackLng") || argument.pointee.name.reads("nsSeparator")
      || argument.pointee.name.reads("nsseparator") || argument.pointee.name.reads("postProcess")
  }

  private static func isLongOption(_ argument: UnsafePointer<Argument>) -> Bool {
    argument.pointee.name.reads("keySeparator") || argument.pointee.name.reads("keyseparator")
      || argument.pointee.name.reads("formatParams") || argument.pointee.name.reads("interpolation")
      || argument.pointee.name.reads("returnObjects")
      || argument.pointee.name.reads("returnDetails")
      || argument.pointee.name.reads("skipInterpolation")
      || argument.pointee.name.reads("ignoreJSONStructure")
      || argument.pointee.name.reads("applyPostProcessor")
      || argument.pointee.name.reads("indefinite_article")
      || argument.pointee.name.reads("returnObjectTrees")
      || argument.pointee.name.reads("escapeInterpolation")
      || argument.pointee.name.reads("interpolationPrefix")
      || argument.pointee.name.reads("interpolationSuffix")
      || argument.pointee.name.reads("isFallbackLookup")
  }

  /// Whether a placeholder names what the full rules find among the options of a call although it
  /// is no argument, or do not find in every text although it is one.
  @inline(__always)
  static func isKnownToFullRules(_ name: Name) -> Bool {
    switch name.count {
    case 2: name.reads("ns")
    case 3: name.reads("lng")
    case 4: name.reads("lngs")
    case 12: name.reads("defaultValue")
    case 18: name.reads("applyPostProcessor")
    default: false
    }
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
