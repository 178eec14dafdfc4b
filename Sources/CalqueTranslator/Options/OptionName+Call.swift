package import CalqueBase
import CalqueTemplate

/// Traits of call options. `scripts/options.toml` has their names.
extension OptionName {
  /// A bit for each, to ask for several at once.
  @inline(__always)
  var bit: UInt64 { 1 &<< UInt64(rawValue) }

  /// Options that every call follows on its way.
  private static let followed = count.bit | context.bit
  private static let followedLater =
    followed | ordinal.bit | defaultValue.bit | defaultValueForm.bit | lng.bit | ns.bit
    | fallbackLng.bit | replace.bit | postProcess.bit | sprintf.bit | returnObjects.bit
    | skipInterpolation.bit
    | appendNamespaceToCIMode.bit | missingKeyNoValueFallbackToKey.bit

  /// Options that a first attempt leaves to the second, in formats v2 to v4, v1 and ios.
  static let modern = modernOptions & ~followedLater
  static let versionOne = v1Options & ~followed & ~defaultValue.bit
  // Variables there, whose names choose a chain in later formats.
  static let ios = iosOptions & ~followed & ~defaultValue.bit | lng.bit | ns.bit
}

extension TranslatorFormat {
  /// The options of a call that gives options and variables side by side. Format `ios` has its
  /// variables apart; in the others they are options of other names.
  package func callOptions(_ given: Members) -> Members {
    guard self == .ios else { return given }
    var options = Members()
    var variables = Members()
    for (name, value) in zip(given.keys, given.values) {
      let isOption = name.bytes.withUnsafeBufferPointer { Self.isIOSOption(Name($0)) }
      if isOption { options[name] = value } else { variables[name] = value }
    }
    if !variables.isEmpty {
      options["variables"] = .object((options["variables"]?.object ?? Members()).merging(variables))
    }
    return options
  }

  /// Whether a name is that of an option in format ios.
  static func isIOSOption(_ name: Name) -> Bool {
    OptionName.of(name).map { $0.bit & OptionName.iosOptions != 0 } ?? false
  }
}
