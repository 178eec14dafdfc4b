import CalqueBase
import CalqueLocale
import CalqueTranslator
import CalqueTransport

/// i18next catalogs with a current language and fallbacks, for Swift programs.
///
/// Safe from any thread; calls that translate never wait for calls that change it.
///
/// ```swift
/// let translator = try Translator(.v4, options: ["lng": "en", "resources": [ ... ]])
/// translator.t("file", ["count": 2])
/// ```
public final class Translator: Sendable {
  /// Which generation of i18next the catalogs and option names follow.
  public enum Format: Sendable {
    /// i18next-ios.
    case ios
    /// i18next 1.x.
    case v1
    /// i18next 2.x.
    case v2
    /// i18next 3 to 20.
    case v3
    /// i18next 21 and later.
    case v4

    var engine: TranslatorFormat {
      switch self {
      case .ios: .ios
      case .v1: .v1
      case .v2: .v2
      case .v3: .v3
      case .v4: .v4
      }
    }
  }

  let engine: CalqueTranslator.Translator

  /// Creates a translator.
  ///
  /// - Parameters:
  ///   - options: init options in the reference's names, resources among them.
  ///   - transport: what `load` asks for URLs; files need none.
  /// - Throws: `TranslatorError` with the path of an option that is wrong.
  public init(
    _ format: Format = .v4, options: JSONValue = [:], transport: (any Transport)? = nil
  ) throws(TranslatorError) {
    do throws(Diagnostic) {
      engine = try CalqueTranslator.Translator(
        format: format.engine, given: options.members, host: HostCallbacks(),
        services: transport.map { .over(TransportSlot($0)) })
    } catch {
      throw TranslatorError(error)
    }
  }

  // MARK: Translating

  /// Translates a key; a missing one yields its default value or the key.
  public func t(_ key: String, _ options: JSONValue = [:]) -> String { t([key], options) }

  /// Translates the first key that is found.
  public func t(_ keys: [String], _ options: JSONValue = [:]) -> String {
    engine.translate(keys.map { Text($0) }, options.members).text.string
  }

  /// The result as it is: an object, an array or a number too; nil for undefined.
  public func value(_ keys: [String], _ options: JSONValue = [:]) -> JSONValue? {
    engine.translate(keys.map { Text($0) }, options.members).value.map { JSONValue($0) }
  }

  /// The result with where it came from, as i18next's `returnDetails` gives it.
  public func details(_ keys: [String], _ options: JSONValue = [:]) -> JSONValue {
    JSONValue(engine.translate(keys.map { Text($0) }, options.members).details)
  }

  /// Whether a key has a value.
  public func exists(_ key: String, _ options: JSONValue = [:]) -> Bool {
    engine.exists([Text(key)], options.members)
  }

  /// Which candidates are tried for a key, and which one wins.
  public func explain(_ key: String, _ options: JSONValue = [:]) -> JSONValue {
    JSONValue(engine.explain([Text(key)], options.members))
  }

  // MARK: Languages

  /// The current language; nil when none is set.
  public var language: String? { engine.snapshot.language?.string }

  /// The first language of the chain that has translations.
  public var resolvedLanguage: String? { engine.snapshot.resolvedLanguage?.string }

  /// The fallback chain of a language, or of the current one.
  public func languages(for lng: String? = nil) -> [String] {
    engine.languages(for: lng.map { Text($0) }).map { $0.string }
  }

  /// Changes the language to the best match among the codes.
  public func changeLanguage(_ codes: String...) {
    engine.changeLanguage(to: codes.map { Text($0) })
  }

  /// Whether a language, or the current one, is written from right to left.
  public func isRightToLeft(_ lng: String? = nil) -> Bool {
    engine.direction(of: lng.map { Text($0) }) == .rightToLeft
  }

  // MARK: Resources

  /// Adds a bundle; on failure nothing changes.
  ///
  /// - Parameters:
  ///   - deep: merge member by member instead of replacing top-level members.
  ///   - overwrite: with `deep`, new texts replace those that are there.
  /// - Throws: `TranslatorError` when the tree is no object or exceeds a limit.
  public func addResourceBundle(
    lng: String, ns: String, _ tree: JSONValue, deep: Bool = false, overwrite: Bool = false
  ) throws(TranslatorError) {
    do throws(Diagnostic) {
      guard case .object = tree else {
        throw Diagnostic(.invalidType, "a bundle must be a JSON object")
      }
      try engine.addBundle(
        tree.members, lng: Text(lng), ns: Text(ns), mode: .init(deep: deep, overwrite: overwrite))
    } catch {
      throw TranslatorError(error)
    }
  }

  /// Removes a bundle.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func removeResourceBundle(lng: String, ns: String) -> Bool {
    engine.removeBundle(lng: Text(lng), ns: Text(ns))
  }

  /// A value, a bundle, a language or everything; nil when there is none.
  public func resource(lng: String? = nil, ns: String? = nil, key: String? = nil) -> JSONValue? {
    engine.resource(
      lng: lng.map { Text($0) }, ns: ns.map { Text($0) }, key: key.map { Text($0) }
    ).map { JSONValue($0) }
  }
}
