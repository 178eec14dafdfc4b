package import CalqueBase
package import CalqueLocale
package import CalqueTemplate

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
  package var name: Text {
    switch self {
    case .ios: "ios"
    case .v1: "v1"
    case .v2: "v2"
    case .v3: "v3"
    case .v4: "v4"
    }
  }

  package var dialect: PatternDialect {
    switch self {
    case .ios: .ios
    case .v1: .v1
    default: .modern
    }
  }

  /// The way in which plural forms are numbered; nil where they have categories.
  var numbering: NumberedPlurals.Format? {
    switch self {
    case .ios: .ios
    case .v1: .v1
    case .v2: .v2
    case .v3: .v3
    case .v4: nil
    }
  }

  /// The plural forms of a language; none where the format has no ordinals.
  package func pluralForms(for locale: Text, isOrdinal: Bool) -> [PluralSamples.Form] {
    guard let numbering else {
      return PluralSamples.forms(for: locale, .cldr(ordinal: isOrdinal))
    }
    return isOrdinal ? [] : PluralSamples.forms(for: locale, .numbered(numbering))
  }
}
