import CalqueBase
import CalqueLocale
import CalqueStorage

/// The files `Localizations_<locale>.json` that a program brings along.
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
        sources.append(Source(locale: locale, tag: tag, path: directory + "/" + name))
      }
    }
    self.sources = sources
  }

  /// Loads what a localization wants and does not have yet; a file that cannot be read is as none.
  ///
  /// Where nothing else has a table, any file will do.
  func load(into parts: inout LocalizationParts, _ payload: Payload) {
    for locale in parts.wantedLocales {
      let tag = LanguageTag.comparable(locale)
      for source in sources where source.tag == tag { load(source, into: &parts, payload) }
    }
    for source in sources where parts.tables.isEmpty && parts.bundled.isEmpty {
      load(source, into: &parts, payload)
    }
  }

  private func load(_ source: Source, into parts: inout LocalizationParts, _ payload: Payload) {
    guard !parts.bundled.contains(where: { $0.tag == source.tag }),
      let content = try? File.readIfPresent(
        source.path, maximumBytes: payload.limits.maximumBytes)
    else { return }
    let resource = try? payload.resource(content, origin: .bundle, locale: source.locale)
    for table in resource?.tables ?? []
    where !parts.bundled.contains(where: { $0.tag == table.tag }) {
      parts.bundled.append(table)
    }
  }
}
