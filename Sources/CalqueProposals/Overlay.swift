import CalqueBase
import CalqueLocale

/// Proposed values: shown instead of the normal ones, in the locale they were proposed for.
struct Overlay: Sendable {
  struct Entry: Sendable {
    let value: Text
    /// As it was given.
    let locale: Text
    /// Tells this entry from one that was put in its place.
    let number: UInt64
  }

  /// By comparable locale, then by `ItemIdentifier.joined`.
  private var locales = TextTable<TextTable<Entry>>()
  private(set) var count = 0
  private var lastNumber: UInt64 = 0

  /// The proposed values of a comparable locale; nil for none.
  func entries(_ tag: Text) -> TextTable<Entry>? { locales[tag] }

  func entry(_ identifier: ItemIdentifier, _ locale: Text) -> Entry? {
    locales[LanguageTag.comparable(locale)]?[identifier.joined]
  }

  /// Sets the value of an identifier in a locale, or removes it.
  ///
  /// - Returns: the number of the new entry.
  @discardableResult
  mutating func set(_ value: Text?, _ identifier: ItemIdentifier, _ locale: Text) -> UInt64 {
    let tag = LanguageTag.comparable(locale)
    var entries = locales[tag] ?? TextTable()
    // Not shared while it changes.
    locales[tag] = TextTable()
    let before = entries.count
    lastNumber &+= 1
    entries[identifier.joined] = value.map { Entry(value: $0, locale: locale, number: lastNumber) }
    count += entries.count - before
    locales[tag] = entries.isEmpty ? nil : entries
    return lastNumber
  }

  /// What is proposed, and for which locale.
  var all: [(identifier: ItemIdentifier, locale: Text)] {
    entries.map { ($0.identifier, $0.entry.locale) }
  }

  /// All entries: `section`, `key`, `locale`, `value`.
  var data: [Value] {
    entries.map { identifier, entry in
      .object(
        Members([
          ("section", .text(identifier.section)), ("key", .text(identifier.key)),
          ("locale", .text(entry.locale)), ("value", .text(entry.value)),
        ]))
    }
  }

  private var entries: [(identifier: ItemIdentifier, entry: Entry)] {
    var list: [(identifier: ItemIdentifier, entry: Entry)] = []
    for entries in locales.values {
      for (joined, entry) in zip(entries.keys, entries.values) {
        if let identifier = ItemIdentifier(joined: joined) { list.append((identifier, entry)) }
      }
    }
    return list
  }
}
