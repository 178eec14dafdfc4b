import CalqueBase
import CalqueTranslator

/// A snapshot of a translator, with languages, namespaces and a key prefix of its own: i18next's
/// `getFixedT`. Immutable: it does not see later changes of the translator.
public final class TranslatorView: Sendable {
  let engine: CalqueTranslator.View

  init(_ engine: CalqueTranslator.View) { self.engine = engine }

  /// Translates a key; a missing one gives its default value or the key.
  public func t(_ key: String) -> String {
    engine.direct?.text(of: key) ?? full(key, Members())
  }

  /// Translates a key with variables.
  public func t(
    _ key: String, count: (any JSONConvertible)? = nil, context: String? = nil,
    defaultValue: String? = nil, _ variables: [String: any JSONConvertible] = [:]
  ) -> String {
    let call = CallArguments(count, context, defaultValue, variables)
    return text(of: key, call)
  }

  public func t(_ key: String, _ options: JSONObject) -> String { full(key, options.members) }

  /// Translates many keys with the same variables.
  public func t(batch keys: [String], _ variables: [String: any JSONConvertible] = [:]) -> [String]
  {
    let call = CallArguments(nil, nil, nil, variables)
    return keys.map { text(of: $0, call) }
  }

  /// Translates a key once for each row of variables, for example for a table.
  public func t(_ key: String, rows: [[String: any JSONConvertible]]) -> [String] {
    rows.map { t(key, $0) }
  }

  private func text(of key: String, _ call: CallArguments) -> String {
    // A prefix of the call replaces that of the view.
    let direct = call.arguments.contains { $0.name == "keyPrefix" } ? nil : engine.direct
    return direct?.text(of: key, call.arguments) ?? full(key, call.members)
  }

  private func full(_ key: String, _ options: Members) -> String {
    engine.translate(Text(key), engine.format.callOptions(options)).text.string
  }
}

extension Translator {
  /// Creates a view of the current snapshot.
  ///
  /// - Parameters:
  ///   - lng: the language, with its fallbacks; nil for the current one.
  ///   - ns: namespaces of keys without a namespace; none for the default ones.
  ///   - keyPrefix: prepended to every key.
  /// - Throws: `CalqueError`: `corrupt` when a compiled catalog of it is damaged.
  public func view(
    lng: String? = nil, ns: [String] = [], keyPrefix: String = ""
  ) throws(CalqueError) -> TranslatorView {
    try view(lngs: lng.map { [$0] } ?? [], hasFallbacks: true, ns, keyPrefix)
  }

  /// A view of exactly these languages, without fallbacks.
  public func view(
    lngs: [String], ns: [String] = [], keyPrefix: String = ""
  ) throws(CalqueError) -> TranslatorView {
    try view(lngs: lngs, hasFallbacks: false, ns, keyPrefix)
  }

  private func view(
    lngs: [String], hasFallbacks: Bool, _ ns: [String], _ keyPrefix: String
  ) throws(CalqueError) -> TranslatorView {
    let view = View(
      engine.snapshot, lngs: lngs.map { Text($0) }, hasFallbacks: hasFallbacks,
      namespaces: ns.map { Text($0) }, keyPrefix: Text(keyPrefix))
    try CalqueError.rethrowing(view.check())
    return TranslatorView(view)
  }
}
