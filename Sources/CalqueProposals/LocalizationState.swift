import CalqueBase
import CalqueLocale

/// A snapshot of a localization: its parts, and the order in which a look-up tries them.
final class LocalizationState: Sendable {
  /// One locale of a look-up.
  private struct Link: Sendable {
    let tag: Text
    let proposed: TextTable<Overlay.Entry>?
    let tables: [Table]
  }

  let parts: LocalizationParts
  private let links: [Link]
  /// The locale whose texts are shown first; nil to ask the hook.
  private let ownLocale: Text?

  init(_ parts: LocalizationParts) {
    self.parts = parts
    let first = parts.bestFit?.locale ?? parts.languageOverride
    var links: [Link] = []
    var located: Text?
    func add(_ tag: Text, _ tables: [Table]) {
      guard !links.contains(where: { $0.tag == tag }) else { return }
      links.append(Link(tag: tag, proposed: parts.overlay.entries(tag), tables: tables))
    }
    for (place, locale) in parts.wantedLocales.enumerated() {
      let tag = LanguageTag.comparable(locale)
      let tables = Self.tables(tag, parts)
      // Proposals for the current locale count before it has a table.
      if tables.isEmpty, place > 0 || first == nil { continue }
      if located == nil { located = tables.first?.locale ?? locale }
      add(tables.first?.tag ?? tag, tables)
    }
    for table in parts.tables + parts.bundled {
      if located == nil { located = table.locale }
      add(table.tag, Self.tables(table.tag, parts))
    }
    let own = first ?? located ?? (parts.hook == nil ? parts.wantedLocales.first : nil)
    if let own, links.isEmpty { add(LanguageTag.comparable(own), []) }
    ownLocale = own
    self.links = links
  }

  /// The tables of a locale: what the backend sent, then what the program brought along.
  private static func tables(_ tag: Text, _ parts: LocalizationParts) -> [Table] {
    let all = parts.tables + parts.bundled
    let exact = all.filter { $0.tag == tag }
    if !exact.isEmpty { return exact }
    let language = LanguageTag.languagePart(tag)
    let near = all.first { $0.isOneOfAll && LanguageTag.languagePart($0.tag) == language }
    return near.map { [$0] } ?? []
  }

  /// The locale of what is shown, and of what is proposed.
  var currentLocale: Text? { ownLocale ?? parts.hook?.language() }

  /// The text of an identifier: proposed, or of the first locale that has it. Without `keyFallback`
  /// the first locale that has a table decides.
  func find(_ identifier: ItemIdentifier) -> Found? {
    for link in links {
      if let entry = link.proposed?[identifier.joined] {
        return Found(value: entry.value, locale: entry.locale, source: .proposal)
      }
      for table in link.tables {
        guard let text = table.texts[identifier.joined] else { continue }
        let source: Found.Source = table.origin == .bundle ? .bundle : .resource
        return Found(value: text, locale: table.locale, source: source)
      }
      if !parts.keyFallback, !link.tables.isEmpty { return nil }
    }
    return parts.hook.flatMap { hooked(identifier, $0) }
  }

  private func hooked(_ identifier: ItemIdentifier, _ hook: ValueHook) -> Found? {
    let found = hook.look(identifier)
    if parts.overlay.count > 0, let locale = found?.locale ?? hook.language(),
      let entry = parts.overlay.entry(identifier, locale)
    {
      return Found(value: entry.value, locale: entry.locale, source: .proposal)
    }
    return found.map { Found(value: $0.value, locale: $0.locale, source: .hook) }
  }
}
