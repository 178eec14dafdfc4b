import CalqueBase
import CalqueTranslator

/// Translating. A missing key gives its default value or the key.
extension Translator {
  /// Translates a key.
  ///
  /// - Complexity: for a plain text O(bytes), with at most one allocation.
  public func t(_ key: String) -> String {
    engine.withReader { $0.text(of: key) }
  }

  /// Translates a key; the default value when it is missing.
  public func t(_ key: String, _ defaultValue: String) -> String {
    t(key, defaultValue: defaultValue)
  }

  /// Translates a key with options, and with variables beside them.
  public func t(_ key: String, _ options: JSONObject) -> String { full([key], options.members) }

  /// Translates a key with variables: `t("file", count: n, ["name": name])`.
  ///
  /// - Parameters:
  ///   - count: chooses the plural form.
  ///   - context: chooses the form of a context, such as `male`.
  ///   - variables: may be options too.
  public func t(
    _ key: String, count: (any JSONConvertible)? = nil, context: String? = nil,
    defaultValue: String? = nil, _ variables: [String: any JSONConvertible] = [:]
  ) -> String {
    let call = CallArguments(count, context, defaultValue, variables)
    return engine.withReader { $0.text(of: key, call.arguments) }
  }

  /// Translates the first key that is found.
  public func t(
    _ keys: [String], count: (any JSONConvertible)? = nil, context: String? = nil,
    defaultValue: String? = nil, _ variables: [String: any JSONConvertible] = [:]
  ) -> String {
    full(keys, CallArguments(count, context, defaultValue, variables).members)
  }

  /// Translates the first key that is found.
  public func t(_ keys: [String], _ options: JSONObject) -> String { full(keys, options.members) }

  /// Translates a key and replaces `%s`, `%d` and similar placeholders by the arguments.
  public func tf(_ key: String, _ arguments: any JSONConvertible...) -> String {
    tf(key, arguments)
  }

  public func tf(_ key: String, _ arguments: [any JSONConvertible]) -> String {
    let values = Value.array(arguments.map { $0.jsonValue.value })
    var options: Members = ["sprintf": values]
    // Format ios applies it wherever there are arguments for it.
    if engine.format != .ios { options["postProcess"] = .text("sprintf") }
    return full([key], options)
  }

  /// The result unchanged, which may be an object, an array or a number; nil for undefined.
  public func value(_ keys: String..., options: JSONObject = [:]) -> JSONValue? {
    translation(keys, options.members).value.map { JSONValue($0) }
  }

  /// The result with details, as by i18next's `returnDetails`.
  public func details(_ keys: String..., options: JSONObject = [:]) -> JSONValue {
    JSONValue(translation(keys, options.members).details)
  }

  /// Whether a key has a value.
  public func exists(_ key: String, _ options: JSONObject = [:]) -> Bool {
    engine.exists([Text(key)], engine.format.callOptions(options.members))
  }

  /// The candidates that are tried for a key, and the one that is used.
  public func explain(_ key: String, _ options: JSONObject = [:]) -> JSONValue {
    JSONValue(engine.explain([Text(key)], engine.format.callOptions(options.members)))
  }

  private func full(_ keys: [String], _ options: Members) -> String {
    translation(keys, options).text.string
  }

  private func translation(_ keys: [String], _ options: Members) -> Translation {
    engine.translate(keys.map { Text($0) }, engine.format.callOptions(options))
  }
}
