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

  /// The options as data.
  public func asDictionary() -> JSONObject {
    var options: [(String, JSONValue)] = more.names.map { ($0, more[$0] ?? .null) }
    func add(_ name: String, _ value: (any JSONConvertible)?) {
      if let value { options.append((name, value.jsonValue)) }
    }
    add("lang", lang)
    add("namespace", namespace)
    add("namespaces", namespaces)
    add("defaultNamespace", defaultNamespace)
    // Without one this is said, since it is not the default.
    options.append(("fallbackLang", fallbackLang.map { .string($0) } ?? .null))
    add("fallbackToDefaultNamespace", fallbackToDefaultNamespace)
    add("fallbackNamespace", fallbackNamespace)
    add("fallbackNamespaces", fallbackNamespaces)
    add("fallbackOnNull", fallbackOnNull)
    add("langLoadType", langLoadType?.rawValue)
    add("lowercaseLang", lowercaseLang)
    add("returnObjectTrees", returnObjectTrees)
    add("saveMissing", saveMissing)
    add("keySeparator", keySeparator)
    add("namespaceSeparator", namespaceSeparator)
    add("pluralSuffix", pluralSuffix)
    add("interpolationPrefix", interpolationPrefix)
    add("interpolationSuffix", interpolationSuffix)
    add("reusePrefix", reusePrefix)
    add("reuseSuffix", reuseSuffix)
    add("resourcesStore", resourcesStore)
    add("resourcesBaseURL", resourcesBaseURL?.absoluteString)
    add("resourcesGetPathTemplate", resourcesGetPathTemplate)
    add("resourcesPostPathTemplate", resourcesPostPathTemplate)
    add("dynamicLoad", dynamicLoad)
    add("loadFromLanguageBundles", loadFromLanguageBundles)
    add("filenameInLanguageBundles", filenameInLanguageBundles)
    if loadFromLanguageBundles == true {
      add("languageBundlesPath", (languageBundles ?? .main).folder)
    }
    add("loadFromLocalCache", loadFromLocalCache)
    add("updateLocalCache", updateLocalCache)
    add("localCachePath", localCachePath)
    add("synchronousLocalLoad", synchronousLocalLoad)
    return JSONObject(options)
  }
}
