import CalqueBase
import CalqueLocale
public import CalqueTranslator
import CalqueTransport

/// i18next catalogs with a current language and fallbacks, for Swift programs.
///
/// Safe from any thread; calls that translate never wait for calls that change it.
///
/// ```swift
/// let translator = try Translator(.v4, options: ["lng": "en", "resources": [ ... ]])
/// translator.t("file", ["count": files.count])
/// ```
public final class Translator: Sendable {
  /// The generation of i18next that the catalogs and option names follow.
  public typealias Format = TranslatorFormat

  let engine: CalqueTranslator.Translator

  /// Makes a translator.
  ///
  /// - Parameters:
  ///   - options: the init options of the format, which may contain resources.
  ///   - callbacks: functions of the program that the translator calls.
  ///   - transport: carries the requests; nil for URLSession.
  ///   - dispatcher: runs callbacks and events of loading; nil for a thread of the translator.
  /// - Throws: `CalqueError` with the path of the invalid option.
  public convenience init(
    _ format: Format = .v4, options: JSONObject = [:],
    callbacks: TranslatorCallbacks = TranslatorCallbacks(), transport: (any Transport)? = nil,
    dispatcher: Dispatcher? = nil
  ) throws(CalqueError) {
    let services = Services.over(TransportSlot(transport), dispatcher)
    self.init(
      try CalqueError.rethrowing(
        CalqueTranslator.Translator(
          format: format, given: options.members, host: callbacks.engine, services: services)))
  }

  /// Makes a translator with the default options.
  convenience init(
    empty format: Format, callbacks: TranslatorCallbacks, transport: (any Transport)?
  ) {
    let services = Services.over(TransportSlot(transport), nil)
    self.init(
      CalqueTranslator.Translator(format: format, host: callbacks.engine, services: services))
  }

  init(_ engine: CalqueTranslator.Translator) { self.engine = engine }

  private static let current = Mutex<Translator?>(nil)

  /// The translator that the whole process shares: an empty one of format ios until it is set.
  public static var shared: Translator {
    current.filled { Translator(empty: .ios, callbacks: TranslatorCallbacks(), transport: nil) }
  }

  /// Sets the translator that is shared; nil for a new one.
  public static func setShared(_ translator: Translator?) { _ = current.exchange(translator) }

  /// A translator over the same resources, with options that override this one's.
  ///
  /// - Throws: `CalqueError` with the path of the invalid option.
  public func clone(_ options: JSONObject = [:]) throws(CalqueError) -> Translator {
    Translator(try CalqueError.rethrowing(engine.clone(options.members)))
  }

  /// Replaces all options. Resources among them replace all existing resources; without any, the
  /// existing ones stay. Calls see the old options or the new ones.
  ///
  /// - Throws: `CalqueError` with the path of the invalid option. Nothing changes then.
  public func setOptions(_ options: JSONObject) throws(CalqueError) {
    try CalqueError.rethrowing(engine.setOptions(options.members))
  }

  public var format: Format { engine.format }

  /// The effective options, with the names of i18next's latest format.
  public var options: JSONObject { JSONObject(engine.snapshot.effectiveOptions) }

  // MARK: Languages

  /// The current language; nil when none is set.
  public var language: String? { engine.snapshot.language?.string }

  /// The first language of the chain that has translations.
  public var resolvedLanguage: String? { engine.snapshot.resolvedLanguage?.string }

  /// The fallback chain of a language, or of the current one.
  public func languages(for lng: String? = nil) -> [String] {
    engine.languages(for: lng.map { Text($0) }).map { $0.string }
  }

  /// Changes the language to the best match among the codes, after loading its files. Raises
  /// `languageChanging` and `languageChanged`.
  public func changeLanguage(_ codes: String...) {
    engine.changeLanguage(to: codes.map { Text($0) })
  }

  /// How a wanted language is matched.
  public enum LanguageMatch: Sendable {
    /// The first that is available exactly; if there is none, the closest.
    case exactFirst
    /// For each language in order: itself, its shorter forms, then another region or script of it.
    case closestOfEach
  }

  /// The best match among the available languages; nil when no wanted language is available.
  public func bestLanguage(
    _ wanted: [String], match: LanguageMatch = .exactFirst
  ) -> String? {
    bestLanguage(LanguageRanges(wanted.map { Text($0) }), match)
  }

  /// The best match for the value of an `Accept-Language` header.
  public func bestLanguage(
    acceptLanguage header: String, match: LanguageMatch = .exactFirst
  ) -> String? {
    bestLanguage(LanguageRanges(header: Text(header)), match)
  }

  private func bestLanguage(_ ranges: LanguageRanges, _ match: LanguageMatch) -> String? {
    engine.bestLanguage(ranges, exactFirst: match == .exactFirst)?.string
  }

  /// The language tag of a POSIX locale: `de-AT` for `de_AT.UTF-8`; nil for none.
  public static func languageTag(ofLocale locale: String) -> String? {
    LanguageTag.ofLocale(Text(locale))?.string
  }

  /// Whether a language, or the current one, is written from right to left.
  public func isRightToLeft(_ lng: String? = nil) -> Bool {
    engine.direction(of: lng.map { Text($0) }) == .rightToLeft
  }

  /// Sets the namespaces of keys without a namespace.
  public func setDefaultNamespace(_ namespaces: String...) {
    engine.setDefaultNamespaces(namespaces.map { Text($0) })
  }

  /// Whether a namespace of a language, or of the current one, is loaded or nothing is left to
  /// load.
  public func hasLoadedNamespace(_ ns: String, lng: String? = nil) -> Bool {
    engine.hasLoadedNamespace(Text(ns), lng: lng.map { Text($0) })
  }

  // MARK: Events

  /// Calls a handler with events.
  ///
  /// - Parameter events: names separated by spaces, or `*` for all: `initialized loaded
  ///   failedLoading languageChanging languageChanged added removed`.
  /// - Returns: a number for `off`.
  public func on(
    _ events: String = "*",
    @_inheritActorContext _ handler:
      @escaping @Sendable @isolated(any) (_ name: String, _ arguments: [JSONValue]) -> Void
  ) -> UInt64 {
    let handler = delivered(handler)
    return engine.events.subscribe(Text(events)) { name, arguments in
      handler(name.string, arguments.map { JSONValue($0) })
    }
  }

  /// Ends a subscription; false for an unknown number.
  @discardableResult
  public func off(_ subscription: UInt64) -> Bool { engine.events.unsubscribe(subscription) }

  // MARK: Functions

  /// A formatter of placeholders, such as `{{price, money}}`. It returns nil to decline.
  public typealias Formatter =
    @Sendable (_ value: JSONValue, _ lng: String, _ options: JSONObject) -> String?

  /// Sets the locale data of the built-in formatters; nil for the data of the library and of
  /// compiled catalogs.
  public func setLocaleData(_ data: LocaleData?) { engine.setLocaleData(data?.engine) }

  /// Sets the formatter of a name; nil for none.
  public func setFormatter(_ name: String, _ formatter: Formatter?) {
    guard let formatter else { return engine.setFormatter(Text(name), nil) }
    engine.setFormatter(Text(name)) { value, lng, options in
      formatter(JSONValue(value), lng.string, JSONObject(options)).map { .text(Text($0)) }
    }
  }

  /// As `setFormatter`, for a formatter that returns any value, which the next one of the chain
  /// receives.
  public func setFormatter(
    _ name: String,
    ofValues formatter:
      @escaping @Sendable (_ value: JSONValue, _ lng: String, _ options: JSONObject) -> JSONValue?
  ) {
    engine.setFormatter(Text(name)) { value, lng, options in
      formatter(JSONValue(value), lng.string, JSONObject(options))?.value
    }
  }

  /// Changes a translated text. It returns nil for no change.
  public typealias PostProcessor =
    @Sendable (_ text: String, _ keys: [String], _ options: JSONObject) -> String?

  /// Sets the post-processor of a name, which the option `postProcess` chooses; nil for none.
  public func setPostProcessor(_ name: String, _ process: PostProcessor?) {
    guard let process else { return engine.setPostProcessor(Text(name), nil) }
    engine.setPostProcessor(Text(name)) { text, keys, options in
      process(text.string, keys.map { $0.string }, JSONObject(options)).map { Text($0) }
    }
  }
}
