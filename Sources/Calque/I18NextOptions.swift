public import Foundation

/// The levels of a language code that are loaded and searched.
public enum I18NextLangLoadType: String, Sendable, Codable {
  case all
  /// The whole code: `en-US`.
  case current
  /// The language only: `en`.
  case unspecific
}

/// Options of `I18Next`, in the names of i18next-ios. Unset options have their defaults.
public struct I18NextOptions: Sendable, Equatable {
  public var lang: String?
  public var namespace: String?
  public var namespaces: [String]?
  public var defaultNamespace: String?
  /// The fallback language, `dev` by default; nil for none.
  public var fallbackLang: String? = "dev"
  public var fallbackToDefaultNamespace: Bool?
  public var fallbackNamespace: String?
  public var fallbackNamespaces: [String]?
  public var fallbackOnNull: Bool?
  public var langLoadType: I18NextLangLoadType?
  public var lowercaseLang: Bool?
  public var returnObjectTrees: Bool?
  public var saveMissing: Bool?

  public var keySeparator: String?
  public var namespaceSeparator: String?
  public var pluralSuffix: String?
  public var interpolationPrefix: String?
  public var interpolationSuffix: String?
  public var reusePrefix: String?
  public var reuseSuffix: String?

  /// Texts by language, namespace and key. If there are any, nothing else is loaded.
  public var resourcesStore: JSONObject?
  public var resourcesBaseURL: URL?
  public var resourcesGetPathTemplate: String?
  public var resourcesPostPathTemplate: String?
  /// All languages and namespaces in one request.
  public var dynamicLoad: Bool?
  public var loadFromLanguageBundles: Bool?
  public var filenameInLanguageBundles: String?
  /// The bundle with the `lproj` folders; the main bundle by default.
  public var languageBundles: Foundation.Bundle?
  public var loadFromLocalCache: Bool?
  public var updateLocalCache: Bool?
  public var localCachePath: String?
  public var synchronousLocalLoad: Bool?

  /// Options that have no property here, by the names of docs/options.md.
  public var more: JSONObject = [:]

  public init() {}

  /// Reads options by their names; others are kept in `more`.
  public init(_ options: JSONObject) {
    fallbackLang = options["fallbackLang"].map { $0.string } ?? "dev"
    var others: [String: JSONValue] = [:]
    for name in options.names {
      guard let value = options[name], name != "fallbackLang" else { continue }
      if let property = Self.texts[name], let text = value.string {
        self[keyPath: property] = text
      } else if let property = Self.flags[name], let flag = value.bool {
        self[keyPath: property] = flag
      } else if let property = Self.lists[name], let list = value.array {
        self[keyPath: property] = list.compactMap { $0.string }
      } else if name == "langLoadType", let type = value.string {
        langLoadType = I18NextLangLoadType(rawValue: type)
      } else if name == "resourcesBaseURL", let url = value.string {
        resourcesBaseURL = URL(string: url)
      } else if name == "resourcesStore", let resources = value.object {
        resourcesStore = resources
      } else {
        others[name] = value
      }
    }
    more = JSONObject(others)
  }

  /// The options as data.
  public func asDictionary() -> JSONObject {
    var options: [String: JSONValue] = [:]
    for name in more.names { options[name] = more[name] }
    for (name, property) in Self.texts { options[name] = self[keyPath: property]?.jsonValue }
    for (name, property) in Self.flags { options[name] = self[keyPath: property]?.jsonValue }
    for (name, property) in Self.lists { options[name] = self[keyPath: property]?.jsonValue }
    // Without one this is said, since it is not the default.
    options["fallbackLang"] = fallbackLang.map { .string($0) } ?? .null
    options["langLoadType"] = langLoadType?.rawValue.jsonValue
    options["resourcesStore"] = resourcesStore?.jsonValue
    options["resourcesBaseURL"] = resourcesBaseURL?.absoluteString.jsonValue
    if loadFromLanguageBundles == true {
      options["languageBundlesPath"] = (languageBundles ?? .main).folder.jsonValue
    }
    return JSONObject(options)
  }

  private typealias Named<Value> = [String: any WritableKeyPath<I18NextOptions, Value?> & Sendable]

  private static let texts: Named<String> = [
    "lang": \.lang, "namespace": \.namespace, "defaultNamespace": \.defaultNamespace,
    "fallbackNamespace": \.fallbackNamespace, "keySeparator": \.keySeparator,
    "namespaceSeparator": \.namespaceSeparator, "pluralSuffix": \.pluralSuffix,
    "interpolationPrefix": \.interpolationPrefix, "interpolationSuffix": \.interpolationSuffix,
    "reusePrefix": \.reusePrefix, "reuseSuffix": \.reuseSuffix,
    "resourcesGetPathTemplate": \.resourcesGetPathTemplate,
    "resourcesPostPathTemplate": \.resourcesPostPathTemplate,
    "filenameInLanguageBundles": \.filenameInLanguageBundles, "localCachePath": \.localCachePath,
  ]

  private static let flags: Named<Bool> = [
    "fallbackToDefaultNamespace": \.fallbackToDefaultNamespace, "fallbackOnNull": \.fallbackOnNull,
    "lowercaseLang": \.lowercaseLang, "returnObjectTrees": \.returnObjectTrees,
    "saveMissing": \.saveMissing, "dynamicLoad": \.dynamicLoad,
    "loadFromLanguageBundles": \.loadFromLanguageBundles,
    "loadFromLocalCache": \.loadFromLocalCache, "updateLocalCache": \.updateLocalCache,
    "synchronousLocalLoad": \.synchronousLocalLoad,
  ]

  private static let lists: Named<[String]> = [
    "namespaces": \.namespaces, "fallbackNamespaces": \.fallbackNamespaces,
  ]
}

extension I18NextOptions: Codable {
  /// Reads an object with the names of the options.
  public init(from decoder: any Decoder) throws { self.init(try JSONObject(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try asDictionary().encode(to: encoder) }
}
