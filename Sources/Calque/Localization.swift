import CalqueBase
import CalqueConnections
import CalqueLocale
import CalqueProposals
import CalqueTransport

/// Texts by section and key in the language that fits best, with proposed values over them.
///
/// Safe from any thread. Components are called on the main actor. A completion that belongs to an
/// actor is called there; any other where the dispatcher runs it, or else on a thread of this object.
public final class Localization: Sendable {
  /// Receives the result of a call to the backend, or the error.
  public typealias Completion =
    @Sendable @isolated(any) (Result<JSONValue, CalqueError>) -> Void

  let engine: CalqueProposals.Localization
  /// Components of `localize(component:for:)`, by what they are.
  let components = WeakReceivers()

  private static let current = Mutex<Localization?>(nil)

  /// The localization that components without one of their own use; nil until it is set.
  public static var shared: Localization? {
    get { current.withLock { $0 } }
    set { _ = current.exchange(newValue) }
  }

  /// - Parameters:
  ///   - options: those of docs/proposals.md.
  ///   - transport: carries the requests; nil for URLSession.
  ///   - dispatcher: runs completions that belong to no actor, for example on the main queue.
  /// - Throws: `CalqueError` with the option's name as the path.
  public init(
    _ options: JSONObject = [:], transport: (any Transport)? = nil,
    dispatcher: Dispatcher? = nil
  ) throws(CalqueError) {
    let services = Services.over(TransportSlot(transport), dispatcher)
    engine = try CalqueError.rethrowing(
      CalqueProposals.Localization(LocalizationOptions(options.members), services))
    engine.start()
  }

  deinit { engine.close() }

  // MARK: Looking up

  /// The text of an identifier; nil when there is none.
  ///
  /// - Throws: `CalqueError` when the identifier does not have two parts.
  public func localization(for identifier: TranslationIdentifier) throws(CalqueError) -> String? {
    engine.find(try identifier.engine())?.value.string
  }

  /// The text of an identifier with its `locale` and `source`: `proposal`, `resource`, `bundle` or
  /// `translator`; nil when there is none.
  public func lookup(_ identifier: TranslationIdentifier) throws(CalqueError) -> JSONValue? {
    engine.find(try identifier.engine()).map { JSONValue($0.data) }
  }

  /// All texts of a locale by section and key; nil when there are none.
  public func texts(locale: String) -> JSONValue? {
    engine.texts(locale: Text(locale)).map { JSONValue($0) }
  }

  /// Sections, for `localization.tr.section.key`.
  public var tr: LocalizationSections { LocalizationSections(self) }

  // MARK: Languages

  /// The current locale, in which texts are shown and proposed; nil if unknown.
  public var currentLocale: String? { engine.currentLocale?.string }

  /// Languages of the last index.
  public var availableLanguages: [Language] { engine.availableLanguages.map { Language($0) } }

  /// The language that the backend found to fit best.
  public var bestFitLanguage: Language? { engine.bestFitLanguage.map { Language($0) } }

  public var defaultLanguage: Language? { engine.defaultLanguage.map { Language($0) } }

  /// The value of the header Accept-Language for a language before all others and the preferred ones.
  public static func acceptLanguage(override: String? = nil, preferred: [String]) -> String {
    AcceptLanguage.header(
      override: override.map { Text($0) }, preferred: preferred.map { Text($0) }
    ).string
  }

  /// The languages as JSON, with `acceptLanguage`, `lastUpdated` and `guid`.
  public var languages: JSONValue { JSONValue(engine.languages) }

  /// The language that is tried before the preferred ones; nil for none.
  public var languageOverride: String? { engine.languageOverride?.string }

  /// - Throws: `CalqueError` when it is set, but cannot be written to the directory.
  public func setLanguageOverride(_ locale: String?) throws(CalqueError) {
    try CalqueError.rethrowing(engine.setLanguageOverride(locale.map { Text($0) }))
  }

  /// Sets the languages that the person prefers, best first.
  public func setPreferredLanguages(_ locales: [String]) {
    engine.setPreferredLanguages(locales.map { Text($0) })
  }

  /// Sets the locale that is tried after the preferred ones; nil for none.
  public func setFallbackLocale(_ locale: String?) {
    engine.setFallbackLocale(locale.map { Text($0) })
  }

  // MARK: Texts

  /// Loads the payload of an index.
  ///
  /// - Returns: the entries whose texts are newer.
  /// - Throws: `CalqueError`. Nothing changes then.
  @discardableResult
  public func loadIndex(_ json: String) throws(CalqueError) -> [JSONValue] {
    try CalqueError.rethrowing(engine.loadIndex(Text(json)).map { JSONValue($0.value) })
  }

  /// Records the Accept-Language header with which the program fetched an index.
  public func noteAcceptLanguage(_ header: String) throws(CalqueError) {
    try CalqueError.rethrowing(engine.noteAcceptLanguage(Text(header)))
  }

  /// Loads the texts of one language, or of all.
  ///
  /// - Throws: `CalqueError`. Nothing changes then.
  public func loadResource(_ json: String, locale: String? = nil) throws(CalqueError) {
    try CalqueError.rethrowing(engine.loadResource(Text(json), locale: locale.map { Text($0) }))
  }

  /// Removes the tables; those in files are read again, or removed too.
  public func clearLocalizations(includingPersisted: Bool) throws(CalqueError) {
    try CalqueError.rethrowing(engine.clear(includingPersisted: includingPersisted))
  }

  /// Call this when the program enters the foreground; it updates in automatic mode.
  public func enterForeground() { engine.start() }

  /// Connects a translator, which supplies the texts that no table has and returns proposed values;
  /// nil ends the connection.
  public func connect(_ translator: Translator?) {
    LocalizationTranslator.connect(translator?.engine, to: engine)
  }

  // MARK: Events

  /// Calls a handler with events: `languageChanged`, `loaded`, `proposal`, `proposalsListed`.
  ///
  /// - Returns: a number for `off`.
  public func on(
    @_inheritActorContext _ handler:
      @escaping @Sendable @isolated(any) (_ name: String, _ arguments: [JSONValue]) -> Void
  ) -> UInt64 {
    let handler = delivered(handler)
    return engine.subscribe { event in
      handler(event.name.string, event.arguments.map { JSONValue($0) })
    }
  }

  /// Ends a subscription; false for an unknown number.
  @discardableResult
  public func off(_ subscription: UInt64) -> Bool { engine.unsubscribe(subscription) }
}
