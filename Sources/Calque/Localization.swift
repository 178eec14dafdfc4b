import CalqueBase
import CalqueProposals
import CalqueStorage
import CalqueTransport

/// Texts by section and key in the language that fits best, with proposed values over them.
///
/// Safe from any thread. Components are called by the thread that brings a change about, unless a
/// dispatcher is given; completions then run there too, otherwise on a thread of this object.
public final class Localization: Sendable {
  /// The end of a call to the backend: what it yields, or why it failed.
  public typealias Completion = @Sendable (Result<JSONValue, LocalizationError>) -> Void
  /// Has work done where the program wants it, such as on the main queue.
  public typealias Dispatcher = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  let engine: CalqueProposals.Localization
  private let slot = TransportSlot()

  /// - Parameters:
  ///   - options: those of docs/proposals.md.
  ///   - transport: carries requests out; without one the backend cannot be asked.
  /// - Throws: `LocalizationError` with the option's name as the path.
  public init(
    _ options: JSONValue = .object([]), transport: (any Transport)? = nil,
    dispatcher: Dispatcher? = nil
  ) throws(LocalizationError) {
    slot.set(transport)
    var services = Services(now: { SystemClock.milliseconds() })
    services.transport = slot
    if let dispatcher { services.dispatch = dispatcher }
    let given = services
    engine = try LocalizationError.mapping { () throws(Diagnostic) in
      try CalqueProposals.Localization(LocalizationOptions(options.members), given)
    }
    engine.start()
  }

  deinit { engine.close() }

  // MARK: Looking up

  /// The text of `section.key`; nil when there is none.
  ///
  /// - Throws: `LocalizationError` when there are not two parts.
  public func localization(for keyPath: String) throws(LocalizationError) -> String? {
    try LocalizationError.mapping { () throws(Diagnostic) in
      try engine.find(Text(keyPath))?.value.string
    }
  }

  /// The locale of what is shown, and of what is proposed; nil when nothing is known.
  public var currentLocale: String? { engine.currentLocale?.string }

  /// Locales of the last index.
  public var availableLanguages: [String] {
    engine.availableLanguages.map { $0.locale.string }
  }

  /// The locale that the backend found to fit best.
  public var bestFitLanguage: String? { engine.bestFitLanguage?.locale.string }

  /// Sets the language that goes before the preferred ones; nil for none.
  public func setLanguageOverride(_ locale: String?) throws(LocalizationError) {
    try LocalizationError.mapping { () throws(Diagnostic) in
      try engine.setLanguageOverride(locale.map { Text($0) })
    }
  }

  /// Sets the languages that the person wants, the most wanted first.
  public func setPreferredLanguages(_ locales: [String]) {
    engine.setPreferredLanguages(locales.map { Text($0) })
  }

  // MARK: Texts

  /// Takes the payload of an index.
  ///
  /// - Throws: `LocalizationError`; nothing has changed then.
  public func loadIndex(_ json: String) throws(LocalizationError) {
    try LocalizationError.mapping { () throws(Diagnostic) in _ = try engine.loadIndex(Text(json)) }
  }

  /// Takes the texts of a language, or of all.
  ///
  /// - Throws: `LocalizationError`; nothing has changed then.
  public func loadResource(_ json: String, locale: String? = nil) throws(LocalizationError) {
    try LocalizationError.mapping { () throws(Diagnostic) in
      try engine.loadResource(Text(json), locale: locale.map { Text($0) })
    }
  }

  /// Forgets the tables; those in files are read again, or forgotten too.
  public func clearLocalizations(includingPersisted: Bool) throws(LocalizationError) {
    try LocalizationError.mapping { () throws(Diagnostic) in
      try engine.clear(includingPersisted: includingPersisted)
    }
  }

  /// Fetches what is newer; the completion gets a report.
  ///
  /// - Returns: the number of the call.
  @discardableResult
  public func updateLocalizations(_ completion: @escaping Completion) -> UInt64 {
    engine.update(Self.telling(completion))
  }

  /// Cancels a call to the backend; false when it is over.
  @discardableResult
  public func cancel(_ call: UInt64) -> Bool { engine.cancel(call: call) }

  /// To be called when the program comes to the foreground: updates, in automatic mode.
  public func enterForeground() { engine.enterForeground() }

  static func telling(_ completion: @escaping Completion) -> BackendOutcome.Completion {
    { outcome in
      if let failure = outcome.failure {
        completion(.failure(LocalizationError(failure)))
      } else {
        completion(.success(JSONValue(outcome.result)))
      }
    }
  }
}
