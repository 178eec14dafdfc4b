import Foundation

/// The levels of a language code that are loaded and searched.
public enum I18NextLangLoadType: String, Sendable, Codable {
  case all
  /// The whole code: `en-US`.
  case current
  /// The language only: `en`.
  case unspecific
}

extension I18NextOptions {
  /// Reads options by their names; others are kept in `more`.
  public init(_ options: JSONObject) {
    self.init()
    fallbackLang = options["fallbackLang"].map { $0.string } ?? "dev"
    var others: [String: JSONValue] = [:]
    for name in options.names {
      guard let value = options[name], name != "fallbackLang", !take(name, value) else { continue }
      if name == "langLoadType", let type = value.string {
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
    put(into: &options)
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
}

extension I18NextOptions: Codable {
  /// Reads an object with the names of the options.
  public init(from decoder: any Decoder) throws { self.init(try JSONObject(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try asDictionary().encode(to: encoder) }
}
