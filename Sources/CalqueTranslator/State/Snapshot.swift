package import CalqueBase
import CalqueCatalog
import CalqueLoading
import CalqueTemplate

/// The chosen parts of a snapshot. The others are derived from them.
struct SnapshotParts: Sendable {
  var options: TranslatorOptions {
    didSet { names = options.givenNames }
  }
  var names: TranslatorOptions.NamesInUse
  var store: Store
  /// The current language.
  var language: Text?
  /// Its fallback chain. Not derived when a snapshot is made, because the host may have to be asked,
  /// and a writer's lock is held then.
  var languages: [Text]
  var host: HostCallbacks
  var formatters = TextTable<HostCallbacks.Formatter>()
  /// The formatters that patterns have without the host.
  var formats = BuiltInFormats()
  var postProcessors = TextTable<HostCallbacks.PostProcessor>()
  var events = EventHub()
  /// nil without a log.
  var warnings: Mistakes?
  /// Takes keys to post; nil when none are.
  var missingKeys: MissingKeys?

  /// The namespaces of a call, in order: its own, then those to fall back to.
  func namespaces(behind own: [Text]) -> [Text] {
    if !options.fallbackNS.isEmpty { return own + options.fallbackNS }
    return options.fallbackToDefaultNS ? own + names.defaultNS : own
  }
}

/// The state that calls read. Immutable; a change makes a new one.
package final class Snapshot: Sendable {
  let parts: SnapshotParts
  /// The first of the chain that has translations.
  package let resolvedLanguage: Text?
  /// The current language and default namespaces.
  package let scope: Chain
  let scanners: Scanners
  /// Scanners of calls that choose their own syntax.
  let otherScanners = RecentObjects<Scanners>(capacity: 16)
  let underscores: PlaceholderScanner

  package var options: TranslatorOptions { parts.options }
  package var names: TranslatorOptions.NamesInUse { parts.names }
  package var effectiveOptions: Members { options.effective(names) }
  package var store: Store { parts.store }
  package var language: Text? { parts.language }
  package var languages: [Text] { parts.languages }
  package var host: HostCallbacks { parts.host }
  var formats: BuiltInFormats { parts.formats }

  /// - Parameter earlier: the chain of a previous snapshot, whose tables may be used again.
  init(_ parts: SnapshotParts, earlier: Chain? = nil) {
    self.parts = parts
    let (syntax, dialect) = (parts.options.interpolation, parts.options.format.dialect)
    scanners = Scanners(syntax, dialect)
    underscores = PlaceholderScanner(
      dialect, prefix: syntax.prefix, suffix: syntax.suffix,
      keySeparator: parts.options.keySeparator ?? ".")
    scope = Chain(
      parts.languages, parts.names.defaultNS, language: parts.language,
      followsReferences: parts.language != nil, fixed: Members(), parts, ChainTraits(parts),
      earlier: earlier)
    resolvedLanguage = Self.resolved(parts)
    scope.belongs(to: self)
  }

  /// As i18next has it: a language whose texts are not looked up under its own code, and that has
  /// some, is resolved where no other is.
  private static func resolved(_ parts: SnapshotParts) -> Text? {
    func isReal(_ code: Text) -> Bool { !code.equals("cimode") && !code.equals("dev") }
    guard let language = parts.language, isReal(language) else { return nil }
    let codes = parts.options.format.isModern ? parts.languages + [language] : parts.languages
    return codes.first { isReal($0) && parts.store.hasTranslations($0) }
  }

  /// A catalog to look in. One that turns out to be damaged is left out; the log gets one line.
  ///
  /// - Parameter log: asked for when there is something to tell.
  func stored(
    _ lng: Text, _ ns: Text, telling log: @autoclosure () -> (@Sendable (Text) -> Void)?
  ) -> StoredCatalog? {
    guard let stored = store.stored(lng, ns) else { return nil }
    if stored.base != nil { return stored }
    if case .archived(let damaged) = stored, let log = log(), damaged.takeDamage() {
      log(("a compiled catalog is damaged: \(lng).\(ns)" as Text).onOneLine)
    }
    return nil
  }

  /// The languages that a missing key is saved for, by the option `saveMissingTo`.
  ///
  /// - Parameter lng: of the call; nil for the current one.
  func targets(_ lng: Text?) -> [Text] {
    let asked = lng ?? language
    let current = asked.map { [$0] } ?? []
    switch options.saveMissingTo {
    case .fallback:
      let fallbacks = options.fallbacks(nil, for: options.format.isModern ? asked : language)
      return fallbacks.isEmpty && options.format != .v1 ? current : fallbacks
    case .all:
      return lng == nil && !options.format.isModern ? languages : options.hierarchy(asked)
    case .current: return current
    }
  }

  /// Tells of a key that was not found, and has it saved where that is wanted.
  ///
  /// - Parameters:
  ///   - shown: what the call shows for it.
  ///   - options: of the call, not asked for when the host does not want to know.
  func tell(
    _ lngs: [Text], _ ns: Text, _ key: Text, _ value: Value?, shown: Value,
    isUpdate: Bool = false, _ options: () -> Members
  ) {
    host.missingKey?(
      MissingKey(
        lngs: lngs, ns: ns, key: key, fallbackValue: value, updateMissing: isUpdate,
        options: options()))
    // A key of a file that is not loaded yet may exist on the server, so it is not reported there.
    if let missingKeys = parts.missingKeys, languages.contains(where: { store.has($0, ns) }) {
      missingKeys.note(lngs, ns, key, value ?? .text(""))
    }
    parts.events.emit("missingKey", [.array(of: lngs), .text(ns), .text(key), shown])
  }
}
