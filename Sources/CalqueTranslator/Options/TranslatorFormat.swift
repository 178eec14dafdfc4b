package import CalqueBase
package import CalqueLocale
import CalqueTemplate

/// Which generation of i18next a translator follows: its catalogs, its option names, its rules.
public enum TranslatorFormat: Int32, Sendable {
  case v1 = 1
  case v2 = 2
  case v3 = 3
  case v4 = 4
  case ios = 10

  /// Formats 2 to 4 share their rules but for plural suffixes.
  package var isModern: Bool { self != .v1 && self != .ios }

  /// As hosts without numbers for formats name it.
  package var name: Text { self == .ios ? "ios" : "v\(rawValue)" }

  /// The plural forms of a language; none where the format has no ordinals.
  package func pluralForms(for locale: Text, isOrdinal: Bool) -> [PluralSamples.Form] {
    guard let numbering else {
      return PluralSamples.forms(for: locale, .cldr(ordinal: isOrdinal))
    }
    return isOrdinal ? [] : PluralSamples.forms(for: locale, .numbered(numbering))
  }

  /// The options of a call that gives options and variables side by side. Format `ios` has its
  /// variables apart; in the others they are options of other names.
  package func callOptions(_ given: Members) -> Members {
    guard self == .ios else { return given }
    var options = Members()
    var variables = Members()
    for (name, value) in zip(given.keys, given.values) {
      let isOption = name.bytes.withUnsafeBufferPointer {
        OptionName.isOne(Name($0), of: OptionName.iosOptions)
      }
      if isOption { options[name] = value } else { variables[name] = value }
    }
    if !variables.isEmpty {
      options["variables"] = .object((options["variables"]?.object ?? Members()).merging(variables))
    }
    return options
  }
}

/// Traits of call options. `tools/generators/options.toml` has their names.
extension OptionName {
  /// A bit for each, to ask for several at once.
  @inline(__always)
  var bit: UInt64 { 1 &<< UInt64(rawValue) }

  /// Whether a name is that of one of some options.
  static func isOne(_ name: Name, of options: UInt64) -> Bool {
    options != 0 && of(name).map { $0.bit & options != 0 } ?? false
  }

  /// Options of a call that choose where a key is looked up.
  static func choosing(_ options: TranslatorOptions) -> UInt64 {
    switch options.format {
    case .ios: iosOptions & ~(count.bit | context.bit | defaults)
    case .v1: v1Options & ~(count.bit | context.bit | defaults)
    default:
      ofChain | splitting | replace.bit | returnDetails.bit
        | (options.multipleCounts ? counts.bit : 0)
    }
  }

  /// Those that choose the chain, and those of them that are not just a language and a namespace.
  static var ofChain: UInt64 { listing | lng.bit | ns.bit }
  static var listing: UInt64 { lngs.bit | fallbackLng.bit }
  /// Those that say how keys are split.
  static var splitting: UInt64 { keySeparator.bit | nsSeparator.bit | ignoreJSONStructure.bit }
  /// Those with which a text is scanned.
  static var scanning: UInt64 { interpolation.bit | nest.bit | skipInterpolation.bit }

  /// Options of a call that say how a text is rendered. All others are asked for where they matter.
  static func rendering(_ options: TranslatorOptions) -> UInt64 {
    // A default that differs from the text is reported.
    let updating = options.updateMissing ? defaults : 0
    guard options.format.isModern else { return updating }
    return scanning | postProcess.bit | updating
  }

  private static var defaults: UInt64 { defaultValue.bit | defaultValueForm.bit }
}
