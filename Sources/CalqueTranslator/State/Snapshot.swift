package import CalqueBase
import CalqueCatalog
import CalqueLoading
import CalqueTemplate

/// The state that calls read. Immutable; a change makes a new one.
package final class Snapshot: Sendable {
  package let options: TranslatorOptions
  package let store: Store
  /// The current language.
  package let language: Text?
  /// Its fallback chain.
  package let languages: [Text]
  /// The first of the chain that has translations.
  package let resolvedLanguage: Text?
  package let host: HostCallbacks
  package let formatters: TextTable<HostCallbacks.Formatter>
  /// The formatters that patterns have without the host.
  package let formats: BuiltInFormats
  package let postProcessors: TextTable<HostCallbacks.PostProcessor>
  package let events: EventHub
  /// nil without a log.
  let warnings: Mistakes?
  /// Takes keys to post; nil when none are.
  let missingKeys: MissingKeys?
  /// The current language and default namespaces.
  package let scope: Chain
  let chain: LanguageChain
  let interpolator: Interpolator
  let nesting: NestingScanner
  let underscores: UnderscoreScanner
  let references = ScannedReferences()

  init(_ parts: SnapshotParts) {
    options = parts.options
    store = parts.store
    language = parts.language
    host = parts.host
    formatters = parts.formatters
    formats = parts.formats
    postProcessors = parts.postProcessors
    events = parts.events
    warnings = parts.warnings
    missingKeys = parts.missingKeys
    chain = LanguageChain(options: parts.options, host: parts.host)
    interpolator = Interpolator(parts.options.interpolation)
    let syntax = parts.options.interpolation
    nesting = NestingScanner(syntax, parts.options.format.dialect)
    underscores = UnderscoreScanner(
      dialect: parts.options.format.dialect, prefix: syntax.prefix, suffix: syntax.suffix,
      keySeparator: parts.options.keySeparator ?? ".")
    languages = parts.languages
    let store = parts.store
    let plan = Chain.Plan(
      codes: parts.languages, own: parts.options.defaultNS,
      followsReferences: parts.language != nil, language: parts.language,
      hasFormatters: Self.hasFormatters(parts.formatters, parts.host))
    scope = Chain(
      plan, parts.options, store, host: parts.host, snapshot: nil, earlier: parts.scope)
    resolvedLanguage = Self.resolved(parts)
    scope.belongs(to: self)
  }

  /// As i18next has it: a language whose texts are not looked up under its own code, and that has
  /// some, is resolved where no other is.
  private static func resolved(_ parts: SnapshotParts) -> Text? {
    func isOne(_ code: Text) -> Bool {
      !code.equals("cimode") && !code.equals("dev") && parts.store.hasTranslations(code)
    }
    guard let language = parts.language, !language.equals("cimode"), !language.equals("dev") else {
      return nil
    }
    let isModern = parts.options.format.isModern
    return parts.languages.first(where: isOne) ?? (isModern && isOne(language) ? language : nil)
  }

  /// Takes what passes in silence otherwise; nil without `debug`.
  var mistakes: Mistakes? { options.debug ? warnings : nil }

  /// A catalog to look in. One that turns out to be damaged is left out; the log gets one line.
  func catalog(_ lng: Text, _ ns: Text) -> Catalog? { stored(lng, ns, telling: host.log)?.catalog }

  /// As `catalog`, before all of it has to be made.
  ///
  /// - Parameter log: asked for when there is something to tell.
  func stored(
    _ lng: Text, _ ns: Text, telling log: @autoclosure () -> (@Sendable (Text) -> Void)?
  ) -> StoredCatalog? {
    guard let stored = store.stored(lng, ns) else { return nil }
    if stored.base != nil { return stored }
    if case .archived(let damaged) = stored, let log = log(), damaged.takeDamage() {
      log(("a compiled catalog is damaged: " + lng + "." + ns).onOneLine)
    }
    return nil
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
    if let missingKeys, languages.contains(where: { store.has($0, ns) }) {
      missingKeys.note(lngs, ns, key, value ?? .text(""))
    }
    events.emit("missingKey", [.array(lngs.map { .text($0) }), .text(ns), .text(key), shown])
  }

  /// The host has formatters.
  var hasFormatters: Bool { Self.hasFormatters(formatters, host) }

  private static func hasFormatters(
    _ formatters: TextTable<HostCallbacks.Formatter>, _ host: HostCallbacks
  ) -> Bool { !formatters.isEmpty || host.formatValue != nil }

  /// The parts it was made from, to make the next one.
  var parts: SnapshotParts {
    SnapshotParts(
      options: options, store: store, language: language, languages: languages, host: host,
      formatters: formatters, formats: formats,
      postProcessors: postProcessors, events: events, warnings: warnings,
      missingKeys: missingKeys,
      scope: scope)
  }
}

/// The parts of a snapshot that are chosen; the rest follows from them.
struct SnapshotParts {
  var options: TranslatorOptions
  var store: Store
  var language: Text?
  /// The fallback chain of `language`. Not derived when a snapshot is made, because the host may
  /// have to be asked, and a writer's lock is held then.
  var languages: [Text]
  var host: HostCallbacks
  var formatters: TextTable<HostCallbacks.Formatter>
  var formats: BuiltInFormats
  var postProcessors: TextTable<HostCallbacks.PostProcessor>
  var events: EventHub
  var warnings: Mistakes?
  var missingKeys: MissingKeys?
  /// The chain of the previous snapshot, whose tables may be used again.
  var scope: Chain?
}
