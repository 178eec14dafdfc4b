import CalqueBase

/// i18next with the names of i18next-ios: options may be loaded into a living instance, as often as
/// wanted. Its catalogs have the format `ios`.
///
/// Safe from any thread.
public final class I18Next: Sendable {
  private static let shared = Mutex<I18Next?>(nil)

  /// The underlying translator, for features that i18next-ios lacks: events, views, formatters. It
  /// stays the same when options are loaded. Never nil: a translator without options always exists.
  public let translator: Translator?

  /// Makes an instance without resources.
  ///
  /// - Parameters:
  ///   - callbacks: what the translator asks of the program.
  ///   - transport: carries requests out; nil for URLSession.
  public init(
    callbacks: TranslatorCallbacks = TranslatorCallbacks(), transport: (any Transport)? = nil
  ) {
    translator = try? Translator(.ios, callbacks: callbacks, transport: transport)
  }

  /// One for the whole process, made when it is first asked for.
  public static func sharedInstance() -> I18Next {
    shared.withLock { shared in
      let instance = shared ?? I18Next()
      shared = instance
      return instance
    }
  }

  /// Sets the instance that `sharedInstance` returns; nil for a new one.
  public static func setSharedInstance(_ instance: I18Next?) {
    let old = shared.withLock { shared in
      let old = shared
      shared = instance
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// The current language.
  public var lang: String? { translator?.language }

  // MARK: Loading

  /// Takes new options, and loads what they name.
  ///
  /// Resources in the options count when this returns, and so do local ones with
  /// `synchronousLocalLoad`; the completion comes at once where there is nothing else to load.
  ///
  /// - Parameter completion: nil when everything that was wanted is there. Called once, on a thread
  ///   of the translator where something is loaded.
  public func load(
    options: JSONObject, completion: (@Sendable (CalqueError?) -> Void)?
  ) {
    do throws(CalqueError) {
      try translator?.setOptions(options)
      // Namespaces covered by resources are not loaded, which is known at once.
      if options["resourcesStore"] != nil, options["partialBundledLanguages"]?.bool != true {
        completion?(nil)
        return
      }
      try translator?.load { report in completion?(report.problem) }
    } catch {
      completion?(error)
    }
  }

  /// As `load(options:completion:)`, suspending until the load is over.
  ///
  /// - Throws: `CalqueError` for wrong options, and when a file failed.
  @discardableResult
  public func load(options: JSONObject) async throws(CalqueError) -> LoadReport {
    guard let translator else { throw CalqueError(.refused, "there is no translator") }
    try translator.setOptions(options)
    let report = try await translator.load()
    if let problem = report.problem { throw problem }
    return report
  }

  // MARK: Translating

  /// Whether a key has a value.
  public func exists(_ key: String) -> Bool { translator?.exists(key) ?? false }

  /// Translates a key; a missing one yields its default value or the key.
  public func t(_ key: String) -> String { translator?.t(key) ?? key }

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
    guard let translator else { return defaultValue ?? keys.last ?? "" }
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

  /// Translates a key and puts the arguments in place of `%s`, `%d` and their like.
  public func tf(_ key: String, _ arguments: any JSONConvertible...) -> String {
    translator?.tf(key, arguments) ?? key
  }
}

extension LoadReport {
  /// Why a load is not whole; nil when it is.
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
