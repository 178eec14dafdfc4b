import CalqueBase
import CalqueLocale
import CalqueStorage

/// The bundled files `Localizations_<locale>.json`.
struct Bundles: Sendable {
  private struct Source: Sendable {
    let locale: Text
    let tag: Text
    let path: Text
  }

  private static let prefix: Text = "Localizations_"
  private static let suffix: Text = ".json"

  private let sources: [Source]

  /// Lists the files; of those of one locale the one in the first directory counts.
  init(_ directories: [Text]) {
    var sources: [Source] = []
    for directory in directories {
      for name in (try? CacheDirectory(directory).names()) ?? [] {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { continue }
        let locale = name.part(Self.prefix.count, name.count - Self.suffix.count)
        let tag = LanguageTag.comparable(locale)
        if sources.contains(where: { $0.tag == tag }) { continue }
        sources.append(Source(locale: locale, tag: tag, path: "\(directory)/\(name)"))
      }
    }
    self.sources = sources
  }

  /// Loads what a localization wants and does not have yet; a file that cannot be read is as none.
  ///
  /// Where nothing else has a table, any file will do.
  func load(into parts: inout LocalizationParts, _ payload: Payload) {
    seekDefault(into: &parts, payload)
    for locale in parts.wantedLocales {
      let tag = LanguageTag.comparable(locale)
      for source in sources where source.tag == tag { load(source, into: &parts, payload) }
    }
    for source in sources where parts.tables.isEmpty && parts.bundled.isEmpty {
      load(source, into: &parts, payload)
    }
  }

  /// Takes the default language that a file names in `meta.language.is_default`, until the backend
  /// names one.
  private func seekDefault(into parts: inout LocalizationParts, _ payload: Payload) {
    guard parts.defaultLanguage == nil, !parts.isBundleDefaultSought else { return }
    parts.isBundleDefaultSought = true
    for source in sources {
      guard let language = resource(source, payload)?.language, language.isDefault else { continue }
      parts.defaultLanguage = language
      return
    }
  }

  private func resource(_ source: Source, _ payload: Payload) -> Resource? {
    let limit = payload.limits.maximumBytes
    guard let content = try? File.readIfPresent(source.path, maximumBytes: limit) else {
      return nil
    }
    return try? payload.resource(content, origin: .bundle, locale: source.locale)
  }

  private func load(_ source: Source, into parts: inout LocalizationParts, _ payload: Payload) {
    guard !parts.bundled.contains(where: { $0.tag == source.tag }) else { return }
    for table in resource(source, payload)?.tables ?? []
    where !parts.bundled.contains(where: { $0.tag == table.tag }) {
      parts.bundled.append(table)
    }
  }
}
