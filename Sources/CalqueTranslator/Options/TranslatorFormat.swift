package import CalqueBase
package import CalqueLocale
package import CalqueTemplate

/// Which generation of i18next a translator follows: its catalogs, its option names, its rules.
public enum TranslatorFormat: Int32, Sendable {
  case ios = 1
  case v1 = 2
  case v2 = 3
  case v3 = 4
  case v4 = 5

  /// Formats 2 to 4 share their rules but for plural suffixes.
  package var isModern: Bool { rawValue >= TranslatorFormat.v2.rawValue }

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

  /// The plural forms of a language; none where the format has no ordinals.
  package func pluralForms(for locale: Text, isOrdinal: Bool) -> [PluralSamples.Form] {
    switch self {
    case .v4: PluralSamples.forms(for: locale, .cldr(ordinal: isOrdinal))
    case _ where isOrdinal: []
    case .ios: PluralSamples.forms(for: locale, .numbered(.ios))
    case .v1: PluralSamples.forms(for: locale, .numbered(.v1))
    case .v2: PluralSamples.forms(for: locale, .numbered(.v2))
    case .v3: PluralSamples.forms(for: locale, .numbered(.v3))
    }
  }
}
