import CalqueBase
import CalqueLocale

/// Proposed values: shown instead of the normal ones, in the locale they were proposed for.
struct Overlay: Sendable {
  struct Entry: Sendable {
    let value: Text
    /// As it was given.
    let locale: Text
    /// The normal text when the value was proposed; nil when there was none.
    let base: Text?
    /// Distinguishes this entry from one that replaced it.
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
  mutating func set(
    _ value: Text?, _ identifier: ItemIdentifier, _ locale: Text, base: Text? = nil
  ) -> UInt64 {
    let tag = LanguageTag.comparable(locale)
    var entries = locales[tag] ?? TextTable()
    // Not shared while it changes.
    locales[tag] = TextTable()
    let before = entries.count
    lastNumber &+= 1
    entries[identifier.joined] = value.map {
      Entry(value: $0, locale: locale, base: base, number: lastNumber)
    }
    count += entries.count - before
    locales[tag] = entries.isEmpty ? nil : entries
    return lastNumber
  }

  /// Removes values that a table of the backend makes obsolete: those that it contains, and those
  /// that were proposed for a text that has changed since.
  ///
  /// - Returns: what was dropped.
  mutating func drop(by table: Table) -> [(identifier: ItemIdentifier, locale: Text)] {
    guard let entries = locales[table.tag] else { return [] }
    var dropped: [(identifier: ItemIdentifier, locale: Text)] = []
    for (joined, entry) in zip(entries.keys, entries.values) {
      guard let text = table.texts[joined], text == entry.value || text != entry.base,
        let identifier = ItemIdentifier(joined: joined)
      else { continue }
      set(nil, identifier, entry.locale)
      dropped.append((identifier, entry.locale))
    }
    return dropped
  }

  /// The proposed values, and their locale.
  var all: [(identifier: ItemIdentifier, locale: Text)] {
    entries.map { ($0.identifier, $0.entry.locale) }
  }

  /// All entries: `section`, `key`, `locale`, `value`, and `base` where there is one.
  var data: [Value] {
    entries.map { identifier, entry in
      var members: Members = [
        "section": .text(identifier.section), "key": .text(identifier.key),
        "locale": .text(entry.locale), "value": .text(entry.value),
      ]
      if let base = entry.base { members["base"] = .text(base) }
      return .object(members)
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
