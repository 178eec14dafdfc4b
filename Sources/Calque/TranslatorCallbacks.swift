import CalqueBase
import CalqueTranslator

/// The callbacks of a translator. Each is optional, and runs on the thread of the call that caused
/// it.
public struct TranslatorCallbacks: Sendable {
  /// A key was not found.
  public var missingKey: (@Sendable (MissingKey) -> Void)?
  /// The text to show for a key that was not found.
  public var parseMissingKey: (@Sendable (_ key: String, _ defaultValue: String?) -> String?)?
  /// The value of a variable that the call does not have.
  public var missingInterpolation:
    (@Sendable (_ text: String, _ match: String, _ variable: String) -> String?)?
  /// The text to show for an object where a text is needed.
  public var returnedObject:
    (@Sendable (_ key: String, _ value: JSONValue, _ options: JSONObject) -> String?)?
  /// The fallback languages of a code: text, array or object, as the option `fallbackLng`.
  public var fallbackLng: (@Sendable (_ code: String) -> JSONValue?)?
  /// Escapes a value instead of the rules of HTML.
  public var escape: (@Sendable (_ value: String) -> String?)?
  /// Receives lines for a log.
  public var log: (@Sendable (_ message: String) -> Void)?
  /// One function for all formatters (`interpolation.format`); returning nil leaves the value to the
  /// registered and built-in ones. `format` is everything after the variable, as written; nil for a
  /// variable without a format, for which it is called with `interpolation.alwaysFormat`.
  public var formatValue:
    (
      @Sendable (_ value: JSONValue, _ format: String?, _ lng: String, _ options: JSONObject) ->
        JSONValue?
    )?

  public init() {}

  var engine: HostCallbacks {
    var host = HostCallbacks()
    if let missingKey { host.missingKey = { missingKey(MissingKey($0)) } }
    if let parseMissingKey {
      host.parseMissingKey = { key, standard in
        parseMissingKey(key.string, standard?.string).map { Text($0) }
      }
    }
    if let missingInterpolation {
      host.missingInterpolation = { text, match, variable in
        missingInterpolation(text.string, match.string, variable.string).map { Text($0) }
      }
    }
    if let returnedObject {
      host.returnedObject = { key, value, options in
        returnedObject(key.string, JSONValue(value), JSONObject(options)).map { Text($0) }
      }
    }
    if let fallbackLng { host.fallbackLng = { fallbackLng($0.string)?.value } }
    if let escape { host.escape = { escape($0.string).map { Text($0) } } }
    if let log { host.log = { log($0.string) } }
    if let formatValue {
      host.formatValue = { value, spelled, lng, options in
        formatValue(JSONValue(value), spelled?.string, lng.string, JSONObject(options))?.value
      }
    }
    return host
  }
}
