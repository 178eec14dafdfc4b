import CalqueBase
import CalqueJSON
import CalqueTranslator

/// Makes translators from JSON, and asks them in JSON.
enum TranslatorFixture {
  static func members(_ json: Text) throws -> Members { try JSON.parse(json).object ?? Members() }

  static func make(
    _ format: TranslatorFormat = .v4, _ options: Text, host: HostCallbacks = HostCallbacks()
  ) throws -> Translator {
    try Translator(format: format, given: members(options), host: host)
  }

  /// English by default, with these members in namespace `translation`.
  static func english(_ tree: Text, _ more: Text = "", _ host: HostCallbacks = HostCallbacks())
    throws
    -> Translator
  {
    let options: Text = #"{"lng":"en","fallbackLng":false,"resources":{"en":{"translation":"#
    return try make(.v4, options + tree + "}}" + (more.isEmpty ? "" : "," + more) + "}", host: host)
  }
}

extension Translator {
  /// The text of a translation.
  func t(_ key: Text, _ options: Text = "{}") throws -> String {
    translate([key], try TranslatorFixture.members(options)).text.string
  }

  /// The value of a translation, as JSON.
  func value(_ keys: [Text], _ options: Text = "{}") throws -> String {
    let value = translate(keys, try TranslatorFixture.members(options)).value
    return value.map { JSON.text(of: $0).string } ?? "undefined"
  }

  func has(_ key: Text, _ options: Text = "{}") throws -> Bool {
    exists([key], try TranslatorFixture.members(options))
  }

  func add(
    _ lng: Text, _ ns: Text, _ tree: Text, deep: Bool = false, overwrite: Bool = false
  ) throws {
    try addBundle(
      tree, lng: lng, ns: ns, mode: BundleMode(deep: deep, overwrite: overwrite))
  }
}
