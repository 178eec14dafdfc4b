import CalqueBase
import CalqueConnections
import CalqueProposals
import CalqueTransport

/// Texts by section and key in the language that fits best, with proposed values over them.
///
/// Safe from any thread. Components are called by the thread that brings a change about, unless a
/// dispatcher is given; completions then run there too, otherwise on a thread of this object.
public final class Localization: Sendable {
  /// The end of a call to the backend: what it yields, or why it failed.
  public typealias Completion = @Sendable (Result<JSONValue, CalqueError>) -> Void

  let engine: CalqueProposals.Localization
  /// Components of `localize(component:for:)`, by what they are.
  let components = ComponentTable()

  private static let current = Mutex<Localization?>(nil)

  /// The localization that components without one of their own use; nil until it is set.
  public static var shared: Localization? {
    get { current.withLock { $0 } }
    set {
      // The old one may end with its last reference: not under the lock.
      let old = current.withLock { current in
        let old = current
        current = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// - Parameters:
  ///   - options: those of docs/proposals.md.
  ///   - transport: carries requests out; nil for URLSession.
  ///   - dispatcher: runs components and completions, such as on the main queue.
  /// - Throws: `CalqueError` with the option's name as the path.
  public init(
    _ options: JSONObject = [:], transport: (any Transport)? = nil,
    dispatcher: Dispatcher? = nil
  ) throws(CalqueError) {
    let services = Services.over(TransportSlot(transport), dispatcher)
    engine = try CalqueError.mapping { () throws(Diagnostic) in
      try CalqueProposals.Localization(LocalizationOptions(options.members), services)
    }
    engine.start()
  }

  deinit { engine.close() }

  // MARK: Looking up

  /// The text of an identifier; nil when there is none.
  ///
  /// - Throws: `CalqueError` when there are not two parts.
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

  /// The locale of what is shown, and of what is proposed; nil when nothing is known.
  public var currentLocale: String? { engine.currentLocale?.string }

  /// Languages of the last index.
  public var availableLanguages: [Language] { engine.availableLanguages.map { Language($0) } }

  /// The language that the backend found to fit best.
  public var bestFitLanguage: Language? { engine.bestFitLanguage.map { Language($0) } }

  public var defaultLanguage: Language? { engine.defaultLanguage.map { Language($0) } }

  /// The languages as JSON, with `acceptLanguage`, `lastUpdated` and `guid`.
  public var languages: JSONValue { JSONValue(engine.languages) }

  /// The language that goes before the preferred ones; nil for none.
  public var languageOverride: String? { engine.languageOverride?.string }

  /// - Throws: `CalqueError` when it cannot be kept; it is set all the same.
  public func setLanguageOverride(_ locale: String?) throws(CalqueError) {
    try CalqueError.mapping { () throws(Diagnostic) in
      try engine.setLanguageOverride(locale.map { Text($0) })
    }
  }

  /// Sets the languages that the person wants, the most wanted first.
  public func setPreferredLanguages(_ locales: [String]) {
    engine.setPreferredLanguages(locales.map { Text($0) })
  }

  /// Sets the locale that goes after the preferred ones; nil for none.
  public func setFallbackLocale(_ locale: String?) {
    engine.setFallbackLocale(locale.map { Text($0) })
  }

  // MARK: Texts

  /// Takes the payload of an index.
  ///
  /// - Returns: the entries whose texts are newer.
  /// - Throws: `CalqueError`; nothing has changed then.
  @discardableResult
  public func loadIndex(_ json: String) throws(CalqueError) -> [JSONValue] {
    try CalqueError.mapping { () throws(Diagnostic) in
      try engine.loadIndex(Text(json)).map { JSONValue($0.value) }
    }
  }

  /// Notes the header that an index was asked for with, where the program has fetched it itself.
  public func noteAcceptLanguage(_ header: String) throws(CalqueError) {
    try CalqueError.mapping { () throws(Diagnostic) in
      try engine.noteAcceptLanguage(Text(header))
    }
  }

  /// Takes the texts of a language, or of all.
  ///
  /// - Throws: `CalqueError`; nothing has changed then.
  public func loadResource(_ json: String, locale: String? = nil) throws(CalqueError) {
    try CalqueError.mapping { () throws(Diagnostic) in
      try engine.loadResource(Text(json), locale: locale.map { Text($0) })
    }
  }

  /// Forgets the tables; those in files are read again, or forgotten too.
  public func clearLocalizations(includingPersisted: Bool) throws(CalqueError) {
    try CalqueError.mapping { () throws(Diagnostic) in
      try engine.clear(includingPersisted: includingPersisted)
    }
  }

  /// To be called when the program enters the foreground: updates, in automatic mode.
  public func enterForeground() { engine.enterForeground() }

  /// Connects a translator, which yields what no table has and returns what is proposed; nil ends
  /// the connection.
  public func connect(_ translator: Translator?) {
    guard let translator else { return engine.setHooks(nil, nil) }
    LocalizationTranslator.connect(translator.engine, to: engine)
  }

  // MARK: Events

  /// Calls a handler with events: `languageChanged`, `loaded`, `proposal`, `proposalsListed`.
  ///
  /// - Returns: a number for `off`.
  public func on(
    _ handler: @escaping @Sendable (_ name: String, _ arguments: [JSONValue]) -> Void
  ) -> UInt64 {
    engine.subscribe { event in
      handler(event.name.string, event.arguments.map { JSONValue($0) })
    }
  }

  /// Ends a subscription; false when there is none of this number.
  @discardableResult
  public func off(_ subscription: UInt64) -> Bool { engine.unsubscribe(subscription) }
}

/// A language as the backend describes it.
public struct Language: Hashable, Sendable, Codable {
  public var id: Int64
  public var name: String
  /// As the backend writes it: `da-DK`, or `en_EN`.
  public var locale: String
  /// The writing direction, for example `LRM` or `RLM`.
  public var direction: String
  public var isDefault: Bool
  public var isBestFit: Bool

  init(_ language: CalqueProposals.Language) {
    id = language.id
    name = language.name.string
    locale = language.locale.string
    direction = language.direction.string
    isDefault = language.isDefault
    isBestFit = language.isBestFit
  }
}
