import CalqueBase
import CalqueCatalog
import CalqueLocale
package import CalqueTemplate

/// The rules in which formats differ by a value. Rules with steps of their own are strategies of the
/// format, at the places that docs/adding-a-format.md lists.
extension TranslatorFormat {
  /// The syntax of texts and of sprintf.
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

  /// Options alone are read from a tree: variables are in the option `variables`.
  var hasSeparateVariables: Bool { self == .ios }

  /// The text of null, where it has one.
  var null: StaticString { self == .ios ? "<null>" : self == .v1 ? "null" : "" }
}

/// The rules of a format that are code of its own: those of v1 and ios. Calls reach them through this
/// alone, so that a program that makes translators of other formats only need not contain them.
package struct FormatCode: Sendable {
  typealias Keys = UnsafeBufferPointer<Bytes>

  /// Answers for the first of the keys that is found. The record of a key that is alone may be known.
  let answer: @Sendable (Call, Keys, CatalogRecord?, inout Output) -> Answer
  /// Whether any of the keys is found.
  let exists: @Sendable (Call, Keys) -> Bool
  /// Reads init options in the names of the format.
  let read: @Sendable (TranslatorOptions, OptionReader) -> Void

  /// nil for formats 2 to 4.
  package static func of(_ format: TranslatorFormat) -> FormatCode? {
    switch format {
    case .ios:
      FormatCode(
        answer: { IOS($0).answer($1, $2, &$3) },
        exists: { call, keys in keys.contains { IOS(call).find($0) != nil } },
        read: { $0.readIOS($1) })
    case .v1:
      FormatCode(
        answer: { V1.answer($0, $1, &$3) }, exists: V1.exists, read: { $0.readV1($1) })
    default: nil
    }
  }
}
