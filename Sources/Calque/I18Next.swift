import CalqueBase

/// i18next with the names of i18next-ios. Options may be loaded into an existing instance, any
/// number of times. Its catalogs have the format `ios`.
///
/// Safe from any thread.
public final class I18Next: Sendable {
  private static let shared = Mutex<I18Next?>(nil)

  /// The underlying translator, for features that i18next-ios lacks: events, views, formatters. It
  /// stays the same when options are loaded.
  public let translator: Translator

  /// Makes an instance without resources.
  ///
  /// - Parameters:
  ///   - callbacks: functions of the program that the translator calls.
  ///   - transport: carries the requests; nil for URLSession.
  public init(
    callbacks: TranslatorCallbacks = TranslatorCallbacks(), transport: (any Transport)? = nil
  ) {
    translator = Translator(empty: .ios, callbacks: callbacks, transport: transport)
  }

  /// The instance that the whole process shares, made by the first call.
  public static func sharedInstance() -> I18Next {
    shared.filled { I18Next() }
  }

  /// Sets the instance that `sharedInstance` returns; nil for a new one.
  public static func setSharedInstance(_ instance: I18Next?) {
    _ = shared.exchange(instance)
  }

  /// The current language.
  public var lang: String? { translator.language }

  // MARK: Loading

  /// Replaces the options, and loads the resources that they name.
  ///
  /// Resources in the options apply when this returns, and so do local ones with
  /// `synchronousLocalLoad`. If there is nothing else to load, the completion is called at once.
  ///
  /// - Parameter completion: receives nil when everything was loaded. Called once: on its actor, or
  ///   on a thread of the translator if something is loaded.
  public func load(
    options: JSONObject,
    @_inheritActorContext completion: (@Sendable @isolated(any) (CalqueError?) -> Void)?
  ) {
    let completion = completion.map { delivered($0) }
    do throws(CalqueError) {
      try translator.setOptions(options)
      // Namespaces covered by resources are not loaded, which is known at once.
      if options["resourcesStore"] != nil, options["partialBundledLanguages"]?.bool != true {
        completion?(nil)
        return
      }
      try translator.load { @Sendable report in completion?(report.problem) }
    } catch {
      completion?(error)
    }
  }

  /// As `load(options:completion:)`, suspending until the load is over.
  ///
  /// - Throws: `CalqueError` for wrong options, and when a file failed.
  @discardableResult
  public func load(options: JSONObject) async throws(CalqueError) -> LoadReport {
    try translator.setOptions(options)
    let report = try await translator.load()
    if let problem = report.problem { throw problem }
    return report
  }

  // MARK: Translating

  /// Whether a key has a value.
  public func exists(_ key: String) -> Bool { translator.exists(key) }

  /// Translates a key; a missing one gives its default value or the key.
  public func t(_ key: String) -> String { translator.t(key) }

  /// Translates a key.
  ///
  /// - Parameters:
  ///   - count: chooses the plural form.
  ///   - context: chooses the form of a context.
  ///   - namespace: where the key is looked up.
  ///   - defaultValue: the text of a missing key.
  public func t(
    _ key: String, count: (any JSONConvertible)? = nil, context: String? = nil,
    namespace: String? = nil, lang: String? = nil, defaultValue: String? = nil,
    variables: [String: any JSONConvertible] = [:]
  ) -> String {
    t(
      [key], count: count, context: context, namespace: namespace, lang: lang,
      defaultValue: defaultValue, variables: variables)
  }

  /// Translates the first key that is found.
  public func t(
    _ keys: [String], count: (any JSONConvertible)? = nil, context: String? = nil,
    namespace: String? = nil, lang: String? = nil, defaultValue: String? = nil,
    variables: [String: any JSONConvertible] = [:]
  ) -> String {
    var options: [String: any JSONConvertible] = [:]
    options["namespace"] = namespace
    options["lang"] = lang
    if !variables.isEmpty { options["variables"] = JSONObject(variables) }
    if keys.count == 1 {
      return translator.t(
        keys[0], count: count, context: context, defaultValue: defaultValue, options)
    }
    return translator.t(
      keys, count: count, context: context, defaultValue: defaultValue, options)
  }

  /// Translates a key and replaces `%s`, `%d` and similar placeholders by the arguments.
  public func tf(_ key: String, _ arguments: any JSONConvertible...) -> String {
    translator.tf(key, arguments)
  }
}

extension LoadReport {
  /// Why a load is not complete; nil when it is.
  fileprivate var problem: CalqueError? {
    switch status {
    case .ok, .unchanged: nil
    case .partial: files.lazy.compactMap { $0.error }.first
    case .failed, .cancelled: error
    }
  }
}

/// Translates a key by `I18Next.sharedInstance()`.
public func I18NEXT(
  _ key: String, count: (any JSONConvertible)? = nil, context: String? = nil,
  namespace: String? = nil, defaultValue: String? = nil,
  variables: [String: any JSONConvertible] = [:]
) -> String {
  I18Next.sharedInstance().t(
    key, count: count, context: context, namespace: namespace, defaultValue: defaultValue,
    variables: variables)
}

/// Translates the first key that is found by `I18Next.sharedInstance()`.
public func I18NEXT(
  _ keys: [String], count: (any JSONConvertible)? = nil, context: String? = nil,
  namespace: String? = nil, defaultValue: String? = nil,
  variables: [String: any JSONConvertible] = [:]
) -> String {
  I18Next.sharedInstance().t(
    keys, count: count, context: context, namespace: namespace, defaultValue: defaultValue,
    variables: variables)
}
